//! Rules that hold for every call, statement or sequence of actions.

mod contract;
pub mod floors;
mod fuzz;
mod model;
pub mod openapi;
mod query_plans;
mod second_month;
pub mod security;
mod statements;
