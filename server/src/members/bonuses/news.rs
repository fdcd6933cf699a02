//! Telling members of the bonuses of a period, a few at a time, once all of them are there.

use serde_json::json;
use sqlx::{query, query_as};

use crate::{
    foundation::{
        db::{Conn, Db},
        ids::{MemberId, PeriodId},
    },
    identity::outbox::{self, Kind, Recipient, Told},
    members::bonuses::bonus::BonusId,
};

/// How many members one transaction tells.
const AT_ONCE: i64 = 200;

/// Has the members of a period told of their bonuses, from the transaction in which these can be seen.
///
/// # Errors
/// The database fails.
pub(super) async fn begin(conn: &mut Conn, period: PeriodId) -> sqlx::Result<()> {
    query("INSERT INTO bonus_news (period_id, told_through) VALUES ($1, 0)").bind(period).execute(conn).await?;
    Ok(())
}

/// Tells the members of calculated periods of their bonuses, each once.
///
/// # Errors
/// The database fails.
pub async fn tell_calculated(db: &Db, now_ms: i64) -> sqlx::Result<()> {
    while tell_some(db, now_ms).await? {}
    Ok(())
}

async fn tell_some(db: &Db, now_ms: i64) -> sqlx::Result<bool> {
    let mut tx = db.write().await?;
    let sql = "SELECT n.period_id, n.told_through, p.name FROM bonus_news n JOIN bv_periods p ON p.id = n.period_id
               ORDER BY n.period_id LIMIT 1";
    let news: Option<(PeriodId, BonusId, String)> = query_as(sql).fetch_optional(&mut *tx).await?;
    let Some((period, through, name)) = news else { return Ok(false) };
    let sql = "SELECT id, member_id, bonus_rp FROM bonuses WHERE period_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    let bonuses: Vec<(BonusId, MemberId, i64)> =
        query_as(sql).bind(period).bind(through).bind(AT_ONCE).fetch_all(&mut *tx).await?;
    if let Some((last, ..)) = bonuses.last() {
        let sql = "UPDATE bonus_news SET told_through = $3 WHERE period_id = $1 AND told_through = $2";
        if query(sql).bind(period).bind(through).bind(*last).execute(&mut *tx).await?.rows_affected() == 0 {
            // Another server goes on with it.
            return Ok(false);
        }
    } else {
        query("DELETE FROM bonus_news WHERE period_id = $1").bind(period).execute(&mut *tx).await?;
    }
    let told = bonuses.into_iter().map(|(id, member, amount_rp)| Told {
        cause: format!("bonus_calculated:{id}"),
        recipient: Recipient::Member(member),
        facts: json!({"period": name, "amount_rp": amount_rp}),
    });
    outbox::tell_once(&mut tx, now_ms, Kind::BonusCalculated, told.collect()).await?;
    tx.commit().await?;
    Ok(true)
}
