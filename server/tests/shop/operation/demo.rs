//! The demo shop.

use std::collections::BTreeSet;

use serde_json::json;

use crate::shop::Shop;

/// Starts a shop without any period.
async fn empty_shop() -> Shop {
    let shop = Shop::start().await;
    sqlx::query("DELETE FROM bv_periods").execute(&mut *shop.app.db.write_one().await.unwrap()).await.unwrap();
    shop
}

#[tokio::test]
async fn the_demo_shop_is_filled_once_and_completely() {
    let shop = empty_shop().await;
    assert!(ksmart_ops::demo::fill(&shop.app.demo()).await.is_ok());
    let rows = "SELECT (SELECT COUNT(*) FROM orders) * 1000000 + (SELECT COUNT(*) FROM members) * 1000 + (SELECT COUNT(*) FROM products)";
    let before = shop.count(rows).await;
    assert_eq!(ksmart_ops::demo::fill(&shop.app.demo()).await, Ok("the demo shop is there already"));
    assert_eq!(shop.count(rows).await, before);

    let guest = shop.guest();
    assert_eq!(guest.get("/api/products").await.expect(200).as_array().unwrap().len(), 60);
    assert_eq!(guest.get("/api/categories").await.expect(200).as_array().unwrap().len(), 8);
    assert_eq!(guest.get("/api/vouchers").await.expect(200).as_array().unwrap().len(), 6);
    assert_eq!(guest.get("/api/banners").await.expect(200).as_array().unwrap().len(), 6);
    assert_eq!(guest.get("/api/popup-voucher").await.expect(200).as_array().unwrap().len(), 3);
    let said = guest.get("/api/reviews/highlights").await.expect(200);
    assert_eq!(said["data"]["data"][0]["user_name"], "Ratna");
    assert_eq!(shop.count("SELECT MAX(depth) FROM member_ancestors").await, 4, "five levels");
    let reviews = guest.get("/api/reviews?product_id=1").await.expect(200);
    assert_eq!(reviews["total_review"], 4);
    assert_eq!(reviews["average_rating"], guest.get("/api/product/1").await.expect(200)["average_rating"]);

    let mut levels = Vec::new();
    for (email, role) in
        [("admin@ksmart.test", "owner"), ("siti@ksmart.test", "member"), ("budi@ksmart.test", "member")]
    {
        let session = guest.post("/api/login", json!({"email": email, "password": "ksmart-demo"})).await.expect(200);
        assert_eq!(session["user"]["role"], role);
        levels.push(session);
    }
    let second = json!({"email": "keuangan@ksmart.test", "password": "ksmart-demo"});
    assert_eq!(guest.post("/api/login", second).await.expect(200)["user"]["role"], "finance");
    assert_eq!(levels[2]["user"]["leader_id"], levels[1]["user"]["uid"]);
    let siti = guest.with_token(levels[1]["token"].as_str());
    let bonuses = siti.get("/api/bonuses/").await.expect(200);
    assert_eq!((&bonuses[0]["bonus_rupiah"], &bonuses[0]["status"]), (&json!(821_750), &json!("paid")));
    let proof = format!("/storage/{}", bonuses[0]["proof_transfer"].as_str().unwrap());
    let proof = siti.request(reqwest::Method::GET, &proof).send().await.unwrap();
    assert_eq!((proof.status().as_u16(), &proof.headers()["content-type"]), (200, &"image/webp".parse().unwrap()));
    let answer = siti.get(&format!("/api/bonuses/{}/lines?limit=100", bonuses[0]["id"])).await.expect(200);
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.iter().map(|line| line["rupiah"].as_i64().unwrap()).sum::<i64>(), 821_750);
    assert_eq!((&answer["rank_name"], &answer["plan_name"]), (&json!("Manager"), &json!("Plan A dan Plan B")));
    let summary = siti.get(&format!("/api/bv-summary?bv_period_id={}", bonuses[0]["bv_period_id"])).await;
    assert_eq!(summary.expect(200)["plan_a"], lines[0]["bv"]);
    let budi = guest.with_token(levels[2]["token"].as_str());
    let orders = budi.get(&format!("/api/transactions/user/{}", levels[2]["user"]["id"])).await.expect(200);
    let states: BTreeSet<(&str, &str)> = orders["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| (order["status"].as_str().unwrap(), order["shipment_status"].as_str().unwrap()))
        .collect();
    for state in [
        ("pending", "menunggu"),
        ("success", "menunggu"),
        ("success", "dikemas"),
        ("pending", "dikirim"),
        ("success", "selesai"),
        ("failed", "dibatalkan"),
        ("expired", "dibatalkan"),
        ("cancelled", "dibatalkan"),
        ("refunded", "dibatalkan"),
    ] {
        assert!(states.contains(&state), "{state:?}");
    }
    assert_eq!(guest.get("/api/bv-periods").await.expect(200)["data"].as_array().unwrap().len(), 5);
    assert_eq!(guest.get("/api/active-bv-periods").await.expect(200)["data"].as_array().unwrap().len(), 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_periods WHERE calculated_ms IS NOT NULL").await, 3);
    every_component_pays_and_ranks_grow(&shop).await;
    let differing = "SELECT COUNT(*) FROM (SELECT t.member_id FROM bv_totals t GROUP BY t.member_id
        HAVING SUM(t.personal_points) <> (SELECT COALESCE(SUM(e.points), 0) FROM bv_entries e WHERE e.member_id = t.member_id)) d";
    assert_eq!(shop.count(differing).await, 0, "totals are the sums of the ledger");
}

/// Asserts that every component of the plan pays someone, and that more members hold higher ranks from period to
/// period.
async fn every_component_pays_and_ranks_grow(shop: &Shop) {
    let mut conn = shop.app.db.read().await.unwrap();
    let sql = "SELECT DISTINCT l.component FROM bonus_lines l JOIN bonuses b ON b.id = l.bonus_id
               JOIN bonus_calculations c ON c.period_id = b.period_id WHERE c.number = 3 ORDER BY 1";
    let paid: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *conn).await.unwrap();
    assert_eq!(paid, ["generation", "group", "level", "personal", "pool"]);
    let sql = "SELECT c.number, r.rank, m.email FROM member_ranks r JOIN members m ON m.id = r.member_id
               JOIN bonus_calculations c ON c.period_id = r.period_id ORDER BY c.number, r.rank, m.email";
    let held: Vec<(i64, String, String)> = sqlx::query_as(sql).fetch_all(&mut *conn).await.unwrap();
    let held: Vec<(i64, &str, &str)> = held
        .iter()
        .map(|(period, rank, email)| (*period, rank.as_str(), email.split(['.', '@']).next().unwrap()))
        .collect();
    assert_eq!(
        held,
        [
            (1, "builder", "budi"),
            (1, "builder", "ratna"),
            (1, "builder", "siti"),
            (2, "builder", "budi"),
            (2, "builder", "nur"),
            (2, "builder", "ratna"),
            (2, "manager", "siti"),
            (3, "builder", "budi"),
            (3, "builder", "hendra"),
            (3, "builder", "wahyu"),
            (3, "manager", "ratna"),
            (3, "manager", "siti"),
        ]
    );
}

#[tokio::test]
async fn demo_pictures_exist_and_are_cached_forever() {
    let shop = empty_shop().await;
    ksmart_ops::demo::fill(&shop.app.demo()).await.unwrap();
    let guest = shop.guest();
    let mut pictures: Vec<String> = Vec::new();
    for list in ["/api/products", "/api/categories", "/api/vouchers"] {
        for each in guest.get(list).await.expect(200).as_array().unwrap() {
            pictures.push(format!("/storage/{}", each["picture"].as_str().unwrap()));
        }
    }
    let detail = guest.get("/api/product/1").await.expect(200);
    for each in ["images", "augmented"].into_iter().flat_map(|kind| detail[kind].as_array().unwrap()) {
        pictures.push(format!("/storage/{}", each["picture"].as_str().unwrap()));
    }
    let sql = "SELECT picture FROM members WHERE picture IS NOT NULL";
    let avatars: Vec<String> =
        sqlx::query_scalar(sql).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap();
    let own: BTreeSet<&String> = avatars.iter().collect();
    assert_eq!((own.len(), avatars.len()), (40, 40), "each member has a file of their own");
    pictures.extend(avatars.iter().map(|file| format!("/uploads/profile/{file}")));
    for path in pictures {
        let picture = guest.request(reqwest::Method::GET, &path).send().await.unwrap();
        assert_eq!(picture.status(), 200, "{path}");
        assert_eq!(picture.headers()["content-type"], "image/webp", "{path}");
        assert_eq!(picture.headers()["cache-control"], "public, max-age=31536000, immutable", "{path}");
    }
}

#[tokio::test]
async fn the_demo_does_not_fill_a_used_shop() {
    let shop = empty_shop().await;
    shop.member("budi").await;
    assert!(ksmart_ops::demo::fill(&shop.app.demo()).await.is_err());
    assert_eq!(shop.count("SELECT COUNT(*) FROM products").await, 0);
    let other = empty_shop().await;
    other.product("Garam", 10, 1).await;
    assert!(ksmart_ops::demo::fill(&other.app.demo()).await.is_err());
    let other = empty_shop().await;
    other.voucher("HEMAT", "10", None, None).await;
    assert!(ksmart_ops::demo::fill(&other.app.demo()).await.is_err());
    let with_periods = Shop::start().await;
    assert!(ksmart_ops::demo::fill(&with_periods.app.demo()).await.is_err());
    assert_eq!(with_periods.count("SELECT COUNT(*) FROM members").await, 0);
}

#[tokio::test]
async fn the_demo_shop_is_ready_to_open() {
    let shop = empty_shop().await;
    ksmart_ops::demo::fill(&shop.app.demo()).await.unwrap();
    let login = json!({"email": "admin@ksmart.test", "password": "ksmart-demo"});
    let token = shop.guest().post("/api/login", login).await.expect(200)["token"].as_str().unwrap().to_owned();
    let setup = shop.guest().with_token(Some(&token)).get("/api/admin/setup").await.expect(200);
    assert_eq!(setup["ready"], true, "{setup}");
}
