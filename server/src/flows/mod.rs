//! Operations that change several features in one transaction.

pub mod bv_reports;
pub mod checkout;
pub mod fulfilment;
pub mod order_transitions;
pub mod payments;
pub mod payouts;
pub mod privacy;
pub mod profile;
pub mod registration;
pub mod returns;
