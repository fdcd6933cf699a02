//! Uploaded and seeded files, stored in a folder or a bucket.
//!
//! The name of a stored file contains the hash of its content, so a URL always returns the same content and can be
//! cached permanently. Files below `resized/` are made from the other files on the first request, and may be deleted at
//! any time.

pub mod drawn;
pub mod pictures;
mod store;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use object_store::path::Path as Key;

use self::store::{Found, HASH_DIGITS, not_found};
pub use self::store::{Storage, check_key};
use crate::{
    error::{Error, Result},
    extract::{Path, Query},
    storage::{
        pictures::{Made, RequestedSize},
        store::{BACKUPS, RESIZED},
    },
};

/// Folder of the pictures of returns, which are not public: a feature decides who may see them.
pub const RETURNS: &str = "returns";

/// Folder of the proofs of transfers, which are not public either.
pub const PROOFS: &str = "proofs";

/// Serves pictures below `/storage/` and profile pictures below `/uploads/profile/`, in the size that `?w=…&h=…`
/// requests.
pub fn router() -> axum::Router<Storage> {
    axum::Router::new().route("/storage/{*key}", get(show)).route("/uploads/profile/{file}", get(show_profile))
}

async fn show(
    State(storage): State<Storage>,
    Path(key): Path<String>,
    Query(wanted): Query<RequestedSize>,
    headers: HeaderMap,
) -> Result<Response> {
    serve(&storage, &key, &wanted, &headers).await
}

async fn show_profile(
    State(storage): State<Storage>,
    Path(file): Path<String>,
    Query(wanted): Query<RequestedSize>,
    headers: HeaderMap,
) -> Result<Response> {
    serve(&storage, &format!("profile/{file}"), &wanted, &headers).await
}

/// Returns the response with a private picture, which no cache may store. The caller must have checked that the reader
/// may see it.
///
/// # Errors
/// No picture exists under `key`, or the store cannot be read.
pub async fn show_private(storage: &Storage, key: &str) -> Result<Response> {
    let bytes = storage.read(key).await.map_err(Error::internal)?.ok_or_else(not_found)?;
    Ok(private_picture(kind_of(key)?, bytes))
}

/// Returns the response with a private picture of content type `kind`, which no cache may store.
pub fn private_picture(kind: &'static str, picture: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store"), PICTURES_RUN_NOTHING];
    (headers, picture.into()).into_response()
}

/// Content security policy by which browsers run no script of a picture, whatever its content.
const PICTURES_RUN_NOTHING: (HeaderName, &str) =
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");

fn kind_of(key: &str) -> Result<&'static str> {
    Ok(match key.rsplit('.').next() {
        Some("webp") => "image/webp",
        Some("jpg") => "image/jpeg",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        _ => return Err(not_found()),
    })
}

async fn serve(storage: &Storage, key: &str, wanted: &RequestedSize, headers: &HeaderMap) -> Result<Response> {
    let kind = kind_of(key)?;
    let key = Key::parse(key).map_err(|_| not_found())?;
    // These folders are private, or contain resized pictures: resizing those again could fill the store. Some file
    // systems ignore upper and lower case.
    let is_own = |folder: &str| [RESIZED, RETURNS, PROOFS, BACKUPS].iter().any(|own| folder.eq_ignore_ascii_case(own));
    if key.parts().next().is_some_and(|folder| is_own(folder.as_ref())) {
        return Err(not_found());
    }
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // A vector drawing (SVG) needs no resizing.
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
    let (name, policy) = PICTURES_RUN_NOTHING;
    headers.insert(name, HeaderValue::from_static(policy));
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn unchanged(key: &Key, known: Option<&str>) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, caching(key));
    // With several tags in the request, the matching one is unknown.
    let one = known.filter(|tags| !tags.contains(',') && *tags != "*");
    if let Some(tag) = one.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Returns the `Cache-Control` header: permanent if the file name contains the hash of the content, else one day.
///
/// Files without a hash were named by an operator or an older version.
fn caching(key: &Key) -> HeaderValue {
    let name = key.filename().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map(|(_, hash)| hash);
    let by_content = hash.is_some_and(|hash| {
        hash.len() == HASH_DIGITS && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    });
    HeaderValue::from_static(if by_content { "public, max-age=31536000, immutable" } else { "public, max-age=86400" })
}
