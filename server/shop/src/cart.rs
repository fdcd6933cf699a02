//! The cart of a member.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::fields::{self, CartAddition};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    id,
    ids::{MemberId, ProductId},
    response::Done,
    time::Clock,
};
use ksmart_identity::tokens::Member;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{self, Pricing},
};

id!(CartLineId, "a line of a cart.");

/// Maximum number of lines in a cart.
const MAX_LINES: i64 = 100;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(decrease)).routes(routes!(remove))
}

/// A line of a cart.
#[derive(Debug, Serialize, ToSchema)]
struct CartLine {
    id: CartLineId,
    product_id: ProductId,
    /// Pieces.
    quantity: i64,
    /// Pieces in stock.
    stock: i64,
    variant: Option<String>,
    user_email: String,
    name: String,
    /// Path of the picture below `/storage/`.
    picture: String,
    /// Price paid for one piece, rupiah.
    harga: i64,
    /// Regular price, struck through during a promotion, rupiah.
    #[serde(skip_serializing_if = "Option::is_none")]
    harga_coret: Option<i64>,
    /// Business volume of one piece, points.
    bv: i64,
    /// Shipping weight of one piece, grams.
    #[serde(rename = "beratPengiriman")]
    berat_pengiriman: i64,
    /// Minimum order, pieces.
    #[serde(rename = "pemesananMin")]
    pemesanan_min: i64,
}

/// Lines of carts, with the values that apply to their variants. An archived product stays in the cart with no pieces
/// in stock, so that the member sees why it cannot be bought. The same applies to a removed variant, if stock is
/// counted by variant.
const LINES: &str = "SELECT l.id, l.product_id, l.quantity,
    CASE WHEN p.status <> 'for_sale' THEN 0 WHEN p.by_variant = 1 THEN COALESCE(v.stock, 0) ELSE p.stock END AS stock,
    l.variant, p.name, COALESCE(NULLIF(v.picture, ''), p.picture) AS picture, p.price_rp, v.price_rp AS own_price_rp,
    p.promo_rp, p.promo_from_ms, p.promo_until_ms, p.retail_rp, COALESCE(v.bv, p.bv) AS bv,
    COALESCE(v.weight_gr, p.weight_gr) AS weight_gr, p.min_order
    FROM cart_lines l JOIN products p ON p.id = l.product_id
    LEFT JOIN product_variants v ON v.product_id = l.product_id AND v.name = l.variant AND v.removed = 0";

#[derive(FromRow)]
struct LineRow {
    id: CartLineId,
    product_id: ProductId,
    quantity: i64,
    stock: i64,
    variant: String,
    name: String,
    picture: String,
    price_rp: i64,
    own_price_rp: Option<i64>,
    #[sqlx(flatten)]
    pricing: Pricing,
    bv: i64,
    weight_gr: i64,
    min_order: i64,
}

impl LineRow {
    fn into_line(self, email: &str, now_ms: i64) -> CartLine {
        let price = self.pricing.of_variant(self.price_rp, self.own_price_rp, now_ms);
        CartLine {
            id: self.id,
            product_id: self.product_id,
            quantity: self.quantity,
            stock: self.stock,
            variant: Some(self.variant).filter(|variant| !variant.is_empty()),
            user_email: email.to_owned(),
            name: self.name,
            picture: self.picture,
            harga: price.paid_rp,
            harga_coret: price.struck_rp,
            bv: self.bv,
            berat_pengiriman: self.weight_gr,
            pemesanan_min: self.min_order,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
struct Owner {
    email: Option<String>,
}

/// Request to add to the cart.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"product_id": 1, "quantity": 2, "variant": null})))]
struct AddToCart {
    user_email: Option<String>,
    product_id: ProductId,
    /// Pieces to add, 1 or more.
    #[schema(minimum = 1)]
    quantity: i64,
    /// Name of the variant, for a product with variants.
    variant: Option<String>,
}

/// Request to decrease a cart line.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"product_id": 1, "quantity": 1, "variant": null})))]
struct Decrease {
    user_email: Option<String>,
    product_id: ProductId,
    /// Pieces to remove, 1 or more.
    #[schema(minimum = 1)]
    quantity: i64,
    /// Name of the variant; if omitted, the product's oldest line is decreased.
    variant: Option<String>,
}

/// Cart line after the decrease; `line` is null if its last piece was removed.
#[derive(Debug, Serialize, ToSchema)]
struct Decreased {
    success: bool,
    line: Option<CartLine>,
}

async fn find(conn: &mut Conn, id: CartLineId) -> sqlx::Result<Option<LineRow>> {
    let sql = format!("{LINES} WHERE l.id = $1");
    query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await
}

/// The caller's cart, oldest line first.
#[utoipa::path(get, path = "/api/cart", operation_id = "listCart",
    responses((status = 200, body = [CartLine]), (status = 403)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Query(owner): Query<Owner>,
) -> Result<Json<Vec<CartLine>>> {
    member.must_have(owner.email.as_deref())?;
    let sql = format!("{LINES} WHERE l.member_id = $1 ORDER BY l.id");
    let rows: Vec<LineRow> = query_as(AssertSqlSafe(sql)).bind(member.id).fetch_all(&mut *db.read().await?).await?;
    let now_ms = clock.now_ms();
    Ok(Json(rows.into_iter().map(|row| row.into_line(&member.email, now_ms)).collect()))
}

/// Adds pieces of a product to the cart, to the existing line if there is one.
#[utoipa::path(post, path = "/api/cart", operation_id = "addToCart", request_body = AddToCart,
    responses((status = 201, body = CartLine), (status = 403), (status = 404), (status = 409)))]
async fn add(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Body(request): Body<AddToCart>,
) -> Result<(StatusCode, Json<CartLine>)> {
    member.must_have(request.user_email.as_deref())?;
    let variant = request.variant.as_deref().unwrap_or_default().trim();
    if request.quantity < 1 {
        return Err(Error::invalid("Jumlah minimal 1."));
    }
    // A single statement checks and writes atomically on both databases, even with concurrent requests.
    let sql = "INSERT INTO cart_lines (member_id, product_id, variant, quantity, created_ms)
               SELECT $1, p.id, $3, $4, $5 FROM products p
               LEFT JOIN product_variants v ON v.product_id = p.id AND v.name = $3 AND v.removed = 0
               WHERE p.id = $2 AND p.status = 'for_sale'
                 AND CASE WHEN p.by_variant = 1 THEN COALESCE(v.stock, 0) ELSE p.stock END >= $4
                 AND CASE WHEN $3 = '' THEN NOT EXISTS (SELECT 1 FROM product_variants o
                                                        WHERE o.product_id = p.id AND o.removed = 0)
                     ELSE v.id IS NOT NULL END
                 AND $6 > (SELECT COUNT(*) FROM cart_lines
                           WHERE member_id = $1 AND NOT (product_id = $2 AND variant = $3))
               ON CONFLICT (member_id, product_id, variant) DO UPDATE
                 SET quantity = cart_lines.quantity + excluded.quantity
                 WHERE cart_lines.quantity + excluded.quantity <=
                   (SELECT CASE WHEN p.by_variant = 1 THEN COALESCE(v.stock, 0) ELSE p.stock END FROM products p
                    LEFT JOIN product_variants v ON v.product_id = p.id AND v.name = $3 AND v.removed = 0
                    WHERE p.id = cart_lines.product_id)
               RETURNING id";
    let now_ms = clock.now_ms();
    let mut conn = db.write_one().await?;
    let kept: Option<CartLineId> = query_scalar(sql)
        .bind(member.id)
        .bind(request.product_id)
        .bind(variant)
        .bind(request.quantity)
        .bind(now_ms)
        .bind(MAX_LINES)
        .fetch_optional(&mut *conn)
        .await?;
    drop(conn);
    let mut conn = db.read().await?;
    let Some(id) = kept else {
        return Err(refusal(&mut conn, member.id, &request, variant, now_ms).await?);
    };
    let row = find(&mut conn, id).await?;
    // Another request of the member has already removed the line.
    let row = row.ok_or_else(|| Error::not_found("Produk tidak ada di keranjang."))?;
    Ok((StatusCode::CREATED, Json(row.into_line(&member.email, now_ms))))
}

/// Returns the error for pieces that could not be added to a cart.
async fn refusal(
    conn: &mut Conn,
    member: MemberId,
    &AddToCart { product_id: product, quantity, .. }: &AddToCart,
    variant: &str,
    now_ms: i64,
) -> Result<Error> {
    let Some(goods) = catalog::chosen(conn, &[(product, variant)], now_ms).await?.into_values().next() else {
        return Ok(catalog::product_not_found());
    };
    catalog::check_variant(conn, product, variant).await?;
    let in_cart: Option<i64> =
        query_scalar("SELECT quantity FROM cart_lines WHERE member_id = $1 AND product_id = $2 AND variant = $3")
            .bind(member)
            .bind(product)
            .bind(variant)
            .fetch_optional(conn)
            .await?;
    let wanted = CartAddition { quantity, in_cart: in_cart.unwrap_or(0), stock: goods.stock };
    Ok(match fields::check_quantity(wanted) {
        Some(error) => Error::conflict(Code::OutOfStock, error.message),
        None => Error::invalid("Keranjang Anda sudah penuh."),
    })
}

/// Removes pieces from the cart; the line is removed with its last piece.
#[utoipa::path(put, path = "/api/cart/decrease", operation_id = "decreaseInCart", request_body = Decrease,
    responses((status = 200, body = Decreased), (status = 403), (status = 404)))]
async fn decrease(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Body(request): Body<Decrease>,
) -> Result<Json<Decreased>> {
    member.must_have(request.user_email.as_deref())?;
    if request.quantity < 1 {
        return Err(Error::invalid("Jumlah minimal 1."));
    }
    let mut tx = db.write().await?;
    // This update locks the line, so that concurrent additions wait until the transaction ends.
    let sql = "UPDATE cart_lines SET quantity = quantity
               WHERE id = (SELECT id FROM cart_lines
                           WHERE member_id = $1 AND product_id = $2 AND ($3 IS NULL OR variant = $3)
                           ORDER BY id LIMIT 1)
               RETURNING id, quantity";
    let held: Option<(CartLineId, i64)> = query_as(sql)
        .bind(member.id)
        .bind(request.product_id)
        .bind(request.variant.as_deref().map(str::trim))
        .fetch_optional(&mut *tx)
        .await?;
    let (id, quantity) = held.ok_or_else(|| Error::not_found("Produk tidak ada di keranjang."))?;
    take_pieces(&mut tx, id, quantity, request.quantity).await?;
    let left = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Decreased { success: true, line: left.map(|row| row.into_line(&member.email, clock.now_ms())) }))
}

/// Removes a line of the caller's cart.
#[utoipa::path(delete, path = "/api/cart/{id}", operation_id = "removeFromCart",
    responses((status = 200, body = Done)))]
async fn remove(State(db): State<Db>, member: Member, Path(id): Path<CartLineId>) -> Result<Json<Done>> {
    let gone = query("DELETE FROM cart_lines WHERE id = $1 AND member_id = $2")
        .bind(id)
        .bind(member.id)
        .execute(&mut *db.write_one().await?)
        .await?;
    if gone.rows_affected() == 0 {
        return Err(Error::not_found("Produk tidak ada di keranjang."));
    }
    Ok(Json(Done { success: true }))
}

/// Pieces bought from a cart line.
#[derive(Debug)]
pub struct Bought<'a> {
    /// Key of the cart line.
    pub line: CartLineId,
    /// Key of the product.
    pub product: ProductId,
    /// Name of the product's variant; empty for none.
    pub variant: &'a str,
    /// Number of pieces.
    pub quantity: i64,
}

/// Removes bought pieces from the cart lines that they came from. Pieces added since then stay, as do other lines and
/// a line that now has another product or variant.
pub async fn remove_bought(conn: &mut Conn, member: MemberId, bought: &[Bought<'_>]) -> sqlx::Result<()> {
    for Bought { line, product, variant, quantity } in bought {
        let sql = "UPDATE cart_lines SET quantity = quantity
                   WHERE id = $1 AND member_id = $2 AND product_id = $3 AND variant = $4 RETURNING quantity";
        let query = query_scalar(sql).bind(*line).bind(member).bind(*product).bind(*variant);
        if let Some(held) = query.fetch_optional(&mut *conn).await? {
            take_pieces(conn, *line, held, *quantity).await?;
        }
    }
    Ok(())
}

/// Removes pieces from a locked line that has `held` pieces; a line without pieces is deleted.
async fn take_pieces(conn: &mut Conn, line: CartLineId, held: i64, pieces: i64) -> sqlx::Result<()> {
    if held > pieces {
        let sql = "UPDATE cart_lines SET quantity = quantity - $2 WHERE id = $1";
        query(sql).bind(line).bind(pieces).execute(conn).await?;
    } else {
        query("DELETE FROM cart_lines WHERE id = $1").bind(line).execute(conn).await?;
    }
    Ok(())
}

/// Empties the cart of a member.
pub async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM cart_lines WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
