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
mod fakes;
mod fuzz;
mod money;
mod network;
mod orders;
mod orders_office;
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
mod today_office;
mod volume;
mod wishlist;
