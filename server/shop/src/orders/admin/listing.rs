//! List of all orders with filter and search, and counts of orders by the step that they wait for.

use axum::{Json, extract::State};
use ksmart_core::{
    fields::phone_e164,
    order::{PaymentMethod, PaymentStatus, ShipmentStatus},
};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{BindAll, Conn, Db, Flag, Text, TextEnum, placeholders},
    error::{Error, Result},
    extract::{Query, day},
    format::local_phone,
    ids::{OrderKey, PeriodId},
    page::{Page, pattern},
    time::{Clock, DAY_MS, rfc3339},
};
use ksmart_identity::roles::{Admin, FINANCE, FULFILMENT};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};

use crate::orders::{admin::notes::tags_of, finding::LOOKUP, money::MoneyKind};

/// Time before expiry from which unpaid orders are listed as [`Waiting::Expiring`], in milliseconds.
const SOON_MS: i64 = 3 * 60 * 60 * 1000;

/// Step that an order waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Waiting {
    /// It can be packed: paid online, or to be paid on delivery.
    Pack,
    /// First COD order of a buyer, which waits for the shop's approval.
    Held,
    /// It is packed, but no courier has it yet.
    Ship,
    /// It is not paid, and expires within three hours.
    Expiring,
    /// It was sent as cash on delivery, and the shop has not received the cash yet.
    Cash,
    /// Its payment has a problem that someone must solve.
    Problem,
    /// Its manual refund waits for the approval of another administrator.
    Refund,
}

/// Filter of the list by the way an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PaidBy {
    /// Online payment through the payment provider.
    Online,
    /// Cash to the courier.
    Cod,
    /// Transfer to the shop's own account.
    Transfer,
}

impl PaidBy {
    /// Returns the method chosen at checkout.
    fn method(self) -> PaymentMethod {
        match self {
            Self::Online | Self::Transfer => PaymentMethod::Online,
            Self::Cod => PaymentMethod::Cod,
        }
    }

    /// Returns an SQL condition on an order `o` in addition to the payment method; `None` if none is needed.
    fn condition(self) -> Option<&'static str> {
        match self {
            Self::Online => Some("NOT EXISTS (SELECT 1 FROM order_transfers t WHERE t.order_id = o.id)"),
            Self::Cod => None,
            Self::Transfer => Some("o.id IN (SELECT t.order_id FROM order_transfers t)"),
        }
    }
}

/// Filter for the list of orders.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct AdminFilter {
    /// Part of the order number, the receiver's name or phone, the tracking number, the member's name, uid or phone, or
    /// the current name of a product in the order.
    #[param(max_length = 100)]
    search: Option<String>,
    /// State of the payment.
    payment: Option<PaymentStatus>,
    /// State of the shipment.
    shipment: Option<ShipmentStatus>,
    /// Payment method of the orders.
    #[param(inline)]
    method: Option<PaidBy>,
    /// Kind of a money entry that the orders must have.
    #[param(inline)]
    money: Option<MoneyKind>,
    /// BV period in which the orders were placed, or, with `money`, in which the money entry counts.
    period: Option<PeriodId>,
    /// First day in Jakarta on which the orders were placed, or, with `money`, on which the money moved; `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day in Jakarta on which the orders were placed, or, with `money`, on which the money moved; `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
    /// Step that the orders wait for.
    #[param(inline)]
    waiting: Option<Waiting>,
    /// Tag set by administrators.
    #[param(max_length = 30)]
    tag: Option<String>,
}

/// Buyer as shown in the list.
#[derive(Debug, Serialize, ToSchema)]
struct Buyer {
    uid: String,
    name: String,
}

/// An order in the administrators' list.
#[derive(Debug, Serialize, ToSchema)]
struct ListedOrder {
    order_id: String,
    /// Time of placing the order, RFC 3339.
    created_at: String,
    member: Buyer,
    receiver_name: String,
    /// Amount to be paid, rupiah.
    total_rp: i64,
    /// Business volume, points.
    bv: i64,
    payment_method: PaymentMethod,
    /// Whether it was paid by a transfer to the shop's own account instead of through the payment provider.
    bank_transfer: bool,
    payment_status: PaymentStatus,
    shipment_status: ShipmentStatus,
    /// Courier and service, such as `JNE - REG23`.
    courier: String,
    /// Tracking number.
    resi: Option<String>,
    /// Pieces of all lines.
    pieces: i64,
    /// Time at which the unpaid order expires and releases its stock, RFC 3339; null unless it can be paid online now.
    expires_at: Option<String>,
    /// Whether it is a trial order, placed while the shop was closed; it counts nowhere.
    trial: bool,
    /// Whether it waits for the shop's approval before it is packed.
    held: bool,
    /// Tags set by administrators, in alphabetical order.
    tags: Vec<String>,
}

/// Page of orders: newest first, or oldest first if filtered by `waiting` other than `problem`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AdminOrders {
    orders: Vec<ListedOrder>,
    next_cursor: Option<String>,
}

/// Row of the list as read from the database.
#[derive(FromRow)]
pub(super) struct Row {
    pub(super) id: OrderKey,
    pub(super) number: String,
    pub(super) created_ms: i64,
    pub(super) uid: String,
    pub(super) name: String,
    receiver_name: String,
    total_rp: i64,
    bv: i64,
    payment_method: Text<PaymentMethod>,
    payment_status: Text<PaymentStatus>,
    shipment_status: Text<ShipmentStatus>,
    shipping_method: String,
    tracking_number: Option<String>,
    expires_ms: Option<i64>,
    trial: Flag,
    held: Flag,
    bank_transfer: Flag,
}

impl Row {
    fn listed(self, pieces: i64, tags: Vec<String>) -> ListedOrder {
        let payable = self.payment_status.0 == PaymentStatus::Pending && self.payment_method.0 == PaymentMethod::Online;
        ListedOrder {
            order_id: self.number,
            created_at: rfc3339(self.created_ms),
            member: Buyer { uid: self.uid, name: self.name },
            receiver_name: self.receiver_name,
            total_rp: self.total_rp,
            bv: self.bv,
            payment_method: self.payment_method.0,
            bank_transfer: self.bank_transfer.0,
            payment_status: self.payment_status.0,
            shipment_status: self.shipment_status.0,
            courier: self.shipping_method,
            resi: self.tracking_number,
            pieces,
            expires_at: self.expires_ms.filter(|_| payable).map(rfc3339),
            trial: self.trial.0,
            held: self.held.0,
            tags,
        }
    }
}

/// Lists all orders: newest first, or oldest first if filtered by `waiting` other than `problem`.
#[utoipa::path(get, path = "/api/admin/orders", operation_id = "listAdminOrders",
    responses((status = 200, body = AdminOrders)))]
pub(super) async fn list_all(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<{ FULFILMENT | FINANCE }>,
    Query(filter): Query<AdminFilter>,
    page: Page<2>,
) -> Result<Json<AdminOrders>> {
    let mut conn = db.read().await?;
    let (rows, next_cursor) = find(&mut conn, &filter, &page, sandbox, clock.now_ms()).await?;
    let mut pieces = Vec::with_capacity(rows.len());
    for rows in rows.chunks(LOOKUP) {
        pieces.extend(pieces_of(&mut conn, rows).await?);
    }
    let keys: Vec<OrderKey> = rows.iter().map(|row| row.id).collect();
    let mut tags = tags_of(&mut conn, &keys).await?;
    let of = |id: OrderKey| pieces.iter().find(|(order, _)| *order == id).map_or(0, |(_, pieces)| *pieces);
    let listed = |row: Row| {
        let (pieces, tags) = (of(row.id), tags.remove(&row.id).unwrap_or_default());
        row.listed(pieces, tags)
    };
    Ok(Json(AdminOrders { orders: rows.into_iter().map(listed).collect(), next_cursor }))
}

/// Returns a page of the orders that match a filter, and the cursor of the next page.
///
/// # Errors
/// 422: the filter is invalid.
pub(super) async fn find(
    conn: &mut Conn,
    filter: &AdminFilter,
    page: &Page<2>,
    sandbox: PaymentSandbox,
    now_ms: i64,
) -> Result<(Vec<Row>, Option<String>)> {
    let sieve = FilterClauses::of(filter, page, sandbox, now_ms)?;
    let order = if is_queue(filter) { "o.created_ms, o.id" } else { "o.created_ms DESC, o.id DESC" };
    let sql = format!(
        "SELECT o.id, o.number, o.created_ms, m.uid, m.name, o.receiver_name, o.total_rp, o.bv, o.payment_method,
                o.payment_status, o.shipment_status, o.shipping_method, o.tracking_number, o.expires_ms, o.trial,
                o.held, CASE WHEN EXISTS (SELECT t.order_id FROM order_transfers t WHERE t.order_id = o.id) THEN 1 ELSE 0 END AS bank_transfer
         FROM orders o JOIN members m ON m.id = o.member_id
         WHERE {} ORDER BY {order} LIMIT ${}",
        sieve.conditions.join(" AND "),
        sieve.values.len() + 1
    );
    let mut query = query_as(AssertSqlSafe(sql));
    for value in sieve.values {
        query = match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
        };
    }
    let mut rows: Vec<Row> = query.bind(page.lookup()).fetch_all(conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.created_ms, row.id.0]);
    Ok((rows, next_cursor))
}

async fn pieces_of(conn: &mut Conn, rows: &[Row]) -> sqlx::Result<Vec<(OrderKey, i64)>> {
    let sql = format!(
        "SELECT order_id, CAST(SUM(quantity) AS BIGINT) FROM order_lines WHERE order_id IN ({}) GROUP BY order_id",
        placeholders(1, rows.len())
    );
    let query = query_as(AssertSqlSafe(sql)).bind_all(rows.iter().map(|row| row.id));
    query.fetch_all(conn).await
}

enum Value {
    Number(i64),
    Text(String),
}

/// SQL conditions and values of a filter. Only requested conditions are included, because an optional condition in the
/// SQL would prevent the database from using its index.
struct FilterClauses {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl FilterClauses {
    fn of(filter: &AdminFilter, page: &Page<2>, sandbox: PaymentSandbox, now_ms: i64) -> Result<Self> {
        let (from, to) = (day(filter.from.as_deref())?, day(filter.to.as_deref())?);
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(Error::invalid("Tanggal awal tidak boleh sesudah tanggal akhir."));
        }
        let moved = filter.money.map(|kind| (kind, from, to));
        let (from, to) = if moved.is_some() { (None, None) } else { (from, to) };
        // The page's cursor and the day limit at the start of the list become one condition, so that the database
        // starts reading in the index right there.
        let until = to.map(|to_ms| to_ms + DAY_MS);
        let ([created_ms, id], begins, border, ends) = if is_queue(filter) {
            let first = from.map_or([i64::MIN; 2], |from_ms| [from_ms, i64::MIN]);
            (page.after(i64::MIN).max(first), "(o.created_ms, o.id) > ($1, $2)", until, "o.created_ms < $")
        } else {
            let first = until.map_or([i64::MAX; 2], |until_ms| [until_ms, i64::MIN]);
            (page.after(i64::MAX).min(first), "(o.created_ms, o.id) < ($1, $2)", from, "o.created_ms >= $")
        };
        let mut sieve =
            Self { conditions: vec![begins.to_owned()], values: vec![Value::Number(created_ms), Value::Number(id)] };
        if let Some(border_ms) = border {
            sieve.add(ends, Value::Number(border_ms));
        }
        let search = filter.search.as_deref().map(str::trim).filter(|search| !search.is_empty());
        if let Some(search) = search {
            // Phone numbers are stored as `08…`, however they are typed; the search text may still be a tracking
            // number.
            let phone = phone_e164(search).map(|phone| local_phone(&phone));
            for wanted in [Some(search), phone.as_deref()].into_iter().flatten() {
                sieve.values.push(Value::Text(pattern(Some(wanted))?));
            }
            let likes = 1 + usize::from(phone.is_some());
            let first = sieve.values.len() - likes + 1;
            let like = |n: usize| format!("o.search_text LIKE ${n} ESCAPE '\\'");
            let likes: Vec<String> = (first..first + likes).map(like).collect();
            let with_product = format!(
                "o.id IN (SELECT l.order_id FROM products p JOIN order_lines l ON l.product_id = p.id
                          WHERE p.search_text LIKE ${first} ESCAPE '\\')"
            );
            sieve.conditions.push(format!("({} OR {with_product})", likes.join(" OR ")));
        }
        // A search must use the index of the searched text. Concatenating `''` keeps the database from using the index
        // of a state, which would read every order in that state.
        let plainly = if search.is_some() { " || '' = $" } else { " = $" };
        let states = [
            ("o.payment_status", filter.payment.map(TextEnum::text)),
            ("o.shipment_status", filter.shipment.map(TextEnum::text)),
            ("o.payment_method", filter.method.map(|by| by.method().text())),
        ];
        for (column, state) in states {
            if let Some(state) = state {
                sieve.add(&format!("{column}{plainly}"), Value::Text(state.to_owned()));
            }
        }
        sieve.conditions.extend(filter.method.and_then(PaidBy::condition).map(str::to_owned));
        if let Some((kind, from_ms, to_ms)) = moved {
            sieve.add_moved(kind, filter.period, [from_ms, to_ms], sandbox);
        } else if let Some(period) = filter.period {
            sieve.add("o.period_id = $", Value::Number(period.0));
        }
        if let Some(tag) = filter.tag.as_deref().filter(|tag| !tag.is_empty()) {
            sieve.values.push(Value::Text(tag.to_owned()));
            let last = sieve.values.len();
            sieve.conditions.push(format!("o.id IN (SELECT t.order_id FROM order_tags t WHERE t.tag = ${last})"));
        }
        if let Some(waiting) = filter.waiting {
            sieve.conditions.push(waiting.condition(now_ms));
        }
        Ok(sieve)
    }

    /// Adds a condition: the order has a money entry of this kind, in a period or between two days.
    fn add_moved(
        &mut self,
        kind: MoneyKind,
        period: Option<PeriodId>,
        [from_ms, to_ms]: [Option<i64>; 2],
        sandbox: PaymentSandbox,
    ) {
        let mut moved = Self { conditions: Vec::new(), values: std::mem::take(&mut self.values) };
        moved.add("e.kind = $", Value::Text(kind.text().to_owned()));
        moved.add("e.at_ms >= $", Value::Number(from_ms.unwrap_or(0)));
        moved.add("e.at_ms < $", Value::Number(to_ms.map_or(i64::MAX, |to_ms| to_ms + DAY_MS)));
        if let Some(period) = period {
            moved.add("e.period_id = $", Value::Number(period.0));
        }
        if sandbox == PaymentSandbox::Off {
            moved.conditions.push("e.channel <> 'sandbox'".to_owned());
        }
        self.values = moved.values;
        let moved = moved.conditions.join(" AND ");
        self.conditions.push(format!("o.id IN (SELECT e.order_id FROM money_entries e WHERE {moved})"));
    }

    fn add(&mut self, condition: &str, value: Value) {
        self.values.push(value);
        self.conditions.push(format!("{condition}{}", self.values.len()));
    }
}

/// Whether the filter selects a work queue, which is listed oldest first.
fn is_queue(filter: &AdminFilter) -> bool {
    matches!(
        filter.waiting,
        Some(Waiting::Refund | Waiting::Held | Waiting::Pack | Waiting::Ship | Waiting::Expiring | Waiting::Cash)
    )
}

/// SQL condition: the money of an order `o` waits for a manual refund.
const GOES_BACK: &str = "o.id IN (SELECT r.order_id FROM manual_refunds r)";

impl Waiting {
    /// Returns the SQL condition on an order `o`.
    fn condition(self, now_ms: i64) -> String {
        match self {
            Self::Held => "o.held = 1".to_owned(),
            Self::Pack => format!(
                "o.shipment_status = 'menunggu' AND o.held = 0 AND ((o.payment_method = 'online' AND o.payment_status = \
                 'success') OR (o.payment_method = 'cod' AND o.payment_status = 'pending')) AND NOT {GOES_BACK}"
            ),
            Self::Ship => format!("o.shipment_status = 'dikemas' AND NOT {GOES_BACK}"),
            Self::Expiring => format!(
                "o.payment_status = 'pending' AND o.payment_method = 'online' AND o.expires_ms <= {}",
                now_ms.saturating_add(SOON_MS)
            ),
            Self::Cash => {
                "o.payment_status = 'pending' AND o.payment_method = 'cod' AND o.shipment_status IN ('dikirim', \
                           'selesai')"
                    .to_owned()
            }
            Self::Refund => GOES_BACK.to_owned(),
            Self::Problem => "o.id IN (SELECT w.order_id FROM payment_problems w WHERE w.solved_ms IS NULL)".to_owned(),
        }
    }
}

/// Counts the orders that wait for a step, up to `most`.
pub async fn waiting(conn: &mut Conn, what: Waiting, now_ms: i64, most: i64) -> sqlx::Result<i64> {
    let sql =
        format!("SELECT COUNT(*) FROM (SELECT 1 AS one FROM orders o WHERE {} LIMIT $1) x", what.condition(now_ms));
    query_scalar(AssertSqlSafe(sql)).bind(most).fetch_one(conn).await
}

/// Whether any order exists that is not a trial order; with `shipped`, only shipped or completed orders count.
pub async fn has_order(conn: &mut Conn, shipped: bool) -> sqlx::Result<bool> {
    let condition = if shipped { "AND shipment_status IN ('dikirim', 'selesai')" } else { "" };
    let sql = format!("SELECT id FROM orders WHERE trial = 0 {condition} LIMIT 1");
    let found: Option<OrderKey> = query_scalar(AssertSqlSafe(sql)).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Returns the numbers of the existing trial orders, newest first, at most `most`.
pub async fn trials(conn: &mut Conn, most: i64) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT number FROM orders WHERE trial = 1 ORDER BY id DESC LIMIT $1";
    query_scalar(sql).bind(most).fetch_all(conn).await
}
