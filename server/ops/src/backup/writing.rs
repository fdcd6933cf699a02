//! Writing a backup: the storage's files, and all tables at one point in time.

use std::{collections::HashSet, fs::File, io::Write};

use futures_util::TryStreamExt;
use ksmart_foundation::{
    db::{self, Conn, Db, Table},
    storage::Storage,
    time::{Clock, rfc3339},
};
use object_store::WriteMultipart;
use serde_json::Value;
use sqlx::{
    Any, AssertSqlSafe, Column, Row,
    any::{AnyRow, AnyTypeInfoKind},
};

use crate::backup::file::{BackupEncryption, Kind, Writer};

/// Destination of a backup.
pub enum Target {
    /// A file of this machine.
    File(File),
    /// The storage, where the backup appears under its name once it is complete.
    Storage(WriteMultipart),
}

/// Maximum number of parts that are being sent to the storage at once.
const PARTS_AT_ONCE: usize = 2;

impl Target {
    async fn take(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        match self {
            Self::File(file) => file.write_all(&bytes).map_err(unwritable),
            Self::Storage(upload) => {
                upload.wait_for_capacity(PARTS_AT_ONCE).await.map_err(unwritable)?;
                upload.put(bytes.into());
                Ok(())
            }
        }
    }

    async fn end(self) -> Result<(), String> {
        match self {
            Self::File(file) => file.sync_all().map_err(unwritable),
            Self::Storage(upload) => upload.finish().await.map(drop).map_err(unwritable),
        }
    }

    /// Discards the parts in the storage; a file is removed by the caller that created it.
    async fn give_up(self) {
        if let Self::Storage(upload) = self {
            let _ = upload.abort().await;
        }
    }
}

fn unwritable(error: impl std::fmt::Display) -> String {
    format!("the backup cannot be written: {error}")
}

/// Writes a backup to its end; a failed one leaves nothing in the storage.
///
/// # Errors
/// Returns a message for the operator if something cannot be read or written.
pub async fn write(db: &Db, storage: &Storage, mut to: Target, seal: &BackupEncryption) -> Result<(), String> {
    match fill(db, storage, &mut to, seal).await {
        Ok(()) => to.end().await,
        Err(error) => {
            to.give_up().await;
            Err(error)
        }
    }
}

async fn fill(db: &Db, storage: &Storage, to: &mut Target, seal: &BackupEncryption) -> Result<(), String> {
    let made = rfc3339(Clock::system().now_ms());
    let mut writer = Writer::begin(seal, db::newest_version(), made).map_err(unwritable)?;
    // Files come first, and new files again after the tables. Every file that a row of the snapshot names existed
    // before it, and a file that is deleted later is still in the backup.
    let mut kept = HashSet::new();
    add_files(&mut writer, to, storage, &mut kept).await?;
    let mut snapshot = db.snapshot().await.map_err(unusable)?;
    for table in db::tables(db::newest_version()) {
        add_table(&mut writer, to, &mut snapshot, &table).await?;
    }
    snapshot.rollback().await.map_err(unusable)?;
    add_files(&mut writer, to, storage, &mut kept).await?;
    to.take(writer.end().map_err(unwritable)?).await
}

async fn add_files(
    writer: &mut Writer,
    to: &mut Target,
    storage: &Storage,
    kept: &mut HashSet<String>,
) -> Result<(), String> {
    for key in storage.keys().await? {
        if kept.contains(&key) {
            continue;
        }
        // A file that was deleted since the listing, such as a replaced picture, is not needed.
        if let Some(bytes) = storage.read(&key).await? {
            writer.file(&key, &bytes).map_err(unwritable)?;
            kept.insert(key);
        }
        if let Some(bytes) = writer.take() {
            to.take(bytes).await?;
        }
    }
    Ok(())
}

async fn add_table(writer: &mut Writer, to: &mut Target, conn: &mut Conn, table: &Table) -> Result<(), String> {
    let order = if table.has_id { " ORDER BY id" } else { "" };
    let sql = format!("SELECT * FROM {}{order}", table.name);
    let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(conn);
    let mut columns: Vec<(String, Kind)> = Vec::new();
    while let Some(row) = rows.try_next().await.map_err(unusable)? {
        if columns.is_empty() {
            columns = row.columns().iter().map(kind_of).collect::<Result<_, _>>()?;
            writer.table(&table.name, columns.clone()).map_err(unwritable)?;
        }
        writer.row(&values(&row, &columns).map_err(unusable)?).map_err(unwritable)?;
        if let Some(bytes) = writer.take() {
            to.take(bytes).await?;
        }
    }
    Ok(())
}

fn kind_of(column: &<Any as sqlx::Database>::Column) -> Result<(String, Kind), String> {
    let kind = match column.type_info().kind() {
        AnyTypeInfoKind::SmallInt | AnyTypeInfoKind::Integer | AnyTypeInfoKind::BigInt => Kind::Int,
        AnyTypeInfoKind::Text => Kind::Text,
        other => return Err(format!("column {} holds {other:?}, which backups do not know", column.name())),
    };
    Ok((column.name().to_owned(), kind))
}

fn values(row: &AnyRow, columns: &[(String, Kind)]) -> sqlx::Result<Vec<Value>> {
    let value = |(place, (_, kind)): (usize, &(String, Kind))| match kind {
        Kind::Int => row.try_get::<Option<i64>, _>(place).map(Value::from),
        Kind::Text => row.try_get::<Option<String>, _>(place).map(Value::from),
    };
    columns.iter().enumerate().map(value).collect()
}

/// Describes a database failure to the operator.
pub fn unusable(error: sqlx::Error) -> String {
    format!("DATABASE_URL: {error}")
}
