//! The books: money received, refunded, still expected and owed, by day and by BV period.

use std::collections::BTreeMap;

use axum::{Json, extract::State, response::Response};
use ksmart_core::order::{PaymentMethod, ShipmentStatus};
use ksmart_flows::{payments::problems, payouts};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::{Query, day},
    ids::PeriodId,
    response::attachment,
    table::{self, guard},
    time::{DAY_MS, JAKARTA_MS, jakarta_date},
};
use ksmart_identity::roles::{Admin, FINANCE};
use ksmart_members::volume;
use ksmart_shop::{
    orders::money::{self, BorneShipping, Channel, MoneyKind, Moved, Pending},
    returns,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Maximum number of days returned at once.
const MOST_DAYS: i64 = 366;

/// Maximum number of periods shown.
const PERIODS: i64 = 12;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(download))
}

/// Unit by which the books are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum BooksBy {
    /// The day in Jakarta.
    Day,
    /// The BV period: the newest twelve.
    Period,
}

/// Selected part of the books.
#[derive(Debug, Deserialize, IntoParams)]
struct BooksFilter {
    /// Grouping of the rows.
    #[param(inline)]
    by: BooksBy,
    /// First day in Jakarta, `YYYY-MM-DD`; with `day` only.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day, at most 366 days after the first; with `day` only.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
}

/// Number of entries and their total.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
struct Amount {
    count: i64,
    /// Total of the entries, rupiah.
    amount_rp: i64,
}

impl Amount {
    fn add(&mut self, count: i64, amount_rp: i64) {
        self.count += count;
        self.amount_rp += amount_rp;
    }
}

/// Amounts that moved on a day or in a period, and amounts from that time that are open now.
#[derive(Debug, Default, Clone, Serialize, ToSchema)]
struct Figures {
    /// Orders that were paid online.
    online: Amount,
    /// Orders that were paid by a transfer to the shop's own account.
    transfer: Amount,
    /// COD orders whose cash the shop received, fees included.
    cod: Amount,
    /// Fees that couriers deducted from that cash, according to their reports.
    fees: Amount,
    /// Refunded money.
    refunded: Amount,
    /// Payouts of bonuses, and the transferred amount.
    payouts: Amount,
    /// Tax withheld from payouts, rupiah.
    tax_rp: i64,
    /// Shipping cost of orders paid in that time beyond the amount charged to their buyers, after corrections of their
    /// addresses; below 0, the amount left for the shop. Not an entry of the books: couriers are paid outside them.
    shipping_borne: Amount,
    /// Money received less all money paid out, tax included, rupiah.
    left_rp: i64,
    /// Orders placed in that time that wait for their online payment.
    unpaid: Amount,
    /// COD orders placed in that time whose cash the shop does not have.
    cash_due: Amount,
    /// Unpaid bonuses of the period, before tax; null for a day.
    bonuses_due: Option<Amount>,
    /// Number of payouts, each of which is counted in only one row: that of its own period, or of the day of payment.
    #[serde(skip)]
    own_payouts: i64,
}

impl Figures {
    fn moved(&mut self, moved: &Moved, sandbox: PaymentSandbox) {
        let into = match (moved.kind.0, moved.channel.0) {
            // If the sandbox is off, payments made in it are not money.
            (_, Channel::Sandbox) if sandbox == PaymentSandbox::Off => return,
            (MoneyKind::Received, Channel::Cod) => &mut self.cod,
            (MoneyKind::Received, Channel::Transfer) => &mut self.transfer,
            (MoneyKind::Received, _) => &mut self.online,
            (MoneyKind::Fee, _) => &mut self.fees,
            (MoneyKind::Refunded, _) => &mut self.refunded,
        };
        into.add(moved.entries, moved.amount_rp);
    }

    fn borne(&mut self, borne: &BorneShipping, sandbox: PaymentSandbox) {
        if borne.channel.0 != Channel::Sandbox || sandbox != PaymentSandbox::Off {
            self.shipping_borne.add(borne.orders, borne.amount_rp);
        }
    }

    fn pending(&mut self, pending: &Pending) {
        match pending.payment_method.0 {
            PaymentMethod::Online => &mut self.unpaid,
            PaymentMethod::Cod => &mut self.cash_due,
        }
        .add(pending.orders, pending.amount_rp);
    }

    fn paid_out(&mut self, paid: &payouts::PaidOut, payouts: i64) {
        self.payouts.add(payouts, paid.net_rp);
        self.own_payouts += paid.own_payouts;
        self.tax_rp += paid.tax_rp;
    }

    fn finish(&mut self) {
        let came = self.online.amount_rp + self.transfer.amount_rp + self.cod.amount_rp;
        self.left_rp = came - self.fees.amount_rp - self.refunded.amount_rp - self.payouts.amount_rp - self.tax_rp;
    }

    fn add(&mut self, other: &Self) {
        for (sum, part) in [
            (&mut self.online, other.online),
            (&mut self.transfer, other.transfer),
            (&mut self.cod, other.cod),
            (&mut self.fees, other.fees),
            (&mut self.refunded, other.refunded),
            (&mut self.payouts, other.payouts),
            (&mut self.shipping_borne, other.shipping_borne),
            (&mut self.unpaid, other.unpaid),
            (&mut self.cash_due, other.cash_due),
        ] {
            sum.add(part.count, part.amount_rp);
        }
        if let Some(due) = other.bonuses_due {
            self.bonuses_due.get_or_insert_default().add(due.count, due.amount_rp);
        }
        self.tax_rp += other.tax_rp;
        self.left_rp += other.left_rp;
    }
}

/// A day or a period of the books.
#[derive(Debug, Serialize, ToSchema)]
struct BooksRow {
    /// The day in Jakarta, `YYYY-MM-DD`; null for a period.
    date: Option<String>,
    /// The period; null for a day.
    period_id: Option<PeriodId>,
    /// Name of the period; null for a day.
    period_name: Option<String>,
    figures: Figures,
}

/// Unpaid bonuses of a period.
#[derive(Debug, Serialize, ToSchema)]
struct BonusesDue {
    period_id: PeriodId,
    period_name: String,
    count: i64,
    /// Amount before tax, rupiah.
    amount_rp: i64,
}

/// Amounts open now, regardless of their date.
#[derive(Debug, Default, Serialize, ToSchema)]
struct OpenBooks {
    /// Orders that wait for their online payment.
    unpaid: Amount,
    /// COD orders that are not packed.
    cod_waiting: Amount,
    /// COD orders that are packed.
    cod_packed: Amount,
    /// COD orders that were sent and whose cash the shop does not have.
    cod_sent: Amount,
    /// Money received for released orders, which must be refunded.
    refunds_due: Amount,
    /// Returns whose goods were received and that wait for their refund.
    returns_due: Amount,
    /// Unpaid bonuses by period, oldest first.
    bonuses_due: Vec<BonusesDue>,
}

/// The books of some days or periods.
#[derive(Debug, Serialize, ToSchema)]
struct Books {
    /// Days or periods with movements or open amounts, newest first.
    rows: Vec<BooksRow>,
    /// Totals of the rows.
    total: Figures,
    open: OpenBooks,
}

/// Returns the books: money received, refunded, still expected and owed.
#[utoipa::path(get, path = "/api/admin/books", operation_id = "getBooks",
    responses((status = 200, body = Books), (status = 422)))]
async fn show(
    State(db): State<Db>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(filter): Query<BooksFilter>,
) -> Result<Json<Books>> {
    let mut snapshot = db.snapshot().await?;
    let waiting = Waiting::read(&mut snapshot).await?;
    let rows = rows(&mut snapshot, &filter, sandbox, &waiting).await?;
    let mut total = Figures::default();
    rows.iter().for_each(|row| total.add(&row.figures));
    // A payout with bonuses of earlier periods is in the rows of all of them, but counts once.
    total.payouts.count = rows.iter().map(|row| row.figures.own_payouts).sum();
    let open = open(&mut snapshot, waiting).await?;
    snapshot.rollback().await?;
    Ok(Json(Books { rows, total, open }))
}

/// Returns the rows of the books as CSV: UTF-8 with a byte order mark, cells separated by `;`, as Excel in Indonesia
/// opens it.
#[utoipa::path(get, path = "/api/admin/books.csv", operation_id = "downloadBooks",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422)))]
async fn download(
    State(db): State<Db>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(filter): Query<BooksFilter>,
) -> Result<Response> {
    let mut snapshot = db.snapshot().await?;
    let waiting = Waiting::read(&mut snapshot).await?;
    let rows = rows(&mut snapshot, &filter, sandbox, &waiting).await?;
    snapshot.rollback().await?;
    let mut file = table::writer("\u{feff}".into());
    let first = if filter.by == BooksBy::Day { "tanggal" } else { "periode" };
    file.write_record([
        first,
        "pesanan_online",
        "masuk_online",
        "pesanan_transfer",
        "masuk_transfer",
        "pesanan_cod",
        "masuk_cod",
        "biaya_kurir",
        "dana_kembali",
        "bonus_ditransfer",
        "pajak_bonus",
        "sisa",
        "belum_dibayar",
        "cod_belum_masuk",
        "bonus_belum_dibayar",
        "selisih_ongkir",
    ])
    .map_err(Error::internal)?;
    for row in &rows {
        let of = row.date.as_deref().or(row.period_name.as_deref()).unwrap_or_default();
        let figures = &row.figures;
        let numbers = [
            figures.online.count,
            figures.online.amount_rp,
            figures.transfer.count,
            figures.transfer.amount_rp,
            figures.cod.count,
            figures.cod.amount_rp,
            figures.fees.amount_rp,
            figures.refunded.amount_rp,
            figures.payouts.amount_rp,
            figures.tax_rp,
            figures.left_rp,
            figures.unpaid.amount_rp,
            figures.cash_due.amount_rp,
        ];
        let due = figures.bonuses_due.map(|due| due.amount_rp.to_string()).unwrap_or_default();
        let cells = [guard(of.to_owned())]
            .into_iter()
            .chain(numbers.map(|number| number.to_string()))
            .chain([due, figures.shipping_borne.amount_rp.to_string()]);
        file.write_record(cells).map_err(Error::internal)?;
    }
    let name =
        match rows.first().and_then(|row| row.date.as_deref()).zip(rows.last().and_then(|row| row.date.as_deref())) {
            Some((newest, oldest)) => format!("buku-{oldest}-{newest}.csv"),
            None => "buku.csv".to_owned(),
        };
    Ok(attachment(&name, table::CSV, file.into_inner().map_err(Error::internal)?))
}

/// Unsettled orders and bonuses of any date.
struct Waiting {
    orders: Vec<Pending>,
    bonuses: Vec<payouts::UnpaidOfPeriod>,
}

impl Waiting {
    async fn read(conn: &mut Conn) -> sqlx::Result<Self> {
        Ok(Self { orders: money::pending(conn).await?, bonuses: payouts::unpaid_by_period(conn).await? })
    }
}

async fn rows(
    conn: &mut Conn,
    filter: &BooksFilter,
    sandbox: PaymentSandbox,
    waiting: &Waiting,
) -> Result<Vec<BooksRow>> {
    match filter.by {
        BooksBy::Day => Ok(by_day(conn, days(filter)?, sandbox, waiting).await?),
        BooksBy::Period => Ok(by_period(conn, sandbox, waiting).await?),
    }
}

/// Returns the first millisecond of the requested days, and the first one after them.
fn days(filter: &BooksFilter) -> Result<(i64, i64)> {
    let (Some(from_ms), Some(to_ms)) = (day(filter.from.as_deref())?, day(filter.to.as_deref())?) else {
        return Err(Error::invalid("Pilih tanggal awal dan akhir."));
    };
    if from_ms > to_ms {
        return Err(Error::invalid("Tanggal awal tidak boleh sesudah tanggal akhir."));
    }
    if to_ms - from_ms >= MOST_DAYS * DAY_MS {
        return Err(Error::invalid("Pilih paling banyak 366 hari."));
    }
    Ok((from_ms, to_ms + DAY_MS))
}

async fn by_day(
    conn: &mut Conn,
    (from_ms, to_ms): (i64, i64),
    sandbox: PaymentSandbox,
    waiting: &Waiting,
) -> sqlx::Result<Vec<BooksRow>> {
    let mut found: BTreeMap<i64, Figures> = BTreeMap::new();
    for moved in money::moved_by_day(conn, from_ms, to_ms).await? {
        found.entry(moved.slot).or_default().moved(&moved, sandbox);
    }
    for borne in money::borne_by_day(conn, from_ms, to_ms).await? {
        found.entry(borne.slot).or_default().borne(&borne, sandbox);
    }
    let days = (from_ms + JAKARTA_MS) / DAY_MS..(to_ms + JAKARTA_MS) / DAY_MS;
    for pending in waiting.orders.iter().filter(|pending| days.contains(&pending.day)) {
        found.entry(pending.day).or_default().pending(pending);
    }
    for paid in payouts::paid_between(conn, from_ms, to_ms).await? {
        // A payout that includes bonuses of earlier periods counts once.
        found.entry(paid.day).or_default().paid_out(&paid, paid.own_payouts);
    }
    let row = |(day, mut figures): (i64, Figures)| {
        figures.finish();
        BooksRow { date: Some(jakarta_date(day * DAY_MS - JAKARTA_MS)), period_id: None, period_name: None, figures }
    };
    Ok(found.into_iter().rev().map(row).collect())
}

async fn by_period(conn: &mut Conn, sandbox: PaymentSandbox, waiting: &Waiting) -> sqlx::Result<Vec<BooksRow>> {
    // The periods come oldest first.
    let periods = volume::sales_by_period(conn, PERIODS).await?;
    let mut found: BTreeMap<PeriodId, Figures> = periods.iter().map(|period| (period.id, Figures::default())).collect();
    for moved in money::moved_by_period(conn, PERIODS).await? {
        if let Some(figures) = found.get_mut(&PeriodId(moved.slot)) {
            figures.moved(&moved, sandbox);
        }
    }
    for borne in money::borne_by_period(conn).await? {
        if let Some(figures) = found.get_mut(&PeriodId(borne.slot)) {
            figures.borne(&borne, sandbox);
        }
    }
    for pending in &waiting.orders {
        if let Some(figures) = found.get_mut(&pending.period_id) {
            figures.pending(pending);
        }
    }
    for paid in payouts::paid_between(conn, 0, i64::MAX).await? {
        if let Some(figures) = found.get_mut(&paid.period_id) {
            figures.paid_out(&paid, paid.payouts);
        }
    }
    for due in &waiting.bonuses {
        if let Some(figures) = found.get_mut(&due.period_id) {
            figures.bonuses_due = Some(Amount { count: due.bonuses, amount_rp: due.bonus_rp });
        }
    }
    let rows = periods.into_iter().rev().map(|period| {
        let mut figures = found.remove(&period.id).unwrap_or_default();
        figures.bonuses_due.get_or_insert_default();
        figures.finish();
        BooksRow { date: None, period_id: Some(period.id), period_name: Some(period.name), figures }
    });
    Ok(rows.collect())
}

async fn open(conn: &mut Conn, waiting: Waiting) -> sqlx::Result<OpenBooks> {
    let mut open = OpenBooks::default();
    for pending in waiting.orders {
        match (pending.payment_method.0, pending.shipment_status.0) {
            (PaymentMethod::Online, _) => &mut open.unpaid,
            (PaymentMethod::Cod, ShipmentStatus::Waiting) => &mut open.cod_waiting,
            (PaymentMethod::Cod, ShipmentStatus::Packed) => &mut open.cod_packed,
            (PaymentMethod::Cod, _) => &mut open.cod_sent,
        }
        .add(pending.orders, pending.amount_rp);
    }
    let (count, amount_rp) = problems::to_give_back(conn).await?;
    open.refunds_due.add(count, amount_rp);
    let (count, amount_rp) = returns::to_refund(conn).await?;
    open.returns_due.add(count, amount_rp);
    let due = |due: payouts::UnpaidOfPeriod| BonusesDue {
        period_id: due.period_id,
        period_name: due.period_name,
        count: due.bonuses,
        amount_rp: due.bonus_rp,
    };
    open.bonuses_due = waiting.bonuses.into_iter().map(due).collect();
    Ok(open)
}
