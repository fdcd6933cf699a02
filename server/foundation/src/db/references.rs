//! Deferred references between rows, for writing a whole database in any order.

use sqlx::AssertSqlSafe;

use crate::db::pool::{Conn, Db};

impl Db {
    /// Allows rows of this transaction to refer to rows that it writes later: see [`Db::check_references`].
    pub async fn defer_references(&self, conn: &mut Conn) -> sqlx::Result<()> {
        if self.is_shared() {
            return alter_references(conn, "DEFERRABLE INITIALLY DEFERRED").await;
        }
        sqlx::raw_sql("PRAGMA defer_foreign_keys = ON").execute(conn).await?;
        Ok(())
    }

    /// Checks the references that [`Db::defer_references`] deferred, on SQLite with the commit; from then on each
    /// statement is checked again.
    ///
    /// # Errors
    /// A row refers to a row that does not exist.
    pub async fn check_references(&self, conn: &mut Conn) -> sqlx::Result<()> {
        if self.is_shared() {
            sqlx::raw_sql("SET CONSTRAINTS ALL IMMEDIATE").execute(&mut *conn).await?;
            alter_references(conn, "NOT DEFERRABLE").await?;
        }
        Ok(())
    }
}

/// Sets when each reference of PostgreSQL's tables is checked.
async fn alter_references(conn: &mut Conn, when: &str) -> sqlx::Result<()> {
    let sql = format!(
        "DO $$ DECLARE reference record; BEGIN
           FOR reference IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
                            WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
           LOOP EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I {when}', reference.of_table, reference.conname);
           END LOOP; END $$"
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(conn).await?;
    Ok(())
}
