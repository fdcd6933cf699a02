//! Corrections of a member's data by the shop, and how the member is notified of them.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Answer, PASSWORD, Shop};

/// Returns the uid of a member, and the data in the form in which a correction sends them.
async fn data(member: &Actor) -> (String, Value) {
    let me = member.get("/api/me").await.expect(200);
    let fields = ["name", "no_hp", "alamat", "jenis_kelamin", "tanggal_lahir"];
    (me["uid"].as_str().unwrap().to_owned(), fields.iter().map(|field| (*field, me[*field].clone())).collect())
}

/// Sends a correction that changes some fields of the data `was`.
async fn correct(by: &Actor, uid: &str, was: &Value, changes: Value) -> Answer {
    let mut form = was.clone();
    form["was"] = was.clone();
    form["reason"] = json!("Salah ketik saat mendaftar.");
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    by.put(&format!("/api/admin/members/{uid}"), form).await
}

/// Returns the payloads of the corrections that a member was notified of, newest first.
async fn told(shop: &Shop, member: &Actor) -> Vec<Value> {
    let sql =
        "SELECT payload FROM outbox_messages WHERE kind = 'profile_corrected' AND member_id = $1 ORDER BY id DESC";
    let mut conn = shop.app.db.read().await.unwrap();
    let payload: Vec<String> = sqlx::query_scalar(sql).bind(member.id).fetch_all(&mut *conn).await.unwrap();
    payload.iter().map(|payload| serde_json::from_str(payload).unwrap()).collect()
}

#[tokio::test]
async fn a_corrected_member_is_notified() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let tea = shop.product("Teh", 10, 5).await;
    shop.order(&budi).item(tea, 1).send().await.expect(201);
    let (uid, was) = data(&budi).await;
    let account = budi.get("/api/me").await.expect(200);
    let changes = json!({"name": " Budi Hartono ", "no_hp": "+62 813-1111-2222", "tanggal_lahir": "1991-03-04"});
    let page = correct(&banker, &uid, &was, changes).await.expect(200);
    let seen = |page: &Value| [&page["name"], &page["phone"], &page["birth_date"]].map(|each| each.to_string());
    assert_eq!(seen(&page), [r#""Budi Hartono""#, r#""081311112222""#, r#""1991-03-04""#]);
    let me = budi.get("/api/me").await.expect(200);
    assert_eq!(me["name"], "Budi Hartono");
    for untouched in ["email", "bank", "rekening_bank", "alamat", "jenis_kelamin"] {
        assert_eq!(me[untouched], account[untouched], "{untouched}");
    }
    let payload = told(&shop, &budi).await;
    assert_eq!(payload.len(), 1);
    assert_eq!(payload[0]["corrected"], "nama, nomor HP, tanggal lahir");
    assert_eq!(payload[0]["why"], "Salah ketik saat mendaftar.");
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    let entry = &log["entries"][0];
    assert_eq!((&entry["action"], &entry["actor_name"]), (&json!("correct"), &json!("finance")));
    let before = json!({"name": was["name"], "phone": was["no_hp"], "birth_date": was["tanggal_lahir"]});
    assert_eq!(entry["before"], before);
    assert_eq!(entry["after"]["phone"], "081311112222");
    assert_eq!(entry["after"]["reason"], "Salah ketik saat mendaftar.");
    // The search finds the corrected data, also for the orders.
    for path in ["/api/admin/members?search=hartono", "/api/admin/members?search=081311112222"] {
        assert_eq!(banker.get(path).await.expect(200)["members"][0]["uid"], json!(uid), "{path}");
    }
    let orders = owner.get("/api/admin/orders?search=hartono").await.expect(200);
    assert_eq!(orders["orders"].as_array().unwrap().len(), 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_corrections_change_nothing() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    let budi = shop.member("budi").await;
    shop.change("UPDATE members SET phone = '+6281234567890', address = 'Jl. Melati 1' WHERE name = 'budi'").await;
    let (uid, was) = data(&budi).await;
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!("x".repeat(101))),
        ("no_hp", json!("0212345")),
        ("no_hp", json!("")),
        ("alamat", json!("")),
        ("jenis_kelamin", json!("X")),
        ("tanggal_lahir", json!("2999-01-01")),
        ("tanggal_lahir", json!("2014-02-28")),
        ("reason", json!(" ")),
        ("reason", json!("x".repeat(301))),
    ] {
        let refused = correct(&banker, &uid, &was, json!({field: value})).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{refused}");
    }
    let refused = correct(&banker, &uid, &was, json!({})).await.expect(422);
    assert_eq!(refused["fields"][0]["message"], "Belum ada yang diubah.");
    // Someone else, such as the member, changed the data first.
    let mut seen = was.clone();
    seen["name"] = json!("Budi Lama");
    let conflict = correct(&banker, &uid, &seen, json!({"name": "Budi Baru"})).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]["name"]), (&json!("edit_conflict"), &was["name"]));
    correct(&banker, "KS00000000", &was, json!({"name": "Budi Baru"})).await.refused(404, "not_found");
    assert_eq!(data(&budi).await.1, was);
    assert_eq!(told(&shop, &budi).await, [Value::Null; 0]);
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entries WHERE action = 'correct'").await, 0);
}

#[tokio::test]
async fn only_owners_correct_administrators() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let packer = shop.staff(Role::Fulfilment).await;
    let (uid, was) = data(&packer).await;
    let change = || json!({"name": "Paket Cepat"});
    correct(&packer, &uid, &was, change()).await.refused(403, "forbidden");
    let said = correct(&banker, &uid, &was, change()).await.refused(409, "forbidden");
    assert_eq!(said, "Data pengelola hanya dapat diperbaiki oleh pemilik toko.");
    correct(&owner, &uid, &was, change()).await.expect(200);
    let budi = shop.member("budi").await;
    let (uid, was) = data(&budi).await;
    // Data that are missing before the correction may stay missing.
    shop.change("UPDATE members SET phone = '', address = '' WHERE name = 'budi'").await;
    let (_, empty) = data(&budi).await;
    assert_eq!((&empty["no_hp"], &empty["alamat"]), (&json!(""), &json!("")));
    correct(&banker, &uid, &empty, json!({"name": was["name"], "jenis_kelamin": "P"})).await.expect(200);
    let (_, was) = data(&budi).await;
    budi.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    let said = correct(&owner, &uid, &was, change()).await.refused(409, "account_suspended");
    assert_eq!(said, "Akun ini sudah dihapus oleh pemiliknya.");
    assert_eq!(told(&shop, &budi).await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_tax_number_set_by_the_office_is_unchecked() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let (uid, _) = data(&budi).await;
    let set = async |by: &Actor, number: &str, was: &str| {
        let body = json!({"number": number, "was": was, "reason": "Disebutkan lewat telepon."});
        by.put(&format!("/api/admin/members/{uid}/tax-number"), body).await
    };
    let number = "3174090101900001";
    let page = set(&banker, "3174 0901 0190 0001", "").await.expect(200);
    assert_eq!(page["tax_number"], json!({"number": number, "state": "unchecked"}));
    assert_eq!(budi.get("/api/me/tax-number").await.expect(200), page["tax_number"]);
    let payload = told(&shop, &budi).await;
    assert_eq!(
        (&payload[0]["corrected"], &payload[0]["why"]),
        (&json!("NPWP atau NIK"), &json!("Disebutkan lewat telepon."))
    );
    // The log states that the number changed, but not the number.
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    assert_eq!(log["entries"][0]["action"], "set_tax_number");
    assert!(!log["entries"][0].to_string().contains(number));
    // Refused: the member was quicker, nothing changed, or it is no number. Accepted: a new number replaces a validated
    // one.
    set(&banker, "3174090101900002", "").await.refused(409, "edit_conflict");
    set(&banker, number, number).await.refused(422, "invalid_field");
    set(&banker, "12", number).await.refused(422, "invalid_field");
    let judged = json!({"number": number, "state": "validated"});
    banker.post(&format!("/api/admin/members/{uid}/tax-number"), judged).await.expect(200);
    let page = set(&banker, "3174090101900002", number).await.expect(200);
    assert_eq!(page["tax_number"]["state"], "unchecked");
    assert_eq!(set(&banker, " ", "3174090101900002").await.expect(200)["tax_number"]["state"], "missing");
    assert_eq!(told(&shop, &budi).await.len(), 3);
    // Only the owner may enter the number of an administrator.
    let (own, _) = data(&owner).await;
    let body = json!({"number": number, "was": "", "reason": "Salah"});
    banker.put(&format!("/api/admin/members/{own}/tax-number"), body).await.refused(409, "forbidden");
}
