//! Paying orders online: opening payment pages, handling notifications, asking the provider when none arrives, and
//! refunding.
//!
//! The table `payments` stores the checks of orders with the provider; `payment_problems` stores money that does not
//! fit its order.

pub mod admin;
pub mod checkout_session;
mod payment;
pub mod problems;
pub mod reconciliation;
pub mod refunds;
pub mod sandbox;
pub mod settlement;
pub mod snap;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::order::{MoveRefused, PaymentStatus};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

pub use crate::payments::{
    checkout_session::open,
    payment::{PaymentFacts, Payments, check_soon, delete, facts, follow, numbers},
    reconciliation::{expire_overdue, give_back_late, reconcile, wait_ms},
    refunds::refund_rest,
    settlement::{close, refresh},
};
use ksmart_foundation::{
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    provider_log::{Exchange, Provider},
    response::Done,
};
use ksmart_identity::{internal_values, tokens::Member};
use ksmart_shop::orders::{self, Order, OrderResponse};

use crate::{
    FlowsState,
    payments::{payment::named, settlement::Meaning, snap::PaymentNotification},
};

/// Prefix of the number in a test notification from the provider's dashboard.
const TEST_NOTIFICATION: &str = "payment_notif_test_";

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(notify)).routes(routes!(check)).routes(routes!(reopen)).merge(admin::router())
}

/// The payment page of an order.
#[derive(Debug, Serialize, ToSchema)]
struct PaymentPage {
    redirect_url: String,
}

/// An order and the state of its payment.
#[derive(Debug, Serialize, ToSchema)]
struct PaymentCheck {
    /// The order, after the check.
    data: OrderResponse,
    /// Whether the provider refused the last attempt; the order then waits for another one.
    refused: bool,
    /// Whether money arrived that does not count as paid; the order then waits for the shop's decision.
    in_review: bool,
}

/// Receives a notification from the provider: signed, possibly late, duplicated or out of order. A 503 makes the
/// provider send it again.
#[utoipa::path(post, path = "/api/payments/notification", request_body = PaymentNotification, operation_id = "receivePaymentNotification",
    responses((status = 200, body = Done), (status = 403), (status = 404), (status = 409), (status = 503)))]
async fn notify(State(payments): State<Payments>, Body(body): Body<serde_json::Value>) -> Result<Json<Done>> {
    let text = body.to_string();
    let notification: PaymentNotification = serde_json::from_value(body)
        .map_err(|_| Error::invalid("Data yang dikirim tidak lengkap atau tidak benar."))?;
    if !notification.is_signed_with(payments.snap.server_key()) {
        return Err(Error::new(StatusCode::FORBIDDEN, Code::BadSignature, "Tanda tangan tidak benar."));
    }
    // Only signed notifications are logged, so that no one else can fill the log.
    let exchange = Exchange {
        provider: Provider::Midtrans,
        order: Some(&notification.order_id),
        method: "POST",
        path: "/api/payments/notification",
        request: &text,
        status: None,
        response: "",
        started_ms: payments.clock.now_ms(),
        error: None,
    };
    payments.snap.log().record(&exchange).await;
    if notification.order_id.starts_with(TEST_NOTIFICATION) {
        internal_values::put_payment_notification_tested(&mut *payments.db.write_one().await?, payments.clock.now_ms())
            .await?;
        return Ok(Json(Done { success: true }));
    }
    detached(async move { settlement::take(&payments, notification).await }).await??;
    Ok(Json(Done { success: true }))
}

/// Updates one of the caller's orders from the provider; a call that follows another one too soon gets the last known
/// state.
#[utoipa::path(post, path = "/api/payments/{order_id}/check", operation_id = "checkPayment",
    responses((status = 200, body = PaymentCheck), (status = 502)))]
async fn check(
    State(payments): State<Payments>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Json<PaymentCheck>> {
    let order = own_order(&payments, &member, &number).await?;
    let early = payments.checks.as_ref().is_some_and(|checks| checks.take(&order.key).is_err());
    let refused = if early {
        settlement::was_denied(&mut *payments.db.read().await?, order.key).await?
    } else {
        settlement::refresh(&payments, &order).await? == Some(Meaning::Refused)
    };
    let mut conn = payments.db.read().await?;
    let order = orders::find_own(&mut conn, member.id, &order.number).await?;
    let waits = order.state.payment_status == PaymentStatus::Pending;
    let in_review = waits && problems::holds_money(&mut conn, order.key).await?;
    Ok(Json(PaymentCheck { refused: refused && waits, in_review, data: order.into() }))
}

/// Finds one of the caller's orders by its own number, or by a current or former number of its payment at the provider.
/// Buyers return from the provider with such a number.
async fn own_order(payments: &Payments, member: &Member, number: &str) -> Result<Order> {
    let mut conn = payments.db.read().await?;
    let named = named(&mut conn, number).await?;
    orders::find_own(&mut conn, member.id, named.as_ref().map_or(number, |named| &named.order_number)).await
}

/// Refuses an order that cannot be paid online now.
fn must_be_payable(order: &Order) -> Result<()> {
    if order.is_payable() { Ok(()) } else { Err(MoveRefused.into()) }
}

/// Opens the payment page of one of the caller's orders again.
#[utoipa::path(post, path = "/api/payments/{order_id}/reopen", operation_id = "reopenPayment",
    responses((status = 200, body = PaymentPage), (status = 409), (status = 502)))]
async fn reopen(
    State(payments): State<Payments>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Json<PaymentPage>> {
    let mut conn = payments.db.read().await?;
    let order = orders::find_own(&mut conn, member.id, &number).await?;
    must_be_payable(&order)?;
    if problems::holds_money(&mut conn, order.key).await? {
        let message = "Pembayaran untuk pesanan ini sudah masuk dan sedang kami periksa. Jangan bayar lagi.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    drop(conn);
    let order = open(&payments, order).await?;
    // The order may have been paid or cancelled in the meantime.
    must_be_payable(&order)?;
    let redirect_url = order.payment_url.ok_or_else(|| Error::internal("an open payment has no page"))?;
    Ok(Json(PaymentPage { redirect_url }))
}
