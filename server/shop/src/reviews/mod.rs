//! Reviews that members write about products that they have received.

mod admin;

use std::collections::HashSet;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    fields::{ReviewForm, check_review},
    order::ShipmentStatus,
    text,
};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    format::first_name,
    ids::{MemberId, OrderKey, ProductId},
    page::Page,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    outbox::{self, Recipient},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{self, Catalog},
    orders,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(list_own))
        .routes(routes!(list_highlights))
        .merge(admin::router())
}

/// A review.
#[derive(Debug, Serialize, ToSchema)]
struct Review {
    id: i64,
    /// Author of the review; null unless it is the caller.
    user_id: Option<MemberId>,
    product_id: ProductId,
    /// Number of the order that contained the product; null unless it is the caller's.
    order_id: Option<String>,
    /// Stars, 1 to 5.
    rating: i64,
    comment: Option<String>,
    created_at: String,
    /// Answer of the shop; null where there is none.
    answer: Option<String>,
    /// Time of the current answer.
    answered_at: Option<String>,
    /// Author's first name; the whole name if the caller wrote the review or the account was erased.
    user_name: String,
    /// Author's profile picture, a file below `/uploads/profile/`; null for none.
    user_picture: Option<String>,
}

#[derive(FromRow)]
struct ReviewRow {
    id: i64,
    member_id: MemberId,
    product_id: ProductId,
    number: String,
    rating: i64,
    comment: Option<String>,
    created_ms: i64,
    answer: Option<String>,
    answered_ms: Option<i64>,
    name: String,
    picture: Option<String>,
    erased_ms: Option<i64>,
}

/// The reviews of a product.
#[derive(Debug, Serialize, ToSchema)]
struct Reviews {
    success: bool,
    data: Vec<Review>,
    /// Average of all reviews, 0 to 5.
    average_rating: f64,
    /// Number of reviews.
    total_review: i64,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct Filter {
    product_id: ProductId,
}

/// Returns the name of a review's author as others see it: the first name, or the whole name of an erased account.
fn public_name(name: &str, erased_ms: Option<i64>) -> &str {
    if erased_ms.is_some() { name } else { first_name(name) }
}

/// Lists the reviews of a product, newest first.
#[utoipa::path(get, path = "/api/reviews", operation_id = "listReviews", responses((status = 200, body = Reviews)))]
async fn list(
    State(db): State<Db>,
    member: Option<Member>,
    Query(filter): Query<Filter>,
    page: Page<2>,
) -> Result<Json<Reviews>> {
    let mut conn = db.read().await?;
    let (sum, total_review) = catalog::ratings(&mut conn, filter.product_id).await?.unwrap_or_default();
    let sql = "SELECT r.id, r.member_id, r.product_id, o.number, r.rating, r.comment, r.created_ms, r.answer,
                      r.answered_ms, m.name, m.picture, m.erased_ms
               FROM reviews r JOIN members m ON m.id = r.member_id JOIN orders o ON o.id = r.order_id
               JOIN products p ON p.id = r.product_id AND p.status = 'for_sale'
               WHERE r.product_id = $1 AND r.hidden_ms IS NULL AND (r.created_ms, r.id) < ($2, $3)
               ORDER BY r.created_ms DESC, r.id DESC LIMIT $4";
    let [created_ms, id] = page.after(i64::MAX);
    let query = query_as(sql).bind(filter.product_id).bind(created_ms).bind(id).bind(page.lookup());
    let mut rows: Vec<ReviewRow> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |last| [last.created_ms, last.id]);
    let data = rows
        .into_iter()
        .map(|row| {
            let own = member.as_ref().is_some_and(|member| member.id == row.member_id);
            Review {
                id: row.id,
                user_id: own.then_some(row.member_id),
                product_id: row.product_id,
                order_id: own.then_some(row.number),
                rating: row.rating,
                comment: row.comment,
                created_at: rfc3339(row.created_ms),
                answer: row.answer,
                answered_at: row.answered_ms.map(rfc3339),
                user_name: if own { row.name } else { public_name(&row.name, row.erased_ms).to_owned() },
                user_picture: row.picture,
            }
        })
        .collect();
    let average_rating = catalog::average(sum, total_review);
    Ok(Json(Reviews { success: true, data, average_rating, total_review, next_cursor }))
}

/// A review of the caller.
#[derive(Debug, Serialize, ToSchema)]
struct OwnReview {
    id: i64,
    product_id: ProductId,
    /// Number of the order that contained the product.
    order_id: String,
    /// Stars, 1 to 5.
    rating: i64,
    comment: Option<String>,
    created_at: String,
    /// Answer of the shop; null where there is none.
    answer: Option<String>,
}

/// The caller's reviews.
#[derive(Debug, Serialize, ToSchema)]
struct OwnReviews {
    success: bool,
    /// Newest first.
    data: Vec<OwnReview>,
    next_cursor: Option<String>,
}

/// Lists the caller's reviews, newest first, including those that the shop has hidden from others.
#[utoipa::path(get, path = "/api/reviews/user/{user_id}", operation_id = "listOwnReviews",
    responses((status = 200, body = OwnReviews), (status = 403)))]
async fn list_own(
    State(db): State<Db>,
    member: Member,
    Path(id): Path<MemberId>,
    page: Page<1>,
) -> Result<Json<OwnReviews>> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        product_id: ProductId,
        number: String,
        rating: i64,
        comment: Option<String>,
        created_ms: i64,
        answer: Option<String>,
    }
    member.must_be(Some(id))?;
    let sql = "SELECT r.id, r.product_id, o.number, r.rating, r.comment, r.created_ms, r.answer
               FROM reviews r JOIN orders o ON o.id = r.order_id
               WHERE r.member_id = $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3";
    let [before] = page.after(i64::MAX);
    let query = query_as(sql).bind(member.id).bind(before).bind(page.lookup());
    let mut rows: Vec<Row> = query.fetch_all(&mut *db.read().await?).await?;
    let next_cursor = page.cut(&mut rows, |last| [last.id]);
    let review = |row: Row| OwnReview {
        id: row.id,
        product_id: row.product_id,
        order_id: row.number,
        rating: row.rating,
        comment: row.comment,
        created_at: rfc3339(row.created_ms),
        answer: row.answer,
    };
    Ok(Json(OwnReviews { success: true, data: rows.into_iter().map(review).collect(), next_cursor }))
}

/// Request to add a review.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"product_id": 1, "order_id": "KS-20261110-9M7RGMYJ", "rating": 5, "comment": "Harum dan hangat."}
)))]
struct AddReview {
    user_id: Option<MemberId>,
    product_id: ProductId,
    /// Number of a completed order of the caller that contains the product.
    order_id: String,
    /// Stars, 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    rating: Option<i64>,
    /// Text of up to 1,000 characters.
    #[schema(max_length = 1000)]
    comment: Option<String>,
}

/// A stored review.
#[derive(Debug, Serialize, ToSchema)]
struct AddedReview {
    success: bool,
    message: &'static str,
    data: OwnReview,
}

/// Reviews a product of a completed order, once.
#[utoipa::path(post, path = "/api/reviews", operation_id = "addReview", request_body = AddReview,
    responses((status = 201, body = AddedReview), (status = 403), (status = 404), (status = 409)))]
async fn add(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    member: Member,
    Body(request): Body<AddReview>,
) -> Result<(StatusCode, Json<AddedReview>)> {
    member.must_be(request.user_id)?;
    let comment = request.comment.map(|comment| text::tidy(&comment)).filter(|comment| !comment.is_empty());
    let form = ReviewForm { rating: request.rating.unwrap_or_default(), comment };
    let errors = check_review(&form);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let mut tx = db.write().await?;
    // The order needs no lock: once completed, it stays completed and keeps its products.
    let order = orders::find_own(&mut tx, member.id, &request.order_id).await?;
    if order.state.shipment_status != ShipmentStatus::Completed {
        return Err(Error::conflict(Code::MoveRefused, "Ulasan dapat diberikan setelah pesanan selesai."));
    }
    if !order.lines.iter().any(|line| line.product_id == request.product_id) {
        return Err(Error::invalid("Produk ini tidak ada dalam pesanan tersebut."));
    }
    let review = NewReview {
        order: order.key,
        product: request.product_id,
        member: member.id,
        rating: form.rating,
        comment: form.comment.as_deref(),
        created_ms: clock.now_ms(),
    };
    let id = match insert(&mut tx, &review).await {
        Err(error) if is_duplicate(&error) => {
            let message = "Anda sudah memberikan ulasan untuk produk ini.";
            return Err(Error::conflict(Code::AlreadyReviewed, message));
        }
        id => id?,
    };
    tx.commit().await?;
    catalog.mark_changed();
    let data = OwnReview {
        id,
        product_id: request.product_id,
        order_id: order.number,
        rating: form.rating,
        created_at: rfc3339(review.created_ms),
        comment: form.comment,
        answer: None,
    };
    Ok((StatusCode::CREATED, Json(AddedReview { success: true, message: "Terima kasih atas ulasan Anda.", data })))
}

/// Maximum number of highlights.
const HIGHLIGHTS: usize = 10;

/// Review of a member shown on the home page.
#[derive(Debug, Serialize, ToSchema)]
struct Highlight {
    /// Author's profile picture, a file below `/uploads/profile/`; null for none.
    profile_picture: Option<String>,
    /// Author's first name; the whole name if the account was erased.
    user_name: String,
    /// Stars, 4 or 5.
    rating: i64,
    comment: String,
}

/// The highlights: clients read `data.data`.
#[derive(Debug, Serialize, ToSchema)]
struct Highlights {
    success: bool,
    data: HighlightList,
}

/// Inner object of the response, which puts the list at `data.data`.
#[derive(Debug, Serialize, ToSchema)]
struct HighlightList {
    data: Vec<Highlight>,
}

#[derive(FromRow)]
struct HighlightRow {
    member_id: MemberId,
    picture: Option<String>,
    name: String,
    erased_ms: Option<i64>,
    rating: i64,
    comment: String,
}

/// Lists highlights for the home page: the newest reviews of four or five stars with more than a few words, one per
/// member.
#[utoipa::path(get, path = "/api/reviews/highlights", operation_id = "listReviewHighlights",
    responses((status = 200, body = Highlights)))]
async fn list_highlights(State(db): State<Db>) -> Result<Json<Highlights>> {
    let sql = "SELECT r.member_id, m.picture, m.name, m.erased_ms, r.rating, r.comment
               FROM reviews r JOIN members m ON m.id = r.member_id
               WHERE r.rating >= 4 AND LENGTH(r.comment) >= 40 AND r.hidden_ms IS NULL
               ORDER BY r.created_ms DESC, r.id DESC LIMIT 50";
    let rows: Vec<HighlightRow> = query_as(sql).fetch_all(&mut *db.read().await?).await?;
    let mut heard = HashSet::new();
    let data = rows
        .into_iter()
        .filter(|row| heard.insert(row.member_id))
        .take(HIGHLIGHTS)
        .map(|row| Highlight {
            profile_picture: row.picture,
            user_name: public_name(&row.name, row.erased_ms).to_owned(),
            rating: row.rating,
            comment: row.comment,
        })
        .collect();
    Ok(Json(Highlights { success: true, data: HighlightList { data } }))
}

/// A review to be stored.
pub struct NewReview<'a> {
    /// Completed order that contained the product.
    pub order: OrderKey,
    /// The product.
    pub product: ProductId,
    /// Author of the review.
    pub member: MemberId,
    /// Stars, 1 to 5.
    pub rating: i64,
    /// Text of the review.
    pub comment: Option<&'a str>,
    /// Time of writing, UTC milliseconds.
    pub created_ms: i64,
}

/// Stores a review, counts its rating, notifies the administrators, and returns the review's key.
///
/// # Errors
/// The product of this order already has a review ([`is_duplicate`]).
pub async fn insert(conn: &mut Conn, review: &NewReview<'_>) -> sqlx::Result<i64> {
    let sql = "INSERT INTO reviews (product_id, order_id, member_id, rating, comment, created_ms)
               VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
    let id = query_scalar(sql)
        .bind(review.product)
        .bind(review.order)
        .bind(review.member)
        .bind(review.rating)
        .bind(review.comment)
        .bind(review.created_ms)
        .fetch_one(&mut *conn)
        .await?;
    catalog::count_rating(conn, review.product, review.rating).await?;
    let product: String =
        query_scalar("SELECT name FROM products WHERE id = $1").bind(review.product).fetch_one(&mut *conn).await?;
    let payload = json!({"product": product, "stars": review.rating});
    outbox::notify(conn, review.created_ms, Recipient::Admins, outbox::Kind::NewReview, payload).await?;
    Ok(id)
}

/// Deletes the reviews of an order and stops counting those that are shown.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    let sql = "SELECT product_id, rating FROM reviews WHERE order_id = $1 AND hidden_ms IS NULL ORDER BY product_id";
    let counted: Vec<(ProductId, i64)> = query_as(sql).bind(order).fetch_all(&mut *conn).await?;
    for (product, rating) in counted {
        catalog::uncount_rating(conn, product, rating).await?;
    }
    query("DELETE FROM reviews WHERE order_id = $1").bind(order).execute(conn).await?;
    Ok(())
}

/// Counts the reviews written since `since_ms`, up to `most`.
pub async fn written_since(conn: &mut Conn, since_ms: i64, most: i64) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM reviews WHERE created_ms >= $1 LIMIT $2) x";
    query_scalar(sql).bind(since_ms).bind(most).fetch_one(conn).await
}
