//! Throwing away what a closed shop was tried with.

use axum::{
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::order::{PaymentMethod, PaymentStatus};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::{order_transitions::Orders, payments},
    foundation::{
        db::Db,
        document::routes,
        error::{Code, Error, Result},
        extract::Path,
        storage::Storage,
    },
    identity::{
        audit::{self, Change, Subject},
        outbox,
        roles::{Admin, OWNER},
        sessions::Sessions,
        settings,
    },
    shop::{
        catalog,
        orders::{self, find_any, moves},
        returns, reviews,
        shipping::couriers,
        vouchers,
    },
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Orders: FromRef<S>,
    Sessions: FromRef<S>,
    Storage: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(discard))
}

/// Throws away an order that the closed shop was tried with: its goods are back in stock, and no list, sum or book knows
/// of it any more. Money that the provider holds or could still take is settled first.
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
    match (order.payment_method, order.status) {
        (PaymentMethod::Online, PaymentStatus::Pending) => {
            return Err(refuse("Pembayarannya masih ditunggu. Batalkan pesanannya lebih dulu, lalu buang."));
        }
        (PaymentMethod::Online, PaymentStatus::Success) if order.bank_transfer => {
            return Err(refuse("Dananya ada di rekening toko. Kembalikan lebih dulu, lalu buang."));
        }
        (PaymentMethod::Online, PaymentStatus::Success) if order.gross_amount > 0 => {
            return Err(refuse("Dananya ada di penyedia pembayaran. Kembalikan lebih dulu, lalu buang."));
        }
        _ => {}
    }
    let key = order.key();
    // Holds the order: a move that was quicker is told, and one that comes now finds nothing.
    if !moves::hold(&mut tx, &order).await? {
        return Err(refuse("Pesanan ini baru saja berubah. Muat ulang halamannya."));
    }
    if !payments::forget(&mut tx, key).await? {
        return Err(refuse("Pesanan ini masih punya masalah pembayaran. Selesaikan lebih dulu, lalu buang."));
    }
    // Products before vouchers, as everyone takes them.
    catalog::forget_order(&mut tx, key, orders.clock.now_ms()).await?;
    reviews::forget_order(&mut tx, key).await?;
    vouchers::forget_order(&mut tx, key).await?;
    couriers::forget_order(&mut tx, key).await?;
    let mut pictures = returns::pictures_of(&mut tx, key).await?;
    pictures.extend(orders::transfers::forget_order(&mut tx, key).await?);
    returns::forget_order(&mut tx, key).await?;
    if let Some(standing) = moves::standing(&mut tx, key).await? {
        outbox::delete_about(&mut tx, standing.member_id, &number).await?;
    }
    orders::admin::forget_order(&mut tx, key).await?;
    moves::forget_order(&mut tx, key).await?;
    settings::put_tried(&mut tx).await?;
    let before = json!({"payment_status": order.status, "shipment_status": order.shipment_status});
    let change = Change::new("discard", Subject::Order, &number, before, Value::Null);
    audit::record(&mut tx, &admin.0, orders.clock.now_ms(), change).await?;
    tx.commit().await?;
    orders.catalog.mark_changed();
    for picture in &pictures {
        // A fault is logged, and costs nobody more than the room.
        let _ = storage.delete(picture).await;
    }
    tracing::info!(order = number, "trial order thrown away");
    Ok(StatusCode::NO_CONTENT)
}
