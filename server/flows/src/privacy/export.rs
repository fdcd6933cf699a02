//! Export of all data that the shop stores about a member as one file: a ZIP with `data.json` and the member's
//! pictures.
//!
//! The data are read as of one point in time and sent while they are written. So even the largest file is not held in
//! memory and blocks no one.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{body::Body, extract::State, response::Response};
use bytes::Bytes;
use futures_util::{TryStreamExt, stream};
use ksmart_foundation::{
    config::RateLimits,
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    ids::MemberId,
    limits::RateLimit,
    response::attachment,
    storage::Storage,
    time::{Clock, rfc3339},
};
use ksmart_identity::{settings::CachedSettings, tokens::Member};
use serde_json::{Map, Value, json};
use sqlx::{
    Column, Row, ValueRef,
    any::{AnyRow, AnyTypeInfoKind},
    query_scalar,
};
use tokio::sync::{Semaphore, mpsc};
use utoipa_axum::router::OpenApiRouter;
use zip::{
    ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use crate::{FlowsState, privacy::personal_data::GROUPS};

/// Maximum number of exports at the same time, on this server.
const AT_ONCE: usize = 2;

/// Number of exports that a member can download in a row, and milliseconds until another is allowed.
const IN_A_ROW: u32 = 3;
const EVERY_MS: u64 = 10 * 60 * 1000;

/// Maximum duration of one export, even if the browser reads it slowly.
const TIME_LIMIT: Duration = Duration::from_secs(10 * 60);

/// Number of bytes after which written data are sent.
const CHUNK: usize = 64 * 1024;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(download))
}

/// Limits on the number of data exports.
#[derive(Clone)]
pub struct Exports {
    places: Arc<Semaphore>,
    /// Rate limit per member; `None` if downloads are not limited.
    pace: Option<Arc<RateLimit<MemberId>>>,
}

impl Exports {
    /// Creates the limits; downloads per member are limited only if rate limits are on.
    pub fn new(limits: RateLimits, clock: &Clock) -> Self {
        let pace = (limits == RateLimits::On).then(|| Arc::new(RateLimit::new(IN_A_ROW, EVERY_MS, clock)));
        Self { places: Arc::new(Semaphore::new(AT_ONCE)), pace }
    }
}

/// Downloads all data that the shop stores about the caller as one file, a ZIP with `data.json` and pictures.
///
/// Returns 429 after three downloads in a row, 503 while two exports are already being written.
#[utoipa::path(get, path = "/api/me/export", operation_id = "exportOwnData",
    responses((status = 200, content_type = "application/zip", body = String), (status = 429), (status = 503)))]
async fn download(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(exports): State<Exports>,
    State(settings): State<CachedSettings>,
    State(storage): State<Storage>,
    member: Member,
) -> Result<Response> {
    let place = Arc::clone(&exports.places).try_acquire_owned().map_err(|_| Error::busy().retry_after(60))?;
    if let Some(seconds) = exports.pace.as_ref().and_then(|pace| pace.take(&member.id).err()) {
        let message = "Anda baru saja mengunduh data Anda. Coba lagi beberapa menit lagi.";
        let refused = Error::new(axum::http::StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message);
        return Err(refused.retry_after(seconds));
    }
    let mut conn = db.snapshot().await?;
    let uid: String =
        query_scalar("SELECT uid FROM members WHERE id = $1").bind(member.id).fetch_one(&mut *conn).await?;
    let head = json!({
        "toko": settings.now().await?.contact.name,
        "nomor_anggota": uid,
        "dibuat_pada": rfc3339(clock.now_ms()),
    });
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut file = File::new(sender.clone());
        let work = async {
            write(&mut file, &mut conn, &storage, member.id, head).await?;
            file.finish().await
        };
        let outcome = tokio::time::timeout(TIME_LIMIT, work).await;
        if let Ok(Err(error)) = outcome {
            tracing::warn!("a member's data were not written to their end: {error}");
            // An incomplete file must not look complete.
            let _ = sender.send(Err(error)).await;
        } else if outcome.is_err() {
            let _ = sender.send(Err(io::ErrorKind::TimedOut.into())).await;
        }
        drop(place);
    });
    let chunks = stream::unfold(receiver, |mut receiver| async { Some((receiver.recv().await?, receiver)) });
    let name = format!("data-saya-{uid}.zip");
    Ok(attachment(&name, "application/zip", Body::from_stream(chunks)))
}

/// Writes all groups, then the pictures named in their rows.
async fn write(file: &mut File, conn: &mut Conn, storage: &Storage, member: MemberId, head: Value) -> io::Result<()> {
    let mut pictures = Vec::new();
    file.begin("data.json")?;
    let head = head.to_string();
    file.write(&head[..head.len() - 1], ",\"data\":[\n").await?;
    for (place, group) in GROUPS.iter().enumerate() {
        let before = if place == 0 { "" } else { ",\n" };
        let about = json!({"kelompok": group.title, "isi": group.what, "alasan": group.why}).to_string();
        file.write(before, &about[..about.len() - 1]).await?;
        for kept in group.tables {
            file.write(&format!(",\n{}:[", Value::from(kept.title)), "").await?;
            let mut rows = kept.of(conn, member);
            let mut separator = "\n";
            while let Some(row) = rows.try_next().await.map_err(io::Error::other)? {
                let row = readable(&row).map_err(io::Error::other)?;
                if let Some(picture) = row.get("foto").and_then(Value::as_str) {
                    pictures.push(if kept.table == "members" {
                        format!("profile/{picture}")
                    } else {
                        picture.to_owned()
                    });
                }
                file.write(separator, &Value::Object(row).to_string()).await?;
                separator = ",\n";
            }
            file.write("]", "").await?;
        }
        file.write("}", "").await?;
    }
    file.write("]}\n", "").await?;
    for picture in pictures {
        if let Some(bytes) = storage.read(&picture).await.map_err(io::Error::other)? {
            file.begin(&format!("foto/{}", picture.rsplit('/').next().unwrap_or_default()))?;
            file.add(&bytes).await?;
        }
    }
    Ok(())
}

/// Converts a row to JSON by its column names; columns ending with `_pada` are times, written as RFC 3339.
fn readable(row: &AnyRow) -> sqlx::Result<Map<String, Value>> {
    let mut all = Map::new();
    for (place, column) in row.columns().iter().enumerate() {
        let name = column.name();
        let raw = row.try_get_raw(place)?;
        let value = if raw.is_null() {
            Value::Null
        } else if matches!(raw.type_info().kind(), AnyTypeInfoKind::Text) {
            Value::from(row.try_get::<String, _>(place)?)
        } else {
            let number: i64 = row.try_get(place)?;
            // Zero stands for no time.
            match (name.ends_with("_pada"), number) {
                (true, 0) => Value::Null,
                (true, _) => Value::from(rfc3339(number)),
                (false, _) => Value::from(number),
            }
        };
        all.insert(name.to_owned(), value);
    }
    Ok(all)
}

/// A ZIP that is sent while it is written.
struct File {
    zip: ZipWriter<StreamWriter<Written>>,
    written: Written,
    sender: mpsc::Sender<io::Result<Bytes>>,
}

/// Bytes written but not sent yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl File {
    fn new(sender: mpsc::Sender<io::Result<Bytes>>) -> Self {
        let written = Written::default();
        Self { zip: ZipWriter::new_stream(written.clone()), written, sender }
    }

    /// Begins a file within the ZIP; bytes added later go into it.
    fn begin(&mut self, name: &str) -> io::Result<()> {
        Ok(self.zip.start_file(name, SimpleFileOptions::default())?)
    }

    async fn write(&mut self, first: &str, second: &str) -> io::Result<()> {
        self.add(first.as_bytes()).await?;
        self.add(second.as_bytes()).await
    }

    async fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.zip.write_all(bytes)?;
        self.send(CHUNK).await
    }

    /// Sends the written bytes if there are at least `least`; waits for the receiver.
    async fn send(&self, least: usize) -> io::Result<()> {
        let chunk = {
            let mut written = self.written.0.lock().unwrap_or_else(PoisonError::into_inner);
            if written.len() < least { Vec::new() } else { std::mem::take(&mut *written) }
        };
        if chunk.is_empty() {
            return Ok(());
        }
        self.sender.send(Ok(chunk.into())).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    async fn finish(self) -> io::Result<()> {
        let Self { zip, written, sender } = self;
        zip.finish()?;
        let rest = std::mem::take(&mut *written.0.lock().unwrap_or_else(PoisonError::into_inner));
        sender.send(Ok(rest.into())).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
