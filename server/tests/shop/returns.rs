//! Goods that come back: who may ask for what, and where goods, money and points are after each step.

use futures_util::future::join_all;
use ksmart::{foundation::time::DAY_MS, identity::roles::Role};
use ksmart_core::order::OrderEvent::{Complete, Pack, Pay, Ship};
use reqwest::{Method, multipart};
use serde_json::{Value, json};

use crate::{
    fakes::midtrans::{Delivery, Fault, Midtrans},
    pictures::black_png,
    shop::{Actor, Answer, Shop, Story},
};

/// Asks to give pieces of an order back: `lines` are keys of lines with pieces; at `path` below the order's.
async fn ask_at(actor: &Actor, path: &str, kind: &str, lines: &[(i64, i64)], pictures: Vec<Vec<u8>>) -> Answer {
    let lines: Vec<Value> = lines.iter().map(|(line, pieces)| json!({"line_id": line, "quantity": pieces})).collect();
    let mut form = multipart::Form::new()
        .text("kind", kind.to_owned())
        .text("reason", "damaged")
        .text("note", "Botolnya pecah.")
        .text("lines", Value::from(lines).to_string());
    for picture in pictures {
        form = form.part("pictures", multipart::Part::bytes(picture).file_name("foto.png"));
    }
    actor.send(actor.request(Method::POST, path).multipart(form)).await
}

/// Asks to give so many pieces of the first line of an own order back.
pub async fn ask(actor: &Actor, order: &str, kind: &str, pieces: i64, pictures: Vec<Vec<u8>>) -> Answer {
    let path = format!("/api/transactions/{order}/returns");
    let line = actor.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
    ask_at(actor, &path, kind, &[(line, pieces)], pictures).await
}

/// A shop with a buyer, someone who packs, two who handle money, and a product of Rp 1.000 with 5 points.
struct Scene {
    shop: Shop,
    salt: i64,
    budi: Actor,
    packer: Actor,
    banker: Actor,
    owner: Actor,
}

impl Scene {
    async fn start_with(flags: &[&str]) -> Self {
        let shop = Shop::start_with(flags).await;
        let salt = shop.product("Garam", 10, 100).await;
        let budi = shop.member("budi").await;
        let (packer, banker, owner) =
            (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await, shop.admin().await);
        Self { shop, salt, budi, packer, banker, owner }
    }

    async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// An order of so many pieces that was paid in cash and completed; gives its number.
    async fn cod(&self, pieces: i64) -> String {
        let (at_ms, products) = (self.shop.app.clock.now_ms(), &[(self.salt, pieces)]);
        let events = &[Pack, Ship, Complete, Pay];
        let story =
            Story { buyer: &self.budi, products, period: self.shop.open, plan_id: 1, percent: "0", at_ms, events };
        self.shop.tell(&story).await.1
    }

    /// Places an online order with a voucher of 12.5 %; gives its number and its payment page.
    async fn place(&self, pieces: i64) -> (String, String) {
        if self.shop.count("SELECT COUNT(*) FROM vouchers").await == 0 {
            self.shop.voucher("HEMAT", "12.5", Some(99), Some(99)).await;
        }
        let mut wish = self.shop.wish(&self.budi, self.salt, pieces).await;
        wish["payment_method"] = json!("online");
        wish["voucher_code"] = json!("HEMAT");
        let off = pieces * 1000 - (pieces * 1000 * 875 + 500) / 1000;
        wish["gross_amount"] = json!(wish["gross_amount"].as_i64().unwrap() - off);
        let placed = self.budi.post("/api/create-transaction", wish).await.expect(201)["transaction"].take();
        (placed["order_id"].as_str().unwrap().to_owned(), placed["redirect_url"].as_str().unwrap().to_owned())
    }

    /// Packs, ships and completes a paid order.
    async fn complete(&self, order: &str) {
        for (step, body) in [("pack", json!({})), ("ship", json!({"resi": "JN100"})), ("complete", json!({}))] {
            self.packer.post(&format!("/api/admin/orders/{order}/{step}"), body).await.expect(200);
        }
    }

    /// An order of so many pieces that was paid in the sandbox by `channel` and completed; gives its number.
    async fn paid_by(&self, channel: &str, pieces: i64) -> String {
        let (order, page) = self.place(pieces).await;
        let form = [("method", channel), ("decision", "pay")];
        let paid = self.shop.guest().request(Method::POST, &page).form(&form).send().await.unwrap();
        assert_eq!(paid.status(), 303);
        self.complete(&order).await;
        order
    }

    async fn order(&self, order: &str) -> Value {
        self.budi.get(&format!("/api/transactions/{order}")).await.expect(200)["data"].take()
    }

    async fn read(&self, id: i64) -> Value {
        self.owner.get(&format!("/api/admin/returns/{id}")).await.expect(200)
    }

    /// Makes a step of a return as it is now.
    async fn step(&self, actor: &Actor, id: i64, step: &str, mut body: Value) -> Answer {
        body["version"] = self.read(id).await["version"].clone();
        actor.post(&format!("/api/admin/returns/{id}/{step}"), body).await
    }

    /// Asks for pieces of the first line, agrees, and receives them; gives the return's key.
    async fn received(&self, order: &str, kind: &str, saleable: i64, damaged: i64) -> i64 {
        let asked = ask(&self.budi, order, kind, saleable + damaged, vec![]).await.expect(201)["data"].take();
        let (id, line) = (asked["id"].as_i64().unwrap(), asked["lines"][0]["line_id"].clone());
        self.step(&self.packer, id, "approve", json!({})).await.expect(200);
        let lines = json!({"lines": [{"line_id": line, "saleable": saleable, "damaged": damaged}]});
        self.step(&self.packer, id, "receive", lines).await.expect(200);
        id
    }

    /// Budi's points.
    async fn points(&self) -> i64 {
        self.budi.get("/api/me").await.expect(200)["BV"].as_i64().unwrap()
    }

    async fn round(&self) {
        ksmart::ops::jobs::round(&self.shop.app.jobs()).await.unwrap();
    }
}

fn actions(seen: &Value) -> Vec<&str> {
    seen["actions"].as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_shop_reads_what_a_part_comes_to_before_it_writes_it_down_for_a_member() {
    let scene = Scene::start().await;
    let order = scene.cod(3).await;
    let path = format!("/api/admin/orders/{order}/returns");
    let line = scene.packer.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
    let question = json!({"kind": "buyback", "lines": [{"line_id": line, "quantity": 2}]});
    let own = format!("/api/transactions/{order}/returns/quote");
    scene.budi.post(&own, question.clone()).await.refused(422, "invalid_field");
    scene.banker.post(&format!("{path}/quote"), question.clone()).await.refused(403, "forbidden");
    let quote = scene.packer.post(&format!("{path}/quote"), question).await.expect(200);
    assert_eq!((&quote["deduction_rp"], &quote["refund_rp"]), (&json!(200), &json!(1800)));
    let asked = ask_at(&scene.packer, &path, "buyback", &[(line, 2)], vec![]).await.expect(201);
    for amount in ["goods_rp", "discount_rp", "shipping_rp", "deduction_rp", "refund_rp", "points"] {
        assert_eq!(asked["data"][amount], quote[amount], "{amount}");
    }
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn the_shop_is_told_what_is_left_to_be_refunded() {
    let scene = Scene::start().await;
    let order = scene.paid_by("qris", 3).await;
    let seen = async || scene.owner.get(&format!("/api/admin/orders/{order}")).await.expect(200);
    let total = seen().await["total_rp"].as_i64().unwrap();
    assert_eq!((&seen().await["refund_rp"], actions(&seen().await)), (&json!(total), vec!["refund"]));
    let id = scene.received(&order, "refund", 1, 0).await;
    assert_eq!((&seen().await["refund_rp"], actions(&seen().await)), (&Value::Null, vec![]));
    let back = scene.step(&scene.banker, id, "refund", json!({})).await.expect(200)["data"]["refund_rp"].as_i64();
    assert_eq!((&seen().await["refund_rp"], actions(&seen().await)), (&json!(total - back.unwrap()), vec!["refund"]));
}

#[tokio::test]
async fn an_order_comes_back_piece_by_piece_to_the_rupiah_and_the_point() {
    let scene = Scene::start().await;
    let (budi, packer, banker) = (&scene.budi, &scene.packer, &scene.banker);
    let order = scene.paid_by("qris", 3).await;
    let path = format!("/api/transactions/{order}/returns");
    let bought = scene.order(&order).await;
    let total = bought["gross_amount"].as_i64().unwrap();
    assert_eq!((scene.points().await, scene.shop.stock(scene.salt).await), (15, 97));

    let there = budi.get(&path).await.expect(200);
    assert_eq!((&there["may_ask"], &there["why_not"], &there["returns"]), (&json!(true), &Value::Null, &json!([])));
    assert_eq!(there["kinds"], json!(["refund", "replacement"]));
    assert_eq!((&there["lines"][0]["quantity"], &there["lines"][0]["open"]), (&json!(3), &json!(3)));
    let line = there["lines"][0]["line_id"].clone();
    let question = |pieces: i64| json!({"kind": "refund", "lines": [{"line_id": line, "quantity": pieces}]});
    let whole = budi.post(&format!("{path}/quote"), question(3)).await.expect(200);
    assert_eq!(
        (&whole["refund_rp"], &whole["points"], &whole["discount_rp"]),
        (&json!(total), &json!(15), &json!(375))
    );
    let quote = budi.post(&format!("{path}/quote"), question(2)).await.expect(200);

    let asked = ask(budi, &order, "refund", 2, vec![black_png(3000, 20)]).await.expect(201);
    assert_eq!(asked["message"], "Pengembalian diajukan.");
    let asked = &asked["data"];
    for amount in ["goods_rp", "discount_rp", "shipping_rp", "deduction_rp", "refund_rp", "points"] {
        assert_eq!(asked[amount], quote[amount], "{amount}");
    }
    assert_eq!((&asked["state"], &asked["actions"]), (&json!("asked"), &json!(["withdraw"])));
    let id = asked["id"].as_i64().unwrap();

    // The picture is for Budi and the office, and for nobody by its file.
    let picture = asked["pictures"][0].as_str().unwrap();
    for (actor, status) in [(budi, 200), (packer, 200), (banker, 200)] {
        let seen = actor.request(Method::GET, picture).send().await.unwrap();
        assert_eq!((seen.status().as_u16(), &seen.headers()["content-type"]), (status, &"image/webp".parse().unwrap()));
        assert_eq!(seen.headers()["cache-control"], "no-store");
    }
    scene.shop.member("siti").await.get(picture).await.refused(404, "not_found");
    scene.shop.staff(Role::Catalogue).await.get(picture).await.refused(404, "not_found");
    scene.shop.guest().get(picture).await.refused(401, "unauthorized");
    let sql = "SELECT picture FROM return_pictures";
    let file: String = sqlx::query_scalar(sql).fetch_one(&mut *scene.shop.app.db.read().await.unwrap()).await.unwrap();
    assert!(file.starts_with("returns/"), "{file}");
    for hidden in [file.clone(), file.replace("returns", "Returns"), format!("{file}?w=64"), format!("resized/{file}")]
    {
        scene.shop.guest().get(&format!("/storage/{hidden}")).await.refused(404, "not_found");
    }

    // The queue, and who waits for whom.
    assert_eq!(packer.get("/api/admin/today").await.expect(200)["returns_asked"], 1);
    let queue = packer.get(&format!("/api/admin/returns?state=asked&search={order}")).await.expect(200);
    assert_eq!((&queue["returns"][0]["id"], &queue["returns"][0]["pieces"]), (&json!(id), &json!(2)));
    assert_eq!(queue["waiting"], json!({"asked": 1, "approved": 0, "received": 0, "transferring": 0}));
    assert_eq!(packer.get("/api/admin/returns?search=tidak-ada").await.expect(200)["returns"], json!([]));

    assert_eq!(actions(&scene.read(id).await), ["approve", "refuse"]);
    scene.step(packer, id, "approve", json!({})).await.expect(200);
    let lines = json!({"lines": [{"line_id": line, "saleable": 1, "damaged": 1}]});
    let received = scene.step(packer, id, "receive", lines).await.expect(200);
    assert_eq!(received["message"], "Barang pengembalian diterima.");
    assert_eq!(
        (received["data"]["refund_rp"].clone(), scene.shop.stock(scene.salt).await),
        (quote["refund_rp"].clone(), 98)
    );
    assert_eq!(actions(&scene.read(id).await), ["refund"]);
    scene.shop.must_be_sound().await;
    let refunded = scene.step(banker, id, "refund", json!({})).await.expect(200);
    assert_eq!((&refunded["message"], &refunded["data"]["state"]), (&json!("Dana dikembalikan."), &json!("refunded")));
    let events: Vec<_> =
        refunded["data"]["moves"].as_array().unwrap().iter().map(|step| step["event"].clone()).collect();
    assert_eq!(events, ["asked", "approved", "received", "refunded"]);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (5, json!("success")));
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM payment_problems").await, 0, "the shop knows of it");
    scene.shop.must_be_sound().await;

    // The last piece: the order itself counts as refunded.
    let last = scene.received(&order, "refund", 0, 1).await;
    scene.step(banker, last, "refund", json!({})).await.expect(200);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (0, json!("refunded")));
    let sql = "SELECT CAST(SUM(amount_rp) AS BIGINT) FROM sandbox_refunds";
    assert_eq!(scene.shop.count(sql).await, total);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(refund_rp) AS BIGINT) FROM returns").await, total);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(points) AS BIGINT) FROM bv_entries").await, 0);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(sales_rp) AS BIGINT) FROM bv_entries").await, 0);
    let gone = budi.get(&path).await.expect(200);
    assert_eq!((&gone["may_ask"], &gone["why_not"]), (&json!(false), &json!("Dana pesanan ini sudah dikembalikan.")));
    scene.shop.must_be_sound().await;
}
