//! Members: their accounts, agreements, network, volume, bonuses and the tax on bonuses.

pub mod accounts;
pub mod agreements;
pub mod bonuses;
pub mod network;
pub mod taxes;
pub mod volume;
