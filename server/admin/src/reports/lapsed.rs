//! Members who bought earlier, but stopped buying.

use axum::{Json, extract::State, response::Response};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::Query,
    table::guard,
    time::{Clock, DAY_MS, jakarta_date, rfc3339},
};
use ksmart_identity::roles::{Admin, FINANCE};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    reports::file::{File, MOST_ROWS},
};

/// Number of days in which a lapsed member must have bought something.
const YEAR: i64 = 365;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(download))
}

/// Filter by the time without a purchase.
#[derive(Debug, Deserialize, IntoParams)]
struct LapsedFilter {
    /// Number of days without a purchase.
    #[param(minimum = 7, maximum = 364)]
    days: i64,
}

/// A member who stopped buying.
#[derive(Debug, Serialize, ToSchema)]
struct LapsedMember {
    uid: String,
    name: String,
    /// Mobile number; empty if the member has none.
    phone: String,
    /// Time when the member's last order was counted as paid, RFC 3339.
    last_bought_at: String,
    /// Number of orders counted as paid in the last 365 days.
    orders: i64,
    /// Sum of these orders: value of the goods after discount, less refunds, rupiah.
    sales_rp: i64,
}

/// Members who stopped buying.
#[derive(Debug, Serialize, ToSchema)]
struct LapsedMembers {
    /// Members, largest buyers first; at most 200.
    rows: Vec<LapsedMember>,
    /// Total number of members, including those beyond 200.
    count: usize,
}

/// Returns members who bought something in the last 365 days, but nothing in the given number of days; without
/// suspended and erased members.
#[utoipa::path(get, path = "/api/admin/reports/lapsed", operation_id = "getLapsedMembers",
    responses((status = 200, body = LapsedMembers), (status = 422)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    Query(filter): Query<LapsedFilter>,
) -> Result<Json<LapsedMembers>> {
    let mut rows = rows(&mut *db.read().await?, &filter, clock.now_ms()).await?;
    let count = rows.len();
    rows.truncate(MOST_ROWS);
    Ok(Json(LapsedMembers { rows: rows.into_iter().map(LapsedMember::from).collect(), count }))
}

/// Returns all members who stopped buying as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of
/// Excel in Indonesia. The download is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/reports/lapsed.csv", operation_id = "downloadLapsedMembers",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422)))]
async fn download(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Query(filter): Query<LapsedFilter>,
) -> Result<Response> {
    let now_ms = clock.now_ms();
    let rows = rows(&mut *db.read().await?, &filter, now_ms).await?;
    let cells = |row: Row| {
        // A spreadsheet would remove the leading zero of a number.
        let phone = if row.phone.is_empty() { String::new() } else { format!("'{}", row.phone) };
        let last = jakarta_date(row.last_ms);
        vec![guard(row.uid), guard(row.name), phone, last, row.orders.to_string(), row.sales_rp.to_string()]
    };
    let name = format!("anggota-berhenti-belanja-{}.csv", jakarta_date(now_ms));
    let head = &["id_anggota", "nama", "telepon", "terakhir_belanja", "pesanan_setahun", "penjualan_setahun"];
    let file = File { name, head, names_members: true };
    file.of(&db, &clock, &admin, rows.into_iter().map(cells).collect()).await
}

#[derive(FromRow)]
struct Row {
    uid: String,
    name: String,
    phone: String,
    last_ms: i64,
    orders: i64,
    sales_rp: i64,
}

impl From<Row> for LapsedMember {
    fn from(row: Row) -> Self {
        let Row { uid, name, phone, last_ms, orders, sales_rp } = row;
        Self { uid, name, phone, last_bought_at: rfc3339(last_ms), orders, sales_rp }
    }
}

async fn rows(conn: &mut Conn, filter: &LapsedFilter, now_ms: i64) -> Result<Vec<Row>> {
    if !(7..YEAR).contains(&filter.days) {
        return Err(Error::invalid("Pilih 7 sampai 364 hari."));
    }
    let sql = "SELECT m.uid, m.name, m.phone, s.last_ms, s.orders, s.sales_rp
               FROM (SELECT e.member_id, CAST(MAX(CASE e.kind WHEN 'sale' THEN e.posted_ms ELSE 0 END) AS BIGINT) AS last_ms,
                            CAST(SUM(CASE e.kind WHEN 'sale' THEN 1 ELSE 0 END) AS BIGINT) AS orders,
                            CAST(SUM(e.sales_rp) AS BIGINT) AS sales_rp
                     FROM bv_entries e WHERE e.posted_ms >= $1 AND e.posted_ms <= $2 GROUP BY e.member_id) s
               JOIN members m ON m.id = s.member_id
               WHERE s.last_ms > 0 AND s.last_ms < $3 AND m.suspended_ms IS NULL AND m.erased_ms IS NULL
               ORDER BY s.sales_rp DESC, m.id";
    let query = query_as(sql).bind(now_ms - YEAR * DAY_MS).bind(now_ms).bind(now_ms - filter.days * DAY_MS);
    Ok(query.fetch_all(conn).await?)
}
