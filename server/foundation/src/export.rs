//! Long lists as files for spreadsheets: CSV that is sent while the list is read, and workbooks of one sheet.

use std::future::Future;

use axum::{body::Body, response::Response};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::{
    error::{Error, Result},
    response::attachment,
    table::{CSV, guard, writer},
    workbook::{self, MOST},
};

/// Content of a cell.
pub enum Cell {
    /// Text.
    Text(String),
    /// Digits that are not a number, such as a telephone number: a spreadsheet would round them, or drop the leading
    /// zero.
    Digits(String),
    /// A whole number.
    Number(i64),
    /// Empty cell.
    Empty,
}

impl Cell {
    /// Creates a cell of text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Returns the cell as CSV: nothing that a spreadsheet would run, and an apostrophe before digits that are not a
    /// number.
    fn csv(self) -> String {
        match self {
            Self::Text(text) => guard(text),
            Self::Digits(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("'{text}")
            }
            Self::Digits(text) => guard(text),
            Self::Number(number) => number.to_string(),
            Self::Empty => String::new(),
        }
    }

    /// Writes the cell into a sheet. A text is never a formula there, whatever it begins with.
    fn put(&self, sheet: &mut Worksheet, row: u32, column: u16) -> std::result::Result<(), XlsxError> {
        match self {
            Self::Text(text) | Self::Digits(text) => workbook::put_text(sheet, row, column, text),
            Self::Number(number) => workbook::put_number(sheet, row, column, *number),
            Self::Empty => Ok(()),
        }
    }
}

/// A column: its name, and the function that returns its cell.
pub type Column<T> = (&'static str, fn(&T) -> Cell);

/// List that is read in batches, from its beginning to its end.
pub trait Walk: Send + 'static {
    /// Data from which the cells of a row are made.
    type Row: Send + 'static;

    /// Returns the next batch of rows; empty at the end of the list.
    fn next(&mut self) -> impl Future<Output = Result<Vec<Self::Row>>> + Send;
}

/// Returns a list as CSV: UTF-8 with its byte order mark, cells separated by `;`, as Excel in Indonesia opens it.
///
/// # Errors
/// The header row cannot be written. A later error cuts the file short.
pub fn csv<W: Walk>(file: &str, columns: Vec<Column<W::Row>>, walk: W) -> Result<Response> {
    let names = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let first = lines("\u{feff}", [names])?;
    let rest = stream::try_unfold((walk, columns), |(mut walk, columns)| async move {
        let found = walk.next().await?;
        if found.is_empty() {
            return Ok::<_, Error>(None);
        }
        let row = |row: &W::Row| columns.iter().map(|(_, cell)| cell(row).csv()).collect();
        let rows = lines("", found.iter().map(row))?;
        Ok(Some((rows, (walk, columns))))
    });
    let body = stream::once(async { Ok(first) }).chain(rest);
    Ok(attachment(file, CSV, Body::from_stream(body.map_err(|_| "the export was cut short"))))
}

fn lines(begun: &str, rows: impl IntoIterator<Item = Vec<String>>) -> Result<Bytes> {
    let mut writer = writer(begun.into());
    for row in rows {
        writer.write_record(row).map_err(Error::internal)?;
    }
    Ok(writer.into_inner().map_err(Error::internal)?.into())
}

/// Returns a list as a workbook of one sheet with this name.
///
/// # Errors
/// 422 with the message `too_many` for more than [`MOST`] rows; also fails if the list cannot be read.
pub async fn xlsx<W: Walk>(
    file: &str,
    name: &str,
    columns: Vec<Column<W::Row>>,
    mut walk: W,
    too_many: &'static str,
) -> Result<Response> {
    let _turn = workbook::turn().await?;
    let mut sheet = workbook::sheet(name, columns.iter().map(|(name, _)| *name)).map_err(Error::internal)?;
    let mut rows = 0;
    loop {
        let found = walk.next().await?;
        if found.is_empty() {
            break;
        }
        for row in &found {
            rows += 1;
            if rows > MOST {
                return Err(Error::invalid(too_many));
            }
            for (place, (_, cell)) in (0..).zip(&columns) {
                cell(row).put(&mut sheet, rows, place).map_err(Error::internal)?;
            }
        }
    }
    workbook::finish(sheet, file).await
}
