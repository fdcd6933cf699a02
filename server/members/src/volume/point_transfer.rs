//! Points that move with a member to another leader, and the administrators' view of a member's points.

use ksmart_foundation::{
    db::{BindAll, Conn, placeholders},
    ids::{MemberId, PeriodId},
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::ToSchema;

/// Maximum number of keys in one list of a statement.
const AT_ONCE: usize = 100;

/// Locks every period until the transaction ends.
///
/// Transactions that post points ([`super::post`]) or calculate a period ([`super::take_for_calculation`]) wait, and
/// then see the changes of this one. So do transactions that open the next period, because they lock the last one.
pub async fn hold_periods(conn: &mut Conn) -> sqlx::Result<()> {
    query("UPDATE bv_periods SET name = name").execute(conn).await?;
    Ok(())
}

/// Points of a member and all below in a period that is not calculated.
#[derive(Debug, Serialize, ToSchema, FromRow)]
pub struct OpenPoints {
    /// The period.
    pub period_id: PeriodId,
    /// Its name.
    pub name: String,
    /// Points over all plans.
    pub points: i64,
}

/// Returns the points of a member and all below in the periods that are not calculated, newest first: they move with
/// the member.
pub async fn open_points(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<OpenPoints>> {
    let sql = "SELECT p.id AS period_id, p.name, CAST(SUM(t.personal_points + t.group_points) AS BIGINT) AS points
               FROM bv_totals t JOIN bv_periods p ON p.id = t.period_id
               WHERE t.member_id = $1 AND p.frozen_ms IS NULL
               GROUP BY p.id, p.name, p.starts_ms
               HAVING SUM(t.personal_points + t.group_points) <> 0
               ORDER BY p.starts_ms DESC, p.id DESC";
    query_as(sql).bind(member).fetch_all(conn).await
}

/// Moves the points of a member and all below from the groups of `left` to those of `joined`, in every period that is
/// not calculated. The transaction holds the periods ([`hold_periods`]).
pub async fn move_points(
    conn: &mut Conn,
    member: MemberId,
    left: &[MemberId],
    joined: &[MemberId],
) -> sqlx::Result<()> {
    let sql = "SELECT t.period_id, t.plan_id, t.personal_points + t.group_points
               FROM bv_totals t JOIN bv_periods p ON p.id = t.period_id
               WHERE t.member_id = $1 AND p.frozen_ms IS NULL AND t.personal_points + t.group_points <> 0";
    let moving: Vec<(PeriodId, i64, i64)> = query_as(sql).bind(member).fetch_all(&mut *conn).await?;
    for (period, plan_id, points) in moving {
        add(conn, left, period, plan_id, -points).await?;
        add(conn, joined, period, plan_id, points).await?;
    }
    Ok(())
}

async fn add(conn: &mut Conn, to: &[MemberId], period: PeriodId, plan_id: i64, points: i64) -> sqlx::Result<()> {
    for some in to.chunks(AT_ONCE) {
        let sql = format!(
            "INSERT INTO bv_totals (member_id, period_id, plan_id, personal_points, group_points)
             SELECT id, $1, $2, 0, $3 FROM members WHERE id IN ({}) ORDER BY id
             ON CONFLICT (member_id, period_id, plan_id) DO UPDATE SET
               group_points = bv_totals.group_points + excluded.group_points",
            placeholders(4, some.len())
        );
        let query = query(AssertSqlSafe(sql)).bind(period).bind(plan_id).bind(points).bind_all(some);
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// A member's points of a period.
#[derive(Debug, Serialize, ToSchema)]
pub struct PeriodPoints {
    /// The period.
    pub period_id: PeriodId,
    /// Its name.
    pub name: String,
    /// Whether its bonuses are calculated, so that nothing in it changes any longer.
    pub is_calculated: bool,
    /// Own points.
    pub own_bv: i64,
    /// Own points and those of all below, as needs and bonuses count a group.
    pub group_bv: i64,
}

/// Returns a member's points of the newest periods, newest first.
pub async fn newest_points(conn: &mut Conn, member: MemberId, periods: i64) -> sqlx::Result<Vec<PeriodPoints>> {
    let sql = "SELECT p.id, p.name, p.calculated_ms, CAST(COALESCE(SUM(t.personal_points), 0) AS BIGINT),
                      CAST(COALESCE(SUM(t.personal_points + t.group_points), 0) AS BIGINT)
               FROM (SELECT id, name, starts_ms, calculated_ms FROM bv_periods
                     ORDER BY starts_ms DESC, id DESC LIMIT $2) p
               LEFT JOIN bv_totals t ON t.period_id = p.id AND t.member_id = $1
               GROUP BY p.id, p.name, p.starts_ms, p.calculated_ms
               ORDER BY p.starts_ms DESC, p.id DESC";
    let rows: Vec<(PeriodId, String, Option<i64>, i64, i64)> =
        query_as(sql).bind(member).bind(periods).fetch_all(conn).await?;
    let points = |(period_id, name, calculated_ms, own_bv, group_bv): (_, _, Option<i64>, _, _)| PeriodPoints {
        period_id,
        name,
        is_calculated: calculated_ms.is_some(),
        own_bv,
        group_bv,
    };
    Ok(rows.into_iter().map(points).collect())
}
