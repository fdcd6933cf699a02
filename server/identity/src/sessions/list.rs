//! Sessions of one member, by device, and sessions of all administrators.

use ksmart_foundation::{
    db::{Conn, Flag},
    error::{Error, Result},
    ids::MemberId,
    time::{DAY_MS, rfc3339},
};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

use crate::{sessions::device::in_words, settings::security::SecuritySettings};

/// Maximum number of sessions listed: the most recently used ones.
const LISTED: i64 = 100;

/// Maximum number of administrators' logins listed: the newest.
const LOGINS: i64 = 200;

/// SQL condition for an active session `s` of a member `m`. `$1` and `$2` are the earliest creation time and the
/// earliest last use, UTC milliseconds.
const GOES_ON: &str =
    "s.ended_ms IS NULL AND s.since_ms >= m.sessions_from_ms AND s.created_ms > $1 AND s.last_seen_ms > $2";

/// An active session.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoginSession {
    /// Id of the session.
    id: String,
    /// The browser and the system in words, such as `Chrome di Android`.
    #[schema(examples("Chrome di Android"))]
    device: String,
    /// IP address from which the session was opened.
    #[schema(examples("203.0.113.7"))]
    address: String,
    /// Start of the session, RFC 3339.
    created_at: String,
    /// Time of its last use, accurate to a few minutes, RFC 3339.
    last_seen_at: String,
    /// Whether it is the caller's session.
    is_current: bool,
}

#[derive(FromRow)]
struct Row {
    id: String,
    created_ms: i64,
    last_seen_ms: i64,
    user_agent: String,
    address: String,
}

/// Returns the active sessions of a member, the most recently used first; `own` is the caller's session.
pub async fn list(
    conn: &mut Conn,
    member: MemberId,
    own: Option<&str>,
    settings: &SecuritySettings,
    now_ms: i64,
) -> sqlx::Result<Vec<LoginSession>> {
    let sql = format!(
        "SELECT s.id, s.created_ms, s.last_seen_ms, s.user_agent, s.address
         FROM sessions s JOIN members m ON m.id = s.member_id
         WHERE s.member_id = $3 AND {GOES_ON} ORDER BY s.last_seen_ms DESC, s.id LIMIT $4"
    );
    let [opened_ms, used_ms] = bounds(settings, now_ms);
    let query = query_as(AssertSqlSafe(sql)).bind(opened_ms).bind(used_ms).bind(member);
    let rows: Vec<Row> = query.bind(LISTED).fetch_all(conn).await?;
    let listed = rows.into_iter().map(|row| LoginSession {
        is_current: own == Some(row.id.as_str()),
        id: row.id,
        device: in_words(&row.user_agent),
        address: row.address,
        created_at: rfc3339(row.created_ms),
        last_seen_at: rfc3339(row.last_seen_ms),
    });
    Ok(listed.collect())
}

/// Returns the times that [`GOES_ON`] compares with.
fn bounds(settings: &SecuritySettings, now_ms: i64) -> [i64; 2] {
    [now_ms - settings.session_days * DAY_MS, now_ms - settings.session_idle_ms()]
}

/// A login of an administrator.
#[derive(Debug, FromRow)]
pub struct Login {
    /// Id of the session.
    pub id: String,
    /// Uid of the administrator.
    pub uid: String,
    /// Name of the administrator.
    pub name: String,
    /// Role of the administrator, as stored.
    pub role: String,
    /// Browser's description of itself.
    user_agent: String,
    /// IP address from which the administrator logged in.
    pub address: String,
    /// Login time, UTC milliseconds.
    pub created_ms: i64,
    /// Time of the session's last use, accurate to a few minutes, UTC milliseconds.
    pub last_seen_ms: i64,
    is_open: Flag,
}

impl Login {
    /// Returns the browser and the system in words, such as `Chrome di Android`.
    pub fn device(&self) -> String {
        in_words(&self.user_agent)
    }

    /// Whether the session is active.
    pub fn is_open(&self) -> bool {
        self.is_open.0
    }
}

/// Returns the logins of present administrators, newest first, at most 200.
///
/// They go back as far as sessions are stored. `open` limits them to active sessions, `uid` to one administrator.
pub async fn logins(
    conn: &mut Conn,
    open: bool,
    uid: Option<&str>,
    settings: &SecuritySettings,
    now_ms: i64,
) -> sqlx::Result<Vec<Login>> {
    // There are few administrators and many members: their sessions are found through the administrators, then sorted.
    let sql = format!(
        "SELECT s.id, m.uid, m.name, m.role, s.user_agent, s.address, s.created_ms, s.last_seen_ms,
                CASE WHEN {GOES_ON} THEN 1 ELSE 0 END AS is_open
         FROM members m CROSS JOIN sessions s
         WHERE m.role <> 'member' AND s.member_id = m.id AND ($3 = '' OR m.uid = $3) AND (CAST($4 AS BIGINT) = 0 OR ({GOES_ON}))
         ORDER BY s.created_ms DESC, s.id LIMIT $5"
    );
    let [opened_ms, used_ms] = bounds(settings, now_ms);
    let query = query_as(AssertSqlSafe(sql)).bind(opened_ms).bind(used_ms).bind(uid.unwrap_or_default());
    query.bind(Flag(open)).bind(LOGINS).fetch_all(conn).await
}

/// Time and device of a member's last activity.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastSeen {
    /// Time, accurate to a few minutes, RFC 3339.
    at: String,
    /// The browser and the system in words, such as `Chrome di Android`.
    device: String,
}

/// Finds a member's last activity; nothing if none of their sessions is stored any longer.
pub async fn last_seen(conn: &mut Conn, member: MemberId) -> sqlx::Result<Option<LastSeen>> {
    let sql = "SELECT last_seen_ms, user_agent FROM sessions WHERE member_id = $1
               ORDER BY last_seen_ms DESC, id LIMIT 1";
    let row: Option<(i64, String)> = query_as(sql).bind(member).fetch_optional(conn).await?;
    Ok(row.map(|(ms, user_agent)| LastSeen { at: rfc3339(ms), device: in_words(&user_agent) }))
}

/// Returns the uid of a session's member.
pub async fn member_uid(conn: &mut Conn, id: &str) -> sqlx::Result<Option<String>> {
    let sql = "SELECT m.uid FROM sessions s JOIN members m ON m.id = s.member_id WHERE s.id = $1";
    query_scalar(sql).bind(id).fetch_optional(conn).await
}

/// Ends one session of a member; the caller calls [`super::Sessions::end_one`] after the commit.
///
/// # Errors
/// 404: the member has no such active session.
pub async fn end(conn: &mut Conn, member: MemberId, id: &str, now_ms: i64) -> Result<()> {
    let sql = "UPDATE sessions SET ended_ms = $3 WHERE id = $1 AND member_id = $2 AND ended_ms IS NULL";
    let done = query(sql).bind(id).bind(member).bind(now_ms).execute(conn).await?;
    if done.rows_affected() == 0 { Err(Error::not_found("Perangkat ini sudah keluar.")) } else { Ok(()) }
}

/// Ends the sessions of a member whose `since_ms` is before `from_ms`.
pub(super) async fn end_before(conn: &mut Conn, member: MemberId, from_ms: i64, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE sessions SET ended_ms = $3 WHERE member_id = $1 AND since_ms < $2 AND ended_ms IS NULL";
    query(sql).bind(member).bind(from_ms).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Returns the ids of the sessions that were ended after a time.
pub(super) async fn ended_after(conn: &mut Conn, after_ms: i64) -> sqlx::Result<Vec<String>> {
    // The second condition repeats that of the partial index, so that the database uses it.
    query_scalar("SELECT id FROM sessions WHERE ended_ms > $1 AND ended_ms > 0").bind(after_ms).fetch_all(conn).await
}
