//! Midtrans as documented: Snap, Core API and notices.
//!
//! Stores a payment for each order id; a test sets the shopper's actions and the faults. Answers and limits follow the
//! provider's pages transaction-status-cycle, https-notification-webhooks, get-transaction-status, cancel-transaction,
//! refund-transaction, cancel-a-snap-session and code-4xx.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    convert::Infallible,
    panic,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use ksmart_flows::payments::snap::signature;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch};

/// Server key of the shop at this provider.
pub const SERVER_KEY: &str = "SB-Mid-server-PALSU";

/// `Authorization` header: the server key as the user of Basic authorization, without a password.
const AUTHORIZATION: &str = "Basic U0ItTWlkLXNlcnZlci1QQUxTVTo=";

/// Channels that support refunds (provider docs, refund-transaction).
const REFUNDABLE: [&str; 8] = ["credit_card", "gopay", "shopeepay", "dana", "ovo", "qris", "kredivo", "akulaku"];

/// Length of the answer that [`Fault::Endless`] sends, bytes.
const ENDLESS: usize = 64 * 1024 * 1024;

/// Fault that the fake provider causes in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The connection breaks before the request is executed.
    Down,
    /// The request is executed, and the connection breaks before the answer.
    AnswerLost,
    /// The request is executed, and the answer follows after this time.
    Slow(Duration),
    /// The request is executed, and the answer waits for the test: see [`Midtrans::release`].
    Held,
    /// The request is not executed; the answer has this status and an error as its body.
    Status(u16),
    /// The request is not executed; the answer is a web page.
    Garbage,
    /// The request is not executed; the answer does not end.
    Endless,
}

/// Request from the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// `create`, `cancel_page`, `status`, `cancel`, `expire` or `refund`.
    pub what: &'static str,
    /// Order id, or token of a page.
    pub id: String,
    pub idempotency_key: Option<String>,
    pub body: Value,
}

/// A notice with its destination.
#[derive(Debug, Clone)]
pub struct Notice {
    pub url: String,
    pub body: Value,
}

/// Time at which notifications are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Notifications are sent at once, together with the change that they report.
    AtOnce,
    /// Notifications are sent by the test: see [`Midtrans::held`] and [`Midtrans::deliver`].
    Held,
}

/// Payment as the provider knows it.
#[derive(Debug, Clone)]
pub struct Payment {
    pub order_id: String,
    /// Rupiah.
    pub amount: i64,
    /// Transaction status; `opened` until the shopper chooses a payment method.
    pub status: &'static str,
    /// Rupiah charged to the shopper in addition to `amount`; below 0 for less.
    pub beside: i64,
    /// Whether the additional charge is reported as a fee borne by the shopper.
    pub names_fee: bool,
    /// Total rupiah ever paid by the shopper.
    pub charged: i64,
    /// Rupiah of `charged` that were refunded.
    pub returned: i64,
    pub page_open: bool,
    token: String,
    transaction_id: String,
    channel: String,
    challenged: bool,
    notify_url: Option<String>,
    refund_keys: Vec<String>,
    /// Whether notices identify the payment by its key at the provider instead of the order's number.
    by_key: bool,
}

impl Payment {
    /// Returns the rupiah that remain with the shop.
    pub fn kept(&self) -> i64 {
        self.charged - self.returned
    }

    fn known(&self) -> bool {
        self.status != "opened"
    }

    /// Returns the body that describes the payment, in an answer or in a notice.
    fn told(&self, asked: bool) -> Value {
        let status_code = match (self.status, asked) {
            ("pending", _) => "201",
            ("capture", _) if self.challenged => "201",
            ("deny", _) | ("expire", false) => "202",
            ("expire", true) => "407",
            _ => "200",
        };
        let gross_amount = format!("{}.00", self.amount + self.beside);
        let id = if self.by_key && !asked { &self.transaction_id } else { &self.order_id };
        // Two channels answer in capitals (provider docs, get-transaction-status).
        let capitals = asked && matches!(self.channel.as_str(), "shopeepay" | "dana");
        let status = if capitals { self.status.to_uppercase() } else { self.status.to_owned() };
        let mut body = json!({
            "transaction_time": "2026-11-21 10:00:00", "transaction_status": status,
            "transaction_id": self.transaction_id, "status_message": "midtrans payment notification",
            "status_code": status_code, "payment_type": self.channel, "order_id": id,
            "signature_key": signature(id, status_code, &gross_amount, SERVER_KEY),
            "merchant_id": "G141532850", "gross_amount": gross_amount, "currency": "IDR",
        });
        match self.channel.as_str() {
            "bank_transfer" => body["va_numbers"] = json!([{"va_number": "812785002530231", "bank": "bca"}]),
            "cstore" => {
                body["store"] = json!("indomaret");
                body["payment_code"] = json!("25709650945026");
            }
            "credit_card" => body["masked_card"] = json!("481111-1114"),
            _ => {}
        }
        if self.channel != "cstore" {
            let verdict = if self.challenged { "challenge" } else { "accept" };
            body["fraud_status"] = json!(if self.status == "deny" { "deny" } else { verdict });
        }
        if self.names_fee {
            body["metadata"] = json!({"extra_info": {"gross_amount_info": {
                "original_amount": self.amount.to_string(),
                "gross_amount": (self.amount + self.beside).to_string(),
                "customer_imposed_payment_fee": self.beside.to_string(),
            }}});
        }
        if self.returned > 0 {
            body["refund_amount"] = json!(format!("{}.00", self.returned));
        }
        body
    }
}

struct Book {
    payments: BTreeMap<String, Payment>,
    /// Stored answers by `Idempotency-Key`, including refusals.
    answers: HashMap<String, (u16, Value)>,
    calls: Vec<Call>,
    delivery: Delivery,
    held: VecDeque<Notice>,
    /// Number of calls held now, and the maximum held at once so far.
    waiting: usize,
    most_waiting: usize,
    /// Whether the HTTP status equals the status in the body; otherwise all answers of the Core API have status 200.
    status_in_http: bool,
    made: u64,
    /// Customer fields that are refused.
    refused_fields: &'static str,
}

type Faults = Box<dyn Fn(&Call) -> Option<Fault> + Send>;

struct Inner {
    book: Mutex<Book>,
    faults: Mutex<Faults>,
    released: watch::Sender<bool>,
    client: reqwest::Client,
}

/// The fake provider.
#[derive(Clone)]
pub struct Midtrans {
    pub base: String,
    inner: Arc<Inner>,
}

impl Midtrans {
    /// Starts a provider without payments, which delivers notices at once and causes no faults.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let book = Book {
            payments: BTreeMap::new(),
            answers: HashMap::new(),
            calls: Vec::new(),
            delivery: Delivery::AtOnce,
            held: VecDeque::new(),
            waiting: 0,
            most_waiting: 0,
            status_in_http: false,
            made: 0,
            refused_fields: "",
        };
        let client = reqwest::Client::builder().timeout(Duration::from_secs(15)).build().unwrap();
        let (faults, released) = (Mutex::new(Box::new(|_: &Call| None) as Faults), watch::Sender::new(false));
        let inner = Inner { book: Mutex::new(book), faults, released, client };
        let midtrans = Self { base, inner: Arc::new(inner) };
        let router = Router::new()
            .route("/snap/v1/transactions", post(create))
            .route("/snap/v1/transactions/{token}/cancel", post(cancel_page))
            .route("/snap/v3/redirection/{token}", get(async || "Pembayaran"))
            .route("/v2/{id}/status", get(status))
            .route("/v2/{id}/cancel", post(cancel))
            .route("/v2/{id}/expire", post(expire))
            .route("/v2/{id}/refund", post(refund))
            .with_state(midtrans.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        midtrans
    }

    /// Returns the flags of a shop that uses this provider.
    pub fn flags(&self) -> [String; 3] {
        [
            format!("--midtrans-server-key={SERVER_KEY}"),
            format!("--midtrans-snap-url={}/snap/v1", self.base),
            format!("--midtrans-api-url={}/v2", self.base),
        ]
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.inner.book.lock().unwrap()
    }

    /// Sets the fault of each call from now on.
    pub fn set_faults(&self, faults: impl Fn(&Call) -> Option<Fault> + Send + 'static) {
        *self.inner.faults.lock().unwrap() = Box::new(faults);
    }

    /// Makes every call fail with this fault from now on.
    pub fn fail(&self, fault: Fault) {
        self.set_faults(move |_| Some(fault));
    }

    /// Removes all faults: further calls are answered normally.
    pub fn work(&self) {
        self.set_faults(|_| None);
    }

    /// Answers the calls that are held, and holds no more calls.
    pub fn release(&self) {
        self.inner.released.send_replace(true);
    }

    /// Returns the number of calls held now, and the maximum held at once so far.
    pub fn waiting(&self) -> (usize, usize) {
        let book = self.book();
        (book.waiting, book.most_waiting)
    }

    /// Waits until held calls may be answered.
    async fn hold(&self) {
        {
            let mut book = self.book();
            book.waiting += 1;
            book.most_waiting = book.most_waiting.max(book.waiting);
        }
        self.inner.released.subscribe().wait_for(|released| *released).await.unwrap();
        self.book().waiting -= 1;
    }

    /// Sets whether answers of the Core API also have their status as HTTP status; at first they have not.
    pub fn say_status_in_http(&self, status_in_http: bool) {
        self.book().status_in_http = status_in_http;
    }

    /// Sets when notices are sent.
    pub fn set_delivery(&self, delivery: Delivery) {
        self.book().delivery = delivery;
    }

    /// Returns and removes the held notices, oldest first.
    pub fn held(&self) -> Vec<Notice> {
        self.book().held.drain(..).collect()
    }

    /// Sends a notice; returns the status of the shop's answer, or `None` without an answer.
    pub async fn deliver(&self, notice: &Notice) -> Option<u16> {
        let request = self.inner.client.post(&notice.url).header("user-agent", "Veritrans").json(&notice.body);
        request.send().await.ok().map(|answer| answer.status().as_u16())
    }

    /// Returns all requests from the shop, including failed ones.
    pub fn calls(&self) -> Vec<Call> {
        self.book().calls.clone()
    }

    /// Counts the shop's requests of this kind.
    pub fn count(&self, what: &str) -> usize {
        self.book().calls.iter().filter(|call| call.what == what).count()
    }

    /// Returns all payments.
    pub fn payments(&self) -> Vec<Payment> {
        self.book().payments.values().cloned().collect()
    }

    /// Returns the payment with an order id.
    pub fn payment(&self, order_id: &str) -> Option<Payment> {
        self.book().payments.get(order_id).cloned()
    }

    /// Refuses these customer fields whatever their value, such as `email phone`.
    pub fn refuse_customers(&self, fields: &'static str) {
        self.book().refused_fields = fields;
    }

    /// Chooses a payment method for the shopper, such as `bank_transfer`; false if that is not possible now.
    pub async fn choose(&self, order_id: &str, channel: &str) -> bool {
        let pending = self.moved(order_id, |payment| {
            let open = payment.page_open && matches!(payment.status, "opened" | "deny") && payment.charged == 0;
            if open {
                payment.status = "pending";
                channel.clone_into(&mut payment.channel);
            }
            open
        });
        pending.await
    }

    /// Pays for the shopper; false if that is not possible now. Cards are captured, all other methods are settled.
    pub async fn pay(&self, order_id: &str, channel: &str) -> bool {
        let paid = self.moved(order_id, |payment| {
            // A chosen method can be paid after the page was closed: a virtual account stays valid.
            let open = payment.charged == 0
                && (payment.status == "pending" || payment.page_open && matches!(payment.status, "opened" | "deny"));
            if open {
                payment.status = if channel == "credit_card" { "capture" } else { "settlement" };
                channel.clone_into(&mut payment.channel);
                payment.charged = payment.amount + payment.beside;
            }
            open
        });
        paid.await
    }

    /// Charges the shopper this many rupiah in addition to the shop's amount, as a named fee or not.
    pub fn charge_beside(&self, order_id: &str, beside: i64, names_fee: bool) {
        let mut book = self.book();
        let payment = book.payments.get_mut(order_id).unwrap();
        (payment.beside, payment.names_fee) = (beside, names_fee);
    }

    /// Identifies a payment by its key at the provider in all further notices; returns the key.
    pub fn notify_by_key(&self, order_id: &str) -> String {
        let mut book = self.book();
        let payment = book.payments.get_mut(order_id).unwrap();
        payment.by_key = true;
        payment.transaction_id.clone()
    }

    /// Refuses the shopper's card; the page stays open for another try.
    pub async fn refuse(&self, order_id: &str) -> bool {
        let refused = self.moved(order_id, |payment| {
            let open = payment.page_open && matches!(payment.status, "opened" | "pending" | "deny");
            if open {
                payment.status = "deny";
                "credit_card".clone_into(&mut payment.channel);
            }
            open
        });
        refused.await
    }

    /// Pays with a card that requires a manual review.
    pub async fn challenge(&self, order_id: &str) -> bool {
        let challenged = self.moved(order_id, |payment| {
            let open = payment.page_open && matches!(payment.status, "opened" | "pending" | "deny");
            if open {
                payment.status = "capture";
                payment.challenged = true;
                "credit_card".clone_into(&mut payment.channel);
            }
            open
        });
        challenged.await
    }

    /// Accepts a card after its review.
    pub async fn accept(&self, order_id: &str) -> bool {
        let accepted = self.moved(order_id, |payment| {
            let waits = payment.status == "capture" && payment.challenged;
            if waits {
                payment.challenged = false;
                payment.charged = payment.amount + payment.beside;
            }
            waits
        });
        accepted.await
    }

    /// Settles a captured card.
    pub async fn settle(&self, order_id: &str) -> bool {
        self.moved(order_id, |payment| {
            let captured = payment.status == "capture" && !payment.challenged;
            if captured {
                payment.status = "settlement";
            }
            captured
        })
        .await
    }

    /// Lets the payment time run out. A page without a chosen method sends no notice.
    pub async fn lapse(&self, order_id: &str) -> bool {
        let lapsed = self.moved(order_id, |payment| {
            let open = matches!(payment.status, "opened" | "pending");
            payment.page_open &= !open;
            if payment.status == "pending" {
                payment.status = "expire";
            }
            open && payment.known()
        });
        lapsed.await
    }

    /// Reverses a settlement, as a bank may do within minutes.
    pub async fn reverse(&self, order_id: &str) -> bool {
        let reversed = self.moved(order_id, |payment| {
            let settled = payment.status == "settlement";
            if settled {
                payment.status = "deny";
                payment.page_open = false;
                payment.returned = payment.charged;
            }
            settled
        });
        reversed.await
    }

    /// Reports an event on settled money: `chargeback`, `partial_chargeback`, or a manual `refund` or `partial_refund`;
    /// `returned` rupiah go back.
    pub async fn happens(&self, order_id: &str, status: &'static str, returned: i64) -> bool {
        let happened = self.moved(order_id, |payment| {
            let settled = matches!(payment.status, "settlement" | "partial_refund" | "partial_chargeback");
            if settled {
                payment.status = status;
                payment.returned += returned;
            }
            settled
        });
        happened.await
    }

    /// Changes a payment, and notifies the shop of the change; false if it was not changed or does not exist.
    async fn moved(&self, order_id: &str, change: impl FnOnce(&mut Payment) -> bool) -> bool {
        let notice = {
            let mut book = self.book();
            let Some(payment) = book.payments.get_mut(order_id) else { return false };
            if !change(payment) {
                return false;
            }
            let notice = payment.notify_url.clone().map(|url| Notice { url, body: payment.told(false) });
            match (book.delivery, notice) {
                (Delivery::AtOnce, notice) => notice,
                (Delivery::Held, notice) => {
                    book.held.extend(notice);
                    None
                }
            }
        };
        if let Some(notice) = notice {
            self.deliver(&notice).await;
        }
        true
    }
}

/// Answers a call: records it, applies the fault that the test has set, and otherwise executes it.
async fn answer(
    midtrans: &Midtrans,
    headers: &HeaderMap,
    call: Call,
    done: impl AsyncFnOnce(&Midtrans) -> (u16, Value),
) -> Response {
    midtrans.book().calls.push(call.clone());
    let fault = (midtrans.inner.faults.lock().unwrap())(&call);
    let snap = matches!(call.what, "create" | "cancel_page");
    let refusal = |status: u16, message: &str| {
        if snap { (status, json!({"error_messages": [message]})) } else { core_error(status, message) }
    };
    match fault {
        Some(Fault::Down) => broken(),
        Some(Fault::Status(status)) => {
            let (status, body) = refusal(status, "Sorry, we encountered internal server error.");
            return sent(status, &body);
        }
        Some(Fault::Garbage) => return "<html><h1>502 Bad Gateway</h1></html>".into_response(),
        Some(Fault::Endless) => return endless(),
        Some(Fault::AnswerLost | Fault::Held | Fault::Slow(_)) | None => {}
    }
    if headers.get(header::AUTHORIZATION).is_none_or(|given| given != AUTHORIZATION) {
        let message = "Access denied due to unauthorized transaction, please check client or server key";
        let (status, body) = refusal(401, message);
        return sent(status, &body);
    }
    let earlier = call.idempotency_key.as_ref().and_then(|key| midtrans.book().answers.get(key).cloned());
    let (status, body) = match earlier {
        Some(answer) => answer,
        None => done(midtrans).await,
    };
    if let Some(key) = call.idempotency_key {
        midtrans.book().answers.insert(key, (status, body.clone()));
    }
    match fault {
        Some(Fault::AnswerLost) => broken(),
        Some(Fault::Held) => midtrans.hold().await,
        Some(Fault::Slow(delay)) => tokio::time::sleep(delay).await,
        _ => {}
    }
    let status_in_http = snap || midtrans.book().status_in_http;
    sent(if status_in_http { status } else { 200 }, &body)
}

/// Breaks the connection: the task that serves it ends, without a panic message.
fn broken() -> ! {
    panic::resume_unwind(Box::new("the connection breaks"))
}

fn endless() -> Response {
    let piece = Bytes::from_static(&[b' '; 64 * 1024]);
    let pieces = std::iter::repeat_n(piece, ENDLESS / (64 * 1024)).map(Ok::<_, Infallible>);
    Body::from_stream(futures_util::stream::iter(pieces)).into_response()
}

fn sent(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

fn core_error(status: u16, message: &str) -> (u16, Value) {
    let id = "7d69bcb8-1339-4d48-80b4-c287b1466dec";
    (status, json!({"status_code": status.to_string(), "status_message": message, "id": id}))
}

fn snap_error(message: &str) -> (u16, Value) {
    (400, json!({"error_messages": [message]}))
}

fn call(what: &'static str, id: String, headers: &HeaderMap, body: &[u8]) -> Call {
    let key = headers.get("idempotency-key").map(|key| key.to_str().unwrap().to_owned());
    Call { what, id, idempotency_key: key, body: serde_json::from_slice(body).unwrap_or_default() }
}

async fn create(State(midtrans): State<Midtrans>, headers: HeaderMap, body: Bytes) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let id = request["transaction_details"]["order_id"].as_str().unwrap_or_default().to_owned();
    let call = call("create", id, &headers, &body);
    let length = body.len();
    answer(&midtrans, &headers, call, async |midtrans| {
        if length > 16 * 1024 {
            return (413, json!({"error_messages": ["Request entity too large"]}));
        }
        let notify_url = headers.get("x-override-notification").map(|url| url.to_str().unwrap().to_owned());
        open(midtrans, &request, notify_url)
    })
    .await
}

/// Returns the error in a request, if any (provider docs, reference/json-objects).
fn fault_of(request: &Value) -> Option<String> {
    let details = &request["transaction_details"];
    let Some(order_id) = details["order_id"].as_str().filter(|id| !id.is_empty()) else {
        return Some("transaction_details.order_id is required".to_owned());
    };
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'~' | b'.');
    if order_id.len() > 50 || !order_id.bytes().all(allowed) {
        return Some("transaction_details.order_id is not valid".to_owned());
    }
    let Some(amount) = details["gross_amount"].as_i64().filter(|amount| *amount >= 1) else {
        return Some("transaction_details.gross_amount must be a positive integer".to_owned());
    };
    let too_long = |value: &Value, most: usize| value.as_str().is_some_and(|text| text.chars().count() > most);
    let (mut sum, mut ids) = (0, Vec::new());
    for item in request["item_details"].as_array().into_iter().flatten() {
        let (Some(price), Some(quantity)) = (item["price"].as_i64(), item["quantity"].as_i64()) else {
            return Some("item_details.price and quantity are required".to_owned());
        };
        let name = &item["name"];
        if quantity < 1 || !name.is_string() || too_long(name, 50) || too_long(&item["id"], 50) {
            return Some("item_details is not valid".to_owned());
        }
        if name.as_str().is_some_and(|name| name.contains('|')) || ids.contains(&&item["id"]) {
            return Some("item_details has a name or an id that a channel refuses".to_owned());
        }
        ids.push(&item["id"]);
        sum += price * quantity;
    }
    if !ids.is_empty() && sum != amount {
        return Some("transaction_details.gross_amount is not equal to the sum of item_details".to_owned());
    }
    let customer = &request["customer_details"];
    if ["first_name", "last_name", "email", "phone"].iter().any(|field| too_long(&customer[field], 255)) {
        return Some("customer_details is too long".to_owned());
    }
    if ["finish", "error"].iter().any(|field| too_long(&request["callbacks"][field], 255)) {
        return Some("callbacks is too long".to_owned());
    }
    let minutes = request["expiry"]["duration"].as_i64();
    if minutes.is_some_and(|minutes| !(1..=7 * 24 * 60).contains(&minutes)) || request["expiry"]["unit"] != "minute" {
        return Some("expiry is not valid".to_owned());
    }
    None
}

fn open(midtrans: &Midtrans, request: &Value, notify_url: Option<String>) -> (u16, Value) {
    if let Some(fault) = fault_of(request) {
        return snap_error(&fault);
    }
    let details = &request["transaction_details"];
    let order_id = details["order_id"].as_str().unwrap().to_owned();
    let mut book = midtrans.book();
    let sent = |field: &&str| request["customer_details"][*field].is_string();
    if let Some(field) = book.refused_fields.split(' ').find(sent) {
        return snap_error(&format!("customer_details.{field} format is invalid"));
    }
    if let Some(payment) = book.payments.get(&order_id) {
        return snap_error(if payment.charged > 0 {
            "transaction_details.order_id has been paid and utilized, please use another order ID"
        } else {
            "transaction_details.order_id has already been taken"
        });
    }
    book.made += 1;
    let token = format!("{:08x}-4b5c-4d6e-8f70-{:012x}", book.made, book.made);
    let redirect_url = format!("{}/snap/v3/redirection/{token}", midtrans.base);
    let payment = Payment {
        order_id: order_id.clone(),
        amount: details["gross_amount"].as_i64().unwrap(),
        status: "opened",
        beside: 0,
        charged: 0,
        returned: 0,
        page_open: true,
        token: token.clone(),
        transaction_id: format!("513f1f01-c9da-474c-9fc9-{:012x}", book.made),
        channel: String::new(),
        challenged: false,
        notify_url,
        refund_keys: Vec::new(),
        names_fee: false,
        by_key: false,
    };
    book.payments.insert(order_id, payment);
    (201, json!({"token": token, "redirect_url": redirect_url}))
}

async fn cancel_page(State(midtrans): State<Midtrans>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    let call = call("cancel_page", token.clone(), &headers, &[]);
    answer(&midtrans, &headers, call, async |midtrans| {
        let mut book = midtrans.book();
        let Some(payment) = book.payments.values_mut().find(|payment| payment.token == token) else {
            return (404, json!({"error_messages": ["token not found"]}));
        };
        if !payment.page_open {
            return snap_error("token already canceled");
        }
        if matches!(payment.status, "pending" | "capture") {
            return snap_error("Transaction is on progress");
        }
        payment.page_open = false;
        (200, json!({"canceled_at": "2026-11-21T03:00:00.000Z"}))
    })
    .await
}

/// Returns the payment with this order id or transaction id, once the shopper has chosen a payment method.
fn known(midtrans: &Midtrans, id: &str) -> Option<Payment> {
    let book = midtrans.book();
    book.payments
        .values()
        .find(|payment| payment.known() && [&payment.order_id, &payment.transaction_id].contains(&&id.to_owned()))
        .cloned()
}

fn unknown() -> (u16, Value) {
    core_error(404, "Transaction doesn't exist.")
}

fn fixed() -> (u16, Value) {
    core_error(412, "Merchant cannot modify the status of the transaction")
}

async fn status(State(midtrans): State<Midtrans>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let call = call("status", id.clone(), &headers, &[]);
    answer(&midtrans, &headers, call, async |midtrans| {
        let Some(payment) = known(midtrans, &id) else { return unknown() };
        let body = payment.told(true);
        (body["status_code"].as_str().unwrap().parse().unwrap(), body)
    })
    .await
}

async fn cancel(State(midtrans): State<Midtrans>, Path(id): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    let call = call("cancel", id.clone(), &headers, &body);
    answer(&midtrans, &headers, call, async |midtrans| {
        let Some(payment) = known(midtrans, &id) else { return unknown() };
        let cancelled = midtrans.moved(&payment.order_id, |payment| {
            let open = matches!(payment.status, "pending" | "capture");
            if open {
                payment.status = "cancel";
                payment.page_open = false;
                payment.returned = payment.charged;
            }
            open
        });
        if !cancelled.await {
            return fixed();
        }
        let mut body = known(midtrans, &id).unwrap().told(true);
        body["status_message"] = json!("Success, transaction is canceled");
        (200, body)
    })
    .await
}

async fn expire(State(midtrans): State<Midtrans>, Path(id): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    let call = call("expire", id.clone(), &headers, &body);
    answer(&midtrans, &headers, call, async |midtrans| {
        let Some(payment) = known(midtrans, &id) else { return unknown() };
        if payment.status != "pending" || !midtrans.lapse(&payment.order_id).await {
            return fixed();
        }
        let mut body = known(midtrans, &id).unwrap().told(true);
        body["status_message"] = json!("Success, transaction has expired");
        (407, body)
    })
    .await
}

async fn refund(State(midtrans): State<Midtrans>, Path(id): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    let call = call("refund", id.clone(), &headers, &body);
    let request = call.body.clone();
    answer(&midtrans, &headers, call, async |midtrans| {
        let Some(payment) = known(midtrans, &id) else { return unknown() };
        let key = request["refund_key"].as_str().unwrap_or_default().to_owned();
        let amount = request["amount"].as_i64().unwrap_or(payment.amount);
        let good_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        if !good_key || amount < 1 {
            return core_error(400, "One or more parameters in the payload is invalid.");
        }
        if payment.refund_keys.contains(&key) {
            return core_error(406, "Duplicate refund_key. The refund_key has already been utilized");
        }
        if !matches!(payment.status, "settlement" | "partial_refund") || !REFUNDABLE.contains(&&*payment.channel) {
            return fixed();
        }
        if amount > payment.kept() {
            return core_error(414, "Refund amount exceeds the remaining amount");
        }
        midtrans
            .moved(&payment.order_id, |payment| {
                payment.returned += amount;
                payment.refund_keys.push(key.clone());
                payment.status = if payment.kept() == 0 { "refund" } else { "partial_refund" };
                true
            })
            .await;
        let mut body = known(midtrans, &id).unwrap().told(true);
        body["status_message"] = json!("Success, refund request is approved");
        body["refund_chargeback_id"] = json!(1);
        body["refund_key"] = json!(key);
        (200, body)
    })
    .await
}
