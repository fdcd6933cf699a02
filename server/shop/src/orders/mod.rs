//! Orders as their members see them; placing orders and the administrators' view are separate parts.

pub mod address;
pub mod admin;
pub mod cash;
pub mod manual_refunds;
pub mod money;
pub mod moves;
mod order;
pub mod parcels;
pub mod placing;
mod seller;
pub mod transfers;

use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

pub use self::order::{
    Actor, Order, OrderData, OrderProduct, corrected_of, count_of, count_with_voucher, erase, find_any, find_by_number,
    find_by_token, find_own, first_and_last, has_ordered, keep_charged, keep_payment_url, newest, not_found,
    products_of, rename_member, waiting,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().merge(order::router()).merge(admin::router()).merge(seller::router())
}
