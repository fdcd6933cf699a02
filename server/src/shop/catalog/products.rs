//! Products as shoppers see them, with their variants and pictures, and categories.
//!
//! A product that is archived is not there for anyone but administrators; orders keep what they say of it.

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
    extract::{FromRef, State},
    http::HeaderMap,
    response::Response,
};
use serde::Serialize;
use sqlx::{FromRow, query_as};
use tokio::sync::Mutex;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, Text},
        document::routes,
        error::{Error, Result},
        extract::Path,
        ids::ProductId,
        response::Prepared,
    },
    text_enum,
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Catalog: FromRef<S>,
    Db: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(list_variants))
        .routes(routes!(list_images))
        .routes(routes!(list_augmented))
        .routes(routes!(list_categories))
}

/// How old the list of products may be: what another process changed shows within this time.
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
    /// Price of one piece, rupiah.
    pub harga: i64,
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
    /// Category.
    pub category_id: i64,
    /// Whether a variant is to be chosen.
    pub has_variants: bool,
}

/// A product as its own page shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductDetail {
    /// What lists show too.
    #[serde(flatten)]
    pub product: Product,
    /// Composition.
    pub komposisi: String,
    /// How to use it.
    pub cara_pakai: String,
    /// How to store it.
    pub penyimpanan: String,
    /// Name of the category.
    pub category_name: String,
    /// What there is to choose from.
    pub variants: Vec<Variant>,
    images: Vec<Picture>,
    augmented: Vec<Picture>,
}

/// A variant of a product.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct Variant {
    id: i64,
    /// Name.
    pub variant_name: String,
}

/// A picture of a product.
#[derive(Debug, Serialize, FromRow, ToSchema)]
struct Picture {
    id: i64,
    /// Below `/storage/`.
    picture: String,
}

/// A category.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct Category {
    id: i64,
    name: String,
    /// Below `/storage/`.
    picture: String,
}

/// What a picture of a product is for.
#[derive(Debug, Clone, Copy)]
pub enum PictureKind {
    /// The gallery.
    Detail,
    /// The product in use.
    Augmented,
}

text_enum!(PictureKind { Detail => "detail", Augmented => "augmented" });

#[derive(FromRow)]
struct ProductRow {
    id: ProductId,
    name: String,
    picture: String,
    price_rp: i64,
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

impl From<ProductRow> for Product {
    fn from(row: ProductRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            picture: row.picture,
            harga: row.price_rp,
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

/// The sum and the number of the ratings of a product in the shop; `None` if it is none.
///
/// # Errors
/// The database fails.
pub async fn ratings(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<(i64, i64)>> {
    let sql = "SELECT rating_sum, rating_count FROM products WHERE id = $1 AND archived_ms IS NULL";
    query_as(sql).bind(id).fetch_optional(conn).await
}

/// The average of `count` ratings that add up to `sum`, to two decimals; 0 for none.
#[expect(clippy::cast_precision_loss, reason = "ratings are few and shown to two decimals")]
pub fn average(sum: i64, count: i64) -> f64 {
    if count == 0 { 0.0 } else { (sum as f64 / count as f64 * 100.0).round() / 100.0 }
}

/// The list of products, ready to be sent.
pub struct ProductList {
    products: Vec<Product>,
    body: Prepared,
    made: Instant,
}

/// More pieces than this a product has sold to be among those that sell best (spec, section 9).
const BEST_SELLERS_OVER: i64 = 2;

/// How many products sell best at the most (spec, section 9).
const BEST_SELLERS: usize = 10;

impl ProductList {
    /// The products, by key.
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// The products of the best-sellers page, best first.
    pub fn best_sellers(&self) -> Vec<&Product> {
        let mut found: Vec<_> = self.products.iter().filter(|product| product.terjual > BEST_SELLERS_OVER).collect();
        found.sort_by_key(|product| Reverse(product.terjual));
        found.truncate(BEST_SELLERS);
        found
    }
}

/// Keeps the list of products while nothing in it changes.
#[derive(Clone, Default)]
pub struct Catalog {
    list: Arc<RwLock<Option<Arc<ProductList>>>>,
    changed: Arc<AtomicBool>,
    making: Arc<Mutex<()>>,
}

impl Catalog {
    /// Says that a product has changed, so that the next list is read anew.
    pub fn mark_changed(&self) {
        self.changed.store(true, Ordering::Release);
    }

    fn fresh(&self) -> Option<Arc<ProductList>> {
        if self.changed.load(Ordering::Acquire) {
            return None;
        }
        let list = self.list.read().unwrap_or_else(PoisonError::into_inner);
        list.as_ref().filter(|list| list.made.elapsed() < LIST_AGE).cloned()
    }

    /// The products as they are now, or were a moment ago.
    ///
    /// # Errors
    /// The database fails.
    pub async fn list(&self, db: &Db) -> Result<Arc<ProductList>> {
        if let Some(list) = self.fresh() {
            return Ok(list);
        }
        let _making = self.making.lock().await;
        if let Some(list) = self.fresh() {
            return Ok(list);
        }
        // Cleared before reading: a change during the read asks for another one.
        self.changed.store(false, Ordering::Release);
        // Its age counts from before the reading: what changes during it shows in time, too.
        let made = Instant::now();
        let rows: Vec<ProductRow> = query_as(
            "SELECT id, name, picture, price_rp, stock, bv, weight_gr, net_ml, min_order, description, rating_sum,
                    rating_count, sold, category_id,
                    (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = products.id) AS variants
             FROM products WHERE archived_ms IS NULL ORDER BY id",
        )
        .fetch_all(&mut *db.read().await?)
        .await?;
        let products: Vec<Product> = rows.into_iter().map(Product::from).collect();
        let json = serde_json::to_vec(&products).map_err(Error::internal)?;
        let body = Prepared::new("application/json", json);
        let list = Arc::new(ProductList { products, body, made });
        *self.list.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&list));
        Ok(list)
    }
}

/// Every product, by key.
#[utoipa::path(get, path = "/api/products", operation_id = "listProducts",
    responses((status = 200, body = [Product])))]
async fn list(State(db): State<Db>, State(catalog): State<Catalog>, headers: HeaderMap) -> Result<Response> {
    Ok(catalog.list(&db).await?.body.answer(&headers))
}

#[derive(FromRow)]
struct DetailRow {
    #[sqlx(flatten)]
    product: ProductRow,
    composition: String,
    usage: String,
    storage: String,
    category_name: String,
}

/// One product with all that its page shows.
#[utoipa::path(get, path = "/api/product/{id}", operation_id = "getProduct",
    responses((status = 200, body = ProductDetail)))]
async fn show(State(db): State<Db>, Path(id): Path<ProductId>) -> Result<Json<ProductDetail>> {
    Ok(Json(detail(&mut *db.read().await?, id).await?))
}

/// One product that is for sale, with all that is known of it.
///
/// # Errors
/// 404 with the spec's sentence, or the database fails.
pub async fn detail(conn: &mut Conn, id: ProductId) -> Result<ProductDetail> {
    let sql = "SELECT p.id, p.name, p.picture, p.price_rp, p.stock, p.bv, p.weight_gr, p.net_ml, p.min_order,
                      p.description, p.rating_sum, p.rating_count, p.sold, p.category_id, p.composition, p.usage,
                      p.storage, c.name AS category_name,
                      (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = p.id) AS variants
               FROM products p JOIN categories c ON c.id = p.category_id
               WHERE p.id = $1 AND p.archived_ms IS NULL";
    let row: Option<DetailRow> = query_as(sql).bind(id).fetch_optional(&mut *conn).await?;
    let row = row.ok_or_else(product_not_found)?;
    Ok(ProductDetail {
        product: row.product.into(),
        komposisi: row.composition,
        cara_pakai: row.usage,
        penyimpanan: row.storage,
        category_name: row.category_name,
        variants: variants(conn, id).await?,
        images: pictures(conn, id, PictureKind::Detail).await?,
        augmented: pictures(conn, id, PictureKind::Augmented).await?,
    })
}

/// The error for a product that is not there.
pub fn product_not_found() -> Error {
    Error::not_found("Produk tidak ditemukan!")
}

/// The variants of a product.
#[utoipa::path(get, path = "/api/product/{id}/variants", operation_id = "listProductVariants",
    responses((status = 200, body = [Variant])))]
async fn list_variants(State(db): State<Db>, Path(id): Path<ProductId>) -> Result<Json<Vec<Variant>>> {
    Ok(Json(variants(&mut *db.read().await?, id).await?))
}

/// The pictures of a product's gallery.
#[utoipa::path(get, path = "/api/product/{id}/images", operation_id = "listProductImages",
    responses((status = 200, body = [Picture])))]
async fn list_images(State(db): State<Db>, Path(id): Path<ProductId>) -> Result<Json<Vec<Picture>>> {
    Ok(Json(pictures(&mut *db.read().await?, id, PictureKind::Detail).await?))
}

/// The pictures of a product in use.
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

/// The categories in the shop's order.
///
/// # Errors
/// The database fails.
pub async fn categories(conn: &mut Conn) -> sqlx::Result<Vec<Category>> {
    query_as("SELECT id, name, picture FROM categories ORDER BY position, id").fetch_all(conn).await
}

async fn variants(conn: &mut Conn, id: ProductId) -> sqlx::Result<Vec<Variant>> {
    let sql = "SELECT v.id, v.name AS variant_name FROM product_variants v JOIN products p ON p.id = v.product_id
               WHERE v.product_id = $1 AND p.archived_ms IS NULL ORDER BY v.position, v.id";
    query_as(sql).bind(id).fetch_all(conn).await
}

async fn pictures(conn: &mut Conn, id: ProductId, kind: PictureKind) -> sqlx::Result<Vec<Picture>> {
    let sql = "SELECT i.id, i.picture FROM product_pictures i JOIN products p ON p.id = i.product_id
               WHERE i.product_id = $1 AND i.kind = $2 AND p.archived_ms IS NULL ORDER BY i.position, i.id";
    query_as(sql).bind(id).bind(Text(kind)).fetch_all(conn).await
}
