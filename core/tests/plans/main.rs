//! Tests of the bonuses of compensation plans: rule by rule with manually calculated numbers, and by laws.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod by_hand;
mod corners;
mod docs;
mod laws;
mod networks;
mod reference;
mod support;
