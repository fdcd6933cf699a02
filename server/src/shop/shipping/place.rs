//! Destination of a parcel, as far as rules and reports need it.

use crate::shop::shipping::destinations::{Destination, Destinations, city_of, is_city, is_name};

/// The place of a destination. Everything is empty where the shipping provider has not told of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Name of the destination: `Subdistrict, District, City, Province Zip` or `Subdistrict, District, City, Zip`.
    pub label: String,
    /// City or regency; with `Kota` or `Kabupaten` before its name, except where only the provider knows it.
    pub city: String,
    /// Province; empty where nobody knows it.
    pub province: String,
}

impl Place {
    /// The place of a destination of the program's own table.
    pub fn of(destination: &Destination<'_>) -> Self {
        let [city, province] = [destination.city, destination.province].map(str::to_owned);
        Self { label: destination.label(), city, province }
    }

    /// The place that a label names. The program's own table says the city and the province, by the postal code; where it
    /// does not have that, it says the province of the city that the label names.
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

    /// The place at the end of an address of an order, where its label stands; of nothing where that names no place.
    pub fn of_address(address: &str) -> Self {
        let parts: Vec<&str> = address.split(',').map(str::trim).collect();
        let place = Self::labelled(parts[parts.len().saturating_sub(PARTS)..].join(", "));
        if place.province.is_empty() { Self::default() } else { place }
    }

    /// Whether `name` is this city or regency, or its province.
    pub fn is(&self, name: &str) -> bool {
        is_city(name, &self.city) || is_name(name, &self.province)
    }

    /// Whether one of `names` is this place; every place is one of none.
    pub fn is_one_of(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.is(name))
    }
}

/// Number of parts of a label, with commas between them.
const PARTS: usize = 4;

/// Whether `name` means a province, city or regency of [`Destinations::names`].
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
    fn a_place_is_known_by_its_city_or_its_province() {
        // The program's own label, and one that tells neither the kind of the city nor the province.
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
    fn a_label_without_a_known_code_goes_by_its_city() {
        let place = place_of("DAGO BARU, COBLONG, BANDUNG, 00000");
        assert_eq!((place.city.as_str(), place.province.as_str()), ("BANDUNG", "Jawa Barat"));
        assert!(place.is("Kota Bandung") && place.is("Kabupaten Bandung") && place.is("bandung"));
        let place = place_of("A, B, ANTAH BERANTAH, 00000");
        assert_eq!((place.city.as_str(), place.province.as_str()), ("ANTAH BERANTAH", ""));
        // A city in Jawa Barat and a regency in Kalimantan Selatan.
        assert_eq!(place_of("A, B, BANJAR, 00000").province, "");
    }

    #[test]
    fn the_end_of_an_address_is_its_place() {
        for address in [
            "Jl. Melati 1, RT 02, Kuningan Timur, Setiabudi, Kota Jakarta Selatan, DKI Jakarta 12950",
            "Jl. Melati 1, KUNINGAN TIMUR, SETIABUDI, JAKARTA SELATAN, 12950",
        ] {
            let place = Place::of_address(address);
            assert_eq!((place.city.as_str(), place.province.as_str()), ("Kota Jakarta Selatan", "DKI Jakarta"));
        }
        for address in ["", "Jl. Melati 1, RT 02, RW 03, Blok C"] {
            assert_eq!(Place::of_address(address), Place::default());
        }
    }

    #[test]
    fn rules_choose_from_provinces_and_cities() {
        let names = Destinations::embedded().names();
        assert_eq!(names.len(), 38 + 514);
        assert_eq!((names[0], names[38]), ("Aceh", "Kabupaten Aceh Barat"));
    }
}
