//! Web app: its files, and its HTML page, which the server completes for each URL with a head and a first view.

mod built;
mod describe;
mod front;
mod head;
pub mod pages;
mod prerendered;
mod sitemap;

use std::sync::LazyLock;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use ksmart_foundation::{
    addresses,
    error::{Code, Error},
    response::Prepared,
    time::jakarta_date,
};
use memory_serve::CacheControl;
use serde_json::Value;
use tower::ServiceExt;

use crate::{describe::Shop, pages::Pages};

/// Content security policy of all pages.
///
/// Inline styles are allowed, because the page contains its style sheet and pictures have style attributes. Of inline
/// scripts, only the page's own are allowed, by their hashes.
pub static CONTENT_SECURITY_POLICY: LazyLock<String> = LazyLock::new(|| {
    let scripts = built::built().script_hashes();
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    )
});

/// Manifest of the web app, with its built-in name.
const MANIFEST: &str = include_str!("../../../web/public/manifest.webmanifest");

/// Files of the app, unpacked at first use, because this takes longer than the rest of the startup.
static FILES: LazyLock<Router> = LazyLock::new(|| {
    memory_serve::load!().index_file(None).fallback(None).cache_control(CacheControl::Short).into_router()
});

/// Returns the routes of the built app's files; every other address shows its page.
pub fn router() -> Router<Pages> {
    Router::new()
        .route("/sitemap.xml", get(sitemap::sitemap))
        .route("/robots.txt", get(sitemap::robots))
        .route("/manifest.webmanifest", get(manifest))
        .fallback(show)
}

/// Unpacks the files in advance, so that no visitor has to wait.
pub fn warm() {
    LazyLock::force(&FILES);
    built::built();
    prerendered::warm();
}

/// Returns the manifest: name and appearance of the app when it is installed on a device.
async fn manifest(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    let mut manifest: Value = serde_json::from_str(MANIFEST).unwrap_or_default();
    let front = pages.front().await;
    for field in ["name", "short_name"] {
        manifest[field] = Value::from(front.contact.name.as_str());
    }
    let about = format!("Belanja {}, dan kumpulkan BV dari setiap pembelian.", front.products);
    manifest["description"] = Value::from(about);
    if let Some(palette) = front.palette {
        manifest["theme_color"] = Value::from(palette.light.brand.to_string());
    }
    for (place, path) in [&front.icons.small, &front.icons.large, &front.icons.maskable].into_iter().enumerate() {
        manifest["icons"][place]["src"] = Value::from(path.as_str());
    }
    Prepared::new("application/manifest+json", manifest.to_string()).answer(&headers)
}

/// Returns a page or a file. A missing part of the app, such as one of a replaced version, is 404.
async fn show(State(pages): State<Pages>, request: Request) -> Response {
    if !request.method().is_safe() {
        return Error::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, "Metode tidak diizinkan.")
            .into_response();
    }
    let path = request.uri().path();
    // The page is not served as a file, because it would lack the head of its URL.
    if addresses::find(path).is_some() || path == "/index.html" {
        return page(&pages, request).await;
    }
    let is_part = path.starts_with("/assets/");
    let caching = if is_part {
        // Its name contains the hash of its content.
        Some("public, max-age=31536000, immutable")
    } else {
        // A cached old service worker would continue to show old pages.
        (path == "/sw.js").then_some("no-cache")
    };
    let (parts, _) = request.into_parts();
    let again = Request::from_parts(parts.clone(), axum::body::Body::empty());
    let mut file = FILES.clone().oneshot(again).await.into_response();
    if file.status() == StatusCode::NOT_FOUND {
        if is_part {
            return Error::not_found("Berkas tidak ditemukan.").into_response();
        }
        return page(&pages, Request::from_parts(parts, axum::body::Body::empty())).await;
    }
    if let Some(caching) = caching {
        file.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    }
    file
}

/// Returns the app's page with the head and the first view of its URL.
async fn page(pages: &Pages, mut request: Request) -> Response {
    let front = pages.front().await;
    let shop = Shop { base: &pages.public_url, name: &front.contact.name, front: &front };
    let (status, head) = describe::describe(pages, shop, request.uri()).await;
    let year = jakarta_date(pages.clock.now_ms());
    let year = year.split('-').next().unwrap_or_default();
    let beginning = if head.bare { String::new() } else { prerendered::frame(head.beginning.as_deref(), &front, year) };
    let tags = head.tags(&pages.public_url, &front);
    let html = built::built().page(&tags, &beginning, &head.greeting);
    if status != StatusCode::OK {
        // An error page is always sent in full, never as 304.
        request.headers_mut().remove(header::IF_NONE_MATCH);
    }
    let mut response = Prepared::new("text/html; charset=utf-8", html).answer(request.headers());
    if status != StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}
