//! The versions of the compensation plan, as administrators keep them: the newest is used, none is ever changed.

use std::collections::HashMap;

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::{
    bonus::{CompensationPlan, PlanForm, check_plan},
    fields::FieldError,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, DecimalText, is_duplicate, placeholders},
        document::routes,
        error::{Error, Result},
        extract::Body,
        page::Page,
        time::{Clock, rfc3339},
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, FINANCE},
        sessions::Sessions,
    },
    members::bonuses::calculating::{self, CompensationPlanId, Refused},
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list, create))
}

/// A version of the compensation plan.
#[derive(Debug, Serialize, ToSchema)]
struct PlanVersion {
    id: CompensationPlanId,
    created_at: String,
    /// Percent of own points' value, decimal text such as `12.5`.
    personal_rate: String,
    /// Percent for one level below, two levels below and so on, decimal text.
    level_rates: Vec<String>,
    /// Own points that qualify for what is below.
    qualification_points: i64,
    /// The most that all bonuses come to, percent of sales, decimal text.
    cap_percent: String,
    /// What a point is worth.
    point_value_rp: i64,
    /// Names of the periods that were calculated by it, newest first.
    periods: Vec<String>,
    /// Whether the next calculation goes by it: it is the newest.
    is_used: bool,
}

/// A page of the versions, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct PlanVersions {
    plans: Vec<PlanVersion>,
    next_cursor: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: CompensationPlanId,
    personal_rate: DecimalText,
    qualification_points: i64,
    cap_percent: DecimalText,
    point_value_rp: i64,
    created_ms: i64,
}

/// The versions of the compensation plan, newest first.
#[utoipa::path(get, path = "/api/admin/compensation-plans", operation_id = "listCompensationPlans",
    responses((status = 200, body = PlanVersions)))]
async fn list(State(db): State<Db>, _: Admin<FINANCE>, page: Page<1>) -> Result<Json<PlanVersions>> {
    let mut conn = db.read().await?;
    let [before] = page.after(i64::MAX);
    let mut rows = find(&mut conn, before, page.lookup()).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let newest = newest(&mut conn).await?;
    Ok(Json(PlanVersions { plans: show(&mut conn, rows, newest).await?, next_cursor }))
}

async fn find(conn: &mut Conn, before: i64, most: i64) -> sqlx::Result<Vec<Row>> {
    let sql = "SELECT id, personal_rate, qualification_points, cap_percent, point_value_rp, created_ms
               FROM compensation_plans WHERE id < $1 ORDER BY id DESC LIMIT $2";
    query_as(sql).bind(before).bind(most).fetch_all(conn).await
}

/// The key of the newest version; 0 if there is none.
async fn newest(conn: &mut Conn) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM compensation_plans").fetch_one(conn).await
}

async fn show(conn: &mut Conn, rows: Vec<Row>, newest: i64) -> sqlx::Result<Vec<PlanVersion>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let keys = placeholders(1, rows.len());
    let sql = format!(
        "SELECT compensation_plan_id, rate FROM compensation_levels WHERE compensation_plan_id IN ({keys})
         ORDER BY compensation_plan_id, depth"
    );
    let mut levels: HashMap<CompensationPlanId, Vec<String>> = HashMap::new();
    let query = rows.iter().fold(query_as(AssertSqlSafe(sql)), |query, row| query.bind(row.id));
    for (plan, DecimalText(rate)) in query.fetch_all(&mut *conn).await? {
        levels.entry(plan).or_default().push(rate.to_string());
    }
    let sql = format!(
        "SELECT c.compensation_plan_id, p.name FROM bonus_calculations c JOIN bv_periods p ON p.id = c.period_id
         WHERE c.compensation_plan_id IN ({keys}) ORDER BY p.starts_ms DESC, p.id DESC"
    );
    let mut periods: HashMap<CompensationPlanId, Vec<String>> = HashMap::new();
    let query = rows.iter().fold(query_as(AssertSqlSafe(sql)), |query, row| query.bind(row.id));
    for (plan, name) in query.fetch_all(&mut *conn).await? {
        periods.entry(plan).or_default().push(name);
    }
    let version = |row: Row| PlanVersion {
        id: row.id,
        created_at: rfc3339(row.created_ms),
        personal_rate: row.personal_rate.0.to_string(),
        level_rates: levels.remove(&row.id).unwrap_or_default(),
        qualification_points: row.qualification_points,
        cap_percent: row.cap_percent.0.to_string(),
        point_value_rp: row.point_value_rp,
        periods: periods.remove(&row.id).unwrap_or_default(),
        is_used: row.id.0 == newest,
    };
    Ok(rows.into_iter().map(version).collect())
}

/// A version of the plan as it is typed.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"personal_rate": "10", "level_rates": ["5", "2.5"], "qualification_points": 100, "cap_percent": "40",
    "point_value_rp": 1000}
)))]
struct NewPlan {
    /// Percent of own points' value, 0 to 100, with a point or a comma.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    personal_rate: String,
    /// Percent for one level below, two levels below and so on; up to 20.
    level_rates: Vec<String>,
    /// Own points that qualify for what is below, 0 or more.
    #[schema(minimum = 0)]
    qualification_points: Option<i64>,
    /// The most that all bonuses come to, percent of sales.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    cap_percent: String,
    /// What a point is worth, 0 or more.
    #[schema(minimum = 0)]
    point_value_rp: Option<i64>,
}

impl NewPlan {
    fn check(&self) -> Result<CompensationPlan, Vec<FieldError>> {
        check_plan(&PlanForm {
            personal_rate: &self.personal_rate,
            level_rates: &self.level_rates,
            qualification_points: self.qualification_points,
            cap_percent: &self.cap_percent,
            point_value_rp: self.point_value_rp,
        })
    }
}

/// A new version, and what it was made from.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"plan": {"personal_rate": "10", "level_rates": ["5", "2.5"], "qualification_points": 100,
    "cap_percent": "40", "point_value_rp": 1000}, "after_id": 1}
)))]
struct PlanCreation {
    plan: NewPlan,
    /// Key of the newest version, which it was made from; 0 if there is none.
    #[schema(minimum = 0)]
    after_id: i64,
}

/// Makes a new version of the compensation plan, which every later calculation goes by. 409 with the newest version as
/// `current` if that is not the one that it was made from.
#[utoipa::path(post, path = "/api/admin/compensation-plans", operation_id = "createCompensationPlan",
        request_body = PlanCreation,
    responses((status = 201, body = PlanVersion), (status = 409)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Body(PlanCreation { plan, after_id }): Body<PlanCreation>,
) -> Result<(StatusCode, Json<PlanVersion>)> {
    let plan = plan.check()?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    if newest(&mut tx).await? != after_id {
        return Err(superseded(&mut tx).await?);
    }
    let before = find(&mut tx, i64::MAX, 1).await?;
    let before = show(&mut tx, before, after_id).await?.pop();
    let id = match calculating::insert_plan_after(&mut tx, &plan, Some(after_id), now_ms).await {
        Err(Refused::Database(error)) if is_duplicate(&error) => {
            drop(tx);
            return Err(superseded(&mut *db.read().await?).await?);
        }
        other => other?,
    };
    let rows = find(&mut tx, i64::MAX, 1).await?;
    let after = show(&mut tx, rows, id.0).await?.pop().ok_or_else(|| Error::internal("the new plan is gone"))?;
    let before = before.as_ref().map_or(serde_json::Value::Null, logged);
    audit::record(
        &mut tx,
        &admin.0,
        now_ms,
        Change::new("create", Subject::CompensationPlan, id, before, logged(&after)),
    )
    .await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(after)))
}

/// What the audit log keeps of a version.
fn logged(plan: &PlanVersion) -> serde_json::Value {
    json!({
        "personal_rate": plan.personal_rate, "level_rates": plan.level_rates,
        "qualification_points": plan.qualification_points, "cap_percent": plan.cap_percent,
        "point_value_rp": plan.point_value_rp,
    })
}

/// The error for a version that was not made from the newest.
async fn superseded(conn: &mut Conn) -> Result<Error> {
    let rows = find(conn, i64::MAX, 1).await?;
    let newest = newest(conn).await?;
    Ok(audit::conflict(show(conn, rows, newest).await?.pop(), conn, Subject::CompensationPlan, newest).await)
}
