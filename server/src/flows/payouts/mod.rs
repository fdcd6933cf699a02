//! Paying bonuses: a batch holds those of a period that are transferred together, and what earlier ones left waiting for the
//! shop's least amount. A member's bonuses in a batch are one transfer.
//!
//! One administrator prepares it, another approves it, and whoever has transferred it says so with a picture that shows
//! it. Nobody is paid twice: a bonus is in one batch that was not cancelled, and what is paid is never paid again. A transfer
//! is left out before the approval, or taken out when it failed, and its bonuses come with the next batch. What was withheld as
//! tax stands on the member's slip of the month.

mod approval;
mod bank_file;
mod due;
mod file_formats;
mod handed_out;
mod news;
mod payout;
mod preparation;
mod proof;
mod removal;
mod slips;
mod tax_month;
mod tax_xml;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{config::PaymentSandbox, db::Db, storage::Storage, time::Clock},
    identity::{sessions::Sessions, settings::CachedSettings},
};

pub use self::{
    news::notify_paid,
    payout::{
        PaidOut, PayoutId, UnpaidOfPeriod, forget, forget_old, has_old, mark_paid, paid_between, unpaid_by_period,
    },
    preparation::finish_begun,
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    CachedSettings: FromRef<S>,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    PaymentSandbox: FromRef<S>,
    Sessions: FromRef<S>,
    Storage: FromRef<S>,
{
    OpenApiRouter::new()
        .merge(payout::router())
        .merge(due::router())
        .merge(preparation::router())
        .merge(approval::router())
        .merge(removal::router())
        .merge(bank_file::router())
        .merge(file_formats::router())
        .merge(proof::router())
        .merge(slips::router())
        .merge(tax_month::router())
}
