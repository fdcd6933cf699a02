//! Data of one member that a preview of a bonus needs, extracted from the calculated network.
//!
//! Bonuses from the downlines are summed up once for the whole network. So the corner of a leader of a hundred thousand
//! members is extracted as quickly as any other.

use std::cmp::Reverse;

use rust_decimal::Decimal;

use super::{
    below::{Below, Scale, Sums, Table},
    document::{self, ComponentKind, Volume},
    engine::PayoutError,
    preview::{Component, Corner, Follower, Kind, Leg, Metric, Need, PreviewError, Rank, less, whole},
    standing::{NOTHING, Standing, Standings},
};
use crate::allocation::PlanVolumes;

/// Number of the strongest legs that a corner lists, if there are so many; it lists more if a need measures a weaker
/// leg.
pub const LEGS: usize = 50;

/// Maximum number of sums that a corner contains for previews with more points of a follower.
///
/// If a plan has very many rates, only some of the listed legs have such sums.
const SUMS: usize = 4000;

/// A whole network from which corners are extracted.
#[derive(Debug)]
pub struct Corners {
    standings: Standings,
    /// Own points before the allocation, by index.
    earned: Vec<PlanVolumes>,
    /// All members' shares of a pool, by component; 0 for other components.
    shares: Vec<i128>,
    below: Below,
}

impl Corners {
    /// Creates a network in which `earned` contains all members' own points before the allocation, by index.
    ///
    /// # Errors
    /// A rate pays more for a point than can be represented.
    pub fn new(standings: Standings, mut earned: Vec<PlanVolumes>) -> Result<Self, PayoutError> {
        earned.resize(standings.len(), NOTHING);
        let plan = standings.plan();
        let everyone = 0..standings.len();
        let of_pool = |component| everyone.clone().map(|member| i128::from(standings.shares(member, component))).sum();
        let shares = (0..plan.components.len()).map(of_pool).collect();
        let below = Below::new(&standings)?;
        Ok(Self { standings, earned, shares, below })
    }

    /// Returns the corner of a member, and the indexes of the followers at the head of its legs, in their order.
    ///
    /// # Errors
    /// There is no member with that index, or the bonus is too large to represent.
    pub fn of(&self, member: usize) -> Result<(Corner, Vec<usize>), PreviewError> {
        let Self { standings, earned, .. } = self;
        let plan = standings.plan();
        let (standing, earned) = standings.all().get(member).zip(earned.get(member)).ok_or(PreviewError::Corner)?;
        let heads = self.strongest(member);
        let sums = self.below.of(standings, member);
        let facts = standings.facts(member);
        let tried = self.most_tried();
        let legs = heads.iter().enumerate().map(|(leg, head)| self.leg(*head, leg < tried));
        let components = plan.components.iter().enumerate();
        let mut corner = Corner {
            point_value_rp: plan.point_value,
            member_cap_rp: plan.member_cap,
            boundary: plan.boundary,
            ranks: plan.ranks.iter().map(|rank| Rank { name: rank.name.clone(), needs: needs(&rank.needs) }).collect(),
            components: components
                .map(|component| self.component(member, component, &sums))
                .collect::<Result<_, _>>()?,
            held: standings.held[member].into(),
            earned: *earned,
            below: less(standing.gv, standing.pv),
            group: less(standing.pgv, standing.pv),
            total_before: standing.total_gv - Volume::Both.of(standing.gv),
            legs_with_rank: self.or_higher(&facts.legs),
            directs_with_rank: self.or_higher(&facts.directs),
            legs: legs.collect::<Result<_, _>>()?,
            paid_rp: Vec::new(),
        };
        corner.paid_rp = self.paid(member, &corner)?;
        Ok((corner, heads))
    }

    /// Returns a component in the form that the corner of a member contains.
    fn component(
        &self,
        member: usize,
        (index, component): (usize, &document::Component),
        sums: &Sums,
    ) -> Result<Component, PreviewError> {
        let plan = self.standings.plan();
        let text = |rate: Option<Decimal>| rate.unwrap_or_default().to_string();
        let mut cut = Component {
            code: component.code.clone(),
            name: component.name.clone(),
            kind: Kind::Personal,
            volume: component.kind.volume(),
            needs: needs(&component.needs),
            rates: Vec::new(),
            below_rp: self.by_rank(index, sums, 0)?,
            others_points: 0,
            others_shares: 0,
            shares: Vec::new(),
            uses_up: false,
        };
        match &component.kind {
            ComponentKind::Personal { rate, .. } => cut.rates = vec![rate.to_string()],
            ComponentKind::Level { rates, compression, .. } => {
                (cut.kind, cut.rates, cut.uses_up) = (Kind::Level, vec![text(rates.first().copied())], !compression);
            }
            ComponentKind::Differential { rates, pass_up, .. } => {
                (cut.kind, cut.uses_up) = (Kind::Differential, !pass_up);
                cut.rates = rates.iter().map(|rate| text(*rate)).collect();
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
                cut.others_shares = whole(self.shares[index] - i128::from(self.standings.shares(member, index)))?;
            }
        }
        Ok(cut)
    }

    /// Returns the heads of the strongest legs: by points of both plans and, for each volume that needs measure, by
    /// those points.
    ///
    /// Legs that needs measure are listed with the next weaker leg, which may overtake them when points are tried.
    fn strongest(&self, member: usize) -> Vec<usize> {
        let all: Vec<usize> = self.standings.network.followers(member).collect();
        let gv = |leg: usize, volume: Volume| volume.of(self.standings.all()[all[leg]].gv);
        let mut listed = vec![false; all.len()];
        for volume in [Volume::A, Volume::B, Volume::Both] {
            let asked = Some(self.standings.nth[volume as usize]).filter(|nth| *nth > 0).map_or(0, |nth| nth + 1);
            let most = asked.max(if volume == Volume::Both { LEGS } else { 0 });
            let mut order: Vec<usize> = (0..all.len()).collect();
            // Only a few of possibly very many legs are listed; selecting them is cheaper than sorting all.
            if most < order.len() {
                order.select_nth_unstable_by_key(most, |leg| (Reverse(gv(*leg, volume)), *leg));
            }
            order.into_iter().take(most).for_each(|leg| listed[leg] = true);
        }
        let mut order: Vec<usize> = (0..all.len()).filter(|leg| listed[*leg]).collect();
        order.sort_by_key(|leg| Reverse(gv(*leg, Volume::Both)));
        order.into_iter().map(|leg| all[leg]).collect()
    }

    /// Returns the maximum number of legs whose points can be tried.
    fn most_tried(&self) -> usize {
        let ranks = self.standings.plan().ranks.len();
        let sums = |table: &Table| match table {
            Table::Nobody => 0,
            Table::Numbers(_) => 2,
            Table::Steps(..) => (ranks + 1) * ranks,
        };
        LEGS.min(SUMS / self.below.tables().iter().map(sums).sum::<usize>().max(1))
    }

    fn leg(&self, head: usize, is_tried: bool) -> Result<Leg, PreviewError> {
        let Standing { gv, pgv, rank, .. } = self.standings.all()[head];
        let follower = is_tried.then(|| self.follower(head)).transpose()?;
        Ok(Leg { points: gv, earned: self.earned[head], group: pgv, rank, follower })
    }

    fn follower(&self, head: usize) -> Result<Follower, PreviewError> {
        let standings = &self.standings;
        let facts = standings.facts(head);
        let highest = standings.network.followers(head).map(|follower| standings.highest[follower]).max();
        let sums = self.below.of(standings, head);
        let through_rp = |(index, table): (usize, &Table)| {
            let row = |way: usize| self.by_rank(index, &sums, way);
            let rows: Vec<Vec<i64>> = match table {
                Table::Nobody => Vec::new(),
                Table::Numbers(_) => (0..2).map(row).collect::<Result<_, _>>()?,
                // The lowest step means that the follower takes no rate.
                Table::Steps(steps, _) => {
                    let of_ranks = steps.of_rank.iter().map(|step| usize::from(*step));
                    std::iter::once(0).chain(of_ranks).map(row).collect::<Result<_, _>>()?
                }
            };
            Ok(rows.concat())
        };
        Ok(Follower {
            held: standings.held[head].into(),
            highest: highest.unwrap_or_default().into(),
            total_before: facts.total_gv - Volume::Both.of(facts.gv),
            legs_with_rank: self.or_higher(&facts.legs),
            directs_with_rank: self.or_higher(&facts.directs),
            strongest: facts.strongest.into(),
            through_rp: self.below.tables().iter().enumerate().map(through_rp).collect::<Result<_, PreviewError>>()?,
        })
    }

    /// Returns the sums with the obstacle `way` (see [`Table`]), by the rank that the member holds; one sum if the rank
    /// makes no difference.
    fn by_rank(&self, index: usize, sums: &Sums, way: usize) -> Result<Vec<i64>, PreviewError> {
        let table = &self.below.tables()[index];
        let row = sums.row(table, index, way).iter().map(|sum| whole((*sum).into())).collect::<Result<Vec<_>, _>>()?;
        Ok(match table {
            Table::Steps(steps, _) => steps.of_rank.iter().map(|step| row[usize::from(*step)]).collect(),
            _ => row,
        })
    }

    /// Converts counts for exactly each rank of the plan into counts for "this rank or a higher one".
    fn or_higher(&self, exactly: &[i64]) -> Vec<i64> {
        (0..self.standings.plan().ranks.len()).map(|rank| exactly[rank..].iter().sum()).collect()
    }

    /// Returns the member's current bonus by component: if the member's cap applies, each line is reduced separately.
    fn paid(&self, member: usize, corner: &Corner) -> Result<Vec<i64>, PreviewError> {
        let (rank, pays) = corner.before_cap(&corner.with_current_points())?;
        let sum: i128 = pays.iter().sum();
        let Some(cap) = corner.member_cap_rp.filter(|cap| sum > i128::from(*cap)) else {
            return pays.into_iter().map(whole).collect();
        };
        let scale = Scale { cap, sum };
        let sums = self.below.scaled(&self.standings, member, scale);
        let scaled = |(index, pays): (usize, i128)| {
            if pays == 0 {
                return Ok(0);
            }
            let of_rank = |sums: &[i64]| sums.get(rank).or(sums.first()).copied().unwrap_or_default();
            let before = of_rank(&corner.components[index].below_rp);
            // The rest is one line: for own points, or for the share of a pool.
            let rest = scale.of(whole(pays)? - before);
            whole(i128::from(rest) + i128::from(of_rank(&self.by_rank(index, &sums, 0)?)))
        };
        pays.into_iter().enumerate().map(scaled).collect()
    }
}

fn needs(needs: &[document::Need]) -> Vec<Need> {
    let need = |need: &document::Need| {
        let (metric, volume, nth, rank) = match need.metric {
            document::Metric::Pv(volume) => (Metric::Pv, volume, 0, 0),
            document::Metric::Gv(volume) => (Metric::Gv, volume, 0, 0),
            document::Metric::Pgv(volume) => (Metric::Pgv, volume, 0, 0),
            document::Metric::LegGv { volume, nth } => (Metric::LegGv, volume, nth, 0),
            document::Metric::LegsWithRank(rank) => (Metric::LegsWithRank, Volume::Both, 0, rank),
            document::Metric::DirectsWithRank(rank) => (Metric::DirectsWithRank, Volume::Both, 0, rank),
            document::Metric::TotalGv => (Metric::TotalGv, Volume::Both, 0, 0),
            document::Metric::Rank(rank) => (Metric::Rank, Volume::Both, 0, rank),
        };
        Need { metric, volume, nth, rank, at_least: need.at_least }
    };
    needs.iter().map(need).collect()
}

/// Returns the need to hold a rank or a higher one; nothing for the lowest.
fn from_rank(rank: usize) -> Option<Need> {
    (rank > 0).then_some(Need { metric: Metric::Rank, volume: Volume::Both, nth: 0, rank, at_least: 1 })
}
