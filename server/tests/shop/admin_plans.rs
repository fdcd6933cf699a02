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

/// The plan of the worked example in `ksmart_core::bonus`.
fn plan() -> Value {
    json!({
        "personal_rate": "10", "level_rates": ["8", "5", "3", "2", "1"], "qualification_points": 20,
        "cap_percent": "40", "point_value_rp": 5000,
    })
}

#[tokio::test]
async fn a_new_version_is_used_from_the_next_calculation_on_and_old_ones_stay() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    ksmart::members::bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    let before = keeper.get(PLANS).await.expect(200)["plans"][0].take();
    assert_eq!((&before["periods"], &before["is_used"]), (&json!(["Lalu"]), &json!(true)));
    assert_eq!((&before["personal_rate"], &before["level_rates"]), (&json!("10.5"), &json!(["8.0", "3.3", "0.5"])));
    let mut typed = plan();
    typed["personal_rate"] = json!(" 12,5 ");
    let made = keeper.post(PLANS, json!({"plan": typed, "after_id": before["id"]})).await.expect(201);
    assert_eq!((&made["personal_rate"], &made["is_used"]), (&json!("12.5"), &json!(true)));
    assert_eq!(made["level_rates"], json!(["8", "5", "3", "2", "1"]));
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
    let wrong = json!({
        "personal_rate": "", "level_rates": ["8", "100.01"], "qualification_points": -1, "cap_percent": "x",
        "point_value_rp": null,
    });
    let fields = ["personal_rate", "level_rates.1", "cap_percent", "qualification_points", "point_value_rp"];
    assert_eq!(refused_fields(keeper.post(PLANS, json!({"plan": wrong, "after_id": 0})).await), fields);
    let mut deep = plan();
    deep["level_rates"] = json!(vec!["1"; 21]);
    assert_eq!(refused_fields(keeper.post(PLANS, json!({"plan": deep, "after_id": 0})).await), ["level_rates"]);
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
