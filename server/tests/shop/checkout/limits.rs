//! Conditions for orders that nobody has paid yet: enough pieces, not too many at once, and the shop's approval of a
//! first COD.

use futures_util::future::join_all;
use ksmart_core::order::OrderEvent::{Complete, Pack, Pay, Ship};
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Query that counts everything written when an order is placed.
const WRITTEN: &str = "SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM order_lines)
    + (SELECT COUNT(*) FROM order_moves) + (SELECT COUNT(*) FROM payments) + (SELECT COUNT(*) FROM stock_movements)";

/// Changes the rules for sales; returns the owner.
async fn owner_with(shop: &Shop, changes: Value) -> Actor {
    let owner = shop.admin().await;
    owner.edit_settings("sales", changes).await.expect(200);
    owner
}

#[tokio::test]
async fn a_products_minimum_can_be_made_binding() {
    let shop = Shop::start().await;
    let tea = shop.product_with("Teh", 250, 10, &["Melati", "Tubruk"]).await;
    shop.change("UPDATE products SET min_order = 3").await;
    let budi = shop.member("budi").await;
    let (one, three) = (shop.order(&budi).item(tea, 1).body().await, shop.order(&budi).item(tea, 3).body().await);
    let of = |mut request: Value, lines: &[(&str, i64)]| {
        let line =
            |(variant, quantity): &(&str, i64)| json!({"product_id": tea, "variant": variant, "quantity": quantity});
        request["products"] = lines.iter().map(line).collect();
        request["checkout_token"] = json!(shop.app.random.token(26));
        request
    };
    let told = async || shop.guest().get("/").await.expect(200).as_str().unwrap().contains("\"minimum_binds\":true");
    // The minimum is only the initial quantity of a new line, and does not bind the buyer.
    budi.post("/api/create-transaction", of(one.clone(), &[("Melati", 1)])).await.expect(201);
    assert!(!told().await);

    owner_with(&shop, json!({"minimum_binds": true})).await;
    assert!(told().await);
    let before = shop.count(WRITTEN).await;
    let refused = budi.post("/api/create-transaction", of(one, &[("Melati", 1)])).await;
    assert_eq!(refused.refused(409, "below_minimum"), "Minimal pembelian Teh adalah 3 pcs.");
    assert_eq!((shop.count(WRITTEN).await, shop.stock(tea).await), (before, 9));
    // Variants of a product are added together.
    budi.post("/api/create-transaction", of(three, &[("Melati", 2), ("Tubruk", 1)])).await.expect(201);
    let line = budi.post("/api/cart", json!({"product_id": tea, "quantity": 1, "variant": "Melati"})).await.expect(201);
    assert_eq!(line["pemesananMin"], 3);
    assert_eq!(budi.get("/api/cart").await.expect(200)[0]["pemesananMin"], 3);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn unpaid_orders_per_member_are_limited() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 1000).await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let owner = owner_with(&shop, json!({"max_unpaid_orders": 2, "max_unpaid_pieces": 10})).await;
    let order = async |buyer: &Actor, quantity: i64| shop.order(buyer).item(salt, quantity).send().await;
    let before = shop.count(WRITTEN).await;
    assert_eq!(
        order(&budi, 11).await.refused(409, "unpaid_limit"),
        "Pesanan yang belum dibayar paling banyak berisi 10 pcs. Kurangi jumlah pesanan ini."
    );
    assert_eq!((shop.count(WRITTEN).await, shop.stock(salt).await), (before, 1000), "nothing is half written");
    let first = order(&budi, 6).await.expect(201)["transaction"].take();
    assert_eq!(
        order(&budi, 5).await.refused(409, "unpaid_limit"),
        "Pesanan Anda yang belum dibayar paling banyak berisi 10 pcs. Bayar atau batalkan salah satunya di Pesanan \
         Saya, atau kurangi jumlah pesanan ini."
    );
    order(&budi, 4).await.expect(201);
    assert_eq!(
        order(&budi, 1).await.refused(409, "unpaid_limit"),
        "Anda sudah memiliki 2 pesanan yang belum dibayar. Bayar atau batalkan salah satunya di Pesanan Saya, lalu \
         pesan lagi."
    );
    // Orders of another member do not count; a cancelled, paid or delivered order frees its place.
    order(&siti, 1).await.expect(201);
    let number = first["order_id"].as_str().unwrap();
    budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.expect(200);
    let next = order(&budi, 1).await.expect(201)["transaction"]["order_id"].take();
    order(&budi, 1).await.refused(409, "unpaid_limit");
    let path = format!("/api/admin/orders/{}", next.as_str().unwrap());
    owner.post(&format!("{path}/pack"), json!({})).await.expect(200);
    owner.post(&format!("{path}/ship"), json!({"resi": "JN100"})).await.expect(200);
    order(&budi, 1).await.refused(409, "unpaid_limit");
    budi.post(&format!("/api/transactions/{}/complete", next.as_str().unwrap()), json!({})).await.expect(200);
    order(&budi, 1).await.expect(201);
    owner.edit_settings("sales", json!({"max_unpaid_orders": 0, "max_unpaid_pieces": 0})).await.expect(200);
    order(&budi, 500).await.expect(201);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn simultaneous_checkouts_respect_the_limit() {
    let shop = Shop::start().await;
    let mut salts = Vec::new();
    for number in 0..8 {
        salts.push(shop.product(&format!("Garam {number}"), 10, 100).await);
    }
    let budi = shop.member("budi").await;
    owner_with(&shop, json!({"max_unpaid_orders": 3})).await;
    let mut requests = Vec::new();
    // Different products, so that the requests do not wait for the same row.
    for salt in &salts {
        requests.push(shop.order(&budi).item(*salt, 1).body().await);
    }
    let answers = join_all(requests.into_iter().map(|request| budi.post("/api/create-transaction", request))).await;
    let placed = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(placed, 3, "{answers:?}");
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.refused(409, "unpaid_limit");
    }
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_first_cod_order_can_need_approval() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (packer, banker) = (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let place = async |buyer: &Actor, method: &str| {
        let order = shop.order(buyer).item(salt, 1).with("payment_method", json!(method)).placed().await;
        (order["order_id"].as_str().unwrap().to_owned(), order)
    };
    let (_, free) = place(&budi, "cod").await;
    assert_eq!(free["held"], false);
    owner_with(&shop, json!({"holds_first_cod": true})).await;

    let (first, held) = place(&budi, "cod").await;
    assert_eq!(
        (&held["held"], &held["shipment_status"], &held["actions"]),
        (&json!(true), &json!("menunggu"), &json!(["cancel"]))
    );
    assert_eq!(held["moves"][1]["what"], "held");
    assert_eq!(place(&budi, "online").await.1["held"], false);
    let (second, _) = place(&budi, "cod").await;
    let queue = async |what: &str| -> Vec<Value> {
        let listed = packer.get(&format!("/api/admin/orders?waiting={what}")).await.expect(200)["orders"].take();
        listed.as_array().unwrap().iter().map(|order| order["order_id"].clone()).collect()
    };
    assert_eq!(queue("held").await, [json!(first), json!(second)]);
    assert_eq!(queue("pack").await, [free["order_id"].clone()]);
    let today = packer.get("/api/admin/today").await.expect(200);
    assert_eq!((&today["held"], &today["to_pack"]), (&json!(2), &json!(1)));

    // The order cannot be packed before the approval, and not everyone may approve.
    let path = |number: &str, step: &str| format!("/api/admin/orders/{number}/{step}");
    let refused = packer.post(&path(&first, "pack"), json!({})).await.refused(409, "move_refused");
    assert_eq!(refused, "Pesanan COD ini menunggu persetujuan toko. Buka pesanannya, lalu tekan Setujui COD.");
    for (other, status, code) in [(&banker, 403, "forbidden"), (&budi, 403, "forbidden")] {
        other.post(&path(&first, "release"), json!({})).await.refused(status, code);
    }
    let shown = packer.get(&format!("/api/admin/orders/{first}")).await.expect(200);
    assert_eq!((&shown["held"], &shown["actions"]), (&json!(true), &json!(["release", "cancel", "address"])));
    let released = packer.post(&path(&first, "release"), json!({})).await.expect(200);
    assert_eq!((&released["message"], &released["data"]["held"]), (&json!("Pesanan disetujui."), &json!(false)));
    packer.post(&path(&first, "release"), json!({})).await.refused(409, "move_refused");
    packer.post(&path(&first, "pack"), json!({})).await.expect(200);
    // A cancelled order returns its stock, and leaves the queue.
    let before = shop.stock(salt).await;
    packer.post(&path(&second, "cancel"), json!({"reason": "Nomor tidak aktif"})).await.expect(200);
    assert_eq!((shop.stock(salt).await, queue("held").await.len()), (before + 1, 0));
    let log = shop.count("SELECT COUNT(*) FROM audit_entries WHERE action = 'released'").await;
    assert_eq!(log, 1);

    // A buyer with a paid, delivered order is known; a buyer who only confirmed the delivery is not.
    let products = [(salt, 1)];
    let known = |events| Story {
        buyer: &siti,
        products: &products,
        period: shop.open,
        plan_id: 1,
        percent: "0",
        at_ms: shop.app.clock.now_ms(),
        events,
    };
    shop.tell(&known(&[Pack, Ship, Complete])).await;
    assert_eq!(place(&siti, "cod").await.1["held"], true);
    shop.tell(&known(&[Pack, Ship, Complete, Pay])).await;
    assert_eq!(place(&siti, "cod").await.1["held"], false);
    shop.must_be_sound().await;
}
