//! Form of a product as an administrator sends it, and its validation.

use std::collections::HashSet;

use ksmart_core::{fields::FieldError, text};
use ksmart_foundation::{format, ids::VariantId, storage};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::catalog::{
    admin::{
        listing::ProductCode,
        terms_form::{MAX_PRICE, TermsForm, check_prices, refusal},
    },
    variants::VariantFields,
    writing::ProductFields,
};

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 120;
/// Maximum length of a text, in characters.
const MAX_TEXT: usize = 5000;
/// Maximum length of an SKU (the shop's own number) and of a barcode, in characters.
const MAX_CODE: usize = 40;
/// Maximum length of a shelf name, in characters.
const MAX_SHELF: usize = 30;
/// Maximum length of a variant name, in characters.
const MAX_VARIANT_NAME: usize = 60;
/// Maximum number of variants of a product.
const MAX_VARIANTS: usize = 30;
/// Maximum number of pictures of a product, for each kind.
const MAX_PICTURES: usize = 20;
/// Maximum number of pieces that can be received or counted at once.
pub const MAX_PIECES: i64 = 1_000_000;

/// Separator between the variants' names, or their values, in a cell of a table.
pub const VARIANT_SEPARATOR: char = '|';

/// A product as a form sends it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"name": "Teh Jahe", "category_id": 1, "description": "Teh hitam dengan jahe.",
    "composition": "Teh, jahe", "usage": "Seduh 5 menit.", "storage": "Simpan di tempat kering.",
    "price_rp": 45000, "bv": 20, "weight_gr": 250, "net_ml": 0, "min_order": 1, "sku": "TJ-250", "barcode":
    "8991234567897", "shelf": "A-03", "variants": [{"id": null, "name": "Asli"},
    {"id": null, "name": "Madu", "price_rp": 52000}], "by_variant": false, "images": ["products/a1b2c3d4.webp"], "augmented": []}
)))]
pub struct ProductForm {
    /// Name, up to 120 characters.
    #[schema(min_length = 1, max_length = 120, pattern = r"\S")]
    #[serde(default)]
    name: String,
    /// Key of the category.
    category_id: Option<i64>,
    /// Description, up to 5,000 characters, like the three fields that follow.
    #[schema(max_length = 5000)]
    #[serde(default)]
    description: String,
    /// Composition.
    #[schema(max_length = 5000)]
    #[serde(default)]
    composition: String,
    /// Usage directions.
    #[schema(max_length = 5000)]
    #[serde(default)]
    usage: String,
    /// Storage directions.
    #[schema(max_length = 5000)]
    #[serde(default)]
    storage: String,
    /// Price of one piece, rupiah, 1 to 1,000,000,000.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    price_rp: Option<i64>,
    /// Business volume of one piece, points.
    #[schema(minimum = 0, maximum = 1_000_000)]
    bv: Option<i64>,
    /// Shipping weight of one piece, grams.
    #[schema(minimum = 0, maximum = 1_000_000)]
    weight_gr: Option<i64>,
    /// Net content, millilitres.
    #[schema(minimum = 0, maximum = 1_000_000)]
    net_ml: Option<i64>,
    /// Minimum order, pieces, 1 or more.
    #[schema(minimum = 1, maximum = 1000)]
    min_order: Option<i64>,
    /// SKU (the shop's own number), up to 40 letters, digits and `-._/`; empty for none.
    #[schema(max_length = 40)]
    #[serde(default)]
    sku: String,
    /// Barcode that a scanner reads from a piece; the same characters are allowed as in `sku`; empty for none.
    #[schema(max_length = 40)]
    #[serde(default)]
    barcode: String,
    /// Storage location of its pieces, up to 30 characters; empty if not given.
    #[schema(max_length = 30)]
    #[serde(default)]
    shelf: String,
    #[serde(flatten)]
    terms: TermsForm,
    /// The variants, in order.
    #[schema(max_items = 30)]
    #[serde(default)]
    variants: Vec<VariantForm>,
    /// Whether stock is counted by variant; the product's stock is then the sum of its variants' stock.
    #[serde(default)]
    by_variant: bool,
    /// Names of the gallery pictures, as the upload returned them, in order.
    #[schema(max_items = 20)]
    #[serde(default)]
    images: Vec<String>,
    /// Names of the pictures that show the product in use, as the upload returned them, in order.
    #[schema(max_items = 20)]
    #[serde(default)]
    augmented: Vec<String>,
}

/// A variant as a form sends it; the product's values apply to omitted fields.
#[derive(Debug, Deserialize, ToSchema)]
struct VariantForm {
    /// Key of an existing variant; null for a new one.
    id: Option<VariantId>,
    /// Name, up to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    #[serde(default)]
    name: String,
    /// Price of one piece, rupiah.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    price_rp: Option<i64>,
    /// Business volume of one piece, points.
    #[schema(minimum = 0, maximum = 1_000_000)]
    bv: Option<i64>,
    /// Shipping weight of one piece, grams.
    #[schema(minimum = 0, maximum = 1_000_000)]
    weight_gr: Option<i64>,
    /// SKU (the shop's own number); empty to use the product's.
    #[schema(max_length = 40)]
    #[serde(default)]
    sku: String,
    /// Barcode that a scanner reads from a piece; empty to use the product's.
    #[schema(max_length = 40)]
    #[serde(default)]
    barcode: String,
    /// Picture of the variant, one of `images`; empty to use the product's main picture, the first of them.
    #[serde(default)]
    picture: String,
    /// Pieces of the variant: initial stock for a new product, or its part of the stock when the product switches to
    /// stock by variant.
    #[schema(minimum = 0, maximum = 1_000_000)]
    stock: Option<i64>,
}

impl VariantForm {
    fn read(self) -> VariantFields {
        VariantFields {
            id: self.id,
            name: text::line(&self.name),
            price_rp: self.price_rp,
            bv: self.bv,
            weight_gr: self.weight_gr,
            sku: sku(&self.sku),
            barcode: text::plain(&self.barcode),
            picture: self.picture,
        }
    }
}

impl ProductForm {
    /// Returns the pieces of each variant in the form, in order; 0 if not given.
    pub fn stocks(&self) -> Vec<i64> {
        self.variants.iter().map(|variant| variant.stock.unwrap_or_default()).collect()
    }

    /// Returns the form's values, without surrounding blanks, and the errors found in them.
    pub fn read(self) -> (ProductFields, Vec<FieldError>) {
        let stocks_fit = self.stocks().iter().all(|pieces| (0..=MAX_PIECES).contains(pieces));
        let ((pricing, schedule), mut missing) = self.terms.read();
        // A missing number is reported only as missing, not also as wrong: 1 is valid in all of these fields.
        let mut number = |field, label: &str, value: Option<i64>| {
            value.unwrap_or_else(|| {
                missing.push(refusal(field, format!("{label} wajib diisi.")));
                1
            })
        };
        let fields = ProductFields {
            name: text::line(&self.name),
            category_id: number("category_id", "Kategori", self.category_id),
            description: text::tidy(&self.description),
            composition: text::tidy(&self.composition),
            usage: text::tidy(&self.usage),
            storage: text::tidy(&self.storage),
            price_rp: number("price_rp", "Harga", self.price_rp),
            bv: number("bv", "BV", self.bv),
            weight_gr: number("weight_gr", "Berat", self.weight_gr),
            net_ml: number("net_ml", "Isi bersih", self.net_ml),
            min_order: number("min_order", "Pemesanan minimal", self.min_order),
            sku: sku(&self.sku),
            barcode: text::plain(&self.barcode),
            shelf: text::line(&self.shelf),
            pricing,
            schedule,
            variants: self.variants.into_iter().map(VariantForm::read).collect(),
            by_variant: self.by_variant,
            images: self.images,
            augmented: self.augmented,
        };
        let mut errors = check(&fields);
        errors.extend(missing);
        if !stocks_fit {
            errors.push(refusal("variants", "Stok varian harus 0 sampai 1.000.000."));
        }
        (fields, errors)
    }
}

/// Returns a typed SKU (the shop's own number) in its stored form: without surrounding blanks, in capitals.
pub fn sku(text: &str) -> String {
    text::plain(text).to_ascii_uppercase()
}

/// Returns the errors in a product; empty if it is valid.
pub fn check(fields: &ProductFields) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if fields.name.is_empty() {
        errors.push(refusal("name", "Nama wajib diisi."));
    } else if fields.name.chars().count() > MAX_NAME {
        errors.push(refusal("name", format!("Nama maksimal {MAX_NAME} karakter.")));
    } else if fields.name.contains(char::is_control) {
        errors.push(refusal("name", "Nama berisi karakter yang tidak dapat disimpan."));
    }
    for (field, label, text) in [
        ("description", "Deskripsi", &fields.description),
        ("composition", "Komposisi", &fields.composition),
        ("usage", "Cara pakai", &fields.usage),
        ("storage", "Penyimpanan", &fields.storage),
    ] {
        if text.chars().count() > MAX_TEXT {
            errors.push(refusal(field, format!("{label} maksimal {} karakter.", format::number(5000))));
        } else if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
            errors.push(refusal(field, format!("{label} berisi karakter yang tidak dapat disimpan.")));
        }
    }
    for (field, label, value, least, most) in [
        ("price_rp", "Harga", fields.price_rp, 1, MAX_PRICE),
        ("bv", "BV", fields.bv, 0, 1_000_000),
        ("weight_gr", "Berat", fields.weight_gr, 0, 1_000_000),
        ("net_ml", "Isi bersih", fields.net_ml, 0, 1_000_000),
        ("min_order", "Pemesanan minimal", fields.min_order, 1, 1000),
    ] {
        if !(least..=most).contains(&value) {
            errors.push(refusal(field, format!("{label} harus {least} sampai {}.", format::number(most))));
        }
    }
    errors.extend(check_prices(fields));
    errors.extend(check_codes(fields));
    match check_variants(fields) {
        Some(error) => errors.push(error),
        None => errors.extend(check_least_price(fields)),
    }
    errors.extend(check_pictures("images", &fields.images));
    errors.extend(check_pictures("augmented", &fields.augmented));
    errors
}

/// Whether a text is valid as an SKU (the shop's own number) or a barcode.
fn is_code(text: &str) -> bool {
    text.len() <= MAX_CODE && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._/".contains(&byte))
}

fn check_codes(fields: &ProductFields) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for code in ProductCode::ALL {
        let (text, label) = (code.of(fields), code.label());
        if !is_code(text) {
            let message = format!("{label} hanya berisi huruf, angka, dan tanda - . _ /, paling banyak {MAX_CODE}.");
            errors.push(refusal(code.field(), message));
        }
    }
    if fields.shelf.chars().count() > MAX_SHELF || fields.shelf.contains(char::is_control) {
        errors.push(refusal("shelf", format!("Rak maksimal {MAX_SHELF} karakter.")));
    }
    errors
}

fn check_variants(fields: &ProductFields) -> Option<FieldError> {
    let refused = |message: String| Some(refusal("variants", message));
    if fields.variants.len() > MAX_VARIANTS {
        return refused(format!("Varian maksimal {MAX_VARIANTS}."));
    }
    if fields.by_variant && fields.variants.is_empty() {
        return refused("Isi minimal satu varian untuk menghitung stok per varian.".to_owned());
    }
    let mut seen = HashSet::new();
    for name in fields.variants.iter().map(|variant| &variant.name) {
        if name.is_empty() {
            return refused("Setiap varian harus punya nama.".to_owned());
        }
        if name.chars().count() > MAX_VARIANT_NAME {
            return refused(format!("Nama varian maksimal {MAX_VARIANT_NAME} karakter."));
        }
        if name.contains(|c: char| c.is_control() || c == VARIANT_SEPARATOR) {
            return refused(format!("Nama varian tidak boleh berisi tanda {VARIANT_SEPARATOR}."));
        }
        if !seen.insert(text::fold(name)) {
            return refused(format!("Varian {name} ditulis dua kali."));
        }
    }
    let mut ids: Vec<VariantId> = fields.variants.iter().filter_map(|variant| variant.id).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        return refused("Varian yang sama dikirim dua kali.".to_owned());
    }
    fields.variants.iter().find_map(|variant| check_variant(variant, fields)).and_then(refused)
}

/// Requires the product's price, which lists show, to equal the lowest price of its variants, so that some buyer pays
/// it and none pays less.
fn check_least_price(fields: &ProductFields) -> Option<FieldError> {
    let least = fields.variants.iter().map(|variant| variant.price_rp.unwrap_or(fields.price_rp)).min()?;
    (least != fields.price_rp).then(|| {
        let least = format::rupiah(least);
        refusal("price_rp", format!("Harga produk harus sama dengan harga variannya yang termurah, {least}."))
    })
}

/// Returns the first error in a variant's own values, if there is any.
fn check_variant(variant: &VariantFields, fields: &ProductFields) -> Option<String> {
    let name = &variant.name;
    for (label, value, least, most) in [
        ("Harga", variant.price_rp, 1, 1_000_000_000),
        ("BV", variant.bv, 0, 1_000_000),
        ("Berat", variant.weight_gr, 0, 1_000_000),
    ] {
        if value.is_some_and(|value| !(least..=most).contains(&value)) {
            return Some(format!("{label} varian {name} harus {least} sampai {}.", format::number(most)));
        }
    }
    for code in ProductCode::ALL {
        let (own, label) = (code.of_variant(variant), code.label());
        if !is_code(own) {
            let signs = format!("huruf, angka, dan tanda - . _ /, paling banyak {MAX_CODE}");
            return Some(format!("{label} varian {name} hanya berisi {signs}."));
        }
        let same = fields.variants.iter().filter(|other| code.of_variant(other) == own).count();
        if !own.is_empty() && (same > 1 || code.of(fields) == own) {
            let message = "dipakai dua kali di produk ini. Kosongkan bila sama dengan produknya.";
            return Some(format!("{label} {own} {message}"));
        }
    }
    (!variant.picture.is_empty() && !fields.images.contains(&variant.picture))
        .then(|| format!("Gambar varian {name} harus salah satu gambar galeri."))
}

fn check_pictures(field: &'static str, pictures: &[String]) -> Option<FieldError> {
    if pictures.len() > MAX_PICTURES {
        return Some(refusal(field, format!("Gambar maksimal {MAX_PICTURES}.")));
    }
    let mut seen = HashSet::new();
    for picture in pictures {
        if storage::check_key("products", picture).is_err() {
            return Some(refusal(field, "Unggah gambarnya lebih dulu."));
        }
        if !seen.insert(picture) {
            return Some(refusal(field, "Gambar yang sama dipilih dua kali."));
        }
    }
    None
}
