//! Bonuses of a period: a plan, applied to a whole network.
//!
//! A worked example, with the demo shop's plan: Siti holds the highest rank, with 15 % of her group's points in Plan B,
//! and Nur below her the second, with 9 %. Putri below Nur holds the first; 200 of her points count, at Rp 5,000 each.
//! Putri is paid 3 % of them, Rp 30,000; Nur the 6 % that remain of her rate, Rp 60,000; Siti the 6 % that remain of
//! hers, Rp 60,000. Together that is 15 %, the maximum that the component pays for any point.

use std::{iter, ops::Range};

use rust_decimal::Decimal;

use super::{
    document::{Component, ComponentKind, Plan},
    network::NOBODY,
    rate::Rate,
    standing::{Node, Standings, small},
};
use crate::{allocation::PlanVolumes, quote::MAX_AMOUNT};

/// Reason why bonuses cannot be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PayoutError {
    /// A leader's index is not in the list.
    #[error("a member's leader is not a member")]
    Leader,
    /// A member is in their own downline.
    #[error("a member's leader stands below the member")]
    Cycle,
    /// Points or bonuses add up to more than [`MAX_AMOUNT`].
    #[error("the points or the bonuses are too large to be represented")]
    TooLarge,
}

/// Part of a member's bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Component that pays it, by its index in the plan.
    pub component: usize,
    /// Member who has the points, by index; for a generation the head of the group, for a pool the paid member.
    pub source: usize,
    /// Depth of the source below the paid member; for a generation the number of the generation; 0 for own points and a
    /// pool.
    pub depth: usize,
    /// Points that the rate applies to, 1 or more: the source's own, for a generation the group's, for a pool all
    /// members'.
    pub points: i64,
    /// Rate in percent; for a differential the paid difference.
    pub rate: Decimal,
    /// Amount after both caps in rupiah, 1 or more.
    pub amount: i64,
}

/// Bonuses of a whole network for a period.
#[derive(Debug)]
pub struct Payout {
    standings: Standings,
    /// Routes of each component's points to the members who are paid for them.
    pub(super) ways: Vec<Way>,
    /// All rates by which components pay.
    pub(super) rates: Vec<Rate>,
    entries: Vec<Entry>,
    /// Start of each member's entries, with the end of the last as one more element.
    starts: Vec<usize>,
    /// Sum of each member's lines before any cap; empty if the plan has no cap for a member.
    sums: Vec<i64>,
    cap: i64,
    uncapped: i64,
    bonus: i64,
}

/// Compact form of a line: a million members have many.
#[derive(Debug, Clone, Copy)]
struct Entry {
    amount: i64,
    source: u32,
    depth: u32,
    rate: u16,
    component: u8,
}

impl Payout {
    /// Calculates the bonuses of all members.
    ///
    /// `sales` is the total of the period's orders after discount and refunds, in rupiah; a total below 0 counts as 0.
    ///
    /// # Errors
    /// Same as [`Standings::new`], or the sum of all bonuses before the company's cap exceeds [`MAX_AMOUNT`].
    pub fn new(plan: Plan, nodes: &[Node], sales: i64) -> Result<Self, PayoutError> {
        Self::of(Standings::new(plan, nodes)?, sales)
    }

    /// Calculates the bonuses of all members from their standings, as [`Payout::new`] does.
    ///
    /// # Errors
    /// The sum of all bonuses before the company's cap exceeds [`MAX_AMOUNT`].
    pub fn of(standings: Standings, sales: i64) -> Result<Self, PayoutError> {
        let cap = Rate::new(standings.plan.cap_percent, 1)?.rupiah(sales.max(0))?;
        let (ways, rates) = Way::all(&standings)?;
        let mut payout = Self {
            standings,
            ways,
            rates,
            entries: Vec::new(),
            starts: Vec::new(),
            sums: Vec::new(),
            cap,
            uncapped: 0,
            bonus: 0,
        };
        payout.fill()?;
        payout.cut();
        Ok(payout)
    }

    /// Returns all standings.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the maximum sum of all bonuses, in rupiah.
    pub fn cap(&self) -> i64 {
        self.cap
    }

    /// Returns the sum of all bonuses after the members' caps and before the company's, in rupiah.
    pub fn uncapped(&self) -> i64 {
        self.uncapped
    }

    /// Returns the sum of all bonuses, in rupiah.
    pub fn bonus(&self) -> i64 {
        self.bonus
    }

    /// Returns a member's whole bonus, in rupiah.
    pub fn bonus_of(&self, member: usize) -> i64 {
        self.entries_of(member).iter().map(|entry| entry.amount).sum()
    }

    /// Returns a member's bonus before their own cap and the company's, in rupiah; `None` if it does not exceed the
    /// member's cap.
    pub fn uncapped_of(&self, member: usize) -> Option<i64> {
        let cap = self.standings.plan.member_cap?;
        self.sums.get(member).copied().filter(|sum| *sum > cap)
    }

    /// Returns the sum of all members' shares of a pool, at most [`MAX_AMOUNT`]; 0 for other components.
    pub fn all_shares(&self, component: usize) -> i64 {
        match self.ways.get(component) {
            Some(Way::Fund { all_shares, .. }) => i64::try_from(*all_shares).unwrap_or(MAX_AMOUNT).min(MAX_AMOUNT),
            _ => 0,
        }
    }

    /// Returns the number of lines.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Lists the lines of a member's bonus: by component in the plan's order, depth and source.
    pub fn lines(&self, member: usize) -> impl ExactSizeIterator<Item = Line> {
        self.entries_of(member).iter().map(|entry| self.line(entry))
    }

    fn entries_of(&self, member: usize) -> &[Entry] {
        &self.entries[self.starts[member]..self.starts[member + 1]]
    }

    fn line(&self, entry: &Entry) -> Line {
        let (component, source) = (usize::from(entry.component), entry.source as usize);
        let standings = &self.standings;
        let kind = &standings.plan.components[component].kind;
        Line {
            component,
            source,
            depth: entry.depth as usize,
            points: kind.volume().of(kind.points_of(standings, source)),
            rate: self.rates[usize::from(entry.rate)].percent,
            amount: entry.amount,
        }
    }

    /// Calculates all lines, groups them by paid member, and scales them to each member's cap.
    fn fill(&mut self) -> Result<(), PayoutError> {
        let members = self.standings.len();
        let mut sums = vec![0_i64; members];
        let mut starts = vec![0_usize; members + 1];
        self.walk(|member, entry| {
            starts[member + 1] += 1;
            sums[member] = sums[member].checked_add(entry.amount).filter(|sum| *sum <= MAX_AMOUNT)?;
            Some(())
        })?;
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let nothing = Entry { amount: 0, source: 0, depth: 0, rate: 0, component: 0 };
        let mut entries = vec![nothing; starts[members]];
        let mut free = starts.clone();
        let mut uncapped = 0_i64;
        let member_cap = self.standings.plan.member_cap.unwrap_or(MAX_AMOUNT);
        self.walk(|member, entry| {
            let amount = scaled(entry.amount, member_cap, sums[member]);
            uncapped = uncapped.checked_add(amount).filter(|sum| *sum <= MAX_AMOUNT)?;
            entries[free[member]] = Entry { amount, ..entry };
            free[member] += 1;
            Some(())
        })?;
        (self.entries, self.starts, self.uncapped) = (entries, starts, uncapped);
        if self.standings.plan.member_cap.is_some() {
            self.sums = sums;
        }
        Ok(())
    }

    /// Scales every line to the company's cap, removes lines below one rupiah, and sorts the rest.
    fn cut(&mut self) {
        let mut kept = 0;
        let mut start = 0;
        for member in 0..self.standings.len() {
            let end = self.starts[member + 1];
            let first = kept;
            for index in start..end {
                let mut entry = self.entries[index];
                entry.amount = scaled(entry.amount, self.cap, self.uncapped);
                if entry.amount > 0 {
                    self.bonus += entry.amount;
                    self.entries[kept] = entry;
                    kept += 1;
                }
            }
            // Sorting matters only for generations: lines of other components already are in the order of their depths.
            self.entries[first..kept].sort_unstable_by_key(|entry| (entry.component, entry.depth, entry.source));
            (self.starts[member + 1], start) = (kept, end);
        }
        self.entries.truncate(kept);
    }

    /// Calls `found` with the paid member and the line before any cap, for every line of at least one rupiah. The lines
    /// of one member arrive by component and, except for generations, by depth and source.
    fn walk(&self, mut found: impl FnMut(usize, Entry) -> Option<()>) -> Result<(), PayoutError> {
        for (component, way) in self.ways.iter().enumerate() {
            for source in self.standings.network.top_down() {
                way.lines_of(self, component, source, &mut found)?;
            }
        }
        Ok(())
    }
}

impl ComponentKind {
    /// Returns the points that a line of this kind pays for.
    pub(super) fn points_of(&self, standings: &Standings, source: usize) -> PlanVolumes {
        match self {
            Self::Generation { .. } => standings.all()[source].pgv,
            Self::Pool { .. } => standings.points(),
            _ => standings.all()[source].pv,
        }
    }
}

/// Route of one component's points to the members who are paid for them; rates are indexes into [`Payout::rates`].
#[derive(Debug)]
pub(super) enum Way {
    /// No route: each member is paid for their own points.
    Own { rate: usize },
    /// Route from each member to the member above who counts as the next level.
    Levels { next: Vec<u32>, rates: Range<usize> },
    /// Route from each member to the nearest head above who meets the needs.
    Generations { next: Vec<u32>, rates: Range<usize> },
    /// Route from each member to the nearest member above with a higher rate.
    ///
    /// `steps` are the indexes of all members' rates among the plan's rates, lowest first. The difference of two of
    /// them is the rate at `first` + the lower × `width` + the higher.
    Differences { next: Vec<u32>, steps: Vec<u8>, first: usize, width: usize },
    /// No route: each member is paid a share of a fund.
    Fund { rate: usize, fund: i64, all_shares: i128 },
}

impl Way {
    /// Returns the routes of all components, and the rates that they refer to.
    fn all(standings: &Standings) -> Result<(Vec<Self>, Vec<Rate>), PayoutError> {
        let mut rates = Vec::new();
        let mut ways = Vec::with_capacity(standings.plan.components.len());
        for (component, Component { kind, .. }) in standings.plan.components.iter().enumerate() {
            let mut add = |percent: &[Decimal]| {
                let first = rates.len();
                for percent in percent {
                    rates.push(Rate::new(*percent, standings.plan.point_value)?);
                }
                Ok::<_, PayoutError>(first..rates.len())
            };
            let meets = |member| standings.meets(member, component);
            ways.push(match kind {
                ComponentKind::Personal { rate, .. } => Self::Own { rate: add(&[*rate])?.start },
                ComponentKind::Level { rates, compression, .. } => {
                    let network = &standings.network;
                    let next = if *compression { network.nearest_above(meets) } else { network.leaders.clone() };
                    Self::Levels { next, rates: add(rates)? }
                }
                ComponentKind::Generation { rates, .. } => {
                    let next = standings.network.nearest_above(|member| standings.is_head(member) && meets(member));
                    Self::Generations { next, rates: add(rates)? }
                }
                ComponentKind::Differential { rates, pass_up, .. } => {
                    let steps = Steps::of(rates);
                    let step = |member: usize| {
                        let counts = meets(member) || !pass_up;
                        if counts { steps.of_rank[standings.all()[member].rank] } else { 0 }
                    };
                    let of_members: Vec<u8> = (0..standings.len()).map(step).collect();
                    let next = standings.network.next_higher(&of_members);
                    let first = add(&steps.differences())?.start;
                    Self::Differences { next, steps: of_members, first, width: steps.rates.len() }
                }
                ComponentKind::Pool { volume, percent, .. } => {
                    let rate = add(&[*percent])?.start;
                    let fund = rates[rate].rupiah(volume.of(standings.points()))?;
                    let shares = |member| i128::from(standings.shares(member, component));
                    let all_shares = (0..standings.len()).map(shares).sum();
                    Self::Fund { rate, fund, all_shares }
                }
            });
        }
        Ok((ways, rates))
    }

    /// Passes each line that is paid for one source to `found`.
    fn lines_of(
        &self,
        payout: &Payout,
        component: usize,
        source: usize,
        found: &mut impl FnMut(usize, Entry) -> Option<()>,
    ) -> Result<(), PayoutError> {
        let Payout { standings, rates, .. } = payout;
        let kind = &standings.plan.components[component].kind;
        let points = kind.volume().of(kind.points_of(standings, source));
        let mut line = |member: usize, depth: u32, rate: usize, amount: i64| {
            if amount == 0 || !standings.meets(member, component) {
                return Ok(());
            }
            let source = u32::try_from(source).unwrap_or(NOBODY);
            let rate = u16::try_from(rate).unwrap_or(u16::MAX);
            let entry = Entry { amount, source, depth, rate, component: small(component) };
            found(member, entry).ok_or(PayoutError::TooLarge)
        };
        let distance = |member: usize| standings.network.depths[source] - standings.network.depths[member];
        match self {
            Self::Own { rate } => line(source, 0, *rate, rates[*rate].rupiah(points)?)?,
            Self::Levels { next, rates: levels } if points > 0 => {
                for (member, rate) in above(next, source).zip(levels.clone()) {
                    line(member, distance(member), rate, rates[rate].rupiah(points)?)?;
                }
            }
            Self::Generations { next, rates: generations } if points > 0 && standings.is_head(source) => {
                for ((member, rate), generation) in above(next, source).zip(generations.clone()).zip(1..) {
                    line(member, generation, rate, rates[rate].rupiah(points)?)?;
                }
            }
            Self::Differences { next, steps, first, width } if points > 0 => {
                let mut given = 0;
                for member in iter::once(source).chain(above(next, source)) {
                    let step = usize::from(steps[member]);
                    if step > given {
                        let rate = first + given * width + step;
                        line(member, distance(member), rate, rates[rate].rupiah(points)?)?;
                        given = step;
                    }
                }
            }
            Self::Fund { rate, fund, all_shares } if *all_shares > 0 => {
                let share = i128::from(*fund) * i128::from(standings.shares(source, component)) / all_shares;
                line(source, 0, *rate, i64::try_from(share).unwrap_or(MAX_AMOUNT))?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Lists the members on the route above `member`, nearest first: `next` contains the next one for each.
fn above(next: &[u32], member: usize) -> impl Iterator<Item = usize> {
    let follow = |member: usize| Some(next[member]).filter(|next| *next != NOBODY).map(|next| next as usize);
    iter::successors(Some(member), move |member| follow(*member)).skip(1)
}

/// Distinct rates of a differential, lowest first, including 0.
#[derive(Debug)]
pub(super) struct Steps {
    pub(super) rates: Vec<Decimal>,
    /// Index of each rank's rate among the distinct rates.
    pub(super) of_rank: Vec<u8>,
}

impl Steps {
    pub(super) fn of(by_rank: &[Option<Decimal>]) -> Self {
        let by_rank: Vec<Decimal> = by_rank.iter().map(|rate| rate.unwrap_or_default()).collect();
        let mut rates = [by_rank.as_slice(), &[Decimal::ZERO]].concat();
        rates.sort_unstable();
        rates.dedup();
        let step = |rate: &Decimal| small(rates.iter().position(|each| each == rate).unwrap_or_default());
        Self { of_rank: by_rank.iter().map(step).collect(), rates }
    }

    /// Returns all differences of two rates, at least 0: for each rate already taken further down, every rate less that
    /// rate.
    pub(super) fn differences(&self) -> Vec<Decimal> {
        let left = |given: &Decimal| {
            let given = *given;
            self.rates.iter().map(move |rate| (rate - given).max(Decimal::ZERO).normalize())
        };
        self.rates.iter().flat_map(left).collect()
    }
}

/// Returns `amount` × cap / sum, rounded down, if the sum exceeds the cap; else the unchanged amount.
fn scaled(amount: i64, cap: i64, sum: i64) -> i64 {
    if sum <= cap {
        return amount;
    }
    let scaled = i128::from(amount) * i128::from(cap) / i128::from(sum);
    // The result is not larger than the amount, so the conversion succeeds.
    i64::try_from(scaled).unwrap_or(amount)
}
