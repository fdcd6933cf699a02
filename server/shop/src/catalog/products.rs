//! Products as shoppers see them, with their variants and pictures, and categories.
//!
//! Only administrators see an archived product; orders keep their data about it.

use std::{
    cmp::Reverse,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use ksmart_foundation::{
    db::{Conn, Db, Flag, Text},
    document::routes,
    error::{Error, Result},
    extract::Path,
    ids::{ProductId, VariantId},
    response::Prepared,
    text_enum,
    time::Clock,
};
use ksmart_identity::settings::sales::VisitorPrices;
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as};
use tokio::sync::Mutex;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::pricing::{ByMember, PRICING, Price, Pricing, visitor_prices},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(list_variants))
        .routes(routes!(list_images))
        .routes(routes!(list_augmented))
        .routes(routes!(list_categories))
}

/// Maximum age of the cached list of products: a change by another process becomes visible within this time.
const LIST_AGE: Duration = Duration::from_secs(1);

/// A product as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Product {
    /// Key.
    pub id: ProductId,
    /// Name.
    pub name: String,
    /// Picture below `/storage/`.
    pub picture: String,
    /// Price paid for one piece, rupiah.
    pub harga: i64,
    /// Its promotion and retail price.
    #[serde(flatten)]
    pub beside: BesidePrice,
    /// Pieces in stock.
    pub stock: i64,
    /// Business volume of one piece, points.
    pub bv: i64,
    /// Shipping weight of one piece, grams.
    #[serde(rename = "beratPengiriman")]
    pub berat_pengiriman: i64,
    /// Net content, millilitres.
    #[serde(rename = "beratBersih")]
    pub berat_bersih: i64,
    /// Minimum order, pieces.
    #[serde(rename = "pemesananMin")]
    pub pemesanan_min: i64,
    /// Description.
    pub deskripsi: String,
    /// Average of the reviews, 0 to 5.
    pub average_rating: f64,
    /// Pieces sold.
    pub terjual: i64,
    /// Key of the category.
    pub category_id: i64,
    /// Whether a variant must be chosen.
    pub has_variants: bool,
}

/// Information about a price in addition to the paid price; fields without a value are left out.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct BesidePrice {
    /// Regular price, struck through during a promotion, rupiah.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub harga_coret: Option<i64>,
    /// End of the promotion (included), RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promo_sampai: Option<String>,
    /// Retail price for non-members, rupiah; equal to the paid price if members pay less and only members see their
    /// price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub harga_umum: Option<i64>,
}

impl From<&Price> for BesidePrice {
    fn from(price: &Price) -> Self {
        Self { harga_coret: price.struck_rp, promo_sampai: price.until(), harga_umum: price.retail_rp }
    }
}

/// A product as its own page shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductDetail {
    /// Fields that lists of products also show.
    #[serde(flatten)]
    pub product: Product,
    /// Composition.
    pub komposisi: String,
    /// Usage directions.
    pub cara_pakai: String,
    /// Storage directions.
    pub penyimpanan: String,
    /// Name of the category.
    pub category_name: String,
    /// Variants to choose from.
    pub variants: Vec<Variant>,
    /// Whether each variant has its own pieces; otherwise all variants sell from the same pieces.
    stock_by_variant: bool,
    images: Vec<Picture>,
    augmented: Vec<Picture>,
}

/// A variant of a product, with the values that apply to it: its own, or the product's.
#[derive(Debug, Serialize, ToSchema)]
pub struct Variant {
    id: VariantId,
    /// Name.
    pub variant_name: String,
    /// Price paid for one piece, rupiah.
    pub harga: i64,
    /// Its promotion and retail price.
    #[serde(flatten)]
    beside: BesidePrice,
    /// Pieces in stock: its own, or those of all variants together if the shop counts them together.
    pub stock: i64,
    /// Business volume of one piece, points.
    bv: i64,
    /// Shipping weight of one piece, grams.
    #[serde(rename = "beratPengiriman")]
    berat_pengiriman: i64,
    /// Picture below `/storage/`, one of the gallery.
    picture: String,
}

#[derive(FromRow)]
struct VariantRow {
    id: VariantId,
    variant_name: String,
    price_rp: i64,
    own_price_rp: Option<i64>,
    #[sqlx(flatten)]
    pricing: Pricing,
    stock: i64,
    bv: i64,
    weight_gr: i64,
    picture: String,
}

impl VariantRow {
    fn seen(self, by: ByMember, shown: VisitorPrices, now_ms: i64) -> Variant {
        let price = self.pricing.of_variant(self.price_rp, self.own_price_rp, now_ms).seen(by.0, shown);
        Variant {
            id: self.id,
            variant_name: self.variant_name,
            harga: price.paid_rp,
            beside: (&price).into(),
            stock: self.stock,
            bv: self.bv,
            berat_pengiriman: self.weight_gr,
            picture: self.picture,
        }
    }
}

/// A picture of a product.
#[derive(Debug, Serialize, FromRow, ToSchema)]
struct Picture {
    id: i64,
    /// Path of the picture below `/storage/`.
    picture: String,
}

/// A category.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct Category {
    id: i64,
    name: String,
    /// Path of the picture below `/storage/`.
    picture: String,
}

/// Purpose of a product picture.
#[derive(Debug, Clone, Copy)]
pub enum PictureKind {
    /// Picture of the gallery.
    Detail,
    /// Picture that shows the product in use.
    Augmented,
}

text_enum!(PictureKind { Detail => "detail", Augmented => "augmented" });

#[derive(Clone, FromRow)]
struct ProductRow {
    id: ProductId,
    name: String,
    picture: String,
    price_rp: i64,
    #[sqlx(flatten)]
    pricing: Pricing,
    stock: i64,
    bv: i64,
    weight_gr: i64,
    net_ml: i64,
    min_order: i64,
    description: String,
    rating_sum: i64,
    rating_count: i64,
    sold: i64,
    category_id: i64,
    variants: i64,
}

impl Product {
    fn seen(row: ProductRow, price: &Price) -> Self {
        Self {
            id: row.id,
            name: row.name,
            picture: row.picture,
            harga: price.paid_rp,
            beside: price.into(),
            stock: row.stock,
            bv: row.bv,
            berat_pengiriman: row.weight_gr,
            berat_bersih: row.net_ml,
            pemesanan_min: row.min_order,
            deskripsi: row.description,
            average_rating: average(row.rating_sum, row.rating_count),
            terjual: row.sold,
            category_id: row.category_id,
            has_variants: row.variants > 0,
        }
    }
}

/// Returns the sum and the number of a product's ratings; `None` if it is not in the shop.
pub async fn ratings(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<(i64, i64)>> {
    let sql = "SELECT rating_sum, rating_count FROM products WHERE id = $1 AND status = 'for_sale'";
    query_as(sql).bind(id).fetch_optional(conn).await
}

/// Returns the average of `count` ratings that add up to `sum`, to two decimals; 0 for none.
#[expect(clippy::cast_precision_loss, reason = "ratings are few and shown to two decimals")]
pub fn average(sum: i64, count: i64) -> f64 {
    if count == 0 { 0.0 } else { (sum as f64 / count as f64 * 100.0).round() / 100.0 }
}

/// The list of products, ready to be sent.
pub struct ProductList {
    visitors: Shown,
    /// List for members, if it differs from the visitors' list.
    members: Option<Shown>,
    made: Instant,
    /// Time of the next price change of any of the products, UTC milliseconds.
    turns_ms: Option<i64>,
}

/// The products as one group of callers sees them.
struct Shown {
    products: Vec<Product>,
    body: Prepared,
}

impl Shown {
    fn new(products: Vec<Product>) -> Result<Self> {
        let json = serde_json::to_vec(&products).map_err(Error::internal)?;
        Ok(Self { products, body: Prepared::new("application/json", json) })
    }
}

/// Number of sold pieces that a best-selling product must exceed.
const BEST_SELLERS_OVER: i64 = 2;

/// Maximum number of best-selling products.
const BEST_SELLERS: usize = 10;

impl ProductList {
    /// Returns the products as visitors see them, by key.
    pub fn products(&self) -> &[Product] {
        &self.visitors.products
    }

    fn body(&self, by_member: bool) -> &Prepared {
        let shown = self.members.as_ref().filter(|_| by_member);
        &shown.unwrap_or(&self.visitors).body
    }

    /// Returns the products of the best-sellers page, best first.
    pub fn best_sellers(&self) -> Vec<&Product> {
        let mut found: Vec<_> = self.products().iter().filter(|product| product.terjual > BEST_SELLERS_OVER).collect();
        found.sort_by_key(|product| Reverse(product.terjual));
        found.truncate(BEST_SELLERS);
        found
    }
}

/// Cache of the list of products; the list is read again after a change, after a price change, and after `LIST_AGE`.
#[derive(Clone, Default)]
pub struct Catalog {
    list: Arc<RwLock<Option<Arc<ProductList>>>>,
    changed: Arc<AtomicBool>,
    making: Arc<Mutex<()>>,
}

impl Catalog {
    /// Marks the list as changed, so that it is read again for the next request.
    pub fn mark_changed(&self) {
        self.changed.store(true, Ordering::Release);
    }

    fn fresh(&self, now_ms: i64) -> Option<Arc<ProductList>> {
        if self.changed.load(Ordering::Acquire) {
            return None;
        }
        let list = self.list.read().unwrap_or_else(PoisonError::into_inner);
        let holds = |list: &&Arc<ProductList>| {
            list.made.elapsed() < LIST_AGE && list.turns_ms.is_none_or(|turns_ms| now_ms < turns_ms)
        };
        list.as_ref().filter(holds).cloned()
    }

    /// Returns the products as they are now, or were shortly before.
    pub async fn list(&self, db: &Db, now_ms: i64) -> Result<Arc<ProductList>> {
        if let Some(list) = self.fresh(now_ms) {
            return Ok(list);
        }
        let _making = self.making.lock().await;
        if let Some(list) = self.fresh(now_ms) {
            return Ok(list);
        }
        // Cleared before reading, so that a change during the read causes another read.
        self.changed.store(false, Ordering::Release);
        // The age counts from before the read, so that changes during the read also appear in time.
        let made = Instant::now();
        let sql = format!(
            "SELECT p.id, p.name, p.picture, p.price_rp, {PRICING}, p.stock, p.bv, p.weight_gr, p.net_ml, p.min_order,
                    p.description, p.rating_sum, p.rating_count, p.sold, p.category_id,
                    (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = p.id AND v.removed = 0) AS variants
             FROM products p WHERE p.status = 'for_sale' ORDER BY p.id"
        );
        let mut conn = db.read().await?;
        let rows: Vec<ProductRow> = query_as(AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
        let shown = visitor_prices(&mut conn).await?;
        drop(conn);
        let turns_ms = rows.iter().filter_map(|row| row.pricing.turns_ms(now_ms)).min();
        let seen = |by_member: bool| {
            let each = |row: &ProductRow| {
                Product::seen(row.clone(), &row.pricing.at(row.price_rp, now_ms).seen(by_member, shown))
            };
            Shown::new(rows.iter().map(each).collect())
        };
        let members = if shown == VisitorPrices::Retail { Some(seen(true)?) } else { None };
        let list = Arc::new(ProductList { visitors: seen(false)?, members, made, turns_ms });
        *self.list.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&list));
        Ok(list)
    }
}

/// Every product for sale, by key.
#[utoipa::path(get, path = "/api/products", operation_id = "listProducts",
    responses((status = 200, body = [Product])))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    ByMember(by_member): ByMember,
    headers: HeaderMap,
) -> Result<Response> {
    let mut answer = catalog.list(&db, clock.now_ms()).await?.body(by_member).answer(&headers);
    if by_member {
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Ok(answer)
}

#[derive(FromRow)]
struct DetailRow {
    #[sqlx(flatten)]
    product: ProductRow,
    composition: String,
    usage: String,
    storage: String,
    by_variant: Flag,
    category_name: String,
}

/// One product with all data of its page.
#[utoipa::path(get, path = "/api/product/{id}", operation_id = "getProduct",
    responses((status = 200, body = ProductDetail)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    by: ByMember,
    Path(id): Path<ProductId>,
) -> Result<Json<ProductDetail>> {
    Ok(Json(detail(&mut *db.read().await?, id, by, clock.now_ms()).await?))
}

/// Returns a product for sale, with all data that the caller may see at a given time.
///
/// # Errors
/// 404 if there is no such product.
pub async fn detail(conn: &mut Conn, id: ProductId, by: ByMember, now_ms: i64) -> Result<ProductDetail> {
    let sql = format!(
        "SELECT p.id, p.name, p.picture, p.price_rp, {PRICING}, p.stock, p.bv, p.weight_gr, p.net_ml, p.min_order,
                p.description, p.rating_sum, p.rating_count, p.sold, p.category_id, p.composition, p.usage,
                p.storage, p.by_variant, c.name AS category_name,
                (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = p.id AND v.removed = 0) AS variants
         FROM products p JOIN categories c ON c.id = p.category_id
         WHERE p.id = $1 AND p.status = 'for_sale'"
    );
    let row: Option<DetailRow> = query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *conn).await?;
    let row = row.ok_or_else(product_not_found)?;
    let shown = visitor_prices(conn).await?;
    let price = row.product.pricing.at(row.product.price_rp, now_ms).seen(by.0, shown);
    Ok(ProductDetail {
        product: Product::seen(row.product, &price),
        komposisi: row.composition,
        cara_pakai: row.usage,
        penyimpanan: row.storage,
        category_name: row.category_name,
        variants: variants(conn, id, by, shown, now_ms).await?,
        stock_by_variant: row.by_variant.0,
        images: pictures(conn, id, PictureKind::Detail).await?,
        augmented: pictures(conn, id, PictureKind::Augmented).await?,
    })
}

/// Returns the error for a product that does not exist.
pub fn product_not_found() -> Error {
    Error::not_found("Produk tidak ditemukan!")
}

/// The variants of a product.
#[utoipa::path(get, path = "/api/product/{id}/variants", operation_id = "listProductVariants",
    responses((status = 200, body = [Variant])))]
async fn list_variants(
    State(db): State<Db>,
    State(clock): State<Clock>,
    by: ByMember,
    Path(id): Path<ProductId>,
) -> Result<Json<Vec<Variant>>> {
    let mut conn = db.read().await?;
    let shown = visitor_prices(&mut conn).await?;
    Ok(Json(variants(&mut conn, id, by, shown, clock.now_ms()).await?))
}

/// The pictures of a product's gallery.
#[utoipa::path(get, path = "/api/product/{id}/images", operation_id = "listProductImages",
    responses((status = 200, body = [Picture])))]
async fn list_images(State(db): State<Db>, Path(id): Path<ProductId>) -> Result<Json<Vec<Picture>>> {
    Ok(Json(pictures(&mut *db.read().await?, id, PictureKind::Detail).await?))
}

/// The pictures that show a product in use.
#[utoipa::path(get, path = "/api/product/{id}/augmented", operation_id = "listProductAugmentedImages",
    responses((status = 200, body = [Picture])))]
async fn list_augmented(State(db): State<Db>, Path(id): Path<ProductId>) -> Result<Json<Vec<Picture>>> {
    Ok(Json(pictures(&mut *db.read().await?, id, PictureKind::Augmented).await?))
}

/// The categories, in the shop's order.
#[utoipa::path(get, path = "/api/categories", operation_id = "listCategories",
    responses((status = 200, body = [Category])))]
async fn list_categories(State(db): State<Db>) -> Result<Json<Vec<Category>>> {
    Ok(Json(categories(&mut *db.read().await?).await?))
}

/// Returns the categories in the shop's order.
pub async fn categories(conn: &mut Conn) -> sqlx::Result<Vec<Category>> {
    query_as("SELECT id, name, picture FROM categories ORDER BY position, id").fetch_all(conn).await
}

async fn variants(
    conn: &mut Conn,
    id: ProductId,
    by: ByMember,
    shown: VisitorPrices,
    now_ms: i64,
) -> sqlx::Result<Vec<Variant>> {
    let sql = format!(
        "SELECT v.id, v.name AS variant_name, p.price_rp, v.price_rp AS own_price_rp, {PRICING},
                CASE WHEN p.by_variant = 1 THEN v.stock ELSE p.stock END AS stock, COALESCE(v.bv, p.bv) AS bv,
                COALESCE(v.weight_gr, p.weight_gr) AS weight_gr,
                COALESCE(NULLIF(v.picture, ''), p.picture) AS picture
         FROM product_variants v JOIN products p ON p.id = v.product_id
         WHERE v.product_id = $1 AND v.removed = 0 AND p.status = 'for_sale' ORDER BY v.position, v.id"
    );
    let rows: Vec<VariantRow> = query_as(AssertSqlSafe(sql)).bind(id).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| row.seen(by, shown, now_ms)).collect())
}

async fn pictures(conn: &mut Conn, id: ProductId, kind: PictureKind) -> sqlx::Result<Vec<Picture>> {
    let sql = "SELECT i.id, i.picture FROM product_pictures i JOIN products p ON p.id = i.product_id
               WHERE i.product_id = $1 AND i.kind = $2 AND p.status = 'for_sale' ORDER BY i.position, i.id";
    query_as(sql).bind(id).bind(Text(kind)).fetch_all(conn).await
}
