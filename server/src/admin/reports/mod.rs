//! Reports: sales, remaining stock and how long it lasts, members who stopped buying, and retention.

mod cohorts;
mod file;
mod lapsed;
mod sales;
mod stock;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{db::Db, time::Clock},
    identity::sessions::Sessions,
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().merge(sales::router()).merge(stock::router()).merge(lapsed::router()).merge(cohorts::router())
}
