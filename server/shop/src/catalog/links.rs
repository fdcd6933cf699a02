//! Data of products and categories for link previews and search engines.

use ksmart_foundation::{db::Conn, ids::ProductId};
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};

use crate::catalog::pricing::{PRICING, Price, Pricing, visitor_prices};

/// A product as a link preview shows it.
#[derive(Debug)]
pub struct Offer {
    /// Name.
    pub name: String,
    /// Picture below `/storage/`.
    pub picture: String,
    /// Description.
    pub description: String,
    /// Price of one piece as shown to visitors who are not members.
    pub price: Price,
    /// Pieces in stock.
    pub stock: i64,
    /// Sum of its ratings, 1 to 5 each.
    pub rating_sum: i64,
    /// Number of ratings.
    pub rating_count: i64,
    /// Name of the category.
    pub category_name: String,
}

#[derive(FromRow)]
struct OfferRow {
    name: String,
    picture: String,
    description: String,
    price_rp: i64,
    #[sqlx(flatten)]
    pricing: Pricing,
    stock: i64,
    rating_sum: i64,
    rating_count: i64,
    category_name: String,
}

/// Returns the product with this key as a link preview shows it at a given time; `None` for an archived one.
pub async fn offer(conn: &mut Conn, id: ProductId, now_ms: i64) -> sqlx::Result<Option<Offer>> {
    let sql = format!(
        "SELECT p.name, p.picture, p.description, p.price_rp, {PRICING}, p.stock, p.rating_sum, p.rating_count,
                c.name AS category_name
         FROM products p JOIN categories c ON c.id = p.category_id
         WHERE p.id = $1 AND p.status = 'for_sale'"
    );
    let row: Option<OfferRow> = query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *conn).await?;
    let Some(row) = row else { return Ok(None) };
    let shown = visitor_prices(conn).await?;
    Ok(Some(Offer {
        name: row.name,
        picture: row.picture,
        description: row.description,
        price: row.pricing.at(row.price_rp, now_ms).seen(false, shown),
        stock: row.stock,
        rating_sum: row.rating_sum,
        rating_count: row.rating_count,
        category_name: row.category_name,
    }))
}

/// Entry of a product in the sitemap.
#[derive(Debug, FromRow)]
pub struct Listed {
    /// Key.
    pub id: ProductId,
    /// Name.
    pub name: String,
    /// Time of the product's creation, which the sitemap shows as its last change, UTC milliseconds.
    pub changed_ms: i64,
}

/// Returns the newest products for sale, at most `limit` of them.
pub async fn newest(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<Listed>> {
    let sql =
        "SELECT id, name, created_ms AS changed_ms FROM products WHERE status = 'for_sale' ORDER BY id DESC LIMIT $1";
    query_as(sql).bind(limit).fetch_all(conn).await
}

/// Returns the names of the categories, in the shop's order.
pub async fn category_names(conn: &mut Conn) -> sqlx::Result<Vec<String>> {
    query_scalar("SELECT name FROM categories ORDER BY position, id").fetch_all(conn).await
}

/// Returns the key of the category with this name, and its picture below `/storage/`.
pub async fn category(conn: &mut Conn, name: &str) -> sqlx::Result<Option<(i64, String)>> {
    query_as("SELECT id, picture FROM categories WHERE name = $1").bind(name).fetch_optional(conn).await
}
