//! Rows of a large network, written directly into the tables by a few statements.

use ksmart_foundation::db::Conn;
use ksmart_identity::roles::Role;
use ksmart_members::accounts::NewMember;
use sqlx::{AssertSqlSafe, query, query_scalar};

/// Runs a statement; returns the number of written rows.
async fn run(conn: &mut Conn, sql: String, values: &[i64]) -> sqlx::Result<u64> {
    let mut query = query(AssertSqlSafe(sql));
    for value in values {
        query = query.bind(*value);
    }
    Ok(query.execute(conn).await?.rows_affected())
}

/// The numbers from 1 to `$2`, as the table `numbers` with the column `n`.
const NUMBERS: &str = "WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL
                       SELECT n + 1 FROM numbers WHERE n < $2)";

/// Writes the given number of members: three fifths below one leader, the others in a second tree; each leads two or
/// three.
pub async fn write_members(conn: &mut Conn, first: i64, members: i64) -> sqlx::Result<()> {
    // The position of a member's leader in their tree is two fifths of the member's own.
    let below_top = members * 3 / 5;
    let template = NewMember { role: Role::Member, ..NewMember::admin("", String::new()) };
    let NewMember { gender, birth_date, plan_id, .. } = template;
    let sql = format!(
        "INSERT INTO members (id, uid, email, password_hash, name, phone, address, bank, bank_account, gender,
                              birth_date, plan_id, leader_id, role, created_ms, search_text, contact_text, short_text)
         {NUMBERS}
         SELECT $1 - 1 + n, 'N' || CAST(n AS TEXT), 'anggota' || CAST(n AS TEXT) || '@example.com',
                '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
                CASE WHEN n % 10000 = 777 THEN 'Jarang ' ELSE 'Anggota ' END || CAST(n AS TEXT), '+6281234567890',
                'Jl. Melati 1, Kuningan Timur, Setiabudi, Jakarta Selatan', 'BCA', '1234567890', '{gender}',
                '{birth_date}', {plan_id},
                CASE WHEN n = 1 OR n = $3 + 1 THEN NULL
                     WHEN n <= $3 THEN $1 - 1 + (CASE WHEN n * 2 / 5 < 1 THEN 1 ELSE n * 2 / 5 END)
                     ELSE $1 - 1 + $3 + (CASE WHEN (n - $3) * 2 / 5 < 1 THEN 1 ELSE (n - $3) * 2 / 5 END) END,
                'member', 1770000000000, '', '', ''
         FROM numbers"
    );
    run(conn, sql, &[first, members, below_top]).await?;
    run(
        conn,
        "UPDATE members SET search_text = LOWER(name || ' ' || uid), short_text = LOWER(name || ' ' || uid),
                 contact_text = LOWER(name || ' ' || uid || ' ' || email || ' ' || phone)"
            .to_owned(),
        &[],
    )
    .await?;
    let sql = "INSERT INTO member_ancestors (member_id, ancestor_id, depth)
               SELECT id, leader_id, 1 FROM members WHERE id >= $1 AND leader_id IS NOT NULL";
    let mut written = run(conn, sql.to_owned(), &[first]).await?;
    let mut depth = 1;
    while written > 0 {
        let sql = "INSERT INTO member_ancestors (member_id, ancestor_id, depth)
                   SELECT a.member_id, m.leader_id, a.depth + 1
                   FROM member_ancestors a JOIN members m ON m.id = a.ancestor_id
                   WHERE a.member_id >= $1 AND a.depth = $2 AND m.leader_id IS NOT NULL";
        written = run(conn, sql.to_owned(), &[first, depth]).await?;
        depth += 1;
    }
    know(conn).await
}

/// Paid orders to write.
pub struct Orders {
    /// Key of the first order.
    pub first: i64,
    /// Number of orders.
    pub count: i64,
    /// Period of the older half of the orders.
    pub closed: i64,
    /// Period of the newer half of the orders.
    pub open: i64,
}

/// Writes orders of two or three lines with their entries in the ledger and in the books.
pub async fn write_orders(conn: &mut Conn, first: i64, members: i64, orders: &Orders) -> sqlx::Result<()> {
    write_sales(conn, first, members, orders).await?;
    let Orders { first: first_order, count, .. } = *orders;
    let sql = format!(
        "INSERT INTO order_lines (order_id, product_id, name, variant, picture, price_rp, bv, quantity, excluded)
         {NUMBERS}
         SELECT $1 - 1 + n, 1 + (n + j) % 60, 'Madu Hutan Nusantara', '', 'products/x.webp', 9000 * {line}, {line}, 1, 0
         FROM numbers CROSS JOIN (SELECT 1 AS j UNION ALL SELECT 2 UNION ALL SELECT 3) AS line
         WHERE j < 3 OR n % 2 = 0",
        line = "(1 + (n + 7 * j) % 20)"
    );
    run(conn, sql, &[first_order, count]).await?;
    let sql = "INSERT INTO order_moves (order_id, at_ms, event, actor)
               SELECT id, created_ms, 'placed', 'member' FROM orders WHERE id >= $1";
    run(conn, sql.to_owned(), &[first_order]).await?;
    let sql = "INSERT INTO money_entries (order_id, kind, channel, amount_rp, period_id, at_ms)
               SELECT id, 'received', 'online', total_rp, period_id, created_ms FROM orders
               WHERE id >= $1 ORDER BY created_ms";
    run(conn, sql.to_owned(), &[first_order]).await?;
    know(conn).await
}

/// Writes orders with only their entries in the ledger, spread so that neighbours in the ledger are unrelated in the
/// network.
pub async fn write_sales(conn: &mut Conn, first: i64, members: i64, orders: &Orders) -> sqlx::Result<()> {
    let Orders { first: first_order, count, closed, open } = *orders;
    // SQL for the points of a line, calculated from the numbers of the order and of the line.
    let bv = |line: i64| format!("(1 + (n + 7 * {line}) % 20)");
    let sum = format!("{} + {} + CASE WHEN n % 2 = 0 THEN {} ELSE 0 END", bv(1), bv(2), bv(3));
    let sql = format!(
        "INSERT INTO orders (id, number, member_id, checkout_token, plan_id, period_id, payment_method, payment_status,
             shipment_status, receiver_name, receiver_phone, receiver_email, receiver_address, destination_id,
             shipping_method, shipping_cost_rp, discount_percent, subtotal_rp, discount_rp, total_rp, bv, created_ms,
             search_text, trial, taxable, discount_amount_rp, shipping_discount_rp, city, province)
         {NUMBERS}
         SELECT $1 - 1 + n, 'KS-20260701-' || CAST($1 - 1 + n AS TEXT), $3 + (n * 7919) % $4,
                'b' || CAST($1 - 1 + n AS TEXT), 1 + n % 2,
                CASE WHEN 2 * n <= $2 THEN $5 ELSE $6 END, 'online', 'success', 'selesai', 'Budi Santoso',
                '081234567890', 'budi@example.com', 'Jl. Melati 1, Kuningan Timur, Setiabudi, Jakarta Selatan', 17579,
                'JNE - REG', 9000, '0', ({sum}) * 9000, 0, ({sum}) * 9000 + 9000, {sum}, 1780000000000 + n,
                'ks-20260701-' || CAST($1 - 1 + n AS TEXT) || ' budi santoso 081234567890', 0, 0, 0, 0,
                'Kota Jakarta Selatan', 'DKI Jakarta'
         FROM numbers"
    );
    run(conn, sql, &[first_order, count, first, members, closed, open]).await?;
    let sql = "INSERT INTO bv_entries (order_id, kind, member_id, period_id, plan_id, points, posted_ms, sales_rp)
               SELECT id, 'sale', member_id, period_id, plan_id, bv, created_ms, subtotal_rp - discount_rp FROM orders
               WHERE id >= $1 ORDER BY created_ms";
    run(conn, sql.to_owned(), &[first_order]).await?;
    know(conn).await
}

/// Updates the database's statistics of table sizes, by which it plans queries; PostgreSQL does not update them itself
/// for uncommitted data. Covers the tables of one shop only: each table is locked until the transaction ends, and tests
/// have hundreds of shops in one database.
pub async fn know(conn: &mut Conn) -> sqlx::Result<()> {
    let tables = if conn.backend_name() == "PostgreSQL" {
        let own = "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()";
        query_scalar(own).fetch_all(&mut *conn).await?
    } else {
        vec![String::new()]
    };
    for table in tables {
        run(conn, format!("ANALYZE {table}"), &[]).await?;
    }
    Ok(())
}

/// Writes the sums that the server stores, for all existing data.
pub async fn write_sums(conn: &mut Conn) -> sqlx::Result<()> {
    for sql in [
        "DELETE FROM bv_totals",
        "DELETE FROM bv_personal_totals",
        "DELETE FROM downline_counts",
        "INSERT INTO downline_counts (member_id, members, directs)
         SELECT ancestor_id, COUNT(*), SUM(CASE WHEN depth = 1 THEN 1 ELSE 0 END) FROM member_ancestors GROUP BY ancestor_id",
        "INSERT INTO bv_personal_totals (member_id, period_id, points)
         SELECT member_id, period_id, CAST(SUM(points) AS BIGINT) FROM bv_entries GROUP BY member_id, period_id",
        "INSERT INTO bv_totals (member_id, period_id, plan_id, personal_points, group_points)
         WITH own (member_id, period_id, plan_id, points) AS
           (SELECT member_id, period_id, plan_id, SUM(points) FROM bv_entries GROUP BY member_id, period_id, plan_id)
         SELECT member_id, period_id, plan_id, CAST(SUM(personal) AS BIGINT), CAST(SUM(below) AS BIGINT)
         FROM (SELECT member_id, period_id, plan_id, points AS personal, 0 AS below FROM own
               UNION ALL
               SELECT a.ancestor_id, o.period_id, o.plan_id, 0, o.points
               FROM own o JOIN member_ancestors a ON a.member_id = o.member_id) AS posted
         GROUP BY member_id, period_id, plan_id",
        "UPDATE bv_periods SET
           orders = (SELECT COUNT(*) FROM bv_entries e WHERE e.period_id = bv_periods.id),
           points = (SELECT CAST(COALESCE(SUM(e.points), 0) AS BIGINT) FROM bv_entries e
                     WHERE e.period_id = bv_periods.id),
           sales_rp = (SELECT CAST(COALESCE(SUM(e.sales_rp), 0) AS BIGINT) FROM bv_entries e
                       WHERE e.period_id = bv_periods.id)",
    ] {
        run(conn, sql.to_owned(), &[]).await?;
    }
    Ok(())
}
