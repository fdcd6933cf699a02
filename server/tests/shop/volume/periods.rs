//! BV periods in the office: created, changed, closed, reopened, deleted, and calculated exactly as previewed.

use futures_util::join;
use ksmart_core::order::OrderEvent;
use ksmart_foundation::{
    format,
    ids::PeriodId,
    time::{DAY_MS, jakarta_date, rfc3339},
};
use ksmart_identity::roles::Role;
use ksmart_members::volume;
use serde_json::{Value, json};

use crate::{
    bonuses::calculating::{shop_with_plan, shop_with_sales},
    shop::{Actor, Shop, Story},
};

/// Returns the date in Jakarta this many days from now.
fn day(shop: &Shop, days: i64) -> String {
    jakarta_date(shop.app.clock.now_ms() + days * DAY_MS)
}

fn form(shop: &Shop, name: &str, from: i64, to: i64) -> Value {
    json!({"name": name, "starts_on": day(shop, from), "ends_on": day(shop, to)})
}

fn at(id: impl std::fmt::Display, action: &str) -> String {
    format!("/api/admin/periods/{id}{action}")
}

/// Returns the actions in the audit log for a subject, oldest first.
pub async fn logged(owner: &Actor, subject: &str, key: &str) -> Vec<String> {
    let log = owner.get(&format!("/api/admin/audit?subject={subject}&key={key}")).await.expect(200);
    let entries = log["entries"].as_array().unwrap().iter().rev();
    entries.map(|entry| entry["action"].as_str().unwrap().to_owned()).collect()
}

/// Returns the names of the fields that an answer refuses.
#[track_caller]
pub fn refused_fields(answer: crate::shop::Answer) -> Vec<String> {
    let body = answer.expect(422);
    let fields = body["fields"].as_array().unwrap_or_else(|| panic!("{body}"));
    for field in fields {
        assert!(
            field["message"].as_str().unwrap().ends_with(['.', '!', '?']) || field["code"] == "mismatch",
            "{field}"
        );
    }
    fields.iter().map(|field| field["field"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_period_is_created_closed_and_reopened() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let made = keeper.post("/api/admin/periods", form(&shop, " Akhir tahun ", 1, 20)).await.expect(201);
    let (id, period) = (made["period"]["id"].clone(), &made["period"]);
    assert_eq!(
        (&period["name"], &period["state"], &period["version"]),
        (&json!("Akhir tahun"), &json!("upcoming"), &json!(1))
    );
    assert_eq!((&period["starts_on"], &period["ends_on"]), (&json!(day(&shop, 1)), &json!(day(&shop, 20))));
    assert_eq!((&made["overlaps"], &made["is_unused"]), (&json!(["Kini"]), &json!(true)));
    let mut edit = form(&shop, "Desember", -3, 20);
    edit["version"] = json!(1);
    let changed = keeper.put(&at(&id, ""), edit.clone()).await.expect(200);
    assert_eq!((&changed["period"]["state"], &changed["period"]["version"]), (&json!("open"), &json!(2)));
    let active = shop.guest().get("/api/active-bv-periods").await.expect(200);
    assert_eq!(active["data"].as_array().unwrap().len(), 2, "members choose between those that overlap");

    // An edit of a version that someone else has changed gets a conflict with the current data.
    let conflict = owner.put(&at(&id, ""), edit).await;
    assert_eq!(conflict.body["current"], keeper.get(&at(&id, "")).await.expect(200));
    let said = conflict.refused(409, "edit_conflict");
    assert!(said.starts_with("Data ini baru saja diubah oleh finance ("), "{said}");

    let closed = keeper.post(&at(&id, "/close"), json!({"version": 2})).await.expect(200);
    assert_eq!(closed["period"]["state"], "ended");
    assert_eq!(closed["period"]["ends_on"], day(&shop, 0));
    let buyer = shop.member("budi").await;
    let tea = shop.product("Teh", 10, 5).await;
    let request = shop.order(&buyer).item(tea, 1).with("bv_period_id", id.clone()).body().await;
    buyer.post("/api/create-transaction", request.clone()).await.refused(409, "period_closed");
    keeper.post(&at(&id, "/close"), json!({"version": 2})).await.refused(409, "edit_conflict");
    keeper.post(&at(&id, "/close"), json!({"version": 3})).await.refused(409, "move_refused");
    // Renaming a closed period does not reopen it, although its last day is not over yet.
    let mut renamed = form(&shop, "Desember (tutup)", -3, 0);
    renamed["version"] = json!(3);
    let renamed = keeper.put(&at(&id, ""), renamed).await.expect(200);
    assert_eq!(
        (&renamed["period"]["state"], &renamed["period"]["ends_at"]),
        (&json!("ended"), &closed["period"]["ends_at"])
    );

    let past = keeper.post(&at(&id, "/reopen"), json!({"version": 4, "ends_on": day(&shop, -1)})).await;
    assert_eq!(refused_fields(past), ["ends_on"]);
    let reopened = keeper.post(&at(&id, "/reopen"), json!({"version": 4, "ends_on": day(&shop, 5)})).await.expect(200);
    assert_eq!((&reopened["period"]["state"], &reopened["period"]["ends_on"]), (&json!("open"), &json!(day(&shop, 5))));
    keeper
        .post(&at(&id, "/reopen"), json!({"version": 5, "ends_on": day(&shop, 6)}))
        .await
        .refused(409, "move_refused");
    buyer.post("/api/create-transaction", request).await.expect(201);

    // A period with orders cannot be deleted.
    let used = keeper.delete(&at(&id, "?version=5")).await.refused(409, "move_refused");
    assert_eq!(used, "Periode ini sudah dipakai oleh pesanan dan tidak dapat dihapus.");
    assert_eq!(keeper.get(&at(&id, "")).await.expect(200)["is_unused"], false);
    let other = keeper.post("/api/admin/periods", form(&shop, "Salah", 40, 50)).await.expect(201);
    let other = &other["period"]["id"];
    keeper.delete(&at(other, "?version=2")).await.refused(409, "edit_conflict");
    assert_eq!(keeper.delete(&at(other, "?version=1")).await.status, 204);
    keeper.get(&at(other, "")).await.refused(404, "not_found");
    assert_eq!(logged(&owner, "period", "Desember (tutup)").await, ["update", "reopen"]);
    assert_eq!(logged(&owner, "period", "Salah").await, ["create", "delete"]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_periods_are_refused_by_field() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let create = async |form: Value| refused_fields(keeper.post("/api/admin/periods", form).await);
    assert_eq!(
        create(json!({"name": " ", "starts_on": "", "ends_on": "2026-02-30"})).await,
        ["name", "starts_on", "ends_on"]
    );
    assert_eq!(create(form(&shop, &"x".repeat(101), 5, 4)).await, ["name", "ends_on"]);
    assert_eq!(create(form(&shop, "Dulu", -9, -1)).await, ["ends_on"]);
    assert_eq!(create(form(&shop, "kini", 1, 2)).await, ["name"], "the name of another, in other letters");
    keeper.post("/api/admin/periods", json!({"name": "x"})).await.refused(422, "invalid_field");
    keeper
        .put(&at(999, ""), json!({"name": "x", "starts_on": "", "ends_on": "", "version": 1}))
        .await
        .refused(404, "not_found");
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_periods").await, 2);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries").await, 0);
    let packer = shop.staff(Role::Fulfilment).await;
    packer.post("/api/admin/periods", form(&shop, "Gudang", 1, 2)).await.refused(403, "forbidden");
    packer.post(&at(shop.closed, "/calculate"), json!({"name": "Lalu", "digest": ""})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_period_must_include_its_orders() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let (buyer, tea) = (shop.member("budi").await, shop.product("Teh", 10, 5).await);
    let now_ms = shop.app.clock.now_ms();
    for days in [20, 10] {
        let events = &[OrderEvent::Pay];
        let at_ms = now_ms - days * DAY_MS;
        shop.tell(&Story {
            buyer: &buyer,
            products: &[(tea, 1)],
            period: shop.open,
            plan_id: 1,
            percent: "0",
            at_ms,
            events,
        })
        .await;
    }
    let edit = async |from: i64, to: i64, version: i64| {
        let mut edit = form(&shop, "Kini", from, to);
        edit["version"] = json!(version);
        keeper.put(&at(shop.open, ""), edit).await
    };
    assert_eq!(refused_fields(edit(-19, 30, 1).await), ["starts_on"]);
    assert_eq!(refused_fields(edit(-20, -11, 1).await), ["ends_on"]);
    assert_eq!(refused_fields(edit(-15, -12, 1).await), ["starts_on", "ends_on"]);
    assert_eq!(edit(-20, -10, 1).await.expect(200)["period"]["version"], 2);
    let listed = keeper.all("/api/admin/periods", "/periods", 1).await;
    let figures = ["name", "orders", "points", "sales_rp"].map(|name| listed[0][name].clone());
    assert_eq!(figures, [json!("Kini"), json!(2), json!(10), json!(2000)]);
    assert_eq!(listed.len(), 2);
    shop.must_be_sound().await;
}

/// Returns all visible data of a calculation, without the time of calculation and the digest.
fn seen(calculation: &Value) -> Value {
    let mut seen = calculation.clone();
    for name in ["calculated_at", "digest"] {
        seen[name].take();
    }
    // A bonus has a key only after the calculation.
    for bonus in seen["largest"].as_array_mut().unwrap() {
        bonus["id"].take();
    }
    seen
}

#[tokio::test]
async fn a_period_is_calculated_once_as_previewed() {
    let (shop, members) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let tea = shop.product_worth("Kopi", 1000, 20).await;
    // Two orders are waiting: one for online payment, and a packed COD order. A third one has expired.
    for events in [&[][..], &[OrderEvent::Pack], &[OrderEvent::Expire]] {
        let story = Story {
            buyer: &members[0],
            products: &[(tea, 1)],
            period: shop.closed,
            plan_id: 1,
            percent: "50",
            at_ms: 1,
            events,
        };
        shop.tell(&story).await;
    }
    let look = async || keeper.get(&at(shop.closed, "/calculation")).await.expect(200);
    let preview = look().await;
    assert_eq!((&preview["waiting_orders"], &preview["waiting_rp"]), (&json!(2), &json!(100_000)));
    assert_eq!((&preview["calculated_at"], &preview["is_over"]), (&Value::Null, &json!(true)));
    assert_eq!((&preview["members"], &preview["bonuses"]), (&json!(6), &json!(6)));
    assert_eq!(preview["cap_percent"], json!(40.0));
    let amounts: Vec<i64> =
        preview["largest"].as_array().unwrap().iter().map(|bonus| bonus["bonus_rp"].as_i64().unwrap()).collect();
    assert!(amounts.is_sorted_by(|a, b| a >= b));
    assert_eq!(json!(amounts.iter().sum::<i64>()), preview["bonus_rp"]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonuses").await, 0, "a look writes nothing");

    // A new member changes nothing in the preview.
    shop.member_below("baru", Some(&members[5])).await;
    assert_eq!(look().await, preview);

    let calculate = async |name: &str, digest: &Value| {
        keeper.post(&at(shop.closed, "/calculate"), json!({"name": name, "digest": digest})).await
    };
    assert_eq!(refused_fields(calculate("lalu", &preview["digest"]).await), ["name"]);
    assert_eq!(refused_fields(calculate(" ", &preview["digest"]).await), ["name"]);
    // Dashes are hard to type, so only the words of the name are compared.
    for name in [" Lalu –", "Lalu"] {
        calculate(name, &json!("")).await.refused(409, "edit_conflict");
    }
    // An order is paid after the preview, so the preview must be requested again.
    let late = Story {
        buyer: &members[1],
        products: &[(tea, 2)],
        period: shop.closed,
        plan_id: 1,
        percent: "0",
        at_ms: 1,
        events: &[OrderEvent::Pay],
    };
    shop.tell(&late).await;
    let stale = calculate("Lalu", &preview["digest"]).await;
    let current = stale.body["current"].clone();
    stale.refused(409, "edit_conflict");
    assert_eq!(current, look().await);
    assert_ne!(current["sales_rp"], preview["sales_rp"]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonuses").await, 0);

    let done = calculate(" Lalu ", &current["digest"]).await.expect(200);
    assert_eq!(seen(&done), seen(&current), "it comes to what was seen");
    assert!(done["calculated_at"].is_string() && done["digest"].is_null());
    assert_eq!(look().await, done);
    assert_eq!(
        calculate("Lalu", &current["digest"]).await.refused(409, "period_closed"),
        "Periode ini sudah dihitung dan tidak dapat diubah lagi."
    );
    let mut edit = form(&shop, "Lain", -60, -30);
    edit["version"] = json!(1);
    keeper.put(&at(shop.closed, ""), edit).await.refused(409, "period_closed");
    keeper
        .post(&at(shop.closed, "/reopen"), json!({"version": 1, "ends_on": day(&shop, 1)}))
        .await
        .refused(409, "period_closed");
    keeper.delete(&at(shop.closed, "?version=1")).await.refused(409, "period_closed");
    assert_eq!(logged(&owner, "period", "Lalu").await, ["calculate"]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn calculation_needs_a_plan_and_a_closed_period() {
    let (shop, _) = shop_with_sales().await;
    let keeper = shop.staff(Role::Finance).await;
    let none = keeper.get(&at(shop.closed, "/calculation")).await.refused(409, "move_refused");
    assert_eq!(none, "Belum ada rencana kompensasi. Buat dulu rencananya.");
    keeper.get(&at(99, "/calculation")).await.refused(404, "not_found");
    keeper.post(&at(99, "/calculate"), json!({"name": "x", "digest": "x"})).await.refused(404, "not_found");
    let mut conn = shop.app.db.write_one().await.unwrap();
    ksmart_members::bonuses::insert_plan(&mut conn, &crate::volume::ledger::plan(40), 1).await.unwrap();
    drop(conn);
    // An open period has a preview, but cannot be calculated.
    let preview = keeper.get(&at(shop.open, "/calculation")).await.expect(200);
    assert_eq!(
        (&preview["is_over"], &preview["bonuses"], &preview["bonus_percent"]),
        (&json!(false), &json!(0), &json!(0.0))
    );
    let open = keeper.post(&at(shop.open, "/calculate"), json!({"name": "Kini", "digest": preview["digest"]})).await;
    assert_eq!(open.refused(409, "move_refused"), "Periode ini belum selesai. Tutup dulu sebelum menghitungnya.");
    let vast = ksmart_core::plan::document::Plan {
        point_value: ksmart_core::quote::MAX_AMOUNT,
        ..crate::volume::ledger::plan(40)
    };
    ksmart_members::bonuses::insert_plan(&mut shop.app.db.write_one().await.unwrap(), &vast, 1).await.unwrap();
    keeper.get(&at(shop.closed, "/calculation")).await.refused(409, "move_refused");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn simultaneous_calculations_succeed_once() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let preview = keeper.get(&at(shop.closed, "/calculation")).await.expect(200);
    let wanted = json!({"name": "Lalu", "digest": preview["digest"]});
    let path = at(shop.closed, "/calculate");
    let (one, two) = join!(keeper.post(&path, wanted.clone()), owner.post(&path, wanted));
    let (_, refused) = if one.status == 200 { (one.expect(200), two) } else { (two.expect(200), one) };
    refused.refused(409, "period_closed");
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonus_calculations").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries WHERE action = 'calculate'").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_period_is_not_edited_after_its_calculation() {
    let (shop, _) = shop_with_plan().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    shop.change(
        "UPDATE orders SET created_ms = (SELECT starts_ms + 1 FROM bv_periods WHERE id = 1) WHERE period_id = 1",
    )
    .await;
    let preview = keeper.get(&at(shop.closed, "/calculation")).await.expect(200);
    let wanted = json!({"name": "Lalu", "digest": preview["digest"]});
    let mut edit = form(&shop, "Lalu", -60, -29);
    edit["version"] = json!(1);
    let (path, edit_path) = (at(shop.closed, "/calculate"), at(shop.closed, ""));
    let (calculated, edited) = join!(keeper.post(&path, wanted), owner.put(&edit_path, edit));
    calculated.expect(200);
    let updates = i64::from(edited.status == 200);
    if updates == 0 {
        edited.refused(409, "period_closed");
    }
    assert_eq!(shop.count("SELECT version - 1 FROM bv_periods WHERE id = 1").await, updates);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries WHERE action = 'update'").await, updates);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_automatic_period_gets_a_unique_name() {
    let (shop, members) = shop_with_plan().await;
    let (starts_ms, ends_ms): (i64, i64) = sqlx::query_as("SELECT starts_ms, ends_ms FROM bv_periods WHERE id = 2")
        .fetch_one(&mut *shop.app.db.read().await.unwrap())
        .await
        .unwrap();
    let (next_ms, last_ms) = (ends_ms + 1, ends_ms + 1 + ends_ms - starts_ms);
    let months = format!("{} – {}", format::month(next_ms), format::month(last_ms));
    shop.change_by(&format!("UPDATE bv_periods SET name = '{}' WHERE id = 1", months.to_uppercase())).await;
    shop.app.clock.advance(31 * DAY_MS);
    for period in [shop.closed, shop.open] {
        ksmart_members::bonuses::calculate(&shop.app.db, &shop.app.clock, period).await.unwrap();
    }
    let tea = shop.product("Kopi", 10, 5).await;
    // The order was placed before the calculation, and is paid after it.
    shop.change("UPDATE bv_periods SET frozen_ms = NULL, calculated_ms = NULL WHERE id = 2").await;
    let at_ms = shop.app.clock.now_ms();
    let story = Story {
        buyer: &members[0],
        products: &[(tea, 1)],
        period: PeriodId(2),
        plan_id: 1,
        percent: "0",
        at_ms,
        events: &[],
    };
    let (key, _) = shop.tell(&story).await;
    shop.change_by(&format!("UPDATE bv_periods SET frozen_ms = {at_ms}, calculated_ms = {at_ms} WHERE id = 2")).await;
    shop.advance(key, OrderEvent::Pay).await;
    let days = format!("{} – {}", format::date(next_ms), format::date(last_ms));
    let listed = shop.staff(Role::Finance).await.get("/api/admin/periods").await.expect(200)["periods"].take();
    assert_eq!((&listed[0]["name"], &listed[0]["orders"]), (&json!(days), &json!(1)));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_period_lasts_at_most_two_years() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let wrong = |from: &str, to: &str| json!({"name": "Salah ketik", "starts_on": from, "ends_on": to});
    for (from, to, fields) in [
        ("0026-12-01", "2026-12-31", ["starts_on"]),
        ("2026-12-01", "9999-12-31", ["ends_on"]),
        ("2026-12-01", "2029-01-01", ["ends_on"]),
    ] {
        let answer = keeper.post("/api/admin/periods", wrong(from, to)).await;
        assert_eq!(refused_fields(answer), fields, "{from} – {to}");
    }
    shop.change("UPDATE bv_periods SET ends_ms = starts_ms + 86399999 WHERE id = 2").await;
    let far = keeper.post(&at(2, "/reopen"), json!({"version": 1, "ends_on": "2098-12-31"})).await;
    assert_eq!(refused_fields(far), ["ends_on"]);
}

/// Returns the names and states of all periods, newest first.
async fn periods(keeper: &Actor) -> Vec<(String, String)> {
    let listed = keeper.get("/api/admin/periods").await.expect(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = listed["periods"].as_array().unwrap().iter();
    all.map(|period| (text(&period["name"]), text(&period["state"]))).collect()
}

fn weekly(version: i64) -> Value {
    json!({"rule": {"unit": "week", "length": 1, "starts_day": 1, "name_pattern": "Minggu {mulai}"}, "version": version})
}

#[tokio::test]
async fn recurring_periods_open_without_a_gap() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let path = "/api/admin/periods/recurrence";
    let none = keeper.get(path).await.expect(200);
    assert_eq!(
        (&none["rule"], &none["version"], &none["order_window"]["recurs"]),
        (&Value::Null, &json!(0), &json!(false))
    );
    let wrong =
        json!({"rule": {"unit": "month", "length": 0, "starts_day": 31, "name_pattern": "{nomor}"}, "version": 0});
    assert_eq!(refused_fields(keeper.put(path, wrong).await), ["length", "starts_day", "name_pattern"]);
    let set = keeper.put(path, weekly(0)).await.expect(200);
    assert_eq!((&set["rule"], &set["version"]), (&weekly(0)["rule"], &json!(1)));
    assert_eq!(periods(&keeper).await.len(), 2, "what is open goes on for longer than a day");
    owner.put(path, weekly(0)).await.refused(409, "edit_conflict");

    // The rule stops on request; after it is set again, the period that is due opens at once.
    let stopped = keeper.put(path, json!({"rule": null, "version": 1})).await.expect(200);
    assert_eq!((&stopped["rule"], &stopped["version"]), (&Value::Null, &json!(2)));
    keeper.post(&at(2, "/close"), json!({"version": 1})).await.expect(200);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    let order_window = &owner.get("/api/admin/today").await.expect(200)["order_window"];
    assert_eq!(order_window, &json!({"open_until": null, "recurs": false}));
    keeper.put(path, weekly(2)).await.expect(200);
    let listed = periods(&keeper).await;
    assert!(listed[0].0.starts_with("Minggu ") && listed[0].1 == "open", "{listed:?}");
    assert_eq!(logged(&owner, "period", "berulang").await, ["recur", "stop_recurring", "recur"]);

    // Whenever the jobs run, there is one period for now, and one for the next day.
    for days in [1; 30].into_iter().chain([45, 1]) {
        shop.app.clock.advance(days * DAY_MS);
        ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
        let open = shop.guest().get("/api/active-bv-periods").await.expect(200);
        assert_eq!(open["data"].as_array().unwrap().len(), 1, "{open}");
        let now_ms = shop.app.clock.now_ms();
        let order_window = volume::order_window(&mut shop.app.db.read().await.unwrap(), now_ms).await.unwrap();
        assert!(order_window.open_until.unwrap() >= rfc3339(now_ms + DAY_MS - 1));
    }
    let overlapping = "SELECT COUNT(*) FROM bv_periods a, bv_periods b
                       WHERE a.id < b.id AND a.starts_ms <= b.ends_ms AND b.starts_ms <= a.ends_ms";
    assert_eq!(shop.count(overlapping).await, 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_periods WHERE name NOT LIKE 'Minggu %'").await, 2);
    // Each period has its row in the log, under the name of the administrator who set the rule.
    let opened =
        "SELECT COUNT(*) FROM bv_periods p JOIN audit_entries e ON e.subject = 'period' AND e.subject_key = p.name
                  AND e.action = 'open_by_rule' JOIN members m ON m.id = e.actor_id AND m.name = 'finance'";
    assert_eq!(shop.count(opened).await, shop.count("SELECT COUNT(*) - 2 FROM bv_periods").await);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_period_shows_what_happens_after_closing() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Finance).await;
    let page = keeper.get(&at(2, "")).await.expect(200);
    assert_eq!(page["after_closing"], "shop_stops");
    let other = keeper.post("/api/admin/periods", form(&shop, "Juga", 0, 1)).await.expect(201);
    let id = other["period"]["id"].clone();
    assert_eq!((&page["after_closing"], &other["after_closing"]), (&json!("shop_stops"), &json!("others_open")));
    keeper.delete(&at(id, "?version=1")).await.expect(204);
    keeper.put("/api/admin/periods/recurrence", weekly(0)).await.expect(200);
    assert_eq!(keeper.get(&at(2, "")).await.expect(200)["after_closing"], "next_opens");
    keeper.post(&at(2, "/close"), json!({"version": 1})).await.expect(200);
    let open = shop.guest().get("/api/active-bv-periods").await.expect(200)["data"].take();
    assert_eq!(open.as_array().unwrap().len(), 1, "without a moment in between");
    let (buyer, tea) = (shop.member("budi").await, shop.product("Teh", 10, 5).await);
    shop.order(&buyer).item(tea, 1).with("bv_period_id", open[0]["id"].clone()).send().await.expect(201);
    shop.must_be_sound().await;
}
