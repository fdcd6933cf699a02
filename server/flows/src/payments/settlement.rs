//! Moves of orders according to the provider's reports on their payments.
//!
//! A notification may come twice, late, in any order or never. It is trusted alone only where it neither brings nor
//! takes money (the time ran out, a payment was cancelled). Before money counts as received, or as gone again, the
//! provider is asked. Its current answer does not depend on the order of arrival, and a notification's signature does
//! not cover its status.

use ksmart_core::order::{MoveRefused, OrderEvent, OrderState, PaymentMethod, PaymentStatus, ShipmentStatus};
use ksmart_foundation::{
    db::{Conn, retried},
    error::{Code, Error, Result},
    ids::OrderKey,
};
use ksmart_shop::{
    orders::{self, Actor, Order, money},
    returns,
};
use sqlx::{query, query_scalar};

use crate::{
    order_transitions,
    payments::{
        payment::{CHECK_MS, Payments, check_soon, named, payment_number, reread, schedule, unavailable},
        problems::{self, Kind, Problem},
        snap::{Page, PaymentNotification, SnapError},
    },
};

/// Maximum number of attempts to apply a notification, including the first; another follows if the order was moved in
/// the meantime.
const TRIES: u32 = 5;

/// Reason recorded when a paid order is no longer paid.
const REVERSED: &str = "Pembayaran dibatalkan oleh penyedia pembayaran.";

/// Origin of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Sent by the provider at some earlier time.
    Notification,
    /// Received from the provider just now, on request.
    Answer,
}

/// Meaning of a payment's status for its order (provider docs, transaction-status-cycle).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The payment is not decided yet.
    Open,
    /// The money has arrived.
    Paid,
    /// An attempt was refused, or the bank has reversed a settlement. A waiting order continues to wait: its payment
    /// page accepts another attempt until its time runs out, and only then has its payment failed.
    Refused,
    /// The payment was cancelled.
    Cancelled,
    /// The payment was not made in time.
    Expired,
    /// The money was refunded.
    Refunded,
    /// Part of the money was refunded, or the payer's bank demands it back: a person must act.
    Disputed(Kind),
}

impl Meaning {
    /// Interprets a notification.
    pub fn of(notification: &PaymentNotification) -> Self {
        let accepted = notification.fraud_status.as_deref().is_none_or(|fraud| fraud.eq_ignore_ascii_case("accept"));
        // Some channels answer in capitals.
        match notification.transaction_status.to_ascii_lowercase().as_str() {
            "settlement" | "capture" if accepted => Self::Paid,
            "deny" | "failure" => Self::Refused,
            "cancel" => Self::Cancelled,
            "expire" => Self::Expired,
            "refund" => Self::Refunded,
            "partial_refund" => Self::Disputed(Kind::PartialRefund),
            "chargeback" | "partial_chargeback" => Self::Disputed(Kind::Chargeback),
            _ => Self::Open,
        }
    }

    /// Returns the meaning of a notification for its order. A refund of at least the order's total counts as a full
    /// refund, even if an extra charge was not refunded. If the extra charge is at least as large as the total, it may
    /// have been refunded alone, so a person must decide.
    fn for_order(notification: &PaymentNotification, order: &Order) -> Self {
        let total_rp = order.total_rp;
        let is_with_more =
            notification.is_with_fee(total_rp) || order.charged_rp.is_some_and(|rp| rp - total_rp < total_rp);
        match Self::of(notification) {
            Self::Disputed(Kind::PartialRefund) if is_with_more && notification.refunded_rp() >= Some(total_rp) => {
                Self::Refunded
            }
            meaning => meaning,
        }
    }

    /// Whether the status reports received or refunded money, whose amount must be checked.
    pub(super) fn is_of_money(self) -> bool {
        matches!(self, Self::Paid | Self::Refunded | Self::Disputed(_))
    }

    /// Whether the shop has no money from the payment, and will get none from it.
    fn is_over(self) -> bool {
        matches!(self, Self::Refused | Self::Cancelled | Self::Expired | Self::Refunded)
    }
}

/// Action to take on a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Does nothing, because the notification contains nothing new.
    Nothing,
    /// Asks the provider, and acts on its answer.
    Ask,
    /// Records that an attempt was refused.
    Remember,
    /// Moves the order by these events.
    Move(&'static [OrderEvent]),
    /// Records a problem.
    Report(Kind),
    /// Marks a problem as solved, because the money was refunded.
    Solve(Kind),
}

/// Decides which step follows from a notification.
fn step(state: OrderState, meaning: Meaning, source: Source) -> Step {
    use {Meaning as M, PaymentStatus as S};
    let asked = source == Source::Answer;
    match (state.payment_status, meaning) {
        (_, M::Open) | (S::Success, M::Paid) | (S::Refunded, M::Paid) => Step::Nothing,
        (_, M::Disputed(kind)) if state.payment_status != S::Pending => Step::Report(kind),
        (S::Pending, M::Paid) if asked => Step::Move(&[OrderEvent::Pay]),
        (S::Pending, M::Refused) => Step::Remember,
        (S::Pending, M::Cancelled) => Step::Move(&[OrderEvent::Cancel]),
        (S::Pending, M::Expired) => Step::Move(&[OrderEvent::Expire]),
        (S::Pending, M::Refunded) if asked => Step::Move(&[OrderEvent::Pay, OrderEvent::Refund]),
        (S::Pending, M::Disputed(_)) if asked => Step::Move(&[OrderEvent::Pay]),
        (S::Success, M::Refunded | M::Refused | M::Cancelled | M::Expired) if asked => {
            Step::Move(&[OrderEvent::Refund])
        }
        (S::Pending | S::Success, _) => Step::Ask,
        (S::Failed | S::Expired | S::Cancelled, M::Paid) if asked => Step::Report(Kind::LatePayment),
        (S::Failed | S::Expired | S::Cancelled, M::Refunded) if asked => Step::Solve(Kind::LatePayment),
        (S::Failed | S::Expired | S::Cancelled, M::Paid | M::Refunded) => Step::Ask,
        (S::Failed | S::Expired | S::Cancelled | S::Refunded, _) => Step::Nothing,
    }
}

/// Decides which step follows from a notification whose amount differs from the order's. Only the provider's current
/// answer counts, and such money pays no order unless an administrator accepts it.
fn step_of_other_amount(state: OrderState, meaning: Meaning, source: Source) -> Step {
    use {Meaning as M, PaymentStatus as S};
    match (state.payment_status, meaning) {
        (S::Pending | S::Success, _) if meaning.is_of_money() && source == Source::Notification => Step::Ask,
        (S::Pending, M::Paid | M::Disputed(_)) | (S::Success, M::Paid) => Step::Report(Kind::AmountMismatch),
        (S::Pending, M::Refunded) => Step::Solve(Kind::AmountMismatch),
        _ => step(state, meaning, source),
    }
}

/// Decides which step follows from a notification about an order paid by transfer: none of the steps moves the order.
fn step_beside_transfer(meaning: Meaning, source: Source) -> Step {
    match meaning {
        Meaning::Paid | Meaning::Refunded if source == Source::Notification => Step::Ask,
        Meaning::Paid => Step::Report(Kind::DoublePayment),
        Meaning::Refunded => Step::Solve(Kind::DoublePayment),
        Meaning::Disputed(kind) => Step::Report(kind),
        Meaning::Open | Meaning::Refused | Meaning::Cancelled | Meaning::Expired => Step::Nothing,
    }
}

/// Processes a notification from the provider: finds its order, and moves it. Notifications of newer channels carry the
/// payment's key instead of the order's number; then the provider is asked for the order, and its answer counts.
///
/// # Errors
/// 404: no order is paid under that number. 503: the provider must be asked but cannot be reached.
pub(super) async fn take(payments: &Payments, notification: PaymentNotification) -> Result<()> {
    let known = named(&mut *payments.db.read().await?, &notification.order_id).await?;
    let (named, said, source) = match known {
        Some(named) => (named, notification, Source::Notification),
        None => {
            let answer = payments.snap.status(&notification.order_id).await.map_err(|error| request_retry(&error))?;
            let answer = answer.ok_or_else(orders::not_found)?;
            let named = named(&mut *payments.db.read().await?, &answer.order_id).await?;
            (named.ok_or_else(orders::not_found)?, answer, Source::Answer)
        }
    };
    let order = orders::find_any(&mut *payments.db.read().await?, &named.order_number).await?;
    if named.is_open { settle(payments, order, said, source).await } else { given_up(payments, &order, &said).await }
}

/// Moves an order according to the provider's report; a report without news changes nothing.
///
/// # Errors
/// 409: the amount differs from the order's. 503: the provider must be asked but cannot be reached.
async fn settle(
    payments: &Payments,
    mut order: Order,
    notification: PaymentNotification,
    source: Source,
) -> Result<()> {
    let (mut said, mut source, mut came_and_went) = (notification, source, false);
    for _ in 0..TRIES {
        let meaning = Meaning::for_order(&said, &order);
        let is_whole = is_whole(&order, &said);
        let mut what = if order.bank_transfer {
            step_beside_transfer(meaning, source)
        } else if is_whole {
            step(order.state, meaning, source)
        } else {
            step_of_other_amount(order.state, meaning, source)
        };
        if what == Step::Remember && came_and_went && is_whole {
            what = Step::Move(&[OrderEvent::Pay, OrderEvent::Refund]);
        }
        if is_of_a_return(payments, &order, &said, what).await? {
            what = Step::Nothing;
        }
        let done = match what {
            Step::Nothing => Ok(()),
            Step::Ask => {
                let Some(answer) = payments.snap.status(&said.order_id).await.map_err(|error| request_retry(&error))?
                else {
                    tracing::error!(order = order.number, said = said.transaction_status, "a notification of nothing");
                    if is_whole {
                        return Ok(());
                    }
                    return Err(Error::conflict(Code::AmountMismatch, "Jumlah pembayaran tidak sesuai."));
                };
                // The provider signed a settlement, and has reversed it since.
                came_and_went = meaning == Meaning::Paid
                    && Meaning::of(&answer).is_over()
                    && answer.transaction_id == said.transaction_id;
                (said, source) = (answer, Source::Answer);
                continue;
            }
            Step::Remember => remember_denied(payments, order.key).await,
            Step::Move(events) => retried(|| move_by(payments, &order, (&said, meaning), events)).await,
            Step::Report(kind) => retried(|| report(payments, &order, kind, &said)).await,
            Step::Solve(kind) => {
                let mut conn = payments.db.write_one().await?;
                for kind in [kind, Kind::AmountMismatch] {
                    problems::solve(&mut conn, order.key, kind, payments.clock.now_ms()).await?;
                }
                Ok(())
            }
        };
        match done {
            // Another move came first: the meaning of the notification may have changed.
            Err(error) if error.code() == Code::MoveRefused => order = reread(payments, &order).await?,
            // The money arrived before it was disputed, so the dispute is handled next.
            Ok(()) if matches!((what, meaning), (Step::Move(_), Meaning::Disputed(_))) => {
                order = reread(payments, &order).await?;
            }
            done => return done,
        }
    }
    Err(MoveRefused.into())
}

/// Whether a notification reports money that the shop itself refunds for a return. The return records the consequences,
/// and the provider is asked once more afterwards.
async fn is_of_a_return(payments: &Payments, order: &Order, said: &PaymentNotification, what: Step) -> Result<bool> {
    match what {
        Step::Report(Kind::PartialRefund) => {
            let asked_rp = returns::asked_of_provider_rp(&mut *payments.db.read().await?, order.key).await?;
            Ok(asked_rp > 0 && said.refunded_rp().is_none_or(|said_rp| said_rp <= asked_rp))
        }
        Step::Move([OrderEvent::Refund]) if Meaning::for_order(said, order) == Meaning::Refunded => {
            let is_asked = returns::is_asked_of_provider(&mut *payments.db.read().await?, order.key).await?;
            if is_asked {
                let again_ms = payments.clock.now_ms() + CHECK_MS;
                schedule(&mut *payments.db.write_one().await?, order.key, Some(again_ms), 0).await?;
            }
            Ok(is_asked)
        }
        _ => Ok(false),
    }
}

/// Processes a notification about a page that was given up. It does not affect the order, whose payment has another
/// number, but money that arrived through the page becomes a problem.
///
/// # Errors
/// 503: the provider must be asked but cannot be reached.
async fn given_up(payments: &Payments, order: &Order, notification: &PaymentNotification) -> Result<()> {
    if Meaning::of(notification) != Meaning::Paid {
        return Ok(());
    }
    let answer = payments.snap.status(&notification.order_id).await.map_err(|error| request_retry(&error))?;
    match answer.filter(|answer| Meaning::of(answer) == Meaning::Paid) {
        Some(answer) => retried(|| report(payments, order, Kind::StrayPayment, &answer)).await,
        None => Ok(()),
    }
}

/// Returns 503, which makes the provider send its notification again.
fn request_retry(error: &SnapError) -> Error {
    tracing::warn!("a notification waits for the provider's answer: {error}");
    let message = "Layanan pembayaran sedang tidak dapat dihubungi. Silakan coba lagi.";
    Error::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, Code::PaymentUnavailable, message)
}

/// Whether a notification has the right amount for its order: the total, the total with a fee that the provider added
/// for the buyer, or an accepted amount.
fn is_whole(order: &Order, said: &PaymentNotification) -> bool {
    let amount = said.amount();
    amount == Some(order.total_rp)
        || (amount.is_some() && amount == order.charged_rp)
        || said.is_with_fee(order.total_rp)
}

/// Records a problem. Money for a released order, or for one that was paid otherwise, is refunded automatically where
/// its channel allows it, whatever the amount.
async fn report(payments: &Payments, order: &Order, kind: Kind, notification: &PaymentNotification) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    tracing::error!(order = order.number, kind = ?kind, "needs a person, unless the shop can give the money back");
    let goes_back = matches!(kind, Kind::LatePayment | Kind::DoublePayment);
    let amount_rp = if notification.is_with_fee(order.total_rp) {
        order.total_rp
    } else {
        notification.amount().unwrap_or_default()
    };
    let problem = Problem {
        order: order.key,
        kind,
        amount_rp,
        note: format!(
            "{} {} {}",
            notification.order_id,
            notification.transaction_status,
            notification.payment_type.as_deref().unwrap_or_default()
        ),
        // An amount of 0 means another currency, in which the shop cannot request a refund.
        next_try_ms: (goes_back && amount_rp > 0).then_some(now_ms),
    };
    let mut tx = payments.db.write().await?;
    problems::insert(&mut tx, &problem, now_ms).await?;
    if goes_back {
        // Both problems concern the same money.
        problems::solve(&mut tx, order.key, Kind::AmountMismatch, now_ms).await?;
    }
    Ok(tx.commit().await?)
}

/// Moves an order through all of the events, or through none.
async fn move_by(
    payments: &Payments,
    order: &Order,
    (said, meaning): (&PaymentNotification, Meaning),
    events: &[OrderEvent],
) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let went_on = matches!(order.state.shipment_status, ShipmentStatus::Shipped | ShipmentStatus::Completed);
    let mut tx = payments.db.write().await?;
    for event in events {
        let reason = (*event == OrderEvent::Refund && meaning != Meaning::Refunded).then_some(REVERSED);
        order_transitions::advance_within(&mut tx, order.key, *event, Actor::Provider, reason, now_ms).await?;
        if *event == OrderEvent::Pay {
            if let Some(charged_rp) = said.amount().filter(|charged_rp| *charged_rp != order.total_rp) {
                orders::store_charged(&mut tx, order.key, charged_rp).await?;
            }
            mark_sandbox(payments, &mut tx, order.key, now_ms).await?;
        }
    }
    if went_on && events.contains(&OrderEvent::Refund) {
        let note = "the goods are with the buyer".to_owned();
        let amount_rp = order.total_rp;
        let problem = Problem { order: order.key, kind: Kind::Reversed, amount_rp, note, next_try_ms: None };
        problems::insert(&mut tx, &problem, now_ms).await?;
    }
    // One more check follows later: settlements are reversed within minutes, and that notification may get lost too.
    schedule(&mut tx, order.key, Some(now_ms + CHECK_MS), 0).await?;
    tx.commit().await?;
    payments.orders.catalog.mark_changed();
    tracing::info!(order = order.number, events = ?events, "order moved by the provider");
    Ok(())
}

/// Marks an order that was just paid permanently as paid without money, if it was paid in the sandbox.
pub(super) async fn mark_sandbox(payments: &Payments, conn: &mut Conn, key: OrderKey, now_ms: i64) -> sqlx::Result<()> {
    if !payments.snap.is_sandbox() {
        return Ok(());
    }
    query("UPDATE payments SET sandbox_paid_ms = $2 WHERE order_id = $1")
        .bind(key)
        .bind(now_ms)
        .execute(&mut *conn)
        .await?;
    money::mark_without_money(conn, key).await
}

async fn remember_denied(payments: &Payments, key: OrderKey) -> Result<()> {
    let sql = "UPDATE payments SET denied_ms = $2 WHERE order_id = $1 AND denied_ms IS NULL";
    query(sql).bind(key).bind(payments.clock.now_ms()).execute(&mut *payments.db.write_one().await?).await?;
    Ok(())
}

/// Asks the provider about an order that waits for its payment, and moves the order accordingly; returns the meaning of
/// the answer.
///
/// # Errors
/// 502: the provider cannot be reached.
pub async fn refresh(payments: &Payments, order: &Order) -> Result<Option<Meaning>> {
    if order.state != OrderState::placed(PaymentMethod::Online) {
        return Ok(None);
    }
    Ok(fetch_status(payments, order).await?.map(|answered| answered.meaning))
}

/// The provider's answer about a payment.
#[derive(Debug, Clone, Copy)]
pub struct Answered {
    /// Meaning for its order.
    pub meaning: Meaning,
    /// Amount of the payment, rupiah; `None` in another currency.
    pub charged_rp: Option<i64>,
    /// Amount of the payment refunded so far, rupiah.
    pub returned_rp: i64,
}

/// Asks the provider about an online order in any state, and moves it accordingly; returns the answer.
///
/// # Errors
/// 502: the provider cannot be reached.
pub async fn fetch_status(payments: &Payments, order: &Order) -> Result<Option<Answered>> {
    let number = payment_number(&mut *payments.db.read().await?, order.key).await?;
    let Some(answer) = payments.snap.status(&number).await.map_err(|error| unavailable(&error))? else {
        return Ok(None);
    };
    let answered = Answered {
        meaning: Meaning::for_order(&answer, order),
        charged_rp: answer.amount(),
        returned_rp: answer.refunded_rp().unwrap_or(0),
    };
    settle(payments, reread(payments, order).await?, answer, Source::Answer).await?;
    Ok(Some(answered))
}

/// Returns the token of a payment page, the last path segment of its URL.
pub fn token_of(redirect_url: &str) -> &str {
    let path = redirect_url.split(['?', '#']).next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

/// Closes an order's payment at the provider: before the order is cancelled or expires, or after a transfer has paid
/// it.
///
/// # Errors
/// 502: the provider cannot be reached. 409: the money has arrived; the order is then brought up to date.
pub async fn close(payments: &Payments, order: &Order, event: OrderEvent) -> Result<()> {
    if order.state.payment_method == PaymentMethod::Cod {
        return Ok(());
    }
    let mut page = Page::Closed;
    if let Some(url) = order.payment_url.as_deref() {
        page = payments.snap.cancel_page(token_of(url)).await.map_err(|error| unavailable(&error))?;
    }
    let number = payment_number(&mut *payments.db.read().await?, order.key).await?;
    let closed = match event {
        OrderEvent::Expire => payments.snap.expire(&number).await,
        _ => payments.snap.cancel(&number).await,
    };
    match closed {
        Ok(None) if page == Page::InUse => {
            Err(unavailable(&SnapError::Unreachable("a payment is under way that nobody knows".to_owned())))
        }
        Ok(_) => Ok(()),
        Err(error) if error.is_fixed() => {
            // The payment is decided: paid, or already over. A card payment under review does not expire.
            let meaning = fetch_status(payments, order).await?.map(|answered| answered.meaning);
            if meaning.is_some_and(Meaning::is_over) {
                return Ok(());
            }
            if event == OrderEvent::Expire && meaning == Some(Meaning::Open) {
                return payments.snap.cancel(&number).await.map(drop).map_err(|error| unavailable(&error));
            }
            let waits = reread(payments, order).await?.state == OrderState::placed(PaymentMethod::Online);
            if waits && meaning.is_some_and(Meaning::is_of_money) {
                // The amount differs from the order's. The money is refunded once the jobs have released the order.
                return Ok(check_soon(&mut *payments.db.write_one().await?, order.key, payments.clock.now_ms()).await?);
            }
            Err(MoveRefused.into())
        }
        Err(error) => Err(unavailable(&error)),
    }
}

/// Whether the provider has reported a refused payment attempt for an order.
pub async fn was_denied(conn: &mut Conn, key: OrderKey) -> sqlx::Result<bool> {
    let sql = "SELECT COUNT(*) FROM payments WHERE order_id = $1 AND denied_ms IS NOT NULL";
    let denied: i64 = query_scalar(sql).bind(key).fetch_one(conn).await?;
    Ok(denied > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(transaction_status: &str, fraud_status: Option<&str>) -> Meaning {
        Meaning::of(&PaymentNotification {
            transaction_status: transaction_status.to_owned(),
            fraud_status: fraud_status.map(str::to_owned),
            ..PaymentNotification::default()
        })
    }

    #[test]
    fn every_provider_status_has_a_meaning() {
        for (status, fraud, expected) in [
            ("pending", None, Meaning::Open),
            ("authorize", None, Meaning::Open),
            ("something-new", None, Meaning::Open),
            ("", None, Meaning::Open),
            ("capture", Some("accept"), Meaning::Paid),
            ("capture", None, Meaning::Paid),
            ("capture", Some("challenge"), Meaning::Open),
            ("capture", Some("deny"), Meaning::Open),
            ("settlement", None, Meaning::Paid),
            ("SETTLEMENT", Some("ACCEPT"), Meaning::Paid),
            ("deny", Some("deny"), Meaning::Refused),
            ("failure", None, Meaning::Refused),
            ("cancel", None, Meaning::Cancelled),
            ("expire", None, Meaning::Expired),
            ("refund", None, Meaning::Refunded),
            ("partial_refund", None, Meaning::Disputed(Kind::PartialRefund)),
            ("chargeback", None, Meaning::Disputed(Kind::Chargeback)),
            ("partial_chargeback", None, Meaning::Disputed(Kind::Chargeback)),
        ] {
            assert_eq!(meaning(status, fraud), expected, "{status} {fraud:?}");
        }
    }

    #[test]
    fn a_notification_alone_moves_no_money() {
        use Source::{Answer, Notification};
        let at = |payment_status| OrderState { payment_status, ..OrderState::placed(PaymentMethod::Online) };
        let waiting = at(PaymentStatus::Pending);
        assert_eq!(
            step(waiting, Meaning::Paid, Notification),
            Step::Ask,
            "the provider confirms that it has the money"
        );
        assert_eq!(step(waiting, Meaning::Paid, Answer), Step::Move(&[OrderEvent::Pay]));
        assert_eq!(step(waiting, Meaning::Refused, Notification), Step::Remember);
        assert_eq!(step(waiting, Meaning::Refunded, Notification), Step::Ask);
        for over in [Meaning::Refunded, Meaning::Refused, Meaning::Cancelled, Meaning::Expired] {
            assert_eq!(step(at(PaymentStatus::Success), over, Notification), Step::Ask);
            assert_eq!(step(at(PaymentStatus::Success), over, Answer), Step::Move(&[OrderEvent::Refund]));
        }
        for released in [PaymentStatus::Failed, PaymentStatus::Expired, PaymentStatus::Cancelled] {
            assert_eq!(step(at(released), Meaning::Paid, Notification), Step::Ask);
            assert_eq!(step(at(released), Meaning::Paid, Answer), Step::Report(Kind::LatePayment));
            assert_eq!(step(at(released), Meaning::Refunded, Notification), Step::Ask);
            assert_eq!(step(at(released), Meaning::Refunded, Answer), Step::Solve(Kind::LatePayment));
        }
        for meaning in [Meaning::Paid, Meaning::Refunded, Meaning::Cancelled, Meaning::Expired, Meaning::Refused] {
            assert_eq!(step(at(PaymentStatus::Refunded), meaning, Notification), Step::Nothing);
        }
        for status in [PaymentStatus::Pending, PaymentStatus::Success, PaymentStatus::Expired] {
            assert_eq!(step(at(status), Meaning::Open, Answer), Step::Nothing);
        }
    }

    #[test]
    fn the_payment_token_is_the_last_path_segment() {
        for address in ["https://x/snap/v3/redirection/ab-1", "https://x/v/ab-1?a=/b#c", "https://x/ab-1/"] {
            assert_eq!(token_of(address), "ab-1");
        }
    }
}
