//! Dependencies for placing an order.

use ksmart_foundation::time::Random;
use ksmart_identity::settings::CachedSettings;
use ksmart_shop::shipping::couriers::Couriers;

use crate::payments::Payments;

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
