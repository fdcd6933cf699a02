//! Terms of a payout prepared now: the tax, the minimum amount, and the time for which a changed bank account waits.

use ksmart_core::tax::Withholding;
use ksmart_foundation::{
    db::{Conn, Flag},
    error::Result,
    ids::{MemberId, PeriodId},
    time::{DAY_MS, Month},
};
use ksmart_identity::settings::{self, payouts::PayoutSettings, taxes::TaxMethod};
use ksmart_members::{accounts, taxes};
use rust_decimal::Decimal;
use serde::Deserialize;
use utoipa::IntoParams;

/// Selected payout: its period, and optionally its only member.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct PayoutQuery {
    /// A calculated period.
    pub(super) period_id: PeriodId,
    /// Uid of the single member to pay, regardless of the minimum amount; without it, all payable members are paid.
    #[param(max_length = 40)]
    pub(super) member_uid: Option<String>,
}

/// The single member that a payout is for.
pub(super) struct OnlyMember {
    pub(super) id: MemberId,
    pub(super) uid: String,
    pub(super) name: String,
}

/// Terms of a payout prepared now.
pub(super) struct Terms {
    pub(super) withholding: Withholding,
    /// Month that the tax belongs to: the month in which the payout is prepared. The money is owed from then on. Its
    /// tax is due then or at the payment, whichever is first (PMK 168/2023, article 19 (1) a). The amounts are also
    /// known before anyone transfers them.
    pub(super) month: Month,
    /// Latest time of change, UTC milliseconds, with which a bank account receives money; one that was changed later
    /// must wait.
    pub(super) accounts_of_ms: i64,
    /// Minimum sum of a member's bonuses before tax for a payout, rupiah; 0 for no minimum.
    pub(super) least_rp: i64,
    /// The single member that the payout is for.
    pub(super) only: Option<OnlyMember>,
}

impl Terms {
    /// Returns the terms of a payout for all payable members, or for the single one with a uid.
    pub(super) async fn of(conn: &mut Conn, now_ms: i64, only_uid: Option<&str>) -> Result<Self> {
        let only = match only_uid {
            Some(uid) => {
                let (id, uid, name) = accounts::must_find(conn, uid).await?;
                Some(OnlyMember { id, uid, name })
            }
            None => None,
        };
        let month = Month::of(now_ms);
        let rules = settings::read::<PayoutSettings>(conn).await?.values;
        Ok(Self {
            withholding: taxes::withholding(conn, month).await?,
            month,
            accounts_of_ms: now_ms - rules.bank_hold_days * DAY_MS,
            least_rp: if only.is_some() { 0 } else { rules.minimum_rp },
            only,
        })
    }

    pub(super) fn method(&self) -> TaxMethod {
        match self.withholding {
            Withholding::Flat(_) => TaxMethod::Flat,
            Withholding::Layered(_) => TaxMethod::Pph21,
        }
    }

    pub(super) fn percent(&self) -> Decimal {
        match self.withholding {
            Withholding::Flat(percent) => percent,
            Withholding::Layered(_) => Decimal::ZERO,
        }
    }

    /// Returns the month whose payouts are taxed together; `None` if each is taxed alone.
    pub(super) fn together(&self) -> Option<Month> {
        matches!(self.withholding, Withholding::Layered(_)).then_some(self.month)
    }

    /// Whether bonuses of earlier periods are included.
    pub(super) fn includes_earlier_periods(&self) -> Flag {
        Flag(self.least_rp > 0 || self.only.is_some())
    }
}
