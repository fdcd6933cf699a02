//! The database: SQLite on one machine, PostgreSQL for several, with the same SQL text for both.
//!
//! Columns are BIGINT, TEXT, DOUBLE PRECISION or bytes; parameters are `$1`; times are UTC milliseconds, flags are 0 or
//! 1 or a nullable time. A write that depends on a read repeats its condition in the WHERE, because no row lock exists
//! in both databases. The pools are private: every write goes through [`Db::write`] or [`Db::write_one`].
//! `tests/shop/statements.rs` prepares every SQL text of the server on both, and `tests/shop/plans.rs` reads its plan
//! on a large network.

use std::{borrow::Cow, fmt, io, path::Path, str::FromStr, time::Duration};

use sqlx::{
    Any, AnyPool, AssertSqlSafe, Decode, Encode, Type,
    any::{AnyPoolOptions, AnyTypeInfo},
    encode::IsNull,
    error::BoxDynError,
    migrate::{MigrateError, Migration, Migrator},
    pool::PoolConnection,
};

/// A connection, inside or outside a transaction. Every SQL function takes one as its first argument.
pub type Conn = sqlx::AnyConnection;
/// A write transaction; it rolls back unless it is committed.
pub type Tx = sqlx::Transaction<'static, Any>;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// Longest wait of a writer for its turn before the request fails.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// Statement that begins each connection to PostgreSQL: it limits a statement's wait for locks of others, and its total
/// time. No one waits longer than that for its answer.
const PATIENCE: &str = "SELECT set_config('lock_timeout', '10s', false), set_config('statement_timeout', '30s', false)";

/// Maximum number of attempts at a transaction that PostgreSQL aborts in favour of another.
const TRIES: u32 = 5;

/// Length of the first pause between two attempts; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(10);

/// Failure to open a database.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer program migrated the database, to this version.
    #[error("the database is at version {0}, newer than this program's {own}: use the newer program", own = newest_version())]
    Newer(i64),
    /// The database cannot be reached, or a migration fails.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The pools of one database.
#[derive(Clone)]
pub struct Db {
    readers: AnyPool,
    /// One connection on SQLite, which has one writer at a time: waiting in this queue is fair, waiting for its lock is
    /// only a sleep.
    writers: AnyPool,
    /// Begins a write transaction. SQLite takes its write lock at the start: a lock taken later fails at once instead
    /// of waiting.
    begin: &'static str,
    /// Begins a transaction of statements that may take long.
    begin_at_length: &'static str,
    /// Begins a read-only transaction that sees the data as of its beginning.
    begin_snapshot: &'static str,
}

impl Db {
    /// Opens `url` (`sqlite://…` or `postgres://…`), creates the file if there is none, and migrates.
    ///
    /// # Errors
    /// The database cannot be reached, a migration fails, or a newer program migrated the database.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let db = Self::connect(url).await?;
        match db.migrate_to_newest(url).await {
            Err(sqlx::Error::Migrate(error)) if matches!(*error, MigrateError::VersionMissing(_)) => {
                Err(OpenError::Newer(version(&db).await?.unwrap_or_default()))
            }
            migrated => Ok(migrated.map(|()| db)?),
        }
    }

    async fn migrate_to_newest(&self, url: &str) -> sqlx::Result<()> {
        if self.is_shared() {
            // Not from the pool: a migration, or that of another server, may take longer than the pool's connections
            // wait.
            let mut conn = <Conn as sqlx::Connection>::connect(url).await?;
            self.migrate(&mut conn, newest_version()).await?;
            sqlx::Connection::close(conn).await
        } else {
            self.migrate(&mut *self.write_one().await?, newest_version()).await
        }
    }

    /// Opens `url` like [`Db::open`], but leaves its tables unchanged.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn connect(url: &str) -> Result<Self, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let Some(path) = url.strip_prefix("sqlite://") else {
            // A pool would retry until its time-out and then hide the reason.
            <Conn as sqlx::Connection>::connect(url).await?;
            let options = AnyPoolOptions::new().max_connections(16).acquire_timeout(ACQUIRE_TIMEOUT);
            let options = options.after_connect(|conn, _| {
                Box::pin(async move { sqlx::raw_sql(PATIENCE).execute(conn).await.map(drop) })
            });
            return Ok(Self::postgres(options.connect(url).await?));
        };
        let file = path.split('?').next().unwrap_or(path);
        if let Some(folder) = Path::new(file).parent() {
            std::fs::create_dir_all(folder).map_err(sqlx::Error::Io)?;
        }
        make_private(file).map_err(sqlx::Error::Io)?;
        let url = if path.contains('?') { url.to_owned() } else { format!("{url}?mode=rwc") };
        let writers =
            sqlite_pool(1, "PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000").connect(&url).await?;
        // The file stores the WAL mode. Switching to it takes a lock that no time-out waits for, so it is done once.
        sqlx::raw_sql("PRAGMA journal_mode = WAL").execute(&writers).await?;
        // Every commit empties the readers' caches, so large ones would only waste memory.
        let readers = sqlite_pool(4, "PRAGMA cache_size = -2000").connect(&url).await?;
        Ok(Self::sqlite(readers, writers))
    }

    /// Opens `url` like [`Db::connect`], for long work during which no request waits: PostgreSQL aborts none of its
    /// statements.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn connect_for_long_work(url: &str) -> Result<Self, sqlx::Error> {
        if url.starts_with("sqlite://") { Self::connect(url).await } else { Self::open_read_only(url).await }
    }

    /// Opens `url` for inspection: nothing is created, migrated or written.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn open_read_only(url: &str) -> Result<Self, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let Some(path) = url.strip_prefix("sqlite://") else {
            <Conn as sqlx::Connection>::connect(url).await?;
            return Ok(Self::postgres(AnyPoolOptions::new().max_connections(2).connect(url).await?));
        };
        // Not `mode=ro`: a reader of a database in WAL mode may have to create the file that readers share.
        let file = path.split('?').next().unwrap_or(path);
        let pool = sqlite_pool(2, "PRAGMA query_only = ON").connect(&format!("sqlite://{file}?mode=rw")).await?;
        Ok(Self::sqlite(pool.clone(), pool))
    }

    /// Migrates the tables to `version`, or as far as this program knows; a version that they already have changes
    /// nothing.
    ///
    /// # Errors
    /// A migration fails, or the database was migrated by another program.
    pub async fn migrate(&self, conn: &mut Conn, version: i64) -> sqlx::Result<()> {
        let migrator = if self.is_shared() { &MIGRATIONS } else { &sqlite_migrations() };
        // Not `run_to`: the compiler cannot tell that its future may continue on any thread.
        Ok(migrator.run_direct(Some(version), conn, false).await?)
    }

    /// Allows rows of this transaction to refer to rows that it writes later: see [`Db::check_references`].
    pub async fn defer_references(&self, conn: &mut Conn) -> sqlx::Result<()> {
        if self.is_shared() {
            return alter_references(conn, "DEFERRABLE INITIALLY DEFERRED").await;
        }
        sqlx::raw_sql("PRAGMA defer_foreign_keys = ON").execute(conn).await?;
        Ok(())
    }

    /// Checks the references that [`Db::defer_references`] deferred, on SQLite with the commit; from then on each
    /// statement is checked again.
    ///
    /// # Errors
    /// A row refers to a row that does not exist.
    pub async fn check_references(&self, conn: &mut Conn) -> sqlx::Result<()> {
        if self.is_shared() {
            sqlx::raw_sql("SET CONSTRAINTS ALL IMMEDIATE").execute(&mut *conn).await?;
            alter_references(conn, "NOT DEFERRABLE").await?;
        }
        Ok(())
    }

    fn postgres(pool: AnyPool) -> Self {
        let begin_at_length = "BEGIN; SET LOCAL statement_timeout = 0";
        let begin_snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0";
        Self { readers: pool.clone(), writers: pool, begin: "BEGIN", begin_at_length, begin_snapshot }
    }

    fn sqlite(readers: AnyPool, writers: AnyPool) -> Self {
        let begin = "BEGIN IMMEDIATE";
        Self { readers, writers, begin, begin_at_length: begin, begin_snapshot: "BEGIN" }
    }

    /// Whether several servers can share this database.
    pub fn is_shared(&self) -> bool {
        self.begin == "BEGIN"
    }

    /// A connection for reading.
    pub async fn read(&self) -> sqlx::Result<PoolConnection<Any>> {
        self.readers.acquire().await
    }

    /// A write transaction. Never wait for anything but the database inside it.
    pub async fn write(&self) -> sqlx::Result<Tx> {
        begin(&self.writers, self.begin).await
    }

    /// A write transaction whose statements may take long, for work that no one waits for.
    pub async fn write_for_long_work(&self) -> sqlx::Result<Tx> {
        begin(&self.writers, self.begin_at_length).await
    }

    /// A read-only transaction of any length: all of it sees the data of one point in time.
    pub async fn snapshot(&self) -> sqlx::Result<Tx> {
        begin(&self.readers, self.begin_snapshot).await
    }

    /// A connection for one writing statement, which is a transaction by itself.
    pub async fn write_one(&self) -> sqlx::Result<PoolConnection<Any>> {
        self.writers.acquire().await
    }

    /// Closes the pools after their connections have been returned.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// Creates a database's file if it does not exist, and makes it readable only by its owner. Files that SQLite puts next
/// to it get the same permissions.
fn make_private(file: &str) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    if file.is_empty() || file.starts_with(':') {
        return Ok(());
    }
    let made = std::fs::OpenOptions::new().create(true).append(true).mode(0o600).open(file)?;
    let beside = ["-wal", "-shm"].into_iter().filter_map(|end| std::fs::File::open(format!("{file}{end}")).ok());
    for kept in [made].into_iter().chain(beside) {
        if kept.metadata()?.permissions().mode() & 0o077 != 0
            && let Err(error) = kept.set_permissions(std::fs::Permissions::from_mode(0o600))
        {
            tracing::warn!("others can read the database: {error}");
        }
    }
    Ok(())
}

/// Begins a transaction, even if the caller goes away in the meantime: then it is rolled back at once.
///
/// Otherwise the connection would return to the pool with an unnoticed transaction. The driver for PostgreSQL counts a
/// transaction once it has begun, not when it is requested. The next single write on this connection would stay in it,
/// uncommitted.
async fn begin(pool: &AnyPool, statement: &'static str) -> sqlx::Result<Tx> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    begun.await.map_err(|error| sqlx::Error::Io(io::Error::other(error)))?
}

fn sqlite_pool(connections: u32, caching: &'static str) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .min_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // A pooled file handle cannot go stale; a test before each use would double the work.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |conn, _| {
            Box::pin(async move {
                sqlx::raw_sql("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY").execute(&mut *conn).await?;
                // A command of the operator may write for seconds in parallel with the server.
                sqlx::raw_sql("PRAGMA busy_timeout = 10000").execute(&mut *conn).await?;
                sqlx::raw_sql(caching).execute(conn).await?;
                Ok(())
            })
        })
}

/// Sets when each reference of PostgreSQL's tables is checked.
async fn alter_references(conn: &mut Conn, when: &str) -> sqlx::Result<()> {
    let sql = format!(
        "DO $$ DECLARE reference record; BEGIN
           FOR reference IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
                            WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
           LOOP EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I {when}', reference.of_table, reference.conname);
           END LOOP; END $$"
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(conn).await?;
    Ok(())
}

/// The number of the newest migration.
pub fn newest_version() -> i64 {
    MIGRATIONS.migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// A table of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Whether the database generates its keys, in the column `id`.
    pub has_id: bool,
}

/// Returns the tables of a database at `version`, in the order of the migrations.
pub fn tables(version: i64) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let migrations = MIGRATIONS.migrations.iter().filter(|migration| migration.version <= version);
    for line in migrations.flat_map(|migration| migration.sql.as_str().lines()) {
        if let Some(name) = line.strip_prefix("CREATE TABLE ") {
            tables.push(Table { name: name.trim_end_matches(" (").to_owned(), has_id: false });
        } else if let Some(name) = line.strip_prefix("DROP TABLE ") {
            tables.retain(|table| table.name != name.trim_end_matches(';'));
        } else if line.contains("GENERATED BY DEFAULT AS IDENTITY")
            && let Some(table) = tables.last_mut()
        {
            table.has_id = true;
        }
    }
    tables
}

/// Returns the number of the newest migration of a database; `None` if it contains no shop.
pub async fn version(db: &Db) -> sqlx::Result<Option<i64>> {
    let sql = if db.is_shared() {
        "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_sqlx_migrations'"
    } else {
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'"
    };
    let mut conn = db.read().await?;
    let tables: i64 = sqlx::query_scalar(sql).fetch_one(&mut *conn).await?;
    if tables == 0 {
        return Ok(None);
    }
    sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut *conn).await
}

/// Returns the migrations with SQLite's syntax for a generated key.
fn sqlite_migrations() -> Migrator {
    let migrations = MIGRATIONS.migrations.iter().map(|migration| {
        let sql = migration
            .sql
            .as_str()
            .replace("BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY");
        Migration::new(
            migration.version,
            migration.description.clone(),
            migration.migration_type,
            sqlx::SqlSafeStr::into_sql_str(AssertSqlSafe(sql)),
            migration.no_tx,
        )
    });
    Migrator { migrations: Cow::Owned(migrations.collect()), ..Migrator::DEFAULT }
}

/// `($first,$…)` with `columns` parameters for each of `rows` rows, for a multi-row VALUES.
pub fn value_rows(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let parameters: Vec<String> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", parameters.join(","))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(",")
}

/// `$first,$first+1,…` with `count` parameters, for an IN list.
pub fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(",")
}

/// Whether `error` reports that a row with the same key exists.
pub fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

/// Whether `error` reports that a connection, a row or the database was occupied for too long.
pub fn is_busy(error: &sqlx::Error) -> bool {
    if matches!(error, sqlx::Error::PoolTimedOut) {
        return true;
    }
    let Some(code) = error.as_database_error().and_then(sqlx::error::DatabaseError::code) else { return false };
    // PostgreSQL: lock_not_available, too_many_connections. SQLite: SQLITE_BUSY and SQLITE_LOCKED, of any kind.
    matches!(code.as_ref(), "55P03" | "53300")
        || code.len() < 5 && code.parse().is_ok_and(|code: u32| matches!(code & 0xff, 5 | 6))
}

/// Whether `error` reports that a statement exceeded its time limit.
pub fn is_too_long(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "57014")
}

/// An error that may result from a conflict between two transactions.
pub trait Collision {
    /// Whether the transaction was aborted in favour of another: none of it is stored, and a second try may well
    /// succeed.
    fn is_collision(&self) -> bool;
}

impl Collision for sqlx::Error {
    fn is_collision(&self) -> bool {
        let code = self.as_database_error().and_then(sqlx::error::DatabaseError::code);
        // PostgreSQL: serialization_failure, deadlock_detected.
        code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01"))
    }
}

/// Runs one transaction, and repeats it if it was aborted in favour of another. For work on rows that other
/// transactions take too.
///
/// # Errors
/// Errors of the last try.
pub async fn retried<T, E: Collision, W: Future<Output = Result<T, E>>>(mut work: impl FnMut() -> W) -> Result<T, E> {
    let mut pause = PAUSE;
    for _ in 1..TRIES {
        match work().await {
            Err(error) if error.is_collision() => tracing::info!("a transaction that was given up is tried again"),
            done => return done,
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    work().await
}

/// An enum that is stored as text.
pub trait TextEnum: Sized + Copy {
    /// Its name in the database.
    fn text(self) -> &'static str;
    /// The value with that name.
    fn from_text(text: &str) -> Option<Self>;
}

/// Names the values of an enum in the database: `text_enum!(Role { Member => "member" })`.
#[macro_export]
macro_rules! text_enum {
    ($name:ty { $($variant:ident => $text:literal),+ $(,)? }) => {
        impl $crate::db::TextEnum for $name {
            fn text(self) -> &'static str {
                match self { $(<$name>::$variant => $text),+ }
            }

            fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(<$name>::$variant),)+ _ => None }
            }
        }
    };
}

/// A column that holds a [`TextEnum`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<T>(pub T);

impl<T> Type<Any> for Text<T> {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }
}

impl<T: TextEnum> Encode<'_, Any> for Text<T> {
    fn encode_by_ref(&self, buffer: &mut <Any as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.0.text(), buffer)
    }
}

impl<'r, T: TextEnum> Decode<'r, Any> for Text<T> {
    fn decode(value: <Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let text = <&str as Decode<Any>>::decode(value)?;
        T::from_text(text).map(Self).ok_or_else(|| format!("unknown value {text:?}").into())
    }
}

/// A column that holds 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag(pub bool);

impl From<Flag> for bool {
    fn from(flag: Flag) -> Self {
        flag.0
    }
}

impl Type<Any> for Flag {
    fn type_info() -> AnyTypeInfo {
        <i64 as Type<Any>>::type_info()
    }

    fn compatible(other: &AnyTypeInfo) -> bool {
        <i64 as Type<Any>>::compatible(other)
    }
}

impl Encode<'_, Any> for Flag {
    fn encode_by_ref(&self, buffer: &mut <Any as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(i64::from(self.0), buffer)
    }
}

impl<'r> Decode<'r, Any> for Flag {
    fn decode(value: <Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        match <i64 as Decode<Any>>::decode(value)? {
            0 => Ok(Self(false)),
            1 => Ok(Self(true)),
            other => Err(format!("unknown flag {other}").into()),
        }
    }
}

/// A column that holds a decimal number as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalText(pub rust_decimal::Decimal);

impl Type<Any> for DecimalText {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }
}

impl Encode<'_, Any> for DecimalText {
    fn encode_by_ref(&self, buffer: &mut <Any as sqlx::Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.0.to_string(), buffer)
    }
}

impl<'r> Decode<'r, Any> for DecimalText {
    fn decode(value: <Any as sqlx::Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(rust_decimal::Decimal::from_str(<&str as Decode<Any>>::decode(value)?)?))
    }
}

/// Makes a newtype for the key of a table: `id!(ProductId, "A product.")`.
#[macro_export]
macro_rules! id {
    ($name:ident, $doc:literal) => {
        #[doc = concat!("The key of ", $doc)]
        #[derive(
            Debug,
            Clone,
            Copy,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            serde::Serialize,
            serde::Deserialize,
            sqlx::Type,
            utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Db").field("begin", &self.begin).finish_non_exhaustive()
    }
}
