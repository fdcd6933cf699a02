//! Online order paid by transfer to the shop's own account instead: finance records the transfer, with a proof.
//!
//! Only orders that still wait for their payment qualify. An expired order has already released its stock, its voucher
//! and its place in the BV period, so the buyer must order again. The action cannot be undone; a mistake must be
//! refunded.

use axum::{Json, extract::State};
use ksmart_core::order::{MoveRefused, OrderEvent, PaymentMethod};
use ksmart_foundation::{
    db::{is_duplicate, retried},
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{Refusals, refuse},
    format::{date, rupiah},
    storage,
    time::{DAY_MS, jakarta_midnight},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, Confirmed, FINANCE},
    tokens::Member,
};
use ksmart_shop::orders::{
    Order, find_any,
    moves::MoveAuthor,
    transfers::{self, BankTransfer},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    fulfilment::admin::answer,
    order_transitions::{Facts, MoveAnswer, advance_within},
    payments::{self, Payments},
};

/// Maximum age of a transfer, in days.
const MOST_DAYS: i64 = 90;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(receive_transfer))
}

/// A transfer that came to the shop's own account.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"paid_on": "2026-11-21", "amount_rp": 185_000, "bank": "BCA", "sender": "Budi Santoso",
    "proof_picture": "proofs/a1b2c3d4.webp"}
)))]
struct ReceivedTransfer {
    /// Day in Jakarta on which the money arrived, `YYYY-MM-DD`; at most 90 days ago.
    #[schema(pattern = r"^\d{4}-\d{2}-\d{2}$")]
    paid_on: String,
    /// Amount in rupiah; it must equal the order's total.
    #[schema(minimum = 0)]
    amount_rp: i64,
    /// Bank from which the money came.
    #[schema(min_length = 1, max_length = 50, pattern = r"\S")]
    bank: String,
    /// Holder of the account from which the money came.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    sender: String,
    /// Picture uploaded into `proofs`, for the office only.
    #[schema(max_length = 200, pattern = r"^proofs/[A-Za-z0-9_-][A-Za-z0-9_.-]*$")]
    proof_picture: String,
}

/// Records that an online order was paid by a transfer to the shop's own account. The payment at the provider is
/// closed; money that still arrives there is refunded. Returns 409 if the order does not wait for payment, also if it
/// was just paid.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/transfer", operation_id = "receiveTransfer",
        request_body = ReceivedTransfer,
    responses((status = 200, body = MoveAnswer), (status = 409), (status = 422), (status = 502)))]
async fn receive_transfer(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(number): Path<String>,
    Body(form): Body<ReceivedTransfer>,
) -> Result<Json<MoveAnswer>> {
    let order = find_any(&mut *payments.db.read().await?, &number).await?;
    let form = checked(form, &order, payments.clock.now_ms())?;
    let moving = payments.clone();
    let work = async move { receive(&moving, order, &form, &admin).await };
    answer(&payments, &number, "Transfer diterima, pesanan lunas.", async { detached(work).await? }).await
}

/// Checks a transfer as entered, and returns it without extra spaces.
fn checked(form: ReceivedTransfer, order: &Order, now_ms: i64) -> Result<ReceivedTransfer> {
    let mut refusals = Refusals::default();
    match jakarta_midnight(&form.paid_on) {
        None => refusals.add("paid_on", "date", "Isi tanggal transfernya."),
        Some(paid_ms) if paid_ms > now_ms => {
            refusals.add("paid_on", "future", "Tanggal transfer tidak boleh sesudah hari ini.");
        }
        Some(paid_ms) if paid_ms < now_ms - MOST_DAYS * DAY_MS => {
            refusals.add("paid_on", "too_old", "Tanggal transfer paling lama 90 hari yang lalu.");
        }
        Some(_) => {}
    }
    if form.amount_rp != order.total_rp {
        let total = rupiah(order.total_rp);
        refusals.add("amount_rp", "amount", format!("Jumlahnya harus sama dengan total pesanan, {total}."));
    }
    let bank = refusals.line("bank", "Bank pengirim", &form.bank, 50);
    let sender = refusals.line("sender", "Nama pengirim", &form.sender, 100);
    if storage::check_key(storage::PROOFS, &form.proof_picture).is_err() {
        refusals.add("proof_picture", "required", "Unggah bukti transfernya lebih dulu.");
    }
    refusals.done()?;
    Ok(ReceivedTransfer { bank, sender, ..form })
}

async fn receive(payments: &Payments, order: Order, form: &ReceivedTransfer, admin: &Member) -> Result<()> {
    // If the buyer has also paid at the provider, that payment counts.
    payments::refresh(payments, &order).await.map_err(|error| match error.code() {
        Code::PaymentUnavailable => {
            let message = "Penyedia pembayaran sedang tidak dapat ditanya apakah pesanan ini sudah dibayar di sana. \
                           Silakan coba lagi sebentar.";
            Error::new(axum::http::StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message)
        }
        _ => error,
    })?;
    retried(|| write(payments, &order, form, admin)).await?;
    payments.orders.catalog.mark_changed();
    tracing::info!(order = order.number, admin = admin.id.0, "order paid by a transfer");
    // The order is paid now. If the payment page cannot be closed at once, the jobs close it later; money that arrives
    // there until then is refunded.
    if let Err(error) = payments::close(payments, &order, OrderEvent::Cancel).await {
        tracing::warn!(order = order.number, "the payment page of an order that a transfer paid is open: {error:?}");
    }
    Ok(())
}

/// Marks an order as paid, in one transaction with all consequences.
async fn write(payments: &Payments, order: &Order, form: &ReceivedTransfer, admin: &Member) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    let now = find_any(&mut tx, &order.number).await?;
    if now.state.payment_method != PaymentMethod::Online || now.total_rp != form.amount_rp {
        return Err(MoveRefused.into());
    }
    now.state.after(OrderEvent::Pay)?;
    let paid_ms = jakarta_midnight(&form.paid_on).ok_or(MoveRefused)?;
    let transfer = BankTransfer {
        paid_ms,
        amount_rp: form.amount_rp,
        bank: &form.bank,
        sender: &form.sender,
        proof_picture: &form.proof_picture,
    };
    match transfers::insert(&mut tx, order.key, &transfer, admin.id, now_ms).await {
        Err(error) if is_duplicate(&error) => {
            tx.rollback().await?;
            let now = find_any(&mut *payments.db.read().await?, &order.number).await?;
            now.state.after(OrderEvent::Pay)?;
            let message = "Bukti ini sudah dipakai untuk pesanan lain. Unggah bukti milik pesanan ini.";
            return Err(refuse("proof_picture", "used", message));
        }
        kept => kept?,
    }
    let before = Facts::read(&mut tx, order.key).await?;
    // The buyer also reads this text.
    let said = format!("Lewat transfer bank, {}.", date(paid_ms));
    let by = MoveAuthor::admin(admin.clone());
    advance_within(&mut tx, order.key, OrderEvent::Pay, by, Some(&said), now_ms).await?;
    payments::check_soon(&mut tx, order.key, now_ms).await?;
    let mut after = json!(Facts::read(&mut tx, order.key).await?);
    for (name, value) in [
        ("amount_rp", json!(form.amount_rp)),
        ("paid_on", json!(form.paid_on)),
        ("proof_picture", json!(form.proof_picture)),
    ] {
        after[name] = value;
    }
    let change = Change::new("transferred", Subject::Order, &order.number, json!(before), after);
    audit::record(&mut tx, admin, now_ms, change).await?;
    Ok(tx.commit().await?)
}
