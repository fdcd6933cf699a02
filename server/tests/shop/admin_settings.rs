//! The settings: edited by the owner, and applied across the shop.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    fakes::komerce::Komerce,
    shop::{Actor, JAKARTA, Shop},
};

/// Returns the id and the label of a subdistrict of Bandung.
async fn bandung(shop: &Shop) -> (i64, String) {
    let found = shop.guest().get("/api/search-destination?keyword=coblong%20dago").await.expect(200);
    let place = &found["data"][0];
    (place["id"].as_i64().unwrap(), place["label"].as_str().unwrap().to_owned())
}

/// Returns the settings in the form in which the owner sends them, unchanged.
async fn form(owner: &Actor) -> Value {
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings.as_object_mut().unwrap().remove("operation");
    settings
}

fn with(mut form: Value, changes: Value) -> Value {
    form.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    form
}

/// Returns the shop's data for the app from a page.
async fn told(shop: &Shop, path: &str) -> Value {
    let html = shop.guest().get(path).await.body;
    let (_, data) = html.as_str().unwrap().split_once("<script type=\"application/json\" id=\"shop\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn the_owner_must_choose_the_shipping_origin() {
    let shop = Shop::start_new(&[]).await;
    let owner = shop.admin().await;
    let is_done = async || {
        let setup = owner.get("/api/admin/setup").await.expect(200);
        setup["steps"].as_array().unwrap().iter().find(|step| step["step"] == "origin").unwrap()["done"].clone()
    };
    let before = form(&owner).await;
    assert_eq!((&before["shipping_origin_chosen"], &before["shipping_origin_id"]), (&json!(false), &json!(JAKARTA)));
    let name = json!({"shop_name": "Melati Sehat", "shipping_origin_open": true});
    let named = owner.put("/api/admin/settings", with(before, name)).await.expect(200);
    assert_eq!((&named["shop_name"], &named["shipping_origin_chosen"]), (&json!("Melati Sehat"), &json!(false)));
    assert_eq!(is_done().await, false);
    // The program's default place may also be the shop's own.
    let chosen = owner.put("/api/admin/settings", form(&owner).await).await.expect(200);
    assert_eq!((&chosen["shipping_origin_chosen"], is_done().await), (&json!(true), json!(true)));
    // Once a place has been chosen, `shipping_origin_open` no longer has an effect.
    let (origin, label) = bandung(&shop).await;
    let moved = json!({"shipping_origin_id": origin, "shipping_origin_open": true});
    let moved = owner.put("/api/admin/settings", with(form(&owner).await, moved)).await.expect(200);
    assert_eq!((&moved["shipping_origin_id"], &moved["shipping_origin_label"]), (&json!(origin), &json!(label)));
}

#[tokio::test]
async fn saved_settings_appear_throughout_the_shop() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let before = form(&owner).await;
    assert_eq!((&before["shop_name"], &before["low_stock"]), (&json!("K-Smart"), &json!(5)));
    assert_eq!((&before["payout_tax_percent"], &before["downline_contacts"]), (&json!("2.5"), &json!("unchosen")));
    assert_eq!(before["shipping_origin_id"], JAKARTA);
    assert!(before["shipping_origin_label"].as_str().unwrap().starts_with("Kuningan Timur, "));
    assert_eq!(told(&shop, "/").await["email"], "layanan@ksmart.test");

    let (origin, label) = bandung(&shop).await;
    let name = "Sehat & Co </script><script>alert(1)";
    let changes = json!({
        "shop_name": name, "shop_address": " Jl. Dago 1, Bandung ", "shop_hours": "", "shop_email": "halo@sehat.example",
        "shop_phone": "(022) 555-0100", "shop_whatsapp": "0812-3456-7890", "shipping_origin_id": origin,
        "shipping_origin_label": "tidak benar", "low_stock": 9, "downline_contacts": "masked",
        "payout_tax_percent": "3,25",
    });
    let saved = owner.put("/api/admin/settings", with(before.clone(), changes)).await.expect(200);
    assert_eq!((&saved["shop_whatsapp"], &saved["payout_tax_percent"]), (&json!("+6281234567890"), &json!("3.25")));
    assert_eq!((&saved["shipping_origin_label"], &saved["version"]), (&json!(label), &json!(1)));
    assert_eq!(owner.get("/api/admin/settings").await.expect(200), saved);
    // Other modules read the rows by their names.
    assert_eq!(shop.count("SELECT CAST(value AS BIGINT) FROM settings WHERE name = 'low_stock'").await, 9);

    for path in ["/", "/profile", "/tidak/ada"] {
        let contact = told(&shop, path).await;
        assert_eq!((&contact["name"], &contact["address"]), (&json!(name), &json!("Jl. Dago 1, Bandung")), "{path}");
        assert_eq!((&contact["hours"], &contact["whatsapp"]), (&json!(""), &json!("+6281234567890")), "{path}");
    }
    let html = shop.guest().get("/voucher").await.expect(200);
    let html = html.as_str().unwrap();
    let escaped = "Sehat &amp; Co &lt;/script&gt;&lt;script&gt;alert(1)";
    assert!(html.contains(&format!("<title>Voucher · {escaped}</title>")), "{html}");
    assert!(html.contains(&format!("property=\"og:site_name\" content=\"{escaped}\"")), "{html}");
    assert!(!html.contains("<script>alert(1)"), "{html}");
    let product = shop.product("Teh", 100, 5).await;
    let page = shop.guest().get(&format!("/product/{product}-teh")).await.expect(200);
    assert!(
        page.as_str().unwrap().contains("\"seller\":{\"@type\":\"Organization\",\"name\":\"Sehat \\u0026 Co"),
        "{page}"
    );
    let manifest = shop.guest().get("/manifest.webmanifest").await.expect(200);
    assert_eq!((&manifest["name"], &manifest["short_name"]), (&json!(name), &json!(name)));
    assert!(manifest["icons"].as_array().unwrap().len() > 1);

    // The second of two editors gets a conflict.
    let conflict = owner.put("/api/admin/settings", before).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &saved));
    let log = owner.get("/api/admin/audit?subject=settings").await.expect(200);
    assert_eq!(log["entries"].as_array().unwrap().len(), 1);
    assert_eq!(log["entries"][0]["before"]["shop_name"], "K-Smart");
    assert_eq!(log["entries"][0]["after"]["low_stock"], "9");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_settings_are_refused_by_field() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let good = form(&owner).await;
    let refused = owner.put("/api/admin/settings", json!({})).await.expect(422);
    let fields: Vec<_> =
        refused["fields"].as_array().unwrap().iter().map(|each| each["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["shop_name", "shipping_origin_id", "downline_contacts", "payout_tax_percent"]);
    for (field, value) in [
        ("shop_name", json!("x".repeat(61))),
        ("shop_name", json!("a\u{7}b")),
        ("shop_address", json!("x".repeat(201))),
        ("shop_email", json!("bukan email")),
        ("shop_phone", json!("telepon")),
        ("shop_whatsapp", json!("021555")),
        ("shipping_origin_id", json!(999_999)),
        ("shipping_origin_id", json!(-1)),
        ("low_stock", json!(-1)),
        ("low_stock", json!(1_000_001)),
        ("downline_contacts", json!("all")),
        ("payout_tax_percent", json!("101")),
        ("payout_tax_percent", json!("2.555")),
        ("payout_tax", json!("none")),
        ("tax_number", json!("12")),
        ("legal_name", json!("x".repeat(101))),
        ("legal_address", json!("a\nb")),
        ("taxable", json!("maybe")),
    ] {
        let refused = owner.put("/api/admin/settings", with(good.clone(), json!({field: value}))).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{value}");
        assert_eq!(refused["fields"].as_array().unwrap().len(), 1, "{refused}");
    }
    for role in [Role::Fulfilment, Role::Finance, Role::Catalogue] {
        let staff = shop.staff(role).await;
        staff.put("/api/admin/settings", good.clone()).await.refused(403, "forbidden");
        staff.get("/api/admin/settings").await.refused(403, "forbidden");
    }
    assert_eq!(form(&owner).await, good, "a refusal changes nothing");
    // Only the name is required.
    let bare =
        json!({"shop_address": "", "shop_email": "", "shop_phone": "", "shop_whatsapp": "", "payout_tax_percent": "0"});
    owner.put("/api/admin/settings", with(good, bare)).await.expect(200);
}

#[tokio::test]
async fn omitted_settings_stay_unchanged() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let set = json!({
        "low_stock": 9, "payout_tax": "pph21", "return_days": 14, "buyback_days": 90, "buyback_percent": "12.5",
        "tax_number": "0123456789012345", "taxable": "yes", "minimum_binds": true, "max_unpaid_orders": 3,
        "max_unpaid_pieces": 40, "holds_first_cod": true, "tells_views": false, "registration_later": ["alamat", "bank"],
        "plan_a_text": "Untuk belanja sendiri.", "plan_b_text": "Untuk jaringan.", "visitor_prices": "both",
    });
    let mut saved = owner.put("/api/admin/settings", with(form(&owner).await, set.clone())).await.expect(200);
    for nothing in [None, Some(Value::Null)] {
        let mut bare = form(&owner).await;
        for name in set.as_object().unwrap().keys() {
            bare.as_object_mut().unwrap().remove(name);
            bare.as_object_mut().unwrap().extend(nothing.clone().map(|nothing| (name.clone(), nothing)));
        }
        saved["version"] = json!(saved["version"].as_i64().unwrap() + 1);
        assert_eq!(owner.put("/api/admin/settings", bare).await.expect(200), saved);
    }
    let without = with(form(&owner).await, json!({"max_unpaid_orders": 0, "max_unpaid_pieces": 0, "taxable": "no"}));
    let open = owner.put("/api/admin/settings", without).await.expect(200);
    assert_eq!((&open["max_unpaid_orders"], &open["max_unpaid_pieces"]), (&json!(0), &json!(0)));
    assert_eq!((&open["taxable"], &open["minimum_binds"]), (&json!("no"), &json!(true)));
}

#[tokio::test]
async fn settings_never_show_secret_keys() {
    let shop = Shop::start().await;
    let operation = shop.admin().await.get("/api/admin/settings").await.expect(200)["operation"].take();
    assert_eq!((&operation["payment"], &operation["shipping"]), (&json!("built_in_sandbox"), &json!("built_in")));
    assert_eq!((&operation["chat_model"], &operation["public_url_set"]), (&Value::Null, &json!(false)));
    assert_eq!(operation["database"], if shop.app.db.is_shared() { "postgres" } else { "sqlite" });
    for (key, kind) in [("SB-Mid-server-rahasia1", "midtrans_sandbox"), ("Mid-server-rahasia1", "midtrans_production")]
    {
        let shop = Shop::start_with(&[
            "--public-url=https://toko.example/",
            &format!("--midtrans-server-key={key}"),
            "--komerce-api-key=kunci-rahasia2",
            "--chat-api-key=sk-rahasia3",
            "--chat-model=kecil",
        ])
        .await;
        let settings = shop.admin().await.get("/api/admin/settings").await.expect(200);
        let operation = &settings["operation"];
        assert_eq!((&operation["payment"], &operation["shipping"]), (&json!(kind), &json!("komerce")));
        assert_eq!((&operation["chat_model"], &operation["storage"]), (&json!("kecil"), &json!("file")));
        assert_eq!(operation["notification_url"], "https://toko.example/api/payments/notification");
        assert!(!settings.to_string().contains("rahasia"), "{settings}");
    }
}

#[tokio::test]
async fn shipping_is_priced_from_the_chosen_origin() {
    let komerce = Komerce::start().await;
    let flags = komerce.flags();
    let shop = Shop::start_with(&[&flags[0], &flags[1]]).await;
    let owner = shop.admin().await;
    let parcel = "receiver_destination_id=34167&weight=1&item_value=5&cod=no";
    let guest = shop.guest();
    guest.get(&format!("/api/calculate-shipping?shipper_destination_id=17579&{parcel}")).await.expect(200);
    let origin = async || komerce.asked().pop().unwrap().split_once("shipper_destination_id=").unwrap().1.to_owned();
    assert!(origin().await.starts_with("17579&"));

    let moved = json!({"shipping_origin_id": 501, "shipping_origin_label": "COBLONG, BANDUNG, 40135"});
    let saved = owner.put("/api/admin/settings", with(form(&owner).await, moved)).await.expect(200);
    assert_eq!(saved["shipping_origin_label"], "COBLONG, BANDUNG, 40135");
    // Costs stored for the old place are not used for the new one; the specification's number means the shop's own
    // place.
    for shipper in ["shipper_destination_id=17579&", "shipper_destination_id=501&", ""] {
        guest.get(&format!("/api/calculate-shipping?{shipper}{parcel}")).await.expect(200);
        assert!(origin().await.starts_with("501&"), "{shipper}");
    }
    guest.get(&format!("/api/calculate-shipping?shipper_destination_id=502&{parcel}")).await.refused(404, "not_found");
}
