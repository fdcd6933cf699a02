//! State machine of an order: its allowed moves and the state after each.

use serde::{Deserialize, Serialize};
#[cfg(feature = "wasm")]
use tsify::Tsify;

/// Payment method of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PaymentMethod {
    /// Payment through the payment provider, before anything is packed.
    Online,
    /// Payment in cash to the courier on delivery.
    Cod,
}

/// Payment state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Payment still expected.
    Pending,
    /// Payment received.
    Success,
    /// Payment refused by the provider.
    Failed,
    /// Payment not made in time.
    Expired,
    /// Order cancelled, or its goods returned, before it was paid.
    Cancelled,
    /// Payment received, then refunded.
    Refunded,
}

/// Shipment state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub enum ShipmentStatus {
    /// Order waiting for payment, for the approval of a COD order, or for packing.
    #[serde(rename = "menunggu")]
    Waiting,
    /// Goods packed, not handed to the courier yet.
    #[serde(rename = "dikemas")]
    Packed,
    /// Parcel in transit.
    #[serde(rename = "dikirim")]
    Shipped,
    /// Parcel received.
    #[serde(rename = "selesai")]
    Completed,
    /// Cancelled before shipping, or returned to the shop or lost afterwards; the order no longer holds stock or a
    /// voucher use.
    #[serde(rename = "dibatalkan")]
    Cancelled,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct OrderState {
    /// Payment method; never changes.
    pub payment_method: PaymentMethod,
    /// State of the payment.
    pub payment_status: PaymentStatus,
    /// State of the shipment.
    pub shipment_status: ShipmentStatus,
    /// Whether a COD order still needs the shop's approval before it is packed.
    #[serde(default)]
    pub held: bool,
}

/// Event that can happen to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OrderEvent {
    /// The provider has received the money of an online order, or the shop the cash of a COD order.
    Pay,
    /// The provider refused the payment.
    Fail,
    /// The time for paying has run out.
    Expire,
    /// The member or the shop cancels the order.
    Cancel,
    /// The shop refunds the money.
    Refund,
    /// The shop must approve the COD order before anything else happens to it.
    Hold,
    /// The shop approves a held COD order.
    Release,
    /// The shop has packed the goods.
    Pack,
    /// The courier has taken the parcel.
    Ship,
    /// The member has received the parcel.
    Complete,
    /// Packed goods came back to the shop, or were lost on the way.
    Return,
}

/// Action that a member may take on their own order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OrderAction {
    /// Pays the order online.
    Pay,
    /// Cancels the order.
    Cancel,
    /// Reports that the parcel has arrived.
    Complete,
}

/// The event does not fit the order's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Status pesanan tidak mengizinkan tindakan ini.")]
pub struct MoveRefused;

impl OrderState {
    /// Returns the state of a newly placed order.
    pub fn placed(payment_method: PaymentMethod) -> Self {
        Self {
            payment_method,
            payment_status: PaymentStatus::Pending,
            shipment_status: ShipmentStatus::Waiting,
            held: false,
        }
    }

    /// Returns the state after `event`.
    ///
    /// Payment: pending → success, failed, expired or cancelled; success → refunded. Shipment: menunggu → dikemas →
    /// dikirim → selesai, or dibatalkan before it is shipped. An online order is packed once it is paid, a COD order
    /// immediately. A COD order is paid when the shop has the cash, whether or not its buyer has reported the arrival,
    /// and never fails or expires by itself. Until it is paid, packed goods can come back. Goods on the way whose money
    /// was refunded can come back too; if the buyer keeps them, the buyer completes the order. A newly placed COD order
    /// can be held: it must then be released or cancelled before anything else.
    ///
    /// # Errors
    /// The event does not fit this state.
    pub fn after(self, event: OrderEvent) -> Result<Self, MoveRefused> {
        use {PaymentMethod as Method, PaymentStatus as Payment, ShipmentStatus as Shipment};
        let Self { payment_method, payment_status, shipment_status, held } = self;
        if held && !matches!(event, OrderEvent::Release | OrderEvent::Cancel) {
            return Err(MoveRefused);
        }
        let (payment_status, shipment_status) = match (event, payment_method, payment_status, shipment_status) {
            (OrderEvent::Pay, Method::Online, Payment::Pending, Shipment::Waiting) => {
                (Payment::Success, Shipment::Waiting)
            }
            (OrderEvent::Pay, Method::Cod, Payment::Pending, Shipment::Shipped | Shipment::Completed) => {
                (Payment::Success, shipment_status)
            }
            (OrderEvent::Fail, Method::Online, Payment::Pending, _) => (Payment::Failed, Shipment::Cancelled),
            (OrderEvent::Expire, Method::Online, Payment::Pending, _) => (Payment::Expired, Shipment::Cancelled),
            (OrderEvent::Cancel, _, Payment::Pending, Shipment::Waiting) => (Payment::Cancelled, Shipment::Cancelled),
            (OrderEvent::Hold, Method::Cod, Payment::Pending, Shipment::Waiting) => (payment_status, shipment_status),
            (OrderEvent::Release, ..) if held => (payment_status, shipment_status),
            (OrderEvent::Refund, _, Payment::Success, Shipment::Waiting | Shipment::Packed) => {
                (Payment::Refunded, Shipment::Cancelled)
            }
            (OrderEvent::Refund, _, Payment::Success, kept) => (Payment::Refunded, kept),
            (OrderEvent::Pack, Method::Online, Payment::Success, Shipment::Waiting)
            | (OrderEvent::Pack, Method::Cod, Payment::Pending, Shipment::Waiting) => {
                (payment_status, Shipment::Packed)
            }
            (OrderEvent::Ship, _, Payment::Success | Payment::Pending, Shipment::Packed) => {
                (payment_status, Shipment::Shipped)
            }
            (OrderEvent::Complete, _, Payment::Success | Payment::Pending | Payment::Refunded, Shipment::Shipped) => {
                (payment_status, Shipment::Completed)
            }
            (
                OrderEvent::Return,
                Method::Cod,
                Payment::Pending,
                Shipment::Packed | Shipment::Shipped | Shipment::Completed,
            ) => (Payment::Cancelled, Shipment::Cancelled),
            (OrderEvent::Return, _, Payment::Refunded, Shipment::Shipped) => (Payment::Refunded, Shipment::Cancelled),
            _ => return Err(MoveRefused),
        };
        Ok(Self { payment_method, payment_status, shipment_status, held: event == OrderEvent::Hold })
    }

    /// Whether the order's money counts as a sale: business volume is posted when this becomes true, and negated
    /// when it stops being true.
    pub fn is_paid(self) -> bool {
        self.payment_status == PaymentStatus::Success
    }

    /// Whether the shop still awaits the cash for an order that it has shipped.
    pub fn awaits_cash(self) -> bool {
        self.payment_method == PaymentMethod::Cod && self.after(OrderEvent::Pay).is_ok()
    }

    /// Whether the order still holds stock and a use of its voucher: true until it is cancelled or returned.
    pub fn holds_stock(self) -> bool {
        self.shipment_status != ShipmentStatus::Cancelled
    }

    /// Lists the actions that the member may take in this state.
    pub fn member_actions(self) -> Vec<OrderAction> {
        let fits = |event| self.after(event).is_ok();
        [
            (OrderAction::Pay, fits(OrderEvent::Pay) && !self.awaits_cash()),
            (OrderAction::Cancel, fits(OrderEvent::Cancel)),
            (OrderAction::Complete, fits(OrderEvent::Complete)),
        ]
        .into_iter()
        .filter_map(|(action, fits)| fits.then_some(action))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(method: PaymentMethod, events: &[OrderEvent]) -> Result<OrderState, MoveRefused> {
        events.iter().try_fold(OrderState::placed(method), |state, event| state.after(*event))
    }

    #[test]
    fn an_online_order_is_paid_packed_and_shipped() {
        use OrderEvent::{Complete, Pack, Pay, Ship};
        let state = walk(PaymentMethod::Online, &[Pay, Pack, Ship, Complete]).unwrap();
        assert_eq!(state.shipment_status, ShipmentStatus::Completed);
        assert!(state.is_paid() && state.holds_stock());
        assert!(walk(PaymentMethod::Online, &[Pack]).is_err(), "unpaid goods are not packed");
        assert!(walk(PaymentMethod::Online, &[Pay, Ship]).is_err(), "goods are packed before they are shipped");
    }

    #[test]
    fn a_cod_order_is_paid_only_after_shipping() {
        use OrderEvent::{Complete, Expire, Fail, Pack, Pay, Return, Ship};
        let shipped = walk(PaymentMethod::Cod, &[Pack, Ship]).unwrap();
        assert!(!shipped.is_paid() && shipped.awaits_cash());
        let received = shipped.after(Complete).unwrap();
        assert_eq!(received.shipment_status, ShipmentStatus::Completed);
        assert!(!received.is_paid() && received.awaits_cash(), "the buyer's word is no money");
        let paid = received.after(Pay).unwrap();
        assert!(paid.is_paid() && !paid.awaits_cash());
        assert_eq!(shipped.after(Pay).unwrap().after(Complete), Ok(paid), "whichever comes first");
        assert!([Pay, Return].iter().all(|event| paid.after(*event).is_err()));
        for event in [Pay, Expire, Fail] {
            assert!(walk(PaymentMethod::Cod, &[event]).is_err(), "{event:?}");
            assert!(walk(PaymentMethod::Cod, &[Pack, event]).is_err(), "{event:?}");
        }
    }

    #[test]
    fn cancelled_or_expired_orders_never_change() {
        use OrderEvent::{Cancel, Complete, Expire, Fail, Pack, Pay, Refund, Ship};
        for last in [Cancel, Expire, Fail] {
            let released = walk(PaymentMethod::Online, &[last]).unwrap();
            assert!(!released.holds_stock());
            for event in [Pay, Fail, Expire, Cancel, Refund, Pack, Ship, Complete] {
                assert!(released.after(event).is_err(), "{event:?} after {last:?}");
            }
        }
    }

    #[test]
    fn a_refund_restores_stock_only_before_shipping() {
        use OrderEvent::{Complete, Pack, Pay, Refund, Ship};
        assert!(!walk(PaymentMethod::Online, &[Pay, Pack, Refund]).unwrap().holds_stock());
        let returned = walk(PaymentMethod::Online, &[Pay, Pack, Ship, Complete, Refund]).unwrap();
        assert!(returned.holds_stock() && !returned.is_paid());
        assert!(walk(PaymentMethod::Cod, &[Refund]).is_err(), "nothing was paid");
    }

    #[test]
    fn only_unpaid_parcels_can_be_returned() {
        use OrderEvent::{Complete, Pack, Pay, Refund, Return, Ship};
        let refused = walk(PaymentMethod::Cod, &[Pack, Ship, Return]).unwrap();
        assert_eq!(
            (refused.payment_status, refused.shipment_status),
            (PaymentStatus::Cancelled, ShipmentStatus::Cancelled)
        );
        for gone in [&[Pack, Return][..], &[Pack, Ship, Complete, Return]] {
            assert_eq!(walk(PaymentMethod::Cod, gone), Ok(refused), "{gone:?}");
        }
        assert!(walk(PaymentMethod::Cod, &[Return]).is_err(), "nothing has left the shelf");
        let refunded = [Pay, Pack, Ship, Refund];
        let back = walk(PaymentMethod::Online, &[&refunded[..], &[Return]].concat()).unwrap();
        assert!(!back.holds_stock() && !back.is_paid());
        assert_eq!(back.payment_status, PaymentStatus::Refunded);
        let kept = walk(PaymentMethod::Online, &[&refunded[..], &[Complete]].concat()).unwrap();
        assert_eq!((kept.payment_status, kept.shipment_status), (PaymentStatus::Refunded, ShipmentStatus::Completed));
        for last in [back, kept, refused] {
            assert!([Complete, Return, Refund, Ship].iter().all(|event| last.after(*event).is_err()));
        }
        assert!(walk(PaymentMethod::Online, &[Pay, Pack, Ship, Return]).is_err(), "the money comes first");
    }

    #[test]
    fn a_held_order_must_be_released_or_cancelled() {
        use OrderEvent::{Cancel, Hold, Pack, Pay, Release, Ship};
        let held = walk(PaymentMethod::Cod, &[Hold]).unwrap();
        assert!(held.held && held.holds_stock());
        assert_eq!(held.member_actions(), [OrderAction::Cancel]);
        for event in [Hold, Pack, Pay, Ship, OrderEvent::Return, OrderEvent::Complete] {
            assert!(held.after(event).is_err(), "{event:?}");
        }
        assert_eq!(held.after(Release), Ok(OrderState::placed(PaymentMethod::Cod)));
        assert_eq!(held.after(Cancel), walk(PaymentMethod::Cod, &[Cancel]));
        assert!(walk(PaymentMethod::Cod, &[Hold, Release, Pack]).is_ok());
        for walked in [walk(PaymentMethod::Online, &[Hold]), walk(PaymentMethod::Cod, &[Pack, Hold])] {
            assert!(walked.is_err(), "only a COD order that was just placed is held");
        }
        for method in [PaymentMethod::Online, PaymentMethod::Cod] {
            assert!(walk(method, &[Release]).is_err(), "nothing is held");
        }
    }

    #[test]
    fn members_see_only_allowed_actions() {
        use OrderAction::{Cancel, Complete, Pay};
        assert_eq!(OrderState::placed(PaymentMethod::Online).member_actions(), [Pay, Cancel]);
        assert_eq!(OrderState::placed(PaymentMethod::Cod).member_actions(), [Cancel]);
        let shipped = walk(PaymentMethod::Cod, &[OrderEvent::Pack, OrderEvent::Ship]).unwrap();
        assert_eq!(shipped.member_actions(), [Complete]);
        assert_eq!(shipped.after(OrderEvent::Complete).unwrap().member_actions(), []);
    }
}
