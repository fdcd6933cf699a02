//! What a file would do: each row against the product that it names.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::query_as;
use utoipa::ToSchema;

use crate::shop::catalog::admin::import::file::{Row, Table};
use crate::{
    foundation::{
        db::Conn,
        error::{Error, Result},
        format,
        ids::ProductId,
        table::{RowError, number},
    },
    shop::catalog::{
        admin::{
            csv_columns::{COLUMNS, Column},
            listing::{self, AT_ONCE, Kept, ProductCode},
            product_form::{self, MAX_PIECES, VARIANT_SEPARATOR, check},
        },
        writing::{ProductFields, search_text},
    },
};

/// What a file would do.
pub struct Plan {
    /// Rows that make or change a product, by line.
    pub steps: Vec<Step>,
    /// What is wrong, by line.
    pub errors: Vec<RowError>,
    /// Rows that say what is so already.
    pub unchanged: usize,
    /// Tells this plan from any other.
    pub digest: String,
}

/// A row that makes or changes a product.
pub struct Step {
    pub line: u64,
    /// The product as it is; `None` for a new one.
    pub kept: Option<Kept>,
    /// As it would be.
    pub fields: ProductFields,
    /// Pieces that a new product begins with.
    pub opening_stock: i64,
    /// Pieces that were counted of a product that is there, where they are not what the books say.
    pub stock: Option<i64>,
    /// What differs, column by column.
    pub changes: Vec<CellChange>,
}

/// What differs in a cell.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CellChange {
    /// The column, by its name in the first row.
    pub column: &'static str,
    /// What stands there; null for a new product.
    pub before: Option<String>,
    /// What would stand there.
    pub after: String,
}

/// The categories by their names in lower case.
type Categories = HashMap<String, (i64, String)>;

/// Holds a file against the products.
///
/// # Errors
/// The database fails.
pub async fn make(conn: &mut Conn, table: &Table) -> Result<Plan> {
    let categories: Vec<(i64, String)> = query_as("SELECT id, name FROM categories").fetch_all(&mut *conn).await?;
    let categories: Categories =
        categories.into_iter().map(|(id, name)| (name.trim().to_lowercase(), (id, name))).collect();
    let named: Vec<ProductId> = table.rows.iter().filter_map(|row| key_of(row).ok().flatten()).collect();
    let mut kept: HashMap<ProductId, Kept> = HashMap::new();
    for ids in named.chunks(AT_ONCE) {
        kept.extend(listing::load(conn, ids).await?.into_iter().map(|product| (product.id, product)));
    }
    let (mut steps, mut errors, mut unchanged) = (Vec::new(), table.errors.clone(), 0);
    let mut seen: HashMap<ProductId, u64> = HashMap::new();
    for row in &table.rows {
        let refuse = |column: Column, message| RowError { line: row.line, column: column.name(), message };
        let product = match key_of(row) {
            Err(message) => {
                errors.push(refuse(Column::Id, message));
                continue;
            }
            Ok(None) => None,
            Ok(Some(id)) => {
                if let Some(line) = seen.insert(id, row.line) {
                    errors.push(refuse(Column::Id, format!("Produk {id} sudah ada di baris {line}.")));
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
        match step(row, product, &categories) {
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
    let digest = digest(&steps)?;
    Ok(Plan { steps, errors, unchanged, digest })
}

/// The product that a row names, if it names one.
fn key_of(row: &Row) -> Result<Option<ProductId>, String> {
    match row.cells.get(&Column::Id).map(String::as_str) {
        None | Some("") => Ok(None),
        Some(cell) => match cell.parse() {
            Ok(id) if id > 0 => Ok(Some(ProductId(id))),
            _ => Err("Id harus angka, atau kosong untuk produk baru.".to_owned()),
        },
    }
}

/// What a row does; `None` when it says what is so already.
fn step(row: &Row, kept: Option<Kept>, categories: &Categories) -> Result<Option<Step>, Vec<(Column, String)>> {
    let mut errors = Vec::new();
    let before = kept.as_ref().map(|kept| (&kept.fields, kept.category_name.as_str()));
    let mut fields = before.map_or_else(nothing, |(fields, _)| fields.clone());
    let mut category = before.map_or_else(String::new, |(_, name)| name.to_owned());
    let mut opening_stock = 0;
    if kept.is_none() {
        for column in [Column::Name, Column::Category, Column::Price, Column::Bv, Column::Weight] {
            if row.cells.get(&column).is_none_or(String::is_empty) {
                errors.push((column, format!("Kolom {} wajib diisi untuk produk baru.", column.name())));
            }
        }
    }
    for (column, cell) in &row.cells {
        // What is so already is not looked at, even where the rules of today would refuse it.
        let same = before.is_some_and(|(fields, category)| column.cell(None, fields, category) == *cell);
        if matches!(column, Column::Id | Column::Stock) || same || errors.iter().any(|(wrong, _)| wrong == column) {
            continue;
        }
        if *column == Column::Category {
            match categories.get(&cell.to_lowercase()) {
                Some((id, name)) => (fields.category_id, category) = (*id, name.clone()),
                None => errors.push((*column, format!("Kategori “{cell}” tidak ada."))),
            }
        } else if *column == Column::OpeningStock {
            match number(cell).filter(|pieces| *pieces <= MAX_PIECES) {
                _ if kept.is_some() => {
                    let message = "Stok awal hanya untuk produk baru. Ubah stok di halaman Stok.";
                    errors.push((*column, message.to_owned()));
                }
                Some(pieces) => opening_stock = pieces,
                None if cell.is_empty() => {}
                None => errors.push((*column, "Stok awal harus angka bulat 0 sampai 1.000.000.".to_owned())),
            }
        } else if let Err(message) = set(&mut fields, *column, cell, kept.is_none()) {
            errors.push((*column, message));
        }
    }
    let stock = counted(row, kept.as_ref(), &mut opening_stock).unwrap_or_else(|message| {
        errors.push((Column::Stock, message));
        None
    });
    let mut changes = differing(before, &fields, &category, opening_stock);
    if let (Some(kept), Some(stock)) = (&kept, stock) {
        let before = Some(kept.stock.to_string());
        changes.push(CellChange { column: Column::Stock.name(), before, after: stock.to_string() });
    }
    if kept.is_some() && changes.is_empty() && errors.is_empty() {
        return Ok(None);
    }
    let as_before = kept.as_ref().is_some_and(|kept| kept.fields == fields);
    for error in if as_before { Vec::new() } else { check(&fields) } {
        let column = Column::of_field(&error.field);
        if errors.iter().all(|(wrong, _)| *wrong != column) {
            errors.push((column, error.message));
        }
    }
    if errors.is_empty() {
        Ok(Some(Step { line: row.line, kept, fields, opening_stock, stock, changes }))
    } else {
        Err(errors)
    }
}

/// How many pieces were counted of a product that is there, where the books say otherwise; a new one begins with them.
fn counted(row: &Row, kept: Option<&Kept>, opening_stock: &mut i64) -> Result<Option<i64>, String> {
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

/// A product of which nothing is said yet.
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
        variants: Vec::new(),
        images: Vec::new(),
        augmented: Vec::new(),
    }
}

/// Puts a cell into its field.
fn set(fields: &mut ProductFields, column: Column, cell: &str, is_new: bool) -> Result<(), String> {
    let text = match column {
        Column::Name => &mut fields.name,
        Column::Barcode => &mut fields.barcode,
        Column::Shelf => &mut fields.shelf,
        Column::Description => &mut fields.description,
        Column::Composition => &mut fields.composition,
        Column::Usage => &mut fields.usage,
        Column::Storage => &mut fields.storage,
        Column::Sku => {
            fields.sku = product_form::sku(cell);
            return Ok(());
        }
        Column::Variants => {
            let names = cell.split(VARIANT_SEPARATOR).map(|name| name.trim().to_owned());
            fields.variants = if cell.is_empty() { Vec::new() } else { names.collect() };
            return Ok(());
        }
        _ => return set_number(fields, column, cell, is_new),
    };
    cell.clone_into(text);
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
        // A new product has its usual value there.
        return if is_new { Ok(()) } else { Err(format!("Kolom {} wajib diisi.", column.name())) };
    }
    *value = number(cell).ok_or_else(|| format!("“{cell}” bukan angka bulat."))?;
    Ok(())
}

/// What differs between a product and what it would be, column by column.
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

/// What is wrong with names: another product has the same, or another row gives it.
async fn same_names(conn: &mut Conn, steps: &[Step]) -> Result<Vec<RowError>> {
    let own = |step: &Step| step.kept.as_ref().map(|kept| kept.id);
    let named: Vec<(&Step, String)> = steps
        .iter()
        .filter(|step| {
            let is_same = |kept: &Kept| search_text(&kept.fields.name) == search_text(&step.fields.name);
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

/// What is wrong with codes: another product has the same, or another row gives it.
async fn same_codes(conn: &mut Conn, steps: &[Step], code: ProductCode) -> Result<Vec<RowError>> {
    let given: Vec<(&Step, &str)> =
        steps.iter().map(|step| (step, code.of(&step.fields))).filter(|(_, value)| !value.is_empty()).collect();
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

fn digest(steps: &[Step]) -> Result<String> {
    let mut digest = Sha256::new();
    for step in steps {
        let said = (step.line, step.kept.as_ref().map(|kept| kept.id), &step.changes);
        digest.update(serde_json::to_vec(&said).map_err(Error::internal)?);
    }
    Ok(format::hex(&digest.finalize()[..12]))
}
