//! The program as its operator runs it.

mod backup;
mod demo;
mod hardening;
mod health;
pub mod integrity;
mod limiting;
mod locks;
mod nightly_backups;
pub mod server;
mod servers;
mod tls;
