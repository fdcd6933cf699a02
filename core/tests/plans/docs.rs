//! Checks that the worked examples of `docs/plans.md` match the engine.

use ksmart_core::{allocation::PlanVolumes, plan::engine::Payout, plan::standing::Node, quote::MAX_AMOUNT};
use serde_json::Value;

use super::support::plan;

/// Returns the rows of the Markdown table in a section as trimmed cells, without the header.
fn rows(section: &str) -> Vec<Vec<&str>> {
    section
        .lines()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// Parses a number whose thousands are separated by commas.
fn number(cell: &str) -> i64 {
    cell.replace(',', "").parse().unwrap()
}

/// Parses the first JSON code block of a section.
fn json_block(section: &str) -> Value {
    let (_, rest) = section.split_once("```json").unwrap();
    serde_json::from_str(rest.split_once("```").unwrap().0).unwrap()
}

#[test]
fn the_documented_examples_are_exact() {
    let page = std::fs::read_to_string("../docs/plans.md").unwrap();
    let (_, examples) = page.split_once("\n## Worked examples\n").unwrap();
    let (examples, _) = examples.split_once("\n## ").unwrap();
    let (network, examples) = examples.split_once("\n### ").unwrap();
    let members = rows(network);
    let index = |name: &str| members.iter().position(|row| row[0] == name);
    let nodes: Vec<_> = members
        .iter()
        .map(|row| {
            let points = PlanVolumes { plan_a: number(row[2]), plan_b: 0 };
            Node { leader: index(row[1]), points, held: None, total_gv_before: 0 }
        })
        .collect();
    let document = json_block(network);
    let without_components = Payout::new(plan(&document), &nodes, MAX_AMOUNT).unwrap();
    for (row, standing) in members.iter().zip(without_components.standings().all()) {
        assert_eq!(number(row[3]), standing.gv.plan_a, "{}", row[0]);
        assert_eq!(document["ranks"][standing.rank]["code"], row[4], "{}", row[0]);
    }
    let examples: Vec<_> = examples.split("\n### ").collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let mut document = document.clone();
        document.as_object_mut().unwrap().extend(json_block(example).as_object().unwrap().clone());
        let sales = example.split_once("sales are Rp ").and_then(|(_, rest)| rest.split_once(".\n"));
        let sales = sales.map_or(MAX_AMOUNT, |(sales, _)| number(sales));
        let payout = Payout::new(plan(&document), &nodes, sales).unwrap();
        let name = |member: usize| members[member][0];
        let lines: Vec<_> = (0..nodes.len())
            .flat_map(|member| payout.lines(member).map(move |line| (member, line)))
            .map(|(member, line)| (name(member), name(line.source), line.points, line.rate.to_string(), line.amount))
            .collect();
        let documented: Vec<_> = rows(example)
            .iter()
            .map(|row| (row[0], row[1], number(row[2]), row[3].to_owned(), number(row[4])))
            .collect();
        assert_eq!(lines, documented, "{example}");
    }
}
