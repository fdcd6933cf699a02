//! Limits on requests to the shop, by member and by address.

use std::collections::BTreeMap;

use ksmart_foundation::limits::Class;
use ksmart_ops::limiting::CLASSES;
use reqwest::{Method, Response, header::RETRY_AFTER};
use serde_json::{Value, json};

use crate::{
    fakes::{komerce::Komerce, midtrans::Midtrans},
    shop::{Actor, Shop},
};

/// Requests the leader of an unknown uid, from an IP address.
async fn look(actor: &Actor, address: &str) -> Response {
    let request = actor.request(Method::GET, "/api/leaders/tidak-ada").header("x-forwarded-for", address);
    request.send().await.unwrap()
}

/// Sends requests until they are refused, numbered so that `ask` can send each as another client. Returns the refusal.
async fn ask_until_refused(ask: impl AsyncFn(u32) -> Response) -> Response {
    let burst = Class::Looking.pace().0;
    // On a slow machine part of the allowance is refilled in the meantime.
    for count in 0..2 * burst {
        let answer = ask(count).await;
        if answer.status() == 429 {
            assert!(count >= burst, "{count}");
            return answer;
        }
    }
    panic!("nothing is too much");
}

#[test]
fn each_call_has_one_rate_limit_class() {
    let document: Value = serde_json::from_str(&ksmart::app::openapi()).unwrap();
    let mut calls: BTreeMap<String, usize> = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            calls.insert(format!("{} {path}", method.to_uppercase()), 0);
        }
    }
    for call in CLASSES.iter().flat_map(|(_, calls)| calls.iter()) {
        *calls.get_mut(*call).unwrap_or_else(|| panic!("ops/limiting.rs names {call}, which there is not")) += 1;
    }
    let odd: Vec<_> = calls.into_iter().filter(|(_, times)| *times != 1).collect();
    assert!(odd.is_empty(), "name each once in ops/limiting.rs: {odd:?}");
}

#[tokio::test]
async fn a_limited_client_gets_a_retry_time() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    let refused = ask_until_refused(async |place| look(&guest, &format!("10.0.0.{place}, 203.0.113.9")).await).await;
    let wait: i64 = refused.headers()[RETRY_AFTER].to_str().unwrap().parse().unwrap();
    assert!((1..=3).contains(&wait), "{wait}");
    assert!(refused.headers().contains_key("x-request-id"), "it is an answer like any other");
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body["code"], "too_many_requests");
    assert_eq!(body["message"], "Terlalu banyak permintaan. Silakan coba lagi sebentar lagi.");
    // Others are not limited: a guest at another address, a member at the same address, and other requests of the same
    // guest.
    assert_eq!(look(&guest, "203.0.113.10").await.status(), 404);
    let budi = shop.member("budi").await;
    assert_eq!(look(&budi, "203.0.113.9").await.status(), 404);
    let products = guest.request(Method::GET, "/api/products").header("x-forwarded-for", "203.0.113.9");
    assert_eq!(products.send().await.unwrap().status(), 200);
    shop.app.clock.advance(wait * 1000);
    assert_eq!(look(&guest, "203.0.113.9").await.status(), 404);
}

#[tokio::test]
async fn a_members_limit_holds_at_every_address() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    ask_until_refused(async |place| look(&budi, &format!("203.0.113.{place}")).await).await;
    // Requests with forged tokens count for their IP address, however many tokens there are.
    let forged = |place| shop.guest().with_token(Some(&format!("a.{place}.c")));
    ask_until_refused(async |place| look(&forged(place), "198.51.100.1").await).await;
}

#[tokio::test]
async fn an_ended_session_uses_no_limit_of_its_member() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let here = shop.renewed(&budi).await;
    let goes_on = async || shop.app.sessions.bearer(budi.token()).await.map(|(_, goes_on)| goes_on);
    assert_eq!(goes_on().await, Some(true));
    budi.post("/api/logout", json!({})).await.expect(204);
    // On public routes, which do not read the session, an ended session does not use its member's limit either.
    assert_eq!(goes_on().await, Some(false));
    ask_until_refused(async |_| look(&budi, "203.0.113.9").await).await;
    assert_eq!(look(&here, "203.0.113.10").await.status(), 404);
}

#[tokio::test]
async fn forwarded_addresses_need_a_trusted_proxy() {
    let shop = Shop::start_with(&["--trusted-proxies=none"]).await;
    let guest = shop.guest();
    ask_until_refused(async |place| look(&guest, &format!("10.0.0.{place}")).await).await;
    let unlimited = Shop::start_with(&["--rate-limits=off"]).await;
    for _ in 0..=Class::Looking.pace().0 {
        assert_eq!(look(&unlimited.guest(), "10.1.0.1").await.status(), 404);
    }
}

#[tokio::test]
async fn old_checkout_drafts_are_deleted() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let salt = shop.product("Garam", 10, 100).await;
    let keep = async |member: &Actor, variant: Value| {
        let line = json!({"product_id": salt, "quantity": 1, "variant": variant});
        member.post("/api/checkout-temp", json!({"selected_products": [line]})).await
    };
    let token = |kept: Value| format!("/api/checkout-temp/{}", kept["checkout_token"].as_str().unwrap());
    let hers = token(keep(&siti, Value::Null).await.expect(200));
    let mut kept = Vec::new();
    for _ in 0..23 {
        kept.push(token(keep(&budi, Value::Null).await.expect(200)));
        shop.app.clock.advance(1);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM checkout_drafts").await, 21);
    budi.get(&kept[2]).await.refused(404, "not_found");
    for path in &kept[3..] {
        budi.get(path).await.expect(200);
    }
    siti.get(&hers).await.expect(200);
    keep(&budi, json!("x".repeat(100_000))).await.refused(422, "invalid_field");
}

#[tokio::test]
async fn payment_checks_at_the_provider_are_limited() {
    let provider = Midtrans::start().await;
    let flags = provider.flags();
    let shop = Shop::start_with(&[&flags[0], &flags[1], &flags[2]]).await;
    let budi = shop.member("budi").await;
    let salt = shop.product("Garam", 10, 100).await;
    let placed = shop.order(&budi).item(salt, 1).online().placed().await;
    let path = format!("/api/payments/{}/check", placed["order_id"].as_str().unwrap());
    let mut asked = 0;
    loop {
        let checked = budi.post(&path, json!({})).await.expect(200);
        assert_eq!(checked["data"]["status"], "pending");
        if provider.count("status") == asked {
            break;
        }
        asked += 1;
        assert!(asked < 100, "the provider is asked each time");
    }
    assert!(asked >= 20, "{asked}");
    shop.app.clock.advance(5000);
    budi.post(&path, json!({})).await.expect(200);
    assert_eq!(provider.count("status"), asked + 1);
}

#[tokio::test]
async fn guests_leave_shipping_requests_for_members() {
    let komerce = Komerce::start().await;
    let flags = komerce.flags();
    let shop = Shop::start_with(&[&flags[0], &flags[1]]).await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let ask_of = async |place: usize, destination: i64, weight: &str| {
        let path = format!("/api/calculate-shipping?receiver_destination_id={destination}&weight={weight}");
        let request = shop.guest().request(Method::GET, &path).header("x-forwarded-for", format!("10.0.{place}.1"));
        shop.guest().send(request).await
    };
    let ask = async |place: usize, weight: &str| ask_of(place, 34167, weight).await;
    for weight in ["1.201", "1.25", "1.299", "1.3"] {
        ask(0, weight).await.expect(200);
    }
    assert_eq!(komerce.asked().len(), 1);
    assert!(komerce.asked()[0].contains("weight=1.3&"), "{:?}", komerce.asked());
    // With any number of clients, new requests to the provider are refused at some point; stored answers are still
    // served.
    let mut asked = 0;
    let refused = loop {
        let answer = ask(asked / 100, &format!("{}.{}", 2 + asked / 10, asked % 10)).await;
        if answer.status != 200 {
            break answer;
        }
        asked += 1;
    };
    refused.refused(502, "shipping_unavailable");
    assert!(asked >= 449, "{asked}");
    assert_eq!(komerce.asked().len(), asked + 1);
    ask(9, "1.3").await.expect(200);
    // Members can continue, each up to their own limit.
    let search =
        async |who: &Actor, keyword: &str| who.get(&format!("/api/search-destination?keyword={keyword}")).await;
    search(&budi, "purwokerto").await.expect(200);
    let mut more = 1;
    while search(&budi, &format!("kota{more}")).await.status == 200 {
        more += 1;
    }
    assert!((20..200).contains(&more), "{more}");
    let path = "/api/calculate-shipping?receiver_destination_id=34167&weight=999";
    siti.get(path).await.expect(200);
    assert_eq!(komerce.asked().len(), asked + 1 + more + 1);
    // Guests get stored answers of the provider, and the shop's own estimates. On a slow machine a question may be
    // allowed again: then the provider is asked, which finds nothing for two words.
    let told = async |words: &str| {
        for blanks in 1..100 {
            let answer = search(&shop.guest(), &words.replace(' ', &"%20".repeat(blanks))).await;
            if answer.body["data"] != json!([]) {
                return answer;
            }
        }
        panic!("the provider is asked each time");
    };
    let place = json!([{"id": 34_167, "label": "PURWOKERTO, NGADILUWIH, KEDIRI, 64171", "subdistrict_name": "PURWOKERTO",
        "district_name": "NGADILUWIH", "city_name": "KEDIRI", "province_name": "", "zip_code": "64171"}]);
    assert_eq!(told("Kediri purwo").await.expect(200)["data"], place);
    told("tidak ada").await.refused(502, "shipping_unavailable");
    let mut weight = 900;
    let estimate = loop {
        let before = komerce.asked().len();
        let answer = ask(9, &weight.to_string()).await;
        if komerce.asked().len() == before {
            break answer.expect(200);
        }
        weight += 1;
    };
    assert!(!estimate["shipping_options"].as_array().unwrap().is_empty(), "{estimate}");
    shop.app.clock.advance(3000);
    ask_of(99, 1, "1").await.expect(200);
}

#[tokio::test]
async fn guests_see_a_leaders_shortened_name() {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    shop.change("UPDATE members SET name = 'Siti Nur Aminah'").await;
    let path = format!("/api/leaders/{}", siti.get("/api/me").await.expect(200)["uid"].as_str().unwrap());
    assert_eq!(shop.guest().get(&path).await.expect(200)["name"], "Siti A.");
    assert_eq!(siti.get(&path).await.expect(200)["name"], "Siti Nur Aminah");
    // If the shop masks names at deeper levels, a uid reveals no more than the leaders' lists do.
    shop.set("privacy", json!({"downline_contacts": "masked"})).await;
    assert_eq!(siti.get(&path).await.expect(200)["name"], "Siti A.");
}
