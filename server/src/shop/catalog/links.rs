//! What links and search engines are told of products and categories.

use sqlx::{FromRow, query_as, query_scalar};

use crate::foundation::db::Conn;
use crate::foundation::ids::ProductId;

/// A product as a link to it shows it.
#[derive(Debug, FromRow)]
pub struct Offer {
    /// Name.
    pub name: String,
    /// Picture below `/storage/`.
    pub picture: String,
    /// Description.
    pub description: String,
    /// Price of one piece, rupiah.
    pub price_rp: i64,
    /// Pieces in stock.
    pub stock: i64,
    /// Sum of its ratings, 1 to 5 each.
    pub rating_sum: i64,
    /// How many ratings there are.
    pub rating_count: i64,
    /// Category.
    pub category_name: String,
}

/// The product with this key as a link shows it; none that is archived.
///
/// # Errors
/// The database fails.
pub async fn offer(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<Offer>> {
    let sql = "SELECT p.name, p.picture, p.description, p.price_rp, p.stock, p.rating_sum, p.rating_count,
                      c.name AS category_name
               FROM products p JOIN categories c ON c.id = p.category_id
               WHERE p.id = $1 AND p.archived_ms IS NULL";
    query_as(sql).bind(id).fetch_optional(conn).await
}

/// The address of a product, and since when it is as it is.
#[derive(Debug, FromRow)]
pub struct Listed {
    /// Key.
    pub id: ProductId,
    /// Name.
    pub name: String,
    /// When its texts were last written, UTC milliseconds.
    pub changed_ms: i64,
}

/// The newest products that are for sale, at most `limit` of them.
///
/// # Errors
/// The database fails.
pub async fn newest(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<Listed>> {
    let sql =
        "SELECT id, name, created_ms AS changed_ms FROM products WHERE archived_ms IS NULL ORDER BY id DESC LIMIT $1";
    query_as(sql).bind(limit).fetch_all(conn).await
}

/// The names of the categories, in the shop's order.
///
/// # Errors
/// The database fails.
pub async fn category_names(conn: &mut Conn) -> sqlx::Result<Vec<String>> {
    query_scalar("SELECT name FROM categories ORDER BY position, id").fetch_all(conn).await
}

/// The key of the category with this name, and its picture below `/storage/`.
///
/// # Errors
/// The database fails.
pub async fn category(conn: &mut Conn, name: &str) -> sqlx::Result<Option<(i64, String)>> {
    query_as("SELECT id, picture FROM categories WHERE name = $1").bind(name).fetch_optional(conn).await
}
