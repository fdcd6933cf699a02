//! Messages to people.

mod admin_live;
pub mod outbox;
