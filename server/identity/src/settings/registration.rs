//! Rules for the registration of members.

use ksmart_core::fields::CAN_WAIT;
use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::section::{Section, in_order_of};

/// Maximum length of the explanation of a plan, in characters.
const MAX_PLAN_TEXT: usize = 200;

/// Rules for the registration of members.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegistrationSettings {
    /// Details that a member enters later than at registration: `profile_picture`, `no_hp`, `alamat`, `bank` (with the
    /// number), `jenis_kelamin`, `tanggal_lahir`.
    #[schema(max_items = 6)]
    pub later: Vec<String>,
    /// Explanation of Plan A, shown where the plan is chosen; empty if there is none.
    #[schema(max_length = 200)]
    pub plan_a_text: String,
    /// Explanation of Plan B, shown where the plan is chosen; empty if there is none.
    #[schema(max_length = 200)]
    pub plan_b_text: String,
}

impl Section for RegistrationSettings {
    const NAME: &'static str = "registration";
    const LOGGED_AS: &'static str = "pendaftaran";

    fn validate(self, refusals: &mut Refusals) -> Self {
        if self.later.iter().any(|field| !CAN_WAIT.contains(&field.as_str())) {
            refusals.add("later", "choice", "Pilih dari daftar yang dapat diisi nanti.");
        }
        Self {
            later: in_order_of(&CAN_WAIT, &self.later),
            plan_a_text: refusals.line_or_none("plan_a_text", "Penjelasan Plan A", &self.plan_a_text, MAX_PLAN_TEXT),
            plan_b_text: refusals.line_or_none("plan_b_text", "Penjelasan Plan B", &self.plan_b_text, MAX_PLAN_TEXT),
        }
    }
}
