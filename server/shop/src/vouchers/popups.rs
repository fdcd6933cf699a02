//! Pictures of the popup: visitors see them; administrators create, change and order them.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{Conn, Db, Flag},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{ListOrder, Refusals, refuse},
    ids::VoucherId,
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
    showing::{AdminShowing, Showing, ShowingForm, ShowingState},
    vouchers::voucher::lock,
};

/// Maximum number of popups: the home page contains them all.
const MOST: usize = 20;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(list_shown))
        .routes(routes!(list, create))
        .routes(routes!(order))
        .routes(routes!(show, change, delete))
}

/// A picture of the popup.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct PopupVoucher {
    /// Its key.
    pub id: i64,
    /// Path below `/storage/`; 4 wide by 5 high.
    pub picture: String,
    /// The code of the voucher that it shows.
    pub code: String,
}

/// Lists the pictures of the popup that are shown now, while their vouchers run; the app shows one at random.
#[utoipa::path(get, path = "/api/popup-voucher", operation_id = "listPopups",
    responses((status = 200, body = [PopupVoucher])))]
async fn list_shown(State(db): State<Db>, State(clock): State<Clock>) -> Result<Json<Vec<PopupVoucher>>> {
    Ok(Json(shown(&mut *db.read().await?, clock.now_ms()).await?))
}

/// Returns the pictures of the popup that are shown now, while their vouchers run, in the shop's order.
pub async fn shown(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Vec<PopupVoucher>> {
    let sql = "SELECT p.id, p.picture, v.code
               FROM popup_vouchers p JOIN vouchers v ON v.id = p.voucher_id
               WHERE v.starts_ms <= $1 AND v.ends_ms >= $1 AND v.chosen_members = 0
                 AND p.switched_off = 0 AND COALESCE(p.starts_ms, $1) <= $1 AND COALESCE(p.ends_ms, $1) >= $1
               ORDER BY p.position, p.id";
    query_as(sql).bind(now_ms).fetch_all(conn).await
}

/// Stores a new picture of the popup.
pub async fn insert(conn: &mut Conn, voucher: VoucherId, picture: &str, position: i64) -> sqlx::Result<()> {
    query("INSERT INTO popup_vouchers (voucher_id, picture, position, switched_off) VALUES ($1, $2, $3, 0)")
        .bind(voucher)
        .bind(picture)
        .bind(position)
        .execute(conn)
        .await?;
    Ok(())
}

/// Counts the popups that show a voucher.
pub async fn count_of(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM popup_vouchers WHERE voucher_id = $1").bind(voucher).fetch_one(conn).await
}

/// A picture of the popup, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPopup {
    id: i64,
    voucher_id: VoucherId,
    voucher_code: String,
    voucher_title: String,
    /// Whether visitors see it now; its voucher must run, too.
    shown: bool,
    #[serde(flatten)]
    showing: AdminShowing,
    /// Path below `/storage/`.
    picture: String,
    /// Version, increased by each edit; an edit names the version that it is based on.
    version: i64,
}

impl AdminPopup {
    fn logged(&self) -> Value {
        self.showing.logged(json!({"voucher": self.voucher_code, "picture": self.picture}))
    }
}

/// The pictures of the popup, in the shop's order.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPopups {
    popups: Vec<AdminPopup>,
}

/// A picture of the popup as typed into the form.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"voucher_id": 1, "picture": "popup-vouchers/a1b2c3d4.webp",
    "starts_at": null, "ends_at": "2026-12-31T23:59:59+07:00", "switched_off": false, "version": 1})))]
struct PopupForm {
    /// Key of the voucher that the picture advertises.
    #[schema(minimum = 1)]
    voucher_id: i64,
    /// Name from `POST /api/admin/pictures`.
    #[schema(max_length = 200, pattern = r"^popup-vouchers/[A-Za-z0-9_-][A-Za-z0-9_.-]*$")]
    picture: String,
    #[serde(flatten)]
    showing: ShowingForm,
    /// Version on which the edit is based; ignored for a new popup.
    version: i64,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    voucher_id: VoucherId,
    code: String,
    title: String,
    voucher_runs: Flag,
    #[sqlx(flatten)]
    showing: Showing,
    picture: String,
    version: i64,
}

impl Row {
    fn shown(self, now_ms: i64) -> AdminPopup {
        AdminPopup {
            id: self.id,
            voucher_id: self.voucher_id,
            voucher_code: self.code,
            voucher_title: self.title,
            shown: self.voucher_runs.0 && self.showing.state(now_ms) == ShowingState::Running,
            showing: self.showing.for_admin(now_ms),
            picture: self.picture,
            version: self.version,
        }
    }
}

const SELECT: &str = "SELECT p.id, p.voucher_id, v.code, v.title, p.starts_ms, p.ends_ms, p.switched_off,
                             p.picture, p.version,
                             CASE WHEN v.starts_ms <= $1 AND v.ends_ms >= $1 AND v.chosen_members = 0
                                  THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END AS voucher_runs
                      FROM popup_vouchers p JOIN vouchers v ON v.id = p.voucher_id";

async fn all(conn: &mut Conn, now_ms: i64) -> sqlx::Result<AdminPopups> {
    let sql = AssertSqlSafe(format!("{SELECT} ORDER BY p.position, p.id"));
    let rows: Vec<Row> = query_as(sql).bind(now_ms).fetch_all(conn).await?;
    Ok(AdminPopups { popups: rows.into_iter().map(|row| row.shown(now_ms)).collect() })
}

async fn find(conn: &mut Conn, id: i64, now_ms: i64) -> Result<AdminPopup> {
    let sql = AssertSqlSafe(format!("{SELECT} WHERE p.id = $2"));
    let row: Option<Row> = query_as(sql).bind(now_ms).bind(id).fetch_optional(conn).await?;
    row.map(|row| row.shown(now_ms)).ok_or_else(|| Error::not_found("Popup voucher tidak ditemukan."))
}

async fn check(conn: &mut Conn, form: &PopupForm) -> Result<Showing> {
    let mut refusals = Refusals::default();
    refusals.picture("popup-vouchers", &form.picture);
    if form.voucher_id == 0 {
        refusals.add("voucher_id", "required", "Pilih vouchernya.");
    }
    let showing = form.showing.check(&mut refusals);
    refusals.done()?;
    // The lock waits for a concurrent deletion of the voucher, and prevents later ones until the commit.
    if !lock(conn, VoucherId(form.voucher_id)).await? {
        return Err(refuse("voucher_id", "missing", "Voucher ini sudah tidak ada. Pilih voucher lain."));
    }
    let sql = "SELECT chosen_members FROM vouchers WHERE id = $1";
    let chosen: Flag = query_scalar(sql).bind(form.voucher_id).fetch_one(conn).await?;
    if chosen.0 {
        let message = "Voucher ini hanya untuk anggota tertentu, jadi tidak dapat tampil di popup. Pilih voucher lain.";
        return Err(refuse("voucher_id", "chosen_members", message));
    }
    Ok(showing)
}

/// Lists the pictures of the popup, in the shop's order.
#[utoipa::path(get, path = "/api/admin/popup-vouchers", operation_id = "listAdminPopups",
    responses((status = 200, body = AdminPopups)))]
async fn list(State(db): State<Db>, State(clock): State<Clock>, _: Admin<CATALOGUE>) -> Result<Json<AdminPopups>> {
    Ok(Json(all(&mut *db.read().await?, clock.now_ms()).await?))
}

/// Returns a picture of the popup.
#[utoipa::path(get, path = "/api/admin/popup-vouchers/{id}", operation_id = "getAdminPopup",
    responses((status = 200, body = AdminPopup)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<Json<AdminPopup>> {
    Ok(Json(find(&mut *db.read().await?, id, clock.now_ms()).await?))
}

/// Creates a picture of the popup, after the others.
#[utoipa::path(post, path = "/api/admin/popup-vouchers", operation_id = "createPopup", request_body = PopupForm,
    responses((status = 201, body = AdminPopup), (status = 409)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<PopupForm>,
) -> Result<(StatusCode, Json<AdminPopup>)> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let showing = check(&mut tx, &form).await?;
    if all(&mut tx, now_ms).await?.popups.len() >= MOST {
        let message = format!("Paling banyak {MOST} popup voucher. Hapus yang tidak dipakai lagi.");
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let sql = "INSERT INTO popup_vouchers (voucher_id, picture, starts_ms, ends_ms, switched_off, position)
               SELECT $1, $2, $3, $4, $5, COALESCE(MAX(position), 0) + 1 FROM popup_vouchers
               RETURNING id";
    let query = query_scalar(sql)
        .bind(form.voucher_id)
        .bind(form.picture)
        .bind(showing.starts_ms)
        .bind(showing.ends_ms)
        .bind(Flag(showing.switched_off));
    let id = query.fetch_one(&mut *tx).await?;
    let made = find(&mut tx, id, now_ms).await?;
    let change = Change::new("create", Subject::PopupVoucher, id, Value::Null, made.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Changes a picture of the popup.
#[utoipa::path(put, path = "/api/admin/popup-vouchers/{id}", operation_id = "updatePopup", request_body = PopupForm,
    responses((status = 200, body = AdminPopup), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(form): Body<PopupForm>,
) -> Result<Json<AdminPopup>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id, now_ms).await?;
    let showing = check(&mut tx, &form).await?;
    let sql =
        "UPDATE popup_vouchers SET voucher_id = $3, picture = $4, starts_ms = $5, ends_ms = $6, switched_off = $7,
                                         version = version + 1
               WHERE id = $1 AND version = $2";
    let query = query(sql)
        .bind(id)
        .bind(form.version)
        .bind(form.voucher_id)
        .bind(form.picture)
        .bind(showing.starts_ms)
        .bind(showing.ends_ms)
        .bind(Flag(showing.switched_off));
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(audit::conflict(find(&mut tx, id, now_ms).await?, &mut tx, Subject::PopupVoucher, id).await);
    }
    let after = find(&mut tx, id, now_ms).await?;
    let change = Change::new("update", Subject::PopupVoucher, id, before.logged(), after.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Deletes a picture of the popup.
#[utoipa::path(delete, path = "/api/admin/popup-vouchers/{id}", operation_id = "deletePopup",
    responses((status = 204)))]
async fn delete(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id, now_ms).await?;
    query("DELETE FROM popup_vouchers WHERE id = $1").bind(id).execute(&mut *tx).await?;
    let change = Change::new("delete", Subject::PopupVoucher, id, before.logged(), Value::Null);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sorts the pictures of the popup in the given order, which must contain all of them.
#[utoipa::path(put, path = "/api/admin/popup-vouchers/order", operation_id = "orderPopups", request_body = ListOrder,
    responses((status = 200, body = AdminPopups), (status = 409)))]
async fn order(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Body(wanted): Body<ListOrder>,
) -> Result<Json<AdminPopups>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = all(&mut tx, now_ms).await?;
    if !wanted.is_of(before.popups.iter().map(|popup| popup.id)) {
        return Err(audit::list_conflict(before, &mut tx, Subject::PopupVoucher).await);
    }
    for (position, id) in (1_i64..).zip(&wanted.ids) {
        let query = query("UPDATE popup_vouchers SET position = $2 WHERE id = $1").bind(id).bind(position);
        query.execute(&mut *tx).await?;
    }
    let after = all(&mut tx, now_ms).await?;
    let logged = |all: &AdminPopups| json!({"order": all.popups.iter().map(|each| format!("{} {}", each.id, each.voucher_code)).collect::<Vec<_>>()});
    let change = Change::new("order", Subject::PopupVoucher, "urutan", logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}
