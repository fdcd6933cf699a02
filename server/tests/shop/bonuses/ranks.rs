//! Ranks from period to period, the plan version used for a period, and their display in a bonus.

use ksmart_core::{order::OrderEvent, plan::document::Plan};
use ksmart_foundation::{ids::PeriodId, time::DAY_MS};
use ksmart_identity::roles::Role;
use ksmart_members::{
    bonuses::{self, insert_plan, versions},
    volume,
};
use serde_json::{Value, json};

use crate::{
    bonuses::calculating::{BEGUN, begin, shop_with_sales},
    shop::{Actor, Shop, Story},
};

/// Returns a plan: managers keep their rank, a star needs 400 points in all periods together, and levels are for
/// builders and above.
fn plan() -> Value {
    let rank =
        |code: &str, keeps: &str, needs: Value| json!({"code": code, "name": code, "keeps": keeps, "needs": needs});
    json!({
        "name": "Rencana", "point_value_rp": 1000, "cap_percent": "40", "member_cap_rp": null, "boundary_rank": null,
        "ranks": [
            rank("member", "period", json!([])),
            rank("builder", "period", json!([{"metric": "pv", "volume": "both", "at_least": 50}])),
            rank("manager", "for_ever", json!([{"metric": "gv", "volume": "both", "at_least": 150}])),
            rank("star", "period", json!([{"metric": "total_gv", "at_least": 400}])),
        ],
        "components": [
            {"code": "personal", "name": "Pribadi", "kind": "personal", "volume": "both", "rate": "10", "needs": []},
            {"code": "level", "name": "Tingkat", "kind": "level", "volume": "both", "rates": ["5", "5"],
             "compression": true, "needs": [{"metric": "rank", "rank": "builder"}]},
        ],
    })
}

async fn publish(shop: &Shop, document: &Value, from: Option<PeriodId>) {
    let plan = Plan::read(document).unwrap();
    let mut conn = shop.app.db.write_one().await.unwrap();
    versions::publish(&mut conn, &plan, from, None, 1).await.unwrap();
}

async fn buy(shop: &Shop, buyer: &Actor, points: i64, period: PeriodId) {
    let product = shop.product_worth(&format!("Barang {}", shop.app.random.token(8)), 1000, points).await;
    let (products, events) = (&[(product, 1)], &[OrderEvent::Pay]);
    let at_ms = shop.app.clock.now_ms();
    shop.tell(&Story { buyer, products, period, plan_id: 1, percent: "0", at_ms, events }).await;
}

async fn calculate(shop: &Shop, period: PeriodId) {
    shop.change_by(&format!("UPDATE bv_periods SET ends_ms = starts_ms + 1000 WHERE id = {period}")).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, period).await.unwrap();
    shop.must_be_sound().await;
}

/// Returns the ranks of members in a period.
async fn ranks(shop: &Shop, period: PeriodId) -> Vec<(String, String)> {
    let sql = "SELECT m.name, r.rank FROM member_ranks r JOIN members m ON m.id = r.member_id
               WHERE r.period_id = $1 ORDER BY m.id";
    sqlx::query_as(sql).bind(period).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap()
}

fn held(ranks: &[(&str, &str)]) -> Vec<(String, String)> {
    ranks.iter().map(|(member, rank)| ((*member).to_owned(), (*rank).to_owned())).collect()
}

/// Creates three members, each below the one before.
async fn chain(shop: &Shop) -> [Actor; 3] {
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let wahyu = shop.member_below("wahyu", Some(&budi)).await;
    [siti, budi, wahyu]
}

/// Adds a period after the open one, which has also begun; returns its key.
async fn third(shop: &Shop) -> PeriodId {
    let now_ms = shop.app.clock.now_ms();
    let mut conn = shop.app.db.write_one().await.unwrap();
    volume::insert_period(&mut conn, "Nanti", now_ms - 9 * DAY_MS, now_ms + 30 * DAY_MS).await.unwrap()
}

#[tokio::test]
async fn permanent_ranks_carry_over_to_later_periods() {
    let shop = Shop::start().await;
    let [siti, budi, wahyu] = chain(&shop).await;
    let third = third(&shop).await;
    publish(&shop, &plan(), None).await;
    // In the version for the third period the code of managers is gone, and builders stay builders.
    let mut later = plan();
    later["name"] = json!("Rencana nanti");
    later["ranks"][1]["keeps"] = json!("for_ever");
    later["ranks"][2]["code"] = json!("direktur");
    publish(&shop, &later, Some(third)).await;

    for member in [&siti, &budi, &wahyu] {
        buy(&shop, member, 60, shop.closed).await;
    }
    calculate(&shop, shop.closed).await;
    assert_eq!(
        ranks(&shop, shop.closed).await,
        held(&[("siti", "manager"), ("budi", "builder"), ("wahyu", "builder")])
    );

    // 20 own points and 60 points of the group are too few for a manager: Siti keeps the rank of an earlier period.
    for (member, points) in [(&siti, 20), (&budi, 40)] {
        buy(&shop, member, points, shop.open).await;
    }
    calculate(&shop, shop.open).await;
    assert_eq!(ranks(&shop, shop.open).await, held(&[("siti", "manager")]));
    let bonus = siti.get("/api/bonuses").await.expect(200)[0].take();
    let answer = siti.get(&format!("/api/bonuses/{}/lines", bonus["id"])).await.expect(200);
    assert_eq!((&answer["rank"], &answer["plan_name"]), (&json!("manager"), &json!("Rencana")));
    assert_eq!(
        answer["components"][1]["needs"],
        json!([{
            "metric": "rank", "volume": null, "nth": null, "rank_name": "builder", "at_least": 1, "has": 1, "missing": 0,
            "is_met": true,
        }])
    );
    assert_eq!((&answer["lines"][1]["component"], &answer["lines"][1]["rupiah"]), (&json!("level"), &json!(2000)));

    // 180 + 60 + 160 points are 400: a star. The new version has no rank for former managers.
    buy(&shop, &wahyu, 160, third).await;
    calculate(&shop, third).await;
    assert_eq!(ranks(&shop, third).await, held(&[("siti", "star"), ("budi", "direktur"), ("wahyu", "direktur")]));
    assert_eq!(shop.count("SELECT compensation_plan_id FROM bonus_calculations WHERE number = 3").await, 2);
    assert_eq!(shop.count("SELECT compensation_plan_id FROM bonus_calculations WHERE number = 2").await, 1);
}

#[tokio::test]
async fn new_members_get_no_share_of_past_bonuses() {
    let shop = Shop::start().await;
    let [siti, budi, _] = chain(&shop).await;
    let mut document = plan();
    document["components"] = json!([
        {"code": "pool", "name": "Dana", "kind": "pool", "volume": "both", "percent": "10", "shares": {"member": 1}}
    ]);
    publish(&shop, &document, None).await;
    buy(&shop, &siti, 90, shop.closed).await;
    calculate(&shop, shop.closed).await;
    let shares = "SELECT COUNT(*) FROM bonus_lines WHERE amount_rp = 3000";
    assert_eq!(shop.count(shares).await, 3, "90 points at Rp 1,000 × 10 % among three");
    // The fourth member changes nothing: neither the calculation, nor its check, nor a replay.
    shop.member_below("intan", Some(&budi)).await;
    shop.must_be_sound().await;
    let replayed = json!({"plan": document, "periods": [shop.closed]});
    let keeper = shop.staff(Role::Finance).await;
    let replay = keeper.post("/api/admin/compensation-plans/replay", replayed).await.expect(200);
    let replayed = &replay["periods"][0];
    assert_eq!((&replayed["paid_rp"], &replayed["bonus_rp"]), (&json!(9000), &json!(9000)), "{replay}");
}

#[tokio::test]
async fn a_new_plan_can_make_earlier_ranks_permanent() {
    let shop = Shop::start().await;
    let [siti, budi, wahyu] = chain(&shop).await;
    publish(&shop, &plan(), None).await;
    for member in [&siti, &budi, &wahyu] {
        buy(&shop, member, 60, shop.closed).await;
    }
    calculate(&shop, shop.closed).await;
    let mut later = plan();
    later["ranks"][1]["keeps"] = json!("for_ever");
    later["ranks"][2]["code"] = json!("direktur");
    publish(&shop, &later, None).await;
    buy(&shop, &wahyu, 10, shop.open).await;
    calculate(&shop, shop.open).await;
    assert_eq!(ranks(&shop, shop.open).await, held(&[("budi", "builder"), ("wahyu", "builder")]));
}

#[tokio::test]
async fn calculating_a_period_outdates_later_previews() {
    let shop = Shop::start().await;
    let [siti, budi, wahyu] = chain(&shop).await;
    publish(&shop, &plan(), None).await;
    for member in [&siti, &budi, &wahyu] {
        buy(&shop, member, 60, shop.closed).await;
    }
    // No one below Siti has points that she could be paid for: only her rank changes.
    buy(&shop, &siti, 20, shop.open).await;
    shop.change("UPDATE bv_periods SET ends_ms = starts_ms + 1000").await;
    let keeper = shop.staff(Role::Finance).await;
    let path = format!("/api/admin/periods/{}", shop.open);
    let seen = keeper.get(&format!("{path}/calculation")).await.expect(200);
    calculate(&shop, shop.closed).await;
    let confirmed = json!({"name": "Kini", "digest": seen["digest"]});
    let answer = keeper.post(&format!("{path}/calculate"), confirmed).await;
    let again = json!({"name": "Kini", "digest": answer.body["current"]["digest"]});
    answer.refused(409, "edit_conflict");
    keeper.post(&format!("{path}/calculate"), again).await.expect(200);
    assert_eq!(ranks(&shop, shop.open).await, held(&[("siti", "manager")]));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_interrupted_calculation_finishes_first() {
    let (shop, members) = shop_with_sales().await;
    publish(&shop, &plan(), None).await;
    begin(&shop, shop.closed).await;
    buy(&shop, &members[5], 10, shop.open).await;
    calculate(&shop, shop.open).await;
    assert_eq!(shop.count(BEGUN).await, 0);
    assert_eq!(shop.count("SELECT period_id FROM bonus_calculations WHERE number = 2").await, shop.open.0);
    assert!(!ranks(&shop, shop.closed).await.is_empty());
    assert_eq!(ranks(&shop, shop.open).await.iter().filter(|(_, rank)| rank == "builder").count(), 0);
}

#[tokio::test]
async fn the_member_cap_limits_a_bonus() {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    let mut capped = Plan::read(&plan()).unwrap();
    capped.member_cap = Some(3000);
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &capped, 1).await.unwrap();
    let budi = shop.member_below("budi", Some(&siti)).await;
    buy(&shop, &siti, 60, shop.closed).await;
    buy(&shop, &budi, 20, shop.closed).await;
    calculate(&shop, shop.closed).await;
    let bonus = siti.get("/api/bonuses").await.expect(200)[0].take();
    let answer = siti.get(&format!("/api/bonuses/{}/lines", bonus["id"])).await.expect(200);
    // 6,000 and 1,000 before, each × 3,000 / 7,000.
    let amounts: Vec<i64> =
        answer["lines"].as_array().unwrap().iter().map(|line| line["rupiah"].as_i64().unwrap()).collect();
    assert_eq!(amounts, [2571, 428]);
    assert_eq!(
        (&bonus["bonus_rupiah"], &answer["member_scaled"]),
        (&json!(2999), &json!({"from_rp": 7000, "to_rp": 3000}))
    );
    let bonus = budi.get("/api/bonuses").await.expect(200)[0].take();
    let answer = budi.get(&format!("/api/bonuses/{}/lines", bonus["id"])).await.expect(200);
    assert_eq!((&bonus["bonus_rupiah"], &answer["member_scaled"]), (&json!(2000), &json!(null)));
    // The unmet needs, with the missing amounts.
    let need = &answer["components"][1]["needs"][0];
    assert_eq!((&need["has"], &need["missing"], &need["is_met"]), (&json!(0), &json!(1), &json!(false)));
}

/// Returns a plan in which every component skips some member.
fn passing_by() -> Value {
    let mut told = plan();
    told["components"] = json!([
        {"code": "level", "name": "Tingkat", "kind": "level", "volume": "both", "rates": ["5"], "compression": true,
         "needs": [{"metric": "rank", "rank": "builder"}]},
        {"code": "group", "name": "Grup", "kind": "differential", "volume": "both", "pass_up": true, "needs": [],
         "rates": {"builder": "10", "manager": "21"}},
        {"code": "pool", "name": "Dana", "kind": "pool", "volume": "both", "percent": "2",
         "shares": {"builder": 1, "manager": 2}, "needs": []},
        {"code": "more", "name": "Lagi", "kind": "personal", "volume": "both", "rate": "1",
         "needs": [{"metric": "pv", "volume": "both", "at_least": 500}]},
    ]);
    told
}

#[tokio::test]
async fn missed_bonuses_are_shown_with_unmet_needs() {
    let shop = Shop::start().await;
    let [siti, budi, wahyu] = chain(&shop).await;
    publish(&shop, &passing_by(), None).await;
    // A manager, a member and a builder.
    for (member, points) in [(&siti, 100), (&budi, 10), (&wahyu, 60)] {
        let product = shop.product_worth(&format!("Barang {points}"), 1000, points).await;
        let story = Story {
            buyer: member,
            products: &[(product, 1)],
            period: shop.closed,
            plan_id: 1,
            percent: "0",
            at_ms: shop.app.clock.now_ms(),
            events: &[OrderEvent::Pay],
        };
        shop.tell(&story).await;
    }
    assert_eq!(budi.get("/api/bonuses/missed").await.expect(200), json!([]));
    calculate(&shop, shop.closed).await;
    assert_eq!(budi.get("/api/bonuses").await.expect(200), json!([]));
    let need = |metric: &str, volume: Value, rank: Value, has: i64, at_least: i64| {
        json!([{
            "metric": metric, "volume": volume, "nth": null, "rank_name": rank, "at_least": at_least, "has": has,
            "missing": at_least - has, "is_met": false,
        }])
    };
    let missed = |code: &str, name: &str, kind: &str, points: i64, needs: Value| {
        json!({
            "code": code, "name": name, "kind": kind, "rupiah": 0, "needs": needs,
            "skipped": {"members": 1, "points": points},
        })
    };
    assert_eq!(
        budi.get("/api/bonuses/missed").await.expect(200),
        json!([{
            "bv_period_id": shop.closed, "bv_period_name": "Lalu", "plan_name": "Rencana", "rank": "member",
            "rank_name": "member",
            "components": [
                missed("level", "Tingkat", "level", 60, need("rank", Value::Null, json!("builder"), 0, 1)),
                missed("more", "Lagi", "personal", 10, need("pv", json!("both"), Value::Null, 10, 500)),
            ],
        }])
    );
    assert_eq!(siti.get("/api/bonuses/missed").await.expect(200), json!([]));
    let banker = shop.staff(Role::Finance).await;
    let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let seen = banker.get(&format!("/api/admin/members/{uid}")).await.expect(200)["missed"].take();
    assert_eq!(seen, budi.get("/api/bonuses/missed").await.expect(200));
    let bonus = siti.get("/api/bonuses").await.expect(200)[0]["id"].take();
    let answer = siti.get(&format!("/api/bonuses/{bonus}/lines")).await.expect(200);
    let of = |list: &str, field: &str| -> Vec<Value> {
        answer[list].as_array().unwrap().iter().map(|each| each[field].clone()).collect()
    };
    assert_eq!(of("lines", "component"), ["level", "level", "group", "group", "group", "pool"]);
    let difference = |given: &str| json!({"own_rate_text": "21", "given_rate_text": given});
    let none = Value::Null;
    assert_eq!(
        of("lines", "difference"),
        [none.clone(), none.clone(), difference("0"), difference("0"), difference("10"), none.clone()]
    );
    assert_eq!(of("lines", "rate_text")[2..5], ["21", "21", "11"]);
    let shares = json!({"own": 2, "all": 3});
    assert_eq!(of("lines", "shares"), [&none, &none, &none, &none, &none, &shares].map(Clone::clone));
    let own = json!({"members": 1, "points": 100});
    assert_eq!(of("components", "skipped"), [&none, &none, &none, &own].map(Clone::clone));
    shop.must_be_sound().await;
}
