//! The shop's administrators: added, moved to another desk, removed; and the log of changes by day.

use ksmart_foundation::time::{DAY_MS, jakarta_date};
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Answer, PASSWORD, Shop};

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

async fn give(admin: &Actor, uid: &str, before: &str, role: &str) -> Answer {
    admin.put(&format!("/api/admin/staff/{uid}"), json!({"role": role, "role_before": before})).await
}

/// Uses an invitation link; returns the member, logged in with the new password.
async fn accept(shop: &Shop, member: &Actor, link: &Value) -> Actor {
    let token = link["url"].as_str().unwrap().split_once("#token=").unwrap().1;
    let reset = json!({"token": token, "password": "sandi-pengelola", "confirm": "sandi-pengelola"});
    shop.guest().post("/api/password-reset", reset).await.expect(200);
    let login = json!({"email": member.email, "password": "sandi-pengelola"});
    let session = shop.guest().post("/api/login", login).await.expect(200);
    member.with_token(session["token"].as_str())
}

#[tokio::test]
async fn a_member_becomes_an_administrator_and_back() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let seen = admin.get("/api/admin/staff/candidate?email=BUDI@example.com").await.expect(200);
    assert_eq!((&seen["uid"], &seen["name"], &seen["orders"]), (&json!(uid), &json!("budi"), &json!(0)));
    admin.get("/api/admin/staff/candidate?email=siapa@example.com").await.refused(404, "not_found");
    let added = admin.post("/api/admin/staff", json!({"email": " BUDI@example.com ", "role": "finance"})).await;
    let added = added.expect(201);
    assert_eq!(added["staff"]["role"], "finance");
    // Someone other than the colleague may have registered the account with this e-mail address, so its sessions end.
    budi.get("/api/me").await.refused(401, "session_expired");
    let login = json!({"email": budi.email, "password": PASSWORD});
    shop.guest().post("/api/login", login).await.refused(401, "wrong_credentials");
    let budi = accept(&shop, &budi, &added["link"]).await;
    // In a session that was not ended, the new role is effective from the next request on.
    let budi = shop.session_since(&budi, i64::MAX).await;
    budi.get("/api/admin/members").await.expect(200);
    let list = admin.all("/api/admin/staff", "/staff", 1).await;
    let names: Vec<&str> = list.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["admin", "budi"]);
    give(&admin, &uid, "finance", "catalogue").await.expect(200);
    budi.get("/api/admin/members").await.refused(403, "forbidden");
    let conflict = give(&admin, &uid, "finance", "owner").await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]["role"]), (&json!("edit_conflict"), &json!("catalogue")));
    give(&admin, &uid, "catalogue", "member").await.expect(200);
    assert_eq!(admin.get("/api/admin/staff").await.expect(200)["staff"].as_array().unwrap().len(), 1);
    let log = admin.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    let changes: Vec<String> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| format!("{} → {}", entry["before"]["role"], entry["after"]["role"]))
        .collect();
    let right = [r#""catalogue" → "member""#, r#""finance" → "catalogue""#, r#""member" → "finance""#];
    assert_eq!(changes, right);
}

#[tokio::test]
async fn a_new_administrator_sets_a_password_by_link() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let new = json!({"email": "rani@example.com", "name": " Rani ", "role": "fulfilment"});
    let added = admin.post("/api/admin/staff", new.clone()).await.expect(201);
    assert_eq!((&added["staff"]["name"], &added["staff"]["role"]), (&json!("Rani"), &json!("fulfilment")));
    let token = added["link"]["url"].as_str().unwrap().split_once("#token=").unwrap().1;
    let login = json!({"email": "rani@example.com", "password": "sandi-baru-rani"});
    shop.guest().post("/api/login", login.clone()).await.refused(401, "wrong_credentials");
    let reset = json!({"token": token, "password": "sandi-baru-rani", "confirm": "sandi-baru-rani"});
    shop.guest().post("/api/password-reset", reset).await.expect(200);
    let session = shop.guest().post("/api/login", login).await.expect(200);
    let rani = shop.guest().with_token(session["token"].as_str());
    assert_eq!(rani.get("/api/me").await.expect(200)["role"], "fulfilment");
    rani.get("/api/admin/staff").await.refused(403, "forbidden");
    admin.post("/api/admin/staff", new).await.refused(409, "email_taken");
    let uid = added["staff"]["uid"].as_str().unwrap();
    let log = admin.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    assert_eq!(log["entries"][0]["action"], "create");
    assert_eq!(log["entries"][0]["after"], json!({"name": "Rani", "email": "rani@example.com", "role": "fulfilment"}));
    assert!(!log.to_string().contains(token));
}

#[tokio::test]
async fn invalid_administrators_are_refused() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    for (form, field) in [
        (json!({"email": "", "role": "finance"}), "email"),
        (json!({"email": "tidak", "role": "finance"}), "email"),
        (json!({"email": "siapa@example.com", "role": "finance"}), "email"),
        (json!({"email": "siapa@example.com", "name": " ", "role": "finance"}), "name"),
        (json!({"email": "siapa@example.com", "name": "x".repeat(101), "role": "finance"}), "name"),
        (json!({"email": "siapa@example.com", "role": "member"}), "role"),
    ] {
        let refused = admin.post("/api/admin/staff", form.clone()).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{form}: {refused}");
    }
    admin.post("/api/admin/staff", json!({"email": "a@b.id", "role": "raja"})).await.refused(422, "invalid_field");
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let suspend = json!({"reason": "Akun ganda"});
    admin.post(&format!("/api/admin/members/{uid}/suspend"), suspend).await.expect(200);
    let promote = json!({"email": budi.email, "role": "owner"});
    admin.post("/api/admin/staff", promote.clone()).await.refused(409, "account_suspended");
    give(&admin, &uid, "member", "owner").await.refused(409, "account_suspended");
    let refused = ksmart_members::accounts::admin::make_admin(
        &shop.app.db,
        &shop.app.clock,
        &shop.app.random,
        &shop.app.hashing,
        &budi.email,
        "sandi-baru-budi".to_owned(),
    )
    .await;
    assert!(refused.unwrap_err().contains("suspended"));
    // Promoting a member who is already an administrator is a conflict, as if someone else had changed the role first.
    let banker = shop.staff(Role::Finance).await;
    let again = json!({"email": banker.email, "role": "owner"});
    admin.post("/api/admin/staff", again).await.refused(409, "edit_conflict");
    shop.staff(Role::Catalogue).await.post("/api/admin/staff", promote).await.refused(403, "forbidden");
}

#[tokio::test]
async fn the_last_owner_cannot_be_removed() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let own = uid(&admin).await;
    for role in ["member", "finance", "owner"] {
        let said = give(&admin, &own, "owner", role).await.refused(409, "forbidden");
        assert_eq!(said, "Anda tidak dapat mengubah peran Anda sendiri.");
    }
    // Two owners act against each other repeatedly: exactly one remains.
    let second = shop.staff(Role::Owner).await;
    let other = uid(&second).await;
    let (mut one, mut two) = (admin, second);
    for round in 0..6 {
        let (first, last) = if round % 2 == 0 {
            tokio::join!(give(&one, &other, "owner", "member"), give(&two, &own, "owner", "member"))
        } else {
            let suspend = |uid: &str| format!("/api/admin/members/{uid}/suspend");
            let (theirs, mine, reason) = (suspend(&other), suspend(&own), json!({"reason": "x"}));
            tokio::join!(one.post(&theirs, reason.clone()), two.post(&mine, reason.clone()))
        };
        let owners = "SELECT COUNT(*) FROM members WHERE role = 'owner' AND suspended_ms IS NULL";
        assert_eq!(shop.count(owners).await, 1, "{} {}", first.body, last.body);
        let refused = if first.status == 200 { last } else { first };
        assert!([401, 403, 409].contains(&refused.status.as_u16()), "{}", refused.body);
        shop.change("UPDATE members SET role = 'owner', suspended_ms = NULL").await;
        // Ended sessions stay ended: the next round begins with new ones.
        for owner in [&mut one, &mut two] {
            let login = json!({"email": owner.email, "password": PASSWORD});
            let session = shop.guest().post("/api/login", login).await.expect(200);
            *owner = owner.with_token(session["token"].as_str());
        }
    }
    give(&one, &other, "owner", "fulfilment").await.expect(200);
    two.get("/api/admin/staff").await.refused(401, "session_expired");
}

#[tokio::test]
async fn making_an_owner_ends_old_sessions() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    ksmart_members::accounts::admin::make_admin(
        &shop.app.db,
        &shop.app.clock,
        &shop.app.random,
        &shop.app.hashing,
        &budi.email,
        "sandi-baru-budi".to_owned(),
    )
    .await
    .unwrap();
    shop.app.sessions.read().await.unwrap();
    budi.get("/api/me").await.refused(401, "session_expired");
    let login = json!({"email": budi.email, "password": "sandi-baru-budi"});
    let session = shop.guest().post("/api/login", login).await.expect(200);
    let owner = budi.with_token(session["token"].as_str());
    let log = owner.get("/api/admin/audit?from=2026-13-01").await.refused(422, "invalid_field");
    assert_eq!(log, "Tanggal tidak benar.");
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_day() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = uid(&shop.member("budi").await).await;
    give(&admin, &budi, "member", "finance").await.expect(200);
    let first = jakarta_date(shop.app.clock.now_ms());
    shop.app.clock.advance(2 * DAY_MS);
    give(&admin, &budi, "finance", "member").await.expect(200);
    let last = jakarta_date(shop.app.clock.now_ms());
    let roles = async |query: &str| -> Vec<String> {
        let entries = admin.all(&format!("/api/admin/audit?{query}"), "/entries", 1).await;
        entries.iter().map(|entry| entry["after"]["role"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(roles("").await, ["member", "finance"]);
    assert_eq!(roles(&format!("from={last}")).await, ["member"]);
    assert_eq!(roles(&format!("to={first}")).await, ["finance"]);
    assert_eq!(roles(&format!("from={first}&to={last}")).await, ["member", "finance"]);
    assert_eq!(roles("to=1970-01-01").await, [""; 0]);
    assert_eq!(roles("from=&to=").await.len(), 2);
}

#[tokio::test]
async fn a_password_change_ends_other_sessions() {
    let shop = Shop::start().await;
    let (owner, packer) = (shop.admin().await, shop.staff(Role::Fulfilment).await);
    packer.put("/api/admin/me", json!({"name": " "})).await.refused(422, "invalid_field");
    let named = packer.put("/api/admin/me", json!({"name": "Rina Lestari"})).await.expect(200);
    assert_eq!((&named["name"], &named["role"]), (&json!("Rina Lestari"), &json!("fulfilment")));
    let log = owner.get("/api/admin/audit?subject=member").await.expect(200)["entries"][0].take();
    assert_eq!((&log["title"], &log["after"]), (&json!("Rina Lestari"), &json!({"name": "Rina Lestari"})));
    shop.member("budi").await.put("/api/admin/me", json!({"name": "Budi"})).await.refused(403, "forbidden");

    let request = |current: &str, password: &str, confirm: &str| json!({"current": current, "password": password, "confirm": confirm});
    for (wrong, field) in [
        (request("salah-sekali", "sandi-yang-baru", "sandi-yang-baru"), "current"),
        (request(PASSWORD, "pendek", "pendek"), "password"),
        (request(PASSWORD, "password123", "password123"), "password"),
        (request(PASSWORD, "sandi-yang-baru", "sandi-yang-lain"), "confirm"),
    ] {
        let answer = packer.put("/api/me/password", wrong).await.expect(422);
        assert_eq!(answer["fields"][0]["field"], field, "{answer}");
    }
    let login = |password: &str| json!({"email": packer.email, "password": password});
    let elsewhere = shop.guest().post("/api/login", login(PASSWORD)).await.expect(200);
    let elsewhere = shop.guest().with_token(elsewhere["token"].as_str());
    let changed =
        packer.put("/api/me/password", request(PASSWORD, "sandi-yang-baru", "sandi-yang-baru")).await.expect(200);
    let here = shop.guest().with_token(changed["token"].as_str());
    assert_eq!(here.get("/api/me").await.expect(200)["name"], "Rina Lestari");
    elsewhere.get("/api/me").await.refused(401, "session_expired");
    packer.get("/api/me").await.refused(401, "session_expired");
    shop.guest().post("/api/login", login(PASSWORD)).await.refused(401, "wrong_credentials");

    let elsewhere = shop.guest().post("/api/login", login("sandi-yang-baru")).await.expect(200);
    let elsewhere = shop.guest().with_token(elsewhere["token"].as_str());
    let left = here.post("/api/me/logout-others", json!({})).await.expect(200);
    elsewhere.get("/api/me").await.refused(401, "session_expired");
    shop.guest().with_token(left["token"].as_str()).get("/api/me").await.expect(200);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn promotion_removes_the_members_credentials() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    budi.post("/api/me/confirmation", json!({"password": PASSWORD})).await.expect(200);
    budi.post("/api/me/factors/totp", json!({})).await.expect(200);
    let promoted = give(&admin, &uid, "member", "finance").await.expect(200);
    assert_eq!(promoted["role"], "finance");
    budi.get("/api/me").await.refused(401, "session_expired");
    let login = json!({"email": budi.email, "password": PASSWORD});
    shop.guest().post("/api/login", login).await.refused(401, "wrong_credentials");
    assert_eq!(shop.count("SELECT COUNT(*) FROM totp_factors").await, 0);
    let budi = accept(&shop, &budi, &promoted["link"]).await;
    budi.get("/api/admin/members").await.expect(200);
    // The password stays the same when an administrator moves to another desk.
    assert_eq!(give(&admin, &uid, "finance", "catalogue").await.expect(200).get("link"), None);
    budi.get("/api/me").await.refused(401, "session_expired");
    let login = json!({"email": budi.email, "password": "sandi-pengelola"});
    let session = shop.guest().post("/api/login", login).await.expect(200);
    let budi = budi.with_token(session["token"].as_str());
    budi.get("/api/admin/products").await.expect(200);
    let told = shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'admin_invitation'").await;
    assert_eq!(told, 1);
}

#[tokio::test]
async fn approval_waits_after_a_credential_reset() {
    let shop = Shop::start().await;
    let (admin, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let waits = async |shop: &Shop| {
        let mut conn = shop.app.db.read().await.unwrap();
        let (member, now_ms) = (ksmart_foundation::ids::MemberId(banker.id), shop.app.clock.now_ms());
        ksmart_identity::factors::waits_until_ms(&mut conn, member, 3, now_ms).await.unwrap().is_some()
    };
    assert!(!waits(&shop).await, "nobody has reset it");
    let uid = uid(&banker).await;
    admin.delete(&format!("/api/admin/members/{uid}/factors")).await.expect(200);
    assert!(waits(&shop).await);
    shop.app.clock.advance(3 * DAY_MS - 60_000);
    assert!(waits(&shop).await);
    shop.app.clock.advance(60_000);
    assert!(!waits(&shop).await);
    // A password link starts the same waiting time as a reset of the factors.
    let admin = shop.renewed(&admin).await;
    let link = admin.post(&format!("/api/admin/members/{uid}/password-link"), json!({})).await.expect(200);
    let _ = accept(&shop, &banker, &link).await;
    assert!(waits(&shop).await);
}

#[tokio::test]
async fn a_new_finance_administrator_waits_to_approve() {
    let shop = Shop::start().await;
    let (admin, packer) = (shop.admin().await, shop.staff(Role::Fulfilment).await);
    let uid = uid(&packer).await;
    let waits = async || shop.count("SELECT COUNT(*) FROM credential_resets").await > 0;
    give(&admin, &uid, "fulfilment", "catalogue").await.expect(200);
    assert!(!waits().await, "nothing is approved there");
    give(&admin, &uid, "catalogue", "finance").await.expect(200);
    assert!(waits().await);
    shop.change("DELETE FROM credential_resets").await;
    give(&admin, &uid, "finance", "owner").await.expect(200);
    assert!(!waits().await, "who may approve already goes on");
}
