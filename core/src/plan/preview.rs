//! What a period would pay a member, worked out from that member's corner of the network alone.
//!
//! A corner is as small for the leader of a hundred thousand as for who has nobody below: what everyone below pays is
//! already summed up in it, for each rank that the member may come to hold. It says to the rupiah what the engine would
//! pay, and what it would pay for other points of the member's own, or for more points of someone directly below, as
//! long as everyone else's points, ranks and qualifications stay as they are.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
#[cfg(feature = "wasm")]
use tsify::Tsify;

use crate::{
    allocation::{AllocationError, PlanVolumes, allocate},
    decimal_text,
    quote::{MAX_AMOUNT, is_percent},
};

/// Which points count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerVolume))]
pub enum Volume {
    /// Those of Plan A.
    A,
    /// Those of Plan B.
    B,
    /// Those of both plans.
    Both,
}

impl Volume {
    fn of(self, points: PlanVolumes) -> i128 {
        let (a, b) = (i128::from(points.plan_a), i128::from(points.plan_b));
        match self {
            Self::A => a,
            Self::B => b,
            Self::Both => a + b,
        }
    }
}

/// What a need measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerMetric))]
pub enum Metric {
    /// Own points.
    Pv,
    /// Own points and those of everyone below.
    Gv,
    /// Own points and those of the personal group.
    Pgv,
    /// Points of the nth strongest leg.
    LegGv,
    /// Legs in which someone holds a rank or a higher one.
    LegsWithRank,
    /// Direct followers who hold a rank or a higher one.
    DirectsWithRank,
    /// Points of the whole group in all periods.
    TotalGv,
    /// 1 for who holds a rank or a higher one, else 0.
    Rank,
}

/// What must be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerNeed))]
pub struct Need {
    /// What is measured.
    pub metric: Metric,
    /// Of which points, where it measures points.
    pub volume: Volume,
    /// Which leg, 1 the strongest; 0 where it measures no leg.
    pub nth: usize,
    /// The rank that it asks for, by its place; 0 where it asks for none.
    pub rank: usize,
    /// How much is enough.
    pub at_least: i64,
}

/// A rank of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerRank))]
pub struct Rank {
    /// Its name.
    pub name: String,
    /// What must all be reached.
    pub needs: Vec<Need>,
}

/// How a component pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerKind))]
pub enum Kind {
    /// For own points.
    Personal,
    /// For those below, by level.
    Level,
    /// For the group, by the difference of the ranks' rates.
    Differential,
    /// For the groups of heads below.
    Generation,
    /// A share of a fund.
    Pool,
}

/// A component of the plan, with what everyone else's points make of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerComponent))]
pub struct Component {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// How it pays.
    pub kind: Kind,
    /// For which points.
    pub volume: Volume,
    /// What must all be reached to be paid.
    pub needs: Vec<Need>,
    /// Percent as decimal text by rank for a differential; else of own points, of the first level or generation, or of
    /// the fund.
    pub rates: Vec<String>,
    /// What everyone below pays, rupiah, by the rank that is held; for levels and generations one number for all ranks,
    /// and nothing for components that nobody below pays.
    pub below_rp: Vec<i64>,
    /// Points of everyone but the member, for a pool; else 0.
    pub others_points: i64,
    /// Shares of everyone but the member, for a pool; else 0.
    pub others_shares: i64,
    /// Own shares by the rank that is held, for a pool.
    pub shares: Vec<i64>,
}

/// A direct follower of the member, with everyone below that follower.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CornerLeg))]
pub struct Leg {
    /// Points of all of them, allocated.
    pub points: PlanVolumes,
    /// The follower's own points as they were earned, before the allocation.
    pub earned: PlanVolumes,
    /// Points of the follower's personal group, allocated.
    pub group: PlanVolumes,
    /// The place of the rank that the follower holds.
    pub rank: usize,
    /// For each component of the plan what the follower's own points have given already, percent as decimal text; for
    /// differentials, else `"0"`.
    pub given: Vec<String>,
}

/// A member's corner of the network, as it is in a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Corner {
    /// What a point is worth, rupiah.
    pub point_value_rp: i64,
    /// The most that a member is paid, rupiah.
    pub member_cap_rp: Option<i64>,
    /// The place of the rank from which a member is a head of a group of their own.
    pub boundary: Option<usize>,
    /// Lowest first.
    pub ranks: Vec<Rank>,
    /// In the order of the plan.
    pub components: Vec<Component>,
    /// The place of the rank that is held for ever.
    pub held: usize,
    /// Own points as they were earned, before the allocation.
    pub earned: PlanVolumes,
    /// Points of everyone below, allocated.
    pub below: PlanVolumes,
    /// Points of those below who belong to the personal group, allocated.
    pub group: PlanVolumes,
    /// Points of the whole group in the periods that are calculated.
    pub total_before: i64,
    /// For each rank, by its place: in how many legs someone holds it or a higher one.
    pub legs_with_rank: Vec<i64>,
    /// For each rank, by its place: how many direct followers hold it or a higher one.
    pub directs_with_rank: Vec<i64>,
    /// The strongest legs: those that needs ask for, and those that are shown.
    pub legs: Vec<Leg>,
    /// What the period pays as it stands, rupiah by component, after the member's cap.
    pub paid_rp: Vec<i64>,
}

/// Points that are tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct Trial {
    /// Own points before the allocation.
    pub own: PlanVolumes,
    /// Which leg has more points; none changes where it is left out.
    pub leg: Option<usize>,
    /// By how many more the direct follower at the head of that leg earned, before the allocation.
    pub added: PlanVolumes,
}

/// A need, and what there is of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct NeedNow {
    /// What there is.
    pub has: i64,
    /// How much is enough.
    pub at_least: i64,
    /// Whether it is.
    pub is_met: bool,
}

/// What a component would pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct ComponentNow {
    /// Rupiah, after the member's cap.
    pub rupiah: i64,
    /// Its needs, in their order.
    pub needs: Vec<NeedNow>,
    /// Whether all of them are met.
    pub is_met: bool,
}

/// What a period would pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct Preview {
    /// Own points, allocated.
    pub own: PlanVolumes,
    /// The rank's place.
    pub rank: usize,
    /// The needs of the next rank, in their order; nothing where there is none.
    pub next: Vec<NeedNow>,
    /// In the order of the plan.
    pub components: Vec<ComponentNow>,
    /// All of it, rupiah, after the member's cap.
    pub bonus_rp: i64,
    /// Whether the member's cap made it less.
    pub is_capped: bool,
}

/// Why nothing can be said of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PreviewError {
    /// They are negative or too many.
    #[error("{0}")]
    Allocation(#[from] AllocationError),
    /// The corner contradicts itself.
    #[error("Data peringkat tidak dapat dibaca.")]
    Corner,
    /// What they come to is more than [`MAX_AMOUNT`].
    #[error("Nilai bonus terlalu besar.")]
    TooLarge,
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
    /// The points that are there.
    pub fn as_it_stands(&self) -> Trial {
        Trial { own: self.earned, leg: None, added: PlanVolumes { plan_a: 0, plan_b: 0 } }
    }

    /// What the period would pay for `trial`.
    ///
    /// Where the member's cap bites and the points are not those that there are, what a component pays may be a few rupiah
    /// too much: a rupiah for each of its lines at most, since each is rounded down by itself.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub fn preview(&self, trial: &Trial) -> Result<Preview, PreviewError> {
        let tried = Tried::new(self, trial)?;
        let rank = tried.rank()?;
        let next = match self.ranks.get(rank + 1) {
            Some(next) => tried.needs(&next.needs, rank)?,
            None => Vec::new(),
        };
        let pays = tried.all(rank)?;
        let sum: i128 = pays.iter().sum();
        let cap = self.member_cap_rp.map(i128::from).filter(|cap| sum > *cap);
        let stands = *trial == self.as_it_stands();
        let mut components = Vec::with_capacity(pays.len());
        for (place, (component, pays)) in self.components.iter().zip(pays).enumerate() {
            let rupiah = match cap {
                None => whole(pays)?,
                Some(_) if stands => *self.paid_rp.get(place).ok_or(PreviewError::Corner)?,
                Some(cap) => whole(pays.checked_mul(cap).ok_or(PreviewError::TooLarge)? / sum)?,
            };
            let needs = tried.needs(&component.needs, rank)?;
            components.push(ComponentNow { rupiah, is_met: needs.iter().all(|need| need.is_met), needs });
        }
        let bonus_rp = whole(components.iter().map(|component| i128::from(component.rupiah)).sum())?;
        Ok(Preview { own: tried.own, rank, next, components, bonus_rp, is_capped: cap.is_some() })
    }

    /// The rank that `trial` leads to, and what each component pays before the member's cap.
    pub(super) fn before_cap(&self, trial: &Trial) -> Result<(usize, Vec<i128>), PreviewError> {
        let tried = Tried::new(self, trial)?;
        let rank = tried.rank()?;
        Ok((rank, tried.all(rank)?))
    }
}

/// A corner with points that are tried.
struct Tried<'a> {
    corner: &'a Corner,
    own: PlanVolumes,
    leg: Option<(usize, &'a Leg, TriedLeg)>,
}

/// Points of the follower at the head of a leg.
struct TriedLeg {
    before: PlanVolumes,
    after: PlanVolumes,
}

impl TriedLeg {
    /// By how many points there are more; fewer where the allocation moved them to the other plan.
    fn more(&self, volume: Volume) -> i128 {
        volume.of(self.after) - volume.of(self.before)
    }
}

impl<'a> Tried<'a> {
    fn new(corner: &'a Corner, trial: &Trial) -> Result<Self, PreviewError> {
        let leg = match trial.leg {
            Some(place) => {
                let leg = corner.legs.get(place).ok_or(PreviewError::Corner)?;
                let plan_a = leg.earned.plan_a.checked_add(trial.added.plan_a).ok_or(PreviewError::TooLarge)?;
                let plan_b = leg.earned.plan_b.checked_add(trial.added.plan_b).ok_or(PreviewError::TooLarge)?;
                let after = allocate(PlanVolumes { plan_a, plan_b })?;
                Some((place, leg, TriedLeg { before: allocate(leg.earned)?, after }))
            }
            None => None,
        };
        Ok(Self { corner, own: allocate(trial.own)?, leg })
    }

    /// The highest rank whose needs hold, or the one that is held for ever.
    fn rank(&self) -> Result<usize, PreviewError> {
        for (place, rank) in self.corner.ranks.iter().enumerate().skip(self.corner.held + 1).rev() {
            if self.needs(&rank.needs, place)?.iter().all(|need| need.is_met) {
                return Ok(place);
            }
        }
        Ok(self.corner.held)
    }

    fn needs(&self, needs: &[Need], rank: usize) -> Result<Vec<NeedNow>, PreviewError> {
        let now = |need: &Need| {
            let has = whole(self.measured(need, rank)?)?;
            Ok(NeedNow { has, at_least: need.at_least, is_met: has >= need.at_least })
        };
        needs.iter().map(now).collect()
    }

    /// What there is of what a need measures, for who holds `rank`.
    fn measured(&self, need: &Need, rank: usize) -> Result<i128, PreviewError> {
        let Corner { below, group, total_before, legs_with_rank, directs_with_rank, boundary, .. } = self.corner;
        let own = need.volume.of(self.own);
        let more = |volume| self.leg.as_ref().map_or(0, |(.., tried)| tried.more(volume));
        let by_rank = |legs: &[i64]| legs.get(need.rank).copied().map(i128::from).ok_or(PreviewError::Corner);
        Ok(match need.metric {
            Metric::Pv => own,
            Metric::Gv => own + need.volume.of(*below) + more(need.volume),
            Metric::Pgv => {
                let joins = |leg: &Leg| boundary.is_none_or(|boundary| leg.rank < boundary);
                let more = self.leg.as_ref().filter(|(_, leg, _)| joins(leg)).map_or(0, |_| more(need.volume));
                own + need.volume.of(*group) + more
            }
            Metric::LegGv => {
                let points = |(place, leg): (usize, &Leg)| {
                    let tried = self.leg.as_ref().filter(|(tried, ..)| *tried == place);
                    need.volume.of(leg.points) + tried.map_or(0, |_| more(need.volume))
                };
                let mut legs: Vec<i128> = self.corner.legs.iter().enumerate().map(points).collect();
                legs.sort_unstable_by(|one, other| other.cmp(one));
                need.nth.checked_sub(1).and_then(|nth| legs.get(nth)).copied().unwrap_or_default()
            }
            Metric::LegsWithRank => by_rank(legs_with_rank)?,
            Metric::DirectsWithRank => by_rank(directs_with_rank)?,
            Metric::TotalGv => {
                i128::from(*total_before) + need.volume.of(self.own) + need.volume.of(*below) + more(need.volume)
            }
            Metric::Rank => i128::from(rank >= need.rank),
        })
    }

    /// What each component pays before the member's cap to who holds `rank`.
    fn all(&self, rank: usize) -> Result<Vec<i128>, PreviewError> {
        let pays = |(place, component): (usize, &Component)| {
            let is_met = self.needs(&component.needs, rank)?.iter().all(|need| need.is_met);
            if is_met { self.pays(place, component, rank) } else { Ok(0) }
        };
        self.corner.components.iter().enumerate().map(pays).collect()
    }

    /// What a component whose needs are met pays to who holds `rank`.
    fn pays(&self, place: usize, component: &Component, rank: usize) -> Result<i128, PreviewError> {
        let Component { kind, volume, below_rp, others_points, others_shares, shares, .. } = component;
        let own = volume.of(self.own);
        let rate = |place: usize| percent(component.rates.get(place).ok_or(PreviewError::Corner)?);
        let below = |place: usize| below_rp.get(place).copied().map(i128::from).ok_or(PreviewError::Corner);
        match kind {
            Kind::Personal => self.line(own, rate(0)?),
            Kind::Level => {
                let Some((.., tried)) = &self.leg else { return below(0) };
                Ok(below(0)? + self.replaced(volume.of(tried.before), tried.more(*volume), rate(0)?)?)
            }
            Kind::Differential => {
                let reached = rate(rank)?;
                let pays = self.line(own, reached)? + below(rank)?;
                let Some((_, leg, tried)) = &self.leg else { return Ok(pays) };
                let given = percent(leg.given.get(place).ok_or(PreviewError::Corner)?)?;
                let left = (reached - given).max(Decimal::ZERO);
                Ok(pays + self.replaced(volume.of(tried.before), tried.more(*volume), left)?)
            }
            Kind::Generation => {
                let is_head = |leg: &Leg| self.corner.boundary.is_some_and(|boundary| leg.rank >= boundary);
                let Some((_, leg, tried)) = self.leg.as_ref().filter(|(_, leg, _)| is_head(leg)) else {
                    return below(0);
                };
                Ok(below(0)? + self.replaced(volume.of(leg.group), tried.more(*volume), rate(0)?)?)
            }
            Kind::Pool => {
                let shares = i128::from(*shares.get(rank).ok_or(PreviewError::Corner)?);
                let all = shares + i128::from(*others_shares);
                if shares == 0 {
                    return Ok(0);
                }
                let more = self.leg.as_ref().map_or(0, |(.., tried)| tried.more(*volume));
                let fund = self.line(own + i128::from(*others_points) + more, rate(0)?)?;
                Ok(fund.checked_mul(shares).ok_or(PreviewError::TooLarge)? / all)
            }
        }
    }

    /// By how much a line comes to more when its points become `more`: it stands in the sum of what is below already.
    fn replaced(&self, points: i128, more: i128, rate: Decimal) -> Result<i128, PreviewError> {
        Ok(self.line(points + more, rate)? - self.line(points, rate)?)
    }

    fn line(&self, points: i128, rate: Decimal) -> Result<i128, PreviewError> {
        line(points, self.corner.point_value_rp, rate)
    }
}

/// Points × the value of one × percent / 100, rounded down.
pub(super) fn line(points: i128, value: i64, rate: Decimal) -> Result<i128, PreviewError> {
    let rate = rate.normalize();
    let value = points.checked_mul(i128::from(value)).ok_or(PreviewError::TooLarge)?;
    let part = value.checked_mul(rate.mantissa()).ok_or(PreviewError::TooLarge)?;
    Ok(part / (100 * 10_i128.pow(rate.scale())))
}

fn percent(text: &str) -> Result<Decimal, PreviewError> {
    decimal_text::parse(text).filter(|percent| is_percent(*percent)).ok_or(PreviewError::Corner)
}

pub(super) fn whole(amount: i128) -> Result<i64, PreviewError> {
    let largest = i128::from(MAX_AMOUNT);
    if !(-largest..=largest).contains(&amount) {
        return Err(PreviewError::TooLarge);
    }
    i64::try_from(amount).map_err(|_| PreviewError::TooLarge)
}
