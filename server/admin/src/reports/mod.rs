//! Reports: sales, remaining stock and how long it lasts, members who stopped buying, and retention.

mod cohorts;
mod file;
mod lapsed;
mod sales;
mod stock;

use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().merge(sales::router()).merge(stock::router()).merge(lapsed::router()).merge(cohorts::router())
}
