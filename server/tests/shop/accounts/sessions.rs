//! Sessions of the server: listed, ended one by one or all at once, expired; and lockout from logging in.

use jsonwebtoken::{EncodingKey, Header};
use ksmart_foundation::time::DAY_MS;
use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::form,
    network::admin_leaders::uid,
    shop::{Actor, PASSWORD, Shop},
};

const ANDROID: &str =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/// Logs in from an IP address, with the browser's stored cookie if it has one; returns the status, the answer and the
/// `Set-Cookie` header.
async fn log_in(shop: &Shop, who: &Actor, password: &str, address: &str, cookie: &str) -> (u16, Value, String) {
    let body = json!({"email": who.email, "password": password});
    let guest = shop.guest();
    let request = guest.request(Method::POST, "/api/login").header("x-forwarded-for", address);
    let answer = request.header("user-agent", ANDROID).header("cookie", cookie).json(&body).send().await.unwrap();
    let set = answer.headers().get("set-cookie").map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    (answer.status().as_u16(), answer.json().await.unwrap(), set)
}

/// Logs in successfully; returns the caller with the new token, and the cookie.
async fn enter(shop: &Shop, who: &Actor, address: &str, cookie: &str) -> (Actor, String) {
    let (status, answer, set) = log_in(shop, who, PASSWORD, address, cookie).await;
    assert_eq!(status, 200, "{answer}");
    let (pair, how) = set.split_once("; ").unwrap();
    assert_eq!(how, "Path=/api/login; Max-Age=34560000; HttpOnly; SameSite=Strict");
    (who.with_token(answer["token"].as_str()), pair.to_owned())
}

async fn sessions(who: &Actor) -> Vec<Value> {
    let Value::Array(sessions) = who.get("/api/sessions").await.expect(200)["sessions"].take() else { panic!() };
    sessions
}

#[tokio::test]
async fn members_see_and_end_their_own_sessions() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let (phone, _) = enter(&shop, &budi, "203.0.113.7", "").await;
    let (tablet, _) = enter(&shop, &budi, "2001:db8::7", "").await;
    let listed = sessions(&phone).await;
    assert_eq!(listed.len(), 3, "{listed:?}");
    let own: Vec<&Value> = listed.iter().filter(|session| session["is_current"] == true).collect();
    assert_eq!(own.len(), 1);
    assert_eq!((&own[0]["device"], &own[0]["address"]), (&json!("Chrome di Android"), &json!("203.0.113.7")));
    let of_tablet = listed.iter().find(|session| session["address"] == "2001:db8::7").unwrap()["id"].clone();
    let end = format!("/api/sessions/{}", of_tablet.as_str().unwrap());
    // No member can end another's session, or learn that it exists.
    siti.delete(&end).await.refused(404, "not_found");
    tablet.get("/api/me").await.expect(200);
    phone.delete(&end).await.expect(204);
    let said = tablet.get("/api/me").await.refused(401, "session_expired");
    assert_eq!(said, "Sesi Anda telah berakhir. Silakan login kembali.");
    phone.delete(&end).await.refused(404, "not_found");
    // All other sessions end: the token in use stays valid, and so does the one in the answer.
    let token = phone.delete("/api/sessions").await.expect(200)["token"].take();
    budi.get("/api/me").await.refused(401, "session_expired");
    for own in [&phone, &phone.with_token(token.as_str())] {
        let left = sessions(own).await;
        assert_eq!((left.len(), &left[0]["is_current"]), (1, &json!(true)));
    }
    phone.post("/api/logout", json!({})).await.expect(204);
    phone.get("/api/me").await.refused(401, "session_expired");
    phone.post("/api/logout", json!({})).await.refused(401, "session_expired");
    siti.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn unused_and_old_sessions_end() {
    let shop = Shop::start().await;
    let (owner, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    let hours = |hours: i64| shop.app.clock.advance(hours * 3_600_000);
    // Regular use keeps a session open, up to the day on which it ends for everyone.
    for _ in 0..3 {
        hours(48);
        budi.get("/api/me").await.expect(200);
        // The use of a session is recorded in parallel with the request.
        let since_ms = shop.app.clock.now_ms() - 3_600_000;
        while shop.count("SELECT MAX(last_seen_ms) FROM sessions").await < since_ms {
            tokio::task::yield_now().await;
        }
    }
    siti.get("/api/me").await.refused(401, "session_expired");
    hours(25);
    budi.get("/api/me").await.refused(401, "session_expired");
    // The owner sets the duration.
    let owner = shop.renewed(&owner).await;
    let settings = owner.settings("security").await;
    assert_eq!((&settings["session_days"], &settings["session_idle_hours"]), (&json!(7), &json!(72)));
    owner.edit_settings("security", json!({"session_idle_hours": 1})).await.expect(200);
    let budi = shop.renewed(&budi).await;
    budi.get("/api/me").await.expect(200);
    hours(2);
    budi.get("/api/me").await.refused(401, "session_expired");
    // Sessions that no token refers to any longer are deleted.
    shop.app.clock.advance(100 * DAY_MS);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM sessions").await, 0);
}

#[tokio::test]
async fn a_token_needs_a_session_of_this_shop() {
    let shop = Shop::start_with(&["--jwt-secret=kunci-rahasia-dari-pemilik-toko-ini"]).await;
    let budi = shop.member("budi").await;
    let sid = sessions(&budi).await[0]["id"].as_str().unwrap().to_owned();
    let exp = shop.app.clock.now_ms() / 1000 + 3600;
    let token = |change: Value| {
        let mut claims = json!({"sub": budi.id.to_string(), "email": budi.email, "iat": exp - 3600, "exp": exp,
                                "aud": "ksmart", "sid": sid});
        for (name, value) in change.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let key = EncodingKey::from_secret(b"kunci-rahasia-dari-pemilik-toko-ini");
        budi.with_token(Some(&jsonwebtoken::encode(&Header::default(), &claims, &key).unwrap()))
    };
    token(json!({})).get("/api/me").await.expect(200);
    token(json!({"aud": "lain"})).get("/api/me").await.refused(401, "unauthorized");
    // Tokens are refused that were issued before sessions were stored, or belong to an unknown session or another
    // member, or have expired.
    let siti = shop.member("siti").await;
    for old in [
        json!({"aud": null}),
        json!({"aud": null, "sid": null}),
        json!({"sid": "TIDAKADA"}),
        json!({"sub": siti.id.to_string()}),
        json!({"exp": exp - 7200}),
    ] {
        token(old).get("/api/me").await.refused(401, "session_expired");
    }
}

#[tokio::test]
async fn the_owner_ends_sessions_of_administrators() {
    let shop = Shop::start().await;
    let (owner, banker, budi) = (shop.admin().await, shop.staff(Role::Finance).await, shop.member("budi").await);
    let of = |uid: &str| format!("/api/admin/staff/{uid}/sessions");
    let (banker_uid, budi_uid) = (uid(&banker).await, uid(&budi).await);
    let (desk, _) = enter(&shop, &banker, "203.0.113.9", "").await;
    let listed = owner.get(&of(&banker_uid)).await.expect(200)["sessions"].take();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    let id = listed.as_array().unwrap().iter().find(|one| one["device"] == "Chrome di Android").unwrap()["id"].clone();
    let one = format!("/api/admin/sessions/{}", id.as_str().unwrap());
    owner.delete(&one).await.expect(204);
    desk.get("/api/me").await.refused(401, "session_expired");
    owner.delete(&one).await.refused(404, "not_found");
    banker.get("/api/me").await.expect(200);
    owner.delete(&of(&banker_uid)).await.expect(204);
    banker.get("/api/me").await.refused(401, "session_expired");
    // The owner cannot see or end members' sessions.
    owner.get(&of(&budi_uid)).await.refused(404, "not_found");
    let sid = sessions(&budi).await[0]["id"].as_str().unwrap().to_owned();
    owner.delete(&format!("/api/admin/sessions/{sid}")).await.refused(404, "not_found");
    // A member who gets another role must log in again.
    let body = json!({"email": budi.email, "role": "catalogue"});
    owner.post("/api/admin/staff", body).await.expect(201);
    budi.get("/api/me").await.refused(401, "session_expired");
    let from_ms = shop.count("SELECT MAX(sessions_from_ms) FROM members").await;
    let budi = shop.session_since(&budi, from_ms).await;
    budi.get("/api/me").await.expect(200);
    let change = json!({"role": "member", "role_before": "catalogue"});
    owner.put(&format!("/api/admin/staff/{budi_uid}"), change).await.expect(200);
    budi.get("/api/me").await.refused(401, "session_expired");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_owner_lists_logins_of_administrators() {
    let shop = Shop::start().await;
    let (owner, banker, _) = (shop.admin().await, shop.staff(Role::Finance).await, shop.member("budi").await);
    let told = |query: &'static str| {
        let owner = &owner;
        async move {
            let Value::Array(logins) =
                owner.get(&format!("/api/admin/sessions{query}")).await.expect(200)["logins"].take()
            else {
                panic!()
            };
            logins
        }
    };
    let of = |logins: &[Value]| -> Vec<(Value, Value, Value)> {
        logins.iter().map(|one| (one["uid"].clone(), one["is_open"].clone(), one["is_current"].clone())).collect()
    };
    let (owner_uid, banker_uid) = (json!(uid(&owner).await), json!(uid(&banker).await));
    shop.app.clock.advance(1000);
    enter(&shop, &banker, "203.0.113.9", "").await;
    let logins = told("").await;
    let newest = &logins[0];
    assert_eq!(
        (&newest["uid"], &newest["role"], &newest["device"], &newest["address"]),
        (&banker_uid, &json!("finance"), &json!("Chrome di Android"), &json!("203.0.113.9"))
    );
    let mut each = of(&logins);
    each.sort_by_key(|(uid, ..)| *uid != owner_uid);
    let [yes, no] = [true, false].map(Value::from);
    let open = |uid: &Value| (uid.clone(), yes.clone(), no.clone());
    assert_eq!(each, [(owner_uid.clone(), yes.clone(), yes.clone()), open(&banker_uid), open(&banker_uid)]);
    assert!(newest["at"].as_str() > logins[1]["at"].as_str(), "the newest is first");

    // Ended sessions stay in the list, but not in the list of open ones.
    let id = newest["id"].as_str().unwrap();
    owner.delete(&format!("/api/admin/sessions/{id}")).await.expect(204);
    let over = told("").await;
    assert_eq!((over.len(), &over[0]["id"], &over[0]["is_open"]), (3, &newest["id"], &no));
    let open = told("?open=true").await;
    assert!(open.len() == 2 && open.iter().all(|one| one["is_open"] == true && one["id"] != newest["id"]));
    let bankers = owner.get(&format!("/api/admin/sessions?uid={}", banker_uid.as_str().unwrap())).await.expect(200);
    assert_eq!(bankers["logins"].as_array().unwrap().len(), 2);
    assert_eq!(told("?uid=TIDAKADA").await, Vec::<Value>::new());
    owner.get("/api/admin/sessions?open=barangkali").await.expect(400);
    // A session that was unused for too long has ended, although no one ended it.
    shop.app.clock.advance(60 * DAY_MS);
    let owner = shop.renewed(&owner).await;
    let later = owner.get("/api/admin/sessions?open=true").await.expect(200)["logins"].take();
    assert!(later.as_array().unwrap().iter().all(|one| one["is_current"] == true), "{later}");
    assert_eq!(later.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_https_shop_sets_a_secure_cookie() {
    let shop = Shop::start_with(&["--public-url=https://toko.example"]).await;
    let budi = shop.member("budi").await;
    let (_, _, set) = log_in(&shop, &budi, PASSWORD, "203.0.113.1", "").await;
    let (pair, how) = set.split_once("; ").unwrap();
    assert!(pair.starts_with("__Secure-ksmart_device=") && how.ends_with("; SameSite=Strict; Secure"), "{set}");
    // With the plain cookie name it is the same device.
    for cookie in [pair, pair.trim_start_matches("__Secure-")] {
        assert_eq!(log_in(&shop, &budi, PASSWORD, "203.0.113.1", cookie).await.2, set);
    }
}

#[tokio::test]
async fn guessing_does_not_lock_out_the_member() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let (_, known) = enter(&shop, &budi, "203.0.113.1", "").await;
    // Guessing locks out the whole network, whichever of its addresses is used.
    for place in 0..10 {
        let (status, ..) = log_in(&shop, &budi, "salah", &format!("2001:db8:1:2::{place}"), "").await;
        assert_eq!(status, 401);
    }
    assert_eq!(log_in(&shop, &budi, PASSWORD, "2001:db8:1:2:ffff::1", "").await.0, 429);
    assert_eq!(log_in(&shop, &budi, PASSWORD, "2001:db8:1:3::1", "").await.0, 200);
    // Guesses at one account from many networks: unknown devices must wait, the device on which the owner has logged in
    // need not.
    for place in 0..90 {
        assert_eq!(log_in(&shop, &budi, "salah", &format!("198.51.100.{place}"), "").await.0, 401);
    }
    assert_eq!(log_in(&shop, &budi, PASSWORD, "192.0.2.1", "").await.0, 429);
    assert_eq!(log_in(&shop, &budi, PASSWORD, "192.0.2.1", "ksmart_device=ABCDEFGHJKMNPQRSTUVWXYZ234").await.0, 429);
    let (budi, again) = enter(&shop, &budi, "192.0.2.1", &known).await;
    assert_eq!(known, again);
    // A known device may not guess without limit either.
    for _ in 0..10 {
        assert_eq!(log_in(&shop, &budi, "salah", "192.0.2.2", &known).await.0, 401);
    }
    assert_eq!(log_in(&shop, &budi, PASSWORD, "192.0.2.2", &known).await.0, 429);
}

#[tokio::test]
async fn concurrent_login_attempts_are_limited() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let tries = (0..30).map(|_| log_in(&shop, &budi, "salah", "203.0.113.5", ""));
    let statuses: Vec<u16> =
        futures_util::future::join_all(tries).await.into_iter().map(|(status, ..)| status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10, "{statuses:?}");
}

#[tokio::test]
async fn members_are_notified_of_new_devices_only() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let told = async || shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'new_session'").await;
    let (_, cookie) = enter(&shop, &budi, "203.0.113.1", "").await;
    assert_eq!(told().await, 1);
    // The device is known by its cookie at any address, and without a cookie by its name and network.
    enter(&shop, &budi, "198.51.100.1", &cookie).await;
    enter(&shop, &budi, "203.0.113.1", "").await;
    assert_eq!(told().await, 1);
    enter(&shop, &budi, "192.0.2.1", "").await;
    assert_eq!(told().await, 2);
}

#[tokio::test]
async fn a_new_bank_account_needs_the_password() {
    let shop = Shop::start().await;
    let (keeper, budi) = (shop.staff(Role::Finance).await, shop.member("budi").await);
    let update = async |changes: &[(&'static str, &'static str)]| {
        let mut fields = form(changes);
        fields.retain(|(name, _)| *name != "current_password");
        fields.extend(changes.iter().filter(|(name, _)| *name == "current_password"));
        budi.form(Method::PUT, "/api/update", &fields, None).await
    };
    // The first account needs the password too: otherwise anyone with an unlocked phone could redirect the bonus.
    update(&[]).await.refused(422, "invalid_field");
    update(&[("current_password", PASSWORD)]).await.expect(200);
    shop.app.clock.advance(4 * DAY_MS);
    let budi_now = shop.renewed(&budi).await;
    let account = budi_now.get("/api/me/bank-account").await.expect(200);
    assert_eq!((&account["held_until"], account["changes"].as_array().unwrap().len()), (&Value::Null, 1));
    let budi = budi_now;
    let update = async |changes: &[(&'static str, &'static str)]| {
        let mut fields = form(changes);
        fields.retain(|(name, _)| *name != "current_password");
        fields.extend(changes.iter().filter(|(name, _)| *name == "current_password"));
        budi.form(Method::PUT, "/api/update", &fields, None).await
    };
    update(&[("name", "Budi Baru")]).await.expect(200);
    let other = ("rekening_bank", "9876543210");
    let refused = update(&[other]).await.expect(422);
    assert_eq!(
        refused["fields"][0],
        json!({"field": "current_password", "code": "required", "message": "Isi password Anda untuk mengganti rekening."})
    );
    let refused = update(&[other, ("current_password", "salah-salah")]).await.expect(422);
    assert_eq!(refused["fields"][0]["code"], "wrong");
    assert_eq!(budi.get("/api/me").await.expect(200)["rekening_bank"], "1234567890");
    let before = shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'bank_account_changed'").await;
    shop.change("UPDATE members SET bank_failed_ms = 1 WHERE bank_account = '1234567890'").await;
    assert_eq!(budi.get("/api/me/bank-account").await.expect(200)["failed_at"], "1970-01-01T00:00:00.001Z");
    update(&[other, ("current_password", PASSWORD)]).await.expect(200);
    let account = budi.get("/api/me/bank-account").await.expect(200);
    assert!(account["held_until"].is_string());
    assert_eq!(account["failed_at"], Value::Null, "another account has not failed");
    assert_eq!(account["changes"][0]["bank_account"], "*******210");
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'bank_account_changed'").await,
        before + 1
    );
    let keeper = shop.renewed(&keeper).await;
    let page = keeper.get(&format!("/api/admin/members/{}", uid(&budi).await)).await.expect(200);
    let history = &page["bank_history"]["changes"][0];
    assert_eq!(
        (&history["bank_account_before"], &history["bank_account"]),
        (&json!("1234567890"), &json!("9876543210"))
    );
}
