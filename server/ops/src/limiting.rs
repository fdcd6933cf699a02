//! Request limits of each route, by its class; a request is counted before anything else is done for it.
//!
//! [`governor`](https://docs.rs/governor) counts the requests, with the limits that
//! [`limits`](ksmart_foundation::limits) defines for each class.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, LazyLock, Once},
};

use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use ksmart_foundation::{
    config::{Config, TrustedProxies},
    error::Code,
    extract::ClientAddress,
    limits::{Class, CountedCaller, Limits},
    telemetry::{self, Caller, Event, security},
    time::Clock,
};
use ksmart_identity::sessions::{self, Sessions};

/// Class of every route in the API document, as `METHOD path`, and of the private files. Any other route gets its class
/// by its path and method.
pub const CLASSES: &[(Class, &[&str])] = &[
    (
        Class::Reading,
        &[
            "GET /api/products",
            "GET /api/product/{id}",
            "GET /api/product/{id}/variants",
            "GET /api/product/{id}/images",
            "GET /api/product/{id}/augmented",
            "GET /api/categories",
            "GET /api/admin/products/{id}",
            "GET /api/admin/categories",
            "GET /api/admin/page-faults",
            "GET /api/admin/jobs",
            "GET /api/admin/stock-movements",
            "GET /api/banners",
            "GET /api/admin/banners",
            "GET /api/admin/banners/{id}",
            "GET /api/pages/{slug}",
            "GET /api/agreements",
            "GET /api/agreements/{slug}",
            "GET /api/me/agreements",
            "GET /api/admin/agreements",
            "GET /api/admin/agreements/{slug}",
            "GET /api/admin/pages",
            "GET /api/admin/pages/{slug}",
            "GET /api/reviews",
            "GET /api/reviews/user/{user_id}",
            "GET /api/reviews/highlights",
            "GET /api/admin/reviews",
            "GET /api/questions",
            "GET /api/questions/mine",
            "GET /api/admin/questions",
            "GET /api/me",
            "GET /api/admin/staff",
            "GET /api/me/tax-number",
            "GET /api/me/heirs",
            "GET /api/admin/members/{uid}",
            "GET /api/admin/members/{uid}/path",
            "GET /api/admin/members/{uid}/leader",
            "GET /api/cart",
            "GET /api/wishlist",
            "GET /api/vouchers",
            "GET /api/popup-voucher",
            "GET /api/admin/popup-vouchers",
            "GET /api/admin/popup-vouchers/{id}",
            "GET /api/admin/vouchers",
            "GET /api/admin/vouchers/{id}",
            "GET /api/plans",
            "GET /api/plan-choice",
            "GET /api/seller",
            "GET /api/active-bv-periods",
            "GET /api/bv-periods",
            "GET /api/bv-summary",
            "GET /api/admin/periods/recurrence",
            "GET /api/history-bv",
            "GET /api/downline-bv-summary",
            "GET /api/bv-report",
            "GET /api/admin/periods",
            "GET /api/admin/periods/{id}",
            "GET /api/bonuses",
            "GET /api/bonuses/",
            "GET /api/bonuses/{id}/lines",
            "GET /api/admin/bonuses/{id}/lines",
            "GET /storage/proofs/{id}",
            "GET /api/admin/proofs/{file}",
            "GET /api/admin/compensation-plans",
            "GET /api/admin/compensation-plan-drafts",
            "GET /api/admin/compensation-plan-drafts/{id}",
            "GET /api/admin/compensation-plan-templates",
            "GET /api/admin/tax/rules",
            "GET /api/admin/payouts",
            "GET /api/admin/payouts/{id}",
            "GET /api/admin/payouts/{id}/items",
            "GET /api/admin/payouts/{id}/proof",
            "GET /api/admin/payouts/due",
            "GET /api/admin/payouts/formats",
            "GET /api/admin/payouts/left-out",
            "GET /api/tax-slips",
            "GET /api/tax-slips/{month}",
            "GET /api/admin/tax/months",
            "GET /api/admin/tax/{month}",
            "GET /api/admin/tax/{month}/slips",
            "GET /api/checkout-temp/{token}",
            "GET /api/transactions/user/{user_id}",
            "GET /api/transactions/{order_id}",
            "GET /api/admin/orders/{order_id}",
            "GET /api/admin/orders/{order_id}/address",
            "GET /api/admin/order-tags",
            "GET /api/admin/members/{uid}/notes",
            "GET /api/admin/member-tags",
            "GET /api/admin/order-views",
            "GET /api/transactions/{order_id}/returns",
            "GET /api/admin/orders/{order_id}/returns",
            "GET /api/return-pictures/{id}",
            "GET /api/admin/returns/{id}",
            "GET /api/admin/settings",
            "GET /api/admin/brand",
            "GET /api/admin/brand/palette",
            "GET /api/admin/shipping",
            "GET /api/admin/today",
            "GET /api/admin/live",
            "GET /api/admin/sales",
            "GET /api/admin/sales/periods",
            "GET /api/admin/setup",
            "GET /api/admin/books",
            "GET /api/admin/reports/sales",
            "GET /api/admin/reports/sales/orders",
            "GET /api/admin/reports/stock",
            "GET /api/admin/reports/lapsed",
            "GET /api/admin/reports/cohorts",
            "GET /api/admin/staff/{uid}/sessions",
            "GET /api/admin/sessions",
            "GET /api/me/bank-account",
            "GET /api/me/privacy",
            "GET /api/me/erasure",
            "GET /api/sessions",
            "GET /api/admin/message-texts",
            "GET /api/admin/messages/{id}",
            "GET /api/admin/backups",
            "GET /api/admin/webhooks",
            "GET /api/admin/webhooks/{id}/tries",
            "GET /api/me/notifications",
            "GET /api/bonuses/missed",
            "GET /api/me/factors",
            "GET /api/admin/staff/candidate",
        ],
    ),
    (
        Class::Searching,
        &[
            "GET /api/admin/products",
            "POST /api/admin/products/pictures/matches",
            "GET /api/admin/members",
            "GET /api/downlines",
            "GET /api/admin/network",
            "GET /api/admin/orders",
            "GET /api/admin/returns",
            "GET /api/admin/audit",
            "GET /api/admin/messages",
        ],
    ),
    (
        Class::Writing,
        &[
            "POST /api/admin/products",
            "POST /api/admin/products/changes",
            "PUT /api/admin/products/{id}",
            "DELETE /api/admin/products/{id}",
            "POST /api/admin/products/{id}/archive",
            "POST /api/admin/products/{id}/restore",
            "POST /api/admin/categories",
            "PUT /api/admin/categories/order",
            "PUT /api/admin/categories/{id}",
            "DELETE /api/admin/categories/{id}",
            "POST /api/admin/products/{id}/stock",
            "POST /api/admin/banners",
            "PUT /api/admin/banners/order",
            "PUT /api/admin/banners/{id}",
            "DELETE /api/admin/banners/{id}",
            "PUT /api/admin/pages/{slug}",
            "POST /api/admin/pages/{slug}/reset",
            "POST /api/me/agreements",
            "POST /api/me/bank-account/confirm",
            "POST /api/admin/agreements/{slug}",
            "POST /api/reviews",
            "PUT /api/admin/reviews/{id}/answer",
            "POST /api/admin/reviews/{id}/hide",
            "POST /api/admin/reviews/{id}/show",
            "POST /api/questions",
            "PUT /api/admin/questions/{id}/answer",
            "POST /api/admin/questions/{id}/hide",
            "POST /api/admin/questions/{id}/show",
            "POST /api/me/logout-others",
            "POST /api/admin/staff",
            "PUT /api/admin/staff/{uid}",
            "PUT /api/me/tax-number",
            "PUT /api/me/heirs",
            "PUT /api/admin/members/{uid}/heirs",
            "PUT /api/admin/me",
            "PUT /api/admin/members/{uid}",
            "POST /api/admin/members",
            "POST /api/admin/members/{uid}/views",
            "POST /api/admin/member-views",
            "DELETE /api/admin/member-views/{id}",
            "POST /api/admin/members/{uid}/notes",
            "DELETE /api/admin/member-notes/{id}",
            "PUT /api/admin/members/{uid}/tags",
            "POST /api/admin/members/{uid}/suspend",
            "POST /api/admin/members/{uid}/unsuspend",
            "POST /api/admin/members/{uid}/password-link",
            "POST /api/admin/members/{uid}/tax-number",
            "PUT /api/admin/members/{uid}/tax-number",
            "POST /api/admin/members/{uid}/dismiss-double",
            "POST /api/admin/members/{uid}/leader",
            "POST /api/cart",
            "PUT /api/cart/decrease",
            "DELETE /api/cart/{id}",
            "POST /api/wishlist",
            "DELETE /api/wishlist/{id}",
            "POST /api/admin/popup-vouchers",
            "PUT /api/admin/popup-vouchers/order",
            "PUT /api/admin/popup-vouchers/{id}",
            "DELETE /api/admin/popup-vouchers/{id}",
            "POST /api/admin/vouchers",
            "PUT /api/admin/vouchers/{id}",
            "DELETE /api/admin/vouchers/{id}",
            "POST /api/admin/vouchers/{id}/end",
            "PUT /api/admin/periods/recurrence",
            "POST /api/admin/periods",
            "PUT /api/admin/periods/{id}",
            "DELETE /api/admin/periods/{id}",
            "POST /api/admin/periods/{id}/close",
            "POST /api/admin/periods/{id}/reopen",
            "POST /api/admin/compensation-plans",
            "POST /api/admin/compensation-plan-drafts",
            "PUT /api/admin/compensation-plan-drafts/{id}",
            "DELETE /api/admin/compensation-plan-drafts/{id}",
            "POST /api/admin/tax/rules",
            "DELETE /api/admin/tax/rules/{id}",
            "PUT /api/admin/payouts/formats",
            "POST /api/admin/payouts/{id}/approve",
            "POST /api/admin/payouts/{id}/cancel",
            "POST /api/admin/payouts/{id}/fail-transfer",
            "POST /api/admin/payouts/{id}/leave-out",
            "POST /api/admin/payouts/{id}/pay",
            "POST /api/checkout-temp",
            "DELETE /api/checkout-temp/{token}",
            "POST /api/transactions/{order_id}/complete",
            "POST /api/admin/orders/{order_id}/release",
            "POST /api/admin/orders/{order_id}/pack",
            "POST /api/admin/orders/{order_id}/ship",
            "PUT /api/admin/orders/{order_id}/resi",
            "POST /api/admin/orders/{order_id}/notes",
            "DELETE /api/admin/order-notes/{id}",
            "PUT /api/admin/orders/{order_id}/tags",
            "PUT /api/admin/order-views",
            "DELETE /api/admin/order-views/{id}",
            "POST /api/admin/orders/{order_id}/complete",
            "POST /api/admin/orders/{order_id}/cancel",
            "POST /api/admin/orders/{order_id}/refund",
            "DELETE /api/admin/orders/{order_id}/refund",
            "POST /api/admin/orders/{order_id}/refund/approve",
            "POST /api/admin/orders/{order_id}/return",
            "POST /api/admin/orders/{order_id}/discard",
            "POST /api/admin/orders/{order_id}/cash",
            "POST /api/admin/orders/{order_id}/transfer",
            "PUT /api/admin/orders/{order_id}/address",
            "POST /api/transactions/{order_id}/returns/quote",
            "POST /api/admin/orders/{order_id}/returns/quote",
            "POST /api/returns/{id}/withdraw",
            "POST /api/admin/returns/{id}/approve",
            "POST /api/admin/returns/{id}/refuse",
            "POST /api/admin/returns/{id}/receive",
            "POST /api/admin/returns/{id}/replace",
            "POST /api/admin/returns/{id}/refund",
            "POST /api/admin/returns/{id}/transfer",
            "POST /api/admin/returns/{id}/transfer/approve",
            "POST /api/admin/payment-problems/{id}/solve",
            "POST /api/admin/payment-problems/{id}/accept",
            "PUT /api/admin/settings/contact",
            "PUT /api/admin/settings/origin",
            "PUT /api/admin/settings/sales",
            "PUT /api/admin/settings/returns",
            "PUT /api/admin/settings/registration",
            "PUT /api/admin/settings/privacy",
            "PUT /api/admin/settings/payouts",
            "PUT /api/admin/settings/security",
            "PUT /api/admin/settings/taxes",
            "PUT /api/admin/setup/open",
            "DELETE /api/admin/sessions/{id}",
            "DELETE /api/admin/staff/{uid}/sessions",
            "DELETE /api/sessions",
            "DELETE /api/sessions/{id}",
            "POST /api/logout",
            "DELETE /api/admin/webhooks/{id}",
            "DELETE /api/push-subscriptions",
            "POST /api/admin/message-texts/{kind}/preview",
            "POST /api/admin/messages/{id}/send-again",
            "POST /api/admin/backups",
            "POST /api/admin/webhooks",
            "POST /api/push-subscriptions",
            "PUT /api/admin/message-texts/{kind}",
            "PUT /api/admin/webhooks/{id}",
            "PUT /api/me/notifications",
            "POST /api/me/factors/totp",
            "DELETE /api/me/factors/totp",
            "POST /api/me/factors/totp/proof",
            "POST /api/me/factors/passkeys",
            "POST /api/me/factors/passkeys/answer",
            "DELETE /api/me/factors/passkeys/{id}",
            "POST /api/me/factors/recovery-codes",
            "DELETE /api/admin/members/{uid}/factors",
        ],
    ),
    (
        Class::LoggingIn,
        &[
            "POST /api/login",
            "POST /api/login/factor",
            "POST /api/login/passkey",
            "POST /api/password-reset",
            "POST /api/email-verification",
            "POST /api/me/confirmation",
            "POST /api/me/confirmation/passkey",
            "PUT /api/me/password",
            "POST /api/me/erasure",
        ],
    ),
    (
        Class::Registering,
        &[
            "POST /api/register",
            "POST /api/password-forgotten",
            "POST /api/me/email-verification",
            "POST /api/me/email",
        ],
    ),
    (Class::Looking, &["GET /api/leaders/{uid}", "GET /api/vouchers/{code}"]),
    (
        Class::Uploading,
        &[
            "POST /api/admin/products/import",
            "PUT /api/update",
            "POST /api/admin/cod-settlements",
            "POST /api/transactions/{order_id}/returns",
            "POST /api/admin/orders/{order_id}/returns",
            "POST /api/admin/pictures",
            "PUT /api/admin/brand",
            "PUT /api/admin/shipping",
        ],
    ),
    (
        Class::Providing,
        &[
            "GET /api/search-destination",
            "GET /api/shipping-methods",
            "GET /api/calculate-shipping",
            "POST /api/create-transaction",
            "POST /api/transactions/{order_id}/cancel",
            "GET /api/transactions/{order_id}/tracking",
            "POST /api/payments/{order_id}/check",
            "POST /api/payments/{order_id}/reopen",
            "POST /api/admin/webhooks/{id}/test",
        ],
    ),
    (Class::Chatting, &["POST /api/chat"]),
    (Class::Reporting, &["POST /api/page-faults"]),
    (
        Class::Exporting,
        &[
            "GET /api/me/export",
            "GET /api/admin/products.csv",
            "GET /api/admin/products.xlsx",
            "GET /api/admin/products-template.csv",
            "POST /api/admin/compensation-plans/replay.csv",
            "GET /api/admin/payouts/{id}/bank.csv",
            "GET /api/admin/payouts/{id}/file.csv",
            "GET /api/admin/payouts/{id}/transfers.xlsx",
            "GET /api/admin/tax/{month}/slips.csv",
            "GET /api/admin/tax/{month}/bp21.xml",
            "GET /api/admin/orders/print",
            "GET /api/admin/orders.csv",
            "GET /api/admin/orders.xlsx",
            "GET /api/admin/members.csv",
            "GET /api/admin/members.xlsx",
            "GET /api/admin/books.csv",
            "GET /api/admin/reports/sales.csv",
            "GET /api/admin/reports/stock.csv",
            "GET /api/admin/reports/lapsed.csv",
            "GET /api/admin/reports/cohorts.csv",
            "GET /api/admin/backups/{file}",
        ],
    ),
    (
        Class::Calculating,
        &[
            "GET /api/rank-card",
            "POST /api/admin/compensation-plans/replay",
            "POST /api/admin/compensation-plans/example",
            "POST /api/admin/payouts",
            "GET /api/admin/payouts/preview",
            "GET /api/admin/periods/{id}/calculation",
            "POST /api/admin/periods/{id}/calculate",
            "POST /api/admin/compensation-plans/safeguards",
            "POST /api/admin/compensation-plan-drafts/{id}/publish",
            "POST /api/admin/compensation-plan-drafts/{id}/confirm",
        ],
    ),
    (Class::Notified, &["POST /api/payments/notification"]),
];

/// The same classes, by path.
static BY_PATH: LazyLock<HashMap<&'static str, Vec<(&'static str, Class)>>> = LazyLock::new(|| {
    let mut all: HashMap<_, Vec<_>> = HashMap::new();
    for (class, calls) in CLASSES {
        for (method, path) in calls.iter().filter_map(|call| call.split_once(' ')) {
            all.entry(path).or_default().push((method, *class));
        }
    }
    all
});

/// State of the middleware [`limit`]: the rate limits, and the data that identify callers.
#[derive(Clone)]
pub struct Gate {
    /// Recent requests, counted by caller.
    pub limits: Limits,
    /// Proxies whose client addresses are trusted.
    pub proxies: TrustedProxies,
    /// Sessions, which identify the member of a token.
    pub sessions: Sessions,
    /// Guard that logs at most one warning about a proxy which may be missing from the trusted proxies.
    proxy_warning: Arc<Once>,
}

impl Gate {
    /// Returns a gate with the settings of `config`.
    pub fn new(config: &Config, clock: &Clock, sessions: Sessions) -> Self {
        let limits = Limits::new(config.rate_limits, clock);
        Self { limits, proxies: config.trusted_proxies.clone(), sessions, proxy_warning: Arc::new(Once::new()) }
    }
}

/// Counts a request for its member, or for its IP address if it has no active session. Logs refusals, and forbids
/// browsers to store private responses.
pub async fn limit(State(gate): State<Gate>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(std::net::Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(peer)| peer.ip());
    let address = gate.proxies.client(peer, hops(request.headers()));
    if gate.proxies.is_untrusted_proxy(peer) && request.headers().contains_key("x-forwarded-for") {
        gate.proxy_warning.call_once(|| {
            tracing::warn!(%peer, "it sends X-Forwarded-For and is not in TRUSTED_PROXIES: all its visitors share one limit");
        });
    }
    request.extensions_mut().insert(ClientAddress(address));
    let token = sessions::token_of(request.headers());
    let bearer = match token {
        Some(token) => gate.sessions.bearer(token).await,
        None => None,
    };
    let member = bearer.map(|(member, _)| member);
    let counted = bearer.and_then(|(member, goes_on)| goes_on.then_some(member));
    let (has_token, caller) =
        (token.is_some(), counted.map_or_else(|| CountedCaller::at(address), CountedCaller::Member));
    let taken = gate.limits.take(class_of(&request), caller);
    telemetry::called_by(Caller { address, member }, async {
        let private = is_private(&request, has_token);
        let mut response = match taken {
            Ok(()) => next.run(request).await,
            Err(refusal) => refusal.into_response(),
        };
        log_refusal(&response, has_token);
        if private && !response.headers().contains_key(header::CACHE_CONTROL) {
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        response
    })
    .await
}

/// Whether a response may contain private data: the request has a token, or its method is not a safe one.
fn is_private(request: &Request, has_token: bool) -> bool {
    let path = request.uri().path();
    let is_own = path.starts_with("/api/") || path.starts_with("/storage/proofs/");
    is_own && (has_token || !request.method().is_safe())
}

/// Returns the addresses in the `X-Forwarded-For` headers of a request, the nearest hop last.
fn hops(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = &str> {
    let lists: Vec<&str> =
        headers.get_all("x-forwarded-for").into_iter().filter_map(|list| list.to_str().ok()).collect();
    lists.into_iter().flat_map(|list| list.split(','))
}

/// Returns the class of a request. For a route that the table does not contain, the path and the method decide.
fn class_of(request: &Request) -> Class {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
    let known = BY_PATH.get(path).and_then(|calls| calls.iter().find(|(name, _)| *name == method.as_str()));
    match known {
        Some((_, class)) => *class,
        // The shop itself also calls these routes.
        None if path.starts_with("/sandbox/") => Class::Notified,
        None if !path.starts_with("/api/") => Class::Showing,
        None if method.is_safe() => Class::Reading,
        None => Class::Writing,
    }
}

/// Logs a refused request as a security event. A missing token and an expired session are not logged.
fn log_refusal(response: &Response, has_token: bool) {
    let Some(code) = response.extensions().get::<Code>() else { return };
    let event = match (response.status(), code) {
        (StatusCode::TOO_MANY_REQUESTS, _) => Event::Limited,
        (_, Code::WrongCredentials | Code::AccountSuspended | Code::LinkInvalid) => Event::LoginRefused,
        (_, Code::BadSignature) => Event::BadSignature,
        (StatusCode::UNAUTHORIZED, Code::Unauthorized) if has_token => Event::Refused,
        (StatusCode::FORBIDDEN, _) => Event::Refused,
        _ => return,
    };
    security(event, None, code);
}
