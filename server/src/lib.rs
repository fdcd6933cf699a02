//! K-Smart: the shop's server. Its layers, called floors, are crates of their own; this one joins them.
//!
//! A feature is one file or folder that reads from top to bottom: its purpose, `router()`, handlers, SQL. A feature
//! never writes SQL for another feature's tables: it calls that feature's functions, whose first argument is a
//! connection. It uses only modules below it: cargo refuses an import from a higher floor, and
//! `tests/shop/rules/floors.rs` an import that goes in a circle. Administrators' actions on a single feature are in
//! that feature's `admin`.

// State and router, composed of the floors.
pub mod app;
