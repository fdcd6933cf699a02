//! Content that the shop shows besides its products: the banners of the home page, the popup that greets a visitor, and
//! its texts.

mod banners;
mod drafts;
pub mod pages;

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    time::Clock,
};
use serde::Serialize;
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::ShopState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list_banners)).merge(banners::router()).merge(pages::router())
}

/// A banner of the home page.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct Banner {
    id: i64,
    /// Path of the picture below `/storage/`; 1560 by 531 pixels are recommended.
    pub picture: String,
    /// Picture's alternative text.
    pub alt: String,
    /// Path of the shop's page that the banner links to; null for no link.
    link: Option<String>,
}

/// Lists the banners that the home page shows now, in the shop's order.
#[utoipa::path(get, path = "/api/banners", operation_id = "listBanners", responses((status = 200, body = [Banner])))]
async fn list_banners(State(db): State<Db>, State(clock): State<Clock>) -> Result<Json<Vec<Banner>>> {
    Ok(Json(banners(&mut *db.read().await?, clock.now_ms()).await?))
}

/// Returns the banners that the home page shows now, in the shop's order.
pub async fn banners(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Vec<Banner>> {
    let sql = "SELECT id, picture, alt, link FROM banners
               WHERE switched_off = 0 AND COALESCE(starts_ms, $1) <= $1 AND COALESCE(ends_ms, $1) >= $1
               ORDER BY position, id";
    query_as(sql).bind(now_ms).fetch_all(conn).await
}

/// Stores a new banner.
pub async fn insert_banner(
    conn: &mut Conn,
    picture: &str,
    alt: &str,
    link: Option<&str>,
    position: i64,
) -> sqlx::Result<()> {
    query("INSERT INTO banners (picture, alt, link, position, switched_off) VALUES ($1, $2, $3, $4, 0)")
        .bind(picture)
        .bind(alt)
        .bind(link)
        .bind(position)
        .execute(conn)
        .await?;
    Ok(())
}
