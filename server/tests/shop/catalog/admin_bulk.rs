//! Changes of many products at once in the office.

use ksmart_foundation::time::{DAY_MS, rfc3339};
use ksmart_identity::roles::Role;
use ksmart_ops::jobs;
use serde_json::{Value, json};

use crate::{
    catalog::admin_catalog::{audited, category, fields, form},
    office::audit_words,
    shop::{Actor, Answer, Shop},
};

const PATH: &str = "/api/admin/products/changes";

/// Creates a product with this name and price; returns its key.
async fn product(keeper: &Actor, category: i64, name: &str, price_rp: i64) -> i64 {
    let mut request = form(category);
    (request["name"], request["price_rp"]) = (json!(name), json!(price_rp));
    keeper.post("/api/admin/products", request).await.expect(201)["id"].as_i64().unwrap()
}

async fn preview(keeper: &Actor, ids: &[i64], change: &Value) -> Value {
    keeper.post(PATH, json!({"ids": ids, "change": change, "dry_run": true})).await.expect(200)
}

async fn apply(keeper: &Actor, ids: &[i64], change: &Value, seen: &Value, token: &str) -> Answer {
    let body = json!({"ids": ids, "change": change, "dry_run": false, "digest": seen["digest"], "token": token});
    keeper.post(PATH, body).await
}

fn counts(answer: &Value) -> [i64; 3] {
    ["changed", "unchanged", "refused"].map(|count| answer[count].as_i64().unwrap())
}

async fn kept(keeper: &Actor, id: i64) -> Value {
    keeper.get(&format!("/api/admin/products/{id}")).await.expect(200)
}

#[tokio::test]
async fn bulk_prices_change_as_previewed_only_once() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let teas = category(&keeper, "Teh").await;
    let ids = [product(&keeper, teas, "Melati", 45_000).await, product(&keeper, teas, "Jahe", 10_000).await];
    let other = product(&keeper, teas, "Lemon", 45_000).await;
    let change = json!({"price": {"kind": "percent", "percent": "7,5", "step": 500}});
    let seen = preview(&keeper, &ids, &change).await;
    assert_eq!((counts(&seen), &seen["applied"]), ([2, 0, 0], &json!(false)));
    assert_eq!(
        seen["products"][0],
        json!({"id": ids[0], "name": "Melati", "problem": null,
               "changes": [{"field": "price_rp", "before": "45000", "after": "48500"}]})
    );
    assert_eq!(kept(&keeper, ids[0]).await["price_rp"], 45_000);

    let token = "0f8fad5b-d9cb-469f";
    let done = apply(&keeper, &ids, &change, &seen, token).await.expect(200);
    assert_eq!((counts(&done), &done["applied"]), ([2, 0, 0], &json!(true)));
    // If the answer was lost, a repeated request changes nothing again.
    let again = apply(&keeper, &ids, &change, &seen, token).await.expect(200);
    assert_eq!(again, done);
    for (id, price) in [(ids[0], 48_500), (ids[1], 11_000), (other, 45_000)] {
        assert_eq!(kept(&keeper, id).await["price_rp"], price);
    }
    let listed = shop.guest().get("/api/products").await.expect(200);
    assert_eq!(listed[1]["harga"], 11_000);
    let log = audited(&owner, "product", &ids[0].to_string()).await;
    assert_eq!((&log[0]["action"], &log[0]["before"]), (&json!("update"), &json!({"price_rp": 45_000})));
    assert_eq!((&log[0]["after"], log.len()), (&json!({"price_rp": 48_500}), 2));

    let more = json!({"price": {"kind": "add", "amount": 1000}});
    let seen = preview(&keeper, &ids, &more).await;
    apply(&keeper, &ids, &more, &seen, token).await.refused(409, "edit_conflict");
    assert_eq!(kept(&keeper, ids[0]).await["price_rp"], 48_500);
    audit_words::check(&shop).await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn one_invalid_product_stops_the_bulk_change() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let (dear, cheap) = (product(&keeper, teas, "Mahal", 9000).await, product(&keeper, teas, "Murah", 4000).await);
    let ids = [dear, cheap, 4711];
    let change = json!({"price": {"kind": "add", "amount": -5000}});
    let seen = preview(&keeper, &ids, &change).await;
    assert_eq!(counts(&seen), [1, 0, 2]);
    let problems: Vec<&Value> = seen["products"].as_array().unwrap().iter().map(|each| &each["problem"]).collect();
    let [price, gone] = ["Harga harus 1 sampai 1.000.000.000.", "Produk ini sudah tidak ada."].map(|said| json!(said));
    assert_eq!(problems, [&Value::Null, &price, &gone]);
    let said = apply(&keeper, &ids, &change, &seen, "0f8fad5b-d9cb-469f").await.refused(422, "invalid_field");
    assert_eq!(said, "Keluarkan dulu produk yang tidak dapat diubah.");
    assert_eq!(kept(&keeper, dear).await["price_rp"], 9000);
    // The token of a refused request can be used again.
    let seen = preview(&keeper, &[dear], &change).await;
    apply(&keeper, &[dear], &change, &seen, "0f8fad5b-d9cb-469f").await.expect(200);
    assert_eq!(kept(&keeper, dear).await["price_rp"], 4000);
}

#[tokio::test]
async fn an_outdated_preview_stops_the_bulk_change() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let ids = [product(&keeper, teas, "Melati", 9000).await, product(&keeper, teas, "Jahe", 8000).await];
    let change = json!({"bv": {"kind": "percent", "percent": "50"}, "min_order": 3, "weight_gr": 90, "shelf": " B-2 "});
    let seen = preview(&keeper, &ids, &change).await;
    let mut edit = form(teas);
    (edit["name"], edit["price_rp"], edit["version"]) = (json!("Jahe"), json!(7000), json!(1));
    keeper.put(&format!("/api/admin/products/{}", ids[1]), edit).await.expect(200);
    let refused = apply(&keeper, &ids, &change, &seen, "0f8fad5b-d9cb-469f").await;
    assert_eq!(refused.status, 409);
    let current = &refused.body["current"];
    assert_ne!(current["digest"], seen["digest"]);
    assert_eq!(kept(&keeper, ids[0]).await["bv"], 12);

    apply(&keeper, &ids, &change, current, "0f8fad5b-d9cb-469f").await.expect(200);
    let product = kept(&keeper, ids[1]).await;
    let now = ["price_rp", "bv", "min_order", "weight_gr", "shelf"].map(|field| product[field].clone());
    assert_eq!(now, [json!(7000), json!(18), json!(3), json!(90), json!("B-2")]);
    assert_eq!((&product["variants"][0]["name"], &product["variants"][1]["name"]), (&json!("Celup"), &json!("Tubruk")));
    let again = json!({"min_order": 3});
    assert_eq!(counts(&preview(&keeper, &ids, &again).await), [0, 2, 0]);
}

#[tokio::test]
async fn products_are_published_and_archived_in_bulk() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let (teas, oils) = (category(&keeper, "Teh").await, category(&keeper, "Minyak").await);
    let sold = product(&keeper, teas, "Melati", 9000).await;
    let mut request = form(teas);
    (request["name"], request["draft"]) = (json!("Konsep"), json!(true));
    let draft = keeper.post("/api/admin/products", request).await.expect(201)["id"].as_i64().unwrap();
    let ids = [sold, draft];

    let publish = json!({"archived": false, "category_id": oils});
    let seen = preview(&keeper, &ids, &publish).await;
    let category = json!({"field": "category", "before": "Teh", "after": "Minyak"});
    let status = json!({"field": "status", "before": "draft", "after": "for_sale"});
    assert_eq!(seen["products"][0]["changes"], json!([category]));
    assert_eq!(seen["products"][1]["changes"], json!([category, status]));
    apply(&keeper, &ids, &publish, &seen, "0f8fad5b-d9cb-469a").await.expect(200);
    let listed = shop.guest().get("/api/products").await.expect(200);
    let shown: Vec<&Value> = listed.as_array().unwrap().iter().map(|each| &each["category_id"]).collect();
    assert_eq!(shown, [&json!(oils), &json!(oils)]);
    assert_eq!(audited(&owner, "product", &draft.to_string()).await[0]["action"], "publish");

    let leave = json!({"archived": true});
    let seen = preview(&keeper, &ids, &leave).await;
    apply(&keeper, &ids, &leave, &seen, "0f8fad5b-d9cb-469b").await.expect(200);
    assert_eq!(shop.guest().get("/api/products").await.expect(200), json!([]));
    // Someone else restored one of them, so the preview is out of date.
    let back = json!({"archived": false});
    let seen = preview(&keeper, &ids, &back).await;
    keeper.post(&format!("/api/admin/products/{sold}/restore"), json!({})).await.expect(200);
    assert_eq!(apply(&keeper, &ids, &back, &seen, "0f8fad5b-d9cb-469c").await.status, 409);
    assert_eq!(shop.guest().get("/api/products").await.expect(200).as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn invalid_bulk_changes_are_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let ids = [product(&keeper, teas, "Melati", 9000).await];
    let ask = async |ids: &[i64], change: Value| {
        keeper.post(PATH, json!({"ids": ids, "change": change, "dry_run": true})).await
    };
    for (change, wrong) in [
        (json!({"price": {"kind": "set", "amount": 0}}), "price_rp"),
        (json!({"price": {"kind": "set"}}), "price_rp"),
        (json!({"price": {"kind": "add", "amount": 2_000_000_000}}), "price_rp"),
        (json!({"price": {"kind": "percent", "percent": "-100"}}), "price_rp"),
        (json!({"price": {"kind": "percent", "percent": "5", "step": 0}}), "price_rp"),
        (json!({"bv": {"kind": "set", "amount": -1}}), "bv"),
        (json!({"category_id": 4711}), "category_id"),
        (json!({"min_order": 0}), "min_order"),
        (json!({"weight_gr": -1}), "weight_gr"),
        (json!({"shelf": "x".repeat(31)}), "shelf"),
    ] {
        let refused = ask(&ids, change.clone()).await;
        assert_eq!((refused.status.as_u16(), fields(&refused.body)), (422, vec![wrong]), "{change}");
    }
    assert_eq!(ask(&ids, json!({})).await.refused(422, "invalid_field"), "Pilih apa yang diubah.");
    let many: Vec<i64> = (1..=501).collect();
    for some in [&[][..], &many] {
        let said = ask(some, json!({"min_order": 2})).await.refused(422, "invalid_field");
        assert_eq!(said, "Pilih 1 sampai 500 produk.");
    }
    let body = json!({"ids": ids, "change": {"min_order": 2}, "dry_run": false});
    keeper.post(PATH, body).await.refused(422, "invalid_field");
    let packer = shop.staff(Role::Fulfilment).await;
    packer.post(PATH, json!({"ids": ids, "change": {}, "dry_run": true})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn bulk_status_changes_cancel_the_schedule() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let (comes_ms, goes_ms) = (shop.app.clock.now_ms() + DAY_MS, shop.app.clock.now_ms() + 2 * DAY_MS);
    let mut ids = Vec::new();
    for draft in [true, false] {
        let mut request = form(teas);
        (request["name"], request["draft"]) = (json!(format!("Teh {draft}")), json!(draft));
        request["withdraw_at"] = json!(rfc3339(goes_ms));
        if draft {
            request["publish_at"] = json!(rfc3339(comes_ms));
        }
        ids.push(keeper.post("/api/admin/products", request).await.expect(201)["id"].as_i64().unwrap());
    }
    let moments = async |id| {
        let product = kept(&keeper, id).await;
        ["publish_at", "withdraw_at"].map(|field| product[field].clone())
    };
    let leaves = json!(rfc3339(goes_ms));
    for (archived, token, after) in
        [(false, "0f8fad5b-d9cb-469a", [json!(null), leaves]), (true, "0f8fad5b-d9cb-469b", [json!(null), json!(null)])]
    {
        let change = json!({"archived": archived, "min_order": 2});
        let seen = preview(&keeper, &ids, &change).await;
        apply(&keeper, &ids, &change, &seen, token).await.expect(200);
        for id in &ids {
            assert_eq!(moments(*id).await, after, "{archived}");
        }
    }
    shop.app.clock.advance(3 * DAY_MS);
    jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.guest().get("/api/products").await.expect(200), json!([]));
}

#[tokio::test]
async fn new_prices_stay_between_promotion_and_retail() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let (now_ms, mut ids) = (shop.app.clock.now_ms(), Vec::new());
    for (name, terms) in [
        ("Promo", json!({"promo_rp": 8000, "promo_until": rfc3339(now_ms + DAY_MS)})),
        ("Nanti", json!({"promo_rp": 7500, "promo_from": rfc3339(now_ms + DAY_MS)})),
        ("Umum", json!({"retail_rp": 12_000})),
    ] {
        let mut request = form(teas);
        (request["name"], request["price_rp"]) = (json!(name), json!(10_000));
        request.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
        ids.push(keeper.post("/api/admin/products", request).await.expect(201)["id"].as_i64().unwrap());
    }
    let problems = async |percent: &str| {
        let seen = preview(&keeper, &ids, &json!({"price": {"kind": "percent", "percent": percent}})).await;
        let products = seen["products"].as_array().unwrap();
        products.iter().map(|each| each["problem"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let promo = |rupiah| {
        format!("Harga baru harus lebih dari harga promonya, Rp\u{a0}{rupiah}. Ubah atau hapus promonya lebih dulu.")
    };
    assert_eq!(problems("-19").await, ["", "", ""]);
    assert_eq!(problems("-20").await, [promo("8.000").as_str(), "", ""]);
    assert_eq!(problems("-25").await, [promo("8.000").as_str(), &promo("7.500"), ""]);
    let retail = "Harga baru harus kurang dari harga umumnya, Rp\u{a0}12.000. Ubah harga umumnya lebih dulu.";
    assert_eq!(problems("20").await, ["", "", retail]);
    // Its other fields may still change, and a promotion that has ended does not restrict the price.
    assert_eq!(preview(&keeper, &ids, &json!({"min_order": 5})).await["refused"], 0);
    shop.app.clock.advance(2 * DAY_MS);
    let keeper = shop.renewed(&keeper).await;
    let cheaper = json!({"price": {"kind": "percent", "percent": "-20"}});
    assert_eq!(preview(&keeper, &ids, &cheaper).await["refused"], 0);
}
