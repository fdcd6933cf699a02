//! Returned goods: a member requests a return; the shop decides, receives the goods, and refunds the money or sends new
//! goods. Stock, money and points change in the transaction of each step.
//!
//! The payment provider refunds the money if the payment channel allows it. The key of the refund belongs to the
//! return, so repeated requests refund the money only once. Otherwise one administrator prepares a transfer and another
//! approves it.

mod admin;
mod asking;
mod money;
mod page;

use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::payments::Payments,
    foundation::{
        db::Db,
        document::routes,
        storage::Storage,
        time::{Clock, Random},
    },
    identity::{sessions::Sessions, settings::CachedSettings},
    shop::returns::listing,
};

pub use self::money::finish_refunds;

/// Maximum size of a request with pictures, bytes: large enough that a wrong picture gets its own message.
const UPLOAD_LIMIT: usize = 12 * 1024 * 1024;

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    CachedSettings: FromRef<S>,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Payments: FromRef<S>,
    Random: FromRef<S>,
    Sessions: FromRef<S>,
    Storage: FromRef<S>,
{
    let with_pictures = OpenApiRouter::new()
        .routes(routes!(asking::list, asking::ask))
        .routes(routes!(asking::list_for_shop, asking::ask_for_shop))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT));
    OpenApiRouter::new()
        .merge(with_pictures)
        .merge(asking::router())
        .merge(listing::router())
        .merge(admin::router())
        .merge(page::router())
        .merge(money::router())
}
