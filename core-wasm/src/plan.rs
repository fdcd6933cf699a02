//! What a period would pay a member.

use ksmart_core::plan::preview::{Corner, Preview, Trial};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{read, thrown, write};

/// What a period would pay a member for points that are tried, by that member's corner of the network.
#[wasm_bindgen]
pub fn preview(corner: Ts<Corner>, trial: Ts<Trial>) -> Result<Ts<Preview>, JsValue> {
    let (corner, trial) = (read(corner)?, read(trial)?);
    write(&corner.preview(&trial).map_err(|error| thrown(error.code(), &error.to_string()))?)
}
