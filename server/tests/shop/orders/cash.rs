//! Cash on delivery: who marks an order as paid, and the effects of a courier's report.

use ksmart_core::order::OrderEvent::{self, Complete, Pack, Pay, Ship};
use ksmart_identity::roles::Role;
use reqwest::{Method, multipart};
use serde_json::{Value, json};

use crate::shop::{Actor, Answer, Shop, Story};

async fn send(actor: &Actor, query: &str, file: impl AsRef<[u8]>) -> Answer {
    let part = multipart::Part::bytes(file.as_ref().to_vec()).file_name("setoran-jne.csv");
    let request = actor.request(Method::POST, &format!("/api/admin/cod-settlements?{query}"));
    actor.send(request.multipart(multipart::Form::new().part("file", part))).await
}

pub async fn preview(actor: &Actor, file: impl AsRef<[u8]>) -> Value {
    send(actor, "dry_run=true", file).await.expect(200)
}

async fn apply(actor: &Actor, file: &str, preview: &Value) -> Answer {
    send(actor, &format!("dry_run=false&digest={}", preview["digest"].as_str().unwrap()), file).await
}

/// Books a courier's report without errors.
pub async fn settled(actor: &Actor, file: &str) {
    let seen = preview(actor, file).await;
    assert_eq!(seen["mistakes"], 0, "{seen}");
    assert_eq!(apply(actor, file, &seen).await.expect(200)["applied"], true);
}

/// Inserts an order with this courier's number and moves it; returns the order's number.
pub async fn tell(shop: &Shop, buyer: &Actor, product: i64, resi: &str, events: &[OrderEvent]) -> String {
    let (at_ms, products) = (shop.app.clock.now_ms(), &[(product, 2)]);
    let story = Story { buyer, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
    let (key, number) = shop.tell(&story).await;
    shop.change_by(&format!("UPDATE orders SET tracking_number = '{resi}' WHERE id = {key}")).await;
    number
}

/// Returns the errors in a report: line, column and message.
fn said(answer: &Value) -> Vec<String> {
    let text = |error: &Value, name: &str| error[name].as_str().unwrap().to_owned();
    let errors = answer["errors"].as_array().unwrap().iter();
    errors.map(|error| format!("{} {} {}", error["line"], text(error, "column"), text(error, "message"))).collect()
}

async fn state(shop: &Shop, number: &str) -> (String, i64) {
    let sql = "SELECT payment_status || ' ' || shipment_status, \
               (SELECT COUNT(*) FROM bv_entries e WHERE e.order_id = o.id) FROM orders o WHERE number = $1";
    let mut conn = shop.app.db.read().await.unwrap();
    sqlx::query_as(sql).bind(number).fetch_one(&mut *conn).await.unwrap()
}

#[tokio::test]
async fn only_received_cash_pays_a_cod_order() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 20).await;
    let (packer, banker, budi) =
        (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await, shop.member("budi").await);
    let sent = tell(&shop, &budi, salt, "A1", &[Pack, Ship]).await;
    let cash = format!("/api/admin/orders/{sent}/cash");
    let waiting = "/api/admin/orders?waiting=cash";
    assert_eq!(banker.get("/api/admin/today").await.expect(200)["cash_due"], 1);
    budi.post(&format!("/api/transactions/{sent}/complete"), json!({})).await.expect(200);
    assert_eq!(state(&shop, &sent).await, ("pending selesai".to_owned(), 0));
    assert_eq!(banker.get(waiting).await.expect(200)["orders"][0]["order_id"], json!(sent));
    shop.must_be_sound().await;

    packer.post(&cash, json!({})).await.refused(403, "forbidden");
    budi.post(&cash, json!({})).await.refused(403, "forbidden");
    assert_eq!(banker.post(&cash, json!({})).await.expect(200)["message"], "Uang COD diterima.");
    assert_eq!(state(&shop, &sent).await, ("success selesai".to_owned(), 1));
    banker.post(&cash, json!({})).await.refused(409, "move_refused");
    packer.post(&format!("/api/admin/orders/{sent}/return"), json!({"reason": "x"})).await.refused(409, "move_refused");
    assert_eq!(banker.get(waiting).await.expect(200)["orders"], json!([]));

    // Orders that were not sent, and orders with online payment, are refused.
    let packed = tell(&shop, &budi, salt, "A2", &[Pack]).await;
    banker.post(&format!("/api/admin/orders/{packed}/cash"), json!({})).await.refused(409, "move_refused");
    let placed = shop.order(&budi).item(salt, 1).online().placed().await;
    let online = placed["order_id"].as_str().unwrap();
    banker.post(&format!("/api/admin/orders/{online}/cash"), json!({})).await.refused(409, "move_refused");

    // An order that was packed and never sent, and one that its buyer confirmed without paying, can be returned.
    let kept = tell(&shop, &budi, salt, "A3", &[Pack, Ship, Complete]).await;
    let before = shop.stock(salt).await;
    for (number, damaged) in [(&packed, false), (&kept, true)] {
        let why = json!({"reason": "Tidak dibayar", "damaged": damaged});
        packer.post(&format!("/api/admin/orders/{number}/return"), why).await.expect(200);
        assert_eq!(state(&shop, number).await, ("cancelled dibatalkan".to_owned(), 0));
    }
    assert_eq!(shop.stock(salt).await, before + 2);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_wrong_courier_report_books_nothing() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 50).await;
    let (packer, banker, budi) =
        (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await, shop.member("budi").await);
    let owner = shop.admin().await;
    let first = tell(&shop, &budi, salt, "R1", &[Pack, Ship]).await;
    let second = tell(&shop, &budi, salt, "R2", &[Pack, Ship, Complete]).await;
    let packed = tell(&shop, &budi, salt, "R3", &[Pack]).await;
    let paid = tell(&shop, &budi, salt, "R4", &[Pack, Ship, Pay]).await;
    let online = tell(&shop, &budi, salt, "R5", &[Pay, Pack, Ship]).await;
    for _ in 0..2 {
        tell(&shop, &budi, salt, "R6", &[Pack, Ship]).await;
    }
    // Two pieces at Rp 1.000 and the shipping.
    let total = 11_000;

    let bad = format!(
        "No;Pesanan;Resi;Jumlah;Biaya\n1;{first};r1;11.000;550\n2;;r2;10000;0\n3;{packed};;{total};\n4;;R4;{total};\n\
         5;{online};;{total};\n6;{first};;{total};\n7;;R6;{total};\n8;;R9;{total};\n9;KS-0;;{total};\n\
         10;{first};R2;{total};\n11;;;{total};\n12;;R2;{total};x\n13;;R2;{total};12000\n14;;R2;11000,50;\n15\n"
    );
    let seen = preview(&banker, &bad).await;
    let expected = [
        format!("2 pesanan Pesanan {first} ada lagi di baris 7."),
        format!("3 jumlah Pesanan {second} berjumlah Rp\u{a0}11.000, bukan Rp\u{a0}10.000."),
        format!("4 pesanan Pesanan {packed} belum dikirim."),
        format!("5 resi Uang pesanan {paid} sudah dicatat diterima."),
        format!("6 pesanan Pesanan {online} bukan pesanan COD."),
        format!("7 pesanan Pesanan {first} sudah ada di baris 2."),
        "8 resi Resi R6 ada pada beberapa pesanan. Tulis nomor pesanannya.".to_owned(),
        "9 resi Tidak ada pesanan dengan resi R9.".to_owned(),
        "10 pesanan Tidak ada pesanan KS-0.".to_owned(),
        format!("11 resi Resi pesanan {first} adalah R1, bukan R2."),
        "12 pesanan Tulis nomor pesanan atau resinya.".to_owned(),
        "13 biaya Tulis jumlah rupiah tanpa sen, misalnya 150000 atau 150.000.".to_owned(),
        "14 biaya Biaya tidak boleh melebihi jumlahnya.".to_owned(),
        "15 jumlah Tulis jumlah rupiah tanpa sen, misalnya 150000 atau 150.000.".to_owned(),
        "16  Baris ini berisi 1 kolom, seharusnya 5.".to_owned(),
    ];
    assert_eq!(said(&seen), expected);
    assert_eq!((&seen["orders"], &seen["ignored_columns"]), (&json!(0), &json!(["no"])));
    // A file with an error changes nothing, whatever its preview said, unless only its good rows are requested.
    apply(&banker, &bad, &seen).await.refused(409, "edit_conflict");
    assert_eq!(state(&shop, &first).await, ("pending dikirim".to_owned(), 0));

    let good = format!("resi;jumlah;biaya\nR2;{total};\nR1;Rp 11.000;550\n");
    send(&packer, "dry_run=true", &good).await.refused(403, "forbidden");
    send(&banker, "dry_run=false", &good).await.refused(422, "invalid_field");
    let seen = preview(&banker, &good).await;
    let sums =
        |answer: &Value| ["orders", "amount_rp", "fee_rp", "mistakes"].map(|name| answer[name].as_i64().unwrap());
    assert_eq!((seen["applied"].clone(), sums(&seen)), (json!(false), [2, 22_000, 550, 0]));
    assert_eq!(state(&shop, &second).await, ("pending selesai".to_owned(), 0), "a preview writes nothing");
    let done = apply(&banker, &good, &seen).await.expect(200);
    assert_eq!((done["applied"].clone(), sums(&done)), (json!(true), [2, 22_000, 550, 0]));
    assert_eq!(state(&shop, &first).await, ("success dikirim".to_owned(), 1));
    assert_eq!(state(&shop, &second).await, ("success selesai".to_owned(), 1));
    let moves = banker.get(&format!("/api/admin/orders/{first}")).await.expect(200)["moves"].take();
    assert_eq!(moves[3]["reason"], "Laporan kurir");
    // The file name is for the office only: the log contains it, the buyer's view does not.
    let logged = owner.get(&format!("/api/admin/audit?subject=order&key={first}")).await.expect(200);
    assert_eq!(logged["entries"][0]["after"]["reason"], "Laporan kurir setoran-jne.csv", "{logged}");
    let own = budi.get(&format!("/api/transactions/{first}")).await.expect(200);
    assert!(!own.to_string().contains("setoran-jne"), "{own}");

    // Booking the same report again pays nothing twice.
    let again = apply(&banker, &good, &seen).await.expect(409);
    assert_eq!((&again["code"], &again["current"]["mistakes"]), (&json!("edit_conflict"), &json!(2)));
    assert_eq!(shop.count("SELECT COUNT(*) FROM cod_settlements").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn good_rows_of_a_wrong_report_can_be_booked() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 50).await;
    let (banker, budi) = (shop.staff(Role::Finance).await, shop.member("budi").await);
    let good = tell(&shop, &budi, salt, "R1", &[Pack, Ship]).await;
    let wrong = tell(&shop, &budi, salt, "R2", &[Pack, Ship]).await;
    let file = "resi;jumlah;biaya\nR1;11000;500\nR2;1;\nR3;11000;\n";
    let seen = preview(&banker, file).await;
    assert_eq!((&seen["orders"], &seen["mistakes"]), (&json!(1), &json!(2)));
    let book = async |file: &str, seen: &Value| {
        let digest = seen["digest"].as_str().unwrap();
        send(&banker, &format!("dry_run=false&skip_mistakes=true&digest={digest}"), file).await
    };
    let done = book(file, &seen).await.expect(200);
    assert_eq!((&done["applied"], &done["orders"], &done["mistakes"]), (&json!(true), &json!(1), &json!(2)));
    assert_eq!(state(&shop, &good).await, ("success dikirim".to_owned(), 1));
    assert_eq!(state(&shop, &wrong).await, ("pending dikirim".to_owned(), 0));
    // Without a good row there is nothing to book, and the earlier preview is no longer valid.
    let again = preview(&banker, file).await;
    book(file, &again).await.refused(409, "edit_conflict");
    book(file, &seen).await.refused(409, "edit_conflict");
    assert_eq!(shop.count("SELECT COUNT(*) FROM cod_settlements").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_report_may_begin_with_a_title() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 50).await;
    let (banker, budi) = (shop.staff(Role::Finance).await, shop.member("budi").await);
    tell(&shop, &budi, salt, "R1", &[Pack, Ship]).await;
    let file =
        "Laporan COD, November 2026\nPT Ekspedisi, Jakarta\n\nNo.;No. Resi;Nilai COD;Biaya COD\n1;R1;11000;500\n";
    let seen = preview(&banker, file).await;
    assert_eq!((&seen["orders"], &seen["mistakes"], &seen["rows"][0]["line"]), (&json!(1), &json!(0), &json!(5)));
}

#[tokio::test]
async fn a_malformed_report_is_refused() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    for (file, sentence) in [
        ("a;b\n1;2\n", "Baris pertama harus berisi nama kolom: pesanan atau resi, jumlah, dan bila ada biaya."),
        ("pesanan;jumlah\n", "File ini tidak berisi pesanan."),
        ("resi;resi;jumlah\n1;2;3\n", "Kolom resi ada dua kali."),
    ] {
        assert_eq!(send(&banker, "dry_run=true", file).await.refused(422, "invalid_field"), sentence);
    }
}
