//! No member reads or changes another member's data by changing an id: in any call, in its path, query or body.

use std::collections::BTreeSet;

use ksmart_core::order::OrderEvent;
use ksmart_foundation::ids::OrderKey;
use ksmart_members::bonuses;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    catalog::pictures::black_png,
    orders::returns,
    shop::{Actor, PASSWORD, Shop, Story},
    volume::ledger::plan,
};

/// Expected effect of another member's id in a call.
enum Foreign {
    /// Refused call: path, body, and possible statuses.
    Refused(String, Value, &'static [u16]),
    /// Served call that neither returns nor changes data of the other member: path and body.
    Harmless(String, Value),
    /// The id refers to data of the shop that belong to no member, or to nothing.
    Shop,
    /// Only administrators may call; the `security` tests check that for each call.
    Admin,
    /// The call is not made by members, and is signed.
    Signed,
}

use Foreign::{Admin, Harmless, Refused, Shop as OfTheShop, Signed};

/// Whether a field is named like an id, uid, e-mail address, token, code, cursor, number or key.
fn is_id(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name);
    ["id", "uid", "email", "token", "code", "cursor", "number", "key"]
        .iter()
        .any(|end| name == *end || name.ends_with(&format!("_{end}")))
        || name.ends_with("Id")
        || name.starts_with("id_")
}

/// Collects the names of a schema's fields; names of nested fields are joined by dots.
fn fields(document: &Value, schema: &Value, above: &str, found: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = document.pointer(name.trim_start_matches('#')).expect("a schema");
        return fields(document, schema, above, found);
    }
    for kind in ["allOf", "oneOf", "anyOf"] {
        for part in schema[kind].as_array().into_iter().flatten() {
            fields(document, part, above, found);
        }
    }
    if schema["items"].is_object() {
        fields(document, &schema["items"], above, found);
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        found.insert(format!("{above}{name}"));
        fields(document, field, &format!("{above}{name}."), found);
    }
}

/// Returns every parameter and body field that accepts an id, as method, path and name: `get /api/cart email`.
fn places(document: &Value) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, call) in methods.as_object().expect("methods") {
            let mut names = BTreeSet::new();
            for part in path.split('/').filter_map(|part| part.strip_prefix('{')) {
                places.insert(format!("{method} {path} {}", part.trim_end_matches('}')));
            }
            for parameter in call["parameters"].as_array().into_iter().flatten() {
                names.insert(parameter["name"].as_str().expect("a name").to_owned());
            }
            for content in call["requestBody"]["content"].as_object().into_iter().flat_map(|all| all.values()) {
                fields(document, &content["schema"], "", &mut names);
            }
            places.extend(names.iter().filter(|name| is_id(name)).map(|name| format!("{method} {path} {name}")));
        }
    }
    places
}

/// Siti, and the keys of her data that other members could request.
struct Siti {
    actor: Actor,
    uid: String,
    cart_line: i64,
    wishlist_line: i64,
    passkey: i64,
    /// Id of her login session.
    session: String,
    bonus: i64,
    order: String,
    /// A return of that order, and its picture.
    given_back: i64,
    picture: String,
    token: String,
    product: i64,
    other_product: i64,
    /// Cursors of her lists.
    history: String,
    downlines: String,
    orders: String,
    report: String,
    summary: String,
    lines: String,
}

impl Siti {
    /// Reads all of Siti's data as she sees them herself.
    async fn sees(&self, shop: &Shop) -> Vec<Value> {
        let (siti, closed) = (&self.actor, shop.closed);
        let mut seen = Vec::new();
        for path in [
            "/api/me".to_owned(),
            "/api/me/agreements".to_owned(),
            "/api/me/tax-number".to_owned(),
            "/api/me/factors".to_owned(),
            "/api/tax-slips".to_owned(),
            "/api/cart".to_owned(),
            "/api/wishlist".to_owned(),
            "/api/downlines".to_owned(),
            "/api/history-bv".to_owned(),
            format!("/api/bv-report?period_id={closed}"),
            format!("/api/bv-summary?bv_period_id={closed}"),
            format!("/api/downline-bv-summary?period_id={closed}"),
            "/api/bonuses".to_owned(),
            format!("/api/bonuses/{}/lines", self.bonus),
            format!("/api/checkout-temp/{}", self.token),
            format!("/api/transactions/user/{}", siti.id),
            format!("/api/transactions/{}", self.order),
            format!("/api/transactions/{}/returns", self.order),
        ] {
            seen.push(siti.get(&path).await.expect(200));
        }
        seen
    }
}

/// Texts that appear only in Siti's data.
const SECRETS: [&str; 6] =
    ["siti-rahasia", "jalan rahasia", "+6281299998888", "081299998888", "9990001112", "3174090101900001"];

/// Creates Siti, who leads Budi and two more members, with data of every kind; and Budi, who has less.
async fn people(shop: &Shop) -> (Siti, Actor) {
    let siti = shop.member("siti-rahasia").await;
    shop.change(
        "UPDATE members SET address = 'jalan rahasia', phone = '+6281299998888', bank_account = '9990001112',
                            tax_number = '3174090101900001', tax_number_state = 'validated'
         WHERE name = 'siti-rahasia'",
    )
    .await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let passkey = "INSERT INTO passkeys (member_id, credential_id, name, credential, created_ms)
                   VALUES ((SELECT id FROM members WHERE name = 'siti-rahasia'), 'ab', 'Ponsel', '{}', 0)";
    shop.change(passkey).await;
    budi.post("/api/me/confirmation", json!({"password": PASSWORD})).await.expect(200);
    let (product, other_product) = (shop.product_worth("Teh", 1000, 40).await, shop.product("Garam", 10, 50).await);
    let (ani, tono) = (shop.member_below("ani", Some(&siti)).await, shop.member_below("tono", Some(&siti)).await);
    let (mut key, mut order) = (OrderKey(0), String::new());
    for buyer in [&ani, &tono, &budi, &siti, &siti] {
        let story = Story {
            buyer,
            products: &[(product, 1)],
            period: shop.closed,
            plan_id: 1,
            percent: "0",
            at_ms: 1,
            events: &[OrderEvent::Pay],
        };
        (key, order) = shop.tell(&story).await;
    }
    insert_plan(shop).await;
    for event in [OrderEvent::Pack, OrderEvent::Ship, OrderEvent::Complete] {
        shop.advance(key, event).await;
    }
    let returned = returns::ask(&siti, &order, "refund", 1, vec![black_png(20, 20)]).await.expect(201);
    let line = json!({"product_id": product, "quantity": 1, "variant": null});
    siti.post("/api/cart", line.clone()).await.expect(201);
    siti.post("/api/wishlist", json!({"product_id": product})).await.expect(201);
    let draft = siti.post("/api/checkout-temp", json!({"selected_products": [line]})).await.expect(200);
    let cursor = async |path: String, pointer: &str| {
        let body = siti.get(&path).await.expect(200);
        body.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{path} has one page")).to_owned()
    };
    let first = async |path: &str, pointer: &str| siti.get(path).await.expect(200).pointer(pointer).unwrap().as_i64();
    let closed = shop.closed;
    let bonus = first("/api/bonuses", "/0/id").await.unwrap();
    let siti = Siti {
        uid: siti.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned(),
        cart_line: first("/api/cart", "/0/id").await.unwrap(),
        wishlist_line: first("/api/wishlist", "/data/0/id").await.unwrap(),
        passkey: first("/api/me/factors", "/passkeys/0/id").await.unwrap(),
        session: siti.get("/api/sessions").await.expect(200)["sessions"][0]["id"].as_str().unwrap().to_owned(),
        bonus,
        order,
        given_back: returned["data"]["id"].as_i64().unwrap(),
        picture: returned["data"]["pictures"][0].as_str().unwrap().to_owned(),
        token: draft["checkout_token"].as_str().unwrap().to_owned(),
        product,
        other_product,
        history: cursor("/api/history-bv?limit=1".to_owned(), "/next_cursor").await,
        downlines: cursor("/api/downlines?limit=1".to_owned(), "/next_cursor").await,
        orders: cursor(format!("/api/transactions/user/{}?limit=1", siti.id), "/next_cursor").await,
        report: cursor(format!("/api/bv-report?period_id={closed}&limit=1"), "/data/next_cursor").await,
        summary: cursor(format!("/api/downline-bv-summary?period_id={closed}&limit=1"), "/data/next_cursor").await,
        lines: cursor(format!("/api/bonuses/{bonus}/lines?limit=1"), "/next_cursor").await,
        actor: siti,
    };
    (siti, budi)
}

async fn insert_plan(shop: &Shop) {
    bonuses::insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
}

/// Place as listed by [`places`], and the effect of Siti's id when Budi sends it there.
type Case = (&'static str, Foreign);

/// Returns the cases of the cart, the wishlist, the account, and the calls by the shop and its provider.
fn cases_of_lists(siti: &Siti) -> Vec<Case> {
    let (her, product, none) = (siti.actor.id, siti.product, || Value::Null);
    let address = json!({"email": siti.actor.email, "password": PASSWORD});
    let cart = |quantity: i64| json!({"user_email": siti.actor.email, "product_id": product, "quantity": quantity});
    vec![
        ("get /api/cart email", Refused(format!("/api/cart?email={}", siti.actor.email), none(), &[403])),
        ("post /api/cart user_email", Refused("/api/cart".to_owned(), cart(1), &[403])),
        ("put /api/cart/decrease user_email", Refused("/api/cart/decrease".to_owned(), cart(1), &[403])),
        ("delete /api/cart/{id} id", Refused(format!("/api/cart/{}", siti.cart_line), none(), &[404])),
        ("get /api/wishlist user_id", Refused(format!("/api/wishlist?user_id={her}"), none(), &[403])),
        (
            "post /api/wishlist user_id",
            Refused("/api/wishlist".to_owned(), json!({"user_id": her, "product_id": product}), &[403]),
        ),
        ("delete /api/sessions/{id} id", Refused(format!("/api/sessions/{}", siti.session), none(), &[404])),
        ("delete /api/wishlist/{id} id", Harmless(format!("/api/wishlist/{}", siti.wishlist_line), none())),
        (
            "delete /api/wishlist/{id} user_id",
            Refused(format!("/api/wishlist/{}?user_id={her}", siti.wishlist_line), none(), &[403]),
        ),
        (
            "post /api/login email",
            Refused("/api/login".to_owned(), json!({"email": siti.actor.email, "password": "x"}), &[401]),
        ),
        (
            "post /api/login/factor code",
            Refused("/api/login/factor".to_owned(), json!({"challenge": siti.uid, "code": "123456"}), &[401]),
        ),
        (
            "post /api/password-forgotten email",
            Harmless("/api/password-forgotten".to_owned(), json!({"email": siti.actor.email})),
        ),
        ("post /api/me/email email", Refused("/api/me/email".to_owned(), address, &[422])),
        (
            "post /api/email-verification token",
            Refused("/api/email-verification".to_owned(), json!({"token": siti.uid}), &[410]),
        ),
        ("post /api/me/confirmation code", Refused("/api/me/confirmation".to_owned(), json!({"code": "1"}), &[422])),
        (
            "post /api/me/factors/totp/proof code",
            Refused("/api/me/factors/totp/proof".to_owned(), json!({"code": "123456"}), &[422]),
        ),
        (
            "delete /api/me/factors/passkeys/{id} id",
            Refused(format!("/api/me/factors/passkeys/{}", siti.passkey), none(), &[404]),
        ),
        (
            "post /api/password-reset token",
            Refused(
                "/api/password-reset".to_owned(),
                json!({"token": siti.uid, "password": "sandi-baru-siti", "confirm": "sandi-baru-siti"}),
                &[410],
            ),
        ),
        (
            "put /api/me/tax-number number",
            Harmless("/api/me/tax-number".to_owned(), json!({"number": "3174090101900001"})),
        ),
        ("post /api/payments/notification order_id", Signed),
        ("post /api/payments/notification transaction_id", Signed),
        ("post /api/payments/notification status_code", Signed),
        ("post /api/payments/notification signature_key", Signed),
        ("post /api/payments/notification refunds.refund_key", Signed),
    ]
}

/// Returns the cases of an order's moves by administrators.
fn cases_of_the_office() -> Vec<Case> {
    vec![
        ("post /api/admin/orders/{order_id}/pack order_id", Admin),
        ("post /api/admin/orders/{order_id}/ship order_id", Admin),
        ("post /api/admin/orders/{order_id}/cancel order_id", Admin),
        ("post /api/admin/orders/{order_id}/complete order_id", Admin),
        ("post /api/admin/orders/{order_id}/refund order_id", Admin),
        ("delete /api/admin/orders/{order_id}/refund order_id", Admin),
        ("post /api/admin/orders/{order_id}/refund/approve order_id", Admin),
        ("post /api/admin/orders/{order_id}/return order_id", Admin),
        ("post /api/admin/orders/{order_id}/cash order_id", Admin),
    ]
}

/// Returns the cases of checkout, orders and reviews.
async fn cases_of_orders(shop: &Shop, siti: &Siti, budi: &Actor) -> Vec<Case> {
    let (her, product, none) = (siti.actor.id, siti.product, || Value::Null);
    let order = |rest: &str| format!("/api/transactions/{}{rest}", siti.order);
    let selection = |id: Value| json!([{"id": id, "product_id": product, "variant": null, "quantity": 1}]);
    let request = shop.order(budi).item(siti.other_product, 1).body().await;
    let with = |field: &str, value: Value| {
        let mut request = request.clone();
        request[field] = value;
        request
    };
    let mut with_line = request.clone();
    with_line["products"][0]["id"] = json!(siti.cart_line);
    with_line["checkout_token"] = json!(shop.app.random.token(26));
    let (create, draft) = (|| "/api/create-transaction".to_owned(), || "/api/checkout-temp".to_owned());
    vec![
        (
            "get /api/transactions/user/{user_id} user_id",
            Refused(format!("/api/transactions/user/{her}"), none(), &[403]),
        ),
        (
            "get /api/transactions/user/{user_id} cursor",
            Harmless(format!("/api/transactions/user/{}?cursor={}", budi.id, siti.orders), none()),
        ),
        ("get /api/transactions/{order_id} order_id", Refused(order(""), none(), &[404])),
        ("get /api/transactions/{order_id}/tracking order_id", Refused(order("/tracking"), none(), &[404])),
        ("post /api/transactions/{order_id}/complete order_id", Refused(order("/complete"), json!({}), &[404])),
        ("post /api/transactions/{order_id}/cancel order_id", Refused(order("/cancel"), json!({}), &[404])),
        (
            "post /api/payments/{order_id}/check order_id",
            Refused(format!("/api/payments/{}/check", siti.order), json!({}), &[404]),
        ),
        (
            "post /api/payments/{order_id}/reopen order_id",
            Refused(format!("/api/payments/{}/reopen", siti.order), json!({}), &[404]),
        ),
        ("get /api/checkout-temp/{token} token", Refused(format!("/api/checkout-temp/{}", siti.token), none(), &[404])),
        ("delete /api/checkout-temp/{token} token", Harmless(format!("/api/checkout-temp/{}", siti.token), none())),
        (
            "post /api/checkout-temp checkout_token",
            Refused(draft(), json!({"selected_products": [], "checkout_token": siti.token}), &[404]),
        ),
        (
            "post /api/checkout-temp selected_products.id",
            Harmless(draft(), json!({"selected_products": selection(json!(siti.cart_line))})),
        ),
        ("post /api/create-transaction userId", Refused(create(), with("userId", json!(her)), &[403])),
        ("post /api/create-transaction products.id", Harmless(create(), with_line)),
        (
            // Checkout tokens are unique per member: with Siti's token Budi creates an order of his own.
            "post /api/create-transaction checkout_token",
            Harmless(create(), with("checkout_token", json!(siti.token))),
        ),
        (
            "post /api/create-transaction receiver_email",
            Harmless(create(), with("receiver_email", json!("teman@example.com"))),
        ),
        ("get /api/reviews/user/{user_id} user_id", Refused(format!("/api/reviews/user/{her}"), none(), &[403])),
        (
            "get /api/reviews/user/{user_id} cursor",
            Harmless(format!("/api/reviews/user/{}?cursor={}", budi.id, i64::MAX), none()),
        ),
        ("get /api/questions/mine cursor", Harmless(format!("/api/questions/mine?cursor={}", i64::MAX), none())),
        ("post /api/reviews user_id", Refused("/api/reviews".to_owned(), review(her, product, &siti.order), &[403])),
        (
            "post /api/reviews order_id",
            Refused("/api/reviews".to_owned(), review(budi.id, product, &siti.order), &[403, 404, 422]),
        ),
    ]
}

/// Returns the cases of returns, with their pictures.
fn cases_of_returns(siti: &Siti) -> Vec<Case> {
    let (none, order) = (|| Value::Null, |rest: &str| format!("/api/transactions/{}{rest}", siti.order));
    vec![
        ("get /api/transactions/{order_id}/returns order_id", Refused(order("/returns"), none(), &[404])),
        ("post /api/transactions/{order_id}/returns order_id", Refused(order("/returns"), json!({}), &[400, 404])),
        (
            "post /api/transactions/{order_id}/returns/quote order_id",
            Refused(order("/returns/quote"), json!({"kind": "refund", "lines": []}), &[404]),
        ),
        (
            "post /api/transactions/{order_id}/returns/quote lines.line_id",
            Refused(
                order("/returns/quote"),
                json!({"kind": "refund", "lines": [{"line_id": 1, "quantity": 1}]}),
                &[404],
            ),
        ),
        (
            "post /api/returns/{id}/withdraw id",
            Refused(format!("/api/returns/{}/withdraw", siti.given_back), json!({}), &[404]),
        ),
        ("get /api/return-pictures/{id} id", Refused(siti.picture.clone(), none(), &[404])),
    ]
}

/// Returns the cases of network, volume and bonuses.
async fn cases_of_reports(shop: &Shop, siti: &Siti, budi: &Actor) -> Vec<Case> {
    let (closed, none) = (shop.closed, || Value::Null);
    let own_bonus = budi.get("/api/bonuses").await.expect(200)[0]["id"].clone();
    vec![
        ("get /api/downlines cursor", Harmless(format!("/api/downlines?cursor={}", siti.downlines), none())),
        ("get /api/history-bv cursor", Harmless(format!("/api/history-bv?cursor={}", siti.history), none())),
        (
            "get /api/bv-report cursor",
            Harmless(format!("/api/bv-report?period_id={closed}&cursor={}", siti.report), none()),
        ),
        (
            "get /api/downline-bv-summary cursor",
            Harmless(format!("/api/downline-bv-summary?period_id={closed}&cursor={}", siti.summary), none()),
        ),
        ("get /api/tax-slips/{month} month", Harmless("/api/tax-slips/2026-11".to_owned(), none())),
        ("get /api/bonuses/{id}/lines id", Refused(format!("/api/bonuses/{}/lines", siti.bonus), none(), &[404])),
        ("get /storage/proofs/{id} id", Refused(format!("/storage/proofs/{}", siti.bonus), none(), &[404])),
        (
            "get /api/bonuses/{id}/lines cursor",
            Harmless(format!("/api/bonuses/{own_bonus}/lines?cursor={}", siti.lines), none()),
        ),
    ]
}

fn review(member: i64, product: i64, order: &str) -> Value {
    json!({"user_id": member, "product_id": product, "order_id": order, "rating": 5, "comment": "Bagus"})
}

/// Places with ids of the shop's data. A leader's name is shown to anyone who has the uid, because registration needs
/// it; the e-mail address of a registration is that of a new account.
const OF_THE_SHOP: [&str; 37] = [
    "post /api/register email",
    "post /api/register id_plan",
    "post /api/register leader_id",
    "get /api/pages/{slug} slug",
    "get /api/agreements/{slug} slug",
    "get /api/product/{id} id",
    "get /api/product/{id}/variants id",
    "get /api/product/{id}/images id",
    "get /api/product/{id}/augmented id",
    "get /api/reviews product_id",
    "get /api/reviews cursor",
    "post /api/reviews product_id",
    "get /api/questions product_id",
    "get /api/questions cursor",
    "get /api/questions/mine product_id",
    "post /api/questions product_id",
    "post /api/chat product_id",
    "get /api/leaders/{uid} uid",
    "post /api/cart product_id",
    "put /api/cart/decrease product_id",
    "post /api/wishlist product_id",
    "get /api/vouchers/{code} code",
    "get /api/shipping-methods shipper_destination_id",
    "get /api/shipping-methods receiver_destination_id",
    "get /api/calculate-shipping shipper_destination_id",
    "get /api/calculate-shipping receiver_destination_id",
    "get /api/downline-bv-summary period_id",
    "get /api/bv-report period_id",
    "get /api/bv-summary bv_period_id",
    "get /api/bonuses bv_period_id",
    "get /api/bonuses/ bv_period_id",
    "post /api/checkout-temp selected_products.product_id",
    "post /api/create-transaction id_plan",
    "post /api/create-transaction voucher_code",
    "post /api/create-transaction products.product_id",
    "post /api/create-transaction bv_period_id",
    "post /api/create-transaction receiver_destination_id",
];

#[tokio::test]
async fn foreign_ids_give_no_access_in_any_call() {
    let document: Value = serde_json::from_str(&ksmart::app::openapi()).unwrap();
    let places = places(&document);
    let shop = Shop::start().await;
    let (siti, budi) = people(&shop).await;
    let mut cases = cases_of_lists(&siti);
    cases.extend(cases_of_the_office());
    cases.extend(cases_of_orders(&shop, &siti, &budi).await);
    cases.extend(cases_of_returns(&siti));
    cases.extend(cases_of_reports(&shop, &siti, &budi).await);
    cases.extend(OF_THE_SHOP.map(|place| (place, OfTheShop)));
    let known: BTreeSet<String> = cases.iter().map(|(place, _)| (*place).to_owned()).collect();
    // Calls of administrators are refused to members, whatever they name: `security` checks that for each call.
    let new = places.difference(&known).filter(|place| !place.contains(" /api/admin/"));
    let new: Vec<&String> = new.collect();
    assert!(new.is_empty(), "say in this test what the id of another does there: {new:#?}");

    let before = siti.sees(&shop).await;
    let all_of_hers = Value::from(before.clone()).to_string();
    assert!(SECRETS.iter().filter(|secret| all_of_hers.contains(*secret)).count() >= 4, "she sees her own");
    for (place, foreign) in cases {
        let (path, body, statuses) = match &foreign {
            Refused(path, body, statuses) => (path, body, *statuses),
            Harmless(path, body) => (path, body, &[200, 201, 202, 204, 404][..]),
            OfTheShop | Admin | Signed => continue,
        };
        if !places.contains(place) {
            // The document does not describe the place (the body is not JSON), or not yet.
            continue;
        }
        let method = place.split(' ').next().unwrap().to_uppercase();
        let request = budi.request(Method::from_bytes(method.as_bytes()).unwrap(), path);
        let request = if body.is_null() { request } else { request.json(body) };
        let answer = budi.send(request).await;
        assert!(statuses.contains(&answer.status.as_u16()), "{place}: {} {}", answer.status, answer.body);
        let said = answer.body.to_string();
        for secret in SECRETS.iter().copied().chain([siti.actor.email.as_str(), siti.order.as_str()]) {
            let echoed = body.to_string().contains(secret);
            assert!(echoed || !said.contains(secret), "{place} tells {secret}: {said}");
        }
        // The call must not have changed Siti's data either.
        assert_eq!(siti.sees(&shop).await, before, "{place}");
    }
    // Budi's own calls return none of her data either: she is his leader, and he knows only her uid.
    for path in
        ["/api/me", "/api/cart", "/api/wishlist", "/api/downlines", "/api/history-bv", "/api/bv-report", "/api/bonuses"]
    {
        let said = budi.get(path).await.expect(200).to_string();
        assert!(SECRETS.iter().all(|secret| !said.contains(secret)), "{path}: {said}");
        assert_eq!(said.contains(&siti.uid), path == "/api/me", "{path}");
    }
}

#[test]
fn all_id_fields_of_the_api_are_found() {
    let document = json!({
        "paths": {"/api/x/{thing}": {"post": {
            "parameters": [{"name": "member_id", "in": "query"}, {"name": "search", "in": "query"}],
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/X"}}}},
        }}},
        "components": {"schemas": {
            "X": {"properties": {"userId": {}, "text": {}, "all": {"type": "array", "items": {"oneOf": [{"$ref": "#/components/schemas/Y"}]}}}},
            "Y": {"properties": {"order_id": {}, "amount": {}}},
        }},
    });
    let expected = ["thing", "member_id", "userId", "all.order_id"].map(|name| format!("post /api/x/{{thing}} {name}"));
    assert_eq!(places(&document), BTreeSet::from(expected));
}
