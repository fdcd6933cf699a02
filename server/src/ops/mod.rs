//! What runs and guards the shop: the jobs, the connections, how much anyone may ask, the oracle, backups, and the demo shop.

pub mod backup;
pub mod demo;
pub mod health;
pub mod integrity;
pub mod jobs;
pub mod limiting;
pub mod outbox;
pub mod serving;
