//! The shop's texts: edited by the catalogue's desk, and read by visitors.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::Shop;

#[tokio::test]
async fn a_text_is_edited_and_reset() {
    let shop = Shop::start().await;
    let (admin, keeper, guest) = (shop.admin().await, shop.staff(Role::Catalogue).await, shop.guest());
    let before = keeper.get("/api/admin/pages/about-us").await.expect(200);
    assert_eq!((&before["title"], &before["version"]), (&json!("Tentang Kami"), &json!(0)));
    assert_eq!((&before["body"], &before["updated_at"]), (&before["default_body"], &Value::Null));
    let listed = keeper.get("/api/admin/pages").await.expect(200);
    assert_eq!(listed["pages"].as_array().unwrap().len(), 7);

    let body = "Kami **baru** [di sini](/why). Kedua.\r\n\r\n## Judul & <script>";
    let request = json!({"title": " Siapa kami ", "body": body, "version": 0});
    let written = keeper.put("/api/admin/pages/about-us", request.clone()).await.expect(200);
    assert_eq!((&written["title"], &written["default_title"]), (&json!("Siapa kami"), &json!("Tentang Kami")));
    assert_eq!(written["body"], body.replace("\r\n", "\n"));
    let read = guest.get("/api/pages/about-us").await.expect(200);
    assert_eq!(read, json!({"slug": "about-us", "title": "Siapa kami", "body": body.replace("\r\n", "\n")}));
    // The server renders it, too: title, description, heading, and the data that the app requests first.
    let html = guest.get("/about-us").await.expect(200);
    let html = html.as_str().unwrap();
    assert!(html.contains("<title>Siapa kami · K-Smart</title>"), "{html}");
    assert!(html.contains("<meta name=\"description\" content=\"Kami baru di sini.\">"), "{html}");
    assert!(html.contains(">Siapa kami</h1>"), "{html}");
    let sitemap = guest.get("/sitemap.xml").await.expect(200);
    assert!(sitemap.as_str().unwrap().contains("/about-us</loc><lastmod>20"), "{sitemap}");
    assert_eq!(guest.get("/api/pages/why").await.expect(200)["title"], "Kenapa Harus K-Link?");

    // The second of two editors gets a conflict.
    let conflict = keeper.put("/api/admin/pages/about-us", request).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &written));
    let next = json!({"title": "Kami", "body": "Lagi.", "version": written["version"]});
    let again = keeper.put("/api/admin/pages/about-us", next.clone()).await.expect(200);
    assert_ne!(again["version"], written["version"]);
    keeper.put("/api/admin/pages/about-us", next).await.refused(409, "edit_conflict");
    let old = json!({"version": written["version"]});
    keeper.post("/api/admin/pages/about-us/reset", old).await.refused(409, "edit_conflict");

    let reset = json!({"version": again["version"]});
    let back = keeper.post("/api/admin/pages/about-us/reset", reset.clone()).await.expect(200);
    assert_eq!(back, before);
    keeper.post("/api/admin/pages/about-us/reset", reset).await.refused(409, "edit_conflict");
    assert_eq!(guest.get("/api/pages/about-us").await.expect(200)["title"], "Tentang Kami");
    // Version numbers are not reused after a reset, so an old version never matches the new text.
    let again = json!({"title": "Baru", "body": "Baru.", "version": 0});
    let again = keeper.put("/api/admin/pages/about-us", again).await.expect(200);
    assert!(again["version"].as_i64() > written["version"].as_i64());

    let log = admin.get("/api/admin/audit?subject=page&key=about-us").await.expect(200);
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|each| each["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["update", "reset", "update", "update"]);
    assert_eq!(log["entries"][3]["before"]["title"], "Tentang Kami");
}

#[tokio::test]
async fn invalid_shop_texts_are_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let refused = keeper.put("/api/admin/pages/why", json!({})).await.expect(422);
    let fields: Vec<_> = refused["fields"].as_array().unwrap().iter().map(|each| &each["field"]).collect();
    assert_eq!(fields, ["title", "body"]);
    for (title, body, field) in
        [("x", "a\u{0}b".to_owned(), "body"), ("x", "x".repeat(50_001), "body"), ("a\nb", "x".to_owned(), "title")]
    {
        let request = json!({"title": title, "body": body, "version": 0});
        let refused = keeper.put("/api/admin/pages/why", request).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field);
    }
    let request = json!({"title": "x", "body": "x", "version": 7});
    keeper.put("/api/admin/pages/why", request.clone()).await.refused(409, "edit_conflict");
    keeper.put("/api/admin/pages/lain", request.clone()).await.refused(404, "not_found");
    shop.guest().get("/api/pages/lain").await.refused(404, "not_found");
    shop.staff(Role::Finance).await.put("/api/admin/pages/why", request).await.refused(403, "forbidden");
    assert_eq!(shop.count("SELECT COUNT(*) FROM pages").await, 0);
}
