//! Bonuses as their members see them.

use axum::{
    Json,
    extract::{FromRef, State},
};
use ksmart_core::tax::SoFar;
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db},
        document::routes,
        error::Result,
        extract::Query,
        ids::{MemberId, PeriodId},
        time::{Clock, Month},
    },
    id,
    identity::{sessions::Sessions, tokens::Member},
    members::{
        accounts::{self, TaxNumberState},
        taxes,
    },
};

id!(BonusId, "a bonus.");

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(list_as_specified))
}

/// Whether a bonus has been transferred.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum BonusStatus {
    Paid,
    Unpaid,
}

/// A bonus of a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct Bonus {
    id: BonusId,
    bv_period_id: PeriodId,
    bv_period_name: String,
    /// Before tax, rupiah.
    bonus_rupiah: i64,
    /// What is withheld of it as tax, rupiah: what its payout says, or by today's setting what one would that held this
    /// bonus alone; null for a bonus that was paid without one.
    tax_rp: Option<i64>,
    /// What is transferred: the bonus less its tax, rupiah; null where the tax is.
    net_rp: Option<i64>,
    status: BonusStatus,
    /// A picture of the transfer, below `/storage/`.
    proof_transfer: Option<String>,
    /// Points of all below the caller in the period.
    total_downline_bv: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
struct BonusFilter {
    /// A period; without one all.
    bv_period_id: Option<PeriodId>,
}

/// The caller's bonuses, newest period first.
#[utoipa::path(get, path = "/api/bonuses", operation_id = "listBonuses", responses((status = 200, body = [Bonus])))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Query(filter): Query<BonusFilter>,
) -> Result<Json<Vec<Bonus>>> {
    Ok(Json(find(&mut *db.read().await?, member.id, filter.bv_period_id, Month::of(clock.now_ms())).await?))
}

/// The caller's bonuses, newest period first; at the address that the specification names.
#[utoipa::path(get, path = "/api/bonuses/", operation_id = "listBonusesAsSpecified",
    responses((status = 200, body = [Bonus])))]
async fn list_as_specified(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Query(filter): Query<BonusFilter>,
) -> Result<Json<Vec<Bonus>>> {
    Ok(Json(find(&mut *db.read().await?, member.id, filter.bv_period_id, Month::of(clock.now_ms())).await?))
}

/// All bonuses of a member, newest period first, as they would be taxed in a month.
///
/// # Errors
/// The database fails.
pub async fn of_member(conn: &mut Conn, member: MemberId, month: Month) -> Result<Vec<Bonus>> {
    find(conn, member, None, month).await
}

async fn find(conn: &mut Conn, member: MemberId, period: Option<PeriodId>, month: Month) -> Result<Vec<Bonus>> {
    #[derive(FromRow)]
    struct Row {
        id: BonusId,
        period_id: PeriodId,
        name: String,
        bonus_rp: i64,
        paid_ms: Option<i64>,
        proof_picture: Option<String>,
        downline_points: i64,
        tax_rp: Option<i64>,
    }
    let sql = "SELECT b.id, b.period_id, p.name, b.bonus_rp, b.paid_ms, b.proof_picture, b.downline_points, i.tax_rp
               FROM bonuses b JOIN bv_periods p ON p.id = b.period_id
               LEFT JOIN payout_items i ON i.bonus_id = b.id AND i.cancelled_ms IS NULL
               WHERE b.member_id = $1 AND b.period_id = COALESCE($2, b.period_id) AND p.calculated_ms IS NOT NULL
               ORDER BY p.starts_ms DESC, b.id DESC";
    let rows: Vec<Row> = query_as(sql).bind(member).bind(period).fetch_all(&mut *conn).await?;
    // What makes no sense is told to who prepares payouts; a member reads no figure then.
    let withholding = taxes::withholding(conn, month).await.ok();
    let sql = "SELECT gross_rp, tax_rp FROM tax_slips WHERE member_id = $1 AND tax_month = $2";
    let slip: Option<(i64, i64)> = query_as(sql).bind(member).bind(month).fetch_optional(&mut *conn).await?;
    let before = slip.map_or_else(SoFar::default, |(gross, tax)| SoFar { gross, tax });
    let has_number = accounts::tax_number(conn, member).await?.state == TaxNumberState::Validated;
    let expected = |row: &Row| {
        let withholding = withholding.as_ref().filter(|_| row.paid_ms.is_none())?;
        withholding.of(row.bonus_rp, before, has_number).ok()
    };
    let bonus = |row: Row| {
        let tax_rp = row.tax_rp.or_else(|| expected(&row).map(|transfer| transfer.tax));
        Bonus {
            tax_rp,
            net_rp: tax_rp.map(|tax_rp| row.bonus_rp - tax_rp),
            id: row.id,
            bv_period_id: row.period_id,
            bv_period_name: row.name,
            bonus_rupiah: row.bonus_rp,
            status: if row.paid_ms.is_some() { BonusStatus::Paid } else { BonusStatus::Unpaid },
            proof_transfer: row.proof_picture,
            total_downline_bv: row.downline_points,
        }
    };
    Ok(rows.into_iter().map(bonus).collect())
}

/// Bonuses of a period that are not paid.
#[derive(Debug, FromRow)]
pub struct UnpaidOfPeriod {
    /// The period.
    pub period_id: PeriodId,
    /// Its name.
    pub period_name: String,
    /// How many.
    pub bonuses: i64,
    /// Before tax, rupiah.
    pub bonus_rp: i64,
}

/// What is not paid of each calculated period, oldest first; periods of which all is paid are left out.
///
/// # Errors
/// The database fails.
pub async fn unpaid_by_period(conn: &mut Conn) -> sqlx::Result<Vec<UnpaidOfPeriod>> {
    let sql = "SELECT p.id AS period_id, p.name AS period_name, b.bonuses, b.bonus_rp
               FROM (SELECT period_id, COUNT(*) AS bonuses, CAST(SUM(bonus_rp) AS BIGINT) AS bonus_rp
                     FROM bonuses WHERE paid_ms IS NULL GROUP BY period_id) b
               JOIN bv_periods p ON p.id = b.period_id
               WHERE p.calculated_ms IS NOT NULL ORDER BY p.starts_ms, p.id";
    query_as(sql).fetch_all(conn).await
}

/// How many bonuses wait to be paid, and what they come to, rupiah.
///
/// # Errors
/// The database fails.
pub async fn unpaid(conn: &mut Conn) -> sqlx::Result<(i64, i64)> {
    // Those of a calculation that is being written are few periods', mostly nobody's: cheaper to take off than to look up.
    let sql = "SELECT a.bonuses - w.bonuses, a.bonus_rp - w.bonus_rp
               FROM (SELECT COUNT(*) AS bonuses, CAST(COALESCE(SUM(bonus_rp), 0) AS BIGINT) AS bonus_rp
                     FROM bonuses WHERE paid_ms IS NULL) a
               CROSS JOIN (SELECT COUNT(*) AS bonuses, CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT) AS bonus_rp
                           FROM bv_periods p JOIN bonuses b ON b.period_id = p.id
                           WHERE p.frozen_ms IS NOT NULL AND p.calculated_ms IS NULL) w";
    query_as(sql).fetch_one(conn).await
}
