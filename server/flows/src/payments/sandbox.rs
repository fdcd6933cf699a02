//! Payment sandbox: speaks the protocol of Midtrans Snap, with a page where the shopper chooses the outcome.
//!
//! It does not know orders: its only input comes from the Snap client, and it answers, notifies and signs as the
//! provider does.

use std::{sync::Arc, time::Duration};

use axum::{
    Form, Json, Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{Html, IntoResponse, Redirect, Response},
    routing::{get, post},
};
use ksmart_foundation::{
    config::{PublicUrl, is_loopback},
    db::{Conn, Db},
    error::{Code, Error, Result},
    extract::{Body, Path},
    format::rupiah,
    time::{Clock, Random, jakarta},
};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};

use crate::payments::snap::{PaymentNotification, RefundRequest, Snap, SnapRequest, signature};

/// HTML of the page, in which each `{{name}}` is replaced.
const PAGE: &str = include_str!("sandbox.html");

/// Payment methods of a shopper: name in the form, the provider's payment type, label on the page.
const METHODS: [(&str, &str, &str); 7] = [
    ("qris", "qris", "QRIS"),
    ("bca_va", "bank_transfer", "BCA Virtual Account"),
    ("bni_va", "bank_transfer", "BNI Virtual Account"),
    ("bri_va", "bank_transfer", "BRI Virtual Account"),
    ("gopay", "gopay", "GoPay"),
    ("shopeepay", "shopeepay", "ShopeePay"),
    ("indomaret", "cstore", "Indomaret"),
];

/// Payment types that can be refunded (provider docs, refund-transaction).
const REFUNDABLE: [&str; 3] = ["gopay", "qris", "shopeepay"];

/// Time for which an answer is stored under its `Idempotency-Key`, in milliseconds (provider docs, api-headers).
const ANSWER_MS: i64 = 5 * 60 * 1000;

/// The routes of the sandbox, to be nested under `/sandbox`.
pub fn router(sandbox: Sandbox) -> Router {
    Router::new()
        .route("/snap/v1/transactions", post(create))
        .route("/snap/v1/transactions/{token}/cancel", post(cancel_page))
        .route(
            "/snap/v3/redirection/{token}",
            get(show_page).post(decide).layer(from_fn_with_state(sandbox.clone(), refuse_remote_callers)),
        )
        .route("/v2/{order_id}/status", get(status))
        .route("/v2/{order_id}/cancel", post(cancel))
        .route("/v2/{order_id}/expire", post(expire))
        .route("/v2/{order_id}/refund", post(refund))
        .with_state(sandbox)
}

/// Sandbox dependencies.
#[derive(Clone)]
pub struct Sandbox {
    /// The database.
    pub db: Db,
    /// Source of the current time.
    pub clock: Clock,
    /// Source of tokens.
    pub random: Random,
    /// Snap client whose requests the sandbox answers, with the server key that both share.
    pub snap: Arc<Snap>,
    /// Public base URL of the payment pages.
    pub public_url: PublicUrl,
    /// Whether the operator has opened the payment pages to everyone; otherwise they refuse callers from elsewhere.
    pub is_chosen: bool,
}

/// Headers with which proxies and tunnels mark a forwarded request.
const FORWARDED: [&str; 6] =
    ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// Refuses access to the payment page, where the caller decides whether an order is paid, unless the caller seems to be
/// on this machine. The operator can lift this with `PAYMENT_SANDBOX=on`.
///
/// A request counts as coming from elsewhere if a header marks it as forwarded. It also does if its host, or the page
/// that it comes from, has another name than this machine. A program that sends its own headers through a tunnel cannot
/// be detected.
async fn refuse_remote_callers(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).or(request.uri().authority().map(|authority| authority.as_str()));
    let is_here = is_loopback(&format!("http://{}", host.unwrap_or_default()))
        && text(header::ORIGIN).is_none_or(|origin| origin == "null" || is_loopback(origin))
        && !FORWARDED.iter().any(|name| headers.contains_key(*name));
    if !sandbox.is_chosen && !is_here {
        let message = "Sandbox pembayaran hanya untuk komputer ini, kecuali PAYMENT_SANDBOX=on.";
        return Error::new(StatusCode::FORBIDDEN, Code::Forbidden, message).into_response();
    }
    next.run(request).await
}

#[derive(FromRow)]
struct Payment {
    order_number: String,
    transaction_id: String,
    gross_amount_rp: i64,
    request: String,
    status: String,
    payment_type: Option<String>,
    created_ms: i64,
    expires_ms: i64,
    /// Amount refunded, rupiah.
    refunded_rp: i64,
}

/// SQL query for payments; conditions follow.
const PAYMENTS: &str =
    "SELECT order_number, transaction_id, gross_amount_rp, request, status, payment_type, created_ms, expires_ms,
                               (SELECT CAST(COALESCE(SUM(r.amount_rp), 0) AS BIGINT) FROM sandbox_refunds r
                                WHERE r.order_number = sandbox_payments.order_number) AS refunded_rp
                        FROM sandbox_payments";

/// Stored part of a request: the payment, and the URL for its notifications.
#[derive(serde::Serialize, Deserialize)]
struct StoredPayment {
    payment: SnapRequest,
    notify_url: Option<String>,
}

impl Payment {
    fn kept(&self) -> Result<StoredPayment> {
        serde_json::from_str(&self.request).map_err(Error::internal)
    }

    /// Returns the current status: an unpaid payment expires by the clock.
    fn status_at(&self, now_ms: i64) -> &str {
        let open = matches!(self.status.as_str(), "opened" | "pending");
        if open && now_ms > self.expires_ms { "expire" } else { &self.status }
    }

    /// Whether the shopper has chosen how to pay; before that, the provider knows no transaction.
    fn is_known(&self) -> bool {
        self.payment_type.is_some()
    }

    /// Whether the page accepts a choice: the first one, or one after a refused attempt.
    fn is_open(&self, now_ms: i64) -> bool {
        matches!(self.status_at(now_ms), "opened" | "pending" | "deny") && now_ms <= self.expires_ms
    }

    fn notification(&self, server_key: &str, now_ms: i64, asked: bool) -> PaymentNotification {
        let status = self.status_at(now_ms);
        let status_code = match status {
            "settlement" | "cancel" | "refund" | "partial_refund" => "200",
            "pending" => "201",
            // The provider answers 407 to a request, but sends 202 in its own notifications.
            "expire" if asked => "407",
            _ => "202",
        };
        let gross_amount = format!("{}.00", self.gross_amount_rp);
        PaymentNotification {
            signature_key: signature(&self.order_number, status_code, &gross_amount, server_key),
            order_id: self.order_number.clone(),
            status_code: status_code.to_owned(),
            gross_amount,
            currency: Some("IDR".to_owned()),
            transaction_status: if asked && self.payment_type.as_deref() == Some("shopeepay") {
                // The provider also answers in capitals for this channel.
                status.to_uppercase()
            } else {
                status.to_owned()
            },
            fraud_status: Some(if status == "deny" { "deny" } else { "accept" }.to_owned()),
            payment_type: self.payment_type.clone(),
            transaction_id: self.transaction_id.clone(),
            transaction_time: jakarta(self.created_ms).format("%Y-%m-%d %H:%M:%S").to_string(),
            status_message: "midtrans payment notification".to_owned(),
            refund_amount: (self.refunded_rp > 0).then(|| format!("{}.00", self.refunded_rp)),
            refunds: Vec::new(),
            metadata: None,
        }
    }
}

/// Returns the sandbox's key, if the request carries it.
fn server_key<'a>(sandbox: &'a Sandbox, headers: &HeaderMap) -> Option<&'a str> {
    let given = headers.get(header::AUTHORIZATION)?;
    (sandbox.snap.authorization() == given).then(|| sandbox.snap.server_key())
}

fn snap_error(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error_messages": [message]}))).into_response()
}

/// Body of an error: the provider answers 200 and puts the status into the body.
fn core_error(status: u16, message: &str) -> Value {
    json!({"status_code": status.to_string(), "status_message": message})
}

fn access_denied() -> Response {
    let message = "Access denied due to unauthorized transaction, please check client or server key";
    (StatusCode::UNAUTHORIZED, Json(core_error(401, message))).into_response()
}

/// Opens a payment.
async fn create(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    Body(payment): Body<SnapRequest>,
) -> Result<Response> {
    if server_key(&sandbox, &headers).is_none() {
        let message = "Access denied due to unauthorized transaction, please check client or server key";
        return Ok(snap_error(StatusCode::UNAUTHORIZED, message));
    }
    let details = &payment.transaction_details;
    let id = &details.order_id;
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'~' | b'.');
    if id.is_empty() || id.len() > 50 || !id.bytes().all(allowed) {
        return Ok(snap_error(StatusCode::BAD_REQUEST, "transaction_details.order_id is not valid"));
    }
    let sum = payment
        .item_details
        .iter()
        .try_fold(0i64, |sum, item| item.price.checked_mul(item.quantity).and_then(|line| sum.checked_add(line)));
    if sum != Some(details.gross_amount) || details.gross_amount < 1 {
        let message = "transaction_details.gross_amount is not equal to the sum of item_details";
        return Ok(snap_error(StatusCode::BAD_REQUEST, message));
    }
    let now_ms = sandbox.clock.now_ms();
    let token = sandbox.random.token(36).to_lowercase();
    let notify_url = headers.get("x-override-notification").and_then(|url| url.to_str().ok()).map(str::to_owned);
    let (id, gross_amount) = (id.clone(), details.gross_amount);
    let expires_ms = now_ms + payment.expiry.duration.saturating_mul(60_000);
    let kept = serde_json::to_string(&StoredPayment { payment, notify_url }).map_err(Error::internal)?;
    let sql = "INSERT INTO sandbox_payments (order_number, token, transaction_id, gross_amount_rp, request, status,
                                             created_ms, expires_ms, changed_ms)
               VALUES ($1, $2, $3, $4, $5, 'opened', $6, $7, $6)
               ON CONFLICT (order_number) DO NOTHING";
    let opened = query(sql)
        .bind(&id)
        .bind(&token)
        .bind(sandbox.random.token(32))
        .bind(gross_amount)
        .bind(kept)
        .bind(now_ms)
        .bind(expires_ms)
        .execute(&mut *sandbox.db.write_one().await?)
        .await?;
    if opened.rows_affected() == 0 {
        return Ok(snap_error(StatusCode::BAD_REQUEST, "transaction_details.order_id has already been taken"));
    }
    let redirect_url = format!("{}/sandbox/snap/v3/redirection/{token}", sandbox.public_url);
    Ok((StatusCode::CREATED, Json(json!({"token": token, "redirect_url": redirect_url}))).into_response())
}

/// Closes a payment page that was not paid.
async fn cancel_page(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    Path(token): Path<String>,
) -> Result<Response> {
    if server_key(&sandbox, &headers).is_none() {
        return Ok(snap_error(StatusCode::UNAUTHORIZED, "Access denied"));
    }
    let Some(payment) = by_token(&mut *sandbox.db.read().await?, &token).await? else {
        return Ok(snap_error(StatusCode::NOT_FOUND, "token not found"));
    };
    if payment.status_at(sandbox.clock.now_ms()) == "pending" {
        return Ok(snap_error(StatusCode::BAD_REQUEST, "Transaction is on progress"));
    }
    if !change(&sandbox, &payment, "cancel", None).await? {
        return Ok(snap_error(StatusCode::BAD_REQUEST, "token already canceled"));
    }
    Ok(Json(json!({"canceled_at": ksmart_foundation::time::rfc3339(sandbox.clock.now_ms())})).into_response())
}

/// Shows the status of an order's payment.
async fn status(State(sandbox): State<Sandbox>, headers: HeaderMap, Path(id): Path<String>) -> Result<Response> {
    let Some(key) = server_key(&sandbox, &headers) else { return Ok(access_denied()) };
    let now_ms = sandbox.clock.now_ms();
    match by_order(&mut *sandbox.db.read().await?, &id).await?.filter(Payment::is_known) {
        Some(payment) => Ok(Json(payment.notification(key, now_ms, true)).into_response()),
        None => Ok(Json(unknown()).into_response()),
    }
}

fn unknown() -> Value {
    core_error(404, "Transaction doesn't exist.")
}

fn fixed() -> Value {
    core_error(412, "Merchant cannot modify the status of the transaction")
}

async fn cancel(State(sandbox): State<Sandbox>, headers: HeaderMap, Path(id): Path<String>) -> Result<Response> {
    answer(&sandbox, &headers, async |key| close_payment(&sandbox, key, &id, "cancel").await).await
}

async fn expire(State(sandbox): State<Sandbox>, headers: HeaderMap, Path(id): Path<String>) -> Result<Response> {
    answer(&sandbox, &headers, async |key| close_payment(&sandbox, key, &id, "expire").await).await
}

async fn refund(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(request): Body<RefundRequest>,
) -> Result<Response> {
    answer(&sandbox, &headers, async |key| refund_payment(&sandbox, key, &id, &request).await).await
}

/// Answers a call of the shop; a call with the `Idempotency-Key` of an earlier call gets the same answer.
async fn answer(
    sandbox: &Sandbox,
    headers: &HeaderMap,
    work: impl AsyncFnOnce(&str) -> Result<Value>,
) -> Result<Response> {
    let Some(key) = server_key(sandbox, headers) else { return Ok(access_denied()) };
    let idempotency_key = headers.get("idempotency-key").and_then(|key| key.to_str().ok());
    let now_ms = sandbox.clock.now_ms();
    if let Some(idempotency_key) = idempotency_key {
        let sql = "SELECT body FROM sandbox_answers WHERE idempotency_key = $1 AND at_ms > $2";
        let query = query_scalar(sql).bind(idempotency_key).bind(now_ms - ANSWER_MS);
        let kept: Option<String> = query.fetch_optional(&mut *sandbox.db.read().await?).await?;
        if let Some(body) = kept {
            return Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response());
        }
    }
    let body = work(key).await?;
    if let Some(idempotency_key) = idempotency_key {
        let sql = "INSERT INTO sandbox_answers (idempotency_key, body, at_ms) VALUES ($1, $2, $3)
                   ON CONFLICT (idempotency_key) DO UPDATE SET body = excluded.body, at_ms = excluded.at_ms";
        let query = query(sql).bind(idempotency_key).bind(body.to_string()).bind(now_ms);
        let mut conn = sandbox.db.write_one().await?;
        query.execute(&mut *conn).await?;
        let delete = sqlx::query("DELETE FROM sandbox_answers WHERE at_ms <= $1").bind(now_ms - ANSWER_MS);
        delete.execute(&mut *conn).await?;
    }
    Ok(Json(body).into_response())
}

async fn close_payment(sandbox: &Sandbox, key: &str, id: &str, status: &str) -> Result<Value> {
    let Some(payment) = by_order(&mut *sandbox.db.read().await?, id).await?.filter(Payment::is_known) else {
        return Ok(unknown());
    };
    let now_ms = sandbox.clock.now_ms();
    // A refused attempt is already decided: only a pending payment can be closed.
    let done = payment.status == "pending" && change(sandbox, &payment, status, None).await?;
    let payment = by_order(&mut *sandbox.db.read().await?, id).await?.unwrap_or(payment);
    if !done && payment.status_at(now_ms) != status {
        return Ok(fixed());
    }
    serde_json::to_value(payment.notification(key, now_ms, true)).map_err(Error::internal)
}

/// Refunds a settled payment, in whole or in part; each refund key refunds only once.
async fn refund_payment(sandbox: &Sandbox, key: &str, id: &str, request: &RefundRequest) -> Result<Value> {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if request.refund_key.is_empty() || !request.refund_key.bytes().all(allowed) || request.amount < 1 {
        return Ok(core_error(400, "One or more parameters in the payload is invalid."));
    }
    let Some(payment) = by_order(&mut *sandbox.db.read().await?, id).await?.filter(Payment::is_known) else {
        return Ok(unknown());
    };
    let now_ms = sandbox.clock.now_ms();
    let mut tx = sandbox.db.write().await?;
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(amount_rp), 0) AS BIGINT),
                      COUNT(CASE WHEN refund_key = $2 THEN 1 END)
               FROM sandbox_refunds WHERE order_number = $1";
    let (_, returned, same_key): (i64, i64, i64) =
        query_as(sql).bind(&payment.order_number).bind(&request.refund_key).fetch_one(&mut *tx).await?;
    if same_key > 0 {
        return Ok(core_error(406, "Duplicate refund_key. The refund_key has already been utilized"));
    }
    let refundable = payment.payment_type.as_deref().is_some_and(|channel| REFUNDABLE.contains(&channel));
    if !refundable || !matches!(payment.status.as_str(), "settlement" | "partial_refund") {
        return Ok(fixed());
    }
    let left = payment.gross_amount_rp - returned - request.amount;
    if left < 0 {
        return Ok(core_error(414, "Refund amount exceeds the remaining amount"));
    }
    let status = if left == 0 { "refund" } else { "partial_refund" };
    query("INSERT INTO sandbox_refunds (order_number, refund_key, amount_rp) VALUES ($1, $2, $3)")
        .bind(&payment.order_number)
        .bind(&request.refund_key)
        .bind(request.amount)
        .execute(&mut *tx)
        .await?;
    let sql = "UPDATE sandbox_payments SET status = $2, changed_ms = $3 WHERE order_number = $1 AND status = $4";
    let query = query(sql).bind(&payment.order_number).bind(status).bind(now_ms).bind(&payment.status);
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(fixed());
    }
    tx.commit().await?;
    notify(sandbox, &payment.order_number).await?;
    let payment = by_order(&mut *sandbox.db.read().await?, id).await?.unwrap_or(payment);
    serde_json::to_value(payment.notification(key, now_ms, true)).map_err(Error::internal)
}

/// Shows the payment page.
async fn show_page(State(sandbox): State<Sandbox>, Path(token): Path<String>) -> Result<Response> {
    let Some(payment) = by_token(&mut *sandbox.db.read().await?, &token).await? else {
        return Err(Error::not_found("Pembayaran tidak ditemukan."));
    };
    let now_ms = sandbox.clock.now_ms();
    let kept = payment.kept()?;
    let rows: String = kept
        .payment
        .item_details
        .iter()
        .map(|item| {
            let times = if item.quantity > 1 { format!(" × {}", item.quantity) } else { String::new() };
            let amount = rupiah(item.price.saturating_mul(item.quantity));
            format!("<tr><td>{}{times}</td><td>{amount}</td></tr>", escape(&item.name))
        })
        .collect();
    let form = if payment.is_open(now_ms) {
        let refused = payment.status == "deny";
        let word = if refused { "<p class=\"closed\">Pembayaran ditolak. Silakan coba cara lain.</p>" } else { "" };
        format!("{word}{}", form_of_page())
    } else {
        closed_form(&kept, &payment, now_ms)
    };
    let deadline = jakarta(payment.expires_ms).format("%d/%m/%Y %H.%M WIB").to_string();
    let page = PAGE
        .replace("{{order}}", &escape(&payment.order_number))
        .replace("{{total}}", &rupiah(payment.gross_amount_rp))
        .replace("{{deadline}}", &deadline)
        .replace("{{rows}}", &rows)
        .replace("{{form}}", &form);
    let mut response = Html(page).into_response();
    // The form finally redirects to the shop, which may have another origin.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; form-action http: https:; frame-ancestors 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn form_of_page() -> String {
    let methods: String = METHODS
        .iter()
        .enumerate()
        .map(|(index, (id, _, name))| {
            let checked = if index == 0 { " checked" } else { "" };
            format!("<label><input type=\"radio\" name=\"method\" value=\"{id}\"{checked}> <span>{name}</span></label>")
        })
        .collect();
    format!(
        "<form method=\"post\"><fieldset><legend>Pilih metode pembayaran</legend>{methods}</fieldset>\
         <button class=\"pay\" name=\"decision\" value=\"pay\">Bayar</button>\
         <div class=\"other\"><button name=\"decision\" value=\"later\">Bayar nanti</button>\
         <button name=\"decision\" value=\"deny\">Tolak pembayaran</button>\
         <button name=\"decision\" value=\"expire\">Biarkan kedaluwarsa</button>\
         <button name=\"decision\" value=\"cancel\">Batalkan</button></div></form>"
    )
}

fn closed_form(kept: &StoredPayment, payment: &Payment, now_ms: i64) -> String {
    let word = match payment.status_at(now_ms) {
        "settlement" => "Pembayaran ini sudah lunas.",
        "expire" => "Waktu pembayaran sudah habis.",
        "deny" => "Pembayaran ini ditolak.",
        "refund" => "Dana pembayaran ini sudah dikembalikan.",
        "partial_refund" => "Sebagian dana pembayaran ini sudah dikembalikan.",
        _ => "Pembayaran ini sudah dibatalkan.",
    };
    let back = escape(&finish_url(kept, payment, now_ms));
    format!("<p class=\"closed\">{word}</p><a class=\"pay\" href=\"{back}\">Kembali ke toko</a>")
}

/// Decision of the shopper on the page.
#[derive(Deserialize)]
struct Decision {
    method: Option<String>,
    decision: String,
}

/// Carries out the shopper's decision, notifies the shop as the provider does, and redirects the shopper back.
async fn decide(
    State(sandbox): State<Sandbox>,
    Path(token): Path<String>,
    Form(form): Form<Decision>,
) -> Result<Response> {
    let Some(payment) = by_token(&mut *sandbox.db.read().await?, &token).await? else {
        return Err(Error::not_found("Pembayaran tidak ditemukan."));
    };
    let status = match form.decision.as_str() {
        "pay" => "settlement",
        "later" => "pending",
        "deny" => "deny",
        "expire" => "expire",
        "cancel" => "cancel",
        _ => return Err(Error::invalid("Pilihan tidak dikenal.")),
    };
    let method = METHODS.iter().find(|(id, ..)| Some(*id) == form.method.as_deref()).unwrap_or(&METHODS[0]);
    change(&sandbox, &payment, status, Some(method.1)).await?;
    let Some(payment) = by_token(&mut *sandbox.db.read().await?, &token).await? else {
        return Err(Error::not_found("Pembayaran tidak ditemukan."));
    };
    let kept = payment.kept()?;
    Ok(Redirect::to(&finish_url(&kept, &payment, sandbox.clock.now_ms())).into_response())
}

/// Returns the URL of the shop's result page, with the parameters that the provider appends.
fn finish_url(kept: &StoredPayment, payment: &Payment, now_ms: i64) -> String {
    let notification = payment.notification("", now_ms, false);
    format!(
        "{}?order_id={}&status_code={}&transaction_status={}",
        kept.payment.callbacks.finish, notification.order_id, notification.status_code, notification.transaction_status
    )
}

/// Changes an open payment, and sends the shop a notification; false if it was already decided.
async fn change(sandbox: &Sandbox, payment: &Payment, status: &str, payment_type: Option<&str>) -> Result<bool> {
    let now_ms = sandbox.clock.now_ms();
    let sql = "UPDATE sandbox_payments SET status = $2, payment_type = COALESCE($3, payment_type), changed_ms = $4
               WHERE order_number = $1 AND status IN ('opened', 'pending', 'deny')
                 AND ($2 = 'expire' OR expires_ms >= $4)";
    let changed = query(sql)
        .bind(&payment.order_number)
        .bind(status)
        .bind(payment_type)
        .bind(now_ms)
        .execute(&mut *sandbox.db.write_one().await?)
        .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    notify(sandbox, &payment.order_number).await?;
    Ok(true)
}

/// Sends the shop a notification of a payment, once the shopper has chosen how to pay.
async fn notify(sandbox: &Sandbox, number: &str) -> Result<()> {
    let Some(payment) = by_order(&mut *sandbox.db.read().await?, number).await? else { return Ok(()) };
    let notify_url = payment.kept()?.notify_url.filter(|_| payment.is_known());
    if let Some(url) = notify_url {
        let key = sandbox.snap.server_key();
        let notification = payment.notification(key, sandbox.clock.now_ms(), false);
        let sent = sandbox.snap.client().post(url).timeout(Duration::from_secs(5)).json(&notification).send().await;
        if let Err(error) = sent.and_then(reqwest::Response::error_for_status) {
            tracing::warn!(order = payment.order_number, "sandbox notification not delivered: {error}");
        }
    }
    Ok(())
}

async fn by_token(conn: &mut Conn, token: &str) -> sqlx::Result<Option<Payment>> {
    let sql = format!("{PAYMENTS} WHERE token = $1");
    query_as(AssertSqlSafe(sql)).bind(token).fetch_optional(conn).await
}

async fn by_order(conn: &mut Conn, number: &str) -> sqlx::Result<Option<Payment>> {
    let sql = format!("{PAYMENTS} WHERE order_number = $1");
    query_as(AssertSqlSafe(sql)).bind(number).fetch_optional(conn).await
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_on_the_payment_page_is_escaped() {
        assert_eq!(escape("<b>\"&"), "&lt;b&gt;&quot;&amp;");
    }
}
