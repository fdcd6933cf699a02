//! Second factors and fresh confirmations.

use futures_util::future::join_all;
use ksmart_identity::roles::Role;
use ksmart_ops::jobs;
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::shop::{Actor, PASSWORD, Shop};

/// Time step of the codes of an authenticator app, in milliseconds.
const STEP_MS: i64 = 30_000;

/// Returns the code that an authenticator app with this secret shows now.
fn code(shop: &Shop, secret: &str) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap();
    totp.generate(u64::try_from(shop.app.clock.now_ms() / 1000).unwrap()).to_string()
}

/// Turns on the requirement of a second factor for administrators, which is on in a new shop.
async fn ask_for_factors(shop: &Shop) {
    shop.set("security", json!({"admin_factors": true})).await;
}

/// Adds an authenticator app to an account; returns its secret and the recovery codes.
async fn enrol(shop: &Shop, actor: &Actor) -> (String, Vec<String>) {
    actor.post("/api/me/factors/totp", json!({})).await.refused(403, "confirmation_required");
    actor.post("/api/me/confirmation", json!({"password": PASSWORD})).await.expect(200);
    enrol_confirmed(shop, actor).await
}

/// Adds an app after a fresh confirmation. From then on the shop's clock is stopped, so that no time step ends between
/// a code and its use.
async fn enrol_confirmed(shop: &Shop, actor: &Actor) -> (String, Vec<String>) {
    shop.app.clock.stop();
    let begun = actor.post("/api/me/factors/totp", json!({})).await.expect(200);
    let secret = begun["secret"].as_str().unwrap().to_owned();
    assert!(begun["url"].as_str().unwrap().starts_with("otpauth://totp/"), "{begun}");
    let proof = json!({"code": code(shop, &secret)});
    let added = actor.post("/api/me/factors/totp/proof", proof).await.expect(200);
    assert_eq!((&added["factors"]["totp"], &added["factors"]["recovery_codes"]), (&json!(true), &json!(10)));
    let codes = added["recovery_codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned());
    (secret, codes.collect())
}

fn password(actor: &Actor) -> Value {
    json!({"email": actor.email, "password": PASSWORD})
}

/// Performs the first step of a login; returns its challenge.
async fn first_step(shop: &Shop, actor: &Actor) -> String {
    let asked = shop.guest().post("/api/login", password(actor)).await.expect(401);
    assert_eq!((&asked["code"], asked.get("token")), (&json!("second_factor_required"), None), "{asked}");
    asked["challenge"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_login_takes_each_factor_code_once() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    shop.guest().post("/api/login", password(&owner)).await.expect(200);
    let (secret, _) = enrol(&shop, &owner).await;
    // The code that proved the app is already used.
    let challenge = first_step(&shop, &owner).await;
    let step = |code: &str| json!({"challenge": challenge, "code": code});
    let used = code(&shop, &secret);
    shop.guest().post("/api/login/factor", step(&used)).await.refused(422, "second_factor_wrong");
    shop.app.clock.advance(STEP_MS);
    let fresh = code(&shop, &secret);
    let session = shop.guest().post("/api/login/factor", step(&fresh)).await.expect(200);
    let here = owner.with_token(session["token"].as_str());
    assert_eq!(here.get("/api/me").await.expect(200)["email"], owner.email);
    // Neither the code nor the challenge can be used twice.
    shop.guest().post("/api/login/factor", step(&fresh)).await.refused(401, "unauthorized");
    let challenge = first_step(&shop, &owner).await;
    let again = json!({"challenge": challenge, "code": fresh});
    shop.guest().post("/api/login/factor", again).await.refused(422, "second_factor_wrong");
    // A challenge expires.
    shop.app.clock.advance(STEP_MS * 11);
    let late = json!({"challenge": challenge, "code": code(&shop, &secret)});
    shop.guest().post("/api/login/factor", late).await.refused(401, "unauthorized");
    shop.guest().post("/api/login/factor", json!({"challenge": "x", "code": "1"})).await.refused(401, "unauthorized");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_code_may_be_one_time_step_off() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let (secret, _) = enrol(&shop, &owner).await;
    let ahead = |steps: i64| {
        shop.app.clock.advance(steps * STEP_MS);
        let shown = code(&shop, &secret);
        shop.app.clock.advance(-steps * STEP_MS);
        shown
    };
    shop.app.clock.advance(4 * STEP_MS);
    for (steps, status) in [(2, 422), (-2, 422), (1, 200), (0, 422)] {
        let challenge = first_step(&shop, &owner).await;
        let step = json!({"challenge": challenge, "code": ahead(steps)});
        // A code older than an accepted one is refused.
        shop.guest().post("/api/login/factor", step).await.expect(status);
    }
}

#[tokio::test]
async fn wrong_codes_are_counted_by_account() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let (secret, codes) = enrol(&shop, &owner).await;
    for _ in 0..10 {
        let challenge = first_step(&shop, &owner).await;
        let wrong = json!({"challenge": challenge, "code": "000000x"});
        shop.guest().post("/api/login/factor", wrong).await.refused(422, "second_factor_wrong");
    }
    shop.app.clock.advance(STEP_MS);
    for code in [code(&shop, &secret), codes[0].clone()] {
        let right = json!({"challenge": first_step(&shop, &owner).await, "code": code});
        shop.guest().post("/api/login/factor", right).await.refused(429, "too_many_requests");
    }
    shop.app.clock.advance(61 * 60 * 1000);
    let right = json!({"challenge": first_step(&shop, &owner).await, "code": code(&shop, &secret)});
    shop.guest().post("/api/login/factor", right).await.expect(200);
}

#[tokio::test]
async fn a_recovery_code_works_once() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let (_, codes) = enrol(&shop, &owner).await;
    assert_eq!(codes.len(), 10);
    let kept = shop.count("SELECT COUNT(*) FROM recovery_codes WHERE code_hash LIKE '%-%'").await;
    assert_eq!(kept, 0, "only hashes are kept");
    let typed = codes[0].to_lowercase().replace('-', " ");
    let step = json!({"challenge": first_step(&shop, &owner).await, "code": typed});
    let session = shop.guest().post("/api/login/factor", step).await.expect(200);
    let again = json!({"challenge": first_step(&shop, &owner).await, "code": codes[0]});
    shop.guest().post("/api/login/factor", again).await.refused(422, "second_factor_wrong");
    let here = owner.with_token(session["token"].as_str());
    assert_eq!(here.get("/api/me/factors").await.expect(200)["recovery_codes"], 9);
    let renewed = here.post("/api/me/factors/recovery-codes", json!({})).await.expect(200);
    let old = json!({"challenge": first_step(&shop, &owner).await, "code": codes[1]});
    shop.guest().post("/api/login/factor", old).await.refused(422, "second_factor_wrong");
    let new = json!({"challenge": first_step(&shop, &owner).await, "code": renewed["recovery_codes"][0]});
    shop.guest().post("/api/login/factor", new).await.expect(200);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn owner_and_finance_need_factors_in_a_new_shop() {
    let shop = Shop::start_untouched(&[]).await;
    let owner = shop.admin().await;
    assert_eq!(owner.get("/api/me").await.expect(200)["needs_factor"], true);
    for path in ["/api/admin/staff", "/api/admin/settings", "/api/admin/today"] {
        owner.get(path).await.refused(403, "second_factor_missing");
    }
    let finance = shop.staff(Role::Finance).await;
    finance.get("/api/admin/payouts").await.refused(403, "second_factor_missing");
    let packer = shop.staff(Role::Fulfilment).await;
    packer.get("/api/admin/today").await.expect(200);
    let (_, _) = enrol(&shop, &owner).await;
    assert_eq!(owner.get("/api/me").await.expect(200)["needs_factor"], false);
    let set = owner.settings("security").await;
    assert_eq!((&set["admin_factors"], &set["approval_wait_days"]), (&json!(true), &json!(3)));
    // An account that needs a factor cannot remove its last one.
    owner.delete("/api/me/factors/totp").await.refused(409, "second_factor_missing");
    assert_eq!(owner.get("/api/me/factors").await.expect(200)["totp"], true);
}

#[tokio::test]
async fn the_demo_shop_requires_no_factors() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let set = owner.settings("security").await;
    assert_eq!((&set["admin_factors"], &set["approval_wait_days"]), (&json!(false), &json!(0)));
    let new = json!({"email": "rani@example.com", "name": "Rani", "role": "fulfilment"});
    owner.post("/api/admin/staff", new).await.expect(201);
    // Even there, an account with a factor must confirm.
    let (secret, _) = enrol(&shop, &owner).await;
    shop.app.clock.advance(11 * 60 * 1000);
    let new = json!({"email": "rina@example.com", "name": "Rina", "role": "fulfilment"});
    let asked = owner.post("/api/admin/staff", new.clone()).await.expect(403);
    assert_eq!((&asked["code"], &asked["methods"]), (&json!("confirmation_required"), &json!(["code"])));
    owner.post("/api/me/confirmation", json!({"password": PASSWORD})).await.refused(422, "second_factor_wrong");
    owner.post("/api/me/confirmation", json!({"code": code(&shop, &secret)})).await.expect(200);
    owner.post("/api/admin/staff", new).await.expect(201);
    // Without the factor the account works as before.
    owner.delete("/api/me/factors/totp").await.expect(200);
    owner.delete("/api/me/factors/totp").await.refused(404, "not_found");
    assert_eq!(owner.get("/api/me/factors").await.expect(200)["recovery_codes"], 0);
    shop.guest().post("/api/login", password(&owner)).await.expect(200);
}

/// Calls that move money or power, or that export bank accounts or tax numbers; `{uid}` is a member's.
const GUARDED: [&str; 50] = [
    "POST /api/admin/staff",
    "PUT /api/admin/staff/{uid}",
    "DELETE /api/admin/members/{uid}/factors",
    "POST /api/admin/members/{uid}/password-link",
    "POST /api/admin/members/{uid}/views",
    "POST /api/admin/members/{uid}/suspend",
    "POST /api/admin/members/{uid}/unsuspend",
    "POST /api/admin/payouts",
    "PUT /api/admin/payouts/formats",
    "POST /api/admin/payouts/1/approve",
    "POST /api/admin/payouts/1/pay",
    "POST /api/admin/payouts/1/cancel",
    "POST /api/admin/payouts/1/leave-out",
    "POST /api/admin/payouts/1/fail-transfer",
    "POST /api/admin/orders/KS-1/refund",
    "POST /api/admin/orders/KS-1/refund/approve",
    "POST /api/admin/orders/KS-1/transfer",
    "POST /api/admin/returns/1/refund",
    "POST /api/admin/returns/1/transfer",
    "POST /api/admin/returns/1/transfer/approve",
    "PUT /api/admin/settings/contact",
    "PUT /api/admin/settings/origin",
    "PUT /api/admin/settings/sales",
    "PUT /api/admin/settings/returns",
    "PUT /api/admin/settings/registration",
    "PUT /api/admin/settings/privacy",
    "PUT /api/admin/settings/payouts",
    "PUT /api/admin/settings/security",
    "PUT /api/admin/settings/taxes",
    "POST /api/admin/backups",
    "GET /api/admin/backups/2026-11-23T19-00-00Z.gz",
    "POST /api/admin/webhooks",
    "PUT /api/admin/webhooks/1",
    "POST /api/admin/members/{uid}/leader",
    "POST /api/admin/agreements/terms",
    "POST /api/admin/compensation-plans",
    "POST /api/admin/compensation-plan-drafts/1/publish",
    "POST /api/admin/compensation-plan-drafts/1/confirm",
    "POST /api/admin/periods/1/calculate",
    "POST /api/admin/tax/rules",
    "DELETE /api/admin/tax/rules/1",
    "POST /api/admin/orders/KS-1/cash",
    "POST /api/admin/cod-settlements",
    "POST /api/admin/payment-problems/1/solve",
    "POST /api/admin/payment-problems/1/accept",
    "GET /api/admin/payouts/1/bank.csv",
    "GET /api/admin/payouts/1/transfers.xlsx",
    "GET /api/admin/payouts/1/file.csv?format=BCA",
    "GET /api/admin/tax/2026-01/slips.csv",
    "GET /api/admin/tax/2026-01/bp21.xml",
];

#[tokio::test]
async fn sensitive_calls_need_a_fresh_confirmation() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let (secret, _) = enrol(&shop, &owner).await;
    ask_for_factors(&shop).await;
    shop.app.clock.advance(11 * 60 * 1000);
    let budi = shop.member("budi").await;
    let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let guarded =
        GUARDED.map(|call| call.split_once(' ').unwrap()).map(|(method, path)| (method, path.replace("{uid}", &uid)));
    for (method, path) in &guarded {
        let request = owner.request(method.parse().unwrap(), path).json(&json!({}));
        owner.send(request).await.refused(403, "confirmation_required");
    }
    owner.get("/api/admin/settings").await.expect(200);
    owner.post("/api/me/confirmation", json!({"code": code(&shop, &secret)})).await.expect(200);
    for (method, path) in &guarded {
        let request = owner.request(method.parse().unwrap(), path).json(&json!({}));
        assert_ne!(owner.send(request).await.body["code"], "confirmation_required", "{method} {path}");
    }
    // A confirmation belongs to the session, not to the account.
    shop.app.clock.advance(STEP_MS);
    let elsewhere = json!({"challenge": first_step(&shop, &owner).await, "code": code(&shop, &secret)});
    let session = shop.guest().post("/api/login/factor", elsewhere).await.expect(200);
    let elsewhere = owner.with_token(session["token"].as_str());
    shop.app.clock.advance(STEP_MS * 12);
    let link = format!("/api/admin/members/{uid}/password-link");
    elsewhere.post(&link, json!({})).await.expect(200);
    shop.app.clock.advance(STEP_MS * 9);
    owner.post(&link, json!({})).await.refused(403, "confirmation_required");
    // The log contains who confirmed, and by which means.
    let log = owner.get("/api/admin/audit?subject=member").await.expect(200);
    let means: Vec<&Value> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["after"]["means"]).collect();
    assert!(means.contains(&&json!("totp")) && means.contains(&&json!("password")), "{log}");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_first_factor_ends_other_sessions() {
    let shop = Shop::start().await;
    let banker = shop.staff(Role::Finance).await;
    ask_for_factors(&shop).await;
    // An attacker with the password gets a session, but cannot use the office.
    let thief = shop.renewed(&banker).await;
    thief.get("/api/admin/members").await.refused(403, "second_factor_missing");
    let (secret, _) = enrol(&shop, &banker).await;
    banker.get("/api/admin/members").await.expect(200);
    thief.get("/api/admin/members").await.refused(401, "session_expired");
    // A login with the factor can use the office.
    shop.app.clock.advance(STEP_MS);
    let step = json!({"challenge": first_step(&shop, &banker).await, "code": code(&shop, &secret)});
    let session = shop.guest().post("/api/login/factor", step).await.expect(200);
    banker.with_token(session["token"].as_str()).get("/api/admin/members").await.expect(200);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_owner_resets_only_factors_of_others() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let uid = async |actor: &Actor| actor.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let (own, theirs) = (uid(&owner).await, uid(&banker).await);
    enrol(&shop, &banker).await;
    let reset = |uid: &str| format!("/api/admin/members/{uid}/factors");
    owner.delete(&reset(&own)).await.refused(409, "forbidden");
    banker.delete(&reset(&own)).await.refused(403, "forbidden");
    owner.delete(&reset(&theirs)).await.expect(200);
    banker.get("/api/me").await.refused(401, "session_expired");
    shop.guest().post("/api/login", password(&banker)).await.expect(200);
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={theirs}")).await.expect(200);
    assert_eq!(log["entries"][0]["action"], "reset_factors");
    // An operator resets the factors of the last owner with the command line.
    let (_, _) = enrol(&shop, &owner).await;
    let admin = ksmart_members::accounts::admin::reset_factors;
    assert!(admin(&shop.app.db, &shop.app.clock, "siapa@example.com").await.is_err());
    admin(&shop.app.db, &shop.app.clock, &owner.email).await.unwrap();
    shop.guest().post("/api/login", password(&owner)).await.expect(200);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn members_can_use_second_factors() {
    let shop = Shop::start().await;
    let (owner, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    ask_for_factors(&shop).await;
    let (owners, _) = enrol(&shop, &owner).await;
    // The shop's requirement applies to administrators, not to members: without a factor the password is enough.
    let request = |email: &str| json!({"email": email, "password": PASSWORD});
    siti.post("/api/me/email", request("siti.baru@example.com")).await.expect(200);
    let own = budi.get("/api/me/factors").await.expect(200);
    assert_eq!((&own["required"], &own["totp"]), (&json!(false), &json!(false)));
    let (secret, codes) = enrol(&shop, &budi).await;
    let elsewhere = json!({"challenge": first_step(&shop, &budi).await, "code": codes[0]});
    let session = shop.guest().post("/api/login/factor", elsewhere).await.expect(200);
    // A member with a factor must show it before the address changes, unless it was shown at the login just now.
    shop.app.clock.advance(STEP_MS * 21);
    let budi = budi.with_token(session["token"].as_str());
    budi.post("/api/me/email", request("budi.baru@example.com")).await.refused(403, "confirmation_required");
    budi.post("/api/me/confirmation", json!({"password": PASSWORD})).await.expect(422);
    budi.post("/api/me/confirmation", json!({"code": code(&shop, &secret)})).await.expect(200);
    budi.post("/api/me/email", request("budi.baru@example.com")).await.expect(200);
    // A member whose role needs no factor can remove the last one, together with the recovery codes.
    let left = budi.delete("/api/me/factors/totp").await.expect(200);
    assert_eq!((&left["totp"], &left["recovery_codes"]), (&json!(false), &json!(0)));
    enrol_confirmed(&shop, &budi).await;

    let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    owner.post("/api/me/confirmation", json!({"code": code(&shop, &owners)})).await.expect(200);
    let detail = format!("/api/admin/members/{uid}");
    assert_eq!(owner.get(&detail).await.expect(200)["has_factor"], true);
    siti.delete(&format!("{detail}/factors")).await.refused(403, "forbidden");
    assert_eq!(owner.delete(&format!("{detail}/factors")).await.expect(200)["has_factor"], false);
    budi.get("/api/me").await.refused(401, "session_expired");
    shop.guest().post("/api/login", request("budi.baru@example.com")).await.expect(200);
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={uid}")).await.expect(200);
    assert_eq!(log["entries"][0]["action"], "reset_factors");
    shop.must_be_sound().await;
}

/// Performs both steps of a login from an IP address, in a browser with or without a cookie; returns the status and the
/// cookie.
async fn log_in_from(shop: &Shop, who: &Actor, code: &str, address: &str, cookie: &str) -> (u16, String) {
    let guest = shop.guest();
    let send = async |path: &str, body: Value| {
        let request = guest.request(Method::POST, path).header("x-forwarded-for", address).header("cookie", cookie);
        request.json(&body).send().await.unwrap()
    };
    let asked: Value = send("/api/login", password(who)).await.json().await.unwrap();
    let answer = send("/api/login/factor", json!({"challenge": asked["challenge"], "code": code})).await;
    let set = answer.headers().get("set-cookie").map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    (answer.status().as_u16(), set.split(';').next().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn an_attackers_tries_do_not_block_the_owner() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let (secret, codes) = enrol(&shop, &owner).await;
    let (status, known) = log_in_from(&shop, &owner, &codes[0], "203.0.113.1", "").await;
    assert_eq!((status, known.starts_with("ksmart_device=")), (200, true));
    for place in 0..10 {
        let address = format!("2001:db8:1:2::{place}");
        assert_eq!(log_in_from(&shop, &owner, "000000x", &address, "").await.0, 422);
    }
    assert_eq!(log_in_from(&shop, &owner, &codes[1], "2001:db8:1:2:ffff::1", "").await.0, 429);
    assert_eq!(log_in_from(&shop, &owner, &codes[1], "192.0.2.1", "").await.0, 200, "another device is let in");
    // A code has only six digits: many networks together get few tries, but the owner's own device can still log in.
    for place in 0..20 {
        assert_eq!(log_in_from(&shop, &owner, "000000x", &format!("198.51.100.{place}"), "").await.0, 422);
    }
    shop.app.clock.advance(STEP_MS);
    let fresh = code(&shop, &secret);
    assert_eq!(log_in_from(&shop, &owner, &fresh, "192.0.2.2", "").await.0, 429);
    assert_eq!(log_in_from(&shop, &owner, &fresh, "192.0.2.2", &known).await.0, 200);
    // Even the known device has a limited number of tries.
    for _ in 0..10 {
        assert_eq!(log_in_from(&shop, &owner, "000000x", "192.0.2.2", &known).await.0, 422);
    }
    assert_eq!(log_in_from(&shop, &owner, &codes[2], "192.0.2.2", &known).await.0, 429);
    // Failed logins of others do not block a confirmation in a session.
    owner.post("/api/me/confirmation", json!({"code": codes[3]})).await.expect(200);
    shop.app.clock.advance(61 * 60 * 1000);
    jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM factor_failures").await, 0);
}

#[tokio::test]
async fn simultaneous_tries_do_not_exceed_the_limit() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    enrol(&shop, &owner).await;
    let challenge = first_step(&shop, &owner).await;
    let wrong = json!({"challenge": challenge, "code": "000000x"});
    let tried = join_all((0..25).map(|_| async { shop.guest().post("/api/login/factor", wrong.clone()).await })).await;
    assert_eq!(tried.iter().filter(|answer| answer.status == 422).count(), 10);
    assert_eq!(tried.iter().filter(|answer| answer.status == 429).count(), 15);
}
