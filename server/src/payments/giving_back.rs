//! Giving money back at the provider.

use axum::http::StatusCode;

use crate::{
    Shared,
    error::{Code, Error, Result},
    orders::Order,
    payments::{
        payment_number, schedule,
        settling::Meaning,
        snap::{RefundRequest, SnapError},
    },
};

/// Gives the money of a paid order back; asked again, it is given once.
///
/// # Errors
/// 409: the provider cannot give it back by the channel that it came by, so a person has to. 502: it cannot be
/// reached, and asking again is safe.
pub async fn give_back(app: &Shared, order: &Order, reason: &str) -> Result<()> {
    let number = payment_number(&mut *app.db.read().await?, order.key()).await?;
    // Should this process end before it has written the answer down, the provider is asked what became of it.
    let soon_ms = app.clock.now_ms() + 60_000;
    schedule(&mut *app.db.write_one().await?, order.key(), Some(soon_ms), 0).await?;
    match at_provider(app, &number, &order.order_id, order.gross_amount, reason).await {
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
    app: &Shared,
    number: &str,
    order_number: &str,
    amount_rp: i64,
    reason: &str,
) -> Result<(), SnapError> {
    let refund = RefundRequest { refund_key: order_number.to_owned(), amount: amount_rp, reason: reason.to_owned() };
    let refused = match app.snap.refund(number, &refund).await {
        Ok(Some(notice)) if Meaning::of(&notice) == Meaning::Refunded => return Ok(()),
        Ok(_) => return Err(SnapError::Unreachable("the refund is under way".to_owned())),
        Err(refused) => refused,
    };
    match &refused {
        // The key was used: by a call whose answer got lost.
        SnapError::Refused { status: 406, .. } => match app.snap.status(number).await? {
            Some(notice) if Meaning::of(&notice) == Meaning::Refunded => Ok(()),
            _ => Err(SnapError::Unreachable("the refund is under way".to_owned())),
        },
        // A card that was captured and is not settled yet is cancelled instead.
        SnapError::Refused { status: 412, .. } => match app.snap.cancel(number).await {
            Ok(Some(notice)) if Meaning::of(&notice) == Meaning::Cancelled => Ok(()),
            Err(error @ SnapError::Unreachable(_)) => Err(error),
            _ => Err(refused),
        },
        _ => Err(refused),
    }
}
