//! Structure of the network: each member's leader, and every ancestor at any depth. The administrators' view and
//! changes are in separate modules.

pub mod admin;
mod downline;
pub mod leaders;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{foundation::db::Db, identity::sessions::Sessions};

pub use self::{
    downline::{Contacts, Counts, contacts, counts, downline_count, join, member_count},
    leaders::{leaders, leaders_of, moved_periods, newest_change, note_calculated},
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().merge(downline::router()).merge(admin::router())
}
