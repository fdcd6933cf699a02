//! Opening a session, and counting the tries that fail.
//!
//! Failures are counted by account and address together, so that who guesses at an account keeps nobody else from it. What
//! many addresses try at one account is counted too, and keeps out everyone but the devices on which its member has logged
//! in before. A try counts before its password is looked at, and is taken back when it was right: tries at once are as
//! many as tries one after the other.

use std::net::IpAddr;

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
    response::AppendHeaders,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        config::RateLimits,
        db::{Conn, Db},
        document::routes,
        error::{Code, Error, Result},
        extract::Body,
        ids::MemberId,
        limits::household,
        telemetry::{Event, security},
        time::Clock,
    },
    identity::{
        factors::{self, Factors},
        hashing::Hashing,
        outbox::{self, Kind, Recipient},
        sessions::{Cookie, Device, Sessions, is_known, was_seen},
        tokens::Member,
    },
    members::accounts::account::{User, show},
};

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an account is refused to an address, or to a device that it
/// knows.
const OWN_FAILURES: i64 = 10;

/// Failed logins within [`FAILURE_WINDOW_MS`], wherever from, after which an account is refused to devices that it does
/// not know.
const ACCOUNT_FAILURES: i64 = 100;

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an address is refused.
const ADDRESS_FAILURES: i64 = 60;

/// Links within [`FAILURE_WINDOW_MS`] after which an address gets no more: a meeting's guests share one.
const ADDRESS_WISHES: i64 = 20;

/// How long failed logins are remembered, in milliseconds.
const FAILURE_WINDOW_MS: i64 = 10 * 60 * 1000;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Factors: FromRef<S>,
    Hashing: FromRef<S>,
    RateLimits: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(login))
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoginAnswer {
    /// The bearer token.
    pub(super) token: String,
    pub(super) user: User,
}

/// Who wants to log in.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"email": "budi@ksmart.test", "password": "ksmart-demo"})))]
struct Login {
    email: String,
    password: String,
}

/// Opens a session. 401 for wrong data, and, as `second_factor_required`, where the account has a second factor: then
/// `POST /api/login/factor` goes on with the challenge of the answer. 403 for a suspended account, 429 after too many failures of the account or the
/// address. The cookie that it sets names the device, which the account knows from then on.
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
    // No account's name is longer than this, and a longer one is not worth remembering.
    let email: String = login.email.trim().to_lowercase().chars().take(254).collect();
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
        tries.give_back(&db, limits).await?;
    }
    if !verified? {
        return Err(Error::new(StatusCode::UNAUTHORIZED, Code::WrongCredentials, "Email atau password salah"));
    }
    let account = account.ok_or_else(|| Error::internal("a password without an account"))?;
    // Only who knows the password is told.
    if account.suspended_ms.is_some() {
        let message = "Akun Anda sedang ditangguhkan. Hubungi pengelola toko.";
        return Err(Error::new(StatusCode::FORBIDDEN, Code::AccountSuspended, message));
    }
    if let Some(asked) = factors.ask(account.id, account.sessions_from_ms).await? {
        return Err(asked);
    }
    let member = Member { id: account.id, email };
    admit(&db, &sessions, &member, &device, account.sessions_from_ms, now_ms, Shown::Password).await
}

/// What whoever logs in has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// The password of an account without a second factor.
    Password,
    /// The password, and then a second factor.
    Factor,
}

/// Opens a session for whoever has shown to be the member, and tells the member where the device is a new one. `since_ms`
/// is until when the member's sessions were ended, as it was read with the password.
pub(super) async fn admit(
    db: &Db,
    sessions: &Sessions,
    member: &Member,
    device: &Device,
    since_ms: i64,
    now_ms: i64,
    shown: Shown,
) -> Result<(AppendHeaders<Cookie>, Json<LoginAnswer>)> {
    let mut tx = db.write().await?;
    if !is_known(&mut tx, member.id, device).await? && !was_seen(&mut tx, member.id, device).await? {
        let facts = json!({"at_ms": now_ms, "device": device.in_words()});
        outbox::tell(&mut tx, now_ms, Recipient::Member(member.id), Kind::NewSession, facts).await?;
    }
    let (id, token) = sessions.open(&mut tx, member, device, since_ms, now_ms).await?;
    if shown == Shown::Factor {
        // Who has just shown a factor need not do so again at once.
        factors::remember(&mut tx, &id, member.id, now_ms).await?;
    }
    let cookie = sessions.remember(&mut tx, member.id, device, now_ms).await?;
    let user = show(&mut tx, member.id, now_ms).await?;
    tx.commit().await?;
    security(Event::LoggedIn, Some(member.id), device.in_words());
    Ok((AppendHeaders(cookie), Json(LoginAnswer { token, user })))
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

/// Whose tries are counted: the subjects, with how many are too many and whether a right one lets all before it be
/// forgotten.
pub struct Tries(Vec<(String, i64, bool)>);

impl Tries {
    fn of_login(email: &str, device: &Device, is_known: bool) -> Self {
        if let (true, Some(token)) = (is_known, &device.token) {
            return Self(vec![(format!("device:{}:{email}", token.digest()), OWN_FAILURES, true)]);
        }
        let network = household(device.address);
        Self(vec![
            (own_subject(email, device.address), OWN_FAILURES, true),
            (format!("account:{email}"), ACCOUNT_FAILURES, false),
            (format!("address:{network}"), ADDRESS_FAILURES, false),
        ])
    }

    /// The tries of whoever is logged in at the password of the own account.
    pub fn of_session(email: &str) -> Self {
        Self(vec![(format!("own:{email}"), OWN_FAILURES, true)])
    }

    /// The tries of an address at something that names no account.
    pub fn of_address(address: IpAddr) -> Self {
        Self(vec![(format!("address:{}", household(address)), ADDRESS_FAILURES, false)])
    }

    /// The links that an address has asked for.
    pub(super) fn of_wishes(address: IpAddr) -> Self {
        Self(vec![(format!("wishes:{}", household(address)), ADDRESS_WISHES, false)])
    }

    /// Counts a try before it is known whether it is right.
    ///
    /// # Errors
    /// 429: there were too many, and this one is not counted. The database fails.
    pub async fn take(&self, db: &Db, limits: RateLimits, now_ms: i64) -> Result<()> {
        if limits == RateLimits::Off {
            return Ok(());
        }
        // A flood of what is refused writes nothing.
        let mut conn = db.read().await?;
        for (subject, limit, _) in &self.0 {
            if failures(&mut conn, subject, now_ms).await? >= *limit {
                return Err(too_many());
            }
        }
        drop(conn);
        let mut tx = db.write().await?;
        for (subject, limit, _) in &self.0 {
            if count(&mut tx, subject, now_ms).await? > *limit {
                return Err(too_many());
            }
        }
        Ok(tx.commit().await?)
    }

    /// Takes back a try that was right.
    ///
    /// # Errors
    /// The database fails.
    pub async fn give_back(&self, db: &Db, limits: RateLimits) -> Result<()> {
        if limits == RateLimits::Off {
            return Ok(());
        }
        let mut tx = db.write().await?;
        for (subject, _, is_forgotten) in &self.0 {
            if *is_forgotten {
                forget_failures(&mut tx, subject).await?;
            } else {
                uncount(&mut tx, subject).await?;
            }
        }
        Ok(tx.commit().await?)
    }
}

fn own_subject(email: &str, address: IpAddr) -> String {
    format!("login:{}:{email}", household(address))
}

fn too_many() -> Error {
    let message = "Terlalu banyak percobaan login. Coba lagi nanti.";
    Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message)
}

/// Forgets the failures of an account whose password is a new one, where it was chosen and altogether.
///
/// # Errors
/// The database fails.
pub(super) async fn forget_account(conn: &mut Conn, email: &str, address: IpAddr) -> sqlx::Result<()> {
    forget_failures(conn, &own_subject(email, address)).await?;
    forget_failures(conn, &format!("account:{email}")).await
}

/// Forgets the tries at the password of whoever is logged in; those at the login are forgotten in minutes.
///
/// # Errors
/// The database fails.
pub(super) async fn forget_session_tries(conn: &mut Conn, email: &str) -> sqlx::Result<()> {
    for subject in Tries::of_session(email).0.into_iter().map(|(subject, ..)| subject) {
        forget_failures(conn, &subject).await?;
    }
    forget_failures(conn, &format!("account:{email}")).await
}

async fn failures(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT failures FROM login_failures WHERE subject = $1 AND since_ms > $2";
    let found: Option<i64> =
        query_scalar(sql).bind(subject).bind(now_ms - FAILURE_WINDOW_MS).fetch_optional(conn).await?;
    Ok(found.unwrap_or(0))
}

/// Counts a try; gives how many there are.
async fn count(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "INSERT INTO login_failures (subject, failures, since_ms) VALUES ($1, 1, $2)
               ON CONFLICT (subject) DO UPDATE SET
                 failures = CASE WHEN login_failures.since_ms > $3 THEN login_failures.failures + 1 ELSE 1 END,
                 since_ms = CASE WHEN login_failures.since_ms > $3 THEN login_failures.since_ms ELSE $2 END
               RETURNING failures";
    query_scalar(sql).bind(subject).bind(now_ms).bind(now_ms - FAILURE_WINDOW_MS).fetch_one(conn).await
}

async fn uncount(conn: &mut Conn, subject: &str) -> sqlx::Result<()> {
    let sql = "UPDATE login_failures SET failures = failures - 1 WHERE subject = $1 AND failures > 0";
    query(sql).bind(subject).execute(&mut *conn).await?;
    query("DELETE FROM login_failures WHERE subject = $1 AND failures <= 0").bind(subject).execute(conn).await?;
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
