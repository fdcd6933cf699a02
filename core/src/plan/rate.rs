//! Percentages of points, in rupiah.

use rust_decimal::Decimal;

use super::engine::PayoutError;
use crate::quote::MAX_AMOUNT;

/// A percentage, and the rupiah that it yields for points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    pub(super) percent: Decimal,
    /// Rupiah for `per` points.
    rupiah: i128,
    per: i128,
}

impl Rate {
    pub(super) fn new(percent: Decimal, point_value: i64) -> Result<Self, PayoutError> {
        let normal = percent.normalize();
        let rupiah = normal.mantissa().checked_mul(point_value.into()).ok_or(PayoutError::TooLarge)?;
        let per = 100 * 10_i128.pow(normal.scale());
        let common = common_divisor(rupiah, per);
        Ok(Self { percent, rupiah: rupiah / common, per: per / common })
    }

    /// Returns points × value × percent / 100, rounded down; calculated in whole numbers, because [`Decimal`] rounds
    /// numbers of more than 28 digits.
    pub(super) fn rupiah(&self, points: i64) -> Result<i64, PayoutError> {
        // This path almost always applies; 64-bit division is several times as fast as 128-bit division.
        if let (Ok(rupiah), Ok(per)) = (i64::try_from(self.rupiah), i64::try_from(self.per))
            && let Some(all) = points.checked_mul(rupiah)
        {
            return Some(all / per).filter(|amount| *amount <= MAX_AMOUNT).ok_or(PayoutError::TooLarge);
        }
        let amount = i128::from(points).checked_mul(self.rupiah).ok_or(PayoutError::TooLarge)? / self.per;
        i64::try_from(amount).ok().filter(|amount| *amount <= MAX_AMOUNT).ok_or(PayoutError::TooLarge)
    }
}

/// Returns the greatest common divisor; `other` must not be 0.
fn common_divisor(mut one: i128, mut other: i128) -> i128 {
    while one != 0 {
        (one, other) = (other % one, one);
    }
    other
}
