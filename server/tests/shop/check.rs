//! The oracle: it finds nothing in a shop that is whole, and exactly what is broken in one that is not.

use std::process::{Command, Output};

use ksmart::{
    bonuses::{self, insert_plan},
    check,
};
use ksmart_core::order::OrderEvent;
use reqwest::Method;
use serde_json::json;

use crate::{
    shop::{Actor, Shop, Story},
    volume::plan,
};

/// A shop where something of everything has happened: a period calculated, an order in most states, a voucher used,
/// a review written, a cart filled.
pub async fn shop_with_everything() -> (Shop, Vec<Actor>) {
    let shop = Shop::start().await;
    let tea = shop.product_worth("Teh", 100, 20).await;
    let salt = shop.product("Garam", 10, 100).await;
    let mut members: Vec<Actor> = Vec::new();
    for number in 0..4_i64 {
        let buyer = shop.member_below(&format!("anggota{number}"), members.last()).await;
        let story = Story {
            buyer: &buyer,
            products: &[(tea, 11 + number), (salt, 1)],
            period: shop.closed,
            plan_id: 1 + number % 2,
            percent: "12.5",
            at_ms: 1,
            events: &[OrderEvent::Pay],
        };
        shop.tell(&story).await;
        members.push(buyer);
    }
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    bonuses::calculate(&shop.app, shop.closed).await.unwrap();
    shop.voucher("HEMAT", "10", Some(9), Some(9)).await;
    let (siti, budi, admin) = (members[0].clone(), members[3].clone(), shop.admin().await);
    budi.post("/api/wishlist", json!({"product_id": tea})).await.expect(201);

    // Paid online with a voucher; paid and refunded by the provider; waiting; cancelled; and one in cash that arrived.
    let mut orders = Vec::new();
    for (buyer, method, voucher) in [
        (&budi, "online", true),
        (&siti, "online", false),
        (&budi, "online", false),
        (&siti, "online", true),
        (&budi, "cod", true),
    ] {
        let mut wish = shop.wish(buyer, salt, 10).await;
        wish["payment_method"] = json!(method);
        if voucher {
            wish["voucher_code"] = json!("HEMAT");
            wish["gross_amount"] = json!(wish["gross_amount"].as_i64().unwrap() - 1000);
        }
        orders.push(buyer.post("/api/create-transaction", wish).await.expect(201)["transaction"].take());
    }
    for (order, decision) in [(0, "pay"), (1, "pay"), (2, "later")] {
        let form = [("method", "bca_va"), ("decision", decision)];
        let page = orders[order]["redirect_url"].as_str().unwrap();
        assert_eq!(shop.guest().request(Method::POST, page).form(&form).send().await.unwrap().status(), 303);
    }
    let number = |order: usize| orders[order]["order_id"].as_str().unwrap();
    let refunded = ksmart::orders::find_by_number(&mut shop.app.db.read().await.unwrap(), number(1)).await.unwrap();
    shop.advance(refunded.unwrap().key(), OrderEvent::Refund).await;
    siti.post(&format!("/api/transactions/{}/cancel", number(3)), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{}/pack", number(4)), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{}/ship", number(4)), json!({"resi": "JN1"})).await.expect(200);
    budi.post(&format!("/api/transactions/{}/complete", number(4)), json!({})).await.expect(200);
    let review = json!({"product_id": salt, "order_id": number(4), "rating": 4, "comment": "Asin"});
    budi.post("/api/reviews", review).await.expect(201);
    budi.post("/api/cart", json!({"product_id": salt, "quantity": 2})).await.expect(201);
    (shop, members)
}

async fn broken(shop: &Shop) -> Vec<&'static str> {
    check::run(&shop.app.db).await.unwrap().broken()
}

#[tokio::test]
async fn what_is_broken_is_found_and_nothing_else() {
    let (shop, _) = shop_with_everything().await;
    let report = check::run(&shop.app.db).await.unwrap();
    assert!(report.is_sound(), "{report}");
    for finding in &report.0 {
        assert!(finding.rows > 0, "nothing was looked at: {}", finding.name);
    }
    let paid = "(SELECT MIN(id) FROM orders WHERE payment_status = 'success' AND period_id = 2)";
    let waiting = "(SELECT MIN(id) FROM orders WHERE payment_status = 'pending')";
    let one = |table: &str, change: &str| {
        let id = format!("(SELECT MIN(id) FROM {table})");
        format!("UPDATE {table} SET {change} WHERE id = {id}")
    };
    // What breaks a rule, and what mends it.
    for (rule, breaks, mends) in [
        ("stock", one("products", "stock = stock + 1"), one("products", "stock = stock - 1")),
        (
            "stock of orders",
            "UPDATE stock_movements SET quantity = CASE kind WHEN 'order' THEN quantity - 1 ELSE quantity + 1 END
             WHERE id IN ((SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'order'),
                          (SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'received'))"
                .to_owned(),
            "UPDATE stock_movements SET quantity = CASE kind WHEN 'order' THEN quantity + 1 ELSE quantity - 1 END
             WHERE id IN ((SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'order'),
                          (SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'received'))"
                .to_owned(),
        ),
        ("pieces sold", one("products", "sold = sold + 1"), one("products", "sold = sold - 1")),
        ("ratings", one("products", "rating_count = 7"), one("products", "rating_count = 0")),
        ("voucher uses", one("vouchers", "used = used + 1"), one("vouchers", "used = used - 1")),
        ("voucher uses", one("vouchers", "quota = 1"), one("vouchers", "quota = 9")),
        ("voucher member quota", one("vouchers", "member_quota = 1"), one("vouchers", "member_quota = 9")),
        (
            "voucher holders",
            "UPDATE voucher_uses SET member_id = 1".to_owned(),
            "UPDATE voucher_uses SET member_id = 4".to_owned(),
        ),
        (
            "payments",
            "UPDATE sandbox_payments SET gross_amount_rp = gross_amount_rp + 1".to_owned(),
            "UPDATE sandbox_payments SET gross_amount_rp = gross_amount_rp - 1".to_owned(),
        ),
        (
            "payments",
            "UPDATE sandbox_payments SET status = 'expire' WHERE status = 'settlement'".to_owned(),
            "UPDATE sandbox_payments SET status = 'settlement' WHERE status = 'expire'".to_owned(),
        ),
        (
            "ledger",
            format!("UPDATE bv_entries SET order_id = {waiting} WHERE order_id = {paid}"),
            format!("UPDATE bv_entries SET order_id = {paid} WHERE order_id = {waiting}"),
        ),
        (
            "own points",
            "UPDATE bv_totals SET personal_points = personal_points + 1 WHERE period_id = 2".to_owned(),
            "UPDATE bv_totals SET personal_points = personal_points - 1 WHERE period_id = 2".to_owned(),
        ),
        (
            "own points of plans",
            "UPDATE bv_personal_totals SET points = points + 1".to_owned(),
            "UPDATE bv_personal_totals SET points = points - 1".to_owned(),
        ),
        (
            "group points",
            "UPDATE bv_totals SET group_points = group_points + 1 WHERE period_id = 2".to_owned(),
            "UPDATE bv_totals SET group_points = group_points - 1 WHERE period_id = 2".to_owned(),
        ),
        (
            "ancestors",
            "UPDATE member_ancestors SET depth = 9 WHERE depth = 3".to_owned(),
            "UPDATE member_ancestors SET depth = 3 WHERE depth = 9".to_owned(),
        ),
        (
            "downline counts",
            "UPDATE downline_counts SET members = members + 1 WHERE member_id = 1".to_owned(),
            "UPDATE downline_counts SET members = members - 1 WHERE member_id = 1".to_owned(),
        ),
        (
            "closed periods",
            "UPDATE bv_entries SET posted_ms = posted_ms + 10000000000000 WHERE period_id = 1".to_owned(),
            "UPDATE bv_entries SET posted_ms = posted_ms - 10000000000000 WHERE period_id = 1".to_owned(),
        ),
        ("order totals", one("order_lines", "price_rp = price_rp + 1"), one("order_lines", "price_rp = price_rp - 1")),
        (
            "order states",
            format!("UPDATE order_moves SET event = 'packed' WHERE event = 'paid' AND order_id = {paid}"),
            format!("UPDATE order_moves SET event = 'paid' WHERE event = 'packed' AND order_id = {paid}"),
        ),
        (
            "allocations",
            "UPDATE bv_allocations SET plan_a = plan_a - 1, plan_b = plan_b + 1 WHERE member_id = 1".to_owned(),
            "UPDATE bv_allocations SET plan_a = plan_a + 1, plan_b = plan_b - 1 WHERE member_id = 1".to_owned(),
        ),
        ("bonuses", one("bonus_lines", "amount_rp = amount_rp + 1"), one("bonus_lines", "amount_rp = amount_rp - 1")),
        (
            "bonuses",
            "UPDATE bonus_calculations SET sales_rp = sales_rp + 1".to_owned(),
            "UPDATE bonus_calculations SET sales_rp = sales_rp - 1".to_owned(),
        ),
    ] {
        shop.change_by(&breaks).await;
        assert_eq!(broken(&shop).await, [rule], "after {breaks}");
        shop.change_by(&mends).await;
    }
    let report = check::run(&shop.app.db).await.unwrap();
    assert!(report.is_sound(), "{report}");
}

#[tokio::test]
async fn what_the_database_refuses_by_itself_is_found_too() {
    let (shop, _) = shop_with_everything().await;
    let shared = shop.app.db.is_shared();
    let line =
        "INSERT INTO cart_lines (member_id, product_id, variant, quantity, created_ms) VALUES (1, 999, '', 1, 1)";
    let (open, close) = if shared {
        ("ALTER TABLE cart_lines DISABLE TRIGGER ALL", "ALTER TABLE cart_lines ENABLE TRIGGER ALL")
    } else {
        ("PRAGMA foreign_keys = OFF", "PRAGMA foreign_keys = ON")
    };
    for sql in [open, line, close] {
        shop.change_by(sql).await;
    }
    assert_eq!(broken(&shop).await, ["references"]);
    shop.change("DELETE FROM cart_lines WHERE product_id = 999").await;
    // The orders again without their keys, two of them from one checkout.
    let without_keys: &[&str] = if shared {
        &["ALTER TABLE orders DROP CONSTRAINT orders_member_id_checkout_token_key"]
    } else {
        &[
            "PRAGMA foreign_keys = OFF",
            "CREATE TABLE copies AS SELECT * FROM orders",
            "DROP TABLE orders",
            "ALTER TABLE copies RENAME TO orders",
        ]
    };
    for sql in without_keys {
        shop.change_by(sql).await;
    }
    assert_eq!(broken(&shop).await, [""; 0]);
    shop.change("UPDATE orders SET checkout_token = 'sama' WHERE member_id = 4").await;
    assert_eq!(broken(&shop).await, ["checkout tokens"]);
}

fn ksmart_check(url: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ksmart")).args(["check", "--database-url", url]).output().unwrap()
}

#[tokio::test]
async fn the_command_says_what_it_found_and_leaves_the_database_alone() {
    let (shop, _) = shop_with_everything().await;
    let sound = ksmart_check(&shop.database_url);
    let said = String::from_utf8(sound.stdout).unwrap();
    assert!(sound.status.success() && said.ends_with("rules hold\n"), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("ok ")).count(), said.lines().count() - 1, "{said}");
    for product in 3..10 {
        shop.product(&format!("Produk {product}"), 10, 5).await;
    }
    shop.change("UPDATE products SET stock = stock + 1").await;
    let broken = ksmart_check(&shop.database_url);
    let said = String::from_utf8(broken.stdout).unwrap();
    assert_eq!(broken.status.code(), Some(1));
    assert!(said.contains("BROKEN  stock "), "{said}");
    assert!(said.contains("9 broken: product 1, product 2, product 3, product 4, product 5, …\n"), "{said}");
    assert!(said.ends_with("rules are broken\n"), "{said}");
    // Another version is neither judged nor migrated.
    for (version, sentence) in [(9, "`ksmart serve` migrates it"), (99, "use the newer program")] {
        shop.change("DELETE FROM _sqlx_migrations WHERE version > 9").await;
        shop.change_by(&format!("UPDATE _sqlx_migrations SET version = {version} WHERE version = 9")).await;
        let refused = ksmart_check(&shop.database_url);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(said.contains(sentence), "{said}");
        assert_eq!(shop.count("SELECT COUNT(*) FROM _sqlx_migrations").await, 9);
    }
    if !shop.app.db.is_shared() {
        let nowhere = format!("sqlite://{}/nowhere.db", shop.folder.path().display());
        assert_eq!(ksmart_check(&nowhere).status.code(), Some(1));
        assert!(!shop.folder.path().join("nowhere.db").exists(), "looking makes no file");
    }
}

#[tokio::test]
async fn a_shop_from_before_the_books_gets_books_that_are_right() {
    let (shop, _) = shop_with_everything().await;
    // Sold more than its own orders bought, and less than them.
    shop.change("UPDATE products SET sold = CASE id WHEN 1 THEN sold + 100 ELSE 1 END").await;
    for sql in [
        "DROP TABLE stock_movements",
        "DROP TABLE leases",
        "ALTER TABLE products DROP COLUMN sold_before",
        "DELETE FROM _sqlx_migrations WHERE version = 11",
    ] {
        shop.change(sql).await;
    }
    let stock = "SELECT CAST(SUM(stock) AS BIGINT) FROM products";
    let before = shop.count(stock).await;
    ksmart::db::Db::open(&shop.database_url).await.unwrap().close().await;
    shop.must_be_sound().await;
    assert_eq!(shop.count(stock).await, before);
    assert_eq!(shop.count("SELECT COUNT(*) FROM stock_movements WHERE reason = 'Saldo awal'").await, 2);
    assert_eq!(shop.count("SELECT sold_before FROM products WHERE id = 1").await, 100);
}

#[tokio::test]
async fn the_demo_shop_is_sound() {
    let shop = Shop::start().await;
    shop.change("DELETE FROM bv_periods").await;
    ksmart::demo::fill(&shop.app).await.unwrap();
    let report = check::run(&shop.app.db).await.unwrap();
    assert!(report.is_sound(), "{report}");
}
