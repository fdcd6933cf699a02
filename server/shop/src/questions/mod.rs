//! Questions of members about products, and the shop's answers. Authors see their questions at once, everyone else once
//! they are answered.

mod admin;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Query},
    form::refuse,
    format::first_name,
    ids::ProductId,
    page::{Page, lowered, lowered_pattern},
    time::{Clock, DAY_MS, rfc3339},
};
use ksmart_identity::{
    outbox::{self, Recipient},
    tokens::Member,
};
use ksmart_members::accounts;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

/// Maximum length of a question, characters.
const MAX_QUESTION: usize = 500;

/// Maximum number of questions of a member within 24 hours.
const MOST_A_DAY: i64 = 10;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, ask)).routes(routes!(list_own)).merge(admin::router())
}

/// A question that the shop has answered.
#[derive(Debug, Serialize, ToSchema)]
struct ProductQuestion {
    id: i64,
    question: String,
    /// Time at which the question was asked.
    created_at: String,
    /// Author's first name; the whole name if the account was erased.
    user_name: String,
    /// Text of the shop's answer.
    answer: String,
    /// Time of the current answer.
    answered_at: String,
}

/// The answered questions about a product.
#[derive(Debug, Serialize, ToSchema)]
struct Questions {
    /// Questions, most recently answered first.
    questions: Vec<ProductQuestion>,
    /// Number of all answered questions about the product, regardless of the search.
    total: i64,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct Filter {
    product_id: ProductId,
    /// A part of the question or of the answer.
    #[param(max_length = 100)]
    search: Option<String>,
}

/// Lists the answered questions about a product, most recently answered first.
#[utoipa::path(get, path = "/api/questions", operation_id = "listQuestions",
    responses((status = 200, body = Questions)))]
async fn list(State(db): State<Db>, Query(filter): Query<Filter>, page: Page<2>) -> Result<Json<Questions>> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        question: String,
        created_ms: i64,
        answer: String,
        answered_ms: i64,
        name: String,
        erased_ms: Option<i64>,
    }
    let mut conn = db.read().await?;
    let sql = "SELECT COUNT(*) FROM questions q JOIN products p ON p.id = q.product_id AND p.status = 'for_sale'
               WHERE q.product_id = $1 AND q.answered_ms IS NOT NULL AND q.hidden_ms IS NULL";
    let total = query_scalar(sql).bind(filter.product_id).fetch_one(&mut *conn).await?;
    let sql = format!(
        "SELECT q.id, q.question, q.created_ms, q.answer, q.answered_ms, m.name, m.erased_ms
               FROM questions q JOIN members m ON m.id = q.member_id
                    JOIN products p ON p.id = q.product_id AND p.status = 'for_sale'
               WHERE q.product_id = $1 AND q.hidden_ms IS NULL AND (q.answered_ms, q.id) < ($2, $3)
                 AND {} LIKE $4 ESCAPE '\\'
               ORDER BY q.answered_ms DESC, q.id DESC LIMIT $5",
        lowered("q.question || ' ' || q.answer")
    );
    let [answered_ms, id] = page.after(i64::MAX);
    let mut rows: Vec<Row> = query_as(AssertSqlSafe(sql))
        .bind(filter.product_id)
        .bind(answered_ms)
        .bind(id)
        .bind(lowered_pattern(filter.search.as_deref())?)
        .bind(page.lookup())
        .fetch_all(&mut *conn)
        .await?;
    let next_cursor = page.cut(&mut rows, |last| [last.answered_ms, last.id]);
    let told = |row: Row| ProductQuestion {
        id: row.id,
        question: row.question,
        created_at: rfc3339(row.created_ms),
        user_name: if row.erased_ms.is_some() { row.name } else { first_name(&row.name).to_owned() },
        answer: row.answer,
        answered_at: rfc3339(row.answered_ms),
    };
    Ok(Json(Questions { questions: rows.into_iter().map(told).collect(), total, next_cursor }))
}

/// A question of the caller.
#[derive(Debug, Serialize, ToSchema)]
struct OwnQuestion {
    id: i64,
    product_id: ProductId,
    question: String,
    created_at: String,
    /// Text of the shop's answer; null while there is none.
    answer: Option<String>,
    answered_at: Option<String>,
    /// Whether the shop has hidden it from everyone else.
    hidden: bool,
}

/// The caller's questions.
#[derive(Debug, Serialize, ToSchema)]
struct OwnQuestions {
    /// Newest first.
    questions: Vec<OwnQuestion>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct OwnFilter {
    /// Product of the questions; any product if omitted.
    product_id: Option<ProductId>,
}

/// Lists the caller's questions, newest first, including unanswered and hidden ones, which no one else sees.
#[utoipa::path(get, path = "/api/questions/mine", operation_id = "listOwnQuestions",
    responses((status = 200, body = OwnQuestions)))]
async fn list_own(
    State(db): State<Db>,
    member: Member,
    Query(filter): Query<OwnFilter>,
    page: Page<1>,
) -> Result<Json<OwnQuestions>> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        product_id: ProductId,
        question: String,
        created_ms: i64,
        answer: Option<String>,
        answered_ms: Option<i64>,
        hidden_ms: Option<i64>,
    }
    let sql = "SELECT id, product_id, question, created_ms, answer, answered_ms, hidden_ms FROM questions
               WHERE member_id = $1 AND id < $2 AND ($3 = 0 OR product_id = $3) ORDER BY id DESC LIMIT $4";
    let [before] = page.after(i64::MAX);
    let mut rows: Vec<Row> = query_as(sql)
        .bind(member.id)
        .bind(before)
        .bind(filter.product_id.map_or(0, |product| product.0))
        .bind(page.lookup())
        .fetch_all(&mut *db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |last| [last.id]);
    let told = |row: Row| OwnQuestion {
        id: row.id,
        product_id: row.product_id,
        question: row.question,
        created_at: rfc3339(row.created_ms),
        answer: row.answer,
        answered_at: row.answered_ms.map(rfc3339),
        hidden: row.hidden_ms.is_some(),
    };
    Ok(Json(OwnQuestions { questions: rows.into_iter().map(told).collect(), next_cursor }))
}

/// Request to ask a question.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"product_id": 1, "question": "Apakah aman untuk ibu menyusui?"})))]
struct AskQuestion {
    product_id: ProductId,
    /// 1 to 500 characters.
    #[schema(min_length = 1, max_length = 500, pattern = r"\S")]
    question: String,
}

/// Asks a question about a product and notifies the shop; everyone can read the question once it is answered. A member
/// may ask 10 questions within 24 hours.
#[utoipa::path(post, path = "/api/questions", operation_id = "askQuestion", request_body = AskQuestion,
    responses((status = 201, body = OwnQuestion), (status = 404), (status = 429)))]
async fn ask(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Body(request): Body<AskQuestion>,
) -> Result<(StatusCode, Json<OwnQuestion>)> {
    let question = text::tidy(&request.question);
    if question.is_empty() {
        return Err(refuse("question", "required", "Tuliskan pertanyaannya."));
    }
    if question.chars().count() > MAX_QUESTION {
        return Err(refuse("question", "too_long", "Pertanyaan maksimal 500 karakter."));
    }
    if question.contains(|each: char| each.is_control() && each != '\n') {
        return Err(refuse("question", "characters", "Pertanyaan berisi karakter yang tidak diperbolehkan."));
    }
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    // The lock serializes a member's simultaneous questions, so that the limit counts all earlier ones.
    accounts::lock(&mut tx, member.id).await?;
    let product: Option<String> = query_scalar("SELECT name FROM products WHERE id = $1 AND status = 'for_sale'")
        .bind(request.product_id)
        .fetch_optional(&mut *tx)
        .await?;
    let product = product.ok_or_else(|| Error::not_found("Produk tidak ditemukan."))?;
    let sql = "INSERT INTO questions (product_id, member_id, question, created_ms)
               SELECT $1, $2, $3, $4 WHERE (SELECT COUNT(*) FROM questions WHERE member_id = $2 AND created_ms > $5) < $6
               RETURNING id";
    let asked: Option<i64> = query_scalar(sql)
        .bind(request.product_id)
        .bind(member.id)
        .bind(&question)
        .bind(now_ms)
        .bind(now_ms - DAY_MS)
        .bind(MOST_A_DAY)
        .fetch_optional(&mut *tx)
        .await?;
    let Some(id) = asked else {
        let message = format!("Anda sudah mengajukan {MOST_A_DAY} pertanyaan dalam sehari. Coba lagi besok.");
        return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message));
    };
    let payload = json!({"product": product, "question": question});
    outbox::notify(&mut tx, now_ms, Recipient::Admins, outbox::Kind::NewQuestion, payload).await?;
    tx.commit().await?;
    let asked = OwnQuestion {
        id,
        product_id: request.product_id,
        question: question.to_owned(),
        created_at: rfc3339(now_ms),
        answer: None,
        answered_at: None,
        hidden: false,
    };
    Ok((StatusCode::CREATED, Json(asked)))
}

/// Counts the questions that wait for an answer, up to `most`.
pub async fn waiting(conn: &mut Conn, most: i64) -> sqlx::Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT id FROM questions WHERE answered_ms IS NULL AND hidden_ms IS NULL LIMIT $1) x";
    query_scalar(sql).bind(most).fetch_one(conn).await
}
