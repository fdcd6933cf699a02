//! Tests of each rule with manually calculated numbers.

use ksmart_core::{
    allocation::PlanVolumes,
    plan::{
        engine::{Payout, PayoutError},
        standing::Node,
    },
    quote::MAX_AMOUNT,
};
use serde_json::{Value, json};

use super::support::{demo, lines, node, plan};

const SITI: usize = 0;
const BUDI: usize = 1;
const NUR: usize = 2;
const WAHYU: usize = 3;
const INTAN: usize = 4;
const RAHMAT: usize = 5;
const PUTRI: usize = 6;
const AGUS: usize = 7;

#[test]
fn the_worked_example_is_exact_to_the_rupiah() {
    let nodes = [
        node(None, 150, 260),
        node(Some(SITI), 40, 100),
        node(Some(SITI), 20, 700),
        node(Some(BUDI), 0, 650),
        node(Some(BUDI), 10, 5),
        node(Some(WAHYU), 120, 0),
        node(Some(NUR), 0, 230),
        node(Some(NUR), 15, 0),
    ];
    let payout = Payout::new(plan(&demo()), &nodes, 100_000_000).unwrap();
    let standings = payout.standings().all();
    let table: Vec<_> = (0..8)
        .map(|member| {
            let standing = standings[member];
            let points = (standing.pv.plan_a, standing.pv.plan_b);
            (points, standing.rank, standing.gv.plan_a + standing.gv.plan_b, payout.bonus_of(member))
        })
        .collect();
    assert_eq!(
        table,
        [
            ((210, 200), 2, 2300, 1_074_500),
            ((140, 0), 1, 925, 286_000),
            ((520, 200), 1, 965, 428_000),
            ((450, 200), 1, 770, 363_000),
            ((15, 0), 0, 15, 7_500),
            ((120, 0), 0, 120, 60_000),
            ((30, 200), 0, 230, 45_000),
            ((15, 0), 0, 15, 7_500),
        ]
    );
    assert_eq!((payout.uncapped(), payout.cap(), payout.bonus()), (2_271_500, 40_000_000, 2_271_500));
    let line = |component, source, depth, points, rate: &str, amount| {
        (component, source, depth, points, rate.to_owned(), amount)
    };
    assert_eq!(
        lines(&payout, SITI),
        [
            line(0, SITI, 0, 210, "10", 105_000),
            line(1, BUDI, 1, 140, "8", 56_000),
            line(1, NUR, 1, 520, "8", 208_000),
            line(1, WAHYU, 2, 450, "5", 112_500),
            line(1, INTAN, 2, 15, "5", 3_750),
            line(1, PUTRI, 2, 30, "5", 7_500),
            line(1, AGUS, 2, 15, "5", 3_750),
            line(1, RAHMAT, 3, 120, "3", 18_000),
            line(2, SITI, 0, 200, "15", 150_000),
            line(2, NUR, 1, 200, "6", 60_000),
            line(2, WAHYU, 2, 200, "6", 60_000),
            line(2, PUTRI, 2, 200, "6", 60_000),
            line(4, SITI, 0, 2300, "2", 230_000),
        ]
    );
}

/// Returns a plan with three ranks by own points in Plan A (0, 10 and 100), a point value of Rp 100, and these
/// components.
fn of(components: Value) -> Value {
    let from = |points: i64| json!([{"metric": "pv", "volume": "a", "at_least": points}]);
    json!({
        "name": "Rencana", "point_value_rp": 100, "cap_percent": "100", "boundary_rank": "gold",
        "ranks": [
            {"code": "tin", "name": "Timah", "keeps": "period", "needs": []},
            {"code": "silver", "name": "Perak", "keeps": "period", "needs": from(10)},
            {"code": "gold", "name": "Emas", "keeps": "period", "needs": from(100)},
        ],
        "components": components,
    })
}

fn component(more: Value) -> Value {
    let mut component = json!({"code": "it", "name": "Bonus"});
    component.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    of(json!([component]))
}

/// Returns a chain of members, each below the previous one, with points in Plan A and Plan B after the allocation rule.
fn chain(points: &[(i64, i64)]) -> Vec<Node> {
    points.iter().enumerate().map(|(index, points)| at(index.checked_sub(1), *points)).collect()
}

fn at(leader: Option<usize>, (plan_a, plan_b): (i64, i64)) -> Node {
    Node { leader, points: PlanVolumes { plan_a, plan_b }, held: None, total_gv_before: 0 }
}

fn payout(document: &Value, nodes: &[Node]) -> Payout {
    Payout::new(plan(document), nodes, MAX_AMOUNT).unwrap()
}

/// Returns every bonus line as paid member, source member, depth, rate in percent and rupiah.
fn paid(payout: &Payout) -> Vec<(usize, usize, usize, String, i64)> {
    let of = |member: usize| {
        payout.lines(member).map(move |line| (member, line.source, line.depth, line.rate.to_string(), line.amount))
    };
    (0..payout.standings().len()).flat_map(of).collect()
}

fn line(member: usize, source: usize, depth: usize, rate: &str, amount: i64) -> (usize, usize, usize, String, i64) {
    (member, source, depth, rate.to_owned(), amount)
}

/// Returns the points that skipped members would have been paid for: the member, number of sources, and number of
/// points.
fn passed_by(payout: &Payout) -> Vec<(usize, i64, i64)> {
    payout.skips().into_iter().map(|skip| (skip.member, skip.sources, skip.points)).collect()
}

#[test]
fn a_group_ends_at_the_boundary_rank() {
    // 0 leads 1 (gold) and 2; 1 leads 3; 2 leads 4 (gold).
    let nodes =
        [at(None, (1, 5)), at(Some(0), (100, 0)), at(Some(0), (9, 1)), at(Some(1), (7, 0)), at(Some(2), (300, 20))];
    let payout = payout(&of(json!([])), &nodes);
    let standings = payout.standings().all();
    let of_group = |points: PlanVolumes| (points.plan_a, points.plan_b);
    assert_eq!(standings.iter().map(|each| each.rank).collect::<Vec<_>>(), [0, 2, 0, 0, 2]);
    assert_eq!(of_group(standings[0].gv), (417, 26));
    assert_eq!(of_group(standings[0].pgv), (10, 6));
    assert_eq!(of_group(standings[1].pgv), (107, 0));
    assert_eq!((of_group(standings[2].gv), of_group(standings[2].pgv)), ((309, 21), (9, 1)));
    let mut whole = of(json!([]));
    whole["boundary_rank"] = Value::Null;
    assert_eq!(of_group(self::payout(&whole, &nodes).standings().all()[0].pgv), (417, 26));
}

#[test]
fn permanent_ranks_survive_missed_needs() {
    let mut document = of(json!([]));
    document["ranks"][1]["needs"] = json!([{"metric": "pv", "volume": "b", "at_least": 1}]);
    document["ranks"][1]["keeps"] = json!("for_ever");
    let ranks = |document: &Value, points, held| {
        let node = Node { held, ..at(None, points) };
        let payout = payout(document, &[node]);
        let standing = payout.standings().all()[0];
        (standing.reached, standing.rank)
    };
    assert_eq!(ranks(&document, (100, 0), None), (2, 2));
    assert_eq!(ranks(&document, (99, 0), None), (0, 0));
    assert_eq!(ranks(&document, (0, 0), Some(1)), (0, 1));
    assert_eq!(ranks(&document, (100, 0), Some(1)), (2, 2));
    // Gold is held only for the period.
    assert_eq!(ranks(&document, (0, 0), Some(2)), (0, 0));
    assert_eq!(ranks(&document, (0, 1), Some(2)), (1, 1));
}

#[test]
fn each_metric_measures_the_right_value() {
    // 0 leads 1 (silver), 2 and 3; 2 leads 4 (gold); 3 leads 5.
    let nodes = [
        Node { total_gv_before: 1000, ..at(None, (1, 2)) },
        at(Some(0), (10, 0)),
        at(Some(0), (0, 3)),
        at(Some(0), (4, 4)),
        at(Some(2), (100, 50)),
        at(Some(3), (2, 0)),
    ];
    let has = |need: Value| {
        let document = component(json!({"kind": "personal", "volume": "a", "rate": "1", "needs": [need]}));
        payout(&document, &nodes).standings().needs_of_component(0, 0)[0].has
    };
    let volume = |metric: &str, volume: &str| has(json!({"metric": metric, "volume": volume, "at_least": 5}));
    assert_eq!((volume("pv", "a"), volume("pv", "b"), volume("pv", "both")), (1, 2, 3));
    assert_eq!((volume("gv", "a"), volume("gv", "b"), volume("gv", "both")), (117, 59, 176));
    assert_eq!((volume("pgv", "a"), volume("pgv", "b"), volume("pgv", "both")), (17, 9, 26));
    let leg = |volume: &str, nth: usize| has(json!({"metric": "leg_gv", "volume": volume, "nth": nth, "at_least": 5}));
    assert_eq!((leg("a", 1), leg("a", 2), leg("a", 3), leg("a", 4)), (100, 10, 6, 0));
    assert_eq!((leg("b", 1), leg("b", 2), leg("b", 3)), (53, 4, 0));
    let ranked = |metric: &str, rank: &str| has(json!({"metric": metric, "rank": rank, "at_least": 1}));
    let legs = |rank| ranked("legs_with_rank", rank);
    assert_eq!((legs("tin"), legs("silver"), legs("gold")), (3, 2, 1));
    let directs = |rank| ranked("directs_with_rank", rank);
    assert_eq!((directs("tin"), directs("silver"), directs("gold")), (3, 1, 0));
    assert_eq!(has(json!({"metric": "total_gv", "at_least": 5})), 1176);
    let rank = |rank: &str| has(json!({"metric": "rank", "rank": rank}));
    assert_eq!((rank("tin"), rank("silver")), (1, 0));
    let missing = component(json!({
        "kind": "personal", "volume": "a", "rate": "1", "needs": [{"metric": "gv", "volume": "a", "at_least": 200}],
    }));
    let fact = payout(&missing, &nodes).standings().needs_of_component(0, 0).remove(0);
    assert_eq!((fact.has, fact.missing, fact.is_met), (117, 83, false));
    let told = serde_json::to_value(&fact).unwrap();
    let expected = json!({"metric": "gv", "volume": "a", "at_least": 200, "has": 117, "missing": 83, "is_met": false});
    assert_eq!(told, expected);
}

#[test]
fn own_points_are_paid_if_the_needs_are_met() {
    let needs = json!([{"metric": "rank", "rank": "silver"}]);
    let document = component(json!({"kind": "personal", "volume": "both", "rate": "12.5", "needs": needs}));
    // 9 points in Plan A are too few for silver. 17 × 100 × 12.5 % = 212.5.
    let payout = payout(&document, &chain(&[(10, 7), (9, 100), (-10, 50)]));
    assert_eq!(paid(&payout), [line(0, 0, 0, "12.5", 212)]);
    assert_eq!(passed_by(&payout), [(1, 1, 109), (2, 1, 50)]);
}

#[test]
fn compression_skips_leaders_who_miss_a_need() {
    let needs = json!([{"metric": "pv", "volume": "b", "at_least": 1}]);
    let level = |compression: bool| {
        component(json!({
            "kind": "level", "volume": "a", "rates": ["10", "0", "1"], "needs": needs, "compression": compression,
        }))
    };
    // In the chain 0 to 4, the second and the fourth member do not meet the needs.
    let nodes = chain(&[(0, 1), (0, 0), (0, 1), (0, 0), (100, 1)]);
    let plain = payout(&level(false), &nodes);
    // Level 1 goes to 3, who is not paid; level 2 pays 0 %; level 3 goes to 1, who is not paid.
    assert_eq!(paid(&plain), []);
    let compressed = payout(&level(true), &nodes);
    assert_eq!(paid(&compressed), [line(2, 4, 2, "10", 1000)]);
    // Level 1 skips 3 and goes to 2; 1 would get 0 %, or the 1 % of level 3 without compression.
    assert_eq!(passed_by(&compressed), [(3, 1, 100)]);
    assert_eq!(passed_by(&plain), [(1, 1, 100), (3, 1, 100)]);
    let mut third = nodes.clone();
    third[1].points.plan_b = 1;
    assert_eq!(paid(&payout(&level(false), &third)), [line(1, 4, 3, "1", 100)]);
    assert_eq!(paid(&payout(&level(true), &third)), [line(0, 4, 4, "1", 100), line(2, 4, 2, "10", 1000)]);
}

#[test]
fn a_differential_pays_the_rate_difference() {
    let needs = json!([{"metric": "pv", "volume": "b", "at_least": 1}]);
    let group = |pass_up: bool| {
        component(json!({
            "kind": "differential", "volume": "a", "rates": {"tin": "3", "silver": "9", "gold": "15.5"}, "needs": needs,
            "pass_up": pass_up,
        }))
    };
    // Gold, then a silver who does not meet the needs, then a silver, then a tin with 5 points.
    let nodes = chain(&[(100, 1), (10, 0), (10, 1), (5, 1)]);
    let passed = payout(&group(true), &nodes);
    let paid_up = [
        line(0, 0, 0, "15.5", 1550),
        line(0, 1, 1, "15.5", 155),
        line(0, 2, 2, "6.5", 65),
        // 5 × 100 × 6.5 % = 32.5.
        line(0, 3, 3, "6.5", 32),
        line(2, 2, 0, "9", 90),
        line(2, 3, 1, "6", 30),
        line(3, 3, 0, "3", 15),
    ];
    assert_eq!(paid(&passed), paid_up);
    // Member 1 misses a payment only for their own 10 points: for points below, the other silver has the same rate.
    assert_eq!(passed_by(&passed), [(1, 1, 10)]);
    let kept = payout(&group(false), &nodes);
    let mut kept_back = paid_up.to_vec();
    kept_back[1] = line(0, 1, 1, "6.5", 65);
    assert_eq!(paid(&kept), kept_back);
    // A silver above a gold is paid nothing for the gold's points, because the gold's rate is higher.
    let upside_down = payout(&group(true), &chain(&[(10, 1), (100, 1)]));
    assert_eq!(paid(&upside_down), [line(0, 0, 0, "9", 90), line(1, 1, 0, "15.5", 1550)]);
}

#[test]
fn a_rank_without_a_rate_is_paid_nothing() {
    let document = component(json!({"kind": "differential", "volume": "a", "rates": {"silver": "9"}, "pass_up": true}));
    // Gold has no rate, so it is paid nothing for the silver's points and nothing for its own.
    assert_eq!(paid(&payout(&document, &chain(&[(100, 0), (10, 0)]))), [line(1, 1, 0, "9", 90)]);
}

#[test]
fn generations_are_paid_for_groups_of_heads() {
    let needs = json!([{"metric": "pv", "volume": "b", "at_least": 1}]);
    let document = component(json!({"kind": "generation", "volume": "a", "rates": ["5", "3"], "needs": needs}));
    // 0, 2, 3 and 4 are heads; 3 does not meet the needs. 5 belongs to the group of 4, and 1 to the group of 0.
    let nodes = chain(&[(100, 1), (50, 0), (100, 1), (200, 0), (300, 1), (40, 0)]);
    let payout = payout(&document, &nodes);
    assert_eq!(
        paid(&payout),
        [
            line(0, 2, 1, "5", 500),
            line(0, 3, 2, "3", 600),
            line(0, 4, 2, "3", 1020),
            line(2, 3, 1, "5", 1000),
            line(2, 4, 1, "5", 1700),
        ]
    );
    let points: Vec<i64> = payout.lines(2).map(|line| line.points).collect();
    assert_eq!(points, [200, 340]);
    // 4's group skips 3, who would have been its first generation; 1 and 5 are not heads.
    assert_eq!(passed_by(&payout), [(3, 1, 340)]);
    let mut nobody = document;
    nobody["boundary_rank"] = Value::Null;
    assert_eq!(paid(&self::payout(&nobody, &nodes)), []);
}

#[test]
fn a_rank_inherits_the_pool_shares_below_it() {
    let needs = json!([{"metric": "pv", "volume": "b", "at_least": 1}]);
    let document = component(json!({
        "kind": "pool", "volume": "both", "percent": "2.5", "shares": {"silver": 2, "tin": 0}, "needs": needs,
    }));
    // Gold has the shares of silver. The last silver does not meet the needs; a member without shares leaves everything
    // to the others.
    let nodes = chain(&[(100, 1), (10, 1), (3, 1), (11, 0)]);
    // 127 × 100 × 2.5 % = 317.5, of which two of four shares are 158.5.
    let payout = payout(&document, &nodes);
    assert_eq!(paid(&payout), [line(0, 0, 0, "2.5", 158), line(1, 1, 0, "2.5", 158)]);
    assert_eq!(payout.lines(0).next().unwrap().points, 127);
    assert_eq!(passed_by(&payout), [(3, 1, 127)]);
    assert_eq!(paid(&self::payout(&document, &chain(&[(3, 1)]))), []);
}

#[test]
fn both_caps_scale_each_line() {
    let mut document = of(json!([
        {"code": "own", "name": "Pribadi", "kind": "personal", "volume": "a", "rate": "10"},
        {"code": "more", "name": "Lagi", "kind": "personal", "volume": "b", "rate": "1"},
    ]));
    // 1,000 × 10 % and 1 × 1 %, at Rp 100: Rp 10,000 and Rp 1; the other member gets Rp 500.
    let nodes = [at(None, (1000, 1)), at(None, (50, 0))];
    document["member_cap_rp"] = json!(5000);
    let payout = |document: &Value, sales| Payout::new(plan(document), &nodes, sales).unwrap();
    let capped = payout(&document, 10_000);
    // 10,000 × 5,000 / 10,001 = 4,999.5; the line of Rp 1 is scaled to less than one rupiah.
    assert_eq!(paid(&capped), [line(0, 0, 0, "10", 4999), line(1, 1, 0, "10", 500)]);
    assert_eq!((capped.uncapped(), capped.cap(), capped.bonus()), (5499, 10_000, 5499));
    assert_eq!([capped.uncapped_of(0), capped.uncapped_of(1)], [Some(10_001), None]);
    // A total of exactly the cap does not exceed it.
    document["member_cap_rp"] = json!(10_001);
    assert_eq!(payout(&document, 20_000).uncapped_of(0), None);
    document["member_cap_rp"] = json!(5000);
    // All bonuses total 5,499, and the cap is 1,000: 4,999 × 1,000 / 5,499 = 909.07 and 500 × 1,000 / 5,499 = 90.9.
    let scaled = payout(&document, 1000);
    assert_eq!(paid(&scaled), [line(0, 0, 0, "10", 909), line(1, 1, 0, "10", 90)]);
    assert_eq!((scaled.uncapped(), scaled.cap(), scaled.bonus()), (5499, 1000, 999));
    document["cap_percent"] = json!("0.1");
    assert_eq!((payout(&document, 1000).cap(), paid(&payout(&document, 1000))), (1, vec![]));
    for sales in [0, -1, i64::MIN] {
        assert_eq!((payout(&document, sales).cap(), payout(&document, sales).count()), (0, 0));
    }
    document["member_cap_rp"] = json!(0);
    assert_eq!((payout(&document, MAX_AMOUNT).uncapped(), payout(&document, MAX_AMOUNT).bonus()), (0, 0));
}

#[test]
fn invalid_networks_are_refused() {
    let document = component(json!({"kind": "personal", "volume": "both", "rate": "100"}));
    let error = |nodes: &[Node]| Payout::new(plan(&document), nodes, 0).unwrap_err();
    assert_eq!(error(&[at(Some(1), (1, 1))]), PayoutError::Leader);
    assert_eq!(error(&[at(Some(usize::MAX), (1, 1))]), PayoutError::Leader);
    assert_eq!(error(&[at(Some(0), (1, 1))]), PayoutError::Cycle);
    assert_eq!(error(&[at(None, (1, 1)), at(Some(2), (1, 1)), at(Some(1), (1, 1))]), PayoutError::Cycle);
    for huge in [(i64::MAX, 0), (0, i64::MAX), (i64::MAX, i64::MAX), (MAX_AMOUNT, 1), (MAX_AMOUNT, 0)] {
        assert_eq!(error(&[at(None, huge)]), PayoutError::TooLarge, "{huge:?}");
    }
    assert_eq!(error(&[at(None, (MAX_AMOUNT / 100, 0)), at(None, (1, 0))]), PayoutError::TooLarge);
    let nothing = Payout::new(plan(&document), &[], MAX_AMOUNT).unwrap();
    assert_eq!((nothing.count(), nothing.bonus()), (0, 0));
    let before = Node { total_gv_before: i64::MAX, ..at(None, (1, 0)) };
    assert_eq!(payout(&of(json!([])), &[before]).standings().all()[0].total_gv, MAX_AMOUNT + 1);
}

#[test]
fn a_chain_of_a_million_overflows_no_stack() {
    let mut nodes = chain(&vec![(10, 1); 1_000_000]);
    nodes[0].points.plan_a = 100;
    let mut document = demo();
    document["boundary_rank"] = json!("member");
    document["components"][1]["needs"] = json!([]);
    let payout = payout(&document, &nodes);
    assert_eq!(payout.standings().all()[0].gv, PlanVolumes { plan_a: 10_000_090, plan_b: 1_000_000 });
    // Only the first member has at least 20 own points, and is therefore paid the differences of the whole chain.
    assert_eq!(payout.standings().all()[0].rank, 1);
    assert_eq!(payout.lines(0).filter(|line| line.component == 2).count(), 1_000_000);
    assert_eq!(payout.lines(999_998).map(|line| (line.component, line.depth)).collect::<Vec<_>>(), [(0, 0), (1, 1)]);
}
