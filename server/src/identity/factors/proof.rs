//! Showing a factor: what is taken for one, and how often it may be wrong.

use std::sync::Arc;

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use webauthn_rs::Webauthn;

use crate::{
    foundation::{
        config::{PublicUrl, RateLimits},
        db::{Conn, Db},
        error::{Code, Error, Result},
        ids::MemberId,
        time::{Clock, Random},
    },
    identity::{
        factors::{
            challenges::{self, Challenge, Purpose},
            passkeys, recovery,
            standing::{self, Standing},
            totp,
        },
        hashing::Hashing,
    },
};

/// How many wrong factors within [`FAILURE_WINDOW_MS`] are too many.
const FAILURES: i64 = 10;

/// How long wrong factors are remembered, in milliseconds.
const FAILURE_WINDOW_MS: i64 = 60 * 60 * 1000;

/// The second factors of the shop's accounts.
#[derive(Clone)]
pub struct Factors {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) random: Random,
    hashing: Hashing,
    limits: RateLimits,
    party: Option<Arc<Webauthn>>,
}

/// A factor that someone shows.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(examples(json!({"code": "123456"})))]
pub struct Proof {
    /// The six digits that the app shows, or a recovery code.
    #[schema(max_length = 40)]
    code: Option<String>,
    /// What the browser made of a passkey, as JSON.
    passkey: Option<Value>,
}

/// What was taken for a factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// A code of an app.
    Code,
    /// A recovery code.
    RecoveryCode,
    /// A passkey.
    Passkey,
    /// The password of an account without a second factor.
    Password,
}

impl Means {
    /// Its name in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "totp",
            Self::RecoveryCode => "recovery_code",
            Self::Passkey => "passkey",
            Self::Password => "password",
        }
    }
}

/// What can be shown for an account: the names that the answer carries.
pub(super) fn methods(standing: Standing) -> Vec<&'static str> {
    let code = (standing.has_totp() || standing.recovery_codes > 0).then_some("code");
    let passkey = standing.has_passkey().then_some("passkey");
    if standing.has_factor() { code.into_iter().chain(passkey).collect() } else { vec!["password"] }
}

/// 401: what was begun cannot be gone on with.
fn over() -> Error {
    let message = "Waktu verifikasi sudah habis. Silakan login kembali.";
    Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, message)
}

fn wrong() -> Error {
    let message = "Kode atau passkey tidak benar, atau sudah pernah dipakai.";
    Error::new(StatusCode::UNPROCESSABLE_ENTITY, Code::SecondFactorWrong, message)
}

impl Factors {
    /// The factors of the shop at an address.
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

    /// Whether browsers know passkeys for the shop's address.
    pub fn has_passkeys(&self) -> bool {
        self.party.is_some()
    }

    pub(super) fn party(&self) -> Result<&Webauthn> {
        self.party.as_deref().ok_or_else(|| {
            let message = "Passkey hanya dapat dipakai di toko yang memiliki nama domain.";
            Error::conflict(Code::Forbidden, message)
        })
    }

    /// What a login answers whose password was right, of an account with a second factor: 401 with what to go on with. None
    /// for an account without one. `since_ms` is until when its sessions were ended, as it was read with the password.
    ///
    /// # Errors
    /// The database fails.
    pub async fn ask(&self, member_id: MemberId, since_ms: i64) -> Result<Option<Error>> {
        let standing = standing::of(&mut *self.db.read().await?, member_id).await?;
        if !standing.has_factor() {
            return Ok(None);
        }
        let begun = Challenge { member_id, state: String::new(), since_ms };
        let mut conn = self.db.write_one().await?;
        let challenge = challenges::begin(&mut conn, &self.random, Purpose::Login, &begun, self.clock.now_ms()).await?;
        let message = "Tunjukkan faktor kedua Anda untuk melanjutkan.";
        let asked = Error::new(StatusCode::UNAUTHORIZED, Code::SecondFactorRequired, message);
        Ok(Some(asked.with("challenge", challenge).with("methods", methods(standing))))
    }

    /// What the browser is told to have a passkey sign, for a login that goes on.
    ///
    /// # Errors
    /// 401: it cannot be gone on with; 409: there is no passkey.
    pub async fn ask_passkey(&self, challenge: &str) -> Result<Value> {
        let mut tx = self.db.write().await?;
        let now_ms = self.clock.now_ms();
        let begun = challenges::find(&mut tx, Purpose::Login, challenge, now_ms).await?.ok_or_else(over)?;
        let (options, state) = passkeys::ask(&mut tx, self.party()?, begun.member_id).await?;
        challenges::ask(&mut tx, challenge, &state).await?;
        tx.commit().await?;
        Ok(options)
    }

    /// Goes on with a login: whose it is, and until when their sessions were ended when it began.
    ///
    /// # Errors
    /// 401: it cannot be gone on with; 422: the factor is wrong; 429: too many were.
    pub async fn pass(&self, challenge: &str, proof: Proof) -> Result<(MemberId, i64)> {
        let now_ms = self.clock.now_ms();
        let begun = challenges::find(&mut *self.db.read().await?, Purpose::Login, challenge, now_ms).await?;
        let begun = begun.ok_or_else(over)?;
        self.show(begun.member_id, proof, &begun.state).await?;
        if !challenges::end(&mut *self.db.write_one().await?, challenge).await? {
            return Err(over());
        }
        Ok((begun.member_id, begun.since_ms))
    }

    /// Takes a factor of an account; `state` is what its passkey was asked for.
    ///
    /// # Errors
    /// 422: it is wrong; 429: too many were.
    pub(super) async fn show(&self, member: MemberId, proof: Proof, state: &str) -> Result<Means> {
        self.check_failures(member).await?;
        let now_ms = self.clock.now_ms();
        let mut tx = self.db.write().await?;
        let means = match (proof.code, proof.passkey) {
            (Some(code), None) if totp::take(&mut tx, member, &code, false, now_ms).await? => Some(Means::Code),
            (Some(code), None) if recovery::take(&mut tx, member, &code).await? => Some(Means::RecoveryCode),
            (None, Some(answer)) => {
                let is_right = passkeys::take(&mut tx, self.party()?, member, (state, answer), now_ms).await?;
                is_right.then_some(Means::Passkey)
            }
            _ => None,
        };
        if means.is_some() {
            forget_failures(&mut tx, member).await?;
            tx.commit().await?;
        } else {
            drop(tx);
            self.count_failure(member).await?;
        }
        means.ok_or_else(wrong)
    }

    /// Proves the new app of an account by its first code.
    ///
    /// # Errors
    /// 422: it is wrong; 429: too many were.
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

    /// Takes the password of an account without a second factor.
    ///
    /// # Errors
    /// 422: it is wrong; 429: too many were.
    pub(super) async fn show_password(&self, member: MemberId, password: String) -> Result<Means> {
        self.check_failures(member).await?;
        let sql = "SELECT password_hash FROM members WHERE id = $1";
        let hash: String = query_scalar(sql).bind(member).fetch_one(&mut *self.db.read().await?).await?;
        if !self.hashing.verify(password, Some(hash)).await? {
            self.count_failure(member).await?;
            let message = "Password tidak benar.";
            return Err(Error::new(StatusCode::UNPROCESSABLE_ENTITY, Code::SecondFactorWrong, message));
        }
        Ok(Means::Password)
    }

    async fn check_failures(&self, member: MemberId) -> Result<()> {
        if self.limits == RateLimits::Off {
            return Ok(());
        }
        let sql = "SELECT failures FROM factor_failures WHERE member_id = $1 AND since_ms > $2";
        let query = query_scalar(sql).bind(member).bind(self.clock.now_ms() - FAILURE_WINDOW_MS);
        let failures: Option<i64> = query.fetch_optional(&mut *self.db.read().await?).await?;
        if failures.unwrap_or_default() < FAILURES {
            return Ok(());
        }
        let message = "Terlalu banyak percobaan. Coba lagi dalam satu jam.";
        Err(Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message))
    }

    async fn count_failure(&self, member: MemberId) -> Result<()> {
        if self.limits == RateLimits::Off {
            return Ok(());
        }
        let now_ms = self.clock.now_ms();
        let sql = "INSERT INTO factor_failures (member_id, failures, since_ms) VALUES ($1, 1, $2)
                   ON CONFLICT (member_id) DO UPDATE SET
                     failures = CASE WHEN factor_failures.since_ms > $3 THEN factor_failures.failures + 1 ELSE 1 END,
                     since_ms = CASE WHEN factor_failures.since_ms > $3 THEN factor_failures.since_ms ELSE $2 END";
        let query = query(sql).bind(member).bind(now_ms).bind(now_ms - FAILURE_WINDOW_MS);
        query.execute(&mut *self.db.write_one().await?).await?;
        Ok(())
    }
}

async fn forget_failures(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM factor_failures WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
