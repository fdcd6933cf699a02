//! Preparing a payout: all bonuses of a period that can be paid, as seen in the preview, with the tax withheld.
//!
//! Sales continue during this time. The bonuses to pay are read at a single time. A short transaction begins the
//! payout, its items are written a few at a time, and it is invisible until all of them are written. If the payout no
//! longer matches its beginning, because someone paid or changed something, it is given up. The jobs finish a payout
//! begun by a server that was killed ([`finish_begun`]).

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{BindAll, Conn, Db, DecimalText, Text, placeholders},
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::Body,
    ids::{MemberId, PeriodId},
    leases,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Confirmed, FINANCE},
    tokens::Member,
};
use serde::Deserialize;
use serde_json::Value;
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        candidates::{Candidate, Scope, candidates},
        due::{Due, PayoutPreview},
        payout::{PayoutId, PayoutPage, find, page_of},
        terms::Terms,
    },
};

/// Number of items written at once, slightly exceeded if a member has more. It is small so that sales are not delayed,
/// and because SQLite finds each parameter by searching those before it.
const AT_ONCE: usize = 32;

/// Age at which an unfinished payout counts as abandoned, in milliseconds.
const OVERDUE_MS: i64 = 60_000;

/// Lock for writing items or slip numbers: of two payouts of a month, the second sees the first, even if they are of
/// different periods.
pub(super) const LOCK: &str = "payouts";

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(prepare))
}

/// Payout to prepare, with the figures that its preview showed.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"period_id": 2, "items": 14, "gross_rp": 3250000, "net_rp": 3168750})))]
struct PrepareRequest {
    /// A calculated period.
    period_id: PeriodId,
    /// Uid of the single member to pay, regardless of the minimum amount; without it, all payable members are paid.
    #[schema(max_length = 40)]
    member_uid: Option<String>,
    /// Number of bonuses in the preview.
    #[schema(minimum = 0)]
    items: i64,
    /// Sum of these bonuses before tax, rupiah.
    #[schema(minimum = 0)]
    gross_rp: i64,
    /// Sum to be transferred, rupiah.
    #[schema(minimum = 0)]
    net_rp: i64,
}

/// Prepares a payout of all bonuses of a period that can be paid. Returns 409 with the new preview as `current` if they
/// differ from the bonuses that were seen.
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
    // If the caller stops waiting for a large payout, the work still continues.
    let page = detached(async move { prepare_payout(&db, sandbox, &admin.0, &wanted, now_ms).await }).await??;
    Ok((StatusCode::CREATED, Json(page)))
}

async fn prepare_payout(
    db: &Db,
    sandbox: PaymentSandbox,
    by: &Member,
    wanted: &PrepareRequest,
    now_ms: i64,
) -> Result<PayoutPage> {
    let mut snapshot = db.snapshot().await?;
    let terms = Terms::of(&mut snapshot, now_ms, wanted.member_uid.as_deref()).await?;
    let due = Due::of(&mut snapshot, wanted.period_id, &terms, sandbox).await?;
    let preview = due.preview(&mut snapshot, &terms).await?;
    if (preview.items, preview.gross_rp, preview.net_rp) != (wanted.items, wanted.gross_rp, wanted.net_rp) {
        let message = "Bonus yang dapat dibayar berubah sejak Anda melihatnya. Periksa lagi sebelum menyiapkan.";
        return Err(Error::conflict(Code::EditConflict, message).with("current", preview));
    }
    if due.transfers.is_empty() {
        let message = "Tidak ada bonus periode ini yang dapat disiapkan.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    snapshot.rollback().await?;
    let begun = begin(db, &preview, &terms, &due, by.id, now_ms).await?;
    let id = match begun {
        Some(id) if write(db, id, &due).await? => id,
        _ => {
            let message = "Bonus periode ini baru saja disiapkan atau diubah oleh pengelola lain. Periksa lagi.";
            return Err(Error::conflict(Code::MoveRefused, message));
        }
    };
    page_of(&mut *db.read().await?, id, by.id).await
}

/// Finishes the payouts that a server began but did not finish because it was killed. A payout that can no longer be
/// written as it was begun is given up.
///
/// # Errors
/// Settings or rules of the tax are invalid.
pub async fn finish_begun(db: &Db, sandbox: PaymentSandbox, now_ms: i64) -> Result<()> {
    let sql = "SELECT b.id, b.period_id, b.prepared_ms, m.uid FROM payout_batches b
               LEFT JOIN members m ON m.id = b.only_member_id WHERE b.begun_ms < $1 ORDER BY b.id";
    let begun: Vec<(PayoutId, PeriodId, i64, Option<String>)> =
        query_as(sql).bind(now_ms - OVERDUE_MS).fetch_all(&mut *db.read().await?).await?;
    for (id, period, prepared_ms, uid) in begun {
        tracing::warn!(payout = id.0, "a payout that was begun is finished");
        let mut snapshot = db.snapshot().await?;
        let terms = Terms::of(&mut snapshot, prepared_ms, uid.as_deref()).await?;
        let due = Due::of(&mut snapshot, period, &terms, sandbox).await?;
        snapshot.rollback().await?;
        write(db, id, &due).await?;
    }
    Ok(())
}

/// Begins a payout that is still invisible; `None` while another one is being written.
async fn begin(
    db: &Db,
    preview: &PayoutPreview,
    terms: &Terms,
    due: &Due,
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<Option<PayoutId>> {
    let mut tx = db.write().await?;
    leases::lock(&mut tx, LOCK).await?;
    let sql = "INSERT INTO payout_batches (period_id, state, tax_percent, items, gross_rp, tax_rp, net_rp, prepared_by,
                                           prepared_ms, tax_method, tax_month, only_member_id, begun_ms)
               SELECT $1, 'prepared', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $8
               WHERE NOT EXISTS (SELECT id FROM payout_batches WHERE begun_ms IS NOT NULL) RETURNING id";
    let id: Option<PayoutId> = query_scalar(sql)
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
        .bind(due.scope.member)
        .fetch_optional(&mut *tx)
        .await?;
    if let Some(id) = id {
        let sql =
            "INSERT INTO payout_periods (batch_id, period_id, items, gross_rp, tax_rp) VALUES ($1, $2, $3, $4, $5)";
        for (period, of) in &due.periods {
            let insert = query(sql).bind(id).bind(*period).bind(of.items).bind(of.gross_rp).bind(of.tax_rp);
            insert.execute(&mut *tx).await?;
        }
    }
    tx.commit().await?;
    Ok(id)
}

/// Writes the missing items of a payout that was begun, and makes the payout visible. It writes a few items at a time,
/// and those of a member together. Returns false if the items do not match the payout, because someone else was faster;
/// the payout is then given up.
async fn write(db: &Db, batch: PayoutId, due: &Due) -> Result<bool> {
    let mut transfers = due.transfers.iter().peekable();
    while transfers.peek().is_some() {
        let mut some: Vec<&Candidate> = Vec::with_capacity(AT_ONCE);
        while let Some(transfer) = transfers.next_if(|_| some.len() < AT_ONCE) {
            some.extend(transfer);
        }
        let mut tx = db.write().await?;
        leases::lock(&mut tx, LOCK).await?;
        release(&mut tx, &some).await?;
        insert_items(&mut tx, batch, due.scope, &some).await?;
        tx.commit().await?;
    }
    let whole = finish(db, batch).await?;
    if !whole {
        give_up(db, batch).await?;
    }
    Ok(whole)
}

/// Releases bonuses from the cancelled payouts that they were in.
async fn release(conn: &mut Conn, bonuses: &[&Candidate]) -> sqlx::Result<()> {
    let sql = format!(
        "UPDATE payout_items SET cancelled_ms = (SELECT b.cancelled_ms FROM payout_batches b WHERE b.id = batch_id)
         WHERE cancelled_ms IS NULL AND bonus_id IN ({})
           AND (SELECT b.state FROM payout_batches b WHERE b.id = batch_id) = 'cancelled'",
        placeholders(1, bonuses.len())
    );
    let query = query(AssertSqlSafe(sql)).bind_all(bonuses.iter().map(|bonus| bonus.id));
    query.execute(conn).await?;
    Ok(())
}

/// Inserts items of a payout, if their bonuses can still be paid and are unchanged.
async fn insert_items(conn: &mut Conn, batch: PayoutId, scope: Scope, bonuses: &[&Candidate]) -> sqlx::Result<()> {
    // The bonuses are $8 to $14 and so on; CROSS JOIN forces SQLite to look up each of them.
    let row = |row: usize| format!("({})", placeholders(8 + 7 * row, 7));
    let values = (0..bonuses.len()).map(row).collect::<Vec<_>>().join(",");
    let candidates = candidates();
    let sql = format!(
        "INSERT INTO payout_items (batch_id, bonus_id, member_id, gross_rp, tax_rp, net_rp, bank, bank_account,
                                   name, search_text)
         SELECT o.id, c.id, c.member_id, c.bonus_rp, t.column6, c.bonus_rp - t.column6, m.bank, m.bank_account,
                m.name, m.search_text || ' ' || m.bank_account
         FROM (VALUES {values}) AS t CROSS JOIN ({candidates}) c JOIN members m ON m.id = c.member_id
         JOIN payout_batches o ON o.id = $7 AND o.begun_ms IS NOT NULL
         WHERE c.id = t.column1 AND c.hold_reason IS NULL
           AND (c.bonus_rp, c.before_gross_rp, c.before_tax_rp, c.has_number)
               = (t.column2, t.column3, t.column4, t.column5)
         ORDER BY t.column7"
    );
    let mut query = scope.bind(query(AssertSqlSafe(sql))).bind(batch);
    for (row, bonus) in (0_i64..).zip(bonuses) {
        query = query.bind(bonus.id).bind(bonus.bonus_rp).bind(bonus.before_gross_rp).bind(bonus.before_tax_rp);
        query = query.bind(bonus.has_number).bind(bonus.tax_rp).bind(row);
    }
    query.execute(conn).await?;
    Ok(())
}

/// Makes a payout that was begun visible, if all of its items are written; returns whether it is visible.
async fn finish(db: &Db, batch: PayoutId) -> Result<bool> {
    let mut tx = db.write().await?;
    leases::lock(&mut tx, LOCK).await?;
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

/// Deletes an unfinished payout with its items, a few at a time.
async fn give_up(db: &Db, batch: PayoutId) -> sqlx::Result<()> {
    loop {
        let mut tx = db.write().await?;
        leases::lock(&mut tx, LOCK).await?;
        let sql = "DELETE FROM payout_items
                   WHERE id IN (SELECT i.id FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
                                WHERE i.batch_id = $1 AND b.begun_ms IS NOT NULL ORDER BY i.id LIMIT $2)";
        let limit = i64::try_from(AT_ONCE).unwrap_or(i64::MAX);
        let gone = query(sql).bind(batch).bind(limit).execute(&mut *tx).await?.rows_affected();
        if gone == 0 {
            let sql = "DELETE FROM payout_periods WHERE batch_id IN
                         (SELECT id FROM payout_batches WHERE id = $1 AND begun_ms IS NOT NULL)";
            query(sql).bind(batch).execute(&mut *tx).await?;
            let sql = "DELETE FROM payout_batches WHERE id = $1 AND begun_ms IS NOT NULL";
            query(sql).bind(batch).execute(&mut *tx).await?;
            return tx.commit().await;
        }
        tx.commit().await?;
    }
}
