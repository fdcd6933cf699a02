//! Moving orders through their states: who may, what is recorded, and what follows.

use axum::{Json, extract::State};
use ksmart_core::order::{MoveRefused, OrderEvent, OrderState, PaymentMethod, PaymentStatus, ShipmentStatus};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    accounts::MemberId,
    auth::{FINANCE, FULFILMENT, Member, Staff},
    catalog::{self, ProductId},
    db::{Conn, Text, TextEnum},
    error::{Code, Error, Result},
    extract::{Body, Path},
    orders::{Actor, Order, OrderKey, find_any, find_own, not_found},
    payments,
    volume::{self, Entry, EntryKind, PeriodId},
    vouchers::{self, VoucherId},
};

/// The longest reason, characters.
const MAX_REASON: usize = 300;

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(complete))
        .routes(routes!(cancel))
        .routes(routes!(pack))
        .routes(routes!(ship))
        .routes(routes!(complete_for_member))
        .routes(routes!(cancel_for_shop))
        .routes(routes!(refund))
}

/// What a move answers.
#[derive(Debug, Serialize, ToSchema)]
struct MoveAnswer {
    message: &'static str,
    data: Order,
}

/// Why the member calls an order off.
#[derive(Debug, Deserialize, ToSchema)]
struct Cancel {
    /// Up to 300 characters.
    reason: Option<String>,
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
    /// Tracking number, up to 64 characters.
    resi: String,
}

/// The member has received the order.
#[utoipa::path(post, path = "/api/transactions/{order_id}/complete", responses((status = 200, body = MoveAnswer), (status = 404), (status = 409)))]
async fn complete(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<MoveAnswer>> {
    let order = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    advance(&app, order.key(), OrderEvent::Complete, Actor::Member, None).await?;
    let data = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan telah diterima.", data }))
}

/// The member calls an order off that is neither paid nor packed.
#[utoipa::path(post, path = "/api/transactions/{order_id}/cancel", request_body = Cancel,
    responses((status = 200, body = MoveAnswer), (status = 404), (status = 409), (status = 502)))]
async fn cancel(
    State(app): State<Shared>,
    member: Member,
    Path(number): Path<String>,
    Body(wish): Body<Cancel>,
) -> Result<Json<MoveAnswer>> {
    let reason = wish.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    check_length(reason.unwrap_or_default())?;
    let order = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    call_off(&app, order, Actor::Member, reason.map(str::to_owned)).await?;
    let data = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dibatalkan.", data }))
}

/// Closes the payment of an order at the provider, then calls the order off.
async fn call_off(app: &Shared, order: Order, actor: Actor, reason: Option<String>) -> Result<()> {
    order.state().after(OrderEvent::Cancel)?;
    let app = app.clone();
    let work = async move {
        payments::close(&app, &order, OrderEvent::Cancel).await?;
        move_or_claim(&app, order.key(), OrderEvent::Cancel, actor, reason.as_deref()).await
    };
    payments::unhurried(work).await
}

/// Moves an order after the provider did what the move is about. The provider's own notice of it may have been
/// quicker: the move is then the actor's all the same.
async fn move_or_claim(
    app: &Shared,
    key: OrderKey,
    event: OrderEvent,
    actor: Actor,
    reason: Option<&str>,
) -> Result<()> {
    let mut tx = app.db.write().await?;
    match advance_within(&mut tx, key, event, actor, reason, app.clock.now_ms()).await {
        Err(error) if error.code() == Code::MoveRefused => claim(&mut tx, key, event, actor, reason).await?,
        moved => moved.map(drop)?,
    }
    tx.commit().await?;
    app.catalog.mark_changed();
    tracing::info!(order = key.0, event = event.text(), actor = actor.text(), "order moved");
    Ok(())
}

fn check_length(reason: &str) -> Result<()> {
    if reason.chars().count() > MAX_REASON {
        return Err(Error::invalid("Alasan maksimal 300 karakter."));
    }
    Ok(())
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

/// The shop calls an order off that is neither paid nor packed.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/cancel", request_body = ShopCancel,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422), (status = 502)))]
async fn cancel_for_shop(
    State(app): State<Shared>,
    _: Staff<FULFILMENT>,
    Path(number): Path<String>,
    Body(wish): Body<ShopCancel>,
) -> Result<Json<MoveAnswer>> {
    let reason = required(&wish.reason)?;
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    call_off(&app, order, Actor::Shop, Some(reason)).await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dibatalkan.", data }))
}

/// The shop says that the member has received an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/complete", responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409)))]
async fn complete_for_member(
    State(app): State<Shared>,
    _: Staff<FULFILMENT>,
    Path(number): Path<String>,
) -> Result<Json<MoveAnswer>> {
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    advance(&app, order.key(), OrderEvent::Complete, Actor::Shop, None).await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan telah diterima.", data }))
}

/// The shop gives the money of an order back: at the provider, or by hand where the provider cannot.
///
/// 409 `refund_refused` says that it takes a hand. Asked again, the money is given once.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/refund", request_body = Refund,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422), (status = 502)))]
async fn refund(
    State(app): State<Shared>,
    _: Staff<FINANCE>,
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
        move_or_claim(&moving, order.key(), OrderEvent::Refund, Actor::Shop, Some(&said)).await
    };
    payments::unhurried(work).await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Dana dikembalikan.", data }))
}

/// The shop has packed an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/pack", responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409)))]
async fn pack(State(app): State<Shared>, _: Staff<FULFILMENT>, Path(number): Path<String>) -> Result<Json<MoveAnswer>> {
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    advance(&app, order.key(), OrderEvent::Pack, Actor::Shop, None).await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dikemas.", data }))
}

/// The courier has taken an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/ship", request_body = Ship,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422)))]
async fn ship(
    State(app): State<Shared>,
    _: Staff<FULFILMENT>,
    Path(number): Path<String>,
    Body(wish): Body<Ship>,
) -> Result<Json<MoveAnswer>> {
    let resi = wish.resi.trim();
    if resi.is_empty() || resi.len() > 64 || !resi.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(Error::invalid("Nomor resi harus 1 sampai 64 huruf atau angka."));
    }
    let order = find_any(&mut *app.db.read().await?, &number).await?;
    let mut tx = app.db.write().await?;
    advance_within(&mut tx, order.key(), OrderEvent::Ship, Actor::Shop, None, app.clock.now_ms()).await?;
    keep_tracking_number(&mut tx, order.key(), resi).await?;
    tx.commit().await?;
    let data = find_any(&mut *app.db.read().await?, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dikirim.", data }))
}

/// Records a move of an order.
///
/// # Errors
/// The database fails.
pub async fn record(
    conn: &mut Conn,
    key: OrderKey,
    event: &str,
    actor: Actor,
    reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<()> {
    query("INSERT INTO order_moves (order_id, at_ms, event, actor, reason) VALUES ($1, $2, $3, $4, $5)")
        .bind(key)
        .bind(now_ms)
        .bind(event)
        .bind(Text(actor))
        .bind(reason)
        .execute(conn)
        .await?;
    Ok(())
}

/// Makes a move that the provider reported the actor's own.
async fn claim(conn: &mut Conn, key: OrderKey, event: OrderEvent, actor: Actor, reason: Option<&str>) -> Result<()> {
    let sql = "UPDATE order_moves SET actor = $3, reason = $4 WHERE order_id = $1 AND event = $2 AND actor = $5";
    let claimed = query(sql)
        .bind(key)
        .bind(Text(event))
        .bind(Text(actor))
        .bind(reason)
        .bind(Text(Actor::Provider))
        .execute(conn)
        .await?;
    if claimed.rows_affected() == 0 { Err(MoveRefused.into()) } else { Ok(()) }
}

/// Moves an order in a transaction of its own.
///
/// # Errors
/// The order's state does not allow it (409), or the database fails.
pub async fn advance(
    app: &Shared,
    key: OrderKey,
    event: OrderEvent,
    actor: Actor,
    reason: Option<&str>,
) -> Result<OrderState> {
    let mut tx = app.db.write().await?;
    let state = advance_within(&mut tx, key, event, actor, reason, app.clock.now_ms()).await?;
    tx.commit().await?;
    app.catalog.mark_changed();
    tracing::info!(order = key.0, event = event.text(), actor = actor.text(), "order moved");
    Ok(state)
}

#[derive(FromRow)]
struct StateRow {
    member_id: MemberId,
    plan_id: i64,
    period_id: PeriodId,
    voucher_id: Option<VoucherId>,
    bv: i64,
    payment_method: Text<PaymentMethod>,
    payment_status: Text<PaymentStatus>,
    shipment_status: Text<ShipmentStatus>,
}

/// Moves an order: its state, the record of the move, and what follows for stock, voucher, sales and volume.
///
/// # Errors
/// The order's state does not allow it (409), or the database fails; the transaction must then be given up.
pub async fn advance_within(
    conn: &mut Conn,
    key: OrderKey,
    event: OrderEvent,
    actor: Actor,
    reason: Option<&str>,
    now_ms: i64,
) -> Result<OrderState> {
    let sql = "SELECT member_id, plan_id, period_id, voucher_id, bv, payment_method, payment_status, shipment_status
               FROM orders WHERE id = $1";
    let row: Option<StateRow> = query_as(sql).bind(key).fetch_optional(&mut *conn).await?;
    let row = row.ok_or_else(not_found)?;
    let before = OrderState {
        payment_method: row.payment_method.0,
        payment_status: row.payment_status.0,
        shipment_status: row.shipment_status.0,
    };
    let after = before.after(event)?;
    let sql = "UPDATE orders SET payment_status = $2, shipment_status = $3
               WHERE id = $1 AND payment_status = $4 AND shipment_status = $5";
    let moved = query(sql)
        .bind(key)
        .bind(Text(after.payment_status))
        .bind(Text(after.shipment_status))
        .bind(row.payment_status)
        .bind(row.shipment_status)
        .execute(&mut *conn)
        .await?;
    if moved.rows_affected() == 0 {
        // Another move was quicker.
        return Err(MoveRefused.into());
    }
    record(conn, key, event.text(), actor, reason, now_ms).await?;
    let lines: Vec<(ProductId, i64)> =
        query_as("SELECT product_id, quantity FROM order_lines WHERE order_id = $1 ORDER BY product_id, id")
            .bind(key)
            .fetch_all(&mut *conn)
            .await?;
    if before.holds_stock() && !after.holds_stock() {
        catalog::return_stock(conn, key, &lines, now_ms).await?;
        if let Some(voucher) = row.voucher_id {
            vouchers::return_use(conn, voucher, key).await?;
        }
    }
    if before.is_paid() != after.is_paid() {
        let (kind, sign) = if after.is_paid() { (EntryKind::Sale, 1) } else { (EntryKind::Refund, -1) };
        for (product, quantity) in &lines {
            catalog::count_sold(conn, *product, sign * quantity).await?;
        }
        let entry = Entry {
            order: key,
            kind,
            member: row.member_id,
            period: row.period_id,
            plan_id: row.plan_id,
            points: sign * row.bv,
        };
        volume::post(conn, &entry, now_ms).await?;
    }
    Ok(after)
}

/// Keeps the courier's number of an order.
///
/// # Errors
/// The database fails.
pub async fn keep_tracking_number(conn: &mut Conn, key: OrderKey, resi: &str) -> sqlx::Result<()> {
    query("UPDATE orders SET tracking_number = $2 WHERE id = $1").bind(key).bind(resi).execute(conn).await?;
    Ok(())
}
