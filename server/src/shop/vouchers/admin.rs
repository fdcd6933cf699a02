//! Vouchers as administrators make and change them.

use axum::{
    Json,
    extract::{FromRef, State},
    http::StatusCode,
};
use ksmart_core::{
    quote::MAX_AMOUNT,
    voucher::{VoucherError, VoucherUses},
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, DecimalText, TextEnum, is_duplicate},
        document::routes,
        error::{Code, Error, Result},
        extract::{Body, Path, Query},
        form::{Refusals, refuse},
        ids::VoucherId,
        page::{Page, pattern},
        time::{Clock, rfc3339},
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, CATALOGUE},
        sessions::Sessions,
    },
    shop::{
        orders,
        vouchers::{
            popups,
            voucher::{VoucherRow, not_found},
        },
    },
    text_enum,
};

/// The longest code, in characters.
const MAX_CODE: usize = 30;

/// How many terms a voucher has at most, and the most characters of one.
const MAX_TERMS: usize = 20;
const MAX_TERM: usize = 200;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(show, change, delete)).routes(routes!(end))
}

/// Where a voucher stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum VoucherStatus {
    /// It can be used now.
    Running,
    /// It starts later.
    Upcoming,
    /// It has ended.
    Ended,
    /// Its uses are spent.
    UsedUp,
}

text_enum!(VoucherStatus { Running => "running", Upcoming => "upcoming", Ended => "ended", UsedUp => "used_up" });

/// A voucher with all that decides about it.
#[derive(Debug, Serialize, ToSchema)]
struct AdminVoucher {
    id: VoucherId,
    code: String,
    title: String,
    terms: Vec<String>,
    /// Below `/storage/`.
    picture: String,
    /// Percent of the product subtotal, such as `12.5`.
    discount_percent: String,
    /// First moment, RFC 3339.
    starts_at: String,
    /// Last moment, RFC 3339.
    ends_at: String,
    /// Uses in all; null for without limit.
    quota: Option<i64>,
    /// Uses by one member; null for without limit.
    member_quota: Option<i64>,
    /// The smallest product subtotal that it applies to.
    minimum_rp: i64,
    /// Whether it is for a member's first order alone.
    first_order: bool,
    /// Uses that orders hold now.
    used: i64,
    status: VoucherStatus,
    /// Counts its edits; an edit names the one that it was made on.
    version: i64,
}

/// A voucher, and what hangs on it.
#[derive(Debug, Serialize, ToSchema)]
struct AdminVoucherDetail {
    #[serde(flatten)]
    voucher: AdminVoucher,
    /// Orders that used it, released ones too; with any, its code stays and it cannot be deleted.
    orders: i64,
    /// Popups that show it; with any, it cannot be deleted.
    popups: i64,
}

/// Vouchers, the ones that end last first.
#[derive(Debug, Serialize, ToSchema)]
struct AdminVouchers {
    vouchers: Vec<AdminVoucher>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct VoucherFilter {
    /// A part of the code or the title.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Where the vouchers stand.
    status: Option<VoucherStatus>,
}

/// A voucher as it is typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!(
    {"code": "SEHAT10", "title": "Hemat 10%", "terms": ["Satu kali per anggota."],
    "picture": "vouchers/a1b2c3d4.webp", "discount_percent": "10", "starts_at": "2026-12-01T00:00:00+07:00",
    "ends_at": "2026-12-31T23:59:59+07:00", "quota": 100, "member_quota": 1, "minimum_rp": 100000, "first_order": false,
    "version": 1}
)))]
struct VoucherForm {
    /// Letters, digits, hyphens and single spaces, 3 to 30 characters; kept in upper case.
    #[schema(min_length = 3, max_length = 30, pattern = r"^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$")]
    code: String,
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    title: String,
    /// Each in a line of its own.
    terms: Vec<String>,
    /// As `POST /api/admin/pictures` named it.
    #[schema(max_length = 200, pattern = r"^vouchers/[A-Za-z0-9_-][A-Za-z0-9_.-]*$")]
    picture: String,
    /// Above 0, at most 100, up to two decimals.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    discount_percent: String,
    /// RFC 3339.
    #[schema(format = DateTime)]
    starts_at: String,
    /// RFC 3339, after the start.
    #[schema(format = DateTime)]
    ends_at: String,
    /// Uses in all; null for without limit.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    quota: Option<i64>,
    /// Uses by one member; null for without limit.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    member_quota: Option<i64>,
    #[schema(minimum = 0)]
    minimum_rp: i64,
    /// Whether it is for a member's first order alone.
    first_order: bool,
    /// The version that was edited; of no meaning for a new one.
    version: i64,
}

/// What was read before something was done with it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 1})))]
struct VoucherVersion {
    version: i64,
}

#[derive(FromRow)]
struct Row {
    #[sqlx(flatten)]
    voucher: VoucherRow,
    version: i64,
}

impl Row {
    fn shown(self, now_ms: i64) -> AdminVoucher {
        let Self { voucher: row, version } = self;
        // The one check that checkout asks, too.
        let status = match row.discount(VoucherUses::default(), None, now_ms) {
            Ok(_) => VoucherStatus::Running,
            Err(VoucherError::NotStarted) => VoucherStatus::Upcoming,
            Err(VoucherError::UsedUp) => VoucherStatus::UsedUp,
            Err(_) => VoucherStatus::Ended,
        };
        AdminVoucher {
            id: row.id,
            first_order: row.is_for_first_order(),
            code: row.code,
            title: row.title,
            terms: row.terms.lines().map(str::to_owned).collect(),
            picture: row.picture,
            discount_percent: row.discount_percent.0.normalize().to_string(),
            starts_at: rfc3339(row.starts_ms),
            ends_at: rfc3339(row.ends_ms),
            quota: row.quota,
            member_quota: row.member_quota,
            minimum_rp: row.minimum_rp,
            used: row.used,
            status,
            version,
        }
    }

    /// What the log keeps of it.
    fn logged(&self) -> Value {
        let row = &self.voucher;
        json!({
            "code": row.code, "title": row.title, "terms": row.terms, "picture": row.picture,
            "discount_percent": row.discount_percent.0.normalize().to_string(), "starts_at": rfc3339(row.starts_ms),
            "ends_at": rfc3339(row.ends_ms), "quota": row.quota, "member_quota": row.member_quota,
            "minimum_rp": row.minimum_rp, "first_order": row.is_for_first_order(),
        })
    }
}

/// A form that may be kept.
struct Checked {
    code: String,
    title: String,
    terms: String,
    picture: String,
    discount_percent: Decimal,
    starts_ms: i64,
    ends_ms: i64,
    quota: Option<i64>,
    member_quota: Option<i64>,
    minimum_rp: i64,
    first_order: bool,
}

fn check(form: VoucherForm) -> Result<Checked> {
    let mut refusals = Refusals::default();
    let code = refusals.line("code", "Kode", &form.code.to_uppercase(), MAX_CODE);
    let word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if !code.is_empty() && (code.len() < 3 || !code.split([' ', '-']).all(word)) {
        let message = "Kode terdiri dari 3 sampai 30 huruf dan angka; kata dipisahkan satu spasi atau tanda hubung.";
        refusals.add("code", "code", message);
    }
    let title = refusals.line("title", "Judul", &form.title, 100);
    let terms: Vec<&str> =
        form.terms.iter().flat_map(|term| term.lines()).map(str::trim).filter(|term| !term.is_empty()).collect();
    if terms.len() > MAX_TERMS {
        refusals.add("terms", "too_many", format!("Syarat maksimal {MAX_TERMS} baris."));
    } else if terms.iter().any(|term| term.chars().count() > MAX_TERM || term.chars().any(char::is_control)) {
        refusals.add("terms", "too_long", format!("Setiap syarat maksimal {MAX_TERM} karakter."));
    }
    let picture = refusals.picture("vouchers", &form.picture);
    let discount_percent = refusals.percent("discount_percent", "Diskon", &form.discount_percent, false);
    let starts_ms = refusals.moment("starts_at", "Waktu mulai", &form.starts_at);
    let ends_ms = refusals.moment("ends_at", "Waktu berakhir", &form.ends_at);
    if starts_ms != 0 && ends_ms != 0 && ends_ms <= starts_ms {
        refusals.add("ends_at", "order", "Waktu berakhir harus setelah waktu mulai.");
    }
    for (field, label, quota) in
        [("quota", "Kuota", form.quota), ("member_quota", "Kuota per anggota", form.member_quota)]
    {
        refusals.whole(field, label, quota.unwrap_or(1), 1..=1_000_000_000);
    }
    refusals.whole("minimum_rp", "Belanja minimum", form.minimum_rp, 0..=MAX_AMOUNT);
    let terms = terms.join("\n");
    refusals.done()?;
    let VoucherForm { quota, member_quota, minimum_rp, first_order, .. } = form;
    Ok(Checked {
        code,
        title,
        terms,
        picture,
        discount_percent,
        starts_ms,
        ends_ms,
        quota,
        member_quota,
        minimum_rp,
        first_order,
    })
}

const COLUMNS: &str = "id, code, title, terms, picture, discount_percent, starts_ms, ends_ms, quota, member_quota,
                       minimum_rp, used, first_order, version";

async fn find(conn: &mut Conn, id: VoucherId) -> Result<Row> {
    let sql = sqlx::AssertSqlSafe(format!("SELECT {COLUMNS} FROM vouchers WHERE id = $1"));
    query_as(sql).bind(id).fetch_optional(conn).await?.ok_or_else(not_found)
}

async fn detail(conn: &mut Conn, id: VoucherId, now_ms: i64) -> Result<AdminVoucherDetail> {
    let voucher = find(conn, id).await?.shown(now_ms);
    let orders = orders::count_with_voucher(conn, id).await?;
    let popups = popups::count_of(conn, id).await?;
    Ok(AdminVoucherDetail { voucher, orders, popups })
}

/// The vouchers, the ones that end last first.
#[utoipa::path(get, path = "/api/admin/vouchers", operation_id = "listAdminVouchers",
    responses((status = 200, body = AdminVouchers)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<CATALOGUE>,
    Query(filter): Query<VoucherFilter>,
    page: Page<2>,
) -> Result<Json<AdminVouchers>> {
    let now_ms = clock.now_ms();
    // The end tells most of where a voucher stands, and the index knows it.
    let (from_ms, to_ms) = match filter.status {
        None => (i64::MIN, i64::MAX),
        Some(VoucherStatus::Ended) => (i64::MIN, now_ms - 1),
        Some(_) => (now_ms, i64::MAX),
    };
    let sql = sqlx::AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM vouchers
         WHERE ends_ms <= $1 AND (ends_ms < $1 OR id < $2) AND LOWER(code || ' ' || title) LIKE $3 ESCAPE '\\'
           AND ends_ms >= $4 AND ends_ms <= $5
           AND ($6 = '' OR $6 = CASE WHEN starts_ms > $7 THEN 'upcoming' WHEN ends_ms < $7 THEN 'ended'
                                     WHEN used >= quota THEN 'used_up' ELSE 'running' END)
         ORDER BY ends_ms DESC, id DESC LIMIT $8"
    ));
    let [ends_ms, id] = page.after(i64::MAX);
    let mut rows: Vec<Row> = query_as(sql)
        .bind(ends_ms)
        .bind(id)
        .bind(pattern(filter.search.as_deref())?)
        .bind(from_ms)
        .bind(to_ms)
        .bind(filter.status.map_or("", TextEnum::text))
        .bind(now_ms)
        .bind(page.lookup())
        .fetch_all(&mut *db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.voucher.ends_ms, row.voucher.id.0]);
    let vouchers = rows.into_iter().map(|row| row.shown(now_ms)).collect();
    Ok(Json(AdminVouchers { vouchers, next_cursor }))
}

/// A voucher.
#[utoipa::path(get, path = "/api/admin/vouchers/{id}", operation_id = "getAdminVoucher",
    responses((status = 200, body = AdminVoucherDetail)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<CATALOGUE>,
    Path(id): Path<VoucherId>,
) -> Result<Json<AdminVoucherDetail>> {
    Ok(Json(detail(&mut *db.read().await?, id, clock.now_ms()).await?))
}

/// 409 for a voucher that is no longer as it was read.
async fn overtaken(conn: &mut Conn, before: &Row, now_ms: i64) -> Result<Error> {
    let VoucherRow { id, code, .. } = &before.voucher;
    Ok(audit::conflict(detail(conn, *id, now_ms).await?, conn, Subject::Voucher, code).await)
}

fn code_taken() -> Error {
    refuse("code", "taken", "Kode ini sudah dipakai voucher lain.")
}

/// Makes a voucher.
#[utoipa::path(post, path = "/api/admin/vouchers", operation_id = "createVoucher", request_body = VoucherForm,
    responses((status = 201, body = AdminVoucherDetail)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<VoucherForm>,
) -> Result<(StatusCode, Json<AdminVoucherDetail>)> {
    let voucher = check(form)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let sql = "INSERT INTO vouchers (code, title, terms, picture, discount_percent, starts_ms, ends_ms, quota,
                                     member_quota, minimum_rp, used, first_order)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11)
               RETURNING id";
    let query = query_scalar(sql)
        .bind(&voucher.code)
        .bind(&voucher.title)
        .bind(&voucher.terms)
        .bind(&voucher.picture)
        .bind(DecimalText(voucher.discount_percent))
        .bind(voucher.starts_ms)
        .bind(voucher.ends_ms)
        .bind(voucher.quota)
        .bind(voucher.member_quota)
        .bind(voucher.minimum_rp)
        .bind(i64::from(voucher.first_order));
    let id = match query.fetch_one(&mut *tx).await {
        Err(error) if is_duplicate(&error) => return Err(code_taken()),
        id => id?,
    };
    let made = find(&mut tx, id).await?;
    let change = Change::new("create", Subject::Voucher, &voucher.code, Value::Null, made.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let made = detail(&mut tx, id, now_ms).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Changes a voucher. What orders hold of it stays possible: no quota goes below its uses, no code changes after one.
#[utoipa::path(put, path = "/api/admin/vouchers/{id}", operation_id = "updateVoucher", request_body = VoucherForm,
    responses((status = 200, body = AdminVoucherDetail), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<VoucherId>,
    Body(form): Body<VoucherForm>,
) -> Result<Json<AdminVoucherDetail>> {
    let version = form.version;
    let voucher = check(form)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    // The row is written first: an order that takes a use waits, and what is asked below stays true.
    let sql = "UPDATE vouchers
               SET code = $3, title = $4, terms = $5, picture = $6, discount_percent = $7, starts_ms = $8, ends_ms = $9,
                   quota = $10, member_quota = $11, minimum_rp = $12, first_order = $13, version = version + 1
               WHERE id = $1 AND version = $2";
    let query = query(sql)
        .bind(id)
        .bind(version)
        .bind(&voucher.code)
        .bind(&voucher.title)
        .bind(&voucher.terms)
        .bind(&voucher.picture)
        .bind(DecimalText(voucher.discount_percent))
        .bind(voucher.starts_ms)
        .bind(voucher.ends_ms)
        .bind(voucher.quota)
        .bind(voucher.member_quota)
        .bind(voucher.minimum_rp)
        .bind(i64::from(voucher.first_order));
    match query.execute(&mut *tx).await {
        Err(error) if is_duplicate(&error) => return Err(code_taken()),
        done => {
            if done?.rows_affected() == 0 {
                return Err(overtaken(&mut tx, &before, now_ms).await?);
            }
        }
    }
    let after = find(&mut tx, id).await?;
    must_fit(&mut tx, &before.voucher.code, &after).await?;
    let change = Change::new("update", Subject::Voucher, &voucher.code, before.logged(), after.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let changed = detail(&mut tx, id, now_ms).await?;
    tx.commit().await?;
    Ok(Json(changed))
}

/// Refuses what does not fit the orders that use the voucher already.
async fn must_fit(conn: &mut Conn, code_before: &str, after: &Row) -> Result<()> {
    let row = &after.voucher;
    let mut refusals = Refusals::default();
    if row.code != code_before && orders::count_with_voucher(conn, row.id).await? > 0 {
        refusals.add("code", "used", "Kode tidak dapat diubah karena sudah dipakai dalam pesanan.");
    }
    if row.quota.is_some_and(|quota| quota < row.used) {
        refusals.add(
            "quota",
            "used",
            format!("Voucher ini sudah dipakai {} kali; kuota tidak boleh kurang.", row.used),
        );
    }
    let sql = "SELECT CAST(COALESCE(MAX(uses), 0) AS BIGINT)
               FROM (SELECT COUNT(*) AS uses FROM voucher_uses WHERE voucher_id = $1 GROUP BY member_id) u";
    let most: i64 = query_scalar(sql).bind(row.id).fetch_one(conn).await?;
    if row.member_quota.is_some_and(|quota| quota < most) {
        let message = format!("Seorang anggota sudah memakainya {most} kali; kuota per anggota tidak boleh kurang.");
        refusals.add("member_quota", "used", message);
    }
    refusals.done()
}

/// Ends a voucher that runs.
#[utoipa::path(post, path = "/api/admin/vouchers/{id}/end", operation_id = "endVoucher",
        request_body = VoucherVersion,
    responses((status = 200, body = AdminVoucherDetail), (status = 409)))]
async fn end(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<VoucherId>,
    Body(read): Body<VoucherVersion>,
) -> Result<Json<AdminVoucherDetail>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    if before.version != read.version {
        return Err(overtaken(&mut tx, &before, now_ms).await?);
    }
    if now_ms <= before.voucher.starts_ms || now_ms > before.voucher.ends_ms {
        return Err(Error::conflict(
            Code::MoveRefused,
            "Hanya voucher yang sudah mulai dan belum berakhir yang dapat diakhiri.",
        ));
    }
    let sql = "UPDATE vouchers SET ends_ms = $3, version = version + 1 WHERE id = $1 AND version = $2";
    let ended = query(sql).bind(id).bind(read.version).bind(now_ms - 1).execute(&mut *tx).await?;
    if ended.rows_affected() == 0 {
        return Err(overtaken(&mut tx, &before, now_ms).await?);
    }
    let after = find(&mut tx, id).await?;
    let change = Change::new("end", Subject::Voucher, &after.voucher.code, before.logged(), after.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let ended = detail(&mut tx, id, now_ms).await?;
    tx.commit().await?;
    Ok(Json(ended))
}

/// Deletes a voucher that no order has used and no popup shows.
#[utoipa::path(delete, path = "/api/admin/vouchers/{id}", operation_id = "deleteVoucher",
    responses((status = 204), (status = 409)))]
async fn delete(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<VoucherId>,
) -> Result<StatusCode> {
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    // Written first: an order that would use it waits until it is gone.
    query("UPDATE vouchers SET version = version + 1 WHERE id = $1").bind(id).execute(&mut *tx).await?;
    if orders::count_with_voucher(&mut tx, id).await? > 0 {
        let message = "Voucher ini sudah dipakai dalam pesanan, jadi tidak dapat dihapus. Akhiri saja.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    if popups::count_of(&mut tx, id).await? > 0 {
        let message = "Voucher ini ditampilkan dalam popup. Hapus popupnya lebih dulu.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    query("DELETE FROM vouchers WHERE id = $1").bind(id).execute(&mut *tx).await?;
    let change = Change::new("delete", Subject::Voucher, &before.voucher.code, before.logged(), Value::Null);
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
