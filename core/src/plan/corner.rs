//! A member's corner of the network, cut out of the whole.
//!
//! Everyone below is walked through once, from the top: what a source's points have given already, which level they use up
//! and which generation a head is depends on who stands between, and so is known on the way down.

use std::cmp::Reverse;

use rust_decimal::Decimal;

use super::{
    document::{self, ComponentKind},
    preview::{Component, Corner, Kind, Leg, Metric, Need, PreviewError, Rank, Volume, line, whole},
    standing::{NOTHING, Standing, Standings},
};
use crate::allocation::PlanVolumes;

/// How many of the strongest legs a corner lists, if there are as many; more where a need asks for a weaker one.
pub const LEGS: usize = 50;

/// A whole network that corners are cut out of.
#[derive(Debug)]
pub struct Corners {
    standings: Standings,
    /// By place: own points before the allocation.
    earned: Vec<PlanVolumes>,
    /// By component: everyone's shares of a pool, else 0.
    shares: Vec<i128>,
}

impl Corners {
    /// A network in which everyone's own points before the allocation were `earned`, by place.
    pub fn new(standings: Standings, mut earned: Vec<PlanVolumes>) -> Self {
        earned.resize(standings.len(), NOTHING);
        let components = 0..standings.plan().components.len();
        let everyone = 0..standings.len();
        let of_pool = |component| everyone.clone().map(|member| i128::from(standings.shares(member, component))).sum();
        let shares = components.map(of_pool).collect();
        Self { standings, earned, shares }
    }

    /// The corner of the member at a place, and the places of the followers at the head of its legs, in their order.
    ///
    /// # Errors
    /// There is nobody at that place, or what is paid comes to more than can be represented.
    pub fn of(&self, member: usize) -> Result<(Corner, Vec<usize>), PreviewError> {
        let Self { standings, earned, .. } = self;
        let plan = standings.plan();
        let (standing, earned) = standings.all().get(member).zip(earned.get(member)).ok_or(PreviewError::Corner)?;
        let below = Below::new(standings, member, None)?;
        let (places, legs) = self.strongest(&below).into_iter().unzip();
        let components = plan.components.iter().enumerate();
        let mut corner = Corner {
            point_value_rp: plan.point_value,
            member_cap_rp: plan.member_cap,
            boundary: plan.boundary,
            ranks: plan.ranks.iter().map(|rank| Rank { name: rank.name.clone(), needs: needs(&rank.needs) }).collect(),
            components: components
                .map(|component| self.component(member, component, &below.sums))
                .collect::<Result<_, _>>()?,
            held: standings.held[member].into(),
            earned: *earned,
            below: less(standing.gv, standing.pv),
            group: less(standing.pgv, standing.pv),
            total_before: standing.total_gv - document::Volume::Both.of(standing.gv),
            legs_with_rank: below.legs_with_rank,
            directs_with_rank: below.directs_with_rank,
            legs,
            paid_rp: Vec::new(),
        };
        corner.paid_rp = paid(standings, member, &corner)?;
        Ok((corner, places))
    }

    /// A component as it is in the corner of a member.
    fn component(
        &self,
        member: usize,
        (place, component): (usize, &document::Component),
        sums: &[Vec<i128>],
    ) -> Result<Component, PreviewError> {
        let plan = self.standings.plan();
        let text = |rate: Option<Decimal>| rate.unwrap_or_default().to_string();
        let mut cut = Component {
            code: component.code.clone(),
            name: component.name.clone(),
            kind: Kind::Personal,
            volume: volume(component.kind.volume()),
            needs: needs(&component.needs),
            rates: Vec::new(),
            below_rp: sums[place].iter().copied().map(whole).collect::<Result<_, _>>()?,
            others_points: 0,
            others_shares: 0,
            shares: Vec::new(),
        };
        match &component.kind {
            ComponentKind::Personal { rate, .. } => cut.rates = vec![rate.to_string()],
            ComponentKind::Level { rates, .. } => {
                (cut.kind, cut.rates) = (Kind::Level, vec![text(rates.first().copied())]);
            }
            ComponentKind::Differential { rates, .. } => {
                (cut.kind, cut.rates) = (Kind::Differential, rates.iter().map(|rate| text(*rate)).collect());
            }
            ComponentKind::Generation { rates, .. } => {
                (cut.kind, cut.rates) = (Kind::Generation, vec![text(rates.first().copied())]);
                cut.needs.extend(plan.boundary.and_then(from_rank));
            }
            ComponentKind::Pool { volume, percent, .. } => {
                (cut.kind, cut.rates) = (Kind::Pool, vec![percent.to_string()]);
                cut.shares = (0..plan.ranks.len()).map(|rank| component.kind.shares_of(rank)).collect();
                cut.needs.extend(cut.shares.iter().position(|shares| *shares > 0).and_then(from_rank));
                cut.others_points = volume.of(self.standings.points()) - volume.of(self.standings.all()[member].pv);
                cut.others_shares = whole(self.shares[place] - i128::from(self.standings.shares(member, place)))?;
            }
        }
        Ok(cut)
    }

    /// The strongest legs by the points of both plans, those that a need asks for by the points of one, and who heads them.
    fn strongest(&self, below: &Below) -> Vec<(usize, Leg)> {
        let gv = |leg: usize, volume: document::Volume| volume.of(self.standings.all()[below.legs[leg].0].gv);
        let mut listed = vec![false; below.legs.len()];
        for volume in [document::Volume::A, document::Volume::B, document::Volume::Both] {
            let mut order: Vec<usize> = (0..below.legs.len()).collect();
            order.sort_by_key(|leg| Reverse(gv(*leg, volume)));
            let most = self.standings.nth[volume as usize].max(if volume == document::Volume::Both { LEGS } else { 0 });
            order.into_iter().take(most).for_each(|leg| listed[leg] = true);
        }
        let mut order: Vec<usize> = (0..below.legs.len()).filter(|leg| listed[*leg]).collect();
        order.sort_by_key(|leg| Reverse(gv(*leg, document::Volume::Both)));
        order.into_iter().map(|leg| (below.legs[leg].0, self.leg(below, leg))).collect()
    }

    fn leg(&self, below: &Below, leg: usize) -> Leg {
        let (follower, given) = &below.legs[leg];
        let rate = |(component, given): (&document::Component, &Option<usize>)| match (&component.kind, given) {
            (ComponentKind::Differential { rates, .. }, Some(rank)) => rates[*rank].unwrap_or_default().to_string(),
            _ => "0".to_owned(),
        };
        let Standing { gv, pgv, rank, .. } = self.standings.all()[*follower];
        let given = self.standings.plan().components.iter().zip(given).map(rate).collect();
        Leg { points: gv, earned: self.earned[*follower], group: pgv, rank, given }
    }
}

/// What the member is paid by component as it stands: where the member's cap bites, each line is made smaller by itself.
fn paid(standings: &Standings, member: usize, corner: &Corner) -> Result<Vec<i64>, PreviewError> {
    let (rank, pays) = corner.before_cap(&corner.as_it_stands())?;
    let sum: i128 = pays.iter().sum();
    let Some(cap) = corner.member_cap_rp.map(i128::from).filter(|cap| sum > *cap) else {
        return pays.into_iter().map(whole).collect();
    };
    let scale = Scale { cap, sum };
    let below = Below::new(standings, member, Some(scale))?;
    let scaled = |(place, pays): (usize, i128)| {
        if pays == 0 {
            return Ok(0);
        }
        let of_rank = |sums: &[i128]| sums.get(rank).or(sums.first()).copied().unwrap_or_default();
        let below_rp = &corner.components[place].below_rp;
        let before = below_rp.get(rank).or(below_rp.first()).copied().map_or(0, i128::from);
        // The rest is one line: that of own points, or the share of a pool.
        whole(scale.of(pays - before)? + of_rank(&below.sums[place]))
    };
    pays.into_iter().enumerate().map(scaled).collect()
}

fn less(whole: PlanVolumes, part: PlanVolumes) -> PlanVolumes {
    PlanVolumes { plan_a: whole.plan_a - part.plan_a, plan_b: whole.plan_b - part.plan_b }
}

fn volume(volume: document::Volume) -> Volume {
    match volume {
        document::Volume::A => Volume::A,
        document::Volume::B => Volume::B,
        document::Volume::Both => Volume::Both,
    }
}

fn needs(needs: &[document::Need]) -> Vec<Need> {
    let need = |need: &document::Need| {
        let (metric, of, nth, rank) = match need.metric {
            document::Metric::Pv(of) => (Metric::Pv, of, 0, 0),
            document::Metric::Gv(of) => (Metric::Gv, of, 0, 0),
            document::Metric::Pgv(of) => (Metric::Pgv, of, 0, 0),
            document::Metric::LegGv { volume, nth } => (Metric::LegGv, volume, nth, 0),
            document::Metric::LegsWithRank(rank) => (Metric::LegsWithRank, document::Volume::Both, 0, rank),
            document::Metric::DirectsWithRank(rank) => (Metric::DirectsWithRank, document::Volume::Both, 0, rank),
            document::Metric::TotalGv => (Metric::TotalGv, document::Volume::Both, 0, 0),
            document::Metric::Rank(rank) => (Metric::Rank, document::Volume::Both, 0, rank),
        };
        Need { metric, volume: volume(of), nth, rank, at_least: need.at_least }
    };
    needs.iter().map(need).collect()
}

/// That a rank or a higher one is held; nothing for the lowest.
fn from_rank(rank: usize) -> Option<Need> {
    (rank > 0).then_some(Need { metric: Metric::Rank, volume: Volume::Both, nth: 0, rank, at_least: 1 })
}

/// By how much the member's cap makes lines smaller.
#[derive(Clone, Copy)]
struct Scale {
    cap: i128,
    sum: i128,
}

impl Scale {
    fn of(self, amount: i128) -> Result<i128, PreviewError> {
        Ok(amount.checked_mul(self.cap).ok_or(PreviewError::TooLarge)? / self.sum)
    }
}

/// What everyone below a member makes of each component, and of the legs.
struct Below {
    /// By component; of differentials by the rank that the member holds, else one sum for all ranks.
    sums: Vec<Vec<i128>>,
    /// By rank: how many legs hold it or a higher one.
    legs_with_rank: Vec<i64>,
    /// By rank: how many direct followers hold it or a higher one.
    directs_with_rank: Vec<i64>,
    /// The places of the direct followers, and what the points of each have given, by component: a rank whose rate that is.
    legs: Vec<(usize, Vec<Option<usize>>)>,
}

/// What is known of a source on the way down, by component: how many levels or heads that use up a rate stand between it
/// and the member, or the rank with the highest rate that its points have given.
type Between = Vec<Option<usize>>;

impl Below {
    fn new(standings: &Standings, member: usize, scale: Option<Scale>) -> Result<Self, PreviewError> {
        let plan = standings.plan();
        let ranks = plan.ranks.len();
        let sums = |component: &document::Component| match component.kind {
            ComponentKind::Differential { .. } => vec![0; ranks],
            ComponentKind::Level { .. } | ComponentKind::Generation { .. } => vec![0],
            ComponentKind::Personal { .. } | ComponentKind::Pool { .. } => Vec::new(),
        };
        let mut below = Self {
            sums: plan.components.iter().map(sums).collect(),
            legs_with_rank: vec![0; ranks],
            directs_with_rank: vec![0; ranks],
            legs: Vec::new(),
        };
        // Who stands between the source and the member, one entry for each step below the member.
        let mut between: Vec<Between> = vec![vec![None; plan.components.len()]];
        for leg in standings.network.followers(member) {
            let mut highest = 0;
            let mut waiting = vec![(leg, 1)];
            while let Some((source, depth)) = waiting.pop() {
                between.truncate(depth);
                let own = below.meet(standings, source, &between[depth - 1], scale)?;
                if depth == 1 {
                    below.legs.push((leg, own.clone()));
                }
                between.push(own);
                highest = highest.max(standings.all()[source].rank);
                waiting.extend(standings.network.followers(source).map(|follower| (follower, depth + 1)));
            }
            below.legs_with_rank[..=highest].iter_mut().for_each(|legs| *legs += 1);
            below.directs_with_rank[..=standings.all()[leg].rank].iter_mut().for_each(|directs| *directs += 1);
        }
        Ok(below)
    }

    /// Adds what a source pays the member; gives what is known of those directly below it.
    fn meet(
        &mut self,
        standings: &Standings,
        source: usize,
        above: &Between,
        scale: Option<Scale>,
    ) -> Result<Between, PreviewError> {
        let (plan, standing) = (standings.plan(), standings.all()[source]);
        let mut own = above.clone();
        for (place, component) in plan.components.iter().enumerate() {
            let value = plan.point_value;
            let mut add = |at: usize, points: i64, rate: Decimal| -> Result<(), PreviewError> {
                if points > 0 {
                    let line = line(i128::from(points), value, rate)?;
                    self.sums[place][at] += scale.map_or(Ok(line), |scale| scale.of(line))?;
                }
                Ok(())
            };
            let between = above[place];
            match &component.kind {
                ComponentKind::Personal { .. } | ComponentKind::Pool { .. } => {}
                ComponentKind::Level { volume, rates, compression } => {
                    let level = between.unwrap_or(0);
                    if let Some(rate) = rates.get(level) {
                        add(0, volume.of(standing.pv), *rate)?;
                    }
                    own[place] = Some(level + usize::from(!compression || standings.meets(source, place)));
                }
                ComponentKind::Differential { volume, rates, pass_up } => {
                    let rate = |rank: usize| rates.get(rank).copied().flatten().unwrap_or_default();
                    if (!pass_up || standings.meets(source, place))
                        && rate(standing.rank) > between.map_or(Decimal::ZERO, rate)
                    {
                        own[place] = Some(standing.rank);
                    }
                    let (given, points) = (own[place].map_or(Decimal::ZERO, rate), volume.of(standing.pv));
                    for reached in 0..rates.len() {
                        if rate(reached) > given {
                            add(reached, points, rate(reached) - given)?;
                        }
                    }
                }
                ComponentKind::Generation { volume, rates } => {
                    let generation = between.unwrap_or(0);
                    if plan.boundary.is_some_and(|boundary| standing.rank >= boundary) {
                        if let Some(rate) = rates.get(generation) {
                            add(0, volume.of(standing.pgv), *rate)?;
                        }
                        own[place] = Some(generation + usize::from(standings.meets(source, place)));
                    }
                }
            }
        }
        Ok(own)
    }
}
