//! Deferred foreign keys, for writing a whole database in any order.

use sqlx::AssertSqlSafe;

use crate::db::pool::{Conn, Db};

impl Db {
    /// Defers the foreign keys, so that rows of this transaction may refer to rows that it writes later; see
    /// [`Db::check_references`].
    pub async fn defer_references(&self, conn: &mut Conn) -> sqlx::Result<()> {
        if self.is_shared() {
            return alter_references(conn, "DEFERRABLE INITIALLY DEFERRED").await;
        }
        sqlx::raw_sql("PRAGMA defer_foreign_keys = ON").execute(conn).await?;
        Ok(())
    }

    /// Checks the deferred foreign keys on PostgreSQL, and lets it check each statement again from then on. SQLite
    /// checks them at the commit.
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

/// Sets when PostgreSQL checks the foreign keys of all tables.
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
