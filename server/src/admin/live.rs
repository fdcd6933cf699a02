//! Live events of the shop, sent to administrators as they happen, on whichever server.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::{FromRef, State},
    http::{HeaderName, header::CACHE_CONTROL},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use ksmart_core::order::OrderEvent;
use serde::Serialize;
use sqlx::{FromRow, query_as, query_scalar};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        cached::Cached,
        db::{Conn, Db, TextEnum},
        document::routes,
        error::Result,
    },
    identity::{
        roles::{ANY_ADMIN, Admin, CATALOGUE, FINANCE, FULFILMENT, rights},
        sessions::Sessions,
    },
};

/// Interval between reads of the database while a client is connected.
const PACE: Duration = Duration::from_secs(2);

/// Duration of one response; a client that stays requests again and is authenticated anew: a role that was taken away
/// and a session that was ended take effect within this time.
const LENGTH: Duration = Duration::from_secs(40);

/// Number of newest entries sent: more than can come between two reads, so that none is missed whose number is lower
/// than one that was sent before it.
const NEWEST: i64 = 20;

/// Newest entries in the shop; null for those of another desk.
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

/// Something that happened to an order.
#[derive(Debug, Clone, PartialEq, Eq, FromRow, Serialize, ToSchema)]
struct LiveMove {
    /// Its number, another for each.
    id: i64,
    #[sqlx(try_from = "String")]
    event: Happened,
}

/// Event of an order, as far as somebody is told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Happened {
    /// It was placed.
    Placed,
    /// It was paid.
    Paid,
    /// Something else.
    Other,
}

impl From<String> for Happened {
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

    /// Ends every answer at once: a server that stops waits for none.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }
}

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Live: FromRef<S>,
    Sessions: FromRef<S>,
{
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
    /// Returns what a desk may see of it.
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

/// An event of what moves.
#[derive(ToSchema)]
#[expect(dead_code, reason = "events are written as they come")]
struct LiveEvent {
    /// `newest`.
    event: String,
    data: Newest,
}

/// Tells what is newest in the shop as server-sent events: `newest` at once, and again within seconds whenever something
/// was added to it, at whatever server.
///
/// An answer ends after 40 seconds; whoever listens on asks again, and finds what came meanwhile by the numbers that it did
/// not know before.
#[utoipa::path(get, path = "/api/admin/live", operation_id = "listenToShop",
    responses((status = 200, body = LiveEvent, content_type = "text/event-stream")))]
async fn listen(State(live): State<Live>, State(db): State<Db>, Admin(admin): Admin<ANY_ADMIN>) -> Result<Response> {
    let rights = rights(&mut *db.read().await?, admin.id).await?;
    let (until, ended) = (Instant::now() + LENGTH, live.ended.subscribe());
    let events = stream::unfold((live, ended, None::<Newest>), move |(live, mut ended, last)| async move {
        loop {
            // A database that does not answer for a moment ends no answer.
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
    // A proxy that collects answers would hold them back, and one that keeps them would tell others.
    let headers = [(HeaderName::from_static("x-accel-buffering"), "no"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Sse::new(events).keep_alive(KeepAlive::default())).into_response())
}
