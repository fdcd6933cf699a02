//! Manual refunds of whole orders: one administrator prepares a refund, another approves it.

use ksmart_foundation::{
    db::Conn,
    error::{Code, Error, Result},
    ids::{MemberId, OrderKey},
    time::rfc3339,
};
use serde::Serialize;
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;

/// Manual refund that an administrator has prepared.
#[derive(FromRow)]
pub struct ManualRefund {
    /// Amount to refund, rupiah, 1 or more.
    pub amount_rp: i64,
    /// Reason for the refund, as readable text.
    pub reason: String,
    /// Key of the administrator who has prepared it.
    pub prepared_by: MemberId,
    prepared_ms: i64,
    prepared_by_name: String,
}

/// Manual refund that waits for the approval of another administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManualRefundFacts {
    /// Version: time of the preparation, UTC milliseconds.
    version: i64,
    /// Amount to refund, rupiah.
    amount_rp: i64,
    /// Reason for the refund.
    reason: String,
    /// Name of the administrator who has prepared it.
    prepared_by: String,
    /// Time of the preparation, RFC 3339.
    prepared_at: String,
    /// Whether the caller has prepared it, and so may not approve it.
    is_own: bool,
}

impl ManualRefund {
    /// Returns its version: the time of the preparation, UTC milliseconds.
    pub fn version(&self) -> i64 {
        self.prepared_ms
    }

    /// Returns the refund as `reader` sees it.
    pub fn facts(self, reader: MemberId) -> ManualRefundFacts {
        ManualRefundFacts {
            version: self.version(),
            amount_rp: self.amount_rp,
            reason: self.reason,
            prepared_by: self.prepared_by_name,
            prepared_at: rfc3339(self.prepared_ms),
            is_own: self.prepared_by == reader,
        }
    }
}

/// Stores a prepared manual refund of an order; returns false if the order already has one.
pub async fn prepare(
    conn: &mut Conn,
    order: OrderKey,
    (amount_rp, reason): (i64, &str),
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "INSERT INTO manual_refunds (order_id, amount_rp, reason, prepared_by, prepared_ms)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (order_id) DO NOTHING";
    let kept = query(sql).bind(order).bind(amount_rp).bind(reason).bind(by).bind(now_ms).execute(conn).await?;
    Ok(kept.rows_affected() > 0)
}

/// Returns the prepared manual refund of an order.
pub async fn find(conn: &mut Conn, order: OrderKey) -> sqlx::Result<Option<ManualRefund>> {
    let sql = "SELECT r.amount_rp, r.reason, r.prepared_by, r.prepared_ms, m.name AS prepared_by_name
               FROM manual_refunds r JOIN members m ON m.id = r.prepared_by WHERE r.order_id = $1";
    query_as(sql).bind(order).fetch_optional(conn).await
}

/// Removes the manual refund of an order and returns it, so that nobody else can approve or withdraw it. Returns `None`
/// if the order has no manual refund with this `version`.
pub async fn take(conn: &mut Conn, order: OrderKey, version: i64) -> sqlx::Result<Option<ManualRefund>> {
    let found = find(conn, order).await?.filter(|found| found.version() == version);
    let sql = "DELETE FROM manual_refunds WHERE order_id = $1 AND prepared_ms = $2";
    let gone = query(sql).bind(order).bind(version).execute(conn).await?;
    Ok(found.filter(|_| gone.rows_affected() > 0))
}

/// Returns the error for an action that would move an order or its money while its manual refund is prepared.
pub fn prepared_error() -> Error {
    let message = "Pengembalian dana pesanan ini sudah disiapkan. Setujui atau tarik lebih dulu.";
    Error::conflict(Code::RefundRefused, message)
}

/// Refuses to move an order or its money while its manual refund is prepared.
///
/// # Errors
/// 409: a manual refund of the order is prepared.
pub async fn must_be_none(conn: &mut Conn, order: OrderKey) -> Result<()> {
    find(conn, order).await?.map_or(Ok(()), |_| Err(prepared_error()))
}

/// Deletes the prepared manual refund of an order.
pub async fn delete(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    query("DELETE FROM manual_refunds WHERE order_id = $1").bind(order).execute(conn).await?;
    Ok(())
}
