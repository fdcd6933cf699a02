//! The wishlist.

use futures_util::future::join_all;
use ksmart_foundation::ids::ProductId;
use ksmart_shop::catalog;
use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

async fn add(member: &Actor, product: i64) -> Value {
    member.post("/api/wishlist", json!({"user_id": member.id, "product_id": product})).await.expect(201)
}

/// Returns the products on a wishlist, in the order of the list.
async fn products(member: &Actor) -> Vec<i64> {
    let list = member.get(&format!("/api/wishlist?user_id={}", member.id)).await.expect(200);
    list["data"].as_array().unwrap().iter().map(|item| item["product_id"].as_i64().unwrap()).collect()
}

async fn remove(member: &Actor, item: &Value) {
    let path = format!("/api/wishlist/{item}?user_id={}", member.id);
    assert_eq!(member.delete(&path).await.expect(200), json!({"success": true}));
}

#[tokio::test]
async fn the_wishlist_starts_with_the_newest_product() {
    let shop = Shop::start().await;
    let (tea, salt) = (shop.product("Teh", 100, 10).await, shop.product_with("Garam", 20, 0, &["Halus"]).await);
    let budi = shop.member("budi").await;
    assert_eq!(budi.get("/api/wishlist").await.expect(200), json!({"success": true, "data": []}));
    let first = add(&budi, tea).await;
    assert_eq!(first["success"], true);
    add(&budi, salt).await;
    let mut tx = shop.app.db.write().await.unwrap();
    catalog::count_rating(&mut tx, ProductId(tea), 5).await.unwrap();
    catalog::count_rating(&mut tx, ProductId(tea), 4).await.unwrap();
    catalog::count_sold(&mut tx, ProductId(tea), 7).await.unwrap();
    tx.commit().await.unwrap();
    let list = budi.get(&format!("/api/wishlist?user_id={}", budi.id)).await.expect(200);
    assert_eq!(list["data"][0]["product_id"], salt);
    assert_eq!(list["data"][0]["has_variants"], true);
    assert_eq!(
        list["data"][1],
        json!({
            "id": first["id"], "product_id": tea, "user_id": budi.id, "name": "Teh", "harga": 10_000,
            "picture": "products/a.webp", "bv": 5, "beratPengiriman": 500, "terjual": 7, "average_rating": 4.5,
            "stock": 10, "beratBersih": 250, "pemesananMin": 1, "deskripsi": "Keterangan", "category_id": 1,
            "has_variants": false,
        })
    );
}

#[tokio::test]
async fn adding_a_product_twice_leaves_one_item() {
    let shop = Shop::start().await;
    let (tea, salt) = (shop.product("Teh", 100, 10).await, shop.product("Garam", 20, 10).await);
    let budi = shop.member("budi").await;
    let clicks = join_all((0..20).map(|_| add(&budi, tea))).await;
    assert!(clicks.iter().all(|answer| answer["id"] == clicks[0]["id"]), "{clicks:?}");
    add(&budi, salt).await;
    assert_eq!(add(&budi, tea).await["id"], clicks[0]["id"]);
    assert_eq!(products(&budi).await, [salt, tea]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM wishlist_items").await, 2);
}

#[tokio::test]
async fn removing_an_item_again_does_nothing() {
    let shop = Shop::start().await;
    let (tea, salt) = (shop.product("Teh", 100, 10).await, shop.product("Garam", 20, 10).await);
    let budi = shop.member("budi").await;
    let item = add(&budi, tea).await["id"].take();
    add(&budi, salt).await;
    join_all((0..5).map(|_| remove(&budi, &item))).await;
    remove(&budi, &json!(i64::MAX)).await;
    assert_eq!(products(&budi).await, [salt]);
    add(&budi, tea).await;
    assert_eq!(products(&budi).await, [tea, salt]);
}

#[tokio::test]
async fn members_reach_only_their_own_wishlist() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let (budi, siti, guest) = (shop.member("budi").await, shop.member("siti").await, shop.guest());
    let item = add(&budi, tea).await["id"].take();
    let mine = json!({"user_id": budi.id, "product_id": tea});
    let (list, one) = (format!("/api/wishlist?user_id={}", budi.id), format!("/api/wishlist/{item}"));
    siti.get(&list).await.refused(403, "forbidden");
    siti.post("/api/wishlist", mine.clone()).await.refused(403, "forbidden");
    siti.delete(&format!("{one}?user_id={}", budi.id)).await.refused(403, "forbidden");
    // With her own id she reaches only her own items: none.
    remove(&siti, &item).await;
    siti.delete(&one).await.expect(200);
    assert_eq!(guest.get(&list).await.refused(401, "unauthorized"), "Anda harus login terlebih dahulu!");
    guest.post("/api/wishlist", mine).await.refused(401, "unauthorized");
    guest.delete(&one).await.refused(401, "unauthorized");
    assert_eq!(products(&budi).await, [tea]);
    assert_eq!(products(&siti).await, Vec::<i64>::new());
}

#[tokio::test]
async fn invalid_wishlist_requests_are_refused() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let budi = shop.member("budi").await;
    for product in [0, -1, tea + 1, i64::MAX] {
        let refused = budi.post("/api/wishlist", json!({"product_id": product})).await;
        assert_eq!(refused.refused(404, "not_found"), "Produk tidak ditemukan!");
    }
    for body in [
        json!({}),
        json!({"product_id": tea.to_string()}),
        json!({"product_id": 1.5}),
        json!({"product_id": null}),
        json!({"product_id": tea, "user_id": budi.id.to_string()}),
        serde_json::from_str(r#"{"product_id": 100000000000000000000}"#).unwrap(),
    ] {
        budi.post("/api/wishlist", body).await.refused(422, "invalid_field");
    }
    budi.send(budi.request(Method::POST, "/api/wishlist").header("content-type", "application/json").body("{"))
        .await
        .refused(400, "malformed_request");
    for user_id in ["abc", "1.5", "100000000000000000000", "%00", ""] {
        budi.get(&format!("/api/wishlist?user_id={user_id}")).await.refused(400, "malformed_request");
        budi.delete(&format!("/api/wishlist/1?user_id={user_id}")).await.refused(400, "malformed_request");
    }
    for item in ["abc", "1.5", "100000000000000000000", "%00"] {
        budi.delete(&format!("/api/wishlist/{item}")).await.refused(404, "not_found");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM wishlist_items").await, 0);
}

#[tokio::test]
async fn a_wishlist_holds_at_most_500_products() {
    let shop = Shop::start().await;
    let mut last = 0;
    for number in 1..=501 {
        last = shop.product(&format!("Teh {number}"), 100, 10).await;
    }
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let fill = "INSERT INTO wishlist_items (member_id, product_id, created_ms)
                SELECT $1, id, 0 FROM products WHERE id <> $2";
    let mut conn = shop.app.db.write_one().await.unwrap();
    sqlx::query(fill).bind(budi.id).bind(last).execute(&mut *conn).await.unwrap();
    // SQLite has one writer at a time.
    drop(conn);
    let refused = budi.post("/api/wishlist", json!({"product_id": last})).await.refused(422, "invalid_field");
    assert_eq!(refused, "Wishlist Anda sudah penuh (maksimal 500 produk). Hapus produk lain dahulu.");
    let unknown = budi.post("/api/wishlist", json!({"product_id": last + 1})).await;
    assert_eq!(unknown.refused(404, "not_found"), "Produk tidak ditemukan!");

    // A product already on the list may be added again, and other members' lists have their own limit.
    let kept = products(&budi).await;
    let item = add(&budi, kept[0]).await["id"].take();
    add(&siti, last).await;
    remove(&budi, &item).await;
    add(&budi, last).await;
    assert_eq!(products(&budi).await.len(), 500);
}
