//! Source of the couriers' data: the program's own tables, or Komerce with its cached answers.

use std::{collections::BTreeMap, sync::Arc};

use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use ksmart_foundation::{
    db::{Conn, Db},
    error::{Error, Result},
    ids::{MemberId, OrderKey},
    limits::{Budget, RateLimit},
    page,
    time::{Clock, DAY_MS},
};
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{query, query_as, query_scalar};

use crate::shipping::{
    destinations::{self, Destinations},
    keyword,
    komerce::{Komerce, KomerceError},
    parcel::{Destination, Event, Parcel, SEARCH_LIMIT, ShippingOption, is_own, unavailable},
    place::Place,
    tariff::Tariff,
};

/// Maximum age of cached shipping costs and parcel histories that are used without a new request, in milliseconds.
const FRESH_MS: i64 = 10 * 60 * 1000;

/// Maximum age of cached shipping costs and parcel histories that are used if no answer arrives, in milliseconds.
const STALE_MS: i64 = DAY_MS;

/// Maximum ages of cached destination searches, in milliseconds: without a new request, and if no answer arrives.
const PLACES_FRESH_MS: i64 = DAY_MS;
const PLACES_STALE_MS: i64 = 30 * DAY_MS;

/// Maximum weight of a parcel, kilograms.
const MAX_WEIGHT_KG: i64 = 10_000;

/// Limit on the shop's requests to the provider for destinations and costs: number at once, then milliseconds for each
/// further request. Cached data needs no request.
const QUESTIONS: (u32, u64) = (450, 1500);

/// Additional rate limit reserved for members, so that visitors without a login cannot block a checkout.
const RESERVE: (u32, u64) = (150, 3000);

/// Part of the reserve that one member may use, so that no member uses all of it.
const RESERVE_OF_ONE: (u32, u64) = (20, 10_000);

/// Source of destinations, shipping costs and parcel histories.
#[derive(Clone)]
pub struct Couriers {
    db: Db,
    clock: Clock,
    /// Shipping provider; without one, the program's own tables are used.
    komerce: Option<Arc<Komerce>>,
    /// Limits on requests to the provider for destination searches and costs.
    questions: Arc<Questions>,
}

/// Limits on requests to the provider: one for everyone, and a reserve for members.
struct Questions {
    /// Limit for everyone.
    open: Budget,
    /// Limit for members alone.
    reserve: Budget,
    reserve_of: RateLimit<MemberId>,
}

impl Questions {
    fn new(clock: &Clock) -> Self {
        Self {
            open: Budget::new(QUESTIONS.0, QUESTIONS.1, clock),
            reserve: Budget::new(RESERVE.0, RESERVE.1, clock),
            reserve_of: RateLimit::new(RESERVE_OF_ONE.0, RESERVE_OF_ONE.1, clock),
        }
    }

    /// Counts a request to the provider, for a member or (`None`) a visitor; returns whether it is allowed.
    fn take(&self, member: Option<MemberId>) -> bool {
        self.open.spend().is_ok()
            || member.is_some_and(|id| self.reserve_of.take(&id).is_ok() && self.reserve.spend().is_ok())
    }
}

/// A parcel on its way, with its order and its courier.
pub struct TrackedParcel<'a> {
    /// The order.
    pub order: OrderKey,
    /// Number of the order.
    pub order_number: &'a str,
    /// The courier and the service, such as `JNE - REG23`.
    pub shipping_method: &'a str,
    /// The courier's number.
    pub resi: &'a str,
}

/// Returns the words to search for at the provider, without kinds of places, which its labels do not contain.
fn words_of(keyword: &str) -> Vec<String> {
    let written_out = keyword::written_out(&keyword::typed(keyword));
    keyword::without_kinds(&written_out, |words| Destinations::embedded().is_named(words))
}

impl Couriers {
    /// Creates the source from `komerce`, or from the program's own tables without it.
    pub fn new(db: Db, clock: Clock, komerce: Option<Komerce>) -> Self {
        let questions = Arc::new(Questions::new(&clock));
        Self { db, clock, komerce: komerce.map(Arc::new), questions }
    }

    /// Whether the data comes from the program's own tables.
    pub fn are_built_in(&self) -> bool {
        self.komerce.is_none()
    }

    /// Returns the destinations that match a keyword, for a member or (`None`) a visitor. If the rate limit is reached
    /// or the provider is down, it uses earlier answers of the provider.
    ///
    /// # Errors
    /// 502 if no request to the provider is possible, and no earlier answer matches.
    pub async fn search(&self, keyword: &str, member: Option<MemberId>) -> Result<Vec<Destination>> {
        let Some(komerce) = &self.komerce else {
            let found = Destinations::embedded().search(keyword, SEARCH_LIMIT);
            return Ok(found.into_iter().map(own_destination).collect());
        };
        let keyword = words_of(keyword).join(" ");
        if keyword.is_empty() {
            return Ok(Vec::new());
        }
        let sql = "SELECT destinations, fetched_ms FROM shipping_searches WHERE keyword = $1";
        let found: Option<(String, i64)> =
            query_as(sql).bind(&keyword).fetch_optional(&mut *self.db.read().await?).await?;
        let known = ProviderCache::read(self.clock.now_ms(), found, PLACES_FRESH_MS, PLACES_STALE_MS);
        if let ProviderCache::Fresh(found) = known {
            return Ok(found);
        }
        if !self.questions.take(member) {
            return match known {
                ProviderCache::Nothing => self.known_destinations(&keyword, spent()).await,
                known => known.or(&spent()),
            };
        }
        match komerce.search(&keyword).await {
            Ok(mut found) => {
                found.truncate(SEARCH_LIMIT);
                let sql = "INSERT INTO shipping_searches (keyword, destinations, fetched_ms) VALUES ($1, $2, $3)
                           ON CONFLICT (keyword) DO UPDATE SET destinations = excluded.destinations,
                                                               fetched_ms = excluded.fetched_ms";
                let query = query(sql).bind(&keyword).bind(written(&found)?).bind(self.clock.now_ms());
                let mut tx = self.db.write().await?;
                query.execute(&mut *tx).await?;
                keep_places(&mut tx, &found).await?;
                tx.commit().await?;
                Ok(found)
            }
            Err(error) => match known {
                ProviderCache::Nothing => self.known_destinations(&keyword, error).await,
                known => known.or(&error),
            },
        }
    }

    /// Returns destinations from the provider's earlier answers, by the words of their labels.
    ///
    /// # Errors
    /// 502 if none of their labels contains all words.
    async fn known_destinations(&self, keyword: &str, error: KomerceError) -> Result<Vec<Destination>> {
        tracing::warn!("places told before are used: {error}");
        let words: Vec<&str> = keyword.split(' ').collect();
        let longest = words.iter().max_by_key(|word| word.len()).copied();
        let sql = "SELECT destination_id, label FROM shipping_places WHERE LOWER(label) LIKE $1 ESCAPE '\\'
                   ORDER BY destination_id LIMIT 1000";
        let query = query_as(sql).bind(page::lowered_pattern(longest)?);
        let rows: Vec<(i64, String)> = query.fetch_all(&mut *self.db.read().await?).await?;
        let fits = |label: &str| words.iter().all(|word| label.to_lowercase().contains(word));
        let found = rows.into_iter().filter(|(_, label)| fits(label)).take(SEARCH_LIMIT);
        let found: Vec<Destination> = found.map(|(id, label)| Destination::labelled(id, label)).collect();
        if found.is_empty() { Err(unavailable(&error)) } else { Ok(found) }
    }

    /// Estimates the costs of a parcel between two places of the provider by the program's own tariff.
    ///
    /// # Errors
    /// 502 if the program does not know the destination.
    async fn estimate(&self, parcel: &Parcel) -> Result<Vec<ShippingOption>> {
        tracing::warn!("an estimate is used: {}", spent());
        let mut own = *parcel;
        for (id, fallback) in [(&mut own.origin_id, Some(SHIPPING_ORIGIN_ID)), (&mut own.destination_id, None)] {
            let place = self.place(*id).await?.unwrap_or_default();
            let own = Destinations::embedded().labelled(&place.label).map(|own| own.id);
            *id = own.or(fallback).ok_or_else(|| unavailable(&spent()))?;
        }
        own_options(&own)
    }

    /// Returns the place of a destination; `None` if the program does not know it, or the provider has not yet supplied
    /// it.
    pub async fn place(&self, destination: i64) -> sqlx::Result<Option<Place>> {
        if self.komerce.is_none() {
            return Ok(Destinations::embedded().get(destination).map(|found| Place::of(&found)));
        }
        let sql = "SELECT label FROM shipping_places WHERE destination_id = $1";
        let label = query_scalar(sql).bind(destination).fetch_optional(&mut *self.db.read().await?).await?;
        Ok(label.map(Place::labelled))
    }

    /// Returns the ways to ship a parcel, cheapest first, for a member or (`None`) a visitor.
    ///
    /// If the rate limit is reached, it returns cached costs, at most one day old; without any, a visitor gets an
    /// estimate by the program's own tariff. The caller must not hold a database connection during the call, because
    /// the provider may be slow.
    ///
    /// # Errors
    /// 404 for an unknown destination, 422 for a weight that no courier takes, 502 if no request to the provider is
    /// possible and no recent answer is cached.
    pub async fn options(&self, parcel: &Parcel, member: Option<MemberId>) -> Result<Vec<ShippingOption>> {
        let Some(komerce) = &self.komerce else { return own_options(parcel) };
        if parcel.weight_kg <= Decimal::ZERO || parcel.weight_kg > Decimal::from(MAX_WEIGHT_KG) {
            return Err(wrong_weight());
        }
        // Half a gram is rounded to zero.
        let grams = parcel.weight_kg.round_dp(3);
        if grams.is_zero() {
            return Err(wrong_weight());
        }
        // The weight in the cache key is rounded up to steps of 100 grams, so that no caller can force a request for
        // each gram. The couriers' weight limits are multiples of 100 grams, so the price stays the same.
        let stepped = grams.round_dp_with_strategy(1, RoundingStrategy::ToPositiveInfinity);
        let parcel = Parcel { weight_kg: stepped.normalize(), ..*parcel };
        let weight = parcel.weight_kg.to_string();
        let sql = "SELECT options, fetched_ms FROM shipping_rates
                   WHERE origin_id = $1 AND destination_id = $2 AND weight_kg = $3";
        let query = query_as(sql).bind(parcel.origin_id).bind(parcel.destination_id).bind(&weight);
        let found: Option<(String, i64)> = query.fetch_optional(&mut *self.db.read().await?).await?;
        let known = ProviderCache::read(self.clock.now_ms(), found, FRESH_MS, STALE_MS);
        if let ProviderCache::Fresh(options) = known {
            return Ok(options);
        }
        if !self.questions.take(member) {
            return match known {
                // A member gets the exact cost that the order will have, and never an estimate.
                ProviderCache::Nothing if member.is_none() => self.estimate(&parcel).await,
                known => known.or(&spent()),
            };
        }
        match komerce.calculate(&parcel).await {
            Ok(options) => {
                keep_rate(&mut *self.db.write_one().await?, &parcel, &options, self.clock.now_ms()).await?;
                Ok(options)
            }
            Err(KomerceError::Refused(..)) => Err(unknown_destination()),
            Err(error) => known.or(&error),
        }
    }

    /// Returns the events of a parcel, newest first. Returns `None` if they cannot be requested: without a shipping
    /// provider, or for the shop's own delivery and pick-up.
    ///
    /// # Errors
    /// 502 if the provider is down and no recent answer is cached.
    pub async fn history(&self, parcel: &TrackedParcel<'_>) -> Result<Option<Vec<Event>>> {
        let Some(komerce) = &self.komerce else { return Ok(None) };
        if is_own(parcel.shipping_method) {
            return Ok(None);
        }
        let courier = parcel.shipping_method.split(" - ").next().unwrap_or_default();
        let sql = "SELECT history, fetched_ms FROM shipping_histories WHERE order_id = $1 AND resi = $2";
        let query = query_as(sql).bind(parcel.order).bind(parcel.resi);
        let found: Option<(String, i64)> = query.fetch_optional(&mut *self.db.read().await?).await?;
        let known: ProviderCache<Event> = ProviderCache::read(self.clock.now_ms(), found, FRESH_MS, STALE_MS);
        if let ProviderCache::Fresh(history) = known {
            return Ok(Some(history));
        }
        match komerce.history(courier, parcel.resi, parcel.order_number).await {
            Ok(history) => {
                keep_history(&mut *self.db.write_one().await?, parcel, &history, self.clock.now_ms()).await?;
                Ok(Some(history))
            }
            Err(error) => known.or(&error).map(Some),
        }
    }
}

/// Ids of the couriers that the program knows.
pub const KNOWN: [&str; 7] = ["IDEXPRESS", "JNE", "JNT", "LION", "NINJA", "SAP", "SICEPAT"];

/// Cached values of the provider, by age.
enum ProviderCache<T> {
    /// Recent enough to be used without a new request.
    Fresh(Vec<T>),
    /// Old enough for a new request, but still usable if there is no answer.
    Stale(Vec<T>),
    /// No usable value.
    Nothing,
}

impl<T: DeserializeOwned> ProviderCache<T> {
    fn read(now_ms: i64, found: Option<(String, i64)>, fresh_ms: i64, stale_ms: i64) -> Self {
        let Some((text, fetched_ms)) = found else { return Self::Nothing };
        let Ok(values) = serde_json::from_str(&text) else { return Self::Nothing };
        match now_ms - fetched_ms {
            age if age < fresh_ms => Self::Fresh(values),
            age if age < stale_ms => Self::Stale(values),
            _ => Self::Nothing,
        }
    }

    /// Returns the cached values, fresh or stale, because the request failed with `error`; without values, a 502 error.
    fn or(self, error: &KomerceError) -> Result<Vec<T>> {
        match self {
            Self::Fresh(values) | Self::Stale(values) => {
                tracing::warn!("an older answer is used: {error}");
                Ok(values)
            }
            Self::Nothing => Err(unavailable(error)),
        }
    }
}

/// Returns the error for a request above the shop's own limit.
fn spent() -> KomerceError {
    KomerceError::Unreachable("the shop's own limit of requests is used up".to_owned())
}

fn written(values: &impl Serialize) -> Result<String> {
    serde_json::to_string(values).map_err(Error::internal)
}

async fn keep_rate(conn: &mut Conn, parcel: &Parcel, options: &[ShippingOption], now_ms: i64) -> Result<()> {
    let sql = "INSERT INTO shipping_rates (origin_id, destination_id, weight_kg, options, fetched_ms)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (origin_id, destination_id, weight_kg)
               DO UPDATE SET options = excluded.options, fetched_ms = excluded.fetched_ms";
    query(sql)
        .bind(parcel.origin_id)
        .bind(parcel.destination_id)
        .bind(parcel.weight_kg.to_string())
        .bind(written(&options)?)
        .bind(now_ms)
        .execute(conn)
        .await?;
    Ok(())
}

/// Stores the labels of destinations, in the order of their keys; writes nothing for a label that is stored already.
async fn keep_places(conn: &mut Conn, found: &[Destination]) -> sqlx::Result<()> {
    let places: BTreeMap<i64, &str> = found.iter().map(|place| (place.id, place.label.as_str())).collect();
    for (id, label) in places {
        let sql = "INSERT INTO shipping_places (destination_id, label) VALUES ($1, $2)
                   ON CONFLICT (destination_id) DO UPDATE SET label = excluded.label
                     WHERE shipping_places.label <> excluded.label";
        query(sql).bind(id).bind(label).execute(&mut *conn).await?;
    }
    Ok(())
}

async fn keep_history(conn: &mut Conn, parcel: &TrackedParcel<'_>, history: &[Event], now_ms: i64) -> Result<()> {
    let sql = "INSERT INTO shipping_histories (order_id, resi, history, fetched_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (order_id) DO UPDATE SET resi = excluded.resi, history = excluded.history,
                                                    fetched_ms = excluded.fetched_ms";
    let query = query(sql).bind(parcel.order).bind(parcel.resi).bind(written(&history)?).bind(now_ms);
    query.execute(conn).await?;
    Ok(())
}

/// Deletes the cached history of an order's parcel.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    query("DELETE FROM shipping_histories WHERE order_id = $1").bind(order).execute(conn).await?;
    Ok(())
}

/// Deletes the cached histories of a member's parcels.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    let sql = "DELETE FROM shipping_histories WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1)";
    query(sql).bind(member).execute(conn).await?;
    Ok(())
}

/// Deletes cached values that are too old to be used.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    for (sql, age_ms) in [
        ("DELETE FROM shipping_rates WHERE fetched_ms < $1", STALE_MS),
        ("DELETE FROM shipping_histories WHERE fetched_ms < $1", STALE_MS),
        ("DELETE FROM shipping_searches WHERE fetched_ms < $1", PLACES_STALE_MS),
    ] {
        query(sql).bind(now_ms - age_ms).execute(&mut *conn).await?;
    }
    Ok(())
}

fn own_destination(found: destinations::Destination<'_>) -> Destination {
    Destination {
        id: found.id,
        label: found.label(),
        subdistrict_name: found.subdistrict.to_owned(),
        district_name: found.district.to_owned(),
        city_name: found.city.to_owned(),
        province_name: found.province.to_owned(),
        zip_code: found.postal_code.to_owned(),
    }
}

/// Returns the options of the program's own tariff for a parcel, the cheapest first.
///
/// # Errors
/// 404 for an unknown destination, 422 for a weight that no courier takes.
pub fn own_options(parcel: &Parcel) -> Result<Vec<ShippingOption>> {
    let places = Destinations::embedded();
    let destination = places.get(parcel.destination_id).ok_or_else(unknown_destination)?;
    // An origin that only the provider knows is replaced by the default origin.
    let origin =
        places.get(parcel.origin_id).or_else(|| places.get(SHIPPING_ORIGIN_ID)).ok_or_else(unknown_destination)?;
    let mut options: Vec<ShippingOption> = Tariff::embedded()
        .options(&origin, &destination, parcel.weight_kg)
        .map_err(|_| wrong_weight())?
        .into_iter()
        .map(|option| ShippingOption {
            shipping_name: option.shipping_name,
            service_name: option.service_name,
            shipping_cost: option.shipping_cost,
            etd: option.etd,
            no_cod: !option.cod,
        })
        .collect();
    options.sort_by_key(|option| option.shipping_cost);
    Ok(options)
}

/// Returns 404 for an unknown destination.
pub fn unknown_destination() -> Error {
    Error::not_found("Tujuan pengiriman tidak ditemukan.")
}

fn wrong_weight() -> Error {
    Error::invalid("Berat kiriman tidak benar.")
}
