//! The code of ethics and the terms: published in versions that never change, accepted at registration and whenever a
//! new version takes effect.

use futures_util::future::join_all;
use ksmart_foundation::{
    db::Db,
    time::{DAY_MS, jakarta_date},
};
use ksmart_identity::roles::Role;
use ksmart_members::agreements::notify_published;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::form,
    catalog::pictures::black_png,
    shop::{Actor, PASSWORD, Shop},
};

const TERMS: &str = "/api/admin/agreements/terms";

/// Returns a request to publish a version that takes effect in the given number of days.
fn typed(shop: &Shop, body: &str, base: i64, days: i64) -> Value {
    let effective_on = jakarta_date(shop.app.clock.now_ms() + days * DAY_MS);
    json!({"body": body, "changes": "Bagian ulasan ditambah.", "effective_on": effective_on, "version": base})
}

/// Returns the versions of a document that a member has accepted, oldest first; and whether another one is required.
async fn standing(member: &Actor, slug: &str) -> (Vec<i64>, bool) {
    let own = member.get("/api/me/agreements").await.expect(200);
    let found = own["agreements"].as_array().unwrap().iter().find(|each| each["slug"] == slug).unwrap();
    let mut versions: Vec<i64> =
        found["accepted"].as_array().unwrap().iter().map(|each| each["version"].as_i64().unwrap()).collect();
    versions.reverse();
    (versions, found["is_asked"].as_bool().unwrap())
}

async fn is_asked(member: &Actor) -> bool {
    member.get("/api/me").await.expect(200)["agreements_asked"].as_bool().unwrap()
}

fn accepted(version: i64) -> Value {
    json!({"accepted": [{"slug": "terms", "version": version}]})
}

/// Registers a member with these fields in addition to the usual ones, and logs them in.
async fn newcomer(shop: &Shop, email: &str, fields: &[(&str, &str)]) -> Actor {
    let mut form = form(&[("email", email), ("password", PASSWORD), ("confirmPassword", PASSWORD)]);
    form.extend(fields);
    let photo = Some(("saya.png", black_png(90, 90)));
    let user = shop.guest().form(Method::POST, "/api/register", &form, photo).await.expect(201)["user"].take();
    assert_eq!(user["email"], email);
    let login = json!({"email": email, "password": PASSWORD});
    let token = shop.guest().post("/api/login", login).await.expect(200)["token"].take();
    shop.guest().with_token(token.as_str())
}

#[tokio::test]
async fn registration_records_accepted_versions() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let listed = shop.guest().get("/api/agreements").await.expect(200);
    assert_eq!(
        listed,
        json!([{"slug": "code-of-ethics", "title": "Kode Etik", "version": 1},
               {"slug": "terms", "title": "Syarat dan Ketentuan", "version": 1}])
    );
    // A client that sends no versions accepts the current ones.
    let rina = newcomer(&shop, "rina@example.com", &[]).await;
    assert_eq!(standing(&rina, "terms").await, (vec![1], false));
    assert_eq!(standing(&rina, "code-of-ethics").await, (vec![1], false));
    assert!(!is_asked(&rina).await);
    owner.post(TERMS, typed(&shop, "Ketentuan kedua.", 1, 0)).await.expect(201);
    let dewi = newcomer(&shop, "dewi@example.com", &[]).await;
    assert_eq!(standing(&dewi, "terms").await, (vec![2], false));
    // A member who opened the form earlier was shown the first version, and must still accept the second.
    let tono = newcomer(&shop, "tono@example.com", &[("terms_version", "1"), ("code_of_ethics_version", "1")]).await;
    assert_eq!(standing(&tono, "terms").await, (vec![1], true));
    assert!(is_asked(&tono).await);
    // A version that does not exist or has not taken effect cannot be accepted.
    owner.post(TERMS, typed(&shop, "Ketentuan ketiga.", 2, 9)).await.expect(201);
    for version in ["3", "4", "0", "-1", "x", "99999999999999999999"] {
        let mut form = form(&[("email", "baru@example.com")]);
        form.push(("terms_version", version));
        let refused = shop.guest().form(Method::POST, "/api/register", &form, None).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], "terms_version", "{version}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM members WHERE email = 'baru@example.com'").await, 0);
}

#[tokio::test]
async fn members_must_accept_a_new_version_once() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    assert!(!is_asked(&budi).await);
    owner.post(TERMS, typed(&shop, "Ketentuan kedua.", 1, 3)).await.expect(201);
    // An announced version must be accepted only once it takes effect.
    assert!(!is_asked(&budi).await);
    budi.post("/api/me/agreements", accepted(2)).await.expect(422);
    assert_eq!(shop.guest().get("/api/agreements/terms").await.expect(200)["version"], 1);
    shop.app.clock.advance(3 * DAY_MS);
    let budi = shop.renewed(&budi).await;
    assert!(is_asked(&budi).await);
    assert_eq!(standing(&budi, "terms").await, (vec![1], true));
    assert_eq!(standing(&budi, "code-of-ethics").await, (vec![1], false));
    // The session token still works.
    let tea = shop.product("Teh", 10, 5).await;
    budi.post("/api/cart", json!({"product_id": tea, "quantity": 1, "variant": null})).await.expect(201);
    let after = budi.post("/api/me/agreements", accepted(2)).await.expect(200);
    assert_eq!(after["agreements"][1]["is_asked"], false);
    assert!(!is_asked(&budi).await);
    assert_eq!(standing(&budi, "terms").await, (vec![1, 2], false));
    // Administrators act for the shop and need not accept.
    let owner = shop.renewed(&owner).await;
    let login = owner.get("/api/me").await.expect(200);
    assert_eq!(login["agreements_asked"], false);
}

#[tokio::test]
async fn a_new_version_notifies_each_member_once() {
    let shop = Shop::start().await;
    let (owner, budi, siti) = (shop.admin().await, shop.member("budi").await, shop.member("siti").await);
    let gone = shop.member("gone").await;
    gone.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    let count = async || {
        let listed = owner.get("/api/admin/agreements").await.expect(200);
        let terms = &listed["agreements"][1];
        assert_eq!(terms["slug"], "terms");
        (terms["accepted"].as_i64().unwrap(), listed["members"].as_i64().unwrap())
    };
    // Neither the owner nor erased members are counted.
    let (_, all) = count().await;
    assert_eq!(all, shop.count("SELECT COUNT(*) FROM members WHERE role = 'member' AND erased_ms IS NULL").await);
    assert_eq!(count().await, (all, all));
    owner.post(TERMS, typed(&shop, "Ketentuan kedua.", 1, 5)).await.expect(201);
    let now_ms = shop.app.clock.now_ms();
    let both = async || tokio::join!(told(&shop.app.db, now_ms), told(&shop.app.db, now_ms));
    both().await;
    both().await;
    // Each member is notified once, and former members not at all.
    let told = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'terms_published'";
    assert_eq!(shop.count(told).await, all);
    let readers = "SELECT COUNT(DISTINCT m.id) FROM members m JOIN outbox_messages o ON o.member_id = m.id
                   WHERE o.kind = 'terms_published' AND m.role = 'member' AND m.erased_ms IS NULL";
    assert_eq!(shop.count(readers).await, all);
    let payload = "SELECT payload FROM outbox_messages WHERE kind = 'terms_published' LIMIT 1";
    let mut conn = shop.app.db.read().await.unwrap();
    let payload: String = sqlx::query_scalar(payload).fetch_one(&mut *conn).await.unwrap();
    drop(conn);
    assert!(payload.contains("Bagian ulasan ditambah.") && payload.contains("\"version\":2"), "{payload}");
    // The version in force is counted.
    assert_eq!(count().await.0, all);
    shop.app.clock.advance(6 * DAY_MS);
    let owner = shop.renewed(&owner).await;
    let accepted_now =
        async || owner.get("/api/admin/agreements").await.expect(200)["agreements"][1]["accepted"].as_i64().unwrap();
    assert_eq!(accepted_now().await, 0);
    let (budi, siti) = (shop.renewed(&budi).await, shop.renewed(&siti).await);
    budi.post("/api/me/agreements", accepted(2)).await.expect(200);
    siti.post("/api/me/agreements", accepted(2)).await.expect(200);
    assert_eq!(accepted_now().await, 2);
    siti.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    assert_eq!(accepted_now().await, 1);
    shop.must_be_sound().await;
}

async fn told(db: &Db, now_ms: i64) {
    notify_published(db, now_ms).await.unwrap();
}

#[tokio::test]
async fn simultaneous_acceptances_count_once() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    owner.post(TERMS, typed(&shop, "Ketentuan kedua.", 1, 0)).await.expect(201);
    let tries = (0..6).map(|_| budi.post("/api/me/agreements", accepted(2)));
    for answer in join_all(tries).await {
        answer.expect(200);
    }
    let kept = "SELECT COUNT(*) FROM agreement_acceptances WHERE document = 'terms' AND version = 2";
    assert_eq!(shop.count(kept).await, 1);
    // Accepting again keeps the time of the first acceptance.
    let first = budi.get("/api/me/agreements").await.expect(200);
    shop.app.clock.advance(60_000);
    assert_eq!(budi.post("/api/me/agreements", accepted(2)).await.expect(200), first);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn published_versions_cannot_be_changed() {
    let shop = Shop::start().await;
    let (owner, guest) = (shop.admin().await, shop.guest());
    let first = guest.get("/api/agreements/terms").await.expect(200);
    assert_eq!((&first["version"], &first["versions"][0]["effective_at"]), (&json!(1), &Value::Null));
    for role in [Role::Finance, Role::Catalogue, Role::Fulfilment] {
        let staff = shop.staff(role).await;
        staff.get("/api/admin/agreements").await.refused(403, "forbidden");
        staff.post(TERMS, typed(&shop, "Lain.", 1, 0)).await.refused(403, "forbidden");
    }
    let request = typed(&shop, " Ketentuan **kedua**.\r\n\r\n## Judul <script> ", 1, 0);
    let after = owner.post(TERMS, request.clone()).await.expect(201);
    assert_eq!((&after["version"], &after["body"]), (&json!(2), &json!("Ketentuan **kedua**.\n\n## Judul <script>")));
    let read = guest.get("/api/agreements/terms").await.expect(200);
    assert_eq!((&read["version"], &read["body"]), (&json!(2), &after["body"]));
    let current: Vec<_> = read["versions"].as_array().unwrap().iter().map(|each| &each["is_current"]).collect();
    assert_eq!(current, [true, false]);
    assert_eq!(read["versions"][0]["changes"], "Bagian ulasan ditambah.");
    // A text based on the outdated version gets a conflict, and the published version is unchanged.
    let conflict = owner.post(TERMS, request).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &after));
    let tries = ["Satu.", "Dua.", "Tiga."].map(|body| owner.post(TERMS, typed(&shop, body, 2, 0)));
    let mut statuses: Vec<_> = join_all(tries).await.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409]);
    for method in [Method::PUT, Method::PATCH, Method::DELETE] {
        let request = owner.request(method, TERMS).json(&typed(&shop, "Diubah.", 3, 0));
        assert_eq!(owner.send(request).await.status.as_u16(), 405);
    }
    let old = guest.get("/api/agreements/terms?version=1").await.expect(200);
    assert_eq!(old["body"], first["body"]);
    assert_eq!(guest.get("/api/agreements/terms?version=2").await.expect(200)["body"], after["body"]);
    guest.get("/api/agreements/terms?version=9").await.refused(404, "not_found");
    guest.get("/api/agreements/lain").await.refused(404, "not_found");
    owner.post("/api/admin/agreements/lain", typed(&shop, "x", 1, 0)).await.refused(404, "not_found");
    let log = owner.get("/api/admin/audit?subject=agreement&key=terms").await.expect(200);
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((&entries[1]["action"], &entries[1]["after"]["version"]), (&json!("publish"), &json!(2)));
    // The page is public, and is listed for search engines.
    let html = guest.get("/terms").await.expect(200);
    assert!(html.as_str().unwrap().contains("<title>Syarat dan Ketentuan · K-Smart</title>"), "{html}");
    assert!(guest.get("/sitemap.xml").await.expect(200).as_str().unwrap().contains("/code-of-ethics</loc>"));
}

#[tokio::test]
async fn invalid_versions_are_refused() {
    let shop = Shop::start().await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let with = |field: &str, value: Value| {
        let mut request = typed(&shop, "Ketentuan kedua.", 1, 0);
        request[field] = value;
        request
    };
    let first = owner.get(TERMS).await.expect(200);
    for (field, value) in [
        ("body", json!(" \n ")),
        ("body", json!("x".repeat(50_001))),
        ("body", json!("a\u{0}b")),
        ("body", first["body"].clone()),
        ("changes", json!(" ")),
        ("changes", json!("x".repeat(301))),
        ("changes", json!("a\nb")),
        ("effective_on", json!("")),
        ("effective_on", json!("2026-13-01")),
        ("effective_on", json!(jakarta_date(shop.app.clock.now_ms() - DAY_MS))),
        ("effective_on", json!(jakarta_date(shop.app.clock.now_ms() + 400 * DAY_MS))),
    ] {
        let refused = owner.post(TERMS, with(field, value.clone())).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{value}");
    }
    owner.post(TERMS, with("version", json!(7))).await.refused(409, "edit_conflict");
    // A version cannot take effect before its predecessor.
    owner.post(TERMS, typed(&shop, "Ketentuan kedua.", 1, 20)).await.expect(201);
    let refused = owner.post(TERMS, typed(&shop, "Ketentuan ketiga.", 2, 5)).await.expect(422);
    assert_eq!(refused["fields"][0]["field"], "effective_on");
    owner.post(TERMS, typed(&shop, "Ketentuan ketiga.", 2, 20)).await.expect(201);
    for wrong in [
        json!({}),
        json!({"accepted": []}),
        json!({"accepted": [{"slug": "lain", "version": 1}]}),
        json!({"accepted": [{"slug": "terms", "version": 2}]}),
        json!({"accepted": [{"slug": "terms", "version": -1}]}),
        json!({"accepted": [{"slug": "terms", "version": 1}, {"slug": "terms", "version": 1}, {"slug": "terms", "version": 1}]}),
    ] {
        let status = budi.post("/api/me/agreements", wrong.clone()).await.status.as_u16();
        assert!([400, 422].contains(&status), "{wrong}: {status}");
    }
    assert_eq!(standing(&budi, "terms").await, (vec![1], false));
}

#[tokio::test]
async fn acceptances_remain_after_erasure() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    budi.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM agreement_acceptances").await, 2);
    shop.must_be_sound().await;
}
