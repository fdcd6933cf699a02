//! Rules that hold for every route.

use std::collections::HashSet;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::{
    rules::openapi::PROMISES,
    shop::{Answer, Shop},
};

#[tokio::test]
async fn the_openapi_document_is_served() {
    let shop = Shop::start().await;
    let served = shop.guest().get("/api/openapi.json").await.expect(200);
    let printed: Value = serde_json::from_str(&ksmart::app::openapi()).unwrap();
    assert_eq!(served, printed);
    let paths: Vec<&String> = printed["paths"].as_object().unwrap().keys().collect();
    for path in
        ["/api/products", "/api/login", "/api/create-transaction", "/api/payments/notification", "/api/cart/{id}"]
    {
        assert!(paths.iter().any(|known| *known == path), "{path}");
    }
}

#[test]
fn every_api_call_has_a_name_and_an_example() {
    let document = &PROMISES.document;
    let mut names = HashSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let name = call["operationId"].as_str().unwrap();
            assert!(names.insert(name), "{name} twice");
            assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "{name}");
            assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
            // A name without capitals is the macro's default for a handler, and is unclear outside its module.
            assert!(name.contains(|c: char| c.is_ascii_uppercase()) || name == "register", "{method} {path}: {name}");
            let summary = call["summary"].as_str().unwrap();
            assert!(!summary.is_empty() && !summary.contains(". "), "{name}: {summary}");
            let content = &call["requestBody"]["content"]["application/json"];
            let body = &content["schema"];
            if let Some(schema) = body["$ref"].as_str() {
                let schema = document.pointer(schema.trim_start_matches('#')).unwrap();
                let has_example = schema["examples"][0].is_object() || content["example"].is_object();
                assert!(has_example, "{name} has no example");
            } else {
                assert!(body.is_null(), "{name} has a body without a name");
            }
        }
    }
}

#[test]
fn undocumented_answers_are_detected() {
    let noticed = |status: u16, content_type: &str, body| {
        let (status, content_type) = (status.try_into().unwrap(), content_type.to_owned());
        let answer = Answer { status, content_type, body, bytes: Bytes::new() };
        PROMISES.broken_by("GET", "/api/categories", &answer)
    };
    assert_eq!(noticed(200, "application/json", json!([])), None);
    assert!(noticed(418, "application/json", json!([])).unwrap().contains("418"));
    assert!(noticed(200, "text/html", json!([])).unwrap().contains("text/html"));
    assert!(noticed(200, "application/json", json!([{"id": "one"}])).unwrap().contains("/0"));
    assert!(noticed(500, "application/json", json!({"message": "", "code": "unheard_of"})).unwrap().contains("code"));
}

#[tokio::test]
async fn the_api_document_opens_in_a_viewer() {
    let shop = Shop::start().await;
    let response = shop.guest().request(reqwest::Method::GET, "/api/docs").send().await.unwrap();
    assert_eq!(response.status(), 200);
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("script-src 'self';"), "{policy}");
    let page = response.text().await.unwrap();
    assert!(page.contains("/api/openapi.json") && page.contains("<html lang=\"en\">"), "{page}");
}

#[tokio::test]
async fn errors_are_json_with_a_message_and_code() {
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
async fn missing_files_are_not_found() {
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
async fn invalid_text_causes_no_server_error() {
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
