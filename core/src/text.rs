//! Text as people paste it from contacts, web pages and spreadsheets, with invisible characters and all kinds of blanks
//! and dashes. It is normalised before it is checked, stored or compared.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Whether a character is invisible by itself: marks of the direction of writing, joiners, soft hyphens.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Whether a character is a line break in some encoding or system; a name must not contain one.
const fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns a character as on a keyboard: a hyphen for dashes and minus signs, a straight apostrophe for curly ones and
/// accents, ASCII for wide letters; `None` for an invisible one.
const fn typed(c: char) -> Option<char> {
    Some(match c {
        _ if is_unseen(c) => return None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2bb}'..='\u{2bd}' | '\u{2b9}' | '\u{b4}' | '\u{ff07}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' => '"',
        // The wide forms have the same order as ASCII.
        '\u{ff01}'..='\u{ff5e}' => match char::from_u32(c as u32 - 0xfee0) {
            Some(narrow) => narrow,
            None => c,
        },
        _ => c,
    })
}

/// Returns a number without separators: blanks, dashes, dots, slashes, brackets and apostrophes are left out, as in
/// `+62 812-3456-7890`.
pub fn bare(text: &str) -> String {
    let separates = |c: char| c.is_whitespace() || matches!(c, '-' | '.' | '/' | '(' | ')' | '[' | ']' | '\'');
    text.chars().filter_map(typed).filter(|c| !separates(*c)).collect()
}

/// Returns an e-mail address or a code in keyboard characters, without surrounding blanks.
pub fn plain(text: &str) -> String {
    text.chars().filter_map(typed).collect::<String>().trim().to_owned()
}

/// Returns a text without invisible characters and without blanks at its ends: blanks are spaces or tabs, lines end
/// with `\n`.
///
/// A joiner between emoji stays, because it combines several into one picture.
pub fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let joins = c == '\u{200d}' && before >= '\u{2190}';
        if c == '\r' && rest.peek() == Some(&'\n') || is_unseen(c) && !joins {
            continue;
        }
        before = match c {
            _ if ends_line(c) => '\n',
            '\t' => c,
            _ if c.is_whitespace() => ' ',
            _ => c,
        };
        tidy.push(before);
    }
    tidy.trim().to_owned()
}

/// Returns a text of one line as [`tidy`] does, with one space for each run of blanks. Line breaks are kept, so that a
/// later check can refuse them.
pub fn line(text: &str) -> String {
    let mut line = tidy(text).replace('\t', " ");
    let mut before = 'x';
    line.retain(|c| {
        let repeats = c == ' ' && before == ' ';
        before = c;
        !repeats
    });
    line
}

/// Folds a text for comparing and searching: lower case, letters without accents, no apostrophes, one space for each
/// run of blanks. Texts that look the same to people get the same form.
pub fn fold(text: &str) -> String {
    // Compatible forms of dashes and apostrophes, such as a raised minus, are recognised only after decomposition.
    let apart = text.chars().filter_map(typed).nfkd().filter_map(typed);
    let letters = apart.filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '`'));
    let lower: String = letters.flat_map(char::to_lowercase).collect();
    // Some lower-case letters are composed again, and compatible forms contain blanks.
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lose_grouping_characters() {
        for (pasted, wanted) in [
            ("\u{202d}+62 812-3456-7890\u{202c}", "+6281234567890"),
            ("0812\u{2011}3456\u{2011}7890", "081234567890"),
            ("0812\u{a0}3456\u{202f}7890\u{feff}", "081234567890"),
            ("0812–3456—7890", "081234567890"),
            ("(0812) 3456/7890", "081234567890"),
            ("\u{ff10}\u{ff18}\u{ff11}\u{ff12}\u{3000}3456", "08123456"),
            ("'0012345678", "0012345678"),
            ("’0012\t345678\n", "0012345678"),
            ("0206-01-001234-50-1", "020601001234501"),
            ("0206.01.001234.50.1", "020601001234501"),
            ("12a34", "12a34"),
            ("", ""),
        ] {
            assert_eq!(bare(pasted), wanted, "{pasted:?}");
        }
    }

    #[test]
    fn email_addresses_lose_invisible_characters() {
        for (pasted, wanted) in [
            (" budi@example.com\u{200b}\n", "budi@example.com"),
            ("\u{feff}budi@example.com\u{a0}", "budi@example.com"),
            ("budi\u{2011}s@exam\u{ad}ple.com", "budi-s@example.com"),
            ("budi\u{ff20}example.com", "budi@example.com"),
            ("o’neil@example.com", "o'neil@example.com"),
            ("budi s@example.com", "budi s@example.com"),
        ] {
            assert_eq!(plain(pasted), wanted, "{pasted:?}");
        }
    }

    #[test]
    fn text_loses_invisible_characters() {
        for (pasted, wanted) in [
            ("\u{200b} Kopi &\u{a0}Teh \u{feff}", "Kopi & Teh"),
            ("Nur’s", "Nur’s"),
            ("satu\r\ndua\rtiga\u{2028}empat\u{85}", "satu\ndua\ntiga\nempat"),
            ("- a\n\n  - b\tc", "- a\n\n  - b\tc"),
            ("👨\u{200d}👩\u{200d}👧 1\u{fe0f}\u{20e3} a\u{200d}b", "👨\u{200d}👩\u{200d}👧 1\u{fe0f}\u{20e3} ab"),
            ("\u{200b}\u{2060}", ""),
        ] {
            assert_eq!(tidy(pasted), wanted, "{pasted:?}");
        }
        assert_eq!(line(" Kopi \u{a0}\u{2003} &\t Teh "), "Kopi & Teh");
        assert_eq!(line("satu \n dua"), "satu \n dua");
    }

    #[test]
    fn similar_texts_are_folded_to_one_form() {
        #[derive(serde::Deserialize)]
        struct Case {
            folded: String,
            alike: Vec<String>,
        }
        // The test of the web app reads the same cases.
        let cases: Vec<Case> = serde_json::from_str(include_str!("../tests/alike/folded.json")).unwrap();
        for Case { folded, alike } in cases {
            for text in alike {
                assert_eq!(fold(&text), folded, "{text:?}");
            }
        }
    }

    #[test]
    fn folding_twice_changes_nothing() {
        // Planes above the second contain neither dashes nor letters.
        for c in '\0'..'\u{20000}' {
            let once = fold(&c.to_string());
            assert_eq!(fold(&once), once, "{c:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "\\PC{0,24}|[\r\n\t \u{a0}\u{200d}\u{2028}a’👨-]{0,12}") {
            for right in [tidy, line, bare, plain, fold] {
                let once = right(&text);
                proptest::prop_assert_eq!(&right(&once), &once);
            }
        }
    }
}
