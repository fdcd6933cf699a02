//! Members' questions about products, and the shop's answers.

use ksmart_foundation::time::DAY_MS;
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

async fn ask(who: &Actor, product: i64, question: &str) -> i64 {
    let asked = who.post("/api/questions", json!({"product_id": product, "question": question})).await.expect(201);
    assert_eq!((&asked["answer"], &asked["hidden"]), (&Value::Null, &json!(false)));
    asked["id"].as_i64().unwrap()
}

async fn answer(keeper: &Actor, question: i64, answer: &str) -> Value {
    let path = format!("/api/admin/questions/{question}/answer");
    keeper.put(&path, json!({"answer": answer, "answered_at": null})).await.expect(200)
}

/// Returns the questions on a product for a visitor.
async fn public(shop: &Shop, product: i64, search: &str) -> Vec<Value> {
    shop.guest().all(&format!("/api/questions?product_id={product}&search={search}"), "/questions", 1).await
}

async fn told(shop: &Shop, kind: &str) -> i64 {
    let sql = match kind {
        "new" => "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'new_question'",
        _ => "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'question_answered'",
    };
    shop.count(sql).await
}

#[tokio::test]
async fn a_question_is_public_once_answered() {
    let shop = Shop::start().await;
    let (admin, keeper) = (shop.admin().await, shop.staff(Role::Catalogue).await);
    let (siti, budi) = (shop.member("siti aminah").await, shop.member("budi").await);
    let tea = shop.product("Teh", 100, 50).await;
    assert_eq!(told(&shop, "new").await, 0);
    let question = ask(&siti, tea, " Apakah aman\nuntuk ibu menyusui? ").await;
    assert!(told(&shop, "new").await > 0, "the catalogue's desk is told");
    assert_eq!(public(&shop, tea, "").await, [Value::Null; 0]);
    let mine = async |who: &Actor| {
        let rows = who.all(&format!("/api/questions/mine?product_id={tea}"), "/questions", 1).await;
        rows.into_iter().map(|row| row["question"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(mine(&siti).await, ["Apakah aman\nuntuk ibu menyusui?"]);
    assert_eq!(mine(&budi).await, [Value::Null; 0]);
    assert_eq!(admin.get("/api/admin/today").await.expect(200)["questions_waiting"], 1);

    let path = format!("/api/admin/questions/{question}/answer");
    for (text, code) in [("x".repeat(1001), "too_long"), ("Halo\u{0}".to_owned(), "characters")] {
        assert_eq!(keeper.put(&path, json!({"answer": text})).await.expect(422)["fields"][0]["code"], code);
    }
    let first = answer(&keeper, question, " Ya, aman. ").await;
    assert_eq!((&first["answer"], told(&shop, "answered").await), (&json!("Ya, aman."), 1));
    let listed = shop.guest().get(&format!("/api/questions?product_id={tea}")).await.expect(200);
    let shown = &listed["questions"][0];
    assert_eq!((&shown["user_name"], &shown["answer"]), (&json!("siti"), &json!("Ya, aman.")));
    assert_eq!((&listed["total"], shown.get("member_id")), (&json!(1), None));
    assert_eq!(admin.get("/api/admin/today").await.expect(200)["questions_waiting"], 0);

    // An administrator with an outdated view gets a conflict, and no answer is lost; a changed answer notifies no one.
    let conflict = admin.put(&path, json!({"answer": "Lain", "answered_at": null})).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &first));
    let edit = json!({"answer": "Aman sekali.", "answered_at": first["answered_at"]});
    keeper.put(&path, edit).await.expect(200);
    assert_eq!(
        (public(&shop, tea, "").await[0]["answer"].clone(), told(&shop, "answered").await),
        (json!("Aman sekali."), 1)
    );

    let hide = format!("/api/admin/questions/{question}/hide");
    assert_eq!(keeper.post(&hide, json!({"reason": " "})).await.expect(422)["fields"][0]["field"], "reason");
    keeper.post(&hide, json!({"reason": "Berisi nomor telepon"})).await.expect(200);
    keeper.post(&hide, json!({"reason": "Lagi"})).await.refused(409, "edit_conflict");
    assert_eq!(public(&shop, tea, "").await, [Value::Null; 0]);
    let own = siti.get("/api/questions/mine").await.expect(200);
    assert_eq!(
        (&own["questions"][0]["hidden"], &own["questions"][0]["answer"]),
        (&json!(true), &json!("Aman sekali."))
    );
    keeper.post(&format!("/api/admin/questions/{question}/show"), json!({})).await.expect(200);
    assert_eq!(public(&shop, tea, "").await.len(), 1);

    let log = admin.get(&format!("/api/admin/audit?subject=question&key={question}")).await.expect(200);
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|each| each["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["show", "hide", "answer", "answer"]);
    shop.staff(Role::Fulfilment).await.post(&hide, json!({"reason": "x"})).await.refused(403, "forbidden");
    keeper.post("/api/admin/questions/999/hide", json!({"reason": "x"})).await.refused(404, "not_found");
}

#[tokio::test]
async fn questions_are_limited_per_day() {
    let shop = Shop::start().await;
    let (siti, budi) = (shop.member("siti").await, shop.member("budi").await);
    let tea = shop.product("Teh", 100, 50).await;
    let refused = async |body: Value| siti.post("/api/questions", body).await;
    for (question, code) in
        [(" ".to_owned(), "required"), ("x".repeat(501), "too_long"), ("a\u{7}".to_owned(), "characters")]
    {
        let said = refused(json!({"product_id": tea, "question": question})).await.expect(422);
        assert_eq!(said["fields"][0]["code"], code);
    }
    refused(json!({"product_id": 999, "question": "Ada?"})).await.refused(404, "not_found");
    for place in 0..10 {
        ask(&siti, tea, &format!("{place}{}", "é".repeat(499))).await;
    }
    let said = refused(json!({"product_id": tea, "question": "Satu lagi?"})).await.refused(429, "too_many_requests");
    assert!(said.contains("10 pertanyaan"), "{said}");
    ask(&budi, tea, "Ada?").await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM questions").await, 11);
    shop.app.clock.advance(DAY_MS);
    let siti = shop.renewed(&siti).await;
    ask(&siti, tea, "Satu lagi?").await;
}

#[tokio::test]
async fn unanswered_questions_are_listed_first() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let (siti, budi) = (shop.member("siti").await, shop.member("budi").await);
    let (tea, salt) = (shop.product("Teh Hijau", 100, 50).await, shop.product("Garam", 100, 50).await);
    let mut ids = Vec::new();
    for (who, product, question) in
        [(&siti, tea, "Apakah halal?"), (&budi, salt, "Apakah beryodium?"), (&siti, tea, "Berapa lama tahan?")]
    {
        ids.push(ask(who, product, question).await);
        shop.app.clock.advance(1000);
    }
    answer(&keeper, ids[2], "Dua tahun.").await;
    shop.app.clock.advance(1000);
    answer(&keeper, ids[0], "Ya, bersertifikat.").await;
    let found = async |query: &str| {
        let rows = keeper.all(&format!("/api/admin/questions?{query}"), "/questions", 1).await;
        rows.iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(found("").await, [ids[1], ids[2], ids[0]]);
    assert_eq!(found("state=unanswered").await, [ids[1]]);
    assert_eq!(found("state=shown&search=HALAL").await, [ids[0]]);
    assert_eq!(found("search=garam").await, [ids[1]]);
    assert_eq!(found("search=siti").await, [ids[2], ids[0]]);
    let read = async |search: &str| {
        let rows = public(&shop, tea, search).await;
        rows.iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    // The latest answer comes first; answers are searched too.
    assert_eq!(read("").await, [ids[0], ids[2]]);
    assert_eq!(read("tahun").await, [ids[2]]);
    assert_eq!(read("%25").await, [0_i64; 0]);
}
