//! Counts, sums and times of orders, on which rules depend.

use ksmart_foundation::{
    db::Conn,
    ids::{MemberId, OrderKey, PeriodId, VoucherId},
};
use sqlx::{query_as, query_scalar};

/// Counts the orders that a member has placed.
pub async fn count_of(conn: &mut Conn, member: MemberId) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM orders WHERE member_id = $1").bind(member).fetch_one(conn).await
}

/// Counts the orders that have ever used a voucher.
pub async fn count_with_voucher(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM orders WHERE voucher_id = $1").bind(voucher).fetch_one(conn).await
}

/// Whether a member has a pending, paid or refunded order, other than `but`.
pub async fn has_ordered(conn: &mut Conn, member: MemberId, but: Option<OrderKey>) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM orders
               WHERE member_id = $1 AND id <> $2 AND payment_status IN ('pending', 'success', 'refunded')
                 AND shipment_status <> 'dibatalkan' AND trial = 0 LIMIT 1";
    // No order has the key 0.
    let but = but.unwrap_or(OrderKey(0));
    let found: Option<OrderKey> = query_scalar(sql).bind(member).bind(but).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Returns the times at which the first and the last order of a period were placed, UTC milliseconds; `None` if the
/// period has no orders.
pub async fn first_and_last(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Option<(i64, i64)>> {
    let sql = "SELECT (SELECT MIN(created_ms) FROM orders WHERE period_id = $1),
                      (SELECT MAX(created_ms) FROM orders WHERE period_id = $1)";
    let (first, last): (Option<i64>, Option<i64>) = query_as(sql).bind(period).fetch_one(conn).await?;
    Ok(first.zip(last))
}

/// Returns the number of orders of a period that are neither paid nor cancelled, and their sum after discount, rupiah.
pub async fn unpaid_of_period(conn: &mut Conn, period: PeriodId) -> sqlx::Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(subtotal_rp - discount_rp), 0) AS BIGINT) FROM orders
               WHERE period_id = $1 AND payment_status = 'pending' AND shipment_status <> 'dibatalkan' AND trial = 0";
    query_as(sql).bind(period).fetch_one(conn).await
}

/// Returns the number of a member's unpaid orders, and the number of pieces in them. COD orders reported as received
/// are left out: the courier still has to pass on their cash.
pub async fn unpaid_of_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<(i64, i64)> {
    let sql = "SELECT COUNT(DISTINCT o.id), CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT)
               FROM orders o JOIN order_lines l ON l.order_id = o.id
               WHERE o.member_id = $1 AND o.payment_status = 'pending' AND o.shipment_status <> 'selesai' AND o.trial = 0";
    query_as(sql).bind(member).fetch_one(conn).await
}

/// Whether a member has an order that arrived and was paid.
pub async fn has_completed(conn: &mut Conn, member: MemberId) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM orders
               WHERE member_id = $1 AND shipment_status = 'selesai' AND payment_status = 'success' AND trial = 0 LIMIT 1";
    let found: Option<OrderKey> = query_scalar(sql).bind(member).fetch_optional(conn).await?;
    Ok(found.is_some())
}
