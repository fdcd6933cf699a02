//! What the pages of the web app are written from.

use crate::{
    foundation::{config::PublicUrl, db::Db, time::Clock},
    identity::settings::CachedSettings,
    shop::catalog::Catalog,
};

/// What pages are written from.
#[derive(Clone)]
pub struct Pages {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The products as they are read most.
    pub catalog: Catalog,
    /// What the owner has set.
    pub settings: CachedSettings,
    /// The shop's address as the world sees it.
    pub public_url: PublicUrl,
}
