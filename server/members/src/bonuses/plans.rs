//! Versions of the compensation plan: their list for administrators, and the publication of the next one. A published
//! version never changes.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_core::plan::document::{Plan, PlanDocument};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, placeholders},
    document::routes,
    error::{Error, Result},
    form::refuse,
    ids::PeriodId,
    leases,
    page::Page,
    time::rfc3339,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
    tokens::Member,
};
use serde::Serialize;
use serde_json::Value;
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    bonuses::versions::{self, CompensationPlanId},
    volume,
};

/// Name of the lock that is held to make the next version.
const LOCK: &str = "compensation_plans";

/// Maximum number of ranks or components of a document that the audit log names.
const NAMED: usize = 20;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(choice))
}

/// A version of the compensation plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanVersion {
    id: CompensationPlanId,
    created_at: String,
    /// The document, as it was published.
    #[schema(value_type = PlanDocument)]
    plan: Value,
    /// First period in which it is used; null if it is used from the next calculation after its publication.
    from_period: Option<PeriodId>,
    from_period_name: Option<String>,
    /// Names of the periods that were calculated by it, newest first.
    periods: Vec<String>,
    /// Whether the next calculation uses it.
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

/// Lists the versions of the compensation plan, newest first.
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
    let query = query_as(AssertSqlSafe(sql)).bind_all(rows.iter().map(|row| row.id));
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

/// Returns the current plans: the newest version and, if different, the version that the next calculation uses.
///
/// # Errors
/// Fails if a stored document is not a valid plan.
pub async fn standing(conn: &mut Conn) -> Result<Vec<Plan>> {
    let newest = CompensationPlanId(versions::newest(conn).await?);
    let used = versions::used(conn).await?.filter(|used| *used != newest);
    let mut plans = Vec::new();
    for id in [Some(newest), used].into_iter().flatten() {
        plans.extend(versions::plan(conn, id).await?);
    }
    Ok(plans)
}

/// Whether the choice between Plan A and Plan B matters.
#[derive(Debug, Serialize, ToSchema)]
struct PlanChoice {
    /// Whether the choice can change bonuses: false if both the current and the newest version count the points of both
    /// plans together.
    matters: bool,
}

/// Returns whether buyers and new members need to choose between Plan A and Plan B.
#[utoipa::path(get, path = "/api/plan-choice", operation_id = "getPlanChoice",
    responses((status = 200, body = PlanChoice)))]
async fn choice(State(db): State<Db>) -> Result<Json<PlanChoice>> {
    let plans = standing(&mut *db.read().await?).await?;
    Ok(Json(PlanChoice { matters: plans.is_empty() || !plans.iter().all(Plan::counts_both_together) }))
}

/// Returns the newest version, if there is one.
async fn newest(conn: &mut Conn) -> Result<Option<PlanVersion>> {
    let rows = find(conn, i64::MAX, 1).await?;
    Ok(show(conn, rows).await?.pop())
}

/// Version from which the next one is made, and first period in which the next one is used.
#[derive(Debug, Clone, Copy)]
pub struct NextVersion {
    /// Key of the newest version, from which the next one is made; 0 if there is none.
    pub after_id: i64,
    /// First period in which it is used; `None` for the next calculation.
    pub from_period: Option<PeriodId>,
}

/// Prevents others from making the next version until the transaction ends, and refuses a version that cannot be the
/// next. The transaction must not have written anything yet.
///
/// # Errors
/// Returns 409 with the newest version as `current` if the new version was not made from it. Returns 422 for an unknown
/// period, and if the period or a later one is calculated.
pub async fn lock_versions(conn: &mut Conn, next_version: NextVersion) -> Result<()> {
    leases::lock(conn, LOCK).await?;
    let newest_id = versions::newest(conn).await?;
    if newest_id != next_version.after_id {
        let current = newest(conn).await?;
        return Err(audit::conflict(current, conn, Subject::CompensationPlan, newest_id).await);
    }
    let Some(from) = next_version.from_period else { return Ok(()) };
    // The periods must not be calculated before the transaction ends.
    volume::hold_periods(conn).await?;
    let period = volume::find_period(conn, from).await?;
    let period = period.ok_or_else(|| refuse("from_period", "unknown", "Periode tidak ditemukan."))?;
    if volume::is_calculated_from(conn, period.starts_ms).await? {
        let message = "Periode ini atau periode sesudahnya sudah dihitung. Pilih periode yang lebih baru.";
        return Err(refuse("from_period", "calculated", message));
    }
    Ok(())
}

/// Stores the next version, in a transaction that has called [`lock_versions`]. The audit log stores `more` in addition
/// to the plan.
pub async fn publish(
    conn: &mut Conn,
    plan: &Plan,
    next_version: NextVersion,
    by: &Member,
    now_ms: i64,
    more: Value,
) -> Result<PlanVersion> {
    let before = newest(conn).await?.map_or(Value::Null, |version| logged(&version));
    let id = versions::publish(conn, plan, next_version.from_period, Some(next_version.after_id), now_ms).await?;
    let made = newest(conn).await?.ok_or_else(|| Error::internal("the new plan is gone"))?;
    let mut after = logged(&made);
    if let (Some(after), Value::Object(more)) = (after.as_object_mut(), more) {
        after.extend(more);
    }
    audit::record(conn, by, now_ms, Change::new("create", Subject::CompensationPlan, id, before, after)).await?;
    Ok(made)
}

/// Returns the audit log's data of a version.
fn logged(version: &PlanVersion) -> Value {
    let mut logged = logged_document(&version.plan);
    logged["from_period"] = version.from_period_name.clone().into();
    logged
}

/// Returns the audit log's data of a document: its head, and the names of its ranks and components.
pub fn logged_document(plan: &Value) -> Value {
    let head = ["name", "point_value_rp", "cap_percent", "member_cap_rp", "boundary_rank"];
    let head = head.into_iter().map(|field| (field, plan[field].clone())).filter(|(_, value)| !value.is_object());
    let names = |field: &str| {
        let all = plan[field].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().take(NAMED).filter_map(|each| each["name"].as_str()).collect::<Vec<_>>().join(", ")
    };
    let lists = ["ranks", "components"].into_iter().map(|field| (field, names(field).into()));
    head.chain(lists).map(|(field, value)| (field.to_owned(), value)).collect::<serde_json::Map<_, _>>().into()
}
