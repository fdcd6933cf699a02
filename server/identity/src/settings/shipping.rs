//! Shop rules for the couriers' offers, and the shop's own ways of shipping.

use ksmart_foundation::{form::Refusals, format::rupiah};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::settings::section::Section;

/// Maximum number of working days for packing.
const MAX_PACKING_DAYS: i64 = 30;

/// Highest amount in a rule, rupiah.
const MAX_RP: i64 = 1_000_000_000;

/// Shipping rules set by the owner. Where no rule is set, everything that couriers offer is offered unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShippingRules {
    /// The ids of couriers that are not offered.
    pub couriers_off: Vec<String>,
    /// Working days until a parcel is handed to its courier.
    pub packing_days: i64,
    /// Whether cash on delivery is off.
    pub cod_off: bool,
    /// Highest total that can be paid by cash on delivery, rupiah; 0 for no limit.
    pub cod_most_rp: i64,
    /// Cities, regencies and provinces with cash on delivery; everywhere if empty.
    pub cod_places: Vec<String>,
    /// Minimum value of the goods, before any voucher, for the shop to pay the shipping, rupiah; 0: the shop never
    /// bears it.
    pub free_from_rp: i64,
    /// Maximum shipping cost that the shop pays, rupiah; 0 for all of it.
    pub free_most_rp: i64,
    /// Cities, regencies and provinces to which the shop pays the shipping; everywhere if empty.
    pub free_places: Vec<String>,
    /// The shop's own ways of shipping, as offered to buyers.
    pub own: Vec<OwnWay>,
}

/// Way of shipping without a courier: the shop delivers, or the buyer picks up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnWay {
    /// Name shown to buyers, such as `Ambil di toko`.
    pub name: String,
    /// Cost for a parcel of any weight, rupiah.
    pub cost_rp: i64,
    /// Delivery time in working days, such as `1-2`; may be empty.
    pub days: String,
    /// Cities, regencies and provinces for which it is offered; everywhere if empty.
    pub places: Vec<String>,
}

impl Section for ShippingRules {
    const NAME: &'static str = "shipping";
    const LOGGED_AS: &'static str = "pengiriman";

    fn validate(self, refusals: &mut Refusals) -> Self {
        refusals.whole("packing_days", "Lama pengemasan", self.packing_days, 0..=MAX_PACKING_DAYS);
        refusals.whole("cod_most_rp", "Batas COD", self.cod_most_rp, 0..=MAX_RP);
        refusals.whole("free_from_rp", "Gratis ongkir mulai", self.free_from_rp, 0..=MAX_RP);
        refusals.whole("free_most_rp", "Ongkir yang ditanggung", self.free_most_rp, 0..=MAX_RP);
        for way in &self.own {
            refusals.whole("own", "Ongkos kirim", way.cost_rp, 0..=MAX_RP);
        }
        self
    }

    fn logged(&self) -> Value {
        let way = |way: &OwnWay| {
            let facts = [way.name.clone(), rupiah(way.cost_rp), way.days.clone(), way.places.join(" / ")];
            facts.into_iter().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(", ")
        };
        json!({
            "couriers_off": self.couriers_off.join(", "), "packing_days": self.packing_days, "cod_off": self.cod_off,
            "cod_most_rp": self.cod_most_rp, "cod_places": self.cod_places.join(", "),
            "free_from_rp": self.free_from_rp, "free_most_rp": self.free_most_rp,
            "free_places": self.free_places.join(", "),
            "own_ways": self.own.iter().map(way).collect::<Vec<_>>().join("; "),
        })
    }
}
