//! Products, their variants and pictures, and categories.
//!
//! Only administrators see an archived product; orders keep their data about it.

mod admin;
mod choices;
mod links;
mod pricing;
mod products;
mod sale_status;
mod schedule;
mod snapshot;
mod stock;
mod variants;
mod writing;

use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

pub use self::{
    admin::{is_code_of_goods, readiness, running_low},
    links::{Listed, Offer, category, category_names, newest, offer},
    pricing::{ByMember, PRICING, Pricing, visitor_prices},
    products::{
        BesidePrice, Catalog, Category, PictureKind, Product, ProductDetail, ProductList, Variant, average, categories,
        detail, product_not_found, ratings,
    },
    schedule::move_due,
    snapshot::{
        Codes, EarningProduct, ProductSnapshot, WarehouseProduct, check_variant, chosen, earning, snapshots,
        warehouse_products,
    },
    stock::{
        ByHand, Goods, MovementKind, delete_of_order, receive_stock, return_stock, set_counts, take_stock, write_off,
    },
    variants::VariantFields,
    writing::{NewProduct, any, count_rating, count_sold, insert_category, insert_product, uncount_rating},
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().merge(products::router()).merge(admin::router())
}
