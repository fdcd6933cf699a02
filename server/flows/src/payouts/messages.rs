//! Notifying members that their bonuses were paid, a few at a time.

use ksmart_foundation::{db::Db, ids::MemberId};
use ksmart_identity::outbox::{self, Kind, Message, Recipient, batches};
use serde_json::json;
use sqlx::{AssertSqlSafe, query_as};

use crate::payouts::payout::FIRST;

/// Notifies the members of paid payouts, each once.
pub async fn notify_paid(db: &Db, now_ms: i64) -> sqlx::Result<()> {
    while notify_some(db, now_ms).await? {}
    Ok(())
}

async fn notify_some(db: &Db, now_ms: i64) -> sqlx::Result<bool> {
    let mut conn = db.read().await?;
    let Some(of_batch) = batches::first(&mut conn, Kind::BonusPaid).await? else { return Ok(false) };
    let sql = format!(
        "SELECT i.id, i.member_id, (SELECT CAST(SUM(x.net_rp) AS BIGINT) FROM payout_items x
                                    WHERE x.batch_id = i.batch_id AND x.member_id = i.member_id)
         FROM payout_items i WHERE i.batch_id = $1 AND i.id > $2 AND i.cancelled_ms IS NULL AND {FIRST}
         ORDER BY i.id LIMIT $3"
    );
    let items =
        query_as(AssertSqlSafe(sql)).bind(of_batch.subject_id).bind(of_batch.told_through).bind(batches::AT_ONCE);
    let items: Vec<(i64, MemberId, i64)> = items.fetch_all(&mut *conn).await?;
    drop(conn);
    let message = |(id, member, amount_rp)| {
        let payload = json!({"payout": of_batch.subject_id.to_string(), "amount_rp": amount_rp});
        let dedup_key = outbox::dedup_key(Kind::BonusPaid, id);
        (id, Message { dedup_key, recipient: Recipient::Member(member), payload })
    };
    batches::notify(db, now_ms, Kind::BonusPaid, &of_batch, items.into_iter().map(message).collect()).await
}
