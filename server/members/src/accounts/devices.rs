//! Devices on which an account is logged in: shown to its member, who can log out one or all others, and to the owner
//! for administrators.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, Tx},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    ids::MemberId,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{self, Admin, OWNER, Role},
    sessions::{
        self, Login, LoginSession, Session, Sessions,
        views::{self, ShopView},
    },
    settings::CachedSettings,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{MembersState, accounts::account::must_find};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new()
        .routes(routes!(log_out))
        .routes(routes!(list, end_others))
        .routes(routes!(end))
        .routes(routes!(log_out_others))
        .routes(routes!(list_of, end_all_of))
        .routes(routes!(list_logins))
        .routes(routes!(end_of))
}

/// Active logins of an account, the most recently used first.
#[derive(Debug, Serialize, ToSchema)]
struct Devices {
    sessions: Vec<LoginSession>,
    /// Times at which the shop viewed the account as its member sees it, if the member was notified; newest first.
    views: Vec<ShopView>,
}

/// The only login that stays active.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LoginLeft {
    /// Bearer token of the caller's own login, which stays active.
    pub token: String,
}

/// Ends the caller's session.
#[utoipa::path(post, path = "/api/logout", operation_id = "logOut", responses((status = 204)))]
async fn log_out(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    own: Session,
) -> Result<StatusCode> {
    end_one(&db, &sessions, own.member.id, &own.id, clock.now_ms()).await
}

/// Lists the devices on which the caller is logged in.
#[utoipa::path(get, path = "/api/sessions", operation_id = "listSessions",
    responses((status = 200, body = Devices)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(settings): State<CachedSettings>,
    own: Session,
) -> Result<Json<Devices>> {
    let (settings, now_ms) = (settings.now().await?, clock.now_ms());
    let mut conn = db.read().await?;
    let sessions = sessions::list(&mut conn, own.member.id, Some(&own.id), &settings.security, now_ms).await?;
    let views = views::reported(&mut conn, own.member.id).await?;
    Ok(Json(Devices { sessions, views }))
}

/// Ends one of the caller's sessions. 404 for a session that is over or belongs to another member.
#[utoipa::path(delete, path = "/api/sessions/{id}", operation_id = "endSession",
    responses((status = 204), (status = 404)))]
async fn end(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    own: Session,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    end_one(&db, &sessions, own.member.id, &id, clock.now_ms()).await
}

/// Ends every session of the caller except the current one.
#[utoipa::path(delete, path = "/api/sessions", operation_id = "endOtherSessions",
    responses((status = 200, body = LoginLeft)))]
async fn end_others(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    own: Session,
) -> Result<Json<LoginLeft>> {
    let mut tx = db.write().await?;
    let (from_ms, token) = sessions.end_others(&mut tx, &own, clock.now_ms()).await?;
    tx.commit().await?;
    sessions.end(own.member.id, from_ms);
    Ok(Json(LoginLeft { token }))
}

/// Ends every other login of the caller's account, on any device, like `DELETE /api/sessions`.
#[utoipa::path(post, path = "/api/me/logout-others", operation_id = "logOutOthers",
    responses((status = 200, body = LoginLeft)))]
async fn log_out_others(
    db: State<Db>,
    clock: State<Clock>,
    sessions: State<Sessions>,
    own: Session,
) -> Result<Json<LoginLeft>> {
    end_others(db, clock, sessions, own).await
}

async fn end_one(db: &Db, sessions: &Sessions, member: MemberId, id: &str, now_ms: i64) -> Result<StatusCode> {
    let mut tx = db.write().await?;
    sessions::end(&mut tx, member, id, now_ms).await?;
    tx.commit().await?;
    sessions.end_one(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the administrator with a uid, whose logins an owner may see.
async fn find_administrator(conn: &mut Conn, uid: &str) -> Result<(MemberId, String)> {
    let (member, uid, _) = must_find(conn, uid).await?;
    match roles::role(conn, member).await? {
        None | Some(Role::Member) => Err(Error::not_found("Pengelola tidak ditemukan.")),
        Some(_) => Ok((member, uid)),
    }
}

/// Lists the devices on which an administrator is logged in.
#[utoipa::path(get, path = "/api/admin/staff/{uid}/sessions", operation_id = "listAdministratorSessions",
    responses((status = 200, body = Devices)))]
async fn list_of(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(settings): State<CachedSettings>,
    _: Admin<OWNER>,
    own: Session,
    Path(uid): Path<String>,
) -> Result<Json<Devices>> {
    let (settings, now_ms) = (settings.now().await?, clock.now_ms());
    let mut conn = db.read().await?;
    let (member, _) = find_administrator(&mut conn, &uid).await?;
    let sessions = sessions::list(&mut conn, member, Some(&own.id), &settings.security, now_ms).await?;
    Ok(Json(Devices { sessions, views: Vec::new() }))
}

/// A login of an administrator.
#[derive(Debug, Serialize, ToSchema)]
struct AdministratorLogin {
    /// Id of the session.
    id: String,
    /// Uid of the administrator.
    uid: String,
    name: String,
    role: Role,
    /// The browser and the system in words, such as `Chrome di Android`.
    #[schema(examples("Chrome di Android"))]
    device: String,
    /// IP address from which the administrator logged in.
    #[schema(examples("203.0.113.7"))]
    address: String,
    /// Time of the login, RFC 3339.
    at: String,
    /// Time at which the session was last used, accurate to a few minutes, RFC 3339.
    last_seen_at: String,
    /// Whether the session is active.
    is_open: bool,
    /// Whether it is the caller's session.
    is_current: bool,
}

impl AdministratorLogin {
    /// Describes a login for the owner, whose current session is `own`.
    fn of(login: Login, own: &str) -> Result<Self> {
        Ok(Self {
            role: Role::from_text(&login.role).ok_or_else(|| Error::internal("a role that there is not"))?,
            device: login.device(),
            at: rfc3339(login.created_ms),
            last_seen_at: rfc3339(login.last_seen_ms),
            is_open: login.is_open(),
            is_current: own == login.id,
            id: login.id,
            uid: login.uid,
            name: login.name,
            address: login.address,
        })
    }
}

/// Logins of administrators, the newest first.
#[derive(Debug, Serialize, ToSchema)]
struct AdministratorLogins {
    logins: Vec<AdministratorLogin>,
}

/// Filter for the list of logins.
#[derive(Debug, Deserialize, IntoParams)]
struct LoginFilter {
    /// Whether only logins with an active session are listed.
    open: Option<bool>,
    /// Uid of the administrator whose logins are listed; without it, those of all administrators.
    #[param(max_length = 32)]
    uid: Option<String>,
}

/// Lists the last 200 logins of all current administrators, as far back as sessions are stored (91 days).
#[utoipa::path(get, path = "/api/admin/sessions", operation_id = "listAdministratorLogins",
    responses((status = 200, body = AdministratorLogins)))]
async fn list_logins(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(settings): State<CachedSettings>,
    _: Admin<OWNER>,
    own: Session,
    Query(filter): Query<LoginFilter>,
) -> Result<Json<AdministratorLogins>> {
    let (settings, now_ms) = (settings.now().await?, clock.now_ms());
    let (open, uid) = (filter.open.unwrap_or_default(), filter.uid.as_deref());
    let logins = sessions::logins(&mut *db.read().await?, open, uid, &settings.security, now_ms).await?;
    let logins: Result<_> = logins.into_iter().map(|login| AdministratorLogin::of(login, &own.id)).collect();
    Ok(Json(AdministratorLogins { logins: logins? }))
}

/// Ends one session of an administrator. 404 for a session that is over or is not an administrator's.
#[utoipa::path(delete, path = "/api/admin/sessions/{id}", operation_id = "endAdministratorSession",
    responses((status = 204), (status = 404)))]
async fn end_of(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    admin: Admin<OWNER>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let uid =
        sessions::member_uid(&mut tx, &id).await?.ok_or_else(|| Error::not_found("Perangkat ini sudah keluar."))?;
    let (member, uid) = find_administrator(&mut tx, &uid).await?;
    sessions::end(&mut tx, member, &id, now_ms).await?;
    ended(tx, &admin, "end_session", uid, now_ms).await?;
    sessions.end_one(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends every session of an administrator.
#[utoipa::path(delete, path = "/api/admin/staff/{uid}/sessions", operation_id = "endAdministratorSessions",
    responses((status = 204), (status = 404)))]
async fn end_all_of(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    admin: Admin<OWNER>,
    Path(uid): Path<String>,
) -> Result<StatusCode> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid) = find_administrator(&mut tx, &uid).await?;
    let from_ms = sessions::end_all(&mut tx, member, now_ms).await?;
    ended(tx, &admin, "end_sessions", uid, now_ms).await?;
    sessions.end(member, from_ms);
    Ok(StatusCode::NO_CONTENT)
}

/// Records that an owner ended sessions of an administrator, and commits.
async fn ended(mut tx: Tx, admin: &Admin<OWNER>, action: &str, uid: String, now_ms: i64) -> Result<()> {
    let change = Change::new(action, Subject::Member, uid, Value::Null, Value::Null);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    Ok(tx.commit().await?)
}
