//! Uploaded and seeded files: a folder or a bucket.
//!
//! The name of a file carries the hash of its content, so an address always shows the same and is cached for ever. What
//! lies below `resized/` is made of the other files when it is first asked for, and may be emptied at any time.

pub mod pictures;
pub mod uploads;

use std::sync::Arc;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::{
    GetOptions, GetResult, ObjectStore, ObjectStoreExt, PutPayload, PutResult, path::Path as Key, prefix::PrefixStore,
};
use sha2::{Digest, Sha256};
use url::Url;

use crate::{
    Shared,
    error::{Error, Result},
    extract::{Path, Query},
    format,
    storage::pictures::{Made, RESIZED, Wanted, Workshop},
};

/// How many hexadecimal digits of a file's SHA-256 its name carries.
const HASH_DIGITS: usize = 12;

/// The store of files by key, such as `products/klorofil-mint-1-3f2a9c81b0d4.webp`.
#[derive(Clone)]
pub struct Storage {
    files: Arc<dyn ObjectStore>,
    workshop: Arc<Workshop>,
}

/// What the store has under a key.
enum Found {
    File(GetResult),
    /// The caller has it already.
    Unchanged,
    Nothing,
}

impl Storage {
    /// Opens `file://FOLDER` (made if it is not there; relative to the working folder) or `s3://BUCKET/PREFIX`.
    ///
    /// # Errors
    /// An address that cannot be used, as a sentence for the operator.
    pub fn open(url: &str) -> Result<Self, String> {
        let workshop = Arc::default();
        if let Some(folder) = url.strip_prefix("file://") {
            std::fs::create_dir_all(folder).map_err(|error| format!("STORAGE_URL: cannot make {folder}: {error}"))?;
            let store = object_store::local::LocalFileSystem::new_with_prefix(folder)
                .map_err(|error| format!("STORAGE_URL: cannot use {folder}: {error}"))?
                .with_automatic_cleanup(true);
            return Ok(Self { files: Arc::new(store), workshop });
        }
        let parsed = Url::parse(url).map_err(|error| format!("STORAGE_URL: {error}"))?;
        let environment = std::env::vars().map(|(name, value)| (name.to_lowercase(), value));
        let (store, prefix) =
            object_store::parse_url_opts(&parsed, environment).map_err(|error| format!("STORAGE_URL: {error}"))?;
        Ok(Self { files: Arc::new(PrefixStore::new(store, prefix)), workshop })
    }

    /// Keeps a file as `FOLDER/NAME-HASH.EXTENSION`; gives this key. `name` is made of `a-z`, `0-9` and `-`.
    ///
    /// The same file under the same name has the same key. A file that will be deleted therefore needs a name that
    /// nobody else gives, such as a random one: then no one's file is deleted under another.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn keep(&self, folder: &str, name: &str, extension: &str, bytes: impl Into<Bytes>) -> Result<String> {
        let bytes = bytes.into();
        let mut hash = format::hex(&Sha256::digest(&bytes));
        hash.truncate(HASH_DIGITS);
        let key = format!("{folder}/{name}-{hash}.{extension}");
        self.put(&Key::from(key.as_str()), bytes).await?;
        Ok(key)
    }

    /// Removes the file under `key`, if there is one, and what was made of it.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn delete(&self, key: &str) -> Result<()> {
        let key = Key::from(key);
        // In this order: whoever is making a smaller one looks afterwards whether the file is still there.
        self.delete_one(&key).await?;
        let made: Vec<_> = self.files.list(Some(&pictures::folder_of(&key))).try_collect().await?;
        for file in made {
            self.delete_one(&file.location).await?;
        }
        Ok(())
    }

    /// The keys of all files but those that are made of others, in the order of their texts.
    ///
    /// # Errors
    /// The store cannot be read; as a sentence for the operator.
    pub async fn keys(&self) -> Result<Vec<String>, String> {
        let found: Vec<_> = self.files.list(None).try_collect().await.map_err(unusable)?;
        let own = |key: &Key| key.parts().next().is_none_or(|folder| folder.as_ref() != RESIZED);
        let mut keys: Vec<String> =
            found.into_iter().filter(|file| own(&file.location)).map(|file| file.location.to_string()).collect();
        keys.sort_unstable();
        Ok(keys)
    }

    /// What the file under `key` holds; `None` if there is none.
    ///
    /// # Errors
    /// The store cannot be read; as a sentence for the operator.
    pub async fn read(&self, key: &str) -> Result<Option<Bytes>, String> {
        match self.files.get(&Key::parse(key).map_err(unusable)?).await {
            Ok(found) => found.bytes().await.map(Some).map_err(unusable),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unusable(error)),
        }
    }

    /// Keeps a file under the key that it had.
    ///
    /// # Errors
    /// The store cannot be written; as a sentence for the operator.
    pub async fn restore(&self, key: &str, bytes: impl Into<Bytes>) -> Result<(), String> {
        let key = Key::parse(key).map_err(unusable)?;
        self.put(&key, bytes.into()).await.map(drop).map_err(unusable)
    }

    async fn put(&self, key: &Key, bytes: Bytes) -> object_store::Result<PutResult> {
        self.files.put(key, PutPayload::from_bytes(bytes)).await
    }

    async fn delete_one(&self, key: &Key) -> Result<()> {
        match self.files.delete(key).await {
            Err(object_store::Error::NotFound { .. }) | Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn find(&self, key: &Key, if_none_match: Option<&str>) -> Result<Found> {
        let options = GetOptions { if_none_match: if_none_match.map(str::to_owned), ..GetOptions::default() };
        match self.files.get_opts(key, options).await {
            Ok(found) => Ok(Found::File(found)),
            Err(object_store::Error::NotModified { .. }) => Ok(Found::Unchanged),
            Err(object_store::Error::NotFound { .. }) => Ok(Found::Nothing),
            Err(error) => Err(error.into()),
        }
    }
}

fn unusable(error: impl std::fmt::Display) -> String {
    format!("STORAGE_URL: {error}")
}

/// Pictures below `/storage/` and profile pictures below `/uploads/profile/`, in the size that `?w=…&h=…` asks for.
pub fn router() -> axum::Router<Shared> {
    axum::Router::new().route("/storage/{*key}", get(show)).route("/uploads/profile/{file}", get(show_profile))
}

async fn show(
    State(app): State<Shared>,
    Path(key): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response> {
    serve(&app.storage, &key, &wanted, &headers).await
}

async fn show_profile(
    State(app): State<Shared>,
    Path(file): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response> {
    serve(&app.storage, &format!("profile/{file}"), &wanted, &headers).await
}

fn not_found() -> Error {
    Error::not_found("Berkas tidak ditemukan.")
}

async fn serve(storage: &Storage, key: &str, wanted: &Wanted, headers: &HeaderMap) -> Result<Response> {
    let kind = match key.rsplit('.').next() {
        Some("webp") => "image/webp",
        Some("jpg") => "image/jpeg",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        _ => return Err(not_found()),
    };
    let key = Key::parse(key).map_err(|_| not_found())?;
    // Otherwise smaller ones of smaller ones could fill the store. Some file systems take no notice of case.
    if key.parts().next().is_some_and(|folder| folder.as_ref().eq_ignore_ascii_case(RESIZED)) {
        return Err(not_found());
    }
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // A drawing fits every size by itself.
    let frame = wanted.frame()?.filter(|_| kind != "image/svg+xml");
    if let Some(frame) = frame {
        let (tag, body) = match pictures::show(storage, &key, frame, known).await? {
            Made::AsItIs => (None, None),
            Made::Unchanged => return Ok(unchanged(&key, known)),
            Made::File(found) => {
                (found.meta.e_tag.clone(), Some((found.meta.size, Body::from_stream(found.into_stream()))))
            }
            Made::Now { bytes, tag } => (tag, Some((bytes.len() as u64, Body::from(bytes)))),
        };
        if let Some((length, body)) = body {
            return Ok(answer(&key, "image/webp", tag.as_deref(), length, body));
        }
    }
    match storage.find(&key, known).await? {
        Found::Nothing => Err(not_found()),
        Found::Unchanged => Ok(unchanged(&key, known)),
        Found::File(found) => {
            let (tag, length) = (found.meta.e_tag.clone(), found.meta.size);
            Ok(answer(&key, kind, tag.as_deref(), length, Body::from_stream(found.into_stream())))
        }
    }
}

fn answer(key: &Key, kind: &'static str, tag: Option<&str>, length: u64, body: Body) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(header::CACHE_CONTROL, caching(key));
    // A picture is only ever a picture, whatever was written into it.
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    );
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn unchanged(key: &Key, known: Option<&str>) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, caching(key));
    // Of several tags it is not known which one fits.
    let one = known.filter(|tags| !tags.contains(',') && *tags != "*");
    if let Some(tag) = one.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// For ever where the name carries the hash; a day where an operator or an older version named a file.
fn caching(key: &Key) -> HeaderValue {
    let name = key.filename().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map(|(_, hash)| hash);
    let by_content = hash.is_some_and(|hash| {
        hash.len() == HASH_DIGITS && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    });
    HeaderValue::from_static(if by_content { "public, max-age=31536000, immutable" } else { "public, max-age=86400" })
}
