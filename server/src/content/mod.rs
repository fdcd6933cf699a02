//! What the shop shows beside its products: the banners of the home page, the popup that greets a visitor, and its texts.

mod banners;
pub mod pages;
mod popups;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{Shared, db::Conn, error::Result, vouchers::VoucherId};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(list_banners))
        .routes(routes!(list_popup_vouchers))
        .merge(banners::router())
        .merge(popups::router())
        .merge(pages::router())
}

/// A banner of the home page.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct Banner {
    id: i64,
    /// Below `/storage/`, 1560 by 531 pixels.
    pub picture: String,
    /// What the picture says.
    pub alt: String,
    /// Where it leads, an address inside the shop.
    link: Option<String>,
}

/// A picture of the popup.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct PopupVoucher {
    /// Its key.
    pub id: i64,
    /// Below `/storage/`, 4 wide by 5 high.
    pub picture: String,
    /// The code of the voucher that it shows.
    pub code: String,
}

/// The banners of the home page, in the shop's order.
#[utoipa::path(get, path = "/api/banners", responses((status = 200, body = [Banner])))]
async fn list_banners(State(app): State<Shared>) -> Result<Json<Vec<Banner>>> {
    Ok(Json(banners(&mut *app.db.read().await?).await?))
}

/// The banners of the home page, in the shop's order.
///
/// # Errors
/// The database fails.
pub async fn banners(conn: &mut Conn) -> sqlx::Result<Vec<Banner>> {
    query_as("SELECT id, picture, alt, link FROM banners ORDER BY position, id").fetch_all(conn).await
}

/// The pictures of the popup whose vouchers run now; the app shows one at random.
#[utoipa::path(get, path = "/api/popup-voucher", responses((status = 200, body = [PopupVoucher])))]
async fn list_popup_vouchers(State(app): State<Shared>) -> Result<Json<Vec<PopupVoucher>>> {
    Ok(Json(popup_vouchers(&mut *app.db.read().await?, app.clock.now_ms()).await?))
}

/// The pictures of the popup whose vouchers run now, in the shop's order.
///
/// # Errors
/// The database fails.
pub async fn popup_vouchers(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Vec<PopupVoucher>> {
    let sql = "SELECT p.id, p.picture, v.code
               FROM popup_vouchers p JOIN vouchers v ON v.id = p.voucher_id
               WHERE v.starts_ms <= $1 AND v.ends_ms >= $1
               ORDER BY p.position, p.id";
    query_as(sql).bind(now_ms).fetch_all(conn).await
}

/// Keeps a new banner.
///
/// # Errors
/// The database fails.
pub async fn insert_banner(
    conn: &mut Conn,
    picture: &str,
    alt: &str,
    link: Option<&str>,
    position: i64,
) -> sqlx::Result<()> {
    query("INSERT INTO banners (picture, alt, link, position) VALUES ($1, $2, $3, $4)")
        .bind(picture)
        .bind(alt)
        .bind(link)
        .bind(position)
        .execute(conn)
        .await?;
    Ok(())
}

/// Keeps a new picture of the popup.
///
/// # Errors
/// The database fails.
pub async fn insert_popup_voucher(
    conn: &mut Conn,
    voucher: VoucherId,
    picture: &str,
    position: i64,
) -> sqlx::Result<()> {
    query("INSERT INTO popup_vouchers (voucher_id, picture, position) VALUES ($1, $2, $3)")
        .bind(voucher)
        .bind(picture)
        .bind(position)
        .execute(conn)
        .await?;
    Ok(())
}

/// How many popups show a voucher.
///
/// # Errors
/// The database fails.
pub async fn count_popups_of(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM popup_vouchers WHERE voucher_id = $1").bind(voucher).fetch_one(conn).await
}

/// The order that a list is to have.
#[derive(Debug, Deserialize, ToSchema)]
struct NewOrder {
    /// The keys of all of its members, first to last.
    ids: Vec<i64>,
}

impl NewOrder {
    /// Whether it names each of these, and nothing else.
    fn is_of(&self, ids: impl Iterator<Item = i64>) -> bool {
        let (mut wanted, mut there) = (self.ids.clone(), ids.collect::<Vec<_>>());
        wanted.sort_unstable();
        there.sort_unstable();
        wanted == there
    }
}
