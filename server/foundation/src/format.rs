//! Formatting of amounts, counts and dates in Indonesian, and of digests in hexadecimal.

use chrono::Datelike;
use rust_decimal::{Decimal, prelude::ToPrimitive};

use crate::time::jakarta;

const MONTHS: [&str; 12] = [
    "Januari",
    "Februari",
    "Maret",
    "April",
    "Mei",
    "Juni",
    "Juli",
    "Agustus",
    "September",
    "Oktober",
    "November",
    "Desember",
];

/// Formats a time as a date in Jakarta, such as `21 November 2026`.
pub fn date(ms: i64) -> String {
    format!("{} {}", jakarta(ms).day(), month(ms))
}

/// Formats a time as date and time in Jakarta, such as `21 November 2026 pukul 10.05 WIB`.
pub fn date_time(ms: i64) -> String {
    format!("{} pukul {} WIB", date(ms), jakarta(ms).format("%H.%M"))
}

/// Formats a time as a month in Jakarta, such as `November 2026`.
pub fn month(ms: i64) -> String {
    let day = jakarta(ms);
    let name = usize::try_from(day.month0()).ok().and_then(|month| MONTHS.get(month)).unwrap_or(&"");
    format!("{name} {}", day.year())
}

/// Formats an amount as `Rp 12.345`, with a non-breaking space.
pub fn rupiah(amount: i64) -> String {
    format!("{}Rp\u{a0}{}", if amount < 0 { "-" } else { "" }, grouped(amount.unsigned_abs()))
}

/// Formats a number with a point between thousands, such as `12.345`.
pub fn number(value: i64) -> String {
    format!("{}{}", if value < 0 { "-" } else { "" }, grouped(value.unsigned_abs()))
}

fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats bytes in hexadecimal, such as `0f7b`: two lower-case digits for each byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a mobile number as people write it: `08…` for `+628…`.
pub fn local_phone(phone: &str) -> String {
    phone.strip_prefix("+62").map_or_else(|| phone.to_owned(), |rest| format!("0{rest}"))
}

/// Returns the first word of a name, the only part of a member's name that strangers may see.
pub fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// Returns a shortened name for readers who may not see it in full: `Budi S.` for Budi Santoso.
pub fn short_name(name: &str) -> String {
    let first = first_name(name);
    match name.split_whitespace().skip(1).last().and_then(|last| last.chars().next()) {
        Some(initial) => format!("{first} {initial}."),
        None => first.to_owned(),
    }
}

/// Converts a percentage to a JSON number.
pub fn percent_number(percent: Decimal) -> f64 {
    percent.to_f64().unwrap_or_default()
}

/// Returns `part` in percent of `whole`, with two decimals; 0 if `whole` is 0 or less.
pub fn share(part: i64, whole: i64) -> f64 {
    if whole <= 0 {
        return 0.0;
    }
    let hundredths = (i128::from(part) * 10_000 + i128::from(whole) / 2) / i128::from(whole);
    f64::from(i32::try_from(hundredths).unwrap_or(i32::MAX)) / 100.0
}

/// Returns the number of a bank account with all but the last three digits hidden.
pub fn masked_account(account: &str) -> String {
    let hidden = account.chars().count().saturating_sub(3);
    "*".repeat(hidden) + &account.chars().skip(hidden).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_two_decimals() {
        for (part, whole, percent) in [
            (0, 0, 0.0),
            (1, 0, 0.0),
            (1, -5, 0.0),
            (1, 3, 33.33),
            (2, 3, 66.67),
            (40, 100, 40.0),
            (i64::MAX, i64::MAX, 100.0),
        ] {
            assert!((share(part, whole) - percent).abs() < 0.001, "{part} of {whole}");
        }
    }

    #[test]
    fn dates_are_formatted_in_jakarta_time() {
        assert_eq!(date(0), "1 Januari 1970");
        assert_eq!(date(1_793_400_000_000), "31 Oktober 2026");
        assert_eq!(date(1_793_400_000_000 + 8 * 60 * 60 * 1000), "31 Oktober 2026");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(rupiah(0), "Rp\u{a0}0");
        assert_eq!(rupiah(999), "Rp\u{a0}999");
        assert_eq!(rupiah(1_234_567), "Rp\u{a0}1.234.567");
        assert_eq!(rupiah(-13_960), "-Rp\u{a0}13.960");
        assert_eq!(number(-1000), "-1.000");
        assert_eq!(number(i64::MIN), "-9.223.372.036.854.775.808");
    }
}
