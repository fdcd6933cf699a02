//! A large network: what its members ask for, and the calculation of a period, at two sizes.
//!
//! Everything is written by a few statements straight into the tables, with the sums that the server would have kept.
//! Three fifths of the members stand below one leader, the others in a second tree; a member leads two or three. Each
//! has placed four paid orders of two or three lines: two in a period that is over, two in the one that is open.

use std::{
    fs,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use ksmart::{
    app::App,
    foundation::{db::Conn, ids::MemberId},
    identity::{roles::Role, tokens::Member},
    members::accounts::{self, NewMember},
    ops::demo,
};
use sqlx::{AssertSqlSafe, query, query_scalar};

use crate::{
    load::{self, Load},
    print_row,
    server::{Place, Server, program},
    shop,
};

/// How many members there are: the growth from the one to the other should cost next to nothing.
pub const SIZES: [i64; 2] = [10_000, 100_000];

/// More connections than cores would measure how requests wait for each other.
const CONNECTIONS: usize = 2;

/// How many members ask who stand for all.
const AVERAGE: i64 = 200;

/// What each answer may take at the most, for all but one in a hundred.
const TARGET: &str = "p99 < 30 ms";

/// Measures on one database with so many members, and removes it whatever happens.
///
/// # Errors
/// The database fails, or an answer is not the expected one.
pub async fn measure(place: Place, members: i64, seconds: u32) -> Result<(), String> {
    let measured = measure_in(&place, members, seconds).await;
    place.remove().await?;
    measured
}

async fn measure_in(place: &Place, members: i64, seconds: u32) -> Result<(), String> {
    let app = shop::open(place).await?;
    demo::fill(&app.demo()).await?;
    let network = write(&app, members).await.map_err(|error| error.to_string())?;
    let Network { first, closed, depth, below_top, .. } = network;
    println!("\n{members} members, {depth} deep, {below_top} below one leader, {} order lines", members * 10);
    join(&app, &network).await.map_err(|error| error.to_string())?;
    app.db.close().await;
    let server = Server::start(place).await?;
    let show = async |name: &str, load: Load, target: &str| {
        let outcome = load::measure(&server, load, CONNECTIONS, seconds).await;
        print_row(name, &outcome.map_err(|error| format!("{name}: {error}"))?, target);
        Ok::<_, String>(())
    };
    let middle = format!("{depth}.{}", first + members / 3);
    let later = 1_780_000_000_000 + members;
    let deep =
        [format!("/api/downlines?limit=50&cursor={middle}"), format!("/api/downlines?limit=50&cursor=4.{first}")];
    let get = |path: &str| vec![path.to_owned()];
    for (name, target, paths) in [
        ("downlines", TARGET, get("/api/downlines?limit=50")),
        ("downlines further on", TARGET, deep.to_vec()),
        ("downlines, rare name", TARGET, get("/api/downlines?limit=50&search=jarang")),
        ("downlines, common name", TARGET, get("/api/downlines?limit=50&search=anggota")),
        ("BV report", TARGET, get(&format!("/api/bv-report?limit=50&period_id={closed}"))),
        ("downline summary", TARGET, get(&format!("/api/downline-bv-summary?limit=50&period_id={closed}"))),
        ("history", TARGET, get("/api/history-bv?limit=50")),
        ("history further on", TARGET, get(&format!("/api/history-bv?limit=50&cursor={later}.{}.1", members * 2))),
        ("history, 1000 lines", "", get("/api/history-bv")),
        ("summary, 1000 members", "", get(&format!("/api/downline-bv-summary?period_id={closed}"))),
    ] {
        let by = |tokens: &[String]| {
            let requests = tokens.iter().flat_map(|token| paths.iter().map(move |path| load::get_as(token, path)));
            Load::rotating(requests.collect())
        };
        show(&format!("{name}: member"), by(&network.average), target).await?;
        show(&format!("{name}: leader"), by(std::slice::from_ref(&network.top)), target).await?;
    }
    show("register, hash included", network.registration(), "").await?;
    server.stop()?;
    calculate(place, closed)
}

/// Calculates the period that is over, as an operator does.
fn calculate(place: &Place, closed: i64) -> Result<(), String> {
    let started = Instant::now();
    let mut process = Command::new(program()?)
        .args(["period", "calculate", &closed.to_string()])
        .env_clear()
        .env("DATABASE_URL", &place.database_url)
        .env("STORAGE_URL", place.storage_url())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let status = format!("/proc/{}/status", process.id());
    let mut peak_kb = 0;
    while process.try_wait().map_err(|error| error.to_string())?.is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak_kb = peak_kb.max(peak.unwrap_or(0_u64));
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = started.elapsed();
    let output = process.wait_with_output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("the period is not calculated: {said}"));
    }
    println!("{:32}{:>8} ms{:>26}   < 10 s", "calculate a period", took.as_millis(), "");
    println!("{:32}{:>8} MB{:>26}   < 500 MB", "memory of that, at most", peak_kb.div_ceil(1024), "");
    print!("{said}");
    Ok(())
}

/// A filled database, and who asks.
struct Network {
    /// Key of the first member, who leads three fifths.
    first: i64,
    /// The period that is over.
    closed: i64,
    depth: i64,
    below_top: i64,
    /// Session of the first member.
    top: String,
    /// Sessions of others, from all over the network.
    average: Vec<String>,
    /// The uid of one who stands as deep as any.
    deepest: String,
}

impl Network {
    /// A registration below the deepest member, another one each time.
    fn registration(&self) -> Load {
        let leader = Arc::new(self.deepest.clone());
        let request = move |number: usize| {
            let email = format!("baru{number}@example.com");
            load::form(
                "/api/register",
                &[
                    ("name", "Anggota Baru"),
                    ("email", &email),
                    ("password", "rahasia-sekali"),
                    ("confirmPassword", "rahasia-sekali"),
                    ("no_hp", "081234567890"),
                    ("alamat", "Jl. Melati 1"),
                    ("bank", "BCA"),
                    ("rekening_bank", "1234567890"),
                    ("jenis_kelamin", "P"),
                    ("tanggal_lahir", "1990-02-28"),
                    ("leader_id", &leader),
                ],
            )
        };
        Load { request: Box::new(request), status: 201 }
    }
}

/// How many register without the time that hashing their passwords takes.
const JOINS: usize = 300;

/// Registers members below the deepest, without hashing a password.
async fn join(app: &App, network: &Network) -> sqlx::Result<()> {
    let leader = accounts::find_by_uid(&mut *app.db.read().await?, &network.deepest).await?;
    let mut took = Vec::with_capacity(JOINS);
    for number in 0..JOINS {
        let mut new = NewMember::admin(&format!("lekas{number}@example.com"), String::new());
        (new.role, new.leader) = (Role::Member, leader.as_ref().map(|(id, ..)| *id));
        let started = Instant::now();
        ksmart::flows::registration::keep(&app.db, &app.random, &new, app.clock.now_ms()).await?;
        took.push(started.elapsed());
    }
    took.sort_unstable();
    let ms = |took: Duration| took.as_secs_f64() * 1000.0;
    let (p50, p99) = (ms(took[JOINS / 2]), ms(took[JOINS * 99 / 100]));
    println!("{:32}{:>20.2}{p99:>9.2}{:>14}   {TARGET}", "register, without the hash", p50, "");
    Ok(())
}

/// Writes so many members, their orders and the sums of them.
async fn write(app: &App, members: i64) -> sqlx::Result<Network> {
    let mut tx = app.db.write().await?;
    let first: i64 = query_scalar("SELECT MAX(id) + 1 FROM members").fetch_one(&mut *tx).await?;
    let first_order: i64 = query_scalar("SELECT MAX(id) + 1 FROM orders").fetch_one(&mut *tx).await?;
    let periods: Vec<i64> = query_scalar("SELECT id FROM bv_periods ORDER BY starts_ms").fetch_all(&mut *tx).await?;
    let (closed, open) = (periods[1], periods[2]);
    write_members(&mut tx, first, members).await?;
    write_orders(&mut tx, first, first_order, members, (closed, open)).await?;
    write_sums(&mut tx).await?;
    let depth = query_scalar("SELECT MAX(depth) FROM member_ancestors").fetch_one(&mut *tx).await?;
    let below_top = query_scalar("SELECT members FROM downline_counts WHERE member_id = $1").bind(first);
    let below_top = below_top.fetch_one(&mut *tx).await?;
    let sql = "SELECT m.uid FROM members m JOIN member_ancestors a ON a.member_id = m.id
               WHERE a.ancestor_id = $1 ORDER BY a.depth DESC LIMIT 1";
    let deepest = query_scalar(sql).bind(first).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    // Both databases plan by what they know of the tables.
    sqlx::raw_sql("ANALYZE").execute(&mut *app.db.write_one().await?).await?;
    let session = |id: i64| {
        let member = Member { id: MemberId(id), email: format!("anggota{}@example.com", id - first + 1) };
        app.sessions.issue(&member, 0, app.clock.now_ms()).unwrap_or_default()
    };
    let average = (1..=AVERAGE).map(|number| session(first + number * (members - 1) / AVERAGE)).collect();
    Ok(Network { first, closed, depth, below_top, top: session(first), average, deepest })
}

/// Runs a statement; gives how many rows it wrote.
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

async fn write_members(conn: &mut Conn, first: i64, members: i64) -> sqlx::Result<()> {
    // The key of a member's leader among their tree: two fifths of the own place.
    let below_top = members * 3 / 5;
    let template = NewMember { role: Role::Member, ..NewMember::admin("", String::new()) };
    let NewMember { gender, birth_date, plan_id, .. } = template;
    let sql = format!(
        "INSERT INTO members (id, uid, email, password_hash, name, phone, address, bank, bank_account, gender,
                              birth_date, plan_id, leader_id, role, created_ms, search_text)
         {NUMBERS}
         SELECT $1 - 1 + n, 'N' || CAST(n AS TEXT), 'anggota' || CAST(n AS TEXT) || '@example.com',
                '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
                CASE WHEN n % 10000 = 777 THEN 'Jarang ' ELSE 'Anggota ' END || CAST(n AS TEXT), '+6281234567890',
                'Jl. Melati 1, Kuningan Timur, Setiabudi, Jakarta Selatan', 'BCA', '1234567890', '{gender}',
                '{birth_date}', {plan_id},
                CASE WHEN n = 1 OR n = $3 + 1 THEN NULL
                     WHEN n <= $3 THEN $1 - 1 + (CASE WHEN n * 2 / 5 < 1 THEN 1 ELSE n * 2 / 5 END)
                     ELSE $1 - 1 + $3 + (CASE WHEN (n - $3) * 2 / 5 < 1 THEN 1 ELSE (n - $3) * 2 / 5 END) END,
                'member', 1770000000000, ''
         FROM numbers"
    );
    run(conn, sql, &[first, members, below_top]).await?;
    run(conn, "UPDATE members SET search_text = LOWER(name || ' ' || uid)".to_owned(), &[]).await?;
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
    Ok(())
}

/// Four orders each, spread so that neighbours in the ledger are strangers in the network.
async fn write_orders(
    conn: &mut Conn,
    first: i64,
    first_order: i64,
    members: i64,
    (closed, open): (i64, i64),
) -> sqlx::Result<()> {
    // Points of a line: by order and number of the line.
    let bv = |line: i64| format!("(1 + (n + 7 * {line}) % 20)");
    let sum = format!("{} + {} + CASE WHEN n % 2 = 0 THEN {} ELSE 0 END", bv(1), bv(2), bv(3));
    let sql = format!(
        "INSERT INTO orders (id, number, member_id, checkout_token, plan_id, period_id, payment_method, payment_status,
             shipment_status, receiver_name, receiver_phone, receiver_email, receiver_address, destination_id,
             shipping_method, shipping_cost_rp, discount_percent, subtotal_rp, discount_rp, total_rp, bv, created_ms)
         {NUMBERS}
         SELECT $1 - 1 + n, 'KS-20260701-' || CAST(n AS TEXT), $3 + (n * 7919) % $4, 'b' || CAST(n AS TEXT), 1 + n % 2,
                CASE WHEN n <= 2 * $4 THEN $5 ELSE $6 END, 'online', 'success', 'selesai', 'Budi Santoso',
                '081234567890', 'budi@example.com', 'Jl. Melati 1, Kuningan Timur, Setiabudi, Jakarta Selatan', 17579,
                'JNE - REG', 9000, '0', ({sum}) * 9000, 0, ({sum}) * 9000 + 9000, {sum}, 1780000000000 + n
         FROM numbers"
    );
    run(conn, sql, &[first_order, 4 * members, first, members, closed, open]).await?;
    let sql = format!(
        "INSERT INTO order_lines (order_id, product_id, name, variant, picture, price_rp, bv, quantity)
         {NUMBERS}
         SELECT $1 - 1 + n, 1 + (n + j) % 60, 'Madu Hutan Nusantara', '', 'products/x.webp', 9000 * {line}, {line}, 1
         FROM numbers CROSS JOIN (SELECT 1 AS j UNION ALL SELECT 2 UNION ALL SELECT 3) AS line
         WHERE j < 3 OR n % 2 = 0",
        line = "(1 + (n + 7 * j) % 20)"
    );
    run(conn, sql, &[first_order, 4 * members]).await?;
    let sql = "INSERT INTO order_moves (order_id, at_ms, event, actor)
               SELECT id, created_ms, 'placed', 'member' FROM orders WHERE id >= $1";
    run(conn, sql.to_owned(), &[first_order]).await?;
    let sql = "INSERT INTO bv_entries (order_id, kind, member_id, period_id, plan_id, points, posted_ms)
               SELECT id, 'sale', member_id, period_id, plan_id, bv, created_ms FROM orders
               WHERE id >= $1 ORDER BY created_ms";
    run(conn, sql.to_owned(), &[first_order]).await?;
    Ok(())
}

/// The sums that the server keeps, of everything that is there.
async fn write_sums(conn: &mut Conn) -> sqlx::Result<()> {
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
           sales_rp = (SELECT CAST(COALESCE(SUM(o.subtotal_rp - o.discount_rp), 0) AS BIGINT)
                       FROM bv_entries e JOIN orders o ON o.id = e.order_id WHERE e.period_id = bv_periods.id)",
    ] {
        run(conn, sql.to_owned(), &[]).await?;
    }
    Ok(())
}
