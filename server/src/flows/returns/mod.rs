//! Goods that come back: a member asks, the shop judges, receives, and gives the money back or sends new goods. Stock,
//! money and points follow in the transaction that makes each step.
//!
//! Money goes back at the payment provider where the channel can, under a key that is the return's: it is given once,
//! however often it is asked for. Else one administrator prepares a transfer and another approves it.

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

/// A request with pictures may be this large: what is wrong with one is said in its own sentence.
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
