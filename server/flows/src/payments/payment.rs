//! Payment of an order: its stored data, and the dependencies of payments.

use std::sync::Arc;

use axum::http::StatusCode;
use ksmart_foundation::{
    config::PublicUrl,
    db::{Conn, Db},
    error::{Code, Error, Result},
    ids::OrderKey,
    limits::RateLimit,
    time::{Clock, rfc3339},
};
use ksmart_shop::orders::{self, Order};
use serde::Serialize;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::{
    order_transitions::Orders,
    payments::problems,
    payments::snap::{Snap, SnapError},
};

/// Dependencies for paying orders.
#[derive(Clone)]
pub struct Payments {
    /// The database.
    pub db: Db,
    /// Source of the current time.
    pub clock: Clock,
    /// Dependencies for moving orders.
    pub orders: Orders,
    /// The payment provider, or the sandbox.
    pub snap: Arc<Snap>,
    /// Public address for shoppers and the provider's notifications.
    pub public_url: PublicUrl,
    /// Minutes until an unpaid online order expires.
    pub expiry_minutes: i64,
    /// Limit on checks with the provider that a member triggers by viewing the order; `None` for no limit.
    pub checks: Option<Arc<RateLimit<OrderKey>>>,
}

/// Time from an order's placing, and from each check, to the next check with the provider. It limits how long a lost
/// notification goes unnoticed.
pub(super) const CHECK_MS: i64 = 15 * 60 * 1000;

/// Reads an order again.
pub(super) async fn reread(payments: &Payments, order: &Order) -> Result<Order> {
    orders::find_any(&mut *payments.db.read().await?, &order.number).await
}

#[track_caller]
pub(super) fn unavailable(error: &SnapError) -> Error {
    tracing::warn!("{error}");
    let message = "Layanan pembayaran sedang tidak dapat dihubungi. Pesanan Anda tersimpan, silakan coba bayar lagi.";
    Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message)
}

/// Starts tracking the payment of an order that was just placed. The first check comes after the usual wait, or when
/// the order expires, if that is sooner.
pub async fn follow(
    conn: &mut Conn,
    key: OrderKey,
    number: &str,
    expires_ms: Option<i64>,
    now_ms: i64,
) -> sqlx::Result<()> {
    let look_ms = now_ms + CHECK_MS;
    let sql = "INSERT INTO payment_attempts (number, order_id, position) VALUES ($1, $2, 1)";
    query(sql).bind(number).bind(key).execute(&mut *conn).await?;
    query("INSERT INTO payments (order_id, number, next_check_ms) VALUES ($1, $2, $3)")
        .bind(key)
        .bind(number)
        .bind(expires_ms.map_or(look_ms, |expires_ms| look_ms.min(expires_ms)))
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the number of an order's payment at the provider.
pub(super) async fn payment_number(conn: &mut Conn, key: OrderKey) -> sqlx::Result<String> {
    query_scalar("SELECT number FROM payments WHERE order_id = $1").bind(key).fetch_one(conn).await
}

/// Payment of an online order and its checks with the provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentFacts {
    /// Number at the provider: the order's number, with a suffix after a lost answer.
    number: String,
    /// Time at which the provider reported a refused attempt, RFC 3339.
    denied_at: Option<String>,
    /// Time of the next check with the provider, RFC 3339; null when nothing is left to check.
    next_check_at: Option<String>,
    /// Number of consecutive failed checks.
    failures: i64,
    /// Whether it was paid in the built-in sandbox, without money.
    in_sandbox: bool,
}

/// Returns every number that the payment of an order has had at the provider, the first one first; none if it is not
/// paid online.
pub async fn numbers(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT number FROM payment_attempts WHERE order_id = $1 ORDER BY position";
    query_scalar(sql).bind(key).fetch_all(conn).await
}

/// Replaces the number of a payment at the provider with the next one: `KS-…-2`, `KS-…-3`, … Changes nothing if
/// `number` was already replaced.
pub(super) async fn take_next_number(
    conn: &mut Conn,
    key: OrderKey,
    order_number: &str,
    number: &str,
) -> sqlx::Result<()> {
    let sql = "SELECT position + 1 FROM payment_attempts WHERE number = $1";
    let position: i64 = query_scalar(sql).bind(number).fetch_one(&mut *conn).await?;
    let next = format!("{order_number}-{position}");
    let sql = "INSERT INTO payment_attempts (number, order_id, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    query(sql).bind(&next).bind(key).bind(position).execute(&mut *conn).await?;
    let sql = "UPDATE payments SET number = $3 WHERE order_id = $1 AND number = $2";
    query(sql).bind(key).bind(number).bind(next).execute(conn).await?;
    Ok(())
}

/// Reads the payment facts of an order; `None` if it is not paid online.
pub async fn facts(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Option<PaymentFacts>> {
    #[derive(FromRow)]
    struct Row {
        number: String,
        denied_ms: Option<i64>,
        next_check_ms: Option<i64>,
        failures: i64,
        sandbox_paid_ms: Option<i64>,
    }
    let sql = "SELECT number, denied_ms, next_check_ms, failures, sandbox_paid_ms FROM payments WHERE order_id = $1";
    let row: Option<Row> = query_as(sql).bind(key).fetch_optional(conn).await?;
    Ok(row.map(|row| PaymentFacts {
        number: row.number,
        denied_at: row.denied_ms.map(rfc3339),
        next_check_at: row.next_check_ms.map(rfc3339),
        failures: row.failures,
        in_sandbox: row.sandbox_paid_ms.is_some(),
    }))
}

/// Order found by a current or former number of its payment at the provider.
pub(super) struct Named {
    /// The order's own number.
    pub order_number: String,
    /// Whether the payment uses that number now; otherwise the number belongs to a page that was given up after a lost
    /// answer.
    pub is_open: bool,
}

/// Finds the order whose payment has or had `number` at the provider; `None` if no order is paid online under it.
pub(super) async fn named(conn: &mut Conn, number: &str) -> sqlx::Result<Option<Named>> {
    let sql = "SELECT o.number, p.number FROM payment_attempts a
               JOIN orders o ON o.id = a.order_id JOIN payments p ON p.order_id = a.order_id WHERE a.number = $1";
    let found: Option<(String, String)> = query_as(sql).bind(number).fetch_optional(conn).await?;
    Ok(found.map(|(order_number, open)| Named { order_number, is_open: open == number }))
}

/// Schedules the next check of an order with the provider, `None` for no further check, and stores the number of
/// consecutive failures.
pub(super) async fn schedule(conn: &mut Conn, key: OrderKey, next_ms: Option<i64>, failures: i64) -> sqlx::Result<()> {
    query("UPDATE payments SET next_check_ms = $2, failures = $3 WHERE order_id = $1")
        .bind(key)
        .bind(next_ms)
        .bind(failures)
        .execute(conn)
        .await?;
    Ok(())
}

/// Makes the jobs check an order soon, in case this process ends before it has reported the order's outcome to the
/// provider.
pub async fn check_soon(conn: &mut Conn, key: OrderKey, now_ms: i64) -> sqlx::Result<()> {
    schedule(conn, key, Some(now_ms + 60_000), 0).await
}

/// Deletes the payment of an order and its problems; returns false and deletes nothing while a problem is open.
pub async fn delete(conn: &mut Conn, key: OrderKey) -> sqlx::Result<bool> {
    if !problems::delete(conn, key).await? {
        return Ok(false);
    }
    query("DELETE FROM payments WHERE order_id = $1").bind(key).execute(&mut *conn).await?;
    query("DELETE FROM payment_attempts WHERE order_id = $1").bind(key).execute(conn).await?;
    Ok(true)
}
