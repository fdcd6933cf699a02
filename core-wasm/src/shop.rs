//! Bindings for carts, allocations, forms and order states.

use ksmart_core::{
    allocation::{self, PlanVolumes},
    fields::{
        self, CartAddition, FieldError, MinimumLine, PhotoHead, ProfileForm, ReceiverForm, RegistrationForm, ReviewForm,
    },
    order::{OrderAction, OrderState},
    quote::{self, Quote, QuoteInput},
};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::{read, thrown, write, write_all};

/// Prices a cart.
#[wasm_bindgen]
pub fn quote(input: Ts<QuoteInput>) -> Result<Ts<Quote>, JsValue> {
    let quote = quote::quote(&read(input)?).map_err(|error| thrown(error.code(), &error.to_string()))?;
    write(&quote)
}

/// Allocates business volume to the two plans.
#[wasm_bindgen]
pub fn allocate(chosen: Ts<PlanVolumes>) -> Result<Ts<PlanVolumes>, JsValue> {
    let allocated = allocation::allocate(read(chosen)?).map_err(|error| thrown(error.code(), &error.to_string()))?;
    write(&allocated)
}

/// Checks a registration form.
#[wasm_bindgen(js_name = checkRegistration)]
pub fn check_registration(form: Ts<RegistrationForm>) -> Result<Vec<Ts<FieldError>>, JsValue> {
    write_all(&fields::check_registration(&read(form)?))
}

/// Checks a profile form.
#[wasm_bindgen(js_name = checkProfile)]
pub fn check_profile(form: Ts<ProfileForm>) -> Result<Vec<Ts<FieldError>>, JsValue> {
    write_all(&fields::check_profile(&read(form)?))
}

/// Checks the receiver of an order.
#[wasm_bindgen(js_name = checkReceiver)]
pub fn check_receiver(form: Ts<ReceiverForm>) -> Result<Vec<Ts<FieldError>>, JsValue> {
    write_all(&fields::check_receiver(&read(form)?))
}

/// Checks a review form.
#[wasm_bindgen(js_name = checkReview)]
pub fn check_review(form: Ts<ReviewForm>) -> Result<Vec<Ts<FieldError>>, JsValue> {
    write_all(&fields::check_review(&read(form)?))
}

/// Checks a photo by its size and its first bytes.
#[wasm_bindgen(js_name = checkPhoto)]
pub fn check_photo(photo: Ts<PhotoHead>) -> Result<Option<Ts<FieldError>>, JsValue> {
    fields::check_photo(&read(photo)?).as_ref().map(write).transpose()
}

/// Checks a quantity against the stock.
#[wasm_bindgen(js_name = checkQuantity)]
pub fn check_quantity(addition: Ts<CartAddition>) -> Result<Option<Ts<FieldError>>, JsValue> {
    fields::check_quantity(read(addition)?).as_ref().map(write).transpose()
}

/// Checks that an order has enough pieces of each product.
#[wasm_bindgen(js_name = checkMinimum)]
pub fn check_minimum(lines: Vec<Ts<MinimumLine>>) -> Result<Option<Ts<FieldError>>, JsValue> {
    let lines = lines.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    fields::check_minimum(&lines).as_ref().map(write).transpose()
}

/// Lists the actions that a member may take on an order in this state.
#[wasm_bindgen(js_name = orderActions)]
pub fn order_actions(state: Ts<OrderState>) -> Result<Vec<Ts<OrderAction>>, JsValue> {
    write_all(&read(state)?.member_actions())
}
