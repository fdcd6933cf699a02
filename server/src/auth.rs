//! Who is calling: passwords, session tokens, and the extractors that handlers name their caller with.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{StatusCode, header::AUTHORIZATION, request::Parts},
};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, errors::ErrorKind};
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{
    Shared,
    accounts::{self, MemberId, Role},
    error::{Code, Error, Result},
};

/// How long a session lasts, in seconds.
const SESSION_SECONDS: i64 = 7 * 24 * 60 * 60;

/// What a session token says.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    email: String,
    iat: i64,
    exp: i64,
    /// Until when earlier sessions of the member were ended when this one began, milliseconds; older tokens say nothing.
    since: Option<i64>,
}

/// The key that session tokens are signed with.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Tokens {
    /// Signs and checks with `secret` (HS256).
    pub fn new(secret: &str) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret.as_bytes()),
            decoding: DecodingKey::from_secret(secret.as_bytes()),
        }
    }

    /// A token for a member, valid for seven days from `now_ms`. `since_ms` is until when the member's sessions were
    /// ended, as it was read together with what let the member in: see [`accounts::sessions`].
    ///
    /// # Errors
    /// The token cannot be signed.
    pub fn issue(&self, member: &Member, since_ms: i64, now_ms: i64) -> Result<String> {
        let (sub, email, iat) = (member.id.to_string(), member.email.clone(), now_ms / 1000);
        let claims = Claims { sub, email, iat, exp: iat + SESSION_SECONDS, since: Some(since_ms) };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(Error::internal)
    }

    /// Whose token it is, and what it says of earlier sessions.
    fn read(&self, token: &str, now_ms: i64) -> Result<(Member, i64)> {
        let mut validation = Validation::new(Algorithm::HS256);
        // The clock is the application's, so the expiry is compared here and not in the library.
        validation.validate_exp = false;
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation)
            .map_err(|error| match error.kind() {
                ErrorKind::ExpiredSignature => session_expired(),
                _ => unauthorized(),
            })?
            .claims;
        if claims.exp < now_ms / 1000 {
            return Err(session_expired());
        }
        let id = claims.sub.parse().map_err(|_| unauthorized())?;
        let since_ms = claims.since.unwrap_or(claims.iat * 1000);
        Ok((Member { id: MemberId(id), email: claims.email }, since_ms))
    }
}

fn unauthorized() -> Error {
    Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Anda harus login terlebih dahulu!")
}

fn session_expired() -> Error {
    let message = "Sesi Anda telah berakhir. Silakan login kembali.";
    Error::new(StatusCode::UNAUTHORIZED, Code::SessionExpired, message)
}

/// The member who calls, by the token.
#[derive(Debug, Clone)]
pub struct Member {
    /// The member's key.
    pub id: MemberId,
    /// The member's e-mail address, lower case.
    pub email: String,
}

impl Member {
    /// Refuses an id that is not the caller's own.
    ///
    /// # Errors
    /// 403.
    pub fn must_be(&self, id: Option<MemberId>) -> Result<()> {
        if id.is_some_and(|id| id != self.id) { Err(Error::forbidden()) } else { Ok(()) }
    }

    /// Refuses an e-mail address that is not the caller's own.
    ///
    /// # Errors
    /// 403.
    pub fn must_have(&self, email: Option<&str>) -> Result<()> {
        if email.is_some_and(|email| email.trim().to_lowercase() != self.email) {
            Err(Error::forbidden())
        } else {
            Ok(())
        }
    }
}

impl FromRequestParts<Shared> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self> {
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .ok_or_else(unauthorized)?;
        let (member, since_ms) = app.tokens.read(token.trim(), app.clock.now_ms())?;
        if app.sessions.is_over(app, member.id, since_ms).await {
            return Err(session_expired());
        }
        Ok(member)
    }
}

impl OptionalFromRequestParts<Shared> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Option<Self>> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(None);
        }
        <Self as FromRequestParts<Shared>>::from_request_parts(parts, app).await.map(Some)
    }
}

/// What is done at the desk that packs and ships orders.
pub const FULFILMENT: u8 = 1;
/// What is done at the desk that handles money: refunds, business volume, bonuses.
pub const FINANCE: u8 = 2;
/// What is done at the desk that says what the shop shows: products, vouchers, banners, reviews, pages.
pub const CATALOGUE: u8 = 4;
/// What the owner alone does.
pub const OWNER: u8 = 8;
/// What every administrator may do.
pub const ANY_DESK: u8 = FULFILMENT | FINANCE | CATALOGUE | OWNER;

/// The administrator who calls, sitting at one of the `DESKS`; an owner sits at all of them. The role is read from the
/// database, so that losing it works at once, as being suspended does.
#[derive(Debug, Clone)]
pub struct Staff<const DESKS: u8>(pub Member);

impl<const DESKS: u8> FromRequestParts<Shared> for Staff<DESKS> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self> {
        let member = <Member as FromRequestParts<Shared>>::from_request_parts(parts, app).await?;
        let role = accounts::role(&mut *app.db.read().await?, member.id).await?;
        if role.map_or(0, Role::desks) & DESKS == 0 {
            return Err(Error::forbidden());
        }
        Ok(Self(member))
    }
}

/// Hashes a password with Argon2id (19 MiB, 2 passes) and a random salt.
///
/// # Errors
/// The hash cannot be made.
pub async fn hash_password(app: &Shared, password: String) -> Result<String> {
    app.hashing
        .run(move || {
            Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).map_err(Error::internal)
        })
        .await?
}

/// Whether `password` is the one that `hash` was made from; without a hash it takes as long and is false.
///
/// # Errors
/// The work cannot be done.
pub async fn verify_password(app: &Shared, password: String, hash: Option<String>) -> Result<bool> {
    app.hashing
        .run(move || {
            let Some(hash) = hash else {
                // An unknown account takes as long to refuse as a wrong password.
                return Argon2::default().hash_password(password.as_bytes()).is_err();
            };
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
}

/// How many hashes wait for their turn at most: those behind them would only be told after their patience has ended.
const HASHES_WAITING: usize = 64;

/// The places for hashing passwords, which takes a core for a tenth of a second each time.
pub struct Hashing {
    /// Those that are worked on: one core is left for everything else.
    at_once: Semaphore,
    /// Those and the ones that wait.
    places: Semaphore,
}

impl Default for Hashing {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once = cores.saturating_sub(1).max(1);
        Self { at_once: Semaphore::new(at_once), places: Semaphore::new(at_once + HASHES_WAITING) }
    }
}

impl Hashing {
    /// Runs a hash away from the requests, a few at a time: a flood of logins must not slow the shop.
    ///
    /// # Errors
    /// 503 when too many wait already.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _place = self.places.try_acquire().map_err(|_| {
            let message = "Server sedang sibuk. Silakan coba lagi sebentar lagi.";
            Error::new(StatusCode::SERVICE_UNAVAILABLE, Code::TooManyRequests, message)
        })?;
        let _turn = self.at_once.acquire().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }

    /// Holds every turn until what it gives is dropped; for tests of a flood.
    ///
    /// # Errors
    /// There are no places any more.
    pub async fn hold(&self) -> Result<SemaphorePermit<'_>> {
        let all = u32::try_from(self.at_once.available_permits()).map_err(Error::internal)?;
        self.at_once.acquire_many(all).await.map_err(Error::internal)
    }
}
