//! Where parcels go, who takes them, and what that costs.

pub mod couriers;
pub mod destinations;
pub mod komerce;
pub mod tariff;
pub mod tracking;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    error::{Code, Error, Result},
    extract::Query,
    shipping::{destinations::Destinations, komerce::KomerceError, tariff::Tariff},
};

/// How many destinations a search shows.
const SEARCH_LIMIT: usize = 20;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(search))
        .routes(routes!(list_methods))
        .routes(routes!(calculate))
        .merge(tracking::router())
}

/// A subdistrict that can be shipped to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Destination {
    /// The provider's own id.
    pub id: i64,
    /// `Subdistrict, District, City, Province Zip`.
    pub label: String,
    /// Kelurahan or desa.
    pub subdistrict_name: String,
    /// Kecamatan.
    pub district_name: String,
    /// City or regency.
    pub city_name: String,
    /// Province, or nothing where the provider does not tell.
    pub province_name: String,
    /// Postal code.
    pub zip_code: String,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShippingOption {
    /// Id of the courier.
    pub shipping_name: String,
    /// The courier's service.
    pub service_name: String,
    /// Rupiah.
    pub shipping_cost: i64,
    /// Working days, such as `2-3`, or nothing.
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
struct ParcelParams {
    /// Where it leaves from; the shop has one origin, and 17579 stands for it, whichever it is.
    shipper_destination_id: Option<i64>,
    receiver_destination_id: i64,
    /// Kilograms, above 0.
    #[param(value_type = String)]
    weight: Decimal,
    /// What the goods are worth, in rupiah; what is asked of the couriers has a worth of its own.
    #[serde(rename = "item_value")]
    _item_value: Option<String>,
    /// Whether the courier takes the money; the couriers are asked for both.
    #[serde(rename = "cod")]
    _cod: Option<String>,
}

/// Searches the destinations.
#[utoipa::path(get, path = "/api/search-destination", params(Keyword), responses((status = 200, body = DestinationList), (status = 422), (status = 502)))]
async fn search(State(app): State<Shared>, Query(query): Query<Keyword>) -> Result<Json<DestinationList>> {
    let keyword = query.keyword.unwrap_or_default();
    if keyword.trim().is_empty() {
        return Err(Error::invalid("Please enter destination keyword"));
    }
    let data = app.couriers.search(&app, &keyword).await?;
    Ok(Json(DestinationList { success: true, data }))
}

/// The couriers that take a parcel to a destination, the cheapest first.
#[utoipa::path(get, path = "/api/shipping-methods", params(ParcelParams), responses((status = 200, body = ShippingMethodList), (status = 404), (status = 422), (status = 502)))]
async fn list_methods(
    State(app): State<Shared>,
    Query(parcel): Query<ParcelParams>,
) -> Result<Json<ShippingMethodList>> {
    let mut data: Vec<ShippingMethod> = Vec::new();
    for option in options_of(&app, &parcel).await? {
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
#[utoipa::path(get, path = "/api/calculate-shipping", params(ParcelParams), responses((status = 200, body = ShippingOptionList), (status = 404), (status = 422), (status = 502)))]
async fn calculate(State(app): State<Shared>, Query(parcel): Query<ParcelParams>) -> Result<Json<ShippingOptionList>> {
    Ok(Json(ShippingOptionList { success: true, shipping_options: options_of(&app, &parcel).await? }))
}

async fn options_of(app: &Shared, parcel: &ParcelParams) -> Result<Vec<ShippingOption>> {
    let origin_id = app.shop.now(&app.db).await?.shipping_origin_id;
    if parcel.shipper_destination_id.is_some_and(|asked| asked != SHIPPING_ORIGIN_ID && asked != origin_id) {
        return Err(Error::not_found("Asal pengiriman tidak ditemukan."));
    }
    let parcel = Parcel::new(origin_id, parcel.receiver_destination_id, parcel.weight);
    app.couriers.options(app, &parcel).await
}

/// What is to be shipped.
#[derive(Debug, Clone, Copy)]
pub struct Parcel {
    origin_id: i64,
    destination_id: i64,
    weight_kg: Decimal,
}

impl Parcel {
    /// A parcel of `weight_kg` kilograms from one destination to another.
    pub fn new(origin_id: i64, destination_id: i64, weight_kg: Decimal) -> Self {
        Self { origin_id, destination_id, weight_kg }
    }
}

/// 502 for a shipping provider that gives no answer.
#[track_caller]
fn unavailable(error: &KomerceError) -> Error {
    tracing::warn!("{error}");
    let message = "Layanan pengiriman sedang tidak dapat dihubungi. Silakan coba lagi.";
    Error::new(StatusCode::BAD_GATEWAY, Code::ShippingUnavailable, message)
}

/// Loads destinations and tariff, so that no shopper waits for it.
pub fn warm() {
    Destinations::embedded();
    Tariff::embedded();
}
