//! Plans, calculations, payouts and tax.

mod admin_plans;
mod bank_files;
pub mod calculating;
mod least_payout;
pub mod payouts;
pub mod plan_drafts;
mod plan_example;
mod ranks;
mod replay;
mod tax;
