//! K-Smart: the shop's server, in layers called floors.
//!
//! A feature is one file or folder that reads from top to bottom: its purpose, `router()`, handlers, SQL. A feature
//! never writes SQL for another feature's tables: it calls that feature's functions, whose first argument is a
//! connection. It uses only modules below it. The modules here are the floors, from the top; imports never go up and
//! never form a cycle, which `tests/shop/floors.rs` checks. Administrators' actions on a single feature are in that
//! feature's `admin`.

// State and router, composed of everything below.
pub mod app;

// Operation and protection of the shop.
pub mod ops;

// Page that starts the web app.
pub mod web;

// Administration of several features at once.
pub mod admin;

// Processes that change several features in one transaction.
pub mod flows;

// Goods for sale, and their presentation.
pub mod shop;

// Members who sell and buy, and their earnings.
pub mod members;

// Identity and permissions of callers.
pub mod identity;

// Foundation that all other modules use.
pub mod foundation;
