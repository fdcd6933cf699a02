//! Verification of factors: accepted proofs, and limits on wrong ones.

use std::sync::Arc;

use axum::http::StatusCode;
use ksmart_foundation::{
    config::{PublicUrl, RateLimits},
    db::{Conn, Db},
    error::{Code, Error, Result},
    ids::MemberId,
    limits::network_of,
    time::{Clock, Random},
};
use serde::Deserialize;
use serde_json::Value;
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use webauthn_rs::Webauthn;

use crate::{
    factors::{
        challenges::{self, Challenge, Purpose},
        passkeys, recovery,
        status::{self, FactorStatus},
        totp,
    },
    hashing::Hashing,
    sessions::{Device, is_known},
};

/// Number of wrong factors within [`FAILURE_WINDOW_MS`] after which an account accepts no more from the same address,
/// known device or session.
const FAILURES: i64 = 10;

/// Number of wrong factors within [`FAILURE_WINDOW_MS`] from all unknown devices together, after which an account
/// accepts no more from them. It is low because a code has only six digits.
const ACCOUNT_FAILURES: i64 = 30;

/// Time for which wrong factors are remembered, in milliseconds.
const FAILURE_WINDOW_MS: i64 = 60 * 60 * 1000;

/// Service that verifies the second factors of accounts.
#[derive(Clone)]
pub struct Factors {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) random: Random,
    hashing: Hashing,
    limits: RateLimits,
    party: Option<Arc<Webauthn>>,
}

/// Proof presented by a caller: either a code or a passkey response.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(examples(json!({"code": "123456"})))]
pub struct Proof {
    /// Six digits shown by the app, or a recovery code.
    #[schema(max_length = 40)]
    code: Option<String>,
    /// Passkey response of the browser, as JSON.
    passkey: Option<Value>,
}

/// Context in which a factor is shown. Wrong factors are counted per context, so that someone who knows a password
/// cannot lock out the account's owner by using up the tries.
#[derive(Debug, Clone, Copy)]
pub enum FactorContext<'a> {
    /// Person who logs in on a device.
    Device(&'a Device),
    /// Logged-in person, by the session's id.
    Session(&'a str),
}

/// Counters of wrong tries: the key of each with its maximum.
type Sources = Vec<(String, i64)>;

/// Proof that was accepted as a factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcceptedFactor {
    /// A code of an authenticator app.
    Code,
    /// A recovery code.
    RecoveryCode,
    /// A passkey.
    Passkey,
    /// The password of an account without a second factor.
    Password,
}

impl AcceptedFactor {
    /// Returns the name in the audit log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "totp",
            Self::RecoveryCode => "recovery_code",
            Self::Passkey => "passkey",
            Self::Password => "password",
        }
    }
}

/// Lists the kinds of proof that an account can give, as named in API responses: `code`, `passkey` or `password`.
pub(super) fn methods(status: FactorStatus) -> Vec<&'static str> {
    let code = (status.has_totp() || status.recovery_codes > 0).then_some("code");
    let passkey = status.has_passkey().then_some("passkey");
    if status.has_factor() { code.into_iter().chain(passkey).collect() } else { vec!["password"] }
}

/// Returns 401 for a login that can no longer be continued.
fn login_expired() -> Error {
    let message = "Waktu verifikasi sudah habis. Silakan login kembali.";
    Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, message)
}

fn wrong() -> Error {
    let message = "Kode atau passkey tidak benar, atau sudah pernah dipakai.";
    Error::new(StatusCode::UNPROCESSABLE_ENTITY, Code::SecondFactorWrong, message)
}

impl Factors {
    /// Returns the factors of the shop at the address `url`.
    pub fn new(
        db: Db,
        clock: Clock,
        random: Random,
        (hashing, limits): (Hashing, RateLimits),
        url: &PublicUrl,
    ) -> Self {
        let party = passkeys::relying_party(url).map(Arc::new);
        Self { db, clock, random, hashing, limits, party }
    }

    /// Whether the shop supports passkeys: browsers require a domain name in its URL.
    pub fn has_passkeys(&self) -> bool {
        self.party.is_some()
    }

    pub(super) fn party(&self) -> Result<&Webauthn> {
        self.party.as_deref().ok_or_else(|| {
            let message = "Passkey hanya dapat dipakai di toko yang memiliki nama domain.";
            Error::conflict(Code::Forbidden, message)
        })
    }

    /// Returns the response to a login with the correct password, if the account has a second factor: 401 with the
    /// challenge to continue. `None` for an account without one.
    ///
    /// `since_ms` is the member's `sessions_from_ms`, read together with the password.
    pub async fn second_step(&self, member_id: MemberId, since_ms: i64) -> Result<Option<Error>> {
        let status = status::of(&mut *self.db.read().await?, member_id).await?;
        if !status.has_factor() {
            return Ok(None);
        }
        let begun = Challenge { member_id, state: String::new(), since_ms };
        let mut conn = self.db.write_one().await?;
        let challenge = challenges::begin(&mut conn, &self.random, Purpose::Login, &begun, self.clock.now_ms()).await?;
        let message = "Tunjukkan faktor kedua Anda untuk melanjutkan.";
        let asked = Error::new(StatusCode::UNAUTHORIZED, Code::SecondFactorRequired, message);
        Ok(Some(asked.with("challenge", challenge).with("methods", methods(status))))
    }

    /// Returns the options with which the browser requests a passkey signature, to continue a login.
    ///
    /// # Errors
    /// 401: the login cannot be continued; 409: there is no passkey.
    pub async fn ask_passkey(&self, challenge: &str) -> Result<Value> {
        let mut tx = self.db.write().await?;
        let now_ms = self.clock.now_ms();
        let begun = challenges::find(&mut tx, Purpose::Login, challenge, now_ms).await?.ok_or_else(login_expired)?;
        let (options, state) = passkeys::request_signature(&mut tx, self.party()?, begun.member_id).await?;
        challenges::store_request(&mut tx, challenge, &state).await?;
        tx.commit().await?;
        Ok(options)
    }

    /// Completes a login by a second factor; returns its member, and the member's `sessions_from_ms` when the login
    /// began.
    ///
    /// # Errors
    /// 401: the login cannot be continued; 422: the factor is wrong; 429: too many wrong tries.
    pub async fn pass(&self, challenge: &str, proof: Proof, device: &Device) -> Result<(MemberId, i64)> {
        let now_ms = self.clock.now_ms();
        let begun = challenges::find(&mut *self.db.read().await?, Purpose::Login, challenge, now_ms).await?;
        let begun = begun.ok_or_else(login_expired)?;
        self.show(begun.member_id, FactorContext::Device(device), proof, &begun.state).await?;
        if !challenges::end(&mut *self.db.write_one().await?, challenge).await? {
            return Err(login_expired());
        }
        Ok((begun.member_id, begun.since_ms))
    }

    /// Verifies a factor of an account; `state` is the stored state of the passkey request, or empty.
    ///
    /// # Errors
    /// 422: the factor is wrong; 429: too many wrong tries.
    pub(super) async fn show(
        &self,
        member: MemberId,
        shower: FactorContext<'_>,
        proof: Proof,
        state: &str,
    ) -> Result<AcceptedFactor> {
        let tries = self.take_try(member, shower).await?;
        let now_ms = self.clock.now_ms();
        let mut tx = self.db.write().await?;
        let means = match (proof.code, proof.passkey) {
            (Some(code), None) if totp::take(&mut tx, member, &code, false, now_ms).await? => {
                Some(AcceptedFactor::Code)
            }
            (Some(code), None) if recovery::take(&mut tx, member, &code).await? => Some(AcceptedFactor::RecoveryCode),
            (None, Some(answer)) => {
                let is_right = passkeys::take(&mut tx, self.party()?, member, (state, answer), now_ms).await?;
                is_right.then_some(AcceptedFactor::Passkey)
            }
            _ => None,
        };
        if means.is_some() {
            undo_attempt(&mut tx, member, &tries).await?;
            tx.commit().await?;
        }
        means.ok_or_else(wrong)
    }

    /// Activates the new authenticator app of an account by its first code.
    ///
    /// # Errors
    /// 422: the code is wrong.
    pub(super) async fn prove_app(&self, conn: &mut Conn, member: MemberId, code: &str) -> Result<()> {
        if totp::take(conn, member, code, true, self.clock.now_ms()).await? {
            return Ok(());
        }
        Err(Error::from(vec![ksmart_core::fields::FieldError::new(
            "code",
            "second_factor_wrong",
            "Kode ini tidak cocok. Periksa jam ponsel Anda, lalu masukkan kode yang terbaru.",
        )]))
    }

    /// Verifies the password of an account without a second factor.
    ///
    /// # Errors
    /// 422: the password is wrong; 429: too many wrong tries.
    pub(super) async fn show_password(
        &self,
        member: MemberId,
        shower: FactorContext<'_>,
        password: String,
    ) -> Result<AcceptedFactor> {
        let tries = self.take_try(member, shower).await?;
        let sql = "SELECT password_hash FROM members WHERE id = $1";
        let hash: String = query_scalar(sql).bind(member).fetch_one(&mut *self.db.read().await?).await?;
        if !self.hashing.verify(password, Some(hash)).await? {
            let message = "Password tidak benar.";
            return Err(Error::new(StatusCode::UNPROCESSABLE_ENTITY, Code::SecondFactorWrong, message));
        }
        let mut tx = self.db.write().await?;
        undo_attempt(&mut tx, member, &tries).await?;
        tx.commit().await?;
        Ok(AcceptedFactor::Password)
    }

    /// Counts a try before it is verified, so that parallel tries cannot exceed the limit; returns the counters for
    /// [`undo_attempt`].
    async fn take_try(&self, member: MemberId, shower: FactorContext<'_>) -> Result<Sources> {
        if self.limits == RateLimits::Off {
            return Ok(Vec::new());
        }
        let now_ms = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let sources = sources(&mut conn, member, shower).await?;
        // Tries beyond the limit are refused by reading alone, so that a flood causes no writes.
        for (source, most) in &sources {
            let sql = "SELECT failures FROM factor_failures WHERE member_id = $1 AND source = $2 AND since_ms > $3";
            let query = query_scalar(sql).bind(member).bind(source).bind(now_ms - FAILURE_WINDOW_MS);
            let failures: Option<i64> = query.fetch_optional(&mut *conn).await?;
            if failures.unwrap_or_default() >= *most {
                return Err(too_many());
            }
        }
        drop(conn);
        let mut tx = self.db.write().await?;
        for (source, most) in &sources {
            if count(&mut tx, member, source, now_ms).await? > *most {
                return Err(too_many());
            }
        }
        tx.commit().await?;
        Ok(sources)
    }
}

/// Returns the counters for a try. A session or a known device has its own; an unknown device counts for its network,
/// and together with all other unknown devices of the account.
async fn sources(conn: &mut Conn, member: MemberId, shower: FactorContext<'_>) -> sqlx::Result<Sources> {
    let device = match shower {
        FactorContext::Session(id) => return Ok(vec![(format!("session:{id}"), FAILURES)]),
        FactorContext::Device(device) => device,
    };
    if let (true, Some(token)) = (is_known(conn, member, device).await?, &device.token) {
        return Ok(vec![(format!("device:{}", token.digest()), FAILURES)]);
    }
    let network = network_of(device.address);
    Ok(vec![(format!("address:{network}"), FAILURES), ("account".to_owned(), ACCOUNT_FAILURES)])
}

fn too_many() -> Error {
    let message = "Terlalu banyak percobaan. Coba lagi dalam satu jam.";
    Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message)
}

/// Counts a try; returns the number of tries in the current window.
async fn count(conn: &mut Conn, member: MemberId, source: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "INSERT INTO factor_failures (member_id, source, failures, since_ms) VALUES ($1, $2, 1, $3)
               ON CONFLICT (member_id, source) DO UPDATE SET
                 failures = CASE WHEN factor_failures.since_ms > $4 THEN factor_failures.failures + 1 ELSE 1 END,
                 since_ms = CASE WHEN factor_failures.since_ms > $4 THEN factor_failures.since_ms ELSE $3 END
               RETURNING failures";
    let query = query_scalar(sql).bind(member).bind(source).bind(now_ms);
    query.bind(now_ms - FAILURE_WINDOW_MS).fetch_one(conn).await
}

/// Undoes the count of a correct try: earlier wrong tries from the same session, device or address are cleared; the
/// count for all unknown devices only loses this try.
async fn undo_attempt(conn: &mut Conn, member: MemberId, tries: &Sources) -> sqlx::Result<()> {
    for (source, most) in tries {
        let sql = if *most == ACCOUNT_FAILURES {
            "UPDATE factor_failures SET failures = failures - 1 WHERE member_id = $1 AND source = $2 AND failures > 0"
        } else {
            "DELETE FROM factor_failures WHERE member_id = $1 AND source = $2"
        };
        query(sql).bind(member).bind(source).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes the records of wrong factors that no longer count.
pub(super) async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    let sql = "DELETE FROM factor_failures WHERE since_ms <= $1";
    query(sql).bind(now_ms - FAILURE_WINDOW_MS).execute(conn).await?;
    Ok(())
}
