//! Placing of an order.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    order::{OrderEvent, PaymentMethod},
    voucher::VoucherError,
};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate, retried},
    error::{Code, Error, Result},
    extract::Body,
    format::number,
    ids::MemberId,
};
use ksmart_identity::{roles, settings::sales::SalesSettings, tokens::Member};
use ksmart_members::{accounts, volume};
use ksmart_shop::{
    cart,
    catalog::{self, Goods},
    orders::{
        self, Actor, Order, OrderResponse,
        placing::{self, NewLine, NewOrder},
    },
    vouchers::{self, VoucherRow},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    checkout::{
        dependencies::Checkout,
        drafts::{delete_draft, is_token},
        pricing::{Priced, TOTAL_CHANGED, period_closed, priced, stock_short},
        request::CreateTransaction,
    },
    order_transitions::{advance_within, notify_placed},
    payments,
};

/// Maximum number of times a request is priced if prices, voucher or period change meanwhile.
const PRICINGS: u32 = 3;

/// Reason recorded in an order's history when an order of Rp 0 counts as paid.
const NOTHING_TO_PAY: &str = "Tidak ada yang perlu dibayar.";

/// The order that was placed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TransactionAnswer {
    transaction: OrderResponse,
}

/// Places an order. The same `checkout_token` with the same contents returns the same order again (200); with other
/// contents the request is refused (409, `already_ordered`), and the error names the order.
#[utoipa::path(post, path = "/api/create-transaction", operation_id = "placeOrder", request_body = CreateTransaction,
    responses((status = 201, body = TransactionAnswer), (status = 200, body = TransactionAnswer), (status = 403),
        (status = 404), (status = 409), (status = 502)))]
pub(super) async fn create_transaction(
    State(checkout): State<Checkout>,
    member: Member,
    Body(request): Body<CreateTransaction>,
) -> Result<(StatusCode, Json<TransactionAnswer>)> {
    member.must_be(request.user_id)?;
    if !is_token(&request.checkout_token) {
        return Err(Error::invalid("Token checkout tidak benar."));
    }
    let (status, order) = match place(&checkout, &member, &request).await {
        Ok(order) => (StatusCode::CREATED, order),
        // If an order was already placed with this token, it is returned, whatever has changed since.
        Err(error) => (StatusCode::OK, placed_before(&checkout.payments.db, &member, &request).await?.ok_or(error)?),
    };
    let order = payments::open(&checkout.payments, order).await?;
    Ok((status, Json(TransactionAnswer { transaction: order.into() })))
}

/// Returns the order already placed with the token of a request, if there is one.
///
/// # Errors
/// 409 if it was placed with other contents; the error names the order.
async fn placed_before(db: &Db, member: &Member, request: &CreateTransaction) -> Result<Option<Order>> {
    let found = orders::find_by_token(&mut *db.read().await?, member.id, &request.checkout_token).await?;
    let Some((order, contents)) = found else { return Ok(None) };
    // An order whose contents are unknown is treated as the same order.
    if contents.is_some_and(|contents| contents != request.contents()) {
        let message = format!(
            "Checkout ini sudah menjadi pesanan {} dengan isi yang lain. Periksa pesanan itu sebelum memesan lagi.",
            order.number
        );
        return Err(Error::conflict(Code::AlreadyOrdered, message).with("order_id", order.number));
    }
    Ok(Some(order))
}

/// Prices a request and places the order with the prices, voucher and period of that pricing. If one of them changes
/// while couriers are queried, the request is priced again, and refused if the total differs from the shopper's.
async fn place(checkout: &Checkout, member: &Member, request: &CreateTransaction) -> Result<Order> {
    for _ in 0..PRICINGS {
        let priced = priced(checkout, member, request, checkout.payments.clock.now_ms()).await?;
        if let Some(placed) = retried(|| write(checkout, request, &priced)).await? {
            checkout.payments.orders.catalog.mark_changed();
            tracing::info!(order = placed.number, total_rp = placed.total_rp, "order placed");
            return Ok(placed);
        }
    }
    Err(Error::conflict(Code::AmountMismatch, TOTAL_CHANGED))
}

/// Writes an order in one transaction: stock, order, lines, voucher, cart and checkout draft, or nothing. Returns
/// `None` and writes nothing if a price or the voucher has changed since the pricing.
async fn write(checkout: &Checkout, request: &CreateTransaction, priced: &Priced) -> Result<Option<Order>> {
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
        advance_within(&mut tx, placed.key, OrderEvent::Pay, Actor::System, Some(NOTHING_TO_PAY), now_ms).await?;
        placed = orders::find_own(&mut tx, order.member, &number).await?;
    }
    if !order.trial {
        check_unpaid(&mut tx, order.member, &priced.settings.sales).await?;
    }
    // Stock is taken in the order of products, to avoid deadlocks between two orders.
    let wanted: Vec<Goods> = order.lines.iter().map(NewLine::wanted).collect();
    if !catalog::take_stock(&mut tx, placed.key, &wanted, now_ms).await? {
        return Err(stock_short());
    }
    if let Some(voucher) = &order.voucher
        && !vouchers::take_use(&mut tx, voucher.id, placed.key, order.member).await?
    {
        return Err(VoucherError::UsedUp.into());
    }
    let only_first = priced.voucher.as_ref().is_some_and(VoucherRow::is_for_first_order);
    if only_first && orders::has_ordered(&mut tx, order.member, Some(placed.key)).await? {
        return Err(VoucherError::NotFirst.into());
    }
    // The products and the voucher are locked now: they cannot change before this is written.
    if !priced.still_holds(&mut tx, now_ms).await? {
        return Ok(None);
    }
    cart::remove_bought(&mut tx, order.member, &request.chosen_from_cart()).await?;
    delete_draft(&mut tx, order.member, &order.checkout_token).await?;
    let may_be_held =
        priced.settings.sales.holds_first_cod && order.payment_method == PaymentMethod::Cod && !order.trial;
    if may_be_held && !orders::has_completed(&mut tx, order.member).await? {
        advance_within(&mut tx, placed.key, OrderEvent::Hold, Actor::System, None, now_ms).await?;
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
    let (unpaid_orders, unpaid_pieces) = orders::unpaid_of_member(conn, member).await?;
    let (most_orders, most_pieces) = (sales.max_unpaid_orders, sales.max_unpaid_pieces);
    let refused = |message| Err(Error::conflict(Code::UnpaidLimit, message));
    if most_orders > 0 && unpaid_orders > most_orders {
        return refused(format!(
            "Anda sudah memiliki {} pesanan yang belum dibayar. Bayar atau batalkan salah satunya di Pesanan Saya, lalu \
             pesan lagi.",
            unpaid_orders - 1
        ));
    }
    if most_pieces > 0 && unpaid_pieces > most_pieces {
        let most = number(most_pieces);
        return refused(if unpaid_orders > 1 {
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

/// Whether an order is to be paid at the payment provider.
fn is_at_provider(order: &NewOrder) -> bool {
    order.payment_method == PaymentMethod::Online && order.quote.total > 0
}

/// Stores an order with its lines and its first move, starts tracking its payment if it is paid online, and returns it.
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
        payments::follow(conn, placed.key, number, expires_ms, now_ms).await?;
    }
    Ok(placed)
}
