//! Tax slips: the tax withheld from a member in a month, for all payouts of that month together.
//!
//! A slip comes with the first paid payout of its month, and grows with later ones. It has a number, and lists the
//! items of those payouts. It may grow until the month is over and all its payouts are paid or cancelled. Then it is
//! final, unless one of its transfers failed, which removes the item from it.

use axum::{Json, extract::State};
use ksmart_core::tax::TaxRule;
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::Path,
    id,
    ids::MemberId,
    leases,
    time::{Clock, Month, rfc3339},
};
use ksmart_identity::{
    settings::{self, Seller, contact::Contact, taxes::TaxSettings},
    tokens::Member,
};
use ksmart_members::{
    accounts::{self, TaxNumber},
    taxes,
};
use serde::Serialize;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{payout::PayoutId, preparation::LOCK},
};

id!(TaxSlipId, "a tax slip.");

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
}

/// Number of slip numbers assigned in one transaction: few enough not to delay sales.
const AT_ONCE: usize = 100;

/// Assigns numbers to the slips of a payout's members, a few at a time; the slips are invisible before the payout is
/// paid.
pub(super) async fn give_numbers(db: &Db, batch: PayoutId, month: Month) -> sqlx::Result<()> {
    let sql = "SELECT DISTINCT i.member_id FROM payout_items i
               LEFT JOIN tax_slip_numbers n ON n.member_id = i.member_id AND n.tax_month = $2
               WHERE i.batch_id = $1 AND i.cancelled_ms IS NULL AND n.number IS NULL ORDER BY i.member_id";
    let members: Vec<MemberId> = query_scalar(sql).bind(batch).bind(month).fetch_all(&mut *db.read().await?).await?;
    for some in members.chunks(AT_ONCE) {
        let mut tx = db.write().await?;
        leases::lock(&mut tx, LOCK).await?;
        let sql = "INSERT INTO tax_slip_numbers (number, member_id, tax_month)
                   SELECT (SELECT COALESCE(MAX(number), 0) FROM tax_slip_numbers)
                            + ROW_NUMBER() OVER (ORDER BY m.member_id), m.member_id, $2
                   FROM (SELECT DISTINCT i.member_id FROM payout_items i
                         WHERE i.batch_id = $1 AND i.member_id BETWEEN $3 AND $4 AND i.cancelled_ms IS NULL
                           AND NOT EXISTS (SELECT n.number FROM tax_slip_numbers n
                                           WHERE n.member_id = i.member_id AND n.tax_month = $2)) m";
        query(sql).bind(batch).bind(month).bind(some.first()).bind(some.last()).execute(&mut *tx).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Returns the number of a slip, such as `PPH21-202611-000123`.
pub(super) fn number(month: Month, id: TaxSlipId) -> String {
    let (year, month) = month.parts();
    format!("PPH21-{year:04}{month:02}-{:06}", id.0)
}

/// Returns the taxable part of an income by the rule of the month, or all of it if there is no rule.
pub(super) fn base(rule: Option<&TaxRule>, gross_rp: i64) -> i64 {
    rule.and_then(|rule| rule.base(gross_rp).ok()).unwrap_or(gross_rp)
}

/// Whether a month's slips are final: it is over, and no payout of it is under way.
pub(super) async fn is_final(conn: &mut Conn, month: Month, now_ms: i64) -> sqlx::Result<bool> {
    Ok(month < Month::of(now_ms) && underway(conn, month).await? == 0)
}

/// Counts the payouts of a month that are neither paid nor cancelled.
pub(super) async fn underway(conn: &mut Conn, month: Month) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM payout_batches WHERE tax_month = $1 AND state IN ('prepared', 'approved')";
    query_scalar(sql).bind(month).fetch_one(conn).await
}

/// A member's tax slip in the list.
#[derive(Debug, Serialize, ToSchema)]
struct TaxSlipLine {
    /// Number such as `PPH21-202611-000123`.
    number: String,
    /// The month, `YYYY-MM`.
    month: Month,
    /// Amount paid before tax, rupiah.
    gross_rp: i64,
    /// Tax withheld, rupiah.
    tax_rp: i64,
}

/// The caller's tax slips.
#[derive(Debug, Serialize, ToSchema)]
struct TaxSlips {
    /// Slips, newest month first.
    slips: Vec<TaxSlipLine>,
}

#[derive(FromRow)]
struct Row {
    id: TaxSlipId,
    tax_month: Month,
    gross_rp: i64,
    tax_rp: i64,
    last_ms: i64,
}

/// Lists the caller's tax slips, newest month first.
#[utoipa::path(get, path = "/api/tax-slips", operation_id = "listOwnTaxSlips",
    responses((status = 200, body = TaxSlips)))]
async fn list(State(db): State<Db>, member: Member) -> Result<Json<TaxSlips>> {
    let sql = "SELECT id, tax_month, gross_rp, tax_rp, last_ms FROM tax_slips
               WHERE member_id = $1 ORDER BY tax_month DESC";
    let rows: Vec<Row> = query_as(sql).bind(member.id).fetch_all(&mut *db.read().await?).await?;
    let line = |row: Row| TaxSlipLine {
        number: number(row.tax_month, row.id),
        month: row.tax_month,
        gross_rp: row.gross_rp,
        tax_rp: row.tax_rp,
    };
    Ok(Json(TaxSlips { slips: rows.into_iter().map(line).collect() }))
}

/// A bonus on a tax slip.
#[derive(Debug, Serialize, ToSchema, FromRow)]
struct TaxSlipBonus {
    /// BV period of the bonus.
    period_name: String,
    /// Amount before tax, rupiah.
    gross_rp: i64,
    /// Tax withheld from it, rupiah.
    tax_rp: i64,
}

/// A member's tax slip.
#[derive(Debug, Serialize, ToSchema)]
struct TaxSlip {
    /// Number such as `PPH21-202611-000123`.
    number: String,
    /// The month, `YYYY-MM`.
    month: Month,
    /// Shop that withheld the tax.
    shop_name: String,
    shop_address: String,
    /// Tax number of the shop, 15 or 16 digits; empty if the shop has entered none.
    shop_tax_number: String,
    member_name: String,
    member_uid: String,
    member_address: String,
    tax_number: TaxNumber,
    /// Amount paid before tax, rupiah.
    gross_rp: i64,
    /// Taxable part of that amount, rupiah.
    base_rp: i64,
    /// Tax withheld, rupiah.
    tax_rp: i64,
    /// Time of the last withholding of tax, RFC 3339.
    last_at: String,
    /// Whether the slip is final: the month is over, and no payout of it is under way.
    is_final: bool,
    /// Bonuses that the slip is made of; their amounts add up exactly to those of the slip.
    bonuses: Vec<TaxSlipBonus>,
}

/// Shows the caller's tax slip of a month.
#[utoipa::path(get, path = "/api/tax-slips/{month}", operation_id = "getOwnTaxSlip",
    responses((status = 200, body = TaxSlip)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Path(month): Path<Month>,
) -> Result<Json<TaxSlip>> {
    let mut conn = db.read().await?;
    Ok(Json(slip(&mut conn, member.id, month, clock.now_ms()).await?))
}

async fn slip(conn: &mut Conn, member: MemberId, month: Month, now_ms: i64) -> Result<TaxSlip> {
    let sql = "SELECT id, tax_month, gross_rp, tax_rp, last_ms FROM tax_slips WHERE member_id = $1 AND tax_month = $2";
    let row: Option<Row> = query_as(sql).bind(member).bind(month).fetch_optional(&mut *conn).await?;
    let row = row.ok_or_else(|| Error::not_found("Bukti potong tidak ditemukan."))?;
    let sql = "SELECT p.name AS period_name, i.gross_rp, i.tax_rp
               FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
               JOIN bonuses n ON n.id = i.bonus_id JOIN bv_periods p ON p.id = n.period_id
               WHERE i.member_id = $1 AND b.tax_month = $2 AND b.state = 'paid' AND i.cancelled_ms IS NULL
               ORDER BY i.id";
    let bonuses = query_as(sql).bind(member).bind(month).fetch_all(&mut *conn).await?;
    let user = accounts::show(conn, member, now_ms).await?;
    let taxes = settings::read::<TaxSettings>(conn).await?.values;
    let seller = Seller::of(&taxes, &settings::read::<Contact>(conn).await?.values);
    Ok(TaxSlip {
        number: number(month, row.id),
        month,
        shop_name: seller.name,
        shop_address: seller.address,
        shop_tax_number: seller.tax_number,
        member_name: user.name,
        member_uid: user.uid,
        member_address: user.alamat,
        tax_number: accounts::tax_number(conn, member).await?,
        gross_rp: row.gross_rp,
        base_rp: base(taxes::rule_of(conn, month).await?.as_ref(), row.gross_rp),
        tax_rp: row.tax_rp,
        last_at: rfc3339(row.last_ms),
        is_final: is_final(conn, month, now_ms).await?,
        bonuses,
    })
}
