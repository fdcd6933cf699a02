//! Rank card: it shows the amounts that will be paid, and only the member's own part of the network.

use std::collections::BTreeMap;

use ksmart_core::{
    allocation::PlanVolumes,
    order::OrderEvent,
    plan::{
        document::Plan,
        preview::{Corner, Trial},
    },
};
use ksmart_foundation::ids::PeriodId;
use ksmart_members::bonuses::{self, insert_plan};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Returns a plan with components of all kinds and a rank that is held permanently; its cap is never reached.
fn plan(member_cap_rp: Option<i64>) -> Plan {
    let document = json!({
        "name": "Rencana 2027", "point_value_rp": 4999, "cap_percent": "100", "member_cap_rp": member_cap_rp,
        "boundary_rank": "manager",
        "ranks": [
            {"code": "member", "name": "Anggota", "keeps": "period", "needs": []},
            {"code": "builder", "name": "Builder", "keeps": "period", "needs": [
                {"metric": "pv", "volume": "both", "at_least": 40}, {"metric": "gv", "volume": "both", "at_least": 300}]},
            {"code": "manager", "name": "Manager", "keeps": "for_ever", "needs": [
                {"metric": "gv", "volume": "both", "at_least": 700},
                {"metric": "legs_with_rank", "rank": "builder", "at_least": 1}]}
        ],
        "components": [
            {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "a", "rate": "10.3", "needs": []},
            {"code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "a", "rates": ["8", "5", "3.7"],
             "needs": [{"metric": "pv", "volume": "both", "at_least": 40}], "compression": true},
            {"code": "group", "name": "Bonus grup", "kind": "differential", "volume": "b",
             "rates": {"member": "3", "builder": "9", "manager": "15.1"},
             "needs": [{"metric": "pv", "volume": "both", "at_least": 20}], "pass_up": true},
            {"code": "generation", "name": "Bonus generasi", "kind": "generation", "volume": "both",
             "rates": ["5", "3", "1"], "needs": [{"metric": "leg_gv", "volume": "both", "nth": 1, "at_least": 100}]},
            {"code": "pool", "name": "Dana bersama", "kind": "pool", "volume": "both", "percent": "2",
             "shares": {"builder": 1, "manager": 3}}
        ]
    });
    Plan::read(&document).unwrap()
}

async fn card(member: &Actor) -> Value {
    member.get("/api/rank-card").await.expect(200)
}

fn corner(card: &Value) -> Corner {
    serde_json::from_value(card["corner"].clone()).unwrap()
}

/// Returns the payments for the period shown by a card, by component, without zero amounts.
fn expected(card: &Value) -> BTreeMap<String, i64> {
    let corner = corner(card);
    let preview = corner.preview(&corner.with_current_points()).unwrap();
    let components = corner.components.into_iter().zip(preview.components);
    components.map(|(component, now)| (component.code, now.rupiah)).filter(|(_, rupiah)| *rupiah > 0).collect()
}

/// Returns the payment to a member for a period, by component.
async fn paid(member: &Actor, period: PeriodId) -> BTreeMap<String, i64> {
    let bonuses = member.get(&format!("/api/bonuses?bv_period_id={period}")).await.expect(200);
    let Some(id) = bonuses[0]["id"].as_i64() else { return BTreeMap::new() };
    let lines = member.all(&format!("/api/bonuses/{id}/lines"), "/lines", 100).await;
    let mut paid = BTreeMap::new();
    for line in &lines {
        *paid.entry(line["component"].as_str().unwrap().to_owned()).or_default() += line["rupiah"].as_i64().unwrap();
    }
    assert_eq!(bonuses[0]["bonus_rupiah"], paid.values().sum::<i64>());
    paid
}

struct World {
    shop: Shop,
    rng: StdRng,
    tea: i64,
    members: Vec<Actor>,
}

impl World {
    async fn new(seed: u64, members: usize) -> Self {
        let shop = Shop::start().await;
        let mut rng = StdRng::seed_from_u64(seed);
        let tea = shop.product_worth("Teh", 1000, 7).await;
        let mut network: Vec<Actor> = Vec::new();
        for number in 0..members {
            let leader = (number > 0).then(|| rng.random_range(number.saturating_sub(4)..number));
            network.push(shop.member_below(&format!("anggota{number}"), leader.map(|leader| &network[leader])).await);
        }
        Self { shop, rng, tea, members: network }
    }

    /// Places up to two orders of each member, of which about one in eight is refunded.
    async fn buy(&mut self, period: PeriodId) {
        for member in 0..self.members.len() {
            for _ in 0..self.rng.random_range(0..=2) {
                let buyer = &self.members[member];
                let products = &[(self.tea, self.rng.random_range(1..=35))];
                let plan_id = self.rng.random_range(1..=2);
                let events: &[OrderEvent] = if self.rng.random_ratio(1, 8) {
                    &[OrderEvent::Pay, OrderEvent::Refund]
                } else {
                    &[OrderEvent::Pay]
                };
                self.shop.tell(&Story { buyer, products, period, plan_id, percent: "0", at_ms: 1, events }).await;
            }
        }
    }

    /// Reads the current amounts of every card.
    async fn expected(&self) -> Vec<BTreeMap<String, i64>> {
        let mut all = Vec::new();
        for member in &self.members {
            all.push(expected(&card(member).await));
        }
        all
    }
}

#[tokio::test]
async fn the_rank_card_predicts_the_bonus() {
    for (seed, member_cap_rp) in [(1, None), (2, Some(150_000))] {
        let mut world = World::new(seed, 24).await;
        let mut conn = world.shop.app.db.write_one().await.unwrap();
        insert_plan(&mut conn, &plan(member_cap_rp), 1).await.unwrap();
        drop(conn);
        // In an earlier period some members reach a rank that they hold permanently.
        world.buy(world.shop.closed).await;
        bonuses::calculate(&world.shop.app.db, &world.shop.app.clock, world.shop.closed).await.unwrap();
        world.buy(world.shop.open).await;
        let expected = world.expected().await;
        world.shop.change("UPDATE bv_periods SET ends_ms = starts_ms + 1 WHERE calculated_ms IS NULL").await;
        let calculated = bonuses::calculate(&world.shop.app.db, &world.shop.app.clock, world.shop.open).await.unwrap();
        let figures = calculated.figures.unwrap();
        assert!(figures.uncapped_rp <= figures.cap_rp && figures.bonus_rp > 0, "{figures:?}");
        let mut components = BTreeMap::<String, usize>::new();
        for (member, expected) in world.members.iter().zip(expected) {
            assert_eq!(paid(member, world.shop.open).await, expected, "seed {seed}, {}", member.email);
            expected.into_keys().for_each(|component| *components.entry(component).or_default() += 1);
        }
        assert_eq!(components.len(), 5, "every component pays someone: {components:?}");
    }
}

#[tokio::test]
async fn rank_card_previews_offset_refunded_points() {
    let shop = Shop::start().await;
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(None), 1).await.unwrap();
    let tea = shop.product_worth("Teh", 1000, 5).await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let buy = async |buyer: &Actor, pieces: i64, period: PeriodId| {
        let (products, events) = (&[(tea, pieces)], &[OrderEvent::Pay]);
        shop.tell(&Story { buyer, products, period, plan_id: 1, percent: "0", at_ms: 1, events }).await.0
    };
    let returned = [buy(&siti, 39, shop.closed).await, buy(&budi, 40, shop.closed).await];
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    for order in returned {
        shop.advance(order, OrderEvent::Refund).await;
    }
    let shown = corner(&card(&siti).await);
    assert_eq!((shown.earned.plan_a, shown.legs[0].earned.plan_a), (-195, -200));
    let own = PlanVolumes { plan_a: shown.earned.plan_a + 330, plan_b: 0 };
    let trial = Trial { own, leg: Some(0), added: PlanVolumes { plan_a: 350, plan_b: 0 } };
    let promised = shown.preview(&trial).unwrap();
    assert_eq!(promised.own, PlanVolumes { plan_a: 135, plan_b: 0 });

    buy(&siti, 66, shop.open).await;
    buy(&budi, 70, shop.open).await;
    shop.change("UPDATE bv_periods SET ends_ms = starts_ms + 1 WHERE calculated_ms IS NULL").await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.open).await.unwrap();
    let components = shown.components.into_iter().zip(promised.components);
    let promised: BTreeMap<String, i64> =
        components.map(|(component, now)| (component.code, now.rupiah)).filter(|(_, rupiah)| *rupiah > 0).collect();
    assert_eq!(paid(&siti, shop.open).await, promised);
}

#[tokio::test]
async fn a_rank_card_names_only_direct_followers() {
    let shop = Shop::start().await;
    let tea = shop.product_worth("Teh", 1000, 7).await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let wahyu = shop.member_below("wahyu", Some(&budi)).await;
    assert_eq!(shop.guest().get("/api/rank-card").await.status, 401);
    let empty = card(&siti).await;
    assert_eq!((&empty["plan_name"], &empty["corner"], &empty["legs"]), (&json!(null), &json!(null), &json!([])));
    assert_eq!((&empty["period_id"], &empty["period_name"]), (&json!(shop.open), &json!("Kini")));

    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(None), 1).await.unwrap();
    let card_of_siti = card(&siti).await;
    assert_eq!((card_of_siti["plan_name"].as_str(), corner(&card_of_siti).legs.len()), (Some("Rencana 2027"), 1));
    assert_eq!(card_of_siti["legs"][0]["name"], "budi");
    let below = |card: &Value| corner(card).below;
    assert_eq!((below(&card_of_siti).plan_a, below(&card_of_siti).plan_b), (0, 0));

    // Sales appear at once, also from deep below; only the points are shown, not the member.
    let (products, events, period) = (&[(tea, 10)], &[OrderEvent::Pay], shop.open);
    shop.tell(&Story { buyer: &wahyu, products, period, plan_id: 1, percent: "0", at_ms: 1, events }).await;
    let after = card(&siti).await;
    assert_eq!(below(&after).plan_a, 70);
    assert!(!after.to_string().contains("wahyu"));
    // A new member appears at once too.
    let intan = shop.member_below("intan", Some(&siti)).await;
    assert_eq!(card(&siti).await["legs"].as_array().unwrap().len(), 2);
    assert_eq!(corner(&card(&intan).await).legs, []);

    // Between two periods no payment is expected.
    shop.change("UPDATE bv_periods SET ends_ms = 1, starts_ms = 0").await;
    let over = card(&siti).await;
    assert_eq!((&over["period_id"], &over["corner"]), (&json!(null), &json!(null)));
}
