//! Data that the shop stores about a member, with reason and storage time: shown, downloaded as a file, and erased.
//!
//! One table defines them ([`personal_data::GROUPS`]): the page takes its texts from it, the file its SQL statements. A
//! test compares it with the columns of the database, so that none is missing.

mod erasure;
mod export;
pub mod personal_data;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use self::personal_data::{GROUPS, Group};
pub use self::{erasure::erase_due, export::Exports};
use ksmart_foundation::{document::routes, error::Result};
use ksmart_identity::{
    settings::{CachedSettings, privacy::PrivacySettings},
    tokens::Member,
};

use crate::FlowsState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show)).merge(export::router()).merge(erasure::router())
}

/// Description of the data stored for one purpose, as the member reads it.
#[derive(Debug, Serialize, ToSchema)]
struct KeptData {
    /// Group title.
    title: String,
    /// Data kept.
    what: String,
    /// Reason for storing them.
    why: String,
    /// Storage time.
    how_long: String,
    /// People who may see the data.
    receivers: String,
    /// Treatment of the data when the account is erased.
    erased: String,
}

/// Data that the shop stores about its members.
#[derive(Debug, Serialize, ToSchema)]
struct Privacy {
    groups: Vec<KeptData>,
}

impl Group {
    /// Returns the group's texts, with the storage times from the settings filled in.
    fn filled(&self, settings: &PrivacySettings) -> KeptData {
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

/// Shows the data that the shop stores about the caller, the reason, the storage time, and the people who see them.
#[utoipa::path(get, path = "/api/me/privacy", operation_id = "getPrivacy", responses((status = 200, body = Privacy)))]
async fn show(State(settings): State<CachedSettings>, _: Member) -> Result<Json<Privacy>> {
    let settings = settings.now().await?;
    Ok(Json(Privacy { groups: GROUPS.iter().map(|group| group.filled(&settings.privacy)).collect() }))
}
