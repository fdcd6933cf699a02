//! Reasons for returns.

use ksmart_foundation::text_enum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Reason for returning goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReturnReason {
    /// The goods are broken or spoiled.
    Damaged,
    /// The goods are not the ones that were ordered.
    Wrong,
    /// Something is missing.
    Incomplete,
    /// The member no longer wants the goods.
    Unwanted,
    /// Another reason, stated in the note.
    Other,
}

text_enum!(ReturnReason {
    Damaged => "damaged", Wrong => "wrong", Incomplete => "incomplete", Unwanted => "unwanted", Other => "other",
});
