//! Where the parcel of an order is.

use axum::{Json, extract::State};
use ksmart_core::order::OrderEvent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    auth::Member,
    db::TextEnum,
    error::{Error, Result},
    extract::Path,
    orders::{self, Order},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(show))
}

/// Something that happened to a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// When; `null` if the courier's own words cannot be read.
    pub at: Option<String>,
    /// When, in the courier's own words.
    pub date: String,
    /// What, in the courier's own words.
    pub description: String,
    /// The courier's name for it, or nothing.
    pub status: String,
}

/// Where a parcel is.
#[derive(Debug, Serialize, ToSchema)]
struct Tracking {
    resi: String,
    /// `JNE - REG23`.
    shipping_method: String,
    /// What was said last, or nothing.
    last_status: String,
    /// Newest first; empty while the courier knows nothing of the parcel.
    history: Vec<Event>,
}

/// Where the parcel of an order is.
#[derive(Debug, Serialize, ToSchema)]
struct TrackingData {
    data: Tracking,
}

/// Where the parcel of one of the caller's orders is.
#[utoipa::path(get, path = "/api/transactions/{order_id}/tracking",
    responses((status = 200, body = TrackingData), (status = 401), (status = 404), (status = 502)))]
async fn show(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<TrackingData>> {
    let order = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    let resi = order.resi().ok_or_else(|| Error::not_found("Nomor resi belum tersedia."))?.to_owned();
    let history = app.couriers.history(&app, &order, &resi).await?;
    let last = history.first().map(|event| event.description.clone());
    let shipping_method = order.shipping().0.to_owned();
    let data = Tracking { resi, shipping_method, last_status: last.unwrap_or_default(), history };
    Ok(Json(TrackingData { data }))
}

/// What the shop itself knows of a parcel: the moves of its order.
pub fn own_history(order: &Order) -> Vec<Event> {
    let told = |what: &str| match OrderEvent::from_text(what) {
        Some(OrderEvent::Pack) => Some("Pesanan dikemas oleh toko"),
        Some(OrderEvent::Ship) => Some("Paket diserahkan kepada kurir"),
        Some(OrderEvent::Complete) => Some("Paket telah diterima"),
        _ => None,
    };
    let events = order.moves().rev().filter_map(|(at, what)| {
        let description = told(what)?.to_owned();
        Some(Event { at: Some(at.to_owned()), date: at.to_owned(), description, status: what.to_owned() })
    });
    events.collect()
}
