//! Stock in the office: deliveries, counts, and the stock movements.

use futures_util::future::join_all;
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    catalog::admin_catalog::{audited, fields},
    shop::Shop,
};

#[tokio::test]
async fn deliveries_and_counts_change_stock() {
    let shop = Shop::start().await;
    let (packer, owner) = (shop.staff(Role::Fulfilment).await, shop.admin().await);
    let id = shop.product("Kopi", 150, 7).await;
    let path = format!("/api/admin/products/{id}/stock");
    let received =
        packer.post(&path, json!({"kind": "received", "quantity": 10, "reason": " PO-1 "})).await.expect(200);
    assert_eq!(received, json!({"id": id, "name": "Kopi", "stock": 17, "variant_stock": null}));
    assert_eq!(shop.stock(id).await, 17);
    packer.post(&path, json!({"kind": "adjusted", "quantity": -2, "reason": "Pecah"})).await.expect(200);
    packer.post(&path, json!({"kind": "adjusted", "counted": 12, "stock": 15, "reason": "Opname"})).await.expect(200);
    assert_eq!(shop.stock(id).await, 12);
    // The conflict names the person who changed the stock first, a colleague or a buyer.
    let late = json!({"kind": "adjusted", "counted": 9, "stock": 15, "reason": "Opname"});
    let said = packer.post(&path, late.clone()).await.refused(409, "edit_conflict");
    assert!(said.starts_with("Data ini baru saja diubah oleh fulfilment ("), "{said}");
    // A count equal to the recorded stock is no movement.
    packer.post(&path, json!({"kind": "adjusted", "counted": 12, "stock": 12, "reason": "Opname"})).await.expect(200);

    let books = packer.all(&format!("/api/admin/stock-movements?product_id={id}"), "/movements", 2).await;
    let told: Vec<Value> = books
        .iter()
        .map(|row| json!([row["kind"], row["quantity"], row["reason"], row["member_name"], row["product_name"]]))
        .collect();
    assert_eq!(
        told,
        [
            json!(["adjusted", -3, "Opname", "fulfilment", "Kopi"]),
            json!(["adjusted", -2, "Pecah", "fulfilment", "Kopi"]),
            json!(["received", 10, "PO-1", "fulfilment", "Kopi"]),
            json!(["received", 7, null, null, "Kopi"]),
        ]
    );
    let log = audited(&owner, "product", &id.to_string()).await;
    assert_eq!((&log[0]["action"], &log[2]["action"]), (&json!("adjust"), &json!("receive")));
    assert_eq!((&log[0]["before"]["stock"], &log[0]["after"]["stock"]), (&json!(15), &json!(12)));
    shop.staff(Role::Finance).await.post(&path, json!({"kind": "received"})).await.refused(403, "forbidden");
    let budi = shop.member("budi").await;
    let number = shop.order(&budi).item(id, 1).placed().await["order_id"].take();
    let said = packer.post(&path, late).await.refused(409, "edit_conflict");
    assert!(said.starts_with(&format!("Stok baru saja berubah oleh pesanan {} (", number.as_str().unwrap())), "{said}");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_stock_changes_are_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let id = shop.product("Kopi", 150, 7).await;
    let path = format!("/api/admin/products/{id}/stock");
    for (request, refused) in [
        (json!({"kind": "received"}), vec!["quantity"]),
        (json!({"kind": "received", "quantity": 0}), vec!["quantity"]),
        (json!({"kind": "received", "quantity": -5}), vec!["quantity"]),
        (json!({"kind": "adjusted", "quantity": 0}), vec!["quantity", "reason"]),
        (json!({"kind": "adjusted", "quantity": 5, "reason": " "}), vec!["reason"]),
        (json!({"kind": "adjusted", "counted": 5, "reason": "x"}), vec!["counted"]),
        (json!({"kind": "adjusted", "counted": -1, "stock": 7, "reason": "x"}), vec!["counted"]),
        (json!({"kind": "received", "quantity": 1, "reason": "x".repeat(301)}), vec!["reason"]),
        (json!({"kind": "received", "quantity": 1, "token": "x"}), vec!["token"]),
    ] {
        assert_eq!(fields(&keeper.post(&path, request).await.expect(422)), refused);
    }
    let short = keeper.post(&path, json!({"kind": "adjusted", "quantity": -8, "reason": "Hilang"})).await;
    assert_eq!(short.refused(409, "out_of_stock"), "Stok hanya 7: tidak dapat dikurangi 8.");
    // Pieces were sold after the count, so the count must be repeated.
    let late = keeper.post(&path, json!({"kind": "adjusted", "counted": 9, "stock": 8, "reason": "Opname"})).await;
    let late = late.expect(409);
    assert_eq!((&late["code"], &late["current"]["stock"]), (&json!("edit_conflict"), &json!(7)));
    shop.change("UPDATE products SET stock = 1000000000").await;
    keeper.post(&path, json!({"kind": "received", "quantity": 1})).await.expect(422);
    shop.change("UPDATE products SET stock = 7").await;
    let nowhere = keeper.post("/api/admin/products/999/stock", json!({"kind": "received", "quantity": 1})).await;
    nowhere.refused(404, "not_found");
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock_movements").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_repeated_stock_request_counts_once() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let (id, other) = (shop.product("Kopi", 150, 0).await, shop.product("Teh", 150, 0).await);
    let path = format!("/api/admin/products/{id}/stock");
    let request = json!({"kind": "received", "quantity": 10, "token": "abcdefghijklmnop"});
    for answer in join_all((0..4).map(|_| keeper.post(&path, request.clone()))).await {
        assert_eq!(answer.expect(200)["stock"], 10);
    }
    keeper.post(&format!("/api/admin/products/{other}/stock"), request).await.refused(409, "repeated");
    assert_eq!((shop.stock(id).await, shop.stock(other).await), (10, 0));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn stock_stays_right_under_concurrent_changes() {
    let shop = Shop::start().await;
    let (keeper, budi) = (shop.staff(Role::Catalogue).await, shop.member("budi").await);
    let id = shop.product("Kopi", 150, 20).await;
    let path = format!("/api/admin/products/{id}/stock");
    let mut requests = Vec::new();
    for _ in 0..6 {
        requests.push(shop.order(&budi).item(id, 2).body().await);
    }
    let sales =
        async { join_all(requests.into_iter().map(|request| budi.post("/api/create-transaction", request))).await };
    let counts = async {
        for _ in 0..6 {
            let seen = shop.stock(id).await;
            let count = json!({"kind": "adjusted", "counted": seen + 1, "stock": seen, "reason": "Opname"});
            let answer = keeper.post(&path, count).await;
            assert!(answer.status == 200 || answer.status == 409, "{}", answer.body);
            keeper.post(&path, json!({"kind": "received", "quantity": 3})).await.expect(200);
        }
    };
    let (sold, ()) = tokio::join!(sales, counts);
    assert!(sold.iter().all(|answer| answer.status == 201));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn stock_movements_are_filtered_by_kind_and_day() {
    let shop = Shop::start().await;
    let (keeper, budi) = (shop.staff(Role::Catalogue).await, shop.member("budi").await);
    let id = shop.product("Kopi", 150, 7).await;
    let order = shop.order(&budi).item(id, 2).send().await.expect(201);
    let number = order["transaction"]["order_id"].as_str().unwrap();
    budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.expect(200);
    // 1 January 2026, 00:00 and 23:59:59.999 in Jakarta.
    shop.change("UPDATE stock_movements SET at_ms = 1767200400000 WHERE kind = 'received'").await;
    shop.change("UPDATE stock_movements SET at_ms = 1767286799999 WHERE kind = 'order'").await;
    let kinds = async |query: &str| -> Vec<Value> {
        let rows = keeper.all(&format!("/api/admin/stock-movements?{query}"), "/movements", 1).await;
        rows.iter().map(|row| row["kind"].clone()).collect()
    };
    assert_eq!(kinds("").await, ["returned", "order", "received"]);
    assert_eq!(kinds("kind=order").await, ["order"]);
    assert_eq!(kinds("from=2026-01-01&to=2026-01-01").await, ["order", "received"]);
    assert_eq!(kinds("to=2025-12-31").await, [Value::Null; 0]);
    assert_eq!(kinds("from=2026-01-02").await, ["returned"]);
    assert_eq!(kinds("product_id=999").await, [Value::Null; 0]);
    assert_eq!(kinds(&format!("product_id={id}&kind=returned&from=&to=")).await, ["returned"]);
    let books = keeper.get("/api/admin/stock-movements?kind=order").await.expect(200);
    assert_eq!(books["movements"][0]["order_id"], number);
    for wrong in ["from=kemarin", "to=2026-02-30"] {
        keeper.get(&format!("/api/admin/stock-movements?{wrong}")).await.refused(422, "invalid_field");
    }
}
