//! Every call of the OpenAPI document with random input: the shop must answer as documented, explain the error, and
//! keep running.

use ksmart_ops::integrity;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::{Method, RequestBuilder, multipart};
use serde_json::{Map, Value, json};

use crate::{
    rules::openapi::PROMISES,
    shop::{Actor, PASSWORD, Shop},
};

/// Maximum nesting depth of generated values.
const DEEPEST: usize = 4;

/// Texts that have broken programs before.
const TEXTS: [&str; 24] = [
    "",
    " ",
    "0",
    "-1",
    "1e999",
    "NaN",
    "null",
    "true",
    "9223372036854775808",
    "a\0b",
    "\u{202e}\u{fffe}\u{feff}",
    "😀👩‍👩‍👧",
    "' OR 1=1 --",
    "%' ESCAPE '",
    "\\",
    "%00",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "${jndi:ldap://x}",
    "2026-02-30",
    "a@b",
    "+6281234567890",
    "KS-20261121-AAAAAAAA",
    "{}",
];

const NUMBERS: [i64; 10] = [0, 1, -1, 2, 17579, i32::MAX as i64, -(1 << 31), 1 << 53, i64::MAX, i64::MIN];

/// Generator of requests; the same seed generates the same requests.
struct Fuzz<'a> {
    rng: StdRng,
    document: &'a Value,
    /// Keys and names of existing data, so that some requests get further.
    known: Vec<String>,
}

impl Fuzz<'_> {
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.rng.random_range(0..all.len())]
    }

    fn text(&mut self) -> String {
        match self.rng.random_range(0..10) {
            0 => "x".repeat(self.rng.random_range(100..20_000)),
            1..5 => {
                let known = self.known.clone();
                self.one_of(&known).clone()
            }
            _ => (*self.one_of(&TEXTS)).to_owned(),
        }
    }

    fn nonsense(&mut self, depth: usize) -> Value {
        match self.rng.random_range(0..9) {
            0 => Value::Null,
            1 => json!(self.rng.random_range(0..2) == 0),
            2 => json!(*self.one_of(&NUMBERS)),
            3 => json!(self.rng.random_range(-1e300..1e300)),
            4 => json!(u64::MAX),
            5 if depth < DEEPEST => (0..3).map(|_| self.nonsense(depth + 1)).collect(),
            6 if depth < DEEPEST => json!({ self.text(): self.nonsense(depth + 1) }),
            _ => json!(self.text()),
        }
    }

    /// Returns a value that mostly fits a schema.
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if depth > DEEPEST || self.chance(12) {
            return self.nonsense(depth);
        }
        if let Some(name) = schema["$ref"].as_str() {
            let document = self.document;
            return self.value(document.pointer(name.trim_start_matches('#')).expect("a schema"), depth);
        }
        for kind in ["oneOf", "anyOf"] {
            if let Some(parts) = schema[kind].as_array() {
                let part = self.one_of(parts).clone();
                return self.value(&part, depth);
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let parts: Vec<Value> = parts.iter().map(|part| self.value(part, depth)).collect();
            let fields = parts.into_iter().filter_map(|part| part.as_object().cloned()).flatten();
            return Value::Object(fields.collect());
        }
        if let Some(names) = schema["enum"].as_array() {
            return self.one_of(names).clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.one_of(kinds).as_str().unwrap_or_default().to_owned(),
            kind => kind.as_str().unwrap_or_default().to_owned(),
        };
        match kind.as_str() {
            "integer" => json!(*self.one_of(&NUMBERS)),
            "number" => json!(self.rng.random_range(-2.0..200.0)),
            "boolean" => json!(self.chance(50)),
            "string" => json!(self.text()),
            "array" => (0..self.rng.random_range(0..4)).map(|_| self.value(&schema["items"], depth + 1)).collect(),
            "object" => {
                let mut fields = Map::new();
                for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                    if self.chance(90) {
                        fields.insert(name.clone(), self.value(field, depth + 1));
                    }
                }
                Value::Object(fields)
            }
            _ => self.nonsense(depth),
        }
    }

    /// Returns the path of a call with random values for all parameters.
    fn address(&mut self, path: &str, call: &Value) -> String {
        let mut address = String::new();
        for part in path.split('/').skip(1) {
            let part = if part.starts_with('{') { encoded(&self.text()) } else { part.to_owned() };
            address += &format!("/{part}");
        }
        let mut separator = '?';
        for parameter in call["parameters"].as_array().into_iter().flatten() {
            if parameter["in"] == "query" && self.chance(75) {
                let value = match self.value(&parameter["schema"], DEEPEST) {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                let name = parameter["name"].as_str().expect("a name");
                address += &format!("{separator}{name}={}", encoded(&value));
                separator = '&';
            }
        }
        address
    }

    /// Returns a form with the fields that the shop reads.
    fn form(&mut self) -> multipart::Form {
        let names = ["name", "email", "password", "confirmPassword", "no_hp", "alamat", "bank", "rekening_bank"];
        let mut form = multipart::Form::new();
        for name in names.into_iter().chain(["jenis_kelamin", "tanggal_lahir", "leader_id", "id_plan"]) {
            if self.chance(85) {
                form = form.text(name, self.text());
            }
        }
        if self.chance(40) {
            let mut bytes = vec![0; self.rng.random_range(0..5000)];
            self.rng.fill(bytes.as_mut_slice());
            let heads: [&[u8]; 4] = [b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b""];
            let head = *self.one_of(&heads);
            let picture = multipart::Part::bytes([head, &bytes].concat()).file_name(self.text());
            form = form.part("profile_picture", picture);
        }
        form
    }

    /// Adds a body to a request, valid or not.
    fn with_body(&mut self, request: RequestBuilder, call: &Value) -> RequestBuilder {
        let schema = &call["requestBody"]["content"]["application/json"]["schema"];
        match self.rng.random_range(0..20) {
            0 => request,
            1 => request.header("content-type", "application/json").body(self.text()),
            2 => request
                .header("content-type", self.one_of(&["text/plain", "application/xml", "x"]).to_owned())
                .body("{}"),
            3 => request.json(&"[".repeat(self.rng.random_range(1..5000))),
            4 => request.header("content-type", "application/json").body("[".repeat(5000)),
            5 => request.multipart(self.form()),
            _ if schema.is_null() => request.multipart(self.form()),
            _ => request.json(&self.value(schema, 0)),
        }
    }
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// Reads a number from the environment, so that a longer run or a failed one can be started manually.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::test]
async fn no_random_request_causes_a_server_error() {
    let (seed, rounds) = (setting("FUZZ_SEED", 1), setting("FUZZ_ROUNDS", 10));
    let shop = Shop::start_with(&["--rate-limits=off"]).await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    // Random requests of an owner may suspend members: their sessions must survive that here.
    let mut everyone = [shop.guest(), siti, budi, shop.admin().await];
    let document = &PROMISES.document;
    let mut known = known(&shop, &everyone).await;
    known.push(PASSWORD.to_owned());
    let mut fuzz = Fuzz { rng: StdRng::seed_from_u64(seed), document, known };
    let (mut sent, mut served) = (0, 0);
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            for actor in &mut everyone[1..] {
                *actor = shop.session_since(actor, i64::MAX).await;
            }
            for round in 0..rounds {
                let (place, address) = (fuzz.rng.random_range(0..everyone.len()), fuzz.address(path, call));
                let request = everyone[place].request(method.clone(), &address);
                let request = if method == Method::GET { request } else { fuzz.with_body(request, call) };
                let case = format!("FUZZ_SEED={seed}: round {round} of {method} {path} by {place}: {address:.300}");
                let answer = everyone[place].send(request).await;
                sent += 1;
                served += u64::from(answer.status.is_success());
                assert!(answer.status.as_u16() < 500, "{case}: {} {}", answer.status, answer.body);
                if answer.status.as_u16() >= 400 {
                    assert!(
                        answer.body["message"].as_str().is_some_and(|said| !said.is_empty()),
                        "{case}: {}",
                        answer.body
                    );
                    assert!(answer.body["code"].is_string(), "{case}: {}", answer.body);
                }
            }
        }
    }
    assert!(served * 20 > sent, "of {sent} requests {served} were served: too few came past the first question");
    everyone[1].get("/api/me").await.expect(200);
    let report = integrity::run(&shop.app.db).await.unwrap();
    assert!(report.is_sound(), "FUZZ_SEED={seed}: {report}");
}

/// Creates one item of each kind, and returns the keys and names.
async fn known(shop: &Shop, everyone: &[Actor]) -> Vec<String> {
    let salt = shop.product_with("Garam", 100, 1_000_000, &["Halus"]).await;
    let tea = shop.product("Teh", 50, 1_000_000).await;
    shop.voucher("HEMAT", "10", Some(1000), None).await;
    let budi = &everyone[2];
    let order = shop.order(budi).item(tea, 1).placed().await;
    let number = order["order_id"].as_str().expect("a number").to_owned();
    budi.post("/api/cart", json!({"product_id": tea, "quantity": 1})).await.expect(201);
    let mut known: Vec<String> =
        everyone.iter().flat_map(|actor| [actor.id.to_string(), actor.email.clone()]).collect();
    known.extend([salt, tea, shop.open.0, shop.closed.0].map(|id| id.to_string()));
    known.extend(["Halus", "HEMAT", "17579", "0.5", "JNE - REG23", "1"].map(str::to_owned));
    known.push(number);
    known
}
