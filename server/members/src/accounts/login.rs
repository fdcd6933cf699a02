//! Login: opens a session by the password and, if the account has a second factor, a second step with that factor.

use axum::{Json, extract::State, http::StatusCode, response::AppendHeaders};
use ksmart_core::text;
use ksmart_foundation::{
    config::RateLimits,
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::Body,
    ids::MemberId,
    telemetry::{Event, security},
    time::Clock,
};
use ksmart_identity::{
    factors::{self, Factors, Proof},
    hashing::Hashing,
    outbox::{self, Kind, Recipient},
    sessions::{Cookie, Device, Sessions, is_known, was_seen},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{
        account::{User, show},
        tries::Tries,
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(login)).routes(routes!(finish)).routes(routes!(ask_passkey))
}

/// Result of a login: the new session.
#[derive(Debug, Serialize, ToSchema)]
struct LoginAnswer {
    /// The bearer token.
    token: String,
    user: User,
}

/// Request to log in.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"email": "budi@ksmart.test", "password": "ksmart-demo"})))]
struct Login {
    email: String,
    password: String,
}

/// Opens a session, and sets a cookie by which the account recognizes the device at later logins.
///
/// 401 for wrong data. Also 401, with the code `second_factor_required`, if the account has a second factor; then
/// `POST /api/login/factor` continues with the challenge from the response. 403 for a suspended account, 429 after too
/// many failures of the account or the IP address.
#[utoipa::path(post, path = "/api/login", operation_id = "logIn", request_body = Login,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 403), (status = 429)))]
async fn login(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(limits): State<RateLimits>,
    State(hashing): State<Hashing>,
    access: (State<Sessions>, State<Factors>),
    device: Device,
    Body(login): Body<Login>,
) -> Result<(AppendHeaders<Cookie>, Json<LoginAnswer>)> {
    let (State(sessions), State(factors)) = access;
    // No account has a longer e-mail address; longer text need not be stored with the failed attempts.
    let email: String = text::plain(&login.email).to_lowercase().chars().take(254).collect();
    let now_ms = clock.now_ms();
    let mut conn = db.read().await?;
    let account = find_account(&mut conn, &email).await?;
    let known = match &account {
        Some(account) => is_known(&mut conn, account.id, &device).await?,
        None => false,
    };
    drop(conn);
    let tries = Tries::of_login(&email, &device, known);
    tries.take(&db, limits, now_ms).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let verified = hashing.verify(login.password, hash).await;
    if !matches!(verified, Ok(false)) {
        tries.undo_attempt(&db, limits).await?;
    }
    if !verified? {
        return Err(Error::new(StatusCode::UNAUTHORIZED, Code::WrongCredentials, "Email atau password salah"));
    }
    let account = account.ok_or_else(|| Error::internal("a password without an account"))?;
    // Reported only to callers who know the password.
    if account.suspended_ms.is_some() {
        let message = "Akun Anda sedang ditangguhkan. Hubungi pengelola toko.";
        return Err(Error::new(StatusCode::FORBIDDEN, Code::AccountSuspended, message));
    }
    if let Some(asked) = factors.second_step(account.id, account.sessions_from_ms).await? {
        return Err(asked);
    }
    let member = Member { id: account.id, email };
    admit(&db, &sessions, &member, &device, account.sessions_from_ms, now_ms, LoginProof::Password).await
}

/// Proof with which a login was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LoginProof {
    /// The password of an account without a second factor.
    Password,
    /// The password, and then a second factor.
    Factor,
}

/// Opens a session for a caller who has proved to be the member, and notifies the member of a new device. `since_ms` is
/// the time until which the member's sessions were ended, as read with the password.
async fn admit(
    db: &Db,
    sessions: &Sessions,
    member: &Member,
    device: &Device,
    since_ms: i64,
    now_ms: i64,
    shown: LoginProof,
) -> Result<(AppendHeaders<Cookie>, Json<LoginAnswer>)> {
    let mut tx = db.write().await?;
    if !is_known(&mut tx, member.id, device).await? && !was_seen(&mut tx, member.id, device).await? {
        let payload = json!({"at_ms": now_ms, "device": device.in_words()});
        outbox::notify(&mut tx, now_ms, Recipient::Member(member.id), Kind::NewSession, payload).await?;
    }
    let (id, token) = sessions.open(&mut tx, member, device, since_ms, now_ms).await?;
    if shown == LoginProof::Factor {
        // A caller who has just presented a second factor need not do so again at once.
        factors::remember(&mut tx, &id, member.id, now_ms).await?;
    }
    let cookie = sessions.remember(&mut tx, member.id, device, now_ms).await?;
    let user = show(&mut tx, member.id, now_ms).await?;
    tx.commit().await?;
    security(Event::LoggedIn, Some(member.id), device.in_words());
    Ok((AppendHeaders(cookie), Json(LoginAnswer { token, user })))
}

/// Account data for a login, read in one query. A later suspension or new password voids the session opened by this
/// login.
#[derive(FromRow)]
struct Account {
    id: MemberId,
    password_hash: String,
    suspended_ms: Option<i64>,
    sessions_from_ms: i64,
}

async fn find_account(conn: &mut Conn, email: &str) -> sqlx::Result<Option<Account>> {
    let sql = "SELECT id, password_hash, suspended_ms, sessions_from_ms FROM members WHERE email = $1";
    query_as(sql).bind(email).fetch_optional(conn).await
}

/// A second factor for a login that has begun.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"challenge": "kD3kq0Vb6yXw2LrT9sPz", "code": "123456"})))]
struct SecondStep {
    /// Value returned by the first step.
    #[schema(max_length = 100)]
    challenge: String,
    #[serde(flatten)]
    proof: Proof,
}

/// Completes a login by a second factor: opens the session. 401 if the login cannot be continued, 422 if the factor is
/// wrong or was used before, 429 after too many wrong factors.
#[utoipa::path(post, path = "/api/login/factor", operation_id = "finishLogIn", request_body = SecondStep,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 422), (status = 429)))]
async fn finish(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(factors): State<Factors>,
    State(sessions): State<Sessions>,
    device: Device,
    Body(form): Body<SecondStep>,
) -> Result<(AppendHeaders<Cookie>, Json<LoginAnswer>)> {
    let (id, since_ms) = factors.pass(&form.challenge, form.proof, &device).await?;
    let sql = "SELECT email FROM members WHERE id = $1";
    let member = Member { id, email: query_scalar(sql).bind(id).fetch_one(&mut *db.read().await?).await? };
    admit(&db, &sessions, &member, &device, since_ms, clock.now_ms(), LoginProof::Factor).await
}

/// Request to continue a login with a passkey.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"challenge": "kD3kq0Vb6yXw2LrT9sPz"})))]
struct PasskeyLoginStart {
    /// Value returned by the first step.
    #[schema(max_length = 100)]
    challenge: String,
}

/// Options for the browser to request a passkey.
#[derive(Debug, Serialize, ToSchema)]
struct PasskeyOptions {
    /// WebAuthn request options, JSON.
    options: Value,
}

/// Requests one of the account's passkeys, for a login that has begun. 401 if the login cannot be continued, 409 if
/// there is no passkey.
#[utoipa::path(post, path = "/api/login/passkey", operation_id = "askPasskeyToLogIn", request_body = PasskeyLoginStart,
    responses((status = 200, body = PasskeyOptions), (status = 401), (status = 409)))]
async fn ask_passkey(
    State(factors): State<Factors>,
    Body(PasskeyLoginStart { challenge }): Body<PasskeyLoginStart>,
) -> Result<Json<PasskeyOptions>> {
    Ok(Json(PasskeyOptions { options: factors.ask_passkey(&challenge).await? }))
}
