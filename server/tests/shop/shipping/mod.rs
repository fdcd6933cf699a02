//! Destinations, couriers and costs.

mod costs;
mod couriers;
mod rules;
