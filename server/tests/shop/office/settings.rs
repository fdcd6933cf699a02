//! The settings: edited by the owner, and applied across the shop.

use clap::Parser;
use ksmart::app::App;
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    bonuses::payouts::shop_with_bonuses,
    fakes::komerce::Komerce,
    shop::{Flags, JAKARTA, Shop, with},
};

/// Returns the id and the label of a subdistrict of Bandung.
async fn bandung(shop: &Shop) -> (i64, String) {
    let found = shop.guest().get("/api/search-destination?keyword=coblong%20dago").await.expect(200);
    let place = &found["data"][0];
    (place["id"].as_i64().unwrap(), place["label"].as_str().unwrap().to_owned())
}

/// Returns the shop's data that a page contains for the web app.
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
    let before = owner.get("/api/admin/settings").await.expect(200)["origin"].take();
    assert_eq!((&before["version"], &before["values"]["id"]), (&json!(0), &json!(JAKARTA)));
    owner.edit_settings("contact", json!({"name": "Melati Sehat"})).await.expect(200);
    assert_eq!(is_done().await, false);
    // The program's default place may also be the shop's own.
    let chosen = owner.edit_settings("origin", json!({})).await.expect(200);
    assert_eq!((&chosen["origin"]["version"], is_done().await), (&json!(1), json!(true)));
    let (id, label) = bandung(&shop).await;
    let moved = owner.edit_settings("origin", json!({"id": id, "label": "tidak benar"})).await.expect(200);
    assert_eq!(moved["origin"]["values"], json!({"id": id, "label": label}));
}

#[tokio::test]
async fn saved_settings_appear_throughout_the_shop() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let before = owner.get("/api/admin/settings").await.expect(200);
    assert_eq!(
        (&before["contact"]["values"]["name"], before["contact"]["version"].as_i64()),
        (&json!("K-Smart"), Some(1))
    );
    assert_eq!((&before["sales"]["values"]["low_stock"], before["sales"]["version"].as_i64()), (&json!(5), Some(0)));
    assert_eq!(before["taxes"]["values"]["percent"], "2.5");
    assert_eq!(before["privacy"]["values"]["downline_contacts"], Value::Null);
    assert!(before["origin"]["values"]["label"].as_str().unwrap().starts_with("Kuningan Timur, "));
    assert_eq!(told(&shop, "/").await["email"], "layanan@ksmart.test");

    let name = "Sehat & Co </script><script>alert(1)";
    let contact = json!({
        "name": name, "address": " Jl. Dago 1, Bandung ", "hours": "", "email": "halo@sehat.example",
        "phone": "(022) 555-0100", "whatsapp": "0812-3456-7890",
    });
    let saved = owner.edit_settings("contact", contact).await.expect(200);
    assert_eq!(
        (&saved["contact"]["values"]["whatsapp"], &saved["contact"]["version"]),
        (&json!("+6281234567890"), &json!(2))
    );
    let saved = owner.edit_settings("taxes", json!({"percent": "3,25 %"})).await.expect(200);
    assert_eq!((&saved["taxes"]["values"]["percent"], &saved["taxes"]["version"]), (&json!("3.25"), &json!(1)));
    assert_eq!(owner.get("/api/admin/settings").await.expect(200), saved);

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

    // The second of two editors gets a conflict; other sections are not concerned.
    let conflict = owner.put("/api/admin/settings/contact", before["contact"].clone()).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &saved));
    owner.put("/api/admin/settings/sales", before["sales"].clone()).await.expect(200);
    for version in [-1, i64::MAX] {
        let unknown = with(before["contact"].clone(), &json!({"version": version}));
        owner.put("/api/admin/settings/contact", unknown).await.refused(409, "edit_conflict");
    }
    let log = owner.get("/api/admin/audit?subject=settings").await.expect(200);
    let logged: Vec<_> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["key"]).collect();
    assert_eq!(logged, ["penjualan", "pengaturan pajak", "kontak"]);
    assert_eq!(log["entries"][2]["before"]["name"], "K-Smart");
    assert_eq!(log["entries"][1]["after"], json!({"tax_percent": "3.25"}));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_settings_are_refused_by_field() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let good = owner.get("/api/admin/settings").await.expect(200);
    for (section, field, value) in [
        ("contact", "name", json!("")),
        ("contact", "name", json!("x".repeat(61))),
        ("contact", "name", json!("a\u{7}b")),
        ("contact", "address", json!("x".repeat(201))),
        ("contact", "email", json!("bukan email")),
        ("contact", "phone", json!("telepon")),
        ("contact", "whatsapp", json!("021555")),
        ("origin", "id", json!(999_999)),
        ("origin", "id", json!(-1)),
        ("sales", "low_stock", json!(-1)),
        ("sales", "low_stock", json!(1_000_001)),
        ("returns", "return_days", json!(366)),
        ("returns", "buyback_percent", json!("-1")),
        ("registration", "plan_a_text", json!("x".repeat(201))),
        ("privacy", "message_days", json!(30)),
        ("privacy", "backups_kept", json!(61)),
        ("payouts", "bank_hold_days", json!(31)),
        ("security", "session_days", json!(0)),
        ("security", "approval_wait_days", json!(31)),
        ("taxes", "percent", json!("101")),
        ("taxes", "percent", json!("banyak")),
        ("taxes", "percent", json!("")),
        ("taxes", "percent", json!("2.555")),
        ("taxes", "tax_number", json!("12")),
        ("taxes", "legal_name", json!("x".repeat(101))),
        ("taxes", "legal_address", json!("a\nb")),
    ] {
        let refused = owner.edit_settings(section, json!({field: value.clone()})).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{value}");
        assert_eq!(refused["fields"].as_array().unwrap().len(), 1, "{refused}");
    }
    for (section, field, value) in [
        ("privacy", "downline_contacts", json!("all")),
        ("taxes", "method", json!("none")),
        ("taxes", "taxable", json!("maybe")),
        ("sales", "low_stock", Value::Null),
        ("sales", "unknown", json!(1)),
    ] {
        owner.edit_settings(section, json!({field: value})).await.refused(422, "invalid_field");
    }
    for role in [Role::Fulfilment, Role::Finance, Role::Catalogue] {
        let staff = shop.staff(role).await;
        staff.put("/api/admin/settings/contact", good["contact"].clone()).await.refused(403, "forbidden");
        staff.get("/api/admin/settings").await.refused(403, "forbidden");
    }
    assert_eq!(owner.get("/api/admin/settings").await.expect(200), good, "a refusal changes nothing");
    // Only the name is required.
    let bare = json!({"address": "", "hours": "", "email": "", "phone": "", "whatsapp": ""});
    owner.edit_settings("contact", bare).await.expect(200);
}

#[tokio::test]
async fn a_settings_edit_must_contain_every_value() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let all = owner.get("/api/admin/settings").await.expect(200);
    let mut values = 0;
    for (section, edit) in all.as_object().unwrap().iter().filter(|(_, each)| each["values"].is_object()) {
        for name in edit["values"].as_object().unwrap().keys() {
            let mut edit = edit.clone();
            edit["values"].as_object_mut().unwrap().remove(name);
            owner.put(&format!("/api/admin/settings/{section}"), edit).await.refused(422, "invalid_field");
            values += 1;
        }
    }
    assert_eq!(values, 39);
    assert_eq!(owner.get("/api/admin/settings").await.expect(200), all);
    for (section, edit) in all.as_object().unwrap().iter().filter(|(_, each)| each["values"].is_object()) {
        owner.put(&format!("/api/admin/settings/{section}"), edit.clone()).await.expect(200);
    }
}

#[tokio::test]
async fn invalid_stored_settings_are_an_error() {
    let (shop, _, _, keeper) = shop_with_bonuses().await;
    let preview = format!("/api/admin/payouts/preview?period_id={}", shop.closed);
    assert_eq!(keeper.get(&preview).await.expect(200)["tax_percent"], "2.5");
    for percent in ["banyak", "100.01"] {
        shop.set("taxes", json!({"percent": percent})).await;
        keeper.get(&preview).await.refused(500, "internal");
    }
    let report = ksmart_ops::integrity::run(&shop.app.db).await.unwrap();
    assert!(!report.is_sound(), "{report}");
    assert!(report.to_string().contains(r#"the settings "taxes" are invalid: percent: "#), "{report}");
    // A server does not start on such settings.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let flags = Flags::parse_from([vec!["ksmart".to_owned()], shop.flags()].concat());
    let refused = App::open(&flags.config, listener.local_addr().unwrap()).await.err().unwrap();
    assert!(refused.starts_with(r#"the settings "taxes" are invalid: percent: "#), "{refused}");
    // The check reports a section that no code reads.
    shop.change("UPDATE settings SET section = 'texes' WHERE section = 'taxes'").await;
    let report = ksmart_ops::integrity::run(&shop.app.db).await.unwrap();
    assert_eq!(report.broken(), ["settings"], "{report}");
    shop.change("DELETE FROM settings WHERE section = 'texes'").await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn settings_added_later_have_defaults() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    // The row was written by an earlier version of the program, which knew only this value.
    shop.set("returns", json!({"return_days": 14})).await;
    let returns = json!({
        "return_days": 14, "buyback_days": 0, "buyback_percent": "10", "unwanted_refunds_shipping": false,
    });
    assert_eq!(owner.settings("returns").await, returns);
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

    let moved = json!({"id": 501, "label": "COBLONG, BANDUNG, 40135"});
    let saved = owner.edit_settings("origin", moved.clone()).await.expect(200);
    assert_eq!(saved["origin"]["values"], moved);
    // Costs stored for the old place are not used for the new one; 17579 means the shop's own place, wherever it is.
    for shipper in ["shipper_destination_id=17579&", "shipper_destination_id=501&", ""] {
        guest.get(&format!("/api/calculate-shipping?{shipper}{parcel}")).await.expect(200);
        assert!(origin().await.starts_with("501&"), "{shipper}");
    }
    guest.get(&format!("/api/calculate-shipping?shipper_destination_id=502&{parcel}")).await.refused(404, "not_found");
}
