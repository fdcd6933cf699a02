//! List of all returns with filter and search, and counts of returns that wait for someone.

use axum::{Json, extract::State};
use ksmart_core::returns::{ReturnKind, ReturnState};
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::Result,
    extract::Query,
    ids::{MemberId, ReturnId},
    page::{Page, pattern},
    time::rfc3339,
};
use ksmart_identity::roles::{Admin, FINANCE, FULFILMENT};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{ShopState, returns::reasons::ReturnReason};

/// Number up to which waiting returns are counted.
const COUNTED: i64 = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list_all))
}

#[derive(Debug, Deserialize, IntoParams)]
struct ReturnFilter {
    /// State of the returns.
    state: Option<ReturnState>,
    /// Part of the return's number, the order's number, the receiver's name or phone, the tracking number, or the
    /// member's name, uid or phone.
    #[param(max_length = 100)]
    search: Option<String>,
}

/// Member who requested the return.
#[derive(Debug, Serialize, ToSchema)]
struct Returner {
    uid: String,
    name: String,
}

/// A return in the administrators' list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedReturn {
    id: ReturnId,
    number: String,
    /// The order's number.
    order_id: String,
    member: Returner,
    kind: ReturnKind,
    state: ReturnState,
    reason: ReturnReason,
    /// Number of requested pieces.
    pieces: i64,
    /// Amount of the refund, rupiah.
    refund_rp: i64,
    /// Time of the member's request, RFC 3339.
    asked_at: String,
}

/// Numbers of waiting returns, each counted up to 1000.
#[derive(Debug, Serialize, ToSchema)]
struct WaitingReturns {
    /// Returns that wait for a decision.
    asked: i64,
    /// Returns that wait for their goods.
    approved: i64,
    /// Returns that wait for their money, or for new goods.
    received: i64,
    /// Returns that wait for a second person to approve the transfer.
    transferring: i64,
}

/// Page of returns: newest first, or oldest first if filtered by a state that still needs an action.
#[derive(Debug, Serialize, ToSchema)]
struct AdminReturns {
    returns: Vec<ListedReturn>,
    next_cursor: Option<String>,
    waiting: WaitingReturns,
}

#[derive(FromRow)]
struct Row {
    id: ReturnId,
    number: String,
    order_number: String,
    uid: String,
    name: String,
    kind: Text<ReturnKind>,
    state: Text<ReturnState>,
    reason: Text<ReturnReason>,
    pieces: i64,
    refund_rp: i64,
    asked_ms: i64,
}

impl Row {
    fn listed(self) -> ListedReturn {
        ListedReturn {
            id: self.id,
            number: self.number,
            order_id: self.order_number,
            member: Returner { uid: self.uid, name: self.name },
            kind: self.kind.0,
            state: self.state.0,
            reason: self.reason.0,
            pieces: self.pieces,
            refund_rp: self.refund_rp,
            asked_at: rfc3339(self.asked_ms),
        }
    }
}

/// Query for the rows of the list, unfiltered.
const LISTED_RETURNS: &str =
    "SELECT r.id, r.number, o.number AS order_number, m.uid, m.name, r.kind, r.state, r.reason, r.refund_rp, r.asked_ms,
            (SELECT CAST(SUM(p.quantity) AS BIGINT) FROM return_lines p WHERE p.return_id = r.id) AS pieces
     FROM returns r JOIN orders o ON o.id = r.order_id JOIN members m ON m.id = o.member_id";

/// Lists all returns: newest first, or oldest first if filtered by a state that still needs an action.
#[utoipa::path(get, path = "/api/admin/returns", operation_id = "listAdminReturns",
    responses((status = 200, body = AdminReturns)))]
async fn list_all(
    State(db): State<Db>,
    _: Admin<{ FULFILMENT | FINANCE }>,
    Query(filter): Query<ReturnFilter>,
    page: Page<2>,
) -> Result<Json<AdminReturns>> {
    let is_queue = filter.state.is_some_and(ReturnState::is_under_way);
    let narrowed = if is_queue {
        "r.state = $3 AND (r.asked_ms, r.id) > ($1, $2)"
    } else if filter.state.is_some() {
        "r.state = $3 AND (r.asked_ms, r.id) < ($1, $2)"
    } else {
        "'' = $3 AND (r.asked_ms, r.id) < ($1, $2)"
    };
    let direction = if is_queue { "r.asked_ms, r.id" } else { "r.asked_ms DESC, r.id DESC" };
    let sql = format!(
        "{LISTED_RETURNS}
         WHERE {narrowed} AND (LOWER(r.number) LIKE $4 ESCAPE '\\' OR o.search_text LIKE $4 ESCAPE '\\')
         ORDER BY {direction} LIMIT $5"
    );
    let [asked_ms, id] = page.after(if is_queue { i64::MIN } else { i64::MAX });
    let mut conn = db.read().await?;
    let mut rows: Vec<Row> = query_as(AssertSqlSafe(sql))
        .bind(asked_ms)
        .bind(id)
        .bind(filter.state.map_or("", TextEnum::text))
        .bind(pattern(filter.search.as_deref())?)
        .bind(page.lookup())
        .fetch_all(&mut *conn)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.asked_ms, row.id.0]);
    let mut waiting = async |state| waiting(&mut conn, state, COUNTED).await;
    let waiting = WaitingReturns {
        asked: waiting(ReturnState::Asked).await?,
        approved: waiting(ReturnState::Approved).await?,
        received: waiting(ReturnState::Received).await?,
        transferring: waiting(ReturnState::Transferring).await?,
    };
    Ok(Json(AdminReturns { returns: rows.into_iter().map(Row::listed).collect(), next_cursor, waiting }))
}

/// Lists the newest returns of a member, newest first.
pub async fn newest_of(conn: &mut Conn, member: MemberId, most: i64) -> sqlx::Result<Vec<ListedReturn>> {
    let sql = format!("{LISTED_RETURNS} WHERE o.member_id = $1 ORDER BY r.asked_ms DESC, r.id DESC LIMIT $2");
    let rows: Vec<Row> = query_as(AssertSqlSafe(sql)).bind(member).bind(most).fetch_all(conn).await?;
    Ok(rows.into_iter().map(Row::listed).collect())
}

/// Counts the returns in a state, up to `most`.
pub async fn waiting(conn: &mut Conn, state: ReturnState, most: i64) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM returns WHERE state = $1 LIMIT $2) x";
    query_scalar(sql).bind(Text(state)).bind(most).fetch_one(conn).await
}
