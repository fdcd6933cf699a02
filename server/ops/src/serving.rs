//! Accepts connections, with timeouts for clients that are slow on purpose.

use std::{
    collections::HashMap,
    convert::Infallible,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    http::{HeaderName, HeaderValue},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use ksmart_foundation::{config::TrustedProxies, limits::network_of};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// Timeouts and connection limit of a server.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// Timeout for receiving the complete head of a request; also the keep-alive timeout of an idle connection.
    pub head: Duration,
    /// Timeout for a client that does not read its answer.
    pub stalled: Duration,
    /// Time for running requests to finish when the server is asked to stop.
    pub stopping: Duration,
    /// Maximum number of open connections of an address; the address of a trusted proxy has no limit.
    pub connections: usize,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { head: seconds(20), stalled: seconds(30), stopping: seconds(60), connections: 256 }
    }
}

/// Serves until `stopped` resolves, then finishes the running requests.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    timeouts: Timeouts,
    proxies: TrustedProxies,
    stopped: impl Future<Output = ()>,
) {
    let connections = GracefulShutdown::new();
    let guests = Guests::default();
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let most = if proxies.has(peer.ip()) { usize::MAX } else { timeouts.connections };
                // An excess connection is closed without an answer, because answering would use the resources that the
                // limit protects.
                if let Some(place) = guests.enter(peer.ip(), most) {
                    answer(stream, peer, app.clone(), timeouts, &connections, place);
                }
            }
            // The error concerns one client, which has already disconnected.
            Err(error) if is_the_clients(&error) => {}
            // Most likely no file handles are left; some become free when connections close.
            Err(error) => {
                tracing::error!("cannot accept connections: {error}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(timeouts.stopping, connections.shutdown()).await.is_err() {
        tracing::warn!("stopped with requests under way");
    }
}

/// Number of open connections by client network.
#[derive(Clone, Default)]
struct Guests(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// Connection that is counted for its client network until it is dropped.
struct Place(Guests, IpAddr);

impl Guests {
    /// Counts a connection; `None` if its network has reached the limit.
    fn enter(&self, peer: IpAddr, most: usize) -> Option<Place> {
        let network = network_of(peer);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = all.entry(network).or_default();
        if *open >= most {
            return None;
        }
        *open += 1;
        Some(Place(self.clone(), network))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = all.get_mut(&self.1) {
            *open -= 1;
            if *open == 0 {
                all.remove(&self.1);
            }
        }
    }
}

fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection, in a separate task.
fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    timeouts: Timeouts,
    connections: &GracefulShutdown,
    place: Place,
) {
    // Without Nagle's algorithm, small responses are sent at once.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(timeouts.stalled));
    // The announced keep-alive timeout is shorter than the real one, so that no client sends a request over a
    // connection that is being closed.
    let kept = format!("timeout={}", timeouts.head.as_secs() * 3 / 4);
    let kept = HeaderValue::try_from(kept).expect("digits stand in headers");
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let (app, kept) = (app.clone(), kept.clone());
        async move {
            let mut response = app.oneshot(request).await.unwrap_or_else(|never| match never {});
            response.headers_mut().insert(HeaderName::from_static("keep-alive"), kept);
            Ok::<_, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        let _place = place;
        if let Err(error) = connection.await {
            tracing::debug!("a connection ended: {error}");
        }
    });
}
