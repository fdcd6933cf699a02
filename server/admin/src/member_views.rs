//! *Lihat sebagai anggota*: an administrator sees the shop as a member does, but cannot change anything.
//!
//! An administrator who has just confirmed who they are gets a code, which opens one view: within two minutes, once,
//! and only in the login that requested it. The view is a token that names the member and the administrator
//! ([`sessions::views`]). Its rights are decided here, before any handler runs: it may read the routes in [`VISIBLE`],
//! for as long as the administrator may see members.

use axum::{
    Json,
    extract::{MatchedPath, Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};
use ksmart_foundation::{
    db::Db,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    format,
    ids::MemberId,
    time::{Clock, Random, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::{self, Kind, Recipient},
    roles::{self, Admin, Confirmed, FINANCE, Role},
    sessions::{
        self, Session, Sessions,
        views::{self, VIEW_MS, View},
    },
    settings::CachedSettings,
    tokens::Member,
};
use ksmart_members::accounts::{self, must_find};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Length of a code and of the id of a view, in characters from a set of 30 letters and digits: more than 127 bits.
const CODE_LENGTH: usize = 30;

/// Routes that a view may read: public ones, and the pages of a member.
///
/// Not included: data for the member alone, such as second factors, devices, messages and the export of their data;
/// routes that call a provider; and the office.
pub const VISIBLE: &[&str] = &[
    "/api/products",
    "/api/product/{id}",
    "/api/product/{id}/variants",
    "/api/product/{id}/images",
    "/api/product/{id}/augmented",
    "/api/categories",
    "/api/banners",
    "/api/pages/{slug}",
    "/api/agreements",
    "/api/agreements/{slug}",
    "/api/reviews",
    "/api/reviews/user/{user_id}",
    "/api/reviews/highlights",
    "/api/questions",
    "/api/questions/mine",
    "/api/vouchers",
    "/api/popup-voucher",
    "/api/plans",
    "/api/plan-choice",
    "/api/seller",
    "/api/active-bv-periods",
    "/api/bv-periods",
    "/api/me",
    "/api/me/agreements",
    "/api/me/tax-number",
    "/api/me/bank-account",
    "/api/me/heirs",
    "/api/cart",
    "/api/wishlist",
    "/api/downlines",
    "/api/bv-summary",
    "/api/history-bv",
    "/api/downline-bv-summary",
    "/api/bv-report",
    "/api/rank-card",
    "/api/bonuses",
    "/api/bonuses/",
    "/api/bonuses/missed",
    "/api/bonuses/{id}/lines",
    "/api/tax-slips",
    "/api/tax-slips/{month}",
    "/api/transactions/user/{user_id}",
    "/api/transactions/{order_id}",
    "/api/transactions/{order_id}/returns",
    "/api/return-pictures/{id}",
    "/storage/proofs/{id}",
];

/// Dependencies of the guard that decides on the requests of views.
#[derive(Clone)]
pub struct Guard {
    /// Database with the roles of administrators who may see members.
    pub db: Db,
    /// Sessions by which a request's token is recognised.
    pub sessions: Sessions,
}

/// Lets a view read the permitted routes, and nothing else; requests without the token of a view pass.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let token = sessions::token_of(request.headers());
    let Some((viewer, member)) = token.and_then(|token| guard.sessions.viewer(token)) else {
        return next.run(request).await;
    };
    if !request.method().is_safe() {
        return read_only("Anda hanya melihat sebagai anggota: tidak ada yang dapat diubah dari sini.").into_response();
    }
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if !VISIBLE.contains(&path) {
        return read_only("Bagian ini hanya untuk anggota itu sendiri.").into_response();
    }
    match may_see(&guard.db, viewer, member).await {
        Ok(true) => next.run(request).await,
        Ok(false) => sessions_over().into_response(),
        Err(error) => Error::from(error).into_response(),
    }
}

fn read_only(message: &'static str) -> Error {
    Error::new(StatusCode::FORBIDDEN, Code::ReadOnly, message)
}

fn sessions_over() -> Error {
    Error::new(StatusCode::UNAUTHORIZED, Code::SessionExpired, "Tampilan sebagai anggota ini sudah berakhir.")
}

/// Whether the administrator may still see members, and the member is still not an administrator.
async fn may_see(db: &Db, viewer: MemberId, member: MemberId) -> sqlx::Result<bool> {
    let mut conn = db.read().await?;
    let may = roles::rights(&mut conn, viewer).await? & FINANCE != 0;
    Ok(may && roles::role(&mut conn, member).await? == Some(Role::Member))
}

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(begin)).routes(routes!(open)).routes(routes!(end))
}

/// Code that opens a view.
#[derive(Debug, Serialize, ToSchema)]
struct ViewBegun {
    /// Code that opens the view once, within two minutes, in the login that requested it.
    code: String,
    /// End of the view, RFC 3339.
    until: String,
}

/// Begins a view of the shop as a member sees it, and notifies the member if the shop has chosen to. Returns 409 for a
/// suspended or erased account, and for an administrator's.
#[utoipa::path(post, path = "/api/admin/members/{uid}/views", operation_id = "beginMemberView",
    responses((status = 201, body = ViewBegun), (status = 409)))]
async fn begin(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    State(settings): State<CachedSettings>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    own: Session,
    Path(uid): Path<String>,
) -> Result<(StatusCode, Json<ViewBegun>)> {
    let (now_ms, told) = (clock.now_ms(), settings.now().await?.security.tells_views);
    let (id, code) = (random.token(CODE_LENGTH), random.token(CODE_LENGTH));
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    match roles::role(&mut tx, member).await? {
        Some(Role::Member) => {}
        Some(_) => return Err(Error::conflict(Code::Forbidden, "Akun pengelola tidak dapat dilihat dengan cara ini.")),
        None => return Err(accounts::admin::suspended()),
    }
    let view = View { id, member, viewer: admin.id, session: own.id, until_ms: now_ms + VIEW_MS };
    views::begin(&mut tx, &view, &digest(&code), told, now_ms).await?;
    let until = rfc3339(view.until_ms);
    let after = json!({"expires_at": until});
    audit::record(&mut tx, &admin, now_ms, Change::new("begin_view", Subject::Member, uid, Value::Null, after)).await?;
    if told {
        let payload = json!({"at_ms": now_ms});
        outbox::notify(&mut tx, now_ms, Recipient::Member(member), Kind::AccountViewed, payload).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(ViewBegun { code, until })))
}

/// Hashes a code for storage.
fn digest(code: &str) -> String {
    format::hex(&Sha256::digest(code.trim().as_bytes()))
}

/// A code that opens a view.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"code": "kD3kq0Vb6yXw2LrT9sPz"})))]
struct ViewCode {
    #[schema(max_length = 100)]
    code: String,
}

/// Open view.
#[derive(Debug, Serialize, ToSchema)]
struct MemberView {
    /// Id of the view.
    id: String,
    /// Bearer token that can read, but not change anything.
    token: String,
    uid: String,
    /// The member's name.
    name: String,
    /// End of the view, RFC 3339.
    until: String,
}

/// Opens the view of a code, in the login that requested it. Returns 410 for a code that is used, too old or unknown.
#[utoipa::path(post, path = "/api/admin/member-views", operation_id = "openMemberView", request_body = ViewCode,
    responses((status = 200, body = MemberView), (status = 410)))]
async fn open(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    Admin(admin): Admin<FINANCE>,
    own: Session,
    Body(ViewCode { code }): Body<ViewCode>,
) -> Result<Json<MemberView>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let view = views::take(&mut tx, &digest(&code), (admin.id, &own.id), now_ms).await?.ok_or_else(|| {
        let message = "Tampilan ini sudah dibuka atau terlalu lama menunggu. Mulai lagi dari halaman anggota.";
        Error::new(StatusCode::GONE, Code::LinkInvalid, message)
    })?;
    let user = accounts::show(&mut tx, view.member, now_ms).await?;
    tx.commit().await?;
    let token = sessions.view_token(&Member { id: view.member, email: user.email }, &view, now_ms)?;
    Ok(Json(MemberView { token, uid: user.uid, name: user.name, until: rfc3339(view.until_ms), id: view.id }))
}

/// Ends a view of the caller. Returns 404 for a view that has ended, or another administrator's.
#[utoipa::path(delete, path = "/api/admin/member-views/{id}", operation_id = "endMemberView",
    responses((status = 204), (status = 404)))]
async fn end(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let member = views::end(&mut tx, &id, admin.id, now_ms).await?;
    let uid = accounts::show(&mut tx, member, now_ms).await?.uid;
    let change = Change::new("end_view", Subject::Member, uid, Value::Null, Value::Null);
    audit::record(&mut tx, &admin, now_ms, change).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
