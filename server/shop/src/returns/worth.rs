//! Refund value of returned pieces, and what remains refundable of their order.

use std::collections::HashMap;

use ksmart_core::returns::{Back, Portion, ReturnError, ReturnKind, Sale, SoldLine, Terms};
use ksmart_foundation::{
    db::Conn,
    error::{Code, Error, Result},
};
use rust_decimal::Decimal;

use crate::{
    orders::{Order, OrderLine},
    returns,
};

/// Calculates the value of some pieces of an order. `pieces` and `before` map the key of an order line to its pieces
/// now, and to its pieces already returned.
///
/// # Errors
/// There are more pieces than the order has.
pub fn portion(
    order: &Order,
    terms: Terms,
    before: &HashMap<i64, Back>,
    pieces: &HashMap<i64, i64>,
) -> std::result::Result<Portion, ReturnError> {
    let sold = order.lines.iter();
    let line = |line: &OrderLine| SoldLine {
        price_rp: line.price_rp,
        bv: line.bv,
        quantity: line.quantity,
        excluded: line.excluded,
    };
    let lines = sold.map(line).collect();
    let sale = Sale { lines, discount_rp: order.discount_rp, shipping_rp: order.shipping_cost_rp };
    let of = |line: i64| (before.get(&line).copied().unwrap_or_default(), pieces.get(&line).copied().unwrap_or(0));
    let (before, now): (Vec<Back>, Vec<i64>) = order.lines.iter().map(|line| of(line.id)).unzip();
    sale.portion(terms, &before, &now)
}

/// Returns the amount of an order that can still be refunded after its returns, rupiah.
///
/// # Errors
/// 409: a return is under way.
pub async fn left(conn: &mut Conn, order: &Order) -> Result<i64> {
    let found = returns::of_order(conn, order.key).await?;
    if let Some(running) = found.iter().find(|found| found.state.0.is_under_way()) {
        let message = format!("Pengembalian {} masih berjalan. Selesaikan lebih dulu.", running.number);
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    left_rp(conn, order).await
}

/// Returns the amount of an order that can still be refunded after the returns whose money went back, rupiah.
pub async fn left_rp(conn: &mut Conn, order: &Order) -> Result<i64> {
    let refunded = returns::taken(conn, order.key, None).await?.refunded;
    let is_left = |line: i64, quantity: i64| {
        quantity - refunded.get(&line).map_or(0, |back: &Back| back.with_shipping + back.without_shipping)
    };
    let pieces = order.lines.iter().map(|line| (line.id, is_left(line.id, line.quantity))).collect();
    let terms = Terms { kind: ReturnKind::Refund, keeps_shipping: false, deduction_percent: Decimal::ZERO };
    Ok(portion(order, terms, &refunded, &pieces)?.refund_rp)
}
