//! The shop over HTTP, in a real server on a real database: SQLite, or the PostgreSQL that `TEST_DATABASE_URL` names.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod accounts;
mod backup;
mod bonuses;
mod cart;
mod catalog;
mod chat;
mod check;
mod checkout;
mod content;
mod contract;
mod couriers;
mod demo;
mod display_office;
mod fakes;
mod fuzz;
mod leaders_office;
mod members_office;
mod money;
mod network;
mod office;
mod orders;
mod pages;
mod pages_office;
mod payment_contract;
mod payments;
mod pictures;
mod privacy;
mod reviews;
mod reviews_office;
mod security;
mod server;
mod servers;
mod settings_office;
mod shipping;
mod shop;
mod staff_office;
mod volume;
mod vouchers_office;
mod wishlist;
