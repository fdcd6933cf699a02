//! Steps of a payout after its preparation: approval by another administrator, then payment; or cancellation before
//! that.
//!
//! However large the payout is, each step changes one row. The consequences for its bonuses are read from that row, for
//! all of them at once.

use axum::{Json, extract::State};
use ksmart_core::{fields::FieldError, text};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Conn, Db, TextEnum},
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    storage,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    factors,
    outbox::{Kind, batches},
    roles::{Confirmed, FINANCE},
    tokens::Member,
};
use serde::Deserialize;
use serde_json::json;
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        candidates::holds_sandbox,
        payout::{PayoutId, PayoutPage, PayoutState, Row, find, page_of},
        slips,
    },
};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 300;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(approve)).routes(routes!(cancel)).routes(routes!(pay))
}

/// Version of a payout on which a step is based.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 1})))]
struct PayoutVersion {
    /// The version that was read.
    version: i64,
}

/// Approves a payout that another administrator has prepared; its preparer may not approve it, whatever their role.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/approve", operation_id = "approvePayout",
        request_body = PayoutVersion,
    responses((status = 200, body = PayoutPage), (status = 409)))]
async fn approve(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(id): Path<PayoutId>,
    Body(PayoutVersion { version }): Body<PayoutVersion>,
) -> Result<Json<PayoutPage>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    must_be_money(&mut tx, id, sandbox).await?;
    if before.prepared_by == admin.0.id && before.state.0 == PayoutState::Prepared {
        let message = "Pembayaran ini Anda siapkan sendiri. Mintalah pengelola lain untuk menyetujuinya.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    factors::must_be_settled(&mut tx, admin.0.id, now_ms).await?;
    let sql = "UPDATE payout_batches SET state = 'approved', approved_by = $3, approved_ms = $4, version = version + 1
               WHERE id = $1 AND version = $2 AND state = 'prepared' AND prepared_by <> $3";
    let query = query(sql).bind(id).bind(version).bind(admin.0.id).bind(now_ms);
    let written = query.execute(&mut *tx).await?.rows_affected();
    let step = Step { by: &admin.0, action: "approve", before, version, now_ms, more: json!({}) };
    let page = step.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Reason for cancelling a payout.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Nomor rekening salah.", "version": 1})))]
struct PayoutCancellation {
    /// Text of up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
    /// The version that was read.
    version: i64,
}

/// Cancels a payout that is not paid; its bonuses can be prepared again.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/cancel", operation_id = "cancelPayout",
        request_body = PayoutCancellation,
    responses((status = 200, body = PayoutPage), (status = 409)))]
async fn cancel(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(id): Path<PayoutId>,
    Body(PayoutCancellation { reason, version }): Body<PayoutCancellation>,
) -> Result<Json<PayoutPage>> {
    let reason = reason_of(&reason)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let sql = "UPDATE payout_batches
               SET state = 'cancelled', cancelled_by = $3, cancelled_ms = $4, cancel_reason = $5, version = version + 1
               WHERE id = $1 AND version = $2 AND state IN ('prepared', 'approved')";
    let update = query(sql).bind(id).bind(version).bind(admin.0.id).bind(now_ms).bind(&reason);
    let written = update.execute(&mut *tx).await?.rows_affected();
    let more = json!({"reason": reason});
    let step = Step { by: &admin.0, action: "cancel", before, version, now_ms, more };
    let page = step.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Returns a reason in its stored form; refuses one that is empty or too long.
pub(super) fn reason_of(typed: &str) -> Result<String> {
    let reason = text::tidy(typed);
    let wrong = |code, message: &str| Error::from(vec![FieldError::new("reason", code, message)]);
    if reason.is_empty() {
        return Err(wrong("required", "Tuliskan alasannya."));
    }
    if reason.chars().count() > MAX_REASON {
        return Err(wrong("too_long", "Alasan maksimal 300 karakter."));
    }
    Ok(reason)
}

/// Proof that a payout was transferred.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"proof_picture": "proofs/a1b2c3d4.webp", "version": 2})))]
struct PayoutProof {
    /// Picture uploaded into `proofs`, for the office only.
    #[schema(max_length = 200, pattern = r"^proofs/[A-Za-z0-9_-][A-Za-z0-9_.-]*$")]
    proof_picture: String,
    /// The version that was read.
    version: i64,
}

/// Records that an approved payout was transferred: each of its bonuses is now paid, with this proof.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/pay", operation_id = "payPayout", request_body = PayoutProof,
    responses((status = 200, body = PayoutPage), (status = 409)))]
async fn pay(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(id): Path<PayoutId>,
    Body(PayoutProof { proof_picture, version }): Body<PayoutProof>,
) -> Result<Json<PayoutPage>> {
    if storage::check_key(storage::PROOFS, &proof_picture).is_err() {
        let message = "Unggah bukti transfernya lebih dulu.".to_owned();
        return Err(vec![FieldError::new("proof_picture", "required", message)].into());
    }
    let now_ms = clock.now_ms();
    // If the caller stops waiting for a large payout, the work still continues.
    Ok(Json(
        detached(async move { pay_approved(&db, sandbox, &admin.0, id, &proof_picture, version, now_ms).await })
            .await??,
    ))
}

async fn pay_approved(
    db: &Db,
    sandbox: PaymentSandbox,
    by: &Member,
    id: PayoutId,
    proof_picture: &str,
    version: i64,
    now_ms: i64,
) -> Result<PayoutPage> {
    let seen = find(&mut *db.read().await?, id).await?;
    // Slip numbers are assigned beforehand, in small transactions; the slips stay invisible until the payout is paid.
    if seen.state.0 == PayoutState::Approved && seen.version == version {
        slips::give_numbers(db, id, seen.tax_month).await?;
    }
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    must_be_money(&mut tx, id, sandbox).await?;
    let sql = "UPDATE payout_batches
               SET state = 'paid', paid_by = $3, paid_ms = $4, proof_picture = $5, version = version + 1
               WHERE id = $1 AND version = $2 AND state = 'approved'";
    let update = query(sql).bind(id).bind(version).bind(by.id).bind(now_ms).bind(proof_picture);
    let written = update.execute(&mut *tx).await?.rows_affected();
    if written == 1 {
        must_be_unpaid(&mut tx, id).await?;
        batches::begin(&mut tx, Kind::BonusPaid, id.0).await?;
    }
    let more = json!({"proof_picture": proof_picture});
    let page = Step { by, action: "pay", before, version, now_ms, more }.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(page)
}

/// Refuses the payment of a payout if one of its bonuses was paid another way.
async fn must_be_unpaid(conn: &mut Conn, id: PayoutId) -> Result<()> {
    let sql = "SELECT b.id FROM bonuses b JOIN payout_items i ON i.bonus_id = b.id
               WHERE b.period_id IN (SELECT o.period_id FROM payout_periods o WHERE o.batch_id = $1)
                 AND b.paid_ms IS NOT NULL AND i.batch_id = $1 AND i.cancelled_ms IS NULL LIMIT 1";
    let paid: Option<i64> = query_scalar(sql).bind(id).fetch_optional(conn).await?;
    if paid.is_some() {
        let message = "Sebagian bonus di pembayaran ini sudah dibayar. Batalkan pembayaran ini dan siapkan yang baru.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    Ok(())
}

/// Refuses to continue with a payout that comes from payments without money, in a shop that accepts none.
async fn must_be_money(conn: &mut Conn, id: PayoutId, sandbox: PaymentSandbox) -> Result<()> {
    if holds_sandbox(conn, id, sandbox).await? {
        let message =
            "Pembayaran ini berisi bonus dari pesanan yang dibayar di sandbox. Batalkan dan siapkan yang baru.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    Ok(())
}

/// A step of a payout, to be recorded and answered after its row was written.
pub(super) struct Step<'a> {
    pub(super) by: &'a Member,
    pub(super) action: &'a str,
    pub(super) before: Row,
    pub(super) version: i64,
    pub(super) now_ms: i64,
    /// Additional values for the audit log, next to the state.
    pub(super) more: serde_json::Value,
}

impl Step<'_> {
    /// Records the step, and returns the changed payout; fails with the reason if no row was written.
    pub(super) async fn finish(self, conn: &mut Conn, written: u64) -> Result<PayoutPage> {
        let Self { by, action, before, version, now_ms, more } = self;
        let current = page_of(conn, before.id, by.id).await?;
        if written == 0 {
            return Err(if current.payout.version == version {
                Error::conflict(Code::MoveRefused, refusal(action, current.payout.state))
            } else {
                audit::conflict(current, conn, Subject::Payout, before.id).await
            });
        }
        let state = |state: PayoutState| json!({"state": state.text()});
        let (old, mut new) = (state(before.state.0), state(current.payout.state));
        if let (Some(new), Some(more)) = (new.as_object_mut(), more.as_object()) {
            new.extend(more.clone());
        }
        audit::record(conn, by, now_ms, Change::new(action, Subject::Payout, before.id, old, new)).await?;
        Ok(current)
    }
}

/// Explains why a step does not fit a state.
fn refusal(action: &str, state: PayoutState) -> &'static str {
    match (action, state) {
        (_, PayoutState::Paid) => "Pembayaran ini sudah selesai dibayar.",
        (_, PayoutState::Cancelled) => "Pembayaran ini sudah dibatalkan.",
        ("pay" | "fail_transfer", PayoutState::Prepared) => "Pembayaran ini belum disetujui.",
        _ => "Pembayaran ini sudah disetujui.",
    }
}
