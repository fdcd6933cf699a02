//! The web app: its files, and its page for every other address.

use axum::{Router, http::StatusCode, routing::get_service};
use memory_serve::CacheControl;

/// What the app may load. Styles may be inline because the component library sets positions by style attributes.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// The files of the built app; every other address shows its page.
///
/// A file below `/assets/` has its content's hash in its name and is kept for ever. One that is not there, such as a
/// part of a version that was replaced, is 404 and not the page.
pub fn router() -> Router {
    let assets = memory_serve::load!().index_file(None).cache_control(CacheControl::Long).into_router::<()>();
    let files = memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .html_cache_control(CacheControl::NoCache)
        .cache_control(CacheControl::Short)
        .into_router::<()>();
    Router::new().route_service("/assets/{*file}", get_service(assets)).fallback_service(get_service(files))
}
