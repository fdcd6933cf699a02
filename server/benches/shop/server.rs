//! The server as a separate process, and its database.

use std::{
    fs::{self, File},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;

/// Key that signs the session tokens.
pub const JWT_SECRET: &str = "a benchmark's key, 32 characters or more";

/// Longest time for the server to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Units of processor time per second in `/proc`, on every Linux.
const TICKS: u64 = 100;

/// Returns the path of the server's program: `KSMART_BIN`, or the program that cargo built for this benchmark.
///
/// # Errors
/// The program is missing.
pub fn program() -> Result<PathBuf, String> {
    let path =
        std::env::var_os("KSMART_BIN").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_ksmart")), PathBuf::from);
    if path.is_file() { Ok(path) } else { Err(format!("{} is missing; build it first: make build", path.display())) }
}

/// Separate database for this benchmark, and a folder for everything else.
pub struct Place {
    /// Value for `DATABASE_URL`.
    pub database_url: String,
    folder: TempDir,
    /// URL of the PostgreSQL database, and the schema in it that is removed with this place.
    schema: Option<(String, String)>,
}

impl Place {
    /// Creates a SQLite file in a temporary folder.
    ///
    /// # Errors
    /// The temporary folder cannot be created.
    pub fn sqlite() -> Result<Self, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let database_url = format!("sqlite://{}/shop.db", folder.path().display());
        Ok(Self { database_url, folder, schema: None })
    }

    /// Creates a new schema in the PostgreSQL database at `url`.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn postgres(url: &str) -> Result<Self, String> {
        let schema = format!("bench_{}", std::process::id());
        run_sql(url, format!("CREATE SCHEMA {schema}")).await?;
        let separator = if url.contains('?') { '&' } else { '?' };
        Ok(Self {
            database_url: format!("{url}{separator}options[search_path]={schema}"),
            folder: TempDir::new().map_err(|error| error.to_string())?,
            schema: Some((url.to_owned(), schema)),
        })
    }

    /// Returns the value for `STORAGE_URL`.
    pub fn storage_url(&self) -> String {
        format!("file://{}/storage", self.folder.path().display())
    }

    /// Removes the PostgreSQL schema, if there is one, and the temporary folder.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn remove(self) -> Result<(), String> {
        match &self.schema {
            Some((url, schema)) => run_sql(url, format!("DROP SCHEMA {schema} CASCADE")).await,
            None => Ok(()),
        }
    }
}

async fn run_sql(url: &str, sql: String) -> Result<(), String> {
    let work = async {
        let mut conn = AnyConnection::connect(url).await?;
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await?;
        conn.close().await
    };
    work.await.map_err(|error: sqlx::Error| format!("TEST_DATABASE_URL: {error}"))
}

/// A running server; it is killed when it is dropped.
pub struct Server {
    /// Listening address.
    pub address: SocketAddr,
    process: Child,
}

impl Server {
    /// Starts the server on a free port, with only the environment variables that are set here.
    ///
    /// # Errors
    /// The server does not start; the error contains the log's last line.
    pub async fn start(place: &Place) -> Result<Self, String> {
        let log_path = place.folder.path().join("log");
        let log = File::create(&log_path).map_err(|error| error.to_string())?;
        let mut process = Command::new(program()?)
            .arg("serve")
            .env_clear()
            .env("LISTEN", "127.0.0.1:0")
            .env("DATABASE_URL", &place.database_url)
            .env("STORAGE_URL", place.storage_url())
            .env("JWT_SECRET", JWT_SECRET)
            .env("RATE_LIMITS", "off")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|error| error.to_string())?;
        let started = Instant::now();
        loop {
            let log = fs::read_to_string(&log_path).map_err(|error| error.to_string())?;
            let address = log.lines().find_map(|line| line.split_once("listening on http://")?.1.trim().parse().ok());
            if let Some(address) = address {
                return Ok(Self { address, process });
            }
            let ended = process.try_wait().map_err(|error| error.to_string())?.is_some();
            if ended || started.elapsed() > START_TIMEOUT {
                let _ = process.kill();
                return Err(format!("the server does not start: {}", log.lines().last().unwrap_or_default()));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Returns the processor time used so far.
    ///
    /// # Errors
    /// The server has ended.
    pub fn cpu(&self) -> Result<Duration, String> {
        let stat = self.proc("stat")?;
        let after_name = stat.rsplit_once(") ").map(|(_, rest)| rest).unwrap_or_default();
        let ticks: u64 = after_name.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(ticks * 1000 / TICKS))
    }

    /// Returns the resident memory in kilobytes.
    ///
    /// # Errors
    /// The server has ended.
    pub fn memory_kb(&self) -> Result<u32, String> {
        let status = self.proc("status")?;
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let size = size.and_then(|size| size.trim().strip_suffix(" kB")?.parse().ok());
        size.ok_or_else(|| "the server's memory cannot be read".to_owned())
    }

    fn proc(&self, file: &str) -> Result<String, String> {
        fs::read_to_string(format!("/proc/{}/{file}", self.process.id()))
            .map_err(|error| format!("the server has ended: {error}"))
    }

    /// Stops the server, and waits until it has ended.
    ///
    /// # Errors
    /// The server cannot be asked to stop.
    pub fn stop(mut self) -> Result<(), String> {
        let asked = Command::new("sh").arg("-c").arg(format!("kill {}", self.process.id())).status();
        asked.and_then(|_| self.process.wait()).map(drop).map_err(|error| error.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
