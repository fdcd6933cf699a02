//! The web app: its files, and its page for every other address.

use std::sync::LazyLock;

use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::any,
};
use memory_serve::CacheControl;
use tower::ServiceExt;

use crate::error::{Code, Error};

/// What the app may load. Styles may be inline because the component library sets positions by style attributes.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// The files, unpacked when they are first needed: that takes longer than all else at the start.
static FILES: LazyLock<Router> = LazyLock::new(|| {
    memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .html_cache_control(CacheControl::NoCache)
        .cache_control(CacheControl::Short)
        .into_router()
});

/// The files of the built app; every other address shows its page.
pub fn router() -> Router {
    Router::new().fallback_service(any(show))
}

/// Unpacks the files, so that no visitor waits for it.
pub fn warm() {
    LazyLock::force(&FILES);
}

/// A file or the page. A part of the app that is not there, such as one of a version that was replaced, is 404.
async fn show(request: Request) -> Response {
    if !request.method().is_safe() {
        return Error::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, "Metode tidak diizinkan.")
            .into_response();
    }
    let is_part = request.uri().path().starts_with("/assets/");
    let mut response = FILES.clone().oneshot(request).await.into_response();
    if is_part {
        let page =
            response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        if page {
            return Error::not_found("Berkas tidak ditemukan.").into_response();
        }
        // Its name has its content's hash in it.
        let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(header::CACHE_CONTROL, for_ever);
    }
    response
}
