//! Opening a session, and counting the tries that fail.

use std::net::IpAddr;

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        config::RateLimits,
        db::{Conn, Db},
        document::routes,
        error::{Code, Error, Result},
        extract::{Body, ClientAddress},
        ids::MemberId,
        time::Clock,
    },
    identity::{hashing::Hashing, sessions::Sessions, tokens::Member},
    members::accounts::account::{User, show},
};

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an account is refused.
const ACCOUNT_FAILURES: i64 = 10;

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an address is refused.
const ADDRESS_FAILURES: i64 = 60;

/// How long failed logins are remembered, in milliseconds.
const FAILURE_WINDOW_MS: i64 = 10 * 60 * 1000;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Hashing: FromRef<S>,
    RateLimits: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(login))
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
struct LoginAnswer {
    /// The bearer token.
    token: String,
    user: User,
}

/// Who wants to log in.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"email": "budi@ksmart.test", "password": "ksmart-demo"})))]
struct Login {
    email: String,
    password: String,
}

/// Opens a session. 401 for wrong data, 403 for a suspended account, 429 after too many failures of the account or the address.
#[utoipa::path(post, path = "/api/login", operation_id = "logIn", request_body = Login,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 403), (status = 429)))]
async fn login(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(limits): State<RateLimits>,
    State(hashing): State<Hashing>,
    State(sessions): State<Sessions>,
    ClientAddress(address): ClientAddress,
    Body(login): Body<Login>,
) -> Result<Json<LoginAnswer>> {
    // No account's name is longer than this, and a longer one is not worth remembering.
    let email: String = login.email.trim().to_lowercase().chars().take(254).collect();
    let tries = Tries::of_account(&email, address);
    let now_ms = clock.now_ms();
    tries.check(&db, limits, now_ms).await?;
    let account = find_account(&mut *db.read().await?, &email).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    if !hashing.verify(login.password, hash).await? {
        tries.count(&db, limits, now_ms).await?;
        return Err(Error::new(StatusCode::UNAUTHORIZED, Code::WrongCredentials, "Email atau password salah"));
    }
    let account = account.ok_or_else(|| Error::internal("a password without an account"))?;
    // Only who knows the password is told.
    if account.suspended_ms.is_some() {
        let message = "Akun Anda sedang ditangguhkan. Hubungi pengelola toko.";
        return Err(Error::new(StatusCode::FORBIDDEN, Code::AccountSuspended, message));
    }
    tries.forget(&db, limits).await?;
    let member = Member { id: account.id, email };
    let user = show(&mut *db.read().await?, member.id).await?;
    Ok(Json(LoginAnswer { token: sessions.issue(&member, account.sessions_from_ms, now_ms)?, user }))
}

/// What a login asks of an account, read at one moment: whoever is suspended or gets another password after it ends the
/// session that is then made.
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

/// Whose failures are counted: an account's, an address's, with how many are too many.
pub struct Tries(Vec<(String, i64)>);

impl Tries {
    fn of_account(email: &str, address: IpAddr) -> Self {
        Self(vec![(format!("account:{email}"), ACCOUNT_FAILURES), (format!("address:{address}"), ADDRESS_FAILURES)])
    }

    /// The tries of whoever is logged in at the password of the own account.
    pub(super) fn of_session(email: &str) -> Self {
        Self(vec![(format!("account:{email}"), ACCOUNT_FAILURES)])
    }

    /// The tries of an address at something that names no account.
    pub(super) fn of_address(address: IpAddr) -> Self {
        Self(vec![(format!("address:{address}"), ADDRESS_FAILURES)])
    }

    /// Refuses whoever has failed too often.
    pub(super) async fn check(&self, db: &Db, limits: RateLimits, now_ms: i64) -> Result<()> {
        if limits == RateLimits::Off {
            return Ok(());
        }
        let mut conn = db.read().await?;
        for (subject, limit) in &self.0 {
            if failures(&mut conn, subject, now_ms).await? >= *limit {
                let message = "Terlalu banyak percobaan login. Coba lagi nanti.";
                return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message));
            }
        }
        Ok(())
    }

    /// Counts a failure.
    pub(super) async fn count(&self, db: &Db, limits: RateLimits, now_ms: i64) -> Result<()> {
        if limits == RateLimits::On {
            for (subject, _) in &self.0 {
                count_failure(&mut *db.write_one().await?, subject, now_ms).await?;
            }
        }
        Ok(())
    }

    /// Forgets the failures of the account, which has shown that it is who it says; the address keeps its own.
    async fn forget(&self, db: &Db, limits: RateLimits) -> Result<()> {
        if limits == RateLimits::On {
            forget_failures(&mut *db.write_one().await?, &self.0[0].0).await?;
        }
        Ok(())
    }
}

/// Forgets the failures of an account whose password is a new one.
///
/// # Errors
/// The database fails.
pub(super) async fn forget_account(conn: &mut Conn, email: &str) -> sqlx::Result<()> {
    forget_failures(conn, &format!("account:{email}")).await
}

async fn failures(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT failures FROM login_failures WHERE subject = $1 AND since_ms > $2";
    let found: Option<i64> =
        query_scalar(sql).bind(subject).bind(now_ms - FAILURE_WINDOW_MS).fetch_optional(conn).await?;
    Ok(found.unwrap_or(0))
}

async fn count_failure(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO login_failures (subject, failures, since_ms) VALUES ($1, 1, $2)
               ON CONFLICT (subject) DO UPDATE SET
                 failures = CASE WHEN login_failures.since_ms > $3 THEN login_failures.failures + 1 ELSE 1 END,
                 since_ms = CASE WHEN login_failures.since_ms > $3 THEN login_failures.since_ms ELSE $2 END";
    query(sql).bind(subject).bind(now_ms).bind(now_ms - FAILURE_WINDOW_MS).execute(conn).await?;
    Ok(())
}

async fn forget_failures(conn: &mut Conn, subject: &str) -> sqlx::Result<()> {
    query("DELETE FROM login_failures WHERE subject = $1").bind(subject).execute(conn).await?;
    Ok(())
}

/// Forgets the failures that no longer count.
///
/// # Errors
/// The database fails.
pub async fn forget_old_failures(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM login_failures WHERE since_ms <= $1").bind(now_ms - FAILURE_WINDOW_MS).execute(conn).await?;
    Ok(())
}
