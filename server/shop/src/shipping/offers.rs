//! Offers of the shop to a buyer: the couriers' prices, changed by the shop's own rules.

use ksmart_foundation::{
    error::{Code, Error, Result},
    format::rupiah,
};
use ksmart_identity::settings::shipping::{OwnWay, ShippingRules};
use serde::Serialize;
use utoipa::ToSchema;

use crate::shipping::{
    parcel::{OWN, ShippingOption, courier_name},
    place::Place,
};

/// A way to ship a parcel, with the price for the buyer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Offer {
    /// Way to ship; its cost is the price for the buyer.
    #[serde(flatten)]
    pub option: ShippingOption,
    /// Cost before the shop pays its part, rupiah; left out if the shop pays none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_cost: Option<i64>,
}

/// Cash on delivery at a place: whether it is offered, and its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashOnDelivery {
    /// Whether it is offered at this place.
    pub offered: bool,
    /// Maximum total of an order that is paid this way, rupiah; null for no limit.
    pub most_rp: Option<i64>,
}

/// Threshold and limit of shipping paid by the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct FreeShipping {
    /// Minimum worth of the goods, before any voucher, rupiah.
    pub from_rp: i64,
    /// Maximum amount that the shop pays, rupiah; null for the full cost.
    pub most_rp: Option<i64>,
}

/// Returns the offers for goods that cost `goods_rp` rupiah, cheapest first: those of `asked`, which have the couriers'
/// own prices, and the shop's own delivery and pick-up.
pub fn offers(rules: &ShippingRules, place: &Place, goods_rp: i64, asked: Vec<ShippingOption>) -> Vec<Offer> {
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
    // If the buyer's cost is the same, the way with the lowest cost for the shop comes first.
    offers.sort_by_key(|offer| (offer.option.shipping_cost, offer.full_cost));
    offers
}

fn own_option(way: &OwnWay) -> ShippingOption {
    ShippingOption {
        shipping_name: OWN.to_owned(),
        service_name: way.name.clone(),
        shipping_cost: way.cost_rp,
        etd: way.days.clone(),
        // The shop takes the money itself when it delivers the parcel or hands it out.
        no_cod: false,
    }
}

/// Adds days to working days such as `2-3`; other text stays unchanged.
fn later(etd: &str, days: i64) -> String {
    let later: Option<Vec<String>> =
        etd.split('-').map(|day| Some((day.trim().parse::<i64>().ok()?.checked_add(days)?).to_string())).collect();
    later.map_or_else(|| etd.to_owned(), |days| days.join("-"))
}

/// Returns whether cash on delivery is offered at a place, and its limit.
pub fn cash_on_delivery(rules: &ShippingRules, place: &Place) -> CashOnDelivery {
    let offered = !rules.cod_off && place.is_one_of(&rules.cod_places);
    CashOnDelivery { offered, most_rp: Some(rules.cod_most_rp).filter(|most| *most > 0) }
}

/// Refuses a cash on delivery order of `total_rp` rupiah if the shop does not allow it, or the courier takes no money.
///
/// # Errors
/// 409 if COD is not available at that place, by that courier, or for that total.
pub fn check_cod(rules: &ShippingRules, place: &Place, way: &ShippingOption, total_rp: i64) -> Result<()> {
    let cod = cash_on_delivery(rules, place);
    let refused = |message| Err(Error::conflict(Code::CodUnavailable, message));
    match cod.most_rp {
        _ if !cod.offered => refused("COD tidak tersedia untuk tujuan ini. Pilih pembayaran online.".to_owned()),
        _ if way.no_cod => refused(format!(
            "{} {} tidak melayani COD. Pilih kurir atau layanan lain, atau pembayaran online.",
            courier_name(&way.shipping_name),
            way.service_name
        )),
        Some(most) if total_rp > most => {
            refused(format!("COD hanya untuk pesanan sampai {}. Pilih pembayaran online.", rupiah(most)))
        }
        _ => Ok(()),
    }
}

/// Returns the threshold and limit of free shipping to a place; `None` where the shop never pays for it.
pub fn free_shipping(rules: &ShippingRules, place: &Place) -> Option<FreeShipping> {
    let is_free = rules.free_from_rp > 0 && place.is_one_of(&rules.free_places);
    let most_rp = Some(rules.free_most_rp).filter(|most| *most > 0);
    is_free.then_some(FreeShipping { from_rp: rules.free_from_rp, most_rp })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(courier: &str, cost: i64, etd: &str) -> ShippingOption {
        let [shipping_name, service_name, etd] = [courier, "REG", etd].map(str::to_owned);
        ShippingOption { shipping_name, service_name, shipping_cost: cost, etd, no_cod: courier == "LION" }
    }

    fn costs(rules: &ShippingRules, label: &str, goods_rp: i64) -> Vec<(String, i64, Option<i64>)> {
        let asked = vec![option("JNE", 20_000, "2-3"), option("SAP", 15_000, "3")];
        let found = offers(rules, &place(label), goods_rp, asked);
        found.into_iter().map(|offer| (offer.option.method(), offer.option.shipping_cost, offer.full_cost)).collect()
    }

    const BANDUNG: &str = "Dago, Coblong, Kota Bandung, Jawa Barat 40135";

    fn place(label: &str) -> Place {
        Place::labelled(label.to_owned())
    }

    #[test]
    fn without_rules_all_couriers_are_offered() {
        let rules = ShippingRules::default();
        let as_asked = [("SAP - REG".to_owned(), 15_000, None), ("JNE - REG".to_owned(), 20_000, None)];
        assert_eq!(costs(&rules, BANDUNG, i64::MAX), as_asked);
        assert_eq!(cash_on_delivery(&rules, &place(BANDUNG)), CashOnDelivery { offered: true, most_rp: None });
        assert!(check_cod(&rules, &place(""), &option("JNE", 1, ""), i64::MAX).is_ok());
    }

    #[test]
    fn free_shipping_has_a_minimum_and_a_maximum() {
        let rules = ShippingRules { free_from_rp: 100_000, free_most_rp: 18_000, ..ShippingRules::default() };
        assert_eq!(costs(&rules, BANDUNG, 99_999)[0], ("SAP - REG".to_owned(), 15_000, None));
        let borne = [("SAP - REG".to_owned(), 0, Some(15_000)), ("JNE - REG".to_owned(), 2_000, Some(20_000))];
        assert_eq!(costs(&rules, BANDUNG, 100_000), borne);
        let rules = ShippingRules { free_most_rp: 0, ..rules };
        let all = [("SAP - REG".to_owned(), 0, Some(15_000)), ("JNE - REG".to_owned(), 0, Some(20_000))];
        assert_eq!(costs(&rules, BANDUNG, 100_000), all);
        let rules = ShippingRules { free_places: vec!["Banten".to_owned()], ..rules };
        assert_eq!(costs(&rules, BANDUNG, 100_000)[0].1, 15_000);
        assert_eq!(free_shipping(&rules, &place(BANDUNG)), None);
    }

    #[test]
    fn own_ways_are_offered_with_enabled_couriers() {
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
        let found = offers(&rules, &place(BANDUNG), 1, vec![option("JNE", 1, "2-3"), option("LION", 2, "soon")]);
        let days: Vec<&str> = found.iter().map(|offer| offer.option.etd.as_str()).collect();
        assert_eq!(days, ["1", "4-5", "soon"]);
    }

    #[test]
    fn cod_is_limited_by_place_and_amount() {
        let rules =
            ShippingRules { cod_most_rp: 50_000, cod_places: vec!["Jawa Barat".to_owned()], ..Default::default() };
        assert!(check_cod(&rules, &place(BANDUNG), &option("JNE", 1, ""), 50_000).is_ok());
        assert!(check_cod(&rules, &place(BANDUNG), &option("JNE", 1, ""), 50_001).is_err());
        assert!(check_cod(&rules, &place("A, B, Kota Serang, Banten 0"), &option("JNE", 1, ""), 1).is_err());
        let said = check_cod(&rules, &place(BANDUNG), &option("LION", 1, ""), 1).unwrap_err();
        let message = "Lion Parcel REG tidak melayani COD. Pilih kurir atau layanan lain, atau pembayaran online.";
        assert_eq!(said.message(), message);
        let rules = ShippingRules { cod_off: true, ..ShippingRules::default() };
        assert!(check_cod(&rules, &place(BANDUNG), &option("JNE", 1, ""), 1).is_err());
    }
}
