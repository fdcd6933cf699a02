//! Integrity check: reads a database and reports whether the rules of a shop hold.
//!
//! The check reads the tables with its own SQL, because figures from each feature's functions could contain the
//! feature's own error. It writes nothing, and sees one snapshot of the database, also while a server is running.

mod recalculation;
mod replays;
mod report;
mod settings;
mod statements;

pub use self::report::{Finding, Report};

use futures_util::TryStreamExt;
use ksmart_foundation::{
    config::Config,
    db::{self, Conn, Db, OpenError},
};
use sqlx::{AssertSqlSafe, query_scalar};

use crate::integrity::statements::STATEMENTS;

/// Checks every rule against the database that `config` names.
///
/// # Errors
/// Returns a message for the operator if the database cannot be read or is of another version.
pub async fn command(config: &Config) -> Result<Report, String> {
    let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
    let db = Db::open_read_only(&config.database_url.0).await.map_err(failed)?;
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
/// Returns a message for the operator with the version of the database, and advice.
pub async fn right_version(db: &Db) -> Result<(), String> {
    let newest = db::newest_version();
    match db::version(db).await.map_err(|error| format!("DATABASE_URL: {error}"))? {
        Some(version) if version == newest => Ok(()),
        Some(version) if version < newest => Err(format!(
            "DATABASE_URL: the database is at version {version}, this program is at {newest}: `ksmart serve` migrates it"
        )),
        Some(version) => Err(format!("DATABASE_URL: {}", OpenError::Newer(version))),
        None => Err("DATABASE_URL: the database holds no shop".to_owned()),
    }
}

/// Checks every rule against a database, all at one point in time.
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
    findings.push(settings::sections(&mut snapshot).await?);
    findings.push(replays::totals(&mut snapshot).await?);
    findings.push(replays::states(&mut snapshot).await?);
    findings.push(replays::returns(&mut snapshot).await?);
    findings.push(replays::groups(&mut snapshot).await?);
    findings.push(replays::allocations(&mut snapshot).await?);
    findings.extend(recalculation::bonuses_and_ranks(&mut snapshot).await?);
    snapshot.rollback().await?;
    Ok(Report(findings))
}

async fn count(conn: &mut Conn, table: &'static str) -> sqlx::Result<i64> {
    query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"))).fetch_one(conn).await
}
