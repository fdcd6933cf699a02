//! Identity and rights of the caller, changes by administrators, messages to people, and settings of the owner.

pub mod audit;
pub mod factors;
pub mod hashing;
pub mod outbox;
pub mod roles;
pub mod sessions;
pub mod settings;
pub mod tokens;
