//! Members in the office: finding, opening and suspending them, and creating a link for a new password.

use ksmart_core::order::OrderEvent;
use ksmart_foundation::time::{DAY_MS, jakarta_date};
use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::form as registration_form,
    operation::server::Server,
    shop::{Actor, PASSWORD, Shop, Story},
};

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

async fn log_in(shop: &Shop, member: &Actor, password: &str) -> crate::shop::Answer {
    shop.guest().post("/api/login", json!({"email": member.email, "password": password})).await
}

/// Performs an action on a member that requires a reason.
async fn act(admin: &Actor, uid: &str, what: &str) -> crate::shop::Answer {
    admin.post(&format!("/api/admin/members/{uid}/{what}"), json!({"reason": "Akun ganda"})).await
}

#[tokio::test]
async fn members_are_found_by_name_uid_email_or_phone() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let fields = registration_form(&[("email", "dewi@toko.example"), ("no_hp", "0813-7777-8888")]);
    let dewi = shop.guest().form(Method::POST, "/api/register", &fields, None).await.expect(201)["user"].take();
    let found = async |search: &str| -> Vec<String> {
        let path = format!("/api/admin/members?search={search}");
        let rows = banker.all(&path, "/members", 1).await;
        assert_eq!(&rows, banker.get(&path).await.expect(200)["members"].as_array().unwrap());
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found("").await, ["Dewi Lestari", "budi", "siti", "finance"]);
    assert_eq!(found("BUDI").await, ["budi"]);
    assert_eq!(found(&uid(&siti).await.to_lowercase()).await, ["siti"]);
    assert_eq!(found("toko.example").await, ["Dewi Lestari"]);
    for phone in ["0813", "08137777", "0813-7777-8888", "%2B62%20813", "6281377778888"] {
        assert_eq!(found(phone).await, ["Dewi Lestari"], "{phone}");
    }
    assert_eq!(found("%25").await, [""; 0]);
    let row = &banker.get("/api/admin/members?search=budi").await.expect(200)["members"][0];
    let leader = json!({"uid": uid(&siti).await, "name": "siti"});
    assert_eq!((&row["leader"], &row["suspended_at"], &row["role"]), (&leader, &Value::Null, &json!("member")));
    let row = &banker.get("/api/admin/members?search=siti").await.expect(200)["members"][0];
    assert_eq!((&row["directs"], &row["downlines"]), (&json!(1), &json!(1)));
    // The members' search still covers only name and uid.
    assert_eq!(siti.get("/api/downlines?search=example.com").await.expect(200)["downlines"], json!([]));
    // A member with a changed phone number is found by the new one.
    let changed = registration_form(&[("name", "Budi Baru"), ("no_hp", "081255556666")]);
    budi.form(Method::PUT, "/api/update", &changed, None).await.expect(200);
    assert_eq!(found("081255556666").await, ["Budi Baru"]);
    assert_eq!(found("budi@example.com").await, ["Budi Baru"]);
    // The list is filtered by status.
    act(&shop.admin().await, dewi["uid"].as_str().unwrap(), "suspend").await.expect(200);
    let names = async |status: &str| {
        let rows = banker.all(&format!("/api/admin/members?status={status}"), "/members", 2).await;
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("suspended").await, ["Dewi Lestari"]);
    assert_eq!(names("active").await, ["admin", "Budi Baru", "siti", "finance"]);
    banker.get("/api/admin/members?status=lain").await.refused(400, "malformed_request");
    shop.staff(Role::Fulfilment).await.get("/api/admin/members").await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_member_page_lists_orders_and_points() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    let mut numbers = Vec::new();
    for at_ms in 0..12 {
        let events = &[OrderEvent::Pay];
        let products = &[(tea, 1)];
        let story = Story { buyer: &budi, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
        numbers.insert(0, shop.tell(&story).await.1);
    }
    let uid = uid(&budi).await;
    let page = banker.get(&format!("/api/admin/members/{}", uid.to_lowercase())).await.expect(200);
    let orders: Vec<&str> =
        page["orders"].as_array().unwrap().iter().map(|order| order["order_id"].as_str().unwrap()).collect();
    assert_eq!(orders, numbers[..10], "the newest ten");
    assert_eq!((&page["uid"], &page["leader"]["name"]), (&json!(uid), &json!("siti")));
    assert_eq!((&page["periods"][0]["own_bv"], &page["periods"][0]["name"]), (&json!(84), &json!("Kini")));
    assert_eq!(page["periods"].as_array().unwrap().len(), 2, "every period, also without points");
    assert_eq!((&page["bonuses"], &page["changes"]), (&json!([]), &json!([])));
    banker.get("/api/admin/members/KS00000000").await.refused(404, "not_found");
    assert!(page.get("password_hash").is_none() && !page.to_string().contains("argon2"));
}

#[tokio::test]
async fn a_suspended_member_loses_access_at_once() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let session = log_in(&shop, &budi, PASSWORD).await.expect(200);
    let second = budi.with_token(session["token"].as_str());
    let page = act(&admin, &uid, "suspend").await.expect(200);
    assert!(page["suspended_at"].is_string());
    for old in [&budi, &second] {
        let said = old.get("/api/me").await.refused(401, "session_expired");
        assert_eq!(said, "Sesi Anda telah berakhir. Silakan login kembali.");
    }
    // Only someone with the right password learns that the account is suspended.
    log_in(&shop, &budi, "salah").await.refused(401, "wrong_credentials");
    let said = log_in(&shop, &budi, PASSWORD).await.refused(403, "account_suspended");
    assert_eq!(said, "Akun Anda sedang ditangguhkan. Hubungi pengelola toko.");
    // New members cannot register below a suspended one; existing followers stay.
    shop.guest().get(&format!("/api/leaders/{uid}")).await.refused(404, "not_found");
    let fields = registration_form(&[("leader_id", &uid)]);
    let refused = shop.guest().form(Method::POST, "/api/register", &fields, None).await.refused(422, "invalid_field");
    assert_eq!(refused, "ID Leader tidak ditemukan.");
    // A second suspension is a conflict.
    let conflict = act(&admin, &uid, "suspend").await.expect(409);
    assert_eq!(
        (&conflict["code"], &conflict["current"]["suspended_at"]),
        (&json!("edit_conflict"), &page["suspended_at"])
    );

    act(&admin, &uid, "unsuspend").await.expect(200);
    act(&admin, &uid, "unsuspend").await.refused(409, "edit_conflict");
    budi.get("/api/me").await.refused(401, "session_expired");
    // A new login works at once, within the same second.
    let session = log_in(&shop, &budi, PASSWORD).await.expect(200);
    budi.with_token(session["token"].as_str()).get("/api/me").await.expect(200);
    let log = admin.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    let actions: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["unsuspend", "suspend"]);
    assert_eq!(log["entries"][1]["after"], json!({"suspended_at": page["suspended_at"], "reason": "Akun ganda"}));
    for what in ["suspend", "unsuspend"] {
        let path = format!("/api/admin/members/{uid}/{what}");
        let refused = admin.post(&path, json!({"reason": " "})).await.expect(422);
        assert_eq!(
            refused["fields"][0],
            json!({"field": "reason", "code": "invalid", "message": "Tuliskan alasannya."})
        );
    }
    // Expired sessions are deleted, and an old token is still invalid.
    shop.app.clock.advance(9 * DAY_MS);
    shop.app.sessions.read().await.unwrap();
    budi.get("/api/me").await.refused(401, "session_expired");
}

#[tokio::test]
async fn logins_begun_before_a_suspension_are_invalid() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    act(&admin, &uid, "suspend").await.expect(200);
    act(&admin, &uid, "unsuspend").await.expect(200);
    // Simulates a login that read the account before the suspension and ends after it.
    let late = shop.session_since(&budi, 0).await;
    late.get("/api/me").await.refused(401, "session_expired");
    let from_ms = shop.count("SELECT MAX(sessions_from_ms) FROM members").await;
    shop.session_since(&budi, from_ms).await.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn a_suspension_reaches_other_servers() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let other = Server::start(shop.folder.path(), shop.flags()).await;
    let there = format!("{}/api/me", other.base);
    budi.get(&there).await.expect(200);
    act(&admin, &uid, "suspend").await.expect(200);
    // The other server reads the database again each second, so it must refuse the session soon.
    while budi.get(&there).await.status != 401 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn administrators_cannot_suspend_themselves() {
    let shop = Shop::start().await;
    let (admin, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let (own, other) = (uid(&admin).await, uid(&banker).await);
    let said = act(&admin, &own, "suspend").await.refused(409, "forbidden");
    assert_eq!(said, "Anda tidak dapat menangguhkan akun Anda sendiri.");
    act(&banker, &own, "suspend").await.refused(403, "forbidden");
    act(&admin, &other, "suspend").await.expect(200);
    banker.get("/api/admin/members").await.refused(401, "session_expired");
    // Even a session that was not ended gives a suspended administrator no access to the office.
    shop.change("UPDATE members SET sessions_from_ms = 0").await;
    let left = shop.session_since(&banker, i64::MAX).await;
    left.get("/api/admin/members").await.refused(403, "forbidden");
}

/// Returns the token of a link, as the page reads it from the URL.
fn token(link: &Value) -> String {
    let (page, token) = link["url"].as_str().unwrap().split_once("#token=").unwrap();
    assert!(page.ends_with("/reset-password") && token.len() >= 32, "{link}");
    token.to_owned()
}

#[tokio::test]
async fn a_password_link_works_only_once() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let path = format!("/api/admin/members/{uid}/password-link");
    let first = token(&admin.post(&path, json!({})).await.expect(200));
    let second = token(&admin.post(&path, json!({})).await.expect(200));
    let reset = async |token: &str, password: &str, confirm: &str| {
        let body = json!({"token": token, "password": password, "confirm": confirm});
        shop.guest().post("/api/password-reset", body).await
    };
    let void = "Tautan ini sudah dipakai, diganti, atau kedaluwarsa. Mintalah tautan baru kepada pengelola toko.";
    for wrong in [first.as_str(), "", "x", &second.to_lowercase()] {
        assert_eq!(reset(wrong, "sandi-baru-budi", "sandi-baru-budi").await.refused(410, "link_invalid"), void);
    }
    for (password, confirm, field, sentence) in [
        ("", "", "password", "Password wajib diisi."),
        ("pendek", "pendek", "password", "Password harus 8 sampai 128 karakter."),
        ("Qwerty123", "Qwerty123", "password", "Password ini terlalu umum. Pilih password lain."),
        ("sandi-baru-budi", "lain", "confirm", "Konfirmasi password tidak cocok."),
    ] {
        let refused = reset(&second, password, confirm).await.expect(422);
        assert_eq!((&refused["fields"][0]["field"], &refused["message"]), (&json!(field), &json!(sentence)));
    }
    budi.get("/api/me").await.expect(200);
    // If two requests use the link at once, only one succeeds.
    let (one, other) = tokio::join!(
        reset(&second, "sandi-baru-budi", "sandi-baru-budi"),
        reset(&second, "sandi-baru-budi", "sandi-baru-budi")
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410]);
    budi.get("/api/me").await.refused(401, "session_expired");
    log_in(&shop, &budi, PASSWORD).await.refused(401, "wrong_credentials");
    let session = log_in(&shop, &budi, "sandi-baru-budi").await.expect(200);
    budi.with_token(session["token"].as_str()).get("/api/me").await.expect(200);
    assert_eq!(reset(&second, "sandi-lain-lagi", "sandi-lain-lagi").await.refused(410, "link_invalid"), void);
    // The token is not stored anywhere; the log only records that there was a link.
    let log = admin.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200).to_string();
    assert!(log.contains("password_link") && !log.contains(&first) && !log.contains(&second), "{log}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM password_links").await, 0);
}

#[tokio::test]
async fn a_password_link_expires_after_a_day() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let path = format!("/api/admin/members/{uid}/password-link");
    let link = token(&admin.post(&path, json!({})).await.expect(200));
    let body = |token: &str| json!({"token": token, "password": "sandi-baru-budi", "confirm": "sandi-baru-budi"});
    shop.app.clock.advance(DAY_MS);
    shop.guest().post("/api/password-reset", body(&link)).await.refused(410, "link_invalid");
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM password_links").await, 0);
    let link = token(&admin.post(&path, json!({})).await.expect(200));
    act(&admin, &uid, "suspend").await.expect(200);
    shop.guest().post("/api/password-reset", body(&link)).await.refused(410, "link_invalid");
    admin.post(&path, json!({})).await.refused(409, "account_suspended");
    admin.post("/api/admin/members/KS00000000/password-link", json!({})).await.refused(404, "not_found");
    shop.staff(Role::Finance).await.post(&path, json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn guessing_password_links_is_limited() {
    let shop = Shop::start().await;
    let guess = async || {
        let body = json!({"token": "x", "password": "sandi-baru-budi", "confirm": "sandi-baru-budi"});
        shop.guest().post("/api/password-reset", body).await
    };
    for _ in 0..60 {
        guess().await.refused(410, "link_invalid");
    }
    guess().await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn the_member_export_applies_the_filter() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let (siti_uid, budi_uid) = (uid(&siti).await, uid(&budi).await);
    act(&owner, &budi_uid, "suspend").await.expect(200);
    shop.change_by(&format!("UPDATE members SET name = '=1+1', phone = '+6281234567890' WHERE uid = '{budi_uid}'"))
        .await;
    let text = async |who: &Actor, path: &str| {
        let answer = who.request(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
        (name, answer.bytes().await.unwrap())
    };
    let (name, csv) = text(&banker, "/api/admin/members.csv?status=suspended").await;
    assert!(name.starts_with("attachment; filename=\"anggota-") && name.ends_with(".csv\""), "{name}");
    let csv = String::from_utf8(csv.to_vec()).unwrap();
    let (head, rows) = csv.split_once("\r\n").unwrap();
    assert_eq!(
        head,
        "\u{feff}id_anggota;nama;email;telepon;bergabung;status;peran;id_leader;nama_leader;downline_langsung;downline;tanda"
    );
    let joined = jakarta_date(shop.app.clock.now_ms());
    let expected = format!(
        "{budi_uid};'=1+1;budi@example.com;'081234567890;{joined};ditangguhkan;member;{siti_uid};siti;0;0;\r\n"
    );
    assert_eq!(rows, expected);
    let (_, all) = text(&owner, "/api/admin/members.csv").await;
    assert_eq!(String::from_utf8(all.to_vec()).unwrap().lines().count(), 5, "the head and four members");
    let (name, book) = text(&banker, "/api/admin/members.xlsx?search=siti").await;
    assert!(name.ends_with(".xlsx\"") && book.starts_with(b"PK"), "{name}");
    // Errors are reported before the file begins, and each download is logged with its administrator.
    let long = "x".repeat(101);
    for kind in ["csv", "xlsx"] {
        let path = format!("/api/admin/members.{kind}?search={long}");
        banker.get(&path).await.refused(422, "invalid_field");
    }
    let log = owner.all("/api/admin/audit?subject=member", "/entries", 100).await;
    assert_eq!(log.iter().filter(|entry| entry["action"] == "export").count(), 3, "{log:?}");
    crate::office::audit_words::check(&shop).await;
}
