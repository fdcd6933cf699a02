//! Time that the rules take to calculate a period by the demo shop's compensation plan, in native code, for networks of
//! any size.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use ksmart_core::{
    allocation::{PlanVolumes, allocate},
    plan::{
        document::Plan,
        engine::Payout,
        standing::{Node, Standings},
    },
};

/// Measured sizes, in members.
pub const SIZES: [usize; 3] = [1_000, 100_000, 1_000_000];

/// Approximate total of members calculated to measure one size, over all repetitions.
const WORK: usize = 3_000_000;

/// Shortest times to calculate a network, and the number of bonus lines.
pub struct Took {
    /// Number of lines of all bonuses.
    pub lines: usize,
    /// Shortest time to find everyone's standing.
    pub standings: Duration,
    /// Shortest time of the whole calculation, including the standings.
    pub all: Duration,
}

/// Calculates a network of the given number of members; each leader leads two or three, and two of three have points.
///
/// # Errors
/// The plan or the network makes no sense.
pub fn measure(members: usize) -> Result<Took, String> {
    let plan = Plan::parse(include_str!("../../assets/plans/plan_a_b.json")).map_err(|faults| format!("{faults:?}"))?;
    let nodes = (0..members).map(node).collect::<Result<Vec<_>, _>>()?;
    let rounds = (WORK / members).max(1);
    let mut took = Took { lines: 0, standings: Duration::MAX, all: Duration::MAX };
    for _ in 0..rounds {
        let started = Instant::now();
        let standings = Standings::new(plan.clone(), black_box(&nodes)).map_err(|error| error.to_string())?;
        took.standings = took.standings.min(started.elapsed());
        let payout = Payout::of(standings, 1_000_000_000_000).map_err(|error| error.to_string())?;
        took.all = took.all.min(started.elapsed());
        took.lines = black_box(payout).count();
    }
    Ok(took)
}

/// Returns a member with points unrelated to those of the neighbours in the list.
fn node(number: usize) -> Result<Node, String> {
    let leader = number.checked_sub(1).map(|before| before * 2 / 5);
    let drawn = i64::try_from(number * 7919 % 600).map_err(|error| error.to_string())?;
    let (plan_a, plan_b) = if drawn < 200 { (0, 0) } else { (drawn - 200, drawn / 2) };
    let points = allocate(PlanVolumes { plan_a, plan_b }).map_err(|error| error.to_string())?;
    Ok(Node { leader, points, held: None, total_gv_before: 0 })
}
