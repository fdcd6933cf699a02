//! What a bonus is made of, as its member sees it: the components of the plan with the needs that were met or missed, and
//! line by line whose points were paid for.

use axum::{
    Json,
    extract::{FromRef, State},
};
use ksmart_core::plan::document::{Component, Metric, Need, Plan, Volume};
use serde::Serialize;
use sqlx::{FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, DecimalText},
        document::routes,
        error::{Error, Result},
        extract::Path,
        format::percent_number,
        page::Page,
    },
    identity::{sessions::Sessions, tokens::Member},
    members::bonuses::{
        bonus::BonusId,
        kept::KeptComponent,
        versions::{self, CompensationPlanId},
    },
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list_lines))
}

/// A part of a bonus.
#[derive(Debug, Serialize, ToSchema)]
struct BonusLine {
    id: i64,
    /// Whose points they are.
    member_name: String,
    member_uid: String,
    /// Steps below the caller, of a generation its number: 0 is the caller's own volume.
    level: i64,
    /// Points.
    bv: i64,
    /// The rate in percent.
    rate: f64,
    /// The rate in percent as decimal text, such as `12.5`.
    rate_text: String,
    /// What it comes to.
    rupiah: i64,
    /// The component of the plan that pays it: its code.
    component: String,
    component_name: String,
    /// `personal`, `level`, `differential`, `generation` or `pool`.
    component_kind: String,
}

/// A component of the plan in a bonus.
#[derive(Debug, Serialize, ToSchema)]
struct BonusComponent {
    code: String,
    name: String,
    /// `personal`, `level`, `differential`, `generation` or `pool`.
    kind: String,
    /// What it came to in this bonus.
    rupiah: i64,
    /// What must all be met to be paid by it.
    needs: Vec<BonusNeed>,
}

/// Something that the plan asks for, and what there was of it.
#[derive(Debug, Serialize, ToSchema)]
struct BonusNeed {
    /// `pv`, `gv`, `pgv`, `leg_gv`, `legs_with_rank`, `directs_with_rank`, `total_gv` or `rank`.
    metric: &'static str,
    /// Which points; null where it measures none, or both in all periods.
    volume: Option<Volume>,
    /// Which leg, 1 the strongest; null where it measures no leg.
    nth: Option<usize>,
    /// Name of the rank that it asks for; null where it asks for none.
    rank_name: Option<String>,
    /// How much is enough; of a rank 1.
    at_least: i64,
    /// How much there was; of a rank 1 if it or a higher one was held, else 0.
    has: i64,
    /// How much was missing, 0 if it was met.
    missing: i64,
    is_met: bool,
}

/// The lines of a bonus; all of them sum to it exactly.
#[derive(Debug, Serialize, ToSchema)]
struct BonusLines {
    bonus_rupiah: i64,
    /// What a point was worth, rupiah: a line is points × this × rate / 100, rounded down.
    point_value: i64,
    /// Whether the bonuses of the period came to more than the cap, so that each line was scaled down.
    is_scaled: bool,
    /// What all bonuses of the period came to before the cap, and what they could come to; null where they are whole.
    scaled: Option<Scale>,
    /// What this bonus came to before the cap of a single member, and that cap; null where it was not reached. Each line
    /// is scaled by it first, and rounded down.
    member_scaled: Option<Scale>,
    /// Name of the plan that it was calculated by.
    plan_name: String,
    /// The rank that the caller held in the period: its code in the plan.
    rank: String,
    rank_name: String,
    /// What the plan pays, in its order.
    components: Vec<BonusComponent>,
    /// By component in the plan's order, the caller's own volume first, then level by level.
    lines: Vec<BonusLine>,
    next_cursor: Option<String>,
}

/// What was too much, and what it was scaled down to: each line by `to_rp` / `from_rp`.
#[derive(Debug, Serialize, ToSchema)]
struct Scale {
    from_rp: i64,
    to_rp: i64,
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

/// The lines that one of the caller's bonuses is made of, and what the plan asked for.
#[utoipa::path(get, path = "/api/bonuses/{id}/lines", operation_id = "listBonusLines",
    responses((status = 200, body = BonusLines)))]
async fn list_lines(
    State(db): State<Db>,
    member: Member,
    Path(id): Path<BonusId>,
    page: Page<1>,
) -> Result<Json<BonusLines>> {
    let mut conn = db.read().await?;
    let sql =
        "SELECT b.bonus_rp, b.compensation_plan_id, b.components, b.uncapped_rp AS member_uncapped_rp, c.uncapped_rp,
                      c.cap_rp, r.rank
               FROM bonuses b JOIN bonus_calculations c ON c.period_id = b.period_id
               JOIN bv_periods v ON v.id = b.period_id AND v.calculated_ms IS NOT NULL
               LEFT JOIN member_ranks r ON r.period_id = b.period_id AND r.member_id = b.member_id
               WHERE b.id = $1 AND b.member_id = $2";
    let head: Option<Head> = query_as(sql).bind(id).bind(member.id).fetch_optional(&mut *conn).await?;
    let head = head.ok_or_else(|| Error::not_found("Bonus tidak ditemukan."))?;
    let plan = versions::plan(&mut conn, head.compensation_plan_id).await?;
    let plan = plan.ok_or_else(|| Error::internal("a bonus was calculated by a plan that is gone"))?;
    let mut rows = find(&mut conn, id, &page).await?;
    let next_cursor = page.cut(&mut rows, |last| [last.id]);
    let kept: Vec<KeptComponent> = serde_json::from_str(&head.components).map_err(Error::internal)?;
    let rank = head.rank.and_then(|code| plan.ranks.iter().find(|rank| rank.code == code)).unwrap_or(&plan.ranks[0]);
    let scale = |from_rp, to_rp| (from_rp > to_rp).then_some(Scale { from_rp, to_rp });
    Ok(Json(BonusLines {
        bonus_rupiah: head.bonus_rp,
        point_value: plan.point_value,
        is_scaled: head.uncapped_rp > head.cap_rp,
        scaled: scale(head.uncapped_rp, head.cap_rp),
        member_scaled: head.member_uncapped_rp.zip(plan.member_cap).and_then(|(from_rp, to_rp)| scale(from_rp, to_rp)),
        plan_name: plan.name.clone(),
        rank: rank.code.clone(),
        rank_name: rank.name.clone(),
        components: components(&plan, kept),
        lines: rows.into_iter().map(|row| line(&plan, row)).collect(),
        next_cursor,
    }))
}

async fn find(conn: &mut Conn, id: BonusId, page: &Page<1>) -> sqlx::Result<Vec<Row>> {
    let sql = "SELECT l.id, m.name, m.uid, l.component, l.depth, l.points, l.rate, l.amount_rp
               FROM bonus_lines l JOIN members m ON m.id = l.source_member_id
               WHERE l.bonus_id = $1 AND l.id > $2 ORDER BY l.id LIMIT $3";
    let [after] = page.after(i64::MIN);
    query_as(sql).bind(id).bind(after).bind(page.lookup()).fetch_all(conn).await
}

fn line(plan: &Plan, row: Row) -> BonusLine {
    let component = plan.components.iter().find(|component| component.code == row.component);
    let told = component.map(|component| (component.name.clone(), component.kind.code().to_owned()));
    let (component_name, component_kind) = told.unwrap_or_default();
    BonusLine {
        id: row.id,
        member_name: row.name,
        member_uid: row.uid,
        level: row.depth,
        bv: row.points,
        rate: percent_number(row.rate.0),
        rate_text: row.rate.0.normalize().to_string(),
        rupiah: row.amount_rp,
        component: row.component,
        component_name,
        component_kind,
    }
}

fn components(plan: &Plan, kept: Vec<KeptComponent>) -> Vec<BonusComponent> {
    let component = |(component, kept): (&Component, KeptComponent)| BonusComponent {
        code: component.code.clone(),
        name: component.name.clone(),
        kind: component.kind.code().to_owned(),
        rupiah: kept.rupiah,
        needs: component.needs.iter().zip(kept.has).map(|(need, has)| tell(plan, need, has)).collect(),
    };
    plan.components.iter().zip(kept).map(component).collect()
}

/// A need of the plan with what there was of it.
fn tell(plan: &Plan, need: &Need, has: i64) -> BonusNeed {
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
