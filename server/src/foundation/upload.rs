//! Tables that people upload.

use axum::extract::Multipart;
use bytes::Bytes;

use crate::foundation::{
    error::{Error, Result},
    table::{self, Table},
    workbook,
};

/// Maximum length of the name of a file that is kept, characters.
const MAX_NAME: usize = 100;

/// Returns the file that a form brings (its part `file`), and its name.
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

/// Reads a table: the first sheet of a workbook, or a CSV file. `is_name` tells the names of columns, folded, from other
/// cells.
///
/// # Errors
/// A sentence about the file as a whole; `too_many` where it has more than `most` rows.
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
