//! Bonuses: what each member is paid for a calculated period, and the lines that it is made of; calculating a period, the
//! compensation plan's versions and paying are parts of their own.

mod basis;
mod bonus;
pub mod calculating;
pub mod drafts;
mod example;
mod kept;
mod lines;
mod news;
pub mod plans;
pub mod rank_card;
mod refused;
pub mod replay;
mod templates;
pub mod versions;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{db::Db, time::Clock},
    identity::sessions::Sessions,
};

use self::rank_card::Ground;
pub use self::{
    basis::{Basis, Reckoning},
    bonus::{Bonus, BonusId, TransferFailure, of_member},
    calculating::{Calculated, calculate, calculate_within, finish_begun, work_out},
    kept::{Decided, Figures, KeptComponent, NewBonus, NewLine, decided, figures},
    lines::{MissedBonus, missed_by},
    news::notify_calculated,
    refused::Refused,
    versions::insert_plan,
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Ground: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .merge(bonus::router())
        .merge(lines::router())
        .merge(plans::router())
        .merge(rank_card::router())
        .merge(replay::router())
        .merge(drafts::router())
        .merge(example::router())
        .merge(templates::router())
}
