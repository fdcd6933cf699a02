//! Scope of a voucher: some products and categories, and some members.

use std::collections::HashMap;

use ksmart_foundation::{
    db::{BindAll, Conn, placeholders, value_rows},
    ids::{MemberId, ProductId, VoucherId},
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::catalog::ProductSnapshot;

/// The products and categories that a voucher is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Scope {
    /// Keys of products.
    pub products: Vec<ProductId>,
    /// Keys of categories.
    pub categories: Vec<i64>,
}

impl Scope {
    /// Whether it includes a product.
    pub fn holds(&self, goods: &ProductSnapshot) -> bool {
        self.products.contains(&goods.id) || self.categories.contains(&goods.category_id)
    }
}

/// Returns the products and categories that a voucher is for.
pub async fn of(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<Scope> {
    let sql = "SELECT product_id FROM voucher_products WHERE voucher_id = $1 ORDER BY product_id";
    let products = query_scalar(sql).bind(voucher).fetch_all(&mut *conn).await?;
    let sql = "SELECT category_id FROM voucher_categories WHERE voucher_id = $1 ORDER BY category_id";
    let categories = query_scalar(sql).bind(voucher).fetch_all(conn).await?;
    Ok(Scope { products, categories })
}

/// Returns the names of the categories and products that some vouchers are for, by voucher; only products for sale are
/// included.
pub async fn names(conn: &mut Conn, vouchers: &[VoucherId]) -> sqlx::Result<HashMap<VoucherId, Vec<String>>> {
    let mut names: HashMap<VoucherId, Vec<String>> = HashMap::new();
    if vouchers.is_empty() {
        return Ok(names);
    }
    let list = placeholders(1, vouchers.len());
    let sql = format!(
        "SELECT voucher_id, name FROM (
           SELECT s.voucher_id, c.name, 0 AS kind, c.position AS place
           FROM voucher_categories s JOIN categories c ON c.id = s.category_id WHERE s.voucher_id IN ({list})
           UNION ALL
           SELECT s.voucher_id, p.name, 1 AS kind, p.id AS place
           FROM voucher_products s JOIN products p ON p.id = s.product_id
           WHERE s.voucher_id IN ({list}) AND p.status = 'for_sale') found
         ORDER BY voucher_id, kind, place"
    );
    let query = query_as(AssertSqlSafe(sql)).bind_all(vouchers);
    let rows: Vec<(VoucherId, String)> = query.fetch_all(conn).await?;
    for (voucher, name) in rows {
        names.entry(voucher).or_default().push(name);
    }
    Ok(names)
}

/// Returns the products that a voucher is for, including archived ones: their keys and names, by name.
pub async fn products(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<Vec<(ProductId, String)>> {
    let sql = "SELECT p.id, p.name FROM voucher_products s JOIN products p ON p.id = s.product_id
               WHERE s.voucher_id = $1 ORDER BY p.name, p.id";
    query_as(sql).bind(voucher).fetch_all(conn).await
}

/// Returns the members that a voucher was given to: their uids and names, by name.
pub async fn members(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<Vec<(String, String)>> {
    let sql = "SELECT m.uid, m.name FROM voucher_members g JOIN members m ON m.id = g.member_id
               WHERE g.voucher_id = $1 ORDER BY m.name, m.id";
    query_as(sql).bind(voucher).fetch_all(conn).await
}

/// Stores the products, categories and members that a voucher is for, and replaces the earlier ones.
///
/// # Errors
/// A product or a category no longer exists.
pub async fn replace(conn: &mut Conn, voucher: VoucherId, scope: &Scope, members: &[MemberId]) -> sqlx::Result<()> {
    query("DELETE FROM voucher_products WHERE voucher_id = $1").bind(voucher).execute(&mut *conn).await?;
    query("DELETE FROM voucher_categories WHERE voucher_id = $1").bind(voucher).execute(&mut *conn).await?;
    query("DELETE FROM voucher_members WHERE voucher_id = $1").bind(voucher).execute(&mut *conn).await?;
    for some in scope.products.chunks(KEPT_AT_ONCE) {
        let sql = format!("INSERT INTO voucher_products (voucher_id, product_id) VALUES {}", value_rows(some.len(), 2));
        let query = some.iter().fold(query(AssertSqlSafe(sql)), |query, id| query.bind(voucher).bind(*id));
        query.execute(&mut *conn).await?;
    }
    for some in scope.categories.chunks(KEPT_AT_ONCE) {
        let sql =
            format!("INSERT INTO voucher_categories (voucher_id, category_id) VALUES {}", value_rows(some.len(), 2));
        let query = some.iter().fold(query(AssertSqlSafe(sql)), |query, id| query.bind(voucher).bind(*id));
        query.execute(&mut *conn).await?;
    }
    for some in members.chunks(KEPT_AT_ONCE) {
        let sql = format!("INSERT INTO voucher_members (voucher_id, member_id) VALUES {}", value_rows(some.len(), 2));
        let query = some.iter().fold(query(AssertSqlSafe(sql)), |query, id| query.bind(voucher).bind(*id));
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Maximum number of rows written at once.
const KEPT_AT_ONCE: usize = 100;

/// Removes a member from the vouchers that were given to them.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM voucher_members WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
