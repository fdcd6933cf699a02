//! Decimal numbers as plain text on the wire, such as `"12.5"`.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Maximum number of digits after the point.
const MAX_DECIMALS: u32 = 18;

/// Writes `value` as plain text.
pub fn serialize<S: Serializer>(value: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string())
}

/// Reads plain text.
///
/// # Errors
/// The text is one that [`parse`] does not accept.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| D::Error::custom("not a decimal number"))
}

/// Reads digits with at most one point and one leading minus sign; `None` for anything else.
///
/// [`Decimal`]'s own parser is not used: it also accepts exponents and separators, and its code would take a tenth of
/// the size limit of the WebAssembly package.
pub(crate) fn parse(text: &str) -> Option<Decimal> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (mut mantissa, mut decimals, mut fraction, mut empty) = (0_i64, 0_u32, false, true);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?;
                decimals += u32::from(fraction);
                empty = false;
            }
            b'.' if !fraction => fraction = true,
            _ => return None,
        }
        if decimals > MAX_DECIMALS {
            return None;
        }
    }
    if empty {
        return None;
    }
    Decimal::try_new(if negative { -mantissa } else { mantissa }, decimals).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_text_is_parsed_exactly() {
        for text in ["0", "12.5", "33.33", "100", "-1", "0.000000000000000001", "9223372036854775807"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
            assert_eq!(parse(text), text.parse().ok());
        }
    }

    #[test]
    fn decimals_are_serialized_as_text() {
        #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        struct Rate(#[serde(with = "super")] Decimal);
        let rate = Rate(Decimal::new(125, 1));
        assert_eq!(serde_json::to_string(&rate).unwrap(), "\"12.5\"");
        assert_eq!(serde_json::from_str::<Rate>("\"12.5\"").unwrap(), rate);
        for wrong in ["12.5", "\"12,5\"", "null"] {
            assert!(serde_json::from_str::<Rate>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn invalid_decimals_are_refused() {
        let long = format!("0.{}", "0".repeat(100_000));
        for text in ["", "-", ".", "1e2", "1_000", " 1", "+1", "1.2.3", "--1", "9223372036854775808", "\u{663}", &long]
        {
            assert_eq!(parse(text), None, "{text:.40}");
        }
    }
}
