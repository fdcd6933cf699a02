//! Manual refunds of whole orders: once, and by two people.

use serde_json::json;

use crate::{
    fakes::midtrans::Fault,
    payments::money::Scene,
    shop::{Actor, Answer},
};

async fn prepare(by: &Actor, number: &str) -> Answer {
    by.post(&format!("/api/admin/orders/{number}/refund"), json!({"reason": "Rusak", "manual": true})).await
}

/// Approves the manual refund of an order in its current version.
pub async fn approve(by: &Actor, number: &str) -> Answer {
    let seen = by.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let version = seen["manual_refund"]["version"].as_i64().unwrap_or(0);
    by.post(&format!("/api/admin/orders/{number}/refund/approve"), json!({"version": version})).await
}

#[tokio::test]
async fn a_manual_refund_needs_two_administrators() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    scene.midtrans.pay(&number, "bank_transfer").await;
    scene.after(16).await;
    approve(&scene.admin, &number).await.refused(409, "refund_refused");
    let said = prepare(&scene.banker, &number).await.expect(200)["message"].take();
    assert!(said.as_str().unwrap().contains("Pengelola lain"));
    prepare(&scene.admin, &number).await.refused(409, "refund_refused");
    let seen = async |by: &Actor| by.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let waits = seen(&scene.banker).await;
    assert!(!waits["actions"].as_array().unwrap().contains(&json!("refund")));
    assert_eq!((&waits["manual_refund"]["is_own"], &waits["manual_refund"]["reason"]), (&json!(true), &json!("Rusak")));
    assert_eq!(waits["manual_refund"]["amount_rp"], waits["total_rp"]);
    let own = approve(&scene.banker, &number).await.refused(409, "refund_refused");
    assert!(own.contains("Anda siapkan sendiri"), "{own}");

    // Until the approval the order cannot be moved, and its money cannot be refunded another way.
    scene.admin(&number, "pack", json!({})).await.refused(409, "refund_refused");
    scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.refused(409, "refund_refused");
    let today = scene.banker.get("/api/admin/today").await.expect(200);
    assert_eq!(today["refunds_prepared"], 1);
    let listed = scene.banker.get("/api/admin/orders?waiting=refund").await.expect(200);
    assert!(listed.to_string().contains(&number));

    // After the withdrawal nothing waits, and the other administrator may prepare it.
    let path = format!("/api/admin/orders/{number}/refund");
    scene.banker.delete(&path).await.expect(200);
    scene.banker.delete(&path).await.refused(409, "refund_refused");
    assert!(seen(&scene.admin).await["manual_refund"].is_null());
    prepare(&scene.admin, &number).await.expect(200);
    assert_eq!(scene.status(&number).await, "success");
    // An approval of the earlier version is refused.
    let before = json!({"version": waits["manual_refund"]["version"]});
    scene.banker.post(&format!("{path}/approve"), before).await.refused(409, "refund_refused");
    approve(&scene.banker, &number).await.expect(200);
    approve(&scene.banker, &number).await.refused(409, "move_refused");
    assert_eq!((scene.status(&number).await.as_str(), scene.books().await.0), ("refunded", 0));
    let waiting = "SELECT COUNT(*) FROM manual_refunds";
    assert_eq!(scene.shop.count(waiting).await, 0);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_refund_with_a_lost_answer_is_not_repeated() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    let number = scene.place().await;
    midtrans.pay(&number, "qris").await;
    scene.after(16).await;
    midtrans.set_faults(|call| (call.what == "refund").then_some(Fault::AnswerLost));
    scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.refused(502, "payment_unavailable");
    midtrans.fail(Fault::Down);
    prepare(&scene.admin, &number).await.refused(502, "payment_unavailable");
    midtrans.work();
    let said = prepare(&scene.admin, &number).await.refused(409, "move_refused");
    assert!(said.contains("dikembalikan dananya oleh penyedia pembayaran"), "{said}");
    assert_eq!(scene.status(&number).await, "refunded");
    let payment = midtrans.payment(&number).unwrap();
    assert_eq!((payment.returned, payment.kept()), (payment.charged, 0));
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_provider_refund_stops_a_manual_approval() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    for (status, part, code) in [("partial_refund", 1, "refund_refused"), ("refund", 0, "move_refused")] {
        let number = scene.place().await;
        midtrans.pay(&number, "qris").await;
        scene.after(16).await;
        prepare(&scene.admin, &number).await.expect(200);
        let returned = if part > 0 { part } else { midtrans.payment(&number).unwrap().charged };
        assert!(midtrans.happens(&number, status, returned).await);
        midtrans.fail(Fault::Down);
        approve(&scene.banker, &number).await.refused(502, "payment_unavailable");
        midtrans.work();
        approve(&scene.banker, &number).await.refused(409, code);
    }
    assert_eq!(scene.problems().await, [("partial_refund".to_owned(), false, false)]);
}

#[tokio::test]
async fn a_partial_refund_reduces_the_manual_refund() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    scene.midtrans.pay(&number, "qris").await;
    scene.after(16).await;
    assert!(scene.midtrans.happens(&number, "partial_refund", 500).await);
    scene.after(16).await;
    prepare(&scene.admin, &number).await.refused(409, "refund_refused");
    scene.shop.change("UPDATE payment_problems SET solved_ms = 1").await;
    prepare(&scene.admin, &number).await.expect(200);
    let seen = scene.admin.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let total = seen["total_rp"].as_i64().unwrap();
    assert_eq!(seen["manual_refund"]["amount_rp"], json!(total - 500));
    approve(&scene.banker, &number).await.expect(200);
    assert_eq!(scene.status(&number).await, "refunded");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_pending_refund_blocks_a_manual_one() {
    let scene = Scene::start().await;
    let midtrans = &scene.midtrans;
    for channel in ["qris", "bank_transfer"] {
        let number = scene.place().await;
        midtrans.pay(&number, channel).await;
        scene.after(16).await;
        midtrans.set_faults(|call| (call.what == "refund").then_some(Fault::Down));
        scene.admin(&number, "refund", json!({"reason": "Rusak"})).await.refused(502, "payment_unavailable");
        midtrans.work();
        let said = prepare(&scene.admin, &number).await.refused(409, "refund_refused");
        assert!(said.contains("sedang diminta"), "{said}");
        let again = scene.admin(&number, "refund", json!({"reason": "Rusak"})).await;
        if channel == "qris" {
            again.expect(200);
        } else {
            again.refused(409, "refund_refused");
            prepare(&scene.admin, &number).await.expect(200);
            approve(&scene.banker, &number).await.expect(200);
        }
        assert_eq!(scene.status(&number).await, "refunded");
    }
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_new_administrator_cannot_approve_refunds() {
    let scene = Scene::start().await;
    let number = scene.place().await;
    scene.midtrans.pay(&number, "bank_transfer").await;
    scene.after(16).await;
    prepare(&scene.admin, &number).await.expect(200);
    scene.shop.set("security", json!({"approval_wait_days": 3})).await;
    let banker = ksmart_foundation::ids::MemberId(scene.banker.id);
    let mut conn = scene.shop.app.db.write_one().await.unwrap();
    ksmart_identity::factors::mark_reset(&mut conn, banker, scene.shop.app.clock.now_ms()).await.unwrap();
    drop(conn);
    let said = approve(&scene.banker, &number).await.refused(409, "move_refused");
    assert!(said.starts_with("Akun Anda baru diangkat"), "{said}");
    assert_eq!(scene.status(&number).await, "success");
}
