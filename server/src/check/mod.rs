//! The oracle: reads a database and says whether everything holds that must hold in a shop, whatever happened to it.
//!
//! It is the one reader of all tables: an auditor who asked each feature for its figures would hear what the feature
//! believes. It writes nothing, and sees all of the database as it was at one moment, also beside a running server.

mod replays;
mod statements;

use std::fmt;

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, query_scalar};

use self::statements::STATEMENTS;
use crate::{
    config::Config,
    db::{self, Conn, Db},
};

/// How many broken rows of a rule are named.
const NAMED: usize = 5;

/// What came of one rule.
#[derive(Debug)]
pub struct Finding {
    /// The rule's name.
    pub name: &'static str,
    /// What the rule says.
    pub says: &'static str,
    /// How many rows it was held against.
    pub rows: i64,
    /// How many of them break it.
    pub broken: usize,
    /// The first of those.
    pub first: Vec<String>,
}

impl Finding {
    fn new(name: &'static str, says: &'static str) -> Self {
        Self { name, says, rows: 0, broken: 0, first: Vec::new() }
    }

    fn breaks(&mut self, key: impl Into<String>) {
        self.broken += 1;
        if self.first.len() < NAMED {
            self.first.push(key.into());
        }
    }
}

/// What came of all rules.
#[derive(Debug)]
pub struct Report(pub Vec<Finding>);

impl Report {
    /// Whether nothing is broken.
    pub fn is_sound(&self) -> bool {
        self.0.iter().all(|finding| finding.broken == 0)
    }

    /// The names of the rules that are broken.
    pub fn broken(&self) -> Vec<&'static str> {
        self.0.iter().filter(|finding| finding.broken > 0).map(|finding| finding.name).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { name, says, rows, broken, first } in &self.0 {
            if *broken == 0 {
                writeln!(f, "ok      {name:<22} {rows:>9} rows  {says}")?;
            } else {
                writeln!(f, "BROKEN  {name:<22} {rows:>9} rows  {says}")?;
                let more = if *broken > first.len() { ", …" } else { "" };
                writeln!(f, "        {broken} broken: {}{more}", first.join(", "))?;
            }
        }
        let broken = self.broken().len();
        if broken == 0 {
            write!(f, "{} rules hold", self.0.len())
        } else {
            write!(f, "{broken} of {} rules are broken", self.0.len())
        }
    }
}

/// Holds every rule against the database that `config` names.
///
/// # Errors
/// The database cannot be read or is of another version; as a sentence for the operator.
pub async fn command(config: &Config) -> Result<Report, String> {
    let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
    let db = Db::open_to_look(&config.database_url.0).await.map_err(failed)?;
    let outcome = async {
        right_version(&db).await?;
        run(&db).await.map_err(failed)
    };
    let outcome = outcome.await;
    db.close().await;
    outcome
}

/// Refuses a database that is not of this program's version.
///
/// # Errors
/// What it is instead, and what to do; as a sentence for the operator.
pub async fn right_version(db: &Db) -> Result<(), String> {
    let newest = db::newest_version();
    match db::version(db).await.map_err(|error| format!("DATABASE_URL: {error}"))? {
        Some(version) if version == newest => Ok(()),
        Some(version) if version < newest => Err(format!(
            "DATABASE_URL: the database is at version {version}, this program is at {newest}: `ksmart serve` migrates it"
        )),
        Some(version) => Err(format!(
            "DATABASE_URL: the database is at version {version}, newer than this program's {newest}: use the newer program"
        )),
        None => Err("DATABASE_URL: the database holds no shop".to_owned()),
    }
}

/// Holds every rule against a database, all of it as it is at one moment.
///
/// # Errors
/// The database fails.
pub async fn run(db: &Db) -> sqlx::Result<Report> {
    let mut snapshot = db.snapshot().await?;
    let mut findings = Vec::new();
    for statement in STATEMENTS {
        let mut finding = Finding::new(statement.name, statement.says);
        finding.rows = count(&mut snapshot, statement.table).await?;
        let mut keys = query_scalar::<_, String>(statement.broken).fetch(&mut *snapshot);
        while let Some(key) = keys.try_next().await? {
            finding.breaks(key);
        }
        drop(keys);
        findings.push(finding);
    }
    findings.push(replays::totals(&mut snapshot).await?);
    findings.push(replays::states(&mut snapshot).await?);
    findings.push(replays::groups(&mut snapshot).await?);
    findings.push(replays::allocations(&mut snapshot).await?);
    findings.push(replays::bonuses(&mut snapshot).await?);
    snapshot.rollback().await?;
    Ok(Report(findings))
}

async fn count(conn: &mut Conn, table: &'static str) -> sqlx::Result<i64> {
    query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"))).fetch_one(conn).await
}
