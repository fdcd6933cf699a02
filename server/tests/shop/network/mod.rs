//! Leaders and the members below them.

pub mod admin_leaders;
mod downlines;
mod rank_cards;
