//! Komerce's Shipping Delivery API as its documentation describes it.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::{
    panic,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch};

/// Key of the shop at this provider.
pub const API_KEY: &str = "komerce-kunci-rahasia";

/// Kind of the provider's answer.
#[derive(Debug, Clone)]
pub enum Reply {
    /// Documented answer.
    Good,
    /// This status and body, for every path.
    Body(u16, String),
    /// The connection breaks.
    Down,
}

struct Inner {
    reply: Reply,
    /// Requests from the shop: paths with their queries.
    asked: Vec<String>,
    /// Price per kilogram, in rupiah.
    per_kg: i64,
}

/// The fake provider.
#[derive(Clone)]
pub struct Komerce {
    pub base: String,
    inner: Arc<Mutex<Inner>>,
    /// Whether the provider answers at once; otherwise every answer waits.
    answers: Arc<watch::Sender<bool>>,
}

impl Komerce {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let inner = Inner { reply: Reply::Good, asked: Vec::new(), per_kg: 16_000 };
        let komerce = Self { base, inner: Arc::new(Mutex::new(inner)), answers: Arc::new(watch::Sender::new(true)) };
        let router = Router::new()
            .route("/tariff/api/v1/destination/search", get(answer))
            .route("/tariff/api/v1/calculate", get(answer))
            .route("/order/api/v1/orders/history-airway-bill", get(answer))
            .with_state(komerce.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        komerce
    }

    /// Returns the flags of a shop that ships with this provider.
    pub fn flags(&self) -> [String; 2] {
        [format!("--komerce-api-key={API_KEY}"), format!("--komerce-url={}", self.base)]
    }

    /// Sets the kind of all further answers.
    pub fn reply(&self, reply: Reply) {
        self.inner.lock().unwrap().reply = reply;
    }

    /// Sets this body with status 200 as every further answer.
    pub fn say(&self, body: &Value) {
        self.reply(Reply::Body(200, body.to_string()));
    }

    /// Sets the price per kilogram from now on.
    pub fn set_price(&self, per_kg: i64) {
        self.inner.lock().unwrap().per_kg = per_kg;
    }

    /// Releases all answers, or makes them wait.
    pub fn answer(&self, answers: bool) {
        self.answers.send_replace(answers);
    }

    /// Returns the shop's requests: paths with their queries.
    pub fn asked(&self) -> Vec<String> {
        self.inner.lock().unwrap().asked.clone()
    }
}

async fn answer(State(komerce): State<Komerce>, headers: HeaderMap, uri: Uri) -> Response {
    let (reply, per_kg) = {
        let mut inner = komerce.inner.lock().unwrap();
        inner.asked.push(uri.to_string());
        (inner.reply.clone(), inner.per_kg)
    };
    komerce.answers.subscribe().wait_for(|answers| *answers).await.unwrap();
    match reply {
        Reply::Down => panic::resume_unwind(Box::new("the connection breaks")),
        Reply::Body(status, body) => return (StatusCode::from_u16(status).unwrap(), body).into_response(),
        Reply::Good => {}
    }
    if headers.get("x-api-key").is_none_or(|key| key != API_KEY) {
        return failed(401, "Invalid API key");
    }
    let url = reqwest::Url::parse(&format!("http://x{uri}")).unwrap();
    let query = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    let data = match uri.path() {
        "/tariff/api/v1/destination/search" => match query("keyword") {
            Some(keyword) => found(&keyword.to_uppercase()),
            None => return failed(422, "keyword is required"),
        },
        "/tariff/api/v1/calculate" => {
            let number = |name: &str| query(name).and_then(|text| text.parse::<f64>().ok());
            let (Some(weight), Some(_), Some(to), Some(value)) = (
                number("weight"),
                number("shipper_destination_id"),
                number("receiver_destination_id"),
                number("item_value"),
            ) else {
                return failed(422, "missing parameter");
            };
            if value < 1000.0 || weight < 0.1 {
                return failed(422, "wrong parameter");
            }
            if to > 90_000.0 {
                return failed(400, "destination not found");
            }
            #[expect(clippy::cast_possible_truncation, reason = "a small number")]
            let kilograms = weight.ceil() as i64;
            costs(kilograms * per_kg)
        }
        _ => match query("airway_bill").as_deref() {
            Some("JN0123456789") => history(),
            _ => return failed(400, "invalid cnote/airway bill"),
        },
    };
    let meta = json!({"message": "Sucessfully Get Data", "code": 200, "status": "success"});
    axum::Json(json!({"meta": meta, "data": data})).into_response()
}

fn failed(code: u16, message: &str) -> Response {
    let body = json!({"meta": {"message": message, "code": code, "status": "failed"}, "data": null});
    (StatusCode::from_u16(code).unwrap(), axum::Json(body)).into_response()
}

fn found(keyword: &str) -> Value {
    let all = [
        (17_579, "KUNINGAN TIMUR", "SETIABUDI", "JAKARTA SELATAN", "12950"),
        (34_167, "PURWOKERTO", "NGADILUWIH", "KEDIRI", "64171"),
        (1, "-", "PURWOKERTO", "PURWOKERTO", "0"),
    ];
    let found = all.iter().filter(|(_, name, district, ..)| name.contains(keyword) || district.contains(keyword));
    found
        .map(|(id, name, district, city, zip)| {
            json!({"id": id, "label": format!("{name}, {district}, {city}, {zip}"), "subdistrict_name": name,
                   "district_name": district, "city_name": city, "zip_code": zip})
        })
        .collect()
}

/// Returns the documented answer; the first service costs `cost`.
pub fn costs(cost: i64) -> Value {
    let option = |name: &str, service: &str, cost: i64, etd: &str| {
        json!({"shipping_name": name, "service_name": service, "weight": 5, "is_cod": true, "shipping_cost": cost,
               "shipping_cashback": 20_000, "shipping_cost_net": cost - 4_000, "grandtotal": cost + 1000,
               "service_fee": 10_640, "net_income": 309_360, "etd": etd})
    };
    json!({
        "calculate_reguler": [option("JNE", "REG23", cost, "3-4 day"), option("JNT", "EZ", cost + 500, "-")],
        "calculate_cargo": [option("JNE", "JTR23", cost + 30_000, "")],
        "calculate_instant": [option("GOSEND", "Instant", 20_000, "1-2 hours")],
    })
}

fn history() -> Value {
    json!({"airway_bill": "JN0123456789", "last_status": "DELIVERED", "history": [
        {"desc": "Paket diterima di gudang asal", "date": "2026-11-20 09:00:00", "code": "100", "status": "PICKED UP"},
        {"desc": "Diterima oleh BUDI", "date": "2026-11-21 10:30:00", "code": "200", "status": "DELIVERED"},
    ]})
}
