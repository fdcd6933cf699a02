//! Browser bindings for the rules of `ksmart-core`: they only forward calls and contain no rule.
//!
//! The crate is built as two packages, since few visitors need both: one for the shop and, with the feature `plan`, one
//! for the bonuses of a compensation plan. A refused value is thrown as a JavaScript `Error` whose `name` is the stable
//! code and whose `message` is the message to show.

#[cfg(feature = "plan")]
mod plan;
#[cfg(not(feature = "plan"))]
mod shop;
mod value;

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

fn read<T: Tsify + serde::de::DeserializeOwned>(value: Ts<T>) -> Result<T, JsValue> {
    value::read(value.into()).map_err(|error| thrown("invalid_input", error.field))
}

fn write<T: Tsify + serde::Serialize>(value: &T) -> Result<Ts<T>, JsValue> {
    value.into_ts().map_err(|error| thrown("invalid_output", &error.to_string()))
}

#[cfg(not(feature = "plan"))]
fn write_all<T: Tsify + serde::Serialize>(values: &[T]) -> Result<Vec<Ts<T>>, JsValue> {
    values.iter().map(write).collect()
}

fn thrown(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name(code);
    error.into()
}
