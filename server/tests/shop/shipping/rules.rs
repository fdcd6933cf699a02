//! The shop's rules for couriers' prices, and its own ways to ship.

use serde_json::{Value, json};

use crate::shop::{Actor, JAKARTA, Shop};

const RULES: &str = "/api/admin/shipping";

/// Returns the rules as sent by the owner, with only these changes.
async fn with(owner: &Actor, changes: Value) -> Value {
    let mut rules = owner.get(RULES).await.expect(200);
    let form = rules.as_object_mut().unwrap();
    let couriers = form.remove("couriers").unwrap();
    let off = couriers.as_array().unwrap().iter().filter(|courier| courier["offered"] == false);
    form.insert("couriers_off".to_owned(), off.map(|courier| courier["id"].clone()).collect());
    form.extend(changes.as_object().unwrap().clone());
    rules
}

async fn set(owner: &Actor, changes: Value) -> Value {
    owner.put(RULES, with(owner, changes).await).await.expect(200)
}

/// Returns the shipping options offered for goods of this value in rupiah.
async fn offered(shop: &Shop, item_value: i64) -> Value {
    let path =
        format!("/api/calculate-shipping?receiver_destination_id={JAKARTA}&weight=0.1&item_value={item_value}&cod=no");
    shop.guest().get(&path).await.expect(200)
}

fn methods(offered: &Value) -> Vec<String> {
    let options = offered["shipping_options"].as_array().unwrap();
    let name = |option: &Value| {
        format!("{} - {}", option["shipping_name"].as_str().unwrap(), option["service_name"].as_str().unwrap())
    };
    options.iter().map(name).collect()
}

#[tokio::test]
async fn the_owner_chooses_the_couriers() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let before = offered(&shop, 1000).await;
    assert!(methods(&before).iter().any(|method| method.starts_with("LION")));
    assert_eq!(before["cod"], json!({"offered": true, "most_rp": null}));
    assert_eq!(before["free_shipping"], Value::Null);
    assert!(before["shipping_options"][0].get("full_cost").is_none());

    let way = json!({"name": " Ambil di toko ", "cost_rp": 0, "days": "", "places": ["kota jakarta selatan", ""]});
    let far = json!({"name": "Kurir Bogor", "cost_rp": 5000, "days": "1", "places": ["Bogor"]});
    let saved = set(&owner, json!({"couriers_off": ["LION", "SAP"], "packing_days": 2, "own": [way, far]})).await;
    assert_eq!((&saved["own"][0]["name"], &saved["version"]), (&json!("Ambil di toko"), &json!(1)));
    let now = offered(&shop, 1000).await;
    let names = methods(&now);
    assert_eq!(names[0], "TOKO - Ambil di toko");
    assert!(names.iter().all(|name| !name.starts_with("LION") && !name.starts_with("SAP") && !name.contains("Bogor")));
    let days = |offered: &Value| {
        let options = offered["shipping_options"].as_array().unwrap().clone();
        options.into_iter().find(|option| option["service_name"] == "REG23").unwrap()["etd"].clone()
    };
    assert_eq!((days(&before), days(&now)), (json!("1-2"), json!("3-4")));
    let path = format!("/api/shipping-methods?receiver_destination_id={JAKARTA}&weight=0.1&item_value=1000");
    let listed = shop.guest().get(&path).await.expect(200);
    assert_eq!(listed["data"][0], json!({"id": "TOKO", "name": "Dari toko", "description": "Ambil di toko"}));

    // The order is placed, sent and tracked like any other.
    let tea = shop.product("Teh", 90, 5).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(tea, 1).body().await;
    assert_eq!((&request["shipping_method"], &request["shipping_cost"]), (&json!("TOKO - Ambil di toko"), &json!(0)));
    let order = budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
    let id = order["order_id"].as_str().unwrap();
    owner.post(&format!("/api/admin/orders/{id}/pack"), json!({})).await.expect(200);
    owner.post(&format!("/api/admin/orders/{id}/ship"), json!({"resi": id, "courier": null})).await.expect(200);
    let way = budi.get(&format!("/api/transactions/{id}/tracking")).await.expect(200);
    assert_eq!(way["data"]["last_status"], "Paket diantar oleh toko, atau siap diambil");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn free_shipping_depends_on_the_goods_value() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let tea = shop.product("Teh", 90, 50).await;
    let budi = shop.member("budi").await;
    let worth = shop.guest().get(&format!("/api/product/{tea}")).await.expect(200)["harga"].as_i64().unwrap();
    let cost = shop.shipping(90).await["shipping_cost"].as_i64().unwrap();
    let free = json!({"free_from_rp": 2 * worth, "free_most_rp": cost - 1, "free_places": ["DKI Jakarta"]});
    set(&owner, free).await;
    assert_eq!(offered(&shop, 2 * worth - 1).await["shipping_options"][0]["shipping_cost"], cost);
    let now = offered(&shop, 2 * worth).await;
    assert_eq!(
        (&now["shipping_options"][0]["shipping_cost"], &now["free_shipping"]["from_rp"]),
        (&json!(1), &json!(2 * worth))
    );
    assert_eq!(now["shipping_options"][0]["full_cost"], cost);

    let mut request = shop.order(&budi).item(tea, 1).body().await;
    let honest = request["gross_amount"].as_i64().unwrap();
    assert_eq!(honest, worth + cost);
    request["gross_amount"] = json!(worth + 1);
    let refused = budi.post("/api/create-transaction", request.clone()).await;
    let quote = refused.expect(409)["quote"].take();
    assert_eq!(quote["total"], honest);
    request["gross_amount"] = json!(2 * worth + 1);
    request["products"][0]["quantity"] = json!(2);
    let order = budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
    assert_eq!((&order["shipping_cost"], &order["gross_amount"]), (&json!(1), &json!(2 * worth + 1)));
    // A placed order stays unchanged.
    set(&owner, json!({"free_from_rp": 0})).await;
    assert_eq!(shop.count("SELECT shipping_cost_rp FROM orders").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn cod_is_refused_where_it_is_not_offered() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let tea = shop.product("Teh", 90, 50).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(tea, 1).body().await;
    let total = request["gross_amount"].as_i64().unwrap();
    let order = async |request: &Value| budi.post("/api/create-transaction", request.clone()).await;
    let count = "SELECT COUNT(*) FROM orders";
    set(&owner, json!({"cod_most_rp": total - 1})).await;
    let said = order(&request).await.refused(409, "cod_unavailable");
    assert!(said.starts_with("COD hanya untuk pesanan sampai Rp"), "{said}");
    set(&owner, json!({"cod_most_rp": total, "cod_places": ["Jawa Barat"]})).await;
    assert_eq!(offered(&shop, 1000).await["cod"], json!({"offered": false, "most_rp": total}));
    let said = order(&request).await.refused(409, "cod_unavailable");
    assert_eq!(said, "COD tidak tersedia untuk tujuan ini. Pilih pembayaran online.");
    set(&owner, json!({"cod": false, "cod_most_rp": 0, "cod_places": []})).await;
    order(&request).await.refused(409, "cod_unavailable");
    assert_eq!((shop.count(count).await, shop.stock(tea).await), (0, 50));
    set(&owner, json!({"cod": true, "cod_most_rp": total, "cod_places": ["Jakarta Selatan"]})).await;
    order(&request).await.expect(201);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn cod_is_refused_for_couriers_without_cod() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 90, 50).await;
    let budi = shop.member("budi").await;
    for (method, takes_money) in [("LION - REGPACK", false), ("JNE - YES23", false), ("JNE - REG23", true)] {
        let offered = offered(&shop, 1000).await;
        let position = methods(&offered).iter().position(|offered| offered == method).unwrap();
        let option = &offered["shipping_options"][position];
        assert_eq!(option["no_cod"] != true, takes_money, "{method}");
        let mut request = shop.order(&budi).item(tea, 1).body().await;
        let paid_for_shipping = request["shipping_cost"].as_i64().unwrap();
        let total = request["gross_amount"].as_i64().unwrap() - paid_for_shipping;
        request["gross_amount"] = json!(total + option["shipping_cost"].as_i64().unwrap());
        request["shipping_method"] = json!(method);
        let answer = budi.post("/api/create-transaction", request).await;
        if takes_money {
            answer.expect(201);
        } else {
            let said = answer.refused(409, "cod_unavailable");
            assert!(
                said.ends_with("tidak melayani COD. Pilih kurir atau layanan lain, atau pembayaran online."),
                "{said}"
            );
        }
    }
}

#[tokio::test]
async fn invalid_shipping_rules_change_nothing() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let before = owner.get(RULES).await.expect(200);
    let way = |name: &str, days: &str| json!({"name": name, "cost_rp": 0, "days": days, "places": []});
    let all: Vec<Value> = before["couriers"].as_array().unwrap().iter().map(|courier| courier["id"].clone()).collect();
    for (changes, field) in [
        (json!({"couriers_off": ["POS"]}), "couriers_off"),
        (json!({"couriers_off": all}), "couriers_off"),
        (json!({"packing_days": 31}), "packing_days"),
        (json!({"cod_most_rp": -1}), "cod_most_rp"),
        (json!({"free_from_rp": 1_000_000_001}), "free_from_rp"),
        (json!({"free_most_rp": -1}), "free_most_rp"),
        (json!({"cod_places": ["Atlantis"]}), "cod_places"),
        (json!({"free_places": ["Jakarta Selatan, Bogor"]}), "free_places"),
        (json!({"free_places": ["x".repeat(61)]}), "free_places"),
        (json!({"free_places": vec!["Bandung"; 101]}), "free_places"),
        (json!({"own": [way(" ", "")]}), "own"),
        (json!({"own": [way("Kurir", "besok")]}), "own"),
        (json!({"own": [way("Kurir", "1-2-3")]}), "own"),
        (json!({"own": [way("Kurir", "1"), way("kurir", "2")]}), "own"),
        (json!({"own": vec![way("Kurir", "1"); 11]}), "own"),
    ] {
        let refused = owner.put(RULES, with(&owner, changes.clone()).await).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{changes}: {refused}");
    }
    assert_eq!(owner.get(RULES).await.expect(200), before);
    let stale = with(&owner, json!({"packing_days": 1})).await;
    set(&owner, json!({"packing_days": 3})).await;
    let current = owner.put(RULES, stale).await.expect(409)["current"].take();
    assert_eq!(current["packing_days"], 3);
    // With its own way to ship, a shop needs no courier.
    set(&owner, json!({"couriers_off": all, "own": [way("Ambil di toko", "")]})).await;
    assert_eq!(methods(&offered(&shop, 1).await), ["TOKO - Ambil di toko"]);
    let sql = "SELECT COUNT(*) FROM audit_entries WHERE subject = 'settings' AND subject_key = 'pengiriman'";
    assert_eq!(shop.count(sql).await, 2);
}
