//! Rules of the shop for money, business volume, order states and form fields.
//!
//! Values in, values out: no I/O, no clock, no randomness, no floating point.
//! The same code runs in the server and, as WebAssembly, in the browser, so both give the same answer.

pub mod allocation;
mod decimal_text;
pub mod fields;
pub mod order;
pub mod plan;
pub mod quote;
pub mod returns;
pub mod tax;
pub mod text;
pub mod voucher;
