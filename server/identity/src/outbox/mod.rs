//! Outbox: all messages to people, each written in the transaction that causes it.
//!
//! A message is stored as its kind and its payload. Its recipients, channels and wording are determined when it is sent:
//! see `ops::outbox`. A changed address or text therefore also applies to pending messages.

mod admin;
pub mod batches;
pub mod choices;
pub mod deliveries;
pub mod kinds;
pub mod texts;
pub mod webhooks;

use serde_json::Value;
use sqlx::{AssertSqlSafe, query};
use utoipa_axum::router::OpenApiRouter;

pub use self::kinds::{Carriers, Channel, Kind};
use ksmart_foundation::{
    db::{Conn, Text, TextEnum, value_rows},
    ids::MemberId,
};

use crate::IdentityState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new()
        .merge(admin::router())
        .merge(choices::router())
        .merge(texts::router())
        .merge(webhooks::router())
}

/// Recipient of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// Member, at the contact data that are valid when the message is sent.
    Member(MemberId),
    /// Member, only at this e-mail address, which is not (or no longer) the account's.
    MemberAt(MemberId, String),
    /// Administrators with the rights in [`Kind::concerns`].
    Admins,
}

/// Message that is sent at most once for each `dedup_key`.
#[derive(Debug)]
pub struct Message {
    /// Key that is unique in the whole shop, such as `order_paid:KS-1`.
    pub dedup_key: String,
    /// Recipient of the message.
    pub recipient: Recipient,
    /// Values for its text; see [`Kind`].
    pub payload: Value,
}

/// Returns the `dedup_key` for at most one message of a kind about a subject.
pub fn dedup_key(kind: Kind, of: impl std::fmt::Display) -> String {
    format!("{}:{of}", kind.text())
}

/// Deletes a member's messages about a deleted item, by the number in the payload.
pub async fn delete_about(conn: &mut Conn, member: MemberId, number: &str) -> sqlx::Result<()> {
    let sql = "DELETE FROM outbox_messages WHERE member_id = $1 AND payload LIKE $2";
    query(sql).bind(member).bind(format!("%\"{number}\"%")).execute(conn).await?;
    Ok(())
}

/// Maximum number of messages written at once.
const WRITTEN_AT_ONCE: usize = 200;

/// Writes a message to someone, in the transaction that causes it. `payload` is an object with the fields listed at
/// [`Kind`]; if it contains `expires_ms`, the message is not sent after that time.
pub async fn notify(conn: &mut Conn, now_ms: i64, to: Recipient, kind: Kind, payload: Value) -> sqlx::Result<()> {
    write(conn, now_ms, kind, &[(None, to, payload)]).await
}

/// Writes a member's only message of a kind about a subject, unless it was written before.
pub async fn notify_member_once(
    conn: &mut Conn,
    now_ms: i64,
    kind: Kind,
    member: MemberId,
    about: &str,
    payload: Value,
) -> sqlx::Result<()> {
    let dedup_key = dedup_key(kind, about);
    write(conn, now_ms, kind, &[(Some(dedup_key), Recipient::Member(member), payload)]).await
}

/// Writes messages of one kind, except those whose `dedup_key` was used before.
pub async fn notify_once(conn: &mut Conn, now_ms: i64, kind: Kind, messages: Vec<Message>) -> sqlx::Result<()> {
    let messages: Vec<_> =
        messages.into_iter().map(|message| (Some(message.dedup_key), message.recipient, message.payload)).collect();
    for some in messages.chunks(WRITTEN_AT_ONCE) {
        write(conn, now_ms, kind, some).await?;
    }
    Ok(())
}

async fn write(
    conn: &mut Conn,
    now_ms: i64,
    kind: Kind,
    messages: &[(Option<String>, Recipient, Value)],
) -> sqlx::Result<()> {
    let sql = format!(
        "INSERT INTO outbox_messages (kind, dedup_key, member_id, address, payload, created_ms, expires_ms)
         VALUES {} ON CONFLICT (dedup_key) DO NOTHING",
        value_rows(messages.len(), 7)
    );
    let mut query = query(AssertSqlSafe(sql));
    for (dedup_key, recipient, payload) in messages {
        for placeholder in kind.placeholders() {
            debug_assert!(payload.get(placeholder.field).is_some(), "{kind:?} lacks its {}", placeholder.field);
        }
        let (member, address) = match recipient {
            Recipient::Member(id) => (Some(*id), None),
            Recipient::MemberAt(id, address) => (Some(*id), Some(address.as_str())),
            Recipient::Admins => (None, None),
        };
        query = query
            .bind(Text(kind))
            .bind(dedup_key.as_deref())
            .bind(member)
            .bind(address)
            .bind(payload.to_string())
            .bind(now_ms)
            .bind(payload["expires_ms"].as_i64());
    }
    query.execute(conn).await?;
    Ok(())
}
