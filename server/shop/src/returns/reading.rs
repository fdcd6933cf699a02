//! Reading returns: single ones, those of an order, and their sums.

use std::collections::HashMap;

use ksmart_core::returns::{Back, ReturnKind, ReturnState, Terms};
use ksmart_foundation::{
    db::{BindAll, Conn, DecimalText, Flag, Text, placeholders},
    error::{Error, Result},
    ids::{MemberId, OrderKey, ProductId, ReturnId, VariantId},
    time::rfc3339,
};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::ToSchema;

use crate::{
    catalog::Goods,
    orders::{Actor, OrderLine},
    returns::reasons::ReturnReason,
};

/// A return as stored.
#[derive(Debug, Clone, FromRow)]
pub struct Return {
    /// Its key.
    pub id: ReturnId,
    /// Its number, such as `R-20261121-7K3M9QXA`; also sent to the payment provider.
    pub number: String,
    /// The order.
    pub order_id: OrderKey,
    /// The order's number.
    pub order_number: String,
    /// Member who placed the order.
    pub member_id: MemberId,
    /// Remedy that the member wants.
    pub kind: Text<ReturnKind>,
    /// State of the return.
    pub state: Text<ReturnState>,
    /// Reason for the return.
    pub reason: Text<ReturnReason>,
    /// Reason for the return, in the member's words.
    pub note: String,
    /// Whether the shop keeps the goods' share of the shipping cost, because the member changed their mind.
    #[sqlx(try_from = "Flag")]
    pub keeps_shipping: bool,
    /// Share of a buy-back that the shop keeps, percent.
    pub deduction_percent: DecimalText,
    /// Goods at their price, rupiah.
    pub goods_rp: i64,
    /// Their share of the voucher's discount, rupiah.
    pub discount_rp: i64,
    /// Their share of the shipping, rupiah.
    pub shipping_rp: i64,
    /// Amount that the shop keeps, rupiah.
    pub deduction_rp: i64,
    /// Amount of the refund, rupiah.
    pub refund_rp: i64,
    /// Points that go back.
    pub points: i64,
    /// Time of the member's request, UTC milliseconds.
    pub asked_ms: i64,
    /// Administrator who requested the refund from the provider.
    pub refund_by: Option<MemberId>,
    /// Time of the refund request to the provider, UTC milliseconds.
    pub refund_asked_ms: Option<i64>,
    /// Number of failed attempts to refund through the provider; it determines the backoff before the next retry.
    pub tries: i64,
    /// Time at which the provider reported that the money cannot go back the way it came, UTC milliseconds.
    pub channel_refused_ms: Option<i64>,
    /// Bank of a manual transfer.
    pub bank: Option<String>,
    /// Account number at the bank.
    pub bank_account: Option<String>,
    /// Account holder.
    pub account_name: Option<String>,
    /// Administrator who prepared the transfer.
    pub prepared_by: Option<MemberId>,
    /// Time of the preparation, UTC milliseconds.
    pub prepared_ms: Option<i64>,
    /// Bank's reference for the transfer.
    pub reference: Option<String>,
    /// The courier's number of the parcel with new goods.
    pub replacement_resi: Option<String>,
    /// Reason for the shop's refusal.
    pub refused_reason: Option<String>,
    /// Version, increased by each change.
    pub version: i64,
}

impl Return {
    /// Returns the terms agreed for it.
    pub fn terms(&self) -> Terms {
        let (kind, deduction_percent) = (self.kind.0, self.deduction_percent.0);
        Terms { kind, keeps_shipping: self.keeps_shipping, deduction_percent }
    }
}

/// SQL that reads returns `r` of orders `o`.
const RETURNS: &str =
    "SELECT r.id, r.number, r.order_id, o.number AS order_number, o.member_id, r.kind, r.state, r.reason, r.note,
            r.keeps_shipping, r.deduction_percent, r.goods_rp, r.discount_rp, r.shipping_rp, r.deduction_rp, r.refund_rp, r.points, r.asked_ms,
            r.refund_by, r.refund_asked_ms, r.tries, r.channel_refused_ms, r.bank, r.bank_account, r.account_name,
            r.prepared_by, r.prepared_ms, r.reference, r.replacement_resi, r.refused_reason, r.version
     FROM returns r JOIN orders o ON o.id = r.order_id";

/// Returns the return with a key.
///
/// # Errors
/// 404: no return has this key.
pub async fn find(conn: &mut Conn, id: ReturnId) -> Result<Return> {
    let sql = format!("{RETURNS} WHERE r.id = $1");
    let found = query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?;
    found.ok_or_else(|| Error::not_found("Pengembalian tidak ditemukan."))
}

/// Lists the returns of an order, newest first.
pub async fn of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<Vec<Return>> {
    let sql = format!("{RETURNS} WHERE r.order_id = $1 ORDER BY r.id DESC");
    query_as(AssertSqlSafe(sql)).bind(order).fetch_all(conn).await
}

/// Lists the returns whose refund must be requested from the provider again, longest waiting first.
pub async fn due(conn: &mut Conn, now_ms: i64, limit: i64) -> sqlx::Result<Vec<Return>> {
    let sql = format!("{RETURNS} WHERE r.next_try_ms <= $1 ORDER BY r.next_try_ms, r.id LIMIT $2");
    query_as(AssertSqlSafe(sql)).bind(now_ms).bind(limit).fetch_all(conn).await
}

/// Whether a refund of an order was requested from the provider, and its result is not recorded yet.
pub async fn is_asked_of_provider(conn: &mut Conn, order: OrderKey) -> sqlx::Result<bool> {
    let sql = "SELECT COUNT(*) FROM returns
               WHERE order_id = $1 AND state = 'received' AND refund_asked_ms IS NOT NULL AND next_try_ms IS NOT NULL";
    let asked: i64 = query_scalar(sql).bind(order).fetch_one(conn).await?;
    Ok(asked > 0)
}

/// Pieces of a line of an order in a return.
#[derive(Debug, Clone, FromRow)]
pub struct Pieces {
    /// The return.
    pub return_id: ReturnId,
    /// Key of the order line.
    pub line_id: i64,
    /// Product of the line.
    pub product_id: ProductId,
    /// Variant, if it was recorded.
    pub variant_id: Option<VariantId>,
    /// Name of the variant; empty if the product has no variants.
    pub variant: String,
    /// Requested pieces.
    pub quantity: i64,
    /// Received pieces that can be sold again; `None` until they are received.
    pub saleable: Option<i64>,
    /// Received pieces that cannot be sold again; `None` until they are received.
    pub damaged: Option<i64>,
}

impl Pieces {
    /// Returns `quantity` of these pieces as stock.
    pub fn goods(&self, quantity: i64) -> Goods {
        let Self { product_id, variant_id, ref variant, .. } = *self;
        Goods { product_id, variant_id, variant: variant.clone(), quantity }
    }

    /// Returns the number of received pieces; the number of requested pieces until any are received.
    pub fn count(&self) -> i64 {
        self.saleable.zip(self.damaged).map_or(self.quantity, |(saleable, damaged)| saleable + damaged)
    }
}

/// Returns the pieces of a return, sorted by product.
pub async fn pieces(conn: &mut Conn, id: ReturnId) -> sqlx::Result<Vec<Pieces>> {
    let sql = "SELECT p.return_id, p.line_id, l.product_id, l.variant_id, l.variant, p.quantity, p.saleable, p.damaged
               FROM return_lines p JOIN order_lines l ON l.id = p.line_id
               WHERE p.return_id = $1 ORDER BY l.product_id, l.id";
    query_as(sql).bind(id).fetch_all(conn).await
}

/// Numbers of an order's pieces that are part of returns; each map is keyed by order line.
#[derive(Debug, Default)]
pub struct Taken {
    /// Pieces in all returns that are neither refused nor withdrawn; they cannot be requested again.
    pub pieces: HashMap<i64, i64>,
    /// Pieces to be refunded whose goods have arrived, so that their amount is final; whether refunded yet or not.
    pub settled: HashMap<i64, Back>,
    /// Pieces whose money was refunded.
    pub refunded: HashMap<i64, Back>,
    /// Pieces for which a refund was requested, whether settled yet or not.
    pub wanted: HashMap<i64, Back>,
}

/// Counts the pieces of an order that are part of returns, except the return `except`; refused and withdrawn returns
/// do not count.
pub async fn taken(conn: &mut Conn, order: OrderKey, except: Option<ReturnId>) -> sqlx::Result<Taken> {
    #[derive(FromRow)]
    struct Row {
        line_id: i64,
        quantity: i64,
        saleable: Option<i64>,
        damaged: Option<i64>,
        kind: Text<ReturnKind>,
        keeps_shipping: Flag,
        state: Text<ReturnState>,
    }
    let sql = "SELECT p.line_id, p.quantity, p.saleable, p.damaged, r.kind, r.keeps_shipping, r.state
               FROM returns r JOIN return_lines p ON p.return_id = r.id
               WHERE r.order_id = $1 AND r.state NOT IN ('refused', 'withdrawn') AND r.id <> $2";
    let rows: Vec<Row> = query_as(sql).bind(order).bind(except.unwrap_or(ReturnId(0))).fetch_all(&mut *conn).await?;
    let mut taken = Taken::default();
    for row in rows {
        let pieces = row.saleable.zip(row.damaged).map_or(row.quantity, |(saleable, damaged)| saleable + damaged);
        *taken.pieces.entry(row.line_id).or_default() += pieces;
        let is_settled = !matches!(row.state.0, ReturnState::Asked | ReturnState::Approved);
        let keeps_shipping = row.keeps_shipping.0;
        let terms = Terms { kind: row.kind.0, keeps_shipping, deduction_percent: Decimal::ZERO };
        let went_back = row.state.0 == ReturnState::Refunded;
        for (back, counts) in
            [(&mut taken.wanted, true), (&mut taken.settled, is_settled), (&mut taken.refunded, went_back)]
        {
            let back = back.entry(row.line_id).or_default();
            if counts {
                terms.count(back, pieces);
            }
        }
    }
    Ok(taken)
}

/// Money, points and pieces of an order that went back by refunded returns.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RefundedTotals {
    /// Refunded money, rupiah.
    pub refund_rp: i64,
    /// Goods less their discount, rupiah.
    pub sales_rp: i64,
    /// Points.
    pub points: i64,
    /// Pieces by product.
    pub products: HashMap<ProductId, i64>,
}

/// Sums money, points and pieces of an order that went back by refunded returns.
pub async fn refunded_totals(conn: &mut Conn, order: OrderKey) -> sqlx::Result<RefundedTotals> {
    let sql =
        "SELECT CAST(COALESCE(SUM(refund_rp), 0) AS BIGINT), CAST(COALESCE(SUM(goods_rp - discount_rp), 0) AS BIGINT),
                      CAST(COALESCE(SUM(points), 0) AS BIGINT)
               FROM returns WHERE order_id = $1 AND state = 'refunded'";
    let (refund_rp, sales_rp, points) = query_as(sql).bind(order).fetch_one(&mut *conn).await?;
    let mut totals = RefundedTotals { refund_rp, sales_rp, points, ..RefundedTotals::default() };
    let sql = "SELECT p.return_id, p.line_id, l.product_id, l.variant_id, l.variant, p.quantity, p.saleable, p.damaged
               FROM returns r JOIN return_lines p ON p.return_id = r.id JOIN order_lines l ON l.id = p.line_id
               WHERE r.order_id = $1 AND r.state = 'refunded'";
    let rows: Vec<Pieces> = query_as(sql).bind(order).fetch_all(conn).await?;
    for row in rows {
        *totals.products.entry(row.product_id).or_default() += row.count();
    }
    Ok(totals)
}

/// Counts the received returns that wait for their money, and sums up that money, rupiah.
pub async fn to_refund(conn: &mut Conn) -> sqlx::Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(refund_rp), 0) AS BIGINT) FROM returns
               WHERE state IN ('received', 'transferring') AND kind <> 'replacement'";
    query_as(sql).fetch_one(conn).await
}

/// Counts the pieces of an order that were refunded by returns, without those that were bought back.
pub async fn pieces_refunded(conn: &mut Conn, order: OrderKey) -> sqlx::Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(p.saleable + p.damaged), 0) AS BIGINT)
               FROM returns r JOIN return_lines p ON p.return_id = r.id
               WHERE r.order_id = $1 AND r.state = 'refunded' AND r.kind = 'refund'";
    query_scalar(sql).bind(order).fetch_one(conn).await
}

/// Returns the sum of an order's refunds that were requested from the provider, rupiah: completed refunds, and requests
/// whose result is not known yet.
pub async fn asked_of_provider_rp(conn: &mut Conn, order: OrderKey) -> sqlx::Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(refund_rp), 0) AS BIGINT) FROM returns
               WHERE order_id = $1 AND refund_asked_ms IS NOT NULL AND state IN ('received', 'refunded')";
    query_scalar(sql).bind(order).fetch_one(conn).await
}

/// Counts the pieces of some returns, by return and by order line.
pub async fn pieces_returned(conn: &mut Conn, ids: &[ReturnId]) -> sqlx::Result<HashMap<ReturnId, HashMap<i64, i64>>> {
    let mut found: HashMap<ReturnId, HashMap<i64, i64>> = HashMap::new();
    for row in pieces_of(conn, ids).await? {
        found.entry(row.return_id).or_default().insert(row.line_id, row.count());
    }
    Ok(found)
}

/// Counts the pieces of some orders that were refunded by returns, by line.
pub async fn refunded_lines(conn: &mut Conn, orders: &[OrderKey]) -> sqlx::Result<HashMap<i64, i64>> {
    let mut found = HashMap::new();
    for orders in orders.chunks(LOOKUP) {
        let sql = format!(
            "SELECT p.line_id, CAST(SUM(p.saleable + p.damaged) AS BIGINT)
             FROM returns r JOIN return_lines p ON p.return_id = r.id
             WHERE r.order_id IN ({}) AND r.state = 'refunded' GROUP BY p.line_id",
            placeholders(1, orders.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(orders);
        let rows: Vec<(i64, i64)> = query.fetch_all(&mut *conn).await?;
        found.extend(rows);
    }
    Ok(found)
}

async fn pieces_of(conn: &mut Conn, ids: &[ReturnId]) -> sqlx::Result<Vec<Pieces>> {
    let mut found = Vec::new();
    for ids in ids.chunks(LOOKUP) {
        let sql = format!(
            "SELECT p.return_id, p.line_id, l.product_id, l.variant_id, l.variant, p.quantity, p.saleable, p.damaged
             FROM return_lines p JOIN order_lines l ON l.id = p.line_id
             WHERE p.return_id IN ({}) ORDER BY p.return_id, p.line_id",
            placeholders(1, ids.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(ids);
        let rows: Vec<Pieces> = query.fetch_all(&mut *conn).await?;
        found.extend(rows);
    }
    Ok(found)
}

/// Number of returns or orders looked up in one statement.
const LOOKUP: usize = 100;

/// A line of a return.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnLine {
    /// Key of the order line.
    pub line_id: i64,
    /// Name of the product at the time of purchase.
    pub name: String,
    /// Name of the variant, if the product has variants.
    pub variant: Option<String>,
    /// Path below `/storage/`.
    pub picture: String,
    /// Requested pieces.
    pub quantity: i64,
    /// Received pieces that can be sold again; null until they are received.
    pub saleable: Option<i64>,
    /// Received pieces that cannot be sold again; null until they are received.
    pub damaged: Option<i64>,
}

/// A step of a return.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReturnMove {
    /// `asked`, `approved`, `refused`, `withdrawn`, `received`, `transferring`, `refunded` or `replaced`.
    pub event: String,
    /// Time of the step, RFC 3339.
    pub at: String,
    /// Actor: `member`, `shop` or `system`.
    pub by: Actor,
    /// Reason for the step, if one was given.
    pub reason: Option<String>,
    /// Name of the administrator who took the step, if any; only for administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub staff_name: Option<String>,
}

/// A return with all facts that its member may know.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnFacts {
    /// Its key.
    pub id: ReturnId,
    /// Its number, such as `R-20261121-7K3M9QXA`.
    pub number: String,
    /// The order's number.
    pub order_id: String,
    /// Remedy that the member wants.
    pub kind: ReturnKind,
    /// State of the return.
    pub state: ReturnState,
    /// Reason for the return.
    pub reason: ReturnReason,
    /// Reason for the return, in the member's words.
    pub note: String,
    /// URL paths of its pictures, `/api/return-pictures/{id}`; only its member and administrators may read them.
    pub pictures: Vec<String>,
    /// Returned lines.
    pub lines: Vec<ReturnLine>,
    /// Goods at their price, rupiah.
    pub goods_rp: i64,
    /// Their share of the voucher's discount, rupiah.
    pub discount_rp: i64,
    /// Their share of the shipping, rupiah.
    pub shipping_rp: i64,
    /// Whether the shop keeps the shipping cost because the member changed their mind.
    keeps_shipping: bool,
    /// Amount of a buy-back that the shop keeps, rupiah.
    pub deduction_rp: i64,
    /// Amount of the refund, rupiah: for the requested goods until they are received, then for the received ones.
    pub refund_rp: i64,
    /// Points that go back.
    pub points: i64,
    /// The courier's number of the parcel with new goods.
    pub replacement_resi: Option<String>,
    /// Reason for the shop's refusal.
    pub refused_reason: Option<String>,
    /// Time of the member's request, RFC 3339.
    pub asked_at: String,
    /// Steps of the return, oldest first.
    pub moves: Vec<ReturnMove>,
}

/// Lists returns with all facts that their member may know; `sold` are the lines of their orders. The names of
/// administrators are included only if `for_admin`.
pub async fn shown(
    conn: &mut Conn,
    returns: &[Return],
    sold: &[OrderLine],
    for_admin: bool,
) -> sqlx::Result<Vec<ReturnFacts>> {
    let ids: Vec<ReturnId> = returns.iter().map(|found| found.id).collect();
    let (mut lines, mut pictures): (HashMap<ReturnId, Vec<ReturnLine>>, HashMap<ReturnId, Vec<String>>) =
        (HashMap::new(), HashMap::new());
    for pieces in pieces_of(conn, &ids).await? {
        if let Some(line) = sold.iter().find(|line| line.id == pieces.line_id) {
            lines.entry(pieces.return_id).or_default().push(ReturnLine {
                line_id: line.id,
                name: line.name.clone(),
                variant: line.variant.clone(),
                picture: line.picture.clone(),
                quantity: pieces.quantity,
                saleable: pieces.saleable,
                damaged: pieces.damaged,
            });
        }
    }
    for ids in ids.chunks(LOOKUP) {
        let sql = format!(
            "SELECT return_id, id FROM return_pictures WHERE return_id IN ({}) ORDER BY id",
            placeholders(1, ids.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(ids);
        let rows: Vec<(ReturnId, i64)> = query.fetch_all(&mut *conn).await?;
        for (id, picture) in rows {
            pictures.entry(id).or_default().push(format!("/api/return-pictures/{picture}"));
        }
    }
    let mut moves = moves_of(conn, &ids, for_admin).await?;
    Ok(returns
        .iter()
        .map(|found| ReturnFacts {
            id: found.id,
            number: found.number.clone(),
            order_id: found.order_number.clone(),
            kind: found.kind.0,
            state: found.state.0,
            reason: found.reason.0,
            note: found.note.clone(),
            pictures: pictures.remove(&found.id).unwrap_or_default(),
            lines: lines.remove(&found.id).unwrap_or_default(),
            goods_rp: found.goods_rp,
            discount_rp: found.discount_rp,
            shipping_rp: found.shipping_rp,
            keeps_shipping: found.keeps_shipping,
            deduction_rp: found.deduction_rp,
            refund_rp: found.refund_rp,
            points: found.points,
            replacement_resi: found.replacement_resi.clone(),
            refused_reason: found.refused_reason.clone(),
            asked_at: rfc3339(found.asked_ms),
            moves: moves.remove(&found.id).unwrap_or_default(),
        })
        .collect())
}

async fn moves_of(
    conn: &mut Conn,
    ids: &[ReturnId],
    for_admin: bool,
) -> sqlx::Result<HashMap<ReturnId, Vec<ReturnMove>>> {
    #[derive(FromRow)]
    struct Row {
        return_id: ReturnId,
        at_ms: i64,
        event: String,
        actor: Text<Actor>,
        reason: Option<String>,
        name: Option<String>,
    }
    let mut found: HashMap<ReturnId, Vec<ReturnMove>> = HashMap::new();
    for ids in ids.chunks(LOOKUP) {
        let sql = format!(
            "SELECT v.return_id, v.at_ms, v.event, v.actor, v.reason, m.name
             FROM return_moves v LEFT JOIN members m ON m.id = v.member_id
             WHERE v.return_id IN ({}) ORDER BY v.id",
            placeholders(1, ids.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(ids);
        let rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
        for row in rows {
            found.entry(row.return_id).or_default().push(ReturnMove {
                event: row.event,
                at: rfc3339(row.at_ms),
                by: row.actor.0,
                reason: row.reason,
                staff_name: row.name.filter(|_| for_admin),
            });
        }
    }
    Ok(found)
}

/// Returns the member who placed the order and the file of a return's picture; `None` if there is no such picture.
pub async fn find_picture(conn: &mut Conn, id: i64) -> sqlx::Result<Option<(MemberId, String)>> {
    let sql = "SELECT o.member_id, p.picture
               FROM return_pictures p JOIN returns r ON r.id = p.return_id JOIN orders o ON o.id = r.order_id
               WHERE p.id = $1";
    query_as(sql).bind(id).fetch_optional(conn).await
}

/// Returns the files of the pictures of an order's returns.
pub async fn pictures_of(conn: &mut Conn, order: OrderKey) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT p.picture FROM return_pictures p JOIN returns r ON r.id = p.return_id
               WHERE r.order_id = $1 ORDER BY p.id";
    query_scalar(sql).bind(order).fetch_all(conn).await
}
