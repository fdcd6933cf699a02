//! The seller as named on invoices.

use axum::{
    Json,
    extract::{FromRef, State},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{db::Db, document::routes, error::Result},
    identity::{
        sessions::Sessions,
        settings::{CachedSettings, Seller},
        tokens::Member,
    },
};

/// The routes of this part.
pub(super) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    CachedSettings: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(seller))
}

/// Returns the legal entity that sells, for buyers and for administrators of orders.
#[utoipa::path(get, path = "/api/seller", operation_id = "getSeller", responses((status = 200, body = Seller)))]
async fn seller(State(settings): State<CachedSettings>, _: Member) -> Result<Json<Seller>> {
    Ok(Json(settings.now().await?.seller()))
}
