//! One-time links for choosing a password: for members who have forgotten it, and for new administrators.
//!
//! Ending the sessions of an account also voids its link, so that no one who is locked out can return by it.
//!
//! A link is sent to the account's own address and nowhere else. Only a shop that sends no e-mail shows it, once, to
//! the administrator who requested it and hands it over.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    fields::{FieldError, check_password},
    text,
};
use ksmart_foundation::{
    config::{PublicUrl, RateLimits},
    db::{Conn, Db, Flag, Text},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, ClientAddress},
    form::refuse,
    format,
    ids::MemberId,
    time::{Clock, DAY_MS, Random, rfc3339},
};
use ksmart_identity::{
    factors,
    hashing::Hashing,
    outbox::{self, Kind, Recipient},
    roles::Role,
    sessions::{self, Sessions},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{query, query_as, query_scalar};
use tracing::Instrument;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{
        passwords,
        tries::{self, Tries},
        verification,
    },
};

/// Time for which a link made by the office is valid, in milliseconds.
const LINK_MS: i64 = DAY_MS;

/// Time for which a link requested after a forgotten password is valid, in milliseconds.
const FORGOTTEN_MS: i64 = 60 * 60 * 1000;

/// Shortest time between two requested links of a member, in milliseconds.
const PAUSE_MS: i64 = 5 * 60 * 1000;

/// Length of a token, each character one of 30 letters and digits: 196 bits.
const TOKEN_LENGTH: usize = 40;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(reset)).routes(routes!(forgotten))
}

/// Link for choosing a password; it cannot be retrieved again.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordLink {
    /// URL with the token in its fragment, which browsers do not send to servers; null in a shop that sends e-mail,
    /// where the member gets the link by e-mail.
    pub url: Option<String>,
    /// Expiry of the link, RFC 3339.
    pub expires_at: String,
}

/// Maker of one-time links for choosing a password.
#[derive(Clone)]
pub struct PasswordLinks {
    /// Source of randomness for their tokens.
    pub random: Random,
    /// Public address of the shop, to which the links lead.
    pub public_url: PublicUrl,
    /// Whether the shop sends e-mails.
    pub sends_mail: bool,
}

/// Purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkFor {
    /// Reset of a forgotten password, requested from the office.
    Reset,
    /// Reset of a forgotten password, requested in the shop.
    Forgotten,
    /// Invitation to become an administrator.
    Invitation(Role),
    /// Account that the office created for a member.
    Welcome,
}

impl PasswordLinks {
    /// Makes a link for a member and notifies them; the previous link becomes void.
    pub async fn make(
        &self,
        conn: &mut Conn,
        member: MemberId,
        reason: LinkFor,
        now_ms: i64,
    ) -> sqlx::Result<PasswordLink> {
        let token = self.random.token(TOKEN_LENGTH);
        let expires_ms = now_ms + if reason == LinkFor::Forgotten { FORGOTTEN_MS } else { LINK_MS };
        // A link that only the member can see proves that the e-mail address is theirs.
        let proves = self.sends_mail || reason == LinkFor::Forgotten;
        let sql = "INSERT INTO password_links (member_id, token_hash, expires_ms, proves_address, since_ms)
               VALUES ($1, $2, $3, $4, (SELECT sessions_from_ms FROM members WHERE id = $1))
               ON CONFLICT (member_id) DO UPDATE SET token_hash = excluded.token_hash, expires_ms = excluded.expires_ms,
                 proves_address = excluded.proves_address, since_ms = excluded.since_ms";
        let query = query(sql).bind(member).bind(digest(&token)).bind(expires_ms).bind(Flag(proves));
        query.execute(&mut *conn).await?;
        let url = format!("{}/reset-password#token={token}", self.public_url);
        let (kind, payload) = match reason {
            LinkFor::Invitation(role) => {
                let payload = json!({"link": url, "expires_ms": expires_ms, "role": role.in_words()});
                (Kind::AdminInvitation, payload)
            }
            LinkFor::Welcome => (Kind::AccountCreated, json!({"link": url, "expires_ms": expires_ms})),
            LinkFor::Reset | LinkFor::Forgotten => {
                (Kind::PasswordReset, json!({"link": url, "expires_ms": expires_ms}))
            }
        };
        outbox::notify(conn, now_ms, Recipient::Member(member), kind, payload).await?;
        Ok(PasswordLink { url: (!self.sends_mail).then_some(url), expires_at: rfc3339(expires_ms) })
    }

    /// Sends a link for a forgotten password to the account with an e-mail address, if it exists, may log in and got no
    /// link recently.
    async fn send(&self, db: &Db, email: &str, now_ms: i64) -> Result<()> {
        let mut tx = db.write().await?;
        // A new request must not replace a link that the office handed over in person: a stranger could make that
        // request.
        let sql = "SELECT id FROM members WHERE email = $1 AND suspended_ms IS NULL AND NOT EXISTS (
                     SELECT l.member_id FROM password_links l
                     WHERE l.member_id = members.id AND l.since_ms >= members.sessions_from_ms
                       AND (l.expires_ms > $2 AND l.expires_ms <= $3 OR l.proves_address = 0 AND l.expires_ms > $4))";
        let pause = (now_ms + FORGOTTEN_MS - PAUSE_MS, now_ms + FORGOTTEN_MS);
        let query = query_scalar(sql).bind(email).bind(pause.0).bind(pause.1).bind(now_ms);
        let member: Option<MemberId> = query.fetch_optional(&mut *tx).await?;
        if let Some(member) = member {
            self.make(&mut tx, member, LinkFor::Forgotten, now_ms).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Deletes the links that have expired.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM password_links WHERE expires_ms <= $1").bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Hashes a token for storage.
fn digest(token: &str) -> String {
    format::hex(&Sha256::digest(token.as_bytes()))
}

/// New password, set by a one-time link.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!(
    {"token": "kD3kq0Vb6yXw2LrT9sPz", "password": "kata-sandi-baru", "confirm": "kata-sandi-baru"}
)))]
struct PasswordReset {
    /// Text after `#token=` in the link.
    token: String,
    password: String,
    /// Repeated password.
    confirm: String,
}

/// Response to a new password.
#[derive(Debug, Serialize, ToSchema)]
struct PasswordChanged {
    message: &'static str,
}

/// Changes a password by a one-time link, and ends every session of its account. 410 for a link that is invalid or no
/// longer valid, 422 for the password, 429 after too many failures from the IP address.
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
    // Checked before the password, so that the form is not filled in repeatedly for a void link.
    let mut conn = db.read().await?;
    let (email, name) = recipient(&mut conn, &hash, now_ms).await?.ok_or_else(void)?;
    let mut errors: Vec<FieldError> = check_password(&form.password, "confirm", &form.confirm);
    errors.extend(passwords::too_common(&mut conn, &form.password, &email, &name).await?);
    drop(conn);
    tries.undo_attempt(&db, limits).await?;
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let password_hash = hashing.hash(form.password).await?;
    let mut tx = db.write().await?;
    // If two requests use the link at once, only one finds it.
    let sql = "DELETE FROM password_links WHERE token_hash = $1 AND expires_ms > $2
           AND since_ms >= (SELECT m.sessions_from_ms FROM members m WHERE m.id = password_links.member_id)
         RETURNING member_id, proves_address";
    let used: Option<(MemberId, Flag)> = query_as(sql).bind(&hash).bind(now_ms).fetch_optional(&mut *tx).await?;
    let (member, proves_address) = used.ok_or_else(void)?;
    if proves_address.0 {
        verification::mark_verified(&mut tx, member).await?;
    }
    let from_ms = sessions::end_all(&mut tx, member, now_ms).await?;
    let sql = "UPDATE members SET password_hash = $2 WHERE id = $1 RETURNING email, role";
    let query = query_as(sql).bind(member).bind(&password_hash);
    let (email, Text(role)): (String, Text<Role>) = query.fetch_one(&mut *tx).await?;
    if role != Role::Member {
        factors::mark_reset(&mut tx, member, now_ms).await?;
    }
    let payload = json!({"at_ms": now_ms});
    outbox::notify(&mut tx, now_ms, Recipient::Member(member), Kind::PasswordChanged, payload).await?;
    tries::delete_account_failures(&mut tx, &email, address).await?;
    tx.commit().await?;
    sessions.end(member, from_ms);
    Ok(Json(PasswordChanged { message: "Password berhasil diganti. Silakan login dengan password baru." }))
}

/// Request for a link after a forgotten password.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"email": "budi@ksmart.test"})))]
struct ForgottenPassword {
    /// E-mail address of the account.
    #[schema(max_length = 254)]
    email: String,
}

/// Response to a request for a link after a forgotten password.
#[derive(Debug, Serialize, ToSchema)]
struct LinkSent {
    message: &'static str,
}

/// Sends a one-time link, valid for an hour, to an e-mail address that has an account. For other e-mail addresses, the
/// response and its duration are the same. 429 after too many requests from the caller's IP address.
#[utoipa::path(post, path = "/api/password-forgotten", operation_id = "requestPasswordReset", request_body = ForgottenPassword,
    responses((status = 202, description = "Accepted; the result is sent by e-mail", body = LinkSent), (status = 429)))]
async fn forgotten(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(limits): State<RateLimits>,
    State(links): State<PasswordLinks>,
    ClientAddress(address): ClientAddress,
    Body(form): Body<ForgottenPassword>,
) -> Result<(StatusCode, Json<LinkSent>)> {
    let email = text::plain(&form.email).to_lowercase();
    if !email.contains('@') {
        return Err(refuse("email", "email", "Format email tidak benar."));
    }
    let now_ms = clock.now_ms();
    let tries = Tries::of_link_requests(address);
    tries.take(&db, limits, now_ms).await?;
    // Not awaited: the duration would reveal whether there is an account.
    tokio::spawn(async move { links.send(&db, &email, now_ms).await }.in_current_span());
    let message = "Bila email ini terdaftar, tautan untuk memilih password baru segera dikirim ke sana. \
                   Tautan berlaku satu jam.";
    Ok((StatusCode::ACCEPTED, Json(LinkSent { message })))
}

/// Returns the e-mail address and the name of the member of a usable link; `None` if there is none.
async fn recipient(conn: &mut Conn, hash: &str, now_ms: i64) -> sqlx::Result<Option<(String, String)>> {
    let sql = "SELECT m.email, m.name FROM password_links l JOIN members m ON m.id = l.member_id
               WHERE l.token_hash = $1 AND l.expires_ms > $2 AND l.since_ms >= m.sessions_from_ms";
    query_as(sql).bind(hash).bind(now_ms).fetch_optional(conn).await
}

fn void() -> Error {
    let message = "Tautan ini sudah dipakai, diganti, atau kedaluwarsa. Mintalah tautan baru kepada pengelola toko.";
    Error::new(StatusCode::GONE, Code::LinkInvalid, message)
}
