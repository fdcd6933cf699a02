//! Calculating a period: once, completely, and safe against an interruption at any point.

use std::{
    future::Future,
    pin::pin,
    process::{Child, Command, Output, Stdio},
    task::Poll,
    time::Duration,
};

use ksmart_core::{
    order::OrderEvent,
    plan::document::{ComponentKind, Plan, Volume},
};
use ksmart_foundation::ids::{MemberId, PeriodId};
use ksmart_identity::roles::Role;
use ksmart_members::bonuses::{self, Refused, insert_plan};
use serde_json::json;

use crate::{
    shop::{Actor, Shop, Story},
    volume::ledger::plan,
};

/// Query that counts all rows written by a calculation.
const WRITTEN: &str = "SELECT (SELECT COUNT(*) FROM bv_allocations) + (SELECT COUNT(*) FROM bonuses)
    + (SELECT COUNT(*) FROM bonus_lines) + (SELECT COUNT(*) FROM bonus_calculations)
    + (SELECT COUNT(*) FROM bv_periods WHERE calculated_ms IS NOT NULL)";

/// Queries for the sum of all bonuses, and for the sum of their lines.
const BONUSES: &str = "SELECT CAST(COALESCE(SUM(bonus_rp), 0) AS BIGINT) FROM bonuses";
const LINES: &str = "SELECT CAST(COALESCE(SUM(amount_rp), 0) AS BIGINT) FROM bonus_lines";

/// Starts a shop with a chain of members who have all bought in the closed period.
pub async fn shop_with_sales() -> (Shop, Vec<Actor>) {
    let shop = Shop::start().await;
    let tea = shop.product_worth("Teh", 1000, 20).await;
    let mut members: Vec<Actor> = Vec::new();
    for number in 0..6 {
        let buyer = shop.member_below(&format!("anggota{number}"), members.last()).await;
        let story = Story {
            buyer: &buyer,
            products: &[(tea, 1 + number)],
            period: shop.closed,
            plan_id: 1 + number % 2,
            percent: "0",
            at_ms: 1,
            events: &[OrderEvent::Pay],
        };
        shop.tell(&story).await;
        members.push(buyer);
    }
    (shop, members)
}

/// Starts the shop of [`shop_with_sales`] with a compensation plan.
pub async fn shop_with_plan() -> (Shop, Vec<Actor>) {
    let (shop, members) = shop_with_sales().await;
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    (shop, members)
}

fn command(shop: &Shop, id: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ksmart"));
    command
        .args(["period", "calculate", id])
        .args(shop.flags())
        // On a busy machine the log reports slow statements, in addition to the command's own output.
        .env("RUST_LOG", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> (bool, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[tokio::test]
async fn a_repeated_calculation_changes_nothing() {
    let (shop, _) = shop_with_plan().await;
    let id = shop.closed.to_string();
    let (succeeded, first, _) = said(&command(&shop, &id).output().unwrap());
    assert!(succeeded);
    let bonus_rp = shop.count(BONUSES).await;
    assert_eq!(shop.count(LINES).await, bonus_rp);
    assert!(bonus_rp > 0);
    let figures = "6 members allocated, 6 bonuses, Rp ";
    assert!(first.starts_with(&format!("BV period {id} (Lalu) is calculated: {figures}")), "{first}");
    assert_eq!(first.lines().count(), 1);
    let written = shop.count(WRITTEN).await;
    let (succeeded, again, _) = said(&command(&shop, &id).output().unwrap());
    assert!(succeeded);
    assert_eq!(again, first.replace("is calculated:", "is calculated already:"));
    assert_eq!((shop.count(WRITTEN).await, shop.count(BONUSES).await), (written, bonus_rp));
}

#[tokio::test]
async fn an_impossible_calculation_changes_nothing() {
    let (shop, _) = shop_with_sales().await;
    let refused = |id: &str| {
        let (succeeded, out, error) = said(&command(&shop, id).output().unwrap());
        assert!(!succeeded && out.is_empty(), "{out}");
        error
    };
    let (open, closed) = (shop.open.to_string(), shop.closed.to_string());
    assert_eq!(
        refused(&closed),
        "ksmart: there is no compensation plan yet; one is needed before a period is calculated\n"
    );
    assert_eq!(refused("99"), "ksmart: there is no BV period 99\n");
    assert_eq!(refused(&open), format!("ksmart: the BV period {open} is not over yet\n"));
    refused("x");
    refused("");
    assert_eq!(shop.count(WRITTEN).await, 0);
    // An invalid plan that was inserted directly into the database.
    shop.change("INSERT INTO compensation_plans (document, created_ms) VALUES ('{}', 1)").await;
    assert_eq!(refused(&closed), "ksmart: version 1 of the compensation plan makes no sense\n");
    // A plan that is too large for this network.
    let vast = Plan { point_value: ksmart_core::quote::MAX_AMOUNT, ..plan(40) };
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &vast, 1).await.unwrap();
    assert_eq!(refused(&closed), "ksmart: the points or the bonuses are too large to be represented\n");
    assert_eq!(shop.count(WRITTEN).await, 0);
}

/// Query that counts periods whose calculation has begun and is not finished.
pub const BEGUN: &str = "SELECT COUNT(*) FROM bv_periods WHERE frozen_ms IS NOT NULL AND calculated_ms IS NULL";

#[tokio::test]
async fn a_failed_calculation_can_be_repeated() {
    // Obstacles to the first, a middle and the last row that a calculation writes.
    for (obstacle, removed) in [
        (
            "INSERT INTO bonus_calculations
             SELECT MIN(p.id), 0, MIN(c.id), 0, 0, 0, 0, 0, 0, 0, 0, '[]' FROM bv_periods p, compensation_plans c",
            "DELETE FROM bonus_calculations",
        ),
        (
            "INSERT INTO bv_allocations SELECT MAX(m.id), MIN(p.id), 0, 0, 0, 0 FROM members m, bv_periods p",
            "DELETE FROM bv_allocations WHERE plan_a + plan_b = 0",
        ),
        (
            "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp, components)
             SELECT MAX(m.id), MIN(p.id), MIN(c.id), 0, 1, '[]' FROM members m, bv_periods p, compensation_plans c",
            "DELETE FROM bonuses WHERE bonus_rp = 1",
        ),
    ] {
        let (shop, members) = shop_with_plan().await;
        shop.change(obstacle).await;
        let failed = bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await;
        assert!(matches!(failed, Err(Refused::Database(_) | Refused::Unfinished(_))), "{obstacle}: {failed:?}");
        assert_eq!(shop.count("SELECT COUNT(*) FROM bv_periods WHERE calculated_ms IS NOT NULL").await, 0);
        for member in &members {
            assert_eq!(member.get("/api/bonuses").await.expect(200), json!([]), "{obstacle}");
        }
        shop.change(removed).await;
        assert!(!bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap().before);
        assert_eq!(members[0].get("/api/bonuses").await.expect(200)[0]["bv_period_id"], shop.closed.0);
        assert_eq!(shop.count(LINES).await, shop.count(BONUSES).await);
        shop.must_be_sound().await;
    }
}

/// Begins the calculation of the shop's first period, and makes it fail at the last row that it writes.
pub async fn begin(shop: &Shop, period: PeriodId) {
    shop.change(
        "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp, components)
         SELECT MAX(m.id), MIN(p.id), MIN(c.id), 0, 1, '[]' FROM members m, bv_periods p, compensation_plans c",
    )
    .await;
    let failed = bonuses::calculate(&shop.app.db, &shop.app.clock, period).await;
    assert!(matches!(failed, Err(Refused::Unfinished(_))), "{failed:?}");
    shop.change("DELETE FROM bonuses WHERE bonus_rp = 1").await;
    assert_eq!(shop.count(BEGUN).await, 1);
}

#[tokio::test]
async fn an_unfinished_calculation_shows_no_bonuses() {
    let (shop, members) = shop_with_plan().await;
    let tea = shop.product("Kopi", 10, 5).await;
    let (products, period) = (&[(tea, 1)], shop.closed);
    let story = Story { buyer: &members[0], products, period, plan_id: 1, percent: "0", at_ms: 1, events: &[] };
    let (unpaid, _) = shop.tell(&story).await;
    let finance = shop.staff(Role::Finance).await;
    let expected = finance.get(&format!("/api/admin/periods/{period}/calculation")).await.expect(200);
    begin(&shop, period).await;
    assert_eq!(members[0].get("/api/bonuses").await.expect(200), json!([]));
    let summary = members[0].get(&format!("/api/bv-summary?bv_period_id={period}")).await.expect(200);
    assert_eq!(summary["is_calculated"], false);
    let payable = finance.get(&format!("/api/admin/payouts/preview?period_id={period}")).await.expect(200);
    assert_eq!((&payable["items"], &payable["left_out"]), (&json!(0), &json!(0)));
    let owed = ksmart_flows::payouts::unpaid_by_period(&mut shop.app.db.read().await.unwrap()).await.unwrap();
    assert!(owed.is_empty(), "{owed:?}");
    shop.must_be_sound().await;
    // The period is frozen: an order paid now counts in the next period.
    shop.advance(unpaid, OrderEvent::Pay).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_entries WHERE period_id = 2").await, 1);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count(BEGUN).await, 1, "whoever has begun may still be at it");
    shop.app.clock.advance(61_000);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count(BEGUN).await, 0);
    assert_eq!(shop.count(BONUSES).await, expected["bonus_rp"]);
    assert_eq!(shop.count(LINES).await, expected["bonus_rp"]);
    assert_eq!(members[0].get("/api/bonuses").await.expect(200)[0]["bv_period_id"], period.0);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_calculation_does_not_block_the_shop() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 1_000_000, 1_000_000).await;
    let budi = shop.member("budi").await;
    let (products, period, events) = (&[(salt, 1)], shop.closed, &[OrderEvent::Pay]);
    shop.tell(&Story { buyer: &budi, products, period, plan_id: 1, percent: "0", at_ms: 1, events }).await;
    shop.change(
        "INSERT INTO members (uid, email, password_hash, name, phone, address, bank, bank_account, gender, birth_date,
                              plan_id, leader_id, role, created_ms, search_text, contact_text, short_text)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
         SELECT 'N' || CAST(n AS TEXT), 'anggota' || CAST(n AS TEXT), '', 'Anggota', '', '', '', '', gender, birth_date,
                plan_id, id, 'member', 0, '', '', ''
         FROM numbers CROSS JOIN members WHERE leader_id IS NULL",
    )
    .await;
    shop.change(
        "INSERT INTO bv_totals (member_id, period_id, plan_id, personal_points, group_points)
         SELECT id, 1, 1, 40, 0 FROM members WHERE leader_id IS NOT NULL",
    )
    .await;
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    let (db, clock) = (shop.app.db.clone(), shop.app.clock.clone());
    let calculating = tokio::spawn(async move { bonuses::calculate(&db, &clock, period).await });
    let mut added = 0;
    while !calculating.is_finished() {
        budi.post("/api/cart", json!({"product_id": salt, "quantity": 1})).await.expect(201);
        added += 1;
    }
    let figures = calculating.await.unwrap().unwrap().figures.unwrap();
    assert_eq!((figures.members, figures.bonuses), (2001, 2001));
    // If the calculation blocked the shop, very few additions would succeed before its end.
    assert!(added > 3, "{added} additions while it was calculated");
}

/// Members directly below one leader: their bonuses and lines are so many that they are written by several statements.
#[tokio::test]
async fn many_bonuses_have_their_own_lines() {
    let shop = Shop::start().await;
    let tea = shop.product_worth("Teh", 1000, 40).await;
    let top = shop.member("top").await;
    let mut buyers = vec![top.clone()];
    for number in 0..70 {
        buyers.push(shop.member_below(&format!("anggota{number}"), Some(&top)).await);
    }
    for buyer in &buyers {
        let events = &[OrderEvent::Pay];
        let products = &[(tea, 1 + buyer.id % 3)];
        let story = Story { buyer, products, period: shop.closed, plan_id: 1, percent: "0", at_ms: 1, events };
        shop.tell(&story).await;
    }
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    let figures = bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap().figures.unwrap();
    assert_eq!((figures.members, figures.bonuses), (71, 71));
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonus_lines").await, 141);
    let unlike = "SELECT COUNT(*) FROM bonuses b
        WHERE b.bonus_rp <> (SELECT SUM(l.amount_rp) FROM bonus_lines l WHERE l.bonus_id = b.id)";
    assert_eq!(shop.count(unlike).await, 0);
    let strangers = "SELECT COUNT(*) FROM bonus_lines l JOIN bonuses b ON b.id = l.bonus_id
        WHERE l.source_member_id <> b.member_id AND NOT EXISTS (SELECT a.depth FROM member_ancestors a
          WHERE a.member_id = l.source_member_id AND a.ancestor_id = b.member_id AND a.depth = l.depth)";
    assert_eq!(shop.count(strangers).await, 0);
}

/// Polls a future at most `polls` times, and then drops it; returns `None` if it was not ready.
async fn polled<F: Future>(future: F, polls: usize) -> Option<F::Output> {
    let (mut future, mut left) = (pin!(future), polls);
    std::future::poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

#[tokio::test]
async fn a_dropped_calculation_is_all_or_nothing() {
    let (shop, members) = shop_with_plan().await;
    let (mut polls, mut left_nothing) = (0, 0);
    let calculated = loop {
        if let Some(calculated) = polled(bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed), polls).await {
            break calculated.unwrap();
        }
        // A calculation that is dropped during the commit may have been committed.
        if shop.count(WRITTEN).await == 0 {
            left_nothing += 1;
        } else {
            assert_eq!(shop.count("SELECT COUNT(*) FROM bonus_calculations").await, 1, "after {polls} polls");
        }
        polls += 1;
    };
    assert!(left_nothing > 0, "{left_nothing} of {polls}");
    let figures = calculated.figures.unwrap();
    assert_eq!((figures.bonus_rp, figures.bonuses), (shop.count(BONUSES).await, 6));
    assert_eq!(shop.count(LINES).await, figures.bonus_rp);
    assert_eq!(members[0].get("/api/bonuses").await.expect(200)[0]["bv_period_id"], shop.closed.0);
}

#[tokio::test]
async fn simultaneous_calculations_run_once() {
    let (shop, _) = shop_with_plan().await;
    let calculate = || bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed);
    let (a, b, c) = tokio::join!(calculate(), calculate(), calculate());
    let all = [a, b, c].map(Result::unwrap);
    assert_eq!(all.iter().filter(|calculated| !calculated.before).count(), 1);
    assert!(all.windows(2).all(|two| two[0].figures == two[1].figures));
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonus_calculations").await, 1);
}

#[tokio::test]
async fn killed_processes_still_calculate_once() {
    let (shop, _) = shop_with_plan().await;
    let id = shop.closed.to_string();
    // Killed before, during or after the calculation: either nothing is written, or everything.
    for wait_ms in [0, 20, 40, 60, 80, 120] {
        let mut killed = command(&shop, &id).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert_eq!(shop.count(LINES).await, shop.count(BONUSES).await);
        let calculated = shop.count("SELECT COUNT(*) FROM bonus_calculations").await;
        assert_eq!(shop.count(WRITTEN).await > 0, calculated == 1);
    }
    let started: Vec<Child> = (0..3).map(|_| command(&shop, &id).spawn().unwrap()).collect();
    let mut sentences = Vec::new();
    for child in started {
        let (succeeded, sentence, error) = said(&child.wait_with_output().unwrap());
        assert!(succeeded, "{error}");
        sentences.push(sentence.replace(" already", ""));
    }
    sentences.dedup();
    assert_eq!(sentences.len(), 1, "{sentences:?}");
    assert_eq!(shop.count(LINES).await, shop.count(BONUSES).await);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonus_calculations").await, 1);
}

#[tokio::test]
async fn a_bonus_is_hidden_from_other_members() {
    let (shop, members) = shop_with_plan().await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    // A new version does not change past calculations.
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(1), 2).await.unwrap();
    let (top, second) = (&members[0], &members[1]);
    let bonus = top.get("/api/bonuses").await.expect(200)[0].take();
    assert_eq!(top.get("/api/bonuses/").await.expect(200)[0], bonus);
    assert_eq!((&bonus["status"], &bonus["proof_transfer"]), (&json!("unpaid"), &json!(null)));
    assert_eq!(top.get(&format!("/api/bonuses?bv_period_id={}", shop.open)).await.expect(200), json!([]));
    let lines = format!("/api/bonuses/{}/lines", bonus["id"]);
    let answer = top.get(&lines).await.expect(200);
    // 20 points are below the qualification, so only own points are paid.
    assert_eq!(
        answer["lines"],
        json!([{
            "id": answer["lines"][0]["id"], "member_name": "anggota0", "member_uid": answer["lines"][0]["member_uid"],
            "level": 0, "bv": 20, "rate": 10.5, "rate_text": "10.5", "rupiah": 20 * 1234 * 105 / 1000,
            "component": "personal", "component_name": "Bonus pribadi", "component_kind": "personal",
            "difference": null, "shares": null,
        }])
    );
    assert_eq!(
        answer["components"],
        json!([
            {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "rupiah": 2591, "needs": [], "skipped": null},
            {"code": "level", "name": "Bonus tingkat", "kind": "level", "rupiah": 0, "needs": [{
                "metric": "pv", "volume": "both", "nth": null, "rank_name": null, "at_least": 30, "has": 20,
                "missing": 10, "is_met": false,
            }], "skipped": {"members": 3, "points": 40 + 60 + 80}},
        ])
    );
    assert_eq!(
        (&answer["rank"], &answer["rank_name"], &answer["plan_name"]),
        (&json!("member"), &json!("Anggota"), &json!("Rencana"))
    );
    assert_eq!((&answer["scaled"], &answer["member_scaled"]), (&json!(null), &json!(null)));
    assert_eq!((&answer["point_value"], &answer["is_scaled"]), (&json!(1234), &json!(false)));
    let below = second.get("/api/bonuses").await.expect(200)[0].take();
    let id = below["id"].clone();
    let below = second.get(&format!("/api/bonuses/{id}/lines")).await.expect(200);
    // The office sees the same data as the member.
    let banker = shop.staff(Role::Finance).await;
    assert_eq!(banker.get(&format!("/api/admin/bonuses/{id}/lines")).await.expect(200), below);
    banker.get("/api/admin/bonuses/0/lines").await.refused(404, "not_found");
    let calculated = banker.get(&format!("/api/admin/periods/{}/calculation", shop.closed)).await.expect(200);
    let largest = calculated["largest"].as_array().unwrap();
    assert!(largest.iter().any(|bonus| bonus["id"] == id), "{largest:?}");
    let levels: Vec<(i64, f64)> = below["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["level"].as_i64().unwrap(), line["rate"].as_f64().unwrap()))
        .collect();
    assert_eq!(levels, [(0, 10.5), (1, 8.0), (2, 3.3), (3, 0.5)]);
    assert_eq!(second.get(&lines).await.refused(404, "not_found"), "Bonus tidak ditemukan.");
    top.get("/api/bonuses/0/lines").await.refused(404, "not_found");
    top.get("/api/bonuses/x/lines").await.refused(404, "not_found");

    let pay = async |period: PeriodId| {
        let mut conn = shop.app.db.write_one().await.unwrap();
        ksmart_flows::payouts::mark_paid(&mut conn, MemberId(top.id), period, Some("proofs/a.webp"), 5).await.unwrap()
    };
    assert!(!pay(shop.open).await);
    assert!(pay(shop.closed).await);
    assert!(!pay(shop.closed).await, "once");
    let bonus = top.get("/api/bonuses").await.expect(200)[0].take();
    let proof = format!("proofs/{}", bonus["id"]);
    assert_eq!((&bonus["status"], &bonus["proof_transfer"]), (&json!("paid"), &json!(proof)));
}

#[tokio::test]
async fn bonus_lines_mask_deep_downline_names() {
    let (shop, members) = shop_with_plan().await;
    shop.change("UPDATE members SET name = name || ' Sari Rahasia'").await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    let second = &members[1];
    let bonus = second.get("/api/bonuses").await.expect(200)[0].take();
    let path = format!("/api/bonuses/{}/lines", bonus["id"]);
    let endings = async || {
        let answer = second.get(&path).await.expect(200);
        let ending = |line: &serde_json::Value| {
            let name = line["member_name"].as_str().unwrap();
            (line["level"].as_i64().unwrap(), name.ends_with(" Sari Rahasia"), name.ends_with(" R."))
        };
        answer["lines"].as_array().unwrap().iter().map(ending).collect::<Vec<_>>()
    };
    let levels = [0, 1, 2, 3];
    assert_eq!(endings().await, levels.map(|level| (level, true, false)));
    shop.set("privacy", json!({"downline_contacts": "masked"})).await;
    assert_eq!(endings().await, levels.map(|level| (level, level < 2, level >= 2)));
}

#[tokio::test]
async fn plan_a_or_b_matters_only_if_they_pay_unequally() {
    let shop = Shop::start().await;
    let matters = async || shop.guest().get("/api/plan-choice").await.expect(200)["matters"].clone();
    let publish = async |plan: &Plan| insert_plan(&mut shop.app.db.write_one().await.unwrap(), plan, 1).await.unwrap();
    assert_eq!(matters().await, true, "nothing is known of bonuses");
    publish(&plan(40)).await;
    assert_eq!(matters().await, false);
    let mut apart = plan(40);
    let ComponentKind::Personal { volume, .. } = &mut apart.components[0].kind else { panic!("{apart:?}") };
    *volume = Volume::A;
    publish(&apart).await;
    assert_eq!(matters().await, true);
}
