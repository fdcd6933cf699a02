//! Returned goods: a member requests a return; the shop decides, receives the goods, and refunds the money or sends new
//! goods. Stock, money and points change in the transaction of each step.
//!
//! The payment provider refunds the money if the payment channel allows it. The key of the refund belongs to the
//! return, so repeated requests refund the money only once. Otherwise one administrator prepares a transfer and another
//! approves it.

mod admin;
mod asking;
mod money;
mod page;

use axum::extract::DefaultBodyLimit;
use ksmart_foundation::document::routes;
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

pub use self::money::finish_refunds;

/// Maximum size of a request with pictures, bytes: large enough that a wrong picture gets its own message.
const UPLOAD_LIMIT: usize = 12 * 1024 * 1024;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    let with_pictures = OpenApiRouter::new()
        .routes(routes!(asking::list, asking::ask))
        .routes(routes!(asking::list_for_shop, asking::ask_for_shop))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT));
    OpenApiRouter::new()
        .merge(with_pictures)
        .merge(asking::router())
        .merge(admin::router())
        .merge(page::router())
        .merge(money::router())
}
