//! The minimum amount of a payout: members who wait for it, amounts that are added to the next payout, and no loss.

use std::collections::BTreeMap;

use ksmart_core::order::OrderEvent;
use ksmart_flows::payouts::notify_paid;
use ksmart_foundation::{
    ids::PeriodId,
    time::{DAY_MS, jakarta_date},
};
use ksmart_identity::roles::Role;
use ksmart_members::bonuses;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    bonuses::payouts::{PAYOUTS, at, proof, shop_with_bonuses},
    shop::{Actor, Shop, Story},
};

/// Returns the bonuses of each member as period and rupiah, oldest first.
async fn bonuses_of(shop: &Shop) -> BTreeMap<i64, Vec<(i64, i64)>> {
    let sql = "SELECT member_id, period_id, bonus_rp FROM bonuses ORDER BY member_id, id";
    let rows: Vec<(i64, i64, i64)> =
        sqlx::query_as(sql).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap();
    let mut found: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    for (member, period, bonus_rp) in rows {
        found.entry(member).or_default().push((period, bonus_rp));
    }
    found
}

/// Ends the open period with the same sales as the month before, and calculates it.
async fn end_second_month(shop: &Shop, members: &[Actor]) {
    let tea = shop.product_worth("Teh kedua", 1000, 20).await;
    for (buyer, number) in members.iter().zip(0..) {
        let story = Story {
            buyer,
            products: &[(tea, 1 + number)],
            period: shop.open,
            plan_id: 1 + number % 2,
            percent: "0",
            at_ms: 1,
            events: &[OrderEvent::Pay],
        };
        shop.tell(&story).await;
    }
    shop.change("UPDATE bv_periods SET ends_ms = starts_ms + 1 WHERE calculated_ms IS NULL").await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.open).await.unwrap();
}

async fn preview(by: &Actor, period: PeriodId, member: Option<&str>) -> Value {
    let only = member.map(|uid| format!("&member_uid={uid}")).unwrap_or_default();
    by.get(&format!("{PAYOUTS}/preview?period_id={period}{only}")).await.expect(200)
}

/// Prepares a payout as previewed and approves it; returns its key.
async fn approved(owner: &Actor, keeper: &Actor, seen: Value) -> Value {
    let id = owner.post(PAYOUTS, seen).await.expect(201)["payout"]["id"].take();
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    id
}

async fn paid(owner: &Actor, keeper: &Actor, seen: Value) -> Value {
    let id = approved(owner, keeper, seen).await;
    let body = json!({"version": 2, "proof_picture": proof(keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.expect(200);
    id
}

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

async fn set_least(shop: &Shop, least_rp: i64) {
    shop.set("payouts", json!({"minimum_rp": least_rp})).await;
}

/// Asserts that the books agree with the paid bonuses of each period, and that the number of paid payouts is `payouts`.
async fn books_must_tell(shop: &Shop, keeper: &Actor, payouts: i64) {
    let sql =
        "SELECT n.period_id, COUNT(DISTINCT i.batch_id), CAST(SUM(i.net_rp) AS BIGINT), CAST(SUM(i.tax_rp) AS BIGINT)
               FROM payout_items i JOIN bonuses n ON n.id = i.bonus_id JOIN payout_batches b ON b.id = i.batch_id
               WHERE b.state = 'paid' AND i.cancelled_ms IS NULL GROUP BY n.period_id ORDER BY n.period_id DESC";
    let paid: Vec<(i64, i64, i64, i64)> =
        sqlx::query_as(sql).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap();
    let by_period = keeper.get("/api/admin/books?by=period").await.expect(200);
    let told = |row: &Value| {
        let figures = &row["figures"];
        let payouts = &figures["payouts"];
        let number = |value: &Value| value.as_i64().unwrap();
        (
            number(&row["period_id"]),
            number(&payouts["count"]),
            number(&payouts["amount_rp"]),
            number(&figures["tax_rp"]),
        )
    };
    assert_eq!(by_period["rows"].as_array().unwrap().iter().map(told).collect::<Vec<_>>(), paid);
    let unpaid = "SELECT CAST(SUM(bonus_rp) AS BIGINT) FROM bonuses b WHERE NOT EXISTS (SELECT i.id FROM payout_items i
                  JOIN payout_batches o ON o.id = i.batch_id AND o.state = 'paid'
                  WHERE i.bonus_id = b.id AND i.cancelled_ms IS NULL)";
    assert_eq!(by_period["total"]["bonuses_due"]["amount_rp"], json!(shop.count(unpaid).await));
    let day = |from_now_ms: i64| jakarta_date(shop.app.clock.now_ms() + from_now_ms);
    let days = format!("from={}&to={}", day(-DAY_MS), day(DAY_MS));
    let by_day = keeper.get(&format!("/api/admin/books?by=day&{days}")).await.expect(200);
    for name in ["payouts", "tax_rp"] {
        assert_eq!(by_period["total"][name], by_day["total"][name], "{name}");
    }
    assert_eq!(by_day["total"]["payouts"]["count"], json!(payouts), "one that holds two periods is one");
}

#[tokio::test]
async fn small_bonuses_wait_and_are_paid_together() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    shop.set("taxes", json!({"method": "pph21"})).await;
    let first = bonuses_of(&shop).await;
    let mut amounts: Vec<i64> = first.values().map(|own| own[0].1).collect();
    amounts.sort_unstable();
    // A member with exactly the minimum amount is paid.
    let least_rp = amounts[3];
    set_least(&shop, least_rp).await;
    let waiting: BTreeMap<i64, i64> =
        first.iter().map(|(member, own)| (*member, own[0].1)).filter(|(_, rp)| *rp < least_rp).collect();
    assert!(!waiting.is_empty() && waiting.len() < 6, "{first:?}");

    let seen = preview(&keeper, shop.closed, None).await;
    let sum: i64 = waiting.values().sum();
    assert_eq!((&seen["left_out"], &seen["left_out_rp"]), (&json!(waiting.len()), &json!(sum)));
    assert_eq!(seen["items"], json!(6 - waiting.len()));
    assert_eq!((&seen["carried"], &seen["least_rp"]), (&json!(0), &json!(least_rp)));
    let left_out = keeper.all(&format!("{PAYOUTS}/left-out?period_id={}", shop.closed), "/left_out", 1).await;
    assert_eq!(left_out.len(), waiting.len());
    for bonus in &left_out {
        let missing = least_rp - bonus["bonus_rp"].as_i64().unwrap();
        assert_eq!((&bonus["reason"], &bonus["missing_rp"]), (&json!("too_little"), &json!(missing)));
    }
    for member in &members {
        let told = member.get("/api/bonuses").await.expect(200)[0]["waiting"].take();
        let expected = waiting.get(&member.id).map_or(Value::Null, |rp| json!({"bonus_rp": rp, "least_rp": least_rp}));
        assert_eq!(told, expected);
    }
    paid(&owner, &keeper, seen).await;
    shop.must_be_sound().await;

    // The next month includes the amounts that waited.
    end_second_month(&shop, &members).await;
    shop.must_be_sound().await;
    let seen = preview(&keeper, shop.open, None).await;
    let both = bonuses_of(&shop).await;
    let open_rp = |member: i64| -> i64 {
        both[&member].iter().filter(|(period, _)| *period == shop.open.0).map(|(_, rp)| rp).sum()
    };
    let comes_to = |member: i64| open_rp(member) + waiting.get(&member).copied().unwrap_or(0);
    let due: Vec<i64> = both.keys().copied().filter(|member| comes_to(*member) >= least_rp).collect();
    let carried = due.iter().filter(|member| waiting.contains_key(member)).count();
    assert!(carried > 0, "{both:?}");
    assert_eq!((&seen["transfers"], &seen["carried"]), (&json!(due.len()), &json!(carried)));
    assert_eq!(seen["gross_rp"], json!(due.iter().map(|member| comes_to(*member)).sum::<i64>()));
    let id = paid(&owner, &keeper, seen.clone()).await;
    let page = keeper.get(&at(&id, "")).await.expect(200);
    assert_eq!((&page["transfers"], &page["carried"]), (&json!(due.len()), &json!(carried)));
    let items = keeper.all(&at(&id, "/items"), "/items", 1).await;
    assert_eq!(items.len(), due.len());
    let file = keeper.get(&at(&id, "/bank.csv")).await.expect(200);
    assert_eq!(file.as_str().unwrap().lines().count(), due.len() + 1, "one line for each member: {file}");
    for member in &members {
        let own = uid(member).await;
        let Some(item) = items.iter().find(|item| item["member_uid"] == json!(own)) else { continue };
        let gross = comes_to(member.id);
        // The tax is 3 % of the month's sum, not of each bonus: 5 % of a half, and a fifth more without a tax number.
        let before = if waiting.contains_key(&member.id) { 0 } else { first[&member.id][0].1 };
        let tax = |gross: i64| gross * 3 / 100;
        assert_eq!((&item["gross_rp"], &item["tax_rp"]), (&json!(gross), &json!(tax(before + gross) - tax(before))));
        let bonus = member.get("/api/bonuses").await.expect(200)[0].take();
        assert_eq!((&bonus["status"], &bonus["waiting"]), (&json!("paid"), &Value::Null));
        let drawn = member.request(Method::GET, &format!("/storage/proofs/{}", bonus["id"])).send().await.unwrap();
        let drawn = drawn.text().await.unwrap();
        let net = ksmart_foundation::format::rupiah(item["net_rp"].as_i64().unwrap());
        assert!(drawn.contains(&net), "the proof is of the transfer: {drawn}");
    }
    notify_paid(&shop.app.db, shop.app.clock.now_ms()).await.unwrap();
    let told = shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'bonus_paid'").await;
    assert_eq!(usize::try_from(told).unwrap(), 6 - waiting.len() + due.len(), "each transfer is told once");
    books_must_tell(&shop, &keeper, 2).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn bonuses_of_one_transfer_stay_together() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    end_second_month(&shop, &members).await;
    let all = bonuses_of(&shop).await;
    // No member is paid before the second month.
    let least_rp = 1 + all.values().map(|own| own.iter().map(|(_, rp)| *rp).max().unwrap()).max().unwrap();
    set_least(&shop, least_rp).await;
    assert_eq!(preview(&keeper, shop.closed, None).await["items"], 0);
    let due: Vec<i64> = all
        .iter()
        .filter(|(_, own)| own.iter().map(|(_, rp)| rp).sum::<i64>() >= least_rp)
        .map(|(member, _)| *member)
        .collect();
    assert!(!due.is_empty() && due.len() < all.len(), "{all:?}");

    // A member below the minimum can be paid alone, both bonuses with one transfer.
    let left = members.iter().find(|member| all.contains_key(&member.id) && !due.contains(&member.id)).unwrap();
    let own = uid(left).await;
    for list in ["preview", "left-out"] {
        let nobodys = format!("{PAYOUTS}/{list}?period_id={}&member_uid=TIDAKADA", shop.open);
        keeper.get(&nobodys).await.refused(404, "not_found");
    }
    let seen = preview(&keeper, shop.open, Some(&own)).await;
    assert_eq!((&seen["member_uid"], &seen["transfers"], &seen["left_out"]), (&json!(own), &json!(1), &json!(0)));
    assert_eq!(seen["items"], json!(all[&left.id].len()));
    let alone = paid(&owner, &keeper, seen).await;
    let page = keeper.get(&at(&alone, "")).await.expect(200);
    assert!(page["payout"]["only_member"].is_string(), "{page}");
    assert!(left.get("/api/bonuses").await.expect(200).as_array().unwrap().iter().all(|b| b["status"] == "paid"));
    shop.must_be_sound().await;

    let id = owner.post(PAYOUTS, preview(&owner, shop.open, None).await).await.expect(201)["payout"]["id"].take();
    let items = keeper.all(&at(&id, "/items"), "/items", 2).await;
    assert_eq!(items.len(), due.len());
    let first = &items[0];
    assert_eq!((&first["bonuses"], &first["carried"]), (&json!(2), &json!(1)));
    let listed = keeper.get(&format!("{PAYOUTS}?period_id={}", shop.closed)).await.expect(200);
    assert!(listed["payouts"].as_array().unwrap().iter().any(|payout| payout["id"] == id), "it holds some of that");
    let out = json!({"item": first["id"], "reason": "Diperiksa", "version": 1});
    let mut version = 1;
    if due.len() > 1 {
        let page = keeper.post(&at(&id, "/leave-out"), out).await.expect(200);
        assert_eq!(page["payout"]["removed_items"], 2, "both of them");
        version = 2;
        shop.must_be_sound().await;
    }
    keeper.post(&at(&id, "/approve"), json!({"version": version})).await.expect(200);
    let body = json!({"version": version + 1, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.expect(200);
    let last = items.last().unwrap();
    let failed = json!({"item": last["id"], "failure": "closed_account", "version": version + 2});
    keeper.post(&at(&id, "/fail-transfer"), failed).await.expect(200);
    books_must_tell(&shop, &keeper, 2).await;
    shop.must_be_sound().await;

    // Without a minimum amount all remaining bonuses are paid by period, once.
    let is_last = |member: &&Actor| last["member_name"] == member.email.split('@').next().unwrap();
    let whose = members.iter().find(is_last).unwrap();
    whose.post("/api/me/bank-account/confirm", json!({})).await.expect(200);
    set_least(&shop, 0).await;
    for period in [shop.closed, shop.open] {
        let seen = preview(&keeper, period, None).await;
        if seen["items"] != json!(0) {
            paid(&owner, &keeper, seen).await;
        }
    }
    let unpaid = "SELECT COUNT(*) FROM bonuses b WHERE NOT EXISTS (SELECT i.id FROM payout_items i
                  JOIN payout_batches o ON o.id = i.batch_id AND o.state = 'paid'
                  WHERE i.bonus_id = b.id AND i.cancelled_ms IS NULL)";
    assert_eq!(shop.count(unpaid).await, 0, "nothing is lost");
    assert_eq!(keeper.get(&format!("{PAYOUTS}/due")).await.expect(200)["periods"], json!([]));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_begun_payout_is_finished_after_a_crash() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    set_least(&shop, 10_000_000).await;
    let seen = preview(&keeper, shop.closed, Some(&uid(&members[5]).await)).await;
    assert_eq!(seen["items"], 1);
    let made = keeper.post(PAYOUTS, seen).await.expect(201)["payout"].take();
    shop.change("UPDATE payout_batches SET begun_ms = 5").await;
    shop.change("DELETE FROM payout_items").await;
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(owner.get(&at(&made["id"], "")).await.expect(200)["payout"]["net_rp"], made["net_rp"]);
    let packer = shop.staff(Role::Fulfilment).await;
    packer.get(&format!("{PAYOUTS}/preview?period_id={}", shop.closed)).await.refused(403, "forbidden");
    shop.must_be_sound().await;
}
