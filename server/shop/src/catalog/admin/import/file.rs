//! Reads a file of products: its rows as texts by column, or the fault of the whole file.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use ksmart_core::text;
use ksmart_foundation::{
    table::{self, RowError},
    upload,
};

use crate::catalog::admin::{
    csv_columns::{COLUMNS, Column, EXAMPLE, TOLD},
    import::headers::{self, Header},
};

/// Maximum number of rows in a file.
const MAX_ROWS: usize = 5000;

/// A row of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Line on which it begins, from 1.
    pub line: u64,
    /// Its cells, for the columns of the file.
    pub cells: BTreeMap<Column, String>,
}

impl Row {
    /// Whether a cell is not empty.
    pub fn has(&self, column: Column) -> bool {
        self.cells.get(&column).is_some_and(|cell| !cell.is_empty())
    }
}

/// Parsed content of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Rows that can be read.
    pub rows: Vec<Row>,
    /// Mistakes of the other rows.
    pub errors: Vec<RowError>,
    /// Columns that are not read: informative ones, row numbers, and the stock columns unless requested.
    pub ignored: Vec<&'static str>,
    /// Number of example rows from the shop's empty table, which are not read.
    pub examples: usize,
}

/// Reads a file: CSV, or the first sheet of a workbook. The columns `stok` and `stok_varian` are read only with
/// `stock`.
///
/// # Errors
/// Reason why the whole file cannot be read, as a message.
pub async fn read(bytes: Bytes, stock: bool) -> Result<Table, String> {
    let too_many = "File ini berisi lebih dari 5.000 produk. Bagilah menjadi beberapa file.";
    products(upload::read(bytes, MAX_ROWS, too_many, is_name).await?, stock)
}

/// Names of a column of row numbers, with which many tables begin.
const NUMBERINGS: [&str; 3] = ["no", "no.", "nomor"];

/// Whether a folded cell is the name of a column.
fn is_name(cell: &str) -> bool {
    headers::read(cell).is_some() || TOLD.contains(&cell)
}

fn products(mut read: table::Table, stock: bool) -> Result<Table, String> {
    let (columns, ignored) = columns(&read.columns, stock)?;
    let place = |column| columns.iter().position(|header| header.is_some_and(|header| header.column == column));
    let (id, name) = (place(Column::Id), place(Column::Name));
    let is_example = |cells: &[String]| {
        let [id, name] = [id, name].map(|place| place.map_or("", |place| cells[place].as_str()));
        id.is_empty() && text::fold(name).starts_with(&text::fold(EXAMPLE))
    };
    let (examples, others): (Vec<_>, Vec<_>) = read.rows.into_iter().partition(|(_, cells)| is_example(cells));
    read.rows = others;
    let lines: HashSet<u64> = examples.iter().map(|(line, _)| *line).collect();
    read.faults.retain(|fault| !lines.contains(&fault.line));
    read.refuse_faults(|place| columns[place].map(|header| header.column.name()));
    let (mut rows, mut errors) = (Vec::with_capacity(read.rows.len()), read.errors);
    for (line, cells) in read.rows {
        let named = columns.iter().zip(cells).filter_map(|(header, cell)| Some(((*header)?, cell)));
        let (mut cells, before) = (BTreeMap::new(), errors.len());
        for (header, cell) in named {
            match header.cell(cell) {
                Ok(cell) => drop(cells.insert(header.column, cell)),
                Err(message) => errors.push(RowError { line, column: header.column.name(), message }),
            }
        }
        if errors.len() == before {
            rows.push(Row { line, cells });
        }
    }
    if rows.is_empty() && errors.is_empty() {
        return Err("File ini tidak berisi produk.".to_owned());
    }
    Ok(Table { rows, errors, ignored, examples: examples.len() })
}

/// Returns the columns of a file, `None` for columns that are not read, and the names of the columns not read.
fn columns(names: &[String], stock: bool) -> Result<(Vec<Option<Header>>, Vec<&'static str>), String> {
    let (mut columns, mut ignored, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen: BTreeMap<Column, &str> = BTreeMap::new();
    for name in names {
        let known = headers::read(name).transpose()?;
        if let Some(before) = known.and_then(|header| seen.insert(header.column, name)) {
            return Err(if before == name {
                format!("Kolom {name} ada dua kali.")
            } else {
                format!("Kolom {before} dan {name} sama artinya. Hapus salah satu.")
            });
        }
        let column = known.map(|header| header.column);
        if let Some(column @ (Column::Stock | Column::VariantStocks)) = column.filter(|_| !stock) {
            columns.push(None);
            ignored.push(column.name());
            continue;
        }
        columns.push(known);
        if known.is_none() {
            match TOLD.iter().chain(&NUMBERINGS).find(|told| *told == name) {
                Some(told) => ignored.push(*told),
                None => unknown.push(if name.is_empty() { "(tanpa nama)" } else { name.as_str() }),
            }
        }
    }
    // The usual name of this column contains no unit: it means grams, unless the table weighs products in another unit.
    let weighs_otherwise =
        columns.iter().flatten().any(|header| header.column == Column::Weight && header.factor != Some(1));
    for header in columns.iter_mut().flatten().filter(|header| header.column == Column::VariantWeights) {
        header.factor = header.factor.or((!weighs_otherwise).then_some(1));
    }
    if columns.iter().all(Option::is_none) {
        let names: Vec<&str> = COLUMNS.iter().map(|(_, name)| *name).collect();
        return Err(format!("Baris pertama harus berisi nama kolom: {}.", names.join(", ")));
    }
    if !unknown.is_empty() {
        return Err(format!("Kolom tidak dikenal: {}. Hapus kolom itu atau perbaiki namanya.", unknown.join(", ")));
    }
    Ok((columns, ignored))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Table, String> {
        products(table::read(bytes, MAX_ROWS, "Lebih dari 5.000 produk.", is_name)?, false)
    }

    fn cells(table: &Table, row: usize) -> Vec<(&'static str, &str)> {
        table.rows[row].cells.iter().map(|(column, cell)| (column.name(), cell.as_str())).collect()
    }

    #[test]
    fn files_of_any_spreadsheet_are_read() {
        let wanted = vec![("nama", "Teh; \"manis\""), ("harga", "1000"), ("deskripsi", "Satu\nDua")];
        for text in [
            "nama;harga;deskripsi\n\"Teh; \"\"manis\"\"\";1000;\"Satu\nDua\"\n",
            "\u{feff}nama;harga;deskripsi\r\n\"Teh; \"\"manis\"\"\";1000;\"Satu\r\nDua\"\r\n",
            "NAMA, Harga ,deskripsi\n\"Teh; \"\"manis\"\"\", 1000 ,\"Satu\nDua\"",
            "nama;harga;deskripsi\n;;\n\n\"Teh; \"\"manis\"\"\";1000;\"Satu\nDua\"\n;;\n",
        ] {
            let table = read(text.as_bytes()).unwrap();
            assert_eq!((table.rows.len(), table.errors.len()), (1, 0), "{text}");
            assert_eq!(cells(&table, 0), wanted, "{text}");
        }
    }

    #[test]
    fn example_rows_are_skipped() {
        let table = read(b"nama;harga\r[CONTOH] Teh;1\rKopi;2\r").unwrap();
        assert_eq!((table.examples, cells(&table, 0)), (1, vec![("nama", "Kopi"), ("harga", "2")]));
    }

    #[test]
    fn rows_are_numbered_by_their_first_line() {
        let table = read(b"nama;harga\n\"Satu\nlagi\";1\nDua;2;3\nTiga\nEmpat;4\n\r\n\nLima;5\n").unwrap();
        assert_eq!(table.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 6, 9]);
        let errors: Vec<_> = table.errors.iter().map(|error| (error.line, error.message.as_str())).collect();
        assert_eq!(
            errors,
            [(4, "Baris ini berisi 3 kolom, seharusnya 2."), (5, "Baris ini berisi 1 kolom, seharusnya 2.")]
        );
    }

    #[test]
    fn invalid_product_files_are_refused() {
        for (bytes, sentence) in [
            (&b""[..], "Baris pertama harus berisi nama kolom"),
            (b"\xff\xfe\x00", "File ini bukan CSV UTF-8."),
            (b"a;b\n1;2\n", "Baris pertama harus berisi nama kolom"),
            (b"nama;warna;;harga\nTeh;x;y;1\n", "Kolom tidak dikenal: warna, (tanpa nama)."),
            (b"nama;nama\nTeh;Teh\n", "Kolom nama ada dua kali."),
            (b"nama;sku;kode barang\nTeh;a;b\n", "Kolom sku dan kode barang sama artinya."),
            (b"nama;berat (ons)\nTeh;1\n", "Satuan “ons” di kolom"),
            (b"nama;berat\n[Contoh] Teh;1\n", "File ini tidak berisi produk."),
            (b"nama;berat\r[Contoh] Teh;1\r", "File ini tidak berisi produk."),
            (b"nama;harga\n", "File ini tidak berisi produk."),
        ] {
            let said = read(bytes).unwrap_err();
            assert!(said.starts_with(sentence), "{said}");
        }
        let long = format!("nama\n{}", "Teh\n".repeat(MAX_ROWS));
        assert_eq!(read(long.as_bytes()).unwrap().rows.len(), MAX_ROWS);
        assert!(read(format!("{long}Teh\n").as_bytes()).unwrap_err().contains("5.000"));
    }

    #[test]
    fn export_only_columns_are_ignored() {
        let table = read(b"id;nama;stok;terjual;status\n1;Teh;5;2;dijual\n").unwrap();
        assert_eq!(table.ignored, ["stok", "terjual", "status"]);
        assert_eq!(cells(&table, 0), [("id", "1"), ("nama", "Teh")]);
    }

    #[test]
    fn guarded_cells_are_restored() {
        let table = read(b"nama;deskripsi\n'=1+1;'-\n").unwrap();
        assert_eq!(cells(&table, 0), [("nama", "=1+1"), ("deskripsi", "-")]);
    }
}
