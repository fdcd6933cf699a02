//! What the shop itself keeps by name, such as the key that it made at its first start.

use sqlx::query_scalar;

use crate::db::Conn;

/// The value under `name`; kept from `make` if there is none yet.
///
/// # Errors
/// The database fails.
pub async fn get_or_make(conn: &mut Conn, name: &str, make: impl FnOnce() -> String + Send) -> sqlx::Result<String> {
    sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(make())
        .execute(&mut *conn)
        .await?;
    query_scalar("SELECT value FROM settings WHERE name = $1").bind(name).fetch_one(conn).await
}

/// The value under `name`, if there is one.
///
/// # Errors
/// The database fails.
pub async fn get(conn: &mut Conn, name: &str) -> sqlx::Result<Option<String>> {
    query_scalar("SELECT value FROM settings WHERE name = $1").bind(name).fetch_optional(conn).await
}
