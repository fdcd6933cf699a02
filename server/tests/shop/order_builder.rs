//! Orders that tests place over HTTP.

use serde_json::{Value, json};

use crate::shop::{Actor, Answer, JAKARTA, Shop};

/// Order to place. Unless a test says otherwise, it is paid in cash, sent within Jakarta the cheapest way, and counted
/// in the open period.
#[must_use]
pub struct Order<'a> {
    shop: &'a Shop,
    buyer: &'a Actor,
    items: Vec<(i64, i64)>,
    discount_rp: i64,
    changes: Vec<(&'static str, Value)>,
}

impl Shop {
    pub const fn order<'a>(&'a self, buyer: &'a Actor) -> Order<'a> {
        Order { shop: self, buyer, items: Vec::new(), discount_rp: 0, changes: Vec::new() }
    }
}

impl Order<'_> {
    /// Adds pieces of a product without variants.
    pub fn item(mut self, product: i64, quantity: i64) -> Self {
        self.items.push((product, quantity));
        self
    }

    /// Pays by the payment provider.
    pub fn online(self) -> Self {
        self.with("payment_method", json!("online"))
    }

    /// Uses a voucher that reduces the total by `discount_rp`.
    pub fn voucher(mut self, code: &str, discount_rp: i64) -> Self {
        self.discount_rp = discount_rp;
        self.with("voucher_code", json!(code))
    }

    /// Replaces the value of a field in the request.
    pub fn with(mut self, field: &'static str, value: Value) -> Self {
        self.changes.push((field, value));
        self
    }

    /// Returns the request body, with the amount of the shop's quote.
    pub async fn body(self) -> Value {
        let Self { shop, buyer, items, discount_rp, changes } = self;
        let (mut goods, mut grams) = (0, 0);
        for (product, quantity) in &items {
            let detail = shop.guest().get(&format!("/api/product/{product}")).await.expect(200);
            goods += detail["harga"].as_i64().unwrap() * quantity;
            grams += detail["beratPengiriman"].as_i64().unwrap() * quantity;
        }
        let products = items.iter().map(
            |(product, quantity)| json!({"id": null, "product_id": product, "variant": null, "quantity": quantity}),
        );
        let option = shop.shipping(grams).await;
        let cost = option["shipping_cost"].as_i64().unwrap();
        let [courier, service] = ["shipping_name", "service_name"].map(|field| option[field].as_str().unwrap());
        let mut body = json!({
            "userId": buyer.id,
            "id_plan": 1,
            "receiver_name": "Budi",
            "receiver_phone": "081234567890",
            "receiver_email": buyer.email,
            "receiver_address": "Jl. Melati 1, Kuningan Timur, Setiabudi",
            "gross_amount": goods - discount_rp + cost,
            "voucher_code": null,
            "shipping_cost": cost,
            "shipping_method": format!("{courier} - {service}"),
            "payment_method": "cod",
            "products": products.collect::<Vec<_>>(),
            "bv_period_id": shop.open.0,
            "checkout_token": shop.app.random.token(26),
            "receiver_destination_id": JAKARTA,
        });
        for (field, value) in changes {
            body[field] = value;
        }
        body
    }

    /// Sends the request.
    pub async fn send(self) -> Answer {
        let buyer = self.buyer;
        buyer.post("/api/create-transaction", self.body().await).await
    }

    /// Places the order, and returns it.
    pub async fn placed(self) -> Value {
        self.send().await.expect(201)["transaction"].take()
    }
}
