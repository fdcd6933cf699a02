//! Display period of a banner or popup: from an optional start to an optional end, unless it is switched off.

use ksmart_foundation::{db::Flag, form::Refusals, time::rfc3339};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::FromRow;
use utoipa::ToSchema;

/// Whether visitors see the item that has a display period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShowingState {
    /// Visitors see it now.
    Running,
    /// Its start is in the future.
    Upcoming,
    /// Its end has passed.
    Ended,
    /// It is switched off, whatever its start and end.
    Off,
}

/// Display period, as stored in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Showing {
    /// Start, inclusive; none if there is no start.
    pub starts_ms: Option<i64>,
    /// End, inclusive; none if there is no end.
    pub ends_ms: Option<i64>,
    /// Whether the item is switched off, whatever its start and end.
    #[sqlx(try_from = "Flag")]
    pub switched_off: bool,
}

impl Showing {
    /// Returns the state at `now_ms`.
    pub fn state(&self, now_ms: i64) -> ShowingState {
        if self.switched_off {
            ShowingState::Off
        } else if self.ends_ms.is_some_and(|ends_ms| ends_ms < now_ms) {
            ShowingState::Ended
        } else if self.starts_ms.is_some_and(|starts_ms| now_ms < starts_ms) {
            ShowingState::Upcoming
        } else {
            ShowingState::Running
        }
    }

    /// Returns the display period as administrators see it, with its state at `now_ms`.
    pub fn for_admin(&self, now_ms: i64) -> AdminShowing {
        AdminShowing {
            starts_at: self.starts_ms.map(rfc3339),
            ends_at: self.ends_ms.map(rfc3339),
            switched_off: self.switched_off,
            state: self.state(now_ms),
        }
    }
}

/// Display period, and whether it is running now.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminShowing {
    /// Start, inclusive, RFC 3339; null if there is no start.
    starts_at: Option<String>,
    /// End, inclusive, RFC 3339; null if there is no end.
    ends_at: Option<String>,
    /// Whether it is switched off.
    switched_off: bool,
    /// Current state.
    pub state: ShowingState,
}

impl AdminShowing {
    /// Adds the display period to an entry of the audit log.
    pub fn logged(&self, mut entry: Value) -> Value {
        entry["starts_at"] = json!(self.starts_at);
        entry["ends_at"] = json!(self.ends_at);
        entry["switched_off"] = json!(self.switched_off);
        entry
    }
}

/// Display period, as typed into a form.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ShowingForm {
    /// Start, inclusive, RFC 3339; null or empty if there is no start.
    starts_at: Option<String>,
    /// End, inclusive, RFC 3339, after the start; null or empty if there is no end.
    ends_at: Option<String>,
    /// Whether it is switched off.
    switched_off: bool,
}

impl ShowingForm {
    /// Checks the typed values, and returns the display period.
    pub fn check(&self, refusals: &mut Refusals) -> Showing {
        let mut moment = |field, label, typed: &Option<String>| {
            let typed = typed.as_deref().map(str::trim).filter(|typed| !typed.is_empty())?;
            Some(refusals.moment(field, label, typed))
        };
        let starts_ms = moment("starts_at", "Waktu mulai", &self.starts_at);
        let ends_ms = moment("ends_at", "Waktu berakhir", &self.ends_at);
        if let (Some(starts_ms), Some(ends_ms)) = (starts_ms, ends_ms)
            && starts_ms != 0
            && ends_ms != 0
            && ends_ms <= starts_ms
        {
            refusals.add("ends_at", "order", "Waktu berakhir harus setelah waktu mulai.");
        }
        Showing { starts_ms, ends_ms, switched_off: self.switched_off }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_and_end_times_are_inclusive() {
        let showing = |starts_ms, ends_ms, switched_off| Showing { starts_ms, ends_ms, switched_off };
        for (starts_ms, ends_ms, off, state) in [
            (None, None, false, ShowingState::Running),
            (Some(100), Some(101), false, ShowingState::Running),
            (Some(99), Some(100), false, ShowingState::Running),
            (Some(101), None, false, ShowingState::Upcoming),
            (None, Some(99), false, ShowingState::Ended),
            (None, None, true, ShowingState::Off),
        ] {
            assert_eq!(showing(starts_ms, ends_ms, off).state(100), state, "{starts_ms:?} {ends_ms:?} {off}");
        }
    }
}
