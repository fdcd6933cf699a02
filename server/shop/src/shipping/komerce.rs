//! Client of Komerce's Shipping Delivery API: destinations, costs and the history of a parcel.
//!
//! According to its documentation and to other users' reports, its answers are sometimes irregular:
//! - one object instead of a list, and `null` or nothing for an empty list
//! - `-` for an unknown time, and numbers as text
//! - errors inside an answer with status 200
//!
//! Values that cannot be parsed are left out; an answer without any data counts as no answer.

use std::time::Duration;

use chrono::{NaiveDateTime, TimeDelta};
use ksmart_foundation::{
    config::BaseUrl,
    provider_log::{self, Answer, Exchange, Provider, ProviderLog},
    time::rfc3339,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Client, header::HeaderValue, redirect};
use rust_decimal::Decimal;
use serde_json::Value;

use crate::shipping::parcel::{Destination, Event, Parcel, ShippingOption};

/// Timeout of a request to the provider.
const TIMEOUT: Duration = Duration::from_secs(8);

/// Maximum number of bytes read of an answer.
const MAX_ANSWER: usize = 1024 * 1024;

/// Price of the goods in a request for costs, rupiah: the provider's minimum. It affects insurance and cash on
/// delivery, which the shop does not request, but not the cost.
const ITEM_VALUE: i64 = 1000;

/// Couriers without cash on delivery (provider docs).
const WITHOUT_CASH: [&str; 2] = ["LION", "GOSEND"];

/// Maximum cost that is accepted, rupiah.
const MAX_COST: i64 = 1_000_000_000;

/// Reason why the provider gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum KomerceError {
    /// The provider cannot be reached, has an internal error, or returns an answer that cannot be read: a retry may
    /// help.
    #[error("shipping provider unreachable: {0}")]
    Unreachable(String),
    /// The provider does not know the requested destination or parcel.
    #[error("shipping provider refused: {0} {1}")]
    Refused(u16, String),
}

/// Client of the provider.
pub struct Komerce {
    client: Client,
    base: String,
    key: HeaderValue,
    log: ProviderLog,
}

impl Komerce {
    /// Creates a client with the API key `key`; `base` replaces Komerce's own base URL.
    ///
    /// # Errors
    /// The key is not valid in a header.
    pub fn new(key: &str, base: Option<&BaseUrl>, log: ProviderLog) -> Result<Self, String> {
        // No redirects: only this address may receive the key.
        let client = Client::builder().timeout(TIMEOUT).redirect(redirect::Policy::none()).build();
        let client = client.map_err(|error| error.to_string())?;
        let key = HeaderValue::from_str(key).map_err(|_| "KOMERCE_API_KEY should be a key".to_owned())?;
        let base = base.map_or_else(|| "https://api.collaborator.komerce.id".to_owned(), ToString::to_string);
        Ok(Self { client, base, key, log })
    }

    /// Returns the destinations that a keyword finds, in the provider's order.
    ///
    /// # Errors
    /// The provider cannot be reached.
    pub async fn search(&self, keyword: &str) -> Result<Vec<Destination>, KomerceError> {
        let keyword = utf8_percent_encode(keyword, NON_ALPHANUMERIC);
        let path = format!("/tariff/api/v1/destination/search?keyword={keyword}");
        match self.fetch(&path, None).await {
            Ok(data) => Ok(list(&data).into_iter().filter_map(destination).collect()),
            // A refusal means that nothing was found.
            Err(KomerceError::Refused(..)) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Returns the cost of each courier's services, cheapest first; empty if no courier goes there.
    ///
    /// # Errors
    /// The provider cannot be reached, or does not know the destination.
    pub async fn calculate(&self, parcel: &Parcel) -> Result<Vec<ShippingOption>, KomerceError> {
        let Parcel { origin_id, destination_id, weight_kg } = parcel;
        let path = format!(
            "/tariff/api/v1/calculate?shipper_destination_id={origin_id}&receiver_destination_id={destination_id}\
             &weight={weight_kg}&item_value={ITEM_VALUE}&cod=no"
        );
        Ok(options(&self.fetch(&path, None).await?))
    }

    /// Returns the events of a parcel, newest first; empty while the courier has no record of it.
    ///
    /// # Errors
    /// The provider cannot be reached.
    pub async fn history(&self, courier: &str, resi: &str, order: &str) -> Result<Vec<Event>, KomerceError> {
        let [courier, resi] = [courier, resi].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string());
        let path = format!("/order/api/v1/orders/history-airway-bill?shipping={courier}&airway_bill={resi}");
        let data = match self.fetch(&path, Some(order)).await {
            Ok(data) => data,
            // The courier does not know the number yet.
            Err(KomerceError::Refused(..)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut events: Vec<Event> = list(&data["history"]).into_iter().filter_map(event).collect();
        if events.iter().all(|event| event.at.is_some()) {
            events.sort_by(|a, b| b.at.cmp(&a.at));
        }
        Ok(events)
    }

    /// Requests a path, and returns the `data` of the answer. With HTTP status 200, the status code inside the body
    /// decides whether the request succeeded.
    async fn fetch(&self, path: &str, order: Option<&str>) -> Result<Value, KomerceError> {
        let started_ms = self.log.now_ms();
        let request = self.client.get(format!("{}{path}", self.base)).header("x-api-key", &self.key);
        let answer = provider_log::send(request.header("accept", "application/json"), MAX_ANSWER).await;
        let exchange = Exchange {
            provider: Provider::Komerce,
            order,
            method: "GET",
            path,
            request: "",
            status: answer.as_ref().ok().map(|answer| answer.status),
            response: answer.as_ref().map_or("", |answer| &answer.body),
            started_ms,
            error: answer.as_ref().err().map(String::as_str),
        };
        self.log.record(&exchange).await;
        let Answer { status, body } = answer.map_err(KomerceError::Unreachable)?;
        let mut body: Value = serde_json::from_str(&body)
            .map_err(|error| KomerceError::Unreachable(format!("{status}, which is no JSON: {error}")))?;
        let meta = &body["meta"];
        let code = integer(&meta["code"]).and_then(|code| u16::try_from(code).ok()).filter(|_| status == 200);
        let message = meta["message"].as_str().unwrap_or_default().chars().take(200).collect();
        match code.unwrap_or(status) {
            200 if body.get("data").is_none() => Err(KomerceError::Unreachable("an answer without data".to_owned())),
            200 => Ok(body["data"].take()),
            code @ (400 | 404 | 422) => Err(KomerceError::Refused(code, message)),
            code => Err(KomerceError::Unreachable(format!("{code} {message}"))),
        }
    }
}

/// Returns the items of a list; one object instead of a list is a list of one, anything else is empty.
fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(values) => values.iter().collect(),
        Value::Object(fields) if !fields.is_empty() => vec![value],
        _ => Vec::new(),
    }
}

/// Returns a text or a number as text; `None` if it is empty or a placeholder.
fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(text).filter(|text| !["", "-", "0"].contains(&text.as_str()))
}

/// Reads a boolean that may be written as a boolean, a number or text; `None` for any other value.
fn yes_or_no(value: &Value) -> Option<bool> {
    let written = match value {
        Value::Bool(yes) => return Some(*yes),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_lowercase(),
        _ => return None,
    };
    match written.as_str() {
        "1" | "true" | "yes" => Some(true),
        "0" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// Reads a whole number that is a number, possibly with a zero fraction, or text.
fn integer(value: &Value) -> Option<i64> {
    let written = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => return None,
    };
    let number: Decimal = written.parse().ok()?;
    Some(number).filter(Decimal::is_integer).and_then(|number| i64::try_from(number).ok())
}

/// Reads a destination; placeholders (`-`, postal code 0) count as missing, and without a subdistrict it is `None`.
fn destination(value: &Value) -> Option<Destination> {
    let id = integer(&value["id"]).filter(|id| *id > 0)?;
    let subdistrict_name = text(&value["subdistrict_name"])?;
    let [district_name, city_name, province_name, zip_code] =
        ["district_name", "city_name", "province_name", "zip_code"].map(|name| text(&value[name]).unwrap_or_default());
    let label = text(&value["label"]).unwrap_or_else(|| {
        let parts = [&subdistrict_name, &district_name, &city_name, &zip_code];
        parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    });
    Some(Destination { id, label, subdistrict_name, district_name, city_name, province_name, zip_code })
}

/// Returns the couriers' services in an answer, cheapest first, each once.
fn options(data: &Value) -> Vec<ShippingOption> {
    // `calculate_instant` is ignored: couriers within a city need map coordinates, so they are not offered.
    let all = ["calculate_reguler", "calculate_cargo"].iter().flat_map(|kind| list(&data[*kind]));
    let all: Vec<&Value> = all.collect();
    // An answer in which no service offers COD is unreliable about COD: the provider has not checked it.
    let tells_cod = all.iter().any(|value| yes_or_no(&value["is_cod"]) == Some(true));
    let mut options: Vec<ShippingOption> = Vec::new();
    for option in all.into_iter().filter_map(|value| option(value, tells_cod)) {
        match options.iter_mut().find(|known| known.method() == option.method()) {
            Some(known) if known.shipping_cost > option.shipping_cost => *known = option,
            Some(_) => {}
            None => options.push(option),
        }
    }
    options.sort_by_key(|option| option.shipping_cost);
    options
}

/// Reads a service of a courier; `tells_cod`: whether the answer is reliable about cash.
fn option(value: &Value, tells_cod: bool) -> Option<ShippingOption> {
    let shipping_name = text(&value["shipping_name"])?;
    let is_without = WITHOUT_CASH.contains(&shipping_name.as_str());
    Some(ShippingOption {
        no_cod: is_without || tells_cod && yes_or_no(&value["is_cod"]) == Some(false),
        shipping_name,
        service_name: text(&value["service_name"])?,
        shipping_cost: integer(&value["shipping_cost"]).filter(|cost| (1..=MAX_COST).contains(cost))?,
        etd: text(&value["etd"]).map(|etd| days(&etd)).unwrap_or_default(),
    })
}

/// Converts `3-4 day` to the shop's own form: `3-4`.
fn days(etd: &str) -> String {
    let lower = etd.to_lowercase();
    let bare = ["days", "day", "hari"].iter().find_map(|unit| lower.strip_suffix(unit));
    bare.map_or_else(|| etd.to_owned(), |bare| bare.trim().to_owned())
}

fn event(value: &Value) -> Option<Event> {
    let date = text(&value["date"]).unwrap_or_default();
    let at = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%d-%m-%Y %H:%M"]
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(&date, format).ok())
        // The provider's times are Jakarta time.
        .and_then(|local| local.checked_sub_signed(TimeDelta::hours(7)))
        .map(|utc| rfc3339(utc.and_utc().timestamp_millis()));
    let status = text(&value["status"]).unwrap_or_default();
    let description = text(&value["desc"]).or_else(|| text(&value["status"]))?;
    Some(Event { at, date, description, status })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn odd_values_are_converted_or_ignored() {
        assert_eq!(integer(&json!(80000)), Some(80_000));
        assert_eq!(integer(&json!("80000")), Some(80_000));
        assert_eq!(integer(&json!(80000.0)), Some(80_000));
        for odd in [json!(80000.5), json!("x"), json!(null), json!([1]), json!("9e99"), json!("")] {
            assert_eq!(integer(&odd), None, "{odd}");
        }
        assert_eq!(list(&json!(null)).len() + list(&json!({})).len() + list(&json!("")).len(), 0);
        assert_eq!(list(&json!({"a": 1})).len(), 1);
        for (etd, expected) in [("3-4 day", "3-4"), ("2 days", "2"), ("1-2", "1-2"), ("2 hari", "2")] {
            assert_eq!(days(etd), expected);
        }
    }

    #[test]
    fn options_without_a_valid_cost_are_dropped() {
        let option = |cost: Value, etd: Value| {
            let value = json!({"shipping_name": "JNE", "service_name": "REG23", "shipping_cost": cost, "etd": etd});
            option(&value, true)
        };
        for etd in [json!("-"), json!(""), json!(null)] {
            assert_eq!(option(json!("9000"), etd).unwrap().etd, "");
        }
        for cost in [json!(0), json!(-5), json!(null), json!(2_000_000_000)] {
            assert_eq!(option(cost, json!("1")), None);
        }
    }

    #[test]
    fn only_some_couriers_accept_cod() {
        let takers = |said: &[(&str, Value)]| {
            let service = |(courier, is_cod): &(&str, Value)| {
                let (service, cost) = ("REG", 9000);
                json!({"shipping_name": courier, "service_name": service, "shipping_cost": cost, "is_cod": is_cod})
            };
            let data = json!({"calculate_reguler": said.iter().map(service).collect::<Vec<_>>()});
            let takers = options(&data).into_iter().filter(|option| !option.no_cod);
            takers.map(|option| option.shipping_name).collect::<Vec<_>>()
        };
        for (yes, no) in [(json!(true), json!(false)), (json!(1), json!(0)), (json!("true"), json!("false"))] {
            assert_eq!(takers(&[("JNE", yes.clone()), ("SAP", no.clone()), ("JNT", json!(null))]), ["JNE", "JNT"]);
            // If no service takes cash according to an answer, the provider has not checked it; LION and GOSEND never
            // take it.
            assert_eq!(takers(&[("JNE", no.clone()), ("LION", no)]), ["JNE"]);
            assert_eq!(takers(&[("LION", yes.clone()), ("GOSEND", yes)]), [""; 0]);
        }
    }

    #[test]
    fn placeholder_rows_are_not_destinations() {
        let row = json!({"id": 1, "label": "-, PURWOKERTO, PURWOKERTO, 0", "subdistrict_name": "-", "zip_code": "0"});
        assert!(destination(&row).is_none());
        let row = json!({"id": "34167", "subdistrict_name": "PURWOKERTO", "city_name": "KEDIRI", "zip_code": 64171});
        let found = destination(&row).unwrap();
        assert_eq!((found.id, found.label.as_str()), (34167, "PURWOKERTO, KEDIRI, 64171"));
    }

    #[test]
    fn provider_times_are_read_as_jakarta_time() {
        let told = event(&json!({"desc": "Tiba", "date": "2026-11-21 09:00:00", "status": "ON_PROCESS"})).unwrap();
        assert_eq!(told.at.as_deref(), Some("2026-11-21T02:00:00.000Z"));
        let told = event(&json!({"desc": "Tiba", "date": "kemarin"})).unwrap();
        assert_eq!((told.at, told.date.as_str()), (None, "kemarin"));
        assert!(event(&json!({"date": "2026-11-21 09:00"})).is_none());
    }
}
