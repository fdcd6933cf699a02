//! Verification of an e-mail address, and forgotten passwords.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Actor, PASSWORD, Shop};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// Returns the tokens in all links of a kind that were sent to members, oldest first.
async fn tokens(shop: &Shop, kind: &str) -> Vec<String> {
    let sql = "SELECT payload FROM outbox_messages WHERE kind = $1 ORDER BY id";
    let mut conn = shop.app.db.read().await.unwrap();
    let payloads: Vec<String> = sqlx::query_scalar(sql).bind(kind).fetch_all(&mut *conn).await.unwrap();
    let token = |payload: &String| {
        let payload: Value = serde_json::from_str(payload).unwrap();
        payload["link"].as_str().unwrap().split_once("#token=").unwrap().1.to_owned()
    };
    payloads.iter().map(token).collect()
}

/// Waits until there are `count` links of a kind, and returns their tokens: a link that a guest requests is created
/// only after the answer.
async fn sent(shop: &Shop, kind: &str, count: usize) -> Vec<String> {
    let wait = async {
        loop {
            let sent = tokens(shop, kind).await;
            if sent.len() >= count {
                return sent;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("a link is sent")
}

async fn register(shop: &Shop, email: &str, leader: &str) -> crate::shop::Answer {
    let fields = [
        ("name", "Rani"),
        ("email", email),
        ("password", PASSWORD),
        ("confirmPassword", PASSWORD),
        ("no_hp", "081234567890"),
        ("alamat", "Jl. Melati 1"),
        ("bank", "BCA"),
        ("rekening_bank", "1234567890"),
        ("jenis_kelamin", "P"),
        ("tanggal_lahir", "1990-02-28"),
        ("leader_id", leader),
    ];
    shop.guest().form(Method::POST, "/api/register", &fields, None).await
}

async fn log_in(shop: &Shop, email: &str, password: &str) -> Actor {
    let session = shop.guest().post("/api/login", json!({"email": email, "password": password})).await.expect(200);
    shop.guest().with_token(session["token"].as_str())
}

#[tokio::test]
async fn a_link_sent_by_email_verifies_the_address() {
    let shop = Shop::start_with_mail().await;
    let user = register(&shop, "rani@example.com", "").await.expect(201)["user"].take();
    let uid = user["uid"].as_str().unwrap();
    assert_eq!(user["email_verified"], false);
    let said = register(&shop, "tamu@example.com", uid).await.refused(422, "invalid_field");
    assert!(said.contains("belum memverifikasi"), "{said}");
    let rani = log_in(&shop, "rani@example.com", PASSWORD).await;
    rani.post("/api/me/email-verification", json!({})).await.refused(429, "too_many_requests");
    shop.app.clock.advance(61_000);
    rani.post("/api/me/email-verification", json!({})).await.expect(202);
    let sent = tokens(&shop, "email_verification").await;
    assert_eq!(sent.len(), 2);
    let prove = async |token: &str| shop.guest().post("/api/email-verification", json!({"token": token})).await;
    prove(&sent[0]).await.refused(410, "link_invalid");
    prove("").await.refused(410, "link_invalid");
    let kept =
        shop.count("SELECT COUNT(*) FROM email_links WHERE token_hash LIKE '%-%' OR LENGTH(token_hash) <> 64").await;
    assert_eq!(kept, 0, "only hashes are kept");
    prove(&sent[1]).await.expect(200);
    prove(&sent[1]).await.refused(410, "link_invalid");
    assert_eq!(rani.get("/api/me").await.expect(200)["email_verified"], true);
    rani.post("/api/me/email-verification", json!({})).await.refused(409, "repeated");
    register(&shop, "tamu@example.com", uid).await.expect(201);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn outdated_verification_links_are_refused() {
    let shop = Shop::start_with_mail().await;
    for (email, sql) in [
        ("rani@example.com", "UPDATE members SET email = 'lain@example.com' WHERE email = 'rani@example.com'"),
        ("rina@example.com", "UPDATE email_links SET expires_ms = expires_ms - 86400000"),
    ] {
        register(&shop, email, "").await.expect(201);
        shop.change(sql).await;
        let token = tokens(&shop, "email_verification").await.pop().unwrap();
        shop.guest().post("/api/email-verification", json!({"token": token})).await.refused(410, "link_invalid");
    }
}

#[tokio::test]
async fn email_is_not_verified_without_a_mail_server() {
    let shop = Shop::start().await;
    let user = register(&shop, "rani@example.com", "").await.expect(201)["user"].take();
    assert_eq!(user["email_verified"], true);
    register(&shop, "tamu@example.com", user["uid"].as_str().unwrap()).await.expect(201);
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_link() {
    let shop = Shop::start_with_mail().await;
    let budi = shop.member("budi").await;
    let ask = async |email: &str| shop.guest().post("/api/password-forgotten", json!({"email": email})).await;
    let known = ask(" BUDI@example.com").await.expect(202);
    assert_eq!(ask("siapa@example.com").await.expect(202), known);
    ask("bukan alamat").await.refused(422, "invalid_field");
    let token = sent(&shop, "password_reset", 1).await.pop().unwrap();
    let choose = async |token: &str| {
        let form = json!({"token": token, "password": "sandi-baru-budi", "confirm": "sandi-baru-budi"});
        shop.guest().post("/api/password-reset", form).await
    };
    shop.app.clock.advance(HOUR_MS);
    choose(&token).await.refused(410, "link_invalid");
    ask(&budi.email).await.expect(202);
    let token = sent(&shop, "password_reset", 2).await.pop().unwrap();
    choose(&token).await.expect(200);
    choose(&token).await.refused(410, "link_invalid");
    budi.get("/api/me").await.refused(401, "session_expired");
    log_in(&shop, &budi.email, "sandi-baru-budi").await.get("/api/me").await.expect(200);
    let told = shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'password_changed'").await;
    assert_eq!((told, tokens(&shop, "password_reset").await.len()), (1, 2));
}

#[tokio::test]
async fn a_reset_request_does_not_void_an_office_link() {
    let shop = Shop::start().await;
    let (admin, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let made = admin.post(&format!("/api/admin/members/{uid}/password-link"), json!({})).await.expect(200);
    let token = made["url"].as_str().unwrap().rsplit_once('=').unwrap().1.to_owned();
    for member in [&budi, &siti] {
        let request = json!({"email": member.email});
        shop.guest().post("/api/password-forgotten", request).await.expect(202);
    }
    // When the second link exists, the first request has been processed.
    let links = async || shop.count("SELECT COUNT(*) FROM password_links").await;
    let wait = async {
        while links().await < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("the other's link is made");
    let form = json!({"token": token, "password": "sandi-baru-budi", "confirm": "sandi-baru-budi"});
    shop.guest().post("/api/password-reset", form).await.expect(200);
}

#[tokio::test]
async fn reset_requests_are_limited_per_ip_address() {
    let shop = Shop::start_with_mail().await;
    for asked in 0..20 {
        let request = json!({"email": format!("siapa{asked}@example.com")});
        shop.guest().post("/api/password-forgotten", request).await.expect(202);
    }
    let request = json!({"email": "siapa@example.com"});
    shop.guest().post("/api/password-forgotten", request).await.refused(429, "too_many_requests");
    // The limit on reset requests does not affect logins.
    let budi = shop.member("budi").await;
    log_in(&shop, &budi.email, PASSWORD).await;
}

#[tokio::test]
async fn links_for_others_are_sent_only_by_email() {
    let shop = Shop::start_with_mail().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let made = admin.post(&format!("/api/admin/members/{uid}/password-link"), json!({})).await.expect(200);
    assert_eq!(made["url"], Value::Null);
    let new = json!({"email": "rani@example.com", "name": "Rani", "role": "fulfilment"});
    let added = admin.post("/api/admin/staff", new).await.expect(201);
    assert_eq!(added["link"]["url"], Value::Null);
    for kind in ["password_reset", "admin_invitation"] {
        let sent = tokens(&shop, kind).await;
        assert_eq!(sent.len(), 1, "{kind}");
        assert!(!made.to_string().contains(&sent[0]) && !added.to_string().contains(&sent[0]));
    }
}

/// Requests another e-mail address.
async fn ask_for(actor: &Actor, email: &str, password: &str) -> crate::shop::Answer {
    actor.post("/api/me/email", json!({"email": email, "password": password})).await
}

#[tokio::test]
async fn a_new_email_address_must_be_verified_first() {
    let shop = Shop::start_with_mail().await;
    let (admin, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    let (here, elsewhere) = (log_in(&shop, &budi.email, PASSWORD).await, log_in(&shop, &budi.email, PASSWORD).await);
    shop.guest().post("/api/me/email", json!({"email": "x@example.com", "password": "x"})).await.expect(401);
    for (email, password) in
        [("bukan alamat", PASSWORD), (" BUDI@example.com", PASSWORD), ("baru@example.com", "salah")]
    {
        ask_for(&here, email, password).await.refused(422, "invalid_field");
    }
    // The caller does not learn whether an e-mail address has an account.
    let taken = ask_for(&here, &siti.email, PASSWORD).await.expect(202);
    assert_eq!(tokens(&shop, "email_verification").await.len(), 0);
    ask_for(&here, "baru@example.com", PASSWORD).await.refused(429, "too_many_requests");
    shop.app.clock.advance(61_000);
    assert_eq!(ask_for(&here, " Baru@Example.com ", PASSWORD).await.expect(202), taken);
    let sent =
        "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'email_verification' AND address = 'baru@example.com'";
    assert_eq!(shop.count(sent).await, 1);
    // Nothing changes until the link is opened.
    assert_eq!(elsewhere.get("/api/me").await.expect(200)["email"], "budi@example.com");
    let token = tokens(&shop, "email_verification").await.pop().unwrap();
    let open = async || shop.guest().post("/api/email-verification", json!({"token": token})).await;
    let said = open().await.expect(200);
    assert!(said["message"].as_str().unwrap().contains("sudah diganti"), "{said}");
    open().await.refused(410, "link_invalid");
    let me = here.get("/api/me").await.expect(200);
    assert_eq!((&me["email"], &me["email_verified"]), (&json!("baru@example.com"), &json!(true)));
    elsewhere.get("/api/me").await.refused(401, "session_expired");
    budi.get("/api/me").await.refused(401, "session_expired");
    let old = json!({"email": "budi@example.com", "password": PASSWORD});
    shop.guest().post("/api/login", old).await.expect(401);
    log_in(&shop, "baru@example.com", PASSWORD).await;
    for (told, how_often) in [
        ("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'email_changed' AND address = 'budi@example.com'", 1),
        ("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'email_changed' AND address IS NULL", 1),
        ("SELECT COUNT(*) FROM audit_entries WHERE action = 'change_email'", 1),
    ] {
        assert_eq!(shop.count(told).await, how_often, "{told}");
    }
    let found = admin.get("/api/admin/members?search=baru%40example").await.expect(200);
    assert_eq!(found["members"].as_array().unwrap().len(), 1, "{found}");
    shop.must_be_sound().await;
    leaves_no_address_behind(&shop, &here).await;
}

/// Asserts that neither the old nor the new e-mail address is stored after the member's erasure.
async fn leaves_no_address_behind(shop: &Shop, here: &Actor) {
    here.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    for left in [
        "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'email_changed' OR address IS NOT NULL",
        "SELECT COUNT(*) FROM audit_entries WHERE search_text LIKE '%budi@%' OR search_text LIKE '%baru@%'",
        "SELECT COUNT(*) FROM outbox_queues WHERE queue LIKE '%@%'",
    ] {
        assert_eq!(shop.count(left).await, 0, "{left}");
    }
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_first_to_verify_gets_the_email_address() {
    let shop = Shop::start_with_mail().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let open = async |number: usize| {
        let token = tokens(&shop, "email_verification").await.remove(number);
        shop.guest().post("/api/email-verification", json!({"token": token})).await
    };
    // Two members may request the same e-mail address as long as no account has it.
    ask_for(&budi, "baru@example.com", PASSWORD).await.expect(202);
    ask_for(&siti, "baru@example.com", PASSWORD).await.expect(202);
    open(1).await.expect(200);
    open(0).await.refused(410, "link_invalid");
    assert_eq!(budi.get("/api/me").await.expect(200)["email"], budi.email);
}

/// An e-mail link requested before a promotion must not move the administrator's account to another address.
#[tokio::test]
async fn email_links_end_with_their_session() {
    let shop = Shop::start_with_mail().await;
    let admin = shop.admin().await;
    let why = json!({"reason": "Akun dipakai orang lain."});
    let password = json!({"current": PASSWORD, "password": "sandi-baru-lain", "confirm": "sandi-baru-lain"});
    let role = json!({"role": "fulfilment", "role_before": "member", "email": "undangan@example.com"});
    for (count, (name, ends, body)) in (1..).zip([
        ("keluar", "POST /api/logout", &json!({})),
        ("perangkat", "DELETE /api/sessions", &json!({})),
        ("sandi", "PUT /api/me/password", &password),
        ("promosi", "PUT /api/admin/staff/{uid}", &role),
        ("undangan", "POST /api/admin/staff", &role),
        ("faktor", "DELETE /api/admin/members/{uid}/factors", &json!({})),
        ("tangguh", "POST /api/admin/members/{uid}/suspend", &why),
    ]) {
        let member = shop.member(name).await;
        let uid = member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
        ask_for(&member, &format!("lain-{name}@example.com"), PASSWORD).await.expect(202);
        shop.guest().post("/api/password-forgotten", json!({"email": member.email})).await.expect(202);
        let chooses = sent(&shop, "password_reset", count).await.pop().unwrap();
        let (method, path) = ends.split_once(' ').unwrap();
        let by = if path.starts_with("/api/admin/") { &admin } else { &member };
        let request = by.request(method.parse().unwrap(), &path.replace("{uid}", &uid)).json(body);
        request.send().await.unwrap().error_for_status().unwrap();
        if name == "tangguh" {
            admin.post(&format!("/api/admin/members/{uid}/unsuspend"), why.clone()).await.expect(200);
        }
        let proof = json!({"token": tokens(&shop, "email_verification").await.pop().unwrap()});
        shop.guest().post("/api/email-verification", proof).await.refused(410, "link_invalid");
        let form = json!({"token": chooses, "password": "sandi-orang-lain", "confirm": "sandi-orang-lain"});
        let chosen = shop.guest().post("/api/password-reset", form).await;
        // After a logout on one device, a link for a forgotten password stays valid.
        assert_eq!(chosen.status, if name == "keluar" { 200 } else { 410 }, "{ends}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM members WHERE email LIKE 'lain-%'").await, 0);
}

#[tokio::test]
async fn email_changes_at_once_without_a_mail_server() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let elsewhere = log_in(&shop, &budi.email, PASSWORD).await;
    let said = ask_for(&budi, &siti.email, PASSWORD).await.refused(422, "invalid_field");
    assert_eq!(said, "Email sudah terdaftar.");
    ask_for(&budi, "baru@example.com", PASSWORD).await.expect(200);
    assert_eq!(budi.get("/api/me").await.expect(200)["email"], "baru@example.com");
    elsewhere.get("/api/me").await.refused(401, "session_expired");
}
