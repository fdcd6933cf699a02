//! Compensation plans as data: what a plan is, and what it pays.

pub mod corner;
pub mod document;
pub mod engine;
mod network;
pub mod preview;
pub mod standing;
pub mod worst_case;
