//! Orders as administrators see them: the list and its saved filters, the list as a file, notes and tags, and printed
//! papers.

mod export;
mod listing;
mod notes;
mod printing;
mod views;

use utoipa_axum::router::OpenApiRouter;

pub use self::{
    listing::{Waiting, has_order, trials, waiting},
    notes::{delete_of_order, notes_of, tags_of},
};
use ksmart_foundation::{db::Conn, document::routes, ids::MemberId};

use crate::ShopState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(listing::list_all))
        .routes(routes!(printing::print))
        .merge(export::router())
        .merge(notes::router())
        .merge(views::router())
}

/// Deletes notes and tags on the orders of a member, and the filters that the account saved.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    notes::erase_member(conn, member).await?;
    views::erase_member(conn, member).await
}
