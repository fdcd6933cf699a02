//! Fulfilment from a paid order to a parcel received: packing, shipping, tracking, completion, cancellation, the cash
//! of orders paid on delivery, transfers to the shop's own account, and refunds.

mod address;
mod admin;
mod cancellation;
mod cash;
mod refund;
mod tracking;
mod transfer;
mod trial;

use axum::{Json, extract::State};
use ksmart_core::order::OrderEvent;
use ksmart_foundation::{document::routes, error::Result, extract::Path};
use ksmart_identity::tokens::Member;
use ksmart_shop::orders::{Actor, find_own};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    order_transitions::{MoveAnswer, Orders, advance},
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(complete))
        .merge(cancellation::router())
        .merge(tracking::router())
        .merge(admin::router())
        .merge(trial::router())
        .merge(cash::router())
        .merge(transfer::router())
        .merge(refund::router())
        .merge(address::router())
}

/// Records that the member has received the order.
#[utoipa::path(post, path = "/api/transactions/{order_id}/complete", operation_id = "completeOrder",
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn complete(
    State(orders): State<Orders>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let order = find_own(&mut *orders.db.read().await?, member.id, &number).await?;
    advance(&orders, order.key, OrderEvent::Complete, Actor::Member, None).await?;
    let moved = find_own(&mut *orders.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer::new("Pesanan telah diterima.", moved)))
}
