//! Refund of a return: through the payment provider, or by a transfer that one administrator prepares and another
//! approves.
//!
//! The return records the request before the provider is called, until the answer is stored. If the process is killed
//! in between, the jobs repeat the request under the same key. So the money is refunded only once.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    order::OrderEvent,
    returns::{ReturnEvent, ReturnKind, ReturnState, StepRefused},
    text,
};
use ksmart_foundation::{
    db::{Conn, retried},
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::Refusals,
    format,
    ids::ReturnId,
};
use ksmart_identity::{
    factors,
    roles::{Admin, Confirmed, FINANCE},
    tokens::Member,
};
use ksmart_members::volume::{self, Entry, EntryKind};
use ksmart_shop::{
    catalog,
    orders::{self, Actor, Order, find_any, manual_refunds},
    returns::{self, Return, StepAuthor, Transfer},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    order_transitions::advance_within,
    payments::{self, Payments, refunds::Refund, snap::SnapError},
    returns::{
        admin::{ReturnVersion, Step, answer, lock_order},
        page::{AdminReturnAnswer, goes_back_by_itself, takes_transfer},
    },
};

/// Wait after a request to the provider before the jobs repeat it, if no answer was stored.
const AGAIN_MS: i64 = 60_000;

/// Maximum number of returns that the jobs process in a round.
const AT_ONCE: i64 = 100;

/// Number of consecutive provider failures after which a round gives up.
const FAILURES_AT_ONCE: u32 = 3;

/// The routes of this part.
pub(super) fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(refund)).routes(routes!(prepare)).routes(routes!(approve))
}

/// Account to transfer money to.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"version": 3, "bank": "BCA", "bank_account": "1234567890", "account_name": "Budi Santoso"}
)))]
struct TransferForm {
    /// The version that was read.
    version: i64,
    #[schema(min_length = 1, max_length = 50, pattern = r"\S")]
    bank: String,
    /// Account number, 5 to 30 digits.
    #[schema(pattern = r"^\s*\d{5,30}\s*$")]
    bank_account: String,
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    account_name: String,
}

/// Proof that money was transferred.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 4, "reference": "TRF20261122-001"})))]
struct TransferApproval {
    /// The version that was read.
    version: i64,
    /// Bank's reference of the transfer, 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    reference: String,
}

/// Refunds the money of a return the way it was paid; a repeated request refunds the money only once.
///
/// Returns 409 `refund_refused` if the money has to be transferred manually instead.
#[utoipa::path(post, path = "/api/admin/returns/{id}/refund", operation_id = "refundReturn",
        request_body = ReturnVersion,
    responses((status = 200, body = AdminReturnAnswer), (status = 409), (status = 502)))]
async fn refund(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<ReturnId>,
    Body(ReturnVersion { version }): Body<ReturnVersion>,
) -> Result<Json<AdminReturnAnswer>> {
    retried(|| claim(&payments, id, version, &admin)).await?;
    let moving = payments.clone();
    detached(async move { refund_requested(&moving, id).await }).await??;
    answer(&payments, id, &admin, "Dana dikembalikan.").await
}

/// Records that the provider is being asked for the refund of a return.
async fn claim(payments: &Payments, id: ReturnId, version: i64, admin: &Member) -> Result<()> {
    let mut step = Step::begin(payments, id, version, admin).await?;
    let (found, order) = (&step.found, &step.order);
    found.state.0.after(ReturnEvent::Refund, found.kind.0, order.state.is_paid())?;
    if found.state.0 != ReturnState::Received || !goes_back_by_itself(found, order) {
        return Err(StepRefused.into());
    }
    manual_refunds::must_be_none(&mut step.tx, step.order.key).await?;
    let now_ms = step.now_ms;
    if !returns::ask_provider(&mut step.tx, &step.found, admin.id, now_ms, now_ms + AGAIN_MS).await? {
        return Err(StepRefused.into());
    }
    step.end("refund", json!({})).await
}

/// Refunds the requested money of a return, and stores the outcome.
async fn refund_requested(payments: &Payments, id: ReturnId) -> Result<()> {
    let mut conn = payments.db.read().await?;
    let found = returns::find(&mut conn, id).await?;
    if found.state.0 != ReturnState::Received {
        return Ok(());
    }
    let order = find_any(&mut conn, &found.order_number).await?;
    drop(conn);
    let given = match found.refund_rp {
        0 => Ok(()),
        amount_rp => {
            let reason = format!("Pengembalian {}", found.number);
            payments::refunds::refund_part(payments, &order, &Refund { key: &found.number, amount_rp, reason: &reason })
                .await
        }
    };
    match given {
        Ok(()) => {
            retried(|| finish(payments, id)).await?;
            payments.orders.catalog.mark_changed();
            tracing::info!(number = found.number, "the money of a return went back");
            Ok(())
        }
        Err(error @ SnapError::Refused { .. }) => {
            tracing::warn!(number = found.number, "no refund: {error}");
            let now_ms = payments.clock.now_ms();
            returns::refuse_channel(&mut *payments.db.write_one().await?, id, now_ms).await?;
            let message = "Penyedia pembayaran tidak dapat mengembalikan dana untuk cara bayar ini. \
                           Siapkan transfer ke rekening pembeli.";
            Err(Error::conflict(Code::RefundRefused, message))
        }
        Err(error) => {
            tracing::warn!(number = found.number, "no refund yet: {error}");
            let next_ms = payments.clock.now_ms() + payments::wait_ms(found.tries);
            returns::postpone(&mut *payments.db.write_one().await?, id, next_ms).await?;
            let message = "Layanan pembayaran sedang tidak dapat dihubungi. Dananya dicoba dikembalikan lagi secara \
                           otomatis.";
            Err(Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message))
        }
    }
}

/// Records that the provider refunded the money of a return; does nothing if that is already recorded.
async fn finish(payments: &Payments, id: ReturnId) -> Result<()> {
    let mut tx = payments.db.write().await?;
    let (found, order) = lock_order(&mut tx, id, Some(payments.clock.now_ms())).await?;
    if found.state.0 == ReturnState::Refunded {
        return Ok(());
    }
    // The request itself already has its row in the audit log.
    let by = (Actor::Admin, found.refund_by);
    settle(&mut tx, &found, &order, by, payments.clock.now_ms()).await?;
    Ok(tx.commit().await?)
}

/// Completes the refund of a return: points and sales follow, and with the last piece the order itself counts as
/// refunded. The transaction holds the locks on period and order ([`lock_order`]).
async fn settle(conn: &mut Conn, found: &Return, order: &Order, by: StepAuthor, now_ms: i64) -> Result<()> {
    let state = found.state.0.after(ReturnEvent::Refund, found.kind.0, order.state.is_paid())?;
    if !returns::step(conn, found, state, by, None, now_ms).await? {
        return Err(StepRefused.into());
    }
    if !order.trial {
        for pieces in returns::pieces(conn, found.id).await? {
            catalog::count_sold(conn, pieces.product_id, -pieces.count()).await?;
        }
        let period = volume::hold_open_period(conn, order.period_id, now_ms).await?;
        let entry = Entry {
            order: order.key,
            of_return: Some(found.id),
            kind: EntryKind::Return,
            member: found.member_id,
            period,
            plan_id: order.plan_id,
            points: -found.points,
            sales_rp: found.discount_rp - found.goods_rp,
        };
        volume::post(conn, &entry, now_ms).await?;
        orders::money::book_refund(conn, order.key, found.refund_rp, period, now_ms).await?;
    }
    let refunded = returns::pieces_refunded(conn, order.key).await?;
    let bought: i64 = order.lines.iter().map(|line| line.quantity).sum();
    if found.kind.0 == ReturnKind::Refund && refunded == bought {
        let reason = format!("Semua barang dikembalikan, terakhir dengan {}.", found.number);
        advance_within(conn, order.key, OrderEvent::Refund, Actor::System, Some(&reason), now_ms).await?;
    }
    Ok(())
}

/// Repeats the refund requests of returns for which no answer of the provider was stored.
pub async fn finish_refunds(payments: &Payments) -> Result<()> {
    let due = returns::due(&mut *payments.db.read().await?, payments.clock.now_ms(), AT_ONCE).await?;
    let mut failures_in_a_row = 0;
    let mut outcome = Ok(());
    for found in due {
        match refund_requested(payments, found.id).await {
            Err(error) if error.code() == Code::PaymentUnavailable => failures_in_a_row += 1,
            Err(error) if error.code() == Code::RefundRefused => failures_in_a_row = 0,
            Err(error) if error.code() == Code::MoveRefused => {
                tracing::error!(
                    number = found.number,
                    "needs a person: the money went back, the order allows no refund"
                );
                let next_ms = payments.clock.now_ms() + payments::wait_ms(found.tries);
                returns::postpone(&mut *payments.db.write_one().await?, found.id, next_ms).await?;
            }
            // A return that cannot be finished must not block the others.
            Err(error) => outcome = outcome.and(Err(error)),
            Ok(()) => failures_in_a_row = 0,
        }
        if failures_in_a_row == FAILURES_AT_ONCE {
            break;
        }
    }
    outcome
}

/// Prepares a transfer of the money of a return, or prepares it again, if the money cannot be refunded the way it was
/// paid.
#[utoipa::path(post, path = "/api/admin/returns/{id}/transfer", operation_id = "prepareReturnTransfer",
        request_body = TransferForm,
    responses((status = 200, body = AdminReturnAnswer), (status = 409), (status = 422)))]
async fn prepare(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<ReturnId>,
    Body(form): Body<TransferForm>,
) -> Result<Json<AdminReturnAnswer>> {
    let mut refusals = Refusals::default();
    let bank = refusals.line("bank", "Bank", &form.bank, 50);
    let bank_account = &text::bare(&form.bank_account);
    if !(5..=30).contains(&bank_account.len()) || !bank_account.bytes().all(|digit| digit.is_ascii_digit()) {
        refusals.add("bank_account", "bank_account", "Nomor rekening harus 5 sampai 30 angka.");
    }
    let account_name = refusals.line("account_name", "Nama pemilik rekening", &form.account_name, 100);
    refusals.done()?;
    let prepared = || async {
        let mut step = Step::begin(&payments, id, form.version, &admin).await?;
        if !takes_transfer(&step.found, &step.order) {
            return Err(StepRefused.into());
        }
        manual_refunds::must_be_none(&mut step.tx, step.order.key).await?;
        step.make(ReturnEvent::Transfer, None).await?;
        let transfer = Transfer { bank: &bank, bank_account, account_name: &account_name };
        returns::prepare_transfer(&mut step.tx, id, &transfer, admin.id, step.now_ms).await?;
        // The full account number is stored with the return, for as long as the books need it.
        step.end(returns::PREPARED, json!({"bank": bank, "bank_account": format::masked_account(bank_account)})).await
    };
    retried(prepared).await?;
    answer(&payments, id, &admin, "Transfer disiapkan. Pengelola lain perlu menyetujuinya.").await
}

/// Confirms a transfer that another administrator prepared. The preparer may not confirm it, whatever their role, nor
/// may anyone who became an administrator recently.
#[utoipa::path(post, path = "/api/admin/returns/{id}/transfer/approve", operation_id = "approveReturnTransfer",
        request_body = TransferApproval,
    responses((status = 200, body = AdminReturnAnswer), (status = 409), (status = 422)))]
async fn approve(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<ReturnId>,
    Body(approval): Body<TransferApproval>,
) -> Result<Json<AdminReturnAnswer>> {
    let mut refusals = Refusals::default();
    let reference = refusals.line("reference", "Nomor referensi", &approval.reference, 100);
    refusals.done()?;
    let approved = || async {
        let mut step = Step::begin_with_points(&payments, id, approval.version, &admin).await?;
        if step.found.state.0 != ReturnState::Transferring {
            return Err(StepRefused.into());
        }
        if step.found.prepared_by == Some(admin.id) {
            let message = "Transfer ini Anda siapkan sendiri. Mintalah pengelola lain untuk menyetujuinya.";
            return Err(Error::conflict(Code::MoveRefused, message));
        }
        factors::must_be_settled(&mut step.tx, admin.id, step.now_ms).await?;
        let by = (Actor::Admin, Some(admin.id));
        settle(&mut step.tx, &step.found, &step.order, by, step.now_ms).await?;
        returns::approve_transfer(&mut step.tx, id, &reference, admin.id, step.now_ms).await?;
        step.end("approve_transfer", json!({"reference": reference})).await
    };
    retried(approved).await?;
    payments.orders.catalog.mark_changed();
    answer(&payments, id, &admin, "Transfer disetujui, dana dikembalikan.").await
}
