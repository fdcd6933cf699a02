//! Paying orders online: opening payment pages, believing notices, asking the provider when none comes, and giving
//! money back.
//!
//! What the provider is asked about an order stands in `payments`, money that is not where its order says in
//! `payment_problems`.

pub mod admin;
pub mod giving_back;
pub mod opening;
pub mod problems;
pub mod reconciling;
pub mod sandbox;
pub mod settling;
pub mod snap;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::order::OrderEvent;
use serde::Serialize;
use sqlx::{query, query_as, query_scalar};
use tracing::Instrument;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{giving_back::give_back, opening::open, reconciling::settle_overdue, settling::close};
use crate::{
    Shared,
    auth::Member,
    cart::Done,
    db::Conn,
    error::{Code, Error, Result},
    exchanges::{Exchange, Provider},
    extract::{Body, Path},
    orders::{self, Order, OrderData, OrderKey},
    payments::snap::{PaymentNotice, SnapError},
    time::rfc3339,
};

/// How long after its placing, and after each look, the provider is asked about an order: a lost notice is made up for
/// within this time.
const CHECK_MS: i64 = 15 * 60 * 1000;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(notify)).routes(routes!(check)).routes(routes!(reopen)).merge(admin::router())
}

/// The payment page of an order.
#[derive(Debug, Serialize, ToSchema)]
struct PaymentPage {
    redirect_url: String,
}

/// Takes a notice of the provider: signed, possibly late, twice or out of order. 503 asks for it again.
#[utoipa::path(post, path = "/api/payments/notification", responses((status = 200, body = Done), (status = 403), (status = 404), (status = 409), (status = 503)))]
async fn notify(State(app): State<Shared>, Body(body): Body<serde_json::Value>) -> Result<Json<Done>> {
    let text = body.to_string();
    let notice: PaymentNotice = serde_json::from_value(body)
        .map_err(|_| Error::invalid("Data yang dikirim tidak lengkap atau tidak benar."))?;
    if !notice.is_signed_with(app.snap.server_key()) {
        return Err(Error::new(StatusCode::FORBIDDEN, Code::BadSignature, "Tanda tangan tidak benar."));
    }
    // Only what is signed is written down: nobody else fills the journal.
    let exchange = Exchange {
        provider: Provider::Midtrans,
        order: Some(&notice.order_id),
        method: "POST",
        path: "/api/payments/notification",
        request: &text,
        status: None,
        response: "",
        started_ms: app.clock.now_ms(),
        error: None,
    };
    app.snap.journal().keep(&exchange).await;
    let mut conn = app.db.read().await?;
    let number = order_number(&mut conn, &notice.order_id).await?;
    let order = orders::find_any(&mut conn, &number).await?;
    drop(conn);
    unhurried(async move { settling::settle(&app, order, notice, settling::Source::Notice).await }).await?;
    Ok(Json(Done { success: true }))
}

/// An order as it is now.
async fn again(app: &Shared, order: &Order) -> Result<Order> {
    orders::find_any(&mut *app.db.read().await?, &order.order_id).await
}

/// Brings one of the caller's orders up to date with the provider.
#[utoipa::path(post, path = "/api/payments/{order_id}/check", responses((status = 200, body = OrderData), (status = 404), (status = 502)))]
async fn check(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<OrderData>> {
    let order = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    settling::refresh(&app, &order).await?;
    let data = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(OrderData { data }))
}

/// Opens the payment page of one of the caller's orders again.
#[utoipa::path(post, path = "/api/payments/{order_id}/reopen", responses((status = 200, body = PaymentPage), (status = 404), (status = 409), (status = 502)))]
async fn reopen(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<PaymentPage>> {
    let order = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    order.state().after(OrderEvent::Pay)?;
    let order = open(&app, order).await?;
    // It was paid or called off meanwhile.
    order.state().after(OrderEvent::Pay)?;
    let redirect_url = order.redirect_url.ok_or_else(|| Error::internal("an open payment has no page"))?;
    Ok(Json(PaymentPage { redirect_url }))
}

/// Does something to its end, also when whoever asked for it goes away: what the provider was told and what the shop
/// has written down must not part.
pub(crate) async fn unhurried<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    tokio::spawn(work.in_current_span()).await.map_err(Error::internal)?
}

#[track_caller]
fn unavailable(error: &SnapError) -> Error {
    tracing::warn!("{error}");
    let message = "Layanan pembayaran sedang tidak dapat dihubungi. Pesanan Anda tersimpan, silakan coba bayar lagi.";
    Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message)
}

/// Begins to follow the payment of an order that was just placed.
///
/// # Errors
/// The database fails.
pub async fn follow(conn: &mut Conn, key: OrderKey, number: &str, now_ms: i64) -> sqlx::Result<()> {
    query("INSERT INTO payments (order_id, number, next_check_ms) VALUES ($1, $2, $3)")
        .bind(key)
        .bind(number)
        .bind(now_ms + CHECK_MS)
        .execute(conn)
        .await?;
    Ok(())
}

/// What the provider calls the payment of an order.
async fn payment_number(conn: &mut Conn, key: OrderKey) -> sqlx::Result<String> {
    query_scalar("SELECT number FROM payments WHERE order_id = $1").bind(key).fetch_one(conn).await
}

/// What the provider is asked about an online order.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentFacts {
    /// What the provider calls it: the order's number, with an ending after an answer that got lost.
    number: String,
    /// When the provider told of a refused try, RFC 3339.
    denied_at: Option<String>,
    /// When it is asked next, RFC 3339; null when nothing is left to ask.
    next_check_at: Option<String>,
    /// How often in a row it could not be asked.
    failures: i64,
}

impl PaymentFacts {
    /// Every number that the payment of the order `own` has gone by at the provider: `KS-…`, `KS-…-2`, …
    pub fn numbers(&self, own: &str) -> Vec<String> {
        let last = self.number.strip_prefix(own).and_then(|rest| rest.strip_prefix('-')).and_then(|n| n.parse().ok());
        let later = (2..=last.unwrap_or(1_u32)).map(|n| format!("{own}-{n}"));
        std::iter::once(own.to_owned()).chain(later).collect()
    }
}

/// What the provider is asked about an order; `None` if it is not paid online.
///
/// # Errors
/// The database fails.
pub async fn facts(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Option<PaymentFacts>> {
    let sql = "SELECT number, denied_ms, next_check_ms, failures FROM payments WHERE order_id = $1";
    let row: Option<(String, Option<i64>, Option<i64>, i64)> = query_as(sql).bind(key).fetch_optional(conn).await?;
    Ok(row.map(|(number, denied_ms, next_check_ms, failures)| PaymentFacts {
        number,
        denied_at: denied_ms.map(rfc3339),
        next_check_at: next_check_ms.map(rfc3339),
        failures,
    }))
}

/// The number of the order whose payment the provider calls `number`: that number itself unless an answer got lost.
async fn order_number(conn: &mut Conn, number: &str) -> sqlx::Result<String> {
    let sql = "SELECT o.number FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.number = $1";
    let found: Option<String> = query_scalar(sql).bind(number).fetch_optional(conn).await?;
    Ok(found.unwrap_or_else(|| number.to_owned()))
}

/// Says when the provider is asked about an order next, `None` for never, and how often in a row it could not be.
async fn schedule(conn: &mut Conn, key: OrderKey, next_ms: Option<i64>, failures: i64) -> sqlx::Result<()> {
    query("UPDATE payments SET next_check_ms = $2, failures = $3 WHERE order_id = $1")
        .bind(key)
        .bind(next_ms)
        .bind(failures)
        .execute(conn)
        .await?;
    Ok(())
}
