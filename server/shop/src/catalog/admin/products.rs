//! Administration of products: finding, creating, changing, archiving.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, Text, Tx, is_duplicate, placeholders},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    format,
    ids::{MemberId, ProductId, VariantId},
    page::{Page, pattern},
    response::Done,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE, FULFILMENT},
    settings::{self, sales::SalesSettings},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{
        admin::{
            listing::{self, AdminProduct, ListedProduct, ProductCode, ProductStatus},
            product_form::{MAX_PIECES, ProductForm},
            terms_form::{UNREADABLE, check_moments, refusal},
        },
        choices::Edit,
        pricing::{PRICING, Pricing},
        products::{Catalog, product_not_found},
        sale_status::SaleStatus,
        schedule::Schedule,
        stock::{ByHand, MovementKind, lock, move_by_hand},
        variants::{self, keep_keys},
        writing::{ProductFields, insert_product, search_text, update_product, write_terms},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, update, remove))
        .routes(routes!(archive))
        .routes(routes!(restore))
}

/// A product as the administrators' list shows it.
#[derive(Debug, Serialize, ToSchema)]
struct ProductOverview {
    id: ProductId,
    name: String,
    /// Path of the picture below `/storage/`; empty for none.
    picture: String,
    category_name: String,
    /// Price of one piece, rupiah.
    price_rp: i64,
    /// Price paid instead while a promotion runs, rupiah; null if no promotion runs.
    promo_rp: Option<i64>,
    /// Business volume of one piece, points.
    bv: i64,
    /// Pieces in stock.
    stock: i64,
    /// Pieces sold.
    sold: i64,
    status: ProductStatus,
    #[serde(flatten)]
    schedule: Schedule,
}

/// Products, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct ProductOverviews {
    products: Vec<ProductOverview>,
    /// Limit of low stock, in pieces.
    low_stock: i64,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ProductFilter {
    /// A part of the name or of the SKU (the shop's own number), or the whole barcode or key.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Key of the category.
    category_id: Option<i64>,
    /// Status of the products; `for_sale` includes those that are low or out of stock, and `low` those that are out.
    status: Option<ProductStatus>,
}

#[derive(FromRow)]
struct OverviewRow {
    id: ProductId,
    name: String,
    picture: String,
    category_name: String,
    price_rp: i64,
    bv: i64,
    stock: i64,
    sold: i64,
    status: Text<SaleStatus>,
    #[sqlx(flatten)]
    pricing: Pricing,
    #[sqlx(flatten)]
    schedule: Schedule,
}

/// The products of the shop, including archived ones, newest first.
#[utoipa::path(get, path = "/api/admin/products", operation_id = "listAdminProducts",
    responses((status = 200, body = ProductOverviews)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<{ CATALOGUE | FULFILMENT }>,
    Query(filter): Query<ProductFilter>,
    page: Page<1>,
) -> Result<Json<ProductOverviews>> {
    let mut conn = db.read().await?;
    let low_stock = settings::read::<SalesSettings>(&mut conn).await?.values.low_stock;
    let searched = filter.search.as_deref().map(str::trim).filter(|search| !search.is_empty());
    let status = match filter.status {
        None => "",
        Some(ProductStatus::ForSale) => " AND p.status = 'for_sale'",
        // The conditions repeat those of the partial indexes, so that the database can use the indexes.
        Some(ProductStatus::Low) => " AND p.status = 'for_sale' AND p.stock <= $3",
        Some(ProductStatus::Out) => " AND p.status = 'for_sale' AND p.stock = 0",
        Some(ProductStatus::Draft) => " AND p.status = 'draft'",
        Some(ProductStatus::Archived) => " AND p.status = 'archived'",
    };
    let bounded = filter.status == Some(ProductStatus::Low);
    let mut number = if bounded { 4 } else { 3 };
    let mut conditions = status.to_owned();
    if filter.category_id.is_some() {
        conditions += &format!(" AND p.category_id = ${number}");
        number += 1;
    }
    if searched.is_some() {
        conditions += &format!(
            " AND (p.search_text LIKE ${0} ESCAPE '\\' OR LOWER(p.sku) LIKE ${0} ESCAPE '\\' OR p.id = ${1}
                   OR p.barcode = ${2}
                   OR EXISTS (SELECT 1 FROM product_variants v WHERE v.product_id = p.id
                              AND (LOWER(v.sku) LIKE ${0} ESCAPE '\\' OR v.barcode = ${2})))",
            number,
            number + 1,
            number + 2
        );
    }
    let sql = format!(
        "SELECT p.id, p.name, p.picture, c.name AS category_name, p.price_rp, p.bv, p.stock, p.sold, p.status,
                {PRICING}, p.publish_ms, p.withdraw_ms
         FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id < $1{conditions}
         ORDER BY p.id DESC LIMIT $2"
    );
    let [before] = page.after(i64::MAX);
    let mut rows = query_as(AssertSqlSafe(sql)).bind(before).bind(page.lookup());
    if bounded {
        rows = rows.bind(low_stock);
    }
    if let Some(category) = filter.category_id {
        rows = rows.bind(category);
    }
    if searched.is_some() {
        let key: i64 = searched.and_then(|search| search.parse().ok()).unwrap_or_default();
        rows = rows.bind(pattern(searched)?).bind(key).bind(searched);
    }
    let mut rows: Vec<OverviewRow> = rows.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let now_ms = clock.now_ms();
    let products = rows
        .into_iter()
        .map(|row| ProductOverview {
            id: row.id,
            name: row.name,
            picture: row.picture,
            category_name: row.category_name,
            price_rp: row.price_rp,
            promo_rp: row.pricing.at(row.price_rp, now_ms).struck_rp.and(row.pricing.promo_rp),
            bv: row.bv,
            stock: row.stock,
            sold: row.sold,
            status: ProductStatus::of(row.status.0, row.stock, low_stock),
            schedule: row.schedule,
        })
        .collect();
    Ok(Json(ProductOverviews { products, low_stock, next_cursor }))
}

/// A product with all fields of its form.
#[utoipa::path(get, path = "/api/admin/products/{id}", operation_id = "getAdminProduct",
    responses((status = 200, body = AdminProduct)))]
async fn show(
    State(db): State<Db>,
    _: Admin<{ CATALOGUE | FULFILMENT }>,
    Path(id): Path<ProductId>,
) -> Result<Json<AdminProduct>> {
    Ok(Json(found(&mut *db.read().await?, id).await?.into()))
}

async fn found(conn: &mut Conn, id: ProductId) -> Result<ListedProduct> {
    listing::find(conn, id).await?.ok_or_else(product_not_found)
}

/// A new product.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"name": "Teh Jahe", "category_id": 1, "description": "Teh hitam dengan jahe.",
    "composition": "Teh, jahe", "usage": "Seduh 5 menit.", "storage": "Simpan di tempat kering.",
    "price_rp": 45000, "bv": 20, "weight_gr": 250, "net_ml": 0, "min_order": 1, "sku": "TJ-250", "barcode":
    "8991234567897", "shelf": "A-03", "variants": [{"id": null, "name": "Asli"},
    {"id": null, "name": "Madu", "price_rp": 52000}], "by_variant": false, "images": ["products/a1b2c3d4.webp"], "augmented": [], "opening_stock": 100}
)))]
struct NewProductForm {
    #[serde(flatten)]
    product: ProductForm,
    /// Initial stock in pieces, recorded in the stock books as received.
    #[schema(minimum = 0, maximum = 1_000_000)]
    opening_stock: Option<i64>,
    /// Whether the product is created as a draft, outside the shop; a product with a publication time always is.
    #[serde(default)]
    draft: bool,
}

/// Creates a product.
#[utoipa::path(post, path = "/api/admin/products", operation_id = "createProduct", request_body = NewProductForm,
    responses((status = 201, body = AdminProduct), (status = 409)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<NewProductForm>,
) -> Result<(StatusCode, Json<AdminProduct>)> {
    let stocks = form.product.stocks();
    let (mut fields, mut errors) = form.product.read();
    // A new variant has no key yet.
    fields.variants.iter_mut().for_each(|variant| variant.id = None);
    let opening = form.opening_stock.unwrap_or_default();
    if fields.by_variant && opening > 0 {
        errors.push(refusal("opening_stock", "Isi stok awal di setiap varian."));
    }
    if !(0..=MAX_PIECES).contains(&opening) {
        errors.push(refusal("opening_stock", "Stok awal harus 0 sampai 1.000.000."));
    }
    let now_ms = clock.now_ms();
    let is_draft = form.draft || fields.schedule.publish_ms.is_some();
    errors.extend(check_moments(None, &fields, is_draft, now_ms));
    let mut tx = db.write().await?;
    check_among_others(&mut tx, None, &fields, &mut errors).await?;
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let id = insert_product(&mut tx, &fields.as_new(), now_ms).await.map_err(name_or_code_taken)?;
    write_terms(&mut tx, id, &Default::default(), &fields.terms()).await?;
    let begin = Beginning { member: admin.0.id, at_ms: now_ms };
    let opening = if fields.by_variant {
        begin.by_variant(&mut tx, id, &stocks).await?;
        stocks.iter().sum()
    } else {
        begin.with(&mut tx, id, None, opening).await?;
        opening
    };
    if is_draft {
        keep_as_drafts(&mut tx, &[id]).await?;
    }
    let change = Change::new("create", Subject::Product, id, Value::Null, made(&fields, opening, is_draft));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let kept = found(&mut tx, id).await?;
    commit(&catalog, tx).await?;
    Ok((StatusCode::CREATED, Json(kept.into())))
}

/// Author and time of the initial stock of a new product.
pub struct Beginning {
    /// The administrator.
    pub member: MemberId,
    /// Time of the creation, UTC milliseconds.
    pub at_ms: i64,
}

impl Beginning {
    /// Gives a new product, or a variant of it, its initial pieces.
    async fn with(
        &self,
        conn: &mut Conn,
        id: ProductId,
        variant: Option<VariantId>,
        quantity: i64,
    ) -> sqlx::Result<()> {
        if quantity == 0 {
            return Ok(());
        }
        let Self { member, at_ms } = *self;
        let (kind, reason) = (MovementKind::Received, Some("Stok awal"));
        move_by_hand(conn, id, &ByHand { member, variant, kind, quantity, reason, token: None, at_ms }).await
    }

    /// Switches a new product without any pieces to stock by variant, and gives each variant, in order, its initial
    /// pieces.
    pub async fn by_variant(&self, conn: &mut Conn, id: ProductId, stocks: &[i64]) -> sqlx::Result<()> {
        query("UPDATE products SET by_variant = 1 WHERE id = $1").bind(id).execute(&mut *conn).await?;
        let variants = variants::of(conn, &[id]).await?.remove(&id).unwrap_or_default();
        for ((variant, _), pieces) in variants.iter().zip(stocks) {
            self.with(conn, id, variant.id, *pieces).await?;
        }
        Ok(())
    }
}

/// Returns the audit log's data on a new product.
pub fn made(fields: &ProductFields, stock: i64, draft: bool) -> Value {
    let mut after = fields.log_value();
    after["stock"] = json!(stock);
    if draft {
        after["draft"] = json!(true);
    }
    after
}

/// Turns newly created products, at most a few hundred, into drafts, which stay out of the shop until they are
/// published.
pub async fn keep_as_drafts(conn: &mut Conn, ids: &[ProductId]) -> sqlx::Result<()> {
    let list = placeholders(1, ids.len());
    let sql = format!("UPDATE products SET status = 'draft' WHERE id IN ({list})");
    query(AssertSqlSafe(sql)).bind_all(ids).execute(conn).await?;
    Ok(())
}

/// A change of a product.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"name": "Teh Jahe", "category_id": 1, "description": "Teh hitam dengan jahe.",
    "composition": "Teh, jahe", "usage": "Seduh 5 menit.", "storage": "Simpan di tempat kering.",
    "price_rp": 47500, "bv": 20, "weight_gr": 250, "net_ml": 0, "min_order": 1, "sku": "TJ-250", "barcode":
    "8991234567897", "shelf": "A-03", "variants": [{"id": null, "name": "Asli"},
    {"id": null, "name": "Madu", "price_rp": 52000}], "by_variant": false, "images": ["products/a1b2c3d4.webp"], "augmented": [], "version": 3}
)))]
struct EditProductForm {
    #[serde(flatten)]
    product: ProductForm,
    /// Version of the product that the form was filled from, for optimistic locking.
    version: i64,
}

/// Changes a product; its stock is changed only by movements.
#[utoipa::path(put, path = "/api/admin/products/{id}", operation_id = "updateProduct", request_body = EditProductForm,
    responses((status = 200, body = AdminProduct), (status = 409)))]
async fn update(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<ProductId>,
    Body(form): Body<EditProductForm>,
) -> Result<Json<AdminProduct>> {
    let stocks = form.product.stocks();
    let (mut fields, mut errors) = form.product.read();
    let mut tx = db.write().await?;
    // The lock prevents sales and counts between this read and the write.
    let stock = lock(&mut tx, id).await?.ok_or_else(product_not_found)?;
    let before = found(&mut tx, id).await?;
    // A version conflict is reported first, because the administrator must check the product again anyway.
    if before.version != form.version {
        return Err(audit::conflict(AdminProduct::from(before), &mut tx, Subject::Product, id).await);
    }
    keep_keys(&mut fields.variants, &before.fields.variants);
    // An unreadable time is also a requested change.
    if fields == before.fields && errors.iter().all(|error| error.code != UNREADABLE) {
        return Ok(Json(before.into()));
    }
    let is_own = |id: VariantId| before.fields.variants.iter().any(|variant| variant.id == Some(id));
    if !fields.variants.iter().filter_map(|variant| variant.id).all(is_own) {
        errors.push(refusal("variants", "Varian ini sudah tidak ada. Muat ulang halamannya."));
    }
    if fields.by_variant && !before.fields.by_variant && stocks.iter().sum::<i64>() != stock {
        let message = format!("Bagikan stok produk ini, {} pcs, kepada varian-variannya.", format::number(stock));
        errors.push(refusal("variants", message));
    }
    let at_ms = clock.now_ms();
    errors.extend(check_moments(Some(&before), &fields, false, at_ms));
    check_among_others(&mut tx, Some(&before), &fields, &mut errors).await?;
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let edit = Edit { member: admin.0.id, at_ms, division: &stocks };
    if !update_product(&mut tx, id, form.version, &before.fields, &fields, &edit).await.map_err(name_or_code_taken)? {
        return Err(audit::conflict(AdminProduct::from(found(&mut tx, id).await?), &mut tx, Subject::Product, id).await);
    }
    let change = Change::new("update", Subject::Product, id, before.fields.log_value(), fields.log_value());
    audit::record(&mut tx, &admin.0, at_ms, change).await?;
    let kept = found(&mut tx, id).await?;
    commit(&catalog, tx).await?;
    Ok(Json(kept.into()))
}

/// Adds the errors of a product in relation to others: a category that does not exist, or a name or code that another
/// product has.
async fn check_among_others(
    conn: &mut Conn,
    before: Option<&ListedProduct>,
    fields: &ProductFields,
    errors: &mut Vec<ksmart_core::fields::FieldError>,
) -> Result<()> {
    let is_refused = |errors: &[ksmart_core::fields::FieldError], field| errors.iter().any(|each| each.field == field);
    if !is_refused(errors, "category_id") && listing::category_name(conn, fields.category_id).await?.is_none() {
        errors.push(refusal("category_id", "Kategori ini sudah tidak ada. Pilih kategori lain."));
    }
    // An unchanged name needs no check: it is unique already.
    let renamed = before.is_none_or(|before| search_text(&before.fields.name) != search_text(&fields.name));
    if renamed && !is_refused(errors, "name") {
        let others = listing::named(conn, &[&fields.name]).await?;
        if let Some((_, id)) = others.first() {
            errors.push(refusal("name", format!("Nama ini sudah dipakai produk nomor {id}.")));
        }
    }
    for code in ProductCode::ALL {
        let value = code.of(fields);
        if before.is_some_and(|before| code.of(&before.fields) == value) || is_refused(errors, code.field()) {
            continue;
        }
        let others = listing::coded(conn, code, &[value]).await?;
        if let Some((_, id)) = others.iter().find(|(_, id)| before.is_none_or(|before| before.id != *id)) {
            let message = format!("{} ini sudah dipakai produk nomor {id}.", code.label());
            errors.push(refusal(code.field(), message));
        }
    }
    if is_refused(errors, "variants") {
        return Ok(());
    }
    let own = before.map(|before| before.id);
    for code in ProductCode::ALL {
        let values: Vec<&str> = fields.variants.iter().map(|variant| code.of_variant(variant)).collect();
        let others = listing::coded(conn, code, &values).await?;
        if let Some((value, id)) = others.iter().find(|(_, id)| Some(*id) != own) {
            let message = format!("{} {value} sudah dipakai produk nomor {id}.", code.label());
            errors.push(refusal("variants", message));
            break;
        }
    }
    Ok(())
}

/// Converts an error of writing a product: 409 if another product has just received its name or code, else the
/// database's error.
pub fn name_or_code_taken(error: sqlx::Error) -> Error {
    if is_duplicate(&error) {
        Error::conflict(Code::InUse, "Nama, SKU, atau barcode ini baru saja dipakai produk lain. Periksa lagi.")
    } else {
        error.into()
    }
}

/// Commits the transaction, and makes the shop show the change at once.
pub async fn commit(catalog: &Catalog, tx: Tx) -> Result<()> {
    tx.commit().await?;
    catalog.mark_changed();
    Ok(())
}

/// Takes a product out of the shop; its orders keep their data about it. A repeated call changes nothing.
#[utoipa::path(post, path = "/api/admin/products/{id}/archive", operation_id = "archiveProduct",
    responses((status = 200, body = AdminProduct)))]
async fn archive(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<ProductId>,
) -> Result<Json<AdminProduct>> {
    set_archived(&db, &clock, &catalog, &admin.0, id, true).await
}

/// Brings an archived product back into the shop, or publishes a draft. A repeated call changes nothing.
#[utoipa::path(post, path = "/api/admin/products/{id}/restore", operation_id = "restoreProduct",
    responses((status = 200, body = AdminProduct)))]
async fn restore(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<ProductId>,
) -> Result<Json<AdminProduct>> {
    set_archived(&db, &clock, &catalog, &admin.0, id, false).await
}

async fn set_archived(
    db: &Db,
    clock: &Clock,
    catalog: &Catalog,
    by: &Member,
    id: ProductId,
    archived: bool,
) -> Result<Json<AdminProduct>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = found(&mut tx, id).await?;
    if let Some(change) = set_in_shop(&mut tx, &before, archived, now_ms).await? {
        audit::record(&mut tx, by, now_ms, change).await?;
    }
    let kept = found(&mut tx, id).await?;
    commit(catalog, tx).await?;
    Ok(Json(kept.into()))
}

/// Takes a product out of the shop or puts it into the shop, and clears the time scheduled for doing so. Returns the
/// change for the audit log; `None` if nothing changed.
pub async fn set_in_shop(
    conn: &mut Conn,
    kept: &ListedProduct,
    archived: bool,
    now_ms: i64,
) -> sqlx::Result<Option<Change<'static>>> {
    let sql = if archived {
        "UPDATE products SET status = 'archived', withdraw_ms = NULL,
                version = version + CASE WHEN withdraw_ms IS NULL THEN 0 ELSE 1 END
         WHERE id = $1 AND status = 'for_sale'"
    } else {
        "UPDATE products SET status = 'for_sale', publish_ms = NULL,
                withdraw_ms = CASE WHEN withdraw_ms > $2 THEN withdraw_ms END,
                version = version + CASE WHEN publish_ms IS NULL AND withdraw_ms IS NULL THEN 0 ELSE 1 END
         WHERE id = $1 AND status <> 'for_sale'"
    };
    let mut update = query(sql).bind(kept.id);
    if !archived {
        update = update.bind(now_ms);
    }
    let changed = update.execute(conn).await?;
    let action = if archived { "archive" } else { kept.status.way_in() };
    let (before, after) = (json!({"archived": !archived}), json!({"archived": archived}));
    let change = Change::new(action, Subject::Product, kept.id, before, after);
    Ok((changed.rows_affected() > 0).then_some(change))
}

/// SQL query for the records that refer to a product and prevent its deletion. Orders are found by their stock
/// movements.
const USES: &str = "SELECT CAST('pesanan' AS TEXT) AS used_in WHERE EXISTS
           (SELECT 1 FROM stock_movements WHERE product_id = $1 AND order_id IS NOT NULL)
         UNION ALL SELECT 'ulasan' WHERE EXISTS (SELECT 1 FROM reviews WHERE product_id = $1)
         UNION ALL SELECT 'keranjang' WHERE EXISTS (SELECT 1 FROM cart_lines WHERE product_id = $1)
         UNION ALL SELECT 'wishlist' WHERE EXISTS (SELECT 1 FROM wishlist_items WHERE product_id = $1)
         UNION ALL SELECT 'catatan stok' WHERE EXISTS
           (SELECT 1 FROM stock_movements m JOIN products p ON p.id = m.product_id
            WHERE m.product_id = $1 AND m.order_id IS NULL AND NOT (m.kind = 'received' AND m.at_ms = p.created_ms))";

/// Deletes a product that no record refers to, except the stock movement of its initial stock.
#[utoipa::path(delete, path = "/api/admin/products/{id}", operation_id = "deleteProduct",
    responses((status = 200, body = Done), (status = 409)))]
async fn remove(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<ProductId>,
) -> Result<Json<Done>> {
    let mut tx = db.write().await?;
    let kept = found(&mut tx, id).await?;
    let uses: Vec<String> = query_scalar(USES).bind(id).fetch_all(&mut *tx).await?;
    if !uses.is_empty() {
        return Err(in_use(&uses.join(", ")));
    }
    for sql in [
        "DELETE FROM product_variants WHERE product_id = $1",
        "DELETE FROM product_pictures WHERE product_id = $1",
        "DELETE FROM stock_movements WHERE product_id = $1",
        "DELETE FROM products WHERE id = $1",
    ] {
        match query(sql).bind(id).execute(&mut *tx).await {
            // Another request has just put the product into a cart.
            Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => return Err(in_use("keranjang")),
            done => done?,
        };
    }
    let change = Change::new("delete", Subject::Product, id, kept.fields.log_value(), Value::Null);
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    commit(&catalog, tx).await?;
    Ok(Json(Done { success: true }))
}

fn in_use(uses: &str) -> Error {
    Error::conflict(Code::InUse, format!("Produk ini masih disebut di: {uses}. Arsipkan saja agar hilang dari toko."))
}
