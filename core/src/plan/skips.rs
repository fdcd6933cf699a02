//! Points not paid to members because they did not meet a component's needs.
//!
//! A few walks over all members find these points for each component. Points that pass every member on a section of the
//! network are noted only at both ends of the section, then summed up from the deepest member upwards.

use std::ops::{AddAssign, SubAssign};

use super::{
    document::{ComponentKind, Volume},
    engine::{Payout, Steps, Way},
    network::NOBODY,
    standing::Standings,
};

/// Points for which a component would have paid a member, if the member had met its needs and all others had stayed the
/// same. Members without points in their group miss no share of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skip {
    /// Member who was not paid, by index.
    pub member: usize,
    /// Component, by its index in the plan.
    pub component: usize,
    /// Number of members whose points would have been paid for, 1 or more; always 1 for a pool and for own points.
    pub sources: i64,
    /// Points of these members; for a pool the points of all members.
    pub points: i64,
}

/// Points that move up the network, and the number of their sources.
#[derive(Debug, Clone, Copy)]
struct Points {
    sources: i64,
    points: i64,
}

const NONE: Points = Points { sources: 0, points: 0 };

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.sources += other.sources;
        self.points += other.points;
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Self) {
        self.sources -= other.sources;
        self.points -= other.points;
    }
}

impl Payout {
    /// Lists all skips, by member and by component in the plan's order.
    pub fn skips(&self) -> Vec<Skip> {
        let mut skips = Vec::new();
        for (component, way) in self.ways.iter().enumerate() {
            let passing = Passing { payout: self, component };
            for (member, Points { sources, points }) in passing.by(way).into_iter().enumerate() {
                if sources > 0 && passing.misses(member) {
                    skips.push(Skip { member, component, sources, points });
                }
            }
        }
        skips.sort_by_key(|skip| skip.member);
        skips
    }
}

/// Points of one component, followed from their sources up the network.
struct Passing<'a> {
    payout: &'a Payout,
    component: usize,
}

impl Passing<'_> {
    fn standings(&self) -> &Standings {
        self.payout.standings()
    }

    fn kind(&self) -> &ComponentKind {
        &self.standings().plan.components[self.component].kind
    }

    fn misses(&self, member: usize) -> bool {
        !self.standings().meets(member, self.component)
    }

    /// Returns the points of a source to pay for.
    fn payable_points(&self, source: usize) -> Points {
        let kind = self.kind();
        let points = kind.volume().of(kind.points_of(self.standings(), source));
        Points { sources: i64::from(points > 0), points }
    }

    fn pays(&self, rate: usize) -> bool {
        !self.payout.rates[rate].percent.is_zero()
    }

    /// Returns, by member, the points for which each member would be paid if they met the needs. The values of members
    /// who meet them have no meaning.
    fn by(&self, way: &Way) -> Vec<Points> {
        let standings = self.standings();
        let everyone = 0..standings.len();
        if standings.plan.components[self.component].needs.is_empty() {
            return Vec::new();
        }
        match way {
            Way::Own { rate } if self.pays(*rate) => everyone.map(|member| self.payable_points(member)).collect(),
            Way::Fund { fund, .. } if *fund > 0 => {
                // Members without points in their group miss nothing in the period; some may have joined later.
                let takes_part = |member: usize| Volume::Both.of(standings.all()[member].gv) > 0;
                let has_shares = |member: usize| self.kind().shares_of(standings.all()[member].rank) > 0;
                let passed =
                    |member| if takes_part(member) && has_shares(member) { self.payable_points(member) } else { NONE };
                everyone.map(passed).collect()
            }
            Way::Levels { next, rates } => self.by_numbers(next, rates.clone(), everyone),
            Way::Generations { next, rates } => {
                let heads = everyone.filter(|member| standings.is_head(*member));
                let mut passed = self.by_numbers(next, rates.clone(), heads);
                for (_, points) in passed.iter_mut().enumerate().filter(|(member, _)| !standings.is_head(*member)) {
                    *points = NONE;
                }
                passed
            }
            Way::Differences { next, steps, .. } => self.by_steps(next, steps),
            _ => Vec::new(),
        }
    }

    /// Returns the points that pass each member in a component that pays by level or generation.
    ///
    /// Each rate passes the members above the recipient of the previous rate, up to and including its own recipient.
    fn by_numbers(
        &self,
        next: &[u32],
        rates: impl Iterator<Item = usize> + Clone,
        sources: impl Iterator<Item = usize>,
    ) -> Vec<Points> {
        let mut ways = Ways::new(self.standings());
        for source in sources {
            let (own, mut from) = (self.payable_points(source), source);
            for rate in rates.clone().take_while(|_| own.sources > 0) {
                let to = next[from];
                if self.pays(rate) {
                    ways.pass(from, to, own);
                }
                if to == NOBODY {
                    break;
                }
                from = to as usize;
            }
        }
        ways.summed()
    }

    /// Returns the points that pass each member in a differential; `next` and `steps` are those of
    /// [`Way::Differences`].
    fn by_steps(&self, next: &[u32], steps: &[u8]) -> Vec<Points> {
        let ComponentKind::Differential { rates, pass_up, .. } = self.kind() else { return Vec::new() };
        let standings = self.standings();
        // Points that reach each member's rate, from the member and from members below.
        let mut given: Vec<Points> = (0..standings.len()).map(|member| self.payable_points(member)).collect();
        for member in standings.network.top_down().rev() {
            if next[member] != NOBODY {
                let points = given[member];
                given[next[member] as usize] += points;
            }
        }
        if !pass_up {
            // A rate that is not paid still counts as taken.
            for (points, _) in given.iter_mut().zip(steps).filter(|(_, step)| **step == 0) {
                *points = NONE;
            }
            return given;
        }
        let by_rank = Steps::of(rates).of_rank;
        let would_be = |member: usize| by_rank[standings.all()[member].rank];
        let mut passed: Vec<Points> = (0..standings.len())
            .map(|member| if would_be(member) > 0 { self.payable_points(member) } else { NONE })
            .collect();
        for step in 0..by_rank.iter().copied().max().unwrap_or_default() {
            let mut ways = Ways::new(standings);
            for member in (0..standings.len()).filter(|member| steps[*member] == step) {
                ways.pass(member, next[member], given[member]);
            }
            for (member, points) in ways.summed().into_iter().enumerate().filter(|(member, _)| would_be(*member) > step)
            {
                passed[member] += points;
            }
        }
        passed
    }
}

/// Points noted at both ends of sections of the network: added where a section begins, subtracted above its end.
struct Ways<'a> {
    standings: &'a Standings,
    noted: Vec<Points>,
}

impl<'a> Ways<'a> {
    fn new(standings: &'a Standings) -> Self {
        Self { standings, noted: vec![NONE; standings.len()] }
    }

    /// Notes `points` as passing each member above `from`, up to and including `to`.
    fn pass(&mut self, from: usize, to: u32, points: Points) {
        let leaders = &self.standings.network.leaders;
        let noted = &mut self.noted;
        if let Some(first) = noted.get_mut(leaders[from] as usize) {
            *first += points;
        }
        if to != NOBODY
            && let Some(behind) = noted.get_mut(leaders[to as usize] as usize)
        {
            *behind -= points;
        }
    }

    /// Returns the points that pass each member, summed up from the notes at the ends of the sections.
    fn summed(mut self) -> Vec<Points> {
        for member in self.standings.network.top_down().rev() {
            let points = self.noted[member];
            if let Some(leader) = self.noted.get_mut(self.standings.network.leaders[member] as usize) {
                *leader += points;
            }
        }
        self.noted
    }
}
