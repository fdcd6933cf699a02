//! The application: its state, made of the parts that the lower layers depend on, and its router.

use std::{
    net::SocketAddr,
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::{
    Router,
    error_handling::HandleErrorLayer,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ksmart_admin::{AdminParts, AdminState, live::Live, member_views, operation::Operation};
use ksmart_flows::{
    FlowsParts, FlowsState,
    checkout::Checkout,
    order_transitions::Orders,
    payments::{
        Payments,
        sandbox::{self, Sandbox},
        snap::Snap,
    },
    privacy::Exports,
};
use ksmart_foundation::{
    config::{Config, PaymentSandbox, PublicUrl, RateLimits, Recipient, Secret, Subdomains},
    db::Db,
    document,
    error::{self, Code, Error},
    limits::RateLimit,
    provider_log::ProviderLog,
    storage::{self, Storage},
    time::{Clock, Random},
};
use ksmart_identity::{
    IdentityParts, IdentityState,
    factors::Factors,
    hashing::Hashing,
    internal_values,
    sessions::{self, Sessions},
    settings::{self, CachedSettings},
};
use ksmart_members::{
    MembersParts, MembersState,
    accounts::{OwnPassword, links::PasswordLinks, verification::AddressLinks},
    bonuses::rank_card::StandingsCache,
};
use ksmart_ops::{
    OpsParts, OpsState,
    backup::Backups,
    demo::Demo,
    health,
    jobs::Jobs,
    limiting::{self, Gate},
    outbox::{Email, Push, Sender, Webhooks, Whatsapp},
};
use ksmart_shop::{
    ShopParts, ShopState,
    catalog::Catalog,
    chat::Chat,
    content::pages::{self, CachedTitles},
    shipping::{couriers::Couriers, komerce::Komerce},
};
use ksmart_web::pages::Pages;
use sha2::{Digest, Sha256};
use tower::{BoxError, timeout::TimeoutLayer};
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};
use utoipa::{OpenApi, openapi::tag::TagBuilder};
use utoipa_axum::router::OpenApiRouter;

/// Timeout of a request, shorter than the time that a stopping server waits. An import of the maximum number of
/// products finishes within it, even on a small, busy machine.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(50);

/// Maximum size of a request body, bytes; routes for uploads set their own limit.
const BODY_LIMIT: usize = 256 * 1024;

/// Rate limit for checking orders with the payment provider: a burst of checks, then milliseconds between further ones.
const CHECKS_AT_ONCE: u32 = 20;
const CHECK_EVERY_MS: u64 = 5000;

/// Shared dependencies of all features.
pub struct App {
    /// Name that distinguishes this process from others on the same database.
    pub name: String,
    /// The database.
    pub db: Db,
    /// The files.
    pub storage: Storage,
    /// The time.
    pub clock: Clock,
    /// Source of random values.
    pub random: Random,
    /// Sessions of members.
    pub sessions: Sessions,
    /// Slots for hashing passwords.
    pub hashing: Hashing,
    /// Second factors of accounts, in addition to their passwords.
    pub factors: Factors,
    /// Settings of the owner.
    pub settings: CachedSettings,
    /// Titles of the shop's own texts.
    pub titles: CachedTitles,
    /// Latest events of the shop.
    pub live: Live,
    /// Configuration that the server started with.
    pub operation: Operation,
    /// Whether payments in the built-in sandbox count.
    pub payment_sandbox: PaymentSandbox,
    /// Recipient of encrypted backups, if they are encrypted.
    pub backup_recipient: Option<Recipient>,
    /// Whether rate limits are on.
    pub limits: RateLimits,
    /// Whether HSTS also covers subdomains of the shop's host name.
    pub subdomains: bool,
    /// Rate limits, and the identification of callers for them.
    pub gate: Gate,
    /// Makes links for choosing a password.
    pub links: PasswordLinks,
    /// Limits on exports of members' data.
    pub exports: Exports,
    /// Standings of all members in the open period.
    pub ground: StandingsCache,
    /// Cache of the product list.
    pub catalog: Catalog,
    /// The assistant that answers questions about products.
    pub chat: Chat,
    /// Source of courier data.
    pub couriers: Couriers,
    /// Dependencies for the payment of orders.
    pub payments: Payments,
    /// Sender of the outbox's messages.
    pub sender: Sender,
    /// The built-in payment provider; `None` when a real one is set, or the sandbox is not allowed.
    pub sandbox: Option<Sandbox>,
}

/// Returns the keys for sessions, for the built-in payment provider, and for notifications in browsers; they are
/// created at the first start.
async fn keys(db: &Db, config: &Config, random: &Random) -> sqlx::Result<(String, String, String)> {
    let mut tx = db.write().await?;
    let given = config.jwt_secret.as_ref().map(|secret| secret.0.as_str());
    let session_key = sessions::key(&mut tx, given, || random.token(48)).await?;
    let sandbox_key =
        internal_values::get_or_make(&mut tx, "sandbox_server_key", || format!("SB-Mid-server-{}", random.token(24)))
            .await?;
    let push_key = || BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(random.token(60)));
    let push_key = internal_values::get_or_make(&mut tx, "push_key", push_key).await?;
    tx.commit().await?;
    Ok((session_key, sandbox_key, push_key))
}

/// Builds the sender of the outbox's messages from the configuration of the server.
fn sender(
    config: &Config,
    db: &Db,
    clock: &Clock,
    settings: &CachedSettings,
    public_url: &PublicUrl,
    push_key: &str,
) -> Result<Sender, String> {
    let email = match (&config.smtp_url, &config.mail_from) {
        (Some(url), Some(from)) => Some(Email::new(&url.0, from.clone(), public_url)?),
        _ => None,
    };
    let whatsapp = match (&config.whatsapp_url, &config.whatsapp_token) {
        (Some(url), Some(token)) => Some(Whatsapp::new(url, token)?),
        _ => None,
    };
    let contact =
        config.mail_from.as_ref().map_or_else(|| public_url.to_string(), |from| format!("mailto:{}", from.email));
    Ok(Sender {
        db: db.clone(),
        clock: clock.clone(),
        settings: settings.clone(),
        public_url: public_url.clone(),
        email,
        whatsapp,
        push: Push::new(push_key, &contact)?,
        webhooks: Webhooks::new()?,
    })
}

/// Returns a client for the payment provider: Midtrans if a key is set, otherwise the built-in sandbox.
fn provider(config: &Config, sandbox_key: &str, local_url: &str, log: ProviderLog) -> Snap {
    let (snap_url, api_url) = (config.midtrans_snap_url.as_ref(), config.midtrans_api_url.as_ref());
    match &config.midtrans_server_key {
        Some(key) => Snap::midtrans(&key.0, snap_url, api_url, log),
        None => Snap::sandbox(sandbox_key, local_url, log),
    }
}

/// Describes a failure to read the data that are needed at the start, to the operator.
fn unreadable(error: sqlx::Error) -> String {
    match error {
        // Stored data are invalid, and the message says which.
        sqlx::Error::Decode(why) => why.to_string(),
        error => format!("DATABASE_URL: {error}"),
    }
}

impl App {
    /// Opens the database and the storage that `config` names. `bound` is the address that the server listens on.
    ///
    /// # Errors
    /// Returns a message for the operator if the configuration is invalid, or something cannot be opened or read.
    pub async fn open(config: &Config, bound: SocketAddr) -> Result<Arc<Self>, String> {
        config.check()?;
        let db = Db::open(&config.database_url.0).await.map_err(|error| format!("DATABASE_URL: {error}"))?;
        let storage = Storage::open(&config.storage_url)?;
        let (clock, random) = (Clock::ahead_of_system(config.clock_ahead_ms), Random::from_system());
        let (session_key, sandbox_key, push_key) =
            keys(&db, config, &random).await.map_err(|error| format!("DATABASE_URL: {error}"))?;
        let local_url = format!("http://{}", health::from_here(bound));
        let public_url = PublicUrl::new(config.public_url.as_ref().map_or(&local_url, |url| &url.0));
        let (log, settings) = (ProviderLog::new(db.clone(), clock.clone()), settings::cached(db.clone()));
        let komerce = |key: &Secret| Komerce::new(&key.0, config.komerce_url.as_ref(), log.clone());
        let komerce = config.komerce_api_key.as_ref().map(komerce).transpose()?;
        let snap = Arc::new(provider(config, &sandbox_key, &local_url, log));
        let sender = sender(config, &db, &clock, &settings, &public_url, &push_key)?;
        let (chat, catalog, hashing) = (Chat::new(config, &clock), Catalog::default(), Hashing::default());
        let guards = (hashing.clone(), config.rate_limits);
        let sessions =
            Sessions::new(&session_key, db.clone(), clock.clone(), random.clone(), settings.clone(), &public_url);
        let app = Arc::new(Self {
            name: random.token(16),
            storage,
            gate: Gate::new(config, &clock, sessions.clone()),
            sessions,
            factors: Factors::new(db.clone(), clock.clone(), random.clone(), guards, &public_url),
            hashing,
            settings,
            sender,
            titles: pages::cached(db.clone()),
            live: Live::new(db.clone()),
            operation: Operation::of(config, &public_url, chat.model()),
            payment_sandbox: config.sandbox(),
            backup_recipient: config.backup_recipient.clone(),
            limits: config.rate_limits,
            subdomains: config.hsts_subdomains == Subdomains::Included,
            links: PasswordLinks {
                random: random.clone(),
                public_url: public_url.clone(),
                sends_mail: config.smtp_url.is_some(),
            },
            chat,
            couriers: Couriers::new(db.clone(), clock.clone(), komerce),
            sandbox: config.uses_sandbox().then(|| Sandbox {
                db: db.clone(),
                clock: clock.clone(),
                random: random.clone(),
                snap: Arc::clone(&snap),
                public_url: public_url.clone(),
                is_chosen: config.payment_sandbox.is_some(),
            }),
            payments: Payments {
                db: db.clone(),
                clock: clock.clone(),
                orders: Orders { db: db.clone(), clock: clock.clone(), catalog: catalog.clone() },
                snap,
                public_url,
                expiry_minutes: config.payment_expiry_minutes,
                checks: (config.rate_limits == RateLimits::On)
                    .then(|| Arc::new(RateLimit::new(CHECKS_AT_ONCE, CHECK_EVERY_MS, &clock))),
            },
            exports: Exports::new(config.rate_limits, &clock),
            ground: StandingsCache::new(db.clone(), clock.clone()),
            catalog,
            db,
            clock,
            random,
        });
        app.load_caches().await.map_err(unreadable)?;
        Ok(app)
    }

    /// Loads the data that is needed before the first request is served.
    async fn load_caches(&self) -> sqlx::Result<()> {
        // Load the sessions that have ended.
        self.sessions.read().await?;
        // Load the shop's settings and titles, so that pages can show them even if the database fails later.
        self.settings.now().await?;
        self.titles.now().await?;
        Ok(())
    }

    /// Returns the routes of the API with their states.
    fn routes(&self) -> Router {
        Router::new()
            .merge(API.identity.clone().with_state(self.identity().into()))
            .merge(API.members.clone().with_state(self.members().into()))
            .merge(API.shop.clone().with_state(self.shop().into()))
            .merge(API.flows.clone().with_state(self.flows().into()))
            .merge(API.admin.clone().with_state(self.admin().into()))
            .merge(API.ops.clone().with_state(self.ops().into()))
            .merge(API.document.clone())
    }

    fn identity(&self) -> IdentityParts {
        IdentityParts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            random: self.random.clone(),
            public_url: self.payments.public_url.clone(),
            sessions: self.sessions.clone(),
            factors: self.factors.clone(),
            settings: self.settings.clone(),
            carriers: self.sender.carriers(),
        }
    }

    fn members(&self) -> MembersParts {
        MembersParts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            limits: self.limits,
            sessions: self.sessions.clone(),
            hashing: self.hashing.clone(),
            factors: self.factors.clone(),
            settings: self.settings.clone(),
            own_password: self.own_password(),
            password_links: self.links.clone(),
            address_links: self.address_links(),
            standings: self.ground.clone(),
        }
    }

    fn shop(&self) -> ShopParts {
        ShopParts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            storage: self.storage.clone(),
            payment_sandbox: self.payment_sandbox,
            sessions: self.sessions.clone(),
            settings: self.settings.clone(),
            titles: self.titles.clone(),
            catalog: self.catalog.clone(),
            chat: self.chat.clone(),
            couriers: self.couriers.clone(),
        }
    }

    fn flows(&self) -> FlowsParts {
        FlowsParts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            random: self.random.clone(),
            storage: self.storage.clone(),
            payment_sandbox: self.payment_sandbox,
            sessions: self.sessions.clone(),
            hashing: self.hashing.clone(),
            settings: self.settings.clone(),
            own_password: self.own_password(),
            address_links: self.address_links(),
            couriers: self.couriers.clone(),
            checkout: self.checkout(),
            exports: self.exports.clone(),
            orders: self.payments.orders.clone(),
            payments: self.payments.clone(),
        }
    }

    fn admin(&self) -> AdminParts {
        AdminParts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            random: self.random.clone(),
            storage: self.storage.clone(),
            payment_sandbox: self.payment_sandbox,
            sessions: self.sessions.clone(),
            hashing: self.hashing.clone(),
            settings: self.settings.clone(),
            password_links: self.links.clone(),
            couriers: self.couriers.clone(),
            live: self.live.clone(),
            operation: self.operation.clone(),
        }
    }

    fn ops(&self) -> OpsParts {
        OpsParts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            sessions: self.sessions.clone(),
            backups: self.backups(),
        }
    }

    /// Returns the parts for members who change their own password.
    fn own_password(&self) -> OwnPassword {
        OwnPassword { db: self.db.clone(), hashing: self.hashing.clone(), limits: self.limits }
    }

    /// Returns the parts for placing orders.
    fn checkout(&self) -> Checkout {
        Checkout {
            random: self.random.clone(),
            settings: self.settings.clone(),
            couriers: self.couriers.clone(),
            payments: self.payments.clone(),
        }
    }

    /// Returns the sender of links that verify an e-mail address.
    fn address_links(&self) -> AddressLinks {
        let PasswordLinks { random, public_url, sends_mail } = self.links.clone();
        AddressLinks { random, public_url, sends_mail }
    }

    /// Returns the parts for rendering the web app's pages.
    fn pages(&self) -> Pages {
        Pages {
            db: self.db.clone(),
            clock: self.clock.clone(),
            catalog: self.catalog.clone(),
            settings: self.settings.clone(),
            titles: self.titles.clone(),
            public_url: self.payments.public_url.clone(),
            sends_mail: self.links.sends_mail,
        }
    }

    /// Returns the parts that the jobs need.
    pub fn jobs(&self) -> Jobs {
        Jobs {
            name: self.name.clone(),
            db: self.db.clone(),
            clock: self.clock.clone(),
            payments: self.payments.clone(),
            sandbox: self.payment_sandbox,
            sender: self.sender.clone(),
            backups: self.backups(),
            catalog: self.catalog.clone(),
        }
    }

    /// Returns the backup maker.
    fn backups(&self) -> Backups {
        Backups {
            db: self.db.clone(),
            storage: self.storage.clone(),
            clock: self.clock.clone(),
            recipient: self.backup_recipient.clone(),
        }
    }

    /// Returns the parts for writing the demo shop.
    pub fn demo(&self) -> Demo {
        Demo {
            db: self.db.clone(),
            clock: self.clock.clone(),
            storage: self.storage.clone(),
            hashing: self.hashing.clone(),
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "K-Smart",
        description = "The API of the shop. Errors carry `message` (Indonesian, to be shown) and `code`."
    ),
    servers((url = "/", description = "The shop that shows this document.")),
    components(schemas(error::ErrorBody))
)]
struct Document;

/// Features of the API in the order of its document, with their descriptions.
const FEATURES: [(&str, &str); 26] = [
    ("Products", "Products, their variants and pictures, their categories and their stock."),
    ("Content", "Banners and pages of text."),
    ("Reviews", "What members say of the products that they have received."),
    ("Questions", "What members ask about products, and what the shop answers."),
    ("Assistant", "Answers to questions about a product."),
    ("Accounts", "Registering, logging in, profiles, and who may do what."),
    ("Network", "Leaders and the members below them."),
    ("Cart", "What a member is about to buy."),
    ("Wishlist", "What a member wants to keep in sight."),
    ("Vouchers", "Discounts, and the popup that shows them."),
    ("Shipping", "Destinations, couriers and what they cost."),
    ("Business volume", "BV periods, and what each point came from."),
    ("Bonuses", "What members earn: compensation plans, calculations, payouts and the tax withheld."),
    ("Checkout", "From a cart to an order."),
    ("Orders", "Orders, what becomes of them, and the way of their parcels."),
    ("Returns", "Goods that come back: what members ask for, and how it is judged, received and settled."),
    ("Payments", "Payment pages, the provider's notifications, and money that went astray."),
    ("Messages", "What people are told, in which words and where."),
    ("Audit", "Who changed what."),
    ("Pictures", "The pictures that administrators upload."),
    ("Settings", "What the owner sets."),
    ("Backups", "The whole shop as a file, made each night."),
    ("Jobs", "What the shop does on its own, and whether it succeeds."),
    ("Dashboard", "What administrators see first."),
    ("Reports", "What was sold, by what, by whom, to where and how."),
    ("Books", "What came in, what went back, what is to come and what is owed."),
];

/// Routes of the API by crate, and of its document. They are slow to build and the same for every shop, so the hundreds
/// of shops in the tests share them.
struct Api {
    identity: Router<IdentityState>,
    members: Router<MembersState>,
    shop: Router<ShopState>,
    flows: Router<FlowsState>,
    admin: Router<AdminState>,
    ops: Router<OpsState>,
    document: Router,
}

static API: LazyLock<Api> = LazyLock::new(|| api().0);

fn api() -> (Api, utoipa::openapi::OpenApi) {
    let mut document = Document::openapi();
    document.tags =
        Some(FEATURES.map(|(name, text)| TagBuilder::new().name(name).description(Some(text)).build()).into());
    let api = Api {
        identity: documented(ksmart_identity::router(), &mut document),
        members: documented(ksmart_members::router(), &mut document),
        shop: documented(ksmart_shop::router(), &mut document),
        flows: documented(ksmart_flows::router(), &mut document),
        admin: documented(ksmart_admin::router(), &mut document),
        ops: documented(ksmart_ops::router(), &mut document),
        document: Router::new(),
    };
    drop_sections(&mut document);
    document::finish(&mut document);
    (Api { document: document::router(&document), ..api }, document)
}

/// Removes the schemas of settings sections from the document: only their `Versioned` schemas refer to them, and
/// contain them already.
fn drop_sections(document: &mut utoipa::openapi::OpenApi) {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    let sections: Vec<String> =
        schemas.keys().filter_map(|name| name.strip_prefix("Versioned_")).map(str::to_owned).collect();
    schemas.retain(|name, _| !sections.contains(name));
}

/// Adds the description of routes to the document.
fn documented<S: Clone + Send + Sync + 'static>(
    routes: OpenApiRouter<S>,
    document: &mut utoipa::openapi::OpenApi,
) -> Router<S> {
    let (router, part) = routes.split_for_parts();
    document.merge(part);
    router
}

/// The OpenAPI document of every route, as JSON.
pub fn openapi() -> String {
    api().1.to_pretty_json().unwrap_or_default()
}

/// Returns the whole server as one router, which tests use too.
pub fn router(app: Arc<App>) -> Router {
    let mut router = app
        .routes()
        .route("/api/{*rest}", axum::routing::any(|| async { Error::not_found("Halaman tidak ditemukan.") }))
        .merge(storage::router().with_state(app.storage.clone()))
        .merge(ksmart_web::router().with_state(app.pages()));
    if let Some(sandbox) = &app.sandbox {
        router = router.nest("/sandbox", sandbox::router(sandbox.clone()));
    }
    let gate = app.gate.clone();
    let guard = member_views::Guard { db: app.db.clone(), sessions: app.sessions.clone() };
    let request_id = HeaderName::from_static("x-request-id");
    // For a shop with https, browsers must not use plain http for a year.
    let is_https = app.payments.public_url.starts_with("https://");
    let years = if app.subdomains { "max-age=31536000; includeSubDomains" } else { "max-age=31536000" };
    let https = is_https.then(|| HeaderValue::from_static(years));
    router
        .method_not_allowed_fallback(|| async {
            Error::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, "Metode tidak diizinkan.")
        })
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(axum::middleware::from_fn_with_state(guard, member_views::guard))
        .layer(axum::middleware::from_fn_with_state(gate, limiting::limit))
        .layer((
            SetRequestIdLayer::new(request_id.clone(), MakeRequestUuid),
            TraceLayer::new_for_http()
                .make_span_with(|request: &axum::http::Request<_>| {
                    let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
                    tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
                })
                // Errors are already logged once, at their origin.
                .on_failure(()),
            PropagateRequestIdLayer::new(request_id),
            fixed_header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            fixed_header(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), payment=()"),
            fixed_header(header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
            SetResponseHeaderLayer::if_not_present(header::STRICT_TRANSPORT_SECURITY, https),
            fixed_header(header::CONTENT_SECURITY_POLICY, ksmart_web::CONTENT_SECURITY_POLICY.as_str()),
            CatchPanicLayer::custom(|cause: Box<dyn std::any::Any + Send>| {
                Error::internal(format!("panic: {}", error::panic_cause(&*cause))).into_response()
            }),
            HandleErrorLayer::new(|_: BoxError| async { Error::timeout() }),
            TimeoutLayer::new(REQUEST_TIMEOUT),
        ))
}

fn fixed_header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
