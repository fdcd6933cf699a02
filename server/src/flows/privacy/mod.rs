//! Data that the shop keeps of a member, why and for how long: shown, downloaded as a file, and erased.
//!
//! One table says it ([`kept::GROUPS`]): the page reads its sentences, the file its statements, and a test holds it to the columns
//! of the database, so that none is forgotten.

mod erasure;
mod export;
pub mod kept;

use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use self::kept::{GROUPS, Group};
pub use self::{erasure::forget_due, export::Exports};
use crate::{
    foundation::{db::Db, document::routes, error::Result, storage::Storage, time::Clock},
    identity::{
        sessions::Sessions,
        settings::{CachedSettings, ShopSettings},
        tokens::Member,
    },
    members::accounts::OwnPassword,
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    CachedSettings: FromRef<S>,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Exports: FromRef<S>,
    OwnPassword: FromRef<S>,
    Sessions: FromRef<S>,
    Storage: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(show)).merge(export::router()).merge(erasure::router())
}

/// Description of the data kept for one purpose, as the member reads it.
#[derive(Debug, Serialize, ToSchema)]
struct KeptData {
    /// Group title.
    title: String,
    /// Data kept.
    what: String,
    /// Reason for keeping them.
    why: String,
    /// For how long.
    how_long: String,
    /// People who may see the data.
    receivers: String,
    /// Treatment of the data when the account is erased.
    erased: String,
}

/// Data that the shop keeps of its members.
#[derive(Debug, Serialize, ToSchema)]
struct Privacy {
    groups: Vec<KeptData>,
}

impl Group {
    /// Its sentences with the shop's numbers in them.
    fn said(&self, settings: &ShopSettings) -> KeptData {
        let (days, years) = (settings.message_days.to_string(), settings.books_years.to_string());
        let with = |text: &str| text.replace("{message_days}", &days).replace("{books_years}", &years);
        KeptData {
            title: self.title.to_owned(),
            what: self.what.to_owned(),
            why: self.why.to_owned(),
            how_long: with(self.how_long),
            receivers: self.receivers.to_owned(),
            erased: with(self.erased),
        }
    }
}

/// Shows what the shop keeps of the caller, why, for how long, and who sees it.
#[utoipa::path(get, path = "/api/me/privacy", operation_id = "getPrivacy", responses((status = 200, body = Privacy)))]
async fn show(State(settings): State<CachedSettings>, _: Member) -> Result<Json<Privacy>> {
    let settings = settings.now().await?;
    Ok(Json(Privacy { groups: GROUPS.iter().map(|group| group.said(&settings)).collect() }))
}
