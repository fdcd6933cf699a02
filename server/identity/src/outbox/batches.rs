//! Announcements to many members, written a few at a time: the jobs continue where the last transaction ended.

use ksmart_foundation::db::{Conn, Db, Text};
use sqlx::{FromRow, query, query_as};

use crate::outbox::{Kind, Message, notify_once};

/// Maximum number of members notified per transaction.
pub const AT_ONCE: i64 = 200;

/// Announcement in progress.
#[derive(Debug, FromRow)]
pub struct News {
    /// Key of the announcement's subject: a period, a payout, or a version of a document.
    pub subject_id: i64,
    /// Key of the last row whose member was notified; 0 before the first.
    pub told_through: i64,
}

/// Begins an announcement about a subject, in the transaction that makes the subject visible.
pub async fn begin(conn: &mut Conn, kind: Kind, subject_id: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_news (kind, subject_id, told_through) VALUES ($1, $2, 0)";
    query(sql).bind(Text(kind)).bind(subject_id).execute(conn).await?;
    Ok(())
}

/// Returns the first announcement of a kind that has not yet reached all members.
pub async fn first(conn: &mut Conn, kind: Kind) -> sqlx::Result<Option<News>> {
    let sql = "SELECT subject_id, told_through FROM outbox_news WHERE kind = $1 ORDER BY subject_id LIMIT 1";
    query_as(sql).bind(Text(kind)).fetch_optional(conn).await
}

/// Writes the next batch of an announcement, in the order of the rows' keys; an empty batch ends the announcement.
/// Returns false if another server has written this batch already.
pub async fn notify(db: &Db, now_ms: i64, kind: Kind, news: &News, rows: Vec<(i64, Message)>) -> sqlx::Result<bool> {
    let mut tx = db.write().await?;
    let sql = if rows.is_empty() {
        "DELETE FROM outbox_news WHERE kind = $1 AND subject_id = $2 AND told_through = $3"
    } else {
        "UPDATE outbox_news SET told_through = $4 WHERE kind = $1 AND subject_id = $2 AND told_through = $3"
    };
    let mut mark = query(sql).bind(Text(kind)).bind(news.subject_id).bind(news.told_through);
    if let Some((last, _)) = rows.last() {
        mark = mark.bind(*last);
    }
    if mark.execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(false);
    }
    notify_once(&mut tx, now_ms, kind, rows.into_iter().map(|(_, message)| message).collect()).await?;
    tx.commit().await?;
    Ok(true)
}
