//! Promotions, retail prices, and products that are published and withdrawn automatically.

use ksmart_foundation::time::{DAY_MS, rfc3339};
use ksmart_identity::roles::Role;
use ksmart_ops::jobs;
use serde_json::{Value, json};

use crate::{
    catalog::admin_catalog::{audited, fields},
    shop::{Actor, Shop},
};

/// Shop with a buyer, a catalogue administrator, and salt for Rp 1.000.
struct Scene {
    shop: Shop,
    keeper: Actor,
    budi: Actor,
    salt: i64,
}

impl Scene {
    async fn start() -> Self {
        let shop = Shop::start().await;
        let salt = shop.product("Garam", 10, 100).await;
        let (keeper, budi) = (shop.staff(Role::Catalogue).await, shop.member("budi").await);
        Self { shop, keeper, budi, salt }
    }

    fn now_ms(&self) -> i64 {
        self.shop.app.clock.now_ms()
    }

    /// Returns the salt's form with these fields changed.
    async fn form(&self, changes: &Value) -> Value {
        let mut form = self.keeper.get(&format!("/api/admin/products/{}", self.salt)).await.expect(200);
        for (name, value) in changes.as_object().unwrap() {
            form[name] = value.clone();
        }
        form
    }

    async fn edit(&self, changes: &Value) -> Value {
        let form = self.form(changes).await;
        self.keeper.put(&format!("/api/admin/products/{}", self.salt), form).await.expect(200)
    }

    async fn refused(&self, changes: &Value) -> Vec<String> {
        let form = self.form(changes).await;
        let body = self.keeper.put(&format!("/api/admin/products/{}", self.salt), form).await.expect(422);
        fields(&body).into_iter().map(str::to_owned).collect()
    }

    /// Returns the salt's price, crossed-out price and retail price as an actor sees them; the list and the product
    /// page must agree.
    async fn told(&self, by: &Actor) -> [Value; 3] {
        let facts = |product: &Value| ["harga", "harga_coret", "harga_umum"].map(|field| product[field].clone());
        let listed = by.get("/api/products").await.expect(200);
        let listed = listed.as_array().unwrap().iter().find(|product| product["id"] == self.salt).unwrap();
        let detail = by.get(&format!("/api/product/{}", self.salt)).await.expect(200);
        assert_eq!(facts(listed), facts(&detail));
        facts(&detail)
    }

    async fn page(&self) -> String {
        let page = self.shop.guest().get(&format!("/product/{}", self.salt)).await.expect(200);
        page.as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_promotion_begins_and_ends_by_the_clock() {
    let scene = Scene::start().await;
    let guest = scene.shop.guest();
    let begins_ms = scene.now_ms() + DAY_MS;
    let until = rfc3339(begins_ms + DAY_MS - 1);
    scene.edit(&json!({"promo_rp": 800, "promo_from": rfc3339(begins_ms), "promo_until": until})).await;
    let before = guest.get("/api/products").await.expect(200);
    assert_eq!(scene.told(&guest).await, [json!(1000), Value::Null, Value::Null]);
    assert!(before[0].get("harga_coret").is_none(), "nothing is told where there is nothing to tell");
    let cart = json!({"product_id": scene.salt, "quantity": 1, "variant": null});
    assert_eq!(scene.budi.post("/api/cart", cart).await.expect(201)["harga"], 1000);

    scene.shop.app.clock.advance(begins_ms - scene.now_ms());
    let budi = scene.shop.renewed(&scene.budi).await;
    assert_eq!(scene.told(&guest).await, [json!(800), json!(1000), Value::Null]);
    let line = budi.get("/api/cart").await.expect(200)[0].take();
    assert_eq!((&line["harga"], &line["harga_coret"]), (&json!(800), &json!(1000)));
    let draft = json!({"selected_products": [{"id": null, "product_id": scene.salt, "variant": null, "quantity": 1}]});
    let draft = budi.post("/api/checkout-temp", draft).await.expect(200);
    assert_eq!(draft["selected_products"][0]["harga"], 800);
    let page = scene.page().await;
    assert!(page.contains(r#""price":"800""#) && page.contains("priceValidUntil"), "{page}");
    let list = scene.shop.renewed(&scene.keeper).await.get("/api/admin/products").await.expect(200);
    assert_eq!((&list["products"][0]["price_rp"], &list["products"][0]["promo_rp"]), (&json!(1000), &json!(800)));

    scene.shop.app.clock.advance(DAY_MS);
    assert_eq!(scene.told(&guest).await, [json!(1000), Value::Null, Value::Null]);
    assert!(!scene.page().await.contains("priceValidUntil"));
}

#[tokio::test]
async fn orders_after_a_promotion_pay_the_full_price() {
    let scene = Scene::start().await;
    scene.shop.voucher("SEPULUH", "10", None, None).await;
    let ends_ms = scene.now_ms() + DAY_MS / 24;
    scene.edit(&json!({"promo_rp": 800, "promo_until": rfc3339(ends_ms)})).await;
    let mut request = scene.shop.order(&scene.budi).item(scene.salt, 1).body().await;
    let shipping = request["shipping_cost"].as_i64().unwrap();
    request["voucher_code"] = json!("SEPULUH");
    request["gross_amount"] = json!(720 + shipping);
    let placed = scene.budi.post("/api/create-transaction", request.clone()).await.expect(201)["transaction"].take();
    assert_eq!((&placed["discount_amount"], &placed["gross_amount"]), (&json!(80), &json!(720 + shipping)));
    let points = placed["bv"].clone();

    let mut late = scene
        .shop
        .order(&scene.budi)
        .item(scene.salt, 1)
        .voucher("SEPULUH", 0)
        .with("gross_amount", json!(720 + shipping))
        .body()
        .await;
    scene.shop.app.clock.advance(ends_ms + 1 - scene.now_ms());
    let refused = scene.budi.post("/api/create-transaction", late.clone()).await.expect(409);
    assert_eq!(refused["quote"]["total"], json!(900 + shipping), "{refused}");
    late["gross_amount"] = json!(900 + shipping);
    let placed = scene.budi.post("/api/create-transaction", late).await.expect(201)["transaction"].take();
    assert_eq!((&placed["discount_amount"], &placed["bv"]), (&json!(100), &points));
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_prices_and_times_are_refused() {
    let scene = Scene::start().await;
    // The clock advances: two times are equal only if it is read once.
    let now_ms = scene.now_ms();
    let at = |days: i64| json!(rfc3339(now_ms + days * DAY_MS));
    for (changes, field) in [
        (json!({"promo_rp": 1000}), "promo_rp"),
        (json!({"promo_rp": 0}), "promo_rp"),
        (json!({"promo_rp": -5}), "promo_rp"),
        (json!({"promo_from": at(1)}), "promo_rp"),
        (json!({"promo_rp": 800, "promo_from": at(2), "promo_until": at(2)}), "promo_until"),
        (json!({"promo_rp": 800, "promo_until": "besok"}), "promo_until"),
        (json!({"retail_rp": 1000}), "retail_rp"),
        (json!({"retail_rp": 1_000_000_001}), "retail_rp"),
        (json!({"publish_at": at(1)}), "publish_at"),
        (json!({"publish_at": "9999-01-01T00:00:00Z"}), "publish_at"),
        (json!({"withdraw_at": at(-1)}), "withdraw_at"),
    ] {
        assert_eq!(scene.refused(&changes).await, [field], "{changes}");
    }
    scene.keeper.post(&format!("/api/admin/products/{}/archive", scene.salt), json!({})).await.expect(200);
    for (changes, field) in [
        (json!({"publish_at": at(-1)}), "publish_at"),
        (json!({"publish_at": at(2), "withdraw_at": at(1)}), "withdraw_at"),
        (json!({"withdraw_at": at(1)}), "withdraw_at"),
    ] {
        assert_eq!(scene.refused(&changes).await, [field], "{changes}");
    }
}

#[tokio::test]
async fn a_product_is_published_and_withdrawn_on_time() {
    let scene = Scene::start().await;
    // Two simultaneous rounds hold no lease: at night each would treat the other's backup as an interrupted one.
    scene.shop.set("privacy", json!({"backups_kept": 0})).await;
    let owner = scene.shop.admin().await;
    let id = scene.salt.to_string();
    scene.keeper.post(&format!("/api/admin/products/{id}/archive"), json!({})).await.expect(200);
    let (comes_ms, goes_ms) = (scene.now_ms() + DAY_MS / 24, scene.now_ms() + DAY_MS / 12);
    let set = scene.edit(&json!({"publish_at": rfc3339(comes_ms), "withdraw_at": rfc3339(goes_ms)})).await;
    assert_eq!((&set["publish_at"], &set["withdraw_at"]), (&json!(rfc3339(comes_ms)), &json!(rfc3339(goes_ms))));
    let listed = scene.keeper.get("/api/admin/products").await.expect(200);
    assert_eq!(listed["products"][0]["publish_at"], set["publish_at"]);
    jobs::round(&scene.shop.app.jobs()).await.unwrap();
    assert_eq!(scene.shop.guest().get("/api/products").await.expect(200), json!([]));

    scene.shop.app.clock.advance(comes_ms - scene.now_ms());
    let both = [scene.shop.app.jobs(), scene.shop.app.jobs()];
    let (one, other) = tokio::join!(jobs::round(&both[0]), jobs::round(&both[1]));
    one.and(other).unwrap();
    assert_eq!(scene.shop.guest().get("/api/products").await.expect(200)[0]["name"], "Garam");
    let log = audited(&owner, "product", &id).await;
    let actions = |log: &[Value]| log.iter().map(|entry| entry["action"].clone()).collect::<Vec<_>>();
    assert_eq!(actions(&log), ["restore", "update", "archive"]);
    assert_eq!(log[0]["actor_email"], scene.keeper.email);
    // An administrator with an outdated form gets a conflict.
    let form = json!({"version": set["version"], "publish_at": set["publish_at"]});
    let form = scene.form(&form).await;
    scene.keeper.put(&format!("/api/admin/products/{id}"), form).await.expect(409);

    scene.shop.app.clock.advance(goes_ms - scene.now_ms());
    jobs::round(&scene.shop.app.jobs()).await.unwrap();
    assert_eq!(scene.shop.guest().get("/api/products").await.expect(200), json!([]));
    assert_eq!(actions(&audited(&owner, "product", &id).await), ["archive", "restore", "update", "archive"]);
    crate::office::audit_words::check(&scene.shop).await;
}

#[tokio::test]
async fn publishing_by_hand_cancels_the_schedule() {
    let scene = Scene::start().await;
    let path = format!("/api/admin/products/{}", scene.salt);
    scene.keeper.post(&format!("{path}/archive"), json!({})).await.expect(200);
    let comes_ms = scene.now_ms() + DAY_MS / 24;
    scene.edit(&json!({"publish_at": rfc3339(comes_ms)})).await;
    let taken_back = scene.edit(&json!({"publish_at": null})).await;
    assert_eq!(taken_back["publish_at"], Value::Null);
    scene.edit(&json!({"publish_at": rfc3339(comes_ms)})).await;
    let sold = scene.keeper.post(&format!("{path}/restore"), json!({})).await.expect(200);
    assert_eq!(sold["publish_at"], Value::Null);
    scene.keeper.post(&format!("{path}/archive"), json!({})).await.expect(200);
    scene.shop.app.clock.advance(2 * (comes_ms - scene.now_ms()));
    jobs::round(&scene.shop.app.jobs()).await.unwrap();
    assert_eq!(scene.shop.guest().get("/api/products").await.expect(200), json!([]), "nobody asked for it again");
}

#[tokio::test]
async fn visitors_see_the_prices_chosen_by_the_shop() {
    let scene = Scene::start().await;
    let (guest, owner) = (scene.shop.guest(), scene.shop.admin().await);
    scene.edit(&json!({"promo_rp": 800, "retail_rp": 1500})).await;
    scene.budi.post("/api/wishlist", json!({"product_id": scene.salt})).await.expect(201);
    for shown in ["both", "retail", "member"] {
        owner.edit_settings("sales", json!({"visitor_prices": shown})).await.expect(200);
        // Invalidates the cached list, which may otherwise be outdated for a second.
        scene.shop.app.catalog.mark_changed();
        let beside = if shown == "member" { Value::Null } else { json!(1500) };
        let whole = [json!(800), json!(1000), beside];
        assert_eq!(scene.told(&scene.budi).await, whole, "{shown}");
        let liked = &scene.budi.get("/api/wishlist").await.expect(200)["data"][0];
        assert_eq!((&liked["harga"], &liked["harga_umum"]), (&whole[0], &whole[2]), "{shown}");
        let retail = shown == "retail";
        let told = if retail { [json!(1500), Value::Null, json!(1500)] } else { whole };
        assert_eq!(scene.told(&guest).await, told, "{shown}");
        assert_eq!(scene.told(&guest.with_token(Some("no.such.token"))).await, told, "{shown}");
        let page = scene.page().await;
        assert_eq!(page.contains(r#""price":"1500""#), retail, "{shown}");
        assert_eq!(page.contains(r#""price":"800""#), !retail, "{shown}");
        assert!(page.contains(&format!(r#""retail":{retail}"#)), "{shown}");
    }
    owner.edit_settings("sales", json!({"visitor_prices": "secret"})).await.refused(422, "invalid_field");
    crate::office::audit_words::check(&scene.shop).await;
}

#[tokio::test]
async fn variant_prices_are_excluded_from_promotions() {
    let scene = Scene::start().await;
    let variant = |name: &str, price_rp: Option<i64>| json!({"id": null, "name": name, "price_rp": price_rp});
    let own = json!({"promo_rp": 800, "variants": [variant("Halus", Some(1000)), variant("Kasar", Some(1600))]});
    assert_eq!(scene.refused(&own).await, ["promo_rp"]);
    let mut terms = json!({"promo_rp": 800, "variants": [variant("Halus", None), variant("Kasar", Some(1600))]});
    terms["retail_rp"] = json!(1600);
    assert_eq!(scene.refused(&terms).await, ["retail_rp"]);
    terms["retail_rp"] = json!(2000);
    scene.edit(&terms).await;

    let path = format!("/api/product/{}", scene.salt);
    let prices = async |by: &Actor| {
        let detail = by.get(&path).await.expect(200);
        assert_eq!(by.get(&format!("{path}/variants")).await.expect(200), detail["variants"]);
        let told = |variant: &Value| ["harga", "harga_coret"].map(|field| variant[field].clone());
        let variants: Vec<_> = detail["variants"].as_array().unwrap().iter().map(told).collect();
        (detail["harga"].clone(), variants)
    };
    let whole = (json!(800), vec![[json!(800), json!(1000)], [json!(1600), Value::Null]]);
    assert_eq!(prices(&scene.budi).await, whole);
    let mut products = Vec::new();
    for (variant, told) in [("Halus", &whole.1[0]), ("Kasar", &whole.1[1])] {
        let request = json!({"product_id": scene.salt, "quantity": 1, "variant": variant});
        let line = scene.budi.post("/api/cart", request.clone()).await.expect(201);
        assert_eq!([&line["harga"], &line["harga_coret"]], [&told[0], &told[1]], "{variant}");
        products.push(request);
    }
    let draft = scene.budi.post("/api/checkout-temp", json!({"selected_products": products})).await.expect(200);
    let told = |line: &Value| ["harga", "harga_coret"].map(|field| line[field].clone());
    let selected: Vec<_> = draft["selected_products"].as_array().unwrap().iter().map(told).collect();
    assert_eq!(selected, whole.1);
    let request = scene.shop.order(&scene.budi).item(scene.salt, 1).with("products", json!(products)).body().await;
    let quote = scene.budi.post("/api/create-transaction", request.clone()).await.expect(409)["quote"].take();
    assert_eq!(quote["subtotal"], 2400);

    let owner = scene.shop.admin().await;
    owner.edit_settings("sales", json!({"visitor_prices": "retail"})).await.expect(200);
    let retail = (json!(2000), vec![[json!(2000), Value::Null], [json!(2000), Value::Null]]);
    assert_eq!(prices(&scene.shop.guest()).await, retail);
    assert_eq!(prices(&scene.budi).await, whole);
}
