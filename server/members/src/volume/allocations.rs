//! Split of a member's points of a calculated period between the plans.

use axum::{Json, extract::State};
use ksmart_core::allocation::PlanVolumes;
use ksmart_foundation::{
    db::{Conn, Db, value_rows},
    document::routes,
    error::Result,
    extract::Query,
    ids::{MemberId, PeriodId},
};
use ksmart_identity::tokens::Member;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{MembersState, volume::periods::wanted_period};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(summarize))
}

/// The caller's allocated points of a period.
#[derive(Debug, Serialize, ToSchema)]
struct BvSummary {
    is_calculated: bool,
    message: &'static str,
    /// Points in Plan A; 0 until the period is calculated.
    plan_a: i64,
    /// Points in Plan B; 0 until the period is calculated.
    plan_b: i64,
    /// Sum of the points in both plans.
    total_bv: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
struct SummaryFilter {
    /// Key of a period; without it, the newest period is used.
    bv_period_id: Option<PeriodId>,
}

/// Returns the allocation of the caller's points of a period, once it is calculated.
#[utoipa::path(get, path = "/api/bv-summary", operation_id = "summarizeBv",
    responses((status = 200, body = BvSummary), (status = 404)))]
async fn summarize(
    State(db): State<Db>,
    member: Member,
    Query(filter): Query<SummaryFilter>,
) -> Result<Json<BvSummary>> {
    let mut conn = db.read().await?;
    let period = wanted_period(&mut conn, filter.bv_period_id).await?;
    let Some(period) = period.filter(|period| period.calculated_ms.is_some()) else {
        let message = "Periode belum dikalkulasi.";
        return Ok(Json(BvSummary { is_calculated: false, message, plan_a: 0, plan_b: 0, total_bv: 0 }));
    };
    let sql = "SELECT plan_a, plan_b FROM bv_allocations WHERE member_id = $1 AND period_id = $2";
    let allocated: Option<(i64, i64)> =
        query_as(sql).bind(member.id).bind(period.id).fetch_optional(&mut *conn).await?;
    let (plan_a, plan_b) = allocated.unwrap_or_default();
    let message = "Periode sudah dikalkulasi.";
    Ok(Json(BvSummary { is_calculated: true, message, plan_a, plan_b, total_bv: plan_a + plan_b }))
}

/// Plan whose points are allocated as Plan B; points of every other plan are allocated as Plan A.
const PLAN_B_ID: i64 = 2;

/// Number of allocations written in one statement: small, because SQLite finds each parameter by a search through all
/// earlier ones.
const BATCH: usize = 32;

/// Points that a member earned in a period.
#[derive(Debug, FromRow)]
pub struct Earned {
    /// The member.
    pub member_id: MemberId,
    /// Sum of the own points in Plan A; negative if more points were refunded than earned.
    pub plan_a: i64,
    /// Sum of the own points in Plan B; negative if more points were refunded than earned.
    pub plan_b: i64,
    /// Points of all members below.
    pub group_points: i64,
}

/// Returns the points of all members with points in a period, of their own or below them, in the order of keys.
///
/// If refunds take a member's sum over both plans below 0, that sum counts in the next period ([`super::carry`]). In
/// this period it does not reduce the points of the members above.
pub async fn earned(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Vec<Earned>> {
    let sql = "SELECT member_id,
                      CAST(SUM(CASE WHEN plan_id = $2 THEN 0 ELSE personal_points END) AS BIGINT) AS plan_a,
                      CAST(SUM(CASE WHEN plan_id = $2 THEN personal_points ELSE 0 END) AS BIGINT) AS plan_b,
                      CAST(SUM(group_points) AS BIGINT) AS group_points
               FROM bv_totals WHERE period_id = $1 GROUP BY member_id ORDER BY member_id";
    let mut earned: Vec<Earned> = query_as(sql).bind(period).bind(PLAN_B_ID).fetch_all(&mut *conn).await?;
    let sql = "SELECT a.ancestor_id, s.points
               FROM bv_personal_totals s JOIN member_ancestors a ON a.member_id = s.member_id
               WHERE s.period_id = $1 AND s.points < 0";
    let below: Vec<(MemberId, i64)> = query_as(sql).bind(period).fetch_all(conn).await?;
    for (leader, points) in below {
        if let Ok(place) = earned.binary_search_by_key(&leader, |member| member.member_id) {
            earned[place].group_points -= points;
        }
    }
    Ok(earned)
}

/// Returns the points of each member with all below in a period: one row for each member and plan, so the rows of a
/// member must be summed.
pub async fn groups(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Vec<(MemberId, i64)>> {
    let sql = "SELECT member_id, personal_points + group_points FROM bv_totals WHERE period_id = $1 ORDER BY member_id";
    query_as(sql).bind(period).fetch_all(conn).await
}

/// Stores the allocation of members' points in a period: member, chosen points, allocated points. Existing rows stay
/// unchanged.
pub async fn keep_allocations(
    conn: &mut Conn,
    period: PeriodId,
    allocations: &[(MemberId, PlanVolumes, PlanVolumes)],
) -> sqlx::Result<()> {
    for batch in allocations.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO bv_allocations (member_id, period_id, chosen_a, chosen_b, plan_a, plan_b) VALUES {}
             ON CONFLICT (member_id, period_id) DO NOTHING",
            value_rows(batch.len(), 6)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (member, chosen, allocated) in batch {
            query = query.bind(*member).bind(period).bind(chosen.plan_a).bind(chosen.plan_b);
            query = query.bind(allocated.plan_a).bind(allocated.plan_b);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Returns the number of members with allocated points in a period, and the number of those points.
pub async fn allocated(conn: &mut Conn, period: PeriodId) -> sqlx::Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(plan_a + plan_b), 0) AS BIGINT) FROM bv_allocations
               WHERE period_id = $1";
    query_as(sql).bind(period).fetch_one(conn).await
}
