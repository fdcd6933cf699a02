//! Banners, the popup and members' reviews on the home page.

use std::collections::HashMap;

use ksmart_foundation::{ids::ProductId, time::DAY_MS};
use ksmart_shop::{
    content, orders,
    reviews::{self, NewReview},
    vouchers,
};

use crate::shop::Shop;

#[tokio::test]
async fn banners_follow_the_shops_order() {
    let shop = Shop::start().await;
    assert_eq!(shop.guest().get("/api/banners").await.expect(200), serde_json::json!([]));
    let mut tx = shop.app.db.write().await.unwrap();
    content::insert_banner(&mut tx, "banners/b.webp", "Dua", None, 2).await.unwrap();
    content::insert_banner(&mut tx, "banners/a.webp", "Satu", Some("/why"), 1).await.unwrap();
    tx.commit().await.unwrap();
    let banners = shop.guest().get("/api/banners").await.expect(200);
    assert_eq!(banners[0]["picture"], "banners/a.webp");
    assert_eq!(banners[0]["alt"], "Satu");
    assert_eq!(banners[0]["link"], "/why");
    assert_eq!((&banners[1]["alt"], &banners[1]["link"]), (&"Dua".into(), &serde_json::Value::Null));
}

#[tokio::test]
async fn the_popup_shows_only_current_vouchers() {
    let shop = Shop::start().await;
    shop.voucher("HEMAT", "10", None, None).await;
    let mut tx = shop.app.db.write().await.unwrap();
    let voucher = vouchers::find(&mut tx, "HEMAT").await.unwrap().unwrap();
    ksmart_shop::vouchers::popups::insert(&mut tx, voucher.id, "popup-vouchers/1.webp", 1).await.unwrap();
    tx.commit().await.unwrap();
    let popups = shop.guest().get("/api/popup-voucher").await.expect(200);
    assert_eq!(popups[0]["picture"], "popup-vouchers/1.webp");
    assert_eq!(popups[0]["code"], "HEMAT");
    shop.app.clock.advance(2 * DAY_MS);
    assert_eq!(shop.guest().get("/api/popup-voucher").await.expect(200), serde_json::json!([]));
}

#[tokio::test]
async fn highlights_show_one_good_review_per_member() {
    let shop = Shop::start().await;
    let product = shop.product("Kopi", 150, 50).await;
    let long = "Kopinya pas, tidak terlalu manis, satu kotak habis dua minggu.";
    let said = [
        ("ani", 5, Some(long), 3),
        ("budi", 3, Some(long), 2),
        ("citra", 5, Some("Enak."), 2),
        ("dewi", 5, None, 2),
        ("ani", 4, Some("Pesanan kedua juga datang cepat dan dikemas rapi sekali."), 1),
        ("eka", 4, Some(long), 4),
    ];
    let mut buyers = HashMap::new();
    for (name, rating, comment, days_ago) in said {
        if !buyers.contains_key(name) {
            buyers.insert(name, shop.member(name).await);
        }
        let buyer = &buyers[name];
        let placed = shop.order(buyer).item(product, 1).placed().await;
        let number = placed["order_id"].as_str().unwrap();
        let mut tx = shop.app.db.write().await.unwrap();
        let review = NewReview {
            order: orders::find_by_number(&mut tx, number).await.unwrap().unwrap().key,
            product: ProductId(product),
            member: ksmart_foundation::ids::MemberId(buyer.id),
            rating,
            comment,
            created_ms: shop.app.clock.now_ms() - days_ago * DAY_MS,
        };
        reviews::insert(&mut tx, &review).await.unwrap();
        tx.commit().await.unwrap();
    }
    let answer = shop.guest().get("/api/reviews/highlights").await.expect(200);
    let heard: Vec<(&str, i64)> = answer["data"]["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| (each["user_name"].as_str().unwrap(), each["rating"].as_i64().unwrap()))
        .collect();
    assert_eq!(heard, [("ani", 4), ("eka", 4)]);
}
