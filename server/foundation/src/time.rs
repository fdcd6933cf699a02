//! Time and randomness: provided by the application, so that a test can control them.

use std::{
    fmt,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
};

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveTime, SecondsFormat, TimeZone, Utc};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Offset of Jakarta's clocks ahead of UTC, in milliseconds.
pub const JAKARTA_MS: i64 = 7 * 60 * 60 * 1000;

/// Letters and digits that are not mistaken for each other; without 0, 1, I, L, O and U.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The clock of the application.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Milliseconds that the clock is ahead of the system's, in tests; negative behind it.
    ahead_ms: Arc<AtomicI64>,
    /// System time in milliseconds at which a test stopped the clock.
    stopped_ms: Arc<OnceLock<i64>>,
}

impl Clock {
    /// Returns a clock that shows the system's time.
    pub fn system() -> Self {
        Self::default()
    }

    /// Returns a clock that is `ms` milliseconds ahead of the system's; negative for behind.
    pub fn ahead_of_system(ms: i64) -> Self {
        Self { ahead_ms: Arc::new(AtomicI64::new(ms)), ..Self::default() }
    }

    /// Returns the current time, in UTC milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.stopped_ms.get().copied().unwrap_or_else(system_ms) + self.ahead_ms.load(Ordering::Relaxed)
    }

    /// Moves this clock ahead.
    pub fn advance(&self, ms: i64) {
        self.ahead_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// Stops this clock: from now on it moves only by [`advance`](Self::advance).
    pub fn stop(&self) {
        self.stopped_ms.get_or_init(system_ms);
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place where the clock comes in")]
fn system_ms() -> i64 {
    Utc::now().timestamp_millis()
}

/// Random number generator of the application.
#[derive(Clone)]
pub struct Random(Arc<Mutex<StdRng>>);

impl Random {
    /// Returns a generator seeded by the operating system.
    pub fn from_system() -> Self {
        Self(Arc::new(Mutex::new(StdRng::from_rng(&mut rand::rng()))))
    }

    /// Returns a generator with a fixed seed: the same seed produces the same values.
    pub fn from_seed(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// Returns a random text of `length` upper-case letters and digits; 26 of them contain 127 bits of randomness.
    pub fn token(&self, length: usize) -> String {
        let mut rng = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (0..length).map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())])).collect()
    }

    /// Returns random bytes, for a secret.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random()
    }

    /// Returns a random whole number below `bound`.
    pub fn below(&self, bound: u32) -> u32 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random_range(0..bound)
    }
}

/// Returns a time in its wire format: RFC 3339, UTC.
pub fn rfc3339(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Serialises an optional time in its wire format.
///
/// # Errors
/// The serialiser fails.
pub fn optional_moment<S: Serializer>(ms: &Option<i64>, to: S) -> Result<S::Ok, S::Error> {
    ms.map(rfc3339).serialize(to)
}

/// Returns a time in Jakarta's time zone.
pub fn jakarta(ms: i64) -> DateTime<FixedOffset> {
    let offset = FixedOffset::east_opt(7 * 60 * 60).expect("seven hours are an offset");
    offset.from_utc_datetime(&DateTime::from_timestamp_millis(ms).unwrap_or_default().naive_utc())
}

/// Returns the start of a day in Jakarta, which is written `YYYY-MM-DD`, in UTC milliseconds; `None` if it is not a
/// day.
pub fn jakarta_midnight(day: &str) -> Option<i64> {
    // Years have four digits: a more distant year is a mistake.
    let day =
        NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|read| day.len() == 10 && read.to_string() == day)?;
    Some(day.and_time(NaiveTime::MIN).and_utc().timestamp_millis() - JAKARTA_MS)
}

/// Returns the day in Jakarta, `YYYY-MM-DD`.
pub fn jakarta_date(ms: i64) -> String {
    jakarta(ms).format("%Y-%m-%d").to_string()
}

/// Month in Jakarta's time zone: `YYYY-MM` on the wire, year × 100 + month in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = r"^\d{4}-(0[1-9]|1[0-2])$", examples("2026-11"))]
#[sqlx(transparent)]
pub struct Month(i64);

impl Month {
    /// Returns the month that contains a time.
    pub fn of(ms: i64) -> Self {
        let day = jakarta(ms);
        Self(i64::from(day.year()) * 100 + i64::from(day.month()))
    }

    /// Returns the month that is written `YYYY-MM`; `None` if it is not one.
    pub fn parse(typed: &str) -> Option<Self> {
        jakarta_midnight(&format!("{typed}-01")).map(Self::of)
    }

    /// Returns its year, and its number within the year, 1 to 12.
    pub fn parts(self) -> (i64, i64) {
        (self.0 / 100, self.0 % 100)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = self.parts();
        write!(f, "{year:04}-{month:02}")
    }
}

impl From<Month> for String {
    fn from(month: Month) -> Self {
        month.to_string()
    }
}

impl TryFrom<String> for Month {
    type Error = &'static str;

    fn try_from(typed: String) -> Result<Self, Self::Error> {
        Self::parse(&typed).ok_or("not a month")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jakarta_is_seven_hours_ahead_of_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(jakarta(0).to_rfc3339(), "1970-01-01T07:00:00+07:00");
        assert_eq!(jakarta_date(17 * 60 * 60 * 1000), "1970-01-02");
        assert_eq!(jakarta_midnight("1970-01-02"), Some(17 * 60 * 60 * 1000));
        for no_day in ["", "2026-02-30", "2026-2-3", "+12026-01-01", "2026-01-01 ", "hari ini"] {
            assert_eq!(jakarta_midnight(no_day), None, "{no_day}");
        }
    }

    #[test]
    fn months_follow_jakarta_time() {
        let month = Month::parse("2026-11").unwrap();
        assert_eq!((month.to_string().as_str(), month.parts()), ("2026-11", (2026, 11)));
        assert_eq!(Month::of(jakarta_midnight("2026-11-01").unwrap()), month);
        assert!(Month::of(jakarta_midnight("2026-11-01").unwrap() - 1) < month);
        for none in ["", "2026", "2026-13", "2026-1", "2026-11-01", "abcd-ef"] {
            assert_eq!(Month::parse(none), None, "{none}");
        }
    }

    #[test]
    fn equal_seeds_produce_equal_tokens() {
        assert_eq!(Random::from_seed(7).token(26), Random::from_seed(7).token(26));
        assert_ne!(Random::from_seed(7).token(26), Random::from_seed(8).token(26));
    }
}
