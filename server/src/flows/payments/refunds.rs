//! Giving money back at the provider.

use axum::http::StatusCode;

use crate::{
    flows::payments::{
        payment::{Payments, payment_number, schedule},
        settlement::Meaning,
        snap::{RefundRequest, SnapError},
    },
    foundation::error::{Code, Error, Result},
    shop::orders::Order,
};

/// Gives the money of a paid order back; asked again, it is given once.
///
/// # Errors
/// 409: the provider cannot give it back by the channel that it came by, so a person has to. 502: it cannot be
/// reached, and asking again is safe.
pub async fn give_back(payments: &Payments, order: &Order, reason: &str) -> Result<()> {
    let number = payment_number(&mut *payments.db.read().await?, order.key()).await?;
    // Should this process end before it has written the answer down, the provider is asked what became of it.
    let soon_ms = payments.clock.now_ms() + 60_000;
    schedule(&mut *payments.db.write_one().await?, order.key(), Some(soon_ms), 0).await?;
    match at_provider(payments, &number, &order.order_id, order.gross_amount, reason).await {
        Ok(()) => Ok(()),
        Err(error @ SnapError::Refused { .. }) => {
            tracing::warn!(order = order.order_id, "no refund: {error}");
            let message = "Penyedia pembayaran tidak dapat mengembalikan dana untuk cara bayar ini. \
                           Kembalikan dana secara manual, lalu catat di sini.";
            Err(Error::conflict(Code::RefundRefused, message))
        }
        Err(error) => {
            tracing::warn!(order = order.order_id, "no refund yet: {error}");
            let message = "Layanan pembayaran sedang tidak dapat dihubungi. Silakan coba lagi.";
            Err(Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message))
        }
    }
}

/// Asks the provider to give money back, under a key that is the order's: it is given once.
///
/// # Errors
/// The provider refuses for good, or cannot be reached.
pub async fn at_provider(
    payments: &Payments,
    number: &str,
    order_number: &str,
    amount_rp: i64,
    reason: &str,
) -> Result<(), SnapError> {
    let refund = RefundRequest { refund_key: order_number.to_owned(), amount: amount_rp, reason: reason.to_owned() };
    let refused = match payments.snap.refund(number, &refund).await {
        Ok(Some(notice)) if Meaning::of(&notice) == Meaning::Refunded => return Ok(()),
        Ok(Some(_)) => return Err(SnapError::Unreachable("the refund is under way".to_owned())),
        Ok(None) => return Err(SnapError::Refused { status: 404, message: "no such payment".to_owned() }),
        Err(refused) => refused,
    };
    match &refused {
        // The key was used: by a call whose answer got lost.
        SnapError::Refused { status: 406, .. } => match payments.snap.status(number).await? {
            Some(notice) if Meaning::of(&notice) == Meaning::Refunded => Ok(()),
            _ => Err(SnapError::Unreachable("the refund is under way".to_owned())),
        },
        // A card that was captured and is not settled yet is cancelled instead.
        SnapError::Refused { status: 412, .. } => match payments.snap.cancel(number).await {
            Ok(Some(notice)) if Meaning::of(&notice) == Meaning::Cancelled => Ok(()),
            Err(error @ SnapError::Unreachable(_)) => Err(error),
            _ => Err(refused),
        },
        _ => Err(refused),
    }
}
