//! The web app: its files, and its page for every other address.

use axum::{Router, http::StatusCode, routing::get_service};
use memory_serve::CacheControl;

/// What the app may load. Styles may be inline because the component library sets positions by style attributes.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// The files of the built app. Their names change with their content, but the page's does not.
pub fn router() -> Router {
    let files = memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .html_cache_control(CacheControl::NoCache)
        .cache_control(CacheControl::Medium)
        .into_router::<()>();
    Router::new().fallback_service(get_service(files))
}
