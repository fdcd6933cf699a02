//! Response bodies that are prepared once: sent plain, compressed with gzip, or replaced by 304 Not Modified.

use std::{io::Write, sync::OnceLock};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::format;

/// Compression level: a result a fifth smaller than from the fastest level, in about twice its time; the slow levels
/// gain little more.
const COMPRESSION: Compression = Compression::new(4);

/// Body of a response that only confirms success.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub success: bool,
}

/// Returns a response with a file that the browser saves as `name`; no cache may store it.
pub fn attachment(name: &str, kind: &'static str, body: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, body.into()).into_response()
}

/// Response body with its entity tag.
pub struct Prepared {
    kind: &'static str,
    plain: Bytes,
    /// Body compressed with gzip, on the first request for it.
    gzip: OnceLock<Bytes>,
    tag: String,
}

impl Prepared {
    /// Prepares a body of the content type `kind`.
    pub fn new(kind: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let digest = Sha256::digest(&plain);
        let tag = format::hex(&digest[..12]);
        Self { kind, plain, gzip: OnceLock::new(), tag: format!("\"{tag}\"") }
    }

    /// Returns the answer to a request with these headers; 304 if the caller already has this body. The caller may
    /// store it, but checks each time whether it is still valid.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let mut response = if lists(headers, header::IF_NONE_MATCH, |tag| tag.trim_start_matches("W/") == self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if lists(headers, header::ACCEPT_ENCODING, is_gzip) {
            ([(header::CONTENT_ENCODING, "gzip")], self.compressed()).into_response()
        } else {
            self.plain.clone().into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    fn compressed(&self) -> Bytes {
        let pack = || {
            let mut gzip = GzEncoder::new(Vec::new(), COMPRESSION);
            gzip.write_all(&self.plain).and_then(|()| gzip.finish()).expect("memory can be written to").into()
        };
        self.gzip.get_or_init(pack).clone()
    }
}

/// Whether a comma-separated header has an item for which `fits` returns true.
fn lists(headers: &HeaderMap, name: HeaderName, fits: impl Fn(&str) -> bool) -> bool {
    let values = headers.get_all(name);
    values
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|item| fits(item.trim()))
}

/// Whether an item of `accept-encoding` allows gzip: `gzip`, `gzip;q=0.8`, and not `gzip;q=0`.
fn is_gzip(item: &str) -> bool {
    let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
    let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
    name.trim().eq_ignore_ascii_case("gzip") && weight.is_none_or(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_gzip_is_recognized() {
        for (item, taken) in [
            ("gzip", true),
            ("GZIP;q=0.5", true),
            ("gzip; q=1", true),
            ("gzip;q=0", false),
            ("gzip;q=0.000", false),
            ("br", false),
            ("x-gzip-like", false),
        ] {
            assert_eq!(is_gzip(item), taken, "{item}");
        }
    }

    #[test]
    fn etags_match_in_lists_and_weak_form() {
        let body = Prepared::new("text/plain", "x");
        for value in [body.tag.clone(), format!("\"a\", {}", body.tag), format!("W/{}", body.tag)] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, value.parse().unwrap())]);
            assert_eq!(body.answer(&headers).status(), StatusCode::NOT_MODIFIED);
        }
        assert_eq!(body.answer(&HeaderMap::new()).status(), StatusCode::OK);
    }
}
