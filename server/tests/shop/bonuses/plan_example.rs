//! Calculation of the worked example that is edited next to a compensation plan.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{shop::Shop, volume::periods::refused_fields};

const EXAMPLE: &str = "/api/admin/compensation-plans/example";

/// The demo shop's plan.
fn plan() -> Value {
    serde_json::from_str(include_str!("../../../assets/plans/plan_a_b.json")).unwrap()
}

fn member(id: &str, leader: Option<&str>, plan_a: i64, plan_b: i64) -> Value {
    json!({"id": id, "leader": leader, "plan_a": plan_a, "plan_b": plan_b, "held_rank": null, "total_gv_before": 0})
}

/// Siti's network; leaders appear before and after their downline.
fn network() -> Vec<Value> {
    vec![
        member("agus", Some("nur"), 15, 0),
        member("budi", Some("siti"), 40, 100),
        member("nur", Some("siti"), 20, 700),
        member("siti", None, 150, 260),
        member("wahyu", Some("budi"), 0, 650),
        member("intan", Some("budi"), 10, 5),
        member("rahmat", Some("wahyu"), 120, 0),
        member("putri", Some("nur"), 0, 230),
    ]
}

fn example(members: &[Value], sales_rp: i64) -> Value {
    json!({"plan": plan(), "sales_rp": sales_rp, "members": members})
}

#[tokio::test]
async fn an_example_is_calculated_to_the_rupiah() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let worked_out = keeper.post(EXAMPLE, example(&network(), 100_000_000)).await.expect(200);
    let row = |id: &str, rank: &str, pv_a: i64, pv_b: i64, gv: i64, pgv: i64, bonus: i64| {
        json!({
            "id": id, "rank": rank, "pv_a": pv_a, "pv_b": pv_b, "gv_both": gv, "pgv_both": pgv, "bonus_rp": bonus,
        })
    };
    assert_eq!(
        worked_out["members"],
        json!([
            row("agus", "member", 15, 0, 15, 15, 7_500),
            row("budi", "builder", 140, 0, 925, 925, 286_000),
            row("nur", "builder", 520, 200, 965, 965, 428_000),
            row("siti", "manager", 210, 200, 2300, 2300, 1_074_500),
            row("wahyu", "builder", 450, 200, 770, 770, 363_000),
            row("intan", "member", 15, 0, 15, 15, 7_500),
            row("rahmat", "member", 120, 0, 120, 120, 60_000),
            row("putri", "member", 30, 200, 230, 230, 45_000),
        ])
    );
    let sums = (&worked_out["uncapped_rp"], &worked_out["cap_rp"], &worked_out["bonus_rp"]);
    assert_eq!(sums, (&json!(2_271_500), &json!(40_000_000), &json!(2_271_500)));
    let lines: Vec<Value> =
        worked_out["lines"].as_array().unwrap().iter().filter(|line| line["member"] == "siti").cloned().collect();
    let line = |component: &str, source: &str, depth: usize, points: i64, rate: &str, amount: i64| {
        json!({
            "member": "siti", "component": component, "source": source, "depth": depth, "points": points, "rate": rate,
            "amount_rp": amount,
        })
    };
    assert_eq!(
        lines,
        [
            line("personal", "siti", 0, 210, "10", 105_000),
            line("level", "budi", 1, 140, "8", 56_000),
            line("level", "nur", 1, 520, "8", 208_000),
            line("level", "agus", 2, 15, "5", 3_750),
            line("level", "wahyu", 2, 450, "5", 112_500),
            line("level", "intan", 2, 15, "5", 3_750),
            line("level", "putri", 2, 30, "5", 7_500),
            line("level", "rahmat", 3, 120, "3", 18_000),
            line("group", "siti", 0, 200, "15", 150_000),
            line("group", "nur", 1, 200, "6", 60_000),
            line("group", "wahyu", 2, 200, "6", 60_000),
            line("group", "putri", 2, 200, "6", 60_000),
            line("pool", "siti", 0, 2300, "2", 230_000),
        ]
    );
    // The cap is half of the total bonuses: each line is halved.
    let halved = keeper.post(EXAMPLE, example(&network(), 2_839_375)).await.expect(200);
    assert_eq!((&halved["cap_rp"], &halved["bonus_rp"]), (&json!(1_135_750), &json!(1_135_750)));
    assert_eq!(halved["members"][3]["bonus_rp"], 537_250);
    // Intan would get 8 % of the 120 points below her if she had five more points.
    let too_few = [member("intan", None, 10, 5), member("rahmat", Some("intan"), 120, 0)];
    let missed = keeper.post(EXAMPLE, example(&too_few, 100_000_000)).await.expect(200);
    assert_eq!(
        missed["skipped"],
        json!([{
            "member": "intan", "component": "level", "sources": 1, "points": 120,
            "needs": [{"metric": "pv", "volume": "both", "at_least": 20, "has": 15, "missing": 5, "is_met": false}],
        }])
    );
    assert_eq!(worked_out["skipped"], json!([]));
    let nobody = keeper.post(EXAMPLE, example(&[], 0)).await.expect(200);
    assert_eq!((&nobody["members"], &nobody["lines"]), (&json!([]), &json!([])));
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 0);
    let packer = shop.staff(Role::Fulfilment).await;
    packer.post(EXAMPLE, example(&network(), 0)).await.refused(403, "forbidden");
}

#[tokio::test]
async fn invalid_example_fields_are_named_by_path() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let refused = async |body: Value| refused_fields(keeper.post(EXAMPLE, body).await);
    let wrong = async |place: usize, field: &str, value: Value| {
        let mut members = network();
        members[place][field] = value;
        refused(example(&members, 0)).await
    };
    assert_eq!(wrong(1, "id", json!("siti")).await, ["members.3.id", "members.4.leader", "members.5.leader"]);
    assert_eq!(wrong(1, "id", json!(7)).await[0], "members.1.id");
    assert_eq!(wrong(6, "leader", json!("dewi")).await, ["members.6.leader"]);
    assert_eq!(wrong(6, "leader", json!("rahmat")).await, ["members.6.leader"]);
    // Rahmat is below Wahyu, who is below Budi: with this leader these three are below themselves, and no other member
    // is.
    let cycle = ["members.1.leader", "members.4.leader", "members.6.leader"];
    assert_eq!(wrong(1, "leader", json!("rahmat")).await, cycle);
    for points in [json!(-1), json!(1.5), json!("1"), json!(null), json!(9_007_199_254_740_992_i64), json!(1e300)] {
        assert_eq!(wrong(2, "plan_a", points.clone()).await, ["members.2.plan_a"], "{points}");
    }
    assert_eq!(wrong(2, "plan_a", json!(9_007_199_254_740_991_i64)).await, ["members.2.plan_b"]);
    assert_eq!(wrong(0, "plan_a", json!(9_007_199_254_740_991_i64)).await, ["members"]);
    assert_eq!(wrong(2, "held_rank", json!("boss")).await, ["members.2.held_rank"]);
    assert_eq!(wrong(2, "total_gv_before", json!(-1)).await, ["members.2.total_gv_before"]);
    assert_eq!(wrong(2, "points", json!(1)).await, ["members.2.points"]);
    let many: Vec<Value> = (0..2001).map(|number| member(&number.to_string(), None, 1, 1)).collect();
    assert_eq!(refused(example(&many, 0)).await, ["members"]);
    assert_eq!(refused(example(&network(), -1)).await, ["sales_rp"]);
    let mut body = example(&network(), 0);
    body["plan"]["components"][2]["rates"]["builder"] = json!("100.01");
    body["members"][3]["leader"] = json!("nobody");
    assert_eq!(refused(body.clone()).await, ["components.2.rates.builder", "members.3.leader"]);
    body["plan"]["components"] = json!(vec![json!({"code": "personal", "kind": "personal"}); 10_000]);
    assert_eq!(refused(body.clone()).await, ["components", "members.3.leader"]);
    body["plan"]["name"] = json!("x".repeat(10 * 1024 * 1024));
    keeper.post(EXAMPLE, body).await.refused(413, "too_large");
}

#[tokio::test]
async fn the_largest_example_is_calculated() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let id = |number: usize| format!("anggota-nomor-{number:04}");
    let members: Vec<Value> = (0..2000)
        .map(|number| member(&id(number), (number < 1999).then(|| id(number + 1)).as_deref(), 100, 200))
        .collect();
    let worked_out = keeper.post(EXAMPLE, example(&members, 0)).await.expect(200);
    assert_eq!(
        (&worked_out["members"][0]["gv_both"], &worked_out["members"][1999]["gv_both"]),
        (&json!(300), &json!(600_000))
    );
    assert_eq!(
        (&worked_out["cap_rp"], &worked_out["bonus_rp"], &worked_out["lines"]),
        (&json!(0), &json!(0), &json!([]))
    );
}
