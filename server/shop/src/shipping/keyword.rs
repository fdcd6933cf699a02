//! Normalization of search words for places: removes punctuation and kinds of places, and writes out short names.

use ksmart_core::text;

/// Maximum number of characters of a keyword that are read.
const MAX_KEYWORD: usize = 100;

/// Maximum number of words that are searched for.
const MAX_WORDS: usize = 8;

/// Words for kinds of places that occur in no name.
const KINDS: [&str; 10] =
    ["kel", "kelurahan", "ds", "kec", "kecamatan", "adm", "administrasi", "prov", "provinsi", "propinsi"];

/// Words for kinds of places that occur in some names, such as `Kota Baru` and `Desa Baru`.
const NAMED_KINDS: [&str; 3] = ["desa", "kota", "kabupaten"];

/// Common short names, in alphabetical order, each with its full words.
const SHORT: [(&str, &[&str]); 38] = [
    ("babel", &["bangka", "belitung"]),
    ("bdg", &["bandung"]),
    ("diy", &["di", "yogyakarta"]),
    ("jabar", &["jawa", "barat"]),
    ("jakbar", &["jakarta", "barat"]),
    ("jakpus", &["jakarta", "pusat"]),
    ("jaksel", &["jakarta", "selatan"]),
    ("jaktim", &["jakarta", "timur"]),
    ("jakut", &["jakarta", "utara"]),
    ("jateng", &["jawa", "tengah"]),
    ("jatim", &["jawa", "timur"]),
    ("jkt", &["jakarta"]),
    ("jogja", &["yogyakarta"]),
    ("jogjakarta", &["yogyakarta"]),
    ("kab", &["kabupaten"]),
    ("kalbar", &["kalimantan", "barat"]),
    ("kalsel", &["kalimantan", "selatan"]),
    ("kaltara", &["kalimantan", "utara"]),
    ("kalteng", &["kalimantan", "tengah"]),
    ("kaltim", &["kalimantan", "timur"]),
    ("kepri", &["kepulauan", "riau"]),
    ("kodya", &["kota"]),
    ("kotamadya", &["kota"]),
    ("malut", &["maluku", "utara"]),
    ("ntb", &["nusa", "tenggara", "barat"]),
    ("ntt", &["nusa", "tenggara", "timur"]),
    ("sby", &["surabaya"]),
    ("smg", &["semarang"]),
    ("solo", &["surakarta"]),
    ("sulbar", &["sulawesi", "barat"]),
    ("sulsel", &["sulawesi", "selatan"]),
    ("sulteng", &["sulawesi", "tengah"]),
    ("sultra", &["sulawesi", "tenggara"]),
    ("sulut", &["sulawesi", "utara"]),
    ("sumbar", &["sumatera", "barat"]),
    ("sumsel", &["sumatera", "selatan"]),
    ("sumut", &["sumatera", "utara"]),
    ("tangsel", &["tangerang", "selatan"]),
];

/// Returns the typed words, in lower case: letters, digits and straight apostrophes.
pub fn typed(keyword: &str) -> Vec<String> {
    let keyword: String = text::plain(keyword).chars().take(MAX_KEYWORD).collect();
    let lower = keyword.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    distinct(words)
}

/// Writes out short names, and removes kinds of places that occur in no name. A keyword of only such kinds stays
/// unchanged.
pub fn written_out(typed: &[String]) -> Vec<String> {
    let named = typed.iter().filter(|word| !KINDS.contains(&word.as_str()));
    let words: Vec<&str> = named
        .flat_map(|word| match SHORT.binary_search_by_key(&word.as_str(), |(short, _)| short) {
            Ok(found) => SHORT[found].1.to_vec(),
            Err(_) => vec![word.as_str()],
        })
        .collect();
    if words.is_empty() { typed.to_vec() } else { distinct(words) }
}

/// Removes kinds of places, except those that `is_named` reports as part of a name. A keyword of only such kinds stays
/// unchanged.
pub fn without_kinds(written_out: &[String], is_named: impl Fn(&str) -> bool) -> Vec<String> {
    let next = written_out.iter().skip(1).map(Some).chain([None]);
    let named = written_out.iter().zip(next).filter(|(word, next)| {
        !NAMED_KINDS.contains(&word.as_str()) || next.is_some_and(|next| is_named(&format!("{word} {next}")))
    });
    let words: Vec<String> = named.map(|(word, _)| word.clone()).collect();
    if words.is_empty() { written_out.to_vec() } else { words }
}

fn distinct<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for word in words.into_iter().take(MAX_WORDS) {
        if distinct.iter().all(|before| before != word) {
            distinct.push(word.to_owned());
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviated_keywords_are_written_out() {
        for (keyword, words) in [
            ("Kab. Bandung", "kabupaten bandung"),
            ("Kec. Setiabudi", "setiabudi"),
            ("Jaksel", "jakarta selatan"),
            ("kel.kuningan timur,kec.setiabudi", "kuningan timur setiabudi"),
            ("Kota Adm. Jakarta\u{a0}Selatan", "kota jakarta selatan"),
            ("Prov. DIY", "di yogyakarta"),
            ("Kelurahan", "kelurahan"),
            ("Ma’rang", "ma'rang"),
            ("AFD.I", "afd i"),
            ("...", ""),
        ] {
            assert_eq!(written_out(&typed(keyword)).join(" "), words, "{keyword}");
        }
        assert!(SHORT.is_sorted());
    }

    #[test]
    fn a_kind_in_a_real_name_is_not_removed() {
        let is_named = |words: &str| words == "kota baru";
        for (keyword, words) in [("Kab Bandung", "bandung"), ("Kota Baru", "kota baru"), ("Kota", "kota")] {
            assert_eq!(without_kinds(&written_out(&typed(keyword)), is_named).join(" "), words, "{keyword}");
        }
    }
}
