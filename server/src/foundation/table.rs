//! Tables that people make with a spreadsheet: CSV files, their rows by line, and what their cells say.

use axum::extract::Multipart;
use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use crate::foundation::error::{Error, Result};

/// The content type of the files that people open with a spreadsheet.
pub const CSV: &str = "text/csv; charset=utf-8";

/// The longest name of a file that is kept, characters.
const MAX_NAME: usize = 100;

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

/// How many rows an answer names at most.
const NAMED: usize = 200;

/// The first 200 of some rows, as an answer tells of them.
pub fn named<T, U>(rows: &[T], tell: impl Fn(&T) -> U) -> Vec<U> {
    rows.iter().take(NAMED).map(tell).collect()
}

/// The file that a form brings (its part `file`), and its name.
///
/// # Errors
/// 422: there is none; or the request breaks off.
pub async fn uploaded(mut form: Multipart) -> Result<(Bytes, String)> {
    while let Some(field) = form.next_field().await? {
        if field.name() == Some("file") {
            let name = field.file_name().unwrap_or_default();
            let name = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
            return Ok((field.bytes().await?, name));
        }
    }
    Err(Error::invalid("Pilih filenya."))
}

/// A file that can be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// The cells of the first row, in lower case.
    pub columns: Vec<String>,
    /// Each other row that is not empty, with the line that it begins on, from 1; as many cells as there are columns.
    pub rows: Vec<(u64, Vec<String>)>,
    /// Those that have more or fewer.
    pub errors: Vec<RowError>,
    /// Cells that show something else than text or a number; they are empty in their rows.
    pub faults: Vec<Fault>,
}

/// What is wrong with a cell.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the row, from 1.
    pub line: u64,
    /// The column, from 0.
    pub place: usize,
    /// What is wrong, as a sentence.
    pub message: String,
}

/// Reads a file: UTF-8 with or without its mark, cells separated by `;` or `,`, quoted or not, lines of any ending.
///
/// # Errors
/// What is wrong with it as a whole, as a sentence; `too_many` where it has more than `most` rows.
pub fn read(bytes: &[u8], most: usize, too_many: &str) -> std::result::Result<Table, String> {
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
    let columns: Vec<String> = first.iter().map(|name| name.trim().to_lowercase()).collect();
    let mut table = Table { columns, rows: Vec::new(), errors: Vec::new(), faults: Vec::new() };
    for record in records {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, |position| line_of(text, position));
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if table.rows.len() + table.errors.len() == most {
            return Err(too_many.to_owned());
        }
        if record.len() != table.columns.len() {
            let message = format!("Baris ini berisi {} kolom, seharusnya {}.", record.len(), table.columns.len());
            table.errors.push(RowError { line, column: "", message });
            continue;
        }
        table.rows.push((line, record.iter().map(|cell| tidy(&unguard(cell.trim()))).collect()));
    }
    Ok(table)
}

/// Writes rows behind what was begun, as Excel in Indonesia opens them: cells separated by `;`.
pub fn writer(begun: Vec<u8>) -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(begun)
}

/// A text without the blanks around it, its lines ended as everywhere.
pub fn tidy(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
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

/// What a spreadsheet would take for a formula, or [`guard`] for a mark of its own.
fn is_risky(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\''])
}

/// The same for what stands behind a `,` or a `;` in a cell: a spreadsheet that parts cells there begins one with it.
/// Prices such as `Rp 5.000,-` are none.
fn is_risky_inside(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    let counts = |rest: &str| rest.starts_with(|first: char| first.is_alphanumeric() || "(=+-@.".contains(first));
    text.starts_with(['=', '+', '@', '＝', '＋', '－', '＠']) || text.strip_prefix('-').is_some_and(counts)
}

/// What may part cells, where a file is opened in another way than it was meant.
const PARTS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// Walks along a text; tells `take` each character with what follows from it on, and whether a spreadsheet could begin a
/// cell there, but for the first. `take` says whether it has put a mark before the character.
fn walk<'a>(text: &'a str, mut take: impl FnMut(char, &'a str, bool) -> bool) {
    let mut begins = false;
    for (at, character) in text.char_indices() {
        let marked = take(character, &text[at..], begins);
        begins = !marked && (PARTS.contains(&character) || begins && matches!(character, ' ' | '"'));
    }
}

/// A cell that no spreadsheet takes for a formula, nor a part of it: an apostrophe stands in front of what would be one.
pub fn guard(text: String) -> String {
    let mut guarded = String::with_capacity(text.len() + 1);
    if is_risky(&text) {
        guarded.push('\'');
    }
    walk(&text, |character, rest, begins| {
        let risky = begins && is_risky_inside(rest);
        if risky {
            guarded.push('\'');
        }
        guarded.push(character);
        risky
    });
    guarded
}

/// What was in a cell before [`guard`].
pub fn unguard(text: &str) -> String {
    let text = text.strip_prefix('\'').filter(|rest| is_risky(rest)).unwrap_or(text);
    let mut plain = String::with_capacity(text.len());
    walk(text, |character, rest, begins| {
        let mark = begins && character == '\'' && is_risky_inside(rest);
        if !mark {
            plain.push(character);
        }
        mark
    });
    plain
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

    #[test]
    fn a_guarded_cell_is_no_formula_and_comes_back() {
        for (text, guarded) in [
            ("=1+1", "'=1+1"),
            ("+62", "'+62"),
            ("-5", "'-5"),
            ("@x", "'@x"),
            // Some take wide characters for the plain ones.
            ("＝1+1", "'＝1+1"),
            ("teh;＠x", "teh;'＠x"),
            ("'=1", "''=1"),
            ("'", "''"),
            ("''", "'''"),
            ("'a", "''a"),
            ("\tx", "'\tx"),
            ("biasa", "biasa"),
            ("", ""),
            // Where another program parts cells elsewhere.
            ("teh,=1+1", "teh,'=1+1"),
            ("teh;=1+1", "teh;'=1+1"),
            ("teh\n@x", "teh\n'@x"),
            ("teh, \"=1", "teh, \"'=1"),
            ("teh,'=1", "teh,''=1"),
            ("teh,-1", "teh,'-1"),
            ("Rp 5.000,-", "Rp 5.000,-"),
            ("satu, dua; tiga", "satu, dua; tiga"),
        ] {
            assert_eq!(guard(text.to_owned()), guarded, "{text}");
            assert_eq!(unguard(guarded), text);
        }
        // What people write themselves stays.
        assert_eq!(unguard("'n Teh"), "'n Teh");
        assert_eq!(unguard("teh, 'n kopi"), "teh, 'n kopi");
    }

    proptest::proptest! {
        #[test]
        fn whatever_parts_the_cells_none_begins_with_a_formula(text in "[=+@'a1 ,;\"\t\r\n-]{0,12}") {
            let guarded = guard(text.clone());
            proptest::prop_assert_eq!(unguard(&guarded), text);
            for part in guarded.split(PARTS).skip(1) {
                let begun = part.trim_start_matches([' ', '"']);
                proptest::prop_assert!(!begun.starts_with(['=', '+', '@']), "{:?}", guarded);
            }
            proptest::prop_assert!(!guarded.starts_with(['=', '+', '-', '@', '\t', '\r']), "{:?}", guarded);
        }
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
