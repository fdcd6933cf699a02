//! Price, weight and points of a cart.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
#[cfg(feature = "wasm")]
use tsify::Tsify;

use crate::decimal_text;

/// The largest amount of rupiah, grams, points or pieces that the shop represents: 2^53 − 1.
///
/// JavaScript's numbers are exact up to here, so native code and the browser agree on which values are too large.
pub const MAX_AMOUNT: i64 = 9_007_199_254_740_991;

/// Weight for the shipping look-up of a cart that weighs nothing, in kilograms.
pub const FALLBACK_WEIGHT_KG: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Item value for the shipping look-up of a cart that costs nothing, in rupiah.
pub const FALLBACK_ITEM_VALUE: i64 = 1000;

/// Id of the destination that parcels are sent from, until the owner chooses another one in the settings.
pub const SHIPPING_ORIGIN_ID: i64 = 17579;

/// One line of a cart, with everything that its quote depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct QuoteLine {
    /// Price of one piece in whole rupiah, 0 or more.
    pub price: i64,
    /// Business volume of one piece in points, 0 or more.
    pub bv: i64,
    /// Shipping weight of one piece in grams, 0 or more.
    pub weight_gr: i64,
    /// Pieces, 1 or more.
    pub quantity: i64,
    /// Whether the voucher excludes this product.
    #[serde(default)]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub excluded: bool,
}

/// A cart to be priced.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct QuoteInput {
    /// Lines of the cart; their order has no effect.
    pub lines: Vec<QuoteLine>,
    /// Voucher discount in percent of the products that the voucher covers, 0 to 100, as decimal text such as `"12.5"`
    /// (no exponent).
    #[serde(with = "decimal_text")]
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub discount_percent: Decimal,
    /// Maximum discount by the percentage, in rupiah, 0 or more; none means no limit.
    #[serde(default)]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub discount_most: Option<i64>,
    /// Fixed amount that the voucher takes off the products it covers, besides the percentage, in rupiah, 0 or more.
    #[serde(default)]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub discount_amount: i64,
    /// Shipping cost in whole rupiah, 0 or more.
    pub shipping_cost: i64,
    /// Maximum discount by the voucher on the shipping cost, in rupiah, 0 or more; [`MAX_AMOUNT`] for all of it.
    #[serde(default)]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub shipping_discount: i64,
}

/// Calculated totals of a cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct Quote {
    /// Sum of price × quantity, in rupiah.
    pub subtotal: i64,
    /// Discount by the voucher, in rupiah.
    pub discount: i64,
    /// Subtotal after the voucher, in rupiah.
    pub discounted_subtotal: i64,
    /// Shipping cost for the buyer, in rupiah.
    pub shipping_cost: i64,
    /// Discount on the shipping cost by the voucher, in rupiah.
    pub shipping_discount: i64,
    /// Total for the buyer, in rupiah.
    pub total: i64,
    /// Business volume earned, in points; a voucher does not lower it.
    pub bv: i64,
    /// Weight for the shipping look-up in kilograms, as decimal text.
    #[serde(with = "decimal_text")]
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub weight_kg: Decimal,
    /// Item value for the shipping look-up, in rupiah.
    pub item_value: i64,
}

/// Reason why a cart has no quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    /// A price, volume, weight or shipping cost is negative.
    #[error("Nilai pada keranjang tidak boleh negatif.")]
    Negative,
    /// A quantity is below 1.
    #[error("Jumlah minimal 1.")]
    Quantity,
    /// The discount is not a percentage as defined by [`is_percent`].
    #[error("Diskon harus antara 0% dan 100%.")]
    Percent,
    /// An amount exceeds [`MAX_AMOUNT`].
    #[error("Nilai keranjang terlalu besar.")]
    TooLarge,
}

impl QuoteError {
    /// The error's stable name on the wire.
    pub fn code(self) -> &'static str {
        match self {
            Self::Negative => "negative_amount",
            Self::Quantity => "invalid_quantity",
            Self::Percent => "invalid_percent",
            Self::TooLarge => "amount_too_large",
        }
    }
}

/// Prices a cart.
///
/// Discounted subtotal = subtotal × (1 − percent / 100), rounded to the rupiah, halves away from zero; discount =
/// subtotal − discounted subtotal; total = discounted subtotal + shipping. A voucher takes off at most the price of its
/// products, and at most the shipping cost. If it covers only some products, the percentage applies only to these. An
/// empty cart costs its shipping.
///
/// # Errors
/// A negative amount, a quantity below 1, a discount that is not a percentage, or a value above [`MAX_AMOUNT`].
pub fn quote(input: &QuoteInput) -> Result<Quote, QuoteError> {
    let off = Percent::new(input.discount_percent).ok_or(QuoteError::Percent)?;
    let shipping_discount = amount(input.shipping_discount)?.min(amount(input.shipping_cost)?);
    let shipping_cost = input.shipping_cost - shipping_discount;
    let (mut subtotal, mut covered, mut bv, mut weight_gr) = (0, 0, 0, 0);
    for line in &input.lines {
        if line.quantity < 1 {
            return Err(QuoteError::Quantity);
        }
        subtotal = plus_times(subtotal, line.price, line.quantity)?;
        if !line.excluded {
            covered = plus_times(covered, line.price, line.quantity)?;
        }
        bv = plus_times(bv, line.bv, line.quantity)?;
        weight_gr = plus_times(weight_gr, line.weight_gr, line.quantity)?;
    }
    let by_percent = (covered - off.taken_off(covered)?).min(amount(input.discount_most.unwrap_or(MAX_AMOUNT))?);
    let discount = (by_percent + amount(input.discount_amount)?).min(covered);
    let discounted_subtotal = subtotal - discount;
    Ok(Quote {
        subtotal,
        discount,
        discounted_subtotal,
        shipping_cost,
        shipping_discount,
        total: amount(discounted_subtotal + shipping_cost)?,
        bv,
        weight_kg: weight_kg(weight_gr),
        item_value: if subtotal > 0 { subtotal } else { FALLBACK_ITEM_VALUE },
    })
}

/// Whether `percent` is a percentage that the shop can take off a price: 0 to 100, with up to 18 decimals.
pub fn is_percent(percent: Decimal) -> bool {
    Percent::new(percent).is_some()
}

/// A percentage of 0 to 100 as an exact fraction.
///
/// Uses whole numbers, because [`Decimal`] would round a product of more than 28 digits before the rounding to the
/// rupiah.
pub(crate) struct Percent {
    part: i128,
    whole: i128,
}

impl Percent {
    /// Maximum number of decimals with which a price times [`Percent::part`] still fits in an `i128`, with room to
    /// spare.
    const MAX_DECIMALS: u32 = 18;

    /// Returns the percentage, if it is one as defined by [`is_percent`].
    pub(crate) fn new(percent: Decimal) -> Option<Self> {
        let percent = percent.normalize();
        if percent.scale() > Self::MAX_DECIMALS {
            return None;
        }
        let (part, whole) = (percent.mantissa(), 100 * 10_i128.pow(percent.scale()));
        (0..=whole).contains(&part).then_some(Self { part, whole })
    }

    /// Returns `price` (0 or more) less the percentage, rounded to the rupiah, halves up.
    fn taken_off(&self, price: i64) -> Result<i64, QuoteError> {
        let rounded = (i128::from(price) * (self.whole - self.part) + self.whole / 2) / self.whole;
        i64::try_from(rounded).map_err(|_| QuoteError::TooLarge)
    }

    /// Returns the percentage of `amount` (0 or more), rounded down to the rupiah; `None` if it cannot be represented.
    pub(crate) fn part_of(&self, amount: i64) -> Option<i64> {
        i64::try_from(i128::from(amount).checked_mul(self.part)? / self.whole).ok()
    }
}

/// Converts grams to the kilograms of a shipping look-up; a cart without weight gets [`FALLBACK_WEIGHT_KG`].
fn weight_kg(weight_gr: i64) -> Decimal {
    if weight_gr <= 0 {
        return FALLBACK_WEIGHT_KG;
    }
    Decimal::new(weight_gr, 3).normalize()
}

fn plus_times(sum: i64, each: i64, quantity: i64) -> Result<i64, QuoteError> {
    if quantity > MAX_AMOUNT {
        return Err(QuoteError::TooLarge);
    }
    let more = amount(each)?.checked_mul(quantity).ok_or(QuoteError::TooLarge)?;
    amount(sum.checked_add(more).ok_or(QuoteError::TooLarge)?)
}

/// Returns an amount if it is neither negative nor above [`MAX_AMOUNT`].
fn amount(value: i64) -> Result<i64, QuoteError> {
    match value {
        ..0 => Err(QuoteError::Negative),
        0..=MAX_AMOUNT => Ok(value),
        _ => Err(QuoteError::TooLarge),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(lines: &[(i64, i64, i64, i64)], percent: &str, shipping_cost: i64) -> QuoteInput {
        QuoteInput {
            lines: lines
                .iter()
                .map(|&(price, bv, weight_gr, quantity)| QuoteLine { price, bv, weight_gr, quantity, excluded: false })
                .collect(),
            discount_percent: percent.parse().unwrap(),
            shipping_cost,
            ..QuoteInput::default()
        }
    }

    #[test]
    fn a_quote_combines_lines_voucher_and_shipping() {
        let quote = quote(&input(&[(69_800, 7, 620, 2), (50_000, 5, 100, 1)], "10", 28_960)).unwrap();
        assert_eq!(quote.subtotal, 189_600);
        assert_eq!(quote.discount, 18_960);
        assert_eq!(quote.total, 199_600);
        assert_eq!(quote.bv, 19);
        assert_eq!(quote.weight_kg.to_string(), "1.34");
        assert_eq!(quote.item_value, 189_600);
    }

    #[test]
    fn each_error_has_its_own_code() {
        let code = |line, percent| quote(&input(&[line], percent, 0)).unwrap_err().code();
        assert_eq!(code((-1, 0, 0, 1), "0"), "negative_amount");
        assert_eq!(code((1, 0, 0, 0), "0"), "invalid_quantity");
        assert_eq!(code((1, 0, 0, 1), "101"), "invalid_percent");
        assert_eq!(code((MAX_AMOUNT, 0, 0, 2), "0"), "amount_too_large");
    }

    #[test]
    fn halves_round_away_from_zero() {
        // 12.5% of 100 leaves 87.5, which becomes 88.
        let quote = quote(&input(&[(100, 0, 0, 1)], "12.5", 0)).unwrap();
        assert_eq!((quote.discounted_subtotal, quote.discount), (88, 12));
    }

    #[test]
    fn a_discount_is_rounded_only_at_the_end() {
        // 50.000000000000000001% off the largest odd price leaves slightly less than its half, which ends in .5.
        let quote = quote(&input(&[(MAX_AMOUNT, 0, 0, 1)], "50.000000000000000001", 0)).unwrap();
        assert_eq!((quote.discounted_subtotal, quote.discount), (MAX_AMOUNT / 2, MAX_AMOUNT / 2 + 1));
    }

    #[test]
    fn a_percentage_discount_has_a_maximum() {
        let most = |most| quote(&QuoteInput { discount_most: most, ..input(&[(1_000, 1, 1, 1)], "10", 0) }).unwrap();
        assert_eq!(most(None).discount, 100);
        assert_eq!(most(Some(100)).discount, 100);
        assert_eq!(most(Some(99)).discount, 99);
        assert_eq!((most(Some(0)).discount, most(Some(0)).total), (0, 1_000));
    }

    #[test]
    fn an_amount_discount_never_exceeds_the_goods() {
        let off = |amount| quote(&QuoteInput { discount_amount: amount, ..input(&[(1_000, 7, 1, 1)], "10", 50) });
        assert_eq!(off(200).unwrap().discount, 300);
        let all = off(MAX_AMOUNT).unwrap();
        assert_eq!((all.discount, all.discounted_subtotal, all.total, all.bv), (1_000, 0, 50, 7));
        assert_eq!(off(-1), Err(QuoteError::Negative));
        assert_eq!(off(MAX_AMOUNT + 1), Err(QuoteError::TooLarge));
    }

    #[test]
    fn a_shipping_discount_never_exceeds_the_cost() {
        let off = |shipping_discount| quote(&QuoteInput { shipping_discount, ..input(&[(1_000, 0, 1, 1)], "0", 90) });
        for (most, cost, taken) in [(0, 90, 0), (40, 50, 40), (90, 0, 90), (MAX_AMOUNT, 0, 90)] {
            let quote = off(most).unwrap();
            assert_eq!((quote.shipping_cost, quote.shipping_discount, quote.total), (cost, taken, 1_000 + cost));
        }
        assert_eq!(off(-1), Err(QuoteError::Negative));
    }

    #[test]
    fn excluded_products_keep_their_price() {
        let mut input = input(&[(1_000, 0, 1, 2), (300, 0, 1, 1)], "50", 0);
        input.lines[0].excluded = true;
        let discount = |input: &QuoteInput| quote(input).unwrap().discount;
        assert_eq!(discount(&input), 150);
        assert_eq!(discount(&QuoteInput { discount_amount: 1_000, ..input.clone() }), 300);
        assert_eq!(quote(&input).unwrap().total, 2_150);
    }

    #[test]
    fn an_empty_cart_uses_fallback_values() {
        let quote = quote(&input(&[], "0", 0)).unwrap();
        assert_eq!((quote.total, quote.item_value), (0, 1000));
        assert_eq!(quote.weight_kg.to_string(), "0.1");
    }

    #[test]
    fn the_smallest_cart_uses_no_fallback() {
        let quote = quote(&input(&[(1, 0, 1, 1)], "0", 0)).unwrap();
        assert_eq!(quote.item_value, 1);
        assert_eq!(quote.weight_kg.to_string(), "0.001");
    }

    #[test]
    fn a_cart_that_is_too_large_is_refused() {
        assert_eq!(quote(&input(&[(i64::MAX, 0, 0, 2)], "0", 0)), Err(QuoteError::TooLarge));
        assert_eq!(quote(&input(&[(1, 0, 0, i64::MAX)], "0", 0)), Err(QuoteError::TooLarge));
        assert_eq!(quote(&input(&[(0, 0, 0, i64::MAX)], "0", 0)), Err(QuoteError::TooLarge));
        assert_eq!(quote(&input(&[(0, 0, 0, MAX_AMOUNT + 1)], "0", 0)), Err(QuoteError::TooLarge));
        assert!(quote(&input(&[(0, 0, 0, MAX_AMOUNT)], "0", 0)).is_ok());
        assert_eq!(quote(&input(&[(MAX_AMOUNT, 0, 0, 1)], "0", 1)), Err(QuoteError::TooLarge));
        assert_eq!(quote(&input(&[(MAX_AMOUNT, 0, 0, 1)], "0", 0)).unwrap().total, MAX_AMOUNT);
    }

    #[test]
    fn invalid_input_is_refused() {
        assert_eq!(quote(&input(&[(1, 0, 0, 0)], "0", 0)), Err(QuoteError::Quantity));
        assert_eq!(quote(&input(&[(-1, 0, 0, 1)], "0", 0)), Err(QuoteError::Negative));
        assert_eq!(quote(&input(&[(1, 0, 0, 1)], "0", -1)), Err(QuoteError::Negative));
        assert_eq!(quote(&input(&[(1, 0, 0, 1)], "-1", 0)), Err(QuoteError::Percent));
        assert_eq!(quote(&input(&[(1, 0, 0, 1)], "100.01", 0)), Err(QuoteError::Percent));
        assert_eq!(quote(&input(&[(1, 0, 0, 1)], "0.0000000000000000001", 0)), Err(QuoteError::Percent));
        assert_eq!(quote(&input(&[(1, 0, 0, 1)], "100", 5)).unwrap().total, 5);
    }
}
