//! Who stands below whom: each member's leader, and every ancestor at any depth.

use axum::extract::State;
use serde::Serialize;
use sqlx::query;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    accounts::{self, MemberId},
    db::Conn,
    error::{Error, Result},
    extract::Path,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(show_leader))
}

/// A leader, as anyone who registers may know them.
#[derive(Debug, Serialize, ToSchema)]
struct Leader {
    uid: String,
    name: String,
}

/// Names the leader with a uid, for the registration form.
#[utoipa::path(get, path = "/api/leaders/{uid}", responses((status = 200, body = Leader), (status = 404)))]
async fn show_leader(State(app): State<Shared>, Path(uid): Path<String>) -> Result<axum::Json<Leader>> {
    let found = accounts::find_by_uid(&mut *app.db.read().await?, &uid).await?;
    let (_, uid, name) = found.ok_or_else(|| Error::not_found("ID Leader tidak ditemukan."))?;
    Ok(axum::Json(Leader { uid, name }))
}

/// Puts a new member below a leader: the leader's ancestors become the member's, one step further away.
///
/// # Errors
/// The database fails.
pub async fn join(conn: &mut Conn, member: MemberId, leader: MemberId) -> sqlx::Result<()> {
    let sql = "INSERT INTO member_ancestors (member_id, ancestor_id, depth)
               SELECT $1, ancestor_id, depth + 1 FROM member_ancestors WHERE member_id = $2
               UNION ALL SELECT $1, $2, 1";
    query(sql).bind(member).bind(leader).execute(conn).await?;
    Ok(())
}
