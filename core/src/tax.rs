//! Income tax withheld from members' bonuses, and the value-added tax that prices include.
//!
//! Members are not employees of the shop: half of their monthly income is taxable (PMK 168/2023, articles 12 (3) and 16
//! (3)), by the layers of article 17 (1) a of the income tax law. A member without a valid tax number pays a fifth more
//! tax.
//!
//! Example: in one month Siti is paid Rp 100,000,000 and later Rp 50,000,000. From the first, 50 % × 5 % is withheld,
//! Rp 2,500,000. Her month then totals Rp 150,000,000, of which Rp 75,000,000 is taxable. The tax is 5 % of Rp
//! 60,000,000 plus 15 % of Rp 15,000,000, Rp 5,250,000, so Rp 2,750,000 is withheld from the second.

use rust_decimal::Decimal;

use crate::{
    quote::{MAX_AMOUNT, Percent, is_percent},
    text,
};

/// Maximum number of layers of a rule.
pub const MAX_LAYERS: usize = 20;

/// Number of hundredths of a percent in the whole.
const WHOLE: i128 = 10_000;

/// Tax bracket: the rate applies to taxable income from its start up to the start of the next layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxLayer {
    /// Start of the layer, in rupiah of taxable income; 0 for the first.
    pub from: i64,
    /// Tax rate in percent, with up to two decimals.
    pub rate: Decimal,
}

/// Income tax rule for people who are not employees, valid from a certain month on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxRule {
    /// Taxable part of an income, in percent with up to two decimals.
    pub base_percent: Decimal,
    /// Surcharge withheld without a valid tax number, in percent of the tax with up to two decimals.
    pub surcharge_percent: Decimal,
    /// Layers, lowest first; the first starts at 0.
    pub layers: Vec<TaxLayer>,
}

/// Reason why tax cannot be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TaxError {
    /// A percentage is invalid, the layers do not start at 0 and rise, or the tax would exceed the income.
    #[error("the tax rule makes no sense")]
    Rule,
    /// An income is negative or above [`MAX_AMOUNT`].
    #[error("an income is negative or too large")]
    Amount,
}

impl TaxRule {
    /// Checks that the layers start at 0 and rise, that all percentages are valid, and that the tax never exceeds its
    /// income.
    ///
    /// # Errors
    /// [`TaxError::Rule`].
    pub fn check(&self) -> Result<(), TaxError> {
        let rises = self.layers.is_sorted_by(|lower, higher| lower.from < higher.from);
        let begins = self.layers.first().is_some_and(|first| first.from == 0);
        let ends = self.layers.last().is_some_and(|last| last.from <= MAX_AMOUNT) && self.layers.len() <= MAX_LAYERS;
        let (base, surcharge) = (hundredths(self.base_percent)?, hundredths(self.surcharge_percent)?);
        let mut highest = 0;
        for layer in &self.layers {
            highest = highest.max(hundredths(layer.rate)?);
        }
        let is_bearable = base * highest * (WHOLE + surcharge) <= WHOLE * WHOLE * WHOLE;
        if rises && begins && ends && is_bearable { Ok(()) } else { Err(TaxError::Rule) }
    }

    /// Returns the taxable part of an income, in rupiah, rounded down.
    ///
    /// # Errors
    /// The rule makes no sense, or the income is negative or too large.
    pub fn base(&self, gross: i64) -> Result<i64, TaxError> {
        self.check()?;
        if !(0..=MAX_AMOUNT).contains(&gross) {
            return Err(TaxError::Amount);
        }
        i64::try_from(i128::from(gross) * hundredths(self.base_percent)? / WHOLE).map_err(|_| TaxError::Amount)
    }

    /// Returns the tax on the total paid to a person in a month, in rupiah: calculated exactly, and rounded down once.
    ///
    /// # Errors
    /// The rule makes no sense, or the income is negative or too large.
    pub fn of_month(&self, gross: i64, has_number: bool) -> Result<i64, TaxError> {
        self.check()?;
        if !(0..=MAX_AMOUNT).contains(&gross) {
            return Err(TaxError::Amount);
        }
        // In ten-thousandths of a rupiah, to match hundredths of a percent.
        let base = i128::from(gross) * hundredths(self.base_percent)?;
        let ends = self.layers.iter().skip(1).map(|next| i128::from(next.from) * WHOLE).chain([i128::MAX]);
        let mut tax = 0;
        for (layer, end) in self.layers.iter().zip(ends) {
            let inside = (base.min(end) - i128::from(layer.from) * WHOLE).max(0);
            tax += inside * hundredths(layer.rate)?;
        }
        let more = if has_number { 0 } else { hundredths(self.surcharge_percent)? };
        i64::try_from(tax * (WHOLE + more) / (WHOLE * WHOLE * WHOLE)).map_err(|_| TaxError::Amount)
    }
}

/// Converts a percentage to hundredths of a percent.
fn hundredths(percent: Decimal) -> Result<i128, TaxError> {
    let percent = percent.normalize();
    if !is_percent(percent) || percent.scale() > 2 {
        return Err(TaxError::Rule);
    }
    Ok(percent.mantissa() * 10_i128.pow(2 - percent.scale()))
}

/// Amount paid to a person earlier in a month, and the tax withheld from it, in rupiah.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SoFar {
    /// Amount paid before tax, in rupiah.
    pub gross: i64,
    /// Tax already withheld, in rupiah.
    pub tax: i64,
}

/// Amount transferred of a bonus, and tax withheld from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// The tax withheld, in rupiah.
    pub tax: i64,
    /// Amount that the member receives, in rupiah: the bonus less the tax.
    pub net: i64,
}

/// Method of withholding tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withholding {
    /// Percentage of each bonus, without regard to the month; the tax is rounded down to the rupiah.
    Flat(Decimal),
    /// Tax by layers on the total paid to a member in a month.
    Layered(TaxRule),
}

impl Withholding {
    /// Returns the tax withheld from a bonus, and the rest; together they are exactly the bonus.
    ///
    /// With layers, the tax is that on the month so far including this bonus, less the tax withheld before. It is never
    /// below 0, and never more than the bonus.
    ///
    /// # Errors
    /// The rule makes no sense, or an amount is negative or too large.
    pub fn of(&self, gross: i64, before: SoFar, has_number: bool) -> Result<Transfer, TaxError> {
        if gross < 0 || before.gross < 0 {
            return Err(TaxError::Amount);
        }
        let tax = match self {
            Self::Flat(percent) => {
                let percent = Percent::new(*percent).ok_or(TaxError::Rule)?;
                percent.part_of(gross).ok_or(TaxError::Amount)?
            }
            Self::Layered(rule) => {
                let month = before.gross.checked_add(gross).ok_or(TaxError::Amount)?;
                (rule.of_month(month, has_number)? - before.tax).clamp(0, gross)
            }
        };
        Ok(Transfer { tax, net: gross - tax })
    }
}

/// Returns the value-added tax included in a price: price × 11 / 111, rounded to the rupiah; 0 for a negative price.
pub fn vat_in(price: i64) -> i64 {
    let part = (i128::from(price.max(0)) * 22 + 111) / 222;
    i64::try_from(part).unwrap_or(i64::MAX)
}

/// Returns the digits of a tax number, without separators.
///
/// Accepts the 16 digits of an identity card (NIK) or of a tax number (NPWP), or the 15 of an older tax number. Returns
/// `None` for anything else, and for one digit repeated.
pub fn read_tax_number(typed: &str) -> Option<String> {
    let digits = text::bare(typed);
    let is_number = matches!(digits.len(), 15 | 16) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let varies = digits.bytes().zip(digits.bytes().skip(1)).any(|(one, next)| one != next);
    (is_number && varies).then_some(digits)
}

/// Returns a tax number with 16 digits: since 2024, a number of 15 digits has a 0 before it.
pub fn long_tax_number(number: &str) -> String {
    format!("{number:0>16}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// Returns the rule of article 17 (1) a of the income tax law, as valid since 2022, on half of the income.
    fn article_17() -> TaxRule {
        let layers = [(0, "5"), (60_000_000, "15"), (250_000_000, "25"), (500_000_000, "30"), (5_000_000_000, "35")];
        let layers = layers.map(|(from, rate)| TaxLayer { from, rate: percent(rate) }).to_vec();
        TaxRule { base_percent: percent("50"), surcharge_percent: percent("20"), layers }
    }

    #[test]
    fn monthly_tax_is_computed_by_layers() {
        for (gross, tax) in [
            (0, 0),
            (39, 0),
            (40, 1),
            (5_000_000, 125_000),
            (10_000_000, 250_000),
            (120_000_000, 3_000_000),
            (120_000_001, 3_000_000),
            (120_000_014, 3_000_001),
            (150_000_000, 5_250_000),
            (500_000_000, 31_500_000),
            (1_000_000_000, 94_000_000),
            (10_000_000_000, 1_444_000_000),
            (12_000_000_000, 1_794_000_000),
        ] {
            assert_eq!(article_17().of_month(gross, true), Ok(tax), "of {gross}");
        }
        assert_eq!(article_17().of_month(MAX_AMOUNT, true), Ok(1_576_259_563_579_673));
        assert_eq!(article_17().base(150_000_001), Ok(75_000_000));
    }

    /// A distributor of a network-marketing company with a commission of 25 million in July 2024, as DDTCNews
    /// calculates it by PMK 168/2023, article 3 (2) l (12 November 2025): half of it is taxed by the layers of article
    /// 17.
    #[test]
    fn a_published_tax_example_is_reproduced() {
        assert_eq!(article_17().base(25_000_000), Ok(12_500_000));
        assert_eq!(article_17().of_month(25_000_000, true), Ok(625_000));
    }

    #[test]
    fn a_missing_tax_number_adds_a_fifth() {
        assert_eq!(article_17().of_month(10_000_000, false), Ok(300_000));
        // 30,864.175 and 37,037.01 before rounding: adding a fifth to the rounded tax would give 37,036.
        assert_eq!(article_17().of_month(1_234_567, true), Ok(30_864));
        assert_eq!(article_17().of_month(1_234_567, false), Ok(37_037));
    }

    #[test]
    fn payouts_of_a_month_are_taxed_together() {
        let withholding = Withholding::Layered(article_17());
        let first = withholding.of(100_000_000, SoFar::default(), true).unwrap();
        assert_eq!((first.tax, first.net), (2_500_000, 97_500_000));
        let second = withholding.of(50_000_000, SoFar { gross: 100_000_000, tax: 2_500_000 }, true).unwrap();
        assert_eq!((second.tax, second.net), (2_750_000, 47_250_000));
        // A tax number validated in between undoes the surcharge, as far as this bonus allows.
        let before = SoFar { gross: 10_000_000, tax: 300_000 };
        assert_eq!(withholding.of(1_000_000, before, true).unwrap().tax, 0);
        assert_eq!(withholding.of(10_000_000, before, true).unwrap().tax, 200_000);
        // If a tax number was lost, the missing surcharge is withheld too, but the tax is at most the bonus.
        let before = SoFar { gross: 100_000_000, tax: 2_500_000 };
        assert_eq!(withholding.of(100, before, false).unwrap(), Transfer { tax: 100, net: 0 });
    }

    #[test]
    fn flat_tax_and_transfer_add_up_to_the_bonus() {
        let withheld = |gross, tax: &str| {
            let before = SoFar { gross: 5, tax: 5 };
            Withholding::Flat(percent(tax)).of(gross, before, false).map(|Transfer { tax, net }| (tax, net))
        };
        for (gross, tax, expected) in [
            (71_250, "2.5", (1_781, 69_469)),
            (40, "2.5", (1, 39)),
            (39, "2.5", (0, 39)),
            (1, "100", (1, 0)),
            (0, "2.5", (0, 0)),
            (1_000_001, "0", (0, 1_000_001)),
            (MAX_AMOUNT, "33.333333333333333333", (3_002_399_751_580_330, 6_004_799_503_160_661)),
            (i64::MAX, "100", (i64::MAX, 0)),
        ] {
            assert_eq!(withheld(gross, tax), Ok(expected), "{tax} % of {gross}");
            assert_eq!(expected.0 + expected.1, gross);
        }
        assert_eq!(withheld(-1, "2.5"), Err(TaxError::Amount));
        assert_eq!(withheld(1, "-1"), Err(TaxError::Rule));
        assert_eq!(withheld(1, "100.1"), Err(TaxError::Rule));
    }

    #[test]
    fn invalid_rules_and_amounts_are_refused() {
        let layer = |from, rate| TaxLayer { from, rate: percent(rate) };
        for wrong in [
            TaxRule { layers: vec![], ..article_17() },
            TaxRule { layers: vec![layer(1, "5")], ..article_17() },
            TaxRule { layers: vec![layer(0, "5"), layer(0, "15")], ..article_17() },
            TaxRule { layers: vec![layer(0, "5"), layer(MAX_AMOUNT + 1, "15")], ..article_17() },
            TaxRule { layers: vec![layer(0, "5.001")], ..article_17() },
            TaxRule { layers: vec![layer(0, "-5")], ..article_17() },
            TaxRule { layers: (0..21).map(|from| layer(from, "5")).collect(), ..article_17() },
            TaxRule { base_percent: percent("100.01"), ..article_17() },
            TaxRule { surcharge_percent: percent("-1"), ..article_17() },
            TaxRule { base_percent: percent("100"), layers: vec![layer(0, "84")], ..article_17() },
        ] {
            assert_eq!(wrong.check(), Err(TaxError::Rule), "{wrong:?}");
            assert_eq!(wrong.of_month(1, true), Err(TaxError::Rule));
        }
        assert_eq!(article_17().check(), Ok(()));
        for gross in [-1, MAX_AMOUNT + 1, i64::MAX, i64::MIN] {
            assert_eq!(article_17().of_month(gross, true), Err(TaxError::Amount));
            assert_eq!(article_17().base(gross), Err(TaxError::Amount));
        }
        let before = SoFar { gross: i64::MAX, tax: 0 };
        assert_eq!(Withholding::Layered(article_17()).of(1, before, true), Err(TaxError::Amount));
    }

    #[test]
    fn rules_at_their_limits_are_accepted() {
        let layer = |from, rate| TaxLayer { from, rate: percent(rate) };
        let most = i64::try_from(MAX_LAYERS).unwrap();
        for fits in [
            TaxRule { layers: (0..most).map(|from| layer(from, "5")).collect(), ..article_17() },
            TaxRule { layers: vec![layer(0, "5"), layer(MAX_AMOUNT, "15")], ..article_17() },
            // The tax may be as high as the whole income.
            TaxRule {
                base_percent: percent("100"),
                surcharge_percent: percent("0"),
                layers: vec![layer(0, "10"), layer(5, "100")],
            },
            TaxRule { surcharge_percent: percent("100"), layers: vec![layer(0, "100")], ..article_17() },
            TaxRule { base_percent: percent("0.01"), layers: vec![layer(0, "0.10")], ..article_17() },
        ] {
            assert_eq!(fits.check(), Ok(()), "{fits:?}");
        }
        let highest_first = TaxRule { layers: vec![layer(0, "100"), layer(1, "1")], ..article_17() };
        assert_eq!(TaxRule { base_percent: percent("100"), ..highest_first }.check(), Err(TaxError::Rule));
        let whole =
            TaxRule { base_percent: percent("100"), surcharge_percent: percent("0"), layers: vec![layer(0, "100")] };
        assert_eq!((whole.of_month(7, true), whole.of_month(7, false), whole.base(7)), (Ok(7), Ok(7), Ok(7)));
        assert_eq!((whole.base(0), whole.base(MAX_AMOUNT)), (Ok(0), Ok(MAX_AMOUNT)));
        assert_eq!(TaxRule { layers: vec![], ..article_17() }.base(1), Err(TaxError::Rule));
        let owed = SoFar { gross: -1, tax: 0 };
        assert_eq!(Withholding::Layered(article_17()).of(1, owed, true), Err(TaxError::Amount));
        assert_eq!(Withholding::Flat(percent("2.5")).of(1, owed, true), Err(TaxError::Amount));
    }

    #[test]
    fn vat_is_taken_from_the_gross_price() {
        for (price, tax) in [(111, 11), (111_000, 11_000), (100_000, 9_910), (5, 0), (6, 1), (0, 0), (-111, 0)] {
            assert_eq!(vat_in(price), tax, "{price}");
        }
    }

    #[test]
    fn tax_numbers_accept_separators() {
        for (typed, read) in [
            ("09.254.294.3-407.000", Some("092542943407000")),
            (" 3174 0901 0190 0001 ", Some("3174090101900001")),
            ("317409010190001", Some("317409010190001")),
            ("31740901019000012", None),
            ("3174090101900A01", None),
            ("0000000000000000", None),
            ("", None),
        ] {
            assert_eq!(read_tax_number(typed).as_deref(), read, "{typed}");
        }
        assert_eq!(long_tax_number("092542943407000"), "0092542943407000");
        assert_eq!(long_tax_number("3174090101900001"), "3174090101900001");
    }
}
