//! The ledger and everything derived from it, compared with an independent second bookkeeping.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::join_all;
use ksmart_core::{order::OrderEvent, plan::document::Plan};
use ksmart_foundation::{
    ids::{OrderKey, PeriodId},
    time::{DAY_MS, Random},
};
use ksmart_members::{
    bonuses::{self, insert_plan},
    volume,
};
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Returns a plan with one rank, whose rates are whole tenths of a percent.
pub fn plan(cap_percent: i64) -> Plan {
    let percent = |tenths: i64| format!("{}.{}", tenths / 10, tenths % 10);
    let needs = json!([{"metric": "pv", "volume": "both", "at_least": QUALIFICATION}]);
    let document = json!({
        "name": "Rencana", "point_value_rp": POINT_VALUE, "cap_percent": cap_percent.to_string(),
        "member_cap_rp": null, "boundary_rank": null,
        "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
        "components": [
            {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both",
             "rate": percent(PERSONAL_RATE), "needs": []},
            {"code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "both",
             "rates": LEVEL_RATES.map(percent), "compression": false, "needs": needs},
        ],
    });
    Plan::read(&document).unwrap()
}

const PERSONAL_RATE: i64 = 105;
const LEVEL_RATES: [i64; 3] = [80, 33, 5];
const QUALIFICATION: i64 = 30;
const POINT_VALUE: i64 = 1234;

/// Order as known to the second bookkeeping.
struct Placed {
    key: OrderKey,
    number: String,
    buyer: usize,
    plan_id: i64,
    /// Points of each of its lines, in any order.
    lines: Vec<i64>,
    /// Product value after discount.
    value_rp: i64,
    /// Period of its points; `None` if it was never paid.
    posted: Option<PeriodId>,
    /// Period in which its points are reversed; `None` if it was not refunded.
    refunded: Option<PeriodId>,
}

/// Shop with a network and orders, and their expected values.
struct World {
    shop: Shop,
    random: Random,
    members: Vec<Actor>,
    leaders: Vec<Option<usize>>,
    orders: Vec<Placed>,
    /// Points posted, by member, period and plan.
    ledger: HashMap<(usize, PeriodId, i64), i64>,
}

impl World {
    /// Creates a random network and random orders of two periods.
    async fn grow(seed: u64) -> Self {
        let (shop, random) = (Shop::start().await, Random::from_seed(seed));
        let below = |bound: usize| random.below(u32::try_from(bound).unwrap()) as usize;
        let (mut members, mut leaders): (Vec<Actor>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
        for number in 0..20 {
            // Mostly below one of the last few, so that the tree is deep.
            let leader = (number > 0 && below(8) > 0).then(|| number - 1 - below(number.min(4)));
            let above = leader.map(|leader| &members[leader]);
            members.push(shop.member_below(&format!("anggota{number}"), above).await);
            leaders.push(leader);
        }
        let mut products = Vec::new();
        for (name, bv) in [("Teh", 0), ("Kopi", 7), ("Madu", 33), ("Paket", 120)] {
            products.push((shop.product_worth(name, 90 * (bv + 1), bv).await, 9000 * (bv + 1), bv));
        }
        let mut world = Self { shop, random, members, leaders, orders: Vec::new(), ledger: HashMap::new() };
        for _ in 0..60 {
            world.place(&products).await;
        }
        world
    }

    fn below(&self, bound: u32) -> usize {
        self.random.below(bound) as usize
    }

    async fn place(&mut self, products: &[(i64, i64, i64)]) {
        use OrderEvent::{Cancel, Complete, Pack, Pay, Refund, Ship};
        let buyer = self.below(20);
        let first = self.below(4);
        let mut wanted = vec![(first, 1 + i64::from(self.random.below(3)))];
        if self.below(2) == 0 {
            wanted.push(((first + 1 + self.below(3)) % 4, 1));
        }
        let fates: [&[OrderEvent]; 7] =
            [&[], &[Cancel], &[Pay], &[Pay], &[Pay, Refund], &[Pack, Ship, Complete, Pay], &[Pack, Ship, Pay, Refund]];
        let events = fates[self.below(7)];
        let period = if self.below(3) == 0 { self.shop.open } else { self.shop.closed };
        let percent = [0, 10][self.below(2)];
        let plan_id = 1 + i64::from(self.random.below(2));
        let story = Story {
            buyer: &self.members[buyer],
            products: &wanted.iter().map(|(index, quantity)| (products[*index].0, *quantity)).collect::<Vec<_>>(),
            period,
            plan_id,
            percent: &percent.to_string(),
            // Many orders have the same time.
            at_ms: 1_790_000_000_000 + i64::from(self.random.below(12)),
            events,
        };
        let (key, number) = self.shop.tell(&story).await;
        let lines: Vec<i64> = wanted.iter().map(|(index, quantity)| products[*index].2 * quantity).collect();
        let value_rp: i64 = wanted.iter().map(|(index, quantity)| products[*index].1 * quantity).sum();
        let value_rp = value_rp - value_rp * percent / 100;
        let mut placed = Placed { key, number, buyer, plan_id, lines, value_rp, posted: None, refunded: None };
        if events.contains(&Pay) || events.contains(&Complete) {
            placed.posted = Some(period);
        }
        if events.contains(&Refund) {
            placed.refunded = Some(period);
        }
        for (period, sign) in [(placed.posted, 1), (placed.refunded, -1)] {
            if let Some(period) = period {
                *self.ledger.entry((buyer, period, plan_id)).or_default() += sign * placed.lines.iter().sum::<i64>();
            }
        }
        self.orders.push(placed);
    }

    /// Refunds some orders of the closed period, and has some others paid, after it was calculated.
    async fn move_late(&mut self) {
        let open = self.shop.open;
        for order in &mut self.orders {
            let points = order.lines.iter().sum::<i64>();
            let entry = self.ledger.entry((order.buyer, open, order.plan_id));
            let state = self.members[order.buyer].get(&format!("/api/transactions/{}", order.number)).await.expect(200);
            match (order.posted, order.refunded, state["data"]["status"].as_str().unwrap()) {
                (None, None, "pending") => {
                    let period = state["data"]["bv_period_id"].as_i64().unwrap();
                    self.shop.advance(order.key, OrderEvent::Pay).await;
                    assert!(period == open.0 || period == self.shop.closed.0);
                    order.posted = Some(open);
                    *entry.or_default() += points;
                }
                (Some(period), None, "success") if period == self.shop.closed && order.key.0 % 3 == 0 => {
                    self.shop.advance(order.key, OrderEvent::Refund).await;
                    order.refunded = Some(open);
                    *entry.or_default() -= points;
                }
                _ => {}
            }
        }
    }

    fn personal(&self, member: usize, period: PeriodId) -> i64 {
        (1..=2).map(|plan_id| self.in_plan(member, period, plan_id)).sum()
    }

    fn in_plan(&self, member: usize, period: PeriodId, plan_id: i64) -> i64 {
        self.ledger.get(&(member, period, plan_id)).copied().unwrap_or_default()
    }

    /// Returns the depth of `member` below `leader`, if they are below.
    fn depth(&self, member: usize, leader: usize) -> Option<i64> {
        let above = self.leaders[member]?;
        if above == leader { Some(1) } else { self.depth(above, leader).map(|depth| depth + 1) }
    }

    fn downline(&self, leader: usize) -> Vec<(usize, i64)> {
        (0..self.members.len()).filter_map(|member| Some((member, self.depth(member, leader)?))).collect()
    }

    /// Asserts that each member gets the expected values.
    async fn check(&self) {
        for (number, member) in self.members.iter().enumerate() {
            let downline = self.downline(number);
            for period in [self.shop.closed, self.shop.open] {
                self.check_report(number, member, period).await;
                self.check_summary(member, &downline, period).await;
            }
            self.check_history(member, &downline).await;
            let all = [self.shop.closed, self.shop.open].map(|period| self.personal(number, period));
            assert_eq!(member.get("/api/me").await.expect(200)["BV"], all.iter().sum::<i64>());
            let listed = member.all("/api/downlines", "/downlines", 4).await;
            let levels: BTreeMap<&str, i64> =
                listed.iter().map(|row| (row["email"].as_str().unwrap(), row["level"].as_i64().unwrap())).collect();
            let expected: BTreeMap<&str, i64> =
                downline.iter().map(|(member, depth)| (self.members[*member].email.as_str(), *depth)).collect();
            assert_eq!(levels, expected);
        }
    }

    async fn check_report(&self, number: usize, member: &Actor, period: PeriodId) {
        let path = format!("/api/bv-report?period_id={period}");
        let report = member.get(&path).await.expect(200)["data"].take();
        assert_eq!(report["total_bv"], self.personal(number, period));
        for plan in report["plans"].as_array().unwrap() {
            let plan_id = plan["id_plan"].as_i64().unwrap();
            assert_eq!(plan["total_bv"], self.in_plan(number, period, plan_id));
        }
        assert!(report["plans"][0]["total_bv"].as_i64() >= report["plans"][1]["total_bv"].as_i64());
        let shown: BTreeMap<String, i64> = report["transactions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["order_id"].as_str().unwrap().to_owned(), row["total_bv"].as_i64().unwrap()))
            .collect();
        let expected: BTreeMap<String, i64> = self
            .orders
            .iter()
            .filter(|order| order.buyer == number && [order.posted, order.refunded].contains(&Some(period)))
            .map(|order| {
                let points = order.lines.iter().sum::<i64>();
                let sign = i64::from(order.posted == Some(period)) - i64::from(order.refunded == Some(period));
                (order.number.clone(), sign * points)
            })
            .collect();
        assert_eq!(shown, expected);
        assert_eq!(shown.values().sum::<i64>(), report["total_bv"]);
        let in_pages = member.all(&path, "/data/transactions", 2).await;
        assert_eq!(&in_pages, report["transactions"].as_array().unwrap());
    }

    async fn check_summary(&self, member: &Actor, downline: &[(usize, i64)], period: PeriodId) {
        let path = format!("/api/downline-bv-summary?period_id={period}");
        let summary = member.get(&path).await.expect(200)["data"].take();
        let mut expected: Vec<(i64, &str, i64)> = downline
            .iter()
            .map(|(below, depth)| (self.personal(*below, period), self.members[*below].email.as_str(), *depth))
            .filter(|(points, ..)| *points != 0)
            .collect();
        let total: i64 = expected.iter().map(|(points, ..)| points).sum();
        assert_eq!(summary["total_downline_bv"], total);
        let rows = summary["downlines"].as_array().unwrap();
        let shown = |row: &Value| row["total_bv"].as_i64().unwrap();
        assert!(rows.windows(2).all(|two| shown(&two[0]) >= shown(&two[1])), "most first");
        let mut found: Vec<(i64, &str, i64)> = rows
            .iter()
            .map(|row| (shown(row), row["downline_email"].as_str().unwrap(), row["level"].as_i64().unwrap()))
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        // Short pages are read through the period, long ones through the downline.
        assert_eq!(&member.all(&path, "/data/downlines", 1).await, rows);
    }

    async fn check_history(&self, member: &Actor, downline: &[(usize, i64)]) {
        let history = member.get("/api/history-bv").await.expect(200);
        let mut expected = Vec::new();
        for order in self.orders.iter().filter(|order| downline.iter().any(|(below, _)| *below == order.buyer)) {
            let email = self.members[order.buyer].email.clone();
            for (period, sign) in [(order.posted, 1), (order.refunded, -1)] {
                let name = period.map(|period| if period == self.shop.open { "Kini" } else { "Lalu" });
                let lines = order.lines.iter().map(|points| (email.clone(), sign * points));
                expected.extend(name.into_iter().flat_map(|name| lines.clone().map(move |(a, b)| (a, b, name))));
            }
        }
        let rows = history["history"].as_array().unwrap();
        let mut found: Vec<(String, i64, &str)> = rows
            .iter()
            .map(|row| {
                let (points, name) = (row["total_bv"].as_i64().unwrap(), row["bv_period_name"].as_str().unwrap());
                let whole = row["product_bv"].as_i64().unwrap() * row["quantity"].as_i64().unwrap();
                assert_eq!(points.abs(), whole);
                (row["member_email"].as_str().unwrap().to_owned(), points, name)
            })
            .collect();
        assert!(rows.windows(2).all(|two| two[0]["created_at"].as_str() >= two[1]["created_at"].as_str()));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!(history["total_bv"], expected.iter().map(|(_, points, _)| points).sum::<i64>());
        for limit in [1, 7].into_iter().filter(|_| member.id % 4 == 0) {
            let in_pages = member.all("/api/history-bv", "/history", limit).await;
            assert_eq!(in_pages.len(), rows.len(), "in pages of {limit}");
            assert_eq!(&in_pages, rows);
        }
    }

    /// Returns the payments of the closed period: each member's lines as (source, depth, rupiah) before the cap.
    fn bonuses_before_cap(&self) -> Vec<Vec<(usize, i64, i64)>> {
        let closed = self.shop.closed;
        let mut paid = vec![Vec::new(); self.members.len()];
        for (leader, lines) in paid.iter_mut().enumerate() {
            let own = self.personal(leader, closed);
            lines.push((leader, 0, own.max(0) * POINT_VALUE * PERSONAL_RATE / 1000));
            for (member, depth) in self.downline(leader) {
                if own >= QUALIFICATION && depth <= 3 {
                    let rate = LEVEL_RATES[usize::try_from(depth).unwrap() - 1];
                    lines.push((member, depth, self.personal(member, closed).max(0) * POINT_VALUE * rate / 1000));
                }
            }
        }
        paid
    }

    /// Asserts that allocations and bonuses of the closed period are as expected; returns whether the cap was reached.
    async fn check_bonuses(&self, cap_percent: i64) -> bool {
        let closed = self.shop.closed;
        let value = |period| -> i64 {
            let of = |order: &Placed| if period == Some(closed) { order.value_rp } else { 0 };
            self.orders.iter().filter(|order| order.posted == period).map(of).sum::<i64>()
                - self.orders.iter().filter(|order| order.refunded == period).map(of).sum::<i64>()
        };
        let cap = value(Some(closed)).max(0) * cap_percent / 100;
        let before = self.bonuses_before_cap();
        let uncapped: i64 = before.iter().flatten().map(|(.., amount)| amount).sum();
        let mut all = 0;
        for (number, member) in self.members.iter().enumerate() {
            let mut expected: Vec<(String, i64, i64)> = before[number]
                .iter()
                .map(|(source, depth, amount)| {
                    let amount = if uncapped > cap { amount * cap / uncapped } else { *amount };
                    (format!("anggota{source}"), *depth, amount)
                })
                .filter(|(.., amount)| *amount > 0)
                .collect();
            expected.sort_unstable();
            let sum: i64 = expected.iter().map(|(.., amount)| amount).sum();
            all += sum;
            self.check_bonus(number, member, &expected, sum, uncapped > cap).await;
            let path = format!("/api/bv-summary?bv_period_id={closed}");
            let summary = member.get(&path).await.expect(200);
            let earned = [1, 2].map(|plan_id| self.in_plan(number, closed, plan_id));
            let (a, b) = by_the_book(earned);
            assert_eq!((&summary["plan_a"], &summary["plan_b"]), (&json!(a), &json!(b)), "from {earned:?}");
            assert_eq!((&summary["is_calculated"], &summary["total_bv"]), (&json!(true), &json!(a + b)));
        }
        assert!(all <= cap);
        uncapped > cap
    }

    async fn check_bonus(&self, number: usize, member: &Actor, lines: &[(String, i64, i64)], sum: i64, scaled: bool) {
        let closed = self.shop.closed;
        let list = member.get(&format!("/api/bonuses/?bv_period_id={closed}")).await.expect(200);
        if lines.is_empty() {
            assert_eq!(list, json!([]));
            return;
        }
        let group: i64 = self.downline(number).iter().map(|(below, _)| self.personal(*below, closed)).sum();
        assert_eq!(
            list,
            json!([{
                "id": list[0]["id"], "bv_period_id": closed.0, "bv_period_name": "Lalu", "bonus_rupiah": sum,
                // 2.5 percent, rounded down.
                "tax_rp": sum * 25 / 1000, "net_rp": sum - sum * 25 / 1000,
                "status": "unpaid", "failed_transfer": null, "waiting": null, "proof_transfer": null,
                "total_downline_bv": group,
            }])
        );
        let path = format!("/api/bonuses/{}/lines", list[0]["id"]);
        let answer = member.get(&path).await.expect(200);
        assert_eq!((&answer["bonus_rupiah"], &answer["is_scaled"]), (&json!(sum), &json!(scaled)));
        let rows = answer["lines"].as_array().unwrap();
        assert_eq!(&member.all(&path, "/lines", 1).await, rows);
        let mut found: Vec<(String, i64, i64)> = rows
            .iter()
            .map(|row| {
                let number = |field: &str| row[field].as_i64().unwrap();
                (row["member_name"].as_str().unwrap().to_owned(), number("level"), number("rupiah"))
            })
            .collect();
        found.sort_unstable();
        assert_eq!(found, lines);
    }
}

/// Returns the allocation by the rules documented at `ksmart_core::allocation::allocate`.
fn by_the_book([a, b]: [i64; 2]) -> (i64, i64) {
    let t = (a + b).max(0);
    let a = a.clamp(0, t);
    let b = t - a;
    if t < 200 {
        (t, 0)
    } else if t >= 400 || t > 200 && (b >= 200 || b > a) {
        (t - 200, 200)
    } else {
        (a, b)
    }
}

#[tokio::test]
async fn bonuses_match_the_model_for_random_networks() {
    let mut scaled = Vec::new();
    for (seed, cap_percent) in [(1, 40), (2, 1), (3, 40)] {
        let mut world = World::grow(seed).await;
        world.check().await;
        let mut conn = world.shop.app.db.write_one().await.unwrap();
        insert_plan(&mut conn, &plan(cap_percent), 1).await.unwrap();
        drop(conn);
        let closed = world.shop.closed;
        let summary = world.members[0].get(&format!("/api/bv-summary?bv_period_id={closed}")).await.expect(200);
        assert_eq!(
            summary,
            json!({"is_calculated": false, "message": "Periode belum dikalkulasi.", "plan_a": 0, "plan_b": 0, "total_bv": 0})
        );
        let calculated = bonuses::calculate(&world.shop.app.db, &world.shop.app.clock, closed).await.unwrap();
        assert!(!calculated.before);
        scaled.push(world.check_bonuses(cap_percent).await);
        // Late changes are posted into the open period, and do not change the calculated one.
        world.move_late().await;
        world.check().await;
        world.check_bonuses(cap_percent).await;
        let again = bonuses::calculate(&world.shop.app.db, &world.shop.app.clock, closed).await.unwrap();
        assert_eq!((again.before, again.figures), (true, calculated.figures));
        world.check_bonuses(cap_percent).await;
    }
    assert_eq!(scaled, [false, true, false]);
}

/// Starts a shop with a member and a number of unpaid orders of the closed period.
async fn unpaid(orders: usize) -> (Shop, Actor, Vec<OrderKey>) {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    let mut keys = Vec::new();
    for _ in 0..orders {
        let story = Story {
            buyer: &budi,
            products: &[(tea, 1)],
            period: shop.closed,
            plan_id: 1,
            percent: "0",
            at_ms: 1,
            events: &[],
        };
        keys.push(shop.tell(&story).await.0);
    }
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    (shop, budi, keys)
}

#[tokio::test]
async fn no_points_enter_a_period_during_calculation() {
    let (shop, budi, keys) = unpaid(24).await;
    let pay = async |key: OrderKey| {
        // Some orders are paid before the calculation, some after it, some during it.
        tokio::time::sleep(std::time::Duration::from_millis(u64::try_from(key.0 % 12).unwrap())).await;
        shop.advance(key, OrderEvent::Pay).await;
    };
    let (.., calculated) = tokio::join!(
        join_all(keys.iter().map(|key| pay(*key))),
        bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed)
    );
    assert!(!calculated.unwrap().before);
    let in_period = shop.count(
        "SELECT CAST(COALESCE(SUM(e.points), 0) AS BIGINT) FROM bv_entries e
        JOIN bv_periods p ON p.id = e.period_id WHERE p.name = 'Lalu'",
    );
    let allocated = shop.count("SELECT CAST(COALESCE(SUM(plan_a + plan_b), 0) AS BIGINT) FROM bv_allocations");
    assert_eq!(in_period.await, allocated.await);
    assert_eq!(budi.get("/api/me").await.expect(200)["BV"], 24 * 7, "and nothing is lost");
}

#[tokio::test]
async fn late_refunds_are_posted_to_the_open_period() {
    let (shop, budi, keys) = unpaid(1).await;
    shop.advance(keys[0], OrderEvent::Pay).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    let mut conn = shop.app.db.write_one().await.unwrap();
    let (now_ms, day) = (shop.app.clock.now_ms(), DAY_MS);
    volume::insert_period(&mut conn, "Nanti", now_ms + 31 * day, now_ms + 60 * day).await.unwrap();
    drop(conn);
    shop.advance(keys[0], OrderEvent::Refund).await;
    for (period, points) in [(shop.closed, 7), (shop.open, -7)] {
        let report = budi.get(&format!("/api/bv-report?period_id={period}")).await.expect(200)["data"].take();
        assert_eq!((&report["total_bv"], &report["transactions"][0]["total_bv"]), (&json!(points), &json!(points)));
        assert_eq!(report["transactions"][0]["products"][0]["name"], "Teh");
    }
}

#[tokio::test]
async fn a_payment_opens_a_period_if_none_is_open() {
    let (shop, budi, keys) = unpaid(3).await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.app.clock.advance(100 * DAY_MS);
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.open).await.unwrap();
    join_all(keys.iter().map(|key| shop.advance(*key, OrderEvent::Pay))).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_periods").await, 3);
    let budi = shop.renewed(&budi).await;
    let active = budi.get("/api/active-bv-periods").await.expect(200)["data"].take();
    assert_eq!(active.as_array().unwrap().len(), 1, "it takes orders now");
    let report = budi.get("/api/bv-report").await.expect(200)["data"].take();
    assert_eq!((&report["period"], &report["total_bv"]), (&active[0], &json!(21)));
    let orders = budi.get(&format!("/api/transactions/user/{}", budi.id)).await.expect(200)["data"].take();
    assert_eq!((&orders[0]["bv_period_id"], &orders[0]["bv_period_name"]), (&active[0]["id"], &active[0]["name"]));
}

#[tokio::test]
async fn reports_are_searched_by_order_number() {
    let (shop, budi, keys) = unpaid(2).await;
    for key in &keys {
        shop.advance(*key, OrderEvent::Pay).await;
    }
    let path = format!("/api/bv-report?period_id={}", shop.closed);
    let report = budi.get(&path).await.expect(200)["data"].take();
    assert_eq!(report["transactions"].as_array().unwrap().len(), 2);
    let number = report["transactions"][1]["order_id"].as_str().unwrap();
    let part = number[12..].to_lowercase();
    let found = budi.get(&format!("{path}&search={part}")).await.expect(200)["data"].take();
    assert_eq!((found["transactions"].as_array().unwrap().len(), &found["total_bv"]), (1, &json!(14)));
    assert_eq!(found["transactions"][0], report["transactions"][1]);
    assert_eq!(budi.get(&format!("{path}&search=_")).await.expect(200)["data"]["transactions"], json!([]));
    for path in ["bv-report?period_id=99", "downline-bv-summary?period_id=99", "bv-summary?bv_period_id=99"] {
        let refused = budi.get(&format!("/api/{path}")).await.refused(404, "not_found");
        assert_eq!(refused, "Periode tidak ditemukan.");
    }
    for path in ["bv-report?period_id=x", "downline-bv-summary?period_id=", "bv-summary?bv_period_id=1x"] {
        budi.get(&format!("/api/{path}")).await.refused(400, "malformed_request");
    }
    // Without a period the newest one is used; a shop without periods has nothing to report.
    assert_eq!(budi.get("/api/bv-report").await.expect(200)["data"]["period"]["id"], shop.open.0);
    let empty = Shop::start().await;
    empty.change("DELETE FROM bv_periods").await;
    let budi = empty.member("budi").await;
    assert_eq!(budi.get("/api/bv-report").await.expect(200)["data"]["period"], Value::Null);
    assert_eq!(budi.get("/api/bv-summary").await.expect(200)["is_calculated"], false);
    assert_eq!(budi.get("/api/downline-bv-summary").await.expect(200)["data"]["downlines"], json!([]));
    let history = budi.get("/api/history-bv").await.expect(200);
    assert_eq!(history["message"], "Tidak ada riwayat BV dari downline.");
}
