//! Heirs that a member names, and the shop's corrections of them.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Answer, Shop};

fn heir(name: &str, share_percent: Option<i64>) -> Value {
    json!({"name": name, "relation": "Anak", "phone": "081234567890", "share_percent": share_percent})
}

async fn name(member: &Actor, heirs: &[Value]) -> Answer {
    member.put("/api/me/heirs", json!({"heirs": heirs})).await
}

#[tokio::test]
async fn a_member_can_name_up_to_five_heirs() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    assert_eq!(budi.get("/api/me/heirs").await.expect(200), json!({"heirs": []}));
    let mut typed = heir(" Sari ", Some(60));
    typed["phone"] = json!("+62 812-3456-7890");
    let kept = name(&budi, &[typed, heir("Dimas", Some(40))]).await.expect(200);
    assert_eq!(kept["heirs"], json!([heir("Sari", Some(60)), heir("Dimas", Some(40))]));
    assert_eq!(budi.get("/api/me/heirs").await.expect(200), kept);
    assert_eq!(siti.get("/api/me/heirs").await.expect(200), json!({"heirs": []}));
    let with = |field: &str, value: Value| {
        let mut wrong = heir("Sari", None);
        wrong[field] = value;
        vec![wrong]
    };
    for wrong in [
        vec![heir("Sari", Some(60)), heir("Dimas", Some(39))],
        vec![heir("Sari", Some(100)), heir("Dimas", None)],
        vec![heir("Sari", Some(i64::MAX)), heir("Dimas", Some(i64::MAX))],
        vec![heir("Sari", Some(0)), heir("Dimas", Some(100))],
        vec![heir("Sari", Some(-10)), heir("Dimas", Some(110))],
        vec![heir("Sari", None); 6],
        with("name", json!(" ")),
        with("name", json!("x".repeat(101))),
        with("relation", json!("Anak\u{7}")),
        with("phone", json!("12")),
    ] {
        name(&budi, &wrong).await.refused(422, "invalid_field");
    }
    assert_eq!(budi.get("/api/me/heirs").await.expect(200), kept);
    let fewer = name(&budi, &[heir("Sari", None)]).await.expect(200);
    assert_eq!(fewer["heirs"], json!([heir("Sari", None)]));
    assert_eq!(name(&budi, &[]).await.expect(200), json!({"heirs": []}));
}

#[tokio::test]
async fn an_heir_correction_notifies_the_member() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/members/{uid}/heirs");
    let correct = async |by: &Actor, heirs: Value, was: Value| {
        by.put(&path, json!({"heirs": heirs, "was": was, "reason": "Disebutkan lewat telepon."})).await
    };
    let sari = json!([heir("Sari", None)]);
    let page = correct(&banker, sari.clone(), json!([])).await.expect(200);
    assert_eq!(page["heirs"], sari);
    assert_eq!(budi.get("/api/me/heirs").await.expect(200)["heirs"], sari);
    let told = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'profile_corrected' AND payload LIKE '%ahli waris%'";
    assert_eq!(shop.count(told).await, 1);
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    assert_eq!(log["entries"][0]["action"], "set_heirs");
    assert!(!log["entries"][0].to_string().contains("Sari"));
    // The member was quicker, or the heirs are unchanged.
    correct(&banker, json!([]), json!([])).await.refused(409, "edit_conflict");
    correct(&banker, sari.clone(), sari.clone()).await.refused(422, "invalid_field");
    for actor in [shop.staff(Role::Fulfilment).await, budi] {
        correct(&actor, json!([]), sari.clone()).await.refused(403, "forbidden");
    }
    assert_eq!(shop.count(told).await, 1);
}

#[tokio::test]
async fn erasure_deletes_the_members_heirs() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    name(&budi, &[heir("Sari", None)]).await.expect(200);
    let erase = json!({"password": crate::shop::PASSWORD, "gives_up_bonus": false});
    budi.post("/api/me/erasure", erase).await.expect(200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM heirs").await, 0);
    shop.must_be_sound().await;
}
