//! *Lihat sebagai anggota*: the data that an administrator sees as the member does, the refusal of all changes, and the
//! end of the view.

use ksmart_admin::member_views::VISIBLE;
use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Actor, Answer, Shop};

/// Maximum duration of a view, in milliseconds.
const VIEW_MS: i64 = 30 * 60 * 1000;

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

async fn begin(by: &Actor, uid: &str) -> Answer {
    by.post(&format!("/api/admin/members/{uid}/views"), json!({})).await
}

async fn open(by: &Actor, code: &Value) -> Answer {
    by.post("/api/admin/member-views", json!({"code": code})).await
}

/// Opens a view of a member; returns its id and the actor that uses it.
async fn view(by: &Actor, member: &Actor) -> (String, Actor) {
    let begun = begin(by, &uid(member).await).await.expect(201);
    let opened = open(by, &begun["code"]).await.expect(200);
    (opened["id"].as_str().unwrap().to_owned(), by.with_token(opened["token"].as_str()))
}

/// Returns all calls of the OpenAPI document: method, path, and the path with a value for each parameter.
fn calls() -> Vec<(Method, String, String)> {
    let document: Value = serde_json::from_str(&ksmart::app::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let filled: Vec<&str> = path.split('/').map(|part| if part.contains('{') { "1" } else { part }).collect();
            calls.push((method.to_uppercase().parse().unwrap(), path.clone(), filled.join("/")));
        }
    }
    calls
}

#[tokio::test]
async fn a_view_shows_the_members_pages_read_only() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let tea = shop.product("Teh", 10, 5).await;
    budi.post("/api/cart", json!({"product_id": tea, "quantity": 2})).await.expect(201);
    let (_, looking) = view(&owner, &budi).await;
    for path in ["/api/me", "/api/cart", "/api/wishlist", "/api/bv-report", "/api/downlines", "/api/bonuses"] {
        let seen = looking.get(path).await;
        assert_eq!(seen.body, budi.get(path).await.body, "{path}");
    }
    let mut refused = 0;
    for (method, path, filled) in calls() {
        let answer = looking.send(looking.request(method.clone(), &filled).json(&json!({}))).await;
        if !method.is_safe() || !VISIBLE.contains(&path.as_str()) {
            assert_eq!((answer.status.as_u16(), &answer.body["code"]), (403, &json!("read_only")), "{method} {path}");
            refused += 1;
        } else {
            assert_ne!(answer.body["code"], "read_only", "{method} {path}");
        }
    }
    assert!(refused > 250, "{refused}");
    // Routes outside the document are refused, too.
    for path in ["/api/anything", "/sandbox/anything", "/anything"] {
        looking.send(looking.request(Method::POST, path)).await.refused(403, "read_only");
    }
    looking.get("/api/anything").await.refused(403, "read_only");
    // Neither account was affected.
    assert_eq!(budi.get("/api/sessions").await.expect(200)["sessions"].as_array().unwrap().len(), 1);
    owner.get("/api/admin/members").await.expect(200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM orders").await, 0);
}

#[tokio::test]
async fn every_visible_path_is_documented() {
    let paths: Vec<String> = calls().into_iter().filter(|(method, ..)| method.is_safe()).map(|call| call.1).collect();
    for path in VISIBLE {
        assert!(paths.iter().any(|known| known == path), "{path}");
        assert!(!path.contains("admin"), "{path}");
    }
}

#[tokio::test]
async fn a_view_code_works_once_in_its_own_session() {
    let shop = Shop::start().await;
    let (owner, banker, budi) = (shop.admin().await, shop.staff(Role::Finance).await, shop.member("budi").await);
    let uid = uid(&budi).await;
    let code = begin(&owner, &uid).await.expect(201)["code"].take();
    open(&banker, &code).await.refused(410, "link_invalid");
    let elsewhere = shop.renewed(&owner).await;
    open(&elsewhere, &code).await.refused(410, "link_invalid");
    open(&budi, &code).await.refused(403, "forbidden");
    open(&owner, &json!("kD3kq0Vb6yXw2LrT9sPz")).await.refused(410, "link_invalid");
    open(&owner, &code).await.expect(200);
    open(&owner, &code).await.refused(410, "link_invalid");
    let late = begin(&owner, &uid).await.expect(201)["code"].take();
    shop.app.clock.advance(2 * 60 * 1000);
    open(&owner, &late).await.refused(410, "link_invalid");
    // The stored value is a hash, not the code itself.
    let code = begin(&owner, &uid).await.expect(201)["code"].take();
    let sql = format!("UPDATE member_views SET session_id = session_id WHERE code_hash = '{}'", code.as_str().unwrap());
    shop.change_by(&sql).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM member_views WHERE LENGTH(code_hash) = 64").await, 2);
}

#[tokio::test]
async fn a_view_ends_after_half_an_hour() {
    let shop = Shop::start().await;
    let (owner, banker, budi) = (shop.admin().await, shop.staff(Role::Finance).await, shop.member("budi").await);
    shop.app.clock.stop();
    let (id, looking) = view(&banker, &budi).await;
    shop.app.clock.advance(VIEW_MS - 1);
    looking.get("/api/me").await.expect(200);
    shop.app.clock.advance(1);
    looking.get("/api/me").await.refused(401, "session_expired");
    banker.delete(&format!("/api/admin/member-views/{id}")).await.refused(404, "not_found");
    let (id, looking) = view(&banker, &budi).await;
    // No administrator can close another's view.
    owner.delete(&format!("/api/admin/member-views/{id}")).await.refused(404, "not_found");
    banker.delete(&format!("/api/admin/member-views/{id}")).await.expect(204);
    looking.get("/api/me").await.refused(401, "session_expired");
    let log = owner.get(&format!("/api/admin/audit?subject=member&key={}", uid(&budi).await)).await.expect(200);
    let actions: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["end_view", "begin_view", "begin_view"]);
    assert_eq!(log["entries"][0]["actor_name"], "finance");
}

#[tokio::test]
async fn a_view_ends_with_the_administrators_access() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let budi = shop.member("budi").await;
    let banker = shop.staff(Role::Finance).await;
    let back = "UPDATE members SET role = 'finance', suspended_ms = NULL WHERE name = 'finance'";
    // Each request checks the administrator's rights in the database, even if no session was ended.
    for lost in [
        "UPDATE members SET role = 'fulfilment' WHERE name = 'finance'",
        "UPDATE members SET role = 'member' WHERE name = 'finance'",
        "UPDATE members SET suspended_ms = 1 WHERE name = 'finance'",
    ] {
        let (_, looking) = view(&banker, &budi).await;
        looking.get("/api/me").await.expect(200);
        shop.change(lost).await;
        looking.get("/api/me").await.refused(401, "session_expired");
        // Public data are refused, too.
        looking.get("/api/products").await.refused(401, "session_expired");
        shop.change(back).await;
    }
    let (_, looking) = view(&banker, &budi).await;
    for (gone, again) in [
        (
            "UPDATE members SET suspended_ms = 1 WHERE name = 'budi'",
            "UPDATE members SET suspended_ms = NULL WHERE name = 'budi'",
        ),
        (
            "UPDATE members SET role = 'owner' WHERE name = 'budi'",
            "UPDATE members SET role = 'member' WHERE name = 'budi'",
        ),
    ] {
        shop.change(gone).await;
        looking.get("/api/me").await.refused(401, "session_expired");
        shop.change(again).await;
        looking.get("/api/me").await.expect(200);
    }
    banker.post("/api/logout", json!({})).await.expect(204);
    looking.get("/api/me").await.refused(401, "session_expired");
    let banker = shop.renewed(&banker).await;
    let (_, looking) = view(&banker, &budi).await;
    let reason = json!({"reason": "Keluar dari toko"});
    owner.post(&format!("/api/admin/members/{}/suspend", uid(&banker).await), reason).await.expect(200);
    looking.get("/api/me").await.refused(401, "session_expired");
}

#[tokio::test]
async fn views_need_permission_and_an_active_member() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let banker = shop.staff(Role::Finance).await;
    begin(&owner, &uid(&banker).await).await.refused(409, "forbidden");
    begin(&owner, "KS00000000").await.refused(404, "not_found");
    let other = uid(&budi).await;
    for actor in [shop.staff(Role::Fulfilment).await, shop.staff(Role::Catalogue).await, budi] {
        begin(&actor, &other).await.refused(403, "forbidden");
    }
    shop.change("UPDATE members SET suspended_ms = 1 WHERE name = 'budi'").await;
    begin(&owner, &other).await.refused(409, "account_suspended");
}

#[tokio::test]
async fn a_view_notifies_the_member_unless_turned_off() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let told = async || shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'account_viewed'").await;
    let seen = async || budi.get("/api/sessions").await.expect(200)["views"].as_array().unwrap().len();
    assert_eq!((told().await, seen().await), (0, 0));
    let (_, looking) = view(&owner, &budi).await;
    assert_eq!((told().await, seen().await), (1, 1));
    // The view is not listed among the administrator's devices.
    assert_eq!(owner.get("/api/sessions").await.expect(200)["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(owner.settings("security").await["tells_views"], true);
    owner.edit_settings("security", json!({"tells_views": false})).await.expect(200);
    let _ = view(&owner, &budi).await;
    assert_eq!((told().await, seen().await), (1, 1));
    looking.get("/api/sessions").await.refused(403, "read_only");
}

#[tokio::test]
async fn view_and_login_tokens_are_not_interchangeable() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let (_, looking) = view(&owner, &budi).await;
    let parts = |token: &str| token.split('.').map(str::to_owned).collect::<Vec<_>>();
    let (view, login) = (parts(looking.token()), parts(budi.token()));
    for mixed in [[&view[0], &login[1], &view[2]], [&login[0], &view[1], &login[2]]] {
        let token = mixed.map(String::as_str).join(".");
        budi.with_token(Some(&token)).get("/api/me").await.refused(401, "unauthorized");
    }
}
