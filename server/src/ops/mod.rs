//! Operation and protection of the shop: jobs, connections, request limits, the integrity check, backups, and the demo
//! shop.

pub mod backup;
pub mod demo;
pub mod health;
pub mod integrity;
pub mod jobs;
pub mod limiting;
pub mod outbox;
pub mod serving;
