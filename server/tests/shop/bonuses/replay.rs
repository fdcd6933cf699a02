//! Replay of calculated periods under a plan that is being written.

use ksmart_core::order::OrderEvent;
use ksmart_identity::roles::Role;
use ksmart_members::bonuses;
use serde_json::{Value, json};

use crate::{
    bonuses::admin_plans::{PLANS, personal},
    bonuses::calculating::shop_with_sales,
    shop::{Actor, Shop, Story},
    volume::periods::refused_fields,
};

const REPLAY: &str = "/api/admin/compensation-plans/replay";
const FILE: &str = "/api/admin/compensation-plans/replay.csv";

/// Starts a shop whose period is calculated at 10 %, with a chain of six members. They have 20 to 120 points, and sales
/// of Rp 100,000 for each 20 points.
async fn shop_calculated() -> (Shop, Actor, Vec<Actor>) {
    let (shop, members) = shop_with_sales().await;
    let keeper = shop.staff(Role::Finance).await;
    keeper.post(PLANS, json!({"plan": personal("10"), "after_id": 0})).await.expect(201);
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    (shop, keeper, members)
}

#[tokio::test]
async fn replaying_the_same_plan_changes_nothing() {
    let (shop, keeper, _) = shop_calculated().await;
    let replay = keeper.post(REPLAY, json!({"plan": personal("10"), "periods": [shop.closed]})).await.expect(200);
    assert_eq!(
        replay["periods"],
        json!([{
            "period_id": shop.closed, "period_name": "Lalu", "sales_rp": 2_100_000, "paid_rp": 210_000,
            "paid_percent": 10.0, "bonus_rp": 210_000, "bonus_percent": 10.0, "uncapped_rp": 210_000, "cap_rp": 840_000,
            "is_over_cap": false, "difference_rp": 0,
            "components": [{
                "component": "personal", "name": "Bonus pribadi", "paid_rp": 210_000, "bonus_rp": 210_000,
                "difference_rp": 0,
            }],
            "ranks": [{"rank": "member", "name": "Anggota", "members": 6}],
            "gains": [], "losses": [], "others": {"members": 0, "difference_rp": 0},
        }])
    );
    assert_eq!(
        replay["total"],
        json!({"sales_rp": 2_100_000, "paid_rp": 210_000, "bonus_rp": 210_000, "difference_rp": 0})
    );
    shop.must_be_sound().await;
}

/// Returns a plan that pays 20 % of the own points to members with at least 100; they hold the rank of senior
/// permanently.
fn unequal() -> Value {
    let mut plan = personal("20");
    plan["components"][0]["needs"] = json!([{"metric": "pv", "volume": "both", "at_least": 100}]);
    plan["components"][0]["code"] = json!("own");
    plan["ranks"].as_array_mut().unwrap().push(json!({
        "code": "senior", "name": "=Senior", "keeps": "for_ever",
        "needs": [{"metric": "pv", "volume": "both", "at_least": 100}],
    }));
    plan
}

#[tokio::test]
async fn gains_and_losses_sum_to_the_difference() {
    let (shop, keeper, _) = shop_calculated().await;
    let wanted = json!({"plan": unequal(), "periods": [shop.closed]});
    let replay = keeper.post(REPLAY, wanted.clone()).await.expect(200);
    let period = &replay["periods"][0];
    // 20 % of 100 and 120 points are Rp 100,000 and Rp 120,000; before, Rp 50,000 and Rp 60,000. The other members lose
    // their whole bonus.
    let told = |list: &str| -> Vec<(String, i64, i64, i64)> {
        let amount = |member: &Value, field: &str| member[field].as_i64().unwrap();
        let tell = |member: &Value| {
            let name = member["member_name"].as_str().unwrap().to_owned();
            assert!(!member["member_uid"].as_str().unwrap().is_empty());
            (name, amount(member, "paid_rp"), amount(member, "bonus_rp"), amount(member, "difference_rp"))
        };
        period[list].as_array().unwrap().iter().map(tell).collect()
    };
    let name = |number: i64| format!("anggota{number}");
    assert_eq!(told("gains"), [(name(5), 60_000, 120_000, 60_000), (name(4), 50_000, 100_000, 50_000)]);
    assert_eq!(
        told("losses"),
        [3, 2, 1, 0].map(|number| (name(number), 10_000 * (number + 1), 0, -10_000 * (number + 1)))
    );
    assert_eq!((&period["bonus_rp"], &period["difference_rp"]), (&json!(220_000), &json!(10_000)));
    assert_eq!((&period["bonus_percent"], &period["paid_percent"]), (&json!(10.48), &json!(10.0)));
    assert_eq!(
        period["ranks"],
        json!([{"rank": "member", "name": "Anggota", "members": 4}, {"rank": "senior", "name": "=Senior", "members": 2}])
    );

    // A component with another code in the plan counts as another component.
    let name = &period["components"][0]["name"];
    assert_eq!(
        period["components"],
        json!([
            {"component": "own", "name": name, "paid_rp": 0, "bonus_rp": 220_000, "difference_rp": 220_000},
            {"component": "personal", "name": name, "paid_rp": 210_000, "bonus_rp": 0, "difference_rp": -210_000},
        ])
    );

    let file = keeper.send(keeper.request(reqwest::Method::POST, FILE).json(&wanted)).await;
    assert_eq!((file.status.as_u16(), file.content_type.as_str()), (200, "text/csv; charset=utf-8"));
    let text = file.body.as_str().unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[0], "\u{feff}periode;baris;kode;nama;lama;baru;selisih");
    assert_eq!(
        lines[1..4],
        ["Lalu;Penjualan;;;2100000;2100000;0", "Lalu;Bonus;;;210000;220000;10000", "Lalu;Persen penjualan;;;10;10,48;",]
    );
    assert!(lines.contains(&"Lalu;Anggota peringkat;senior;'=Senior;;2;"), "{text}");
    assert!(lines.contains(&"Lalu;Komponen;personal;Bonus pribadi;210000;0;-210000"), "{text}");
    let differences = lines.iter().map(|line| line.split(';').collect::<Vec<_>>()).filter(|cells| cells.len() == 7);
    let of_members = differences.filter(|cells| ["Kenaikan", "Penurunan", "Lainnya"].contains(&cells[1]));
    let sum: i64 = of_members.map(|cells| cells[6].parse::<i64>().unwrap()).sum();
    assert_eq!(sum, 10_000, "{text}");
    assert_eq!(lines[lines.len() - 2..], ["Semua periode;Bonus;;;210000;220000;10000", ""]);
}

#[tokio::test]
async fn a_replay_carries_permanent_ranks_forward() {
    let (shop, keeper, members) = shop_calculated().await;
    // A second period in which the last of the chain buys little.
    let later = shop.count("SELECT MAX(ends_ms) FROM bv_periods WHERE calculated_ms IS NOT NULL").await;
    shop.change_by(&format!(
        "INSERT INTO bv_periods (name, starts_ms, ends_ms) VALUES ('Sesudahnya', {}, {})",
        later + 1,
        later + 2
    ))
    .await;
    let second = ksmart_foundation::ids::PeriodId(shop.count("SELECT MAX(id) FROM bv_periods").await);
    let tea = shop.count("SELECT MIN(id) FROM products").await;
    let buyer = &members[5];
    let products = [(tea, 1)];
    let story = Story {
        buyer,
        products: &products,
        period: second,
        plan_id: 1,
        percent: "0",
        at_ms: 1,
        events: &[OrderEvent::Pay],
    };
    shop.tell(&story).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, second).await.unwrap();
    let mut plan = unequal();
    plan["components"][0]["needs"] = json!([{"metric": "rank", "rank": "senior"}]);
    // The order of periods in the request does not matter.
    let replay = keeper.post(REPLAY, json!({"plan": plan, "periods": [second, shop.closed]})).await.expect(200);
    let periods = replay["periods"].as_array().unwrap();
    assert_eq!([&periods[0]["period_name"], &periods[1]["period_name"]], ["Lalu", "Sesudahnya"]);
    // 20 points earn Rp 20,000, because the rank of the first period is held permanently.
    assert_eq!((&periods[1]["paid_rp"], &periods[1]["bonus_rp"]), (&json!(10_000), &json!(20_000)));
    assert_eq!(periods[1]["ranks"][1]["members"], 2);
    assert_eq!(
        replay["total"],
        json!({"sales_rp": 2_200_000, "paid_rp": 220_000, "bonus_rp": 240_000, "difference_rp": 20_000})
    );
    // Replayed alone, the period uses the ranks held in the shop before it: no one was senior.
    let alone = keeper.post(REPLAY, json!({"plan": plan, "periods": [second]})).await.expect(200);
    assert_eq!((&alone["periods"][0]["bonus_rp"], &alone["periods"][0]["difference_rp"]), (&json!(0), &json!(-10_000)));
    // Points of earlier periods count in the total of all periods, whether replayed or not.
    let mut total = unequal();
    total["ranks"][1]["needs"] = json!([{"metric": "total_gv", "at_least": 140}]);
    total["components"][0]["needs"] = json!([{"metric": "rank", "rank": "senior"}]);
    let alone = keeper.post(REPLAY, json!({"plan": total, "periods": [second]})).await.expect(200);
    assert_eq!(alone["periods"][0]["bonus_rp"], 20_000);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_replays_are_refused() {
    let (shop, keeper, _) = shop_calculated().await;
    let refused = async |periods: Value| {
        let wanted = json!({"plan": personal("10"), "periods": periods});
        let file = refused_fields(keeper.post(FILE, wanted.clone()).await);
        assert_eq!(file, refused_fields(keeper.post(REPLAY, wanted).await));
        file
    };
    for periods in [
        json!([]),
        json!([shop.open]),
        json!([shop.closed, shop.open]),
        json!([999]),
        json!([shop.closed, shop.closed]),
        json!(vec![shop.closed; 37]),
        json!(vec![shop.closed; 50_000]),
    ] {
        assert_eq!(refused(periods).await, ["periods"]);
    }
    let mut wrong = personal("10");
    wrong["components"][0]["rate"] = json!("NaN");
    let wanted = json!({"plan": wrong, "periods": [shop.closed]});
    assert_eq!(refused_fields(keeper.post(REPLAY, wanted).await), ["components.0.rate"]);
    // An amount too large to be represented is refused, and is not a server error.
    let mut huge = personal("100");
    huge["point_value_rp"] = json!(9_007_199_254_740_991_i64);
    let wanted = json!({"plan": huge, "periods": [shop.closed]});
    keeper.post(REPLAY, wanted.clone()).await.refused(409, "move_refused");
    keeper.post(FILE, wanted).await.refused(409, "move_refused");
    for (other, status, code) in [
        (shop.guest(), 401, "unauthorized"),
        (shop.member("budi").await, 403, "forbidden"),
        (shop.staff(Role::Fulfilment).await, 403, "forbidden"),
        (shop.staff(Role::Catalogue).await, 403, "forbidden"),
    ] {
        let wanted = json!({"plan": personal("10"), "periods": [shop.closed]});
        other.post(REPLAY, wanted.clone()).await.refused(status, code);
        other.post(FILE, wanted).await.refused(status, code);
    }
    let owner = shop.admin().await;
    owner.post(REPLAY, json!({"plan": personal("10"), "periods": [shop.closed]})).await.expect(200);
}
