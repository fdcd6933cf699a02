//! When a voucher may be used.

use rust_decimal::Decimal;

use crate::quote::is_percent;

/// What decides whether a voucher may be used, as it stands now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoucherTerms {
    /// Discount in percent of the product subtotal, above 0 and at most 100, with up to 18 decimals.
    pub discount_percent: Decimal,
    /// First moment of validity, UTC milliseconds.
    pub starts_ms: i64,
    /// Last moment of validity, UTC milliseconds.
    pub ends_ms: i64,
    /// How often it may be used in all; `None` for without limit.
    pub quota: Option<i64>,
    /// How often one member may use it; `None` for without limit.
    pub member_quota: Option<i64>,
    /// The smallest product subtotal that it applies to, in rupiah.
    pub minimum_subtotal: i64,
    /// Whether it is for a member's first order alone.
    pub first_order: bool,
}

/// How often a voucher has been used so far, and by whom it is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VoucherUses {
    /// By everyone.
    pub total: i64,
    /// By the member who asks.
    pub by_member: i64,
    /// Whether the member who asks has ordered before.
    pub has_ordered: bool,
}

/// Why a voucher may not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VoucherError {
    /// Its terms make no sense: no discount, or more than the price.
    #[error("Voucher tidak valid!")]
    Invalid,
    /// It starts later.
    #[error("Voucher belum berlaku.")]
    NotStarted,
    /// It has ended.
    #[error("Voucher sudah kedaluwarsa.")]
    Expired,
    /// Its uses are spent.
    #[error("Kuota voucher sudah habis.")]
    UsedUp,
    /// The member's own uses are spent.
    #[error("Anda sudah memakai voucher ini.")]
    UsedByMember,
    /// The member has ordered before.
    #[error("Voucher ini hanya untuk pesanan pertama Anda.")]
    NotFirst,
    /// The cart is below the minimum.
    #[error("Belanja Anda belum mencapai minimum untuk voucher ini.")]
    BelowMinimum,
}

/// Gives the discount in percent that the voucher takes off at `now_ms`.
///
/// `subtotal` is the product subtotal in rupiah; `None` asks about the voucher before there is a cart.
///
/// # Errors
/// The first reason why it may not be used.
pub fn check(
    terms: &VoucherTerms,
    uses: VoucherUses,
    subtotal: Option<i64>,
    now_ms: i64,
) -> Result<Decimal, VoucherError> {
    if terms.discount_percent.is_zero() || !is_percent(terms.discount_percent) {
        return Err(VoucherError::Invalid);
    }
    if now_ms < terms.starts_ms {
        return Err(VoucherError::NotStarted);
    }
    if now_ms > terms.ends_ms {
        return Err(VoucherError::Expired);
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
    if subtotal.is_some_and(|subtotal| subtotal < terms.minimum_subtotal) {
        return Err(VoucherError::BelowMinimum);
    }
    Ok(terms.discount_percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> VoucherTerms {
        VoucherTerms {
            discount_percent: "12.5".parse().unwrap(),
            starts_ms: 100,
            ends_ms: 200,
            quota: Some(2),
            member_quota: Some(1),
            minimum_subtotal: 1000,
            first_order: false,
        }
    }

    #[test]
    fn valid_from_its_first_to_its_last_millisecond() {
        let at = |now_ms| check(&terms(), VoucherUses::default(), Some(1000), now_ms);
        assert_eq!(at(99), Err(VoucherError::NotStarted));
        assert_eq!(at(100).unwrap().to_string(), "12.5");
        assert_eq!(at(200).unwrap().to_string(), "12.5");
        assert_eq!(at(201), Err(VoucherError::Expired));
    }

    #[test]
    fn limits_hold() {
        let with = |total, by_member, subtotal| {
            check(&terms(), VoucherUses { total, by_member, has_ordered: true }, subtotal, 150)
        };
        assert_eq!(with(2, 0, None), Err(VoucherError::UsedUp));
        assert_eq!(with(1, 1, None), Err(VoucherError::UsedByMember));
        assert_eq!(with(1, 0, Some(999)), Err(VoucherError::BelowMinimum));
        assert!(with(1, 0, None).is_ok());
    }

    #[test]
    fn one_for_a_first_order_is_for_nobody_who_has_ordered() {
        let terms = VoucherTerms { first_order: true, ..terms() };
        let with = |has_ordered| check(&terms, VoucherUses { has_ordered, ..VoucherUses::default() }, None, 150);
        assert_eq!(with(true), Err(VoucherError::NotFirst));
        assert!(with(false).is_ok());
    }

    #[test]
    fn a_discount_outside_the_price_is_invalid() {
        for percent in ["0", "-1", "100.5"] {
            let terms = VoucherTerms { discount_percent: percent.parse().unwrap(), ..terms() };
            assert_eq!(check(&terms, VoucherUses::default(), None, 150), Err(VoucherError::Invalid), "{percent}");
        }
    }
}
