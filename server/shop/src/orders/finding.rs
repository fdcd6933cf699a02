//! Finding orders, with their lines and moves.

use std::collections::HashMap;

use ksmart_core::order::ShipmentStatus;
use ksmart_foundation::{
    db::{BindAll, Conn, DecimalText, Flag, Text, TextEnum, placeholders},
    error::{Error, Result},
    ids::{MemberId, OrderKey},
    page::Page,
};
use sqlx::{AssertSqlSafe, FromRow, Row, any::AnyRow, query_as, query_scalar};

use crate::orders::order::{Actor, Order, OrderLine, OrderMove, Receiver, StoredState};

/// Beginning of the SQL that reads orders; a condition follows. The period is the one in which the points count.
const SELECT_ORDERS: &str = "SELECT o.id, o.number, o.plan_id, p.id AS period_id, p.name AS period_name, o.payment_method, o.payment_status,
            o.shipment_status, o.receiver_name, o.receiver_phone, o.receiver_email, o.receiver_address,
            o.shipping_method, o.shipping_cost_rp, o.shipping_discount_rp, o.tracking_number, o.voucher_code, o.discount_percent,
            o.subtotal_rp, o.discount_rp, o.total_rp, o.charged_rp, o.bv, o.payment_url, o.expires_ms, o.created_ms, o.trial,
            o.taxable, o.held, o.shipping_borne_rp,
            (SELECT CAST(COALESCE(-SUM(e.points), 0) AS BIGINT) FROM bv_entries e
             WHERE e.order_id = o.id AND e.kind IN ('return', 'refund')) AS returned_bv,
            CASE WHEN EXISTS (SELECT t.order_id FROM order_transfers t WHERE t.order_id = o.id) THEN 1 ELSE 0 END AS bank_transfer
     FROM orders o JOIN bv_periods p ON p.id = COALESCE(
       (SELECT e.period_id FROM bv_entries e WHERE e.order_id = o.id AND e.kind = 'sale'), o.period_id)
     WHERE";

/// Maximum number of orders looked up in one statement. It is small because SQLite needs quadratic time for many
/// parameters: for each parameter, it searches all earlier ones.
pub(super) const LOOKUP: usize = 100;

/// A row of [`SELECT_ORDERS`]: an order without its lines and moves.
struct OrderRow(Order);

impl FromRow<'_, AnyRow> for OrderRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self(Order {
            key: row.try_get("id")?,
            number: row.try_get("number")?,
            state: StoredState::from_row(row)?.into(),
            bank_transfer: row.try_get::<Flag, _>("bank_transfer")?.0,
            trial: row.try_get::<Flag, _>("trial")?.0,
            taxable: row.try_get::<Flag, _>("taxable")?.0,
            created_ms: row.try_get("created_ms")?,
            expires_ms: row.try_get("expires_ms")?,
            payment_url: row.try_get("payment_url")?,
            receiver: Receiver {
                name: row.try_get("receiver_name")?,
                phone: row.try_get("receiver_phone")?,
                email: row.try_get("receiver_email")?,
                address: row.try_get("receiver_address")?,
            },
            shipping_method: row.try_get("shipping_method")?,
            tracking_number: row.try_get("tracking_number")?,
            shipping_cost_rp: row.try_get("shipping_cost_rp")?,
            shipping_discount_rp: row.try_get("shipping_discount_rp")?,
            shipping_borne_rp: row.try_get("shipping_borne_rp")?,
            voucher_code: row.try_get("voucher_code")?,
            discount_percent: row.try_get::<DecimalText, _>("discount_percent")?.0,
            subtotal_rp: row.try_get("subtotal_rp")?,
            discount_rp: row.try_get("discount_rp")?,
            total_rp: row.try_get("total_rp")?,
            charged_rp: row.try_get("charged_rp")?,
            bv: row.try_get("bv")?,
            returned_bv: row.try_get("returned_bv")?,
            plan_id: row.try_get("plan_id")?,
            period_id: row.try_get("period_id")?,
            period_name: row.try_get("period_name")?,
            lines: Vec::new(),
            moves: Vec::new(),
        }))
    }
}

/// Returns the error for an order that does not exist, or is not the caller's.
pub fn not_found() -> Error {
    Error::not_found("Tidak ada data ditemukan")
}

/// Returns an order of a member.
///
/// # Errors
/// 404, also for another member's order.
pub async fn find_own(conn: &mut Conn, member: MemberId, number: &str) -> Result<Order> {
    let sql = format!("{SELECT_ORDERS} o.member_id = $1 AND o.number = $2");
    let found = query_as(AssertSqlSafe(sql)).bind(member).bind(number).fetch_all(&mut *conn).await?;
    with_lines_and_moves(conn, found).await?.pop().ok_or_else(not_found)
}

/// Returns the order with a number, of any member; the order must exist.
///
/// # Errors
/// 404: no order has this number.
pub async fn find_any(conn: &mut Conn, number: &str) -> Result<Order> {
    find_by_number(conn, number).await?.ok_or_else(not_found)
}

/// Returns the order with a number, of any member.
pub async fn find_by_number(conn: &mut Conn, number: &str) -> sqlx::Result<Option<Order>> {
    Ok(find_by_numbers(conn, &[number]).await?.pop())
}

/// Returns the orders with 1 to 100 numbers, of any member and in any order; unknown numbers are left out.
pub(super) async fn find_by_numbers(conn: &mut Conn, numbers: &[&str]) -> sqlx::Result<Vec<Order>> {
    let sql = format!("{SELECT_ORDERS} o.number IN ({})", placeholders(1, numbers.len()));
    let query = query_as(AssertSqlSafe(sql)).bind_all(numbers);
    let found = query.fetch_all(&mut *conn).await?;
    with_lines_and_moves(conn, found).await
}

/// Returns the order that a member placed with a checkout token, and the digest of the order's contents, if known.
pub async fn find_by_token(
    conn: &mut Conn,
    member: MemberId,
    token: &str,
) -> sqlx::Result<Option<(Order, Option<String>)>> {
    let sql = format!("{SELECT_ORDERS} o.member_id = $1 AND o.checkout_token = $2");
    let found = query_as(AssertSqlSafe(sql)).bind(member).bind(token).fetch_all(&mut *conn).await?;
    let Some(order) = with_lines_and_moves(conn, found).await?.pop() else { return Ok(None) };
    let sql = "SELECT contents FROM orders WHERE id = $1";
    let contents = query_scalar(sql).bind(order.key).fetch_one(conn).await?;
    Ok(Some((order, contents)))
}

/// Returns the newest orders of a member, newest first.
pub async fn newest(conn: &mut Conn, member: MemberId, most: i64) -> sqlx::Result<Vec<Order>> {
    let sql = format!("{SELECT_ORDERS} o.member_id = $1 ORDER BY o.created_ms DESC, o.id DESC LIMIT $2");
    let found = query_as(AssertSqlSafe(sql)).bind(member).bind(most).fetch_all(&mut *conn).await?;
    with_lines_and_moves(conn, found).await
}

/// Returns a page of a member's orders, newest first, and one more order if a next page exists. `number` is a LIKE
/// pattern for the order number.
pub(super) async fn find_page(
    conn: &mut Conn,
    member: MemberId,
    shipment: Option<ShipmentStatus>,
    number: &str,
    page: &Page<2>,
) -> sqlx::Result<Vec<Order>> {
    let sql = format!(
        "{SELECT_ORDERS} o.member_id = $1 AND (o.created_ms, o.id) < ($2, $3) AND LOWER(o.number) LIKE $4 ESCAPE '\\'
           AND ($5 = '' OR o.shipment_status = $5) ORDER BY o.created_ms DESC, o.id DESC LIMIT $6"
    );
    let [created_ms, id] = page.after(i64::MAX);
    let shipment = shipment.map(TextEnum::text).unwrap_or_default();
    let query = query_as(AssertSqlSafe(sql)).bind(member).bind(created_ms).bind(id).bind(number).bind(shipment);
    let found = query.bind(page.lookup()).fetch_all(&mut *conn).await?;
    with_lines_and_moves(conn, found).await
}

/// Returns the orders of some rows with their lines and moves, in the same order.
async fn with_lines_and_moves(conn: &mut Conn, rows: Vec<OrderRow>) -> sqlx::Result<Vec<Order>> {
    let mut orders: Vec<Order> = rows.into_iter().map(|OrderRow(order)| order).collect();
    let keys: Vec<OrderKey> = orders.iter().map(|order| order.key).collect();
    let mut lines = lines_of(conn, &keys).await?;
    let mut moves = moves_of(conn, &keys).await?;
    for order in &mut orders {
        order.lines = lines.remove(&order.key).unwrap_or_default();
        order.moves = moves.remove(&order.key).unwrap_or_default();
    }
    Ok(orders)
}

/// Returns the lines of some orders, by order.
pub async fn lines_of(conn: &mut Conn, keys: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<OrderLine>>> {
    #[derive(FromRow)]
    struct Row {
        order_id: OrderKey,
        #[sqlx(flatten)]
        line: OrderLine,
    }
    let mut found: HashMap<OrderKey, Vec<OrderLine>> = HashMap::new();
    for keys in keys.chunks(LOOKUP) {
        let sql = format!(
            "SELECT order_id, id, product_id, name, NULLIF(variant, '') AS variant, picture, price_rp, bv, quantity, excluded,
                    variant_id
             FROM order_lines WHERE order_id IN ({}) ORDER BY id",
            placeholders(1, keys.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(keys);
        let rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
        for Row { order_id, line } in rows {
            found.entry(order_id).or_default().push(line);
        }
    }
    Ok(found)
}

/// Returns the moves of some orders, by order.
async fn moves_of(conn: &mut Conn, keys: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<OrderMove>>> {
    #[derive(FromRow)]
    struct Row {
        order_id: OrderKey,
        at_ms: i64,
        event: String,
        actor: Text<Actor>,
        reason: Option<String>,
    }
    let mut found: HashMap<OrderKey, Vec<OrderMove>> = HashMap::new();
    for keys in keys.chunks(LOOKUP) {
        let sql = format!(
            "SELECT order_id, at_ms, event, actor, reason FROM order_moves WHERE order_id IN ({}) ORDER BY id",
            placeholders(1, keys.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(keys);
        let rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
        for Row { order_id, at_ms, event, actor, reason } in rows {
            found.entry(order_id).or_default().push(OrderMove { at_ms, event, actor: actor.0, reason });
        }
    }
    Ok(found)
}
