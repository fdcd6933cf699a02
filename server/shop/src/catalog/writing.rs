//! Writing products and categories.

use std::collections::HashMap;

use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, Text, value_rows},
    ids::MemberId,
    ids::ProductId,
};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::catalog::{
    choices::{Edit, rewrite},
    pricing::{Pricing, write_pricing},
    products::PictureKind,
    schedule::{Schedule, write_schedule},
    stock::{MovementKind, record_movements},
    variants::{Choices, VariantFields, insert},
};

/// Stores a new category; returns its key.
///
/// # Errors
/// The name is taken.
pub async fn insert_category(conn: &mut Conn, name: &str, picture: &str, position: i64) -> sqlx::Result<i64> {
    query_scalar("INSERT INTO categories (name, picture, position) VALUES ($1, $2, $3) RETURNING id")
        .bind(name)
        .bind(picture)
        .bind(position)
        .fetch_one(conn)
        .await
}

/// Fields of a product that an administrator edits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductFields {
    /// Name; unique among products.
    pub name: String,
    /// Key of the category.
    pub category_id: i64,
    /// Description.
    pub description: String,
    /// Composition.
    pub composition: String,
    /// Usage directions.
    pub usage: String,
    /// Storage directions.
    pub storage: String,
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
    /// The shop's own number of the product, in capitals; empty for none. Unique among products.
    pub sku: String,
    /// Barcode printed on a piece, for scanners; empty for none. Unique among products.
    pub barcode: String,
    /// Storage location of its pieces in the warehouse; empty if not given.
    pub shelf: String,
    /// Its promotion and its retail price.
    #[serde(flatten)]
    pub pricing: Pricing,
    /// Times at which it appears in the shop and leaves it.
    #[serde(flatten)]
    pub schedule: Schedule,
    /// Its variants, in order.
    pub variants: Vec<VariantFields>,
    /// Whether stock is counted by variant; the product's stock is then the sum of its variants' stock.
    pub by_variant: bool,
    /// Pictures of the gallery below `/storage/`, in order; the first one is the main picture.
    pub images: Vec<String>,
    /// Pictures of the product in use, in order.
    pub augmented: Vec<String>,
}

impl ProductFields {
    /// Returns its fields for the audit log.
    pub fn log_value(&self) -> Value {
        let mut value = json!(self);
        value["variants"] = self.variants.iter().map(VariantFields::log_text).collect();
        value
    }

    /// Returns the variants to choose from.
    pub fn choices(&self) -> Choices<'_> {
        Choices { by_variant: self.by_variant, variants: &self.variants }
    }

    /// Returns its promotion, its retail price and its schedule.
    pub fn terms(&self) -> Terms {
        (self.pricing, self.schedule)
    }

    /// Returns this product as a new one to be stored, without stock.
    pub fn as_new(&self) -> NewProduct<'_> {
        NewProduct {
            category_id: self.category_id,
            name: &self.name,
            description: &self.description,
            composition: &self.composition,
            usage: &self.usage,
            storage: &self.storage,
            price_rp: self.price_rp,
            bv: self.bv,
            weight_gr: self.weight_gr,
            net_ml: self.net_ml,
            min_order: self.min_order,
            sku: &self.sku,
            barcode: &self.barcode,
            shelf: &self.shelf,
            stock: 0,
            sold: 0,
            variants: &self.variants,
            images: &self.images,
            augmented: &self.augmented,
        }
    }
}

/// A product to be stored.
#[derive(Debug)]
pub struct NewProduct<'a> {
    /// Key of the category.
    pub category_id: i64,
    /// Name.
    pub name: &'a str,
    /// Description.
    pub description: &'a str,
    /// Composition.
    pub composition: &'a str,
    /// Usage directions.
    pub usage: &'a str,
    /// Storage directions.
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
    /// The shop's own number of the product, in capitals; empty for none. Unique among products.
    pub sku: &'a str,
    /// Barcode printed on a piece, for scanners; empty for none. Unique among products.
    pub barcode: &'a str,
    /// Storage location of its pieces in the warehouse; empty if not given.
    pub shelf: &'a str,
    /// Initial stock, pieces.
    pub stock: i64,
    /// Pieces sold elsewhere before.
    pub sold: i64,
    /// Its variants, in order.
    pub variants: &'a [VariantFields],
    /// Pictures of the gallery below `/storage/`, in order; the first one is the main picture.
    pub images: &'a [String],
    /// Pictures of the product in use, in order.
    pub augmented: &'a [String],
}

/// Stores a new product with its variants and pictures; returns its key.
pub async fn insert_product(conn: &mut Conn, product: &NewProduct<'_>, now_ms: i64) -> sqlx::Result<ProductId> {
    let sql = "INSERT INTO products (category_id, name, picture, description, composition, usage, storage, price_rp,
                                     bv, weight_gr, net_ml, min_order, stock, sold, sold_before, rating_sum,
                                     rating_count, created_ms, search_text, sku, barcode, shelf)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, 0, 0, $15, $16, $17, $18, $19)
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
        .bind(search_text(product.name))
        .bind(product.sku)
        .bind(product.barcode)
        .bind(product.shelf)
        .fetch_one(&mut *conn)
        .await?;
    if product.stock > 0 {
        record_movements(conn, MovementKind::Received, None, &[(id, None, product.stock)], now_ms).await?;
    }
    insert(conn, id, 1, product.variants).await?;
    write_pictures(conn, id, PictureKind::Detail, product.images).await?;
    write_pictures(conn, id, PictureKind::Augmented, product.augmented).await?;
    Ok(id)
}

/// Stores at most a few hundred new products with different names, without pictures, and their initial stock; returns
/// their keys in the same order. Storing thousands one by one would take longer than a request may.
pub async fn insert_products(
    conn: &mut Conn,
    new: &[(&ProductFields, i64)],
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<Vec<ProductId>> {
    let sql = format!(
        "INSERT INTO products (category_id, name, picture, description, composition, usage, storage, price_rp, bv,
                               weight_gr, net_ml, min_order, stock, sold, sold_before, rating_sum, rating_count,
                               created_ms, search_text, sku, barcode, shelf) VALUES {} RETURNING name, id",
        value_rows(new.len(), 22)
    );
    let mut rows = query_as(AssertSqlSafe(sql));
    for (fields, stock) in new {
        rows = rows
            .bind(fields.category_id)
            .bind(&fields.name)
            .bind("")
            .bind(&fields.description)
            .bind(&fields.composition)
            .bind(&fields.usage)
            .bind(&fields.storage)
            .bind(fields.price_rp)
            .bind(fields.bv)
            .bind(fields.weight_gr)
            .bind(fields.net_ml)
            .bind(fields.min_order)
            .bind(*stock)
            .bind(0i64)
            .bind(0i64)
            .bind(0i64)
            .bind(0i64)
            .bind(now_ms)
            .bind(search_text(&fields.name))
            .bind(&fields.sku)
            .bind(&fields.barcode)
            .bind(&fields.shelf);
    }
    // Databases do not guarantee the order of the returned rows.
    let made: Vec<(String, ProductId)> = rows.fetch_all(&mut *conn).await?;
    let made: HashMap<String, ProductId> = made.into_iter().collect();
    let ids: Vec<ProductId> = new
        .iter()
        .map(|(fields, _)| made.get(&fields.name).copied().ok_or(sqlx::Error::RowNotFound))
        .collect::<Result<_, _>>()?;
    let stocked: Vec<(ProductId, i64)> =
        ids.iter().zip(new).filter(|(_, (_, stock))| *stock > 0).map(|(id, (_, stock))| (*id, *stock)).collect();
    if !stocked.is_empty() {
        let sql = format!(
            "INSERT INTO stock_movements (product_id, at_ms, kind, quantity, reason, member_id) VALUES {}",
            value_rows(stocked.len(), 6)
        );
        let mut movements = query(AssertSqlSafe(sql));
        for (id, stock) in stocked {
            let kind = Text(MovementKind::Received);
            movements = movements.bind(id).bind(now_ms).bind(kind).bind(stock).bind("Stok awal").bind(by);
        }
        movements.execute(&mut *conn).await?;
    }
    for (id, (fields, _)) in ids.iter().zip(new) {
        insert(conn, *id, 1, &fields.variants).await?;
        write_terms(conn, *id, &Terms::default(), &fields.terms()).await?;
    }
    Ok(ids)
}

/// Promotion, retail price and schedule of a product.
type Terms = (Pricing, Schedule);

/// Changes the promotion, retail price and schedule of a product from `before` to `after`.
pub async fn write_terms(conn: &mut Conn, id: ProductId, before: &Terms, after: &Terms) -> sqlx::Result<()> {
    if after.0 != before.0 {
        write_pricing(conn, id, &after.0).await?;
    }
    if after.1 != before.1 {
        write_schedule(conn, id, &after.1).await?;
    }
    Ok(())
}

/// Stores pictures of one kind for a product that has none of this kind.
async fn write_pictures(conn: &mut Conn, id: ProductId, kind: PictureKind, pictures: &[String]) -> sqlx::Result<()> {
    for (position, picture) in (1i64..).zip(pictures) {
        query("INSERT INTO product_pictures (product_id, kind, picture, position) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(Text(kind))
            .bind(picture)
            .bind(position)
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}

/// Changes a product to `after` if it is still at `version`; otherwise changes nothing and returns false.
pub async fn update_product(
    conn: &mut Conn,
    id: ProductId,
    version: i64,
    before: &ProductFields,
    after: &ProductFields,
    edit: &Edit<'_>,
) -> sqlx::Result<bool> {
    let sql = "UPDATE products SET category_id = $3, name = $4, search_text = $5, description = $6, composition = $7,
                      usage = $8, storage = $9, price_rp = $10, bv = $11, weight_gr = $12, net_ml = $13,
                      min_order = $14, sku = $15, barcode = $16, shelf = $17, version = version + 1
               WHERE id = $1 AND version = $2";
    let changed = query(sql)
        .bind(id)
        .bind(version)
        .bind(after.category_id)
        .bind(&after.name)
        .bind(search_text(&after.name))
        .bind(&after.description)
        .bind(&after.composition)
        .bind(&after.usage)
        .bind(&after.storage)
        .bind(after.price_rp)
        .bind(after.bv)
        .bind(after.weight_gr)
        .bind(after.net_ml)
        .bind(after.min_order)
        .bind(&after.sku)
        .bind(&after.barcode)
        .bind(&after.shelf)
        .execute(&mut *conn)
        .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    write_terms(conn, id, &before.terms(), &after.terms()).await?;
    rewrite(conn, id, before.choices(), after.choices(), edit).await?;
    if after.images != before.images {
        let main = after.images.first().map_or("", String::as_str);
        query("UPDATE products SET picture = $2 WHERE id = $1").bind(id).bind(main).execute(&mut *conn).await?;
    }
    for (kind, before, after) in [
        (PictureKind::Detail, &before.images, &after.images),
        (PictureKind::Augmented, &before.augmented, &after.augmented),
    ] {
        if after != before {
            let sql = "DELETE FROM product_pictures WHERE product_id = $1 AND kind = $2";
            query(sql).bind(id).bind(Text(kind)).execute(&mut *conn).await?;
            write_pictures(conn, id, kind, after).await?;
        }
    }
    Ok(true)
}

/// Returns the folded name of a product, in which searches look; it is unique among products.
pub fn search_text(name: &str) -> String {
    text::fold(name)
}

/// Counts pieces as sold, or with a negative quantity as no longer sold.
pub async fn count_sold(conn: &mut Conn, id: ProductId, quantity: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET sold = sold + $2 WHERE id = $1";
    query(sql).bind(id).bind(quantity).execute(conn).await?;
    Ok(())
}

/// Counts a rating of a product.
pub async fn count_rating(conn: &mut Conn, id: ProductId, rating: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET rating_sum = rating_sum + $2, rating_count = rating_count + 1 WHERE id = $1";
    query(sql).bind(id).bind(rating).execute(conn).await?;
    Ok(())
}

/// Stops counting a rating of a product.
pub async fn uncount_rating(conn: &mut Conn, id: ProductId, rating: i64) -> sqlx::Result<()> {
    let sql = "UPDATE products SET rating_sum = rating_sum - $2, rating_count = rating_count - 1 WHERE id = $1";
    query(sql).bind(id).bind(rating).execute(conn).await?;
    Ok(())
}

/// Whether there is any product or category.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM products UNION ALL SELECT id FROM categories LIMIT 1";
    let found: Option<i64> = query_scalar(sql).fetch_optional(conn).await?;
    Ok(found.is_some())
}
