//! Start page of the office: pending work, sales, and the needs of an empty shop.

use ksmart_core::order::OrderEvent::{self, Complete, Pack, Pay, Refund, Ship};
use ksmart_foundation::time::{DAY_MS, jakarta_date};
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Inserts an order of two pieces, placed and moved at `at_ms`.
async fn tell(shop: &Shop, buyer: &Actor, product: i64, at_ms: i64, events: &[OrderEvent]) {
    let products = &[(product, 2)];
    let story = Story { buyer, products, period: shop.open, plan_id: 1, percent: "10", at_ms, events };
    shop.tell(&story).await;
}

#[tokio::test]
async fn the_dashboard_shows_each_desk_its_tasks() {
    let shop = Shop::start().await;
    let (salt, rice) = (shop.product("Garam", 10, 100).await, shop.product("Beras", 10, 5).await);
    let budi = shop.member("budi").await;
    let now_ms = shop.app.clock.now_ms();
    for events in [&[][..], &[Pay], &[Pay], &[Pay, Pack], &[Pay, Pack, Ship, Complete]] {
        tell(&shop, &budi, salt, now_ms, events).await;
    }
    shop.change("UPDATE orders SET expires_ms = created_ms + 3600000 WHERE payment_status = 'pending'").await;
    shop.change(
        "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms)
         SELECT id, 'chargeback', 1, '', 1 FROM orders WHERE shipment_status = 'selesai'",
    )
    .await;
    shop.change_by(&format!(
        "INSERT INTO reviews (product_id, order_id, member_id, rating, created_ms)
         SELECT {salt}, id, member_id, 5, {now_ms} FROM orders WHERE shipment_status = 'selesai'
         UNION ALL SELECT {rice}, id, member_id, 5, {} FROM orders WHERE shipment_status = 'selesai'",
        now_ms - 8 * DAY_MS
    ))
    .await;
    let packing =
        json!({"to_pack": 2, "held": 0, "to_ship": 1, "expiring": 1, "returns_asked": 0, "returns_received": 0});
    let money = json!({
        "expiring": 1, "cash_due": 0, "payment_problems": 1, "refunds_prepared": 0, "bonuses_to_pay": {"count": 0, "amount_rp": 0},
        "periods_to_calculate": 1, "likely_doubles": 0,
        "returns_received": 0, "returns_transferring": 0,
    });
    let goods = json!({"low_stock": 1, "new_reviews": 1, "questions_waiting": 0});
    let power = json!({"plans_to_confirm": 0, "page_faults": 0});
    let all = [&packing, &money, &goods, &power];
    let keeper = shop.staff(Role::Catalogue).await;
    for (who, told) in [
        (&shop.admin().await, &all[..]),
        (&shop.staff(Role::Fulfilment).await, &all[..1]),
        (&shop.staff(Role::Finance).await, &all[1..2]),
        (&keeper, &all[2..3]),
    ] {
        let today = who.get("/api/admin/today").await.expect(200);
        let mut expected = json!({"low_stock_from": 5, "order_window": today["order_window"]});
        for name in today
            .as_object()
            .unwrap()
            .keys()
            .filter(|name| !["low_stock_from", "order_window"].contains(&name.as_str()))
        {
            expected[name] = told.iter().find_map(|part| part.get(name)).cloned().unwrap_or(Value::Null);
        }
        assert_eq!(today, expected);
    }
    budi.get("/api/admin/today").await.refused(403, "forbidden");
    shop.set("sales", json!({"low_stock": 4})).await;
    let today = keeper.get("/api/admin/today").await.expect(200);
    assert_eq!((&today["low_stock"], &today["low_stock_from"]), (&json!(0), &json!(4)));
}

#[tokio::test]
async fn sales_are_reported_by_day_and_period() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (budi, banker) = (shop.member("budi").await, shop.staff(Role::Finance).await);
    let now_ms = shop.app.clock.now_ms();
    // 23.59 and 00.00 in Jakarta belong to two days.
    let midnight = (now_ms + 7 * 3_600_000) / DAY_MS * DAY_MS - 7 * 3_600_000;
    tell(&shop, &budi, salt, midnight - 1, &[Pay]).await;
    tell(&shop, &budi, salt, midnight, &[Pay]).await;
    tell(&shop, &budi, salt, midnight, &[Pack, Ship, Pay]).await;
    tell(&shop, &budi, salt, midnight, &[Pack, Ship, Complete]).await;
    tell(&shop, &budi, salt, midnight, &[Pay, Refund]).await;
    let (before, yesterday, day) =
        (jakarta_date(midnight - 2 * DAY_MS), jakarta_date(midnight - 1), jakarta_date(midnight));
    let told = banker.get(&format!("/api/admin/sales?from={before}&to={day}")).await.expect(200);
    let expected = json!([
        {"date": before, "orders": 0, "sales_rp": 0, "bv": 0},
        {"date": yesterday, "orders": 1, "sales_rp": 1800, "bv": 10},
        {"date": day, "orders": 3, "sales_rp": 3600, "bv": 20},
    ]);
    assert_eq!(told["days"], expected);
    let periods = banker.get("/api/admin/sales/periods").await.expect(200);
    let expected = json!([
        {"period_id": shop.closed.0, "name": "Lalu", "orders": 0, "sales_rp": 0, "bv": 0},
        {"period_id": shop.open.0, "name": "Kini", "orders": 4, "sales_rp": 5400, "bv": 30},
    ]);
    assert_eq!(periods["periods"], expected);
    let year = banker.get("/api/admin/sales?from=2024-01-01&to=2024-12-31").await.expect(200);
    assert_eq!(year["days"].as_array().unwrap().len(), 366);
    for days in ["from=2024-01-01&to=2025-01-01", "from=2024-01-02&to=2024-01-01", "from=x&to=2024-01-01"] {
        banker.get(&format!("/api/admin/sales?{days}")).await.refused(422, "invalid_field");
    }
    banker.get("/api/admin/sales").await.refused(400, "malformed_request");
    shop.staff(Role::Fulfilment).await.get("/api/admin/sales/periods").await.refused(403, "forbidden");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_new_shop_lists_its_missing_setup_steps() {
    let shop = Shop::start_new(&[]).await;
    let owner = shop.admin().await;
    let done = async || {
        let setup = owner.get("/api/admin/setup").await.expect(200);
        let steps = setup["steps"].as_array().unwrap();
        let done = |required: bool| {
            let of = steps.iter().filter(|step| step["required"] == required && step["done"] == true);
            of.map(|step| step["step"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(steps.len(), 15);
        (setup["ready"].as_bool().unwrap(), done(true), done(false))
    };
    let nothing = Vec::<String>::new();
    assert_eq!(done().await, (false, vec!["period".to_owned()], nothing.clone()));
    shop.set("contact", json!({"name": "Toko", "address": "Jl. Raya 1"})).await;
    assert_eq!(done().await, (false, vec!["period".to_owned()], nothing.clone()), "nobody can call it yet");
    shop.set("contact", json!({"phone": "021-5550100"})).await;
    shop.set("origin", json!({"id": 17579})).await;
    let salt = shop.product("Garam", 10, 10).await;
    shop.change("UPDATE products SET stock = 0").await;
    let five = ["contact", "origin", "category", "product", "period"].map(str::to_owned).to_vec();
    assert_eq!(done().await, (false, five, nothing.clone()));
    shop.change("UPDATE products SET stock = 10").await;
    let (ready, required, _) = done().await;
    assert_eq!((ready, required.len()), (true, 6));
    shop.set("privacy", json!({"downline_contacts": "masked"})).await;
    assert_eq!(done().await.2, ["downline"]);
    shop.set("privacy", json!({"downline_contacts": null})).await;
    let budi = shop.member("budi").await;
    owner.put("/api/admin/setup/open", json!({"open": true})).await.expect(200);
    assert_eq!(done().await.2, nothing);
    tell(&shop, &budi, salt, shop.app.clock.now_ms(), &[Pay, Pack]).await;
    assert_eq!(done().await.2, ["first_order"]);
    tell(&shop, &budi, salt, shop.app.clock.now_ms(), &[Pay, Pack, Ship]).await;
    assert_eq!(done().await.2, ["first_order", "first_shipment"]);
    shop.must_be_sound().await;
    let with_keys = Shop::start_new(&[
        "--midtrans-server-key=x",
        "--komerce-api-key=y",
        "--smtp-url=smtp://127.0.0.1:9",
        "--mail-from=toko@example.com",
    ])
    .await;
    let setup = with_keys.admin().await.get("/api/admin/setup").await.expect(200);
    let keys: Vec<_> = setup["steps"].as_array().unwrap().iter().filter(|s| s["done"] == true).collect();
    assert_eq!(keys.len(), 4, "{keys:?}");
}
