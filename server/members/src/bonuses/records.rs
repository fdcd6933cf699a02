//! Records written by a calculation: bonuses with their lines, ranks that were held, and its figures.

use std::collections::HashMap;

use ksmart_foundation::{
    db::{Conn, DecimalText, value_rows},
    ids::{MemberId, PeriodId},
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};

use crate::bonuses::{bonus::BonusId, versions::CompensationPlanId};

/// Number of rows written in one statement. It is constant while enough rows are left, so that the statement is
/// prepared once. It is small, because SQLite finds each parameter by a search through all earlier ones.
const BATCH: usize = 32;

/// The sums of a calculation.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Figures {
    /// Number of members who had points to be allocated.
    pub members: i64,
    /// Number of bonuses.
    pub bonuses: i64,
    /// Value of the period's orders after discount and refunds, rupiah.
    pub sales_rp: i64,
    /// Maximum sum of the bonuses, rupiah.
    pub cap_rp: i64,
    /// Sum of the bonuses before the cap, rupiah.
    pub uncapped_rp: i64,
    /// Sum of the bonuses, rupiah.
    pub bonus_rp: i64,
}

/// Figures stored for a calculation in addition to its sums.
#[derive(Debug)]
pub struct StoredFigures {
    /// Points below 0 because of refunds, which were carried over.
    pub carried_points: i64,
    /// Number of members who missed any points.
    pub skipped: i64,
    /// Shares of all members in each pool, in the order of the plan's components; 0 for components that are not pools.
    pub shares: Vec<i64>,
}

/// Result of a component of the plan, as stored with a bonus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredComponent {
    /// Amount that the component paid, rupiah.
    pub rupiah: i64,
    /// Value found for each of its needs, in the plan's order.
    pub has: Vec<i64>,
}

/// Points that a member missed in one component of the plan, as they are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSkip {
    /// Code of the component.
    pub component: String,
    /// Number of members whose points they were.
    pub members: i64,
    /// Number of missed points.
    pub points: i64,
    /// Value found for each of its needs, in the plan's order.
    pub has: Vec<i64>,
}

/// Points that a member missed, to be stored.
#[derive(Debug)]
pub struct NewSkips {
    /// Member who did not meet the needs.
    pub member: MemberId,
    /// Components in the plan's order.
    pub components: Vec<StoredSkip>,
}

/// A bonus to be stored, with its lines and the member whose points each line pays for.
#[derive(Debug)]
pub struct NewBonus {
    /// Member who is paid.
    pub member: MemberId,
    /// Points of all members below, in the period.
    pub downline_points: i64,
    /// Sum of the lines, rupiah.
    pub amount_rp: i64,
    /// Amount before the member's cap, rupiah; `None` if the cap was not reached.
    pub uncapped_rp: Option<i64>,
    /// Result of each component of the plan, in its order.
    pub components: Vec<StoredComponent>,
    /// Lines in the plan's order.
    pub lines: Vec<NewLine>,
}

/// A line of a bonus to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// Code of the component.
    pub component: String,
    /// Member whose points the line pays for.
    pub source: MemberId,
    /// Levels below the paid member, or the generation.
    pub depth: i64,
    /// Points that the line pays for.
    pub points: i64,
    /// Rate in percent.
    pub rate: Decimal,
    /// Amount of the line, rupiah.
    pub amount_rp: i64,
}

/// Stores bonuses with their lines; existing bonuses stay unchanged.
pub async fn insert_bonuses(
    conn: &mut Conn,
    period: PeriodId,
    plan_id: CompensationPlanId,
    mut bonuses: Vec<NewBonus>,
) -> sqlx::Result<()> {
    let mut lines = Vec::new();
    // Sorted by member, so that a concurrent writer of the same bonuses uses the same order.
    bonuses.sort_by_key(|bonus| bonus.member);
    for batch in bonuses.chunks_mut(BATCH) {
        let sql = format!(
            "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp, uncapped_rp,
                                  components)
             VALUES {} ON CONFLICT (member_id, period_id) DO NOTHING RETURNING id, member_id",
            value_rows(batch.len(), 7)
        );
        let mut query = query_as(AssertSqlSafe(sql));
        for bonus in batch.iter() {
            query = query.bind(bonus.member).bind(period).bind(plan_id);
            query = query.bind(bonus.downline_points).bind(bonus.amount_rp).bind(bonus.uncapped_rp);
            query = query.bind(json(&bonus.components)?);
        }
        let kept: Vec<(BonusId, MemberId)> = query.fetch_all(&mut *conn).await?;
        let kept: HashMap<MemberId, BonusId> = kept.into_iter().map(|(id, member)| (member, id)).collect();
        for bonus in batch {
            if let Some(id) = kept.get(&bonus.member) {
                lines.extend(bonus.lines.drain(..).map(|line| (*id, line)));
            }
        }
    }
    for batch in lines.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO bonus_lines (bonus_id, component, source_member_id, depth, points, rate, amount_rp) VALUES {}",
            value_rows(batch.len(), 7)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (bonus, line) in batch {
            query = query.bind(*bonus).bind(&line.component).bind(line.source).bind(line.depth).bind(line.points);
            query = query.bind(DecimalText(line.rate)).bind(line.amount_rp);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

fn json(components: &[impl Serialize]) -> sqlx::Result<String> {
    serde_json::to_string(components).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Stores the ranks that members held in a period: member and code of the rank. Existing rows stay unchanged.
pub async fn insert_ranks(conn: &mut Conn, period: PeriodId, ranks: &[(MemberId, &str)]) -> sqlx::Result<()> {
    for batch in ranks.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO member_ranks (period_id, member_id, rank) VALUES {}
             ON CONFLICT (period_id, member_id) DO NOTHING",
            value_rows(batch.len(), 3)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (member, rank) in batch {
            query = query.bind(period).bind(*member).bind(*rank);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Stores the points that members missed in a period. Existing rows stay unchanged.
pub async fn insert_skips(conn: &mut Conn, period: PeriodId, skips: &[NewSkips]) -> sqlx::Result<()> {
    for batch in skips.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO bonus_skips (member_id, period_id, components) VALUES {}
             ON CONFLICT (member_id, period_id) DO NOTHING",
            value_rows(batch.len(), 3)
        );
        let mut query = query(AssertSqlSafe(sql));
        for skips in batch {
            query = query.bind(skips.member).bind(period).bind(json(&skips.components)?);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Returns the number of members who missed points in a calculation.
pub async fn skipped(conn: &mut Conn, period: PeriodId) -> sqlx::Result<i64> {
    let sql = "SELECT skipped FROM bonus_calculations WHERE period_id = $1";
    query_scalar(sql).bind(period).fetch_one(conn).await
}

/// Stores the figures of a period's calculation, numbered after all existing ones.
pub async fn insert_figures(
    conn: &mut Conn,
    period: PeriodId,
    plan_id: CompensationPlanId,
    figures: &Figures,
    beside: &StoredFigures,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO bonus_calculations (period_id, compensation_plan_id, members, bonuses, sales_rp, cap_rp,
                                               uncapped_rp, bonus_rp, carried_points, skipped, shares, number)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, COALESCE(MAX(number), 0) + 1
               FROM bonus_calculations";
    query(sql)
        .bind(period)
        .bind(plan_id)
        .bind(figures.members)
        .bind(figures.bonuses)
        .bind(figures.sales_rp)
        .bind(figures.cap_rp)
        .bind(figures.uncapped_rp)
        .bind(figures.bonus_rp)
        .bind(beside.carried_points)
        .bind(beside.skipped)
        .bind(json(&beside.shares)?)
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the figures of a period's calculation, finished or only decided; `None` if no bonuses were calculated.
pub async fn figures(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Option<Figures>> {
    let sql = "SELECT members, bonuses, sales_rp, cap_rp, uncapped_rp, bonus_rp
               FROM bonus_calculations WHERE period_id = $1";
    query_as(sql).bind(period).fetch_optional(conn).await
}

/// A calculation that was decided: its version of the compensation plan, and its number.
#[derive(Debug, Clone, Copy, FromRow)]
pub struct Decided {
    /// Version of the compensation plan by which the period is calculated.
    pub compensation_plan_id: CompensationPlanId,
    /// Number of the calculation; the shop's first is 1.
    pub number: i64,
}

/// Returns the decision on the calculation of a period; `None` if there is none.
pub async fn decided(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Option<Decided>> {
    let sql = "SELECT compensation_plan_id, number FROM bonus_calculations WHERE period_id = $1";
    query_as(sql).bind(period).fetch_optional(conn).await
}

/// Counts the calculations that were decided.
pub async fn calculations(conn: &mut Conn) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM bonus_calculations").fetch_one(conn).await
}

/// Returns the number and sum of a period's stored bonuses, the number of its ranks, and the number of members who
/// missed points.
pub async fn written(conn: &mut Conn, period: PeriodId) -> sqlx::Result<(i64, i64, i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(bonus_rp), 0) AS BIGINT),
                      (SELECT COUNT(*) FROM member_ranks WHERE period_id = $1),
                      (SELECT COUNT(*) FROM bonus_skips WHERE period_id = $1)
               FROM bonuses WHERE period_id = $1";
    query_as(sql).bind(period).fetch_one(conn).await
}

/// Returns the members who held a rank in a calculation numbered below `before`; the first is number 1.
pub async fn holders(conn: &mut Conn, rank: &str, before: i64) -> sqlx::Result<Vec<MemberId>> {
    let sql = "SELECT DISTINCT r.member_id FROM member_ranks r JOIN bonus_calculations c ON c.period_id = r.period_id
               WHERE r.rank = $1 AND c.number < $2";
    query_scalar(sql).bind(rank).bind(before).fetch_all(conn).await
}

/// Returns the periods of the calculations numbered below `before`; the first is number 1.
pub async fn periods(conn: &mut Conn, before: i64) -> sqlx::Result<Vec<PeriodId>> {
    let sql = "SELECT period_id FROM bonus_calculations WHERE number < $1 ORDER BY number";
    query_scalar(sql).bind(before).fetch_all(conn).await
}
