//! Rules for prices, stock and orders.

use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Prices shown to visitors who are not members.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VisitorPrices {
    /// The members' price.
    #[default]
    Member,
    /// The members' price and the retail price.
    Both,
    /// The retail price; only members see the members' price.
    Retail,
}

/// Rules for prices, stock and orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SalesSettings {
    /// Prices shown to visitors who are not members.
    pub visitor_prices: VisitorPrices,
    /// Stock, in pieces, at or below which a product is low.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub low_stock: i64,
    /// Whether buyers must order at least a product's minimum quantity.
    pub minimum_binds: bool,
    /// Maximum number of unpaid orders per member; 0 for no limit.
    #[schema(minimum = 0, maximum = 1000)]
    pub max_unpaid_orders: i64,
    /// Maximum total number of pieces in a member's unpaid orders; 0 for no limit.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub max_unpaid_pieces: i64,
    /// Whether a COD order needs the shop's approval, if its member has never paid for an order that arrived.
    pub holds_first_cod: bool,
}

impl Default for SalesSettings {
    fn default() -> Self {
        Self {
            visitor_prices: VisitorPrices::default(),
            low_stock: 5,
            minimum_binds: false,
            max_unpaid_orders: 20,
            max_unpaid_pieces: 2000,
            holds_first_cod: false,
        }
    }
}

impl Section for SalesSettings {
    const NAME: &'static str = "sales";
    const LOGGED_AS: &'static str = "penjualan";

    fn validate(self, refusals: &mut Refusals) -> Self {
        refusals.whole("low_stock", "Batas stok menipis", self.low_stock, 0..=1_000_000);
        refusals.whole("max_unpaid_orders", "Pesanan belum dibayar", self.max_unpaid_orders, 0..=1000);
        refusals.whole("max_unpaid_pieces", "Barang belum dibayar", self.max_unpaid_pieces, 0..=1_000_000);
        self
    }
}
