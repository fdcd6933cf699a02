//! Rules of the shop for the couriers' offers, and its own ways of shipping to a buyer.

use serde::{Deserialize, Serialize};

/// Shipping rules set by the owner. Where no rule is set, everything that couriers offer is offered unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShippingRules {
    /// The ids of couriers that are not offered.
    pub couriers_off: Vec<String>,
    /// Working days until a parcel is with its courier.
    pub packing_days: i64,
    /// Whether nobody pays at the door.
    pub cod_off: bool,
    /// The highest total that is paid at the door, rupiah; 0 for any.
    pub cod_most_rp: i64,
    /// The cities, regencies and provinces where one can pay at the door; everywhere, if there are none.
    pub cod_places: Vec<String>,
    /// Minimum value of the goods, before any voucher, for the shop to bear the shipping, rupiah; 0: it never does.
    pub free_from_rp: i64,
    /// Maximum shipping cost that the shop bears, rupiah; 0 for all of it.
    pub free_most_rp: i64,
    /// The cities, regencies and provinces to which it does; everywhere, if there are none.
    pub free_places: Vec<String>,
    /// Ways of the shop's own, as they are offered.
    pub own: Vec<OwnWay>,
}

/// A way to a buyer that no courier goes: the shop brings it, or it is fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnWay {
    /// Name shown to buyers, such as `Ambil di toko`.
    pub name: String,
    /// Cost for a parcel of any weight, rupiah.
    pub cost_rp: i64,
    /// Working days, such as `1-2`; or nothing.
    pub days: String,
    /// The cities, regencies and provinces for which it is; everywhere, if there are none.
    pub places: Vec<String>,
}
