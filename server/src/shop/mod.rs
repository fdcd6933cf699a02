//! Goods for sale and their presentation: products, vouchers, shipping, orders, and shoppers' carts, wishlists and
//! reviews.

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
