//! Receiver of HTTP requests: records them, and answers with a configured status.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, header::LOCATION},
    response::IntoResponse,
};

/// A received request.
#[derive(Debug, Clone)]
pub struct Taken {
    pub headers: HeaderMap,
    pub body: Bytes,
    /// Status of the answer.
    pub status: StatusCode,
}

impl Taken {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no {name}")).to_str().unwrap()
    }
}

/// A running receiver.
#[derive(Clone)]
pub struct Receiver {
    /// URL of the receiver.
    pub url: String,
    status: Arc<Mutex<StatusCode>>,
    taken: Arc<Mutex<Vec<Taken>>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/here", listener.local_addr().unwrap());
        let receiver = Self { url, status: Arc::new(Mutex::new(StatusCode::OK)), taken: Arc::default() };
        let serving = receiver.clone();
        let router = Router::new().fallback(move |headers: HeaderMap, body: Bytes| {
            let receiver = serving.clone();
            async move {
                let status = *receiver.status.lock().unwrap();
                receiver.taken.lock().unwrap().push(Taken { headers, body, status });
                (status, [(LOCATION, receiver.url.clone())]).into_response()
            }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    pub fn answer(&self, status: u16) {
        *self.status.lock().unwrap() = StatusCode::from_u16(status).unwrap();
    }

    /// Returns and removes the requests since the last call.
    pub fn take(&self) -> Vec<Taken> {
        std::mem::take(&mut self.taken.lock().unwrap())
    }
}
