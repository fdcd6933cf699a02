//! Bonuses as shown to their members.

use axum::{Json, extract::State};
use ksmart_core::tax::SoFar;
use ksmart_foundation::{
    db::{Conn, Db, Flag, Text},
    document::routes,
    error::Result,
    extract::Query,
    id,
    ids::{MemberId, PeriodId},
    text_enum,
    time::{Clock, Month},
};
use ksmart_identity::{
    settings::{self, payouts::PayoutSettings},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{self, TaxNumberState},
    taxes,
};

id!(BonusId, "a bonus.");

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(list_with_slash))
}

/// Whether a bonus has been transferred.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum BonusStatus {
    Paid,
    Unpaid,
}

/// Reason why a bank did not carry out a transfer of a bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransferFailure {
    /// The bank does not know the account.
    WrongAccount,
    /// The name on the account is not the member's.
    WrongName,
    /// The account is closed or dormant.
    ClosedAccount,
    /// The bank refused it for another reason.
    BankRefused,
}

text_enum!(TransferFailure {
    WrongAccount => "wrong_account", WrongName => "wrong_name", ClosedAccount => "closed_account",
    BankRefused => "bank_refused",
});

impl TransferFailure {
    /// Returns the message shown to the member.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::WrongAccount => "Bank tidak mengenal nomor rekeningnya.",
            Self::WrongName => "Nama pemilik rekeningnya tidak cocok.",
            Self::ClosedAccount => "Rekeningnya ditutup atau tidak aktif.",
            Self::BankRefused => "Bank menolak transfernya.",
        }
    }

    /// Whether the account is the reason, which means that another transfer to it would also fail.
    pub fn is_of_account(self) -> bool {
        self != Self::BankRefused
    }
}

/// A bonus of a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct Bonus {
    id: BonusId,
    bv_period_id: PeriodId,
    bv_period_name: String,
    /// Amount before tax, rupiah.
    bonus_rupiah: i64,
    /// Tax withheld from the bonus, rupiah: that of its payout, or an estimate by current settings as if it were paid
    /// alone. Null if it was paid without a payout, or no valid tax rule applies.
    tax_rp: Option<i64>,
    /// Amount transferred: the bonus less its tax, rupiah; null if the tax is null.
    net_rp: Option<i64>,
    status: BonusStatus,
    /// Reason of the last failed transfer; null if none failed, or once the bonus is paid.
    failed_transfer: Option<TransferFailure>,
    /// Sum of the member's unpaid bonuses, if this one is not paid yet because the sum is below the minimum; else null.
    waiting: Option<WaitingBonuses>,
    /// Key below `/storage/` of a picture of this bonus's transfer alone, which requires its member's session; null if
    /// there is none.
    proof_transfer: Option<String>,
    /// Points of the caller's downline in the period.
    total_downline_bv: i64,
}

/// Bonuses of a member that are paid once their sum reaches the shop's minimum.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct WaitingBonuses {
    /// Sum of all of them before tax, rupiah.
    bonus_rp: i64,
    /// Minimum sum for payment, rupiah.
    least_rp: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
struct BonusFilter {
    /// Key of a period; without it, bonuses of all periods are listed.
    bv_period_id: Option<PeriodId>,
}

/// Lists the caller's bonuses, newest period first.
#[utoipa::path(get, path = "/api/bonuses", operation_id = "listBonuses", responses((status = 200, body = [Bonus])))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Query(filter): Query<BonusFilter>,
) -> Result<Json<Vec<Bonus>>> {
    Ok(Json(find(&mut *db.read().await?, member.id, filter.bv_period_id, Month::of(clock.now_ms())).await?))
}

/// Lists the caller's bonuses, newest period first, at an address with a final slash, which clients call too.
#[utoipa::path(get, path = "/api/bonuses/", operation_id = "listBonusesWithSlash",
    responses((status = 200, body = [Bonus])))]
async fn list_with_slash(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Query(filter): Query<BonusFilter>,
) -> Result<Json<Vec<Bonus>>> {
    Ok(Json(find(&mut *db.read().await?, member.id, filter.bv_period_id, Month::of(clock.now_ms())).await?))
}

/// Returns all bonuses of a member, newest period first; the tax of unpaid ones is estimated for the given month.
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
        failure: Option<Text<TransferFailure>>,
        in_payout: Flag,
    }
    let sql = "SELECT b.id, b.period_id, p.name, b.bonus_rp, COALESCE(b.paid_ms, o.paid_ms) AS paid_ms,
                      COALESCE(b.proof_picture, o.proof_picture) AS proof_picture, b.downline_points,
                      CASE WHEN o.id IS NOT NULL THEN i.tax_rp END AS tax_rp,
                      (SELECT f.failure FROM payout_items f WHERE f.bonus_id = b.id AND f.failure IS NOT NULL
                       ORDER BY f.id DESC LIMIT 1) AS failure,
                      CASE WHEN o.id IS NULL THEN 0 ELSE 1 END AS in_payout
               FROM bonuses b JOIN bv_periods p ON p.id = b.period_id
               LEFT JOIN payout_items i ON i.bonus_id = b.id AND i.cancelled_ms IS NULL
               LEFT JOIN payout_batches o ON o.id = i.batch_id AND o.state <> 'cancelled'
               WHERE b.member_id = $1 AND b.period_id = COALESCE($2, b.period_id) AND p.calculated_ms IS NOT NULL
               ORDER BY p.starts_ms DESC, b.id DESC";
    let rows: Vec<Row> = query_as(sql).bind(member).bind(period).fetch_all(&mut *conn).await?;
    // Invalid tax settings or rules are reported to administrators who prepare payouts; a member then sees no figure.
    let withholding = taxes::withholding(conn, month).await.ok();
    let sql = "SELECT gross_rp, tax_rp FROM tax_slips WHERE member_id = $1 AND tax_month = $2";
    let slip: Option<(i64, i64)> = query_as(sql).bind(member).bind(month).fetch_optional(&mut *conn).await?;
    let before = slip.map_or_else(SoFar::default, |(gross, tax)| SoFar { gross, tax });
    let has_number = accounts::tax_number(conn, member).await?.state == TaxNumberState::Validated;
    let waiting = waiting(conn, member).await?;
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
            proof_transfer: row.proof_picture.map(|_| format!("proofs/{}", row.id.0)),
            failed_transfer: row.failure.filter(|_| row.paid_ms.is_none()).map(|failure| failure.0),
            waiting: waiting.filter(|_| row.paid_ms.is_none() && !row.in_payout.0),
            total_downline_bv: row.downline_points,
        }
    };
    Ok(rows.into_iter().map(bonus).collect())
}

/// Sums up a member's bonuses that are neither paid nor in a payout, if the sum is too small to be paid.
async fn waiting(conn: &mut Conn, member: MemberId) -> Result<Option<WaitingBonuses>> {
    let least_rp = settings::read::<PayoutSettings>(&mut *conn).await?.values.minimum_rp;
    if least_rp == 0 {
        return Ok(None);
    }
    let sql =
        "SELECT CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT) FROM bonuses b JOIN bv_periods p ON p.id = b.period_id
               WHERE b.member_id = $1 AND b.paid_ms IS NULL AND p.calculated_ms IS NOT NULL
                 AND NOT EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
                                 WHERE i.bonus_id = b.id AND i.cancelled_ms IS NULL AND o.state <> 'cancelled')";
    let bonus_rp = query_scalar(sql).bind(member).fetch_one(conn).await?;
    Ok(Some(WaitingBonuses { bonus_rp, least_rp }).filter(|waiting| waiting.bonus_rp < least_rp))
}
