//! Tracking of the parcel of an order.

use axum::{Json, extract::State};
use ksmart_core::order::OrderEvent;
use ksmart_foundation::{
    db::{Db, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::Path,
    time::rfc3339,
};
use ksmart_identity::tokens::Member;
use ksmart_shop::{
    orders::{self, Order},
    shipping::{
        Event,
        couriers::{Couriers, TrackedParcel},
        is_own,
    },
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show))
}

/// Tracking of a parcel.
#[derive(Debug, Serialize, ToSchema)]
struct Tracking {
    resi: String,
    /// Shipping method, such as `JNE - REG23`.
    shipping_method: String,
    /// Latest status; empty if there is none.
    last_status: String,
    /// Tracking events, newest first; empty while the courier does not know the parcel.
    history: Vec<Event>,
}

/// Wrapper of the tracking: clients read `data`.
#[derive(Debug, Serialize, ToSchema)]
struct TrackingData {
    data: Tracking,
}

/// Shows the tracking of the parcel of one of the caller's orders.
#[utoipa::path(get, path = "/api/transactions/{order_id}/tracking", operation_id = "trackOrder",
    responses((status = 200, body = TrackingData), (status = 502)))]
async fn show(
    State(db): State<Db>,
    State(couriers): State<Couriers>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Json<TrackingData>> {
    let order = orders::find_own(&mut *db.read().await?, member.id, &number).await?;
    let resi =
        order.tracking_number.as_deref().ok_or_else(|| Error::not_found("Nomor resi belum tersedia."))?.to_owned();
    let shipping_method = &order.shipping_method;
    let parcel = TrackedParcel { order: order.key, order_number: &order.number, shipping_method, resi: &resi };
    let history = couriers.history(&parcel).await?.unwrap_or_else(|| own_history(&order));
    let last = history.first().map(|event| event.description.clone());
    let data = Tracking {
        shipping_method: shipping_method.clone(),
        resi: resi.clone(),
        last_status: last.unwrap_or_default(),
        history,
    };
    Ok(Json(TrackingData { data }))
}

/// Returns the shop's own tracking history of a parcel, built from the moves of its order.
fn own_history(order: &Order) -> Vec<Event> {
    let brought = is_own(&order.shipping_method);
    let told = |what: &str| match OrderEvent::from_text(what) {
        Some(OrderEvent::Pack) => Some("Pesanan dikemas oleh toko"),
        Some(OrderEvent::Ship) if brought => Some("Paket diantar oleh toko, atau siap diambil"),
        Some(OrderEvent::Ship) => Some("Paket diserahkan kepada kurir"),
        Some(OrderEvent::Complete) => Some("Paket telah diterima"),
        _ => None,
    };
    let events = order.moves.iter().rev().filter_map(|step| {
        let description = told(&step.event)?.to_owned();
        let at = rfc3339(step.at_ms);
        Some(Event { at: Some(at.clone()), date: at, description, status: step.event.clone() })
    });
    events.collect()
}
