//! Dashboard of administrators: open tasks, sales, and the remaining steps to set up an empty shop.

mod setup;

use axum::{Json, extract::State};
use chrono::{DateTime, NaiveDate};
use ksmart_core::returns::ReturnState;
use ksmart_flows::payouts;
use ksmart_foundation::{
    db::Db,
    document::routes,
    error::{Error, Result},
    extract::Query,
    ids::PeriodId,
    time::{Clock, DAY_MS, JAKARTA_MS, jakarta_midnight},
};
use ksmart_identity::{
    roles::{ANY_ADMIN, Admin, CATALOGUE, FINANCE, FULFILMENT, OWNER, Role, role},
    settings::{self, sales::SalesSettings},
};
use ksmart_members::{accounts, bonuses::drafts, volume};
use ksmart_shop::{
    catalog,
    orders::admin::{self as orders, Waiting},
    questions,
    returns::listing,
    reviews,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{AdminState, page_faults};

/// Number up to which waiting items are counted.
const MAX_COUNTED: i64 = 1000;

/// Age up to which a fault of a page is new.
const NEW_FAULT_MS: i64 = 7 * DAY_MS;

/// Age up to which a review is new.
const NEW_REVIEW_MS: i64 = 7 * DAY_MS;

/// Maximum number of days of sales returned at once.
const MOST_DAYS: i64 = 366;

/// Number of periods compared.
const PERIODS: i64 = 12;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new()
        .routes(routes!(today))
        .routes(routes!(sales))
        .routes(routes!(sales_of_periods))
        .routes(routes!(setup::setup))
        .routes(routes!(setup::open))
}

/// Bonuses that wait for their payout.
#[derive(Debug, Serialize, ToSchema)]
struct BonusesToPay {
    count: i64,
    amount_rp: i64,
}

/// Open tasks of the caller's role; null for those of other roles. Counted up to 1000.
#[derive(Debug, Serialize, ToSchema)]
struct Today {
    /// Orders that can be packed.
    to_pack: Option<i64>,
    /// COD orders that wait for the shop's approval.
    held: Option<i64>,
    /// Packed orders that no courier has yet.
    to_ship: Option<i64>,
    /// Unpaid orders that expire within three hours.
    expiring: Option<i64>,
    /// COD orders that were sent and whose cash the shop does not have yet.
    cash_due: Option<i64>,
    /// Orders with an open payment problem.
    payment_problems: Option<i64>,
    /// Orders whose manual refund waits for another administrator's approval.
    refunds_prepared: Option<i64>,
    /// Returns that wait for a decision.
    returns_asked: Option<i64>,
    /// Returns whose goods have arrived, and which wait for their refund or for new goods.
    returns_received: Option<i64>,
    /// Returns whose transfer waits for a second person.
    returns_transferring: Option<i64>,
    /// Products with few pieces left.
    low_stock: Option<i64>,
    /// Highest stock, in pieces, at which a product counts as low.
    low_stock_from: i64,
    /// Reviews of the last seven days.
    new_reviews: Option<i64>,
    /// Questions about products that wait for an answer.
    questions_waiting: Option<i64>,
    /// BV periods that have ended and wait to be calculated.
    periods_to_calculate: Option<usize>,
    bonuses_to_pay: Option<BonusesToPay>,
    /// Members who may be the same person as another member.
    likely_doubles: Option<i64>,
    /// Compensation plans that another owner wants to publish, and which wait for the caller's approval.
    plans_to_confirm: Option<i64>,
    /// Different faults of pages reported by browsers within 7 days, for the owner.
    page_faults: Option<i64>,
    /// Time for which the shop can take orders; shown to every role, because no one can buy without a period.
    order_window: volume::OrderWindow,
}

/// Shows the open tasks of the caller's role.
#[utoipa::path(get, path = "/api/admin/today", operation_id = "getDashboard",
    responses((status = 200, body = Today)))]
async fn today(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<ANY_ADMIN>,
) -> Result<Json<Today>> {
    let now_ms = clock.now_ms();
    let mut conn = db.read().await?;
    let rights = role(&mut conn, admin.id).await?.map_or(0, Role::rights);
    let may = |right: u8| rights & right != 0;
    let low_stock_from = settings::read::<SalesSettings>(&mut conn).await?.values.low_stock;
    let mut count = async |right: u8, what: Waiting| match may(right) {
        true => orders::waiting(&mut conn, what, now_ms, MAX_COUNTED).await.map(Some),
        false => Ok(None),
    };
    let to_pack = count(FULFILMENT, Waiting::Pack).await?;
    let held = count(FULFILMENT, Waiting::Held).await?;
    let to_ship = count(FULFILMENT, Waiting::Ship).await?;
    let expiring = count(FULFILMENT | FINANCE, Waiting::Expiring).await?;
    let cash_due = count(FINANCE, Waiting::Cash).await?;
    let payment_problems = count(FINANCE, Waiting::Problem).await?;
    let refunds_prepared = count(FINANCE, Waiting::Refund).await?;
    let mut count_returns = async |right: u8, state: ReturnState| match may(right) {
        true => listing::waiting(&mut conn, state, MAX_COUNTED).await.map(Some),
        false => Ok(None),
    };
    let returns_asked = count_returns(FULFILMENT, ReturnState::Asked).await?;
    let returns_received = count_returns(FULFILMENT | FINANCE, ReturnState::Received).await?;
    let returns_transferring = count_returns(FINANCE, ReturnState::Transferring).await?;
    let (mut low_stock, mut new_reviews, mut questions_waiting) = (None, None, None);
    if may(CATALOGUE) {
        low_stock = Some(catalog::running_low(&mut conn, low_stock_from, MAX_COUNTED).await?);
        new_reviews = Some(reviews::written_since(&mut conn, now_ms - NEW_REVIEW_MS, MAX_COUNTED).await?);
        questions_waiting = Some(questions::waiting(&mut conn, MAX_COUNTED).await?);
    }
    let (mut periods_to_calculate, mut bonuses_to_pay, mut likely_doubles) = (None, None, None);
    if may(FINANCE) {
        periods_to_calculate = Some(volume::to_calculate(&mut conn, now_ms).await?);
        likely_doubles = Some(accounts::count_doubles(&mut conn, MAX_COUNTED).await?);
        let unpaid = payouts::unpaid_by_period(&mut conn).await?;
        bonuses_to_pay = Some(BonusesToPay {
            count: unpaid.iter().map(|period| period.bonuses).sum(),
            amount_rp: unpaid.iter().map(|period| period.bonus_rp).sum(),
        });
    }
    let (mut plans_to_confirm, mut page_faults) = (None, None);
    if may(OWNER) {
        plans_to_confirm = Some(drafts::waiting(&mut conn, admin.id).await?);
        page_faults = Some(page_faults::count_since(&mut conn, now_ms - NEW_FAULT_MS).await?);
    }
    let order_window = volume::order_window(&mut conn, now_ms).await?;
    Ok(Json(Today {
        to_pack,
        held,
        to_ship,
        expiring,
        cash_due,
        payment_problems,
        refunds_prepared,
        returns_asked,
        returns_received,
        returns_transferring,
        low_stock,
        low_stock_from,
        new_reviews,
        questions_waiting,
        periods_to_calculate,
        bonuses_to_pay,
        likely_doubles,
        plans_to_confirm,
        page_faults,
        order_window,
    }))
}

/// Range of days.
#[derive(Debug, Deserialize, IntoParams)]
struct Days {
    /// The first day in Jakarta, `YYYY-MM-DD`.
    #[param(format = Date)]
    from: String,
    /// The last day in Jakarta, `YYYY-MM-DD`; at most 366 days are returned.
    #[param(format = Date)]
    to: String,
}

/// Sales of a day.
#[derive(Debug, Serialize, ToSchema)]
struct SalesDay {
    /// Day in Jakarta, `YYYY-MM-DD`.
    date: String,
    /// Number of orders that began to count as paid: paid online, or in cash that the shop has received.
    orders: i64,
    /// Product value after discount, less refunds of that day, rupiah.
    sales_rp: i64,
    /// Business volume, less that of refunds, points.
    bv: i64,
}

/// Sales, day by day.
#[derive(Debug, Serialize, ToSchema)]
struct Sales {
    /// Sales of every requested day, oldest first.
    days: Vec<SalesDay>,
}

/// Shows sales day by day.
#[utoipa::path(get, path = "/api/admin/sales", operation_id = "getSales",
    responses((status = 200, body = Sales), (status = 422)))]
async fn sales(State(db): State<Db>, _: Admin<FINANCE>, Query(days): Query<Days>) -> Result<Json<Sales>> {
    let midnight =
        |day: &str| jakarta_midnight(day).ok_or_else(|| Error::invalid("Tanggal harus berbentuk TTTT-BB-HH."));
    let (from_ms, to_ms) = (midnight(&days.from)?, midnight(&days.to)?);
    if from_ms > to_ms {
        return Err(Error::invalid("Tanggal awal tidak boleh sesudah tanggal akhir."));
    }
    if to_ms - from_ms >= MOST_DAYS * DAY_MS {
        return Err(Error::invalid("Pilih paling banyak 366 hari."));
    }
    let found = volume::sales_by_day(&mut *db.read().await?, from_ms, to_ms + DAY_MS).await?;
    let mut found = found.into_iter().peekable();
    let day_of = |ms: i64| (ms + JAKARTA_MS) / DAY_MS;
    let days = (day_of(from_ms)..=day_of(to_ms))
        .map(|day| {
            let of_day = found.next_if(|sales| sales.day == day);
            let figures = of_day.map_or((0, 0, 0), |sales| (sales.orders, sales.sales_rp, sales.bv));
            SalesDay { date: date_of(day), orders: figures.0, sales_rp: figures.1, bv: figures.2 }
        })
        .collect();
    Ok(Json(Sales { days }))
}

/// Formats a day, counted from 1970-01-01, as `YYYY-MM-DD`.
fn date_of(day: i64) -> String {
    let date: NaiveDate = DateTime::from_timestamp_millis(day * DAY_MS).unwrap_or_default().date_naive();
    date.to_string()
}

/// Sales of a period.
#[derive(Debug, Serialize, ToSchema)]
struct SalesPeriod {
    period_id: PeriodId,
    name: String,
    /// Number of orders that began to count as paid.
    orders: i64,
    /// Product value after discount, less refunds, rupiah.
    sales_rp: i64,
    /// Business volume, less that of refunds, points.
    bv: i64,
}

/// Sales, period by period.
#[derive(Debug, Serialize, ToSchema)]
struct PeriodsSales {
    /// Sales of the newest twelve periods, oldest first.
    periods: Vec<SalesPeriod>,
}

/// Shows sales, BV period by BV period.
#[utoipa::path(get, path = "/api/admin/sales/periods", operation_id = "getSalesByPeriod",
    responses((status = 200, body = PeriodsSales)))]
async fn sales_of_periods(State(db): State<Db>, _: Admin<FINANCE>) -> Result<Json<PeriodsSales>> {
    let periods = volume::sales_by_period(&mut *db.read().await?, PERIODS).await?;
    let told = |period: volume::PeriodSales| SalesPeriod {
        period_id: period.id,
        name: period.name,
        orders: period.orders,
        sales_rp: period.sales_rp,
        bv: period.bv,
    };
    Ok(Json(PeriodsSales { periods: periods.into_iter().map(told).collect() }))
}
