//! Vouchers: created, changed, ended and deleted by the catalogue's desk.

use ksmart_foundation::time::{DAY_MS, rfc3339};
use ksmart_identity::roles::Role;
use ksmart_shop::vouchers;
use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

/// Returns a voucher's form as typed, valid from yesterday until a week from now.
fn form(shop: &Shop, code: &str) -> Value {
    let now_ms = shop.app.clock.now_ms();
    json!({
        "code": code, "title": "Hemat besar", "terms": ["Satu kali.", "  ", "Tidak dengan promo lain."],
        "picture": "vouchers/x.webp", "discount_percent": "12,50", "starts_at": rfc3339(now_ms - DAY_MS),
        "ends_at": rfc3339(now_ms + 7 * DAY_MS), "quota": 3, "member_quota": 2, "minimum_rp": 5000, "version": 0,
    })
}

fn with(mut form: Value, field: &str, value: impl Into<Value>) -> Value {
    form[field] = value.into();
    form
}

async fn make(keeper: &Actor, form: Value) -> Value {
    keeper.post("/api/admin/vouchers", form).await.expect(201)
}

/// Returns the names of the refused fields.
fn fields(body: &Value) -> Vec<&str> {
    body["fields"].as_array().unwrap().iter().map(|each| each["field"].as_str().unwrap()).collect()
}

/// Places an order of ten pieces with a percentage voucher; returns its number.
async fn buy(shop: &Shop, buyer: &Actor, product: i64, code: &str, discount_rp: i64) -> String {
    let made = shop.order(buyer).item(product, 10).voucher(code, discount_rp).placed().await;
    made["order_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn voucher_changes_are_in_the_audit_log() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let made = make(&keeper, form(&shop, " hemat 12 ")).await;
    assert_eq!((&made["code"], &made["discount_percent"]), (&json!("HEMAT 12"), &json!("12.5")));
    assert_eq!(made["terms"], json!(["Satu kali.", "Tidak dengan promo lain."]));
    assert_eq!((&made["status"], &made["used"], &made["orders"]), (&json!("running"), &json!(0), &json!(0)));
    let id = made["id"].as_i64().unwrap();
    let public = shop.guest().get("/api/vouchers/hemat%2012").await.expect(200);
    assert_eq!((&public["valid"], &public["discount"]), (&json!(true), &json!(12.5)));

    let edit = with(with(form(&shop, "HEMAT 13"), "title", "Lebih hemat"), "version", made["version"].clone());
    let changed = keeper.put(&format!("/api/admin/vouchers/{id}"), edit.clone()).await.expect(200);
    assert_eq!((&changed["code"], &changed["version"]), (&json!("HEMAT 13"), &json!(2)));
    // The second of two editors gets a conflict with the first one's version.
    let conflict = keeper.put(&format!("/api/admin/vouchers/{id}"), edit).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &changed));
    keeper.post(&format!("/api/admin/vouchers/{id}/end"), json!({"version": 1})).await.refused(409, "edit_conflict");

    let ended = keeper.post(&format!("/api/admin/vouchers/{id}/end"), json!({"version": 2})).await.expect(200);
    assert_eq!(ended["status"], "ended");
    let message = shop.guest().get("/api/vouchers/HEMAT%2013").await.expect(200)["message"].clone();
    assert_eq!(message, "Voucher sudah kedaluwarsa.");
    let again = keeper.post(&format!("/api/admin/vouchers/{id}/end"), json!({"version": 3})).await;
    again.refused(409, "move_refused");
    assert_eq!(keeper.get(&format!("/api/admin/vouchers/{id}")).await.expect(200), ended);

    keeper.delete(&format!("/api/admin/vouchers/{id}")).await.expect(204);
    keeper.get(&format!("/api/admin/vouchers/{id}")).await.refused(404, "not_found");
    shop.guest().get("/api/vouchers/HEMAT%2013").await.refused(404, "not_found");

    let log = admin.get("/api/admin/audit?subject=voucher").await.expect(200);
    let told = |entry: &Value| (entry["action"].clone(), entry["key"].clone(), entry["actor_email"].clone());
    let entries: Vec<_> = log["entries"].as_array().unwrap().iter().map(told).collect();
    let by = json!("catalogue@example.com");
    let entry = |action: &str, key: &str| (json!(action), json!(key), by.clone());
    assert_eq!(
        entries,
        [
            entry("delete", "HEMAT 13"),
            entry("end", "HEMAT 13"),
            entry("update", "HEMAT 13"),
            entry("create", "HEMAT 12")
        ]
    );
    let update = &log["entries"][2];
    assert_eq!((&update["before"]["title"], &update["after"]["title"]), (&json!("Hemat besar"), &json!("Lebih hemat")));
    assert_eq!(update["before"].as_object().unwrap().len(), 4, "{update}");
    let banker = shop.staff(Role::Finance).await;
    banker.post("/api/admin/vouchers", form(&shop, "LAIN")).await.refused(403, "forbidden");
}

#[tokio::test]
async fn invalid_voucher_fields_are_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let empty = keeper.post("/api/admin/vouchers", json!({})).await.expect(422);
    assert_eq!(fields(&empty), ["code", "title", "discount_percent", "starts_at", "ends_at"]);
    // Without a picture the shop draws one.
    let mut bare = form(&shop, "HEMAT 10");
    bare["picture"] = json!("");
    let made = keeper.post("/api/admin/vouchers", bare).await.expect(201);
    let picture = format!("/storage/{}", made["picture"].as_str().unwrap());
    assert!(shop.guest().request(Method::GET, &picture).send().await.unwrap().status().is_success(), "{made}");
    let good = || form(&shop, "BARU");
    let start = good()["starts_at"].clone();
    for (field, value) in [
        ("code", json!("ab")),
        ("code", json!("-AWAL")),
        ("code", json!("HEMAT_10")),
        ("code", json!("DISKÓN")),
        ("code", json!("X".repeat(31))),
        // A code that is taken, and one that has the same URL.
        ("code", json!("hemat 10")),
        ("code", json!("HEMAT-10")),
        ("title", json!("x".repeat(101))),
        ("title", json!("a\u{0}b")),
        ("terms", json!(["x".repeat(201)])),
        ("terms", json!(vec!["x"; 21])),
        ("picture", json!("vouchers/../secret")),
        ("picture", json!("banners/x.webp")),
        ("discount_percent", json!("0")),
        ("discount_percent", json!("100.01")),
        ("discount_percent", json!("1.234")),
        ("ends_at", start),
        ("ends_at", json!("besok")),
        ("quota", json!(0)),
        ("member_quota", json!(-1)),
        ("minimum_rp", json!(-1)),
        ("minimum_rp", json!(i64::MAX)),
    ] {
        let refused = keeper.post("/api/admin/vouchers", with(good(), field, value.clone())).await.expect(422);
        assert_eq!(fields(&refused), [field], "{value}");
        assert!(!refused["fields"][0]["message"].as_str().unwrap().is_empty());
    }
    keeper.post("/api/admin/vouchers", with(good(), "quota", "banyak")).await.refused(422, "invalid_field");
    assert_eq!(shop.count("SELECT COUNT(*) FROM vouchers").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries").await, 1);
    // A voucher without limits.
    let free = make(&keeper, with(with(good(), "quota", Value::Null), "member_quota", Value::Null)).await;
    assert_eq!((&free["quota"], &free["member_quota"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_used_voucher_cannot_be_renamed_or_deleted() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let (siti, budi) = (shop.member("siti").await, shop.member("budi").await);
    let tea = shop.product("Teh", 100, 100).await;
    let made = make(&keeper, with(form(&shop, "HEMAT"), "discount_percent", "10")).await;
    let id = made["id"].as_i64().unwrap();
    let path = format!("/api/admin/vouchers/{id}");
    buy(&shop, &siti, tea, "hemat", 10_000).await;
    buy(&shop, &siti, tea, "HEMAT", 10_000).await;
    let third = buy(&shop, &budi, tea, "HEMAT", 10_000).await;
    let full = keeper.get(&path).await.expect(200);
    assert_eq!((&full["used"], &full["orders"], &full["status"]), (&json!(3), &json!(3), &json!("used_up")));

    let edit = with(with(with(form(&shop, "LAIN"), "quota", 2), "member_quota", 1), "version", full["version"].clone());
    let refused = keeper.put(&path, edit.clone()).await.expect(422);
    assert_eq!(fields(&refused), ["code", "quota", "member_quota"]);
    assert_eq!(keeper.get(&path).await.expect(200), full, "a refusal changes nothing");
    keeper.delete(&path).await.refused(409, "move_refused");

    // A cancelled order releases its use of the voucher; the code stays on the order.
    admin.post(&format!("/api/admin/orders/{third}/cancel"), json!({"reason": "Salah"})).await.expect(200);
    let freed = keeper.get(&path).await.expect(200);
    assert_eq!((&freed["used"], &freed["orders"], &freed["status"]), (&json!(2), &json!(3), &json!("running")));
    let edit = with(with(edit, "code", "HEMAT"), "member_quota", 2);
    keeper.put(&path, edit).await.expect(200);
    keeper.delete(&path).await.refused(409, "move_refused");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_voucher_in_a_popup_cannot_be_deleted() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    shop.voucher("HEMAT", "10", None, None).await;
    let mut tx = shop.app.db.write().await.unwrap();
    let voucher = vouchers::find(&mut tx, "HEMAT").await.unwrap().unwrap();
    ksmart_shop::vouchers::popups::insert(&mut tx, voucher.id, "popup-vouchers/1.webp", 1).await.unwrap();
    tx.commit().await.unwrap();
    let path = format!("/api/admin/vouchers/{}", voucher.id);
    assert_eq!(keeper.get(&path).await.expect(200)["popups"], 1);
    keeper.delete(&path).await.refused(409, "move_refused");
    shop.change("DELETE FROM popup_vouchers").await;
    keeper.delete(&path).await.expect(204);
}

#[tokio::test]
async fn vouchers_are_searched_and_filtered() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let now_ms = shop.app.clock.now_ms();
    for (code, starts, ends, quota) in [
        ("JALAN-1", -1, 5, None),
        ("JALAN-2", -1, 5, Some(1)),
        ("NANTI-1", 1, 2, Some(1)),
        ("LEWAT-1", -9, -1, None),
        ("LEWAT-2", -9, -1, Some(1)),
        ("HABIS-1", -1, 9, Some(1)),
    ] {
        let form = with(form(&shop, code), "starts_at", rfc3339(now_ms + starts * DAY_MS));
        let form = with(with(form, "ends_at", rfc3339(now_ms + ends * DAY_MS)), "quota", json!(quota));
        make(&keeper, form).await;
    }
    shop.change("UPDATE vouchers SET used = 1 WHERE code IN ('HABIS-1', 'LEWAT-2')").await;
    let codes = async |query: &str| {
        let rows = keeper.all(&format!("/api/admin/vouchers?{query}"), "/vouchers", 2).await;
        rows.iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes("").await, ["HABIS-1", "JALAN-2", "JALAN-1", "NANTI-1", "LEWAT-2", "LEWAT-1"]);
    assert_eq!(codes("status=running").await, ["JALAN-2", "JALAN-1"]);
    assert_eq!(codes("status=upcoming").await, ["NANTI-1"]);
    assert_eq!(codes("status=ended").await, ["LEWAT-2", "LEWAT-1"]);
    assert_eq!(codes("status=used_up").await, ["HABIS-1"]);
    assert_eq!(codes("search=-1&status=ended").await, ["LEWAT-1"]);
    assert_eq!(codes("search=hemat%20BESAR").await.len(), 6);
    assert_eq!(codes("search=%25").await, [""; 0]);
    keeper.get("/api/admin/vouchers?status=lain").await.refused(400, "malformed_request");
    for row in keeper.get("/api/admin/vouchers").await.expect(200)["vouchers"].as_array().unwrap() {
        let code = row["code"].as_str().unwrap().to_owned();
        let of = codes(&format!("status={}", row["status"].as_str().unwrap())).await;
        assert!(of.contains(&code), "{row}");
    }
}

#[tokio::test]
async fn a_first_order_voucher_refuses_later_orders() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let made = make(&keeper, with(with(form(&shop, "PERTAMA"), "first_order", true), "minimum_rp", 0)).await;
    assert_eq!(made["first_order"], true);
    let tea = shop.product("Teh", 90, 100).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(tea, 10).body().await;
    let goods = request["gross_amount"].as_i64().unwrap() - request["shipping_cost"].as_i64().unwrap();
    let asked = async || budi.get("/api/vouchers/pertama").await.expect(200);
    assert_eq!(asked().await["valid"], true);
    let first = buy(&shop, &budi, tea, "PERTAMA", goods / 8).await;

    let said = "Voucher ini hanya untuk pesanan pertama Anda.";
    let again = asked().await;
    assert_eq!((&again["valid"], &again["discount"], &again["message"]), (&json!(false), &json!(0.0), &json!(said)));
    assert_eq!(shop.guest().get("/api/vouchers/pertama").await.expect(200)["valid"], true);
    assert_eq!(
        shop.order(&budi).item(tea, 10).voucher("PERTAMA", goods / 8).send().await.refused(409, "voucher_invalid"),
        said
    );
    assert_eq!(shop.count("SELECT COUNT(*) FROM orders").await, 1);

    // A cancelled order does not count as a first order.
    budi.post(&format!("/api/transactions/{first}/cancel"), json!({})).await.expect(200);
    assert_eq!(asked().await["valid"], true);
    buy(&shop, &budi, tea, "PERTAMA", goods / 8).await;
    shop.must_be_sound().await;
}
