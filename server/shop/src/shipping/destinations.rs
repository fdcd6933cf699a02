//! Every subdistrict of Indonesia as a destination of parcels, with a search by words.
//!
//! The ids are the shop's own (origin 17579 is Kuningan Timur, Setiabudi, Jakarta Selatan). Sources and licences of the
//! data are in `assets/shipping/licences/`.

use std::{collections::BTreeSet, fmt, io::Read, sync::OnceLock};

use flate2::read::GzDecoder;

use crate::shipping::{keyword, parcel::split_code};

/// Gzipped CSV: id, subdistrict, district, city, province, postal code, and two columns that are not read.
const EMBEDDED: &[u8] = include_bytes!("../../../assets/shipping/destinations.csv.gz");

/// A subdistrict that parcels can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination<'a> {
    /// The shop's own id, 1 or more.
    pub id: i64,
    /// Kelurahan or desa.
    pub subdistrict: &'a str,
    /// Kecamatan.
    pub district: &'a str,
    /// City or regency, beginning with `Kota` or `Kabupaten`.
    pub city: &'a str,
    /// Province.
    pub province: &'a str,
    /// Postal code: five digits.
    pub postal_code: &'a str,
}

impl Destination<'_> {
    /// Returns the label of the destination: `Subdistrict, District, City, Province Zip`.
    pub fn label(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Destination<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subdistrict, district, city, province, postal_code, .. } = self;
        write!(formatter, "{subdistrict}, {district}, {city}, {province} {postal_code}")
    }
}

/// Reason why a list of destinations cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The data is not the expected CSV.
    #[error("destinations: {0}")]
    Malformed(#[from] csv::Error),
    /// An id is not a number, or not above the previous one.
    #[error("destinations: id {0:?} is not above the one before it")]
    Id(String),
    /// The list has more text or more districts than the index can address.
    #[error("destinations: too many")]
    TooMany,
}

/// All destinations, about 5 MB.
///
/// All names are in one text; the names of a district, its city and its province are stored once for all its
/// subdistricts.
pub struct Destinations {
    text: String,
    /// Lower-case copy of `text`; a [`Span`] covers the same name in both texts.
    lower: String,
    areas: Vec<Area>,
    rows: Vec<Row>,
    /// Indices of `rows`, by postal code.
    by_code: Vec<u32>,
}

/// A range of [`Destinations::text`].
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}

struct Area {
    /// District, city and province, one per line.
    names: Span,
    signature: Signature,
}

struct Row {
    id: u32,
    area: u16,
    subdistrict: Span,
    postal_code: Span,
    signature: Signature,
}

/// Bloom filter of the letters and letter pairs of a text.
///
/// A text that lacks one of a word's bits cannot contain the word, so that a search skips most rows without reading
/// their names.
#[derive(Debug, Clone, Copy)]
struct Signature(u64);

impl Signature {
    fn of(lower: &str) -> Self {
        let letter = |byte: u8| 1_u64 << (byte % 32);
        let pair = |pair: &[u8]| 1_u64 << (32 + (u32::from(pair[0]) * 7 + u32::from(pair[1])) % 32);
        let letters = lower.bytes().map(letter);
        let pairs = lower.as_bytes().windows(2).map(pair);
        Self(letters.chain(pairs).fold(0, |bits, bit| bits | bit))
    }

    fn may_hold(self, word: &Word<'_>) -> bool {
        word.signature.0 & !self.0 == 0
    }
}

/// A search word, in lower case.
struct Word<'a> {
    text: &'a str,
    signature: Signature,
    digits: bool,
}

impl<'a> Word<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, signature: Signature::of(text), digits: text.bytes().all(|byte| byte.is_ascii_digit()) }
    }
}

impl Destinations {
    /// Returns the destinations included in the program; reads them at the first call (some 50 ms).
    pub fn embedded() -> &'static Self {
        static DESTINATIONS: OnceLock<Destinations> = OnceLock::new();
        DESTINATIONS.get_or_init(|| {
            Self::read(GzDecoder::new(EMBEDDED)).expect("the embedded destinations are whole, as a test shows")
        })
    }

    /// Reads CSV with a header, sorted by id; placeholders (`-`) are left out.
    fn read(csv: impl Read) -> Result<Self, LoadError> {
        let mut all = Self {
            text: String::new(),
            lower: String::new(),
            areas: Vec::new(),
            rows: Vec::new(),
            by_code: Vec::new(),
        };
        let mut reader = csv::Reader::from_reader(csv);
        let mut record = csv::StringRecord::new();
        let mut last_id = 0;
        while reader.read_record(&mut record)? {
            let field = |index| record.get(index).unwrap_or_default();
            let id = field(0).parse().ok().filter(|id| *id > last_id).ok_or_else(|| LoadError::Id(field(0).into()))?;
            last_id = id;
            if ["", "-"].contains(&field(1)) {
                continue;
            }
            let area = all.area(&[field(2), field(3), field(4)].join("\n"))?;
            let last_code = all.rows.last().map(|row: &Row| row.postal_code).unwrap_or_default();
            let same_code = last_code.of(&all.text) == field(5);
            let row = Row {
                id,
                area,
                subdistrict: all.add(field(1))?,
                postal_code: if same_code { last_code } else { all.add(field(5))? },
                signature: Signature::of(&field(1).to_ascii_lowercase()),
            };
            all.rows.push(row);
        }
        all.text.shrink_to_fit();
        all.areas.shrink_to_fit();
        all.rows.shrink_to_fit();
        all.lower = all.text.to_ascii_lowercase();
        let count = u32::try_from(all.rows.len()).map_err(|_| LoadError::TooMany)?;
        let mut by_code: Vec<u32> = (0..count).collect();
        by_code.sort_by_key(|at| all.code_of(*at));
        all.by_code = by_code;
        Ok(all)
    }

    /// Returns the index of the area with these names: the area of the previous row, or a new one.
    fn area(&mut self, names: &str) -> Result<u16, LoadError> {
        if self.areas.last().is_none_or(|last| last.names.of(&self.text) != names) {
            let signature = Signature::of(&names.to_ascii_lowercase());
            let names = self.add(names)?;
            self.areas.push(Area { names, signature });
        }
        u16::try_from(self.areas.len() - 1).map_err(|_| LoadError::TooMany)
    }

    fn add(&mut self, name: &str) -> Result<Span, LoadError> {
        let place = |length: usize| u32::try_from(length).map_err(|_| LoadError::TooMany);
        let start = place(self.text.len())?;
        self.text.push_str(name);
        Ok(Span { start, end: place(self.text.len())? })
    }

    /// Returns the destination with this id, if there is one.
    pub fn get(&self, id: i64) -> Option<Destination<'_>> {
        let id = u32::try_from(id).ok()?;
        let index = self.rows.binary_search_by_key(&id, |row| row.id).ok()?;
        Some(self.destination(&self.rows[index]))
    }

    /// Returns the destination that best matches a label of another source; `None` if no destination has the label's
    /// postal code. Among destinations with that code, the names of city and subdistrict decide.
    pub fn labelled(&self, label: &str) -> Option<Destination<'_>> {
        let (names, code) = split_code(label);
        let name = names.split(',').next().unwrap_or_default().trim();
        let from = self.by_code.partition_point(|at| self.code_of(*at) < code);
        let of_code = self.by_code[from..].iter().take_while(|at| self.code_of(**at) == code);
        let found = of_code.map(|at| self.destination(&self.rows[*at as usize]));
        // Returns the first of the best matches.
        found.min_by_key(|found| (!is_city(city_of(label), found.city), !found.subdistrict.eq_ignore_ascii_case(name)))
    }

    fn code_of(&self, at: u32) -> &str {
        self.rows[at as usize].postal_code.of(&self.text)
    }

    /// Returns the province of a city or regency; `None` if the name is unknown, or occurs in several provinces.
    pub fn province_of(&self, city: &str) -> Option<&str> {
        let areas = self.areas.iter().map(|area| lines(area.names.of(&self.text)));
        let mut provinces = areas.filter(|[_, known, _]| is_city(city, known)).map(|[_, _, province]| province);
        let first = provinces.next()?;
        provinces.all(|province| province == first).then_some(first)
    }

    /// Returns every province, city and regency, each once: provinces first.
    pub fn names(&self) -> Vec<&str> {
        let areas = || self.areas.iter().map(|area| lines(area.names.of(&self.text)));
        let provinces: BTreeSet<&str> = areas().map(|[_, _, province]| province).collect();
        let cities: BTreeSet<&str> = areas().map(|[_, city, _]| city).collect();
        provinces.into_iter().chain(cities).collect()
    }

    /// Iterates over all destinations, by id.
    pub fn iter(&self) -> impl Iterator<Item = Destination<'_>> {
        self.rows.iter().map(|row| self.destination(row))
    }

    /// Whether the name of a subdistrict or a district contains `words`, and no city has exactly that name. `words` is
    /// one lower-case text, such as `kota baru`.
    pub fn is_named(&self, words: &str) -> bool {
        // In the text of an area, the city is the middle line, and a province begins at the start of a line.
        !self.lower.contains(&format!("\n{words}\n"))
            && self.lower.match_indices(words).any(|(at, _)| !self.lower[..at].ends_with('\n'))
    }

    /// Finds the destinations that contain every word of `keyword`, in any order and letter case; returns the best
    /// `limit` of them, best first.
    ///
    /// Kinds of places and punctuation are ignored, and short names are written out; the words as typed are tried if
    /// nothing is found. A word may occur in the name of the subdistrict, district, city or province, or in the postal
    /// code.
    ///
    /// Destinations in a city or province that the keyword names in full come before all others. Each of these two
    /// groups is ranked by the name that matches. First come subdistricts with exactly the searched name, then those
    /// whose name begins with it, then districts, then cities, then all others. Equal ranks are sorted by id.
    ///
    /// Only the first 8 words and 100 characters count, so that no keyword is slow; a keyword without words finds
    /// nothing.
    pub fn search(&self, keyword: &str, limit: usize) -> Vec<Destination<'_>> {
        let typed = keyword::typed(keyword);
        let written_out = keyword::written_out(&typed);
        let found = self.holding(&written_out, limit);
        if !found.is_empty() {
            // A short name may also be a village's full name, such as Solo: that village comes last, but is included.
            let name = typed.join(" ");
            let own = if typed == written_out { Vec::new() } else { self.holding(&typed, limit) };
            let own =
                own.into_iter().filter(|place| place.subdistrict.eq_ignore_ascii_case(&name) && !found.contains(place));
            let own: Vec<_> = own.collect();
            let found = found.iter().copied().take(limit.saturating_sub(own.len()));
            return found.chain(own.iter().copied()).take(limit).collect();
        }
        let others = [keyword::without_kinds(&written_out, |words| self.is_named(words)), typed];
        let mut found = others.iter().filter(|words| **words != written_out).map(|words| self.holding(words, limit));
        found.find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Returns the first `limit` destinations that contain all the words, best first; none for no words.
    fn holding(&self, words: &[String], limit: usize) -> Vec<Destination<'_>> {
        if words.is_empty() {
            return Vec::new();
        }
        let words: Vec<Word<'_>> = words.iter().map(|word| Word::new(word)).collect();
        let phrase = words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        let begins = |name: &str| words.iter().any(|word| name.starts_with(word.text));
        let mut found: [Vec<&Row>; 12] = Default::default();
        for rows in self.rows.chunk_by(|row, next| row.area == next.area) {
            let area = &self.areas[usize::from(rows[0].area)];
            let names = area.names.of(&self.lower);
            let missing: Vec<&Word<'_>> =
                words.iter().filter(|word| !(area.signature.may_hold(word) && names.contains(word.text))).collect();
            let elsewhere = if is_asked_for(names, &phrase) { 0 } else { 6 };
            let mut area_rank = None;
            for row in rows.iter().filter(|row| missing.iter().all(|word| self.holds(row, word))) {
                let rank = match row.subdistrict.of(&self.lower) {
                    name if name == phrase => 0,
                    name if name.starts_with(&phrase) => 1,
                    name if begins(name) => 2,
                    _ => *area_rank.get_or_insert_with(|| rank_of_area(names, begins)),
                };
                let found = &mut found[elsewhere + rank];
                if found.len() < limit {
                    found.push(row);
                }
            }
        }
        found.into_iter().flatten().take(limit).map(|row| self.destination(row)).collect()
    }

    /// Whether a word occurs in the subdistrict's own name or in its postal code.
    fn holds(&self, row: &Row, word: &Word<'_>) -> bool {
        (row.signature.may_hold(word) && row.subdistrict.of(&self.lower).contains(word.text))
            || (word.digits && row.postal_code.of(&self.lower).contains(word.text))
    }

    fn destination(&self, row: &Row) -> Destination<'_> {
        let [district, city, province] = lines(self.areas[usize::from(row.area)].names.of(&self.text));
        Destination {
            id: i64::from(row.id),
            subdistrict: row.subdistrict.of(&self.text),
            district,
            city,
            province,
            postal_code: row.postal_code.of(&self.text),
        }
    }
}

/// Returns the rank of a subdistrict whose own name does not match: by its district, then by its city without `Kota` or
/// `Kabupaten`.
fn rank_of_area(names: &str, begins: impl Fn(&str) -> bool) -> usize {
    let [district, city, _] = lines(names);
    if begins(district) {
        3
    } else if begins(bare_city(city)) {
        4
    } else {
        5
    }
}

/// Whether a keyword names the area's city or province in full: the city with `kota` or `kabupaten`, or a name of two
/// or more words.
fn is_asked_for(names: &str, phrase: &str) -> bool {
    let [_, city, province] = lines(names);
    let begins = |at: usize| at == 0 || phrase[..at].ends_with(' ');
    let ends = |at: usize| at == phrase.len() || phrase[at..].starts_with(' ');
    let named = |name: &str| phrase.match_indices(name).any(|(at, _)| begins(at) && ends(at + name.len()));
    let in_full = |name: &str| name.contains(' ') && named(name);
    in_full(bare_city(city)) || in_full(province) || named(city)
}

/// Returns the name of a city or regency without its kind, in lower case.
fn bare_city(city: &str) -> &str {
    city.strip_prefix("kota ").or_else(|| city.strip_prefix("kabupaten ")).unwrap_or(city)
}

/// Returns the city of a label.
pub(super) fn city_of(label: &str) -> &str {
    split_code(label).0.split(',').nth(2).unwrap_or_default().trim()
}

/// Whether `name` means the city or regency `city`. `Bandung` means both the city and the regency, as for a provider
/// that does not distinguish them.
pub(super) fn is_city(name: &str, city: &str) -> bool {
    let ([name_kind, name], [city_kind, city]) = (parts(name), parts(city));
    is_name(name, city) && (name_kind.is_empty() || city_kind.is_empty() || name_kind == city_kind)
}

/// Splits the name of a city into its kind, `kota` or `kabupaten` or empty, and the rest.
fn parts(city: &str) -> [&str; 2] {
    let kinds = [("kota ", "kota"), ("kabupaten ", "kabupaten"), ("kab. ", "kabupaten")];
    let city = city.trim();
    let cut = kinds.iter().find_map(|(kind, called)| {
        let (front, name) = city.split_at_checked(kind.len())?;
        front.eq_ignore_ascii_case(kind).then_some([*called, name])
    });
    cut.unwrap_or(["", city])
}

/// Whether `name`, without surrounding blanks, is not empty and equals `known` in any letter case.
pub(super) fn is_name(name: &str, known: &str) -> bool {
    !name.trim().is_empty() && name.trim().eq_ignore_ascii_case(known)
}

/// Splits the names of an area into district, city and province.
fn lines(names: &str) -> [&str; 3] {
    let mut names = names.splitn(3, '\n');
    std::array::from_fn(|_| names.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn labels(keyword: &str, limit: usize) -> Vec<String> {
        Destinations::embedded().search(keyword, limit).iter().map(Destination::label).collect()
    }

    #[test]
    fn the_embedded_list_is_complete() {
        let all: Vec<_> = Destinations::embedded().iter().collect();
        assert_eq!(all.len(), 83_762);
        let count = |name: for<'a> fn(&Destination<'a>) -> (&'a str, &'a str, &'a str)| {
            all.iter().map(name).collect::<HashSet<_>>().len()
        };
        assert_eq!(count(|d| (d.province, "", "")), 38);
        assert_eq!(count(|d| (d.province, d.city, "")), 514);
        assert_eq!(count(|d| (d.province, d.city, d.district)), 7285);
        for destination in all {
            let code = destination.postal_code;
            assert!(code.len() == 5 && code.bytes().all(|b| b.is_ascii_digit()), "{destination}");
            assert!(
                destination.city.starts_with("Kota ") || destination.city.starts_with("Kabupaten "),
                "{destination}"
            );
            assert_eq!(Destinations::embedded().get(destination.id), Some(destination));
        }
    }

    #[test]
    fn the_default_origin_is_kuningan_timur() {
        let origin = Destinations::embedded().get(ksmart_core::quote::SHIPPING_ORIGIN_ID);
        assert_eq!(origin.unwrap().label(), "Kuningan Timur, Setiabudi, Kota Jakarta Selatan, DKI Jakarta 12950");
    }

    #[test]
    fn unknown_ids_are_not_found() {
        for id in [0, -1, 83_763, i64::MAX, i64::MIN] {
            assert_eq!(Destinations::embedded().get(id), None, "{id}");
        }
    }

    #[test]
    fn labels_of_other_sources_find_their_place() {
        let found = |label: &str| Destinations::embedded().labelled(label).map(|found| (found.subdistrict, found.city));
        let kuningan = Some(("Kuningan Timur", "Kota Jakarta Selatan"));
        assert_eq!(found("KUNINGAN TIMUR, SETIABUDI, JAKARTA SELATAN, 12950"), kuningan);
        assert_eq!(found("Kuningan Timur, Setiabudi, Kota Jakarta Selatan, DKI Jakarta 12950"), kuningan);
        assert_eq!(found("LAIN, LAIN, LAIN, 12950").map(|(_, city)| city), Some("Kota Jakarta Selatan"));
        for unknown in ["", "KUNINGAN TIMUR", "KUNINGAN TIMUR, 00000", "12950x"] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn search_words_match_in_any_order_and_case() {
        let expected = "Kuningan Timur, Setiabudi, Kota Jakarta Selatan, DKI Jakarta 12950";
        for keyword in [
            "kuningan timur setiabudi",
            "SETIABUDI   kuningan TIMUR",
            "12950 timur",
            "jakarta selatan kuningan timur",
            expected,
        ] {
            assert_eq!(labels(keyword, 1), [expected], "{keyword}");
        }
        assert!(labels("kuningan timur surabaya", 5).is_empty());
        let by_code = Destinations::embedded().search("12950", 100);
        assert!(!by_code.is_empty() && by_code.iter().all(|found| found.postal_code == "12950"));
    }

    #[test]
    fn subdistrict_matches_come_first() {
        let list = "id,subdistrict,district,city,province,postal_code\n\
            1,Pasar,Lama,Kota Melati,Aceh,10001\n\
            2,Lain,Melati Timur,Kota Lama,Aceh,10002\n\
            3,Melati Indah,Lama,Kota Lama,Aceh,10003\n\
            4,-,Melati,Kota Melati,Aceh,0\n\
            5,Kebun Melati,Lama,Kota Lama,Aceh,10004\n\
            6,Melati,Lama,Kota Lama,Aceh,10005\n";
        let all = Destinations::read(list.as_bytes()).unwrap();
        let ids = |keyword, limit| all.search(keyword, limit).iter().map(|found| found.id).collect::<Vec<_>>();
        assert_eq!(ids("melati", 10), [6, 3, 2, 1, 5]);
        assert_eq!(ids("melati", 2), [6, 3]);
        assert_eq!(ids("melati", 0), [0; 0]);
        assert_eq!(all.get(4), None, "a placeholder is no destination");
    }

    #[test]
    fn places_are_found_by_common_short_names() {
        for (keyword, expected) in [
            ("Kab. Bandung", "Kabupaten Bandung"),
            ("Kab Bandung", "Kabupaten Bandung"),
            ("Kec. Setiabudi", "Setiabudi, Kota Jakarta Selatan"),
            ("Kel. Kuningan Timur", "Kuningan Timur, Setiabudi"),
            ("Jaksel", "Kota Jakarta Selatan"),
            ("setiabudi jaksel", "Setiabudi, Kota Jakarta Selatan"),
            ("Kota Adm. Jakarta Selatan", "Kota Jakarta Selatan"),
            ("Desa Sukamaju", "Sukamaju, "),
            ("Jogja", "Yogyakarta"),
            ("DIY", "DI Yogyakarta"),
            ("Prov. Jatim", "Jawa Timur"),
            ("Kuningan-Timur/Setiabudi", "Kuningan Timur, Setiabudi"),
            ("Kota Baru", "Kota Baru"),
            ("Kota Medan", "Kota Medan"),
            ("solo wajo", "Solo, Bola, Kabupaten Wajo"),
            ("Ko’olotano", "Ko'olotano"),
        ] {
            let found = labels(keyword, 20);
            assert!(!found.is_empty() && found[0].contains(expected), "{keyword}: {found:?}");
        }
        let solo = labels("Solo", 20);
        let of_solo = |part: &str| solo.iter().any(|label| label.contains(part));
        assert!(solo[0].starts_with("Surakarta") && of_solo("Kota Surakarta") && of_solo("Solo, Bola"), "{solo:?}");
        assert!(labels("Kota Tiadatiada", 5).is_empty());
    }

    #[test]
    fn a_broken_list_is_refused() {
        let read = |rows: &str| Destinations::read(format!("id,a,b,c,d,e\n{rows}").as_bytes()).map(|_| ());
        assert!(matches!(read("x,A,B,C,D,10001\n"), Err(LoadError::Id(_))));
        assert!(matches!(read("2,A,B,C,D,10001\n1,A,B,C,D,10001\n"), Err(LoadError::Id(_))));
        assert!(matches!(read("1,A,B\n"), Err(LoadError::Malformed(_))));
    }

    #[test]
    fn the_index_finds_the_same_rows_as_a_full_scan() {
        let destinations = Destinations::embedded();
        for keyword in ["ang", "q", "i,", "sei 2", "x y", "timur 9", "kota ny", "29 riau", "lubuk pakam i", "d'a"] {
            let words: Vec<&str> = keyword.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            let holds = |found: &Destination<'_>, word| {
                let Destination { subdistrict, district, city, province, postal_code, .. } = found;
                [subdistrict, district, city, province, postal_code]
                    .iter()
                    .any(|name| name.to_lowercase().contains(word))
            };
            let expected: HashSet<i64> = destinations
                .iter()
                .filter(|found| words.iter().all(|word| holds(found, word)))
                .map(|found| found.id)
                .collect();
            let found: HashSet<i64> = destinations.search(keyword, usize::MAX).iter().map(|found| found.id).collect();
            assert_eq!(found, expected, "{keyword}");
        }
    }

    #[test]
    fn hostile_keywords_are_harmless() {
        let long = "jakarta ".repeat(1_250);
        let word = "x".repeat(10_000);
        let destinations = Destinations::embedded();
        for keyword in
            ["", "   ", ",,,", "🙂", "\u{0}", ".*", "%_'\"\\", "[a-", "a e i u n g k r", "a", "9", "İİİ", &long, &word]
        {
            assert!(destinations.search(keyword, 20).len() <= 20, "{keyword:.20}");
        }
        for keyword in ["", "   ", ",,,", "🙂", ".*", &word] {
            assert!(destinations.search(keyword, 20).is_empty(), "{keyword:.20}");
        }
        assert!(!destinations.search(&long, 20).is_empty());
    }
}
