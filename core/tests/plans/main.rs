//! Bonuses of compensation plans: rule by rule with numbers worked out by hand, and by laws.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod by_hand;
mod corners;
mod laws;
mod networks;
mod reference;
mod support;
