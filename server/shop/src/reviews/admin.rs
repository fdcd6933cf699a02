//! Reviews for administrators: reading, answering, hiding and showing them again.

use axum::{Json, extract::State};
use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::{Body, Path, Query},
    form::{Refusals, refuse},
    ids::{MemberId, ProductId},
    page::{Page, lowered, lowered_pattern, pattern},
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::{self, Recipient},
    roles::{Admin, CATALOGUE},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{FromRow, query, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{self, Catalog},
};

/// Maximum length of a reason, characters.
const MAX_REASON: usize = 300;

/// Maximum length of an answer, characters: as long as a review.
const MAX_ANSWER: usize = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(answer)).routes(routes!(hide)).routes(routes!(show_again))
}

/// Whether visitors see a review, and whether it waits for an answer.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ReviewState {
    /// Visitors see it.
    Shown,
    /// The shop has hidden it.
    Hidden,
    /// Visitors see it, but the shop has not answered it.
    Unanswered,
}

/// A review, the shop's answer, and whether it is hidden.
#[derive(Debug, Serialize, ToSchema)]
struct AdminReview {
    id: i64,
    product_id: ProductId,
    product_name: String,
    member_id: MemberId,
    member_name: String,
    /// Number of the order that contained the product.
    order_id: String,
    /// Stars, 1 to 5.
    rating: i64,
    comment: Option<String>,
    created_at: String,
    /// Answer of the shop; null where there is none.
    answer: Option<String>,
    /// Time of the current answer.
    answered_at: Option<String>,
    #[serde(skip)]
    answered_ms: Option<i64>,
    /// Time at which it was hidden; null while it is shown.
    hidden_at: Option<String>,
    /// Reason for hiding it.
    hidden_reason: Option<String>,
}

/// Reviews, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct AdminReviews {
    reviews: Vec<AdminReview>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ReviewFilter {
    /// Part of the comment, of the product's name or of the member's name.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Stars, 1 to 5.
    rating: Option<i64>,
    /// State of the reviews; any state if omitted.
    #[param(inline)]
    state: Option<ReviewState>,
}

/// Request to answer a review.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"answer": "Terima kasih, Kak! Selamat menikmati.", "answered_at": null})))]
struct AnswerReview {
    /// Answer of up to 1,000 characters; empty to remove it.
    #[schema(max_length = 1000)]
    answer: String,
    /// `answered_at` of the review that was read.
    answered_at: Option<String>,
}

/// Request to hide a review, with the reason.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"reason": "Berisi nomor telepon."})))]
struct HideReview {
    /// Reason of up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    product_id: ProductId,
    product_name: String,
    member_id: MemberId,
    member_name: String,
    number: String,
    rating: i64,
    comment: Option<String>,
    created_ms: i64,
    answer: Option<String>,
    answered_ms: Option<i64>,
    hidden_ms: Option<i64>,
    hidden_reason: Option<String>,
}

impl From<Row> for AdminReview {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            product_id: row.product_id,
            product_name: row.product_name,
            member_id: row.member_id,
            member_name: row.member_name,
            order_id: row.number,
            rating: row.rating,
            comment: row.comment,
            created_at: rfc3339(row.created_ms),
            answer: row.answer,
            answered_at: row.answered_ms.map(rfc3339),
            answered_ms: row.answered_ms,
            hidden_at: row.hidden_ms.map(rfc3339),
            hidden_reason: row.hidden_reason,
        }
    }
}

const SELECT: &str = "SELECT r.id, r.product_id, p.name AS product_name, r.member_id, m.name AS member_name, o.number,
                             r.rating, r.comment, r.created_ms, r.answer, r.answered_ms, r.hidden_ms, r.hidden_reason
                      FROM reviews r JOIN products p ON p.id = r.product_id JOIN members m ON m.id = r.member_id
                                     JOIN orders o ON o.id = r.order_id";

async fn find(conn: &mut Conn, id: i64) -> Result<AdminReview> {
    let sql = sqlx::AssertSqlSafe(format!("{SELECT} WHERE r.id = $1"));
    let row: Option<Row> = query_as(sql).bind(id).fetch_optional(conn).await?;
    row.map(AdminReview::from).ok_or_else(|| Error::not_found("Ulasan tidak ditemukan."))
}

/// Lists members' reviews, newest first.
#[utoipa::path(get, path = "/api/admin/reviews", operation_id = "listAdminReviews",
    responses((status = 200, body = AdminReviews)))]
async fn list(
    State(db): State<Db>,
    _: Admin<CATALOGUE>,
    Query(filter): Query<ReviewFilter>,
    page: Page<2>,
) -> Result<Json<AdminReviews>> {
    // The condition on hidden reviews repeats that of their partial index, so that the database can use the index.
    let state = match filter.state {
        None => "",
        Some(ReviewState::Shown) => " AND r.hidden_ms IS NULL",
        Some(ReviewState::Hidden) => " AND r.hidden_ms IS NOT NULL",
        Some(ReviewState::Unanswered) => " AND r.hidden_ms IS NULL AND r.answered_ms IS NULL",
    };
    let sql = sqlx::AssertSqlSafe(format!(
        "{SELECT}
         WHERE r.created_ms <= $1 AND (r.created_ms < $1 OR r.id < $2)
           AND (p.search_text LIKE $3 ESCAPE '\\' OR m.search_text LIKE $3 ESCAPE '\\' OR {} LIKE $6 ESCAPE '\\')
           AND ($4 = 0 OR r.rating = $4){state}
         ORDER BY r.created_ms DESC, r.id DESC LIMIT $5",
        lowered("COALESCE(r.comment, '')")
    ));
    let [created_ms, id] = page.after(i64::MAX);
    let mut rows: Vec<Row> = query_as(sql)
        .bind(created_ms)
        .bind(id)
        .bind(pattern(filter.search.as_deref())?)
        .bind(filter.rating.unwrap_or_default())
        .bind(page.lookup())
        .bind(lowered_pattern(filter.search.as_deref())?)
        .fetch_all(&mut *db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.created_ms, row.id]);
    Ok(Json(AdminReviews { reviews: rows.into_iter().map(AdminReview::from).collect(), next_cursor }))
}

/// Sets, changes or removes the answer to a review; visitors read it below the review. The author is notified when an
/// unanswered review is answered.
#[utoipa::path(put, path = "/api/admin/reviews/{id}/answer", operation_id = "answerReview",
    request_body = AnswerReview, responses((status = 200, body = AdminReview), (status = 409)))]
async fn answer(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(request): Body<AnswerReview>,
) -> Result<Json<AdminReview>> {
    let answer = text::tidy(&request.answer);
    let answer = Some(answer.as_str()).filter(|answer| !answer.is_empty());
    if answer.is_some_and(|answer| answer.chars().count() > MAX_ANSWER) {
        return Err(refuse("answer", "too_long", "Jawaban maksimal 1.000 karakter."));
    }
    if answer.is_some_and(|answer| answer.contains(|each: char| each.is_control() && each != '\n')) {
        return Err(refuse("answer", "characters", "Jawaban berisi karakter yang tidak diperbolehkan."));
    }
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let sql = "UPDATE reviews SET answer = $2, answered_ms = $3 WHERE id = $1 AND COALESCE(answered_ms, 0) = $4";
    let query =
        query(sql).bind(id).bind(answer).bind(answer.map(|_| now_ms)).bind(before.answered_ms.unwrap_or_default());
    if before.answered_at != request.answered_at || query.execute(&mut *tx).await?.rows_affected() == 0 {
        // Another administrator was faster.
        return Err(audit::conflict(find(&mut tx, id).await?, &mut tx, Subject::Review, id).await);
    }
    if let (None, Some(answer)) = (&before.answer, answer) {
        let payload = json!({"product": before.product_name, "product_id": before.product_id, "answer": answer});
        let writer = Recipient::Member(before.member_id);
        outbox::notify(&mut tx, now_ms, writer, outbox::Kind::ReviewAnswered, payload).await?;
    }
    let after = find(&mut tx, id).await?;
    let logged = |review: &AdminReview| json!({"product": review.product_name, "member": review.member_name, "answer": review.answer});
    let change = Change::new("answer", Subject::Review, id, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Hides a review from visitors and stops counting it. Its author still sees it among their own.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/hide", operation_id = "hideReview", request_body = HideReview,
    responses((status = 200, body = AdminReview), (status = 409)))]
async fn hide(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(request): Body<HideReview>,
) -> Result<Json<AdminReview>> {
    let mut refusals = Refusals::default();
    let reason = request.reason.split_whitespace().collect::<Vec<_>>().join(" ");
    let reason = refusals.line("reason", "Alasan", &reason, MAX_REASON);
    refusals.done()?;
    set(&db, &clock, &catalog, &admin, id, Some(reason)).await
}

/// Shows a hidden review again and counts it again.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/show", operation_id = "showReview",
    responses((status = 200, body = AdminReview), (status = 409)))]
async fn show_again(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<Json<AdminReview>> {
    set(&db, &clock, &catalog, &admin, id, None).await
}

/// Hides a review for a reason, or shows it again, and updates the product's stars in the same transaction.
async fn set(
    db: &Db,
    clock: &Clock,
    catalog: &Catalog,
    admin: &Admin<CATALOGUE>,
    id: i64,
    reason: Option<String>,
) -> Result<Json<AdminReview>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let (action, sql) = if reason.is_some() {
        ("hide", "UPDATE reviews SET hidden_ms = $2, hidden_reason = $3 WHERE id = $1 AND hidden_ms IS NULL")
    } else {
        ("show", "UPDATE reviews SET hidden_ms = NULL, hidden_reason = NULL WHERE id = $1 AND hidden_ms IS NOT NULL")
    };
    let mut query = query(sql).bind(id);
    if let Some(reason) = &reason {
        query = query.bind(now_ms).bind(reason);
    }
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        // Another administrator was faster.
        return Err(audit::conflict(find(&mut tx, id).await?, &mut tx, Subject::Review, id).await);
    }
    if reason.is_some() {
        catalog::uncount_rating(&mut tx, before.product_id, before.rating).await?;
    } else {
        catalog::count_rating(&mut tx, before.product_id, before.rating).await?;
    }
    let after = find(&mut tx, id).await?;
    let logged = |review: &AdminReview| {
        json!({"product": review.product_name, "member": review.member_name, "hidden_at": review.hidden_at,
               "hidden_reason": review.hidden_reason})
    };
    let change = Change::new(action, Subject::Review, id, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    catalog.mark_changed();
    Ok(Json(after))
}
