//! Repetition of a transaction that was aborted in favour of another.

use std::time::Duration;

/// Maximum number of attempts at a transaction that PostgreSQL aborts in favour of another.
const TRIES: u32 = 5;

/// Length of the first pause between two attempts; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(10);

/// An error that may result from a conflict between two transactions.
pub trait Collision {
    /// Whether the transaction was aborted in favour of another: none of it is stored, and a second try may well
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

/// Runs one transaction, and repeats it if it was aborted in favour of another. For work on rows that other
/// transactions take too.
///
/// # Errors
/// Errors of the last try.
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
