//! Administration across several features; administration of a single feature is part of that feature.

pub mod audit_log;
pub mod books;
pub mod brand;
pub mod calculation;
pub mod correction;
pub mod dashboard;
pub mod doubles;
pub mod leaders;
pub mod live;
pub mod member_file;
pub mod member_views;
pub mod members;
pub mod new_member;
pub mod operation;
pub mod orders;
pub mod page_faults;
pub mod periods;
pub mod publishing;
pub mod reports;
pub mod settings;
pub mod shipping;
pub mod uploads;

use ksmart_foundation::{
    config::PaymentSandbox,
    db::Db,
    document::feature,
    state,
    storage::Storage,
    time::{Clock, Random},
};
use ksmart_identity::{hashing::Hashing, sessions::Sessions, settings::CachedSettings};
use ksmart_members::accounts::links::PasswordLinks;
use ksmart_shop::shipping::couriers::Couriers;
use utoipa_axum::router::OpenApiRouter;

use crate::{live::Live, operation::Operation};

state!(
    /// State of the routes of this crate.
    AdminState of AdminParts {
        db: Db,
        clock: Clock,
        random: Random,
        storage: Storage,
        payment_sandbox: PaymentSandbox,
        sessions: Sessions,
        hashing: Hashing,
        settings: CachedSettings,
        password_links: PasswordLinks,
        couriers: Couriers,
        live: Live,
        operation: Operation,
    }
);

/// Routes of this crate, by the features of the API that they belong to.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new()
        .merge(feature(
            "Accounts",
            members::router()
                .merge(new_member::router())
                .merge(member_views::router())
                .merge(member_file::router())
                .merge(correction::router())
                .merge(doubles::router()),
        ))
        .merge(feature("Network", leaders::router()))
        .merge(feature("Business volume", periods::router()))
        .merge(feature("Bonuses", calculation::router().merge(publishing::router())))
        .merge(feature("Orders", orders::router()))
        .merge(feature("Audit", audit_log::router()))
        .merge(feature("Pictures", uploads::router()))
        .merge(feature("Settings", settings::router().merge(brand::router()).merge(shipping::router())))
        .merge(feature("Dashboard", dashboard::router().merge(live::router()).merge(page_faults::router())))
        .merge(feature("Reports", reports::router()))
        .merge(feature("Books", books::router()))
}
