//! The list of orders as a file for spreadsheets: what the filter lets through, with the columns that were chosen.

use std::collections::HashMap;

use axum::{
    body::Body,
    extract::{FromRef, State},
    response::Response,
};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use ksmart_core::order::{PaymentMethod, PaymentStatus};
use rust_xlsxwriter::{Worksheet, XlsxError};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        config::PaymentSandbox,
        db::{Conn, Db, TextEnum},
        document::routes,
        error::{Error, Result},
        extract::Query,
        page::Page,
        response::attachment,
        table::{CSV, guard, writer},
        time::{Clock, jakarta, jakarta_date},
        workbook::{self, MOST},
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, FINANCE, FULFILMENT},
        sessions::Sessions,
        tokens::Member,
    },
    shop::orders::{
        admin::{
            listing::{self, AdminFilter},
            notes::tags_of,
        },
        order::{LOOKUP, Order, OrderProduct, find_by_numbers},
    },
};

/// How many orders are read at once.
const AT_ONCE: i64 = 1000;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    PaymentSandbox: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(download_csv)).routes(routes!(download_xlsx))
}

/// An order with what the file says of it.
struct Exported {
    order: Order,
    uid: String,
    member: String,
    placed: String,
    tags: Vec<String>,
}

/// What stands in a cell.
enum Cell {
    Text(String),
    /// Digits that are no number, such as a phone's: a spreadsheet would round them, or drop the zero in front.
    Digits(String),
    Number(i64),
    Empty,
}

impl Cell {
    /// As CSV has it: nothing that a spreadsheet would run, and an apostrophe in front of what is no number.
    fn csv(self) -> String {
        match self {
            Self::Text(text) => guard(text),
            Self::Digits(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("'{text}")
            }
            Self::Digits(text) => guard(text),
            Self::Number(number) => number.to_string(),
            Self::Empty => String::new(),
        }
    }

    /// Puts it into a sheet. A text is no formula there, however it begins.
    fn put(&self, sheet: &mut Worksheet, row: u32, column: u16) -> std::result::Result<(), XlsxError> {
        match self {
            Self::Text(text) | Self::Digits(text) => workbook::put_text(sheet, row, column, text),
            Self::Number(number) => workbook::put_number(sheet, row, column, *number),
            Self::Empty => Ok(()),
        }
    }
}

/// A column: its name, and what stands in it.
type Column = (&'static str, fn(&Exported) -> Cell);

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// Every column that can be chosen, in the order of the file.
const COLUMNS: &[Column] = &[
    ("nomor", |x| text(&x.order.order_id)),
    ("tanggal", |x| text(&x.placed)),
    ("pembayaran", |x| text(payment_word(x.order.status))),
    ("pengiriman", |x| text(x.order.shipment_status.text())),
    ("cara_bayar", |x| text(method_word(x.order.payment_method))),
    ("id_anggota", |x| text(&x.uid)),
    ("nama_anggota", |x| text(&x.member)),
    ("penerima", |x| text(&x.order.receiver_name)),
    ("telepon", |x| Cell::Digits(x.order.receiver_phone.clone())),
    ("email", |x| text(&x.order.receiver_email)),
    ("alamat", |x| text(&x.order.receiver_address)),
    ("kurir", |x| text(&x.order.shipping_method)),
    ("resi", |x| Cell::Digits(x.order.resi.clone().unwrap_or_default())),
    ("barang", |x| text(&goods(&x.order))),
    ("jumlah", |x| Cell::Number(x.order.products.iter().map(|line| line.quantity).sum())),
    ("subtotal", |x| Cell::Number(x.order.subtotal)),
    ("voucher", |x| text(x.order.voucher_code.as_deref().unwrap_or_default())),
    ("diskon", |x| Cell::Number(x.order.discount_amount)),
    ("ongkir", |x| Cell::Number(x.order.shipping_cost)),
    ("ongkir_ditanggung_voucher", |x| Cell::Number(x.order.shipping_discount)),
    ("total", |x| Cell::Number(x.order.gross_amount)),
    ("ppn", |x| x.order.vat_rp.map_or(Cell::Empty, Cell::Number)),
    ("bv", |x| Cell::Number(x.order.total_bv)),
    ("periode", |x| text(&x.order.bv_period_name)),
    ("tanda", |x| text(&x.tags.join(", "))),
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

fn method_word(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Online => "online",
        PaymentMethod::Cod => "COD",
    }
}

/// `2 × Madu Hutan (500 ml), 1 × Teh`.
fn goods(order: &Order) -> String {
    let line = |line: &OrderProduct| {
        let variant = line.variant.as_ref().map(|variant| format!(" ({variant})")).unwrap_or_default();
        format!("{} × {}{variant}", line.quantity, line.name)
    };
    order.products.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Which columns a file has.
#[derive(Debug, Deserialize, IntoParams)]
struct ExportParams {
    /// Names of columns with commas between them, in any order; all of them without it.
    #[param(max_length = 400)]
    columns: Option<String>,
}

/// The chosen columns, in the order of the file.
fn chosen(params: &ExportParams) -> Result<Vec<Column>> {
    let Some(names) = params.columns.as_deref().filter(|names| !names.trim().is_empty()) else {
        return Ok(COLUMNS.to_vec());
    };
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    if let Some(unknown) = names.iter().find(|name| !COLUMNS.iter().any(|(known, _)| known == *name)) {
        return Err(Error::invalid(format!("Kolom {unknown} tidak dikenal.")));
    }
    Ok(COLUMNS.iter().filter(|(name, _)| names.contains(name)).copied().collect())
}

/// A list that is gone through from its beginning to its end.
struct Walk {
    db: Db,
    filter: AdminFilter,
    sandbox: PaymentSandbox,
    now_ms: i64,
    after: Option<[i64; 2]>,
    done: bool,
}

impl Walk {
    /// The next orders; none at the end.
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
    let mut orders: HashMap<_, Order> = orders.into_iter().map(|order| (order.key(), order)).collect();
    let told = |row: &listing::Row| {
        let order = orders.remove(&row.id)?;
        let placed = jakarta(row.created_ms).format("%Y-%m-%d %H:%M").to_string();
        let tags = tags.remove(&row.id).unwrap_or_default();
        Some(Exported { order, uid: row.uid.clone(), member: row.name.clone(), placed, tags })
    };
    Ok(rows.iter().filter_map(told).collect())
}

/// Begins an export: what is wrong with the filter is said before the file begins, and the log knows who took which columns.
async fn begin(walk: &Walk, admin: &Member, columns: &[Column], file: &str) -> Result<()> {
    let page = Page::next(1, None);
    listing::find(&mut *walk.db.read().await?, &walk.filter, &page, walk.sandbox, walk.now_ms).await?;
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let change = Change::new("export", Subject::Order, file, Value::Null, json!({"columns": names}));
    audit::record(&mut *walk.db.write_one().await?, admin, walk.now_ms, change).await?;
    Ok(())
}

/// The orders that the filter lets through as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens
/// it. Written in the log.
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
    let walk = Walk { db, filter, sandbox, now_ms, after: None, done: false };
    begin(&walk, &admin, &columns, &file).await?;
    let names = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let first = lines("\u{feff}", [names])?;
    let rest = stream::try_unfold((walk, columns), |(mut walk, columns)| async move {
        let found = walk.next().await?;
        if found.is_empty() {
            return Ok::<_, Error>(None);
        }
        let row = |order: &Exported| columns.iter().map(|(_, cell)| cell(order).csv()).collect();
        let rows = lines("", found.iter().map(row))?;
        Ok(Some((rows, (walk, columns))))
    });
    let body = stream::once(async { Ok(first) }).chain(rest);
    Ok(attachment(&file, CSV, Body::from_stream(body.map_err(|_| "the export was cut short"))))
}

fn lines(begun: &str, rows: impl IntoIterator<Item = Vec<String>>) -> Result<Bytes> {
    let mut writer = writer(begun.into());
    for row in rows {
        writer.write_record(row).map_err(Error::internal)?;
    }
    Ok(writer.into_inner().map_err(Error::internal)?.into())
}

/// The orders that the filter lets through as a workbook of one sheet, up to 100,000. Written in the log.
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
    let mut walk = Walk { db, filter, sandbox, now_ms, after: None, done: false };
    begin(&walk, &admin, &columns, &file).await?;
    let _turn = workbook::turn().await?;
    let mut sheet = workbook::sheet("Pesanan", columns.iter().map(|(name, _)| *name)).map_err(Error::internal)?;
    let mut rows = 0;
    loop {
        let found = walk.next().await?;
        if found.is_empty() {
            break;
        }
        for order in &found {
            rows += 1;
            if rows > MOST {
                let message = "Lebih dari 100.000 pesanan: persempit saringannya, atau unduh sebagai CSV.";
                return Err(Error::invalid(message));
            }
            for (place, (_, cell)) in (0..).zip(&columns) {
                cell(order).put(&mut sheet, rows, place).map_err(Error::internal)?;
            }
        }
    }
    workbook::finish(sheet, &file).await
}
