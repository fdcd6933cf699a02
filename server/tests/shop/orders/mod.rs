//! Orders after the checkout: moves, corrections, payments in cash or by transfer, and returns.

mod addresses;
mod admin_orders;
mod admin_orders_kept;
pub mod cash;
mod moves;
pub mod returns;
mod transfers;
