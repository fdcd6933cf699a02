//! Random plans and networks, small enough that all rules occur in combination with each other.

use ksmart_core::{
    allocation::{PlanVolumes, allocate_sums},
    plan::{
        document::{Component, ComponentKind, Keeps, Metric, Need, Plan, Rank, Volume},
        standing::Node,
    },
};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};
use rust_decimal::Decimal;

/// Generates a plan with up to five ranks and components of all kinds.
pub fn plan(rng: &mut StdRng) -> Plan {
    let ranks = rng.random_range(1..=5);
    Plan {
        name: "Rencana".to_owned(),
        point_value: pick(rng, &[1, 37, 5000, 999_999]),
        cap_percent: Decimal::ONE_HUNDRED,
        member_cap: rng.random_ratio(1, 4).then(|| rng.random_range(0..2_000_000)),
        boundary: rng.random_ratio(3, 4).then(|| rng.random_range(0..ranks)),
        ranks: (0..ranks).map(|index| rank(rng, index)).collect(),
        components: (0..rng.random_range(0..=6)).map(|index| component(rng, index, ranks)).collect(),
    }
}

fn rank(rng: &mut StdRng, index: usize) -> Rank {
    let needs = if index == 0 { 0 } else { rng.random_range(0..=2) };
    Rank {
        code: format!("r{index}"),
        name: format!("Peringkat {index}"),
        keeps: if rng.random() { Keeps::Period } else { Keeps::ForEver },
        needs: (0..needs).map(|_| need(rng, index, false)).collect(),
    }
}

/// Generates a need; if it names a rank, it is one of the first `ranks` ranks.
fn need(rng: &mut StdRng, ranks: usize, of_component: bool) -> Need {
    let volume = volume(rng);
    let rank = rng.random_range(0..ranks);
    let (metric, most) = match rng.random_range(0..if of_component { 8 } else { 7 }) {
        0 => (Metric::Pv(volume), 200),
        1 => (Metric::Gv(volume), 900),
        2 => (Metric::Pgv(volume), 500),
        3 => (Metric::LegGv { volume, nth: rng.random_range(1..=3) }, 300),
        4 => (Metric::LegsWithRank(rank), 2),
        5 => (Metric::DirectsWithRank(rank), 2),
        6 => (Metric::TotalGv, 2_000),
        _ => return Need { metric: Metric::Rank(rank), at_least: 1 },
    };
    Need { metric, at_least: rng.random_range(0..=most) }
}

fn component(rng: &mut StdRng, index: usize, ranks: usize) -> Component {
    let volume = volume(rng);
    let rates = |rng: &mut StdRng| (0..rng.random_range(0..=4)).map(|_| rate(rng)).collect();
    let kind = match rng.random_range(0..5) {
        0 => ComponentKind::Personal { volume, rate: rate(rng) },
        1 => ComponentKind::Level { volume, rates: rates(rng), compression: rng.random() },
        2 => {
            let rates = (0..ranks).map(|_| rng.random_ratio(3, 4).then(|| rate(rng))).collect();
            ComponentKind::Differential { volume, rates, pass_up: rng.random() }
        }
        3 => ComponentKind::Generation { volume, rates: rates(rng) },
        _ => {
            let shares = (0..ranks).map(|_| rng.random_ratio(1, 2).then(|| rng.random_range(0..=3))).collect();
            ComponentKind::Pool { volume, percent: rate(rng), shares }
        }
    };
    Component {
        code: format!("c{index}"),
        name: format!("Bonus {index}"),
        needs: (0..rng.random_range(0..=2)).map(|_| need(rng, ranks, true)).collect(),
        kind,
    }
}

fn volume(rng: &mut StdRng) -> Volume {
    pick(rng, &[Volume::A, Volume::B, Volume::Both])
}

fn rate(rng: &mut StdRng) -> Decimal {
    match rng.random_range(0..4) {
        0 => Decimal::new(rng.random_range(0..=10_000), 2),
        1 => Decimal::new(rng.random_range(0..1_000_000), 6),
        _ => Decimal::from(rng.random_range(0..=30)),
    }
}

/// Generates up to `most` members: their earned points, and their nodes after the allocation.
pub fn network(rng: &mut StdRng, plan: &Plan, most: usize) -> (Vec<PlanVolumes>, Vec<Node>) {
    let members = rng.random_range(1..=most);
    // Some networks are chains, others are wide.
    let reach = pick(rng, &[1, 2, 5, most]);
    let earned: Vec<PlanVolumes> = (0..members).map(|_| earned(rng)).collect();
    let node = |(index, earned): (usize, &PlanVolumes)| Node {
        leader: (index > 0 && rng.random_ratio(15, 16)).then(|| rng.random_range(index.saturating_sub(reach)..index)),
        points: allocate_sums(*earned).expect("few points can be allocated"),
        held: rng.random_ratio(1, 8).then(|| rng.random_range(0..plan.ranks.len())),
        total_gv_before: if rng.random() { 0 } else { rng.random_range(0..2_000) },
    };
    let nodes = earned.iter().enumerate().map(node).collect();
    (earned, nodes)
}

/// Generates the points earned by a member: often above 0, sometimes below 0 after refunds.
pub fn earned(rng: &mut StdRng) -> PlanVolumes {
    let mut points = || match rng.random_range(0..9) {
        0..3 => 0,
        3 => rng.random_range(-300..0),
        _ => rng.random_range(0..=300),
    };
    PlanVolumes { plan_a: points(), plan_b: points() }
}

/// Returns a random element of `from`, which must not be empty.
pub fn pick<T: Copy>(rng: &mut StdRng, from: &[T]) -> T {
    *from.choose(rng).expect("there is something to pick from")
}
