//! Identity and rights of the caller, changes by administrators, messages to people, and settings of the owner.

pub mod audit;
pub mod factors;
pub mod hashing;
pub mod internal_values;
pub mod outbox;
pub mod roles;
pub mod sessions;
pub mod settings;
pub mod tokens;

use ksmart_foundation::{
    config::PublicUrl,
    db::Db,
    document::feature,
    state,
    time::{Clock, Random},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{factors::Factors, outbox::Carriers, sessions::Sessions, settings::CachedSettings};

state!(
    /// State of the routes of this crate.
    IdentityState of IdentityParts {
        db: Db,
        clock: Clock,
        random: Random,
        public_url: PublicUrl,
        sessions: Sessions,
        factors: Factors,
        settings: CachedSettings,
        carriers: Carriers,
    }
);

/// Routes of this crate, by the features of the API that they belong to.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new().merge(feature("Accounts", factors::router())).merge(feature("Messages", outbox::router()))
}
