//! Tax on bonuses, and the legal entity that withholds it.

use ksmart_core::tax::read_tax_number;
use ksmart_foundation::{
    form::{Refusals, percent},
    text_enum,
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Method of calculating the tax on bonuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxMethod {
    /// A percentage of each bonus.
    Flat,
    /// Progressive income tax (PPh 21) on everything that a member is paid in a month.
    Pph21,
}

text_enum!(TaxMethod { Flat => "flat", Pph21 => "pph21" });

/// Tax on bonuses, and the legal entity that withholds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TaxSettings {
    /// Method of calculating the tax on bonuses.
    pub method: TaxMethod,
    /// Tax withheld from a bonus if the method is `flat`, percent: 0 to 100, up to two decimals.
    #[serde(with = "percent")]
    #[schema(value_type = String, pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    pub percent: Decimal,
    /// Legal entity that sells and withholds tax; empty if it has the shop's name.
    #[schema(max_length = 100)]
    pub legal_name: String,
    /// Postal address of the legal entity; empty if it is the shop's.
    #[schema(max_length = 200)]
    pub legal_address: String,
    /// Tax number of the shop, 15 or 16 digits, or empty; an edit may have blanks, dots and hyphens between them.
    #[schema(max_length = 40)]
    pub tax_number: String,
    /// Whether the shop is a taxable business, whose prices include value-added tax.
    pub taxable: bool,
}

impl Default for TaxSettings {
    fn default() -> Self {
        Self {
            method: TaxMethod::Flat,
            percent: Decimal::new(25, 1),
            legal_name: String::new(),
            legal_address: String::new(),
            tax_number: String::new(),
            taxable: false,
        }
    }
}

impl Section for TaxSettings {
    const NAME: &'static str = "taxes";
    const LOGGED_AS: &'static str = "pengaturan pajak";

    fn validate(self, refusals: &mut Refusals) -> Self {
        refusals.check_percent("percent", "Pajak bonus", self.percent, true);
        let tax_number = read_tax_number(&self.tax_number).unwrap_or_default();
        if tax_number.is_empty() && !self.tax_number.trim().is_empty() {
            refusals.add("tax_number", "tax_number", "Isi 16 digit NPWP, atau 15 digit NPWP lama.");
        }
        Self {
            legal_name: refusals.line_or_none("legal_name", "Nama badan usaha", &self.legal_name, 100),
            legal_address: refusals.line_or_none("legal_address", "Alamat badan usaha", &self.legal_address, 200),
            tax_number,
            ..self
        }
    }

    fn logged(&self) -> Value {
        json!({
            "tax_method": self.method, "tax_percent": self.percent.to_string(),
            "legal_name": self.legal_name, "legal_address": self.legal_address, "tax_number": self.tax_number,
            "taxable": self.taxable,
        })
    }
}
