//! Products as carts and orders see them.

use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::ToSchema;

use crate::foundation::ids::ProductId;
use crate::foundation::{
    db::{Conn, placeholders},
    error::{Error, Result},
};

/// What an order or a cart needs to know of a product.
#[derive(Debug, Clone, FromRow)]
pub struct ProductSnapshot {
    /// Key.
    pub id: ProductId,
    /// Name.
    pub name: String,
    /// Picture below `/storage/`.
    pub picture: String,
    /// Price of one piece, rupiah.
    pub price_rp: i64,
    /// Business volume of one piece, points.
    pub bv: i64,
    /// Shipping weight of one piece, grams.
    pub weight_gr: i64,
    /// Pieces in stock.
    pub stock: i64,
    /// The least quantity that the shop sells, pieces.
    pub min_order: i64,
    /// How many variants there are to choose from.
    pub variants: i64,
    /// Key of the category.
    pub category_id: i64,
}

/// The goods with these keys, in any order; those that are unknown or archived are left out.
///
/// # Errors
/// The database fails.
pub async fn snapshots(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<Vec<ProductSnapshot>> {
    let list = placeholders(1, ids.len());
    let sql = format!(
        "SELECT id, name, picture, price_rp, bv, weight_gr, stock, min_order, category_id,
                (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = products.id) AS variants
         FROM products WHERE id IN ({list}) AND archived_ms IS NULL"
    );
    let mut query = query_as(AssertSqlSafe(sql));
    for id in ids {
        query = query.bind(*id);
    }
    query.fetch_all(conn).await
}

/// A product for sale that earns points.
#[derive(Debug, FromRow)]
pub struct EarningProduct {
    /// Name.
    pub name: String,
    /// Price of one piece, rupiah.
    pub price_rp: i64,
    /// Business volume of one piece, points, 1 or more.
    pub bv: i64,
}

/// Every product for sale that earns points, by key.
///
/// # Errors
/// The database fails.
pub async fn earning(conn: &mut Conn) -> sqlx::Result<Vec<EarningProduct>> {
    let sql = "SELECT name, price_rp, bv FROM products WHERE archived_ms IS NULL AND bv > 0 ORDER BY id";
    query_as(sql).fetch_all(conn).await
}

/// Refuses a variant that the product does not have, and none where it has some.
///
/// # Errors
/// 422 with the spec's sentence, or the database fails.
pub async fn check_variant(conn: &mut Conn, id: ProductId, variant: &str) -> Result<()> {
    let names: Vec<String> =
        query_scalar("SELECT name FROM product_variants WHERE product_id = $1").bind(id).fetch_all(conn).await?;
    if names.is_empty() && variant.is_empty() || names.iter().any(|name| name == variant) {
        Ok(())
    } else if variant.is_empty() {
        Err(Error::invalid("Silakan pilih varian produk terlebih dahulu."))
    } else {
        Err(Error::invalid("Varian produk tidak ditemukan."))
    }
}

/// By what a product is found in the warehouse.
#[derive(Debug, Clone, Default, FromRow, Serialize, ToSchema)]
pub struct Codes {
    /// The shop's own number; empty for none.
    pub sku: String,
    /// What a scanner reads from a piece; empty for none.
    pub barcode: String,
    /// Where its pieces lie; empty where that is not said.
    pub shelf: String,
}

/// A product as the warehouse knows it.
#[derive(Debug, FromRow)]
pub struct Stowed {
    /// Key.
    pub id: ProductId,
    /// Shipping weight of one piece, grams.
    pub weight_gr: i64,
    #[sqlx(flatten)]
    codes: Codes,
}

/// By what one of these products is found.
pub fn codes_of(stowed: &[Stowed], id: ProductId) -> Codes {
    stowed.iter().find(|product| product.id == id).map(|product| product.codes.clone()).unwrap_or_default()
}

/// These products as the warehouse knows them now, in any order; unknown ones are left out.
///
/// # Errors
/// The database fails.
pub async fn stowed(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<Vec<Stowed>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = placeholders(1, ids.len());
    let sql = format!("SELECT id, weight_gr, sku, barcode, shelf FROM products WHERE id IN ({list})");
    let mut query = query_as(AssertSqlSafe(sql));
    for id in ids {
        query = query.bind(*id);
    }
    query.fetch_all(conn).await
}
