//! Members who may be the same person, and the office's decision that they are not.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::Db,
    document::routes,
    error::Result,
    extract::{Body, Path},
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
};
use ksmart_members::accounts::{self, must_find};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    members::{self, MemberDetail},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(dismiss))
}

/// Other member of a pair that may be the same person.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"other": "KS12345678"})))]
struct OtherMember {
    /// Uid of the other member.
    #[schema(max_length = 40)]
    other: String,
}

/// Records that two members are not the same person; the pair appears again if one later enters data of the other.
///
/// Returns 409 if the pair no longer appears as possible duplicates.
#[utoipa::path(post, path = "/api/admin/members/{uid}/dismiss-double", operation_id = "dismissDouble",
    request_body = OtherMember,
    responses((status = 200, body = MemberDetail), (status = 409)))]
async fn dismiss(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(OtherMember { other }): Body<OtherMember>,
) -> Result<Json<MemberDetail>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    let (other, other_uid, _) = must_find(&mut tx, &other).await?;
    if !accounts::dismiss_double(&mut tx, member, other).await? {
        let page = members::detail(&mut tx, member, now_ms).await?;
        return Err(audit::conflict(page, &mut tx, Subject::Member, &uid).await);
    }
    let after = json!({"other_member": other_uid});
    let change = Change::new("dismiss_double", Subject::Member, uid, Value::Null, after);
    audit::record(&mut tx, &admin, now_ms, change).await?;
    let page = members::detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(Json(page))
}
