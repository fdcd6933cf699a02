//! A provider that redirects every request to another host, as after a takeover of its domain.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::{Json, Router, http::Uri, response::Redirect};
use serde_json::json;
use tokio::net::TcpListener;

/// A running provider, with the host that its redirects point to.
pub struct Elsewhere {
    /// Base URL of the provider that redirects.
    pub base: String,
    asked: Arc<AtomicUsize>,
    followed: Arc<AtomicUsize>,
}

impl Elsewhere {
    pub async fn start() -> Self {
        let (asked, followed) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let count = followed.clone();
        let there = serve(Router::new().fallback(async move || {
            count.fetch_add(1, Ordering::Relaxed);
            Json(json!({}))
        }));
        let there = there.await;
        let count = asked.clone();
        let here = serve(Router::new().fallback(async move |uri: Uri| {
            count.fetch_add(1, Ordering::Relaxed);
            // 307 keeps the method, the body and the headers.
            Redirect::temporary(&format!("{there}{uri}"))
        }));
        Self { base: here.await, asked, followed }
    }

    /// Returns the number of requests since the last call; asserts that no client followed the redirect.
    pub fn was_asked(&self) -> usize {
        assert_eq!(self.followed.load(Ordering::Relaxed), 0, "the key went elsewhere");
        self.asked.swap(0, Ordering::Relaxed)
    }
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    base
}
