//! Returns, as they are kept: what comes back of which order, where each return stands, and how they are found. What
//! moves them, with stock, money and points, stands in [`crate::flows::returns`].

pub mod listing;
mod reading;
mod writing;

use ksmart_core::returns::{ReturnKind, ReturnState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::text_enum;

pub use self::{
    reading::{
        GivenBack, Pieces, Return, ReturnFacts, ReturnLine, ReturnMove, Taken, asked_of_provider_rp, due, find,
        find_picture, given_back, is_asked_of_provider, lines_given_back, of_order, pictures_of, pieces,
        pieces_refunded, pieces_returned, shown, taken,
    },
    writing::{
        Mover, NewReturn, Transfer, approve_transfer, ask_provider, forget_order, insert, keep_amounts, keep_receipt,
        keep_replacement, postpone, prepare_transfer, refuse_channel, step,
    },
};

text_enum!(ReturnKind { Refund => "refund", Replacement => "replacement", Buyback => "buyback" });
text_enum!(ReturnState {
    Asked => "asked", Approved => "approved", Refused => "refused", Withdrawn => "withdrawn", Received => "received",
    Transferring => "transferring", Refunded => "refunded", Replaced => "replaced",
});

/// Why goods come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReturnReason {
    /// They are broken or spoiled.
    Damaged,
    /// They are not what was bought.
    Wrong,
    /// Something is missing.
    Incomplete,
    /// The member does not want them.
    Unwanted,
    /// Something else, which the note says.
    Other,
}

text_enum!(ReturnReason {
    Damaged => "damaged", Wrong => "wrong", Incomplete => "incomplete", Unwanted => "unwanted", Other => "other",
});
