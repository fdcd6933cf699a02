//! Notification of members about published versions, a few members at a time.

use serde_json::json;
use sqlx::query_scalar;

use super::versions::{Document, version};
use ksmart_foundation::{db::Db, format, ids::MemberId};
use ksmart_identity::outbox::{self, Message, Recipient, batches};

/// Notifies members of the published versions, each member once per version.
pub async fn notify_published(db: &Db, now_ms: i64) -> sqlx::Result<()> {
    for document in Document::ALL {
        while notify_some(db, document, now_ms).await? {}
    }
    Ok(())
}

async fn notify_some(db: &Db, document: Document, now_ms: i64) -> sqlx::Result<bool> {
    let (mut conn, kind) = (db.read().await?, document.news());
    let Some(of_version) = batches::first(&mut conn, kind).await? else { return Ok(false) };
    let number = of_version.subject_id;
    let row = version(&mut conn, document, number).await?;
    // Administrators act for the shop and are not notified.
    let sql = "SELECT id FROM members WHERE id > $1 AND role = 'member' AND erased_ms IS NULL ORDER BY id LIMIT $2";
    let members: Vec<MemberId> =
        query_scalar(sql).bind(of_version.told_through).bind(batches::AT_ONCE).fetch_all(&mut *conn).await?;
    drop(conn);
    let payload = json!({"version": number, "effective_on": format::date(row.effective_ms), "changes": row.changes});
    let message = |member: MemberId| {
        let dedup_key = outbox::dedup_key(kind, format_args!("{number}:{}", member.0));
        (member.0, Message { dedup_key, recipient: Recipient::Member(member), payload: payload.clone() })
    };
    batches::notify(db, now_ms, kind, &of_version, members.into_iter().map(message).collect()).await
}
