//! Orders on their way, and the rights to see and move them.

use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Places a cash order; returns its number.
async fn place(shop: &Shop, buyer: &Actor, product: i64, quantity: i64) -> String {
    let order = shop.order(buyer).item(product, quantity).placed().await;
    order["order_id"].as_str().unwrap().to_owned()
}

async fn volume(who: &Actor) -> Value {
    who.get("/api/me").await.expect(200)["BV"].take()
}

#[tokio::test]
async fn a_cash_order_earns_points_once_paid() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let admin = shop.admin().await;
    let leader = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&leader)).await;
    let number = place(&shop, &budi, salt, 2).await;
    let order = format!("/api/transactions/{number}");
    let staff = format!("/api/admin/orders/{number}");

    budi.post(&format!("{order}/complete"), json!({})).await.refused(409, "move_refused");
    admin.post(&format!("{staff}/ship"), json!({"resi": "JN100"})).await.refused(409, "move_refused");
    admin.post(&format!("{staff}/pack"), json!({})).await.expect(200);
    budi.post(&format!("{order}/cancel"), json!({})).await.refused(409, "move_refused");
    for resi in ["", "<b>", &"1".repeat(65)] {
        admin.post(&format!("{staff}/ship"), json!({"resi": resi})).await.refused(422, "invalid_field");
    }
    shop.change("UPDATE products SET barcode = '8991234567897', sku = 'GARAM-1'").await;
    for goods in ["8991234567897", "garam-1"] {
        let said = admin.post(&format!("{staff}/ship"), json!({"resi": goods})).await.refused(422, "invalid_field");
        assert_eq!(said, format!("{goods} adalah kode barang, bukan nomor resi. Pindai label dari kurir."));
    }
    let shipped = admin.post(&format!("{staff}/ship"), json!({"resi": "JN0123456789"})).await.expect(200);
    assert_eq!(
        (&shipped["data"]["shipment_status"], &shipped["data"]["resi"]),
        (&json!("dikirim"), &json!("JN0123456789"))
    );
    assert_eq!(volume(&budi).await, 0);

    let done = budi.post(&format!("{order}/complete"), json!({})).await.expect(200)["data"].take();
    // The member's confirmation completes the shipment; only the shop confirms the receipt of cash.
    assert_eq!((&done["status"], &done["shipment_status"]), (&json!("pending"), &json!("selesai")));
    assert_eq!(done["actions"], json!([]));
    assert_eq!(volume(&budi).await, 0);
    budi.post(&format!("/api/payments/{number}/reopen"), json!({})).await.refused(409, "move_refused");
    admin.post(&format!("{staff}/cash"), json!({})).await.expect(200);
    let done = budi.get(&order).await.expect(200)["data"].take();
    assert_eq!((&done["status"], &done["shipment_status"]), (&json!("success"), &json!("selesai")));
    let moves = done["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["what"].as_str().unwrap(), step["by"].as_str().unwrap()));
    let expected = ["placed member", "packed shop", "shipped shop", "completed member", "paid shop"];
    assert_eq!(moves.map(|(what, by)| format!("{what} {by}")).collect::<Vec<_>>(), expected);
    budi.post(&format!("{order}/complete"), json!({})).await.refused(409, "move_refused");
    assert_eq!(volume(&budi).await, 10);
    assert_eq!(volume(&leader).await, 0, "a leader's own points are the leader's");
    assert_eq!(shop.count("SELECT CAST(SUM(group_points) AS BIGINT) FROM bv_totals").await, 10);
    assert_eq!(shop.guest().get("/api/products").await.expect(200)[0]["terjual"], 2);
}

#[tokio::test]
async fn members_cannot_access_orders_of_others() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let number = place(&shop, &budi, salt, 1).await;
    let order = format!("/api/transactions/{number}");
    let not_there = siti.get(&order).await.refused(404, "not_found");
    assert_eq!(not_there, "Tidak ada data ditemukan");
    siti.post(&format!("{order}/complete"), json!({})).await.refused(404, "not_found");
    siti.post(&format!("{order}/cancel"), json!({})).await.refused(404, "not_found");
    siti.post(&format!("/api/payments/{number}/check"), json!({})).await.refused(404, "not_found");
    siti.post(&format!("/api/payments/{number}/reopen"), json!({})).await.refused(404, "not_found");
    siti.get(&format!("/api/transactions/user/{}", budi.id)).await.refused(403, "forbidden");
    for step in ["pack", "ship"] {
        let path = format!("/api/admin/orders/{number}/{step}");
        siti.post(&path, json!({"resi": "X"})).await.refused(403, "forbidden");
        shop.guest().post(&path, json!({"resi": "X"})).await.refused(401, "unauthorized");
    }
    assert_eq!(siti.get(&format!("/api/transactions/user/{}", siti.id)).await.expect(200)["data"], json!([]));
}

#[tokio::test]
async fn a_member_cancels_an_order_with_a_reason() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let number = place(&shop, &budi, salt, 4).await;
    assert_eq!(shop.stock(salt).await, 6);
    let cancel = format!("/api/transactions/{number}/cancel");
    budi.post(&cancel, json!({"reason": "x".repeat(301)})).await.refused(422, "invalid_field");
    let order = budi.post(&cancel, json!({"reason": " salah alamat "})).await.expect(200)["data"].take();
    assert_eq!((&order["status"], &order["shipment_status"]), (&json!("cancelled"), &json!("dibatalkan")));
    assert_eq!(order["moves"][1]["reason"], "salah alamat");
    assert_eq!(order["actions"], json!([]));
    assert_eq!(shop.stock(salt).await, 10);
    budi.post(&cancel, json!({})).await.refused(409, "move_refused");
    assert_eq!(shop.stock(salt).await, 10);
}

#[tokio::test]
async fn only_one_concurrent_order_step_succeeds() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let number = place(&shop, &budi, salt, 3).await;
    let (cancel, pack) = (format!("/api/transactions/{number}/cancel"), format!("/api/admin/orders/{number}/pack"));
    let (a, b, c, d) = tokio::join!(
        budi.post(&cancel, json!({})),
        admin.post(&pack, json!({})),
        budi.post(&cancel, json!({})),
        admin.post(&pack, json!({})),
    );
    let done = [a, b, c, d].iter().filter(|answer| answer.status == 200).count();
    assert_eq!(done, 1);
    let stock = shop.stock(salt).await;
    let packed = shop.count("SELECT COUNT(*) FROM orders WHERE shipment_status = 'dikemas'").await;
    assert_eq!(stock, if packed == 1 { 7 } else { 10 });
}

#[tokio::test]
async fn orders_are_filtered_and_paged() {
    use ksmart_core::order::OrderEvent::{Complete, Pack, Pay, Ship};
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let mut numbers = Vec::new();
    for (at_ms, buyer, events) in [
        (5, &budi, &[][..]),
        // Three at the same instant: the last one placed is the newest.
        (7, &budi, &[Pay, Pack]),
        (7, &siti, &[Pay, Pack]),
        (7, &budi, &[Pack, Ship]),
        (7, &budi, &[Pack, Ship, Complete]),
        (6, &budi, &[Pack, Ship]),
    ] {
        let story = Story { buyer, products: &[(salt, 1)], period: shop.open, plan_id: 1, percent: "0", at_ms, events };
        numbers.push(shop.tell(&story).await.1);
    }
    let path = format!("/api/transactions/user/{}", budi.id);
    let found = async |query: &str| {
        let path = format!("{path}?{query}");
        let whole = budi.get(&path).await.expect(200);
        assert_eq!(whole["next_cursor"], Value::Null);
        let whole = whole["data"].as_array().unwrap().clone();
        for limit in [1, 2, 100] {
            assert_eq!(budi.all(&path, "/data", limit).await, whole, "{query} by {limit}");
        }
        let place = |order: &Value| numbers.iter().position(|number| order["order_id"] == number.as_str()).unwrap();
        whole.iter().map(place).collect::<Vec<_>>()
    };
    assert_eq!(found("").await, [4, 3, 1, 5, 0]);
    assert_eq!(found("filter=&search=").await, [4, 3, 1, 5, 0]);
    assert_eq!(found("filter=dikirim").await, [3, 5]);
    assert_eq!(found("filter=selesai").await, [4]);
    assert_eq!(found("filter=menunggu").await, [0]);
    assert_eq!(found("filter=dibatalkan").await, [] as [usize; 0]);
    assert_eq!(found(&format!("search={}", numbers[1][13..].to_lowercase())).await, [1]);
    assert_eq!(found(&format!("search={}&filter=selesai", numbers[1])).await, [] as [usize; 0]);
    assert_eq!(found(&format!("search={}", numbers[2])).await, [] as [usize; 0], "that is Siti's");
    assert_eq!(found("search=ks-2026").await, [4, 3, 1, 5, 0]);
    assert_eq!(found("search=_").await, [] as [usize; 0]);
}
