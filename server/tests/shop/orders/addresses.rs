//! Addresses of orders that are corrected before packing.

use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

struct Scene {
    shop: Shop,
    salt: i64,
    budi: Actor,
    packer: Actor,
    banker: Actor,
    /// Key of a distant destination.
    far: i64,
}

impl Scene {
    async fn start() -> Self {
        let shop = Shop::start().await;
        let salt = shop.product("Garam", 10, 50).await;
        let (budi, packer, banker) =
            (shop.member("budi").await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
        let found = shop.guest().get("/api/search-destination?keyword=jayapura").await.expect(200);
        let far = found["data"][0]["id"].as_i64().unwrap();
        Self { shop, salt, budi, packer, banker, far }
    }

    async fn place(&self, method: &str) -> Value {
        self.shop.order(&self.budi).item(self.salt, 2).with("payment_method", json!(method)).placed().await
    }

    async fn paid(&self) -> Value {
        let order = self.place("online").await;
        let form = json!({
            "paid_on": ksmart_foundation::time::jakarta_date(self.shop.app.clock.now_ms()),
            "amount_rp": order["gross_amount"], "bank": "BCA", "sender": "Budi",
            "proof_picture": format!("proofs/{}.webp", number(&order)),
        });
        self.banker.post(&format!("/api/admin/orders/{}/transfer", number(&order)), form).await.expect(200);
        order
    }

    async fn seen(&self, order: &Value) -> Value {
        self.packer.get(&format!("/api/admin/orders/{}", number(order))).await.expect(200)
    }

    /// Returns the office's form with only these changes; a change of place must include its offer.
    async fn form(&self, order: &Value, changes: Value) -> Value {
        let mut address = self.packer.get(&path(order)).await.expect(200);
        let form = address.as_object_mut().unwrap();
        form.remove("destination");
        form.remove("offers");
        form.insert("shipping_method".to_owned(), Value::Null);
        form.insert("reason".to_owned(), json!("Salah tulis."));
        form.extend(changes.as_object().unwrap().clone());
        address
    }

    /// Returns the form with the distant place and the order's own shipping service.
    async fn far_form(&self, order: &Value) -> Value {
        let offer = self.far_offer(order).await;
        let far = json!({"destination_id": self.far, "shipping_method": offer["method"], "cost_rp": offer["cost_rp"]});
        self.form(order, far).await
    }

    async fn far_offer(&self, order: &Value) -> Value {
        let there = self.packer.get(&format!("{}?destination_id={}", path(order), self.far)).await.expect(200);
        there["offers"][0].clone()
    }
}

fn number(order: &Value) -> &str {
    order["order_id"].as_str().unwrap()
}

fn path(order: &Value) -> String {
    format!("/api/admin/orders/{}/address", number(order))
}

#[tokio::test]
async fn a_corrected_address_appears_everywhere() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    for order in [scene.place("online").await, scene.paid().await, scene.place("cod").await] {
        let before = scene.packer.get(&path(&order)).await.expect(200);
        assert_eq!(before["street"], "Jl. Melati 1, Kuningan Timur, Setiabudi");
        let right =
            json!({"receiver_name": " Sari Dewi ", "receiver_phone": "+62 812-9999-0001", "street": "Jl. Mawar 2,"});
        let form = scene.form(&order, right).await;
        scene.banker.put(&path(&order), form.clone()).await.refused(403, "forbidden");
        let told = scene.packer.put(&path(&order), form.clone()).await.expect(200);
        assert_eq!(told["message"], "Alamat diperbaiki.");
        let whole = format!("Jl. Mawar 2, {}", before["destination"].as_str().unwrap());
        let read = scene.budi.get(&format!("/api/transactions/{}", number(&order))).await.expect(200)["data"].take();
        assert_eq!(
            (&read["receiver_name"], &read["receiver_phone"], &read["receiver_address"]),
            (&json!("Sari Dewi"), &json!("081299990001"), &json!(whole))
        );
        assert_eq!((&read["gross_amount"], &read["shipping_cost"]), (&order["gross_amount"], &order["shipping_cost"]));
        let step = read["moves"].as_array().unwrap().last().unwrap();
        assert_eq!((&step["what"], &step["reason"]), (&json!("address"), &json!("Salah tulis.")));
        let papers = scene.packer.get(&format!("/api/admin/orders/print?ids={}", number(&order))).await.expect(200);
        assert_eq!(papers["orders"][0]["receiver"]["address"], json!(whole));
        for (search, found) in [("sari dewi", true), ("081299990001", true), ("081234567890", false)] {
            let list = scene.packer.get(&format!("/api/admin/orders?search={search}")).await.expect(200);
            let has = list["orders"].as_array().unwrap().iter().any(|listed| listed["order_id"] == order["order_id"]);
            assert_eq!(has, found, "{search}");
        }
        // A form based on the earlier address gets a conflict.
        let stale = scene.packer.put(&path(&order), form).await.expect(409);
        assert_eq!((&stale["code"], &stale["current"]["street"]), (&json!("edit_conflict"), &json!("Jl. Mawar 2")));
    }
    let sql = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'order_address_changed'
               AND payload LIKE '%Sari D., *********001, %' AND payload NOT LIKE '%Mawar%'";
    assert_eq!(shop.count(sql).await, 3);
    let log = shop.admin().await.get("/api/admin/audit?limit=1").await.expect(200);
    let entry = &log["entries"][0];
    assert_eq!((&entry["action"], &entry["before"]["receiver_name"]), (&json!("address"), &json!("Budi")));
    assert_eq!(
        (&entry["after"]["receiver_name"], &entry["after"]["reason"]),
        (&json!("Sari Dewi"), &json!("Salah tulis."))
    );
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_new_destination_keeps_online_totals() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    for order in [scene.paid().await, scene.place("online").await] {
        let offer = scene.far_offer(&order).await;
        let difference = offer["cost_rp"].as_i64().unwrap() - order["shipping_cost"].as_i64().unwrap();
        assert_eq!((&offer["difference_rp"], &offer["total_rp"]), (&json!(difference), &order["gross_amount"]));
        assert!(difference > 0);
        let form = scene.far_form(&order).await;
        let mut wrong = form.clone();
        wrong["cost_rp"] = json!(1);
        scene.packer.put(&path(&order), wrong.clone()).await.refused(409, "amount_mismatch");
        wrong["shipping_method"] = json!("ELANG - KILAT");
        scene.packer.put(&path(&order), wrong.clone()).await.refused(422, "invalid_field");
        wrong["destination_id"] = json!(999_999_999);
        scene.packer.put(&path(&order), wrong).await.refused(404, "not_found");
        scene.packer.put(&path(&order), form).await.expect(200);
        let seen = scene.seen(&order).await;
        assert_eq!(
            (&seen["total_rp"], &seen["shipping_cost_rp"], &seen["shipping_borne_rp"], &seen["courier"]),
            (&order["gross_amount"], &order["shipping_cost"], &json!(difference), &offer["method"])
        );
        assert!(seen["receiver"]["address"].as_str().unwrap().to_lowercase().contains("jayapura"));
    }
    // The places for reports by city are updated.
    let there = "SELECT COUNT(*) FROM orders WHERE province <> '' AND receiver_address LIKE '%' || province || '%'";
    assert_eq!(shop.count(there).await, 2);
    let today = ksmart_foundation::time::jakarta_date(shop.app.clock.now_ms());
    let books = scene.banker.get(&format!("/api/admin/books?by=day&from={today}&to={today}")).await.expect(200);
    let borne = shop.count("SELECT shipping_borne_rp FROM orders WHERE payment_status = 'success'").await;
    assert_eq!(books["total"]["shipping_borne"], json!({"count": 1, "amount_rp": borne}));
    let file = scene.banker.get("/api/admin/orders.csv?columns=selisih_ongkir&payment=success").await.expect(200);
    assert_eq!(file, json!(format!("\u{feff}selisih_ongkir\r\n{borne}\r\n")));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_new_destination_changes_the_cod_total() {
    let scene = Scene::start().await;
    let order = scene.place("cod").await;
    let offer = scene.far_offer(&order).await;
    let total = order["gross_amount"].as_i64().unwrap() + offer["difference_rp"].as_i64().unwrap();
    assert_eq!((&offer["total_rp"], &offer["refused"]), (&json!(total), &Value::Null));
    let form = scene.far_form(&order).await;
    let owner = scene.shop.admin().await;
    let limit = async |most: i64| {
        let mut rules = owner.get("/api/admin/shipping").await.expect(200);
        let fields = rules.as_object_mut().unwrap();
        fields.remove("couriers");
        fields.insert("couriers_off".to_owned(), json!([]));
        fields.insert("cod_most_rp".to_owned(), json!(most));
        owner.put("/api/admin/shipping", rules).await.expect(200);
    };
    limit(total - 1).await;
    assert!(scene.far_offer(&order).await["refused"].is_string());
    scene.packer.put(&path(&order), form.clone()).await.refused(409, "cod_unavailable");
    assert_eq!(scene.seen(&order).await["total_rp"], order["gross_amount"]);
    limit(total).await;
    scene.packer.put(&path(&order), form).await.expect(200);
    let seen = scene.seen(&order).await;
    assert_eq!(
        (&seen["total_rp"], &seen["shipping_cost_rp"], &seen["shipping_borne_rp"]),
        (&json!(total), &offer["cost_rp"], &json!(0))
    );
    let said = seen["moves"].as_array().unwrap().last().unwrap()["reason"].as_str().unwrap();
    assert!(said.starts_with("Salah tulis. Total pesanan menjadi Rp"), "{said}");
    let told = scene
        .shop
        .count(
            "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'order_address_changed' AND payload LIKE '%total_rp%'",
        )
        .await;
    assert_eq!(told, 1);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn addresses_change_only_before_packing() {
    let scene = Scene::start().await;
    let order = scene.place("cod").await;
    for (field, wrong, name) in [
        ("receiver_name", json!(" "), "receiver_name"),
        ("receiver_name", json!("x".repeat(101)), "receiver_name"),
        ("receiver_phone", json!("0812"), "receiver_phone"),
        ("street", json!(" "), "street"),
        ("street", json!("x".repeat(500)), "street"),
        ("reason", json!(" "), "reason"),
        ("reason", json!("x".repeat(301)), "reason"),
    ] {
        let mut changes = json!({"receiver_name": "Sari"});
        changes[field] = wrong;
        let refused = scene.packer.put(&path(&order), scene.form(&order, changes).await).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], name, "{refused}");
    }
    let same = scene.form(&order, json!({})).await;
    scene.packer.put(&path(&order), same).await.refused(422, "invalid_field");
    let form = scene.form(&order, json!({"receiver_name": "Sari"})).await;
    scene.packer.post(&format!("/api/admin/orders/{}/pack", number(&order)), json!({})).await.expect(200);
    let said = scene.packer.put(&path(&order), form).await.refused(409, "move_refused");
    assert!(said.contains("dikemas oleh"), "{said}");
    assert_eq!(scene.seen(&order).await["receiver"]["name"], "Budi");
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM order_moves WHERE event = 'address'").await, 0);
}

#[tokio::test]
async fn concurrent_corrections_save_at_most_once() {
    let scene = Scene::start().await;
    for turn in 0..4 {
        let order = scene.place("cod").await;
        let forms = [
            scene.form(&order, json!({"receiver_name": "Sari"})).await,
            scene.form(&order, json!({"receiver_name": "Dewi"})).await,
        ];
        let pack = format!("/api/admin/orders/{}/pack", number(&order));
        let cancel = format!("/api/transactions/{}/cancel", number(&order));
        let third = async {
            if turn % 2 == 0 {
                scene.packer.post(&pack, json!({})).await
            } else {
                scene.budi.post(&cancel, json!({})).await
            }
        };
        let [one, other] = forms;
        let path = path(&order);
        let (one, other, third) = tokio::join!(scene.packer.put(&path, one), scene.packer.put(&path, other), third);
        assert_eq!(third.status, 200);
        let saved = [&one, &other].into_iter().filter(|answer| answer.status == 200).count();
        assert!(saved <= 1, "{} {}", one.body, other.body);
        for answer in [&one, &other].into_iter().filter(|answer| answer.status != 200) {
            assert_eq!(answer.status, 409, "{}", answer.body);
        }
        let name = scene.seen(&order).await["receiver"]["name"].clone();
        assert_eq!(name != "Budi", saved == 1, "{name}");
    }
    scene.shop.must_be_sound().await;
}
