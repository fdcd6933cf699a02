//! The books: checked against numbers calculated manually, and against the rows of a shop in which everything has
//! happened.

use ksmart_core::order::OrderEvent::{self, Pack, Pay, Refund, Ship};
use ksmart_foundation::{
    ids::PeriodId,
    time::{DAY_MS, jakarta_date},
};
use ksmart_identity::{internal_values, roles::Role};
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Builds the JSON of an amount: count and rupiah.
fn amount(count: i64, amount_rp: i64) -> Value {
    json!({"count": count, "amount_rp": amount_rp})
}

/// Returns figures that are all zero, except for the given fields.
fn figures(changes: Value) -> Value {
    let none = amount(0, 0);
    let mut figures = json!({
        "online": none, "transfer": none, "cod": none, "fees": none, "refunded": none, "payouts": none, "shipping_borne": none, "tax_rp": 0, "left_rp": 0,
        "unpaid": none, "cash_due": none, "bonuses_due": null,
    });
    figures.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    figures
}

/// Inserts an order of two pieces at Rp 1.000 and shipping for Rp 9.000; returns its number.
async fn tell(shop: &Shop, buyer: &Actor, product: i64, at_ms: i64, period: PeriodId, events: &[OrderEvent]) -> String {
    let story = Story { buyer, products: &[(product, 2)], period, plan_id: 1, percent: "0", at_ms, events };
    shop.tell(&story).await.1
}

/// Opens or closes the shop.
async fn set_opened(shop: &Shop, opened_ms: Option<i64>) {
    internal_values::put_opened(&mut shop.app.db.write_one().await.unwrap(), opened_ms).await.unwrap();
    shop.reload_settings().await;
}

/// Returns the numbers of the orders in a list.
async fn listed(banker: &Actor, query: &str) -> Vec<Value> {
    let mut told = banker.get(&format!("/api/admin/orders?{query}")).await.expect(200);
    told["orders"].as_array_mut().unwrap().iter_mut().map(|order| order["order_id"].take()).collect()
}

#[tokio::test]
async fn books_show_received_refunded_and_open_money() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 1000).await;
    let (budi, banker) = (shop.member("budi").await, shop.staff(Role::Finance).await);
    let now_ms = shop.app.clock.now_ms();
    // 23.59 and 00.00 in Jakarta belong to two days.
    let midnight = (now_ms + 7 * 3_600_000) / DAY_MS * DAY_MS - 7 * 3_600_000;
    let (open, closed) = (shop.open, shop.closed);
    let paid = tell(&shop, &budi, salt, midnight - 1, closed, &[Pay]).await;
    let cash = tell(&shop, &budi, salt, midnight, open, &[Pack, Ship, Pay]).await;
    let back = tell(&shop, &budi, salt, midnight, open, &[Pay, Refund]).await;
    let unpaid = tell(&shop, &budi, salt, midnight, open, &[]).await;
    tell(&shop, &budi, salt, midnight - 1, closed, &[Pack, Ship]).await;
    tell(&shop, &budi, salt, midnight, open, &[Pack]).await;
    let settled = tell(&shop, &budi, salt, midnight, open, &[Pack, Ship]).await;
    crate::orders::cash::settled(&banker, &format!("pesanan;jumlah;biaya\n{settled};11000;550\n")).await;
    // Orders of a shop that is not open yet are trials and are not in the books.
    set_opened(&shop, None).await;
    tell(&shop, &budi, salt, midnight, open, &[Pay]).await;
    tell(&shop, &budi, salt, midnight, open, &[]).await;
    set_opened(&shop, Some(0)).await;

    let (yesterday, day) = (jakarta_date(midnight - 1), jakarta_date(midnight));
    let path = |what: &str| format!("/api/admin/books{what}?by=day&from={yesterday}&to={day}");
    let told = banker.get(&path("")).await.expect(200);
    let today = figures(json!({
        "online": amount(1, 11_000), "cod": amount(2, 22_000), "fees": amount(1, 550), "refunded": amount(1, 11_000),
        "left_rp": 21_450, "unpaid": amount(1, 11_000), "cash_due": amount(1, 11_000),
    }));
    let before = figures(json!({"online": amount(1, 11_000), "left_rp": 11_000, "cash_due": amount(1, 11_000)}));
    let row =
        |date: &str, figures: &Value| json!({"date": date, "period_id": null, "period_name": null, "figures": figures});
    assert_eq!(told["rows"], json!([row(&day, &today), row(&yesterday, &before)]));
    let total = figures(json!({
        "online": amount(2, 22_000), "cod": amount(2, 22_000), "fees": amount(1, 550), "refunded": amount(1, 11_000),
        "left_rp": 32_450, "unpaid": amount(1, 11_000), "cash_due": amount(2, 22_000),
    }));
    assert_eq!(told["total"], total);
    let waits = json!({
        "unpaid": amount(1, 11_000), "cod_waiting": amount(0, 0), "cod_packed": amount(1, 11_000),
        "cod_sent": amount(1, 11_000), "refunds_due": amount(0, 0), "returns_due": amount(0, 0), "bonuses_due": [],
    });
    assert_eq!(told["open"], waits);

    let by_period = banker.get("/api/admin/books?by=period").await.expect(200);
    let none = json!({"bonuses_due": amount(0, 0)});
    let with_none = |figures: &Value| {
        let mut figures = figures.clone();
        figures.as_object_mut().unwrap().extend(none.as_object().unwrap().clone());
        figures
    };
    let row = |id: PeriodId, name: &str, figures: Value| json!({"date": null, "period_id": id, "period_name": name, "figures": figures});
    let expected = [row(open, "Kini", with_none(&today)), row(closed, "Lalu", with_none(&before))];
    assert_eq!(by_period["rows"], json!(expected));

    let csv = banker.get(&path(".csv")).await.expect(200);
    let expected = format!(
        "\u{feff}tanggal;pesanan_online;masuk_online;pesanan_transfer;masuk_transfer;pesanan_cod;masuk_cod;biaya_kurir;dana_kembali;bonus_ditransfer;\
         pajak_bonus;sisa;belum_dibayar;cod_belum_masuk;bonus_belum_dibayar;selisih_ongkir\r\n\
         {day};1;11000;0;0;2;22000;550;11000;0;0;21450;11000;11000;;0\r\n{yesterday};1;11000;0;0;0;0;0;0;0;0;11000;0;11000;;0\r\n"
    );
    assert_eq!(csv, json!(expected));

    // Each figure links to its orders.
    let of_day = format!("from={day}&to={day}");
    assert_eq!(listed(&banker, &format!("money=received&method=online&{of_day}")).await, [json!(back)]);
    assert_eq!(listed(&banker, &format!("money=received&method=cod&{of_day}")).await, [json!(settled), json!(cash)]);
    assert_eq!(listed(&banker, &format!("money=refunded&{of_day}")).await, [json!(back)]);
    assert_eq!(listed(&banker, &format!("money=fee&period={open}")).await, [json!(settled)]);
    assert_eq!(listed(&banker, &format!("money=received&period={closed}")).await, [json!(paid)]);
    let mine = listed(&banker, &format!("payment=pending&method=online&period={open}")).await;
    assert!(mine.contains(&json!(unpaid)) && !mine.contains(&json!(paid)));

    shop.must_be_sound().await;
}

#[tokio::test]
async fn books_by_day_and_by_period_agree() {
    let (shop, _) = crate::operation::integrity::shop_with_everything().await;
    let owner = shop.staff(Role::Catalogue).await;
    shop.change("UPDATE members SET role = 'owner' WHERE role = 'catalogue'").await;
    let far = jakarta_date(shop.app.clock.now_ms() - 365 * DAY_MS);
    let day = jakarta_date(shop.app.clock.now_ms());
    let by_day = banker_total(&owner, &format!("by=day&from={far}&to={day}")).await;
    let by_period = banker_total(&owner, "by=period").await;
    // Entries at time 1 lie outside the year of the report, but belong to their period.
    let early = shop.count("SELECT CAST(SUM(amount_rp) AS BIGINT) FROM money_entries WHERE at_ms = 1").await;
    let sum = |total: &Value, name: &str| total[name]["amount_rp"].as_i64().unwrap();
    assert_eq!(sum(&by_period, "online"), sum(&by_day, "online") + early);
    for name in ["cod", "fees", "refunded", "payouts", "unpaid", "cash_due"] {
        assert_eq!(by_period[name], by_day[name], "{name}");
    }
    assert_eq!(by_period["tax_rp"], by_day["tax_rp"]);
    let kept = shop
        .count("SELECT CAST(SUM(total_rp) AS BIGINT) FROM orders WHERE payment_status = 'success' AND trial = 0")
        .await;
    assert_eq!(sum(&by_period, "online") + sum(&by_period, "cod") - sum(&by_period, "refunded"), kept);
    let paid = shop.count("SELECT CAST(SUM(net_rp) AS BIGINT) FROM payout_batches WHERE state = 'paid'").await;
    assert!(paid > 0);
    assert_eq!(sum(&by_period, "payouts"), paid);
    assert_eq!(sum(&by_period, "fees"), 500);
}

async fn banker_total(banker: &Actor, query: &str) -> Value {
    banker.get(&format!("/api/admin/books?{query}")).await.expect(200)["total"].take()
}

#[tokio::test]
async fn books_with_invalid_days_are_refused() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    for wrong in ["by=day", "by=day&from=2024-01-01&to=2025-01-01", "by=day&from=2024-01-02&to=2024-01-01"] {
        banker.get(&format!("/api/admin/books?{wrong}")).await.refused(422, "invalid_field");
    }
    banker.get("/api/admin/books?by=year").await.refused(400, "malformed_request");
}
