//! Vouchers: their discounts, the members who may use them, and the number of their uses.

mod admin;
mod form;
mod kind;
pub mod popups;
mod scope;
mod voucher;
mod writing;

use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

pub use self::scope::erase_member;
pub use self::voucher::{
    VoucherRow, VoucherStatus, all, any, asked_by, covered, delete_of_order, find, find_by_slug, lock, not_found,
    return_use, take_use,
};
pub use self::writing::VoucherFields;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().merge(voucher::router()).merge(popups::router()).merge(admin::router())
}
