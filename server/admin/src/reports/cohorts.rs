//! Retention of members: grouped by the month of joining, with the number of buyers in each month since.

use axum::{Json, extract::State, response::Response};
use chrono::{Datelike, Months, NaiveDate};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    time::{Clock, DAY_MS, JAKARTA_MS, jakarta, jakarta_date, jakarta_midnight},
};
use ksmart_identity::roles::{Admin, FINANCE};
use serde::Serialize;
use sqlx::query_as;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{AdminState, reports::file::File};

/// Number of months shown, including this one.
const MONTHS: usize = 12;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(download))
}

/// Members who joined in the same month.
#[derive(Debug, Serialize, ToSchema)]
struct Cohort {
    /// The month in Jakarta, `YYYY-MM`.
    month: String,
    /// Number of members who joined in it; administrators and erased accounts are not counted.
    joined: i64,
    /// Number of these members with an order counted as paid: in the month of joining, in the next, and so on until the
    /// current month.
    bought: Vec<i64>,
}

/// Retention of members.
#[derive(Debug, Serialize, ToSchema)]
struct Cohorts {
    /// The last twelve months, oldest first.
    months: Vec<Cohort>,
}

/// Returns members by the month of joining, with the number of buyers in each month since: the last twelve months.
#[utoipa::path(get, path = "/api/admin/reports/cohorts", operation_id = "getCohorts",
    responses((status = 200, body = Cohorts)))]
async fn show(State(db): State<Db>, State(clock): State<Clock>, _: Admin<FINANCE>) -> Result<Json<Cohorts>> {
    let months = cohorts(&mut *db.read().await?, clock.now_ms()).await?;
    Ok(Json(Cohorts { months }))
}

/// Returns the retention report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in
/// Indonesia.
#[utoipa::path(get, path = "/api/admin/reports/cohorts.csv", operation_id = "downloadCohorts",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn download(State(db): State<Db>, State(clock): State<Clock>, Admin(admin): Admin<FINANCE>) -> Result<Response> {
    let now_ms = clock.now_ms();
    let months = cohorts(&mut *db.read().await?, now_ms).await?;
    let cells = |cohort: Cohort| {
        let numbers = [cohort.joined].into_iter().chain(cohort.bought).map(|number| number.to_string());
        let mut cells: Vec<String> = [cohort.month].into_iter().chain(numbers).collect();
        cells.resize(MONTHS + 2, String::new());
        cells
    };
    let since: Vec<String> = (0..MONTHS).map(|month| format!("bulan_{month}")).collect();
    let head: Vec<&str> = ["bulan", "bergabung"].into_iter().chain(since.iter().map(String::as_str)).collect();
    let name = format!("belanja-ulang-{}.csv", jakarta_date(now_ms));
    let file = File { name, head: &head, names_members: false };
    file.of(&db, &clock, &admin, months.into_iter().map(cells).collect()).await
}

/// Returns the first day of each month of the report, oldest first, and of the month after them.
fn months(now_ms: i64) -> Vec<NaiveDate> {
    let first = jakarta(now_ms).date_naive().with_day(1).unwrap_or_default();
    let oldest = first.checked_sub_months(Months::new(11)).unwrap_or_default();
    (0..=12).filter_map(|month| oldest.checked_add_months(Months::new(month))).collect()
}

async fn cohorts(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Vec<Cohort>> {
    let begins: Vec<NaiveDate> = months(now_ms);
    let begins_ms: Vec<i64> = begins.iter().filter_map(|day| jakarta_midnight(&day.to_string())).collect();
    // Returns the position of the month of a day, which is counted since 1970 in Jakarta.
    let month_of = |day: i64| begins_ms.partition_point(|begins| *begins <= day * DAY_MS - JAKARTA_MS) - 1;
    let mut found: Vec<Cohort> = begins[..MONTHS]
        .iter()
        .enumerate()
        .map(|(place, day)| Cohort {
            month: day.format("%Y-%m").to_string(),
            joined: 0,
            bought: vec![0; MONTHS - place],
        })
        .collect();
    let sql = "SELECT (m.created_ms + 25200000) / 86400000 AS day, COUNT(*) FROM members m
               WHERE m.created_ms >= $1 AND m.created_ms < $2 AND m.role = 'member' AND m.erased_ms IS NULL GROUP BY 1";
    let joined: Vec<(i64, i64)> =
        query_as(sql).bind(begins_ms[0]).bind(begins_ms[MONTHS]).fetch_all(&mut *conn).await?;
    for (day, count) in joined {
        found[month_of(day).min(MONTHS - 1)].joined += count;
    }
    for month in 0..MONTHS {
        let sql = "SELECT (m.created_ms + 25200000) / 86400000 AS day, COUNT(DISTINCT e.member_id)
                   FROM bv_entries e JOIN members m ON m.id = e.member_id
                   WHERE e.kind = 'sale' AND e.posted_ms >= $1 AND e.posted_ms < $2 AND m.created_ms >= $3
                     AND m.role = 'member' AND m.erased_ms IS NULL
                   GROUP BY 1";
        let query = query_as(sql).bind(begins_ms[month]).bind(begins_ms[month + 1]).bind(begins_ms[0]);
        let bought: Vec<(i64, i64)> = query.fetch_all(&mut *conn).await?;
        for (day, count) in bought {
            let joined = month_of(day);
            // No member buys before joining; if a clock was set back, such a purchase is ignored instead of failing.
            if let Some(cell) = month.checked_sub(joined).and_then(|since| found.get_mut(joined)?.bought.get_mut(since))
            {
                *cell += count;
            }
        }
    }
    Ok(found)
}
