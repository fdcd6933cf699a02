//! Where parcels go, who takes them, and what that costs.

pub mod destinations;
pub mod tariff;

use axum::Json;
use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    error::{Error, Result},
    extract::Query,
    shipping::{destinations::Destinations, tariff::Tariff},
};

/// How many destinations a search shows.
const SEARCH_LIMIT: usize = 20;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(search)).routes(routes!(list_methods)).routes(routes!(calculate))
}

/// A subdistrict that can be shipped to.
#[derive(Debug, Serialize, ToSchema)]
struct Destination {
    id: i64,
    /// `Subdistrict, District, City, Province Zip`.
    label: String,
    subdistrict_name: String,
    district_name: String,
    city_name: String,
    province_name: String,
    zip_code: String,
}

/// What a search found.
#[derive(Debug, Serialize, ToSchema)]
struct DestinationList {
    success: bool,
    data: Vec<Destination>,
}

/// A courier.
#[derive(Debug, Serialize, ToSchema)]
struct ShippingMethod {
    id: String,
    name: String,
    description: String,
}

/// The couriers that go to a destination.
#[derive(Debug, Serialize, ToSchema)]
struct ShippingMethodList {
    success: bool,
    data: Vec<ShippingMethod>,
}

/// A way to ship a parcel, with its price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShippingOption {
    /// Id of the courier.
    pub shipping_name: String,
    /// The courier's service.
    pub service_name: String,
    /// Rupiah.
    pub shipping_cost: i64,
    /// Working days, such as `2-3`.
    pub etd: String,
}

impl ShippingOption {
    /// What an order calls this way: `JNE - REG23` (spec, section 3).
    pub fn method(&self) -> String {
        format!("{} - {}", self.shipping_name, self.service_name)
    }
}

/// The ways to ship a parcel.
#[derive(Debug, Serialize, ToSchema)]
struct ShippingOptionList {
    success: bool,
    shipping_options: Vec<ShippingOption>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct Keyword {
    /// Words of a subdistrict, district, city, province or postal code, in any order.
    keyword: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct Parcel {
    /// Where it leaves from; the shop has one origin, 17579.
    shipper_destination_id: Option<i64>,
    receiver_destination_id: i64,
    /// Kilograms, above 0.
    #[param(value_type = String)]
    weight: Decimal,
}

/// Searches the destinations.
#[utoipa::path(get, path = "/api/search-destination", params(Keyword), responses((status = 200, body = DestinationList), (status = 422)))]
async fn search(Query(query): Query<Keyword>) -> Result<Json<DestinationList>> {
    let keyword = query.keyword.unwrap_or_default();
    if keyword.trim().is_empty() {
        return Err(Error::invalid("Please enter destination keyword"));
    }
    let data = Destinations::embedded()
        .search(&keyword, SEARCH_LIMIT)
        .into_iter()
        .map(|found| Destination {
            id: found.id,
            label: found.label(),
            subdistrict_name: found.subdistrict.to_owned(),
            district_name: found.district.to_owned(),
            city_name: found.city.to_owned(),
            province_name: found.province.to_owned(),
            zip_code: found.postal_code.to_owned(),
        })
        .collect();
    Ok(Json(DestinationList { success: true, data }))
}

/// The couriers that take a parcel to a destination, the cheapest first.
#[utoipa::path(get, path = "/api/shipping-methods", params(Parcel), responses((status = 200, body = ShippingMethodList), (status = 404), (status = 422)))]
async fn list_methods(Query(parcel): Query<Parcel>) -> Result<Json<ShippingMethodList>> {
    let mut data: Vec<ShippingMethod> = Vec::new();
    for option in options_of(&parcel)? {
        match data.iter_mut().find(|method| method.id == option.shipping_name) {
            Some(method) => method.description = format!("{}, {}", method.description, option.service_name),
            None => data.push(ShippingMethod {
                name: courier_name(&option.shipping_name).to_owned(),
                id: option.shipping_name,
                description: option.service_name,
            }),
        }
    }
    Ok(Json(ShippingMethodList { success: true, data }))
}

/// What people call a courier; a new one goes by its id.
fn courier_name(id: &str) -> &str {
    match id {
        "IDEXPRESS" => "ID Express",
        "JNT" => "J&T Express",
        "LION" => "Lion Parcel",
        "NINJA" => "Ninja Xpress",
        "SAP" => "SAP Express",
        "SICEPAT" => "SiCepat",
        id => id,
    }
}

/// What each courier's services cost for a parcel, the cheapest first.
#[utoipa::path(get, path = "/api/calculate-shipping", params(Parcel), responses((status = 200, body = ShippingOptionList), (status = 404), (status = 422)))]
async fn calculate(Query(parcel): Query<Parcel>) -> Result<Json<ShippingOptionList>> {
    Ok(Json(ShippingOptionList { success: true, shipping_options: options_of(&parcel)? }))
}

fn options_of(parcel: &Parcel) -> Result<Vec<ShippingOption>> {
    if parcel.shipper_destination_id.is_some_and(|origin| origin != SHIPPING_ORIGIN_ID) {
        return Err(Error::not_found("Asal pengiriman tidak ditemukan."));
    }
    options(parcel.receiver_destination_id, parcel.weight)
}

/// The ways to ship `weight_kg` kilograms to a destination, the cheapest first.
///
/// # Errors
/// 404 for an unknown destination, 422 for a weight that no courier takes.
pub fn options(destination_id: i64, weight_kg: Decimal) -> Result<Vec<ShippingOption>> {
    let destination = Destinations::embedded()
        .get(destination_id)
        .ok_or_else(|| Error::not_found("Tujuan pengiriman tidak ditemukan."))?;
    let mut options: Vec<ShippingOption> = Tariff::embedded()
        .options(&destination, weight_kg)
        .map_err(|_| Error::invalid("Berat kiriman tidak benar."))?
        .into_iter()
        .map(|option| ShippingOption {
            shipping_name: option.shipping_name,
            service_name: option.service_name,
            shipping_cost: option.shipping_cost,
            etd: option.etd,
        })
        .collect();
    options.sort_by_key(|option| option.shipping_cost);
    Ok(options)
}

/// Loads destinations and tariff, so that no shopper waits for it.
pub fn warm() {
    Destinations::embedded();
    Tariff::embedded();
}
