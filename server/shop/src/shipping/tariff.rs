//! Simulated tariff of the couriers, for a shop without a contract with a shipping provider.
//!
//! It is not a price list. Its numbers are estimates, based on a few dated prices from Jakarta. They can be changed in
//! `assets/shipping/tariff_zones.json`.

use std::{collections::HashMap, sync::OnceLock};

use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
use serde::Deserialize;

use crate::shipping::destinations::Destination;

const EMBEDDED: &str = include_str!("../../../assets/shipping/tariff_zones.json");

/// Maximum weight of a parcel with a price, in kilograms.
const MAX_WEIGHT_KG: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// Indices in `zones` of the tariff: their prices are the maximum for a parcel within one city, or one province.
const WITHIN_CITY: usize = 1;
const WITHIN_PROVINCE: usize = 2;

/// The provinces of Indonesia.
const PROVINCES: [&str; 38] = [
    "Aceh",
    "Bali",
    "Banten",
    "Bengkulu",
    "DI Yogyakarta",
    "DKI Jakarta",
    "Gorontalo",
    "Jambi",
    "Jawa Barat",
    "Jawa Tengah",
    "Jawa Timur",
    "Kalimantan Barat",
    "Kalimantan Selatan",
    "Kalimantan Tengah",
    "Kalimantan Timur",
    "Kalimantan Utara",
    "Kepulauan Bangka Belitung",
    "Kepulauan Riau",
    "Lampung",
    "Maluku",
    "Maluku Utara",
    "Nusa Tenggara Barat",
    "Nusa Tenggara Timur",
    "Papua",
    "Papua Barat",
    "Papua Barat Daya",
    "Papua Pegunungan",
    "Papua Selatan",
    "Papua Tengah",
    "Riau",
    "Sulawesi Barat",
    "Sulawesi Selatan",
    "Sulawesi Tengah",
    "Sulawesi Tenggara",
    "Sulawesi Utara",
    "Sumatera Barat",
    "Sumatera Selatan",
    "Sumatera Utara",
];

/// A way to ship a parcel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TariffOption {
    /// The courier, such as `JNE`.
    pub shipping_name: String,
    /// The courier's service, such as `REG23`.
    pub service_name: String,
    /// Price of the whole parcel in rupiah.
    pub shipping_cost: i64,
    /// Working days until it arrives, such as `2-3`.
    pub etd: String,
    /// Whether the courier takes cash on delivery.
    pub cod: bool,
    /// Kind of the service.
    pub group: ServiceGroup,
}

/// A kind of courier service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ServiceGroup {
    /// Regular service by road or air, for parcels of any weight.
    Reguler,
    /// Service by truck or ship: slow and cheap, for heavy parcels only.
    Cargo,
}

/// Reason why a parcel has no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TariffError {
    /// The weight is 0 or less, or above 1,000,000 kg.
    #[error("no courier takes this weight")]
    Weight,
    /// The destination is in no zone.
    #[error("no zone holds this destination")]
    Destination,
}

/// Reason why a tariff cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The data is not the expected JSON.
    #[error("tariff: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The data names an unknown province.
    #[error("tariff: there is no province {0:?}")]
    UnknownProvince(String),
    /// A province or city is in two zones.
    #[error("tariff: {0:?} has more than one zone")]
    Twice(String),
    /// A province is in no zone.
    #[error("tariff: {0:?} has no zone")]
    WithoutZone(&'static str),
    /// A number is 0 or less, or so large that prices could overflow: above 10,000,000 for a price or a minimum weight,
    /// above 10 for a factor.
    #[error("tariff: {0} is not above 0, or far too large")]
    Number(&'static str),
}

/// The prices of all services to all zones.
#[derive(Debug)]
pub struct Tariff {
    data: TariffData,
    /// Index in `data.zones` of each province.
    provinces: HashMap<String, usize>,
    /// Index in `data.zones` of each city that is not in its province's zone.
    cities: HashMap<String, usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TariffData {
    #[serde(rename = "note")]
    _note: String,
    weight: WeightRules,
    regency: RegencyFactors,
    /// The provinces of Java.
    java: Vec<String>,
    /// Prices per kilogram are rounded to multiples of this, in rupiah, halves up.
    round_to: i64,
    zones: Vec<Zone>,
    services: Vec<Service>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightRules {
    /// Minimum charged weight, in whole kilograms.
    min_kg: i64,
    /// Excess above a whole kilogram up to which the next one is not charged, in kilograms.
    tolerance_kg: Decimal,
    /// Minimum charged weight of a cargo parcel, in whole kilograms.
    cargo_min_kg: i64,
}

/// Factors on the price per kilogram for a regency (`Kabupaten`); a city (`Kota`) pays the zone's price.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RegencyFactors {
    java: Decimal,
    elsewhere: Decimal,
}

/// An area with the same prices for parcels from Jakarta.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    #[serde(rename = "label")]
    _label: String,
    #[serde(default)]
    provinces: Vec<String>,
    /// Cities in this zone whose province is in another zone.
    #[serde(default)]
    cities: Vec<String>,
    /// Price of a regular service with factor 1, in rupiah per kilogram.
    reg_per_kg: i64,
    /// Price of a cargo service, in rupiah per kilogram.
    cargo_per_kg: i64,
    /// Working days of a regular service.
    reg_etd: String,
    /// Working days of a cargo service.
    cargo_etd: String,
    /// Whether next-day services go there.
    nextday: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Service {
    shipping_name: String,
    service_name: String,
    group: ServiceGroup,
    /// Factor on the zone's price per kilogram.
    #[serde(default = "one")]
    factor: Decimal,
    /// Working days, if they differ from the zone's.
    etd: Option<String>,
    #[serde(default)]
    nextday_only: bool,
    cod: bool,
}

fn one() -> Decimal {
    Decimal::ONE
}

impl Tariff {
    /// Returns the tariff included in the program.
    pub fn embedded() -> &'static Self {
        static TARIFF: OnceLock<Tariff> = OnceLock::new();
        TARIFF.get_or_init(|| Self::read(EMBEDDED).expect("the embedded tariff is whole, as a test shows"))
    }

    fn read(json: &str) -> Result<Self, LoadError> {
        let data: TariffData = serde_json::from_str(json)?;
        data.check_numbers()?;
        let mut named = data.java.iter().chain(data.zones.iter().flat_map(|zone| &zone.provinces));
        if let Some(unknown) = named.find(|name| !PROVINCES.contains(&name.as_str())) {
            return Err(LoadError::UnknownProvince(unknown.clone()));
        }
        let provinces = index_by_name(data.zones.iter().map(|zone| &zone.provinces))?;
        let cities = index_by_name(data.zones.iter().map(|zone| &zone.cities))?;
        if let Some(forgotten) = PROVINCES.into_iter().find(|name| !provinces.contains_key(*name)) {
            return Err(LoadError::WithoutZone(forgotten));
        }
        Ok(Self { data, provinces, cities })
    }

    /// Returns the ways to ship a parcel of `weight_kg` kilograms from `origin` to `destination`, in the tariff's
    /// order.
    ///
    /// Zones have prices for parcels from Jakarta. From elsewhere, the more expensive zone of the two places applies.
    /// The price is limited within a city to that of Bodetabek, and within a province to that of West Java.
    ///
    /// Price = charged kilograms × (price per kilogram of the zone × regency factor × service factor, rounded to the
    /// tariff's step). At least 1 kg is charged. An excess of up to 0.30 kg above a whole kilogram is free; a larger
    /// excess is charged as a whole kilogram. Cargo services take parcels charged as 10 kg or more. Next-day services
    /// go to near zones only.
    ///
    /// # Errors
    /// The weight is 0 or less, or above 1,000,000 kg, or the destination is outside all zones.
    pub fn options(
        &self,
        origin: &Destination<'_>,
        destination: &Destination<'_>,
        weight_kg: Decimal,
    ) -> Result<Vec<TariffOption>, TariffError> {
        let charged_kg = self.data.weight.charged_kg(weight_kg).ok_or(TariffError::Weight)?;
        let zone = self.zone_between(origin, destination).ok_or(TariffError::Destination)?;
        let regency_factor = self.regency_factor(destination);
        let goes = |service: &&Service| {
            (zone.nextday || !service.nextday_only)
                && (service.group != ServiceGroup::Cargo || charged_kg >= self.data.weight.cargo_min_kg)
        };
        let option = |service: &Service| {
            let (per_kg, etd) = match service.group {
                ServiceGroup::Reguler => (zone.reg_per_kg, &zone.reg_etd),
                ServiceGroup::Cargo => (zone.cargo_per_kg, &zone.cargo_etd),
            };
            let per_kg = self.rounded(Decimal::from(per_kg) * regency_factor * service.factor)?;
            Some(TariffOption {
                shipping_name: service.shipping_name.clone(),
                service_name: service.service_name.clone(),
                shipping_cost: per_kg.checked_mul(charged_kg)?,
                etd: service.etd.as_ref().unwrap_or(etd).clone(),
                cod: service.cod,
                group: service.group,
            })
        };
        // A price cannot overflow here, because the numbers are bounded at load.
        self.data.services.iter().filter(goes).map(|service| option(service).ok_or(TariffError::Weight)).collect()
    }

    fn zone_between(&self, origin: &Destination<'_>, destination: &Destination<'_>) -> Option<&Zone> {
        let [from, to] = [self.zone(origin)?, self.zone(destination)?];
        let dearer = if from.reg_per_kg > to.reg_per_kg { from } else { to };
        let most = match (origin.province == destination.province, origin.city == destination.city) {
            (true, true) => self.data.zones.get(WITHIN_CITY),
            (true, false) => self.data.zones.get(WITHIN_PROVINCE),
            _ => None,
        };
        Some(most.filter(|most| most.reg_per_kg < dearer.reg_per_kg).unwrap_or(dearer))
    }

    fn zone(&self, destination: &Destination<'_>) -> Option<&Zone> {
        let index = self.cities.get(destination.city).or_else(|| self.provinces.get(destination.province))?;
        self.data.zones.get(*index)
    }

    fn regency_factor(&self, destination: &Destination<'_>) -> Decimal {
        if !destination.city.starts_with("Kabupaten ") {
            Decimal::ONE
        } else if self.data.java.iter().any(|province| province == destination.province) {
            self.data.regency.java
        } else {
            self.data.regency.elsewhere
        }
    }

    /// Rounds rupiah to the tariff's step, halves up.
    fn rounded(&self, rupiah: Decimal) -> Option<i64> {
        let steps = (rupiah / Decimal::from(self.data.round_to))
            .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        steps.to_i64()?.checked_mul(self.data.round_to)
    }
}

impl WeightRules {
    /// Returns the charged whole kilograms; `None` for a weight that no courier takes.
    fn charged_kg(&self, weight_kg: Decimal) -> Option<i64> {
        if weight_kg <= Decimal::ZERO || weight_kg > MAX_WEIGHT_KG {
            return None;
        }
        let begun = i64::from(weight_kg.fract() > self.tolerance_kg);
        Some((weight_kg.floor().to_i64()? + begun).max(self.min_kg))
    }
}

impl TariffData {
    /// Checks the bounds of every number, so that no price can overflow.
    fn check_numbers(&self) -> Result<(), LoadError> {
        let amount = |name, value: i64| (1..=10_000_000).contains(&value).then_some(()).ok_or(LoadError::Number(name));
        let factor = |name, value: Decimal| {
            let fits = value > Decimal::ZERO && value <= Decimal::TEN;
            fits.then_some(()).ok_or(LoadError::Number(name))
        };
        amount("round_to", self.round_to)?;
        amount("min_kg", self.weight.min_kg)?;
        amount("cargo_min_kg", self.weight.cargo_min_kg)?;
        factor("tolerance_kg", self.weight.tolerance_kg)?;
        factor("regency.java", self.regency.java)?;
        factor("regency.elsewhere", self.regency.elsewhere)?;
        for zone in &self.zones {
            amount("reg_per_kg", zone.reg_per_kg)?;
            amount("cargo_per_kg", zone.cargo_per_kg)?;
        }
        self.services.iter().try_for_each(|service| factor("factor", service.factor))
    }
}

/// Maps each name to the index of the list that contains it.
fn index_by_name<'a>(lists: impl Iterator<Item = &'a Vec<String>>) -> Result<HashMap<String, usize>, LoadError> {
    let mut indices = HashMap::new();
    for (index, names) in lists.enumerate() {
        for name in names {
            if indices.insert(name.clone(), index).is_some() {
                return Err(LoadError::Twice(name.clone()));
            }
        }
    }
    Ok(indices)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::shipping::destinations::Destinations;

    /// Returns a destination in the city with exactly this name.
    fn to(city: &str) -> Destination<'static> {
        Destinations::embedded().iter().find(|destination| destination.city == city).unwrap()
    }

    fn options_from(origin: &str, city: &str, weight: &str) -> Vec<TariffOption> {
        Tariff::embedded().options(&to(origin), &to(city), weight.parse().unwrap()).unwrap()
    }

    fn options(city: &str, weight: &str) -> Vec<TariffOption> {
        options_from("Kota Jakarta Selatan", city, weight)
    }

    fn cost(city: &str, weight: &str, service: &str) -> Option<i64> {
        options(city, weight)
            .into_iter()
            .find(|option| format!("{} {}", option.shipping_name, option.service_name) == service)
            .map(|option| option.shipping_cost)
    }

    #[test]
    fn the_tariff_charges_the_reference_prices() {
        assert_eq!(cost("Kota Yogyakarta", "1", "JNE REG23"), Some(19_000));
        assert_eq!(cost("Kota Yogyakarta", "1", "JNE YES23"), Some(35_000));
        assert_eq!(cost("Kota Yogyakarta", "10", "JNE JTR23"), Some(55_000));
        assert_eq!(cost("Kota Makassar", "1", "JNT EZ"), Some(40_000));
        assert_eq!(cost("Kota Bekasi", "1", "JNE REG23"), Some(11_000));
        assert_eq!(cost("Kota Jakarta Selatan", "1", "JNE REG23"), Some(10_000));
    }

    #[test]
    fn a_regency_costs_more_than_a_city() {
        assert_eq!(cost("Kabupaten Sleman", "1", "JNE REG23"), Some(21_000));
        assert_eq!(cost("Kabupaten Gowa", "1", "JNE REG23"), Some(52_500));
        assert_eq!(cost("Kabupaten Bekasi", "1", "JNE REG23"), Some(12_000));
        assert_eq!(cost("Kabupaten Karawang", "1", "JNE REG23"), Some(15_500));
    }

    #[test]
    fn the_cost_depends_on_the_origin() {
        let cost = |origin, city| {
            let found = options_from(origin, city, "1");
            let jne = found.iter().find(|option| option.service_name == "REG23").unwrap();
            assert!(found.iter().any(|option| option.service_name == "YES23") == (jne.shipping_cost <= 28_000));
            jne.shipping_cost
        };
        // Within a city, within a province, there and back, and between two far places.
        assert_eq!(cost("Kota Makassar", "Kota Makassar"), 11_000);
        assert_eq!(cost("Kota Makassar", "Kota Palopo"), 14_000);
        assert_eq!(cost("Kota Makassar", "Kota Jakarta Selatan"), 42_000);
        assert_eq!(cost("Kota Makassar", "Kota Medan"), 42_000);
        assert_eq!(cost("Kota Medan", "Kota Makassar"), 42_000);
        assert_eq!(cost("Kota Jakarta Selatan", "Kota Jakarta Barat"), 10_000);
    }

    #[test]
    fn weights_round_up_above_the_tolerance() {
        let kilograms = |weight| cost("Kota Jakarta Selatan", weight, "JNE REG23").unwrap() / 10_000;
        for (weight, expected) in [
            ("0.001", 1),
            ("0.1", 1),
            ("1", 1),
            ("1.3", 1),
            ("1.300", 1),
            ("1.301", 2),
            ("2.30", 2),
            ("2.31", 3),
            ("9.99", 10),
            ("1000000", 1_000_000),
        ] {
            assert_eq!(kilograms(weight), expected, "{weight} kg");
        }
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        for weight in ["0", "-1", "1000000.001", "79228162514264337593543950335"] {
            let here = to("Kota Jakarta Selatan");
            let answer = Tariff::embedded().options(&here, &here, weight.parse().unwrap());
            assert_eq!(answer, Err(TariffError::Weight), "{weight}");
        }
    }

    #[test]
    fn cargo_is_offered_from_ten_charged_kilograms() {
        assert_eq!(cost("Kota Yogyakarta", "9.30", "JNE JTR23"), None);
        assert_eq!(cost("Kota Yogyakarta", "9.31", "JNE JTR23"), Some(55_000));
        assert_eq!(cost("Kota Yogyakarta", "12", "SICEPAT GOKIL"), Some(66_000));
        assert!(options("Kota Yogyakarta", "9").iter().all(|option| option.group == ServiceGroup::Reguler));
    }

    #[test]
    fn next_day_services_go_to_near_zones_only() {
        assert!(cost("Kota Denpasar", "1", "JNE YES23").is_some());
        assert_eq!(cost("Kota Medan", "1", "JNE YES23"), None);
        assert_eq!(options("Kota Yogyakarta", "1").iter().find(|o| o.service_name == "YES23").unwrap().etd, "1");
    }

    #[test]
    fn every_destination_has_a_zone() {
        let tariff = Tariff::embedded();
        let mut cities = HashSet::new();
        let mut provinces = HashSet::new();
        for destination in Destinations::embedded().iter() {
            provinces.insert(destination.province);
            if cities.insert((destination.province, destination.city)) {
                let options = tariff.options(&to("Kota Makassar"), &destination, Decimal::TEN).unwrap();
                assert!(options.len() >= 9 && options.iter().all(|option| option.shipping_cost > 0), "{destination}");
            }
        }
        assert_eq!((provinces.len(), cities.len()), (38, 514));
        assert!(PROVINCES.iter().all(|name| provinces.contains(name)));
        for city in tariff.cities.keys() {
            assert_eq!(cities.iter().filter(|(_, name)| name == city).count(), 1, "{city}");
        }
    }

    #[test]
    fn a_destination_outside_all_zones_is_refused() {
        let nowhere = Destination { city: "Kota Tua", province: "Atlantis", ..to("Kota Jakarta Selatan") };
        let here = to("Kota Jakarta Selatan");
        assert_eq!(Tariff::embedded().options(&here, &nowhere, Decimal::ONE), Err(TariffError::Destination));
        assert_eq!(Tariff::embedded().options(&nowhere, &here, Decimal::ONE), Err(TariffError::Destination));
    }

    #[test]
    fn a_broken_tariff_is_refused_with_the_reason() {
        let read = |from: &str, to: &str| {
            assert!(EMBEDDED.contains(from), "{from}");
            Tariff::read(&EMBEDDED.replace(from, to)).unwrap_err().to_string()
        };
        assert_eq!(read("[\"DKI Jakarta\"]", "[\"Jakarta\"]"), "tariff: there is no province \"Jakarta\"");
        assert_eq!(read("\"Bengkulu\", ", ""), "tariff: \"Bengkulu\" has no zone");
        assert_eq!(read("\"Bengkulu\"", "\"Jambi\""), "tariff: \"Jambi\" has more than one zone");
        assert_eq!(read("\"round_to\": 500", "\"round_to\": 0"), "tariff: round_to is not above 0, or far too large");
        assert_eq!(read("\"1.85\"", "\"-1\""), "tariff: factor is not above 0, or far too large");
        assert!(read("\"nextday_only\"", "\"nextday\"").starts_with("tariff: unknown field `nextday`"));
    }
}
