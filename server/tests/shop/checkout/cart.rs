//! The cart.

use serde_json::json;

use crate::shop::Shop;

#[tokio::test]
async fn the_same_product_and_variant_share_a_line() {
    let shop = Shop::start().await;
    let tea = shop.product_with("Teh", 100, 10, &["Melati", "Hijau"]).await;
    let budi = shop.member("budi").await;
    let add = |variant: &'static str, quantity: i64| {
        budi.post(
            "/api/cart",
            json!({"user_email": budi.email, "product_id": tea, "quantity": quantity, "variant": variant}),
        )
    };
    let first = add("Melati", 1).await.expect(201);
    let second = add("Melati", 2).await.expect(201);
    assert_eq!((&first["id"], &second["quantity"]), (&second["id"], &json!(3)));
    add("Hijau", 1).await.expect(201);
    let cart = budi.get(&format!("/api/cart?email={}", budi.email)).await.expect(200);
    assert_eq!(
        cart[0],
        json!({
            "id": first["id"], "product_id": tea, "quantity": 3, "stock": 10, "variant": "Melati",
            "user_email": budi.email, "name": "Teh", "picture": "products/a.webp", "harga": 10_000, "bv": 5,
            "beratPengiriman": 500, "pemesananMin": 1,
        })
    );
    assert_eq!(cart.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_cart_never_exceeds_the_stock() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 5).await;
    let budi = shop.member("budi").await;
    let add = |quantity: i64| budi.post("/api/cart", json!({"product_id": tea, "quantity": quantity}));
    assert_eq!(add(6).await.refused(409, "out_of_stock"), "Jumlah yang dibeli melebihi stok yang tersedia");
    let clicks = futures_util::future::join_all((0..20).map(|_| add(1))).await;
    let kept = clicks.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(kept, 5);
    assert_eq!(budi.get("/api/cart").await.expect(200)[0]["quantity"], 5);
    let empty = shop.product("Habis", 100, 0).await;
    let refused = budi.post("/api/cart", json!({"product_id": empty, "quantity": 1})).await;
    assert_eq!(refused.refused(409, "out_of_stock"), "Stok Kosong!");
}

#[tokio::test]
async fn invalid_cart_lines_are_refused() {
    let shop = Shop::start().await;
    let tea = shop.product_with("Teh", 100, 10, &["Melati"]).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let add = |product: i64, quantity: serde_json::Value, variant: Option<&'static str>| {
        budi.post("/api/cart", json!({"product_id": product, "quantity": quantity, "variant": variant}))
    };
    for quantity in [
        json!(0),
        json!(-1),
        json!("1"),
        json!(1.5),
        json!(null),
        serde_json::from_str("100000000000000000000").unwrap(),
    ] {
        add(salt, quantity, None).await.refused(422, "invalid_field");
    }
    add(salt, json!(1_000_000_000_000_000_000_i64), None).await.refused(409, "out_of_stock");
    add(999, json!(1), None).await.refused(404, "not_found");
    let refused = add(tea, json!(1), None).await.refused(422, "invalid_field");
    assert_eq!(refused, "Silakan pilih varian produk terlebih dahulu.");
    add(tea, json!(1), Some("Kopi")).await.refused(422, "invalid_field");
    add(salt, json!(1), Some("Melati")).await.refused(422, "invalid_field");
    budi.send(budi.request(reqwest::Method::POST, "/api/cart").header("content-type", "application/json").body("{"))
        .await
        .refused(400, "malformed_request");
    assert_eq!(shop.count("SELECT COUNT(*) FROM cart_lines").await, 0);
}

#[tokio::test]
async fn a_cart_holds_at_most_a_hundred_lines() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let mut last = 0;
    for number in 1..=101 {
        last = shop.product(&format!("Teh {number}"), 100, 10).await;
    }
    let fill = "INSERT INTO cart_lines (member_id, product_id, variant, quantity, created_ms)
                SELECT $1, id, '', 1, 0 FROM products WHERE id <> $2";
    let mut conn = shop.app.db.write_one().await.unwrap();
    sqlx::query(fill).bind(budi.id).bind(last).execute(&mut *conn).await.unwrap();
    // SQLite allows one writer at a time.
    drop(conn);
    let add = async |product: i64| {
        let request = json!({"user_id": budi.id, "product_id": product, "variant": null, "quantity": 1});
        budi.post("/api/cart", request).await
    };
    assert_eq!(add(last).await.refused(422, "invalid_field"), "Keranjang Anda sudah penuh.");
    add(last - 1).await.expect(201);
}

#[tokio::test]
async fn pieces_and_lines_can_be_removed() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let budi = shop.member("budi").await;
    let line = budi.post("/api/cart", json!({"product_id": tea, "quantity": 3})).await.expect(201);
    let decrease = |quantity: i64| {
        budi.put("/api/cart/decrease", json!({"user_email": budi.email, "product_id": tea, "quantity": quantity}))
    };
    assert_eq!(decrease(1).await.expect(200)["line"]["quantity"], 2);
    decrease(0).await.refused(422, "invalid_field");
    assert_eq!(decrease(5).await.expect(200)["line"], json!(null));
    decrease(1).await.refused(404, "not_found");

    let again = budi.post("/api/cart", json!({"product_id": tea, "quantity": 1})).await.expect(201);
    assert_ne!(line["id"], json!(null));
    budi.delete(&format!("/api/cart/{}", again["id"])).await.expect(200);
    budi.delete(&format!("/api/cart/{}", again["id"])).await.refused(404, "not_found");
}

#[tokio::test]
async fn another_members_cart_is_inaccessible() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let line = budi.post("/api/cart", json!({"product_id": tea, "quantity": 1})).await.expect(201);
    siti.get(&format!("/api/cart?email={}", budi.email)).await.refused(403, "forbidden");
    siti.post("/api/cart", json!({"user_email": budi.email, "product_id": tea, "quantity": 1}))
        .await
        .refused(403, "forbidden");
    siti.put("/api/cart/decrease", json!({"user_email": budi.email, "product_id": tea, "quantity": 1}))
        .await
        .refused(403, "forbidden");
    siti.delete(&format!("/api/cart/{}", line["id"])).await.refused(404, "not_found");
    shop.guest().get("/api/cart").await.refused(401, "unauthorized");
    assert_eq!(budi.get("/api/cart").await.expect(200)[0]["quantity"], 1);
}
