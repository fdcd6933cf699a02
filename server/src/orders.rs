//! Orders: keeping them, showing them, and moving them through their states.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_core::{
    fields::{ReceiverForm, phone_e164},
    order::{MoveRefused, OrderAction, OrderEvent, OrderState, PaymentMethod, PaymentStatus, ShipmentStatus},
    quote::{Quote, QuoteLine},
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    accounts::MemberId,
    auth::{Admin, Member},
    catalog::{self, Goods, ProductId},
    db::{Conn, DecimalText, Text, TextEnum, placeholders, value_rows},
    error::{Code, Error, Result},
    extract::{Body, Path},
    id, payments, text_enum,
    time::rfc3339,
    volume::{self, Entry, EntryKind, PeriodId},
    vouchers::{self, VoucherId, percent_number},
};

id!(OrderKey, "an order, inside the database; the world knows it by its number.");

text_enum!(PaymentMethod { Online => "online", Cod => "cod" });
text_enum!(PaymentStatus {
    Pending => "pending", Success => "success", Failed => "failed", Expired => "expired", Cancelled => "cancelled",
    Refunded => "refunded",
});
text_enum!(ShipmentStatus {
    Waiting => "menunggu", Packed => "dikemas", Shipped => "dikirim", Completed => "selesai", Cancelled => "dibatalkan",
});
text_enum!(OrderEvent {
    Pay => "paid", Fail => "failed", Expire => "expired", Cancel => "cancelled", Refund => "refunded", Pack => "packed",
    Ship => "shipped", Complete => "completed",
});

/// Who moves an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// Its member.
    Member,
    /// An administrator.
    Shop,
    /// The payment provider.
    Provider,
    /// The shop's own jobs.
    System,
}

text_enum!(Actor { Member => "member", Shop => "shop", Provider => "provider", System => "system" });

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(complete))
        .routes(routes!(cancel))
        .routes(routes!(pack))
        .routes(routes!(ship))
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Order {
    #[serde(skip)]
    key: OrderKey,
    /// Its number, such as `KS-20261121-7K3M9QXA`.
    pub order_id: String,
    created_at: String,
    /// When it gives its stock back if it is not paid; only while it waits for an online payment.
    expires_at: Option<String>,
    shipment_status: ShipmentStatus,
    /// Where the payment is.
    status: PaymentStatus,
    shipping_method: String,
    /// Tracking number.
    resi: Option<String>,
    /// Rupiah.
    shipping_cost: i64,
    /// How it is paid.
    pub payment_method: PaymentMethod,
    /// Who receives it.
    pub receiver_name: String,
    /// Mobile number of the receiver.
    pub receiver_phone: String,
    /// E-mail address of the receiver.
    pub receiver_email: String,
    /// Street address and destination.
    pub receiver_address: String,
    /// Code of the voucher, if one was used.
    pub voucher_code: Option<String>,
    /// Discount in percent of the product subtotal.
    discount: f64,
    /// Product subtotal, rupiah.
    subtotal: i64,
    /// What the voucher took off, rupiah.
    pub discount_amount: i64,
    /// What is to be paid, rupiah.
    pub gross_amount: i64,
    /// Business volume that it earns, points.
    total_bv: i64,
    id_plan: i64,
    bv_period_id: PeriodId,
    bv_period_name: String,
    /// The payment page, while it can be paid online.
    pub redirect_url: Option<String>,
    /// What was bought.
    pub products: Vec<OrderProduct>,
    moves: Vec<OrderMove>,
    /// What the member may do now.
    actions: Vec<OrderAction>,
}

/// A product of an order, as it was when it was bought.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderProduct {
    id: i64,
    /// Key of the product.
    pub product_id: ProductId,
    /// Name when it was bought.
    pub name: String,
    variant: Option<String>,
    /// Price of one piece, rupiah.
    pub price: i64,
    /// Pieces.
    pub quantity: i64,
    /// Below `/storage/`.
    picture: String,
    /// Business volume of one piece, points.
    bv: i64,
}

impl OrderProduct {
    /// What tells this line from the others of its order.
    pub fn item_id(&self) -> String {
        format!("{}-{}", self.product_id, self.id)
    }
}

/// A move of an order.
#[derive(Debug, Serialize, ToSchema)]
struct OrderMove {
    at: String,
    /// `placed`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped` or `completed`.
    what: String,
    by: Actor,
    reason: Option<String>,
}

impl Order {
    /// The state that it is in.
    pub fn state(&self) -> OrderState {
        OrderState {
            payment_method: self.payment_method,
            payment_status: self.status,
            shipment_status: self.shipment_status,
        }
    }

    /// Its key in the database.
    pub fn key(&self) -> OrderKey {
        self.key
    }

    /// What it costs to ship it, rupiah.
    pub fn shipping(&self) -> (&str, i64) {
        (&self.shipping_method, self.shipping_cost)
    }
}

#[derive(FromRow)]
struct OrderRow {
    id: OrderKey,
    number: String,
    plan_id: i64,
    period_id: PeriodId,
    period_name: String,
    payment_method: Text<PaymentMethod>,
    payment_status: Text<PaymentStatus>,
    shipment_status: Text<ShipmentStatus>,
    receiver_name: String,
    receiver_phone: String,
    receiver_email: String,
    receiver_address: String,
    shipping_method: String,
    shipping_cost_rp: i64,
    tracking_number: Option<String>,
    voucher_code: Option<String>,
    discount_percent: DecimalText,
    subtotal_rp: i64,
    discount_rp: i64,
    total_rp: i64,
    bv: i64,
    payment_url: Option<String>,
    expires_ms: Option<i64>,
    created_ms: i64,
}

#[derive(FromRow)]
struct LineRow {
    id: i64,
    order_id: OrderKey,
    product_id: ProductId,
    name: String,
    variant: String,
    picture: String,
    price_rp: i64,
    bv: i64,
    quantity: i64,
}

#[derive(FromRow)]
struct MoveRow {
    order_id: OrderKey,
    at_ms: i64,
    event: String,
    actor: Text<Actor>,
    reason: Option<String>,
}

impl From<LineRow> for OrderProduct {
    fn from(row: LineRow) -> Self {
        Self {
            id: row.id,
            product_id: row.product_id,
            name: row.name,
            variant: Some(row.variant).filter(|variant| !variant.is_empty()),
            price: row.price_rp,
            quantity: row.quantity,
            picture: row.picture,
            bv: row.bv,
        }
    }
}

impl OrderRow {
    fn into_order(self, products: Vec<OrderProduct>, moves: Vec<OrderMove>) -> Order {
        let state = OrderState {
            payment_method: self.payment_method.0,
            payment_status: self.payment_status.0,
            shipment_status: self.shipment_status.0,
        };
        let actions = state.member_actions();
        let payable = actions.contains(&OrderAction::Pay);
        Order {
            key: self.id,
            order_id: self.number,
            created_at: rfc3339(self.created_ms),
            expires_at: self.expires_ms.filter(|_| payable).map(rfc3339),
            shipment_status: state.shipment_status,
            status: state.payment_status,
            shipping_method: self.shipping_method,
            resi: self.tracking_number,
            shipping_cost: self.shipping_cost_rp,
            payment_method: state.payment_method,
            receiver_name: self.receiver_name,
            receiver_phone: self.receiver_phone,
            receiver_email: self.receiver_email,
            receiver_address: self.receiver_address,
            voucher_code: self.voucher_code,
            discount: percent_number(self.discount_percent.0),
            subtotal: self.subtotal_rp,
            discount_amount: self.discount_rp,
            gross_amount: self.total_rp,
            total_bv: self.bv,
            id_plan: self.plan_id,
            bv_period_id: self.period_id,
            bv_period_name: self.period_name,
            redirect_url: self.payment_url.filter(|_| payable),
            products,
            moves,
            actions,
        }
    }
}

/// Orders, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct OrderList {
    data: Vec<Order>,
}

/// One order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderData {
    /// The order.
    pub data: Order,
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

/// What the courier gave.
#[derive(Debug, Deserialize, ToSchema)]
struct Ship {
    /// Tracking number, up to 64 characters.
    resi: String,
}

/// The caller's orders, newest first.
#[utoipa::path(get, path = "/api/transactions/user/{user_id}", responses((status = 200, body = OrderList), (status = 401), (status = 403)))]
async fn list(State(app): State<Shared>, member: Member, Path(id): Path<MemberId>) -> Result<Json<OrderList>> {
    member.must_be(Some(id))?;
    let mut conn = app.db.read().await?;
    Ok(Json(OrderList { data: find(&mut conn, Which::Of(member.id)).await? }))
}

/// One of the caller's orders.
#[utoipa::path(get, path = "/api/transactions/{order_id}", responses((status = 200, body = OrderData), (status = 401), (status = 404)))]
async fn show(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<OrderData>> {
    let data = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(OrderData { data }))
}

/// The member has received the order.
#[utoipa::path(post, path = "/api/transactions/{order_id}/complete", responses((status = 200, body = MoveAnswer), (status = 404), (status = 409)))]
async fn complete(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<MoveAnswer>> {
    let order = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    advance(&app, order.key, OrderEvent::Complete, Actor::Member, None).await?;
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
    if reason.is_some_and(|reason| reason.chars().count() > 300) {
        return Err(Error::invalid("Alasan maksimal 300 karakter."));
    }
    let order = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    order.state().after(OrderEvent::Cancel)?;
    payments::close(&app, &order, OrderEvent::Cancel).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.write().await?;
    match advance_within(&mut tx, order.key, OrderEvent::Cancel, Actor::Member, reason, now_ms).await {
        // The provider's notice of this very cancel was quicker: the move is the member's all the same.
        Err(error) if error.code() == Code::MoveRefused => claim_cancel(&mut tx, order.key, reason).await?,
        moved => moved.map(drop)?,
    }
    tx.commit().await?;
    app.catalog.mark_changed();
    let data = find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(MoveAnswer { message: "Pesanan dibatalkan.", data }))
}

/// The shop has packed an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/pack", responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409)))]
async fn pack(State(app): State<Shared>, _: Admin, Path(number): Path<String>) -> Result<Json<MoveAnswer>> {
    let order = find_by_number(&mut *app.db.read().await?, &number).await?.ok_or_else(not_found)?;
    advance(&app, order.key, OrderEvent::Pack, Actor::Shop, None).await?;
    let data = find_by_number(&mut *app.db.read().await?, &number).await?.ok_or_else(not_found)?;
    Ok(Json(MoveAnswer { message: "Pesanan dikemas.", data }))
}

/// The courier has taken an order.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/ship", request_body = Ship,
    responses((status = 200, body = MoveAnswer), (status = 403), (status = 404), (status = 409), (status = 422)))]
async fn ship(
    State(app): State<Shared>,
    _: Admin,
    Path(number): Path<String>,
    Body(wish): Body<Ship>,
) -> Result<Json<MoveAnswer>> {
    let resi = wish.resi.trim();
    if resi.is_empty() || resi.len() > 64 || !resi.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(Error::invalid("Nomor resi harus 1 sampai 64 huruf atau angka."));
    }
    let order = find_by_number(&mut *app.db.read().await?, &number).await?.ok_or_else(not_found)?;
    let mut tx = app.db.write().await?;
    advance_within(&mut tx, order.key, OrderEvent::Ship, Actor::Shop, None, app.clock.now_ms()).await?;
    keep_tracking_number(&mut tx, order.key, resi).await?;
    tx.commit().await?;
    let data = find_by_number(&mut *app.db.read().await?, &number).await?.ok_or_else(not_found)?;
    Ok(Json(MoveAnswer { message: "Pesanan dikirim.", data }))
}

/// The error for an order that is not there, or not the caller's.
pub fn not_found() -> Error {
    Error::not_found("Tidak ada data ditemukan")
}

/// An order to be placed: priced and checked.
pub struct NewOrder {
    /// Who buys.
    pub member: MemberId,
    /// What makes the placing repeatable.
    pub checkout_token: String,
    /// The plan that earns its volume.
    pub plan_id: i64,
    /// The period that it is placed into.
    pub period: PeriodId,
    /// Its name.
    pub period_name: String,
    /// How it is paid.
    pub payment_method: PaymentMethod,
    /// Who receives it.
    pub receiver: ReceiverForm,
    /// Where it goes.
    pub destination_id: i64,
    /// `JNE - REG23`.
    pub shipping_method: String,
    /// The voucher, if one is used.
    pub voucher: Option<UsedVoucher>,
    /// Its discount in percent, or 0.
    pub discount_percent: Decimal,
    /// What it comes to.
    pub quote: Quote,
    /// What is bought, in the order of products, each product and variant once.
    pub lines: Vec<NewLine>,
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
    /// The product as it is now.
    pub goods: Goods,
    /// Name of the variant, or nothing.
    pub variant: String,
    /// Pieces.
    pub quantity: i64,
}

impl NewLine {
    /// A line of `quantity` pieces.
    pub fn new(goods: Goods, variant: String, quantity: i64) -> Self {
        Self { goods, variant, quantity }
    }

    /// What the line's price, volume and weight depend on.
    pub fn quote_line(&self) -> QuoteLine {
        QuoteLine {
            price: self.goods.price_rp,
            bv: self.goods.bv,
            weight_gr: self.goods.weight_gr,
            quantity: self.quantity,
        }
    }
}

/// Keeps an order with its lines and its first move, and gives it.
///
/// `None`, and nothing kept, if its period was calculated meanwhile.
///
/// # Errors
/// The member has an order with this checkout token ([`crate::db::is_duplicate`]), or the database fails.
pub async fn insert(
    conn: &mut Conn,
    order: &NewOrder,
    number: &str,
    expires_ms: Option<i64>,
    now_ms: i64,
) -> sqlx::Result<Option<Order>> {
    let phone = phone_e164(&order.receiver.receiver_phone).unwrap_or_default().replacen("+62", "0", 1);
    let Some(key) = insert_row(conn, order, number, &phone, expires_ms, now_ms).await? else { return Ok(None) };
    let state = OrderState::placed(order.payment_method);
    let products = insert_lines(conn, key, &order.lines).await?;
    record(conn, key, "placed", Actor::Member, None, now_ms).await?;
    let moves = vec![OrderMove { at: rfc3339(now_ms), what: "placed".to_owned(), by: Actor::Member, reason: None }];
    let row = OrderRow {
        id: key,
        number: number.to_owned(),
        plan_id: order.plan_id,
        period_id: order.period,
        period_name: order.period_name.clone(),
        payment_method: Text(state.payment_method),
        payment_status: Text(state.payment_status),
        shipment_status: Text(state.shipment_status),
        receiver_name: order.receiver.receiver_name.trim().to_owned(),
        receiver_phone: phone,
        receiver_email: order.receiver.receiver_email.trim().to_owned(),
        receiver_address: order.receiver.receiver_address.trim().to_owned(),
        shipping_method: order.shipping_method.clone(),
        shipping_cost_rp: order.quote.shipping_cost,
        tracking_number: None,
        voucher_code: order.voucher.as_ref().map(|voucher| voucher.code.clone()),
        discount_percent: DecimalText(order.discount_percent),
        subtotal_rp: order.quote.subtotal,
        discount_rp: order.quote.discount,
        total_rp: order.quote.total,
        bv: order.quote.bv,
        payment_url: None,
        expires_ms,
        created_ms: now_ms,
    };
    Ok(Some(row.into_order(products, moves)))
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
    let sql = "INSERT INTO orders (number, member_id, checkout_token, plan_id, period_id, payment_method,
                 payment_status, shipment_status, receiver_name, receiver_phone, receiver_email, receiver_address,
                 destination_id, shipping_method, shipping_cost_rp, voucher_id, voucher_code, discount_percent,
                 subtotal_rp, discount_rp, total_rp, bv, expires_ms, created_ms)
               SELECT $1, $2, $3, $4, id, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                 $22, $23, $24
               FROM bv_periods WHERE id = $5 AND calculated_ms IS NULL
               RETURNING id";
    query_scalar(sql)
        .bind(number)
        .bind(order.member)
        .bind(&order.checkout_token)
        .bind(order.plan_id)
        .bind(order.period)
        .bind(Text(state.payment_method))
        .bind(Text(state.payment_status))
        .bind(Text(state.shipment_status))
        .bind(order.receiver.receiver_name.trim())
        .bind(phone)
        .bind(order.receiver.receiver_email.trim())
        .bind(order.receiver.receiver_address.trim())
        .bind(order.destination_id)
        .bind(&order.shipping_method)
        .bind(order.quote.shipping_cost)
        .bind(order.voucher.as_ref().map(|voucher| voucher.id))
        .bind(order.voucher.as_ref().map(|voucher| voucher.code.as_str()))
        .bind(DecimalText(order.discount_percent))
        .bind(order.quote.subtotal)
        .bind(order.quote.discount)
        .bind(order.quote.total)
        .bind(order.quote.bv)
        .bind(expires_ms)
        .bind(now_ms)
        .fetch_optional(conn)
        .await
}

/// Keeps the lines of an order, and gives them.
async fn insert_lines(conn: &mut Conn, key: OrderKey, lines: &[NewLine]) -> sqlx::Result<Vec<OrderProduct>> {
    let sql = format!(
        "INSERT INTO order_lines (order_id, product_id, name, variant, picture, price_rp, bv, quantity) VALUES {}
         RETURNING id, order_id, product_id, name, variant, picture, price_rp, bv, quantity",
        value_rows(lines.len(), 8)
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
            .bind(line.quantity);
    }
    let mut rows: Vec<LineRow> = query.fetch_all(conn).await?;
    rows.sort_by_key(|row| row.id);
    Ok(rows.into_iter().map(OrderProduct::from).collect())
}

async fn record(
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

/// Makes a cancel that the provider reported the member's own.
async fn claim_cancel(conn: &mut Conn, key: OrderKey, reason: Option<&str>) -> Result<()> {
    let sql = "UPDATE order_moves SET actor = $3, reason = $4 WHERE order_id = $1 AND event = $2 AND actor = $5";
    let claimed = query(sql)
        .bind(key)
        .bind(Text(OrderEvent::Cancel))
        .bind(Text(Actor::Member))
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
        for (product, quantity) in &lines {
            catalog::return_stock(conn, *product, *quantity).await?;
        }
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

/// Keeps the address of an order's payment page.
///
/// # Errors
/// The database fails.
pub async fn keep_payment_url(conn: &mut Conn, key: OrderKey, url: &str) -> sqlx::Result<()> {
    query("UPDATE orders SET payment_url = $2 WHERE id = $1").bind(key).bind(url).execute(conn).await?;
    Ok(())
}

/// Keeps the courier's number of an order.
///
/// # Errors
/// The database fails.
pub async fn keep_tracking_number(conn: &mut Conn, key: OrderKey, resi: &str) -> sqlx::Result<()> {
    query("UPDATE orders SET tracking_number = $2 WHERE id = $1").bind(key).bind(resi).execute(conn).await?;
    Ok(())
}

/// The order that a member has placed with a checkout token.
///
/// # Errors
/// The database fails.
pub async fn find_by_token(conn: &mut Conn, member: MemberId, token: &str) -> sqlx::Result<Option<Order>> {
    Ok(find(conn, Which::Token(member, token)).await?.pop())
}

/// An order of a member.
///
/// # Errors
/// 404, also for the order of another; or the database fails.
pub async fn find_own(conn: &mut Conn, member: MemberId, number: &str) -> Result<Order> {
    find(conn, Which::Own(member, number)).await?.pop().ok_or_else(not_found)
}

/// The order with a number, whoever's it is.
///
/// # Errors
/// The database fails.
pub async fn find_by_number(conn: &mut Conn, number: &str) -> sqlx::Result<Option<Order>> {
    Ok(find(conn, Which::Number(number)).await?.pop())
}

/// Numbers of the online orders whose time for paying has run out, oldest first.
///
/// # Errors
/// The database fails.
pub async fn overdue(conn: &mut Conn, now_ms: i64, limit: i64) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT number FROM orders WHERE payment_status = $1 AND expires_ms < $2 ORDER BY expires_ms LIMIT $3";
    query_scalar(sql).bind(Text(PaymentStatus::Pending)).bind(now_ms).bind(limit).fetch_all(conn).await
}

/// Which orders to look up.
#[derive(Clone, Copy)]
enum Which<'a> {
    /// All of a member.
    Of(MemberId),
    /// A member's own, by its number.
    Own(MemberId, &'a str),
    /// A member's own, by its checkout token.
    Token(MemberId, &'a str),
    /// Anyone's, by its number.
    Number(&'a str),
}

/// Orders, newest first, with lines and moves.
async fn find(conn: &mut Conn, which: Which<'_>) -> sqlx::Result<Vec<Order>> {
    let condition = match which {
        Which::Of(_) => "o.member_id = $1",
        Which::Own(..) => "o.member_id = $1 AND o.number = $2",
        Which::Token(..) => "o.member_id = $1 AND o.checkout_token = $2",
        Which::Number(_) => "o.number = $1",
    };
    let sql = format!(
        "SELECT o.id, o.number, o.plan_id, o.period_id, p.name AS period_name, o.payment_method, o.payment_status,
                o.shipment_status, o.receiver_name, o.receiver_phone, o.receiver_email, o.receiver_address,
                o.shipping_method, o.shipping_cost_rp, o.tracking_number, o.voucher_code, o.discount_percent,
                o.subtotal_rp, o.discount_rp, o.total_rp, o.bv, o.payment_url, o.expires_ms, o.created_ms
         FROM orders o JOIN bv_periods p ON p.id = o.period_id
         WHERE {condition} ORDER BY o.created_ms DESC, o.id DESC"
    );
    let query = query_as(AssertSqlSafe(sql));
    let query = match which {
        Which::Of(member) => query.bind(member),
        Which::Own(member, text) | Which::Token(member, text) => query.bind(member).bind(text),
        Which::Number(number) => query.bind(number),
    };
    let rows: Vec<OrderRow> = query.fetch_all(&mut *conn).await?;
    let keys: Vec<OrderKey> = rows.iter().map(|row| row.id).collect();
    let mut products = products_of(conn, &keys).await?;
    let mut moves = moves_of(conn, &keys).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let (products, moves) = (products.remove(&row.id), moves.remove(&row.id));
            row.into_order(products.unwrap_or_default(), moves.unwrap_or_default())
        })
        .collect())
}

/// How many orders are looked up in one statement.
const LOOKUP: usize = 500;

async fn products_of(conn: &mut Conn, keys: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<OrderProduct>>> {
    let mut found: HashMap<OrderKey, Vec<OrderProduct>> = HashMap::new();
    for keys in keys.chunks(LOOKUP) {
        let sql = format!(
            "SELECT id, order_id, product_id, name, variant, picture, price_rp, bv, quantity
             FROM order_lines WHERE order_id IN ({}) ORDER BY id",
            placeholders(1, keys.len())
        );
        let mut query = query_as(AssertSqlSafe(sql));
        for key in keys {
            query = query.bind(*key);
        }
        let rows: Vec<LineRow> = query.fetch_all(&mut *conn).await?;
        for row in rows {
            found.entry(row.order_id).or_default().push(OrderProduct::from(row));
        }
    }
    Ok(found)
}

async fn moves_of(conn: &mut Conn, keys: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<OrderMove>>> {
    let mut found: HashMap<OrderKey, Vec<OrderMove>> = HashMap::new();
    for keys in keys.chunks(LOOKUP) {
        let sql = format!(
            "SELECT order_id, at_ms, event, actor, reason FROM order_moves WHERE order_id IN ({}) ORDER BY id",
            placeholders(1, keys.len())
        );
        let mut query = query_as(AssertSqlSafe(sql));
        for key in keys {
            query = query.bind(*key);
        }
        let rows: Vec<MoveRow> = query.fetch_all(&mut *conn).await?;
        for row in rows {
            found.entry(row.order_id).or_default().push(OrderMove {
                at: rfc3339(row.at_ms),
                what: row.event,
                by: row.actor.0,
                reason: row.reason,
            });
        }
    }
    Ok(found)
}
