//! Payment of bonuses: prepared by one administrator, approved by another, paid once.

use std::{
    collections::BTreeSet,
    io::Cursor,
    sync::atomic::{AtomicBool, Ordering},
};

use calamine::{Data, Reader, Xlsx};
use futures_util::join;
use ksmart_identity::roles::Role;
use ksmart_members::bonuses;
use reqwest::{Method, multipart};
use serde_json::{Value, json};

use crate::{
    bonuses::calculating::shop_with_plan,
    shop::{Actor, Answer, Shop},
    volume::periods::{logged, refused_fields},
};

pub const PAYOUTS: &str = "/api/admin/payouts";

/// Starts a shop with six bonuses of the closed period, whose members have bank accounts; also returns the owner and a
/// second administrator.
pub async fn shop_with_bonuses() -> (Shop, Vec<Actor>, Actor, Actor) {
    let (shop, members) = shop_with_plan().await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.change("UPDATE members SET bank = 'BCA', bank_account = '001234567' || id").await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    (shop, members, owner, keeper)
}

pub fn at(id: &Value, action: &str) -> String {
    format!("{PAYOUTS}/{id}{action}")
}

async fn preview(shop: &Shop, by: &Actor) -> Value {
    by.get(&format!("{PAYOUTS}/preview?period_id={}", shop.closed)).await.expect(200)
}

/// Prepares a payout as shown in the preview.
pub async fn prepare(shop: &Shop, by: &Actor) -> Answer {
    by.post(PAYOUTS, preview(shop, by).await).await
}

/// Uploads a proof of a transfer.
pub async fn proof(by: &Actor) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let part = multipart::Part::bytes(bytes.into_inner()).file_name("bukti.png");
    let form = multipart::Form::new().part("picture", part);
    let request = by.request(Method::POST, "/api/admin/pictures?folder=proofs").multipart(form);
    by.send(request).await.expect(201)["picture"].as_str().unwrap().to_owned()
}

/// Downloads a workbook; returns the cells of its first sheet, numbers with `=` before them.
pub async fn sheet(by: &Actor, path: &str) -> Vec<Vec<String>> {
    let answer = by.get(path).await;
    assert_eq!(answer.status, 200);
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(answer.bytes)).unwrap();
    let cells = book.worksheet_range_at(0).unwrap().unwrap();
    let shown = |cell: &Data| match cell {
        Data::String(text) => text.clone(),
        number => format!("={number}"),
    };
    cells.rows().map(|row| row.iter().map(shown).collect()).collect()
}

/// Counts the bonuses in paid payouts.
async fn paid_bonuses(shop: &Shop) -> i64 {
    let sql = "SELECT COUNT(*) FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id WHERE b.state = 'paid'";
    shop.count(sql).await
}

/// Checks that the file for a bank, the readable file and a bank's own template contain the same data for each
/// transfer.
async fn transfers_are_listed(keeper: &Actor, id: &Value, items: &[Value]) {
    let text = |name: &str| items[0][name].as_str().unwrap();
    let (account, name, uid) = (text("bank_account"), text("member_name"), text("member_uid"));
    let amount = &items[0]["net_rp"];
    let read = async |file: &str| keeper.get(&at(id, file)).await.expect(200).as_str().unwrap().to_owned();
    let of_bank = read("/bank.csv").await;
    let lines: Vec<&str> = of_bank.split("\r\n").collect();
    assert_eq!((lines.len(), lines[0]), (items.len() + 2, "bank,account,name,amount,reference"));
    assert_eq!(lines[1], format!("BCA,{account},{name},{amount},KSB{id}-{uid}"));
    let rows = sheet(keeper, &at(id, "/transfers.xlsx")).await;
    assert_eq!(rows.len(), items.len() + 1);
    assert_eq!(rows[0].join(";"), "No;Nama penerima;Bank;Kode bank;BIC;Nomor rekening;Jumlah (Rp);Berita");
    let reference = format!("KSB{id}-{uid}");
    assert_eq!(rows[1], ["=1", name, "BCA", "014", "CENAIDJA", account, &format!("={amount}"), &reference]);
}

#[tokio::test]
async fn payouts_need_a_second_administrator() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    shop.set("taxes", json!({"percent": "2,50"})).await;
    let seen = preview(&shop, &keeper).await;
    let gross = shop.count("SELECT CAST(SUM(bonus_rp) AS BIGINT) FROM bonuses").await;
    let tax = shop.count("SELECT CAST(SUM(bonus_rp * 25 / 1000) AS BIGINT) FROM bonuses").await;
    assert_eq!(
        (&seen["items"], &seen["gross_rp"], &seen["tax_rp"], &seen["net_rp"], &seen["tax_percent"], &seen["left_out"]),
        (&json!(6), &json!(gross), &json!(tax), &json!(gross - tax), &json!("2.5"), &json!(0))
    );
    let due = async || keeper.get(&format!("{PAYOUTS}/due")).await.expect(200)["periods"].take();
    assert_eq!(due().await, json!([{"period_id": shop.closed, "period_name": seen["period_name"], "bonuses": 6}]));
    let made = prepare(&shop, &owner).await.expect(201)["payout"].take();
    assert_eq!(due().await, json!([]));
    let id = &made["id"];
    assert_eq!((&made["state"], &made["is_own"], &made["items"]), (&json!("prepared"), &json!(true), &json!(6)));
    assert_eq!(preview(&shop, &keeper).await["items"], 0, "they are in a batch");
    prepare(&shop, &keeper).await.refused(409, "move_refused");

    // Not even the owner may approve their own payout, and nothing is paid or sent to the bank before the approval.
    let own = owner.post(&at(id, "/approve"), json!({"version": 1})).await.refused(409, "move_refused");
    assert_eq!(own, "Pembayaran ini Anda siapkan sendiri. Mintalah pengelola lain untuk menyetujuinya.");
    keeper.get(&at(id, "/bank.csv")).await.refused(409, "move_refused");
    keeper.get(&at(id, "/transfers.xlsx")).await.refused(409, "move_refused");
    let picture = proof(&keeper).await;
    let pay = async |by: &Actor, version: i64, picture: &str| {
        by.post(&at(id, "/pay"), json!({"version": version, "proof_picture": picture})).await
    };
    assert_eq!(pay(&keeper, 1, &picture).await.refused(409, "move_refused"), "Pembayaran ini belum disetujui.");
    let approved = keeper.post(&at(id, "/approve"), json!({"version": 1})).await.expect(200)["payout"].take();
    assert_eq!(
        (&approved["state"], &approved["approved_by"], &approved["is_own"]),
        (&json!("approved"), &json!("finance"), &json!(false))
    );

    let items = keeper.all(&at(id, "/items"), "/items", 4).await;
    transfers_are_listed(&keeper, id, &items).await;
    assert!(items.is_sorted_by(|a, b| a["gross_rp"].as_i64() >= b["gross_rp"].as_i64()), "the largest first");
    let sum = |name: &str| items.iter().map(|item| item[name].as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum("gross_rp"), sum("tax_rp"), sum("net_rp")), (gross, tax, gross - tax));

    // A payment is final and needs a proof.
    for wrong in ["", "products/a.webp", "proofs/../x", "https://example.com/x.png"] {
        assert_eq!(refused_fields(pay(&keeper, 2, wrong).await), ["proof_picture"]);
    }
    assert_eq!(members[0].get("/api/bonuses").await.expect(200)[0]["status"], "unpaid");
    pay(&keeper, 1, &picture).await.refused(409, "edit_conflict");
    let paid = pay(&keeper, 2, &picture).await.expect(200)["payout"].take();
    assert_eq!(
        (&paid["state"], &paid["proof_picture"], &paid["paid_by"]),
        (&json!("paid"), &json!(picture), &json!("finance"))
    );
    for member in &members {
        let bonus = member.get("/api/bonuses").await.expect(200)[0].take();
        let own = format!("proofs/{}", bonus["id"]);
        assert_eq!((&bonus["status"], &bonus["proof_transfer"]), (&json!("paid"), &json!(own)));
    }
    pay(&owner, 2, &picture).await.refused(409, "edit_conflict");
    assert_eq!(pay(&owner, 3, &picture).await.refused(409, "move_refused"), "Pembayaran ini sudah selesai dibayar.");
    owner.post(&at(id, "/cancel"), json!({"version": 3, "reason": "Salah"})).await.refused(409, "move_refused");
    assert_eq!(preview(&shop, &keeper).await["items"], 0);
    // Each download with bank accounts is logged.
    let taken = async || {
        let log = owner.get("/api/admin/audit?subject=member").await.expect(200);
        log["entries"].as_array().unwrap().iter().filter(|entry| entry["action"] == "export").count()
    };
    let before = taken().await;
    for file in ["/bank.csv", "/transfers.xlsx"] {
        assert_eq!(keeper.get(&at(id, file)).await.status, 200);
    }
    assert_eq!(taken().await, before + 2);
    assert_eq!(logged(&owner, "payout", &id.to_string()).await, ["prepare", "approve", "pay"]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn members_who_cannot_be_paid_are_left_out() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = |place: usize| members[place].id;
    shop.change_by(&format!("UPDATE members SET suspended_ms = 5 WHERE id = {}", id(0))).await;
    shop.change_by(&format!("UPDATE members SET bank_account = '' WHERE id = {}", id(1))).await;
    let seen = preview(&shop, &keeper).await;
    assert_eq!((&seen["items"], &seen["left_out"]), (&json!(4), &json!(2)));
    let left_out = keeper.all(&format!("{PAYOUTS}/left-out?period_id={}", shop.closed), "/left_out", 1).await;
    let said: Vec<_> = left_out.iter().map(|bonus| (&bonus["member_name"], &bonus["reason"])).collect();
    assert_eq!(said, [(&json!("anggota0"), &json!("suspended")), (&json!("anggota1"), &json!("no_account"))]);
    let first = prepare(&shop, &keeper).await.expect(201)["payout"]["id"].take();

    // A prepared payout keeps the account from the time of preparation, and warns of later changes.
    shop.change_by(&format!("UPDATE members SET bank = 'BNI', name = 'Lain' WHERE id = {}", id(2))).await;
    shop.change_by(&format!("UPDATE members SET suspended_ms = 6 WHERE id = {}", id(3))).await;
    let page = keeper.get(&at(&first, "")).await.expect(200);
    assert_eq!((&page["changed_accounts"], &page["suspended"]), (&json!(1), &json!(1)));
    let found = keeper.get(&at(&first, "/items?search=ANGGOTA2")).await.expect(200)["items"].take();
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(
        (&found[0]["bank"], &found[0]["is_account_changed"], &found[0]["is_suspended"]),
        (&json!("BCA"), &json!(true), &json!(false))
    );

    // A member who adds an account is paid with the next batch, and so are the members of a cancelled batch.
    shop.change_by(&format!("UPDATE members SET bank_account = '777' WHERE id = {}", id(1))).await;
    let second = prepare(&shop, &keeper).await.expect(201)["payout"].take();
    assert_eq!(second["items"], 1);
    assert_eq!(
        refused_fields(keeper.post(&at(&first, "/cancel"), json!({"version": 1, "reason": " "})).await),
        ["reason"]
    );
    let cancelled = keeper.post(&at(&first, "/cancel"), json!({"version": 1, "reason": "Rekening berubah"})).await;
    let cancelled = cancelled.expect(200)["payout"].take();
    assert_eq!((&cancelled["state"], &cancelled["cancel_reason"]), (&json!("cancelled"), &json!("Rekening berubah")));
    owner.post(&at(&first, "/approve"), json!({"version": 2})).await.refused(409, "move_refused");
    let third = prepare(&shop, &keeper).await.expect(201)["payout"].take();
    assert_eq!(third["items"], 3, "not those who are suspended");
    let listed = keeper.all(PAYOUTS, "/payouts", 2).await;
    assert_eq!(listed.iter().map(|payout| &payout["id"]).collect::<Vec<_>>(), [&third["id"], &second["id"], &first]);
    let prepared = keeper.get(&format!("{PAYOUTS}?state=prepared&period_id={}", shop.closed)).await.expect(200);
    assert_eq!(prepared["payouts"].as_array().unwrap().len(), 2);
    assert_eq!(keeper.get(&format!("{PAYOUTS}?period_id={}", shop.open)).await.expect(200)["payouts"], json!([]));
    assert_eq!(logged(&owner, "payout", &first.to_string()).await, ["prepare", "cancel"]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_outdated_payout_preview_is_refused() {
    let (shop, members, _, keeper) = shop_with_bonuses().await;
    let seen = preview(&shop, &keeper).await;
    shop.change_by(&format!("UPDATE members SET suspended_ms = 5 WHERE id = {}", members[0].id)).await;
    let stale = keeper.post(PAYOUTS, seen).await;
    assert_eq!(stale.body["current"], preview(&shop, &keeper).await);
    stale.refused(409, "edit_conflict");
    let seen = preview(&shop, &keeper).await;
    shop.set("taxes", json!({"percent": "5"})).await;
    keeper.post(PAYOUTS, seen).await.refused(409, "edit_conflict");
    shop.change("DELETE FROM settings WHERE section = 'taxes'").await;
    assert_eq!(preview(&shop, &keeper).await["tax_percent"], "2.5", "unless the shop says otherwise");
    keeper.get(&format!("{PAYOUTS}/preview?period_id=99")).await.refused(404, "not_found");
    keeper.get(&at(&json!(99), "")).await.refused(404, "not_found");
    let none = json!({"period_id": shop.open, "items": 0, "gross_rp": 0, "net_rp": 0});
    keeper.post(PAYOUTS, none).await.refused(409, "move_refused");
    let packer = shop.staff(Role::Fulfilment).await;
    packer.post(PAYOUTS, preview(&shop, &keeper).await).await.refused(403, "forbidden");
    assert_eq!(shop.count("SELECT COUNT(*) FROM payout_batches").await, 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries").await, 0);
}

#[tokio::test]
async fn the_bank_file_contains_no_formulas() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    shop.change_by(&format!("UPDATE members SET name = '=HYPERLINK(\"x\"), Tbk' WHERE id = {}", members[0].id)).await;
    let id = prepare(&shop, &owner).await.expect(201)["payout"]["id"].take();
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    let file = keeper.get(&at(&id, "/bank.csv")).await.expect(200);
    let file = file.as_str().unwrap();
    assert!(file.contains(r#","'=HYPERLINK(""x""), Tbk","#), "{file}");
}

#[tokio::test]
async fn simultaneous_payout_steps_succeed_once() {
    let (shop, _, owner, keeper) = shop_with_bonuses().await;
    let third = {
        shop.change("UPDATE members SET email = 'lama@example.com' WHERE email = 'finance@example.com'").await;
        shop.staff(Role::Finance).await
    };
    let seen = preview(&shop, &owner).await;
    let (one, two) = join!(owner.post(PAYOUTS, seen.clone()), keeper.post(PAYOUTS, seen));
    let (made, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    refused.expect(409);
    let made = made.expect(201)["payout"].take();
    assert_eq!(shop.count("SELECT COUNT(*) FROM payout_batches").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payout_items").await, 6);
    let other = if made["prepared_by"] == "admin" { &keeper } else { &owner };

    let path = at(&made["id"], "/approve");
    let (one, two) = join!(other.post(&path, json!({"version": 1})), third.post(&path, json!({"version": 1})));
    let statuses: BTreeSet<u16> = [one.status.as_u16(), two.status.as_u16()].into();
    assert_eq!(statuses, BTreeSet::from([200, 409]), "{one:?} {two:?}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries WHERE action = 'approve'").await, 1);

    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    let (pay, cancel) = (at(&made["id"], "/pay"), at(&made["id"], "/cancel"));
    let (one, two, three) = join!(
        owner.post(&pay, body.clone()),
        keeper.post(&pay, body),
        third.post(&cancel, json!({"version": 2, "reason": "Salah"}))
    );
    let succeeded = [&one, &two, &three].iter().filter(|answer| answer.status == 200).count();
    assert_eq!(succeeded, 1, "{one:?} {two:?} {three:?}");
    assert_eq!(paid_bonuses(&shop).await, if three.status == 200 { 0 } else { 6 });
    shop.must_be_sound().await;
}

#[tokio::test]
async fn approval_and_cancellation_exclude_each_other() {
    let (shop, _, owner, keeper) = shop_with_bonuses().await;
    for round in 0..4 {
        let id = prepare(&shop, &owner).await.expect(201)["payout"]["id"].take();
        let (approve, cancel) = (at(&id, "/approve"), at(&id, "/cancel"));
        let (one, two) = join!(
            keeper.post(&approve, json!({"version": 1})),
            owner.post(&cancel, json!({"version": 1, "reason": "Salah"}))
        );
        let statuses: BTreeSet<u16> = [one.status.as_u16(), two.status.as_u16()].into();
        assert_eq!(statuses, BTreeSet::from([200, 409]), "round {round}: {one:?} {two:?}");
        if one.status == 200 {
            owner.post(&cancel, json!({"version": 2, "reason": "Salah"})).await.expect(200);
        }
        shop.must_be_sound().await;
    }
    assert_eq!(preview(&shop, &owner).await["items"], 6);
}

#[tokio::test]
async fn a_bonus_in_a_payout_is_not_paid_twice() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = prepare(&shop, &owner).await.expect(201)["payout"]["id"].take();
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    let mut conn = shop.app.db.write_one().await.unwrap();
    let member = ksmart_foundation::ids::MemberId(members[0].id);
    assert!(
        !ksmart_flows::payouts::mark_paid(&mut conn, member, shop.closed, None, 5).await.unwrap(),
        "it is in a batch"
    );
    drop(conn);
    // The database is changed directly, bypassing all rules.
    shop.change_by(&format!("UPDATE bonuses SET paid_ms = 5 WHERE member_id = {}", members[0].id)).await;
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.refused(409, "move_refused");
    assert_eq!(shop.count("SELECT COUNT(*) FROM bonuses WHERE paid_ms IS NOT NULL").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM payout_batches WHERE state = 'approved'").await, 1);
    keeper.post(&at(&id, "/cancel"), json!({"version": 2, "reason": "Sudah dibayar"})).await.expect(200);
    assert_eq!(preview(&shop, &keeper).await["items"], 5);
    shop.must_be_sound().await;
}

/// Number of additional bonuses in a large period.
const MORE: i64 = 400;

/// Adds many bonuses of different amounts to the closed period, for members with bank accounts.
async fn add_bonuses(shop: &Shop) {
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MORE})");
    let members = "INSERT INTO members (uid, email, password_hash, name, phone, address, bank, bank_account, gender,
                                        birth_date, plan_id, role, created_ms, search_text,
                                        contact_text, short_text)
                   SELECT 'KX' || i, 'kx' || i || '@example.com', '', 'Banyak ' || i, '+62812000' || i, 'Jl. Melati 1',
                          'BCA', '00998877' || i, 'L', '1990-01-01', 1, 'member', 5, '', '', '' FROM n";
    shop.change_by(&format!("{numbers} {members}")).await;
    let bonuses =
        "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp, components)
                   SELECT m.id, c.period_id, c.compensation_plan_id, 0, 500 * (1 + m.id % 70), '[]'
                   FROM members m CROSS JOIN bonus_calculations c WHERE m.uid LIKE 'KX%'";
    shop.change(bonuses).await;
    shop.change(
        "UPDATE bonus_calculations SET bonuses = (SELECT COUNT(*) FROM bonuses),
                bonus_rp = (SELECT CAST(SUM(bonus_rp) AS BIGINT) FROM bonuses),
                cap_rp = cap_rp + (SELECT CAST(SUM(bonus_rp) AS BIGINT) FROM bonuses)",
    )
    .await;
}

#[tokio::test]
async fn preparing_a_large_payout_blocks_no_writes() {
    let (shop, _, owner, keeper) = shop_with_bonuses().await;
    add_bonuses(&shop).await;
    let seen = preview(&shop, &keeper).await;
    assert_eq!(seen["items"], 6 + MORE);
    let ended = AtomicBool::new(false);
    let preparing = async {
        let made = keeper.post(PAYOUTS, seen.clone()).await;
        ended.store(true, Ordering::Relaxed);
        made
    };
    // Other transactions can write in between, and see a part of the batch.
    let writing = async {
        let mut parts = BTreeSet::new();
        while !ended.load(Ordering::Relaxed) {
            let mut tx = shop.app.db.write().await.unwrap();
            let sql = "SELECT (SELECT COUNT(*) FROM payout_items),
                              (SELECT COUNT(*) FROM payout_batches WHERE begun_ms IS NULL)";
            let (items, shown): (i64, i64) = sqlx::query_as(sql).fetch_one(&mut *tx).await.unwrap();
            tx.commit().await.unwrap();
            if (1..6 + MORE).contains(&items) {
                assert_eq!(shown, 0, "nobody is shown what is not whole");
                parts.insert(items);
            }
        }
        parts.len()
    };
    let (made, parts) = join!(preparing, writing);
    assert!(parts > 0, "nobody else could write");
    let made = made.expect(201)["payout"].take();
    for sum in ["items", "gross_rp", "tax_rp", "net_rp"] {
        assert_eq!(made[sum], seen[sum], "{sum}");
    }
    let items = keeper.all(&at(&made["id"], "/items"), "/items", 100).await;
    assert_eq!(items.len(), usize::try_from(6 + MORE).unwrap());
    assert!(items.is_sorted_by(|a, b| a["gross_rp"].as_i64() >= b["gross_rp"].as_i64()), "the largest first");
    assert_eq!(logged(&owner, "payout", &made["id"].to_string()).await, ["prepare"]);
}

/// Prepares and approves a payout; returns its key.
async fn approved(shop: &Shop, owner: &Actor, keeper: &Actor) -> Value {
    let id = prepare(shop, owner).await.expect(201)["payout"]["id"].take();
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    id
}

/// Returns a bonus's status as seen by its member, the number of bonuses still to be paid by the office, and the number
/// of tax slips.
async fn seen_as_paid(shop: &Shop, office: &Actor, member: &Actor) -> (Value, i64, i64) {
    let status = member.get("/api/bonuses").await.expect(200)[0]["status"].take();
    let own = member.get("/api/tax-slips").await.expect(200)["slips"].as_array().unwrap().len();
    let waiting = office.get("/api/admin/today").await.expect(200)["bonuses_to_pay"]["count"].as_i64().unwrap();
    let slips = shop.count("SELECT COUNT(*) FROM tax_slips").await;
    assert_eq!(i64::try_from(own).unwrap(), i64::from(slips > 0), "a slip for each at once");
    (status, waiting, slips)
}

#[tokio::test]
async fn paying_a_large_payout_blocks_no_writes() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    add_bonuses(&shop).await;
    let id = approved(&shop, &owner, &keeper).await;
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    assert_eq!(seen_as_paid(&shop, &keeper, &members[0]).await, (json!("unpaid"), 6 + MORE, 0));
    let ended = AtomicBool::new(false);
    let paying = async {
        let paid = keeper.post(&at(&id, "/pay"), body).await;
        ended.store(true, Ordering::Relaxed);
        paid
    };
    // Other transactions can write in between, and see either the whole payment or none of it.
    let writing = async {
        let mut parts = BTreeSet::new();
        while !ended.load(Ordering::Relaxed) {
            let mut tx = shop.app.db.write().await.unwrap();
            let sql = "SELECT (SELECT COUNT(*) FROM tax_slip_numbers), (SELECT COUNT(*) FROM tax_slips),
                              (SELECT COUNT(*) FROM payout_batches WHERE state = 'paid')";
            let (numbers, slips, paid): (i64, i64, i64) = sqlx::query_as(sql).fetch_one(&mut *tx).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(slips, paid * (6 + MORE), "nobody is shown what is not whole");
            if (1..6 + MORE).contains(&numbers) {
                parts.insert(numbers);
            }
        }
        parts.len()
    };
    let (paid, parts) = join!(paying, writing);
    assert!(parts > 0, "nobody else could write");
    assert_eq!(paid.expect(200)["payout"]["state"], "paid");
    assert_eq!(seen_as_paid(&shop, &keeper, &members[0]).await, (json!("paid"), 0, 6 + MORE));
    // The only broken rule concerns the bonuses that no calculation has made.
    assert_eq!(ksmart_ops::integrity::run(&shop.app.db).await.unwrap().broken(), ["bonuses"]);
}

#[tokio::test]
async fn an_interrupted_payment_can_be_repeated() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = approved(&shop, &owner, &keeper).await;
    // The server stops after two members have got their slip numbers.
    let sql = "INSERT INTO tax_slip_numbers (number, member_id, tax_month)
               SELECT i.id, i.member_id, b.tax_month FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
               WHERE i.id <= (SELECT MIN(id) + 1 FROM payout_items)";
    shop.change(sql).await;
    shop.must_be_sound().await;
    assert_eq!(seen_as_paid(&shop, &keeper, &members[0]).await, (json!("unpaid"), 6, 0));
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.expect(200);
    assert_eq!(seen_as_paid(&shop, &keeper, &members[0]).await, (json!("paid"), 0, 6));
    assert_eq!(shop.count("SELECT COUNT(*) FROM tax_slip_numbers").await, 6);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_cancelled_payout_can_be_prepared_again() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = approved(&shop, &owner, &keeper).await;
    let due = async || keeper.get(&format!("{PAYOUTS}/due")).await.expect(200)["periods"].take();
    assert_eq!(due().await, json!([]));
    let items = "SELECT COUNT(*) FROM payout_items WHERE cancelled_ms IS NOT NULL";
    keeper.post(&at(&id, "/cancel"), json!({"version": 2, "reason": "Salah"})).await.expect(200);
    assert_eq!(shop.count(items).await, 0, "one row says it for all of them");
    assert_eq!((&due().await[0]["bonuses"], &preview(&shop, &keeper).await["items"]), (&json!(6), &json!(6)));
    assert_eq!(members[0].get("/api/bonuses").await.expect(200)[0]["status"], "unpaid");
    shop.must_be_sound().await;
    // If one of the members is suspended by then, only the others are prepared again; that member follows later.
    shop.change_by(&format!("UPDATE members SET suspended_ms = 5 WHERE id = {}", members[0].id)).await;
    let again = approved(&shop, &owner, &keeper).await;
    assert_eq!((shop.count(items).await, due().await[0]["bonuses"].take()), (5, json!(1)));
    shop.change_by(&format!("UPDATE members SET suspended_ms = NULL WHERE id = {}", members[0].id)).await;
    let last = approved(&shop, &owner, &keeper).await;
    for id in [again, last] {
        let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
        keeper.post(&at(&id, "/pay"), body).await.expect(200);
    }
    assert_eq!((paid_bonuses(&shop).await, due().await), (6, json!([])));
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM payout_items WHERE batch_id = 1").await,
        6,
        "what was given up is kept"
    );
    shop.must_be_sound().await;
}

/// Changes the only batch as if a server had stopped while preparing it, with only one of its items written.
async fn begin_anew(shop: &Shop) {
    shop.change("UPDATE payout_batches SET begun_ms = 5").await;
    shop.change("DELETE FROM payout_items WHERE id > (SELECT MIN(id) FROM payout_items)").await;
    shop.change("DELETE FROM audit_entries WHERE action = 'prepare'").await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_interrupted_preparation_is_finished() {
    let (shop, _, owner, keeper) = shop_with_bonuses().await;
    let seen = preview(&shop, &keeper).await;
    let made = prepare(&shop, &keeper).await.expect(201)["payout"].take();
    let id = &made["id"];
    begin_anew(&shop).await;
    for path in ["", "/items", "/bank.csv"] {
        owner.get(&at(id, path)).await.refused(404, "not_found");
    }
    owner.post(&at(id, "/approve"), json!({"version": 1})).await.refused(404, "not_found");
    assert_eq!(owner.get(PAYOUTS).await.expect(200)["payouts"], json!([]));
    assert_eq!(preview(&shop, &owner).await["items"], 5);
    prepare(&shop, &owner).await.refused(409, "move_refused");

    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    let finished = keeper.get(&at(id, "")).await.expect(200)["payout"].take();
    assert_eq!(finished, made);
    assert_eq!(keeper.all(&at(id, "/items"), "/items", 4).await.len(), 6);
    assert_eq!((&finished["gross_rp"], &finished["net_rp"]), (&seen["gross_rp"], &seen["net_rp"]));
    assert_eq!(logged(&owner, "payout", &id.to_string()).await, ["prepare"]);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(logged(&owner, "payout", &id.to_string()).await, ["prepare"]);
    owner.post(&at(id, "/approve"), json!({"version": 1})).await.expect(200);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_outdated_preparation_is_discarded() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = prepare(&shop, &keeper).await.expect(201)["payout"]["id"].take();
    begin_anew(&shop).await;
    let sql = "SELECT member_id FROM payout_items";
    let kept = shop.count(sql).await;
    let other = members.iter().find(|member| member.id != kept).unwrap();
    shop.change_by(&format!("UPDATE members SET suspended_ms = 5 WHERE id = {}", other.id)).await;
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    for table in ["payout_batches", "payout_items", "audit_entries"] {
        let mut conn = shop.app.db.read().await.unwrap();
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let rows: i64 = sqlx::query_scalar(sql).fetch_one(&mut *conn).await.unwrap();
        assert_eq!(rows, 0, "{table}");
    }
    owner.get(&at(&id, "")).await.refused(404, "not_found");
    assert_eq!(prepare(&shop, &owner).await.expect(201)["payout"]["items"], 5);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_new_bank_account_delays_the_payout() {
    let (shop, members, owner, _) = shop_with_bonuses().await;
    let now_ms = shop.app.clock.now_ms();
    let id = members[0].id;
    shop.change_by(&format!("UPDATE members SET bank_changed_ms = {now_ms} WHERE id = {id}")).await;
    let seen = preview(&shop, &owner).await;
    assert_eq!((&seen["items"], &seen["left_out"]), (&json!(5), &json!(1)));
    let path = format!("{PAYOUTS}/left-out?period_id={}", shop.closed);
    assert_eq!(owner.get(&path).await.expect(200)["left_out"][0]["reason"], "new_account");
    prepare(&shop, &owner).await.expect(201);
    // Without waiting days, the bonus is paid to the new account at once.
    shop.set("payouts", json!({"bank_hold_days": 0})).await;
    let seen = preview(&shop, &owner).await;
    assert_eq!((&seen["items"], &seen["left_out"]), (&json!(1), &json!(0)));
    prepare(&shop, &owner).await.expect(201);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn members_see_only_their_own_transfer_proof() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    shop.change("UPDATE members SET name = '<i>' || name || '</i> & \"Sons\"'").await;
    let id = prepare(&shop, &owner).await.expect(201)["payout"]["id"].take();
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    let address = async |member: &Actor| {
        let bonus = member.get("/api/bonuses").await.expect(200)[0].take();
        (format!("/storage/proofs/{}", bonus["id"]), bonus["proof_transfer"].clone())
    };
    let (own, shown) = address(&members[0]).await;
    assert_eq!(shown, Value::Null);
    members[0].get(&own).await.refused(404, "not_found");
    let picture = proof(&keeper).await;
    keeper.post(&at(&id, "/pay"), json!({"version": 2, "proof_picture": picture})).await.expect(200);
    let items = keeper.all(&at(&id, "/items"), "/items", 4).await;
    assert_eq!(items.len(), members.len());
    for (place, member) in members.iter().enumerate() {
        let (own, shown) = address(member).await;
        assert_eq!(shown, json!(own.strip_prefix("/storage/")));
        let answer = member.request(Method::GET, &own).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(
            ["content-type", "cache-control"].map(|name| answer.headers()[name].to_str().unwrap()),
            ["image/svg+xml", "no-store"]
        );
        assert!(answer.headers()["content-security-policy"].to_str().unwrap().contains("sandbox"));
        let drawn = answer.text().await.unwrap();
        assert!(!drawn.contains("<i>") && !drawn.contains("{{"), "{drawn}");
        for item in &items {
            let name = item["member_name"].as_str().unwrap();
            let word = name.trim_start_matches("<i>").split('<').next().unwrap();
            let is_own = item["member_uid"] == member.get("/api/me").await.expect(200)["uid"];
            assert_eq!(drawn.contains(&format!("&lt;i&gt;{word}&lt;")), is_own, "{name} in {drawn}");
            assert!(!drawn.contains(item["bank_account"].as_str().unwrap()), "the account is masked");
            if is_own {
                let net = ksmart_foundation::format::rupiah(item["net_rp"].as_i64().unwrap());
                assert!(drawn.contains(&net), "{net} in {drawn}");
            }
        }
        members[(place + 1) % members.len()].get(&own).await.refused(404, "not_found");
        shop.guest().get(&own).await.refused(401, "unauthorized");
        owner.get(&own).await.refused(404, "not_found");
    }
    ksmart_flows::payouts::notify_paid(&shop.app.db, shop.app.clock.now_ms()).await.unwrap();
    let told = "SELECT COUNT(DISTINCT member_id) FROM outbox_messages WHERE kind = 'bonus_paid'";
    assert_eq!(shop.count(told).await, 6, "each is told once");
    // An uploaded proof belongs to the office; knowing its URL is not enough to open it.
    let file = picture.strip_prefix("proofs/").unwrap();
    for path in [format!("/storage/{picture}"), format!("/storage/{picture}?w=96")] {
        shop.guest().get(&path).await.refused(401, "unauthorized");
        owner.get(&path).await.refused(404, "not_found");
    }
    shop.guest().get(&format!("/storage/PROOFS/{file}")).await.refused(404, "not_found");
    let office = format!("/api/admin/proofs/{file}");
    let answer = keeper.request(Method::GET, &office).send().await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.headers()["cache-control"].to_str().unwrap()), (200, "no-store"));
    members[0].get(&office).await.refused(403, "forbidden");
    for wrong in ["tidak-ada.webp", "..%2Fproducts%2Fa.webp", ".webp", "a.html"] {
        keeper.get(&format!("/api/admin/proofs/{wrong}")).await.refused(404, "not_found");
    }
}

/// Returns the items of a batch, and the member of the first item.
async fn items_of<'a>(keeper: &Actor, members: &'a [Actor], id: &Value) -> (Vec<Value>, &'a Actor) {
    let items = keeper.all(&at(id, "/items"), "/items", 4).await;
    let member = members.iter().find(|member| items[0]["member_name"] == member.email.split('@').next().unwrap());
    (items, member.unwrap())
}

/// Checks that the only unpaid bonus waits until its member has confirmed the account.
async fn must_wait_for_its_member(shop: &Shop, keeper: &Actor, member: &Actor) {
    let left_out = keeper.all(&format!("{PAYOUTS}/left-out?period_id={}", shop.closed), "/left_out", 4).await;
    assert_eq!(left_out.iter().map(|bonus| &bonus["reason"]).collect::<Vec<_>>(), [&json!("failed_account")]);
    let failed_at = async || member.get("/api/me/bank-account").await.expect(200)["failed_at"].take();
    assert!(failed_at().await.is_string());
    member.post("/api/me/bank-account/confirm", json!({})).await.expect(200);
    assert_eq!(failed_at().await, Value::Null);
}

#[tokio::test]
async fn a_failed_transfer_joins_the_next_payout() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = approved(&shop, &owner, &keeper).await;
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    let paid = keeper.post(&at(&id, "/pay"), body).await.expect(200)["payout"].take();
    let (items, member) = items_of(&keeper, &members, &id).await;
    let item = &items[0];
    let fail = async |version: i64, failure: &str| {
        let body = json!({"item": item["id"], "failure": failure, "version": version});
        keeper.post(&at(&id, "/fail-transfer"), body).await
    };
    let refused = fail(3, "banyak").await;
    assert!(refused.status.is_client_error(), "{refused:?}");
    fail(2, "wrong_account").await.refused(409, "edit_conflict");
    let unknown = json!({"item": 999, "failure": "wrong_account", "version": 3});
    keeper.post(&at(&id, "/fail-transfer"), unknown).await.refused(404, "not_found");
    let left = fail(3, "wrong_account").await.expect(200)["payout"].take();
    let number = |value: &Value, name: &str| value[name].as_i64().unwrap();
    assert_eq!((&left["state"], &left["items"], &left["removed_items"]), (&json!("paid"), &json!(5), &json!(1)));
    for name in ["gross_rp", "tax_rp", "net_rp"] {
        assert_eq!(number(&left, name), number(&paid, name) - number(item, name), "{name}");
    }
    assert_eq!(left["removed_net_rp"], item["net_rp"]);
    let again = fail(4, "wrong_account").await.refused(409, "move_refused");
    assert_eq!(again, "Transfer ini sudah dikeluarkan dari pembayaran ini.");
    shop.must_be_sound().await;

    // No page or file shows it as paid any longer, and the member sees the reason.
    let file = keeper.get(&at(&id, "/bank.csv")).await.expect(200);
    assert!(!file.as_str().unwrap().contains(item["member_uid"].as_str().unwrap()), "{file}");
    let shown = keeper.all(&at(&id, "/items"), "/items", 4).await;
    assert_eq!((shown.len(), &shown[0]["failure"], &shown[1]["failure"]), (6, &json!("wrong_account"), &Value::Null));
    let bonus = member.get("/api/bonuses").await.expect(200)[0].take();
    assert_eq!(
        (&bonus["status"], &bonus["failed_transfer"], &bonus["proof_transfer"]),
        (&json!("unpaid"), &json!("wrong_account"), &Value::Null)
    );
    member.get(&format!("/storage/proofs/{}", bonus["id"])).await.refused(404, "not_found");
    assert_eq!(shop.count("SELECT COUNT(*) FROM tax_slips").await, 5);
    let month = left["tax_month"].as_str().unwrap();
    let months = keeper.get("/api/admin/tax/months").await.expect(200)["months"][0].take();
    for told in [months, keeper.get(&format!("/api/admin/tax/{month}")).await.expect(200)] {
        assert_eq!((&told["gross_rp"], &told["tax_rp"]), (&left["gross_rp"], &left["tax_rp"]), "{told}");
    }
    ksmart_flows::payouts::notify_paid(&shop.app.db, shop.app.clock.now_ms()).await.unwrap();
    let failed = shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'bonus_failed'").await;
    let paid_and_told = shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'bonus_paid'").await;
    assert_eq!((failed, paid_and_told), (1, 5));

    must_wait_for_its_member(&shop, &keeper, member).await;
    // It is part of the next batch, and is paid once.
    let next = approved(&shop, &owner, &keeper).await;
    let (items, _) = items_of(&keeper, &members, &next).await;
    assert_eq!((items.len(), &items[0]["member_uid"]), (1, &item["member_uid"]));
    let alone = json!({"item": items[0]["id"], "failure": "bank_refused", "version": 2});
    let alone = keeper.post(&at(&next, "/fail-transfer"), alone).await.refused(409, "move_refused");
    assert_eq!(alone, "Ini satu-satunya penerima di pembayaran ini. Batalkan pembayarannya.");
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&next, "/pay"), body).await.expect(200);
    let bonus = member.get("/api/bonuses").await.expect(200)[0].take();
    assert_eq!((&bonus["status"], &bonus["failed_transfer"]), (&json!("paid"), &Value::Null));
    assert_eq!(keeper.get(&format!("{PAYOUTS}/due")).await.expect(200)["periods"], json!([]));
    let live = "SELECT CAST(SUM(net_rp - removed_net_rp) AS BIGINT) FROM payout_batches WHERE state = 'paid'";
    assert_eq!(shop.count(live).await, number(&paid, "net_rp"));
    assert_eq!(logged(&owner, "payout", &id.to_string()).await, ["prepare", "approve", "pay", "fail_transfer"]);
    shop.must_be_sound().await;

    // A paid transfer may fail again, even if it is the only one of its batch.
    let body = json!({"item": items[0]["id"], "failure": "closed_account", "version": 3});
    let empty = keeper.post(&at(&next, "/fail-transfer"), body).await.expect(200)["payout"].take();
    assert_eq!((&empty["items"], &empty["net_rp"]), (&json!(0), &json!(0)));
    assert_eq!(member.get("/api/bonuses").await.expect(200)[0]["failed_transfer"], "closed_account");
    assert_eq!(preview(&shop, &keeper).await["items"], 0);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn failed_transfers_of_erased_members_are_refused() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = approved(&shop, &owner, &keeper).await;
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.expect(200);
    let (items, member) = items_of(&keeper, &members, &id).await;
    shop.change_by(&format!("UPDATE members SET erased_ms = 5 WHERE id = {}", member.id)).await;
    let body = json!({"item": items[0]["id"], "failure": "closed_account", "version": 3});
    let refused = keeper.post(&at(&id, "/fail-transfer"), body).await.refused(409, "move_refused");
    assert!(refused.contains("sudah menghapus akunnya"), "{refused}");
}

#[tokio::test]
async fn members_left_out_join_the_next_payout() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let id = prepare(&shop, &owner).await.expect(201)["payout"]["id"].take();
    let (items, member) = items_of(&keeper, &members, &id).await;
    let leave_out = async |by: &Actor, place: usize, version: i64, reason: &str| {
        let body = json!({"item": items[place]["id"], "reason": reason, "version": version});
        by.post(&at(&id, "/leave-out"), body).await
    };
    assert_eq!(refused_fields(leave_out(&keeper, 0, 1, " ").await), ["reason"]);
    assert_eq!(refused_fields(leave_out(&keeper, 0, 1, &"a".repeat(301)).await), ["reason"]);
    let packer = shop.staff(Role::Fulfilment).await;
    leave_out(&packer, 0, 1, "Salah").await.refused(403, "forbidden");
    let (one, two) = join!(leave_out(&keeper, 0, 1, "Diperiksa"), leave_out(&owner, 0, 1, "Diperiksa"));
    let statuses: BTreeSet<u16> = [one.status.as_u16(), two.status.as_u16()].into();
    assert_eq!(statuses, BTreeSet::from([200, 409]), "{one:?} {two:?}");
    let shown = keeper.all(&at(&id, "/items"), "/items", 4).await;
    let made_of = &shown[0]["made_of"];
    assert_eq!((made_of.as_array().map(Vec::len), &made_of[0]["gross_rp"]), (Some(1), &shown[0]["gross_rp"]));
    let lines = keeper.get(&format!("/api/admin/bonuses/{}/lines", made_of[0]["id"])).await.expect(200);
    assert_eq!(lines["bonus_rupiah"], made_of[0]["gross_rp"]);
    assert_eq!((&shown[0]["left_out_reason"], &shown[0]["failure"]), (&json!("Diperiksa"), &Value::Null));
    // The approval must be based on the current total.
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.refused(409, "edit_conflict");
    let failed = json!({"item": items[1]["id"], "failure": "wrong_name", "version": 2});
    let failed = keeper.post(&at(&id, "/fail-transfer"), failed).await.refused(409, "move_refused");
    assert_eq!(failed, "Pembayaran ini belum disetujui.");
    let approved_now = keeper.post(&at(&id, "/approve"), json!({"version": 2})).await.expect(200)["payout"].take();
    assert_eq!((&approved_now["items"], &approved_now["removed_items"]), (&json!(5), &json!(1)));
    leave_out(&keeper, 1, 3, "Terlambat").await.refused(409, "move_refused");
    assert_eq!(member.get("/api/bonuses").await.expect(200)[0]["failed_transfer"], Value::Null);
    let body = json!({"version": 3, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.expect(200);
    shop.must_be_sound().await;
    assert_eq!(member.get("/api/bonuses").await.expect(200)[0]["status"], "unpaid");
    let next = approved(&shop, &owner, &keeper).await;
    let (items, _) = items_of(&keeper, &members, &next).await;
    assert_eq!((items.len(), &items[0]["member_uid"]), (1, &shown[0]["member_uid"]));
    assert_eq!(logged(&owner, "payout", &id.to_string()).await, ["prepare", "leave_out", "approve", "pay"]);
    shop.must_be_sound().await;

    // The totals of the month are those of its slips, without the excluded member.
    let months = owner.get("/api/admin/tax/months").await.expect(200)["months"].take();
    let month = &months[0];
    let path = format!("/api/admin/tax/{}", month["month"].as_str().unwrap());
    let shown = owner.get(&path).await.expect(200);
    let slips = owner.all(&format!("{path}/slips"), "/slips", 4).await;
    for name in ["gross_rp", "tax_rp"] {
        let sum: i64 = slips.iter().map(|slip| slip[name].as_i64().unwrap()).sum();
        assert_eq!((shown[name].as_i64(), month[name].as_i64()), (Some(sum), Some(sum)), "{name}");
    }
    assert_eq!((slips.len(), &month["payouts"]), (5, &json!(1)));
}
