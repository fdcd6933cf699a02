//! Opening of an order's payment page: only once, however often it is requested.

use std::time::Duration;

use axum::http::StatusCode;
use ksmart_core::order::{OrderState, PaymentMethod};
use ksmart_foundation::{
    detached::detached,
    error::{Code, Error, Result},
    ids::OrderKey,
};
use ksmart_shop::orders::{self, Order};
use sqlx::query;

use crate::payments::{
    payment::{Payments, payment_number, reread, take_next_number, unavailable},
    settlement::{self, Meaning},
    snap::{Callbacks, Customer, Item, Page, SnapError, SnapRequest, SnapToken, TransactionDetails},
};

/// Duration of a [`Claim`] to open a payment page, renewed with each step. A step sends two requests to the provider,
/// and each may take ten seconds.
const CLAIM_MS: i64 = 45_000;

/// Maximum number of checks whether another call has opened the page, and the wait between two checks.
const LOOKS: u32 = 60;
const LOOK: Duration = Duration::from_millis(200);

/// Maximum number of payment numbers tried when the provider already knows the order's number.
const NUMBERS: u32 = 3;

/// Maximum size in bytes of a request sent with its items; the provider accepts 16 KB.
const MAX_REQUEST: usize = 15 * 1024;

/// Ensures that an order waiting for an online payment has its payment page; other orders are returned unchanged.
///
/// # Errors
/// 502: the provider cannot be reached or refuses. The order remains, and calling again retries.
pub async fn open(payments: &Payments, order: Order) -> Result<Order> {
    if !must_open(&order) {
        return Ok(order);
    }
    let payments = payments.clone();
    detached(async move { open_claimed(&payments, order).await }).await?
}

fn must_open(order: &Order) -> bool {
    order.payment_url.is_none() && order.state == OrderState::placed(PaymentMethod::Online)
}

/// Opens the page, or waits for the result of another call that is already opening it.
async fn open_claimed(payments: &Payments, mut order: Order) -> Result<Order> {
    for _ in 0..LOOKS {
        if let Some(mut claim) = Claim::take(payments, order.key).await? {
            // Another call may have opened it before this claim.
            order = reread(payments, &order).await?;
            let opened = if must_open(&order) { create(payments, order, &mut claim).await } else { Ok(order) };
            claim.release(payments).await?;
            return opened;
        }
        tokio::time::sleep(LOOK).await;
        order = reread(payments, &order).await?;
        if !must_open(&order) {
            return Ok(order);
        }
    }
    Err(unavailable(&SnapError::Unreachable("another call is opening the page".to_owned())))
}

/// Opens the page. If the provider already knows the number, an earlier answer was lost, with a page that no buyer has
/// seen. That payment is closed, and the order gets a new number at the provider.
async fn create(payments: &Payments, mut order: Order, claim: &mut Claim) -> Result<Order> {
    for _ in 0..NUMBERS {
        claim.renew(payments).await?;
        let number = payment_number(&mut *payments.db.read().await?, order.key).await?;
        let refused = match ask_for_page(payments, payment_of(payments, &order, &number)).await {
            Ok(page) => return store_page(payments, order, page.redirect_url).await,
            Err(refused) => refused,
        };
        if !refused.is_taken() {
            return Err(refused_customer(&refused).unwrap_or_else(|| unavailable(&refused)));
        }
        tracing::warn!(order = order.number, number, "the provider knows this number: an answer got lost");
        claim.renew(payments).await?;
        match payments.snap.cancel(&number).await {
            Ok(_) => {}
            Err(error) if error.is_fixed() => {
                let meaning = settlement::refresh(payments, &order).await?;
                order = reread(payments, &order).await?;
                if !must_open(&order) {
                    return Ok(order);
                }
                if meaning.is_some_and(Meaning::is_of_money) {
                    // A different amount than the order's was paid under this number: the shop must decide about it
                    // first.
                    let message =
                        "Pembayaran pesanan ini sudah masuk, tetapi jumlahnya lain. Toko sedang memeriksanya.";
                    return Err(Error::conflict(Code::MoveRefused, message));
                }
            }
            Err(error) => return Err(unavailable(&error)),
        }
        let mut tx = payments.db.write().await?;
        take_next_number(&mut tx, order.key, &order.number, &number).await?;
        tx.commit().await?;
    }
    Err(unavailable(&SnapError::Unreachable("the provider knows every number".to_owned())))
}

/// Requests a page from the provider; repeats the request once without a customer field that it refuses. The buyer
/// enters that field on the page.
async fn ask_for_page(payments: &Payments, mut request: SnapRequest) -> Result<SnapToken, SnapError> {
    match payments.snap.create(&request, &payments.public_url).await {
        Err(refused) if refused.customer_field().is_some_and(|field| request.customer_details.remove_field(field)) => {
            tracing::warn!(order = request.transaction_details.order_id, "asked again without a field: {refused}");
            payments.snap.create(&request, &payments.public_url).await
        }
        answered => answered,
    }
}

/// Returns an error that names the customer field refused by the provider, if there is one.
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

/// Stores the page of an order; closes the page if the order was cancelled in the meantime.
async fn store_page(payments: &Payments, mut order: Order, redirect_url: String) -> Result<Order> {
    if orders::store_payment_url(&mut *payments.db.write_one().await?, order.key, &redirect_url).await? {
        order.payment_url = Some(redirect_url);
        return Ok(order);
    }
    if payments.snap.cancel_page(settlement::token_of(&redirect_url)).await.is_ok_and(|page| page == Page::InUse) {
        tracing::error!(order = order.number, "a page that nobody was sent to is in use");
    }
    reread(payments, &order).await
}

/// Lease for opening the payment page of an order, identified by its end time: no other lease of the order has the
/// same.
struct Claim {
    key: OrderKey,
    until_ms: i64,
}

impl Claim {
    /// Takes the claim, unless another call holds it.
    async fn take(payments: &Payments, key: OrderKey) -> Result<Option<Self>> {
        let now_ms = payments.clock.now_ms();
        let until_ms = now_ms + CLAIM_MS;
        let sql = "UPDATE payments SET opening_until_ms = $3 WHERE order_id = $1 AND opening_until_ms <= $2";
        let query = query(sql).bind(key).bind(now_ms).bind(until_ms);
        let taken = query.execute(&mut *payments.db.write_one().await?).await?;
        Ok((taken.rows_affected() > 0).then_some(Self { key, until_ms }))
    }

    /// Extends the claim for the next step; 502 if another call holds it by now.
    async fn renew(&mut self, payments: &Payments) -> Result<()> {
        // Always a different time, even if the clock does not advance.
        let until_ms = (payments.clock.now_ms() + CLAIM_MS).max(self.until_ms + 1);
        if !self.change(payments, until_ms).await? {
            return Err(unavailable(&SnapError::Unreachable("another call is opening the page".to_owned())));
        }
        self.until_ms = until_ms;
        Ok(())
    }

    /// Releases the claim; a claim that another call has taken since is left unchanged.
    async fn release(self, payments: &Payments) -> Result<()> {
        self.change(payments, 0).await.map(drop)
    }

    async fn change(&self, payments: &Payments, until_ms: i64) -> Result<bool> {
        let sql = "UPDATE payments SET opening_until_ms = $3 WHERE order_id = $1 AND opening_until_ms = $2";
        let query = query(sql).bind(self.key).bind(self.until_ms).bind(until_ms);
        Ok(query.execute(&mut *payments.db.write_one().await?).await?.rows_affected() > 0)
    }
}

/// Builds the provider's request for an order: products, discount and shipping are items that add up to the total.
fn payment_of(payments: &Payments, order: &Order, number: &str) -> SnapRequest {
    let mut items: Vec<Item> =
        order.lines.iter().map(|line| Item::new(line.item_id(), line.price_rp, line.quantity, &line.name)).collect();
    if order.discount_rp > 0 {
        let code = order.voucher_code.as_deref().unwrap_or_default();
        items.push(Item::new("VOUCHER".to_owned(), -order.discount_rp, 1, &format!("Voucher {code}")));
    }
    if order.shipping_cost_rp > 0 {
        items.push(Item::new("SHIPPING".to_owned(), order.shipping_cost_rp, 1, &order.shipping_method));
    }
    let result_page = format!("{}/payment-callback", payments.public_url);
    let mut request = SnapRequest {
        transaction_details: TransactionDetails { order_id: number.to_owned(), gross_amount: order.total_rp },
        item_details: items,
        customer_details: Customer::new(&order.receiver.name, &order.receiver.email, &order.receiver.phone),
        callbacks: Callbacks { finish: result_page.clone(), error: result_page },
        expiry: SnapRequest::expiry(payments.clock.now_ms(), minutes_left(payments, order)),
    };
    if serde_json::to_vec(&request).is_ok_and(|body| body.len() > MAX_REQUEST) {
        let name = format!("Pesanan {}", order.number);
        request.item_details = vec![Item::new("ORDER".to_owned(), order.total_rp, 1, &name)];
    }
    request
}

/// Returns the minutes for which the order can still be paid, at least one: a page that is opened late must not outlive
/// its order.
fn minutes_left(payments: &Payments, order: &Order) -> i64 {
    let left_ms = order.expires_ms.map(|expires_ms| expires_ms - payments.clock.now_ms());
    left_ms.map_or(payments.expiry_minutes, |left_ms| (left_ms / 60_000).clamp(1, payments.expiry_minutes))
}
