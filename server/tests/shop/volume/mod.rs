//! Periods and the ledger of points.

mod carries;
pub mod ledger;
pub mod periods;
