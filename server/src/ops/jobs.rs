//! What the shop does by itself, again and again.
//!
//! Of several servers on one database, one does it: the one that holds the lease. It keeps the lease while it lives;
//! when it stops it gives the lease up, and when it is killed another takes it once it has run out.

use std::{pin::pin, time::Duration};

use crate::{
    flows::{
        checkout,
        payments::{self, Payments},
    },
    foundation::{db::Db, error::Result, leases, provider_log, time::Clock},
    members::{
        accounts::{links, login},
        bonuses, volume,
    },
    shop::shipping::couriers,
};

/// How often the jobs run.
const ROUND: Duration = Duration::from_secs(30);

/// How long a lease lasts that nobody renews, in milliseconds: more than a round, so that the holder keeps it.
const LEASE_MS: i64 = 45_000;

/// How often a holder renews its lease while a round takes long.
const RENEWAL: Duration = Duration::from_secs(15);

/// The lease of the jobs.
const LEASE: &str = "jobs";

/// What the jobs need.
#[derive(Clone)]
pub struct Jobs {
    /// Tells this process from the others on its database.
    pub name: String,
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// What expires and is asked about.
    pub payments: Payments,
}

/// Runs the jobs until the process ends. Every job is safe to run in several processes at once: the lease spares work,
/// and a holder that is slower than its lease does no harm.
pub async fn run(jobs: Jobs) {
    let mut rounds = tokio::time::interval(ROUND);
    loop {
        rounds.tick().await;
        if !hold(&jobs).await {
            continue;
        }
        let mut round = pin!(round(&jobs));
        // What failed was logged where it arose; the next round tries again.
        while tokio::time::timeout(RENEWAL, &mut round).await.is_err() {
            hold(&jobs).await;
        }
    }
}

/// Whether this process is the one that does the jobs now. SQLite is for one machine with one server, which need not
/// wait for the lease of one that was killed.
async fn hold(jobs: &Jobs) -> bool {
    if !jobs.db.is_shared() {
        return true;
    }
    let taken = async {
        leases::take(&mut *jobs.db.write_one().await?, LEASE, &jobs.name, jobs.clock.now_ms(), LEASE_MS).await
    };
    taken.await.unwrap_or_else(|error| {
        tracing::warn!("the lease of the jobs cannot be asked for: {error}");
        false
    })
}

/// Gives the jobs to another server, when this one stops.
pub async fn release(jobs: &Jobs) {
    if let Ok(mut conn) = jobs.db.write_one().await
        && let Err(error) = leases::give_up(&mut conn, LEASE, &jobs.name).await
    {
        tracing::warn!("the lease of the jobs stays until it runs out: {error}");
    }
}

/// Runs each job once.
///
/// # Errors
/// The database fails.
pub async fn round(jobs: &Jobs) -> Result<()> {
    payments::settle_overdue(&jobs.payments).await?;
    let now_ms = jobs.clock.now_ms();
    let mut tx = jobs.db.write().await?;
    volume::open_due(&mut tx, now_ms).await?;
    tx.commit().await?;
    bonuses::finish_begun(&jobs.db, now_ms).await?;
    checkout::drop_old_drafts(&mut *jobs.db.write_one().await?, now_ms).await?;
    provider_log::drop_old(&mut *jobs.db.write_one().await?, now_ms).await?;
    couriers::drop_old(&mut *jobs.db.write_one().await?, now_ms).await?;
    login::forget_old_failures(&mut *jobs.db.write_one().await?, now_ms).await?;
    links::drop_old(&mut *jobs.db.write_one().await?, now_ms).await?;
    Ok(())
}
