//! K-Smart: the features of the shop, and the application that is made of them.
//!
//! A feature is one file or folder that reads from top to bottom: what it is, `router()`, handlers, SQL. A feature
//! never writes SQL on another's tables: it calls that feature's functions, which take a connection first.

pub mod accounts;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod bonuses;
pub mod cart;
pub mod catalog;
pub mod chat;
pub mod check;
pub mod checkout;
pub mod config;
pub mod content;
pub mod db;
pub mod demo;
pub mod error;
pub mod exchanges;
pub mod extract;
pub mod format;
pub mod health;
pub mod jobs;
pub mod network;
pub mod orders;
pub mod page;
pub mod payments;
pub mod prepared;
pub mod reviews;
pub mod serving;
pub mod settings;
pub mod shipping;
pub mod spa;
pub mod storage;
pub mod telemetry;
pub mod time;
pub mod today;
pub mod typed;
pub mod volume;
pub mod vouchers;
pub mod wishlist;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    timeout::TimeoutLayer,
    trace::TraceLayer,
};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    accounts::sessions::EndedSessions,
    auth::{Hashing, Tokens},
    catalog::Catalog,
    chat::Chat,
    config::{Config, RateLimits},
    db::Db,
    error::{Code, Error},
    exchanges::Journal,
    payments::snap::Snap,
    shipping::{couriers::Couriers, komerce::Komerce},
    storage::Storage,
    time::{Clock, Random},
};

/// The application, as handlers take it.
pub type Shared = Arc<App>;

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// A JSON body's largest size; routes with photos set their own.
const BODY_LIMIT: usize = 256 * 1024;

/// Everything that the features stand on.
pub struct App {
    /// Tells this process from the others on its database.
    pub name: String,
    /// The database.
    pub db: Db,
    /// The files.
    pub storage: Storage,
    /// The time.
    pub clock: Clock,
    /// The randomness.
    pub random: Random,
    /// The session key.
    pub tokens: Tokens,
    /// The sessions that are over before their time.
    pub sessions: EndedSessions,
    /// The payment provider, or the sandbox.
    pub snap: Snap,
    /// Who knows the couriers.
    pub couriers: Couriers,
    /// The products as they are read most.
    pub catalog: Catalog,
    /// The assistant that answers questions about products.
    pub chat: Chat,
    /// What the owner has set.
    pub shop: settings::Kept,
    /// What the server was started with.
    pub operation: settings::admin::Operation,
    /// Where passwords are hashed.
    pub hashing: Hashing,
    /// Whether tries are counted.
    pub rate_limits: RateLimits,
    /// Minutes until an unpaid online order expires.
    pub payment_expiry_minutes: i64,
    /// The shop's address as the world sees it.
    pub public_url: String,
    /// The server key of the built-in sandbox; `None` when a real provider is set.
    pub sandbox_key: Option<String>,
}

impl App {
    /// Opens the database and the storage that `config` names. `bound` is the address that the server listens on.
    ///
    /// # Errors
    /// What cannot be opened, as one sentence for the operator.
    pub async fn open(config: &Config, bound: SocketAddr) -> Result<Shared, String> {
        config.check()?;
        let db = Db::open(&config.database_url.0).await.map_err(|error| format!("DATABASE_URL: {error}"))?;
        let storage = Storage::open(&config.storage_url)?;
        let random = Random::from_system();
        let start = async {
            let mut tx = db.write().await?;
            let jwt_secret = match &config.jwt_secret {
                Some(secret) => secret.0.clone(),
                None => settings::get_or_make(&mut tx, "jwt_secret", || random.token(48)).await?,
            };
            let sandbox_key =
                settings::get_or_make(&mut tx, "sandbox_server_key", || format!("SB-Mid-server-{}", random.token(24)))
                    .await?;
            tx.commit().await?;
            Ok::<_, sqlx::Error>((jwt_secret, sandbox_key))
        };
        let (jwt_secret, sandbox_key) = start.await.map_err(|error| format!("DATABASE_URL: {error}"))?;
        let local_url = format!("http://{}", reachable(bound));
        let public_url = config.public_url.as_ref().map_or_else(|| local_url.clone(), ToString::to_string);
        let clock = Clock::system();
        let journal = Journal::new(db.clone(), clock.clone());
        let couriers = match &config.komerce_api_key {
            Some(key) => Couriers::Komerce(Komerce::new(&key.0, config.komerce_url.as_ref(), journal.clone())?),
            None => Couriers::BuiltIn,
        };
        let (snap_url, api_url) = (config.midtrans_snap_url.as_ref(), config.midtrans_api_url.as_ref());
        let snap = match &config.midtrans_server_key {
            Some(key) => Snap::midtrans(&key.0, snap_url, api_url, journal),
            None => Snap::sandbox(&sandbox_key, &local_url, journal),
        };
        let chat = Chat::new(config);
        let operation = settings::admin::Operation::of(config, &public_url, chat.model());
        let app = Arc::new(Self {
            name: random.token(16),
            db,
            storage,
            clock,
            random,
            tokens: Tokens::new(&jwt_secret),
            sessions: EndedSessions::default(),
            snap,
            couriers,
            catalog: Catalog::default(),
            chat,
            shop: settings::Kept::default(),
            operation,
            hashing: Hashing::default(),
            rate_limits: config.rate_limits,
            payment_expiry_minutes: config.payment_expiry_minutes,
            public_url,
            sandbox_key: config.midtrans_server_key.is_none().then_some(sandbox_key),
        });
        // No request is served before it is known which sessions are over.
        app.sessions.read(&app).await.map_err(|error| format!("DATABASE_URL: {error}"))?;
        Ok(app)
    }
}

/// The address at which this machine reaches a listener on `bound`.
fn reachable(bound: SocketAddr) -> SocketAddr {
    match bound {
        SocketAddr::V4(address) if address.ip().is_unspecified() => {
            (std::net::Ipv4Addr::LOCALHOST, address.port()).into()
        }
        SocketAddr::V6(address) if address.ip().is_unspecified() => {
            (std::net::Ipv6Addr::LOCALHOST, address.port()).into()
        }
        address => address,
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "K-Smart",
        description = "The API of the shop. Errors carry `message` (Indonesian, to be shown) and `code`."
    ),
    components(schemas(error::ErrorBody, ksmart_core::quote::Quote))
)]
struct Document;

fn api() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(catalog::router())
        .merge(content::router())
        .merge(reviews::router())
        .merge(chat::router())
        .merge(accounts::router())
        .merge(network::router())
        .merge(cart::router())
        .merge(wishlist::router())
        .merge(vouchers::router())
        .merge(shipping::router())
        .merge(volume::router())
        .merge(bonuses::router())
        .merge(checkout::router())
        .merge(orders::router())
        .merge(payments::router())
        .merge(audit::router())
        .merge(storage::uploads::router())
        .merge(settings::router())
        .merge(today::router())
}

/// The OpenAPI document of every route, as JSON.
pub fn openapi() -> String {
    api().split_for_parts().1.to_pretty_json().unwrap_or_default()
}

/// The whole server as one router; tests call it too.
pub fn app(state: Shared) -> Router {
    let (routes, document) = api().split_for_parts();
    let document = document.to_pretty_json().unwrap_or_default();
    let show_document = move || async move { ([(header::CONTENT_TYPE, "application/json")], document) };
    let mut router = routes
        .route("/api/openapi.json", axum::routing::get(show_document))
        .route("/api/{*rest}", axum::routing::any(|| async { Error::not_found("Halaman tidak ditemukan.") }))
        .merge(storage::router())
        .merge(spa::router());
    if state.sandbox_key.is_some() {
        router = router.nest("/sandbox", payments::sandbox::router());
    }
    let request_id = HeaderName::from_static("x-request-id");
    // A year without plain http, for a shop that has none.
    let https = state.public_url.starts_with("https://").then(|| HeaderValue::from_static("max-age=31536000"));
    router
        .method_not_allowed_fallback(|| async {
            Error::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, "Metode tidak diizinkan.")
        })
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .with_state(state)
        .layer((
            SetRequestIdLayer::new(request_id.clone(), MakeRequestUuid),
            TraceLayer::new_for_http()
                .make_span_with(|request: &axum::http::Request<_>| {
                    let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
                    tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
                })
                // A fault is logged once, where it arises.
                .on_failure(()),
            PropagateRequestIdLayer::new(request_id),
            fixed_header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            fixed_header(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), payment=()"),
            fixed_header(header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
            SetResponseHeaderLayer::if_not_present(header::STRICT_TRANSPORT_SECURITY, https),
            fixed_header(header::CONTENT_SECURITY_POLICY, spa::CONTENT_SECURITY_POLICY.as_str()),
            CatchPanicLayer::custom(|cause: Box<dyn std::any::Any + Send>| {
                let cause = cause
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| cause.downcast_ref::<&str>().map(ToString::to_string));
                Error::internal(format!("panic: {}", cause.unwrap_or_default())).into_response()
            }),
            TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_TIMEOUT),
        ))
}

fn fixed_header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
