//! Products, their variants and pictures, and categories.

use std::{
    cmp::Reverse,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{Json, extract::State, http::HeaderMap, response::Response};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use tokio::sync::Mutex;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    db::{Conn, Db, Text, placeholders, value_rows},
    error::{Error, Result},
    extract::Path,
    id,
    orders::OrderKey,
    prepared::Prepared,
    text_enum,
};

id!(ProductId, "a product.");

/// How old the list of products may be: what another process changed shows within this time.
const LIST_AGE: Duration = Duration::from_secs(1);

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(list_variants))
        .routes(routes!(list_images))
        .routes(routes!(list_augmented))
        .routes(routes!(list_categories))
}

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
struct Category {
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
        }
    }
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
#[derive(Default)]
pub struct Catalog {
    list: RwLock<Option<Arc<ProductList>>>,
    changed: AtomicBool,
    making: Mutex<()>,
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
                    rating_count, sold, category_id
             FROM products ORDER BY id",
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
#[utoipa::path(get, path = "/api/products", responses((status = 200, body = [Product])))]
async fn list(State(app): State<Shared>, headers: HeaderMap) -> Result<Response> {
    Ok(app.catalog.list(&app.db).await?.body.answer(&headers))
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
#[utoipa::path(get, path = "/api/product/{id}", responses((status = 200, body = ProductDetail), (status = 404)))]
async fn show(State(app): State<Shared>, Path(id): Path<ProductId>) -> Result<Json<ProductDetail>> {
    Ok(Json(detail(&mut *app.db.read().await?, id).await?))
}

/// One product with all that is known of it.
///
/// # Errors
/// 404 with the spec's sentence, or the database fails.
pub async fn detail(conn: &mut Conn, id: ProductId) -> Result<ProductDetail> {
    let sql = "SELECT p.id, p.name, p.picture, p.price_rp, p.stock, p.bv, p.weight_gr, p.net_ml, p.min_order,
                      p.description, p.rating_sum, p.rating_count, p.sold, p.category_id, p.composition, p.usage,
                      p.storage, c.name AS category_name
               FROM products p JOIN categories c ON c.id = p.category_id
               WHERE p.id = $1";
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
#[utoipa::path(get, path = "/api/product/{id}/variants", responses((status = 200, body = [Variant])))]
async fn list_variants(State(app): State<Shared>, Path(id): Path<ProductId>) -> Result<Json<Vec<Variant>>> {
    Ok(Json(variants(&mut *app.db.read().await?, id).await?))
}

/// The pictures of a product's gallery.
#[utoipa::path(get, path = "/api/product/{id}/images", responses((status = 200, body = [Picture])))]
async fn list_images(State(app): State<Shared>, Path(id): Path<ProductId>) -> Result<Json<Vec<Picture>>> {
    Ok(Json(pictures(&mut *app.db.read().await?, id, PictureKind::Detail).await?))
}

/// The pictures of a product in use.
#[utoipa::path(get, path = "/api/product/{id}/augmented", responses((status = 200, body = [Picture])))]
async fn list_augmented(State(app): State<Shared>, Path(id): Path<ProductId>) -> Result<Json<Vec<Picture>>> {
    Ok(Json(pictures(&mut *app.db.read().await?, id, PictureKind::Augmented).await?))
}

/// The categories, in the shop's order.
#[utoipa::path(get, path = "/api/categories", responses((status = 200, body = [Category])))]
async fn list_categories(State(app): State<Shared>) -> Result<Json<Vec<Category>>> {
    let sql = "SELECT id, name, picture FROM categories ORDER BY position, id";
    Ok(Json(query_as(sql).fetch_all(&mut *app.db.read().await?).await?))
}

async fn variants(conn: &mut Conn, id: ProductId) -> sqlx::Result<Vec<Variant>> {
    let sql = "SELECT id, name AS variant_name FROM product_variants WHERE product_id = $1 ORDER BY position, id";
    query_as(sql).bind(id).fetch_all(conn).await
}

async fn pictures(conn: &mut Conn, id: ProductId, kind: PictureKind) -> sqlx::Result<Vec<Picture>> {
    let sql = "SELECT id, picture FROM product_pictures WHERE product_id = $1 AND kind = $2 ORDER BY position, id";
    query_as(sql).bind(id).bind(Text(kind)).fetch_all(conn).await
}

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

/// The product with this key as a link shows it.
///
/// # Errors
/// The database fails.
pub async fn offer(conn: &mut Conn, id: ProductId) -> sqlx::Result<Option<Offer>> {
    let sql = "SELECT p.name, p.picture, p.description, p.price_rp, p.stock, p.rating_sum, p.rating_count,
                      c.name AS category_name
               FROM products p JOIN categories c ON c.id = p.category_id
               WHERE p.id = $1";
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

/// The newest products, at most `limit` of them.
///
/// # Errors
/// The database fails.
pub async fn newest(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<Listed>> {
    let sql = "SELECT id, name, created_ms AS changed_ms FROM products ORDER BY id DESC LIMIT $1";
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

/// What an order or a cart needs to know of a product.
#[derive(Debug, Clone, FromRow)]
pub struct Goods {
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
    /// How many variants there are to choose from.
    pub variants: i64,
}

/// What one piece of each of these products weighs, in grams, in any order; unknown ones are left out.
///
/// # Errors
/// The database fails.
pub async fn weights(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<Vec<(ProductId, i64)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("SELECT id, weight_gr FROM products WHERE id IN ({})", placeholders(1, ids.len()));
    let mut query = query_as(AssertSqlSafe(sql));
    for id in ids {
        query = query.bind(*id);
    }
    query.fetch_all(conn).await
}

/// How many products have so few pieces or fewer, counted up to `most`.
///
/// # Errors
/// The database fails.
pub async fn running_low(conn: &mut Conn, pieces: i64, most: i64) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM products WHERE stock <= $1 LIMIT $2) x";
    query_scalar(sql).bind(pieces).bind(most).fetch_one(conn).await
}

/// What a shop needs before it can sell: whether it has a category, a product with a picture, and a product in stock.
///
/// # Errors
/// The database fails.
pub async fn readiness(conn: &mut Conn) -> sqlx::Result<[bool; 3]> {
    let sql = "SELECT (SELECT COUNT(*) FROM (SELECT id FROM categories LIMIT 1) x),
                      (SELECT COUNT(*) FROM (SELECT id FROM products WHERE picture <> '' LIMIT 1) y),
                      (SELECT COUNT(*) FROM (SELECT id FROM products WHERE stock > 0 LIMIT 1) z)";
    let (categories, pictured, stocked): (i64, i64, i64) = query_as(sql).fetch_one(conn).await?;
    Ok([categories > 0, pictured > 0, stocked > 0])
}

/// The goods with these keys, in any order; unknown ones are left out.
///
/// # Errors
/// The database fails.
pub async fn goods(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<Vec<Goods>> {
    let list = placeholders(1, ids.len());
    let sql = format!(
        "SELECT id, name, picture, price_rp, bv, weight_gr, stock,
                (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = products.id) AS variants
         FROM products WHERE id IN ({list})"
    );
    let mut query = query_as(AssertSqlSafe(sql));
    for id in ids {
        query = query.bind(*id);
    }
    query.fetch_all(conn).await
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

/// Why stock changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
/// keep, when fewer are left of any.
///
/// # Errors
/// The database fails.
pub async fn take_stock(
    conn: &mut Conn,
    order: OrderKey,
    lines: &[(ProductId, i64)],
    now_ms: i64,
) -> sqlx::Result<bool> {
    for (product, quantity) in lines {
        let sql = "UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2";
        if query(sql).bind(*product).bind(*quantity).execute(&mut *conn).await?.rows_affected() == 0 {
            return Ok(false);
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

async fn record_movements(
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

/// Counts pieces as sold, or with a negative quantity as no longer sold.
///
/// # Errors
/// The database fails.
pub async fn count_sold(conn: &mut Conn, id: ProductId, quantity: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET sold = sold + $2 WHERE id = $1";
    query(sql).bind(id).bind(quantity).execute(conn).await?;
    Ok(())
}

/// Counts a rating of a product.
///
/// # Errors
/// The database fails.
pub async fn count_rating(conn: &mut Conn, id: ProductId, rating: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET rating_sum = rating_sum + $2, rating_count = rating_count + 1 WHERE id = $1";
    query(sql).bind(id).bind(rating).execute(conn).await?;
    Ok(())
}

/// Keeps a new category; gives its key.
///
/// # Errors
/// The name is taken, or the database fails.
pub async fn insert_category(conn: &mut Conn, name: &str, picture: &str, position: i64) -> sqlx::Result<i64> {
    query_scalar("INSERT INTO categories (name, picture, position) VALUES ($1, $2, $3) RETURNING id")
        .bind(name)
        .bind(picture)
        .bind(position)
        .fetch_one(conn)
        .await
}

/// A product to be kept.
#[derive(Debug)]
pub struct NewProduct<'a> {
    /// Category.
    pub category_id: i64,
    /// Name.
    pub name: &'a str,
    /// Description.
    pub description: &'a str,
    /// Composition.
    pub composition: &'a str,
    /// How to use it.
    pub usage: &'a str,
    /// How to store it.
    pub storage: &'a str,
    /// Price of one piece, rupiah.
    pub price_rp: i64,
    /// Business volume of one piece, points.
    pub bv: i64,
    /// Shipping weight of one piece, grams.
    pub weight_gr: i64,
    /// Net content, millilitres.
    pub net_ml: i64,
    /// Minimum order, pieces.
    pub min_order: i64,
    /// Pieces that are there to begin with.
    pub stock: i64,
    /// Pieces that were sold elsewhere before.
    pub sold: i64,
    /// Names of the variants, in order.
    pub variants: &'a [String],
    /// Pictures of the gallery below `/storage/`, in order; the first one stands for the product.
    pub images: &'a [String],
    /// Pictures of the product in use, in order.
    pub augmented: &'a [String],
}

/// Keeps a new product with its variants and pictures; gives its key.
///
/// # Errors
/// The database fails.
pub async fn insert_product(conn: &mut Conn, product: &NewProduct<'_>, now_ms: i64) -> sqlx::Result<ProductId> {
    let sql = "INSERT INTO products (category_id, name, picture, description, composition, usage, storage, price_rp,
                                     bv, weight_gr, net_ml, min_order, stock, sold, sold_before, rating_sum,
                                     rating_count, created_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, 0, 0, $15)
               RETURNING id";
    let id: ProductId = query_scalar(sql)
        .bind(product.category_id)
        .bind(product.name)
        .bind(product.images.first().map_or("", String::as_str))
        .bind(product.description)
        .bind(product.composition)
        .bind(product.usage)
        .bind(product.storage)
        .bind(product.price_rp)
        .bind(product.bv)
        .bind(product.weight_gr)
        .bind(product.net_ml)
        .bind(product.min_order)
        .bind(product.stock)
        .bind(product.sold)
        .bind(now_ms)
        .fetch_one(&mut *conn)
        .await?;
    if product.stock > 0 {
        record_movements(conn, MovementKind::Received, None, &[(id, product.stock)], now_ms).await?;
    }
    for (position, name) in (1i64..).zip(product.variants) {
        query("INSERT INTO product_variants (product_id, name, position) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(name)
            .bind(position)
            .execute(&mut *conn)
            .await?;
    }
    for (kind, pictures) in [(PictureKind::Detail, product.images), (PictureKind::Augmented, product.augmented)] {
        for (position, picture) in (1i64..).zip(pictures) {
            query("INSERT INTO product_pictures (product_id, kind, picture, position) VALUES ($1, $2, $3, $4)")
                .bind(id)
                .bind(Text(kind))
                .bind(picture)
                .bind(position)
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(id)
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
    // Holds the row: what is read from it next stays so until the transaction ends.
    query("UPDATE products SET stock = stock WHERE id = $1").bind(id).execute(&mut *conn).await?;
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

/// Whether there is any product or category.
///
/// # Errors
/// The database fails.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM products UNION ALL SELECT id FROM categories LIMIT 1";
    let found: Option<i64> = query_scalar(sql).fetch_optional(conn).await?;
    Ok(found.is_some())
}
