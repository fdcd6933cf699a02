//! Tax withheld, month by month, and the files for reporting it.

use axum::{Json, extract::State, response::Response};
use futures_util::TryStreamExt;
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::{Code, Error, Result},
    extract::{Path, Query},
    page::{Page, pattern},
    table::{self, guard},
    time::{Clock, Month, jakarta_date},
};
use ksmart_identity::{
    roles::{Admin, Confirmed, FINANCE},
    settings::{self, taxes::TaxSettings},
};
use ksmart_members::{
    accounts::{TaxNumber, TaxNumberState},
    taxes,
};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        sensitive_files::hand_out,
        slips::{TaxSlipId, base, is_final, number, underway},
        tax_xml::{XmlSlip, document},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(list_months))
        .routes(routes!(show))
        .routes(routes!(list_slips))
        .routes(routes!(download_table))
        .routes(routes!(download_xml))
}

/// A month in which bonuses were paid.
#[derive(Debug, Serialize, ToSchema, FromRow)]
struct TaxMonthLine {
    /// Month, `YYYY-MM`.
    #[sqlx(rename = "tax_month")]
    month: Month,
    /// Number of paid payouts, without those whose transfers all failed.
    payouts: i64,
    /// Sum of these payouts before tax, rupiah.
    gross_rp: i64,
    /// Tax withheld, rupiah.
    tax_rp: i64,
}

/// The months in which bonuses were paid, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct TaxMonths {
    /// The current month.
    now: Month,
    months: Vec<TaxMonthLine>,
}

/// Lists the months in which bonuses were paid.
#[utoipa::path(get, path = "/api/admin/tax/months", operation_id = "listTaxMonths",
    responses((status = 200, body = TaxMonths)))]
async fn list_months(State(db): State<Db>, State(clock): State<Clock>, _: Admin<FINANCE>) -> Result<Json<TaxMonths>> {
    let sql = "SELECT tax_month, COUNT(CASE WHEN removed_items < items THEN 1 END) AS payouts,
                      CAST(SUM(gross_rp - removed_gross_rp) AS BIGINT) AS gross_rp,
                      CAST(SUM(tax_rp - removed_tax_rp) AS BIGINT) AS tax_rp
               FROM payout_batches WHERE state = 'paid' GROUP BY tax_month ORDER BY tax_month DESC";
    let months = query_as(sql).fetch_all(&mut *db.read().await?).await?;
    Ok(Json(TaxMonths { now: Month::of(clock.now_ms()), months }))
}

/// Tax withheld in a month.
#[derive(Debug, Serialize, ToSchema)]
struct TaxMonth {
    /// Month, `YYYY-MM`.
    month: Month,
    /// Number of members who were paid; each has a slip.
    members: i64,
    /// Amount they were paid before tax, rupiah.
    gross_rp: i64,
    /// Tax withheld, rupiah.
    tax_rp: i64,
    /// Number of these members without a valid tax number; the file for the tax office excludes them.
    without_number: i64,
    /// Number of the month's payouts that are neither paid nor cancelled.
    underway: i64,
    /// Whether the slips are final: the month is over, and no payout of it is under way.
    is_final: bool,
    /// Whether the shop has entered its own tax number.
    has_shop_number: bool,
}

/// Returns the tax withheld in a month.
#[utoipa::path(get, path = "/api/admin/tax/{month}", operation_id = "getTaxMonth",
    responses((status = 200, body = TaxMonth)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    Path(month): Path<Month>,
) -> Result<Json<TaxMonth>> {
    let mut conn = db.read().await?;
    let sql = "SELECT COUNT(*),
                      CAST(COALESCE(SUM(CASE m.tax_number_state WHEN 'validated' THEN 0 ELSE 1 END), 0) AS BIGINT)
               FROM tax_slips s JOIN members m ON m.id = s.member_id WHERE s.tax_month = $1";
    let (members, without_number) = query_as(sql).bind(month).fetch_one(&mut *conn).await?;
    let sql = "SELECT CAST(COALESCE(SUM(gross_rp - removed_gross_rp), 0) AS BIGINT),
                      CAST(COALESCE(SUM(tax_rp - removed_tax_rp), 0) AS BIGINT)
               FROM payout_batches WHERE tax_month = $1 AND state = 'paid'";
    let (gross_rp, tax_rp) = query_as(sql).bind(month).fetch_one(&mut *conn).await?;
    Ok(Json(TaxMonth {
        month,
        members,
        gross_rp,
        tax_rp,
        without_number,
        underway: underway(&mut conn, month).await?,
        is_final: is_final(&mut conn, month, clock.now_ms()).await?,
        has_shop_number: !settings::read::<TaxSettings>(&mut conn).await?.values.tax_number.is_empty(),
    }))
}

/// A member's slip, as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
struct MemberTaxSlip {
    /// Number such as `PPH21-202611-000123`.
    number: String,
    member_uid: String,
    member_name: String,
    tax_number: TaxNumber,
    /// Amount paid before tax, rupiah.
    gross_rp: i64,
    /// Taxable part of that amount, rupiah.
    base_rp: i64,
    /// Tax withheld, rupiah.
    tax_rp: i64,
}

/// A page of a month's slips.
#[derive(Debug, Serialize, ToSchema)]
struct MemberTaxSlips {
    slips: Vec<MemberTaxSlip>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct SlipFilter {
    /// A part of the member's name or uid.
    #[param(max_length = 100)]
    search: Option<String>,
    /// State of the member's tax number, as known to the shop.
    number: Option<TaxNumberState>,
}

#[derive(FromRow)]
struct Row {
    id: TaxSlipId,
    uid: String,
    name: String,
    tax_number: String,
    tax_number_state: Text<TaxNumberState>,
    gross_rp: i64,
    tax_rp: i64,
    last_ms: i64,
}

/// SQL query that reads a [`Row`]; conditions follow.
const SELECT: &str = "SELECT s.id, m.uid, m.name, m.tax_number, m.tax_number_state, s.gross_rp, s.tax_rp, s.last_ms
    FROM tax_slips s JOIN members m ON m.id = s.member_id WHERE s.tax_month = $1";

/// Lists the slips of a month.
#[utoipa::path(get, path = "/api/admin/tax/{month}/slips", operation_id = "listTaxSlips",
    responses((status = 200, body = MemberTaxSlips)))]
async fn list_slips(
    State(db): State<Db>,
    _: Admin<FINANCE>,
    Path(month): Path<Month>,
    Query(filter): Query<SlipFilter>,
    page: Page<1>,
) -> Result<Json<MemberTaxSlips>> {
    let pattern = pattern(filter.search.as_deref())?;
    let mut conn = db.read().await?;
    let rule = taxes::rule_of(&mut conn, month).await?;
    let sql = format!(
        "{SELECT} AND s.id > $2 AND m.search_text LIKE $3 ESCAPE '\\' AND ($4 = '' OR m.tax_number_state = $4)
         ORDER BY s.id LIMIT $5"
    );
    let [after] = page.after(i64::MIN);
    let state = filter.number.map_or("", TextEnum::text);
    let query = query_as(AssertSqlSafe(sql)).bind(month).bind(after).bind(pattern).bind(state).bind(page.lookup());
    let mut rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let slip = |row: Row| MemberTaxSlip {
        number: number(month, row.id),
        member_uid: row.uid,
        member_name: row.name,
        tax_number: TaxNumber { number: row.tax_number, state: row.tax_number_state.0 },
        base_rp: base(rule.as_ref(), row.gross_rp),
        gross_rp: row.gross_rp,
        tax_rp: row.tax_rp,
    };
    Ok(Json(MemberTaxSlips { slips: rows.into_iter().map(slip).collect(), next_cursor }))
}

/// Returns the Indonesian word for the state of a tax number in the CSV file.
fn state_word(state: TaxNumberState) -> &'static str {
    match state {
        TaxNumberState::Missing => "belum ada",
        TaxNumberState::Unchecked => "belum diperiksa",
        TaxNumberState::Validated => "tervalidasi",
        TaxNumberState::Rejected => "ditolak",
    }
}

/// Returns the slips of a month as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in
/// Indonesia.
#[utoipa::path(get, path = "/api/admin/tax/{month}/slips.csv", operation_id = "downloadTaxTable",
    responses((status = 200, content_type = "text/csv", body = String)))]
async fn download_table(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(month): Path<Month>,
) -> Result<Response> {
    let mut conn = db.read().await?;
    let rule = taxes::rule_of(&mut conn, month).await?;
    let mut file = table::writer("\u{feff}".into());
    let columns = ["nomor", "id", "nama", "npwp_nik", "status_npwp_nik", "bruto", "dasar", "pph21", "tanggal"];
    file.write_record(columns).map_err(Error::internal)?;
    let sql = format!("{SELECT} ORDER BY s.id");
    let mut rows = query_as::<_, Row>(AssertSqlSafe(sql)).bind(month).fetch(&mut *conn);
    while let Some(row) = rows.try_next().await? {
        let cells = [
            number(month, row.id),
            guard(row.uid),
            guard(row.name),
            // Marked as text: a spreadsheet would round a number of 16 digits.
            if row.tax_number.is_empty() { String::new() } else { format!("'{}", row.tax_number) },
            state_word(row.tax_number_state.0).to_owned(),
            row.gross_rp.to_string(),
            base(rule.as_ref(), row.gross_rp).to_string(),
            row.tax_rp.to_string(),
            jakarta_date(row.last_ms),
        ];
        file.write_record(cells).map_err(Error::internal)?;
    }
    drop(rows);
    drop(conn);
    let body = file.into_inner().map_err(Error::internal)?;
    hand_out(&db, &admin, &clock, &format!("pph21-{month}.csv"), (table::CSV, body)).await
}

/// Returns the slips of a completed month as the tax office's bulk file (BP21, XML), for members with a valid tax
/// number.
#[utoipa::path(get, path = "/api/admin/tax/{month}/bp21.xml", operation_id = "downloadTaxXml",
    responses((status = 200, content_type = "application/xml", body = String), (status = 409)))]
async fn download_xml(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(month): Path<Month>,
) -> Result<Response> {
    let mut conn = db.read().await?;
    let refused = |message: &'static str| Error::conflict(Code::MoveRefused, message);
    if !is_final(&mut conn, month, clock.now_ms()).await? {
        let message = "Berkas ini baru ada setelah bulannya lewat dan semua pembayarannya selesai atau dibatalkan.";
        return Err(refused(message));
    }
    let shop = settings::read::<TaxSettings>(&mut conn).await?.values.tax_number;
    if shop.is_empty() {
        return Err(refused("Isi NPWP toko di Pengaturan lebih dulu."));
    }
    let slips = valid_slips(&mut conn, month).await?;
    if slips.is_empty() {
        return Err(refused("Belum ada bukti potong dengan NPWP atau NIK yang tervalidasi di bulan ini."));
    }
    let rule = taxes::rule_of(&mut conn, month).await?;
    let rule = rule.ok_or_else(|| refused("Belum ada aturan PPh 21 untuk bulan ini."))?;
    drop(conn);
    let xml = document(&shop, month, rule.base_percent, &slips);
    hand_out(&db, &admin, &clock, &format!("bp21-{month}.xml"), ("application/xml", xml.into_bytes())).await
}

/// Returns the slips of a month whose members have a valid tax number.
async fn valid_slips(conn: &mut Conn, month: Month) -> sqlx::Result<Vec<XmlSlip>> {
    let sql = format!("{SELECT} AND m.tax_number_state = 'validated' ORDER BY s.id");
    let rows: Vec<Row> = query_as(AssertSqlSafe(sql)).bind(month).fetch_all(conn).await?;
    let slip = |row: Row| XmlSlip {
        number: number(month, row.id),
        tax_number: row.tax_number,
        gross_rp: row.gross_rp,
        tax_rp: row.tax_rp,
        last_ms: row.last_ms,
    };
    Ok(rows.into_iter().map(slip).collect())
}
