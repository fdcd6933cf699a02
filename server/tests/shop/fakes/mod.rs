//! The providers as their documentation describes them, inside the test's process.

pub mod elsewhere;
pub mod komerce;
pub mod midtrans;
pub mod receiver;
pub mod smtp;
