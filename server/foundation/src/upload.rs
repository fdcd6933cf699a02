//! Upload of tables: workbooks and CSV files.

use axum::extract::Multipart;
use bytes::Bytes;

use crate::{
    error::{Error, Result},
    table::{self, Table},
    workbook,
};

/// Maximum length of a stored file name, in characters.
const MAX_NAME: usize = 100;

/// Returns the content of the part `file` of a form, and the name of that file.
///
/// # Errors
/// 422: there is no file; also fails if the request breaks off.
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

/// Reads a table: the first sheet of a workbook, or a CSV file. `is_name` returns whether a folded cell is a column
/// name.
///
/// # Errors
/// A message about the file as a whole; `too_many` if it has more than `most` rows.
pub async fn read(
    bytes: Bytes,
    most: usize,
    too_many: &'static str,
    is_name: fn(&str) -> bool,
) -> std::result::Result<Table, String> {
    if workbook::is_workbook(&bytes) {
        workbook::read(bytes, most, too_many, is_name).await
    } else {
        table::read(&bytes, most, too_many, is_name)
    }
}
