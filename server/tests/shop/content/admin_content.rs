//! Banners and the popup's pictures, as the catalogue's desk creates, changes and orders them.

use ksmart_foundation::time::{DAY_MS, rfc3339};
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

fn fields(body: &Value) -> Vec<&str> {
    body["fields"].as_array().unwrap().iter().map(|each| each["field"].as_str().unwrap()).collect()
}

async fn banner(keeper: &Actor, alt: &str, link: &str) -> i64 {
    let form = json!({"picture": "banners/a.webp", "alt": alt, "link": link});
    keeper.post("/api/admin/banners", form).await.expect(201)["id"].as_i64().unwrap()
}

/// Returns the `alt` texts of the home page's banners.
async fn alts(shop: &Shop) -> Vec<String> {
    let banners = shop.guest().get("/api/banners").await.expect(200);
    banners.as_array().unwrap().iter().map(|each| each["alt"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn banners_are_created_ordered_and_deleted() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let first = banner(&keeper, "Satu", "/voucher").await;
    let second = banner(&keeper, "Dua", "").await;
    let third = banner(&keeper, " Tiga ", "/product/7-madu").await;
    assert_eq!(alts(&shop).await, ["Satu", "Dua", "Tiga"]);

    let path = format!("/api/admin/banners/{second}");
    let edit = json!({"picture": "banners/b.webp", "alt": "Kedua", "link": "/why", "version": 1});
    let changed = keeper.put(&path, edit.clone()).await.expect(200);
    assert_eq!((&changed["alt"], &changed["link"], &changed["version"]), (&json!("Kedua"), &json!("/why"), &json!(2)));
    let conflict = keeper.put(&path, edit).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &changed));
    assert_eq!(keeper.get(&path).await.expect(200), changed);

    let ordered = keeper.put("/api/admin/banners/order", json!({"ids": [third, first, second]})).await.expect(200);
    assert_eq!(ordered["banners"][0]["id"], third);
    assert_eq!(alts(&shop).await, ["Tiga", "Satu", "Kedua"]);
    let html = shop.guest().get("/").await.expect(200);
    assert!(html.as_str().unwrap().contains("alt=\"Tiga\""), "the page begins with the first banner");

    keeper.delete(&path).await.expect(204);
    keeper.delete(&path).await.refused(404, "not_found");
    // The set has changed: an order of the old set is refused.
    for ids in [json!([third, first, second]), json!([third]), json!([first, first]), json!([])] {
        let refused = keeper.put("/api/admin/banners/order", json!({"ids": ids})).await.expect(409);
        assert_eq!(
            (&refused["code"], refused["current"]["banners"].as_array().unwrap().len()),
            (&json!("edit_conflict"), 2)
        );
        let said = refused["message"].as_str().unwrap();
        assert!(said.starts_with("Data ini baru saja diubah oleh catalogue ("), "{said}");
    }
    assert_eq!(alts(&shop).await, ["Tiga", "Satu"]);
    let fourth = banner(&keeper, "Empat", "/").await;
    assert_eq!(alts(&shop).await, ["Tiga", "Satu", "Empat"]);

    let log = admin.get("/api/admin/audit?subject=banner").await.expect(200);
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|each| each["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["create", "delete", "order", "update", "create", "create", "create"]);
    assert_eq!(log["entries"][0]["key"], fourth.to_string());
    assert_eq!(log["entries"][2]["after"]["order"], json!(["Tiga", "Satu", "Kedua"]));
    let packer = shop.staff(Role::Fulfilment).await;
    packer.put("/api/admin/banners/order", json!({"ids": [third, first, fourth]})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_banner_links_only_within_the_shop() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let empty = keeper.post("/api/admin/banners", json!({})).await.expect(422);
    assert_eq!(fields(&empty), ["picture", "alt"]);
    for link in ["https://example.com", "//example.com", "javascript:alert(1)", "/admin", "/api/products", "voucher"] {
        let form = json!({"picture": "banners/a.webp", "alt": "Satu", "link": link});
        let refused = keeper.post("/api/admin/banners", form).await.expect(422);
        assert_eq!(fields(&refused), ["link"], "{link}");
    }
    for place in 0..30 {
        banner(&keeper, &format!("Banner {place}"), "/").await;
    }
    let form = json!({"picture": "banners/a.webp", "alt": "Satu lagi", "link": null});
    keeper.post("/api/admin/banners", form).await.refused(409, "move_refused");
}

#[tokio::test]
async fn popup_vouchers_follow_the_chosen_order() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    shop.voucher("SATU", "10", None, None).await;
    shop.voucher("DUA", "20", None, None).await;
    let form = |voucher: i64| json!({"voucher_id": voucher, "picture": "popup-vouchers/a.webp", "version": 1});
    let refused = keeper.post("/api/admin/popup-vouchers", json!({})).await.expect(422);
    assert_eq!(fields(&refused), ["picture", "voucher_id"]);
    let refused = keeper.post("/api/admin/popup-vouchers", form(99)).await.expect(422);
    assert_eq!(fields(&refused), ["voucher_id"]);
    let first = keeper.post("/api/admin/popup-vouchers", form(1)).await.expect(201);
    assert_eq!((&first["voucher_code"], &first["shown"]), (&json!("SATU"), &json!(true)));
    let second = keeper.post("/api/admin/popup-vouchers", form(1)).await.expect(201);
    let path = format!("/api/admin/popup-vouchers/{}", second["id"]);
    let changed = keeper.put(&path, form(2)).await.expect(200);
    assert_eq!((&changed["voucher_code"], &changed["version"]), (&json!("DUA"), &json!(2)));
    let conflict = keeper.put(&path, form(1)).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &changed));
    assert_eq!(keeper.get(&path).await.expect(200), changed);

    let order = json!({"ids": [second["id"], first["id"]]});
    keeper.put("/api/admin/popup-vouchers/order", order.clone()).await.expect(200);
    let codes = async || {
        let popups = shop.guest().get("/api/popup-voucher").await.expect(200);
        popups.as_array().unwrap().iter().map(|each| each["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes().await, ["DUA", "SATU"]);
    // A popup with an ended voucher is not shown, and the list reports that.
    keeper.post("/api/admin/vouchers/2/end", json!({"version": 1})).await.expect(200);
    assert_eq!(codes().await, ["SATU"]);
    let listed = keeper.get("/api/admin/popup-vouchers").await.expect(200);
    assert_eq!((&listed["popups"][0]["shown"], &listed["popups"][1]["shown"]), (&json!(false), &json!(true)));
    keeper.delete(&path).await.expect(204);
    let said = keeper.put("/api/admin/popup-vouchers/order", order).await.refused(409, "edit_conflict");
    assert!(said.starts_with("Data ini baru saja diubah oleh catalogue ("), "{said}");

    let log = admin.get("/api/admin/audit?subject=popup_voucher").await.expect(200);
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|each| each["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["delete", "order", "update", "create", "create"]);
    assert_eq!(log["entries"][2]["after"], json!({"voucher": "DUA"}));
    let banker = shop.staff(Role::Finance).await;
    banker.post("/api/admin/popup-vouchers", form(1)).await.refused(403, "forbidden");
}

#[tokio::test]
async fn banners_are_shown_only_in_their_time() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let now_ms = shop.app.clock.now_ms();
    let at = |shift_ms: i64| rfc3339(now_ms + shift_ms);
    let form = |alt: &str, starts: Value, ends: Value, off: bool| {
        json!({"picture": "banners/a.webp", "alt": alt, "link": null, "starts_at": starts, "ends_at": ends,
               "switched_off": off, "version": 1})
    };
    let made = async |form: Value| keeper.post("/api/admin/banners", form).await.expect(201);
    let always = banner(&keeper, "Selalu", "/").await;
    let running = made(form("Kini", json!(at(-DAY_MS)), json!(at(DAY_MS)), false)).await;
    let upcoming = made(form("Nanti", json!(at(DAY_MS)), json!(""), false)).await;
    let ended = made(form("Dulu", Value::Null, json!(at(-DAY_MS)), false)).await;
    let off = made(form("Mati", Value::Null, Value::Null, true)).await;
    let states = [&running, &upcoming, &ended, &off].map(|banner| banner["state"].as_str().unwrap());
    assert_eq!(states, ["running", "upcoming", "ended", "off"]);
    assert_eq!((&upcoming["starts_at"], &upcoming["ends_at"]), (&json!(at(DAY_MS)), &Value::Null));
    assert_eq!(alts(&shop).await, ["Selalu", "Kini"]);
    let listed = keeper.get("/api/admin/banners").await.expect(200);
    assert_eq!((listed["banners"].as_array().unwrap().len(), &listed["banners"][0]["state"]), (5, &json!("running")));

    // Pages drawn by the server use the same clock.
    shop.app.clock.advance(2 * DAY_MS);
    assert_eq!(alts(&shop).await, ["Selalu", "Nanti"]);
    let html = shop.guest().get("/").await.expect(200);
    let html = html.as_str().unwrap();
    assert!(html.contains("alt=\"Nanti\"") && !html.contains("alt=\"Kini\""), "{html}");

    let path = format!("/api/admin/banners/{always}");
    let switched = keeper.put(&path, form("Selalu", Value::Null, Value::Null, true)).await.expect(200);
    assert_eq!((&switched["state"], &switched["switched_off"]), (&json!("off"), &json!(true)));
    assert_eq!(alts(&shop).await, ["Nanti"]);
    let log = admin.get(&format!("/api/admin/audit?subject=banner&key={always}")).await.expect(200);
    assert_eq!(log["entries"][0]["after"]["switched_off"], true);

    let wrong = form("Salah", json!(at(DAY_MS)), json!(at(DAY_MS)), false);
    assert_eq!(fields(&keeper.post("/api/admin/banners", wrong).await.expect(422)), ["ends_at"]);
    let wrong = form("Salah", json!("besok"), json!("1999-01-01T00:00:00Z"), false);
    assert_eq!(fields(&keeper.post("/api/admin/banners", wrong).await.expect(422)), ["starts_at", "ends_at"]);
}

#[tokio::test]
async fn popup_vouchers_are_shown_only_in_their_time() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let budi = shop.member("budi").await;
    shop.voucher("SATU", "10", None, None).await;
    let now_ms = shop.app.clock.now_ms();
    let form = |starts: Value, off: bool| json!({"voucher_id": 1, "picture": "popup-vouchers/a.webp", "starts_at": starts, "switched_off": off, "version": 1});
    let count = async || shop.guest().get("/api/popup-voucher").await.expect(200).as_array().unwrap().len();
    let off = keeper.post("/api/admin/popup-vouchers", form(Value::Null, true)).await.expect(201);
    let later = json!(rfc3339(now_ms + DAY_MS));
    let upcoming = keeper.post("/api/admin/popup-vouchers", form(later, false)).await.expect(201);
    assert_eq!((&off["state"], &off["shown"]), (&json!("off"), &json!(false)));
    assert_eq!((&upcoming["state"], &upcoming["shown"]), (&json!("upcoming"), &json!(false)));
    assert_eq!(count().await, 0);
    let path = format!("/api/admin/popup-vouchers/{}", off["id"]);
    let on = keeper.put(&path, form(Value::Null, false)).await.expect(200);
    assert_eq!((&on["state"], &on["shown"], count().await), (&json!("running"), &json!(true), 1));

    // A voucher in a popup must stay open to everyone, and a voucher for chosen members cannot be in a popup.
    let mut voucher = keeper.get("/api/admin/vouchers/1").await.expect(200);
    voucher["chosen_members"] = json!(true);
    voucher["members"] = json!([budi.get("/api/me").await.expect(200)["uid"]]);
    voucher["products"] = json!([]);
    let refused = keeper.put("/api/admin/vouchers/1", voucher.clone()).await.expect(422);
    assert_eq!(fields(&refused), ["members"]);
    for popup in [&off, &upcoming] {
        keeper.delete(&format!("/api/admin/popup-vouchers/{}", popup["id"])).await.expect(204);
    }
    keeper.put("/api/admin/vouchers/1", voucher).await.expect(200);
    let refused = keeper.post("/api/admin/popup-vouchers", form(Value::Null, false)).await.expect(422);
    assert_eq!(fields(&refused), ["voucher_id"]);
    assert!(refused["message"].as_str().unwrap().contains("anggota tertentu"), "{refused}");
}
