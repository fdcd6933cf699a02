//! One-time links that let their holder choose a password: for who has forgotten it, and for new administrators.

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::fields::{FieldError, check_password};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        config::{PublicUrl, RateLimits},
        db::{Conn, Db},
        document::routes,
        error::{Code, Error, Result},
        extract::{Body, ClientAddress},
        format,
        ids::MemberId,
        time::{Clock, DAY_MS, Random, rfc3339},
    },
    identity::{
        hashing::Hashing,
        sessions::{self, Sessions},
    },
    members::accounts::{
        login::{self, Tries},
        passwords,
    },
};

/// How long a link can be used.
const LINK_MS: i64 = DAY_MS;

/// How many letters and digits of 30 a token has: 196 bits.
const TOKEN_LENGTH: usize = 40;

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
    OpenApiRouter::new().routes(routes!(reset))
}

/// A link for choosing a password; it is shown once, and nobody can find it out again.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordLink {
    /// The address, with the token in its fragment, which browsers send to nobody.
    pub url: String,
    /// Until when it can be used, RFC 3339.
    pub expires_at: String,
}

/// Makes links.
#[derive(Clone)]
pub struct PasswordLinks {
    /// What their tokens are made of.
    pub random: Random,
    /// Where they lead.
    pub public_url: PublicUrl,
}

impl PasswordLinks {
    /// Makes a link for a member; the one before it is void.
    ///
    /// # Errors
    /// The database fails.
    pub async fn make(&self, conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<PasswordLink> {
        let token = self.random.token(TOKEN_LENGTH);
        let expires_ms = now_ms + LINK_MS;
        let sql = "INSERT INTO password_links (member_id, token_hash, expires_ms) VALUES ($1, $2, $3)
               ON CONFLICT (member_id) DO UPDATE SET token_hash = excluded.token_hash, expires_ms = excluded.expires_ms";
        query(sql).bind(member).bind(digest(&token)).bind(expires_ms).execute(conn).await?;
        let url = format!("{}/reset-password#token={token}", self.public_url);
        Ok(PasswordLink { url, expires_at: rfc3339(expires_ms) })
    }
}

/// Makes the link of a member void, if there is one.
///
/// # Errors
/// The database fails.
pub async fn revoke(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM password_links WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Forgets the links that are too old.
///
/// # Errors
/// The database fails.
pub async fn drop_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM password_links WHERE expires_ms <= $1").bind(now_ms).execute(conn).await?;
    Ok(())
}

/// What is kept of a token.
fn digest(token: &str) -> String {
    format::hex(&Sha256::digest(token.as_bytes()))
}

/// A new password, by a one-time link.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!(
    {"token": "kD3kq0Vb6yXw2LrT9sPz", "password": "kata-sandi-baru", "confirm": "kata-sandi-baru"}
)))]
struct PasswordReset {
    /// What stands behind `#token=` in the link.
    token: String,
    password: String,
    /// The password again.
    confirm: String,
}

/// What a new password answers.
#[derive(Debug, Serialize, ToSchema)]
struct PasswordChanged {
    message: &'static str,
}

/// Changes a password by a one-time link, and ends every session of its account. 410 for a link that cannot be used
/// (any more), 422 for the password, 429 after too many failures of the address.
#[utoipa::path(post, path = "/api/password-reset", operation_id = "resetPassword", request_body = PasswordReset,
    responses((status = 200, body = PasswordChanged), (status = 410), (status = 429)))]
async fn reset(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(limits): State<RateLimits>,
    State(hashing): State<Hashing>,
    State(sessions): State<Sessions>,
    ClientAddress(address): ClientAddress,
    Body(form): Body<PasswordReset>,
) -> Result<Json<PasswordChanged>> {
    let now_ms = clock.now_ms();
    let tries = Tries::of_address(address);
    tries.take(&db, limits, now_ms).await?;
    let hash = digest(form.token.trim());
    // Before the password, so that a link that is void is not filled in again and again.
    if !is_good(&mut *db.read().await?, &hash, now_ms).await? {
        return Err(void());
    }
    tries.give_back(&db, limits).await?;
    let mut errors: Vec<FieldError> = check_password(&form.password, "confirm", &form.confirm);
    errors.extend(passwords::too_common(&form.password));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let password_hash = hashing.hash(form.password).await?;
    let mut tx = db.write().await?;
    // Of two who use it at once, one finds it.
    let sql = "DELETE FROM password_links WHERE token_hash = $1 AND expires_ms > $2 RETURNING member_id";
    let member: Option<MemberId> = query_scalar(sql).bind(&hash).bind(now_ms).fetch_optional(&mut *tx).await?;
    let member = member.ok_or_else(void)?;
    let from_ms = sessions::end_all(&mut tx, member, now_ms).await?;
    let sql = "UPDATE members SET password_hash = $2 WHERE id = $1 RETURNING email";
    let email: String = query_scalar(sql).bind(member).bind(&password_hash).fetch_one(&mut *tx).await?;
    login::forget_account(&mut tx, &email, address).await?;
    tx.commit().await?;
    sessions.end(member, from_ms);
    Ok(Json(PasswordChanged { message: "Password berhasil diganti. Silakan login dengan password baru." }))
}

async fn is_good(conn: &mut Conn, hash: &str, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "SELECT member_id FROM password_links WHERE token_hash = $1 AND expires_ms > $2";
    let found: Option<MemberId> = query_scalar(sql).bind(hash).bind(now_ms).fetch_optional(conn).await?;
    Ok(found.is_some())
}

fn void() -> Error {
    let message = "Tautan ini sudah dipakai, diganti, atau kedaluwarsa. Mintalah tautan baru kepada pengelola toko.";
    Error::new(StatusCode::GONE, Code::LinkInvalid, message)
}
