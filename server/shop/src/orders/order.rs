//! An order, with its lines and its moves.

use ksmart_core::{
    order::{OrderAction, OrderState, PaymentMethod, PaymentStatus, ShipmentStatus},
    tax::vat_in,
};
use ksmart_foundation::{
    db::{Flag, Text},
    ids::{OrderKey, PeriodId, ProductId, VariantId},
    text_enum,
};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

/// Party that moves an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// The member who placed the order.
    Member,
    /// An administrator.
    #[serde(rename = "shop")]
    Admin,
    /// The payment provider.
    Provider,
    /// The shop's own jobs.
    System,
}

text_enum!(Actor { Member => "member", Admin => "shop", Provider => "provider", System => "system" });

/// An order.
#[derive(Debug)]
pub struct Order {
    /// Key in the database.
    pub key: OrderKey,
    /// Number, such as `KS-20261121-7K3M9QXA`.
    pub number: String,
    /// Way of payment, and states of the payment and the shipment.
    pub state: OrderState,
    /// Whether it was paid by a transfer to the shop's own account instead of online.
    pub bank_transfer: bool,
    /// Whether it is a trial order, placed while the shop was closed; it counts nowhere and can be deleted.
    pub trial: bool,
    /// Whether the shop was a taxable business when it was placed.
    pub taxable: bool,
    /// Time of placing it, UTC milliseconds.
    pub created_ms: i64,
    /// Time at which the order expires if it is still unpaid, UTC milliseconds; `None` if it is not to be paid online.
    pub expires_ms: Option<i64>,
    /// URL of its payment page, even if the order can no longer be paid there.
    pub payment_url: Option<String>,
    /// Person who receives it.
    pub receiver: Receiver,
    /// The courier and the service, such as `JNE - REG23`.
    pub shipping_method: String,
    /// The courier's number of its parcel.
    pub tracking_number: Option<String>,
    /// Shipping cost for the buyer, rupiah.
    pub shipping_cost_rp: i64,
    /// Voucher's discount on the shipping, rupiah.
    pub shipping_discount_rp: i64,
    /// Additional shipping cost after a correction of the address, rupiah, which the shop pays instead of the buyer;
    /// if negative, the shop keeps the difference.
    pub shipping_borne_rp: i64,
    /// Code of the voucher, if one was used.
    pub voucher_code: Option<String>,
    /// Voucher's percentage off the eligible products; 0 if the voucher takes off something else, or none was used.
    pub discount_percent: Decimal,
    /// Product subtotal, rupiah.
    pub subtotal_rp: i64,
    /// Discount by the voucher, rupiah.
    pub discount_rp: i64,
    /// Amount to be paid, rupiah.
    pub total_rp: i64,
    /// Amount that the payment provider charged, rupiah, if it is higher: with the provider's own fee, or as accepted
    /// by the shop.
    pub charged_rp: Option<i64>,
    /// Business volume of the bought goods, points; the order earns it less the returned volume.
    pub bv: i64,
    /// Business volume of returned or refunded goods, points.
    pub returned_bv: i64,
    /// Plan in which its points count.
    pub plan_id: i64,
    /// Period in which its points count: the period of placing, or the period of payment if the former was already
    /// calculated.
    pub period_id: PeriodId,
    /// Name of that period.
    pub period_name: String,
    /// Its lines, in the order in which they were stored.
    pub lines: Vec<OrderLine>,
    /// Its moves, oldest first.
    pub moves: Vec<OrderMove>,
}

impl Order {
    /// Whether its member can pay it online now.
    pub fn is_payable(&self) -> bool {
        self.state.member_actions().contains(&OrderAction::Pay)
    }

    /// Returns the time until which its member can pay it online, UTC milliseconds; `None` if it cannot be paid online.
    pub fn payable_until_ms(&self) -> Option<i64> {
        self.expires_ms.filter(|_| self.is_payable())
    }

    /// Whether its money came through the payment provider, which can therefore also refund it.
    pub fn is_paid_at_provider(&self) -> bool {
        self.state.payment_method == PaymentMethod::Online && !self.bank_transfer && self.total_rp > 0
    }

    /// Returns the value-added tax included in the goods' price after discount, rupiah; `None` if the shop was not
    /// a taxable business when the order was placed.
    pub fn vat_rp(&self) -> Option<i64> {
        self.taxable.then(|| vat_in(self.subtotal_rp - self.discount_rp))
    }
}

/// Columns with the state of an order.
#[derive(FromRow)]
pub struct StoredState {
    payment_method: Text<PaymentMethod>,
    payment_status: Text<PaymentStatus>,
    shipment_status: Text<ShipmentStatus>,
    held: Flag,
}

impl From<StoredState> for OrderState {
    fn from(stored: StoredState) -> Self {
        Self {
            payment_method: stored.payment_method.0,
            payment_status: stored.payment_status.0,
            shipment_status: stored.shipment_status.0,
            held: stored.held.0,
        }
    }
}

// Responses to administrators contain this struct unchanged, so a new field becomes part of the API.
/// Person who receives an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Receiver {
    /// Name.
    pub name: String,
    /// Mobile number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
    /// Street address and destination.
    pub address: String,
}

/// A product of an order, as it was when it was bought.
#[derive(Debug, FromRow)]
pub struct OrderLine {
    /// Key of the line.
    pub id: i64,
    /// Key of the product.
    pub product_id: ProductId,
    /// Key of the variant, if it was recorded.
    pub variant_id: Option<VariantId>,
    /// Name when it was bought.
    pub name: String,
    /// Name of the variant, if the product has variants.
    pub variant: Option<String>,
    /// Path below `/storage/`.
    pub picture: String,
    /// Price of one piece, rupiah.
    pub price_rp: i64,
    /// Business volume of one piece, points.
    pub bv: i64,
    /// Pieces.
    pub quantity: i64,
    /// Whether the order's voucher is for other products only.
    #[sqlx(try_from = "Flag")]
    pub excluded: bool,
}

impl OrderLine {
    /// Returns a key that is unique among the lines of its order.
    pub fn item_id(&self) -> String {
        format!("{}-{}", self.product_id, self.id)
    }

    /// Returns the price of all pieces, rupiah.
    pub fn total_rp(&self) -> i64 {
        self.price_rp * self.quantity
    }
}

/// A move of an order.
#[derive(Debug)]
pub struct OrderMove {
    /// Time, UTC milliseconds.
    pub at_ms: i64,
    /// `placed`, the text of an [`ksmart_core::order::OrderEvent`], or `resi` or `address` for a correction.
    pub event: String,
    /// Party that made it.
    pub actor: Actor,
    /// Reason that was given.
    pub reason: Option<String>,
}
