//! Plans and periods of business volume.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    format,
    ids::{MemberId, PeriodId},
    time::{Clock, jakarta_date},
};
use serde::Serialize;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list_plans)).routes(routes!(list_active)).routes(routes!(list_periods))
}

/// Plan of a member who does not choose one.
pub const DEFAULT_PLAN_ID: i64 = 1;

/// Maximum length of a period's name, in characters.
pub const MAX_PERIOD_NAME: usize = 100;

/// A plan in which volume is earned.
#[derive(Debug, Serialize, FromRow, ToSchema)]
struct Plan {
    id: i64,
    name: String,
}

/// A BV period.
#[derive(Debug, Serialize, ToSchema)]
pub struct BvPeriod {
    /// Key.
    pub id: PeriodId,
    /// Name.
    pub name: String,
    /// First day in Jakarta, `YYYY-MM-DD`.
    pub start_date: String,
    /// Last day in Jakarta, `YYYY-MM-DD`.
    pub end_date: String,
}

/// A period as stored in the database.
#[derive(Debug, FromRow)]
pub struct Period {
    /// Key.
    pub id: PeriodId,
    /// Name.
    pub name: String,
    /// Start time, inclusive, UTC milliseconds.
    pub starts_ms: i64,
    /// End time, inclusive, UTC milliseconds.
    pub ends_ms: i64,
    /// Time at which it was frozen for its calculation; a frozen period never changes again.
    pub frozen_ms: Option<i64>,
    /// Equal to `frozen_ms` once all bonuses of the period are stored; `None` before.
    pub calculated_ms: Option<i64>,
}

impl Period {
    /// Whether orders can be placed into it at `now_ms`.
    pub fn is_open(&self, now_ms: i64) -> bool {
        self.frozen_ms.is_none() && (self.starts_ms..=self.ends_ms).contains(&now_ms)
    }
}

impl From<Period> for BvPeriod {
    fn from(period: Period) -> Self {
        Self {
            id: period.id,
            name: period.name,
            start_date: jakarta_date(period.starts_ms),
            end_date: jakarta_date(period.ends_ms),
        }
    }
}

/// The periods that take orders.
#[derive(Debug, Serialize, ToSchema)]
struct ActiveBvPeriods {
    /// Always `success`.
    status: &'static str,
    data: Vec<BvPeriod>,
}

/// All periods.
#[derive(Debug, Serialize, ToSchema)]
struct BvPeriods {
    data: Vec<BvPeriod>,
}

/// Lists the plans in which volume is earned.
#[utoipa::path(get, path = "/api/plans", operation_id = "listPlans", responses((status = 200, body = [Plan])))]
async fn list_plans(State(db): State<Db>) -> Result<Json<Vec<Plan>>> {
    Ok(Json(query_as("SELECT id, name FROM plans ORDER BY id").fetch_all(&mut *db.read().await?).await?))
}

/// Lists the periods into which orders can be placed now, newest first.
#[utoipa::path(get, path = "/api/active-bv-periods", operation_id = "listActivePeriods",
    responses((status = 200, body = ActiveBvPeriods)))]
async fn list_active(State(db): State<Db>, State(clock): State<Clock>) -> Result<Json<ActiveBvPeriods>> {
    let now_ms = clock.now_ms();
    let periods = periods(&mut *db.read().await?).await?;
    let data = periods.into_iter().filter(|period| period.is_open(now_ms)).map(BvPeriod::from).collect();
    Ok(Json(ActiveBvPeriods { status: "success", data }))
}

/// Lists all periods, newest first.
#[utoipa::path(get, path = "/api/bv-periods", operation_id = "listPeriods",
    responses((status = 200, body = BvPeriods)))]
async fn list_periods(State(db): State<Db>) -> Result<Json<BvPeriods>> {
    let periods = periods(&mut *db.read().await?).await?;
    Ok(Json(BvPeriods { data: periods.into_iter().map(BvPeriod::from).collect() }))
}

async fn periods(conn: &mut Conn) -> sqlx::Result<Vec<Period>> {
    let sql = "SELECT id, name, starts_ms, ends_ms, frozen_ms, calculated_ms FROM bv_periods ORDER BY starts_ms DESC, id DESC";
    query_as(sql).fetch_all(conn).await
}

/// Returns the period with a key, or the newest if no key is given; `None` if there are no periods.
///
/// # Errors
/// Returns 404 for a key that no period has.
pub async fn wanted_period(conn: &mut Conn, id: Option<PeriodId>) -> Result<Option<Period>> {
    let mut periods = periods(conn).await?.into_iter();
    let Some(id) = id else { return Ok(periods.next()) };
    periods.find(|period| period.id == id).map(Some).ok_or_else(|| Error::not_found("Periode tidak ditemukan."))
}

/// Returns the period with a key, and whether the plan with the other key exists.
pub async fn period_and_plan(conn: &mut Conn, period: PeriodId, plan_id: i64) -> sqlx::Result<Option<(Period, bool)>> {
    #[derive(FromRow)]
    struct Row {
        #[sqlx(flatten)]
        period: Period,
        plans: i64,
    }
    let sql = "SELECT id, name, starts_ms, ends_ms, frozen_ms, calculated_ms,
                      (SELECT COUNT(*) FROM plans WHERE plans.id = $2) AS plans
               FROM bv_periods WHERE id = $1";
    let row: Option<Row> = query_as(sql).bind(period).bind(plan_id).fetch_optional(conn).await?;
    Ok(row.map(|row| (row.period, row.plans > 0)))
}

/// Whether a plan with this key exists.
pub async fn plan_exists(conn: &mut Conn, id: i64) -> sqlx::Result<bool> {
    let found: Option<i64> = query_scalar("SELECT id FROM plans WHERE id = $1").bind(id).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Returns a member's own points in all periods and plans.
pub async fn personal_points(conn: &mut Conn, member: MemberId) -> sqlx::Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(personal_points), 0) AS BIGINT) FROM bv_totals WHERE member_id = $1";
    query_scalar(sql).bind(member).fetch_one(conn).await
}

/// Stores a new period; returns its key.
pub async fn insert_period(conn: &mut Conn, name: &str, starts_ms: i64, ends_ms: i64) -> sqlx::Result<PeriodId> {
    query_scalar("INSERT INTO bv_periods (name, starts_ms, ends_ms) VALUES ($1, $2, $3) RETURNING id")
        .bind(name)
        .bind(starts_ms)
        .bind(ends_ms)
        .fetch_one(conn)
        .await
}

/// Changes a period's name and days; returns false if it is frozen, or no longer the version that was read.
///
/// # Errors
/// Fails if the name is taken.
pub async fn change_period(
    conn: &mut Conn,
    id: PeriodId,
    version: i64,
    name: &str,
    starts_ms: i64,
    ends_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "UPDATE bv_periods SET name = $3, starts_ms = $4, ends_ms = $5, version = version + 1
               WHERE id = $1 AND version = $2 AND frozen_ms IS NULL";
    let query = query(sql).bind(id).bind(version).bind(name).bind(starts_ms).bind(ends_ms);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Ends a period that is open at `now_ms` one millisecond before that time; returns false if it is not open, or no
/// longer the version that was read.
pub async fn close_period(conn: &mut Conn, id: PeriodId, version: i64, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "UPDATE bv_periods SET ends_ms = $3, version = version + 1
               WHERE id = $1 AND version = $2 AND frozen_ms IS NULL AND starts_ms < $3 AND ends_ms > $3";
    Ok(query(sql).bind(id).bind(version).bind(now_ms - 1).execute(conn).await?.rows_affected() == 1)
}

/// Sets a later end for a period that is over at `now_ms`; returns false if it is not over, is frozen, or is no longer
/// the version that was read.
pub async fn reopen_period(
    conn: &mut Conn,
    id: PeriodId,
    version: i64,
    ends_ms: i64,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "UPDATE bv_periods SET ends_ms = $3, version = version + 1
               WHERE id = $1 AND version = $2 AND frozen_ms IS NULL AND ends_ms < $4";
    Ok(query(sql).bind(id).bind(version).bind(ends_ms).bind(now_ms).execute(conn).await?.rows_affected() == 1)
}

/// Deletes a period; returns false if it is frozen, or no longer the version that was read.
///
/// # Errors
/// Fails if another row refers to it.
pub async fn delete_period(conn: &mut Conn, id: PeriodId, version: i64) -> sqlx::Result<bool> {
    let sql = "DELETE FROM bv_periods WHERE id = $1 AND version = $2 AND frozen_ms IS NULL";
    Ok(query(sql).bind(id).bind(version).execute(conn).await?.rows_affected() == 1)
}

/// Returns the error for a change to a period that is calculated.
pub fn already_calculated() -> Error {
    Error::conflict(Code::PeriodClosed, "Periode ini sudah dihitung dan tidak dapat diubah lagi.")
}

/// Whether anyone has points in a period.
pub async fn has_points(conn: &mut Conn, id: PeriodId) -> sqlx::Result<bool> {
    let sql = "SELECT member_id FROM bv_personal_totals WHERE period_id = $1 LIMIT 1";
    let found: Option<MemberId> = query_scalar(sql).bind(id).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Whether a period that begins at `starts_ms`, UTC milliseconds, or later is calculated, or its calculation is
/// decided.
pub async fn is_calculated_from(conn: &mut Conn, starts_ms: i64) -> sqlx::Result<bool> {
    let sql = "SELECT COUNT(*) FROM bv_periods WHERE starts_ms >= $1 AND frozen_ms IS NOT NULL";
    let calculated: i64 = query_scalar(sql).bind(starts_ms).fetch_one(conn).await?;
    Ok(calculated > 0)
}

/// Returns the wanted name of a period if it is free, else the period's days, with a number if those are taken too.
pub(super) async fn free_name(conn: &mut Conn, wanted: String, starts_ms: i64, ends_ms: i64) -> sqlx::Result<String> {
    let days = format!("{} – {}", format::date(starts_ms), format::date(ends_ms));
    let mut name = wanted;
    let mut number = 1;
    loop {
        let sql = "SELECT id FROM bv_periods WHERE LOWER(name) = LOWER($1)";
        let taken: Option<PeriodId> = query_scalar(sql).bind(&name).fetch_optional(&mut *conn).await?;
        if taken.is_none() {
            return Ok(name);
        }
        name = if number == 1 { days.clone() } else { format!("{days} ({number})") };
        number += 1;
    }
}

/// Freezes a period for its calculation, if it is over and was not frozen before; else returns false and changes
/// nothing.
///
/// Until the transaction ends, other transactions that take the period or post into it wait for its row. Afterwards
/// nothing is posted into it any longer.
pub async fn take_for_calculation(conn: &mut Conn, id: PeriodId, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "UPDATE bv_periods SET frozen_ms = $2 WHERE id = $1 AND frozen_ms IS NULL AND ends_ms < $2";
    Ok(query(sql).bind(id).bind(now_ms).execute(conn).await?.rows_affected() == 1)
}

/// Marks a frozen period's calculation as complete; returns false if it was marked before.
pub async fn finish_calculation(conn: &mut Conn, id: PeriodId) -> sqlx::Result<bool> {
    let sql = "UPDATE bv_periods SET calculated_ms = frozen_ms
               WHERE id = $1 AND frozen_ms IS NOT NULL AND calculated_ms IS NULL";
    Ok(query(sql).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Returns the periods that were frozen before a given time, and whose calculation is not finished.
pub async fn unfinished(conn: &mut Conn, before_ms: i64) -> sqlx::Result<Vec<PeriodId>> {
    let sql = "SELECT id FROM bv_periods WHERE frozen_ms < $1 AND calculated_ms IS NULL ORDER BY id";
    query_scalar(sql).bind(before_ms).fetch_all(conn).await
}

/// Returns the period with a key.
pub async fn find_period(conn: &mut Conn, id: PeriodId) -> sqlx::Result<Option<Period>> {
    let sql = "SELECT id, name, starts_ms, ends_ms, frozen_ms, calculated_ms FROM bv_periods WHERE id = $1";
    query_as(sql).bind(id).fetch_optional(conn).await
}

/// Whether any period exists.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let found: Option<i64> = query_scalar("SELECT id FROM bv_periods LIMIT 1").fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Counts the periods that have ended and are not frozen for a calculation yet.
pub async fn to_calculate(conn: &mut Conn, now_ms: i64) -> sqlx::Result<usize> {
    let waits = |period: &Period| period.ends_ms < now_ms && period.frozen_ms.is_none();
    Ok(periods(conn).await?.into_iter().filter(waits).count())
}

/// Whether any period takes orders now.
pub async fn takes_orders(conn: &mut Conn, now_ms: i64) -> sqlx::Result<bool> {
    Ok(periods(conn).await?.iter().any(|period| period.is_open(now_ms)))
}
