//! Drafts of compensation plans, and the templates to start from.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    shop::{Actor, Shop},
    volume::periods::{logged, refused_fields},
};

pub const DRAFTS: &str = "/api/admin/compensation-plan-drafts";
const TEMPLATES: &str = "/api/admin/compensation-plan-templates";

/// Returns the plan document of a template.
pub async fn template(keeper: &Actor, code: &str) -> Value {
    let templates = keeper.get(TEMPLATES).await.expect(200);
    let found = templates.as_array().unwrap().iter().find(|template| template["code"] == code);
    found.unwrap_or_else(|| panic!("{code} in {templates}"))["plan"].clone()
}

#[tokio::test]
async fn a_plan_draft_is_saved_as_typed() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let unfinished =
        json!({"name": " Rencana\n2027 ", "ranks": [{"code": "?"}], "components": "belum", "catatan": null});
    let made = keeper.post(DRAFTS, json!({"plan": unfinished})).await.expect(201);
    let one = format!("{DRAFTS}/{}", made["id"]);
    assert_eq!(made["plan"], unfinished);
    assert_eq!((&made["name"], &made["version"]), (&json!("Rencana2027"), &json!(1)));
    assert_eq!((&made["changed_by"], &made["waiting"]), (&json!("finance"), &Value::Null));
    assert_eq!(owner.get(&one).await.expect(200), made);

    let whole = template(&keeper, "plan_a_b").await;
    let changed = owner.put(&one, json!({"plan": whole, "version": 1})).await.expect(200);
    assert_eq!((&changed["plan"], &changed["version"]), (&whole, &json!(2)));
    assert_eq!(changed["changed_by"], "admin");
    // An administrator who edits an outdated version gets the current one.
    let late = keeper.put(&one, json!({"plan": unfinished, "version": 1})).await;
    assert_eq!(late.body["current"], keeper.get(&one).await.expect(200));
    let said = late.refused(409, "edit_conflict");
    assert!(said.starts_with("Data ini baru saja diubah oleh admin ("), "{said}");
    keeper.delete(&format!("{one}?version=1")).await.refused(409, "edit_conflict");

    let other = keeper.post(DRAFTS, json!({"plan": {}})).await.expect(201);
    assert_eq!(other["example"], Value::Null);
    let listed = keeper.all(DRAFTS, "/drafts", 1).await;
    assert_eq!(
        listed.iter().map(|draft| draft["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["", "Plan A dan Plan B"]
    );
    assert!(listed.iter().all(|draft| draft.get("plan").is_none()), "a list shows no document");
    assert_eq!(keeper.delete(&format!("{one}?version=2")).await.status, 204);
    keeper.get(&one).await.refused(404, "not_found");
    keeper.put(&one, json!({"plan": whole, "version": 2})).await.refused(404, "not_found");
    keeper.delete(&format!("{one}?version=2")).await.refused(404, "not_found");
    assert_eq!(
        logged(&owner, "compensation_plan_draft", &made["id"].to_string()).await,
        ["create", "update", "delete"]
    );
    assert_eq!(keeper.all(DRAFTS, "/drafts", 1).await.len(), 1, "{other}");
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_draft_keeps_its_example() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    // Stored as typed, even if it cannot be calculated.
    let example = json!({"sales_rp": 1e300, "members": [{"id": "siti", "plan_a": "banyak"}], "catatan": "\u{0}"});
    let made = keeper.post(DRAFTS, json!({"plan": {}, "example": example})).await.expect(201);
    assert_eq!(made["example"], example);
    let one = format!("{DRAFTS}/{}", made["id"]);
    let renamed = json!({"plan": {"name": "Rencana"}, "version": 1});
    assert_eq!(keeper.put(&one, renamed).await.expect(200)["example"], example, "it stays");
    let other = json!({"sales_rp": 5, "members": []});
    let changed = json!({"plan": {"name": "Rencana"}, "example": other, "version": 2});
    assert_eq!(keeper.put(&one, changed).await.expect(200)["example"], other);
    assert_eq!(keeper.get(&one).await.expect(200)["example"], other);
    for example in [json!([]), json!("x"), json!(1)] {
        let wanted = json!({"plan": {}, "example": example, "version": 3});
        assert_eq!(refused_fields(keeper.put(&one, wanted).await), ["example"]);
    }
    // The log also states which parts other than the names changed.
    let owner = shop.staff(Role::Owner).await;
    let newest = async || owner.get("/api/admin/audit?limit=1").await.expect(200)["entries"][0].take();
    let entry = newest().await;
    assert_eq!((&entry["before"], &entry["after"]), (&json!({}), &json!({"example": "changed"})), "{entry}");
    let priced = json!({"plan": {"name": "Rencana", "components": [{"rate": "5"}]}, "version": 3});
    keeper.put(&one, priced).await.expect(200);
    assert_eq!(newest().await["after"], json!({"plan": "changed"}));
    // The largest number of members that an example can have.
    let member = |number: usize| json!({"id": format!("{number}{}", "x".repeat(90)), "leader": null, "plan_a": 1});
    let large = json!({"sales_rp": 1, "members": (0..2000).map(member).collect::<Vec<_>>()});
    let kept = keeper.put(&one, json!({"plan": {}, "example": large, "version": 4})).await.expect(200);
    assert_eq!(kept["example"], large);
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_draft_must_be_a_json_object() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    for plan in [json!(null), json!([]), json!("Rencana"), json!(1)] {
        assert_eq!(refused_fields(keeper.post(DRAFTS, json!({"plan": plan})).await), ["plan"]);
    }
    keeper.post(DRAFTS, json!({})).await.refused(422, "invalid_field");
    // Text that a database cannot store remains in the document as typed.
    let odd = json!({"name": "a\u{0}b\u{202e}", "ranks": ["\u{0}"], "point_value_rp": 1e300});
    let kept = keeper.post(DRAFTS, json!({"plan": odd})).await.expect(201);
    assert_eq!((&kept["plan"], &kept["name"]), (&odd, &json!("ab\u{202e}")));
    let typed = async |body: String| {
        let request = keeper.request(reqwest::Method::POST, DRAFTS).header("content-type", "application/json");
        keeper.send(request.body(body)).await
    };
    typed(r#"{"plan": {"point_value_rp": NaN}}"#.to_owned()).await.refused(400, "malformed_request");
    typed(r#"{"plan": {"point_value_rp": 1e999}}"#.to_owned()).await.refused(400, "malformed_request");
    typed(format!(r#"{{"plan": {}{}}}"#, r#"{"a":"#.repeat(5_000), "}".repeat(5_000)))
        .await
        .refused(400, "malformed_request");
    typed(format!(r#"{{"plan": {{"name": "{}"}}}}"#, "x".repeat(10_000_000))).await.refused(413, "too_large");
    assert_eq!(keeper.all(DRAFTS, "/drafts", 100).await.len(), 1);
}

#[tokio::test]
async fn a_shop_has_at_most_100_drafts() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    for _ in 0..100 {
        keeper.post(DRAFTS, json!({"plan": {}})).await.expect(201);
    }
    let said = keeper.post(DRAFTS, json!({"plan": {}})).await.refused(409, "move_refused");
    assert_eq!(said, "Sudah ada 100 draf. Hapus dulu yang tidak dipakai lagi.");
}

#[tokio::test]
async fn only_owner_and_finance_access_drafts() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let draft = keeper.post(DRAFTS, json!({"plan": {}})).await.expect(201);
    let one = format!("{DRAFTS}/{}", draft["id"]);
    for (other, status, code) in [
        (shop.guest(), 401, "unauthorized"),
        (shop.member("budi").await, 403, "forbidden"),
        (shop.staff(Role::Fulfilment).await, 403, "forbidden"),
        (shop.staff(Role::Catalogue).await, 403, "forbidden"),
    ] {
        other.get(TEMPLATES).await.refused(status, code);
        other.get(DRAFTS).await.refused(status, code);
        other.get(&one).await.refused(status, code);
        other.post(DRAFTS, json!({"plan": {}})).await.refused(status, code);
        other.put(&one, json!({"plan": {}, "version": 1})).await.refused(status, code);
        other.delete(&format!("{one}?version=1")).await.refused(status, code);
    }
    assert_eq!(keeper.get(&one).await.expect(200), draft);
}
