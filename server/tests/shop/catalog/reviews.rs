//! Reviews of purchases: who may write them, for which products, and how often.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

/// Creates a completed cash order of a product; returns its number.
async fn completed(shop: &Shop, admin: &Actor, buyer: &Actor, product: i64) -> String {
    let number = placed(shop, buyer, product).await;
    admin.post(&format!("/api/admin/orders/{number}/pack"), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{number}/ship"), json!({"resi": "JN100"})).await.expect(200);
    buyer.post(&format!("/api/transactions/{number}/complete"), json!({})).await.expect(200);
    number
}

async fn placed(shop: &Shop, buyer: &Actor, product: i64) -> String {
    let order = shop.order(buyer).item(product, 1).placed().await;
    order["order_id"].as_str().unwrap().to_owned()
}

fn review(product: i64, order: &str, rating: i64) -> Value {
    json!({"product_id": product, "order_id": order, "rating": rating, "comment": "  Enak sekali.  "})
}

#[tokio::test]
async fn a_product_is_reviewed_once_per_order() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let (first, second) = (completed(&shop, &admin, &budi, tea).await, completed(&shop, &admin, &budi, tea).await);

    let kept = budi.post("/api/reviews", review(tea, &first, 5)).await.expect(201);
    assert_eq!((&kept["success"], &kept["message"]), (&json!(true), &json!("Terima kasih atas ulasan Anda.")));
    assert_eq!(kept["data"]["comment"], "Enak sekali.");
    let again = budi.post("/api/reviews", review(tea, &first, 1)).await.refused(409, "already_reviewed");
    assert_eq!(again, "Anda sudah memberikan ulasan untuk produk ini.");
    // The same product in another order is another purchase.
    let mut silent = review(tea, &second, 4);
    silent["comment"] = json!("   ");
    assert_eq!(budi.post("/api/reviews", silent).await.expect(201)["data"]["comment"], Value::Null);

    let own = budi.get(&format!("/api/reviews/user/{}", budi.id)).await.expect(200);
    assert_eq!((&own["success"], &own["next_cursor"]), (&json!(true), &Value::Null));
    let said: Vec<_> =
        own["data"].as_array().unwrap().iter().map(|each| (&each["order_id"], &each["rating"])).collect();
    assert_eq!(said, [(&json!(second), &json!(4)), (&json!(first), &json!(5))]);
    assert_eq!(own["data"][1], kept["data"]);
    let listed = shop.guest().get(&format!("/api/reviews?product_id={tea}")).await.expect(200);
    assert_eq!((&listed["total_review"], &listed["average_rating"]), (&json!(2), &json!(4.5)));
    assert_eq!(shop.guest().get("/api/products").await.expect(200)[0]["average_rating"], 4.5);
    // Each page contains the totals of all reviews.
    let page = shop.guest().get(&format!("/api/reviews?product_id={tea}&limit=1")).await.expect(200);
    assert_eq!((&page["total_review"], &page["average_rating"]), (&json!(2), &json!(4.5)));
    let paged = shop.guest().all(&format!("/api/reviews?product_id={tea}"), "/data", 1).await;
    assert_eq!(Value::Array(paged), listed["data"]);

    let page = budi.get(&format!("/api/reviews/user/{}?limit=1", budi.id)).await.expect(200);
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = budi.get(&format!("/api/reviews/user/{}?limit=1&cursor={cursor}", budi.id)).await.expect(200);
    assert_eq!((&rest["data"][0], &rest["next_cursor"]), (&own["data"][1], &Value::Null));
}

#[tokio::test]
async fn only_buyers_of_completed_orders_can_review() {
    let shop = Shop::start().await;
    let (tea, salt) = (shop.product("Teh", 100, 10).await, shop.product("Garam", 20, 10).await);
    let (admin, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    let done = completed(&shop, &admin, &budi, tea).await;
    let waiting = placed(&shop, &budi, tea).await;

    siti.post("/api/reviews", review(tea, &done, 5)).await.refused(404, "not_found");
    let mut foreign = review(tea, &done, 5);
    foreign["user_id"] = json!(siti.id);
    budi.post("/api/reviews", foreign).await.refused(403, "forbidden");
    siti.get(&format!("/api/reviews/user/{}", budi.id)).await.refused(403, "forbidden");
    shop.guest().post("/api/reviews", review(tea, &done, 5)).await.refused(401, "unauthorized");
    shop.guest().get(&format!("/api/reviews/user/{}", budi.id)).await.refused(401, "unauthorized");
    let early = budi.post("/api/reviews", review(tea, &waiting, 5)).await.refused(409, "move_refused");
    assert_eq!(early, "Ulasan dapat diberikan setelah pesanan selesai.");
    budi.post("/api/reviews", review(salt, &done, 5)).await.refused(422, "invalid_field");
    budi.post("/api/reviews", review(tea, "KS-1", 5)).await.refused(404, "not_found");
    for rating in [json!(null), json!(0), json!(6), json!(-1), json!(i64::MAX)] {
        let request = json!({"product_id": tea, "order_id": done, "rating": rating});
        let sentence = budi.post("/api/reviews", request).await.refused(422, "invalid_field");
        assert_eq!(sentence, "Mohon berikan rating terlebih dahulu");
    }
    let unrated = budi.post("/api/reviews", json!({"product_id": tea, "order_id": done})).await;
    assert_eq!(unrated.refused(422, "invalid_field"), "Mohon berikan rating terlebih dahulu");
    let long = json!({"product_id": tea, "order_id": done, "rating": 5, "comment": "x".repeat(1001)});
    budi.post("/api/reviews", long).await.refused(422, "invalid_field");
    assert_eq!(shop.count("SELECT COUNT(*) FROM reviews").await, 0);
    assert_eq!(shop.guest().get("/api/products").await.expect(200)[0]["average_rating"], 0.0);
}

#[tokio::test]
async fn only_one_concurrent_review_is_saved() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let done = completed(&shop, &admin, &budi, tea).await;
    let answers = join_all((0..8).map(|_| budi.post("/api/reviews", review(tea, &done, 3)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert!(answers.iter().all(|answer| [201, 409].contains(&answer.status.as_u16())), "{answers:?}");
    assert_eq!(shop.count("SELECT rating_count FROM products").await, 1);
}

#[tokio::test]
async fn reviews_show_only_the_first_name() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 100, 10).await;
    let (admin, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    shop.change("UPDATE members SET name = 'Budi Santoso Rahasia' WHERE name = 'budi'").await;
    let done = completed(&shop, &admin, &budi, tea).await;
    let mut said = review(tea, &done, 5);
    said["comment"] = json!("Harum, hangat, dan enak sekali diminum pada pagi hari.");
    budi.post("/api/reviews", said).await.expect(201);
    let list = format!("/api/reviews?product_id={tea}");
    let seen = async |by: &Actor| by.get(&list).await.expect(200)["data"][0].take();
    let facts = |review: &Value| [&review["user_id"], &review["order_id"], &review["user_name"]].map(Clone::clone);
    for stranger in [&shop.guest(), &siti, &admin] {
        assert_eq!(facts(&seen(stranger).await), [Value::Null, Value::Null, json!("Budi")]);
        for path in [&list, "/api/reviews/highlights", &format!("/product/{tea}-teh")] {
            let answer = stranger.request(reqwest::Method::GET, path).send().await.unwrap().text().await.unwrap();
            assert!(answer.contains("Budi") || path.starts_with("/product/"), "{answer}");
            assert!(!answer.contains("Santoso") && !answer.contains(&done), "{path}: {answer}");
        }
    }
    assert_eq!(facts(&seen(&budi).await), [json!(budi.id), json!(done), json!("Budi Santoso Rahasia")]);
    // An answer with the caller's own name must not be cached.
    let answer = budi.request(reqwest::Method::GET, &list).send().await.unwrap();
    assert_eq!(answer.headers()["cache-control"], "no-store");
}
