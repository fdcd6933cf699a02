//! Who is calling and what they may do, what administrators changed, what people are told, and what the owner has set.

pub mod audit;
pub mod factors;
pub mod hashing;
pub mod outbox;
pub mod roles;
pub mod sessions;
pub mod settings;
pub mod tokens;
