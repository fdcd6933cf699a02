//! Reviews: read, hidden and shown by the catalogue's desk.

use ksmart_foundation::ids::{MemberId, ProductId};
use ksmart_identity::roles::Role;
use ksmart_shop::{
    orders,
    reviews::{self, NewReview},
};
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

const PRAISE: &str = "Tehnya harum sekali, datang cepat dan dikemas dengan rapi.";

/// Inserts a review, after its author has bought the product; returns its key.
pub async fn say(shop: &Shop, buyer: &Actor, product: i64, rating: i64, comment: Option<&str>) -> i64 {
    say_at(shop, buyer, product, rating, comment, shop.app.clock.now_ms()).await
}

async fn say_at(shop: &Shop, buyer: &Actor, product: i64, rating: i64, comment: Option<&str>, created_ms: i64) -> i64 {
    let placed = shop.order(buyer).item(product, 1).placed().await;
    let number = placed["order_id"].as_str().unwrap();
    let mut tx = shop.app.db.write().await.unwrap();
    let review = NewReview {
        order: orders::find_by_number(&mut tx, number).await.unwrap().unwrap().key,
        product: ProductId(product),
        member: MemberId(buyer.id),
        rating,
        comment,
        created_ms,
    };
    let id = reviews::insert(&mut tx, &review).await.unwrap();
    tx.commit().await.unwrap();
    shop.app.catalog.mark_changed();
    id
}

/// Returns the rating of the product: in its list of reviews, among the products, and in the data for search engines.
async fn ratings(shop: &Shop, product: i64) -> (Value, Value, Value, bool) {
    let guest = shop.guest();
    let listed = guest.get(&format!("/api/reviews?product_id={product}")).await.expect(200);
    let products = guest.get("/api/products").await.expect(200);
    let page = guest.get(&format!("/product/{product}")).await.expect(200);
    let rated = page.as_str().unwrap().contains("aggregateRating");
    (listed["total_review"].clone(), listed["average_rating"].clone(), products[0]["average_rating"].clone(), rated)
}

#[tokio::test]
async fn a_hidden_review_is_visible_only_to_its_author() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let (siti, budi) = (shop.member("siti").await, shop.member("budi").await);
    let tea = shop.product("Teh", 100, 50).await;
    let praise = say(&shop, &siti, tea, 5, Some(PRAISE)).await;
    assert_eq!(ratings(&shop, tea).await, (json!(1), json!(5.0), json!(5.0), true));
    let other = say(&shop, &budi, tea, 2, None).await;

    let path = format!("/api/admin/reviews/{praise}");
    let refused = keeper.post(&format!("{path}/hide"), json!({"reason": "  "})).await.expect(422);
    assert_eq!(refused["fields"][0]["field"], "reason");
    let hidden = keeper.post(&format!("{path}/hide"), json!({"reason": "Bukan\ntentang produk"})).await.expect(200);
    assert_eq!((&hidden["hidden_reason"], hidden["hidden_at"].is_string()), (&json!("Bukan tentang produk"), true));
    assert_eq!(ratings(&shop, tea).await, (json!(1), json!(2.0), json!(2.0), true));
    let highlights = shop.guest().get("/api/reviews/highlights").await.expect(200);
    assert_eq!(highlights["data"]["data"], json!([]));
    let own = siti.get(&format!("/api/reviews/user/{}", siti.id)).await.expect(200);
    assert_eq!(own["data"][0]["comment"], PRAISE);
    shop.must_be_sound().await;
    // A second administrator who hides it gets a conflict, and the review is counted once.
    let conflict = keeper.post(&format!("{path}/hide"), json!({"reason": "Lain"})).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &hidden));
    keeper.post(&format!("/api/admin/reviews/{other}/show"), json!({})).await.refused(409, "edit_conflict");
    shop.must_be_sound().await;
    keeper.post(&format!("/api/admin/reviews/{other}/hide"), json!({"reason": "Kasar"})).await.expect(200);
    assert_eq!(ratings(&shop, tea).await, (json!(0), json!(0.0), json!(0.0), false));

    let shown = keeper.post(&format!("{path}/show"), json!({})).await.expect(200);
    assert_eq!((&shown["hidden_at"], &shown["hidden_reason"]), (&Value::Null, &Value::Null));
    assert_eq!(ratings(&shop, tea).await, (json!(1), json!(5.0), json!(5.0), true));
    let highlights = shop.guest().get("/api/reviews/highlights").await.expect(200);
    assert_eq!(highlights["data"]["data"][0]["comment"], PRAISE);
    shop.must_be_sound().await;

    let log = admin.get(&format!("/api/admin/audit?subject=review&key={praise}")).await.expect(200);
    assert_eq!(log["entries"][1]["action"], "hide");
    assert_eq!(log["entries"][1]["after"]["hidden_reason"], "Bukan tentang produk");
    assert_eq!((&log["entries"][0]["action"], log["entries"].as_array().unwrap().len()), (&json!("show"), 2));
    let packer = shop.staff(Role::Fulfilment).await;
    packer.post(&format!("{path}/hide"), json!({"reason": "x"})).await.refused(403, "forbidden");
    keeper.post("/api/admin/reviews/999/hide", json!({"reason": "x"})).await.refused(404, "not_found");
}

#[tokio::test]
async fn reviews_are_searched_and_filtered() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let (siti, budi) = (shop.member("siti").await, shop.member("budi").await);
    let (tea, salt) = (shop.product("Teh Hijau", 100, 50).await, shop.product("Garam", 100, 50).await);
    let now_ms = shop.app.clock.now_ms();
    let oldest = say_at(&shop, &siti, tea, 5, Some(PRAISE), now_ms - 2000).await;
    let newest = say_at(&shop, &budi, salt, 1, None, now_ms).await;
    let middle = say_at(&shop, &siti, salt, 5, Some("Asin."), now_ms - 1000).await;
    keeper.post(&format!("/api/admin/reviews/{middle}/hide"), json!({"reason": "x"})).await.expect(200);
    let found = async |query: &str| {
        let rows = keeper.all(&format!("/api/admin/reviews?{query}"), "/reviews", 1).await;
        rows.iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(found("").await, [newest, middle, oldest]);
    assert_eq!(found("search=HARUM").await, [oldest]);
    assert_eq!(found("search=garam").await, [newest, middle]);
    assert_eq!(found("search=siti").await, [middle, oldest]);
    assert_eq!(found("rating=5").await, [middle, oldest]);
    assert_eq!(found("rating=5&state=shown").await, [oldest]);
    assert_eq!(found("state=hidden").await, [middle]);
    assert_eq!(found("search=%25").await, [0_i64; 0]);
    let row = keeper.get("/api/admin/reviews?search=asin").await.expect(200)["reviews"][0].take();
    assert_eq!((&row["member_name"], &row["product_name"]), (&json!("siti"), &json!("Garam")));
    assert_eq!(row["hidden_reason"], "x");
}

#[tokio::test]
async fn answering_a_review_notifies_its_author_once() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let (siti, budi) = (shop.member("siti").await, shop.member("budi").await);
    let tea = shop.product("Teh", 100, 50).await;
    let praise = say(&shop, &siti, tea, 5, Some(PRAISE)).await;
    let hidden = say(&shop, &budi, tea, 1, None).await;
    keeper.post(&format!("/api/admin/reviews/{hidden}/hide"), json!({"reason": "Kasar"})).await.expect(200);
    let path = format!("/api/admin/reviews/{praise}/answer");
    let waiting = async || {
        let rows = keeper.all("/api/admin/reviews?state=unanswered", "/reviews", 1).await;
        rows.iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let told = async || shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'review_answered'").await;
    assert_eq!((waiting().await, told().await), (vec![praise], 0));

    for (answer, code) in [("x".repeat(1001), "too_long"), ("Halo\u{0}".to_owned(), "characters")] {
        let refused = keeper.put(&path, json!({"answer": answer})).await.expect(422);
        assert_eq!(refused["fields"][0]["code"], code);
    }
    let first = keeper.put(&path, json!({"answer": " Terima kasih,\nKak! ", "answered_at": null})).await.expect(200);
    assert_eq!(first["answer"], "Terima kasih,\nKak!");
    assert_eq!((waiting().await, told().await), (vec![], 1));
    let listed = shop.guest().get(&format!("/api/reviews?product_id={tea}")).await.expect(200);
    assert_eq!(listed["data"][0]["answer"], first["answer"]);
    assert_eq!(listed["data"][0]["answered_at"], first["answered_at"]);
    let own = siti.get(&format!("/api/reviews/user/{}", siti.id)).await.expect(200);
    assert_eq!(own["data"][0]["answer"], first["answer"]);

    // An answer based on the unanswered review gets a conflict, and nothing is lost.
    let conflict = admin.put(&path, json!({"answer": "Lain", "answered_at": null})).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &first));
    let second = json!({"answer": "Sampai jumpa.", "answered_at": first["answered_at"]});
    let second = admin.put(&path, second).await.expect(200);
    let gone = json!({"answer": " ", "answered_at": second["answered_at"]});
    let gone = keeper.put(&path, gone).await.expect(200);
    assert_eq!((&gone["answer"], &gone["answered_at"]), (&Value::Null, &Value::Null));
    assert_eq!((waiting().await, told().await), (vec![praise], 1));

    let log = admin.get(&format!("/api/admin/audit?subject=review&key={praise}")).await.expect(200);
    assert_eq!(log["entries"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&log["entries"][1]["action"], &log["entries"][1]["after"]["answer"]),
        (&json!("answer"), &json!("Sampai jumpa."))
    );
    // If two administrators answer at once, one gets a conflict with the other's answer.
    let (one, other) = tokio::join!(
        admin.put(&path, json!({"answer": "Satu", "answered_at": null})),
        keeper.put(&path, json!({"answer": "Dua", "answered_at": null})),
    );
    let mut statuses = [one.status, other.status].map(|status| status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    keeper.put("/api/admin/reviews/999/answer", json!({"answer": "x"})).await.refused(404, "not_found");
}
