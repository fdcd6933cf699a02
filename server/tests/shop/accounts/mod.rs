//! Members and administrators: registering, logging in, profiles, rights.

mod admin_corrections;
mod admin_member_notes;
mod admin_members;
mod admin_new_member;
mod administrators;
mod agreements;
mod doubles;
mod email_links;
mod erasure;
mod factors;
mod heirs;
mod member_views;
mod privacy;
pub mod registration;
mod sessions;
