//! What is sold and how it is shown: products, vouchers, shipping, orders, and what shoppers keep and say.

pub mod cart;
pub mod catalog;
pub mod chat;
pub mod content;
pub mod orders;
pub mod questions;
pub mod returns;
pub mod reviews;
pub mod shipping;
pub mod showing;
pub mod vouchers;
pub mod wishlist;
