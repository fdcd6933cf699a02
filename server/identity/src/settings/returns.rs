//! Rules for returns.

use ksmart_foundation::form::{Refusals, percent};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Maximum number of days for returns and buy-backs.
const MAX_DAYS: i64 = 365;

/// Rules for returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnSettings {
    /// Number of days after completion of an order within which its member may request a return; 0: never.
    #[schema(minimum = 0, maximum = 365)]
    pub return_days: i64,
    /// Number of days after completion of an order within which the shop buys back its goods; 0: never.
    #[schema(minimum = 0, maximum = 365)]
    pub buyback_days: i64,
    /// Part of a buy-back kept by the shop, percent: 0 to 100, up to two decimals.
    #[serde(with = "percent")]
    #[schema(value_type = String, pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    pub buyback_percent: Decimal,
    /// Whether a refund for a change of mind includes the shipping.
    pub unwanted_refunds_shipping: bool,
}

impl Default for ReturnSettings {
    fn default() -> Self {
        Self { return_days: 7, buyback_days: 0, buyback_percent: Decimal::TEN, unwanted_refunds_shipping: false }
    }
}

impl Section for ReturnSettings {
    const NAME: &'static str = "returns";
    const LOGGED_AS: &'static str = "pengembalian";

    fn validate(self, refusals: &mut Refusals) -> Self {
        refusals.whole("return_days", "Batas hari pengembalian", self.return_days, 0..=MAX_DAYS);
        refusals.whole("buyback_days", "Batas hari pembelian kembali", self.buyback_days, 0..=MAX_DAYS);
        refusals.check_percent("buyback_percent", "Potongan pembelian kembali", self.buyback_percent, true);
        self
    }
}
