//! Jobs that the shop runs periodically.
//!
//! If several servers share one database, only the holder of the lease runs the jobs. It renews the lease while it
//! runs, and gives it up when it stops. If it is killed, another server takes the lease after it has expired.
//!
//! Each job has its own rounds: no job waits for another, and a failing job does not stop the others.

use std::{panic::AssertUnwindSafe, pin::pin, time::Duration};

use futures_util::{FutureExt, future::join_all};
use ksmart_admin::page_faults;
use ksmart_flows::{
    checkout,
    payments::{self, Payments},
    payouts, privacy, returns,
};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::Db,
    error::{self, Result},
    leases, provider_log,
    time::{Clock, jakarta_date},
};
use ksmart_identity::{
    factors,
    outbox::{self, Kind, Message, Recipient},
    sessions,
};
use ksmart_members::{
    accounts::{links, tries, verification},
    agreements, bonuses, volume,
};
use ksmart_shop::{
    catalog::{Catalog, move_due},
    shipping::couriers,
};
use serde_json::json;

use crate::{
    backup::Backups,
    outbox::{Sender, send_due, tidy},
};

/// Interval between the rounds of a job.
const ROUND: Duration = Duration::from_secs(30);

/// Interval at which messages are sent, backups requested by the owner made, and products published.
const SHORT_ROUND: Duration = Duration::from_secs(3);

/// Lifetime of a lease that is not renewed, in milliseconds: longer than a round, so that the holder keeps it.
const LEASE_MS: i64 = 45_000;

/// Interval at which a holder renews its lease during a long round.
const RENEWAL: Duration = Duration::from_secs(15);

/// Name of the lease of the jobs.
const LEASE: &str = "jobs";

/// Dependencies of jobs.
#[derive(Clone)]
pub struct Jobs {
    /// Distinguishes this process from the others on its database.
    pub name: String,
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Payments to expire and to reconcile.
    pub payments: Payments,
    /// Whether bonuses from sandbox payments are paid.
    pub sandbox: PaymentSandbox,
    /// Sender of the outbox's messages.
    pub sender: Sender,
    /// Backup service.
    pub backups: Backups,
    /// The products as shoppers see them.
    pub catalog: Catalog,
}

/// Job that runs in every round.
#[derive(Debug, Clone, Copy)]
enum Job {
    Expire,
    Reconcile,
    GiveBackLate,
    FinishRefunds,
    OpenPeriods,
    FinishCalculations,
    FinishPayouts,
    DropDrafts,
    DropExchanges,
    DropFaults,
    DropShipping,
    ForgetFailures,
    DropLinks,
    DropSessions,
    ForgetMembers,
    TellBonuses,
    TellPayouts,
    TellAgreements,
    Send,
    TidyMessages,
    DropChallenges,
    MakeBackups,
    MoveProducts,
}

impl Job {
    const ALL: [Self; 23] = [
        Self::Expire,
        Self::Reconcile,
        Self::GiveBackLate,
        Self::FinishRefunds,
        Self::OpenPeriods,
        Self::FinishCalculations,
        Self::FinishPayouts,
        Self::DropDrafts,
        Self::DropExchanges,
        Self::DropFaults,
        Self::DropShipping,
        Self::ForgetFailures,
        Self::DropLinks,
        Self::DropSessions,
        Self::ForgetMembers,
        Self::TellBonuses,
        Self::TellPayouts,
        Self::TellAgreements,
        Self::Send,
        Self::TidyMessages,
        Self::DropChallenges,
        Self::MakeBackups,
        Self::MoveProducts,
    ];

    fn round(self) -> Duration {
        if matches!(self, Self::Send | Self::MakeBackups | Self::MoveProducts) { SHORT_ROUND } else { ROUND }
    }

    /// Returns the name for administrators.
    fn name(self) -> &'static str {
        match self {
            Self::Expire => "Membatalkan pesanan yang tidak dibayar",
            Self::Reconcile => "Mencocokkan pembayaran",
            Self::GiveBackLate => "Mengembalikan pembayaran yang terlambat",
            Self::FinishRefunds => "Menyelesaikan pengembalian dana",
            Self::OpenPeriods => "Membuka periode BV",
            Self::FinishCalculations => "Menyelesaikan perhitungan bonus",
            Self::FinishPayouts => "Menyelesaikan pembayaran bonus",
            Self::DropDrafts
            | Self::DropExchanges
            | Self::DropFaults
            | Self::DropShipping
            | Self::ForgetFailures
            | Self::DropLinks
            | Self::DropSessions
            | Self::DropChallenges
            | Self::ForgetMembers
            | Self::TidyMessages => "Merapikan data lama",
            Self::TellBonuses | Self::TellPayouts => "Mengabarkan bonus",
            Self::TellAgreements => "Mengabarkan kode etik dan ketentuan",
            Self::Send => "Mengirim pesan",
            Self::MakeBackups => "Membuat cadangan",
            Self::MoveProducts => "Menerbitkan produk",
        }
    }

    /// Runs the job once. Failures were already logged where they occurred; the next round tries again.
    async fn run(self, Jobs { db, clock, payments, sandbox, sender, backups, catalog, .. }: &Jobs) -> Result<()> {
        let now_ms = clock.now_ms();
        match self {
            Self::Expire => payments::expire_overdue(payments).await?,
            Self::Reconcile => payments::reconcile(payments).await?,
            Self::GiveBackLate => payments::give_back_late(payments).await?,
            Self::FinishRefunds => returns::finish_refunds(payments).await?,
            Self::OpenPeriods => {
                let mut tx = db.write().await?;
                volume::open_due(&mut tx, now_ms).await?;
                tx.commit().await?;
            }
            Self::FinishCalculations => bonuses::finish_begun(db, now_ms).await?,
            Self::FinishPayouts => payouts::finish_begun(db, *sandbox, now_ms).await?,
            Self::DropDrafts => checkout::drop_old_drafts(&mut *db.write_one().await?, now_ms).await?,
            Self::DropExchanges => provider_log::drop_old(&mut *db.write_one().await?, now_ms).await?,
            Self::DropFaults => page_faults::drop_old(&mut *db.write_one().await?, now_ms).await?,
            Self::DropShipping => couriers::drop_old(&mut *db.write_one().await?, now_ms).await?,
            Self::ForgetFailures => tries::forget_old_failures(&mut *db.write_one().await?, now_ms).await?,
            Self::DropSessions => sessions::drop_old(&mut *db.write_one().await?, now_ms).await?,
            Self::ForgetMembers => privacy::forget_due(db, now_ms).await?,
            Self::TellBonuses => bonuses::notify_calculated(db, now_ms).await?,
            Self::TellPayouts => payouts::notify_paid(db, now_ms).await?,
            Self::TellAgreements => agreements::notify_published(db, now_ms).await?,
            Self::Send => send_due(sender).await?,
            Self::TidyMessages => tidy(db, now_ms).await?,
            Self::DropLinks => {
                links::drop_old(&mut *db.write_one().await?, now_ms).await?;
                verification::drop_old(&mut *db.write_one().await?, now_ms).await?;
            }
            Self::DropChallenges => factors::drop_old(&mut *db.write_one().await?, now_ms).await?,
            Self::MakeBackups => backups.make_due().await?,
            Self::MoveProducts => move_due(db, catalog, now_ms).await?,
        }
        Ok(())
    }
}

/// Runs the jobs until the process ends. Every job is safe to run in several processes at once: the lease only saves
/// work, and a holder that takes longer than its lease does no harm.
pub async fn run(jobs: Jobs) {
    join_all(Job::ALL.map(|job| {
        let jobs = &jobs;
        run_periodically(job, job.round(), move || async move {
            if !hold(jobs).await {
                return;
            }
            let mut running = pin!(run_and_report_failure(job, jobs));
            while tokio::time::timeout(RENEWAL, &mut running).await.is_err() {
                hold(jobs).await;
            }
        })
    }))
    .await;
}

/// Runs a job once, and notifies the owners if it fails, at most once a day per job.
async fn run_and_report_failure(job: Job, jobs: &Jobs) -> Result<()> {
    let outcome = AssertUnwindSafe(job.run(jobs)).catch_unwind().await;
    if !matches!(outcome, Ok(Ok(())))
        && let Err(error) = notify_failure(job, jobs).await
    {
        tracing::warn!(?job, "nobody is told that a job failed: {error}");
    }
    outcome.unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}

async fn notify_failure(job: Job, Jobs { db, clock, .. }: &Jobs) -> sqlx::Result<()> {
    let now_ms = clock.now_ms();
    let dedup_key = format!("job_failed:{job:?}:{}", jakarta_date(now_ms));
    let message = Message { dedup_key, recipient: Recipient::Admins, payload: json!({"job": job.name()}) };
    outbox::notify_once(&mut *db.write_one().await?, now_ms, Kind::JobFailed, vec![message]).await
}

/// Runs `work` at once and then every `round`. A panic is logged, and the next round follows as usual.
async fn run_periodically<F: Future<Output = ()>>(job: Job, round: Duration, mut work: impl FnMut() -> F) {
    let mut rounds = tokio::time::interval(round);
    loop {
        rounds.tick().await;
        if let Err(cause) = AssertUnwindSafe(async { work().await }).catch_unwind().await {
            tracing::error!(?job, "a job panicked: {}", error::panic_cause(&*cause));
        }
    }
}

/// Whether this process runs the jobs now. SQLite is for one machine with one server, which need not wait for the lease
/// of a killed server.
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
    for job in Job::ALL {
        outcome = outcome.and(run_and_report_failure(job, jobs).await);
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
        let rounds = run_periodically(Job::Expire, Duration::from_millis(1), {
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
