//! Members that the shop registers itself.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Answer, Shop};

const PASSWORD: &str = "kata-sandi-rina";

/// Returns the office's registration form with valid values, except for the given changes.
fn form(changes: Value) -> Value {
    let mut form = json!({
        "name": " Rina Wijaya ", "email": " Rina@Example.com ", "no_hp": "0812-3456-7890",
        "alamat": "Jl. Melati 1, Jakarta", "bank": "BCA", "rekening_bank": "1234567890", "jenis_kelamin": "P",
        "tanggal_lahir": "1990-02-28", "leader_id": "", "id_plan": "1",
    });
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    form
}

async fn enrol(by: &Actor, changes: Value) -> Answer {
    by.post("/api/admin/members", form(changes)).await
}

/// Sets a password with the link, and logs in.
async fn accept(shop: &Shop, url: &str) -> Actor {
    let token = url.rsplit_once('=').unwrap().1;
    let chosen = json!({"token": token, "password": PASSWORD, "confirm": PASSWORD});
    shop.guest().post("/api/password-reset", chosen).await.expect(200);
    let login = json!({"email": "rina@example.com", "password": PASSWORD});
    let session = shop.guest().post("/api/login", login).await.expect(200);
    shop.guest().with_token(session["token"].as_str())
}

#[tokio::test]
async fn the_office_registers_a_new_member() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let leader = budi.get("/api/me").await.expect(200)["uid"].clone();
    let made = enrol(&owner, json!({"leader_id": leader})).await.expect(201);
    assert_eq!((&made["name"], &made["email"]), (&json!("Rina Wijaya"), &json!("rina@example.com")));
    let rina = accept(&shop, made["link"]["url"].as_str().unwrap()).await;
    let me = rina.get("/api/me").await.expect(200);
    assert_eq!((&me["uid"], &me["leader_id"], &me["no_hp"]), (&made["uid"], &leader, &json!("081234567890")));
    assert_eq!((&me["role"], &me["email_verified"]), (&json!("member"), &json!(true)));
    // No one has accepted the agreements on the member's behalf.
    assert_eq!(me["agreements_asked"], true);
    assert_eq!(budi.get("/api/downlines").await.expect(200)["downlines"][0]["uid"], made["uid"]);
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={}", made["uid"].as_str().unwrap())).await;
    let entry = &log.expect(200)["entries"][0];
    assert_eq!((&entry["action"], &entry["after"]["name"]), (&json!("create"), &json!("Rina Wijaya")));
    assert_eq!(shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'account_created'").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn office_registration_follows_the_same_rules() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    for (field, value) in [
        ("name", " "),
        ("email", "rina"),
        ("no_hp", "12"),
        ("alamat", ""),
        ("bank", "Bank Lain"),
        ("rekening_bank", "12"),
        ("jenis_kelamin", "X"),
        ("tanggal_lahir", "1990-02-30"),
        ("tanggal_lahir", "2014-02-28"),
    ] {
        let refused = enrol(&owner, json!({field: value})).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{refused}");
    }
    enrol(&owner, json!({"leader_id": "KS00000000"})).await.refused(422, "invalid_field");
    enrol(&owner, json!({"id_plan": "99"})).await.refused(422, "invalid_field");
    let sentence = enrol(&owner, json!({"email": budi.email})).await.refused(409, "email_taken");
    assert_eq!(sentence, "Email sudah terdaftar.");
    // Fields that the shop requires only later may be empty.
    owner.edit_settings("registration", json!({"later": ["alamat", "bank"]})).await.expect(200);
    enrol(&owner, json!({"alamat": null, "bank": null, "rekening_bank": null})).await.expect(201);
}

#[tokio::test]
async fn only_owner_and_finance_register_members() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    for actor in [shop.staff(Role::Fulfilment).await, shop.staff(Role::Catalogue).await, shop.member("budi").await] {
        enrol(&actor, json!({})).await.refused(403, "forbidden");
    }
    let made = enrol(&banker, json!({})).await.expect(201);
    assert_eq!(made["link"], Value::Null);
    // The owner creates another link, and only that one is valid.
    let path = format!("/api/admin/members/{}/password-link", made["uid"].as_str().unwrap());
    let link = owner.post(&path, json!({})).await.expect(200);
    accept(&shop, link["url"].as_str().unwrap()).await.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn an_emailed_link_verifies_a_new_member() {
    let shop = Shop::start_with_mail().await;
    let banker = shop.staff(Role::Finance).await;
    let made = enrol(&banker, json!({})).await.expect(201);
    assert_eq!(made["link"]["url"], Value::Null);
    let unproven = async || shop.count("SELECT COUNT(*) FROM members WHERE email_unverified_ms IS NOT NULL").await;
    assert_eq!(unproven().await, 1);
    let sql = "SELECT payload FROM outbox_messages WHERE kind = 'account_created'";
    let mut conn = shop.app.db.read().await.unwrap();
    let payload: String = sqlx::query_scalar(sql).fetch_one(&mut *conn).await.unwrap();
    drop(conn);
    let payload: Value = serde_json::from_str(&payload).unwrap();
    let rina = accept(&shop, payload["link"].as_str().unwrap()).await;
    assert_eq!(rina.get("/api/me").await.expect(200)["email_verified"], true);
    assert_eq!(unproven().await, 0);
}
