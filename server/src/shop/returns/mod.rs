//! Stored returns: their goods and orders, their states, and queries for them. Their moves, with stock, money and
//! points, are in [`crate::flows::returns`].

mod kinds;
pub mod listing;
mod reading;
pub mod worth;
mod writing;

pub use self::{
    kinds::ReturnReason,
    reading::{
        GivenBack, Pieces, Return, ReturnFacts, ReturnLine, ReturnMove, Taken, asked_of_provider_rp, due, find,
        find_picture, given_back, is_asked_of_provider, lines_given_back, of_order, pictures_of, pieces,
        pieces_refunded, pieces_returned, shown, taken, to_refund,
    },
    writing::{
        NewReturn, PREPARED, StepAuthor, Transfer, approve_transfer, ask_provider, forget_member, forget_old_accounts,
        forget_order, has_old_accounts, insert, keep_amounts, keep_receipt, keep_replacement, postpone,
        prepare_transfer, refuse_channel, step,
    },
};
