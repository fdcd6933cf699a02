//! Payments without money: where they are possible, and the effects they never have.

use ksmart_identity::roles::Role;
use ksmart_members::bonuses::{self, insert_plan};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    fakes::midtrans::{Delivery, Fault, Midtrans},
    shop::{Actor, Shop},
    volume::ledger::plan,
};

async fn place(shop: &Shop, buyer: &Actor, product: i64) -> Value {
    shop.order(buyer).item(product, 1).online().placed().await
}

#[tokio::test]
async fn the_sandbox_is_local_unless_turned_on() {
    for (flags, status) in [(&[][..], 403), (&["--payment-sandbox=on"], 404)] {
        let shop = Shop::start_with(flags).await;
        let page = "/sandbox/snap/v3/redirection/tidak-ada";
        for (header, value) in [
            ("x-forwarded-for", "203.0.113.9"),
            ("forwarded", "for=203.0.113.9"),
            ("x-real-ip", "203.0.113.9"),
            ("via", "1.1 tunnel"),
            ("origin", "https://toko.example.com"),
            ("host", "toko.example.com"),
            ("host", "localhost.example.com:3000"),
            ("host", "192.0.2.7"),
            ("host", "tidak ada"),
        ] {
            let request = shop.guest().request(Method::GET, page).header(header, value);
            assert_eq!(request.send().await.unwrap().status(), status, "{flags:?} {header}: {value}");
        }
        for host in ["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"] {
            let request = shop.guest().request(Method::GET, page).header("host", host);
            assert_eq!(request.send().await.unwrap().status(), 404, "{host}");
        }
        assert_eq!(shop.guest().get(page).await.status, 404);
    }
}

/// Starts another server on the shop's database, with these flags.
async fn beside(shop: &Shop, flags: &[&str]) -> Shop {
    Shop::open(TempDir::new().unwrap(), shop.database_url.clone(), flags).await
}

#[tokio::test]
async fn sandbox_payments_earn_no_real_payout() {
    let shop = Shop::start().await;
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    let tea = shop.product_worth("Teh", 1000, 300).await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let siti = shop.member("siti").await;
    let (budi, rina) = (shop.member_below("budi", Some(&siti)).await, shop.member("rina").await);
    shop.change("UPDATE members SET bank = 'BCA', bank_account = '001234567' || id").await;
    let order = place(&shop, &budi, tea).await;
    let form = [("method", "qris"), ("decision", "pay")];
    shop.guest().request(Method::POST, order["redirect_url"].as_str().unwrap()).form(&form).send().await.unwrap();
    let number = order["order_id"].as_str().unwrap();
    let path = format!("/api/admin/orders/{number}");
    assert_eq!(owner.get(&path).await.expect(200)["payment"]["in_sandbox"], true);
    // The others paid in cash, which is real money; siti also earns from budi's purchase.
    for buyer in [&rina, &siti] {
        let cash = shop.order(buyer).item(tea, 1).send().await.expect(201);
        let cash = cash["transaction"]["order_id"].as_str().unwrap();
        for (what, body) in [("pack", json!({})), ("ship", json!({"resi": "JN100"})), ("cash", json!({}))] {
            owner.post(&format!("/api/admin/orders/{cash}/{what}"), body).await.expect(200);
        }
    }
    shop.change("UPDATE bv_periods SET ends_ms = starts_ms + 1000 WHERE id = 2").await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.open).await.unwrap();
    shop.must_be_sound().await;

    let at = |shop: &Shop, who: &Actor| shop.guest().with_token(Some(who.token()));
    let preview = format!("/api/admin/payouts/preview?period_id={}", shop.open);
    let all = banker.get(&preview).await.expect(200);
    assert_eq!((&all["items"], &all["left_out"]), (&json!(3), &json!(0)), "the sandbox is on");
    let prepared = banker.post("/api/admin/payouts", all).await.expect(201)["payout"]["id"].take();

    let closed = beside(&shop, &["--payment-sandbox=off"]).await;
    let (owner_there, banker_there) = (at(&closed, &owner), at(&closed, &banker));
    let approve = format!("/api/admin/payouts/{prepared}/approve");
    owner_there.post(&approve, json!({"version": 1})).await.refused(409, "move_refused");
    let cancel = format!("/api/admin/payouts/{prepared}/cancel");
    banker.post(&cancel, json!({"version": 1, "reason": "Sandbox"})).await.expect(200);
    let real = banker_there.get(&preview).await.expect(200);
    assert_eq!((&real["items"], &real["left_out"]), (&json!(1), &json!(2)));
    let left_out = format!("/api/admin/payouts/left-out?period_id={}", shop.open);
    let left_out = banker_there.get(&left_out).await.expect(200)["left_out"].take();
    let said: Vec<_> =
        left_out.as_array().unwrap().iter().map(|row| json!([row["member_name"], row["reason"]])).collect();
    assert_eq!(said, [json!(["siti", "sandbox"]), json!(["budi", "sandbox"])]);
    let prepared = banker_there.post("/api/admin/payouts", real).await.expect(201)["payout"]["id"].take();
    owner_there.post(&format!("/api/admin/payouts/{prepared}/approve"), json!({"version": 1})).await.expect(200);
    // The sandbox's payment page does not exist there either.
    closed.guest().get("/sandbox/snap/v3/redirection/x").await.expect(404);
    shop.must_be_sound().await;
    // Sandbox payments stay marked, and the check reports a missing mark.
    shop.change("UPDATE payments SET sandbox_paid_ms = NULL").await;
    assert_eq!(ksmart_ops::integrity::run(&shop.app.db).await.unwrap().broken(), ["payments"]);
}

#[tokio::test]
async fn notifications_of_abandoned_pages_are_ignored() {
    let midtrans = Midtrans::start().await;
    midtrans.set_delivery(Delivery::Held);
    let own = midtrans.flags();
    let shop = Shop::start_with(&own.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    // The answer to the first opening gets lost: the order continues with another number.
    midtrans.fail(Fault::AnswerLost);
    let request = shop.order(&budi).item(salt, 1).online().body().await;
    budi.post("/api/create-transaction", request.clone()).await.refused(502, "payment_unavailable");
    midtrans.work();
    let order = budi.post("/api/create-transaction", request).await.expect(200)["transaction"].take();
    let number = order["order_id"].as_str().unwrap();
    assert!(midtrans.payment(&format!("{number}-2")).is_some());
    let amount = format!("{}.00", order["gross_amount"]);
    let state = async || {
        let order = budi.get(&format!("/api/transactions/{number}")).await.expect(200);
        order["data"]["status"].as_str().unwrap().to_owned()
    };
    for (status, code) in [("cancel", "200"), ("expire", "202"), ("settlement", "200")] {
        let key = shop.app.payments.snap.server_key();
        let notice = json!({
            "order_id": number, "status_code": code, "gross_amount": amount, "transaction_status": status,
            "transaction_id": "1", "currency": "IDR",
            "signature_key": ksmart_flows::payments::snap::signature(number, code, &amount, key),
        });
        shop.guest().post("/api/payments/notification", notice).await.expect(200);
        assert_eq!(state().await, "pending", "{status}");
    }
    midtrans.pay(&format!("{number}-2"), "qris").await;
    for notice in midtrans.held() {
        midtrans.deliver(&notice).await;
    }
    assert_eq!(state().await, "success");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn only_its_holder_releases_an_opening_claim() {
    let midtrans = Midtrans::start().await;
    let own = midtrans.flags();
    let shop = Shop::start_with(&own.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let claim = "SELECT COALESCE(MAX(opening_until_ms), -1) FROM payments";
    midtrans.fail(Fault::Slow(std::time::Duration::from_secs(1)));
    let request = shop.order(&budi).item(salt, 1).online().body().await;
    let placing = tokio::spawn({
        let budi = budi.clone();
        async move { budi.post("/api/create-transaction", request).await }
    });
    while shop.count(claim).await <= 0 {
        tokio::task::yield_now().await;
    }
    // The claim lasts longer than the slowest calls that it protects.
    assert!(shop.count(claim).await - shop.app.clock.now_ms() > 30_000);
    while midtrans.count("create") == 0 {
        tokio::task::yield_now().await;
    }
    shop.change("UPDATE payments SET opening_until_ms = 9000000000000").await;
    placing.await.unwrap().expect(201);
    assert_eq!(shop.count(claim).await, 9_000_000_000_000, "another has it by now");
}
