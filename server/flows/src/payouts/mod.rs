//! Paying bonuses. A payout holds the bonuses of a period that are transferred together, and earlier ones that waited
//! for the shop's minimum amount. A member's bonuses in a payout are one transfer.
//!
//! One administrator prepares a payout, another approves it, and the administrator who has transferred it records this
//! with a picture as proof. No bonus is paid twice: it is in only one payout that was not cancelled, and a paid bonus
//! is never paid again. A transfer is left out before the approval, or taken out when it failed, and its bonuses come
//! with the next payout. The tax withheld appears on the member's slip of the month.

mod approval;
mod bank_file;
mod candidates;
mod due;
mod file_formats;
mod left_out;
mod messages;
mod payout;
mod preparation;
mod proof;
mod removal;
mod sensitive_files;
mod slips;
mod tax_month;
mod tax_xml;
mod terms;

use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

pub use self::{
    file_formats::BankFiles,
    messages::notify_paid,
    payout::{
        PaidOut, PayoutId, UnpaidOfPeriod, erase, erase_old_recipients, has_old_recipients, mark_paid, paid_between,
        unpaid_by_period,
    },
    preparation::finish_begun,
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .merge(payout::router())
        .merge(due::router())
        .merge(left_out::router())
        .merge(preparation::router())
        .merge(approval::router())
        .merge(removal::router())
        .merge(bank_file::router())
        .merge(file_formats::router())
        .merge(proof::router())
        .merge(slips::router())
        .merge(tax_month::router())
}
