//! Plans and networks for tests.

use ksmart_core::{
    allocation::{PlanVolumes, allocate},
    plan::{
        document::Plan,
        engine::{Line, Payout},
        standing::Node,
    },
};
use rand::{
    RngExt,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};
use serde_json::{Value, json};

/// Returns the plan document of the demo shop.
pub fn demo() -> Value {
    let pv_of_20 = json!([{"metric": "pv", "volume": "both", "at_least": 20}]);
    json!({
        "name": "Rencana 2027", "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
        "boundary_rank": "manager",
        "ranks": [
            {"code": "member", "name": "Anggota", "keeps": "period", "needs": []},
            {"code": "builder", "name": "Builder", "keeps": "period", "needs": [
                {"metric": "pv", "volume": "both", "at_least": 20},
                {"metric": "gv", "volume": "both", "at_least": 600}]},
            {"code": "manager", "name": "Manager", "keeps": "for_ever", "needs": [
                {"metric": "pv", "volume": "both", "at_least": 20},
                {"metric": "gv", "volume": "both", "at_least": 2000},
                {"metric": "legs_with_rank", "rank": "builder", "at_least": 2}]}
        ],
        "components": [
            {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "a", "rate": "10", "needs": []},
            {"code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "a", "rates": ["8", "5", "3"],
                "needs": pv_of_20, "compression": true},
            {"code": "group", "name": "Bonus grup", "kind": "differential", "volume": "b",
                "rates": {"member": "3", "builder": "9", "manager": "15"}, "needs": pv_of_20, "pass_up": true},
            {"code": "generation", "name": "Bonus generasi", "kind": "generation", "volume": "b",
                "rates": ["5", "3", "1"], "needs": [{"metric": "pgv", "volume": "both", "at_least": 200}]},
            {"code": "pool", "name": "Dana bersama", "kind": "pool", "volume": "both", "percent": "2",
                "shares": {"manager": 1}}
        ]
    })
}

/// Parses a plan document, which must be valid.
#[track_caller]
pub fn plan(document: &Value) -> Plan {
    Plan::read(document).expect("a sound document")
}

/// Returns a member with points in both plans before the allocation rule, and without a rank held before.
pub fn node(leader: Option<usize>, plan_a: i64, plan_b: i64) -> Node {
    let points = allocate(PlanVolumes { plan_a, plan_b }).expect("sound points");
    Node { leader, points, held: None, total_gv_before: 0 }
}

/// Returns a member's lines as component, source, depth, points, rate and rupiah.
pub fn lines(payout: &Payout, member: usize) -> Vec<(usize, usize, usize, i64, String, i64)> {
    let shown = |line: Line| (line.component, line.source, line.depth, line.points, line.rate.to_string(), line.amount);
    payout.lines(member).map(shown).collect()
}

/// Generates a number of points from -50 to 600: often 0, or near a threshold.
fn points(random: &mut StdRng) -> i64 {
    match random.random_range(0..10) {
        0..3 => 0,
        3..6 => random.random_range(0..=40),
        6..9 => 10 * random.random_range(0..=60),
        _ => -random.random_range(0..=50),
    }
}

/// Generates a network of up to `most` members, listed in random order.
pub fn random_network(random: &mut StdRng, plan: &Plan, most: usize) -> Vec<Node> {
    let members = random.random_range(0..=most);
    let mut order: Vec<usize> = (0..members).collect();
    order.shuffle(random);
    // Allows both deep and wide networks.
    let near = random.random_range(1..=members.max(1));
    let mut nodes = vec![node(None, 0, 0); members];
    for (index, member) in order.iter().enumerate() {
        let leader = (index > 0 && random.random_range(0..8) > 0)
            .then(|| order[random.random_range(index.saturating_sub(near)..index)]);
        let points = PlanVolumes { plan_a: points(random), plan_b: points(random) };
        let held = random.random_bool(0.2).then(|| random.random_range(0..plan.ranks.len()));
        let total_gv_before = if random.random_bool(0.3) { random.random_range(0..2000) } else { 0 };
        nodes[*member] = Node { leader, points, held, total_gv_before };
    }
    nodes
}

fn volume(random: &mut StdRng) -> &'static str {
    ["a", "b", "both"].choose(random).copied().unwrap_or("both")
}

fn rate(random: &mut StdRng) -> String {
    match random.random_range(0..8) {
        0 => "0".to_owned(),
        1 => "33.333".to_owned(),
        2 => "0.001".to_owned(),
        3 => format!("{}.5", random.random_range(0..20)),
        _ => random.random_range(1..=20).to_string(),
    }
}

/// Generates needs that can be checked when the ranks below `ranks` are known.
fn needs(random: &mut StdRng, ranks: usize, is_rank: bool) -> Value {
    let count = [0, 0, 1, 1, 2, 3].choose(random).copied().unwrap_or(0);
    let mut needs = Vec::new();
    for _ in 0..count {
        let rank = format!("r{}", random.random_range(0..ranks));
        let few = random.random_range(0..=2);
        let some = random.random_range(0..=300);
        let kinds = if is_rank { 7 } else { 8 };
        needs.push(match random.random_range(0..kinds) {
            0 => json!({"metric": "pv", "volume": volume(random), "at_least": random.random_range(0..=60)}),
            1 => json!({"metric": "gv", "volume": volume(random), "at_least": 3 * some}),
            2 => json!({"metric": "pgv", "volume": volume(random), "at_least": some}),
            3 => json!({"metric": "leg_gv", "volume": volume(random), "nth": 1 + few, "at_least": some}),
            4 => json!({"metric": "legs_with_rank", "rank": rank, "at_least": few}),
            5 => json!({"metric": "directs_with_rank", "rank": rank, "at_least": few}),
            6 => json!({"metric": "total_gv", "at_least": 5 * some}),
            _ => json!({"metric": "rank", "rank": rank}),
        });
    }
    json!(needs)
}

/// Generates a plan with any components.
pub fn random_plan(random: &mut StdRng) -> Plan {
    let count = random.random_range(1..=5);
    let mut ranks = vec![json!({"code": "r0", "name": "Anggota", "keeps": "period", "needs": []})];
    for rank in 1..count {
        let keeps = if random.random_bool(0.3) { "for_ever" } else { "period" };
        let needs = needs(random, rank, true);
        ranks.push(json!({"code": format!("r{rank}"), "name": format!("Ke-{rank}"), "keeps": keeps, "needs": needs}));
    }
    let by_rank = |random: &mut StdRng, value: &mut dyn FnMut(&mut StdRng) -> Value| -> Value {
        let named: Vec<usize> = (0..count).filter(|_| random.random_bool(0.7)).collect();
        named.into_iter().map(|rank| (format!("r{rank}"), value(random))).collect::<serde_json::Map<_, _>>().into()
    };
    let components: Vec<Value> = (0..random.random_range(0..=6))
        .map(|number| {
            let mut component = match random.random_range(0..5) {
                0 => json!({"kind": "personal", "rate": rate(random)}),
                1 => json!({
                    "kind": "level", "compression": random.random_bool(0.5),
                    "rates": (0..random.random_range(0..5)).map(|_| rate(random)).collect::<Vec<_>>(),
                }),
                2 => json!({
                    "kind": "differential", "pass_up": random.random_bool(0.5),
                    "rates": by_rank(random, &mut |random| json!(rate(random))),
                }),
                3 => json!({
                    "kind": "generation",
                    "rates": (0..random.random_range(0..4)).map(|_| rate(random)).collect::<Vec<_>>(),
                }),
                _ => json!({
                    "kind": "pool", "percent": rate(random),
                    "shares": by_rank(random, &mut |random| json!(random.random_range(0..4))),
                }),
            };
            component["code"] = json!(format!("c{number}"));
            component["name"] = json!(format!("Bonus {number}"));
            component["volume"] = json!(volume(random));
            component["needs"] = needs(random, count, false);
            component
        })
        .collect();
    let boundary = random.random_bool(0.8).then(|| format!("r{}", random.random_range(0..count)));
    let member_cap = random.random_bool(0.3).then(|| random.random_range(0..500_000));
    let point_value = [5000, 1, 3, 999].choose(random);
    plan(&json!({
        "name": "Acak", "point_value_rp": point_value, "cap_percent": rate(random),
        "member_cap_rp": member_cap, "boundary_rank": boundary, "ranks": ranks, "components": components,
    }))
}
