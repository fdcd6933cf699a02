//! Preparing a batch: all that can be paid of a period, as it was looked at, with the tax withheld.
//!
//! The shop goes on selling meanwhile. What is to be paid is read at one moment; a short transaction begins the batch, its
//! items are written a few at a time, and nobody sees it until all of them are there. One that turns out not to be what was
//! begun, because someone paid or changed something meanwhile, is given up; one that a killed server has begun the jobs
//! finish ([`finish_begun`]).

use std::collections::HashMap;

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::tax::{SoFar, Withholding};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::payouts::payout::{Beside, IN_PAYOUT, PayoutId, PayoutPage, UnpaidOfPeriod, find, page_of, unpaid_beside},
    foundation::{
        config::PaymentSandbox,
        db::{Conn, Db, DecimalText, Text, placeholders},
        detached::detached,
        document::routes,
        error::{Code, Error, Result},
        extract::{Body, Query},
        ids::{MemberId, PeriodId},
        leases,
        page::Page,
        time::{Clock, DAY_MS, Month},
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, Confirmed, FINANCE},
        sessions::Sessions,
        settings,
        tokens::Member,
    },
    members::{
        bonuses::BonusId,
        taxes::{self, TaxMethod},
        volume,
    },
};

/// How many items are written at once: few enough that whoever sells meanwhile does not feel it, and because SQLite looks
/// each parameter up by walking along those before it.
const AT_ONCE: usize = 32;

/// How long ago a batch was begun that should have been finished by now, in milliseconds.
const OVERDUE_MS: i64 = 60_000;

/// The turn of whoever writes items or numbers of slips: of two payouts of a month the second sees the first, also where
/// they are of other periods.
pub(super) const TURN: &str = "payouts";

/// Bonuses with their members.
const BONUSES: &str = "bonuses b JOIN members m ON m.id = b.member_id";

/// Those of the calculated period $1 that nobody has marked as paid; `m` may be anyone.
const UNPAID: &str = "b.period_id = $1 AND b.paid_ms IS NULL
      AND EXISTS (SELECT p.id FROM bv_periods p WHERE p.id = $1 AND p.calculated_ms IS NOT NULL)";

/// Whom a bonus can be transferred to: not suspended, with a proven address, and with a bank account that has not been
/// another since $3.
const PAYABLE: &str =
    "m.suspended_ms IS NULL AND m.email_unverified_ms IS NULL AND m.bank <> '' AND m.bank_account <> ''
      AND m.bank_changed_ms <= $3";

/// Who has points in sum of payments without money in the period $1.
const WITHOUT_MONEY: &str = "SELECT e.member_id FROM payments p JOIN bv_entries e ON e.order_id = p.order_id
    WHERE p.sandbox_paid_ms IS NOT NULL AND e.period_id = $1 GROUP BY e.member_id HAVING SUM(e.points) <> 0";

/// Whose payouts of the month $2, which are taxed together, are all settled: what was withheld before stays so.
const SETTLED: &str = "NOT EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
    WHERE i.member_id = b.member_id AND i.cancelled_ms IS NULL AND o.tax_month = $2
      AND o.state IN ('prepared', 'approved'))";

/// What the members of bonuses were paid before in the month $2: the slip of the month tells.
const BEFORE: &str = "LEFT JOIN tax_slips s ON s.member_id = b.member_id AND s.tax_month = $2";

/// What the tax of a bonus depends on.
const KIND: &str = "b.bonus_rp, COALESCE(s.gross_rp, 0), COALESCE(s.tax_rp, 0),
    CASE m.tax_number_state WHEN 'validated' THEN 1 ELSE 0 END";

/// Whether there are such points in a shop that takes no payments without money. Mostly there are none, and no bonus has to
/// be looked at line by line.
async fn has_points_without_money(conn: &mut Conn, period: PeriodId, sandbox: PaymentSandbox) -> sqlx::Result<bool> {
    if sandbox == PaymentSandbox::On {
        return Ok(false);
    }
    let sql = format!("{WITHOUT_MONEY} LIMIT 1");
    let found: Option<MemberId> = query_scalar(AssertSqlSafe(sql)).bind(period).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Which bonuses of a period can be transferred, in SQL: where points come of payments without money, none of a bonus's lines
/// may.
fn transferable(has_points_without_money: bool) -> String {
    if has_points_without_money {
        format!(
            "{PAYABLE} AND NOT EXISTS (SELECT l.id FROM bonus_lines l
                                       WHERE l.bonus_id = b.id AND l.source_member_id IN ({WITHOUT_MONEY}))"
        )
    } else {
        PAYABLE.to_owned()
    }
}

/// Which bonuses of a period can be transferred, in SQL.
async fn payable(conn: &mut Conn, period: PeriodId, sandbox: PaymentSandbox) -> sqlx::Result<String> {
    Ok(transferable(has_points_without_money(conn, period, sandbox).await?))
}

/// Whether a batch holds a bonus that comes of payments without money, in a shop that takes none.
///
/// # Errors
/// The database fails.
pub(super) async fn holds_sandbox(
    conn: &mut Conn,
    batch: PayoutId,
    period: PeriodId,
    sandbox: PaymentSandbox,
) -> sqlx::Result<bool> {
    if !has_points_without_money(conn, period, sandbox).await? {
        return Ok(false);
    }
    let sql = format!(
        "SELECT i.id FROM payout_items i JOIN bonus_lines l ON l.bonus_id = i.bonus_id
         WHERE i.batch_id = $2 AND i.cancelled_ms IS NULL AND l.source_member_id IN ({WITHOUT_MONEY}) LIMIT 1"
    );
    let found: Option<i64> = query_scalar(AssertSqlSafe(sql)).bind(period).bind(batch).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    PaymentSandbox: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list_due))
        .routes(routes!(preview))
        .routes(routes!(list_left_out))
        .routes(routes!(prepare))
}

/// A period of which bonuses wait to be prepared.
#[derive(Debug, Serialize, ToSchema)]
struct DuePeriod {
    period_id: PeriodId,
    period_name: String,
    /// How many bonuses are neither paid nor in a batch, those that cannot be paid now among them.
    bonuses: i64,
}

/// The periods of which bonuses wait to be prepared, oldest first.
#[derive(Debug, Serialize, ToSchema)]
struct DuePeriods {
    periods: Vec<DuePeriod>,
}

/// The periods of which bonuses wait to be prepared, oldest first.
#[utoipa::path(get, path = "/api/admin/payouts/due", operation_id = "listDuePeriods",
    responses((status = 200, body = DuePeriods)))]
async fn list_due(State(db): State<Db>, _: Admin<FINANCE>) -> Result<Json<DuePeriods>> {
    let periods = unpaid_beside(&mut *db.read().await?, Beside::AllBatches).await?;
    let due = |UnpaidOfPeriod { period_id, period_name, bonuses, .. }| DuePeriod { period_id, period_name, bonuses };
    Ok(Json(DuePeriods { periods: periods.into_iter().map(due).collect() }))
}

/// What a batch of a period would hold now.
#[derive(Debug, Serialize, ToSchema)]
struct PayoutPreview {
    period_id: PeriodId,
    period_name: String,
    /// How the tax would be worked out.
    tax_method: TaxMethod,
    /// Where that is a percentage of each bonus: the percentage, decimal text; else 0.
    tax_percent: String,
    /// The month that the tax would belong to.
    tax_month: Month,
    /// How many bonuses.
    items: i64,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    /// Bonuses that cannot be paid now: of members who are suspended, without a bank account or with a new one, or with a
    /// payout of the month under way, such as are taxed together.
    left_out: i64,
    left_out_rp: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
struct OfPeriod {
    /// A calculated period.
    period_id: PeriodId,
}

/// What a batch of a period would hold now.
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
    let terms = Terms::of(&mut conn, clock.now_ms()).await?;
    let due = due(&mut conn, of.period_id, &terms, sandbox).await?;
    Ok(Json(tell(&mut conn, of.period_id, &terms, &due).await?))
}

/// How tax is withheld now.
struct Terms {
    withholding: Withholding,
    /// The month that it belongs to: the one in which the batch is prepared. What is to be paid is owed from then on, and
    /// its tax is due with that or the payment, whichever is first (PMK 168/2023, article 19 (1) a); and it is known what
    /// is transferred before anyone transfers it.
    month: Month,
    /// A bank account that was changed later is not paid to yet, UTC milliseconds.
    accounts_of_ms: i64,
}

impl Terms {
    async fn of(conn: &mut Conn, now_ms: i64) -> Result<Self> {
        let month = Month::of(now_ms);
        let accounts_of_ms = now_ms - settings::read(conn).await?.bank_hold_days * DAY_MS;
        Ok(Self { withholding: taxes::withholding(conn, month).await?, month, accounts_of_ms })
    }

    fn method(&self) -> TaxMethod {
        match self.withholding {
            Withholding::Flat(_) => TaxMethod::Flat,
            Withholding::Layered(_) => TaxMethod::Pph21,
        }
    }

    fn percent(&self) -> Decimal {
        match self.withholding {
            Withholding::Flat(percent) => percent,
            Withholding::Layered(_) => Decimal::ZERO,
        }
    }

    /// The month whose payouts are taxed together; none where each stands alone.
    fn together(&self) -> Option<Month> {
        matches!(self.withholding, Withholding::Layered(_)).then_some(self.month)
    }
}

/// Bonuses that are taxed alike: their amount, what their members were paid before in the month, and whether they have a
/// valid tax number.
type Kind = (i64, i64, i64, i64);

/// What a batch would hold: the tax is worked out once for each kind of bonus.
struct Due {
    /// Which bonuses, in SQL.
    payable: String,
    /// What is withheld of each kind that there is, rupiah.
    tax_rp_of: HashMap<Kind, i64>,
    items: i64,
    gross_rp: i64,
    tax_rp: i64,
}

async fn due(conn: &mut Conn, period: PeriodId, terms: &Terms, sandbox: PaymentSandbox) -> Result<Due> {
    let payable = payable(conn, period, sandbox).await?;
    let sql = format!(
        "SELECT {KIND}, COUNT(*) FROM {BONUSES} {BEFORE} WHERE {UNPAID} AND NOT {IN_PAYOUT} AND {payable} AND {SETTLED}
         GROUP BY 1, 2, 3, 4"
    );
    let query = query_as(AssertSqlSafe(sql)).bind(period).bind(terms.together()).bind(terms.accounts_of_ms);
    let found: Vec<(i64, i64, i64, i64, i64)> = query.fetch_all(conn).await?;
    let mut due = Due { payable, tax_rp_of: HashMap::with_capacity(found.len()), items: 0, gross_rp: 0, tax_rp: 0 };
    for (bonus_rp, gross, tax, has_number, bonuses) in found {
        let transfer =
            terms.withholding.of(bonus_rp, SoFar { gross, tax }, has_number == 1).map_err(Error::internal)?;
        due.items += bonuses;
        due.gross_rp += bonus_rp * bonuses;
        due.tax_rp += transfer.tax * bonuses;
        due.tax_rp_of.insert((bonus_rp, gross, tax, has_number), transfer.tax);
    }
    Ok(due)
}

async fn tell(conn: &mut Conn, period_id: PeriodId, terms: &Terms, due: &Due) -> Result<PayoutPreview> {
    let period = volume::find_period(conn, period_id).await?;
    let period = period.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))?;
    let payable = &due.payable;
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT)
         FROM {BONUSES} WHERE {UNPAID} AND NOT {IN_PAYOUT} AND NOT ({payable} AND {SETTLED})"
    );
    let query = query_as(AssertSqlSafe(sql)).bind(period_id).bind(terms.together()).bind(terms.accounts_of_ms);
    let (left_out, left_out_rp) = query.fetch_one(conn).await?;
    Ok(PayoutPreview {
        period_id,
        period_name: period.name,
        tax_method: terms.method(),
        tax_percent: terms.percent().to_string(),
        tax_month: terms.month,
        items: due.items,
        gross_rp: due.gross_rp,
        tax_rp: due.tax_rp,
        net_rp: due.gross_rp - due.tax_rp,
        left_out,
        left_out_rp,
    })
}

/// Why a bonus cannot be paid now.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LeftOutReason {
    /// The member is suspended.
    Suspended,
    /// The member has named no bank account.
    NoAccount,
    /// The member has changed the bank account, to which nothing is paid for some days.
    NewAccount,
    /// The member has not proven the e-mail address.
    UnverifiedEmail,
    /// Another payout of the member is under way, and the payouts of a month are taxed together.
    Underway,
    /// It comes of orders that were paid in the payment sandbox, without money.
    Sandbox,
}

/// A bonus that cannot be paid now.
#[derive(Debug, Serialize, ToSchema)]
struct LeftOut {
    id: BonusId,
    member_uid: String,
    member_name: String,
    bonus_rp: i64,
    reason: LeftOutReason,
}

/// A page of the bonuses that cannot be paid now.
#[derive(Debug, Serialize, ToSchema)]
struct LeftOuts {
    left_out: Vec<LeftOut>,
    next_cursor: Option<String>,
}

/// The bonuses of a period that a batch would leave out now, and why.
#[utoipa::path(get, path = "/api/admin/payouts/left-out", operation_id = "listLeftOutBonuses",
    responses((status = 200, body = LeftOuts)))]
async fn list_left_out(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(of): Query<OfPeriod>,
    page: Page<1>,
) -> Result<Json<LeftOuts>> {
    #[derive(FromRow)]
    struct Row {
        id: BonusId,
        uid: String,
        name: String,
        bonus_rp: i64,
        suspended_ms: Option<i64>,
        email_unverified_ms: Option<i64>,
        has_account: i64,
        is_held: i64,
        is_settled: i64,
    }
    let mut conn = db.read().await?;
    let terms = Terms::of(&mut conn, clock.now_ms()).await?;
    let payable = payable(&mut conn, of.period_id, sandbox).await?;
    let sql = format!(
        "SELECT b.id, m.uid, m.name, b.bonus_rp, m.suspended_ms, m.email_unverified_ms,
                CASE WHEN m.bank <> '' AND m.bank_account <> '' THEN 1 ELSE 0 END AS has_account,
                CASE WHEN m.bank_changed_ms > $3 THEN 1 ELSE 0 END AS is_held,
                CASE WHEN {SETTLED} THEN 1 ELSE 0 END AS is_settled
         FROM {BONUSES} WHERE {UNPAID} AND NOT {IN_PAYOUT} AND NOT ({payable} AND {SETTLED}) AND b.id > $4
         ORDER BY b.id LIMIT $5"
    );
    let [after] = page.after(i64::MIN);
    let query = query_as(AssertSqlSafe(sql)).bind(of.period_id).bind(terms.together()).bind(terms.accounts_of_ms);
    let query = query.bind(after).bind(page.lookup());
    let mut rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let row = |row: Row| LeftOut {
        id: row.id,
        member_uid: row.uid,
        member_name: row.name,
        bonus_rp: row.bonus_rp,
        reason: match (row.suspended_ms, row.email_unverified_ms, row.has_account, row.is_held, row.is_settled) {
            (Some(_), ..) => LeftOutReason::Suspended,
            (None, Some(_), ..) => LeftOutReason::UnverifiedEmail,
            (None, None, 0, ..) => LeftOutReason::NoAccount,
            (None, None, _, 1, _) => LeftOutReason::NewAccount,
            (None, None, .., 0) => LeftOutReason::Underway,
            (None, None, ..) => LeftOutReason::Sandbox,
        },
    };
    Ok(Json(LeftOuts { left_out: rows.into_iter().map(row).collect(), next_cursor }))
}

/// What is to be prepared, as its preview told.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"period_id": 2, "items": 14, "gross_rp": 3250000, "net_rp": 3168750})))]
struct PrepareRequest {
    /// A calculated period.
    period_id: PeriodId,
    /// How many bonuses were seen.
    #[schema(minimum = 0)]
    items: i64,
    /// What they came to.
    #[schema(minimum = 0)]
    gross_rp: i64,
    /// What was to be transferred.
    #[schema(minimum = 0)]
    net_rp: i64,
}

/// Prepares a batch of all bonuses of a period that can be paid. 409 with the new preview as `current` if they are not
/// those that were seen.
#[utoipa::path(post, path = "/api/admin/payouts", operation_id = "preparePayout", request_body = PrepareRequest,
    responses((status = 201, body = PayoutPage), (status = 404), (status = 409)))]
async fn prepare(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    Confirmed(admin): Confirmed<FINANCE>,
    Body(wanted): Body<PrepareRequest>,
) -> Result<(StatusCode, Json<PayoutPage>)> {
    let now_ms = clock.now_ms();
    // Who loses patience with a large batch stops waiting for it, not the work.
    let page = detached(async move { prepare_batch(&db, sandbox, &admin.0, &wanted, now_ms).await }).await??;
    Ok((StatusCode::CREATED, Json(page)))
}

async fn prepare_batch(
    db: &Db,
    sandbox: PaymentSandbox,
    by: &Member,
    wanted: &PrepareRequest,
    now_ms: i64,
) -> Result<PayoutPage> {
    let mut snapshot = db.snapshot().await?;
    let terms = Terms::of(&mut snapshot, now_ms).await?;
    let due = due(&mut snapshot, wanted.period_id, &terms, sandbox).await?;
    let preview = tell(&mut snapshot, wanted.period_id, &terms, &due).await?;
    if (preview.items, preview.gross_rp, preview.net_rp) != (wanted.items, wanted.gross_rp, wanted.net_rp) {
        let message = "Bonus yang dapat dibayar berubah sejak Anda melihatnya. Periksa lagi sebelum menyiapkan.";
        return Err(Error::conflict(Code::EditConflict, message).with("current", preview));
    }
    if due.items == 0 {
        let message = "Tidak ada bonus periode ini yang dapat disiapkan.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let bonuses = bonuses(&mut snapshot, wanted.period_id, &terms, &due).await?;
    snapshot.rollback().await?;
    let begun = begin(db, &preview, &terms, by.id, now_ms).await?;
    let id = match begun {
        Some(id) if write(db, id, wanted.period_id, &terms, &due, &bonuses).await? => id,
        _ => {
            let message = "Bonus periode ini baru saja disiapkan atau diubah oleh pengelola lain. Periksa lagi.";
            return Err(Error::conflict(Code::MoveRefused, message));
        }
    };
    page_of(&mut *db.read().await?, id, by.id).await
}

/// Finishes the batches that a server has begun and not finished, because it was killed meanwhile; what cannot be written
/// any more as it was begun is given up.
///
/// # Errors
/// The database fails, or what the tax is worked out by makes no sense.
pub async fn finish_begun(db: &Db, sandbox: PaymentSandbox, now_ms: i64) -> Result<()> {
    let sql = "SELECT id, period_id, prepared_ms FROM payout_batches WHERE begun_ms < $1 ORDER BY id";
    let begun: Vec<(PayoutId, PeriodId, i64)> =
        query_as(sql).bind(now_ms - OVERDUE_MS).fetch_all(&mut *db.read().await?).await?;
    for (id, period, prepared_ms) in begun {
        tracing::warn!(payout = id.0, "a payout that was begun is finished");
        let mut snapshot = db.snapshot().await?;
        let terms = Terms::of(&mut snapshot, prepared_ms).await?;
        let due = due(&mut snapshot, period, &terms, sandbox).await?;
        let bonuses = bonuses(&mut snapshot, period, &terms, &due).await?;
        snapshot.rollback().await?;
        write(db, id, period, &terms, &due, &bonuses).await?;
    }
    Ok(())
}

/// The bonuses that are due, the largest first.
async fn bonuses(
    conn: &mut Conn,
    period: PeriodId,
    terms: &Terms,
    Due { payable, .. }: &Due,
) -> sqlx::Result<Vec<(BonusId, Kind)>> {
    let sql = format!(
        "SELECT b.id, {KIND} FROM {BONUSES} {BEFORE} WHERE {UNPAID} AND NOT {IN_PAYOUT} AND {payable} AND {SETTLED}
         ORDER BY b.bonus_rp DESC, b.id"
    );
    let query = query_as(AssertSqlSafe(sql)).bind(period).bind(terms.together()).bind(terms.accounts_of_ms);
    let found: Vec<(BonusId, i64, i64, i64, i64)> = query.fetch_all(conn).await?;
    Ok(found.into_iter().map(|(id, bonus_rp, gross, tax, number)| (id, (bonus_rp, gross, tax, number))).collect())
}

/// Begins a batch that nobody sees yet; `None` while another one is being written.
async fn begin(
    db: &Db,
    preview: &PayoutPreview,
    terms: &Terms,
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<Option<PayoutId>> {
    let mut tx = db.write().await?;
    leases::take_turn(&mut tx, TURN).await?;
    let sql = "INSERT INTO payout_batches (period_id, state, tax_percent, items, gross_rp, tax_rp, net_rp, prepared_by,
                                           prepared_ms, tax_method, tax_month, begun_ms)
               SELECT $1, 'prepared', $2, $3, $4, $5, $6, $7, $8, $9, $10, $8
               WHERE NOT EXISTS (SELECT id FROM payout_batches WHERE begun_ms IS NOT NULL) RETURNING id";
    let id = query_scalar(sql)
        .bind(preview.period_id)
        .bind(DecimalText(terms.percent()))
        .bind(preview.items)
        .bind(preview.gross_rp)
        .bind(preview.tax_rp)
        .bind(preview.net_rp)
        .bind(by)
        .bind(now_ms)
        .bind(Text(terms.method()))
        .bind(terms.month)
        .fetch_optional(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(id)
}

/// Writes the items of a batch that was begun and are not there yet, a few at a time, and shows it; false if they are not
/// what the batch says, because someone else was quicker, and it was given up.
async fn write(
    db: &Db,
    batch: PayoutId,
    period: PeriodId,
    terms: &Terms,
    due: &Due,
    bonuses: &[(BonusId, Kind)],
) -> Result<bool> {
    for some in bonuses.chunks(AT_ONCE) {
        let mut tx = db.write().await?;
        leases::take_turn(&mut tx, TURN).await?;
        release(&mut tx, some).await?;
        insert_items(&mut tx, batch, period, terms, due, some).await?;
        tx.commit().await?;
    }
    let whole = finish(db, batch).await?;
    if !whole {
        give_up(db, batch).await?;
    }
    Ok(whole)
}

/// Takes bonuses out of the batches that they were in and that were given up.
async fn release(conn: &mut Conn, bonuses: &[(BonusId, Kind)]) -> sqlx::Result<()> {
    let sql = format!(
        "UPDATE payout_items SET cancelled_ms = (SELECT b.cancelled_ms FROM payout_batches b WHERE b.id = batch_id)
         WHERE cancelled_ms IS NULL AND bonus_id IN ({})
           AND (SELECT b.state FROM payout_batches b WHERE b.id = batch_id) = 'cancelled'",
        placeholders(1, bonuses.len())
    );
    let query = bonuses.iter().fold(query(AssertSqlSafe(sql)), |query, (bonus, _)| query.bind(*bonus));
    query.execute(conn).await?;
    Ok(())
}

/// Keeps items of a batch, if their bonuses are still as they were.
async fn insert_items(
    conn: &mut Conn,
    batch: PayoutId,
    period: PeriodId,
    terms: &Terms,
    Due { payable, tax_rp_of, .. }: &Due,
    bonuses: &[(BonusId, Kind)],
) -> sqlx::Result<()> {
    // The bonuses are $5 to $10 and so on; CROSS JOIN holds SQLite to looking each of them up.
    let row = |place: usize| (5..11).map(|n| format!("${}", 6 * place + n)).collect::<Vec<_>>().join(", ");
    let values = (0..bonuses.len()).map(|place| format!("({})", row(place))).collect::<Vec<_>>().join(",");
    let sql = format!(
        "INSERT INTO payout_items (batch_id, bonus_id, member_id, gross_rp, tax_rp, net_rp, bank, bank_account,
                                   name, search_text)
         SELECT o.id, b.id, b.member_id, b.bonus_rp, t.column6, b.bonus_rp - t.column6, m.bank, m.bank_account,
                m.name, m.search_text || ' ' || m.bank_account
         FROM (VALUES {values}) AS t CROSS JOIN {BONUSES}
         JOIN payout_batches o ON o.id = $4 AND o.begun_ms IS NOT NULL {BEFORE}
         WHERE {UNPAID} AND NOT {IN_PAYOUT} AND {payable} AND {SETTLED} AND b.id = t.column1
           AND ({KIND}) = (t.column2, t.column3, t.column4, t.column5)
         ORDER BY b.bonus_rp DESC, b.id"
    );
    let mut query =
        query(AssertSqlSafe(sql)).bind(period).bind(terms.together()).bind(terms.accounts_of_ms).bind(batch);
    for (bonus, kind) in bonuses {
        let (bonus_rp, gross, tax, has_number) = *kind;
        let tax_rp = tax_rp_of.get(kind).copied().unwrap_or_default();
        query = query.bind(*bonus).bind(bonus_rp).bind(gross).bind(tax).bind(has_number).bind(tax_rp);
    }
    query.execute(conn).await?;
    Ok(())
}

/// Shows a batch that was begun, if all of its items are there; whether it is shown.
async fn finish(db: &Db, batch: PayoutId) -> Result<bool> {
    let mut tx = db.write().await?;
    leases::take_turn(&mut tx, TURN).await?;
    let sql = "UPDATE payout_batches SET begun_ms = NULL
               WHERE id = $1 AND begun_ms IS NOT NULL
                 AND EXISTS (SELECT i.items FROM (SELECT COUNT(*) AS items, SUM(gross_rp) AS gross_rp, SUM(tax_rp) AS tax_rp
                                                  FROM payout_items WHERE batch_id = $1) i
                             WHERE i.items = payout_batches.items AND i.gross_rp = payout_batches.gross_rp
                               AND i.tax_rp = payout_batches.tax_rp)";
    let is_first = query(sql).bind(batch).execute(&mut *tx).await?.rows_affected() == 1;
    let sql = "SELECT m.id, m.email FROM payout_batches b JOIN members m ON m.id = b.prepared_by
               WHERE b.id = $1 AND b.begun_ms IS NULL";
    let prepared_by: Option<(MemberId, String)> = query_as(sql).bind(batch).fetch_optional(&mut *tx).await?;
    let Some((id, email)) = prepared_by else { return Ok(false) };
    if is_first {
        let row = find(&mut tx, batch).await?;
        let (at_ms, change) =
            (row.prepared_ms, Change::new("prepare", Subject::Payout, batch, Value::Null, row.logged()));
        audit::record(&mut tx, &Member { id, email }, at_ms, change).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Leaves nothing of a batch that was begun.
async fn give_up(db: &Db, batch: PayoutId) -> sqlx::Result<()> {
    loop {
        let mut tx = db.write().await?;
        leases::take_turn(&mut tx, TURN).await?;
        let sql = "DELETE FROM payout_items
                   WHERE id IN (SELECT i.id FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
                                WHERE i.batch_id = $1 AND b.begun_ms IS NOT NULL ORDER BY i.id LIMIT $2)";
        let limit = i64::try_from(AT_ONCE).unwrap_or(i64::MAX);
        let gone = query(sql).bind(batch).bind(limit).execute(&mut *tx).await?.rows_affected();
        if gone == 0 {
            let sql = "DELETE FROM payout_batches WHERE id = $1 AND begun_ms IS NOT NULL";
            query(sql).bind(batch).execute(&mut *tx).await?;
            return tx.commit().await;
        }
        tx.commit().await?;
    }
}
