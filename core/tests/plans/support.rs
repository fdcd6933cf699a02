//! Plans and networks for tests.

use ksmart_core::{
    allocation::{PlanVolumes, allocate},
    plan::{
        document::Plan,
        engine::{Line, Payout},
        standing::Place,
    },
};
use serde_json::{Value, json};

/// The document of the demo shop.
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

/// The plan of a document.
#[track_caller]
pub fn plan(document: &Value) -> Plan {
    Plan::read(document).expect("a sound document")
}

/// A member with points in both plans before the allocation rule, who held no rank before.
pub fn place(leader: Option<usize>, plan_a: i64, plan_b: i64) -> Place {
    let points = allocate(PlanVolumes { plan_a, plan_b }).expect("sound points");
    Place { leader, points, held: None, total_gv_before: 0 }
}

/// A member's lines as component, source, depth, points, rate and rupiah.
pub fn lines(payout: &Payout, member: usize) -> Vec<(usize, usize, usize, i64, String, i64)> {
    let shown = |line: Line| (line.component, line.source, line.depth, line.points, line.rate.to_string(), line.amount);
    payout.lines(member).map(shown).collect()
}
