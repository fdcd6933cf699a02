//! Connections and transactions of a database.

use std::{io, path::Path, time::Duration};

use sqlx::{Any, AnyPool, any::AnyPoolOptions, pool::PoolConnection};

/// A connection, inside or outside a transaction. Every SQL function takes one as its first argument.
pub type Conn = sqlx::AnyConnection;
/// A write transaction; it rolls back unless it is committed.
pub type Tx = sqlx::Transaction<'static, Any>;

/// Maximum wait for a free connection of a pool before the request fails.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// Statement run on each new connection to PostgreSQL: it limits the wait of statements for locks, and their total
/// time.
const SESSION_LIMITS: &str =
    "SELECT set_config('lock_timeout', '10s', false), set_config('statement_timeout', '30s', false)";

/// Kind of database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Backend {
    /// A file of one server.
    Sqlite,
    /// A server that several servers of the shop can share.
    Postgres,
}

impl Backend {
    /// Returns the statement that begins a write transaction.
    ///
    /// On SQLite the transaction takes the write lock at its start: taking it later fails at once if another
    /// transaction has it.
    fn begin_write(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Returns the statement that begins a write transaction whose statements have no time limit.
    fn begin_long_write(self) -> &'static str {
        match self {
            Self::Sqlite => self.begin_write(),
            Self::Postgres => "BEGIN; SET LOCAL statement_timeout = 0",
        }
    }

    /// Returns the statement that begins a read-only transaction that sees the data as of its beginning.
    fn begin_snapshot(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0",
        }
    }
}

/// The pools of one database.
#[derive(Clone, Debug)]
pub struct Db {
    backend: Backend,
    readers: AnyPool,
    /// Pool of one connection on SQLite, which has one writer at a time.
    ///
    /// Waiting in the pool's queue is fair, while waiting for SQLite's lock is only a repeated attempt.
    writers: AnyPool,
}

impl Db {
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
                Box::pin(async move { sqlx::raw_sql(SESSION_LIMITS).execute(conn).await.map(drop) })
            });
            let pool = options.connect(url).await?;
            return Ok(Self { backend: Backend::Postgres, readers: pool.clone(), writers: pool });
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
        Ok(Self { backend: Backend::Sqlite, readers, writers })
    }

    /// Opens `url` like [`Db::connect`], for long work that no request waits for: on PostgreSQL, statements have no
    /// time limit.
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
            let pool = AnyPoolOptions::new().max_connections(2).connect(url).await?;
            return Ok(Self { backend: Backend::Postgres, readers: pool.clone(), writers: pool });
        };
        // Not `mode=ro`: a reader of a database in WAL mode may have to create the file that readers share.
        let file = path.split('?').next().unwrap_or(path);
        let pool = sqlite_pool(2, "PRAGMA query_only = ON").connect(&format!("sqlite://{file}?mode=rw")).await?;
        Ok(Self { backend: Backend::Sqlite, readers: pool.clone(), writers: pool })
    }

    /// Whether several servers can share this database.
    pub fn is_shared(&self) -> bool {
        self.backend == Backend::Postgres
    }

    /// Returns a connection for reading.
    pub async fn read(&self) -> sqlx::Result<PoolConnection<Any>> {
        self.readers.acquire().await
    }

    /// Begins a write transaction. The caller must not wait for anything but the database inside it.
    pub async fn write(&self) -> sqlx::Result<Tx> {
        begin(&self.writers, self.backend.begin_write()).await
    }

    /// Begins a write transaction whose statements may take long, for work that no request waits for.
    pub async fn write_for_long_work(&self) -> sqlx::Result<Tx> {
        begin(&self.writers, self.backend.begin_long_write()).await
    }

    /// Begins a read-only transaction without a time limit, which sees the data of one point in time.
    pub async fn snapshot(&self) -> sqlx::Result<Tx> {
        begin(&self.readers, self.backend.begin_snapshot()).await
    }

    /// Returns a connection for one writing statement, which is a transaction by itself.
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

/// Begins a transaction in a separate task, so that a cancelled request cannot interrupt its beginning.
///
/// If the request is gone, the transaction is rolled back at once. Otherwise the connection could return to the pool
/// inside an open transaction, because the PostgreSQL driver registers a transaction only after it has begun. The next
/// single write on that connection would then never be committed.
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
