//! What becomes of an order.

mod addresses;
mod admin_orders;
mod admin_orders_kept;
pub mod cash;
mod moves;
pub mod returns;
mod transfers;
