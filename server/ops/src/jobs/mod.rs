//! Jobs that the shop runs periodically.
//!
//! If several servers share one database, only the holder of the lease runs the jobs. It renews the lease while it
//! runs, and gives it up when it stops. If it is killed, another server takes the lease after it has expired.
//!
//! Each job has its own rounds: no job waits for another, and a failing job does not stop the others.

mod job;
mod runs;

use std::{panic::AssertUnwindSafe, pin::pin, time::Duration};

use futures_util::{FutureExt, future::join_all};
use ksmart_foundation::{
    error::{self, Result},
    leases,
    time::jakarta_date,
};
use ksmart_identity::outbox::{self, Kind, Message, Recipient};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

pub use self::job::Jobs;
use self::job::{JOBS, Job};
use crate::OpsState;

/// Lifetime of a lease that is not renewed, in milliseconds: longer than the interval between rounds, so that the holder keeps it.
const LEASE_MS: i64 = 45_000;

/// Interval at which a holder renews its lease during a long round.
const RENEWAL: Duration = Duration::from_secs(15);

/// Name of the lease of the jobs.
const LEASE: &str = "jobs";

/// The routes of this part.
pub fn router() -> OpenApiRouter<OpsState> {
    runs::router()
}

/// Runs the jobs until the process ends. Every job is safe to run in several processes at once: the lease only saves
/// work, and a holder that takes longer than its lease does no harm.
pub async fn run(jobs: Jobs) {
    join_all(JOBS.iter().map(|job| {
        let jobs = &jobs;
        run_periodically(job.id, job.every, move || async move {
            if !holds_lease(jobs).await {
                return;
            }
            let mut running = pin!(run_and_record(job, jobs));
            while tokio::time::timeout(RENEWAL, &mut running).await.is_err() {
                holds_lease(jobs).await;
            }
        })
    }))
    .await;
}

/// Runs a job once and records the result. If it fails, the owners are notified, at most once a day per job.
async fn run_and_record(job: &Job, jobs: &Jobs) -> Result<()> {
    let outcome = AssertUnwindSafe(job.run(jobs)).catch_unwind().await;
    let has_failed = !matches!(outcome, Ok(Ok(())));
    if let Err(error) = record(job, jobs, has_failed).await {
        tracing::warn!(job = job.id, has_failed, "the result of a job is not recorded: {error}");
    }
    outcome.unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}

async fn record(job: &Job, Jobs { db, clock, .. }: &Jobs, has_failed: bool) -> sqlx::Result<()> {
    let now_ms = clock.now_ms();
    runs::record(db, job, now_ms, has_failed).await?;
    if has_failed {
        let dedup_key = format!("job_failed:{}:{}", job.id, jakarta_date(now_ms));
        let message = Message { dedup_key, recipient: Recipient::Admins, payload: json!({"job": job.name}) };
        outbox::notify_once(&mut *db.write_one().await?, now_ms, Kind::JobFailed, vec![message]).await?;
    }
    Ok(())
}

/// Runs `work` at once and then every `round`. A panic is logged, and the next round follows as usual.
async fn run_periodically<F: Future<Output = ()>>(job: &str, round: Duration, mut work: impl FnMut() -> F) {
    let mut rounds = tokio::time::interval(round);
    loop {
        rounds.tick().await;
        if let Err(cause) = AssertUnwindSafe(async { work().await }).catch_unwind().await {
            tracing::error!(job, "a job panicked: {}", error::panic_cause(&*cause));
        }
    }
}

/// Takes or renews the lease; returns whether this process may run the jobs now. With SQLite there is only one server,
/// which needs no lease.
async fn holds_lease(jobs: &Jobs) -> bool {
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

/// Gives up the lease when this server stops, so that another server can run the jobs.
pub async fn release(jobs: &Jobs) {
    if let Ok(mut conn) = jobs.db.write_one().await
        && let Err(error) = leases::give_up(&mut conn, LEASE, &jobs.name).await
    {
        tracing::warn!("the lease of the jobs stays until it runs out: {error}");
    }
}

/// Runs each job once, even if others fail.
///
/// # Errors
/// First failure of a job: the database fails, or holds data that cannot be read.
pub async fn round(jobs: &Jobs) -> Result<()> {
    let mut outcome = Ok(());
    for job in JOBS {
        outcome = outcome.and(run_and_record(job, jobs).await);
    }
    outcome
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_job_continues_after_a_panic() {
        let (tell, mut told) = mpsc::unbounded_channel();
        let rounds = run_periodically("test", Duration::from_millis(1), {
            let mut count = 0;
            move || {
                count += 1;
                tell.send(count).unwrap();
                let is_even = count % 2 == 0;
                async move { assert!(is_even, "every other round") }
            }
        });
        let looking = async {
            for round in 1..5 {
                assert_eq!(told.recv().await, Some(round));
            }
        };
        tokio::select! {
            () = rounds => unreachable!("they never end"),
            () = looking => {}
        }
    }
}
