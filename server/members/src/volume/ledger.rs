//! Append-only ledger of points. The same transaction adds each entry to the totals of the member and of everyone
//! above.

use ksmart_foundation::{
    db::{Conn, Text},
    format,
    ids::{MemberId, OrderKey, PeriodId, ReturnId},
    text_enum,
    time::{DAY_MS, JAKARTA_MS},
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::volume::{periods::free_name, recurrence::open_due};

/// Reason for posting points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// The order counts as paid.
    Sale,
    /// The rest of the order was refunded.
    Refund,
    /// A part of the order was returned for a refund.
    Return,
    /// Carry-over to the next period of points that refunds took below 0.
    Carry,
}

text_enum!(EntryKind { Sale => "sale", Refund => "refund", Return => "return", Carry => "carry" });

/// Points to be posted.
#[derive(Debug)]
pub struct Entry {
    /// Order that earned them.
    pub order: OrderKey,
    /// The return that takes the points away, if there is one.
    pub of_return: Option<ReturnId>,
    /// Reason for posting the points.
    pub kind: EntryKind,
    /// Member who earns them.
    pub member: MemberId,
    /// Period in which they count.
    pub period: PeriodId,
    /// The plan of the order.
    pub plan_id: i64,
    /// Points; negative for refunds and returns.
    pub points: i64,
    /// Value of the order, rupiah: product value after discount; negative for refunds and returns.
    pub sales_rp: i64,
}

/// Posts points to the ledger and to the totals of the member and of everyone above, once for each order and
/// kind, and once for each return. The transaction holds the period ([`hold_open_period`]).
pub async fn post(conn: &mut Conn, entry: &Entry, now_ms: i64) -> sqlx::Result<()> {
    let period = entry.period;
    let sql =
        "INSERT INTO bv_entries (order_id, kind, member_id, period_id, plan_id, points, posted_ms, sales_rp, return_id)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               ON CONFLICT DO NOTHING";
    let posted = query(sql)
        .bind(entry.order)
        .bind(Text(entry.kind))
        .bind(entry.member)
        .bind(period)
        .bind(entry.plan_id)
        .bind(entry.points)
        .bind(now_ms)
        .bind(entry.sales_rp)
        .bind(entry.of_return)
        .execute(&mut *conn)
        .await?;
    if posted.rows_affected() == 0 {
        return Ok(());
    }
    add(conn, entry.member, period, entry.plan_id, entry.points).await?;
    let orders = i64::from(entry.kind == EntryKind::Sale);
    count(conn, period, (orders, entry.points, entry.sales_rp)).await
}

/// Adds points to the totals of a member and of everyone above.
async fn add(conn: &mut Conn, member: MemberId, period: PeriodId, plan_id: i64, points: i64) -> sqlx::Result<()> {
    // Rows are locked in the order of keys, so that concurrent posts cannot deadlock.
    let sql = "INSERT INTO bv_totals (member_id, period_id, plan_id, personal_points, group_points)
               SELECT member_id, $2, $3, personal_points, group_points
               FROM (SELECT $1 AS member_id, $4 AS personal_points, 0 AS group_points
                     UNION ALL
                     SELECT ancestor_id, 0, $4 FROM member_ancestors WHERE member_id = $1) AS posted
               WHERE 1 = 1
               ORDER BY member_id
               ON CONFLICT (member_id, period_id, plan_id) DO UPDATE SET
                 personal_points = bv_totals.personal_points + excluded.personal_points,
                 group_points = bv_totals.group_points + excluded.group_points";
    query(sql).bind(member).bind(period).bind(plan_id).bind(points).execute(&mut *conn).await?;
    let sql = "INSERT INTO bv_personal_totals (member_id, period_id, points) VALUES ($1, $2, $3)
               ON CONFLICT (member_id, period_id) DO UPDATE SET points = bv_personal_totals.points + excluded.points";
    query(sql).bind(member).bind(period).bind(points).execute(conn).await?;
    Ok(())
}

/// Adds to a period's sums: orders, points, rupiah.
async fn count(conn: &mut Conn, period: PeriodId, (orders, points, sales_rp): (i64, i64, i64)) -> sqlx::Result<()> {
    let sql = "UPDATE bv_periods SET orders = orders + $2, points = points + $3, sales_rp = sales_rp + $4
               WHERE id = $1";
    query(sql).bind(period).bind(orders).bind(points).bind(sales_rp).execute(conn).await?;
    Ok(())
}

/// Carries each member's points below 0 because of refunds from a period into the next one; returns how many points
/// were carried.
///
/// For each plan, the sum of the first period becomes 0, and that of the next begins below 0. Called in the transaction
/// that freezes the period for its calculation, after which nothing is posted into it.
pub async fn carry(conn: &mut Conn, period: PeriodId, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT t.member_id, t.plan_id, t.personal_points
               FROM bv_personal_totals s JOIN bv_totals t ON t.member_id = s.member_id AND t.period_id = s.period_id
               WHERE s.period_id = $1 AND s.points < 0 AND t.personal_points <> 0 ORDER BY t.member_id, t.plan_id";
    let below: Vec<(MemberId, i64, i64)> = query_as(sql).bind(period).fetch_all(&mut *conn).await?;
    if below.is_empty() {
        return Ok(0);
    }
    let next = hold_next_period(conn, period, now_ms).await?;
    let carried = -below.iter().map(|(_, _, points)| points).sum::<i64>();
    for (member, plan_id, points) in below {
        for (into, points) in [(period, -points), (next, points)] {
            let sql = "INSERT INTO bv_entries (kind, member_id, period_id, plan_id, points, posted_ms, from_period_id,
                                               sales_rp)
                       VALUES ($1, $2, $3, $4, $5, $6, $7, 0)";
            query(sql)
                .bind(Text(EntryKind::Carry))
                .bind(member)
                .bind(into)
                .bind(plan_id)
                .bind(points)
                .bind(now_ms)
                .bind(period)
                .execute(&mut *conn)
                .await?;
            add(conn, member, into, plan_id, points).await?;
        }
    }
    count(conn, period, (0, carried, 0)).await?;
    count(conn, next, (0, -carried, 0)).await?;
    Ok(carried)
}

/// Returns the first period after this one that is not calculated, held until the transaction ends; without one, the
/// period into which points are posted now.
async fn hold_next_period(conn: &mut Conn, after: PeriodId, now_ms: i64) -> sqlx::Result<PeriodId> {
    let sql = "SELECT n.id FROM bv_periods n JOIN bv_periods p ON p.id = $1
               WHERE n.frozen_ms IS NULL AND (n.starts_ms, n.id) > (p.starts_ms, p.id)
               ORDER BY n.starts_ms, n.id LIMIT 1";
    let next: Option<PeriodId> = query_scalar(sql).bind(after).fetch_optional(&mut *conn).await?;
    hold_open_period(conn, next.unwrap_or(after), now_ms).await
}

/// Points that were carried into a period, or out of it.
#[derive(Debug, Serialize, ToSchema, FromRow)]
pub struct CarriedBv {
    /// The other period.
    pub period_id: PeriodId,
    /// Its name.
    pub period_name: String,
    /// Points that this period gains: below 0 if it takes over the negative sum of the other period.
    pub total_bv: i64,
}

/// Returns a member's points that were carried into or out of a period, with the other period of each carry-over.
pub async fn carried(conn: &mut Conn, member: MemberId, period: PeriodId) -> sqlx::Result<Vec<CarriedBv>> {
    let sql = "SELECT p.id AS period_id, p.name AS period_name, CAST(SUM(e.points) AS BIGINT) AS total_bv
               FROM bv_entries e
               JOIN bv_entries x ON x.member_id = e.member_id AND x.plan_id = e.plan_id
                 AND x.from_period_id = e.from_period_id AND x.period_id <> e.period_id
               JOIN bv_periods p ON p.id = x.period_id
               WHERE e.member_id = $1 AND e.period_id = $2 AND e.from_period_id IS NOT NULL
               GROUP BY p.id, p.name, p.starts_ms ORDER BY p.starts_ms";
    query_as(sql).bind(member).bind(period).fetch_all(conn).await
}

/// Returns the period in which points of an order count, locked against its calculation until the transaction ends.
///
/// It is the `wanted` period unless that is frozen; else the one that takes orders now; else the newest that is not
/// frozen. Without any, the next period is opened, by the rule of recurring periods if there is one.
///
/// A transaction must lock the period before any rows that checkouts lock, such as products. A calculation or a change
/// of a leader may hold the period for long, and a transaction that waits for it must not block all others.
///
/// On PostgreSQL the lock is an UPDATE that changes nothing: a calculation updates the same row
/// (`take_for_calculation`), so the second of the two waits for the first. A calculation that waited sees the entry; a
/// posting that waited finds the period frozen, changes no row, and searches again. SQLite allows only one writer at a
/// time anyway.
pub async fn hold_open_period(conn: &mut Conn, wanted: PeriodId, now_ms: i64) -> sqlx::Result<PeriodId> {
    loop {
        let sql = "SELECT id FROM bv_periods WHERE frozen_ms IS NULL
                   ORDER BY CASE WHEN id = $1 THEN 0 WHEN $2 BETWEEN starts_ms AND ends_ms THEN 1 ELSE 2 END,
                            starts_ms DESC, id DESC
                   LIMIT 1";
        let found: Option<PeriodId> = query_scalar(sql).bind(wanted).bind(now_ms).fetch_optional(&mut *conn).await?;
        let Some(period) = found else {
            open_due(conn, now_ms).await?;
            open_next_period(conn, now_ms).await?;
            continue;
        };
        let sql = "UPDATE bv_periods SET name = name WHERE id = $1 AND frozen_ms IS NULL";
        if query(sql).bind(period).execute(&mut *conn).await?.rows_affected() == 1 {
            return Ok(period);
        }
    }
}

/// Opens a period after the last one and of the same length, when all existing periods are calculated: a payment that
/// arrives then must be stored, and must not change a closed period.
async fn open_next_period(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    // Holding the last period's row makes two concurrent transactions open only one period.
    let sql = "UPDATE bv_periods SET name = name
               WHERE id = (SELECT id FROM bv_periods ORDER BY ends_ms DESC, id DESC LIMIT 1)
               RETURNING starts_ms, ends_ms";
    let (starts_ms, ends_ms): (i64, i64) = query_as(sql).fetch_one(&mut *conn).await?;
    let length_ms = ends_ms - starts_ms + 1;
    let periods_on = now_ms.saturating_sub(ends_ms + 1).max(0) / length_ms;
    let starts_ms = ends_ms + 1 + periods_on * length_ms;
    let ends_ms = starts_ms + length_ms - 1;
    let months = format!("{} – {}", format::month(starts_ms), format::month(ends_ms));
    let name = free_name(conn, months, starts_ms, ends_ms).await?;
    let sql = "INSERT INTO bv_periods (name, starts_ms, ends_ms)
               SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT id FROM bv_periods WHERE frozen_ms IS NULL)";
    query(sql).bind(name).bind(starts_ms).bind(ends_ms).execute(conn).await?;
    Ok(())
}

/// Returns the value of the orders in the ledger of a period, in rupiah: product value after discount, less refunds.
pub async fn sales(conn: &mut Conn, period: PeriodId) -> sqlx::Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(sales_rp), 0) AS BIGINT) FROM bv_entries WHERE period_id = $1";
    query_scalar(sql).bind(period).fetch_one(conn).await
}

/// Counts the entries in the ledger of a period; their number never decreases.
pub async fn entries(conn: &mut Conn, period: PeriodId) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM bv_entries WHERE period_id = $1").bind(period).fetch_one(conn).await
}

/// Sales of a day in Jakarta.
#[derive(Debug, FromRow)]
pub struct DaySales {
    /// Days since 1970-01-01.
    pub day: i64,
    /// Orders that began to count as paid.
    pub orders: i64,
    /// Product value after discount, less refunds of that day, rupiah.
    pub sales_rp: i64,
    /// Points, less those of refunds.
    pub bv: i64,
}

/// Returns the sales of each day from `from_ms` until before `to_ms`, by the time when they began to count as paid;
/// days without sales are left out.
pub async fn sales_by_day(conn: &mut Conn, from_ms: i64, to_ms: i64) -> sqlx::Result<Vec<DaySales>> {
    let sql = format!(
        "SELECT (e.posted_ms + {JAKARTA_MS}) / {DAY_MS} AS day, {ENTRY_SUMS}
         FROM bv_entries e WHERE e.posted_ms >= $1 AND e.posted_ms < $2 GROUP BY 1 ORDER BY 1"
    );
    query_as(AssertSqlSafe(sql)).bind(from_ms).bind(to_ms).fetch_all(conn).await
}

/// SQL columns that sum up the entries `e`.
const ENTRY_SUMS: &str = "CAST(SUM(CASE e.kind WHEN 'sale' THEN 1 ELSE 0 END) AS BIGINT) AS orders,
    CAST(SUM(e.sales_rp) AS BIGINT) AS sales_rp, CAST(SUM(e.points) AS BIGINT) AS bv";

/// Sales of a period.
#[derive(Debug, FromRow)]
pub struct PeriodSales {
    /// The period.
    pub id: PeriodId,
    /// Its name.
    pub name: String,
    /// Orders that began to count as paid.
    pub orders: i64,
    /// Product value after discount, less refunds, rupiah.
    pub sales_rp: i64,
    /// Points, less those of refunds.
    pub bv: i64,
}

/// Returns the sales of each of the newest periods, oldest first.
pub async fn sales_by_period(conn: &mut Conn, newest: i64) -> sqlx::Result<Vec<PeriodSales>> {
    let sql = format!(
        "SELECT p.id, p.name, COALESCE(s.orders, 0) AS orders, COALESCE(s.sales_rp, 0) AS sales_rp, COALESCE(s.bv, 0) AS bv
         FROM (SELECT id, name, starts_ms FROM bv_periods ORDER BY starts_ms DESC, id DESC LIMIT $1) p
         LEFT JOIN (SELECT e.period_id, {ENTRY_SUMS} FROM bv_entries e
                    WHERE e.period_id IN (SELECT id FROM bv_periods ORDER BY starts_ms DESC, id DESC LIMIT $1)
                    GROUP BY e.period_id) s ON s.period_id = p.id
         ORDER BY p.starts_ms, p.id"
    );
    query_as(AssertSqlSafe(sql)).bind(newest).fetch_all(conn).await
}
