//! Workbooks of spreadsheets (.xlsx): the first sheet of one as a table, and a table as one of one sheet.

use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read},
};

use axum::response::Response;
use bytes::Bytes;
use calamine::{DataRef, Reader, Xlsx};
use memchr::memmem;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::spawn_blocking,
};
use zip::ZipArchive;

use crate::foundation::{
    error::{Error, Result},
    response::attachment,
    table::{Fault, RowError, Table, tidy, unguard},
};

/// The most rows of a workbook that is made, in memory.
pub const MOST: u32 = 100_000;

/// The longest text that a cell of a workbook takes, characters.
const MAX_CELL: usize = 32_767;

/// The most bytes that a workbook comes to when it is unpacked, and that its cells come to as texts.
const MAX_UNPACKED: usize = 32 * 1024 * 1024;

/// The most files in a workbook.
const MAX_PARTS: usize = 1000;

/// The most columns of a sheet that is read.
const MAX_COLUMNS: usize = 100;

/// What a workbook is.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Workbooks are read and made one after the other, so that two large ones are not in memory at once.
static WORKBOOKS: Semaphore = Semaphore::const_new(1);

/// Waits until no other workbook is read or made.
///
/// # Errors
/// The program ends.
pub async fn turn() -> Result<SemaphorePermit<'static>> {
    WORKBOOKS.acquire().await.map_err(Error::internal)
}

/// Whether a file is a workbook, of today's kind or of the old one, and not a table in letters.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || is_old(bytes)
}

/// Whether a file is a workbook as they were before 2007, or one that is locked.
fn is_old(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0])
}

/// Reads the first sheet of a workbook: what its cells show, of formulas what they came to.
///
/// # Errors
/// What is wrong with it as a whole, as a sentence; `too_many` where it has more than `most` rows.
pub async fn read(bytes: Bytes, most: usize, too_many: &'static str) -> std::result::Result<Table, String> {
    const BROKEN: &str =
        "File ini tidak dapat dibaca sebagai tabel Excel (.xlsx). Simpan ulang dari Excel, atau sebagai CSV.";
    if is_old(&bytes) {
        return Err("File ini Excel lama (.xls) atau terkunci kata sandi. Di Excel pilih Simpan sebagai › Buku Kerja \
                    Excel (.xlsx), tanpa kata sandi."
            .to_owned());
    }
    let Ok(_turn) = turn().await else { return Err(BROKEN.to_owned()) };
    // Whatever the reader stumbles over is the file's fault.
    let read = spawn_blocking(move || read_sheet(&bytes, most, too_many)).await;
    read.unwrap_or(Err(Unread::Broken)).map_err(|unread| match unread {
        Unread::Broken => BROKEN.to_owned(),
        Unread::Said(sentence) => sentence,
    })
}

/// Why a workbook is not read.
enum Unread {
    Broken,
    Said(String),
}

impl<E: std::error::Error> From<E> for Unread {
    fn from(_: E) -> Self {
        Self::Broken
    }
}

/// What stands in a cell, or why that cannot be taken.
type Cell = std::result::Result<String, String>;

fn read_sheet(bytes: &[u8], most: usize, too_many: &str) -> std::result::Result<Table, Unread> {
    check_size(bytes)?;
    let mut book = Xlsx::new(Cursor::new(bytes))?;
    let first = book.sheet_names().into_iter().next().ok_or(Unread::Broken)?;
    let mut cells = book.worksheet_cells_reader(&first)?;
    let mut rows: BTreeMap<u32, BTreeMap<usize, Cell>> = BTreeMap::new();
    let mut left = MAX_UNPACKED;
    while let Some(cell) = cells.next_cell()? {
        let (row, column) = cell.get_position();
        let Some(said) = said(cell.get_value()) else { continue };
        // Many cells can show one long text.
        let length = said.as_ref().map_or(0, String::len);
        left = left.checked_sub(length).ok_or_else(too_large)?;
        rows.entry(row).or_default().insert(usize::try_from(column)?, said);
        if rows.len() > most + 1 {
            return Err(Unread::Said(too_many.to_owned()));
        }
    }
    table_of(rows)
}

fn too_large() -> Unread {
    Unread::Said("File ini terlalu besar bila dibuka. Simpan lembar produknya saja di file baru.".to_owned())
}

/// Refuses a workbook that would take too much memory, before anything of it is read.
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

/// Refuses a list of texts that says it is longer than it can be: the reader makes room for as many as it says.
fn check_count(xml: &[u8]) -> std::result::Result<(), Unread> {
    // In no other encoding than one that has the letters of ASCII as they are.
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

/// What a cell shows, as it would stand in a CSV file; `None` for an empty one.
fn said(value: &DataRef) -> Option<Cell> {
    let text = match value {
        DataRef::Empty => return None,
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => decimal(*number),
        DataRef::Bool(true) => "TRUE".to_owned(),
        DataRef::Bool(false) => "FALSE".to_owned(),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
            let message = "Sel ini berisi tanggal. Ubah formatnya menjadi Teks di Excel, lalu ketik isinya lagi.";
            return Some(Err(message.to_owned()));
        }
        DataRef::Error(error) => return Some(Err(format!("Sel ini berisi kesalahan Excel ({error})."))),
    };
    let text = tidy(&unguard(text.trim()));
    if text.is_empty() { None } else { Some(Ok(text)) }
}

/// A number as it is written in Indonesia; whole where what is behind the comma comes from reckoning.
fn decimal(number: f64) -> String {
    // Never `-0`.
    let whole = number.round() + 0.0;
    if (number - whole).abs() <= whole.abs().max(1.0) * 1e-12 {
        return format!("{whole:.0}");
    }
    number.to_string().replace('.', ",")
}

/// The first row names the columns; each other one has no cell beyond them.
fn table_of(rows: BTreeMap<u32, BTreeMap<usize, Cell>>) -> std::result::Result<Table, Unread> {
    let mut rows = rows.into_iter();
    let head = rows.next().map(|(_, cells)| cells).unwrap_or_default();
    let width = head.keys().next_back().map_or(0, |last| last + 1);
    if width > MAX_COLUMNS {
        return Err(Unread::Said(format!("File ini berisi lebih dari {MAX_COLUMNS} kolom.")));
    }
    let mut columns = vec![String::new(); width];
    for (place, cell) in head {
        columns[place] = cell.map_err(Unread::Said)?.to_lowercase();
    }
    let mut table = Table { columns, rows: Vec::new(), errors: Vec::new(), faults: Vec::new() };
    for (row, cells) in rows {
        let line = u64::from(row) + 1;
        let last = cells.keys().next_back().map_or(0, |last| last + 1);
        if last > width {
            let message = format!("Baris ini berisi {last} kolom, seharusnya {width}.");
            table.errors.push(RowError { line, column: "", message });
            continue;
        }
        let mut texts = vec![String::new(); width];
        for (place, cell) in cells {
            match cell {
                Ok(text) => texts[place] = text,
                Err(message) => table.faults.push(Fault { line, place, message }),
            }
        }
        table.rows.push((line, texts));
    }
    Ok(table)
}

/// A sheet with the names of its columns, which stay in sight.
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

/// Puts a text into a cell. It is no formula there, however it begins.
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
// Rupiah, points and pieces are far below what a spreadsheet's numbers can hold.
#[expect(clippy::cast_precision_loss, reason = "a spreadsheet has no other numbers")]
pub fn put_number(sheet: &mut Worksheet, row: u32, column: u16, number: i64) -> std::result::Result<(), XlsxError> {
    sheet.write_number(row, column, number as f64).map(drop)
}

/// The workbook of a sheet, which the browser keeps under a name.
///
/// # Errors
/// It cannot be made.
pub async fn finish(sheet: Worksheet, name: &str) -> Result<Response> {
    let made = spawn_blocking(move || {
        let mut book = Workbook::new();
        book.push_worksheet(sheet);
        book.save_to_buffer()
    });
    Ok(attachment(name, XLSX, made.await.map_err(Error::internal)?.map_err(Error::internal)?))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    #[test]
    fn a_number_is_written_as_in_a_table_of_letters() {
        for (number, written) in [
            (15000.0, "15000"),
            (14_999.999_999_999_998, "15000"),
            (8_991_234_567_897.0, "8991234567897"),
            (-1.0, "-1"),
            (-0.0, "0"),
            (1.125, "1,125"),
            (0.1, "0,1"),
        ] {
            assert_eq!(decimal(number), written);
        }
    }

    async fn refused(bytes: Vec<u8>) -> String {
        read(bytes.into(), 2, "Terlalu banyak.").await.unwrap_err()
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
