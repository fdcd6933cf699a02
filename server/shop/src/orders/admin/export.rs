//! Export of the list of orders for spreadsheets: the orders that match the filter, with the chosen columns.

use std::collections::HashMap;

use axum::{extract::State, response::Response};
use ksmart_core::order::{PaymentMethod, PaymentStatus};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Conn, Db, TextEnum},
    document::routes,
    error::{Error, Result},
    export::{self, Cell, Column, Walk},
    extract::Query,
    page::Page,
    time::{Clock, jakarta, jakarta_date},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE, FULFILMENT},
    tokens::Member,
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    orders::{
        admin::{
            listing::{self, AdminFilter},
            notes::tags_of,
        },
        finding::{LOOKUP, find_by_numbers},
        order::{Order, OrderLine},
    },
};

/// Maximum number of orders read at once.
const AT_ONCE: i64 = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(download_csv)).routes(routes!(download_xlsx))
}

/// An order with the data of its row in the file.
struct Exported {
    order: Order,
    uid: String,
    member: String,
    placed: String,
    tags: Vec<String>,
}

/// Every column that can be chosen, in the order of the file.
const COLUMNS: &[Column<Exported>] = &[
    ("nomor", |x| Cell::text(&x.order.number)),
    ("tanggal", |x| Cell::text(&x.placed)),
    ("pembayaran", |x| Cell::text(payment_word(x.order.state.payment_status))),
    ("pengiriman", |x| Cell::text(x.order.state.shipment_status.text())),
    ("cara_bayar", |x| Cell::text(method_word(&x.order))),
    ("id_anggota", |x| Cell::text(&x.uid)),
    ("nama_anggota", |x| Cell::text(&x.member)),
    ("penerima", |x| Cell::text(&x.order.receiver.name)),
    ("telepon", |x| Cell::Digits(x.order.receiver.phone.clone())),
    ("email", |x| Cell::text(&x.order.receiver.email)),
    ("alamat", |x| Cell::text(&x.order.receiver.address)),
    ("kurir", |x| Cell::text(&x.order.shipping_method)),
    ("resi", |x| Cell::Digits(x.order.tracking_number.clone().unwrap_or_default())),
    ("barang", |x| Cell::text(&goods(&x.order))),
    ("jumlah", |x| Cell::Number(x.order.lines.iter().map(|line| line.quantity).sum())),
    ("subtotal", |x| Cell::Number(x.order.subtotal_rp)),
    ("voucher", |x| Cell::text(x.order.voucher_code.as_deref().unwrap_or_default())),
    ("diskon", |x| Cell::Number(x.order.discount_rp)),
    ("ongkir", |x| Cell::Number(x.order.shipping_cost_rp)),
    ("ongkir_ditanggung_voucher", |x| Cell::Number(x.order.shipping_discount_rp)),
    ("selisih_ongkir", |x| Cell::Number(x.order.shipping_borne_rp)),
    ("total", |x| Cell::Number(x.order.total_rp)),
    ("ppn", |x| x.order.vat_rp().map_or(Cell::Empty, Cell::Number)),
    ("bv", |x| Cell::Number(x.order.bv)),
    ("periode", |x| Cell::text(&x.order.period_name)),
    ("tanda", |x| Cell::text(&x.tags.join(", "))),
];

fn payment_word(status: PaymentStatus) -> &'static str {
    match status {
        PaymentStatus::Pending => "belum dibayar",
        PaymentStatus::Success => "dibayar",
        PaymentStatus::Failed => "pembayaran gagal",
        PaymentStatus::Expired => "lewat batas bayar",
        PaymentStatus::Cancelled => "dibatalkan",
        PaymentStatus::Refunded => "dana dikembalikan",
    }
}

fn method_word(order: &Order) -> &'static str {
    match order.state.payment_method {
        PaymentMethod::Online if order.bank_transfer => "transfer bank",
        PaymentMethod::Online => "online",
        PaymentMethod::Cod => "COD",
    }
}

/// Returns the products of an order in words, such as `2 × Madu Hutan (500 ml), 1 × Teh`.
fn goods(order: &Order) -> String {
    let line = |line: &OrderLine| {
        let variant = line.variant.as_ref().map(|variant| format!(" ({variant})")).unwrap_or_default();
        format!("{} × {}{variant}", line.quantity, line.name)
    };
    order.lines.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Selection of the columns of a file.
#[derive(Debug, Deserialize, IntoParams)]
struct ExportParams {
    /// Names of columns, separated by commas, in any order; all columns if omitted.
    #[param(max_length = 400)]
    columns: Option<String>,
}

/// Returns the chosen columns, in the order of the file.
fn chosen(params: &ExportParams) -> Result<Vec<Column<Exported>>> {
    let Some(names) = params.columns.as_deref().filter(|names| !names.trim().is_empty()) else {
        return Ok(COLUMNS.to_vec());
    };
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    if let Some(unknown) = names.iter().find(|name| !COLUMNS.iter().any(|(known, _)| known == *name)) {
        return Err(Error::invalid(format!("Kolom {unknown} tidak dikenal.")));
    }
    Ok(COLUMNS.iter().filter(|(name, _)| names.contains(name)).copied().collect())
}

/// Reader of the orders that match a filter, in batches of 1,000.
struct Orders {
    db: Db,
    filter: AdminFilter,
    sandbox: PaymentSandbox,
    now_ms: i64,
    after: Option<[i64; 2]>,
    done: bool,
}

impl Walk for Orders {
    type Row = Exported;

    async fn next(&mut self) -> Result<Vec<Exported>> {
        if self.done {
            return Ok(Vec::new());
        }
        let mut conn = self.db.read().await?;
        let page = Page::next(AT_ONCE, self.after);
        let (rows, more) = listing::find(&mut conn, &self.filter, &page, self.sandbox, self.now_ms).await?;
        self.after = rows.last().map(|row| [row.created_ms, row.id.0]);
        self.done = more.is_none();
        let mut found = Vec::with_capacity(rows.len());
        for rows in rows.chunks(LOOKUP) {
            found.extend(load(&mut conn, rows).await?);
        }
        Ok(found)
    }
}

async fn load(conn: &mut Conn, rows: &[listing::Row]) -> sqlx::Result<Vec<Exported>> {
    let numbers: Vec<&str> = rows.iter().map(|row| row.number.as_str()).collect();
    let orders = find_by_numbers(conn, &numbers).await?;
    let keys: Vec<_> = rows.iter().map(|row| row.id).collect();
    let mut tags = tags_of(conn, &keys).await?;
    let mut orders: HashMap<_, Order> = orders.into_iter().map(|order| (order.key, order)).collect();
    let told = |row: &listing::Row| {
        let order = orders.remove(&row.id)?;
        let placed = jakarta(row.created_ms).format("%Y-%m-%d %H:%M").to_string();
        let tags = tags.remove(&row.id).unwrap_or_default();
        Some(Exported { order, uid: row.uid.clone(), member: row.name.clone(), placed, tags })
    };
    Ok(rows.iter().filter_map(told).collect())
}

/// Begins an export: reports a wrong filter before the file begins, and records in the audit log who exported which
/// columns.
async fn begin(walk: &Orders, admin: &Member, columns: &[Column<Exported>], file: &str) -> Result<()> {
    let page = Page::next(1, None);
    listing::find(&mut *walk.db.read().await?, &walk.filter, &page, walk.sandbox, walk.now_ms).await?;
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let change = Change::new("export", Subject::Order, file, Value::Null, json!({"columns": names}));
    audit::record(&mut *walk.db.write_one().await?, admin, walk.now_ms, change).await?;
    Ok(())
}

/// Returns the orders that match the filter as CSV: UTF-8 with its byte order mark, cells separated by `;`, as Excel in
/// Indonesia opens it. Recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/orders.csv", operation_id = "exportOrdersCsv",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422)))]
async fn download_csv(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Query(filter): Query<AdminFilter>,
    Query(params): Query<ExportParams>,
) -> Result<Response> {
    let columns = chosen(&params)?;
    let now_ms = clock.now_ms();
    let file = format!("pesanan-{}.csv", jakarta_date(now_ms));
    let walk = Orders { db, filter, sandbox, now_ms, after: None, done: false };
    begin(&walk, &admin, &columns, &file).await?;
    export::csv(&file, columns, walk)
}

/// Returns the orders that match the filter, up to 100,000, as a workbook of one sheet. Recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/orders.xlsx", operation_id = "exportOrdersXlsx",
    responses((status = 200, body = String,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (status = 422)))]
async fn download_xlsx(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Query(filter): Query<AdminFilter>,
    Query(params): Query<ExportParams>,
) -> Result<Response> {
    let columns = chosen(&params)?;
    let now_ms = clock.now_ms();
    let file = format!("pesanan-{}.xlsx", jakarta_date(now_ms));
    let walk = Orders { db, filter, sandbox, now_ms, after: None, done: false };
    begin(&walk, &admin, &columns, &file).await?;
    let too_many = "Lebih dari 100.000 pesanan: persempit saringannya, atau unduh sebagai CSV.";
    export::xlsx(&file, "Pesanan", columns, walk, too_many).await
}
