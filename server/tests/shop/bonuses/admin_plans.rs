//! Versions of the compensation plan in the office: published, for a period or for the next calculation, with
//! safeguards.

use futures_util::join;
use ksmart_identity::roles::Role;
use ksmart_members::bonuses;
use serde_json::{Value, json};

use crate::{
    bonuses::calculating::{shop_with_plan, shop_with_sales},
    bonuses::plan_drafts::{DRAFTS, template},
    shop::{Actor, Shop},
    volume::periods::{logged, refused_fields},
};

pub const PLANS: &str = "/api/admin/compensation-plans";
const SAFEGUARDS: &str = "/api/admin/compensation-plans/safeguards";

/// Builds a plan that pays only for own points, at Rp 5,000 each. For products with 20 points per Rp 100,000 that is
/// `rate` percent of the price.
pub fn personal(rate: &str) -> Value {
    json!({
        "name": format!("Pribadi {rate}"), "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
        "boundary_rank": null, "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
        "components": [{"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both", "rate": rate,
            "needs": []}],
    })
}

/// Returns the newest entry of the audit log about a version.
async fn newest_entry(owner: &Actor, id: &Value) -> Value {
    owner.get(&format!("/api/admin/audit?subject=compensation_plan&key={id}")).await.expect(200)["entries"][0].take()
}

#[tokio::test]
async fn a_new_plan_version_applies_to_new_periods() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    let before = keeper.get(PLANS).await.expect(200)["plans"][0].take();
    assert_eq!((&before["periods"], &before["is_used"]), (&json!(["Lalu"]), &json!(true)));
    let mut typed = personal("12.5");
    typed["name"] = json!(" Rencana 2027 ");
    let body = json!({"plan": typed, "after_id": before["id"]});
    let made = keeper.post(PLANS, body).await.expect(201);
    assert_eq!((&made["plan"]["name"], &made["is_used"]), (&json!("Rencana 2027"), &json!(true)));
    assert_eq!((&made["from_period"], &made["from_period_name"]), (&Value::Null, &Value::Null));
    assert_eq!(made["plan"]["components"], typed["components"]);
    let listed = keeper.all(PLANS, "/plans", 1).await;
    assert_eq!(listed[0], made);
    let mut old = before.clone();
    old["is_used"] = json!(false);
    assert_eq!(listed[1..], [old]);
    let preview = keeper.get(&format!("/api/admin/periods/{}/calculation", shop.open)).await.expect(200);
    assert_eq!(preview["plan_id"], made["id"]);
    let kept = keeper.get(&format!("/api/admin/periods/{}/calculation", shop.closed)).await.expect(200);
    assert_eq!(kept["plan_id"], before["id"]);

    // A version that is not based on the newest one would revert it.
    let stale = owner.post(PLANS, json!({"plan": personal("10"), "after_id": before["id"]})).await;
    assert_eq!(stale.body["current"], made);
    stale.refused(409, "edit_conflict");
    assert_eq!(logged(&owner, "compensation_plan", &made["id"].to_string()).await, ["create"]);
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_plan_version_applies_from_its_period() {
    let (shop, _) = shop_with_plan().await;
    let keeper = shop.staff(Role::Finance).await;
    let before = keeper.get(PLANS).await.expect(200)["plans"][0].take();
    let publish = async |from: Value, after: &Value| {
        keeper.post(PLANS, json!({"plan": personal("10"), "from_period": from, "after_id": after})).await
    };
    let made = publish(json!(shop.open), &before["id"]).await.expect(201);
    assert_eq!((&made["from_period"], &made["from_period_name"]), (&json!(shop.open), &json!("Kini")));
    // The next period to be calculated begins before this version.
    assert_eq!(made["is_used"], false);
    assert_eq!(keeper.get(PLANS).await.expect(200)["plans"][1]["is_used"], true);
    for (period, version) in [(shop.closed, &before), (shop.open, &made)] {
        let preview = keeper.get(&format!("/api/admin/periods/{period}/calculation")).await.expect(200);
        assert_eq!(preview["plan_id"], version["id"]);
    }
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    assert_eq!(keeper.get(PLANS).await.expect(200)["plans"][0]["is_used"], true);

    assert_eq!(refused_fields(publish(json!(999), &made["id"]).await), ["from_period"]);
    let late = publish(json!(shop.closed), &made["id"]).await;
    assert_eq!(
        late.body["fields"][0]["message"],
        "Periode ini atau periode sesudahnya sudah dihitung. Pilih periode yang lebih baru."
    );
    assert_eq!(refused_fields(late), ["from_period"]);
    // An earlier period without sales, before the one that is calculated.
    shop.change("INSERT INTO bv_periods (name, starts_ms, ends_ms) VALUES ('Dulu', -9, -2)").await;
    let earlier = shop.count("SELECT MAX(id) FROM bv_periods").await;
    assert_eq!(refused_fields(publish(json!(earlier), &made["id"]).await), ["from_period"]);
    // A period that a version refers to cannot be deleted.
    let at = format!("/api/admin/periods/{}", made["from_period"]);
    let version = keeper.get(&at).await.expect(200)["period"]["version"].take();
    keeper.delete(&format!("{at}?version={version}")).await.refused(409, "move_refused");
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 2);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_plan_versions_are_refused_by_path() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    assert_eq!(keeper.get(PLANS).await.expect(200)["plans"], json!([]));
    let mut wrong = personal("100.01");
    wrong["boundary_rank"] = json!("manager");
    wrong["ranks"][0]["needs"] = json!([{"metric": "legs_with_rank", "rank": "x", "at_least": -1}]);
    let fields = ["boundary_rank", "ranks.0.needs", "components.0.rate"];
    for address in [PLANS, SAFEGUARDS] {
        let refused = refused_fields(keeper.post(address, json!({"plan": wrong, "after_id": 0})).await);
        assert!(fields.iter().all(|field| refused.iter().any(|path| path.starts_with(field))), "{refused:?}");
    }
    keeper.post(PLANS, json!({"plan": personal("10"), "after_id": 7})).await.refused(409, "edit_conflict");
    keeper.post(PLANS, json!({"plan": personal("10"), "after_id": 0})).await.expect(201);
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 1);
}

#[tokio::test]
async fn simultaneous_plan_versions_succeed_once() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let newest = keeper.get(PLANS).await.expect(200)["plans"][0]["id"].take();
    let body = json!({"plan": personal("10"), "after_id": newest});
    let (one, two) = join!(owner.post(PLANS, body.clone()), keeper.post(PLANS, body));
    let (made, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    let made = made.expect(201);
    assert_eq!(refused.body["current"], made);
    refused.refused(409, "edit_conflict");
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries").await, 1);
}

#[tokio::test]
async fn the_worst_case_must_be_acknowledged() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let free = keeper.post(SAFEGUARDS, json!({"plan": personal("100")})).await.expect(200);
    assert_eq!(
        free,
        json!({"worst_case": null, "newest_period": null, "looser_limits": null}),
        "nothing earns points yet"
    );
    // 20 points at Rp 5,000 equal the whole price, 5 points a fortieth.
    shop.product_worth("Teh", 1000, 20).await;
    shop.product_worth("Garam", 10_000, 5).await;
    let dear = keeper.post(SAFEGUARDS, json!({"plan": personal("40.5")})).await.expect(200);
    assert_eq!(
        dear["worst_case"],
        json!({"product_name": "Teh", "price_rp": 100_000, "points": 20, "percent": "40.5", "cap_percent": "40",
            "is_over": true})
    );
    let fine = keeper.post(SAFEGUARDS, json!({"plan": personal("40")})).await.expect(200);
    assert_eq!((&fine["worst_case"]["percent"], &fine["worst_case"]["is_over"]), (&json!("40"), &json!(false)));

    let body = json!({"plan": personal("40.5"), "after_id": 0});
    let refused = keeper.post(PLANS, body.clone()).await;
    assert_eq!(
        refused.body["message"],
        "Rencana ini dapat membayar sampai 40,5% dari harga Teh, lebih dari batas 40%. Nyatakan dulu bahwa Anda mengetahuinya."
    );
    assert_eq!(refused_fields(refused), ["acknowledges_worst_case"]);
    let mut seen = body;
    seen["acknowledges_worst_case"] = json!(true);
    let made = keeper.post(PLANS, seen).await.expect(201);
    let entry = newest_entry(&owner, &made["id"]).await;
    assert_eq!(
        (&entry["after"]["acknowledged_product"], &entry["after"]["acknowledged_percent"]),
        (&json!("Teh"), &json!("40.5"))
    );
    // A product that is no longer sold does not count.
    shop.change("UPDATE products SET status = 'archived' WHERE name = 'Teh'").await;
    let fine = keeper.post(SAFEGUARDS, json!({"plan": personal("40.5")})).await.expect(200);
    assert_eq!(fine["worst_case"]["product_name"], "Garam");
    keeper.post(PLANS, json!({"plan": personal("40.5"), "after_id": made["id"]})).await.expect(201);
    crate::office::audit_words::check(&shop).await;
}

#[tokio::test]
async fn looser_limits_need_approval_by_an_owner() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let limited = |cap_percent: &str, member_cap_rp: Value| {
        let mut plan = personal("10");
        (plan["cap_percent"], plan["member_cap_rp"]) = (json!(cap_percent), member_cap_rp);
        plan
    };
    let first = json!({"plan": limited("40", json!(5_000_000)), "after_id": 0});
    let newest = keeper.post(PLANS, first).await.expect(201)["id"].take();
    for (plan, looser) in [
        (limited("40.01", json!(5_000_000)), json!({"cap_percent": "40", "member_cap_rp": null})),
        (limited("40", json!(5_000_001)), json!({"cap_percent": null, "member_cap_rp": 5_000_000})),
        (limited("30", Value::Null), json!({"cap_percent": null, "member_cap_rp": 5_000_000})),
    ] {
        let weighed = keeper.post(SAFEGUARDS, json!({"plan": plan})).await.expect(200);
        assert_eq!(weighed["looser_limits"], looser);
        keeper.post(PLANS, json!({"plan": plan, "after_id": newest})).await.refused(409, "move_refused");
        let draft = keeper.post(DRAFTS, json!({"plan": plan})).await.expect(201);
        let at = |action: &str| format!("{DRAFTS}/{}{action}", draft["id"]);
        let request = json!({"version": draft["version"], "after_id": newest});
        let asked = keeper.post(&at("/publish"), request).await.expect(200);
        assert_eq!(asked["published"], Value::Null);
        let version = asked["waiting"]["version"].clone();
        keeper.post(&at("/confirm"), json!({"version": version, "reason": "x"})).await.refused(403, "forbidden");
        if looser["cap_percent"].is_string() {
            let word = json!({"version": version, "reason": "Rapat pemilik"});
            let made = owner.post(&at("/confirm"), word).await.expect(201);
            assert_eq!(newest_entry(&owner, &made["id"]).await["after"]["cap_percent_before"], "40");
            shop.change("DELETE FROM compensation_plans WHERE id > 1").await;
        }
    }
    let tighter = json!({"plan": limited("40", json!(4_000_000)), "after_id": newest});
    keeper.post(PLANS, tighter).await.expect(201);
    crate::office::audit_words::check(&shop).await;
}

/// Starts a shop whose period is calculated, with a draft that would have paid out all of its sales.
async fn shop_with_dear_draft() -> (Shop, Actor, Value, Value) {
    let (shop, _) = shop_with_plan().await;
    let keeper = shop.staff(Role::Finance).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    let newest = keeper.get(PLANS).await.expect(200)["plans"][0]["id"].take();
    let draft = keeper.post(DRAFTS, json!({"plan": personal("100")})).await.expect(201);
    (shop, keeper, draft, newest)
}

#[tokio::test]
async fn plans_over_their_cap_need_another_owner() {
    let (shop, keeper, draft, newest) = shop_with_dear_draft().await;
    let (owner, other) = (shop.admin().await, shop.staff(Role::Owner).await);
    let weighed = keeper.post(SAFEGUARDS, json!({"plan": personal("100")})).await.expect(200);
    assert_eq!(
        weighed["newest_period"],
        json!({"period_id": shop.closed, "period_name": "Lalu", "sales_rp": 2_100_000, "uncapped_rp": 2_100_000,
            "cap_rp": 840_000, "is_over": true})
    );
    let at = |action: &str| format!("{DRAFTS}/{}{action}", draft["id"]);
    let direct = json!({"plan": personal("100"), "after_id": newest, "acknowledges_worst_case": true});
    let said = keeper.post(PLANS, direct).await.refused(409, "move_refused");
    assert!(said.contains("melampaui batasnya pada periode Lalu"), "{said}");

    let confirm = |version: i64| json!({"version": version, "reason": " Promosi tiga bulan. "});
    owner.post(&at("/confirm"), confirm(1)).await.refused(409, "move_refused");
    let mut wanted = json!({"version": 1, "from_period": shop.open, "after_id": newest});
    assert_eq!(refused_fields(owner.post(&at("/publish"), wanted.clone()).await), ["acknowledges_worst_case"]);
    wanted["acknowledges_worst_case"] = json!(true);
    let asked = owner.post(&at("/publish"), wanted.clone()).await.expect(200);
    assert_eq!(asked["published"], Value::Null);
    let waiting = &asked["waiting"]["waiting"];
    assert_eq!((&waiting["asked_by"], &waiting["is_own"]), (&json!("admin"), &json!(true)));
    assert_eq!((&waiting["from_period"], &waiting["from_period_name"]), (&json!(shop.open), &json!("Kini")));
    assert_eq!(keeper.get(DRAFTS).await.expect(200)["drafts"][0]["waiting"]["is_own"], false);
    owner.post(&at("/publish"), wanted).await.refused(409, "edit_conflict");
    let to_confirm = async |who: &Actor| who.get("/api/admin/today").await.expect(200)["plans_to_confirm"].take();
    assert_eq!(
        [to_confirm(&owner).await, to_confirm(&other).await, to_confirm(&keeper).await],
        [json!(0), json!(1), Value::Null]
    );

    keeper.post(&at("/confirm"), confirm(2)).await.refused(403, "forbidden");
    let said = owner.post(&at("/confirm"), confirm(2)).await.refused(409, "move_refused");
    assert_eq!(said, "Rencana ini Anda terbitkan sendiri. Mintalah pemilik lain untuk menyetujuinya.");
    other.post(&at("/confirm"), confirm(1)).await.refused(409, "edit_conflict");
    assert_eq!(refused_fields(other.post(&at("/confirm"), json!({"version": 2, "reason": " "})).await), ["reason"]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 1);

    let made = other.post(&at("/confirm"), confirm(2)).await.expect(201);
    assert_eq!((&made["plan"], &made["from_period"]), (&personal("100"), &json!(shop.open)));
    assert_eq!(to_confirm(&other).await, 0);
    owner.get(&at("")).await.refused(404, "not_found");
    other.post(&at("/confirm"), confirm(2)).await.refused(404, "not_found");
    assert_eq!(logged(&owner, "compensation_plan_draft", &draft["id"].to_string()).await, ["create", "ask"]);
    let entry = newest_entry(&owner, &made["id"]).await;
    assert_eq!(entry["actor_name"], "owner", "{entry}");
    for (field, value) in [
        ("reason", json!("Promosi tiga bulan.")),
        ("asked_by", json!("admin")),
        ("acknowledged_percent", json!("100")),
        ("period", json!("Lalu")),
        ("uncapped_rp", json!(2_100_000)),
        ("cap_rp", json!(840_000)),
    ] {
        assert_eq!(entry["after"][field], value, "{entry}");
    }
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_edited_draft_no_longer_awaits_approval() {
    let (shop, keeper, draft, newest) = shop_with_dear_draft().await;
    let owner = shop.admin().await;
    let at = |action: &str| format!("{DRAFTS}/{}{action}", draft["id"]);
    let publish = |version: i64, after: &Value| json!({"version": version, "from_period": null, "after_id": after, "acknowledges_worst_case": true});
    keeper.post(&at("/publish"), publish(1, &newest)).await.expect(200);
    let edited = keeper.put(&at(""), json!({"plan": personal("100"), "version": 2})).await.expect(200);
    assert_eq!(edited["waiting"], Value::Null);
    let said = owner.post(&at("/confirm"), json!({"version": 3, "reason": "Ya."})).await.refused(409, "move_refused");
    assert_eq!(said, "Draf ini tidak sedang menunggu persetujuan. Terbitkan dulu.");

    keeper.post(&at("/publish"), publish(3, &newest)).await.expect(200);
    let quicker = keeper.post(PLANS, json!({"plan": personal("10"), "after_id": newest})).await.expect(201);
    let late = owner.post(&at("/confirm"), json!({"version": 4, "reason": "Ya."})).await;
    assert_eq!(late.body["current"], quicker);
    late.refused(409, "edit_conflict");
    keeper.post(&at("/publish"), publish(4, &newest)).await.refused(409, "edit_conflict");
    keeper.post(&at("/publish"), publish(4, &quicker["id"])).await.expect(200);
    // If two owners confirm at once, one succeeds.
    let other = shop.staff(Role::Owner).await;
    let (confirm, word) = (at("/confirm"), json!({"version": 5, "reason": "Ya."}));
    let (one, two) = join!(owner.post(&confirm, word.clone()), other.post(&confirm, word));
    let (made, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    made.expect(201);
    assert!([404, 409].contains(&refused.status.as_u16()), "{}", refused.body);
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 3);
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plan_drafts").await, 0);
}

#[tokio::test]
async fn only_a_complete_draft_is_published() {
    let (shop, _) = shop_with_sales().await;
    let keeper = shop.staff(Role::Finance).await;
    let draft = keeper.post(DRAFTS, json!({"plan": {"name": "Belum jadi"}})).await.expect(201);
    let at = |action: &str| format!("{DRAFTS}/{}{action}", draft["id"]);
    let publish = |version: i64| json!({"version": version, "from_period": null, "after_id": 0});
    let refused = refused_fields(keeper.post(&at("/publish"), publish(1)).await);
    assert!(refused.contains(&"ranks".to_owned()) && refused.contains(&"cap_percent".to_owned()), "{refused:?}");
    let whole = template(&keeper, "stairstep").await;
    keeper.put(&at(""), json!({"plan": whole, "version": 1})).await.expect(200);
    keeper.post(&at("/publish"), publish(1)).await.refused(409, "edit_conflict");
    let outcome = keeper.post(&at("/publish"), publish(2)).await.expect(200);
    assert_eq!((&outcome["published"]["plan"], &outcome["waiting"]), (&whole, &Value::Null));
    keeper.get(&at("")).await.refused(404, "not_found");
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.must_be_sound().await;
}

#[tokio::test]
async fn only_owner_and_finance_publish_plans() {
    let (shop, keeper, draft, newest) = shop_with_dear_draft().await;
    let one = format!("{DRAFTS}/{}", draft["id"]);
    for (other, status, code) in [
        (shop.guest(), 401, "unauthorized"),
        (shop.member("budi").await, 403, "forbidden"),
        (shop.staff(Role::Fulfilment).await, 403, "forbidden"),
        (shop.staff(Role::Catalogue).await, 403, "forbidden"),
    ] {
        let publish = json!({"version": 1, "after_id": newest, "from_period": null});
        other.get(PLANS).await.refused(status, code);
        other.post(PLANS, json!({"plan": personal("10"), "after_id": newest})).await.refused(status, code);
        other.post(SAFEGUARDS, json!({"plan": personal("10")})).await.refused(status, code);
        other.post(&format!("{one}/publish"), publish).await.refused(status, code);
        other.post(&format!("{one}/confirm"), json!({"version": 1, "reason": "Ya."})).await.refused(status, code);
    }
    assert_eq!(keeper.get(&one).await.expect(200), draft);
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 1);
}

#[tokio::test]
async fn hostile_plan_documents_are_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let typed = async |body: String| {
        let request = keeper.request(reqwest::Method::POST, PLANS).header("content-type", "application/json");
        keeper.send(request.body(body)).await
    };
    let with = |field: &str, value: &str| {
        let mut plan = personal("10");
        plan[field] = json!("@");
        json!({"plan": plan, "after_id": 0}).to_string().replace("\"@\"", value)
    };
    typed(with("name", &json!("x".repeat(10_000_000)).to_string())).await.refused(413, "too_large");
    let many = vec![json!({"code": "a"}); 10_000];
    let answer = typed(with("components", &json!(many).to_string())).await;
    assert!(refused_fields(answer).contains(&"components".to_owned()));
    for value in ["NaN", "Infinity", "1e999"] {
        typed(with("point_value_rp", value)).await.refused(400, "malformed_request");
    }
    for value in ["1e300", "-1", "0.5", "9007199254740993", "\"5000\"", "null", "[]"] {
        assert_eq!(refused_fields(typed(with("point_value_rp", value)).await), ["point_value_rp"], "{value}");
    }
    // Ranks that no one can reach, because each requires a member with the other.
    let circle = json!([
        {"code": "member", "name": "Anggota", "keeps": "period", "needs": []},
        {"code": "a", "name": "A", "keeps": "period",
            "needs": [{"metric": "legs_with_rank", "rank": "b", "at_least": 1}]},
        {"code": "b", "name": "B", "keeps": "period",
            "needs": [{"metric": "directs_with_rank", "rank": "a", "at_least": 1}]},
    ]);
    let refused = refused_fields(typed(with("ranks", &circle.to_string())).await);
    assert!(refused.iter().any(|path| path.starts_with("ranks.1")), "{refused:?}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM compensation_plans").await, 0);
}
