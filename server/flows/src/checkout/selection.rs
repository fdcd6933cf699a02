//! Products that were chosen for checkout.

use ksmart_foundation::{
    error::{Error, Result},
    ids::ProductId,
};
use ksmart_shop::cart::CartLineId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of lines of an order.
const MAX_LINES: usize = 100;

/// Maximum length of a variant name that is looked up, in characters.
const MAX_VARIANT: usize = 200;

/// A product that was chosen for checkout.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(super) struct SelectedLine {
    /// The cart line from which it was chosen, if any.
    pub(super) id: Option<CartLineId>,
    pub(super) product_id: ProductId,
    /// Name of the variant, for a product with variants.
    variant: Option<String>,
    /// Pieces, 1 or more.
    #[schema(minimum = 1)]
    pub(super) quantity: i64,
}

impl SelectedLine {
    /// Returns the product, and the trimmed name of the variant, which is empty for a product without variants.
    pub(super) fn key(&self) -> (ProductId, &str) {
        (self.product_id, self.variant.as_deref().unwrap_or_default().trim())
    }
}

/// Refuses a checkout with more than 100 lines, a quantity below 1, or a variant's name of more than 200 characters.
///
/// # Errors
/// 422.
pub(super) fn check_lines(lines: &[SelectedLine]) -> Result<()> {
    if lines.len() > MAX_LINES {
        return Err(Error::invalid("Terlalu banyak produk dalam satu pesanan."));
    }
    let is_odd = |variant: &String| variant.chars().count() > MAX_VARIANT;
    if lines.iter().any(|line| line.variant.as_ref().is_some_and(is_odd)) {
        return Err(Error::invalid("Varian tidak ditemukan."));
    }
    if lines.iter().any(|line| line.quantity < 1) {
        return Err(Error::invalid("Jumlah minimal 1."));
    }
    Ok(())
}
