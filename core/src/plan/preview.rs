//! Preview of a member's bonus for a period, worked out from that member's corner of the network alone.
//!
//! A corner is as small for the leader of a hundred thousand members as for a member without a downline: it already
//! contains the summed-up bonuses from the downline, for each rank that the member may reach. It yields the engine's
//! bonus to the rupiah, also for other own points of the member or for more points of a direct follower. It includes
//! the effect on that follower's rank, qualifications and shares. It assumes only that the leaders above stay
//! unchanged: other ranks of theirs would change the division of a pool.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
#[cfg(feature = "wasm")]
use tsify::Tsify;

use super::{
    document::{self, MAX_RANKS, Volume},
    engine::PayoutError,
    rate::Rate,
    standing::{Facts, sum},
};
use crate::{
    allocation::{AllocationError, PlanVolumes, allocate_sums},
    decimal_text,
    quote::{MAX_AMOUNT, is_percent},
};

/// Quantity measured by a need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerMetric))]
pub enum Metric {
    /// Own points.
    Pv,
    /// Points of the member and the whole downline.
    Gv,
    /// Points of the personal group, with the member's own.
    Pgv,
    /// Points of the nth strongest leg.
    LegGv,
    /// Legs in which someone holds a rank or a higher one.
    LegsWithRank,
    /// Direct followers who hold a rank or a higher one.
    DirectsWithRank,
    /// Points of the member and the whole downline in both plans, in this period and those before.
    TotalGv,
    /// 1 if the member holds a rank or a higher one, else 0.
    Rank,
}

/// Condition of a rank or component, with its rank as an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerNeed))]
pub struct Need {
    /// Measured quantity.
    pub metric: Metric,
    /// Plans whose points count; `both`, without effect, if the metric measures no points.
    pub volume: Volume,
    /// Number of the leg, 1 being the strongest; 0 if the metric measures no leg.
    pub nth: usize,
    /// Index of the required rank; 0 if the metric requires none.
    pub rank: usize,
    /// Minimum that meets the need.
    pub at_least: i64,
}

/// A rank of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerRank))]
pub struct Rank {
    /// Display name of the rank.
    pub name: String,
    /// Needs that must all be met.
    pub needs: Vec<Need>,
}

/// Payment rule of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerKind))]
pub enum Kind {
    /// Pays for own points.
    Personal,
    /// Pays for the downline, by level.
    Level,
    /// Pays for the group, by the difference of the ranks' rates.
    Differential,
    /// Pays for the personal groups of heads below.
    Generation,
    /// Pays a share of a fund.
    Pool,
}

/// A component of the plan, with the effect of all other members' points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerComponent))]
pub struct Component {
    /// Code of the component in the plan.
    pub code: String,
    /// Display name of the component.
    pub name: String,
    /// Payment rule.
    pub kind: Kind,
    /// Plans whose points the component pays for.
    pub volume: Volume,
    /// Needs that must all be met to be paid.
    pub needs: Vec<Need>,
    /// Percentages as decimal text: by rank for a differential; else one for own points, for the first level or
    /// generation, or for the fund.
    pub rates: Vec<String>,
    /// Bonus from the downline, in rupiah, by the rank that the member holds; one number for all ranks for levels and
    /// generations, and empty for components that pay nothing for members below.
    pub below_rp: Vec<i64>,
    /// Points of all other members, for a pool; else 0.
    pub others_points: i64,
    /// Shares of all other members, for a pool; else 0.
    pub others_shares: i64,
    /// Own shares by the rank that the member holds, for a pool.
    pub shares: Vec<i64>,
    /// Whether a member who does not meet the needs still uses up a level or a rate.
    #[serde(default)]
    pub uses_up: bool,
}

/// A direct follower of the member, with the follower's downline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerLeg))]
pub struct Leg {
    /// Points of the whole leg, allocated.
    pub points: PlanVolumes,
    /// The follower's own points as they were earned, before the allocation; below 0 after refunds.
    pub earned: PlanVolumes,
    /// Points of the follower's personal group, allocated.
    pub group: PlanVolumes,
    /// The index of the rank that the follower holds.
    pub rank: usize,
    /// Data for trying other points of the follower; `None` for legs that are too weak for that.
    pub follower: Option<Follower>,
}

/// Data on the effect of other points of a direct follower.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerFollower))]
pub struct Follower {
    /// The index of the rank that the follower holds permanently.
    pub held: usize,
    /// The index of the highest rank that someone below the follower holds.
    pub highest: usize,
    /// Points of the follower and their whole downline in both plans, in the periods already calculated.
    pub total_before: i64,
    /// Number of the follower's legs in which someone holds a rank or a higher one, by the rank's index.
    pub legs_with_rank: Vec<i64>,
    /// Number of the follower's direct followers who hold a rank or a higher one, by the rank's index.
    pub directs_with_rank: Vec<i64>,
    /// Points of the follower's strongest legs that needs measure, strongest first: of Plan A, of Plan B and of both.
    pub strongest: Vec<Vec<i64>>,
    /// Bonus of the member from the follower's downline, in rupiah, by component; empty for own points and pools.
    ///
    /// For levels and generations the list has two numbers: if the follower uses up no level, and if they use up one. For
    /// a differential it is a flattened table: a row for a follower who takes no rate, then one for the rate of each
    /// rank, each with a column for each rank that the member may hold.
    pub through_rp: Vec<Vec<i64>>,
}

/// Part of a network that determines the bonus of one member in a period: input of the preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Corner {
    /// Value of a point in rupiah.
    pub point_value_rp: i64,
    /// Maximum bonus of a member for the period, in rupiah; null without such a cap.
    pub member_cap_rp: Option<i64>,
    /// Index of the lowest rank whose holders head a group of their own; null if a personal group is the whole
    /// downline.
    pub boundary: Option<usize>,
    /// Ranks, lowest first.
    pub ranks: Vec<Rank>,
    /// Components, in the order of the plan.
    pub components: Vec<Component>,
    /// Index of the rank that the member holds permanently.
    pub held: usize,
    /// Own points as they were earned, before the allocation; below 0 after refunds.
    pub earned: PlanVolumes,
    /// Points of the downline, allocated.
    pub below: PlanVolumes,
    /// Points of the downline within the personal group, allocated.
    pub group: PlanVolumes,
    /// Points of the member and the whole downline in both plans, in the periods already calculated.
    pub total_before: i64,
    /// Number of legs in which someone holds a rank or a higher one, by the rank's index.
    pub legs_with_rank: Vec<i64>,
    /// Number of direct followers who hold a rank or a higher one, by the rank's index.
    pub directs_with_rank: Vec<i64>,
    /// Strongest legs: those that needs measure, and those that are shown.
    pub legs: Vec<Leg>,
    /// Current bonus of the period, in rupiah by component, after the member's cap.
    pub paid_rp: Vec<i64>,
}

/// Hypothetical points for which a bonus is previewed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct Trial {
    /// Own points before the allocation.
    pub own: PlanVolumes,
    /// Index of the leg that gets more points; left out if no leg changes.
    pub leg: Option<usize>,
    /// Additional points that the direct follower at the head of that leg earns, before the allocation.
    pub added: PlanVolumes,
}

/// A need and its current value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct NeedNow {
    /// Current value.
    pub has: i64,
    /// Minimum that meets the need.
    pub at_least: i64,
    /// Whether the need is met.
    pub is_met: bool,
}

/// Amount that a component would pay for the hypothetical points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct ComponentNow {
    /// Amount in rupiah, after the member's cap.
    pub rupiah: i64,
    /// Needs of the component, in the order of the plan.
    pub needs: Vec<NeedNow>,
    /// Whether all needs of the component are met.
    pub is_met: bool,
}

/// Bonus that a period would pay for the hypothetical points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct Preview {
    /// Own points, allocated.
    pub own: PlanVolumes,
    /// Index of the resulting rank.
    pub rank: usize,
    /// Needs of the next rank, in the order of the plan; empty if the member holds the highest rank.
    pub next: Vec<NeedNow>,
    /// Components, in the order of the plan.
    pub components: Vec<ComponentNow>,
    /// Whole bonus, in rupiah, after the member's cap.
    pub bonus_rp: i64,
    /// Whether the member's cap reduced the bonus.
    pub is_capped: bool,
}

/// Reason why a preview of points is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PreviewError {
    /// The points are negative or too many.
    #[error("{0}")]
    Allocation(#[from] AllocationError),
    /// The corner's data are inconsistent.
    #[error("Data peringkat tidak dapat dibaca.")]
    Corner,
    /// The bonuses for the points exceed [`MAX_AMOUNT`].
    #[error("Nilai bonus terlalu besar.")]
    TooLarge,
}

impl From<PayoutError> for PreviewError {
    fn from(_: PayoutError) -> Self {
        Self::TooLarge
    }
}

impl PreviewError {
    /// The error's stable name.
    pub fn code(self) -> &'static str {
        match self {
            Self::Allocation(error) => error.code(),
            Self::Corner => "corner",
            Self::TooLarge => "amount_too_large",
        }
    }
}

impl Corner {
    /// Returns a trial with the current points.
    pub fn with_current_points(&self) -> Trial {
        Trial { own: self.earned, leg: None, added: PlanVolumes { plan_a: 0, plan_b: 0 } }
    }

    /// Calculates the period's bonus for `trial`.
    ///
    /// If the member's cap applies and the points differ from the current ones, a component's amount may be a few
    /// rupiah too high: at most one rupiah for each of its lines, because each line is rounded down separately.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub fn preview(&self, trial: &Trial) -> Result<Preview, PreviewError> {
        let mut tried = Tried::new(self, trial)?;
        let rank = tried.rank()?;
        let next = match self.ranks.get(rank + 1) {
            Some(next) => needs(&next.needs, &tried.facts)?,
            None => Vec::new(),
        };
        let pays = tried.all()?;
        let sum: i128 = pays.iter().sum();
        let cap = self.member_cap_rp.map(i128::from).filter(|cap| sum > *cap);
        let stands = *trial == self.with_current_points();
        let mut components = Vec::with_capacity(pays.len());
        for (index, (component, pays)) in self.components.iter().zip(pays).enumerate() {
            let rupiah = match cap {
                None => whole(pays)?,
                Some(_) if stands => *self.paid_rp.get(index).ok_or(PreviewError::Corner)?,
                Some(cap) => whole(pays.checked_mul(cap).ok_or(PreviewError::TooLarge)? / sum)?,
            };
            let needs = needs(&component.needs, &tried.facts)?;
            components.push(ComponentNow { rupiah, is_met: needs.iter().all(|need| need.is_met), needs });
        }
        let bonus_rp = whole(components.iter().map(|component| i128::from(component.rupiah)).sum())?;
        Ok(Preview { own: tried.own, rank, next, components, bonus_rp, is_capped: cap.is_some() })
    }

    /// Returns the rank that results from `trial`, and the amount of each component before the member's cap.
    pub(super) fn before_cap(&self, trial: &Trial) -> Result<(usize, Vec<i128>), PreviewError> {
        let mut tried = Tried::new(self, trial)?;
        Ok((tried.rank()?, tried.all()?))
    }
}

/// A corner with hypothetical points.
struct Tried<'a> {
    corner: &'a Corner,
    own: PlanVolumes,
    /// Measured values of the member, except the rank.
    facts: Facts,
    leg: Option<TriedLeg<'a>>,
}

/// The follower at the head of a leg, before and after the trial.
struct TriedLeg<'a> {
    follower: &'a Follower,
    before: TriedStanding,
    after: TriedStanding,
}

/// Standing of a follower with given points of their own.
struct TriedStanding {
    pv: PlanVolumes,
    gv: PlanVolumes,
    pgv: PlanVolumes,
    rank: usize,
    /// Highest rank in the follower's leg.
    highest: usize,
    /// Whether all needs of a component are met, by component.
    met: Vec<bool>,
}

impl<'a> TriedLeg<'a> {
    fn new(corner: &Corner, leg: &'a Leg, added: PlanVolumes) -> Result<Self, PreviewError> {
        let follower = leg.follower.as_ref().ok_or(PreviewError::Corner)?;
        let plan_a = leg.earned.plan_a.checked_add(added.plan_a).ok_or(PreviewError::TooLarge)?;
        let plan_b = leg.earned.plan_b.checked_add(added.plan_b).ok_or(PreviewError::TooLarge)?;
        let earned = allocate_sums(leg.earned)?;
        let stands = |pv: PlanVolumes| -> Result<TriedStanding, PreviewError> {
            let of_others = |points: PlanVolumes| sum(less(points, earned), pv);
            let (gv, pgv) = (of_others(leg.points), of_others(leg.group));
            let total_gv = follower.total_before + Volume::Both.of(gv);
            let [legs, directs] = [&follower.legs_with_rank, &follower.directs_with_rank].map(|counts| by_rank(counts));
            let strongest = <[Vec<i64>; 3]>::try_from(follower.strongest.clone()).map_err(|_| PreviewError::Corner)?;
            let mut facts = Facts { rank: 0, pv, gv, pgv, total_gv, strongest, legs: legs?, directs: directs? };
            let rank = corner.rank(&mut facts, follower.held)?;
            let met = |component: &Component| Ok(needs(&component.needs, &facts)?.iter().all(|need| need.is_met));
            let met = corner.components.iter().map(met).collect::<Result<_, PreviewError>>()?;
            Ok(TriedStanding { pv, gv, pgv, rank, highest: rank.max(follower.highest), met })
        };
        Ok(Self { follower, before: stands(earned)?, after: stands(allocate_sums(PlanVolumes { plan_a, plan_b })?)? })
    }
}

impl Corner {
    /// Returns the highest rank whose needs are met, or the rank that is held permanently, and stores it in the facts.
    fn rank(&self, facts: &mut Facts, held: usize) -> Result<usize, PreviewError> {
        facts.rank = held;
        for (index, rank) in self.ranks.iter().enumerate().skip(held + 1).rev() {
            if needs(&rank.needs, facts)?.iter().all(|need| need.is_met) {
                facts.rank = index;
                break;
            }
        }
        Ok(facts.rank)
    }

    /// Whether the numbers of the corner are small enough to be added up without overflow, and its ranks exist.
    fn is_sane(&self) -> bool {
        let ranks = self.ranks.len();
        let is_number = |number: &i64| (-MAX_AMOUNT..=MAX_AMOUNT).contains(number);
        let are_points = |points: &PlanVolumes| is_number(&points.plan_a) && is_number(&points.plan_b);
        let are_counts = |counts: &[i64]| counts.iter().all(is_number);
        let is_follower = |follower: &Follower| {
            follower.held < ranks
                && is_number(&follower.total_before)
                && are_counts(&follower.legs_with_rank)
                && are_counts(&follower.directs_with_rank)
        };
        let is_leg = |leg: &Leg| {
            are_points(&leg.points) && are_points(&leg.group) && leg.follower.as_ref().is_none_or(is_follower)
        };
        ranks <= MAX_RANKS
            && self.held < ranks
            && is_number(&self.total_before)
            && [self.below, self.group].iter().all(are_points)
            && are_counts(&self.legs_with_rank)
            && are_counts(&self.directs_with_rank)
            && self.components.iter().all(|component| is_number(&component.others_points))
            && self.legs.iter().all(is_leg)
    }

    fn is_head(&self, rank: usize) -> bool {
        self.boundary.is_some_and(|boundary| rank >= boundary)
    }

    /// Returns the measured values of the member, except the rank.
    fn facts(&self, own: PlanVolumes, tried: Option<(usize, &TriedLeg)>) -> Result<Facts, PreviewError> {
        let (mut gv, mut pgv) = (sum(own, self.below), sum(own, self.group));
        let mut legs = by_rank(&self.legs_with_rank)?;
        let mut directs = by_rank(&self.directs_with_rank)?;
        if let Some((_, TriedLeg { before, after, .. })) = tried {
            let in_group = |stands: &TriedStanding| if self.is_head(stands.rank) { NONE } else { stands.pgv };
            gv = sum(less(gv, before.gv), after.gv);
            pgv = sum(less(pgv, in_group(before)), in_group(after));
            for (counts, was, is) in
                [(&mut legs, before.highest, after.highest), (&mut directs, before.rank, after.rank)]
            {
                *counts.get_mut(was).ok_or(PreviewError::Corner)? -= 1;
                *counts.get_mut(is).ok_or(PreviewError::Corner)? += 1;
            }
        }
        let strongest = [Volume::A, Volume::B, Volume::Both].map(|volume| {
            let points = |(index, leg): (usize, &Leg)| match tried {
                Some((tried, TriedLeg { after, .. })) if tried == index => volume.of(after.gv),
                _ => volume.of(leg.points),
            };
            let mut legs: Vec<i64> = self.legs.iter().enumerate().map(points).collect();
            legs.sort_unstable_by(|one, other| other.cmp(one));
            legs
        });
        let total_gv = self.total_before + Volume::Both.of(gv);
        Ok(Facts { rank: 0, pv: own, gv, pgv, total_gv, strongest, legs, directs })
    }
}

impl<'a> Tried<'a> {
    fn new(corner: &'a Corner, trial: &Trial) -> Result<Self, PreviewError> {
        if !corner.is_sane() {
            return Err(PreviewError::Corner);
        }
        let leg = match trial.leg {
            Some(index) => {
                let leg = corner.legs.get(index).ok_or(PreviewError::Corner)?;
                Some((index, TriedLeg::new(corner, leg, trial.added)?))
            }
            None => None,
        };
        let own = allocate_sums(trial.own)?;
        let facts = corner.facts(own, leg.as_ref().map(|(index, leg)| (*index, leg)))?;
        Ok(Self { corner, own, facts, leg: leg.map(|(_, leg)| leg) })
    }

    fn rank(&mut self) -> Result<usize, PreviewError> {
        self.corner.rank(&mut self.facts, self.corner.held)
    }

    /// Returns the amount of each component before the member's cap, for the rank that was found.
    fn all(&self) -> Result<Vec<i128>, PreviewError> {
        let pays = |(index, component): (usize, &Component)| {
            let is_met = needs(&component.needs, &self.facts)?.iter().all(|need| need.is_met);
            if is_met { self.pays(index, component) } else { Ok(0) }
        };
        self.corner.components.iter().enumerate().map(pays).collect()
    }

    /// Returns the amount of a component whose needs are met.
    fn pays(&self, index: usize, component: &Component) -> Result<i128, PreviewError> {
        let Component { kind, volume, below_rp, others_points, others_shares, shares, .. } = component;
        let (rank, own) = (self.facts.rank, volume.of(self.own));
        let below = |index: usize| below_rp.get(index).copied().map(i128::from).ok_or(PreviewError::Corner);
        // The sum from the downline contains the follower's present standing, so only the difference is added.
        let changed = || -> Result<i128, PreviewError> {
            match &self.leg {
                Some(leg) => Ok(self.of_leg(index, leg, &leg.after)? - self.of_leg(index, leg, &leg.before)?),
                None => Ok(0),
            }
        };
        match kind {
            Kind::Personal => self.line(own, component.rate(0)?),
            Kind::Level | Kind::Generation => Ok(below(0)? + changed()?),
            Kind::Differential => Ok(self.line(own, component.rate(rank)?)? + below(rank)? + changed()?),
            Kind::Pool => {
                let shares_of = |rank: usize| shares.get(rank).copied().map(i128::from).ok_or(PreviewError::Corner);
                let own_shares = shares_of(rank)?;
                let (mut points, mut all) = (own + others_points, own_shares + i128::from(*others_shares));
                if let Some(TriedLeg { before, after, .. }) = &self.leg {
                    let shares =
                        |stands: &TriedStanding| if stands.meets(index) { shares_of(stands.rank) } else { Ok(0) };
                    points += volume.of(after.pv) - volume.of(before.pv);
                    all += shares(after)? - shares(before)?;
                }
                if own_shares == 0 {
                    return Ok(0);
                }
                let fund = self.line(points, component.rate(0)?)?;
                Ok(fund.checked_mul(own_shares).ok_or(PreviewError::TooLarge)? / all.max(1))
            }
        }
    }

    /// Returns the amount that a leg contributes to a component that pays the member for the downline.
    fn of_leg(&self, index: usize, leg: &TriedLeg, stands: &TriedStanding) -> Result<i128, PreviewError> {
        let component = self.corner.components.get(index).ok_or(PreviewError::Corner)?;
        let through = leg.follower.through_rp.get(index).ok_or(PreviewError::Corner)?;
        let through = |at: usize| through.get(at).copied().map(i128::from).ok_or(PreviewError::Corner);
        let counts = stands.meets(index) || component.uses_up;
        match component.kind {
            Kind::Personal | Kind::Pool => Ok(0),
            Kind::Level => {
                Ok(self.line(component.volume.of(stands.pv), component.rate(0)?)? + through(usize::from(counts))?)
            }
            Kind::Differential => {
                let (rank, ranks) = (self.facts.rank, self.corner.ranks.len());
                let given = if counts { component.rate(stands.rank)? } else { Decimal::ZERO };
                let left = (component.rate(rank)? - given).max(Decimal::ZERO);
                let row = if counts { stands.rank + 1 } else { 0 };
                Ok(self.line(component.volume.of(stands.pv), left)? + through(row * ranks + rank)?)
            }
            Kind::Generation => {
                let is_head = self.corner.is_head(stands.rank);
                let own = if is_head { self.line(component.volume.of(stands.pgv), component.rate(0)?)? } else { 0 };
                Ok(own + through(usize::from(counts))?)
            }
        }
    }

    fn line(&self, points: i64, rate: Decimal) -> Result<i128, PreviewError> {
        Ok(Rate::new(rate, self.corner.point_value_rp)?.rupiah(points)?.into())
    }
}

impl TriedStanding {
    fn meets(&self, index: usize) -> bool {
        self.met.get(index).copied().unwrap_or_default()
    }
}

impl Component {
    fn rate(&self, index: usize) -> Result<Decimal, PreviewError> {
        let text = self.rates.get(index).ok_or(PreviewError::Corner)?;
        decimal_text::parse(text).filter(|percent| is_percent(*percent)).ok_or(PreviewError::Corner)
    }
}

impl Need {
    fn measured(&self) -> document::Metric {
        match self.metric {
            Metric::Pv => document::Metric::Pv(self.volume),
            Metric::Gv => document::Metric::Gv(self.volume),
            Metric::Pgv => document::Metric::Pgv(self.volume),
            Metric::LegGv => document::Metric::LegGv { volume: self.volume, nth: self.nth },
            Metric::LegsWithRank => document::Metric::LegsWithRank(self.rank),
            Metric::DirectsWithRank => document::Metric::DirectsWithRank(self.rank),
            Metric::TotalGv => document::Metric::TotalGv,
            Metric::Rank => document::Metric::Rank(self.rank),
        }
    }
}

fn needs(needs: &[Need], facts: &Facts) -> Result<Vec<NeedNow>, PreviewError> {
    let now = |need: &Need| {
        if need.rank >= MAX_RANKS {
            return Err(PreviewError::Corner);
        }
        let has = whole(facts.of(need.measured()).into())?;
        Ok(NeedNow { has, at_least: need.at_least, is_met: has >= need.at_least })
    };
    needs.iter().map(now).collect()
}

/// Converts counts for "this rank or a higher one" into counts for exactly each rank.
fn by_rank(or_higher: &[i64]) -> Result<[i64; MAX_RANKS], PreviewError> {
    let mut exactly = [0; MAX_RANKS];
    for (rank, count) in or_higher.iter().enumerate() {
        let higher = or_higher.get(rank + 1).copied().unwrap_or_default();
        *exactly.get_mut(rank).ok_or(PreviewError::Corner)? = count - higher;
    }
    Ok(exactly)
}

const NONE: PlanVolumes = PlanVolumes { plan_a: 0, plan_b: 0 };

pub(super) fn less(whole: PlanVolumes, part: PlanVolumes) -> PlanVolumes {
    PlanVolumes { plan_a: whole.plan_a - part.plan_a, plan_b: whole.plan_b - part.plan_b }
}

pub(super) fn whole(amount: i128) -> Result<i64, PreviewError> {
    let largest = i128::from(MAX_AMOUNT);
    if !(-largest..=largest).contains(&amount) {
        return Err(PreviewError::TooLarge);
    }
    i64::try_from(amount).map_err(|_| PreviewError::TooLarge)
}
