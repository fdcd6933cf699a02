//! What administrators do with several features at once; what they do with one stands in that feature.

pub mod brand;
pub mod dashboard;
pub mod leaders;
pub mod members;
pub mod orders;
pub mod settings;
pub mod uploads;
