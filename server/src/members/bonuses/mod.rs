//! Bonuses: what each member is paid for a calculated period, and the lines that it is made of; calculating a period, the
//! compensation plan's versions and paying are parts of their own.

mod bonus;
pub mod calculating;
pub mod drafts;
mod example;
mod plans;
mod templates;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{db::Db, time::Clock},
    identity::sessions::Sessions,
};

pub use self::{
    bonus::{Bonus, BonusId, UnpaidOfPeriod, of_member, unpaid, unpaid_by_period},
    calculating::{
        Calculated, Refused, calculate, calculate_within, figures, finish_begun, insert_plan, plan, work_out,
    },
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .merge(bonus::router())
        .merge(plans::router())
        .merge(drafts::router())
        .merge(example::router())
        .merge(templates::router())
}
