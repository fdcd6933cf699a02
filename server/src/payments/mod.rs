//! Paying orders online: opening payment pages, believing notices, and asking the provider when none comes.

pub mod sandbox;
pub mod snap;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::order::{OrderEvent, OrderState, PaymentMethod, PaymentStatus};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    auth::Member,
    cart::Done,
    error::{Code, Error, Result},
    extract::{Body, Path},
    orders::{self, Actor, Order, OrderData, moving},
    payments::snap::{Callbacks, Customer, Item, PaymentNotice, SnapError, SnapRequest, TransactionDetails},
};

/// How many overdue orders one round of the job looks at.
const OVERDUE_AT_ONCE: i64 = 100;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(notify)).routes(routes!(check)).routes(routes!(reopen))
}

/// The payment page of an order.
#[derive(Debug, Serialize, ToSchema)]
struct PaymentPage {
    redirect_url: String,
}

/// Takes a notice of the provider: signed, possibly late, twice or out of order.
#[utoipa::path(post, path = "/api/payments/notification", responses((status = 200, body = Done), (status = 403), (status = 404)))]
async fn notify(State(app): State<Shared>, Body(notice): Body<PaymentNotice>) -> Result<Json<Done>> {
    if !notice.is_signed_with(app.snap.server_key()) {
        return Err(Error::new(StatusCode::FORBIDDEN, Code::BadSignature, "Tanda tangan tidak benar."));
    }
    let order = orders::find_by_number(&mut *app.db.read().await?, &notice.order_id).await?;
    settle(&app, &order.ok_or_else(orders::not_found)?, &notice).await?;
    Ok(Json(Done { success: true }))
}

/// Brings one of the caller's orders up to date with the provider.
#[utoipa::path(post, path = "/api/payments/{order_id}/check", responses((status = 200, body = OrderData), (status = 404), (status = 502)))]
async fn check(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<OrderData>> {
    let order = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    refresh(&app, &order).await?;
    let data = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    Ok(Json(OrderData { data }))
}

/// Opens the payment page of one of the caller's orders again.
#[utoipa::path(post, path = "/api/payments/{order_id}/reopen", responses((status = 200, body = PaymentPage), (status = 404), (status = 409), (status = 502)))]
async fn reopen(State(app): State<Shared>, member: Member, Path(number): Path<String>) -> Result<Json<PaymentPage>> {
    let order = orders::find_own(&mut *app.db.read().await?, member.id, &number).await?;
    order.state().after(OrderEvent::Pay)?;
    let order = open(&app, order).await?;
    let redirect_url = order.redirect_url.ok_or_else(|| Error::internal("an open payment has no page"))?;
    Ok(Json(PaymentPage { redirect_url }))
}

/// Makes sure that an order that waits for an online payment has its payment page; others come back as they are.
///
/// # Errors
/// 502: the provider cannot be reached or refuses. The order is kept, and asking again tries again.
pub async fn open(app: &Shared, mut order: Order) -> Result<Order> {
    if order.redirect_url.is_some() || order.state() != OrderState::placed(PaymentMethod::Online) {
        return Ok(order);
    }
    let page = app.snap.create(&payment_of(app, &order), &app.public_url).await.map_err(unavailable)?;
    orders::keep_payment_url(&mut *app.db.write_one().await?, order.key(), &page.redirect_url).await?;
    order.redirect_url = Some(page.redirect_url);
    Ok(order)
}

/// An order as the provider wants to know it: products, discount and shipping are items that add up to the total.
fn payment_of(app: &Shared, order: &Order) -> SnapRequest {
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
    let result_page = format!("{}/payment-callback", app.public_url);
    SnapRequest {
        transaction_details: TransactionDetails { order_id: order.order_id.clone(), gross_amount: order.gross_amount },
        item_details: items,
        customer_details: Customer {
            first_name: order.receiver_name.clone(),
            email: order.receiver_email.clone(),
            phone: order.receiver_phone.clone(),
        },
        callbacks: Callbacks { finish: result_page.clone(), error: result_page },
        expiry: SnapRequest::expiry(app.clock.now_ms(), app.payment_expiry_minutes),
    }
}

#[track_caller]
fn unavailable(error: SnapError) -> Error {
    tracing::warn!("{error}");
    let message = "Layanan pembayaran sedang tidak dapat dihubungi. Pesanan Anda tersimpan, silakan coba bayar lagi.";
    Error::new(StatusCode::BAD_GATEWAY, Code::PaymentUnavailable, message)
}

/// Closes an order's payment at the provider before the order itself is cancelled, or expires.
///
/// # Errors
/// 502: the provider cannot be reached. 409: the money is there; the order is then brought up to date.
pub async fn close(app: &Shared, order: &Order, event: OrderEvent) -> Result<()> {
    if order.payment_method == PaymentMethod::Cod {
        return Ok(());
    }
    if let Some(token) = order.redirect_url.as_deref().and_then(|url| url.rsplit('/').next()) {
        app.snap.cancel_page(token).await.map_err(unavailable)?;
    }
    let closed = match event {
        OrderEvent::Expire => app.snap.expire(&order.order_id).await,
        _ => app.snap.cancel(&order.order_id).await,
    };
    match closed {
        Ok(_) => Ok(()),
        Err(SnapError::Refused { status: 412, .. }) => {
            refresh(app, order).await?;
            Err(ksmart_core::order::MoveRefused.into())
        }
        Err(error) => Err(unavailable(error)),
    }
}

/// Asks the provider about an order that waits for its payment, and moves the order accordingly.
///
/// # Errors
/// 502: the provider cannot be reached.
pub async fn refresh(app: &Shared, order: &Order) -> Result<()> {
    if order.state() != OrderState::placed(PaymentMethod::Online) {
        return Ok(());
    }
    match app.snap.status(&order.order_id).await.map_err(unavailable)? {
        Some(notice) => settle(app, order, &notice).await,
        None => Ok(()),
    }
}

/// Moves an order by what the provider says; a notice that says nothing new changes nothing.
async fn settle(app: &Shared, order: &Order, notice: &PaymentNotice) -> Result<()> {
    let Some(event) = event_of(notice) else { return Ok(()) };
    if notice.amount() != Some(order.gross_amount) {
        tracing::error!(
            order = order.order_id,
            total_rp = order.gross_amount,
            notice = notice.gross_amount,
            "the provider's amount is not the order's"
        );
        return Err(Error::conflict(Code::AmountMismatch, "Jumlah pembayaran tidak sesuai."));
    }
    match moving::advance(app, order.key(), event, Actor::Provider, None).await {
        Err(error) if error.code() == Code::MoveRefused => {
            if event == OrderEvent::Pay && !paid(order.state()) {
                tracing::error!(order = order.order_id, "paid after the order was released: refund it");
            }
            Ok(())
        }
        moved => moved.map(drop),
    }
}

fn paid(state: OrderState) -> bool {
    matches!(state.payment_status, PaymentStatus::Success | PaymentStatus::Refunded)
}

/// What a notice means for an order (provider docs, transaction-status-cycle); `None` while nothing is decided.
fn event_of(notice: &PaymentNotice) -> Option<OrderEvent> {
    let accepted = notice.fraud_status.as_deref().is_none_or(|fraud| fraud.eq_ignore_ascii_case("accept"));
    // Some channels answer in capitals.
    match notice.transaction_status.to_ascii_lowercase().as_str() {
        "settlement" | "capture" if accepted => Some(OrderEvent::Pay),
        "deny" | "failure" => Some(OrderEvent::Fail),
        "cancel" => Some(OrderEvent::Cancel),
        "expire" => Some(OrderEvent::Expire),
        "refund" => Some(OrderEvent::Refund),
        _ => None,
    }
}

/// Settles the orders whose time for paying has run out.
///
/// The provider is asked first, then they give back what they hold. An order that the provider cannot be asked about
/// stays as it is until the next round.
///
/// # Errors
/// The database fails.
pub async fn settle_overdue(app: &Shared) -> Result<()> {
    let numbers = orders::overdue(&mut *app.db.read().await?, app.clock.now_ms(), OVERDUE_AT_ONCE).await?;
    for number in numbers {
        let Some(order) = orders::find_by_number(&mut *app.db.read().await?, &number).await? else { continue };
        // A refusal was logged where it arose; the next round asks again.
        if refresh(app, &order).await.is_err() || close(app, &order, OrderEvent::Expire).await.is_err() {
            continue;
        }
        match moving::advance(app, order.key(), OrderEvent::Expire, Actor::System, None).await {
            Err(error) if error.code() != Code::MoveRefused => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(transaction_status: &str, fraud_status: Option<&str>) -> Option<OrderEvent> {
        event_of(&PaymentNotice {
            transaction_status: transaction_status.to_owned(),
            fraud_status: fraud_status.map(str::to_owned),
            ..PaymentNotice::default()
        })
    }

    #[test]
    fn every_status_of_the_provider_has_its_meaning() {
        assert_eq!(event("settlement", None), Some(OrderEvent::Pay));
        assert_eq!(event("SETTLEMENT", Some("accept")), Some(OrderEvent::Pay));
        assert_eq!(event("capture", Some("accept")), Some(OrderEvent::Pay));
        assert_eq!(event("capture", Some("challenge")), None);
        assert_eq!(event("pending", None), None);
        assert_eq!(event("authorize", None), None);
        assert_eq!(event("deny", None), Some(OrderEvent::Fail));
        assert_eq!(event("failure", None), Some(OrderEvent::Fail));
        assert_eq!(event("cancel", None), Some(OrderEvent::Cancel));
        assert_eq!(event("expire", None), Some(OrderEvent::Expire));
        assert_eq!(event("refund", None), Some(OrderEvent::Refund));
        assert_eq!(event("partial_refund", None), None);
        assert_eq!(event("chargeback", None), None);
    }
}
