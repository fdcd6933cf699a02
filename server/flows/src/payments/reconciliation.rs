//! Asking the provider when its notifications are missing, and refunding money that the shop may not keep.

use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{StreamExt, stream};
use ksmart_core::order::{OrderEvent, OrderState, PaymentMethod};
use ksmart_foundation::{
    db::{Conn, retried},
    error::{Code, Error, Result},
    ids::OrderKey,
    time::DAY_MS,
};
use ksmart_shop::orders::{self, Actor, Order};
use sqlx::query_as;

use crate::{
    order_transitions,
    payments::{
        payment::{CHECK_MS, Payments, schedule},
        problems::{self, Kind, Problem},
        refunds::{Refund, at_provider},
        settlement::{Meaning, close, fetch_status, was_denied},
        snap::SnapError,
    },
};

/// Number of orders read at once.
const ORDERS_AT_ONCE: i64 = 100;

/// Number of orders checked with the provider at the same time.
const LOOKS_AT_ONCE: usize = 8;

/// Number of consecutive provider failures after which a round stops: the rest follows in the next round.
const FAILURES_AT_ONCE: u32 = 3;

/// Shortest and longest wait after a failure; the wait doubles with each failure.
const FIRST_WAIT_MS: i64 = 60_000;
const LONGEST_WAIT_MS: i64 = 60 * 60 * 1000;

/// Time after which an expired order is released although its payment could not be closed. Money that still arrives is
/// then refunded like late money.
const LONGEST_WITHOUT_ANSWER_MS: i64 = DAY_MS;

/// Minimum number of consecutive failures before such a release. If the shop itself was off for a day, it thus asks for
/// another half hour.
const FAILURES_WITHOUT_ANSWER: i64 = 5;

/// Reasons for a refund: the payment arrived after the order was closed, or after it was paid by bank transfer.
const LATE: &str = "Pembayaran diterima setelah pesanan ditutup.";
const TWICE: &str = "Pembayaran diterima setelah pesanan dibayar lewat transfer.";

/// Selection among the orders that are due for a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DueChecks {
    /// Orders that wait for payment and have expired.
    Expired,
    /// All other due orders.
    Running,
}

/// Releases everything that expired orders hold, once the provider has closed their payment.
pub async fn expire_overdue(payments: &Payments) -> Result<()> {
    check_all(payments, DueChecks::Expired).await
}

/// Checks all other due orders with the provider, in case a notification was lost.
pub async fn reconcile(payments: &Payments) -> Result<()> {
    check_all(payments, DueChecks::Running).await
}

/// Checks all orders that are due now, several at once. An order that cannot be checked stays unchanged, and is tried
/// again after 1, 2, 4 … 60 minutes. The others continue, unless the provider itself cannot be asked.
async fn check_all(payments: &Payments, which: DueChecks) -> Result<()> {
    let now_ms = payments.clock.now_ms();
    let failures_in_a_row = AtomicU32::new(0);
    let gave_up = || failures_in_a_row.load(Ordering::Relaxed) >= FAILURES_AT_ONCE;
    while !gave_up() {
        let found = due(&mut *payments.db.read().await?, which, now_ms).await?;
        if found.is_empty() {
            break;
        }
        let looks = found.into_iter().map(|(key, number, failures)| {
            let (failures_in_a_row, gave_up) = (&failures_in_a_row, &gave_up);
            async move {
                if gave_up() {
                    return Ok(());
                }
                let (next_ms, failures) = match check(payments, &number, failures).await {
                    Ok(next_ms) => {
                        failures_in_a_row.store(0, Ordering::Relaxed);
                        (next_ms, 0)
                    }
                    Err(error) => {
                        if error.code() == Code::PaymentUnavailable {
                            failures_in_a_row.fetch_add(1, Ordering::Relaxed);
                        }
                        (Some(payments.clock.now_ms() + wait_ms(failures)), failures + 1)
                    }
                };
                schedule(&mut *payments.db.write_one().await?, key, next_ms, failures).await?;
                Ok(())
            }
        });
        // All checks already started are completed before a database failure is returned.
        let outcomes: Vec<Result<()>> = stream::iter(looks).buffer_unordered(LOOKS_AT_ONCE).collect().await;
        outcomes.into_iter().collect::<Result<()>>()?;
    }
    Ok(())
}

/// Returns the wait in milliseconds after a failure that follows `failures` others.
pub fn wait_ms(failures: i64) -> i64 {
    let doublings = u32::try_from(failures).unwrap_or(u32::MAX).min(10);
    (FIRST_WAIT_MS << doublings).min(LONGEST_WAIT_MS)
}

/// Returns the orders to check, longest waiting first, with the number of consecutive failed checks.
async fn due(conn: &mut Conn, which: DueChecks, now_ms: i64) -> sqlx::Result<Vec<(OrderKey, String, i64)>> {
    let sql = match which {
        DueChecks::Expired => {
            "SELECT p.order_id, o.number, p.failures FROM payments p JOIN orders o ON o.id = p.order_id
             WHERE p.next_check_ms <= $1 AND o.payment_status = 'pending' AND o.expires_ms <= $1
             ORDER BY p.next_check_ms, p.order_id LIMIT $2"
        }
        DueChecks::Running => {
            "SELECT p.order_id, o.number, p.failures FROM payments p JOIN orders o ON o.id = p.order_id
             WHERE p.next_check_ms <= $1
               AND (o.payment_status <> 'pending' OR o.expires_ms > $1 OR o.expires_ms IS NULL)
             ORDER BY p.next_check_ms, p.order_id LIMIT $2"
        }
    };
    query_as(sql).bind(now_ms).bind(ORDERS_AT_ONCE).fetch_all(conn).await
}

/// Finds an order and brings it up to date; returns the time of the next check.
async fn check(payments: &Payments, number: &str, failures: i64) -> Result<Option<i64>> {
    let order = orders::find_by_number(&mut *payments.db.read().await?, number).await?;
    match order {
        Some(order) => bring_up_to_date(payments, order, failures).await,
        None => Ok(None),
    }
}

/// Brings an order up to date with the provider, after `failures` failed checks in a row; returns the time of the next
/// check.
async fn bring_up_to_date(payments: &Payments, order: Order, failures: i64) -> Result<Option<i64>> {
    let waits = |order: &Order| order.state == OrderState::placed(PaymentMethod::Online);
    if order.bank_transfer {
        // A payment that is still possible at the provider is closed, and money that arrived there anyway is found.
        match close(payments, &order, OrderEvent::Cancel).await {
            Err(error) if error.code() != Code::MoveRefused => return Err(error),
            _ => {}
        }
        fetch_status(payments, &order).await?;
        return Ok(None);
    }
    if !waits(&order) {
        // The last check finds a settlement that was reversed, or money that came too late.
        let meaning = fetch_status(payments, &order).await?.map(|answered| answered.meaning);
        return close_released(payments, &order, meaning).await;
    }
    let asked = fetch_status(payments, &order).await;
    let now_ms = payments.clock.now_ms();
    // An order made by the shop itself has no expiry time.
    let expires_ms = order.expires_ms.unwrap_or(i64::MAX);
    let is_overdue = now_ms.saturating_sub(LONGEST_WITHOUT_ANSWER_MS) > expires_ms;
    let must_end = |error: &Error| {
        is_overdue
            && match error.code() {
                Code::PaymentUnavailable => failures >= FAILURES_WITHOUT_ANSWER,
                code => code == Code::MoveRefused,
            }
    };
    match asked {
        Err(error) if !must_end(&error) => return Err(error),
        _ => {}
    }
    let again = |at_ms: i64| Ok(Some(at_ms));
    let Some(order) = orders::find_by_number(&mut *payments.db.read().await?, &order.number).await? else {
        return Ok(None);
    };
    if !waits(&order) {
        return again(now_ms + CHECK_MS);
    }
    if expires_ms > now_ms {
        return again((now_ms + CHECK_MS).min(expires_ms));
    }
    match close(payments, &order, OrderEvent::Expire).await {
        Err(error) if must_end(&error) => {
            tracing::error!(order = order.number, "released without the provider's word on its payment: {error:?}");
            return release_unclosed(payments, &order).await;
        }
        Err(error) if error.code() == Code::MoveRefused => return again(now_ms + CHECK_MS),
        closed => closed?,
    }
    let denied = was_denied(&mut *payments.db.read().await?, order.key).await?;
    let event = if denied { OrderEvent::Fail } else { OrderEvent::Expire };
    match order_transitions::advance(&payments.orders, order.key, event, Actor::System, None).await {
        // The provider's notification of this same outcome came first.
        Err(error) if error.code() != Code::MoveRefused => Err(error),
        _ => again(now_ms + CHECK_MS),
    }
}

/// Releases an order whose payment cannot be closed, and records this as a problem; returns the time of the next check.
/// An order that was moved in the meantime stays unchanged.
async fn release_unclosed(payments: &Payments, order: &Order) -> Result<Option<i64>> {
    let now_ms = payments.clock.now_ms();
    let note = "the provider did not say that its payment is closed".to_owned();
    let (key, amount_rp) = (order.key, order.total_rp);
    let problem = Problem { order: key, kind: Kind::Unclosed, amount_rp, note, next_try_ms: None };
    let released = || async {
        let mut tx = payments.db.write().await?;
        order_transitions::advance_within(&mut tx, key, OrderEvent::Expire, Actor::System, None, now_ms).await?;
        problems::insert(&mut tx, &problem, now_ms).await?;
        Ok::<_, Error>(tx.commit().await?)
    };
    match retried(released).await {
        Err(error) if error.code() != Code::MoveRefused => return Err(error),
        _ => payments.orders.catalog.mark_changed(),
    }
    Ok(Some(now_ms + CHECK_MS))
}

/// Closes the payment of an order that was released before it could be closed; returns the time of the next attempt.
/// `meaning` is the payment's current meaning. Once the payment is closed or decided, the problem is solved.
async fn close_released(payments: &Payments, order: &Order, meaning: Option<Meaning>) -> Result<Option<i64>> {
    if !problems::is_open(&mut *payments.db.read().await?, order.key, Kind::Unclosed).await? {
        return Ok(None);
    }
    // After a refused attempt, the page accepts another one.
    let is_open = matches!(meaning, None | Some(Meaning::Open | Meaning::Refused));
    let now_ms = payments.clock.now_ms();
    if is_open && close(payments, order, OrderEvent::Expire).await.is_err() {
        return Ok(Some(now_ms + LONGEST_WAIT_MS));
    }
    problems::solve(&mut *payments.db.write_one().await?, order.key, Kind::Unclosed, now_ms).await?;
    Ok(None)
}

/// Refunds money that arrived for released orders, or for orders already paid by bank transfer, where the payment
/// channel allows a refund.
pub async fn give_back_late(payments: &Payments) -> Result<()> {
    let all = problems::due(&mut *payments.db.read().await?, payments.clock.now_ms(), ORDERS_AT_ONCE).await?;
    let mut failures_in_a_row = 0;
    for owed in all {
        let reason = if owed.kind.0 == Kind::DoublePayment { TWICE } else { LATE };
        let refund = Refund { key: &owed.order_number, amount_rp: owed.amount_rp, reason };
        let outcome = at_provider(payments, &owed.payment_number, &refund, true).await;
        let now_ms = payments.clock.now_ms();
        let mut conn = payments.db.write_one().await?;
        match outcome {
            Ok(()) => {
                problems::solve(&mut conn, owed.order_id, owed.kind.0, now_ms).await?;
                tracing::info!(order = owed.order_number, "money that came too late or twice was given back");
                failures_in_a_row = 0;
            }
            Err(refused @ SnapError::Refused { .. }) => {
                tracing::error!(order = owed.order_number, "needs a person to give money back: {refused}");
                problems::postpone(&mut conn, &owed, None, &refused.to_string()).await?;
                failures_in_a_row = 0;
            }
            Err(error) => {
                let next_ms = now_ms + wait_ms(owed.tries);
                problems::postpone(&mut conn, &owed, Some(next_ms), &error.to_string()).await?;
                failures_in_a_row += 1;
            }
        }
        if failures_in_a_row == FAILURES_AT_ONCE {
            return Ok(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        let minutes: Vec<i64> = (0..9).map(|failures| wait_ms(failures) / 60_000).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(wait_ms(i64::MAX), LONGEST_WAIT_MS);
    }
}
