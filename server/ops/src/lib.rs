//! Operation and protection of the shop: jobs, connections, request limits, the integrity check, backups, and the demo
//! shop.

pub mod backup;
pub mod demo;
pub mod health;
pub mod integrity;
pub mod jobs;
pub mod limiting;
pub mod outbox;
pub mod serving;

use ksmart_foundation::{db::Db, document::feature, state, time::Clock};
use ksmart_identity::sessions::Sessions;
use utoipa_axum::router::OpenApiRouter;

use crate::backup::Backups;

state!(
    /// State of the routes of this crate.
    OpsState of OpsParts {
        db: Db,
        clock: Clock,
        sessions: Sessions,
        backups: Backups,
    }
);

/// Routes of this crate, by the features of the API that they belong to.
pub fn router() -> OpenApiRouter<OpsState> {
    OpenApiRouter::new().merge(feature("Backups", backup::router())).merge(feature("Jobs", jobs::router()))
}
