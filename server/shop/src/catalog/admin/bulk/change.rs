//! Bulk change of products: its form, its validation, and its effect on a single product.

use ksmart_core::{fields::FieldError, text};
use ksmart_foundation::{
    db::Conn,
    error::{Error, Result},
    form::decimal_text,
};
use rust_decimal::{Decimal, RoundingStrategy};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::catalog::{
    admin::{
        listing,
        product_form::check,
        terms_form::{check_new_price, refusal},
    },
    writing::ProductFields,
};

/// Maximum rounding step of a percentage change.
const MAX_STEP: i64 = 1_000_000;

/// Maximum absolute value of an amount that is set or added.
const MAX_AMOUNT: i64 = 1_000_000_000;

/// Maximum growth of a number, percent.
const MAX_PERCENT: i64 = 1000;

/// Kind of change of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AmountKind {
    /// The number becomes `amount`.
    Set,
    /// `amount` is added to the number; a negative amount is subtracted.
    Add,
    /// The number grows by `percent`, or shrinks if `percent` is negative, and is rounded to a multiple of `step`.
    Percent,
}

/// A change of a number.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AmountForm {
    kind: AmountKind,
    /// Amount, for `set` and `add`.
    #[schema(minimum = -1_000_000_000, maximum = 1_000_000_000)]
    amount: Option<i64>,
    /// Percentage, for `percent`: more than -100, up to 1,000, with at most two decimals.
    #[schema(pattern = r"^-?\d{1,4}([.,]\d{1,2})?$")]
    percent: Option<String>,
    /// Step, for `percent`: the result is rounded to a multiple of this, halves away from zero; 1 without it.
    #[schema(minimum = 1, maximum = 1_000_000)]
    step: Option<i64>,
}

/// Validated change of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    Set(i64),
    Add(i64),
    Percent { percent: Decimal, step: i64 },
}

impl Amount {
    /// Returns a number after the change; `None` on overflow.
    pub fn of(self, before: i64) -> Option<i64> {
        match self {
            Self::Set(amount) => Some(amount),
            Self::Add(amount) => before.checked_add(amount),
            Self::Percent { percent, step } => {
                let grown =
                    Decimal::from(before).checked_mul(Decimal::ONE_HUNDRED + percent)?.checked_div(100.into())?;
                let steps =
                    grown.checked_div(step.into())?.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
                i64::try_from(steps).ok()?.checked_mul(step)
            }
        }
    }
}

impl AmountForm {
    fn read(&self, field: &'static str, label: &str, errors: &mut Vec<FieldError>) -> Option<Amount> {
        let within = |amount: &i64| (-MAX_AMOUNT..=MAX_AMOUNT).contains(amount);
        let read = match self.kind {
            AmountKind::Set => self.amount.filter(within).map(Amount::Set),
            AmountKind::Add => self.amount.filter(within).map(Amount::Add),
            AmountKind::Percent => self.percent.as_deref().and_then(percent).map(|percent| {
                let step = self.step.unwrap_or(1);
                Amount::Percent { percent, step }
            }),
        };
        let message = match read {
            Some(Amount::Percent { step, .. }) if !(1..=MAX_STEP).contains(&step) => {
                "Pembulatan harus 1 sampai 1.000.000.".to_owned()
            }
            Some(_) => return read,
            None if self.kind == AmountKind::Percent => {
                "Persen harus lebih dari -100 dan paling banyak 1.000, dengan dua angka di belakang koma.".to_owned()
            }
            None => format!("{label} wajib diisi, paling banyak 1.000.000.000."),
        };
        errors.push(refusal(field, message));
        None
    }
}

/// Reads a percentage as people type it, such as `-12,5%`.
fn percent(typed: &str) -> Option<Decimal> {
    let text = decimal_text(typed);
    if text.len() > 8 || !text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte)) {
        return None;
    }
    let percent = Decimal::from_str_exact(&text).ok()?;
    let within = percent > Decimal::from(-100) && percent <= MAX_PERCENT.into();
    (within && percent.normalize().scale() <= 2).then_some(percent)
}

/// Requested change of each product; omitted fields stay unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct BulkChange {
    /// Change of the price, rupiah.
    price: Option<AmountForm>,
    /// Change of the business volume, points.
    bv: Option<AmountForm>,
    /// Key of the new category.
    category_id: Option<i64>,
    /// New minimum order, pieces.
    #[schema(minimum = 1, maximum = 1000)]
    min_order: Option<i64>,
    /// New shipping weight, grams.
    #[schema(minimum = 0, maximum = 1_000_000)]
    weight_gr: Option<i64>,
    /// New storage location of the pieces; empty to remove it.
    #[schema(max_length = 30)]
    shelf: Option<String>,
    /// Whether to take the products out of the shop (`true`) or to put them into it, drafts included (`false`).
    archived: Option<bool>,
}

/// Requested change of each product, with all values in bounds.
#[derive(Debug, Default)]
pub struct RequestedChange {
    price: Option<Amount>,
    bv: Option<Amount>,
    /// Key and name of the category.
    pub category: Option<(i64, String)>,
    min_order: Option<i64>,
    weight_gr: Option<i64>,
    shelf: Option<String>,
    /// Whether the products leave the shop (`true`) or enter it (`false`).
    pub archived: Option<bool>,
}

impl BulkChange {
    /// Checks the request and returns the wanted change.
    ///
    /// # Errors
    /// 422 if values are wrong, listing the errors by field, or if no change is requested.
    pub async fn read(&self, conn: &mut Conn, now_ms: i64) -> Result<RequestedChange> {
        let mut errors = Vec::new();
        let mut amount = |form: &Option<AmountForm>, field, label| {
            form.as_ref().and_then(|form| form.read(field, label, &mut errors))
        };
        let (price, bv) = (amount(&self.price, "price_rp", "Harga"), amount(&self.bv, "bv", "BV"));
        let shelf = self.shelf.as_deref().map(text::line);
        let (min_order, weight_gr, archived) = (self.min_order, self.weight_gr, self.archived);
        let mut wanted = RequestedChange { price, bv, category: None, min_order, weight_gr, shelf, archived };
        if let Some(id) = self.category_id {
            match listing::category_name(conn, id).await? {
                Some(name) => wanted.category = Some((id, name)),
                None => errors.push(refusal("category_id", "Kategori ini sudah tidak ada. Pilih kategori lain.")),
            }
        }
        // Values that are the same for all products are checked once here, not reported again for each product.
        let constant = |amount: Option<Amount>| amount.filter(|amount| matches!(amount, Amount::Set(_)));
        let same = RequestedChange {
            price: constant(price),
            bv: constant(bv),
            shelf: wanted.shelf.clone(),
            ..RequestedChange { min_order, weight_gr, ..RequestedChange::default() }
        };
        errors.extend(same.applied(&ProductFields::default(), now_ms).err().unwrap_or_default());
        if !errors.is_empty() {
            return Err(errors.into());
        }
        if wanted.fields().is_empty() && archived.is_none() {
            return Err(Error::invalid("Pilih apa yang diubah."));
        }
        Ok(wanted)
    }
}

impl RequestedChange {
    /// Returns the names of the form fields that the change sets.
    fn fields(&self) -> Vec<&'static str> {
        let spoken_of = [
            ("price_rp", self.price.is_some()),
            ("bv", self.bv.is_some()),
            ("category_id", self.category.is_some()),
            ("min_order", self.min_order.is_some()),
            ("weight_gr", self.weight_gr.is_some()),
            ("shelf", self.shelf.is_some()),
        ];
        spoken_of.into_iter().filter_map(|(field, is)| is.then_some(field)).collect()
    }

    /// Returns the fields of a product after the change at a given time.
    ///
    /// # Errors
    /// Errors in the changed fields. Errors that other fields already have are ignored.
    pub fn applied(&self, before: &ProductFields, now_ms: i64) -> Result<ProductFields, Vec<FieldError>> {
        let mut after = before.clone();
        let mut errors = Vec::new();
        for (field, label, amount, value) in
            [("price_rp", "Harga", self.price, &mut after.price_rp), ("bv", "BV", self.bv, &mut after.bv)]
        {
            match amount.map(|amount| amount.of(*value)) {
                Some(Some(changed)) => *value = changed,
                Some(None) => errors.push(refusal(field, format!("{label} menjadi terlalu besar."))),
                None => {}
            }
        }
        if let Some((category, _)) = &self.category {
            after.category_id = *category;
        }
        if let Some(pieces) = self.min_order {
            after.min_order = pieces;
        }
        if let Some(grams) = self.weight_gr {
            after.weight_gr = grams;
        }
        if let Some(shelf) = &self.shelf {
            after.shelf.clone_from(shelf);
        }
        let fields = self.fields();
        errors.extend(check(&after).into_iter().filter(|error| fields.iter().any(|field| error.field == *field)));
        if errors.is_empty() && after.price_rp != before.price_rp {
            errors.extend(check_new_price(&after, now_ms));
        }
        if errors.is_empty() { Ok(after) } else { Err(errors) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(text: &str, step: i64) -> Amount {
        Amount::Percent { percent: percent(text).unwrap(), step }
    }

    #[test]
    fn percentage_changes_are_rounded_to_a_step() {
        for (before, text, step, after) in [
            (100_000, "10", 1, 110_000),
            (99_999, "-12.5", 1, 87_499),
            (1, "50", 1, 2),
            (-1, "50", 1, -2),
            (5, "-50", 1, 3),
            (45_000, "7,5", 100, 48_400),
            (45_000, "7,5", 500, 48_500),
            (45_000, "7.44", 100, 48_300),
            (500, "0", 1000, 1000),
            (499, "0", 1000, 0),
            (1500, "0", 1000, 2000),
            (1000, "0", 3, 999),
            (1_000_000_000, "1000", 1, 11_000_000_000),
            (0, "250", 50, 0),
        ] {
            assert_eq!(by(text, step).of(before), Some(after), "{before} {text} {step}");
        }
        assert_eq!(by("1000", 1).of(i64::MAX), None);
        assert_eq!(Amount::Add(1).of(i64::MAX), None);
        assert_eq!((Amount::Add(-500).of(300), Amount::Set(7).of(300)), (Some(-200), Some(7)));
    }

    #[test]
    fn invalid_percentages_are_refused() {
        for text in ["", "-", "-100", "1000,01", "1e2", "7,555", "5%%", "1.2.3", "--1", "99999999999"] {
            assert_eq!(percent(text), None, "{text}");
        }
        for (text, hundredths) in [("-99,99", -9999), ("1000", 100_000), (" 2,50 ", 250), ("12,5%", 1250)] {
            assert_eq!(percent(text), Some(Decimal::new(hundredths, 2)), "{text}");
        }
    }
}
