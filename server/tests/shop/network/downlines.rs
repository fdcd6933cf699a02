//! Members' downlines, and the part of them that is visible to a leader.

use futures_util::future::join_all;
use ksmart_core::order::OrderEvent;
use ksmart_flows::registration;
use ksmart_foundation::ids::MemberId;
use ksmart_members::{accounts::NewMember, network};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::form as registration_form,
    shop::{Actor, Shop, Story},
};

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

fn texts<'a>(rows: &'a [Value], field: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[field].as_str().unwrap()).collect()
}

/// Creates a leader with two followers, the second of whom leads a chain of two more.
async fn family(shop: &Shop) -> Vec<Actor> {
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let nur = shop.member_below("nur_100%", Some(&siti)).await;
    let wahyu = shop.member_below("wahyu", Some(&nur)).await;
    let vania = shop.member_below("vania", Some(&wahyu)).await;
    vec![siti, budi, nur, wahyu, vania]
}

#[tokio::test]
async fn the_downline_is_listed_nearest_first() {
    let shop = Shop::start().await;
    let family = family(&shop).await;
    shop.member("lain").await;
    let siti = &family[0];
    let answer = siti.get("/api/downlines").await.expect(200);
    assert_eq!((&answer["total"], &answer["next_cursor"]), (&json!(4), &Value::Null));
    let rows = answer["downlines"].as_array().unwrap();
    assert_eq!(texts(rows, "name"), ["budi", "nur_100%", "wahyu", "vania"]);
    let levels: Vec<i64> = rows.iter().map(|row| row["level"].as_i64().unwrap()).collect();
    assert_eq!(levels, [1, 1, 2, 3]);
    assert_eq!(
        rows[3],
        json!({
            "uid": uid(&family[4]).await, "name": "vania", "email": "vania@example.com", "profile_picture": null,
            "leader_id": uid(&family[3]).await, "level": 3,
        })
    );
    assert_eq!(&siti.all("/api/downlines", "/downlines", 1).await, rows);
    assert_eq!(&siti.all("/api/downlines", "/downlines", 3).await, rows);
    let nobody = family[4].get("/api/downlines").await.expect(200);
    assert_eq!(nobody, json!({"downlines": [], "total": 0, "next_cursor": null}));
}

#[tokio::test]
async fn a_downline_search_matches_name_or_uid() {
    let shop = Shop::start().await;
    let family = family(&shop).await;
    shop.member("budiman lain").await;
    let siti = &family[0];
    let found = async |search: &str| {
        let path = format!("/api/downlines?search={search}");
        let answer = siti.get(&path).await.expect(200);
        assert_eq!(answer["total"], 4, "all below are counted");
        assert_eq!(&siti.all(&path, "/downlines", 1).await, answer["downlines"].as_array().unwrap());
        texts(answer["downlines"].as_array().unwrap(), "name").join(" ")
    };
    assert_eq!(found("BU").await, "budi");
    assert_eq!(found("u").await, "budi nur_100% wahyu");
    assert_eq!(found(&uid(&family[4]).await.to_lowercase()[2..]).await, "vania");
    assert_eq!(found("_100%25").await, "nur_100%");
    assert_eq!(found("%25").await, "nur_100%");
    assert_eq!(found("r_1").await, "nur_100%");
    assert_eq!(found("u_i").await, "");
    assert_eq!(found("%20").await, "budi nur_100% wahyu vania");
    let renamed = registration_form(&[("name", "Érika Baru")]);
    family[4].form(Method::PUT, "/api/update", &renamed, None).await.expect(200);
    assert_eq!(found("%C3%89RIKA").await, "Érika Baru");
    assert_eq!(found("vania").await, "");
    let long = "x".repeat(101);
    siti.get(&format!("/api/downlines?search={long}")).await.refused(422, "invalid_field");
}

#[tokio::test]
async fn a_search_ignores_hidden_parts_of_names() {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi santoso", Some(&siti)).await;
    let vania = shop.member_below("vania putri rahasia", Some(&budi)).await;
    let deep = uid(&vania).await;
    let found = async |who: &Actor, search: &str| {
        let answer = who.get(&format!("/api/downlines?search={search}")).await.expect(200);
        texts(answer["downlines"].as_array().unwrap(), "name").join(", ")
    };
    assert_eq!(found(&siti, "rahasia").await, "vania putri rahasia");
    shop.set("privacy", json!({"downline_contacts": "masked"})).await;
    for guessed in ["rahasia", "putri", "ia%20p", "rah"] {
        assert_eq!(found(&siti, guessed).await, "", "{guessed}");
    }
    for seen in ["VANIA", "vania%20r.", &deep] {
        assert_eq!(found(&siti, seen).await, "vania r.", "{seen}");
    }
    assert_eq!(found(&siti, "santoso").await, "budi santoso");
    assert_eq!(found(&budi, "rahasia").await, "vania putri rahasia");
    let renamed = registration_form(&[("name", "Érika Ävan Baru")]);
    vania.form(Method::PUT, "/api/update", &renamed, None).await.expect(200);
    assert_eq!(
        (found(&siti, "%C3%A9rika%20b.").await, found(&siti, "%C3%A4van").await),
        ("Érika B.".to_owned(), String::new())
    );
}

/// Creates a leader of 2300 direct followers: `Umum 0` and so on, every thousandth a `Jarang`.
async fn crowd(shop: &Shop) -> Actor {
    let top = shop.member("top").await;
    let (mut tx, now_ms) = (shop.app.db.write().await.unwrap(), shop.app.clock.now_ms());
    for number in 0..2300 {
        let mut new = NewMember::admin(&format!("m{number}@example.com"), String::new());
        new.name = if number % 1000 == 250 { format!("Jarang {number}") } else { format!("Umum {number}") };
        new.leader = Some(MemberId(top.id));
        registration::enrol(&mut tx, &new, &format!("M{number}"), now_ms).await.unwrap();
    }
    tx.commit().await.unwrap();
    top
}

/// Large downlines are read in two ways: short pages through the period, long ones through the downline.
#[tokio::test]
async fn downline_points_do_not_depend_on_page_size() {
    let shop = Shop::start().await;
    let top = crowd(&shop).await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    for number in 1..=130 {
        let buyer = top.with_id(top.id + 17 * number);
        let events = &[OrderEvent::Pay];
        let products = &[(tea, 1 + number % 9)];
        let story = Story { buyer: &buyer, products, period: shop.open, plan_id: 1, percent: "0", at_ms: 1, events };
        shop.tell(&story).await;
    }
    for (path, list) in [("/api/downline-bv-summary", "/data/downlines"), ("/api/history-bv", "/history")] {
        let whole = top.get(path).await.expect(200).pointer(list).unwrap().clone();
        assert_eq!(whole.as_array().unwrap().len(), 130, "{path}");
        for limit in [3, 50, 100] {
            assert_eq!(&top.all(path, list, limit).await, whole.as_array().unwrap(), "{path} by {limit}");
        }
    }
}

#[tokio::test]
async fn a_search_works_in_a_large_downline() {
    let shop = Shop::start().await;
    let top = crowd(&shop).await;
    let rare = top.all("/api/downlines?search=jarang", "/downlines", 2).await;
    assert_eq!(texts(&rare, "name"), ["Jarang 250", "Jarang 1250", "Jarang 2250"]);
    let answer = top.get("/api/downlines?search=umum&limit=100").await.expect(200);
    assert_eq!(answer["downlines"][99]["name"], "Umum 99");
    assert_eq!(top.all("/api/downlines?search=umum", "/downlines", 100).await.len(), 2297);
    let ceiling = top.get("/api/downlines").await.expect(200);
    assert_eq!((ceiling["downlines"].as_array().unwrap().len(), &ceiling["total"]), (1000, &json!(2300)));
    let from = ceiling["next_cursor"].as_str().unwrap();
    let rest = top.get(&format!("/api/downlines?cursor={from}&limit=1")).await.expect(200);
    assert_eq!(rest["downlines"][0]["name"], "Umum 1000");
    // If names below the direct followers are shortened, such a member is found by the short name only.
    let mut tx = shop.app.db.write().await.unwrap();
    let mut new = NewMember::admin("dalam@example.com", String::new());
    "Jarang Sekali".clone_into(&mut new.name);
    new.leader = Some(MemberId(top.id + 1));
    registration::enrol(&mut tx, &new, "DALAM", shop.app.clock.now_ms()).await.unwrap();
    tx.commit().await.unwrap();
    shop.set("privacy", json!({"downline_contacts": "masked"})).await;
    let rare = top.all("/api/downlines?search=jarang", "/downlines", 2).await;
    assert_eq!(texts(&rare, "name"), ["Jarang 250", "Jarang 1250", "Jarang 2250", "Jarang S."]);
    let direct = top.all("/api/downlines?search=2250", "/downlines", 2).await;
    assert_eq!(texts(&direct, "name"), ["Jarang 2250"]);
    assert_eq!(top.all("/api/downlines?search=sekali", "/downlines", 2).await, Vec::<Value>::new());
}

#[tokio::test]
async fn invalid_page_parameters_are_refused() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let orders = format!("/api/transactions/user/{}", budi.id);
    for path in ["/api/downlines", "/api/history-bv", "/api/bv-report", "/api/downline-bv-summary", &orders] {
        for query in ["limit=0", "limit=101", "limit=x", "limit="] {
            let refused = budi.get(&format!("{path}?{query}")).await.refused(422, "invalid_field");
            assert_eq!(refused, "Jumlah baris per halaman harus 1 sampai 100.", "{path}?{query}");
        }
        for query in ["cursor=", "cursor=abc", "cursor=1.2.3.4", "cursor=99999999999999999999.1", "cursor=%00"] {
            let refused = budi.get(&format!("{path}?limit=5&{query}")).await.refused(422, "invalid_field");
            assert_eq!(refused, "Halaman tidak ditemukan.", "{path}?{query}");
        }
    }
    budi.get(&format!("{orders}?filter=hilang")).await.refused(422, "invalid_field");
}

#[tokio::test]
async fn contacts_of_distant_members_can_be_hidden() {
    let shop = Shop::start().await;
    let family = family(&shop).await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    for buyer in &family[1..] {
        let events = &[OrderEvent::Pay];
        let story =
            Story { buyer, products: &[(tea, 1)], period: shop.open, plan_id: 1, percent: "0", at_ms: 1, events };
        shop.tell(&story).await;
    }
    let siti = &family[0];
    let period = shop.open;
    let emails = async || {
        let summary = format!("/api/downline-bv-summary?period_id={period}");
        let mut emails = Vec::new();
        for (path, list, field) in [
            ("/api/downlines", "/downlines", "email"),
            ("/api/history-bv", "/history", "member_email"),
            (summary.as_str(), "/data/downlines", "downline_email"),
        ] {
            let rows = siti.all(path, list, 2).await;
            let mut found: Vec<String> = texts(&rows, field).into_iter().map(str::to_owned).collect();
            found.sort_unstable();
            emails.push(found);
        }
        assert!(emails.windows(2).all(|two| two[0] == two[1]), "{emails:?}");
        emails.remove(0)
    };
    let shown = ["budi@example.com", "nur_100%@example.com", "vania@example.com", "wahyu@example.com"];
    assert_eq!(emails().await, shown);
    shop.set("privacy", json!({"downline_contacts": "masked"})).await;
    assert_eq!(emails().await, ["budi@example.com", "nur_100%@example.com", "v***@e***", "w***@e***"]);
    // Full names and pictures are hidden, too.
    shop.change("UPDATE members SET name = name || ' Sari Rahasia', picture = 'wajah.webp'").await;
    let summary = format!("/api/downline-bv-summary?period_id={period}");
    for (path, list, name, email) in [
        ("/api/downlines", "/downlines", "name", "email"),
        ("/api/history-bv", "/history", "member_name", "member_email"),
        (summary.as_str(), "/data/downlines", "downline_name", "downline_email"),
    ] {
        for row in siti.all(path, list, 2).await {
            let (shown, deep) = (row[name].as_str().unwrap(), row[email].as_str().unwrap().contains("***"));
            assert!(shown.ends_with(if deep { " R." } else { " Sari Rahasia" }), "{path}: {row}");
            assert!(!row.to_string().contains("wajah") || !deep, "{path}: {row}");
        }
    }
    shop.set("privacy", json!({"downline_contacts": "shown"})).await;
    assert_eq!(emails().await, shown);
}

#[tokio::test]
async fn concurrent_registrations_are_all_counted() {
    let shop = Shop::start().await;
    let family = family(&shop).await;
    let uids = join_all(family.iter().map(uid)).await;
    let join = async |number: usize| {
        let email = format!("baru{number}@example.com");
        let leader = &uids[number % uids.len()];
        // A leader's uid is accepted however it is typed.
        let leader = if number.is_multiple_of(2) { leader.to_lowercase() } else { format!(" {leader} ") };
        let fields = registration_form(&[("email", &email), ("leader_id", &leader)]);
        shop.guest().form(Method::POST, "/api/register", &fields, None).await.expect(201)["user"]["leader_id"].take()
    };
    for (number, leader) in join_all((0..10).map(join)).await.into_iter().enumerate() {
        assert_eq!(leader, uids[number % uids.len()].as_str());
    }
    let counts = "SELECT COUNT(*) FROM (SELECT a.ancestor_id FROM member_ancestors a GROUP BY a.ancestor_id
                  HAVING COUNT(*) <> (SELECT c.members FROM downline_counts c WHERE c.member_id = a.ancestor_id)) d";
    assert_eq!(shop.count(counts).await, 0, "the counts are those of the tree");
    assert_eq!(family[0].get("/api/downlines").await.expect(200)["total"], 14);
    assert_eq!(shop.count("SELECT COUNT(*) FROM member_ancestors WHERE member_id = ancestor_id").await, 0);
    // An ancestor always joined earlier, so there is no circle.
    assert_eq!(shop.count("SELECT COUNT(*) FROM member_ancestors WHERE member_id < ancestor_id").await, 0);
    let leaderless = "SELECT COUNT(*) FROM members m WHERE m.leader_id IS NOT NULL AND NOT EXISTS
        (SELECT a.depth FROM member_ancestors a WHERE a.member_id = m.id AND a.ancestor_id = m.leader_id AND a.depth = 1)";
    assert_eq!(shop.count(leaderless).await, 0);
}

#[tokio::test]
async fn repeated_or_circular_joins_are_refused() {
    let shop = Shop::start().await;
    let family = family(&shop).await;
    let before = shop.count("SELECT COUNT(*) FROM member_ancestors").await;
    for (member, leader) in [(0, 4), (0, 0), (4, 4), (1, 0)] {
        let mut tx = shop.app.db.write().await.unwrap();
        let joined = network::join(&mut tx, MemberId(family[member].id), MemberId(family[leader].id)).await;
        assert!(joined.is_err(), "{member} below {leader}");
        drop(tx);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM member_ancestors").await, before);
}

#[tokio::test]
async fn an_unknown_leader_is_refused() {
    let shop = Shop::start().await;
    let members = shop.count("SELECT COUNT(*) FROM members").await;
    for leader in ["KS1", "'", "0", "KS00000000", "1 OR 1=1"] {
        let fields = registration_form(&[("leader_id", leader)]);
        let refused =
            shop.guest().form(Method::POST, "/api/register", &fields, None).await.refused(422, "invalid_field");
        assert_eq!(refused, "ID Leader tidak ditemukan.");
        shop.guest().get(&format!("/api/leaders/{leader}")).await.refused(404, "not_found");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM members").await, members);
}
