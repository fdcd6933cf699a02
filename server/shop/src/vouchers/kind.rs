//! Kind of discount of a voucher.

use ksmart_foundation::text_enum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of discount of a voucher.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A percentage off the products.
    #[default]
    Percent,
    /// Rupiah off the products.
    Amount,
    /// Rupiah off the shipping cost.
    Shipping,
}

text_enum!(Kind { Percent => "percent", Amount => "amount", Shipping => "shipping" });
