//! The laws that the engine keeps, whatever plan it is given.

use std::collections::{BTreeMap, HashSet};

use ksmart_core::{
    allocation::PlanVolumes,
    plan::{
        document::{ComponentKind, Plan},
        engine::{Line, Payout},
        standing::Place,
    },
};
use proptest::{collection::vec, prelude::*};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use rust_decimal::Decimal;
use serde_json::json;

use super::support::{plan, random_network, random_plan};

/// A plan, a network and what was sold, all of it by a seed.
fn story(seed: u64) -> (Plan, Vec<Place>, i64) {
    let mut random = StdRng::seed_from_u64(seed);
    let plan = random_plan(&mut random);
    let places = random_network(&mut random, &plan, 40);
    (plan, places, random.random_range(0..=30_000_000))
}

/// Everyone above a member, the nearest first, after the member.
fn way_up(places: &[Place], member: usize) -> Vec<usize> {
    std::iter::successors(Some(member), |place| places[*place].leader).collect()
}

/// What a plan of personal and level rates paid before there were others: own points, then level by level down, for who
/// has points enough, each line scaled to the company's cap.
struct LevelsAlone<'a> {
    personal: Decimal,
    levels: &'a [Decimal],
    qualification: i64,
    point_value: i64,
    /// Leaders and points.
    seats: &'a [(Option<usize>, i64)],
}

impl LevelsAlone<'_> {
    /// Source, depth and rupiah of what a member is paid without the company's cap.
    fn lines(&self, member: usize) -> Vec<(usize, usize, i64)> {
        let mut lines = Vec::new();
        let mut level = vec![member];
        for (depth, rate) in std::iter::once(&self.personal).chain(self.levels).enumerate() {
            for &source in &level {
                let value = Decimal::from(self.seats[source].1) * Decimal::from(self.point_value);
                let amount = i64::try_from((value * rate / Decimal::ONE_HUNDRED).floor()).unwrap();
                if amount > 0 {
                    lines.push((source, depth, amount));
                }
            }
            if self.seats[member].1 < self.qualification {
                break;
            }
            level = (0..self.seats.len())
                .filter(|place| self.seats[*place].0.is_some_and(|leader| level.contains(&leader)))
                .collect();
        }
        lines
    }

    /// All lines after the company's cap, by member.
    fn paid(&self, cap: i64) -> Vec<Vec<(usize, usize, i64)>> {
        let mut paid: Vec<_> = (0..self.seats.len()).map(|member| self.lines(member)).collect();
        let sum: i64 = paid.iter().flatten().map(|line| line.2).sum();
        for lines in &mut paid {
            if sum > cap {
                lines.iter_mut().for_each(|line| line.2 = line.2 * cap / sum);
                lines.retain(|line| line.2 > 0);
            }
        }
        paid
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn nobody_is_paid_for_a_source_twice_by_one_component(seed: u64) {
        let (plan, places, sales) = story(seed);
        let payout = Payout::new(plan, &places, sales).unwrap();
        for member in 0..places.len() {
            let mut seen = HashSet::new();
            for line in payout.lines(member) {
                prop_assert!(seen.insert((line.component, line.source)));
                prop_assert!(line.amount > 0 && line.points > 0);
                prop_assert!(payout.standings().meets(member, line.component));
                prop_assert!(way_up(&places, line.source).contains(&member));
            }
            prop_assert_eq!(payout.bonus_of(member), payout.lines(member).map(|line| line.amount).sum::<i64>());
        }
    }

    #[test]
    fn a_differential_pays_its_highest_rate_once(seed: u64) {
        let (mut plan, places, _) = story(seed);
        // So that no line is lost to rounding or caps.
        (plan.point_value, plan.member_cap, plan.cap_percent) = (100_000, None, Decimal::ONE_HUNDRED);
        let payout = Payout::new(plan.clone(), &places, 1_000_000_000_000).unwrap();
        let standings = payout.standings();
        for (number, component) in plan.components.iter().enumerate() {
            let ComponentKind::Differential { volume, rates, pass_up } = &component.kind else { continue };
            let mut given: BTreeMap<usize, Decimal> = BTreeMap::new();
            for line in (0..places.len()).flat_map(|member| payout.lines(member)).filter(|line| line.component == number) {
                *given.entry(line.source).or_default() += line.rate;
            }
            let rate = |member: &usize| rates[standings.all()[*member].rank].unwrap_or_default();
            for source in 0..places.len() {
                let above = way_up(&places, source);
                let most = above.iter().map(rate).max().unwrap_or_default();
                let qualified = above.iter().filter(|member| standings.meets(**member, number)).map(rate).max();
                let given = given.get(&source).copied().unwrap_or_default();
                let has_points = volume.of(standings.all()[source].pv) > 0;
                let highest = if has_points { qualified.unwrap_or_default() } else { Decimal::ZERO };
                prop_assert!(given <= most && given <= highest);
                if *pass_up {
                    prop_assert_eq!(given, highest);
                }
            }
        }
    }

    #[test]
    fn sums_never_exceed_the_caps(seed: u64) {
        let (plan, places, sales) = story(seed);
        let member_cap = plan.member_cap.unwrap_or(i64::MAX);
        let payout = Payout::new(plan, &places, sales).unwrap();
        let all: i64 = (0..places.len()).map(|member| payout.bonus_of(member)).sum();
        prop_assert_eq!(all, payout.bonus());
        prop_assert!(payout.bonus() <= payout.cap() && payout.bonus() <= payout.uncapped());
        prop_assert!((0..places.len()).all(|member| payout.bonus_of(member) <= member_cap));
        if payout.uncapped() <= payout.cap() {
            prop_assert_eq!(payout.bonus(), payout.uncapped());
        }
    }

    #[test]
    fn the_order_of_members_changes_nothing(seed: u64) {
        let (plan, places, sales) = story(seed);
        // Member `order[n]` stands at the nth place.
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.shuffle(&mut StdRng::seed_from_u64(seed));
        let place_of = |member: usize| order.iter().position(|each| *each == member).unwrap();
        let shuffled: Vec<Place> = order
            .iter()
            .map(|member| Place { leader: places[*member].leader.map(place_of), ..places[*member] })
            .collect();
        let (one, other) = (Payout::new(plan.clone(), &places, sales), Payout::new(plan, &shuffled, sales));
        let (one, other) = (one.unwrap(), other.unwrap());
        prop_assert_eq!((one.uncapped(), one.cap(), one.bonus()), (other.uncapped(), other.cap(), other.bonus()));
        for (place, member) in order.iter().enumerate() {
            prop_assert_eq!(one.standings().all()[*member], other.standings().all()[place]);
            let mut expected: Vec<Line> = one.lines(*member).collect();
            let mut found: Vec<Line> =
                other.lines(place).map(|line| Line { source: order[line.source], ..line }).collect();
            expected.sort_by_key(|line| (line.component, line.source));
            found.sort_by_key(|line| (line.component, line.source));
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_plan_with_level_rates_alone_pays_as_such_plans_always_did(
        (personal, levels, cap) in (0..=10_000_i64, vec(0..=10_000_i64, 0..6), 0..=10_000_i64),
        (qualification, point_value, sales) in (0..=60_i64, 0..=6_000_i64, 0..=20_000_000_i64),
        seats in vec((any::<u16>(), 0..=120_i64), 0..30),
    ) {
        let seats: Vec<(Option<usize>, i64)> = seats
            .iter()
            .enumerate()
            .map(|(place, (leader, points))| ((place > 0 && leader % 7 > 0).then(|| usize::from(*leader) % place.max(1)), *points))
            .collect();
        let percent = |hundredths: i64| Decimal::new(hundredths, 2);
        let rates: Vec<Decimal> = levels.iter().copied().map(percent).collect();
        let old = LevelsAlone { personal: percent(personal), levels: &rates, qualification, point_value, seats: &seats };
        let needs = json!([{"metric": "pv", "volume": "both", "at_least": qualification}]);
        let plan = plan(&json!({
            "name": "Rencana awal", "point_value_rp": point_value, "cap_percent": percent(cap).to_string(),
            "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
            "components": [
                {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both",
                    "rate": percent(personal).to_string()},
                {"code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "both",
                    "rates": rates.iter().map(Decimal::to_string).collect::<Vec<_>>(),
                    "needs": if qualification > 0 { needs } else { json!([]) }},
            ],
        }));
        let place = |(leader, points): &(Option<usize>, i64)| Place {
            leader: *leader,
            points: PlanVolumes { plan_a: *points, plan_b: 0 },
            held: None,
            total_gv_before: 0,
        };
        let places: Vec<Place> = seats.iter().map(place).collect();
        let payout = Payout::new(plan, &places, sales).unwrap();
        for (member, expected) in old.paid(payout.cap()).into_iter().enumerate() {
            let found: Vec<_> = payout.lines(member).map(|line| (line.source, line.depth, line.amount)).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn worked_out_again_it_is_the_same(seed: u64) {
        let (plan, places, sales) = story(seed);
        let text = serde_json::to_string(&plan.document()).unwrap();
        let again = Plan::parse(&text).unwrap();
        prop_assert_eq!(&serde_json::to_string(&again.document()).unwrap(), &text);
        let lines = |plan: Plan| {
            let payout = Payout::new(plan, &places, sales).unwrap();
            (0..places.len()).map(|member| payout.lines(member).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        prop_assert_eq!(lines(plan), lines(again));
    }
}
