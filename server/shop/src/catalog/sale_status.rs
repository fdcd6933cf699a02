//! Status of a product in the shop.

use ksmart_foundation::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

/// Status of a product in the shop, whatever its stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SaleStatus {
    /// Not in the shop yet.
    Draft,
    /// In the shop.
    ForSale,
    /// No longer in the shop.
    Archived,
}

text_enum!(SaleStatus { Draft => "draft", ForSale => "for_sale", Archived => "archived" });

impl SaleStatus {
    /// Whether shoppers see the product.
    pub fn is_for_sale(self) -> bool {
        self == Self::ForSale
    }

    /// Returns the action that the audit log records when a product of this status enters the shop.
    pub fn way_in(self) -> &'static str {
        if self == Self::Draft { "publish" } else { "restore" }
    }
}
