//! Products, their pictures and stock, and members' reviews and questions.

mod admin_bulk;
pub mod admin_catalog;
pub mod admin_import;
pub mod admin_reviews;
mod admin_stock;
mod chat;
pub mod pictures;
mod prices;
mod products;
mod questions;
mod reviews;
mod variants;
mod wishlist;
