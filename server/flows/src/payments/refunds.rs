//! Refunds at the provider.

use axum::http::StatusCode;
use ksmart_core::order::MoveRefused;
use ksmart_foundation::{
    db::{Conn, retried},
    error::{Code, Error, Result},
    ids::OrderKey,
};
use ksmart_shop::orders::{Order, manual_refunds, moves::lock};
use sqlx::{query, query_scalar};

use crate::payments::{
    payment::{Payments, check_soon, payment_number},
    problems::Kind,
    settlement::Meaning,
    snap::{PaymentNotification, RefundRequest, SnapError},
};

/// Money to refund.
#[derive(Debug)]
pub struct Refund<'a> {
    /// Idempotency key: the same key refunds only once.
    pub key: &'a str,
    /// Amount to refund, rupiah, 1 or more.
    pub amount_rp: i64,
    /// Reason, for people.
    pub reason: &'a str,
}

/// Refunds part of the money of an order; also completes a refund whose earlier answer was lost.
///
/// # Errors
/// The provider refuses permanently, or cannot be reached.
pub async fn refund_part(payments: &Payments, order: &Order, refund: &Refund<'_>) -> Result<(), SnapError> {
    let number = payment_number(&mut *payments.db.read().await.map_err(unreachable)?, order.key).await;
    at_provider(payments, &number.map_err(unreachable)?, refund, refund.amount_rp == order.total_rp).await
}

fn unreachable(cause: impl std::fmt::Display) -> SnapError {
    SnapError::Unreachable(cause.to_string())
}

/// Refunds `amount_rp`, all that is left of a paid order, at the provider; repeated calls refund it only once. A manual
/// refund is blocked from before the request until the provider refuses.
///
/// # Errors
/// 409: the provider cannot refund through the channel of the payment, so a person must do it; or a manual refund is
/// already prepared. 502: the provider cannot be reached, and repeating the call is safe.
pub async fn refund_rest(payments: &Payments, order: &Order, amount_rp: i64, reason: &str) -> Result<()> {
    let number = payment_number(&mut *payments.db.read().await?, order.key).await?;
    retried(|| begin(payments, order)).await?;
    let refund = Refund { key: &order.number, amount_rp, reason };
    match at_provider(payments, &number, &refund, amount_rp == order.total_rp).await {
        Ok(()) => Ok(()),
        Err(error @ SnapError::Refused { .. }) => {
            tracing::warn!(order = order.number, "no refund: {error}");
            mark_requested(&mut *payments.db.write_one().await?, order.key, None).await?;
            let message = "Penyedia pembayaran tidak dapat mengembalikan dana untuk cara bayar ini. \
                           Pilih pengembalian manual, yang perlu disetujui pengelola lain.";
            Err(Error::conflict(Code::RefundRefused, message))
        }
        Err(error) => {
            tracing::warn!(order = order.number, "no refund yet: {error}");
            let message = "Layanan pembayaran sedang tidak dapat dihubungi. Silakan coba lagi.";
            Err(Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message))
        }
    }
}

/// Records, before the request, that the provider is asked to refund the rest of an order; refuses if a manual refund
/// is prepared.
async fn begin(payments: &Payments, order: &Order) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    if !lock(&mut tx, order).await? {
        return Err(MoveRefused.into());
    }
    manual_refunds::must_be_none(&mut tx, order.key).await?;
    mark_requested(&mut tx, order.key, Some(now_ms)).await?;
    // If this process ends before it has recorded the answer, the provider is asked for the outcome.
    check_soon(&mut tx, order.key, now_ms).await?;
    Ok(tx.commit().await?)
}

async fn mark_requested(conn: &mut Conn, key: OrderKey, now_ms: Option<i64>) -> sqlx::Result<()> {
    let sql = "UPDATE payments SET refund_asked_ms = $2 WHERE order_id = $1";
    query(sql).bind(key).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Refuses a manual refund while the provider is asked to refund the order and has neither done so nor refused.
///
/// # Errors
/// Refund pending at the provider (409).
pub async fn must_have_no_pending_refund(conn: &mut Conn, key: OrderKey) -> Result<()> {
    let sql = "SELECT refund_asked_ms FROM payments WHERE order_id = $1 AND refund_asked_ms IS NOT NULL";
    let asked: Option<i64> = query_scalar(sql).bind(key).fetch_optional(conn).await?;
    let message = "Penyedia pembayaran sedang diminta mengembalikan dana pesanan ini. Kembalikan dana lewat penyedia sekali \
                   lagi: bila ditolak, dananya dapat dikembalikan secara manual.";
    asked.map_or(Ok(()), |_| Err(Error::conflict(Code::RefundRefused, message)))
}

/// Asks the provider to refund money of a payment, once for each key. `is_whole` states that the refund covers
/// everything that was ever paid.
///
/// # Errors
/// The provider refuses permanently, or cannot be reached.
pub async fn at_provider(
    payments: &Payments,
    number: &str,
    refund: &Refund<'_>,
    is_whole: bool,
) -> Result<(), SnapError> {
    let request =
        RefundRequest { refund_key: refund.key.to_owned(), amount: refund.amount_rp, reason: refund.reason.to_owned() };
    let is_done = |notification: &PaymentNotification| match Meaning::of(notification) {
        Meaning::Refunded => true,
        // The provider may retain a fee that the buyer paid.
        Meaning::Disputed(Kind::PartialRefund) => !is_whole || notification.refunded_rp() >= Some(refund.amount_rp),
        _ => false,
    };
    let under_way = || SnapError::Unreachable("the refund is under way".to_owned());
    let refused = match payments.snap.refund(number, &request).await {
        Ok(Some(notification)) if is_done(&notification) => return Ok(()),
        Ok(Some(_)) => return Err(under_way()),
        Ok(None) => return Err(SnapError::Refused { status: 404, message: "no such payment".to_owned() }),
        Err(refused) => refused,
    };
    match &refused {
        // The key was already used, by a call whose answer was lost.
        SnapError::Refused { status: 406, .. } => match payments.snap.status(number).await? {
            Some(notification) if is_done(&notification) => Ok(()),
            _ => Err(under_way()),
        },
        // A card that was captured and is not settled yet is cancelled instead.
        SnapError::Refused { status: 412, .. } if is_whole => match payments.snap.cancel(number).await {
            Ok(Some(notification)) if Meaning::of(&notification) == Meaning::Cancelled => Ok(()),
            Err(error @ SnapError::Unreachable(_)) => Err(error),
            _ => Err(refused),
        },
        // Once a payment is fully refunded, the provider refuses even a key that it has served.
        SnapError::Refused { .. } if !is_whole => match payments.snap.status(number).await? {
            Some(notification) if notification.has_refunded(refund.key) => Ok(()),
            _ => Err(refused),
        },
        _ => Err(refused),
    }
}
