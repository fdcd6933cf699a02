//! Banners and the popup's pictures as the catalogue's desk makes, changes and orders them.

use ksmart::identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

fn fields(body: &Value) -> Vec<&str> {
    body["fields"].as_array().unwrap().iter().map(|each| each["field"].as_str().unwrap()).collect()
}

async fn banner(keeper: &Actor, alt: &str, link: &str) -> i64 {
    let form = json!({"picture": "banners/a.webp", "alt": alt, "link": link});
    keeper.post("/api/admin/banners", form).await.expect(201)["id"].as_i64().unwrap()
}

/// What the home page shows of its banners.
async fn alts(shop: &Shop) -> Vec<String> {
    let banners = shop.guest().get("/api/banners").await.expect(200);
    banners.as_array().unwrap().iter().map(|each| each["alt"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn banners_are_made_changed_ordered_and_deleted() {
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
    // The set is another now: whoever orders the old one is told.
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
async fn a_banner_says_what_it_shows_and_leads_nowhere_else() {
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
async fn popups_show_vouchers_in_the_shops_order() {
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
    // A voucher that has ended is not shown, and the list says so.
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
