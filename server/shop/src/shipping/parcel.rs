//! Parcels, their destinations, and the ways to ship them.

use axum::http::StatusCode;
use ksmart_foundation::error::{Code, Error};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of destinations from a search.
pub(super) const SEARCH_LIMIT: usize = 20;

/// A subdistrict that can be shipped to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Destination {
    /// Id of the destination at the shipping provider, or in the program's own table if there is no provider.
    pub id: i64,
    /// Name of the destination: `Subdistrict, District, City, Province Zip`; a provider may leave out the province.
    pub label: String,
    /// Kelurahan or desa.
    pub subdistrict_name: String,
    /// Kecamatan.
    pub district_name: String,
    /// City or regency.
    pub city_name: String,
    /// Province; empty if the provider does not state it.
    pub province_name: String,
    /// Postal code.
    pub zip_code: String,
}

impl Destination {
    /// Creates a destination of the provider from its label: `Subdistrict, District, City, Zip`, or with the province
    /// before the postal code.
    pub(super) fn labelled(id: i64, label: String) -> Self {
        let (names, code) = split_code(&label);
        let mut names = names.split(',').map(|name| name.trim().to_owned());
        let mut next = || names.next().unwrap_or_default();
        let [subdistrict_name, district_name, city_name, province_name] = std::array::from_fn(|_| next());
        let zip_code = code.to_owned();
        Self { id, subdistrict_name, district_name, city_name, province_name, zip_code, label }
    }
}

/// Splits a label into its names and the postal code at its end, which may be empty.
pub(super) fn split_code(label: &str) -> (&str, &str) {
    let names = label.trim_end_matches(|c: char| c.is_ascii_digit());
    (names.trim_end_matches([' ', ',']), &label[names.len()..])
}

/// Something that happened to a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// Time of the event, RFC 3339; null if the courier's text for it cannot be parsed.
    pub at: Option<String>,
    /// Time of the event, in the courier's own words.
    pub date: String,
    /// Description in the courier's own words.
    pub description: String,
    /// The courier's name for the event; may be empty.
    pub status: String,
}

/// A way to ship a parcel, with its price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShippingOption {
    /// Id of the courier.
    pub shipping_name: String,
    /// The courier's service.
    pub service_name: String,
    /// Price of the whole parcel, rupiah.
    pub shipping_cost: i64,
    /// Working days, such as `2-3`; empty if unknown.
    pub etd: String,
    /// Whether the service does not offer cash on delivery; left out if it does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_cod: bool,
}

impl ShippingOption {
    /// Returns the text that an order stores for this option: courier and service, such as `JNE - REG23`.
    pub fn method(&self) -> String {
        format!("{} - {}", self.shipping_name, self.service_name)
    }
}

/// Id of the shop itself, used in place of a courier's id.
pub(super) const OWN: &str = "TOKO";

/// Whether an order's shipping method means that the shop delivers the parcel itself, or that the buyer picks it up.
pub fn is_own(method: &str) -> bool {
    method.split_once(" - ").is_some_and(|(courier, _)| courier == OWN)
}

/// Returns the display name of a courier; for an unknown one, its id.
pub fn courier_name(id: &str) -> &str {
    match id {
        "IDEXPRESS" => "ID Express",
        "JNT" => "J&T Express",
        "LION" => "Lion Parcel",
        "NINJA" => "Ninja Xpress",
        "SAP" => "SAP Express",
        "SICEPAT" => "SiCepat",
        OWN => "Dari toko",
        id => id,
    }
}

/// A parcel to be priced.
#[derive(Debug, Clone, Copy)]
pub struct Parcel {
    pub(super) origin_id: i64,
    pub(super) destination_id: i64,
    pub(super) weight_kg: Decimal,
}

impl Parcel {
    /// Creates a parcel of `weight_kg` kilograms from one destination to another.
    pub fn new(origin_id: i64, destination_id: i64, weight_kg: Decimal) -> Self {
        Self { origin_id, destination_id, weight_kg }
    }
}

/// Returns 502 for a shipping provider that does not answer.
#[track_caller]
pub(super) fn unavailable(error: &dyn std::fmt::Display) -> Error {
    tracing::warn!("{error}");
    let message = "Layanan pengiriman sedang tidak dapat dihubungi. Silakan coba lagi.";
    Error::new(StatusCode::BAD_GATEWAY, Code::ShippingUnavailable, message)
}
