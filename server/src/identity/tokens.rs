//! Session tokens, and the member whom one names.

use axum::http::StatusCode;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, errors::ErrorKind};
use serde::{Deserialize, Serialize};

use crate::foundation::{
    error::{Code, Error, Result},
    ids::MemberId,
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
    /// ended, as it was read together with what let the member in: sessions that were ended before it are over.
    ///
    /// # Errors
    /// The token cannot be signed.
    pub fn issue(&self, member: &Member, since_ms: i64, now_ms: i64) -> Result<String> {
        let (sub, email, iat) = (member.id.to_string(), member.email.clone(), now_ms / 1000);
        let claims = Claims { sub, email, iat, exp: iat + SESSION_SECONDS, since: Some(since_ms) };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(Error::internal)
    }

    /// Whose token it is, and what it says of earlier sessions.
    pub(super) fn read(&self, token: &str, now_ms: i64) -> Result<(Member, i64)> {
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

pub(super) fn unauthorized() -> Error {
    Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Anda harus login terlebih dahulu!")
}

pub(super) fn session_expired() -> Error {
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
