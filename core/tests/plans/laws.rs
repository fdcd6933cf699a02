//! Laws that the engine obeys for any plan.

use std::collections::{BTreeMap, HashSet};

use ksmart_core::{
    allocation::PlanVolumes,
    plan::{
        document::{ComponentKind, Plan},
        engine::{Line, Payout},
        standing::Node,
    },
    quote::MAX_AMOUNT,
};
use proptest::{collection::vec, prelude::*, sample::select};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use rust_decimal::Decimal;
use serde_json::json;

use super::support::{plan, random_network, random_plan};

/// Generates a plan, a network and the sales from a seed.
fn story(seed: u64) -> (Plan, Vec<Node>, i64) {
    let mut random = StdRng::seed_from_u64(seed);
    let plan = random_plan(&mut random);
    let nodes = random_network(&mut random, &plan, 40);
    (plan, nodes, random.random_range(0..=30_000_000))
}

/// Returns a member and all leaders above, from the member to the top.
fn way_up(nodes: &[Node], member: usize) -> Vec<usize> {
    std::iter::successors(Some(member), |index| nodes[*index].leader).collect()
}

/// Plan with only personal and level rates, as every shop had in the past.
#[derive(Debug, Clone)]
struct Levels {
    /// Rate for own points, in ten-thousandths of a percent like the other rates and the cap.
    personal: i64,
    levels: Vec<i64>,
    cap: i64,
    qualification: i64,
    point_value: i64,
}

impl Levels {
    fn plan(&self) -> Plan {
        let text = |rate: i64| Decimal::new(rate, 4).to_string();
        let needs = json!([{"metric": "pv", "volume": "both", "at_least": self.qualification}]);
        plan(&json!({
            "name": "Rencana awal", "point_value_rp": self.point_value, "cap_percent": text(self.cap),
            "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
            "components": [
                {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both",
                    "rate": text(self.personal)},
                {"code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "both",
                    "rates": self.levels.iter().copied().map(text).collect::<Vec<_>>(),
                    "needs": if self.qualification > 0 { needs } else { json!([]) }},
            ],
        }))
    }

    /// Returns each member's lines (depth, source, rupiah) before the cap, calculated upwards from each source to its
    /// leaders.
    fn paid(&self, nodes: &[Node]) -> Vec<Vec<(usize, usize, i128)>> {
        let points = |index: usize| (nodes[index].points.plan_a + nodes[index].points.plan_b).max(0);
        let mut paid = vec![Vec::new(); nodes.len()];
        for source in 0..nodes.len() {
            let value = i128::from(points(source)) * i128::from(self.point_value);
            paid[source].push((0, source, value * i128::from(self.personal) / 1_000_000));
            let above = way_up(nodes, source).into_iter().enumerate().skip(1);
            for ((depth, leader), rate) in above.zip(&self.levels) {
                if points(leader) >= self.qualification {
                    paid[leader].push((depth, source, value * i128::from(*rate) / 1_000_000));
                }
            }
        }
        for lines in &mut paid {
            lines.retain(|(.., amount)| *amount > 0);
            lines.sort_unstable();
        }
        paid
    }
}

/// Generates a percentage in ten-thousandths of a percent.
fn percent() -> impl Strategy<Value = i64> {
    prop_oneof![
        2 => 0..=1_000_000_i64,
        1 => (0..=100_i64).prop_map(|percent| percent * 10_000),
        1 => select(vec![0, 100, 125_000, 333_300, 499_999, 500_000, 500_001, 999_900, 1_000_000]),
    ]
}

fn levels() -> impl Strategy<Value = Levels> {
    (percent(), vec(percent(), 0..8), 0..=40_i64, percent(), 0..=20_000_i64).prop_map(
        |(personal, levels, qualification, cap, point_value)| Levels {
            personal,
            levels,
            cap,
            qualification,
            point_value,
        },
    )
}

/// Generates a network in which each leader is listed before the followers, with some refunds among the points.
fn network() -> impl Strategy<Value = Vec<Node>> {
    let points = prop_oneof![4 => 0..=120_i64, 1 => -50..=0_i64, 1 => 0..=100_000_i64];
    vec((any::<u32>(), points), 0..60).prop_map(|members| {
        let seat = |(index, (wish, points)): (usize, (u32, i64))| {
            let leader = usize::try_from(wish).expect("a wish fits") % (index + 1);
            let points = PlanVolumes { plan_a: points, plan_b: 0 };
            Node { leader: (leader < index).then_some(leader), points, held: None, total_gv_before: 0 }
        };
        members.into_iter().enumerate().map(seat).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_component_pays_each_source_only_once(seed: u64) {
        let (plan, nodes, sales) = story(seed);
        let payout = Payout::new(plan, &nodes, sales).unwrap();
        for member in 0..nodes.len() {
            let mut seen = HashSet::new();
            for line in payout.lines(member) {
                prop_assert!(seen.insert((line.component, line.source)));
                prop_assert!(line.amount > 0 && line.points > 0);
                prop_assert!(payout.standings().meets(member, line.component));
                prop_assert!(way_up(&nodes, line.source).contains(&member));
            }
            prop_assert_eq!(payout.bonus_of(member), payout.lines(member).map(|line| line.amount).sum::<i64>());
        }
    }

    #[test]
    fn a_differential_pays_its_highest_rate_once(seed: u64) {
        let (mut plan, nodes, _) = story(seed);
        // Prevents the loss of lines to rounding or caps.
        (plan.point_value, plan.member_cap, plan.cap_percent) = (100_000, None, Decimal::ONE_HUNDRED);
        let payout = Payout::new(plan.clone(), &nodes, 1_000_000_000_000).unwrap();
        let standings = payout.standings();
        for (number, component) in plan.components.iter().enumerate() {
            let ComponentKind::Differential { volume, rates, pass_up } = &component.kind else { continue };
            let mut given: BTreeMap<usize, Decimal> = BTreeMap::new();
            for line in (0..nodes.len()).flat_map(|member| payout.lines(member)).filter(|line| line.component == number) {
                *given.entry(line.source).or_default() += line.rate;
            }
            let rate = |member: &usize| rates[standings.all()[*member].rank].unwrap_or_default();
            for source in 0..nodes.len() {
                let above = way_up(&nodes, source);
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
    fn bonuses_never_exceed_the_caps(seed: u64) {
        let (plan, nodes, sales) = story(seed);
        let member_cap = plan.member_cap.unwrap_or(i64::MAX);
        let payout = Payout::new(plan, &nodes, sales).unwrap();
        let all: i64 = (0..nodes.len()).map(|member| payout.bonus_of(member)).sum();
        prop_assert_eq!(all, payout.bonus());
        prop_assert!(payout.bonus() <= payout.cap() && payout.bonus() <= payout.uncapped());
        prop_assert!((0..nodes.len()).all(|member| payout.bonus_of(member) <= member_cap));
        if payout.uncapped() <= payout.cap() {
            prop_assert_eq!(payout.bonus(), payout.uncapped());
        }
    }

    #[test]
    fn the_order_of_members_does_not_matter(seed: u64) {
        let (plan, nodes, sales) = story(seed);
        // Member `order[n]` is at index n.
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.shuffle(&mut StdRng::seed_from_u64(seed));
        let index_of = |member: usize| order.iter().position(|each| *each == member).unwrap();
        let shuffled: Vec<Node> = order
            .iter()
            .map(|member| Node { leader: nodes[*member].leader.map(index_of), ..nodes[*member] })
            .collect();
        let (one, other) = (Payout::new(plan.clone(), &nodes, sales), Payout::new(plan, &shuffled, sales));
        let (one, other) = (one.unwrap(), other.unwrap());
        prop_assert_eq!((one.uncapped(), one.cap(), one.bonus()), (other.uncapped(), other.cap(), other.bonus()));
        for (index, member) in order.iter().enumerate() {
            prop_assert_eq!(one.standings().all()[*member], other.standings().all()[index]);
            let mut expected: Vec<Line> = one.lines(*member).collect();
            let mut found: Vec<Line> =
                other.lines(index).map(|line| Line { source: order[line.source], ..line }).collect();
            expected.sort_by_key(|line| (line.component, line.source));
            found.sort_by_key(|line| (line.component, line.source));
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn level_plans_match_a_simple_calculation(
        levels in levels(),
        nodes in network(),
        sales in prop_oneof![-1_000_000..=50_000_000_i64, Just(MAX_AMOUNT)],
    ) {
        let payout = Payout::new(levels.plan(), &nodes, sales).unwrap();
        let expected = levels.paid(&nodes);
        let uncapped: i128 = expected.iter().flatten().map(|(.., amount)| amount).sum();
        prop_assert_eq!(i128::from(payout.uncapped()), uncapped);
        let cap = i128::from(payout.cap());
        prop_assert_eq!(cap, i128::from(sales.max(0)) * i128::from(levels.cap) / 1_000_000);
        for (member, expected) in expected.iter().enumerate() {
            let found: Vec<_> =
                payout.lines(member).map(|line| (line.depth, line.source, i128::from(line.amount))).collect();
            let scaled = |amount: i128| if uncapped > cap { amount * cap / uncapped } else { amount };
            let expected: Vec<_> = expected
                .iter()
                .map(|&(depth, source, amount)| (depth, source, scaled(amount)))
                .filter(|(.., amount)| *amount > 0)
                .collect();
            prop_assert_eq!(found, expected);
        }
        let all = i128::from(payout.bonus());
        prop_assert!(all <= cap && all <= uncapped);
        let lines: usize = expected.iter().map(Vec::len).sum();
        prop_assert!(all + i128::try_from(lines).unwrap() >= uncapped.min(cap), "each line loses less than a rupiah");
    }

    #[test]
    fn a_reparsed_plan_pays_the_same(seed: u64) {
        let (plan, nodes, sales) = story(seed);
        let text = serde_json::to_string(&plan.document()).unwrap();
        let again = Plan::parse(&text).unwrap();
        prop_assert_eq!(&serde_json::to_string(&again.document()).unwrap(), &text);
        let lines = |plan: Plan| {
            let payout = Payout::new(plan, &nodes, sales).unwrap();
            (0..nodes.len()).map(|member| payout.lines(member).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        prop_assert_eq!(lines(plan), lines(again));
    }
}
