//! Telling members that their bonuses were paid, a few at a time.

use serde_json::json;
use sqlx::{query, query_as};

use crate::{
    flows::payouts::payout::PayoutId,
    foundation::{
        db::{Conn, Db},
        ids::MemberId,
    },
    identity::outbox::{self, Kind, Recipient, Told},
};

/// How many members one transaction tells.
const AT_ONCE: i64 = 200;

/// Has the members of a batch told that it is paid, from the transaction that says so.
///
/// # Errors
/// The database fails.
pub(super) async fn begin(conn: &mut Conn, batch: PayoutId) -> sqlx::Result<()> {
    query("INSERT INTO payout_news (batch_id, told_through) VALUES ($1, 0)").bind(batch).execute(conn).await?;
    Ok(())
}

/// Tells the members of paid batches, each once.
///
/// # Errors
/// The database fails.
pub async fn tell_paid(db: &Db, now_ms: i64) -> sqlx::Result<()> {
    while tell_some(db, now_ms).await? {}
    Ok(())
}

async fn tell_some(db: &Db, now_ms: i64) -> sqlx::Result<bool> {
    let mut tx = db.write().await?;
    let sql = "SELECT batch_id, told_through FROM payout_news ORDER BY batch_id LIMIT 1";
    let news: Option<(PayoutId, i64)> = query_as(sql).fetch_optional(&mut *tx).await?;
    let Some((batch, through)) = news else { return Ok(false) };
    let sql = "SELECT id, member_id, net_rp FROM payout_items WHERE batch_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    let items: Vec<(i64, MemberId, i64)> =
        query_as(sql).bind(batch).bind(through).bind(AT_ONCE).fetch_all(&mut *tx).await?;
    if let Some((last, ..)) = items.last() {
        let sql = "UPDATE payout_news SET told_through = $3 WHERE batch_id = $1 AND told_through = $2";
        if query(sql).bind(batch).bind(through).bind(last).execute(&mut *tx).await?.rows_affected() == 0 {
            // Another server goes on with it.
            return Ok(false);
        }
    } else {
        query("DELETE FROM payout_news WHERE batch_id = $1").bind(batch).execute(&mut *tx).await?;
    }
    let told = items.into_iter().map(|(id, member, amount_rp)| Told {
        cause: format!("bonus_paid:{id}"),
        recipient: Recipient::Member(member),
        facts: json!({"payout": batch.0.to_string(), "amount_rp": amount_rp}),
    });
    outbox::tell_once(&mut tx, now_ms, Kind::BonusPaid, told.collect()).await?;
    tx.commit().await?;
    Ok(true)
}
