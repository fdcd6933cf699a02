//! Wishlist: products that a member wants to find again.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
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
    catalog::{self, BesidePrice, PRICING, Pricing},
};

id!(WishlistItemId, "a product on a wishlist.");

/// Maximum number of products on a wishlist; simultaneous additions may exceed it by a few.
const MAX_ITEMS: i64 = 500;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(remove))
}

/// A product on a wishlist, with all fields that it has in lists of products.
#[derive(Debug, Serialize, ToSchema)]
struct WishlistItem {
    id: WishlistItemId,
    product_id: ProductId,
    user_id: MemberId,
    name: String,
    /// Price paid for one piece, rupiah.
    harga: i64,
    #[serde(flatten)]
    beside: BesidePrice,
    /// Path below `/storage/`.
    picture: String,
    /// Business volume of one piece, points.
    bv: i64,
    /// Shipping weight of one piece, grams.
    #[serde(rename = "beratPengiriman")]
    berat_pengiriman: i64,
    /// Pieces sold.
    terjual: i64,
    /// Average of the reviews, 0 to 5.
    average_rating: f64,
    /// Pieces in stock.
    stock: i64,
    /// Net content, millilitres.
    #[serde(rename = "beratBersih")]
    berat_bersih: i64,
    /// Minimum order, pieces.
    #[serde(rename = "pemesananMin")]
    pemesanan_min: i64,
    /// Description.
    deskripsi: String,
    /// Key of the category.
    category_id: i64,
    /// Whether the buyer must choose a variant.
    has_variants: bool,
}

/// A wishlist.
#[derive(Debug, Serialize, ToSchema)]
struct Wishlist {
    success: bool,
    data: Vec<WishlistItem>,
}

#[derive(FromRow)]
struct ItemRow {
    id: WishlistItemId,
    product_id: ProductId,
    name: String,
    price_rp: i64,
    #[sqlx(flatten)]
    pricing: Pricing,
    picture: String,
    bv: i64,
    weight_gr: i64,
    sold: i64,
    rating_sum: i64,
    rating_count: i64,
    stock: i64,
    net_ml: i64,
    min_order: i64,
    description: String,
    category_id: i64,
    variants: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
struct Owner {
    user_id: Option<MemberId>,
}

/// Request to add to the wishlist.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"product_id": 1})))]
struct AddToWishlist {
    user_id: Option<MemberId>,
    product_id: ProductId,
}

/// Response to an addition to the wishlist.
#[derive(Debug, Serialize, ToSchema)]
struct AddedToWishlist {
    success: bool,
    id: WishlistItemId,
}

/// Lists the caller's wishlist, newest first, without archived products.
#[utoipa::path(get, path = "/api/wishlist", operation_id = "listWishlist",
    responses((status = 200, body = Wishlist), (status = 403)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Query(owner): Query<Owner>,
) -> Result<Json<Wishlist>> {
    member.must_be(owner.user_id)?;
    let sql = format!(
        "SELECT w.id, w.product_id, p.name, p.price_rp, {PRICING}, p.picture, p.bv, p.weight_gr, p.sold, p.rating_sum,
                      p.rating_count, p.stock, p.net_ml, p.min_order, p.description, p.category_id,
                      (SELECT COUNT(*) FROM product_variants v WHERE v.product_id = p.id AND v.removed = 0) AS variants
               FROM wishlist_items w JOIN products p ON p.id = w.product_id
               WHERE w.member_id = $1 AND p.status = 'for_sale' ORDER BY w.created_ms DESC, w.id DESC"
    );
    let mut conn = db.read().await?;
    let rows: Vec<ItemRow> = query_as(AssertSqlSafe(sql)).bind(member.id).fetch_all(&mut *conn).await?;
    let shown = catalog::visitor_prices(&mut conn).await?;
    drop(conn);
    let now_ms = clock.now_ms();
    let data = rows
        .into_iter()
        .map(|row| (row.pricing.at(row.price_rp, now_ms).seen(true, shown), row))
        .map(|(price, row)| WishlistItem {
            id: row.id,
            product_id: row.product_id,
            user_id: member.id,
            name: row.name,
            harga: price.paid_rp,
            beside: (&price).into(),
            picture: row.picture,
            bv: row.bv,
            berat_pengiriman: row.weight_gr,
            terjual: row.sold,
            average_rating: catalog::average(row.rating_sum, row.rating_count),
            stock: row.stock,
            berat_bersih: row.net_ml,
            pemesanan_min: row.min_order,
            deskripsi: row.description,
            category_id: row.category_id,
            has_variants: row.variants > 0,
        })
        .collect();
    Ok(Json(Wishlist { success: true, data }))
}

/// Adds a product to the wishlist; a product that is already there stays unchanged.
#[utoipa::path(post, path = "/api/wishlist", operation_id = "addToWishlist", request_body = AddToWishlist,
    responses((status = 201, body = AddedToWishlist), (status = 403), (status = 404)))]
async fn add(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Body(request): Body<AddToWishlist>,
) -> Result<(StatusCode, Json<AddedToWishlist>)> {
    member.must_be(request.user_id)?;
    // One statement works on both databases; the update changes nothing, but returns the key of an existing item.
    let sql = "INSERT INTO wishlist_items (member_id, product_id, created_ms)
               SELECT $1, p.id, $3 FROM products p
               WHERE p.id = $2 AND p.status = 'for_sale'
                 AND $4 > (SELECT COUNT(*) FROM wishlist_items WHERE member_id = $1 AND product_id <> $2)
               ON CONFLICT (member_id, product_id) DO UPDATE SET created_ms = wishlist_items.created_ms
               RETURNING id";
    let kept: Option<WishlistItemId> = query_scalar(sql)
        .bind(member.id)
        .bind(request.product_id)
        .bind(clock.now_ms())
        .bind(MAX_ITEMS)
        .fetch_optional(&mut *db.write_one().await?)
        .await?;
    if let Some(id) = kept {
        return Ok((StatusCode::CREATED, Json(AddedToWishlist { success: true, id })));
    }
    if catalog::snapshots(&mut *db.read().await?, &[request.product_id], clock.now_ms()).await?.is_empty() {
        return Err(catalog::product_not_found());
    }
    Err(Error::invalid(format!("Wishlist Anda sudah penuh (maksimal {MAX_ITEMS} produk). Hapus produk lain dahulu.")))
}

/// Removes a product from the caller's wishlist; a product that is not there is no error.
#[utoipa::path(delete, path = "/api/wishlist/{id}", operation_id = "removeFromWishlist",
    responses((status = 200, body = Done), (status = 403)))]
async fn remove(
    State(db): State<Db>,
    member: Member,
    Path(id): Path<WishlistItemId>,
    Query(owner): Query<Owner>,
) -> Result<Json<Done>> {
    member.must_be(owner.user_id)?;
    query("DELETE FROM wishlist_items WHERE id = $1 AND member_id = $2")
        .bind(id)
        .bind(member.id)
        .execute(&mut *db.write_one().await?)
        .await?;
    Ok(Json(Done { success: true }))
}

/// Empties the wishlist of a member.
pub async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM wishlist_items WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
