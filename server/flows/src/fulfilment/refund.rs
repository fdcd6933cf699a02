//! Refund of a whole order, or of the amount left after its returns: at the payment provider, or manually.
//!
//! A manual refund needs two people: one prepares it, another approves it. If the order was paid at the provider, the
//! provider is queried before each step: money that it has already returned must not be refunded twice.

use axum::{Json, extract::State};
use ksmart_core::order::{MoveRefused, OrderEvent};
use ksmart_foundation::{
    db::{Conn, retried},
    detached::detached,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    factors,
    roles::{Admin, Confirmed, FINANCE},
    tokens::Member,
};
use ksmart_members::volume;
use ksmart_shop::{
    orders::{
        Order, find_any, manual_refunds,
        moves::{MoveAuthor, lock, move_context},
        not_found,
    },
    returns::{self, worth},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    fulfilment::admin::{answer, required},
    order_transitions::{Facts, MoveAnswer, advance_within, audit_move, move_or_claim},
    payments::{self, Payments},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(refund, withdraw)).routes(routes!(approve))
}

/// Shop's reason for refunding an order.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Barang tidak sesuai.", "manual": false})))]
struct Refund {
    /// Reason, 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
    /// Whether to refund manually, although the order was paid at the provider.
    #[serde(default)]
    manual: bool,
}

/// Refunds an order at the provider, or prepares a manual refund, which is made once another administrator approves it.
///
/// 409 `refund_refused` means that someone has to act manually. A repeated request refunds the money only once.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/refund", operation_id = "refundOrder",
        request_body = Refund,
    responses((status = 200, body = MoveAnswer), (status = 409), (status = 502)))]
async fn refund(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(number): Path<String>,
    Body(request): Body<Refund>,
) -> Result<Json<MoveAnswer>> {
    let reason = required(&request.reason)?;
    let order = find_any(&mut *payments.db.read().await?, &number).await?;
    let left_rp = worth::left(&mut *payments.db.read().await?, &order).await?;
    let by_provider = order.is_paid_at_provider() && !request.manual;
    // A shop on trial before its opening often has only one person, and its orders never count.
    if by_provider || left_rp == 0 || order.trial {
        let at_provider_rp = if by_provider { left_rp } else { 0 };
        let moved = give_money_back(&payments, order, at_provider_rp, MoveAuthor::admin(admin), reason);
        return answer(&payments, &number, "Dana dikembalikan.", moved).await;
    }
    let prepared = async {
        let outside_rp = ask_provider(&payments, &order).await?;
        retried(|| prepare(&payments, &order, (outside_rp, &reason), &admin)).await
    };
    answer(&payments, &number, "Pengembalian disiapkan. Pengelola lain perlu menyetujuinya.", prepared).await
}

/// Refunds `rp` of an order at the provider, and moves the order.
async fn give_money_back(payments: &Payments, order: Order, rp: i64, by: MoveAuthor, reason: String) -> Result<()> {
    order.state.after(OrderEvent::Refund)?;
    let moving = payments.clone();
    let work = async move {
        if rp > 0 {
            payments::refund_rest(&moving, &order, rp, &reason).await?;
        }
        move_or_claim(&moving.orders, &order, OrderEvent::Refund, by, Some(&reason)).await
    };
    detached(work).await?
}

/// Updates an order from the provider before a manual refund; refuses while a payment problem of the order is open.
///
/// Returns the amount, rupiah, that the provider has already returned, less that of the order's returns and any fee
/// charged above the total. It must not be refunded again.
async fn ask_provider(payments: &Payments, order: &Order) -> Result<i64> {
    order.state.after(OrderEvent::Refund)?;
    let answered =
        if order.is_paid_at_provider() { payments::settlement::fetch_status(payments, order).await? } else { None };
    let mut conn = payments.db.read().await?;
    find_any(&mut conn, &order.number).await?.state.after(OrderEvent::Refund)?;
    if payments::problems::any_open(&mut conn, order.key).await? {
        let message = "Ada masalah pembayaran yang belum selesai pada pesanan ini. Selesaikan lebih dulu, agar dananya tidak \
                       kembali dua kali.";
        return Err(Error::conflict(Code::RefundRefused, message));
    }
    let asked_rp = returns::asked_of_provider_rp(&mut conn, order.key).await?;
    let beside_rp = order.charged_rp.map_or(0, |charged_rp| charged_rp - order.total_rp);
    Ok(answered.map_or(0, |answered| (answered.returned_rp - asked_rp - beside_rp).max(0)))
}

/// Returns the amount of an order to be refunded manually, rupiah, if `outside_rp` was already returned outside the
/// shop's books.
async fn by_hand_rp(conn: &mut Conn, order: &Order, outside_rp: i64) -> Result<i64> {
    let left_rp = worth::left(conn, order).await? - outside_rp;
    if left_rp > 0 {
        return Ok(left_rp);
    }
    let message =
        "Penyedia pembayaran sudah mengembalikan dana pesanan ini. Tidak ada yang perlu dikirim secara manual.";
    Err(Error::conflict(Code::RefundRefused, message))
}

async fn prepare(payments: &Payments, order: &Order, (outside_rp, reason): (i64, &str), admin: &Member) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    if !lock(&mut tx, order).await? {
        return Err(MoveRefused.into());
    }
    payments::refunds::must_have_no_pending_refund(&mut tx, order.key).await?;
    let amount_rp = by_hand_rp(&mut tx, order, outside_rp).await?;
    if !manual_refunds::prepare(&mut tx, order.key, (amount_rp, reason), admin.id, now_ms).await? {
        return Err(manual_refunds::prepared_error());
    }
    let after = json!({"amount_rp": amount_rp, "reason": reason});
    let change = Change::new("prepare_refund", Subject::Order, &order.number, json!({}), after);
    audit::record(&mut tx, admin, now_ms, change).await?;
    Ok(tx.commit().await?)
}

/// Approval of a manual refund, in the version that was read.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 3})))]
struct RefundApproval {
    /// Version of the manual refund that was read.
    version: i64,
}

/// Confirms that a prepared manual refund of an order was made. Neither the administrator who prepared it, whatever
/// their role, nor one appointed recently may confirm it.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/refund/approve", operation_id = "approveManualRefund",
        request_body = RefundApproval,
    responses((status = 200, body = MoveAnswer), (status = 409), (status = 502)))]
async fn approve(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(number): Path<String>,
    Body(RefundApproval { version }): Body<RefundApproval>,
) -> Result<Json<MoveAnswer>> {
    let mut conn = payments.db.read().await?;
    let order = find_any(&mut conn, &number).await?;
    factors::must_be_settled(&mut conn, admin.id, payments.clock.now_ms()).await?;
    worth::left(&mut conn, &order).await?;
    drop(conn);
    let approved = async {
        let outside_rp = ask_provider(&payments, &order).await?;
        retried(|| give_back_by_hand(&payments, &order, (version, outside_rp), &admin)).await
    };
    let answered = answer(&payments, &number, "Pengembalian disetujui, dana dikembalikan.", approved).await?;
    payments.orders.catalog.mark_changed();
    Ok(answered)
}

async fn give_back_by_hand(
    payments: &Payments,
    order: &Order,
    (version, outside_rp): (i64, i64),
    admin: &Member,
) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    // Returns of the order, which would change the amount left, lock the period and the order too.
    let move_context = move_context(&mut tx, order.key).await?.ok_or_else(not_found)?;
    volume::hold_open_period(&mut tx, move_context.period_id, now_ms).await?;
    if !lock(&mut tx, order).await? {
        return Err(MoveRefused.into());
    }
    payments::refunds::must_have_no_pending_refund(&mut tx, order.key).await?;
    let prepared = manual_refunds::take(&mut tx, order.key, version).await?.ok_or_else(nothing_prepared)?;
    if prepared.prepared_by == admin.id {
        let message = "Pengembalian ini Anda siapkan sendiri. Mintalah pengelola lain untuk menyetujuinya.";
        return Err(Error::conflict(Code::RefundRefused, message));
    }
    if by_hand_rp(&mut tx, order, outside_rp).await? != prepared.amount_rp {
        let message = "Jumlah yang kembali sudah berubah sejak disiapkan. Tarik pengembalian ini, lalu siapkan lagi.";
        return Err(Error::conflict(Code::RefundRefused, message));
    }
    let before = Facts::read(&mut tx, order.key).await?;
    let said = format!("Dana dikembalikan secara manual: {}", prepared.reason);
    advance_within(&mut tx, order.key, OrderEvent::Refund, MoveAuthor::admin(admin.clone()), Some(&said), now_ms)
        .await?;
    let moved = (order.key, order.number.as_str(), &before);
    audit_move(&mut tx, admin, "refunded", moved, Some(&said), now_ms).await?;
    Ok(tx.commit().await?)
}

/// Withdraws a prepared manual refund: no money has moved.
#[utoipa::path(delete, path = "/api/admin/orders/{order_id}/refund", operation_id = "withdrawManualRefund",
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn withdraw(
    State(payments): State<Payments>,
    Admin(admin): Admin<FINANCE>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let order = find_any(&mut *payments.db.read().await?, &number).await?;
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    let prepared = manual_refunds::find(&mut tx, order.key).await?.ok_or_else(nothing_prepared)?;
    // Takes exactly the version that the audit log describes.
    manual_refunds::take(&mut tx, order.key, prepared.version()).await?.ok_or_else(nothing_prepared)?;
    let before = json!({"amount_rp": prepared.amount_rp, "reason": prepared.reason});
    let change = Change::new("withdraw_refund", Subject::Order, &order.number, before, json!({}));
    audit::record(&mut tx, &admin, now_ms, change).await?;
    tx.commit().await?;
    answer(&payments, &number, "Pengembalian ditarik.", async { Ok(()) }).await
}

fn nothing_prepared() -> Error {
    Error::conflict(
        Code::RefundRefused,
        "Tidak ada pengembalian dana yang menunggu persetujuan. Muat ulang halaman ini.",
    )
}
