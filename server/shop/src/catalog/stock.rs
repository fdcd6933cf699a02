//! Stock and the stock books: every change of a product's stock is a movement, written in the same transaction.

use ksmart_foundation::{
    db::{Conn, Flag, Text, value_rows},
    ids::{MemberId, OrderKey, ProductId, VariantId},
    text_enum,
};
use ksmart_identity::{
    outbox::{self, Recipient},
    settings::{self, sales::SalesSettings},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::catalog::variants::current;

/// Kind of a stock movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    /// Received from a supplier.
    Received,
    /// Taken by an order.
    Order,
    /// Returned by a released order.
    Returned,
    /// Corrected, for example after a count.
    Adjusted,
}

text_enum!(MovementKind {
    Received => "received", Order => "order", Returned => "returned", Adjusted => "adjusted",
});

/// Pieces of a product, or of one of its variants.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, FromRow)]
pub struct Goods {
    /// The product.
    pub product_id: ProductId,
    /// Key of the variant, if recorded.
    pub variant_id: Option<VariantId>,
    /// Name of the variant; empty for none.
    pub variant: String,
    /// Pieces.
    pub quantity: i64,
}

impl Goods {
    /// Returns pieces of a product, without a variant.
    pub fn plain(product_id: ProductId, quantity: i64) -> Self {
        Self { product_id, variant_id: None, variant: String::new(), quantity }
    }
}

/// A movement: product, variant if stock is counted by variant, pieces.
type Movement = (ProductId, Option<VariantId>, i64);

/// Takes the pieces of an order from stock, in the given order, and records them in the stock books.
///
/// Returns false if too few pieces are left, or a product was archived or a variant removed in the meantime; the caller
/// must then roll back.
pub async fn take_stock(conn: &mut Conn, order: OrderKey, lines: &[Goods], now_ms: i64) -> sqlx::Result<bool> {
    let low_stock = settings::read::<SalesSettings>(conn).await?.values.low_stock;
    let mut taken: Vec<Movement> = Vec::with_capacity(lines.len());
    for line in lines {
        let quantity = line.quantity;
        let sql = "UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2 AND status = 'for_sale'
                   RETURNING stock, name, by_variant";
        let left: Option<(i64, String, Flag)> =
            query_as(sql).bind(line.product_id).bind(quantity).fetch_optional(&mut *conn).await?;
        let Some((left, name, by_variant)) = left else { return Ok(false) };
        // The product's row is locked from here on; every change of a variant's pieces locks it first.
        let variant = if by_variant.0 {
            let Some(id) = current(conn, line.product_id, line.variant_id, &line.variant).await? else {
                return Ok(false);
            };
            let sql = "UPDATE product_variants SET stock = stock - $2 WHERE id = $1 AND stock >= $2";
            if query(sql).bind(id).bind(quantity).execute(&mut *conn).await?.rows_affected() == 0 {
                return Ok(false);
            }
            Some(id)
        } else {
            None
        };
        taken.push((line.product_id, variant, -quantity));
        if left <= low_stock && left + quantity > low_stock {
            let payload = json!({"product": name, "stock": left});
            outbox::notify(conn, now_ms, Recipient::Admins, outbox::Kind::LowStock, payload).await?;
        }
    }
    record_movements(conn, MovementKind::Order, Some(order), &taken, now_ms).await?;
    Ok(true)
}

/// Returns the pieces of a released order to stock, and records them in the stock books. Pieces of a variant that has
/// since been removed are taken out again, because they cannot be bought.
pub async fn return_stock(conn: &mut Conn, order: OrderKey, lines: &[Goods], now_ms: i64) -> sqlx::Result<()> {
    let (mut returned, mut gone): (Vec<Movement>, Vec<(Movement, &str)>) = (Vec::new(), Vec::new());
    for line in lines {
        let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1 RETURNING by_variant";
        let by_variant: Flag =
            query_scalar(sql).bind(line.product_id).bind(line.quantity).fetch_one(&mut *conn).await?;
        let mut variant = None;
        if by_variant.0 {
            variant = current(conn, line.product_id, line.variant_id, &line.variant).await?;
            if let Some(id) = variant {
                let sql = "UPDATE product_variants SET stock = stock + $2 WHERE id = $1";
                query(sql).bind(id).bind(line.quantity).execute(&mut *conn).await?;
            } else {
                let sql = "UPDATE products SET stock = stock - $2 WHERE id = $1";
                query(sql).bind(line.product_id).bind(line.quantity).execute(&mut *conn).await?;
                variant = line.variant_id;
                gone.push(((line.product_id, variant, -line.quantity), &line.variant));
            }
        }
        returned.push((line.product_id, variant, line.quantity));
    }
    record_movements(conn, MovementKind::Returned, Some(order), &returned, now_ms).await?;
    for (movement, name) in gone {
        let reason = format!("Varian {name} sudah dihapus");
        adjust_in_books(conn, movement, &reason, now_ms).await?;
    }
    Ok(())
}

/// Records an automatic correction in the stock books.
async fn adjust_in_books(
    conn: &mut Conn,
    (product, variant, quantity): Movement,
    reason: &str,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO stock_movements (product_id, variant_id, at_ms, kind, quantity, reason)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(product)
        .bind(variant)
        .bind(now_ms)
        .bind(Text(MovementKind::Adjusted))
        .bind(quantity)
        .bind(reason)
        .execute(conn)
        .await?;
    Ok(())
}

/// Adds pieces from a supplier to the stock.
pub async fn receive_stock(conn: &mut Conn, id: ProductId, quantity: i64, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1";
    query(sql).bind(id).bind(quantity).execute(&mut *conn).await?;
    record_movements(conn, MovementKind::Received, None, &[(id, None, quantity)], now_ms).await
}

/// Records movements of an order, or of received goods, in the stock books.
pub async fn record_movements(
    conn: &mut Conn,
    kind: MovementKind,
    order: Option<OrderKey>,
    movements: &[Movement],
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = format!(
        "INSERT INTO stock_movements (product_id, variant_id, at_ms, kind, quantity, order_id) VALUES {}",
        value_rows(movements.len(), 6)
    );
    let mut query = query(AssertSqlSafe(sql));
    for (product, variant, quantity) in movements {
        query = query.bind(*product).bind(*variant).bind(now_ms).bind(Text(kind)).bind(*quantity).bind(order);
    }
    query.execute(conn).await?;
    Ok(())
}

/// A manual change of stock.
#[derive(Debug)]
pub struct ByHand<'a> {
    /// Person who made the change.
    pub member: MemberId,
    /// Key of the changed variant, if the product is counted by variant.
    pub variant: Option<VariantId>,
    /// Received or adjusted.
    pub kind: MovementKind,
    /// Pieces, not 0; negative for fewer.
    pub quantity: i64,
    /// Reason for the change, for the stock books.
    pub reason: Option<&'a str>,
    /// Idempotency key of the request, if any.
    pub token: Option<&'a str>,
    /// Time of the change, UTC milliseconds.
    pub at_ms: i64,
}

impl<'a> ByHand<'a> {
    /// Returns a correction of the stock books, with its reason.
    pub fn adjustment(
        member: MemberId,
        variant: Option<VariantId>,
        quantity: i64,
        reason: &'a str,
        at_ms: i64,
    ) -> Self {
        let kind = MovementKind::Adjusted;
        Self { member, variant, kind, quantity, reason: Some(reason), token: None, at_ms }
    }
}

/// Makes a manual change of a product's stock, and of its variant's, and records it in the stock books. Lock the
/// product's row first ([`lock`]).
///
/// # Errors
/// The stock would be negative, or the token was used before.
pub async fn move_by_hand(conn: &mut Conn, id: ProductId, change: &ByHand<'_>) -> sqlx::Result<()> {
    let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1";
    query(sql).bind(id).bind(change.quantity).execute(&mut *conn).await?;
    if let Some(variant) = change.variant {
        let sql = "UPDATE product_variants SET stock = stock + $2 WHERE id = $1";
        query(sql).bind(variant).bind(change.quantity).execute(&mut *conn).await?;
    }
    note(conn, id, change).await
}

/// Takes returned pieces of an order out of stock again, because they cannot be sold. Pieces of a variant that has
/// since been removed are already out of stock.
///
/// # Errors
/// Fewer pieces are left in stock.
pub async fn write_off(conn: &mut Conn, goods: &Goods, member: MemberId, reason: &str, at_ms: i64) -> sqlx::Result<()> {
    let sql = "SELECT by_variant FROM products WHERE id = $1";
    let by_variant: Flag = query_scalar(sql).bind(goods.product_id).fetch_one(&mut *conn).await?;
    let mut variant = None;
    if by_variant.0 {
        variant = current(conn, goods.product_id, goods.variant_id, &goods.variant).await?;
        if variant.is_none() {
            return Ok(());
        }
    }
    let change = ByHand::adjustment(member, variant, -goods.quantity, reason, at_ms);
    move_by_hand(conn, goods.product_id, &change).await
}

/// Records a manual change in the stock books, and changes nothing else.
///
/// # Errors
/// The token was used before.
pub async fn note(conn: &mut Conn, id: ProductId, change: &ByHand<'_>) -> sqlx::Result<()> {
    let sql = "INSERT INTO stock_movements (product_id, variant_id, at_ms, kind, quantity, reason, member_id, token)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    query(sql)
        .bind(id)
        .bind(change.variant)
        .bind(change.at_ms)
        .bind(Text(change.kind))
        .bind(change.quantity)
        .bind(change.reason)
        .bind(change.member)
        .bind(change.token)
        .execute(conn)
        .await?;
    Ok(())
}

/// Locks a product's row until the transaction ends, and returns its stock; `None` if there is no such product.
pub async fn lock(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<i64>> {
    query_scalar("UPDATE products SET stock = stock WHERE id = $1 RETURNING stock").bind(id).fetch_optional(conn).await
}

/// Sets a product's numbers of pieces in stock and of pieces sold. A difference in stock is recorded as an adjustment;
/// a difference in sales changes the number of pieces sold elsewhere.
///
/// # Errors
/// `sold` is less than the number of pieces in the shop's own paid orders.
pub async fn set_counts(
    conn: &mut Conn,
    id: ProductId,
    stock: i64,
    sold: i64,
    reason: &str,
    now_ms: i64,
) -> sqlx::Result<()> {
    lock(conn, id).await?;
    let sql = "INSERT INTO stock_movements (product_id, at_ms, kind, quantity, reason)
               SELECT id, $2, $3, $4 - stock, $5 FROM products WHERE id = $1 AND stock <> $4";
    query(sql)
        .bind(id)
        .bind(now_ms)
        .bind(Text(MovementKind::Adjusted))
        .bind(stock)
        .bind(reason)
        .execute(&mut *conn)
        .await?;
    let sql = "UPDATE products SET stock = $2, sold_before = sold_before + $3 - sold, sold = $3 WHERE id = $1";
    query(sql).bind(id).bind(stock).bind(sold).execute(conn).await?;
    Ok(())
}

/// Deletes an order's movements from the stock books. The pieces that the order still holds return to stock, unless it
/// is unknown to which variant they now belong.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey, now_ms: i64) -> sqlx::Result<()> {
    // The order by product prevents deadlocks between two such transactions.
    let sql = "SELECT product_id, variant_id, CAST(SUM(quantity) AS BIGINT) FROM stock_movements WHERE order_id = $1
               GROUP BY product_id, variant_id ORDER BY product_id, variant_id";
    let moved: Vec<Movement> = query_as(sql).bind(order).fetch_all(&mut *conn).await?;
    query("DELETE FROM stock_movements WHERE order_id = $1").bind(order).execute(&mut *conn).await?;
    for (product, variant, quantity) in moved.into_iter().filter(|(_, _, quantity)| *quantity != 0) {
        let sql = "UPDATE products SET stock = stock - $2 WHERE id = $1 RETURNING by_variant";
        let by_variant: Flag = query_scalar(sql).bind(product).bind(quantity).fetch_one(&mut *conn).await?;
        let counted = match variant {
            Some(id) if by_variant.0 => {
                let sql = "UPDATE product_variants SET stock = stock - $2 WHERE id = $1 AND removed = 0";
                query(sql).bind(id).bind(quantity).execute(&mut *conn).await?.rows_affected() == 1
            }
            Some(_) => false,
            None => !by_variant.0,
        };
        if counted {
            continue;
        }
        let reason = "Pesanan percobaan dibuang";
        adjust_in_books(conn, (product, variant, quantity), reason, now_ms).await?;
        if !by_variant.0 {
            adjust_in_books(conn, (product, None, -quantity), reason, now_ms).await?;
        } else {
            // It is unknown to which variant the pieces now belong, so they must be counted manually.
            let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1";
            query(sql).bind(product).bind(quantity).execute(&mut *conn).await?;
        }
    }
    Ok(())
}
