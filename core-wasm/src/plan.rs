//! Binding for the preview of a member's bonus for a period.

use ksmart_core::plan::preview::{Corner, Preview, Trial};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{read, thrown, write};

/// Previews a member's bonus of a period for points to try, from that member's corner of the network.
#[wasm_bindgen]
pub fn preview(corner: Ts<Corner>, trial: Ts<Trial>) -> Result<Ts<Preview>, JsValue> {
    let (corner, trial) = (read(corner)?, read(trial)?);
    write(&corner.preview(&trial).map_err(|error| thrown(error.code(), &error.to_string()))?)
}
