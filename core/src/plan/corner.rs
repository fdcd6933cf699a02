//! A member's corner of the network, cut out of the whole.
//!
//! Everyone below is walked through once, from the top: what a source's points have given already, which level they use up
//! and which generation a head is depends on who stands between, and so is known on the way down.

use std::{cmp::Reverse, ops::Range};

use rust_decimal::Decimal;

use super::{
    document::{self, ComponentKind, Volume},
    engine::{PayoutError, Steps},
    preview::{Component, Corner, Follower, Kind, Leg, Metric, Need, PreviewError, Rank, less, whole},
    rate::Rate,
    standing::{NOTHING, Standing, Standings},
};
use crate::allocation::PlanVolumes;

/// How many of the strongest legs a corner lists, if there are as many; more where a need asks for a weaker one.
pub const LEGS: usize = 50;

/// How many sums a corner has at most by which points of followers can be tried: with a plan of very many rates not all of
/// the listed legs have them.
const SUMS: usize = 4000;

/// A whole network that corners are cut out of.
#[derive(Debug)]
pub struct Corners {
    standings: Standings,
    /// By place: own points before the allocation.
    earned: Vec<PlanVolumes>,
    /// By component: everyone's shares of a pool, else 0.
    shares: Vec<i128>,
    /// By component.
    tables: Vec<Table>,
}

impl Corners {
    /// A network in which everyone's own points before the allocation were `earned`, by place.
    ///
    /// # Errors
    /// A rate makes more of a point than can be represented.
    pub fn new(standings: Standings, mut earned: Vec<PlanVolumes>) -> Result<Self, PayoutError> {
        earned.resize(standings.len(), NOTHING);
        let plan = standings.plan();
        let everyone = 0..standings.len();
        let of_pool = |component| everyone.clone().map(|member| i128::from(standings.shares(member, component))).sum();
        let shares = (0..plan.components.len()).map(of_pool).collect();
        let tables = plan.components.iter().map(|component| Table::new(&component.kind, plan.point_value));
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(Self { standings, earned, shares, tables })
    }

    /// The corner of the member at a place, and the places of the followers at the head of its legs, in their order.
    ///
    /// # Errors
    /// There is nobody at that place, or what is paid comes to more than can be represented.
    pub fn of(&self, member: usize) -> Result<(Corner, Vec<usize>), PreviewError> {
        let Self { standings, earned, .. } = self;
        let plan = standings.plan();
        let (standing, earned) = standings.all().get(member).zip(earned.get(member)).ok_or(PreviewError::Corner)?;
        let heads = self.strongest(member);
        let below = self.below(member, &heads[..heads.len().min(self.most_tried())], None)?;
        let facts = standings.facts(member);
        let legs = heads.iter().enumerate().map(|(leg, head)| self.leg(*head, below.through.get(leg)));
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
            total_before: standing.total_gv - Volume::Both.of(standing.gv),
            legs_with_rank: self.or_higher(&facts.legs),
            directs_with_rank: self.or_higher(&facts.directs),
            legs: legs.collect::<Result<_, _>>()?,
            paid_rp: Vec::new(),
        };
        corner.paid_rp = self.paid(member, &corner)?;
        Ok((corner, heads))
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
            volume: component.kind.volume(),
            needs: needs(&component.needs),
            rates: Vec::new(),
            below_rp: self.by_rank(place, &sums[place])?,
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
                cut.others_shares = whole(self.shares[place] - i128::from(self.standings.shares(member, place)))?;
            }
        }
        Ok(cut)
    }

    /// The heads of the strongest legs by the points of both plans, and of those that a need asks for by the points of
    /// one, with one more that comes next when points are tried.
    fn strongest(&self, member: usize) -> Vec<usize> {
        let all: Vec<usize> = self.standings.network.followers(member).collect();
        let gv = |leg: usize, volume: Volume| volume.of(self.standings.all()[all[leg]].gv);
        let mut listed = vec![false; all.len()];
        for volume in [Volume::A, Volume::B, Volume::Both] {
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|leg| Reverse(gv(*leg, volume)));
            let asked = Some(self.standings.nth[volume as usize]).filter(|nth| *nth > 0).map_or(0, |nth| nth + 1);
            let most = asked.max(if volume == Volume::Both { LEGS } else { 0 });
            order.into_iter().take(most).for_each(|leg| listed[leg] = true);
        }
        let mut order: Vec<usize> = (0..all.len()).filter(|leg| listed[*leg]).collect();
        order.sort_by_key(|leg| Reverse(gv(*leg, Volume::Both)));
        order.into_iter().map(|leg| all[leg]).collect()
    }

    /// Of how many legs the points can be tried.
    fn most_tried(&self) -> usize {
        let ranks = self.standings.plan().ranks.len();
        let sums = |table: &Table| match table {
            Table::Nobody => 0,
            Table::Numbers(_) => 2,
            Table::Steps(..) => (ranks + 1) * ranks,
        };
        LEGS.min(SUMS / self.tables.iter().map(sums).sum::<usize>().max(1))
    }

    fn leg(&self, head: usize, through: Option<&Through>) -> Result<Leg, PreviewError> {
        let given = |(place, table): (usize, &Table)| match table {
            Table::Steps(steps, _) => steps.rates[self.way(place, head)].to_string(),
            _ => "0".to_owned(),
        };
        let Standing { gv, pgv, rank, .. } = self.standings.all()[head];
        let given = self.tables.iter().enumerate().map(given).collect();
        let follower = through.map(|through| self.follower(head, through)).transpose()?;
        Ok(Leg { points: gv, earned: self.earned[head], group: pgv, rank, given, follower })
    }

    fn follower(&self, head: usize, through: &Through) -> Result<Follower, PreviewError> {
        let standings = &self.standings;
        let facts = standings.facts(head);
        let highest = standings.network.followers(head).map(|follower| standings.highest[follower]).max();
        let through_rp = |(place, ways): (usize, &Vec<Vec<i128>>)| {
            let row = |way: usize| self.by_rank(place, &ways[way]);
            let rows: Vec<Vec<i64>> = match &self.tables[place] {
                // Giving nothing is the lowest step.
                Table::Steps(steps, _) => {
                    let of_ranks = steps.of_rank.iter().map(|step| usize::from(*step));
                    std::iter::once(0).chain(of_ranks).map(row).collect::<Result<_, _>>()?
                }
                table => (0..table.ways()).map(row).collect::<Result<_, _>>()?,
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
            through_rp: through.iter().enumerate().map(through_rp).collect::<Result<_, PreviewError>>()?,
        })
    }

    /// Sums by the rank that the member holds; one for all of them where it makes no difference.
    fn by_rank(&self, place: usize, sums: &[i128]) -> Result<Vec<i64>, PreviewError> {
        match &self.tables[place] {
            Table::Steps(steps, _) => steps.of_rank.iter().map(|step| whole(sums[usize::from(*step)])).collect(),
            _ => sums.iter().copied().map(whole).collect(),
        }
    }

    /// How many have each rank of the plan or a higher one, of how many have exactly that.
    fn or_higher(&self, exactly: &[i64]) -> Vec<i64> {
        (0..self.standings.plan().ranks.len()).map(|rank| exactly[rank..].iter().sum()).collect()
    }

    /// What the member is paid by component as it stands: where the member's cap bites, each line is made smaller by itself.
    fn paid(&self, member: usize, corner: &Corner) -> Result<Vec<i64>, PreviewError> {
        let (rank, pays) = corner.before_cap(&corner.as_it_stands())?;
        let sum: i128 = pays.iter().sum();
        let Some(cap) = corner.member_cap_rp.map(i128::from).filter(|cap| sum > *cap) else {
            return pays.into_iter().map(whole).collect();
        };
        let scale = Scale { cap, sum };
        let below = self.below(member, &[], Some(scale))?;
        let scaled = |(place, pays): (usize, i128)| {
            if pays == 0 {
                return Ok(0);
            }
            let of_rank = |sums: &[i64]| sums.get(rank).or(sums.first()).copied().map_or(0, i128::from);
            let before = of_rank(&corner.components[place].below_rp);
            // The rest is one line: that of own points, or the share of a pool.
            whole(scale.of(pays - before)? + of_rank(&self.by_rank(place, &below.sums[place])?))
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

/// What a component makes of the points of those below a member.
///
/// How much stands in the way of points is a number: levels or generations that are used up, or the place of the highest
/// rate that is given already.
#[derive(Debug)]
enum Table {
    /// Nothing.
    Nobody,
    /// By level or generation.
    Numbers(Vec<Rate>),
    /// By the rates of ranks. The difference of two of them stands at the lower × their number + the higher.
    Steps(Steps, Vec<Rate>),
}

impl Table {
    fn new(kind: &ComponentKind, point_value: i64) -> Result<Self, PayoutError> {
        let all =
            |rates: &[Decimal]| rates.iter().map(|rate| Rate::new(*rate, point_value)).collect::<Result<Vec<_>, _>>();
        Ok(match kind {
            ComponentKind::Personal { .. } | ComponentKind::Pool { .. } => Self::Nobody,
            ComponentKind::Level { rates, .. } | ComponentKind::Generation { rates, .. } => Self::Numbers(all(rates)?),
            ComponentKind::Differential { rates, .. } => {
                let steps = Steps::of(rates);
                let differences = all(&steps.differences())?;
                Self::Steps(steps, differences)
            }
        })
    }

    /// In how many ways the follower at the head of a leg can stand in the way.
    fn ways(&self) -> usize {
        match self {
            Self::Nobody => 0,
            Self::Numbers(_) => 2,
            Self::Steps(steps, _) => steps.rates.len(),
        }
    }

    /// How many rates the member can have.
    fn width(&self) -> usize {
        match self {
            Self::Nobody => 0,
            Self::Numbers(_) => 1,
            Self::Steps(steps, _) => steps.rates.len(),
        }
    }

    /// What stands in the way of points that come past two.
    fn both(&self, one: usize, other: usize) -> usize {
        if matches!(self, Self::Numbers(_)) { one + other } else { one.max(other) }
    }

    /// Adds what points pay by the rate that the member has.
    fn add(&self, sums: &mut [i128], points: i64, given: usize, scale: Option<Scale>) -> Result<(), PreviewError> {
        let mut add = |at: usize, rate: &Rate| -> Result<(), PreviewError> {
            let line = rate.rupiah(points)?.into();
            sums[at] += scale.map_or(Ok(line), |scale| scale.of(line))?;
            Ok(())
        };
        match self {
            Self::Nobody => Ok(()),
            Self::Numbers(rates) => rates.get(given).map_or(Ok(()), |rate| add(0, rate)),
            Self::Steps(steps, differences) => {
                let width = steps.rates.len();
                (given + 1..width).try_for_each(|step| add(step, &differences[given * width + step]))
            }
        }
    }
}

/// What those below the head of a leg pay a member: by component, by way in which the head stands, and by the rate that
/// the member has.
type Through = Vec<Vec<Vec<i128>>>;

/// What everyone below a member pays that member.
struct Below {
    /// By component, and by the rate that the member has.
    sums: Vec<Vec<i128>>,
    /// Of the legs that were asked for, in their order.
    through: Vec<Through>,
}

impl Corners {
    /// The points of a source that a component pays those above for.
    fn points(&self, place: usize, source: usize) -> i64 {
        let (kind, standing) = (&self.standings.plan().components[place].kind, &self.standings.all()[source]);
        match kind {
            ComponentKind::Generation { volume, .. } if self.standings.is_head(source) => volume.of(standing.pgv),
            ComponentKind::Generation { .. } => 0,
            kind => kind.volume().of(standing.pv),
        }
    }

    /// How a member stands in the way of points.
    fn way(&self, place: usize, member: usize) -> usize {
        let standings = &self.standings;
        let meets = standings.meets(member, place);
        match (&standings.plan().components[place].kind, &self.tables[place]) {
            (ComponentKind::Level { compression, .. }, _) => usize::from(meets || !compression),
            (ComponentKind::Generation { .. }, _) => usize::from(meets && standings.is_head(member)),
            (ComponentKind::Differential { pass_up, .. }, Table::Steps(steps, _)) if meets || !pass_up => {
                steps.of_rank[standings.all()[member].rank].into()
            }
            _ => 0,
        }
    }

    /// What everyone below a member pays them, and the legs of `listed` on their own.
    fn below(&self, member: usize, listed: &[usize], scale: Option<Scale>) -> Result<Below, PreviewError> {
        let sums = self.tables.iter().map(|table| vec![0; table.width()]).collect();
        let mut below = Below { sums, through: vec![Vec::new(); listed.len()] };
        for head in self.standings.network.followers(member) {
            let leg = listed.iter().position(|listed| *listed == head);
            let stands: Vec<usize> = (0..self.tables.len()).map(|place| self.way(place, head)).collect();
            let ways = stands.iter().zip(&self.tables).map(|(way, table)| match leg {
                Some(_) => 0..table.ways(),
                None => *way..(way + 1).min(table.ways()),
            });
            let ways: Vec<Range<usize>> = ways.collect();
            let through = self.through(head, &ways, scale)?;
            for (place, table) in self.tables.iter().enumerate() {
                let sums = &mut below.sums[place];
                if let Some(row) = through[place].get(stands[place] - ways[place].start) {
                    sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
                }
                // Of the follower's own points only differentials take off what they are given themselves.
                let given = if matches!(table, Table::Steps(..)) { stands[place] } else { 0 };
                table.add(sums, self.points(place, head), given, scale)?;
            }
            if let Some(leg) = leg {
                below.through[leg] = through;
            }
        }
        Ok(below)
    }

    /// What those below the head of a leg pay by how the head stands, in those `ways` of each component.
    fn through(&self, head: usize, ways: &[Range<usize>], scale: Option<Scale>) -> Result<Through, PreviewError> {
        let network = &self.standings.network;
        let rows = |(ways, table): (&Range<usize>, &Table)| vec![vec![0; table.width()]; ways.len()];
        let mut through: Through = ways.iter().zip(&self.tables).map(rows).collect();
        let components = self.tables.len();
        // What stands between a source and the head, by component, one row for each step below the head.
        let mut between: Vec<usize> = vec![0; components];
        let mut waiting: Vec<(usize, usize)> = network.followers(head).map(|source| (source, 1)).collect();
        while let Some((source, depth)) = waiting.pop() {
            between.truncate(depth * components);
            for (place, table) in self.tables.iter().enumerate() {
                let above = between[(depth - 1) * components + place];
                let past = table.both(above, self.way(place, source));
                // By rates a source is given theirs before anyone above.
                let given = if matches!(table, Table::Steps(..)) { past } else { above };
                let points = self.points(place, source);
                if points > 0 {
                    for (way, row) in ways[place].clone().zip(&mut through[place]) {
                        table.add(row, points, table.both(way, given), scale)?;
                    }
                }
                between.push(past);
            }
            waiting.extend(network.followers(source).map(|follower| (follower, depth + 1)));
        }
        Ok(through)
    }
}
