//! Bonuses that a member's downline yields for any leader above, precalculated as sums.
//!
//! The part of a source's points that is left for a member depends on the members between them: on the levels or
//! generations used up, or on the highest rate already taken. So a member's sums exist for every possible state above,
//! and a leader's sums are built from those of the followers.
//!
//! To save memory, sums are stored for only some members, about one number per member of the network. The sums of any
//! other member are found after a short walk down.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::{
    document::ComponentKind,
    engine::{PayoutError, Steps},
    rate::Rate,
    standing::Standings,
};

/// Bonus rule of a component for the points of a member's downline.
///
/// The members between a source and a paid member matter only as one number, here called the obstacle: the number of
/// levels or generations that they use up, or the index of the highest rate that they take.
#[derive(Debug)]
pub(super) enum Table {
    /// Rule of own points and pools: nothing is paid for a downline.
    Nobody,
    /// Rates by level or generation.
    Numbers(Vec<Rate>),
    /// Rates of a differential; the difference of two of them is at index lower × number of rates + higher.
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

    /// Returns the number of possible obstacles: at least two by level or generation, so that a follower can use up a
    /// level.
    fn ways(&self) -> usize {
        match self {
            Self::Nobody => 0,
            Self::Numbers(rates) => rates.len().max(2),
            Self::Steps(steps, _) => steps.rates.len(),
        }
    }

    /// Returns the number of different rates that the paid member may have; 1 if the rate does not depend on their
    /// rank.
    fn width(&self) -> usize {
        match self {
            Self::Nobody => 0,
            Self::Numbers(_) => 1,
            Self::Steps(steps, _) => steps.rates.len(),
        }
    }

    /// Returns the joint obstacle of two members: a sum of levels or generations, or the higher rate.
    fn both(&self, one: usize, other: usize) -> usize {
        if matches!(self, Self::Numbers(_)) { one + other } else { one.max(other) }
    }

    /// Whether a bonus can still be paid above for points with this obstacle.
    fn leaves_some(&self, given: usize) -> bool {
        match self {
            Self::Nobody => false,
            Self::Numbers(rates) => given < rates.len(),
            Self::Steps(steps, _) => given + 1 < steps.rates.len(),
        }
    }

    /// Adds the bonus for points to the sums by rate of the paid member; a bonus too large to represent counts as
    /// `i64::MAX`.
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

/// Reduction of lines by the member's cap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    /// Cap in rupiah, less than the sum.
    pub(super) cap: i64,
    /// Sum of all lines, in rupiah.
    pub(super) sum: i128,
}

impl Scale {
    /// Returns the reduced amount, rounded down.
    pub(super) fn of(self, amount: i64) -> i64 {
        // The result is not larger than the amount, so the conversion succeeds.
        i64::try_from(i128::from(amount) * i128::from(self.cap) / self.sum).unwrap_or(amount)
    }
}

/// Sums of the bonuses from each member's downline, for any leader above.
#[derive(Debug)]
pub(super) struct Below {
    /// Rules by component.
    tables: Vec<Table>,
    /// Stored sums of some members, by index.
    kept: HashMap<usize, Sums>,
}

/// Bonuses from a member's downline for any leader above, in rupiah; a sum too large to represent is stored as
/// `i64::MAX`.
#[derive(Debug, Clone)]
pub(super) struct Sums(
    /// Sums by component, by obstacle, and by the rate of the paid member.
    Vec<Vec<i64>>,
);

impl Below {
    /// Calculates the sums of a network.
    ///
    /// # Errors
    /// A rate pays more for a point than can be represented.
    pub(super) fn new(standings: &Standings) -> Result<Self, PayoutError> {
        let plan = standings.plan();
        let tables = plan.components.iter().map(|component| Table::new(&component.kind, plan.point_value));
        let mut below = Self { tables: tables.collect::<Result<_, _>>()?, kept: HashMap::new() };
        let numbers: usize = below.tables.iter().map(|table| table.ways() * table.width()).sum();
        // Number of members that must be visited to calculate the sums of each member.
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

    /// Returns a member's sums from their downline.
    pub(super) fn of(&self, standings: &Standings, member: usize) -> Sums {
        self.kept.get(&member).cloned().unwrap_or_else(|| self.walked(standings, member, None))
    }

    /// Returns a member's sums from their downline if each line is reduced separately.
    pub(super) fn scaled(&self, standings: &Standings, member: usize, scale: Scale) -> Sums {
        self.walked(standings, member, Some(scale))
    }

    /// Sums up the downline of a member, down to members with stored sums.
    ///
    /// With `scale`, stored sums are not used: each line is scaled separately, as if nobody above had used up a level
    /// or taken a rate.
    fn walked(&self, standings: &Standings, member: usize, scale: Option<Scale>) -> Sums {
        let rows = |table: &Table| if scale.is_some() { table.ways().min(1) } else { table.ways() };
        let mut sums = Sums(self.tables.iter().map(|table| vec![0; rows(table) * table.width()]).collect());
        let components = self.tables.len();
        // Obstacle between a source and the member, by component; one row for each step below the member.
        let mut between = vec![0; components];
        let mut waiting: Vec<(usize, usize)> = standings.network.followers(member).map(|source| (source, 1)).collect();
        while let Some((source, depth)) = waiting.pop() {
            between.truncate(depth * components);
            let kept = self.kept.get(&source).filter(|_| scale.is_none());
            let mut leaves_some = false;
            for (index, table) in self.tables.iter().enumerate() {
                let above = between[(depth - 1) * components + index];
                let past = table.both(above, self.way(standings, index, source));
                // With rates, a source takes its own rate before any member above.
                let given = if matches!(table, Table::Steps(..)) { past } else { above };
                let points = points(standings, index, source);
                for (way, row) in sums.0[index].chunks_exact_mut(table.width().max(1)).enumerate() {
                    if points > 0 {
                        table.add(row, points, table.both(way, given), scale);
                    }
                    if let Some(kept) = kept {
                        let more = kept.row(table, index, table.both(way, past));
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

    /// Returns the obstacle that a member adds to points.
    pub(super) fn way(&self, standings: &Standings, index: usize, member: usize) -> usize {
        let meets = standings.meets(member, index);
        match (&standings.plan().components[index].kind, &self.tables[index]) {
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
    /// Returns the bonus of a component with `way` as the obstacle, by the rate of the paid member; empty if nothing is
    /// left.
    pub(super) fn row(&self, table: &Table, index: usize, way: usize) -> &[i64] {
        let width = table.width();
        self.0[index].get(way * width..(way + 1) * width).unwrap_or_default()
    }
}

/// Returns the points of a source for which a component pays the members above.
fn points(standings: &Standings, index: usize, source: usize) -> i64 {
    let (kind, standing) = (&standings.plan().components[index].kind, &standings.all()[source]);
    match kind {
        ComponentKind::Generation { volume, .. } if standings.is_head(source) => volume.of(standing.pgv),
        ComponentKind::Generation { .. } => 0,
        kind => kind.volume().of(standing.pv),
    }
}
