//! Vouchers: their discounts, the members who may use them, and the number of their uses.

mod admin;
mod form;
pub mod popups;
mod scope;
mod voucher;

use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

pub use self::scope::forget_member;
pub use self::voucher::{
    NewVoucher, VoucherRow, VoucherStatus, all, any, asked_by, covered, find, find_by_slug, forget_order, insert, lock,
    not_found, return_use, take_use,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().merge(voucher::router()).merge(popups::router()).merge(admin::router())
}
