//! Online payment through the sandbox, which implements the provider's protocol.

use std::time::Duration;

use ksmart_flows::payments::snap::signature;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    fakes::midtrans::{Delivery, Fault, Midtrans},
    shop::{Actor, Shop},
};

/// Places an online order and returns it.
async fn place(shop: &Shop, buyer: &Actor, product: i64, quantity: i64) -> Value {
    shop.order(buyer).item(product, quantity).online().placed().await
}

/// Submits a decision on the payment page of an order; returns the URL to which the shopper is redirected.
async fn decide(shop: &Shop, order: &Value, decision: &str) -> String {
    let guest = shop.guest();
    let form = [("method", "bca_va"), ("decision", decision)];
    let request = guest.request(Method::POST, order["redirect_url"].as_str().unwrap()).form(&form);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 303);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

async fn state(buyer: &Actor, order: &Value) -> (String, String) {
    let order = buyer.get(&format!("/api/transactions/{}", order["order_id"].as_str().unwrap())).await.expect(200);
    let text = |field: &str| order["data"][field].as_str().unwrap().to_owned();
    (text("status"), text("shipment_status"))
}

fn is(status: &str, shipment: &str) -> (String, String) {
    (status.to_owned(), shipment.to_owned())
}

/// Marks an order's payment in the sandbox as settled, without a notice.
async fn settle(shop: &Shop, order: &Value) {
    sqlx::query("UPDATE sandbox_payments SET status = 'settlement', payment_type = 'qris' WHERE order_number = $1")
        .bind(number(order))
        .execute(&mut *shop.app.db.write_one().await.unwrap())
        .await
        .unwrap();
}

/// Returns a notice about an order, signed with the shop's key.
fn notice(shop: &Shop, order: &Value, transaction_status: &str, status_code: &str) -> Value {
    let (id, amount) = (order["order_id"].as_str().unwrap(), format!("{}.00", order["gross_amount"]));
    json!({
        "transaction_time": "2026-11-21 10:00:00", "transaction_status": transaction_status, "transaction_id": "513f1f01",
        "status_code": status_code, "payment_type": "bank_transfer", "order_id": id, "gross_amount": amount,
        "signature_key": signature(id, status_code, &amount, shop.app.payments.snap.server_key()), "currency": "IDR",
        "va_numbers": [{"va_number": "123", "bank": "bca"}],
    })
}

#[tokio::test]
async fn an_order_is_paid_on_the_payment_page() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam & <lada>", 10, 10).await;
    let budi = shop.member("budi").await;
    let order = place(&shop, &budi, salt, 3).await;
    assert_eq!(order["actions"], json!(["pay", "cancel"]));
    assert!(order["expires_at"].is_string());
    let page = shop.guest().get(order["redirect_url"].as_str().unwrap()).await.expect(200);
    let page = page.as_str().unwrap();
    assert!(page.contains("Garam &amp; &lt;lada&gt; × 3") && page.contains(order["order_id"].as_str().unwrap()));

    let number = order["order_id"].as_str().unwrap();
    let back = decide(&shop, &order, "pay").await;
    assert_eq!(
        back,
        format!("{}/payment-callback?order_id={number}&status_code=200&transaction_status=settlement", shop.base)
    );
    assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
    assert_eq!(budi.get("/api/me").await.expect(200)["BV"], 15);
    assert_eq!(shop.stock(salt).await, 7);
    let page = shop.guest().get(order["redirect_url"].as_str().unwrap()).await.expect(200);
    assert!(page.as_str().unwrap().contains("Pembayaran ini sudah lunas."));
    // A decision is final.
    assert!(decide(&shop, &order, "cancel").await.ends_with("transaction_status=settlement"));
    budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.refused(409, "move_refused");
    budi.post(&format!("/api/payments/{number}/reopen"), json!({})).await.refused(409, "move_refused");
}

#[tokio::test]
async fn cancelled_and_expired_orders_restore_stock() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    for (decision, status, code) in [("cancel", "cancelled", "200"), ("expire", "expired", "202")] {
        let order = place(&shop, &budi, salt, 2).await;
        assert_eq!(shop.stock(salt).await, 8);
        assert!(decide(&shop, &order, decision).await.contains(&format!("status_code={code}")));
        assert_eq!(state(&budi, &order).await, is(status, "dibatalkan"), "{decision}");
        assert_eq!(shop.stock(salt).await, 10, "{decision}");
    }
    let order = place(&shop, &budi, salt, 2).await;
    assert!(decide(&shop, &order, "later").await.ends_with("status_code=201&transaction_status=pending"));
    assert_eq!(state(&budi, &order).await, is("pending", "menunggu"));
    decide(&shop, &order, "pay").await;
    assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
    assert_eq!(shop.count("SELECT CAST(SUM(points) AS BIGINT) FROM bv_entries").await, 10);
}

#[tokio::test]
async fn a_refused_payment_leaves_the_order_payable() {
    let shop = Shop::start_with(&["--payment-expiry-minutes=60"]).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let (paid, unpaid, dropped) =
        (place(&shop, &budi, salt, 1).await, place(&shop, &budi, salt, 2).await, place(&shop, &budi, salt, 3).await);
    for order in [&paid, &unpaid, &dropped] {
        assert!(decide(&shop, order, "deny").await.contains("status_code=202&transaction_status=deny"));
        assert_eq!(state(&budi, order).await, is("pending", "menunggu"));
        let check = format!("/api/payments/{}/check", number(order));
        let checked = budi.post(&check, json!({})).await.expect(200);
        assert_eq!((&checked["data"]["status"], &checked["refused"]), (&json!("pending"), &json!(true)));
    }
    let page = shop.guest().get(paid["redirect_url"].as_str().unwrap()).await.expect(200);
    assert!(page.as_str().unwrap().contains("Pembayaran ditolak."));
    decide(&shop, &paid, "pay").await;
    assert_eq!(state(&budi, &paid).await, is("success", "menunggu"), "another try");
    budi.post(&format!("/api/transactions/{}/cancel", number(&dropped)), json!({})).await.expect(200);
    assert_eq!(state(&budi, &dropped).await, is("cancelled", "dibatalkan"));
    assert!(decide(&shop, &dropped, "pay").await.ends_with("transaction_status=cancel"), "its page is closed");
    shop.app.clock.advance(61 * 60 * 1000);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(state(&budi, &unpaid).await, is("failed", "dibatalkan"));
    assert_eq!(shop.stock(salt).await, 9);
}

#[tokio::test]
async fn repeated_or_late_notifications_are_harmless() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let guest = shop.guest();
    let notify = |notice: Value| guest.post("/api/payments/notification", notice);
    let order = place(&shop, &budi, salt, 2).await;
    settle(&shop, &order).await;
    for (status, code) in
        [("settlement", "200"), ("settlement", "200"), ("pending", "201"), ("expire", "202"), ("something-new", "200")]
    {
        notify(notice(&shop, &order, status, code)).await.expect(200);
        assert_eq!(state(&budi, &order).await, is("success", "menunggu"), "after {status}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM order_moves WHERE event = 'paid'").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_entries").await, 1);
    // The signature does not cover the status: the provider must confirm that the money was refunded.
    notify(notice(&shop, &order, "refund", "200")).await.expect(200);
    assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
    shop.change("UPDATE sandbox_payments SET status = 'refund'").await;
    notify(notice(&shop, &order, "refund", "200")).await.expect(200);
    notify(notice(&shop, &order, "refund", "200")).await.expect(200);
    assert_eq!(state(&budi, &order).await, is("refunded", "dibatalkan"));
    assert_eq!(shop.stock(salt).await, 10);
    assert_eq!(budi.get("/api/me").await.expect(200)["BV"], 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_entries").await, 2);

    let challenged = place(&shop, &budi, salt, 1).await;
    let mut review = notice(&shop, &challenged, "capture", "201");
    review["fraud_status"] = json!("challenge");
    notify(review).await.expect(200);
    assert_eq!(state(&budi, &challenged).await, is("pending", "menunggu"));
}

#[tokio::test]
async fn forged_notifications_change_nothing() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let order = place(&shop, &budi, salt, 2).await;
    let guest = shop.guest();
    let good = notice(&shop, &order, "settlement", "200");
    for (field, value) in [
        ("signature_key", json!("")),
        ("signature_key", json!("00")),
        ("gross_amount", json!("1.00")),
        ("status_code", json!("201")),
    ] {
        let mut forged = good.clone();
        forged[field] = value;
        guest.post("/api/payments/notification", forged).await.refused(403, "bad_signature");
    }
    let unknown = notice(&shop, &json!({"order_id": "KS-0", "gross_amount": 1}), "settlement", "200");
    guest.post("/api/payments/notification", unknown).await.refused(404, "not_found");
    // Signed, but with an amount other than the order's.
    let cheaper = notice(&shop, &json!({"order_id": order["order_id"], "gross_amount": 1}), "settlement", "200");
    guest.post("/api/payments/notification", cheaper).await.refused(409, "amount_mismatch");
    let mut dollars = good.clone();
    dollars["currency"] = json!("USD");
    guest.post("/api/payments/notification", dollars).await.refused(409, "amount_mismatch");
    guest.post("/api/payments/notification", json!([1])).await.refused(422, "invalid_field");
    assert_eq!(state(&budi, &order).await, is("pending", "menunggu"));
    // Signed and complete, but not true: the provider has not received the money.
    guest.post("/api/payments/notification", good.clone()).await.expect(200);
    decide(&shop, &order, "later").await;
    guest.post("/api/payments/notification", good.clone()).await.expect(200);
    assert_eq!(state(&budi, &order).await, is("pending", "menunggu"));
    settle(&shop, &order).await;
    guest.post("/api/payments/notification", good).await.expect(200);
    assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
}

#[tokio::test]
async fn unpaid_orders_expire_but_paid_ones_do_not() {
    let shop = Shop::start_with(&["--payment-expiry-minutes=60"]).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let (unpaid, paid) = (place(&shop, &budi, salt, 2).await, place(&shop, &budi, salt, 3).await);
    let cash = shop.order(&budi).item(salt, 1).body().await;
    budi.post("/api/create-transaction", cash).await.expect(201);
    // The provider has the money, but its notice got lost.
    settle(&shop, &paid).await;
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(state(&budi, &unpaid).await, is("pending", "menunggu"), "its time has not run out");
    shop.app.clock.advance(61 * 60 * 1000);
    let expired = shop.guest().get(unpaid["redirect_url"].as_str().unwrap()).await.expect(200);
    assert!(expired.as_str().unwrap().contains("Waktu pembayaran sudah habis."));
    for _ in 0..2 {
        ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
        assert_eq!(state(&budi, &unpaid).await, is("expired", "dibatalkan"));
        assert_eq!(state(&budi, &paid).await, is("success", "menunggu"));
        assert_eq!(shop.stock(salt).await, 10 - 3 - 1, "cash orders are never released");
    }
}

#[tokio::test]
async fn orders_expire_after_the_configured_minutes() {
    let shop = Shop::start_with(&["--payment-expiry-minutes=2"]).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let order = place(&shop, &budi, salt, 2).await;
    shop.app.clock.advance(60 * 1000);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(state(&budi, &order).await, is("pending", "menunggu"));
    shop.app.clock.advance(61 * 1000);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!((state(&budi, &order).await, shop.stock(salt).await), (is("expired", "dibatalkan"), 10));
}

#[tokio::test]
async fn the_result_page_asks_the_provider() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let order = place(&shop, &budi, salt, 2).await;
    let check = format!("/api/payments/{}/check", order["order_id"].as_str().unwrap());
    let checked = budi.post(&check, json!({})).await.expect(200);
    assert_eq!((&checked["data"]["status"], &checked["refused"]), (&json!("pending"), &json!(false)));
    sqlx::query("UPDATE sandbox_payments SET status = 'settlement', payment_type = 'qris'")
        .execute(&mut *shop.app.db.write_one().await.unwrap())
        .await
        .unwrap();
    assert_eq!(budi.post(&check, json!({})).await.expect(200)["data"]["status"], "success");
}

#[tokio::test]
async fn cancelling_closes_the_payment_page() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let order = place(&shop, &budi, salt, 2).await;
    let number = order["order_id"].as_str().unwrap();
    let reopened = budi.post(&format!("/api/payments/{number}/reopen"), json!({})).await.expect(200);
    assert_eq!(reopened["redirect_url"], order["redirect_url"], "one payment has one page");
    let cancelled = budi.post(&format!("/api/transactions/{number}/cancel"), json!({"reason": "batal"})).await;
    assert_eq!(cancelled.expect(200)["data"]["status"], "cancelled");
    assert_eq!(shop.stock(salt).await, 10);
    assert!(decide(&shop, &order, "pay").await.ends_with("transaction_status=cancel"));
    assert_eq!(state(&budi, &order).await, is("cancelled", "dibatalkan"));

    // If a payment is under way, the provider's own notice of the cancellation arrives first.
    let order = place(&shop, &budi, salt, 2).await;
    decide(&shop, &order, "later").await;
    let path = format!("/api/transactions/{}/cancel", order["order_id"].as_str().unwrap());
    let cancelled = budi.post(&path, json!({"reason": "batal"})).await.expect(200)["data"].take();
    assert_eq!((&cancelled["status"], &cancelled["moves"][1]["by"]), (&json!("cancelled"), &json!("member")));
    assert_eq!((&cancelled["moves"][1]["reason"], cancelled["moves"].as_array().unwrap().len()), (&json!("batal"), 2));
    assert_eq!(shop.stock(salt).await, 10);

    // If the order is paid before the cancellation, it stays and shows the payment.
    let order = place(&shop, &budi, salt, 2).await;
    settle(&shop, &order).await;
    let path = format!("/api/transactions/{}/cancel", order["order_id"].as_str().unwrap());
    budi.post(&path, json!({})).await.refused(409, "move_refused");
    assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
}

#[tokio::test]
async fn an_order_survives_a_provider_that_is_down() {
    // No server listens on the discard port.
    let flags = [
        "--midtrans-server-key=SB-Mid-server-X",
        "--midtrans-snap-url=http://127.0.0.1:9/snap/v1",
        "--midtrans-api-url=http://127.0.0.1:9/v2",
    ];
    let shop = Shop::start_with(&flags).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(salt, 2).online().body().await;
    for _ in 0..2 {
        let sentence = budi.post("/api/create-transaction", request.clone()).await.refused(502, "payment_unavailable");
        assert!(sentence.contains("Pesanan Anda tersimpan"), "{sentence}");
    }
    assert_eq!(shop.stock(salt).await, 8);
    let orders = budi.get(&format!("/api/transactions/user/{}", budi.id)).await.expect(200)["data"].take();
    assert_eq!(orders.as_array().unwrap().len(), 1);
    assert_eq!(orders[0]["actions"], json!(["pay", "cancel"]));
    let number = orders[0]["order_id"].as_str().unwrap();
    budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.refused(502, "payment_unavailable");
    // The sandbox is not available if a real provider is configured.
    shop.guest().post("/sandbox/snap/v1/transactions", json!({})).await.expect(405);
}

#[tokio::test]
async fn the_sandbox_refuses_requests_like_midtrans() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    let payment = json!({
        "transaction_details": {"order_id": "KS-1", "gross_amount": 100},
        "item_details": [{"id": "1", "price": 50, "quantity": 2, "name": "Garam"}],
        "customer_details": {"first_name": "Budi", "email": "b@example.com", "phone": "0812"},
        "callbacks": {"finish": "http://shop/payment-callback", "error": "http://shop/payment-callback"},
        "expiry": {"start_time": "2026-11-21 10:00:00 +0700", "unit": "minute", "duration": 10},
    });
    let create = |payment: &Value, key: &str| {
        let request =
            guest.request(Method::POST, "/sandbox/snap/v1/transactions").basic_auth(key, Some("")).json(payment);
        guest.send(request)
    };
    let key = shop.app.payments.snap.server_key().to_owned();
    create(&payment, "SB-Mid-server-WRONG").await.expect(401);
    let mut wrong_sum = payment.clone();
    wrong_sum["transaction_details"]["gross_amount"] = json!(101);
    let said = create(&wrong_sum, &key).await.expect(400);
    assert_eq!(said["error_messages"][0], "transaction_details.gross_amount is not equal to the sum of item_details");
    let mut wrong_id = payment.clone();
    wrong_id["transaction_details"]["order_id"] = json!("KS 1");
    create(&wrong_id, &key).await.expect(400);
    let opened = create(&payment, &key).await.expect(201);
    assert!(opened["redirect_url"].as_str().unwrap().ends_with(opened["token"].as_str().unwrap()));
    create(&payment, &key).await.expect(400);
    let page = opened["token"].as_str().unwrap();
    let close = async || {
        let path = format!("/sandbox/snap/v1/transactions/{page}/cancel");
        guest.send(guest.request(Method::POST, &path).basic_auth(&key, Some(""))).await
    };

    let ask = |method: Method, path: &str| {
        let request = guest
            .request(method, &format!("/sandbox/v2/{path}"))
            .basic_auth(&key, Some(""))
            .timeout(Duration::from_secs(20));
        guest.send(request)
    };
    assert_eq!(ask(Method::GET, "KS-1/status").await.expect(200)["status_code"], "404", "no method was chosen yet");
    assert_eq!(ask(Method::POST, "KS-1/expire").await.expect(200)["status_code"], "404");
    assert_eq!(guest.get("/sandbox/v2/KS-1/status").await.expect(401)["status_code"], "401");
    decide(&shop, &opened, "later").await;
    assert_eq!(ask(Method::GET, "KS-1/status").await.expect(200)["status_code"], "201");
    assert_eq!(close().await.expect(400)["error_messages"][0], "Transaction is on progress");
    assert_eq!(ask(Method::POST, "KS-1/expire").await.expect(200)["status_code"], "407");
    assert_eq!(ask(Method::GET, "KS-1/status").await.expect(200)["transaction_status"], "expire");
    assert_eq!(ask(Method::POST, "KS-1/cancel").await.expect(200)["status_code"], "412");
    assert_eq!(close().await.expect(400)["error_messages"][0], "token already canceled");
    assert_eq!(ask(Method::POST, "KS-2/cancel").await.expect(200)["status_code"], "404");
}

/// Starts a shop with a fake provider.
async fn shop_at(midtrans: &Midtrans, flags: &[&str]) -> Shop {
    let own = midtrans.flags();
    let flags: Vec<&str> = own.iter().map(String::as_str).chain(flags.iter().copied()).collect();
    Shop::start_with(&flags).await
}

fn number(order: &Value) -> &str {
    order["order_id"].as_str().unwrap()
}

#[tokio::test]
async fn orders_are_paid_through_midtrans() {
    let midtrans = Midtrans::start().await;
    let shop = shop_at(&midtrans, &[]).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    for in_http in [false, true] {
        midtrans.say_status_in_http(in_http);
        let order = place(&shop, &budi, salt, 1).await;
        assert!(midtrans.pay(number(&order), "qris").await);
        assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
        assert_eq!(midtrans.payment(number(&order)).unwrap().kept(), order["gross_amount"].as_i64().unwrap());
        assert!(!midtrans.pay(number(&order), "qris").await, "nothing is paid twice");
    }
    midtrans.set_delivery(Delivery::Held);
    let order = place(&shop, &budi, salt, 1).await;
    midtrans.pay(number(&order), "shopeepay").await;
    assert_eq!(state(&budi, &order).await, is("pending", "menunggu"));
    let notices = midtrans.held();
    for notice in [&notices[0], &notices[0]] {
        assert_eq!(midtrans.deliver(notice).await, Some(200));
    }
    assert_eq!(state(&budi, &order).await, is("success", "menunggu"));
    for fault in [Fault::Down, Fault::AnswerLost, Fault::Status(500), Fault::Status(429), Fault::Garbage] {
        midtrans.fail(fault);
        shop.order(&budi).item(salt, 1).online().send().await.refused(502, "payment_unavailable");
    }
}
