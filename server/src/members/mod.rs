//! The members: their accounts, what they have agreed to, who leads whom, the volume that they earn, the bonuses that they are
//! paid and how those are taxed.

pub mod accounts;
pub mod agreements;
pub mod bonuses;
pub mod network;
pub mod taxes;
pub mod volume;
