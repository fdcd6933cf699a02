//! The client of Midtrans Snap, and of everything that speaks its protocol.

use std::time::Duration;

use reqwest::{
    Client, RequestBuilder, StatusCode,
    header::{ACCEPT, AUTHORIZATION, HeaderValue},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha512};
use subtle::ConstantTimeEq;

use crate::{config::BaseUrl, time::jakarta};

/// How long the provider may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The longest name of an item (provider docs, reference/json-objects).
const MAX_NAME: usize = 50;

/// Why the provider did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum SnapError {
    /// It cannot be reached, or its answer cannot be read.
    #[error("payment provider unreachable: {0}")]
    Unreachable(#[from] reqwest::Error),
    /// It refused.
    #[error("payment provider refused: {status} {message}")]
    Refused {
        /// Status of the answer, or of its body.
        status: u16,
        /// Its reason.
        message: String,
    },
}

/// An item of a payment; discount and shipping are items too.
#[derive(Debug, Serialize, Deserialize)]
pub struct Item {
    /// Unique within the payment, up to 50 characters.
    pub id: String,
    /// Price of one, rupiah; negative for a discount.
    pub price: i64,
    /// How many, 1 or more.
    pub quantity: i64,
    /// Up to 50 characters.
    pub name: String,
}

impl Item {
    /// An item with its name cut to what the provider takes; `|` would break one of its channels.
    pub fn new(id: String, price: i64, quantity: i64, name: &str) -> Self {
        Self { id, price, quantity, name: name.replace('|', "/").chars().take(MAX_NAME).collect() }
    }
}

/// Who pays.
#[derive(Debug, Serialize, Deserialize)]
pub struct Customer {
    /// Name.
    pub first_name: String,
    /// E-mail address.
    pub email: String,
    /// Mobile number.
    pub phone: String,
}

/// Number and amount of a payment.
#[derive(Debug, Serialize, Deserialize)]
pub struct TransactionDetails {
    /// The order's number, up to 50 of letters, digits, `-`, `_`, `~` and `.`.
    pub order_id: String,
    /// The sum of the items, rupiah.
    pub gross_amount: i64,
}

/// Where the shopper goes afterwards.
#[derive(Debug, Serialize, Deserialize)]
pub struct Callbacks {
    /// Address of the result page.
    pub finish: String,
    /// Address of the result page after a failure.
    pub error: String,
}

/// Until when it can be paid.
#[derive(Debug, Serialize, Deserialize)]
pub struct Expiry {
    /// `yyyy-MM-dd HH:mm:ss Z`.
    pub start_time: String,
    /// `minute`.
    pub unit: String,
    /// How many units.
    pub duration: i64,
}

/// A payment to be opened.
#[derive(Debug, Serialize, Deserialize)]
pub struct SnapRequest {
    /// Number and amount.
    pub transaction_details: TransactionDetails,
    /// What is paid for; prices times quantities add up to the amount.
    pub item_details: Vec<Item>,
    /// Who pays.
    pub customer_details: Customer,
    /// Where the shopper goes afterwards.
    pub callbacks: Callbacks,
    /// Until when it can be paid.
    pub expiry: Expiry,
}

impl SnapRequest {
    /// The time for paying: `minutes` from `start_ms`.
    pub fn expiry(start_ms: i64, minutes: i64) -> Expiry {
        let start_time = jakarta(start_ms).format("%Y-%m-%d %H:%M:%S %z").to_string();
        Expiry { start_time, unit: "minute".to_owned(), duration: minutes }
    }
}

/// A payment that was opened.
#[derive(Debug, Serialize, Deserialize)]
pub struct SnapToken {
    /// Names the payment page.
    pub token: String,
    /// The payment page.
    pub redirect_url: String,
}

/// What the provider says of a payment, in a notification or when it is asked; unknown fields are ignored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentNotice {
    /// The order's number.
    pub order_id: String,
    /// `200`, `201`, `202`, `407`, …
    pub status_code: String,
    /// Such as `154600.00`.
    pub gross_amount: String,
    /// `pending`, `capture`, `settlement`, `deny`, `cancel`, `expire`, `failure`, `refund`, …
    pub transaction_status: String,
    /// `accept`, `deny`, `challenge`, or nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraud_status: Option<String>,
    /// Such as `bank_transfer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_type: Option<String>,
    /// The provider's own key.
    pub transaction_id: String,
    /// `yyyy-MM-dd HH:mm:ss`, GMT+7.
    pub transaction_time: String,
    /// A sentence for programmers.
    pub status_message: String,
    /// Hex of SHA-512 over order, status, amount and server key.
    pub signature_key: String,
}

impl PaymentNotice {
    /// Whether the notice was signed with `server_key`; compared in constant time.
    pub fn is_signed_with(&self, server_key: &str) -> bool {
        let expected = signature(&self.order_id, &self.status_code, &self.gross_amount, server_key);
        expected.as_bytes().ct_eq(self.signature_key.as_bytes()).into()
    }

    /// The amount in rupiah; `None` if it is not a whole number of them.
    pub fn amount(&self) -> Option<i64> {
        let (whole, cents) = self.gross_amount.split_once('.').unwrap_or((&self.gross_amount, ""));
        cents.bytes().all(|b| b == b'0').then(|| whole.parse().ok()).flatten()
    }
}

/// The signature of a notice: hex of SHA-512 over the four texts (provider docs, https-notification-webhooks).
pub fn signature(order_id: &str, status_code: &str, gross_amount: &str, server_key: &str) -> String {
    let digest = Sha512::digest(format!("{order_id}{status_code}{gross_amount}{server_key}"));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The provider.
pub struct Snap {
    client: Client,
    snap_base: String,
    api_base: String,
    server_key: String,
    /// The header that shows the key: Basic, with the key as user and no password.
    authorization: HeaderValue,
    /// Where it should send notices; `None` for the shop's public address.
    notify_base: Option<String>,
}

impl Snap {
    /// Midtrans, at its own addresses for the kind of key unless others are given.
    pub fn midtrans(server_key: &str, snap_base: Option<&BaseUrl>, api_base: Option<&BaseUrl>) -> Self {
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
        }
    }

    /// The sandbox inside this server, which is at `local_url`.
    pub fn sandbox(server_key: &str, local_url: &str) -> Self {
        let client = client();
        Self {
            authorization: authorization(&client, server_key),
            client,
            snap_base: format!("{local_url}/sandbox/snap/v1"),
            api_base: format!("{local_url}/sandbox/v2"),
            server_key: server_key.to_owned(),
            notify_base: Some(local_url.to_owned()),
        }
    }

    /// The key that notices are signed with.
    pub fn server_key(&self) -> &str {
        &self.server_key
    }

    /// The header that requests to the provider carry.
    pub fn authorization(&self) -> &HeaderValue {
        &self.authorization
    }

    /// The HTTP client, with its time-out.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Opens a payment; `public_url` is where notices reach the shop.
    ///
    /// # Errors
    /// The provider cannot be reached or refuses.
    pub async fn create(&self, payment: &SnapRequest, public_url: &str) -> Result<SnapToken, SnapError> {
        let notify = format!("{}/api/payments/notification", self.notify_base.as_deref().unwrap_or(public_url));
        let request = self.client.post(format!("{}/transactions", self.snap_base));
        let answer = self.authorized(request).header("x-override-notification", notify).json(payment).send().await?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer.json().await?);
        }
        let message = answer.text().await.unwrap_or_default();
        Err(SnapError::Refused { status: status.as_u16(), message })
    }

    /// Closes a payment page that was not paid; one that is closed already is fine.
    ///
    /// # Errors
    /// The provider cannot be reached.
    pub async fn cancel_page(&self, token: &str) -> Result<(), SnapError> {
        let request = self.client.post(format!("{}/transactions/{token}/cancel", self.snap_base));
        self.authorized(request).send().await?;
        Ok(())
    }

    /// What the provider knows of an order; `None` while the shopper has not chosen how to pay.
    ///
    /// # Errors
    /// The provider cannot be reached or refuses.
    pub async fn status(&self, order_id: &str) -> Result<Option<PaymentNotice>, SnapError> {
        let request = self.client.get(format!("{}/{order_id}/status", self.api_base));
        self.notice(request).await
    }

    /// Cancels an order's payment at the provider; `None` if the shopper has not chosen how to pay.
    ///
    /// # Errors
    /// The provider cannot be reached, or refuses because the money is there (412).
    pub async fn cancel(&self, order_id: &str) -> Result<Option<PaymentNotice>, SnapError> {
        let request = self.client.post(format!("{}/{order_id}/cancel", self.api_base));
        self.notice(request).await
    }

    /// Lets an order's payment expire at the provider; `None` if the shopper has not chosen how to pay.
    ///
    /// # Errors
    /// The provider cannot be reached, or refuses because the money is there (412).
    pub async fn expire(&self, order_id: &str) -> Result<Option<PaymentNotice>, SnapError> {
        let request = self.client.post(format!("{}/{order_id}/expire", self.api_base));
        self.notice(request).await
    }

    /// Sends a request whose answer is a notice. The status inside the body counts: it can differ from HTTP's.
    async fn notice(&self, request: RequestBuilder) -> Result<Option<PaymentNotice>, SnapError> {
        let answer = self.authorized(request).send().await?;
        let status = answer.status();
        if status == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        let notice: PaymentNotice = answer.json().await?;
        if notice.status_code == "404" {
            return Ok(None);
        }
        // 407 says that the time has run out, which is an answer.
        let answered = notice.status_code.starts_with('2') || notice.status_code == "407";
        if answered {
            return Ok(Some(notice));
        }
        let code = notice.status_code.parse().unwrap_or(status.as_u16());
        Err(SnapError::Refused { status: code, message: notice.status_message })
    }

    fn authorized(&self, request: RequestBuilder) -> RequestBuilder {
        request.header(AUTHORIZATION, &self.authorization).header(ACCEPT, "application/json")
    }
}

fn authorization(client: &Client, server_key: &str) -> HeaderValue {
    let request = client.get("http://localhost").basic_auth(server_key, Some("")).build();
    request.expect("a key makes a header").headers()[AUTHORIZATION].clone()
}

fn client() -> Client {
    Client::builder().timeout(TIMEOUT).build().expect("the HTTP client has no settings that can fail")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_the_providers() {
        let snap = Snap::sandbox("SB-Mid-server-TEST", "http://localhost");
        assert_eq!(snap.authorization(), "Basic U0ItTWlkLXNlcnZlci1URVNUOg==");
    }

    #[test]
    fn the_signature_is_the_providers() {
        let notice = PaymentNotice {
            order_id: "KS-20251121-0001".to_owned(),
            status_code: "200".to_owned(),
            gross_amount: "154600.00".to_owned(),
            signature_key: "31479bd26fb0daf0c2f9bfe2a9e4927080f012c39224116895ee082428f849ff90c5f6cf8594224db7405cc99218769aae9367ded9ccaff7fa8429de5dc60541".to_owned(),
            ..PaymentNotice::default()
        };
        assert!(notice.is_signed_with("SB-Mid-server-TEST"));
        assert!(!notice.is_signed_with("SB-Mid-server-OTHER"));
        assert!(!PaymentNotice { gross_amount: "1.00".to_owned(), ..notice }.is_signed_with("SB-Mid-server-TEST"));
    }

    #[test]
    fn amounts_are_whole_rupiah() {
        let amount = |text: &str| PaymentNotice { gross_amount: text.to_owned(), ..PaymentNotice::default() }.amount();
        assert_eq!(amount("154600.00"), Some(154_600));
        assert_eq!(amount("154600"), Some(154_600));
        assert_eq!(amount("154600.50"), None);
        assert_eq!(amount("abc"), None);
        assert_eq!(amount(""), None);
    }

    #[test]
    fn items_are_cut_to_what_the_provider_takes() {
        let item = Item::new("1".to_owned(), 1, 1, &format!("a|b{}", "é".repeat(60)));
        assert_eq!(item.name.chars().count(), 50);
        assert!(item.name.starts_with("a/b"));
    }
}
