//! Common basis of all pages of the office: desks, the audit log, uploads.

use image::ImageFormat;
use ksmart_foundation::ids::MemberId;
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::Role,
    tokens::Member,
};
use reqwest::{Method, multipart};
use serde_json::{Value, json};

use crate::{
    catalog::pictures::{black_png, encoded, scene},
    shop::{Actor, Answer, Shop},
};

async fn record(shop: &Shop, by: &Actor, change: Change<'_>) {
    let by = Member { id: MemberId(by.id), email: by.email.clone() };
    let mut tx = shop.app.db.write().await.unwrap();
    audit::record(&mut tx, &by, shop.app.clock.now_ms(), change).await.unwrap();
    tx.commit().await.unwrap();
}

fn keys(log: &Value) -> Vec<&str> {
    log["entries"].as_array().unwrap().iter().map(|entry| entry["key"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_audit_log_shows_who_changed_what() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let (before, after) = (json!({"name": "Teh", "price_rp": 100}), json!({"name": "Teh", "price_rp": 200}));
    record(&shop, &keeper, Change::new("update", Subject::Product, 7, before, after)).await;
    let gone = json!({"code": "HEMAT_10"});
    record(&shop, &owner, Change::new("delete", Subject::Voucher, "HEMAT_10", gone, Value::Null)).await;

    let log = owner.get("/api/admin/audit").await.expect(200);
    assert_eq!(keys(&log), ["HEMAT_10", "7"], "newest first");
    let change = &log["entries"][1];
    assert_eq!(change["actor_email"], keeper.email);
    assert_eq!((&change["action"], &change["subject"]), (&json!("update"), &json!("product")));
    assert_eq!((&change["before"], &change["after"]), (&json!({"price_rp": 100}), &json!({"price_rp": 200})));
    assert_eq!(log["entries"][0]["after"], Value::Null);

    for (query, found) in [
        ("search=hemat_10", vec!["HEMAT_10"]),
        ("search=CATALOGUE@", vec!["7"]),
        ("search=hemat%2510", vec![]),
        ("subject=product", vec!["7"]),
        ("subject=product&key=7", vec!["7"]),
        ("subject=product&key=8", vec![]),
    ] {
        let log = owner.get(&format!("/api/admin/audit?{query}")).await.expect(200);
        assert_eq!(keys(&log), found, "{query}");
    }
    owner.get("/api/admin/audit?subject=x").await.refused(400, "malformed_request");
    let all = owner.all("/api/admin/audit", "/entries", 1).await;
    assert_eq!(all.len(), 2);
    keeper.get("/api/admin/audit").await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_removed_role_loses_access_at_once() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    owner.get("/api/admin/audit").await.expect(200);
    shop.change("UPDATE members SET role = 'catalogue'").await;
    owner.get("/api/admin/audit").await.refused(403, "forbidden");
    shop.change("UPDATE members SET role = 'member'").await;
    upload(&owner, "products", encoded(scene(10, 10), ImageFormat::Png)).await.refused(403, "forbidden");
}

#[tokio::test]
async fn each_desk_uploads_only_to_its_own_folders() {
    let shop = Shop::start().await;
    let picture = || encoded(scene(10, 10), ImageFormat::Png);
    let (catalogue, finance) = (shop.staff(Role::Catalogue).await, shop.staff(Role::Finance).await);
    let owner = shop.admin().await;
    for (folder, by_catalogue, by_finance) in
        [("products", 201, 403), ("banners", 201, 403), ("proofs", 403, 201), ("brand", 403, 403)]
    {
        for (desk, status) in [(&catalogue, by_catalogue), (&finance, by_finance), (&owner, 201)] {
            assert_eq!(upload(desk, folder, picture()).await.status, status, "{folder}");
        }
    }
}

pub async fn upload(actor: &Actor, folder: &str, bytes: Vec<u8>) -> Answer {
    let part = multipart::Part::bytes(bytes).file_name("foto.jpg");
    let form = multipart::Form::new().part("picture", part);
    let path = format!("/api/admin/pictures?folder={folder}");
    actor.send(actor.request(Method::POST, &path).multipart(form)).await
}

#[tokio::test]
async fn uploaded_pictures_are_rotated_and_shrunk() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    // The picture lies on its side, as its metadata states (Exif, orientation 6: turn to the right).
    let jpeg = encoded(scene(2000, 1000), ImageFormat::Jpeg);
    let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let lying = [&jpeg[..2], exif, &jpeg[2..]].concat();
    let taken = upload(&keeper, "products", lying).await.expect(201);
    assert_eq!((&taken["width"], &taken["height"]), (&json!(800), &json!(1600)));
    let key = taken["picture"].as_str().unwrap();
    assert!(key.starts_with("products/") && key.ends_with(".webp"), "{key}");
    let shown = shop.guest().request(Method::GET, &format!("/storage/{key}")).send().await.unwrap();
    assert_eq!(shown.headers()["cache-control"], "public, max-age=31536000, immutable");
    let bytes = shown.bytes().await.unwrap();
    assert!(!bytes.windows(4).any(|four| four.eq_ignore_ascii_case(b"exif")), "its metadata is gone");
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::WebP).unwrap();
    assert_eq!((picture.width(), picture.height()), (800, 1600));
}

#[tokio::test]
async fn files_that_are_not_pictures_are_refused() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let png = encoded(scene(10, 10), ImageFormat::Png);
    for file in [Vec::new(), b"<svg onload=alert(1)>".to_vec(), png[..40].to_vec()] {
        let sentence = upload(&owner, "banners", file).await.refused(422, "invalid_field");
        assert_eq!(sentence, "Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).");
    }
    let wide = upload(&owner, "banners", black_png(9000, 10)).await.refused(422, "invalid_field");
    assert!(wide.starts_with("Gambar ini terlalu besar: 9.000 × 10 piksel."), "{wide}");
    upload(&owner, "banners", vec![0; 13 * 1024 * 1024]).await.refused(413, "too_large");
    upload(&owner, "profile", png.clone()).await.refused(400, "malformed_request");
    upload(&owner, "../x", png).await.refused(400, "malformed_request");
    let other = multipart::Form::new().text("name", "foto");
    let empty = owner.request(Method::POST, "/api/admin/pictures?folder=banners").multipart(other);
    assert_eq!(owner.send(empty).await.refused(422, "invalid_field"), "Pilih gambarnya.");
}
