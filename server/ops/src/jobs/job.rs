//! All jobs, each with its id, its name for administrators, its interval and its work.

use std::time::Duration;

use futures_util::{FutureExt, future::BoxFuture};
use ksmart_admin::page_faults;
use ksmart_flows::{
    checkout,
    payments::{self, Payments},
    payouts, privacy, returns,
};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Conn, Db},
    error::Result,
    provider_log,
    time::Clock,
};
use ksmart_identity::{factors, sessions};
use ksmart_members::{
    accounts::{links, tries, verification},
    agreements, bonuses, volume,
};
use ksmart_shop::{
    catalog::{Catalog, move_due},
    shipping::couriers,
};

use crate::{
    backup::Backups,
    outbox::{Sender, send_due, tidy},
};

/// Interval between the rounds of a job.
const ROUND: Duration = Duration::from_secs(30);

/// Interval at which messages are sent, backups requested by the owner made, and products published.
const SHORT_ROUND: Duration = Duration::from_secs(3);

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
    /// Cache of the product list, which the publishing of products updates.
    pub catalog: Catalog,
}

/// Job that runs periodically. Its failures are logged where they occur, and the next run tries again.
pub(super) struct Job {
    /// Identifies the job in the database and the log.
    pub(super) id: &'static str,
    /// Name for administrators.
    pub(super) name: &'static str,
    /// Interval between the beginnings of two rounds.
    pub(super) every: Duration,
    work: Work,
}

/// Work of a job.
enum Work {
    /// Function that uses any of the dependencies.
    Task(for<'a> fn(&'a Jobs) -> BoxFuture<'a, Result<()>>),
    /// Function that deletes rows which are no longer needed at a time, UTC milliseconds.
    Cleanup(for<'a> fn(&'a mut Conn, i64) -> BoxFuture<'a, sqlx::Result<()>>),
}

impl Job {
    /// Runs the job once.
    pub(super) async fn run(&self, jobs: &Jobs) -> Result<()> {
        match self.work {
            Work::Task(work) => work(jobs).await,
            Work::Cleanup(work) => Ok(work(&mut *jobs.db.write_one().await?, jobs.clock.now_ms()).await?),
        }
    }
}

/// All jobs.
pub(super) static JOBS: &[Job] = &[
    Job {
        id: "expire_orders",
        name: "Membatalkan pesanan yang tidak dibayar",
        every: ROUND,
        work: Work::Task(|jobs| payments::expire_overdue(&jobs.payments).boxed()),
    },
    Job {
        id: "reconcile_payments",
        name: "Mencocokkan pembayaran",
        every: ROUND,
        work: Work::Task(|jobs| payments::reconcile(&jobs.payments).boxed()),
    },
    Job {
        id: "refund_late_payments",
        name: "Mengembalikan pembayaran yang terlambat",
        every: ROUND,
        work: Work::Task(|jobs| payments::give_back_late(&jobs.payments).boxed()),
    },
    Job {
        id: "finish_refunds",
        name: "Menyelesaikan pengembalian dana",
        every: ROUND,
        work: Work::Task(|jobs| returns::finish_refunds(&jobs.payments).boxed()),
    },
    Job {
        id: "open_periods",
        name: "Membuka periode BV",
        every: ROUND,
        work: Work::Task(|jobs| open_periods(jobs).boxed()),
    },
    Job {
        id: "finish_calculations",
        name: "Menyelesaikan perhitungan bonus",
        every: ROUND,
        work: Work::Task(|jobs| async move { Ok(bonuses::finish_begun(&jobs.db, jobs.clock.now_ms()).await?) }.boxed()),
    },
    Job {
        id: "finish_payouts",
        name: "Menyelesaikan pembayaran bonus",
        every: ROUND,
        work: Work::Task(|jobs| payouts::finish_begun(&jobs.db, jobs.sandbox, jobs.clock.now_ms()).boxed()),
    },
    Job {
        id: "notify_bonuses",
        name: "Mengabarkan bonus yang dihitung",
        every: ROUND,
        work: Work::Task(|jobs| {
            async move { Ok(bonuses::notify_calculated(&jobs.db, jobs.clock.now_ms()).await?) }.boxed()
        }),
    },
    Job {
        id: "notify_payouts",
        name: "Mengabarkan bonus yang dibayar",
        every: ROUND,
        work: Work::Task(|jobs| async move { Ok(payouts::notify_paid(&jobs.db, jobs.clock.now_ms()).await?) }.boxed()),
    },
    Job {
        id: "notify_agreements",
        name: "Mengabarkan kode etik dan ketentuan",
        every: ROUND,
        work: Work::Task(|jobs| {
            async move { Ok(agreements::notify_published(&jobs.db, jobs.clock.now_ms()).await?) }.boxed()
        }),
    },
    Job {
        id: "send_messages",
        name: "Mengirim pesan",
        every: SHORT_ROUND,
        work: Work::Task(|jobs| send_due(&jobs.sender).boxed()),
    },
    Job {
        id: "make_backups",
        name: "Membuat cadangan",
        every: SHORT_ROUND,
        work: Work::Task(|jobs| jobs.backups.make_due().boxed()),
    },
    Job {
        id: "publish_products",
        name: "Menerbitkan produk",
        every: SHORT_ROUND,
        work: Work::Task(|jobs| {
            async move { Ok(move_due(&jobs.db, &jobs.catalog, jobs.clock.now_ms()).await?) }.boxed()
        }),
    },
    Job {
        id: "delete_messages",
        name: "Menghapus pesan lama",
        every: ROUND,
        work: Work::Task(|jobs| tidy(&jobs.db, jobs.clock.now_ms()).boxed()),
    },
    Job {
        id: "delete_members_data",
        name: "Menghapus data mantan anggota yang lewat masa simpan",
        every: ROUND,
        work: Work::Task(|jobs| privacy::erase_due(&jobs.db, jobs.clock.now_ms()).boxed()),
    },
    Job {
        id: "delete_drafts",
        name: "Menghapus checkout yang ditinggalkan",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| checkout::delete_old_drafts(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_sessions",
        name: "Menghapus sesi yang berakhir",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| sessions::delete_old(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_links",
        name: "Menghapus tautan kata sandi yang kedaluwarsa",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| links::delete_old(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_verifications",
        name: "Menghapus tautan verifikasi email yang kedaluwarsa",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| verification::delete_old(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_login_failures",
        name: "Menghapus hitungan login yang gagal",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| tries::delete_old_failures(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_factor_challenges",
        name: "Menghapus permintaan kode verifikasi yang kedaluwarsa",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| factors::delete_old(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_shipping_rates",
        name: "Menghapus tarif pengiriman yang lama",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| couriers::delete_old(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_provider_log",
        name: "Menghapus catatan hubungan dengan penyedia yang lama",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| provider_log::delete_old(conn, now_ms).boxed()),
    },
    Job {
        id: "delete_page_faults",
        name: "Menghapus gangguan halaman yang lama",
        every: ROUND,
        work: Work::Cleanup(|conn, now_ms| page_faults::delete_old(conn, now_ms).boxed()),
    },
];

async fn open_periods(Jobs { db, clock, .. }: &Jobs) -> Result<()> {
    let mut tx = db.write().await?;
    volume::open_due(&mut tx, clock.now_ms()).await?;
    tx.commit().await?;
    Ok(())
}
