//! Fake providers, as documented by the real ones, inside the test's process.

pub mod komerce;
pub mod midtrans;
pub mod receiver;
pub mod redirecting;
pub mod smtp;
