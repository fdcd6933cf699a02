//! Calculating a period: allocates what everyone earned, works out the bonuses by the newest compensation plan, and
//! closes the period.
//!
//! The shop goes on selling meanwhile. What is needed is read at one moment and worked out beside the requests; then one
//! short transaction freezes the period, if nothing of that has changed, and keeps the figures. After it everything is
//! decided: what is posted later goes elsewhere, and whoever works it out gets the same. So the bonuses are written a few at
//! a time, by one or by several, and whoever finds that begun and not finished ([`finish_begun`]) goes on with it. Nobody
//! sees any of them until all are there.

use std::{collections::HashMap, fmt, mem, sync::Arc};

use ksmart_core::{
    allocation::{AllocationError, PlanVolumes, allocate},
    bonus::{BonusError, BonusLine, CompensationPlan, Payout, Seat},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use tokio::sync::mpsc;

use crate::{
    foundation::{
        db::{Conn, Db, DecimalText, value_rows},
        error::{Code, Error},
        format,
        ids::{MemberId, PeriodId},
        time::Clock,
    },
    id,
    identity::{
        audit::{self, Change, Subject},
        tokens::Member,
    },
    members::{
        bonuses::bonus::BonusId,
        network,
        volume::{self, Earned, Period},
    },
};

id!(CompensationPlanId, "a version of the compensation plan.");

/// How many rows are written in one statement: always as many while there are, so that it is prepared once, and few,
/// because SQLite looks each parameter up by walking along those before it.
const BATCH: usize = 32;

/// How many bonuses with their lines, or allocations, one transaction keeps: few enough that whoever sells meanwhile does
/// not feel it.
const AT_ONCE: usize = 64;

/// How often a period is worked out anew because something was posted into it meanwhile.
const TRIES: u32 = 20;

/// How long ago a calculation was decided that another should have finished by now, in milliseconds.
const OVERDUE_MS: i64 = 60_000;

/// What the calculation of a period came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// The period.
    pub period: PeriodId,
    /// Its name.
    pub name: String,
    /// Whether it was calculated before, and this call changed nothing.
    pub before: bool,
    /// The figures; nothing for a period that was closed without bonuses.
    pub figures: Option<Figures>,
}

/// The sums of a calculation.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Figures {
    /// How many members had points to be allocated.
    pub members: i64,
    /// How many bonuses there are.
    pub bonuses: i64,
    /// What the period's orders came to after discount and refunds, rupiah.
    pub sales_rp: i64,
    /// The most that the bonuses could come to, rupiah.
    pub cap_rp: i64,
    /// What they came to before the cap, rupiah.
    pub uncapped_rp: i64,
    /// What they come to, rupiah.
    pub bonus_rp: i64,
}

/// Why a period is not calculated; nothing is changed then.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such period.
    #[error("there is no BV period {0}")]
    Unknown(PeriodId),
    /// It still takes orders, or has not begun.
    #[error("the BV period {0} is not over yet")]
    NotOver(PeriodId),
    /// There is nothing to calculate bonuses by.
    #[error("there is no compensation plan yet; one is needed before a period is calculated")]
    NoPlan,
    /// It was calculated before, where that is not what the caller means.
    #[error("the BV period {0} is calculated already")]
    Before(PeriodId),
    /// What it would be worked out from is not what the caller has seen, or does not stay as it is.
    #[error("the period has changed since its preview")]
    Changed,
    /// What was decided of it and what is kept do not fit together.
    #[error("what is kept of the BV period {0} is not what its calculation came to")]
    Unfinished(PeriodId),
    /// The plan or the network makes no sense.
    #[error("{0}")]
    Bonus(#[from] BonusError),
    /// A member's points are too many.
    #[error("the points of a member cannot be allocated: {0}")]
    Allocation(#[from] AllocationError),
    /// The database fails.
    #[error("DATABASE_URL: {0}")]
    Database(#[from] sqlx::Error),
}

impl fmt::Display for Calculated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = if self.before { " already" } else { "" };
        write!(f, "BV period {} ({}) is calculated{before}", self.period, self.name)?;
        let Some(Figures { members, bonuses, cap_rp, uncapped_rp, bonus_rp, .. }) = self.figures else { return Ok(()) };
        // Programs that read this line expect spaces that are spaces.
        let rupiah = |amount| format::rupiah(amount).replace('\u{a0}', " ");
        write!(f, ": {members} members allocated, {bonuses} bonuses, {}", rupiah(bonus_rp))?;
        if uncapped_rp > cap_rp {
            write!(f, ", scaled down from {} to the cap", rupiah(uncapped_rp))
        } else {
            write!(f, ", within the cap of {}", rupiah(cap_rp))
        }
    }
}

impl From<Refused> for Error {
    #[track_caller]
    fn from(refused: Refused) -> Self {
        let refuse = |message: &'static str| Self::conflict(Code::MoveRefused, message);
        match refused {
            Refused::Unknown(_) => Self::not_found("Periode tidak ditemukan."),
            Refused::NotOver(_) => refuse("Periode ini belum selesai. Tutup dulu sebelum menghitungnya."),
            Refused::Before(_) => volume::already_calculated(),
            Refused::Changed => refuse("Angka periode ini berubah. Periksa lagi sebelum menghitung."),
            Refused::NoPlan => refuse("Belum ada rencana kompensasi. Buat dulu rencananya."),
            Refused::Bonus(_) => refuse(
                "Bonus periode ini tidak dapat dihitung: nilai satu poin atau poin anggota terlalu besar. Periksa rencana kompensasi.",
            ),
            Refused::Allocation(_) => refuse("Poin seorang anggota terlalu besar untuk dihitung."),
            Refused::Unfinished(_) => Self::internal(refused),
            Refused::Database(error) => error.into(),
        }
    }
}

/// An administrator's word that a period is to be calculated as its preview told.
#[derive(Debug)]
pub struct Confirmation {
    /// Who says so.
    pub by: Member,
    /// What the preview was worked out from.
    pub digest: String,
}

/// Calculates a period. Of two calls at once, or one after the other, one calculates, and both say the same.
///
/// # Errors
/// [`Refused`]. After [`Refused::Database`] the calculation may be decided: another call, or [`finish_begun`], goes on with
/// it.
pub async fn calculate(db: &Db, clock: &Clock, period: PeriodId) -> Result<Calculated, Refused> {
    calculate_confirmed(db, clock, period, None).await
}

/// Calculates a period as [`calculate`] does, if it still is what an administrator has seen.
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
            return Ok(Calculated { period, name, before: true, figures: figures(&mut snapshot, period).await? });
        }
        if frozen_ms.is_some() {
            snapshot.rollback().await?;
            let (figures, first) = finish(db, period).await?;
            return Ok(Calculated { period, name, before: !first, figures: Some(figures) });
        }
        if ends_ms >= now_ms {
            return Err(Refused::NotOver(period));
        }
        let position = Position::read(&mut snapshot, period).await?;
        let basis = Arc::new(Basis::read(&mut snapshot, period, None).await?);
        snapshot.rollback().await?;
        let seen = Arc::clone(&basis);
        let (figures, digest) = aside(move || {
            let payout = seen.payout()?;
            Ok((seen.bonuses(&payout)?.0, seen.digest(&payout)?))
        })
        .await?;
        if confirmation.is_some_and(|confirmation| confirmation.digest != digest) {
            return Err(Refused::Changed);
        }
        let mut tx = db.write().await?;
        // With the period's row in hand nobody posts into it or changes a leader until the transaction ends.
        if !volume::take_for_calculation(&mut tx, period, now_ms).await?
            || Position::read(&mut tx, period).await? != position
        {
            tx.rollback().await?;
            continue;
        }
        decide(&mut tx, period, basis.plan_id, &figures, now_ms).await?;
        if let Some(Confirmation { by, .. }) = confirmation {
            let after = json!({
                "members": figures.members, "bonuses": figures.bonuses, "sales_rp": figures.sales_rp,
                "bonus_rp": figures.bonus_rp,
            });
            let change = Change::new("calculate", Subject::Period, &name, Value::Null, after);
            audit::record(&mut tx, by, now_ms, change).await?;
        }
        tx.commit().await?;
        let before = !write(db, period, basis, &figures).await?;
        return Ok(Calculated { period, name, before, figures: Some(figures) });
    }
    Err(Refused::Changed)
}

/// Goes on with the calculations that were decided and not finished, because a server was killed meanwhile.
///
/// # Errors
/// The database fails.
pub async fn finish_begun(db: &Db, now_ms: i64) -> Result<(), Refused> {
    let unfinished = volume::unfinished(&mut *db.read().await?, now_ms - OVERDUE_MS).await?;
    for period in unfinished {
        tracing::warn!(period = period.0, "a calculation that was begun is finished");
        finish(db, period).await?;
    }
    Ok(())
}

/// Calculates a period within a transaction, which must be given up if this fails. It holds everyone up: it is for a shop
/// that nobody is served by.
///
/// # Errors
/// [`Refused`].
pub async fn calculate_within(conn: &mut Conn, period: PeriodId, now_ms: i64) -> Result<Calculated, Refused> {
    let Period { name, .. } = volume::find_period(conn, period).await?.ok_or(Refused::Unknown(period))?;
    if !volume::take_for_calculation(conn, period, now_ms).await? {
        return Err(Refused::NotOver(period));
    }
    let basis = Basis::read(conn, period, None).await?;
    let payout = basis.payout()?;
    let (figures, _) = basis.bonuses(&payout)?;
    decide(conn, period, basis.plan_id, &figures, now_ms).await?;
    volume::keep_allocations(conn, period, &basis.allocations).await?;
    let bonuses: Vec<NewBonus> = basis.new_bonuses(&payout).collect::<Result<_, _>>()?;
    insert_bonuses(conn, period, basis.plan_id, bonuses).await?;
    volume::finish_calculation(conn, period).await?;
    Ok(Calculated { period, name, before: false, figures: Some(figures) })
}

/// What a period is worked out from has not changed while this has not.
#[derive(Debug, PartialEq, Eq)]
struct Position {
    entries: i64,
    leaders: i64,
    plan_id: Option<CompensationPlanId>,
}

impl Position {
    async fn read(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Self> {
        let entries = volume::entries(conn, period).await?;
        let leaders = network::newest_change(conn).await?;
        let sql = "SELECT MAX(id) FROM compensation_plans";
        Ok(Self { entries, leaders, plan_id: query_scalar(sql).fetch_one(conn).await? })
    }
}

/// Works something out that takes a while, beside the requests.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, Refused> + Send + 'static) -> Result<T, Refused> {
    tokio::task::spawn_blocking(work).await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))?
}

/// Keeps what the calculation of a period that was just frozen comes to, and with which network, and carries on what is
/// below 0 in it.
async fn decide(
    conn: &mut Conn,
    period: PeriodId,
    plan_id: CompensationPlanId,
    figures: &Figures,
    now_ms: i64,
) -> Result<(), Refused> {
    network::note_calculated(conn, period).await?;
    let carried_points = volume::carry(conn, period, now_ms).await?;
    Ok(keep_figures(conn, period, plan_id, figures, carried_points).await?)
}

/// Writes what was decided of a frozen period and is not there yet; whether this call was the one that finished it.
async fn finish(db: &Db, period: PeriodId) -> Result<(Figures, bool), Refused> {
    let mut snapshot = db.snapshot().await?;
    let sql = "SELECT compensation_plan_id FROM bonus_calculations WHERE period_id = $1";
    let plan_id = query_scalar(sql).bind(period).fetch_optional(&mut *snapshot).await?;
    let basis = Basis::read(&mut snapshot, period, plan_id).await?;
    let decided = figures(&mut snapshot, period).await?.ok_or(Refused::Unfinished(period))?;
    snapshot.rollback().await?;
    let first = write(db, period, Arc::new(basis), &decided).await?;
    Ok((decided, first))
}

/// Writes the allocations and the bonuses of a frozen period, a few at a time, and then says that they are there; whether
/// this call was the one that said so.
async fn write(db: &Db, period: PeriodId, basis: Arc<Basis>, decided: &Figures) -> Result<bool, Refused> {
    for some in basis.allocations.chunks(AT_ONCE) {
        let mut tx = db.write().await?;
        volume::keep_allocations(&mut tx, period, some).await?;
        tx.commit().await?;
    }
    let allocated = (decided.members, basis.allocations.iter().map(|(.., plans)| plans.plan_a + plans.plan_b).sum());
    let plan_id = basis.plan_id;
    let (ready, mut waiting) = mpsc::channel(2);
    let work = aside(move || {
        let payout = basis.payout()?;
        let mut some = Vec::with_capacity(AT_ONCE);
        for bonus in basis.new_bonuses(&payout) {
            some.push(bonus?);
            // Nobody waits for them any more where the writing has failed.
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
            insert_bonuses(&mut tx, period, plan_id, some).await?;
            tx.commit().await?;
        }
        waiting.close();
        Ok::<_, Refused>(())
    };
    let (worked, written) = tokio::join!(work, written);
    worked.and(written)?;
    let mut tx = db.write().await?;
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(bonus_rp), 0) AS BIGINT) FROM bonuses WHERE period_id = $1";
    let kept: (i64, i64) = query_as(sql).bind(period).fetch_one(&mut *tx).await?;
    if kept != (decided.bonuses, decided.bonus_rp) || volume::allocated(&mut tx, period).await? != allocated {
        return Err(Refused::Unfinished(period));
    }
    let first = volume::finish_calculation(&mut tx, period).await?;
    tx.commit().await?;
    Ok(first)
}

/// Works a calculated period out again, by the version of the compensation plan that was used; writes nothing. Gives the
/// figures and every bonus, in the order of members.
///
/// # Errors
/// [`Refused`].
pub async fn work_out(conn: &mut Conn, period: PeriodId) -> Result<(Figures, Vec<(MemberId, i64)>), Refused> {
    let sql = "SELECT compensation_plan_id FROM bonus_calculations WHERE period_id = $1";
    let plan_id = query_scalar(sql).bind(period).fetch_optional(&mut *conn).await?;
    // Whoever has joined since has no points in the period: they change nothing.
    let basis = Basis::read(conn, period, plan_id).await?;
    let payout = basis.payout()?;
    basis.bonuses(&payout)
}

/// What a calculation would come to.
#[derive(Debug)]
pub struct Preview {
    /// The figures.
    pub figures: Figures,
    /// The version of the compensation plan that it goes by.
    pub plan_id: CompensationPlanId,
    /// The largest bonuses, in rupiah, largest first.
    pub largest: Vec<(MemberId, i64)>,
    /// Tells what it was worked out from; for [`Confirmation`].
    pub digest: String,
}

/// Works out what the calculation of a period would come to, with the `most` largest bonuses; writes nothing, and keeps
/// nobody from writing.
///
/// # Errors
/// [`Refused`].
pub async fn preview(db: &Db, period: PeriodId, most: usize) -> Result<Preview, Refused> {
    let mut snapshot = db.snapshot().await?;
    let basis = Basis::read(&mut snapshot, period, None).await?;
    snapshot.rollback().await?;
    aside(move || {
        let payout = basis.payout()?;
        let (figures, mut bonuses) = basis.bonuses(&payout)?;
        bonuses.sort_unstable_by_key(|(member, bonus_rp)| (std::cmp::Reverse(*bonus_rp), *member));
        bonuses.truncate(most);
        Ok(Preview { figures, plan_id: basis.plan_id, largest: bonuses, digest: basis.digest(&payout)? })
    })
    .await
}

/// Everything that a calculation is worked out from.
struct Basis {
    plan_id: CompensationPlanId,
    plan: CompensationPlan,
    earned: Vec<Earned>,
    allocations: Vec<Allocation>,
    network: Network,
    sales_rp: i64,
}

impl Basis {
    /// Reads what there is now; without a version of the compensation plan it is the newest.
    async fn read(conn: &mut Conn, period: PeriodId, plan_id: Option<CompensationPlanId>) -> Result<Self, Refused> {
        let (plan_id, plan) = plan(conn, plan_id).await?.ok_or(Refused::NoPlan)?;
        let earned = volume::earned(conn, period).await?;
        let allocations = allocated(&earned)?;
        let sales_rp = volume::sales(conn, period).await?;
        let network = Network::new(network::leaders_of(conn, period).await?, &earned)?;
        Ok(Self { plan_id, plan, earned, allocations, network, sales_rp })
    }

    fn payout(&self) -> Result<Payout<'_>, BonusError> {
        Payout::new(&self.plan, &self.network.seats, self.sales_rp)
    }

    fn figures(&self, payout: &Payout<'_>, bonuses: i64, bonus_rp: i64) -> Figures {
        Figures {
            members: count(self.allocations.len()),
            bonuses,
            sales_rp: self.sales_rp,
            cap_rp: payout.cap(),
            uncapped_rp: payout.uncapped(),
            bonus_rp,
        }
    }

    /// The figures and every bonus, in the order of members.
    fn bonuses(&self, payout: &Payout<'_>) -> Result<(Figures, Vec<(MemberId, i64)>), Refused> {
        let (mut bonuses, mut bonus_rp) = (Vec::new(), 0_i64);
        for (place, member) in self.network.ids.iter().enumerate() {
            let amount_rp = sum(&payout.lines(place)?)?;
            if amount_rp > 0 {
                bonuses.push((*member, amount_rp));
                bonus_rp = bonus_rp.checked_add(amount_rp).ok_or(BonusError::TooLarge)?;
            }
        }
        Ok((self.figures(payout, count(bonuses.len()), bonus_rp), bonuses))
    }

    /// Every bonus with its lines as they are kept, in the order of members.
    fn new_bonuses(&self, payout: &Payout<'_>) -> impl Iterator<Item = Result<NewBonus, BonusError>> {
        let Network { ids, group_points, .. } = &self.network;
        ids.iter().zip(group_points).enumerate().filter_map(move |(place, (member, downline_points))| {
            let new = |lines: Vec<BonusLine>| {
                let amount_rp = sum(&lines)?;
                let lines = lines.into_iter().map(|line| (ids[line.source], line)).collect();
                Ok(NewBonus { member: *member, downline_points: *downline_points, amount_rp, lines })
            };
            match payout.lines(place) {
                Ok(lines) if lines.is_empty() => None,
                lines => Some(lines.and_then(new)),
            }
        })
    }

    /// Tells this basis from every other that would be written differently: the plan's version, the sales, what everyone
    /// earned and every line. Members without points, who join while a preview is read, change nothing.
    fn digest(&self, payout: &Payout<'_>) -> Result<String, BonusError> {
        let mut hash = Sha256::new();
        let mut add = |numbers: &[i64]| numbers.iter().for_each(|number| hash.update(number.to_le_bytes()));
        add(&[self.plan_id.0, self.sales_rp, payout.cap(), payout.uncapped()]);
        for earned in &self.earned {
            add(&[earned.member_id.0, earned.plan_a, earned.plan_b, earned.group_points]);
        }
        for (place, member) in self.network.ids.iter().enumerate() {
            for line in payout.lines(place)? {
                add(&[member.0, self.network.ids[line.source].0, count(line.depth), line.amount]);
            }
        }
        Ok(format::hex(&hash.finalize()))
    }
}

fn sum(lines: &[BonusLine]) -> Result<i64, BonusError> {
    lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.amount)).ok_or(BonusError::TooLarge)
}

/// The points of a member: who, as they were earned, as they are allocated.
type Allocation = (MemberId, PlanVolumes, PlanVolumes);

/// The points of everyone who has some: who, as they were earned, as they are allocated.
fn allocated(earned: &[Earned]) -> Result<Vec<Allocation>, AllocationError> {
    let mut allocations = Vec::new();
    for member in earned {
        let chosen = PlanVolumes::of_sums(member.plan_a, member.plan_b);
        if chosen.plan_a + chosen.plan_b > 0 {
            allocations.push((member.member_id, chosen, allocate(chosen)?));
        }
    }
    Ok(allocations)
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Everyone, as the rules and as the database know them.
struct Network {
    seats: Vec<Seat>,
    ids: Vec<MemberId>,
    /// Points of all below.
    group_points: Vec<i64>,
}

impl Network {
    /// Puts leaders and points together; both lists are in the order of keys.
    fn new(leaders: Vec<(MemberId, Option<MemberId>)>, earned: &[Earned]) -> Result<Self, BonusError> {
        let ids: Vec<MemberId> = leaders.iter().map(|(id, _)| *id).collect();
        let mut earned = earned.iter().peekable();
        let (mut seats, mut group_points) = (Vec::with_capacity(ids.len()), Vec::with_capacity(ids.len()));
        for (id, leader) in leaders {
            let leader = match leader {
                Some(leader) => Some(ids.binary_search(&leader).map_err(|_| BonusError::Leader)?),
                None => None,
            };
            let own = earned.next_if(|earned| earned.member_id == id);
            let points = own.map_or(0, |own| own.plan_a.saturating_add(own.plan_b));
            seats.push(Seat { leader, points });
            group_points.push(own.map_or(0, |own| own.group_points));
        }
        Ok(Self { seats, ids, group_points })
    }
}

/// A bonus to be kept, with its lines and whose points each is of.
struct NewBonus {
    member: MemberId,
    downline_points: i64,
    amount_rp: i64,
    lines: Vec<(MemberId, BonusLine)>,
}

/// Keeps bonuses with their lines; one that is there already stays.
async fn insert_bonuses(
    conn: &mut Conn,
    period: PeriodId,
    plan_id: CompensationPlanId,
    mut bonuses: Vec<NewBonus>,
) -> sqlx::Result<()> {
    let mut lines = Vec::new();
    // In the order of members, also for who writes the same beside this one.
    bonuses.sort_by_key(|bonus| bonus.member);
    for batch in bonuses.chunks_mut(BATCH) {
        let sql = format!(
            "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp) VALUES {}
             ON CONFLICT (member_id, period_id) DO NOTHING RETURNING id, member_id",
            value_rows(batch.len(), 5)
        );
        let mut query = query_as(AssertSqlSafe(sql));
        for bonus in batch.iter() {
            query = query.bind(bonus.member).bind(period).bind(plan_id);
            query = query.bind(bonus.downline_points).bind(bonus.amount_rp);
        }
        let kept: Vec<(BonusId, MemberId)> = query.fetch_all(&mut *conn).await?;
        let kept: HashMap<MemberId, BonusId> = kept.into_iter().map(|(id, member)| (member, id)).collect();
        for bonus in batch {
            if let Some(id) = kept.get(&bonus.member) {
                lines.extend(bonus.lines.drain(..).map(|(source, line)| (*id, source, line)));
            }
        }
    }
    for batch in lines.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO bonus_lines (bonus_id, source_member_id, depth, points, rate, amount_rp) VALUES {}",
            value_rows(batch.len(), 6)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (bonus, source, line) in batch {
            query = query.bind(*bonus).bind(*source).bind(count(line.depth)).bind(line.points);
            query = query.bind(DecimalText(line.rate)).bind(line.amount);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

async fn keep_figures(
    conn: &mut Conn,
    period: PeriodId,
    plan_id: CompensationPlanId,
    figures: &Figures,
    carried_points: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO bonus_calculations (period_id, compensation_plan_id, members, bonuses, sales_rp, cap_rp,
                                               uncapped_rp, bonus_rp, carried_points)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    query(sql)
        .bind(period)
        .bind(plan_id)
        .bind(figures.members)
        .bind(figures.bonuses)
        .bind(figures.sales_rp)
        .bind(figures.cap_rp)
        .bind(figures.uncapped_rp)
        .bind(figures.bonus_rp)
        .bind(carried_points)
        .execute(conn)
        .await?;
    Ok(())
}

/// What the calculation of a period came to, or was decided to come to, if bonuses were calculated.
///
/// # Errors
/// The database fails.
pub async fn figures(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Option<Figures>> {
    let sql = "SELECT members, bonuses, sales_rp, cap_rp, uncapped_rp, bonus_rp
               FROM bonus_calculations WHERE period_id = $1";
    query_as(sql).bind(period).fetch_optional(conn).await
}

/// Keeps a new version of the compensation plan, which is used from now on.
///
/// # Errors
/// The plan makes no sense ([`Refused::Bonus`]), or the database fails.
pub async fn insert_plan(conn: &mut Conn, plan: &CompensationPlan, now_ms: i64) -> Result<CompensationPlanId, Refused> {
    insert_plan_after(conn, plan, None, now_ms).await
}

/// Keeps a new version of the compensation plan that was made from another one, 0 for none.
///
/// # Errors
/// As [`insert_plan`]; a version was made from the same one already ([`crate::foundation::db::is_duplicate`]).
pub async fn insert_plan_after(
    conn: &mut Conn,
    plan: &CompensationPlan,
    after: Option<i64>,
    now_ms: i64,
) -> Result<CompensationPlanId, Refused> {
    plan.check()?;
    let sql = "INSERT INTO compensation_plans (personal_rate, qualification_points, cap_percent, point_value_rp,
                                               created_ms, after_id)
               VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
    let id: CompensationPlanId = query_scalar(sql)
        .bind(DecimalText(plan.personal_rate))
        .bind(plan.qualification)
        .bind(DecimalText(plan.cap_percent))
        .bind(plan.point_value)
        .bind(now_ms)
        .bind(after)
        .fetch_one(&mut *conn)
        .await?;
    for (depth, rate) in (1_i64..).zip(&plan.level_rates) {
        query("INSERT INTO compensation_levels (compensation_plan_id, depth, rate) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(depth)
            .bind(DecimalText(*rate))
            .execute(&mut *conn)
            .await?;
    }
    Ok(id)
}

/// A version of the compensation plan; without a key the newest, which is used now.
///
/// # Errors
/// The database fails.
pub async fn plan(
    conn: &mut Conn,
    id: Option<CompensationPlanId>,
) -> sqlx::Result<Option<(CompensationPlanId, CompensationPlan)>> {
    #[derive(FromRow)]
    struct Row {
        id: CompensationPlanId,
        personal_rate: DecimalText,
        qualification_points: i64,
        cap_percent: DecimalText,
        point_value_rp: i64,
    }
    let sql = "SELECT id, personal_rate, qualification_points, cap_percent, point_value_rp
               FROM compensation_plans WHERE id = COALESCE($1, id) ORDER BY id DESC LIMIT 1";
    let row: Option<Row> = query_as(sql).bind(id).fetch_optional(&mut *conn).await?;
    let Some(row) = row else { return Ok(None) };
    let sql = "SELECT rate FROM compensation_levels WHERE compensation_plan_id = $1 ORDER BY depth";
    let rates: Vec<DecimalText> = query_scalar(sql).bind(row.id).fetch_all(conn).await?;
    let plan = CompensationPlan {
        personal_rate: row.personal_rate.0,
        level_rates: rates.into_iter().map(|rate| rate.0).collect(),
        qualification: row.qualification_points,
        cap_percent: row.cap_percent.0,
        point_value: row.point_value_rp,
    };
    Ok(Some((row.id, plan)))
}
