//! Every state of a payment at the provider, and every failure to report it: no order stays in a state without a way
//! out.

use serde_json::{Value, json};

use crate::{
    fakes::midtrans::{Fault, Midtrans},
    payments::money::Scene,
};

/// States that a payment may be in at the provider.
const STATES: [&str; 17] = [
    "nothing chosen",
    "chosen",
    "refused",
    "challenged",
    "captured",
    "paid",
    "paid with a fee",
    "paid too much",
    "paid too little",
    "refunded",
    "refunded too much",
    "too much, refunded but for a part",
    "refunded in part",
    "charged back",
    "reversed",
    "expired",
    "unknown word",
];

/// Brings the payment of an order into a state.
async fn bring(midtrans: &Midtrans, number: &str, state: &str) {
    let total = midtrans.payment(number).unwrap().amount;
    match state {
        "nothing chosen" => {}
        "chosen" => assert!(midtrans.choose(number, "bank_transfer").await),
        "refused" => assert!(midtrans.refuse(number).await),
        "challenged" => assert!(midtrans.challenge(number).await),
        "captured" => assert!(midtrans.pay(number, "credit_card").await),
        "expired" => {
            midtrans.choose(number, "qris").await;
            assert!(midtrans.lapse(number).await);
        }
        _ => {
            let (beside, names_fee) = match state {
                "paid with a fee" => (71, true),
                "paid too much" | "refunded too much" => (71, false),
                "paid too little" => (-71, false),
                "too much, refunded but for a part" => (total + 71, false),
                _ => (0, false),
            };
            midtrans.charge_beside(number, beside, names_fee);
            assert!(midtrans.pay(number, "qris").await);
            match state {
                "refunded" | "refunded too much" => assert!(midtrans.happens(number, "refund", total + beside).await),
                "too much, refunded but for a part" => {
                    assert!(midtrans.happens(number, "partial_refund", total + 1).await);
                }
                "refunded in part" => assert!(midtrans.happens(number, "partial_refund", 1).await),
                "charged back" => assert!(midtrans.happens(number, "chargeback", 0).await),
                "reversed" => assert!(midtrans.reverse(number).await),
                "unknown word" => assert!(midtrans.happens(number, "something-new", 0).await),
                _ => {}
            }
        }
    }
}

/// Asserts that an order and its money are in a final state, or that the office has an open problem about it.
async fn must_have_an_exit(scene: &Scene, number: &str, why: &str) {
    let (order, payment) = (scene.order(number).await, scene.midtrans.payment(number).unwrap());
    // The provider keeps its fee.
    let kept = payment.kept() - if payment.names_fee { payment.beside } else { 0 };
    let status = order["status"].as_str().unwrap();
    assert_ne!(status, "pending", "{why}");
    let seen = scene.admin.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let open = seen["problems"].as_array().unwrap().iter().filter(|problem| problem["solved_at"].is_null());
    let open: Vec<&Value> = open.collect();
    let is_right = if status == "success" { kept >= payment.amount } else { kept <= 0 };
    assert!(is_right || !open.is_empty(), "{why}: {status}, and {kept} of the money is kept");
    for problem in &open {
        let path = format!("/api/admin/payment-problems/{}/solve", problem["id"]);
        scene.banker.post(&path, json!({"note": "Diurus."})).await.expect(200);
    }
}

#[tokio::test]
async fn every_payment_state_can_be_resolved() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    let faults = [None, Some(Fault::Down), Some(Fault::Status(500)), Some(Fault::Status(400)), Some(Fault::Garbage)];
    for fault in faults {
        let mut numbers = Vec::new();
        for state in STATES {
            let number = scene.place().await;
            bring(midtrans, &number, state).await;
            numbers.push((number, format!("{state}, {fault:?}")));
        }
        if let Some(fault) = fault {
            midtrans.fail(fault);
        }
        // The time passes for the payment, one more day, and the delays after repeated failures.
        for _ in 0..30 {
            scene.after(60).await;
        }
        for (number, why) in &numbers {
            assert_ne!(scene.status(number).await, "pending", "{why}");
        }
        midtrans.work();
        for _ in 0..3 {
            scene.after(61).await;
        }
        for (number, why) in &numbers {
            must_have_an_exit(&scene, number, why).await;
        }
    }
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn wrongly_paid_orders_can_be_cancelled() {
    let scene = Scene::start().await;
    for state in ["paid too much", "paid too little"] {
        for by_buyer in [true, false] {
            let number = scene.place().await;
            bring(&scene.midtrans, &number, state).await;
            scene.after(16).await;
            let check = scene.budi.post(&format!("/api/payments/{number}/check"), json!({})).await.expect(200);
            assert_eq!((&check["data"]["status"], &check["in_review"]), (&json!("pending"), &json!(true)));
            if by_buyer {
                scene.budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.expect(200);
            } else {
                scene.admin(&number, "cancel", json!({"reason": "Jumlahnya lain"})).await.expect(200);
            }
            scene.after(2).await;
            scene.after(2).await;
            assert_eq!(scene.status(&number).await, "cancelled");
            assert_eq!(scene.midtrans.payment(&number).unwrap().kept(), 0, "{state}: all of it went back");
        }
    }
    assert!(scene.problems().await.iter().all(|(_, solved, _)| *solved));
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn finance_can_accept_an_overpayment() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    bring(&scene.midtrans, &number, "paid too much").await;
    scene.after(16).await;
    let seen = scene.banker.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let problem = &seen["problems"][0];
    assert_eq!(problem["kind"], "amount_mismatch");
    let again = scene.budi.post(&format!("/api/payments/{number}/reopen"), json!({})).await;
    assert!(again.refused(409, "move_refused").contains("Jangan bayar lagi"), "nobody pays twice meanwhile");
    let accept = format!("/api/admin/payment-problems/{}/accept", problem["id"]);
    scene.banker.post(&accept, json!({"note": " "})).await.refused(422, "invalid_field");
    scene.midtrans.fail(Fault::Down);
    scene.banker.post(&accept, json!({"note": "Selisih kecil"})).await.refused(502, "payment_unavailable");
    scene.midtrans.work();
    let solved = scene.banker.post(&accept, json!({"note": "Selisih kecil"})).await.expect(200);
    assert_eq!((&solved["solution"], &solved["solved_by"]), (&json!("Selisih kecil"), &json!("finance")));
    scene.banker.post(&accept, json!({"note": "Lagi"})).await.refused(409, "move_refused");
    let order = scene.order(&number).await;
    let total = order["gross_amount"].as_i64().unwrap();
    assert_eq!((&order["status"], &order["charged"]), (&json!("success"), &json!(total + 71)));
    scene.after(16).await;
    assert_eq!(scene.problems().await, [("amount_mismatch".to_owned(), true, false)], "it is told of once");
    assert_eq!(scene.moves(&number).await, ["member placed", "shop paid"]);
    scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.expect(200);
    assert_eq!(scene.midtrans.payment(&number).unwrap().returned, total, "the rest goes back by hand");
    scene.after(16).await;
    assert_eq!(scene.status(&number).await, "refunded");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn an_underpayment_cannot_be_accepted() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    bring(&scene.midtrans, &number, "paid too little").await;
    scene.after(16).await;
    let seen = scene.banker.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let accept = format!("/api/admin/payment-problems/{}/accept", seen["problems"][0]["id"]);
    let said = scene.banker.post(&accept, json!({"note": "Selisih kecil"})).await.refused(409, "move_refused");
    assert!(said.contains("kurang dari total"), "{said}");
    assert_eq!(scene.status(&number).await, "pending");
}

#[tokio::test]
async fn a_refunded_overpayment_cannot_be_accepted() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    bring(&scene.midtrans, &number, "paid too much").await;
    scene.after(16).await;
    let seen = scene.banker.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let accept = format!("/api/admin/payment-problems/{}/accept", seen["problems"][0]["id"]);
    let charged = scene.midtrans.payment(&number).unwrap().charged;
    assert!(scene.midtrans.happens(&number, "refund", charged).await);
    scene.banker.post(&accept, json!({"note": "Diterima"})).await.refused(409, "move_refused");
    assert_eq!(scene.status(&number).await, "pending");
    scene.banker.post("/api/admin/payment-problems/999/accept", json!({"note": "x"})).await.refused(404, "not_found");
}
