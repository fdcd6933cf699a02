//! What compensation plans pay: rule by rule with numbers worked out by hand, and by laws.

mod by_hand;
mod corners;
mod networks;
mod support;
