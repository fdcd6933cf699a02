//! Views of the shop as a member sees it, opened by an administrator: read-only sessions of a separate kind. A view
//! ends after half an hour, or earlier with the administrator's own session.
//!
//! Views are not cached: each request checks in the database whether its view is still active.

use ksmart_foundation::{
    db::{Conn, Flag},
    error::{Error, Result},
    ids::MemberId,
    time::rfc3339,
};
use serde::Serialize;
use sqlx::{query, query_as, query_scalar};
use utoipa::ToSchema;

/// Duration of a view, in milliseconds.
pub const VIEW_MS: i64 = 30 * 60 * 1000;

/// Time for which the code of a view can open it, in milliseconds.
const CODE_MS: i64 = 2 * 60 * 1000;

/// Maximum number of views shown to a member.
const LISTED: i64 = 5;

/// A view of the shop as a member sees it.
pub struct View {
    /// Id of the view.
    pub id: String,
    /// Member whose view of the shop is shown.
    pub member: MemberId,
    /// Administrator who opened the view.
    pub viewer: MemberId,
    /// Id of the administrator's own session.
    pub session: String,
    /// End of the view, UTC milliseconds.
    pub until_ms: i64,
}

/// Stores a view with the hash of the one-time code that opens it; `told` is whether the member is notified.
pub async fn begin(conn: &mut Conn, view: &View, code_hash: &str, told: bool, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO member_views (id, member_id, viewer_id, session_id, code_hash, told, begun_ms, until_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let query = query(sql).bind(&view.id).bind(view.member).bind(view.viewer).bind(&view.session).bind(code_hash);
    query.bind(Flag(told)).bind(now_ms).bind(view.until_ms).execute(conn).await?;
    Ok(())
}

/// Opens a view by the hash of its one-time code, only in the administrator's session in which it was created. `None`
/// if the code is wrong, used or expired.
pub async fn take(
    conn: &mut Conn,
    code_hash: &str,
    (viewer, session): (MemberId, &str),
    now_ms: i64,
) -> sqlx::Result<Option<View>> {
    let sql = "UPDATE member_views SET code_hash = NULL
               WHERE code_hash = $1 AND viewer_id = $2 AND session_id = $3 AND begun_ms > $4 AND ended_ms IS NULL
               RETURNING id, member_id, until_ms";
    let query = query_as(sql).bind(code_hash).bind(viewer).bind(session).bind(now_ms - CODE_MS);
    let row: Option<(String, MemberId, i64)> = query.fetch_optional(conn).await?;
    let session = session.to_owned();
    Ok(row.map(|(id, member, until_ms)| View { id, member, viewer, session, until_ms }))
}

/// Returns the e-mail address of an active view's member; `None` unless the administrator's own session is active and
/// began after `created_after_ms`.
pub(super) async fn find(
    conn: &mut Conn,
    id: &str,
    (member, viewer): (MemberId, MemberId),
    (created_after_ms, now_ms): (i64, i64),
) -> sqlx::Result<Option<String>> {
    let sql = "SELECT m.email FROM member_views v
               JOIN members m ON m.id = v.member_id
               JOIN sessions s ON s.id = v.session_id AND s.member_id = v.viewer_id
               JOIN members a ON a.id = v.viewer_id
               WHERE v.id = $1 AND v.member_id = $2 AND v.viewer_id = $3 AND v.code_hash IS NULL
                 AND v.ended_ms IS NULL AND v.until_ms > $5 AND m.suspended_ms IS NULL
                 AND a.suspended_ms IS NULL AND s.ended_ms IS NULL AND s.created_ms > $4
                 AND s.since_ms >= a.sessions_from_ms";
    let query = query_scalar(sql).bind(id).bind(member).bind(viewer).bind(created_after_ms).bind(now_ms);
    query.fetch_optional(conn).await
}

/// Ends a view of an administrator; returns its member.
///
/// # Errors
/// 404: the administrator has no such active view.
pub async fn end(conn: &mut Conn, id: &str, viewer: MemberId, now_ms: i64) -> Result<MemberId> {
    let sql = "UPDATE member_views SET ended_ms = $3
               WHERE id = $1 AND viewer_id = $2 AND ended_ms IS NULL AND until_ms > $3 RETURNING member_id";
    let ended = query_scalar(sql).bind(id).bind(viewer).bind(now_ms).fetch_optional(conn).await?;
    ended.ok_or_else(|| Error::not_found("Tampilan ini sudah selesai."))
}

/// Time span of a view of an account by the shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopView {
    /// Start of the view, RFC 3339.
    begun_at: String,
    /// End of the view, RFC 3339; the latest possible end if it was not ended earlier.
    until: String,
}

/// Returns the newest views of a member's account about which the member was notified, newest first, up to 5.
pub async fn reported(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<ShopView>> {
    let sql = "SELECT begun_ms, COALESCE(ended_ms, until_ms) FROM member_views
               WHERE member_id = $1 AND told = 1 ORDER BY begun_ms DESC, id LIMIT $2";
    let rows: Vec<(i64, i64)> = query_as(sql).bind(member).bind(LISTED).fetch_all(conn).await?;
    let shown = rows.into_iter();
    Ok(shown.map(|(begun_ms, until_ms)| ShopView { begun_at: rfc3339(begun_ms), until: rfc3339(until_ms) }).collect())
}
