//! The shop over HTTP, in a real server on a real database: SQLite, or the PostgreSQL that `TEST_DATABASE_URL` names.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod accounts;
mod backup;
mod bonuses;
mod cart;
mod catalog;
mod catalogue_office;
mod chat;
mod check;
mod checkout;
mod content;
mod contract;
mod couriers;
mod demo;
mod fakes;
mod fuzz;
mod import_office;
mod money;
mod network;
mod office;
mod orders;
mod pages;
mod payment_contract;
mod payments;
mod pictures;
mod privacy;
mod reviews;
mod security;
mod server;
mod servers;
mod shipping;
mod shop;
mod stock_office;
mod volume;
mod wishlist;
