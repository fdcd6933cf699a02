//! Bonuses that a payout prepared now would consider, each with the reason why it has to wait.

use ksmart_foundation::{
    config::PaymentSandbox,
    db::{BindAll, Conn, Flag, Text},
    ids::{MemberId, PeriodId},
    text_enum,
    time::Month,
};
use ksmart_members::bonuses::BonusId;
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::ToSchema;

use crate::payouts::{
    payout::{IN_PAYOUT, PayoutId},
    terms::Terms,
};

/// Reason why a bonus cannot be paid now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HoldReason {
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
    /// The bonus comes from orders that were paid in the payment sandbox, without money.
    Sandbox,
    /// The member's bonuses total less than the minimum amount.
    TooLittle,
}

text_enum!(HoldReason {
    Suspended => "suspended", NoAccount => "no_account", FailedAccount => "failed_account",
    NewAccount => "new_account", UnverifiedEmail => "unverified_email", Underway => "underway",
    Sandbox => "sandbox", TooLittle => "too_little",
});

/// Bonus that a payout considers, with the figures that its tax is calculated from.
#[derive(FromRow)]
pub(super) struct Candidate {
    pub(super) id: BonusId,
    pub(super) period_id: PeriodId,
    pub(super) member_id: MemberId,
    /// Amount before tax, rupiah.
    pub(super) bonus_rp: i64,
    /// Amount already paid to the member in the month, rupiah.
    pub(super) before_gross_rp: i64,
    /// Tax withheld from that amount, rupiah.
    pub(super) before_tax_rp: i64,
    /// Whether the member has a valid tax number.
    pub(super) has_number: Flag,
    /// Reason why the bonus cannot be paid; if `None`, only the minimum amount can still hold it back.
    pub(super) hold_reason: Option<Text<HoldReason>>,
    /// Tax withheld from the bonus, rupiah; 0 until it is calculated.
    #[sqlx(skip)]
    pub(super) tax_rp: i64,
}

/// SQL query for the calculated period $1, and for those before it if earlier bonuses are included ($2 is 1).
const PERIODS: &str = "SELECT p.id FROM bv_periods p JOIN bv_periods o ON o.id = $1
    WHERE p.calculated_ms IS NOT NULL
      AND (p.id = o.id OR ($2 = 1 AND (p.starts_ms, p.id) < (o.starts_ms, o.id)))";

/// Start of the query for members and periods with points from sandbox payments; conditions and [`IN_SUM`] follow.
const WITHOUT_MONEY: &str =
    "SELECT e.member_id, e.period_id FROM payments y JOIN bv_entries e ON e.order_id = y.order_id
    WHERE y.sandbox_paid_ms IS NOT NULL";

/// SQL clauses that select only the members and periods whose sum of points is not 0.
const IN_SUM: &str = "GROUP BY e.member_id, e.period_id HAVING SUM(e.points) <> 0";

/// Returns the SQL query for the [`Candidate`]s. [`Scope::bind`] binds its parameters:
///
/// - $1 the period, and $2 whether earlier periods are included;
/// - $3 the single member to pay, or null for all;
/// - $4 the month whose payouts are taxed together, or null if each is taxed alone;
/// - $5 the latest time of change with which a bank account receives money;
/// - $6 whether the bonuses' lines may have points from payments without money.
pub(super) fn candidates() -> String {
    // IS TRUE keeps PostgreSQL from joining the points without money again for each bonus: it looks them up in one table.
    format!(
        "SELECT b.id, b.period_id, b.member_id, b.bonus_rp, COALESCE(s.gross_rp, 0) AS before_gross_rp,
                COALESCE(s.tax_rp, 0) AS before_tax_rp,
                CASE m.tax_number_state WHEN 'validated' THEN 1 ELSE 0 END AS has_number,
                CASE WHEN m.suspended_ms IS NOT NULL THEN 'suspended'
                     WHEN m.email_unverified_ms IS NOT NULL THEN 'unverified_email'
                     WHEN m.bank = '' OR m.bank_account = '' THEN 'no_account'
                     WHEN m.bank_failed_ms IS NOT NULL THEN 'failed_account'
                     WHEN m.bank_changed_ms > $5 THEN 'new_account'
                     WHEN EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
                                  WHERE i.member_id = b.member_id AND i.cancelled_ms IS NULL AND o.tax_month = $4
                                    AND o.state IN ('prepared', 'approved')) THEN 'underway'
                     WHEN $6 = 0 THEN NULL
                     WHEN EXISTS (SELECT l.id FROM bonus_lines l WHERE l.bonus_id = b.id
                                    AND ((l.source_member_id, b.period_id)
                                         IN ({WITHOUT_MONEY} AND e.period_id IN ({PERIODS}) {IN_SUM})) IS TRUE) THEN 'sandbox'
                END AS hold_reason
         FROM bonuses b JOIN members m ON m.id = b.member_id
         LEFT JOIN tax_slips s ON s.member_id = b.member_id AND s.tax_month = $4
         WHERE b.paid_ms IS NULL AND b.member_id = COALESCE($3, b.member_id) AND b.period_id IN ({PERIODS})
           AND NOT {IN_PAYOUT}"
    )
}

/// Values of the parameters of [`candidates`].
#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub(super) period: PeriodId,
    includes_earlier: Flag,
    /// The single member to pay; `None` for all.
    pub(super) member: Option<MemberId>,
    taxed_together: Option<Month>,
    accounts_of_ms: i64,
    has_points_without_money: Flag,
}

impl Scope {
    /// Returns the scope of a payout of a period, prepared on the given terms.
    ///
    /// A shop that accepts payments without money pays their bonuses too. In other shops, the lines of bonuses are only
    /// checked if there are points from such payments.
    pub(super) async fn of(
        conn: &mut Conn,
        period: PeriodId,
        terms: &Terms,
        sandbox: PaymentSandbox,
    ) -> sqlx::Result<Self> {
        let mut scope = Self {
            period,
            includes_earlier: terms.includes_earlier_periods(),
            member: terms.only.as_ref().map(|only| only.id),
            taxed_together: terms.together(),
            accounts_of_ms: terms.accounts_of_ms,
            has_points_without_money: Flag(false),
        };
        if sandbox == PaymentSandbox::Off {
            let sql = format!("{WITHOUT_MONEY} AND e.period_id IN ({PERIODS}) {IN_SUM} LIMIT 1");
            let query = query_as(AssertSqlSafe(sql)).bind(period).bind(scope.includes_earlier);
            let found: Option<(MemberId, PeriodId)> = query.fetch_optional(conn).await?;
            scope.has_points_without_money = Flag(found.is_some());
        }
        Ok(scope)
    }

    /// Binds the parameters $1 to $6.
    pub(super) fn bind<'q, Q: BindAll<'q>>(&self, query: Q) -> Q {
        let query = query.bind_one(self.period).bind_one(self.includes_earlier).bind_one(self.member);
        let query = query.bind_one(self.taxed_together).bind_one(self.accounts_of_ms);
        query.bind_one(self.has_points_without_money)
    }
}

/// SQL query for the periods whose bonuses the payout $1 holds.
const OF_BATCH: &str = "SELECT o.period_id FROM payout_periods o WHERE o.batch_id = $1";

/// Whether a payout holds a bonus from payments without money, in a shop that accepts none.
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
