//! K-Smart: the shop's server, a house of floors.
//!
//! A feature is one file or folder that reads from top to bottom: what it is, `router()`, handlers, SQL. A feature never
//! writes SQL on another's tables: it calls that feature's functions, which take a connection first. And it knows only
//! what stands below it: the modules here are the floors, from the top; no import runs up and none runs in a circle,
//! which `tests/shop/floors.rs` sees to. What only administrators do with one feature stands in that feature, in `admin`.

// The state and the router, made of everything below.
pub mod app;

// Runs and guards the shop.
pub mod ops;

// The page that the web app begins with.
pub mod web;

// What administrators do with several features at once.
pub mod admin;

// What moves several features in one transaction.
pub mod flows;

// What is sold, and how it is shown.
pub mod shop;

// Who sells and buys, and what they earn.
pub mod members;

// Who is calling, and what they may do.
pub mod identity;

// What everything stands on.
pub mod foundation;
