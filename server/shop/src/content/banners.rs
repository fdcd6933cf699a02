//! Banners of the home page, as administrators create, edit and order them.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    addresses::{self, Page},
    db::{Conn, Db, Flag},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{ListOrder, Refusals},
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    showing::{AdminShowing, Showing, ShowingForm},
};

/// Maximum number of banners: the home page shows them all.
const MOST: usize = 30;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(order)).routes(routes!(show, change, delete))
}

/// A banner.
#[derive(Debug, Serialize, ToSchema)]
struct AdminBanner {
    id: i64,
    /// Path below `/storage/`.
    picture: String,
    /// Picture's alternative text.
    alt: String,
    /// Path of the shop's page that the banner links to; null for no link.
    link: Option<String>,
    #[serde(flatten)]
    showing: AdminShowing,
    /// Version, increased by each edit; an edit names the version that it is based on.
    version: i64,
}

impl AdminBanner {
    fn logged(&self) -> Value {
        self.showing.logged(json!({"picture": self.picture, "alt": self.alt, "link": self.link}))
    }
}

#[derive(FromRow)]
struct Row {
    id: i64,
    picture: String,
    alt: String,
    link: Option<String>,
    #[sqlx(flatten)]
    showing: Showing,
    version: i64,
}

impl Row {
    fn for_admin(self, now_ms: i64) -> AdminBanner {
        let Self { id, picture, alt, link, showing, version } = self;
        AdminBanner { id, picture, alt, link, showing: showing.for_admin(now_ms), version }
    }
}

/// The banners, in the shop's order.
#[derive(Debug, Serialize, ToSchema)]
struct AdminBanners {
    banners: Vec<AdminBanner>,
}

/// A banner as a form sends it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!(
    {"picture": "banners/a1b2c3d4.webp", "alt": "Diskon akhir pekan", "link": "/voucher",
     "starts_at": "2026-12-01T00:00:00+07:00", "ends_at": null, "switched_off": false, "version": 1}
)))]
struct BannerForm {
    /// Name of the uploaded picture, as returned by `POST /api/admin/pictures`.
    #[schema(max_length = 200, pattern = r"^banners/[A-Za-z0-9_-][A-Za-z0-9_.-]*$")]
    picture: String,
    /// Picture's alternative text.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    alt: String,
    /// A page of the shop, such as `/voucher`; null or empty for no link.
    #[schema(max_length = 500)]
    link: Option<String>,
    #[serde(flatten)]
    showing: ShowingForm,
    /// Version of the banner that was edited, for optimistic locking; ignored for a new banner.
    version: i64,
}

/// A checked form, ready to be stored.
struct Checked {
    picture: String,
    alt: String,
    link: Option<String>,
    showing: Showing,
}

fn check(form: &BannerForm) -> Result<Checked> {
    let mut refusals = Refusals::default();
    let picture = refusals.picture("banners", &form.picture);
    let alt = refusals.line("alt", "Teks pengganti gambar", &form.alt, 200);
    let link = refusals.line_or_none("link", "Tautan", form.link.as_deref().unwrap_or_default(), 500);
    if !link.is_empty() && !is_inside(&link) {
        let message = "Tautan harus alamat halaman di toko ini, seperti /voucher atau /product/12.";
        refusals.add("link", "link", message);
    }
    let showing = form.showing.check(&mut refusals);
    refusals.done()?;
    Ok(Checked { picture, alt, link: Some(link).filter(|link| !link.is_empty()), showing })
}

/// Whether a link leads to a page of the shop, except the pages of the office.
fn is_inside(link: &str) -> bool {
    let path = link.split(['?', '#']).next().unwrap_or_default();
    let plain = path.starts_with('/') && !link.contains(['\\', ' ', '<', '>', '"']) && !link.starts_with("//");
    let is_admin = |page| matches!(page, Page::Private("Kantor"));
    plain && addresses::find(path).is_some_and(|(address, _)| !is_admin(address.page))
}

const SELECT: &str = "SELECT id, picture, alt, link, starts_ms, ends_ms, switched_off, version FROM banners";

async fn all(conn: &mut Conn, now_ms: i64) -> sqlx::Result<AdminBanners> {
    let sql = AssertSqlSafe(format!("{SELECT} ORDER BY position, id"));
    let rows: Vec<Row> = query_as(sql).fetch_all(conn).await?;
    Ok(AdminBanners { banners: rows.into_iter().map(|row| row.for_admin(now_ms)).collect() })
}

async fn find(conn: &mut Conn, id: i64, now_ms: i64) -> Result<AdminBanner> {
    let row: Option<Row> =
        query_as(AssertSqlSafe(format!("{SELECT} WHERE id = $1"))).bind(id).fetch_optional(conn).await?;
    row.map(|row| row.for_admin(now_ms)).ok_or_else(|| Error::not_found("Banner tidak ditemukan."))
}

/// Lists the banners in the shop's order.
#[utoipa::path(get, path = "/api/admin/banners", operation_id = "listAdminBanners",
    responses((status = 200, body = AdminBanners)))]
async fn list(State(db): State<Db>, State(clock): State<Clock>, _: Admin<CATALOGUE>) -> Result<Json<AdminBanners>> {
    Ok(Json(all(&mut *db.read().await?, clock.now_ms()).await?))
}

/// A banner.
#[utoipa::path(get, path = "/api/admin/banners/{id}", operation_id = "getAdminBanner",
    responses((status = 200, body = AdminBanner)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<Json<AdminBanner>> {
    Ok(Json(find(&mut *db.read().await?, id, clock.now_ms()).await?))
}

/// Creates a banner, after the others.
#[utoipa::path(post, path = "/api/admin/banners", operation_id = "createBanner", request_body = BannerForm,
    responses((status = 201, body = AdminBanner), (status = 409)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<BannerForm>,
) -> Result<(StatusCode, Json<AdminBanner>)> {
    let banner = check(&form)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    if all(&mut tx, now_ms).await?.banners.len() >= MOST {
        let message = format!("Paling banyak {MOST} banner. Hapus yang tidak dipakai lagi.");
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let sql = "INSERT INTO banners (picture, alt, link, starts_ms, ends_ms, switched_off, position)
               SELECT $1, $2, $3, $4, $5, $6, COALESCE(MAX(position), 0) + 1 FROM banners
               RETURNING id";
    let query = query_scalar(sql)
        .bind(banner.picture)
        .bind(banner.alt)
        .bind(banner.link)
        .bind(banner.showing.starts_ms)
        .bind(banner.showing.ends_ms)
        .bind(Flag(banner.showing.switched_off));
    let id = query.fetch_one(&mut *tx).await?;
    let made = find(&mut tx, id, now_ms).await?;
    let change = Change::new("create", Subject::Banner, id, Value::Null, made.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Changes a banner.
#[utoipa::path(put, path = "/api/admin/banners/{id}", operation_id = "updateBanner", request_body = BannerForm,
    responses((status = 200, body = AdminBanner), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(form): Body<BannerForm>,
) -> Result<Json<AdminBanner>> {
    let banner = check(&form)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id, now_ms).await?;
    let sql = "UPDATE banners SET picture = $3, alt = $4, link = $5, starts_ms = $6, ends_ms = $7, switched_off = $8,
                                  version = version + 1
               WHERE id = $1 AND version = $2";
    let query = query(sql)
        .bind(id)
        .bind(form.version)
        .bind(banner.picture)
        .bind(banner.alt)
        .bind(banner.link)
        .bind(banner.showing.starts_ms)
        .bind(banner.showing.ends_ms)
        .bind(Flag(banner.showing.switched_off));
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(audit::conflict(find(&mut tx, id, now_ms).await?, &mut tx, Subject::Banner, id).await);
    }
    let after = find(&mut tx, id, now_ms).await?;
    let change = Change::new("update", Subject::Banner, id, before.logged(), after.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Deletes a banner.
#[utoipa::path(delete, path = "/api/admin/banners/{id}", operation_id = "deleteBanner", responses((status = 204)))]
async fn delete(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id, now_ms).await?;
    query("DELETE FROM banners WHERE id = $1").bind(id).execute(&mut *tx).await?;
    let change = Change::new("delete", Subject::Banner, id, before.logged(), Value::Null);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets the order of the banners; the request names all of them.
#[utoipa::path(put, path = "/api/admin/banners/order", operation_id = "orderBanners", request_body = ListOrder,
    responses((status = 200, body = AdminBanners), (status = 409)))]
async fn order(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Body(wanted): Body<ListOrder>,
) -> Result<Json<AdminBanners>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = all(&mut tx, now_ms).await?;
    if !wanted.is_of(before.banners.iter().map(|banner| banner.id)) {
        return Err(audit::list_conflict(before, &mut tx, Subject::Banner).await);
    }
    for (position, id) in (1_i64..).zip(&wanted.ids) {
        query("UPDATE banners SET position = $2 WHERE id = $1").bind(id).bind(position).execute(&mut *tx).await?;
    }
    let after = all(&mut tx, now_ms).await?;
    let logged = |all: &AdminBanners| json!({"order": all.banners.iter().map(|each| &each.alt).collect::<Vec<_>>()});
    let change = Change::new("order", Subject::Banner, "urutan", logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banners_link_only_to_pages_of_the_shop() {
        for link in ["/", "/voucher", "/voucher/hemat-10", "/product/7-madu?x=1#y", "/all-product?keyword=teh%20hijau"]
        {
            assert!(is_inside(link), "{link}");
        }
        for link in [
            "voucher",
            "//example.com",
            "//example.com/voucher",
            "/\\example.com",
            "https://example.com/voucher",
            "javascript:alert(1)",
            "/api/products",
            "/storage/x.webp",
            "/admin/audit",
            "/tidak-ada",
            "/voucher/a b",
        ] {
            assert!(!is_inside(link), "{link}");
        }
    }
}
