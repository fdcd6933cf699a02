//! Form of a product's promotion, retail price and scheduled times, and its validation.

use ksmart_core::fields::FieldError;
use ksmart_foundation::{form::read_moment, format};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::catalog::{admin::listing::ListedProduct, pricing::Pricing, schedule::Schedule, writing::ProductFields};

/// Maximum price of one piece, rupiah.
pub const MAX_PRICE: i64 = 1_000_000_000;

/// Code of the error for an unreadable time.
pub const UNREADABLE: &str = "moment";

/// Returns an error for a field.
pub fn refusal(field: &'static str, message: impl Into<String>) -> FieldError {
    FieldError::new(field, "invalid", message)
}

/// The promotion, the retail price and the scheduled times of a product as a form sends them.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TermsForm {
    /// Price of one piece while the promotion runs, rupiah, less than the price; null for none.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    promo_rp: Option<i64>,
    /// Start of the promotion, RFC 3339; null if it has already begun.
    promo_from: Option<String>,
    /// End of the promotion, RFC 3339; null if it has no end.
    promo_until: Option<String>,
    /// Retail price of one piece for non-members, rupiah, above the price; null if none is set.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    retail_rp: Option<i64>,
    /// Time at which a draft or an archived product enters the shop, RFC 3339; null for never.
    publish_at: Option<String>,
    /// Time at which the product leaves the shop, RFC 3339; null for never.
    withdraw_at: Option<String>,
}

impl TermsForm {
    /// Returns the form's values, and errors for unreadable times.
    pub fn read(&self) -> ((Pricing, Schedule), Vec<FieldError>) {
        let mut errors = Vec::new();
        let mut moment = |field, label: &str, typed: &Option<String>| {
            let typed = typed.as_deref().map(str::trim).filter(|typed| !typed.is_empty())?;
            let read = read_moment(typed);
            if read.is_none() {
                errors.push(FieldError::new(field, UNREADABLE, format!("{label} tidak benar.")));
            }
            read
        };
        let pricing = Pricing {
            promo_rp: self.promo_rp,
            promo_from_ms: moment("promo_from", "Waktu mulai promo", &self.promo_from),
            promo_until_ms: moment("promo_until", "Waktu berakhir promo", &self.promo_until),
            retail_rp: self.retail_rp,
        };
        let schedule = Schedule {
            publish_ms: moment("publish_at", "Waktu terbit", &self.publish_at),
            withdraw_ms: moment("withdraw_at", "Waktu turun", &self.withdraw_at),
        };
        ((pricing, schedule), errors)
    }
}

/// Returns the errors in a product's promotion and retail price.
pub fn check_prices(fields: &ProductFields) -> Vec<FieldError> {
    let Pricing { promo_rp, promo_from_ms, promo_until_ms, retail_rp } = fields.pricing;
    let mut errors = Vec::new();
    match promo_rp {
        Some(promo_rp) if promo_rp < 1 || promo_rp >= fields.price_rp => {
            errors.push(refusal("promo_rp", "Harga promo harus lebih dari 0 dan lebih kecil dari harganya."));
        }
        Some(_) if !fields.variants.is_empty() && fields.variants.iter().all(|variant| variant.price_rp.is_some()) => {
            let message = "Setiap varian punya harga sendiri, yang tidak ikut promo. Kosongkan harga varian yang ikut.";
            errors.push(refusal("promo_rp", message));
        }
        None if promo_from_ms.is_some() || promo_until_ms.is_some() => {
            errors.push(refusal("promo_rp", "Isi harga promonya, atau kosongkan waktunya."));
        }
        _ => {}
    }
    if let (Some(from_ms), Some(until_ms)) = (promo_from_ms, promo_until_ms)
        && until_ms <= from_ms
    {
        errors.push(refusal("promo_until", "Promo harus berakhir setelah mulai."));
    }
    let dearest_rp = fields.variants.iter().filter_map(|variant| variant.price_rp).max();
    if retail_rp.is_some_and(|retail_rp| retail_rp <= fields.price_rp || retail_rp > MAX_PRICE) {
        errors.push(refusal("retail_rp", "Harga umum harus lebih besar dari harganya, paling banyak 1.000.000.000."));
    } else if let Some(dearest_rp) = dearest_rp.filter(|price_rp| retail_rp.is_some_and(|retail| retail <= *price_rp)) {
        let dearest = format::rupiah(dearest_rp);
        let message = format!("Harga umum berlaku bagi semua varian: isi lebih dari yang termahal, {dearest}.");
        errors.push(refusal("retail_rp", message));
    }
    errors
}

/// Returns errors for a new price that conflicts with the product's promotion or retail price; an ended promotion does
/// not count.
pub fn check_new_price(fields: &ProductFields, now_ms: i64) -> Vec<FieldError> {
    let Pricing { promo_rp, promo_until_ms, retail_rp, .. } = fields.pricing;
    let mut errors = Vec::new();
    let is_over = promo_until_ms.is_some_and(|until_ms| until_ms < now_ms);
    if let Some(promo_rp) = promo_rp.filter(|promo_rp| !is_over && *promo_rp >= fields.price_rp) {
        let promo = format::rupiah(promo_rp);
        let message =
            format!("Harga baru harus lebih dari harga promonya, {promo}. Ubah atau hapus promonya lebih dulu.");
        errors.push(refusal("price_rp", message));
    }
    if let Some(retail_rp) = retail_rp.filter(|retail_rp| *retail_rp <= fields.price_rp) {
        let retail = format::rupiah(retail_rp);
        let message = format!("Harga baru harus kurang dari harga umumnya, {retail}. Ubah harga umumnya lebih dulu.");
        errors.push(refusal("price_rp", message));
    }
    errors
}

/// Returns the errors in the times at which a product enters and leaves the shop; `before` is `None` for a new product.
pub fn check_moments(
    before: Option<&ListedProduct>,
    fields: &ProductFields,
    is_draft: bool,
    now_ms: i64,
) -> Vec<FieldError> {
    let Schedule { publish_ms, withdraw_ms } = fields.schedule;
    let was = before.map(|before| before.fields.schedule).unwrap_or_default();
    let is_out = before.map_or(is_draft, |before| !before.status.is_for_sale());
    let mut errors = Vec::new();
    if publish_ms.is_some() && !is_out && before.is_some() {
        errors.push(refusal("publish_at", "Produk ini sudah ada di toko."));
    } else if publish_ms != was.publish_ms && publish_ms.is_some_and(|publish_ms| publish_ms <= now_ms) {
        errors.push(refusal("publish_at", "Waktu terbit harus di masa depan."));
    }
    let Some(withdraw_ms) = withdraw_ms else { return errors };
    if was.withdraw_ms != Some(withdraw_ms) && withdraw_ms <= now_ms {
        errors.push(refusal("withdraw_at", "Waktu turun harus di masa depan."));
    } else if publish_ms.is_some_and(|publish_ms| withdraw_ms <= publish_ms) {
        errors.push(refusal("withdraw_at", "Waktu turun harus setelah waktu terbit."));
    } else if is_out && publish_ms.is_none() {
        errors.push(refusal("withdraw_at", "Produk ini belum ada di toko. Isi waktu terbitnya lebih dulu."));
    }
    errors
}
