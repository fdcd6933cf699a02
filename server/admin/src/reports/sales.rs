//! Sales by product, buyer, place and kind of sale: a range of days compared with the one before it.

use std::{cmp::Reverse, collections::HashMap};

use axum::{Json, extract::State, response::Response};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::{Query, day},
    table::guard,
    time::{Clock, DAY_MS, rfc3339},
};
use ksmart_identity::roles::{Admin, FINANCE};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    reports::file::{File, MOST_ROWS},
};

/// Maximum number of days in a range.
const MOST_DAYS: i64 = 366;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(download)).routes(routes!(open))
}

/// Grouping of sales.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SalesBy {
    /// The product.
    Product,
    /// The product's current category.
    Category,
    /// The buyer.
    Member,
    /// The city or regency of the delivery.
    City,
    /// The province of the delivery.
    Province,
    /// The courier's service.
    Courier,
    /// The voucher that was used.
    Voucher,
    /// The hour of the day in Jakarta in which the order was counted as paid.
    Hour,
}

/// Selected sales.
#[derive(Debug, Deserialize, IntoParams)]
struct SalesFilter {
    /// Grouping of the rows.
    #[param(inline)]
    by: SalesBy,
    /// The first day in Jakarta, `YYYY-MM-DD`.
    #[param(format = Date)]
    from: String,
    /// The last day; a range has at most 366 days.
    #[param(format = Date)]
    to: String,
}

impl SalesFilter {
    /// Returns start and end of the range, the end exclusive.
    fn span(&self) -> Result<[i64; 2]> {
        let (Some(from_ms), Some(to_ms)) = (day(Some(&self.from))?, day(Some(&self.to))?) else {
            return Err(Error::invalid("Pilih tanggal awal dan akhir."));
        };
        if from_ms > to_ms {
            return Err(Error::invalid("Tanggal awal tidak boleh sesudah tanggal akhir."));
        }
        let end_ms = to_ms + DAY_MS;
        if end_ms - from_ms > MOST_DAYS * DAY_MS {
            return Err(Error::invalid("Pilih paling banyak 366 hari."));
        }
        Ok([from_ms, end_ms])
    }
}

/// Sales figures.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
struct Sold {
    /// Orders counted as paid.
    orders: i64,
    /// Pieces; 0 unless grouped by product or category.
    pieces: i64,
    /// Sales, rupiah.
    ///
    /// By product or category: price of the sold goods, before discount and later refunds. Otherwise: value of the
    /// goods after discount, less refunds in these days, as on the dashboard.
    sales_rp: i64,
    /// Points, counted like the sales.
    bv: i64,
}

impl Sold {
    fn add(&mut self, other: Self) {
        self.orders += other.orders;
        self.pieces += other.pieces;
        self.sales_rp += other.sales_rp;
        self.bv += other.bv;
    }
}

/// Sales figures of one product, buyer, place or other key.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
struct SalesRow {
    /// Key: id of a product or category, uid of a member, code of a voucher, hour from 0, otherwise the name; empty for
    /// sales without a voucher.
    key: String,
    /// Name of the key; empty for sales without a voucher.
    name: String,
    sold: Sold,
    /// The same figures for the preceding range of equal length.
    before: Sold,
}

/// Sales of a range of days.
#[derive(Debug, Serialize, ToSchema)]
struct SalesReport {
    /// Rows, largest sales first, but hours in their order; at most 200.
    rows: Vec<SalesRow>,
    /// Total number of rows, including those beyond 200.
    count: usize,
    /// Total of all rows. An order of several products counts once in each of its rows.
    total: Sold,
    /// Total of the preceding range of equal length.
    before: Sold,
}

/// Returns the sales of a range of days by product, category, member, place, courier, voucher or hour, compared with
/// the preceding range.
#[utoipa::path(get, path = "/api/admin/reports/sales", operation_id = "getSalesReport",
    responses((status = 200, body = SalesReport), (status = 422)))]
async fn show(State(db): State<Db>, _: Admin<FINANCE>, Query(filter): Query<SalesFilter>) -> Result<Json<SalesReport>> {
    let mut rows = rows(&mut *db.read().await?, &filter).await?;
    let (mut total, mut before) = (Sold::default(), Sold::default());
    for row in &rows {
        total.add(row.sold);
        before.add(row.before);
    }
    let count = rows.len();
    rows.truncate(MOST_ROWS);
    Ok(Json(SalesReport { rows, count, total, before }))
}

/// Returns all rows of the sales report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel
/// in Indonesia. The download by member is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/reports/sales.csv", operation_id = "downloadSalesReport",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422)))]
async fn download(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Query(filter): Query<SalesFilter>,
) -> Result<Response> {
    let rows = rows(&mut *db.read().await?, &filter).await?;
    let cells = |row: SalesRow| {
        let numbers = [row.sold, row.before]
            .into_iter()
            .flat_map(|sold| [sold.orders, sold.pieces, sold.sales_rp, sold.bv])
            .map(|number| number.to_string());
        [guard(row.key), guard(row.name)].into_iter().chain(numbers).collect()
    };
    let (sales, sales_before) = match filter.by {
        SalesBy::Product | SalesBy::Category => ("penjualan_kotor", "penjualan_kotor_sebelumnya"),
        _ => ("penjualan_bersih", "penjualan_bersih_sebelumnya"),
    };
    let head = &[
        "kunci",
        "nama",
        "pesanan",
        "pcs",
        sales,
        "bv",
        "pesanan_sebelumnya",
        "pcs_sebelumnya",
        sales_before,
        "bv_sebelumnya",
    ];
    let name = format!("penjualan-{}-{}.csv", filter.from.trim(), filter.to.trim());
    let file = File { name, head, names_members: filter.by == SalesBy::Member };
    file.of(&db, &clock, &admin, rows.into_iter().map(cells).collect()).await
}

/// Selected figure of the report, of which the orders are requested.
#[derive(Debug, Deserialize, IntoParams)]
struct Figure {
    /// The key of its row; empty for sales without a voucher.
    #[param(max_length = 200)]
    key: String,
}

/// Amounts that an order added to a figure, or that a refund subtracted.
#[derive(Debug, Serialize, ToSchema)]
struct SoldOrder {
    order_id: String,
    /// Time when the order, or its refund, was counted, RFC 3339.
    at: String,
    /// Buyer's uid.
    uid: String,
    name: String,
    /// Pieces; 0 unless grouped by product or category.
    pieces: i64,
    /// Sales, rupiah, counted as in the report; below 0 for a refund.
    sales_rp: i64,
    /// Points, counted as in the report.
    bv: i64,
}

/// The orders behind a figure.
#[derive(Debug, Serialize, ToSchema)]
struct SoldOrders {
    /// Name of the key; empty for sales without a voucher, and for a key without any sales.
    name: String,
    /// Orders, newest first; at most 200.
    orders: Vec<SoldOrder>,
    /// Whether there are more orders.
    more: bool,
    /// Total of all orders: the figure of the report.
    total: Sold,
}

/// Returns the orders behind a figure of the report: those that its sums consist of.
#[utoipa::path(get, path = "/api/admin/reports/sales/orders", operation_id = "openSalesReport",
    responses((status = 200, body = SoldOrders), (status = 422)))]
async fn open(
    State(db): State<Db>,
    _: Admin<FINANCE>,
    Query(filter): Query<SalesFilter>,
    Query(figure): Query<Figure>,
) -> Result<Json<SoldOrders>> {
    let [from_ms, end_ms] = filter.span()?;
    let mut conn = db.read().await?;
    let parts = sold_between(&mut conn, filter.by, from_ms, end_ms).await?;
    let part = parts.into_iter().find(|part| part.key == figure.key);
    let total = part.as_ref().map(Part::sold).unwrap_or_default();
    let name = part.map(|part| called(filter.by, &figure.key, part.name)).unwrap_or_default();
    let mut rows = behind(&mut conn, filter.by, &figure.key, from_ms, end_ms).await?;
    let more = rows.len() > MOST_ROWS;
    rows.truncate(MOST_ROWS);
    let orders = rows.into_iter().map(|row| SoldOrder {
        order_id: row.number,
        at: rfc3339(row.posted_ms),
        uid: row.uid,
        name: row.name,
        pieces: row.pieces,
        sales_rp: row.sales_rp,
        bv: row.bv,
    });
    Ok(Json(SoldOrders { name, orders: orders.collect(), more, total }))
}

/// Returns all rows, sorted for the report.
async fn rows(conn: &mut Conn, filter: &SalesFilter) -> Result<Vec<SalesRow>> {
    let [from_ms, end_ms] = filter.span()?;
    let mut found: HashMap<String, SalesRow> = HashMap::new();
    for (is_before, from_ms, to_ms) in [(false, from_ms, end_ms), (true, from_ms - (end_ms - from_ms), from_ms)] {
        for part in sold_between(conn, filter.by, from_ms, to_ms).await? {
            let (sold, key) = (part.sold(), part.key);
            let name = called(filter.by, &key, part.name);
            let row = found.entry(key.clone()).or_insert_with(|| SalesRow {
                key,
                name,
                sold: Sold::default(),
                before: Sold::default(),
            });
            if is_before { row.before.add(sold) } else { row.sold.add(sold) }
        }
    }
    let mut rows: Vec<SalesRow> = found.into_values().collect();
    if filter.by == SalesBy::Hour {
        rows.sort_by_key(|row| row.key.parse::<i64>().unwrap_or_default());
    } else {
        rows.sort_by(|one, other| {
            let size = |row: &SalesRow| Reverse((row.sold.sales_rp, row.before.sales_rp));
            (size(one), &one.name, &one.key).cmp(&(size(other), &other.name, &other.key))
        });
    }
    Ok(rows)
}

/// Returns the name shown for a row; sales to an unknown place get a general name.
fn called(by: SalesBy, key: &str, name: String) -> String {
    let is_nowhere = matches!(by, SalesBy::City | SalesBy::Province) && key.is_empty();
    if is_nowhere { "Tempat yang tidak dikenal".to_owned() } else { name }
}

/// Sales with the same key.
#[derive(FromRow)]
struct Part {
    key: String,
    name: String,
    orders: i64,
    pieces: i64,
    sales_rp: i64,
    bv: i64,
}

impl Part {
    fn sold(&self) -> Sold {
        Sold { orders: self.orders, pieces: self.pieces, sales_rp: self.sales_rp, bv: self.bv }
    }
}

/// SQL for the hour in Jakarta (UTC+7) in which an entry was counted.
const HOUR: &str = "CAST((e.posted_ms + 25200000) / 3600000 % 24 AS TEXT)";

/// SQL for the province of the delivery; empty if unknown.
const PROVINCE: &str = "o.province";

/// SQL for the city or regency of the delivery, with its province if known; empty if unknown.
const CITY: &str = "o.city || CASE WHEN o.province = '' THEN '' ELSE ', ' || o.province END";

/// SQL for the figures of goods sold from $1 until before $2.
const GOODS: &str = "COUNT(DISTINCT e.order_id) AS orders, CAST(SUM(l.quantity) AS BIGINT) AS pieces,
    CAST(SUM(l.price_rp * l.quantity) AS BIGINT) AS sales_rp, CAST(SUM(l.bv * l.quantity) AS BIGINT) AS bv
    FROM bv_entries e JOIN order_lines l ON l.order_id = e.order_id JOIN products p ON p.id = l.product_id
         JOIN categories c ON c.id = p.category_id
    WHERE e.kind = 'sale' AND e.posted_ms >= $1 AND e.posted_ms < $2 GROUP BY 1, 2";

/// SQL for the figures of orders sold or refunded from $1 until before $2.
const ORDERS: &str = "CAST(SUM(CASE e.kind WHEN 'sale' THEN 1 ELSE 0 END) AS BIGINT) AS orders,
    CAST(0 AS BIGINT) AS pieces, CAST(SUM(e.sales_rp) AS BIGINT) AS sales_rp, CAST(SUM(e.points) AS BIGINT) AS bv
    FROM bv_entries e JOIN orders o ON o.id = e.order_id JOIN members m ON m.id = e.member_id
    WHERE e.posted_ms >= $1 AND e.posted_ms < $2 GROUP BY 1, 2";

/// Returns the sales from `from_ms` until before `to_ms`, by the time when they were counted as paid, according to the
/// ledger of sales.
async fn sold_between(conn: &mut Conn, by: SalesBy, from_ms: i64, to_ms: i64) -> sqlx::Result<Vec<Part>> {
    let sql = match by {
        SalesBy::Product => format!("SELECT CAST(p.id AS TEXT) AS key, p.name AS name, {GOODS}"),
        SalesBy::Category => format!("SELECT CAST(c.id AS TEXT) AS key, c.name AS name, {GOODS}"),
        SalesBy::Member => format!("SELECT m.uid AS key, m.name || ' (' || m.uid || ')' AS name, {ORDERS}"),
        SalesBy::City => format!("SELECT {CITY} AS key, {CITY} AS name, {ORDERS}"),
        SalesBy::Province => format!("SELECT {PROVINCE} AS key, {PROVINCE} AS name, {ORDERS}"),
        SalesBy::Courier => format!("SELECT o.shipping_method AS key, o.shipping_method AS name, {ORDERS}"),
        SalesBy::Voucher => {
            format!("SELECT COALESCE(o.voucher_code, '') AS key, COALESCE(o.voucher_code, '') AS name, {ORDERS}")
        }
        SalesBy::Hour => format!("SELECT {HOUR} AS key, '' AS name, {ORDERS}"),
    };
    query_as(AssertSqlSafe(sql)).bind(from_ms).bind(to_ms).fetch_all(conn).await
}

/// Amounts that an order added to a figure.
#[derive(FromRow)]
struct SoldRow {
    number: String,
    posted_ms: i64,
    uid: String,
    name: String,
    pieces: i64,
    sales_rp: i64,
    bv: i64,
}

/// SQL for the figures of an order's goods sold from $1 until before $2.
const GOODS_OF: &str = "SELECT o.number, e.posted_ms, m.uid, m.name, CAST(SUM(l.quantity) AS BIGINT) AS pieces,
    CAST(SUM(l.price_rp * l.quantity) AS BIGINT) AS sales_rp, CAST(SUM(l.bv * l.quantity) AS BIGINT) AS bv
    FROM bv_entries e JOIN order_lines l ON l.order_id = e.order_id JOIN products p ON p.id = l.product_id
         JOIN categories c ON c.id = p.category_id JOIN orders o ON o.id = e.order_id
         JOIN members m ON m.id = e.member_id
    WHERE e.kind = 'sale' AND e.posted_ms >= $1 AND e.posted_ms < $2";

/// End of the query begun by [`GOODS_OF`]: one row per order, newest first, at most $3 rows.
const GOODS_END: &str = "GROUP BY o.number, e.posted_ms, m.uid, m.name ORDER BY e.posted_ms DESC, o.number LIMIT $3";

/// SQL for the figures of an order sold or refunded from $1 until before $2.
const ORDER_OF: &str = "SELECT o.number, e.posted_ms, m.uid, m.name, CAST(0 AS BIGINT) AS pieces, e.sales_rp,
    e.points AS bv
    FROM bv_entries e JOIN orders o ON o.id = e.order_id JOIN members m ON m.id = e.member_id
    WHERE e.posted_ms >= $1 AND e.posted_ms < $2";

/// End of the query begun by [`ORDER_OF`]: newest first, at most $3 rows.
const ORDER_END: &str = "ORDER BY e.posted_ms DESC, e.id LIMIT $3";

/// Returns the newest orders behind the figures of [`sold_between`] for a key: one row more than shown.
async fn behind(conn: &mut Conn, by: SalesBy, key: &str, from_ms: i64, to_ms: i64) -> sqlx::Result<Vec<SoldRow>> {
    let sql = match by {
        SalesBy::Product => format!("{GOODS_OF} AND CAST(p.id AS TEXT) = $4 {GOODS_END}"),
        SalesBy::Category => format!("{GOODS_OF} AND CAST(c.id AS TEXT) = $4 {GOODS_END}"),
        SalesBy::Member => format!("{ORDER_OF} AND m.uid = $4 {ORDER_END}"),
        SalesBy::City => format!("{ORDER_OF} AND {CITY} = $4 {ORDER_END}"),
        SalesBy::Province => format!("{ORDER_OF} AND {PROVINCE} = $4 {ORDER_END}"),
        SalesBy::Courier => format!("{ORDER_OF} AND o.shipping_method = $4 {ORDER_END}"),
        SalesBy::Voucher => format!("{ORDER_OF} AND COALESCE(o.voucher_code, '') = $4 {ORDER_END}"),
        SalesBy::Hour => format!("{ORDER_OF} AND {HOUR} = $4 {ORDER_END}"),
    };
    let most = i64::try_from(MOST_ROWS).unwrap_or(i64::MAX).saturating_add(1);
    query_as(AssertSqlSafe(sql)).bind(from_ms).bind(to_ms).bind(most).bind(key).fetch_all(conn).await
}
