//! Moves of orders through their states: the record of each move, and its effects on stock, voucher, sales and volume.

mod audit;
mod effects;
mod notifications;

use ksmart_core::order::{MoveRefused, OrderEvent, OrderState};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, retried},
    error::{Code, Error, Result},
    ids::OrderKey,
    time::Clock,
};
use ksmart_members::volume;
use ksmart_shop::{
    catalog::Catalog,
    orders::{
        Actor, Order, OrderResponse, manual_refunds,
        moves::{MoveAuthor, change_state, claim, move_context, pieces, record},
        not_found,
    },
};
use serde::Serialize;
use utoipa::ToSchema;

pub use self::{
    audit::{Facts, audit_move},
    notifications::{notify_placed, notify_shipped},
};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 300;

/// Dependencies for moving an order in its own transaction.
#[derive(Clone)]
pub struct Orders {
    /// The database.
    pub db: Db,
    /// Source of the current time.
    pub clock: Clock,
    /// Catalogue, whose cached product list is marked as changed when an order moves.
    pub catalog: Catalog,
}

/// Answer to an order's move.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// Message to show.
    message: &'static str,
    /// Order after the move.
    data: OrderResponse,
}

impl MoveAnswer {
    /// Returns the answer for an order that has moved.
    pub fn new(message: &'static str, moved: Order) -> Self {
        Self { message, data: moved.into() }
    }
}

/// Moves an order after the provider has carried out the underlying action. If the provider's own notification arrived
/// first, the move is still attributed to the actor.
///
/// # Errors
/// The order's state does not allow it (409).
pub async fn move_or_claim(
    orders: &Orders,
    order: &Order,
    event: OrderEvent,
    by: MoveAuthor,
    reason: Option<&str>,
) -> Result<()> {
    retried(|| move_or_claim_once(orders, order, event, by.clone(), reason)).await?;
    orders.catalog.mark_changed();
    tracing::info!(order = order.key.0, event = event.text(), actor = by.actor.text(), "order moved");
    Ok(())
}

async fn move_or_claim_once(
    orders: &Orders,
    order: &Order,
    event: OrderEvent,
    by: MoveAuthor,
    reason: Option<&str>,
) -> Result<()> {
    let now_ms = orders.clock.now_ms();
    let mut tx = orders.db.write().await?;
    let mut before = Facts::read(&mut tx, order.key).await?;
    match advance_within(&mut tx, order.key, event, by.clone(), reason, now_ms).await {
        Err(error) if error.code() == Code::MoveRefused => {
            if !claim(&mut tx, order.key, event, &by, reason).await? {
                return Err(MoveRefused.into());
            }
            before = Facts::of(order);
        }
        moved => moved.map(drop)?,
    }
    if let Some(admin) = &by.admin {
        audit_move(&mut tx, admin, event.text(), (order.key, &order.number, &before), reason, now_ms).await?;
    }
    Ok(tx.commit().await?)
}

/// Refuses a reason of more than 300 characters.
///
/// # Errors
/// 422.
pub fn check_length(reason: &str) -> Result<()> {
    if reason.chars().count() > MAX_REASON {
        return Err(Error::invalid("Alasan maksimal 300 karakter."));
    }
    Ok(())
}

/// Moves an order in its own transaction.
///
/// # Errors
/// The order's state does not allow it (409).
pub async fn advance(
    orders: &Orders,
    key: OrderKey,
    event: OrderEvent,
    actor: Actor,
    reason: Option<&str>,
) -> Result<OrderState> {
    let moved = || async move {
        let mut tx = orders.db.write().await?;
        let state = advance_within(&mut tx, key, event, actor, reason, orders.clock.now_ms()).await?;
        tx.commit().await?;
        Ok::<_, Error>(state)
    };
    let state = retried(moved).await?;
    orders.catalog.mark_changed();
    tracing::info!(order = key.0, event = event.text(), actor = actor.text(), "order moved");
    Ok(state)
}

/// Moves an order: changes its state, records the move, and updates stock, voucher, sales, volume and money.
///
/// # Errors
/// The order's state does not allow it (409). After any error, including a database error, the transaction must be
/// rolled back.
pub async fn advance_within(
    conn: &mut Conn,
    key: OrderKey,
    event: OrderEvent,
    by: impl Into<MoveAuthor> + Send,
    reason: Option<&str>,
    now_ms: i64,
) -> Result<OrderState> {
    let by = by.into();
    let move_context = move_context(conn, key).await?.ok_or_else(not_found)?;
    let before = move_context.state;
    let after = before.after(event)?;
    let posts = before.is_paid() != after.is_paid() && move_context.counts();
    let mut period = move_context.period_id;
    if posts {
        period = volume::hold_open_period(conn, period, now_ms).await?;
    }
    if !change_state(conn, key, before, after).await? {
        // Another move came first.
        return Err(MoveRefused.into());
    }
    record(conn, key, event.text(), &by, reason, now_ms).await?;
    if event == OrderEvent::Refund {
        // However the money was refunded, it must not be refunded manually again.
        manual_refunds::delete(conn, key).await?;
    }
    let lines = pieces(conn, key).await?;
    if before.holds_stock() && !after.holds_stock() {
        effects::release(conn, key, &lines, move_context.voucher_id, now_ms).await?;
    }
    let refunded_rp = match (posts, after.is_paid()) {
        (false, _) => None,
        (true, true) => {
            effects::book_sale(conn, key, &move_context, &lines, period, now_ms).await?;
            None
        }
        (true, false) => Some(effects::book_refund(conn, key, &move_context, &lines, period, now_ms).await?),
    };
    notifications::notify(conn, key, event, (reason, refunded_rp), now_ms).await?;
    Ok(after)
}
