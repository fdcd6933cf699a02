//! Personal data of a member: listed by column, exported as a file, and erased on request.

use std::{
    collections::BTreeSet,
    io::{Cursor, Read},
    time::Duration,
};

use ksmart_core::order::OrderEvent;
use ksmart_flows::privacy::{self, personal_data::GROUPS};
use ksmart_foundation::{db, time::DAY_MS};
use ksmart_identity::roles::Role;
use ksmart_members::bonuses;
use ksmart_ops::jobs;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Column, Row, ValueRef, any::AnyTypeInfoKind};
use zip::ZipArchive;

use crate::{
    catalog::pictures::black_png,
    operation::integrity::{self, pay_bonuses},
    orders::returns,
    shop::{Actor, PASSWORD, Shop, Story},
    volume::ledger::plan,
};

/// Tables without data about a member as a person, with the columns that may refer to a member, and the reason.
const OTHERS: &[(&str, &[&str], &str)] = &[
    ("settings", &[], "the shop's"),
    ("internal_values", &[], "the shop's"),
    ("plans", &[], "the shop's"),
    ("member_ancestors", &["member_id", "ancestor_id"], "follows from the leaders, for reading"),
    ("recovery_codes", &["member_id"], "hashes of what nobody can read"),
    ("factor_challenges", &["member_id"], "forgotten in minutes"),
    ("factor_failures", &["member_id"], "counts tries, for minutes"),
    ("confirmations", &["member_id"], "forgotten in minutes"),
    ("login_failures", &["subject"], "forgotten in ten minutes"),
    ("categories", &[], "the shop's"),
    ("products", &[], "the shop's"),
    ("product_variants", &[], "the shop's"),
    ("product_pictures", &[], "the shop's"),
    ("product_bulk_changes", &[], "the shop's"),
    ("vouchers", &[], "the shop's"),
    ("voucher_products", &[], "the shop's"),
    ("voucher_categories", &[], "the shop's"),
    ("bv_periods", &[], "the shop's"),
    ("sandbox_payments", &[], "the stand-in for the payment provider's own"),
    ("sandbox_refunds", &[], "the stand-in for the payment provider's own"),
    ("sandbox_answers", &[], "the stand-in for the payment provider's own"),
    ("banners", &[], "the shop's"),
    ("popup_vouchers", &[], "the shop's"),
    ("compensation_plans", &[], "the shop's"),
    ("bonus_calculations", &[], "sums"),
    ("provider_exchanges", &[], "masked before it is kept"),
    ("page_faults", &[], "masked before it is kept"),
    ("stock_movements", &["member_id"], "which administrator counted"),
    ("leases", &[], "the servers'"),
    ("job_runs", &[], "the servers'"),
    ("likely_doubles", &["member_id", "other_id"], "the office's, and of another member too"),
    ("shipping_rates", &[], "the courier's"),
    ("shipping_searches", &[], "the courier's"),
    ("shipping_places", &[], "the courier's"),
    ("pages", &[], "the shop's"),
    ("agreement_versions", &[], "the shop's"),
    ("calculated_networks", &["newest_member_id"], "who belonged to the network"),
    ("payout_batches", &["prepared_by", "approved_by", "paid_by", "cancelled_by", "only_member_id"], "who paid whom"),
    ("payout_periods", &[], "sums"),
    ("bv_recurrence", &[], "the shop's"),
    ("cod_settlements", &["member_id"], "which administrator booked"),
    ("cod_settlement_lines", &[], "the courier's"),
    ("tax_rules", &[], "the law's"),
    ("tax_layers", &[], "the law's"),
    ("compensation_plan_drafts", &["changed_by", "asked_by"], "which administrators planned"),
    ("outbox_queues", &[], "by keys"),
    ("outbox_tries", &[], "of webhooks"),
    ("outbox_texts", &[], "the shop's"),
    ("webhooks", &[], "the owner's"),
    ("outbox_news", &[], "sums"),
];

async fn columns(shop: &Shop, table: &str) -> BTreeSet<String> {
    let sql = if shop.app.db.is_shared() {
        "SELECT CAST(column_name AS TEXT) FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = $1"
    } else {
        "SELECT name FROM pragma_table_info($1)"
    };
    let found: Vec<String> =
        sqlx::query_scalar(sql).bind(table).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap();
    found.into_iter().collect()
}

/// Returns the columns that a statement selects, without table aliases.
fn given(sql: &str) -> BTreeSet<String> {
    let list = sql.trim_start_matches("SELECT ").split(" FROM ").next().unwrap();
    let words = list.split(|c: char| c.is_whitespace() || c == ',' || c == '(' || c == ')');
    words.map(|word| word.rsplit('.').next().unwrap().to_owned()).filter(|word| !word.is_empty()).collect()
}

#[tokio::test]
async fn every_column_is_classified_as_personal_or_not() {
    let shop = Shop::start().await;
    let mut wrong = Vec::new();
    let kept: Vec<_> = GROUPS.iter().flat_map(|group| group.tables).collect();
    for table in db::tables(db::newest_version()) {
        let columns = columns(&shop, &table.name).await;
        assert!(!columns.is_empty(), "{}", table.name);
        let found = kept.iter().find(|kept| kept.table == table.name);
        let other = OTHERS.iter().find(|(name, ..)| *name == table.name);
        match (found, other) {
            (Some(kept), None) => {
                let (given, left_out) = (given(kept.rows), kept.left_out);
                for column in &columns {
                    if !given.contains(column) && !left_out.contains(&column.as_str()) {
                        wrong.push(format!("{}.{column} is neither given nor left out", table.name));
                    }
                }
                for gone in left_out.iter().filter(|column| !columns.contains(**column)) {
                    wrong.push(format!("{}.{gone} is left out and not there", table.name));
                }
            }
            (None, Some((_, named, _))) => {
                let names_members = |column: &&String| {
                    column.contains("member") && column.ends_with("_id")
                        || column.ends_with("_by")
                        || ["email", "phone", "address", "receiver_name"].contains(&column.as_str())
                };
                for column in columns.iter().filter(names_members).filter(|column| !named.contains(&column.as_str())) {
                    wrong.push(format!("{}.{column} names somebody", table.name));
                }
            }
            _ => wrong.push(format!("{} stands in no list, or in two", table.name)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Data of Budi that must not be found after the erasure.
const SECRETS: [&str; 7] =
    ["budi", "rahasia 7", "81299998888", "9990001112", "3174090101900001", "1990-02-28", "botolnya pecah"];

struct Scene {
    shop: Shop,
    owner: Actor,
    budi: Actor,
    order: String,
}

/// Creates a shop in which Budi, below Siti and above Ani, has left data of every kind and was paid a bonus.
async fn scene() -> Scene {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let ani = shop.member_below("ani", Some(&budi)).await;
    let owner = shop.admin().await;
    let tea = shop.product_worth("Teh", 1000, 40).await;
    let mut order = (ksmart_foundation::ids::OrderKey(0), String::new());
    for buyer in [&ani, &siti, &budi] {
        let story = Story {
            buyer,
            products: &[(tea, 10)],
            period: shop.closed,
            plan_id: 1,
            percent: "0",
            at_ms: 1,
            events: &[OrderEvent::Pay],
        };
        order = shop.tell(&story).await;
    }
    bonuses::insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.change(
        "UPDATE members SET tax_number = '3174090101900001', tax_number_state = 'validated' WHERE name = 'budi'",
    )
    .await;
    pay_bonuses(&shop, &owner).await;
    for event in [OrderEvent::Pack, OrderEvent::Ship, OrderEvent::Complete] {
        shop.advance(order.0, event).await;
    }
    shop.change(
        "UPDATE orders SET receiver_name = 'Budi', receiver_phone = '081299998888', receiver_email = 'budi@example.com',
                           receiver_address = 'Jalan Rahasia 7', search_text = search_text || ' 081299998888'
         WHERE member_id = (SELECT id FROM members WHERE name = 'budi')",
    )
    .await;
    shop.change(
        "INSERT INTO shipping_histories (order_id, resi, history, fetched_ms)
         SELECT MAX(id), 'JN1', '[\"diterima budi\"]', 9000000000000 FROM orders",
    )
    .await;
    write_on(&owner, &order.1).await;
    let request = json!({"product_id": tea, "quantity": 1, "variant": null});
    budi.post("/api/cart", request.clone()).await.expect(201);
    budi.post("/api/wishlist", json!({"product_id": tea})).await.expect(201);
    budi.post("/api/checkout-temp", json!({"selected_products": [request]})).await.expect(200);
    let review = json!({"product_id": tea, "order_id": order.1, "rating": 4, "comment": "Segar"});
    budi.post("/api/reviews", review).await.expect(201);
    let profile = [
        ("name", "Budi"),
        ("no_hp", "081299998888"),
        ("alamat", "Jalan Rahasia 7"),
        ("bank", "BCA"),
        ("rekening_bank", "9990001112"),
        ("jenis_kelamin", "L"),
        ("tanggal_lahir", "1990-02-28"),
        ("current_password", PASSWORD),
    ];
    budi.form(Method::PUT, "/api/update", &profile, Some(("a.png", black_png(30, 30)))).await.expect(200);
    owner
        .post(
            &format!("/api/admin/members/{}/tax-number", uid(&budi).await),
            json!({"number": "3174090101900001", "state": "rejected"}),
        )
        .await
        .expect(200);
    correct(&owner, &budi).await;
    Scene { shop, owner, budi, order: order.1 }
}

/// Adds a note and a tag to a member, and corrects the member's data, which is notified and logged.
async fn correct(owner: &Actor, member: &Actor) {
    let me = member.get("/api/me").await.expect(200);
    let fields = ["name", "no_hp", "alamat", "jenis_kelamin", "tanggal_lahir"];
    let was: Value = fields.iter().map(|field| (*field, me[*field].clone())).collect();
    let page = format!("/api/admin/members/{}", uid(member).await);
    owner.post(&format!("{page}/notes"), json!({"text": "Budi telepon soal bonus"})).await.expect(201);
    owner.put(&format!("{page}/tags"), json!({"add": ["budi vip"]})).await.expect(200);
    let mut form = was.clone();
    form["was"] = was;
    form["jenis_kelamin"] = json!("P");
    form["alamat"] = json!("Jalan Rahasia 7 RT 2");
    form["reason"] = json!("Diminta budi lewat telepon");
    owner.put(&page, form).await.expect(200);
}

/// Adds notes and tags of administrators about the buyer to an order.
async fn write_on(owner: &Actor, number: &str) {
    let order = format!("/api/admin/orders/{number}");
    let note = json!({"text": "Budi minta dibungkus rapi"});
    owner.post(&format!("{order}/notes"), note).await.expect(201);
    for tags in [json!({"add": ["kado budi", "langganan"]}), json!({"remove": ["langganan"]})] {
        owner.put(&format!("{order}/tags"), tags).await.expect(200);
    }
}

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

/// Finds the database columns with a text that contains one of `words`.
async fn found(shop: &Shop, words: &[&str]) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    let mut conn = shop.app.db.read().await.unwrap();
    // The sandbox's tables are skipped: they hold the data that a real payment provider would store.
    for table in db::tables(db::newest_version()).iter().filter(|table| !table.name.starts_with("sandbox_")) {
        let rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {}", table.name))).fetch_all(&mut *conn);
        for row in rows.await.unwrap() {
            for (place, column) in row.columns().iter().enumerate() {
                let raw = row.try_get_raw(place).unwrap();
                if raw.is_null() || !matches!(raw.type_info().kind(), AnyTypeInfoKind::Text) {
                    continue;
                }
                let text = row.get::<String, _>(place).to_lowercase();
                if words.iter().any(|word| text.contains(word)) {
                    places.insert(format!("{}.{}", table.name, column.name()));
                }
            }
        }
    }
    places
}

/// Counts the files in the storage.
async fn files(shop: &Shop) -> usize {
    shop.app.storage.keys().await.unwrap().len()
}

#[tokio::test]
async fn erasure_keeps_only_what_the_books_need() {
    let Scene { shop, owner, budi, order } = scene().await;
    let name = uid(&budi).await;
    // A return that is not settled yet.
    let asked = returns::ask(&budi, &order, "refund", 1, vec![black_png(20, 20)]).await.expect(201)["data"].take();
    let look = budi.get("/api/me/erasure").await.expect(200);
    assert_eq!(look["obstacles"][0]["kind"], "returns", "{look}");
    assert_eq!((&look["downlines"], &look["unpaid_bonus_rp"]), (&json!(1), &json!(0)));
    let with = |password: &str| json!({"password": password});
    budi.post("/api/me/erasure", with(PASSWORD)).await.refused(409, "in_use");
    let refuse = json!({"version": 1, "reason": "Sudah dipakai"});
    owner.post(&format!("/api/admin/returns/{}/refuse", asked["id"]), refuse).await.expect(200);
    // Log entry of an older version, which logged the whole account number.
    shop.change_by(&format!(
        "INSERT INTO audit_entries (at_ms, actor_id, action, subject, subject_key, before, after, search_text)
         SELECT 1, {}, 'prepare', 'return', number, '', '{{\"bank_account\":\"9990001112\"}}', 'prepare 9990001112' FROM returns",
        owner.id
    ))
    .await;
    // An unpaid order.
    let open = shop.order(&budi).item(1, 1).placed().await["order_id"].take();
    let said = budi.post("/api/me/erasure", with(PASSWORD)).await.refused(409, "in_use");
    assert_eq!(said, "1 pesanan belum selesai. Tunggu sampai diterima, atau batalkan lebih dahulu.");
    let cancel = format!("/api/transactions/{}/cancel", open.as_str().unwrap());
    budi.post(&cancel, json!({"reason": "Budi berubah pikiran"})).await.expect(200);
    budi.post("/api/me/erasure", with("")).await.refused(422, "invalid_field");
    budi.post("/api/me/erasure", with("salah-sama-sekali")).await.refused(422, "invalid_field");
    budi.get("/api/me").await.expect(200);
    assert!(found(&shop, &SECRETS).await.len() > 12);
    let before = files(&shop).await;

    budi.post("/api/me/erasure", with(PASSWORD)).await.expect(200);
    budi.get("/api/me").await.refused(401, "session_expired");
    shop.must_be_sound().await;
    assert_eq!(files(&shop).await, before - 2);
    // The check would find an account number that is still in the log.
    let logged = "UPDATE audit_entries SET after = '{\"bank_account\":\"9990001112\"}' WHERE subject = 'return' AND action = 'prepare'";
    shop.change(logged).await;
    assert_eq!(integrity::broken(&shop).await, ["erased members"]);
    shop.change("UPDATE audit_entries SET after = '' WHERE subject = 'return' AND action = 'prepare'").await;
    // The recipient of the bonus and the tax number belong to the books.
    let kept = ["members.tax_number", "payout_items.name", "payout_items.search_text"].map(str::to_owned);
    assert_eq!(found(&shop, &SECRETS).await, BTreeSet::from(kept));
    let seen = owner.get(&format!("/api/admin/members/{name}")).await.expect(200);
    assert_eq!((&seen["name"], &seen["email"]), (&json!("Mantan anggota"), &json!(name.to_lowercase())));
    assert!(seen["erased_at"].is_string() && seen["orders"][0]["receiver_name"] == "Mantan anggota", "{seen}");
    assert_eq!(seen["downlines"], 1);
    let tea = shop.count("SELECT MAX(product_id) FROM reviews").await;
    let reviews = shop.guest().get(&format!("/api/reviews?product_id={tea}")).await.expect(200);
    assert_eq!(reviews["data"][0]["user_name"], "Mantan anggota");
    // Nothing can be written about an erased member.
    let order = format!("/api/admin/orders/{order}");
    owner.post(&format!("{order}/notes"), json!({"text": "Budi"})).await.refused(409, "move_refused");
    owner.put(&format!("{order}/tags"), json!({"add": ["budi"]})).await.refused(409, "move_refused");
    let reason = json!({"reason": "Kembali"});
    let said = owner.post(&format!("/api/admin/members/{name}/unsuspend"), reason).await;
    assert_eq!(said.refused(409, "account_suspended"), "Akun ini sudah dihapus oleh pemiliknya.");
    let login = json!({"email": "budi@example.com", "password": PASSWORD});
    shop.guest().post("/api/login", login).await.refused(401, "wrong_credentials");
    // The e-mail address can be used again.
    shop.member("budi").await;

    // After the retention period of the books, these data are deleted, too.
    let years = |years: i64| shop.app.clock.advance(years * 366 * DAY_MS);
    years(9);
    jobs::round(&shop.app.jobs()).await.unwrap();
    assert!(found(&shop, &["3174090101900001"]).await.contains("members.tax_number"));
    years(2);
    jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(found(&shop, &["3174090101900001", "9990001112", "0012345672"]).await, BTreeSet::new());
    shop.must_be_sound().await;
}

#[tokio::test]
async fn erasure_must_give_up_an_unpaid_bonus() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let tea = shop.product_worth("Teh", 1000, 40).await;
    let story = Story {
        buyer: &budi,
        products: &[(tea, 10)],
        period: shop.closed,
        plan_id: 1,
        percent: "0",
        at_ms: 1,
        events: &[OrderEvent::Pay, OrderEvent::Pack, OrderEvent::Ship, OrderEvent::Complete],
    };
    shop.tell(&story).await;
    bonuses::insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.change("UPDATE members SET tax_number = '3174090101900001', tax_number_state = 'unchecked'").await;
    let unpaid = budi.get("/api/me/erasure").await.expect(200)["unpaid_bonus_rp"].as_i64().unwrap();
    assert!(unpaid > 0);
    let with = |gives_up: bool| json!({"password": PASSWORD, "gives_up_bonus": gives_up});
    let refused = budi.post("/api/me/erasure", with(false)).await.refused(422, "invalid_field");
    assert!(refused.contains("belum dibayar"), "{refused}");
    budi.post("/api/me/erasure", with(true)).await.expect(200);
    // The member was never paid, so nothing has to be retained.
    assert_eq!(found(&shop, &["budi", "3174090101900001"]).await, BTreeSet::new());
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_last_owner_cannot_be_erased() {
    let shop = Shop::start().await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let settings = owner.settings("privacy").await;
    assert_eq!((&settings["message_days"], &settings["books_years"]), (&json!(90), &json!(10)));
    assert_eq!(owner.get("/api/me/erasure").await.expect(200)["obstacles"][0]["kind"], "last_owner");
    let with = json!({"password": PASSWORD});
    let said = owner.post("/api/me/erasure", with.clone()).await.refused(409, "in_use");
    assert_eq!(said, "Anda satu-satunya pemilik toko. Angkat pemilik lain terlebih dahulu.");
    keeper.post("/api/me/erasure", with).await.expect(200);
    let staff = owner.get("/api/admin/staff").await.expect(200);
    assert_eq!(staff["staff"].as_array().unwrap().len(), 1, "{staff}");
}

#[tokio::test]
async fn an_idle_erasure_job_takes_no_write_lock() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    shop.change("UPDATE members SET tax_number = '3174090101900001', tax_number_state = 'unchecked'").await;
    budi.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    let writing = shop.app.db.write().await.unwrap();
    let idle = privacy::erase_due(&shop.app.db, shop.app.clock.now_ms());
    tokio::time::timeout(Duration::from_secs(5), idle).await.expect("it only reads").unwrap();
    drop(writing);
}

#[tokio::test]
async fn a_member_can_export_all_personal_data() {
    let Scene { shop, budi, .. } = scene().await;
    let take = async || budi.request(Method::GET, "/api/me/export").send().await.unwrap();
    let answer = take().await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["cache-control"]), (200, &"no-store".parse().unwrap()));
    assert!(answer.headers()["content-disposition"].to_str().unwrap().contains("data-saya-KS"));
    let mut file = ZipArchive::new(Cursor::new(answer.bytes().await.unwrap())).unwrap();
    let mut text = String::new();
    file.by_name("data.json").unwrap().read_to_string(&mut text).unwrap();
    let data: Value = serde_json::from_str(&text).unwrap();
    for known in ["Jalan Rahasia 7", "budi@example.com", "3174090101900001", "Segar", "Teh", "0012345672"] {
        assert!(text.contains(known), "{known}: {text}");
    }
    for secret in ["argon2", "siti@example.com", "ani@example.com"] {
        assert!(!text.contains(secret), "{secret}");
    }
    let groups = data["data"].as_array().unwrap();
    assert_eq!(groups.len(), GROUPS.len());
    assert_eq!(groups[0]["Akun"][0]["nama"], "Budi");
    assert!(groups[0]["Akun"][0]["bergabung_pada"].as_str().unwrap().ends_with('Z'), "{}", groups[0]);
    let photos = file.file_names().flatten().filter(|name| name.starts_with("foto/")).count();
    assert_eq!(photos, 1);
    // Three exports in a row are allowed, and none without a session.
    for _ in 0..2 {
        assert_eq!(take().await.bytes().await.unwrap().slice(..2), "PK");
    }
    assert_eq!(take().await.status().as_u16(), 429);
    shop.guest().get("/api/me/export").await.refused(401, "unauthorized");
    let privacy = budi.get("/api/me/privacy").await.expect(200);
    assert_eq!(privacy["groups"].as_array().unwrap().len(), GROUPS.len());
    assert!(!privacy.to_string().contains("_years}"), "{privacy}");
}
