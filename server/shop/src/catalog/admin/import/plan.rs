//! Plan of an import: each row is compared with the product that it names.

use std::collections::{HashMap, HashSet};

use ksmart_core::text;
use ksmart_foundation::{
    db::Conn,
    error::{Error, Result},
    format,
    ids::ProductId,
    table::{RowError, number},
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::query_as;
use utoipa::ToSchema;

use crate::{
    catalog::admin::import::file::{Row, Table},
    catalog::{
        admin::{
            categories::{MAX_CATEGORIES, wrong_name},
            csv_columns::{COLUMNS, Column, counted_variants, listed, read_minute},
            listing::{self, AT_ONCE, ListedProduct, ProductCode},
            product_form::{self, MAX_PIECES, VARIANT_SEPARATOR, check},
            terms_form::check_moments,
        },
        pricing::Pricing,
        schedule::Schedule,
        variants::VariantFields,
        writing::{ProductFields, search_text},
    },
};

/// Planned effect of a file.
pub struct Plan {
    /// Rows that create or change a product, by line.
    pub steps: Vec<Step>,
    /// Mistakes, by line.
    pub errors: Vec<RowError>,
    /// Number of rows that change nothing.
    pub unchanged: usize,
    /// Names of missing categories in the rows, each once, by line.
    pub missing: Vec<String>,
    /// Digest that distinguishes this plan from any other.
    pub digest: String,
}

/// A row that creates or changes a product.
pub struct Step {
    pub line: u64,
    /// The current product; `None` for a new one.
    pub kept: Option<ListedProduct>,
    /// Fields of the product after the import. A negative category key is a missing category: -1 is the first of them.
    pub fields: ProductFields,
    /// Initial pieces of a new product.
    pub opening_stock: i64,
    /// Counted pieces of an existing product, if they differ from the stock books.
    pub stock: Option<i64>,
    /// Counted pieces of each variant, in order, if they differ from the stock books. For a new product that is counted
    /// by variant, its initial pieces.
    pub variant_stocks: Vec<i64>,
    /// Differences, column by column.
    pub changes: Vec<CellChange>,
}

/// Change of one cell.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CellChange {
    /// Name of the column in the shop's files.
    pub column: &'static str,
    /// Present content; null for a new product.
    pub before: Option<String>,
    /// Content after the import.
    pub after: String,
}

/// Categories that rows name.
struct Categories {
    /// Key and name by folded name. Missing categories have keys below zero.
    known: HashMap<String, (i64, String)>,
    /// Names of the missing categories.
    missing: Vec<String>,
    /// Whether rows may name missing categories.
    makes_missing: bool,
    /// Number of categories that may still be created.
    left: usize,
}

impl Categories {
    async fn read(conn: &mut Conn, makes_missing: bool) -> sqlx::Result<Self> {
        let there: Vec<(i64, String)> = query_as("SELECT id, name FROM categories").fetch_all(conn).await?;
        let left = MAX_CATEGORIES.saturating_sub(there.len());
        let known = there.into_iter().map(|(id, name)| (text::fold(&name), (id, name))).collect();
        Ok(Self { known, missing: Vec::new(), makes_missing, left })
    }

    /// Returns key and name of the category in a cell.
    fn named(&mut self, cell: &str) -> Result<(i64, String), String> {
        let folded = text::fold(cell);
        let found = match self.known.get(&folded) {
            Some(found) => found.clone(),
            None => {
                let name = text::line(cell);
                if let Some(wrong) = wrong_name(&name) {
                    return Err(wrong);
                }
                self.left = self.left.checked_sub(1).ok_or_else(|| format!("Kategori maksimal {MAX_CATEGORIES}."))?;
                self.missing.push(name.clone());
                let made = (-i64::try_from(self.missing.len()).unwrap_or(i64::MAX), name);
                self.known.insert(folded, made.clone());
                made
            }
        };
        if found.0 < 0 && !self.makes_missing {
            return Err(format!("Kategori “{cell}” belum ada. Buat dulu, atau tulis yang ada."));
        }
        Ok(found)
    }
}

/// Compares a file with the products. Rows may name missing categories only with `makes_missing`.
pub async fn make(conn: &mut Conn, table: &Table, makes_missing: bool, now_ms: i64) -> Result<Plan> {
    let mut categories = Categories::read(conn, makes_missing).await?;
    let coded = by_sku(conn, &table.rows).await?;
    let named: Vec<ProductId> = table.rows.iter().filter_map(|row| key_of(row, &coded).ok().flatten()).collect();
    let mut kept: HashMap<ProductId, ListedProduct> = HashMap::new();
    for ids in named.chunks(AT_ONCE) {
        kept.extend(listing::load(conn, ids).await?.into_iter().map(|product| (product.id, product)));
    }
    let (mut steps, mut errors, mut unchanged) = (Vec::new(), table.errors.clone(), 0);
    let mut seen: HashMap<ProductId, u64> = HashMap::new();
    for row in &table.rows {
        let refuse = |column: Column, message| RowError { line: row.line, column: column.name(), message };
        let column = if row.has(Column::Id) { Column::Id } else { Column::Sku };
        let product = match key_of(row, &coded) {
            Err(message) => {
                errors.push(refuse(Column::Id, message));
                continue;
            }
            Ok(None) => None,
            Ok(Some(id)) => {
                if let Some(line) = seen.insert(id, row.line) {
                    errors.push(refuse(column, format!("Produk {id} sudah ada di baris {line}.")));
                    continue;
                }
                let Some(product) = kept.remove(&id) else {
                    let message = format!("Tidak ada produk dengan id {id}. Kosongkan id untuk produk baru.");
                    errors.push(refuse(Column::Id, message));
                    continue;
                };
                Some(product)
            }
        };
        match step(row, product, &mut categories, now_ms) {
            Ok(None) => unchanged += 1,
            Ok(Some(step)) => steps.push(step),
            Err(wrong) => errors.extend(wrong.into_iter().map(|(column, message)| refuse(column, message))),
        }
    }
    let mut taken = same_names(conn, &steps).await?;
    for code in ProductCode::ALL {
        taken.extend(same_codes(conn, &steps, code).await?);
    }
    let faulty: HashSet<u64> = taken.iter().map(|error| error.line).collect();
    steps.retain(|step| !faulty.contains(&step.line));
    errors.extend(taken);
    errors.sort_by_key(|error| error.line);
    let missing = categories.missing;
    let digest = digest(&steps, if makes_missing { &missing } else { &[] })?;
    Ok(Plan { steps, errors, unchanged, missing, digest })
}

/// Returns, by SKU, the products whose SKU is in a row without an id: such a row changes the existing product.
async fn by_sku(conn: &mut Conn, rows: &[Row]) -> Result<HashMap<String, ProductId>> {
    let given: Vec<String> = rows.iter().filter_map(sku_of).collect();
    let mut found = HashMap::new();
    for some in given.chunks(AT_ONCE) {
        let skus: Vec<&str> = some.iter().map(String::as_str).collect();
        found.extend(listing::with_skus(conn, &skus).await?);
    }
    Ok(found)
}

/// Returns the SKU of a row without an id; `None` for a row with an id or without an SKU.
fn sku_of(row: &Row) -> Option<String> {
    let sku = product_form::sku(row.cells.get(&Column::Sku).filter(|_| !row.has(Column::Id))?);
    (!sku.is_empty()).then_some(sku)
}

/// Returns the product that a row names, if any: by its id, or by the SKU that the product already has.
fn key_of(row: &Row, coded: &HashMap<String, ProductId>) -> Result<Option<ProductId>, String> {
    match row.cells.get(&Column::Id).map(String::as_str) {
        None | Some("") => Ok(sku_of(row).and_then(|sku| coded.get(&sku).copied())),
        Some(cell) => match cell.parse() {
            Ok(id) if id > 0 => Ok(Some(ProductId(id))),
            _ => Err("Id harus angka, atau kosong untuk produk baru.".to_owned()),
        },
    }
}

/// Returns the change that a row makes; `None` if it makes none.
fn step(
    row: &Row,
    kept: Option<ListedProduct>,
    categories: &mut Categories,
    now_ms: i64,
) -> Result<Option<Step>, Vec<(Column, String)>> {
    let mut errors = Vec::new();
    let before = kept.as_ref().map(|kept| (&kept.fields, kept.category_name.as_str()));
    let fields = before.map_or_else(nothing, |(fields, _)| fields.clone());
    let category = before.map_or_else(String::new, |(_, name)| name.to_owned());
    if kept.is_none() {
        for column in [Column::Name, Column::Category, Column::Price, Column::Bv, Column::Weight] {
            if row.cells.get(&column).is_none_or(String::is_empty) {
                errors.push((column, format!("Kolom {} wajib diisi untuk produk baru.", column.name())));
            }
        }
    }
    let mut read = Reading { fields, category, opening_stock: 0, errors };
    read.cells(row, kept.as_ref(), categories);
    let Reading { mut fields, category, mut opening_stock, mut errors } = read;
    let stock = counted(row, kept.as_ref(), &mut opening_stock).unwrap_or_else(|message| {
        errors.push((Column::Stock, message));
        None
    });
    let variant_stocks = variants_counted(row, kept.as_ref(), &mut fields).unwrap_or_else(|message| {
        errors.push((Column::VariantStocks, message));
        Vec::new()
    });
    if fields.by_variant && (stock.is_some() || kept.is_none() && opening_stock > 0) {
        let message = "Stok produk ini dihitung per varian: isi kolom stok_varian saja.";
        errors.push((Column::Stock, message.to_owned()));
    }
    let mut changes = differing(before, &fields, &category, opening_stock);
    if !variant_stocks.is_empty() {
        let before = kept.as_ref().map(counted_variants);
        let after = listed(variant_stocks.iter().map(i64::to_string));
        changes.push(CellChange { column: Column::VariantStocks.name(), before, after });
    }
    if let (Some(kept), Some(stock)) = (&kept, stock) {
        let before = Some(kept.stock.to_string());
        changes.push(CellChange { column: Column::Stock.name(), before, after: stock.to_string() });
    }
    if kept.is_some() && changes.is_empty() && errors.is_empty() {
        return Ok(None);
    }
    let as_before = kept.as_ref().is_some_and(|kept| kept.fields == fields);
    let mut wrong = if as_before { Vec::new() } else { check(&fields) };
    if !as_before {
        wrong.extend(check_moments(kept.as_ref(), &fields, fields.schedule.publish_ms.is_some(), now_ms));
    }
    for error in wrong {
        let column = Column::of_field(&error.field);
        if errors.iter().all(|(wrong, _)| *wrong != column) {
            errors.push((column, error.message));
        }
    }
    if errors.is_empty() {
        Ok(Some(Step { line: row.line, kept, fields, opening_stock, stock, variant_stocks, changes }))
    } else {
        Err(errors)
    }
}

/// Values and errors read from a row so far.
struct Reading {
    fields: ProductFields,
    /// Name of the category.
    category: String,
    opening_stock: i64,
    errors: Vec<(Column, String)>,
}

impl Reading {
    /// Puts the cells that differ from the current values into their fields.
    fn cells(&mut self, row: &Row, kept: Option<&ListedProduct>, categories: &mut Categories) {
        for (column, cell) in &row.cells {
            // Unchanged values are not checked, even if the current rules would refuse them.
            let same = kept.is_some() && column.cell(None, &self.fields, &self.category) == *cell;
            if matches!(column, Column::Id | Column::Stock | Column::VariantStocks)
                || same
                || self.errors.iter().any(|(wrong, _)| wrong == column)
            {
                continue;
            }
            if *column == Column::Category {
                match categories.named(cell) {
                    Ok((id, name)) => (self.fields.category_id, self.category) = (id, name),
                    Err(message) => self.errors.push((*column, message)),
                }
            } else if *column == Column::OpeningStock {
                match number(cell).filter(|pieces| *pieces <= MAX_PIECES) {
                    // A row without an id names an existing product by its SKU: the file that created the product is
                    // imported again, so its initial stock is ignored.
                    _ if kept.is_some() && !row.has(Column::Id) => {}
                    _ if kept.is_some() => {
                        let message = "Stok awal hanya untuk produk baru. Ubah stok di halaman Stok.";
                        self.errors.push((*column, message.to_owned()));
                    }
                    Some(pieces) => self.opening_stock = pieces,
                    None if cell.is_empty() => {}
                    None => self.errors.push((*column, "Stok awal harus angka bulat 0 sampai 1.000.000.".to_owned())),
                }
            } else if let Err(message) = set(&mut self.fields, *column, cell, kept.is_none()) {
                self.errors.push((*column, message));
            }
        }
    }
}

/// Returns the counted pieces of an existing product, if they differ from the stock books. For a new product, returns
/// `None` and sets `opening_stock` to the counted pieces.
fn counted(row: &Row, kept: Option<&ListedProduct>, opening_stock: &mut i64) -> Result<Option<i64>, String> {
    let Some(cell) = row.cells.get(&Column::Stock).filter(|cell| !cell.is_empty()) else { return Ok(None) };
    if kept.is_some_and(|kept| kept.stock.to_string() == *cell) {
        return Ok(None);
    }
    let pieces = number(cell).filter(|pieces| *pieces <= MAX_PIECES);
    let pieces = pieces.ok_or("Stok harus angka bulat 0 sampai 1.000.000.")?;
    match kept {
        Some(kept) => Ok((pieces != kept.stock).then_some(pieces)),
        None if row.cells.get(&Column::OpeningStock).is_some_and(|cell| !cell.is_empty())
            && pieces != *opening_stock =>
        {
            Err("Stok dan stok_awal berbeda. Isi salah satu saja.".to_owned())
        }
        None => {
            *opening_stock = pieces;
            Ok(None)
        }
    }
}

/// Returns the counted pieces of each variant, in order; empty if the cell is empty or repeats the stock books. A new
/// product with such a cell is counted by variant.
fn variants_counted(row: &Row, kept: Option<&ListedProduct>, fields: &mut ProductFields) -> Result<Vec<i64>, String> {
    let Some(cell) = row.cells.get(&Column::VariantStocks).filter(|cell| !cell.is_empty()) else {
        return Ok(Vec::new());
    };
    if kept.is_some_and(|kept| kept.fields.variants == fields.variants && counted_variants(kept) == *cell) {
        return Ok(Vec::new());
    }
    if kept.is_some_and(|kept| !kept.fields.by_variant) {
        return Err("Stok produk ini tidak dihitung per varian. Nyalakan di halaman produknya.".to_owned());
    }
    let cells = aligned(cell, fields, Column::VariantStocks)?;
    let pieces = |cell: &str| number(cell).filter(|pieces| *pieces <= MAX_PIECES);
    let counted: Option<Vec<i64>> = cells.into_iter().map(pieces).collect();
    let counted = counted.ok_or("Stok setiap varian harus angka bulat 0 sampai 1.000.000.")?;
    fields.by_variant = true;
    Ok(counted)
}

/// Splits a cell into the values of the variants, in order.
fn aligned<'a>(cell: &'a str, fields: &ProductFields, column: Column) -> Result<Vec<&'a str>, String> {
    let cells: Vec<&str> = cell.split(VARIANT_SEPARATOR).map(str::trim).collect();
    if cells.len() == fields.variants.len() {
        return Ok(cells);
    }
    let (wanted, name) = (fields.variants.len(), column.name());
    Err(format!(
        "Kolom {name} harus berisi {wanted} isian, satu untuk setiap varian, dipisah tanda {VARIANT_SEPARATOR}."
    ))
}

/// Puts a cell with a value for each variant into the variants; an empty cell removes their own values.
fn set_variants(fields: &mut ProductFields, column: Column, cell: &str) -> Result<(), String> {
    let cells = if cell.is_empty() { vec![""; fields.variants.len()] } else { aligned(cell, fields, column)? };
    for (variant, cell) in fields.variants.iter_mut().zip(cells) {
        let figure = match column {
            Column::VariantSkus => {
                variant.sku = product_form::sku(cell);
                continue;
            }
            Column::VariantBarcodes => {
                variant.barcode = text::plain(cell);
                continue;
            }
            Column::VariantPrices => &mut variant.price_rp,
            Column::VariantBvs => &mut variant.bv,
            _ => &mut variant.weight_gr,
        };
        *figure = number_or_none(cell)?;
    }
    Ok(())
}

/// Returns the default values of a new product, to which the cells of its row are applied.
fn nothing() -> ProductFields {
    ProductFields {
        name: String::new(),
        category_id: 0,
        description: String::new(),
        composition: String::new(),
        usage: String::new(),
        storage: String::new(),
        price_rp: 0,
        bv: 0,
        weight_gr: 0,
        net_ml: 0,
        min_order: 1,
        sku: String::new(),
        barcode: String::new(),
        shelf: String::new(),
        pricing: Pricing::default(),
        schedule: Schedule::default(),
        variants: Vec::new(),
        by_variant: false,
        images: Vec::new(),
        augmented: Vec::new(),
    }
}

/// Puts a cell into its field.
fn set(fields: &mut ProductFields, column: Column, cell: &str, is_new: bool) -> Result<(), String> {
    let text = match column {
        Column::Name => {
            fields.name = text::line(cell);
            return Ok(());
        }
        Column::Shelf => {
            fields.shelf = text::line(cell);
            return Ok(());
        }
        Column::Barcode => {
            fields.barcode = text::plain(cell);
            return Ok(());
        }
        Column::Description => &mut fields.description,
        Column::Composition => &mut fields.composition,
        Column::Usage => &mut fields.usage,
        Column::Storage => &mut fields.storage,
        Column::Sku => {
            fields.sku = product_form::sku(cell);
            return Ok(());
        }
        Column::Variants => {
            let before = std::mem::take(&mut fields.variants);
            // A variant whose name is unchanged stays the same variant, with its own values.
            let same =
                |name: &str| before.iter().find(|variant| text::fold(&variant.name) == text::fold(name)).cloned();
            let names = cell.split(VARIANT_SEPARATOR).map(text::line).filter(|_| !cell.is_empty());
            let variant = |name: String| match same(&name) {
                Some(kept) => VariantFields { name, ..kept },
                None => VariantFields::named(&name),
            };
            fields.variants = names.map(variant).collect();
            return Ok(());
        }
        Column::VariantPrices
        | Column::VariantBvs
        | Column::VariantWeights
        | Column::VariantSkus
        | Column::VariantBarcodes => {
            return set_variants(fields, column, cell);
        }
        Column::PromoPrice | Column::RetailPrice => return set_price(fields, column, cell),
        Column::PromoFrom | Column::PromoUntil | Column::PublishAt | Column::WithdrawAt => {
            return set_moment(fields, column, cell);
        }
        _ => return set_number(fields, column, cell, is_new),
    };
    cell.clone_into(text);
    Ok(())
}

/// Puts a cell into an optional price.
fn set_price(fields: &mut ProductFields, column: Column, cell: &str) -> Result<(), String> {
    let price = if column == Column::PromoPrice { &mut fields.pricing.promo_rp } else { &mut fields.pricing.retail_rp };
    *price = number_or_none(cell)?;
    Ok(())
}

/// Puts a cell into an optional time. A cell with the minute of the current value changes nothing; a promotion includes
/// its whole last minute.
fn set_moment(fields: &mut ProductFields, column: Column, cell: &str) -> Result<(), String> {
    let wrong = || format!("“{cell}” bukan waktu. Tulis seperti 2026-12-01 08:00.");
    let read = if cell.is_empty() { None } else { Some(read_minute(cell).ok_or_else(wrong)?) };
    let (place, within) = match column {
        Column::PromoFrom => (&mut fields.pricing.promo_from_ms, 0),
        Column::PromoUntil => (&mut fields.pricing.promo_until_ms, 59_999),
        Column::PublishAt => (&mut fields.schedule.publish_ms, 0),
        _ => (&mut fields.schedule.withdraw_ms, 0),
    };
    let minute = |ms: i64| ms.div_euclid(60_000);
    if read.map(minute) != place.map(minute) {
        *place = read.map(|ms| ms + within);
    }
    Ok(())
}

fn set_number(fields: &mut ProductFields, column: Column, cell: &str, is_new: bool) -> Result<(), String> {
    let value = match column {
        Column::Price => &mut fields.price_rp,
        Column::Bv => &mut fields.bv,
        Column::Weight => &mut fields.weight_gr,
        Column::Net => &mut fields.net_ml,
        Column::MinOrder => &mut fields.min_order,
        _ => return Ok(()),
    };
    if cell.is_empty() {
        // An empty cell leaves a new product its default value.
        return if is_new { Ok(()) } else { Err(format!("Kolom {} wajib diisi.", column.name())) };
    }
    *value = whole(cell)?;
    Ok(())
}

/// Returns the whole number in a cell.
fn whole(cell: &str) -> Result<i64, String> {
    number(cell).ok_or_else(|| format!("“{cell}” bukan angka bulat."))
}

/// Returns the whole number in a cell; `None` for an empty one.
fn number_or_none(cell: &str) -> Result<Option<i64>, String> {
    if cell.is_empty() { Ok(None) } else { whole(cell).map(Some) }
}

/// Returns the differences between the current and the planned product, column by column.
fn differing(
    before: Option<(&ProductFields, &str)>,
    after: &ProductFields,
    category: &str,
    opening_stock: i64,
) -> Vec<CellChange> {
    let mut changes: Vec<CellChange> = COLUMNS
        .iter()
        .filter_map(|(column, name)| {
            let after = column.cell(None, after, category);
            let before = before.map(|(fields, category)| column.cell(None, fields, category));
            let differs = before.as_ref().map_or(!after.is_empty(), |before| *before != after);
            differs.then_some(CellChange { column: name, before, after })
        })
        .collect();
    if opening_stock > 0 {
        let column = Column::OpeningStock.name();
        changes.push(CellChange { column, before: None, after: opening_stock.to_string() });
    }
    changes
}

/// Returns errors for names that another product or another row has.
async fn same_names(conn: &mut Conn, steps: &[Step]) -> Result<Vec<RowError>> {
    let own = |step: &Step| step.kept.as_ref().map(|kept| kept.id);
    let named: Vec<(&Step, String)> = steps
        .iter()
        .filter(|step| {
            let is_same = |kept: &ListedProduct| search_text(&kept.fields.name) == search_text(&step.fields.name);
            !step.kept.as_ref().is_some_and(is_same)
        })
        .map(|step| (step, search_text(&step.fields.name)))
        .collect();
    let mut taken: HashMap<String, ProductId> = HashMap::new();
    for some in named.chunks(AT_ONCE) {
        let names: Vec<&str> = some.iter().map(|(_, name)| name.as_str()).collect();
        taken.extend(listing::named(conn, &names).await?);
    }
    let mut errors = Vec::new();
    let mut given: HashMap<&str, u64> = HashMap::new();
    for (step, name) in &named {
        let refuse = |message| RowError { line: step.line, column: Column::Name.name(), message };
        if let Some(id) = taken.get(name).filter(|id| own(step) != Some(**id)) {
            errors.push(refuse(format!("Nama ini sudah dipakai produk {id}. Isi id-nya untuk mengubah produk itu.")));
        } else if let Some(line) = given.insert(name, step.line) {
            errors.push(refuse(format!("Nama ini sudah ada di baris {line}.")));
        }
    }
    Ok(errors)
}

/// Returns errors for codes that another product or another row has.
async fn same_codes(conn: &mut Conn, steps: &[Step], code: ProductCode) -> Result<Vec<RowError>> {
    let mut given: Vec<(&Step, &str)> = Vec::new();
    for step in steps {
        given.push((step, code.of(&step.fields)));
        given.extend(step.fields.variants.iter().map(|variant| (step, code.of_variant(variant))));
    }
    given.retain(|(_, value)| !value.is_empty());
    let mut taken: HashMap<String, ProductId> = HashMap::new();
    for some in given.chunks(AT_ONCE) {
        let values: Vec<&str> = some.iter().map(|(_, value)| *value).collect();
        taken.extend(listing::coded(conn, code, &values).await?);
    }
    let (mut errors, mut lines) = (Vec::new(), HashMap::new());
    for (step, value) in given {
        let refuse = |message| RowError { line: step.line, column: code.field(), message };
        let own = step.kept.as_ref().map(|kept| kept.id);
        if let Some(id) = taken.get(value).filter(|id| own != Some(**id)) {
            errors.push(refuse(format!("{} ini sudah dipakai produk {id}.", code.label())));
        } else if let Some(line) = lines.insert(value, step.line) {
            errors.push(refuse(format!("{} ini sudah ada di baris {line}.", code.label())));
        }
    }
    Ok(errors)
}

fn digest(steps: &[Step], made: &[String]) -> Result<String> {
    let mut digest = Sha256::new();
    digest.update(serde_json::to_vec(made).map_err(Error::internal)?);
    for step in steps {
        let said = (step.line, step.kept.as_ref().map(|kept| kept.id), &step.changes);
        digest.update(serde_json::to_vec(&said).map_err(Error::internal)?);
    }
    Ok(format::hex(&digest.finalize()[..12]))
}
