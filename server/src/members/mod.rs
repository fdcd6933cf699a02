//! The members: their accounts, who leads whom, the volume that they earn and the bonuses that they are paid.

pub mod accounts;
pub mod bonuses;
pub mod network;
pub mod volume;
