//! Bonuses that a payout prepared now would leave out, with the reasons.

use axum::{Json, extract::State};
use ksmart_foundation::{
    config::PaymentSandbox,
    db::{Db, Text},
    document::routes,
    error::Result,
    extract::Query,
    page::Page,
    time::Clock,
};
use ksmart_identity::roles::{Admin, FINANCE};
use ksmart_members::bonuses::BonusId;
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        candidates::{HoldReason, Scope, candidates},
        terms::{PayoutQuery, Terms},
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(list_left_out))
}

/// A bonus that cannot be paid now.
#[derive(Debug, Serialize, ToSchema)]
struct LeftOut {
    id: BonusId,
    member_uid: String,
    member_name: String,
    period_name: String,
    bonus_rp: i64,
    reason: HoldReason,
    /// Amount missing from the minimum, if that is the reason, in rupiah; else 0.
    missing_rp: i64,
}

/// A page of the bonuses that cannot be paid now.
#[derive(Debug, Serialize, ToSchema)]
struct LeftOuts {
    left_out: Vec<LeftOut>,
    next_cursor: Option<String>,
}

#[derive(FromRow)]
struct LeftOutRow {
    id: BonusId,
    uid: String,
    name: String,
    period_name: String,
    bonus_rp: i64,
    hold_reason: Text<HoldReason>,
    missing_rp: i64,
}

impl LeftOutRow {
    fn show(self) -> LeftOut {
        LeftOut {
            id: self.id,
            member_uid: self.uid,
            member_name: self.name,
            period_name: self.period_name,
            bonus_rp: self.bonus_rp,
            reason: self.hold_reason.0,
            missing_rp: self.missing_rp,
        }
    }
}

/// Lists the bonuses of a period that a payout would leave out now, with the reasons.
#[utoipa::path(get, path = "/api/admin/payouts/left-out", operation_id = "listLeftOutBonuses",
    responses((status = 200, body = LeftOuts), (status = 404)))]
async fn list_left_out(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sandbox): State<PaymentSandbox>,
    _: Admin<FINANCE>,
    Query(of): Query<PayoutQuery>,
    page: Page<1>,
) -> Result<Json<LeftOuts>> {
    let mut conn = db.read().await?;
    let terms = Terms::of(&mut conn, clock.now_ms(), of.member_uid.as_deref()).await?;
    let scope = Scope::of(&mut conn, of.period_id, &terms, sandbox).await?;
    let candidates = candidates();
    // Subquery `w` sums the bonuses of members who only miss the minimum amount.
    let sql = format!(
        "SELECT c.id, m.uid, m.name, q.name AS period_name, c.bonus_rp,
                COALESCE(c.hold_reason, 'too_little') AS hold_reason,
                CASE WHEN c.hold_reason IS NULL THEN $7 - w.waiting_rp ELSE 0 END AS missing_rp
         FROM ({candidates}) c JOIN members m ON m.id = c.member_id JOIN bv_periods q ON q.id = c.period_id
         LEFT JOIN (SELECT p.member_id, CAST(SUM(p.bonus_rp) AS BIGINT) AS waiting_rp FROM ({candidates}) p
                    WHERE $7 > 0 AND p.hold_reason IS NULL
                    GROUP BY p.member_id HAVING SUM(p.bonus_rp) < $7) w ON w.member_id = c.member_id
         WHERE (c.hold_reason IS NOT NULL OR w.waiting_rp IS NOT NULL) AND c.id > $8
         ORDER BY c.id LIMIT $9"
    );
    let [after] = page.after(i64::MIN);
    let query = scope.bind(query_as(AssertSqlSafe(sql))).bind(terms.least_rp).bind(after).bind(page.lookup());
    let mut rows: Vec<LeftOutRow> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(LeftOuts { left_out: rows.into_iter().map(LeftOutRow::show).collect(), next_cursor }))
}
