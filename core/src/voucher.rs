//! Conditions for using a voucher.

use rust_decimal::Decimal;

use crate::quote::{MAX_AMOUNT, QuoteInput, is_percent};

/// Reduction by a voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// Percentage off the products that the voucher covers.
    Percent {
        /// Percentage above 0 and at most 100, with up to 18 decimals.
        percent: Decimal,
        /// Maximum reduction, in rupiah; `None` for no limit.
        most: Option<i64>,
    },
    /// Rupiah off the products that the voucher covers.
    Amount(i64),
    /// Reduction of the shipping cost.
    Shipping {
        /// Maximum reduction, in rupiah; `None` for no limit.
        most: Option<i64>,
    },
}

impl Reduction {
    /// Sets this reduction in the input of a quote without a reduction.
    pub fn apply(self, input: &mut QuoteInput) {
        match self {
            Self::Percent { percent, most } => {
                input.discount_percent = percent;
                input.discount_most = most;
            }
            Self::Amount(amount) => input.discount_amount = amount,
            Self::Shipping { most } => input.shipping_discount = most.unwrap_or(MAX_AMOUNT),
        }
    }

    /// Whether the reduction is above 0 and within its limits: at most 100 percent, and amounts up to [`MAX_AMOUNT`].
    fn is_valid(self) -> bool {
        let is_amount = |amount| (1..=MAX_AMOUNT).contains(&amount);
        match self {
            Self::Percent { percent, most } => is_percent(percent) && !percent.is_zero() && most.is_none_or(is_amount),
            Self::Amount(amount) => is_amount(amount),
            Self::Shipping { most } => most.is_none_or(is_amount),
        }
    }
}

/// Current terms that decide whether a voucher may be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoucherTerms {
    /// Reduction of the price.
    pub reduction: Reduction,
    /// Start of validity (inclusive), UTC milliseconds.
    pub starts_ms: i64,
    /// End of validity (inclusive), UTC milliseconds.
    pub ends_ms: i64,
    /// Maximum number of uses in total; `None` for no limit.
    pub quota: Option<i64>,
    /// Maximum number of uses by one member; `None` for no limit.
    pub member_quota: Option<i64>,
    /// Minimum total price of the products that the voucher covers, in rupiah.
    pub minimum_subtotal: i64,
    /// Whether the voucher is only for a member's first order.
    pub first_order: bool,
    /// Whether the voucher is only for members to whom it was given.
    pub chosen_members: bool,
}

/// Number of uses of a voucher so far, and known facts about the member who wants to use it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VoucherUses {
    /// Uses by everyone.
    pub total: i64,
    /// Uses by the requesting member.
    pub by_member: i64,
    /// Whether the requesting member has ordered before.
    pub has_ordered: bool,
    /// Whether the voucher was given to the requesting member.
    pub is_chosen: bool,
}

/// Part of the chosen products that a voucher covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covered {
    /// No products have been chosen yet, so they are not checked.
    Unasked,
    /// None of the chosen products.
    Nothing,
    /// Products with this total price, in rupiah.
    Worth(i64),
}

/// Reason why a voucher may not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VoucherError {
    /// The reduction is 0, negative or too large.
    #[error("Voucher tidak valid!")]
    Invalid,
    /// The voucher is not valid yet.
    #[error("Voucher belum berlaku.")]
    NotStarted,
    /// The voucher has expired.
    #[error("Voucher sudah kedaluwarsa.")]
    Expired,
    /// The maximum number of uses is reached.
    #[error("Kuota voucher sudah habis.")]
    UsedUp,
    /// The maximum number of uses by the member is reached.
    #[error("Anda sudah memakai voucher ini.")]
    UsedByMember,
    /// The member has ordered before.
    #[error("Voucher ini hanya untuk pesanan pertama Anda.")]
    NotFirst,
    /// The voucher was given to other members.
    #[error("Voucher ini bukan untuk akun Anda.")]
    NotChosen,
    /// The voucher covers none of the products.
    #[error("Voucher ini tidak berlaku untuk produk yang Anda pilih.")]
    NoProduct,
    /// The products that the voucher covers cost less than its minimum.
    #[error("Belanja Anda belum mencapai minimum untuk voucher ini.")]
    BelowMinimum,
}

/// Returns the reduction if the voucher may be used at `now_ms`, UTC milliseconds.
///
/// # Errors
/// The first reason why the voucher may not be used.
pub fn check(
    terms: &VoucherTerms,
    uses: VoucherUses,
    covered: Covered,
    now_ms: i64,
) -> Result<Reduction, VoucherError> {
    if !terms.reduction.is_valid() {
        return Err(VoucherError::Invalid);
    }
    if now_ms < terms.starts_ms {
        return Err(VoucherError::NotStarted);
    }
    if now_ms > terms.ends_ms {
        return Err(VoucherError::Expired);
    }
    if terms.chosen_members && !uses.is_chosen {
        return Err(VoucherError::NotChosen);
    }
    if terms.quota.is_some_and(|quota| uses.total >= quota) {
        return Err(VoucherError::UsedUp);
    }
    if terms.member_quota.is_some_and(|quota| uses.by_member >= quota) {
        return Err(VoucherError::UsedByMember);
    }
    if terms.first_order && uses.has_ordered {
        return Err(VoucherError::NotFirst);
    }
    match covered {
        Covered::Nothing => Err(VoucherError::NoProduct),
        Covered::Worth(worth) if worth < terms.minimum_subtotal => Err(VoucherError::BelowMinimum),
        Covered::Unasked | Covered::Worth(_) => Ok(terms.reduction),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(percent: &str) -> Reduction {
        Reduction::Percent { percent: percent.parse().unwrap(), most: None }
    }

    fn terms() -> VoucherTerms {
        VoucherTerms {
            reduction: percent("12.5"),
            starts_ms: 100,
            ends_ms: 200,
            quota: Some(2),
            member_quota: Some(1),
            minimum_subtotal: 1000,
            first_order: false,
            chosen_members: false,
        }
    }

    #[test]
    fn a_voucher_is_valid_from_start_to_end() {
        let at = |now_ms| check(&terms(), VoucherUses::default(), Covered::Worth(1000), now_ms);
        assert_eq!(at(99), Err(VoucherError::NotStarted));
        assert_eq!(at(100), Ok(percent("12.5")));
        assert_eq!(at(200), Ok(percent("12.5")));
        assert_eq!(at(201), Err(VoucherError::Expired));
    }

    #[test]
    fn usage_limits_are_enforced() {
        let with = |total, by_member, covered| {
            let uses = VoucherUses { total, by_member, has_ordered: true, is_chosen: false };
            check(&terms(), uses, covered, 150)
        };
        assert_eq!(with(2, 0, Covered::Unasked), Err(VoucherError::UsedUp));
        assert_eq!(with(1, 1, Covered::Unasked), Err(VoucherError::UsedByMember));
        assert_eq!(with(1, 0, Covered::Worth(999)), Err(VoucherError::BelowMinimum));
        assert_eq!(with(1, 0, Covered::Nothing), Err(VoucherError::NoProduct));
        assert!(with(1, 0, Covered::Unasked).is_ok());
    }

    #[test]
    fn first_order_vouchers_refuse_repeat_buyers() {
        let terms = VoucherTerms { first_order: true, ..terms() };
        let with =
            |has_ordered| check(&terms, VoucherUses { has_ordered, ..VoucherUses::default() }, Covered::Unasked, 150);
        assert_eq!(with(true), Err(VoucherError::NotFirst));
        assert!(with(false).is_ok());
    }

    #[test]
    fn chosen_member_vouchers_refuse_other_members() {
        let terms = VoucherTerms { chosen_members: true, ..terms() };
        let with =
            |is_chosen| check(&terms, VoucherUses { is_chosen, ..VoucherUses::default() }, Covered::Unasked, 150);
        assert_eq!(with(false), Err(VoucherError::NotChosen));
        assert!(with(true).is_ok());
    }

    #[test]
    fn invalid_reductions_are_refused() {
        let with =
            |reduction| check(&VoucherTerms { reduction, ..terms() }, VoucherUses::default(), Covered::Unasked, 150);
        for reduction in [
            percent("0"),
            percent("-1"),
            percent("100.5"),
            Reduction::Percent { percent: Decimal::TEN, most: Some(0) },
            Reduction::Amount(0),
            Reduction::Amount(MAX_AMOUNT + 1),
            Reduction::Shipping { most: Some(-1) },
        ] {
            assert_eq!(with(reduction), Err(VoucherError::Invalid), "{reduction:?}");
        }
        assert!(with(Reduction::Amount(1)).is_ok());
        assert!(with(Reduction::Shipping { most: None }).is_ok());
    }
}
