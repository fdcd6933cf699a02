//! Opening the payment page of an order: once, whoever asks how often.

use std::time::Duration;

use axum::http::StatusCode;
use ksmart_core::order::{OrderState, PaymentMethod};
use sqlx::query;

use crate::{
    flows::payments::{
        payment::{Payments, again, payment_number, unavailable},
        settlement::{self, Meaning},
        snap::{Callbacks, Customer, Item, Page, SnapError, SnapRequest, SnapToken, TransactionDetails},
    },
    foundation::{
        db::Conn,
        detached::detached,
        error::{Code, Error, Result},
        ids::OrderKey,
    },
    shop::orders::{self, Order},
};

/// Time for which one call keeps others from opening the same page after each of its steps: a step sends two requests
/// to the provider, and each may take ten seconds.
const CLAIM_MS: i64 = 45_000;

/// Maximum number of checks while another call opens the page, and the wait between them.
const LOOKS: u32 = 60;
const LOOK: Duration = Duration::from_millis(200);

/// Maximum number of payment numbers tried when the provider already knows an order's.
const NUMBERS: u32 = 3;

/// The largest request that is sent with its items, bytes; the provider takes 16 KB.
const MAX_REQUEST: usize = 15 * 1024;

/// Makes sure that an order that waits for an online payment has its payment page; others come back as they are.
///
/// # Errors
/// 502: the provider cannot be reached or refuses. The order is kept, and asking again tries again.
pub async fn open(payments: &Payments, order: Order) -> Result<Order> {
    if !is_to_open(&order) {
        return Ok(order);
    }
    let payments = payments.clone();
    detached(async move { open_claimed(&payments, order).await }).await?
}

fn is_to_open(order: &Order) -> bool {
    order.redirect_url.is_none() && order.state() == OrderState::placed(PaymentMethod::Online)
}

/// Opens the page if nobody else does so at this moment; otherwise waits for what becomes of it.
async fn open_claimed(payments: &Payments, mut order: Order) -> Result<Order> {
    for _ in 0..LOOKS {
        if let Some(mut claim) = Claim::take(payments, order.key()).await? {
            // Another may have opened it before the claim.
            order = again(payments, &order).await?;
            let opened = if is_to_open(&order) { create(payments, order, &mut claim).await } else { Ok(order) };
            claim.release(payments).await?;
            return opened;
        }
        tokio::time::sleep(LOOK).await;
        order = again(payments, &order).await?;
        if !is_to_open(&order) {
            return Ok(order);
        }
    }
    Err(unavailable(&SnapError::Unreachable("another call is opening the page".to_owned())))
}

/// Opens the page. If the provider knows the number already, an earlier answer got lost, with a page that nobody has
/// seen: its payment is closed, and the order goes by a new number there.
async fn create(payments: &Payments, mut order: Order, claim: &mut Claim) -> Result<Order> {
    for _ in 0..NUMBERS {
        claim.renew(payments).await?;
        let number = payment_number(&mut *payments.db.read().await?, order.key()).await?;
        let refused = match ask_for_page(payments, payment_of(payments, &order, &number)).await {
            Ok(page) => return keep(payments, order, page.redirect_url).await,
            Err(refused) => refused,
        };
        if !refused.is_taken() {
            return Err(refused_customer(&refused).unwrap_or_else(|| unavailable(&refused)));
        }
        tracing::warn!(order = order.order_id, number, "the provider knows this number: an answer got lost");
        claim.renew(payments).await?;
        match payments.snap.cancel(&number).await {
            Ok(_) => {}
            Err(error) if error.is_fixed() => {
                let meaning = settlement::refresh(payments, &order).await?;
                order = again(payments, &order).await?;
                if !is_to_open(&order) {
                    return Ok(order);
                }
                if meaning.is_some_and(Meaning::is_of_money) {
                    // Another amount than the order's came by this number: it is decided about first.
                    let message =
                        "Pembayaran pesanan ini sudah masuk, tetapi jumlahnya lain. Toko sedang memeriksanya.";
                    return Err(Error::conflict(Code::MoveRefused, message));
                }
            }
            Err(error) => return Err(unavailable(&error)),
        }
        take_next_number(&mut *payments.db.write_one().await?, &order, &number).await?;
    }
    Err(unavailable(&SnapError::Unreachable("the provider knows every number".to_owned())))
}

/// Asks the provider for a page, once more without the field of the customer that it refuses: the buyer types it there.
async fn ask_for_page(payments: &Payments, mut request: SnapRequest) -> Result<SnapToken, SnapError> {
    match payments.snap.create(&request, &payments.public_url).await {
        Err(refused) if refused.customer_field().is_some_and(|field| request.customer_details.leave_out(field)) => {
            tracing::warn!(order = request.transaction_details.order_id, "asked again without a field: {refused}");
            payments.snap.create(&request, &payments.public_url).await
        }
        answered => answered,
    }
}

/// The error that names what the provider refuses of a customer, where it does.
fn refused_customer(refused: &SnapError) -> Option<Error> {
    let field = match refused.customer_field()? {
        "email" => "email penerima",
        "phone" => "nomor HP penerima",
        "first_name" => "nama penerima",
        _ => return None,
    };
    tracing::warn!("{refused}");
    let message = format!(
        "Penyedia pembayaran menolak {field} pesanan ini. Batalkan pesanannya, lalu pesan lagi dengan data yang benar."
    );
    Some(Error::new(StatusCode::BAD_GATEWAY, Code::CustomerRefused, message))
}

/// Keeps the page of an order; closes it if the order was called off meanwhile.
async fn keep(payments: &Payments, mut order: Order, redirect_url: String) -> Result<Order> {
    if orders::keep_payment_url(&mut *payments.db.write_one().await?, order.key(), &redirect_url).await? {
        order.redirect_url = Some(redirect_url);
        return Ok(order);
    }
    if payments.snap.cancel_page(settlement::token_of(&redirect_url)).await.is_ok_and(|page| page == Page::InUse) {
        tracing::error!(order = order.order_id, "a page that nobody was sent to is in use");
    }
    again(payments, &order).await
}

/// The right to open the page of an order, until a moment that no other claim on it has.
struct Claim {
    key: OrderKey,
    until_ms: i64,
}

impl Claim {
    /// Takes it, unless another call has it.
    async fn take(payments: &Payments, key: OrderKey) -> Result<Option<Self>> {
        let now_ms = payments.clock.now_ms();
        let until_ms = now_ms + CLAIM_MS;
        let sql = "UPDATE payments SET opening_until_ms = $3 WHERE order_id = $1 AND opening_until_ms <= $2";
        let query = query(sql).bind(key).bind(now_ms).bind(until_ms);
        let taken = query.execute(&mut *payments.db.write_one().await?).await?;
        Ok((taken.rows_affected() > 0).then_some(Self { key, until_ms }))
    }

    /// Holds it on for the next step; 502 if another call has it by now.
    async fn renew(&mut self, payments: &Payments) -> Result<()> {
        // Always another moment, also where the clock stands.
        let until_ms = (payments.clock.now_ms() + CLAIM_MS).max(self.until_ms + 1);
        if !self.change(payments, until_ms).await? {
            return Err(unavailable(&SnapError::Unreachable("another call is opening the page".to_owned())));
        }
        self.until_ms = until_ms;
        Ok(())
    }

    /// Gives it up; what another call has taken since stays that call's.
    async fn release(self, payments: &Payments) -> Result<()> {
        self.change(payments, 0).await.map(drop)
    }

    async fn change(&self, payments: &Payments, until_ms: i64) -> Result<bool> {
        let sql = "UPDATE payments SET opening_until_ms = $3 WHERE order_id = $1 AND opening_until_ms = $2";
        let query = query(sql).bind(self.key).bind(self.until_ms).bind(until_ms);
        Ok(query.execute(&mut *payments.db.write_one().await?).await?.rows_affected() > 0)
    }
}

/// Gives an order the next number at the provider: `KS-…`, `KS-…-2`, `KS-…-3`.
async fn take_next_number(conn: &mut Conn, order: &Order, number: &str) -> Result<()> {
    let tries = number.strip_prefix(&format!("{}-", order.order_id)).map_or(Ok(1), str::parse::<u32>);
    let next = format!("{}-{}", order.order_id, tries.map_err(Error::internal)? + 1);
    let sql = "UPDATE payments SET number = $2 WHERE order_id = $1";
    query(sql).bind(order.key()).bind(next).execute(conn).await?;
    Ok(())
}

/// An order as the provider wants to know it: products, discount and shipping are items that add up to the total.
fn payment_of(payments: &Payments, order: &Order, number: &str) -> SnapRequest {
    let mut items: Vec<Item> =
        order.products.iter().map(|line| Item::new(line.item_id(), line.price, line.quantity, &line.name)).collect();
    if order.discount_amount > 0 {
        let code = order.voucher_code.as_deref().unwrap_or_default();
        items.push(Item::new("VOUCHER".to_owned(), -order.discount_amount, 1, &format!("Voucher {code}")));
    }
    let (method, cost) = order.shipping();
    if cost > 0 {
        items.push(Item::new("SHIPPING".to_owned(), cost, 1, method));
    }
    let result_page = format!("{}/payment-callback", payments.public_url);
    let mut request = SnapRequest {
        transaction_details: TransactionDetails { order_id: number.to_owned(), gross_amount: order.gross_amount },
        item_details: items,
        customer_details: Customer::new(&order.receiver_name, &order.receiver_email, &order.receiver_phone),
        callbacks: Callbacks { finish: result_page.clone(), error: result_page },
        expiry: SnapRequest::expiry(payments.clock.now_ms(), minutes_left(payments, order)),
    };
    if serde_json::to_vec(&request).is_ok_and(|body| body.len() > MAX_REQUEST) {
        let name = format!("Pesanan {}", order.order_id);
        request.item_details = vec![Item::new("ORDER".to_owned(), order.gross_amount, 1, &name)];
    }
    request
}

/// Returns the minutes for which the order can still be paid, at least one: a page that is opened late does not outlive
/// its order.
fn minutes_left(payments: &Payments, order: &Order) -> i64 {
    let left_ms = order.expires_ms().map(|expires_ms| expires_ms - payments.clock.now_ms());
    left_ms.map_or(payments.expiry_minutes, |left_ms| (left_ms / 60_000).clamp(1, payments.expiry_minutes))
}
