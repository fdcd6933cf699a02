//! Session tokens, and the member named by a token.

use axum::http::StatusCode;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, errors::ErrorKind};
use ksmart_core::text;
use ksmart_foundation::{
    error::{Code, Error, Result},
    ids::MemberId,
};
use serde::{Deserialize, Serialize};

/// Audience of tokens: the API of this shop. Other tokens signed with the same key are not accepted here.
const AUDIENCE: &str = "ksmart";

/// Audience of tokens for an administrator who sees the shop as a member does.
const VIEW_AUDIENCE: &str = "ksmart-view";

/// Content of a session token.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    email: String,
    iat: i64,
    exp: i64,
    /// Audience; missing, like `sid`, in tokens from before sessions were stored.
    aud: Option<String>,
    sid: Option<String>,
    /// The administrator who sees the shop as the member does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    viewer: Option<String>,
}

/// Identities in a valid token.
#[derive(Debug)]
pub(super) struct TokenIdentity {
    /// Member that the token names.
    pub member: MemberId,
    /// Id of the session; of the view, if `viewer` is set.
    pub session: String,
    /// Administrator who sees the shop as the member does; the session is then a view.
    pub viewer: Option<MemberId>,
}

/// Key that signs session tokens.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Tokens {
    /// Creates the key from `secret`, for signing and checking with HS256.
    pub fn new(secret: &str) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret.as_bytes()),
            decoding: DecodingKey::from_secret(secret.as_bytes()),
        }
    }

    /// Issues a token for a session of a member, valid from `now_ms` until `until_ms`.
    ///
    /// # Errors
    /// The token cannot be signed.
    pub(super) fn issue(&self, member: &Member, session: &str, now_ms: i64, until_ms: i64) -> Result<String> {
        self.sign(member, session, None, (now_ms, until_ms))
    }

    /// Issues a token for a view of the shop as a member sees it, valid from `now_ms` until `until_ms`. It names the
    /// viewing administrator.
    ///
    /// # Errors
    /// The token cannot be signed.
    pub(super) fn issue_view(
        &self,
        member: &Member,
        view: &str,
        viewer: MemberId,
        now_ms: i64,
        until_ms: i64,
    ) -> Result<String> {
        self.sign(member, view, Some(viewer), (now_ms, until_ms))
    }

    fn sign(
        &self,
        member: &Member,
        session: &str,
        viewer: Option<MemberId>,
        (now_ms, until_ms): (i64, i64),
    ) -> Result<String> {
        let audience = if viewer.is_some() { VIEW_AUDIENCE } else { AUDIENCE };
        let claims = Claims {
            sub: member.id.to_string(),
            email: member.email.clone(),
            iat: now_ms / 1000,
            exp: until_ms / 1000,
            aud: Some(audience.to_owned()),
            sid: Some(session.to_owned()),
            viewer: viewer.map(|viewer| viewer.to_string()),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(Error::internal)
    }

    /// Reads and checks a token.
    pub(super) fn read(&self, token: &str, now_ms: i64) -> Result<TokenIdentity> {
        let mut validation = Validation::new(Algorithm::HS256);
        // The clock is the application's, so the expiry is compared here and not in the library.
        validation.validate_exp = false;
        validation.set_audience(&[AUDIENCE, VIEW_AUDIENCE]);
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation)
            .map_err(|error| match error.kind() {
                ErrorKind::ExpiredSignature => session_expired(),
                _ => unauthorized(),
            })?
            .claims;
        let member = MemberId(claims.sub.parse().map_err(|_| unauthorized())?);
        // A token without session is from before sessions were stored: its holder is asked to log in again.
        let (Some(session), Some(audience), true) = (claims.sid, claims.aud, claims.exp >= now_ms / 1000) else {
            return Err(session_expired());
        };
        // Neither kind of token is accepted in place of the other.
        if (audience == VIEW_AUDIENCE) != claims.viewer.is_some() {
            return Err(unauthorized());
        }
        let viewer =
            claims.viewer.map(|viewer| viewer.parse().map(MemberId).map_err(|_| unauthorized())).transpose()?;
        Ok(TokenIdentity { member, session, viewer })
    }
}

pub(super) fn unauthorized() -> Error {
    Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Anda harus login terlebih dahulu!")
}

pub(super) fn session_expired() -> Error {
    let message = "Sesi Anda telah berakhir. Silakan login kembali.";
    Error::new(StatusCode::UNAUTHORIZED, Code::SessionExpired, message)
}

/// Calling member, according to the token.
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
    /// 403 for the id of another member.
    pub fn must_be(&self, id: Option<MemberId>) -> Result<()> {
        if id.is_some_and(|id| id != self.id) { Err(Error::forbidden()) } else { Ok(()) }
    }

    /// Refuses an e-mail address that is not the caller's own.
    ///
    /// # Errors
    /// 403 for the e-mail address of another member.
    pub fn must_have(&self, email: Option<&str>) -> Result<()> {
        if email.is_some_and(|email| text::plain(email).to_lowercase() != self.email) {
            Err(Error::forbidden())
        } else {
            Ok(())
        }
    }
}
