//! Accounts of orders: money received, money refunded, and money still expected.

use ksmart_core::order::{PaymentMethod, ShipmentStatus};
use ksmart_foundation::{
    db::{Conn, Text},
    ids::{OrderKey, PeriodId},
    text_enum,
    time::{DAY_MS, JAKARTA_MS},
};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::ToSchema;

/// Kind of money entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoneyKind {
    /// An order was paid.
    Received,
    /// Money went back to the payer.
    Refunded,
    /// A courier kept a fee from the cash that it collected.
    Fee,
}

/// Channel through which money came in; its refund uses the same channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Online payment through the payment provider.
    Online,
    /// Cash, through the courier.
    Cod,
    /// Transfer to the shop's own account.
    Transfer,
    /// Payment in the built-in sandbox, where no money moves.
    Sandbox,
}

text_enum!(MoneyKind { Received => "received", Refunded => "refunded", Fee => "fee" });
text_enum!(Channel { Online => "online", Cod => "cod", Transfer => "transfer", Sandbox => "sandbox" });

impl From<PaymentMethod> for Channel {
    fn from(method: PaymentMethod) -> Self {
        match method {
            PaymentMethod::Online => Self::Online,
            PaymentMethod::Cod => Self::Cod,
        }
    }
}

/// Records the full payment of an order.
///
/// # Errors
/// The payment is already recorded.
pub async fn receive(conn: &mut Conn, order: OrderKey, period: PeriodId, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO money_entries (order_id, kind, channel, amount_rp, period_id, at_ms)
               SELECT o.id, 'received',
                 CASE WHEN EXISTS (SELECT 1 FROM order_transfers t WHERE t.order_id = o.id) THEN 'transfer'
                      ELSE o.payment_method END,
                 o.total_rp, $2, $3 FROM orders o WHERE o.id = $1";
    query(sql).bind(order).bind(period).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Marks money that was just received as no real money, because it was paid in the sandbox.
pub async fn mark_without_money(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    query("UPDATE money_entries SET channel = 'sandbox' WHERE order_id = $1").bind(order).execute(conn).await?;
    Ok(())
}

/// Records the refund of an amount of a paid order. No other code records refunds.
pub async fn book_refund(
    conn: &mut Conn,
    order: OrderKey,
    amount_rp: i64,
    period: PeriodId,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO money_entries (order_id, kind, channel, amount_rp, period_id, at_ms)
               SELECT order_id, 'refunded', channel, $2, $3, $4 FROM money_entries
               WHERE order_id = $1 AND kind = 'received'";
    query(sql).bind(order).bind(amount_rp).bind(period).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Records the fee that a courier kept from the cash of a paid order.
pub async fn charge(conn: &mut Conn, order: OrderKey, fee_rp: i64, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO money_entries (order_id, kind, channel, amount_rp, period_id, at_ms)
               SELECT order_id, 'fee', channel, $2, period_id, $3 FROM money_entries
               WHERE order_id = $1 AND kind = 'received'";
    query(sql).bind(order).bind(fee_rp).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Sum of the money entries of one kind and channel in a day or BV period.
#[derive(Debug, FromRow)]
pub struct Moved {
    /// Day in Jakarta, counted from 1970-01-01, or key of the BV period.
    pub slot: i64,
    /// Kind of entry.
    pub kind: Text<MoneyKind>,
    /// Channel of the money.
    pub channel: Text<Channel>,
    /// Number of entries.
    pub entries: i64,
    /// Sum of the entries, rupiah.
    pub amount_rp: i64,
}

/// SQL for the sums of entries `e`.
const SUMS: &str = "e.kind, e.channel, COUNT(*) AS entries, CAST(SUM(e.amount_rp) AS BIGINT) AS amount_rp";

/// Sums up the money entries of each day in Jakarta from `from_ms` until before `to_ms`, oldest first.
pub async fn moved_by_day(conn: &mut Conn, from_ms: i64, to_ms: i64) -> sqlx::Result<Vec<Moved>> {
    let sql = format!(
        "SELECT (e.at_ms + {JAKARTA_MS}) / {DAY_MS} AS slot, {SUMS} FROM money_entries e
         WHERE e.at_ms >= $1 AND e.at_ms < $2 GROUP BY 1, e.kind, e.channel ORDER BY 1"
    );
    query_as(AssertSqlSafe(sql)).bind(from_ms).bind(to_ms).fetch_all(conn).await
}

/// Sums up the money entries of each BV period, for the latest periods only; `newest` is their number.
pub async fn moved_by_period(conn: &mut Conn, newest: i64) -> sqlx::Result<Vec<Moved>> {
    let sql = format!(
        "SELECT e.period_id AS slot, {SUMS} FROM money_entries e
         WHERE e.period_id IN (SELECT id FROM bv_periods ORDER BY starts_ms DESC, id DESC LIMIT $1)
         GROUP BY e.period_id, e.kind, e.channel"
    );
    query_as(AssertSqlSafe(sql)).bind(newest).fetch_all(conn).await
}

/// Additional shipping costs that the shop bears after corrections of addresses: sum for the paid orders of one day or
/// BV period and one channel, without cancelled shipments.
#[derive(Debug, FromRow)]
pub struct BorneShipping {
    /// Day in Jakarta on which the orders were paid, counted from 1970-01-01, or key of the BV period.
    pub slot: i64,
    /// Channel of their payment.
    pub channel: Text<Channel>,
    /// Number of orders.
    pub orders: i64,
    /// Rupiah; if negative, the shop keeps the difference.
    pub amount_rp: i64,
}

/// SQL for the borne shipping costs, from orders `o` and their entries `e`.
const BORNE: &str = "e.channel, COUNT(*) AS orders, CAST(SUM(o.shipping_borne_rp) AS BIGINT) AS amount_rp
     FROM orders o JOIN money_entries e ON e.order_id = o.id AND e.kind = 'received'
     WHERE o.shipping_borne_rp <> 0 AND o.shipment_status <> 'dibatalkan'";

/// Sums up the shipping costs that the shop pays for orders paid on each day in Jakarta from `from_ms` until before
/// `to_ms`.
pub async fn borne_by_day(conn: &mut Conn, from_ms: i64, to_ms: i64) -> sqlx::Result<Vec<BorneShipping>> {
    let sql = format!(
        "SELECT (e.at_ms + {JAKARTA_MS}) / {DAY_MS} AS slot, {BORNE} AND e.at_ms >= $1 AND e.at_ms < $2
         GROUP BY 1, e.channel"
    );
    query_as(AssertSqlSafe(sql)).bind(from_ms).bind(to_ms).fetch_all(conn).await
}

/// Sums up the shipping costs that the shop pays for orders paid in each BV period.
pub async fn borne_by_period(conn: &mut Conn) -> sqlx::Result<Vec<BorneShipping>> {
    let sql = format!("SELECT e.period_id AS slot, {BORNE} GROUP BY e.period_id, e.channel");
    query_as(AssertSqlSafe(sql)).fetch_all(conn).await
}

/// Sum of unpaid orders with the same day, BV period, payment method and shipment state.
#[derive(Debug, FromRow)]
pub struct Pending {
    /// Day in Jakarta on which the orders were placed, counted from 1970-01-01.
    pub day: i64,
    /// BV period in which the orders were placed.
    pub period_id: PeriodId,
    /// Payment method of the orders.
    pub payment_method: Text<PaymentMethod>,
    /// State of the shipment.
    pub shipment_status: Text<ShipmentStatus>,
    /// Number of orders.
    pub orders: i64,
    /// Amount expected for the orders, rupiah.
    pub amount_rp: i64,
}

/// Sums up the expected amounts of unpaid orders, by the day on which they were placed.
pub async fn pending(conn: &mut Conn) -> sqlx::Result<Vec<Pending>> {
    let sql = format!(
        "SELECT (o.created_ms + {JAKARTA_MS}) / {DAY_MS} AS day, o.period_id, o.payment_method, o.shipment_status,
                COUNT(*) AS orders, CAST(SUM(o.total_rp) AS BIGINT) AS amount_rp
         FROM orders o
         WHERE o.payment_status = 'pending' AND o.trial = 0
         GROUP BY 1, o.period_id, o.payment_method, o.shipment_status"
    );
    query_as(AssertSqlSafe(sql)).fetch_all(conn).await
}
