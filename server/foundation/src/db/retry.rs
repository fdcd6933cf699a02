//! Retry with backoff of a transaction that the database aborted because of a conflict with another.

use std::time::Duration;

/// Maximum number of attempts at a transaction that PostgreSQL aborts because of conflicts.
const TRIES: u32 = 5;

/// Length of the first pause between two attempts; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(10);

/// An error that may result from a conflict between two transactions.
pub trait Collision {
    /// Whether the transaction was aborted because of a conflict with another: nothing of it is stored, and a retry may
    /// succeed.
    fn is_collision(&self) -> bool;
}

impl Collision for sqlx::Error {
    fn is_collision(&self) -> bool {
        let code = self.as_database_error().and_then(sqlx::error::DatabaseError::code);
        // PostgreSQL: serialization_failure, deadlock_detected.
        code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01"))
    }
}

/// Runs a transaction, and retries it with backoff if it was aborted because of a conflict with another.
///
/// # Errors
/// The error of the last attempt.
pub async fn retried<T, E: Collision, W: Future<Output = Result<T, E>>>(mut work: impl FnMut() -> W) -> Result<T, E> {
    let mut pause = PAUSE;
    for _ in 1..TRIES {
        match work().await {
            Err(error) if error.is_collision() => tracing::info!("a transaction that was given up is tried again"),
            done => return done,
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    work().await
}
