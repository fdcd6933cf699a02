//! State of an order's money when notifications get lost, arrive twice or late, and when it is refunded.

use std::time::Duration;

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    fakes::midtrans::{Call, Delivery, Fault, Midtrans, Notice},
    payments::manual_refunds::approve,
    shop::{Actor, Shop},
};

const MINUTE_MS: i64 = 60_000;

/// A shop with a fake Midtrans as its payment provider.
pub struct Scene {
    pub midtrans: Midtrans,
    pub shop: Shop,
    pub salt: i64,
    pub budi: Actor,
    pub admin: Actor,
    /// Second administrator who handles money.
    pub banker: Actor,
}

impl Scene {
    pub async fn start() -> Self {
        let midtrans = Midtrans::start().await;
        midtrans.set_delivery(Delivery::Held);
        let flags = midtrans.flags();
        let flags = [&flags[0], &flags[1], &flags[2], "--payment-expiry-minutes=60"];
        let shop = Shop::start_with(&flags).await;
        let salt = shop.product("Garam", 10, 1000).await;
        let (budi, admin) = (shop.member("budi").await, shop.admin().await);
        let banker = shop.staff(Role::Finance).await;
        Self { midtrans, shop, salt, budi, admin, banker }
    }

    /// Places an online order; returns its number.
    pub async fn place(&self) -> String {
        let placed = self.shop.order(&self.budi).item(self.salt, 1).online().placed().await;
        placed["order_id"].as_str().unwrap().to_owned()
    }

    pub async fn order(&self, number: &str) -> Value {
        self.budi.get(&format!("/api/transactions/{number}")).await.expect(200)["data"].take()
    }

    pub async fn status(&self, number: &str) -> String {
        self.order(number).await["status"].as_str().unwrap().to_owned()
    }

    pub async fn moves(&self, number: &str) -> Vec<String> {
        let order = self.order(number).await;
        let moves = order["moves"].as_array().unwrap().iter();
        moves.map(|step| format!("{} {}", step["by"].as_str().unwrap(), step["what"].as_str().unwrap())).collect()
    }

    pub async fn round(&self) {
        ksmart_ops::jobs::round(&self.shop.app.jobs()).await.unwrap();
    }

    pub async fn after(&self, minutes: i64) {
        self.shop.app.clock.advance(minutes * MINUTE_MS);
        self.round().await;
    }

    pub async fn admin(&self, number: &str, step: &str, body: Value) -> crate::shop::Answer {
        self.admin.post(&format!("/api/admin/orders/{number}/{step}"), body).await
    }

    pub async fn problems(&self) -> Vec<(String, bool, bool)> {
        let sql = "SELECT kind, CASE WHEN solved_ms IS NULL THEN 0 ELSE 1 END, CASE WHEN next_try_ms IS NULL THEN 0 ELSE 1 END
                   FROM payment_problems ORDER BY id";
        let rows: Vec<(String, i64, i64)> =
            sqlx::query_as(sql).fetch_all(&mut *self.shop.app.db.read().await.unwrap()).await.unwrap();
        rows.into_iter().map(|(kind, solved, again)| (kind, solved > 0, again > 0)).collect()
    }

    /// Returns the member's points and the stock.
    pub async fn books(&self) -> (i64, i64) {
        let points = self.budi.get("/api/me").await.expect(200)["BV"].as_i64().unwrap();
        (points, self.shop.stock(self.salt).await)
    }
}

/// Returns all permutations of some items.
fn orders_of<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    (0..things.len())
        .flat_map(|first| {
            let mut rest = things.to_vec();
            let head = rest.remove(first);
            orders_of(&rest).into_iter().map(move |mut tail| {
                tail.insert(0, head.clone());
                tail
            })
        })
        .collect()
}

#[tokio::test]
async fn payment_notifications_work_in_any_order() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    let mut released = 0;
    for (story, status) in
        [("paid", "success"), ("second card", "success"), ("reversed", "refunded"), ("refunded", "refunded")]
    {
        // Repeats the story for each permutation of its notices.
        let mut ways = 1;
        let mut way = 0;
        while way < ways {
            let number = scene.place().await;
            midtrans.choose(&number, "bank_transfer").await;
            match story {
                "second card" => {
                    midtrans.refuse(&number).await;
                    midtrans.pay(&number, "qris").await;
                }
                "reversed" => {
                    midtrans.pay(&number, "bank_transfer").await;
                    midtrans.reverse(&number).await;
                }
                "refunded" => {
                    midtrans.pay(&number, "qris").await;
                    let amount = midtrans.payment(&number).unwrap().amount;
                    midtrans.happens(&number, "refund", amount).await;
                }
                _ => {
                    midtrans.pay(&number, "qris").await;
                }
            }
            let told = orders_of(&midtrans.held());
            ways = told.len();
            // Each notice is sent three times: twice in a row, and once more after all others.
            let notices: &Vec<Notice> = &told[way];
            for notice in notices.iter().flat_map(|notice| [notice, notice]).chain(notices) {
                assert_eq!(midtrans.deliver(notice).await, Some(200), "{story} {way}");
            }
            assert_eq!(scene.status(&number).await, status, "{story}, way {way}: {notices:?}");
            let kept = midtrans.payment(&number).unwrap().kept();
            assert_eq!(kept > 0, status == "success", "{story}");
            released += i64::from(status == "refunded");
            way += 1;
        }
        assert!(ways >= 2, "{story}");
    }
    let (points, stock) = scene.books().await;
    let sold = 1000 - stock;
    assert_eq!(points, 5 * sold);
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM orders").await, sold + released);
    assert_eq!(scene.problems().await, []);
}

#[tokio::test]
async fn a_reversal_needs_the_providers_confirmation() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    let number = scene.place().await;
    midtrans.pay(&number, "bank_transfer").await;
    let settled = midtrans.held().remove(0);
    midtrans.deliver(&settled).await;
    assert_eq!(scene.status(&number).await, "success");
    // A notice of an earlier try arrives late, although the provider has the money.
    let mut late = settled.clone();
    for (status, code) in [("deny", "202"), ("cancel", "202"), ("expire", "202"), ("failure", "202")] {
        late.body["transaction_status"] = json!(status);
        late.body["status_code"] = json!(code);
        let amount = late.body["gross_amount"].as_str().unwrap();
        let key =
            ksmart_flows::payments::snap::signature(&number, code, amount, scene.shop.app.payments.snap.server_key());
        late.body["signature_key"] = json!(key);
        assert_eq!(midtrans.deliver(&late).await, Some(200));
        assert_eq!(scene.status(&number).await, "success", "{status}");
    }
    midtrans.reverse(&number).await;
    let reversed = midtrans.held().remove(0);
    midtrans.fail(Fault::Status(500));
    assert_eq!(midtrans.deliver(&reversed).await, Some(503), "it is to be sent again");
    assert_eq!(scene.status(&number).await, "success");
    midtrans.work();
    for _ in 0..2 {
        assert_eq!(midtrans.deliver(&reversed).await, Some(200));
        let order = scene.order(&number).await;
        assert_eq!((&order["status"], &order["shipment_status"]), (&json!("refunded"), &json!("dibatalkan")));
        assert_eq!(order["moves"][2]["reason"], "Pembayaran dibatalkan oleh penyedia pembayaran.");
    }
    assert_eq!(scene.books().await, (0, 1000));

    // The goods are already sent, so the office must be notified.
    let number = scene.place().await;
    midtrans.pay(&number, "bank_transfer").await;
    midtrans.deliver(&midtrans.held()[0]).await;
    scene.admin(&number, "pack", json!({})).await.expect(200);
    scene.admin(&number, "ship", json!({"resi": "JN100"})).await.expect(200);
    midtrans.reverse(&number).await;
    midtrans.deliver(&midtrans.held()[0]).await;
    let order = scene.order(&number).await;
    assert_eq!((&order["status"], &order["shipment_status"]), (&json!("refunded"), &json!("dikirim")));
    assert_eq!(scene.problems().await, [("reversed".to_owned(), false, false)]);
}

#[tokio::test]
async fn a_reversal_without_a_notification_is_found() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    scene.midtrans.pay(&number, "bank_transfer").await;
    scene.midtrans.deliver(&scene.midtrans.held()[0]).await;
    scene.midtrans.reverse(&number).await;
    scene.midtrans.held();
    scene.after(16).await;
    assert_eq!(scene.status(&number).await, "refunded");
    scene.after(16).await;
    let asked = scene.midtrans.count("status");
    scene.after(600).await;
    assert_eq!(scene.midtrans.count("status"), asked, "nothing is left to ask");
}

#[tokio::test]
async fn disputes_become_problems_for_the_office() {
    let scene = Scene::start().await;
    for (status, kind) in
        [("partial_refund", "partial_refund"), ("chargeback", "chargeback"), ("partial_chargeback", "chargeback")]
    {
        let number = scene.place().await;
        scene.midtrans.pay(&number, "qris").await;
        scene.midtrans.happens(&number, status, 100).await;
        let notices = scene.midtrans.held();
        // The dispute is reported first, although the payment happened before it.
        for notice in [&notices[1], &notices[0], &notices[1]] {
            assert_eq!(scene.midtrans.deliver(notice).await, Some(200));
        }
        assert_eq!(scene.status(&number).await, "success");
        assert_eq!(scene.problems().await.last().unwrap(), &(kind.to_owned(), false, false), "{status}");
    }
    assert_eq!(scene.problems().await.len(), 3, "told twice, it is one");
}

#[tokio::test]
async fn late_payments_of_closed_orders_are_refunded() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    let (by_qris, by_bank) = (scene.place().await, scene.place().await);
    for number in [&by_qris, &by_bank] {
        // The page of such an order cannot be closed at the provider, and is paid after the order was released.
        midtrans.choose(number, "bank_transfer").await;
        midtrans.held();
        let sql = "UPDATE orders SET payment_status = 'expired', shipment_status = 'dibatalkan' WHERE number = $1";
        let mut conn = scene.shop.app.db.write_one().await.unwrap();
        sqlx::query(sql).bind(number.as_str()).execute(&mut *conn).await.unwrap();
    }
    midtrans.pay(&by_qris, "qris").await;
    midtrans.pay(&by_bank, "bank_transfer").await;
    let notices = midtrans.held();
    midtrans.fail(Fault::Down);
    assert_eq!(midtrans.deliver(&notices[0]).await, Some(503));
    midtrans.work();
    for notice in notices.iter().chain(&notices) {
        assert_eq!(midtrans.deliver(notice).await, Some(200));
    }
    let late = |solved, again| ("late_payment".to_owned(), solved, again);
    assert_eq!(scene.problems().await, [late(false, true), late(false, true)]);
    midtrans.set_faults(|call| (call.what == "refund").then_some(Fault::AnswerLost));
    scene.round().await;
    assert_eq!(midtrans.payment(&by_qris).unwrap().kept(), 0, "it was given back");
    assert_eq!(scene.problems().await, [late(false, true), late(false, true)], "and nobody was told");
    midtrans.work();
    scene.after(2).await;
    assert_eq!(scene.problems().await, [late(true, false), late(false, false)], "a bank's money takes a person");
    for notice in midtrans.held() {
        assert_eq!(midtrans.deliver(&notice).await, Some(200));
    }
    assert_eq!(midtrans.payment(&by_qris).unwrap().returned, midtrans.payment(&by_qris).unwrap().charged);
    assert_eq!(scene.status(&by_qris).await, "expired");
    let refunds = midtrans.count("refund");
    scene.after(600).await;
    assert_eq!(midtrans.count("refund"), refunds);
}

#[tokio::test]
async fn an_order_is_refunded_once_despite_failures() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    let reason = json!({"reason": " Barang habis "});
    for fault in [None, Some(Fault::AnswerLost), Some(Fault::Down), Some(Fault::Status(500)), Some(Fault::Garbage)] {
        let number = scene.place().await;
        midtrans.pay(&number, "gopay").await;
        midtrans.deliver(&midtrans.held()[0]).await;
        midtrans.set_faults(move |call| fault.filter(|_| call.what == "refund"));
        let first = scene.admin(&number, "refund", reason.clone()).await;
        if fault.is_some() {
            first.refused(502, "payment_unavailable");
            assert_eq!(scene.status(&number).await, "success");
            midtrans.work();
            scene.admin(&number, "refund", reason.clone()).await.expect(200);
        } else {
            assert_eq!(first.expect(200)["data"]["status"], "refunded");
        }
        let order = scene.order(&number).await;
        assert_eq!((&order["moves"][2]["by"], &order["moves"][2]["reason"]), (&json!("shop"), &json!("Barang habis")));
        let payment = midtrans.payment(&number).unwrap();
        assert_eq!((payment.kept(), payment.returned), (0, payment.amount), "{fault:?}");
        scene.admin(&number, "refund", reason.clone()).await.refused(409, "move_refused");
        for notice in midtrans.held() {
            assert_eq!(midtrans.deliver(&notice).await, Some(200));
        }
        assert_eq!(scene.moves(&number).await, ["member placed", "provider paid", "shop refunded"]);
    }
    assert_eq!(scene.books().await, (0, 1000));

    // The provider's notice of the refund arrives before its answer.
    midtrans.set_delivery(Delivery::AtOnce);
    let number = scene.place().await;
    midtrans.pay(&number, "gopay").await;
    scene.admin(&number, "refund", reason.clone()).await.expect(200);
    assert_eq!(scene.moves(&number).await, ["member placed", "provider paid", "shop refunded"]);

    // The answer to the refund is lost, as if the server had stopped: a job asks the provider for the result.
    midtrans.set_delivery(Delivery::Held);
    let number = scene.place().await;
    midtrans.pay(&number, "gopay").await;
    midtrans.deliver(&midtrans.held()[0]).await;
    midtrans.set_faults(|call| (call.what == "refund").then_some(Fault::AnswerLost));
    scene.admin(&number, "refund", reason).await.refused(502, "payment_unavailable");
    midtrans.held();
    midtrans.work();
    scene.after(2).await;
    assert_eq!(scene.status(&number).await, "refunded");
}

#[tokio::test]
async fn unsupported_channels_are_refunded_manually() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    midtrans.set_delivery(Delivery::AtOnce);
    let number = scene.place().await;
    midtrans.pay(&number, "bank_transfer").await;
    let refused = scene.admin(&number, "refund", json!({"reason": "Rusak"})).await;
    assert!(refused.refused(409, "refund_refused").contains("pengembalian manual"));
    assert_eq!(scene.status(&number).await, "success");
    scene.admin(&number, "refund", json!({"reason": "Rusak", "manual": true})).await.expect(200);
    assert_eq!(scene.status(&number).await, "success");
    let done = approve(&scene.banker, &number).await.expect(200);
    assert_eq!(done["data"]["status"], "refunded");
    assert_eq!(done["data"]["moves"][2]["reason"], "Dana dikembalikan secara manual: Rusak");
    scene.after(16).await;
    assert_eq!(scene.problems().await, []);

    // A card payment that is captured but not settled is cancelled.
    let number = scene.place().await;
    midtrans.pay(&number, "credit_card").await;
    scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.expect(200);
    assert_eq!(midtrans.payment(&number).unwrap().status, "cancel");
    assert_eq!(scene.moves(&number).await, ["member placed", "provider paid", "shop refunded"]);

    // Cash is refunded manually, without a request to the provider.
    let asked = midtrans.calls().len();
    let placed = scene.shop.order(&scene.budi).item(scene.salt, 1).send().await.expect(201);
    let number = placed["transaction"]["order_id"].as_str().unwrap();
    scene.admin(number, "refund", json!({"reason": "Rusak"})).await.refused(409, "move_refused");
    scene.admin(number, "pack", json!({})).await.expect(200);
    scene.admin(number, "ship", json!({"resi": "JN100"})).await.expect(200);
    scene.admin(number, "complete", json!({})).await.expect(200);
    scene.admin(number, "refund", json!({"reason": "Rusak"})).await.refused(409, "move_refused");
    scene.admin(number, "cash", json!({})).await.expect(200);
    scene.admin(number, "refund", json!({"reason": "Rusak"})).await.expect(200);
    approve(&scene.banker, number).await.expect(200);
    assert_eq!(scene.moves(number).await[3..], ["shop completed", "shop paid", "shop refunded"]);
    assert_eq!(midtrans.calls().len(), asked);
}

#[tokio::test]
async fn the_shop_cancels_orders_with_a_reason() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    scene.midtrans.choose(&number, "bank_transfer").await;
    for step in ["cancel", "refund"] {
        for reason in [json!({"reason": ""}), json!({"reason": "  "}), json!({"reason": "x".repeat(301)}), json!({})] {
            scene.admin(&number, step, reason).await.refused(422, "invalid_field");
        }
        let path = format!("/api/admin/orders/{number}/{step}");
        scene.budi.post(&path, json!({"reason": "x"})).await.refused(403, "forbidden");
        scene.shop.guest().post(&path, json!({"reason": "x"})).await.refused(401, "unauthorized");
        let unknown = format!("/api/admin/orders/KS-0/{step}");
        scene.admin.post(&unknown, json!({"reason": "x"})).await.refused(404, "not_found");
    }
    let complete = format!("/api/admin/orders/{number}/complete");
    scene.budi.post(&complete, json!({})).await.refused(403, "forbidden");
    scene.admin.post(&complete, json!({})).await.refused(409, "move_refused");
    scene.midtrans.fail(Fault::Down);
    scene.admin(&number, "cancel", json!({"reason": "Stok rusak"})).await.refused(502, "payment_unavailable");
    assert_eq!(scene.status(&number).await, "pending");
    scene.midtrans.work();
    let done = scene.admin(&number, "cancel", json!({"reason": "Stok rusak"})).await.expect(200);
    assert_eq!(
        (&done["data"]["status"], &done["data"]["moves"][1]["reason"]),
        (&json!("cancelled"), &json!("Stok rusak"))
    );
    assert_eq!(scene.midtrans.payment(&number).unwrap().status, "cancel");
    for notice in scene.midtrans.held() {
        scene.midtrans.deliver(&notice).await;
    }
    assert_eq!(scene.moves(&number).await, ["member placed", "shop cancelled"]);

    // The order was paid before the cancellation: it stays, and its status is updated.
    let number = scene.place().await;
    scene.midtrans.pay(&number, "qris").await;
    scene.admin(&number, "cancel", json!({"reason": "Stok rusak"})).await.refused(409, "move_refused");
    assert_eq!(scene.status(&number).await, "success");
}

#[tokio::test]
async fn a_lost_notification_is_found_in_15_minutes() {
    let scene = Scene::start().await;
    let (paid, waiting) = (scene.place().await, scene.place().await);
    scene.midtrans.pay(&paid, "qris").await;
    scene.after(14).await;
    assert_eq!(scene.midtrans.count("status"), 0, "seldom");
    scene.after(1).await;
    assert_eq!(scene.status(&paid).await, "success");
    assert_eq!(scene.midtrans.count("status"), 2, "once for each order");
    scene.round().await;
    assert_eq!(scene.midtrans.count("status"), 2);
    scene.after(46).await;
    assert_eq!(scene.status(&waiting).await, "expired");
    assert!(!scene.midtrans.payment(&waiting).unwrap().page_open, "nobody can pay it any more");
}

#[tokio::test]
async fn failing_payment_checks_back_off() {
    let scene = Scene::start().await;
    scene.shop.app.clock.stop();
    let stuck = [scene.place().await, scene.place().await, scene.place().await, scene.place().await];
    scene.shop.app.clock.advance(MINUTE_MS);
    let fine = scene.place().await;
    let bad = stuck.clone();
    scene.midtrans.set_faults(move |call: &Call| bad.contains(&call.id).then_some(Fault::Status(500)));
    scene.shop.app.clock.advance(62 * MINUTE_MS);
    for _ in 0..2 {
        scene.round().await;
    }
    assert_eq!(scene.status(&fine).await, "expired", "others go on");
    let asked =
        |number: &str| scene.midtrans.calls().iter().filter(|call| call.what == "status" && call.id == number).count();
    assert_eq!(asked(&stuck[0]), 1);
    // Intervals of 1, 2, 4 … 60 minutes after the first: at 1, 3, 7, 15, 31 and 63.
    let mut times = Vec::new();
    for minute in 1..=63 {
        scene.shop.app.clock.advance(MINUTE_MS);
        let before = asked(&stuck[0]);
        scene.round().await;
        scene.round().await;
        if asked(&stuck[0]) > before {
            times.push(minute);
        }
    }
    assert_eq!(times, [1, 3, 7, 15, 31, 63]);
    scene.midtrans.work();
    scene.after(60).await;
    for number in &stuck {
        assert_eq!(scene.status(number).await, "expired");
    }
    assert_eq!(scene.shop.stock(scene.salt).await, 1000);
}

#[tokio::test]
async fn an_order_survives_a_lost_provider_answer() {
    let scene = Scene::start().await;
    let request = scene.shop.order(&scene.budi).item(scene.salt, 1).online().body().await;
    let midtrans = &scene.midtrans;
    midtrans.fail(Fault::AnswerLost);
    for _ in 0..2 {
        scene.budi.post("/api/create-transaction", request.clone()).await.refused(502, "payment_unavailable");
        midtrans.fail(Fault::Down);
    }
    midtrans.work();
    let placed = scene.budi.post("/api/create-transaction", request).await.expect(200)["transaction"].take();
    let number = placed["order_id"].as_str().unwrap();
    assert!(placed["redirect_url"].is_string());
    let other = format!("{number}-2");
    assert!(midtrans.payment(number).is_some(), "opened, and unseen");
    midtrans.pay(&other, "qris").await;
    assert_eq!(midtrans.deliver(&midtrans.held()[0]).await, Some(200));
    assert_eq!(scene.status(number).await, "success");
    scene.admin(number, "refund", json!({"reason": "Rusak"})).await.expect(200);
    assert_eq!(midtrans.payment(&other).unwrap().kept(), 0);
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM orders").await, 1);
}

#[tokio::test]
async fn concurrent_requests_open_one_payment_page() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    midtrans.fail(Fault::Down);
    scene.shop.order(&scene.budi).item(scene.salt, 1).online().send().await.refused(502, "payment_unavailable");
    let number: String = sqlx::query_scalar("SELECT number FROM orders")
        .fetch_one(&mut *scene.shop.app.db.read().await.unwrap())
        .await
        .unwrap();
    midtrans.set_faults(|_| Some(Fault::Slow(std::time::Duration::from_millis(300))));
    let path = format!("/api/payments/{number}/reopen");
    let reopen = async || scene.budi.post(&path, json!({})).await.expect(200)["redirect_url"].take();
    let (a, b, c, d) = tokio::join!(reopen(), reopen(), reopen(), reopen());
    assert!(a.is_string() && a == b && b == c && c == d);
    assert_eq!(midtrans.payments().len(), 1);
}

#[tokio::test]
async fn the_provider_log_omits_personal_data() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    scene.midtrans.pay(&number, "gopay").await;
    scene.midtrans.deliver(&scene.midtrans.held()[0]).await;
    scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.expect(200);
    scene.midtrans.fail(Fault::Down);
    let other = scene.place_without_page().await;
    let sql = "SELECT method, path, request, COALESCE(CAST(status AS BIGINT), 0), response, COALESCE(error, '')
               FROM provider_exchanges ORDER BY id";
    let rows: Vec<(String, String, String, i64, String, String)> =
        sqlx::query_as(sql).fetch_all(&mut *scene.shop.app.db.read().await.unwrap()).await.unwrap();
    let told: Vec<String> = rows.iter().map(|row| format!("{} {} {}", row.0, row.1, row.3)).collect();
    assert_eq!(
        told,
        [
            "POST /transactions 201".to_owned(),
            "POST /api/payments/notification 0".to_owned(),
            format!("GET /{number}/status 200"),
            format!("POST /{number}/refund 200"),
            "POST /transactions 0".to_owned(),
        ]
    );
    assert!(!rows[4].5.is_empty(), "it says why there was no answer");
    let all = format!("{rows:?}");
    let token = scene.order(&other).await["redirect_url"].clone();
    assert_eq!(token, Value::Null);
    for secret in ["Budi", "budi@example.com", "081234567890", "Melati", "SB-Mid", "Basic", "redirection"] {
        assert!(!all.contains(secret), "{secret}: {all}");
    }
    assert!(all.contains("Garam") && all.contains(&number));
    // An exchange without an order is deleted after a week.
    let kept = format!(
        "INSERT INTO provider_exchanges (at_ms, provider, order_number, method, path, request, response, took_ms, error)
         VALUES ({}, 'komerce', NULL, 'GET', '/destination/search', '', '', 3, NULL)",
        scene.shop.app.clock.now_ms()
    );
    scene.shop.change_by(&kept).await;
    let garam = "SELECT COUNT(*) FROM provider_exchanges WHERE request LIKE '%Garam%'";
    let without_order = "SELECT COUNT(*) FROM provider_exchanges WHERE path = '/destination/search'";
    scene.after(6 * 24 * 60).await;
    assert_eq!(scene.shop.count(without_order).await, 1);
    scene.after(2 * 24 * 60).await;
    assert!(scene.shop.count(without_order).await == 0 && scene.shop.count(garam).await > 0);
    scene.after(83 * 24 * 60).await;
    assert_eq!(scene.shop.count(garam).await, 0);
}

#[tokio::test]
async fn cash_orders_never_call_the_provider() {
    let scene = Scene::start().await;
    scene.midtrans.fail(Fault::Down);
    let request = scene.shop.order(&scene.budi).item(scene.salt, 1).body().await;
    let placed = scene.budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
    assert_eq!((&placed["payment_method"], &placed["actions"]), (&json!("cod"), &json!(["cancel"])));
    let number = placed["order_id"].as_str().unwrap();
    for (step, body) in [("pack", json!({})), ("ship", json!({"resi": "JN100"})), ("cash", json!({}))] {
        scene.admin(number, step, body).await.expect(200);
    }
    let other = scene.shop.order(&scene.budi).item(scene.salt, 1).body().await;
    let other = scene.budi.post("/api/create-transaction", other).await.expect(201)["transaction"]["order_id"].take();
    let cancel = format!("/api/transactions/{}/cancel", other.as_str().unwrap());
    scene.budi.post(&cancel, json!({"reason": "Salah"})).await.expect(200);
    assert_eq!(scene.midtrans.calls().len(), 0);
}

impl Scene {
    /// Places an order whose payment page cannot be created; returns its number.
    async fn place_without_page(&self) -> String {
        self.shop.order(&self.budi).item(self.salt, 1).online().send().await.refused(502, "payment_unavailable");
        let list = self.budi.get(&format!("/api/transactions/user/{}", self.budi.id)).await.expect(200);
        list["data"][0]["order_id"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_challenged_card_is_paid_once_accepted() {
    let scene = Scene::start().await;
    let (accepted, forgotten) = (scene.place().await, scene.place().await);
    for number in [&accepted, &forgotten] {
        scene.midtrans.challenge(number).await;
        scene.midtrans.deliver(&scene.midtrans.held()[0]).await;
        assert_eq!(scene.status(number).await, "pending");
    }
    scene.midtrans.accept(&accepted).await;
    scene.midtrans.deliver(&scene.midtrans.held()[0]).await;
    assert_eq!(scene.status(&accepted).await, "success");
    scene.after(61).await;
    assert_eq!(scene.status(&forgotten).await, "expired");
    assert_eq!(scene.midtrans.payment(&forgotten).unwrap().status, "cancel", "nobody accepts it any more");
}

#[tokio::test]
async fn items_sent_to_the_provider_add_up() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    shop.voucher("HEMAT", "33.3", None, None).await;
    let mut lines = Vec::new();
    for index in 0..100 {
        // Prices of which a third is no whole rupiah, and names of four-byte characters above the maximum length.
        let name = format!("{index} | {}", "😀".repeat(60));
        let id = shop.product(&name, 7 + index, 10).await;
        lines.push(json!({"id": null, "product_id": id, "variant": null, "quantity": 3}));
    }
    for (count, asked) in [(4, 6), (100, 1)] {
        let mut request = shop
            .order(&scene.budi)
            .item(scene.salt, 1)
            .online()
            .voucher("HEMAT", 0)
            .with("products", json!(lines[..count]))
            .body()
            .await;
        let weight = i64::try_from(count).unwrap() * 3 * 500;
        let option = shop.shipping(weight).await;
        let method = [&option["shipping_name"], &option["service_name"]].map(|name| name.as_str().unwrap());
        request["shipping_method"] = json!(method.join(" - "));
        let told = scene.budi.post("/api/create-transaction", request.clone()).await.expect(409);
        request["gross_amount"] = told["quote"]["total"].clone();
        let placed = scene.budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
        assert!(placed["discount_amount"].as_i64().unwrap() > 0);
        let call = scene.midtrans.calls().pop().unwrap();
        let items = call.body["item_details"].as_array().unwrap();
        assert_eq!(items.len(), asked);
        let sum: i64 =
            items.iter().map(|item| item["price"].as_i64().unwrap() * item["quantity"].as_i64().unwrap()).sum();
        assert_eq!(json!(sum), placed["gross_amount"]);
        assert_eq!(call.body["transaction_details"]["gross_amount"], placed["gross_amount"]);
        assert!(items.iter().all(|item| item["name"].as_str().unwrap().chars().count() <= 50));
        assert!(call.body.to_string().len() < 16 * 1024);
    }
}

/// Waits until a condition is true, for 30 seconds at most.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.unwrap_or_else(|_| panic!("never: {what}"));
}

#[tokio::test]
async fn an_unreadable_order_does_not_block_expiry() {
    let scene = Scene::start().await;
    let mut numbers = Vec::new();
    for _ in 0..5 {
        numbers.push(scene.place().await);
    }
    // One order before its expiry, and several expired ones in a row, which are checked first.
    let unreadable = [
        "UPDATE orders SET shipment_status = 'aneh' WHERE id <= 4",
        "UPDATE orders SET expires_ms = expires_ms * 2 WHERE id = 1",
    ];
    for sql in unreadable {
        scene.shop.change(sql).await;
    }
    scene
        .shop
        .change("INSERT INTO checkout_drafts (token, member_id, products, updated_ms) VALUES ('lama', 1, '[]', 0)")
        .await;
    scene.after(61).await;
    assert_eq!(scene.status(&numbers[4]).await, "expired");
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM checkout_drafts").await, 0);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(failures) AS BIGINT) FROM payments WHERE order_id <= 4").await, 4);
    // These orders are tried again, and expire after the repair.
    scene.shop.change("UPDATE orders SET shipment_status = 'menunggu' WHERE id <= 4").await;
    scene.after(2).await;
    assert_eq!(scene.status(&numbers[3]).await, "expired");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn payment_checks_run_eight_at_a_time() {
    let scene = Scene::start().await;
    for _ in 0..20 {
        scene.place().await;
    }
    scene.midtrans.fail(Fault::Held);
    scene.shop.app.clock.advance(16 * MINUTE_MS);
    let jobs = scene.shop.app.jobs();
    let round = tokio::spawn(async move { ksmart_ops::jobs::round(&jobs).await });
    until("8 questions at once", async || scene.midtrans.waiting().0 == 8).await;
    scene.midtrans.release();
    round.await.unwrap().unwrap();
    assert_eq!((scene.midtrans.waiting(), scene.midtrans.count("status")), ((0, 8), 20));
    let now_ms = scene.shop.app.clock.now_ms();
    let late = format!("UPDATE payments SET failures = 99 WHERE failures > 0 OR next_check_ms <= {now_ms}");
    scene.shop.change_by(&late).await;
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM payments WHERE failures = 99").await, 0);
}

#[tokio::test]
async fn a_slow_provider_does_not_delay_expiry() {
    let scene = Scene::start().await;
    let first = scene.place().await;
    scene.shop.app.clock.advance(50 * MINUTE_MS);
    let mut others = Vec::new();
    for _ in 0..12 {
        others.push(scene.place().await);
    }
    // The other orders have waited longer, and the provider does not answer for them.
    scene.shop.change("UPDATE payments SET next_check_ms = 1 WHERE order_id > 1").await;
    scene.midtrans.set_faults(move |call| others.contains(&call.id).then_some(Fault::Held));
    scene.shop.app.clock.advance(11 * MINUTE_MS);
    let jobs = tokio::spawn(ksmart_ops::jobs::run(scene.shop.app.jobs()));
    until("8 questions at once", async || scene.midtrans.waiting().0 == 8).await;
    until("the order expires", async || scene.status(&first).await == "expired").await;
    assert_eq!(scene.midtrans.waiting(), (8, 8));
    jobs.abort();
}
