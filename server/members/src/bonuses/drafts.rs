//! Compensation plans that are being written: stored as typed, whether or not they could be published.

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use ksmart_foundation::{
    db::{Conn, Db, Flag},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    form::refuse,
    id,
    ids::{MemberId, PeriodId},
    page::Page,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{AssertSqlSafe, FromRow, query, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    bonuses::plans::{self, NextVersion},
};

id!(DraftId, "a compensation plan that is being written.");

/// Maximum number of drafts in a shop.
const MOST: i64 = 100;

/// Maximum length of the name by which a draft is listed, characters.
const MAX_NAME: usize = 100;

/// Maximum request size in bytes: a plan, and an example with as many members as it can have.
const BODY_LIMIT: usize = 1024 * 1024;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    let routes = OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(show, change, remove));
    routes.layer(DefaultBodyLimit::max(BODY_LIMIT))
}

/// Request to publish a draft, which waits for the confirmation of another owner.
#[derive(Debug, Serialize, ToSchema)]
struct Waiting {
    asked_at: String,
    /// Name of the owner who requested the publication.
    asked_by: String,
    /// Whether the caller requested it, and so cannot confirm it.
    is_own: bool,
    /// First period in which the plan is used; null for the next calculation.
    from_period: Option<PeriodId>,
    from_period_name: Option<String>,
}

/// A compensation plan that is being written.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanDraft {
    id: DraftId,
    /// The name in its document; empty where there is none yet.
    name: String,
    /// Number of edits, for optimistic locking: an edit sends the version that it was made on.
    version: i64,
    changed_at: String,
    /// Name of the administrator who changed it last.
    changed_by: String,
    /// Requested publication; null while no owner has requested it.
    waiting: Option<Waiting>,
}

/// A draft with its document.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanDraftPage {
    #[serde(flatten)]
    draft: PlanDraft,
    /// The document as typed; it may be incomplete or wrong.
    plan: Value,
    /// Sales and members of the example for trying the plan, as typed; null if none were stored.
    #[schema(value_type = Option<Object>)]
    example: Option<Value>,
}

/// A page of the drafts, the newest first.
#[derive(Debug, Serialize, ToSchema)]
struct PlanDrafts {
    drafts: Vec<PlanDraft>,
    next_cursor: Option<String>,
}

/// A draft as stored in the database.
#[derive(Debug, FromRow)]
pub struct Draft {
    /// Key.
    pub id: DraftId,
    name: String,
    /// The document, JSON.
    pub document: String,
    example: Option<String>,
    /// Number of its edits.
    pub version: i64,
    changed_ms: i64,
    changed_by_name: String,
    asked_ms: Option<i64>,
    asked_by: Option<MemberId>,
    asked_by_name: Option<String>,
    after_id: Option<i64>,
    from_period_id: Option<PeriodId>,
    from_period_name: Option<String>,
    acknowledged: Flag,
}

/// Terms of a draft's publication once another owner confirms it.
#[derive(Debug)]
pub struct PublicationTerms {
    /// Owner who requested the publication.
    pub by: MemberId,
    /// Name of that owner.
    pub by_name: String,
    /// Version that it follows, and first period in which it is used.
    pub next_version: NextVersion,
    /// Whether the owner acknowledged the warning that the plan can pay more than its cap.
    pub is_acknowledged: bool,
}

const COLUMNS: &str = "d.id, d.name, d.version, d.changed_ms, c.name AS changed_by_name, d.asked_ms, d.asked_by,
    a.name AS asked_by_name, d.after_id, d.from_period_id, p.name AS from_period_name, d.acknowledged";
const TABLES: &str = "compensation_plan_drafts d JOIN members c ON c.id = d.changed_by
    LEFT JOIN members a ON a.id = d.asked_by LEFT JOIN bv_periods p ON p.id = d.from_period_id";

impl Draft {
    fn shown(self, to: MemberId) -> PlanDraft {
        let waiting = self.asked_ms.map(|asked_ms| Waiting {
            asked_at: rfc3339(asked_ms),
            asked_by: self.asked_by_name.unwrap_or_default(),
            is_own: self.asked_by == Some(to),
            from_period: self.from_period_id,
            from_period_name: self.from_period_name,
        });
        PlanDraft {
            id: self.id,
            name: self.name,
            version: self.version,
            changed_at: rfc3339(self.changed_ms),
            changed_by: self.changed_by_name,
            waiting,
        }
    }

    /// Returns its data for the audit log.
    fn logged(&self) -> Value {
        plans::logged_document(&self.plan())
    }

    /// Returns the terms of its publication, if it waits for another owner.
    pub fn publication_terms(&self) -> Option<PublicationTerms> {
        let (by, after_id) = self.asked_by.zip(self.after_id)?;
        let next_version = NextVersion { after_id, from_period: self.from_period_id };
        let by_name = self.asked_by_name.clone().unwrap_or_default();
        Some(PublicationTerms { by, by_name, next_version, is_acknowledged: self.acknowledged.0 })
    }

    fn plan(&self) -> Value {
        serde_json::from_str(&self.document).unwrap_or_default()
    }

    /// Returns the draft as `to` sees it, with its document.
    pub fn page(self, to: MemberId) -> PlanDraftPage {
        let plan = self.plan();
        let example = self.example.as_deref().and_then(|example| serde_json::from_str(example).ok());
        PlanDraftPage { draft: self.shown(to), plan, example }
    }
}

/// Returns a draft with its document.
///
/// # Errors
/// Fails if there is no draft with this key.
pub async fn find(conn: &mut Conn, id: DraftId) -> Result<Draft> {
    let sql = AssertSqlSafe(format!("SELECT {COLUMNS}, d.document, d.example FROM {TABLES} WHERE d.id = $1"));
    let found = sqlx::query_as(sql).bind(id).fetch_optional(conn).await?;
    found.ok_or_else(|| Error::not_found("Draf tidak ditemukan."))
}

/// Returns the 409 error for a draft that changed after it was read.
pub async fn conflict(conn: &mut Conn, id: DraftId, by: MemberId) -> Error {
    match find(conn, id).await {
        Ok(current) => audit::conflict(current.page(by), conn, Subject::CompensationPlanDraft, id).await,
        Err(gone) => gone,
    }
}

/// Lists the drafts, newest first.
#[utoipa::path(get, path = "/api/admin/compensation-plan-drafts", operation_id = "listCompensationPlanDrafts",
    responses((status = 200, body = PlanDrafts)))]
async fn list(State(db): State<Db>, admin: Admin<FINANCE>, page: Page<1>) -> Result<Json<PlanDrafts>> {
    // Documents may be long, and a list does not show them.
    let sql = AssertSqlSafe(format!(
        "SELECT {COLUMNS}, '' AS document, NULL AS example FROM {TABLES} WHERE d.id < $1 ORDER BY d.id DESC LIMIT $2"
    ));
    let [before] = page.after(i64::MAX);
    let query = sqlx::query_as(sql).bind(before).bind(page.lookup());
    let mut rows: Vec<Draft> = query.fetch_all(&mut *db.read().await?).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(PlanDrafts { drafts: rows.into_iter().map(|row| row.shown(admin.0.id)).collect(), next_cursor }))
}

/// Returns a draft with its document.
#[utoipa::path(get, path = "/api/admin/compensation-plan-drafts/{id}", operation_id = "getCompensationPlanDraft",
    responses((status = 200, body = PlanDraftPage)))]
async fn show(State(db): State<Db>, admin: Admin<FINANCE>, Path(id): Path<DraftId>) -> Result<Json<PlanDraftPage>> {
    Ok(Json(find(&mut *db.read().await?, id).await?.page(admin.0.id)))
}

/// New draft of a compensation plan.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"plan": {"name": "Rencana 2027", "point_value_rp": 5000, "ranks": [], "components": []}})))]
struct PlanDraftCreation {
    /// Document of the plan, an object; it may be incomplete or wrong.
    #[schema(value_type = Object)]
    plan: Value,
    /// Sales and members of the example for trying the plan, an object; they may be incomplete or wrong.
    #[schema(value_type = Option<Object>)]
    example: Option<Value>,
}

/// Edit of a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"plan": {"name": "Rencana 2027", "point_value_rp": 5000, "ranks": [], "components": []}, "version": 1}
)))]
struct PlanDraftForm {
    /// Document of the plan, an object; it may be incomplete or wrong.
    #[schema(value_type = Object)]
    plan: Value,
    /// Sales and members of the example for trying the plan, an object; without it, the stored ones stay.
    #[schema(value_type = Option<Object>)]
    example: Option<Value>,
    /// The version that was edited.
    version: i64,
}

/// Returns the name by which a document is listed, and its text.
fn read(plan: &Value) -> Result<(String, String)> {
    if !plan.is_object() {
        return Err(refuse("plan", "object", "Rencana ini tidak dapat dibaca."));
    }
    let name = plan["name"].as_str().unwrap_or_default().trim();
    Ok((name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect(), plan.to_string()))
}

/// Returns the text of an example.
fn read_example(example: Option<&Value>) -> Result<Option<String>> {
    match example {
        Some(example) if !example.is_object() => Err(refuse("example", "object", "Contoh ini tidak dapat dibaca.")),
        example => Ok(example.map(Value::to_string)),
    }
}

/// Stores a new draft.
#[utoipa::path(post, path = "/api/admin/compensation-plan-drafts", operation_id = "createCompensationPlanDraft",
        request_body = PlanDraftCreation,
    responses((status = 201, body = PlanDraftPage), (status = 409)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Body(PlanDraftCreation { plan, example }): Body<PlanDraftCreation>,
) -> Result<(StatusCode, Json<PlanDraftPage>)> {
    let (name, document) = read(&plan)?;
    let example = read_example(example.as_ref())?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let kept: i64 = query_scalar("SELECT COUNT(*) FROM compensation_plan_drafts").fetch_one(&mut *tx).await?;
    if kept >= MOST {
        let message = format!("Sudah ada {MOST} draf. Hapus dulu yang tidak dipakai lagi.");
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let sql = "INSERT INTO compensation_plan_drafts (name, document, changed_ms, changed_by, example)
               VALUES ($1, $2, $3, $4, $5) RETURNING id";
    let query = query_scalar(sql).bind(name).bind(document).bind(now_ms).bind(admin.0.id).bind(example);
    let id: DraftId = query.fetch_one(&mut *tx).await?;
    let made = find(&mut tx, id).await?;
    record(&mut tx, &admin.0, now_ms, "create", id, (Value::Null, made.logged())).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made.page(admin.0.id))))
}

/// Changes a draft and cancels its wait for another owner. Returns 409 with the draft as `current` if the edit was made
/// on another version.
#[utoipa::path(put, path = "/api/admin/compensation-plan-drafts/{id}", operation_id = "updateCompensationPlanDraft",
        request_body = PlanDraftForm,
    responses((status = 200, body = PlanDraftPage), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(id): Path<DraftId>,
    Body(PlanDraftForm { plan, example, version }): Body<PlanDraftForm>,
) -> Result<Json<PlanDraftPage>> {
    let (name, document) = read(&plan)?;
    let example = read_example(example.as_ref())?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let sql = "UPDATE compensation_plan_drafts
               SET name = $3, document = $4, changed_ms = $5, changed_by = $6, version = version + 1, asked_ms = NULL,
                   asked_by = NULL, after_id = NULL, from_period_id = NULL, acknowledged = 0,
                   example = COALESCE($7, example)
               WHERE id = $1 AND version = $2";
    let update = query(sql).bind(id).bind(version).bind(name).bind(document).bind(now_ms).bind(admin.0.id);
    if update.bind(example).execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(conflict(&mut tx, id, admin.0.id).await);
    }
    let after = find(&mut tx, id).await?;
    let mut logged = after.logged();
    let whole = [("plan", before.document != after.document), ("example", before.example != after.example)];
    for (part, _) in whole.into_iter().filter(|(_, is_other)| *is_other) {
        logged[part] = "changed".into();
    }
    record(&mut tx, &admin.0, now_ms, "update", id, (before.logged(), logged)).await?;
    tx.commit().await?;
    Ok(Json(after.page(admin.0.id)))
}

#[derive(Debug, Deserialize, IntoParams)]
struct Removal {
    /// The version that was read.
    version: i64,
}

/// Deletes a draft.
#[utoipa::path(delete, path = "/api/admin/compensation-plan-drafts/{id}", operation_id = "deleteCompensationPlanDraft",
    responses((status = 204), (status = 409)))]
async fn remove(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(id): Path<DraftId>,
    Query(Removal { version }): Query<Removal>,
) -> Result<StatusCode> {
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?.logged();
    if !delete(&mut tx, id, version).await? {
        return Err(conflict(&mut tx, id, admin.0.id).await);
    }
    record(&mut tx, &admin.0, clock.now_ms(), "delete", id, (before, Value::Null)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a draft unless it has changed since it was read; returns whether it did so.
pub async fn delete(conn: &mut Conn, id: DraftId, version: i64) -> sqlx::Result<bool> {
    let sql = "DELETE FROM compensation_plan_drafts WHERE id = $1 AND version = $2";
    Ok(query(sql).bind(id).bind(version).execute(conn).await?.rows_affected() == 1)
}

/// Counts the drafts that an owner other than this one wants to publish.
pub async fn waiting(conn: &mut Conn, owner: MemberId) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM compensation_plan_drafts WHERE asked_by <> $1";
    query_scalar(sql).bind(owner).fetch_one(conn).await
}

/// Makes an unchanged draft wait for another owner; returns whether it was unchanged.
pub async fn request_publication(
    conn: &mut Conn,
    draft: &Draft,
    next_version: NextVersion,
    is_acknowledged: bool,
    by: &Member,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "UPDATE compensation_plan_drafts
               SET asked_ms = $3, asked_by = $4, after_id = $5, from_period_id = $6, acknowledged = $7,
                   version = version + 1
               WHERE id = $1 AND version = $2";
    let update = query(sql).bind(draft.id).bind(draft.version).bind(now_ms).bind(by.id).bind(next_version.after_id);
    let update = update.bind(next_version.from_period).bind(Flag(is_acknowledged));
    Ok(update.execute(conn).await?.rows_affected() == 1)
}

async fn record(
    conn: &mut Conn,
    by: &Member,
    now_ms: i64,
    action: &str,
    id: DraftId,
    (before, after): (Value, Value),
) -> sqlx::Result<()> {
    audit::record(conn, by, now_ms, Change::new(action, Subject::CompensationPlanDraft, id, before, after)).await
}
