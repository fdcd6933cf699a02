//! Orders paid by a transfer to the shop's own account, as recorded by finance.

use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

struct Scene {
    shop: Shop,
    salt: i64,
    budi: Actor,
    packer: Actor,
    banker: Actor,
}

impl Scene {
    async fn start() -> Self {
        let shop = Shop::start().await;
        let salt = shop.product("Garam", 10, 10).await;
        let (budi, packer, banker) =
            (shop.member("budi").await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
        Self { shop, salt, budi, packer, banker }
    }

    async fn place(&self, method: &str) -> Value {
        self.shop.order(&self.budi).item(self.salt, 2).with("payment_method", json!(method)).placed().await
    }

    /// Returns finance's form for an order's transfer, with a picture of its own.
    fn form(&self, order: &Value) -> Value {
        json!({
            "paid_on": self.today(), "amount_rp": order["gross_amount"], "bank": " BCA ", "sender": "Ibu Budi",
            "proof_picture": format!("proofs/{}.webp", number(order).to_lowercase()),
        })
    }

    fn today(&self) -> String {
        ksmart_foundation::time::jakarta_date(self.shop.app.clock.now_ms())
    }

    async fn transfer(&self, order: &Value) {
        let path = path(order);
        assert_eq!(
            self.banker.post(&path, self.form(order)).await.expect(200)["message"],
            "Transfer diterima, pesanan lunas."
        );
    }

    async fn seen(&self, order: &Value) -> Value {
        self.banker.get(&format!("/api/admin/orders/{}", number(order))).await.expect(200)
    }

    async fn read(&self, order: &Value) -> Value {
        self.budi.get(&format!("/api/transactions/{}", number(order))).await.expect(200)["data"].take()
    }

    /// Sets the status of an order's payment directly in the sandbox's table.
    async fn put_at_provider(&self, order: &Value, status: &str) {
        sqlx::query("UPDATE sandbox_payments SET status = $2, payment_type = 'qris' WHERE order_number = $1")
            .bind(number(order))
            .bind(status)
            .execute(&mut *self.shop.app.db.write_one().await.unwrap())
            .await
            .unwrap();
    }

    async fn round(&self) {
        ksmart_ops::jobs::round(&self.shop.app.jobs()).await.unwrap();
    }
}

fn number(order: &Value) -> &str {
    order["order_id"].as_str().unwrap()
}

fn path(order: &Value) -> String {
    format!("/api/admin/orders/{}/transfer", number(order))
}

/// Submits a decision on the payment page of an order; returns the URL to which the shopper is redirected.
async fn decide(shop: &Shop, order: &Value, decision: &str) -> String {
    let form = [("method", "qris"), ("decision", decision)];
    let page = order["redirect_url"].as_str().unwrap();
    let answer = shop.guest().request(Method::POST, page).form(&form).send().await.unwrap();
    answer.headers()["location"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_transfer_pays_an_order_once() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    let order = scene.place("online").await;
    assert_eq!(scene.seen(&order).await["actions"], json!(["cancel", "transfer", "address"]));
    scene.packer.post(&path(&order), scene.form(&order)).await.refused(403, "forbidden");
    scene.transfer(&order).await;

    let read = scene.read(&order).await;
    assert_eq!(
        (&read["status"], &read["bank_transfer"], &read["actions"], &read["redirect_url"]),
        (&json!("success"), &json!(true), &json!([]), &Value::Null)
    );
    assert_eq!(scene.budi.get("/api/me").await.expect(200)["BV"], 10);
    assert_eq!(shop.count("SELECT COUNT(*) FROM outbox_messages WHERE kind = 'order_paid'").await, 1);
    assert!(decide(shop, &order, "pay").await.ends_with("transaction_status=cancel"), "nobody pays twice");
    let seen = scene.seen(&order).await;
    let total = order["gross_amount"].clone();
    assert_eq!(
        (&seen["transfer"]["bank"], &seen["transfer"]["sender"], &seen["transfer"]["amount_rp"]),
        (&json!("BCA"), &json!("Ibu Budi"), &total)
    );
    assert_eq!(
        (&seen["transfer"]["paid_on"], &seen["actions"]),
        (&json!(scene.today()), &json!(["pack", "refund", "address"]))
    );
    let paid = seen["moves"].as_array().unwrap().last().unwrap();
    assert_eq!((&paid["what"], &paid["by"]), (&json!("paid"), &json!("shop")));
    assert!(paid["reason"].as_str().unwrap().starts_with("Lewat transfer bank, "));
    let log = shop.admin().await.get("/api/admin/audit?limit=1").await.expect(200);
    assert_eq!(
        (&log["entries"][0]["action"], &log["entries"][0]["after"]["amount_rp"]),
        (&json!("transferred"), &total)
    );

    // A transfer is recorded only once, and cannot be undone.
    scene.banker.post(&path(&order), scene.form(&order)).await.refused(409, "move_refused");
    for (filter, found) in [("transfer", 1), ("online", 0), ("cod", 0)] {
        let list = scene.banker.get(&format!("/api/admin/orders?method={filter}")).await.expect(200);
        assert_eq!(list["orders"].as_array().unwrap().len(), found, "{filter}");
    }
    let file = scene.banker.get("/api/admin/orders.csv?columns=cara_bayar").await.expect(200);
    assert_eq!(file.as_str().unwrap(), "\u{feff}cara_bayar\r\ntransfer bank\r\n");
    let today = scene.today();
    let books = scene.banker.get(&format!("/api/admin/books?by=day&from={today}&to={today}")).await.expect(200);
    assert_eq!(books["total"]["transfer"], json!({"count": 1, "amount_rp": total}));
    assert_eq!((&books["total"]["online"]["count"], &books["total"]["left_rp"]), (&json!(0), &total));
    scene.round().await;
    shop.app.clock.advance(20 * 60 * 1000);
    scene.round().await;
    assert_eq!(scene.read(&order).await["status"], "success", "that the page was closed says nothing of the money");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_transfers_are_refused_at_their_field() {
    let scene = Scene::start().await;
    let order = scene.place("online").await;
    let total = order["gross_amount"].as_i64().unwrap();
    let tomorrow = ksmart_foundation::time::jakarta_date(scene.shop.app.clock.now_ms() + 86_400_000);
    let long = "x".repeat(101);
    for (field, wrong) in [
        ("amount_rp", json!(total - 1)),
        ("amount_rp", json!(total + 1)),
        ("paid_on", json!(tomorrow)),
        ("paid_on", json!("2020-01-01")),
        ("paid_on", json!("2026-02-30")),
        ("bank", json!(" ")),
        ("sender", json!(long)),
        ("proof_picture", json!("")),
        ("proof_picture", json!("products/a.webp")),
        ("proof_picture", json!("proofs/../a.webp")),
    ] {
        let mut form = scene.form(&order);
        form[field] = wrong.clone();
        let refused = scene.banker.post(&path(&order), form).await;
        let body = refused.expect(422);
        assert_eq!(body["fields"][0]["field"], field, "{wrong}: {body}");
    }
    let cod = scene.place("cod").await;
    scene.banker.post(&path(&cod), scene.form(&cod)).await.refused(409, "move_refused");
    scene.transfer(&order).await;
    let other = scene.place("online").await;
    let mut form = scene.form(&other);
    form["proof_picture"] = scene.form(&order)["proof_picture"].clone();
    let said = scene.banker.post(&path(&other), form).await.refused(422, "invalid_field");
    assert!(said.contains("Bukti ini sudah dipakai"), "{said}");
    assert_eq!(scene.read(&other).await["status"], "pending");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn an_expired_order_refuses_transfers() {
    let scene = Scene::start().await;
    let order = scene.place("online").await;
    scene.shop.app.clock.advance(25 * 60 * 60 * 1000);
    scene.round().await;
    assert_eq!(scene.read(&order).await["status"], "expired");
    assert_eq!(scene.seen(&order).await["actions"], json!([]));
    let said = scene.banker.post(&path(&order), scene.form(&order)).await.refused(409, "move_refused");
    assert!(said.contains("lewat batas bayar"), "{said}");
    assert_eq!(scene.shop.stock(scene.salt).await, 10);
}

#[tokio::test]
async fn double_payments_are_refunded_automatically() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    // The provider's notification got lost.
    let order = scene.place("online").await;
    decide(shop, &order, "later").await;
    scene.put_at_provider(&order, "settlement").await;
    let said = scene.banker.post(&path(&order), scene.form(&order)).await.refused(409, "move_refused");
    assert!(said.contains("dibayar oleh penyedia pembayaran"), "{said}");
    let read = scene.read(&order).await;
    assert_eq!((&read["status"], &read["bank_transfer"]), (&json!("success"), &json!(false)));

    // The provider receives money after the transfer: the order stays unchanged, and the money is refunded
    // automatically.
    let twice = scene.place("online").await;
    decide(shop, &twice, "later").await;
    scene.transfer(&twice).await;
    scene.put_at_provider(&twice, "settlement").await;
    shop.app.clock.advance(20 * 60 * 1000);
    ksmart_flows::payments::reconcile(&shop.app.payments).await.unwrap();
    let seen = scene.seen(&twice).await;
    assert_eq!((&seen["payment_status"], &seen["problems"][0]["kind"]), (&json!("success"), &json!("double_payment")));
    let total = twice["gross_amount"].clone();
    let open = scene.banker.get("/api/admin/books?by=period").await.expect(200);
    assert_eq!(open["open"]["refunds_due"], json!({"count": 1, "amount_rp": total}));
    ksmart_flows::payments::give_back_late(&shop.app.payments).await.unwrap();
    let seen = scene.seen(&twice).await;
    assert!(seen["problems"][0]["solved_at"].is_string(), "{seen}");
    assert_eq!((&seen["payment_status"], &seen["transfer"]["amount_rp"]), (&json!("success"), &total));
    assert_eq!(shop.count("SELECT COUNT(*) FROM sandbox_payments WHERE status = 'refund'").await, 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_transferred_order_is_refunded_manually() {
    let scene = Scene::start().await;
    let shop = &scene.shop;
    let order = scene.place("online").await;
    scene.transfer(&order).await;
    let refund = format!("/api/admin/orders/{}/refund", number(&order));
    scene.banker.post(&refund, json!({"reason": "Stok rusak"})).await.expect(200);
    let done = crate::payments::manual_refunds::approve(&shop.admin().await, number(&order)).await.expect(200);
    assert_eq!(done["data"]["status"], "refunded");
    assert_eq!(shop.count("SELECT COUNT(*) FROM sandbox_refunds").await, 0);
    let sql =
        "SELECT CAST(SUM(amount_rp) AS BIGINT) FROM money_entries WHERE kind = 'refunded' AND channel = 'transfer'";
    assert_eq!(shop.count(sql).await, order["gross_amount"].as_i64().unwrap());

    // A return of such an order is refunded by a transfer of two administrators.
    let order = scene.place("online").await;
    scene.transfer(&order).await;
    for (step, body) in [("pack", json!({})), ("ship", json!({"resi": "JN100"})), ("complete", json!({}))] {
        scene.packer.post(&format!("/api/admin/orders/{}/{step}", number(&order)), body).await.expect(200);
    }
    let returns = format!("/api/admin/orders/{}/returns", number(&order));
    let line = scene.packer.get(&returns).await.expect(200)["lines"][0]["line_id"].clone();
    let form = reqwest::multipart::Form::new()
        .text("kind", "refund")
        .text("reason", "damaged")
        .text("note", "Botolnya pecah.")
        .text("lines", json!([{"line_id": line, "quantity": 1}]).to_string());
    let request = scene.packer.request(Method::POST, &returns).multipart(form);
    let id = scene.packer.send(request).await.expect(201)["data"]["id"].as_i64().unwrap();
    let page = format!("/api/admin/returns/{id}");
    let mut version = scene.banker.get(&page).await.expect(200)["version"].clone();
    for (step, body) in
        [("approve", json!({})), ("receive", json!({"lines": [{"line_id": line, "saleable": 1, "damaged": 0}]}))]
    {
        let mut body = body;
        body["version"] = version;
        version = scene.packer.post(&format!("{page}/{step}"), body).await.expect(200)["data"]["version"].clone();
    }
    let seen = scene.banker.get(&page).await.expect(200);
    assert_eq!((&seen["actions"], &seen["bank_transfer"]), (&json!(["transfer"]), &json!(true)));
    scene.banker.post(&format!("{page}/refund"), json!({"version": version})).await.refused(409, "move_refused");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn concurrent_transfers_pay_an_order_once() {
    let scene = Scene::start().await;
    for _ in 0..3 {
        let order = scene.place("online").await;
        let transfer = path(&order);
        let cancel = format!("/api/transactions/{}/cancel", number(&order));
        let (first, second, called_off) = tokio::join!(
            scene.banker.post(&transfer, scene.form(&order)),
            scene.banker.post(&transfer, scene.form(&order)),
            scene.budi.post(&cancel, json!({})),
        );
        let won = [first.status, second.status, called_off.status].iter().filter(|status| **status == 200).count();
        let read = scene.read(&order).await;
        assert_eq!(won, 1, "{read}");
        assert_eq!(read["bank_transfer"], json!(read["status"] == "success"), "{read}");
        scene.round().await;
        assert_eq!(scene.read(&order).await["status"], read["status"]);
    }
    scene.shop.must_be_sound().await;
}
