//! Events in the shop, sent to administrators as they happen.

use ksmart_core::order::OrderEvent;
use ksmart_identity::roles::Role;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::shop::{Actor, Shop, Story};

/// Client that listens to the events.
struct Listener {
    answer: Response,
    heard: String,
}

impl Listener {
    async fn open(actor: &Actor) -> Self {
        let answer = actor.request(Method::GET, "/api/admin/live").send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        assert_eq!(answer.headers()["x-accel-buffering"], "no");
        Self { answer, heard: String::new() }
    }

    /// Returns the next event; none after the end of the answer.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.heard.split_once("\n\n") {
                let data = event.strip_prefix("event: newest\ndata: ").map(|data| serde_json::from_str(data).unwrap());
                self.heard = rest.to_owned();
                match data {
                    Some(data) => return Some(data),
                    None => continue,
                }
            }
            let chunk = self.answer.chunk().await.unwrap()?;
            self.heard.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

#[tokio::test]
async fn each_desk_receives_its_live_updates() {
    let shop = Shop::start().await;
    let (salt, budi) = (shop.product("Garam", 10, 100).await, shop.member("budi").await);
    let desks = [shop.admin().await, shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await];
    let mut listeners = Vec::new();
    for desk in &desks {
        listeners.push(Listener::open(desk).await);
    }
    let mut keeper = Listener::open(&shop.staff(Role::Catalogue).await).await;
    let [nothing, none] = [json!([]), Value::Null];
    let begins = [
        json!({"moves": nothing, "problems": nothing, "returns": nothing, "questions": nothing}),
        json!({"moves": nothing, "problems": none, "returns": nothing, "stock": none, "questions": none}),
        json!({"moves": nothing, "problems": nothing, "returns": nothing, "stock": none, "questions": none}),
    ];
    for (listener, expected) in listeners.iter_mut().zip(begins) {
        let mut first = listener.next().await.unwrap();
        if expected.get("stock").is_none() {
            assert!(first.as_object_mut().unwrap().remove("stock").unwrap().is_array());
        }
        assert_eq!(first, expected);
    }
    let goods = keeper.next().await.unwrap();
    assert_eq!((&goods["moves"], &goods["problems"], &goods["returns"]), (&none, &none, &none));

    shop.order(&budi).item(salt, 2).send().await.expect(201);
    for listener in &mut listeners {
        let newest = listener.next().await.unwrap();
        assert_eq!(newest["moves"][0]["event"], "placed", "{newest}");
    }
    let more = keeper.next().await.unwrap();
    assert_eq!(more["stock"].as_array().unwrap().len(), goods["stock"].as_array().unwrap().len() + 1);
    budi.post("/api/questions", json!({"product_id": salt, "question": "Beryodium?"})).await.expect(201);
    assert_eq!(keeper.next().await.unwrap()["questions"].as_array().unwrap().len(), 1);
    assert_eq!(listeners[0].next().await.unwrap()["questions"].as_array().unwrap().len(), 1);

    // Changes by another server are reported, too.
    shop.change(
        "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms) SELECT id, 'chargeback', 1, '', 1 FROM orders",
    )
    .await;
    for place in [0, 2] {
        let newest = listeners[place].next().await.unwrap();
        assert_eq!(newest["problems"].as_array().unwrap().len(), 1, "{newest}");
    }

    let products = [(salt, 1)];
    let at_ms = shop.app.clock.now_ms();
    let story = Story {
        buyer: &budi,
        products: &products,
        period: shop.open,
        plan_id: 1,
        percent: "0",
        at_ms,
        events: &[OrderEvent::Pay],
    };
    shop.tell(&story).await;
    for listener in &mut listeners {
        let newest = listener.next().await.unwrap();
        let happened: Vec<&Value> = newest["moves"].as_array().unwrap().iter().map(|each| &each["event"]).collect();
        assert_eq!(happened, [&json!("paid"), &json!("placed"), &json!("placed")]);
    }

    shop.app.live.end();
    for mut listener in listeners {
        assert_eq!(listener.next().await, None);
    }
}
