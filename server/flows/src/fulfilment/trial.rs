//! Discarding of trial orders, which were placed while the shop was closed.

use axum::{extract::State, http::StatusCode};
use ksmart_core::order::{PaymentMethod, PaymentStatus};
use ksmart_foundation::{
    document::routes,
    error::{Code, Error, Result},
    extract::Path,
    storage::Storage,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    internal_values, outbox,
    roles::{Admin, OWNER},
};
use ksmart_shop::{
    catalog,
    orders::{self, find_any, moves},
    returns, reviews,
    shipping::couriers,
    vouchers,
};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use crate::{FlowsState, order_transitions::Orders, payments};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(discard))
}

/// Discards a trial order, placed while the shop was closed: its goods return to stock, and it disappears from every
/// list, sum and book. Money that the provider holds or could still take must be settled first.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/discard", operation_id = "discardOrder",
    responses((status = 204), (status = 404), (status = 409)))]
async fn discard(
    State(orders): State<Orders>,
    State(storage): State<Storage>,
    admin: Admin<OWNER>,
    Path(number): Path<String>,
) -> Result<StatusCode> {
    let refuse = |sentence: &'static str| Error::conflict(Code::MoveRefused, sentence);
    let mut tx = orders.db.write().await?;
    let order = find_any(&mut tx, &number).await?;
    if !order.trial {
        return Err(refuse("Hanya pesanan percobaan, yang dibuat saat toko belum dibuka, dapat dibuang."));
    }
    match (order.state.payment_method, order.state.payment_status) {
        (PaymentMethod::Online, PaymentStatus::Pending) => {
            return Err(refuse("Pembayarannya masih ditunggu. Batalkan pesanannya lebih dulu, lalu buang."));
        }
        (PaymentMethod::Online, PaymentStatus::Success) if order.bank_transfer => {
            return Err(refuse("Dananya ada di rekening toko. Kembalikan lebih dulu, lalu buang."));
        }
        (PaymentMethod::Online, PaymentStatus::Success) if order.total_rp > 0 => {
            return Err(refuse("Dananya ada di penyedia pembayaran. Kembalikan lebih dulu, lalu buang."));
        }
        _ => {}
    }
    let key = order.key;
    // Locks the order: if another move came first, this call is refused; a later move no longer finds the order.
    if !moves::lock(&mut tx, &order).await? {
        return Err(refuse("Pesanan ini baru saja berubah. Muat ulang halamannya."));
    }
    if !payments::delete(&mut tx, key).await? {
        return Err(refuse("Pesanan ini masih punya masalah pembayaran. Selesaikan lebih dulu, lalu buang."));
    }
    // Products before vouchers, which is the lock order everywhere.
    catalog::delete_of_order(&mut tx, key, orders.clock.now_ms()).await?;
    reviews::delete_of_order(&mut tx, key).await?;
    vouchers::delete_of_order(&mut tx, key).await?;
    couriers::delete_of_order(&mut tx, key).await?;
    let mut pictures = returns::pictures_of(&mut tx, key).await?;
    pictures.extend(orders::transfers::delete_of_order(&mut tx, key).await?);
    returns::delete_of_order(&mut tx, key).await?;
    if let Some(move_context) = moves::move_context(&mut tx, key).await? {
        outbox::delete_about(&mut tx, move_context.member_id, &number).await?;
    }
    orders::admin::delete_of_order(&mut tx, key).await?;
    moves::delete_of_order(&mut tx, key).await?;
    internal_values::put_tried(&mut tx).await?;
    let before = json!({"payment_status": order.state.payment_status, "shipment_status": order.state.shipment_status});
    let change = Change::new("discard", Subject::Order, &number, before, Value::Null);
    audit::record(&mut tx, &admin.0, orders.clock.now_ms(), change).await?;
    tx.commit().await?;
    orders.catalog.mark_changed();
    for picture in &pictures {
        // A failure is logged; it only wastes the storage space of the file.
        let _ = storage.delete(picture).await;
    }
    tracing::info!(order = number, "trial order thrown away");
    Ok(StatusCode::NO_CONTENT)
}
