//! Rules for logins and administrators.

use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Maximum duration of a login, in days.
pub const MAX_SESSION_DAYS: i64 = 90;

/// Maximum value of [`SecuritySettings::approval_wait_days`].
const MAX_WAIT_DAYS: i64 = 30;

/// Rules for logins and administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecuritySettings {
    /// Maximum duration of a login, in days.
    #[schema(minimum = 1, maximum = 90)]
    pub session_days: i64,
    /// Time after which an unused login ends, in hours.
    #[schema(minimum = 1, maximum = 2160)]
    pub session_idle_hours: i64,
    /// Whether owners and finance need a second factor, and administrators must confirm their identity again before
    /// actions that affect money or power.
    pub admin_factors: bool,
    /// Number of days in which a new administrator, or one whose access was reset, approves no payout; 0: no wait.
    #[schema(minimum = 0, maximum = 30)]
    pub approval_wait_days: i64,
    /// Whether members are notified when an administrator sees the shop as they do.
    pub tells_views: bool,
}

impl Default for SecuritySettings {
    fn default() -> Self {
        Self { session_days: 7, session_idle_hours: 72, admin_factors: true, approval_wait_days: 3, tells_views: true }
    }
}

impl SecuritySettings {
    /// Returns the settings of the demo shop, whose accounts are publicly known.
    pub fn k_smart() -> Self {
        Self { admin_factors: false, approval_wait_days: 0, ..Self::default() }
    }

    /// Returns the longest idle time of a login, in milliseconds.
    pub fn session_idle_ms(&self) -> i64 {
        self.session_idle_hours * 60 * 60 * 1000
    }
}

impl Section for SecuritySettings {
    const NAME: &'static str = "security";
    const LOGGED_AS: &'static str = "keamanan akun";

    fn validate(self, refusals: &mut Refusals) -> Self {
        let (days, hours) = (1..=MAX_SESSION_DAYS, 1..=MAX_SESSION_DAYS * 24);
        refusals.whole("session_days", "Lama login", self.session_days, days);
        refusals.whole("session_idle_hours", "Lama login tanpa dipakai", self.session_idle_hours, hours);
        refusals.whole("approval_wait_days", "Masa tunggu pengelola baru", self.approval_wait_days, 0..=MAX_WAIT_DAYS);
        self
    }
}
