//! Payouts as administrators see them: the list, one payout with its warnings, and its transfers.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, DecimalText, Flag, Text, TextEnum, placeholders},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query, day},
    id,
    ids::{MemberId, PeriodId},
    page::{Page, pattern},
    text_enum,
    time::{DAY_MS, JAKARTA_MS, Month, rfc3339},
};
use ksmart_identity::{
    roles::{Admin, FINANCE},
    settings::taxes::TaxMethod,
};
use ksmart_members::bonuses::{BonusId, TransferFailure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

id!(PayoutId, "a payout: bonuses that are paid together.");

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show)).routes(routes!(list_items))
}

/// State of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PayoutState {
    /// Waits for another administrator's approval.
    Prepared,
    /// May be transferred.
    Approved,
    /// Was transferred.
    Paid,
    /// Was cancelled; its bonuses can be prepared again.
    Cancelled,
}

text_enum!(PayoutState {
    Prepared => "prepared", Approved => "approved", Paid => "paid", Cancelled => "cancelled",
});

/// Bonuses that are paid together.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Payout {
    id: PayoutId,
    period_id: PeriodId,
    period_name: String,
    /// Name of the single member whose bonuses it holds, regardless of the minimum amount; null if it holds those of
    /// all payable members.
    only_member: Option<String>,
    pub(super) state: PayoutState,
    /// Method of the tax calculation.
    tax_method: TaxMethod,
    /// Percentage of each bonus as decimal text, if the tax is calculated that way; otherwise 0.
    tax_percent: String,
    /// Month that the tax belongs to: the one in which the payout was prepared.
    tax_month: Month,
    /// Number of bonuses; like the sums, it excludes those that were taken out.
    items: i64,
    gross_rp: i64,
    tax_rp: i64,
    /// Sum to transfer, rupiah.
    net_rp: i64,
    /// Number of bonuses taken out: left out before the approval, or with a failed transfer.
    removed_items: i64,
    /// Sum that would have been transferred for them, rupiah.
    removed_net_rp: i64,
    prepared_by: String,
    prepared_at: String,
    /// Whether the caller prepared it, and so may not approve it.
    is_own: bool,
    approved_by: Option<String>,
    approved_at: Option<String>,
    paid_by: Option<String>,
    paid_at: Option<String>,
    /// A picture of the transfer, below `/storage/`.
    proof_picture: Option<String>,
    cancelled_by: Option<String>,
    cancelled_at: Option<String>,
    cancel_reason: Option<String>,
    /// Number that increases with each change; an action states the version on which it is based.
    pub(super) version: i64,
}

#[derive(FromRow)]
pub(super) struct Row {
    pub(super) id: PayoutId,
    period_id: PeriodId,
    period_name: String,
    only_member: Option<String>,
    pub(super) state: Text<PayoutState>,
    tax_method: Text<TaxMethod>,
    tax_percent: DecimalText,
    pub(super) tax_month: Month,
    pub(super) items: i64,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    removed_items: i64,
    removed_net_rp: i64,
    pub(super) prepared_by: MemberId,
    preparer: String,
    pub(super) prepared_ms: i64,
    approver: Option<String>,
    approved_ms: Option<i64>,
    payer: Option<String>,
    paid_ms: Option<i64>,
    proof_picture: Option<String>,
    canceller: Option<String>,
    cancelled_ms: Option<i64>,
    cancel_reason: Option<String>,
    pub(super) version: i64,
}

/// SQL query that reads a [`Row`]; a condition follows.
const SELECT: &str =
    "SELECT b.id, b.period_id, p.name AS period_name, m5.name AS only_member, b.state, b.tax_method, b.tax_percent,
        b.tax_month, b.items - b.removed_items AS items, b.gross_rp - b.removed_gross_rp AS gross_rp,
        b.tax_rp - b.removed_tax_rp AS tax_rp, b.net_rp - b.removed_net_rp AS net_rp, b.removed_items, b.removed_net_rp,
        b.prepared_by, m1.name AS preparer, b.prepared_ms, m2.name AS approver, b.approved_ms,
        m3.name AS payer, b.paid_ms, b.proof_picture, m4.name AS canceller, b.cancelled_ms, b.cancel_reason, b.version
    FROM payout_batches b JOIN bv_periods p ON p.id = b.period_id JOIN members m1 ON m1.id = b.prepared_by
    LEFT JOIN members m2 ON m2.id = b.approved_by LEFT JOIN members m3 ON m3.id = b.paid_by
    LEFT JOIN members m4 ON m4.id = b.cancelled_by LEFT JOIN members m5 ON m5.id = b.only_member_id";

impl Row {
    /// Returns the values of a prepared payout for the audit log.
    pub(super) fn logged(&self) -> Value {
        json!({
            "state": self.state.0.text(), "period": self.period_name, "items": self.items, "gross_rp": self.gross_rp,
            "tax_method": self.tax_method.0.text(), "tax_percent": self.tax_percent.0.to_string(), "tax_rp": self.tax_rp,
            "net_rp": self.net_rp,
        })
    }

    fn show(self, to: MemberId) -> Payout {
        Payout {
            is_own: self.prepared_by == to,
            id: self.id,
            period_id: self.period_id,
            period_name: self.period_name,
            only_member: self.only_member,
            state: self.state.0,
            tax_method: self.tax_method.0,
            tax_percent: self.tax_percent.0.to_string(),
            tax_month: self.tax_month,
            items: self.items,
            gross_rp: self.gross_rp,
            tax_rp: self.tax_rp,
            net_rp: self.net_rp,
            removed_items: self.removed_items,
            removed_net_rp: self.removed_net_rp,
            prepared_by: self.preparer,
            prepared_at: rfc3339(self.prepared_ms),
            approved_by: self.approver,
            approved_at: self.approved_ms.map(rfc3339),
            paid_by: self.payer,
            paid_at: self.paid_ms.map(rfc3339),
            proof_picture: self.proof_picture,
            cancelled_by: self.canceller,
            cancelled_at: self.cancelled_ms.map(rfc3339),
            cancel_reason: self.cancel_reason,
            version: self.version,
        }
    }
}

/// A page of the payouts, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct Payouts {
    payouts: Vec<Payout>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct PayoutFilter {
    /// State of the payouts.
    state: Option<PayoutState>,
    /// Period whose bonuses the payouts hold.
    period_id: Option<PeriodId>,
    /// First day of payment in Jakarta, `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day of payment in Jakarta, `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
}

/// Lists the payouts, newest first.
#[utoipa::path(get, path = "/api/admin/payouts", operation_id = "listPayouts",
    responses((status = 200, body = Payouts)))]
async fn list(
    State(db): State<Db>,
    admin: Admin<FINANCE>,
    Query(filter): Query<PayoutFilter>,
    page: Page<1>,
) -> Result<Json<Payouts>> {
    let (from_ms, to_ms) = (day(filter.from.as_deref())?, day(filter.to.as_deref())?);
    let sql = format!(
        "{SELECT} WHERE b.id < $1 AND b.begun_ms IS NULL AND ($2 = '' OR b.state = $2)
           AND ($3 = 0 OR EXISTS (SELECT o.batch_id FROM payout_periods o WHERE o.batch_id = b.id AND o.period_id = $3))
           AND COALESCE(b.paid_ms, 0) >= $4 AND COALESCE(b.paid_ms, 0) < $5
         ORDER BY b.id DESC LIMIT $6"
    );
    let [before] = page.after(i64::MAX);
    let mut rows: Vec<Row> = query_as(AssertSqlSafe(sql))
        .bind(before)
        .bind(filter.state.map_or("", TextEnum::text))
        .bind(filter.period_id.map_or(0, |period| period.0))
        .bind(from_ms.unwrap_or(0))
        .bind(to_ms.map_or(i64::MAX, |to_ms| to_ms + DAY_MS))
        .bind(page.lookup())
        .fetch_all(&mut *db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(Payouts { payouts: rows.into_iter().map(|row| row.show(admin.0.id)).collect(), next_cursor }))
}

/// A payout with the warnings of its page.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PayoutPage {
    pub(super) payout: Payout,
    /// Number of its members whose current bank account differs from the one in the payout, counted until it is paid.
    changed_accounts: i64,
    /// Number of its members suspended since it was prepared, counted until it is paid.
    suspended: i64,
    /// Number of transfers: one for each member, without those taken out.
    transfers: i64,
    /// Number of its bonuses from earlier periods.
    carried: i64,
    /// Number of transfers to an account that the member entered in the 30 days before the payout was prepared, or
    /// since then.
    recent_accounts: i64,
}

/// Returns a payout with the warnings of its page.
#[utoipa::path(get, path = "/api/admin/payouts/{id}", operation_id = "getPayout",
    responses((status = 200, body = PayoutPage)))]
async fn show(State(db): State<Db>, admin: Admin<FINANCE>, Path(id): Path<PayoutId>) -> Result<Json<PayoutPage>> {
    let mut conn = db.read().await?;
    Ok(Json(page_of(&mut conn, id, admin.0.id).await?))
}

/// Payouts of a period that were paid on a day.
#[derive(Debug, FromRow)]
pub struct PaidOut {
    /// Day in Jakarta, counted in days since 1970-01-01.
    pub day: i64,
    /// Period of the bonuses that were paid.
    pub period_id: PeriodId,
    /// Number of payouts.
    pub payouts: i64,
    /// Number of these prepared for this period; they may hold bonuses of other periods too.
    pub own_payouts: i64,
    /// Amount transferred, rupiah.
    pub net_rp: i64,
    /// Tax withheld, rupiah.
    pub tax_rp: i64,
}

/// Returns the sums paid from `from_ms` to `to_ms`, excluding the latter.
pub async fn paid_between(conn: &mut Conn, from_ms: i64, to_ms: i64) -> sqlx::Result<Vec<PaidOut>> {
    let sql = format!(
        "SELECT (b.paid_ms + {JAKARTA_MS}) / {DAY_MS} AS day, o.period_id, COUNT(*) AS payouts,
                CAST(SUM(CASE WHEN o.period_id = b.period_id THEN 1 ELSE 0 END) AS BIGINT) AS own_payouts,
                CAST(SUM(o.gross_rp - o.tax_rp) AS BIGINT) AS net_rp, CAST(SUM(o.tax_rp) AS BIGINT) AS tax_rp
         FROM payout_batches b JOIN payout_periods o ON o.batch_id = b.id
         WHERE b.state = 'paid' AND b.paid_ms >= $1 AND b.paid_ms < $2 GROUP BY 1, o.period_id"
    );
    query_as(AssertSqlSafe(sql)).bind(from_ms).bind(to_ms).fetch_all(conn).await
}

/// Finds a payout, once all of its items are written.
pub(super) async fn find(conn: &mut Conn, id: PayoutId) -> Result<Row> {
    let sql = format!("{SELECT} WHERE b.id = $1 AND b.begun_ms IS NULL");
    let row: Option<Row> = query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?;
    row.ok_or_else(|| Error::not_found("Pembayaran tidak ditemukan."))
}

/// SQL condition for a member whose bank account differs from the one in the item.
const CHANGED: &str = "(m.bank <> i.bank OR m.bank_account <> i.bank_account)";

/// Time for which a changed bank account counts as recent, in milliseconds.
const RECENT_MS: i64 = 30 * DAY_MS;

/// SQL condition for the first item of a transfer. A transfer consists of all items of a member in a payout, and is
/// taken out as a whole.
pub(super) const FIRST: &str = "NOT EXISTS (SELECT f.id FROM payout_items f
    WHERE f.batch_id = i.batch_id AND f.member_id = i.member_id AND f.id < i.id)";

pub(super) async fn page_of(conn: &mut Conn, id: PayoutId, to: MemberId) -> Result<PayoutPage> {
    let row = find(conn, id).await?;
    let is_open = matches!(row.state.0, PayoutState::Prepared | PayoutState::Approved);
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN {CHANGED} THEN 1 ELSE 0 END), 0) AS BIGINT), COUNT(m.suspended_ms),
                CAST(COALESCE(SUM(CASE WHEN m.bank_changed_ms > $2 THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM payout_items i JOIN members m ON m.id = i.member_id
         WHERE i.batch_id = $1 AND i.cancelled_ms IS NULL AND {FIRST}"
    );
    let query = query_as(AssertSqlSafe(sql)).bind(id).bind(row.prepared_ms - RECENT_MS);
    let (transfers, changed, suspended, recent): (i64, i64, i64, i64) = query.fetch_one(&mut *conn).await?;
    let sql =
        "SELECT CAST(COALESCE(SUM(items), 0) AS BIGINT) FROM payout_periods WHERE batch_id = $1 AND period_id <> $2";
    let carried = query_scalar(sql).bind(id).bind(row.period_id).fetch_one(conn).await?;
    let while_open = |count| if is_open { count } else { 0 };
    Ok(PayoutPage {
        payout: row.show(to),
        changed_accounts: while_open(changed),
        suspended: while_open(suspended),
        transfers,
        carried,
        recent_accounts: while_open(recent),
    })
}

/// A transfer of a payout: all bonuses of one member in it.
#[derive(Debug, Serialize, ToSchema)]
struct PayoutItem {
    /// Id of the item of its first bonus.
    id: i64,
    member_uid: String,
    /// Name of the member when the payout was prepared; the bank account is of the same time.
    member_name: String,
    bank: String,
    bank_account: String,
    /// Number of bonuses.
    bonuses: i64,
    /// Number of these bonuses from earlier periods.
    carried: i64,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    /// Whether the member has a different bank account now.
    is_account_changed: bool,
    /// Time of the member's last change of bank account, RFC 3339. Null unless it was in the 30 days before the payout
    /// was prepared, or since then.
    account_changed_at: Option<String>,
    /// Whether another transfer to the account has failed, and the member has neither changed nor confirmed the account
    /// since.
    is_account_failed: bool,
    /// Whether the member is suspended now.
    is_suspended: bool,
    /// Reason why the transfer failed; null if it did not fail.
    failure: Option<TransferFailure>,
    /// Reason why the transfer was left out before the approval; null if it was not left out.
    left_out_reason: Option<String>,
    /// The bonuses, newest period first.
    made_of: Vec<TransferredBonus>,
}

/// A bonus in a transfer.
#[derive(Debug, FromRow, Serialize, ToSchema)]
struct TransferredBonus {
    #[serde(skip)]
    item_id: i64,
    id: BonusId,
    period_name: String,
    /// Amount before tax, rupiah.
    gross_rp: i64,
}

/// A page of a payout's transfers.
#[derive(Debug, Serialize, ToSchema)]
struct PayoutItems {
    items: Vec<PayoutItem>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ItemFilter {
    /// A part of the member's name, uid or account number.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Whether only transfers to a recently entered account are listed.
    #[serde(default)]
    recent: bool,
}

#[derive(FromRow)]
struct ItemRow {
    id: i64,
    uid: String,
    name: String,
    bank: String,
    bank_account: String,
    bonuses: i64,
    carried: i64,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    changed: Flag,
    bank_changed_ms: i64,
    bank_failed_ms: Option<i64>,
    suspended_ms: Option<i64>,
    failure: Option<Text<TransferFailure>>,
    left_out_reason: Option<String>,
}

impl ItemRow {
    fn show(self, recent_from_ms: i64, made_of: Vec<TransferredBonus>) -> PayoutItem {
        PayoutItem {
            id: self.id,
            member_uid: self.uid,
            member_name: self.name,
            bank: self.bank,
            bank_account: self.bank_account,
            bonuses: self.bonuses,
            carried: self.carried,
            gross_rp: self.gross_rp,
            tax_rp: self.tax_rp,
            net_rp: self.net_rp,
            is_account_changed: self.changed.0,
            account_changed_at: (self.bank_changed_ms > recent_from_ms).then(|| rfc3339(self.bank_changed_ms)),
            is_account_failed: !self.changed.0 && self.bank_failed_ms.is_some(),
            is_suspended: self.suspended_ms.is_some(),
            failure: self.failure.map(|failure| failure.0),
            left_out_reason: self.left_out_reason,
            made_of,
        }
    }
}

/// Lists the transfers of a payout, largest first.
#[utoipa::path(get, path = "/api/admin/payouts/{id}/items", operation_id = "listPayoutItems",
    responses((status = 200, body = PayoutItems)))]
async fn list_items(
    State(db): State<Db>,
    _: Admin<FINANCE>,
    Path(id): Path<PayoutId>,
    Query(filter): Query<ItemFilter>,
    page: Page<1>,
) -> Result<Json<PayoutItems>> {
    let pattern = pattern(filter.search.as_deref())?;
    let mut conn = db.read().await?;
    let batch = find(&mut conn, id).await?;
    let recent_from_ms = batch.prepared_ms - RECENT_MS;
    let sql = format!(
        "SELECT i.id, m.uid, i.name, i.bank, i.bank_account, CASE WHEN {CHANGED} THEN 1 ELSE 0 END AS changed,
                m.bank_changed_ms, m.bank_failed_ms, m.suspended_ms, i.failure, i.left_out_reason, COUNT(x.id) AS bonuses,
                CAST(SUM(CASE WHEN n.period_id = $2 THEN 0 ELSE 1 END) AS BIGINT) AS carried,
                CAST(SUM(x.gross_rp) AS BIGINT) AS gross_rp, CAST(SUM(x.tax_rp) AS BIGINT) AS tax_rp,
                CAST(SUM(x.net_rp) AS BIGINT) AS net_rp
         FROM (SELECT i.* FROM payout_items i JOIN members m ON m.id = i.member_id
               WHERE i.batch_id = $1 AND i.id > $3 AND i.search_text LIKE $4 ESCAPE '\\' AND m.bank_changed_ms > $5
                 AND {FIRST} ORDER BY i.id LIMIT $6) i
         JOIN members m ON m.id = i.member_id
         JOIN payout_items x ON x.batch_id = i.batch_id AND x.member_id = i.member_id
         JOIN bonuses n ON n.id = x.bonus_id
         GROUP BY i.id, m.uid, i.name, i.bank, i.bank_account, m.bank, m.bank_account, m.bank_changed_ms,
                  m.bank_failed_ms, m.suspended_ms, i.failure, i.left_out_reason
         ORDER BY i.id"
    );
    let [after] = page.after(i64::MIN);
    let changed_from_ms = if filter.recent { recent_from_ms } else { i64::MIN };
    let query = query_as(AssertSqlSafe(sql)).bind(id).bind(batch.period_id).bind(after).bind(pattern);
    let mut rows: Vec<ItemRow> = query.bind(changed_from_ms).bind(page.lookup()).fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id]);
    let mut made_of = bonuses_of(&mut conn, &rows).await?;
    let items = rows.into_iter().map(|row| {
        let own = made_of.extract_if(.., |bonus| bonus.item_id == row.id).collect();
        row.show(recent_from_ms, own)
    });
    Ok(Json(PayoutItems { items: items.collect(), next_cursor }))
}

/// Returns the bonuses of some transfers, newest period first.
async fn bonuses_of(conn: &mut Conn, transfers: &[ItemRow]) -> sqlx::Result<Vec<TransferredBonus>> {
    if transfers.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT i.id AS item_id, n.id, p.name AS period_name, x.gross_rp
         FROM payout_items i JOIN payout_items x ON x.batch_id = i.batch_id AND x.member_id = i.member_id
         JOIN bonuses n ON n.id = x.bonus_id JOIN bv_periods p ON p.id = n.period_id
         WHERE i.id IN ({}) ORDER BY p.starts_ms DESC, n.id DESC",
        placeholders(1, transfers.len())
    );
    query_as(AssertSqlSafe(sql)).bind_all(transfers.iter().map(|item| item.id)).fetch_all(conn).await
}

/// Bonuses of a period that are not paid.
#[derive(Debug, FromRow)]
pub struct UnpaidOfPeriod {
    /// The period.
    pub period_id: PeriodId,
    /// Name of the period.
    pub period_name: String,
    /// Number of bonuses.
    pub bonuses: i64,
    /// Amount before tax, rupiah.
    pub bonus_rp: i64,
}

/// Payouts whose bonuses do not count as unpaid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Except {
    /// Payouts that are paid.
    PaidPayouts,
    /// Payouts that were not cancelled.
    AllPayouts,
}

/// Returns the unpaid bonuses of each calculated period, oldest first; fully paid periods are left out.
pub async fn unpaid_by_period(conn: &mut Conn) -> sqlx::Result<Vec<UnpaidOfPeriod>> {
    unpaid_except(conn, Except::PaidPayouts).await
}

/// Returns the unpaid bonuses of each calculated period, except those in payouts selected by `except`, oldest first.
///
/// They are the totals of its calculation, less the bonuses in these payouts and those marked manually. The rows of
/// unpaid bonuses are not read.
pub(super) async fn unpaid_except(conn: &mut Conn, except: Except) -> sqlx::Result<Vec<UnpaidOfPeriod>> {
    let sql = "SELECT p.id AS period_id, p.name AS period_name,
                      c.bonuses - COALESCE(m.bonuses, 0) - COALESCE(o.items, 0) AS bonuses,
                      c.bonus_rp - COALESCE(m.bonus_rp, 0) - COALESCE(o.gross_rp, 0) AS bonus_rp
               FROM bonus_calculations c JOIN bv_periods p ON p.id = c.period_id
               LEFT JOIN (SELECT period_id, COUNT(*) AS bonuses, CAST(SUM(bonus_rp) AS BIGINT) AS bonus_rp
                          FROM bonuses WHERE paid_ms IS NOT NULL GROUP BY period_id) m ON m.period_id = p.id
               LEFT JOIN (SELECT x.period_id, CAST(SUM(x.items) AS BIGINT) AS items, CAST(SUM(x.gross_rp) AS BIGINT) AS gross_rp
                          FROM payout_batches b JOIN payout_periods x ON x.batch_id = b.id
                          WHERE b.state = 'paid' OR ($1 = 1 AND b.state <> 'cancelled')
                          GROUP BY x.period_id) o ON o.period_id = p.id
               WHERE p.calculated_ms IS NOT NULL
                 AND c.bonuses > COALESCE(m.bonuses, 0) + COALESCE(o.items, 0)
               ORDER BY p.starts_ms, p.id";
    query_as(sql).bind(Flag(except == Except::AllPayouts)).fetch_all(conn).await
}

/// SQL condition for a bonus `b` in a payout that was not cancelled.
pub(super) const IN_PAYOUT: &str = "EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
             WHERE i.bonus_id = b.id AND i.cancelled_ms IS NULL AND o.state <> 'cancelled')";

/// Marks a member's bonus of a period manually as transferred, with a picture in the storage as proof. Returns false if
/// there is no such bonus, it was already marked, or it is in a payout.
pub async fn mark_paid(
    conn: &mut Conn,
    member: MemberId,
    period: PeriodId,
    proof_picture: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = format!(
        "UPDATE bonuses AS b SET paid_ms = $3, proof_picture = $4
         WHERE b.member_id = $1 AND b.period_id = $2 AND b.paid_ms IS NULL AND NOT {IN_PAYOUT}"
    );
    let query = query(AssertSqlSafe(sql)).bind(member).bind(period).bind(now_ms).bind(proof_picture);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Clears the recipient and account of a member's payout items that were not paid, and writes `name` instead. Returns
/// whether any item was paid; paid items are retained as long as the books.
pub async fn erase(conn: &mut Conn, member: MemberId, name: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE payout_items SET name = $2, bank = '', bank_account = '', search_text = '',
                      left_out_reason = CASE WHEN left_out_reason IS NOT NULL THEN '' END
               WHERE member_id = $1
                 AND (cancelled_ms IS NOT NULL
                      OR (SELECT b.state FROM payout_batches b WHERE b.id = payout_items.batch_id) <> 'paid')";
    query(sql).bind(member).bind(name).execute(&mut *conn).await?;
    let sql = "SELECT i.id FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
               WHERE i.member_id = $1 AND i.cancelled_ms IS NULL AND b.state = 'paid' LIMIT 1";
    let found: Option<i64> = query_scalar(sql).bind(member).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// SQL condition for items that were paid to erased members before `$1` and still contain the bank account.
const OLD: &str = "member_id IN (SELECT m.id FROM members m WHERE m.erased_ms > 0) AND bank_account <> ''
    AND (SELECT b.paid_ms FROM payout_batches b WHERE b.id = payout_items.batch_id) < $1";

/// Whether [`erase_old_recipients`] has anything to clear.
pub async fn has_old_recipients(conn: &mut Conn, before_ms: i64) -> sqlx::Result<bool> {
    let sql = format!("SELECT id FROM payout_items WHERE {OLD} LIMIT 1");
    let found: Option<i64> = query_scalar(AssertSqlSafe(sql)).bind(before_ms).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Clears the recipient and account of payouts to erased members before a time, and writes `name` instead.
pub async fn erase_old_recipients(conn: &mut Conn, before_ms: i64, name: &str) -> sqlx::Result<()> {
    let sql = format!("UPDATE payout_items SET name = $2, bank = '', bank_account = '', search_text = '' WHERE {OLD}");
    query(AssertSqlSafe(sql)).bind(before_ms).bind(name).execute(conn).await?;
    Ok(())
}
