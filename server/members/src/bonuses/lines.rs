//! Explanation of a bonus, or of a missed bonus, for its member and the office.
//!
//! It contains the plan's components with their needs, met or missed, and the points that the member missed. For each
//! line of a bonus it names the member whose points the line pays for.

use std::collections::{HashMap, hash_map::Entry};

use axum::{Json, extract::State};
use ksmart_core::plan::document::{Component, ComponentKind, Metric, Need, Plan, Volume};
use ksmart_foundation::{
    db::{Conn, Db, DecimalText},
    document::routes,
    error::{Error, Result},
    extract::Path,
    format::percent_number,
    ids::{MemberId, PeriodId},
    page::Page,
};
use ksmart_identity::{
    roles::{Admin, FINANCE},
    tokens::Member,
};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::{FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    bonuses::{
        bonus::BonusId,
        records::{StoredComponent, StoredSkip},
        versions::{self, CompensationPlanId},
    },
    network::{self, Contacts},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list_lines)).routes(routes!(explain)).routes(routes!(list_missed))
}

/// A part of a bonus.
#[derive(Debug, Serialize, ToSchema)]
struct BonusLine {
    id: i64,
    /// Name of the member whose points the line pays for; shortened for the paid member if the shop's privacy settings
    /// require it.
    member_name: String,
    member_uid: String,
    /// Level below the member, or number of a generation; 0 is the member's own volume.
    level: i64,
    /// Points that the line pays for.
    bv: i64,
    /// The rate in percent.
    rate: f64,
    /// The rate in percent as decimal text, such as `12.5`.
    rate_text: String,
    /// Amount of the line, rupiah.
    rupiah: i64,
    /// Code of the plan's component that pays it.
    component: String,
    component_name: String,
    /// `personal`, `level`, `differential`, `generation` or `pool`.
    component_kind: String,
    /// Rates whose difference is the rate of a differential; null for other kinds.
    difference: Option<Difference>,
    /// Shares by which a pool was divided; null for other kinds.
    shares: Option<Shares>,
}

/// The two rates of a differential, percent as decimal text.
#[derive(Debug, Serialize, ToSchema)]
struct Difference {
    /// The rate of the member's rank.
    own_rate_text: String,
    /// Rate already given to members further down; `0` if there is none.
    given_rate_text: String,
}

/// Shares of a pool.
#[derive(Debug, Serialize, ToSchema)]
struct Shares {
    /// Shares of the member.
    own: i64,
    /// Shares of all members, including this one.
    all: i64,
}

/// Points that a component would have paid the member for, had they met its needs.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct Skipped {
    /// Number of members whose points these are; 1 for own points and for a share of a pool.
    members: i64,
    /// Number of points; for a pool the points of all members.
    points: i64,
}

/// A component of the plan in a bonus.
#[derive(Debug, Serialize, ToSchema)]
struct BonusComponent {
    code: String,
    name: String,
    /// `personal`, `level`, `differential`, `generation` or `pool`.
    kind: String,
    /// Amount that the component paid in this bonus, rupiah.
    rupiah: i64,
    /// Needs that must all be met for it to pay.
    needs: Vec<BonusNeed>,
    /// Points missed because the member did not meet the needs; null if none were missed.
    skipped: Option<Skipped>,
}

/// A need of the plan, and the value found.
#[derive(Debug, Serialize, ToSchema)]
struct BonusNeed {
    /// `pv`, `gv`, `pgv`, `leg_gv`, `legs_with_rank`, `directs_with_rank`, `total_gv` or `rank`.
    metric: &'static str,
    /// Plans whose points the need measures: A, B or both; null if it measures no points, or all points ever.
    volume: Option<Volume>,
    /// Number of the leg, 1 the strongest; null where it measures no leg.
    nth: Option<usize>,
    /// Name of the required rank; null if no rank is required.
    rank_name: Option<String>,
    /// Required value; 1 for a rank.
    at_least: i64,
    /// Value found; for a rank 1 if it or a higher one was held, else 0.
    has: i64,
    /// Amount missing, 0 if the need was met.
    missing: i64,
    is_met: bool,
}

/// The lines of a bonus; all of them sum to it exactly.
#[derive(Debug, Serialize, ToSchema)]
struct BonusLines {
    bonus_rupiah: i64,
    /// Value of a point, rupiah: a line is points × this × rate / 100, rounded down.
    point_value: i64,
    /// Whether the bonuses of the period exceeded the cap, so that each line was scaled down.
    is_scaled: bool,
    /// Sum of all bonuses of the period before the cap, and that cap; null if they were not reduced.
    scaled: Option<Scale>,
    /// Amount of this bonus before the cap of a single member, and that cap; null if the cap was not reached. Each line
    /// is scaled by it first, and rounded down.
    member_scaled: Option<Scale>,
    /// Name of the plan that it was calculated by.
    plan_name: String,
    /// Code in the plan of the rank that the member held in the period.
    rank: String,
    rank_name: String,
    /// Components of the plan, in its order.
    components: Vec<BonusComponent>,
    /// Lines by component, in the plan's order, the member's own volume first, then level by level.
    lines: Vec<BonusLine>,
    next_cursor: Option<String>,
}

/// Amount before a cap, and the cap to which it was scaled down; each line is multiplied by `to_rp` / `from_rp`.
#[derive(Debug, Serialize, ToSchema)]
struct Scale {
    from_rp: i64,
    to_rp: i64,
}

/// A calculated period in which the member has no bonus, because the needs of the components that would have paid were
/// not met.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissedBonus {
    bv_period_id: PeriodId,
    bv_period_name: String,
    /// Name of the plan that it was calculated by.
    plan_name: String,
    /// Code in the plan of the rank that the member held in the period.
    rank: String,
    rank_name: String,
    /// Components for which the member missed points, in the plan's order.
    components: Vec<BonusComponent>,
}

#[derive(FromRow)]
struct Head {
    bonus_rp: i64,
    compensation_plan_id: CompensationPlanId,
    components: String,
    member_uncapped_rp: Option<i64>,
    uncapped_rp: i64,
    cap_rp: i64,
    rank: Option<String>,
    shares: String,
    skips: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    name: String,
    uid: String,
    component: String,
    depth: i64,
    points: i64,
    rate: DecimalText,
    amount_rp: i64,
}

/// Lists the lines of one of the caller's bonuses, with the plan's needs.
#[utoipa::path(get, path = "/api/bonuses/{id}/lines", operation_id = "listBonusLines",
    responses((status = 200, body = BonusLines)))]
async fn list_lines(
    State(db): State<Db>,
    member: Member,
    Path(id): Path<BonusId>,
    page: Page<1>,
) -> Result<Json<BonusLines>> {
    let mut conn = db.read().await?;
    let contacts = network::contacts(&mut conn).await?;
    Ok(Json(lines_of(&mut conn, id, Some(member.id), contacts, &page).await?))
}

/// Lists the lines of a bonus, with the plan's needs, as its member sees them, but always with the full names of the
/// members below.
#[utoipa::path(get, path = "/api/admin/bonuses/{id}/lines", operation_id = "explainBonus",
    responses((status = 200, body = BonusLines)))]
async fn explain(
    State(db): State<Db>,
    _: Admin<FINANCE>,
    Path(id): Path<BonusId>,
    page: Page<1>,
) -> Result<Json<BonusLines>> {
    Ok(Json(lines_of(&mut *db.read().await?, id, None, Contacts::Shown, &page).await?))
}

/// Returns the lines of a bonus; only of a bonus of `whose`, if given.
async fn lines_of(
    conn: &mut Conn,
    id: BonusId,
    whose: Option<MemberId>,
    contacts: Contacts,
    page: &Page<1>,
) -> Result<BonusLines> {
    let sql =
        "SELECT b.bonus_rp, b.compensation_plan_id, b.components, b.uncapped_rp AS member_uncapped_rp, c.uncapped_rp,
                      c.cap_rp, c.shares, r.rank, s.components AS skips
               FROM bonuses b JOIN bonus_calculations c ON c.period_id = b.period_id
               JOIN bv_periods v ON v.id = b.period_id AND v.calculated_ms IS NOT NULL
               LEFT JOIN member_ranks r ON r.period_id = b.period_id AND r.member_id = b.member_id
               LEFT JOIN bonus_skips s ON s.period_id = b.period_id AND s.member_id = b.member_id
               WHERE b.id = $1 AND b.member_id = COALESCE($2, b.member_id)";
    let head: Option<Head> = query_as(sql).bind(id).bind(whose).fetch_optional(&mut *conn).await?;
    let head = head.ok_or_else(|| Error::not_found("Bonus tidak ditemukan."))?;
    let plan = versions::plan(conn, head.compensation_plan_id).await?;
    let plan = plan.ok_or_else(|| Error::internal("a bonus was calculated by a plan that is gone"))?;
    let mut rows = find(conn, id, page).await?;
    let next_cursor = page.cut(&mut rows, |last| [last.id]);
    let kept: Vec<StoredComponent> = serde_json::from_str(&head.components).map_err(Error::internal)?;
    let skips = head.skips.map_or(Ok(Vec::new()), |kept| read_skips(&kept))?;
    let shares: Vec<i64> = serde_json::from_str(&head.shares).map_err(Error::internal)?;
    let held = held(&plan, head.rank.as_deref());
    let rank = &plan.ranks[held];
    let scale = |from_rp, to_rp| (from_rp > to_rp).then_some(Scale { from_rp, to_rp });
    Ok(BonusLines {
        bonus_rupiah: head.bonus_rp,
        point_value: plan.point_value,
        is_scaled: head.uncapped_rp > head.cap_rp,
        scaled: scale(head.uncapped_rp, head.cap_rp),
        member_scaled: head.member_uncapped_rp.zip(plan.member_cap).and_then(|(from_rp, to_rp)| scale(from_rp, to_rp)),
        plan_name: plan.name.clone(),
        rank: rank.code.clone(),
        rank_name: rank.name.clone(),
        components: components(&plan, kept, &skips),
        lines: rows.into_iter().map(|row| line(&plan, held, &shares, contacts, row)).collect(),
        next_cursor,
    })
}

async fn find(conn: &mut Conn, id: BonusId, page: &Page<1>) -> sqlx::Result<Vec<Row>> {
    let sql = "SELECT l.id, m.name, m.uid, l.component, l.depth, l.points, l.rate, l.amount_rp
               FROM bonus_lines l JOIN members m ON m.id = l.source_member_id
               WHERE l.bonus_id = $1 AND l.id > $2 ORDER BY l.id LIMIT $3";
    let [after] = page.after(i64::MIN);
    query_as(sql).bind(id).bind(after).bind(page.lookup()).fetch_all(conn).await
}

/// Lists calculated periods in which the caller has no bonus because they did not meet the plan's needs, newest first.
#[utoipa::path(get, path = "/api/bonuses/missed", operation_id = "listMissedBonuses",
    responses((status = 200, body = [MissedBonus])))]
async fn list_missed(State(db): State<Db>, member: Member) -> Result<Json<Vec<MissedBonus>>> {
    Ok(Json(missed_by(&mut *db.read().await?, member.id).await?))
}

/// Returns calculated periods in which a member has no bonus because they did not meet the plan's needs, newest first.
///
/// # Errors
/// Fails if stored data of a calculation is invalid.
pub async fn missed_by(conn: &mut Conn, member: MemberId) -> Result<Vec<MissedBonus>> {
    #[derive(FromRow)]
    struct Row {
        period_id: PeriodId,
        name: String,
        components: String,
        compensation_plan_id: CompensationPlanId,
        rank: Option<String>,
    }
    let sql = "SELECT s.period_id, p.name, s.components, c.compensation_plan_id, r.rank
               FROM bonus_skips s JOIN bv_periods p ON p.id = s.period_id AND p.calculated_ms IS NOT NULL
               JOIN bonus_calculations c ON c.period_id = s.period_id
               LEFT JOIN member_ranks r ON r.period_id = s.period_id AND r.member_id = s.member_id
               LEFT JOIN bonuses b ON b.period_id = s.period_id AND b.member_id = s.member_id
               WHERE s.member_id = $1 AND b.id IS NULL ORDER BY p.starts_ms DESC, p.id DESC";
    let rows: Vec<Row> = query_as(sql).bind(member).fetch_all(&mut *conn).await?;
    let mut plans: HashMap<i64, Plan> = HashMap::new();
    let mut missed = Vec::with_capacity(rows.len());
    for row in rows {
        let version = row.compensation_plan_id.0;
        let plan = match plans.entry(version) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let plan = versions::plan(conn, row.compensation_plan_id).await?;
                unknown.insert(plan.ok_or_else(|| Error::internal("a period was calculated by a plan that is gone"))?)
            }
        };
        let plan = &*plan;
        let rank = &plan.ranks[held(plan, row.rank.as_deref())];
        let skips = read_skips(&row.components)?;
        let component = |skip: &StoredSkip| {
            let component = plan.components.iter().find(|component| component.code == skip.component)?;
            let kept = StoredComponent { rupiah: 0, has: skip.has.clone() };
            Some(shown(plan, component, kept, Some(skip)))
        };
        missed.push(MissedBonus {
            bv_period_id: row.period_id,
            bv_period_name: row.name,
            plan_name: plan.name.clone(),
            rank: rank.code.clone(),
            rank_name: rank.name.clone(),
            components: skips.iter().filter_map(component).collect(),
        });
    }
    Ok(missed)
}

fn read_skips(kept: &str) -> Result<Vec<StoredSkip>> {
    serde_json::from_str(kept).map_err(Error::internal)
}

/// Returns the index of the rank that was held; the lowest is never stored, and is the default.
fn held(plan: &Plan, code: Option<&str>) -> usize {
    code.and_then(|code| plan.rank(code)).unwrap_or_default()
}

fn line(plan: &Plan, held: usize, all_shares: &[i64], contacts: Contacts, row: Row) -> BonusLine {
    let place = plan.components.iter().position(|component| component.code == row.component);
    let component = place.map(|place| &plan.components[place]);
    let told = component.map(|component| (component.name.clone(), component.kind.code().to_owned()));
    let difference = component.and_then(|component| match &component.kind {
        ComponentKind::Differential { rates, .. } => {
            let own = rates[held].unwrap_or_default();
            let text = |rate: Decimal| rate.normalize().to_string();
            Some(Difference { own_rate_text: text(own), given_rate_text: text(own - row.rate.0) })
        }
        _ => None,
    });
    let all = place.and_then(|place| all_shares.get(place).copied()).filter(|all| *all > 0);
    let shares = component.zip(all).map(|(component, all)| Shares { own: component.kind.shares_of(held), all });
    let (component_name, component_kind) = told.unwrap_or_default();
    BonusLine {
        id: row.id,
        member_name: contacts.name(row.depth, row.name),
        member_uid: row.uid,
        level: row.depth,
        bv: row.points,
        rate: percent_number(row.rate.0),
        rate_text: row.rate.0.normalize().to_string(),
        rupiah: row.amount_rp,
        component: row.component,
        component_name,
        component_kind,
        difference,
        shares,
    }
}

fn components(plan: &Plan, kept: Vec<StoredComponent>, skips: &[StoredSkip]) -> Vec<BonusComponent> {
    let skip = |code: &str| skips.iter().find(|skip| skip.component == code);
    let component = |(component, kept): (&Component, _)| shown(plan, component, kept, skip(&component.code));
    plan.components.iter().zip(kept).map(component).collect()
}

fn shown(plan: &Plan, component: &Component, kept: StoredComponent, skip: Option<&StoredSkip>) -> BonusComponent {
    BonusComponent {
        code: component.code.clone(),
        name: component.name.clone(),
        kind: component.kind.code().to_owned(),
        rupiah: kept.rupiah,
        needs: component.needs.iter().zip(kept.has).map(|(need, has)| describe_need(plan, need, has)).collect(),
        skipped: skip.map(|skip| Skipped { members: skip.members, points: skip.points }),
    }
}

/// Describes a need of the plan with the value found.
fn describe_need(plan: &Plan, need: &Need, has: i64) -> BonusNeed {
    let (metric, volume, nth, rank) = match need.metric {
        Metric::Pv(volume) => ("pv", Some(volume), None, None),
        Metric::Gv(volume) => ("gv", Some(volume), None, None),
        Metric::Pgv(volume) => ("pgv", Some(volume), None, None),
        Metric::LegGv { volume, nth } => ("leg_gv", Some(volume), Some(nth), None),
        Metric::LegsWithRank(rank) => ("legs_with_rank", None, None, Some(rank)),
        Metric::DirectsWithRank(rank) => ("directs_with_rank", None, None, Some(rank)),
        Metric::TotalGv => ("total_gv", None, None, None),
        Metric::Rank(rank) => ("rank", None, None, Some(rank)),
    };
    let rank_name = rank.map(|rank| plan.ranks[rank].name.clone());
    let missing = (need.at_least - has).max(0);
    BonusNeed { metric, volume, nth, rank_name, at_least: need.at_least, has, missing, is_met: missing == 0 }
}
