//! Column names as people write them: synonyms of the shop's names, possibly with a unit or a note in brackets.
//! Figures in other units are converted to the shop's units.

use ksmart_core::text;
use ksmart_foundation::table::ungrouped;
use rust_decimal::Decimal;

use crate::catalog::admin::{
    csv_columns::{COLUMNS, Column},
    product_form::VARIANT_SEPARATOR,
};

/// Column names other than the shop's own, without units.
const NAMES: [(Column, &[&str]); 15] = [
    (Column::Name, &["nama produk", "nama barang"]),
    (Column::Category, &["kategori produk"]),
    (Column::Price, &["harga anggota", "harga member", "harga distributor"]),
    (Column::RetailPrice, &["harga konsumen", "harga non member", "harga eceran"]),
    (Column::PromoFrom, &["mulai promo"]),
    (Column::PromoUntil, &["promo berakhir", "akhir promo"]),
    (Column::Weight, &["berat", "berat kirim", "berat produk"]),
    (Column::Net, &["isi", "isi bersih", "volume"]),
    (Column::MinOrder, &["pemesanan minimal", "pemesanan minimum", "minimal pemesanan", "min order"]),
    (Column::Sku, &["kode", "kode produk", "kode barang", "kode sku"]),
    (Column::Barcode, &["kode batang", "ean"]),
    (Column::Shelf, &["rak di gudang"]),
    (Column::Composition, &["bahan"]),
    (Column::Usage, &["cara pemakaian", "aturan pakai"]),
    (Column::Stock, &["jumlah stok"]),
];

/// Notes that may follow any column name in brackets; they are ignored.
const NOTES: [&str; 3] = ["wajib", "wajib diisi", "opsional"];

/// Returns the units of a column, each with its size in the shop's units; empty for texts and codes.
fn units(column: Column) -> &'static [(&'static str, i64)] {
    match column {
        Column::Weight | Column::VariantWeights => {
            &[("gram", 1), ("gr", 1), ("g", 1), ("kg", 1000), ("kilogram", 1000), ("kilo", 1000)]
        }
        Column::Net => &[("ml", 1), ("mililiter", 1), ("cc", 1), ("l", 1000), ("liter", 1000), ("ltr", 1000)],
        Column::Price | Column::PromoPrice | Column::RetailPrice | Column::VariantPrices => {
            &[("rp", 1), ("rupiah", 1), ("idr", 1)]
        }
        Column::Bv | Column::VariantBvs => &[("poin", 1), ("bv", 1)],
        Column::MinOrder | Column::Stock | Column::OpeningStock | Column::VariantStocks => {
            &[("pcs", 1), ("buah", 1), ("unit", 1), ("biji", 1)]
        }
        _ => &[],
    }
}

fn factor(column: Column, unit: &str) -> Option<i64> {
    units(column).iter().find(|(known, _)| *known == unit).map(|(_, factor)| *factor)
}

/// A column as a file names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub column: Column,
    /// Size of the file's unit in the shop's units; `None` if unknown.
    pub factor: Option<i64>,
}

impl Header {
    /// Returns a cell converted to the shop's units.
    ///
    /// # Errors
    /// Message about a figure whose unit is unknown, that is ambiguous, or that is not whole in the shop's units.
    pub fn cell(self, cell: String) -> Result<String, String> {
        if !matches!(self.column, Column::Weight | Column::VariantWeights | Column::Net) || cell.is_empty() {
            return Ok(cell);
        }
        let parts: Result<Vec<String>, String> = cell.split(VARIANT_SEPARATOR).map(|part| self.part(part)).collect();
        Ok(parts?.join(&VARIANT_SEPARATOR.to_string()))
    }

    /// Converts a figure, which may name its unit.
    fn part(self, typed: &str) -> Result<String, String> {
        let plain = text::plain(typed).to_lowercase();
        let (figure, unit) = plain.split_at(plain.find(char::is_alphabetic).unwrap_or(plain.len()));
        let figure = figure.trim();
        if figure.is_empty() {
            return Ok(typed.to_owned());
        }
        let factor = if unit.is_empty() { self.factor } else { factor(self.column, unit.trim_end_matches('.')) };
        let [small, large] = if self.column == Column::Net { ["ml", "liter"] } else { ["gram", "kg"] };
        match factor {
            Some(1) => Ok(figure.to_owned()),
            Some(factor) => converted(figure, factor).map_err(|wrong| match wrong {
                Wrong::Ambiguous => format!("“{typed}” dapat dibaca dua kali. Tulis dalam {small}, atau dengan koma."),
                Wrong::Fraction => format!("“{typed}” bukan {small} bulat."),
            }),
            None if unit.is_empty() => Err(format!(
                "Satuan “{typed}” tidak disebut. Tulis {small} atau {large} di nama kolomnya, atau di belakang angkanya."
            )),
            None => Err(format!("Satuan “{unit}” tidak dikenal. Pakai {small} atau {large}.")),
        }
    }
}

enum Wrong {
    /// A point that may be a decimal point or separate thousands.
    Ambiguous,
    Fraction,
}

/// Returns a decimal number multiplied by a factor.
fn converted(figure: &str, factor: i64) -> Result<String, Wrong> {
    let grouped = figure.split_once('.').is_some_and(|(before, behind)| before != "0" && behind.len() == 3);
    let plain = match figure.contains(',') {
        true => {
            let (whole, fraction) = figure.split_once(',').unwrap_or_default();
            format!("{}.{fraction}", ungrouped(whole).ok_or(Wrong::Fraction)?)
        }
        false if grouped || figure.matches('.').count() > 1 => return Err(Wrong::Ambiguous),
        false => figure.to_owned(),
    };
    let number: Decimal = plain.parse().map_err(|_| Wrong::Fraction)?;
    let whole = number.checked_mul(factor.into()).filter(|number| number.fract().is_zero()).ok_or(Wrong::Fraction)?;
    Ok(whole.normalize().to_string())
}

/// Recognizes a folded column name; returns `None` for any other text.
///
/// # Errors
/// Message about a unit that is unknown or contradicts another unit in the name.
pub fn read(name: &str) -> Option<Result<Header, String>> {
    let own = |name: &str| COLUMNS.iter().find(|(_, known)| *known == name).map(|(column, _)| *column);
    if let Some(column) = own(name) {
        return Some(Ok(Header { column, factor: own_factor(column) }));
    }
    let (plain, brackets) = without_brackets(&name.replace(['_', '.', '-', ':', '*'], " "));
    let known = |words: &str| {
        let other = NAMES.iter().find(|(_, names)| names.contains(&words)).map(|(column, _)| *column);
        other.or_else(|| own(&words.replace(' ', "_")))
    };
    let (column, mut unit) = match known(&plain) {
        Some(column) => (column, own(&plain.replace(' ', "_")).and_then(own_factor)),
        // The last word is the unit.
        None => {
            let (words, last) = plain.rsplit_once(' ')?;
            let column = known(words)?;
            (column, Some(factor(column, last)?))
        }
    };
    for said in brackets.iter().filter(|said| !NOTES.contains(&said.as_str())) {
        match factor(column, said) {
            Some(factor) if unit.is_some_and(|unit| unit != factor) => {
                return Some(Err(format!("Kolom “{name}” menyebut dua satuan. Pakai salah satu.")));
            }
            Some(factor) => unit = Some(factor),
            None if units(column).is_empty() => {}
            None => {
                let names: Vec<&str> = units(column).iter().map(|(unit, _)| *unit).collect();
                let names = names.join(", ");
                return Some(Err(format!("Satuan “{said}” di kolom “{name}” tidak dikenal. Pakai: {names}.")));
            }
        }
    }
    Some(Ok(Header { column, factor: unit.or((!needs_unit(column)).then_some(1)) }))
}

/// Whether the name of a column must contain its unit.
fn needs_unit(column: Column) -> bool {
    matches!(column, Column::Weight | Column::VariantWeights | Column::Net)
}

/// Returns the factor of a column with the shop's own name, which contains the unit except for the weights of variants.
fn own_factor(column: Column) -> Option<i64> {
    (column != Column::VariantWeights).then_some(1)
}

/// Returns a name without its parts in brackets, and those parts.
fn without_brackets(name: &str) -> (String, Vec<String>) {
    let (mut plain, mut brackets) = (String::new(), Vec::new());
    let mut rest = name;
    while let Some((before, inside)) = rest.split_once(['(', '[']) {
        let (said, behind) = inside.split_once([')', ']']).unwrap_or((inside, ""));
        plain.push_str(before);
        plain.push(' ');
        brackets.push(text::line(said));
        rest = behind;
    }
    plain.push_str(rest);
    (text::line(&plain), brackets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_recognized_by_common_names() {
        for (name, column, factor) in [
            ("berat_gram", Column::Weight, Some(1)),
            ("berat gram", Column::Weight, Some(1)),
            ("berat (gram)", Column::Weight, Some(1)),
            ("berat [g] *", Column::Weight, Some(1)),
            ("berat kirim (kg)", Column::Weight, Some(1000)),
            ("berat kg", Column::Weight, Some(1000)),
            ("berat", Column::Weight, None),
            ("berat (wajib)", Column::Weight, None),
            ("berat varian (kg)", Column::VariantWeights, Some(1000)),
            ("berat varian (gram)", Column::VariantWeights, Some(1)),
            ("berat_varian", Column::VariantWeights, None),
            ("isi bersih (ml)", Column::Net, Some(1)),
            ("volume (liter)", Column::Net, Some(1000)),
            ("stok awal", Column::OpeningStock, Some(1)),
            ("stok awal (pcs)", Column::OpeningStock, Some(1)),
            ("harga (rp) (wajib)", Column::Price, Some(1)),
            ("harga rp", Column::Price, Some(1)),
            ("harga member", Column::Price, Some(1)),
            ("harga umum (rp)", Column::RetailPrice, Some(1)),
            ("bv (poin)", Column::Bv, Some(1)),
            ("nama produk*", Column::Name, Some(1)),
            ("deskripsi (maks. 500 huruf)", Column::Description, Some(1)),
            ("cara pakai", Column::Usage, Some(1)),
            ("kode barang", Column::Sku, Some(1)),
        ] {
            assert_eq!(read(name), Some(Ok(Header { column, factor })), "{name}");
        }
        for name in ["", "warna", "daftar harga", "harga per dus", "berat (gram) kotor", "()", "gram", "toko: nama"] {
            assert_eq!(read(name), None, "{name}");
        }
        for name in ["berat (ons)", "harga (ribu)", "stok (dus)", "berat_gram (kg)", "berat (kg) (gram)"] {
            assert!(read(name).unwrap().unwrap_err().contains(name), "{name}");
        }
    }

    #[test]
    fn weights_are_converted_to_grams() {
        let weight = |name: &str, cell: &str| read(name).unwrap().unwrap().cell(cell.to_owned());
        for (name, cell, grams) in [
            ("berat (kg)", "0,25", "250"),
            ("berat (kg)", "0.25", "250"),
            ("berat (kg)", "0.250", "250"),
            ("berat (kg)", "1", "1000"),
            ("berat (kg)", "1,5 kg", "1500"),
            ("berat (kg)", "250 gr", "250"),
            ("berat (kg)", "1.000,5", "1000500"),
            ("berat (kg)", "1 000,5", "1000500"),
            ("berat (gram)", "1.500", "1.500"),
            ("berat_gram", "0,25 Kg.", "250"),
            ("berat", "250 gram", "250"),
            ("berat varian (kg)", "0,25|1|", "250|1000|"),
            ("berat_gram", "", ""),
            ("berat_gram", "abc", "abc"),
            ("isi (liter)", "0,6", "600"),
        ] {
            assert_eq!(weight(name, cell).as_deref(), Ok(grams), "{name} {cell}");
        }
        for (name, cell, sentence) in [
            ("berat (kg)", "1.500", "“1.500” dapat dibaca dua kali."),
            ("berat (kg)", "0,2505", "“0,2505” bukan gram bulat."),
            ("berat (kg)", "1,5,5", "“1,5,5” bukan gram bulat."),
            ("berat (kg)", "0.25,0", "“0.25,0” bukan gram bulat."),
            ("berat (kg)", "1.5,0", "“1.5,0” bukan gram bulat."),
            ("berat", "250", "Satuan “250” tidak disebut."),
            ("berat (gram)", "2 ons", "Satuan “ons” tidak dikenal. Pakai gram atau kg."),
        ] {
            let said = weight(name, cell).unwrap_err();
            assert!(said.starts_with(sentence), "{name} {cell}: {said}");
        }
    }
}
