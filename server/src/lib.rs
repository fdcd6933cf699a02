//! K-Smart, the shop's server. Its layers, called floors, are separate crates; this crate joins them.
//!
//! A feature is one file or folder, ordered from top to bottom: purpose, `router()`, handlers, SQL. A feature never
//! writes SQL for another feature's tables: it calls that feature's functions, whose first argument is a connection.
//!
//! A feature uses only modules of lower floors, or of its own without a cycle: cargo refuses an import from a higher
//! floor, and `tests/shop/rules/floors.rs` an import cycle. Administrators' actions on a single feature are in that
//! feature's `admin`.

// State and router, composed of the floors.
pub mod app;
