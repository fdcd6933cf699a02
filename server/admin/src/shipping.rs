//! Shipping options of the shop, for the owner.

use axum::{Json, extract::State};
use ksmart_foundation::{db::Db, document::routes, error::Result, extract::Body, form::Refusals, time::Clock};
use ksmart_identity::{
    audit::{self, Subject},
    roles::{Admin, OWNER},
    settings::{
        self, CachedSettings, Section, Versioned,
        shipping::{OwnWay, ShippingRules},
    },
};
use ksmart_shop::shipping::{courier_name, couriers::KNOWN, destinations::Destinations, place};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Maximum number of places in a rule.
const MAX_PLACES: usize = 100;

/// Maximum number of own ways: the shop's own delivery and pick-up.
const MAX_OWN: usize = 10;

/// Maximum length of a place name, in characters.
const MAX_PLACE: usize = 60;

/// Maximum length of the name of an own way, in characters.
const MAX_WAY: usize = 40;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show, change))
}

/// A courier, and whether the shop offers it.
#[derive(Debug, Serialize, ToSchema)]
struct OfferedCourier {
    id: String,
    name: String,
    offered: bool,
}

/// Own way: delivery by the shop itself, or pick-up.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
struct AdminOwnWay {
    /// Name, such as `Ambil di toko`.
    #[schema(min_length = 1, max_length = 40, pattern = r"\S")]
    name: String,
    /// Cost for a parcel of any weight, rupiah.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    cost_rp: i64,
    /// Working days, such as `1-2`; or empty.
    #[schema(pattern = r"^(\d{1,2}(-\d{1,2})?)?$")]
    days: String,
    /// Places where it is offered; everywhere, if there are none.
    #[schema(max_items = 100)]
    places: Vec<String>,
}

/// Shipping options and their rules.
#[derive(Debug, Serialize, ToSchema)]
struct AdminShipping {
    couriers: Vec<OfferedCourier>,
    packing_days: i64,
    cod: bool,
    cod_most_rp: i64,
    cod_places: Vec<String>,
    free_from_rp: i64,
    free_most_rp: i64,
    free_places: Vec<String>,
    own: Vec<AdminOwnWay>,
    /// Provinces, cities and regencies that rules can name.
    places: Vec<&'static str>,
    /// Number of edits; an edit names the number on which it is based.
    version: i64,
}

impl AdminShipping {
    fn of(Versioned { values: rules, version }: Versioned<ShippingRules>) -> Self {
        let courier = |id: &str| OfferedCourier {
            id: id.to_owned(),
            name: courier_name(id).to_owned(),
            offered: !rules.couriers_off.iter().any(|off| off == id),
        };
        let way = |OwnWay { name, cost_rp, days, places }| AdminOwnWay { name, cost_rp, days, places };
        Self {
            couriers: KNOWN.into_iter().map(courier).collect(),
            packing_days: rules.packing_days,
            cod: !rules.cod_off,
            cod_most_rp: rules.cod_most_rp,
            cod_places: rules.cod_places,
            free_from_rp: rules.free_from_rp,
            free_most_rp: rules.free_most_rp,
            free_places: rules.free_places,
            own: rules.own.into_iter().map(way).collect(),
            places: Destinations::embedded().names(),
            version,
        }
    }
}

/// Form for the shipping options.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"couriers_off": ["LION"], "packing_days": 1, "cod": true, "cod_most_rp": 2_000_000, "cod_places": ["Jawa Barat"],
    "free_from_rp": 300_000, "free_most_rp": 25_000, "free_places": [],
    "own": [{"name": "Ambil di toko", "cost_rp": 0, "days": "", "places": ["Kota Bandung"]}], "version": 0}
)))]
struct ShippingForm {
    /// The ids of couriers that are not offered.
    #[schema(max_items = 7)]
    couriers_off: Vec<String>,
    /// Working days until a parcel is handed to its courier; they are added to the courier's delivery time.
    #[schema(minimum = 0, maximum = 30)]
    packing_days: i64,
    /// Whether payment on delivery is offered.
    cod: bool,
    /// Maximum total of a COD order, rupiah; 0 for no limit.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    cod_most_rp: i64,
    /// Cities, regencies and provinces with COD; everywhere, if there are none.
    #[schema(max_items = 100)]
    cod_places: Vec<String>,
    /// Minimum value of the goods, before any voucher, for free shipping, rupiah; 0: never free.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    free_from_rp: i64,
    /// Maximum shipping cost that the shop pays, rupiah; 0 for no limit.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    free_most_rp: i64,
    /// Places with free shipping; everywhere, if there are none.
    #[schema(max_items = 100)]
    free_places: Vec<String>,
    /// Own ways: delivery by the shop itself, and pick-up.
    #[schema(max_items = 10)]
    own: Vec<AdminOwnWay>,
    /// The version that was edited.
    version: i64,
}

/// Reads the couriers that are not offered; at least one courier must be offered if the shop has no own way to ship.
fn couriers_off(refusals: &mut Refusals, form: &ShippingForm) -> Vec<String> {
    if form.couriers_off.iter().any(|id| !KNOWN.contains(&id.as_str())) {
        refusals.add("couriers_off", "choice", "Pilih kurir dari daftar.");
    }
    let off: Vec<String> =
        KNOWN.into_iter().filter(|id| form.couriers_off.iter().any(|off| off == id)).map(str::to_owned).collect();
    if off.len() == KNOWN.len() && form.own.is_empty() {
        refusals.add("couriers_off", "required", "Tawarkan minimal satu kurir, atau satu cara kirim toko.");
    }
    off
}

/// Returns typed places without duplicates; they must be known places.
fn places(refusals: &mut Refusals, field: &'static str, typed: &[String], known: &[&str]) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    if typed.len() > MAX_PLACES {
        refusals.add(field, "too_many", format!("Paling banyak {MAX_PLACES} tempat."));
        return places;
    }
    for typed in typed.iter().map(|place| place.trim()).filter(|place| !place.is_empty()) {
        if places.iter().any(|place| place.eq_ignore_ascii_case(typed)) {
            continue;
        }
        if typed.chars().count() > MAX_PLACE || typed.chars().any(|c| c.is_control() || c == ',') {
            refusals.add(field, "place", format!("Nama tempat maksimal {MAX_PLACE} karakter, tanpa koma."));
        } else if !known.iter().any(|known| place::means(typed, known)) {
            refusals.add(field, "place", format!("Tidak ada kota, kabupaten, atau provinsi bernama {typed}."));
        }
        places.push(typed.to_owned());
    }
    places
}

fn own_ways(refusals: &mut Refusals, form: &ShippingForm, known: &[&str]) -> Vec<OwnWay> {
    if form.own.len() > MAX_OWN {
        refusals.add("own", "too_many", format!("Paling banyak {MAX_OWN} cara kirim."));
        return Vec::new();
    }
    let ways: Vec<OwnWay> = form
        .own
        .iter()
        .map(|way| {
            let days = way.days.trim();
            let are_days = days.is_empty() || days.split('-').all(|day| day.parse::<u8>().is_ok_and(|day| day < 100));
            if !are_days || days.split('-').count() > 2 {
                refusals.add("own", "days", "Tulis lama kirim seperti 1 atau 1-2.");
            }
            OwnWay {
                name: refusals.line("own", "Nama cara kirim", &way.name, MAX_WAY),
                cost_rp: way.cost_rp,
                days: days.to_owned(),
                places: places(refusals, "own", &way.places, known),
            }
        })
        .collect();
    let twice = |at: usize| ways[..at].iter().any(|other| other.name.eq_ignore_ascii_case(&ways[at].name));
    if (0..ways.len()).any(twice) {
        refusals.add("own", "twice", "Setiap cara kirim perlu nama sendiri.");
    }
    ways
}

fn check(form: &ShippingForm) -> Result<ShippingRules> {
    let known = &Destinations::embedded().names();
    let mut refusals = Refusals::default();
    let rules = ShippingRules {
        couriers_off: couriers_off(&mut refusals, form),
        packing_days: form.packing_days,
        cod_off: !form.cod,
        cod_most_rp: form.cod_most_rp,
        cod_places: places(&mut refusals, "cod_places", &form.cod_places, known),
        free_from_rp: form.free_from_rp,
        free_most_rp: form.free_most_rp,
        free_places: places(&mut refusals, "free_places", &form.free_places, known),
        own: own_ways(&mut refusals, form, known),
    }
    .validate(&mut refusals);
    refusals.done()?;
    Ok(rules)
}

/// Returns the shipping options and their rules.
#[utoipa::path(get, path = "/api/admin/shipping", operation_id = "getShippingRules",
    responses((status = 200, body = AdminShipping)))]
async fn show(State(db): State<Db>, _: Admin<OWNER>) -> Result<Json<AdminShipping>> {
    Ok(Json(AdminShipping::of(settings::read(&mut *db.read().await?).await?)))
}

/// Stores the shipping options. Existing orders keep the options with which they were placed.
#[utoipa::path(put, path = "/api/admin/shipping", operation_id = "updateShippingRules", request_body = ShippingForm,
    responses((status = 200, body = AdminShipping), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(cached): State<CachedSettings>,
    admin: Admin<OWNER>,
    Body(form): Body<ShippingForm>,
) -> Result<Json<AdminShipping>> {
    let edit = Versioned { values: check(&form)?, version: form.version };
    let mut tx = db.write().await?;
    if !settings::save(&mut tx, &admin.0, clock.now_ms(), &edit).await? {
        let current = AdminShipping::of(settings::read(&mut tx).await?);
        return Err(audit::conflict(current, &mut tx, Subject::Settings, ShippingRules::LOGGED_AS).await);
    }
    let after = AdminShipping::of(settings::read(&mut tx).await?);
    tx.commit().await?;
    cached.mark_changed();
    Ok(Json(after))
}
