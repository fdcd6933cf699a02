//! What the pages of the web app are written from.

use crate::{
    foundation::{config::PublicUrl, db::Db, time::Clock},
    identity::settings::CachedSettings,
    shop::{catalog::Catalog, content::pages::CachedTitles},
    web::front::Front,
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
    /// What the shop's own texts are called.
    pub titles: CachedTitles,
    /// The shop's address as the world sees it.
    pub public_url: PublicUrl,
    /// Whether the shop sends e-mails.
    pub sends_mail: bool,
}

impl Pages {
    /// What every page tells of the shop.
    pub(super) async fn front(&self) -> Front {
        Front::of(&*self.settings.known().await, &*self.titles.known().await, self.sends_mail)
    }
}
