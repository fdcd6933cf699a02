//! Bonuses: the amount that each member is paid for a calculated period, with its lines. Also the calculation of
//! periods and the versions of the compensation plan; payouts are in another crate.

mod basis;
mod bonus;
pub mod calculating;
pub mod drafts;
mod example;
mod lines;
mod messages;
pub mod plans;
pub mod rank_card;
mod records;
mod refused;
pub mod replay;
mod templates;
pub mod versions;

use utoipa_axum::router::OpenApiRouter;

pub use self::{
    basis::{Basis, CalculatedBonuses},
    bonus::{Bonus, BonusId, TransferFailure, of_member},
    calculating::{Calculated, calculate, calculate_within, finish_begun, recalculate},
    lines::{MissedBonus, missed_by},
    messages::notify_calculated,
    records::{Decided, Figures, NewBonus, NewLine, StoredComponent, decided, figures},
    refused::Refused,
    versions::insert_plan,
};
use crate::MembersState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<MembersState> {
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
