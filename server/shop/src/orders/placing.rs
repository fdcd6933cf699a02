//! Storing a new order.

use ksmart_core::{
    fields::{ReceiverForm, phone_e164},
    order::{OrderState, PaymentMethod},
    quote::{Quote, QuoteInput, QuoteLine},
    voucher::Reduction,
};
use ksmart_foundation::{
    db::{Conn, DecimalText, Flag, Text, value_rows},
    format::local_phone,
    ids::{MemberId, OrderKey, PeriodId, VoucherId},
};
use sqlx::{AssertSqlSafe, query_as, query_scalar};

use crate::{
    catalog::{Goods, ProductSnapshot},
    orders::{
        moves::{PLACED, record},
        order::{Actor, Order, OrderLine, OrderMove, Receiver},
        search_text::{MEMBER_TEXT, own_search_text},
    },
    shipping::place::Place,
};

/// An order to be placed: priced and checked.
pub struct NewOrder {
    /// Buyer.
    pub member: MemberId,
    /// Token that makes repeated requests place the order only once.
    pub checkout_token: String,
    /// Digest of the buyer's request; `None` if there was no request.
    pub contents: Option<String>,
    /// Plan in which its points count.
    pub plan_id: i64,
    /// Period in which it is placed.
    pub period: PeriodId,
    /// Name of the period.
    pub period_name: String,
    /// Time at which the period must be open for orders, UTC milliseconds; `None` to skip that check.
    pub open_at_ms: Option<i64>,
    /// Way of payment.
    pub payment_method: PaymentMethod,
    /// Receiver of the order.
    pub receiver: ReceiverForm,
    /// Destination of the goods.
    pub destination_id: i64,
    /// City and province of the destination.
    pub place: Place,
    /// Courier and service, such as `JNE - REG23`.
    pub shipping_method: String,
    /// The voucher, if one is used.
    pub voucher: Option<UsedVoucher>,
    /// Discount of the voucher, if one is used.
    pub reduction: Option<Reduction>,
    /// Calculated price of the order.
    pub quote: Quote,
    /// Lines of the order, sorted by product, each product and variant once.
    pub lines: Vec<NewLine>,
    /// Whether it is a trial order, placed while the shop is closed.
    pub trial: bool,
    /// Whether the shop is a taxable business, so that prices include value-added tax.
    pub taxable: bool,
}

impl NewOrder {
    /// Returns the input of a quote that has only the voucher's discount.
    fn discount(&self) -> QuoteInput {
        let mut input = QuoteInput::default();
        if let Some(reduction) = self.reduction {
            reduction.apply(&mut input);
        }
        input
    }
}

/// A voucher that an order uses.
pub struct UsedVoucher {
    /// Key.
    pub id: VoucherId,
    /// Code.
    pub code: String,
}

/// A line of an order to be placed.
pub struct NewLine {
    /// The product, or its variant, as it is now.
    pub goods: ProductSnapshot,
    /// Name of the variant, or empty.
    pub variant: String,
    /// Pieces.
    pub quantity: i64,
    /// Whether the order's voucher is for other products only.
    pub excluded: bool,
}

impl NewLine {
    /// Returns a line of `quantity` pieces.
    pub fn new(goods: ProductSnapshot, variant: String, quantity: i64) -> Self {
        Self { goods, variant, quantity, excluded: false }
    }

    /// Returns the goods that it takes from stock.
    pub fn wanted(&self) -> Goods {
        Goods {
            product_id: self.goods.id,
            variant_id: self.goods.variant_id,
            variant: self.variant.clone(),
            quantity: self.quantity,
        }
    }

    /// Returns the input for the line's price, volume and weight.
    pub fn quote_line(&self) -> QuoteLine {
        QuoteLine {
            price: self.goods.price_rp,
            bv: self.goods.bv,
            weight_gr: self.goods.weight_gr,
            quantity: self.quantity,
            excluded: self.excluded,
        }
    }
}

/// Stores an order with its lines and its first move, and returns it.
///
/// Returns `None` and stores nothing if its period no longer takes orders.
///
/// # Errors
/// The member already has an order with this checkout token ([`ksmart_foundation::db::is_duplicate`]).
pub async fn insert(
    conn: &mut Conn,
    order: &NewOrder,
    number: &str,
    expires_ms: Option<i64>,
    now_ms: i64,
) -> sqlx::Result<Option<Order>> {
    let phone = local_phone(&phone_e164(&order.receiver.receiver_phone).unwrap_or_default());
    let Some(key) = insert_row(conn, order, number, &phone, expires_ms, now_ms).await? else { return Ok(None) };
    let lines = insert_lines(conn, key, &order.lines).await?;
    record(conn, key, PLACED, &Actor::Member.into(), None, now_ms).await?;
    let placed = OrderMove { at_ms: now_ms, event: PLACED.to_owned(), actor: Actor::Member, reason: None };
    let ReceiverForm { receiver_name, receiver_email, receiver_address, .. } = order.receiver.clone();
    Ok(Some(Order {
        key,
        number: number.to_owned(),
        state: OrderState::placed(order.payment_method),
        bank_transfer: false,
        trial: order.trial,
        taxable: order.taxable,
        created_ms: now_ms,
        expires_ms,
        payment_url: None,
        receiver: Receiver { name: receiver_name, phone, email: receiver_email, address: receiver_address },
        shipping_method: order.shipping_method.clone(),
        tracking_number: None,
        shipping_cost_rp: order.quote.shipping_cost,
        shipping_discount_rp: order.quote.shipping_discount,
        shipping_borne_rp: 0,
        voucher_code: order.voucher.as_ref().map(|voucher| voucher.code.clone()),
        discount_percent: order.discount().discount_percent,
        subtotal_rp: order.quote.subtotal,
        discount_rp: order.quote.discount,
        total_rp: order.quote.total,
        charged_rp: None,
        bv: order.quote.bv,
        returned_bv: 0,
        plan_id: order.plan_id,
        period_id: order.period,
        period_name: order.period_name.clone(),
        lines,
        moves: vec![placed],
    }))
}

async fn insert_row(
    conn: &mut Conn,
    order: &NewOrder,
    number: &str,
    phone: &str,
    expires_ms: Option<i64>,
    now_ms: i64,
) -> sqlx::Result<Option<OrderKey>> {
    let state = OrderState::placed(order.payment_method);
    let sql = format!(
        "INSERT INTO orders (number, member_id, checkout_token, plan_id, period_id, payment_method,
                 payment_status, shipment_status, receiver_name, receiver_phone, receiver_email, receiver_address,
                 destination_id, shipping_method, shipping_cost_rp, voucher_id, voucher_code, discount_percent,
                 subtotal_rp, discount_rp, total_rp, bv, expires_ms, created_ms, search_text, trial, taxable,
                 discount_most_rp, discount_amount_rp, shipping_discount_rp, contents, city, province)
               SELECT $1, $2, $3, $4, id, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                 $22, $23, $24, $25 || (SELECT {MEMBER_TEXT} FROM members m WHERE m.id = $2), $26, $27, $30, $31, $32, $33, $34,
                 $35
               FROM bv_periods WHERE id = $5 AND frozen_ms IS NULL AND starts_ms <= $28 AND ends_ms >= $29
               RETURNING id"
    );
    let discount = order.discount();
    query_scalar(AssertSqlSafe(sql))
        .bind(number)
        .bind(order.member)
        .bind(&order.checkout_token)
        .bind(order.plan_id)
        .bind(order.period)
        .bind(Text(state.payment_method))
        .bind(Text(state.payment_status))
        .bind(Text(state.shipment_status))
        .bind(&order.receiver.receiver_name)
        .bind(phone)
        .bind(&order.receiver.receiver_email)
        .bind(&order.receiver.receiver_address)
        .bind(order.destination_id)
        .bind(&order.shipping_method)
        .bind(order.quote.shipping_cost)
        .bind(order.voucher.as_ref().map(|voucher| voucher.id))
        .bind(order.voucher.as_ref().map(|voucher| voucher.code.as_str()))
        .bind(DecimalText(discount.discount_percent))
        .bind(order.quote.subtotal)
        .bind(order.quote.discount)
        .bind(order.quote.total)
        .bind(order.quote.bv)
        .bind(expires_ms)
        .bind(now_ms)
        .bind(own_search_text(number, &order.receiver.receiver_name, phone, ""))
        .bind(Flag(order.trial))
        .bind(Flag(order.taxable))
        .bind(order.open_at_ms.unwrap_or(i64::MAX))
        .bind(order.open_at_ms.unwrap_or(i64::MIN))
        .bind(discount.discount_most)
        .bind(discount.discount_amount)
        .bind(order.quote.shipping_discount)
        .bind(&order.contents)
        .bind(&order.place.city)
        .bind(&order.place.province)
        .fetch_optional(conn)
        .await
}

/// Stores the lines of an order, and returns them.
async fn insert_lines(conn: &mut Conn, key: OrderKey, lines: &[NewLine]) -> sqlx::Result<Vec<OrderLine>> {
    let sql = format!(
        "INSERT INTO order_lines (order_id, product_id, name, variant, picture, price_rp, bv, quantity, excluded, variant_id)
         VALUES {}
         RETURNING id, product_id, name, NULLIF(variant, '') AS variant, picture, price_rp, bv, quantity, excluded, variant_id",
        value_rows(lines.len(), 10)
    );
    let mut query = query_as(AssertSqlSafe(sql));
    for line in lines {
        query = query
            .bind(key)
            .bind(line.goods.id)
            .bind(line.goods.name.as_str())
            .bind(line.variant.as_str())
            .bind(line.goods.picture.as_str())
            .bind(line.goods.price_rp)
            .bind(line.goods.bv)
            .bind(line.quantity)
            .bind(Flag(line.excluded))
            .bind(line.goods.variant_id);
    }
    let mut stored: Vec<OrderLine> = query.fetch_all(conn).await?;
    stored.sort_by_key(|line| line.id);
    Ok(stored)
}
