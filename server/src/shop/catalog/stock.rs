//! Stock and its books: every change of a product's stock is a movement, written in the same transaction.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::foundation::ids::ProductId;
use crate::{
    foundation::{
        db::{Conn, Text, value_rows},
        ids::{MemberId, OrderKey},
    },
    identity::{
        outbox::{self, Recipient},
        settings,
    },
    text_enum,
};

/// Why stock changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    /// Came from a supplier.
    Received,
    /// An order took it.
    Order,
    /// An order that was released gave it back.
    Returned,
    /// A count of what is there said so.
    Adjusted,
}

text_enum!(MovementKind {
    Received => "received", Order => "order", Returned => "returned", Adjusted => "adjusted",
});

/// Takes the pieces of an order from stock, in the order given, and writes them into the books; false, and nothing to
/// keep, when fewer are left of any or one was archived meanwhile.
///
/// # Errors
/// The database fails.
pub async fn take_stock(
    conn: &mut Conn,
    order: OrderKey,
    lines: &[(ProductId, i64)],
    now_ms: i64,
) -> sqlx::Result<bool> {
    let low_stock = settings::low_stock(conn).await?;
    for (product, quantity) in lines {
        let sql = "UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2 AND archived_ms IS NULL
                   RETURNING stock, name";
        let left: Option<(i64, String)> =
            query_as(sql).bind(*product).bind(*quantity).fetch_optional(&mut *conn).await?;
        let Some((left, name)) = left else { return Ok(false) };
        if left <= low_stock && left + quantity > low_stock {
            let facts = json!({"product": name, "stock": left});
            outbox::tell(conn, now_ms, Recipient::Admins, outbox::Kind::LowStock, facts).await?;
        }
    }
    let taken: Vec<_> = lines.iter().map(|(product, quantity)| (*product, -quantity)).collect();
    record_movements(conn, MovementKind::Order, Some(order), &taken, now_ms).await?;
    Ok(true)
}

/// Gives the pieces of a released order back to stock, and writes them into the books.
///
/// # Errors
/// The database fails.
pub async fn return_stock(
    conn: &mut Conn,
    order: OrderKey,
    lines: &[(ProductId, i64)],
    now_ms: i64,
) -> sqlx::Result<()> {
    for (product, quantity) in lines {
        let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1";
        query(sql).bind(*product).bind(*quantity).execute(&mut *conn).await?;
    }
    record_movements(conn, MovementKind::Returned, Some(order), lines, now_ms).await
}

/// Takes in pieces from a supplier.
///
/// # Errors
/// The database fails.
pub async fn receive_stock(conn: &mut Conn, id: ProductId, quantity: i64, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1";
    query(sql).bind(id).bind(quantity).execute(&mut *conn).await?;
    record_movements(conn, MovementKind::Received, None, &[(id, quantity)], now_ms).await
}

/// Writes movements of an order, or of a delivery, into the books.
///
/// # Errors
/// The database fails.
pub async fn record_movements(
    conn: &mut Conn,
    kind: MovementKind,
    order: Option<OrderKey>,
    movements: &[(ProductId, i64)],
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = format!(
        "INSERT INTO stock_movements (product_id, at_ms, kind, quantity, order_id) VALUES {}",
        value_rows(movements.len(), 5)
    );
    let mut query = query(AssertSqlSafe(sql));
    for (product, quantity) in movements {
        query = query.bind(*product).bind(now_ms).bind(Text(kind)).bind(*quantity).bind(order);
    }
    query.execute(conn).await?;
    Ok(())
}

/// A change of stock that a person made.
#[derive(Debug)]
pub struct ByHand<'a> {
    /// Who made it.
    pub member: MemberId,
    /// Received or adjusted.
    pub kind: MovementKind,
    /// Pieces, not 0; negative for fewer.
    pub quantity: i64,
    /// Why, for the books.
    pub reason: Option<&'a str>,
    /// What makes the request repeatable.
    pub token: Option<&'a str>,
    /// When, UTC milliseconds.
    pub at_ms: i64,
}

/// Changes a product's stock as a person says, and writes it into the books. Hold the product's row first ([`hold`]).
///
/// # Errors
/// The stock would be negative, the token was used before, or the database fails.
pub async fn move_by_hand(conn: &mut Conn, id: ProductId, change: &ByHand<'_>) -> sqlx::Result<()> {
    let sql = "UPDATE products SET stock = stock + $2 WHERE id = $1";
    query(sql).bind(id).bind(change.quantity).execute(&mut *conn).await?;
    let sql = "INSERT INTO stock_movements (product_id, at_ms, kind, quantity, reason, member_id, token)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    query(sql)
        .bind(id)
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

/// Holds a product's row until the transaction ends, and gives its stock; `None` if there is no such product.
///
/// # Errors
/// The database fails.
pub async fn hold(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<i64>> {
    query_scalar("UPDATE products SET stock = stock WHERE id = $1 RETURNING stock").bind(id).fetch_optional(conn).await
}

/// States how many pieces of a product there are, and how many were sold; what differs from the books is written into
/// them as adjusted, and as sold elsewhere.
///
/// # Errors
/// The shop's own paid orders bought more than that, or the database fails.
pub async fn set_counts(
    conn: &mut Conn,
    id: ProductId,
    stock: i64,
    sold: i64,
    reason: &str,
    now_ms: i64,
) -> sqlx::Result<()> {
    hold(conn, id).await?;
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

/// Takes what an order took from stock, and gave back, out of the books; the pieces that it holds are in stock again.
///
/// # Errors
/// The database fails.
pub async fn forget_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    // In the order of products, so that two who give back never wait for each other.
    let sql = "SELECT product_id, CAST(SUM(quantity) AS BIGINT) FROM stock_movements WHERE order_id = $1
               GROUP BY product_id ORDER BY product_id";
    let moved: Vec<(ProductId, i64)> = query_as(sql).bind(order).fetch_all(&mut *conn).await?;
    for (product, quantity) in moved {
        let sql = "UPDATE products SET stock = stock - $2 WHERE id = $1";
        query(sql).bind(product).bind(quantity).execute(&mut *conn).await?;
    }
    query("DELETE FROM stock_movements WHERE order_id = $1").bind(order).execute(conn).await?;
    Ok(())
}
