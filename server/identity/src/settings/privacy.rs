//! Rules for the members' data: visibility to leaders, and retention.

use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Allowed retention of sent messages, in days; the integrity check (`ksmart check`) needs those of the last 30 days.
const MESSAGE_DAYS: std::ops::RangeInclusive<i64> = 31..=3650;

/// Allowed retention of accounting records that name an erased member, in years.
const BOOKS_YEARS: std::ops::RangeInclusive<i64> = 5..=30;

/// Highest number of stored backups that the owner can set.
const MAX_BACKUPS: i64 = 60;

/// Contact details that a leader sees of members below the direct downline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DownlineContacts {
    /// The full name and the e-mail address.
    Shown,
    /// A shortened name.
    Masked,
}

/// Rules for the members' data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrivacySettings {
    /// Contact details that a leader sees of members below the direct downline; null, treated as `shown`, until the
    /// owner has chosen.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub downline_contacts: Option<DownlineContacts>,
    /// Number of days for which sent messages are stored.
    #[schema(minimum = 31, maximum = 3650)]
    pub message_days: i64,
    /// Number of years for which the recipients of bonuses and refunds are stored after a member is erased.
    #[schema(minimum = 5, maximum = 30)]
    pub books_years: i64,
    /// Number of backups retained in the storage; 0: no automatic backups.
    #[schema(minimum = 0, maximum = 60)]
    pub backups_kept: i64,
}

impl Default for PrivacySettings {
    fn default() -> Self {
        Self { downline_contacts: None, message_days: 90, books_years: 10, backups_kept: 7 }
    }
}

impl Section for PrivacySettings {
    const NAME: &'static str = "privacy";
    const LOGGED_AS: &'static str = "data anggota";

    fn validate(self, refusals: &mut Refusals) -> Self {
        refusals.whole("message_days", "Lama pesan disimpan", self.message_days, MESSAGE_DAYS);
        refusals.whole("books_years", "Lama pembukuan disimpan", self.books_years, BOOKS_YEARS);
        refusals.whole("backups_kept", "Cadangan yang disimpan", self.backups_kept, 0..=MAX_BACKUPS);
        self
    }
}
