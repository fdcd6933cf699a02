//! Tables made with a spreadsheet: CSV files, their rows by line, and the values of their cells.

use std::collections::HashSet;

use ksmart_core::text;
use serde::Serialize;
use utoipa::ToSchema;

/// Content type of files that people open with a spreadsheet.
pub const CSV: &str = "text/csv; charset=utf-8";

/// Error in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowError {
    /// The line of the file that the row begins on, from 1.
    pub line: u64,
    /// Name of the column in the shop; empty for an error of the whole row.
    pub column: &'static str,
    /// Text of the error.
    pub message: String,
}

impl RowError {
    fn of_width(line: u64, cells: usize, columns: usize) -> Self {
        let message = format!("Baris ini berisi {cells} kolom, seharusnya {columns}.");
        Self { line, column: "", message }
    }
}

/// Maximum number of columns of a table that is read.
pub const MAX_COLUMNS: usize = 100;

/// Number of first rows that are searched for the column names, below a title and its notes.
pub const HEAD_WITHIN: usize = 10;

/// Maximum length of a cell that can be a column name in this search, in bytes.
const MAX_NAME: usize = 200;

/// Returns the number of different column names in a row.
pub fn named_columns<'a>(cells: impl Iterator<Item = &'a str>, is_name: fn(&str) -> bool) -> usize {
    let names = cells.take(MAX_COLUMNS + 1).filter(|cell| cell.len() <= MAX_NAME).map(text::fold);
    names.filter(|name| is_name(name)).collect::<HashSet<String>>().len()
}

/// Returns the index of the row that names the columns: the first that names two or more, else the first that names
/// one, else the first.
pub fn head_of(named: &[usize]) -> usize {
    let first = |least: usize| named.iter().position(|named| *named >= least);
    first(2).or_else(|| first(1)).unwrap_or(0)
}

/// Maximum number of rows listed in a response.
const NAMED: usize = 200;

/// Returns the first 200 rows, each converted for a response by `tell`.
pub fn named<T, U>(rows: &[T], tell: impl Fn(&T) -> U) -> Vec<U> {
    rows.iter().take(NAMED).map(tell).collect()
}

/// Content of a readable file.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Cells of the row that names the columns, folded.
    pub columns: Vec<String>,
    /// Each non-empty row below it, with the line on which it begins, from 1; it has as many cells as there are
    /// columns.
    pub rows: Vec<(u64, Vec<String>)>,
    /// Rows that have more or fewer cells than there are columns.
    pub errors: Vec<RowError>,
    /// Cells that show something other than text or a number; they are empty in their rows.
    pub faults: Vec<Fault>,
}

/// Error in a cell.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the row, from 1.
    pub line: u64,
    /// Index of the column, from 0.
    pub place: usize,
    /// Error message, as a sentence.
    pub message: String,
}

/// Text of a cell, or an error message as a sentence.
pub type Cell = Result<String, String>;

impl Table {
    /// Makes a table from the row that names the columns and the rows below it, each with its line.
    ///
    /// A column without a name is left out if all its cells are blank, because spreadsheets append such columns. A
    /// short row is filled up with blank cells.
    pub fn new(head: &[String], rows: Vec<(u64, Vec<Cell>)>) -> Self {
        let names: Vec<String> = head.iter().map(|name| text::fold(name)).collect();
        let is_blank = |cell: &Cell| cell.as_ref().is_ok_and(String::is_empty);
        let is_read: Vec<bool> = (0..names.len())
            .map(|place| {
                !names[place].is_empty()
                    || rows.iter().any(|(_, cells)| cells.get(place).is_some_and(|cell| !is_blank(cell)))
            })
            .collect();
        let columns: Vec<String> =
            names.into_iter().zip(&is_read).filter(|(_, read)| **read).map(|(name, _)| name).collect();
        let mut table = Self { columns, rows: Vec::new(), errors: Vec::new(), faults: Vec::new() };
        for (line, mut cells) in rows {
            let written = cells.iter().rposition(|cell| !is_blank(cell)).map_or(0, |last| last + 1);
            if written > is_read.len() {
                table.errors.push(RowError::of_width(line, written, table.columns.len()));
                continue;
            }
            cells.resize(is_read.len(), Ok(String::new()));
            let read = cells.into_iter().zip(&is_read).filter(|(_, read)| **read);
            let texts = read.enumerate().map(|(place, (cell, _))| {
                cell.unwrap_or_else(|message| {
                    table.faults.push(Fault { line, place, message });
                    String::new()
                })
            });
            let texts = texts.collect();
            table.rows.push((line, texts));
        }
        table
    }

    /// Turns the faults of columns that `name` names into errors, and removes every row that has an error.
    pub fn refuse_faults(&mut self, name: impl Fn(usize) -> Option<&'static str>) {
        for fault in self.faults.drain(..) {
            if let Some(column) = name(fault.place) {
                self.errors.push(RowError { line: fault.line, column, message: fault.message });
            }
        }
        let faulty: HashSet<u64> = self.errors.iter().map(|error| error.line).collect();
        self.rows.retain(|(line, _)| !faulty.contains(line));
    }
}

/// Reads a CSV file: UTF-8 with or without a byte order mark, cells separated by `;`, `,` or tabs, quoted or not, any
/// line endings. A first line such as `sep=;` sets the separator, as in Excel.
///
/// The columns are named by the first row, among ten, that has two of the names that `is_name` accepts; rows above it
/// are not read.
///
/// # Errors
/// A message about the file as a whole; `too_many` if it has more than `most` rows.
pub fn read(bytes: &[u8], most: usize, too_many: &str, is_name: fn(&str) -> bool) -> Result<Table, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| "File ini bukan CSV UTF-8. Di Excel pilih Simpan sebagai › CSV UTF-8.".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (separators, text, lines_before) = match named_separator(text) {
        Some((separator, rest)) => (vec![separator], rest, 1),
        None => (separators(text), text, 0),
    };
    let (separator, above) = head_in(text, &separators, is_name);
    let mut reader = reader_of(text, separator);
    let mut records = reader.records().skip(above);
    let unreadable = |error: csv::Error| format!("File ini tidak dapat dibaca sebagai CSV: {error}.");
    let first = records.next().transpose().map_err(unreadable)?.unwrap_or_default();
    let mut head: Vec<String> = first.iter().map(str::to_owned).collect();
    let named = head.iter().rposition(|name| !text::line(name).is_empty()).map_or(0, |last| last + 1);
    if named > MAX_COLUMNS {
        return Err(format!("File ini berisi lebih dari {MAX_COLUMNS} kolom."));
    }
    head.truncate(MAX_COLUMNS);
    let (mut rows, mut short) = (Vec::new(), Vec::new());
    for record in records {
        let record = record.map_err(unreadable)?;
        let line = record.position().map_or(0, |position| line_of(text, position)) + lines_before;
        let cells: Vec<String> = record.iter().map(|cell| text::tidy(&unescape_formula(cell.trim()))).collect();
        if cells.iter().all(String::is_empty) {
            continue;
        }
        if rows.len() + short.len() == most {
            return Err(too_many.to_owned());
        }
        if cells.len() < named {
            short.push(RowError::of_width(line, cells.len(), named));
        } else {
            rows.push((line, cells.into_iter().map(Ok).collect()));
        }
    }
    let mut table = Table::new(&head, rows);
    table.errors.extend(short);
    table.errors.sort_by_key(|error| error.line);
    Ok(table)
}

/// Returns a writer that appends rows to `begun` in the format of Excel in Indonesia: cells separated by `;`.
pub fn writer(begun: Vec<u8>) -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(begun)
}

/// Returns the line on which a record begins, after the empty lines that the reader skipped before it.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let begun = usize::try_from(position.byte()).ok().and_then(|byte| text.as_bytes().get(byte..)).unwrap_or_default();
    let skipped = begun.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|byte| **byte == b'\n').count();
    position.line() + u64::try_from(skipped).unwrap_or_default()
}

/// Returns the separator of a first line such as `sep=;`, and the text after that line.
fn named_separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let line = line.trim_end_matches('\r').trim_matches('"').to_ascii_lowercase();
    match line.strip_prefix("sep=")?.as_bytes() {
        [separator @ (b';' | b',' | b'\t' | b'|')] => Some((*separator, rest)),
        _ => None,
    }
}

/// Returns a reader of the rows of a text.
fn reader_of(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes())
}

/// Returns the first separator with which one of the first ten rows names two columns, and the number of rows above
/// that row. Otherwise it is the first separator with which a row names one column, or the first of all.
fn head_in(text: &str, separators: &[u8], is_name: fn(&str) -> bool) -> (u8, usize) {
    let heads = separators.iter().map(|separator| {
        let mut reader = reader_of(text, *separator);
        // An unreadable row is refused later, when the file is read again.
        let records = reader.records().map_while(Result::ok).enumerate();
        let rows = records.filter(|(_, row)| row.iter().any(|cell| !text::line(cell).is_empty())).take(HEAD_WITHIN);
        let (places, named): (Vec<usize>, Vec<usize>) =
            rows.map(|(place, row)| (place, named_columns(row.iter(), is_name))).unzip();
        let head = head_of(&named);
        (*separator, places.get(head).copied().unwrap_or(0), named.get(head).copied().unwrap_or(0))
    });
    let heads: Vec<(u8, usize, usize)> = heads.collect();
    let named: Vec<usize> = heads.iter().map(|(.., named)| *named).collect();
    let (separator, above, _) = heads[head_of(&named)];
    (separator, above)
}

/// Returns the possible separators of cells, the most frequent in the first line first.
fn separators(text: &str) -> Vec<u8> {
    let line = text.lines().next().unwrap_or_default();
    let mut separators = vec![b';', b'\t', b','];
    // At equal frequency, the semicolon stays first, then the tab.
    separators.sort_by_key(|separator| std::cmp::Reverse(line.bytes().filter(|byte| byte == separator).count()));
    separators
}

/// Whether a spreadsheet would treat the text as a formula, or its first character looks like an escaping apostrophe of
/// [`guard`].
fn is_risky(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\''])
}

/// Whether text after a `,` or a `;` within a cell is risky, because a spreadsheet may split the cell there.
///
/// A minus sign alone is not risky, as in the price `Rp 5.000,-`.
fn is_risky_inside(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    let counts = |rest: &str| rest.starts_with(|first: char| first.is_alphanumeric() || "(=+-@.".contains(first));
    text.starts_with(['=', '+', '@', '＝', '＋', '－', '＠']) || text.strip_prefix('-').is_some_and(counts)
}

/// Characters at which a program may split a cell if it opens the file with other settings.
const PARTS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// Passes each character of a text to `take`, with the text from there on.
///
/// The flag is true if a spreadsheet could begin a cell at that character; it is false for the first character. `take`
/// returns whether it has put an apostrophe before the character, or removed one.
fn walk<'a>(text: &'a str, mut take: impl FnMut(char, &'a str, bool) -> bool) {
    let mut begins = false;
    for (at, character) in text.char_indices() {
        let marked = take(character, &text[at..], begins);
        begins = !marked && (PARTS.contains(&character) || begins && matches!(character, ' ' | '"'));
    }
}

/// Escapes a cell against CSV injection: an apostrophe is put before each text that a spreadsheet would treat as a
/// formula.
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

/// Undoes [`guard`], and removes an apostrophe that was put before digits that are not meant as a number.
pub fn unescape_formula(text: &str) -> String {
    let is_digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('\'').filter(|rest| is_risky(rest) || is_digits(rest)).unwrap_or(text);
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

/// Returns the whole number in a cell: `15000`, `15.000`, `Rp 15.000`, `15.000,00` or `15.000,-`; `None` for any other
/// fraction.
pub fn number(cell: &str) -> Option<i64> {
    let cell = text::plain(cell).to_lowercase();
    let amount = ["rp.", "rp", "idr"].iter().find_map(|currency| cell.strip_prefix(currency));
    let cell = amount.unwrap_or(&cell).trim();
    let cell = [",-", ",0", ",00"].iter().find_map(|nothing| cell.strip_suffix(nothing)).unwrap_or(cell);
    ungrouped(cell)?.parse().ok()
}

/// Returns the digits of a whole number without its thousands separators; `None` if a separator is misplaced, or if
/// there are other characters.
pub fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(|c: char| matches!(c, '.' | '\'') || c.is_whitespace());
    let first = groups.next()?;
    let others: Vec<&str> = groups.collect();
    let well_grouped =
        others.is_empty() || (1..=3).contains(&first.len()) && others.iter().all(|group| group.len() == 3);
    let digits = format!("{first}{}", others.concat());
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (well_grouped && plain).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_cells_are_restored_unchanged() {
        for (text, guarded) in [
            ("=1+1", "'=1+1"),
            ("+62", "'+62"),
            ("-5", "'-5"),
            ("@x", "'@x"),
            // Some spreadsheets treat wide characters like the plain ones.
            ("＝1+1", "'＝1+1"),
            ("teh;＠x", "teh;'＠x"),
            ("'=1", "''=1"),
            ("'", "''"),
            ("''", "'''"),
            ("'a", "''a"),
            ("\tx", "'\tx"),
            ("biasa", "biasa"),
            ("", ""),
            // Another program may split the cell elsewhere.
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
            assert_eq!(unescape_formula(guarded), text);
        }
        assert_eq!(unescape_formula("'0012345678"), "0012345678");
        // Apostrophes that people typed themselves stay.
        assert_eq!(unescape_formula("'n Teh"), "'n Teh");
        assert_eq!(unescape_formula("teh, 'n kopi"), "teh, 'n kopi");
    }

    proptest::proptest! {
        #[test]
        fn no_part_of_a_guarded_cell_is_a_formula(text in "[=+@'a1 ,;\"\t\r\n-]{0,12}") {
            let guarded = guard(text.clone());
            proptest::prop_assert_eq!(unescape_formula(&guarded), text);
            for part in guarded.split(PARTS).skip(1) {
                let begun = part.trim_start_matches([' ', '"']);
                proptest::prop_assert!(!begun.starts_with(['=', '+', '@']), "{:?}", guarded);
            }
            proptest::prop_assert!(!guarded.starts_with(['=', '+', '-', '@', '\t', '\r']), "{:?}", guarded);
        }
    }

    fn table(text: &str) -> Table {
        read(text.as_bytes(), 10, "Terlalu banyak.", |name| ["nama", "harga (rp)", "berat"].contains(&name)).unwrap()
    }

    #[test]
    fn titles_above_the_column_names_are_skipped() {
        let (columns, rows) =
            (["nama", "harga (rp)", "berat"], vec![(0, vec!["Teh, celup".into(), "15.000".into(), "250".into()])]);
        for (text, line) in [
            ("Daftar harga, per 1 November 2026, semua cabang\nNAMA;Harga (Rp);Berat\nTeh, celup;15.000;250\n", 3),
            ("Daftar harga;;\n;;\n\nNama;Harga (Rp);Berat\nTeh, celup;15.000;250\n", 5),
            ("Nama;;\nCV Teh;;\nNama;\"Harga\n(Rp)\";Berat\nTeh, celup;15.000;250\n", 5),
            ("sep=\t\nPer\t2026\nNama\tHarga (Rp)\tBerat\nTeh, celup\t15.000\t250\n", 4),
            ("Harga, stok; dan berat\nNama\tHarga (Rp)\tBerat\nTeh, celup\t15.000\t250\n", 3),
            ("a\nb\nc\nd;\n;;\n;;\n;;\n;;\n;;\n;;\nNama;Harga (Rp);Berat\nTeh, celup;15.000;250\n", 12),
        ] {
            let table = table(text);
            assert_eq!(table.columns, columns, "{text}");
            assert_eq!(table.rows, [(line, rows[0].1.clone())], "{text}");
            assert_eq!(table.errors, [], "{text}");
        }
    }

    #[test]
    fn rows_before_a_second_header_are_read() {
        let twice = table("Nama;Berat\nTeh;1\nNama;Harga (Rp);Berat\nKopi;2;3\n");
        assert_eq!((twice.rows, twice.errors.len()), (vec![(2, vec!["Teh".into(), "1".into()])], 2));
        // A list within a cell does not name columns either.
        let list = table("nama;berat\nTeh;Tertera: x, nama, harga (rp), berat\n");
        assert_eq!(list.rows, [(2, vec!["Teh".into(), "Tertera: x, nama, harga (rp), berat".into()])]);
        // A row that repeats a single name is a title, not the head.
        assert_eq!(table("Nama;Nama\nNama;Berat\nTeh;1\n").columns, ["nama", "berat"]);
    }

    #[test]
    fn empty_unnamed_columns_are_ignored() {
        for text in
            ["a;b;;\n1;2;;\n", "a;b;;\n1;2\n", "a;;b;\n1;;2;\n", "a;b\n1;2;;\n", "a;b;\u{a0};\n1;2; ;\u{200b}\n"]
        {
            let table = table(text);
            assert_eq!(
                (table.columns, table.rows),
                (vec!["a".into(), "b".into()], vec![(2, vec!["1".into(), "2".into()])]),
                "{text:?}"
            );
            assert_eq!(table.errors, []);
        }
        assert_eq!(table("a;\n1;2\n").columns, ["a", ""]);
    }

    #[test]
    fn a_first_line_may_name_the_separator() {
        for text in ["sep=;\na;b\n1,5;2\n", "SEP=|\r\na|b\r\n1,5|2\r\n", "\u{feff}\"sep=;\"\na;b\n1,5;2\n"] {
            let table = table(text);
            assert_eq!(
                (table.columns, table.rows),
                (vec!["a".into(), "b".into()], vec![(3, vec!["1,5".into(), "2".into()])]),
                "{text:?}"
            );
        }
        assert_eq!(table("a\tb, c\n1\t2\n").columns, ["a", "b, c"]);
        assert_eq!(table("separator;b\n1;2\n").columns, ["separator", "b"]);
    }

    #[test]
    fn whole_numbers_accept_thousands_separators() {
        // The browser's test reads the same cases.
        let cases = include_str!("../../../core/tests/alike/whole_numbers.json");
        let cases: Vec<(String, Option<i64>)> = serde_json::from_str(cases).unwrap();
        for (cell, wanted) in cases {
            assert_eq!(number(&cell), wanted, "{cell:?}");
        }
    }
}
