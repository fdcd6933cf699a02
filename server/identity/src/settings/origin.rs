//! Destination that parcels are sent from.

use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Maximum length of the name, in characters.
const MAX_LABEL: usize = 300;

/// Destination that parcels are sent from; the program's default until the owner has chosen one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Id from the destination search.
    #[schema(minimum = 1)]
    pub id: i64,
    /// Label from the destination search; empty if unknown.
    #[schema(max_length = 300)]
    pub label: String,
}

impl Default for Origin {
    fn default() -> Self {
        Self { id: SHIPPING_ORIGIN_ID, label: String::new() }
    }
}

impl Section for Origin {
    const NAME: &'static str = "origin";
    const LOGGED_AS: &'static str = "asal pengiriman";

    fn validate(self, refusals: &mut Refusals) -> Self {
        if self.id < 1 {
            refusals.add("id", "destination", "Pilih asal pengiriman dari daftar.");
        }
        Self { label: refusals.line_or_none("label", "Nama asal", &self.label, MAX_LABEL), ..self }
    }

    fn logged(&self) -> Value {
        json!({"origin": if self.label.is_empty() { self.id.to_string() } else { self.label.clone() }})
    }
}
