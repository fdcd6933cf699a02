//! Business volume: plans and periods, the ledger of points, and the allocation of points between the plans.

mod allocations;
mod ledger;
mod periods;
mod point_transfer;
mod recurrence;

use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

pub use self::{
    allocations::{Earned, allocated, earned, groups, keep_allocations},
    ledger::{
        CarriedBv, DaySales, Entry, EntryKind, PeriodSales, carried, carry, entries, hold_open_period, post, sales,
        sales_by_day, sales_by_period,
    },
    periods::{
        BvPeriod, DEFAULT_PLAN_ID, MAX_PERIOD_NAME, Period, already_calculated, any, change_period, close_period,
        delete_period, find_period, finish_calculation, has_points, insert_period, is_calculated_from, period_and_plan,
        personal_points, plan_exists, reopen_period, take_for_calculation, takes_orders, to_calculate, unfinished,
        wanted_period,
    },
    point_transfer::{OpenPoints, PeriodPoints, hold_periods, move_points, newest_points, open_points},
    recurrence::{OrderWindow, open_due, order_window},
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().merge(periods::router()).merge(allocations::router()).merge(recurrence::router())
}
