//! The versions of the compensation plan, as administrators keep them: none is ever changed.

use std::collections::HashMap;

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::plan::document::{Plan, PlanDocument};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, is_duplicate, placeholders},
        document::routes,
        error::{Error, Result},
        extract::Body,
        ids::PeriodId,
        page::Page,
        time::{Clock, rfc3339},
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, FINANCE},
        sessions::Sessions,
    },
    members::bonuses::versions::{self, CompensationPlanId},
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
    /// The document, as it was published.
    #[schema(value_type = PlanDocument)]
    plan: Value,
    /// The period from which on it is used; null where it is from the calculation on that came next.
    from_period: Option<PeriodId>,
    from_period_name: Option<String>,
    /// Names of the periods that were calculated by it, newest first.
    periods: Vec<String>,
    /// Whether the next calculation goes by it.
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
    document: String,
    created_ms: i64,
    from_period_id: Option<PeriodId>,
    from_period_name: Option<String>,
}

/// The versions of the compensation plan, newest first.
#[utoipa::path(get, path = "/api/admin/compensation-plans", operation_id = "listCompensationPlans",
    responses((status = 200, body = PlanVersions)))]
async fn list(State(db): State<Db>, _: Admin<FINANCE>, page: Page<1>) -> Result<Json<PlanVersions>> {
    let mut conn = db.read().await?;
    let [before] = page.after(i64::MAX);
    let mut rows = find(&mut conn, before, page.lookup()).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(PlanVersions { plans: show(&mut conn, rows).await?, next_cursor }))
}

async fn find(conn: &mut Conn, before: i64, most: i64) -> sqlx::Result<Vec<Row>> {
    let sql = "SELECT v.id, v.document, v.created_ms, v.from_period_id, p.name AS from_period_name
               FROM compensation_plans v LEFT JOIN bv_periods p ON p.id = v.from_period_id
               WHERE v.id < $1 ORDER BY v.id DESC LIMIT $2";
    query_as(sql).bind(before).bind(most).fetch_all(conn).await
}

async fn show(conn: &mut Conn, rows: Vec<Row>) -> Result<Vec<PlanVersion>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let keys = placeholders(1, rows.len());
    let sql = format!(
        "SELECT c.compensation_plan_id, p.name FROM bonus_calculations c JOIN bv_periods p ON p.id = c.period_id
         WHERE c.compensation_plan_id IN ({keys}) ORDER BY p.starts_ms DESC, p.id DESC"
    );
    let mut periods: HashMap<CompensationPlanId, Vec<String>> = HashMap::new();
    let query = rows.iter().fold(query_as(AssertSqlSafe(sql)), |query, row| query.bind(row.id));
    for (plan, name) in query.fetch_all(&mut *conn).await? {
        periods.entry(plan).or_default().push(name);
    }
    let used = versions::used(conn).await?;
    let version = |row: Row| {
        Ok(PlanVersion {
            id: row.id,
            created_at: rfc3339(row.created_ms),
            plan: serde_json::from_str(&row.document).map_err(Error::internal)?,
            from_period: row.from_period_id,
            from_period_name: row.from_period_name,
            periods: periods.remove(&row.id).unwrap_or_default(),
            is_used: Some(row.id) == used,
        })
    };
    rows.into_iter().map(version).collect()
}

/// A new version, and what it was made from.
#[derive(Debug, Deserialize, ToSchema)]
struct PlanCreation {
    #[schema(value_type = PlanDocument)]
    plan: Value,
    /// The period from which on it is used; null for the next calculation.
    from_period: Option<PeriodId>,
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
    Body(PlanCreation { plan, from_period, after_id }): Body<PlanCreation>,
) -> Result<(StatusCode, Json<PlanVersion>)> {
    let plan = Plan::read(&plan)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    if versions::newest(&mut tx).await? != after_id {
        return Err(superseded(&mut tx).await?);
    }
    let before = newest(&mut tx).await?.map_or(Value::Null, |version| logged(&version));
    let id = match versions::publish(&mut tx, &plan, from_period, Some(after_id), now_ms).await {
        Err(error) if is_duplicate(&error) => {
            drop(tx);
            return Err(superseded(&mut *db.read().await?).await?);
        }
        other => other?,
    };
    let after = newest(&mut tx).await?.ok_or_else(|| Error::internal("the new plan is gone"))?;
    let change = Change::new("create", Subject::CompensationPlan, id, before, logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(after)))
}

/// The newest version, where there is one.
async fn newest(conn: &mut Conn) -> Result<Option<PlanVersion>> {
    let rows = find(conn, i64::MAX, 1).await?;
    Ok(show(conn, rows).await?.pop())
}

/// What the audit log keeps of a version.
fn logged(version: &PlanVersion) -> Value {
    let plan = &version.plan;
    json!({
        "name": plan["name"], "point_value_rp": plan["point_value_rp"], "cap_percent": plan["cap_percent"],
        "member_cap_rp": plan["member_cap_rp"],
    })
}

/// The error for a version that was not made from the newest.
async fn superseded(conn: &mut Conn) -> Result<Error> {
    let current = newest(conn).await?;
    let id = versions::newest(conn).await?;
    Ok(audit::conflict(current, conn, Subject::CompensationPlan, id).await)
}
