//! Backups in the storage, for the owner: a list, a new backup, and a download.

use axum::{
    Json,
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use ksmart_foundation::{
    document::routes,
    error::{Error, Result},
    extract::Path,
    response::attachment,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, Confirmed, OWNER},
    settings::{self, privacy::PrivacySettings},
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    OpsState,
    backup::nightly::{self, BackupStage, Backups, Made, StoredBackup},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<OpsState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(make)).routes(routes!(download))
}

/// A backup in the storage.
#[derive(Debug, Serialize, ToSchema)]
struct Backup {
    /// File name in the storage, used for the download.
    name: String,
    /// Time at which the backup began, RFC 3339.
    made_at: String,
    /// Size of the file, bytes.
    bytes: u64,
    /// Whether the backup is encrypted.
    is_encrypted: bool,
}

/// Result of reading back the newest backup.
#[derive(Debug, Serialize, ToSchema)]
struct BackupCheck {
    /// Name of the checked backup.
    name: String,
    /// Time at which the backup was read back, RFC 3339.
    checked_at: String,
    /// Rows of all tables.
    rows: u64,
    /// Number of pictures and other files.
    files: u64,
}

/// A failed backup.
#[derive(Debug, Serialize, ToSchema)]
struct FailedBackup {
    /// Time of the failure.
    at: String,
    /// Failed stage.
    stage: BackupStage,
}

/// The shop's backups.
#[derive(Debug, Serialize, ToSchema)]
struct BackupList {
    /// Complete backups, newest first.
    backups: Vec<Backup>,
    /// Result of checking the newest backup.
    check: Option<BackupCheck>,
    /// Failed attempt after the newest backup; null if there is none.
    failed: Option<FailedBackup>,
    /// Whether a backup is being made or was requested.
    is_under_way: bool,
    /// Whether the next backup is encrypted.
    is_encrypted: bool,
    /// Number of backups to retain; if 0, none is made automatically.
    kept: i64,
}

async fn list_of(backups: &Backups) -> Result<BackupList> {
    let (state, kept) = {
        let mut conn = backups.db.read().await?;
        (
            nightly::State::read(&mut conn).await?,
            settings::read::<PrivacySettings>(&mut conn).await?.values.backups_kept,
        )
    };
    let listed = backups.list(&state).await?;
    let shown = |StoredBackup { name, begun_ms, bytes, is_encrypted }| Backup {
        name,
        made_at: rfc3339(begun_ms),
        bytes,
        is_encrypted,
    };
    let is_under_way = state.is_under_way();
    let check = state.made.map(|Made { name, checked_ms, rows, files, .. }| BackupCheck {
        name,
        checked_at: rfc3339(checked_ms),
        rows,
        files,
    });
    Ok(BackupList {
        backups: listed.into_iter().map(shown).collect(),
        check,
        failed: state
            .begun
            .and_then(|begun| begun.failed)
            .map(|(at_ms, stage)| FailedBackup { at: rfc3339(at_ms), stage }),
        is_under_way,
        is_encrypted: backups.recipient.is_some(),
        kept,
    })
}

/// Lists the backups in the storage, with the outcome of the last.
#[utoipa::path(get, path = "/api/admin/backups", operation_id = "listBackups",
    responses((status = 200, body = BackupList)))]
async fn list(State(backups): State<Backups>, _: Admin<OWNER>) -> Result<Json<BackupList>> {
    Ok(Json(list_of(&backups).await?))
}

/// Requests a backup, which the server begins within seconds. If one is already being made, no other is requested.
#[utoipa::path(post, path = "/api/admin/backups", operation_id = "makeBackup",
    responses((status = 200, body = BackupList)))]
async fn make(
    State(backups): State<Backups>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
) -> Result<Json<BackupList>> {
    let now_ms = clock.now_ms();
    let mut tx = backups.db.write().await?;
    let mut state = nightly::State::take(&mut tx).await?;
    if !state.is_under_way() {
        state.asked_ms = Some(now_ms);
        state.put(&mut tx).await?;
        let change = Change::new("create", Subject::Backup, "baru", Value::Null, json!({}));
        audit::record(&mut tx, &admin.0, now_ms, change).await?;
    }
    tx.commit().await?;
    Ok(Json(list_of(&backups).await?))
}

/// Returns a backup as a file, as `ksmart restore` and `ksmart rehearse` read it.
#[utoipa::path(get, path = "/api/admin/backups/{file}", operation_id = "downloadBackup",
    responses((status = 200, content_type = "application/octet-stream", body = String), (status = 404)))]
async fn download(
    State(backups): State<Backups>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(file): Path<String>,
) -> Result<Response> {
    let gone = || Error::not_found("Cadangan ini tidak ada lagi.");
    let state = nightly::State::read(&mut *backups.db.read().await?).await?;
    if nightly::read_name(&file).is_none() || state.begun.is_some_and(|begun| begun.name == file) {
        return Err(gone());
    }
    let (bytes, chunks) = backups.storage.backup(&file).await.map_err(Error::internal)?.ok_or_else(gone)?;
    let mut tx = backups.db.write().await?;
    let change = Change::new("download", Subject::Backup, &file, Value::Null, json!({}));
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    let mut response = attachment(&format!("cadangan-{file}"), "application/octet-stream", Body::from_stream(chunks));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(bytes));
    Ok(response)
}
