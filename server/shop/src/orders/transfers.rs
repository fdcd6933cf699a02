//! Orders paid by a transfer to the shop's own account, as recorded by an administrator.

use ksmart_foundation::{
    db::Conn,
    ids::{MemberId, OrderKey},
    time::{jakarta_date, rfc3339},
};
use serde::Serialize;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

/// Money received on the shop's own account for an order.
#[derive(Debug)]
pub struct BankTransfer<'a> {
    /// Beginning of the day in Jakarta on which it was received, UTC milliseconds.
    pub paid_ms: i64,
    /// Rupiah: the order's total.
    pub amount_rp: i64,
    /// The bank that it came from.
    pub bank: &'a str,
    /// Holder of the account it came from.
    pub sender: &'a str,
    /// Storage key of the picture that proves the transfer; the picture cannot be read by its URL alone.
    pub proof_picture: &'a str,
}

/// Records the bank transfer that paid an order; called before the order changes its state.
///
/// # Errors
/// The order has a transfer already, or its picture belongs to another one ([`ksmart_foundation::db::is_duplicate`]).
pub async fn insert(
    conn: &mut Conn,
    order: OrderKey,
    transfer: &BankTransfer<'_>,
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO order_transfers (order_id, paid_ms, amount_rp, bank, sender, proof_picture, received_by, received_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    query(sql)
        .bind(order)
        .bind(transfer.paid_ms)
        .bind(transfer.amount_rp)
        .bind(transfer.bank)
        .bind(transfer.sender)
        .bind(transfer.proof_picture)
        .bind(by)
        .bind(now_ms)
        .execute(conn)
        .await?;
    Ok(())
}

/// Details of the transfer that paid an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct TransferFacts {
    /// Day in Jakarta on which it was received, `YYYY-MM-DD`.
    paid_on: String,
    /// Amount received, rupiah.
    amount_rp: i64,
    /// The bank that it came from.
    bank: String,
    /// Holder of the account it came from.
    sender: String,
    /// Picture that proves the transfer, for finance; null if its member was erased.
    proof_picture: Option<String>,
    /// Name of the administrator who recorded it.
    received_by: String,
    /// Time of the recording, RFC 3339.
    received_at: String,
}

/// Returns the details of the transfer that paid an order; `None` if there was none.
pub async fn facts(conn: &mut Conn, order: OrderKey) -> sqlx::Result<Option<TransferFacts>> {
    #[derive(FromRow)]
    struct Row {
        paid_ms: i64,
        amount_rp: i64,
        bank: String,
        sender: String,
        proof_picture: Option<String>,
        received_by: String,
        received_ms: i64,
    }
    let sql = "SELECT t.paid_ms, t.amount_rp, t.bank, t.sender, t.proof_picture, m.name AS received_by, t.received_ms
               FROM order_transfers t JOIN members m ON m.id = t.received_by WHERE t.order_id = $1";
    let row: Option<Row> = query_as(sql).bind(order).fetch_optional(conn).await?;
    Ok(row.map(|row| TransferFacts {
        paid_on: jakarta_date(row.paid_ms),
        amount_rp: row.amount_rp,
        bank: row.bank,
        sender: row.sender,
        proof_picture: row.proof_picture,
        received_by: row.received_by,
        received_at: rfc3339(row.received_ms),
    }))
}

/// Deletes the transfer of an order; returns its proof picture, which is no longer referenced.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<Option<String>> {
    let sql = "DELETE FROM order_transfers WHERE order_id = $1 RETURNING proof_picture";
    let picture: Option<Option<String>> = query_scalar(sql).bind(order).fetch_optional(conn).await?;
    Ok(picture.flatten())
}

/// Deletes bank and account holder from the transfers for a member's orders; returns the proof pictures, which are no
/// longer referenced.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT t.proof_picture FROM order_transfers t JOIN orders o ON o.id = t.order_id
               WHERE o.member_id = $1 AND t.proof_picture IS NOT NULL";
    let pictures = query_scalar(sql).bind(member).fetch_all(&mut *conn).await?;
    let sql = "UPDATE order_transfers SET bank = '', sender = '', proof_picture = NULL
               WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1)";
    query(sql).bind(member).execute(conn).await?;
    Ok(pictures)
}
