//! The seller as named on invoices.

use axum::{Json, extract::State};
use ksmart_foundation::{document::routes, error::Result};
use ksmart_identity::{
    settings::{CachedSettings, Seller},
    tokens::Member,
};
use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

/// The routes of this part.
pub(super) fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(seller))
}

/// Returns the legal entity that sells, for buyers and for administrators of orders.
#[utoipa::path(get, path = "/api/seller", operation_id = "getSeller", responses((status = 200, body = Seller)))]
async fn seller(State(settings): State<CachedSettings>, _: Member) -> Result<Json<Seller>> {
    Ok(Json(settings.now().await?.seller()))
}
