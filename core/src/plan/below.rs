//! Bonuses from those below a member, for any members above, in sums that are kept.
//!
//! What of a source's points is left for a member depends on who stands between: levels or generations that are used up,
//! or the highest rate that is given already. So the sums of a member are known for everything that can stand above, and
//! those of a leader are made of the followers'. They are kept of so few members that they take about a number for each
//! member of the network, and of so many that whoever has none of their own finds them after a short walk down.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::{
    document::ComponentKind,
    engine::{PayoutError, Steps},
    rate::Rate,
    standing::Standings,
};

/// Bonus rule of a component for the points of those below a member.
///
/// What stands in the way of points is a number: levels or generations that are used up, or the place of the highest
/// rate that is given already.
#[derive(Debug)]
pub(super) enum Table {
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

    /// In how many ways whoever is above can stand in the way; two at least, so that a follower can use up a level.
    fn ways(&self) -> usize {
        match self {
            Self::Nobody => 0,
            Self::Numbers(rates) => rates.len().max(2),
            Self::Steps(steps, _) => steps.rates.len(),
        }
    }

    /// Counts the possible rates of the paid member.
    fn width(&self) -> usize {
        match self {
            Self::Nobody => 0,
            Self::Numbers(_) => 1,
            Self::Steps(steps, _) => steps.rates.len(),
        }
    }

    /// Combines the numbers that two members put in the way of points.
    fn both(&self, one: usize, other: usize) -> usize {
        if matches!(self, Self::Numbers(_)) { one + other } else { one.max(other) }
    }

    /// Whether anything is left of points in whose way so much stands.
    fn leaves_some(&self, given: usize) -> bool {
        match self {
            Self::Nobody => false,
            Self::Numbers(rates) => given < rates.len(),
            Self::Steps(steps, _) => given + 1 < steps.rates.len(),
        }
    }

    /// Adds what points pay by the rate that who is paid has; too much to be represented counts as the largest number.
    fn add(&self, sums: &mut [i64], points: i64, given: usize, scale: Option<Scale>) {
        let line = |rate: &Rate| {
            let line = rate.rupiah(points).unwrap_or(i64::MAX);
            scale.map_or(line, |scale| scale.of(line))
        };
        match self {
            Self::Nobody => {}
            Self::Numbers(rates) => {
                if let Some(rate) = rates.get(given) {
                    sums[0] = sums[0].saturating_add(line(rate));
                }
            }
            Self::Steps(steps, differences) => {
                let width = steps.rates.len();
                for step in given + 1..width {
                    sums[step] = sums[step].saturating_add(line(&differences[given * width + step]));
                }
            }
        }
    }
}

/// By how much the member's cap makes lines smaller.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    /// Rupiah, less than the sum.
    pub(super) cap: i64,
    /// Sum of all lines, in rupiah.
    pub(super) sum: i128,
}

impl Scale {
    /// Returns the reduced amount, rounded down.
    pub(super) fn of(self, amount: i64) -> i64 {
        // Less than it was.
        i64::try_from(i128::from(amount) * i128::from(self.cap) / self.sum).unwrap_or(amount)
    }
}

/// Bonuses from everyone below, for any members above, by member.
#[derive(Debug)]
pub(super) struct Below {
    /// By component.
    tables: Vec<Table>,
    /// By place, of some members.
    kept: HashMap<usize, Sums>,
}

/// Bonuses from those below a member, for any members above, in rupiah; a sum that is too large to represent is kept as
/// the largest number.
#[derive(Debug, Clone)]
pub(super) struct Sums(
    /// By component, by what stands in the way, and by the rate that who is paid has.
    Vec<Vec<i64>>,
);

impl Below {
    /// The sums of a network.
    ///
    /// # Errors
    /// A rate makes more of a point than can be represented.
    pub(super) fn new(standings: &Standings) -> Result<Self, PayoutError> {
        let plan = standings.plan();
        let tables = plan.components.iter().map(|component| Table::new(&component.kind, plan.point_value));
        let mut below = Self { tables: tables.collect::<Result<_, _>>()?, kept: HashMap::new() };
        let numbers: usize = below.tables.iter().map(|table| table.ways() * table.width()).sum();
        // How many are walked to for the sums of each member.
        let mut walks = vec![0; standings.len()];
        for member in standings.network.top_down().rev() {
            walks[member] = standings.network.followers(member).map(|follower| 1 + walks[follower]).sum();
            if walks[member] > numbers {
                let sums = below.of(standings, member);
                below.kept.insert(member, sums);
                walks[member] = 0;
            }
        }
        Ok(below)
    }

    /// Returns the bonus rules of the components, in the plan's order.
    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Returns a member's sums from below.
    pub(super) fn of(&self, standings: &Standings, member: usize) -> Sums {
        self.kept.get(&member).cloned().unwrap_or_else(|| self.walked(standings, member, None))
    }

    /// Returns a member's sums from below if each line is reduced by itself.
    pub(super) fn scaled(&self, standings: &Standings, member: usize, scale: Scale) -> Sums {
        self.walked(standings, member, Some(scale))
    }

    /// Walks down from a member, as far as there are no sums; all the way, and with nothing above in the way, if lines are
    /// made smaller.
    fn walked(&self, standings: &Standings, member: usize, scale: Option<Scale>) -> Sums {
        let rows = |table: &Table| if scale.is_some() { table.ways().min(1) } else { table.ways() };
        let mut sums = Sums(self.tables.iter().map(|table| vec![0; rows(table) * table.width()]).collect());
        let components = self.tables.len();
        // What stands between a source and the member, by component, one row for each step below the member.
        let mut between = vec![0; components];
        let mut waiting: Vec<(usize, usize)> = standings.network.followers(member).map(|source| (source, 1)).collect();
        while let Some((source, depth)) = waiting.pop() {
            between.truncate(depth * components);
            let kept = self.kept.get(&source).filter(|_| scale.is_none());
            let mut leaves_some = false;
            for (place, table) in self.tables.iter().enumerate() {
                let above = between[(depth - 1) * components + place];
                let past = table.both(above, self.way(standings, place, source));
                // By rates a source is given theirs before anyone above.
                let given = if matches!(table, Table::Steps(..)) { past } else { above };
                let points = points(standings, place, source);
                for (way, row) in sums.0[place].chunks_exact_mut(table.width().max(1)).enumerate() {
                    if points > 0 {
                        table.add(row, points, table.both(way, given), scale);
                    }
                    if let Some(kept) = kept {
                        let more = kept.row(table, place, table.both(way, past));
                        row.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
                    }
                }
                leaves_some |= table.leaves_some(past);
                between.push(past);
            }
            if kept.is_none() && leaves_some {
                waiting.extend(standings.network.followers(source).map(|follower| (follower, depth + 1)));
            }
        }
        sums
    }

    /// Returns what a member puts in the way of points.
    pub(super) fn way(&self, standings: &Standings, place: usize, member: usize) -> usize {
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
}

impl Sums {
    /// Returns the bonus of a component if `way` is in the way of points, by the rate of the paid member; empty where
    /// nothing is left.
    pub(super) fn row(&self, table: &Table, place: usize, way: usize) -> &[i64] {
        let width = table.width();
        self.0[place].get(way * width..(way + 1) * width).unwrap_or_default()
    }
}

/// The points of a source that a component pays those above for.
fn points(standings: &Standings, place: usize, source: usize) -> i64 {
    let (kind, standing) = (&standings.plan().components[place].kind, &standings.all()[source]);
    match kind {
        ComponentKind::Generation { volume, .. } if standings.is_head(source) => volume.of(standing.pgv),
        ComponentKind::Generation { .. } => 0,
        kind => kind.volume().of(standing.pv),
    }
}
