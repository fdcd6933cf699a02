//! Client of Midtrans Snap, and of every server that speaks its protocol.

use std::time::Duration;

use ksmart_foundation::{
    config::BaseUrl,
    format,
    provider_log::{self, Answer, Exchange, Provider, ProviderLog},
    time::jakarta,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{
    Client, Method, RequestBuilder,
    header::{ACCEPT, AUTHORIZATION, HeaderValue},
    redirect,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha512};
use subtle::ConstantTimeEq;

/// Maximum time to wait for an answer of the provider.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum length of an item's name (provider docs, reference/json-objects).
const MAX_NAME: usize = 50;

/// Maximum length of a payer's name: one channel accepts no more (provider docs, reference/json-objects).
const MAX_PAYER: usize = 30;

/// Maximum number of bytes read from an answer; the longest documented answer has about 2 KB.
const MAX_ANSWER: usize = 256 * 1024;

/// Characters to be percent-encoded in the path of a URL.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Reason why the provider did not carry out a request.
#[derive(Debug, thiserror::Error)]
pub enum SnapError {
    /// The provider cannot be reached, has an internal error, or sends an unreadable answer: a retry may help.
    #[error("payment provider unreachable: {0}")]
    Unreachable(String),
    /// The provider refused: a retry gets the same answer.
    #[error("payment provider refused: {status} {message}")]
    Refused {
        /// Status of the answer, or of its body.
        status: u16,
        /// Reason given by the provider.
        message: String,
    },
}

impl SnapError {
    /// Classifies an error answer: a wrong key, too many requests and the provider's own errors are temporary.
    fn of(status: u16, message: String) -> Self {
        match status {
            400 | 402..=428 | 430..=499 => Self::Refused { status, message },
            _ => Self::Unreachable(format!("{status} {message}")),
        }
    }

    /// Whether the provider refused because the payment's state does not allow the request.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Self::Refused { status: 412, .. })
    }

    /// Returns the customer field that the provider refuses, such as `email`, if it names one.
    pub fn customer_field(&self) -> Option<&str> {
        let Self::Refused { status: 400, message } = self else { return None };
        let (_, named) = message.split_once("customer_details.")?;
        named.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
    }

    /// Whether the provider already knows a payment with this number (provider docs, error messages of Snap).
    pub fn is_taken(&self) -> bool {
        let Self::Refused { status: 400, message } = self else { return false };
        message.contains("order_id") && (message.contains("taken") || message.contains("utilized"))
    }
}

/// Result of closing a payment page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The page is closed, or does not exist.
    Closed,
    /// The shopper has chosen how to pay: the payment itself must be closed.
    InUse,
}

/// An item of a payment; discount and shipping are items too.
#[derive(Debug, Serialize, Deserialize)]
pub struct Item {
    /// Key of the item, unique within the payment, up to 50 characters.
    pub id: String,
    /// Unit price, rupiah; negative for a discount.
    pub price: i64,
    /// Quantity, 1 or more.
    pub quantity: i64,
    /// Name of up to 50 characters.
    pub name: String,
}

impl Item {
    /// Creates an item, with its name cut to the provider's limit; `|` is replaced, as it would break one of its
    /// channels.
    pub fn new(id: String, price: i64, quantity: i64, name: &str) -> Self {
        Self { id, price, quantity, name: name.replace('|', "/").chars().take(MAX_NAME).collect() }
    }
}

/// Payer of a payment; a field that the provider refuses is left out.
#[derive(Debug, Serialize, Deserialize)]
pub struct Customer {
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// E-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Mobile number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
}

/// Number and amount of a payment.
#[derive(Debug, Serialize, Deserialize)]
pub struct TransactionDetails {
    /// Payment's number, up to 50 letters, digits, `-`, `_`, `~` and `.`: the order's, with a suffix after a lost
    /// answer.
    pub order_id: String,
    /// Sum of the items, rupiah.
    pub gross_amount: i64,
}

/// Pages to which the provider sends the shopper afterwards.
#[derive(Debug, Serialize, Deserialize)]
pub struct Callbacks {
    /// URL of the result page.
    pub finish: String,
    /// URL of the result page after a failure.
    pub error: String,
}

/// Time limit of the payment.
#[derive(Debug, Serialize, Deserialize)]
pub struct Expiry {
    /// Start of the time limit, `yyyy-MM-dd HH:mm:ss Z`.
    pub start_time: String,
    /// Unit of `duration`: always `minute`.
    pub unit: String,
    /// Number of units.
    pub duration: i64,
}

/// A payment to be opened.
#[derive(Debug, Serialize, Deserialize)]
pub struct SnapRequest {
    /// Number and amount.
    pub transaction_details: TransactionDetails,
    /// Items that are paid for; prices times quantities add up to the amount.
    pub item_details: Vec<Item>,
    /// Payer.
    pub customer_details: Customer,
    /// Pages to which the provider sends the shopper afterwards.
    pub callbacks: Callbacks,
    /// Time limit of the payment.
    pub expiry: Expiry,
}

impl Customer {
    /// Creates a payer, cut to the limits of every channel.
    pub fn new(name: &str, email: &str, phone: &str) -> Self {
        let cut = |text: &str, most: usize| Some(text.chars().take(most).collect());
        Self { first_name: cut(name, MAX_PAYER), email: cut(email, 255), phone: cut(phone, MAX_PAYER) }
    }

    /// Removes a field; false if there is none of this name.
    pub fn remove_field(&mut self, field: &str) -> bool {
        let left_out = match field {
            "first_name" => self.first_name.take(),
            "email" => self.email.take(),
            "phone" => self.phone.take(),
            _ => None,
        };
        left_out.is_some()
    }
}

impl SnapRequest {
    /// Returns the time limit for paying: `minutes` from `start_ms`.
    pub fn expiry(start_ms: i64, minutes: i64) -> Expiry {
        let start_time = jakarta(start_ms).format("%Y-%m-%d %H:%M:%S %z").to_string();
        Expiry { start_time, unit: "minute".to_owned(), duration: minutes }
    }
}

/// A payment that was opened.
#[derive(Debug, Serialize, Deserialize)]
pub struct SnapToken {
    /// Token of the payment page.
    pub token: String,
    /// URL of the payment page.
    pub redirect_url: String,
}

/// Facts about a payment from the provider, in a notification or in an answer; unknown fields are ignored.
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
#[schema(examples(json!({
    "order_id": "KS-20261110-9M7RGMYJ", "status_code": "200", "gross_amount": "154600.00",
    "transaction_status": "settlement", "fraud_status": "accept", "payment_type": "bank_transfer",
    "transaction_id": "9aed5972-5b6a-401e-894b-a32c91ed1a3a", "transaction_time": "2026-11-10 14:05:31",
    "status_message": "Success, transaction is found", "signature_key": "f2a1…"
})))]
pub struct PaymentNotification {
    /// Number of the payment: the order's number, possibly with a suffix. Newer channels send the payment's key
    /// instead.
    pub order_id: String,
    /// Status code as text: `200`, `201`, `202`, `407`, …
    pub status_code: String,
    /// Amount such as `154600.00`.
    pub gross_amount: String,
    /// Currency; a missing one counts as `IDR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// State of the payment: `pending`, `capture`, `settlement`, `deny`, `cancel`, `expire`, `failure`, `refund`, …
    pub transaction_status: String,
    /// Result of the fraud check: `accept`, `deny` or `challenge`; a missing one counts as `accept`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraud_status: Option<String>,
    /// Kind of payment, such as `bank_transfer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_type: Option<String>,
    /// Provider's key of the payment.
    pub transaction_id: String,
    /// Time of the payment, `yyyy-MM-dd HH:mm:ss`, GMT+7.
    pub transaction_time: String,
    /// Message for programmers.
    pub status_message: String,
    /// Hex of SHA-512 over order, status, amount and server key.
    pub signature_key: String,
    /// Amount refunded so far, such as `10000.00`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "as_text")]
    pub refund_amount: Option<String>,
    /// Individual refunds of the payment.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "as_refunds")]
    pub refunds: Vec<NoticedRefund>,
    /// Additional facts: about a fee that the buyer pays.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "as_metadata")]
    pub metadata: Option<Metadata>,
}

/// Additional facts of the provider about a payment.
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Metadata {
    /// Composition of the payment.
    pub extra_info: ExtraInfo,
}

/// Composition of a payment, where the provider reports it.
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct ExtraInfo {
    /// Requested amount, charged amount and fee.
    pub gross_amount_info: AmountInfo,
}

/// Requested amount, and the fee that the provider has added to it.
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct AmountInfo {
    /// Amount that the shop requested, such as `177000`.
    #[serde(deserialize_with = "as_text")]
    pub original_amount: Option<String>,
    /// Amount that the buyer is charged, such as `177071`.
    #[serde(deserialize_with = "as_text")]
    pub gross_amount: Option<String>,
    /// The provider's fee that the buyer pays, such as `71`.
    #[serde(deserialize_with = "as_text")]
    pub customer_imposed_payment_fee: Option<String>,
}

/// Refund reported by the provider.
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct NoticedRefund {
    /// Key of the refund request.
    pub refund_key: String,
    /// Amount such as `10000.00`.
    #[serde(deserialize_with = "as_text")]
    pub refund_amount: Option<String>,
}

/// Reads a text, or a number as text; `None` for anything else, so that no notification fails because of an irrelevant
/// field.
fn as_text<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Reads a list of refunds; empty for anything else.
fn as_refunds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<NoticedRefund>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(deserializer)?).unwrap_or_default())
}

/// Reads the additional facts about a payment; `None` for anything else.
fn as_metadata<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Metadata>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(deserializer)?).unwrap_or_default())
}

/// Parses an amount of whole rupiah such as `10000.00`; `None` for anything else.
fn whole_rupiah(text: &str) -> Option<i64> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, ""));
    cents.bytes().all(|b| b == b'0').then(|| whole.parse().ok()).flatten()
}

impl PaymentNotification {
    /// Whether the notification was signed with `server_key`; compared in constant time.
    pub fn is_signed_with(&self, server_key: &str) -> bool {
        let expected = signature(&self.order_id, &self.status_code, &self.gross_amount, server_key);
        expected.as_bytes().ct_eq(self.signature_key.as_bytes()).into()
    }

    /// Returns the amount in rupiah; `None` if it is not a whole number, or is in another currency.
    pub fn amount(&self) -> Option<i64> {
        if self.currency.as_deref().is_some_and(|currency| !currency.eq_ignore_ascii_case("IDR")) {
            return None;
        }
        whole_rupiah(&self.gross_amount)
    }

    /// Whether the amount is `total_rp` plus a fee that the buyer pays, according to all parts of the notification.
    pub fn is_with_fee(&self, total_rp: i64) -> bool {
        let Some(metadata) = &self.metadata else { return false };
        let info = &metadata.extra_info.gross_amount_info;
        let part = |text: &Option<String>| text.as_deref().and_then(whole_rupiah);
        let fee_rp = part(&info.customer_imposed_payment_fee).filter(|fee_rp| *fee_rp > 0);
        let charged_rp = fee_rp.and_then(|fee_rp| total_rp.checked_add(fee_rp));
        part(&info.original_amount) == Some(total_rp)
            && charged_rp.is_some()
            && charged_rp == self.amount()
            && charged_rp == part(&info.gross_amount)
    }

    /// Returns the amount of the payment refunded so far, rupiah; `None` if the provider does not report it.
    pub fn refunded_rp(&self) -> Option<i64> {
        if self.refunds.is_empty() {
            return whole_rupiah(self.refund_amount.as_deref()?);
        }
        let amounts = self.refunds.iter().map(|refund| whole_rupiah(refund.refund_amount.as_deref()?));
        amounts.sum()
    }

    /// Whether the provider lists a refund with this key.
    pub fn has_refunded(&self, key: &str) -> bool {
        self.refunds.iter().any(|refund| refund.refund_key == key)
    }
}

/// Money to refund.
#[derive(Debug, Serialize, Deserialize)]
pub struct RefundRequest {
    /// Idempotency key of the refund: letters, digits, `-` and `_`.
    pub refund_key: String,
    /// Amount to refund, rupiah.
    pub amount: i64,
    /// Reason, for people.
    pub reason: String,
}

/// Returns the signature of a notification: hex of SHA-512 over the four texts (provider docs,
/// https-notification-webhooks).
pub fn signature(order_id: &str, status_code: &str, gross_amount: &str, server_key: &str) -> String {
    let digest = Sha512::digest(format!("{order_id}{status_code}{gross_amount}{server_key}"));
    format::hex(&digest)
}

/// Client of the payment provider.
pub struct Snap {
    client: Client,
    snap_base: String,
    api_base: String,
    server_key: String,
    /// Header with the server key: Basic authentication, with the key as user and no password.
    authorization: HeaderValue,
    /// Base address for the provider's notifications; `None` for the shop's public address.
    notify_base: Option<String>,
    log: ProviderLog,
}

/// Call to the provider.
struct Call<'a> {
    request: RequestBuilder,
    /// Number of the order at the provider.
    number: Option<&'a str>,
    method: Method,
    /// Path for the log, without a page's token: anyone who knows the token can open the page.
    path: &'a str,
    body: String,
}

impl Snap {
    /// Creates a client of Midtrans. Without given base URLs, the kind of key selects Midtrans's sandbox or production.
    pub fn midtrans(
        server_key: &str,
        snap_base: Option<&BaseUrl>,
        api_base: Option<&BaseUrl>,
        log: ProviderLog,
    ) -> Self {
        let client = client();
        let place = if server_key.starts_with("SB-") { ".sandbox" } else { "" };
        Self {
            authorization: authorization(&client, server_key),
            client,
            snap_base: snap_base
                .map_or_else(|| format!("https://app{place}.midtrans.com/snap/v1"), ToString::to_string),
            api_base: api_base.map_or_else(|| format!("https://api{place}.midtrans.com/v2"), ToString::to_string),
            server_key: server_key.to_owned(),
            notify_base: None,
            log,
        }
    }

    /// Creates a client of the sandbox inside this server, which is at `local_url`.
    pub fn sandbox(server_key: &str, local_url: &str, log: ProviderLog) -> Self {
        let client = client();
        Self {
            authorization: authorization(&client, server_key),
            client,
            snap_base: format!("{local_url}/sandbox/snap/v1"),
            api_base: format!("{local_url}/sandbox/v2"),
            server_key: server_key.to_owned(),
            notify_base: Some(local_url.to_owned()),
            log,
        }
    }

    /// Whether it is the sandbox inside this server, where payments involve no money.
    pub fn is_sandbox(&self) -> bool {
        self.notify_base.is_some()
    }

    /// Returns the key that notifications are signed with.
    pub fn server_key(&self) -> &str {
        &self.server_key
    }

    /// Returns the header that requests to the provider carry.
    pub fn authorization(&self) -> &HeaderValue {
        &self.authorization
    }

    /// Returns the HTTP client, with its time-out.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the log of the exchanges with the provider.
    pub fn log(&self) -> &ProviderLog {
        &self.log
    }

    /// Opens a payment; notifications reach the shop at `public_url`.
    ///
    /// # Errors
    /// The provider cannot be reached or refuses.
    pub async fn create(&self, payment: &SnapRequest, public_url: &str) -> Result<SnapToken, SnapError> {
        let notify = format!("{}/api/payments/notification", self.notify_base.as_deref().unwrap_or(public_url));
        let request = self.client.post(format!("{}/transactions", self.snap_base));
        let call = Call {
            request: request.header("x-override-notification", notify),
            number: Some(&payment.transaction_details.order_id),
            method: Method::POST,
            path: "/transactions",
            body: serde_json::to_string(payment).map_err(unreachable)?,
        };
        let answer = self.send(call).await?;
        if !(200..300).contains(&answer.status) {
            return Err(SnapError::of(answer.status, snap_message(&answer.body)));
        }
        let page: SnapToken = serde_json::from_str(&answer.body).map_err(unreachable)?;
        // The shopper is redirected to this URL, so its scheme is checked.
        if page.redirect_url.starts_with("https://") || page.redirect_url.starts_with("http://") {
            Ok(page)
        } else {
            Err(unreachable("the payment page has no address"))
        }
    }

    /// Closes a payment page that was not paid; a page that is already closed is no error.
    ///
    /// # Errors
    /// The provider cannot be reached.
    pub async fn cancel_page(&self, token: &str) -> Result<Page, SnapError> {
        let path = utf8_percent_encode(token, PATH);
        let call = Call {
            request: self.client.post(format!("{}/transactions/{path}/cancel", self.snap_base)),
            number: None,
            method: Method::POST,
            path: "/transactions/***/cancel",
            body: String::new(),
        };
        let answer = self.send(call).await?;
        let message = snap_message(&answer.body);
        match answer.status {
            200..300 if answer.body.contains("canceled_at") => Ok(Page::Closed),
            400 if message.contains("on progress") => Ok(Page::InUse),
            // The page was already closed, or no longer exists.
            400 if message.contains("already") => Ok(Page::Closed),
            404 => Ok(Page::Closed),
            status => Err(SnapError::of(status, message)),
        }
    }

    /// Fetches the provider's status of a payment; `None` while the shopper has not chosen how to pay.
    ///
    /// # Errors
    /// The provider cannot be reached or refuses.
    pub async fn status(&self, number: &str) -> Result<Option<PaymentNotification>, SnapError> {
        self.notification(Method::GET, number, "status", None).await
    }

    /// Cancels a payment at the provider; `None` if the shopper has not chosen how to pay.
    ///
    /// Sends no `Idempotency-Key`: the provider would repeat the old "does not exist" for five minutes, although a
    /// shopper has chosen how to pay since.
    ///
    /// # Errors
    /// The provider cannot be reached, or refuses because the payment is decided (412).
    pub async fn cancel(&self, number: &str) -> Result<Option<PaymentNotification>, SnapError> {
        self.notification(Method::POST, number, "cancel", None).await
    }

    /// Lets a payment expire at the provider; `None` if the shopper has not chosen how to pay.
    ///
    /// # Errors
    /// The provider cannot be reached, or refuses because the payment is decided (412).
    pub async fn expire(&self, number: &str) -> Result<Option<PaymentNotification>, SnapError> {
        self.notification(Method::POST, number, "expire", None).await
    }

    /// Refunds money; the same key refunds it only once.
    ///
    /// # Errors
    /// The provider cannot be reached, refuses because the payment's state or channel does not allow it (412, 414), or
    /// knows the key (406).
    pub async fn refund(&self, number: &str, refund: &RefundRequest) -> Result<Option<PaymentNotification>, SnapError> {
        self.notification(Method::POST, number, "refund", Some(refund)).await
    }

    /// Sends a request whose answer is a notification. The status inside the body counts: it can differ from the HTTP
    /// status.
    async fn notification(
        &self,
        method: Method,
        number: &str,
        what: &str,
        refund: Option<&RefundRequest>,
    ) -> Result<Option<PaymentNotification>, SnapError> {
        let path = format!("/{}/{what}", utf8_percent_encode(number, PATH));
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.api_base));
        if let Some(refund) = refund {
            request = request.header("idempotency-key", format!("refund-{}", refund.refund_key));
        }
        let body = refund.map(serde_json::to_string).transpose().map_err(unreachable)?.unwrap_or_default();
        let answer = self.send(Call { request, number: Some(number), method, path: &path, body }).await?;
        // A failing server in between may answer with a web page, whose status does not describe the payment.
        let notification: PaymentNotification = serde_json::from_str(&answer.body).map_err(unreachable)?;
        let code = notification.status_code.parse().unwrap_or(answer.status);
        match code {
            404 => Ok(None),
            // 407 means that the time has run out, which is a valid answer.
            200..300 | 407 if !notification.transaction_status.is_empty() => Ok(Some(notification)),
            200..300 | 407 => Err(unreachable(format!("{code} {}", notification.status_message))),
            code => Err(SnapError::of(code, notification.status_message)),
        }
    }

    /// Sends a request with the key, reads its answer, and logs both.
    async fn send(&self, call: Call<'_>) -> Result<Answer, SnapError> {
        let started_ms = self.log.now_ms();
        let request = call.request.header(AUTHORIZATION, &self.authorization).header(ACCEPT, "application/json");
        let request = if call.body.is_empty() {
            request
        } else {
            request.header("content-type", "application/json").body(call.body.clone())
        };
        let answer = provider_log::send(request, MAX_ANSWER).await;
        let exchange = Exchange {
            provider: Provider::Midtrans,
            order: call.number,
            method: call.method.as_str(),
            path: call.path,
            request: &call.body,
            status: answer.as_ref().ok().map(|answer| answer.status),
            response: answer.as_ref().map_or("", |answer| &answer.body),
            started_ms,
            error: answer.as_ref().err().map(String::as_str),
        };
        self.log.record(&exchange).await;
        answer.map_err(SnapError::Unreachable)
    }
}

fn unreachable(cause: impl std::fmt::Display) -> SnapError {
    SnapError::Unreachable(cause.to_string())
}

/// Reads the messages of a Snap error.
fn snap_message(body: &str) -> String {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Messages {
        error_messages: Vec<String>,
    }
    serde_json::from_str::<Messages>(body).unwrap_or_default().error_messages.join("; ")
}

fn authorization(client: &Client, server_key: &str) -> HeaderValue {
    let request = client.get("http://localhost").basic_auth(server_key, Some("")).build();
    request.expect("a key makes a header").headers()[AUTHORIZATION].clone()
}

fn client() -> Client {
    // No redirects: the key and the payment data are for this address only.
    Client::builder()
        .timeout(TIMEOUT)
        .redirect(redirect::Policy::none())
        .build()
        .expect("the HTTP client has no settings that can fail")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_authorization_header_is_correct() {
        let header = authorization(&client(), "SB-Mid-server-TEST");
        assert_eq!(header, "Basic U0ItTWlkLXNlcnZlci1URVNUOg==");
    }

    #[test]
    fn notification_signatures_are_verified() {
        let notification = PaymentNotification {
            order_id: "KS-20251121-0001".to_owned(),
            status_code: "200".to_owned(),
            gross_amount: "154600.00".to_owned(),
            signature_key: "31479bd26fb0daf0c2f9bfe2a9e4927080f012c39224116895ee082428f849ff90c5f6cf8594224db7405cc99218769aae9367ded9ccaff7fa8429de5dc60541".to_owned(),
            ..PaymentNotification::default()
        };
        assert!(notification.is_signed_with("SB-Mid-server-TEST"));
        assert!(!notification.is_signed_with("SB-Mid-server-OTHER"));
        assert!(
            !PaymentNotification { gross_amount: "1.00".to_owned(), ..notification }
                .is_signed_with("SB-Mid-server-TEST")
        );
    }

    #[test]
    fn amounts_must_be_whole_rupiah() {
        let amount = |text: &str| {
            PaymentNotification { gross_amount: text.to_owned(), ..PaymentNotification::default() }.amount()
        };
        assert_eq!(amount("154600.00"), Some(154_600));
        assert_eq!(amount("154600"), Some(154_600));
        assert_eq!(amount("154600.50"), None);
        assert_eq!(amount("abc"), None);
        assert_eq!(amount(""), None);
        let in_currency = |currency: &str| {
            let (gross_amount, currency) = ("154600.00".to_owned(), Some(currency.to_owned()));
            PaymentNotification { gross_amount, currency, ..PaymentNotification::default() }.amount()
        };
        assert_eq!((in_currency("IDR"), in_currency("idr")), (Some(154_600), Some(154_600)));
        assert_eq!(in_currency("USD"), None);
    }

    #[test]
    fn refunded_amounts_are_read_in_any_form() {
        let read = |body: serde_json::Value| serde_json::from_value::<PaymentNotification>(body).unwrap();
        let refunded_rp = |body| read(body).refunded_rp();
        assert_eq!(refunded_rp(serde_json::json!({"refund_amount": "10000.00"})), Some(10_000));
        assert_eq!(refunded_rp(serde_json::json!({"refund_amount": 10000})), Some(10_000));
        let one_by_one = serde_json::json!({
            "refund_amount": "3000.00",
            "refunds": [{"refund_key": "R-1", "refund_amount": "2000.00"}, {"refund_key": "R-2", "refund_amount": 3000}],
        });
        assert_eq!(refunded_rp(one_by_one.clone()), Some(5_000));
        assert!(read(one_by_one.clone()).has_refunded("R-2") && !read(one_by_one).has_refunded("R-3"));
        for none in [
            serde_json::json!({}),
            serde_json::json!({"refund_amount": null, "refunds": null}),
            serde_json::json!({"refund_amount": {"a": 1}, "refunds": "x"}),
            serde_json::json!({"refunds": [{"refund_key": "R-1"}]}),
        ] {
            assert_eq!(refunded_rp(none), None);
        }
    }

    #[test]
    fn item_names_are_cut_to_the_provider_limit() {
        let item = Item::new("1".to_owned(), 1, 1, &format!("a|b{}", "é".repeat(60)));
        assert_eq!(item.name.chars().count(), 50);
        assert!(item.name.starts_with("a/b"));
    }
}
