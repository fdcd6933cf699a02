//! Orders: the domain's order, its finders and writers, and its answers to members and administrators.

pub mod address;
pub mod admin;
pub mod cash;
mod counts;
mod erasure;
mod finding;
pub mod manual_refunds;
pub mod money;
pub mod moves;
mod order;
pub mod parcels;
mod payment;
pub mod placing;
mod response;
mod search_text;
mod seller;
pub mod transfers;

use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

pub use self::{
    counts::{
        count_of, count_with_voucher, first_and_last, has_completed, has_ordered, unpaid_of_member, unpaid_of_period,
    },
    erasure::erase,
    finding::{find_any, find_by_number, find_by_token, find_own, lines_of, newest, not_found},
    order::{Actor, Order, OrderLine, OrderMove, Receiver, StoredState},
    payment::{store_charged, store_payment_url},
    response::{OrderLineResponse, OrderResponse},
    search_text::rename_member,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().merge(response::router()).merge(admin::router()).merge(seller::router())
}
