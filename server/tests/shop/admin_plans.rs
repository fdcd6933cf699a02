//! Versions of the compensation plan in the back office.

use futures_util::join;
use ksmart::identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    admin_periods::{logged, refused_fields},
    bonuses::shop_with_plan,
    shop::Shop,
};

const PLANS: &str = "/api/admin/compensation-plans";

/// The plan of the demo shop.
fn plan() -> Value {
    serde_json::from_str(include_str!("../../assets/plans/plan_a_b.json")).unwrap()
}

#[tokio::test]
async fn a_new_version_is_used_from_the_next_calculation_on_and_old_ones_stay() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    ksmart::members::bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    let before = keeper.get(PLANS).await.expect(200)["plans"][0].take();
    assert_eq!((&before["periods"], &before["is_used"]), (&json!(["Lalu"]), &json!(true)));
    assert_eq!(before["plan"], serde_json::to_value(crate::volume::plan(40).document()).unwrap());
    let made = keeper.post(PLANS, json!({"plan": plan(), "after_id": before["id"]})).await.expect(201);
    assert_eq!((&made["plan"], &made["is_used"]), (&plan(), &json!(true)));
    let listed = keeper.all(PLANS, "/plans", 1).await;
    assert_eq!(listed[0], made);
    let mut old = before.clone();
    old["is_used"] = json!(false);
    assert_eq!(listed[1..], [old]);
    let preview = keeper.get(&format!("/api/admin/periods/{}/calculation", shop.open)).await.expect(200);
    assert_eq!(preview["plan_id"], made["id"]);
    let kept = keeper.get(&format!("/api/admin/periods/{}/calculation", shop.closed)).await.expect(200);
    assert_eq!(kept["plan_id"], before["id"]);

    // A version that was not made from the newest would undo it.
    let stale = owner.post(PLANS, json!({"plan": plan(), "after_id": before["id"]})).await;
    assert_eq!(stale.body["current"], made);
    stale.refused(409, "edit_conflict");
    assert_eq!(logged(&owner, "compensation_plan", &made["id"].to_string()).await, ["create"]);
    let packer = shop.staff(Role::Fulfilment).await;
    packer.post(PLANS, json!({"plan": plan(), "after_id": made["id"]})).await.refused(403, "forbidden");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_first_version_follows_none_and_a_wrong_one_is_refused_field_by_field() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    assert_eq!(keeper.get(PLANS).await.expect(200)["plans"], json!([]));
    let mut wrong = plan();
    wrong["cap_percent"] = json!("x");
    wrong["components"][1]["rates"][1] = json!("100.01");
    wrong["boundary_rank"] = json!("direktur");
    let fields = ["cap_percent", "boundary_rank", "components.1.rates.1"];
    assert_eq!(refused_fields(keeper.post(PLANS, json!({"plan": wrong, "after_id": 0})).await), fields);
    keeper.post(PLANS, json!({"plan": plan(), "after_id": 7})).await.refused(409, "edit_conflict");
    keeper.post(PLANS, json!({"plan": plan(), "after_id": 0})).await.expect(201);
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 1);
}

#[tokio::test]
async fn of_those_who_make_a_version_from_the_same_one_at_once_one_succeeds() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let newest = keeper.get(PLANS).await.expect(200)["plans"][0]["id"].take();
    let body = json!({"plan": plan(), "after_id": newest});
    let (one, two) = join!(owner.post(PLANS, body.clone()), keeper.post(PLANS, body));
    let (made, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    let made = made.expect(201);
    assert_eq!(refused.body["current"], made);
    refused.refused(409, "edit_conflict");
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries").await, 1);
}
