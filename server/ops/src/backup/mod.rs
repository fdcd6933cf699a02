//! Backups: one file with the whole shop at one point in time, made while the shop is running, for either database.
//!
//! This module reads and writes all tables by name, as [`crate::integrity`] does, and knows no feature's columns.

mod admin;
mod file;
mod nightly;
mod writing;

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use age::x25519::{Identity, Recipient};
use ksmart_foundation::{
    config::{Config, Secret},
    db::{self, Conn, Db, value_rows},
    storage::Storage,
    time::Random,
};
use ksmart_identity::{factors, sessions};
use ksmart_members::accounts::{links, verification};
use serde_json::Value;
use sqlx::{Any, AssertSqlSafe, any::AnyArguments, query::Query, query_scalar};
use tempfile::TempDir;

use crate::{
    backup::{
        file::{Amount, BackupEncryption, Head, Kind, Part, Reader},
        writing::{Target, unusable, write},
    },
    integrity::{self, Report},
};

pub use crate::backup::{admin::router, nightly::Backups};

/// Approximate number of parameters of a statement that loads rows. It is low, because SQLite's time to find a
/// parameter grows with their number.
const PARAMETERS: usize = 200;

/// Tables that migrations put rows into; these rows do not make a database count as used.
const SEEDED: [&str; 4] = ["plans", "tax_rules", "tax_layers", "agreement_versions"];

type Filled = Query<'static, Any, AnyArguments>;

/// Writes the whole shop into a file, also while a server is running; returns a message for the operator.
///
/// With a recipient, the backup is encrypted for the holder of that key. The file appears under its name once it is
/// complete. Only its owner may read it, because it contains the key that signs sessions. An existing file is
/// overwritten only with `overwrite`.
///
/// # Errors
/// Returns a message for the operator if something cannot be read or written.
pub async fn make(
    config: &Config,
    file: &Path,
    overwrite: bool,
    recipient: Option<Recipient>,
) -> Result<String, String> {
    let seal = BackupEncryption::of(recipient);
    let db = open_read_only(config).await?;
    let outcome = async {
        integrity::right_version(&db).await?;
        check_free(file, overwrite)?;
        let storage = Storage::open(&config.storage_url)?;
        let partial = with_ending(file, ".partial");
        let unwritable = |error: io::Error| format!("{}: {error}", partial.display());
        let out = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&partial);
        let out = out.map_err(unwritable)?;
        out.try_lock().map_err(|_| format!("{}: another backup is being written", partial.display()))?;
        out.set_len(0).map_err(unwritable)?;
        let written = write(&db, &storage, Target::File(out), &seal).await;
        // The backup is read back before it gets its name.
        let amount = written.and_then(|()| {
            let (reader, _) =
                File::open(&partial).and_then(|file| Reader::open(file, &seal.keys())).map_err(unwritable)?;
            let amount = reader.finish().map_err(unwritable)?;
            check_free(file, overwrite)?;
            fs::rename(&partial, file).map_err(|error| format!("{}: {error}", file.display()))?;
            Ok(amount)
        });
        if amount.is_err() {
            let _ = fs::remove_file(&partial);
        }
        let Amount { rows, files } = amount?;
        Ok(format!("{}: {rows} rows and {files} files", file.display()))
    };
    let outcome = outcome.await;
    db.close().await;
    outcome
}

/// Refuses the name of an existing file, unless it may be overwritten.
fn check_free(file: &Path, overwrite: bool) -> Result<(), String> {
    let is_there = !overwrite && fs::symlink_metadata(file).is_ok();
    let kept = || format!("{}: there is such a file; name another one, or add --overwrite", file.display());
    if is_there { Err(kept()) } else { Ok(()) }
}

/// Returns a path with `ending` appended.
fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

async fn open_read_only(config: &Config) -> Result<Db, String> {
    Db::open_read_only(&config.database_url.0).await.map_err(unusable)
}

/// Restores a backup into an empty database and an empty storage; returns a description for the operator, and the
/// report of the check.
///
/// The backup is read to its end before anything is written, and a failure leaves the database empty. A backup of an
/// earlier version is migrated. Earlier sessions and one-time links become invalid: a person who finds the backup
/// cannot log in with it.
///
/// # Errors
/// Returns a message for the operator if the backup is damaged or of a newer version, something exists already, or
/// nothing can be written.
pub async fn restore(config: &Config, file: &Path, identity: Option<&Path>) -> Result<(String, Report), String> {
    let unreadable = |error: io::Error| format!("{}: {error}", file.display());
    let own = identity.map(identities).transpose()?.unwrap_or_default();
    let keys: Vec<&dyn age::Identity> = own.iter().map(|key| key as &dyn age::Identity).collect();
    let open = || File::open(file).and_then(|file| Reader::open(file, &keys)).map_err(unreadable);
    let (reader, Head { version, made, .. }) = open()?;
    let newest = db::newest_version();
    if version > newest {
        return Err(format!(
            "{}: the backup is of version {version}, this program is at {newest}: use the newer program",
            file.display()
        ));
    }
    let Amount { rows, files } = reader.finish().map_err(unreadable)?;
    let storage = Storage::open(&config.storage_url)?;
    if let Some(key) = storage.keys().await?.first() {
        return Err(format!("STORAGE_URL: the storage is not empty: it holds {key}"));
    }
    must_be_new_or_at(config, version).await?;
    // Locks on the tables wait for a concurrent migration, possibly longer than the timeout of a request.
    let db = Db::connect_for_long_work(&config.database_url.0).await.map_err(unusable)?;
    let outcome = async {
        let mut written = Vec::new();
        let loaded = load(&db, version, &storage, open()?.0, &mut written).await;
        if let Err(error) = loaded {
            for key in written {
                let _ = storage.delete(&key).await;
            }
            return Err(error);
        }
        let report = integrity::run(&db).await.map_err(unusable)?;
        Ok((format!("{}: {rows} rows and {files} files of {made}", file.display()), report))
    };
    let outcome = outcome.await;
    db.close().await;
    outcome
}

/// Restores a backup into a temporary SQLite database and storage, which are deleted in any case; returns the result of
/// [`restore`]. The shop in `config` is not read.
///
/// # Errors
/// Returns the errors of [`restore`], or a message for the operator if there is no place for it.
pub async fn rehearse(config: &Config, file: &Path, identity: Option<&Path>) -> Result<(String, Report), String> {
    let scratch = TempDir::with_prefix("ksmart-").map_err(|error| format!("TMPDIR: {error}"))?;
    let at = |name: &str| scratch.path().join(name).display().to_string();
    let config = Config {
        database_url: Secret(format!("sqlite://{}", at("ksmart.db"))),
        storage_url: format!("file://{}", at("storage")),
        ..config.clone()
    };
    restore(&config, file, identity).await
}

/// Reads the keys in a file, one per line, as `age-keygen` writes them.
fn identities(file: &Path) -> Result<Vec<Identity>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let keys: Result<Vec<Identity>, _> = lines.map(str::parse).collect();
    match keys {
        Ok(keys) if !keys.is_empty() => Ok(keys),
        _ => Err(format!("{}: it holds no key that begins with AGE-SECRET-KEY-1", file.display())),
    }
}

/// Refuses a database with a shop of another version than the backup's.
async fn must_be_new_or_at(config: &Config, version: i64) -> Result<(), String> {
    let url = &config.database_url.0;
    let sqlite = url.strip_prefix("sqlite://").map(|path| path.split('?').next().unwrap_or(path));
    if sqlite.is_some_and(|path| !Path::new(path).exists()) {
        return Ok(());
    }
    let db = open_read_only(config).await?;
    let found = db::version(&db).await;
    db.close().await;
    match found.map_err(unusable)? {
        Some(found) if found != version => {
            Err(format!("DATABASE_URL: the database is not empty: it holds a shop of version {found}"))
        }
        _ => Ok(()),
    }
}

/// Loads a backup in one transaction: its rows into the tables of its `version`, which are then migrated. `written`
/// receives the keys of the files that it put into the storage, also when it fails.
async fn load(
    db: &Db,
    version: i64,
    storage: &Storage,
    mut reader: Reader,
    written: &mut Vec<String>,
) -> Result<(), String> {
    let tables = db::tables(version);
    let mut tx = db.write_for_long_work().await.map_err(unusable)?;
    db.migrate(&mut tx, version).await.map_err(unusable)?;
    // Foreign keys are checked at the end: rows come in the order of their keys, and a member's leader may have a
    // higher key.
    db.defer_references(&mut tx).await.map_err(unusable)?;
    for table in &tables {
        let sql = format!("SELECT COUNT(*) FROM {}", table.name);
        let rows: i64 = query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *tx).await.map_err(unusable)?;
        if SEEDED.contains(&table.name.as_str()) {
            let sql = format!("DELETE FROM {}", table.name);
            sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.map_err(unusable)?;
        } else if rows > 0 {
            return Err(format!("DATABASE_URL: the database is not empty: {} has {rows} rows", table.name));
        }
    }
    let mut batch = Batch::default();
    while let Some(part) = reader.next().map_err(|error| format!("the backup cannot be read: {error}"))? {
        match part {
            Part::File(key, bytes) => {
                written.push(key.clone());
                storage.restore(&key, bytes).await?;
            }
            Part::Table(name, columns) => {
                if !tables.iter().any(|table| table.name == name) {
                    return Err(format!("the backup has a table {name}, which this program does not know"));
                }
                batch.insert(&mut tx).await.map_err(unusable)?;
                batch = Batch { table: name, columns, rows: Vec::new() };
            }
            Part::Row(row) => {
                batch.rows.push(row);
                if batch.rows.len() * batch.columns.len() >= PARAMETERS {
                    batch.insert(&mut tx).await.map_err(unusable)?;
                }
            }
        }
    }
    batch.insert(&mut tx).await.map_err(unusable)?;
    db.check_references(&mut tx).await.map_err(unusable)?;
    if db.is_shared() {
        for table in tables.iter().filter(|table| table.has_id) {
            count_on(&mut tx, &table.name).await.map_err(unusable)?;
        }
    }
    db.migrate(&mut tx, db::newest_version()).await.map_err(unusable)?;
    let random = Random::from_system();
    sessions::renew_key(&mut tx, || random.token(48)).await.map_err(unusable)?;
    links::delete_old(&mut tx, i64::MAX).await.map_err(unusable)?;
    verification::delete_old(&mut tx, i64::MAX).await.map_err(unusable)?;
    factors::delete_old(&mut tx, i64::MAX).await.map_err(unusable)?;
    nightly::clear_begun(&mut tx).await.map_err(unusable)?;
    tx.commit().await.map_err(unusable)
}

/// Rows of one table to be written.
#[derive(Default)]
struct Batch {
    table: String,
    columns: Vec<(String, Kind)>,
    rows: Vec<Vec<Value>>,
}

impl Batch {
    async fn insert(&mut self, conn: &mut Conn) -> sqlx::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        // The names are quoted: they come from a file.
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        let columns: Vec<String> = self.columns.iter().map(|(name, _)| quoted(name)).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES {}",
            quoted(&self.table),
            columns.join(","),
            value_rows(self.rows.len(), columns.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for row in self.rows.drain(..) {
            for (value, (_, kind)) in row.into_iter().zip(&self.columns) {
                query = bind(query, value, *kind);
            }
        }
        query.execute(conn).await?;
        Ok(())
    }
}

/// Binds a value; a null needs a type too on PostgreSQL.
fn bind(query: Filled, value: Value, kind: Kind) -> Filled {
    match (kind, value) {
        (Kind::Text, Value::String(text)) => query.bind(text),
        (Kind::Text, _) => query.bind(None::<String>),
        (Kind::Int, value) => query.bind(value.as_i64()),
    }
}

/// Makes PostgreSQL assign keys above the largest existing one; SQLite does so automatically.
async fn count_on(conn: &mut Conn, table: &str) -> sqlx::Result<()> {
    let sql = format!(
        "SELECT setval(pg_get_serial_sequence('{table}', 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL) FROM {table}"
    );
    sqlx::query(AssertSqlSafe(sql)).execute(conn).await?;
    Ok(())
}
