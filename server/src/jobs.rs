//! What the shop does by itself, again and again.

use std::time::Duration;

use crate::{Shared, accounts::login, checkout, error::Result, exchanges, payments, shipping::couriers};

/// How often the jobs run.
const ROUND: Duration = Duration::from_secs(30);

/// Runs the jobs until the process ends. Every job is safe to run in several processes at once.
pub async fn run(app: Shared) {
    let mut rounds = tokio::time::interval(ROUND);
    loop {
        rounds.tick().await;
        // What failed was logged where it arose; the next round tries again.
        let _ = round(&app).await;
    }
}

/// Runs each job once.
///
/// # Errors
/// The database fails.
pub async fn round(app: &Shared) -> Result<()> {
    payments::settle_overdue(app).await?;
    let now_ms = app.clock.now_ms();
    checkout::drop_old_drafts(&mut *app.db.write_one().await?, now_ms).await?;
    exchanges::drop_old(&mut *app.db.write_one().await?, now_ms).await?;
    couriers::drop_old(&mut *app.db.write_one().await?, now_ms).await?;
    login::forget_old_failures(&mut *app.db.write_one().await?, now_ms).await?;
    Ok(())
}
