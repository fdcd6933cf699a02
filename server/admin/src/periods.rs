//! Administration of periods: they can be created, changed, closed and reopened until they are calculated.
//!
//! Periods may overlap: a member chooses among those that take orders, and each order and each posting names its
//! period. Without overlaps there would be no choice. Administrators see overlaps, because they are rarely intended.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{fields::FieldError, text};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    form::MOMENTS,
    format,
    ids::PeriodId,
    page::Page,
    time::{Clock, DAY_MS, jakarta_date, jakarta_midnight, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
};
use ksmart_members::volume::{
    self, MAX_PERIOD_NAME, already_calculated, change_period, close_period, delete_period, insert_period, open_due,
    order_window, reopen_period,
};
use ksmart_shop::orders;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Longest duration of a period, in milliseconds: two years.
const LONGEST_MS: i64 = 731 * DAY_MS;

/// Error message for a longer period.
const TOO_LONG: &str = "Periode paling lama dua tahun. Periksa kembali tanggalnya.";

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, update, remove))
        .routes(routes!(close))
        .routes(routes!(reopen))
}

/// State of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PeriodState {
    /// The first day of the period is still to come.
    Upcoming,
    /// The period takes orders.
    Open,
    /// The period takes no more orders, and waits to be calculated.
    Ended,
    /// The bonuses of the period are calculated: nothing in it can change.
    Calculated,
}

/// A period, for administrators.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPeriod {
    id: PeriodId,
    name: String,
    /// First day in Jakarta, `YYYY-MM-DD`.
    starts_on: String,
    /// Last day in Jakarta, `YYYY-MM-DD`.
    ends_on: String,
    /// Last millisecond of the period, RFC 3339; earlier than the end of the last day if the period was closed early.
    ends_at: String,
    state: PeriodState,
    calculated_at: Option<String>,
    /// Number of paid orders: paid online or by transfer, or COD orders whose cash the shop has received.
    orders: i64,
    /// Points of these orders, less refunded points.
    points: i64,
    /// Sales of these orders after discount, less refunds.
    sales_rp: i64,
    /// Version; an edit names the version on which it is based.
    version: i64,
}

#[derive(FromRow)]
struct Row {
    id: PeriodId,
    name: String,
    starts_ms: i64,
    ends_ms: i64,
    frozen_ms: Option<i64>,
    calculated_ms: Option<i64>,
    orders: i64,
    points: i64,
    sales_rp: i64,
    version: i64,
}

/// The columns of [`Row`].
const COLUMNS: &str = "id, name, starts_ms, ends_ms, frozen_ms, calculated_ms, orders, points, sales_rp, version";

impl Row {
    fn state(&self, now_ms: i64) -> PeriodState {
        if self.calculated_ms.is_some() {
            PeriodState::Calculated
        } else if now_ms < self.starts_ms {
            PeriodState::Upcoming
        } else if now_ms <= self.ends_ms {
            PeriodState::Open
        } else {
            PeriodState::Ended
        }
    }

    fn show(self, now_ms: i64) -> AdminPeriod {
        AdminPeriod {
            state: self.state(now_ms),
            id: self.id,
            name: self.name,
            starts_on: jakarta_date(self.starts_ms),
            ends_on: jakarta_date(self.ends_ms),
            ends_at: rfc3339(self.ends_ms),
            calculated_at: self.calculated_ms.map(rfc3339),
            orders: self.orders,
            points: self.points,
            sales_rp: self.sales_rp,
            version: self.version,
        }
    }

    /// Returns the values for the audit log.
    fn logged(&self) -> serde_json::Value {
        json!({"name": self.name, "starts_at": rfc3339(self.starts_ms), "ends_at": rfc3339(self.ends_ms)})
    }
}

/// A page of periods, latest start first.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPeriods {
    periods: Vec<AdminPeriod>,
    next_cursor: Option<String>,
}

/// A period with the details of its page.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPeriodPage {
    period: AdminPeriod,
    /// Names of up to ten uncalculated periods that overlap it: a member chooses between them.
    overlaps: Vec<String>,
    /// Whether no order and no points refer to it, so that it can be deleted.
    is_unused: bool,
    /// State of sales after this period is closed or deleted: another period that takes orders, or none.
    after_closing: AfterClosing,
}

/// State of sales after a period stops taking orders: another period that takes them, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AfterClosing {
    /// Another open period takes orders.
    OthersOpen,
    /// The next period opens automatically.
    NextOpens,
    /// No period is open: the shop stops selling.
    ShopStops,
}

/// Lists the periods, latest start first.
#[utoipa::path(get, path = "/api/admin/periods", operation_id = "listAdminPeriods",
    responses((status = 200, body = AdminPeriods)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    page: Page<2>,
) -> Result<Json<AdminPeriods>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM bv_periods WHERE (starts_ms, id) < ($1, $2)
         ORDER BY starts_ms DESC, id DESC LIMIT $3"
    );
    let [starts_ms, id] = page.after(i64::MAX);
    let query = query_as(sqlx::AssertSqlSafe(sql)).bind(starts_ms).bind(id).bind(page.lookup());
    let mut rows: Vec<Row> = query.fetch_all(&mut *db.read().await?).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.starts_ms, row.id.0]);
    let now_ms = clock.now_ms();
    Ok(Json(AdminPeriods { periods: rows.into_iter().map(|row| row.show(now_ms)).collect(), next_cursor }))
}

/// Returns a period with the details of its page.
#[utoipa::path(get, path = "/api/admin/periods/{id}", operation_id = "getAdminPeriod",
    responses((status = 200, body = AdminPeriodPage)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    Path(id): Path<PeriodId>,
) -> Result<Json<AdminPeriodPage>> {
    let mut conn = db.read().await?;
    let row = find(&mut conn, id).await?;
    Ok(Json(page_of(&mut conn, row, clock.now_ms()).await?))
}

/// Form for a new period.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"name": "Desember 2026", "starts_on": "2026-12-01", "ends_on": "2026-12-31"})))]
struct PeriodForm {
    /// Name of up to 100 characters, unique among the periods.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
    /// First day in Jakarta, `YYYY-MM-DD`.
    #[schema(format = Date)]
    starts_on: String,
    /// Last day in Jakarta, `YYYY-MM-DD`.
    #[schema(format = Date)]
    ends_on: String,
}

/// Creates a period.
#[utoipa::path(post, path = "/api/admin/periods", operation_id = "createPeriod", request_body = PeriodForm,
    responses((status = 201, body = AdminPeriodPage)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Body(form): Body<PeriodForm>,
) -> Result<(StatusCode, Json<AdminPeriodPage>)> {
    let now_ms = clock.now_ms();
    let (mut errors, name, days) = read(&form);
    if days.is_some_and(|(_, ends_ms)| ends_ms < now_ms) {
        errors.push(wrong("ends_on", "past", "Tanggal selesai sudah lewat."));
    }
    let Some((starts_ms, ends_ms)) = days.filter(|_| errors.is_empty()) else { return Err(errors.into()) };
    let mut tx = db.write().await?;
    let id = insert_period(&mut tx, &name, starts_ms, ends_ms).await.map_err(name_taken)?;
    let row = find(&mut tx, id).await?;
    let change = Change::new("create", Subject::Period, &row.name, serde_json::Value::Null, row.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let page = page_of(&mut tx, row, now_ms).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(page)))
}

/// Form for changing a period.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"name": "Desember 2026", "starts_on": "2026-12-01", "ends_on": "2026-12-31", "version": 1}
)))]
struct PeriodEdit {
    /// Name of up to 100 characters, unique among the periods.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
    /// First day in Jakarta, `YYYY-MM-DD`.
    #[schema(format = Date)]
    starts_on: String,
    /// Last day in Jakarta, `YYYY-MM-DD`; a period that was closed early on this day stays so.
    #[schema(format = Date)]
    ends_on: String,
    /// The version that was read.
    version: i64,
}

/// Changes a period's name and days, until it is calculated. Its orders must lie within the days.
#[utoipa::path(put, path = "/api/admin/periods/{id}", operation_id = "updatePeriod", request_body = PeriodEdit,
    responses((status = 200, body = AdminPeriodPage), (status = 409)))]
async fn update(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(id): Path<PeriodId>,
    Body(edit): Body<PeriodEdit>,
) -> Result<Json<AdminPeriodPage>> {
    let now_ms = clock.now_ms();
    let PeriodEdit { name, starts_on, ends_on, version } = edit;
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    check_editable(&mut tx, &before, version, now_ms).await?;
    let (mut errors, name, days) = read(&PeriodForm { name, starts_on, ends_on });
    let days = days.map(|(starts_ms, ends_ms)| {
        // Keep the exact time of a day that was not changed.
        let kept = |ms: i64, was_ms: i64| if jakarta_date(ms) == jakarta_date(was_ms) { was_ms } else { ms };
        (kept(starts_ms, before.starts_ms), kept(ends_ms, before.ends_ms))
    });
    if let Some((starts_ms, ends_ms)) = days {
        errors.extend(orders_outside(&mut tx, id, starts_ms, ends_ms).await?);
    }
    let Some((starts_ms, ends_ms)) = days.filter(|_| errors.is_empty()) else { return Err(errors.into()) };
    let written = change_period(&mut tx, id, version, &name, starts_ms, ends_ms).await.map_err(name_taken)?;
    let changed = Changed { admin: &admin, action: "update", before, now_ms, version };
    let page = changed.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Version of a period that was read.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 1})))]
struct PeriodVersion {
    /// The version that was read.
    version: i64,
}

/// Closes an open period now, before its last day ends. Existing orders stay in this period.
#[utoipa::path(post, path = "/api/admin/periods/{id}/close", operation_id = "closePeriod",
        request_body = PeriodVersion,
    responses((status = 200, body = AdminPeriodPage), (status = 409)))]
async fn close(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(id): Path<PeriodId>,
    Body(PeriodVersion { version }): Body<PeriodVersion>,
) -> Result<Json<AdminPeriodPage>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    check_editable(&mut tx, &before, version, now_ms).await?;
    let written = close_period(&mut tx, id, version, now_ms).await?;
    if !written && before.state(now_ms) != PeriodState::Open {
        return Err(Error::conflict(Code::MoveRefused, "Periode ini tidak sedang terbuka."));
    }
    let changed = Changed { admin: &admin, action: "close", before, now_ms, version };
    let page = changed.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// The new last day of a period that has ended.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"ends_on": "2026-12-31", "version": 2})))]
struct Reopening {
    /// Last day in Jakarta, `YYYY-MM-DD`: today or later.
    #[schema(format = Date)]
    ends_on: String,
    /// The version that was read.
    version: i64,
}

/// Reopens a period that has ended and is not calculated.
#[utoipa::path(post, path = "/api/admin/periods/{id}/reopen", operation_id = "reopenPeriod", request_body = Reopening,
    responses((status = 200, body = AdminPeriodPage), (status = 409)))]
async fn reopen(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(id): Path<PeriodId>,
    Body(Reopening { ends_on, version }): Body<Reopening>,
) -> Result<Json<AdminPeriodPage>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    check_editable(&mut tx, &before, version, now_ms).await?;
    if before.state(now_ms) != PeriodState::Ended {
        return Err(Error::conflict(Code::MoveRefused, "Periode ini belum ditutup."));
    }
    let ends_ms = day_ms(&ends_on).map(|ms| ms + DAY_MS - 1).filter(|ms| *ms > now_ms);
    let Some(ends_ms) = ends_ms else {
        return Err(vec![wrong("ends_on", "past", "Pilih tanggal selesai yang baru, hari ini atau sesudahnya.")].into());
    };
    if ends_ms - before.starts_ms > LONGEST_MS {
        return Err(vec![wrong("ends_on", "too_long", TOO_LONG)].into());
    }
    let written = reopen_period(&mut tx, id, version, ends_ms, now_ms).await?;
    let changed = Changed { admin: &admin, action: "reopen", before, now_ms, version };
    let page = changed.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(Json(page))
}

#[derive(Debug, Deserialize, IntoParams)]
struct Removal {
    /// The version that was read.
    version: i64,
}

/// Deletes a period without orders, points and bonuses.
#[utoipa::path(delete, path = "/api/admin/periods/{id}", operation_id = "deletePeriod",
    responses((status = 204), (status = 409), (status = 422)))]
async fn remove(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(id): Path<PeriodId>,
    Query(Removal { version }): Query<Removal>,
) -> Result<StatusCode> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    check_editable(&mut tx, &before, version, now_ms).await?;
    let used = || Error::conflict(Code::MoveRefused, "Periode ini sudah dipakai oleh pesanan dan tidak dapat dihapus.");
    if !is_unused(&mut tx, id).await? {
        return Err(used());
    }
    let change = Change::new("delete", Subject::Period, &before.name, before.logged(), serde_json::Value::Null);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    // An order placed at the same time is refused by the database, or makes this deletion fail.
    let gone = delete_period(&mut tx, id, version).await.map_err(|error| {
        let named = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation);
        if named { used() } else { error.into() }
    })?;
    if !gone {
        return Err(refusal(&mut tx, id, now_ms).await);
    }
    open_due(&mut tx, now_ms).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A change to a period that was just stored.
struct Changed<'a> {
    admin: &'a Admin<FINANCE>,
    action: &'a str,
    before: Row,
    now_ms: i64,
    version: i64,
}

impl Changed<'_> {
    /// Records the change in the audit log, and returns the changed period; fails if no row was written.
    async fn finish(self, conn: &mut Conn, written: bool) -> Result<AdminPeriodPage> {
        let Self { admin, action, before, now_ms, version } = self;
        if !written {
            // Another administrator changed the period during this transaction.
            let current = find(conn, before.id).await?;
            check_editable(conn, &current, version, now_ms).await?;
            return Err(refusal(conn, before.id, now_ms).await);
        }
        let after = find(conn, before.id).await?;
        let change = Change::new(action, Subject::Period, &after.name, before.logged(), after.logged());
        audit::record(conn, &admin.0, now_ms, change).await?;
        open_due(conn, now_ms).await?;
        page_of(conn, after, now_ms).await
    }
}

/// Refuses a change to a period that is calculated or about to be calculated, or that was edited since `version`.
async fn check_editable(conn: &mut Conn, period: &Row, version: i64, now_ms: i64) -> Result<()> {
    if period.frozen_ms.is_some() {
        return Err(already_calculated());
    }
    if period.version == version { Ok(()) } else { Err(refusal(conn, period.id, now_ms).await) }
}

/// Returns the error for a change that is based on an outdated version of a period.
async fn refusal(conn: &mut Conn, id: PeriodId, now_ms: i64) -> Error {
    let current = async {
        let row = find(conn, id).await?;
        page_of(conn, row, now_ms).await
    };
    match current.await {
        Ok(current) => {
            let name = current.period.name.clone();
            audit::conflict(current, conn, Subject::Period, name).await
        }
        Err(error) => error,
    }
}

async fn find(conn: &mut Conn, id: PeriodId) -> Result<Row> {
    let sql = format!("SELECT {COLUMNS} FROM bv_periods WHERE id = $1");
    let row: Option<Row> = query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?;
    row.ok_or_else(|| Error::not_found("Periode tidak ditemukan."))
}

async fn page_of(conn: &mut Conn, row: Row, now_ms: i64) -> Result<AdminPeriodPage> {
    let sql = "SELECT name FROM bv_periods
               WHERE id <> $1 AND frozen_ms IS NULL AND starts_ms <= $3 AND ends_ms >= $2
               ORDER BY starts_ms, id LIMIT 10";
    let overlaps = match row.calculated_ms {
        Some(_) => Vec::new(),
        None => query_scalar(sql).bind(row.id).bind(row.starts_ms).bind(row.ends_ms).fetch_all(&mut *conn).await?,
    };
    let is_unused = row.calculated_ms.is_none() && is_unused(conn, row.id).await?;
    let sql = "SELECT COUNT(*) FROM bv_periods
               WHERE id <> $1 AND frozen_ms IS NULL AND starts_ms <= $2 AND ends_ms >= $2";
    let others: i64 = query_scalar(sql).bind(row.id).bind(now_ms).fetch_one(&mut *conn).await?;
    let after_closing = match others {
        0 if order_window(conn, now_ms).await?.recurs => AfterClosing::NextOpens,
        0 => AfterClosing::ShopStops,
        _ => AfterClosing::OthersOpen,
    };
    Ok(AdminPeriodPage { period: row.show(now_ms), overlaps, is_unused, after_closing })
}

/// Whether no order and no points refer to a period; without points there are no bonuses.
async fn is_unused(conn: &mut Conn, id: PeriodId) -> sqlx::Result<bool> {
    Ok(orders::first_and_last(conn, id).await?.is_none() && !volume::has_points(conn, id).await?)
}

/// Returns the errors of dates that exclude existing orders of the period.
async fn orders_outside(conn: &mut Conn, id: PeriodId, starts_ms: i64, ends_ms: i64) -> sqlx::Result<Vec<FieldError>> {
    let Some((first_ms, last_ms)) = orders::first_and_last(conn, id).await? else { return Ok(Vec::new()) };
    let mut errors = Vec::new();
    if first_ms < starts_ms {
        let message = format!("Periode ini sudah berisi pesanan dari {}.", format::date(first_ms));
        errors.push(wrong("starts_on", "orders_outside", message));
    }
    if last_ms > ends_ms {
        let message = format!("Periode ini sudah berisi pesanan dari {}.", format::date(last_ms));
        errors.push(wrong("ends_on", "orders_outside", message));
    }
    Ok(errors)
}

fn wrong(field: &'static str, code: &'static str, message: impl Into<String>) -> FieldError {
    FieldError::new(field, code, message)
}

fn name_taken(error: sqlx::Error) -> Error {
    if is_duplicate(&error) {
        vec![wrong("name", "taken", "Nama ini sudah dipakai periode lain.")].into()
    } else {
        error.into()
    }
}

/// Returns the start of a typed day in Jakarta; `None` for an unreadable date or an implausible year, which is a typing
/// error.
fn day_ms(typed: &str) -> Option<i64> {
    jakarta_midnight(typed.trim()).filter(|ms| MOMENTS.contains(ms))
}

/// Returns the errors of a form, its name, and its first and last millisecond if the days can be read.
fn read(form: &PeriodForm) -> (Vec<FieldError>, String, Option<(i64, i64)>) {
    let mut errors = Vec::new();
    let name = text::line(&form.name);
    if name.is_empty() {
        errors.push(wrong("name", "required", "Nama periode wajib diisi."));
    } else if name.chars().count() > MAX_PERIOD_NAME {
        errors.push(wrong("name", "too_long", format!("Nama periode maksimal {MAX_PERIOD_NAME} karakter.")));
    }
    let (starts_ms, ends_ms) = (day_ms(&form.starts_on), day_ms(&form.ends_on).map(|ms| ms + DAY_MS - 1));
    if starts_ms.is_none() {
        errors.push(wrong("starts_on", "date", "Isi tanggal mulai, dari tahun 2000 sampai 2099."));
    }
    if ends_ms.is_none() {
        errors.push(wrong("ends_on", "date", "Isi tanggal selesai, dari tahun 2000 sampai 2099."));
    }
    let days = starts_ms.zip(ends_ms);
    if days.is_some_and(|(starts_ms, ends_ms)| ends_ms < starts_ms) {
        errors.push(wrong("ends_on", "order", "Tanggal selesai harus sama dengan atau sesudah tanggal mulai."));
        return (errors, name, None);
    }
    if days.is_some_and(|(starts_ms, ends_ms)| ends_ms - starts_ms > LONGEST_MS) {
        errors.push(wrong("ends_on", "too_long", TOO_LONG));
        return (errors, name, None);
    }
    (errors, name, days)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ksmart_foundation::time::JAKARTA_MS;

    #[test]
    fn a_day_begins_at_midnight_in_jakarta() {
        assert_eq!(day_ms("2000-01-02"), Some(946_771_200_000 - JAKARTA_MS));
        assert_eq!(jakarta_date(day_ms("2026-11-21").unwrap()), "2026-11-21");
        assert_eq!(jakarta_date(day_ms("2026-11-21").unwrap() - 1), "2026-11-20");
        for typed in
            ["", "2026-02-30", "21-11-2026", "2026-1-1", "+2026-01-01", "99999-01-01", "0026-11-21", "9999-01-01"]
        {
            assert_eq!(day_ms(typed), None, "{typed}");
        }
    }
}
