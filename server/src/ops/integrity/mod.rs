//! The oracle: reads a database and says whether everything holds that must hold in a shop, whatever happened to it.
//!
//! It is the one reader of all tables: an auditor who asked each feature for its figures would hear what the feature
//! believes. It writes nothing, and sees all of the database as it was at one moment, also beside a running server.

mod reckonings;
mod replays;
mod report;
mod statements;

pub use self::report::{Finding, Report};

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, query_scalar};

use crate::foundation::{
    config::Config,
    db::{self, Conn, Db},
};
use crate::ops::integrity::statements::STATEMENTS;

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
/// Version of the database, and advice; as a sentence for the operator.
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
    findings.push(replays::returns(&mut snapshot).await?);
    findings.push(replays::groups(&mut snapshot).await?);
    findings.push(replays::allocations(&mut snapshot).await?);
    findings.extend(reckonings::bonuses_and_ranks(&mut snapshot).await?);
    snapshot.rollback().await?;
    Ok(Report(findings))
}

async fn count(conn: &mut Conn, table: &'static str) -> sqlx::Result<i64> {
    query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"))).fetch_one(conn).await
}
