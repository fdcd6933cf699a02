//! Giving money back at the provider.

use axum::http::StatusCode;
use ksmart_core::order::MoveRefused;
use sqlx::{query, query_scalar};

use crate::{
    flows::payments::{
        payment::{Payments, look_soon, payment_number},
        problems::Kind,
        settlement::Meaning,
        snap::{PaymentNotice, RefundRequest, SnapError},
    },
    foundation::{
        db::{Conn, retried},
        error::{Code, Error, Result},
        ids::OrderKey,
    },
    shop::orders::{Order, manual_refunds, moves::hold},
};

/// Money that goes back.
#[derive(Debug)]
pub struct Refund<'a> {
    /// Makes it repeatable: the same key gives once.
    pub key: &'a str,
    /// Rupiah, 1 or more.
    pub amount_rp: i64,
    /// Reason, for people.
    pub reason: &'a str,
}

/// Gives a part of the money of an order back, at once or where an earlier answer got lost.
///
/// # Errors
/// The provider refuses for good, or cannot be reached.
pub async fn part(payments: &Payments, order: &Order, refund: &Refund<'_>) -> Result<(), SnapError> {
    let number = payment_number(&mut *payments.db.read().await.map_err(unreachable)?, order.key()).await;
    at_provider(payments, &number.map_err(unreachable)?, refund, refund.amount_rp == order.gross_amount).await
}

fn unreachable(cause: impl std::fmt::Display) -> SnapError {
    SnapError::Unreachable(cause.to_string())
}

/// Gives `amount_rp` of a paid order back, which is what is left of it; asked again, it is given once. From before it is
/// asked until it has refused, nobody gives it back by hand.
///
/// # Errors
/// 409: the provider cannot give it back by the channel that it came by, so a person has to; or that is prepared already.
/// 502: it cannot be reached, and asking again is safe.
pub async fn give_back(payments: &Payments, order: &Order, amount_rp: i64, reason: &str) -> Result<()> {
    let number = payment_number(&mut *payments.db.read().await?, order.key()).await?;
    retried(|| begin(payments, order)).await?;
    let refund = Refund { key: &order.order_id, amount_rp, reason };
    match at_provider(payments, &number, &refund, amount_rp == order.gross_amount).await {
        Ok(()) => Ok(()),
        Err(error @ SnapError::Refused { .. }) => {
            tracing::warn!(order = order.order_id, "no refund: {error}");
            mark_asked(&mut *payments.db.write_one().await?, order.key(), None).await?;
            let message = "Penyedia pembayaran tidak dapat mengembalikan dana untuk cara bayar ini. \
                           Pilih pengembalian manual, yang perlu disetujui pengelola lain.";
            Err(Error::conflict(Code::RefundRefused, message))
        }
        Err(error) => {
            tracing::warn!(order = order.order_id, "no refund yet: {error}");
            let message = "Layanan pembayaran sedang tidak dapat dihubungi. Silakan coba lagi.";
            Err(Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message))
        }
    }
}

/// Writes down that the provider is asked for all that is left of an order, unless that is prepared to go back by hand.
async fn begin(payments: &Payments, order: &Order) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    if !hold(&mut tx, order).await? {
        return Err(MoveRefused.into());
    }
    manual_refunds::must_be_none(&mut tx, order.key()).await?;
    mark_asked(&mut tx, order.key(), Some(now_ms)).await?;
    // Should this process end before it has written the answer down, the provider is asked what became of it.
    look_soon(&mut tx, order.key(), now_ms).await?;
    Ok(tx.commit().await?)
}

async fn mark_asked(conn: &mut Conn, key: OrderKey, now_ms: Option<i64>) -> sqlx::Result<()> {
    let sql = "UPDATE payments SET refund_asked_ms = $2 WHERE order_id = $1";
    query(sql).bind(key).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Refuses while the provider is asked for the money of an order, and has neither given it back nor refused.
///
/// # Errors
/// Refund under way at the provider (409).
pub async fn must_not_be_asked(conn: &mut Conn, key: OrderKey) -> Result<()> {
    let sql = "SELECT refund_asked_ms FROM payments WHERE order_id = $1 AND refund_asked_ms IS NOT NULL";
    let asked: Option<i64> = query_scalar(sql).bind(key).fetch_optional(conn).await?;
    let message = "Penyedia pembayaran sedang diminta mengembalikan dana pesanan ini. Kembalikan dana lewat penyedia sekali \
                   lagi: bila ditolak, dananya dapat dikembalikan secara manual.";
    asked.map_or(Ok(()), |_| Err(Error::conflict(Code::RefundRefused, message)))
}

/// Asks the provider to give money of a payment back: once for each key. What `is_whole` is all that was ever paid.
///
/// # Errors
/// The provider refuses for good, or cannot be reached.
pub async fn at_provider(
    payments: &Payments,
    number: &str,
    refund: &Refund<'_>,
    is_whole: bool,
) -> Result<(), SnapError> {
    let wish =
        RefundRequest { refund_key: refund.key.to_owned(), amount: refund.amount_rp, reason: refund.reason.to_owned() };
    let is_done = |notice: &PaymentNotice| match Meaning::of(notice) {
        Meaning::Refunded => true,
        // The provider may keep a fee that the buyer bore.
        Meaning::Disputed(Kind::PartialRefund) => !is_whole || notice.refunded_rp() >= Some(refund.amount_rp),
        _ => false,
    };
    let under_way = || SnapError::Unreachable("the refund is under way".to_owned());
    let refused = match payments.snap.refund(number, &wish).await {
        Ok(Some(notice)) if is_done(&notice) => return Ok(()),
        Ok(Some(_)) => return Err(under_way()),
        Ok(None) => return Err(SnapError::Refused { status: 404, message: "no such payment".to_owned() }),
        Err(refused) => refused,
    };
    match &refused {
        // The key was used: by a call whose answer got lost.
        SnapError::Refused { status: 406, .. } => match payments.snap.status(number).await? {
            Some(notice) if is_done(&notice) => Ok(()),
            _ => Err(under_way()),
        },
        // A card that was captured and is not settled yet is cancelled instead.
        SnapError::Refused { status: 412, .. } if is_whole => match payments.snap.cancel(number).await {
            Ok(Some(notice)) if Meaning::of(&notice) == Meaning::Cancelled => Ok(()),
            Err(error @ SnapError::Unreachable(_)) => Err(error),
            _ => Err(refused),
        },
        // A payment of which all went back by now says no to a key that it has served.
        SnapError::Refused { .. } if !is_whole => match payments.snap.status(number).await? {
            Some(notice) if notice.has_refunded(refund.key) => Ok(()),
            _ => Err(refused),
        },
        _ => Err(refused),
    }
}
