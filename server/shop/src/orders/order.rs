//! An order as its member sees it, and queries for orders.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_core::{
    order::{OrderAction, OrderState, PaymentMethod, PaymentStatus, ShipmentStatus},
    tax::vat_in,
    text,
};
use ksmart_foundation::{
    db::{Conn, Db, DecimalText, Text, TextEnum, placeholders, value_rows},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    format::percent_number,
    ids::{MemberId, OrderKey, PeriodId, ProductId, VariantId, VoucherId},
    page::{Page, pattern},
    text_enum,
    time::rfc3339,
};
use ksmart_identity::tokens::Member;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
}

/// Party that moves an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// Its member.
    Member,
    /// An administrator.
    #[serde(rename = "shop")]
    Admin,
    /// The payment provider.
    Provider,
    /// The shop's own jobs.
    System,
}

text_enum!(Actor { Member => "member", Admin => "shop", Provider => "provider", System => "system" });

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Order {
    #[serde(skip)]
    key: OrderKey,
    #[serde(skip)]
    created_ms: i64,
    #[serde(skip)]
    expires_ms: Option<i64>,
    #[serde(skip)]
    payment_url: Option<String>,
    #[serde(skip)]
    shipping_borne_rp: i64,
    /// Its number, such as `KS-20261121-7K3M9QXA`.
    pub order_id: String,
    /// Time of placing the order, RFC 3339.
    pub created_at: String,
    /// Time at which it releases its stock if it is not paid; only while it waits for an online payment.
    pub expires_at: Option<String>,
    /// State of the shipment.
    pub shipment_status: ShipmentStatus,
    /// State of the payment.
    pub status: PaymentStatus,
    /// The courier and the service, such as `JNE - REG23`.
    pub shipping_method: String,
    /// Tracking number.
    pub resi: Option<String>,
    /// Shipping cost for the buyer, rupiah.
    pub shipping_cost: i64,
    /// Voucher's discount on the shipping, rupiah.
    pub shipping_discount: i64,
    /// Way of payment.
    pub payment_method: PaymentMethod,
    /// Whether it was paid by a transfer to the shop's own account instead, as recorded by the shop.
    pub bank_transfer: bool,
    /// Name of the receiver.
    pub receiver_name: String,
    /// Mobile number of the receiver.
    pub receiver_phone: String,
    /// E-mail address of the receiver.
    pub receiver_email: String,
    /// Street address and destination.
    pub receiver_address: String,
    /// Code of the voucher, if one was used.
    pub voucher_code: Option<String>,
    /// Discount in percent of the product subtotal.
    pub discount: f64,
    /// Product subtotal, rupiah.
    pub subtotal: i64,
    /// Discount by the voucher, rupiah.
    pub discount_amount: i64,
    /// Amount to be paid, rupiah.
    pub gross_amount: i64,
    /// Amount that the payment provider charged, rupiah, if it is higher: with the provider's own fee, or as accepted
    /// by the shop.
    pub charged: Option<i64>,
    /// Business volume of the bought goods, points; the order earns it less the returned volume.
    pub total_bv: i64,
    /// Business volume of returned or refunded goods, points.
    pub returned_bv: i64,
    /// Plan in which its points count.
    pub id_plan: i64,
    /// Period in which its points count: the one in which it was placed, or the one in which it was paid if the first
    /// was already calculated.
    pub bv_period_id: PeriodId,
    /// Its name.
    pub bv_period_name: String,
    /// Payment page, while the order can be paid online.
    pub redirect_url: Option<String>,
    /// Lines of the order.
    pub products: Vec<OrderProduct>,
    moves: Vec<OrderMove>,
    /// Actions available to the member now.
    actions: Vec<OrderAction>,
    /// Whether it is a trial order, placed while the shop was closed; it counts nowhere and can be deleted.
    pub trial: bool,
    /// The value-added tax that the goods' price after discount includes, rupiah; null where the shop was no taxable
    /// business when it was placed.
    pub vat_rp: Option<i64>,
    /// Whether it waits for the shop's approval before it is packed.
    pub held: bool,
}

/// A product of an order, as it was when it was bought.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderProduct {
    /// Key of the line.
    pub id: i64,
    /// Key of the product.
    pub product_id: ProductId,
    /// Name when it was bought.
    pub name: String,
    /// Name of the variant, if the product has variants.
    pub variant: Option<String>,
    /// Price of one piece, rupiah.
    pub price: i64,
    /// Pieces.
    pub quantity: i64,
    /// Price of all pieces, rupiah.
    pub total: i64,
    /// Below `/storage/`.
    pub picture: String,
    /// Business volume of one piece, points.
    pub bv: i64,
    /// Whether the order's voucher is for other products only.
    #[serde(skip)]
    pub excluded: bool,
    /// Key of the variant, if it was recorded.
    #[serde(skip)]
    pub variant_id: Option<VariantId>,
}

impl OrderProduct {
    /// Returns a key that is unique among the lines of its order.
    pub fn item_id(&self) -> String {
        format!("{}-{}", self.product_id, self.id)
    }
}

/// A move of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OrderMove {
    pub(super) at: String,
    /// `placed`, `held`, `released`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped`, `completed`,
    /// `returned`, `resi` or `address`.
    pub(super) what: String,
    pub(super) by: Actor,
    pub(super) reason: Option<String>,
}

impl Order {
    /// Returns its state.
    pub fn state(&self) -> OrderState {
        OrderState {
            payment_method: self.payment_method,
            payment_status: self.status,
            shipment_status: self.shipment_status,
            held: self.held,
        }
    }

    /// Returns its key in the database.
    pub fn key(&self) -> OrderKey {
        self.key
    }

    /// Returns the courier's number of its parcel.
    pub fn resi(&self) -> Option<&str> {
        self.resi.as_deref()
    }

    /// Returns the time, RFC 3339, and the event of each of its moves; oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.moves.iter().map(|step| (step.at.as_str(), step.what.as_str()))
    }

    /// Returns the end of the time for paying it online, UTC milliseconds.
    pub fn expires_ms(&self) -> Option<i64> {
        self.expires_ms
    }

    /// Returns the shipping cost beyond the buyer's price after a correction of the address, rupiah: the shop bears it;
    /// below 0, the shop keeps the difference.
    pub fn shipping_borne_rp(&self) -> i64 {
        self.shipping_borne_rp
    }

    /// Returns its payment page, whether the order can still be paid there or not.
    pub fn payment_page(&self) -> Option<&str> {
        self.payment_url.as_deref()
    }

    /// Whether its money can be refunded the way it came, through the payment provider.
    pub fn is_paid_at_provider(&self) -> bool {
        self.payment_method == PaymentMethod::Online && !self.bank_transfer && self.gross_amount > 0
    }

    /// Returns courier and shipping cost, rupiah.
    pub fn shipping(&self) -> (&str, i64) {
        (&self.shipping_method, self.shipping_cost)
    }
}

#[derive(FromRow)]
pub(super) struct OrderRow {
    pub(super) id: OrderKey,
    pub(super) number: String,
    pub(super) plan_id: i64,
    pub(super) period_id: PeriodId,
    pub(super) period_name: String,
    pub(super) payment_method: Text<PaymentMethod>,
    pub(super) payment_status: Text<PaymentStatus>,
    pub(super) shipment_status: Text<ShipmentStatus>,
    pub(super) receiver_name: String,
    pub(super) receiver_phone: String,
    pub(super) receiver_email: String,
    pub(super) receiver_address: String,
    pub(super) shipping_method: String,
    pub(super) shipping_cost_rp: i64,
    pub(super) shipping_discount_rp: i64,
    pub(super) tracking_number: Option<String>,
    pub(super) voucher_code: Option<String>,
    pub(super) discount_percent: DecimalText,
    pub(super) subtotal_rp: i64,
    pub(super) discount_rp: i64,
    pub(super) total_rp: i64,
    pub(super) charged_rp: Option<i64>,
    pub(super) bv: i64,
    pub(super) returned_bv: i64,
    pub(super) payment_url: Option<String>,
    pub(super) expires_ms: Option<i64>,
    pub(super) created_ms: i64,
    pub(super) trial: i64,
    pub(super) taxable: i64,
    pub(super) held: i64,
    pub(super) bank_transfer: i64,
    pub(super) shipping_borne_rp: i64,
}

#[derive(FromRow)]
pub(super) struct LineRow {
    pub(super) id: i64,
    pub(super) order_id: OrderKey,
    pub(super) product_id: ProductId,
    pub(super) name: String,
    pub(super) variant: String,
    pub(super) picture: String,
    pub(super) price_rp: i64,
    pub(super) bv: i64,
    pub(super) quantity: i64,
    pub(super) excluded: i64,
    pub(super) variant_id: Option<VariantId>,
}

#[derive(FromRow)]
struct MoveRow {
    order_id: OrderKey,
    at_ms: i64,
    event: String,
    actor: Text<Actor>,
    reason: Option<String>,
}

impl From<LineRow> for OrderProduct {
    fn from(row: LineRow) -> Self {
        Self {
            id: row.id,
            product_id: row.product_id,
            name: row.name,
            variant: Some(row.variant).filter(|variant| !variant.is_empty()),
            price: row.price_rp,
            quantity: row.quantity,
            total: row.price_rp * row.quantity,
            picture: row.picture,
            bv: row.bv,
            excluded: row.excluded != 0,
            variant_id: row.variant_id,
        }
    }
}

impl OrderRow {
    pub(super) fn into_order(self, products: Vec<OrderProduct>, moves: Vec<OrderMove>) -> Order {
        let state = OrderState {
            payment_method: self.payment_method.0,
            payment_status: self.payment_status.0,
            shipment_status: self.shipment_status.0,
            held: self.held != 0,
        };
        let actions = state.member_actions();
        let payable = actions.contains(&OrderAction::Pay);
        Order {
            key: self.id,
            created_ms: self.created_ms,
            expires_ms: self.expires_ms,
            payment_url: self.payment_url.clone(),
            shipping_borne_rp: self.shipping_borne_rp,
            order_id: self.number,
            created_at: rfc3339(self.created_ms),
            expires_at: self.expires_ms.filter(|_| payable).map(rfc3339),
            shipment_status: state.shipment_status,
            status: state.payment_status,
            shipping_method: self.shipping_method,
            resi: self.tracking_number,
            shipping_cost: self.shipping_cost_rp,
            shipping_discount: self.shipping_discount_rp,
            payment_method: state.payment_method,
            bank_transfer: self.bank_transfer != 0,
            receiver_name: self.receiver_name,
            receiver_phone: self.receiver_phone,
            receiver_email: self.receiver_email,
            receiver_address: self.receiver_address,
            voucher_code: self.voucher_code,
            discount: percent_number(self.discount_percent.0),
            subtotal: self.subtotal_rp,
            discount_amount: self.discount_rp,
            gross_amount: self.total_rp,
            charged: self.charged_rp,
            total_bv: self.bv,
            returned_bv: self.returned_bv,
            id_plan: self.plan_id,
            bv_period_id: self.period_id,
            bv_period_name: self.period_name,
            redirect_url: self.payment_url.filter(|_| payable),
            products,
            moves,
            actions,
            trial: self.trial != 0,
            vat_rp: (self.taxable != 0).then(|| vat_in(self.subtotal_rp - self.discount_rp)),
            held: state.held,
        }
    }
}

/// Orders, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct OrderList {
    data: Vec<Order>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct OrderFilter {
    /// A state of the shipment, such as `dikirim`.
    filter: Option<String>,
    /// A part of the order's number.
    #[param(max_length = 100)]
    search: Option<String>,
}

/// One order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderData {
    /// The order.
    pub data: Order,
}

/// Lists the caller's orders, newest first.
#[utoipa::path(get, path = "/api/transactions/user/{user_id}", operation_id = "listOrders",
    responses((status = 200, body = OrderList), (status = 403)))]
async fn list(
    State(db): State<Db>,
    member: Member,
    Path(id): Path<MemberId>,
    Query(filter): Query<OrderFilter>,
    page: Page<2>,
) -> Result<Json<OrderList>> {
    member.must_be(Some(id))?;
    let shipment = match filter.filter.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(named) => {
            Some(ShipmentStatus::from_text(named).ok_or_else(|| Error::invalid("Status pesanan tidak dikenal."))?)
        }
    };
    let wanted =
        RequestedPage { member: member.id, shipment, number: &pattern(filter.search.as_deref())?, page: &page };
    let mut data = find(&mut *db.read().await?, Lookup::Wanted(&wanted)).await?;
    let next_cursor = page.cut(&mut data, |last| [last.created_ms, last.key.0]);
    Ok(Json(OrderList { data, next_cursor }))
}

/// Returns one of the caller's orders.
#[utoipa::path(get, path = "/api/transactions/{order_id}", operation_id = "getOrder",
    responses((status = 200, body = OrderData)))]
async fn show(State(db): State<Db>, member: Member, Path(number): Path<String>) -> Result<Json<OrderData>> {
    let data = find_own(&mut *db.read().await?, member.id, &number).await?;
    Ok(Json(OrderData { data }))
}

/// SQL for the member's part of the searched text of an order, with member `m`: name, uid and phone number, folded.
pub(super) const MEMBER_TEXT: &str =
    "m.search_text || CASE WHEN m.phone LIKE '+62%' THEN ' 0' || SUBSTR(m.phone, 4) ELSE '' END";

/// Returns the order's own part of its searched text, which precedes the member's part: number, receiver, phone and the
/// courier's number, folded.
pub(super) fn own_search_text(number: &str, receiver: &str, phone: &str, resi: &str) -> String {
    text::fold(&format!("{number} {receiver} {phone} {resi}")) + " "
}

/// Updates the searched text of a member's orders; `searched` is its new part about the member.
pub async fn rename_member(conn: &mut Conn, member: MemberId, searched: &str) -> sqlx::Result<()> {
    let mut last = OrderKey(i64::MIN);
    loop {
        let sql = "SELECT id, number, receiver_name, receiver_phone, COALESCE(tracking_number, '') FROM orders
                   WHERE member_id = $1 AND id > $2 ORDER BY id LIMIT 100";
        let orders: Vec<(OrderKey, String, String, String, String)> =
            query_as(sql).bind(member).bind(last).fetch_all(&mut *conn).await?;
        let Some((key, ..)) = orders.last() else { return Ok(()) };
        last = *key;
        let sql = format!(
            "UPDATE orders SET search_text = t.column2 FROM (VALUES {}) AS t WHERE id = t.column1",
            value_rows(orders.len(), 2)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (key, number, receiver, phone, resi) in &orders {
            query = query.bind(*key).bind(own_search_text(number, receiver, phone, resi) + searched);
        }
        query.execute(&mut *conn).await?;
    }
}

/// Deletes receivers and addresses from the orders of a member, and the reasons that the member gave.
///
/// `name` replaces the receiver's name, and `searched` is the new part of the searched text about the member.
pub async fn erase(conn: &mut Conn, member: MemberId, name: &str, searched: &str) -> sqlx::Result<()> {
    let sql = "UPDATE orders SET receiver_name = $2, receiver_phone = '', receiver_email = '', receiver_address = '',
                                 payment_url = NULL, contents = NULL
               WHERE member_id = $1";
    query(sql).bind(member).bind(name).execute(&mut *conn).await?;
    let sql = "UPDATE order_moves SET reason = NULL
               WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1) AND actor = $2";
    query(sql).bind(member).bind(Text(Actor::Member)).execute(&mut *conn).await?;
    rename_member(conn, member, searched).await
}

/// Returns the error for an order that does not exist, or is not the caller's.
pub fn not_found() -> Error {
    Error::not_found("Tidak ada data ditemukan")
}

/// Stores the address of an order's payment page; returns false if the order has one, or no longer waits for payment.
pub async fn keep_payment_url(conn: &mut Conn, key: OrderKey, url: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE orders SET payment_url = $2 WHERE id = $1 AND payment_url IS NULL AND payment_status = $3";
    let kept = query(sql).bind(key).bind(url).bind(Text(PaymentStatus::Pending)).execute(conn).await?;
    Ok(kept.rows_affected() > 0)
}

/// Stores the amount that the payment provider charged for an order, rupiah, if it is more than its total.
pub async fn keep_charged(conn: &mut Conn, key: OrderKey, charged_rp: i64) -> sqlx::Result<()> {
    query("UPDATE orders SET charged_rp = $2 WHERE id = $1").bind(key).bind(charged_rp).execute(conn).await?;
    Ok(())
}

/// Returns the newest orders of a member, newest first.
pub async fn newest(conn: &mut Conn, member: MemberId, most: i64) -> sqlx::Result<Vec<Order>> {
    find(conn, Lookup::Newest(member, most)).await
}

/// Returns the numbers of a member's orders whose address was corrected.
pub async fn corrected_of(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT number FROM orders WHERE member_id = $1 AND address_version > 0 ORDER BY id";
    sqlx::query_scalar(sql).bind(member).fetch_all(conn).await
}

/// Counts the orders that a member has placed.
pub async fn count_of(conn: &mut Conn, member: MemberId) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM orders WHERE member_id = $1").bind(member).fetch_one(conn).await
}

/// Returns the order that a member placed with a checkout token, and the digest of the order's contents, if known.
pub async fn find_by_token(
    conn: &mut Conn,
    member: MemberId,
    token: &str,
) -> sqlx::Result<Option<(Order, Option<String>)>> {
    let Some(order) = find(conn, Lookup::Token(member, token)).await?.pop() else { return Ok(None) };
    let sql = "SELECT contents FROM orders WHERE number = $1";
    let contents = sqlx::query_scalar(sql).bind(&order.order_id).fetch_one(conn).await?;
    Ok(Some((order, contents)))
}

/// Returns an order of a member.
///
/// # Errors
/// 404, also for another member's order.
pub async fn find_own(conn: &mut Conn, member: MemberId, number: &str) -> Result<Order> {
    find(conn, Lookup::Own(member, number)).await?.pop().ok_or_else(not_found)
}

/// Returns the order with a number, of any member.
pub async fn find_by_number(conn: &mut Conn, number: &str) -> sqlx::Result<Option<Order>> {
    Ok(find(conn, Lookup::Numbers(&[number])).await?.pop())
}

/// Returns the orders with these numbers, up to 100, of any member and in any order; unknown numbers are left out.
pub async fn find_by_numbers(conn: &mut Conn, numbers: &[&str]) -> sqlx::Result<Vec<Order>> {
    find(conn, Lookup::Numbers(numbers)).await
}

/// Returns the order with a number, of any member; the order must exist.
///
/// # Errors
/// 404: no order has this number.
pub async fn find_any(conn: &mut Conn, number: &str) -> Result<Order> {
    find_by_number(conn, number).await?.ok_or_else(not_found)
}

/// A page of a member's orders.
struct RequestedPage<'a> {
    member: MemberId,
    shipment: Option<ShipmentStatus>,
    /// LIKE pattern of the number.
    number: &'a str,
    page: &'a Page<2>,
}

/// Orders to look up.
#[derive(Clone, Copy)]
enum Lookup<'a> {
    /// Some orders of a member.
    Wanted(&'a RequestedPage<'a>),
    /// Newest orders of a member, at most this many.
    Newest(MemberId, i64),
    /// A member's own order, by its number.
    Own(MemberId, &'a str),
    /// A member's own order, by its checkout token.
    Token(MemberId, &'a str),
    /// Orders of any member, by their numbers.
    Numbers(&'a [&'a str]),
}

/// Finds orders, with lines and moves; lists of a member's orders are newest first.
async fn find(conn: &mut Conn, which: Lookup<'_>) -> sqlx::Result<Vec<Order>> {
    let wanted = if let Lookup::Numbers(numbers) = which { numbers.len() } else { 0 };
    let has_number = format!("o.number IN ({})", placeholders(1, wanted));
    let condition = match which {
        Lookup::Wanted(_) => {
            "o.member_id = $1 AND (o.created_ms, o.id) < ($2, $3) AND LOWER(o.number) LIKE $4 ESCAPE '\\'
             AND ($5 = '' OR o.shipment_status = $5) ORDER BY o.created_ms DESC, o.id DESC LIMIT $6"
        }
        Lookup::Newest(..) => "o.member_id = $1 ORDER BY o.created_ms DESC, o.id DESC LIMIT $2",
        // These conditions use a key that is unique to one order.
        Lookup::Own(..) => "o.member_id = $1 AND o.number = $2",
        Lookup::Token(..) => "o.member_id = $1 AND o.checkout_token = $2",
        Lookup::Numbers(_) => &has_number,
    };
    let sql = format!(
        "SELECT o.id, o.number, o.plan_id, p.id AS period_id, p.name AS period_name, o.payment_method, o.payment_status,
                o.shipment_status, o.receiver_name, o.receiver_phone, o.receiver_email, o.receiver_address,
                o.shipping_method, o.shipping_cost_rp, o.shipping_discount_rp, o.tracking_number, o.voucher_code, o.discount_percent,
                o.subtotal_rp, o.discount_rp, o.total_rp, o.charged_rp, o.bv, o.payment_url, o.expires_ms, o.created_ms, o.trial,
                o.taxable, o.held, o.shipping_borne_rp,
                (SELECT CAST(COALESCE(-SUM(e.points), 0) AS BIGINT) FROM bv_entries e
                 WHERE e.order_id = o.id AND e.kind IN ('return', 'refund')) AS returned_bv,
                (SELECT COUNT(*) FROM order_transfers t WHERE t.order_id = o.id) AS bank_transfer
         FROM orders o JOIN bv_periods p ON p.id = COALESCE(
           (SELECT e.period_id FROM bv_entries e WHERE e.order_id = o.id AND e.kind = 'sale'), o.period_id)
         WHERE {condition}"
    );
    let query = query_as(AssertSqlSafe(sql));
    let query = match which {
        Lookup::Wanted(wanted) => {
            let [created_ms, id] = wanted.page.after(i64::MAX);
            let shipment = wanted.shipment.map(TextEnum::text).unwrap_or_default();
            query
                .bind(wanted.member)
                .bind(created_ms)
                .bind(id)
                .bind(wanted.number)
                .bind(shipment)
                .bind(wanted.page.lookup())
        }
        Lookup::Newest(member, most) => query.bind(member).bind(most),
        Lookup::Own(member, text) | Lookup::Token(member, text) => query.bind(member).bind(text),
        Lookup::Numbers(numbers) => numbers.iter().fold(query, |query, number| query.bind(*number)),
    };
    let rows: Vec<OrderRow> = query.fetch_all(&mut *conn).await?;
    let keys: Vec<OrderKey> = rows.iter().map(|row| row.id).collect();
    let mut products = products_of(conn, &keys).await?;
    let mut moves = moves_of(conn, &keys).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let (products, moves) = (products.remove(&row.id), moves.remove(&row.id));
            row.into_order(products.unwrap_or_default(), moves.unwrap_or_default())
        })
        .collect())
}

/// Counts the orders that have ever used a voucher.
pub async fn count_with_voucher(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM orders WHERE voucher_id = $1").bind(voucher).fetch_one(conn).await
}

/// Whether a member has an order that is or was valid, other than `but`; failed, expired and cancelled orders do not
/// count.
pub async fn has_ordered(conn: &mut Conn, member: MemberId, but: Option<OrderKey>) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM orders
               WHERE member_id = $1 AND id <> $2 AND payment_status IN ('pending', 'success', 'refunded')
                 AND shipment_status <> 'dibatalkan' AND trial = 0 LIMIT 1";
    // No order has the key 0.
    let but = but.unwrap_or(OrderKey(0));
    let found: Option<OrderKey> = sqlx::query_scalar(sql).bind(member).bind(but).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Returns the times at which the first and the last order of a period were placed, UTC milliseconds; `None` without
/// any.
pub async fn first_and_last(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Option<(i64, i64)>> {
    let sql = "SELECT (SELECT MIN(created_ms) FROM orders WHERE period_id = $1),
                      (SELECT MAX(created_ms) FROM orders WHERE period_id = $1)";
    let (first, last): (Option<i64>, Option<i64>) = query_as(sql).bind(period).fetch_one(conn).await?;
    Ok(first.zip(last))
}

/// Returns the number of orders of a period that are neither paid nor cancelled, and their sum after discount, rupiah.
pub async fn waiting(conn: &mut Conn, period: PeriodId) -> sqlx::Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(subtotal_rp - discount_rp), 0) AS BIGINT) FROM orders
               WHERE period_id = $1 AND payment_status = 'pending' AND shipment_status <> 'dibatalkan' AND trial = 0";
    query_as(sql).bind(period).fetch_one(conn).await
}

/// Maximum number of orders looked up in one statement: small, because SQLite searches the earlier parameters for each
/// parameter.
pub(super) const LOOKUP: usize = 100;

/// Returns the lines of some orders, by order.
pub async fn products_of(conn: &mut Conn, keys: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<OrderProduct>>> {
    let mut found: HashMap<OrderKey, Vec<OrderProduct>> = HashMap::new();
    for keys in keys.chunks(LOOKUP) {
        let sql = format!(
            "SELECT id, order_id, product_id, name, variant, picture, price_rp, bv, quantity, excluded,
                    variant_id
             FROM order_lines WHERE order_id IN ({}) ORDER BY id",
            placeholders(1, keys.len())
        );
        let mut query = query_as(AssertSqlSafe(sql));
        for key in keys {
            query = query.bind(*key);
        }
        let rows: Vec<LineRow> = query.fetch_all(&mut *conn).await?;
        for row in rows {
            found.entry(row.order_id).or_default().push(OrderProduct::from(row));
        }
    }
    Ok(found)
}

async fn moves_of(conn: &mut Conn, keys: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<OrderMove>>> {
    let mut found: HashMap<OrderKey, Vec<OrderMove>> = HashMap::new();
    for keys in keys.chunks(LOOKUP) {
        let sql = format!(
            "SELECT order_id, at_ms, event, actor, reason FROM order_moves WHERE order_id IN ({}) ORDER BY id",
            placeholders(1, keys.len())
        );
        let mut query = query_as(AssertSqlSafe(sql));
        for key in keys {
            query = query.bind(*key);
        }
        let rows: Vec<MoveRow> = query.fetch_all(&mut *conn).await?;
        for row in rows {
            found.entry(row.order_id).or_default().push(OrderMove {
                at: rfc3339(row.at_ms),
                what: row.event,
                by: row.actor.0,
                reason: row.reason,
            });
        }
    }
    Ok(found)
}
