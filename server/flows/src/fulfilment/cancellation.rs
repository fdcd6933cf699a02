//! Cancellation of orders: the payment is first closed at the provider.

use axum::{Json, extract::State};
use ksmart_core::order::OrderEvent;
use ksmart_foundation::{
    detached::detached,
    document::routes,
    error::Result,
    extract::{Body, Path},
};
use ksmart_identity::tokens::Member;
use ksmart_shop::orders::{Actor, Order, find_own, moves::MoveAuthor};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    order_transitions::{MoveAnswer, check_length, move_or_claim},
    payments::{self, Payments},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(cancel))
}

/// Member's reason for cancelling an order.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Salah alamat."})))]
struct Cancel {
    /// Reason of up to 300 characters.
    #[schema(max_length = 300)]
    reason: Option<String>,
}

/// Cancels, for the member, an order that is neither paid nor packed.
#[utoipa::path(post, path = "/api/transactions/{order_id}/cancel", operation_id = "cancelOrder",
        request_body = Cancel,
    responses((status = 200, body = MoveAnswer), (status = 409), (status = 502)))]
async fn cancel(
    State(payments): State<Payments>,
    member: Member,
    Path(number): Path<String>,
    Body(request): Body<Cancel>,
) -> Result<Json<MoveAnswer>> {
    let reason = request.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    check_length(reason.unwrap_or_default())?;
    let order = find_own(&mut *payments.db.read().await?, member.id, &number).await?;
    close_and_cancel(&payments, order, Actor::Member.into(), reason.map(str::to_owned)).await?;
    let moved = find_own(&mut *payments.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer::new("Pesanan dibatalkan.", moved)))
}

/// Closes the payment of an order at the provider, then cancels the order.
///
/// # Errors
/// 409 if the order's state does not allow it, or 502 if the provider cannot be reached.
pub(super) async fn close_and_cancel(
    payments: &Payments,
    order: Order,
    by: MoveAuthor,
    reason: Option<String>,
) -> Result<()> {
    order.state.after(OrderEvent::Cancel)?;
    let payments = payments.clone();
    let work = async move {
        payments::close(&payments, &order, OrderEvent::Cancel).await?;
        move_or_claim(&payments.orders, &order, OrderEvent::Cancel, by, reason.as_deref()).await
    };
    detached(work).await?
}
