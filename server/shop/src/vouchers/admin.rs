//! Creation and changes of vouchers by administrators.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    form::{Refusals, refuse},
    ids::{ProductId, VoucherId},
    page::{Page, lowered, lowered_pattern},
    storage::Storage,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState, orders,
    vouchers::{
        form::{self, VoucherForm},
        kind::Kind,
        popups,
        scope::{self, Scope},
        voucher::{VOUCHER_COLUMNS, VoucherRow, VoucherStatus, not_found, scope_of},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(show, change, delete)).routes(routes!(end))
}

/// A voucher with all its conditions.
#[derive(Debug, Serialize, ToSchema)]
struct AdminVoucher {
    id: VoucherId,
    code: String,
    title: String,
    terms: Vec<String>,
    /// Path below `/storage/`.
    picture: String,
    kind: Kind,
    /// Discount in words: `Diskon 12,5%`.
    benefit: String,
    /// Percent off the eligible products, such as `12.5`; 0 for another kind.
    discount_percent: String,
    /// Rupiah off the eligible products; 0 for another kind.
    discount_rp: i64,
    /// Maximum discount of a percentage or shipping voucher, rupiah; null for no limit.
    most_rp: Option<i64>,
    /// Start of validity, inclusive, RFC 3339.
    starts_at: String,
    /// End of validity, inclusive, RFC 3339.
    ends_at: String,
    /// Maximum number of uses; null for no limit.
    quota: Option<i64>,
    /// Maximum number of uses by one member; null for no limit.
    member_quota: Option<i64>,
    /// Minimum total of the eligible products, rupiah.
    minimum_rp: i64,
    /// Whether it is only for a member's first order.
    first_order: bool,
    /// Whether it is only for some products or categories.
    scoped: bool,
    /// Whether it is only for chosen members.
    chosen_members: bool,
    /// Number of uses that orders hold now.
    used: i64,
    status: VoucherStatus,
    /// Version, increased by each edit; an edit names the version that it is based on.
    version: i64,
}

/// A voucher with its scope, and the numbers of its orders and popups.
#[derive(Debug, Serialize, ToSchema)]
struct AdminVoucherDetail {
    #[serde(flatten)]
    voucher: AdminVoucher,
    /// Eligible products, including those not for sale; empty unless the voucher is `scoped`.
    products: Vec<ChosenProduct>,
    /// Keys of the eligible categories; empty unless the voucher is `scoped`.
    categories: Vec<i64>,
    /// Eligible members; empty unless the voucher is only for chosen members.
    members: Vec<ChosenMember>,
    /// Number of orders that have ever used it, even if they released their use. If it is above 0, the code cannot
    /// change, and the voucher cannot be deleted.
    orders: i64,
    /// Number of popups that show it; if above 0, the voucher cannot be deleted.
    popups: i64,
}

/// A product that a voucher is for.
#[derive(Debug, Serialize, ToSchema)]
struct ChosenProduct {
    id: ProductId,
    name: String,
}

/// A member to whom a voucher was given.
#[derive(Debug, Serialize, ToSchema)]
struct ChosenMember {
    uid: String,
    name: String,
}

/// Vouchers, latest end first.
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
    /// Status of the vouchers.
    status: Option<VoucherStatus>,
}

/// Version of a voucher that was read before an action on it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 1})))]
struct VoucherVersion {
    version: i64,
}

/// A voucher with its scope and its members.
struct ScopedVoucher {
    voucher: VoucherRow,
    scope: Option<Scope>,
    /// Uids and names.
    members: Vec<(String, String)>,
}

impl ScopedVoucher {
    /// Returns its data for the log.
    fn logged(&self) -> Value {
        let row = &self.voucher;
        let uids: Vec<&str> = self.members.iter().map(|(uid, _)| uid.as_str()).collect();
        json!({
            "code": row.code, "title": row.title, "terms": row.terms, "picture": row.picture,
            "kind": row.kind.0, "discount_percent": row.percent().normalize().to_string(),
            "discount_rp": row.discount_rp.unwrap_or(0), "most_rp": row.most_rp, "starts_at": rfc3339(row.starts_ms),
            "ends_at": rfc3339(row.ends_ms), "quota": row.quota, "member_quota": row.member_quota,
            "minimum_rp": row.minimum_rp, "first_order": row.is_for_first_order(),
            "products": self.scope.as_ref().map(|scope| &scope.products),
            "categories": self.scope.as_ref().map(|scope| &scope.categories),
            "members": row.is_for_chosen_members().then_some(uids),
        })
    }
}

fn shown(row: VoucherRow, now_ms: i64) -> AdminVoucher {
    let status = row.status(now_ms);
    AdminVoucher {
        id: row.id,
        first_order: row.is_for_first_order(),
        kind: row.kind.0,
        benefit: row.benefit(),
        discount_percent: row.percent().normalize().to_string(),
        discount_rp: row.discount_rp.unwrap_or(0),
        most_rp: row.most_rp,
        scoped: row.is_scoped(),
        chosen_members: row.is_for_chosen_members(),
        code: row.code,
        title: row.title,
        terms: row.terms.lines().map(str::to_owned).collect(),
        picture: row.picture,
        starts_at: rfc3339(row.starts_ms),
        ends_at: rfc3339(row.ends_ms),
        quota: row.quota,
        member_quota: row.member_quota,
        minimum_rp: row.minimum_rp,
        used: row.used,
        status,
        version: row.version,
    }
}

async fn find(conn: &mut Conn, id: VoucherId) -> Result<ScopedVoucher> {
    let sql = sqlx::AssertSqlSafe(format!("SELECT {VOUCHER_COLUMNS} FROM vouchers WHERE id = $1"));
    let voucher: VoucherRow = query_as(sql).bind(id).fetch_optional(&mut *conn).await?.ok_or_else(not_found)?;
    let scope = scope_of(conn, &voucher).await?;
    let members = scope::members(conn, id).await?;
    Ok(ScopedVoucher { voucher, scope, members })
}

async fn detail(conn: &mut Conn, id: VoucherId, now_ms: i64) -> Result<AdminVoucherDetail> {
    let ScopedVoucher { voucher, scope, members } = find(conn, id).await?;
    let members = members.into_iter().map(|(uid, name)| ChosenMember { uid, name }).collect();
    let products = scope::products(conn, id).await?;
    Ok(AdminVoucherDetail {
        voucher: shown(voucher, now_ms),
        products: products.into_iter().map(|(id, name)| ChosenProduct { id, name }).collect(),
        categories: scope.unwrap_or_default().categories,
        members,
        orders: orders::count_with_voucher(conn, id).await?,
        popups: popups::count_of(conn, id).await?,
    })
}

/// Lists the vouchers, latest end first.
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
    // The status is calculated for each row; a range of `ends_ms`, which has an index, first excludes most rows.
    let (from_ms, to_ms) = match filter.status {
        None => (i64::MIN, i64::MAX),
        Some(VoucherStatus::Ended) => (i64::MIN, now_ms - 1),
        Some(_) => (now_ms, i64::MAX),
    };
    let sql = sqlx::AssertSqlSafe(format!(
        "SELECT {VOUCHER_COLUMNS} FROM vouchers
         WHERE ends_ms <= $1 AND (ends_ms < $1 OR id < $2) AND {} LIKE $3 ESCAPE '\\'
           AND ends_ms >= $4 AND ends_ms <= $5
           AND ($6 = '' OR $6 = CASE WHEN starts_ms > $7 THEN 'upcoming' WHEN ends_ms < $7 THEN 'ended'
                                     WHEN used >= quota THEN 'used_up' ELSE 'running' END)
         ORDER BY ends_ms DESC, id DESC LIMIT $8",
        lowered("code || ' ' || title")
    ));
    let [ends_ms, id] = page.after(i64::MAX);
    let mut rows: Vec<VoucherRow> = query_as(sql)
        .bind(ends_ms)
        .bind(id)
        .bind(lowered_pattern(filter.search.as_deref())?)
        .bind(from_ms)
        .bind(to_ms)
        .bind(filter.status.map_or("", TextEnum::text))
        .bind(now_ms)
        .bind(page.lookup())
        .fetch_all(&mut *db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.ends_ms, row.id.0]);
    let vouchers = rows.into_iter().map(|row| shown(row, now_ms)).collect();
    Ok(Json(AdminVouchers { vouchers, next_cursor }))
}

/// Returns a voucher with all its conditions.
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

/// Returns 409 for a voucher that changed after it was read.
async fn conflict(conn: &mut Conn, before: &ScopedVoucher, now_ms: i64) -> Result<Error> {
    let VoucherRow { id, code, .. } = &before.voucher;
    Ok(audit::conflict(detail(conn, *id, now_ms).await?, conn, Subject::Voucher, code).await)
}

fn code_taken() -> Error {
    refuse("code", "taken", "Kode ini sudah dipakai voucher lain.")
}

/// Creates a voucher.
#[utoipa::path(post, path = "/api/admin/vouchers", operation_id = "createVoucher", request_body = VoucherForm,
    responses((status = 201, body = AdminVoucherDetail)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(storage): State<Storage>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<VoucherForm>,
) -> Result<(StatusCode, Json<AdminVoucherDetail>)> {
    let voucher = form::read(form, &storage).await?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let members = voucher.members(&mut tx).await?;
    let id = match voucher.fields.insert(&mut tx).await {
        Err(error) if is_duplicate(&error) => return Err(code_taken()),
        id => id?,
    };
    voucher.keep_scope(&mut tx, id, &members).await?;
    let made = find(&mut tx, id).await?;
    let change = Change::new("create", Subject::Voucher, &voucher.fields.code, Value::Null, made.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let made = detail(&mut tx, id, now_ms).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Changes a voucher. Uses by orders stay valid: no quota becomes lower than its uses, and a used code cannot change.
#[utoipa::path(put, path = "/api/admin/vouchers/{id}", operation_id = "updateVoucher", request_body = VoucherForm,
    responses((status = 200, body = AdminVoucherDetail), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(storage): State<Storage>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<VoucherId>,
    Body(form): Body<VoucherForm>,
) -> Result<Json<AdminVoucherDetail>> {
    let version = form.version;
    let voucher = form::read(form, &storage).await?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, id).await?;
    let members = voucher.members(&mut tx).await?;
    // The update locks the row before the checks below: an order that takes a use waits, so that their results stay
    // valid.
    match voucher.fields.update(&mut tx, id, version).await {
        Err(error) if is_duplicate(&error) => return Err(code_taken()),
        changed => {
            if !changed? {
                return Err(conflict(&mut tx, &before, now_ms).await?);
            }
        }
    }
    // A voucher that a popup shows to everyone must stay open to everyone.
    if !before.voucher.is_for_chosen_members() && !members.is_empty() && popups::count_of(&mut tx, id).await? > 0 {
        let message = "Voucher ini ditampilkan dalam popup, yang dilihat semua orang. Hapus popupnya lebih dulu.";
        return Err(refuse("members", "shown", message));
    }
    voucher.keep_scope(&mut tx, id, &members).await?;
    let after = find(&mut tx, id).await?;
    must_fit(&mut tx, &before.voucher.code, &after).await?;
    let change = Change::new("update", Subject::Voucher, &voucher.fields.code, before.logged(), after.logged());
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let changed = detail(&mut tx, id, now_ms).await?;
    tx.commit().await?;
    Ok(Json(changed))
}

/// Refuses changes that do not fit the orders that already use the voucher.
async fn must_fit(conn: &mut Conn, code_before: &str, after: &ScopedVoucher) -> Result<()> {
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

/// Ends a running voucher.
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
    if before.voucher.version != read.version {
        return Err(conflict(&mut tx, &before, now_ms).await?);
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
        return Err(conflict(&mut tx, &before, now_ms).await?);
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
    // The update locks the row: an order that would use the voucher waits until it is deleted.
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
