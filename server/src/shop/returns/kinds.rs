//! Stored words for returns: remedies, states and reasons.

use ksmart_core::returns::{ReturnKind, ReturnState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::text_enum;

text_enum!(ReturnKind { Refund => "refund", Replacement => "replacement", Buyback => "buyback" });
text_enum!(ReturnState {
    Asked => "asked", Approved => "approved", Refused => "refused", Withdrawn => "withdrawn", Received => "received",
    Transferring => "transferring", Refunded => "refunded", Replaced => "replaced",
});

/// Reason for returning goods.
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
    /// Another reason, stated in the note.
    Other,
}

text_enum!(ReturnReason {
    Damaged => "damaged", Wrong => "wrong", Incomplete => "incomplete", Unwanted => "unwanted", Other => "other",
});
