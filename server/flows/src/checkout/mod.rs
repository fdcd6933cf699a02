//! Checkout, from a selection to an order: the checkout draft, the pricing, and the placing of the order.

mod dependencies;
mod drafts;
mod placement;
mod pricing;
mod request;
mod selection;

use ksmart_foundation::document::routes;
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

pub use self::{
    dependencies::Checkout,
    drafts::{delete_old_drafts, erase},
    placement::insert_order,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(drafts::store_draft))
        .routes(routes!(drafts::show_draft, drafts::remove_draft))
        .routes(routes!(placement::create_transaction))
}
