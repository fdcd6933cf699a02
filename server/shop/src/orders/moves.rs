//! Moves of an order: each is a row with time, author and reason.

use ksmart_core::order::{OrderEvent, OrderState};
use ksmart_foundation::{
    db::{Conn, Flag, Text, TextEnum},
    format,
    ids::{MemberId, OrderKey, PeriodId, VoucherId},
};
use ksmart_identity::tokens::Member;
use sqlx::{FromRow, query, query_as};

use crate::{
    catalog::Goods,
    orders::order::{Actor, Order, StoredState},
};

/// Author of a move of an order: the kind of actor, and the administrator if the actor is one.
#[derive(Debug, Clone)]
pub struct MoveAuthor {
    /// Kind of actor.
    pub actor: Actor,
    /// The administrator, whose moves are all in the audit log.
    pub admin: Option<Member>,
}

impl MoveAuthor {
    /// Returns an administrator as the author.
    pub fn admin(member: Member) -> Self {
        Self { actor: Actor::Admin, admin: Some(member) }
    }
}

impl From<Actor> for MoveAuthor {
    fn from(actor: Actor) -> Self {
        Self { actor, admin: None }
    }
}

/// Event name of the first history entry of an order, for its placing.
pub const PLACED: &str = "placed";

/// Event name of a history entry for a corrected tracking number; the order's state stays unchanged.
pub const RESI_CORRECTED: &str = "resi";

/// Event name of a history entry for a corrected address; the order's state stays unchanged.
pub const ADDRESS_CORRECTED: &str = "address";

/// Records a move of an order.
pub async fn record(
    conn: &mut Conn,
    key: OrderKey,
    event: &str,
    by: &MoveAuthor,
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
        .bind(by.admin.as_ref().map(|admin| admin.id))
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the last event of an order as part of a sentence: `dikemas oleh Rina, 21 November 2026 pukul 10.05 WIB`.
pub async fn newest_event_text(conn: &mut Conn, key: OrderKey) -> sqlx::Result<String> {
    #[derive(FromRow)]
    struct Row {
        at_ms: i64,
        event: String,
        actor: Text<Actor>,
        name: Option<String>,
    }
    let sql = "SELECT v.at_ms, v.event, v.actor, m.name FROM order_moves v LEFT JOIN members m ON m.id = v.member_id
               WHERE v.order_id = $1 ORDER BY v.id DESC LIMIT 1";
    let Row { at_ms, event, actor, name } = query_as(sql).bind(key).fetch_one(conn).await?;
    let done = match (OrderEvent::from_text(&event), event.as_str()) {
        (Some(OrderEvent::Pay), _) => "dibayar",
        (Some(OrderEvent::Fail), _) => "ditolak pembayarannya",
        (Some(OrderEvent::Expire), _) => "lewat batas bayar",
        (Some(OrderEvent::Cancel), _) => "dibatalkan",
        (Some(OrderEvent::Refund), _) => "dikembalikan dananya",
        (Some(OrderEvent::Hold), _) => "ditahan",
        (Some(OrderEvent::Release), _) => "disetujui",
        (Some(OrderEvent::Pack), _) => "dikemas",
        (Some(OrderEvent::Ship), _) => "dikirim",
        (Some(OrderEvent::Complete), _) => "diselesaikan",
        (Some(OrderEvent::Return), _) => "dicatat kembali ke toko",
        (None, RESI_CORRECTED) => "diperbaiki resinya",
        (None, ADDRESS_CORRECTED) => "diperbaiki alamatnya",
        (None, _) => "dibuat",
    };
    let who = name.as_deref().unwrap_or(match actor.0 {
        Actor::Member => "pembeli",
        Actor::Admin => "toko",
        Actor::Provider => "penyedia pembayaran",
        Actor::System => "sistem",
    });
    Ok(format!("{done} oleh {who}, {}", format::date_time(at_ms)))
}

/// Returns the last time at which an event happened to an order, UTC milliseconds; `None` if it never did.
pub async fn happened_ms(conn: &mut Conn, key: OrderKey, event: OrderEvent) -> sqlx::Result<Option<i64>> {
    let sql = "SELECT MAX(at_ms) FROM order_moves WHERE order_id = $1 AND event = $2";
    sqlx::query_scalar(sql).bind(key).bind(Text(event)).fetch_one(conn).await
}

/// Replaces the payment provider by `by` as the author of an order's move, and stores the reason. Returns false if the
/// provider has not reported such a move.
pub async fn claim(
    conn: &mut Conn,
    key: OrderKey,
    event: OrderEvent,
    by: &MoveAuthor,
    reason: Option<&str>,
) -> sqlx::Result<bool> {
    let sql = "UPDATE order_moves SET actor = $3, reason = $4, member_id = $6
               WHERE order_id = $1 AND event = $2 AND actor = $5";
    let claimed = query(sql)
        .bind(key)
        .bind(Text(event))
        .bind(Text(by.actor))
        .bind(reason)
        .bind(Text(Actor::Provider))
        .bind(by.admin.as_ref().map(|admin| admin.id))
        .execute(conn)
        .await?;
    Ok(claimed.rows_affected() > 0)
}

/// State of an order, and the data that its moves affect.
#[derive(FromRow)]
pub struct MoveContext {
    /// Its number.
    pub number: String,
    /// Buyer.
    pub member_id: MemberId,
    /// Plan in which its points count.
    pub plan_id: i64,
    /// Period in which it was placed.
    pub period_id: PeriodId,
    /// The voucher that it uses.
    pub voucher_id: Option<VoucherId>,
    /// Points that it earns.
    pub bv: i64,
    /// Its total without shipping, rupiah.
    pub sales_rp: i64,
    /// Its state.
    #[sqlx(flatten, try_from = "StoredState")]
    pub state: OrderState,
    trial: Flag,
}

impl MoveContext {
    /// Whether its payment counts as a sale and earns its points; true for every order except trial orders.
    pub fn counts(&self) -> bool {
        !self.trial.0
    }
}

/// Returns the state of an order, and the data that its moves affect; `None` for an unknown order.
pub async fn move_context(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Option<MoveContext>> {
    let sql =
        "SELECT number, member_id, plan_id, period_id, voucher_id, bv, subtotal_rp - discount_rp AS sales_rp, trial,
                      held, payment_method, payment_status, shipment_status
               FROM orders WHERE id = $1";
    query_as(sql).bind(key).fetch_optional(conn).await
}

/// Puts an order into another state; returns false if it is no longer in the state `before`.
pub async fn change_state(conn: &mut Conn, key: OrderKey, before: OrderState, after: OrderState) -> sqlx::Result<bool> {
    let sql = "UPDATE orders SET payment_status = $2, shipment_status = $3, held = $6
               WHERE id = $1 AND payment_status = $4 AND shipment_status = $5 AND held = $7";
    let moved = query(sql)
        .bind(key)
        .bind(Text(after.payment_status))
        .bind(Text(after.shipment_status))
        .bind(Text(before.payment_status))
        .bind(Text(before.shipment_status))
        .bind(Flag(after.held))
        .bind(Flag(before.held))
        .execute(conn)
        .await?;
    Ok(moved.rows_affected() == 1)
}

/// Locks an order in the state in which it was read until the transaction ends, so that other moves wait; returns false
/// if it has moved since.
pub async fn lock(conn: &mut Conn, order: &Order) -> sqlx::Result<bool> {
    change_state(conn, order.key, order.state, order.state).await
}

/// Returns the goods of an order with their pieces, sorted by product.
pub async fn pieces(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Vec<Goods>> {
    let sql =
        "SELECT product_id, variant_id, variant, quantity FROM order_lines WHERE order_id = $1 ORDER BY product_id, id";
    query_as(sql).bind(key).fetch_all(conn).await
}

/// Deletes an order with its lines and its moves; everything else that refers to it must be deleted first.
///
/// # Errors
/// Another table still refers to the order.
pub async fn delete_of_order(conn: &mut Conn, key: OrderKey) -> sqlx::Result<()> {
    for sql in [
        "DELETE FROM order_moves WHERE order_id = $1",
        "DELETE FROM order_lines WHERE order_id = $1",
        "DELETE FROM orders WHERE id = $1",
    ] {
        query(sql).bind(key).execute(&mut *conn).await?;
    }
    Ok(())
}
