//! Shipping by Komerce: its data, its odd answers, and the shop's behaviour when it does not answer.

use ksmart_foundation::time::jakarta_date;
use serde_json::{Value, json};

use crate::{
    fakes::{
        komerce::{API_KEY, Komerce, Reply, costs},
        redirecting::Elsewhere,
    },
    shop::{Actor, Shop},
};

const MINUTE_MS: i64 = 60_000;

const CALCULATE: &str = "/api/calculate-shipping?shipper_destination_id=17579&receiver_destination_id=34167";

async fn start() -> (Komerce, Shop) {
    let komerce = Komerce::start().await;
    let flags = komerce.flags();
    let shop = Shop::start_with(&[&flags[0], &flags[1]]).await;
    (komerce, shop)
}

/// Returns the shipping costs that the shop offers, the cheapest first.
async fn ask_costs(shop: &Shop, weight: &str) -> Vec<i64> {
    let body = shop.guest().get(&format!("{CALCULATE}&weight={weight}")).await.expect(200);
    body["shipping_options"].as_array().unwrap().iter().map(|one| one["shipping_cost"].as_i64().unwrap()).collect()
}

/// Returns all kinds of unusable answers of the provider.
fn silences() -> Vec<Reply> {
    let failed =
        |code: u16| json!({"meta": {"message": "x", "code": code, "status": "error"}, "data": null}).to_string();
    vec![
        Reply::Down,
        Reply::Body(500, failed(500)),
        Reply::Body(502, "<html>502 Bad Gateway</html>".to_owned()),
        Reply::Body(429, failed(429)),
        Reply::Body(401, failed(401)),
        Reply::Body(200, failed(500)),
        Reply::Body(200, "<html>".to_owned()),
        Reply::Body(200, String::new()),
        Reply::Body(200, "[]".to_owned()),
        Reply::Body(200, json!({"meta": {"code": 200}}).to_string()),
        Reply::Body(200, " ".repeat(2 * 1024 * 1024)),
    ]
}

#[tokio::test]
async fn destinations_and_costs_come_from_the_provider() {
    let (komerce, shop) = start().await;
    let guest = shop.guest();
    let found = guest.get("/api/search-destination?keyword=Kec.%20Purwokerto%20%26%20lain").await.expect(200);
    assert_eq!(found["data"], json!([]));
    assert!(komerce.asked()[0].ends_with("?keyword=purwokerto%20lain"), "{:?}", komerce.asked());
    let found = guest.get("/api/search-destination?keyword=purwokerto").await.expect(200);
    assert_eq!(
        found["data"],
        json!([{"id": 34_167, "label": "PURWOKERTO, NGADILUWIH, KEDIRI, 64171", "subdistrict_name": "PURWOKERTO",
                "district_name": "NGADILUWIH", "city_name": "KEDIRI", "province_name": "", "zip_code": "64171"}])
    );
    guest.get("/api/search-destination?keyword=").await.refused(422, "invalid_field");

    let body = guest.get(&format!("{CALCULATE}&weight=1.300&item_value=5&cod=no")).await.expect(200);
    assert_eq!(
        body["shipping_options"],
        json!([
            {"shipping_name": "JNE", "service_name": "REG23", "shipping_cost": 32_000, "etd": "3-4"},
            {"shipping_name": "JNT", "service_name": "EZ", "shipping_cost": 32_500, "etd": ""},
            {"shipping_name": "JNE", "service_name": "JTR23", "shipping_cost": 62_000, "etd": ""},
        ])
    );
    let asked = komerce.asked().pop().unwrap();
    assert!(
        asked
            .ends_with("?shipper_destination_id=17579&receiver_destination_id=34167&weight=1.3&item_value=1000&cod=no"),
        "{asked}"
    );
    let methods = guest.get("/api/shipping-methods?receiver_destination_id=34167&weight=1.3").await.expect(200);
    let ids: Vec<&Value> = methods["data"].as_array().unwrap().iter().map(|method| &method["id"]).collect();
    assert_eq!(ids, ["JNE", "JNT"]);
    for (query, status) in [
        ("receiver_destination_id=99999&weight=1", 404),
        ("receiver_destination_id=34167&weight=0", 422),
        ("receiver_destination_id=34167&weight=-1", 422),
        ("receiver_destination_id=34167&weight=0.0001", 422),
        ("receiver_destination_id=34167&weight=10001", 422),
        ("shipper_destination_id=1&receiver_destination_id=34167&weight=1", 404),
    ] {
        let answer = guest.get(&format!("/api/calculate-shipping?{query}")).await;
        assert_eq!(answer.status.as_u16(), status, "{query}: {}", answer.body);
    }
    let log: Vec<String> = sqlx::query_scalar("SELECT path || request || response FROM provider_exchanges")
        .fetch_all(&mut *shop.app.db.read().await.unwrap())
        .await
        .unwrap();
    assert!(log.len() >= 4 && !log.iter().any(|text| text.contains(API_KEY)));
}

#[tokio::test]
async fn odd_provider_answers_are_understood() {
    let (komerce, shop) = start().await;
    let wrap = |data: Value| json!({"meta": {"code": 200, "status": "success"}, "data": data});
    let one = costs(9_000)["calculate_reguler"][0].clone();
    let text = json!({"shipping_name": "SAP", "service_name": "UDRREG", "shipping_cost": "12000", "etd": null});
    let cases = [
        (json!({"calculate_reguler": one}), vec![9_000]),
        (json!({"calculate_reguler": one, "calculate_cargo": text}), vec![9_000, 12_000]),
        (json!({"calculate_reguler": [one, one]}), vec![9_000]),
        (json!({"calculate_reguler": [{"shipping_name": "JNE"}, 7, null, text]}), vec![12_000]),
        (json!({"calculate_reguler": [], "calculate_cargo": [], "calculate_instant": []}), vec![]),
        (json!({"calculate_reguler": null}), vec![]),
        (json!(null), vec![]),
        (json!([]), vec![]),
        (json!("x"), vec![]),
        (json!({"calculate_reguler": [{"shipping_name": "JNE", "service_name": "X", "shipping_cost": -1}]}), vec![]),
    ];
    for (index, (data, expected)) in cases.into_iter().enumerate() {
        komerce.say(&wrap(data.clone()));
        assert_eq!(ask_costs(&shop, &(index + 1).to_string()).await, expected, "{data}");
    }
    let row = json!({"id": 5, "label": "A, B, C, 10001", "subdistrict_name": "A", "zip_code": "10001"});
    for (index, (data, expected)) in [
        (json!(null), 0),
        (row.clone(), 1),
        (json!([row, {"id": 6, "subdistrict_name": "-", "label": "-"}, {"label": "x"}, null, 5]), 1),
    ]
    .into_iter()
    .enumerate()
    {
        komerce.say(&wrap(data));
        let path = format!("/api/search-destination?keyword=kota{index}");
        assert_eq!(shop.guest().get(&path).await.expect(200)["data"].as_array().unwrap().len(), expected);
    }
}

#[tokio::test]
async fn stored_rates_cover_provider_outages() {
    let (komerce, shop) = start().await;
    assert_eq!(ask_costs(&shop, "1").await[0], 16_000);
    komerce.set_price(17_000);
    assert_eq!(ask_costs(&shop, "1.00").await[0], 16_000, "a moment ago");
    assert_eq!(ask_costs(&shop, "1.001").await[0], 34_000, "another weight has another price");
    assert_eq!(komerce.asked().len(), 2);
    shop.app.clock.advance(11 * MINUTE_MS);
    assert_eq!(ask_costs(&shop, "1").await[0], 17_000);
    shop.app.clock.advance(23 * 60 * MINUTE_MS);
    for silence in silences() {
        komerce.reply(silence.clone());
        assert_eq!(ask_costs(&shop, "1").await[0], 17_000, "{silence:?}");
        let unknown = shop.guest().get(&format!("{CALCULATE}&weight=7")).await;
        let said = unknown.refused(502, "shipping_unavailable");
        assert_eq!(said, "Layanan pengiriman sedang tidak dapat dihubungi. Silakan coba lagi.", "{silence:?}");
        shop.guest().get("/api/search-destination?keyword=kediri").await.refused(502, "shipping_unavailable");
    }
    shop.app.clock.advance(61 * MINUTE_MS);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    shop.guest().get(&format!("{CALCULATE}&weight=1")).await.refused(502, "shipping_unavailable");
    assert_eq!(shop.count("SELECT COUNT(*) FROM shipping_rates").await, 0, "too old to be used");
    komerce.reply(Reply::Good);
    assert_eq!(ask_costs(&shop, "1").await[0], 17_000);
}

/// Returns the request for an order with the provider's courier JNE.
async fn order_by_jne(shop: &Shop, buyer: &Actor, product: i64, cost: i64) -> Value {
    let order = shop.order(buyer).item(product, 1).with("gross_amount", json!(1000 + cost));
    order.with("shipping_cost", json!(cost)).with("shipping_method", json!("JNE - REG23")).body().await
}

#[tokio::test]
async fn a_provider_outage_loses_no_checkout() {
    let (komerce, shop) = start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let request = order_by_jne(&shop, &budi, salt, 16_000).await;
    shop.change("DELETE FROM shipping_rates").await;
    for silence in silences() {
        komerce.reply(silence.clone());
        let answer = budi.post("/api/create-transaction", request.clone()).await;
        answer.refused(502, "shipping_unavailable");
        assert_eq!(shop.stock(salt).await, 10, "{silence:?}");
    }
    komerce.reply(Reply::Good);
    let placed = budi.post("/api/create-transaction", request.clone()).await.expect(201);
    komerce.reply(Reply::Down);
    let again = budi.post("/api/create-transaction", request).await.expect(200);
    assert_eq!(placed["transaction"]["order_id"], again["transaction"]["order_id"]);
    assert_eq!(placed["transaction"]["shipping_cost"], 16_000);

    // The rate is stored, fresh or not: the order is placed.
    let second = order_by_jne(&shop, &budi, salt, 16_000).await;
    budi.post("/api/create-transaction", second).await.expect(201);
    shop.app.clock.advance(5 * 60 * MINUTE_MS);
    let third = order_by_jne(&shop, &budi, salt, 16_000).await;
    budi.post("/api/create-transaction", third.clone()).await.expect(201);
    assert_eq!(shop.stock(salt).await, 7);

    // The provider is back with another price: the shopper is told.
    komerce.reply(Reply::Good);
    komerce.set_price(20_000);
    let mut dearer = third;
    dearer["checkout_token"] = json!("token-yang-lain-123");
    let told = budi.post("/api/create-transaction", dearer).await;
    assert_eq!(told.body["quote"]["total"], 21_000);
    told.refused(409, "amount_mismatch");
}

/// Has the owner save shipping rules.
async fn set_rules(owner: &Actor, changes: &Value) {
    let mut rules = owner.get("/api/admin/shipping").await.expect(200);
    rules["couriers_off"] = json!([]);
    for (name, value) in changes.as_object().unwrap() {
        rules[name] = value.clone();
    }
    owner.put("/api/admin/shipping", rules).await.expect(200);
}

#[tokio::test]
async fn rules_and_reports_use_the_providers_places() {
    let (_komerce, shop) = start().await;
    let owner = shop.admin().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let way = json!({"name": "Kurir Kediri", "cost_rp": 5000, "days": "", "places": ["Kabupaten Kediri"]});
    let rules =
        json!({"cod_places": ["Jawa Timur"], "free_from_rp": 100_000, "free_places": ["Jawa Timur"], "own": [way]});
    set_rules(&owner, &rules).await;
    for (keyword, id, is_there) in [("purwokerto", 34_167, true), ("kuningan", 17_579, false)] {
        shop.guest().get(&format!("/api/search-destination?keyword={keyword}")).await.expect(200);
        let path = format!("/api/calculate-shipping?receiver_destination_id={id}&weight=1");
        let offered = shop.guest().get(&path).await.expect(200);
        assert_eq!(offered["cod"]["offered"], is_there, "{keyword}");
        assert_eq!(offered["free_shipping"].is_object(), is_there, "{keyword}");
        let options = offered["shipping_options"].as_array().unwrap();
        assert_eq!(options.iter().any(|option| option["shipping_name"] == "TOKO"), is_there, "{keyword}");
    }
    let mut request = order_by_jne(&shop, &budi, salt, 5000).await;
    request["receiver_destination_id"] = json!(34_167);
    request["shipping_method"] = json!("TOKO - Kurir Kediri");
    let order = budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
    let place = "SELECT COUNT(*) FROM orders WHERE city = 'Kabupaten Kediri' AND province = 'Jawa Timur'";
    assert_eq!(shop.count(place).await, 1);
    let path = format!("/api/admin/orders/{}", order["order_id"].as_str().unwrap());
    for event in ["pack", "ship", "cash"] {
        let body = json!({"resi": "JN0123456789"});
        owner.post(&format!("{path}/{event}"), body).await.expect(200);
    }
    let day = jakarta_date(shop.app.clock.now_ms());
    for (by, named) in [("city", "Kabupaten Kediri, Jawa Timur"), ("province", "Jawa Timur")] {
        let report = owner.get(&format!("/api/admin/reports/sales?by={by}&from={day}&to={day}")).await.expect(200);
        assert_eq!((&report["rows"][0]["name"], &report["count"]), (&json!(named), &json!(1)));
    }
}

#[tokio::test]
async fn own_shipping_works_without_the_provider() {
    let (komerce, shop) = start().await;
    let owner = shop.admin().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    shop.guest().get("/api/search-destination?keyword=kuningan").await.expect(200);
    let placed = order_by_jne(&shop, &budi, salt, 16_000).await;
    budi.post("/api/create-transaction", placed).await.expect(201);
    let template = order_by_jne(&shop, &budi, salt, 2000).await;
    shop.change("DELETE FROM shipping_rates").await;
    komerce.reply(Reply::Down);
    shop.guest().get(&format!("{CALCULATE}&weight=1")).await.refused(502, "shipping_unavailable");

    let way = json!({"name": "Ambil di toko", "cost_rp": 2000, "days": "", "places": ["DKI Jakarta"]});
    set_rules(&owner, &json!({"own": [way]})).await;
    let path = "/api/calculate-shipping?receiver_destination_id=17579&weight=1";
    let offered = shop.guest().get(path).await.expect(200);
    assert_eq!(
        (&offered["shipping_options"][0]["shipping_name"], &offered["couriers_reached"]),
        (&json!("TOKO"), &json!(false))
    );
    let methods = shop.guest().get(&path.replace("calculate-shipping", "shipping-methods")).await.expect(200);
    assert_eq!((methods["data"].as_array().unwrap().len(), &methods["couriers_reached"]), (1, &json!(false)));
    // A stored place is found, also by words that were not searched for before.
    let found = shop.guest().get("/api/search-destination?keyword=setiabudi%20kuningan").await.expect(200);
    assert_eq!(found["data"][0]["id"], 17_579);
    let asked = komerce.asked().len();
    let mut collected = template;
    collected["shipping_method"] = json!("TOKO - Ambil di toko");
    budi.post("/api/create-transaction", collected.clone()).await.expect(201);
    assert_eq!(komerce.asked().len(), asked, "the provider has nothing to do with it");
    let mut nowhere = collected.clone();
    nowhere["receiver_destination_id"] = json!(999_999_999);
    nowhere["checkout_token"] = json!(shop.app.random.token(26));
    budi.post("/api/create-transaction", nowhere).await.refused(404, "not_found");
    collected["shipping_method"] = json!("JNE - REG23");
    collected["checkout_token"] = json!(shop.app.random.token(26));
    budi.post("/api/create-transaction", collected).await.refused(502, "shipping_unavailable");
    komerce.reply(Reply::Good);
    assert_eq!(shop.guest().get(path).await.expect(200)["couriers_reached"], true);
}

/// Places a COD order and ships it.
async fn shipped(shop: &Shop, buyer: &Actor, admin: &Actor, resi: &str) -> String {
    let salt = shop.product(&format!("Garam {resi}"), 10, 10).await;
    let placed = shop.order(buyer).item(salt, 1).placed().await;
    let number = placed["order_id"].as_str().unwrap().to_owned();
    let tracking = format!("/api/transactions/{number}/tracking");
    let said = buyer.get(&tracking).await.refused(404, "not_found");
    assert_eq!(said, "Nomor resi belum tersedia.");
    admin.post(&format!("/api/admin/orders/{number}/pack"), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{number}/ship"), json!({"resi": resi})).await.expect(200);
    number
}

#[tokio::test]
async fn a_parcel_is_tracked_by_its_number() {
    let (komerce, shop) = start().await;
    let (budi, siti, admin) = (shop.member("budi").await, shop.member("siti").await, shop.admin().await);
    let number = shipped(&shop, &budi, &admin, "JN0123456789").await;
    let path = format!("/api/transactions/{number}/tracking");
    let tracking = budi.get(&path).await.expect(200)["data"].take();
    assert_eq!(tracking["last_status"], "Diterima oleh BUDI");
    assert_eq!((&tracking["resi"], &tracking["shipping_method"]), (&json!("JN0123456789"), &json!("JNE - REG23")));
    assert_eq!(tracking["history"][0]["at"], "2026-11-21T03:30:00.000Z");
    assert_eq!(tracking["history"][1]["description"], "Paket diterima di gudang asal");
    let asked = komerce.asked().pop().unwrap();
    assert!(asked.ends_with("?shipping=JNE&airway_bill=JN0123456789"), "{asked}");
    let said: String = sqlx::query_scalar("SELECT response FROM provider_exchanges WHERE path LIKE '%airway%'")
        .fetch_one(&mut *shop.app.db.read().await.unwrap())
        .await
        .unwrap();
    assert!(!said.contains("BUDI"), "{said}");

    siti.get(&path).await.refused(404, "not_found");
    shop.guest().get(&path).await.refused(401, "unauthorized");
    let count = komerce.asked().len();
    assert_eq!(budi.get(&path).await.expect(200)["data"], tracking);
    assert_eq!(komerce.asked().len(), count, "a moment ago");
    shop.app.clock.advance(11 * MINUTE_MS);
    komerce.reply(Reply::Down);
    assert_eq!(budi.get(&path).await.expect(200)["data"], tracking, "what was known");
    shop.app.clock.advance(25 * 60 * MINUTE_MS);
    budi.get(&path).await.refused(502, "shipping_unavailable");
    komerce.reply(Reply::Good);

    let unknown = shipped(&shop, &budi, &admin, "JN900").await;
    let tracking = budi.get(&format!("/api/transactions/{unknown}/tracking")).await.expect(200);
    assert_eq!((&tracking["data"]["history"], &tracking["data"]["last_status"]), (&json!([]), &json!("")));
    for data in [json!(null), json!({"history": null}), json!({"history": {"desc": "Tiba", "date": "kemarin"}})] {
        shop.app.clock.advance(11 * MINUTE_MS);
        komerce.say(&json!({"meta": {"code": 200}, "data": data}));
        let tracking = budi.get(&format!("/api/transactions/{unknown}/tracking")).await.expect(200)["data"].take();
        if data["history"].is_object() {
            assert_eq!(
                tracking["history"],
                json!([{"at": null, "date": "kemarin", "description": "Tiba", "status": ""}])
            );
        } else {
            assert_eq!(tracking["history"], json!([]));
        }
    }
}

#[tokio::test]
async fn tracking_works_without_a_provider() {
    let shop = Shop::start().await;
    let (budi, admin) = (shop.member("budi").await, shop.admin().await);
    let number = shipped(&shop, &budi, &admin, "RESI-1").await;
    let path = format!("/api/transactions/{number}/tracking");
    let tracking = budi.get(&path).await.expect(200)["data"].take();
    let told: Vec<&str> =
        tracking["history"].as_array().unwrap().iter().map(|event| event["description"].as_str().unwrap()).collect();
    assert_eq!(told, ["Paket diserahkan kepada kurir", "Pesanan dikemas oleh toko"]);
    assert_eq!(tracking["last_status"], "Paket diserahkan kepada kurir");
    budi.post(&format!("/api/transactions/{number}/complete"), json!({})).await.expect(200);
    assert_eq!(budi.get(&path).await.expect(200)["data"]["last_status"], "Paket telah diterima");
    assert!(tracking["history"][0]["at"].is_string());
}

#[tokio::test]
async fn prices_are_checked_again_after_the_rate_call() {
    let (komerce, shop) = start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    shop.voucher("HEMAT", "10", None, None).await;
    for (change, placed) in [
        ("UPDATE products SET price_rp = 2000", None),
        ("UPDATE vouchers SET discount_percent = '5'", None),
        ("UPDATE vouchers SET ends_ms = 1", None),
        ("UPDATE products SET bv = 9", Some(9)),
        ("UPDATE bv_periods SET ends_ms = starts_ms + 1 WHERE id = 2", None),
    ] {
        // Recent answers are stored, so time must pass until the provider is asked again.
        shop.app.clock.advance(11 * MINUTE_MS);
        let mut request = shop.order(&budi).item(salt, 1).body().await;
        shop.app.clock.advance(11 * MINUTE_MS);
        if change.contains("vouchers") {
            request["voucher_code"] = json!("HEMAT");
            request["gross_amount"] = json!(request["gross_amount"].as_i64().unwrap() - 200);
            shop.change("UPDATE vouchers SET discount_percent = '10'").await;
        }
        let asked = komerce.asked().len();
        komerce.answer(false);
        let placing = tokio::spawn({
            let budi = budi.clone();
            async move { budi.post("/api/create-transaction", request).await }
        });
        while komerce.asked().len() == asked {
            tokio::task::yield_now().await;
        }
        shop.change(change).await;
        komerce.answer(true);
        let answer = placing.await.unwrap();
        match placed {
            Some(bv) => assert_eq!(answer.expect(201)["transaction"]["total_bv"], bv, "{change}"),
            None => assert!(answer.status == 409 || answer.status == 422, "{change}: {}", answer.body),
        }
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM orders").await, 1);
    assert_eq!((shop.stock(salt).await, shop.count("SELECT CAST(SUM(used) AS BIGINT) FROM vouchers").await), (9, 0));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_address_ends_with_its_priced_destination() {
    let (_komerce, shop) = start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    shop.guest().get("/api/search-destination?keyword=purwokerto").await.expect(200);
    let label = "PURWOKERTO, NGADILUWIH, KEDIRI, 64171";
    for (said, kept) in [
        ("Jl. Melati 1", format!("Jl. Melati 1, {label}")),
        ("Jl. Melati 1, PURWOKERTO, NGADILUWIH, KEDIRI, 64171", format!("Jl. Melati 1, {label}")),
        ("Jl. Melati 1, MEDAN", format!("Jl. Melati 1, MEDAN, {label}")),
    ] {
        let mut request = shop
            .order(&budi)
            .item(salt, 1)
            .with("receiver_destination_id", json!(34_167))
            .with("receiver_address", json!(said))
            .body()
            .await;
        let refused = budi.post("/api/create-transaction", request.clone()).await;
        if refused.status == 409 {
            request["gross_amount"] = refused.body["quote"]["total"].clone();
            request["checkout_token"] = json!(shop.app.random.token(26));
        }
        let order = match refused.status.as_u16() {
            409 => budi.post("/api/create-transaction", request).await.expect(201),
            _ => refused.expect(201),
        };
        assert_eq!(order["transaction"]["receiver_address"], json!(kept));
    }
}

#[tokio::test]
async fn provider_redirects_are_not_followed() {
    let provider = Elsewhere::start().await;
    let komerce = format!("--komerce-url={}", provider.base);
    let shop = Shop::start_with(&[&format!("--komerce-api-key={API_KEY}"), &komerce]).await;
    for path in ["/api/search-destination?keyword=purwokerto", &format!("{CALCULATE}&weight=1")] {
        let answer = shop.guest().get(path).await;
        assert!(!answer.body.to_string().contains("KEDIRI"), "{path}: {}", answer.body);
        assert!(provider.was_asked() > 0, "{path}");
    }
}
