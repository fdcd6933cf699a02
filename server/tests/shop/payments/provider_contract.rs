//! The client of the payment provider, tested against the provider's documentation: once with a fake Midtrans, once
//! with the built-in sandbox. Both pass the same tests.

use ksmart_flows::payments::{
    settlement::Meaning,
    snap::{
        Callbacks, Customer, Item, Page, RefundRequest, Snap, SnapError, SnapRequest, SnapToken, TransactionDetails,
    },
};
use reqwest::Method;

use crate::{
    fakes::{
        midtrans::{Delivery, Fault, Midtrans},
        redirecting::Elsewhere,
    },
    shop::Shop,
};

/// A provider with a shop as its client.
struct Place {
    shop: Shop,
    /// `None` for the sandbox.
    midtrans: Option<Midtrans>,
}

impl Place {
    async fn sandbox() -> Self {
        Self { shop: Shop::start().await, midtrans: None }
    }

    async fn midtrans(status_in_http: bool) -> Self {
        let midtrans = Midtrans::start().await;
        midtrans.say_status_in_http(status_in_http);
        midtrans.set_delivery(Delivery::Held);
        let flags = midtrans.flags();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        Self { shop: Shop::start_with(&flags).await, midtrans: Some(midtrans) }
    }

    fn snap(&self) -> &Snap {
        &self.shop.app.payments.snap
    }

    async fn open(&self, number: &str) -> SnapToken {
        // These payments belong to no order, so their notices have no effect.
        self.snap().create(&payment(number, 1000), &self.shop.base).await.unwrap()
    }

    /// Makes the shopper's decision on the payment page.
    async fn decide(&self, number: &str, page: &SnapToken, decision: &str, channel: &str) {
        match (&self.midtrans, decision) {
            (None, _) => {
                let guest = self.shop.guest();
                let form = [("method", channel), ("decision", decision)];
                guest.request(Method::POST, &page.redirect_url).form(&form).send().await.unwrap();
            }
            (Some(midtrans), "later") => assert!(midtrans.choose(number, channel_type(channel)).await),
            (Some(midtrans), "pay") => assert!(midtrans.pay(number, channel_type(channel)).await),
            (Some(midtrans), "deny") => assert!(midtrans.refuse(number).await),
            (Some(midtrans), "expire") => assert!(midtrans.lapse(number).await),
            (_, other) => panic!("{other}"),
        }
    }

    async fn status(&self, number: &str) -> Option<Meaning> {
        self.snap().status(number).await.unwrap().map(|notice| {
            assert!(notice.is_signed_with(self.snap().server_key()), "answers are signed too");
            assert_eq!((notice.order_id.as_str(), notice.amount()), (number, Some(1000)));
            Meaning::of(&notice)
        })
    }
}

fn channel_type(channel: &str) -> &str {
    if channel.ends_with("_va") { "bank_transfer" } else { channel }
}

fn payment(number: &str, amount: i64) -> SnapRequest {
    SnapRequest {
        transaction_details: TransactionDetails { order_id: number.to_owned(), gross_amount: amount },
        item_details: vec![
            Item::new("1-1".to_owned(), 600, 2, "Garam | lada"),
            Item::new("VOUCHER".to_owned(), -300, 1, "Voucher HEMAT"),
            Item::new("SHIPPING".to_owned(), 100, 1, &"ongkos kirim ".repeat(9)),
        ],
        customer_details: Customer::new(&"Budi ".repeat(60), "b@example.com", "081234567890"),
        callbacks: Callbacks { finish: "http://shop/done".to_owned(), error: "http://shop/done".to_owned() },
        expiry: SnapRequest::expiry(0, 60),
    }
}

/// Runs a test with each provider.
async fn everywhere(test: impl AsyncFn(&Place)) {
    for place in [Place::sandbox().await, Place::midtrans(false).await, Place::midtrans(true).await] {
        test(&place).await;
    }
}

fn refused(error: &SnapError) -> u16 {
    match error {
        SnapError::Refused { status, .. } => *status,
        SnapError::Unreachable(cause) => panic!("{cause}"),
    }
}

#[tokio::test]
async fn a_payment_is_created_once_per_number() {
    everywhere(async |place| {
        let page = place.open("KS-1").await;
        assert!(page.redirect_url.ends_with(&page.token));
        assert!(page.redirect_url.len() <= 110 && !page.token.is_empty());
        let again = place.snap().create(&payment("KS-1", 1000), &place.shop.base).await.unwrap_err();
        assert!(again.is_taken(), "{again}");
        for (number, amount) in [("KS-2", 1001), ("KS 2", 1000), ("", 1000)] {
            let error = place.snap().create(&payment(number, amount), &place.shop.base).await.unwrap_err();
            assert!(refused(&error) == 400 && !error.is_taken(), "{number:?} {amount}: {error}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_payment_is_unknown_before_a_method_choice() {
    everywhere(async |place| {
        let page = place.open("KS-1").await;
        assert_eq!(place.status("KS-1").await, None);
        assert!(place.snap().cancel("KS-1").await.unwrap().is_none());
        assert!(place.snap().expire("KS-1").await.unwrap().is_none());
        assert_eq!(place.snap().cancel_page(&page.token).await.unwrap(), Page::Closed);
        assert_eq!(place.snap().cancel_page(&page.token).await.unwrap(), Page::Closed, "again is fine");
        assert_eq!(place.snap().cancel_page("no-such-token").await.unwrap(), Page::Closed);
        assert_eq!(place.status("KS-1").await, None);
    })
    .await;
}

#[tokio::test]
async fn a_pending_payment_is_cancelled_by_number() {
    everywhere(async |place| {
        for (number, expected) in [("KS-1", Meaning::Cancelled), ("KS-2", Meaning::Expired)] {
            let page = place.open(number).await;
            place.decide(number, &page, "later", "shopeepay").await;
            assert_eq!(place.status(number).await, Some(Meaning::Open));
            assert_eq!(place.snap().cancel_page(&page.token).await.unwrap(), Page::InUse);
            let answer = match expected {
                Meaning::Cancelled => place.snap().cancel(number).await,
                _ => place.snap().expire(number).await,
            };
            assert_eq!(Meaning::of(&answer.unwrap().unwrap()), expected);
            assert_eq!(place.status(number).await, Some(expected));
        }
        let page = place.open("KS-3").await;
        place.decide("KS-3", &page, "later", "bca_va").await;
        place.decide("KS-3", &page, "expire", "bca_va").await;
        assert_eq!(place.status("KS-3").await, Some(Meaning::Expired));
    })
    .await;
}

#[tokio::test]
async fn a_settled_payment_is_refunded_once() {
    everywhere(async |place| {
        let refund =
            |key: &str, amount| RefundRequest { refund_key: key.to_owned(), amount, reason: "Barang rusak".to_owned() };
        for (number, channel) in [("KS-1", "qris"), ("KS-2", "bca_va")] {
            let page = place.open(number).await;
            place.decide(number, &page, "pay", channel).await;
            assert_eq!(place.status(number).await, Some(Meaning::Paid));
            assert!(place.snap().cancel(number).await.unwrap_err().is_fixed());
            assert!(place.snap().expire(number).await.unwrap_err().is_fixed());
            assert_eq!(place.snap().cancel_page(&page.token).await.unwrap_or(Page::Closed), Page::Closed);
        }
        assert!(place.snap().refund("KS-2", &refund("KS-2", 1000)).await.unwrap_err().is_fixed());
        assert!(place.snap().refund("KS-3", &refund("KS-3", 1000)).await.unwrap().is_none());
        assert_eq!(refused(&place.snap().refund("KS-1", &refund("too-much", 1001)).await.unwrap_err()), 414);
        let first = place.snap().refund("KS-1", &refund("KS-1", 1000)).await.unwrap().unwrap();
        assert_eq!(Meaning::of(&first), Meaning::Refunded);
        let again = place.snap().refund("KS-1", &refund("KS-1", 1000)).await.unwrap().unwrap();
        assert_eq!(Meaning::of(&again), Meaning::Refunded, "the same call has the same answer");
        assert_eq!(place.status("KS-1").await, Some(Meaning::Refunded));
        assert!(place.snap().refund("KS-1", &refund("another", 1)).await.unwrap_err().is_fixed());
        if let Some(midtrans) = &place.midtrans {
            assert_eq!(midtrans.payment("KS-1").unwrap().returned, 1000);
        }
    })
    .await;
}

#[tokio::test]
async fn partial_refunds_use_each_key_once() {
    everywhere(async |place| {
        let page = place.open("KS-1").await;
        place.decide("KS-1", &page, "pay", "gopay").await;
        let refund = |key: &str, amount| RefundRequest { refund_key: key.to_owned(), amount, reason: String::new() };
        place.snap().refund("KS-1", &refund("a", 400)).await.unwrap();
        assert!(matches!(place.status("KS-1").await, Some(Meaning::Disputed(_))));
        // The stored answer is deleted after five minutes in the sandbox; from then on only the refund key prevents a
        // repetition.
        place.shop.app.clock.advance(6 * 60 * 1000);
        if place.midtrans.is_none() {
            assert_eq!(refused(&place.snap().refund("KS-1", &refund("a", 400)).await.unwrap_err()), 406);
        }
        assert_eq!(refused(&place.snap().refund("KS-1", &refund("b", 601)).await.unwrap_err()), 414);
        place.snap().refund("KS-1", &refund("c", 600)).await.unwrap();
        assert_eq!(place.status("KS-1").await, Some(Meaning::Refunded));
    })
    .await;
}

#[tokio::test]
async fn a_refused_payment_can_be_retried() {
    everywhere(async |place| {
        let page = place.open("KS-1").await;
        place.decide("KS-1", &page, "deny", "qris").await;
        assert_eq!(place.status("KS-1").await, Some(Meaning::Refused));
        assert!(place.snap().cancel("KS-1").await.unwrap_err().is_fixed());
        place.decide("KS-1", &page, "pay", "qris").await;
        assert_eq!(place.status("KS-1").await, Some(Meaning::Paid));
    })
    .await;
}

#[tokio::test]
async fn order_numbers_are_escaped_in_urls() {
    everywhere(async |place| {
        for hostile in ["../../x", "a/b", "a b?c#d", "%2e", "é"] {
            assert!(place.snap().status(hostile).await.unwrap().is_none(), "{hostile}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_unclear_answer_counts_as_unreachable() {
    for status_in_http in [false, true] {
        let place = Place::midtrans(status_in_http).await;
        let midtrans = place.midtrans.as_ref().unwrap();
        let page = place.open("KS-1").await;
        place.decide("KS-1", &page, "later", "qris").await;
        let refund = RefundRequest { refund_key: "k".to_owned(), amount: 1, reason: String::new() };
        for fault in [
            Fault::Down,
            Fault::Status(500),
            Fault::Status(503),
            Fault::Status(429),
            Fault::Status(401),
            Fault::Garbage,
            Fault::Endless,
        ] {
            midtrans.fail(fault);
            let snap = place.snap();
            let errors = [
                snap.create(&payment("KS-2", 1000), &place.shop.base).await.map(drop),
                snap.cancel_page(&page.token).await.map(drop),
                snap.status("KS-1").await.map(drop),
                snap.cancel("KS-1").await.map(drop),
                snap.expire("KS-1").await.map(drop),
                snap.refund("KS-1", &refund).await.map(drop),
            ];
            for (index, error) in errors.into_iter().enumerate() {
                assert!(matches!(error, Err(SnapError::Unreachable(_))), "call {index}, {fault:?}: {error:?}");
            }
        }
        midtrans.work();
        assert_eq!(place.status("KS-1").await, Some(Meaning::Open), "nothing was done");
    }
}

#[tokio::test]
async fn a_refused_midtrans_key_is_an_outage() {
    let midtrans = Midtrans::start().await;
    let flags = midtrans.flags();
    let flags = ["--midtrans-server-key=SB-Mid-server-SALAH", &flags[1], &flags[2]];
    let shop = Shop::start_with(&flags).await;
    assert!(matches!(shop.app.payments.snap.status("KS-1").await, Err(SnapError::Unreachable(_))));
    let created = shop.app.payments.snap.create(&payment("KS-1", 1000), &shop.base).await;
    assert!(matches!(created, Err(SnapError::Unreachable(_))));
    assert!(midtrans.payments().is_empty());
}

#[tokio::test]
async fn redirects_of_the_provider_are_not_followed() {
    let provider = Elsewhere::start().await;
    let shop = Shop::start_with(&[
        "--midtrans-server-key=SB-Mid-server-X",
        &format!("--midtrans-snap-url={}/snap/v1", provider.base),
        &format!("--midtrans-api-url={}/v2", provider.base),
    ])
    .await;
    let snap = &shop.app.payments.snap;
    assert!(snap.create(&payment("KS-1", 1000), &shop.base).await.is_err());
    assert!(provider.was_asked() > 0);
    assert!(snap.status("KS-1").await.is_err());
    assert!(provider.was_asked() > 0);
    assert!(snap.cancel("KS-1").await.is_err());
    assert!(provider.was_asked() > 0);
    assert!(snap.cancel_page("ab-1").await.is_err());
    assert!(provider.was_asked() > 0);
}
