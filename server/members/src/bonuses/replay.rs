//! Replay of calculated periods under a plan that is being written: compares the bonuses it would have paid with the
//! paid ones.
//!
//! The periods are calculated one after another, in the order of their original calculation, so that ranks held
//! permanently under that plan carry over. The result of each period is sent as soon as it exists, so that memory holds
//! only one period, and no request takes too long.

use std::collections::{HashMap, VecDeque};

use axum::{
    body::{Body as Content, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::{TryStreamExt, stream};
use ksmart_core::plan::{
    document::{Component, Keeps, Plan, PlanDocument},
    engine::Payout,
};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, placeholders},
    document::routes,
    error::{Error, Result},
    extract::Body,
    form::refuse,
    format,
    ids::{MemberId, PeriodId},
    response::attachment,
    table::{self, guard},
};
use ksmart_identity::roles::{Admin, FINANCE};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use tokio::sync::{Semaphore, SemaphorePermit};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    bonuses::{basis::Basis, records::StoredComponent, refused::Refused, versions},
};

/// Maximum number of periods in one replay.
const MOST_PERIODS: usize = 36;

/// Maximum number of gains listed for a period, and of losses.
const LARGEST: usize = 100;

/// Limit of concurrent replays: each holds a whole network in memory and keeps a core busy. Others wait.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(replay)).routes(routes!(download))
}

/// A plan, and the calculated periods to replay under it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"plan": {"name": "Rencana 2027", "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
    "boundary_rank": null, "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
    "components": [{"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both", "rate": "10",
    "needs": []}]}, "periods": [1, 2]}
)))]
struct PlanReplayRequest {
    #[schema(value_type = PlanDocument)]
    plan: Value,
    /// Calculated periods, in any order.
    #[schema(min_items = 1, max_items = 36)]
    periods: Vec<PeriodId>,
}

/// Number of members who hold a rank under the plan.
#[derive(Debug, Serialize, ToSchema)]
struct ReplayedRank {
    /// Code of the rank.
    rank: String,
    name: String,
    /// Number of members who hold the rank; for the lowest rank only those with points of their own or below them.
    members: i64,
}

/// A member who would have been paid more or less.
#[derive(Debug, Serialize, ToSchema)]
struct ReplayedMember {
    member_uid: String,
    member_name: String,
    /// Amount paid to the member.
    paid_rp: i64,
    /// Amount that the plan would have paid.
    bonus_rp: i64,
    /// `bonus_rp` less `paid_rp`.
    difference_rp: i64,
}

/// Amounts of a component in a period.
#[derive(Debug, Default, Serialize, ToSchema)]
struct ReplayedComponent {
    /// Code of the component.
    component: String,
    /// Name of the component in the plan; if the plan lacks this code, the name in the plan by which the period was
    /// paid.
    name: String,
    /// Amount paid; 0 where the plan of that time has no component with this code.
    paid_rp: i64,
    /// Amount under the plan; 0 where the plan has no component with this code.
    bonus_rp: i64,
    /// `bonus_rp` less `paid_rp`.
    difference_rp: i64,
}

/// Members whose differences are not among the largest.
#[derive(Debug, Default, Serialize, ToSchema)]
struct ReplayedOthers {
    members: i64,
    /// Sum of their differences.
    difference_rp: i64,
}

/// A calculated period, and its result under the plan.
#[derive(Debug, Serialize, ToSchema)]
struct ReplayedPeriod {
    period_id: PeriodId,
    period_name: String,
    sales_rp: i64,
    /// Sum of the paid bonuses.
    paid_rp: i64,
    /// Paid bonuses in percent of the sales, with two decimals.
    paid_percent: f64,
    /// Sum of the bonuses that the plan would have paid.
    bonus_rp: i64,
    /// Bonuses under the plan in percent of the sales, with two decimals.
    bonus_percent: f64,
    /// Sum of the bonuses under the plan, after the caps of members but before the cap of the plan.
    uncapped_rp: i64,
    /// Cap of the plan: maximum sum of the bonuses.
    cap_rp: i64,
    /// Whether the cap would have scaled them down.
    is_over_cap: bool,
    /// Bonuses under the plan less the paid ones: exactly the sum of all members' differences.
    difference_rp: i64,
    /// Components in the order of the plan, then those that only the plan of that time has. Each column sums exactly to
    /// the bonuses.
    components: Vec<ReplayedComponent>,
    /// Ranks in the order of the plan, lowest first.
    ranks: Vec<ReplayedRank>,
    /// Members with the hundred largest gains, largest first.
    gains: Vec<ReplayedMember>,
    /// Members with the hundred largest losses, largest first.
    losses: Vec<ReplayedMember>,
    /// Everyone else who would have been paid more or less.
    others: ReplayedOthers,
}

/// Sums over all periods.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
struct ReplayTotal {
    sales_rp: i64,
    paid_rp: i64,
    bonus_rp: i64,
    difference_rp: i64,
}

/// Calculated periods under a plan.
#[derive(Debug, Serialize, ToSchema)]
struct PlanReplay {
    /// Periods in the order in which they were calculated.
    periods: Vec<ReplayedPeriod>,
    total: ReplayTotal,
}

/// Calculates the bonuses that a plan would have paid for calculated periods, next to the paid ones; stores nothing.
#[utoipa::path(post, path = "/api/admin/compensation-plans/replay", operation_id = "replayCompensationPlan",
        request_body = PlanReplayRequest,
    responses((status = 200, body = PlanReplay), (status = 409)))]
async fn replay(State(db): State<Db>, _: Admin<FINANCE>, Body(wanted): Body<PlanReplayRequest>) -> Result<Response> {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, stream(db, wanted, Form::Json).await?).into_response())
}

/// Returns the same replay as CSV: UTF-8 with a byte order mark, cells separated by `;`, as Excel in Indonesia opens
/// it. The differences of a period's `Kenaikan`, `Penurunan` and `Lainnya` sum to that of its `Bonus`.
#[utoipa::path(post, path = "/api/admin/compensation-plans/replay.csv", operation_id = "downloadCompensationPlanReplay",
        request_body = PlanReplayRequest,
    responses((status = 200, body = String, content_type = "text/csv"), (status = 409)))]
async fn download(State(db): State<Db>, _: Admin<FINANCE>, Body(wanted): Body<PlanReplayRequest>) -> Result<Response> {
    Ok(attachment("simulasi-rencana.csv", table::CSV, stream(db, wanted, Form::Csv).await?))
}

/// Streams the replay period by period; a wrong request is refused before anything is sent.
async fn stream(db: Db, wanted: PlanReplayRequest, form: Form) -> Result<Content> {
    let plan = Plan::read(&wanted.plan)?;
    let mut replay = Replay::of(db, plan, wanted.periods).await?;
    let mut begun = form.beginning()?;
    if let Some(first) = replay.go_on().await? {
        begun.extend(form.period(&first, true)?);
    }
    let rest = stream::try_unfold(Some((replay, begun)), move |state| async move {
        let Some((mut replay, begun)) = state else { return Ok::<_, Error>(None) };
        if !begun.is_empty() {
            return Ok(Some((Bytes::from(begun), Some((replay, Vec::new())))));
        }
        match replay.go_on().await? {
            Some(period) => Ok(Some((form.period(&period, false)?.into(), Some((replay, Vec::new()))))),
            None => Ok(Some((form.end(&replay.total)?.into(), None))),
        }
    });
    Ok(Content::from_stream(rest.map_err(|_| "the replay was cut short")))
}

/// Format of a replay.
#[derive(Debug, Clone, Copy)]
enum Form {
    Json,
    Csv,
}

impl Form {
    fn beginning(self) -> Result<Vec<u8>> {
        let columns = ["periode", "baris", "kode", "nama", "lama", "baru", "selisih"];
        match self {
            Self::Json => Ok(br#"{"periods":["#.to_vec()),
            Self::Csv => rows("\u{feff}".into(), [columns.map(str::to_owned)]),
        }
    }

    fn period(self, period: &ReplayedPeriod, is_first: bool) -> Result<Vec<u8>> {
        match self {
            Self::Json => {
                let mut text = if is_first { Vec::new() } else { vec![b','] };
                serde_json::to_writer(&mut text, period).map_err(Error::internal)?;
                Ok(text)
            }
            Self::Csv => rows(Vec::new(), period.cells()),
        }
    }

    fn end(self, total: &ReplayTotal) -> Result<Vec<u8>> {
        match self {
            Self::Json => {
                let total = serde_json::to_string(total).map_err(Error::internal)?;
                Ok(format!("],\"total\":{total}}}").into_bytes())
            }
            Self::Csv => rows(Vec::new(), total.cells()),
        }
    }
}

/// Appends rows of a table to the bytes in `begun`.
fn rows(begun: Vec<u8>, rows: impl IntoIterator<Item = [String; 7]>) -> Result<Vec<u8>> {
    let mut writer = table::writer(begun);
    for row in rows {
        writer.write_record(row.map(guard_text)).map_err(Error::internal)?;
    }
    writer.into_inner().map_err(Error::internal)
}

/// Returns a cell that no spreadsheet treats as a formula; a number stays unchanged, also below 0.
fn guard_text(cell: String) -> String {
    if cell.parse::<f64>().is_ok() { cell } else { guard(cell) }
}

impl ReplayedPeriod {
    fn cells(&self) -> Vec<[String; 7]> {
        let name = || self.period_name.clone();
        let figure = |row: &str, old: String, new: String, difference: String| {
            [name(), row.to_owned(), String::new(), String::new(), old, new, difference]
        };
        let percent = |percent: f64| percent.to_string().replace('.', ",");
        let mut cells = vec![
            figure("Penjualan", self.sales_rp.to_string(), self.sales_rp.to_string(), "0".to_owned()),
            figure("Bonus", self.paid_rp.to_string(), self.bonus_rp.to_string(), self.difference_rp.to_string()),
            figure("Persen penjualan", percent(self.paid_percent), percent(self.bonus_percent), String::new()),
            figure("Bonus sebelum batas", String::new(), self.uncapped_rp.to_string(), String::new()),
            figure("Batas bonus", String::new(), self.cap_rp.to_string(), String::new()),
        ];
        for each in &self.components {
            let amounts = [each.paid_rp, each.bonus_rp, each.difference_rp].map(|amount| amount.to_string());
            let [old, new, difference] = amounts;
            cells.push([
                name(),
                "Komponen".to_owned(),
                each.component.clone(),
                each.name.clone(),
                old,
                new,
                difference,
            ]);
        }
        for ReplayedRank { rank, name: rank_name, members } in &self.ranks {
            let (code, rank_name, members) = (rank.clone(), rank_name.clone(), members.to_string());
            cells.push([
                name(),
                "Anggota peringkat".to_owned(),
                code,
                rank_name,
                String::new(),
                members,
                String::new(),
            ]);
        }
        for (row, members) in [("Kenaikan", &self.gains), ("Penurunan", &self.losses)] {
            cells.extend(members.iter().map(|member| {
                let amounts = [member.paid_rp, member.bonus_rp, member.difference_rp].map(|amount| amount.to_string());
                let [old, new, difference] = amounts;
                let (uid, member_name) = (member.member_uid.clone(), member.member_name.clone());
                [name(), row.to_owned(), uid, member_name, old, new, difference]
            }));
        }
        let others = format!("{} anggota", self.others.members);
        let difference = self.others.difference_rp.to_string();
        cells.push([name(), "Lainnya".to_owned(), String::new(), others, String::new(), String::new(), difference]);
        cells
    }
}

impl ReplayTotal {
    fn cells(&self) -> Vec<[String; 7]> {
        let row = |row: &str, old: i64, new: i64| {
            let none = String::new;
            let amounts = [old, new, new - old].map(|amount| amount.to_string());
            let [old, new, difference] = amounts;
            ["Semua periode".to_owned(), row.to_owned(), none(), none(), old, new, difference]
        };
        vec![row("Penjualan", self.sales_rp, self.sales_rp), row("Bonus", self.paid_rp, self.bonus_rp)]
    }
}

/// A replay that calculates period by period.
struct Replay {
    db: Db,
    plan: Plan,
    periods: VecDeque<Calculation>,
    /// Highest rank that each member holds permanently under the plan; `None` before the first period.
    held: Option<HashMap<MemberId, usize>>,
    total: ReplayTotal,
    _turn: SemaphorePermit<'static>,
}

/// A period whose bonuses are calculated.
#[derive(Debug, FromRow)]
struct Calculation {
    period_id: PeriodId,
    name: String,
}

impl Replay {
    async fn of(db: Db, plan: Plan, periods: Vec<PeriodId>) -> Result<Self> {
        let wrong = |message: &str| refuse("periods", "invalid", message);
        if periods.is_empty() {
            return Err(wrong("Pilih paling sedikit satu periode."));
        }
        if periods.len() > MOST_PERIODS {
            return Err(refuse("periods", "too_many", format!("Pilih paling banyak {MOST_PERIODS} periode.")));
        }
        let sql = AssertSqlSafe(format!(
            "SELECT c.period_id, p.name FROM bonus_calculations c JOIN bv_periods p ON p.id = c.period_id
             WHERE p.calculated_ms IS NOT NULL AND c.period_id IN ({}) ORDER BY c.number",
            placeholders(1, periods.len())
        ));
        let query = query_as(sql).bind_all(&periods);
        let found: Vec<Calculation> = query.fetch_all(&mut *db.read().await?).await?;
        if found.len() < periods.len() {
            return Err(wrong("Pilih periode yang bonusnya sudah dihitung, masing-masing satu kali."));
        }
        let turn = AT_ONCE.acquire().await.map_err(Error::internal)?;
        Ok(Self { db, plan, periods: found.into(), held: None, total: ReplayTotal::default(), _turn: turn })
    }

    /// Calculates the next period; returns `None` after the last.
    async fn go_on(&mut self) -> Result<Option<ReplayedPeriod>> {
        let Some(calculation) = self.periods.pop_front() else { return Ok(None) };
        let period_id = calculation.period_id;
        let mut snapshot = self.db.snapshot().await?;
        let mut basis = Basis::read_under(&mut snapshot, period_id, self.plan.clone()).await?;
        let paid_by = versions::plan(&mut snapshot, basis.plan_id).await?.ok_or(Refused::NoPlan)?;
        let sql = "SELECT member_id, bonus_rp, components FROM bonuses WHERE period_id = $1 ORDER BY member_id";
        let paid: Vec<Paid> = query_as(sql).bind(period_id).fetch_all(&mut *snapshot).await?;
        snapshot.rollback().await?;
        let held = self.held.take();
        let work = move || {
            if let Some(held) = held {
                for (id, node) in basis.ids.iter().zip(&mut basis.nodes) {
                    node.held = held.get(id).copied();
                }
            }
            CalculatedPeriod::of(calculation, &basis, &paid_by, &paid)
        };
        let worked = tokio::task::spawn_blocking(work).await.map_err(Error::internal)??;
        let CalculatedPeriod { mut period, gains, losses, held } = worked;
        self.held = Some(held);
        let mut conn = self.db.read().await?;
        period.gains = named(&mut conn, gains).await?;
        period.losses = named(&mut conn, losses).await?;
        self.total.add(&period)?;
        Ok(Some(period))
    }
}

impl ReplayTotal {
    fn add(&mut self, period: &ReplayedPeriod) -> Result<()> {
        for (sum, amount) in [
            (&mut self.sales_rp, period.sales_rp),
            (&mut self.paid_rp, period.paid_rp),
            (&mut self.bonus_rp, period.bonus_rp),
            (&mut self.difference_rp, period.difference_rp),
        ] {
            *sum = sum.checked_add(amount).ok_or_else(|| Error::internal("the periods come to too much"))?;
        }
        Ok(())
    }
}

/// Amount that a member was paid, and the amount that the plan would have paid.
#[derive(Debug, Clone, Copy)]
struct Difference {
    member: MemberId,
    paid_rp: i64,
    bonus_rp: i64,
}

impl Difference {
    fn rupiah(self) -> i64 {
        self.bonus_rp - self.paid_rp
    }
}

/// A paid bonus.
#[derive(Debug, FromRow)]
struct Paid {
    member_id: MemberId,
    bonus_rp: i64,
    /// Components as stored, JSON.
    components: String,
}

/// A calculated period, without the names of its members.
struct CalculatedPeriod {
    period: ReplayedPeriod,
    gains: Vec<Difference>,
    losses: Vec<Difference>,
    held: HashMap<MemberId, usize>,
}

impl CalculatedPeriod {
    /// Calculates a period; `paid` is in the order of members, and was paid by the plan `paid_by`.
    fn of(calculation: Calculation, basis: &Basis, paid_by: &Plan, paid: &[Paid]) -> Result<Self, Refused> {
        let payout = Payout::new(basis.plan.clone(), &basis.nodes, basis.sales_rp)?;
        let paid_rp: i64 = paid.iter().map(|paid| paid.bonus_rp).sum();
        let components = components(&payout, paid_by, paid)?;
        let mut paid = paid.iter().peekable();
        let mut differences: Vec<Difference> = Vec::new();
        for (index, member) in basis.ids.iter().enumerate() {
            let was = paid.next_if(|paid| paid.member_id == *member).map_or(0, |paid| paid.bonus_rp);
            let difference = Difference { member: *member, paid_rp: was, bonus_rp: payout.bonus_of(index) };
            if difference.rupiah() != 0 {
                differences.push(difference);
            }
        }
        let (gains, losses, others) = largest(differences);
        let bonus_rp = payout.bonus();
        let period = ReplayedPeriod {
            period_id: calculation.period_id,
            period_name: calculation.name,
            sales_rp: basis.sales_rp,
            paid_rp,
            paid_percent: format::share(paid_rp, basis.sales_rp),
            bonus_rp,
            bonus_percent: format::share(bonus_rp, basis.sales_rp),
            uncapped_rp: payout.uncapped(),
            cap_rp: payout.cap(),
            is_over_cap: payout.uncapped() > payout.cap(),
            difference_rp: bonus_rp - paid_rp,
            components,
            ranks: ranks(&payout, &basis.plan),
            gains: Vec::new(),
            losses: Vec::new(),
            others,
        };
        Ok(Self { period, gains, losses, held: held(&payout, basis) })
    }
}

/// Returns the largest gains, the largest losses, and the rest.
fn largest(mut differences: Vec<Difference>) -> (Vec<Difference>, Vec<Difference>, ReplayedOthers) {
    differences.sort_unstable_by_key(|each| (std::cmp::Reverse(each.rupiah()), each.member));
    let won = differences.partition_point(|each| each.rupiah() > 0);
    let mut losses = differences.split_off(won);
    losses.sort_unstable_by_key(|each| (each.rupiah(), each.member));
    let mut others = ReplayedOthers::default();
    for all in [&mut differences, &mut losses] {
        for other in all.drain(LARGEST.min(all.len())..) {
            others.members += 1;
            others.difference_rp += other.rupiah();
        }
    }
    (differences, losses, others)
}

/// Returns the amount that each component paid, and would pay under the plan.
fn components(payout: &Payout, paid_by: &Plan, paid: &[Paid]) -> Result<Vec<ReplayedComponent>, Refused> {
    let mut was = vec![0_i64; paid_by.components.len()];
    for bonus in paid {
        let kept: Vec<StoredComponent> =
            serde_json::from_str(&bonus.components).map_err(|error| sqlx::Error::Decode(error.into()))?;
        was.iter_mut().zip(kept).for_each(|(sum, kept)| *sum += kept.rupiah);
    }
    let plan = payout.standings().plan();
    let mut now = vec![0_i64; plan.components.len()];
    for member in 0..payout.standings().len() {
        payout.lines(member).for_each(|line| now[line.component] += line.amount);
    }
    let named = |component: &Component| ReplayedComponent {
        component: component.code.clone(),
        name: component.name.clone(),
        ..ReplayedComponent::default()
    };
    let mut all: Vec<ReplayedComponent> = plan.components.iter().map(named).collect();
    all.iter_mut().zip(now).for_each(|(each, now)| each.bonus_rp = now);
    for (component, was) in paid_by.components.iter().zip(was) {
        let index = all.iter().position(|each| each.component == component.code).unwrap_or_else(|| {
            all.push(named(component));
            all.len() - 1
        });
        all[index].paid_rp = was;
    }
    all.iter_mut().for_each(|each| each.difference_rp = each.bonus_rp - each.paid_rp);
    Ok(all)
}

/// Counts members by rank.
fn ranks(payout: &Payout, plan: &Plan) -> Vec<ReplayedRank> {
    let mut members = vec![0_i64; plan.ranks.len()];
    for standing in payout.standings().all() {
        if standing.rank > 0 || standing.gv.plan_a + standing.gv.plan_b > 0 {
            members[standing.rank] += 1;
        }
    }
    let rank = |(rank, members): (&ksmart_core::plan::document::Rank, i64)| ReplayedRank {
        rank: rank.code.clone(),
        name: rank.name.clone(),
        members,
    };
    plan.ranks.iter().zip(members).map(rank).collect()
}

/// Returns the index of the highest permanently held rank of each member who has one.
fn held(payout: &Payout, basis: &Basis) -> HashMap<MemberId, usize> {
    let all = basis.ids.iter().zip(&basis.nodes).zip(payout.standings().all());
    let highest = all.filter_map(|((id, node), standing)| {
        let now = Some(standing.rank).filter(|rank| basis.plan.ranks[*rank].keeps == Keeps::ForEver);
        now.max(node.held).map(|rank| (*id, rank))
    });
    highest.collect()
}

/// Returns the differences with the members' names, in the same order.
async fn named(conn: &mut Conn, differences: Vec<Difference>) -> sqlx::Result<Vec<ReplayedMember>> {
    if differences.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("SELECT id, uid, name FROM members WHERE id IN ({})", placeholders(1, differences.len()));
    let query = query_as(AssertSqlSafe(sql)).bind_all(differences.iter().map(|each| each.member));
    let rows: Vec<(MemberId, String, String)> = query.fetch_all(conn).await?;
    let mut names: HashMap<MemberId, (String, String)> =
        rows.into_iter().map(|(id, uid, name)| (id, (uid, name))).collect();
    let told = |each: Difference| {
        let (member_uid, member_name) = names.remove(&each.member).unwrap_or_default();
        let Difference { paid_rp, bonus_rp, .. } = each;
        ReplayedMember { member_uid, member_name, paid_rp, bonus_rp, difference_rp: each.rupiah() }
    };
    Ok(differences.into_iter().map(told).collect())
}

/// Result of a plan for the newest calculated period.
#[derive(Debug)]
pub struct NewestPeriod {
    /// The period.
    pub period_id: PeriodId,
    /// Its name.
    pub period_name: String,
    /// Value of its orders, rupiah.
    pub sales_rp: i64,
    /// Sum of the bonuses before the plan's cap, after the members' caps, rupiah.
    pub uncapped_rp: i64,
    /// Maximum sum of these bonuses, rupiah.
    pub cap_rp: i64,
}

/// Calculates the result of a plan for the newest calculated period; `None` while there is none.
///
/// # Errors
/// Fails if the plan pays more than can be represented.
pub async fn newest_period(db: &Db, plan: &Plan) -> Result<Option<NewestPeriod>> {
    let sql = "SELECT c.period_id FROM bonus_calculations c JOIN bv_periods p ON p.id = c.period_id
               WHERE p.calculated_ms IS NOT NULL ORDER BY c.number DESC LIMIT 1";
    let newest: Option<PeriodId> = query_scalar(sql).fetch_optional(&mut *db.read().await?).await?;
    let Some(newest) = newest else { return Ok(None) };
    let replayed = Replay::of(db.clone(), plan.clone(), vec![newest]).await?.go_on().await?;
    Ok(replayed.map(|period| NewestPeriod {
        period_id: period.period_id,
        period_name: period.period_name,
        sales_rp: period.sales_rp,
        uncapped_rp: period.uncapped_rp,
        cap_rp: period.cap_rp,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hundred_largest_differences_are_listed() {
        // Gains of 1 to 250, losses of 1 to 120.
        let gains = (1..=250).map(|amount| (amount, amount));
        let losses = (1..=120).map(|amount| (1_000 + amount, -amount));
        let difference =
            |(key, rupiah): (i64, i64)| Difference { member: MemberId(key), paid_rp: 1_000, bonus_rp: 1_000 + rupiah };
        let (gains, losses, others) = largest(losses.chain(gains).map(difference).collect());
        let rupiah = |all: &[Difference]| all.iter().map(|each| each.rupiah()).collect::<Vec<i64>>();
        assert_eq!(rupiah(&gains), (151..=250).rev().collect::<Vec<i64>>());
        assert_eq!(rupiah(&losses), (-120..=-21).collect::<Vec<i64>>());
        assert_eq!((others.members, others.difference_rp), (170, 150 * 151 / 2 - 20 * 21 / 2));
    }

    #[test]
    fn negative_numbers_are_not_guarded() {
        assert_eq!(guard_text("-10000".to_owned()), "-10000");
        assert_eq!(guard_text("-1+1".to_owned()), "'-1+1");
        assert_eq!(guard_text("=1".to_owned()), "'=1");
    }
}
