//! Checkout, from a selection to an order: the temporary checkout, and the placing of the order.

use std::{collections::BTreeMap, sync::Arc};

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    fields::{self, MinimumLine, ReceiverForm, phone_e164},
    order::{OrderEvent, PaymentMethod},
    quote::{Quote, QuoteInput, quote},
    voucher::{Reduction, VoucherError},
};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    format::{self, number},
    ids::{MemberId, PeriodId, ProductId},
    response::Done,
    time::{Clock, DAY_MS, Random},
};
use ksmart_identity::{
    roles::{self, Role},
    settings::{CachedSettings, ShopSettings, sales::SalesSettings},
    tokens::Member,
};
use ksmart_members::{
    accounts,
    volume::{self, Period},
};
use ksmart_shop::{
    cart::{self, Bought, CartLineId},
    catalog::{self, Goods, ProductSnapshot},
    orders::{
        self, Actor, Order,
        address::with_label,
        placing::{self, NewLine, NewOrder, UsedVoucher},
    },
    shipping::{
        Parcel,
        couriers::{Couriers, unknown_destination},
        is_own,
        offers::{Offer, check_cod, offers},
        place::Place,
    },
    vouchers::{self, VoucherRow},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    order_transitions::{advance_within, notify_placed},
    payments::{self, Payments},
};

/// Maximum number of lines of an order.
const MAX_LINES: usize = 100;

/// Maximum number of times a request is priced if prices, voucher or period change meanwhile.
const PRICINGS: u32 = 3;

/// Message for a request whose total differs from the one that the shopper saw.
const CHANGED: &str = "Total belanja telah berubah. Silakan periksa kembali pesanan Anda.";

/// Reason for the payment of an order of Rp 0, in its history.
const NOTHING_TO_PAY: &str = "Tidak ada yang perlu dibayar.";

/// Maximum number of temporary checkouts of a member; a new one replaces the oldest.
const MAX_DRAFTS: i64 = 20;

/// Maximum length of a variant name that is looked up, in characters.
const MAX_VARIANT: usize = 200;

/// Lifetime of a temporary checkout after its last change, in milliseconds.
const DRAFT_AGE_MS: i64 = 30 * DAY_MS;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(keep_draft))
        .routes(routes!(show_draft, remove_draft))
        .routes(routes!(create_transaction))
}

/// Dependencies for placing an order.
#[derive(Clone)]
pub struct Checkout {
    /// Source of order numbers.
    pub random: Random,
    /// Settings of the shop, with the origin of parcels.
    pub settings: CachedSettings,
    /// Couriers with their shipping rates.
    pub couriers: Couriers,
    /// Payment of orders.
    pub payments: Payments,
}

/// A product that was chosen for checkout.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
struct Selection {
    /// The cart line from which it was chosen, if any.
    id: Option<CartLineId>,
    product_id: ProductId,
    /// Name of the variant, for a product with variants.
    variant: Option<String>,
    /// Pieces, 1 or more.
    #[schema(minimum = 1)]
    quantity: i64,
}

impl Selection {
    /// Returns the product, and the name of the variant or an empty text.
    fn key(&self) -> (ProductId, &str) {
        (self.product_id, self.variant.as_deref().unwrap_or_default().trim())
    }
}

/// A chosen product with its current data.
#[derive(Debug, Serialize, ToSchema)]
struct SelectedProduct {
    #[serde(flatten)]
    selection: Selection,
    name: String,
    /// Path below `/storage/`.
    picture: String,
    /// Price paid for one piece, rupiah.
    harga: i64,
    /// Price struck through by a promotion, rupiah.
    #[serde(skip_serializing_if = "Option::is_none")]
    harga_coret: Option<i64>,
    /// Pieces in stock.
    stock: i64,
    /// Business volume of one piece, points.
    bv: i64,
    /// Shipping weight of one piece, grams.
    #[serde(rename = "beratPengiriman")]
    berat_pengiriman: i64,
    /// Minimum order, pieces.
    #[serde(rename = "pemesananMin")]
    pemesanan_min: i64,
    /// Key of the category.
    category_id: i64,
}

/// Temporary checkout to store.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"selected_products": [{"id": 7, "product_id": 1, "variant": null, "quantity": 2}],
    "checkout_token": null}
)))]
struct KeepDraft {
    #[schema(max_items = 100)]
    selected_products: Vec<Selection>,
    /// The token of the checkout, 16 to 64 letters, digits, `-` or `_`; a new one is made if there is none.
    #[schema(pattern = r"^[A-Za-z0-9_-]{16,64}$")]
    checkout_token: Option<String>,
}

/// A temporary checkout.
#[derive(Debug, Serialize, ToSchema)]
struct CheckoutDraft {
    checkout_token: String,
    selected_products: Vec<SelectedProduct>,
}

/// Stores the selection of a checkout, replacing the one stored under its token.
#[utoipa::path(post, path = "/api/checkout-temp", operation_id = "keepCheckout", request_body = KeepDraft,
    responses((status = 200, body = CheckoutDraft), (status = 404)))]
async fn keep_draft(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    member: Member,
    Body(draft): Body<KeepDraft>,
) -> Result<Json<CheckoutDraft>> {
    check_lines(&draft.selected_products)?;
    let token = match draft.checkout_token {
        Some(token) if is_token(&token) => token,
        Some(_) => return Err(Error::invalid("Token checkout tidak benar.")),
        None => random.token(26),
    };
    let products = serde_json::to_string(&draft.selected_products).map_err(Error::internal)?;
    let sql = "INSERT INTO checkout_drafts (token, member_id, products, updated_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (token) DO UPDATE SET products = excluded.products, updated_ms = excluded.updated_ms
                 WHERE checkout_drafts.member_id = excluded.member_id";
    let mut tx = db.write().await?;
    let query = query(sql).bind(&token).bind(member.id).bind(products).bind(clock.now_ms());
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(draft_not_found());
    }
    drop_beyond(&mut tx, member.id).await?;
    tx.commit().await?;
    let selected_products = with_goods(&mut *db.read().await?, draft.selected_products, clock.now_ms()).await?;
    Ok(Json(CheckoutDraft { checkout_token: token, selected_products }))
}

/// Returns the selection of a checkout, with current prices and stock.
#[utoipa::path(get, path = "/api/checkout-temp/{token}", operation_id = "getCheckout",
    responses((status = 200, body = CheckoutDraft)))]
async fn show_draft(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Path(token): Path<String>,
) -> Result<Json<CheckoutDraft>> {
    let mut conn = db.read().await?;
    let products: Option<String> =
        query_scalar("SELECT products FROM checkout_drafts WHERE token = $1 AND member_id = $2")
            .bind(&token)
            .bind(member.id)
            .fetch_optional(&mut *conn)
            .await?;
    let selections = serde_json::from_str(&products.ok_or_else(draft_not_found)?).map_err(Error::internal)?;
    let selected_products = with_goods(&mut conn, selections, clock.now_ms()).await?;
    Ok(Json(CheckoutDraft { checkout_token: token, selected_products }))
}

/// Removes a temporary checkout; it is no error if it no longer exists.
#[utoipa::path(delete, path = "/api/checkout-temp/{token}", operation_id = "removeCheckout",
    responses((status = 200, body = Done)))]
async fn remove_draft(State(db): State<Db>, member: Member, Path(token): Path<String>) -> Result<Json<Done>> {
    drop_draft(&mut *db.write_one().await?, member.id, &token).await?;
    Ok(Json(Done { success: true }))
}

fn draft_not_found() -> Error {
    Error::not_found("Checkout tidak ditemukan.")
}

fn is_token(token: &str) -> bool {
    (16..=64).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

fn check_lines(lines: &[Selection]) -> Result<()> {
    if lines.len() > MAX_LINES {
        return Err(Error::invalid("Terlalu banyak produk dalam satu pesanan."));
    }
    let is_odd = |variant: &String| variant.chars().count() > MAX_VARIANT;
    if lines.iter().any(|line| line.variant.as_ref().is_some_and(is_odd)) {
        return Err(Error::invalid("Varian tidak ditemukan."));
    }
    if lines.iter().any(|line| line.quantity < 1) {
        return Err(Error::invalid("Jumlah minimal 1."));
    }
    Ok(())
}

/// Adds the current data of the products; products that no longer exist are left out.
async fn with_goods(conn: &mut Conn, selections: Vec<Selection>, now_ms: i64) -> Result<Vec<SelectedProduct>> {
    if selections.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<_> = selections.iter().map(Selection::key).collect();
    let goods = catalog::chosen(conn, &wanted, now_ms).await?;
    let selected = selections.into_iter().filter_map(|selection| {
        let (product, variant) = selection.key();
        let goods = goods.get(&(product, variant.to_owned()))?.clone();
        Some(SelectedProduct {
            selection,
            name: goods.name,
            picture: goods.picture,
            harga: goods.price_rp,
            harga_coret: goods.struck_rp,
            stock: goods.stock,
            bv: goods.bv,
            berat_pengiriman: goods.weight_gr,
            pemesanan_min: goods.min_order,
            category_id: goods.category_id,
        })
    });
    Ok(selected.collect())
}

/// Removes the oldest temporary checkouts of a member beyond the maximum number.
async fn drop_beyond(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    let sql = "DELETE FROM checkout_drafts WHERE member_id = $1 AND token NOT IN (
                 SELECT token FROM checkout_drafts WHERE member_id = $1 ORDER BY updated_ms DESC, token LIMIT $2)";
    query(sql).bind(member).bind(MAX_DRAFTS).execute(conn).await?;
    Ok(())
}

async fn drop_draft(conn: &mut Conn, member: MemberId, token: &str) -> sqlx::Result<()> {
    query("DELETE FROM checkout_drafts WHERE token = $1 AND member_id = $2")
        .bind(token)
        .bind(member)
        .execute(conn)
        .await?;
    Ok(())
}

/// Removes the temporary checkouts of a member.
pub async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM checkout_drafts WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Removes the temporary checkouts that have not been changed for a month.
pub async fn drop_old_drafts(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM checkout_drafts WHERE updated_ms < $1").bind(now_ms - DRAFT_AGE_MS).execute(conn).await?;
    Ok(())
}

/// An order as sent by the checkout.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"userId": 3, "id_plan": 1, "receiver_name": "Budi Santoso", "receiver_phone": "081234567890",
    "receiver_email": "budi@ksmart.test",
    "receiver_address": "Jl. Melati 1, Kuningan Timur, Setiabudi, Jakarta Selatan", "gross_amount": 99000,
    "voucher_code": null, "shipping_cost": 9000, "shipping_method": "JNE - REG23",
    "payment_method": "online", "products": [{"id": 7, "product_id": 1, "variant": null, "quantity": 2}],
    "bv_period_id": 2, "checkout_token": "q3VtK0aZ7nXc5LwY8sBd2RfHj1", "receiver_destination_id": 17579}
)))]
struct CreateTransaction {
    #[serde(rename = "userId")]
    user_id: Option<MemberId>,
    id_plan: Option<i64>,
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    receiver_name: String,
    #[schema(pattern = r"^[ .()-]*(\+?62|0)?[ .()-]*8[0-9 .()-]{8,20}$")]
    receiver_phone: String,
    #[schema(format = Email, max_length = 254)]
    receiver_email: String,
    /// Street address and the label of the destination.
    #[schema(min_length = 1, max_length = 500, pattern = r"\S")]
    receiver_address: String,
    /// Total shown to the shopper, rupiah; it must equal the server's result.
    #[schema(minimum = 0)]
    gross_amount: i64,
    voucher_code: Option<String>,
    /// Cost shown to the shopper; the server determines it again.
    #[expect(dead_code, reason = "part of the payload; the server computes its own")]
    #[schema(minimum = 0)]
    shipping_cost: Option<i64>,
    /// `JNE - REG23`.
    shipping_method: Option<String>,
    payment_method: PaymentMethod,
    #[schema(min_items = 1, max_items = 100)]
    products: Vec<Selection>,
    bv_period_id: PeriodId,
    /// Makes the call repeatable: the same token with the same contents returns the same order.
    #[schema(pattern = r"^[A-Za-z0-9_-]{16,64}$")]
    checkout_token: String,
    #[schema(minimum = 1)]
    receiver_destination_id: i64,
}

impl CreateTransaction {
    /// Returns the number of pieces of each product and variant.
    fn pieces(&self) -> Option<BTreeMap<(ProductId, &str), i64>> {
        let mut pieces: BTreeMap<_, i64> = BTreeMap::new();
        for line in &self.products {
            let quantity = pieces.entry(line.key()).or_default();
            *quantity = quantity.checked_add(line.quantity)?;
        }
        Some(pieces)
    }

    /// Returns the pieces that were chosen from the cart.
    fn chosen_from_cart(&self) -> Vec<Bought<'_>> {
        let mut chosen = Vec::new();
        for each in &self.products {
            let (product, variant) = each.key();
            chosen.extend(each.id.map(|line| Bought { line, product, variant, quantity: each.quantity }));
        }
        chosen
    }

    /// Returns the digest of the order's contents: SHA-256 in hexadecimal digits. Values computed by the server are not
    /// included, so a price change does not make it a different order.
    fn contents(&self) -> String {
        let pieces: Vec<_> = self.pieces().unwrap_or_default().into_iter().collect();
        let receiver = self.receiver();
        let phone = phone_e164(&receiver.receiver_phone).unwrap_or_default();
        let receiver = [receiver.receiver_name, phone, receiver.receiver_email, receiver.receiver_address];
        let way = (self.receiver_destination_id, &self.shipping_method, self.payment_method);
        let counted = (self.id_plan, self.bv_period_id, self.voucher_code().map(str::to_uppercase));
        let text = serde_json::json!([pieces, receiver, way, counted]).to_string();
        format::hex(&Sha256::digest(text.as_bytes()))
    }

    /// Returns the receiver of the goods.
    ///
    /// # Errors
    /// 422 if the receiver is invalid.
    fn checked_receiver(&self) -> Result<ReceiverForm> {
        let receiver = self.receiver();
        let errors = fields::check_receiver(&receiver);
        if errors.is_empty() { Ok(receiver) } else { Err(errors.into()) }
    }

    /// Returns the receiver as typed, without unwanted characters from pasting.
    fn receiver(&self) -> ReceiverForm {
        ReceiverForm {
            receiver_name: self.receiver_name.clone(),
            receiver_phone: self.receiver_phone.clone(),
            receiver_email: self.receiver_email.clone(),
            receiver_address: self.receiver_address.clone(),
        }
        .tidied()
    }

    /// Returns the code of the voucher, if one is used.
    fn voucher_code(&self) -> Option<&str> {
        self.voucher_code.as_deref().map(str::trim).filter(|code| !code.is_empty())
    }
}

/// The order that was placed.
#[derive(Debug, Serialize, ToSchema)]
struct TransactionAnswer {
    transaction: Order,
}

/// Places an order. The same `checkout_token` with the same contents returns the same order again (200); with other
/// contents the request is refused (409, `already_ordered`), and the error names the order.
#[utoipa::path(post, path = "/api/create-transaction", operation_id = "placeOrder", request_body = CreateTransaction,
    responses((status = 201, body = TransactionAnswer), (status = 200, body = TransactionAnswer), (status = 403),
        (status = 404), (status = 409), (status = 502)))]
async fn create_transaction(
    State(checkout): State<Checkout>,
    member: Member,
    Body(wish): Body<CreateTransaction>,
) -> Result<(StatusCode, Json<TransactionAnswer>)> {
    member.must_be(wish.user_id)?;
    if !is_token(&wish.checkout_token) {
        return Err(Error::invalid("Token checkout tidak benar."));
    }
    let (status, transaction) = match place(&checkout, &member, &wish).await {
        Ok(order) => (StatusCode::CREATED, order),
        // If an order was already placed with this token, it is returned, whatever has changed since.
        Err(error) => (StatusCode::OK, placed_before(&checkout.payments.db, &member, &wish).await?.ok_or(error)?),
    };
    Ok((status, Json(TransactionAnswer { transaction: payments::open(&checkout.payments, transaction).await? })))
}

/// Returns the order already placed with the token of a request, if there is one.
///
/// # Errors
/// 409 if it was placed with other contents; the error names the order.
async fn placed_before(db: &Db, member: &Member, wish: &CreateTransaction) -> Result<Option<Order>> {
    let found = orders::find_by_token(&mut *db.read().await?, member.id, &wish.checkout_token).await?;
    let Some((order, contents)) = found else { return Ok(None) };
    // An order whose contents are unknown is treated as the same order.
    if contents.is_some_and(|contents| contents != wish.contents()) {
        let message = format!(
            "Checkout ini sudah menjadi pesanan {} dengan isi yang lain. Periksa pesanan itu sebelum memesan lagi.",
            order.order_id
        );
        return Err(Error::conflict(Code::AlreadyOrdered, message).with("order_id", order.order_id));
    }
    Ok(Some(order))
}

/// Prices a request and places the order with the prices, voucher and period of that pricing. If one of them changes
/// while couriers are queried, the request is priced again, and refused if the total differs from the shopper's.
async fn place(checkout: &Checkout, member: &Member, wish: &CreateTransaction) -> Result<Order> {
    for _ in 0..PRICINGS {
        let priced = priced(checkout, member, wish, checkout.payments.clock.now_ms()).await?;
        if let Some(placed) = retried(|| write(checkout, wish, &priced)).await? {
            checkout.payments.orders.catalog.mark_changed();
            tracing::info!(order = placed.order_id, total_rp = placed.gross_amount, "order placed");
            return Ok(placed);
        }
    }
    Err(Error::conflict(Code::AmountMismatch, CHANGED))
}

/// Writes an order in one transaction: stock, order, lines, voucher, cart and temporary checkout, or nothing. Returns
/// `None` and writes nothing if a price or the voucher has changed since the pricing.
async fn write(checkout: &Checkout, wish: &CreateTransaction, priced: &Priced) -> Result<Option<Order>> {
    let order = &priced.order;
    let mut tx = checkout.payments.db.write().await?;
    let now_ms = checkout.payments.clock.now_ms();
    let expires_ms = is_at_provider(order).then(|| now_ms + checkout.payments.expiry_minutes * 60_000);
    // The insertion checks whether the period has changed since the pricing.
    if !priced.period.is_open(now_ms) {
        return Err(period_closed());
    }
    let number =
        format!("KS-{}-{}", ksmart_foundation::time::jakarta(now_ms).format("%Y%m%d"), checkout.random.token(8));
    if order.quote.total == 0 {
        // Lock the period before the rows that other checkouts lock, as all code that posts points does.
        volume::hold_open_period(&mut tx, order.period, now_ms).await?;
    }
    let mut placed = match insert_order(&mut tx, order, &number, expires_ms, now_ms).await {
        Ok(placed) => placed.ok_or_else(period_closed)?,
        Err(error) if is_duplicate(&error) => {
            return Err(Error::conflict(Code::Repeated, "Pesanan ini sedang diproses."));
        }
        Err(error) => return Err(error.into()),
    };
    if order.quote.total == 0 {
        // Lock the member before the products, as every other checkout does.
        accounts::lock(&mut tx, order.member).await?;
        advance_within(&mut tx, placed.key(), OrderEvent::Pay, Actor::System, Some(NOTHING_TO_PAY), now_ms).await?;
        placed = orders::find_own(&mut tx, order.member, &number).await?;
    }
    if !order.trial {
        check_unpaid(&mut tx, order.member, &priced.settings.sales).await?;
    }
    // Stock is taken in the order of products, to avoid deadlocks between two orders.
    let wanted: Vec<Goods> = order.lines.iter().map(NewLine::wanted).collect();
    if !catalog::take_stock(&mut tx, placed.key(), &wanted, now_ms).await? {
        return Err(stock_short());
    }
    if let Some(voucher) = &order.voucher
        && !vouchers::take_use(&mut tx, voucher.id, placed.key(), order.member).await?
    {
        return Err(VoucherError::UsedUp.into());
    }
    let only_first = priced.voucher.as_ref().is_some_and(VoucherRow::is_for_first_order);
    if only_first && orders::has_ordered(&mut tx, order.member, Some(placed.key())).await? {
        return Err(VoucherError::NotFirst.into());
    }
    // The products and the voucher are locked now: they cannot change before this is written.
    if !priced.still_holds(&mut tx, now_ms).await? {
        return Ok(None);
    }
    cart::remove_bought(&mut tx, order.member, &wish.chosen_from_cart()).await?;
    drop_draft(&mut tx, order.member, &order.checkout_token).await?;
    let may_be_held =
        priced.settings.sales.holds_first_cod && order.payment_method == PaymentMethod::Cod && !order.trial;
    if may_be_held && !placing::has_completed(&mut tx, order.member).await? {
        advance_within(&mut tx, placed.key(), OrderEvent::Hold, Actor::System, None, now_ms).await?;
        placed = orders::find_own(&mut tx, order.member, &number).await?;
    }
    notify_placed(&mut tx, order.member, &placed, now_ms).await?;
    tx.commit().await?;
    Ok(Some(placed))
}

/// Refuses an order that exceeds the shop's limits on unpaid orders and pieces of a member. The member is locked, so of
/// two simultaneous orders the second counts the first.
async fn check_unpaid(conn: &mut Conn, member: MemberId, sales: &SalesSettings) -> Result<()> {
    accounts::lock(conn, member).await?;
    // A member who was erased meanwhile cannot order.
    roles::role(conn, member).await?.ok_or_else(Error::forbidden)?;
    let (orders, pieces) = placing::unpaid(conn, member).await?;
    let (most_orders, most_pieces) = (sales.max_unpaid_orders, sales.max_unpaid_pieces);
    let refused = |message| Err(Error::conflict(Code::UnpaidLimit, message));
    if most_orders > 0 && orders > most_orders {
        return refused(format!(
            "Anda sudah memiliki {} pesanan yang belum dibayar. Bayar atau batalkan salah satunya di Pesanan Saya, lalu \
             pesan lagi.",
            orders - 1
        ));
    }
    if most_pieces > 0 && pieces > most_pieces {
        let most = number(most_pieces);
        return refused(if orders > 1 {
            format!(
                "Pesanan Anda yang belum dibayar paling banyak berisi {most} pcs. Bayar atau batalkan salah satunya di \
                 Pesanan Saya, atau kurangi jumlah pesanan ini."
            )
        } else {
            format!("Pesanan yang belum dibayar paling banyak berisi {most} pcs. Kurangi jumlah pesanan ini.")
        });
    }
    Ok(())
}

/// An order to be written, and the facts on which its price is based.
struct Priced {
    order: NewOrder,
    voucher: Option<VoucherRow>,
    period: Period,
    settings: Arc<ShopSettings>,
}

impl Priced {
    /// Whether its products and its voucher are unchanged since the pricing.
    async fn still_holds(&self, conn: &mut Conn, now_ms: i64) -> sqlx::Result<bool> {
        let lines = &self.order.lines;
        let chosen: Vec<_> = lines.iter().map(|line| (line.goods.id, line.variant.as_str())).collect();
        let now = catalog::chosen(conn, &chosen, now_ms).await?;
        let facts = |goods: &ProductSnapshot| {
            let money = (goods.price_rp, goods.bv, goods.weight_gr);
            (money, goods.min_order, goods.category_id, goods.variant_id)
        };
        let same = |line: &NewLine| {
            now.get(&(line.goods.id, line.variant.clone())).is_some_and(|now| facts(now) == facts(&line.goods))
        };
        if !lines.iter().all(same) {
            return Ok(false);
        }
        let Some(voucher) = &self.voucher else { return Ok(true) };
        Ok(vouchers::find(conn, &voucher.code).await?.is_some_and(|now| now.offers_as(voucher, now_ms)))
    }
}

/// Whether an order is to be paid at the payment provider.
fn is_at_provider(order: &NewOrder) -> bool {
    order.payment_method == PaymentMethod::Online && order.quote.total > 0
}

/// Stores an order with its lines and its first move, starts to follow its payment if it is paid online, and returns
/// it.
///
/// Returns `None` and stores nothing if its period no longer takes orders.
///
/// # Errors
/// The member already has an order with this checkout token ([`is_duplicate`]).
pub async fn insert_order(
    conn: &mut Conn,
    order: &NewOrder,
    number: &str,
    expires_ms: Option<i64>,
    now_ms: i64,
) -> sqlx::Result<Option<Order>> {
    let placed = placing::insert(conn, order, number, expires_ms, now_ms).await?;
    if let Some(placed) = placed.as_ref().filter(|_| is_at_provider(order)) {
        payments::follow(conn, placed.key(), number, expires_ms, now_ms).await?;
    }
    Ok(placed)
}

/// Checks a request against the shop and prices it; writes no order.
async fn priced(checkout: &Checkout, member: &Member, wish: &CreateTransaction, now_ms: i64) -> Result<Priced> {
    let mut receiver = wish.checked_receiver()?;
    let settings = checkout.settings.now().await?;
    let mut conn = checkout.payments.db.read().await?;
    if !settings.is_open() && roles::role(&mut conn, member.id).await?.map_or(0, Role::rights) == 0 {
        let message = "Toko belum dibuka, jadi pesanan belum dapat dibuat. Silakan kembali lagi nanti.";
        return Err(Error::conflict(Code::ShopClosed, message));
    }
    let mut lines = new_lines(&mut conn, wish, now_ms).await?;
    if settings.sales.minimum_binds {
        check_minimum(&lines)?;
    }
    let plan_id = wish.id_plan.ok_or_else(|| Error::invalid("Pilih Plan untuk BV terlebih dahulu"))?;
    let (period, plan_exists) = volume::period_and_plan(&mut conn, wish.bv_period_id, plan_id)
        .await?
        .ok_or_else(|| Error::not_found("Periode BV tidak ditemukan."))?;
    if !plan_exists {
        return Err(Error::not_found("Plan tidak ditemukan."));
    }
    if !period.is_open(now_ms) {
        return Err(period_closed());
    }
    let undiscounted = quote(&quote_input(&lines))?;
    let voucher = match wish.voucher_code() {
        Some(code) => Some(usable_voucher(&mut conn, member, code, &mut lines, now_ms).await?),
        None => None,
    };
    // Querying couriers may take long, so no connection is held.
    drop(conn);
    let place = checkout.couriers.place(wish.receiver_destination_id).await?.unwrap_or_default();
    let offer = offered(checkout, &settings, (member, wish), &place, &undiscounted).await?;
    let mut input = QuoteInput { shipping_cost: offer.option.shipping_cost, ..quote_input(&lines) };
    if let Some((_, reduction)) = &voucher {
        reduction.apply(&mut input);
    }
    let quote = quote(&input)?;
    if wish.gross_amount != quote.total {
        return Err(Error::conflict(Code::AmountMismatch, CHANGED).with("quote", quote));
    }
    // A voucher without effect, for example on free shipping, is not used up.
    let voucher = voucher.filter(|_| quote.discount > 0 || quote.shipping_discount > 0);
    // A free order has no cash to collect: it is paid when it is placed.
    let payment_method = if quote.total == 0 { PaymentMethod::Online } else { wish.payment_method };
    if payment_method == PaymentMethod::Cod {
        check_cod(&settings.shipping, &place, &offer.option, quote.total)?;
    }
    if !place.label.is_empty() {
        receiver.receiver_address = with_label(&receiver.receiver_address, &place.label);
    }
    let used = voucher.as_ref().map(|(voucher, _)| UsedVoucher { id: voucher.id, code: voucher.code.clone() });
    let order = NewOrder {
        member: member.id,
        checkout_token: wish.checkout_token.clone(),
        contents: Some(wish.contents()),
        plan_id,
        period: period.id,
        period_name: period.name.clone(),
        open_at_ms: Some(now_ms),
        payment_method,
        receiver,
        destination_id: wish.receiver_destination_id,
        place,
        shipping_method: offer.option.method(),
        voucher: used,
        reduction: voucher.as_ref().map(|(_, reduction)| *reduction),
        quote,
        lines,
        trial: !settings.is_open(),
        taxable: settings.taxes.taxable,
    };
    Ok(Priced { order, voucher: voucher.map(|(voucher, _)| voucher), period, settings })
}

/// Returns the shipping option of a request, as the shop offers it for these goods.
async fn offered(
    checkout: &Checkout,
    settings: &ShopSettings,
    (member, wish): (&Member, &CreateTransaction),
    place: &Place,
    goods: &Quote,
) -> Result<Offer> {
    let parcel = Parcel::new(settings.origin.id, wish.receiver_destination_id, goods.weight_kg);
    // Couriers may be unreachable, so they are not queried for the shop's own ways.
    let by_shop = !checkout.couriers.are_built_in() && wish.shipping_method.as_deref().is_some_and(is_own);
    if by_shop && place.label.is_empty() {
        return Err(unknown_destination());
    }
    let options = if by_shop { Vec::new() } else { checkout.couriers.options(&parcel, Some(member.id)).await? };
    offers(&settings.shipping, place, goods.subtotal, options)
        .into_iter()
        .find(|offer| Some(offer.option.method()) == wish.shipping_method)
        .ok_or_else(|| Error::invalid("Pilih metode pengiriman terlebih dahulu"))
}

fn period_closed() -> Error {
    Error::conflict(Code::PeriodClosed, "Periode BV ini sudah ditutup untuk pembelian.")
}

/// Looks up the requested products; each product and variant appears once, in the order of products.
async fn new_lines(conn: &mut Conn, wish: &CreateTransaction, now_ms: i64) -> Result<Vec<NewLine>> {
    if wish.products.is_empty() {
        return Err(Error::invalid("Pilih minimal satu produk untuk checkout."));
    }
    check_lines(&wish.products)?;
    let wanted = wish.pieces().ok_or_else(stock_short)?;
    let keys: Vec<_> = wanted.keys().copied().collect();
    let mut goods = catalog::chosen(conn, &keys, now_ms).await?;
    let mut lines = Vec::with_capacity(wanted.len());
    for ((product, variant), quantity) in wanted {
        let goods = goods.remove(&(product, variant.to_owned())).ok_or_else(catalog::product_not_found)?;
        if goods.variants > 0 || !variant.is_empty() {
            catalog::check_variant(conn, product, variant).await?;
        }
        if quantity > goods.stock {
            return Err(stock_short());
        }
        lines.push(NewLine::new(goods, variant.to_owned(), quantity));
    }
    Ok(lines)
}

/// Refuses lines with fewer pieces than the product's minimum.
fn check_minimum(lines: &[NewLine]) -> Result<()> {
    let line = |line: &NewLine| MinimumLine {
        product_id: line.goods.id.0,
        name: line.goods.name.clone(),
        quantity: line.quantity,
        least: line.goods.min_order,
    };
    let lines: Vec<MinimumLine> = lines.iter().map(line).collect();
    fields::check_minimum(&lines).map_or(Ok(()), |short| Err(Error::conflict(Code::BelowMinimum, short.message)))
}

fn stock_short() -> Error {
    Error::conflict(Code::OutOfStock, "Stok tidak mencukupi!")
}

/// Returns the input for pricing the lines before any voucher.
fn quote_input(lines: &[NewLine]) -> QuoteInput {
    QuoteInput { lines: lines.iter().map(NewLine::quote_line).collect(), ..QuoteInput::default() }
}

/// Returns the voucher with this code and its reduction, if the member may use it for these lines; marks the lines that
/// it excludes.
async fn usable_voucher(
    conn: &mut Conn,
    member: &Member,
    code: &str,
    lines: &mut [NewLine],
    now_ms: i64,
) -> Result<(VoucherRow, Reduction)> {
    let voucher = vouchers::find(conn, code).await?.ok_or_else(vouchers::not_found)?;
    let asked = vouchers::asked_by(conn, voucher.id, member.id).await?;
    let goods = lines.iter_mut().map(|line| (&line.goods, line.quantity, &mut line.excluded));
    let covered = vouchers::covered(conn, &voucher, goods).await?;
    let reduction = voucher.check(asked, covered, now_ms)?;
    Ok((voucher, reduction))
}
