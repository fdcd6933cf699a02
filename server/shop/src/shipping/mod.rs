//! Destinations of parcels, their couriers, and the shipping costs.

pub mod couriers;
pub mod destinations;
mod keyword;
pub mod komerce;
pub mod offers;
mod parcel;
pub mod place;
pub mod tariff;

use axum::{Json, extract::State};
use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

pub use self::parcel::{Destination, Event, Parcel, ShippingOption, courier_name, is_own};
use ksmart_foundation::{
    document::routes,
    error::{Code, Error, Result},
    extract::Query,
};
use ksmart_identity::{
    settings::{CachedSettings, ShopSettings, shipping::ShippingRules},
    tokens::Member,
};

use crate::{
    ShopState,
    shipping::{
        couriers::Couriers,
        destinations::Destinations,
        offers::{CashOnDelivery, FreeShipping, Offer, cash_on_delivery, free_shipping, offers},
        place::Place,
        tariff::Tariff,
    },
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(search)).routes(routes!(list_methods)).routes(routes!(calculate))
}

/// Result of a search.
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
    /// Whether the couriers could be reached; if not, only the shop's own delivery and pick-up are offered.
    couriers_reached: bool,
}

/// The ways to ship a parcel.
#[derive(Debug, Serialize, ToSchema)]
struct ShippingOptionList {
    success: bool,
    shipping_options: Vec<Offer>,
    cod: CashOnDelivery,
    /// Whether the couriers could be reached; if not, only the shop's own delivery and pick-up are offered.
    couriers_reached: bool,
    /// Threshold and limit of free shipping; null if the shop never pays for shipping to this place.
    free_shipping: Option<FreeShipping>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct Keyword {
    /// Words of a subdistrict, district, city, province or postal code, in any order.
    #[param(required, pattern = r"\S")]
    keyword: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ParcelParams {
    /// Id of the parcel's origin: the shop's own destination id, or 17579, which always means the shop's origin; any
    /// other id is answered with 404.
    shipper_destination_id: Option<i64>,
    receiver_destination_id: i64,
    /// Kilograms, above 0.
    #[param(value_type = String, pattern = r"^(0\.0*[1-9]\d*|[1-9]\d{0,3}(\.\d{1,3})?)$")]
    weight: Decimal,
    /// Worth of the goods, in rupiah: from a threshold on, the shop may pay for shipping.
    #[param(value_type = Option<String>)]
    item_value: Option<String>,
    /// Whether the order is paid by COD; ignored, because the response covers both cases.
    #[serde(rename = "cod")]
    _cod: Option<String>,
}

/// Searches the destinations.
#[utoipa::path(get, path = "/api/search-destination", operation_id = "searchDestinations",
    responses((status = 200, body = DestinationList), (status = 422), (status = 502)))]
async fn search(
    State(couriers): State<Couriers>,
    member: Option<Member>,
    Query(query): Query<Keyword>,
) -> Result<Json<DestinationList>> {
    let keyword = query.keyword.unwrap_or_default();
    if keyword.trim().is_empty() {
        return Err(Error::invalid("Please enter destination keyword"));
    }
    let data = couriers.search(&keyword, member.map(|member| member.id)).await?;
    Ok(Json(DestinationList { success: true, data }))
}

/// Returns the couriers that take a parcel to a destination, cheapest first.
#[utoipa::path(get, path = "/api/shipping-methods", operation_id = "listShippingMethods",
    responses((status = 200, body = ShippingMethodList), (status = 404), (status = 422), (status = 502)))]
async fn list_methods(
    State(settings): State<CachedSettings>,
    State(couriers): State<Couriers>,
    member: Option<Member>,
    Query(parcel): Query<ParcelParams>,
) -> Result<Json<ShippingMethodList>> {
    let mut data: Vec<ShippingMethod> = Vec::new();
    let asked = asked(&*settings.now().await?, &couriers, member, &parcel).await?;
    for Offer { option, .. } in asked.shipping_options {
        match data.iter_mut().find(|method| method.id == option.shipping_name) {
            Some(method) => method.description = format!("{}, {}", method.description, option.service_name),
            None => data.push(ShippingMethod {
                name: courier_name(&option.shipping_name).to_owned(),
                id: option.shipping_name,
                description: option.service_name,
            }),
        }
    }
    Ok(Json(ShippingMethodList { success: true, data, couriers_reached: asked.couriers_reached }))
}

/// Returns the cost of each courier's services for a parcel, the cheapest first.
#[utoipa::path(get, path = "/api/calculate-shipping", operation_id = "calculateShipping",
    responses((status = 200, body = ShippingOptionList), (status = 404), (status = 422), (status = 502)))]
async fn calculate(
    State(couriers): State<Couriers>,
    State(settings): State<CachedSettings>,
    member: Option<Member>,
    Query(parcel): Query<ParcelParams>,
) -> Result<Json<ShippingOptionList>> {
    Ok(Json(asked(&*settings.now().await?, &couriers, member, &parcel).await?))
}

async fn asked(
    settings: &ShopSettings,
    couriers: &Couriers,
    member: Option<Member>,
    parcel: &ParcelParams,
) -> Result<ShippingOptionList> {
    if parcel.shipper_destination_id.is_some_and(|asked| asked != SHIPPING_ORIGIN_ID && asked != settings.origin.id) {
        return Err(Error::not_found("Asal pengiriman tidak ditemukan."));
    }
    let rules = &settings.shipping;
    // A worth that cannot be read counts as 0.
    let goods_rp = parcel.item_value.as_ref().and_then(|worth| worth.trim().parse().ok()).unwrap_or(0);
    let place = couriers.place(parcel.receiver_destination_id).await?.unwrap_or_default();
    let parcel = Parcel::new(settings.origin.id, parcel.receiver_destination_id, parcel.weight);
    let asked = couriers.options(&parcel, member.map(|member| member.id)).await;
    let (shipping_options, couriers_reached) = offered(rules, &place, goods_rp, asked)?;
    Ok(ShippingOptionList {
        success: true,
        shipping_options,
        cod: cash_on_delivery(rules, &place),
        couriers_reached,
        free_shipping: free_shipping(rules, &place),
    })
}

/// Returns the offers for a buyer, and whether the couriers could be reached. If not, only the shop's own delivery and
/// pick-up are offered.
///
/// # Errors
/// The couriers could not be reached, and the shop itself does not deliver to that place; or they refuse the parcel.
pub fn offered(
    rules: &ShippingRules,
    place: &Place,
    goods_rp: i64,
    asked: Result<Vec<ShippingOption>>,
) -> Result<(Vec<Offer>, bool)> {
    match asked {
        Err(error) if error.code() == Code::ShippingUnavailable => {
            let own = offers(rules, place, goods_rp, Vec::new());
            if own.is_empty() { Err(error) } else { Ok((own, false)) }
        }
        asked => Ok((offers(rules, place, goods_rp, asked?), true)),
    }
}

/// Loads destinations and tariff in advance, so that no shopper has to wait.
pub fn warm() {
    Destinations::embedded();
    Tariff::embedded();
}
