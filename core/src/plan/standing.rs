//! Standing of the members of a network in a period: their points, their groups, their ranks, and the needs that they
//! meet.

use serde::Serialize;

use super::{
    document::{Keeps, MAX_RANKS, Metric, Need, NeedDocument, Plan, Volume},
    engine::PayoutError,
    network::Network,
};
use crate::{allocation::PlanVolumes, quote::MAX_AMOUNT};

/// A member in the tree of leaders, with own points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The leader's index in the list; `None` at the top.
    pub leader: Option<usize>,
    /// Own points of the period after the allocation rule; negative points count as 0.
    pub points: PlanVolumes,
    /// Index of the highest rank held in earlier periods; counts only if the plan keeps that rank for ever.
    pub held: Option<usize>,
    /// Points of the whole downline, with the member's own, in both plans in the periods calculated before.
    pub total_gv_before: i64,
}

/// Rank and points of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The rank held, by its index in the plan.
    pub rank: usize,
    /// Highest rank whose needs are met in the period itself, regardless of the ranks held before.
    pub reached: usize,
    /// Own points.
    pub pv: PlanVolumes,
    /// Points of the whole downline, with the member's own.
    pub gv: PlanVolumes,
    /// Points of the personal group, with the member's own.
    pub pgv: PlanVolumes,
    /// Points of the member and the whole downline in both plans, in this period and those before.
    pub total_gv: i64,
}

/// A need and its current value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NeedFact {
    /// Need, as a document.
    #[serde(flatten)]
    pub need: NeedDocument,
    /// Current value: number of points, legs or followers; for a rank 1 if it is held, else 0.
    pub has: i64,
    /// Amount by which `has` is below the minimum; 0 if the need is met.
    pub missing: i64,
    /// Whether the need is met.
    pub is_met: bool,
}

impl Volume {
    /// Returns the points of the chosen plans.
    pub fn of(self, points: PlanVolumes) -> i64 {
        match self {
            Self::A => points.plan_a,
            Self::B => points.plan_b,
            Self::Both => points.plan_a + points.plan_b,
        }
    }
}

/// Standings of all members of a network, each by their index.
#[derive(Debug)]
pub struct Standings {
    pub(super) plan: Plan,
    pub(super) network: Network,
    members: Vec<Standing>,
    /// Highest rank in the member's leg, including the member's own.
    pub(super) highest: Vec<u8>,
    /// Bit set for each member: bit n is set if the member meets the needs of component n.
    met: Vec<u32>,
    pub(super) held: Vec<u8>,
    /// Number of strongest legs that needs measure, by volume.
    pub(super) nth: [usize; 3],
    points: PlanVolumes,
}

impl Standings {
    /// Calculates the standings of all members, the deepest first.
    ///
    /// # Errors
    /// A leader is not in the list or is in the member's downline, or the sum of all points exceeds [`MAX_AMOUNT`].
    pub fn new(plan: Plan, nodes: &[Node]) -> Result<Self, PayoutError> {
        let network = Network::new(nodes.iter().map(|node| node.leader))?;
        let points = nodes.iter().map(|node| whole(node.points)).try_fold(NOTHING, plus)?;
        let nobody = Standing { rank: 0, reached: 0, pv: NOTHING, gv: NOTHING, pgv: NOTHING, total_gv: 0 };
        let held = |node: &Node| {
            node.held.filter(|rank| plan.ranks.get(*rank).is_some_and(|rank| rank.keeps == Keeps::ForEver))
        };
        let held = nodes.iter().map(|node| small(held(node).unwrap_or_default())).collect();
        let mut standings = Self {
            nth: nth(&plan),
            members: vec![nobody; nodes.len()],
            highest: vec![0; nodes.len()],
            met: vec![0; nodes.len()],
            held,
            plan,
            network,
            points,
        };
        let mut facts = Facts::default();
        for index in (0..nodes.len()).rev() {
            let member = standings.network.top_down[index] as usize;
            let node = &nodes[member];
            let standing = &mut standings.members[member];
            standing.pv = whole(node.points);
            // Provisional value until the member's group is known.
            standing.total_gv = node.total_gv_before;
            standings.gather(member, &mut facts);
            standings.settle(member, &mut facts);
        }
        Ok(standings)
    }

    /// Returns the compensation plan with which the standings were calculated.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the sum of all members' points.
    pub fn points(&self) -> PlanVolumes {
        self.points
    }

    /// Returns the standings of all members, by their index in the network.
    pub fn all(&self) -> &[Standing] {
        &self.members
    }

    /// Whether a member meets all needs of a component.
    pub fn meets(&self, member: usize, component: usize) -> bool {
        self.met[member] & (1 << component) != 0
    }

    /// Whether a member heads a group of their own.
    pub fn is_head(&self, member: usize) -> bool {
        self.plan.boundary.is_some_and(|boundary| self.members[member].rank >= boundary)
    }

    /// Returns a member's shares of a pool, if they meet its needs; 0 for other components.
    pub(super) fn shares(&self, member: usize, component: usize) -> i64 {
        let shares = || self.plan.components[component].kind.shares_of(self.members[member].rank);
        if self.meets(member, component) { shares() } else { 0 }
    }

    /// Returns a rank's needs with a member's present values.
    pub fn needs_of_rank(&self, member: usize, rank: usize) -> Vec<NeedFact> {
        self.plan.ranks.get(rank).map_or_else(Vec::new, |rank| self.has(member, &rank.needs))
    }

    /// Returns a component's needs with a member's present values.
    pub fn needs_of_component(&self, member: usize, component: usize) -> Vec<NeedFact> {
        self.plan.components.get(component).map_or_else(Vec::new, |component| self.has(member, &component.needs))
    }

    fn has(&self, member: usize, needs: &[Need]) -> Vec<NeedFact> {
        if needs.is_empty() {
            return Vec::new();
        }
        let facts = self.facts(member);
        let fact = |need: &Need| {
            let has = facts.of(need.metric);
            let missing = (need.at_least - has).max(0);
            NeedFact { need: self.plan.need_document(need), has, missing, is_met: missing == 0 }
        };
        needs.iter().map(fact).collect()
    }

    /// Returns the values of a member that the needs of a plan measure.
    pub(super) fn facts(&self, member: usize) -> Facts {
        let mut facts = Facts::default();
        self.gather(member, &mut facts);
        let Standing { rank, total_gv, .. } = self.members[member];
        facts.rank = rank;
        facts.total_gv = total_gv;
        facts
    }

    /// Measures a member and their direct followers, whose standings must be known already.
    fn gather(&self, member: usize, facts: &mut Facts) {
        let own = self.members[member].pv;
        facts.clear(own);
        for follower in self.network.followers(member) {
            let Standing { rank, gv, pgv, .. } = self.members[follower];
            facts.gv = sum(facts.gv, gv);
            if !self.is_head(follower) {
                facts.pgv = sum(facts.pgv, pgv);
            }
            facts.directs[rank] += 1;
            facts.legs[usize::from(self.highest[follower])] += 1;
            for volume in [Volume::A, Volume::B, Volume::Both] {
                facts.add_leg(volume, volume.of(gv), self.nth[volume as usize]);
            }
        }
    }

    /// Stores the measured values of a member, and determines their rank and the needs that they meet.
    fn settle(&mut self, member: usize, facts: &mut Facts) {
        let standing = &mut self.members[member];
        standing.gv = facts.gv;
        standing.pgv = facts.pgv;
        // The earlier points are limited to the same maximum, so the sum does not overflow.
        standing.total_gv = standing.total_gv.clamp(0, MAX_AMOUNT) + Volume::Both.of(facts.gv);
        facts.total_gv = standing.total_gv;
        let meets = |needs: &[Need], facts: &Facts| needs.iter().all(|need| facts.of(need.metric) >= need.at_least);
        standing.reached = self.plan.ranks.iter().rposition(|rank| meets(&rank.needs, facts)).unwrap_or_default();
        standing.rank = standing.reached.max(self.held[member].into());
        facts.rank = standing.rank;
        let below = facts.legs.iter().rposition(|legs| *legs > 0).unwrap_or_default();
        self.highest[member] = small(standing.rank.max(below));
        for (index, component) in self.plan.components.iter().enumerate() {
            self.met[member] |= u32::from(meets(&component.needs, facts)) << index;
        }
    }
}

/// Values of a member that the needs of a plan measure.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) rank: usize,
    pub(super) pv: PlanVolumes,
    pub(super) gv: PlanVolumes,
    pub(super) pgv: PlanVolumes,
    pub(super) total_gv: i64,
    /// Points of the strongest legs that needs measure, by volume, the strongest first.
    pub(super) strongest: [Vec<i64>; 3],
    /// Number of legs, by their highest rank.
    pub(super) legs: [i64; MAX_RANKS],
    /// Number of direct followers, by their rank.
    pub(super) directs: [i64; MAX_RANKS],
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            rank: 0,
            pv: NOTHING,
            gv: NOTHING,
            pgv: NOTHING,
            total_gv: 0,
            strongest: Default::default(),
            legs: [0; MAX_RANKS],
            directs: [0; MAX_RANKS],
        }
    }
}

impl Facts {
    /// Returns the value of a measured quantity.
    pub(super) fn of(&self, metric: Metric) -> i64 {
        match metric {
            Metric::Pv(volume) => volume.of(self.pv),
            Metric::Gv(volume) => volume.of(self.gv),
            Metric::Pgv(volume) => volume.of(self.pgv),
            Metric::LegGv { volume, nth } => {
                nth.checked_sub(1).and_then(|nth| self.strongest[volume as usize].get(nth)).copied().unwrap_or(0)
            }
            Metric::LegsWithRank(rank) => self.legs[rank..].iter().sum(),
            Metric::DirectsWithRank(rank) => self.directs[rank..].iter().sum(),
            Metric::TotalGv => self.total_gv,
            Metric::Rank(rank) => i64::from(self.rank >= rank),
        }
    }

    fn clear(&mut self, own: PlanVolumes) {
        (self.pv, self.gv, self.pgv) = (own, own, own);
        self.strongest.iter_mut().for_each(Vec::clear);
        self.legs.fill(0);
        self.directs.fill(0);
    }

    /// Stores a leg if it is one of the strongest.
    fn add_leg(&mut self, volume: Volume, points: i64, most: usize) {
        let strongest = &mut self.strongest[volume as usize];
        let index = strongest.partition_point(|stronger| *stronger >= points);
        if index < most {
            strongest.truncate(most - 1);
            strongest.insert(index, points);
        }
    }
}

/// No points.
pub(super) const NOTHING: PlanVolumes = PlanVolumes { plan_a: 0, plan_b: 0 };

/// Returns the points with negative values replaced by 0.
fn whole(points: PlanVolumes) -> PlanVolumes {
    PlanVolumes { plan_a: points.plan_a.max(0), plan_b: points.plan_b.max(0) }
}

/// Returns the sum of the points of two parts of a network; it cannot overflow, because the total was checked before.
pub(super) fn sum(one: PlanVolumes, other: PlanVolumes) -> PlanVolumes {
    PlanVolumes { plan_a: one.plan_a + other.plan_a, plan_b: one.plan_b + other.plan_b }
}

fn plus(one: PlanVolumes, other: PlanVolumes) -> Result<PlanVolumes, PayoutError> {
    let plan_a = one.plan_a.checked_add(other.plan_a).ok_or(PayoutError::TooLarge)?;
    let plan_b = one.plan_b.checked_add(other.plan_b).ok_or(PayoutError::TooLarge)?;
    let all = plan_a.checked_add(plan_b).filter(|all| *all <= MAX_AMOUNT);
    all.map(|_| PlanVolumes { plan_a, plan_b }).ok_or(PayoutError::TooLarge)
}

/// Converts the index of a rank or a component to `u8`; a plan has at most 20 of each.
pub(super) fn small(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}

/// Returns the highest `nth` of all needs that measure a leg, for each volume.
fn nth(plan: &Plan) -> [usize; 3] {
    let mut most = [0; 3];
    let of_ranks = plan.ranks.iter().flat_map(|rank| &rank.needs);
    for need in of_ranks.chain(plan.components.iter().flat_map(|component| &component.needs)) {
        if let Metric::LegGv { volume, nth } = need.metric {
            most[volume as usize] = nth.max(most[volume as usize]);
        }
    }
    most
}
