//! Live events of the shop, sent to administrators as they happen, on any server.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::{HeaderName, header::CACHE_CONTROL},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use ksmart_core::order::OrderEvent;
use ksmart_foundation::{
    cached::Cached,
    db::{Conn, Db, TextEnum},
    document::routes,
    error::Result,
};
use ksmart_identity::roles::{ANY_ADMIN, Admin, CATALOGUE, FINANCE, FULFILMENT, rights};
use serde::Serialize;
use sqlx::{FromRow, query_as, query_scalar};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Interval between reads of the database while a client is connected.
const PACE: Duration = Duration::from_secs(2);

/// Maximum duration of one response. A listening client then requests again and is authenticated again, so a revoked
/// role or an ended session takes effect within this time.
const LENGTH: Duration = Duration::from_secs(40);

/// Number of newest entries sent. It exceeds what can be added between two reads, so an entry that is committed after
/// one with a higher number is still sent.
const NEWEST: i64 = 20;

/// Newest entries in the shop; null for entries of another desk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
struct Newest {
    /// The newest moves of orders, newest first.
    moves: Option<Vec<LiveMove>>,
    /// The numbers of the newest problems with payments, newest first.
    problems: Option<Vec<i64>>,
    /// The numbers of the newest moves of returns, newest first.
    returns: Option<Vec<i64>>,
    /// The numbers of the newest movements of stock, newest first.
    stock: Option<Vec<i64>>,
    /// The numbers of the newest questions about products, newest first.
    questions: Option<Vec<i64>>,
}

/// Event of an order.
#[derive(Debug, Clone, PartialEq, Eq, FromRow, Serialize, ToSchema)]
struct LiveMove {
    /// Unique number of the event.
    id: i64,
    #[sqlx(try_from = "String")]
    event: OrderEventKind,
}

/// Kind of an order's event, as far as administrators' pages distinguish it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OrderEventKind {
    /// The order was placed.
    Placed,
    /// The order was paid.
    Paid,
    /// Any other event.
    Other,
}

impl From<String> for OrderEventKind {
    fn from(event: String) -> Self {
        match event.as_str() {
            "placed" => Self::Placed,
            event if OrderEvent::from_text(event) == Some(OrderEvent::Pay) => Self::Paid,
            _ => Self::Other,
        }
    }
}

/// Newest entries in the shop, read once for all clients connected to this server.
#[derive(Clone)]
pub struct Live {
    newest: Cached<Newest>,
    ended: Arc<watch::Sender<bool>>,
}

impl Live {
    /// Creates the shared reader of newest entries for the shop in `db`.
    pub fn new(db: Db) -> Self {
        Self { newest: Cached::new(db, |conn| Box::pin(read(conn))), ended: Arc::default() }
    }

    /// Ends every response at once, so that a stopping server need not wait for any.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }
}

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(listen))
}

async fn read(conn: &mut Conn) -> sqlx::Result<Newest> {
    let sql = "SELECT id, event FROM order_moves ORDER BY id DESC LIMIT $1";
    let moves = query_as(sql).bind(NEWEST).fetch_all(&mut *conn).await?;
    let sql = "SELECT id FROM payment_problems ORDER BY id DESC LIMIT $1";
    let problems = query_scalar(sql).bind(NEWEST).fetch_all(&mut *conn).await?;
    let sql = "SELECT id FROM return_moves ORDER BY id DESC LIMIT $1";
    let returns = query_scalar(sql).bind(NEWEST).fetch_all(&mut *conn).await?;
    let sql = "SELECT id FROM stock_movements ORDER BY id DESC LIMIT $1";
    let stock = query_scalar(sql).bind(NEWEST).fetch_all(&mut *conn).await?;
    let sql = "SELECT id FROM questions ORDER BY id DESC LIMIT $1";
    let questions = query_scalar(sql).bind(NEWEST).fetch_all(conn).await?;
    Ok(Newest {
        moves: Some(moves),
        problems: Some(problems),
        returns: Some(returns),
        stock: Some(stock),
        questions: Some(questions),
    })
}

impl Newest {
    /// Returns the entries that an administrator with these rights may see.
    fn seen_by(&self, rights: u8) -> Self {
        let sees = |desks: u8| rights & desks != 0;
        let Self { moves, problems, returns, stock, questions } = self.clone();
        Self {
            moves: moves.filter(|_| sees(FULFILMENT | FINANCE)),
            problems: problems.filter(|_| sees(FINANCE)),
            returns: returns.filter(|_| sees(FULFILMENT | FINANCE)),
            stock: stock.filter(|_| sees(CATALOGUE)),
            questions: questions.filter(|_| sees(CATALOGUE)),
        }
    }
}

/// Event with the newest entries.
#[derive(ToSchema)]
#[expect(dead_code, reason = "events are written as they come")]
struct LiveEvent {
    /// Name of the event: always `newest`.
    event: String,
    data: Newest,
}

/// Sends the newest entries of the shop as server-sent events: `newest` at once, and again within seconds after an
/// entry was added, on any server.
///
/// A response ends after 40 seconds; a client that keeps listening requests again, and recognises entries added in
/// between by numbers that it did not know before.
#[utoipa::path(get, path = "/api/admin/live", operation_id = "listenToShop",
    responses((status = 200, body = LiveEvent, content_type = "text/event-stream")))]
async fn listen(State(live): State<Live>, State(db): State<Db>, Admin(admin): Admin<ANY_ADMIN>) -> Result<Response> {
    let rights = rights(&mut *db.read().await?, admin.id).await?;
    let (until, ended) = (Instant::now() + LENGTH, live.ended.subscribe());
    let events = stream::unfold((live, ended, None::<Newest>), move |(live, mut ended, last)| async move {
        loop {
            // A database that is unavailable for a short time does not end the response.
            if let Ok(now) = live.newest.now().await {
                let seen = now.seen_by(rights);
                if last.as_ref() != Some(&seen) {
                    let event = Event::default().event("newest").json_data(&seen).unwrap_or_default();
                    return Some((Ok::<_, Infallible>(event), (live, ended, Some(seen))));
                }
            }
            if Instant::now() + PACE > until || timeout(PACE, ended.wait_for(|ended| *ended)).await.is_ok() {
                return None;
            }
        }
    });
    // A proxy that buffers answers would delay the events, and one that caches them would show them to others.
    let headers = [(HeaderName::from_static("x-accel-buffering"), "no"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Sse::new(events).keep_alive(KeepAlive::default())).into_response())
}
