//! The cart, vouchers and placing an order.

mod admin_vouchers;
mod cart;
mod limits;
mod placing;
mod voucher_kinds;
