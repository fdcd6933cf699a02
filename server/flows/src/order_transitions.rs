//! Moves of orders through their states: the record of each move, and its effects on stock, voucher, sales and volume.

use ksmart_core::order::{MoveRefused, OrderEvent, OrderState, PaymentStatus};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, retried},
    error::{Code, Error, Result},
    ids::{MemberId, OrderKey},
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::{self, Kind, Message, Recipient},
    tokens::Member,
};
use ksmart_members::volume::{self, Entry, EntryKind};
use ksmart_shop::{
    catalog::{self, Catalog, Goods},
    orders::{
        Actor, Order, find_any, manual_refunds, money,
        moves::{MoveAuthor, change_state, claim, pieces, record, standing},
        not_found,
    },
    returns::{self, GivenBack, worth},
    vouchers,
};
use serde::Serialize;
use serde_json::json;
use sqlx::{FromRow, query_as};
use utoipa::ToSchema;

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 300;

/// Dependencies for moving an order in its own transaction.
#[derive(Clone)]
pub struct Orders {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Catalogue whose product list changes when an order moves.
    pub catalog: Catalog,
}

/// Answer to an order's move.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// Message to show.
    pub message: &'static str,
    /// Order after the move.
    pub data: Order,
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
    tracing::info!(order = order.key().0, event = event.text(), actor = by.actor.text(), "order moved");
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
    let mut before = Facts::read(&mut tx, order.key()).await?;
    match advance_within(&mut tx, order.key(), event, by.clone(), reason, now_ms).await {
        Err(error) if error.code() == Code::MoveRefused => {
            if !claim(&mut tx, order.key(), event, &by, reason).await? {
                return Err(MoveRefused.into());
            }
            before = Facts::of(order);
        }
        moved => moved.map(drop)?,
    }
    if let Some(admin) = &by.admin {
        audit_move(&mut tx, admin, event.text(), (order.key(), &order.order_id, &before), reason, now_ms).await?;
    }
    Ok(tx.commit().await?)
}

/// Order data stored in the audit log.
#[derive(Debug, Serialize, FromRow)]
pub struct Facts {
    payment_status: String,
    shipment_status: String,
    courier: String,
    resi: Option<String>,
    /// Whether the order waits for the shop's decision: `yes` or `no`.
    held: String,
}

impl Facts {
    /// Reads the data from the database.
    ///
    /// # Errors
    /// Order not found (404).
    pub async fn read(conn: &mut Conn, key: OrderKey) -> Result<Self> {
        let sql = "SELECT payment_status, shipment_status, shipping_method AS courier, tracking_number AS resi,
                          CASE held WHEN 1 THEN 'yes' ELSE 'no' END AS held
                   FROM orders WHERE id = $1";
        query_as(sql).bind(key).fetch_optional(conn).await?.ok_or_else(not_found)
    }

    /// Takes the data from an order, as of the time when it was read.
    fn of(order: &Order) -> Self {
        Self {
            payment_status: order.status.text().to_owned(),
            shipment_status: order.shipment_status.text().to_owned(),
            courier: order.shipping_method.clone(),
            resi: order.resi.clone(),
            held: (if order.held { "yes" } else { "no" }).to_owned(),
        }
    }
}

/// Records an administrator's action on an order in the audit log, with the reason.
pub async fn audit_move(
    conn: &mut Conn,
    admin: &Member,
    action: &str,
    (key, number, before): (OrderKey, &str, &Facts),
    reason: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let mut after = json!(Facts::read(conn, key).await?);
    if let Some(reason) = reason {
        after["reason"] = reason.into();
    }
    let change = Change::new(action, Subject::Order, number, json!(before), after);
    Ok(audit::record(conn, admin, now_ms, change).await?)
}

/// Refuses a reason that is too long.
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

/// Moves an order: changes its state, records the move, and updates stock, voucher, sales and volume.
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
    let standing = standing(conn, key).await?.ok_or_else(not_found)?;
    let before = standing.state();
    let after = before.after(event)?;
    let posts = before.is_paid() != after.is_paid() && standing.counts();
    let mut period = standing.period_id;
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
    let mut left_rp = None;
    let lines = pieces(conn, key).await?;
    if before.holds_stock() && !after.holds_stock() {
        catalog::return_stock(conn, key, &lines, now_ms).await?;
        if let Some(voucher) = standing.voucher_id {
            vouchers::return_use(conn, voucher, key).await?;
        }
    }
    if posts {
        let (kind, sign) = if after.is_paid() { (EntryKind::Sale, 1) } else { (EntryKind::Refund, -1) };
        // Amounts that returns have already reversed are not reversed again.
        let mut given = if after.is_paid() { GivenBack::default() } else { returns::given_back(conn, key).await? };
        let mut left = 0;
        for Goods { product_id: product, quantity, .. } in &lines {
            let returned = given.products.remove(product).unwrap_or_default();
            given.products.insert(*product, (returned - quantity).max(0));
            let pieces = (quantity - returned).max(0);
            left += pieces;
            catalog::count_sold(conn, *product, sign * pieces).await?;
        }
        let entry = Entry {
            order: key,
            of_return: None,
            kind,
            member: standing.member_id,
            period,
            plan_id: standing.plan_id,
            points: sign * (standing.bv - given.points),
            sales_rp: sign * (standing.sales_rp - given.sales_rp),
        };
        if left > 0 {
            volume::post(conn, &entry, now_ms).await?;
        }
        if after.is_paid() {
            money::receive(conn, key, period, now_ms).await?;
        } else if left > 0 {
            let order = find_any(conn, &standing.number).await?;
            let left = worth::left_rp(conn, &order).await?;
            money::book_refund(conn, key, left, period, now_ms).await?;
            left_rp = Some(left);
        } else {
            left_rp = Some(0);
        }
    }
    notify(conn, key, event, (reason, left_rp), now_ms).await?;
    Ok(after)
}

/// Notifies the buyer of an order's new state. `left_rp` is the amount refunded of a paid order, if known.
async fn notify(
    conn: &mut Conn,
    key: OrderKey,
    event: OrderEvent,
    (reason, left_rp): (Option<&str>, Option<i64>),
    now_ms: i64,
) -> sqlx::Result<()> {
    #[derive(FromRow)]
    struct Row {
        number: String,
        member_id: MemberId,
        total_rp: i64,
        payment_status: String,
    }
    let sql = "SELECT number, member_id, total_rp, payment_status FROM orders WHERE id = $1";
    let Row { number, member_id, total_rp, payment_status } = query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    let cancelled =
        |by_itself: &str| (Kind::OrderCancelled, json!({"order": number, "reason": reason.unwrap_or(by_itself)}));
    let (kind, payload) = match event {
        // An order of Rp 0 has no payment to report.
        OrderEvent::Pay if total_rp == 0 => return Ok(()),
        OrderEvent::Pay => (Kind::OrderPaid, json!({"order": number, "total_rp": total_rp})),
        OrderEvent::Complete => (Kind::OrderDelivered, json!({"order": number})),
        OrderEvent::Fail => cancelled("Pembayarannya ditolak."),
        OrderEvent::Expire => cancelled("Pembayarannya tidak kami terima sampai batas waktunya."),
        OrderEvent::Cancel => cancelled("Sesuai permintaan Anda."),
        // The buyer of a refunded order is notified of the refund instead.
        OrderEvent::Return if payment_status != PaymentStatus::Refunded.text() => {
            cancelled("Paketnya kembali ke toko.")
        }
        // With `Some(0)`, returns have refunded everything, and the message about the last return covers it.
        OrderEvent::Refund if left_rp != Some(0) => {
            (Kind::OrderRefunded, json!({"order": number, "amount_rp": left_rp.unwrap_or(total_rp)}))
        }
        // The message about a shipped order is written with its tracking number.
        OrderEvent::Ship | OrderEvent::Refund | OrderEvent::Return => return Ok(()),
        OrderEvent::Hold | OrderEvent::Release | OrderEvent::Pack => return Ok(()),
    };
    let message =
        Message { dedup_key: outbox::dedup_key(kind, &number), recipient: Recipient::Member(member_id), payload };
    outbox::notify_once(conn, now_ms, kind, vec![message]).await
}

/// Notifies the buyer that an order is on its way, once for each tracking number, in the transaction that stores the
/// number.
pub async fn notify_shipped(conn: &mut Conn, key: OrderKey, now_ms: i64) -> sqlx::Result<()> {
    let sql = "SELECT number, member_id, shipping_method, tracking_number FROM orders WHERE id = $1";
    let (number, member, courier, resi): (String, MemberId, String, Option<String>) =
        query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    let resi = resi.unwrap_or_default();
    let payload = json!({"order": number, "courier": courier, "tracking_number": resi});
    let dedup_key = outbox::dedup_key(Kind::OrderShipped, format_args!("{number}:{resi}"));
    let message = Message { dedup_key, recipient: Recipient::Member(member), payload };
    outbox::notify_once(conn, now_ms, Kind::OrderShipped, vec![message]).await
}

/// Notifies the buyer that an order was placed, in the transaction that places it.
pub async fn notify_placed(conn: &mut Conn, member: MemberId, order: &Order, now_ms: i64) -> sqlx::Result<()> {
    let payload = json!({"order": order.order_id, "total_rp": order.gross_amount});
    let dedup_key = outbox::dedup_key(Kind::OrderPlaced, &order.order_id);
    let message = Message { dedup_key, recipient: Recipient::Member(member), payload };
    outbox::notify_once(conn, now_ms, Kind::OrderPlaced, vec![message]).await
}
