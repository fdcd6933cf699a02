//! The database: SQLite on one machine, PostgreSQL for several, with the same SQL text for both.
//!
//! Columns are BIGINT, TEXT, DOUBLE PRECISION or bytes; parameters are `$1`; times are UTC milliseconds, flags are 0 or
//! 1 ([`Flag`]) or a nullable time. A write that depends on a read repeats its condition in the WHERE, because no row
//! lock exists in both databases. The pools are private: every write goes through [`Db::write`], [`Db::write_one`] or
//! [`Db::write_for_long_work`]. `tests/shop/rules/statements.rs` prepares every SQL text of the server on both, and
//! `tests/shop/rules/query_plans.rs` reads its plan on a large network.

mod errors;
mod lists;
mod macros;
mod migrate;
mod pool;
mod references;
mod retry;
mod types;

pub use self::{
    errors::{is_busy, is_duplicate, is_too_long},
    lists::{BindAll, placeholders, value_rows},
    migrate::{OpenError, Table, newest_version, tables, version},
    pool::{Conn, Db, Tx},
    retry::{Collision, retried},
    types::{DecimalText, Flag, Text, TextEnum},
};
