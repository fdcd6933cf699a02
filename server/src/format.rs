//! How amounts and counts are written in Indonesian.

/// `Rp 12.345`, with a space that does not break.
pub fn rupiah(amount: i64) -> String {
    format!("{}Rp\u{a0}{}", if amount < 0 { "-" } else { "" }, grouped(amount.unsigned_abs()))
}

/// `12.345`.
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

#[cfg(test)]
mod tests {
    use super::*;

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
