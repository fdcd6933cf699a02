//! Foundation of everything else: the database, the files, time, configuration, and reading and answering requests.
//! Nothing here depends on a feature of the shop.

pub mod addresses;
pub mod cached;
pub mod config;
pub mod db;
pub mod detached;
pub mod document;
pub mod error;
pub mod export;
pub mod extract;
pub mod form;
pub mod format;
pub mod ids;
pub mod leases;
pub mod limits;
pub mod notes;
pub mod page;
pub mod palette;
pub mod provider_log;
pub mod response;
mod state;
pub mod storage;
mod stored_rules;
pub mod table;
pub mod telemetry;
pub mod time;
pub mod upload;
pub mod workbook;
