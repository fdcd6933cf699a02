//! How a calculated period's points of a member are split between the plans.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sqlx::query_as;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    auth::Member,
    error::Result,
    extract::Query,
    volume::{PeriodId, wanted_period},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
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
    /// Both together.
    total_bv: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
struct SummaryFilter {
    /// A period; without one the newest.
    bv_period_id: Option<PeriodId>,
}

/// How the caller's points of a period were allocated, once it is calculated.
#[utoipa::path(get, path = "/api/bv-summary", params(SummaryFilter),
    responses((status = 200, body = BvSummary), (status = 401), (status = 404)))]
async fn summarize(
    State(app): State<Shared>,
    member: Member,
    Query(filter): Query<SummaryFilter>,
) -> Result<Json<BvSummary>> {
    let mut conn = app.db.read().await?;
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
