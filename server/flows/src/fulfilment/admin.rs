//! Moves made by the shop: packing, shipping, completing, cancelling. Each is recorded in the audit log, in the same
//! transaction.

use axum::{Json, extract::State};
use ksmart_core::{
    order::{OrderEvent, ShipmentStatus},
    text,
};
use ksmart_foundation::{
    db::{Conn, TextEnum, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
};
use ksmart_identity::{
    audit::{self, Subject},
    roles::{Admin, FULFILMENT},
    tokens::Member,
};
use ksmart_shop::{
    catalog::write_off,
    orders::{
        Order, find_any, manual_refunds,
        moves::{MoveAuthor, RESI_CORRECTED, newest_event_text, pieces, record},
        parcels::{check_resi, correct_tracking_number, store_parcel},
    },
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    fulfilment::cancellation::close_and_cancel,
    order_transitions::{Facts, MoveAnswer, advance_within, audit_move, check_length, notify_shipped},
    payments::Payments,
};

/// Maximum length of the name of a courier's service, characters.
const MAX_COURIER: usize = 60;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(release))
        .routes(routes!(pack))
        .routes(routes!(ship))
        .routes(routes!(correct_resi))
        .routes(routes!(complete_for_member))
        .routes(routes!(cancel_for_shop))
        .routes(routes!(take_back))
}

/// Shop's reason for cancelling an order.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Stok rusak."})))]
struct ShopCancel {
    /// Reason, 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Report on a parcel that its buyer refused or sent back.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Pembeli menolak paket.", "damaged": false})))]
struct ParcelReturn {
    /// Reason, 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
    /// Whether the goods were lost or can no longer be sold: then they do not count as stock.
    #[serde(default)]
    damaged: bool,
}

/// Tracking data of the courier.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"resi": "JP1234567890", "courier": null})))]
struct Ship {
    /// Tracking number, 3 to 64 letters, digits or hyphens.
    #[schema(pattern = r"^\s*[A-Za-z0-9-]{3,64}\s*$")]
    resi: String,
    /// Courier's service that carries the parcel, such as `JNE - REG23`; if left out, the one chosen by the buyer.
    #[schema(max_length = 60)]
    courier: Option<String>,
}

/// Correction of a tracking number.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"resi": "JP1234567891", "courier": null, "was": "JP1234567890"})))]
struct Resi {
    /// Tracking number, 3 to 64 letters, digits or hyphens.
    #[schema(pattern = r"^\s*[A-Za-z0-9-]{3,64}\s*$")]
    resi: String,
    /// Courier's service that carries the parcel; unchanged if left out.
    #[schema(max_length = 60)]
    courier: Option<String>,
    /// Tracking number to be replaced, as the caller has read it; 409 if it has changed since.
    was: String,
}

/// Current tracking number of an order.
#[derive(Debug, Serialize)]
struct CurrentResi {
    resi: Option<String>,
    courier: String,
}

/// Returns the shop's reason for a cancellation, refund or returned parcel in its stored form; refuses an empty reason,
/// or one that is too long.
pub(super) fn required(reason: &str) -> Result<String> {
    let reason = text::tidy(reason);
    if reason.is_empty() {
        return Err(Error::invalid("Tuliskan alasannya."));
    }
    check_length(&reason)?;
    Ok(reason)
}

/// Returns the requested courier service, if it differs from the order's.
fn other_courier<'a>(order: &Order, wanted: Option<&'a str>) -> Result<Option<&'a str>> {
    let Some(wanted) = wanted.map(str::trim).filter(|wanted| !wanted.is_empty()) else { return Ok(None) };
    if wanted.chars().count() > MAX_COURIER || wanted.chars().any(char::is_control) {
        return Err(Error::invalid("Nama kurir maksimal 60 karakter."));
    }
    Ok(Some(wanted).filter(|wanted| *wanted != order.shipping_method))
}

/// Moves an order as an administrator; returns its facts before the move, for the audit log.
async fn move_within(
    conn: &mut Conn,
    order: &Order,
    event: OrderEvent,
    admin: &Member,
    reason: Option<&str>,
    now_ms: i64,
) -> Result<Facts> {
    let before = Facts::read(conn, order.key).await?;
    advance_within(conn, order.key, event, MoveAuthor::admin(admin.clone()), reason, now_ms).await?;
    if matches!(event, OrderEvent::Pack | OrderEvent::Ship) {
        manual_refunds::must_be_none(conn, order.key).await?;
    }
    Ok(before)
}

pub(super) async fn move_now(payments: &Payments, number: &str, event: OrderEvent, admin: &Member) -> Result<()> {
    let order = find_any(&mut *payments.db.read().await?, number).await?;
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    let before = move_within(&mut tx, &order, event, admin, None, now_ms).await?;
    audit_move(&mut tx, admin, event.text(), (order.key, &order.number, &before), None, now_ms).await?;
    tx.commit().await?;
    payments.orders.catalog.mark_changed();
    tracing::info!(order = order.key.0, event = event.text(), admin = admin.id.0, "order moved");
    Ok(())
}

/// Moves an order by running `work`, and returns the answer. `work` is one transaction, which is retried if the
/// database aborted it because of a concurrent one.
pub(super) async fn moved<W: Future<Output = Result<()>>>(
    payments: &Payments,
    number: &str,
    message: &'static str,
    work: impl FnMut() -> W,
) -> Result<Json<MoveAnswer>> {
    answer(payments, number, message, retried(work)).await
}

/// Answers an administrator's move with the current order and `message`. If the order's state refuses the move, the
/// error states the last move, with its author and time: usually a colleague was faster.
pub(super) async fn answer(
    payments: &Payments,
    number: &str,
    message: &'static str,
    moved: impl Future<Output = Result<()>>,
) -> Result<Json<MoveAnswer>> {
    let refused = match moved.await {
        Err(error) if error.code() != Code::MoveRefused => return Err(error),
        moved => moved.is_err(),
    };
    let mut conn = payments.db.read().await?;
    let order = find_any(&mut conn, number).await?;
    if refused {
        let message = if order.state.held {
            "Pesanan COD ini menunggu persetujuan toko. Buka pesanannya, lalu tekan Setujui COD.".to_owned()
        } else {
            let newest = newest_event_text(&mut conn, order.key).await?;
            format!("Status pesanan tidak mengizinkan tindakan ini: pesanan sudah {newest}.")
        };
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    Ok(Json(MoveAnswer::new(message, order)))
}

/// Approves a held COD order, which can then be packed.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/release", operation_id = "releaseOrder",
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn release(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    moved(&payments, &number, "Pesanan disetujui.", || move_now(&payments, &number, OrderEvent::Release, &admin)).await
}

/// Records that the shop has packed an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/pack", operation_id = "packOrder",
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn pack(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    moved(&payments, &number, "Pesanan dikemas.", || move_now(&payments, &number, OrderEvent::Pack, &admin)).await
}

/// Records, for the shop, that the member has received an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/complete", operation_id = "completeOrderForMember",
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn complete_for_member(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let work = || move_now(&payments, &number, OrderEvent::Complete, &admin);
    moved(&payments, &number, "Pesanan telah diterima.", work).await
}

/// Records that the courier has taken an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/ship", operation_id = "shipOrder", request_body = Ship,
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn ship(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    Body(request): Body<Ship>,
) -> Result<Json<MoveAnswer>> {
    let resi = check_resi(&mut *payments.db.read().await?, &request.resi).await?;
    moved(&payments, &number, "Pesanan dikirim.", || {
        ship_as(&payments, &number, &resi, request.courier.as_deref(), &admin)
    })
    .await
}

async fn ship_as(payments: &Payments, number: &str, resi: &str, courier: Option<&str>, admin: &Member) -> Result<()> {
    let order = find_any(&mut *payments.db.read().await?, number).await?;
    let courier = other_courier(&order, courier)?;
    // The buyer, who chose another courier, reads this in the order's history.
    let reason = courier.map(|courier| format!("Dikirim dengan {courier}, menggantikan {}", order.shipping_method));
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    let before = move_within(&mut tx, &order, OrderEvent::Ship, admin, reason.as_deref(), now_ms).await?;
    store_parcel(&mut tx, order.key, resi, courier).await?;
    notify_shipped(&mut tx, order.key, now_ms).await?;
    audit_move(&mut tx, admin, "shipped", (order.key, &order.number, &before), None, now_ms).await?;
    Ok(tx.commit().await?)
}

/// Corrects the tracking number of an order that is on its way.
#[utoipa::path(put, path = "/api/admin/orders/{order_id}/resi", operation_id = "correctTrackingNumber",
        request_body = Resi,
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn correct_resi(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    Body(request): Body<Resi>,
) -> Result<Json<MoveAnswer>> {
    moved(&payments, &number, "Nomor resi diperbaiki.", || correct(&payments, &number, &request, &admin)).await
}

async fn correct(payments: &Payments, number: &str, request: &Resi, admin: &Member) -> Result<()> {
    let mut conn = payments.db.read().await?;
    let resi = check_resi(&mut conn, &request.resi).await?;
    let order = find_any(&mut conn, number).await?;
    drop(conn);
    let courier = other_courier(&order, request.courier.as_deref())?;
    let mut tx = payments.db.write().await?;
    let before = Facts::read(&mut tx, order.key).await?;
    if !correct_tracking_number(&mut tx, order.key, &resi, request.was.trim()).await? {
        tx.rollback().await?;
        let now = find_any(&mut *payments.db.read().await?, number).await?;
        if now.state.shipment_status != ShipmentStatus::Shipped {
            return Err(ksmart_core::order::MoveRefused.into());
        }
        let current = CurrentResi { resi: now.tracking_number, courier: now.shipping_method };
        let mut conn = payments.db.read().await?;
        return Err(audit::conflict(current, &mut conn, Subject::Order, number).await);
    }
    store_parcel(&mut tx, order.key, &resi, courier).await?;
    let now_ms = payments.clock.now_ms();
    notify_shipped(&mut tx, order.key, now_ms).await?;
    let was = Some(request.was.trim()).filter(|was| !was.is_empty()).unwrap_or("kosong");
    let carried = courier.map(|courier| format!(", dibawa {courier}")).unwrap_or_default();
    let said = format!("{was} menjadi {resi}{carried}");
    record(&mut tx, order.key, RESI_CORRECTED, &MoveAuthor::admin(admin.clone()), Some(&said), now_ms).await?;
    audit_move(&mut tx, admin, "resi", (order.key, &order.number, &before), None, now_ms).await?;
    Ok(tx.commit().await?)
}

/// Cancels, for the shop, an order that is neither paid nor packed.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/cancel", operation_id = "cancelOrderForShop",
        request_body = ShopCancel,
    responses((status = 200, body = MoveAnswer), (status = 409), (status = 502)))]
async fn cancel_for_shop(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    Body(request): Body<ShopCancel>,
) -> Result<Json<MoveAnswer>> {
    let reason = required(&request.reason)?;
    let order = find_any(&mut *payments.db.read().await?, &number).await?;
    answer(
        &payments,
        &number,
        "Pesanan dibatalkan.",
        close_and_cancel(&payments, order, MoveAuthor::admin(admin), Some(reason)),
    )
    .await
}

/// Records that the parcel of an order came back: its cash was never paid, or its money was refunded before.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/return", operation_id = "returnOrder",
        request_body = ParcelReturn,
    responses((status = 200, body = MoveAnswer), (status = 409)))]
async fn take_back(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    Body(request): Body<ParcelReturn>,
) -> Result<Json<MoveAnswer>> {
    let reason = required(&request.reason)?;
    let work = || bring_back(&payments, &number, &admin, &reason, request.damaged);
    moved(&payments, &number, "Paket dicatat kembali.", work).await
}

async fn bring_back(payments: &Payments, number: &str, admin: &Member, reason: &str, damaged: bool) -> Result<()> {
    let order = find_any(&mut *payments.db.read().await?, number).await?;
    let now_ms = payments.clock.now_ms();
    let mut tx = payments.db.write().await?;
    let before = move_within(&mut tx, &order, OrderEvent::Return, admin, Some(reason), now_ms).await?;
    if damaged {
        let lost = format!("Tidak dapat dijual lagi, {}: {reason}", order.number);
        for goods in pieces(&mut tx, order.key).await? {
            write_off(&mut tx, &goods, admin.id, &lost, now_ms).await?;
        }
    }
    audit_move(&mut tx, admin, "returned", (order.key, &order.number, &before), Some(reason), now_ms).await?;
    tx.commit().await?;
    payments.orders.catalog.mark_changed();
    Ok(())
}
