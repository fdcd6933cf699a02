//! Money of orders.

pub mod manual_refunds;
pub mod money;
mod online;
mod provider_contract;
mod sandbox;
mod states;
