//! Reports of sales, compared with the days before.

use ksmart_core::order::OrderEvent::{self, Pay, Refund};
use ksmart_foundation::time::{DAY_MS, jakarta_date};
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Returns a row's name, orders, pieces, rupiah and points, and the rupiah of the days before.
fn told(row: &Value) -> (String, [i64; 5]) {
    let number = |part: &str, name: &str| row[part][name].as_i64().unwrap();
    let sold = ["orders", "pieces", "sales_rp", "bv"].map(|name| number("sold", name));
    let [orders, pieces, sales_rp, bv] = sold;
    (row["name"].as_str().unwrap().to_owned(), [orders, pieces, sales_rp, bv, number("before", "sales_rp")])
}

/// Shop that sold salt and rice to Budi and Siti and refunded rice, with an administrator who reads its reports.
struct Scene {
    shop: Shop,
    budi: Actor,
    siti: Actor,
    banker: Actor,
    /// Noon in Jakarta today.
    noon: i64,
}

impl Scene {
    async fn start() -> Self {
        let shop = Shop::start().await;
        let (salt, rice) = (shop.product("Garam", 100, 100).await, shop.product("Beras", 50, 100).await);
        let (budi, siti, banker) =
            (shop.member("budi").await, shop.member("siti").await, shop.staff(Role::Finance).await);
        let now_ms = shop.app.clock.now_ms();
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
        Self { shop, budi, siti, banker, noon }
    }

    fn day(&self, days: i64) -> String {
        jakarta_date(self.noon - days * DAY_MS).to_string()
    }

    /// Returns the query for yesterday and today.
    fn span(&self) -> String {
        format!("from={}&to={}", self.day(1), self.day(0))
    }

    async fn report(&self, by: &str) -> Value {
        self.banker.get(&format!("/api/admin/reports/sales?by={by}&{}", self.span())).await.expect(200)
    }

    async fn rows(&self, by: &str) -> Vec<(String, [i64; 5])> {
        self.report(by).await["rows"].as_array().unwrap().iter().map(told).collect()
    }
}

#[tokio::test]
async fn report_figures_match_their_orders() {
    let scene = Scene::start().await;
    let behind = async |by: &str, key: &str| {
        let key = key.replace(' ', "%20");
        let path = format!("/api/admin/reports/sales/orders?by={by}&key={key}&{}", scene.span());
        scene.banker.get(&path).await.expect(200)
    };
    for by in ["product", "category", "member", "city", "province", "courier", "voucher", "hour"] {
        let report = scene.report(by).await;
        let rows = report["rows"].as_array().unwrap();
        assert!(!rows.is_empty(), "{by}");
        for row in rows {
            let opened = behind(by, row["key"].as_str().unwrap()).await;
            assert_eq!((&opened["name"], &opened["total"]), (&row["name"], &row["sold"]), "{by}");
            let orders = opened["orders"].as_array().unwrap();
            for name in ["pieces", "sales_rp", "bv"] {
                let sum: i64 = orders.iter().map(|order| order[name].as_i64().unwrap()).sum();
                assert_eq!(row["sold"][name], sum, "{by} {name}");
            }
        }
    }
    // A refund is a separate row.
    let all = behind("courier", "JNE - REG").await;
    let figures = |order: &Value| (order["name"].as_str().unwrap().to_owned(), order["sales_rp"].as_i64().unwrap());
    let mut each: Vec<_> = all["orders"].as_array().unwrap().iter().map(figures).collect();
    each.sort_by_key(|(_, sales_rp)| *sales_rp);
    assert_eq!(each.iter().map(|(_, sales_rp)| *sales_rp).collect::<Vec<_>>(), [-10_000, 10_000, 10_000, 22_500]);
    let nothing = behind("courier", "POS - KILAT").await;
    assert_eq!(
        (&nothing["orders"], &nothing["total"]["orders"], &nothing["more"]),
        (&json!([]), &json!(0), &json!(false))
    );
    let asked = format!("by=hour&key=1&from={}&to={}", scene.day(0), scene.day(1));
    scene.banker.get(&format!("/api/admin/reports/sales/orders?{asked}")).await.refused(422, "invalid_field");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn sales_reports_agree_with_the_dashboard() {
    let scene = Scene::start().await;
    let Scene { shop, budi, siti, banker, .. } = &scene;
    let span = scene.span();
    let (report, rows) = (async |by: &str| scene.report(by).await, async |by: &str| scene.rows(by).await);
    let row = |name: &str, figures: [i64; 5]| (name.to_owned(), figures);

    // Goods are reported at their price, before discount and refunds.
    assert_eq!(rows("product").await, [row("Garam", [2, 3, 30_000, 15, 30_000]), row("Beras", [2, 3, 15_000, 15, 0])]);
    assert_eq!(
        rows("category").await,
        [row("Kategori Garam", [2, 3, 30_000, 15, 30_000]), row("Kategori Beras", [2, 3, 15_000, 15, 0])]
    );
    // All other reports agree with the dashboard: after discount, less refunds.
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

    // The total equals the dashboard's, to the rupiah.
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
    assert!(lines[0].starts_with("\u{feff}kunci;nama;pesanan;pcs;penjualan_bersih;"), "{lines:?}");
    let goods = banker.get(&format!("/api/admin/reports/sales.csv?by=product&{span}")).await.expect(200);
    assert!(goods.as_str().unwrap().contains(";penjualan_kotor_sebelumnya;"), "{goods}");
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

#[tokio::test]
async fn the_stock_report_estimates_days_left() {
    let shop = Shop::start().await;
    let (salt, rice) = (shop.product("Garam", 100, 100).await, shop.product("Beras", 50, 100).await);
    let tea = shop.product("Teh", 50, 7).await;
    let gone = shop.product("Lama", 50, 7).await;
    let (budi, keeper) = (shop.member("budi").await, shop.staff(Role::Catalogue).await);
    let now_ms = shop.app.clock.now_ms();
    for (products, days, events) in [
        (&[(salt, 10), (rice, 50)][..], 1, &[Pay][..]),
        (&[(salt, 5)], 29, &[Pay]),
        // One order is older than the report's days, and one is not paid.
        (&[(salt, 20)], 31, &[Pay]),
        (&[(salt, 1)], 1, &[]),
    ] {
        let at_ms = now_ms - days * DAY_MS;
        let story = Story { buyer: &budi, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
        shop.tell(&story).await;
    }
    shop.change_by(&format!("UPDATE products SET status = 'archived' WHERE id = {gone}")).await;
    let report = keeper.get("/api/admin/reports/stock").await.expect(200);
    let told = |row: &Value| json!([row["product_id"], row["stock"], row["sold"], row["days_left"]]);
    let rows: Vec<_> = report["rows"].as_array().unwrap().iter().map(told).collect();
    // Stock 50 with 50 sold in 30 days lasts 30 days; stock 64 with 15 sold lasts 128 days.
    assert_eq!(rows, [json!([rice, 50, 50, 30]), json!([salt, 64, 15, 128]), json!([tea, 7, 0, null])]);
    assert_eq!(report["count"], 3);
    let file = keeper.get("/api/admin/reports/stock.csv").await.expect(200);
    let lines: Vec<&str> = file.as_str().unwrap().lines().collect();
    assert_eq!(
        lines,
        ["\u{feff}sku;nama;stok;terjual_30_hari;hari_tersisa", ";Beras;50;50;30", ";Garam;64;15;128", ";Teh;7;0;"]
    );
    shop.staff(Role::Fulfilment).await.get("/api/admin/reports/stock").await.refused(403, "forbidden");
}

#[tokio::test]
async fn the_report_lists_members_who_stopped_buying() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 100, 1000).await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let [budi, siti, tono, wati, yuni] = [
        shop.member("budi").await,
        shop.member("siti").await,
        shop.member("tono").await,
        shop.member("wati").await,
        shop.member("yuni").await,
    ];
    let now_ms = shop.app.clock.now_ms();
    for (buyer, quantity, days) in [
        (&budi, 1, 100),
        (&budi, 2, 70),
        (&siti, 9, 61),
        (&tono, 4, 100),
        (&tono, 1, 59),
        (&wati, 5, 366),
        (&yuni, 7, 90),
    ] {
        let at_ms = now_ms - days * DAY_MS;
        let products = &[(salt, quantity)];
        let story = Story { buyer, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events: &[Pay] };
        shop.tell(&story).await;
    }
    shop.change("UPDATE members SET suspended_ms = 1 WHERE name LIKE '%yuni%' OR email LIKE 'yuni%'").await;
    let report = banker.get("/api/admin/reports/lapsed?days=60").await.expect(200);
    let told = |row: &Value| json!([row["orders"], row["sales_rp"], row["last_bought_at"]]);
    let rows: Vec<_> = report["rows"].as_array().unwrap().iter().map(told).collect();
    let at = |days: i64| ksmart_foundation::time::rfc3339(now_ms - days * DAY_MS);
    assert_eq!(rows, [json!([1, 90_000, at(61)]), json!([2, 30_000, at(70)])]);
    assert_eq!(report["count"], 2);
    for days in ["6", "365", "-1"] {
        banker.get(&format!("/api/admin/reports/lapsed?days={days}")).await.refused(422, "invalid_field");
    }
    let file = banker.get("/api/admin/reports/lapsed.csv?days=60").await.expect(200);
    let lines: Vec<&str> = file.as_str().unwrap().lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].ends_with(&format!(";{};1;90000", jakarta_date(now_ms - 61 * DAY_MS))), "{lines:?}");
    let log = owner.get("/api/admin/audit?subject=member").await.expect(200);
    assert_eq!(log["entries"][0]["action"], "export");
    shop.staff(Role::Catalogue).await.get("/api/admin/reports/lapsed?days=60").await.refused(403, "forbidden");
}

#[tokio::test]
async fn cohorts_count_buyers_by_month_since_joining() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 100, 1000).await;
    let banker = shop.staff(Role::Finance).await;
    let (budi, siti, tono) = (shop.member("budi").await, shop.member("siti").await, shop.member("tono").await);
    let now_ms = shop.app.clock.now_ms();
    let months = banker.get("/api/admin/reports/cohorts").await.expect(200)["months"].clone();
    let months: Vec<String> =
        months.as_array().unwrap().iter().map(|cohort| cohort["month"].as_str().unwrap().to_owned()).collect();
    assert_eq!((months.len(), &months[11]), (12, &jakarta_date(now_ms)[..7].to_owned()));
    // Beginning of a month in Jakarta.
    let begins = |place: usize| ksmart_foundation::time::jakarta_midnight(&format!("{}-01", months[place])).unwrap();
    // Two joined nine months ago: one at the first instant of the month, one at its last; one joined a year and a day
    // ago.
    for (member, joined_ms) in [(&budi, begins(2)), (&siti, begins(3) - 1), (&tono, begins(0) - 1)] {
        shop.change_by(&format!("UPDATE members SET created_ms = {joined_ms} WHERE id = {}", member.id)).await;
    }
    for (buyer, at_ms) in [
        (&budi, begins(2)),
        (&budi, begins(2) + 1),
        (&siti, begins(3) - 1),
        (&siti, begins(3)),
        (&budi, begins(11)),
        (&tono, begins(3)),
    ] {
        let products = &[(salt, 1)];
        let story = Story { buyer, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events: &[Pay] };
        shop.tell(&story).await;
    }
    let report = banker.get("/api/admin/reports/cohorts").await.expect(200);
    let cohort = &report["months"][2];
    assert_eq!((&cohort["joined"], &cohort["bought"]), (&json!(2), &json!([2, 1, 0, 0, 0, 0, 0, 0, 0, 1])));
    let bought: i64 = (0..12)
        .flat_map(|place| report["months"][place]["bought"].as_array().unwrap())
        .map(|count| count.as_i64().unwrap())
        .sum();
    assert_eq!(bought, 4, "{report}");
    let file = banker.get("/api/admin/reports/cohorts.csv").await.expect(200);
    assert!(file.as_str().unwrap().contains(&format!("\r\n{};2;2;1;0;0;0;0;0;0;0;1;;\r\n", months[2])), "{file}");
}
