//! Products as administrators see them, including archived ones.

use std::collections::HashMap;

use ksmart_foundation::{
    db::{BindAll, Conn, Flag, Text, placeholders},
    ids::ProductId,
    time::rfc3339,
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::ToSchema;

use crate::catalog::{
    pricing::{PRICING, Pricing},
    products::{PictureKind, average},
    sale_status::SaleStatus,
    schedule::Schedule,
    variants::{self, VariantFields},
    writing::{ProductFields, search_text},
};

/// Status of a product and its stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProductStatus {
    /// For sale.
    ForSale,
    /// For sale, but few are left.
    Low,
    /// For sale, but none is left.
    Out,
    /// Not in the shop yet.
    Draft,
    /// Out of the shop.
    Archived,
}

impl ProductStatus {
    /// Returns the status of a product with this stock.
    pub fn of(status: SaleStatus, stock: i64, low_stock: i64) -> Self {
        match status {
            SaleStatus::Draft => Self::Draft,
            SaleStatus::Archived => Self::Archived,
            SaleStatus::ForSale if stock == 0 => Self::Out,
            SaleStatus::ForSale if stock <= low_stock => Self::Low,
            SaleStatus::ForSale => Self::ForSale,
        }
    }
}

/// A product with all data for administrators.
#[derive(Debug, Clone)]
pub struct ListedProduct {
    pub id: ProductId,
    pub version: i64,
    pub fields: ProductFields,
    pub category_name: String,
    pub stock: i64,
    /// Pieces of each variant, in order; 0 if stock is not counted by variant.
    pub variant_stocks: Vec<i64>,
    pub sold: i64,
    pub status: SaleStatus,
    created_ms: i64,
    rating_sum: i64,
    rating_count: i64,
}

/// A product as its form shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminProduct {
    id: ProductId,
    /// Version, which grows with each change of the form's fields; the form sends back the version that it read.
    version: i64,
    #[serde(flatten)]
    fields: ProductFields,
    category_name: String,
    /// Pieces in stock.
    stock: i64,
    /// Pieces of each variant, in order; 0 if stock is not counted by variant.
    variant_stocks: Vec<i64>,
    /// Pieces sold.
    sold: i64,
    /// Average of the reviews, 0 to 5.
    average_rating: f64,
    /// Number of reviews.
    reviews: i64,
    /// Status in the shop; the route `restore` puts a draft or an archived product into the shop.
    status: SaleStatus,
    /// Time of its creation, RFC 3339.
    created_at: String,
}

impl From<ListedProduct> for AdminProduct {
    fn from(kept: ListedProduct) -> Self {
        Self {
            id: kept.id,
            version: kept.version,
            fields: kept.fields,
            category_name: kept.category_name,
            stock: kept.stock,
            variant_stocks: kept.variant_stocks,
            sold: kept.sold,
            average_rating: average(kept.rating_sum, kept.rating_count),
            reviews: kept.rating_count,
            status: kept.status,
            created_at: rfc3339(kept.created_ms),
        }
    }
}

#[derive(FromRow)]
struct ListedProductRow {
    id: ProductId,
    version: i64,
    name: String,
    category_id: i64,
    category_name: String,
    description: String,
    composition: String,
    usage: String,
    storage: String,
    price_rp: i64,
    bv: i64,
    weight_gr: i64,
    net_ml: i64,
    min_order: i64,
    sku: String,
    barcode: String,
    shelf: String,
    #[sqlx(flatten)]
    pricing: Pricing,
    #[sqlx(flatten)]
    schedule: Schedule,
    by_variant: Flag,
    stock: i64,
    sold: i64,
    status: Text<SaleStatus>,
    created_ms: i64,
    rating_sum: i64,
    rating_count: i64,
}

impl ListedProductRow {
    fn into_kept(
        self,
        variants: Vec<(VariantFields, i64)>,
        images: Vec<String>,
        augmented: Vec<String>,
    ) -> ListedProduct {
        let (variants, variant_stocks) = variants.into_iter().unzip();
        ListedProduct {
            variant_stocks,
            id: self.id,
            version: self.version,
            fields: ProductFields {
                name: self.name,
                category_id: self.category_id,
                description: self.description,
                composition: self.composition,
                usage: self.usage,
                storage: self.storage,
                price_rp: self.price_rp,
                bv: self.bv,
                weight_gr: self.weight_gr,
                net_ml: self.net_ml,
                min_order: self.min_order,
                sku: self.sku,
                barcode: self.barcode,
                shelf: self.shelf,
                pricing: self.pricing,
                schedule: self.schedule,
                variants,
                by_variant: self.by_variant.0,
                images,
                augmented,
            },
            category_name: self.category_name,
            stock: self.stock,
            sold: self.sold,
            status: self.status.0,
            created_ms: self.created_ms,
            rating_sum: self.rating_sum,
            rating_count: self.rating_count,
        }
    }
}

/// Returns the product with this key, archived or not.
pub async fn find(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<ListedProduct>> {
    Ok(load(conn, &[id]).await?.pop())
}

/// Maximum number of products read at once.
pub const AT_ONCE: usize = 500;

/// Returns the products with these keys, at most [`AT_ONCE`], by key; unknown keys are left out.
pub async fn load(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<Vec<ListedProduct>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = placeholders(1, ids.len());
    // The version is read before the variants and pictures. If they change in between, the version is outdated, so an
    // edit based on this data is refused.
    let sql = format!(
        "SELECT p.id, p.version, p.name, p.category_id, c.name AS category_name, p.description, p.composition, p.usage,
                p.storage, p.price_rp, p.bv, p.weight_gr, p.net_ml, p.min_order, p.sku, p.barcode, p.shelf, {PRICING},
                p.publish_ms, p.withdraw_ms, p.by_variant, p.stock, p.sold, p.status, p.created_ms,
                p.rating_sum, p.rating_count
         FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id IN ({list}) ORDER BY p.id"
    );
    let rows = query_as(AssertSqlSafe(sql)).bind_all(ids);
    let sql = format!(
        "SELECT product_id, kind, picture FROM product_pictures WHERE product_id IN ({list}) ORDER BY position, id"
    );
    let files = query_as(AssertSqlSafe(sql)).bind_all(ids);
    let rows: Vec<ListedProductRow> = rows.fetch_all(&mut *conn).await?;
    let mut variants = variants::of(conn, ids).await?;
    let files: Vec<(ProductId, Text<PictureKind>, String)> = files.fetch_all(conn).await?;
    let (mut images, mut augmented): (HashMap<_, Vec<_>>, HashMap<_, Vec<_>>) = (HashMap::new(), HashMap::new());
    for (product, Text(kind), picture) in files {
        let of_kind = match kind {
            PictureKind::Detail => &mut images,
            PictureKind::Augmented => &mut augmented,
        };
        of_kind.entry(product).or_default().push(picture);
    }
    let kept = rows.into_iter().map(|row| {
        let id = row.id;
        let take = |map: &mut HashMap<ProductId, Vec<String>>| map.remove(&id).unwrap_or_default();
        row.into_kept(variants.remove(&id).unwrap_or_default(), take(&mut images), take(&mut augmented))
    });
    Ok(kept.collect())
}

/// Returns folded name and key of the products that have one of these names, ignoring case, for at most [`AT_ONCE`]
/// names.
pub async fn named(conn: &mut Conn, names: &[&str]) -> sqlx::Result<Vec<(String, ProductId)>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let list = placeholders(1, names.len());
    let sql = format!("SELECT search_text, id FROM products WHERE search_text IN ({list}) ORDER BY id");
    let query = query_as(AssertSqlSafe(sql)).bind_all(names.iter().map(|name| search_text(name)));
    query.fetch_all(conn).await
}

/// A code that distinguishes a product from all others.
#[derive(Debug, Clone, Copy)]
pub enum ProductCode {
    Sku,
    Barcode,
}

impl ProductCode {
    /// Both kinds of code, SKU first.
    pub const ALL: [Self; 2] = [Self::Sku, Self::Barcode];

    /// Returns the name of the code's form field, which is also its column in the database and in files.
    pub fn field(self) -> &'static str {
        match self {
            Self::Sku => "sku",
            Self::Barcode => "barcode",
        }
    }

    /// Returns its display name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Sku => "SKU",
            Self::Barcode => "Barcode",
        }
    }

    /// Returns the code of a variant; empty if it has no code of its own.
    pub fn of_variant(self, variant: &VariantFields) -> &str {
        match self {
            Self::Sku => &variant.sku,
            Self::Barcode => &variant.barcode,
        }
    }

    /// Returns the code of a product; empty for none.
    pub fn of(self, fields: &ProductFields) -> &str {
        match self {
            Self::Sku => &fields.sku,
            Self::Barcode => &fields.barcode,
        }
    }
}

/// Returns code and key of the products that have one of these codes themselves or in a variant, for at most
/// [`AT_ONCE`] codes.
pub async fn coded(conn: &mut Conn, code: ProductCode, values: &[&str]) -> sqlx::Result<Vec<(String, ProductId)>> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let (column, list) = (code.field(), placeholders(1, values.len()));
    let sql = format!(
        "SELECT {column}, id FROM products WHERE {column} IN ({list}) AND {column} <> ''
         UNION ALL
         SELECT {column}, product_id FROM product_variants WHERE {column} IN ({list}) AND {column} <> ''"
    );
    let query = query_as(AssertSqlSafe(sql)).bind_all(values);
    query.fetch_all(conn).await
}

/// Whether a code is the SKU, in any case, or the barcode of a product or of a variant.
pub async fn is_code_of_goods(conn: &mut Conn, code: &str) -> sqlx::Result<bool> {
    let known = [
        coded(conn, ProductCode::Sku, &[&code.to_uppercase()]).await?,
        coded(conn, ProductCode::Barcode, &[code]).await?,
    ];
    Ok(known.iter().any(|found| !found.is_empty()))
}

/// Returns SKU and key of the products that have one of these SKUs, for at most [`AT_ONCE`] SKUs; the SKUs of variants
/// are ignored.
pub async fn with_skus(conn: &mut Conn, skus: &[&str]) -> sqlx::Result<Vec<(String, ProductId)>> {
    if skus.is_empty() {
        return Ok(Vec::new());
    }
    let list = placeholders(1, skus.len());
    let sql = format!("SELECT sku, id FROM products WHERE sku IN ({list}) AND sku <> ''");
    let query = query_as(AssertSqlSafe(sql)).bind_all(skus);
    query.fetch_all(conn).await
}

/// Returns the name of the category with this key.
pub async fn category_name(conn: &mut Conn, id: i64) -> sqlx::Result<Option<String>> {
    query_scalar("SELECT name FROM categories WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Counts the products for sale with at most `pieces` pieces in stock, up to `most`.
pub async fn running_low(conn: &mut Conn, pieces: i64, most: i64) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM
               (SELECT id FROM products WHERE stock <= $1 AND status = 'for_sale' LIMIT $2) x";
    query_scalar(sql).bind(pieces).bind(most).fetch_one(conn).await
}

/// Returns for each thing needed to sell whether the shop has it: a category, a product with a picture, and a product
/// in stock.
pub async fn readiness(conn: &mut Conn) -> sqlx::Result<[bool; 3]> {
    let sql = "SELECT (SELECT COUNT(*) FROM (SELECT id FROM categories LIMIT 1) x),
                      (SELECT COUNT(*) FROM (SELECT id FROM products WHERE picture <> '' AND status = 'for_sale' LIMIT 1) y),
                      (SELECT COUNT(*) FROM (SELECT id FROM products WHERE stock > 0 AND status = 'for_sale' LIMIT 1) z)";
    let (categories, pictured, stocked): (i64, i64, i64) = query_as(sql).fetch_one(conn).await?;
    Ok([categories > 0, pictured > 0, stocked > 0])
}
