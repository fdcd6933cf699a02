//! Compensation plans as data: their structure and their bonuses.

mod below;
pub mod corner;
pub mod document;
pub mod engine;
pub mod example;
mod network;
pub mod preview;
mod rate;
mod reader;
pub mod skips;
pub mod standing;
pub mod worst_case;
