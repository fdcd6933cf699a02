//! Members: their accounts, agreements, network, volume, bonuses and the tax on bonuses.

pub mod accounts;
pub mod agreements;
pub mod bonuses;
pub mod network;
pub mod taxes;
pub mod volume;

use ksmart_foundation::{config::RateLimits, db::Db, document::feature, state, time::Clock};
use ksmart_identity::{factors::Factors, hashing::Hashing, sessions::Sessions, settings::CachedSettings};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    accounts::{OwnPassword, links::PasswordLinks, verification::AddressLinks},
    bonuses::rank_card::StandingsCache,
};

state!(
    /// State of the routes of this crate.
    MembersState of MembersParts {
        db: Db,
        clock: Clock,
        limits: RateLimits,
        sessions: Sessions,
        hashing: Hashing,
        factors: Factors,
        settings: CachedSettings,
        own_password: OwnPassword,
        password_links: PasswordLinks,
        address_links: AddressLinks,
        standings: StandingsCache,
    }
);

/// Routes of this crate, by the features of the API that they belong to.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new()
        .merge(feature("Accounts", accounts::router().merge(agreements::router())))
        .merge(feature("Network", network::router()))
        .merge(feature("Business volume", volume::router()))
        .merge(feature("Bonuses", bonuses::router().merge(taxes::router())))
}
