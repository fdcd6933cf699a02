//! Passwords that are too easy to protect an account.

use std::{collections::HashSet, io::Read, sync::LazyLock};

use flate2::read::GzDecoder;
use ksmart_core::fields::FieldError;
use ksmart_foundation::db::Conn;
use ksmart_identity::settings::{self, contact::Contact};

/// List of Django's `CommonPasswordValidator`: 20,000 passwords from published leaks, lower case, one per line.
const LIST: &[u8] = include_bytes!("../../../assets/passwords/common-passwords.txt.gz");

/// Common passwords that are long enough to be chosen here.
static COMMON: LazyLock<HashSet<Box<str>>> = LazyLock::new(|| {
    let mut text = String::new();
    GzDecoder::new(LIST).read_to_string(&mut text).expect("the embedded list is whole, as a test shows");
    text.lines().filter(|password| password.len() >= 8).map(Box::from).collect()
});

/// Returns the error for a password that is easy to guess, in upper or lower case; `None` for other passwords.
///
/// Such a password is a common one, or only words of the shop or of the account with added digits and signs.
pub async fn too_common(conn: &mut Conn, password: &str, email: &str, name: &str) -> sqlx::Result<Option<FieldError>> {
    let shop = settings::read::<Contact>(conn).await?.values.name;
    let is_easy =
        COMMON.contains(password.trim().to_lowercase().as_str()) || repeats(password, &[PROGRAM, &shop, email, name]);
    let refused = || FieldError::new("password", "password_common", "Password ini terlalu umum. Pilih password lain.");
    Ok(is_easy.then(refused))
}

/// Name of the program.
const PROGRAM: &str = "K-Smart";

/// Minimum number of letters that a password must have to be compared with known words.
const WORD: usize = 3;

/// Whether the letters of a password equal those of a text, of one of its words or of several consecutive words.
fn repeats(password: &str, texts: &[&str]) -> bool {
    let letters =
        |text: &str| text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect::<String>();
    let said = letters(password);
    said.chars().count() >= WORD
        && texts.iter().any(|text| {
            let words: Vec<String> = text.split(|c: char| !c.is_alphabetic()).map(letters).collect();
            (0..words.len()).any(|from| (from..words.len()).any(|to| words[from..=to].concat() == said))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_contains_common_passwords() {
        for common in ["password", "12345678", "indonesia", "qwertyuiop"] {
            assert!(COMMON.contains(common), "{common}");
        }
        for rare in ["rahasia-sekali", "ksmart-demo", "indonesia-7-pulau", ""] {
            assert!(!COMMON.contains(rare), "{rare}");
        }
    }

    #[test]
    fn passwords_from_known_words_are_weak() {
        let texts = [PROGRAM, "Toko Sehat", "budi.s@warung.example", "Budi Santoso"];
        for easy in
            ["ksmart2026", "K-Smart!!", "TokoSehat1", "sehat123", "budi.s@warung.example", "Santoso99", "12budi34"]
        {
            assert!(repeats(easy, &texts), "{easy}");
        }
        for other in ["ksmart-demo", "budi-dan-ani", "toko7sapi", "12345678", "--ab----", ""] {
            assert!(!repeats(other, &texts), "{other}");
        }
    }
}
