//! Uploaded and seeded files: a folder or a bucket.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use object_store::{GetOptions, ObjectStore, ObjectStoreExt, PutPayload, path::Path as Key, prefix::PrefixStore};
use url::Url;

use crate::{
    Shared,
    error::{Error, Result},
    extract::Path,
};

/// The store of files by key, such as `products/klorofil-mint-1.webp`.
#[derive(Clone)]
pub struct Storage(Arc<dyn ObjectStore>);

impl Storage {
    /// Opens `file://FOLDER` (made if it is not there; relative to the working folder) or `s3://BUCKET/PREFIX`.
    ///
    /// # Errors
    /// An address that cannot be used, as a sentence for the operator.
    pub fn open(url: &str) -> Result<Self, String> {
        if let Some(folder) = url.strip_prefix("file://") {
            std::fs::create_dir_all(folder).map_err(|error| format!("STORAGE_URL: cannot make {folder}: {error}"))?;
            let store = object_store::local::LocalFileSystem::new_with_prefix(folder)
                .map_err(|error| format!("STORAGE_URL: cannot use {folder}: {error}"))?;
            return Ok(Self(Arc::new(store)));
        }
        let parsed = Url::parse(url).map_err(|error| format!("STORAGE_URL: {error}"))?;
        let environment = std::env::vars().map(|(name, value)| (name.to_lowercase(), value));
        let (store, prefix) =
            object_store::parse_url_opts(&parsed, environment).map_err(|error| format!("STORAGE_URL: {error}"))?;
        Ok(Self(Arc::new(PrefixStore::new(store, prefix))))
    }

    /// Keeps `bytes` under `key`, replacing what was there.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn put(&self, key: &str, bytes: impl Into<Bytes>) -> Result<()> {
        self.0.put(&Key::from(key), PutPayload::from_bytes(bytes.into())).await?;
        Ok(())
    }

    /// Removes the file under `key`, if there is one.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.0.delete(&Key::from(key)).await {
            Err(object_store::Error::NotFound { .. }) | Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Pictures below `/storage/` and profile pictures below `/uploads/profile/`.
pub fn router() -> axum::Router<Shared> {
    axum::Router::new().route("/storage/{*key}", get(show)).route("/uploads/profile/{file}", get(show_profile))
}

async fn show(State(app): State<Shared>, Path(key): Path<String>, headers: header::HeaderMap) -> Result<Response> {
    serve(&app.storage, &key, &headers).await
}

async fn show_profile(
    State(app): State<Shared>,
    Path(file): Path<String>,
    headers: header::HeaderMap,
) -> Result<Response> {
    serve(&app.storage, &format!("profile/{file}"), &headers).await
}

async fn serve(storage: &Storage, key: &str, headers: &header::HeaderMap) -> Result<Response> {
    let not_found = || Error::not_found("Berkas tidak ditemukan.");
    let kind = match key.rsplit('.').next() {
        Some("webp") => "image/webp",
        Some("jpg") => "image/jpeg",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        _ => return Err(not_found()),
    };
    let path = Key::parse(key).map_err(|_| not_found())?;
    let if_none_match = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let options = GetOptions { if_none_match, ..GetOptions::default() };
    let found = match storage.0.get_opts(&path, options).await {
        Ok(found) => found,
        Err(object_store::Error::NotModified { .. }) => return Ok(StatusCode::NOT_MODIFIED.into_response()),
        Err(object_store::Error::NotFound { .. }) => return Err(not_found()),
        Err(error) => return Err(error.into()),
    };
    let tag = found.meta.e_tag.as_deref().and_then(|tag| HeaderValue::from_str(tag).ok());
    let length = found.meta.size;
    let mut response = Body::from_stream(found.into_stream()).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    // A picture is only ever a picture, whatever was written into it.
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    );
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}
