//! Fresh confirmation: a session proves its identity again before actions that affect money or power.

use axum::{
    Json,
    extract::{FromRef, FromRequestParts, State},
    http::{StatusCode, request::Parts},
};
use ksmart_foundation::{
    db::{Conn, Db},
    document::{Call, Part, routes},
    error::{Code, Error, Result},
    extract::Body,
    form::refuse,
    ids::MemberId,
    time::{Clock, rfc3339},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    IdentityState,
    audit::{self, Change, Subject},
    factors::{
        challenges::{self, Challenge, Purpose},
        passkeys,
        proof::{FactorContext, Factors, Proof, methods},
        status,
    },
    sessions::{Session, Sessions},
    tokens::Member,
};

/// Time for which a confirmation is valid, in milliseconds.
const CONFIRMED_MS: i64 = 10 * 60 * 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new().routes(routes!(confirm)).routes(routes!(ask_passkey))
}

/// Checks that a session has recently confirmed its identity, if its account requires that.
///
/// With `always`, the confirmation is required of every account, for changes to its own factors.
///
/// # Errors
/// 403 if the confirmation is missing or has expired; the response lists the possible proofs.
pub async fn check(conn: &mut Conn, session: &Session, always: bool, now_ms: i64) -> Result<()> {
    let member = session.member.id;
    let status = status::of(conn, member).await?;
    if !always && !status.confirms() {
        return Ok(());
    }
    let sql = "SELECT until_ms FROM confirmations WHERE session_id = $1 AND member_id = $2 AND until_ms > $3";
    let query = query_scalar(sql).bind(&session.id).bind(member).bind(now_ms);
    let until_ms: Option<i64> = query.fetch_optional(conn).await?;
    if until_ms.is_some() {
        return Ok(());
    }
    let message = "Konfirmasikan dulu bahwa ini memang Anda.";
    let refused = Error::new(StatusCode::FORBIDDEN, Code::ConfirmationRequired, message);
    Err(refused.with("methods", methods(status)))
}

/// Records that a session has confirmed its identity; returns the time until which this is valid, UTC milliseconds.
pub async fn remember(conn: &mut Conn, session: &str, member: MemberId, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "INSERT INTO confirmations (session_id, member_id, until_ms) VALUES ($1, $2, $3)
               ON CONFLICT (session_id) DO UPDATE SET until_ms = excluded.until_ms";
    let until_ms = now_ms + CONFIRMED_MS;
    query(sql).bind(session).bind(member).bind(until_ms).execute(conn).await?;
    Ok(until_ms)
}

/// Deletes expired confirmations.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM confirmations WHERE until_ms <= $1").bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Calling member whose session has recently confirmed its identity.
#[derive(Debug, Clone)]
pub struct FreshConfirmation(pub Member);

impl<S> FromRequestParts<S> for FreshConfirmation
where
    S: Send + Sync,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let session = Session::from_request_parts(parts, state).await?;
        let now_ms = Clock::from_ref(state).now_ms();
        check(&mut *Db::from_ref(state).read().await?, &session, true, now_ms).await?;
        Ok(Self(session.member))
    }
}

impl Part for FreshConfirmation {
    fn describe(call: &mut Call<'_>) {
        Member::describe(call);
        call.refuses(&[403]);
        call.says("The session has confirmed lately (`POST /api/me/confirmation`) who it is.");
    }
}

/// Fresh proof of identity.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"password": "ksmart-demo"})))]
struct Confirmation {
    /// The password, for an account without a second factor.
    #[schema(max_length = 1024)]
    password: Option<String>,
    /// Challenge that a passkey signed, from the response to the passkey request.
    #[schema(max_length = 100)]
    challenge: Option<String>,
    #[serde(flatten)]
    proof: Proof,
}

/// Session that has confirmed its identity.
#[derive(Debug, Serialize, ToSchema)]
struct Confirmed {
    /// Time until which no new confirmation is needed, RFC 3339.
    until: String,
}

/// Confirms the identity of the session's member: by a second factor, or by the password if the account has none.
/// Returns 422 for a wrong proof, 429 after too many of them.
#[utoipa::path(post, path = "/api/me/confirmation", operation_id = "confirmSession", request_body = Confirmation,
    responses((status = 200, body = Confirmed), (status = 422), (status = 429)))]
async fn confirm(
    State(factors): State<Factors>,
    session: Session,
    Body(form): Body<Confirmation>,
) -> Result<Json<Confirmed>> {
    let (member, now_ms) = (session.member, factors.clock.now_ms());
    let status = status::of(&mut *factors.db.read().await?, member.id).await?;
    let means = if status.has_factor() {
        let mut state = String::new();
        if let Some(challenge) = &form.challenge {
            let mut conn = factors.db.write_one().await?;
            let begun = challenges::find(&mut conn, Purpose::Confirmation, challenge, now_ms).await?;
            let begun = begun.filter(|begun| begun.member_id == member.id);
            state = begun.ok_or_else(|| refuse("challenge", "invalid", "Waktunya sudah habis. Coba lagi."))?.state;
            challenges::end(&mut conn, challenge).await?;
        }
        factors.show(member.id, FactorContext::Session(&session.id), form.proof, &state).await?
    } else {
        let password = form.password.filter(|password| !password.is_empty());
        let password = password.ok_or_else(|| refuse("password", "required", "Password wajib diisi."))?;
        factors.show_password(member.id, FactorContext::Session(&session.id), password).await?
    };
    let mut tx = factors.db.write().await?;
    let until_ms = remember(&mut tx, &session.id, member.id, now_ms).await?;
    record(&mut tx, &member, "confirm", (Value::Null, json!({"means": means.name()})), now_ms).await?;
    tx.commit().await?;
    Ok(Json(Confirmed { until: rfc3339(until_ms) }))
}

/// Records a member's action on their own account.
pub(super) async fn record(
    conn: &mut Conn,
    member: &Member,
    action: &str,
    (before, after): (Value, Value),
    now_ms: i64,
) -> sqlx::Result<()> {
    let uid: String =
        query_scalar("SELECT uid FROM members WHERE id = $1").bind(member.id).fetch_one(&mut *conn).await?;
    audit::record(conn, member, now_ms, Change::new(action, Subject::Member, uid, before, after)).await
}

/// Passkey request for the browser.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PasskeyAsked {
    /// Challenge that the browser sends back with the passkey's response.
    pub(super) challenge: String,
    /// Options for the browser, as JSON.
    pub(super) options: Value,
}

/// Requests one of the caller's passkeys, for a confirmation. Returns 409 if there is none.
#[utoipa::path(post, path = "/api/me/confirmation/passkey", operation_id = "askPasskeyToConfirm",
    responses((status = 200, body = PasskeyAsked), (status = 409)))]
async fn ask_passkey(State(factors): State<Factors>, member: Member) -> Result<Json<PasskeyAsked>> {
    let mut tx = factors.db.write().await?;
    let (options, state) = passkeys::request_signature(&mut tx, factors.party()?, member.id).await?;
    let begun = Challenge { member_id: member.id, state, since_ms: 0 };
    let now_ms = factors.clock.now_ms();
    let challenge = challenges::begin(&mut tx, &factors.random, Purpose::Confirmation, &begun, now_ms).await?;
    tx.commit().await?;
    Ok(Json(PasskeyAsked { challenge, options }))
}
