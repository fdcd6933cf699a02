//! Goods for sale and their presentation: products, vouchers, shipping, orders, and shoppers' carts, wishlists and
//! reviews.

pub mod cart;
pub mod catalog;
pub mod chat;
pub mod content;
pub mod orders;
pub mod questions;
pub mod returns;
pub mod reviews;
pub mod shipping;
pub mod showing;
pub mod vouchers;
pub mod wishlist;

use ksmart_foundation::{config::PaymentSandbox, db::Db, document::feature, state, storage::Storage, time::Clock};
use ksmart_identity::{sessions::Sessions, settings::CachedSettings};
use utoipa_axum::router::OpenApiRouter;

use crate::{catalog::Catalog, chat::Chat, content::pages::CachedTitles, shipping::couriers::Couriers};

state!(
    /// State of the routes of this crate.
    ShopState of ShopParts {
        db: Db,
        clock: Clock,
        storage: Storage,
        payment_sandbox: PaymentSandbox,
        sessions: Sessions,
        settings: CachedSettings,
        titles: CachedTitles,
        catalog: Catalog,
        chat: Chat,
        couriers: Couriers,
    }
);

/// Routes of this crate, grouped by feature of the API.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .merge(feature("Products", catalog::router()))
        .merge(feature("Content", content::router()))
        .merge(feature("Reviews", reviews::router()))
        .merge(feature("Questions", questions::router()))
        .merge(feature("Assistant", chat::router()))
        .merge(feature("Cart", cart::router()))
        .merge(feature("Wishlist", wishlist::router()))
        .merge(feature("Vouchers", vouchers::router()))
        .merge(feature("Shipping", shipping::router()))
        .merge(feature("Orders", orders::router()))
        .merge(feature("Returns", returns::listing::router()))
}
