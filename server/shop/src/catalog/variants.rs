//! Variants of a product: their differences from the product, and their own pieces if stock is counted by variant.
//!
//! A variant keeps its key when it is renamed or moved. A removed variant stays as a row that cannot be chosen, so that
//! orders and the stock books still name it; it has no pieces.

use std::collections::HashMap;

use ksmart_foundation::{
    db::{BindAll, Conn, placeholders, value_rows},
    format,
    ids::{ProductId, VariantId},
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

/// Fields of a variant that an administrator edits; the product's values apply to omitted fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema, FromRow)]
pub struct VariantFields {
    /// Key; null for a new one.
    pub id: Option<VariantId>,
    /// Name; no two variants of a product have the same name.
    pub name: String,
    /// Price of one piece, rupiah; null to use the product's.
    pub price_rp: Option<i64>,
    /// Business volume of one piece, points; null to use the product's.
    pub bv: Option<i64>,
    /// Shipping weight of one piece, grams; null to use the product's.
    pub weight_gr: Option<i64>,
    /// SKU (the shop's own number), in capitals; empty to use the product's.
    pub sku: String,
    /// Barcode printed on a piece for a scanner; empty to use the product's.
    pub barcode: String,
    /// One of the product's gallery pictures, below `/storage/`; empty to use the product's picture.
    pub picture: String,
}

impl VariantFields {
    /// Returns a new variant that differs from the product only in its name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Returns its description for the log: its name and its own values.
    pub fn log_text(&self) -> String {
        let mut own = Vec::new();
        own.extend(self.price_rp.map(format::rupiah));
        own.extend(self.bv.map(|bv| format!("{} BV", format::number(bv))));
        own.extend(self.weight_gr.map(|grams| format!("{} gram", format::number(grams))));
        for (label, code) in [("SKU", &self.sku), ("barcode", &self.barcode), ("gambar", &self.picture)] {
            if !code.is_empty() {
                own.push(format!("{label} {code}"));
            }
        }
        if own.is_empty() { self.name.clone() } else { format!("{} ({})", self.name, own.join(", ")) }
    }
}

/// Variants of a product to choose from.
#[derive(Debug, Clone, Copy)]
pub struct Choices<'a> {
    /// Whether its stock is counted by variant.
    pub by_variant: bool,
    /// Its variants, in order.
    pub variants: &'a [VariantFields],
}

/// Gives each variant without a key the key of the variant with the same name in `before`, unless another variant
/// already has that key.
pub fn keep_keys(variants: &mut [VariantFields], before: &[VariantFields]) {
    let mut claimed: Vec<VariantId> = variants.iter().filter_map(|variant| variant.id).collect();
    for variant in variants.iter_mut().filter(|variant| variant.id.is_none()) {
        let same = before.iter().find(|kept| kept.name == variant.name).and_then(|kept| kept.id);
        variant.id = same.filter(|id| !claimed.contains(id));
        claimed.extend(variant.id);
    }
}

/// Returns the variants of these products that can be chosen, each with its pieces, in order.
pub async fn of(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<HashMap<ProductId, Vec<(VariantFields, i64)>>> {
    #[derive(FromRow)]
    struct Row {
        product_id: ProductId,
        #[sqlx(flatten)]
        fields: VariantFields,
        stock: i64,
    }
    let mut found: HashMap<ProductId, Vec<(VariantFields, i64)>> = HashMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let list = placeholders(1, ids.len());
    let sql = format!(
        "SELECT product_id, id, name, price_rp, bv, weight_gr, sku, barcode, picture, stock FROM product_variants
         WHERE product_id IN ({list}) AND removed = 0 ORDER BY position, id"
    );
    let query = query_as(AssertSqlSafe(sql)).bind_all(ids);
    let rows: Vec<Row> = query.fetch_all(conn).await?;
    for row in rows {
        found.entry(row.product_id).or_default().push((row.fields, row.stock));
    }
    Ok(found)
}

/// Returns the variant to which pieces belong: the one with this key, or, if that was removed or not recorded, the one
/// with this name. Returns `None` if the product has neither.
pub async fn current(
    conn: &mut Conn,
    product: ProductId,
    id: Option<VariantId>,
    name: &str,
) -> sqlx::Result<Option<VariantId>> {
    let sql = "SELECT id FROM product_variants WHERE product_id = $1 AND removed = 0 AND (id = $2 OR name = $3)
               ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END LIMIT 1";
    query_scalar(sql).bind(product).bind(id).bind(name).fetch_optional(conn).await
}

/// Adds variants to a product after its existing ones; `first` is the position of the first new one.
///
/// # Errors
/// A name or code is already used.
pub async fn insert(conn: &mut Conn, product: ProductId, first: i64, variants: &[VariantFields]) -> sqlx::Result<()> {
    if variants.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO product_variants (product_id, position, name, price_rp, bv, weight_gr, sku, barcode, picture)
         VALUES {}",
        value_rows(variants.len(), 9)
    );
    let mut query = query(AssertSqlSafe(sql));
    for (position, variant) in (first..).zip(variants) {
        query = query
            .bind(product)
            .bind(position)
            .bind(&variant.name)
            .bind(variant.price_rp)
            .bind(variant.bv)
            .bind(variant.weight_gr)
            .bind(&variant.sku)
            .bind(&variant.barcode)
            .bind(&variant.picture);
    }
    query.execute(conn).await?;
    Ok(())
}
