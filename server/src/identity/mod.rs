//! Who is calling and what they may do, what administrators changed, and what the owner has set.

pub mod audit;
pub mod hashing;
pub mod roles;
pub mod sessions;
pub mod settings;
pub mod tokens;
