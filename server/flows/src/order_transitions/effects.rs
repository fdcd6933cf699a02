//! Effects of an order's move on stock, voucher, sales, volume and money.

use ksmart_foundation::{
    db::Conn,
    error::Result,
    ids::{OrderKey, PeriodId, VoucherId},
};
use ksmart_members::volume::{self, Entry, EntryKind};
use ksmart_shop::{
    catalog::{self, Goods},
    orders::{find_any, money, moves::MoveContext},
    returns::{self, worth},
    vouchers,
};

/// Puts the goods of an order back into stock, and gives back its use of a voucher.
pub(super) async fn release(
    conn: &mut Conn,
    key: OrderKey,
    lines: &[Goods],
    voucher: Option<VoucherId>,
    now_ms: i64,
) -> Result<()> {
    catalog::return_stock(conn, key, lines, now_ms).await?;
    if let Some(voucher) = voucher {
        vouchers::return_use(conn, voucher, key).await?;
    }
    Ok(())
}

/// Books a paid order: its pieces as sold, and its points, its sales and its money in `period`, which the transaction
/// holds open.
pub(super) async fn book_sale(
    conn: &mut Conn,
    key: OrderKey,
    move_context: &MoveContext,
    lines: &[Goods],
    period: PeriodId,
    now_ms: i64,
) -> Result<()> {
    for line in lines {
        catalog::count_sold(conn, line.product_id, line.quantity).await?;
    }
    let (points, sales_rp) = (move_context.bv, move_context.sales_rp);
    volume::post(conn, &entry(key, move_context, EntryKind::Sale, period, points, sales_rp), now_ms).await?;
    Ok(money::receive(conn, key, period, now_ms).await?)
}

/// Books the refund of an order in `period`, which the transaction holds open: takes back its pieces, points, sales and
/// money, except those that returns have already taken back. Returns the amount refunded, rupiah; 0 if returns have
/// refunded everything.
pub(super) async fn book_refund(
    conn: &mut Conn,
    key: OrderKey,
    move_context: &MoveContext,
    lines: &[Goods],
    period: PeriodId,
    now_ms: i64,
) -> Result<i64> {
    let mut refunded = returns::refunded_totals(conn, key).await?;
    let mut pieces_left = 0;
    for line in lines {
        let returned = refunded.products.remove(&line.product_id).unwrap_or_default();
        refunded.products.insert(line.product_id, (returned - line.quantity).max(0));
        let pieces = (line.quantity - returned).max(0);
        pieces_left += pieces;
        catalog::count_sold(conn, line.product_id, -pieces).await?;
    }
    if pieces_left == 0 {
        return Ok(0);
    }
    let (points, sales_rp) = (refunded.points - move_context.bv, refunded.sales_rp - move_context.sales_rp);
    volume::post(conn, &entry(key, move_context, EntryKind::Refund, period, points, sales_rp), now_ms).await?;
    let order = find_any(conn, &move_context.number).await?;
    let left_rp = worth::left_rp(conn, &order).await?;
    money::book_refund(conn, key, left_rp, period, now_ms).await?;
    Ok(left_rp)
}

/// Returns the ledger entry for an order's points and sales (rupiah), which are both negative for a refund.
fn entry(
    order: OrderKey,
    move_context: &MoveContext,
    kind: EntryKind,
    period: PeriodId,
    points: i64,
    sales_rp: i64,
) -> Entry {
    let (member, plan_id) = (move_context.member_id, move_context.plan_id);
    Entry { order, of_return: None, kind, member, period, plan_id, points, sales_rp }
}
