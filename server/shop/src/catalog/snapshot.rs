//! Products as carts and orders see them.

use std::collections::{BTreeSet, HashMap};

use ksmart_foundation::{
    db::{BindAll, Conn, Flag, placeholders},
    error::{Error, Result},
    ids::{ProductId, VariantId},
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::ToSchema;

use crate::catalog::{
    pricing::{PRICING, Pricing},
    variants::{self, VariantFields},
};

/// Data of a product, or of its chosen variant, that an order or a cart needs.
#[derive(Debug, Clone)]
pub struct ProductSnapshot {
    /// Key.
    pub id: ProductId,
    /// Name.
    pub name: String,
    /// Picture below `/storage/`.
    pub picture: String,
    /// Price paid for one piece, rupiah.
    pub price_rp: i64,
    /// Regular price, struck through during a promotion, rupiah.
    pub struck_rp: Option<i64>,
    /// Business volume of one piece, points.
    pub bv: i64,
    /// Shipping weight of one piece, grams.
    pub weight_gr: i64,
    /// Pieces in stock.
    pub stock: i64,
    /// Minimum order, pieces.
    pub min_order: i64,
    /// Number of variants to choose from.
    pub variants: i64,
    /// Whether stock is counted by variant.
    pub by_variant: bool,
    /// Key of the variant; `None` for the product as a whole.
    pub variant_id: Option<VariantId>,
    /// Key of the category.
    pub category_id: i64,
}

#[derive(FromRow)]
struct SnapshotRow {
    id: ProductId,
    name: String,
    picture: String,
    price_rp: i64,
    #[sqlx(flatten)]
    pricing: Pricing,
    bv: i64,
    weight_gr: i64,
    stock: i64,
    min_order: i64,
    variants: i64,
    #[sqlx(try_from = "Flag")]
    by_variant: bool,
    category_id: i64,
}

impl SnapshotRow {
    fn at(self, now_ms: i64) -> ProductSnapshot {
        let price = self.pricing.at(self.price_rp, now_ms);
        ProductSnapshot {
            id: self.id,
            name: self.name,
            picture: self.picture,
            price_rp: price.paid_rp,
            struck_rp: price.struck_rp,
            bv: self.bv,
            weight_gr: self.weight_gr,
            stock: self.stock,
            min_order: self.min_order,
            variants: self.variants,
            by_variant: self.by_variant,
            variant_id: None,
            category_id: self.category_id,
        }
    }
}

/// Returns the products with these keys as they are sold at a given time, in any order; unknown and archived ones are
/// left out.
pub async fn snapshots(conn: &mut Conn, ids: &[ProductId], now_ms: i64) -> sqlx::Result<Vec<ProductSnapshot>> {
    let list = placeholders(1, ids.len());
    let sql = format!(
        "SELECT p.id, p.name, p.picture, p.price_rp, {PRICING}, p.bv, p.weight_gr, p.stock, p.min_order, p.category_id,
                p.by_variant,
                (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = p.id AND v.removed = 0) AS variants
         FROM products p WHERE p.id IN ({list}) AND p.status = 'for_sale'"
    );
    let query = query_as(AssertSqlSafe(sql)).bind_all(ids);
    let rows: Vec<SnapshotRow> = query.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| row.at(now_ms)).collect())
}

/// Returns the chosen goods by product and variant, with price, points, weight, picture and stock at a given time: the
/// variant's own, or the product's.
///
/// For a variant that the product does not have, the product itself is returned, with stock 0 if it is counted by
/// variant. Unknown and archived products are left out.
pub async fn chosen(
    conn: &mut Conn,
    wanted: &[(ProductId, &str)],
    now_ms: i64,
) -> sqlx::Result<HashMap<(ProductId, String), ProductSnapshot>> {
    let ids: Vec<ProductId> = wanted.iter().map(|(product, _)| *product).collect::<BTreeSet<_>>().into_iter().collect();
    let goods = snapshots(conn, &ids, now_ms).await?;
    let varied: Vec<ProductId> = goods.iter().filter(|goods| goods.variants > 0).map(|goods| goods.id).collect();
    let variants = variants::of(conn, &varied).await?;
    let goods: HashMap<ProductId, ProductSnapshot> = goods.into_iter().map(|goods| (goods.id, goods)).collect();
    let mut chosen = HashMap::with_capacity(wanted.len());
    for &(product, name) in wanted {
        let Some(mut goods) = goods.get(&product).cloned() else { continue };
        let own = variants.get(&product).into_iter().flatten().find(|(variant, _)| variant.name == name);
        if goods.by_variant {
            goods.stock = own.map_or(0, |(_, stock)| *stock);
        }
        if let Some((variant, _)) = own {
            goods.variant_id = variant.id;
            if let Some(price_rp) = variant.price_rp {
                // A promotion of the product does not apply to a variant's own price.
                (goods.price_rp, goods.struck_rp) = (price_rp, None);
            }
            goods.bv = variant.bv.unwrap_or(goods.bv);
            goods.weight_gr = variant.weight_gr.unwrap_or(goods.weight_gr);
            if !variant.picture.is_empty() {
                goods.picture.clone_from(&variant.picture);
            }
        }
        chosen.insert((product, name.to_owned()), goods);
    }
    Ok(chosen)
}

/// A product for sale that earns points.
#[derive(Debug, FromRow)]
pub struct EarningProduct {
    /// Name.
    pub name: String,
    /// Lowest price that may be paid for one piece from now on, rupiah.
    pub price_rp: i64,
    /// Business volume of one piece, points, 1 or more.
    pub bv: i64,
}

/// Returns, by key, every product for sale that earns points, and every variant of a product for sale that has its own
/// price or points and earns points.
pub async fn earning(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Vec<EarningProduct>> {
    let sql = "WITH sold AS (
                   SELECT id, name, bv, CASE WHEN promo_rp < price_rp AND (promo_until_ms IS NULL OR promo_until_ms >= $1)
                                             THEN promo_rp ELSE price_rp END AS price_rp
                   FROM products WHERE status = 'for_sale')
               SELECT name, bv, price_rp FROM (
                   SELECT id, 0 AS variant_id, name, bv, price_rp FROM sold
                   UNION ALL
                   SELECT p.id, v.id, p.name || ', ' || v.name, COALESCE(v.bv, p.bv), COALESCE(v.price_rp, p.price_rp)
                   FROM product_variants v JOIN sold p ON p.id = v.product_id
                   WHERE v.removed = 0 AND (v.bv IS NOT NULL OR v.price_rp IS NOT NULL)) t
               WHERE bv > 0 ORDER BY id, variant_id";
    query_as(sql).bind(now_ms).fetch_all(conn).await
}

/// Refuses a variant that the product does not have, and a missing variant for a product with variants.
///
/// # Errors
/// 422 if the product has no such variant.
pub async fn check_variant(conn: &mut Conn, id: ProductId, variant: &str) -> Result<()> {
    let names: Vec<String> = query_scalar("SELECT name FROM product_variants WHERE product_id = $1 AND removed = 0")
        .bind(id)
        .fetch_all(conn)
        .await?;
    if names.is_empty() && variant.is_empty() || names.iter().any(|name| name == variant) {
        Ok(())
    } else if variant.is_empty() {
        Err(Error::invalid("Silakan pilih varian produk terlebih dahulu."))
    } else {
        Err(Error::invalid("Varian produk tidak ditemukan."))
    }
}

/// Codes and shelf by which the warehouse finds a product or a variant of it.
#[derive(Debug, Clone, Default, FromRow, Serialize, ToSchema)]
pub struct Codes {
    /// SKU (the shop's own number); empty for none.
    pub sku: String,
    /// Barcode that a scanner reads from a piece; empty for none.
    pub barcode: String,
    /// Storage location of its pieces; empty if not given.
    pub shelf: String,
}

/// Data of a product for packing: weight, codes, shelf and variants.
#[derive(Debug, FromRow)]
pub struct WarehouseProduct {
    /// Key.
    pub id: ProductId,
    weight_gr: i64,
    #[sqlx(flatten)]
    codes: Codes,
    #[sqlx(skip)]
    variants: Vec<VariantFields>,
}

impl WarehouseProduct {
    /// Returns the variant with this key, or the one with this name if the key no longer exists.
    fn variant(&self, id: Option<VariantId>, name: Option<&str>) -> Option<&VariantFields> {
        let same = |variant: &&VariantFields| id.is_some() && variant.id == id;
        let named = |variant: &&VariantFields| Some(variant.name.as_str()) == name;
        self.variants.iter().find(same).or_else(|| self.variants.iter().find(named))
    }

    /// Returns the shipping weight of one piece of this variant, or of the product, grams.
    pub fn weight_gr(&self, id: Option<VariantId>, name: Option<&str>) -> i64 {
        self.variant(id, name).and_then(|variant| variant.weight_gr).unwrap_or(self.weight_gr)
    }

    /// Returns the codes and shelf of a piece of this variant, or of the product.
    pub fn codes(&self, id: Option<VariantId>, name: Option<&str>) -> Codes {
        let mut codes = self.codes.clone();
        if let Some(variant) = self.variant(id, name) {
            for (code, own) in [(&mut codes.sku, &variant.sku), (&mut codes.barcode, &variant.barcode)] {
                if !own.is_empty() {
                    code.clone_from(own);
                }
            }
        }
        codes
    }
}

/// Returns these products as the warehouse sees them now, in any order; unknown ones are left out.
pub async fn warehouse_products(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<Vec<WarehouseProduct>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = placeholders(1, ids.len());
    let sql = format!("SELECT id, weight_gr, sku, barcode, shelf FROM products WHERE id IN ({list})");
    let query = query_as(AssertSqlSafe(sql)).bind_all(ids);
    let mut warehouse_products: Vec<WarehouseProduct> = query.fetch_all(&mut *conn).await?;
    let mut variants = variants::of(conn, ids).await?;
    for product in &mut warehouse_products {
        let own = variants.remove(&product.id).unwrap_or_default();
        product.variants = own.into_iter().map(|(variant, _)| variant).collect();
    }
    Ok(warehouse_products)
}
