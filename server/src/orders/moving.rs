//! Moving orders through their states: who may, what is recorded, and what follows.

use axum::{Json, extract::State};
use ksmart_core::order::{MoveRefused, OrderEvent, OrderState, PaymentMethod, PaymentStatus, ShipmentStatus};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    accounts::MemberId,
    audit::{self, Change, Subject},
    auth::Member,
    catalog::{self, ProductId},
    db::{Conn, Text, TextEnum},
    error::{Code, Error, Result},
    extract::{Body, Path},
    orders::{Actor, Order, OrderKey, find_own, not_found},
    payments,
    volume::{self, Entry, EntryKind, PeriodId},
    vouchers::{self, VoucherId},
};

/// The longest reason, characters.
const MAX_REASON: usize = 300;

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(complete)).routes(routes!(cancel))
}

/// What a move answers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MoveAnswer {
    pub message: &'static str,
    pub data: Order,
}

/// Who moves an order: an actor, and which administrator where it is one.
#[derive(Debug, Clone)]
pub struct By {
    actor: Actor,
    /// The administrator; every move of theirs stands in the audit log.
    pub(super) staff: Option<Member>,
}

impl By {
    /// An administrator.
    pub fn staff(member: Member) -> Self {
        Self { actor: Actor::Shop, staff: Some(member) }
    }
}

impl From<Actor> for By {
    fn from(actor: Actor) -> Self {
        Self { actor, staff: None }
    }
}

/// Why the member calls an order off.
#[derive(Debug, Deserialize, ToSchema)]
struct Cancel {
    /// Up to 300 characters.
    reason: Option<String>,
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
    call_off(&app, order, Actor::Member.into(), reason.map(str::to_owned)).await?;
    let data = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dibatalkan.", data }))
}

/// Closes the payment of an order at the provider, then calls the order off.
///
/// # Errors
/// The order's state does not allow it (409), the provider cannot be reached (502), or the database fails.
pub(super) async fn call_off(app: &Shared, order: Order, by: By, reason: Option<String>) -> Result<()> {
    order.state().after(OrderEvent::Cancel)?;
    let app = app.clone();
    let work = async move {
        payments::close(&app, &order, OrderEvent::Cancel).await?;
        move_or_claim(&app, &order, OrderEvent::Cancel, by, reason.as_deref()).await
    };
    payments::unhurried(work).await
}

/// Moves an order after the provider did what the move is about. The provider's own notice of it may have been
/// quicker: the move is then the actor's all the same.
///
/// # Errors
/// The order's state does not allow it (409), or the database fails.
pub(super) async fn move_or_claim(
    app: &Shared,
    order: &Order,
    event: OrderEvent,
    by: By,
    reason: Option<&str>,
) -> Result<()> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.write().await?;
    let mut before = Facts::read(&mut tx, order.key()).await?;
    match advance_within(&mut tx, order.key(), event, by.clone(), reason, now_ms).await {
        Err(error) if error.code() == Code::MoveRefused => {
            claim(&mut tx, order.key(), event, &by, reason).await?;
            before = Facts::of(order);
        }
        moved => moved.map(drop)?,
    }
    if let Some(staff) = &by.staff {
        audit_move(&mut tx, staff, event.text(), (order, &before), reason, now_ms).await?;
    }
    tx.commit().await?;
    app.catalog.mark_changed();
    tracing::info!(order = order.key().0, event = event.text(), actor = by.actor.text(), "order moved");
    Ok(())
}

/// What the audit log keeps of an order.
#[derive(Debug, Serialize, FromRow)]
pub(super) struct Facts {
    payment_status: String,
    shipment_status: String,
    courier: String,
    resi: Option<String>,
}

impl Facts {
    /// As the database has them.
    ///
    /// # Errors
    /// 404, or the database fails.
    pub async fn read(conn: &mut Conn, key: OrderKey) -> Result<Self> {
        let sql = "SELECT payment_status, shipment_status, shipping_method AS courier, tracking_number AS resi
                   FROM orders WHERE id = $1";
        query_as(sql).bind(key).fetch_optional(conn).await?.ok_or_else(not_found)
    }

    /// As they were when the order was read.
    fn of(order: &Order) -> Self {
        Self {
            payment_status: order.status.text().to_owned(),
            shipment_status: order.shipment_status.text().to_owned(),
            courier: order.shipping_method.clone(),
            resi: order.resi.clone(),
        }
    }
}

/// Writes into the audit log what an administrator did with an order, and why.
///
/// # Errors
/// The database fails.
pub(super) async fn audit_move(
    conn: &mut Conn,
    staff: &Member,
    action: &str,
    (order, before): (&Order, &Facts),
    reason: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let mut after = json!(Facts::read(conn, order.key()).await?);
    if let Some(reason) = reason {
        after["reason"] = reason.into();
    }
    let change = Change::new(action, Subject::Order, &order.order_id, json!(before), after);
    Ok(audit::record(conn, staff, now_ms, change).await?)
}

/// Refuses a reason that is too long.
///
/// # Errors
/// 422.
pub(super) fn check_length(reason: &str) -> Result<()> {
    if reason.chars().count() > MAX_REASON {
        return Err(Error::invalid("Alasan maksimal 300 karakter."));
    }
    Ok(())
}

/// Records a move of an order.
///
/// # Errors
/// The database fails.
pub async fn record(
    conn: &mut Conn,
    key: OrderKey,
    event: &str,
    by: &By,
    reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO order_moves (order_id, at_ms, event, actor, reason, member_id)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(key)
        .bind(now_ms)
        .bind(event)
        .bind(Text(by.actor))
        .bind(reason)
        .bind(by.staff.as_ref().map(|staff| staff.id))
        .execute(conn)
        .await?;
    Ok(())
}

/// Makes a move that the provider reported the actor's own.
async fn claim(conn: &mut Conn, key: OrderKey, event: OrderEvent, by: &By, reason: Option<&str>) -> Result<()> {
    let sql = "UPDATE order_moves SET actor = $3, reason = $4, member_id = $6
               WHERE order_id = $1 AND event = $2 AND actor = $5";
    let claimed = query(sql)
        .bind(key)
        .bind(Text(event))
        .bind(Text(by.actor))
        .bind(reason)
        .bind(Text(Actor::Provider))
        .bind(by.staff.as_ref().map(|staff| staff.id))
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
    by: impl Into<By> + Send,
    reason: Option<&str>,
    now_ms: i64,
) -> Result<OrderState> {
    let by = by.into();
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
    record(conn, key, event.text(), &by, reason, now_ms).await?;
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
