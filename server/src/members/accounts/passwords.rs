//! Passwords that are too easy to keep anyone out.

use std::{collections::HashSet, io::Read, sync::LazyLock};

use flate2::read::GzDecoder;
use ksmart_core::fields::FieldError;

use crate::{foundation::db::Conn, identity::settings};

/// The list of Django's `CommonPasswordValidator`: 20,000 passwords of published leaks, lower case, a line each.
const LIST: &[u8] = include_bytes!("../../../assets/passwords/common-passwords.txt.gz");

/// The common ones that are long enough to be chosen here.
static COMMON: LazyLock<HashSet<Box<str>>> = LazyLock::new(|| {
    let mut text = String::new();
    GzDecoder::new(LIST).read_to_string(&mut text).expect("the embedded list is whole, as a test shows");
    text.lines().filter(|password| password.len() >= 8).map(Box::from).collect()
});

/// Returns why a password cannot be chosen for an account, if it is one that everybody tries first, in upper or lower
/// case.
///
/// That is a common one, or no more than a word of the shop or of the account, with digits and signs about it.
pub async fn too_common(conn: &mut Conn, password: &str, email: &str, name: &str) -> sqlx::Result<Option<FieldError>> {
    let shop = settings::read(conn).await?.contact.name;
    let is_easy = COMMON.contains(password.trim().to_lowercase().as_str())
        || says_no_more(password, &[PROGRAM, &shop, email, name]);
    let refused = || FieldError::new("password", "password_common", "Password ini terlalu umum. Pilih password lain.");
    Ok(is_easy.then(refused))
}

/// Name of the program.
const PROGRAM: &str = "K-Smart";

/// The fewest letters of a word that is looked for.
const WORD: usize = 3;

/// Whether the letters of a password are those of one of the texts, of one of its words or of some that follow each other.
fn says_no_more(password: &str, texts: &[&str]) -> bool {
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
    fn the_list_has_what_everybody_tries_first() {
        for common in ["password", "12345678", "indonesia", "qwertyuiop"] {
            assert!(COMMON.contains(common), "{common}");
        }
        for rare in ["rahasia-sekali", "ksmart-demo", "indonesia-7-pulau", ""] {
            assert!(!COMMON.contains(rare), "{rare}");
        }
    }

    #[test]
    fn a_word_of_the_shop_or_of_the_account_is_too_little() {
        let texts = [PROGRAM, "Toko Sehat", "budi.s@warung.example", "Budi Santoso"];
        for easy in
            ["ksmart2026", "K-Smart!!", "TokoSehat1", "sehat123", "budi.s@warung.example", "Santoso99", "12budi34"]
        {
            assert!(says_no_more(easy, &texts), "{easy}");
        }
        for other in ["ksmart-demo", "budi-dan-ani", "toko7sapi", "12345678", "--ab----", ""] {
            assert!(!says_no_more(other, &texts), "{other}");
        }
    }
}
