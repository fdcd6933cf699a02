//! Points earned by a member's downline: per order line, and per member.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::Result,
    extract::Query,
    ids::{MemberId, OrderKey, PeriodId, ReturnId},
    page::Page,
    time::rfc3339,
};
use ksmart_identity::tokens::Member;
use ksmart_members::{
    network::{self, Contacts},
    volume::{EntryKind, wanted_period},
};
use ksmart_shop::{
    orders::{self, OrderLine},
    returns,
};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show_history)).routes(routes!(summarize_downline))
}

/// An order line that earned points, or lost them again.
#[derive(Debug, Serialize, ToSchema)]
struct BvHistoryEntry {
    /// Key of the order line; a line with returned or refunded pieces is listed again.
    transaction_product_id: i64,
    product_name: String,
    /// Key of the plan in which the order earned its points.
    checkout_plan: i64,
    bv_period_name: String,
    /// Number of pieces bought, returned or refunded.
    quantity: i64,
    /// Points of one piece.
    product_bv: i64,
    /// Points of the pieces, negative for returned or refunded pieces.
    total_bv: i64,
    created_at: String,
    member_name: String,
    /// Masked (`b***@m***`) below the direct downline, if the shop chose that.
    member_email: String,
}

/// Points earned by the caller's downline.
#[derive(Debug, Serialize, ToSchema)]
struct BvHistory {
    success: bool,
    message: &'static str,
    history: Vec<BvHistoryEntry>,
    /// Points of the whole downline of the caller in all periods.
    total_bv: i64,
    next_cursor: Option<String>,
}

/// Lists the points earned by the caller's downline, at all depths and in all periods, line by line, newest first.
#[utoipa::path(get, path = "/api/history-bv", operation_id = "listBvHistory",
    responses((status = 200, body = BvHistory)))]
async fn show_history(State(db): State<Db>, member: Member, page: Page<3>) -> Result<Json<BvHistory>> {
    let mut conn = db.read().await?;
    let contacts = network::contacts(&mut conn).await?;
    let sql = "SELECT CAST(COALESCE(SUM(group_points), 0) AS BIGINT) FROM bv_totals WHERE member_id = $1";
    let total_bv = query_scalar(sql).bind(member.id).fetch_one(&mut *conn).await?;
    let entries = downline_entries(&mut conn, member.id, &page).await?;
    let keys: Vec<OrderKey> = entries.iter().map(|entry| entry.order_id).collect();
    let order_lines = orders::lines_of(&mut conn, &keys).await?;
    let pieces = Pieces::of(&mut conn, &entries).await?;
    // The previous page may have ended within the first entry, which has one or more lines: the lines that it showed
    // are left out.
    let [posted_ms, entry_id, line_id] = page.after(i64::MAX);
    let mut lines: Vec<(&EntryRow, &OrderLine, i64)> = entries
        .iter()
        .flat_map(|entry| order_lines.get(&entry.order_id).into_iter().flatten().map(move |line| (entry, line)))
        .filter(|(entry, line)| (entry.posted_ms, entry.id) != (posted_ms, entry_id) || line.id > line_id)
        .map(|(entry, line)| (entry, line, pieces.count(entry, line)))
        .filter(|(.., pieces)| *pieces > 0)
        .collect();
    let next_cursor = page.cut(&mut lines, |(entry, line, _)| [entry.posted_ms, entry.id, line.id]);
    let history: Vec<BvHistoryEntry> =
        lines.into_iter().map(|(entry, line, pieces)| entry.line(line, pieces, contacts)).collect();
    let message =
        if history.is_empty() { "Tidak ada riwayat BV dari downline." } else { "Riwayat BV berhasil dimuat." };
    Ok(Json(BvHistory { success: true, message, history, total_bv, next_cursor }))
}

#[derive(FromRow)]
struct EntryRow {
    id: i64,
    order_id: OrderKey,
    return_id: Option<ReturnId>,
    kind: Text<EntryKind>,
    plan_id: i64,
    posted_ms: i64,
    period_name: String,
    name: String,
    email: String,
    depth: i64,
}

impl EntryRow {
    fn line(&self, line: &OrderLine, pieces: i64, contacts: Contacts) -> BvHistoryEntry {
        let sign = match self.kind.0 {
            EntryKind::Refund | EntryKind::Return => -1,
            EntryKind::Sale | EntryKind::Carry => 1,
        };
        BvHistoryEntry {
            transaction_product_id: line.id,
            product_name: line.name.clone(),
            checkout_plan: self.plan_id,
            bv_period_name: self.period_name.clone(),
            quantity: pieces,
            product_bv: line.bv,
            total_bv: sign * line.bv * pieces,
            created_at: rfc3339(self.posted_ms),
            member_name: contacts.name(self.depth, self.name.clone()),
            member_email: contacts.email(self.depth, self.email.clone()),
        }
    }
}

/// Number of pieces per order line in ledger entries.
struct Pieces {
    /// Pieces by return and line.
    of_returns: HashMap<ReturnId, HashMap<i64, i64>>,
    /// Pieces returned before the rest of the order was refunded, by line.
    refunded_lines: HashMap<i64, i64>,
}

impl Pieces {
    async fn of(conn: &mut Conn, entries: &[EntryRow]) -> sqlx::Result<Self> {
        let returned: Vec<ReturnId> = entries.iter().filter_map(|entry| entry.return_id).collect();
        let refunded = entries.iter().filter(|entry| entry.kind.0 == EntryKind::Refund);
        let refunded: Vec<OrderKey> = refunded.map(|entry| entry.order_id).collect();
        Ok(Self {
            of_returns: returns::pieces_returned(conn, &returned).await?,
            refunded_lines: returns::refunded_lines(conn, &refunded).await?,
        })
    }

    /// Returns the number of pieces of an order line in an entry: each entry has at least one piece of some line.
    fn count(&self, entry: &EntryRow, line: &OrderLine) -> i64 {
        let of_line = |lines: &HashMap<i64, i64>| lines.get(&line.id).copied().unwrap_or_default();
        match (entry.kind.0, entry.return_id) {
            (_, Some(returned)) => self.of_returns.get(&returned).map_or(0, of_line),
            (EntryKind::Refund, None) => line.quantity - of_line(&self.refunded_lines),
            _ => line.quantity,
        }
    }
}

/// Returns the ledger entries of the downline of `member`, newest first, starting with the entry at which the previous
/// page ended.
async fn downline_entries(conn: &mut Conn, member: MemberId, page: &Page<3>) -> sqlx::Result<Vec<EntryRow>> {
    let sql = "SELECT COALESCE(MAX(id), 0) FROM bv_entries";
    let entries: i64 = query_scalar(sql).fetch_one(&mut *conn).await?;
    let tables = match cheaper(conn, member, entries, page.lookup()).await? {
        First::Rows => "bv_entries e CROSS JOIN member_ancestors a",
        First::Downline => "member_ancestors a CROSS JOIN bv_entries e",
    };
    let sql = format!(
        "SELECT e.id, e.order_id, e.return_id, e.kind, e.plan_id, e.posted_ms, p.name AS period_name, m.name, m.email, f.depth
         FROM (SELECT e.id, e.posted_ms, a.depth
               FROM {tables}
               WHERE a.ancestor_id = $1 AND a.member_id = e.member_id AND e.order_id IS NOT NULL AND (e.posted_ms, e.id) <= ($2, $3)
               ORDER BY e.posted_ms DESC, e.id DESC LIMIT $4) f
         JOIN bv_entries e ON e.id = f.id JOIN bv_periods p ON p.id = e.period_id JOIN members m ON m.id = e.member_id
         ORDER BY f.posted_ms DESC, f.id DESC"
    );
    let [posted_ms, id, _] = page.after(i64::MAX);
    // One entry more than the page needs lines, because the entry at which the previous page ended is read again. Each
    // entry has one or more lines.
    query_as(AssertSqlSafe(sql)).bind(member).bind(posted_ms).bind(id).bind(page.lookup() + 1).fetch_all(conn).await
}

/// Table that a query for the newest or largest rows of a downline reads first.
enum First {
    /// Rows in their order, with a check whether each row's member is in the downline: faster for a large downline.
    Rows,
    /// Members of the downline, with all their rows sorted: faster for a small downline.
    Downline,
}

/// Measured ratio of the time to check whether a row's member is in the downline to the time to read and sort one row.
const ASKING: i128 = 16;

/// Chooses the faster query for the first `wanted` rows of a downline, assuming that the `rows` are distributed about
/// evenly over all members.
async fn cheaper(conn: &mut Conn, member: MemberId, rows: i64, wanted: i64) -> sqlx::Result<First> {
    let downline = i128::from(network::downline_count(conn, member).await?);
    let members = i128::from(network::member_count(conn).await?);
    let (rows, wanted) = (i128::from(rows), i128::from(wanted));
    // Sorting reads downline × rows / members rows; walking reads members / downline rows for each wanted row.
    let sorting_is_slower = downline * downline * rows > ASKING * wanted * members * members;
    Ok(if sorting_is_slower { First::Rows } else { First::Downline })
}

/// A member below the caller who has points in the period.
#[derive(Debug, Serialize, ToSchema, FromRow)]
struct DownlineBv {
    #[serde(skip)]
    member_id: MemberId,
    downline_name: String,
    /// Masked (`b***@m***`) below the direct downline, if the shop chose that.
    downline_email: String,
    downline_uid: String,
    /// Number of levels below the caller: 1 is the direct downline.
    level: i64,
    /// Own points in the period; negative if refunds exceed purchases.
    total_bv: i64,
}

/// Points of the caller's downline in a period.
#[derive(Debug, Serialize, ToSchema)]
struct DownlineBvSummary {
    /// Points of the whole downline of the caller in the period.
    total_downline_bv: i64,
    downlines: Vec<DownlineBv>,
    next_cursor: Option<String>,
}

/// Wrapper of the summary: clients read `data`.
#[derive(Debug, Serialize, ToSchema)]
struct DownlineBvSummaryData {
    data: DownlineBvSummary,
}

#[derive(Debug, Deserialize, IntoParams)]
struct PeriodFilter {
    /// A period; by default the newest.
    period_id: Option<PeriodId>,
}

/// Lists members of the caller's downline who have points in a period, most points first.
#[utoipa::path(get, path = "/api/downline-bv-summary", operation_id = "summarizeDownlineBv",
    responses((status = 200, body = DownlineBvSummaryData), (status = 404)))]
async fn summarize_downline(
    State(db): State<Db>,
    member: Member,
    Query(filter): Query<PeriodFilter>,
    page: Page<2>,
) -> Result<Json<DownlineBvSummaryData>> {
    let mut conn = db.read().await?;
    let Some(period) = wanted_period(&mut conn, filter.period_id).await? else {
        let data = DownlineBvSummary { total_downline_bv: 0, downlines: Vec::new(), next_cursor: None };
        return Ok(Json(DownlineBvSummaryData { data }));
    };
    let contacts = network::contacts(&mut conn).await?;
    let sql = "SELECT CAST(COALESCE(SUM(group_points), 0) AS BIGINT) FROM bv_totals
               WHERE member_id = $1 AND period_id = $2";
    let total_downline_bv = query_scalar(sql).bind(member.id).bind(period.id).fetch_one(&mut *conn).await?;
    let mut downlines = downline_totals(&mut conn, member.id, period.id, &page).await?;
    let next_cursor = page.cut(&mut downlines, |last| [last.total_bv, last.member_id.0]);
    for downline in &mut downlines {
        downline.downline_name = contacts.name(downline.level, std::mem::take(&mut downline.downline_name));
        downline.downline_email = contacts.email(downline.level, std::mem::take(&mut downline.downline_email));
    }
    Ok(Json(DownlineBvSummaryData { data: DownlineBvSummary { total_downline_bv, downlines, next_cursor } }))
}

async fn downline_totals(
    conn: &mut Conn,
    member: MemberId,
    period: PeriodId,
    page: &Page<2>,
) -> sqlx::Result<Vec<DownlineBv>> {
    // There is at most one row per member, so the number of members is an upper bound.
    let members = network::member_count(conn).await?;
    let tables = match cheaper(conn, member, members, page.lookup()).await? {
        First::Rows => "bv_personal_totals t CROSS JOIN member_ancestors a",
        First::Downline => "member_ancestors a CROSS JOIN bv_personal_totals t",
    };
    let sql = format!(
        "SELECT f.member_id, m.name AS downline_name, m.email AS downline_email, m.uid AS downline_uid,
                f.depth AS level, f.points AS total_bv
         FROM (SELECT t.member_id, t.points, a.depth
               FROM {tables}
               WHERE a.ancestor_id = $1 AND t.period_id = $2 AND a.member_id = t.member_id AND t.points <> 0
                 AND (t.points, t.member_id) < ($3, $4)
               ORDER BY t.points DESC, t.member_id DESC LIMIT $5) f
         JOIN members m ON m.id = f.member_id
         ORDER BY f.points DESC, f.member_id DESC"
    );
    let [points, id] = page.after(i64::MAX);
    let query = query_as(AssertSqlSafe(sql)).bind(member).bind(period).bind(points).bind(id);
    query.bind(page.lookup()).fetch_all(conn).await
}
