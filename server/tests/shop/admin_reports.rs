//! Reports of what was sold, beside the days before.

use ksmart::{
    foundation::time::{DAY_MS, jakarta_date},
    identity::roles::Role,
};
use ksmart_core::order::OrderEvent::{self, Pay, Refund};
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// A row's name, orders, pieces, rupiah, points, and the rupiah before.
fn told(row: &Value) -> (String, [i64; 5]) {
    let number = |part: &str, name: &str| row[part][name].as_i64().unwrap();
    let sold = ["orders", "pieces", "sales_rp", "bv"].map(|name| number("sold", name));
    let [orders, pieces, sales_rp, bv] = sold;
    (row["name"].as_str().unwrap().to_owned(), [orders, pieces, sales_rp, bv, number("before", "sales_rp")])
}

#[tokio::test]
async fn sales_are_told_by_what_whom_where_and_how_beside_the_days_before() {
    let shop = Shop::start().await;
    let (salt, rice) = (shop.product("Garam", 100, 100).await, shop.product("Beras", 50, 100).await);
    let (budi, siti, banker) = (shop.member("budi").await, shop.member("siti").await, shop.staff(Role::Finance).await);
    let now_ms = shop.app.clock.now_ms();
    // At noon in Jakarta.
    let noon = (now_ms + 7 * 3_600_000) / DAY_MS * DAY_MS + 5 * 3_600_000;
    let tell = async |buyer: &Actor, products: &[(i64, i64)], days: i64, percent: &str, events: &[OrderEvent]| {
        let at_ms = noon - days * DAY_MS;
        let story = Story { buyer, products, period: shop.open, plan_id: 1, percent, at_ms, events };
        shop.tell(&story).await;
    };
    tell(&budi, &[(salt, 2), (rice, 1)], 1, "10", &[Pay]).await;
    tell(&siti, &[(salt, 1)], 1, "0", &[Pay]).await;
    tell(&siti, &[(rice, 4)], 1, "0", &[]).await;
    tell(&siti, &[(rice, 2)], 1, "0", &[Pay, Refund]).await;
    tell(&siti, &[(salt, 3)], 3, "0", &[Pay]).await;
    let day = |days: i64| jakarta_date(noon - days * DAY_MS).to_string();
    // Two days, and the two before them.
    let span = format!("from={}&to={}", day(1), day(0));
    let report = async |by: &str| banker.get(&format!("/api/admin/reports/sales?by={by}&{span}")).await.expect(200);
    let rows = async |by: &str| -> Vec<_> { report(by).await["rows"].as_array().unwrap().iter().map(told).collect() };
    let row = |name: &str, figures: [i64; 5]| (name.to_owned(), figures);

    // Goods by their price, before discount and refunds.
    assert_eq!(rows("product").await, [row("Garam", [2, 3, 30_000, 15, 30_000]), row("Beras", [2, 3, 15_000, 15, 0])]);
    assert_eq!(
        rows("category").await,
        [row("Kategori Garam", [2, 3, 30_000, 15, 30_000]), row("Kategori Beras", [2, 3, 15_000, 15, 0])]
    );
    // All else as the dashboard has it: after discount, less what was given back.
    let uid = async |email: &str| -> String {
        let sql = "SELECT name || ' (' || uid || ')' FROM members WHERE email = $1";
        sqlx::query_scalar(sql).bind(email.to_owned()).fetch_one(&mut *shop.app.db.read().await.unwrap()).await.unwrap()
    };
    let (his, hers) = (uid(&budi.email).await, uid(&siti.email).await);
    let mine = [1, 0, 22_500, 15, 0];
    let theirs = [2, 0, 10_000, 5, 30_000];
    assert_eq!(rows("member").await, [(his, mine), (hers, theirs)]);
    let all = [3, 0, 32_500, 20, 30_000];
    assert_eq!(rows("province").await, [row("DKI Jakarta", all)]);
    assert!(rows("city").await[0].0.ends_with(", DKI Jakarta"));
    assert_eq!(rows("courier").await, [row("JNE - REG", all)]);
    assert_eq!(rows("voucher").await, [row("", all)]);
    let hours = report("hour").await;
    assert_eq!((&hours["rows"][0]["key"], hours["count"].as_i64()), (&json!("12"), Some(1)));

    // The total is the dashboard's, to the rupiah.
    let days = banker.get(&format!("/api/admin/sales?{span}")).await.expect(200);
    let sum = |name: &str| days["days"].as_array().unwrap().iter().map(|day| day[name].as_i64().unwrap()).sum::<i64>();
    let total = report("courier").await["total"].clone();
    for name in ["orders", "sales_rp", "bv"] {
        assert_eq!(total[name].as_i64().unwrap(), sum(name), "{name}");
    }

    let file = banker.get(&format!("/api/admin/reports/sales.csv?by=courier&{span}")).await;
    assert_eq!(file.content_type, "text/csv; charset=utf-8");
    let text = file.expect(200);
    let lines: Vec<&str> = text.as_str().unwrap().lines().collect();
    assert!(lines[0].starts_with("\u{feff}kunci;nama;pesanan;"), "{lines:?}");
    assert_eq!(lines[1], "JNE - REG;JNE - REG;3;0;32500;20;1;0;30000;15");

    for (query, sentence) in [
        ("from=2026-02-30&to=2026-03-01", "Tanggal harus berbentuk TTTT-BB-HH."),
        ("from=2026-03-02&to=2026-03-01", "Tanggal awal tidak boleh sesudah tanggal akhir."),
        ("from=2024-03-01&to=2026-03-01", "Pilih paling banyak 366 hari."),
    ] {
        let path = format!("/api/admin/reports/sales?by=hour&{query}");
        assert_eq!(banker.get(&path).await.refused(422, "invalid_field"), sentence);
    }
    shop.staff(Role::Catalogue)
        .await
        .get(&format!("/api/admin/reports/sales?by=hour&{span}"))
        .await
        .refused(403, "forbidden");
}
