//! Words that people look for a place by: kinds of places, punctuation and short names are no part of the names.

use ksmart_core::text;

/// Maximum number of characters of a keyword that are looked at.
const MAX_KEYWORD: usize = 100;

/// Maximum number of words that are looked for.
const MAX_WORDS: usize = 8;

/// Words for the kind of a place that no name has.
const KINDS: [&str; 10] =
    ["kel", "kelurahan", "ds", "kec", "kecamatan", "adm", "administrasi", "prov", "provinsi", "propinsi"];

/// Words for the kind of a place that some names have, such as `Kota Baru` and `Desa Baru`.
const NAMED_KINDS: [&str; 3] = ["desa", "kota", "kabupaten"];

/// Short names in use, in alphabetical order, each with the words that it stands for.
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

/// Words as they were typed, in lower case: letters, digits and straight apostrophes.
pub fn typed(keyword: &str) -> Vec<String> {
    let keyword: String = text::plain(keyword).chars().take(MAX_KEYWORD).collect();
    let lower = keyword.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    distinct(words)
}

/// Words with short names written out, without kinds of places that no name has. A keyword of nothing else stays.
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

/// Words without any kind of place, but for those that `is_named` says to be part of a name. A keyword of nothing else stays.
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
    fn kinds_and_short_names_are_no_words_of_a_name() {
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
    fn a_kind_stays_where_a_name_has_it() {
        let is_named = |words: &str| words == "kota baru";
        for (keyword, words) in [("Kab Bandung", "bandung"), ("Kota Baru", "kota baru"), ("Kota", "kota")] {
            assert_eq!(without_kinds(&written_out(&typed(keyword)), is_named).join(" "), words, "{keyword}");
        }
    }
}
