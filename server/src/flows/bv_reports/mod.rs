//! Reports of business volume for members: their own, and that of their downline, order by order.

mod history;
mod personal;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{foundation::db::Db, identity::sessions::Sessions};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().merge(history::router()).merge(personal::router())
}
