//! Database access for returns: their goods, states and amounts. The business flows that also change stock, money and
//! points are in the module `returns` of the crate `ksmart-flows`.

pub mod listing;
mod reading;
mod reasons;
pub mod worth;
mod writing;

pub use self::{
    reading::{
        Pieces, RefundedTotals, Return, ReturnFacts, ReturnLine, ReturnMove, Taken, asked_of_provider_rp, due, find,
        find_picture, is_asked_of_provider, of_order, pictures_of, pieces, pieces_refunded, pieces_returned,
        refunded_lines, refunded_totals, shown, taken, to_refund,
    },
    reasons::ReturnReason,
    writing::{
        NewReturn, PREPARED, StepAuthor, Transfer, approve_transfer, ask_provider, delete_of_order, erase_member,
        erase_old_accounts, has_old_accounts, insert, keep_amounts, keep_receipt, keep_replacement, postpone,
        prepare_transfer, refuse_channel, step,
    },
};
