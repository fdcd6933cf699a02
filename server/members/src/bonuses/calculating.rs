//! Calculation of a period: allocates all earned points, calculates ranks and bonuses by the compensation plan, and
//! closes the period.
//!
//! The shop continues to sell during the calculation. The input is read from one snapshot, and the result is calculated
//! in a background thread. Then one short transaction freezes the period, if the input has not changed, and stores the
//! figures. That decides the calculation: later postings go to other periods, and every recalculation has the same
//! result.
//!
//! The bonuses are then written a few at a time, by one caller or several. Any caller that finds an unfinished
//! calculation ([`finish_begun`]) continues it. No bonus is visible until all are written. Until then no other period
//! is decided, because it depends on the ranks of earlier periods.

use std::{fmt, mem, sync::Arc};

use ksmart_foundation::{
    db::{Conn, Db},
    format,
    ids::{MemberId, PeriodId},
    leases,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::{Kind, batches},
    tokens::Member,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{
    bonuses::{
        basis::{Basis, CalculatedBonuses},
        records::{self, Figures, NewSkips, StoredFigures},
        refused::Refused,
        versions::{self, CompensationPlanId},
    },
    network,
    volume::{self, Period},
};

/// Number of bonuses with their lines, or of allocations, that one transaction writes: few enough not to delay
/// concurrent sales.
const AT_ONCE: usize = 64;

/// Name of the lock for deciding a calculation.
const LOCK: &str = "calculations";

/// Maximum number of attempts to calculate a period whose input changes in the meantime.
const TRIES: u32 = 20;

/// Age from which a decided but unfinished calculation counts as abandoned, and is finished by [`finish_begun`], in
/// milliseconds.
const OVERDUE_MS: i64 = 60_000;

/// Result of the calculation of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// The period.
    pub period: PeriodId,
    /// Its name.
    pub name: String,
    /// Whether it was calculated before, and this call changed nothing.
    pub before: bool,
    /// The figures; none for a period that was closed without bonuses.
    pub figures: Option<Figures>,
}

impl fmt::Display for Calculated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = if self.before { " already" } else { "" };
        write!(f, "BV period {} ({}) is calculated{before}", self.period, self.name)?;
        let Some(Figures { members, bonuses, cap_rp, uncapped_rp, bonus_rp, .. }) = self.figures else { return Ok(()) };
        // Programs that read this line expect normal spaces.
        let rupiah = |amount| format::rupiah(amount).replace('\u{a0}', " ");
        write!(f, ": {members} members allocated, {bonuses} bonuses, {}", rupiah(bonus_rp))?;
        if uncapped_rp > cap_rp {
            write!(f, ", scaled down from {} to the cap", rupiah(uncapped_rp))
        } else {
            write!(f, ", within the cap of {}", rupiah(cap_rp))
        }
    }
}

/// Approval by an administrator to calculate a period as shown in its preview.
#[derive(Debug)]
pub struct Confirmation {
    /// Administrator who confirms the calculation.
    pub by: Member,
    /// Digest of the calculation in the preview.
    pub digest: String,
}

/// Calculates a period. Of two calls, simultaneous or successive, one calculates, and both return the same result.
///
/// # Errors
/// [`Refused`]. After [`Refused::Database`] the calculation may be decided: another call, or [`finish_begun`],
/// continues it.
pub async fn calculate(db: &Db, clock: &Clock, period: PeriodId) -> Result<Calculated, Refused> {
    calculate_confirmed(db, clock, period, None).await
}

/// Calculates a period as [`calculate`] does, if its result is still the one that an administrator has seen.
///
/// # Errors
/// As [`calculate`]; [`Refused::Before`] if someone else has decided it.
pub async fn calculate_confirmed(
    db: &Db,
    clock: &Clock,
    period: PeriodId,
    confirmation: Option<&Confirmation>,
) -> Result<Calculated, Refused> {
    for _ in 0..TRIES {
        let mut snapshot = db.snapshot().await?;
        let found = volume::find_period(&mut snapshot, period).await?;
        let Period { name, frozen_ms, calculated_ms, ends_ms, .. } = found.ok_or(Refused::Unknown(period))?;
        let now_ms = clock.now_ms();
        if frozen_ms.is_some() && confirmation.is_some() {
            snapshot.rollback().await?;
            finish(db, period).await?;
            return Err(Refused::Before(period));
        }
        if calculated_ms.is_some() {
            return Ok(Calculated {
                period,
                name,
                before: true,
                figures: records::figures(&mut snapshot, period).await?,
            });
        }
        if frozen_ms.is_some() {
            snapshot.rollback().await?;
            let (figures, first) = finish(db, period).await?;
            return Ok(Calculated { period, name, before: !first, figures: Some(figures) });
        }
        if ends_ms >= now_ms {
            return Err(Refused::NotOver(period));
        }
        if let Some(other) = volume::unfinished(&mut snapshot, i64::MAX).await?.first() {
            // The calculation of this period depends on the ranks that the unfinished one stores.
            snapshot.rollback().await?;
            finish(db, *other).await?;
            continue;
        }
        let position = Position::read(&mut snapshot, period).await?;
        let basis = Basis::read(&mut snapshot, period).await?;
        snapshot.rollback().await?;
        let (calculated, figures, digest) = run_in_background(move || {
            let calculated = basis.calculate()?;
            let (figures, digest) = (calculated.figures(), calculated.digest());
            Ok((Arc::new(calculated), figures, digest))
        })
        .await?;
        if confirmation.is_some_and(|confirmation| confirmation.digest != digest) {
            return Err(Refused::Changed);
        }
        let mut tx = db.write().await?;
        // No two periods are decided at once: the second depends on results that the first stores.
        leases::lock(&mut tx, LOCK).await?;
        // With the period's row locked, no one posts into it or changes a leader until the transaction ends.
        if !volume::take_for_calculation(&mut tx, period, now_ms).await?
            || Position::read(&mut tx, period).await? != position
        {
            tx.rollback().await?;
            continue;
        }
        decide(&mut tx, period, &calculated, &figures, now_ms).await?;
        if let Some(Confirmation { by, .. }) = confirmation {
            let after = json!({
                "members": figures.members, "bonuses": figures.bonuses, "sales_rp": figures.sales_rp,
                "bonus_rp": figures.bonus_rp,
            });
            let change = Change::new("calculate", Subject::Period, &name, Value::Null, after);
            audit::record(&mut tx, by, now_ms, change).await?;
        }
        tx.commit().await?;
        let before = !write(db, period, calculated, &figures).await?;
        return Ok(Calculated { period, name, before, figures: Some(figures) });
    }
    Err(Refused::Changed)
}

/// Finishes the calculations that were decided but not finished, because a server was killed in between.
pub async fn finish_begun(db: &Db, now_ms: i64) -> Result<(), Refused> {
    let unfinished = volume::unfinished(&mut *db.read().await?, now_ms - OVERDUE_MS).await?;
    for period in unfinished {
        tracing::warn!(period = period.0, "a calculation that was begun is finished");
        finish(db, period).await?;
    }
    Ok(())
}

/// Calculates a period within the caller's transaction, which must be rolled back if this fails.
///
/// All other transactions must wait, so this is only for a shop that is not in service.
///
/// # Errors
/// [`Refused`].
pub async fn calculate_within(conn: &mut Conn, period: PeriodId, now_ms: i64) -> Result<Calculated, Refused> {
    let Period { name, .. } = volume::find_period(conn, period).await?.ok_or(Refused::Unknown(period))?;
    if !volume::take_for_calculation(conn, period, now_ms).await? {
        return Err(Refused::NotOver(period));
    }
    let calculated = Basis::read(conn, period).await?.calculate()?;
    let (figures, plan_id) = (calculated.figures(), calculated.basis.plan_id);
    decide(conn, period, &calculated, &figures, now_ms).await?;
    volume::keep_allocations(conn, period, &calculated.basis.allocations).await?;
    records::insert_ranks(conn, period, &calculated.ranks()).await?;
    records::insert_skips(conn, period, &calculated.new_skips().collect::<Vec<_>>()).await?;
    records::insert_bonuses(conn, period, plan_id, calculated.new_bonuses().collect()).await?;
    volume::finish_calculation(conn, period).await?;
    Ok(Calculated { period, name, before: false, figures: Some(figures) })
}

/// Fingerprint of a period's input: as long as it is the same, the input has not changed.
#[derive(Debug, PartialEq, Eq)]
struct Position {
    entries: i64,
    leaders: i64,
    plan_id: i64,
    calculations: i64,
}

impl Position {
    async fn read(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Self> {
        let entries = volume::entries(conn, period).await?;
        let leaders = network::newest_change(conn).await?;
        let plan_id = versions::newest(conn).await?;
        Ok(Self { entries, leaders, plan_id, calculations: records::calculations(conn).await? })
    }
}

/// Runs CPU-intensive work in a background thread, so that requests continue meanwhile.
pub(super) async fn run_in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    tokio::task::spawn_blocking(work).await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))?
}

/// Stores the result of the calculation of a period that was just frozen, and the network it used. Carries points below
/// 0 into the next period.
async fn decide(
    conn: &mut Conn,
    period: PeriodId,
    calculated: &CalculatedBonuses,
    figures: &Figures,
    now_ms: i64,
) -> Result<(), Refused> {
    network::note_calculated(conn, period, calculated.basis.ids.last().copied().unwrap_or(MemberId(0))).await?;
    let carried_points = volume::carry(conn, period, now_ms).await?;
    let beside = StoredFigures { carried_points, skipped: calculated.skipped(), shares: calculated.shares() };
    Ok(records::insert_figures(conn, period, calculated.basis.plan_id, figures, &beside).await?)
}

/// Writes the decided results of a frozen period that are not yet written; returns whether this call finished it.
async fn finish(db: &Db, period: PeriodId) -> Result<(Figures, bool), Refused> {
    let mut snapshot = db.snapshot().await?;
    let basis = Basis::read(&mut snapshot, period).await?;
    let decided = records::figures(&mut snapshot, period).await?.ok_or(Refused::Unfinished(period))?;
    snapshot.rollback().await?;
    let calculated = run_in_background(move || Ok(Arc::new(basis.calculate()?))).await?;
    let first = write(db, period, calculated, &decided).await?;
    Ok((decided, first))
}

/// Writes the allocations, ranks, missed points and bonuses of a frozen period, a few at a time, and then marks the
/// calculation as finished. Returns whether this call did so.
async fn write(
    db: &Db,
    period: PeriodId,
    calculated: Arc<CalculatedBonuses>,
    decided: &Figures,
) -> Result<bool, Refused> {
    let allocations = &calculated.basis.allocations;
    for some in allocations.chunks(AT_ONCE) {
        let mut tx = db.write().await?;
        volume::keep_allocations(&mut tx, period, some).await?;
        tx.commit().await?;
    }
    let ranks = calculated.ranks();
    for some in ranks.chunks(AT_ONCE) {
        let mut tx = db.write().await?;
        records::insert_ranks(&mut tx, period, some).await?;
        tx.commit().await?;
    }
    let mut skips = calculated.new_skips();
    loop {
        let some: Vec<NewSkips> = skips.by_ref().take(AT_ONCE).collect();
        if some.is_empty() {
            break;
        }
        let mut tx = db.write().await?;
        records::insert_skips(&mut tx, period, &some).await?;
        tx.commit().await?;
    }
    let skipped = records::skipped(&mut *db.read().await?, period).await?;
    let allocated = (decided.members, allocations.iter().map(|(.., plans)| plans.plan_a + plans.plan_b).sum());
    let ranked = i64::try_from(ranks.len()).unwrap_or(i64::MAX);
    let written = (decided.bonuses, decided.bonus_rp, ranked, skipped);
    write_bonuses(db, period, Arc::clone(&calculated)).await?;
    let mut tx = db.write().await?;
    if records::written(&mut tx, period).await? != written || volume::allocated(&mut tx, period).await? != allocated {
        return Err(Refused::Unfinished(period));
    }
    let first = volume::finish_calculation(&mut tx, period).await?;
    if first {
        batches::begin(&mut tx, Kind::BonusCalculated, period.0).await?;
    }
    tx.commit().await?;
    Ok(first)
}

/// Writes the bonuses, while the next ones are prepared in parallel with the requests.
async fn write_bonuses(db: &Db, period: PeriodId, calculated: Arc<CalculatedBonuses>) -> Result<(), Refused> {
    let plan_id = calculated.basis.plan_id;
    let (ready, mut waiting) = mpsc::channel(2);
    let work = run_in_background(move || {
        let mut some = Vec::with_capacity(AT_ONCE);
        for bonus in calculated.new_bonuses() {
            some.push(bonus);
            // If the writing has failed, nothing receives the bonuses any longer.
            if some.len() == AT_ONCE && ready.blocking_send(mem::take(&mut some)).is_err() {
                return Ok(());
            }
        }
        let _ = ready.blocking_send(some);
        Ok(())
    });
    let written = async {
        while let Some(some) = waiting.recv().await {
            let mut tx = db.write().await?;
            records::insert_bonuses(&mut tx, period, plan_id, some).await?;
            tx.commit().await?;
        }
        waiting.close();
        Ok::<_, Refused>(())
    };
    let (worked, written) = tokio::join!(work, written);
    worked.and(written)
}

/// Recalculates a calculated period from all its input; writes nothing.
///
/// # Errors
/// [`Refused`].
pub async fn recalculate(conn: &mut Conn, period: PeriodId) -> Result<CalculatedBonuses, Refused> {
    Ok(Basis::read(conn, period).await?.calculate()?)
}

/// Expected result of a calculation.
#[derive(Debug)]
pub struct Preview {
    /// The figures.
    pub figures: Figures,
    /// Version of the compensation plan that the calculation uses.
    pub plan_id: CompensationPlanId,
    /// The largest bonuses, in rupiah, largest first.
    pub largest: Vec<(MemberId, i64)>,
    /// Digest of the calculation, for [`Confirmation`].
    pub digest: String,
}

/// Calculates the expected result of a period, with the `most` largest bonuses; writes nothing, and blocks no writers.
///
/// # Errors
/// [`Refused`].
pub async fn preview(db: &Db, period: PeriodId, most: usize) -> Result<Preview, Refused> {
    let mut snapshot = db.snapshot().await?;
    let basis = Basis::read(&mut snapshot, period).await?;
    snapshot.rollback().await?;
    run_in_background(move || {
        let calculated = basis.calculate()?;
        let (figures, largest, digest) = (calculated.figures(), calculated.largest(most), calculated.digest());
        Ok(Preview { figures, plan_id: calculated.basis.plan_id, largest, digest })
    })
    .await
}
