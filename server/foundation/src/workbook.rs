//! Spreadsheet workbooks (.xlsx): reads the first sheet as a table, and makes a workbook of one sheet from a table.

use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read},
};

use axum::response::Response;
use bytes::Bytes;
use calamine::{DataRef, Reader, Xlsx};
use ksmart_core::text;
use memchr::memmem;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::spawn_blocking,
};
use zip::ZipArchive;

use crate::{
    error::{Error, Result},
    response::attachment,
    table::{Cell, HEAD_WITHIN, MAX_COLUMNS, Table, head_of, named_columns, unescape_formula},
};

/// Maximum number of rows of a generated workbook, which is built in memory.
pub const MOST: u32 = 100_000;

/// Maximum length of a text in a workbook cell, in characters.
const MAX_CELL: usize = 32_767;

/// Maximum number of bytes of an unpacked workbook, and of the texts of its cells in total.
const MAX_UNPACKED: usize = 32 * 1024 * 1024;

/// Maximum number of files in a workbook.
const MAX_PARTS: usize = 1000;

/// Smallest whole number with 16 digits: a spreadsheet stores only 15 digits, so it changes such numbers.
const FIRST_LOST: f64 = 1e15;

/// The content type of workbooks.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Semaphore by which workbooks are read and made one after the other, so that two large ones are not in memory at
/// once.
static WORKBOOKS: Semaphore = Semaphore::const_new(1);

/// Waits until no other workbook is being read or made; the returned permit blocks others until it is dropped.
///
/// # Errors
/// The program is shutting down.
pub async fn turn() -> Result<SemaphorePermit<'static>> {
    WORKBOOKS.acquire().await.map_err(Error::internal)
}

/// Whether a file is a workbook, in the current or the old format, rather than a text table.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || is_old(bytes)
}

/// Whether a file is a workbook in the format before 2007, or a password-protected one.
fn is_old(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0])
}

/// Reads the first sheet of a workbook: the displayed content of its cells; for formulas, their results.
///
/// The columns are named by the first row, among ten, that has two of the names that `is_name` accepts; rows above it
/// are not read.
///
/// # Errors
/// A message about the file as a whole; `too_many` if it has more than `most` rows.
pub async fn read(
    bytes: Bytes,
    most: usize,
    too_many: &'static str,
    is_name: fn(&str) -> bool,
) -> std::result::Result<Table, String> {
    const BROKEN: &str =
        "File ini tidak dapat dibaca sebagai tabel Excel (.xlsx). Simpan ulang dari Excel, atau sebagai CSV.";
    if is_old(&bytes) {
        return Err("File ini Excel lama (.xls) atau terkunci kata sandi. Di Excel pilih Simpan sebagai › Buku Kerja \
                    Excel (.xlsx), tanpa kata sandi."
            .to_owned());
    }
    let Ok(_turn) = turn().await else { return Err(BROKEN.to_owned()) };
    // Any failure of the reader, even a panic, counts as an error of the file.
    let read = spawn_blocking(move || read_sheet(&bytes, most, too_many, is_name)).await;
    read.unwrap_or(Err(Unread::Broken)).map_err(|unread| match unread {
        Unread::Broken => BROKEN.to_owned(),
        Unread::Said(sentence) => sentence,
    })
}

/// Reason why a workbook cannot be read.
enum Unread {
    Broken,
    Said(String),
}

impl<E: std::error::Error> From<E> for Unread {
    fn from(_: E) -> Self {
        Self::Broken
    }
}

fn read_sheet(
    bytes: &[u8],
    most: usize,
    too_many: &str,
    is_name: fn(&str) -> bool,
) -> std::result::Result<Table, Unread> {
    check_size(bytes)?;
    let mut book = Xlsx::new(Cursor::new(bytes))?;
    let first = book.sheet_names().into_iter().next().ok_or(Unread::Broken)?;
    let mut rows: BTreeMap<u32, BTreeMap<usize, Cell>> = BTreeMap::new();
    let mut left = MAX_UNPACKED;
    let mut keep = |row, column, said: Cell| {
        // Many cells can show the same long text.
        let length = said.as_ref().map_or(0, String::len);
        left = left.checked_sub(length).ok_or_else(too_large)?;
        rows.entry(row).or_default().insert(usize::try_from(column)?, said);
        if rows.len() > most + HEAD_WITHIN { Err(Unread::Said(too_many.to_owned())) } else { Ok(()) }
    };
    let mut cells = book.worksheet_cells_reader(&first)?;
    while let Some((cell, style)) = cells.next_cell_with_style_id()? {
        let (row, column) = cell.get_position();
        let format = cells.styles().get(style).and_then(|style| style.number_format.as_ref());
        if let Some(said) = displayed_text(cell.get_value(), format.map_or("", |format| &format.format_code)) {
            keep(row, column, said)?;
        }
    }
    drop(cells);
    // A reader returns either styles or formulas, not both.
    let mut cells = book.worksheet_cells_reader(&first)?;
    while let Some(cell) = cells.next_cell_with_formula_metadata()? {
        if cell.formula.is_some() && cell.value == DataRef::Empty {
            let message = "Rumus di sel ini belum dihitung. Buka filenya di Excel, simpan, lalu unggah lagi.";
            keep(cell.pos.0, cell.pos.1, Err(message.to_owned()))?;
        }
    }
    let table = table_of(rows, is_name)?;
    if table.rows.len() + table.errors.len() > most { Err(Unread::Said(too_many.to_owned())) } else { Ok(table) }
}

fn too_large() -> Unread {
    Unread::Said("File ini terlalu besar bila dibuka. Simpan lembar produknya saja di file baru.".to_owned())
}

/// Refuses a workbook that would take too much memory, before its content is parsed.
fn check_size(bytes: &[u8]) -> std::result::Result<(), Unread> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    if archive.len() > MAX_PARTS {
        return Err(too_large());
    }
    let mut left = MAX_UNPACKED;
    for place in 0..archive.len() {
        let part = archive.by_index(place)?;
        let counts_texts = part.name()?.to_ascii_lowercase().ends_with("sharedstrings.xml");
        let mut part = part.take(u64::try_from(left)? + 1);
        let read = if counts_texts {
            let mut text = Vec::new();
            part.read_to_end(&mut text)?;
            check_count(&text)?;
            text.len()
        } else {
            usize::try_from(io::copy(&mut part, &mut io::sink())?)?
        };
        left = left.checked_sub(read).ok_or_else(too_large)?;
    }
    Ok(())
}

/// Refuses a list of texts with an impossible declared length: the reader allocates memory for the declared number.
fn check_count(xml: &[u8]) -> std::result::Result<(), Unread> {
    // Only encodings in which ASCII letters are unchanged are accepted.
    if xml.iter().any(|byte| matches!(byte, 0 | 0x1b)) {
        return Err(Unread::Broken);
    }
    for place in memmem::find_iter(xml, b"uniqueCount") {
        let said =
            xml[place..].iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
        let count =
            said.fold(0_usize, |count, digit| count.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        if count > xml.len() {
            return Err(Unread::Broken);
        }
    }
    Ok(())
}

/// Returns the displayed text of a cell in its number format, as in a CSV file; `None` for an empty cell.
fn displayed_text(value: &DataRef, format: &str) -> Option<Cell> {
    let text = match value {
        DataRef::Empty => return None,
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => padded(&number.to_string(), format),
        DataRef::Float(number) if number.abs() >= FIRST_LOST => {
            let message = "Angka ini lebih dari 15 digit, dan Excel mengganti digit sisanya dengan 0. Ubah formatnya \
                           menjadi Teks, lalu ketik lagi.";
            return Some(Err(message.to_owned()));
        }
        DataRef::Float(number) => padded(&decimal(*number), format),
        DataRef::Bool(true) => "TRUE".to_owned(),
        DataRef::Bool(false) => "FALSE".to_owned(),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
            let message = "Sel ini berisi tanggal. Ubah formatnya menjadi Teks di Excel, lalu ketik isinya lagi.";
            return Some(Err(message.to_owned()));
        }
        DataRef::Error(error) => return Some(Err(format!("Sel ini berisi kesalahan Excel ({error})."))),
    };
    let text = text::tidy(&unescape_formula(text.trim()));
    if text.is_empty() { None } else { Some(Ok(text)) }
}

/// Returns a whole number with the zeros and characters that a format of two zeros or more puts around its digits, such
/// as `00000`, `"TJ-"0000` or `000-000`. Other numbers, and formats of amounts, change nothing.
fn padded(number: &str, format: &str) -> String {
    let format = format.split(';').next().unwrap_or_default();
    let is_whole = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let Some(signs) = signs(format).filter(|_| is_whole) else { return number.to_owned() };
    let mut digits = number.bytes().rev().map(char::from);
    let mut shown: Vec<char> = Vec::new();
    let places = signs.iter().filter(|sign| sign.is_none()).count();
    let mut filled = 0;
    for sign in signs.iter().rev() {
        match sign {
            Some(sign) => shown.push(*sign),
            None => {
                filled += 1;
                shown.push(digits.next().unwrap_or('0'));
                // Digits beyond those of the format are put before its first digit.
                if filled == places {
                    shown.extend(digits.by_ref());
                }
            }
        }
    }
    shown.into_iter().rev().collect()
}

/// Returns the characters of a number format, with `None` for each digit; `None` if the format does not pad with zeros.
fn signs(format: &str) -> Option<Vec<Option<char>>> {
    let mut signs = Vec::new();
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        match c {
            '0' => signs.push(None),
            '"' => signs.extend(rest.by_ref().take_while(|c| *c != '"').map(Some)),
            '\\' => signs.push(Some(rest.next()?)),
            '-' | ' ' | '/' | '(' | ')' | ':' => signs.push(Some(c)),
            // Skips a language or a colour.
            '[' => drop(rest.by_ref().find(|c| *c == ']')),
            // Skips a blank as wide as a character, or a character that fills the cell.
            '_' | '*' => drop(rest.next()?),
            _ => return None,
        }
    }
    (signs.iter().filter(|sign| sign.is_none()).count() > 1).then_some(signs)
}

/// Formats a number as in Indonesia, without digits from floating-point errors: a spreadsheet shows 15 digits.
fn decimal(number: f64) -> String {
    let shown: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    // Never `-0`.
    (shown + 0.0).to_string().replace('.', ",")
}

fn table_of(
    rows: BTreeMap<u32, BTreeMap<usize, Cell>>,
    is_name: fn(&str) -> bool,
) -> std::result::Result<Table, Unread> {
    let named =
        |cells: &BTreeMap<usize, Cell>| named_columns(cells.values().filter_map(|cell| cell.as_deref().ok()), is_name);
    let named: Vec<usize> = rows.values().take(HEAD_WITHIN).map(named).collect();
    let above = head_of(&named);
    let mut rows = rows.into_iter().skip(above).map(|(row, cells)| {
        let mut all =
            vec![Ok(String::new()); cells.keys().next_back().map_or(0, |last| (last + 1).min(MAX_COLUMNS + 1))];
        for (place, cell) in cells {
            // A cell farther right still makes its row too wide.
            all[place.min(MAX_COLUMNS)] = cell;
        }
        (u64::from(row) + 1, all)
    });
    let head = rows.next().map(|(_, cells)| cells).unwrap_or_default();
    if head.len() > MAX_COLUMNS {
        return Err(Unread::Said(format!("File ini berisi lebih dari {MAX_COLUMNS} kolom.")));
    }
    let head = head.into_iter().collect::<std::result::Result<Vec<_>, _>>().map_err(Unread::Said)?;
    Ok(Table::new(&head, rows.collect()))
}

/// Makes a sheet with a row of column names, which stays visible.
///
/// # Errors
/// A name cannot be written.
pub fn sheet<'a>(name: &str, columns: impl IntoIterator<Item = &'a str>) -> std::result::Result<Worksheet, XlsxError> {
    let mut sheet = Worksheet::new();
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    for (place, name) in (0..).zip(columns) {
        sheet.write_string_with_format(0, place, name, &bold)?;
    }
    Ok(sheet)
}

/// Writes text into a cell. It is never a formula, whatever its first character.
///
/// # Errors
/// There is no such cell.
pub fn put_text(sheet: &mut Worksheet, row: u32, column: u16, text: &str) -> std::result::Result<(), XlsxError> {
    let fitting: String = text.chars().take(MAX_CELL).collect();
    sheet.write_string(row, column, fitting).map(drop)
}

/// Puts a number into a cell.
///
/// # Errors
/// There is no such cell.
// Rupiah, points and pieces are far below the limit of a spreadsheet's numbers.
#[expect(clippy::cast_precision_loss, reason = "a spreadsheet has no other numbers")]
pub fn put_number(sheet: &mut Worksheet, row: u32, column: u16, number: i64) -> std::result::Result<(), XlsxError> {
    sheet.write_number(row, column, number as f64).map(drop)
}

/// Returns the file of a workbook with one sheet.
///
/// # Errors
/// The workbook cannot be made.
pub async fn packed(sheet: Worksheet) -> Result<Vec<u8>> {
    let made = spawn_blocking(move || {
        let mut book = Workbook::new();
        book.push_worksheet(sheet);
        book.save_to_buffer()
    });
    made.await.map_err(Error::internal)?.map_err(Error::internal)
}

/// Returns the workbook of a sheet as a download with a file name.
///
/// # Errors
/// The workbook cannot be made.
pub async fn finish(sheet: Worksheet, name: &str) -> Result<Response> {
    Ok(attachment(name, XLSX, packed(sheet).await?))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    #[test]
    fn numbers_are_written_like_in_csv_files() {
        for (number, written) in [
            (15000.0, "15000"),
            (14_999.999_999_999_998, "15000"),
            (8_991_234_567_897.0, "8991234567897"),
            (-1.0, "-1"),
            (-0.0, "0"),
            (1.125, "1,125"),
            (0.1, "0,1"),
            (0.1 + 0.2, "0,3"),
            (123_456_789_012_345.0, "123456789012345"),
        ] {
            assert_eq!(decimal(number), written);
        }
    }

    #[test]
    fn number_formats_add_leading_zeros() {
        for (number, format, shown) in [
            ("42", "00000", "00042"),
            ("12345678905", "000000000000", "012345678905"),
            ("42", "\"TJ-\"0000", "TJ-0042"),
            ("42", "\\T\\J\\-0000;@", "TJ-0042"),
            ("123456", "000-000", "123-456"),
            ("1234567", "000-000", "1234-567"),
            ("15000", "0", "15000"),
            ("15000", "General", "15000"),
            ("15000", "", "15000"),
            ("15000", "#,##0", "15000"),
            ("15000", "#,##0.00", "15000"),
            ("15000", "0.00", "15000"),
            ("15000", "_-\"Rp\"* #,##0_-", "15000"),
            ("250", "0 \"gr\"", "250"),
            ("42", "@", "42"),
            ("1,5", "00000", "1,5"),
            ("-42", "00000", "-42"),
            ("42", "[$-421][Red]00000", "00042"),
            ("42", "\\", "42"),
        ] {
            assert_eq!(padded(number, format), shown, "{number} {format}");
        }
    }

    async fn refused(bytes: Vec<u8>) -> String {
        read(bytes.into(), 2, "Terlalu banyak.", |_| false).await.unwrap_err()
    }

    fn packed(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[tokio::test]
    async fn a_hostile_workbook_is_refused() {
        let bomb = packed(&[("xl/worksheets/sheet1.xml", &vec![b' '; MAX_UNPACKED + 1])]);
        assert!(bomb.len() < 100_000);
        assert!(refused(bomb).await.starts_with("File ini terlalu besar bila dibuka."));
        let counted = "<sst uniqueCount=\"99999999999999\">".repeat(2);
        let wide: Vec<u8> = counted.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for broken in [
            b"PK\x03\x04\xff".to_vec(),
            packed(&[("a.txt", b"x")]),
            packed(&[("xl/sharedStrings.xml", counted.as_bytes())]),
            packed(&[("xl/SharedStrings.xml", &wide)]),
        ] {
            assert!(is_workbook(&broken));
            assert!(refused(broken).await.starts_with("File ini tidak dapat dibaca sebagai tabel Excel"));
        }
        assert!(refused(vec![0xD0, 0xCF, 0x11, 0xE0]).await.contains("kata sandi"));
    }
}
