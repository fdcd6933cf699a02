//! Structure of the network: each member's leader, and every ancestor at any depth. The administrators' view and
//! changes are in separate modules.

pub mod admin;
mod downline;
pub mod leaders;

use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

pub use self::{
    downline::{Contacts, Counts, contacts, counts, downline_count, join, member_count},
    leaders::{leaders, leaders_of, moved_periods, newest_change, note_calculated},
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().merge(downline::router()).merge(admin::router())
}
