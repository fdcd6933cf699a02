//! The catalogue as administrators manage it: products, categories, stock, and files of products.

mod bulk;
mod categories;
mod csv_columns;
mod export;
mod import;
mod listing;
mod pictures;
mod product_form;
mod products;
mod stock;
mod terms_form;

use utoipa_axum::router::OpenApiRouter;

pub use self::listing::{is_code_of_goods, readiness, running_low};

use crate::ShopState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .merge(products::router())
        .merge(bulk::router())
        .merge(categories::router())
        .merge(stock::router())
        .merge(export::router())
        .merge(pictures::router())
        .merge(import::router())
}
