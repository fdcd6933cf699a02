//! What an administrator says of a product, and what it must be like.

use std::collections::HashSet;

use ksmart_core::fields::FieldError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    foundation::{format, storage, table::tidy},
    shop::catalog::{admin::listing::ProductCode, writing::ProductFields},
};

/// The longest name, in characters.
const MAX_NAME: usize = 120;
/// The longest text, in characters.
const MAX_TEXT: usize = 5000;
/// The longest shop's own number and barcode, in characters.
const MAX_CODE: usize = 40;
/// The longest name of a shelf, in characters.
const MAX_SHELF: usize = 30;
/// The longest name of a variant, in characters.
const MAX_VARIANT_NAME: usize = 60;
/// The most variants of a product.
const MAX_VARIANTS: usize = 30;
/// The most pictures of a product, of each kind.
const MAX_PICTURES: usize = 20;
/// The most pieces that can be received or counted at once.
pub const MAX_PIECES: i64 = 1_000_000;

/// What separates the names of variants in a table.
pub const VARIANT_SEPARATOR: char = '|';

/// A product as a form sends it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"name": "Teh Jahe", "category_id": 1, "description": "Teh hitam dengan jahe.",
    "composition": "Teh, jahe", "usage": "Seduh 5 menit.", "storage": "Simpan di tempat kering.",
    "price_rp": 45000, "bv": 20, "weight_gr": 250, "net_ml": 0, "min_order": 1, "sku": "TJ-250", "barcode":
    "8991234567897", "shelf": "A-03", "variants": ["Asli",
    "Madu"], "images": ["products/a1b2c3d4.webp"], "augmented": []}
)))]
pub struct ProductForm {
    /// Name, up to 120 characters.
    #[schema(min_length = 1, max_length = 120, pattern = r"\S")]
    #[serde(default)]
    name: String,
    /// Category.
    category_id: Option<i64>,
    /// Description, up to 5,000 characters, as the three that follow.
    #[schema(max_length = 5000)]
    #[serde(default)]
    description: String,
    /// Composition.
    #[schema(max_length = 5000)]
    #[serde(default)]
    composition: String,
    /// How to use it.
    #[schema(max_length = 5000)]
    #[serde(default)]
    usage: String,
    /// How to store it.
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
    /// The shop's own number, up to 40 letters, digits and `-._/`; empty for none.
    #[schema(max_length = 40)]
    #[serde(default)]
    sku: String,
    /// What a scanner reads from a piece, as the shop's own number; empty for none.
    #[schema(max_length = 40)]
    #[serde(default)]
    barcode: String,
    /// Where its pieces lie, up to 30 characters; empty where that is not said.
    #[schema(max_length = 30)]
    #[serde(default)]
    shelf: String,
    /// Names of the variants, in order.
    #[schema(max_items = 30)]
    #[serde(default)]
    variants: Vec<String>,
    /// Pictures of the gallery as the upload named them, in order.
    #[schema(max_items = 20)]
    #[serde(default)]
    images: Vec<String>,
    /// Pictures of the product in use, in order.
    #[schema(max_items = 20)]
    #[serde(default)]
    augmented: Vec<String>,
}

impl ProductForm {
    /// What the form says, without the blanks around it, and what is wrong with it.
    pub fn read(self) -> (ProductFields, Vec<FieldError>) {
        let mut missing = Vec::new();
        // What is missing is told as that, not also as a wrong number: one is right in all of these fields.
        let mut number = |field, label: &str, value: Option<i64>| {
            value.unwrap_or_else(|| {
                missing.push(refusal(field, format!("{label} wajib diisi.")));
                1
            })
        };
        let fields = ProductFields {
            name: tidy(&self.name),
            category_id: number("category_id", "Kategori", self.category_id),
            description: tidy(&self.description),
            composition: tidy(&self.composition),
            usage: tidy(&self.usage),
            storage: tidy(&self.storage),
            price_rp: number("price_rp", "Harga", self.price_rp),
            bv: number("bv", "BV", self.bv),
            weight_gr: number("weight_gr", "Berat", self.weight_gr),
            net_ml: number("net_ml", "Isi bersih", self.net_ml),
            min_order: number("min_order", "Pemesanan minimal", self.min_order),
            sku: sku(&self.sku),
            barcode: tidy(&self.barcode),
            shelf: tidy(&self.shelf),
            variants: self.variants.iter().map(|name| tidy(name)).collect(),
            images: self.images,
            augmented: self.augmented,
        };
        let mut errors = check(&fields);
        errors.extend(missing);
        (fields, errors)
    }
}

/// A shop's own number of a product as it is kept: people write it large or small.
pub fn sku(text: &str) -> String {
    tidy(text).to_ascii_uppercase()
}

/// What is wrong with a field.
pub fn refusal(field: &'static str, message: impl Into<String>) -> FieldError {
    FieldError::new(field, "invalid", message)
}

/// Says what is wrong with a product; an empty answer is a good one.
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
        ("price_rp", "Harga", fields.price_rp, 1, 1_000_000_000),
        ("bv", "BV", fields.bv, 0, 1_000_000),
        ("weight_gr", "Berat", fields.weight_gr, 0, 1_000_000),
        ("net_ml", "Isi bersih", fields.net_ml, 0, 1_000_000),
        ("min_order", "Pemesanan minimal", fields.min_order, 1, 1000),
    ] {
        if !(least..=most).contains(&value) {
            errors.push(refusal(field, format!("{label} harus {least} sampai {}.", format::number(most))));
        }
    }
    errors.extend(check_codes(fields));
    errors.extend(check_variants(&fields.variants));
    errors.extend(check_pictures("images", &fields.images));
    errors.extend(check_pictures("augmented", &fields.augmented));
    errors
}

fn check_codes(fields: &ProductFields) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for code in ProductCode::ALL {
        let (text, label) = (code.of(fields), code.label());
        if text.len() > MAX_CODE || !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._/".contains(&byte)) {
            let message = format!("{label} hanya berisi huruf, angka, dan tanda - . _ /, paling banyak {MAX_CODE}.");
            errors.push(refusal(code.field(), message));
        }
    }
    if fields.shelf.chars().count() > MAX_SHELF || fields.shelf.contains(char::is_control) {
        errors.push(refusal("shelf", format!("Rak maksimal {MAX_SHELF} karakter.")));
    }
    errors
}

fn check_variants(names: &[String]) -> Option<FieldError> {
    let refused = |message: String| Some(refusal("variants", message));
    if names.len() > MAX_VARIANTS {
        return refused(format!("Varian maksimal {MAX_VARIANTS}."));
    }
    let mut seen = HashSet::new();
    for name in names {
        if name.is_empty() {
            return refused("Setiap varian harus punya nama.".to_owned());
        }
        if name.chars().count() > MAX_VARIANT_NAME {
            return refused(format!("Nama varian maksimal {MAX_VARIANT_NAME} karakter."));
        }
        if name.contains(|c: char| c.is_control() || c == VARIANT_SEPARATOR) {
            return refused(format!("Nama varian tidak boleh berisi tanda {VARIANT_SEPARATOR}."));
        }
        if !seen.insert(name.to_lowercase()) {
            return refused(format!("Varian {name} ditulis dua kali."));
        }
    }
    None
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
