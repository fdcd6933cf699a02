//! The check: it finds nothing in a sound shop, and exactly the broken rules in another.

use std::process::{Command, Output};

use ksmart_core::{
    order::OrderEvent,
    plan::document::{Component, ComponentKind, Keeps, Metric, Need, Plan, Rank, Volume},
};
use ksmart_identity::roles::Role;
use ksmart_members::bonuses::{self, insert_plan};
use ksmart_ops::integrity;
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::{
    shop::{Actor, Shop, Story},
    volume::ledger::plan,
};

/// Starts a shop in which everything has happened: a calculated period, orders in most states, a used voucher, a
/// review, a filled cart.
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
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &ranked(plan(40)), 1).await.unwrap();
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.voucher("HEMAT", "10", Some(9), Some(9)).await;
    let (siti, budi, admin) = (members[0].clone(), members[3].clone(), shop.admin().await);
    pay_bonuses(&shop, &admin).await;
    budi.post("/api/wishlist", json!({"product_id": tea})).await.expect(201);

    // Paid online with a voucher; paid and refunded by the provider; waiting; cancelled; and a COD order that arrived.
    let mut orders = Vec::new();
    for (buyer, method, voucher) in [
        (&budi, "online", true),
        (&siti, "online", false),
        (&budi, "online", true),
        (&siti, "online", true),
        (&budi, "cod", true),
    ] {
        let order = shop.order(buyer).item(salt, 10).with("payment_method", json!(method));
        let order = if voucher { order.voucher("HEMAT", 1000) } else { order };
        orders.push(order.placed().await);
    }
    for (order, decision) in [(0, "pay"), (1, "pay"), (2, "later")] {
        let form = [("method", "bca_va"), ("decision", decision)];
        let page = orders[order]["redirect_url"].as_str().unwrap();
        assert_eq!(shop.guest().request(Method::POST, page).form(&form).send().await.unwrap().status(), 303);
    }
    let number = |order: usize| orders[order]["order_id"].as_str().unwrap();
    let refunded =
        ksmart_shop::orders::find_by_number(&mut shop.app.db.read().await.unwrap(), number(1)).await.unwrap();
    shop.advance(refunded.unwrap().key, OrderEvent::Refund).await;
    siti.post(&format!("/api/transactions/{}/cancel", number(3)), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{}/pack", number(4)), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{}/ship", number(4)), json!({"resi": "JN100"})).await.expect(200);
    budi.post(&format!("/api/transactions/{}/complete", number(4)), json!({})).await.expect(200);
    let report = format!("pesanan;jumlah;biaya\n{};{};500\n", number(4), orders[4]["gross_amount"]);
    crate::orders::cash::settled(&admin, &report).await;
    bring_back(&budi, &admin, number(4)).await;
    let review = json!({"product_id": salt, "order_id": number(4), "rating": 4, "comment": "Asin"});
    budi.post("/api/reviews", review).await.expect(201);
    budi.post("/api/cart", json!({"product_id": salt, "quantity": 2})).await.expect(201);
    // The member changes leaders after a period was calculated.
    leave_and_come_back(&budi, &members[2], &admin).await;
    (shop, members)
}

/// Adds a rank that some members reach, a cap that some exceed, and a pool that pays no one.
fn ranked(mut plan: Plan) -> Plan {
    let needs = vec![Need { metric: Metric::Pv(Volume::Both), at_least: 250 }];
    plan.ranks.push(Rank { code: "builder".to_owned(), name: "Builder".to_owned(), keeps: Keeps::ForEver, needs });
    plan.member_cap = Some(MEMBER_CAP);
    // Every rank has a share in the pool, but no member meets its needs.
    plan.components.push(Component {
        code: "pool".to_owned(),
        name: "Dana bersama".to_owned(),
        needs: vec![Need { metric: Metric::Pv(Volume::A), at_least: 1_000_000 }],
        kind: ComponentKind::Pool {
            volume: Volume::Both,
            percent: Decimal::ONE,
            shares: plan.ranks.iter().map(|_| Some(1)).collect(),
        },
    });
    plan
}

/// Maximum that a member is paid, in rupiah.
const MEMBER_CAP: i64 = 40_000;

/// Moves a member to the top of the network, and then back below the leader.
async fn leave_and_come_back(member: &Actor, leader: &Actor, admin: &Actor) {
    let uid = async |member: &Actor| member.get("/api/me").await.expect(200)["uid"].take();
    let (moving, leader) = (uid(member).await, uid(leader).await);
    for (from, to) in [(&leader, &Value::Null), (&Value::Null, &leader)] {
        let change = json!({"leader_uid": to, "leader_uid_before": from, "reason": "Salah daftar"});
        let path = format!("/api/admin/members/{}/leader", moving.as_str().unwrap());
        admin.post(&path, change).await.expect(200);
    }
}

/// Has the buyer return two pieces of an order, which arrive damaged.
async fn bring_back(buyer: &Actor, admin: &Actor, order: &str) {
    let asked = crate::orders::returns::ask(buyer, order, "refund", 2, vec![]).await.expect(201)["data"].take();
    let step = |step: &str| format!("/api/admin/returns/{}/{step}", asked["id"]);
    admin.post(&step("approve"), json!({"version": 1})).await.expect(200);
    let lines = json!([{"line_id": asked["lines"][0]["line_id"], "saleable": 0, "damaged": 2}]);
    admin.post(&step("receive"), json!({"version": 2, "lines": lines})).await.expect(200);
}

/// Cancels a payout of the closed period, and pays the next one.
pub async fn pay_bonuses(shop: &Shop, owner: &Actor) {
    shop.change("UPDATE members SET bank = 'BCA', bank_account = '001234567' || id").await;
    let keeper = shop.staff(Role::Finance).await;
    let prepare = async || {
        let seen = keeper.get(&format!("/api/admin/payouts/preview?period_id={}", shop.closed)).await.expect(200);
        let payout = keeper.post("/api/admin/payouts", seen).await.expect(201)["payout"]["id"].take();
        format!("/api/admin/payouts/{payout}")
    };
    let cancelled = prepare().await;
    keeper.post(&format!("{cancelled}/cancel"), json!({"version": 1, "reason": "Salah"})).await.expect(200);
    let paid = prepare().await;
    owner.post(&format!("{paid}/approve"), json!({"version": 1})).await.expect(200);
    let proof = json!({"version": 2, "proof_picture": "proofs/bukti.webp"});
    owner.post(&format!("{paid}/pay"), proof).await.expect(200);
}

/// Has a member pay for an order by a transfer to the shop's own account.
async fn transfer(shop: &Shop, buyer: &Actor) {
    let order = shop.order(buyer).item(2, 1).online().placed().await;
    let form = json!({
        "paid_on": ksmart_foundation::time::jakarta_date(shop.app.clock.now_ms()),
        "amount_rp": order["gross_amount"], "bank": "BCA", "sender": "Siti", "proof_picture": "proofs/transfer.webp",
    });
    let path = format!("/api/admin/orders/{}/transfer", order["order_id"].as_str().unwrap());
    let owner = shop.staff(Role::Catalogue).await;
    shop.change("UPDATE members SET role = 'owner' WHERE role = 'catalogue'").await;
    owner.post(&path, form).await.expect(200);
}

pub async fn broken(shop: &Shop) -> Vec<&'static str> {
    integrity::run(&shop.app.db).await.unwrap().broken()
}

/// Rules that break when a number is one too large: name of the rule, table, column, and SQL condition for the rows.
const NUDGES: [(&str, &str, &str, &str); 32] = [
    ("stock", "products", "stock", "id = 1"),
    ("pieces sold", "products", "sold", "id = 1"),
    ("ratings", "products", "rating_count", "id = 1"),
    ("voucher uses", "vouchers", "used", "id = 1"),
    ("payments", "sandbox_payments", "gross_amount_rp", "1 = 1"),
    ("own points", "bv_totals", "personal_points", "period_id = 2"),
    ("own points of plans", "bv_personal_totals", "points", "1 = 1"),
    ("group points", "bv_totals", "group_points", "period_id = 2"),
    ("group points then", "bv_totals", "group_points", "period_id = 1"),
    ("ledger", "bv_entries", "sales_rp", "period_id = 2"),
    ("downline counts", "downline_counts", "members", "member_id = 1"),
    ("downline counts", "downline_counts", "directs", "member_id = 1"),
    ("order totals", "order_lines", "price_rp", "id = 1"),
    ("bonuses", "bonus_lines", "amount_rp", "id = 1"),
    ("bonuses", "bonus_lines", "depth", "id = 1"),
    ("bonuses", "bonus_lines", "points", "id = 1"),
    ("bonuses", "bonuses", "uncapped_rp", "uncapped_rp IS NOT NULL"),
    ("bonuses", "bonus_calculations", "sales_rp", "1 = 1"),
    ("bonuses", "bonus_calculations", "cap_rp", "1 = 1"),
    ("calculations", "bonus_calculations", "number", "1 = 1"),
    ("skips", "bonus_calculations", "skipped", "1 = 1"),
    ("period sums", "bv_periods", "sales_rp", "id = 1"),
    ("period sums", "bv_periods", "orders", "id = 2"),
    ("cash on delivery", "cod_settlements", "fee_rp", "1 = 1"),
    ("cash on delivery", "cod_settlement_lines", "amount_rp", "1 = 1"),
    ("money", "money_entries", "amount_rp", "kind = 'received' AND order_id = 1"),
    ("money", "money_entries", "amount_rp", "kind = 'fee'"),
    ("payouts", "payout_batches", "items", "state = 'paid'"),
    ("tax slips", "tax_slip_numbers", "tax_month", "member_id = 1"),
    ("bank transfers", "order_transfers", "amount_rp", "1 = 1"),
    ("corrected addresses", "orders", "address_version", "id = 1"),
    ("corrected addresses", "orders", "shipping_borne_rp", "id = 1"),
];

/// Subqueries for a paid order of the open period, and for an order that waits.
const PAID: &str = "(SELECT MIN(id) FROM orders WHERE payment_status = 'success' AND period_id = 2)";
const WAITING: &str = "(SELECT MIN(id) FROM orders WHERE payment_status = 'pending')";

/// Other changes that break rules: name of the rule, SQL that breaks it, SQL that restores it.
const BREAKS: [(&str, &str, &str); 36] = [
    (
        "payouts by period",
        "UPDATE payout_periods SET gross_rp = gross_rp + 1",
        "UPDATE payout_periods SET gross_rp = gross_rp - 1",
    ),
    (
        "erased members",
        "UPDATE members SET erased_ms = 1 WHERE id = 1",
        "UPDATE members SET erased_ms = NULL WHERE id = 1",
    ),
    (
        "bonuses",
        "UPDATE bonuses SET components = REPLACE(components, 'has', 'had')",
        "UPDATE bonuses SET components = REPLACE(components, 'had', 'has')",
    ),
    (
        "bonuses",
        "UPDATE bonus_lines SET component = 'lain' WHERE component = 'personal'",
        "UPDATE bonus_lines SET component = 'personal' WHERE component = 'lain'",
    ),
    (
        "bonuses",
        "UPDATE bonus_lines SET rate = '10.6' WHERE rate = '10.5'",
        "UPDATE bonus_lines SET rate = '10.5' WHERE rate = '10.6'",
    ),
    (
        "ranks",
        "UPDATE member_ranks SET rank = 'direktur' WHERE member_id = 3",
        "UPDATE member_ranks SET rank = 'builder' WHERE member_id = 3",
    ),
    (
        "ranks",
        "UPDATE member_ranks SET member_id = 1 WHERE member_id = 3",
        "UPDATE member_ranks SET member_id = 3 WHERE member_id = 1",
    ),
    (
        "skips",
        "UPDATE bonus_skips SET components = REPLACE(components, '\"members\":1', '\"members\":2')",
        "UPDATE bonus_skips SET components = REPLACE(components, '\"members\":2', '\"members\":1')",
    ),
    (
        "skips",
        "UPDATE bonus_skips SET period_id = 2 WHERE member_id = 1",
        "UPDATE bonus_skips SET period_id = 1 WHERE member_id = 1",
    ),
    ("skips", "UPDATE bonus_calculations SET shares = '[0,0,1]'", "UPDATE bonus_calculations SET shares = '[0,0,0]'"),
    (
        "payouts",
        "UPDATE payout_batches SET tax_rp = tax_rp + 1, net_rp = net_rp - 1 WHERE state = 'paid'",
        "UPDATE payout_batches SET tax_rp = tax_rp - 1, net_rp = net_rp + 1 WHERE state = 'paid'",
    ),
    ("payout items", "UPDATE bonuses SET paid_ms = 5 WHERE id = 1", "UPDATE bonuses SET paid_ms = NULL WHERE id = 1"),
    (
        "payouts",
        "UPDATE payout_items SET cancelled_ms = 5 WHERE id = (SELECT MAX(id) FROM payout_items)",
        "UPDATE payout_items SET cancelled_ms = NULL WHERE id = (SELECT MAX(id) FROM payout_items)",
    ),
    (
        "taken out of payouts",
        "UPDATE payout_batches SET removed_items = removed_items + 1 WHERE state = 'paid'",
        "UPDATE payout_batches SET removed_items = removed_items - 1 WHERE state = 'paid'",
    ),
    (
        "tax slips",
        "UPDATE payout_batches SET tax_month = tax_month + 1 WHERE state = 'paid'",
        "UPDATE payout_batches SET tax_month = tax_month - 1 WHERE state = 'paid'",
    ),
    (
        "stock of orders",
        "UPDATE stock_movements SET quantity = CASE kind WHEN 'order' THEN quantity - 1 ELSE quantity + 1 END
         WHERE id IN ((SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'order'),
                      (SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'received'))",
        "UPDATE stock_movements SET quantity = CASE kind WHEN 'order' THEN quantity + 1 ELSE quantity - 1 END
         WHERE id IN ((SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'order'),
                      (SELECT MIN(id) FROM stock_movements WHERE product_id = 1 AND kind = 'received'))",
    ),
    (
        "ratings",
        "UPDATE reviews SET hidden_ms = 1, hidden_reason = 'x'",
        "UPDATE reviews SET hidden_ms = NULL, hidden_reason = NULL",
    ),
    (
        "stock by hand",
        "UPDATE stock_movements SET kind = 'adjusted' WHERE id = (SELECT MIN(id) FROM stock_movements)",
        "UPDATE stock_movements SET kind = 'received' WHERE id = (SELECT MIN(id) FROM stock_movements)",
    ),
    (
        "stock by variant",
        "UPDATE products SET by_variant = 1 WHERE id = 1",
        "UPDATE products SET by_variant = 0 WHERE id = 1",
    ),
    ("stock by variant", "UPDATE product_variants SET stock = 1", "UPDATE product_variants SET stock = 0"),
    (
        "main pictures",
        "UPDATE products SET picture = 'products/b.webp' WHERE id = 1",
        "UPDATE products SET picture = 'products/a.webp' WHERE id = 1",
    ),
    ("voucher uses", "UPDATE vouchers SET quota = 1", "UPDATE vouchers SET quota = 9"),
    ("voucher member quota", "UPDATE vouchers SET member_quota = 1", "UPDATE vouchers SET member_quota = 9"),
    ("voucher holders", "UPDATE voucher_uses SET member_id = 1", "UPDATE voucher_uses SET member_id = 4"),
    (
        "payments",
        "UPDATE sandbox_payments SET status = 'expire' WHERE status = 'settlement'",
        "UPDATE sandbox_payments SET status = 'settlement' WHERE status = 'expire'",
    ),
    (
        "payments of orders",
        "UPDATE payments SET order_id = (SELECT MAX(id) FROM orders WHERE payment_method = 'cod') WHERE order_id = 1",
        "UPDATE payments SET order_id = 1
         WHERE order_id = (SELECT MAX(id) FROM orders WHERE payment_method = 'cod')",
    ),
    (
        "bank transfers",
        "UPDATE money_entries SET channel = 'online' WHERE channel = 'transfer'",
        "UPDATE money_entries SET channel = 'transfer' WHERE order_id IN (SELECT order_id FROM order_transfers)",
    ),
    (
        "ledger",
        "UPDATE bv_entries SET order_id = {waiting} WHERE order_id = {paid}",
        "UPDATE bv_entries SET order_id = {paid} WHERE order_id = {waiting}",
    ),
    (
        "money",
        "UPDATE money_entries SET kind = 'fee' WHERE kind = 'refunded'",
        "UPDATE money_entries SET kind = 'refunded' WHERE kind = 'fee' AND channel = 'sandbox'",
    ),
    (
        "payments",
        "UPDATE money_entries SET channel = 'online' WHERE channel = 'sandbox'",
        "UPDATE money_entries SET channel = 'sandbox'
         WHERE order_id IN (SELECT order_id FROM payments WHERE sandbox_paid_ms IS NOT NULL)",
    ),
    (
        "ancestors",
        "UPDATE member_ancestors SET depth = 9 WHERE depth = 3",
        "UPDATE member_ancestors SET depth = 3 WHERE depth = 9",
    ),
    (
        "leader changes",
        "UPDATE leader_changes SET to_id = 2 WHERE to_id = 3",
        "UPDATE leader_changes SET to_id = 3 WHERE to_id = 2",
    ),
    (
        "closed periods",
        "UPDATE bv_entries SET posted_ms = posted_ms + 10000000000000 WHERE period_id = 1",
        "UPDATE bv_entries SET posted_ms = posted_ms - 10000000000000 WHERE period_id = 1",
    ),
    (
        "order states",
        "UPDATE order_moves SET event = 'packed' WHERE event = 'paid' AND order_id = {paid}",
        "UPDATE order_moves SET event = 'paid' WHERE event = 'packed' AND order_id = {paid}",
    ),
    (
        "told of payments",
        "UPDATE outbox_messages SET dedup_key = 'x' || dedup_key WHERE kind = 'order_paid'",
        "UPDATE outbox_messages SET dedup_key = SUBSTR(dedup_key, 2) WHERE kind = 'order_paid'",
    ),
    (
        "allocations",
        "UPDATE bv_allocations SET plan_a = plan_a - 1, plan_b = plan_b + 1 WHERE member_id = 1",
        "UPDATE bv_allocations SET plan_a = plan_a + 1, plan_b = plan_b - 1 WHERE member_id = 1",
    ),
];

#[tokio::test]
async fn the_check_finds_exactly_the_broken_rule() {
    let (shop, members) = shop_with_everything().await;
    transfer(&shop, &members[0]).await;
    shop.product_with("Sirup", 100, 0, &["Mangga"]).await;
    let report = integrity::run(&shop.app.db).await.unwrap();
    assert!(report.is_sound(), "{report}");
    for finding in &report.0 {
        assert!(finding.rows > 0, "nothing was looked at: {}", finding.name);
    }
    let nudge = |table: &str, column: &str, rows: &str, by: &str| {
        format!("UPDATE {table} SET {column} = {column} {by} WHERE {rows}")
    };
    let nudges = NUDGES.map(|(rule, table, column, rows)| {
        (rule, nudge(table, column, rows, "+ 1"), nudge(table, column, rows, "- 1"))
    });
    let whole = |sql: &str| sql.replace("{paid}", PAID).replace("{waiting}", WAITING);
    let breaks = BREAKS.map(|(rule, breaks, mends)| (rule, whole(breaks), whole(mends)));
    for (rule, breaks, mends) in nudges.into_iter().chain(breaks) {
        shop.change_by(&breaks).await;
        assert_eq!(broken(&shop).await, [rule], "after {breaks}");
        shop.change_by(&mends).await;
    }
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_check_finds_violated_constraints() {
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
    // Without their unique keys, orders can have the same checkout token.
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
async fn the_check_command_reports_broken_rules() {
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
    // A database of another version is neither checked nor migrated.
    for (version, sentence) in [(3, "`ksmart serve` migrates it"), (9999, "use the newer program")] {
        shop.change("DELETE FROM _sqlx_migrations WHERE version > 3").await;
        shop.change_by(&format!("UPDATE _sqlx_migrations SET version = {version} WHERE version = 3")).await;
        let refused = ksmart_check(&shop.database_url);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(said.contains(sentence), "{said}");
        assert_eq!(shop.count("SELECT COUNT(*) FROM _sqlx_migrations").await, 3);
    }
    // The server does not start on a database of a newer version either.
    let mut serve = Command::new(env!("CARGO_BIN_EXE_ksmart"));
    serve.args(["serve", "--listen=127.0.0.1:0", "--database-url", &shop.database_url]);
    serve.arg(format!("--storage-url=file://{}", shop.folder.path().join("storage").display()));
    let said = String::from_utf8(serve.output().unwrap().stderr).unwrap();
    assert!(said.contains("at version 9999, newer than this program's"), "{said}");
    if !shop.app.db.is_shared() {
        let nowhere = format!("sqlite://{}/nowhere.db", shop.folder.path().display());
        assert_eq!(ksmart_check(&nowhere).status.code(), Some(1));
        assert!(!shop.folder.path().join("nowhere.db").exists(), "looking makes no file");
    }
}

#[tokio::test]
async fn the_demo_shop_passes_the_check() {
    let shop = Shop::start().await;
    shop.change("DELETE FROM bv_periods").await;
    ksmart_ops::demo::fill(&shop.app.demo()).await.unwrap();
    let report = integrity::run(&shop.app.db).await.unwrap();
    assert!(report.is_sound(), "{report}");
}
