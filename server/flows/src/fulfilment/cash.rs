//! Cash on delivery: an order is paid when the shop has its cash. That is recorded for a single order, or for all
//! orders of a courier's report at once; a report is checked completely before anything is written.

use std::collections::HashMap;

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use bytes::Bytes;
use ksmart_core::{
    order::{OrderEvent, PaymentMethod, PaymentStatus, ShipmentStatus},
    text,
};
use ksmart_foundation::{
    db::{Conn, retried, value_rows},
    document::routes,
    error::{Code, Error, Result},
    extract::{Multipart, Path, Query},
    format,
    table::{self, RowError, Table, number},
    upload,
};
use ksmart_identity::{
    roles::{Admin, Confirmed, FINANCE},
    tokens::Member,
};
use ksmart_members::volume;
use ksmart_shop::orders::{
    cash::{NamedOrder, named},
    find_any, money,
    moves::MoveAuthor,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, query, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    fulfilment::admin::{move_now, moved},
    order_transitions::{Facts, MoveAnswer, advance_within, audit_move},
    payments::Payments,
};

/// Maximum size of a report, in bytes.
const MAX_FILE: usize = 1024 * 1024;

/// Maximum number of orders in a report.
const MAX_ROWS: usize = 1000;

/// Maximum number of lines stored in one statement.
const BATCH: usize = 32;

/// Names of the columns that are read.
const ORDER: &str = "pesanan";
const RESI: &str = "resi";
const AMOUNT: &str = "jumlah";
const FEE: &str = "biaya";

/// Accepted names of each column in files of couriers, without dots. If a file has several of a column's names, the one
/// listed first here counts.
const COLUMNS: [(&str, &[&str]); 4] = [
    (ORDER, &[ORDER, "no pesanan", "nomor pesanan", "id pesanan", "order id"]),
    (RESI, &[RESI, "no resi", "nomor resi", "awb", "no awb", "nomor awb", "waybill"]),
    (AMOUNT, &["nilai cod", "jumlah cod", AMOUNT, "total", "nilai", "cod"]),
    (FEE, &[FEE, "biaya cod", "fee cod", "fee"]),
];

/// Accepted names of each column in the shop's own export of orders, where `jumlah` is the number of pieces.
const OWN_COLUMNS: [(&str, &[&str]); 4] = [(ORDER, &["nomor"]), (RESI, &["resi"]), (AMOUNT, &["total"]), (FEE, &[])];

/// Column by which the shop's own export is recognised: no courier's file has it.
const OWN: &str = "subtotal";

/// The routes of this part; the body limit allows for the file and the small multipart data around it.
pub fn router() -> OpenApiRouter<FlowsState> {
    let settling = OpenApiRouter::new().routes(routes!(settle));
    OpenApiRouter::new().routes(routes!(receive)).merge(settling.layer(DefaultBodyLimit::max(MAX_FILE + 64 * 1024)))
}

/// Records that the shop has the cash of a COD order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/cash", operation_id = "receiveCash",
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn receive(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(order): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let found = find_any(&mut *payments.db.read().await?, &order).await?;
    if found.state.payment_method != PaymentMethod::Cod {
        return Err(ksmart_core::order::MoveRefused.into());
    }
    moved(&payments, &order, "Uang COD diterima.", || move_now(&payments, &order, OrderEvent::Pay, &admin)).await
}

#[derive(Debug, Deserialize, IntoParams)]
struct SettlementParams {
    /// Whether to return only a preview.
    dry_run: bool,
    /// Digest from the preview: confirms that the effects are unchanged since then.
    digest: Option<String>,
    /// Whether rows with mistakes are skipped; otherwise a single mistake prevents the whole import.
    #[serde(default)]
    skip_mistakes: bool,
}

/// The part of a multipart upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the part is read by its name")]
struct SettlementUpload {
    /// CSV, up to 1 MB and 1,000 rows.
    #[schema(value_type = String, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Result of importing a courier's report of collected cash.
#[derive(Debug, Serialize, ToSchema)]
struct SettlementAnswer {
    /// Whether the report was applied; false for a preview, which changes nothing.
    applied: bool,
    /// Number of orders that the report pays.
    orders: usize,
    /// Amount paid by the buyers of these orders, rupiah.
    amount_rp: i64,
    /// Part of that amount retained by the courier, rupiah.
    fee_rp: i64,
    /// Number of mistakes in all rows; a row with a mistake is never applied.
    mistakes: usize,
    /// The first 200 mistakes, by line.
    errors: Vec<RowError>,
    /// The first 200 rows that pay an order, by line.
    rows: Vec<SettledRow>,
    /// Columns that are not read.
    ignored_columns: Vec<String>,
    /// Digest of the effects, to be sent with the file to apply the report.
    digest: String,
}

/// A row that pays an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct SettledRow {
    /// The line of the file, from 1.
    line: u64,
    /// The order's number.
    order_id: String,
    /// Courier's tracking number of the order's parcel; null if it has none.
    resi: Option<String>,
    receiver_name: String,
    /// Cash collected by the courier, rupiah: equals the order's total.
    amount_rp: i64,
    /// Part of the cash retained by the courier, rupiah; 0 if the report names none.
    fee_rp: i64,
}

/// Imports a courier's report of collected cash (multipart field `file`; CSV, up to 1 MB and 1,000 rows).
#[utoipa::path(post, path = "/api/admin/cod-settlements", request_body(content = SettlementUpload, content_type = "multipart/form-data"), operation_id = "settleCash",
    responses((status = 200, body = SettlementAnswer), (status = 409), (status = 422)))]
async fn settle(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Query(params): Query<SettlementParams>,
    Multipart(form): Multipart,
) -> Result<Json<SettlementAnswer>> {
    let (bytes, file_name) = upload::uploaded(form).await?;
    let report = Report::read(bytes).await.map_err(Error::invalid)?;
    if params.dry_run {
        let plan = plan(&mut *payments.db.read().await?, &report).await?;
        return Ok(Json(plan.answer(report.ignored, false)));
    }
    let digest = params.digest.ok_or_else(|| Error::invalid("Periksa pratinjaunya lebih dulu."))?;
    let seen = Seen { digest: &digest, skip_mistakes: params.skip_mistakes };
    let booked = retried(|| book_as_seen(&payments, &report, seen, &file_name, &admin)).await;
    match booked {
        Err(error) if error.code() == Code::MoveRefused => {
            let now = plan(&mut *payments.db.read().await?, &report).await?;
            Err(Error::edit_conflict(now.answer(report.ignored, false)))
        }
        booked => {
            let booked = booked?;
            payments.orders.catalog.mark_changed();
            tracing::info!(orders = booked.paid.len(), admin = admin.id.0, "a courier's cash was settled");
            Ok(Json(booked.answer(report.ignored, true)))
        }
    }
}

/// Preview of a report that an administrator saw before applying it.
#[derive(Clone, Copy)]
struct Seen<'a> {
    digest: &'a str,
    skip_mistakes: bool,
}

/// Pays all orders of a report in one transaction, if its effects match the preview.
async fn book_as_seen(
    payments: &Payments,
    report: &Report,
    seen: Seen<'_>,
    file_name: &str,
    admin: &Member,
) -> Result<Plan> {
    let mut tx = payments.db.write().await?;
    let plan = plan(&mut tx, report).await?;
    let may_be_booked = plan.errors.is_empty() || seen.skip_mistakes && !plan.paid.is_empty();
    if !may_be_booked || plan.digest != seen.digest {
        return Err(ksmart_core::order::MoveRefused.into());
    }
    book(&mut tx, &plan, file_name, admin, payments.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(plan)
}

/// Returns the name of a column without dots and underscores.
fn plain_name(name: &str) -> String {
    text::line(&name.replace(['.', '_'], " "))
}

fn is_name(cell: &str) -> bool {
    let plain = plain_name(cell);
    COLUMNS.iter().chain(&OWN_COLUMNS).any(|(_, names)| names.contains(&plain.as_str())) || plain == OWN
}

/// A parsed report.
struct Report {
    table: Table,
    /// Positions of the columns that are read.
    columns: [Option<usize>; 4],
    ignored: Vec<String>,
}

impl Report {
    async fn read(bytes: Bytes) -> std::result::Result<Self, String> {
        let too_many = "File ini berisi lebih dari 1.000 pesanan. Bagilah menjadi beberapa file.";
        let mut table = upload::read(bytes, MAX_ROWS, too_many, is_name).await?;
        let plain: Vec<String> = table.columns.iter().map(|name| plain_name(name)).collect();
        let known = if plain.iter().any(|name| name == OWN) { OWN_COLUMNS } else { COLUMNS };
        let place = |name: &&str| plain.iter().position(|column| column == name);
        let columns = known.map(|(_, names)| names.iter().find_map(place));
        if let Some(twice) =
            columns.iter().flatten().find(|at| plain.iter().filter(|name| **name == plain[**at]).count() > 1)
        {
            return Err(format!("Kolom {} ada dua kali.", plain[*twice]));
        }
        if columns[0].or(columns[1]).is_none() || columns[2].is_none() {
            let message = "Baris pertama harus berisi nama kolom: pesanan atau resi, jumlah, dan bila ada biaya.";
            return Err(message.to_owned());
        }
        if table.rows.is_empty() && table.errors.is_empty() {
            return Err("File ini tidak berisi pesanan.".to_owned());
        }
        table.refuse_faults(|at| columns.iter().position(|column| *column == Some(at)).map(|of| COLUMNS[of].0));
        let is_ignored = |(at, name): &(usize, &String)| !columns.contains(&Some(*at)) && !name.is_empty();
        let ignored = table.columns.iter().enumerate().filter(is_ignored).map(|(_, name)| name.clone()).collect();
        Ok(Self { table, columns, ignored })
    }

    /// Returns the cells of a row that are read, in the order of [`COLUMNS`]; empty for a missing column.
    fn cells(&self, row: &[String]) -> [String; 4] {
        self.columns.map(|column| column.map_or(String::new(), |column| text::plain(&row[column])))
    }
}

/// Planned effects of a report.
struct Plan {
    /// Rows that pay an order, with that order, by line.
    paid: Vec<(SettledRow, NamedOrder)>,
    /// Mistakes of all rows, by line.
    errors: Vec<RowError>,
    amount_rp: i64,
    fee_rp: i64,
    digest: String,
}

/// Determines the effects of a report on the orders; changes nothing.
async fn plan(conn: &mut Conn, report: &Report) -> sqlx::Result<Plan> {
    let rows: Vec<(u64, [String; 4])> =
        report.table.rows.iter().map(|(line, row)| (*line, report.cells(row))).collect();
    let names = |place: usize| -> Vec<&str> {
        rows.iter().map(|(_, cells)| cells[place].as_str()).filter(|name| !name.is_empty()).collect()
    };
    let orders = named(conn, &names(0), &names(1)).await?;
    let by_number: HashMap<&str, &NamedOrder> = orders.iter().map(|order| (order.number.as_str(), order)).collect();
    let mut by_resi: HashMap<String, Vec<&NamedOrder>> = HashMap::new();
    for order in by_number.values() {
        let resi = order.tracking_number.as_deref().unwrap_or_default();
        by_resi.entry(resi.to_uppercase()).or_default().push(order);
    }
    let (mut paid, mut errors) = (Vec::new(), report.table.errors.clone());
    let mut seen: HashMap<&str, u64> = HashMap::new();
    let mut twice = Vec::new();
    for (line, cells) in &rows {
        let (line, cells) = (*line, cells.each_ref().map(String::as_str));
        match row(line, cells, &by_number, &by_resi) {
            Ok((row, order)) => match seen.insert(&order.number, line) {
                Some(before) => {
                    let message = format!("Pesanan {} sudah ada di baris {before}.", order.number);
                    errors.push(RowError { line, column: ORDER, message });
                    twice.push((order.id, line));
                }
                None => paid.push((row, order.clone())),
            },
            Err((column, message)) => errors.push(RowError { line, column, message }),
        }
    }
    // If an order has several lines, it is unknown which of them is right.
    paid.retain(|(row, order): &(SettledRow, NamedOrder)| match twice.iter().find(|(id, _)| *id == order.id) {
        Some((_, again)) => {
            let message = format!("Pesanan {} ada lagi di baris {again}.", order.number);
            errors.push(RowError { line: row.line, column: ORDER, message });
            false
        }
        None => true,
    });
    errors.sort_by_key(|error| error.line);
    let mut hash = Sha256::new();
    for (row, order) in &paid {
        [order.id.0, row.amount_rp, row.fee_rp].iter().for_each(|number| hash.update(number.to_le_bytes()));
    }
    let sum = |of: fn(&SettledRow) -> i64| paid.iter().fold(0_i64, |sum, (row, _)| sum.saturating_add(of(row)));
    let (amount_rp, fee_rp) = (sum(|row| row.amount_rp), sum(|row| row.fee_rp));
    Ok(Plan { paid, errors, amount_rp, fee_rp, digest: format::hex(&hash.finalize()) })
}

/// Returns the order that a row pays, or the mistake in the row, with its column.
fn row<'a>(
    line: u64,
    [order_id, resi, amount, fee]: [&str; 4],
    by_number: &HashMap<&str, &'a NamedOrder>,
    by_resi: &HashMap<String, Vec<&'a NamedOrder>>,
) -> std::result::Result<(SettledRow, &'a NamedOrder), (&'static str, String)> {
    let order = if order_id.is_empty() {
        match by_resi.get(&resi.to_uppercase()).filter(|_| !resi.is_empty()).map(Vec::as_slice) {
            Some([order]) => *order,
            Some(_) => return Err((RESI, format!("Resi {resi} ada pada beberapa pesanan. Tulis nomor pesanannya."))),
            None if resi.is_empty() => return Err((ORDER, "Tulis nomor pesanan atau resinya.".to_owned())),
            None => return Err((RESI, format!("Tidak ada pesanan dengan resi {resi}."))),
        }
    } else {
        let order = by_number.get(order_id).ok_or_else(|| (ORDER, format!("Tidak ada pesanan {order_id}.")))?;
        let kept = order.tracking_number.as_deref();
        if !resi.is_empty() && !kept.is_some_and(|kept| kept.eq_ignore_ascii_case(resi)) {
            let kept = kept.unwrap_or("belum ada");
            return Err((RESI, format!("Resi pesanan {order_id} adalah {kept}, bukan {resi}.")));
        }
        *order
    };
    let state = order.state;
    let number_of = &order.number;
    let refused = if state.payment_method != PaymentMethod::Cod {
        Some(format!("Pesanan {number_of} bukan pesanan COD."))
    } else if order.trial {
        Some(format!("Pesanan {number_of} hanya percobaan."))
    } else if matches!(state.payment_status, PaymentStatus::Success | PaymentStatus::Refunded) {
        Some(format!("Uang pesanan {number_of} sudah dicatat diterima."))
    } else if state.shipment_status == ShipmentStatus::Cancelled {
        Some(format!("Pesanan {number_of} sudah dibatalkan."))
    } else if state.after(OrderEvent::Pay).is_err() {
        Some(format!("Pesanan {number_of} belum dikirim."))
    } else {
        None
    };
    if let Some(message) = refused {
        return Err((if order_id.is_empty() { RESI } else { ORDER }, message));
    }
    let unreadable = "Tulis jumlah rupiah tanpa sen, misalnya 150000 atau 150.000.";
    let amount_rp = number(amount).ok_or_else(|| (AMOUNT, unreadable.to_owned()))?;
    if amount_rp != order.total_rp {
        let (due, said) = (format::rupiah(order.total_rp), format::rupiah(amount_rp));
        return Err((AMOUNT, format!("Pesanan {number_of} berjumlah {due}, bukan {said}.")));
    }
    let fee_rp = if fee.is_empty() { 0 } else { number(fee).ok_or_else(|| (FEE, unreadable.to_owned()))? };
    if fee_rp > amount_rp {
        return Err((FEE, "Biaya tidak boleh melebihi jumlahnya.".to_owned()));
    }
    let row = SettledRow {
        line,
        order_id: order.number.clone(),
        resi: order.tracking_number.clone(),
        receiver_name: order.receiver_name.clone(),
        amount_rp,
        fee_rp,
    };
    Ok((row, order))
}

impl Plan {
    fn answer(&self, ignored_columns: Vec<String>, applied: bool) -> SettlementAnswer {
        SettlementAnswer {
            applied,
            orders: self.paid.len(),
            amount_rp: self.amount_rp,
            fee_rp: self.fee_rp,
            mistakes: self.errors.len(),
            errors: table::named(&self.errors, RowError::clone),
            rows: table::named(&self.paid, |(row, _)| row.clone()),
            ignored_columns,
            digest: self.digest.clone(),
        }
    }
}

/// Pays all orders of a report.
async fn book(conn: &mut Conn, plan: &Plan, file_name: &str, admin: &Member, now_ms: i64) -> Result<()> {
    // Lock the periods before any product of these orders.
    volume::hold_periods(conn).await?;
    let sql = "INSERT INTO cod_settlements (file_name, orders, amount_rp, fee_rp, member_id, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
    let settlement: i64 = query_scalar(sql)
        .bind(file_name)
        .bind(i64::try_from(plan.paid.len()).unwrap_or(i64::MAX))
        .bind(plan.amount_rp)
        .bind(plan.fee_rp)
        .bind(admin.id)
        .bind(now_ms)
        .fetch_one(&mut *conn)
        .await?;
    // Buyers can read the reason of a move, so only the audit log names the file.
    let (reason, logged_reason) = ("Laporan kurir", format!("Laporan kurir {file_name}"));
    let mut paid: Vec<_> = plan.paid.iter().collect();
    // Orders are paid in the order of keys, to avoid deadlocks between two reports.
    paid.sort_by_key(|(_, order)| order.id);
    for (row, order) in &paid {
        let before = Facts::read(conn, order.id).await?;
        let (event, by) = (OrderEvent::Pay, MoveAuthor::admin(admin.clone()));
        advance_within(conn, order.id, event, by, Some(reason), now_ms).await?;
        let named = (order.id, order.number.as_str(), &before);
        audit_move(conn, admin, "paid", named, Some(&logged_reason), now_ms).await?;
        if row.fee_rp > 0 {
            money::charge(conn, order.id, row.fee_rp, now_ms).await?;
        }
    }
    for some in paid.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO cod_settlement_lines (order_id, settlement_id, amount_rp, fee_rp) VALUES {}",
            value_rows(some.len(), 4)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (row, order) in some {
            query = query.bind(order.id).bind(settlement).bind(row.amount_rp).bind(row.fee_rp);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}
