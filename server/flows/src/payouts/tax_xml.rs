//! File that hands a month's slips to the tax office in bulk.
//!
//! The elements are those of the tax office's bulk import of slips (BP21), as public importers write them. They do not
//! come from the authority itself, so the person who files them must check the result.

use ksmart_core::tax::long_tax_number;
use ksmart_foundation::time::{Month, jakarta_date};
use rust_decimal::{Decimal, RoundingStrategy};

/// Tax office's code for payments to distributors of direct selling.
const TAX_OBJECT: &str = "21-100-04";

/// Maximum number of decimals of a rate.
const DECIMALS: u32 = 10;

/// A slip in the file.
#[derive(Debug)]
pub struct XmlSlip {
    /// Number of the slip.
    pub number: String,
    /// The member's tax number, 15 or 16 digits.
    pub tax_number: String,
    /// Amount paid before tax, rupiah.
    pub gross_rp: i64,
    /// Tax withheld, rupiah.
    pub tax_rp: i64,
    /// Time of the last withholding of tax, UTC milliseconds.
    pub last_ms: i64,
}

/// Returns the file of a month's slips. `tax_number` is the shop's; `base_percent` is the percentage of an income that
/// is taxed.
pub fn document(tax_number: &str, month: Month, base_percent: Decimal, slips: &[XmlSlip]) -> String {
    let shop = long_tax_number(tax_number);
    let (year, month) = month.parts();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <Bp21Bulk xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n\
         \t<TIN>{shop}</TIN>\n\t<ListOfBp21>\n"
    );
    for slip in slips {
        let (member, day) = (long_tax_number(&slip.tax_number), jakarta_date(slip.last_ms));
        let elements: [(&str, &str); 15] = [
            ("TaxPeriodMonth", &month.to_string()),
            ("TaxPeriodYear", &year.to_string()),
            ("CounterpartTin", &member),
            ("IDPlaceOfBusinessActivityOfIncomeRecipient", &format!("{member}000000")),
            // Irrelevant for members who are not employees.
            ("StatusTaxExemption", "TK/0"),
            ("TaxCertificate", "N/A"),
            ("TaxObjectCode", TAX_OBJECT),
            ("Gross", &slip.gross_rp.to_string()),
            ("Deemed", &base_percent.normalize().to_string()),
            ("Rate", &rate(slip.gross_rp, slip.tax_rp, base_percent).to_string()),
            ("Document", "PaymentProof"),
            ("DocumentNumber", &slip.number),
            ("DocumentDate", &day),
            ("IDPlaceOfBusinessActivity", &format!("{shop}000000")),
            ("WithholdingDate", &day),
        ];
        xml += "\t\t<Bp21>\n";
        for (name, value) in elements {
            xml += &format!("\t\t\t<{name}>{value}</{name}>\n");
        }
        xml += "\t\t</Bp21>\n";
    }
    xml + "\t</ListOfBp21>\n</Bp21Bulk>\n"
}

/// Returns the shortest rate, in percent, that yields the tax from the taxed part of an income. It is one number, even
/// if the month reached several tax layers.
fn rate(gross_rp: i64, tax_rp: i64, base_percent: Decimal) -> Decimal {
    let base = Decimal::from(gross_rp) * base_percent / Decimal::ONE_HUNDRED;
    let Some(exact) = Decimal::from(tax_rp).checked_div(base).map(|part| part * Decimal::ONE_HUNDRED) else {
        return Decimal::ZERO;
    };
    let rounded = |decimals| exact.round_dp_with_strategy(decimals, RoundingStrategy::AwayFromZero);
    let comes_to_it = |rate: &Decimal| (base * rate / Decimal::ONE_HUNDRED).floor() == Decimal::from(tax_rp);
    (0..DECIMALS).map(rounded).find(comes_to_it).unwrap_or_else(|| rounded(DECIMALS)).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tax_file_contains_the_slips_of_a_month() {
        let slip = XmlSlip {
            number: "PPH21-202611-000007".to_owned(),
            tax_number: "092542943407000".to_owned(),
            gross_rp: 1_234_567,
            tax_rp: 30_864,
            last_ms: 1_795_219_200_000,
        };
        let month = Month::parse("2026-11").unwrap();
        insta::assert_snapshot!("bp21", document("3174090101900001", month, Decimal::from(50), &[slip]));
    }

    #[test]
    fn the_rate_reproduces_the_withheld_tax() {
        for (gross, tax, expected) in [
            (10_000_000, 250_000, "5"),
            (10_000_000, 300_000, "6"),
            (150_000_000, 5_250_000, "7"),
            (1_234_567, 30_864, "5"),
            (39, 0, "0"),
            (12_000_000_000, 1_794_000_000, "29.9"),
            (0, 0, "0"),
        ] {
            assert_eq!(rate(gross, tax, Decimal::from(50)).to_string(), expected, "{tax} of {gross}");
        }
        let rate = rate(123_456_789, 3_259_259, Decimal::from(50));
        let back = Decimal::from(123_456_789) * Decimal::from(50) * rate / Decimal::from(10_000);
        assert_eq!(back.floor(), Decimal::from(3_259_259));
    }
}
