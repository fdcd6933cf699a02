//! Proof that an e-mail address is a member's: by a one-time link sent there.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    config::PublicUrl,
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    format,
    ids::MemberId,
    time::{Clock, DAY_MS, Random},
};
use ksmart_identity::{
    outbox::{self, Kind, Recipient},
    tokens::Member,
};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

/// Time for which a link is valid, in milliseconds.
const VERIFICATION_MS: i64 = DAY_MS;

/// Time after a request for a link in which no other link is sent, in milliseconds.
const PAUSE_MS: i64 = 60 * 1000;

/// Length of a token, from an alphabet of 30 letters and digits: 196 bits.
const TOKEN_LENGTH: usize = 40;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(send_again))
}

/// Sender of links that verify an e-mail address.
#[derive(Clone)]
pub struct AddressLinks {
    /// Source of randomness for their tokens.
    pub random: Random,
    /// Public address of the shop, to which the links lead.
    pub public_url: PublicUrl,
    /// Whether the shop sends e-mails: without them, every address counts as proven.
    pub sends_mail: bool,
}

impl AddressLinks {
    /// Marks the e-mail address of a member as unproven and sends a link that proves it; the previous link becomes
    /// void. Does nothing in a shop that sends no e-mail.
    pub async fn send_link(&self, conn: &mut Conn, member: MemberId, email: &str, now_ms: i64) -> sqlx::Result<()> {
        if !self.sends_mail {
            return Ok(());
        }
        mark_unproven(conn, member, now_ms).await?;
        let payload = self.make(conn, member, email, None, now_ms).await?;
        outbox::notify(conn, now_ms, Recipient::Member(member), Kind::EmailVerification, payload).await
    }

    /// Stores a new link for an e-mail address; the previous link becomes void. Returns the data for the message with
    /// the link.
    ///
    /// With a `session`, opening the link makes the address the account's; without one, it proves the current address.
    pub(super) async fn make(
        &self,
        conn: &mut Conn,
        member: MemberId,
        email: &str,
        session: Option<&str>,
        now_ms: i64,
    ) -> sqlx::Result<Value> {
        let token = self.random.token(TOKEN_LENGTH);
        let expires_ms = now_ms + VERIFICATION_MS;
        let sql = "INSERT INTO email_links (member_id, token_hash, email, expires_ms, session_id, since_ms)
                   VALUES ($1, $2, $3, $4, $5, (SELECT sessions_from_ms FROM members WHERE id = $1))
                   ON CONFLICT (member_id) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email,
                     expires_ms = excluded.expires_ms, session_id = excluded.session_id, since_ms = excluded.since_ms";
        let query = query(sql).bind(member).bind(digest(&token)).bind(email).bind(expires_ms).bind(session);
        query.execute(conn).await?;
        let link = format!("{}/reset-password/email#token={token}", self.public_url);
        Ok(json!({"link": link, "expires_ms": expires_ms}))
    }
}

/// Hashes a token for storage.
pub(super) fn digest(token: &str) -> String {
    format::hex(&Sha256::digest(token.trim().as_bytes()))
}

/// Records that a member has to prove the address.
pub async fn mark_unproven(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE members SET email_unverified_ms = COALESCE(email_unverified_ms, $2) WHERE id = $1";
    query(sql).bind(member).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Records that the address of a member is proven.
pub async fn mark_verified(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("UPDATE members SET email_unverified_ms = NULL WHERE id = $1").bind(member).execute(&mut *conn).await?;
    query("DELETE FROM email_links WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Whether the address of a member is proven.
pub async fn is_verified(conn: &mut Conn, member: MemberId) -> sqlx::Result<bool> {
    let sql = "SELECT email_unverified_ms FROM members WHERE id = $1";
    let since_ms: Option<i64> = query_scalar(sql).bind(member).fetch_one(conn).await?;
    Ok(since_ms.is_none())
}

/// Deletes the links that have expired.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM email_links WHERE expires_ms <= $1").bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Response about the state of an e-mail address.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AddressAnswer {
    pub(super) message: &'static str,
}

/// Sends the caller another link that proves their address; the previous link becomes void. 409 if the address is
/// proven, 429 if a link was sent a short time ago.
#[utoipa::path(post, path = "/api/me/email-verification", operation_id = "sendEmailVerification",
    responses((status = 202, description = "Accepted; the result is sent by e-mail", body = AddressAnswer), (status = 409), (status = 429)))]
async fn send_again(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(links): State<AddressLinks>,
    member: Member,
) -> Result<(StatusCode, Json<AddressAnswer>)> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    if is_verified(&mut tx, member.id).await? {
        return Err(Error::conflict(Code::Repeated, "Email Anda sudah terverifikasi."));
    }
    let sql = "SELECT expires_ms FROM email_links WHERE member_id = $1 AND session_id IS NULL";
    let expires_ms: Option<i64> = query_scalar(sql).bind(member.id).fetch_optional(&mut *tx).await?;
    wait(expires_ms, now_ms)?;
    let sql = "SELECT email FROM members WHERE id = $1";
    let email: String = query_scalar(sql).bind(member.id).fetch_one(&mut *tx).await?;
    links.send_link(&mut tx, member.id, &email, now_ms).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(AddressAnswer { message: "Tautan verifikasi dikirim ke email Anda." })))
}

/// Returns 429 if a link that is valid until `expires_ms` was sent a short time ago.
pub(super) fn wait(expires_ms: Option<i64>, now_ms: i64) -> Result<()> {
    if expires_ms.is_none_or(|expires_ms| expires_ms <= now_ms + VERIFICATION_MS - PAUSE_MS) {
        return Ok(());
    }
    let message = "Tautannya baru saja dikirim. Tunggu satu menit sebelum mengirim ulang.";
    Err(Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message))
}
