//! Calling orders off: the payment is closed at the provider first.

use axum::{
    Json,
    extract::{FromRef, State},
};
use ksmart_core::order::OrderEvent;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::{
        order_transitions::{MoveAnswer, check_length, move_or_claim},
        payments::{self, Payments},
    },
    foundation::{
        detached::detached,
        document::routes,
        error::Result,
        extract::{Body, Path},
    },
    identity::{sessions::Sessions, tokens::Member},
    shop::orders::{Actor, Order, find_own, moves::By},
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Payments: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(cancel))
}

/// Member's reason for cancelling an order.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Salah alamat."})))]
struct Cancel {
    /// Up to 300 characters.
    #[schema(max_length = 300)]
    reason: Option<String>,
}

/// The member calls an order off that is neither paid nor packed.
#[utoipa::path(post, path = "/api/transactions/{order_id}/cancel", operation_id = "cancelOrder",
        request_body = Cancel,
    responses((status = 200, body = MoveAnswer), (status = 409), (status = 502)))]
async fn cancel(
    State(payments): State<Payments>,
    member: Member,
    Path(number): Path<String>,
    Body(wish): Body<Cancel>,
) -> Result<Json<MoveAnswer>> {
    let reason = wish.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    check_length(reason.unwrap_or_default())?;
    let order = find_own(&mut *payments.db.read().await?, member.id, &number).await?;
    call_off(&payments, order, Actor::Member.into(), reason.map(str::to_owned)).await?;
    let data = find_own(&mut *payments.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dibatalkan.", data }))
}

/// Closes the payment of an order at the provider, then calls the order off.
///
/// # Errors
/// State of the order that does not allow it (409), or a provider that cannot be reached (502).
pub(super) async fn call_off(payments: &Payments, order: Order, by: By, reason: Option<String>) -> Result<()> {
    order.state().after(OrderEvent::Cancel)?;
    let payments = payments.clone();
    let work = async move {
        payments::close(&payments, &order, OrderEvent::Cancel).await?;
        move_or_claim(&payments.orders, &order, OrderEvent::Cancel, by, reason.as_deref()).await
    };
    detached(work).await?
}
