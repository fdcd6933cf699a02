//! Bonuses in a batch prepared now, and those left out, with the reasons.
//!
//! A batch holds the bonuses of its period. If the shop has set a minimum amount, the batch also includes unpaid
//! bonuses of earlier periods, so that a member's bonuses are one transfer. Members whose bonuses total less before tax
//! wait until they reach the minimum. Tax belongs to the month of the batch, however old a bonus is; a member's bonuses
//! are taxed one after the other. A batch for a single member has no minimum.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use ksmart_core::tax::{SoFar, Withholding};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Conn, Db, Flag},
    document::routes,
    error::{Error, Result},
    extract::Query,
    ids::{MemberId, PeriodId},
    page::Page,
    time::{Clock, DAY_MS, Month},
};
use ksmart_identity::{
    roles::{Admin, FINANCE},
    settings::{self, payouts::PayoutSettings, taxes::TaxMethod},
};
use ksmart_members::{accounts, bonuses::BonusId, taxes, volume};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::payout::{Beside, IN_PAYOUT, PayoutId, UnpaidOfPeriod, unpaid_beside},
};

/// SQL join of bonuses with their members.
pub(super) const BONUSES: &str = "bonuses b JOIN members m ON m.id = b.member_id";

/// SQL query for the calculated period $1, and for those before it if earlier bonuses are included ($2 is 1).
pub(super) const TAKEN: &str = "SELECT p.id FROM bv_periods p JOIN bv_periods o ON o.id = $1
    WHERE p.calculated_ms IS NOT NULL
      AND (p.id = o.id OR ($2 = 1 AND (p.starts_ms, p.id) < (o.starts_ms, o.id)))";

/// SQL condition for bonuses not marked as paid, of the member $5, or of all if it is null; `m` is not restricted.
pub(super) const UNPAID: &str = "b.paid_ms IS NULL AND b.member_id = COALESCE($5, b.member_id)";

/// SQL condition for members to whom a bonus can be transferred. They are not suspended, and have a verified e-mail
/// address. Their bank account has not changed since $4, and no transfer to it has failed.
const PAYABLE: &str =
    "m.suspended_ms IS NULL AND m.email_unverified_ms IS NULL AND m.bank <> '' AND m.bank_account <> ''
      AND m.bank_changed_ms <= $4 AND m.bank_failed_ms IS NULL";

/// SQL query for the members and periods with points from payments without money; conditions and [`IN_SUM`] follow.
const WITHOUT_MONEY: &str =
    "SELECT e.member_id, e.period_id FROM payments y JOIN bv_entries e ON e.order_id = y.order_id
    WHERE y.sandbox_paid_ms IS NOT NULL";

/// SQL clauses that select only those whose sum of points is not 0.
const IN_SUM: &str = "GROUP BY e.member_id, e.period_id HAVING SUM(e.points) <> 0";

/// SQL condition for members whose payouts of the month $3, which are taxed together, are all settled: the tax withheld
/// before is final.
pub(super) const SETTLED: &str =
    "NOT EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
    WHERE i.member_id = b.member_id AND i.cancelled_ms IS NULL AND o.tax_month = $3
      AND o.state IN ('prepared', 'approved'))";

/// SQL join with the slip of the month $3, which contains the amounts paid to the members earlier in that month.
pub(super) const BEFORE: &str = "LEFT JOIN tax_slips s ON s.member_id = b.member_id AND s.tax_month = $3";

/// SQL columns that a bonus's tax depends on.
pub(super) const KIND: &str = "b.bonus_rp, COALESCE(s.gross_rp, 0), COALESCE(s.tax_rp, 0),
    CASE m.tax_number_state WHEN 'validated' THEN 1 ELSE 0 END";

/// Returns the SQL condition for transferable bonuses: if there are points from payments without money, no line of a
/// bonus may have such points.
fn transferable(has_points_without_money: bool) -> String {
    if has_points_without_money {
        format!(
            "{PAYABLE} AND NOT EXISTS (SELECT l.id FROM bonus_lines l WHERE l.bonus_id = b.id
                AND (l.source_member_id, b.period_id) IN ({WITHOUT_MONEY} AND e.period_id IN ({TAKEN}) {IN_SUM}))"
        )
    } else {
        PAYABLE.to_owned()
    }
}

/// Returns the SQL condition for a period's bonuses that can be transferred. In a shop that accepts payments without
/// money, or has no points from them, bonuses need not be checked line by line.
async fn payable(conn: &mut Conn, period: PeriodId, terms: &Terms, sandbox: PaymentSandbox) -> sqlx::Result<String> {
    if sandbox == PaymentSandbox::On {
        return Ok(transferable(false));
    }
    let sql = format!("{WITHOUT_MONEY} AND e.period_id IN ({TAKEN}) {IN_SUM} LIMIT 1");
    let query = query_as(AssertSqlSafe(sql)).bind(period).bind(terms.includes_earlier_periods());
    let found: Option<(MemberId, PeriodId)> = query.fetch_optional(conn).await?;
    Ok(transferable(found.is_some()))
}

/// SQL query for the periods whose bonuses the batch $1 holds.
const OF_BATCH: &str = "SELECT o.period_id FROM payout_periods o WHERE o.batch_id = $1";

/// Whether a batch holds a bonus from payments without money, in a shop that accepts none.
pub(super) async fn holds_sandbox(conn: &mut Conn, batch: PayoutId, sandbox: PaymentSandbox) -> sqlx::Result<bool> {
    if sandbox == PaymentSandbox::On {
        return Ok(false);
    }
    let sql = format!("{WITHOUT_MONEY} AND e.period_id IN ({OF_BATCH}) {IN_SUM} LIMIT 1");
    let found: Option<(MemberId, PeriodId)> =
        query_as(AssertSqlSafe(sql)).bind(batch).fetch_optional(&mut *conn).await?;
    if found.is_none() {
        return Ok(false);
    }
    let sql = format!(
        "SELECT i.id FROM payout_items i JOIN bonuses b ON b.id = i.bonus_id JOIN bonus_lines l ON l.bonus_id = b.id
         WHERE i.batch_id = $1 AND i.cancelled_ms IS NULL
           AND (l.source_member_id, b.period_id) IN ({WITHOUT_MONEY} AND e.period_id IN ({OF_BATCH}) {IN_SUM}) LIMIT 1"
    );
    let found: Option<i64> = query_scalar(AssertSqlSafe(sql)).bind(batch).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(list_due)).routes(routes!(preview)).routes(routes!(list_left_out))
}

/// Period with bonuses that wait to be prepared.
#[derive(Debug, Serialize, ToSchema)]
struct DuePeriod {
    period_id: PeriodId,
    period_name: String,
    /// Number of bonuses that are neither paid nor in a batch, including those that cannot be paid now.
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
    let periods = unpaid_beside(&mut *db.read().await?, Beside::AllBatches).await?;
    let due = |UnpaidOfPeriod { period_id, period_name, bonuses, .. }| DuePeriod { period_id, period_name, bonuses };
    Ok(Json(DuePeriods { periods: periods.into_iter().map(due).collect() }))
}

/// Contents that a batch of a period would have now.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PayoutPreview {
    pub(super) period_id: PeriodId,
    period_name: String,
    /// The single member that the batch is for; null if it is for all payable members.
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

#[derive(Debug, Deserialize, IntoParams)]
struct OfPeriod {
    /// A calculated period.
    period_id: PeriodId,
    /// Uid of the single member to pay, regardless of the minimum amount; without it, all payable members are paid.
    #[param(max_length = 40)]
    member_uid: Option<String>,
}

/// Shows the contents that a batch of a period would have now.
#[utoipa::path(get, path = "/api/admin/payouts/preview", operation_id = "previewPayout",
    responses((status = 200, body = PayoutPreview), (status = 404), (status = 409), (status = 422)))]
async fn preview(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(of): Query<OfPeriod>,
) -> Result<Json<PayoutPreview>> {
    let mut conn = db.read().await?;
    let only = OnlyMember::named(&mut conn, of.member_uid.as_deref()).await?;
    let terms = Terms::of(&mut conn, clock.now_ms(), only).await?;
    let due = Due::of(&mut conn, of.period_id, &terms, sandbox).await?;
    Ok(Json(tell(&mut conn, of.period_id, &terms, &due).await?))
}

/// The single member that a batch is for.
pub(super) struct OnlyMember {
    pub(super) id: MemberId,
    uid: String,
    name: String,
}

impl OnlyMember {
    /// Finds the member with a uid; `None` if no uid is given.
    pub(super) async fn named(conn: &mut Conn, uid: Option<&str>) -> Result<Option<Self>> {
        let Some(uid) = uid else { return Ok(None) };
        let (id, uid, name) = accounts::must_find(conn, uid).await?;
        Ok(Some(Self { id, uid, name }))
    }
}

/// Terms of a batch prepared now.
pub(super) struct Terms {
    withholding: Withholding,
    /// Month that the tax belongs to: the month in which the batch is prepared. The money is owed from then on. Its tax
    /// is due then or at the payment, whichever is first (PMK 168/2023, article 19 (1) a). The amounts are also known
    /// before anyone transfers them.
    pub(super) month: Month,
    /// Latest time of change, UTC milliseconds, with which a bank account receives money; one that was changed later
    /// must wait.
    pub(super) accounts_of_ms: i64,
    /// Minimum sum of a member's bonuses before tax for a payout, rupiah; 0 for no minimum.
    least_rp: i64,
    /// The single member that the batch is for.
    pub(super) only: Option<OnlyMember>,
}

impl Terms {
    pub(super) async fn of(conn: &mut Conn, now_ms: i64, only: Option<OnlyMember>) -> Result<Self> {
        let month = Month::of(now_ms);
        let rules = settings::read::<PayoutSettings>(conn).await?.values;
        Ok(Self {
            withholding: taxes::withholding(conn, month).await?,
            month,
            accounts_of_ms: now_ms - rules.bank_hold_days * DAY_MS,
            least_rp: if only.is_some() { 0 } else { rules.minimum_rp },
            only,
        })
    }

    pub(super) fn method(&self) -> TaxMethod {
        match self.withholding {
            Withholding::Flat(_) => TaxMethod::Flat,
            Withholding::Layered(_) => TaxMethod::Pph21,
        }
    }

    pub(super) fn percent(&self) -> Decimal {
        match self.withholding {
            Withholding::Flat(percent) => percent,
            Withholding::Layered(_) => Decimal::ZERO,
        }
    }

    /// Returns the month whose payouts are taxed together; `None` if each is taxed alone.
    pub(super) fn together(&self) -> Option<Month> {
        matches!(self.withholding, Withholding::Layered(_)).then_some(self.month)
    }

    /// Whether bonuses of earlier periods are included.
    pub(super) fn includes_earlier_periods(&self) -> Flag {
        Flag(self.least_rp > 0 || self.only.is_some())
    }

    /// Returns the key of the single member that the batch is for.
    pub(super) fn only_id(&self) -> Option<MemberId> {
        self.only.as_ref().map(|only| only.id)
    }
}

/// Bonus that is due, with the figures that its tax is calculated from.
#[derive(FromRow)]
pub(super) struct DueBonus {
    pub(super) id: BonusId,
    period_id: PeriodId,
    member_id: MemberId,
    /// Before tax, rupiah.
    pub(super) bonus_rp: i64,
    /// Amount paid to its member earlier in the month, rupiah.
    pub(super) before_gross_rp: i64,
    /// Tax withheld from that, rupiah.
    pub(super) before_tax_rp: i64,
    /// Whether the member has a valid tax number.
    pub(super) has_number: Flag,
    /// Tax withheld from it, rupiah.
    #[sqlx(default)]
    pub(super) tax_rp: i64,
}

/// Sums of a period's bonuses in a batch.
#[derive(Default)]
pub(super) struct OfOnePeriod {
    pub(super) items: i64,
    pub(super) gross_rp: i64,
    pub(super) tax_rp: i64,
}

/// Bonuses that a batch would hold.
pub(super) struct Due {
    /// SQL condition for transferable bonuses.
    pub(super) payable: String,
    /// Bonuses of each member, oldest first; the largest transfer comes first.
    pub(super) transfers: Vec<Vec<DueBonus>>,
    /// Sums by period, including the batch's own period even if it has no bonus.
    pub(super) periods: BTreeMap<PeriodId, OfOnePeriod>,
    /// Number of bonuses that wait because the sum of their member's bonuses is below the minimum.
    waiting: i64,
    waiting_rp: i64,
}

impl Due {
    pub(super) async fn of(conn: &mut Conn, period: PeriodId, terms: &Terms, sandbox: PaymentSandbox) -> Result<Self> {
        let payable = payable(conn, period, terms, sandbox).await?;
        let sql = format!(
            "SELECT t.id, t.period_id, t.member_id, t.bonus_rp, t.before_gross_rp, t.before_tax_rp, t.has_number
             FROM (SELECT b.id, b.period_id, b.member_id, b.bonus_rp, COALESCE(s.gross_rp, 0) AS before_gross_rp,
                          COALESCE(s.tax_rp, 0) AS before_tax_rp,
                          CASE m.tax_number_state WHEN 'validated' THEN 1 ELSE 0 END AS has_number
                   FROM {BONUSES} {BEFORE}
                   WHERE {UNPAID} AND b.period_id IN ({TAKEN}) AND NOT {IN_PAYOUT} AND {payable} AND {SETTLED}) t
             ORDER BY t.member_id, t.id"
        );
        let query =
            query_as(AssertSqlSafe(sql)).bind(period).bind(terms.includes_earlier_periods()).bind(terms.together());
        let found: Vec<DueBonus> = query.bind(terms.accounts_of_ms).bind(terms.only_id()).fetch_all(conn).await?;
        let mut due = Self {
            payable,
            transfers: Vec::new(),
            periods: BTreeMap::from([(period, OfOnePeriod::default())]),
            waiting: 0,
            waiting_rp: 0,
        };
        for bonus in found {
            match due.transfers.last_mut() {
                Some(transfer) if transfer[0].member_id == bonus.member_id => transfer.push(bonus),
                _ => due.transfers.push(vec![bonus]),
            }
        }
        due.hold_back(terms.least_rp);
        due.withhold(&terms.withholding)?;
        due.transfers.sort_by_key(|transfer| (-gross(transfer), transfer[0].id.0));
        Ok(due)
    }

    /// Sets aside the bonuses of members whose sum is below the minimum amount.
    fn hold_back(&mut self, least_rp: i64) {
        let waiting = self.transfers.extract_if(.., |transfer| gross(transfer) < least_rp);
        for transfer in waiting {
            self.waiting += transfer.iter().map(|_| 1).sum::<i64>();
            self.waiting_rp += gross(&transfer);
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
}

/// Sums up bonuses before tax, in rupiah.
fn gross(bonuses: &[DueBonus]) -> i64 {
    bonuses.iter().map(|bonus| bonus.bonus_rp).sum()
}

pub(super) async fn tell(conn: &mut Conn, period_id: PeriodId, terms: &Terms, due: &Due) -> Result<PayoutPreview> {
    let period = volume::find_period(conn, period_id).await?;
    let period = period.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))?;
    let payable = &due.payable;
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT) FROM {BONUSES}
         WHERE {UNPAID} AND b.period_id IN ({TAKEN}) AND NOT {IN_PAYOUT} AND NOT ({payable} AND {SETTLED})"
    );
    let query =
        query_as(AssertSqlSafe(sql)).bind(period_id).bind(terms.includes_earlier_periods()).bind(terms.together());
    let (left_out, left_out_rp): (i64, i64) =
        query.bind(terms.accounts_of_ms).bind(terms.only_id()).fetch_one(conn).await?;
    let sum = |of: fn(&OfOnePeriod) -> i64| due.periods.values().map(of).sum::<i64>();
    let (items, gross_rp, tax_rp) = (sum(|of| of.items), sum(|of| of.gross_rp), sum(|of| of.tax_rp));
    Ok(PayoutPreview {
        period_id,
        period_name: period.name,
        member_uid: terms.only.as_ref().map(|only| only.uid.clone()),
        member_name: terms.only.as_ref().map(|only| only.name.clone()),
        tax_method: terms.method(),
        tax_percent: terms.percent().to_string(),
        tax_month: terms.month,
        least_rp: terms.least_rp,
        items,
        carried: items - due.periods.get(&period_id).map_or(0, |own| own.items),
        transfers: due.transfers.iter().map(|_| 1).sum(),
        gross_rp,
        tax_rp,
        net_rp: gross_rp - tax_rp,
        left_out: left_out + due.waiting,
        left_out_rp: left_out_rp + due.waiting_rp,
    })
}

/// Reason why a bonus cannot be paid now.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LeftOutReason {
    /// The member is suspended.
    Suspended,
    /// The member has entered no bank account.
    NoAccount,
    /// A transfer to the bank account failed, and the member has neither changed nor confirmed it.
    FailedAccount,
    /// The member has changed the bank account, which receives no money for some days.
    NewAccount,
    /// The member has not verified the e-mail address.
    UnverifiedEmail,
    /// Another payout of the member is under way, and the payouts of a month are taxed together.
    Underway,
    /// It comes from orders that were paid in the payment sandbox, without money.
    Sandbox,
    /// The member's bonuses total less than the minimum amount.
    TooLittle,
}

/// A bonus that cannot be paid now.
#[derive(Debug, Serialize, ToSchema)]
struct LeftOut {
    id: BonusId,
    member_uid: String,
    member_name: String,
    period_name: String,
    bonus_rp: i64,
    reason: LeftOutReason,
    /// Amount missing from the minimum, if that is the reason, in rupiah; else 0.
    missing_rp: i64,
}

/// A page of the bonuses that cannot be paid now.
#[derive(Debug, Serialize, ToSchema)]
struct LeftOuts {
    left_out: Vec<LeftOut>,
    next_cursor: Option<String>,
}

#[derive(FromRow)]
struct LeftOutRow {
    id: BonusId,
    uid: String,
    name: String,
    period_name: String,
    bonus_rp: i64,
    suspended_ms: Option<i64>,
    email_unverified_ms: Option<i64>,
    has_account: Flag,
    is_failed: Flag,
    is_held: Flag,
    is_settled: Flag,
    is_payable: Flag,
    waiting_rp: Option<i64>,
}

impl LeftOutRow {
    fn reason(&self) -> LeftOutReason {
        match self {
            Self { suspended_ms: Some(_), .. } => LeftOutReason::Suspended,
            Self { email_unverified_ms: Some(_), .. } => LeftOutReason::UnverifiedEmail,
            Self { has_account: Flag(false), .. } => LeftOutReason::NoAccount,
            Self { is_failed: Flag(true), .. } => LeftOutReason::FailedAccount,
            Self { is_held: Flag(true), .. } => LeftOutReason::NewAccount,
            Self { is_settled: Flag(false), .. } => LeftOutReason::Underway,
            Self { is_payable: Flag(true), .. } => LeftOutReason::TooLittle,
            Self { .. } => LeftOutReason::Sandbox,
        }
    }

    fn show(self, least_rp: i64) -> LeftOut {
        let reason = self.reason();
        let missing_rp = match (reason, self.waiting_rp) {
            (LeftOutReason::TooLittle, Some(waiting_rp)) => least_rp - waiting_rp,
            _ => 0,
        };
        LeftOut {
            id: self.id,
            member_uid: self.uid,
            member_name: self.name,
            period_name: self.period_name,
            bonus_rp: self.bonus_rp,
            reason,
            missing_rp,
        }
    }
}

/// Lists the bonuses of a period that a batch would leave out now, with the reasons.
#[utoipa::path(get, path = "/api/admin/payouts/left-out", operation_id = "listLeftOutBonuses",
    responses((status = 200, body = LeftOuts), (status = 404)))]
async fn list_left_out(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(of): Query<OfPeriod>,
    page: Page<1>,
) -> Result<Json<LeftOuts>> {
    let mut conn = db.read().await?;
    let only = OnlyMember::named(&mut conn, of.member_uid.as_deref()).await?;
    let terms = Terms::of(&mut conn, clock.now_ms(), only).await?;
    let payable = payable(&mut conn, of.period_id, &terms, sandbox).await?;
    // Subquery `w` sums the bonuses of members who are payable except for the minimum amount.
    let sql = format!(
        "SELECT b.id, m.uid, m.name, q.name AS period_name, b.bonus_rp, m.suspended_ms, m.email_unverified_ms,
                CASE WHEN m.bank <> '' AND m.bank_account <> '' THEN 1 ELSE 0 END AS has_account,
                CASE WHEN m.bank_failed_ms IS NULL THEN 0 ELSE 1 END AS is_failed,
                CASE WHEN m.bank_changed_ms > $4 THEN 1 ELSE 0 END AS is_held,
                CASE WHEN {SETTLED} THEN 1 ELSE 0 END AS is_settled,
                CASE WHEN {payable} AND {SETTLED} THEN 1 ELSE 0 END AS is_payable, w.waiting_rp
         FROM {BONUSES} JOIN bv_periods q ON q.id = b.period_id
         LEFT JOIN (SELECT b.member_id, CAST(SUM(b.bonus_rp) AS BIGINT) AS waiting_rp FROM {BONUSES}
                    WHERE $6 > 0 AND {UNPAID} AND b.period_id IN ({TAKEN}) AND NOT {IN_PAYOUT} AND {payable}
                      AND {SETTLED} GROUP BY b.member_id HAVING SUM(b.bonus_rp) < $6) w ON w.member_id = b.member_id
         WHERE {UNPAID} AND b.period_id IN ({TAKEN}) AND NOT {IN_PAYOUT}
           AND (NOT ({payable} AND {SETTLED}) OR w.waiting_rp IS NOT NULL) AND b.id > $7
         ORDER BY b.id LIMIT $8"
    );
    let [after] = page.after(i64::MIN);
    let query =
        query_as(AssertSqlSafe(sql)).bind(of.period_id).bind(terms.includes_earlier_periods()).bind(terms.together());
    let query = query.bind(terms.accounts_of_ms).bind(terms.only_id()).bind(terms.least_rp).bind(after);
    let mut rows: Vec<LeftOutRow> = query.bind(page.lookup()).fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(LeftOuts { left_out: rows.into_iter().map(|row| row.show(terms.least_rp)).collect(), next_cursor }))
}
