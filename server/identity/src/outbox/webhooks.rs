//! Webhooks: addresses to which the owner has events sent, signed according to Standard Webhooks.

use axum::{Json, extract::State};
use base64::{Engine, prelude::BASE64_STANDARD};
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::{Body, Path},
    form::Refusals,
    response::Done,
    time::{Clock, Random, rfc3339},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{FromRow, query, query_as, query_scalar};
use url::{Host, Url};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    IdentityState,
    audit::{self, Change, Subject},
    outbox::{
        deliveries,
        kinds::{Channel, Kind},
    },
    roles::{Admin, Confirmed, OWNER},
};

/// Maximum number of webhooks.
const MOST: i64 = 20;

/// Maximum length of an address, in characters.
const MAX_URL: usize = 500;

/// Maximum number of tries shown.
const SHOWN_TRIES: i64 = 50;

/// Prefix of a secret.
const SECRET_PREFIX: &str = "whsec_";

/// The routes of this part.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(change, end))
        .routes(routes!(test))
        .routes(routes!(tries))
}

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
struct Webhook {
    id: i64,
    url: String,
    /// Kinds of messages that it receives.
    kinds: Vec<Kind>,
    /// Creation time, RFC 3339.
    created_at: String,
    /// Secret that signs the webhook's requests, `whsec_…`; null except in the response that creates the webhook.
    secret: Option<String>,
}

/// The webhooks, oldest first.
#[derive(Debug, Serialize, ToSchema)]
struct Webhooks {
    webhooks: Vec<Webhook>,
    /// Kinds of messages that a webhook can receive.
    kinds: Vec<Kind>,
}

/// A webhook as it is typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"url": "https://erp.example.com/ksmart", "kinds": ["order_paid", "order_shipped"]})))]
struct WebhookForm {
    /// An https address; http only on this machine.
    #[schema(max_length = 500)]
    url: String,
    /// Kinds of messages that it receives.
    kinds: Vec<Kind>,
}

/// A request that was made to a webhook.
#[derive(Debug, Serialize, ToSchema)]
struct WebhookTry {
    kind: Kind,
    /// Id of the message, the same at every try.
    message: String,
    /// Time of the request, RFC 3339.
    at: String,
    took_ms: i64,
    /// HTTP status of the response, if there was one.
    status: Option<i64>,
    /// Reason why the request counts as failed; empty if it was accepted.
    error: String,
}

/// The requests that were made to a webhook, newest first, up to 50.
#[derive(Debug, Serialize, ToSchema)]
struct WebhookTries {
    tries: Vec<WebhookTry>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    url: String,
    kinds: String,
    created_ms: i64,
}

impl From<Row> for Webhook {
    fn from(row: Row) -> Self {
        let kinds = row.kinds.split(' ').filter_map(Kind::from_text).collect();
        Self { id: row.id, url: row.url, kinds, created_at: rfc3339(row.created_ms), secret: None }
    }
}

impl Webhook {
    fn logged(&self) -> Value {
        json!({"url": self.url, "kinds": joined(&self.kinds)})
    }
}

fn joined(kinds: &[Kind]) -> String {
    kinds.iter().map(|kind| kind.text()).collect::<Vec<_>>().join(" ")
}

fn deliverable_kinds() -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(|kind| kind.channels().contains(&Channel::Webhook))
}

/// Whether messages may be sent to an address: https, or http on this machine.
fn is_allowed_address(typed: &str) -> bool {
    let Ok(url) = Url::parse(typed) else { return false };
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return false,
    };
    url.username().is_empty()
        && url.password().is_none()
        && (url.scheme() == "https" || url.scheme() == "http" && is_here)
}

fn check(form: &WebhookForm) -> Result<(String, Vec<Kind>)> {
    let mut refusals = Refusals::default();
    let url = refusals.line("url", "Alamat", &form.url, MAX_URL);
    if !url.is_empty() && !is_allowed_address(&url) {
        refusals.add("url", "url", "Alamat harus https://, tanpa nama pengguna dan kata sandi.");
    }
    let kinds: Vec<Kind> = deliverable_kinds().filter(|kind| form.kinds.contains(kind)).collect();
    if kinds.is_empty() {
        refusals.add("kinds", "required", "Pilih setidaknya satu kabar.");
    }
    refusals.done()?;
    Ok((url, kinds))
}

async fn all(conn: &mut Conn) -> sqlx::Result<Vec<Webhook>> {
    let sql = "SELECT id, url, kinds, created_ms FROM webhooks WHERE ended_ms IS NULL ORDER BY id";
    let rows: Vec<Row> = query_as(sql).fetch_all(conn).await?;
    Ok(rows.into_iter().map(Webhook::from).collect())
}

async fn find(conn: &mut Conn, id: i64) -> Result<Webhook> {
    let sql = "SELECT id, url, kinds, created_ms FROM webhooks WHERE id = $1 AND ended_ms IS NULL";
    let row: Option<Row> = query_as(sql).bind(id).fetch_optional(conn).await?;
    row.map(Webhook::from).ok_or_else(|| Error::not_found("Webhook tidak ditemukan."))
}

/// Lists the webhooks, oldest first.
#[utoipa::path(get, path = "/api/admin/webhooks", operation_id = "listWebhooks",
    responses((status = 200, body = Webhooks)))]
async fn list(State(db): State<Db>, _: Admin<OWNER>) -> Result<Json<Webhooks>> {
    Ok(Json(Webhooks { webhooks: all(&mut *db.read().await?).await?, kinds: deliverable_kinds().collect() }))
}

/// Creates a webhook; only this response contains the secret that signs its requests.
#[utoipa::path(post, path = "/api/admin/webhooks", operation_id = "createWebhook", request_body = WebhookForm,
    responses((status = 200, body = Webhook), (status = 422)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(form): Body<WebhookForm>,
) -> Result<Json<Webhook>> {
    let (url, kinds) = check(&form)?;
    let now_ms = clock.now_ms();
    let secret = format!("{SECRET_PREFIX}{}", BASE64_STANDARD.encode(Sha256::digest(random.token(60))));
    let mut tx = db.write().await?;
    let sql = "INSERT INTO webhooks (url, secret, kinds, created_ms)
               SELECT $1, $2, $3, $4 WHERE (SELECT COUNT(*) FROM webhooks WHERE ended_ms IS NULL) < $5 RETURNING id";
    let id: Option<i64> = query_scalar(sql)
        .bind(url)
        .bind(&secret)
        .bind(joined(&kinds))
        .bind(now_ms)
        .bind(MOST)
        .fetch_optional(&mut *tx)
        .await?;
    let id = id.ok_or_else(|| Error::invalid("Paling banyak 20 webhook. Hapus yang tidak dipakai lagi."))?;
    let made = find(&mut tx, id).await?;
    let change = Change::new("create", Subject::Webhook, id, Value::Null, made.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(Webhook { secret: Some(secret), ..made }))
}

/// Changes the address and the kinds of a webhook; waiting messages go to the new address.
#[utoipa::path(put, path = "/api/admin/webhooks/{id}", operation_id = "changeWebhook", request_body = WebhookForm,
    responses((status = 200, body = Webhook), (status = 422)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(id): Path<i64>,
    Body(form): Body<WebhookForm>,
) -> Result<Json<Webhook>> {
    let (url, kinds) = check(&form)?;
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let sql = "UPDATE webhooks SET url = $2, kinds = $3 WHERE id = $1";
    query(sql).bind(id).bind(url).bind(joined(&kinds)).execute(&mut *tx).await?;
    let after = find(&mut tx, id).await?;
    let change = Change::new("update", Subject::Webhook, id, before.logged(), after.logged());
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Ends a webhook: it receives no more messages.
#[utoipa::path(delete, path = "/api/admin/webhooks/{id}", operation_id = "endWebhook",
    responses((status = 200, body = Done)))]
async fn end(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<OWNER>,
    Path(id): Path<i64>,
) -> Result<Json<Done>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let sql = "UPDATE webhooks SET ended_ms = $2, secret = '' WHERE id = $1";
    query(sql).bind(id).bind(now_ms).execute(&mut *tx).await?;
    let change = Change::new("delete", Subject::Webhook, id, before.logged(), Value::Null);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(Done { success: true }))
}

/// Sends a test message to a webhook; the result soon appears among its tries.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/test", operation_id = "testWebhook",
    responses((status = 200, body = Done)))]
async fn test(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<OWNER>,
    Path(id): Path<i64>,
) -> Result<Json<Done>> {
    let mut tx = db.write().await?;
    find(&mut tx, id).await?;
    deliveries::try_webhook(&mut tx, id, clock.now_ms()).await?;
    tx.commit().await?;
    Ok(Json(Done { success: true }))
}

/// Lists the requests that were made to a webhook, newest first.
#[utoipa::path(get, path = "/api/admin/webhooks/{id}/tries", operation_id = "listWebhookTries",
    responses((status = 200, body = WebhookTries)))]
async fn tries(State(db): State<Db>, _: Admin<OWNER>, Path(id): Path<i64>) -> Result<Json<WebhookTries>> {
    #[derive(FromRow)]
    struct TryRow {
        kind: Text<Kind>,
        message_id: i64,
        created_ms: i64,
        at_ms: i64,
        took_ms: i64,
        status: Option<i64>,
        error: String,
    }
    let mut conn = db.read().await?;
    find(&mut conn, id).await?;
    let sql = "SELECT d.kind, d.message_id, m.created_ms, t.at_ms, t.took_ms, t.status, t.error
               FROM outbox_deliveries d JOIN outbox_tries t ON t.delivery_id = d.id
                                        JOIN outbox_messages m ON m.id = d.message_id
               WHERE d.channel = 'webhook' AND d.target_id = $1 ORDER BY t.id DESC LIMIT $2";
    let rows: Vec<TryRow> = query_as(sql).bind(id).bind(SHOWN_TRIES).fetch_all(&mut *conn).await?;
    let shown = |row: TryRow| WebhookTry {
        kind: row.kind.0,
        message: deliveries::uid(row.message_id, row.created_ms),
        at: rfc3339(row.at_ms),
        took_ms: row.took_ms,
        status: row.status,
        error: row.error,
    };
    Ok(Json(WebhookTries { tries: rows.into_iter().map(shown).collect() }))
}

/// Finds a webhook's address and the key that its requests are signed with; `None` for one that was ended.
pub async fn target(conn: &mut Conn, id: i64) -> sqlx::Result<Option<(String, Vec<u8>)>> {
    let sql = "SELECT url, secret FROM webhooks WHERE id = $1 AND ended_ms IS NULL";
    let row: Option<(String, String)> = query_as(sql).bind(id).fetch_optional(conn).await?;
    Ok(row.map(|(url, secret)| {
        let key = BASE64_STANDARD.decode(secret.trim_start_matches(SECRET_PREFIX)).unwrap_or_default();
        (url, key)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhook_addresses_require_https() {
        for good in ["https://erp.example.com/a?b=c", "http://127.0.0.1:9/x", "http://[::1]/", "http://localhost:80"] {
            assert!(is_allowed_address(good), "{good}");
        }
        for bad in ["http://erp.example.com", "https://a:b@example.com", "file:///etc/passwd", "erp.example.com", ""] {
            assert!(!is_allowed_address(bad), "{bad}");
        }
    }
}
