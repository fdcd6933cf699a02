//! File format of the reports.

use axum::response::Response;
use ksmart_foundation::{
    db::Db,
    error::{Error, Result},
    response::attachment,
    table,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    tokens::Member,
};
use serde_json::{Value, json};

/// Maximum number of rows in a response; a file has all.
pub const MOST_ROWS: usize = 200;

/// A report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in Indonesia. Downloads of
/// reports that name members are recorded in the audit log.
pub struct File<'a> {
    /// File name for the browser.
    pub name: String,
    /// Headings of the columns.
    pub head: &'a [&'a str],
    /// Whether the report names members, so that its download is recorded.
    pub names_members: bool,
}

impl File<'_> {
    /// Returns the file with these rows.
    pub async fn of(self, db: &Db, clock: &Clock, admin: &Member, rows: Vec<Vec<String>>) -> Result<Response> {
        let mut file = table::writer("\u{feff}".into());
        file.write_record(self.head).map_err(Error::internal)?;
        for row in rows {
            file.write_record(row).map_err(Error::internal)?;
        }
        if self.names_members {
            let change = Change::new("export", Subject::Member, &self.name, Value::Null, json!({"columns": self.head}));
            audit::record(&mut *db.write_one().await?, admin, clock.now_ms(), change).await?;
        }
        Ok(attachment(&self.name, table::CSV, file.into_inner().map_err(Error::internal)?))
    }
}
