//! Operations that change several features in one transaction.

pub mod bv_reports;
pub mod checkout;
pub mod fulfilment;
pub mod order_transitions;
pub mod payments;
pub mod payouts;
pub mod privacy;
pub mod profile;
pub mod registration;
pub mod returns;

use ksmart_foundation::{
    config::PaymentSandbox,
    db::Db,
    document::feature,
    state,
    storage::Storage,
    time::{Clock, Random},
};
use ksmart_identity::{hashing::Hashing, sessions::Sessions, settings::CachedSettings};
use ksmart_members::accounts::{OwnPassword, verification::AddressLinks};
use ksmart_shop::shipping::couriers::Couriers;
use utoipa_axum::router::OpenApiRouter;

use crate::{checkout::Checkout, order_transitions::Orders, payments::Payments, privacy::Exports};

state!(
    /// State of the routes of this crate.
    FlowsState of FlowsParts {
        db: Db,
        clock: Clock,
        random: Random,
        storage: Storage,
        payment_sandbox: PaymentSandbox,
        sessions: Sessions,
        hashing: Hashing,
        settings: CachedSettings,
        own_password: OwnPassword,
        address_links: AddressLinks,
        couriers: Couriers,
        checkout: Checkout,
        exports: Exports,
        orders: Orders,
        payments: Payments,
    }
);

/// Routes of this crate, by the features of the API that they belong to.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .merge(feature("Accounts", registration::router().merge(profile::router()).merge(privacy::router())))
        .merge(feature("Business volume", bv_reports::router()))
        .merge(feature("Bonuses", payouts::router()))
        .merge(feature("Checkout", checkout::router()))
        .merge(feature("Orders", fulfilment::router()))
        .merge(feature("Returns", returns::router()))
        .merge(feature("Payments", payments::router()))
}
