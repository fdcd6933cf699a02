//! Data sources of the pages of the web app.

use ksmart_foundation::{config::PublicUrl, db::Db, time::Clock};
use ksmart_identity::settings::CachedSettings;
use ksmart_shop::{catalog::Catalog, content::pages::CachedTitles};

use crate::front::Front;

/// Data sources of the pages.
#[derive(Clone)]
pub struct Pages {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Catalogue, with its cached list of products.
    pub catalog: Catalog,
    /// Settings of the owner.
    pub settings: CachedSettings,
    /// Titles of the shop's own texts.
    pub titles: CachedTitles,
    /// Public address of the shop.
    pub public_url: PublicUrl,
    /// Whether the shop sends e-mails.
    pub sends_mail: bool,
}

impl Pages {
    /// Returns the shop's facts for every page.
    pub(super) async fn front(&self) -> Front {
        Front::of(&*self.settings.known().await, &*self.titles.known().await, self.sends_mail)
    }
}
