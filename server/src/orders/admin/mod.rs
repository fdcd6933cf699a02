//! Orders as the back office sees and moves them: the list, one with all that is known of it, what is printed, and the
//! shop's own moves.

mod listing;
mod moves;
mod printing;
mod showing;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    listing::{Waiting, has_order, waiting},
    moves::keep_tracking_number,
};
use crate::{Shared, orders::OrderProduct};

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(listing::list_for_staff))
        .routes(routes!(printing::print))
        .routes(routes!(showing::show_to_staff))
        .merge(moves::router())
}

/// What some products weigh as they are now, in grams; the weight of the day they were bought is not kept.
fn weight_gr(lines: &[OrderProduct], weights: &[(crate::catalog::ProductId, i64)]) -> i64 {
    let of = |line: &OrderProduct| weights.iter().find(|(id, _)| *id == line.product_id).map_or(0, |(_, gr)| *gr);
    lines.iter().map(|line| of(line).saturating_mul(line.quantity)).fold(0, i64::saturating_add)
}
