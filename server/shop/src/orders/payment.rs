//! Payment page of an order, and the amount that the payment provider charged.

use ksmart_core::order::PaymentStatus;
use ksmart_foundation::{
    db::{Conn, Text},
    ids::OrderKey,
};
use sqlx::query;

/// Stores the URL of an order's payment page; returns false if the order already has one, or no longer waits for
/// payment.
pub async fn store_payment_url(conn: &mut Conn, key: OrderKey, url: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE orders SET payment_url = $2 WHERE id = $1 AND payment_url IS NULL AND payment_status = $3";
    let stored = query(sql).bind(key).bind(url).bind(Text(PaymentStatus::Pending)).execute(conn).await?;
    Ok(stored.rows_affected() > 0)
}

/// Stores the amount that the payment provider charged for an order, rupiah. It must only be called if that amount
/// differs from the order's total.
pub async fn store_charged(conn: &mut Conn, key: OrderKey, charged_rp: i64) -> sqlx::Result<()> {
    query("UPDATE orders SET charged_rp = $2 WHERE id = $1").bind(key).bind(charged_rp).execute(conn).await?;
    Ok(())
}
