//! Shop rules for the couriers' offers, and the shop's own ways of shipping.

use serde::{Deserialize, Serialize};

/// Shipping rules set by the owner. Where no rule is set, everything that couriers offer is offered unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
    /// Minimum value of the goods, before any voucher, for the shop to bear the shipping, rupiah; 0: the shop never
    /// bears it.
    pub free_from_rp: i64,
    /// Maximum shipping cost that the shop bears, rupiah; 0 for all of it.
    pub free_most_rp: i64,
    /// Cities, regencies and provinces to which the shop bears the shipping; everywhere if empty.
    pub free_places: Vec<String>,
    /// The shop's own ways of shipping, as offered to buyers.
    pub own: Vec<OwnWay>,
}

/// Way of shipping without a courier: the shop delivers, or the buyer picks up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnWay {
    /// Name shown to buyers, such as `Ambil di toko`.
    pub name: String,
    /// Cost for a parcel of any weight, rupiah.
    pub cost_rp: i64,
    /// Working days, such as `1-2`; may be empty.
    pub days: String,
    /// Cities, regencies and provinces for which it is offered; everywhere if empty.
    pub places: Vec<String>,
}
