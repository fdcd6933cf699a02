//! Passwords that are too common to keep anyone out.

use std::{collections::HashSet, io::Read, sync::LazyLock};

use flate2::read::GzDecoder;
use ksmart_core::fields::FieldError;

/// The list of Django's `CommonPasswordValidator`: 20,000 passwords of published leaks, lower case, a line each.
const LIST: &[u8] = include_bytes!("../../../assets/passwords/common-passwords.txt.gz");

/// The common ones that are long enough to be chosen here.
static COMMON: LazyLock<HashSet<Box<str>>> = LazyLock::new(|| {
    let mut text = String::new();
    GzDecoder::new(LIST).read_to_string(&mut text).expect("the embedded list is whole, as a test shows");
    text.lines().filter(|password| password.len() >= 8).map(Box::from).collect()
});

/// Why a password cannot be chosen, if it is one that everybody tries first, in any case.
pub fn too_common(password: &str) -> Option<FieldError> {
    COMMON
        .contains(password.trim().to_lowercase().as_str())
        .then(|| FieldError::new("password", "password_common", "Password ini terlalu umum. Pilih password lain."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_tries_first_is_refused_in_any_case() {
        for common in ["password", "12345678", "Indonesia", " qwertyuiop ", "SAYANGKU"] {
            let refused = too_common(common).unwrap();
            assert_eq!((refused.field.as_ref(), refused.code), ("password", "password_common"), "{common}");
        }
        for rare in ["rahasia-sekali", "ksmart-demo", "indonesia-7-pulau", ""] {
            assert!(too_common(rare).is_none(), "{rare}");
        }
    }
}
