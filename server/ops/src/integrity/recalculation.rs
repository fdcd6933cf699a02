//! Check of stored bonus calculations by recalculation.

use std::collections::HashMap;

use ksmart_foundation::{
    db::{Conn, DecimalText},
    ids::{MemberId, PeriodId},
};
use ksmart_members::bonuses::{self, CalculatedBonuses, NewBonus, NewLine, Refused, StoredComponent};
use sqlx::{FromRow, query_as};

use crate::integrity::{replays::calculated, report::Finding};

/// Number of bonuses that are compared with their lines at once.
const AT_ONCE: usize = 1000;

/// Checks the bonuses of each calculated period against a recalculation by core, line by line, and against the caps.
/// Also checks ranks and missed points.
pub async fn bonuses_and_ranks(conn: &mut Conn) -> sqlx::Result<[Finding; 3]> {
    let says =
        "a calculation done again gives the same bonuses line by line, lines sum to them, and they keep to the caps";
    let mut bonuses = Finding::new("bonuses", says);
    let says = "a calculation done again gives the same ranks, which are those of its compensation plan";
    let mut ranks = Finding::new("ranks", says);
    let says = "a calculation done again gives the same of what passed members by, and the same shares of pools";
    let mut skips = Finding::new("skips", says);
    for period in calculated(conn).await? {
        match bonuses::recalculate(conn, period).await {
            Ok(calculated) => {
                if bonuses::figures(conn, period).await? != Some(calculated.figures()) {
                    bonuses.breaks(format!("period {period}"));
                }
                compare_bonuses(conn, period, &calculated, &mut bonuses).await?;
                compare_ranks(conn, period, &calculated, &mut ranks).await?;
                compare_skips(conn, period, &calculated, &mut skips).await?;
            }
            Err(Refused::Database(error)) => return Err(error),
            Err(refused) => bonuses.breaks(format!("period {period}: {refused}")),
        }
    }
    Ok([bonuses, ranks, skips])
}

/// Compares the stored records of missed points with the recalculated ones.
async fn compare_skips(
    conn: &mut Conn,
    period: PeriodId,
    calculated: &CalculatedBonuses,
    finding: &mut Finding,
) -> sqlx::Result<()> {
    let sql = "SELECT member_id, components FROM bonus_skips WHERE period_id = $1";
    let rows: Vec<(MemberId, String)> = query_as(sql).bind(period).fetch_all(&mut *conn).await?;
    finding.rows += i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let mut kept: HashMap<MemberId, String> = rows.into_iter().collect();
    let sql = "SELECT skipped, shares FROM bonus_calculations WHERE period_id = $1";
    let (skipped, shares): (i64, String) = query_as(sql).bind(period).fetch_one(conn).await?;
    let shares: Option<Vec<i64>> = serde_json::from_str(&shares).ok();
    if skipped != calculated.skipped() || shares != Some(calculated.shares()) {
        finding.breaks(format!("period {period}"));
    }
    for due in calculated.new_skips() {
        let kept = kept.remove(&due.member).unwrap_or_default();
        if serde_json::from_str(&kept).ok() != Some(due.components) {
            finding.breaks(format!("period {period} member {}", due.member));
        }
    }
    for member in kept.into_keys() {
        finding.breaks(format!("period {period} member {member}"));
    }
    Ok(())
}

async fn compare_ranks(
    conn: &mut Conn,
    period: PeriodId,
    calculated: &CalculatedBonuses,
    finding: &mut Finding,
) -> sqlx::Result<()> {
    let sql = "SELECT member_id, rank FROM member_ranks WHERE period_id = $1";
    let rows: Vec<(MemberId, String)> = query_as(sql).bind(period).fetch_all(conn).await?;
    finding.rows += i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let mut kept: HashMap<MemberId, String> = rows.into_iter().collect();
    for (member, rank) in calculated.ranks() {
        if kept.remove(&member).as_deref() != Some(rank) {
            finding.breaks(format!("period {period} member {member}"));
        }
    }
    for member in kept.into_keys() {
        finding.breaks(format!("period {period} member {member}"));
    }
    Ok(())
}

/// Stored bonus: amount, amount before the member's cap, and each component's amount and values.
type StoredBonus = (i64, Option<i64>, Vec<StoredComponent>);

async fn compare_bonuses(
    conn: &mut Conn,
    period: PeriodId,
    calculated: &CalculatedBonuses,
    finding: &mut Finding,
) -> sqlx::Result<()> {
    let sql = "SELECT member_id, bonus_rp, uncapped_rp, components FROM bonuses WHERE period_id = $1";
    let rows: Vec<(MemberId, i64, Option<i64>, String)> = query_as(sql).bind(period).fetch_all(&mut *conn).await?;
    finding.rows += i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let kept = |(member, bonus_rp, uncapped_rp, components): (MemberId, i64, Option<i64>, String)| {
        (member, (bonus_rp, uncapped_rp, serde_json::from_str(&components).unwrap_or_default()))
    };
    let mut kept: HashMap<MemberId, StoredBonus> = rows.into_iter().map(kept).collect();
    let mut due = calculated.new_bonuses();
    loop {
        let some: Vec<NewBonus> = due.by_ref().take(AT_ONCE).collect();
        let (Some(first), Some(last)) = (some.first(), some.last()) else { break };
        let mut lines = kept_lines(conn, period, first.member, last.member).await?;
        for bonus in some {
            let member = bonus.member;
            let lines = lines.remove(&member).unwrap_or_default();
            let kept = kept.remove(&member);
            if kept.as_ref().is_none_or(|kept| !is_same(kept, &lines, bonus, calculated)) {
                finding.breaks(format!("period {period} member {member}"));
            }
        }
    }
    for member in kept.into_keys() {
        finding.breaks(format!("period {period} member {member}"));
    }
    Ok(())
}

/// Whether a stored bonus equals the recalculated one, is the sum of its lines and does not exceed its member's cap.
fn is_same(
    (bonus_rp, uncapped_rp, components): &StoredBonus,
    lines: &[NewLine],
    mut due: NewBonus,
    calculated: &CalculatedBonuses,
) -> bool {
    due.lines.sort_by(|one, other| place(one).cmp(&place(other)));
    *bonus_rp == due.amount_rp
        && *uncapped_rp == due.uncapped_rp
        && *components == due.components
        && lines == due.lines
        && lines.iter().map(|line| line.amount_rp).sum::<i64>() == *bonus_rp
        && calculated.basis.plan.member_cap.is_none_or(|cap| *bonus_rp <= cap)
}

/// Returns the line's key within its bonus.
fn place(line: &NewLine) -> (&str, i64, MemberId) {
    (&line.component, line.depth, line.source)
}

/// Returns the lines of the bonuses of members from `first` to `last` in a period, by member.
async fn kept_lines(
    conn: &mut Conn,
    period: PeriodId,
    first: MemberId,
    last: MemberId,
) -> sqlx::Result<HashMap<MemberId, Vec<NewLine>>> {
    #[derive(FromRow)]
    struct Row {
        member_id: MemberId,
        component: String,
        source_member_id: MemberId,
        depth: i64,
        points: i64,
        rate: DecimalText,
        amount_rp: i64,
    }
    let sql = "SELECT b.member_id, l.component, l.source_member_id, l.depth, l.points, l.rate, l.amount_rp
               FROM bonuses b JOIN bonus_lines l ON l.bonus_id = b.id
               WHERE b.period_id = $1 AND b.member_id >= $2 AND b.member_id <= $3";
    let rows: Vec<Row> = query_as(sql).bind(period).bind(first).bind(last).fetch_all(conn).await?;
    let mut lines: HashMap<MemberId, Vec<NewLine>> = HashMap::new();
    for row in rows {
        lines.entry(row.member_id).or_default().push(NewLine {
            component: row.component,
            source: row.source_member_id,
            depth: row.depth,
            points: row.points,
            rate: row.rate.0,
            amount_rp: row.amount_rp,
        });
    }
    lines.values_mut().for_each(|lines| lines.sort_by(|one, other| place(one).cmp(&place(other))));
    Ok(lines)
}
