//! What the shop offers a buyer: what couriers ask, by the shop's own rules.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    foundation::{
        error::{Code, Error, Result},
        format::rupiah,
    },
    identity::settings::shipping::{OwnWay, ShippingRules},
    shop::shipping::{
        destinations::Destinations,
        parcel::{ShippingOption, split_code},
    },
};

/// The id that stands for the shop where a courier's would stand.
pub const OWN: &str = "TOKO";

/// A way to ship a parcel, with what the buyer pays for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Offer {
    /// The way; its cost is what the buyer pays.
    #[serde(flatten)]
    pub option: ShippingOption,
    /// What it costs before the shop bears its part, rupiah; left out where it bears none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_cost: Option<i64>,
}

/// Whether one can pay at the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashOnDelivery {
    /// Whether it is offered at this place.
    pub offered: bool,
    /// The highest total that is paid so, rupiah; null for any.
    pub most_rp: Option<i64>,
}

/// From when on the shop bears the shipping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct FreeShipping {
    /// What the goods must be worth, before any voucher, rupiah.
    pub from_rp: i64,
    /// How much the shop bears at most, rupiah; null for all of it.
    pub most_rp: Option<i64>,
}

/// Where a parcel goes, as far as rules ask: its city or regency, and its province where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    city: &'a str,
    province: &'a str,
}

impl<'a> Place<'a> {
    /// The place of a destination's label: `Subdistrict, District, City, Province Zip` or `…, City, Zip`.
    pub fn of(label: &'a str) -> Self {
        let mut names = split_code(label).0.split(',').skip(2).map(str::trim);
        Self { city: names.next().unwrap_or_default(), province: names.next().unwrap_or_default() }
    }

    /// Every place that the program knows, those that follow each other once.
    pub fn all() -> Vec<Place<'static>> {
        let places = Destinations::embedded().iter();
        let mut places: Vec<_> = places.map(|found| Place { city: found.city, province: found.province }).collect();
        places.dedup();
        places
    }

    /// Whether `name` is this city or regency, or its province. `Bandung` is both the city and the regency, as for a
    /// provider that does not tell them apart.
    pub fn is(self, name: &str) -> bool {
        let name = name.trim();
        let city = if bare(name).len() == name.len() || bare(self.city).len() == self.city.len() {
            bare(name).eq_ignore_ascii_case(bare(self.city))
        } else {
            name.eq_ignore_ascii_case(self.city)
        };
        !name.is_empty() && (city || name.eq_ignore_ascii_case(self.province))
    }

    fn is_one_of(self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.is(name))
    }
}

/// A city's name without what kind of city it is.
fn bare(city: &str) -> &str {
    let kinds = ["kota ", "kabupaten ", "kab. "];
    let cut = kinds.iter().find_map(|kind| {
        let (front, name) = city.split_at_checked(kind.len())?;
        front.eq_ignore_ascii_case(kind).then_some(name)
    });
    cut.unwrap_or(city)
}

/// What is offered for goods worth `goods_rp`, of what couriers ask: the cheapest first.
pub fn offers(rules: &ShippingRules, place: Place<'_>, goods_rp: i64, asked: Vec<ShippingOption>) -> Vec<Offer> {
    let free = free_shipping(rules, place).filter(|free| goods_rp >= free.from_rp);
    let own = rules.own.iter().filter(|way| place.is_one_of(&way.places)).map(own_option);
    let by_courier = asked.into_iter().filter(|option| !rules.couriers_off.contains(&option.shipping_name));
    let by_courier = by_courier.map(|option| ShippingOption { etd: later(&option.etd, rules.packing_days), ..option });
    let mut offers: Vec<Offer> = by_courier
        .chain(own)
        .map(|option| {
            let cost = option.shipping_cost;
            let borne = free.map_or(0, |free| free.most_rp.unwrap_or(cost).min(cost));
            let full_cost = Some(cost).filter(|_| borne > 0);
            Offer { option: ShippingOption { shipping_cost: cost - borne, ..option }, full_cost }
        })
        .collect();
    // Where the shop bears all, what costs it least comes first.
    offers.sort_by_key(|offer| (offer.option.shipping_cost, offer.full_cost));
    offers
}

fn own_option(way: &OwnWay) -> ShippingOption {
    ShippingOption {
        shipping_name: OWN.to_owned(),
        service_name: way.name.clone(),
        shipping_cost: way.cost_rp,
        etd: way.days.clone(),
    }
}

/// Working days such as `2-3`, some days later; what are no days stays as it is.
fn later(etd: &str, days: i64) -> String {
    let later: Option<Vec<String>> =
        etd.split('-').map(|day| Some((day.trim().parse::<i64>().ok()?.checked_add(days)?).to_string())).collect();
    later.map_or_else(|| etd.to_owned(), |days| days.join("-"))
}

/// Whether one can pay at the door at a place.
pub fn cash_on_delivery(rules: &ShippingRules, place: Place<'_>) -> CashOnDelivery {
    let offered = !rules.cod_off && place.is_one_of(&rules.cod_places);
    CashOnDelivery { offered, most_rp: Some(rules.cod_most_rp).filter(|most| *most > 0) }
}

/// Refuses an order of `total_rp` rupiah that would be paid at the door where the shop does not let it.
///
/// # Errors
/// 409: no COD there, or not for so much.
pub fn check_cod(rules: &ShippingRules, place: Place<'_>, total_rp: i64) -> Result<()> {
    let cod = cash_on_delivery(rules, place);
    let refused = |message| Err(Error::conflict(Code::CodUnavailable, message));
    match cod.most_rp {
        _ if !cod.offered => refused("COD tidak tersedia untuk tujuan ini. Pilih pembayaran online.".to_owned()),
        Some(most) if total_rp > most => {
            refused(format!("COD hanya untuk pesanan sampai {}. Pilih pembayaran online.", rupiah(most)))
        }
        _ => Ok(()),
    }
}

/// What the shop bears of the shipping to a place; nothing where it never does.
pub fn free_shipping(rules: &ShippingRules, place: Place<'_>) -> Option<FreeShipping> {
    let bears = rules.free_from_rp > 0 && place.is_one_of(&rules.free_places);
    let most_rp = Some(rules.free_most_rp).filter(|most| *most > 0);
    bears.then_some(FreeShipping { from_rp: rules.free_from_rp, most_rp })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(courier: &str, cost: i64, etd: &str) -> ShippingOption {
        let [shipping_name, service_name, etd] = [courier, "REG", etd].map(str::to_owned);
        ShippingOption { shipping_name, service_name, shipping_cost: cost, etd }
    }

    fn costs(rules: &ShippingRules, label: &str, goods_rp: i64) -> Vec<(String, i64, Option<i64>)> {
        let asked = vec![option("JNE", 20_000, "2-3"), option("SAP", 15_000, "3")];
        let found = offers(rules, Place::of(label), goods_rp, asked);
        found.into_iter().map(|offer| (offer.option.method(), offer.option.shipping_cost, offer.full_cost)).collect()
    }

    const BANDUNG: &str = "Dago, Coblong, Kota Bandung, Jawa Barat 40135";

    #[test]
    fn a_place_is_known_by_its_city_or_its_province() {
        let place = Place::of(BANDUNG);
        for name in ["Bandung", "kota bandung", "JAWA BARAT", " Bandung "] {
            assert!(place.is(name), "{name}");
        }
        for name in ["Kabupaten Bandung", "Coblong", "Dago", "Bandung Barat", "", "40135"] {
            assert!(!place.is(name), "{name}");
        }
        // A provider that tells neither the kind of the city nor the province.
        let place = Place::of("DAGO, COBLONG, BANDUNG, 40135");
        assert!(place.is("Kota Bandung") && place.is("Kabupaten Bandung") && place.is("bandung"));
        assert!(!place.is("Jawa Barat") && !place.is("40135"));
        assert!(!Place::of("").is("") && !Place::of("").is("Bandung"));
    }

    #[test]
    fn without_rules_everything_is_offered_as_couriers_do() {
        let rules = ShippingRules::default();
        let as_asked = [("SAP - REG".to_owned(), 15_000, None), ("JNE - REG".to_owned(), 20_000, None)];
        assert_eq!(costs(&rules, BANDUNG, i64::MAX), as_asked);
        assert_eq!(cash_on_delivery(&rules, Place::of(BANDUNG)), CashOnDelivery { offered: true, most_rp: None });
        assert!(check_cod(&rules, Place::of(""), i64::MAX).is_ok());
    }

    #[test]
    fn the_shop_bears_shipping_from_a_worth_on_up_to_a_most() {
        let rules = ShippingRules { free_from_rp: 100_000, free_most_rp: 18_000, ..ShippingRules::default() };
        assert_eq!(costs(&rules, BANDUNG, 99_999)[0], ("SAP - REG".to_owned(), 15_000, None));
        let borne = [("SAP - REG".to_owned(), 0, Some(15_000)), ("JNE - REG".to_owned(), 2_000, Some(20_000))];
        assert_eq!(costs(&rules, BANDUNG, 100_000), borne);
        let rules = ShippingRules { free_most_rp: 0, ..rules };
        let all = [("SAP - REG".to_owned(), 0, Some(15_000)), ("JNE - REG".to_owned(), 0, Some(20_000))];
        assert_eq!(costs(&rules, BANDUNG, 100_000), all);
        let rules = ShippingRules { free_places: vec!["Banten".to_owned()], ..rules };
        assert_eq!(costs(&rules, BANDUNG, 100_000)[0].1, 15_000);
        assert_eq!(free_shipping(&rules, Place::of(BANDUNG)), None);
    }

    #[test]
    fn couriers_are_left_out_and_the_shops_own_ways_stand_beside_the_others() {
        let way = |name: &str, cost_rp, places: &[&str]| OwnWay {
            name: name.to_owned(),
            cost_rp,
            days: "1".to_owned(),
            places: places.iter().map(|place| (*place).to_owned()).collect(),
        };
        let rules = ShippingRules {
            couriers_off: vec!["SAP".to_owned()],
            packing_days: 2,
            own: vec![way("Ambil di toko", 0, &["Bandung"]), way("Kurir Bogor", 5_000, &["Bogor"])],
            ..ShippingRules::default()
        };
        let offered = [("TOKO - Ambil di toko".to_owned(), 0, None), ("JNE - REG".to_owned(), 20_000, None)];
        assert_eq!(costs(&rules, BANDUNG, 1), offered);
        let found = offers(&rules, Place::of(BANDUNG), 1, vec![option("JNE", 1, "2-3"), option("LION", 2, "soon")]);
        let days: Vec<&str> = found.iter().map(|offer| offer.option.etd.as_str()).collect();
        assert_eq!(days, ["1", "4-5", "soon"]);
    }

    #[test]
    fn cod_has_its_places_and_its_limit() {
        let rules =
            ShippingRules { cod_most_rp: 50_000, cod_places: vec!["Jawa Barat".to_owned()], ..Default::default() };
        assert!(check_cod(&rules, Place::of(BANDUNG), 50_000).is_ok());
        assert!(check_cod(&rules, Place::of(BANDUNG), 50_001).is_err());
        assert!(check_cod(&rules, Place::of("A, B, Kota Bogor, Banten 1"), 1).is_err());
        let rules = ShippingRules { cod_off: true, ..ShippingRules::default() };
        assert!(check_cod(&rules, Place::of(BANDUNG), 1).is_err());
    }
}
