//! Reports of business volume for members: their own, and that of their downline, order by order.

mod history;
mod personal;

use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().merge(history::router()).merge(personal::router())
}
