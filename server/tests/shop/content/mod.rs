//! Banners, texts and the look of the shop.

mod admin_content;
mod admin_pages;
mod banners;
mod brand;
mod search_engines;
