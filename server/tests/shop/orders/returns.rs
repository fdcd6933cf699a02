//! Returns of goods: who may request which return, and where goods, money and points are after each step.

use futures_util::future::join_all;
use ksmart_core::order::OrderEvent::{Complete, Pack, Pay, Ship};
use ksmart_foundation::{
    ids::MemberId,
    time::{DAY_MS, rfc3339},
};
use ksmart_identity::roles::Role;
use ksmart_members::accounts;
use reqwest::{Method, multipart};
use serde_json::{Value, json};

use crate::{
    catalog::pictures::black_png,
    fakes::midtrans::{Delivery, Fault, Midtrans},
    shop::{Actor, Answer, Shop, Story},
};

/// Requests the return of damaged pieces at `path`; `lines` contains keys of order lines, with numbers of pieces.
async fn ask_at(actor: &Actor, path: &str, kind: &str, lines: &[(i64, i64)], pictures: Vec<Vec<u8>>) -> Answer {
    ask_because(actor, path, (kind, "damaged"), lines, pictures).await
}

/// Requests the return of pieces for a reason.
async fn ask_because(
    actor: &Actor,
    path: &str,
    (kind, reason): (&str, &'static str),
    lines: &[(i64, i64)],
    pictures: Vec<Vec<u8>>,
) -> Answer {
    let lines: Vec<Value> = lines.iter().map(|(line, pieces)| json!({"line_id": line, "quantity": pieces})).collect();
    let mut form = multipart::Form::new()
        .text("kind", kind.to_owned())
        .text("reason", reason)
        .text("note", "Botolnya pecah.")
        .text("lines", Value::from(lines).to_string());
    for picture in pictures {
        form = form.part("pictures", multipart::Part::bytes(picture).file_name("foto.png"));
    }
    actor.send(actor.request(Method::POST, path).multipart(form)).await
}

/// Requests the return of this many pieces of the first line of one's own order.
pub async fn ask(actor: &Actor, order: &str, kind: &str, pieces: i64, pictures: Vec<Vec<u8>>) -> Answer {
    let path = format!("/api/transactions/{order}/returns");
    let line = actor.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
    ask_at(actor, &path, kind, &[(line, pieces)], pictures).await
}

/// Shop with a buyer, a packer, two administrators who handle money, and a product of Rp 1.000 with 5 points.
struct Scene {
    shop: Shop,
    salt: i64,
    /// Budi's leader.
    ani: Actor,
    budi: Actor,
    packer: Actor,
    banker: Actor,
    owner: Actor,
}

impl Scene {
    async fn start_with(flags: &[&str]) -> Self {
        let shop = Shop::start_with(flags).await;
        let salt = shop.product("Garam", 10, 100).await;
        let ani = shop.member("ani").await;
        let budi = shop.member_below("budi", Some(&ani)).await;
        let (packer, banker, owner) =
            (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await, shop.admin().await);
        Self { shop, salt, ani, budi, packer, banker, owner }
    }

    async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Creates an order of this many pieces, paid in cash and completed; returns its number.
    async fn cod(&self, pieces: i64) -> String {
        let (at_ms, products) = (self.shop.app.clock.now_ms(), &[(self.salt, pieces)]);
        let events = &[Pack, Ship, Complete, Pay];
        let story =
            Story { buyer: &self.budi, products, period: self.shop.open, plan_id: 1, percent: "0", at_ms, events };
        self.shop.tell(&story).await.1
    }

    /// Places an online order with a voucher of 12.5 %; returns its number and its payment page.
    async fn place(&self, pieces: i64) -> (String, String) {
        if self.shop.count("SELECT COUNT(*) FROM vouchers").await == 0 {
            self.shop.voucher("HEMAT", "12.5", Some(99), Some(99)).await;
        }
        let off = pieces * 1000 - (pieces * 1000 * 875 + 500) / 1000;
        let order = self.shop.order(&self.budi).item(self.salt, pieces).online().voucher("HEMAT", off);
        let placed = order.placed().await;
        (placed["order_id"].as_str().unwrap().to_owned(), placed["redirect_url"].as_str().unwrap().to_owned())
    }

    /// Packs, ships and completes a paid order.
    async fn complete(&self, order: &str) {
        for (step, body) in [("pack", json!({})), ("ship", json!({"resi": "JN100"})), ("complete", json!({}))] {
            self.packer.post(&format!("/api/admin/orders/{order}/{step}"), body).await.expect(200);
        }
    }

    /// Creates an order of this many pieces, paid in the sandbox by `channel` and completed; returns its number.
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

    /// Returns the points of an order and its returned points, as the member sees them on its page and in the list.
    async fn bv(&self, order: &str) -> (i64, i64) {
        let of = |order: &Value| (order["total_bv"].as_i64().unwrap(), order["returned_bv"].as_i64().unwrap());
        let listed =
            self.budi.get(&format!("/api/transactions/user/{}?search={order}", self.budi.id)).await.expect(200);
        let shown = of(&self.order(order).await);
        assert_eq!(of(&listed["data"][0]), shown);
        shown
    }

    async fn read(&self, id: i64) -> Value {
        self.owner.get(&format!("/api/admin/returns/{id}")).await.expect(200)
    }

    /// Performs a step of a return in its current version.
    async fn step(&self, actor: &Actor, id: i64, step: &str, mut body: Value) -> Answer {
        body["version"] = self.read(id).await["version"].clone();
        actor.post(&format!("/api/admin/returns/{id}/{step}"), body).await
    }

    /// Requests, approves and receives pieces of the first line; returns the return's key.
    async fn received(&self, order: &str, kind: &str, saleable: i64, damaged: i64) -> i64 {
        self.received_because(order, (kind, "damaged"), saleable, damaged).await
    }

    /// Requests, approves and receives pieces of the first line for a reason; returns the return's key.
    async fn received_because(&self, order: &str, why: (&str, &'static str), saleable: i64, damaged: i64) -> i64 {
        let path = format!("/api/transactions/{order}/returns");
        let line = self.budi.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
        let lines = [(line, saleable + damaged)];
        let asked = ask_because(&self.budi, &path, why, &lines, vec![]).await.expect(201)["data"].take();
        let (id, line) = (asked["id"].as_i64().unwrap(), asked["lines"][0]["line_id"].clone());
        self.step(&self.packer, id, "approve", json!({})).await.expect(200);
        let lines = json!({"lines": [{"line_id": line, "saleable": saleable, "damaged": damaged}]});
        self.step(&self.packer, id, "receive", lines).await.expect(200);
        id
    }

    /// Returns the reason why Budi may request nothing for an order; a refused request gives the same reason.
    async fn why_not(&self, order: &str) -> String {
        let there = self.budi.get(&format!("/api/transactions/{order}/returns")).await.expect(200);
        assert_eq!((&there["may_ask"], &there["kinds"], &there["deadlines"]), (&json!(false), &json!([]), &json!([])));
        let message = there["why_not"].as_str().unwrap().to_owned();
        assert_eq!(ask(&self.budi, order, "refund", 1, vec![]).await.refused(409, "move_refused"), message);
        message
    }

    /// Returns Budi's points.
    async fn points(&self) -> i64 {
        self.budi.get("/api/me").await.expect(200)["BV"].as_i64().unwrap()
    }

    async fn round(&self) {
        ksmart_ops::jobs::round(&self.shop.app.jobs()).await.unwrap();
    }
}

fn actions(seen: &Value) -> Vec<&str> {
    seen["actions"].as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_office_sees_a_quote_before_a_return() {
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
async fn unwanted_goods_are_refunded_without_shipping() {
    let scene = Scene::start().await;
    let order = scene.paid_by("qris", 3).await;
    let path = format!("/api/transactions/{order}/returns");
    let line = scene.budi.get(&path).await.expect(200)["lines"][0]["line_id"].clone();
    let quote = async |reason: Value| {
        let question = json!({"kind": "refund", "reason": reason, "lines": [{"line_id": line, "quantity": 1}]});
        scene.budi.post(&format!("{path}/quote"), question).await.expect(200)
    };
    for reason in [Value::Null, json!("damaged"), json!("other")] {
        let seen = quote(reason).await;
        assert!(seen["shipping_rp"].as_i64() > Some(0) && seen["keeps_shipping"] == false, "{seen}");
    }
    let kept = quote(json!("unwanted")).await;
    assert_eq!(
        (&kept["shipping_rp"], &kept["refund_rp"], &kept["keeps_shipping"]),
        (&json!(0), &json!(875), &json!(true))
    );
    scene.shop.set("returns", json!({"unwanted_refunds_shipping": true})).await;
    assert_eq!(quote(json!("unwanted")).await, quote(json!("damaged")).await);
    scene.shop.set("returns", json!({"unwanted_refunds_shipping": false})).await;

    // The rule on the day of the request applies: the shipping is refunded for the other pieces only.
    let back = async |id: i64| {
        let answer = scene.step(&scene.banker, id, "refund", json!({})).await.expect(200);
        answer["data"]["refund_rp"].as_i64().unwrap()
    };
    let unwanted = scene.received_because(&order, ("refund", "unwanted"), 1, 0).await;
    scene.shop.set("returns", json!({"unwanted_refunds_shipping": true})).await;
    let unwanted_rp = back(unwanted).await;
    assert_eq!(unwanted_rp, 875);
    scene.shop.must_be_sound().await;
    let rest = back(scene.received(&order, "refund", 2, 0).await).await;
    let seen = scene.order(&order).await;
    let (total, shipping) = (seen["gross_amount"].as_i64().unwrap(), seen["shipping_cost"].as_i64().unwrap());
    assert_eq!((unwanted_rp + rest, &seen["status"]), (total - (shipping - shipping * 2 / 3), &json!("refunded")));
    // Each return was notified separately; no message states that the whole total was refunded.
    let told = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'order_refunded'";
    assert_eq!(scene.shop.count(told).await, 0);
    scene.shop.must_be_sound().await;

    // A later refund of the whole order returns only the remaining money.
    let order = scene.paid_by("qris", 2).await;
    scene.shop.set("returns", json!({"unwanted_refunds_shipping": false})).await;
    back(scene.received_because(&order, ("refund", "unwanted"), 1, 0).await).await;
    let path = format!("/api/admin/orders/{order}");
    let seen = scene.owner.get(&path).await.expect(200);
    let (left, shipping) = (seen["refund_rp"].as_i64().unwrap(), seen["shipping_cost_rp"].as_i64().unwrap());
    assert_eq!(left, 875 + shipping / 2);
    scene.owner.post(&format!("{path}/refund"), json!({"reason": "Toko tutup."})).await.expect(200);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn the_office_sees_the_remaining_refund() {
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
async fn partial_returns_add_up_to_the_whole_order() {
    let scene = Scene::start().await;
    let (budi, packer, banker) = (&scene.budi, &scene.packer, &scene.banker);
    let order = scene.paid_by("qris", 3).await;
    let path = format!("/api/transactions/{order}/returns");
    let bought = scene.order(&order).await;
    assert_eq!(scene.bv(&order).await, (15, 0));
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

    let asked = ask(budi, &order, "refund", 2, vec![]).await.expect(201);
    assert_eq!(asked["message"], "Pengembalian diajukan.");
    let asked = &asked["data"];
    for amount in ["goods_rp", "discount_rp", "shipping_rp", "deduction_rp", "refund_rp", "points"] {
        assert_eq!(asked[amount], quote[amount], "{amount}");
    }
    assert_eq!((&asked["state"], &asked["actions"]), (&json!("asked"), &json!(["withdraw"])));
    let id = asked["id"].as_i64().unwrap();

    // The queue, and the number of returns waiting in each state.
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
    assert_eq!(scene.bv(&order).await, (15, 10), "what went back is not earned any more");
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM payment_problems").await, 0, "the shop knows of it");
    scene.shop.must_be_sound().await;

    // With the last piece the order itself counts as refunded.
    let last = scene.received(&order, "refund", 0, 1).await;
    scene.step(banker, last, "refund", json!({})).await.expect(200);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (0, json!("refunded")));
    assert_eq!(scene.bv(&order).await, (15, 15));
    let sql = "SELECT CAST(SUM(amount_rp) AS BIGINT) FROM sandbox_refunds";
    assert_eq!(scene.shop.count(sql).await, total);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(refund_rp) AS BIGINT) FROM returns").await, total);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(points) AS BIGINT) FROM bv_entries").await, 0);
    assert_eq!(scene.shop.count("SELECT CAST(SUM(sales_rp) AS BIGINT) FROM bv_entries").await, 0);
    let gone = budi.get(&path).await.expect(200);
    assert_eq!((&gone["may_ask"], &gone["why_not"]), (&json!(false), &json!("Dana pesanan ini sudah dikembalikan.")));
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn return_pictures_are_private() {
    let scene = Scene::start().await;
    let (budi, packer, banker) = (&scene.budi, &scene.packer, &scene.banker);
    let order = scene.cod(2).await;
    let asked = ask(budi, &order, "refund", 1, vec![black_png(3000, 20)]).await.expect(201)["data"].take();
    let picture = asked["pictures"][0].as_str().unwrap();
    for (actor, status) in [(budi, 200), (packer, 200), (banker, 200)] {
        let seen = actor.request(Method::GET, picture).send().await.unwrap();
        assert_eq!((seen.status().as_u16(), &seen.headers()["content-type"]), (status, &"image/webp".parse().unwrap()));
        assert_eq!(seen.headers()["cache-control"], "no-store");
    }
    scene.shop.member("siti").await.get(picture).await.refused(404, "not_found");
    scene.shop.staff(Role::Catalogue).await.get(picture).await.refused(404, "not_found");
    scene.shop.guest().get(picture).await.refused(401, "unauthorized");
    // An administrator who needs a second factor can do nothing in the office without it.
    scene.shop.set("security", json!({"admin_factors": true})).await;
    for (actor, status) in [(budi, 200), (packer, 200), (banker, 404)] {
        assert_eq!(actor.request(Method::GET, picture).send().await.unwrap().status(), status);
    }
    let sql = "SELECT picture FROM return_pictures";
    let file: String = sqlx::query_scalar(sql).fetch_one(&mut *scene.shop.app.db.read().await.unwrap()).await.unwrap();
    assert!(file.starts_with("returns/"), "{file}");
    for hidden in [file.clone(), file.replace("returns", "Returns"), format!("{file}?w=64"), format!("resized/{file}")]
    {
        scene.shop.guest().get(&format!("/storage/{hidden}")).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn the_member_page_shows_orders_and_returns() {
    let scene = Scene::start().await;
    let order = scene.paid_by("gopay", 4).await;
    ask(&scene.budi, &order, "refund", 3, Vec::new()).await.expect(201);
    let uid = async |of: &Actor| of.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let (budi, ani) = (uid(&scene.budi).await, uid(&scene.ani).await);
    let page = async |uid: &str| scene.banker.get(&format!("/api/admin/members/{uid}")).await.expect(200);
    let seen = page(&budi).await;
    let (parcel, back) = (&seen["orders"][0], &seen["returns"][0]);
    assert_eq!((&parcel["order_id"], &parcel["shipment_status"]), (&json!(order), &json!("selesai")));
    assert!(parcel["resi"].is_string() && parcel["products"][0]["name"] == "Garam", "{parcel}");
    assert_eq!((&back["order_id"], &back["state"], &back["pieces"]), (&json!(order), &json!("asked"), &json!(3)));
    assert_eq!(seen["returns"].as_array().unwrap().len(), 1);
    let now = rfc3339(scene.shop.app.clock.now_ms());
    assert_eq!(seen["last_seen"]["at"].as_str().unwrap()[..10], now[..10], "{seen}");
    // Other members' returns are not among them.
    assert_eq!(page(&ani).await["returns"], json!([]));
    // A member who has never logged in is distinguished from the others.
    let sql = "DELETE FROM sessions WHERE member_id = (SELECT id FROM members WHERE name = 'budi')";
    scene.shop.change(sql).await;
    assert_eq!(page(&budi).await["last_seen"], Value::Null);
}

#[tokio::test]
async fn returns_need_a_paid_order_and_have_a_deadline() {
    let scene = Scene::start().await;
    let budi = &scene.budi;
    let (waiting, _) = scene.place(1).await;
    assert_eq!(scene.why_not(&waiting).await, "Pengembalian dapat diajukan setelah pesanan selesai.");
    let (at_ms, products) = (scene.shop.app.clock.now_ms(), &[(scene.salt, 2)]);
    let events = &[Pack, Ship, Complete];
    let story = Story { buyer: budi, products, period: scene.shop.open, plan_id: 1, percent: "0", at_ms, events };
    let unpaid = scene.shop.tell(&story).await.1;
    assert_eq!(scene.why_not(&unpaid).await, "Pengembalian dapat diajukan setelah toko menerima pembayarannya.");

    let order = scene.cod(2).await;
    let path = format!("/api/transactions/{order}/returns");
    let line = scene.budi.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
    // After seven days only the shop can request a return.
    let sql = "SELECT MAX(at_ms) FROM order_moves WHERE event = 'completed'";
    let completed_ms = scene.shop.count(sql).await;
    let deadlines = async || budi.get(&path).await.expect(200)["deadlines"].take();
    let until = |kind: &str, days: i64| json!({"kind": kind, "until": rfc3339(completed_ms + days * DAY_MS)});
    assert_eq!(deadlines().await, json!([until("refund", 7), until("replacement", 7)]));
    // Each kind has its own last day.
    scene.shop.set("returns", json!({"buyback_days": 30})).await;
    assert_eq!(deadlines().await, json!([until("refund", 7), until("replacement", 7), until("buyback", 30)]));
    scene.shop.set("returns", json!({"buyback_days": 0})).await;
    let ago = 7 * DAY_MS + 60_000;
    let sql = format!("UPDATE order_moves SET at_ms = at_ms - {ago} WHERE event = 'completed'");
    scene.shop.change_by(&sql).await;
    assert_eq!(scene.why_not(&order).await, "Masa pengembalian pesanan ini sudah lewat.");
    let for_shop = format!("/api/admin/orders/{order}/returns");
    let there = scene.packer.get(&for_shop).await.expect(200);
    assert_eq!((&there["may_ask"], &there["deadlines"]), (&json!(true), &json!([])));
    ask_at(&scene.banker, &for_shop, "refund", &[(line, 1)], vec![]).await.refused(403, "forbidden");
    let noted = ask_at(&scene.packer, &for_shop, "buyback", &[(line, 1)], vec![]).await.expect(201);
    assert_eq!(
        (&noted["message"], &noted["data"]["moves"][0]["by"]),
        (&json!("Pengembalian dicatat."), &json!("shop"))
    );
    scene.shop.set("returns", json!({"return_days": 0})).await;
    let other = scene.cod(1).await;
    assert_eq!(scene.why_not(&other).await, "Toko ini tidak menerima pengembalian.");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn only_available_pieces_can_be_returned() {
    let scene = Scene::start().await;
    let budi = &scene.budi;
    let order = scene.cod(2).await;
    let path = format!("/api/transactions/{order}/returns");
    let line = budi.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
    for (lines, sentence) in [
        (&[][..], "Pilih barang yang dikembalikan."),
        (&[(line, 3)], "Garam yang dapat dikembalikan tinggal 2."),
        (&[(line, 0)], "Jumlah minimal 1."),
        (&[(line, 1), (line, 1)], "Jumlah minimal 1."),
        (&[(line + 1000, 1)], "Barang ini tidak ada di pesanan."),
    ] {
        assert_eq!(ask_at(budi, &path, "refund", lines, vec![]).await.refused(422, "invalid_field"), sentence);
    }
    let none = ask_at(budi, &path, "buyback", &[(line, 1)], vec![]).await;
    assert_eq!(none.refused(422, "invalid_field"), "Pilihan ini tidak tersedia untuk pesanan ini.");
    let six = vec![black_png(8, 8); 6];
    assert_eq!(ask(budi, &order, "refund", 1, six).await.refused(422, "invalid_field"), "Foto maksimal 5.");
    let none = ask(budi, &order, "refund", 1, vec![black_png(8, 8), b"<svg/>".to_vec()]).await;
    let sentence = "Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).";
    assert_eq!(none.refused(422, "invalid_field"), sentence);
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM returns").await, 0);

    // Requested pieces cannot be requested again until the return is withdrawn.
    let asked = ask(budi, &order, "refund", 2, vec![]).await.expect(201)["data"]["id"].as_i64().unwrap();
    assert_eq!(scene.why_not(&order).await, "Semua barang pesanan ini sudah diajukan untuk dikembalikan.");
    scene.step(&scene.packer, asked, "approve", json!({})).await.expect(200);
    let withdrawn = budi.post(&format!("/api/returns/{asked}/withdraw"), json!({})).await.expect(200);
    assert_eq!((&withdrawn["data"]["state"], &withdrawn["data"]["actions"]), (&json!("withdrawn"), &json!([])));
    budi.post(&format!("/api/returns/{asked}/withdraw"), json!({})).await.refused(409, "move_refused");
    let refused = ask(budi, &order, "refund", 2, vec![]).await.expect(201)["data"]["id"].as_i64().unwrap();
    let said = scene.step(&scene.packer, refused, "refuse", json!({"reason": " "})).await;
    assert_eq!(said.refused(422, "invalid_field"), "Tuliskan alasannya.");
    let said = scene.step(&scene.packer, refused, "refuse", json!({"reason": "Segel dibuka"})).await.expect(200);
    assert_eq!((&said["data"]["state"], &said["data"]["refused_reason"]), (&json!("refused"), &json!("Segel dibuka")));
    scene.step(&scene.packer, refused, "approve", json!({})).await.refused(409, "move_refused");
    ask(budi, &order, "refund", 1, vec![]).await.expect(201);
    assert_eq!(budi.get(&path).await.expect(200)["lines"][0]["open"], 1);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn repeated_return_requests_are_limited() {
    let scene = Scene::start().await;
    let order = scene.cod(1).await;
    for _ in 0..20 {
        let asked = ask(&scene.budi, &order, "refund", 1, vec![]).await.expect(201)["data"]["id"].take();
        scene.budi.post(&format!("/api/returns/{asked}/withdraw"), json!({})).await.expect(200);
    }
    let said = scene.why_not(&order).await;
    assert_eq!(said, "Pesanan ini sudah terlalu sering diajukan. Silakan hubungi toko.");
    let path = format!("/api/admin/orders/{order}/returns");
    assert_eq!(scene.packer.get(&path).await.expect(200)["may_ask"], true);
}

#[tokio::test]
async fn invalid_return_steps_are_refused() {
    let scene = Scene::start().await;
    let order = scene.cod(2).await;
    let line = scene.budi.get(&format!("/api/transactions/{order}/returns")).await.expect(200)["lines"][0]["line_id"]
        .as_i64()
        .unwrap();
    let late = ask(&scene.budi, &order, "refund", 1, vec![]).await.expect(201)["data"]["id"].as_i64().unwrap();
    for (actor, step) in [(&scene.banker, "approve"), (&scene.budi, "approve"), (&scene.packer, "refund")] {
        actor.post(&format!("/api/admin/returns/{late}/{step}"), json!({"version": 1})).await.refused(403, "forbidden");
    }
    scene.step(&scene.packer, late, "approve", json!({})).await.expect(200);
    let stale =
        scene.packer.post(&format!("/api/admin/returns/{late}/approve"), json!({"version": 1})).await.expect(409);
    assert_eq!((&stale["code"], &stale["current"]["state"]), (&json!("edit_conflict"), &json!("approved")));
    for (lines, sentence) in [
        (json!([]), "Isi jumlah setiap barang yang diterima."),
        (json!([{"line_id": line, "saleable": 2, "damaged": 0}]), "Jumlah yang diterima harus 0 sampai 1."),
        (json!([{"line_id": line, "saleable": -1, "damaged": 1}]), "Jumlah yang diterima harus 0 sampai 1."),
        (
            json!([{"line_id": line, "saleable": 0, "damaged": 0}]),
            "Belum ada barang yang diterima. Tolak pengembaliannya bila barangnya tidak datang.",
        ),
        (json!([{"line_id": line + 1000, "saleable": 0, "damaged": 0}]), "Barang ini tidak ada di pengembalian."),
    ] {
        let said = scene.step(&scene.packer, late, "receive", json!({"lines": lines})).await;
        assert_eq!(said.refused(422, "invalid_field"), sentence);
    }
}

#[tokio::test]
async fn cash_refunds_need_two_administrators() {
    let scene = Scene::start().await;
    let (banker, owner) = (&scene.banker, &scene.owner);
    let order = scene.cod(2).await;
    assert_eq!(scene.points().await, 10);
    let id = scene.received(&order, "refund", 1, 0).await;
    assert_eq!(actions(&scene.read(id).await), ["transfer"]);
    let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
    scene.step(banker, id, "refund", json!({})).await.refused(409, "move_refused");
    scene.step(&scene.packer, id, "transfer", bank.clone()).await.refused(403, "forbidden");
    let wrong = json!({"bank": "BCA", "bank_account": "12-34", "account_name": "Budi"});
    let said = scene.step(banker, id, "transfer", wrong).await.refused(422, "invalid_field");
    assert_eq!(said, "Nomor rekening harus 5 sampai 30 angka.");
    scene.step(banker, id, "transfer/approve", json!({"reference": "T1"})).await.refused(409, "move_refused");
    let prepared = scene.step(banker, id, "transfer", bank.clone()).await.expect(200);
    assert_eq!(prepared["message"], "Transfer disiapkan. Pengelola lain perlu menyetujuinya.");
    assert_eq!(banker.get("/api/admin/today").await.expect(200)["returns_transferring"], 1);
    let logged = |what: &'static str| scene.shop.count(what);
    assert_eq!(logged("SELECT COUNT(*) FROM audit_entries WHERE after LIKE '%1234567890%'").await, 0);
    assert_eq!(logged("SELECT COUNT(*) FROM audit_entries WHERE after LIKE '%*******890%'").await, 1);
    let own = scene.step(banker, id, "transfer/approve", json!({"reference": "T1"})).await;
    assert!(own.refused(409, "move_refused").contains("Anda siapkan sendiri"));
    let seen = banker.get(&format!("/api/admin/returns/{id}")).await.expect(200);
    assert_eq!((actions(&seen), &seen["transfer"]["prepared_by_you"]), (vec!["transfer"], &json!(true)));
    assert_eq!(actions(&scene.read(id).await), ["approve_transfer", "transfer"]);
    scene.shop.must_be_sound().await;

    // The destination account is shown only to administrators who transfer the money.
    let path = format!("/api/admin/returns/{id}");
    let stale = json!({"version": 1, "reason": "Tidak jadi"});
    let refused = scene.packer.post(&format!("{path}/refuse"), stale).await;
    assert_eq!(refused.status, 409);
    for (seen, account) in [
        (scene.packer.get(&path).await.expect(200), "*******890"),
        (refused.body["current"].clone(), "*******890"),
        (banker.get(&path).await.expect(200), "1234567890"),
        (owner.get(&path).await.expect(200), "1234567890"),
    ] {
        assert_eq!(seen["transfer"]["bank_account"], account, "{seen}");
    }

    // Of simultaneous approvals only one succeeds.
    let version = scene.read(id).await["version"].clone();
    let approval = json!({"version": version, "reference": "T1"});
    let path = format!("/api/admin/returns/{id}/transfer/approve");
    let answers = join_all((0..4).map(|_| owner.post(&path, approval.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (5, json!("success")));
    let seen = scene.read(id).await;
    assert_eq!((&seen["state"], &seen["transfer"]["reference"]), (&json!("refunded"), &json!("T1")));
    let told = scene.budi.get(&format!("/api/transactions/{order}/returns")).await.expect(200).to_string();
    assert!(!told.contains("1234567890") && !told.contains("staff_name"), "{told}");
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn new_administrators_cannot_approve_transfers() {
    let scene = Scene::start().await;
    let order = scene.cod(2).await;
    let id = scene.received(&order, "refund", 1, 0).await;
    let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
    scene.step(&scene.banker, id, "transfer", bank).await.expect(200);
    scene.shop.set("security", json!({"approval_wait_days": 3})).await;
    let now_ms = scene.shop.app.clock.now_ms();
    let owner = ksmart_foundation::ids::MemberId(scene.owner.id);
    let mut conn = scene.shop.app.db.write_one().await.unwrap();
    ksmart_identity::factors::mark_reset(&mut conn, owner, now_ms).await.unwrap();
    drop(conn);
    let from = rfc3339(now_ms + 3 * DAY_MS);
    assert_eq!(scene.owner.get("/api/me").await.expect(200)["approves_from"], from, "said before the money is sent");
    assert_eq!(scene.budi.get("/api/me").await.expect(200)["approves_from"], Value::Null);
    let said = scene.step(&scene.owner, id, "transfer/approve", json!({"reference": "T1"})).await;
    assert!(said.refused(409, "move_refused").starts_with("Akun Anda baru diangkat"));
    assert_eq!(scene.read(id).await["state"], "transferring");
    let sql = "UPDATE credential_resets SET at_ms = at_ms - 3 * 86400000";
    scene.shop.change(sql).await;
    assert_eq!(scene.owner.get("/api/me").await.expect(200)["approves_from"], Value::Null);
    scene.step(&scene.owner, id, "transfer/approve", json!({"reference": "T1"})).await.expect(200);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_refused_refund_is_paid_by_transfer() {
    let scene = Scene::start().await;
    let order = scene.paid_by("bca_va", 2).await;
    let id = scene.received(&order, "refund", 1, 0).await;
    assert_eq!(actions(&scene.read(id).await), ["refund"], "the provider is asked first");
    let said = scene.step(&scene.banker, id, "refund", json!({})).await.refused(409, "refund_refused");
    assert!(said.contains("Siapkan transfer"), "{said}");
    assert_eq!(actions(&scene.read(id).await), ["refund", "transfer"]);
    let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
    scene.step(&scene.banker, id, "transfer", bank).await.expect(200);
    scene.step(&scene.banker, id, "refund", json!({})).await.refused(409, "move_refused");
    scene.step(&scene.owner, id, "transfer/approve", json!({"reference": "T1"})).await.expect(200);
    assert_eq!(scene.points().await, 5);
    scene.shop.must_be_sound().await;
    // The rest is refunded manually, as a whole refund: no more than the remaining money.
    let body = json!({"reason": "Toko tutup", "manual": true});
    scene.banker.post(&format!("/api/admin/orders/{order}/refund"), body).await.expect(200);
    crate::payments::manual_refunds::approve(&scene.owner, &order).await.expect(200);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (0, json!("refunded")));
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn replacements_take_stock_but_no_money() {
    let scene = Scene::start().await;
    let order = scene.cod(3).await;
    let id = scene.received(&order, "replacement", 1, 1).await;
    let seen = scene.read(id).await;
    assert_eq!((actions(&seen), &seen["refund_rp"], &seen["points"]), (vec!["replace"], &json!(0), &json!(0)));
    assert_eq!(scene.shop.stock(scene.salt).await, 98);
    scene.step(&scene.banker, id, "refund", json!({})).await.refused(409, "move_refused");
    scene.shop.change("UPDATE products SET status = 'archived'").await;
    let none = scene.step(&scene.packer, id, "replace", json!({"resi": "JN200"})).await;
    assert_eq!(none.refused(409, "out_of_stock"), "Stok tidak cukup untuk mengirim penggantinya.");
    scene.shop.change("UPDATE products SET status = 'for_sale'").await;
    let wrong = scene.step(&scene.packer, id, "replace", json!({"resi": "?"})).await;
    assert_eq!(wrong.refused(422, "invalid_field"), "Nomor resi harus 3 sampai 64 huruf atau angka.");
    let version = scene.read(id).await["version"].clone();
    let body = json!({"version": version, "resi": "JN200"});
    let path = format!("/api/admin/returns/{id}/replace");
    let answers = join_all((0..4).map(|_| scene.packer.post(&path, body.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1, "sent once");
    let seen = scene.read(id).await;
    assert_eq!((&seen["state"], &seen["replacement_resi"]), (&json!("replaced"), &json!("JN200")));
    assert_eq!((scene.shop.stock(scene.salt).await, scene.points().await), (96, 15));
    scene.shop.must_be_sound().await;
    // The replaced pieces are used up; the third piece is not.
    let open =
        scene.budi.get(&format!("/api/transactions/{order}/returns")).await.expect(200)["lines"][0]["open"].take();
    assert_eq!(open, 1);
}

#[tokio::test]
async fn the_rest_of_an_order_can_be_refunded() {
    let scene = Scene::start().await;
    scene.shop.set("returns", json!({"buyback_days": 30})).await;
    let order = scene.paid_by("gopay", 4).await;
    let total = scene.order(&order).await["gross_amount"].as_i64().unwrap();
    let shipping = scene.order(&order).await["shipping_cost"].as_i64().unwrap();
    let of_one_piece = shipping - shipping * 3 / 4;
    let back = scene.received(&order, "buyback", 1, 0).await;
    let seen = scene.read(back).await;
    // One piece of Rp 1,000, less 12.5 % and a tenth of the rest, without shipping, with all of its points.
    assert_eq!((&seen["refund_rp"], &seen["deduction_rp"], &seen["points"]), (&json!(788), &json!(87), &json!(5)));
    let refund = format!("/api/admin/orders/{order}/refund");
    let why = json!({"reason": "Toko tutup"});
    let said = scene.banker.post(&refund, why.clone()).await.refused(409, "move_refused");
    assert!(said.contains("masih berjalan"), "{said}");
    scene.step(&scene.banker, back, "refund", json!({})).await.expect(200);
    let part = scene.received(&order, "refund", 1, 0).await;
    scene.step(&scene.banker, part, "refund", json!({})).await.expect(200);
    assert_eq!(scene.points().await, 10);
    scene.banker.post(&refund, why).await.expect(200);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (0, json!("refunded")));
    assert_eq!(scene.bv(&order).await, (20, 20));
    let kept = total - scene.shop.count("SELECT CAST(SUM(amount_rp) AS BIGINT) FROM sandbox_refunds").await;
    assert_eq!(kept, 87 + of_one_piece, "the shop keeps its tenth, and what it cost to ship what it bought back");
    // The check knows the exact amount, and not only that it is at most the amount paid.
    for (change, undone) in [("+ 1", "- 1"), ("- 1", "+ 1")] {
        let of_the_rest = "WHERE id = (SELECT MAX(id) FROM money_entries WHERE kind = 'refunded')";
        scene.shop.change_by(&format!("UPDATE money_entries SET amount_rp = amount_rp {change} {of_the_rest}")).await;
        let broken = ksmart_ops::integrity::run(&scene.shop.app.db).await.unwrap().broken();
        assert_eq!(broken, ["worth of returns"], "{change}");
        scene.shop.change_by(&format!("UPDATE money_entries SET amount_rp = amount_rp {undone} {of_the_rest}")).await;
    }
    // The leader sees the return of each piece once, page by page.
    let (mut seen, mut path) = (Vec::new(), "/api/history-bv?limit=1".to_owned());
    while seen.len() < 10 {
        let page = scene.ani.get(&path).await.expect(200);
        for line in page["history"].as_array().unwrap() {
            seen.push((line["quantity"].as_i64().unwrap(), line["total_bv"].as_i64().unwrap()));
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("/api/history-bv?limit=1&cursor={cursor}");
    }
    assert_eq!(seen, [(2, -10), (1, -5), (1, -5), (4, 20)]);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn a_bought_back_order_leaves_nothing_to_refund() {
    let scene = Scene::start().await;
    scene.shop.set("returns", json!({"buyback_days": 30})).await;
    let order = scene.paid_by("gopay", 2).await;
    for _ in 0..2 {
        let back = scene.received(&order, "buyback", 1, 0).await;
        scene.step(&scene.banker, back, "refund", json!({})).await.expect(200);
    }
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (0, json!("success")));
    scene.shop.must_be_sound().await;
    let given = "SELECT CAST(SUM(amount_rp) AS BIGINT) FROM sandbox_refunds";
    let before = scene.shop.count(given).await;
    let path = format!("/api/admin/orders/{order}/refund");
    scene.banker.post(&path, json!({"reason": "Toko tutup"})).await.expect(200);
    assert_eq!((scene.points().await, scene.order(&order).await["status"].clone()), (0, json!("refunded")));
    assert_eq!((scene.shop.count(given).await, scene.bv(&order).await), (before, (10, 10)));
    scene.shop.must_be_sound().await;
}

/// Starts a shop that is paid through the test's Midtrans, with a completed order of two pieces.
async fn at_midtrans() -> (Midtrans, Scene, String) {
    let midtrans = Midtrans::start().await;
    let flags = midtrans.flags();
    let scene = Scene::start_with(&[&flags[0], &flags[1], &flags[2]]).await;
    let (order, _) = scene.place(2).await;
    assert!(midtrans.pay(&order, "qris").await);
    scene.complete(&order).await;
    (midtrans, scene, order)
}

#[tokio::test]
async fn a_return_is_refunded_once_despite_failures() {
    let (midtrans, scene, order) = at_midtrans().await;
    for (fault, pieces_left) in [(Fault::AnswerLost, 1), (Fault::Down, 0)] {
        let id = scene.received(&order, "refund", 1, 0).await;
        let due = scene.read(id).await["refund_rp"].as_i64().unwrap();
        let before = midtrans.payment(&order).unwrap().returned;
        midtrans.set_faults(move |call| (call.what == "refund").then_some(fault));
        scene.step(&scene.banker, id, "refund", json!({})).await.refused(502, "payment_unavailable");
        assert_eq!(scene.read(id).await["state"], "received");
        assert_eq!(scene.order(&order).await["status"], "success", "a notice that is quicker than the answer waits");
        // While the result of the refund is unknown, no transfer can be prepared, and the order cannot be refunded
        // otherwise.
        let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
        scene.step(&scene.banker, id, "transfer", bank).await.refused(409, "move_refused");
        let why = json!({"reason": "Habis"});
        scene.banker.post(&format!("/api/admin/orders/{order}/refund"), why).await.refused(409, "move_refused");
        midtrans.work();
        scene.shop.app.clock.advance(2 * 60_000);
        scene.round().await;
        assert_eq!(scene.read(id).await["state"], "refunded", "{fault:?}");
        assert_eq!(midtrans.payment(&order).unwrap().returned, before + due);
        assert_eq!(scene.points().await, 5 * pieces_left);
        scene.shop.must_be_sound().await;
    }
    assert_eq!(midtrans.payment(&order).unwrap().kept(), 0);
    assert_eq!(scene.order(&order).await["status"], "refunded");
    let calls = midtrans.count("refund");
    scene.shop.app.clock.advance(60 * 60_000);
    scene.round().await;
    assert_eq!(midtrans.count("refund"), calls, "nothing is asked for again");
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM payment_problems").await, 0);
}

#[tokio::test]
async fn concurrent_clicks_refund_a_return_once() {
    let (midtrans, scene, order) = at_midtrans().await;
    let id = scene.received(&order, "refund", 1, 0).await;
    let seen = scene.read(id).await;
    let body = json!({"version": seen["version"]});
    let path = format!("/api/admin/returns/{id}/refund");
    let clicks = (0..6).map(|n| if n % 2 == 0 { &scene.banker } else { &scene.owner }.post(&path, body.clone()));
    let answers = join_all(clicks).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status.as_u16())));
    assert_eq!(json!(midtrans.payment(&order).unwrap().returned), seen["refund_rp"]);
    assert_eq!((midtrans.count("refund"), scene.points().await), (1, 5));
    // A member requests the last piece several times at once: only one request succeeds.
    let asked = join_all((0..4).map(|_| ask(&scene.budi, &order, "refund", 1, vec![]))).await;
    assert_eq!(asked.iter().filter(|answer| answer.status == 201).count(), 1);
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn refunds_by_the_provider_are_not_repeated() {
    let (midtrans, scene, order) = at_midtrans().await;
    let first = scene.received(&order, "refund", 1, 0).await;
    scene.step(&scene.banker, first, "refund", json!({})).await.expect(200);
    let second = scene.received(&order, "refund", 1, 0).await;
    // Someone refunds the rest in the provider's own office.
    midtrans.set_delivery(Delivery::AtOnce);
    let kept = midtrans.payment(&order).unwrap().kept();
    assert!(midtrans.happens(&order, "refund", kept).await);
    assert_eq!((scene.order(&order).await["status"].clone(), scene.points().await), (json!("refunded"), 0));
    let seen = scene.read(second).await;
    assert_eq!(actions(&seen), ["refuse"], "the return has nothing to wait for");
    scene.step(&scene.banker, second, "refund", json!({})).await.refused(409, "move_refused");
    scene.step(&scene.packer, second, "refuse", json!({"reason": "Dana sudah kembali"})).await.expect(200);
    assert_eq!(midtrans.payment(&order).unwrap().kept(), 0);
    scene.shop.must_be_sound().await;

    // A partial refund that the shop did not request becomes a problem for the administrators.
    let told = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'payment_problem' AND member_id IS NULL";
    let told_before = scene.shop.count(told).await;
    let (order, _) = scene.place(2).await;
    midtrans.pay(&order, "qris").await;
    for _ in 0..2 {
        assert!(midtrans.happens(&order, "partial_refund", 100).await);
        assert_eq!(scene.shop.count("SELECT COUNT(*) FROM payment_problems WHERE kind = 'partial_refund'").await, 1);
        assert_eq!(scene.shop.count(told).await, told_before + 1, "the office hears of it once");
    }
}

#[tokio::test]
async fn discarding_a_trial_order_deletes_its_return() {
    let scene = Scene::start().await;
    scene.shop.change("DELETE FROM internal_values WHERE name = 'opened_ms'").await;
    scene.shop.reload_settings().await;
    let order = scene.cod(2).await;
    let asked = ask(&scene.budi, &order, "refund", 2, vec![black_png(20, 20)]).await.expect(201)["data"].take();
    let (id, line) = (asked["id"].as_i64().unwrap(), asked["lines"][0]["line_id"].clone());
    scene.step(&scene.packer, id, "approve", json!({})).await.expect(200);
    let lines = json!({"lines": [{"line_id": line, "saleable": 2, "damaged": 0}]});
    scene.step(&scene.packer, id, "receive", lines).await.expect(200);
    let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
    scene.step(&scene.banker, id, "transfer", bank).await.expect(200);
    scene.step(&scene.owner, id, "transfer/approve", json!({"reference": "T1"})).await.expect(200);
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM bv_entries").await, 0);
    scene.shop.must_be_sound().await;
    scene.owner.post(&format!("/api/admin/orders/{order}/discard"), json!({})).await.expect(204);
    let sql = "SELECT (SELECT COUNT(*) FROM returns) + (SELECT COUNT(*) FROM return_pictures)";
    assert_eq!((scene.shop.count(sql).await, scene.shop.stock(scene.salt).await), (0, 100));
    assert_eq!(scene.shop.app.storage.keys().await.unwrap(), Vec::<String>::new());
    scene.shop.must_be_sound().await;
}

/// Changes that break rules: name of the rule, SQL that breaks it, SQL that repairs it.
const BREAKS: [(&str, &[&str], &[&str]); 12] = [
    (
        "returns",
        &["UPDATE return_lines SET quantity = 99 WHERE return_id = 5"],
        &["UPDATE return_lines SET quantity = 1 WHERE return_id = 5"],
    ),
    (
        "returns",
        &["UPDATE return_lines SET saleable = NULL, damaged = NULL WHERE return_id = 3"],
        &["UPDATE return_lines SET saleable = 0, damaged = 1 WHERE return_id = 3"],
    ),
    // All goods came back, and yet the order counts as paid.
    (
        "money of returns",
        &[
            "UPDATE orders SET payment_status = 'success' WHERE id = 1",
            "UPDATE order_moves SET event = 'resi' WHERE order_id = 1 AND event = 'refunded'",
        ],
        &[
            "UPDATE orders SET payment_status = 'refunded' WHERE id = 1",
            "UPDATE order_moves SET event = 'refunded' WHERE order_id = 1 AND event = 'resi'",
        ],
    ),
    (
        "worth of returns",
        &["UPDATE returns SET shipping_rp = shipping_rp + 1, refund_rp = refund_rp + 1 WHERE id = 3"],
        &["UPDATE returns SET shipping_rp = shipping_rp - 1, refund_rp = refund_rp - 1 WHERE id = 3"],
    ),
    (
        "worth of returns",
        &["UPDATE returns SET points = points + 1 WHERE id = 3"],
        &["UPDATE returns SET points = points - 1 WHERE id = 3"],
    ),
    (
        "returns",
        &["UPDATE returns SET keeps_shipping = 1 WHERE id = 5"],
        &["UPDATE returns SET keeps_shipping = 0 WHERE id = 5"],
    ),
    (
        "transfers of returns",
        &["UPDATE returns SET reference = NULL WHERE id = 2"],
        &["UPDATE returns SET reference = 'T1' WHERE id = 2"],
    ),
    (
        "transfers of returns",
        &["UPDATE returns SET approved_by = NULL, reference = NULL WHERE id = 2"],
        &[
            "UPDATE returns SET approved_by = (SELECT id FROM members WHERE role = 'owner'), reference = 'T1' WHERE id = 2",
        ],
    ),
    (
        "returns at the sandbox",
        &["UPDATE sandbox_refunds SET amount_rp = amount_rp - 1"],
        &["UPDATE sandbox_refunds SET amount_rp = amount_rp + 1"],
    ),
    (
        "ledger",
        &["UPDATE bv_entries SET sales_rp = sales_rp + 1 WHERE return_id = 1"],
        &["UPDATE bv_entries SET sales_rp = sales_rp - 1 WHERE return_id = 1"],
    ),
    (
        "stock of orders",
        &["UPDATE return_lines SET saleable = saleable - 1, damaged = damaged + 1 WHERE return_id = 1"],
        &["UPDATE return_lines SET saleable = saleable + 1, damaged = damaged - 1 WHERE return_id = 1"],
    ),
    ("pieces sold", &["UPDATE products SET sold = sold + 1"], &["UPDATE products SET sold = sold - 1"]),
];

#[tokio::test]
async fn the_check_finds_broken_returns() {
    let scene = Scene::start().await;
    // One return refunded at the sandbox, one transferred, one received, one replaced, and one just requested.
    let order = scene.paid_by("qris", 1).await;
    let first = scene.received(&order, "refund", 1, 0).await;
    scene.step(&scene.banker, first, "refund", json!({})).await.expect(200);
    assert_eq!(scene.order(&order).await["status"], "refunded");
    let cod = scene.cod(9).await;
    let second = scene.received(&cod, "refund", 2, 0).await;
    let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
    scene.step(&scene.banker, second, "transfer", bank).await.expect(200);
    scene.step(&scene.owner, second, "transfer/approve", json!({"reference": "T1"})).await.expect(200);
    let third = scene.received(&cod, "refund", 0, 1).await;
    let fourth = scene.received(&cod, "replacement", 1, 0).await;
    scene.step(&scene.packer, fourth, "replace", json!({"resi": "JN300"})).await.expect(200);
    let fifth = ask(&scene.budi, &cod, "refund", 1, vec![]).await.expect(201)["data"]["id"].as_i64().unwrap();
    assert_eq!([first, second, third, fourth, fifth], [1, 2, 3, 4, 5]);
    scene.shop.must_be_sound().await;
    let broken = async || ksmart_ops::integrity::run(&scene.shop.app.db).await.unwrap().broken();
    for (rule, breaks, mends) in BREAKS {
        for sql in breaks {
            scene.shop.change(sql).await;
        }
        assert_eq!(broken().await, [rule], "after {breaks:?}");
        for sql in mends {
            scene.shop.change(sql).await;
        }
    }
    scene.shop.must_be_sound().await;
}

#[tokio::test]
async fn an_erased_member_cannot_request_a_return() {
    let scene = Scene::start().await;
    let order = scene.cod(2).await;
    let path = format!("/api/transactions/{order}/returns");
    let line = scene.budi.get(&path).await.expect(200)["lines"][0]["line_id"].as_i64().unwrap();
    let mut tx = scene.shop.app.db.write().await.unwrap();
    let (is_erased, _) = accounts::erase(&mut tx, MemberId(scene.budi.id), 1).await.unwrap();
    assert!(is_erased);
    // The request is refused whether it arrives before the end of the erasure and waits, or after it.
    let budi = scene.budi.clone();
    let asking = tokio::spawn(async move { ask_at(&budi, &path, "refund", &[(line, 1)], vec![]).await });
    tokio::task::yield_now().await;
    tx.commit().await.unwrap();
    asking.await.unwrap().refused(403, "forbidden");
    assert_eq!(scene.shop.count("SELECT COUNT(*) FROM returns").await, 0);
}
