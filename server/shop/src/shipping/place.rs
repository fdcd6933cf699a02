//! City and province of a destination, for the shop's shipping rules and for reports.

use crate::shipping::destinations::{Destination, Destinations, city_of, is_city, is_name};

/// Place of a destination. All fields are empty if the shipping provider has not supplied it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Name of the destination: `Subdistrict, District, City, Province Zip` or `Subdistrict, District, City, Zip`.
    pub label: String,
    /// City or regency, such as `Kota Bandung`; without `Kota` or `Kabupaten` if the program's own table lacks it.
    pub city: String,
    /// Province; empty if unknown.
    pub province: String,
}

impl Place {
    /// Creates the place of a destination from the program's own table.
    pub fn of(destination: &Destination<'_>) -> Self {
        let [city, province] = [destination.city, destination.province].map(str::to_owned);
        Self { label: destination.label(), city, province }
    }

    /// Creates the place that a label names. City and province come from the program's own table, by the postal code.
    /// If the code is unknown, the city comes from the label, and the table supplies its province.
    pub fn labelled(label: String) -> Self {
        let known = Destinations::embedded();
        let (city, province) = if let Some(found) = known.labelled(&label) {
            (found.city.to_owned(), found.province.to_owned())
        } else {
            let city = city_of(&label).to_owned();
            let province = known.province_of(&city).unwrap_or_default().to_owned();
            (city, province)
        };
        Self { label, city, province }
    }

    /// Whether `name` is the city, regency or province of this place.
    pub fn is(&self, name: &str) -> bool {
        is_city(name, &self.city) || is_name(name, &self.province)
    }

    /// Whether one of `names` is the city, regency or province of this place; an empty list matches every place.
    pub fn is_one_of(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.is(name))
    }
}

/// Whether `name`, as typed, means the province, city or regency `known`, which is one of [`Destinations::names`].
pub fn means(name: &str, known: &str) -> bool {
    is_city(name, known) || is_name(name, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of(label: &str) -> Place {
        Place::labelled(label.to_owned())
    }

    #[test]
    fn a_place_matches_its_city_and_its_province() {
        // The program's own label, and one without the kind of the city and the province.
        for label in ["Dago, Coblong, Kota Bandung, Jawa Barat 40135", "DAGO, COBLONG, BANDUNG, 40135"] {
            let place = place_of(label);
            for name in ["Bandung", "kota bandung", "JAWA BARAT", " Bandung "] {
                assert!(place.is(name), "{label}: {name}");
            }
            for name in ["Kabupaten Bandung", "Kab. Bandung", "Coblong", "Dago", "Bandung Barat", "", "40135"] {
                assert!(!place.is(name), "{label}: {name}");
            }
        }
        assert!(!place_of("").is("") && !place_of("").is("Bandung"));
    }

    #[test]
    fn a_label_with_an_unknown_code_uses_its_city() {
        let place = place_of("DAGO BARU, COBLONG, BANDUNG, 00000");
        assert_eq!((place.city.as_str(), place.province.as_str()), ("BANDUNG", "Jawa Barat"));
        assert!(place.is("Kota Bandung") && place.is("Kabupaten Bandung") && place.is("bandung"));
        let place = place_of("A, B, ANTAH BERANTAH, 00000");
        assert_eq!((place.city.as_str(), place.province.as_str()), ("ANTAH BERANTAH", ""));
        // BANJAR is a city in Jawa Barat and a regency in Kalimantan Selatan.
        assert_eq!(place_of("A, B, BANJAR, 00000").province, "");
    }

    #[test]
    fn place_names_are_all_provinces_and_cities() {
        let names = Destinations::embedded().names();
        assert_eq!(names.len(), 38 + 514);
        assert_eq!((names[0], names[38]), ("Aceh", "Kabupaten Aceh Barat"));
    }
}
