//! The moves that the shop makes: packing, shipping, completing, calling off, giving money back. Each stands in the
//! audit log, in the transaction that makes it.

use axum::{Json, extract::State};
use ksmart_core::order::{OrderEvent, PaymentMethod, ShipmentStatus};
use serde::{Deserialize, Serialize};
use sqlx::{query, query_as};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    auth::{FINANCE, FULFILMENT, Member, Staff},
    db::{Conn, Text},
    error::{Error, Result},
    extract::{Body, Path},
    orders::{
        Order, OrderKey, find_any,
        moving::{By, Facts, MoveAnswer, advance_within, audit_move, call_off, check_length, move_or_claim},
    },
    payments,
};

/// The longest name of a courier's service, characters.
const MAX_COURIER: usize = 60;

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(pack))
        .routes(routes!(ship))
        .routes(routes!(correct_resi))
        .routes(routes!(complete_for_member))
        .routes(routes!(cancel_for_shop))
        .routes(routes!(refund))
}

/// Why the shop calls an order off.
#[derive(Debug, Deserialize, ToSchema)]
struct ShopCancel {
    /// 1 to 300 characters.
    reason: String,
}

/// Why the shop gives the money of an order back.
#[derive(Debug, Deserialize, ToSchema)]
struct Refund {
    /// 1 to 300 characters.
    reason: String,
    /// The money was given back by hand: the provider is not asked.
    #[serde(default)]
    manual: bool,
}

/// What the courier gave.
#[derive(Debug, Deserialize, ToSchema)]
struct Ship {
    /// Tracking number, 1 to 64 letters, digits or hyphens.
    resi: String,
    /// Who has taken it, such as `JNE - REG23`; the service that the buyer chose, if it is left out.
    courier: Option<String>,
}

/// A tracking number put right.
#[derive(Debug, Deserialize, ToSchema)]
struct Resi {
    /// Tracking number, 1 to 64 letters, digits or hyphens.
    resi: String,
    /// Who has taken it; as it is, if it is left out.
    courier: Option<String>,
    /// The tracking number that it takes the place of, as it was read.
    was: String,
}

/// The tracking number of an order as it is now.
#[derive(Debug, Serialize)]
struct CurrentResi {
    resi: Option<String>,
    courier: String,
}

/// The reason that the shop gives for taking an order away from its member.
fn required(reason: &str) -> Result<String> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Error::invalid("Tuliskan alasannya."));
    }
    check_length(reason)?;
    Ok(reason.to_owned())
}

fn check_resi(resi: &str) -> Result<&str> {
    let resi = resi.trim();
    if resi.is_empty() || resi.len() > 64 || !resi.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(Error::invalid("Nomor resi harus 1 sampai 64 huruf atau angka."));
    }
    Ok(resi)
}

/// The service that is asked for, if it is another than the order's.
fn other_courier<'a>(order: &Order, wanted: Option<&'a str>) -> Result<Option<&'a str>> {
    let Some(wanted) = wanted.map(str::trim).filter(|wanted| !wanted.is_empty()) else { return Ok(None) };
    if wanted.chars().count() > MAX_COURIER || wanted.chars().any(char::is_control) {
        return Err(Error::invalid("Nama kurir maksimal 60 karakter."));
    }
    Ok(Some(wanted).filter(|wanted| *wanted != order.shipping().0))
}

/// Moves an order by an administrator, and says so in the audit log.
async fn move_within(
    conn: &mut Conn,
    order: &Order,
    event: OrderEvent,
    staff: &Member,
    reason: Option<&str>,
    now_ms: i64,
) -> Result<Facts> {
    let before = Facts::read(conn, order.key()).await?;
    advance_within(conn, order.key(), event, By::staff(staff.clone()), reason, now_ms).await?;
    Ok(before)
}

async fn move_now(app: &Shared, number: &str, event: OrderEvent, staff: Member) -> Result<Order> {
    use crate::db::TextEnum;
    let order = find_any(&mut *app.db.read().await?, number).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.write().await?;
    let before = move_within(&mut tx, &order, event, &staff, None, now_ms).await?;
    audit_move(&mut tx, &staff, event.text(), (&order, &before), None, now_ms).await?;
    tx.commit().await?;
    app.catalog.mark_changed();
    tracing::info!(order = order.key().0, event = event.text(), staff = staff.id.0, "order moved");
    find_any(&mut *app.db.read().await?, number).await
}

/// The shop has packed an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/pack", responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409)))]
async fn pack(
    State(app): State<Shared>,
    Staff(staff): Staff<FULFILMENT>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let data = move_now(&app, &number, OrderEvent::Pack, staff).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dikemas.", data }))
}

/// The shop says that the member has received an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/complete", responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409)))]
async fn complete_for_member(
    State(app): State<Shared>,
    Staff(staff): Staff<FULFILMENT>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let data = move_now(&app, &number, OrderEvent::Complete, staff).await?;
    Ok(Json(MoveAnswer { message: "Pesanan telah diterima.", data }))
}

/// The courier has taken an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/ship", request_body = Ship,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422)))]
async fn ship(
    State(app): State<Shared>,
    Staff(staff): Staff<FULFILMENT>,
    Path(number): Path<String>,
    Body(wish): Body<Ship>,
) -> Result<Json<MoveAnswer>> {
    let resi = check_resi(&wish.resi)?;
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    let courier = other_courier(&order, wish.courier.as_deref())?;
    // The buyer, who chose another, reads it in the order's history.
    let reason = courier.map(|courier| format!("Dikirim dengan {courier}, menggantikan {}", order.shipping().0));
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.write().await?;
    let before = move_within(&mut tx, &order, OrderEvent::Ship, &staff, reason.as_deref(), now_ms).await?;
    keep_parcel(&mut tx, order.key(), resi, courier).await?;
    audit_move(&mut tx, &staff, "shipped", (&order, &before), None, now_ms).await?;
    tx.commit().await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dikirim.", data }))
}

/// Puts the tracking number of an order right that is on its way.
#[utoipa::path(put, path = "/api/admin/orders/{order_id}/resi", request_body = Resi,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422)))]
async fn correct_resi(
    State(app): State<Shared>,
    Staff(staff): Staff<FULFILMENT>,
    Path(number): Path<String>,
    Body(wish): Body<Resi>,
) -> Result<Json<MoveAnswer>> {
    let resi = check_resi(&wish.resi)?;
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    let courier = other_courier(&order, wish.courier.as_deref())?;
    let mut tx = app.db.write().await?;
    let before = Facts::read(&mut tx, order.key()).await?;
    let sql = "UPDATE orders SET tracking_number = $2
               WHERE id = $1 AND shipment_status = $3 AND COALESCE(tracking_number, '') = $4";
    let changed = query(sql)
        .bind(order.key())
        .bind(resi)
        .bind(Text(ShipmentStatus::Shipped))
        .bind(wish.was.trim())
        .execute(&mut *tx)
        .await?;
    if changed.rows_affected() == 0 {
        tx.rollback().await?;
        let now = find_any(&mut *app.db.read().await?, &number).await?;
        if now.state().shipment_status != ShipmentStatus::Shipped {
            return Err(ksmart_core::order::MoveRefused.into());
        }
        let courier = now.shipping().0.to_owned();
        return Err(Error::edit_conflict(CurrentResi { resi: now.resi().map(str::to_owned), courier }));
    }
    keep_parcel(&mut tx, order.key(), resi, courier).await?;
    audit_move(&mut tx, &staff, "resi", (&order, &before), None, app.clock.now_ms()).await?;
    tx.commit().await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Nomor resi diperbaiki.", data }))
}

/// The shop calls an order off that is neither paid nor packed.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/cancel", request_body = ShopCancel,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422), (status = 502)))]
async fn cancel_for_shop(
    State(app): State<Shared>,
    Staff(staff): Staff<FULFILMENT>,
    Path(number): Path<String>,
    Body(wish): Body<ShopCancel>,
) -> Result<Json<MoveAnswer>> {
    let reason = required(&wish.reason)?;
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    call_off(&app, order, By::staff(staff), Some(reason)).await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dibatalkan.", data }))
}

/// The shop gives the money of an order back: at the provider, or by hand where the provider cannot.
///
/// 409 `refund_refused` says that it takes a hand. Asked again, the money is given once.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/refund", request_body = Refund,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422), (status = 502)))]
async fn refund(
    State(app): State<Shared>,
    Staff(staff): Staff<FINANCE>,
    Path(number): Path<String>,
    Body(wish): Body<Refund>,
) -> Result<Json<MoveAnswer>> {
    let reason = required(&wish.reason)?;
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    order.state().after(OrderEvent::Refund)?;
    let at_provider = order.payment_method == PaymentMethod::Online && !wish.manual;
    let moving = app.clone();
    let work = async move {
        if at_provider {
            payments::give_back(&moving, &order, &reason).await?;
        }
        let said = if at_provider { reason } else { format!("Dana dikembalikan secara manual: {reason}") };
        move_or_claim(&moving, &order, OrderEvent::Refund, By::staff(staff), Some(&said)).await
    };
    payments::unhurried(work).await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Dana dikembalikan.", data }))
}

/// Keeps the courier's number of an order.
///
/// # Errors
/// The database fails.
pub async fn keep_tracking_number(conn: &mut Conn, key: OrderKey, resi: &str) -> sqlx::Result<()> {
    keep_parcel(conn, key, resi, None).await
}

/// Keeps the courier's number of an order, and who the courier is where that is not whom the buyer chose.
async fn keep_parcel(conn: &mut Conn, key: OrderKey, resi: &str, courier: Option<&str>) -> sqlx::Result<()> {
    let sql = "SELECT o.number, o.receiver_name, o.receiver_phone, m.search_text
               FROM orders o JOIN members m ON m.id = o.member_id WHERE o.id = $1";
    let (number, name, phone, member): (String, String, String, String) =
        query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    let searched = format!("{} {member}", format!("{number} {name} {phone} {resi}").to_lowercase());
    query("UPDATE orders SET tracking_number = $2, shipping_method = COALESCE($3, shipping_method), search_text = $4 WHERE id = $1")
        .bind(key)
        .bind(resi)
        .bind(courier)
        .bind(searched)
        .execute(conn)
        .await?;
    Ok(())
}
