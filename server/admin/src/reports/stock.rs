//! Report on how long stock lasts.

use axum::{Json, extract::State, response::Response};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    ids::ProductId,
    table::guard,
    time::{Clock, DAY_MS, jakarta_date},
};
use ksmart_identity::roles::{Admin, CATALOGUE, FINANCE};
use serde::Serialize;
use sqlx::{FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    reports::file::{File, MOST_ROWS},
};

/// Number of days whose sales determine how fast the stock sells.
const DAYS: i64 = 30;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(download))
}

/// A product with its remaining stock, and how long that lasts.
#[derive(Debug, Serialize, ToSchema)]
struct StockLeft {
    product_id: ProductId,
    name: String,
    /// Stock keeping unit; empty if the product has none.
    sku: String,
    /// Pieces in stock.
    stock: i64,
    /// Pieces of orders counted as paid in the last 30 days.
    sold: i64,
    /// Whole days until the product is sold out at that pace; null if nothing was sold.
    days_left: Option<i64>,
}

/// Report on how long stock lasts.
#[derive(Debug, Serialize, ToSchema)]
struct StockReport {
    /// Products, those that sell out soonest first, then those without sales; at most 200.
    rows: Vec<StockLeft>,
    /// Total number of rows, including those beyond 200.
    count: usize,
}

/// Returns how long the stock of each product that is on sale lasts at the pace of the last 30 days.
#[utoipa::path(get, path = "/api/admin/reports/stock", operation_id = "getStockReport",
    responses((status = 200, body = StockReport)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<{ CATALOGUE | FINANCE }>,
) -> Result<Json<StockReport>> {
    let mut rows = rows(&mut *db.read().await?, clock.now_ms()).await?;
    let count = rows.len();
    rows.truncate(MOST_ROWS);
    Ok(Json(StockReport { rows, count }))
}

/// Returns all rows of the stock report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel
/// in Indonesia.
#[utoipa::path(get, path = "/api/admin/reports/stock.csv", operation_id = "downloadStockReport",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn download(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<{ CATALOGUE | FINANCE }>,
) -> Result<Response> {
    let rows = rows(&mut *db.read().await?, clock.now_ms()).await?;
    let cells = |row: StockLeft| {
        let days_left = row.days_left.map(|days| days.to_string()).unwrap_or_default();
        vec![guard(row.sku), guard(row.name), row.stock.to_string(), row.sold.to_string(), days_left]
    };
    let name = format!("stok-{}.csv", jakarta_date(clock.now_ms()));
    let file = File { name, head: &["sku", "nama", "stok", "terjual_30_hari", "hari_tersisa"], names_members: false };
    file.of(&db, &clock, &admin, rows.into_iter().map(cells).collect()).await
}

async fn rows(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Vec<StockLeft>> {
    #[derive(FromRow)]
    struct Row {
        id: ProductId,
        name: String,
        sku: String,
        stock: i64,
        sold: i64,
    }
    let sql = "SELECT p.id, p.name, p.sku, p.stock, COALESCE(s.sold, 0) AS sold
               FROM products p LEFT JOIN (
                 SELECT l.product_id, CAST(SUM(l.quantity) AS BIGINT) AS sold
                 FROM bv_entries e JOIN order_lines l ON l.order_id = e.order_id
                 WHERE e.kind = 'sale' AND e.posted_ms >= $1 AND e.posted_ms <= $2
                 GROUP BY l.product_id
               ) s ON s.product_id = p.id
               WHERE p.status = 'for_sale'";
    let rows: Vec<Row> = query_as(sql).bind(now_ms - DAYS * DAY_MS).bind(now_ms).fetch_all(conn).await?;
    let mut rows: Vec<StockLeft> = rows
        .into_iter()
        .map(|Row { id, name, sku, stock, sold }| {
            let days_left = (sold > 0).then(|| stock * DAYS / sold);
            StockLeft { product_id: id, name, sku, stock, sold, days_left }
        })
        .collect();
    rows.sort_by(|one, other| {
        let soonest = |row: &StockLeft| (row.days_left.unwrap_or(i64::MAX), -row.sold);
        (soonest(one), &one.name).cmp(&(soonest(other), &other.name))
    });
    Ok(rows)
}
