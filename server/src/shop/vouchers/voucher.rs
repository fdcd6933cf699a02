//! A voucher: what it takes off, who may use it, and how often it was used.

use axum::{
    Json,
    extract::{FromRef, State},
};
use ksmart_core::voucher::{self, VoucherTerms, VoucherUses};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, DecimalText},
        document::routes,
        error::{Error, Result},
        extract::Path,
        format::percent_number,
        ids::{MemberId, OrderKey, VoucherId},
        time::{Clock, rfc3339},
    },
    identity::{sessions::Sessions, tokens::Member},
    shop::orders,
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(check))
}

/// A voucher as the list shows it.
#[derive(Debug, Serialize, ToSchema)]
struct Voucher {
    id: VoucherId,
    code: String,
    /// Percent of the product subtotal.
    discount: f64,
    /// Below `/storage/`.
    picture: String,
    /// Whether it can be used now.
    valid: bool,
    /// When it ends, RFC 3339.
    exp: String,
    title: String,
    terms: Vec<String>,
}

/// Whether a voucher can be used.
#[derive(Debug, Serialize, ToSchema)]
struct VoucherCheck {
    code: String,
    valid: bool,
    /// Percent of the product subtotal; 0 if it is not valid.
    discount: f64,
    /// The sentence to show.
    message: String,
}

/// A voucher as the database knows it.
#[derive(Debug, Clone, FromRow)]
pub struct VoucherRow {
    /// Key.
    pub id: VoucherId,
    /// Code, upper case.
    pub code: String,
    /// Title.
    pub title: String,
    /// Its terms, one a line.
    pub terms: String,
    /// Below `/storage/`.
    pub picture: String,
    pub(super) discount_percent: DecimalText,
    pub(super) starts_ms: i64,
    /// Last moment, UTC milliseconds.
    pub ends_ms: i64,
    pub(super) quota: Option<i64>,
    pub(super) member_quota: Option<i64>,
    pub(super) minimum_rp: i64,
    pub(super) used: i64,
    first_order: i64,
}

impl VoucherRow {
    /// Whether it can be used now on the terms that it had as `seen`; how many have used it is another matter.
    pub fn offers_as(&self, seen: &Self, now_ms: i64) -> bool {
        let terms = |voucher: &Self| (voucher.id, voucher.discount_percent.0, voucher.minimum_rp, voucher.first_order);
        terms(self) == terms(seen) && (self.starts_ms..=self.ends_ms).contains(&now_ms)
    }

    /// Whether it is for a member's first order alone.
    pub fn is_for_first_order(&self) -> bool {
        self.first_order != 0
    }

    /// The discount in percent for a subtotal, if the voucher may be used now by who asks.
    ///
    /// # Errors
    /// The reason why not.
    pub fn discount(
        &self,
        asked: VoucherUses,
        subtotal: Option<i64>,
        now_ms: i64,
    ) -> Result<Decimal, voucher::VoucherError> {
        let terms = VoucherTerms {
            discount_percent: self.discount_percent.0,
            starts_ms: self.starts_ms,
            ends_ms: self.ends_ms,
            quota: self.quota,
            member_quota: self.member_quota,
            minimum_subtotal: self.minimum_rp,
            first_order: self.is_for_first_order(),
        };
        voucher::check(&terms, VoucherUses { total: self.used, ..asked }, subtotal, now_ms)
    }

    /// Whether it may be used now by somebody.
    pub fn is_offered(&self, now_ms: i64) -> bool {
        self.discount(VoucherUses::default(), None, now_ms).is_ok()
    }

    /// What it takes off, in percent, whether or not it may be used.
    pub fn percent(&self) -> Decimal {
        self.discount_percent.0
    }
}

/// A percentage as people read it: `12,5%`.
pub fn percent_text(percent: Decimal) -> String {
    format!("{}%", percent.normalize()).replace('.', ",")
}

/// Every voucher, the ones that end last first.
#[utoipa::path(get, path = "/api/vouchers", operation_id = "listVouchers",
    responses((status = 200, body = [Voucher])))]
async fn list(State(db): State<Db>, State(clock): State<Clock>) -> Result<Json<Vec<Voucher>>> {
    let now_ms = clock.now_ms();
    let rows = all(&mut *db.read().await?).await?;
    let voucher = |row: VoucherRow| Voucher {
        valid: row.is_offered(now_ms),
        id: row.id,
        code: row.code,
        discount: percent_number(row.discount_percent.0),
        picture: row.picture,
        exp: rfc3339(row.ends_ms),
        title: row.title,
        terms: row.terms.lines().map(str::to_owned).collect(),
    };
    Ok(Json(rows.into_iter().map(voucher).collect()))
}

/// Whether a voucher can be used now, by the caller if there is one.
#[utoipa::path(get, path = "/api/vouchers/{code}", operation_id = "checkVoucher",
    responses((status = 200, body = VoucherCheck)))]
async fn check(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Option<Member>,
    Path(code): Path<String>,
) -> Result<Json<VoucherCheck>> {
    let mut conn = db.read().await?;
    let voucher = find(&mut conn, &code).await?.ok_or_else(not_found)?;
    let asked = match member {
        Some(member) => asked_by(&mut conn, voucher.id, member.id).await?,
        None => VoucherUses::default(),
    };
    let discount = voucher.discount(asked, None, clock.now_ms());
    let message = match &discount {
        Ok(percent) => format!("Voucher berhasil digunakan! Diskon {}", percent_text(*percent)),
        Err(error) => error.to_string(),
    };
    Ok(Json(VoucherCheck {
        code: voucher.code,
        valid: discount.is_ok(),
        discount: discount.map_or(0.0, percent_number),
        message,
    }))
}

/// The error for a code that no voucher has.
pub fn not_found() -> Error {
    Error::not_found("Voucher tidak ditemukan.")
}

/// The voucher with a code, in any case.
///
/// # Errors
/// The database fails.
pub async fn find(conn: &mut Conn, code: &str) -> sqlx::Result<Option<VoucherRow>> {
    let sql = "SELECT id, code, title, terms, picture, discount_percent, starts_ms, ends_ms, quota, member_quota,
                      minimum_rp, used, first_order
               FROM vouchers WHERE code = $1";
    query_as(sql).bind(code.trim().to_uppercase()).fetch_optional(conn).await
}

/// Every voucher, the ones that end last first.
///
/// # Errors
/// The database fails.
pub async fn all(conn: &mut Conn) -> sqlx::Result<Vec<VoucherRow>> {
    let sql = "SELECT id, code, title, terms, picture, discount_percent, starts_ms, ends_ms, quota, member_quota,
                      minimum_rp, used, first_order
               FROM vouchers ORDER BY ends_ms DESC, id";
    query_as(sql).fetch_all(conn).await
}

/// The voucher that an address names in any case, by its code or by its key and its code: `hemat-10`, `7-hemat-10`.
/// A space in the code is a hyphen in the address.
///
/// # Errors
/// The database fails.
pub async fn find_by_slug(conn: &mut Conn, slug: &str) -> sqlx::Result<Option<VoucherRow>> {
    let code = slug.to_uppercase().replace(' ', "-");
    let (id, code_after_id) = code.split_once('-').unwrap_or_default();
    // No voucher has the key 0.
    let id: i64 = id.parse().unwrap_or_default();
    let sql = "SELECT id, code, title, terms, picture, discount_percent, starts_ms, ends_ms, quota, member_quota,
                      minimum_rp, used, first_order
               FROM vouchers
               WHERE REPLACE(code, ' ', '-') = $1 OR (id = $2 AND REPLACE(code, ' ', '-') = $3)
               ORDER BY CASE WHEN REPLACE(code, ' ', '-') = $1 THEN 0 ELSE 1 END, id LIMIT 1";
    query_as(sql).bind(&code).bind(id).bind(code_after_id).fetch_optional(conn).await
}

/// Whether there is a voucher with this key; it stays until the transaction ends.
///
/// # Errors
/// The database fails.
pub async fn hold(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<bool> {
    let held = query("UPDATE vouchers SET version = version WHERE id = $1").bind(voucher).execute(conn).await?;
    Ok(held.rows_affected() == 1)
}

/// What is known of a member who asks for a voucher: how many uses of it they hold, and whether they have ordered before.
///
/// # Errors
/// The database fails.
pub async fn asked_by(conn: &mut Conn, voucher: VoucherId, member: MemberId) -> sqlx::Result<VoucherUses> {
    let sql = "SELECT COUNT(*) FROM voucher_uses WHERE voucher_id = $1 AND member_id = $2";
    let by_member = query_scalar(sql).bind(voucher).bind(member).fetch_one(&mut *conn).await?;
    Ok(VoucherUses { total: 0, by_member, has_ordered: orders::has_ordered(conn, member, None).await? })
}

/// Counts a use of a voucher by an order; false, and nothing to keep, when its uses are spent.
///
/// The row of the voucher is written first: a second order waits for it and then sees this use.
///
/// # Errors
/// The database fails.
pub async fn take_use(conn: &mut Conn, voucher: VoucherId, order: OrderKey, member: MemberId) -> sqlx::Result<bool> {
    let sql = "UPDATE vouchers SET used = used + 1 WHERE id = $1 AND (quota IS NULL OR used < quota)";
    if query(sql).bind(voucher).execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let sql = "INSERT INTO voucher_uses (order_id, voucher_id, member_id)
               SELECT $1, id, $3 FROM vouchers
               WHERE id = $2 AND (member_quota IS NULL OR member_quota >
                 (SELECT COUNT(*) FROM voucher_uses WHERE voucher_id = $2 AND member_id = $3))";
    let kept = query(sql).bind(order).bind(voucher).bind(member).execute(conn).await?;
    Ok(kept.rows_affected() == 1)
}

/// Gives back the use that an order holds, if it holds one.
///
/// # Errors
/// The database fails.
pub async fn return_use(conn: &mut Conn, voucher: VoucherId, order: OrderKey) -> sqlx::Result<()> {
    let gone = query("DELETE FROM voucher_uses WHERE order_id = $1").bind(order).execute(&mut *conn).await?;
    if gone.rows_affected() == 1 {
        query("UPDATE vouchers SET used = used - 1 WHERE id = $1").bind(voucher).execute(conn).await?;
    }
    Ok(())
}

/// Gives back the use that an order holds, of whichever voucher.
///
/// # Errors
/// The database fails.
pub async fn forget_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    let sql = "SELECT voucher_id FROM voucher_uses WHERE order_id = $1";
    let held: Option<VoucherId> = query_scalar(sql).bind(order).fetch_optional(&mut *conn).await?;
    match held {
        Some(voucher) => return_use(conn, voucher, order).await,
        None => Ok(()),
    }
}

/// A voucher to be kept.
#[derive(Debug)]
pub struct NewVoucher<'a> {
    /// Code, upper case.
    pub code: &'a str,
    /// Title.
    pub title: &'a str,
    /// Terms, each on its own.
    pub terms: &'a [String],
    /// Below `/storage/`.
    pub picture: &'a str,
    /// Percent of the product subtotal, above 0 and at most 100.
    pub discount_percent: Decimal,
    /// First moment, UTC milliseconds.
    pub starts_ms: i64,
    /// Last moment, UTC milliseconds.
    pub ends_ms: i64,
    /// Uses in all; `None` for without limit.
    pub quota: Option<i64>,
    /// Uses by one member; `None` for without limit.
    pub member_quota: Option<i64>,
}

/// Keeps a new voucher; gives its key.
///
/// # Errors
/// The code is taken, or the database fails.
pub async fn insert(conn: &mut Conn, voucher: &NewVoucher<'_>) -> sqlx::Result<VoucherId> {
    let sql = "INSERT INTO vouchers (code, title, terms, picture, discount_percent, starts_ms, ends_ms, quota,
                                     member_quota, minimum_rp, used)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0)
               RETURNING id";
    query_scalar(sql)
        .bind(voucher.code)
        .bind(voucher.title)
        .bind(voucher.terms.join("\n"))
        .bind(voucher.picture)
        .bind(DecimalText(voucher.discount_percent))
        .bind(voucher.starts_ms)
        .bind(voucher.ends_ms)
        .bind(voucher.quota)
        .bind(voucher.member_quota)
        .fetch_one(conn)
        .await
}

/// Whether there is any voucher.
///
/// # Errors
/// The database fails.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let found: Option<i64> = query_scalar("SELECT id FROM vouchers LIMIT 1").fetch_optional(conn).await?;
    Ok(found.is_some())
}
