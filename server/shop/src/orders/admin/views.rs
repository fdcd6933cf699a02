//! Named filters of the list of orders, saved per administrator on the server, so that every device has them.

use axum::{Json, extract::State, http::Uri};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{Refusals, refuse},
    ids::MemberId,
};
use ksmart_identity::roles::{Admin, FINANCE, FULFILMENT};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{ShopState, orders::admin::listing::AdminFilter};

/// Maximum length of a name, characters.
const MAX_NAME: usize = 40;
/// Maximum length of a query, bytes.
const MAX_QUERY: usize = 1000;
/// Maximum number of saved filters of an administrator.
const MOST: i64 = 30;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, keep)).routes(routes!(remove))
}

/// A named filter.
#[derive(Debug, Serialize, ToSchema, FromRow)]
struct OrderView {
    id: i64,
    name: String,
    /// Query string in the URL of the list, such as `waiting=pack&method=cod`.
    query: String,
}

/// The caller's filters, by name.
#[derive(Debug, Serialize, ToSchema)]
struct OrderViews {
    views: Vec<OrderView>,
}

/// A filter to be saved.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"name": "COD hari ini", "query": "waiting=pack&method=cod"})))]
struct ViewForm {
    #[schema(min_length = 1, max_length = 40, pattern = r"\S")]
    name: String,
    /// Query string in the URL of the list, without the `?`.
    #[schema(max_length = 1000)]
    query: String,
}

/// Lists the caller's own filters of the list of orders, by name.
#[utoipa::path(get, path = "/api/admin/order-views", operation_id = "listOrderViews",
    responses((status = 200, body = OrderViews)))]
async fn list(State(db): State<Db>, Admin(admin): Admin<{ FULFILMENT | FINANCE }>) -> Result<Json<OrderViews>> {
    let views = views_of(&mut *db.read().await?, admin.id).await?;
    Ok(Json(OrderViews { views }))
}

async fn views_of(conn: &mut Conn, admin: MemberId) -> sqlx::Result<Vec<OrderView>> {
    let sql = "SELECT id, name, query FROM order_views WHERE member_id = $1 ORDER BY name";
    query_as(sql).bind(admin).fetch_all(conn).await
}

/// Saves a filter under a name, replacing the caller's own filter of the same name. Returns 409 if the caller has 30.
#[utoipa::path(put, path = "/api/admin/order-views", operation_id = "keepOrderView", request_body = ViewForm,
    responses((status = 200, body = OrderViews), (status = 409)))]
async fn keep(
    State(db): State<Db>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Body(form): Body<ViewForm>,
) -> Result<Json<OrderViews>> {
    let mut refusals = Refusals::default();
    let name = refusals.line("name", "Nama saringan", &form.name, MAX_NAME);
    refusals.done()?;
    if form.query.len() > MAX_QUERY || !is_filter(&form.query) {
        return Err(refuse("query", "filter", "Saringan ini tidak dikenal."));
    }
    let mut tx = db.write().await?;
    let sql = "INSERT INTO order_views (member_id, name, query)
               SELECT m.id, $2, $3 FROM members m
               WHERE m.id = $1 AND ((SELECT COUNT(*) FROM order_views v WHERE v.member_id = m.id) < $4
                                    OR EXISTS (SELECT v.id FROM order_views v WHERE v.member_id = m.id AND v.name = $2))
               ON CONFLICT (member_id, name) DO UPDATE SET query = excluded.query";
    let kept = query(sql).bind(admin.id).bind(name).bind(&form.query).bind(MOST).execute(&mut *tx).await?;
    if kept.rows_affected() == 0 {
        let message = "Anda sudah menyimpan 30 saringan. Hapus yang tidak perlu lagi.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let views = views_of(&mut tx, admin.id).await?;
    tx.commit().await?;
    Ok(Json(OrderViews { views }))
}

/// Whether the list of orders accepts this query string as its filter.
fn is_filter(query: &str) -> bool {
    let uri = format!("/?{query}").parse::<Uri>();
    uri.is_ok_and(|uri| axum::extract::Query::<AdminFilter>::try_from_uri(&uri).is_ok())
}

/// Removes one of the caller's own filters.
#[utoipa::path(delete, path = "/api/admin/order-views/{id}", operation_id = "removeOrderView",
    responses((status = 200, body = OrderViews)))]
async fn remove(
    State(db): State<Db>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Path(id): Path<i64>,
) -> Result<Json<OrderViews>> {
    let mut tx = db.write().await?;
    let sql = "DELETE FROM order_views WHERE id = $1 AND member_id = $2";
    if query(sql).bind(id).bind(admin.id).execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(Error::not_found("Saringan tidak ditemukan."));
    }
    let views = views_of(&mut tx, admin.id).await?;
    tx.commit().await?;
    Ok(Json(OrderViews { views }))
}

/// Deletes the filters of an account.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM order_views WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
