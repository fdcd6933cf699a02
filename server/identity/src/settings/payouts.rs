//! Rules for the payment of bonuses.

use ksmart_core::fields::MORE_BANKS;
use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::settings::section::{Section, in_order_of};

/// Maximum value of [`PayoutSettings::minimum_rp`], rupiah.
const MAX_MINIMUM_RP: i64 = 10_000_000;

/// Maximum value of [`PayoutSettings::bank_hold_days`].
const MAX_BANK_HOLD_DAYS: i64 = 30;

/// Rules for the payment of bonuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayoutSettings {
    /// Minimum of a member's unpaid bonuses, before tax, for them to be paid, rupiah; 0: no minimum.
    #[schema(minimum = 0, maximum = 10_000_000)]
    pub minimum_rp: i64,
    /// Banks that bonuses can be paid to in addition to those of every shop.
    #[schema(max_items = 24)]
    pub more_banks: Vec<String>,
    /// Number of days after a change of a member's bank account during which no bonus is paid to it.
    #[schema(minimum = 0, maximum = 30)]
    pub bank_hold_days: i64,
}

impl Default for PayoutSettings {
    fn default() -> Self {
        Self { minimum_rp: 0, more_banks: Vec::new(), bank_hold_days: 3 }
    }
}

impl Section for PayoutSettings {
    const NAME: &'static str = "payouts";
    const LOGGED_AS: &'static str = "pembayaran bonus";

    fn validate(self, refusals: &mut Refusals) -> Self {
        refusals.whole("minimum_rp", "Pembayaran bonus paling sedikit", self.minimum_rp, 0..=MAX_MINIMUM_RP);
        if self.more_banks.iter().any(|bank| !MORE_BANKS.contains(&bank.as_str())) {
            refusals.add("more_banks", "choice", "Pilih bank dari daftar.");
        }
        refusals.whole("bank_hold_days", "Masa tunggu rekening baru", self.bank_hold_days, 0..=MAX_BANK_HOLD_DAYS);
        Self { more_banks: in_order_of(&MORE_BANKS, &self.more_banks), ..self }
    }

    fn logged(&self) -> Value {
        json!({
            "payout_minimum_rp": self.minimum_rp, "more_banks": self.more_banks, "bank_hold_days": self.bank_hold_days,
        })
    }
}
