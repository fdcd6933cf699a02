//! Data that the office stores about orders besides their state: notes, tags, named filters, and the list as a file.

use std::io::{Cursor, Read};

use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::shop::{Actor, Shop};

/// Places a cash order of two pieces; returns its number.
async fn place(shop: &Shop, buyer: &Actor, product: i64) -> String {
    let order = shop.order(buyer).item(product, 2).placed().await;
    order["order_id"].as_str().unwrap().to_owned()
}

/// Returns the numbers of the orders that a query finds.
async fn found(who: &Actor, query: &str) -> Vec<String> {
    let orders = who.all(&format!("/api/admin/orders?{query}"), "/orders", 1).await;
    orders.iter().map(|order| order["order_id"].as_str().unwrap().to_owned()).collect()
}

/// Returns the actions in the audit log for an order, newest first.
async fn actions(owner: &Actor, number: &str) -> Vec<Value> {
    let path = format!("/api/admin/audit?subject=order&key={number}");
    owner.all(&path, "/entries", 100).await.into_iter().map(|mut entry| entry["action"].take()).collect()
}

#[tokio::test]
async fn only_the_author_deletes_an_order_note() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (owner, packer, banker) =
        (shop.admin().await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let number = place(&shop, &budi, salt).await;
    let notes = format!("/api/admin/orders/{number}/notes");
    for (text, code) in [(" ".to_owned(), 422), ("x".repeat(1001), 422), ("a\u{1}b".to_owned(), 422)] {
        packer.post(&notes, json!({"text": text})).await.refused(code, "invalid_field");
    }
    packer.post("/api/admin/orders/KS-0/notes", json!({"text": "x"})).await.refused(404, "not_found");
    let written = packer.post(&notes, json!({"text": " Telepon dulu\nsebelum dikirim "})).await.expect(201);
    assert_eq!((&written["text"], &written["own"]), (&json!("Telepon dulu\nsebelum dikirim"), &json!(true)));
    banker.post(&notes, json!({"text": "Sudah ditelepon"})).await.expect(201);

    let seen = packer.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    let told = |note: &Value| json!([note["author"], note["text"], note["own"]]);
    let seen: Vec<Value> = seen["notes"].as_array().unwrap().iter().map(told).collect();
    let first = json!(["fulfilment", "Telepon dulu\nsebelum dikirim", true]);
    assert_eq!(seen, [json!(["finance", "Sudah ditelepon", false]), first]);
    let own = budi.get(&format!("/api/transactions/{number}")).await.expect(200);
    assert!(!own.to_string().contains("Telepon"), "{own}");

    let note = format!("/api/admin/order-notes/{}", written["id"]);
    banker.delete(&note).await.refused(404, "not_found");
    packer.delete(&note).await.expect(200);
    packer.delete(&note).await.refused(404, "not_found");
    assert_eq!(actions(&owner, &number).await, ["remove_note", "write_note", "write_note"]);
    // The log records that there was a note; its text is deleted with the note.
    let log = owner.get(&format!("/api/admin/audit?key={number}&subject=order")).await.expect(200);
    assert!(!log.to_string().contains("Telepon"), "{log}");

    shop.change(
        "INSERT INTO order_notes (order_id, author_id, at_ms, body) SELECT n.order_id, n.author_id, 1, 'x' FROM order_notes n
         CROSS JOIN (SELECT id FROM members UNION ALL SELECT id + 100 FROM members) x",
    )
    .await;
    while packer.post(&notes, json!({"text": "lagi"})).await.status == 201 {}
    packer.post(&notes, json!({"text": "lagi"})).await.refused(409, "move_refused");
    assert_eq!(shop.count("SELECT COUNT(*) FROM order_notes").await, 100);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn orders_are_filtered_by_tag() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (owner, packer) = (shop.admin().await, shop.staff(Role::Fulfilment).await);
    let budi = shop.member("budi").await;
    let (first, second) = (place(&shop, &budi, salt).await, place(&shop, &budi, salt).await);
    let tags = |number: &str| format!("/api/admin/orders/{number}/tags");
    let put = json!({"add": ["  Kado   Natal ", "prioritas", "kado natal"]});
    assert_eq!(packer.put(&tags(&first), put).await.expect(200)["tags"], json!(["kado natal", "prioritas"]));
    // A colleague who has not seen these tags removes none of them.
    let put = json!({"add": ["cek alamat"], "remove": ["tidak ada"]});
    let all = json!(["cek alamat", "kado natal", "prioritas"]);
    assert_eq!(owner.put(&tags(&first), put.clone()).await.expect(200)["tags"], all);
    owner.put(&tags(&first), put).await.expect(200);
    packer.put(&tags(&second), json!({"add": ["prioritas"]})).await.expect(200);
    packer.put(&tags(&first), json!({"remove": ["PRIORITAS"]})).await.expect(200);
    let known = packer.get("/api/admin/order-tags").await.expect(200);
    assert_eq!(known["tags"], json!(["cek alamat", "kado natal", "prioritas"]));
    for (query, expected) in [
        ("tag=prioritas", vec![&second]),
        ("tag=kado%20natal", vec![&first]),
        ("tag=kado", vec![]),
        ("tag=", vec![&second, &first]),
        ("tag=prioritas&waiting=pack&search=budi", vec![&second]),
        ("tag=prioritas&payment=success", vec![]),
    ] {
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(found(&packer, query).await, expected, "{query}");
    }
    let listed = packer.get("/api/admin/orders").await.expect(200);
    assert_eq!(
        (&listed["orders"][0]["tags"], &listed["orders"][1]["tags"][1]),
        (&json!(["prioritas"]), &json!("kado natal"))
    );

    let eleven: Vec<String> = (0..11).map(|n| format!("t{n}")).collect();
    for wrong in
        [json!({"add": ["a,b"]}), json!({"add": [" "]}), json!({"add": ["x".repeat(31)]}), json!({"add": eleven})]
    {
        packer.put(&tags(&first), wrong).await.refused(422, "invalid_field");
    }
    packer.put(&tags(&first), json!({"add": eleven[..9]})).await.refused(422, "invalid_field");
    packer.put(&tags("KS-0"), json!({"add": ["x"]})).await.refused(404, "not_found");
    // A request without effect is not logged as a change.
    assert_eq!(actions(&owner, &first).await, ["tag", "tag", "tag"]);
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn saved_filters_belong_to_one_administrator() {
    let shop = Shop::start().await;
    let (packer, banker) = (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    let path = "/api/admin/order-views";
    let keep = |name: &str, query: &str| json!({"name": name, "query": query});
    packer.put(path, keep(" COD pagi ", "waiting=pack&method=cod")).await.expect(200);
    let kept = packer.put(path, keep("COD pagi", "method=cod&waiting=held")).await.expect(200);
    assert_eq!(kept["views"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&kept["views"][0]["name"], &kept["views"][0]["query"]),
        (&json!("COD pagi"), &json!("method=cod&waiting=held"))
    );
    assert_eq!(banker.get(path).await.expect(200)["views"], json!([]));
    for (name, query) in [
        ("", "waiting=pack"),
        (&*"x".repeat(41), ""),
        ("a", "waiting=nothing"),
        ("a", "a b#"),
        ("a", &*"x".repeat(1001)),
    ] {
        packer.put(path, keep(name, query)).await.refused(422, "invalid_field");
    }
    let id = &kept["views"][0]["id"];
    banker.delete(&format!("{path}/{id}")).await.refused(404, "not_found");
    for n in 1..30 {
        packer.put(path, keep(&format!("Saringan {n}"), "")).await.expect(200);
    }
    packer.put(path, keep("Satu lagi", "")).await.refused(409, "move_refused");
    packer.put(path, keep("COD pagi", "method=cod")).await.expect(200);
    let left = packer.delete(&format!("{path}/{id}")).await.expect(200);
    assert_eq!(left["views"].as_array().map(Vec::len), Some(29));
    shop.must_be_sound().await;
}

/// Downloads the list as a file; returns its name, type and content.
async fn file(who: &Actor, path: &str) -> (String, String, Vec<u8>) {
    let answer = who.request(Method::GET, path).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    let (name, kind) = (header("content-disposition"), header("content-type"));
    (name, kind, answer.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn the_order_export_has_the_chosen_columns() {
    let shop = Shop::start().await;
    let salt = shop.product("=HYPERLINK(\"http://x\")", 10, 5000).await;
    let (owner, packer) = (shop.admin().await, shop.staff(Role::Fulfilment).await);
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let (first, second, third) =
        (place(&shop, &budi, salt).await, place(&shop, &budi, salt).await, place(&shop, &siti, salt).await);
    let tags = json!({"add": ["@kado", "b"]});
    packer.put(&format!("/api/admin/orders/{first}/tags"), tags).await.expect(200);
    let cancel = format!("/api/admin/orders/{third}/cancel");
    packer.post(&cancel, json!({"reason": "Salah pesan"})).await.expect(200);
    let asked = "shipment=menunggu&columns=tanda,nomor,%20barang,telepon,jumlah,pembayaran,ppn";
    let (name, kind, csv) = file(&packer, &format!("/api/admin/orders.csv?{asked}")).await;
    assert!(name.starts_with("attachment; filename=\"pesanan-") && name.ends_with(".csv\""), "{name}");
    assert_eq!(kind, "text/csv; charset=utf-8");
    let expected = format!(
        "\u{feff}nomor;pembayaran;telepon;barang;jumlah;ppn;tanda\r\n\
         {second};belum dibayar;'081234567890;\"2 × =HYPERLINK(\"\"http://x\"\")\";2;;\r\n\
         {first};belum dibayar;'081234567890;\"2 × =HYPERLINK(\"\"http://x\"\")\";2;;'@kado, b\r\n"
    );
    assert_eq!(String::from_utf8(csv).unwrap(), expected);

    let (name, kind, xlsx) = file(&packer, &format!("/api/admin/orders.xlsx?{asked}")).await;
    assert!(name.ends_with(".xlsx\""), "{name}");
    assert_eq!(kind, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    let mut book = ZipArchive::new(Cursor::new(xlsx)).unwrap();
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let (sheet, words) = (part("xl/worksheets/sheet1.xml"), part("xl/sharedStrings.xml"));
    // Every text is stored as text: there are no formulas.
    assert!(!sheet.contains("<f>") && sheet.matches("<row ").count() == 3, "{sheet}");
    assert!(sheet.contains("<v>2</v>"), "{sheet}");
    for word in ["=HYPERLINK", "@kado, b", "<t>081234567890</t>", &first, &second] {
        assert!(words.contains(word), "{word}: {words}");
    }
    // All columns; errors are reported before the file begins.
    let (_, _, all) = file(&owner, "/api/admin/orders.csv").await;
    assert_eq!(String::from_utf8(all).unwrap().lines().count(), 4);
    for kind in ["csv", "xlsx"] {
        for wrong in ["columns=nomor,apa", "from=kemarin"] {
            packer.get(&format!("/api/admin/orders.{kind}?{wrong}")).await.refused(422, "invalid_field");
        }
    }
    let log = owner.all("/api/admin/audit?subject=order", "/entries", 100).await;
    let taken: Vec<&Value> = log.iter().filter(|entry| entry["action"] == "export").collect();
    assert_eq!(taken.len(), 3, "{log:?}");
    assert_eq!((&taken[2]["after"]["columns"][0], &taken[2]["actor_name"]), (&json!("nomor"), &json!("fulfilment")));
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}
