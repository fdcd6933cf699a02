//! The shop over HTTP, in a real server on a real database: SQLite, or the PostgreSQL that `TEST_DATABASE_URL` names.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod accounts;
mod bonuses;
mod cases;
mod catalog;
mod checkout;
mod content;
mod fakes;
mod messages;
mod network;
mod office;
mod operation;
mod order_builder;
mod orders;
mod payments;
mod rules;
mod shipping;
mod shop;
mod volume;
