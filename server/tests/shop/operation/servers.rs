//! Several servers on one database and one storage.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use ksmart_foundation::leases;
use serde_json::json;
use tokio::sync::Mutex;

use crate::{
    operation::server::Server,
    shop::{Actor, Shop},
};

/// Starts two processes at the same time, in addition to the shop that the test itself runs.
async fn two_servers(shop: &Shop) -> [Server; 2] {
    let flags = [shop.flags(), vec!["--rate-limits=off".to_owned()]].concat();
    let folder = shop.folder.path();
    let (first, second) = tokio::join!(Server::start(folder, flags.clone()), Server::start(folder, flags));
    [first, second]
}

#[tokio::test]
async fn killing_a_server_loses_no_confirmed_order() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 1_000_000).await;
    let mut buyers = Vec::new();
    for number in 0..6 {
        buyers.push(shop.member(&format!("pembeli{number}")).await);
    }
    let [first, second] = two_servers(&shop).await;
    let first = Arc::new(Mutex::new(first));
    let bases = [first.lock().await.base.clone(), second.base.clone()];
    let answered = Arc::new(Mutex::new(Vec::new()));
    // Each buyer alternates between both servers until the first one is gone, and then continues with the second.
    let buying = buyers.iter().enumerate().map(|(place, buyer)| {
        let (shop, bases, answered) = (&shop, &bases, Arc::clone(&answered));
        async move {
            let (mut after_the_kill, mut turn) = (0, place);
            while after_the_kill < 3 {
                let body = shop.order(buyer).item(salt, 1).body().await;
                let request =
                    buyer.request(reqwest::Method::POST, &format!("{}/api/create-transaction", bases[turn % 2]));
                turn += 1;
                let Ok(answer) = request.json(&body).send().await else {
                    after_the_kill += 1;
                    continue;
                };
                let status = answer.status();
                // An incomplete answer does not count.
                let Ok(mut order) = answer.json::<serde_json::Value>().await else { continue };
                assert_eq!(status, 201, "{order}");
                answered.lock().await.push(order["transaction"]["order_id"].take());
            }
        }
    });
    let killing = async {
        while answered.lock().await.len() < 40 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        first.lock().await.kill();
    };
    tokio::join!(join_all(buying), killing);
    let answered = answered.lock().await;
    assert!(answered.len() > 40);
    let kept = shop.count("SELECT COUNT(*) FROM orders").await;
    assert!(kept >= i64::try_from(answered.len()).unwrap(), "{kept} kept, {} answered", answered.len());
    for number in answered.iter() {
        let sql = "SELECT COUNT(*) FROM orders WHERE number = $1";
        let mut conn = shop.app.db.read().await.unwrap();
        let found: i64 = sqlx::query_scalar(sql).bind(number.as_str()).fetch_one(&mut *conn).await.unwrap();
        assert_eq!(found, 1, "{number}");
    }
    shop.must_be_sound().await;
    // The first server starts again, and knows the orders placed in the meantime.
    let mut first = first.lock().await;
    first.restart().await;
    let order = format!("{}/api/transactions/{}", first.base, answered[0].as_str().unwrap());
    let statuses = join_all(buyers.iter().map(|buyer| buyer.get(&order))).await;
    assert_eq!(statuses.iter().filter(|answer| answer.status == 200).count(), 1);
}

/// Returns the stock of a product in the list of a server.
async fn listed(actor: &Actor, base: &str, product: i64) -> i64 {
    let list = actor.get(&format!("{base}/api/products")).await.expect(200);
    let found = list.as_array().unwrap().iter().find(|each| each["id"] == product).unwrap();
    found["stock"].as_i64().unwrap()
}

#[tokio::test]
async fn two_servers_show_the_same_stock() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 50).await;
    let budi = shop.member("budi").await;
    let [first, second] = two_servers(&shop).await;
    assert_eq!((listed(&budi, &first.base, salt).await, listed(&budi, &second.base, salt).await), (50, 50));
    let body = shop.order(&budi).item(salt, 7).body().await;
    budi.post(&format!("{}/api/create-transaction", first.base), body.clone()).await.expect(201);
    assert_eq!(listed(&budi, &first.base, salt).await, 43);
    // A second later the list is read again, however slow this machine is.
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    assert_eq!(listed(&budi, &second.base, salt).await, 43);
    // The same checkout on the other server is the same order; the same key opens sessions on both.
    let again = budi.post(&format!("{}/api/create-transaction", second.base), body).await.expect(200);
    assert_eq!(again["transaction"]["products"][0]["quantity"], 7);
    let login = json!({"email": budi.email, "password": crate::shop::PASSWORD});
    let session = budi.post(&format!("{}/api/login", first.base), login).await.expect(200);
    let elsewhere = budi.with_token(session["token"].as_str());
    elsewhere.get(&format!("{}/api/me", second.base)).await.expect(200);
}

#[tokio::test]
async fn only_one_server_holds_a_lease() {
    let shop = Shop::start().await;
    let mut conn = shop.app.db.write_one().await.unwrap();
    let conn = &mut *conn;
    assert!(leases::take(conn, "x", "satu", 1_000, 500).await.unwrap());
    assert!(!leases::take(conn, "x", "dua", 1_000, 500).await.unwrap(), "another has it");
    assert!(leases::take(conn, "y", "dua", 1_000, 500).await.unwrap(), "another lease");
    assert!(leases::take(conn, "x", "satu", 1_400, 500).await.unwrap(), "renewed");
    assert!(!leases::take(conn, "x", "dua", 1_900, 500).await.unwrap(), "it lasts to its end");
    assert!(leases::take(conn, "x", "dua", 1_901, 500).await.unwrap(), "it has run out");
    assert!(!leases::take(conn, "x", "satu", 1_901, 500).await.unwrap(), "who was slow does not get it back");
    let answers = join_all((0..20).map(|number| {
        let app = shop.app.clone();
        async move {
            if !app.db.is_shared() {
                return number == 0;
            }
            let mut conn = app.db.write_one().await.unwrap();
            leases::take(&mut conn, "z", &format!("nomor {number}"), 1_000, 500).await.unwrap()
        }
    }));
    assert_eq!(answers.await.into_iter().filter(|taken| *taken).count(), 1);
}

#[tokio::test]
async fn a_stopped_server_releases_its_lease() {
    let shop = Shop::start().await;
    let [mut first, mut second] = two_servers(&shop).await;
    let holders = "SELECT COUNT(*) FROM leases WHERE name = 'jobs'";
    if shop.app.db.is_shared() {
        while shop.count(holders).await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    first.stop().await;
    second.stop().await;
    assert_eq!(shop.count(holders).await, 0);
    for server in [first, second] {
        assert!(server.lines().any(|line| line.ends_with("stopped")), "it ends what it has begun");
    }
}
