//! Inputs at payment.

use ksmart_flows::payments::snap::signature;
use serde_json::{Value, json};

use crate::{
    fakes::midtrans::{Delivery, Fault, SERVER_KEY},
    payments::money::Scene,
    shop::{Actor, Shop},
};

pub async fn a_fee_is_borne_by_the_buyer() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    for (channel, delivery) in [("qris", Delivery::AtOnce), ("gopay", Delivery::Held)] {
        midtrans.set_delivery(delivery);
        let number = scene.place().await;
        midtrans.charge_beside(&number, 71, true);
        assert!(midtrans.pay(&number, channel).await);
        if delivery == Delivery::Held {
            scene.after(16).await;
        }
        let order = scene.order(&number).await;
        let total = order["gross_amount"].as_i64().unwrap();
        assert_eq!((&order["status"], &order["charged"]), (&json!("success"), &json!(total + 71)));
        let seen = scene.banker.get(&format!("/api/admin/orders/{number}")).await.expect(200);
        assert_eq!((&seen["total_rp"], &seen["charged_rp"]), (&json!(total), &json!(total + 71)));
        assert_eq!(scene.books().await.0, 5, "points count from the order");
        scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.expect(200);
        assert_eq!(midtrans.payment(&number).unwrap().returned, total, "so does what goes back");
        scene.after(16).await;
        assert_eq!(scene.status(&number).await, "refunded");
    }
    assert_eq!(scene.problems().await, []);
    scene.shop.must_be_sound().await;
}

pub async fn nothing_is_to_be_paid() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    shop.voucher("GRATIS", "100", None, None).await;
    let mut rules = scene.admin.get("/api/admin/shipping").await.expect(200);
    rules.as_object_mut().unwrap().remove("couriers");
    rules["couriers_off"] = json!([]);
    rules["own"] = json!([{"name": "Ambil di toko", "cost_rp": 0, "days": "", "places": []}]);
    scene.admin.put("/api/admin/shipping", rules).await.expect(200);
    scene.midtrans.fail(Fault::Down);
    for method in ["online", "cod"] {
        let request = shop
            .order(&scene.budi)
            .item(scene.salt, 1)
            .voucher("GRATIS", 0)
            .with("gross_amount", json!(0))
            .with("payment_method", json!(method))
            .body()
            .await;
        let order = scene.budi.post("/api/create-transaction", request.clone()).await.expect(201)["transaction"].take();
        assert_eq!((&order["status"], &order["redirect_url"]), (&json!("success"), &Value::Null), "{method}");
        let again = scene.budi.post("/api/create-transaction", request).await.expect(200)["transaction"].take();
        assert_eq!(again["order_id"], order["order_id"]);
        let number = order["order_id"].as_str().unwrap();
        assert_eq!(scene.moves(number).await, ["member placed", "system paid"]);
        scene.after(90).await;
        assert_eq!(scene.status(number).await, "success");
        let check = scene.budi.post(&format!("/api/payments/{number}/check"), json!({})).await.expect(200);
        assert_eq!(check["data"]["status"], "success");
        // No money is refunded, so one person is enough.
        scene.admin(number, "refund", json!({"reason": "Rusak"})).await.expect(200);
        assert_eq!(scene.status(number).await, "refunded");
    }
    assert_eq!(scene.midtrans.calls().len(), 0);
    shop.must_be_sound().await;
}

pub async fn a_later_number_is_found() {
    let scene = Scene::start().await;
    scene.midtrans.set_faults(|call| (call.what == "create").then_some(Fault::AnswerLost));
    let request = scene.shop.order(&scene.budi).item(scene.salt, 1).online().body().await;
    scene.budi.post("/api/create-transaction", request.clone()).await.refused(502, "payment_unavailable");
    scene.midtrans.work();
    let placed = scene.budi.post("/api/create-transaction", request).await.expect(200);
    let number = placed["transaction"]["order_id"].as_str().unwrap();
    let later = format!("{number}-2");
    assert!(scene.midtrans.pay(&later, "qris").await);
    for named in [&later, number] {
        let check = scene.budi.post(&format!("/api/payments/{named}/check"), json!({})).await.expect(200);
        assert_eq!((&check["data"]["order_id"], &check["data"]["status"]), (&json!(number), &json!("success")));
    }
    let other = scene.shop.member("ani").await;
    other.post(&format!("/api/payments/{later}/check"), json!({})).await.refused(404, "not_found");
    scene.budi.post(&format!("/api/payments/{number}-x/check"), json!({})).await.refused(404, "not_found");
}

pub async fn an_address_is_refused() {
    let scene = Scene::start().await;
    for refused in ["a..b@toko.id", ".a@toko.id", "a.@toko.id", "a@toko..id", "a@-toko.id", "a@toko.1", "bu di@toko.id"]
    {
        scene
            .shop
            .order(&scene.budi)
            .item(scene.salt, 1)
            .with("receiver_email", json!(refused))
            .online()
            .send()
            .await
            .refused(422, "invalid_field");
    }
    // Only the provider refuses these fields: they are left out, and the provider asks the buyer for them.
    for field in ["email", "phone"] {
        scene.midtrans.refuse_customers(field);
        let number = scene.place().await;
        assert!(scene.order(&number).await["redirect_url"].is_string(), "{field}");
        let calls = scene.midtrans.calls();
        let sent = &calls.last().unwrap().body["customer_details"];
        assert!(sent.get(field).is_none() && sent["first_name"].is_string(), "{sent}");
    }
    // A second refusal names the field, and the order can be cancelled.
    scene.midtrans.refuse_customers("first_name email");
    let said = scene.shop.order(&scene.budi).item(scene.salt, 1).online().send().await.refused(502, "customer_refused");
    assert!(said.contains("menolak email penerima"), "{said}");
    let newest =
        scene.budi.get(&format!("/api/transactions/user/{}", scene.budi.id)).await.expect(200)["data"][0].take();
    let number = newest["order_id"].as_str().unwrap();
    scene.budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.expect(200);
}

/// Sends a notice of the provider to the shop; returns the status.
async fn notify(guest: &Actor, body: Value) -> u16 {
    guest.post("/api/payments/notification", body).await.status.as_u16()
}

pub async fn a_notice_goes_by_key() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    let key = scene.midtrans.notify_by_key(&number);
    assert!(scene.midtrans.pay(&number, "qris").await);
    let notices = scene.midtrans.held();
    assert_eq!(notices[0].body["order_id"], json!(key));
    scene.midtrans.fail(Fault::Down);
    assert_eq!(scene.midtrans.deliver(&notices[0]).await, Some(503), "the provider is to send it again");
    scene.midtrans.work();
    assert_eq!(scene.midtrans.deliver(&notices[0]).await, Some(200));
    assert_eq!(scene.status(&number).await, "success");
    let unknown = json!({"order_id": "513f1f01", "status_code": "200", "gross_amount": "1.00",
        "transaction_status": "settlement", "signature_key": signature("513f1f01", "200", "1.00", SERVER_KEY)});
    assert_eq!(notify(&scene.shop.guest(), unknown).await, 404);
}

pub async fn a_notice_is_tried() {
    let scene = Scene::start().await;
    let shop: &Shop = &scene.shop;
    let tested = async || scene.admin.get("/api/admin/setup").await.expect(200)["payment_notice_tested_at"].take();
    let id = "payment_notif_test_G141532850_6b1f2d1e-9d0a-4a51";
    let mut test = json!({"order_id": id, "status_code": "200", "gross_amount": "105000.00",
        "transaction_status": "settlement", "signature_key": "00"});
    assert_eq!(notify(&shop.guest(), test.clone()).await, 403);
    assert_eq!(tested().await, Value::Null);
    test["signature_key"] = json!(signature(id, "200", "105000.00", SERVER_KEY));
    assert_eq!(notify(&shop.guest(), test).await, 200);
    assert!(tested().await.is_string());
    let logged = "SELECT COUNT(*) FROM provider_exchanges WHERE order_number LIKE 'payment_notif_test_%'";
    assert_eq!(shop.count(logged).await, 1);
}
