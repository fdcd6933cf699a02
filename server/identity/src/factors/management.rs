//! Members' management of their own factors: showing, adding, naming and removing them.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::Conn,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{Refusals, refuse},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    IdentityState,
    factors::{
        challenges::{self, Challenge, Purpose},
        confirmation::{FreshConfirmation, PasskeyAsked, record},
        passkeys::{self, OwnPasskey},
        proof::Factors,
        recovery, status, totp,
    },
    sessions::{Session, Sessions},
    settings::{self, contact::Contact},
    tokens::Member,
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new()
        .routes(routes!(show))
        .routes(routes!(begin_app, remove_app))
        .routes(routes!(prove_app))
        .routes(routes!(begin_passkey))
        .routes(routes!(keep_passkey))
        .routes(routes!(remove_passkey))
        .routes(routes!(renew_codes))
}

/// The caller's own factors.
#[derive(Debug, Serialize, ToSchema)]
struct OwnFactors {
    /// Whether the account has an authenticator app.
    totp: bool,
    /// Passkeys, oldest first.
    passkeys: Vec<OwnPasskey>,
    /// Number of recovery codes left.
    recovery_codes: i64,
    /// Whether the account must have a factor, because of its role and the shop's settings.
    required: bool,
    /// Whether passkeys can be added: browsers require a domain name in the shop's URL.
    passkeys_available: bool,
}

async fn own(factors: &Factors, conn: &mut Conn, member: &Member) -> Result<OwnFactors> {
    let status = status::of(conn, member.id).await?;
    Ok(OwnFactors {
        totp: status.has_totp(),
        passkeys: passkeys::list(conn, member.id).await?,
        recovery_codes: status.recovery_codes,
        required: status.needs_factor(),
        passkeys_available: factors.has_passkeys(),
    })
}

/// Returns the caller's second factors.
#[utoipa::path(get, path = "/api/me/factors", operation_id = "getOwnFactors",
    responses((status = 200, body = OwnFactors)))]
async fn show(State(factors): State<Factors>, member: Member) -> Result<Json<OwnFactors>> {
    Ok(Json(own(&factors, &mut *factors.db.read().await?, &member).await?))
}

/// Secret for a new authenticator app.
#[derive(Debug, Serialize, ToSchema)]
struct AppBegun {
    /// Secret to type into the app, base32.
    secret: String,
    /// Same secret as an `otpauth://…` address, to be drawn as a QR code.
    url: String,
}

/// Returns a secret for the caller's new authenticator app, which is active once its first code is proven. Returns 409
/// if there already is an app.
#[utoipa::path(post, path = "/api/me/factors/totp", operation_id = "beginAuthenticatorApp",
    responses((status = 200, body = AppBegun), (status = 409)))]
async fn begin_app(
    State(factors): State<Factors>,
    FreshConfirmation(member): FreshConfirmation,
) -> Result<Json<AppBegun>> {
    let mut tx = factors.db.write().await?;
    let shop = settings::read::<Contact>(&mut tx).await?.values.name;
    let begun =
        totp::begin(&mut tx, &factors.random, (member.id, &member.email, &shop), factors.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(Json(AppBegun { secret: begun.secret, url: begun.url }))
}

/// The first code of a new app.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"code": "123456"})))]
struct AppProof {
    /// Six digits.
    #[schema(max_length = 40)]
    code: String,
}

/// A factor that was added.
#[derive(Debug, Serialize, ToSchema)]
struct FactorAdded {
    /// Recovery codes, shown once; null unless this is the account's first factor.
    recovery_codes: Option<Vec<String>>,
    factors: OwnFactors,
}

/// Completes adding a factor: the first one creates the recovery codes and ends the account's other sessions, which had
/// no second factor.
///
/// The second value is passed to [`Sessions::end`] after the commit: sessions opened before that time have ended; `None`
/// if none were ended.
async fn added(
    factors: &Factors,
    sessions: &Sessions,
    conn: &mut Conn,
    session: &Session,
    had_factor: bool,
    (factor, now_ms): (Value, i64),
) -> Result<(FactorAdded, Option<i64>)> {
    let member = &session.member;
    let (mut recovery_codes, mut ended_ms) = (None, None);
    if !had_factor {
        recovery_codes = Some(recovery::renew(conn, &factors.random, member.id).await?);
        ended_ms = Some(sessions.end_others(conn, session, now_ms).await?.0);
    }
    record(conn, member, "add_factor", (Value::Null, factor), now_ms).await?;
    Ok((FactorAdded { recovery_codes, factors: own(factors, conn, member).await? }, ended_ms))
}

/// Activates a new app by its first code: from then on every login requires a second factor. With the first factor, the
/// account's other sessions end. Returns 422 for a wrong code.
#[utoipa::path(post, path = "/api/me/factors/totp/proof", operation_id = "proveAuthenticatorApp",
    request_body = AppProof, responses((status = 200, body = FactorAdded), (status = 422)))]
async fn prove_app(
    State(factors): State<Factors>,
    State(sessions): State<Sessions>,
    FreshConfirmation(member): FreshConfirmation,
    session: Session,
    Body(form): Body<AppProof>,
) -> Result<Json<FactorAdded>> {
    let now_ms = factors.clock.now_ms();
    let mut tx = factors.db.write().await?;
    let had_factor = status::of(&mut tx, member.id).await?.has_factor();
    factors.prove_app(&mut tx, member.id, &form.code).await?;
    let factor = json!({"factor": "totp"});
    let (added, ended_ms) = added(&factors, &sessions, &mut tx, &session, had_factor, (factor, now_ms)).await?;
    tx.commit().await?;
    if let Some(ended_ms) = ended_ms {
        sessions.end(member.id, ended_ms);
    }
    Ok(Json(added))
}

/// Completes removing a factor; the recovery codes are deleted with the last one. Returns 409 if the account needs a
/// factor and would have none.
async fn removed(factors: &Factors, conn: &mut Conn, member: &Member, factor: Value) -> Result<OwnFactors> {
    let status = status::of(conn, member.id).await?;
    if status.must_enrol() {
        let message = "Peran Anda memerlukan verifikasi dua langkah. Pasang penggantinya terlebih dahulu.";
        return Err(Error::conflict(Code::SecondFactorMissing, message));
    }
    if !status.has_factor() {
        recovery::remove(conn, member.id).await?;
    }
    record(conn, member, "remove_factor", (factor, Value::Null), factors.clock.now_ms()).await?;
    own(factors, conn, member).await
}

/// Removes the authenticator app from the caller's account. Returns 404 if there is none, 409 if the role requires a
/// factor and this is the last.
#[utoipa::path(delete, path = "/api/me/factors/totp", operation_id = "removeAuthenticatorApp",
    responses((status = 200, body = OwnFactors), (status = 404), (status = 409)))]
async fn remove_app(
    State(factors): State<Factors>,
    FreshConfirmation(member): FreshConfirmation,
) -> Result<Json<OwnFactors>> {
    let mut tx = factors.db.write().await?;
    if !totp::remove(&mut tx, member.id).await? {
        return Err(Error::not_found("Aplikasi autentikator belum terpasang."));
    }
    let left = removed(&factors, &mut tx, &member, json!({"factor": "totp"})).await?;
    tx.commit().await?;
    Ok(Json(left))
}

/// Requests a new passkey from a device of the caller. Returns 409 if the account has too many, or if the shop's URL
/// has no domain name.
#[utoipa::path(post, path = "/api/me/factors/passkeys", operation_id = "beginPasskey",
    responses((status = 200, body = PasskeyAsked), (status = 409)))]
async fn begin_passkey(
    State(factors): State<Factors>,
    FreshConfirmation(member): FreshConfirmation,
) -> Result<Json<PasskeyAsked>> {
    let mut tx = factors.db.write().await?;
    let (options, state) = passkeys::begin(&mut tx, factors.party()?, (member.id, &member.email)).await?;
    let begun = Challenge { member_id: member.id, state, since_ms: 0 };
    let now_ms = factors.clock.now_ms();
    let challenge = challenges::begin(&mut tx, &factors.random, Purpose::Enrolment, &begun, now_ms).await?;
    tx.commit().await?;
    Ok(Json(PasskeyAsked { challenge, options }))
}

/// A passkey that a device made.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"challenge": "kD3kq0Vb6yXw2LrT9sPz", "name": "Laptop kantor", "passkey": {}})))]
struct NewPasskey {
    /// Challenge from the response to the request for a new passkey.
    #[schema(max_length = 100)]
    challenge: String,
    /// Name for the passkey.
    #[schema(min_length = 1, max_length = 60, pattern = r"\S")]
    name: String,
    /// Passkey response of the browser, as JSON.
    passkey: Value,
}

/// Stores a new passkey: from then on every login requires a second factor; with the first factor, the account's other
/// sessions end. Returns 422 for an invalid passkey.
#[utoipa::path(post, path = "/api/me/factors/passkeys/answer", operation_id = "addPasskey",
    request_body = NewPasskey, responses((status = 200, body = FactorAdded), (status = 409), (status = 422)))]
async fn keep_passkey(
    State(factors): State<Factors>,
    State(sessions): State<Sessions>,
    FreshConfirmation(member): FreshConfirmation,
    session: Session,
    Body(form): Body<NewPasskey>,
) -> Result<Json<FactorAdded>> {
    let mut refusals = Refusals::default();
    let name = refusals.line("name", "Nama", &form.name, 60);
    refusals.done()?;
    let now_ms = factors.clock.now_ms();
    let mut tx = factors.db.write().await?;
    let begun = challenges::find(&mut tx, Purpose::Enrolment, &form.challenge, now_ms).await?;
    let begun = begun.filter(|begun| begun.member_id == member.id);
    let begun = begun.ok_or_else(|| refuse("challenge", "invalid", "Waktunya sudah habis. Coba lagi."))?;
    challenges::end(&mut tx, &form.challenge).await?;
    let had_factor = status::of(&mut tx, member.id).await?.has_factor();
    passkeys::insert(&mut tx, factors.party()?, (member.id, &name), (&begun.state, form.passkey), now_ms).await?;
    let factor = json!({"factor": "passkey", "name": name});
    let (added, ended_ms) = added(&factors, &sessions, &mut tx, &session, had_factor, (factor, now_ms)).await?;
    tx.commit().await?;
    if let Some(ended_ms) = ended_ms {
        sessions.end(member.id, ended_ms);
    }
    Ok(Json(added))
}

/// Removes a passkey of the caller. Returns 404 if it does not exist, 409 if the role requires a factor and this is the
/// last.
#[utoipa::path(delete, path = "/api/me/factors/passkeys/{id}", operation_id = "removePasskey",
    responses((status = 200, body = OwnFactors), (status = 409)))]
async fn remove_passkey(
    State(factors): State<Factors>,
    FreshConfirmation(member): FreshConfirmation,
    Path(id): Path<i64>,
) -> Result<Json<OwnFactors>> {
    let mut tx = factors.db.write().await?;
    let name = passkeys::remove(&mut tx, member.id, id).await?;
    let name = name.ok_or_else(|| Error::not_found("Passkey tidak ditemukan."))?;
    let left = removed(&factors, &mut tx, &member, json!({"factor": "passkey", "name": name})).await?;
    tx.commit().await?;
    Ok(Json(left))
}

/// Codes that replace a lost factor.
#[derive(Debug, Serialize, ToSchema)]
struct RecoveryCodes {
    /// Codes, each for one use; only this response contains them.
    recovery_codes: Vec<String>,
}

/// Returns new recovery codes to the caller; earlier ones become void. Returns 409 for an account without a second
/// factor.
#[utoipa::path(post, path = "/api/me/factors/recovery-codes", operation_id = "renewRecoveryCodes",
    responses((status = 200, body = RecoveryCodes), (status = 409)))]
async fn renew_codes(
    State(factors): State<Factors>,
    FreshConfirmation(member): FreshConfirmation,
) -> Result<Json<RecoveryCodes>> {
    let mut tx = factors.db.write().await?;
    if !status::of(&mut tx, member.id).await?.has_factor() {
        let message = "Pasang aplikasi autentikator atau passkey terlebih dahulu.";
        return Err(Error::conflict(Code::SecondFactorMissing, message));
    }
    let recovery_codes = recovery::renew(&mut tx, &factors.random, member.id).await?;
    record(&mut tx, &member, "renew_codes", (Value::Null, Value::Null), factors.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}
