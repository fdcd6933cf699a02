//! Uploaded and seeded files: a folder or a bucket.
//!
//! The name of a file carries the hash of its content, so an address always shows the same and is cached for ever. What
//! lies below `resized/` is made of the other files when it is first asked for, and may be emptied at any time.

pub mod drawn;
pub mod pictures;
mod store;

use axum::{
    body::Body,
    extract::{FromRef, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use object_store::path::Path as Key;

use self::store::{Found, HASH_DIGITS, not_found};
pub use self::store::{Storage, check_key};
use crate::foundation::{
    error::{Error, Result},
    extract::{Path, Query},
    storage::{
        pictures::{Made, Wanted},
        store::{BACKUPS, RESIZED},
    },
};

/// The folder of the pictures of returns, not for everyone: what may be seen of it is for a feature to say.
pub const RETURNS: &str = "returns";

/// The folder of what shows that money was transferred, likewise.
pub const PROOFS: &str = "proofs";

/// Pictures below `/storage/` and profile pictures below `/uploads/profile/`, in the size that `?w=…&h=…` asks for.
pub fn router<S>() -> axum::Router<S>
where
    S: Clone + Send + Sync + 'static,
    Storage: FromRef<S>,
{
    axum::Router::new().route("/storage/{*key}", get(show)).route("/uploads/profile/{file}", get(show_profile))
}

async fn show(
    State(storage): State<Storage>,
    Path(key): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response> {
    serve(&storage, &key, &wanted, &headers).await
}

async fn show_profile(
    State(storage): State<Storage>,
    Path(file): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response> {
    serve(&storage, &format!("profile/{file}"), &wanted, &headers).await
}

/// A picture that is not for everyone, for one who may see it: it is kept nowhere.
///
/// # Errors
/// There is none under `key`, or the store cannot be read.
pub async fn show_private(storage: &Storage, key: &str) -> Result<Response> {
    let bytes = storage.read(key).await.map_err(Error::internal)?.ok_or_else(not_found)?;
    Ok(private_picture(kind_of(key)?, bytes))
}

/// A picture of one member's, made for who asks: it is kept nowhere.
pub fn private_picture(kind: &'static str, picture: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store"), PICTURES_RUN_NOTHING];
    (headers, picture.into()).into_response()
}

/// A picture is only ever a picture, whatever was written into it.
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

async fn serve(storage: &Storage, key: &str, wanted: &Wanted, headers: &HeaderMap) -> Result<Response> {
    let kind = kind_of(key)?;
    let key = Key::parse(key).map_err(|_| not_found())?;
    // Smaller ones of smaller ones could fill the store. Some file systems take no notice of case.
    let is_own = |folder: &str| [RESIZED, RETURNS, PROOFS, BACKUPS].iter().any(|own| folder.eq_ignore_ascii_case(own));
    if key.parts().next().is_some_and(|folder| is_own(folder.as_ref())) {
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
