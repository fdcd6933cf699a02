//! Query plans of the server's statements on a large network: none reads a whole table that grows with the shop, except
//! those named here, and no page of a list is produced by sorting a whole list.

#[path = "../../../benches/shop/rows.rs"]
mod rows;

use ksmart_foundation::db::Conn;
use sqlx::{AssertSqlSafe, Row, query_scalar};

use self::rows::Orders;
use crate::{
    rules::statements::{forget, is_for, last_parameter, of_the_server, prepare},
    shop::Shop,
};

/// Number of members and of orders. SQLite estimates the cost of a table by its size. On PostgreSQL only missing
/// indexes are found here, whatever the size, and it would take long with more rows.
fn members(shop: &Shop) -> i64 {
    if shop.app.db.is_shared() { 20_000 } else { 100_000 }
}

/// The tables that grow with members and orders.
const GROWN: [&str; 10] = [
    "members",
    "member_ancestors",
    "downline_counts",
    "orders",
    "order_lines",
    "order_moves",
    "bv_entries",
    "money_entries",
    "bv_totals",
    "bv_personal_totals",
];

/// Functions that may read whole tables, with the reason.
const WHOLE: [(&str, &str); 22] = [
    ("admin::live: read", "stops after the newest"),
    ("admin::reports::lapsed: rows", "reads what was summed of a year of orders"),
    ("flows::privacy::erasure: is_last_owner", "reads the index of administrators, who are few"),
    ("identity::outbox::deliveries: read", "reads the index of administrators, who are few"),
    ("identity::sessions::list: logins", "reads the index of administrators, who are few"),
    ("members::agreements: is_asked", "documents have few versions"),
    ("members::agreements::admin: count_accepted", "reads the index of administrators, who are few"),
    ("members::agreements::admin: count_members", "counts an index, for a page that owners open"),
    ("members::accounts::account: any", "stops at the first row"),
    ("shop::orders::admin::listing: has_order", "stops at the first row"),
    (
        "shop::orders::money: borne_by_day",
        "reads the index of orders whose address was put right at a difference, which are few",
    ),
    ("shop::orders::money: borne_by_period", "reads the same index"),
    ("members::accounts::erasure: erase", "reads the index of administrators, who are few"),
    ("members::accounts::admin: password_hashes", "reads the index of administrators, who are few"),
    ("members::accounts::admin: set_role", "reads the index of administrators, who are few"),
    ("members::accounts::admin: suspend", "reads the index of administrators, who are few"),
    ("members::network::downline: find_downlines", "a rare name is looked for among all names, in their index"),
    ("members::network::leaders: leaders", "the calculation of a period needs all of them"),
    ("ops::backup::writing: add_table", "a backup holds everything"),
    ("ops::backup: load", "a shop is loaded into an empty database"),
    ("ops::integrity: count", "the operator's check counts what it has looked at"),
    ("ops::integrity: run", "the operator's check looks at everything"),
];

/// Pages of lists, whose cost must not grow with the list.
const PAGES: [&str; 10] = [
    "admin::members: list",
    "identity::audit: list",
    "members::accounts::admin: list",
    "members::bonuses::lines: find",
    "members::network::admin: level",
    "members::volume::allocations: earned",
    "shop::catalog::admin::stock: list",
    "shop::catalog::products: list",
    "shop::orders::order: find",
    "shop::reviews: list_own",
];

/// Starts a shop with this many members and orders.
async fn large_shop() -> Shop {
    let shop = Shop::start().await;
    // The lines of orders refer to the first sixty products.
    for product in 1..=60 {
        shop.product_with(&format!("Madu {product}"), 90, 1, &[]).await;
    }
    // A long transaction is used, because on a busy machine so many rows take longer than a request may.
    let mut tx = shop.app.db.write_for_long_work().await.unwrap();
    let next = "SELECT COALESCE(MAX(id), 0) + 1 FROM members";
    let first: i64 = query_scalar(next).fetch_one(&mut *tx).await.unwrap();
    let members = members(&shop);
    rows::write_members(&mut tx, first, members).await.unwrap();
    let orders = Orders { first: 1, count: members, closed: shop.closed.0, open: shop.open.0 };
    rows::write_orders(&mut tx, first, members, &orders).await.unwrap();
    rows::write_sums(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    rows::know(&mut shop.app.db.write_one().await.unwrap()).await.unwrap();
    shop
}

/// Returns the steps of a query plan. PostgreSQL compares the cost of a whole table with that of its indexes. Here it
/// may read a whole table only where no index applies, so the result does not depend on the values.
async fn plan(conn: &mut Conn, text: &str, shared: bool) -> Vec<String> {
    if !shared {
        let rows = sqlx::raw_sql(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}"))).fetch_all(conn).await.unwrap();
        return rows.iter().map(|row| row.get::<String, _>("detail")).collect();
    }
    prepare(conn, text, shared).await.unwrap();
    let values = vec!["NULL"; last_parameter(text)].join(",");
    let values = if values.is_empty() { values } else { format!("({values})") };
    let sql = format!("EXPLAIN EXECUTE looked_at{values}");
    let rows = sqlx::raw_sql(AssertSqlSafe(sql)).fetch_all(&mut *conn).await.unwrap();
    forget(conn, shared).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>(0)).collect()
}

/// Whether an SQL text refers to `table` by `name`, which is an alias or the table's own name.
fn calls(text: &str, table: &str, name: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| pair == [table, name]) || (table == name && words.contains(&table))
}

/// Returns the first step that reads a whole table of [`GROWN`].
fn whole_table<'a>(text: &str, steps: &'a [String]) -> Option<&'a String> {
    let reads = |step: &&String| {
        let step = step.trim_start_matches([' ', '-', '>']);
        if let Some(scan) = step.strip_prefix("SCAN ") {
            let name = scan.split(' ').next().unwrap_or_default();
            return GROWN.iter().any(|table| calls(text, table, name));
        }
        let scan = step.strip_prefix("Parallel ").unwrap_or(step).strip_prefix("Seq Scan on ");
        scan.is_some_and(|scan| GROWN.iter().any(|table| scan.split(' ').next() == Some(table)))
    };
    steps.iter().find(reads)
}

#[tokio::test]
async fn no_query_scans_or_sorts_a_growing_table() {
    let shop = large_shop().await;
    let shared = shop.app.db.is_shared();
    let mut conn = shop.app.db.write_one().await.unwrap();
    if shared {
        let settings = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan";
        sqlx::raw_sql(settings).execute(&mut *conn).await.unwrap();
    }
    let texts = of_the_server();
    let mut wrong = Vec::new();
    let mut paged = 0;
    for (place, text) in texts.iter().filter(|(_, text)| is_for(text, shared) && !text.starts_with("PRAGMA")) {
        let feature = place.split(": ").next().unwrap_or_default();
        if WHOLE.iter().any(|(known, _)| known == place) || feature == "ops::integrity::replays" {
            continue;
        }
        let steps = plan(&mut conn, text, shared).await;
        if let Some(step) = whole_table(text, &steps) {
            wrong.push(format!("{place}: {step}: {text}"));
        }
        if PAGES.contains(&place.as_str()) {
            paged += 1;
            if !shared && let Some(step) = steps.iter().find(|step| step.contains("TEMP B-TREE")) {
                wrong.push(format!("{place}: {step}: {text}"));
            }
        }
    }
    assert!(paged >= PAGES.len(), "only {paged} texts of pages were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
    for text in ["SELECT id FROM orders WHERE receiver_name = 'x'", "SELECT m.id FROM members m WHERE m.address = 'x'"]
    {
        let steps = plan(&mut conn, text, shared).await;
        assert!(whole_table(text, &steps).is_some(), "{text}: {steps:?}");
    }
}
