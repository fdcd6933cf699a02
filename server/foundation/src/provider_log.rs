//! Log of the HTTP exchanges with providers.
//!
//! API keys are never logged: they are sent in headers, which are not stored. Personal data in bodies are masked.

use reqwest::RequestBuilder;
use serde::Serialize;
use serde_json::Value;
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::ToSchema;

use crate::{
    db::{BindAll, Conn, Db, Text, placeholders},
    text_enum,
    time::{Clock, DAY_MS, rfc3339},
};

/// Maximum stored size of a body, bytes.
const MAX_BODY: usize = 4096;

/// Maximum age of an exchange about an order, in milliseconds.
const AGE_MS: i64 = 90 * DAY_MS;

/// Maximum age of an exchange that is about no order; most of these are caused by strangers.
const AGE_WITHOUT_ORDER_MS: i64 = 7 * DAY_MS;

/// Replacement for masked data.
const MASK: &str = "***";

/// Fields of bodies that are masked: they identify a person, or contain a secret.
const MASKED: [&str; 20] = [
    "first_name",
    "last_name",
    "full_name",
    "email",
    "phone",
    "address",
    "city",
    "postal_code",
    "shipping_address",
    "billing_address",
    "signature_key",
    "token",
    "redirect_url",
    "masked_card",
    "receiver_name",
    "receiver_phone",
    "receiver_address",
    "shipper_name",
    "shipper_phone",
    // Couriers name the person who accepted a parcel.
    "desc",
];

/// A service outside the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Takes payments.
    Midtrans,
    /// Connects to couriers.
    Komerce,
}

text_enum!(Provider { Midtrans => "midtrans", Komerce => "komerce" });

/// HTTP call to a provider, or by a provider.
#[derive(Debug)]
pub struct Exchange<'a> {
    /// Provider called, or calling.
    pub provider: Provider,
    /// Number of the order that the exchange is about, as the provider knows it.
    pub order: Option<&'a str>,
    /// HTTP method.
    pub method: &'a str,
    /// Path, with the query.
    pub path: &'a str,
    /// Body that was sent, or nothing.
    pub request: &'a str,
    /// HTTP status of the answer, if there was one.
    pub status: Option<u16>,
    /// Body of the answer, as far as it was read.
    pub response: &'a str,
    /// Start of the exchange, UTC milliseconds.
    pub started_ms: i64,
    /// Reason for a missing or unusable answer.
    pub error: Option<&'a str>,
}

/// HTTP answer of a provider.
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The body.
    pub body: String,
}

/// Sends a request to a provider and reads at most `most` bytes of its answer, or returns the reason for a failure.
///
/// # Errors
/// The provider cannot be reached, or its answer is longer.
pub async fn send(request: RequestBuilder, most: usize) -> Result<Answer, String> {
    let said = |error: reqwest::Error| error.without_url().to_string();
    let mut answer = request.send().await.map_err(said)?;
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(said)? {
        if body.len() + piece.len() > most {
            return Err("the answer is too long".to_owned());
        }
        body.extend_from_slice(&piece);
    }
    Ok(Answer { status: answer.status().as_u16(), body: String::from_utf8_lossy(&body).into_owned() })
}

/// Log of exchanges with providers.
#[derive(Clone, Debug)]
pub struct ProviderLog {
    db: Db,
    clock: Clock,
}

impl ProviderLog {
    /// Creates a log in `db`.
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }

    /// Returns the current time, in UTC milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Stores an exchange. The caller must not hold a write connection.
    ///
    /// A failure to store it is only logged, because the provider's action has taken place anyway.
    pub async fn record(&self, exchange: &Exchange<'_>) {
        if let Err(error) = self.insert(exchange).await {
            tracing::warn!(path = exchange.path, "an exchange was not written down: {error}");
        }
    }

    async fn insert(&self, exchange: &Exchange<'_>) -> sqlx::Result<()> {
        let sql = "INSERT INTO provider_exchanges (at_ms, provider, order_number, method, path, request, status,
                                                   response, took_ms, error)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        query(sql)
            .bind(exchange.started_ms)
            .bind(Text(exchange.provider))
            .bind(exchange.order)
            .bind(exchange.method)
            .bind(cut(exchange.path))
            .bind(masked(exchange.request))
            .bind(exchange.status.map(i64::from))
            .bind(masked(exchange.response))
            .bind(self.now_ms() - exchange.started_ms)
            .bind(exchange.error.map(cut))
            .execute(&mut *self.db.write_one().await?)
            .await?;
        Ok(())
    }
}

/// An exchange as administrators see it; keys and personal data are masked.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptExchange {
    id: i64,
    /// Start of the exchange, RFC 3339.
    at: String,
    /// `midtrans` or `komerce`.
    provider: String,
    method: String,
    /// Path, with the query.
    path: String,
    /// Body that was sent, or nothing.
    request: String,
    /// HTTP status of the answer, if there was one.
    status: Option<i64>,
    response: String,
    took_ms: i64,
    /// Reason for a missing or unusable answer.
    error: Option<String>,
}

/// Maximum number of exchanges shown about an order.
const SHOWN: i64 = 50;

/// Returns the exchanges about an order, found by any of its `numbers`; newest first, up to 50.
pub async fn about(conn: &mut Conn, numbers: &[String]) -> sqlx::Result<Vec<KeptExchange>> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        at_ms: i64,
        provider: String,
        method: String,
        path: String,
        request: String,
        status: Option<i64>,
        response: String,
        took_ms: i64,
        error: Option<String>,
    }
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT id, at_ms, provider, method, path, request, status, response, took_ms, error
         FROM provider_exchanges WHERE order_number IN ({}) ORDER BY id DESC LIMIT {SHOWN}",
        placeholders(1, numbers.len())
    );
    let query = query_as(AssertSqlSafe(sql)).bind_all(numbers);
    let rows: Vec<Row> = query.fetch_all(conn).await?;
    let shown = |row: Row| KeptExchange {
        id: row.id,
        at: rfc3339(row.at_ms),
        provider: row.provider,
        method: row.method,
        path: row.path,
        request: row.request,
        status: row.status,
        response: row.response,
        took_ms: row.took_ms,
        error: row.error,
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Deletes the exchanges that are older than 90 days, or older than 7 days if they are about no order.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM provider_exchanges WHERE at_ms < $1").bind(now_ms - AGE_MS).execute(&mut *conn).await?;
    let sql = "DELETE FROM provider_exchanges WHERE order_number IS NULL AND at_ms < $1";
    query(sql).bind(now_ms - AGE_WITHOUT_ORDER_MS).execute(conn).await?;
    Ok(())
}

/// Returns a body without personal data, cut to the stored size.
fn masked(body: &str) -> String {
    match serde_json::from_str::<Value>(body) {
        Ok(mut value) => {
            mask(&mut value);
            cut(&value.to_string())
        }
        Err(_) => cut(body),
    }
}

fn mask(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if MASKED.contains(&name.as_str()) { *value = MASK.into() } else { mask(value) }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(mask),
        _ => {}
    }
}

/// Returns a text without characters that PostgreSQL cannot hold, cut to the stored size.
fn cut(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_BODY);
    text[..end].replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_stays_out_of_the_log() {
        let body = r#"{"customer_details":{"first_name":"Budi","email":"b@x.id","phone":"0812",
            "shipping_address":{"address":"Jl. Melati"}},"item_details":[{"name":"Garam","price":5}],
            "signature_key":"ab","token":"t","transaction_details":{"order_id":"KS-1"}}"#;
        let kept = masked(body);
        for secret in ["Budi", "b@x.id", "0812", "Melati", "\"ab\"", "\"t\""] {
            assert!(!kept.contains(secret), "{kept}");
        }
        for fact in ["Garam", "KS-1", "\"price\":5"] {
            assert!(kept.contains(fact), "{kept}");
        }
    }

    #[test]
    fn bodies_are_cut_between_characters() {
        let kept = masked(&"é".repeat(4096));
        assert_eq!((kept.len(), kept.chars().count()), (4096, 2048));
        assert_eq!(masked("a\0b"), "ab");
    }
}
