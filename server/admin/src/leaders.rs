//! Changing a member's leader: everyone below moves along, and so do the points of periods that are not calculated.

use axum::{Json, extract::State};
use ksmart_core::text;
use ksmart_foundation::{
    db::{Db, retried},
    detached::detached,
    document::routes,
    error::Result,
    extract::{Body, Path},
    form,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Confirmed, OWNER},
    tokens::Member,
};
use ksmart_members::{
    accounts,
    network::{
        admin::new_leader,
        leaders::{Move, change, lock_network},
    },
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    members::{self, MemberDetail},
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(change_leader))
}

/// A new leader for a member.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!(
    {"leader_uid": "KS7Q2M", "leader_uid_before": null, "reason": "Salah pilih saat mendaftar."}
)))]
struct LeaderChange {
    /// The new leader's uid; null puts the member at the top.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    leader_uid: Option<String>,
    /// The uid of the leader shown by the form; null for none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    leader_uid_before: Option<String>,
    /// Reason, up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Moves a member with everyone below to another leader. Points of periods that are not calculated move along. Returns
/// 422 for a leader who is the member or below, 409 if the leader is no longer the one that the form showed.
#[utoipa::path(post, path = "/api/admin/members/{uid}/leader", operation_id = "changeLeader",
        request_body = LeaderChange,
    responses((status = 200, body = MemberDetail), (status = 409)))]
async fn change_leader(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(uid): Path<String>,
    Body(form): Body<LeaderChange>,
) -> Result<Json<MemberDetail>> {
    let reason = form::reason(&form.reason)?;
    // A move of tens of thousands on a busy machine continues even if the caller has stopped waiting for it.
    let work = async move { retried(|| move_below(&db, clock.now_ms(), &admin.0, &uid, &form, &reason)).await };
    Ok(Json(detached(work).await??))
}

async fn move_below(
    db: &Db,
    now_ms: i64,
    by: &Member,
    uid: &str,
    form: &LeaderChange,
    reason: &str,
) -> Result<MemberDetail> {
    let mut tx = db.write_for_long_work().await?;
    lock_network(&mut tx).await?;
    let (member, uid, _) = accounts::must_find(&mut tx, uid).await?;
    let from = accounts::leader(&mut tx, member).await?;
    let shown = form.leader_uid_before.as_deref().map(|uid| text::plain(uid).to_uppercase());
    if shown.as_ref() != from.as_ref().map(|from| &from.1) {
        return Err(
            audit::conflict(members::detail(&mut tx, member, now_ms).await?, &mut tx, Subject::Member, &uid).await
        );
    }
    let from_id = from.as_ref().map(|from| from.0);
    let to = new_leader(&mut tx, member, from_id, form.leader_uid.as_deref()).await?;
    let moving = Move { member, from: from_id, to, reason, by: by.id };
    let moved = change(&mut tx, &moving, now_ms).await?;
    let before = json!({"leader": from.map(|from| from.1)});
    let to = accounts::leader(&mut tx, member).await?.map(|to| to.1);
    let after = json!({"leader": to, "moved_members": moved, "reason": reason});
    audit::record(&mut tx, by, now_ms, Change::new("leader", Subject::Member, uid, before, after)).await?;
    let detail = members::detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(detail)
}
