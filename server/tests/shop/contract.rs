//! What holds for every route.

use serde_json::{Value, json};

use crate::shop::Shop;

#[tokio::test]
async fn the_document_names_every_route_and_is_served() {
    let shop = Shop::start().await;
    let served = shop.guest().get("/api/openapi.json").await.expect(200);
    let printed: Value = serde_json::from_str(&ksmart::openapi()).unwrap();
    assert_eq!(served, printed);
    let paths: Vec<&String> = printed["paths"].as_object().unwrap().keys().collect();
    for path in
        ["/api/products", "/api/login", "/api/create-transaction", "/api/payments/notification", "/api/cart/{id}"]
    {
        assert!(paths.iter().any(|known| *known == path), "{path}");
    }
}

/// Routes that need no session.
const PUBLIC: [(&str, &str); 21] = [
    ("get", "/api/products"),
    ("get", "/api/product/{id}"),
    ("get", "/api/product/{id}/variants"),
    ("get", "/api/product/{id}/images"),
    ("get", "/api/product/{id}/augmented"),
    ("get", "/api/categories"),
    ("get", "/api/reviews"),
    ("get", "/api/reviews/highlights"),
    ("get", "/api/banners"),
    ("get", "/api/popup-voucher"),
    ("get", "/api/leaders/{uid}"),
    ("get", "/api/vouchers"),
    ("get", "/api/vouchers/{code}"),
    ("get", "/api/search-destination"),
    ("get", "/api/shipping-methods"),
    ("get", "/api/calculate-shipping"),
    ("get", "/api/plans"),
    ("get", "/api/active-bv-periods"),
    ("get", "/api/bv-periods"),
    ("post", "/api/login"),
    ("post", "/api/chat"),
];

#[tokio::test]
async fn every_other_route_asks_who_is_calling() {
    let shop = Shop::start().await;
    let member = shop.member("budi").await;
    let guest = shop.guest();
    let document: Value = serde_json::from_str(&ksmart::openapi()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let method = method.as_str();
            let open = PUBLIC.contains(&(method, path))
                || ["/api/register", "/api/payments/notification"].contains(&path.as_str());
            let address =
                path.replace("{id}", "1").replace("{user_id}", "1").replace("{token}", "x").replace("{order_id}", "x");
            let method = reqwest::Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let body = || serde_json::json!({});
            let answer = guest.send(guest.request(method.clone(), &address).json(&body())).await;
            assert_eq!(answer.status == 401, !open, "{method} {path}: {}", answer.body);
            let foreign = guest.with_token(Some("a.b.c"));
            let answer = foreign.send(foreign.request(method.clone(), &address).json(&body())).await;
            assert!(open || answer.status == 401, "{method} {path}: {}", answer.body);
            if path.starts_with("/api/admin/") {
                let answer = member.send(member.request(method.clone(), &address).json(&body())).await;
                answer.refused(403, "forbidden");
            }
        }
    }
}

#[tokio::test]
async fn errors_are_json_with_a_sentence_and_a_request_id() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    guest.get("/api/nothing").await.refused(404, "not_found");
    guest.post("/api/products", Value::Null).await.refused(405, "method_not_allowed");
    let response = guest.request(reqwest::Method::GET, "/api/nothing").send().await.unwrap();
    assert!(response.headers().contains_key("x-request-id"));
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    guest
        .send(
            guest.request(reqwest::Method::POST, "/api/login").header("content-type", "application/json").body("nope"),
        )
        .await
        .refused(400, "malformed_request");
    let large = guest
        .request(reqwest::Method::POST, "/api/login")
        .json(&serde_json::json!({"email": "x".repeat(300_000), "password": "x"}));
    guest.send(large).await.refused(413, "too_large");
}

#[tokio::test]
async fn the_app_has_a_page_for_every_address_but_no_file_that_is_not_there() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    guest.get("/assets/gone-12345678.js").await.expect(404);
    guest.post("/my-order", Value::Null).await.expect(405);
    guest.get("/storage/products/gone.webp").await.refused(404, "not_found");
    for hostile in
        ["/storage/..%2f..%2fshop.db", "/storage/..%2fshop.db", "/uploads/profile/..%2f..%2fshop.db", "/storage/x.db"]
    {
        guest.get(hostile).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn text_that_a_database_cannot_hold_is_refused_without_a_fault() {
    let shop = Shop::start().await;
    let (guest, budi) = (shop.guest(), shop.member("budi").await);
    let tea = shop.product("Teh", 10, 10).await;
    let odd = "a\u{0}b\u{fffe}\u{202e}";
    for answer in [
        guest.post("/api/login", json!({"email": odd, "password": odd})).await,
        guest.get("/api/vouchers/a%00b").await,
        guest.get("/api/leaders/%00").await,
        guest.get("/storage/products/%00.webp").await,
        budi.get("/api/transactions/%00").await,
        budi.get(&format!("/api/transactions/user/{}?search=%00&filter=%00", budi.id)).await,
        budi.get(&format!("/api/transactions/user/{}?search=%00", budi.id)).await,
        budi.get("/api/downlines?search=%00").await,
        budi.get("/api/bv-report?search=%00").await,
        budi.get("/api/checkout-temp/%00").await,
        budi.post("/api/cart", json!({"product_id": tea, "quantity": 1, "variant": odd})).await,
        budi.put("/api/cart/decrease", json!({"product_id": tea, "quantity": 1, "variant": odd})).await,
        budi.post(
            "/api/checkout-temp",
            json!({"selected_products": [{"product_id": tea, "quantity": 1, "variant": odd}]}),
        )
        .await,
    ] {
        assert!(answer.status.as_u16() < 500, "{}", answer.body);
    }
}
