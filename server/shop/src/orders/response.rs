//! Orders as the API returns them, and the routes by which members read their own orders.

use axum::{Json, extract::State};
use ksmart_core::order::{OrderAction, PaymentMethod, PaymentStatus, ShipmentStatus};
use ksmart_foundation::{
    db::{Db, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    format::percent_number,
    ids::{MemberId, PeriodId, ProductId},
    page::{Page, pattern},
    time::rfc3339,
};
use ksmart_identity::tokens::Member;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    orders::{
        finding::{find_own, find_page},
        order::{Actor, Order, OrderLine, OrderMove},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Order)]
pub struct OrderResponse {
    /// Its number, such as `KS-20261121-7K3M9QXA`.
    order_id: String,
    /// Time of placing the order, RFC 3339.
    created_at: String,
    /// Time at which the unpaid order expires and releases its stock, RFC 3339; null unless it can be paid online now.
    expires_at: Option<String>,
    /// State of the shipment.
    shipment_status: ShipmentStatus,
    /// State of the payment.
    status: PaymentStatus,
    /// The courier and the service, such as `JNE - REG23`.
    shipping_method: String,
    /// Tracking number.
    resi: Option<String>,
    /// Shipping cost for the buyer, rupiah.
    shipping_cost: i64,
    /// Voucher's discount on the shipping, rupiah.
    shipping_discount: i64,
    /// Way of payment.
    payment_method: PaymentMethod,
    /// Whether it was paid by a transfer to the shop's own account instead of online, as recorded by an administrator.
    bank_transfer: bool,
    /// Name of the receiver.
    receiver_name: String,
    /// Mobile number of the receiver.
    receiver_phone: String,
    /// E-mail address of the receiver.
    receiver_email: String,
    /// Street address and destination.
    receiver_address: String,
    /// Code of the voucher, if one was used.
    voucher_code: Option<String>,
    /// Voucher's percentage off the eligible products; 0 if the voucher takes off something else, or none was used.
    discount: f64,
    /// Product subtotal, rupiah.
    subtotal: i64,
    /// Discount by the voucher, rupiah.
    discount_amount: i64,
    /// Amount to be paid, rupiah.
    gross_amount: i64,
    /// Amount that the payment provider charged, rupiah, if it is higher: with the provider's own fee, or as accepted
    /// by the shop.
    charged: Option<i64>,
    /// Business volume of the bought goods, points; the order earns it less the returned volume.
    total_bv: i64,
    /// Business volume of returned or refunded goods, points.
    returned_bv: i64,
    /// Plan in which its points count.
    id_plan: i64,
    /// Period in which its points count: the period of placing, or the period of payment if the former was already
    /// calculated.
    bv_period_id: PeriodId,
    /// Name of that period.
    bv_period_name: String,
    /// URL of the payment page; null unless the order can be paid online now.
    redirect_url: Option<String>,
    /// Lines of the order.
    products: Vec<OrderLineResponse>,
    moves: Vec<MoveResponse>,
    /// Actions available to the member now.
    actions: Vec<OrderAction>,
    /// Whether it is a trial order, placed while the shop was closed; it counts nowhere and can be deleted.
    trial: bool,
    /// Value-added tax included in the goods' price after discount, rupiah; null if the shop was not a taxable
    /// business when the order was placed.
    vat_rp: Option<i64>,
    /// Whether it waits for the shop's approval before it is packed.
    held: bool,
}

/// A product of an order, as it was when it was bought.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderProduct)]
pub struct OrderLineResponse {
    /// Key of the line.
    id: i64,
    /// Key of the product.
    product_id: ProductId,
    /// Name when it was bought.
    name: String,
    /// Name of the variant, if the product has variants.
    variant: Option<String>,
    /// Price of one piece, rupiah.
    price: i64,
    /// Pieces.
    quantity: i64,
    /// Price of all pieces, rupiah.
    total: i64,
    /// Path below `/storage/`.
    picture: String,
    /// Business volume of one piece, points.
    bv: i64,
}

/// A move of an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderMove)]
struct MoveResponse {
    at: String,
    /// `placed`, `held`, `released`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped`, `completed`,
    /// `returned`, `resi` or `address`.
    what: String,
    by: Actor,
    reason: Option<String>,
}

impl From<Order> for OrderResponse {
    fn from(order: Order) -> Self {
        let is_payable = order.is_payable();
        Self {
            vat_rp: order.vat_rp(),
            expires_at: order.payable_until_ms().map(rfc3339),
            actions: order.state.member_actions(),
            order_id: order.number,
            created_at: rfc3339(order.created_ms),
            shipment_status: order.state.shipment_status,
            status: order.state.payment_status,
            shipping_method: order.shipping_method,
            resi: order.tracking_number,
            shipping_cost: order.shipping_cost_rp,
            shipping_discount: order.shipping_discount_rp,
            payment_method: order.state.payment_method,
            bank_transfer: order.bank_transfer,
            receiver_name: order.receiver.name,
            receiver_phone: order.receiver.phone,
            receiver_email: order.receiver.email,
            receiver_address: order.receiver.address,
            voucher_code: order.voucher_code,
            discount: percent_number(order.discount_percent),
            subtotal: order.subtotal_rp,
            discount_amount: order.discount_rp,
            gross_amount: order.total_rp,
            charged: order.charged_rp,
            total_bv: order.bv,
            returned_bv: order.returned_bv,
            id_plan: order.plan_id,
            bv_period_id: order.period_id,
            bv_period_name: order.period_name,
            redirect_url: order.payment_url.filter(|_| is_payable),
            products: order.lines.into_iter().map(OrderLineResponse::from).collect(),
            moves: order.moves.into_iter().map(MoveResponse::from).collect(),
            trial: order.trial,
            held: order.state.held,
        }
    }
}

impl From<OrderLine> for OrderLineResponse {
    fn from(line: OrderLine) -> Self {
        Self {
            total: line.total_rp(),
            id: line.id,
            product_id: line.product_id,
            name: line.name,
            variant: line.variant,
            price: line.price_rp,
            quantity: line.quantity,
            picture: line.picture,
            bv: line.bv,
        }
    }
}

impl From<OrderMove> for MoveResponse {
    fn from(step: OrderMove) -> Self {
        Self { at: rfc3339(step.at_ms), what: step.event, by: step.actor, reason: step.reason }
    }
}

/// Orders, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct OrderList {
    data: Vec<OrderResponse>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct OrderFilter {
    /// A state of the shipment, such as `dikirim`.
    filter: Option<String>,
    /// A part of the order's number.
    #[param(max_length = 100)]
    search: Option<String>,
}

/// One order.
#[derive(Debug, Serialize, ToSchema)]
struct OrderData {
    /// The order.
    data: OrderResponse,
}

/// Lists the caller's orders, newest first.
#[utoipa::path(get, path = "/api/transactions/user/{user_id}", operation_id = "listOrders",
    responses((status = 200, body = OrderList), (status = 403)))]
async fn list(
    State(db): State<Db>,
    member: Member,
    Path(id): Path<MemberId>,
    Query(filter): Query<OrderFilter>,
    page: Page<2>,
) -> Result<Json<OrderList>> {
    member.must_be(Some(id))?;
    let shipment = match filter.filter.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(named) => {
            Some(ShipmentStatus::from_text(named).ok_or_else(|| Error::invalid("Status pesanan tidak dikenal."))?)
        }
    };
    let number = pattern(filter.search.as_deref())?;
    let mut found = find_page(&mut *db.read().await?, member.id, shipment, &number, &page).await?;
    let next_cursor = page.cut(&mut found, |last| [last.created_ms, last.key.0]);
    Ok(Json(OrderList { data: found.into_iter().map(OrderResponse::from).collect(), next_cursor }))
}

/// Returns one of the caller's orders.
#[utoipa::path(get, path = "/api/transactions/{order_id}", operation_id = "getOrder",
    responses((status = 200, body = OrderData)))]
async fn show(State(db): State<Db>, member: Member, Path(number): Path<String>) -> Result<Json<OrderData>> {
    let data = find_own(&mut *db.read().await?, member.id, &number).await?.into();
    Ok(Json(OrderData { data }))
}
