//! Manual calculation of a period: first a preview, then the calculation exactly as previewed.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_core::fields::FieldError;
use ksmart_foundation::{
    db::{BindAll, Conn, Db, placeholders},
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    format::{self, percent_number},
    ids::{MemberId, PeriodId},
    time::{Clock, rfc3339},
};
use ksmart_identity::roles::{Admin, Confirmed, FINANCE};
use ksmart_members::{
    bonuses::{
        self, BonusId, Figures, Refused,
        calculating::{self, Confirmation, Preview},
        versions::{self, CompensationPlanId},
    },
    volume::{self, Period, already_calculated},
};
use ksmart_shop::orders;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Maximum number of largest bonuses shown.
const LARGEST: usize = 20;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show_calculation)).routes(routes!(calculate))
}

/// Bonus of a member.
#[derive(Debug, Serialize, ToSchema)]
struct LargeBonus {
    /// Key of the bonus; null in a preview.
    id: Option<BonusId>,
    member_uid: String,
    member_name: String,
    bonus_rp: i64,
}

/// Result of a period's calculation, or of a preview of it now.
#[derive(Debug, Serialize, ToSchema)]
struct Calculation {
    /// Time of the calculation; null for a preview.
    calculated_at: Option<String>,
    /// Whether the period has ended, so that it can be calculated.
    is_over: bool,
    /// The version of the compensation plan.
    plan_id: CompensationPlanId,
    /// Number of members with points.
    members: i64,
    /// Number of bonuses.
    bonuses: i64,
    /// Sales of the period's orders after discount, less refunds, rupiah.
    sales_rp: i64,
    /// Maximum total of the bonuses, rupiah.
    cap_rp: i64,
    /// Total of the bonuses before the cap, rupiah.
    uncapped_rp: i64,
    /// Total of the bonuses after the cap, rupiah.
    bonus_rp: i64,
    /// Total of the bonuses in percent of the sales, with two decimals.
    bonus_percent: f64,
    /// Maximum of the bonuses, in percent of the sales.
    cap_percent: f64,
    /// The largest bonuses, largest first, up to 20.
    largest: Vec<LargeBonus>,
    /// Orders of the period that are neither paid nor cancelled: they will count in a later period.
    waiting_orders: i64,
    /// Value of those orders after discount, rupiah.
    waiting_rp: i64,
    /// Digest of the previewed data, to be sent with the request to calculate; null once the period is calculated.
    digest: Option<String>,
}

/// Returns the calculation of a period; before it is calculated, a preview as of now.
#[utoipa::path(get, path = "/api/admin/periods/{id}/calculation", operation_id = "previewCalculation",
    responses((status = 200, body = Calculation), (status = 409)))]
async fn show_calculation(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    Path(id): Path<PeriodId>,
) -> Result<Json<Calculation>> {
    let period = volume::find_period(&mut *db.read().await?, id).await?;
    let period = period.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))?;
    Ok(Json(calculation_of(&db, &clock, &period).await?))
}

/// Splits a period's name into words, so that only they are compared: no keyboard has the dash between two months.
fn words(name: &str) -> Vec<&str> {
    name.split(|each: char| !each.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Request to calculate a period, with its name as a confirmation and the digest of the preview.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"name": "Oktober 2026", "digest": "5f8d…"})))]
struct CalculateRequest {
    /// Name of the period, typed as a confirmation.
    name: String,
    /// `digest` of the preview that was shown.
    digest: String,
}

/// Calculates a period as its preview showed, once and for all. Returns 409 with the new preview as `current` if it has
/// changed.
#[utoipa::path(post, path = "/api/admin/periods/{id}/calculate", operation_id = "calculatePeriod",
        request_body = CalculateRequest,
    responses((status = 200, body = Calculation), (status = 409)))]
async fn calculate(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(id): Path<PeriodId>,
    Body(wanted): Body<CalculateRequest>,
) -> Result<Json<Calculation>> {
    let period = volume::find_period(&mut *db.read().await?, id).await?;
    let period = period.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))?;
    if period.calculated_ms.is_some() {
        return Err(already_calculated());
    }
    if wanted.name.trim().is_empty() || words(&wanted.name) != words(&period.name) {
        let message = format!("Ketik nama periode persis seperti ini: {}", period.name);
        return Err(vec![FieldError::new("name", "mismatch", message)].into());
    }
    // The caller may stop waiting for a large network, but the work continues.
    let confirmation = Confirmation { by: admin.0, digest: wanted.digest };
    let (writing, time) = (db.clone(), clock.clone());
    let work = async move { calculating::calculate_confirmed(&writing, &time, id, Some(&confirmation)).await };
    match detached(work).await? {
        Err(Refused::Changed) => {
            let message = "Angka periode ini berubah sejak Anda melihatnya. Periksa lagi sebelum menghitung.";
            Err(Error::conflict(Code::EditConflict, message)
                .with("current", calculation_of(&db, &clock, &period).await?))
        }
        Err(refused) => Err(refused.into()),
        Ok(_) => {
            let period = volume::find_period(&mut *db.read().await?, id).await?;
            Ok(Json(calculation_of(&db, &clock, &period.ok_or_else(already_calculated)?).await?))
        }
    }
}

/// Returns the result of a period, or its preview.
async fn calculation_of(db: &Db, clock: &Clock, period: &Period) -> Result<Calculation> {
    if period.calculated_ms.is_some() {
        let mut conn = db.read().await?;
        let (figures, plan_id) = stored_result(&mut conn, period.id).await?;
        let sql = "SELECT member_id, bonus_rp FROM bonuses WHERE period_id = $1 ORDER BY bonus_rp DESC, id LIMIT $2";
        let most = i64::try_from(LARGEST).map_err(Error::internal)?;
        let largest = query_as(sql).bind(period.id).bind(most).fetch_all(&mut *conn).await?;
        return described(&mut conn, period, Preview { figures, plan_id, largest, digest: String::new() }, true).await;
    }
    let preview = calculating::preview(db, period.id, LARGEST).await?;
    let is_over = period.ends_ms < clock.now_ms();
    described(&mut *db.read().await?, period, preview, is_over).await
}

/// Reads the stored result of a calculation.
async fn stored_result(conn: &mut Conn, period: PeriodId) -> Result<(Figures, CompensationPlanId)> {
    let decided = bonuses::decided(conn, period).await?.map(|decided| decided.compensation_plan_id);
    let found = bonuses::figures(conn, period).await?.zip(decided);
    found.ok_or_else(|| Error::not_found("Periode ini ditutup tanpa perhitungan bonus."))
}

async fn described(conn: &mut Conn, period: &Period, preview: Preview, is_over: bool) -> Result<Calculation> {
    let Preview { figures, plan_id, largest, digest } = preview;
    let plan = versions::plan(conn, plan_id).await?;
    let (waiting_orders, waiting_rp) = orders::unpaid_of_period(conn, period.id).await?;
    Ok(Calculation {
        calculated_at: period.calculated_ms.map(rfc3339),
        is_over,
        plan_id,
        members: figures.members,
        bonuses: figures.bonuses,
        sales_rp: figures.sales_rp,
        cap_rp: figures.cap_rp,
        uncapped_rp: figures.uncapped_rp,
        bonus_rp: figures.bonus_rp,
        bonus_percent: format::share(figures.bonus_rp, figures.sales_rp),
        cap_percent: plan.map_or(0.0, |plan| percent_number(plan.cap_percent)),
        largest: named(conn, period.calculated_ms.map(|_| period.id), largest).await?,
        waiting_orders,
        waiting_rp,
        digest: period.calculated_ms.is_none().then_some(digest),
    })
}

/// Returns bonuses with the names of their members, in the same order; with their keys if their period is calculated.
async fn named(
    conn: &mut Conn,
    calculated: Option<PeriodId>,
    bonuses: Vec<(MemberId, i64)>,
) -> sqlx::Result<Vec<LargeBonus>> {
    #[derive(FromRow)]
    struct Row {
        id: MemberId,
        uid: String,
        name: String,
        bonus_id: Option<BonusId>,
    }
    if bonuses.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT m.id, m.uid, m.name, b.id AS bonus_id
         FROM members m LEFT JOIN bonuses b ON b.member_id = m.id AND b.period_id = $1 WHERE m.id IN ({})",
        placeholders(2, bonuses.len())
    );
    let query = query_as(AssertSqlSafe(sql)).bind(calculated).bind_all(bonuses.iter().map(|(member, _)| *member));
    let rows: Vec<Row> = query.fetch_all(conn).await?;
    let mut members: HashMap<MemberId, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
    let bonus = |(member, bonus_rp)| {
        let row = members.remove(&member)?;
        Some(LargeBonus { id: row.bonus_id, member_uid: row.uid, member_name: row.name, bonus_rp })
    };
    Ok(bonuses.into_iter().filter_map(bonus).collect())
}
