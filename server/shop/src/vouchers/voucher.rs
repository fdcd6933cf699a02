//! A voucher: its discount, the members who may use it, and the number of its uses.

use axum::{Json, extract::State};
use ksmart_core::{
    quote::{MAX_AMOUNT, QuoteInput},
    text,
    voucher::{self, Covered, Reduction, VoucherError, VoucherTerms, VoucherUses},
};
use ksmart_foundation::{
    db::{Conn, Db, DecimalText, Flag, Text},
    document::routes,
    error::{Error, Result},
    extract::Path,
    format::{percent_number, rupiah},
    ids::{MemberId, OrderKey, VoucherId},
    text_enum,
    time::{Clock, rfc3339},
};
use ksmart_identity::tokens::Member;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::ProductSnapshot,
    orders,
    vouchers::{
        kind::Kind,
        scope::{self, Scope},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(check))
}

/// A voucher as the list shows it.
#[derive(Debug, Serialize, ToSchema)]
struct Voucher {
    id: VoucherId,
    /// Its code; empty until its validity begins.
    code: String,
    /// Status of the voucher now, independent of any member.
    status: VoucherStatus,
    /// Percent off the eligible products; 0 if it takes off something else.
    discount: f64,
    /// Discount in words: `Diskon 12,5%`, `Potongan Rp 20.000`, `Gratis ongkir hingga Rp 15.000`.
    benefit: String,
    /// Names of the eligible categories, and of the eligible products that are for sale; null for all.
    only: Option<Vec<String>>,
    /// Path below `/storage/`.
    picture: String,
    /// Whether it can be used now.
    valid: bool,
    /// Start of its validity, RFC 3339.
    starts: String,
    /// End of its validity, RFC 3339.
    exp: String,
    /// Minimum total of the eligible products, rupiah; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_rp: Option<i64>,
    /// Whether it is only for a member's first order.
    first_order: bool,
    title: String,
    /// Conditions that are checked, then the shop's own terms, each as a sentence.
    terms: Vec<String>,
}

/// Status of a voucher, independent of any member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoucherStatus {
    /// It can be used.
    Running,
    /// It begins later.
    Upcoming,
    /// It has ended.
    Ended,
    /// All its uses are taken.
    UsedUp,
}

text_enum!(VoucherStatus { Running => "running", Upcoming => "upcoming", Ended => "ended", UsedUp => "used_up" });

/// Result of checking whether a voucher can be used, with its discount.
#[derive(Debug, Serialize, ToSchema)]
struct VoucherCheck {
    code: String,
    valid: bool,
    /// Percent off the eligible products; 0 if it is not valid, or takes off something else.
    discount: f64,
    /// Maximum discount by the percentage, rupiah; left out for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    discount_most: Option<i64>,
    /// Discount on the eligible products, rupiah; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    discount_amount: Option<i64>,
    /// Maximum discount on the shipping cost, rupiah; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    shipping_discount: Option<i64>,
    /// Minimum total of the eligible products, rupiah; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_rp: Option<i64>,
    /// Eligible products or categories; left out for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<Scope>,
    /// Message to show.
    message: String,
}

/// A voucher as stored in the database.
#[derive(Debug, Clone, FromRow)]
pub struct VoucherRow {
    /// Key.
    pub id: VoucherId,
    /// Code, upper case.
    pub code: String,
    /// Title.
    pub title: String,
    /// Its terms, one per line.
    pub terms: String,
    /// Path below `/storage/`.
    pub picture: String,
    pub(super) kind: Text<Kind>,
    discount_percent: Option<DecimalText>,
    pub(super) discount_rp: Option<i64>,
    pub(super) most_rp: Option<i64>,
    /// Start of validity, inclusive, UTC milliseconds.
    pub starts_ms: i64,
    /// End of validity, inclusive, UTC milliseconds.
    pub ends_ms: i64,
    pub(super) quota: Option<i64>,
    pub(super) member_quota: Option<i64>,
    pub(super) minimum_rp: i64,
    pub(super) used: i64,
    first_order: Flag,
    scoped: Flag,
    chosen_members: Flag,
    pub(super) version: i64,
}

/// Columns of a voucher.
pub(super) const VOUCHER_COLUMNS: &str =
    "id, code, title, terms, picture, kind, discount_percent, discount_rp, most_rp,
    starts_ms, ends_ms, quota, member_quota, minimum_rp, used, first_order, scoped, chosen_members, version";

impl VoucherRow {
    /// Whether it can be used now on the same terms as `seen`; the number of its uses does not matter.
    pub fn offers_as(&self, seen: &Self, now_ms: i64) -> bool {
        let terms = |voucher: &Self| (voucher.id, voucher.version, voucher.reduction(), voucher.minimum_rp);
        terms(self) == terms(seen) && (self.starts_ms..=self.ends_ms).contains(&now_ms)
    }

    /// Whether it is only for a member's first order.
    pub fn is_for_first_order(&self) -> bool {
        self.first_order.0
    }

    /// Whether it is only for some products or categories.
    pub fn is_scoped(&self) -> bool {
        self.scoped.0
    }

    /// Whether it is only for chosen members.
    pub fn is_for_chosen_members(&self) -> bool {
        self.chosen_members.0
    }

    /// Returns its discount, whether or not it may be used.
    pub fn reduction(&self) -> Reduction {
        let most = self.most_rp;
        match self.kind.0 {
            Kind::Percent => Reduction::Percent { percent: self.percent(), most },
            Kind::Amount => Reduction::Amount(self.discount_rp.unwrap_or_default()),
            Kind::Shipping => Reduction::Shipping { most },
        }
    }

    /// Returns its percentage off the eligible products; 0 for another kind of discount.
    pub(super) fn percent(&self) -> Decimal {
        self.discount_percent.map_or(Decimal::ZERO, |percent| percent.0)
    }

    /// Returns its discount, if the member in question may use it now.
    ///
    /// # Errors
    /// The reason why the voucher cannot be used.
    pub fn check(&self, asked: VoucherUses, covered: Covered, now_ms: i64) -> Result<Reduction, VoucherError> {
        let terms = VoucherTerms {
            reduction: self.reduction(),
            starts_ms: self.starts_ms,
            ends_ms: self.ends_ms,
            quota: self.quota,
            member_quota: self.member_quota,
            minimum_subtotal: self.minimum_rp,
            first_order: self.is_for_first_order(),
            chosen_members: self.is_for_chosen_members(),
        };
        voucher::check(&terms, VoucherUses { total: self.used, ..asked }, covered, now_ms)
    }

    /// Returns its status, independent of any member.
    pub fn status(&self, now_ms: i64) -> VoucherStatus {
        let anyone = VoucherUses { is_chosen: true, ..VoucherUses::default() };
        match self.check(anyone, Covered::Unasked, now_ms) {
            Ok(_) => VoucherStatus::Running,
            Err(VoucherError::NotStarted) => VoucherStatus::Upcoming,
            Err(VoucherError::UsedUp) => VoucherStatus::UsedUp,
            Err(_) => VoucherStatus::Ended,
        }
    }

    /// Returns its public terms: the checked conditions, then the shop's own terms.
    pub fn public_terms(&self) -> Vec<String> {
        let minimum = positive(self.minimum_rp);
        let minimum = minimum.map(|least| format!("Minimal belanja {} untuk produk yang berlaku.", rupiah(least)));
        let first = self.is_for_first_order().then(|| "Hanya untuk pesanan pertama Anda.".to_owned());
        let checked: Vec<String> = minimum.into_iter().chain(first).collect();
        let own = self.terms.lines().filter(|term| !checked.iter().any(|said| said == term)).map(str::to_owned);
        checked.iter().cloned().chain(own).collect()
    }

    /// Returns its public code: empty until its validity begins.
    pub fn public_code(&self, now_ms: i64) -> &str {
        if now_ms < self.starts_ms { "" } else { &self.code }
    }

    /// Whether some member may use it now.
    pub fn is_offered(&self, now_ms: i64) -> bool {
        self.status(now_ms) == VoucherStatus::Running
    }

    /// Returns its discount in words: `Diskon 12,5%`, `Potongan Rp 20.000`, `Gratis ongkir hingga Rp 15.000`.
    pub fn benefit(&self) -> String {
        let up_to = |words: String, most: Option<i64>| match most {
            Some(most) => format!("{words} hingga {}", rupiah(most)),
            None => words,
        };
        match self.reduction() {
            Reduction::Percent { percent, most } => up_to(format!("Diskon {}", percent_text(percent)), most),
            Reduction::Amount(amount) => format!("Potongan {}", rupiah(amount)),
            Reduction::Shipping { most } => up_to("Gratis ongkir".to_owned(), most),
        }
    }
}

/// Returns an amount; `None` if it is not above 0.
fn positive(amount: i64) -> Option<i64> {
    Some(amount).filter(|amount| *amount > 0)
}

/// Formats a percentage for people: `12,5%`.
fn percent_text(percent: Decimal) -> String {
    format!("{}%", percent.normalize()).replace('.', ",")
}

/// Lists every voucher that was not given to chosen members, latest end first.
#[utoipa::path(get, path = "/api/vouchers", operation_id = "listVouchers",
    responses((status = 200, body = [Voucher])))]
async fn list(State(db): State<Db>, State(clock): State<Clock>) -> Result<Json<Vec<Voucher>>> {
    let now_ms = clock.now_ms();
    let mut conn = db.read().await?;
    let rows = all(&mut conn).await?;
    let scoped: Vec<VoucherId> = rows.iter().filter(|row| row.is_scoped()).map(|row| row.id).collect();
    let mut scopes = scope::names(&mut conn, &scoped).await?;
    let voucher = |row: VoucherRow| Voucher {
        valid: row.is_offered(now_ms),
        benefit: row.benefit(),
        only: row.is_scoped().then(|| scopes.remove(&row.id).unwrap_or_default()),
        id: row.id,
        terms: row.public_terms(),
        code: row.public_code(now_ms).to_owned(),
        status: row.status(now_ms),
        discount: percent_number(row.percent()),
        minimum_rp: positive(row.minimum_rp),
        first_order: row.is_for_first_order(),
        picture: row.picture,
        starts: rfc3339(row.starts_ms),
        exp: rfc3339(row.ends_ms),
        title: row.title,
    };
    Ok(Json(rows.into_iter().map(voucher).collect()))
}

/// Checks whether a voucher can be used now; by the caller, if logged in.
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
    let checked = voucher.check(asked, Covered::Unasked, clock.now_ms());
    let message = match &checked {
        Ok(_) => format!("Voucher berhasil digunakan! {}", voucher.benefit()),
        Err(error) => error.to_string(),
    };
    let mut input = QuoteInput::default();
    if let Ok(reduction) = checked {
        reduction.apply(&mut input);
    }
    Ok(Json(VoucherCheck {
        valid: checked.is_ok(),
        discount: percent_number(input.discount_percent),
        discount_most: input.discount_most,
        discount_amount: positive(input.discount_amount),
        shipping_discount: positive(input.shipping_discount),
        minimum_rp: positive(voucher.minimum_rp),
        only: scope_of(&mut conn, &voucher).await?,
        code: voucher.code,
        message,
    }))
}

/// Returns the error for an unknown code.
pub fn not_found() -> Error {
    Error::not_found("Voucher tidak ditemukan.")
}

/// Returns the voucher with a code, in any letter case.
pub async fn find(conn: &mut Conn, code: &str) -> sqlx::Result<Option<VoucherRow>> {
    let sql = AssertSqlSafe(format!("SELECT {VOUCHER_COLUMNS} FROM vouchers WHERE code = $1"));
    query_as(sql).bind(text::line(&text::plain(code)).to_uppercase()).fetch_optional(conn).await
}

/// Returns every voucher that was not given to chosen members, latest end first.
pub async fn all(conn: &mut Conn) -> sqlx::Result<Vec<VoucherRow>> {
    let sql = format!("SELECT {VOUCHER_COLUMNS} FROM vouchers WHERE chosen_members = 0 ORDER BY ends_ms DESC, id");
    query_as(AssertSqlSafe(sql)).fetch_all(conn).await
}

/// Returns the voucher for a slug of its page's URL, in any letter case: the code, such as `hemat-10`, or key and code,
/// such as `7-hemat-10`.
///
/// Hyphens in the slug replace spaces of the code. Before its start, a voucher is found by its key followed by any
/// text, because its code is not public yet. A slug such as `7-segera` stays valid after the start. Vouchers for chosen
/// members only are not found.
pub async fn find_by_slug(conn: &mut Conn, slug: &str, now_ms: i64) -> sqlx::Result<Option<VoucherRow>> {
    let code = slug.to_uppercase().replace(' ', "-");
    let (id, code_after_id) = code.split_once('-').unwrap_or_default();
    // No voucher has the key 0.
    let id: i64 = id.parse().unwrap_or_default();
    let sql = format!(
        "SELECT {VOUCHER_COLUMNS} FROM vouchers
         WHERE ((REPLACE(code, ' ', '-') = $1 AND starts_ms <= $4)
                OR (id = $2 AND ($3 = 'SEGERA' OR REPLACE(code, ' ', '-') = $3 OR starts_ms > $4)))
               AND chosen_members = 0
         ORDER BY CASE WHEN REPLACE(code, ' ', '-') = $1 THEN 0 ELSE 1 END, id LIMIT 1"
    );
    query_as(AssertSqlSafe(sql)).bind(&code).bind(id).bind(code_after_id).bind(now_ms).fetch_optional(conn).await
}

/// Returns the products and categories that a voucher is for; `None` for all products.
pub async fn scope_of(conn: &mut Conn, voucher: &VoucherRow) -> sqlx::Result<Option<Scope>> {
    if voucher.is_scoped() { scope::of(conn, voucher.id).await.map(Some) } else { Ok(None) }
}

/// Marks the goods that the voucher is not for, and returns the total price of the others.
pub async fn covered<'a>(
    conn: &mut Conn,
    voucher: &VoucherRow,
    lines: impl Iterator<Item = (&'a ProductSnapshot, i64, &'a mut bool)>,
) -> sqlx::Result<Covered> {
    let scope = scope_of(conn, voucher).await?;
    let mut worth = None;
    for (goods, quantity, excluded) in lines {
        *excluded = scope.as_ref().is_some_and(|scope| !scope.holds(goods));
        if !*excluded {
            // A price that is too large is refused later, when the order is priced.
            let cost = goods.price_rp.saturating_mul(quantity).min(MAX_AMOUNT);
            worth = Some(worth.unwrap_or(0_i64).saturating_add(cost));
        }
    }
    Ok(worth.map_or(Covered::Nothing, Covered::Worth))
}

/// Locks the row of a voucher until the transaction ends; returns false if the voucher does not exist.
pub async fn lock(conn: &mut Conn, voucher: VoucherId) -> sqlx::Result<bool> {
    let held = query("UPDATE vouchers SET version = version WHERE id = $1").bind(voucher).execute(conn).await?;
    Ok(held.rows_affected() == 1)
}

/// Returns the facts about a member that a voucher's conditions need: the member's current uses and earlier orders, and
/// whether the voucher was given to the member.
pub async fn asked_by(conn: &mut Conn, voucher: VoucherId, member: MemberId) -> sqlx::Result<VoucherUses> {
    let sql = "SELECT COUNT(*) FROM voucher_uses WHERE voucher_id = $1 AND member_id = $2";
    let by_member = query_scalar(sql).bind(voucher).bind(member).fetch_one(&mut *conn).await?;
    let has_ordered = orders::has_ordered(conn, member, None).await?;
    let sql = "SELECT COUNT(*) FROM voucher_members WHERE voucher_id = $1 AND member_id = $2";
    let given: i64 = query_scalar(sql).bind(voucher).bind(member).fetch_one(conn).await?;
    Ok(VoucherUses { total: 0, by_member, has_ordered, is_chosen: given > 0 })
}

/// Counts a use of a voucher by an order. Returns false if no use is left; the caller must then roll back the
/// transaction.
///
/// The row of the voucher is updated first, which locks it: a concurrent order waits, and then sees this use.
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

/// Releases an order's use of a voucher; does nothing if the order has no use.
pub async fn return_use(conn: &mut Conn, voucher: VoucherId, order: OrderKey) -> sqlx::Result<()> {
    let gone = query("DELETE FROM voucher_uses WHERE order_id = $1").bind(order).execute(&mut *conn).await?;
    if gone.rows_affected() == 1 {
        query("UPDATE vouchers SET used = used - 1 WHERE id = $1").bind(voucher).execute(conn).await?;
    }
    Ok(())
}

/// Releases an order's use of whichever voucher it used; does nothing if the order has no use.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    let sql = "SELECT voucher_id FROM voucher_uses WHERE order_id = $1";
    let held: Option<VoucherId> = query_scalar(sql).bind(order).fetch_optional(&mut *conn).await?;
    match held {
        Some(voucher) => return_use(conn, voucher, order).await,
        None => Ok(()),
    }
}

/// Whether there is any voucher.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let found: Option<i64> = query_scalar("SELECT id FROM vouchers LIMIT 1").fetch_optional(conn).await?;
    Ok(found.is_some())
}
