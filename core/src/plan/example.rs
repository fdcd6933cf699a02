//! A small invented network, and the bonuses that a plan pays in it.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

use super::{
    document::{Plan, Volume},
    engine::{Line, Payout, PayoutError},
    reader::{Object, Reader, quoted},
    skips::Skip,
    standing::{NeedFact, Node},
};
use crate::{
    allocation::{PlanVolumes, allocate},
    fields::FieldError,
    quote::MAX_AMOUNT,
};

/// Maximum number of members of an example.
pub const MAX_MEMBERS: usize = 2000;
/// Maximum number of lines in the answer to an example.
const MAX_LINES: usize = 200_000;
/// Maximum number of reported skips.
const MAX_SKIPPED: usize = 20_000;
/// Maximum length of a member's id, in characters.
const MAX_ID: usize = 100;

/// Standing and bonus of a member in an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExampleMember {
    /// Id of the member, as it was given in the input.
    pub id: String,
    /// The code of the rank that the member holds.
    pub rank: String,
    /// Own points in Plan A after the allocation rule.
    pub pv_a: i64,
    /// Own points in Plan B after the allocation rule.
    pub pv_b: i64,
    /// Points of the whole downline, with the member's own, in both plans.
    pub gv_both: i64,
    /// Points of the personal group, with the member's own, in both plans.
    pub pgv_both: i64,
    /// Bonus of the member, after both caps.
    pub bonus_rp: i64,
}

/// A line of a bonus in an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExampleLine {
    /// Id of the paid member.
    pub member: String,
    /// The component's code.
    pub component: String,
    /// Id of the member who has the points; for a generation the head of the group, for a pool the paid member.
    pub source: String,
    /// Depth of the source below the paid member; for a generation the number of the generation.
    pub depth: usize,
    /// Points that the rate applies to.
    pub points: i64,
    /// Percent, decimal text; for a differential the paid difference.
    pub rate: String,
    /// Amount after both caps.
    pub amount_rp: i64,
}

/// Points for which a component would have paid a member in an example, if the member had met its needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExampleSkip {
    /// Id of the member who does not meet the needs.
    pub member: String,
    /// The component's code.
    pub component: String,
    /// Number of members whose points would have been paid for; 1 for own points and for a share of a pool.
    pub sources: i64,
    /// Points of these members; for a pool the points of all members.
    pub points: i64,
    /// Needs of the component that are not met.
    pub needs: Vec<NeedFact>,
}

/// Bonuses that a plan pays in an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Example {
    /// Members, in the order in which they were given.
    pub members: Vec<ExampleMember>,
    /// Lines, sorted by member, component, depth and source; members as they were given, components as in the plan.
    pub lines: Vec<ExampleLine>,
    /// Points not paid to members because of unmet needs, sorted by member and component; at most the first 20,000.
    pub skipped: Vec<ExampleSkip>,
    /// Sum of all bonuses after the members' caps and before the company's.
    pub uncapped_rp: i64,
    /// Maximum sum of all bonuses.
    pub cap_rp: i64,
    /// Sum of all bonuses, after both caps.
    pub bonus_rp: i64,
}

/// Calculates the bonuses that a plan pays in a network, both given as JSON.
///
/// `wanted` has `plan`, `sales_rp` and up to [`MAX_MEMBERS`] `members`, each with `id`, `leader`, `plan_a` and `plan_b`
/// before the allocation rule, `held_rank` and `total_gv_before`.
///
/// # Errors
/// Faults, each with its path: for the plan a path within its document, for a member a path such as `members.3.leader`.
pub fn calculate(wanted: &Value) -> Result<Example, Vec<FieldError>> {
    let mut json = Reader::default();
    let head = json.object(String::new(), wanted);
    json.known(&head, &["plan", "sales_rp", "members"]);
    let plan = Plan::read_with(head.get("plan").unwrap_or(&Value::Null), &mut json);
    let sales = json.whole(&head, "sales_rp", "Penjualan", 0..=MAX_AMOUNT);
    let members = json.list(&head, "members", "anggota", 0..=MAX_MEMBERS);
    let (ids, nodes) = read_members(&plan, &members, &mut json);
    if !json.faults.is_empty() {
        return Err(json.faults);
    }
    let refused = |error| {
        let (code, message) = match error {
            PayoutError::TooLarge => ("amount_too_large", "Angka contoh ini terlalu besar untuk dihitung."),
            PayoutError::Leader | PayoutError::Cycle => ("leader", "Susunan anggota contoh ini tidak benar."),
        };
        vec![FieldError::new("members", code, message)]
    };
    let payout = Payout::new(plan, &nodes, sales).map_err(refused)?;
    if payout.count() > MAX_LINES {
        let message = "Contoh ini menghasilkan terlalu banyak baris. Kurangi anggota, tingkat, atau komponennya.";
        return Err(vec![FieldError::new("members", "too_many_lines", message)]);
    }
    Ok(shown(&payout, &ids))
}

fn shown(payout: &Payout, ids: &[&str]) -> Example {
    let standings = payout.standings();
    let plan = standings.plan();
    let member = |(index, standing): (usize, &super::standing::Standing)| ExampleMember {
        id: ids[index].to_owned(),
        rank: plan.ranks[standing.rank].code.clone(),
        pv_a: standing.pv.plan_a,
        pv_b: standing.pv.plan_b,
        gv_both: Volume::Both.of(standing.gv),
        pgv_both: Volume::Both.of(standing.pgv),
        bonus_rp: payout.bonus_of(index),
    };
    let line = |member: usize, line: Line| ExampleLine {
        member: ids[member].to_owned(),
        component: plan.components[line.component].code.clone(),
        source: ids[line.source].to_owned(),
        depth: line.depth,
        points: line.points,
        rate: line.rate.to_string(),
        amount_rp: line.amount,
    };
    let lines = (0..ids.len()).flat_map(|member| payout.lines(member).map(move |each| line(member, each)));
    let skip = |skip: Skip| {
        let mut needs = standings.needs_of_component(skip.member, skip.component);
        needs.retain(|need| !need.is_met);
        ExampleSkip {
            member: ids[skip.member].to_owned(),
            component: plan.components[skip.component].code.clone(),
            sources: skip.sources,
            points: skip.points,
            needs,
        }
    };
    Example {
        skipped: payout.skips().into_iter().take(MAX_SKIPPED).map(skip).collect(),
        members: standings.all().iter().enumerate().map(member).collect(),
        lines: lines.collect(),
        uncapped_rp: payout.uncapped(),
        cap_rp: payout.cap(),
        bonus_rp: payout.bonus(),
    }
}

/// Reads the ids and the nodes of the members.
fn read_members<'v>(plan: &Plan, members: &[Object<'v>], json: &mut Reader) -> (Vec<&'v str>, Vec<Node>) {
    let mut indexes = HashMap::new();
    let mut ids = Vec::with_capacity(members.len());
    for (index, member) in members.iter().enumerate() {
        json.known(member, &["id", "leader", "plan_a", "plan_b", "held_rank", "total_gv_before"]);
        let id = member.get("id").and_then(Value::as_str);
        let id = id.filter(|id| !id.trim().is_empty() && id.chars().count() <= MAX_ID);
        match id {
            _ if member.fields.is_none() => {}
            None => {
                json.fault(member.at("id"), "id", format!("Isi id dengan teks, paling banyak {MAX_ID} karakter."));
            }
            Some(id) => {
                if indexes.insert(id, index).is_some() {
                    json.fault(member.at("id"), "duplicate", format!("Id \"{}\" dipakai dua kali.", quoted(id)));
                }
            }
        }
        ids.push(id.unwrap_or_default());
    }
    let read: Vec<Node> = members.iter().map(|member| read_member(plan, member, &indexes, json)).collect();
    for index in in_cycles(&read) {
        let message = "Ketua anggota ini ada di jaringan bawahnya sendiri.";
        json.fault(members[index].at("leader"), "cycle", message);
    }
    (ids, read)
}

fn read_member(plan: &Plan, member: &Object<'_>, indexes: &HashMap<&str, usize>, json: &mut Reader) -> Node {
    let leader = member.get("leader").and_then(|leader| {
        let index = leader.as_str().and_then(|id| indexes.get(id)).copied();
        if index.is_none() {
            let message = match leader.as_str() {
                Some(id) => format!("Ketua \"{}\" tidak ada di contoh ini.", quoted(id)),
                None => "Ketua harus berupa id seorang anggota, atau null.".to_owned(),
            };
            json.fault(member.at("leader"), "unknown_leader", message);
        }
        index
    });
    let plan_a = json.whole(member, "plan_a", "Poin Plan A", 0..=MAX_AMOUNT);
    let plan_b = json.whole(member, "plan_b", "Poin Plan B", 0..=MAX_AMOUNT);
    let earned = PlanVolumes { plan_a, plan_b };
    let points = allocate(earned).unwrap_or_else(|error| {
        json.fault(member.at("plan_b"), error.code(), error.to_string());
        earned
    });
    let held = member.get("held_rank").and_then(|held| {
        let index = held.as_str().and_then(|code| plan.rank(code));
        if index.is_none() {
            json.fault(member.at("held_rank"), "unknown_rank", "Peringkat ini tidak ada di rencana ini.");
        }
        index
    });
    let total_gv_before = match member.get("total_gv_before") {
        Some(_) => json.whole(member, "total_gv_before", "Poin periode sebelumnya", 0..=MAX_AMOUNT),
        None => 0,
    };
    Node { leader, points, held, total_gv_before }
}

/// Returns the members who are in their own downline.
fn in_cycles(nodes: &[Node]) -> Vec<usize> {
    /// Value in `reached_from` for members not reached yet; for others it is the start from which they were first
    /// reached.
    const NOT_YET: usize = usize::MAX;
    let mut reached_from = vec![NOT_YET; nodes.len()];
    let mut found = Vec::new();
    for first in 0..nodes.len() {
        let mut next = Some(first);
        while let Some(index) = next.filter(|index| reached_from[*index] == NOT_YET) {
            reached_from[index] = first;
            next = nodes[index].leader;
        }
        // A member reached twice from the same start is part of a cycle, with all members from there on.
        if let Some(start) = next.filter(|index| reached_from[*index] == first) {
            let mut member = start;
            loop {
                found.push(member);
                member = nodes[member].leader.unwrap_or(start);
                if member == start {
                    break;
                }
            }
        }
    }
    found.sort_unstable();
    found
}
