//! Exclusive rights to do something: for a transaction (a lock), or for a time (a lease).

use sqlx::query;

use crate::db::Conn;

/// Waits until no other transaction holds the lock with this name, and holds it until this transaction ends.
///
/// Protects work that two transactions must not do at once, although they write different rows. A transaction takes the
/// lock before anything else, so that it holds no rows while it waits.
pub async fn lock(conn: &mut Conn, name: &str) -> sqlx::Result<()> {
    // Changes nothing, but locks the row. SQLite has one writer at a time anyway.
    let sql = "INSERT INTO leases (name, holder, until_ms) VALUES ($1, '', 0)
               ON CONFLICT (name) DO UPDATE SET holder = leases.holder";
    query(sql).bind(name).execute(conn).await?;
    Ok(())
}

/// Takes or renews a lease for `lasts_ms`; returns false while another holder has it.
pub async fn take(conn: &mut Conn, name: &str, holder: &str, now_ms: i64, lasts_ms: i64) -> sqlx::Result<bool> {
    let sql = "INSERT INTO leases (name, holder, until_ms) VALUES ($1, $2, $3)
               ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
                 WHERE leases.holder = excluded.holder OR leases.until_ms < $4";
    let query = query(sql).bind(name).bind(holder).bind(now_ms + lasts_ms).bind(now_ms);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Gives up a lease, if `holder` holds it.
pub async fn give_up(conn: &mut Conn, name: &str, holder: &str) -> sqlx::Result<()> {
    query("DELETE FROM leases WHERE name = $1 AND holder = $2").bind(name).bind(holder).execute(conn).await?;
    Ok(())
}
