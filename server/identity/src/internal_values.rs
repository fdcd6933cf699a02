//! Values that the shop stores by name for itself: keys made at its first start, and facts about its operation.

use ksmart_foundation::db::Conn;
use sqlx::{Error, query, query_scalar};

/// Key of the time at which the shop opened, UTC milliseconds.
const OPENED: &str = "opened_ms";

/// Key of the time at which the payment provider last tested the shop's notification URL, UTC milliseconds.
const NOTIFICATION_TESTED: &str = "payment_notice_tested_ms";

/// Key of the flag that a trial order was placed.
const TRIED: &str = "tried";

/// Key of the flag that the shop shows the demo shop's texts.
const BUILT_IN_WORDS: &str = "built_in_words";

/// Returns the value under `name`; stores the one from `make` first if there is none yet.
pub async fn get_or_make(conn: &mut Conn, name: &str, make: impl FnOnce() -> String + Send) -> sqlx::Result<String> {
    query("INSERT INTO internal_values (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(make())
        .execute(&mut *conn)
        .await?;
    query_scalar("SELECT value FROM internal_values WHERE name = $1").bind(name).fetch_one(conn).await
}

/// Returns the value under `name`, if there is one.
pub async fn get(conn: &mut Conn, name: &str) -> sqlx::Result<Option<String>> {
    query_scalar("SELECT value FROM internal_values WHERE name = $1").bind(name).fetch_optional(conn).await
}

/// Stores a value under `name`, and replaces any earlier one.
pub async fn put(conn: &mut Conn, name: &str, value: &str) -> sqlx::Result<()> {
    let sql = "INSERT INTO internal_values (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    query(sql).bind(name).bind(value).execute(conn).await?;
    Ok(())
}

async fn delete(conn: &mut Conn, name: &str) -> sqlx::Result<()> {
    query("DELETE FROM internal_values WHERE name = $1").bind(name).execute(conn).await?;
    Ok(())
}

/// Returns the time under `name`, UTC milliseconds, if there is one; an error if it is no number.
async fn time(conn: &mut Conn, name: &str) -> sqlx::Result<Option<i64>> {
    let Some(value) = get(conn, name).await? else { return Ok(None) };
    let ms = value.parse().map_err(|_| Error::Decode(format!("internal_values: {name} is no time: {value}").into()));
    ms.map(Some)
}

/// Opens the shop at `opened_ms`, or closes it.
pub async fn put_opened(conn: &mut Conn, opened_ms: Option<i64>) -> sqlx::Result<()> {
    match opened_ms {
        Some(ms) => put(conn, OPENED, &ms.to_string()).await,
        None => delete(conn, OPENED).await,
    }
}

/// Opens the shop at `now_ms`, unless it is open already.
pub async fn open_if_new(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    get_or_make(conn, OPENED, || now_ms.to_string()).await.map(drop)
}

/// Returns the opening time of the shop, UTC milliseconds; `None` while it is closed.
pub async fn opened_ms(conn: &mut Conn) -> sqlx::Result<Option<i64>> {
    time(conn, OPENED).await
}

/// Records that the shop shows the demo shop's texts where the owner has written none.
pub async fn put_built_in_words(conn: &mut Conn) -> sqlx::Result<()> {
    put(conn, BUILT_IN_WORDS, "shown").await
}

/// Whether the shop shows the demo shop's texts where the owner has written none.
pub async fn has_built_in_words(conn: &mut Conn) -> sqlx::Result<bool> {
    Ok(get(conn, BUILT_IN_WORDS).await?.is_some())
}

/// Records that a trial order was made and thrown away.
pub async fn put_tried(conn: &mut Conn) -> sqlx::Result<()> {
    put(conn, TRIED, "yes").await
}

/// Whether a trial order was made and thrown away.
pub async fn was_tried(conn: &mut Conn) -> sqlx::Result<bool> {
    Ok(get(conn, TRIED).await?.is_some())
}

/// Records that the payment provider has tested the address for its notifications.
pub async fn put_payment_notification_tested(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    put(conn, NOTIFICATION_TESTED, &now_ms.to_string()).await
}

/// Returns the time of the payment provider's last test of its notification address, UTC milliseconds; `None` if it
/// never made one.
pub async fn payment_notice_tested_ms(conn: &mut Conn) -> sqlx::Result<Option<i64>> {
    time(conn, NOTIFICATION_TESTED).await
}
