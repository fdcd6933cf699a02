//! Contents of a payout prepared now.
//!
//! A payout holds the bonuses of its period. If the shop has set a minimum amount, the payout also includes unpaid
//! bonuses of earlier periods, so that a member's bonuses are one transfer. Members whose bonuses total less before tax
//! wait until they reach the minimum. Tax belongs to the month of the payout, however old a bonus is; a member's
//! bonuses are taxed one after the other. A payout for a single member has no minimum.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use futures_util::TryStreamExt;
use ksmart_core::tax::{SoFar, Withholding};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::Query,
    ids::PeriodId,
    time::{Clock, Month},
};
use ksmart_identity::{
    roles::{Admin, FINANCE},
    settings::taxes::TaxMethod,
};
use ksmart_members::volume;
use serde::Serialize;
use sqlx::{AssertSqlSafe, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        candidates::{Candidate, Scope, candidates},
        payout::{Except, UnpaidOfPeriod, unpaid_except},
        terms::{PayoutQuery, Terms},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(list_due)).routes(routes!(preview))
}

/// Period with bonuses that wait to be prepared.
#[derive(Debug, Serialize, ToSchema)]
struct DuePeriod {
    period_id: PeriodId,
    period_name: String,
    /// Number of bonuses that are neither paid nor in a payout, including those that cannot be paid now.
    bonuses: i64,
}

/// Periods with bonuses that wait to be prepared, oldest first.
#[derive(Debug, Serialize, ToSchema)]
struct DuePeriods {
    periods: Vec<DuePeriod>,
}

/// Lists the periods with bonuses that wait to be prepared, oldest first.
#[utoipa::path(get, path = "/api/admin/payouts/due", operation_id = "listDuePeriods",
    responses((status = 200, body = DuePeriods)))]
async fn list_due(State(db): State<Db>, _: Admin<FINANCE>) -> Result<Json<DuePeriods>> {
    let periods = unpaid_except(&mut *db.read().await?, Except::AllPayouts).await?;
    let due = |UnpaidOfPeriod { period_id, period_name, bonuses, .. }| DuePeriod { period_id, period_name, bonuses };
    Ok(Json(DuePeriods { periods: periods.into_iter().map(due).collect() }))
}

/// Contents that a payout of a period would have now.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PayoutPreview {
    pub(super) period_id: PeriodId,
    period_name: String,
    /// The single member that the payout is for; null if it is for all payable members.
    member_uid: Option<String>,
    member_name: Option<String>,
    /// Method of calculating the tax.
    tax_method: TaxMethod,
    /// Percentage of each bonus as decimal text, if the tax is calculated that way; otherwise 0.
    tax_percent: String,
    /// The month that the tax would belong to.
    tax_month: Month,
    /// Minimum sum of a member's bonuses before tax for a payout, rupiah; 0 for no minimum.
    least_rp: i64,
    /// Number of bonuses.
    pub(super) items: i64,
    /// Number of these bonuses from earlier periods.
    carried: i64,
    /// Number of transfers: one for each member.
    transfers: i64,
    pub(super) gross_rp: i64,
    pub(super) tax_rp: i64,
    pub(super) net_rp: i64,
    /// Number of bonuses that cannot be paid now, for example because their members are suspended, have no bank account
    /// or a new one, have bonuses below the minimum amount, or have another payout of the month under way where these
    /// are taxed together.
    left_out: i64,
    left_out_rp: i64,
}

/// Shows the contents that a payout of a period would have now.
#[utoipa::path(get, path = "/api/admin/payouts/preview", operation_id = "previewPayout",
    responses((status = 200, body = PayoutPreview), (status = 404), (status = 409), (status = 422)))]
async fn preview(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(of): Query<PayoutQuery>,
) -> Result<Json<PayoutPreview>> {
    let mut conn = db.read().await?;
    let terms = Terms::of(&mut conn, clock.now_ms(), of.member_uid.as_deref()).await?;
    let due = Due::of(&mut conn, of.period_id, &terms, sandbox).await?;
    Ok(Json(due.preview(&mut conn, &terms).await?))
}

/// Sums of a period's bonuses in a payout.
#[derive(Default)]
pub(super) struct OfOnePeriod {
    pub(super) items: i64,
    pub(super) gross_rp: i64,
    pub(super) tax_rp: i64,
}

/// Bonuses that a payout would hold.
pub(super) struct Due {
    /// Scope in which the bonuses were found.
    pub(super) scope: Scope,
    /// Bonuses of each member, oldest first; the largest transfer comes first.
    pub(super) transfers: Vec<Vec<Candidate>>,
    /// Sums by period, including the payout's own period even if it has no bonus.
    pub(super) periods: BTreeMap<PeriodId, OfOnePeriod>,
    /// Number of bonuses that cannot be paid now.
    left_out: i64,
    left_out_rp: i64,
}

impl Due {
    pub(super) async fn of(conn: &mut Conn, period: PeriodId, terms: &Terms, sandbox: PaymentSandbox) -> Result<Self> {
        let scope = Scope::of(conn, period, terms, sandbox).await?;
        let mut due = Self {
            scope,
            transfers: Vec::new(),
            periods: BTreeMap::from([(period, OfOnePeriod::default())]),
            left_out: 0,
            left_out_rp: 0,
        };
        let candidates = candidates();
        let sql = format!("SELECT c.* FROM ({candidates}) c ORDER BY c.member_id, c.id");
        let mut found = scope.bind(query_as(AssertSqlSafe(sql))).fetch(conn);
        while let Some(bonus) = found.try_next().await? {
            due.add(bonus);
        }
        due.hold_back(terms.least_rp);
        due.withhold(&terms.withholding)?;
        due.transfers.sort_by_key(|transfer| (-gross(transfer), transfer[0].id.0));
        Ok(due)
    }

    /// Adds a bonus. The bonuses of a member must be added one after the other, in the order of their keys.
    fn add(&mut self, bonus: Candidate) {
        if bonus.hold_reason.is_some() {
            self.left_out += 1;
            self.left_out_rp += bonus.bonus_rp;
            return;
        }
        match self.transfers.last_mut() {
            Some(transfer) if transfer[0].member_id == bonus.member_id => transfer.push(bonus),
            _ => self.transfers.push(vec![bonus]),
        }
    }

    /// Sets aside the bonuses of members whose sum is below the minimum amount.
    fn hold_back(&mut self, least_rp: i64) {
        for transfer in self.transfers.extract_if(.., |transfer| gross(transfer) < least_rp) {
            self.left_out += transfer.iter().map(|_| 1).sum::<i64>();
            self.left_out_rp += gross(&transfer);
        }
    }

    /// Calculates the tax: each bonus of a member takes into account the amounts paid and taxed before it.
    fn withhold(&mut self, withholding: &Withholding) -> Result<()> {
        for transfer in &mut self.transfers {
            let mut before = SoFar { gross: transfer[0].before_gross_rp, tax: transfer[0].before_tax_rp };
            for bonus in transfer {
                let withheld = withholding.of(bonus.bonus_rp, before, bonus.has_number.0).map_err(Error::internal)?;
                bonus.tax_rp = withheld.tax;
                before = SoFar { gross: before.gross + bonus.bonus_rp, tax: before.tax + bonus.tax_rp };
                let period = self.periods.entry(bonus.period_id).or_default();
                period.items += 1;
                period.gross_rp += bonus.bonus_rp;
                period.tax_rp += bonus.tax_rp;
            }
        }
        Ok(())
    }

    /// Returns the preview of the payout. A period that does not exist is a 404.
    pub(super) async fn preview(&self, conn: &mut Conn, terms: &Terms) -> Result<PayoutPreview> {
        let period = volume::find_period(conn, self.scope.period).await?;
        let period = period.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))?;
        let sum = |of: fn(&OfOnePeriod) -> i64| self.periods.values().map(of).sum::<i64>();
        let (items, gross_rp, tax_rp) = (sum(|of| of.items), sum(|of| of.gross_rp), sum(|of| of.tax_rp));
        Ok(PayoutPreview {
            period_id: self.scope.period,
            period_name: period.name,
            member_uid: terms.only.as_ref().map(|only| only.uid.clone()),
            member_name: terms.only.as_ref().map(|only| only.name.clone()),
            tax_method: terms.method(),
            tax_percent: terms.percent().to_string(),
            tax_month: terms.month,
            least_rp: terms.least_rp,
            items,
            carried: items - self.periods.get(&self.scope.period).map_or(0, |own| own.items),
            transfers: self.transfers.iter().map(|_| 1).sum(),
            gross_rp,
            tax_rp,
            net_rp: gross_rp - tax_rp,
            left_out: self.left_out,
            left_out_rp: self.left_out_rp,
        })
    }
}

/// Sums up bonuses before tax, in rupiah.
fn gross(bonuses: &[Candidate]) -> i64 {
    bonuses.iter().map(|bonus| bonus.bonus_rp).sum()
}
