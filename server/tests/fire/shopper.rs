//! A member who shops, and the administrators' work on the orders.

use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ksmart_core::quote::{QuoteInput, QuoteLine, quote};
use rand::{RngExt, rngs::StdRng};
use reqwest::{Client, Method, RequestBuilder, multipart::Form};
use serde_json::{Value, json};

use crate::{
    client,
    world::{Answer, Person, VOUCHERS, World},
};

/// Destination of all orders: Kuningan Timur in Jakarta.
const DESTINATION: i64 = 17579;

/// Maximum number of attempts at a call that is not answered or cannot be served.
const REPEATS: u32 = 6;

/// Payment channels that a shopper uses.
const CHANNELS: [&str; 5] = ["bank_transfer", "qris", "gopay", "credit_card", "cstore"];

pub struct Shopper {
    world: Arc<World>,
    me: Person,
    rng: StdRng,
    client: Client,
    /// Shipping method and its cost, by the weight in kilograms.
    shipping: HashMap<String, (String, i64)>,
    made: u64,
}

impl Shopper {
    pub fn new(world: Arc<World>, place: u64) -> Self {
        let rng = world.fire.choices(place);
        let me = world.members[usize::try_from(place).unwrap()].clone();
        Self { world, me, rng, client: client(), shipping: HashMap::new(), made: 0 }
    }

    /// Places `orders` orders, one after the other, and continues each of them.
    pub async fn shop(mut self, orders: u64) {
        for _ in 0..orders {
            self.world.book.tried.fetch_add(1, Ordering::Relaxed);
            let online = self.chance(75);
            let Some(number) = self.place(online).await else { continue };
            if online {
                self.pay(&number).await;
            } else {
                self.world.book.count("placed to be paid in cash");
            }
            self.go_on(&number, online).await;
        }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    async fn call(&mut self, who: &Person, method: Method, path: &str, body: Option<&Value>) -> Answer {
        self.world.call(&self.client, &mut self.rng, who, method, path, body).await
    }

    async fn mine(&mut self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let me = self.me.clone();
        self.call(&me, method, path, body).await
    }

    /// Reads a page of the shop, and tries again while the shop is too busy.
    async fn read(&mut self, path: &str) -> Value {
        loop {
            let Answer { status, body } = self.mine(Method::GET, path, None).await;
            match status {
                200 => return body,
                503 => self.think().await,
                _ => panic!("{path} was answered with {status}: {body}"),
            }
        }
    }

    /// Places an order, with the same token until the shop accepts or refuses it; returns its number.
    async fn place(&mut self, online: bool) -> Option<String> {
        let request = self.request(online).await;
        let token = request["checkout_token"].as_str().unwrap().to_owned();
        self.world.book.send(&token, self.me.id);
        for _ in 0..REPEATS {
            let Answer { status, mut body } = self.mine(Method::POST, "/api/create-transaction", Some(&request)).await;
            match (status, body["code"].as_str().unwrap_or_default()) {
                (200 | 201, _) => {
                    let order = body["transaction"].take();
                    assert_eq!(order["gross_amount"], request["gross_amount"]);
                    let number = order["order_id"].as_str().unwrap();
                    self.world.book.answer(&token, number);
                    self.world.book.count("placed");
                    if self.chance(10) {
                        // Some shoppers press the button twice.
                        let again = self.mine(Method::POST, "/api/create-transaction", Some(&request)).await;
                        if again.status == 200 {
                            self.world.book.answer(&token, again.body["transaction"]["order_id"].as_str().unwrap());
                        }
                    }
                    return Some(number.to_owned());
                }
                (409, code @ ("out_of_stock" | "voucher_invalid" | "period_closed")) => {
                    self.world.book.count(format!("refused: {code}"));
                    return None;
                }
                // The order is stored, and its page can be opened later; or another call is processing it.
                (502 | 503, _) | (409, "repeated") => {}
                _ => panic!("an order was answered with {status}: {body}"),
            }
        }
        self.world.book.count("placed, but the shopper went away before the page opened");
        None
    }

    async fn request(&mut self, online: bool) -> Value {
        let mut lines = Vec::new();
        let first = self.rng.random_range(0..6_usize);
        for step in 0..self.rng.random_range(1..4_usize) {
            let goods = self.world.goods[(first + step) % 6].clone();
            lines.push((goods, self.rng.random_range(1..4_i64)));
        }
        let voucher = self.chance(40).then(|| &VOUCHERS[self.rng.random_range(0..VOUCHERS.len())].0);
        let quoted = lines.iter().map(|(goods, quantity)| QuoteLine {
            price: goods.price,
            bv: goods.bv,
            weight_gr: goods.weight_gr,
            quantity: *quantity,
            excluded: false,
        });
        let discount_percent = voucher.map_or("0", |voucher| voucher.percent).parse().unwrap();
        let mut input = QuoteInput { lines: quoted.collect(), discount_percent, ..QuoteInput::default() };
        let (method, cost) = self.ship(&quote(&input).unwrap().weight_kg.to_string()).await;
        input.shipping_cost = cost;
        self.made += 1;
        let products: Vec<Value> =
            lines.iter().map(|(goods, quantity)| json!({"product_id": goods.id, "quantity": quantity})).collect();
        json!({
            "userId": self.me.id, "id_plan": self.rng.random_range(1..3), "receiver_name": "Budi",
            "receiver_phone": "081234567890", "receiver_email": self.me.email,
            "receiver_address": "Jl. Melati 1, Kuningan Timur", "gross_amount": quote(&input).unwrap().total,
            "voucher_code": voucher.map(|voucher| voucher.code), "shipping_cost": cost, "shipping_method": method,
            "payment_method": if online { "online" } else { "cod" }, "products": products,
            "bv_period_id": self.world.period.load(Ordering::SeqCst), "receiver_destination_id": DESTINATION,
            "checkout_token": format!("fire-{}-{}-{:08x}", self.me.id, self.made, self.rng.random::<u32>()),
        })
    }

    /// Returns the cheapest shipping method for a parcel of this weight in kilograms, and its cost in rupiah.
    async fn ship(&mut self, weight_kg: &str) -> (String, i64) {
        if let Some(known) = self.shipping.get(weight_kg) {
            return known.clone();
        }
        let path = format!("/api/calculate-shipping?receiver_destination_id={DESTINATION}&weight={weight_kg}");
        let body = self.read(&path).await;
        let option = &body["shipping_options"][0];
        let text = |field: &str| option[field].as_str().unwrap();
        let found = (
            format!("{} - {}", text("shipping_name"), text("service_name")),
            option["shipping_cost"].as_i64().unwrap(),
        );
        self.shipping.insert(weight_kg.to_owned(), found.clone());
        found
    }

    /// Returns the provider's order id of an order's latest payment: the order's number, with an ending after a lost
    /// answer.
    fn payment(&self, number: &str) -> String {
        let opened = |name: &String| self.world.midtrans.payment(name).is_some();
        let mut later = (2..9).map(|ending| format!("{number}-{ending}"));
        later.rfind(opened).unwrap_or_else(|| number.to_owned())
    }

    /// Acts like shoppers on a payment page: pay, try a bad card first, wait, pay and cancel at the same time, or
    /// leave.
    async fn pay(&mut self, number: &str) {
        let payment = self.payment(number);
        let channel = CHANNELS[self.rng.random_range(0..CHANNELS.len())];
        let midtrans = self.world.midtrans.clone();
        let choice = self.rng.random_range(0..100);
        match choice {
            0..50 => self.settle(&payment, channel).await,
            50..58 => {
                midtrans.refuse(&payment).await;
                self.think().await;
                self.settle(&payment, channel).await;
            }
            58..63 => drop(midtrans.refuse(&payment).await),
            63..70 => {
                midtrans.choose(&payment, channel).await;
                self.think().await;
                self.settle(&payment, channel).await;
            }
            70..76 => drop(midtrans.choose(&payment, channel).await),
            76..84 => self.call_off(number).await,
            84..91 => {
                // The shopper pays and cancels in two windows at once.
                let paid = tokio::spawn({
                    let (midtrans, payment) = (midtrans.clone(), payment.clone());
                    async move { midtrans.pay(&payment, channel).await }
                });
                self.call_off(number).await;
                if paid.await.unwrap() {
                    self.world.book.count("paid at the provider");
                }
            }
            91..95 => {
                self.settle(&payment, "bank_transfer").await;
                self.think().await;
                if midtrans.reverse(&payment).await {
                    self.world.book.count("taken back by the bank");
                }
            }
            _ => self.world.book.count("left without paying"),
        }
        if self.chance(60) {
            // The result page checks the payment.
            let answer = self.mine(Method::POST, &format!("/api/payments/{number}/check"), None).await;
            assert!(matches!(answer.status, 200 | 502 | 503), "{} {}", answer.status, answer.body);
        }
    }

    async fn settle(&mut self, payment: &str, channel: &'static str) {
        let midtrans = self.world.midtrans.clone();
        if midtrans.pay(payment, channel).await {
            self.world.book.count("paid at the provider");
            if channel == "credit_card" && self.chance(70) {
                self.think().await;
                midtrans.settle(payment).await;
            }
        }
    }

    async fn think(&mut self) {
        tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..60))).await;
    }

    async fn call_off(&mut self, number: &str) {
        let request = json!({"reason": "Berubah pikiran"});
        let me = self.me.clone();
        self.do_move(&me, &format!("/api/transactions/{number}/cancel"), &request, number, "cancelled").await;
    }

    /// Tries to move an order, and records the move if the answer is 200; returns the status.
    async fn do_move(&mut self, who: &Person, path: &str, body: &Value, number: &str, event: &'static str) -> u16 {
        let Answer { status, body } = self.call(who, Method::POST, path, Some(body)).await;
        match status {
            200 => self.world.book.moved(number, event),
            409 | 502 | 503 => {}
            _ => panic!("{event} was answered with {status}: {body}"),
        }
        status
    }

    /// Continues an order: it is packed, shipped and received, or its money is refunded.
    async fn go_on(&mut self, number: &str, online: bool) {
        let (me, admin) = (self.me.clone(), self.world.admin.clone());
        if !online && self.chance(20) {
            self.call_off(number).await;
        }
        for (percent, who, path, body, event) in [
            (70, &admin, format!("/api/admin/orders/{number}/pack"), json!({}), "packed"),
            (80, &admin, format!("/api/admin/orders/{number}/ship"), json!({"resi": "JN0012345678"}), "shipped"),
            (80, &me, format!("/api/transactions/{number}/complete"), json!({}), "completed"),
        ] {
            if !self.chance(percent) || self.do_move(who, &path, &body, number, event).await != 200 {
                break;
            }
        }
        if !online {
            // The courier brings back the cash or the parcel.
            let (what, body, event) = match self.rng.random_range(0..100) {
                ..60 => ("cash", json!({}), "paid"),
                60..80 => ("return", json!({"reason": "Ditolak", "damaged": self.chance(50)}), "returned"),
                _ => return,
            };
            self.do_move(&admin, &format!("/api/admin/orders/{number}/{what}"), &body, number, event).await;
        }
        if self.chance(40) {
            self.give_back(number).await;
        }
        if self.chance(15) {
            self.refund(&admin, number).await;
        }
    }

    /// Requests a return of some pieces of an order, where possible: for a refund, or for a replacement.
    async fn give_back(&mut self, number: &str) {
        let path = format!("/api/transactions/{number}/returns");
        let there = self.read(&path).await;
        let lines: Vec<&Value> = there["lines"].as_array().unwrap().iter().filter(|line| line["open"] != 0).collect();
        if there["may_ask"] != true || lines.is_empty() {
            return;
        }
        let line = lines[self.rng.random_range(0..lines.len())];
        let pieces = self.rng.random_range(1..=line["open"].as_i64().unwrap());
        let kind = if self.chance(75) { "refund" } else { "replacement" };
        let wanted = json!([{"line_id": line["line_id"], "quantity": pieces}]).to_string();
        let form = || {
            let form = Form::new().text("kind", kind).text("reason", "damaged").text("note", "Pecah");
            form.text("lines", wanted.clone())
        };
        let (me, world) = (self.me.clone(), Arc::clone(&self.world));
        let fill = |request: RequestBuilder| request.multipart(form());
        let asked = world.send(&self.client, &mut self.rng, &me, (Method::POST, &path), fill).await;
        if asked.status != 201 {
            // An earlier answer was lost: the return had already been requested.
            assert!(matches!(asked.status, 409 | 422 | 503), "{} {}", asked.status, asked.body);
            return;
        }
        world.book.count("returns asked for");
        let id = asked.body["data"]["id"].as_i64().unwrap();
        let (admin, second) = (world.admin.clone(), world.second.clone());
        let damaged = self.rng.random_range(0..=pieces);
        let receipt = json!({"line_id": line["line_id"], "saleable": pieces - damaged, "damaged": damaged});
        for (step, body) in [("approve", json!({})), ("receive", json!({"lines": [receipt]}))] {
            if self.step(&admin, id, step, body).await != 200 {
                return;
            }
        }
        if kind == "replacement" {
            self.step(&admin, id, "replace", json!({"resi": "JN0012345679"})).await;
            return;
        }
        let by_provider = self.step(&admin, id, "refund", json!({})).await;
        // Another administrator presses the button, too.
        self.step(&second, id, "refund", json!({})).await;
        if by_provider == 409 && self.chance(70) {
            let bank = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
            self.step(&admin, id, "transfer", bank).await;
            self.step(&second, id, "transfer/approve", json!({"reference": "T1"})).await;
        }
    }

    /// Makes a step of a return in its current version; returns the status of the answer.
    async fn step(&mut self, who: &Person, id: i64, step: &str, mut body: Value) -> u16 {
        let seen = self.call(who, Method::GET, &format!("/api/admin/returns/{id}"), None).await;
        if seen.status != 200 {
            return seen.status;
        }
        body["version"] = seen.body["version"].clone();
        let path = format!("/api/admin/returns/{id}/{step}");
        let Answer { status, body } = self.call(who, Method::POST, &path, Some(&body)).await;
        match status {
            200 => self.world.book.count(format!("returns: {step}")),
            409 | 502 | 503 => {}
            _ => panic!("{step} of a return was answered with {status}: {body}"),
        }
        status
    }

    /// Refunds an order: at the provider or, if that is refused, manually by two administrators.
    async fn refund(&mut self, admin: &Person, number: &str) {
        let path = format!("/api/admin/orders/{number}/refund");
        for manual in [false, true] {
            let request = json!({"reason": "Barang rusak", "manual": manual});
            let Answer { status, body } = self.call(admin, Method::POST, &path, Some(&request)).await;
            match (status, body["code"].as_str().unwrap_or_default()) {
                (200, _) if body["data"]["status"] == "refunded" => return self.world.book.moved(number, "refunded"),
                (200, _) => {
                    // Recorded before it is known whether the approval reaches the shop.
                    self.world.book.gave_back_by_hand(number);
                    let second = self.world.second.clone();
                    let seen = self.call(&second, Method::GET, &format!("/api/admin/orders/{number}"), None).await;
                    let version = &seen.body["manual_refund"]["version"];
                    if seen.status == 200 && version.is_i64() {
                        let request = json!({"version": version});
                        self.do_move(&second, &format!("{path}/approve"), &request, number, "refunded").await;
                    }
                    return;
                }
                (409, "refund_refused") => {}
                (409 | 502 | 503, _) => return,
                _ => panic!("a refund was answered with {status}: {body}"),
            }
        }
    }
}
