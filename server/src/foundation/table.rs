//! Tables that people make with a spreadsheet: CSV files, their rows by line, and what their cells say.

use std::collections::HashSet;

use ksmart_core::text;
use serde::Serialize;
use utoipa::ToSchema;

/// The content type of the files that people open with a spreadsheet.
pub const CSV: &str = "text/csv; charset=utf-8";

/// Error in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowError {
    /// The line of the file that the row begins on, from 1.
    pub line: u64,
    /// The column, as the shop calls it; empty for the row as a whole.
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

/// Maximum number of columns that a table is read with.
pub const MAX_COLUMNS: usize = 100;

/// Number of first rows among which the names of columns are looked for, below a title and its notes.
pub const HEAD_WITHIN: usize = 10;

/// Longest cell that is taken for the name of a column where the head is looked for, bytes.
const MAX_NAME: usize = 200;

/// Number of cells of a row that name a column, none twice.
pub fn named_columns<'a>(cells: impl Iterator<Item = &'a str>, is_name: fn(&str) -> bool) -> usize {
    let names = cells.take(MAX_COLUMNS + 1).filter(|cell| cell.len() <= MAX_NAME).map(text::fold);
    names.filter(|name| is_name(name)).collect::<HashSet<String>>().len()
}

/// Returns the place of the row that names the columns: the first one that names two or more, else the first that names
/// one, else the first.
pub fn head_of(named: &[usize]) -> usize {
    let first = |least: usize| named.iter().position(|named| *named >= least);
    first(2).or_else(|| first(1)).unwrap_or(0)
}

/// Maximum number of rows that an answer names.
const NAMED: usize = 200;

/// The first 200 of some rows, as an answer tells of them.
pub fn named<T, U>(rows: &[T], tell: impl Fn(&T) -> U) -> Vec<U> {
    rows.iter().take(NAMED).map(tell).collect()
}

/// A file that can be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// The cells of the row that names the columns, folded.
    pub columns: Vec<String>,
    /// Each row below it that is not empty, with the line that it begins on, from 1; as many cells as there are columns.
    pub rows: Vec<(u64, Vec<String>)>,
    /// Rows that have more or fewer cells.
    pub errors: Vec<RowError>,
    /// Cells that show something else than text or a number; they are empty in their rows.
    pub faults: Vec<Fault>,
}

/// Error in a cell.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the row, from 1.
    pub line: u64,
    /// The column, from 0.
    pub place: usize,
    /// Text of the error, as a sentence.
    pub message: String,
}

/// Text of a cell, or what is wrong with it as a sentence.
pub type Cell = Result<String, String>;

impl Table {
    /// Makes a table of the row that names the columns and those below it, each with its line.
    ///
    /// A column without a name is left out where nothing stands in it, as spreadsheets add them behind the last. A row has
    /// blank cells where it is short.
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

    /// Turns the faults of columns that `name` names into errors, and leaves out every row that has an error.
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

/// Reads a CSV file: UTF-8 with or without its mark, cells separated by `;`, `,` or tabs, quoted or not, lines of any
/// ending. A first line such as `sep=;` names the separator, as Excel has it.
///
/// The columns are named by the first row of ten that has two of the names that `is_name` knows; what stands above it is
/// not read.
///
/// # Errors
/// A sentence about the file as a whole; `too_many` where it has more than `most` rows.
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
        let cells: Vec<String> = record.iter().map(|cell| text::tidy(&unguard(cell.trim()))).collect();
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

/// Writes rows behind what was begun, as Excel in Indonesia opens them: cells separated by `;`.
pub fn writer(begun: Vec<u8>) -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(begun)
}

/// The line that a record begins on: behind the empty lines that the reader skipped before it.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let begun = usize::try_from(position.byte()).ok().and_then(|byte| text.as_bytes().get(byte..)).unwrap_or_default();
    let skipped = begun.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|byte| **byte == b'\n').count();
    position.line() + u64::try_from(skipped).unwrap_or_default()
}

/// The separator that the first line names, and the text behind that line.
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

/// Returns the first separator with which one of the first ten rows names two columns, and the number of rows above that
/// row; where there is none, the first with which one names a column, or the first of all.
fn head_in(text: &str, separators: &[u8], is_name: fn(&str) -> bool) -> (u8, usize) {
    let heads = separators.iter().map(|separator| {
        let mut reader = reader_of(text, *separator);
        // A row that cannot be read is refused when it is read again.
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

/// Returns what can separate cells, that first which the first line has most of.
fn separators(text: &str) -> Vec<u8> {
    let line = text.lines().next().unwrap_or_default();
    let mut separators = vec![b';', b'\t', b','];
    // Of several that are as frequent the semicolon stays first, or the tab.
    separators.sort_by_key(|separator| std::cmp::Reverse(line.bytes().filter(|byte| byte == separator).count()));
    separators
}

/// Returns whether a spreadsheet would take the text for a formula, or [`guard`] for a mark of its own.
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

/// Characters that may separate cells, where a file is opened in another way than intended.
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

/// Returns the text of a cell before [`guard`], or before an apostrophe was put in front of digits that are no number.
pub fn unguard(text: &str) -> String {
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

/// The whole number in a cell: `15000`, `15.000`, `Rp 15.000`, `15.000,00` or `15.000,-`; `None` for any other fraction.
pub fn number(cell: &str) -> Option<i64> {
    let cell = text::plain(cell).to_lowercase();
    let amount = ["rp.", "rp", "idr"].iter().find_map(|currency| cell.strip_prefix(currency));
    let cell = amount.unwrap_or(&cell).trim();
    let cell = [",-", ",0", ",00"].iter().find_map(|nothing| cell.strip_suffix(nothing)).unwrap_or(cell);
    ungrouped(cell)?.parse().ok()
}

/// Returns the digits of a whole number without what stands between its thousands; `None` where it stands elsewhere, or
/// where there is anything else.
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
        assert_eq!(unguard("'0012345678"), "0012345678");
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

    fn table(text: &str) -> Table {
        read(text.as_bytes(), 10, "Terlalu banyak.", |name| ["nama", "harga (rp)", "berat"].contains(&name)).unwrap()
    }

    #[test]
    fn columns_are_named_below_a_title_in_its_own_signs() {
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
    fn rows_above_a_second_head_are_read() {
        let twice = table("Nama;Berat\nTeh;1\nNama;Harga (Rp);Berat\nKopi;2;3\n");
        assert_eq!((twice.rows, twice.errors.len()), (vec![(2, vec!["Teh".into(), "1".into()])], 2));
        // Nor does a list in a cell name columns.
        let list = table("nama;berat\nTeh;Tertera: x, nama, harga (rp), berat\n");
        assert_eq!(list.rows, [(2, vec!["Teh".into(), "Tertera: x, nama, harga (rp), berat".into()])]);
        // One that stands in a title twice is no head.
        assert_eq!(table("Nama;Nama\nNama;Berat\nTeh;1\n").columns, ["nama", "berat"]);
    }

    #[test]
    fn a_column_without_a_name_and_content_is_none() {
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
    fn a_number_is_whole_and_may_have_its_thousands_marked() {
        // The browser's own test reads them, too.
        let cases = include_str!("../../../core/tests/alike/whole_numbers.json");
        let cases: Vec<(String, Option<i64>)> = serde_json::from_str(cases).unwrap();
        for (cell, wanted) in cases {
            assert_eq!(number(&cell), wanted, "{cell:?}");
        }
    }
}
