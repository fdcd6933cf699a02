//! Notes of the office on members, and tags that filter the list.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, PASSWORD, Shop};

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

/// Returns the names in the list for a query, page by page.
async fn found(who: &Actor, query: &str) -> Vec<String> {
    let rows = who.all(&format!("/api/admin/members?{query}"), "/members", 1).await;
    rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn member_notes_are_deleted_with_the_account() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let budi = shop.member("budi").await;
    let uid = uid(&budi).await;
    let notes = format!("/api/admin/members/{uid}/notes");
    for text in [" ".to_owned(), "x".repeat(1001), "a\u{1}b".to_owned()] {
        banker.post(&notes, json!({"text": text})).await.refused(422, "invalid_field");
    }
    banker.post("/api/admin/members/KS00000000/notes", json!({"text": "x"})).await.refused(404, "not_found");
    shop.staff(Role::Fulfilment).await.post(&notes, json!({"text": "x"})).await.refused(403, "forbidden");
    let written = banker.post(&notes, json!({"text": " Telepon sesudah jam lima "})).await.expect(201);
    owner.post(&notes, json!({"text": "Sudah ditelepon"})).await.expect(201);
    let seen = banker.get(&notes).await.expect(200);
    let told = |note: &Value| json!([note["author"], note["text"], note["own"]]);
    let seen: Vec<Value> = seen["notes"].as_array().unwrap().iter().map(told).collect();
    let first = json!(["finance", "Telepon sesudah jam lima", true]);
    assert_eq!(seen, [json!(["admin", "Sudah ditelepon", false]), first]);
    let note = format!("/api/admin/member-notes/{}", written["id"]);
    owner.delete(&note).await.refused(404, "not_found");
    banker.delete(&note).await.expect(200);
    banker.delete(&note).await.refused(404, "not_found");
    // The log records that there was a note; its text is deleted with the note.
    let log = owner.get(&format!("/api/admin/audit?key={uid}&subject=member")).await.expect(200);
    assert!(log.to_string().contains("remove_note") && !log.to_string().contains("jam lima"), "{log}");

    shop.change(
        "INSERT INTO member_notes (member_id, author_id, at_ms, body)
         SELECT n.member_id, n.author_id, 1, 'x' FROM member_notes n
         CROSS JOIN (SELECT id FROM members UNION ALL SELECT id + 100 FROM members) x",
    )
    .await;
    while banker.post(&notes, json!({"text": "lagi"})).await.status == 201 {}
    banker.post(&notes, json!({"text": "lagi"})).await.refused(409, "move_refused");
    assert_eq!(shop.count("SELECT COUNT(*) FROM member_notes").await, 100);
    banker.put(&format!("/api/admin/members/{uid}/tags"), json!({"add": ["vip"]})).await.expect(200);
    shop.must_be_sound().await;
    budi.post("/api/me/erasure", json!({"password": PASSWORD})).await.expect(200);
    shop.must_be_sound().await;
    let left = "SELECT (SELECT COUNT(*) FROM member_notes) + (SELECT COUNT(*) FROM member_tags)";
    assert_eq!(shop.count(left).await, 0);
    banker.post(&notes, json!({"text": "lagi"})).await.refused(409, "move_refused");
    banker.put(&format!("/api/admin/members/{uid}/tags"), json!({"add": ["vip"]})).await.refused(409, "move_refused");
}

#[tokio::test]
async fn members_are_filtered_by_tag() {
    let shop = Shop::start().await;
    let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let (budi, siti, dewi) = (shop.member("budi").await, shop.member("siti").await, shop.member("dewi").await);
    let tags = async |member: &Actor| format!("/api/admin/members/{}/tags", uid(member).await);
    let put = json!({"add": ["  Perlu   Dihubungi ", "vip", "perlu dihubungi"]});
    let all = json!(["perlu dihubungi", "vip"]);
    assert_eq!(banker.put(&tags(&budi).await, put.clone()).await.expect(200)["tags"], all);
    // A request without effect is not logged as a change; tags that a colleague did not see stay.
    owner.put(&tags(&budi).await, put).await.expect(200);
    owner.put(&tags(&dewi).await, json!({"add": ["vip"]})).await.expect(200);
    owner.put(&tags(&siti).await, json!({"add": ["vip"]})).await.expect(200);
    owner.put(&tags(&siti).await, json!({"remove": ["VIP"]})).await.expect(200);
    assert_eq!(banker.get("/api/admin/member-tags").await.expect(200)["tags"], all);
    for (query, expected) in [
        ("tag=vip", vec!["dewi", "budi"]),
        ("tag=perlu%20dihubungi", vec!["budi"]),
        ("tag=perlu", vec![]),
        ("tag=vip&search=DEW", vec!["dewi"]),
        ("tag=vip&status=suspended", vec![]),
        ("tag=vip&status=active", vec!["dewi", "budi"]),
        ("tag=", vec!["dewi", "siti", "budi", "finance", "admin"]),
    ] {
        assert_eq!(found(&banker, query).await, expected, "{query}");
    }
    let listed = banker.get("/api/admin/members?search=budi").await.expect(200);
    assert_eq!(listed["members"][0]["tags"], all);
    for wrong in [json!({"add": ["a,b"]}), json!({"add": [" "]}), json!({"add": ["x".repeat(31)]})] {
        banker.put(&tags(&budi).await, wrong).await.refused(422, "invalid_field");
    }
    let eleven: Vec<String> = (0..11).map(|n| format!("t{n}")).collect();
    banker.put(&tags(&budi).await, json!({"add": eleven})).await.refused(422, "invalid_field");
    banker.put(&tags(&budi).await, json!({"add": eleven[..9]})).await.refused(422, "invalid_field");
    let path = format!("/api/admin/audit?subject=member&key={}", uid(&budi).await);
    let log = owner.all(&path, "/entries", 100).await;
    let actions: Vec<&str> = log.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["tag"]);
    crate::office::audit_words::check(&shop).await;
    shop.must_be_sound().await;
}
