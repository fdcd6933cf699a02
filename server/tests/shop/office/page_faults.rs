//! Faults of pages: reported by browsers without personal data, and read by the owner.

use ksmart_foundation::time::DAY_MS;
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::Shop;

fn fault(place: &str, line: usize) -> Value {
    json!({"name": "TypeError", "message": "no order KS-7 of \"Siti\"", "place": place,
        "build": "index-a1b2c3d.js", "frames": [format!("CheckoutPage-e4f5a6b.js:{line}:2345")]})
}

#[tokio::test]
async fn repeated_page_faults_are_counted_together() {
    let shop = Shop::start().await;
    let (guest, budi, owner) = (shop.guest(), shop.member("budi").await, shop.admin().await);
    for _ in 0..2 {
        guest.post("/api/page-faults", fault("/checkout", 1)).await.expect(204);
    }
    budi.post("/api/page-faults", fault("/admin/orders", 2)).await.expect(204);
    let told = owner.get("/api/admin/page-faults").await.expect(200);
    let times = |place: &str| {
        let faults = told["faults"].as_array().unwrap();
        faults.iter().find(|fault| fault["place"] == place).map(|fault| fault["times"].clone())
    };
    assert_eq!((times("/checkout"), times("/admin/orders")), (Some(json!(2)), Some(json!(1))));
    assert_eq!(told["faults"][0]["message"], "no order … of …");
    assert_eq!(owner.get("/api/admin/today").await.expect(200)["page_faults"], 2);
    let keeper = shop.staff(Role::Fulfilment).await;
    keeper.get("/api/admin/page-faults").await.refused(403, "forbidden");
}

#[tokio::test]
async fn malformed_page_faults_are_refused() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    for (field, value) in [
        ("name", json!("Siti Aminah")),
        ("place", json!("/reset-password/abc123")),
        ("build", json!("https://example.org/a.js")),
        ("frames", json!(["at Siti (081234567890)"])),
        ("frames", json!(vec!["a.js:1:1"; 9])),
        ("message", json!("x".repeat(1001))),
    ] {
        let mut told = fault("/checkout", 1);
        told[field] = value;
        guest.post("/api/page-faults", told).await.refused(422, "invalid_field");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM page_faults").await, 0);
}

#[tokio::test]
async fn old_and_excess_page_faults_are_deleted() {
    let shop = Shop::start_with(&["--rate-limits=off"]).await;
    let guest = shop.guest();
    for line in (0..203).chain([0]) {
        guest.post("/api/page-faults", fault("/cart", line)).await.expect(204);
    }
    let forget = async || {
        let now_ms = shop.app.clock.now_ms();
        ksmart_admin::page_faults::delete_old(&mut shop.app.db.write_one().await.unwrap(), now_ms).await.unwrap();
    };
    forget().await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM page_faults").await, 200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM page_faults WHERE times = 2").await, 1, "it came again");
    let past = shop.app.clock.now_ms() - 31 * DAY_MS;
    shop.change_by(&format!("UPDATE page_faults SET last_ms = {past} WHERE times = 1")).await;
    forget().await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM page_faults").await, 1);
}
