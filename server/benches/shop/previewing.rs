//! Time taken to preview the bonus of a period for a member with 50 legs, and size of the corner needed for it.

use std::{io::Write, time::Instant};

use flate2::{Compression, write::GzEncoder};
use ksmart_core::{
    allocation::{PlanVolumes, allocate},
    plan::{
        corner::{Corners, LEGS},
        document::Plan,
        preview::Corner,
        standing::{Node, Standings},
    },
};

use crate::quoting::{in_wasm, median};

/// Number of members below the member with the largest corner measured.
const BELOW: usize = 100_000;

/// The demo shop's plan.
const PLAN: &str = include_str!("../../assets/plans/plan_a_b.json");

/// Returns the corners of a network in which each leader has 50 legs, with `below` members below the first member.
fn corner(plan: &Plan, below: usize) -> Result<Corners, String> {
    let earned = |index: usize| PlanVolumes { plan_a: point(index * 7), plan_b: point(index * 13) };
    let earned: Vec<PlanVolumes> = (0..=below).map(earned).collect();
    let node = |(index, earned): (usize, &PlanVolumes)| {
        let leader = index.checked_sub(1).map(|before| before / LEGS);
        let points = allocate(*earned).map_err(|error| error.to_string())?;
        Ok(Node { leader, points, held: None, total_gv_before: 0 })
    };
    let nodes = earned.iter().enumerate().map(node).collect::<Result<Vec<Node>, String>>()?;
    let standings = Standings::new(plan.clone(), &nodes).map_err(|error| error.to_string())?;
    Corners::new(standings, earned).map_err(|error| error.to_string())
}

/// Points of a member, between 0 and 240.
fn point(seed: usize) -> i64 {
    i64::try_from(seed % 241).unwrap_or_default()
}

/// Measures, and prints the results.
///
/// # Errors
/// The plan or the network makes no sense.
pub fn measure() -> Result<(), String> {
    let plan = Plan::parse(PLAN).map_err(|faults| format!("{faults:?}"))?;
    let corners = corner(&plan, 20 * LEGS)?;
    let (corner, _) = corners.of(0).map_err(|error| error.to_string())?;
    let trial = corner.with_current_points();
    println!("\npreview of a member with {LEGS} legs");
    println!("{:32}{:>9} ns", "native", median(|| corner.preview(&trial)).as_nanos());
    match in_wasm("preview", &(&corner, &trial)) {
        Ok(took) => println!("{:32}{:>9} µs   < 5,000 µs", "WebAssembly, with objects", took.as_micros()),
        Err(why) => println!("{:32}not measured: {why}", "WebAssembly, with objects"),
    }
    let corners = self::corner(&plan, BELOW)?;
    let began = Instant::now();
    let (corner, _) = corners.of(0).map_err(|error| error.to_string())?;
    println!("corner of a member with {BELOW} below");
    println!("{:32}{:>9} µs", "cut out of the network", began.elapsed().as_micros());
    println!("{:32}{:>9} bytes   < 50,000 bytes", "gzip", compressed(&corner)?);
    Ok(())
}

fn compressed(corner: &Corner) -> Result<usize, String> {
    let text = serde_json::to_string(corner).map_err(|error| error.to_string())?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(gzip.finish().map_err(|error| error.to_string())?.len())
}
