//! Leaders of members, now and when a period was calculated, and moves of a member with all below to another leader.
//!
//! A move locks the network, so that concurrent moves cannot create a cycle, and a concurrent registration
//! ([`super::join`]) gets the right ancestors. It also locks every period, so that no points are posted along a
//! changing path, and no period is calculated during the move.
//!
//! Points of periods that are not calculated move with the member. A calculated period stays unchanged; its network is
//! reconstructed by undoing later changes.

use std::collections::HashMap;

use ksmart_foundation::{
    db::{BindAll, Conn, placeholders},
    ids::{MemberId, PeriodId},
    leases,
};
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};

use crate::{
    accounts,
    network::downline::{AT_ONCE, LOCK, downline_count},
    volume,
};

/// Returns every member with their leader, in the order of keys.
pub async fn leaders(conn: &mut Conn) -> sqlx::Result<Vec<(MemberId, Option<MemberId>)>> {
    query_as("SELECT id, leader_id FROM members ORDER BY id").fetch_all(conn).await
}

/// Returns every member with the leader at the time when a period was calculated, in the order of keys.
///
/// A period that is not calculated has the current leaders. Members who joined after the calculation are left out.
pub async fn leaders_of(conn: &mut Conn, period: PeriodId) -> sqlx::Result<Vec<(MemberId, Option<MemberId>)>> {
    let mut leaders = leaders(conn).await?;
    let sql = "SELECT change_id, newest_member_id FROM calculated_networks WHERE period_id = $1";
    let calculated: Option<(i64, MemberId)> = query_as(sql).bind(period).fetch_optional(&mut *conn).await?;
    let Some((last, newest)) = calculated else {
        return Ok(leaders);
    };
    leaders.truncate(leaders.partition_point(|(member, _)| *member <= newest));
    // The oldest of a member's later changes contains the leader before all of them.
    let sql = "SELECT member_id, from_id FROM leader_changes WHERE id > $1 ORDER BY id DESC";
    let later: Vec<(MemberId, Option<MemberId>)> = query_as(sql).bind(last).fetch_all(conn).await?;
    let before: HashMap<MemberId, Option<MemberId>> = later.into_iter().collect();
    for (member, leader) in &mut leaders {
        if let Some(earlier) = before.get(member) {
            *leader = *earlier;
        }
    }
    Ok(leaders)
}

/// Returns the number of the newest change of a leader, 0 before the first. As long as it stays the same, no member's
/// leader has changed.
pub async fn newest_change(conn: &mut Conn) -> sqlx::Result<i64> {
    query_scalar("SELECT COALESCE(MAX(id), 0) FROM leader_changes").fetch_one(conn).await
}

/// Records the network by which a period is calculated, in the transaction that freezes the period. `newest` is the
/// member who joined last, 0 without members.
pub async fn note_calculated(conn: &mut Conn, period: PeriodId, newest: MemberId) -> sqlx::Result<()> {
    let sql = "INSERT INTO calculated_networks (period_id, change_id, newest_member_id)
               SELECT $1, COALESCE(MAX(id), 0), $2 FROM leader_changes";
    query(sql).bind(period).bind(newest).execute(conn).await?;
    Ok(())
}

/// Returns the calculated periods after which a leader has changed: their group data describes an earlier network.
pub async fn moved_periods(conn: &mut Conn) -> sqlx::Result<Vec<PeriodId>> {
    let sql = "SELECT period_id FROM calculated_networks
               WHERE change_id < (SELECT COALESCE(MAX(id), 0) FROM leader_changes) ORDER BY period_id";
    query_scalar(sql).fetch_all(conn).await
}

/// Whether a member is below another, at any depth.
pub async fn is_below(conn: &mut Conn, member: MemberId, above: MemberId) -> sqlx::Result<bool> {
    let sql = "SELECT depth FROM member_ancestors WHERE member_id = $1 AND ancestor_id = $2";
    let depth: Option<i64> = query_scalar(sql).bind(member).bind(above).fetch_optional(conn).await?;
    Ok(depth.is_some())
}

/// Waits until no other transaction changes the network, and reserves it for this one.
pub async fn lock_network(conn: &mut Conn) -> sqlx::Result<()> {
    leases::lock(conn, LOCK).await?;
    volume::hold_periods(conn).await
}

/// A change of a member's leader.
pub struct Move<'a> {
    /// Member who moves.
    pub member: MemberId,
    /// Current leader.
    pub from: Option<MemberId>,
    /// New leader.
    pub to: Option<MemberId>,
    /// Reason, up to 300 characters.
    pub reason: &'a str,
    /// Administrator who changes it.
    pub by: MemberId,
}

/// Moves a member with all below to another leader, or to the top of the network; returns the number of moved members.
///
/// The caller has locked the network ([`lock_network`]), and has checked that `from` is the leader and that `to` is
/// neither the member nor below the member.
pub async fn change(conn: &mut Conn, change: &Move<'_>, now_ms: i64) -> sqlx::Result<i64> {
    let Move { member, from, to, reason, by } = *change;
    let old = ancestors(conn, member).await?;
    let mut new = Vec::new();
    if let Some(leader) = to {
        new.push((leader, 1));
        new.extend(ancestors(conn, leader).await?.into_iter().map(|(above, depth)| (above, depth + 1)));
    }
    let (before, after): (HashMap<_, _>, HashMap<_, _>) =
        (old.iter().copied().collect(), new.iter().copied().collect());
    let only = |some: &[(MemberId, i64)], others: &HashMap<MemberId, i64>| -> Vec<MemberId> {
        some.iter().map(|(above, _)| *above).filter(|above| !others.contains_key(above)).collect()
    };
    let (left, joined) = (only(&old, &after), only(&new, &before));
    // The distance to each member above both leaders changes equally, because they form one line.
    let kept: Vec<MemberId> = old.iter().map(|(above, _)| *above).filter(|above| after.contains_key(above)).collect();
    let further = kept.first().map_or(0, |above| after[above] - before[above]);

    let moved = downline_count(conn, member).await? + 1;
    volume::move_points(conn, member, &left, &joined).await?;
    count(conn, &left, -moved).await?;
    count(conn, &joined, moved).await?;
    for (leader, more) in [(from, -1_i64), (to, 1)] {
        let Some(leader) = leader else { continue };
        let sql = "UPDATE downline_counts SET directs = directs + $2 WHERE member_id = $1";
        query(sql).bind(leader).bind(more).execute(&mut *conn).await?;
    }
    delete_empty(conn, &left).await?;
    detach(conn, member, &left).await?;
    if further != 0 {
        stretch(conn, member, &kept, further).await?;
    }
    if let Some(leader) = to {
        attach(conn, member, leader).await?;
    }
    accounts::set_leader(conn, member, to).await?;
    let sql =
        "INSERT INTO leader_changes (member_id, from_id, to_id, at_ms, reason, by_id) VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql).bind(member).bind(from).bind(to).bind(now_ms).bind(reason).bind(by).execute(conn).await?;
    Ok(moved)
}

/// Returns the members above a member, with their distance: the leader first.
async fn ancestors(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<(MemberId, i64)>> {
    let sql = "SELECT ancestor_id, depth FROM member_ancestors WHERE member_id = $1 ORDER BY depth";
    query_as(sql).bind(member).fetch_all(conn).await
}

/// Adds `more` to the number of members below each of the members `above`.
async fn count(conn: &mut Conn, above: &[MemberId], more: i64) -> sqlx::Result<()> {
    for some in above.chunks(AT_ONCE) {
        let sql = format!(
            "INSERT INTO downline_counts (member_id, members, directs)
             SELECT id, $1, 0 FROM members WHERE id IN ({}) ORDER BY id
             ON CONFLICT (member_id) DO UPDATE SET members = downline_counts.members + excluded.members",
            placeholders(2, some.len())
        );
        let query = query(AssertSqlSafe(sql)).bind(more).bind_all(some);
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes the counts of members who no longer have a downline.
async fn delete_empty(conn: &mut Conn, left: &[MemberId]) -> sqlx::Result<()> {
    for some in left.chunks(AT_ONCE) {
        let list = placeholders(1, some.len());
        let sql = format!("DELETE FROM downline_counts WHERE member_id IN ({list}) AND members = 0");
        let query = query(AssertSqlSafe(sql)).bind_all(some);
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// SQL condition for the member `$1` and all below.
const MOVING: &str = "member_id IN (SELECT member_id FROM member_ancestors WHERE ancestor_id = $1 UNION ALL SELECT $1)";

/// Removes a member and all below from the downline of the members `left`.
async fn detach(conn: &mut Conn, member: MemberId, left: &[MemberId]) -> sqlx::Result<()> {
    for some in left.chunks(AT_ONCE) {
        let list = placeholders(2, some.len());
        let sql = format!("DELETE FROM member_ancestors WHERE ancestor_id IN ({list}) AND {MOVING}");
        let query = query(AssertSqlSafe(sql)).bind(member).bind_all(some);
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Adds `further` steps to the distance of a member and all below from the ancestors `kept`.
async fn stretch(conn: &mut Conn, member: MemberId, kept: &[MemberId], further: i64) -> sqlx::Result<()> {
    for some in kept.chunks(AT_ONCE) {
        let list = placeholders(3, some.len());
        let sql = format!("UPDATE member_ancestors SET depth = depth + $2 WHERE ancestor_id IN ({list}) AND {MOVING}");
        let query = query(AssertSqlSafe(sql)).bind(member).bind(further).bind_all(some);
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Puts a member and all below under a leader and the leader's ancestors, except the ancestors that they already have.
async fn attach(conn: &mut Conn, member: MemberId, leader: MemberId) -> sqlx::Result<()> {
    let sql = "INSERT INTO member_ancestors (member_id, ancestor_id, depth)
               SELECT b.member_id, a.ancestor_id, b.depth + a.depth
               FROM (SELECT member_id, depth FROM member_ancestors WHERE ancestor_id = $1
                     UNION ALL SELECT $1, 0) b
               CROSS JOIN (SELECT ancestor_id, depth + 1 AS depth FROM member_ancestors WHERE member_id = $2
                           UNION ALL SELECT $2, 1) a
               WHERE a.ancestor_id NOT IN (SELECT ancestor_id FROM member_ancestors WHERE member_id = $1)
               ORDER BY b.member_id, a.ancestor_id";
    query(sql).bind(member).bind(leader).execute(conn).await?;
    Ok(())
}
