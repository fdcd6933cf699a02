//! Reading a file of products: its rows as texts by column, or what is wrong with it as a whole.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::shop::catalog::admin::{
    csv_columns::{COLUMNS, Column, TOLD, unguard},
    product_form::tidy,
};

/// The most rows of a file.
const MAX_ROWS: usize = 5000;

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowError {
    /// The line of the file that the row begins on, from 1.
    pub line: u64,
    /// The column, by its name in the first row; empty for the row as a whole.
    pub column: &'static str,
    /// What is wrong.
    pub message: String,
}

/// A row of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The line that it begins on, from 1.
    pub line: u64,
    /// Its cells, of the columns that the file has.
    pub cells: BTreeMap<Column, String>,
}

/// A file that can be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// The rows that have as many cells as the first one.
    pub rows: Vec<Row>,
    /// Those that have not.
    pub errors: Vec<RowError>,
    /// Columns that tell something and are not read.
    pub ignored: Vec<&'static str>,
}

/// Reads a file: UTF-8 with or without its mark, cells separated by `;` or `,`, quoted or not, lines of any ending.
///
/// # Errors
/// What is wrong with it as a whole, as a sentence.
pub fn read(bytes: &[u8]) -> Result<Table, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| "File ini bukan CSV UTF-8. Di Excel pilih Simpan sebagai › CSV UTF-8.".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let unreadable = |error: csv::Error| format!("File ini tidak dapat dibaca sebagai CSV: {error}.");
    let first = records.next().transpose().map_err(unreadable)?.unwrap_or_default();
    let (columns, ignored) = columns(&first)?;
    let mut table = Table { rows: Vec::new(), errors: Vec::new(), ignored };
    for record in records {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, |position| line_of(text, position));
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if table.rows.len() + table.errors.len() == MAX_ROWS {
            return Err("File ini berisi lebih dari 5.000 produk. Bagilah menjadi beberapa file.".to_owned());
        }
        if record.len() != columns.len() {
            let message = format!("Baris ini berisi {} kolom, seharusnya {}.", record.len(), columns.len());
            table.errors.push(RowError { line, column: "", message });
            continue;
        }
        let cells = columns.iter().zip(record.iter());
        let cells = cells.filter_map(|(column, cell)| Some(((*column)?, tidy(unguard(cell.trim())))));
        table.rows.push(Row { line, cells: cells.collect() });
    }
    if table.rows.is_empty() && table.errors.is_empty() {
        return Err("File ini tidak berisi produk.".to_owned());
    }
    Ok(table)
}

/// The line that a record begins on: behind the empty lines that the reader skipped before it.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let begun = usize::try_from(position.byte()).ok().and_then(|byte| text.as_bytes().get(byte..)).unwrap_or_default();
    let skipped = begun.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|byte| **byte == b'\n').count();
    position.line() + u64::try_from(skipped).unwrap_or_default()
}

/// What separates the cells of the first line.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    if line.matches(',').count() > line.matches(';').count() { b',' } else { b';' }
}

/// The columns of a file, `None` for those that are not read.
fn columns(first: &csv::StringRecord) -> Result<(Vec<Option<Column>>, Vec<&'static str>), String> {
    let (mut columns, mut ignored, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for name in first {
        let name = name.trim().to_lowercase();
        let known = COLUMNS.iter().find(|(_, known)| *known == name).map(|(column, _)| *column);
        if known.is_some_and(|column| columns.contains(&Some(column))) {
            return Err(format!("Kolom {name} ada dua kali."));
        }
        columns.push(known);
        if known.is_none() {
            match TOLD.iter().find(|told| **told == name) {
                Some(told) => ignored.push(*told),
                None => unknown.push(if name.is_empty() { "(tanpa nama)".to_owned() } else { name }),
            }
        }
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

/// The whole number in a cell: `15000`, `15.000` or `Rp 15.000`.
pub fn number(cell: &str) -> Option<i64> {
    let cell = cell.strip_prefix("Rp").map_or(cell, |amount| amount.trim_start_matches(['.', ' ', '\u{a0}']));
    let grouped = cell.contains('.');
    let mut groups = cell.split('.');
    let first = groups.next()?;
    let well_grouped = !grouped || (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    let digits: String = cell.chars().filter(|c| *c != '.').collect();
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if well_grouped && plain { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(table: &Table, row: usize) -> Vec<(&'static str, &str)> {
        table.rows[row].cells.iter().map(|(column, cell)| (column.name(), cell.as_str())).collect()
    }

    #[test]
    fn a_file_is_read_however_a_spreadsheet_saves_it() {
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
    fn a_row_is_named_by_the_line_that_it_begins_on() {
        let table = read(b"nama;harga\n\"Satu\nlagi\";1\nDua;2;3\nTiga\nEmpat;4\n\r\n\nLima;5\n").unwrap();
        assert_eq!(table.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 6, 9]);
        let errors: Vec<_> = table.errors.iter().map(|error| (error.line, error.message.as_str())).collect();
        assert_eq!(
            errors,
            [(4, "Baris ini berisi 3 kolom, seharusnya 2."), (5, "Baris ini berisi 1 kolom, seharusnya 2.")]
        );
    }

    #[test]
    fn what_is_no_table_of_products_is_told_as_a_whole() {
        for (bytes, sentence) in [
            (&b""[..], "Baris pertama harus berisi nama kolom"),
            (b"\xff\xfe\x00", "File ini bukan CSV UTF-8."),
            (b"a;b\n1;2\n", "Baris pertama harus berisi nama kolom"),
            (b"nama;warna;;harga\nTeh;x;;1\n", "Kolom tidak dikenal: warna, (tanpa nama)."),
            (b"nama;nama\nTeh;Teh\n", "Kolom nama ada dua kali."),
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
    fn columns_that_only_tell_something_are_named_and_not_read() {
        let table = read(b"id;nama;stok;terjual;status\n1;Teh;5;2;dijual\n").unwrap();
        assert_eq!(table.ignored, ["stok", "terjual", "status"]);
        assert_eq!(cells(&table, 0), [("id", "1"), ("nama", "Teh")]);
    }

    #[test]
    fn a_guarded_cell_is_read_as_what_it_was() {
        let table = read(b"nama;deskripsi\n'=1+1;'-\n").unwrap();
        assert_eq!(cells(&table, 0), [("nama", "=1+1"), ("deskripsi", "-")]);
    }

    #[test]
    fn a_number_is_whole_and_may_have_its_thousands_marked() {
        for (cell, wanted) in [
            ("0", Some(0)),
            ("15000", Some(15_000)),
            ("15.000", Some(15_000)),
            ("1.500.000", Some(1_500_000)),
            ("", None),
            ("15,5", None),
            ("1.5", None),
            ("1500.000", None),
            (".500", None),
            ("-1", None),
            ("+1", None),
            ("1e3", None),
            ("Rp 15.000", Some(15_000)),
            ("Rp15000", Some(15_000)),
            ("Rp", None),
            ("Rp -1", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(number(cell), wanted, "{cell}");
        }
    }
}
