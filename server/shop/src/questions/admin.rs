//! Questions for administrators: reading, answering, hiding and showing them again.

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
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

/// Maximum length of a reason, characters.
const MAX_REASON: usize = 300;

/// Maximum length of an answer, characters: twice as long as a question.
const MAX_ANSWER: usize = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(answer)).routes(routes!(hide)).routes(routes!(show_again))
}

/// Whether visitors see a question, and whether it waits for an answer.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum QuestionState {
    /// Visitors see it, because the shop has answered it.
    Shown,
    /// The shop has hidden it.
    Hidden,
    /// Visitors do not see it, because the shop has not answered it.
    Unanswered,
}

/// A question, the shop's answer, and whether it is hidden.
#[derive(Debug, Serialize, ToSchema)]
struct AdminQuestion {
    id: i64,
    product_id: ProductId,
    product_name: String,
    member_id: MemberId,
    member_name: String,
    question: String,
    created_at: String,
    /// Text of the shop's answer; null where there is none.
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

/// Questions: those that wait for an answer first, then the newest.
#[derive(Debug, Serialize, ToSchema)]
struct AdminQuestions {
    questions: Vec<AdminQuestion>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct QuestionFilter {
    /// Part of the question, of the product's name or of the member's name.
    #[param(max_length = 100)]
    search: Option<String>,
    /// State of the questions; any state if omitted.
    #[param(inline)]
    state: Option<QuestionState>,
}

/// Request to set or remove a question's answer.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"answer": "Ya, aman untuk ibu menyusui.", "answered_at": null})))]
struct AnswerQuestion {
    /// Answer of up to 1,000 characters; empty to remove it.
    #[schema(max_length = 1000)]
    answer: String,
    /// `answered_at` of the question that was read.
    answered_at: Option<String>,
}

/// Request to hide a question, with the reason.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"reason": "Berisi nomor telepon."})))]
struct HideQuestion {
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
    question: String,
    created_ms: i64,
    answer: Option<String>,
    answered_ms: Option<i64>,
    hidden_ms: Option<i64>,
    hidden_reason: Option<String>,
    /// 1 while it waits for an answer, else 0.
    waits: i64,
}

impl From<Row> for AdminQuestion {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            product_id: row.product_id,
            product_name: row.product_name,
            member_id: row.member_id,
            member_name: row.member_name,
            question: row.question,
            created_at: rfc3339(row.created_ms),
            answer: row.answer,
            answered_at: row.answered_ms.map(rfc3339),
            answered_ms: row.answered_ms,
            hidden_at: row.hidden_ms.map(rfc3339),
            hidden_reason: row.hidden_reason,
        }
    }
}

const SELECT: &str = "SELECT q.id, q.product_id, p.name AS product_name, q.member_id, m.name AS member_name,
                             p.search_text || ' ' || m.search_text AS names,
                             q.question, q.created_ms, q.answer, q.answered_ms, q.hidden_ms, q.hidden_reason,
                             CASE WHEN q.answered_ms IS NULL AND q.hidden_ms IS NULL
                                  THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END AS waits
                      FROM questions q JOIN products p ON p.id = q.product_id JOIN members m ON m.id = q.member_id";

async fn find(conn: &mut Conn, id: i64) -> Result<AdminQuestion> {
    let sql = AssertSqlSafe(format!("{SELECT} WHERE q.id = $1"));
    let row: Option<Row> = query_as(sql).bind(id).fetch_optional(conn).await?;
    row.map(AdminQuestion::from).ok_or_else(|| Error::not_found("Pertanyaan tidak ditemukan."))
}

/// Lists the questions of members: those that wait for an answer first, then the newest.
#[utoipa::path(get, path = "/api/admin/questions", operation_id = "listAdminQuestions",
    responses((status = 200, body = AdminQuestions)))]
async fn list(
    State(db): State<Db>,
    _: Admin<CATALOGUE>,
    Query(filter): Query<QuestionFilter>,
    page: Page<3>,
) -> Result<Json<AdminQuestions>> {
    let state = match filter.state {
        None => "",
        Some(QuestionState::Shown) => " AND hidden_ms IS NULL AND answered_ms IS NOT NULL",
        Some(QuestionState::Hidden) => " AND hidden_ms IS NOT NULL",
        Some(QuestionState::Unanswered) => " AND hidden_ms IS NULL AND answered_ms IS NULL",
    };
    let sql = AssertSqlSafe(format!(
        "SELECT * FROM ({SELECT}) q
         WHERE (waits, created_ms, id) < ($1, $2, $3)
           AND (names LIKE $4 ESCAPE '\\' OR {} LIKE $6 ESCAPE '\\'){state}
         ORDER BY waits DESC, created_ms DESC, id DESC LIMIT $5",
        lowered("question")
    ));
    let [waits, created_ms, id] = page.after(i64::MAX);
    let mut rows: Vec<Row> = query_as(sql)
        .bind(waits)
        .bind(created_ms)
        .bind(id)
        .bind(pattern(filter.search.as_deref())?)
        .bind(page.lookup())
        .bind(lowered_pattern(filter.search.as_deref())?)
        .fetch_all(&mut *db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.waits, row.created_ms, row.id]);
    Ok(Json(AdminQuestions { questions: rows.into_iter().map(AdminQuestion::from).collect(), next_cursor }))
}

/// Sets, changes or removes the answer to a question; visitors read both. The author is notified when an unanswered
/// question is answered.
#[utoipa::path(put, path = "/api/admin/questions/{id}/answer", operation_id = "answerQuestion",
    request_body = AnswerQuestion, responses((status = 200, body = AdminQuestion), (status = 409)))]
async fn answer(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(request): Body<AnswerQuestion>,
) -> Result<Json<AdminQuestion>> {
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
    let sql = "UPDATE questions SET answer = $2, answered_ms = $3 WHERE id = $1 AND COALESCE(answered_ms, 0) = $4";
    let query =
        query(sql).bind(id).bind(answer).bind(answer.map(|_| now_ms)).bind(before.answered_ms.unwrap_or_default());
    if before.answered_at != request.answered_at || query.execute(&mut *tx).await?.rows_affected() == 0 {
        // Another administrator was faster.
        return Err(audit::conflict(find(&mut tx, id).await?, &mut tx, Subject::Question, id).await);
    }
    if let (None, Some(answer)) = (&before.answer, answer) {
        let payload = json!({"product": before.product_name, "product_id": before.product_id, "question": before.question,
                           "answer": answer});
        let asker = Recipient::Member(before.member_id);
        outbox::notify(&mut tx, now_ms, asker, outbox::Kind::QuestionAnswered, payload).await?;
    }
    let after = find(&mut tx, id).await?;
    let logged = |question: &AdminQuestion| json!({"product": question.product_name, "member": question.member_name, "answer": question.answer});
    let change = Change::new("answer", Subject::Question, id, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Hides a question from visitors; its author still sees it among their own.
#[utoipa::path(post, path = "/api/admin/questions/{id}/hide", operation_id = "hideQuestion", request_body = HideQuestion,
    responses((status = 200, body = AdminQuestion), (status = 409)))]
async fn hide(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(request): Body<HideQuestion>,
) -> Result<Json<AdminQuestion>> {
    let mut refusals = Refusals::default();
    let reason = request.reason.split_whitespace().collect::<Vec<_>>().join(" ");
    let reason = refusals.line("reason", "Alasan", &reason, MAX_REASON);
    refusals.done()?;
    set(&db, &clock, &admin, id, Some(reason)).await
}

/// Shows a hidden question again; visitors see it if it is answered.
#[utoipa::path(post, path = "/api/admin/questions/{id}/show", operation_id = "showQuestion",
    responses((status = 200, body = AdminQuestion), (status = 409)))]
async fn show_again(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<Json<AdminQuestion>> {
    set(&db, &clock, &admin, id, None).await
}

/// Hides a question for a reason, or shows it again.
async fn set(
    db: &Db,
    clock: &Clock,
    admin: &Admin<CATALOGUE>,
    id: i64,
    reason: Option<String>,
) -> Result<Json<AdminQuestion>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let (action, sql) = if reason.is_some() {
        ("hide", "UPDATE questions SET hidden_ms = $2, hidden_reason = $3 WHERE id = $1 AND hidden_ms IS NULL")
    } else {
        ("show", "UPDATE questions SET hidden_ms = NULL, hidden_reason = NULL WHERE id = $1 AND hidden_ms IS NOT NULL")
    };
    let mut query = query(sql).bind(id);
    if let Some(reason) = &reason {
        query = query.bind(now_ms).bind(reason);
    }
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        // Another administrator was faster.
        return Err(audit::conflict(find(&mut tx, id).await?, &mut tx, Subject::Question, id).await);
    }
    let after = find(&mut tx, id).await?;
    let logged = |question: &AdminQuestion| {
        json!({"product": question.product_name, "member": question.member_name, "hidden_at": question.hidden_at,
               "hidden_reason": question.hidden_reason})
    };
    let change = Change::new(action, Subject::Question, id, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}
