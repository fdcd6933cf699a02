//! The ledger of points: append-only, summed up for everyone above in the transaction that posts.

use sqlx::{query, query_scalar};

use crate::{
    accounts::MemberId,
    db::{Conn, Text},
    orders::OrderKey,
    text_enum,
    volume::PeriodId,
};

/// Why points are posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// The order counts as paid.
    Sale,
    /// The order was refunded.
    Refund,
}

text_enum!(EntryKind { Sale => "sale", Refund => "refund" });

/// Points to be posted.
#[derive(Debug)]
pub struct Entry {
    /// The order that they come from.
    pub order: OrderKey,
    /// Why.
    pub kind: EntryKind,
    /// Who earns them.
    pub member: MemberId,
    /// The period that the order was placed into.
    pub period: PeriodId,
    /// The plan of the order.
    pub plan_id: i64,
    /// Points; negative for a refund.
    pub points: i64,
}

/// Posts points to the ledger and to the totals of the member and of everyone above, once for each order and kind.
///
/// A calculated period is closed: what comes after it is posted into the newest period that is not (design, section 3).
///
/// # Errors
/// The database fails.
pub async fn post(conn: &mut Conn, entry: &Entry, now_ms: i64) -> sqlx::Result<()> {
    let period = open_period_for(conn, entry.period).await?;
    let sql = "INSERT INTO bv_entries (order_id, kind, member_id, period_id, plan_id, points, posted_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (order_id, kind) DO NOTHING";
    let posted = query(sql)
        .bind(entry.order)
        .bind(Text(entry.kind))
        .bind(entry.member)
        .bind(period)
        .bind(entry.plan_id)
        .bind(entry.points)
        .bind(now_ms)
        .execute(&mut *conn)
        .await?;
    if posted.rows_affected() == 0 {
        return Ok(());
    }
    // In the order of keys, so that two posts never wait for each other's rows.
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
    query(sql).bind(entry.member).bind(period).bind(entry.plan_id).bind(entry.points).execute(&mut *conn).await?;
    let sql = "INSERT INTO bv_personal_totals (member_id, period_id, points) VALUES ($1, $2, $3)
               ON CONFLICT (member_id, period_id) DO UPDATE SET points = bv_personal_totals.points + excluded.points";
    query(sql).bind(entry.member).bind(period).bind(entry.points).execute(conn).await?;
    Ok(())
}

/// The period itself while it is not calculated, else the newest that is not.
async fn open_period_for(conn: &mut Conn, id: PeriodId) -> sqlx::Result<PeriodId> {
    let sql = "SELECT id FROM bv_periods WHERE calculated_ms IS NULL
               ORDER BY CASE WHEN id = $1 THEN 0 ELSE 1 END, starts_ms DESC LIMIT 1";
    let open: Option<PeriodId> = query_scalar(sql).bind(id).fetch_optional(conn).await?;
    Ok(open.unwrap_or(id))
}
