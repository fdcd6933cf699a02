//! Members who may be the same person.

use std::slice::from_ref;

use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::{form, register},
    shop::{Actor, PASSWORD, Shop},
    volume::periods::logged,
};

/// Registers a member with a telephone number, an account at BCA and a birth date; returns the uid.
async fn joined(shop: &Shop, name: &str, [phone, account, born]: [&str; 3]) -> String {
    let email = format!("{name}@example.com");
    let fields = [
        ("name", name),
        ("email", &email),
        ("no_hp", phone),
        ("rekening_bank", account),
        ("tanggal_lahir", born),
        ("password", PASSWORD),
        ("confirmPassword", PASSWORD),
    ];
    let made = register(shop, &fields, None).await.expect(201);
    made["user"]["uid"].as_str().unwrap().to_owned()
}

/// Logs in the member with this name.
async fn login(shop: &Shop, name: &str) -> Actor {
    let form = json!({"email": format!("{name}@example.com"), "password": PASSWORD});
    let session = shop.guest().post("/api/login", form).await.expect(200);
    shop.guest().with_token(session["token"].as_str())
}

/// Returns the likely duplicates on a member's page in the office: uid, and whether phone, bank account and birth date
/// match.
async fn noted(by: &Actor, uid: &str) -> Vec<Value> {
    let page = by.get(&format!("/api/admin/members/{uid}")).await.expect(200);
    let each = |other: &Value| {
        json!([other["uid"], other["same_phone"], other["same_bank_account"], other["same_birth_date"]])
    };
    page["likely_doubles"].as_array().unwrap().iter().map(each).collect()
}

/// Returns the uids of likely duplicates that wait for the office's decision, newest first.
async fn waiting(by: &Actor) -> Vec<String> {
    let list = by.get("/api/admin/members?status=double").await.expect(200);
    let found: Vec<String> =
        list["members"].as_array().unwrap().iter().map(|row| row["uid"].as_str().unwrap().to_owned()).collect();
    let today = by.get("/api/admin/today").await.expect(200);
    assert_eq!(today["likely_doubles"], found.len());
    found
}

#[tokio::test]
async fn members_sharing_phone_or_account_are_flagged() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let first = joined(&shop, "dewi", ["081234567890", "1234567890", "1990-02-28"]).await;
    let same = joined(&shop, "dewi2", ["+62 812-3456-7890", "1234567890", "1990-02-28"]).await;
    let spouse = joined(&shop, "agus", ["081234567890", "1111111111", "1988-01-01"]).await;
    let other = joined(&shop, "siti", ["081300000000", "2222222222", "1990-02-28"]).await;
    assert_eq!(noted(&banker, &same).await, [json!([first, true, true, true]), json!([spouse, true, false, false])]);
    assert_eq!(noted(&banker, &spouse).await, [json!([first, true, false, false]), json!([same, true, false, false])]);
    assert_eq!(noted(&banker, &first).await, [json!([same, true, true, true]), json!([spouse, true, false, false])]);
    assert_eq!(noted(&banker, &other).await, [Value::Null; 0], "a birth date alone is no sign");
    assert_eq!(waiting(&banker).await, [spouse.clone(), same.clone()]);

    // The office confirms that they are two persons; a second confirmation gets a conflict.
    let dismiss = async |uid: &str, other: &str| {
        banker.post(&format!("/api/admin/members/{uid}/dismiss-double"), json!({"other": other})).await
    };
    assert_eq!(dismiss(&spouse, &first).await.expect(200)["likely_doubles"][0]["uid"], json!(same));
    dismiss(&spouse, &first).await.refused(409, "edit_conflict");
    dismiss(&same, &spouse).await.expect(200);
    dismiss(&spouse, "KS99999999").await.refused(404, "not_found");
    assert_eq!(waiting(&banker).await, from_ref(&same));
    assert_eq!(logged(&owner, "member", &spouse).await, ["dismiss_double"]);
    // The suspension of one of them settles the case, until that account is unsuspended.
    shop.app.clock.advance(1000);
    let path = format!("/api/admin/members/{first}");
    owner.post(&format!("{path}/suspend"), json!({"reason": "Akun ganda."})).await.expect(200);
    assert_eq!((waiting(&banker).await, noted(&banker, &same).await), (vec![], vec![]));
    // A later registration by the same person under another name is noted.
    shop.app.clock.advance(1000);
    let back = joined(&shop, "dewi3", ["081399999999", "1234567890", "1990-02-28"]).await;
    assert_eq!(waiting(&banker).await, from_ref(&back));
    assert_eq!(noted(&banker, &first).await, [json!([back, false, true, true])]);
    owner.post(&format!("{path}/unsuspend"), json!({"reason": "Keliru."})).await.expect(200);
    assert_eq!(waiting(&banker).await, [back, same]);
    crate::office::audit_words::check(&shop).await;
}

#[tokio::test]
async fn simultaneous_registrations_are_flagged() {
    let shop = Shop::start().await;
    let facts = ["081234567890", "1234567890", "1990-02-28"];
    let names = ["ani", "budi", "citra", "dodi"];
    let uids = futures_util::future::join_all(names.map(|name| joined(&shop, name, facts))).await;
    assert_eq!(waiting(&shop.staff(Role::Finance).await).await.len(), uids.len() - 1);
}

#[tokio::test]
async fn a_profile_change_flags_only_new_matches() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    let first = joined(&shop, "dewi", ["081234567890", "1234567890", "1990-02-28"]).await;
    let second = joined(&shop, "agus", ["081234567890", "1111111111", "1988-01-01"]).await;
    let path = format!("/api/admin/members/{second}/dismiss-double");
    banker.post(&path, json!({"other": first})).await.expect(200);
    let agus = login(&shop, "agus").await;
    let change = async |account: &str| {
        let fields = form(&[("name", "agus"), ("rekening_bank", account), ("current_password", PASSWORD)]);
        agus.form(Method::PUT, "/api/update", &fields, None).await.expect(200);
    };
    change("3333333333").await;
    assert_eq!(noted(&banker, &second).await, [Value::Null; 0], "the telephone was looked at before");
    change("1234567890").await;
    assert_eq!(noted(&banker, &second).await, [json!([first, false, true, true])]);
    assert_eq!(waiting(&banker).await, from_ref(&second));
    // The match disappears once one of the two members has erased the account.
    let dewi = login(&shop, "dewi").await;
    dewi.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    assert_eq!(noted(&banker, &second).await, [Value::Null; 0]);
    shop.must_be_sound().await;
}
