//! Orders in the office: the list, the details of an order, printing, and the shop's own moves.

use ksmart_core::order::OrderEvent::{self, Cancel, Complete, Expire, Pack, Pay, Refund, Ship};
use ksmart_foundation::time::DAY_MS;
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    payments::manual_refunds::approve,
    shop::{Actor, PASSWORD, Shop, Story},
};

/// Inserts an order of one piece, placed at `at_ms` and moved by the events; returns its number.
async fn tell(shop: &Shop, buyer: &Actor, product: i64, at_ms: i64, events: &[OrderEvent]) -> String {
    let products = &[(product, 1)];
    let story = Story { buyer, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
    shop.tell(&story).await.1
}

/// Places a cash order of two pieces; returns its number.
async fn place(shop: &Shop, buyer: &Actor, product: i64) -> String {
    let order = shop.order(buyer).item(product, 2).placed().await;
    order["order_id"].as_str().unwrap().to_owned()
}

/// Returns the audit log's entries about an order, newest first.
async fn audit(owner: &Actor, number: &str) -> Vec<Value> {
    owner.all(&format!("/api/admin/audit?subject=order&key={number}"), "/entries", 100).await
}

/// Returns the numbers of the orders that a query finds, after checking that the page size makes no difference.
async fn found(who: &Actor, query: &str) -> Vec<String> {
    let path = format!("/api/admin/orders?{query}");
    let number = |order: &Value| order["order_id"].as_str().unwrap().to_owned();
    let whole: Vec<String> = who.all(&path, "/orders", 100).await.iter().map(number).collect();
    for limit in [1, 3] {
        let pages: Vec<String> = who.all(&path, "/orders", limit).await.iter().map(number).collect();
        assert_eq!(pages, whole, "{query} by {limit}");
    }
    whole
}

#[tokio::test]
async fn orders_are_found_by_status_and_text() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (budi, siti, packer) =
        (shop.member("budi").await, shop.member("siti").await, shop.staff(Role::Fulfilment).await);
    let now_ms = shop.app.clock.now_ms();
    let unpaid = tell(&shop, &budi, salt, now_ms - 9, &[]).await;
    let paid = tell(&shop, &budi, salt, now_ms - 8, &[Pay]).await;
    let packed = tell(&shop, &siti, salt, now_ms - 8, &[Pay, Pack]).await;
    let shipped = tell(&shop, &siti, salt, now_ms - 6, &[Pack, Ship]).await;
    let done = tell(&shop, &budi, salt, now_ms - 3 * DAY_MS, &[Pay, Pack, Ship, Complete]).await;
    let called_off = tell(&shop, &budi, salt, now_ms - 4 * DAY_MS, &[Cancel]).await;
    let cash = place(&shop, &siti, salt).await;
    shop.change("UPDATE orders SET expires_ms = created_ms + 3600000 WHERE payment_status = 'pending'").await;
    shop.change_by(&format!(
        "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms, solved_ms)
         SELECT id, 'chargeback', 100, 'x', 1, CASE WHEN number = '{paid}' THEN 2 END FROM orders
         WHERE number IN ('{paid}', '{done}')"
    ))
    .await;
    let day = |ms: i64| ksmart_foundation::time::jakarta_date(ms);
    let same = |numbers: &[&String]| numbers.iter().map(|number| (*number).clone()).collect::<Vec<_>>();
    for (query, expected) in [
        ("", vec![&cash, &shipped, &packed, &paid, &unpaid, &done, &called_off]),
        ("payment=success", vec![&packed, &paid, &done]),
        ("payment=pending&method=online", vec![&unpaid]),
        ("shipment=selesai", vec![&done]),
        ("method=cod", vec![&cash, &shipped]),
        ("waiting=pack", vec![&paid, &cash]),
        (&format!("waiting=pack&from={0}&to={0}", day(now_ms)), vec![&paid, &cash]),
        (&format!("waiting=pack&from={}", day(now_ms + DAY_MS)), vec![]),
        ("waiting=ship", vec![&packed]),
        ("waiting=expiring", vec![&unpaid]),
        ("waiting=problem", vec![&done]),
        ("waiting=problem&payment=pending", vec![]),
        (&format!("to={}", day(now_ms - 3 * DAY_MS)), vec![&done, &called_off]),
        (&format!("from={0}&to={0}", day(now_ms - 3 * DAY_MS)), vec![&done]),
        (&format!("search={}", &paid[12..].to_lowercase()), vec![&paid]),
        ("search=SITI&waiting=ship", vec![&packed]),
        // The receiver's phone number is found in every notation.
        ("search=%2B62812-3456-7890", vec![&cash]),
        ("search=0812345", vec![&cash]),
        ("search=_", vec![]),
    ] {
        assert_eq!(found(&packer, query).await, same(&expected), "{query}");
    }
    let row = packer.get(&format!("/api/admin/orders?search={cash}")).await.expect(200)["orders"][0].take();
    assert_eq!(row["member"]["name"], "siti");
    assert_eq!((&row["receiver_name"], &row["pieces"], &row["bv"]), (&json!("Budi"), &json!(2), &json!(10)));
    assert_eq!((&row["payment_method"], &row["resi"], &row["expires_at"]), (&json!("cod"), &Value::Null, &Value::Null));
    let row = packer.get("/api/admin/orders?waiting=expiring").await.expect(200)["orders"][0].take();
    assert!(row["expires_at"].is_string(), "{row}");
    for refused in ["from=kemarin", "to=2026-02-30", "from=2026-02-02&to=2026-02-01", "limit=0"] {
        packer.get(&format!("/api/admin/orders?{refused}")).await.refused(422, "invalid_field");
    }
    packer.get("/api/admin/orders?waiting=nothing").await.refused(400, "malformed_request");
    shop.staff(Role::Catalogue).await.get("/api/admin/orders").await.refused(403, "forbidden");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn orders_are_found_by_current_member_data() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (budi, packer) = (shop.member("budi").await, shop.staff(Role::Fulfilment).await);
    let number = place(&shop, &budi, salt).await;
    let fields = [
        ("name", "Zainal Arifin"),
        ("no_hp", "081234567890"),
        ("alamat", "Jl. Melati 1"),
        ("bank", "BCA"),
        ("rekening_bank", "1234567890"),
        ("jenis_kelamin", "L"),
        ("tanggal_lahir", "1990-01-01"),
        ("current_password", PASSWORD),
    ];
    budi.form(reqwest::Method::PUT, "/api/update", &fields, None).await.expect(200);
    assert_eq!(found(&packer, "search=zainal").await, [number.as_str()]);
    // The member's current phone number, which differs from the receiver's, is found in every notation.
    let called = |phone: &'static str| fields.map(|(name, value)| (name, if name == "no_hp" { phone } else { value }));
    budi.form(reqwest::Method::PUT, "/api/update", &called("0857-1111-2222"), None).await.expect(200);
    for phone in ["085711112222", "%2B62857-1111-2222", "085711"] {
        assert_eq!(found(&packer, &format!("search={phone}")).await, [number.as_str()], "{phone}");
    }
    let later = place(&shop, &budi, salt).await;
    assert_eq!(found(&packer, "search=085711112222").await, [later.as_str(), number.as_str()]);
    let cancel = format!("/api/admin/orders/{later}/cancel");
    packer.post(&cancel, json!({"reason": "Salah pesan"})).await.expect(200);
    budi.form(reqwest::Method::PUT, "/api/update", &called("0857-3333-4444"), None).await.expect(200);
    assert_eq!(found(&packer, "search=085711112222").await, [] as [&str; 0]);
    assert_eq!(found(&packer, "search=085733334444&payment=pending").await, [number.as_str()]);
    let order = format!("/api/admin/orders/{number}");
    packer.post(&format!("{order}/pack"), json!({})).await.expect(200);
    packer.post(&format!("{order}/ship"), json!({"resi": "JNE-SALAH"})).await.expect(200);
    assert_eq!(found(&packer, "search=jne-salah").await, [number.as_str()]);
    packer.put(&format!("{order}/resi"), json!({"resi": "JNE-BENAR", "was": "JNE-SALAH"})).await.expect(200);
    assert_eq!(found(&packer, "search=jne-salah").await, [] as [&str; 0]);
    assert_eq!(found(&packer, "search=jne-benar").await, [number.as_str()]);
    for search in ["zainal&shipment=dikirim", "085733334444&shipment=dikirim"] {
        assert_eq!(found(&packer, &format!("search={search}")).await, [number.as_str()], "{search}");
    }
}

#[tokio::test]
async fn orders_are_found_by_their_products() {
    let shop = Shop::start().await;
    let (salt, honey) = (shop.product("Garam Laut", 10, 100).await, shop.product("Madu 100% Hutan", 10, 100).await);
    let (budi, packer) = (shop.member("budi").await, shop.staff(Role::Fulfilment).await);
    let (salted, sweet) = (place(&shop, &budi, salt).await, place(&shop, &budi, honey).await);
    for (search, expected) in [
        ("madu", vec![&sweet]),
        ("LAUT", vec![&salted]),
        ("100%25", vec![&sweet]),
        ("a", vec![&sweet, &salted]),
        ("madu&method=online", vec![]),
        ("gula", vec![]),
    ] {
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(found(&packer, &format!("search={search}")).await, expected, "{search}");
    }
}

#[tokio::test]
async fn order_actions_are_in_history_and_audit_log() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (owner, packer, banker) =
        (shop.admin().await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let number = place(&shop, &budi, salt).await;
    let order = format!("/api/admin/orders/{number}");

    let fresh = packer.get(&order).await.expect(200);
    assert_eq!(fresh["actions"], json!(["pack", "cancel", "address"]));
    let chosen = fresh["courier"].as_str().unwrap().to_owned();
    banker.post(&format!("{order}/pack"), json!({})).await.refused(403, "forbidden");
    packer.post(&format!("{order}/pack"), json!({})).await.expect(200);
    // The slower of two colleagues is told the name of the quicker one, and the time.
    let slower = owner.post(&format!("{order}/pack"), json!({})).await.refused(409, "move_refused");
    let now = ksmart_foundation::format::date(shop.app.clock.now_ms());
    assert!(
        slower.starts_with(&format!(
            "Status pesanan tidak mengizinkan tindakan ini: pesanan sudah dikemas oleh fulfilment, {now} pukul "
        )),
        "{slower}"
    );
    let early = json!({"resi": "B-100", "was": ""});
    packer.put(&format!("{order}/resi"), early).await.refused(409, "move_refused");

    let long = "x".repeat(61);
    packer
        .post(&format!("{order}/ship"), json!({"resi": "A-100", "courier": long}))
        .await
        .refused(422, "invalid_field");
    for no_number in ["a", "12", "B 200", ""] {
        let said = packer.post(&format!("{order}/ship"), json!({"resi": no_number})).await;
        assert_eq!(said.refused(422, "invalid_field"), "Nomor resi harus 3 sampai 64 huruf atau angka.", "{no_number}");
    }
    let request = json!({"resi": " A-100 ", "courier": "SICEPAT - GOKIL"});
    let sent = packer.post(&format!("{order}/ship"), request).await.expect(200);
    assert_eq!((&sent["data"]["resi"], &sent["data"]["shipping_method"]), (&json!("A-100"), &json!("SICEPAT - GOKIL")));

    banker.put(&format!("{order}/resi"), json!({"resi": "B-200", "was": "A-100"})).await.refused(403, "forbidden");
    packer.put(&format!("{order}/resi"), json!({"resi": "B 200", "was": "A-100"})).await.refused(422, "invalid_field");
    packer.put(&format!("{order}/resi"), json!({"resi": "B-200", "was": "A-100"})).await.expect(200);
    // An edit based on the old number is a conflict after a colleague has corrected it.
    let late = owner.put(&format!("{order}/resi"), json!({"resi": "C-300", "was": "A-100"})).await.expect(409);
    assert_eq!((&late["code"], &late["current"]["resi"]), (&json!("edit_conflict"), &json!("B-200")));
    owner.post(&format!("{order}/complete"), json!({})).await.expect(200);

    let seen = banker.get(&order).await.expect(200);
    let history: Vec<Value> =
        seen["moves"].as_array().unwrap().iter().map(|m| json!([m["what"], m["by"], m["staff_name"]])).collect();
    let expected = [
        json!(["placed", "member", null]),
        json!(["packed", "shop", "fulfilment"]),
        json!(["shipped", "shop", "fulfilment"]),
        json!(["resi", "shop", "fulfilment"]),
        json!(["completed", "shop", "admin"]),
    ];
    assert_eq!(history, expected);
    assert_eq!(seen["moves"][3]["reason"], "A-100 menjadi B-200");
    assert_eq!(seen["moves"][2]["reason"], format!("Dikirim dengan SICEPAT - GOKIL, menggantikan {chosen}"));

    let log = audit(&owner, &number).await;
    let of = |at: usize| (log[at]["action"].as_str().unwrap(), log[at]["actor_name"].as_str().unwrap());
    let actions: Vec<_> = (0..log.len()).map(of).collect();
    let packer_did = |what| (what, "fulfilment");
    assert_eq!(actions, [("completed", "admin"), packer_did("resi"), packer_did("shipped"), packer_did("packed")]);
    assert_eq!(log[3]["before"], json!({"shipment_status": "menunggu"}));
    assert_eq!(log[3]["after"], json!({"shipment_status": "dikemas"}));
    assert_eq!(
        log[2]["after"],
        json!({"shipment_status": "dikirim", "courier": "SICEPAT - GOKIL", "resi": "A-100"}),
        "{log:?}"
    );
    assert_eq!((&log[1]["before"], &log[1]["after"]), (&json!({"resi": "A-100"}), &json!({"resi": "B-200"})));
    assert_eq!(log[0]["after"], json!({"shipment_status": "selesai"}));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn cancelling_and_refunding_need_a_reason() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (owner, packer, banker) =
        (shop.admin().await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let number = place(&shop, &budi, salt).await;
    let cancel = format!("/api/admin/orders/{number}/cancel");
    packer.post(&cancel, json!({"reason": "  "})).await.refused(422, "invalid_field");
    banker.post(&cancel, json!({"reason": "Stok rusak"})).await.refused(403, "forbidden");
    assert_eq!(audit(&owner, &number).await, [] as [Value; 0], "what is refused is no change");
    packer.post(&cancel, json!({"reason": "Stok rusak"})).await.expect(200);
    let log = audit(&owner, &number).await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["reason"]), (&json!("cancelled"), &json!("Stok rusak")));

    let now_ms = shop.app.clock.now_ms();
    let paid = tell(&shop, &budi, salt, now_ms, &[Pay, Pack]).await;
    let refund = format!("/api/admin/orders/{paid}/refund");
    packer.post(&refund, json!({"reason": "Salah kirim"})).await.refused(403, "forbidden");
    banker.post(&refund, json!({"reason": ""})).await.refused(422, "invalid_field");
    banker.post(&refund, json!({"reason": "Salah kirim", "manual": true})).await.expect(200);
    approve(&owner, &paid).await.expect(200);
    banker.post(&refund, json!({"reason": "Salah kirim", "manual": true})).await.refused(409, "move_refused");
    let log = audit(&owner, &paid).await;
    assert_eq!((log.len(), &log[1]["action"]), (2, &json!("prepare_refund")));
    assert_eq!(log[0]["before"], json!({"payment_status": "success", "shipment_status": "dikemas"}));
    let after = json!({"payment_status": "refunded", "shipment_status": "dibatalkan",
                       "reason": "Dana dikembalikan secara manual: Salah kirim"});
    assert_eq!(log[0]["after"], after);
    assert_eq!(shop.stock(salt).await, 10);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_order_shows_its_payment_and_exchanges() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (banker, budi) = (shop.staff(Role::Finance).await, shop.member("budi").await);
    let placed = shop.order(&budi).item(salt, 2).online().send().await.expect(201);
    let number = placed["transaction"]["order_id"].as_str().unwrap();
    let order = format!("/api/admin/orders/{number}");
    // After a lost answer the payment has another number at the provider.
    shop.change(
        "INSERT INTO payment_attempts (number, order_id, position) SELECT number || '-2', order_id, 2 FROM payments",
    )
    .await;
    shop.change("UPDATE payments SET number = number || '-2', denied_ms = 5").await;
    shop.change_by(&format!(
        "INSERT INTO provider_exchanges (at_ms, provider, order_number, method, path, request, response, took_ms, error)
         VALUES (7, 'midtrans', '{number}-2', 'GET', '/v2/status', '', '', 3, 'timeout'),
                (8, 'midtrans', 'KS-20260101-ANDERE00', 'GET', '/v2/status', '', '', 3, NULL)"
    ))
    .await;
    let seen = banker.get(&order).await.expect(200);
    assert_eq!(seen["payment"]["number"], format!("{number}-2"));
    assert_eq!(seen["payment"]["denied_at"], "1970-01-01T00:00:00.005Z");
    let said = seen["exchanges"].as_array().unwrap();
    assert_eq!((said.len(), &said[0]["error"], &said[1]["method"]), (2, &json!("timeout"), &json!("POST")));
    assert_eq!(seen["actions"], json!(["cancel", "transfer", "address"]));
    assert_eq!((&seen["weight_gr"], &seen["plan_name"]), (&json!(1000), &json!("Plan A")));
    assert_eq!(seen["member"]["email"], budi.email);
    assert_eq!((&seen["lines"][0]["price_rp"], &seen["lines"][0]["quantity"]), (&json!(1000), &json!(2)));
    let sum = |name: &str| seen[name].as_i64().unwrap();
    assert_eq!(sum("subtotal_rp") - sum("discount_rp") + sum("shipping_cost_rp"), sum("total_rp"));
    banker.get("/api/admin/orders/KS-0").await.refused(404, "not_found");
    budi.get(&order).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_payment_problem_is_solved_once_with_a_note() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (owner, packer, banker) =
        (shop.admin().await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let now_ms = shop.app.clock.now_ms();
    let number = tell(&shop, &budi, salt, now_ms, &[Expire]).await;
    shop.change(
        "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms, next_try_ms)
         SELECT id, 'late_payment', 10000, 'Dana datang terlambat', 1, 2 FROM orders",
    )
    .await;
    let order = format!("/api/admin/orders/{number}");
    let problem = banker.get(&order).await.expect(200)["problems"][0].take();
    assert_eq!((&problem["kind"], &problem["solved_at"]), (&json!("late_payment"), &Value::Null));
    let solve = format!("/api/admin/payment-problems/{}/solve", problem["id"]);
    packer.post(&solve, json!({"note": "Sudah ditransfer"})).await.refused(403, "forbidden");
    for note in ["  ", &"x".repeat(301)] {
        banker.post(&solve, json!({"note": note})).await.refused(422, "invalid_field");
    }
    let solved = banker.post(&solve, json!({"note": "Sudah ditransfer"})).await.expect(200);
    let told = (&solved["solution"], &solved["solved_by"], &solved["next_try_at"]);
    assert_eq!(told, (&json!("Sudah ditransfer"), &json!("finance"), &Value::Null));
    let again = banker.post(&solve, json!({"note": "Sekali lagi"})).await.refused(409, "move_refused");
    assert_eq!(again, "Masalah pembayaran ini sudah diselesaikan.");
    banker.post("/api/admin/payment-problems/999/solve", json!({"note": "x"})).await.refused(404, "not_found");
    assert_eq!(found(&banker, "waiting=problem").await, [] as [&str; 0]);
    let log = audit(&owner, &number).await;
    assert_eq!((log.len(), &log[0]["action"]), (1, &json!("solve")));
    assert_eq!(log[0]["after"]["note"], "Sudah ditransfer");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn slips_and_labels_list_codes_and_cod_amounts() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (packer, budi) = (shop.staff(Role::Fulfilment).await, shop.member("budi").await);
    let cash = place(&shop, &budi, salt).await;
    let paid = tell(&shop, &budi, salt, shop.app.clock.now_ms(), &[Pay, Pack, Refund]).await;
    let print = |ids: &str| format!("/api/admin/orders/print?ids={ids}");
    shop.change("UPDATE products SET sku = 'GRM-1', barcode = '899111', shelf = 'A-03' WHERE name = 'Garam'").await;
    let papers = packer.get(&print(&format!("{paid},KS-0,{cash},,{paid}"))).await.expect(200);
    assert_eq!(papers["sender"]["name"], "K-Smart");
    assert_eq!(papers["missing"], json!(["KS-0"]));
    let orders = papers["orders"].as_array().unwrap();
    assert_eq!(orders.len(), 2);
    assert_eq!((&orders[0]["order_id"], &orders[0]["cod_rp"]), (&json!(paid), &Value::Null));
    let line = json!({"product_id": salt, "name": "Garam", "variant": null, "quantity": 2, "sku": "GRM-1",
        "barcode": "899111", "shelf": "A-03"});
    assert_eq!(orders[1]["lines"], json!([line]));
    // The scanner at packing compares the pieces with the order itself.
    let order = packer.get(&format!("/api/admin/orders/{cash}")).await.expect(200);
    assert_eq!((&order["lines"][0]["barcode"], &order["lines"][0]["sku"]), (&json!("899111"), &json!("GRM-1")));
    assert_eq!((&orders[1]["receiver"]["name"], &orders[1]["weight_gr"]), (&json!("Budi"), &json!(1000)));
    let due = budi.get(&format!("/api/transactions/{cash}")).await.expect(200)["data"]["gross_amount"].take();
    assert_eq!(orders[1]["cod_rp"], due, "what the courier takes is what the order comes to");
    let many = (0..101).map(|n| format!("KS-{n}")).collect::<Vec<_>>().join(",");
    for ids in ["", ",,", &many] {
        packer.get(&print(ids)).await.refused(422, "invalid_field");
    }
    shop.set("contact", json!({"name": "Toko Sehat", "address": "Jl. Raya 1"})).await;
    assert_eq!(packer.get(&print(&cash)).await.expect(200)["sender"]["name"], "Toko Sehat");
    shop.staff(Role::Finance).await.get(&print(&cash)).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_returned_parcel_ends_its_order() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let (owner, packer, banker) =
        (shop.admin().await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let before = shop.stock(salt).await;
    let mut numbers = Vec::new();
    for events in [&[Pack, Ship][..], &[Pay, Pack, Ship], &[Pay, Pack, Ship]] {
        let at_ms = shop.app.clock.now_ms();
        let products = &[(salt, 2)];
        let story = Story { buyer: &budi, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
        numbers.push(shop.tell(&story).await.1);
    }
    let path = |at: usize, what: &str| format!("/api/admin/orders/{}{what}", numbers[at]);
    let taken = shop.stock(salt).await;
    assert_eq!(taken, before - 6);

    // A buyer who refuses a COD parcel pays nothing; the goods can be sold again.
    assert_eq!(packer.get(&path(0, "")).await.expect(200)["actions"], json!(["complete", "resi", "return", "cash"]));
    let why = json!({"reason": "Pembeli menolak paket.", "damaged": false});
    banker.post(&path(0, "/return"), why.clone()).await.refused(403, "forbidden");
    packer.post(&path(0, "/return"), json!({"reason": " "})).await.refused(422, "invalid_field");
    let back = packer.post(&path(0, "/return"), why.clone()).await.expect(200);
    assert_eq!(
        (&back["data"]["status"], &back["data"]["shipment_status"]),
        (&json!("cancelled"), &json!("dibatalkan"))
    );
    assert_eq!(shop.stock(salt).await, taken + 2);
    packer.post(&path(0, "/return"), why.clone()).await.refused(409, "move_refused");

    // A paid order must be refunded first; damaged goods are not added to the stock.
    packer.post(&path(1, "/return"), why.clone()).await.refused(409, "move_refused");
    let manual = json!({"reason": "Rusak di jalan.", "manual": true});
    for at in [1, 2] {
        banker.post(&path(at, "/refund"), manual.clone()).await.expect(200);
        approve(&owner, &numbers[at]).await.expect(200);
    }
    packer.post(&path(1, "/return"), json!({"reason": "Pecah.", "damaged": true})).await.expect(200);
    assert_eq!(shop.stock(salt).await, taken + 2);
    let ended = packer.get(&path(1, "")).await.expect(200);
    assert_eq!((&ended["shipment_status"], &ended["actions"]), (&json!("dibatalkan"), &json!([])));
    assert_eq!(ended["moves"].as_array().unwrap().last().unwrap()["what"], "returned");

    // The buyer may also keep the goods.
    packer.post(&path(2, "/complete"), json!({})).await.expect(200);
    let kept = packer.get(&path(2, "")).await.expect(200);
    assert_eq!((&kept["payment_status"], &kept["shipment_status"]), (&json!("refunded"), &json!("selesai")));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn orders_are_found_by_a_members_new_name() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let tea = shop.product("Teh", 10, 5).await;
    let (products, period, at_ms) = (&[(tea, 1)], shop.open, shop.app.clock.now_ms());
    let story = Story { buyer: &owner, products, period, plan_id: 1, percent: "0", at_ms, events: &[] };
    let (_, number) = shop.tell(&story).await;
    shop.change("UPDATE orders SET search_text = 'admin'").await;
    owner.put("/api/admin/me", json!({"name": "Ratu Admin"})).await.expect(200);
    for search in ["ratu", &number, "admin"] {
        let found = owner.get(&format!("/api/admin/orders?search={search}")).await.expect(200);
        assert_eq!(found["orders"].as_array().map(Vec::len), Some(1), "{search}: {found}");
    }
}
