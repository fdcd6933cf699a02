//! Trial of a compensation plan that is being written: its payout in a made-up network.

use axum::{Json, extract::DefaultBodyLimit};
use ksmart_core::plan::{document::PlanDocument, example};
use ksmart_foundation::{
    document::routes,
    error::{Error, Result},
    extract::Body,
};
use ksmart_identity::roles::{Admin, FINANCE};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

/// Maximum request size in bytes: a plan, and as many members as an example can have.
const BODY_LIMIT: usize = 1024 * 1024;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(work_out_example)).layer(DefaultBodyLimit::max(BODY_LIMIT))
}

/// A member of an example.
#[derive(ToSchema)]
#[schema(as = NewExampleMember, examples(json!(
    {"id": "siti", "leader": null, "plan_a": 150, "plan_b": 260, "held_rank": null, "total_gv_before": 0}
)))]
#[expect(dead_code, reason = "the rules read it field by field, to name every fault")]
struct Member {
    /// Id, unique within the example.
    #[schema(min_length = 1, max_length = 100)]
    id: String,
    /// The leader's id; the leader may be anywhere in the list. Null at the top.
    leader: Option<String>,
    /// Own points in Plan A before the allocation rule.
    #[schema(minimum = 0)]
    plan_a: i64,
    /// Own points in Plan B before the allocation rule.
    #[schema(minimum = 0)]
    plan_b: i64,
    /// Code of the highest rank held before; it counts only if the plan keeps that rank permanently.
    held_rank: Option<String>,
    /// Points of the whole downline, with the member's own, in earlier periods.
    #[schema(minimum = 0, required = false)]
    total_gv_before: i64,
}

/// An example to be calculated.
#[derive(ToSchema)]
#[schema(examples(json!({
    "plan": {"name": "Rencana", "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
        "boundary_rank": null, "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
        "components": [{"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "a", "rate": "10",
            "needs": []}]},
    "sales_rp": 100_000_000,
    "members": [{"id": "siti", "leader": null, "plan_a": 150, "plan_b": 260, "held_rank": null, "total_gv_before": 0}]
})))]
#[expect(dead_code, reason = "the rules read it field by field, to name every fault")]
struct ExampleRequest {
    plan: PlanDocument,
    /// Value of the period's orders, rupiah.
    #[schema(minimum = 0)]
    sales_rp: i64,
    /// Members, at most 2,000.
    #[schema(max_items = 2000)]
    members: Vec<Member>,
}

/// Calculates the payout of a plan in an example network, by the rules of real calculations; stores nothing. Every
/// fault is named by its path, such as `components.2.rates.builder` in the plan or `members.3.leader`.
#[utoipa::path(post, path = "/api/admin/compensation-plans/example", operation_id = "workOutExample",
        request_body = ExampleRequest,
    responses((status = 200, body = example::Example)))]
async fn work_out_example(_: Admin<FINANCE>, Body(wanted): Body<Value>) -> Result<Json<example::Example>> {
    let worked_out = tokio::task::spawn_blocking(move || example::calculate(&wanted)).await.map_err(Error::internal)?;
    Ok(Json(worked_out?))
}
