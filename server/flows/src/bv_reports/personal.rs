//! Points that a member has earned with their own orders in a period.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_core::order::PaymentStatus;
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::Result,
    extract::Query,
    ids::{MemberId, OrderKey, PeriodId},
    page::{Page, pattern},
    time::rfc3339,
};
use ksmart_identity::tokens::Member;
use ksmart_members::volume::{self, BvPeriod, CarriedBv, wanted_period};
use ksmart_shop::orders::{self, OrderLine, OrderLineResponse};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show_report))
}

/// An order of the caller that has points in the period.
#[derive(Debug, Serialize, ToSchema)]
struct BvTransaction {
    id: i64,
    /// The order's number, such as `KS-20261110-9M7RGMYJ`.
    order_id: String,
    created_at: String,
    /// State of the payment.
    status: PaymentStatus,
    /// Key of the plan in which the order earns points.
    id_plan: i64,
    /// Amount that was due, rupiah.
    gross_amount: i64,
    /// Points of the order in this period: negative if only its refund is in the period, 0 if both are.
    total_bv: i64,
    products: Vec<OrderLineResponse>,
}

/// Points that the caller has earned in one plan in the period.
#[derive(Debug, Serialize, ToSchema, FromRow)]
struct PlanBv {
    id_plan: i64,
    name: String,
    total_bv: i64,
}

/// Points that the caller has earned in a period.
#[derive(Debug, Serialize, ToSchema)]
struct BvReport {
    /// The requested period; null while the shop has no period.
    period: Option<BvPeriod>,
    /// The caller's points in the period from all orders, regardless of `search`.
    total_bv: i64,
    /// Points in every plan, most points first.
    plans: Vec<PlanBv>,
    /// Negative points from refunds that were carried into this period from another one, or out of it.
    carried: Vec<CarriedBv>,
    /// Orders with points in the period, newest first.
    transactions: Vec<BvTransaction>,
    next_cursor: Option<String>,
}

/// Wrapper of the report: clients read `data`.
#[derive(Debug, Serialize, ToSchema)]
struct BvReportData {
    data: BvReport,
}

#[derive(Debug, Deserialize, IntoParams)]
struct ReportFilter {
    /// A period; by default the newest.
    period_id: Option<PeriodId>,
    /// A part of an order's number.
    #[param(max_length = 100)]
    search: Option<String>,
}

/// Returns the caller's own orders that have points in a period, with the totals.
#[utoipa::path(get, path = "/api/bv-report", operation_id = "getBvReport",
    responses((status = 200, body = BvReportData), (status = 404)))]
async fn show_report(
    State(db): State<Db>,
    member: Member,
    Query(filter): Query<ReportFilter>,
    page: Page<2>,
) -> Result<Json<BvReportData>> {
    let number = pattern(filter.search.as_deref())?;
    let mut conn = db.read().await?;
    let Some(period) = wanted_period(&mut conn, filter.period_id).await? else {
        let (plans, carried, transactions) = (vec![], vec![], vec![]);
        let data = BvReport { period: None, total_bv: 0, plans, carried, transactions, next_cursor: None };
        return Ok(Json(BvReportData { data }));
    };
    let sql = "SELECT p.id AS id_plan, p.name, COALESCE(t.personal_points, 0) AS total_bv
               FROM plans p LEFT JOIN bv_totals t ON t.plan_id = p.id AND t.member_id = $1 AND t.period_id = $2
               ORDER BY total_bv DESC, p.id";
    let plans: Vec<PlanBv> = query_as(sql).bind(member.id).bind(period.id).fetch_all(&mut *conn).await?;
    let mut rows = find_transactions(&mut conn, member.id, period.id, &number, &page).await?;
    let next_cursor = page.cut(&mut rows, |last| [last.created_ms, last.id.0]);
    let keys: Vec<OrderKey> = rows.iter().map(|row| row.id).collect();
    let mut lines = orders::lines_of(&mut conn, &keys).await?;
    let data = BvReport {
        carried: volume::carried(&mut conn, member.id, period.id).await?,
        total_bv: plans.iter().map(|plan| plan.total_bv).sum(),
        transactions: rows.into_iter().map(|row| row.into_transaction(&mut lines)).collect(),
        period: Some(period.into()),
        plans,
        next_cursor,
    };
    Ok(Json(BvReportData { data }))
}

#[derive(FromRow)]
struct TransactionRow {
    id: OrderKey,
    number: String,
    created_ms: i64,
    payment_status: Text<PaymentStatus>,
    plan_id: i64,
    total_rp: i64,
    points: i64,
}

impl TransactionRow {
    fn into_transaction(self, lines: &mut HashMap<OrderKey, Vec<OrderLine>>) -> BvTransaction {
        BvTransaction {
            id: self.id.0,
            order_id: self.number,
            created_at: rfc3339(self.created_ms),
            status: self.payment_status.0,
            id_plan: self.plan_id,
            gross_amount: self.total_rp,
            total_bv: self.points,
            products: lines.remove(&self.id).unwrap_or_default().into_iter().map(OrderLineResponse::from).collect(),
        }
    }
}

async fn find_transactions(
    conn: &mut Conn,
    member: MemberId,
    period: PeriodId,
    number: &str,
    page: &Page<2>,
) -> sqlx::Result<Vec<TransactionRow>> {
    let sql = "SELECT o.id, o.number, o.created_ms, o.payment_status, o.plan_id, o.total_rp, e.points
               FROM (SELECT order_id, CAST(SUM(points) AS BIGINT) AS points FROM bv_entries
                     WHERE member_id = $1 AND period_id = $2 AND order_id IS NOT NULL GROUP BY order_id) e
               JOIN orders o ON o.id = e.order_id
               WHERE (o.created_ms, o.id) < ($3, $4) AND LOWER(o.number) LIKE $5 ESCAPE '\\'
               ORDER BY o.created_ms DESC, o.id DESC LIMIT $6";
    let [created_ms, id] = page.after(i64::MAX);
    let query = query_as(sql).bind(member).bind(period).bind(created_ms).bind(id).bind(number);
    query.bind(page.lookup()).fetch_all(conn).await
}
