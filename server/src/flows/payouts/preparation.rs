//! Preparing a batch: all that can be paid of a period, as it was looked at, with the tax withheld.

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::bonus::{Transfer, read_percent, withhold};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::payouts::payout::{PayoutId, PayoutPage, page_of},
    foundation::{
        config::PaymentSandbox,
        db::{Conn, Db, DecimalText, is_duplicate},
        detached::detached,
        document::routes,
        error::{Code, Error, Result},
        extract::{Body, Query},
        ids::{MemberId, PeriodId},
        page::Page,
        time::Clock,
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, FINANCE},
        sessions::Sessions,
        settings,
        tokens::Member,
    },
    members::{bonuses::BonusId, volume},
};

/// The setting that says how much tax is withheld from a bonus, percent.
const TAX_SETTING: &str = "payout_tax_percent";

/// The tax of a shop that says nothing of it: 2.5 percent.
const DEFAULT_TAX: Decimal = Decimal::from_parts(25, 0, 0, false, 1);

/// How many amounts are written in one statement: few, because SQLite looks each parameter up by walking along those
/// before it.
const AMOUNTS: usize = 64;

/// Bonuses of a calculated period that are neither paid nor in a batch, with the member; `m` may be anyone.
const UNPAID: &str = "FROM bonuses b JOIN members m ON m.id = b.member_id
    WHERE b.period_id = $1 AND b.paid_ms IS NULL
      AND EXISTS (SELECT p.id FROM bv_periods p WHERE p.id = $1 AND p.calculated_ms IS NOT NULL)
      AND NOT EXISTS (SELECT i.id FROM payout_items i WHERE i.bonus_id = b.id AND i.cancelled_ms IS NULL)";

/// Whom a bonus can be transferred to: not suspended, with a bank account.
const PAYABLE: &str = "m.suspended_ms IS NULL AND m.bank <> '' AND m.bank_account <> ''";

/// The same in a shop that takes no payments without money: nor may any of its lines come of such.
const PAYABLE_FOR_MONEY: &str = "m.suspended_ms IS NULL AND m.bank <> '' AND m.bank_account <> ''
    AND NOT EXISTS (SELECT l.id FROM bonus_lines l WHERE l.bonus_id = b.id AND l.source_member_id IN
          (SELECT e.member_id FROM payments p JOIN bv_entries e ON e.order_id = p.order_id
           WHERE p.sandbox_paid_ms IS NOT NULL AND e.period_id = $1 GROUP BY e.member_id HAVING SUM(e.points) <> 0))";

/// Which bonuses of a period can be transferred, in SQL.
async fn payable(conn: &mut Conn, period: PeriodId, sandbox: PaymentSandbox) -> sqlx::Result<&'static str> {
    if sandbox == PaymentSandbox::On {
        return Ok(PAYABLE);
    }
    // Mostly there are none, and no bonus has to be looked at line by line.
    let sql = "SELECT p.order_id FROM payments p JOIN bv_entries e ON e.order_id = p.order_id
               WHERE p.sandbox_paid_ms IS NOT NULL AND e.period_id = $1 LIMIT 1";
    let found: Option<i64> = query_scalar(sql).bind(period).fetch_optional(conn).await?;
    Ok(if found.is_some() { PAYABLE_FOR_MONEY } else { PAYABLE })
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
    if payable(conn, period, sandbox).await? == PAYABLE {
        return Ok(false);
    }
    let sql = "SELECT i.id FROM payout_items i JOIN bonus_lines l ON l.bonus_id = i.bonus_id
               WHERE i.batch_id = $2 AND l.source_member_id IN
                 (SELECT e.member_id FROM payments p JOIN bv_entries e ON e.order_id = p.order_id
                  WHERE p.sandbox_paid_ms IS NOT NULL AND e.period_id = $1 GROUP BY e.member_id HAVING SUM(e.points) <> 0)
               LIMIT 1";
    let found: Option<i64> = query_scalar(sql).bind(period).bind(batch).fetch_optional(conn).await?;
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
    OpenApiRouter::new().routes(routes!(preview)).routes(routes!(list_left_out)).routes(routes!(prepare))
}

/// What a batch of a period would hold now.
#[derive(Debug, Serialize, ToSchema)]
struct PayoutPreview {
    period_id: PeriodId,
    period_name: String,
    /// The tax that would be withheld, percent, decimal text.
    tax_percent: String,
    /// How many bonuses.
    items: i64,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    /// Bonuses that cannot be paid now: of members who are suspended, or without a bank account.
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
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(of): Query<OfPeriod>,
) -> Result<Json<PayoutPreview>> {
    let mut conn = db.read().await?;
    let tax = tax_percent(&mut conn).await?;
    let due = due(&mut conn, of.period_id, tax, sandbox).await?;
    Ok(Json(tell(&mut conn, of.period_id, tax, &due).await?))
}

/// The tax that the shop withholds, percent.
async fn tax_percent(conn: &mut Conn) -> Result<Decimal> {
    let Some(kept) = settings::get(conn, TAX_SETTING).await? else { return Ok(DEFAULT_TAX) };
    read_percent(&kept).map(|percent| percent.normalize()).ok_or_else(|| {
        let message = "Pajak bonus di Pengaturan bukan persen antara 0 dan 100. Perbaiki dulu.";
        Error::conflict(Code::MoveRefused, message)
    })
}

/// What a batch would hold: bonuses of the same amount have the same tax, so it is worked out once for each.
struct Due {
    /// Which bonuses, in SQL.
    payable: &'static str,
    /// What is withheld of each amount that there is, largest first.
    amounts: Vec<(i64, Transfer)>,
    items: i64,
    gross_rp: i64,
    tax_rp: i64,
}

async fn due(conn: &mut Conn, period: PeriodId, tax: Decimal, sandbox: PaymentSandbox) -> Result<Due> {
    let payable = payable(conn, period, sandbox).await?;
    let sql =
        format!("SELECT b.bonus_rp, COUNT(*) {UNPAID} AND {payable} GROUP BY b.bonus_rp ORDER BY b.bonus_rp DESC");
    let found: Vec<(i64, i64)> = query_as(AssertSqlSafe(sql)).bind(period).fetch_all(conn).await?;
    let mut due = Due { payable, amounts: Vec::with_capacity(found.len()), items: 0, gross_rp: 0, tax_rp: 0 };
    for (bonus_rp, bonuses) in found {
        let transfer = withhold(bonus_rp, tax).map_err(Error::internal)?;
        due.items += bonuses;
        due.gross_rp += bonus_rp * bonuses;
        due.tax_rp += transfer.tax * bonuses;
        due.amounts.push((bonus_rp, transfer));
    }
    Ok(due)
}

async fn tell(conn: &mut Conn, period_id: PeriodId, tax: Decimal, due: &Due) -> Result<PayoutPreview> {
    let period = volume::find_period(conn, period_id).await?;
    let period = period.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))?;
    let payable = due.payable;
    let sql = format!("SELECT COUNT(*), CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT) {UNPAID} AND NOT ({payable})");
    let (left_out, left_out_rp) = query_as(AssertSqlSafe(sql)).bind(period_id).fetch_one(conn).await?;
    Ok(PayoutPreview {
        period_id,
        period_name: period.name,
        tax_percent: tax.to_string(),
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
        has_account: i64,
    }
    let mut conn = db.read().await?;
    let payable = payable(&mut conn, of.period_id, sandbox).await?;
    let sql = format!(
        "SELECT b.id, m.uid, m.name, b.bonus_rp, m.suspended_ms,
                CASE WHEN m.bank <> '' AND m.bank_account <> '' THEN 1 ELSE 0 END AS has_account
         {UNPAID} AND NOT ({payable}) AND b.id > $2
         ORDER BY b.id LIMIT $3"
    );
    let [after] = page.after(i64::MIN);
    let query = query_as(AssertSqlSafe(sql)).bind(of.period_id).bind(after).bind(page.lookup());
    let mut rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let row = |row: Row| LeftOut {
        id: row.id,
        member_uid: row.uid,
        member_name: row.name,
        bonus_rp: row.bonus_rp,
        reason: match (row.suspended_ms, row.has_account) {
            (Some(_), _) => LeftOutReason::Suspended,
            (None, 0) => LeftOutReason::NoAccount,
            (None, _) => LeftOutReason::Sandbox,
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
    admin: Admin<FINANCE>,
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
    let mut tx = db.write_at_length().await?;
    let tax = tax_percent(&mut tx).await?;
    let due = due(&mut tx, wanted.period_id, tax, sandbox).await?;
    let preview = tell(&mut tx, wanted.period_id, tax, &due).await?;
    if (preview.items, preview.gross_rp, preview.net_rp) != (wanted.items, wanted.gross_rp, wanted.net_rp) {
        let message = "Bonus yang dapat dibayar berubah sejak Anda melihatnya. Periksa lagi sebelum menyiapkan.";
        return Err(Error::conflict(Code::EditConflict, message).with("current", preview));
    }
    if due.items == 0 {
        let message = "Tidak ada bonus periode ini yang dapat disiapkan.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let written = async {
        let id = insert(&mut tx, &preview, tax, by.id, now_ms).await?;
        let whole = insert_items(&mut tx, id, wanted.period_id, &due).await?;
        Ok::<_, sqlx::Error>((id, whole))
    };
    let taken = || {
        let message = "Bonus periode ini baru saja disiapkan atau diubah oleh pengelola lain. Periksa lagi.";
        Error::conflict(Code::MoveRefused, message)
    };
    let written = written.await.map_err(|error| if is_duplicate(&error) { taken() } else { error.into() });
    let (id, whole) = written?;
    if !whole {
        return Err(taken());
    }
    let after = json!({
        "state": "prepared", "period": preview.period_name, "items": preview.items, "gross_rp": preview.gross_rp,
        "tax_percent": preview.tax_percent, "tax_rp": preview.tax_rp, "net_rp": preview.net_rp,
    });
    let change = Change::new("prepare", Subject::Payout, id, serde_json::Value::Null, after);
    audit::record(&mut tx, by, now_ms, change).await?;
    let page = page_of(&mut tx, id, by.id).await?;
    tx.commit().await?;
    Ok(page)
}

async fn insert(
    conn: &mut Conn,
    preview: &PayoutPreview,
    tax: Decimal,
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<PayoutId> {
    let sql = "INSERT INTO payout_batches (period_id, state, tax_percent, items, gross_rp, tax_rp, net_rp, prepared_by,
                                           prepared_ms)
               VALUES ($1, 'prepared', $2, $3, $4, $5, $6, $7, $8) RETURNING id";
    query_scalar(sql)
        .bind(preview.period_id)
        .bind(DecimalText(tax))
        .bind(preview.items)
        .bind(preview.gross_rp)
        .bind(preview.tax_rp)
        .bind(preview.net_rp)
        .bind(by)
        .bind(now_ms)
        .fetch_one(conn)
        .await
}

/// Keeps the items of a batch, those of the largest bonuses first; false if they are not what the batch says, because
/// someone else was quicker.
async fn insert_items(conn: &mut Conn, batch: PayoutId, period: PeriodId, due: &Due) -> sqlx::Result<bool> {
    let payable = due.payable;
    for amounts in due.amounts.chunks(AMOUNTS) {
        // The amounts are $3, $4 and so on; CROSS JOIN holds SQLite to looking each of them up.
        let values: Vec<String> = (0..amounts.len()).map(|n| format!("(${}, ${})", 2 * n + 3, 2 * n + 4)).collect();
        let from =
            UNPAID.replace("FROM bonuses b", &format!("FROM (VALUES {}) AS t CROSS JOIN bonuses b", values.join(",")));
        let sql = format!(
            "INSERT INTO payout_items (batch_id, bonus_id, member_id, gross_rp, tax_rp, net_rp, bank, bank_account,
                                       name, search_text)
             SELECT $2, b.id, b.member_id, b.bonus_rp, t.column2, b.bonus_rp - t.column2, m.bank, m.bank_account,
                    m.name, m.search_text || ' ' || m.bank_account
             {from} AND {payable} AND b.bonus_rp = t.column1 ORDER BY b.bonus_rp DESC, b.id"
        );
        let mut query = query(AssertSqlSafe(sql)).bind(period).bind(batch);
        for (bonus_rp, transfer) in amounts {
            query = query.bind(*bonus_rp).bind(transfer.tax);
        }
        query.execute(&mut *conn).await?;
    }
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(gross_rp), 0) AS BIGINT), CAST(COALESCE(SUM(tax_rp), 0) AS BIGINT)
               FROM payout_items WHERE batch_id = $1";
    let kept: (i64, i64, i64) = query_as(sql).bind(batch).fetch_one(conn).await?;
    Ok(kept == (due.items, due.gross_rp, due.tax_rp))
}
