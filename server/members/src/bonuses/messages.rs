//! Notifying members of the bonuses of a period, a few at a time, once all of them are stored.

use ksmart_foundation::{db::Db, ids::MemberId};
use ksmart_identity::outbox::{self, Kind, Message, Recipient, batches};
use serde_json::json;
use sqlx::query_as;

/// Notifies the members of calculated periods of their bonuses, each once.
pub async fn notify_calculated(db: &Db, now_ms: i64) -> sqlx::Result<()> {
    while notify_some(db, now_ms).await? {}
    Ok(())
}

async fn notify_some(db: &Db, now_ms: i64) -> sqlx::Result<bool> {
    let mut conn = db.read().await?;
    let Some(of_period) = batches::first(&mut conn, Kind::BonusCalculated).await? else { return Ok(false) };
    let sql = "SELECT b.id, b.member_id, b.bonus_rp, p.name FROM bonuses b JOIN bv_periods p ON p.id = b.period_id
               WHERE b.period_id = $1 AND b.id > $2 ORDER BY b.id LIMIT $3";
    let bonuses = query_as(sql).bind(of_period.subject_id).bind(of_period.told_through).bind(batches::AT_ONCE);
    let bonuses: Vec<(i64, MemberId, i64, String)> = bonuses.fetch_all(&mut *conn).await?;
    drop(conn);
    let message = |(id, member, amount_rp, period)| {
        let payload = json!({"period": period, "amount_rp": amount_rp});
        let dedup_key = outbox::dedup_key(Kind::BonusCalculated, id);
        (id, Message { dedup_key, recipient: Recipient::Member(member), payload })
    };
    batches::notify(db, now_ms, Kind::BonusCalculated, &of_period, bonuses.into_iter().map(message).collect()).await
}
