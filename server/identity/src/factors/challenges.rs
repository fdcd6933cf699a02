//! Procedures of several requests that end with a proof by a second factor: login, confirmation, or addition of a
//! passkey.

use ksmart_foundation::{
    db::{Conn, Text},
    format,
    ids::MemberId,
    text_enum,
    time::Random,
};
use sha2::{Digest, Sha256};
use sqlx::{FromRow, query, query_as};

/// Time within which a procedure must be completed, in milliseconds.
const CHALLENGE_MS: i64 = 5 * 60 * 1000;

/// Length of a procedure's token, each character one of 30 letters or digits: 196 bits.
const TOKEN_LENGTH: usize = 40;

/// Kind of procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A login with a correct password.
    Login,
    /// A fresh proof of identity.
    Confirmation,
    /// The addition of a passkey.
    Enrolment,
}

text_enum!(Purpose { Login => "login", Confirmation => "confirmation", Enrolment => "enrolment" });

/// Procedure that was begun.
#[derive(Debug, FromRow)]
pub struct Challenge {
    /// Member who began it.
    pub member_id: MemberId,
    /// State of the passkey request, as JSON; empty before the request.
    pub state: String,
    /// The member's `sessions_from_ms` when a login began, UTC milliseconds; 0 for other procedures.
    pub since_ms: i64,
}

/// Hashes a token for storage.
pub fn digest(token: &str) -> String {
    format::hex(&Sha256::digest(token.trim().as_bytes()))
}

/// Begins a login, confirmation or enrolment that takes several requests; returns the token to continue it.
pub async fn begin(
    conn: &mut Conn,
    random: &Random,
    purpose: Purpose,
    challenge: &Challenge,
    now_ms: i64,
) -> sqlx::Result<String> {
    let token = random.token(TOKEN_LENGTH);
    let sql = "INSERT INTO factor_challenges (token_hash, member_id, purpose, state, since_ms, expires_ms)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(digest(&token))
        .bind(challenge.member_id)
        .bind(Text(purpose))
        .bind(&challenge.state)
        .bind(challenge.since_ms)
        .bind(now_ms + CHALLENGE_MS)
        .execute(conn)
        .await?;
    Ok(token)
}

/// Finds the procedure begun with a token, before it expires.
pub async fn find(conn: &mut Conn, purpose: Purpose, token: &str, now_ms: i64) -> sqlx::Result<Option<Challenge>> {
    let sql = "SELECT member_id, state, since_ms FROM factor_challenges
               WHERE token_hash = $1 AND purpose = $2 AND expires_ms > $3";
    query_as(sql).bind(digest(token)).bind(Text(purpose)).bind(now_ms).fetch_optional(conn).await
}

/// Stores the state of a passkey request.
pub async fn store_request(conn: &mut Conn, token: &str, state: &str) -> sqlx::Result<()> {
    let sql = "UPDATE factor_challenges SET state = $2 WHERE token_hash = $1";
    query(sql).bind(digest(token)).bind(state).execute(conn).await?;
    Ok(())
}

/// Ends a procedure; returns false if another request ended it first.
pub async fn end(conn: &mut Conn, token: &str) -> sqlx::Result<bool> {
    let sql = "DELETE FROM factor_challenges WHERE token_hash = $1";
    Ok(query(sql).bind(digest(token)).execute(conn).await?.rows_affected() == 1)
}

/// Deletes expired procedures.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM factor_challenges WHERE expires_ms <= $1").bind(now_ms).execute(conn).await?;
    Ok(())
}
