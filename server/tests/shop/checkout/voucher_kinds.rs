//! Voucher discounts other than a percentage of everything, and the members who may use a voucher.

use ksmart_core::quote::MAX_AMOUNT;
use ksmart_foundation::time::{DAY_MS, rfc3339};
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    order_builder::Order,
    shop::{Actor, Shop},
};

/// Shop with a buyer, a voucher administrator, salt for Rp 1.000 and sugar for Rp 2.000 in separate categories.
struct Scene {
    shop: Shop,
    keeper: Actor,
    budi: Actor,
    salt: i64,
    sugar: i64,
}

impl Scene {
    async fn start() -> Self {
        let shop = Shop::start().await;
        let (salt, sugar) = (shop.product("Garam", 10, 100).await, shop.product("Gula", 20, 100).await);
        let (keeper, budi) = (shop.staff(Role::Catalogue).await, shop.member("budi").await);
        Self { shop, keeper, budi, salt, sugar }
    }

    /// Returns a voucher's form with these fields.
    fn form(&self, code: &str, fields: &Value) -> Value {
        let now_ms = self.shop.app.clock.now_ms();
        let mut form = json!({
            "code": code, "title": "Hemat", "terms": [], "picture": "vouchers/x.webp",
            "starts_at": rfc3339(now_ms - DAY_MS), "ends_at": rfc3339(now_ms + 7 * DAY_MS), "minimum_rp": 0,
        });
        for (name, value) in fields.as_object().unwrap() {
            form[name] = value.clone();
        }
        form
    }

    async fn make(&self, code: &str, fields: &Value) -> Value {
        self.keeper.post("/api/admin/vouchers", self.form(code, fields)).await.expect(201)
    }

    /// Returns an order of one piece of salt and one of sugar, with a voucher that takes off `less_rp` rupiah.
    fn order(&self, code: &str, less_rp: i64) -> Order<'_> {
        self.shop.order(&self.budi).item(self.salt, 1).item(self.sugar, 1).voucher(code, less_rp)
    }

    async fn buy(&self, code: &str, less_rp: i64) -> Value {
        self.order(code, less_rp).placed().await
    }

    async fn shipping_rp(&self) -> i64 {
        self.shop.order(&self.budi).item(self.salt, 2).body().await["shipping_cost"].as_i64().unwrap()
    }
}

#[tokio::test]
async fn each_voucher_kind_takes_off_its_discount() {
    let scene = Scene::start().await;
    let shipping = scene.shipping_rp().await;
    assert!(shipping > 500);
    for (code, fields, benefit, discount, shipping_off) in [
        ("PERSEN", json!({"discount_percent": "12,5"}), "Diskon 12,5%", 375, 0),
        (
            "MAKSIMAL",
            json!({"kind": "percent", "discount_percent": "50", "most_rp": 700}),
            "Diskon 50% hingga Rp\u{a0}700",
            700,
            0,
        ),
        ("RUPIAH", json!({"kind": "amount", "discount_rp": 1234}), "Potongan Rp\u{a0}1.234", 1234, 0),
        ("SEMUA", json!({"kind": "amount", "discount_rp": 50_000}), "Potongan Rp\u{a0}50.000", 3000, 0),
        ("ONGKIR", json!({"kind": "shipping"}), "Gratis ongkir", 0, shipping),
        ("ONGKIR2", json!({"kind": "shipping", "most_rp": 500}), "Gratis ongkir hingga Rp\u{a0}500", 0, 500),
    ] {
        let made = scene.make(code, &fields).await;
        assert_eq!(made["benefit"], benefit, "{code}");
        let checked = scene.budi.get(&format!("/api/vouchers/{code}")).await.expect(200);
        assert_eq!(checked["message"], format!("Voucher berhasil digunakan! {benefit}"));
        let placed = scene.buy(code, discount + shipping_off).await;
        let took = (&placed["discount_amount"], &placed["shipping_discount"], &placed["shipping_cost"]);
        assert_eq!(took, (&json!(discount), &json!(shipping_off), &json!(shipping - shipping_off)), "{code}");
        assert_eq!(placed["gross_amount"], json!(3000 - discount + shipping - shipping_off), "{code}");
    }
    let listed = scene.shop.guest().get("/api/vouchers").await.expect(200);
    assert_eq!(listed.as_array().unwrap().len(), 6);
    // The amounts paid through the provider add up to the total, also with free shipping.
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_voucher_without_effect_is_not_used_up() {
    let scene = Scene::start().await;
    let owner = scene.shop.admin().await;
    let mut rules = owner.get("/api/admin/shipping").await.expect(200);
    rules["couriers_off"] = json!([]);
    rules["own"] = json!([{"name": "Ambil di toko", "cost_rp": 0, "days": "", "places": []}]);
    owner.put("/api/admin/shipping", rules).await.expect(200);
    scene.make("ONGKIR", &json!({"kind": "shipping", "member_quota": 1})).await;
    let shipping = scene.shipping_rp().await;
    assert_eq!(shipping, 0, "what is collected costs nothing");
    let collected = scene.buy("ONGKIR", 0).await;
    assert_eq!(collected["voucher_code"], Value::Null);
    let uses = "SELECT COUNT(*) FROM voucher_uses";
    assert_eq!(scene.shop.count(uses).await, 0);
    let sent = scene.order("ONGKIR", 0).with("shipping_method", json!("JNE - REG23")).placed().await;
    assert_eq!((&sent["voucher_code"], scene.shop.count(uses).await), (&json!("ONGKIR"), 1));
}

#[tokio::test]
async fn the_public_list_shows_the_state_of_vouchers() {
    let scene = Scene::start().await;
    let now_ms = scene.shop.app.clock.now_ms();
    let (starts, first) = (
        rfc3339(now_ms + DAY_MS),
        json!({"minimum_rp": 100_000, "first_order": true, "discount_percent": "10", "terms": ["Sah."]}),
    );
    scene.make("PERTAMA", &first).await;
    let later = scene.make("NANTI", &json!({"starts_at": starts, "discount_percent": "10"})).await["id"].take();
    scene.make("HABIS", &json!({"quota": 1, "discount_percent": "10"})).await;
    scene.shop.change("UPDATE vouchers SET used = 1 WHERE code = 'HABIS'").await;
    let listed = scene.shop.guest().get("/api/vouchers").await.expect(200);
    let told = |status: &str| {
        let found = listed.as_array().unwrap().iter().find(|each| each["status"] == status);
        found.unwrap_or_else(|| panic!("{status}: {listed}"))
    };
    assert_eq!(
        told("running")["terms"],
        json!([
            "Minimal belanja Rp\u{a0}100.000 untuk produk yang berlaku.",
            "Hanya untuk pesanan pertama Anda.",
            "Sah."
        ])
    );
    assert_eq!((&told("running")["minimum_rp"], &told("running")["first_order"]), (&json!(100_000), &json!(true)));
    assert_eq!((&told("used_up")["code"], &told("used_up")["valid"]), (&json!("HABIS"), &json!(false)));
    let upcoming = told("upcoming");
    assert_eq!(
        (&upcoming["code"], &upcoming["starts"], &upcoming["valid"]),
        (&json!(""), &json!(starts), &json!(false))
    );
    // A page does not show its code either, and no page is found by the code.
    let page = scene.shop.guest().get(&format!("/voucher/{later}-segera")).await.expect(200);
    assert!(page.as_str().is_some_and(|page| page.contains("berlaku mulai") && !page.contains("NANTI")), "{page}");
    scene.shop.guest().get("/voucher/nanti").await.expect(404);
    scene.shop.app.clock.advance(DAY_MS);
    for address in ["/voucher/nanti".to_owned(), format!("/voucher/{later}-segera")] {
        scene.shop.guest().get(&address).await.expect(200);
    }
}

#[tokio::test]
async fn an_edit_changes_the_kind_of_a_voucher() {
    let scene = Scene::start().await;
    let made = scene.make("HEMAT", &json!({"kind": "percent", "discount_percent": "10", "most_rp": 700})).await;
    let facts =
        |voucher: &Value| ["kind", "discount_percent", "discount_rp", "most_rp"].map(|field| voucher[field].clone());
    assert_eq!(facts(&made), [json!("percent"), json!("10"), json!(0), json!(700)]);
    let path = format!("/api/admin/vouchers/{}", made["id"]);
    // Fields that belong to another kind are ignored.
    let edit = json!({"kind": "amount", "discount_percent": "10", "discount_rp": 900, "most_rp": 700, "version": 1});
    let changed = scene.keeper.put(&path, scene.form("HEMAT", &edit)).await.expect(200);
    assert_eq!(facts(&changed), [json!("amount"), json!("0"), json!(900), Value::Null]);
    let edit = json!({"kind": "shipping", "discount_percent": "10", "discount_rp": 900, "version": 2});
    let changed = scene.keeper.put(&path, scene.form("HEMAT", &edit)).await.expect(200);
    assert_eq!(facts(&changed), [json!("shipping"), json!("0"), json!(0), Value::Null]);
    let log = scene.shop.admin().await.get("/api/admin/audit?subject=voucher").await.expect(200);
    let newest = &log["entries"][0];
    assert_eq!((&newest["before"]["kind"], &newest["after"]["kind"]), (&json!("amount"), &json!("shipping")));
}

#[tokio::test]
async fn invalid_vouchers_are_refused_at_their_field() {
    let scene = Scene::start().await;
    let many: Vec<i64> = (1..=501).collect();
    for (fields, field) in [
        (json!({"kind": "percent", "discount_percent": ""}), "discount_percent"),
        (json!({"kind": "percent", "discount_percent": "10", "most_rp": 0}), "most_rp"),
        (json!({"kind": "amount", "discount_rp": 0}), "discount_rp"),
        (json!({"kind": "amount", "discount_rp": -5}), "discount_rp"),
        (json!({"kind": "amount", "discount_rp": MAX_AMOUNT + 1}), "discount_rp"),
        (json!({"kind": "shipping", "most_rp": -1}), "most_rp"),
        (json!({"kind": "shipping", "scoped": true}), "products"),
        (json!({"kind": "shipping", "scoped": true, "products": [999]}), "products"),
        (json!({"kind": "shipping", "scoped": true, "categories": [-1]}), "products"),
        (json!({"kind": "shipping", "scoped": true, "products": many}), "products"),
        (json!({"kind": "shipping", "chosen_members": true, "members": [" "]}), "members"),
        (json!({"kind": "shipping", "chosen_members": true, "members": ["KS1"]}), "members"),
        (json!({"kind": "shipping", "chosen_members": true, "members": ["'; --"]}), "members"),
    ] {
        let refused = scene.keeper.post("/api/admin/vouchers", scene.form("HEMAT", &fields)).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{fields}");
    }
    scene.keeper.post("/api/admin/vouchers", scene.form("HEMAT", &json!({"kind": "gift"}))).await.expect(422);
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM vouchers").await, 0);
}

#[tokio::test]
async fn a_voucher_for_products_discounts_only_them() {
    let scene = Scene::start().await;
    let by_product = json!({"discount_percent": "50", "scoped": true, "products": [scene.sugar], "minimum_rp": 2000});
    let made = scene.make("GULA", &by_product).await;
    assert_eq!((&made["scoped"], &made["products"]), (&json!(true), &json!([{"id": scene.sugar, "name": "Gula"}])));
    let public = &scene.shop.guest().get("/api/vouchers").await.expect(200)[0];
    assert_eq!(public["only"], json!(["Gula"]));
    assert_eq!(scene.buy("GULA", 1000).await["discount_amount"], 1000);
    // Products for which the voucher is not valid do not count towards its minimum.
    let request = scene.shop.order(&scene.budi).item(scene.salt, 9).voucher("GULA", 0).body().await;
    let said = scene.budi.post("/api/create-transaction", request).await.expect(409);
    assert_eq!(said["message"], "Voucher ini tidak berlaku untuk produk yang Anda pilih.");

    let category = scene.shop.count("SELECT id FROM categories WHERE name = 'Kategori Garam'").await;
    let by_category =
        json!({"kind": "amount", "discount_rp": 1500, "scoped": true, "categories": [category], "minimum_rp": 1001});
    let made = scene.make("GARAM", &by_category).await;
    let said = scene.order("GARAM", 1000).send().await.expect(409);
    assert_eq!(said["message"], "Belanja Anda belum mencapai minimum untuk voucher ini.");
    let mut edit = scene.form("GARAM", &by_category);
    (edit["minimum_rp"], edit["version"]) = (json!(1000), made["version"].clone());
    scene.keeper.put(&format!("/api/admin/vouchers/{}", made["id"]), edit).await.expect(200);
    assert_eq!(scene.buy("GARAM", 1000).await["discount_amount"], 1000, "no more than the salt costs");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_return_deducts_only_its_own_discount() {
    let scene = Scene::start().await;
    scene.make("GULA", &json!({"discount_percent": "50", "scoped": true, "products": [scene.sugar]})).await;
    let placed = scene.buy("GULA", 1000).await;
    let order = placed["order_id"].as_str().unwrap();
    let packer = scene.shop.staff(Role::Fulfilment).await;
    for (step, body) in [("pack", json!({})), ("ship", json!({"resi": "JN100"})), ("complete", json!({}))] {
        packer.post(&format!("/api/admin/orders/{order}/{step}"), body).await.expect(200);
    }
    let banker = scene.shop.staff(Role::Finance).await;
    banker.post(&format!("/api/admin/orders/{order}/cash"), json!({})).await.expect(200);
    let lines = scene.budi.get(&format!("/api/transactions/{order}/returns")).await.expect(200);
    for (name, goods, less) in [("Garam", 1000, 0), ("Gula", 2000, 1000)] {
        let line = lines["lines"].as_array().unwrap().iter().find(|line| line["name"] == name).unwrap();
        let form = reqwest::multipart::Form::new()
            .text("kind", "refund")
            .text("reason", "damaged")
            .text("note", "Bungkusnya robek.")
            .text("lines", json!([{"line_id": line["line_id"], "quantity": 1}]).to_string());
        let path = format!("/api/transactions/{order}/returns");
        let asked = scene.budi.send(scene.budi.request(reqwest::Method::POST, &path).multipart(form)).await.expect(201);
        let worth = (&asked["data"]["goods_rp"], &asked["data"]["discount_rp"]);
        assert_eq!(worth, (&json!(goods), &json!(less)), "{name}");
        // Only one return at a time is possible.
        let withdraw = format!("/api/returns/{}/withdraw", asked["data"]["id"]);
        scene.budi.post(&withdraw, json!({})).await.expect(200);
    }
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn only_chosen_members_can_use_their_voucher() {
    let scene = Scene::start().await;
    let (ani, uid) = (scene.shop.member("ani").await, scene.budi.get("/api/me").await.expect(200)["uid"].clone());
    let given = json!({"kind": "amount", "discount_rp": 500, "chosen_members": true,
        "members": [uid.as_str().unwrap().to_lowercase(), uid, ""]});
    let made = scene.make("UNTUKMU", &given).await;
    assert_eq!(made["members"], json!([{"uid": uid, "name": "budi"}]));
    assert_eq!(scene.shop.guest().get("/api/vouchers").await.expect(200), json!([]), "nobody sees it in the list");
    for other in [&ani, &scene.shop.guest()] {
        let checked = other.get("/api/vouchers/UNTUKMU").await.expect(200);
        let said = (&checked["valid"], &checked["message"], &checked["discount_amount"]);
        assert_eq!(said, (&json!(false), &json!("Voucher ini bukan untuk akun Anda."), &Value::Null));
    }
    let said = scene.shop.order(&ani).item(scene.salt, 1).voucher("UNTUKMU", 500).send().await.expect(409);
    assert_eq!(said["message"], "Voucher ini bukan untuk akun Anda.");
    assert_eq!(scene.budi.get("/api/vouchers/untukmu").await.expect(200)["valid"], true);
    assert_eq!(scene.buy("UNTUKMU", 500).await["discount_amount"], 500);
    // The list is emptied once the voucher is for all members again.
    let kept = "SELECT COUNT(*) FROM voucher_members";
    assert_eq!(scene.shop.count(kept).await, 1);
    let edit = scene.form("UNTUKMU", &json!({"kind": "amount", "discount_rp": 500, "version": made["version"]}));
    let changed = scene.keeper.put(&format!("/api/admin/vouchers/{}", made["id"]), edit).await.expect(200);
    assert_eq!((&changed["chosen_members"], &changed["members"]), (&json!(false), &json!([])));
    assert_eq!(scene.shop.count(kept).await, 0);
}

#[tokio::test]
async fn deleting_a_product_does_not_widen_a_voucher() {
    let scene = Scene::start().await;
    scene.make("GULA", &json!({"discount_percent": "50", "scoped": true, "products": [scene.sugar]})).await;
    scene.keeper.delete(&format!("/api/admin/products/{}", scene.sugar)).await.expect(200);
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM voucher_products").await, 0);
    let said = scene.shop.order(&scene.budi).item(scene.salt, 2).voucher("GULA", 0).send().await.expect(409);
    assert_eq!(said["message"], "Voucher ini tidak berlaku untuk produk yang Anda pilih.");
}
