//! Features that all administrators share: start page, settings, reports, books, logs.

pub mod audit_words;
pub mod basis;
mod books;
mod dashboard;
mod jobs;
mod page_faults;
mod reports;
mod settings;
