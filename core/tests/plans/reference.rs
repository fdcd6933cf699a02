//! Compares the engine with a slow and obviously correct one, which applies each rule as it is described and walks the
//! whole tree each time.

use std::collections::BTreeMap;

use ksmart_core::{
    allocation::PlanVolumes,
    plan::{
        document::{Component, ComponentKind, Keeps, Metric, Need, Plan, Volume},
        engine::Payout,
        standing::Node,
    },
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rust_decimal::Decimal;

use super::support::{random_network, random_plan};

/// Bonus line: component, source member, depth, points, rate in percent and rupiah.
type Line = (usize, usize, usize, i64, Decimal, i64);

/// Network whose bonuses are calculated by a plan; only the ranks are stored.
struct Told<'a> {
    plan: &'a Plan,
    nodes: &'a [Node],
    /// Rank of each member; `None` until it is calculated.
    ranks: Vec<Option<usize>>,
}

impl<'a> Told<'a> {
    fn new(plan: &'a Plan, nodes: &'a [Node]) -> Self {
        let mut told = Self { plan, nodes, ranks: vec![None; nodes.len()] };
        for member in 0..nodes.len() {
            told.find_rank(member);
        }
        told
    }

    fn rank(&self, member: usize) -> usize {
        self.ranks[member].unwrap()
    }

    /// Finds the rank of a member, after finding the ranks of everyone below.
    fn find_rank(&mut self, member: usize) {
        for follower in self.followers(member) {
            self.find_rank(follower);
        }
        let ranks = &self.plan.ranks;
        let reached = (0..ranks.len()).filter(|rank| self.meets(member, &ranks[*rank].needs)).max().unwrap();
        let held = self.nodes[member].held.filter(|rank| ranks[*rank].keeps == Keeps::ForEver).unwrap_or(0);
        self.ranks[member] = Some(reached.max(held));
    }

    fn followers(&self, member: usize) -> Vec<usize> {
        (0..self.nodes.len()).filter(|other| self.nodes[*other].leader == Some(member)).collect()
    }

    /// Returns the member and everyone below.
    fn downline(&self, member: usize) -> Vec<usize> {
        let below = self.followers(member).into_iter().flat_map(|follower| self.downline(follower));
        std::iter::once(member).chain(below).collect()
    }

    /// Returns the leaders above, the nearest first.
    fn ancestors(&self, member: usize) -> Vec<usize> {
        match self.nodes[member].leader {
            Some(leader) => std::iter::once(leader).chain(self.ancestors(leader)).collect(),
            None => Vec::new(),
        }
    }

    fn pv(&self, member: usize, volume: Volume) -> i64 {
        let PlanVolumes { plan_a, plan_b } = self.nodes[member].points;
        match volume {
            Volume::A => plan_a.max(0),
            Volume::B => plan_b.max(0),
            Volume::Both => plan_a.max(0) + plan_b.max(0),
        }
    }

    fn gv(&self, member: usize, volume: Volume) -> i64 {
        self.downline(member).into_iter().map(|each| self.pv(each, volume)).sum()
    }

    fn pgv(&self, member: usize, volume: Volume) -> i64 {
        let group = self.followers(member).into_iter().filter(|follower| !self.is_head(*follower));
        self.pv(member, volume) + group.map(|follower| self.pgv(follower, volume)).sum::<i64>()
    }

    fn is_head(&self, member: usize) -> bool {
        self.plan.boundary.is_some_and(|boundary| self.rank(member) >= boundary)
    }

    fn meets(&self, member: usize, needs: &[Need]) -> bool {
        needs.iter().all(|need| self.has(member, need.metric) >= need.at_least)
    }

    fn has(&self, member: usize, metric: Metric) -> i64 {
        let count = |members: usize| i64::try_from(members).unwrap();
        match metric {
            Metric::Pv(volume) => self.pv(member, volume),
            Metric::Gv(volume) => self.gv(member, volume),
            Metric::Pgv(volume) => self.pgv(member, volume),
            Metric::LegGv { volume, nth } => {
                let mut legs: Vec<i64> =
                    self.followers(member).into_iter().map(|follower| self.gv(follower, volume)).collect();
                legs.sort_unstable();
                legs.into_iter().rev().nth(nth - 1).unwrap_or(0)
            }
            Metric::LegsWithRank(rank) => {
                let has_one = |leg: &usize| self.downline(*leg).into_iter().any(|each| self.rank(each) >= rank);
                count(self.followers(member).into_iter().filter(has_one).count())
            }
            Metric::DirectsWithRank(rank) => {
                count(self.followers(member).into_iter().filter(|follower| self.rank(*follower) >= rank).count())
            }
            Metric::TotalGv => self.nodes[member].total_gv_before + self.gv(member, Volume::Both),
            Metric::Rank(rank) => i64::from(self.rank(member) >= rank),
        }
    }

    /// Returns the rupiah of points at a rate, rounded down.
    fn amount(&self, points: i64, rate: Decimal) -> i64 {
        let exact = Decimal::from(points) * Decimal::from(self.plan.point_value) * rate / Decimal::ONE_HUNDRED;
        i64::try_from(exact.floor()).unwrap()
    }

    /// Returns everyone's lines before any cap.
    fn lines(&self) -> Vec<Vec<Line>> {
        let mut paid = self.lines_as_if(None);
        for lines in &mut paid {
            lines.retain(|line| line.5 > 0);
            lines.sort_by_key(|line| (line.0, line.2, line.1));
        }
        paid
    }

    /// Counts the sources and the points for which a component would pay a member who met its needs.
    fn passes(&self, member: usize, component: usize) -> (i64, i64) {
        let Component { kind, needs, .. } = &self.plan.components[component];
        let misses_a_share = !matches!(kind, ComponentKind::Pool { .. }) || self.gv(member, Volume::Both) > 0;
        if self.meets(member, needs) || !misses_a_share {
            return (0, 0);
        }
        let fund = |line: &Line| self.amount(line.3, line.4) > 0;
        let counts = |line: &&Line| {
            line.0 == component
                && line.3 > 0
                && if matches!(kind, ComponentKind::Pool { .. }) { fund(line) } else { !line.4.is_zero() }
        };
        let would_be = &self.lines_as_if(Some(member))[member];
        let lines: Vec<&Line> = would_be.iter().filter(counts).collect();
        (i64::try_from(lines.len()).unwrap(), lines.iter().map(|line| line.3).sum())
    }

    /// Returns a member's shares of a pool by their rank; callers check that the member meets the needs.
    fn shares(&self, member: usize, shares: &[Option<i64>]) -> i64 {
        shares[..=self.rank(member)].iter().rev().find_map(|shares| *shares).unwrap_or(0)
    }

    /// Returns everyone's shares of a component; 0 if it is not a pool.
    fn all_shares(&self, component: &Component) -> i64 {
        let ComponentKind::Pool { shares, .. } = &component.kind else { return 0 };
        let meets = |member: &usize| self.meets(*member, &component.needs);
        (0..self.nodes.len()).filter(meets).map(|member| self.shares(member, shares)).sum()
    }

    /// Returns everyone's lines before any cap, including lines of Rp 0, as if the member `meets_all`, if there is one,
    /// met the needs of all components.
    fn lines_as_if(&self, meets_all: Option<usize>) -> Vec<Vec<Line>> {
        let mut paid = vec![Vec::new(); self.nodes.len()];
        for (number, component) in self.plan.components.iter().enumerate() {
            let meets = |member: &usize| meets_all == Some(*member) || self.meets(*member, &component.needs);
            for source in 0..self.nodes.len() {
                let mut pay = |member: usize, depth: usize, points: i64, rate: Decimal| {
                    paid[member].push((number, source, depth, points, rate, self.amount(points, rate)));
                };
                let above = self.ancestors(source);
                match &component.kind {
                    ComponentKind::Personal { volume, rate } => {
                        if meets(&source) {
                            pay(source, 0, self.pv(source, *volume), *rate);
                        }
                    }
                    ComponentKind::Level { volume, rates, compression } => {
                        let levels = (1..).zip(above).filter(|(_, member)| !compression || meets(member));
                        for ((depth, member), rate) in levels.zip(rates) {
                            if meets(&member) {
                                pay(member, depth, self.pv(source, *volume), *rate);
                            }
                        }
                    }
                    ComponentKind::Differential { volume, rates, pass_up } => {
                        let mut given = Decimal::ZERO;
                        for (depth, member) in std::iter::once(source).chain(above).enumerate() {
                            let rate = rates[self.rank(member)].unwrap_or_default();
                            if meets(&member) && rate > given {
                                pay(member, depth, self.pv(source, *volume), rate - given);
                            }
                            if meets(&member) || !pass_up {
                                given = given.max(rate);
                            }
                        }
                    }
                    ComponentKind::Generation { volume, rates } => {
                        if self.is_head(source) {
                            let heads = above.into_iter().filter(|member| self.is_head(*member) && meets(member));
                            for ((generation, member), rate) in (1..).zip(heads).zip(rates) {
                                pay(member, generation, self.pgv(source, *volume), *rate);
                            }
                        }
                    }
                    ComponentKind::Pool { volume, percent, shares } => {
                        let own = |member: usize| if meets(&member) { self.shares(member, shares) } else { 0 };
                        let everyone = || 0..self.nodes.len();
                        let points: i64 = everyone().map(|member| self.pv(member, *volume)).sum();
                        let all: i64 = everyone().map(own).sum();
                        if own(source) > 0 {
                            let amount = self.amount(points, *percent) * own(source) / all;
                            paid[source].push((number, source, 0, points, *percent, amount));
                        }
                    }
                }
            }
        }
        paid
    }
}

/// Scales all lines down proportionally if their sum exceeds the cap, and removes lines of less than Rp 1.
fn cap(lines: &mut [&mut Vec<Line>], cap: i64) {
    let sum: i64 = lines.iter().flat_map(|lines| lines.iter()).map(|line| line.5).sum();
    if sum > cap {
        for lines in lines {
            for line in lines.iter_mut() {
                line.5 = i64::try_from(i128::from(line.5) * i128::from(cap) / i128::from(sum)).unwrap();
            }
            lines.retain(|line| line.5 > 0);
        }
    }
}

#[test]
fn the_engine_matches_the_reference() {
    let mut paying = BTreeMap::new();
    for seed in 0..6000 {
        let mut random = StdRng::seed_from_u64(seed);
        let plan = random_plan(&mut random);
        let nodes = random_network(&mut random, &plan, 14);
        let sales = random.random_range(0..=30_000_000);
        let told = Told::new(&plan, &nodes);
        let payout = Payout::new(plan.clone(), &nodes, sales).unwrap();
        assert_eq!((payout.standings().len(), payout.standings().is_empty()), (nodes.len(), nodes.is_empty()));

        let mut paid = told.lines();
        let before_caps: Vec<i64> = paid.iter().map(|lines| lines.iter().map(|line| line.5).sum()).collect();
        for line in paid.iter().flatten() {
            *paying.entry(plan.components[line.0].kind.code()).or_insert(0) += 1;
        }
        for lines in &mut paid {
            cap(&mut [lines], plan.member_cap.unwrap_or(i64::MAX));
        }
        let uncapped: i64 = paid.iter().flatten().map(|line| line.5).sum();
        let most = i64::try_from((Decimal::from(sales) * plan.cap_percent / Decimal::ONE_HUNDRED).floor()).unwrap();
        cap(&mut paid.iter_mut().collect::<Vec<_>>(), most);
        assert_eq!((payout.uncapped(), payout.cap()), (uncapped, most), "seed {seed}");
        let bonus: i64 = paid.iter().flatten().map(|line| line.5).sum();
        assert_eq!(payout.bonus(), bonus, "seed {seed}");
        assert_eq!(payout.count(), paid.iter().map(Vec::len).sum::<usize>(), "seed {seed}");
        for (number, component) in plan.components.iter().enumerate() {
            assert_eq!(payout.all_shares(number), told.all_shares(component), "seed {seed}, component {number}");
        }
        for (member, expected) in paid.iter().enumerate() {
            let standing = payout.standings().all()[member];
            let too_much = plan.member_cap.and_then(|cap| Some(before_caps[member]).filter(|sum| *sum > cap));
            assert_eq!(payout.uncapped_of(member), too_much, "{member}, seed {seed}");
            assert_eq!(standing.rank, told.rank(member), "rank of {member}, seed {seed}");
            for volume in [Volume::A, Volume::B, Volume::Both] {
                let found = (volume.of(standing.pv), volume.of(standing.gv), volume.of(standing.pgv));
                let expected = (told.pv(member, volume), told.gv(member, volume), told.pgv(member, volume));
                assert_eq!(found, expected, "points of {member}, seed {seed}");
            }
            let found: Vec<Line> = payout
                .lines(member)
                .map(|line| (line.component, line.source, line.depth, line.points, line.rate, line.amount))
                .collect();
            assert_eq!(&found, expected, "lines of {member}, seed {seed}, {plan:?} {nodes:?}");
            for (number, rank) in plan.ranks.iter().enumerate() {
                let facts = payout.standings().needs_of_rank(member, number);
                let expected: Vec<i64> = rank.needs.iter().map(|need| told.has(member, need.metric)).collect();
                assert_eq!(facts.iter().map(|fact| fact.has).collect::<Vec<_>>(), expected, "seed {seed}");
            }
            for (number, component) in plan.components.iter().enumerate() {
                let facts = payout.standings().needs_of_component(member, number);
                let expected: Vec<i64> = component.needs.iter().map(|need| told.has(member, need.metric)).collect();
                assert_eq!(facts.iter().map(|fact| fact.has).collect::<Vec<_>>(), expected, "seed {seed}");
                let met = told.meets(member, &component.needs);
                assert_eq!(
                    (payout.standings().meets(member, number), facts.iter().all(|fact| fact.is_met)),
                    (met, met)
                );
            }
        }
    }
    assert!(paying.len() == 5 && paying.values().all(|lines| *lines > 1000), "{paying:?}");
}

#[test]
fn skipped_points_match_the_reference() {
    let mut passed = BTreeMap::new();
    for seed in 0..2000 {
        let mut random = StdRng::seed_from_u64(seed);
        let plan = random_plan(&mut random);
        let nodes = random_network(&mut random, &plan, 12);
        let told = Told::new(&plan, &nodes);
        let skips = Payout::new(plan.clone(), &nodes, 0).unwrap().skips();
        let mut found = skips.iter().map(|skip| (skip.member, skip.component, skip.sources, skip.points));
        for member in 0..nodes.len() {
            for (number, component) in plan.components.iter().enumerate() {
                let (sources, points) = told.passes(member, number);
                if sources > 0 {
                    let expected = (member, number, sources, points);
                    assert_eq!(found.next(), Some(expected), "seed {seed}, {plan:?} {nodes:?}");
                    *passed.entry(component.kind.code()).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(found.next(), None, "seed {seed}");
    }
    assert!(passed.len() == 5 && passed.values().all(|members| *members > 100), "{passed:?}");
}
