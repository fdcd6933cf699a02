//! Orders as administrators see them: the list, one with all that is known of it, what is printed, and the
//! shop's own moves.

mod listing;
mod printing;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

pub use self::listing::{Waiting, has_order, trials, waiting};
use crate::{
    foundation::{config::PaymentSandbox, db::Db, document::routes, time::Clock},
    identity::sessions::Sessions,
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    PaymentSandbox: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(listing::list_all)).routes(routes!(printing::print))
}
