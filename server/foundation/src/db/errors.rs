//! Kinds of database errors that callers tell apart.

/// Whether `error` reports that a row with the same key exists.
pub fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

/// Whether `error` reports that a connection, a row or the database was occupied for too long.
pub fn is_busy(error: &sqlx::Error) -> bool {
    if matches!(error, sqlx::Error::PoolTimedOut) {
        return true;
    }
    let Some(code) = error.as_database_error().and_then(sqlx::error::DatabaseError::code) else { return false };
    // PostgreSQL: lock_not_available, too_many_connections. SQLite: SQLITE_BUSY and SQLITE_LOCKED, of any kind.
    matches!(code.as_ref(), "55P03" | "53300")
        || code.len() < 5 && code.parse().is_ok_and(|code: u32| matches!(code & 0xff, 5 | 6))
}

/// Whether `error` reports that a statement exceeded its time limit.
pub fn is_too_long(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "57014")
}
