//! Messages to the buyer of an order about its moves.

use ksmart_core::order::{OrderEvent, PaymentStatus};
use ksmart_foundation::{
    db::{Conn, TextEnum},
    ids::{MemberId, OrderKey},
};
use ksmart_identity::outbox::{self, Kind};
use ksmart_shop::orders::Order;
use serde_json::json;
use sqlx::{FromRow, query_as};

/// Notifies the buyer of an order's new state.
///
/// `refunded_rp` is the amount that this move refunds, rupiah; 0 if returns have already refunded everything. It is
/// `None` if the move books no refund; a message about a refund then names the order's total.
pub(super) async fn notify(
    conn: &mut Conn,
    key: OrderKey,
    event: OrderEvent,
    (reason, refunded_rp): (Option<&str>, Option<i64>),
    now_ms: i64,
) -> sqlx::Result<()> {
    #[derive(FromRow)]
    struct Row {
        number: String,
        member_id: MemberId,
        total_rp: i64,
        payment_status: String,
    }
    let sql = "SELECT number, member_id, total_rp, payment_status FROM orders WHERE id = $1";
    let Row { number, member_id, total_rp, payment_status } = query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    let cancelled =
        |by_itself: &str| (Kind::OrderCancelled, json!({"order": number, "reason": reason.unwrap_or(by_itself)}));
    let (kind, payload) = match event {
        // An order of Rp 0 has no payment to report.
        OrderEvent::Pay if total_rp == 0 => return Ok(()),
        OrderEvent::Pay => (Kind::OrderPaid, json!({"order": number, "total_rp": total_rp})),
        OrderEvent::Complete => (Kind::OrderDelivered, json!({"order": number})),
        OrderEvent::Fail => cancelled("Pembayarannya ditolak."),
        OrderEvent::Expire => cancelled("Pembayarannya tidak kami terima sampai batas waktunya."),
        OrderEvent::Cancel => cancelled("Sesuai permintaan Anda."),
        // The buyer of a refunded order is notified of the refund instead.
        OrderEvent::Return if payment_status != PaymentStatus::Refunded.text() => {
            cancelled("Paketnya kembali ke toko.")
        }
        // With `Some(0)`, returns have refunded everything, and the message about the last return covers it.
        OrderEvent::Refund if refunded_rp != Some(0) => {
            (Kind::OrderRefunded, json!({"order": number, "amount_rp": refunded_rp.unwrap_or(total_rp)}))
        }
        // [`notify_shipped`] reports a shipped order, together with its tracking number.
        OrderEvent::Ship | OrderEvent::Refund | OrderEvent::Return => return Ok(()),
        OrderEvent::Hold | OrderEvent::Release | OrderEvent::Pack => return Ok(()),
    };
    outbox::notify_member_once(conn, now_ms, kind, member_id, &number, payload).await
}

/// Notifies the buyer that an order is on its way, once for each tracking number, in the transaction that stores the
/// number.
pub async fn notify_shipped(conn: &mut Conn, key: OrderKey, now_ms: i64) -> sqlx::Result<()> {
    let sql = "SELECT number, member_id, shipping_method, tracking_number FROM orders WHERE id = $1";
    let (number, member, courier, resi): (String, MemberId, String, Option<String>) =
        query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    let resi = resi.unwrap_or_default();
    let payload = json!({"order": number, "courier": courier, "tracking_number": resi});
    let about = format!("{number}:{resi}");
    outbox::notify_member_once(conn, now_ms, Kind::OrderShipped, member, &about, payload).await
}

/// Notifies the buyer that an order was placed, in the transaction that places it.
pub async fn notify_placed(conn: &mut Conn, member: MemberId, order: &Order, now_ms: i64) -> sqlx::Result<()> {
    let payload = json!({"order": order.number, "total_rp": order.total_rp});
    outbox::notify_member_once(conn, now_ms, Kind::OrderPlaced, member, &order.number, payload).await
}
