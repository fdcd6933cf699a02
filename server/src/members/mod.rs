//! The members: their accounts, who leads whom, the volume that they earn, the bonuses that they are
//! paid and how those are taxed.

pub mod accounts;
pub mod bonuses;
pub mod network;
pub mod taxes;
pub mod volume;
