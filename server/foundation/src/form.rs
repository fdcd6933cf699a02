//! Forms that administrators fill in: read field by field, with all errors reported at once.

use std::borrow::Cow;

use chrono::DateTime;
use ksmart_core::{fields::FieldError, text};
use rust_decimal::Decimal;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{error::Result, storage};

/// Times that a form accepts: the years 2000 to 2099, UTC milliseconds.
pub const MOMENTS: std::ops::Range<i64> = 946_684_800_000..4_102_444_800_000;

/// Reads a time of [`MOMENTS`], RFC 3339; returns UTC milliseconds.
pub fn read_moment(typed: &str) -> Option<i64> {
    let moment = DateTime::parse_from_rfc3339(&text::plain(typed)).ok()?.timestamp_millis();
    MOMENTS.contains(&moment).then_some(moment)
}

/// Returns a decimal as people type it, with a comma or a point and with `%` or without, as text with a point.
pub fn decimal_text(typed: &str) -> String {
    let text = text::plain(typed);
    text.strip_suffix('%').unwrap_or(&text).trim_end().replace(',', ".")
}

/// Serialization of a percentage as text such as `2.5`; read as people type it.
pub mod percent {
    use rust_decimal::Decimal;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::decimal_text;

    /// Writes a percentage without surplus zeros.
    ///
    /// # Errors
    /// Fails if the serializer does.
    pub fn serialize<S: Serializer>(percent: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        percent.normalize().to_string().serialize(serializer)
    }

    /// Reads a percentage without checking its range; text that is not a number becomes −1, which the later check
    /// refuses.
    ///
    /// # Errors
    /// The value is not text.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        let typed = String::deserialize(deserializer)?;
        Ok(decimal_text(&typed).parse().map_or(Decimal::NEGATIVE_ONE, |percent: Decimal| percent.normalize()))
    }
}

/// Refused fields of one form, each with its message.
#[derive(Debug, Default)]
pub struct Refusals(Vec<FieldError>);

impl Refusals {
    /// Refuses a field with the message that is shown next to it.
    pub fn add(&mut self, field: impl Into<Cow<'static, str>>, code: &'static str, message: impl Into<String>) {
        self.0.push(FieldError::new(field, code, message));
    }

    /// Reads a required text of one line and up to `max` characters.
    pub fn line(&mut self, field: &'static str, label: &str, typed: &str, max: usize) -> String {
        let text = self.line_or_none(field, label, typed, max);
        if text.is_empty() {
            self.add(field, "required", format!("{label} wajib diisi."));
        }
        text
    }

    /// Reads an optional text of one line and up to `max` characters.
    pub fn line_or_none(&mut self, field: &'static str, label: &str, typed: &str, max: usize) -> String {
        let text = text::line(typed);
        if text.chars().count() > max {
            self.add(field, "too_long", format!("{label} maksimal {max} karakter."));
        } else if text.chars().any(char::is_control) {
            self.add(field, "characters", format!("{label} berisi karakter yang tidak diperbolehkan."));
        }
        text
    }

    /// Reads the key of a picture in `folder` that was uploaded before.
    pub fn picture(&mut self, folder: &str, typed: &str) -> String {
        if storage::check_key(folder, typed).is_err() {
            self.add("picture", "picture", "Unggah gambarnya lebih dulu.");
        }
        typed.to_owned()
    }

    /// Reads a required time, RFC 3339; returns UTC milliseconds.
    pub fn moment(&mut self, field: &'static str, label: &str, typed: &str) -> i64 {
        if typed.trim().is_empty() {
            self.add(field, "required", format!("{label} wajib diisi."));
            return 0;
        }
        read_moment(typed).unwrap_or_else(|| {
            self.add(field, "moment", format!("{label} tidak benar."));
            0
        })
    }

    /// Reads a percentage as people type it, such as `12,5%`: up to two decimals, at most 100, and at least 0 or,
    /// without `zero`, above 0.
    pub fn percent(&mut self, field: &'static str, label: &str, typed: &str, zero: bool) -> Decimal {
        let text = decimal_text(typed);
        if text.is_empty() {
            self.add(field, "required", format!("{label} wajib diisi."));
            return Decimal::ZERO;
        }
        // Text that is not a number is refused like a number outside the range.
        let percent = text.parse::<Decimal>().map_or(Decimal::NEGATIVE_ONE, |percent| percent.normalize());
        self.check_percent(field, label, percent, zero);
        percent
    }

    /// Checks a percentage: up to two decimals, at most 100, and at least 0 or, without `zero`, above 0.
    pub fn check_percent(&mut self, field: &'static str, label: &str, percent: Decimal, zero: bool) {
        let lowest = if zero { percent >= Decimal::ZERO } else { percent > Decimal::ZERO };
        if !(lowest && percent <= Decimal::ONE_HUNDRED && percent.scale() <= 2) {
            let from = if zero { "0 sampai 100" } else { "lebih dari 0 sampai 100" };
            self.add(field, "percent", format!("{label} harus {from} persen, paling banyak dua desimal."));
        }
    }

    /// Checks that a whole number is within `range`.
    pub fn whole(&mut self, field: &'static str, label: &str, number: i64, range: std::ops::RangeInclusive<i64>) {
        if !range.contains(&number) {
            let (low, high) = (crate::format::number(*range.start()), crate::format::number(*range.end()));
            self.add(field, "range", format!("{label} harus {low} sampai {high}."));
        }
    }

    /// Returns the first refusal, if there is one.
    pub fn first(&self) -> Option<&FieldError> {
        self.0.first()
    }

    /// Returns `Ok` if nothing was refused.
    ///
    /// # Errors
    /// 422 with every refusal.
    pub fn done(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0.into()) }
    }
}

/// Creates a 422 error for one field.
pub fn refuse(field: &'static str, code: &'static str, message: impl Into<String>) -> crate::error::Error {
    vec![FieldError::new(field, code, message)].into()
}

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 300;

/// Reads the reason in the field `reason`, without blanks around it.
///
/// # Errors
/// 422 if it is empty or too long.
pub fn reason(typed: &str) -> Result<String> {
    let reason = text::tidy(typed);
    if reason.is_empty() {
        return Err(refuse("reason", "invalid", "Tuliskan alasannya."));
    }
    if reason.chars().count() > MAX_REASON {
        return Err(refuse("reason", "invalid", format!("Alasan maksimal {MAX_REASON} karakter.")));
    }
    Ok(reason)
}

/// Requested sequence of the entries of a list.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"ids": [3, 1, 2]})))]
pub struct ListOrder {
    /// Keys of all entries of the list, first to last.
    pub ids: Vec<i64>,
}

impl ListOrder {
    /// Whether the order contains each of these keys once, and no others.
    pub fn is_of(&self, ids: impl Iterator<Item = i64>) -> bool {
        let (mut wanted, mut there) = (self.ids.clone(), ids.collect::<Vec<_>>());
        wanted.sort_unstable();
        there.sort_unstable();
        wanted == there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_accept_commas_and_percent_signs() {
        let read = |typed, zero| {
            let mut refusals = Refusals::default();
            let percent = refusals.percent("p", "Diskon", typed, zero);
            refusals.done().is_ok().then(|| percent.to_string())
        };
        for typed in [" 12,50 ", "12,5%", "12.5 %", "\u{a0}12,5\u{a0}%"] {
            assert_eq!(read(typed, false).as_deref(), Some("12.5"), "{typed}");
        }
        assert_eq!(read("100", false).as_deref(), Some("100"));
        assert_eq!(read("0", true).as_deref(), Some("0"));
        for typed in ["", "0", "-1", "100.01", "1.234", "sepuluh", "1e3", "%", "5%%"] {
            assert_eq!(read(typed, false), None, "{typed}");
        }
    }

    #[test]
    fn times_outside_this_century_are_refused() {
        let read = |typed| {
            let mut refusals = Refusals::default();
            let moment = refusals.moment("t", "Waktu", typed);
            refusals.done().is_ok().then_some(moment)
        };
        assert_eq!(read("2026-11-21T07:00:00+07:00"), Some(1_795_219_200_000));
        for typed in ["", "besok", "2026-11-21", "1999-12-31T23:59:59Z", "9999-01-01T00:00:00Z"] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }
}
