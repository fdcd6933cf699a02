//! Stored versions of the compensation plan: documents that never change.

use ksmart_core::plan::document::Plan;
use ksmart_foundation::{db::Conn, id, ids::PeriodId};
use sqlx::{FromRow, query_as, query_scalar};

use crate::bonuses::refused::Refused;

id!(CompensationPlanId, "a version of the compensation plan.");

/// Stores a new version of the compensation plan, which every later calculation uses.
pub async fn insert_plan(conn: &mut Conn, plan: &Plan, now_ms: i64) -> sqlx::Result<CompensationPlanId> {
    publish(conn, plan, None, None, now_ms).await
}

/// Stores a new version of the compensation plan. It is used for the period `from` and those that begin after it;
/// without `from`, from the next calculation on.
///
/// The version is made from version `after`, 0 for the first one.
///
/// # Errors
/// Fails if another version was already made from `after` ([`ksmart_foundation::db::is_duplicate`]).
pub async fn publish(
    conn: &mut Conn,
    plan: &Plan,
    from: Option<PeriodId>,
    after: Option<i64>,
    now_ms: i64,
) -> sqlx::Result<CompensationPlanId> {
    let document = serde_json::to_string(&plan.document()).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let sql = "INSERT INTO compensation_plans (document, from_period_id, created_ms, after_id) VALUES ($1, $2, $3, $4)
               RETURNING id";
    query_scalar(sql).bind(document).bind(from).bind(now_ms).bind(after).fetch_one(conn).await
}

#[derive(FromRow)]
struct Version {
    id: CompensationPlanId,
    document: String,
}

impl Version {
    fn read(self) -> Result<(CompensationPlanId, Plan), Refused> {
        let plan = Plan::parse(&self.document).map_err(|_| Refused::Document(self.id.0))?;
        Ok((self.id, plan))
    }
}

/// Returns a version of the compensation plan; `None` if there is no such version.
///
/// # Errors
/// Fails if the stored document is not a valid plan ([`Refused::Document`]).
pub async fn plan(conn: &mut Conn, id: CompensationPlanId) -> Result<Option<Plan>, Refused> {
    let sql = "SELECT id, document FROM compensation_plans WHERE id = $1";
    let version: Option<Version> = query_as(sql).bind(id).fetch_optional(conn).await?;
    Ok(version.map(Version::read).transpose()?.map(|(_, plan)| plan))
}

/// Returns the version of the compensation plan for calculating a period now; `None` if there is none. It is the newest
/// version whose first period begins no later than the period.
///
/// # Errors
/// As [`plan`].
pub async fn plan_for(conn: &mut Conn, period: PeriodId) -> Result<Option<(CompensationPlanId, Plan)>, Refused> {
    let sql = "SELECT v.id, v.document FROM compensation_plans v JOIN bv_periods p ON p.id = $1
               LEFT JOIN bv_periods f ON f.id = v.from_period_id
               WHERE v.from_period_id IS NULL OR f.starts_ms <= p.starts_ms ORDER BY v.id DESC LIMIT 1";
    let version: Option<Version> = query_as(sql).bind(period).fetch_optional(conn).await?;
    version.map(Version::read).transpose()
}

/// Returns the number of the newest version, 0 before the first.
pub async fn newest(conn: &mut Conn) -> sqlx::Result<i64> {
    query_scalar("SELECT COALESCE(MAX(id), 0) FROM compensation_plans").fetch_one(conn).await
}

/// Returns the version for the next calculation, which is that of the oldest period not yet calculated.
pub async fn used(conn: &mut Conn) -> sqlx::Result<Option<CompensationPlanId>> {
    let sql = "SELECT v.id FROM compensation_plans v LEFT JOIN bv_periods f ON f.id = v.from_period_id
               WHERE v.from_period_id IS NULL
                  OR f.starts_ms <= (SELECT COALESCE(MIN(starts_ms), f.starts_ms) FROM bv_periods WHERE frozen_ms IS NULL)
               ORDER BY v.id DESC LIMIT 1";
    query_scalar(sql).fetch_optional(conn).await
}
