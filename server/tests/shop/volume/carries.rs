//! Points below 0 that refunds leave in a period, and the periods to which they are carried.

use ksmart_core::order::OrderEvent;
use ksmart_foundation::ids::PeriodId;
use ksmart_members::{
    bonuses::{self, insert_plan},
    volume,
};
use ksmart_ops::integrity;
use serde_json::{Value, json};

use crate::{
    shop::{Actor, Shop, Story},
    volume::ledger::plan,
};

/// Returns the period's own and carried points, as the member sees them.
async fn report(member: &Actor, period: PeriodId) -> (i64, Value) {
    let report = member.get(&format!("/api/bv-report?period_id={period}")).await.expect(200)["data"].take();
    (report["total_bv"].as_i64().unwrap(), report["carried"].clone())
}

async fn calculate(shop: &Shop, period: PeriodId) {
    shop.change_by(&format!("UPDATE bv_periods SET ends_ms = starts_ms + 1000 WHERE id = {period}")).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, period).await.unwrap();
    shop.must_be_sound().await;
}

#[tokio::test]
async fn refunded_points_reduce_the_next_period() {
    let shop = Shop::start().await;
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    let tea = shop.product_worth("Teh", 1000, 20).await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let rina = shop.member_below("rina", Some(&siti)).await;
    let now_ms = shop.app.clock.now_ms();
    let day_ms = 86_400_000;
    let (from_ms, to_ms) = (now_ms + 31 * day_ms, now_ms + 60 * day_ms);
    let next =
        volume::insert_period(&mut shop.app.db.write_one().await.unwrap(), "Nanti", from_ms, to_ms).await.unwrap();
    let buy = async |buyer: &Actor, pieces: i64, plan_id: i64, period: PeriodId| {
        let (products, events) = (&[(tea, pieces)], &[OrderEvent::Pay]);
        let story = Story { buyer, products, period, plan_id, percent: "0", at_ms: now_ms, events };
        shop.tell(&story).await.0
    };
    let mut returned = Vec::new();
    for (buyer, pieces, plan_id) in [(&budi, 10, 2), (&rina, 1, 1)] {
        returned.push(buy(buyer, pieces, plan_id, shop.closed).await);
    }
    buy(&siti, 20, 1, shop.closed).await;
    calculate(&shop, shop.closed).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonuses WHERE period_id = 1").await, 3);
    for order in returned {
        shop.advance(order, OrderEvent::Refund).await;
    }
    // 60 points in Plan A and 200 less in Plan B; siti keeps her own points, rina offsets hers at once.
    buy(&budi, 3, 1, shop.open).await;
    buy(&rina, 2, 2, shop.open).await;
    buy(&siti, 20, 1, shop.open).await;
    assert_eq!(report(&budi, shop.open).await, (-140, json!([])));
    shop.must_be_sound().await;

    calculate(&shop, shop.open).await;
    assert_eq!(
        report(&budi, shop.open).await,
        (0, json!([{"period_id": next, "period_name": "Nanti", "total_bv": 140}]))
    );
    let carried = json!([{"period_id": shop.open, "period_name": "Kini", "total_bv": -140}]);
    assert_eq!(report(&budi, next).await, (-140, carried.clone()));
    assert_eq!(report(&rina, shop.open).await, (20, json!([])));
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_entries WHERE kind = 'carry'").await, 4, "both plans, out and in");
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonuses WHERE period_id = 2 AND member_id = 2").await, 0);
    // The leader of the group sees the same.
    let group = async |period: PeriodId| {
        let path = format!("/api/downline-bv-summary?period_id={period}");
        siti.get(&path).await.expect(200)["data"]["total_downline_bv"].as_i64().unwrap()
    };
    assert_eq!((group(shop.open).await, group(next).await), (20, -140));
    assert_eq!(shop.count("SELECT downline_points FROM bonuses WHERE period_id = 2 AND member_id = 1").await, 20);
    assert_eq!(siti.get("/api/history-bv").await.expect(200)["history"].as_array().unwrap().len(), 6);

    // New points first offset the carried ones, and only the rest earns.
    buy(&budi, 10, 1, next).await;
    assert_eq!(report(&budi, next).await, (60, carried));
    shop.change_by(&format!("UPDATE bv_periods SET starts_ms = 1, ends_ms = 2 WHERE id = {next}")).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, next).await.unwrap();
    shop.must_be_sound().await;
    assert_eq!(
        shop.count("SELECT plan_a + plan_b FROM bv_allocations WHERE period_id = 3 AND member_id = 2").await,
        60
    );

    the_oracle_knows_what_was_carried(&shop).await;
}

async fn the_oracle_knows_what_was_carried(shop: &Shop) {
    for (broken, mended) in [
        (
            "UPDATE bonus_calculations SET carried_points = carried_points + 1 WHERE period_id = 2",
            "UPDATE bonus_calculations SET carried_points = carried_points - 1 WHERE period_id = 2",
        ),
        (
            "UPDATE bv_entries SET from_period_id = 3 WHERE kind = 'carry' AND period_id = 3",
            "UPDATE bv_entries SET from_period_id = 2 WHERE kind = 'carry' AND period_id = 3",
        ),
    ] {
        shop.change(broken).await;
        assert_eq!(integrity::run(&shop.app.db).await.unwrap().broken(), ["carries"], "{broken}");
        shop.change(mended).await;
    }
    shop.must_be_sound().await;
}

#[tokio::test]
async fn negative_points_are_carried_to_a_new_period() {
    let shop = Shop::start().await;
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    let tea = shop.product_worth("Teh", 1000, 20).await;
    let budi = shop.member("budi").await;
    let now_ms = shop.app.clock.now_ms();
    let (products, events) = (&[(tea, 5)], &[OrderEvent::Pay]);
    let story = Story { buyer: &budi, products, period: shop.closed, plan_id: 1, percent: "0", at_ms: now_ms, events };
    let (order, _) = shop.tell(&story).await;
    calculate(&shop, shop.closed).await;
    shop.advance(order, OrderEvent::Refund).await;
    // Without a later period, a new one is created for the carried points.
    calculate(&shop, shop.open).await;
    let opened = PeriodId(3);
    assert_eq!(report(&budi, opened).await.0, -100);
    shop.change("UPDATE bv_periods SET starts_ms = 1, ends_ms = 2 WHERE id = 3").await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, opened).await.unwrap();
    shop.must_be_sound().await;
    assert_eq!(report(&budi, opened).await.0, 0);
    assert_eq!(report(&budi, PeriodId(4)).await.0, -100);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonuses").await, 1);
}
