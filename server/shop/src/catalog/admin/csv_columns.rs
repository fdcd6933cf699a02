//! Products as rows of a table: the columns that an exported file has and an imported file may have.

use chrono::NaiveDateTime;
use ksmart_core::text;
use ksmart_foundation::{
    form::MOMENTS,
    ids::ProductId,
    time::{JAKARTA_MS, jakarta},
};

use crate::catalog::{
    admin::{listing::ListedProduct, product_form::VARIANT_SEPARATOR},
    variants::VariantFields,
    writing::ProductFields,
};

/// A column whose cells an import reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Id,
    Name,
    Category,
    Price,
    PromoPrice,
    PromoFrom,
    PromoUntil,
    RetailPrice,
    Bv,
    Weight,
    Net,
    MinOrder,
    Sku,
    Barcode,
    Shelf,
    Description,
    Composition,
    Usage,
    Storage,
    /// Names of the variants, separated by `|`; the other variant columns list values in the same order.
    Variants,
    VariantPrices,
    VariantBvs,
    VariantWeights,
    VariantSkus,
    VariantBarcodes,
    /// Counted pieces of each variant; read only if requested.
    VariantStocks,
    PublishAt,
    WithdrawAt,
    /// Counted pieces; read only if requested.
    Stock,
    /// Initial stock, in pieces; for new products only.
    OpeningStock,
}

/// Columns with their names in the shop's files, in the order of an exported file.
pub const COLUMNS: [(Column, &str); 30] = [
    (Column::Id, "id"),
    (Column::Name, "nama"),
    (Column::Category, "kategori"),
    (Column::Price, "harga"),
    (Column::PromoPrice, "harga_promo"),
    (Column::PromoFrom, "promo_mulai"),
    (Column::PromoUntil, "promo_sampai"),
    (Column::RetailPrice, "harga_umum"),
    (Column::Bv, "bv"),
    (Column::Weight, "berat_gram"),
    (Column::Net, "isi_ml"),
    (Column::MinOrder, "pemesanan_min"),
    (Column::Sku, "sku"),
    (Column::Barcode, "barcode"),
    (Column::Shelf, "rak"),
    (Column::Description, "deskripsi"),
    (Column::Composition, "komposisi"),
    (Column::Usage, "cara_pakai"),
    (Column::Storage, "penyimpanan"),
    (Column::Variants, "varian"),
    (Column::VariantPrices, "harga_varian"),
    (Column::VariantBvs, "bv_varian"),
    (Column::VariantWeights, "berat_varian"),
    (Column::VariantSkus, "sku_varian"),
    (Column::VariantBarcodes, "barcode_varian"),
    (Column::VariantStocks, "stok_varian"),
    (Column::PublishAt, "terbit_pada"),
    (Column::WithdrawAt, "turun_pada"),
    (Column::Stock, "stok"),
    (Column::OpeningStock, "stok_awal"),
];

/// Informative columns of an exported file, which an import does not read.
pub const TOLD: [&str; 2] = ["terjual", "status"];

/// Prefix of the names of example products, which an import does not read.
pub const EXAMPLE: &str = "[CONTOH]";

/// Example rows of the empty table: one product with most of the columns, one with variants.
pub const EXAMPLES: [&[(Column, &str)]; 2] = [
    &[
        (Column::Name, "[CONTOH] Teh Melati 100 g"),
        (Column::Category, "Teh"),
        (Column::Price, "45.000"),
        (Column::RetailPrice, "55.000"),
        (Column::Bv, "20"),
        (Column::Weight, "120"),
        (Column::MinOrder, "1"),
        (Column::Sku, "TEH-MELATI"),
        (Column::Barcode, "8991234567897"),
        (Column::Shelf, "A1"),
        (Column::Description, "Teh melati pilihan."),
        (Column::Usage, "Seduh 3 menit dengan air panas."),
        (Column::OpeningStock, "50"),
    ],
    &[
        (Column::Name, "[CONTOH] Minuman Kolagen"),
        (Column::Category, "Minuman"),
        (Column::Price, "150.000"),
        (Column::Bv, "75"),
        (Column::Weight, "300"),
        (Column::Net, "250"),
        (Column::Variants, "Jeruk|Mangga"),
        (Column::VariantPrices, "|160.000"),
        (Column::VariantSkus, "KOLAGEN-J|KOLAGEN-M"),
    ],
];

impl Column {
    /// Returns its name in the shop's files.
    pub fn name(self) -> &'static str {
        COLUMNS.iter().find(|(column, _)| *column == self).map_or("", |(_, name)| name)
    }

    /// Returns the column for a field of the product form; the column of the name for any other field.
    pub fn of_field(field: &str) -> Self {
        match field {
            "category_id" => Self::Category,
            "price_rp" => Self::Price,
            "promo_rp" => Self::PromoPrice,
            "promo_from" => Self::PromoFrom,
            "promo_until" => Self::PromoUntil,
            "retail_rp" => Self::RetailPrice,
            "publish_at" => Self::PublishAt,
            "withdraw_at" => Self::WithdrawAt,
            "bv" => Self::Bv,
            "weight_gr" => Self::Weight,
            "net_ml" => Self::Net,
            "min_order" => Self::MinOrder,
            "sku" => Self::Sku,
            "barcode" => Self::Barcode,
            "shelf" => Self::Shelf,
            "description" => Self::Description,
            "composition" => Self::Composition,
            "usage" => Self::Usage,
            "storage" => Self::Storage,
            "variants" => Self::Variants,
            "opening_stock" => Self::OpeningStock,
            _ => Self::Name,
        }
    }

    /// Returns the cell of this column in a product's row; empty for stock columns, which are not part of the fields.
    pub fn cell(self, id: Option<ProductId>, fields: &ProductFields, category: &str) -> String {
        match self {
            Self::Id => id.map(|id| id.to_string()).unwrap_or_default(),
            Self::Name => text::line(&fields.name),
            Self::Category => text::line(category),
            Self::Price => fields.price_rp.to_string(),
            Self::PromoPrice => some(fields.pricing.promo_rp),
            Self::PromoFrom => moment(fields.pricing.promo_from_ms),
            Self::PromoUntil => moment(fields.pricing.promo_until_ms),
            Self::RetailPrice => some(fields.pricing.retail_rp),
            Self::PublishAt => moment(fields.schedule.publish_ms),
            Self::WithdrawAt => moment(fields.schedule.withdraw_ms),
            Self::Bv => fields.bv.to_string(),
            Self::Weight => fields.weight_gr.to_string(),
            Self::Net => fields.net_ml.to_string(),
            Self::MinOrder => fields.min_order.to_string(),
            Self::Sku => fields.sku.clone(),
            Self::Barcode => fields.barcode.clone(),
            Self::Shelf => text::line(&fields.shelf),
            Self::Description => text::tidy(&fields.description),
            Self::Composition => text::tidy(&fields.composition),
            Self::Usage => text::tidy(&fields.usage),
            Self::Storage => text::tidy(&fields.storage),
            Self::Variants => text::tidy(&listed(fields.variants.iter().map(|variant| variant.name.clone()))),
            Self::VariantPrices => figures(fields, |variant| variant.price_rp),
            Self::VariantBvs => figures(fields, |variant| variant.bv),
            Self::VariantWeights => figures(fields, |variant| variant.weight_gr),
            Self::VariantSkus => codes(fields, |variant| &variant.sku),
            Self::VariantBarcodes => codes(fields, |variant| &variant.barcode),
            Self::Stock | Self::VariantStocks | Self::OpeningStock => String::new(),
        }
    }
}

/// Joins one value per variant, in order, into one cell.
pub fn listed(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(&VARIANT_SEPARATOR.to_string())
}

/// Returns the pieces of each variant of a product in one cell; empty if stock is not counted by variant.
pub fn counted_variants(product: &ListedProduct) -> String {
    if !product.fields.by_variant {
        return String::new();
    }
    listed(product.variant_stocks.iter().map(i64::to_string))
}

/// Returns the variants' own figures in one cell; empty if no variant has one.
fn figures(fields: &ProductFields, of: fn(&VariantFields) -> Option<i64>) -> String {
    if fields.variants.iter().all(|variant| of(variant).is_none()) {
        return String::new();
    }
    listed(fields.variants.iter().map(|variant| some(of(variant))))
}

/// Returns the variants' own codes in one cell; empty if no variant has one.
fn codes(fields: &ProductFields, of: fn(&VariantFields) -> &String) -> String {
    if fields.variants.iter().all(|variant| of(variant).is_empty()) {
        return String::new();
    }
    listed(fields.variants.iter().map(|variant| of(variant).clone()))
}

/// Returns an optional number as text; empty if it is missing.
fn some(number: Option<i64>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// Returns a time in Jakarta, to the minute: `2026-12-01 08:00`; empty for none.
fn moment(ms: Option<i64>) -> String {
    ms.map(|ms| jakarta(ms).format(MOMENT).to_string()).unwrap_or_default()
}

/// Format of a time in a cell.
const MOMENT: &str = "%Y-%m-%d %H:%M";

/// Parses a cell as a time in Jakarta; returns the start of its minute in UTC milliseconds, `None` if it is unreadable.
/// Accepts the exported format, and those into which spreadsheets in Indonesia convert it.
pub fn read_minute(cell: &str) -> Option<i64> {
    let typed = cell.trim();
    let written = [MOMENT, "%d/%m/%Y %H.%M", "%d/%m/%Y %H:%M", "%d/%m/%Y %H.%M.%S", "%d/%m/%Y %H:%M:%S"];
    let minute = written.iter().find_map(|written| NaiveDateTime::parse_from_str(typed, written).ok())?;
    let ms = minute.and_utc().timestamp_millis() - JAKARTA_MS;
    let ms = ms - ms.rem_euclid(60_000);
    MOMENTS.contains(&ms).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_spreadsheet_formats() {
        let ms = Some(1_796_086_800_000);
        assert_eq!(moment(ms), "2026-12-01 08:00");
        for cell in ["2026-12-01 08:00", "01/12/2026 08.00", "1/12/2026 8:00", "01/12/2026 08:00:00"] {
            assert_eq!(read_minute(cell), ms, "{cell}");
        }
        for cell in ["", "besok", "2026-13-01 08:00", "2026-12-01", "1926-12-01 08:00"] {
            assert_eq!(read_minute(cell), None, "{cell}");
        }
    }

    #[test]
    fn column_names_are_unique() {
        let names: std::collections::BTreeSet<&str> = COLUMNS.iter().map(|(column, _)| column.name()).collect();
        assert_eq!(names.len(), COLUMNS.len());
        assert!(TOLD.iter().all(|name| !names.contains(name)));
    }
}
