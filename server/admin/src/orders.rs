//! One order with everything that the shop knows about it.

use axum::{Json, extract::State};
use ksmart_core::order::{OrderEvent, PaymentMethod, PaymentStatus, ShipmentStatus};
use ksmart_flows::payments::{self, PaymentFacts, problems::ProblemFacts};
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::{Code, Result},
    extract::Path,
    format::{local_phone, percent_number},
    ids::{MemberId, OrderKey, PeriodId, ProductId},
    notes::Note,
    provider_log::{self, KeptExchange},
    time::rfc3339,
};
use ksmart_identity::roles::{Admin, FINANCE, FULFILMENT};
use ksmart_shop::{
    catalog::{self, Codes, WarehouseProduct},
    orders::{
        Actor, Order, OrderLine, Receiver,
        admin::{notes_of, tags_of},
        find_any,
        manual_refunds::{self, ManualRefundFacts},
        parcels::{codes, weight_gr},
        transfers::{self, TransferFacts},
    },
    returns::worth,
};
use serde::Serialize;
use sqlx::{FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show))
}

/// Buyer of an order.
#[derive(Debug, Serialize, ToSchema, FromRow)]
struct OrderMember {
    uid: String,
    name: String,
    email: String,
    phone: String,
}

/// A line of an order, as bought.
#[derive(Debug, Serialize, ToSchema)]
struct AdminLine {
    id: i64,
    product_id: ProductId,
    name: String,
    variant: Option<String>,
    /// Path below `/storage/`.
    picture: String,
    /// Price of one piece, rupiah.
    price_rp: i64,
    /// Business volume of one piece, points.
    bv: i64,
    quantity: i64,
    /// Price of all pieces, rupiah.
    total_rp: i64,
    /// Current codes of the product.
    #[serde(flatten)]
    codes: Codes,
}

impl AdminLine {
    fn of(line: OrderLine, warehouse_products: &[WarehouseProduct]) -> Self {
        Self {
            codes: codes(&line, warehouse_products),
            total_rp: line.total_rp(),
            id: line.id,
            product_id: line.product_id,
            name: line.name,
            variant: line.variant,
            picture: line.picture,
            price_rp: line.price_rp,
            bv: line.bv,
            quantity: line.quantity,
        }
    }
}

/// A move of an order, with its author.
#[derive(Debug, Serialize, ToSchema)]
struct AdminMove {
    /// Time, RFC 3339.
    at: String,
    /// Event: `placed`, `held`, `released`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped`,
    /// `completed`, `returned`, `resi` for a corrected tracking number, or `address` for a corrected address.
    what: String,
    by: Actor,
    /// Name of the administrator who made the move; null if no administrator made it.
    staff_name: Option<String>,
    reason: Option<String>,
}

/// Action that the shop may take on an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AdminAction {
    /// Approves a held COD order.
    Release,
    Pack,
    Ship,
    Complete,
    /// Corrects the tracking number.
    Resi,
    Cancel,
    Refund,
    /// Records that the parcel came back, or was lost.
    Return,
    /// Records that the shop has the cash of a COD order.
    Cash,
    /// Records that an online order was paid by a transfer to the shop's own account.
    Transfer,
    /// Corrects the address.
    Address,
}

/// An order with everything that the shop knows about it.
#[derive(Debug, Serialize, ToSchema)]
struct AdminOrder {
    order_id: String,
    /// Time of placing, RFC 3339.
    created_at: String,
    /// Time at which its stock is released if it is not paid; only while it waits for an online payment.
    expires_at: Option<String>,
    payment_method: PaymentMethod,
    /// Transfer to the shop's own account that paid it instead; null if there was none.
    transfer: Option<TransferFacts>,
    payment_status: PaymentStatus,
    shipment_status: ShipmentStatus,
    /// Courier and service, such as `JNE - REG23`.
    courier: String,
    /// Tracking number.
    resi: Option<String>,
    member: OrderMember,
    receiver: Receiver,
    lines: Vec<AdminLine>,
    /// Weight of the parcel, calculated from the current products, grams.
    weight_gr: i64,
    /// Product subtotal, rupiah.
    subtotal_rp: i64,
    voucher_code: Option<String>,
    /// Discount in percent of the product subtotal.
    discount_percent: f64,
    /// Discount by the voucher, rupiah.
    discount_rp: i64,
    /// Shipping cost charged to the buyer, rupiah.
    shipping_cost_rp: i64,
    /// Discount by the voucher on the shipping, rupiah.
    shipping_discount_rp: i64,
    /// Shipping cost beyond the buyer's price after a correction of the address, rupiah: the shop pays it; below 0,
    /// the shop keeps the difference.
    shipping_borne_rp: i64,
    /// Total to be paid, rupiah.
    total_rp: i64,
    /// Amount still to be refunded after its returns, rupiah; null while a return is open, because that is settled
    /// first.
    refund_rp: Option<i64>,
    /// Business volume of the order, points.
    bv: i64,
    plan_name: String,
    period_id: PeriodId,
    period_name: String,
    /// State of the payment at the provider; null for payment on delivery.
    payment: Option<PaymentFacts>,
    /// Messages exchanged with the providers about the order, newest first, up to 50.
    exchanges: Vec<KeptExchange>,
    /// Manual refund that waits for the approval of another administrator; null if there is none.
    manual_refund: Option<ManualRefundFacts>,
    /// Amount charged by the payment provider, rupiah, if it is more than the total: with the provider's own fee, or as
    /// accepted by finance.
    charged_rp: Option<i64>,
    /// Payment problems of the order, open ones first.
    problems: Vec<ProblemFacts>,
    /// Moves, oldest first.
    moves: Vec<AdminMove>,
    /// Actions allowed by its state; the role is checked when an action is taken.
    actions: Vec<AdminAction>,
    /// Whether it is a test order of a shop that was not open yet: it counts nowhere, and can be deleted.
    trial: bool,
    /// Value-added tax included in the goods' price after discount, rupiah; null if the shop was not a taxable business
    /// when the order was placed.
    vat_rp: Option<i64>,
    /// Whether it must be approved by the shop before it is packed.
    held: bool,
    /// Notes by administrators, newest first.
    notes: Vec<Note>,
    /// Tags set by administrators, in alphabetical order.
    tags: Vec<String>,
}

/// Returns one order with everything that the shop knows about it.
#[utoipa::path(get, path = "/api/admin/orders/{order_id}", operation_id = "getAdminOrder",
    responses((status = 200, body = AdminOrder)))]
async fn show(
    State(db): State<Db>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Path(number): Path<String>,
) -> Result<Json<AdminOrder>> {
    let mut conn = db.read().await?;
    Ok(Json(read(&mut conn, &number, admin.id).await?))
}

/// Returns an order with everything that the shop knows about it, for an administrator.
///
/// # Errors
/// Order not found (404).
async fn read(conn: &mut Conn, number: &str, reader: MemberId) -> Result<AdminOrder> {
    let order = find_any(conn, number).await?;
    let key = order.key;
    let sql =
        "SELECT m.uid, m.name, m.email, m.phone FROM orders o JOIN members m ON m.id = o.member_id WHERE o.id = $1";
    let mut member: OrderMember = query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    member.phone = local_phone(&member.phone);
    let sql = "SELECT p.name FROM orders o JOIN plans p ON p.id = o.plan_id WHERE o.id = $1";
    let (plan_name,): (String,) = query_as(sql).bind(key).fetch_one(&mut *conn).await?;
    let ids: Vec<ProductId> = order.lines.iter().map(|line| line.product_id).collect();
    let warehouse_products = catalog::warehouse_products(conn, &ids).await?;
    let weight_gr = weight_gr(&order.lines, &warehouse_products);
    let refund_rp = match worth::left(conn, &order).await {
        Ok(left_rp) => Some(left_rp),
        Err(error) if error.code() == Code::MoveRefused => None,
        Err(error) => return Err(error),
    };
    let manual_refund = manual_refunds::find(conn, key).await?.map(|prepared| prepared.facts(reader));
    let payment = payments::facts(conn, key).await?;
    let mut numbers = payments::numbers(conn, key).await?;
    if numbers.is_empty() {
        numbers.push(order.number.clone());
    }
    Ok(AdminOrder {
        member,
        weight_gr,
        exchanges: provider_log::about(conn, &numbers).await?,
        payment,
        problems: payments::problems::of(conn, key).await?,
        charged_rp: order.charged_rp,
        moves: moves(conn, key).await?,
        notes: notes_of(conn, key, reader).await?,
        tags: tags_of(conn, &[key]).await?.remove(&key).unwrap_or_default(),
        actions: actions(&order, refund_rp.is_some(), manual_refund.is_some()),
        manual_refund,
        vat_rp: order.vat_rp(),
        expires_at: order.payable_until_ms().map(rfc3339),
        shipping_borne_rp: order.shipping_borne_rp,
        receiver: order.receiver,
        lines: order.lines.into_iter().map(|line| AdminLine::of(line, &warehouse_products)).collect(),
        order_id: order.number,
        created_at: rfc3339(order.created_ms),
        transfer: transfers::facts(conn, key).await?,
        payment_method: order.state.payment_method,
        payment_status: order.state.payment_status,
        shipment_status: order.state.shipment_status,
        courier: order.shipping_method,
        resi: order.tracking_number,
        subtotal_rp: order.subtotal_rp,
        voucher_code: order.voucher_code,
        discount_percent: percent_number(order.discount_percent),
        discount_rp: order.discount_rp,
        shipping_cost_rp: order.shipping_cost_rp,
        shipping_discount_rp: order.shipping_discount_rp,
        total_rp: order.total_rp,
        refund_rp,
        bv: order.bv,
        plan_name,
        period_id: order.period_id,
        period_name: order.period_name,
        trial: order.trial,
        held: order.state.held,
    })
}

/// Returns the actions that the order's state allows. A full refund requires that no return is open (`takes_refund`);
/// while a manual refund waits (`goes_back`), the order cannot be refunded, packed or shipped.
fn actions(order: &Order, takes_refund: bool, goes_back: bool) -> Vec<AdminAction> {
    let state = order.state;
    let stays = |event| goes_back && matches!(event, OrderEvent::Refund | OrderEvent::Pack | OrderEvent::Ship);
    let fits = |event| !stays(event) && state.after(event).is_ok();
    let waits = state.shipment_status == ShipmentStatus::Waiting
        && matches!(state.payment_status, PaymentStatus::Pending | PaymentStatus::Success);
    [
        (AdminAction::Release, fits(OrderEvent::Release)),
        (AdminAction::Pack, fits(OrderEvent::Pack)),
        (AdminAction::Ship, fits(OrderEvent::Ship)),
        (AdminAction::Complete, fits(OrderEvent::Complete)),
        (AdminAction::Resi, state.shipment_status == ShipmentStatus::Shipped),
        (AdminAction::Cancel, fits(OrderEvent::Cancel)),
        (AdminAction::Refund, takes_refund && fits(OrderEvent::Refund)),
        (AdminAction::Return, fits(OrderEvent::Return)),
        (AdminAction::Cash, state.awaits_cash()),
        (AdminAction::Transfer, fits(OrderEvent::Pay) && !state.awaits_cash()),
        (AdminAction::Address, waits),
    ]
    .into_iter()
    .filter_map(|(action, fits)| fits.then_some(action))
    .collect()
}

async fn moves(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Vec<AdminMove>> {
    #[derive(FromRow)]
    struct Row {
        at_ms: i64,
        event: String,
        actor: Text<Actor>,
        staff_name: Option<String>,
        reason: Option<String>,
    }
    let sql = "SELECT v.at_ms, v.event, v.actor, m.name AS staff_name, v.reason
               FROM order_moves v LEFT JOIN members m ON m.id = v.member_id WHERE v.order_id = $1 ORDER BY v.id";
    let rows: Vec<Row> = query_as(sql).bind(key).fetch_all(conn).await?;
    let told = |row: Row| AdminMove {
        at: rfc3339(row.at_ms),
        what: row.event,
        by: row.actor.0,
        staff_name: row.staff_name,
        reason: row.reason,
    };
    Ok(rows.into_iter().map(told).collect())
}
