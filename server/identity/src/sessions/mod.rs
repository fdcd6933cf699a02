//! Sessions: which member a request's token belongs to, and early ends of sessions. The member, a new password, another
//! role, a suspension or long disuse can end a session.
//!
//! A token names a session, which is a row. Each server caches the sessions that it has read for a few minutes. At most
//! once a second it reads which sessions were ended since, and drops those from its cache.
//!
//! `members.sessions_from_ms` is the time from which sessions of a member are valid. A login reads it together with the
//! password and stores it in the session as `since_ms`.
//!
//! Ending all sessions sets a later time: each session with an earlier `since_ms` is over, even one whose login was in
//! progress. The clocks of the servers do not matter.

mod device;
mod list;
pub mod views;

use std::{
    collections::HashMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicI64, Ordering},
    },
};

use axum::{
    extract::{FromRef, FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, header::AUTHORIZATION, request::Parts},
};
use ksmart_foundation::{
    db::{Conn, Db},
    document::{Call, Part},
    error::{Error, Result},
    ids::MemberId,
    time::{Clock, DAY_MS, Random},
};
use sqlx::{FromRow, query, query_as, query_scalar};

use crate::{
    internal_values,
    settings::{
        CachedSettings,
        security::{MAX_SESSION_DAYS, SecuritySettings},
    },
    tokens::{Member, Tokens, session_expired, unauthorized},
};

pub use self::{
    device::{Cookie, Device, DeviceToken, is_known, was_seen},
    list::{LastSeen, Login, LoginSession, end, last_seen, list, logins, member_uid},
};

/// Time for which sessions are stored, in milliseconds: the maximum duration of a session, and a day for clocks that
/// differ.
const REMEMBERED_MS: i64 = (MAX_SESSION_DAYS + 1) * DAY_MS;

/// Maximum age of this process's knowledge of changes by other servers, in milliseconds.
const REREAD_MS: i64 = 1000;

/// Time for which a cached session is valid unless it is ended, and the interval at which its use is recorded, in
/// milliseconds.
const KNOWN_MS: i64 = 5 * 60 * 1000;

/// Length of a session's id, each character one of 30 letters or digits: 127 bits.
const ID_LENGTH: usize = 26;

/// Internal value with the key that signs sessions, used if the operator provides none.
const KEY: &str = "jwt_secret";

/// Internal value that is appended to the operator's key, once the key had to change after a restore.
const ADDED: &str = "jwt_secret_added";

/// Returns the key that signs sessions: the operator's `given` one, or a stored one, which `make` creates at the first
/// start.
pub async fn key(conn: &mut Conn, given: Option<&str>, make: impl FnOnce() -> String + Send) -> sqlx::Result<String> {
    match given {
        Some(given) => Ok(format!("{given}{}", internal_values::get(conn, ADDED).await?.unwrap_or_default())),
        None => internal_values::get_or_make(conn, KEY, make).await,
    }
}

/// Replaces the key, even if the operator provides the same as before: every session ends and is deleted.
pub async fn renew_key(conn: &mut Conn, make: impl Fn() -> String) -> sqlx::Result<()> {
    for name in [KEY, ADDED] {
        internal_values::put(&mut *conn, name, &make()).await?;
    }
    // Their tokens are invalid under the new key.
    query("DELETE FROM sessions").execute(&mut *conn).await?;
    query("DELETE FROM member_views").execute(conn).await?;
    Ok(())
}

/// Session of a request, or an administrator's view of the shop as a member sees it.
#[derive(Debug, Clone)]
pub struct Session {
    /// Id of the session, or of the view.
    pub id: String,
    /// Member of the session; for a view, the member as whom the shop is seen.
    pub member: Member,
}

/// Service that opens, verifies and ends sessions.
#[derive(Clone)]
pub struct Sessions {
    db: Db,
    clock: Clock,
    random: Random,
    settings: CachedSettings,
    /// Whether the shop has an https address.
    is_https: bool,
    tokens: Arc<Tokens>,
    known: Arc<SessionCache>,
}

/// Session states cached by this process.
#[derive(Debug, Default)]
struct SessionCache {
    /// Sessions that were active at their latest read, by id.
    active: RwLock<HashMap<String, CachedSession>>,
    /// Sessions that had ended at their latest read, by id, with the time of that read, UTC milliseconds.
    over: RwLock<HashMap<String, i64>>,
    /// Members whose sessions were all ended recently, with the time from which sessions are valid, UTC milliseconds.
    from_ms: RwLock<HashMap<MemberId, i64>>,
    /// Time of the last read of ended sessions from the database.
    read_ms: AtomicI64,
}

/// Session that was active when it was read.
#[derive(Debug, Clone)]
struct CachedSession {
    member: Member,
    since_ms: i64,
    read_ms: i64,
}

impl Sessions {
    /// Returns the sessions of the shop at `url`, whose tokens are signed with `secret`.
    pub fn new(secret: &str, db: Db, clock: Clock, random: Random, settings: CachedSettings, url: &str) -> Self {
        let (tokens, known, is_https) = (Arc::new(Tokens::new(secret)), Arc::default(), url.starts_with("https://"));
        Self { db, clock, random, settings, is_https, tokens, known }
    }

    /// Opens a session in the caller's transaction; returns its id and its token.
    ///
    /// `since_ms` is the member's `sessions_from_ms`, read together with the login proof. If all sessions were ended
    /// after that, the new one is over too.
    ///
    /// # Errors
    /// The token cannot be signed.
    pub async fn open(
        &self,
        conn: &mut Conn,
        member: &Member,
        device: &Device,
        since_ms: i64,
        now_ms: i64,
    ) -> Result<(String, String)> {
        let id = self.random.token(ID_LENGTH);
        let sql = "INSERT INTO sessions (id, member_id, created_ms, last_seen_ms, since_ms, user_agent, address)
                   VALUES ($1, $2, $3, $3, $4, $5, $6)";
        let query = query(sql).bind(&id).bind(member.id).bind(now_ms).bind(since_ms);
        query.bind(&device.user_agent).bind(device.address.to_string()).execute(conn).await?;
        let until_ms = now_ms + self.settings.known().await.security.session_days * DAY_MS;
        let token = self.tokens.issue(member, &id, now_ms, until_ms)?;
        Ok((id, token))
    }

    /// Records that a member has logged in on a device; returns the cookie that identifies it.
    pub async fn remember(
        &self,
        conn: &mut Conn,
        member: MemberId,
        device: &Device,
        now_ms: i64,
    ) -> sqlx::Result<Cookie> {
        let token = device.token.clone().unwrap_or_else(|| DeviceToken::fresh(&self.random));
        device::remember(conn, member, &token, self.is_https, now_ms).await
    }

    /// Returns the member to count a request for, by its token, and whether the session is active; `None` for an
    /// invalid token. For a view it is the administrator.
    ///
    /// Requests with the token of an ended session do not count against the member's limits.
    pub async fn bearer(&self, token: &str) -> Option<(MemberId, bool)> {
        let now_ms = self.clock.now_ms();
        let named = self.tokens.read(token, now_ms).ok()?;
        // A view is assumed to be active, because its token expires after half an hour.
        if let Some(viewer) = named.viewer {
            return Some((viewer, true));
        }
        let is_over = self.known.over.read().unwrap_or_else(PoisonError::into_inner).contains_key(&named.session);
        let goes_on = !is_over
            && (self.cached_member(&named.session, named.member, now_ms).is_some()
                || self.session(token).await.is_ok());
        Some((named.member, goes_on))
    }

    /// Returns the administrator and the member of a view, read from its signed token; `None` for any other token.
    pub fn viewer(&self, token: &str) -> Option<(MemberId, MemberId)> {
        let named = self.tokens.read(token, self.clock.now_ms()).ok()?;
        Some((named.viewer?, named.member))
    }

    /// Returns a token of a view.
    ///
    /// # Errors
    /// The token cannot be signed.
    pub fn view_token(&self, member: &Member, view: &views::View, now_ms: i64) -> Result<String> {
        self.tokens.issue_view(member, &view.id, view.viewer, now_ms, view.until_ms)
    }

    /// Returns the session that a token names.
    ///
    /// # Errors
    /// 401: it is not a token of this shop, or its session is over.
    async fn session(&self, token: &str) -> Result<Session> {
        let now_ms = self.clock.now_ms();
        let named = self.tokens.read(token, now_ms)?;
        if let Some(viewer) = named.viewer {
            let created_after_ms = now_ms - self.settings.known().await.security.session_days * DAY_MS;
            let of = (named.member, viewer);
            let mut conn = self.db.read().await?;
            let email = views::find(&mut conn, &named.session, of, (created_after_ms, now_ms)).await?;
            let member = Member { id: named.member, email: email.ok_or_else(session_expired)? };
            return Ok(Session { id: named.session, member });
        }
        // Only for a cached session; any other is read below anyway. If the database does not respond, a request thus
        // waits for it only once.
        if self.cached_member(&named.session, named.member, now_ms).is_some() {
            self.reread().await;
            if let Some(member) = self.cached_member(&named.session, named.member, now_ms) {
                return Ok(Session { id: named.session, member });
            }
        }
        let settings = self.settings.known().await;
        let row = find(&mut *self.db.read().await?, &named.session, named.member).await?;
        let Some(row) = row.filter(|row| !row.is_over(&settings.security, now_ms)) else {
            self.known.over.write().unwrap_or_else(PoisonError::into_inner).insert(named.session, now_ms);
            return Err(session_expired());
        };
        let member = Member { id: named.member, email: row.email };
        let known = CachedSession { member: member.clone(), since_ms: row.since_ms, read_ms: now_ms };
        self.known.active.write().unwrap_or_else(PoisonError::into_inner).insert(named.session.clone(), known);
        if row.last_seen_ms + KNOWN_MS <= now_ms {
            self.record_use(named.session.clone(), now_ms);
        }
        Ok(Session { id: named.session, member })
    }

    /// Returns the member of a session, if the cache has the session as active.
    fn cached_member(&self, id: &str, member: MemberId, now_ms: i64) -> Option<Member> {
        let active = self.known.active.read().unwrap_or_else(PoisonError::into_inner);
        let known = active.get(id).filter(|known| known.member.id == member)?;
        let from_ms = self.known.from_ms.read().unwrap_or_else(PoisonError::into_inner);
        let is_over = from_ms.get(&member).is_some_and(|from_ms| known.since_ms < *from_ms);
        ((now_ms - known.read_ms).abs() < KNOWN_MS && !is_over).then(|| known.member.clone())
    }

    /// Records the use of a session in a background task, so that a request that only reads does not wait for writers.
    fn record_use(&self, id: String, now_ms: i64) {
        let db = self.db.clone();
        tokio::spawn(async move {
            let work = async {
                let sql = "UPDATE sessions SET last_seen_ms = $2 WHERE id = $1 AND last_seen_ms < $2";
                query(sql).bind(id).bind(now_ms).execute(&mut *db.write_one().await?).await
            };
            if let Err(error) = work.await {
                tracing::warn!("when a session was used cannot be written: {error}");
            }
        });
    }

    /// Ends the sessions of a member from before `from_ms` in this server's cache; other servers read the change from
    /// the database.
    pub fn end(&self, member: MemberId, from_ms: i64) {
        let mut ended = self.known.from_ms.write().unwrap_or_else(PoisonError::into_inner);
        let kept = ended.entry(member).or_insert(from_ms);
        *kept = (*kept).max(from_ms);
    }

    /// Ends a session in this process at once, after its end is written to the database.
    pub fn end_one(&self, id: &str) {
        self.known.active.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Reads the ends of sessions, at most once a second. One request reads while the others continue with the cached
    /// data. If the database does not respond, the cache stays, and a request a second later tries again.
    async fn reread(&self) {
        let (now_ms, read_ms) = (self.clock.now_ms(), self.known.read_ms.load(Ordering::Relaxed));
        if (now_ms - read_ms).abs() < REREAD_MS {
            return;
        }
        let mine = self.known.read_ms.compare_exchange(read_ms, now_ms, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if mine && let Err(error) = self.read().await {
            tracing::warn!("the sessions that were ended cannot be read: {error}");
        }
    }

    /// Updates the cache with the sessions that were ended recently.
    pub async fn read(&self) -> sqlx::Result<()> {
        let now_ms = self.clock.now_ms();
        let after_ms = now_ms - REMEMBERED_MS;
        let mut conn = self.db.read().await?;
        let found = ended_after(&mut conn, after_ms).await?;
        // Cached sessions expire within `KNOWN_MS`, so earlier ends need no reading; the period is doubled because the
        // clocks of servers may differ.
        let ended = list::ended_after(&mut conn, now_ms - 2 * KNOWN_MS).await?;
        drop(conn);
        let mut from = self.known.from_ms.write().unwrap_or_else(PoisonError::into_inner);
        // Merged instead of replaced: times set during the query may be missing from its result.
        from.retain(|_, from_ms| *from_ms > after_ms);
        for (member, from_ms) in found {
            let kept = from.entry(member).or_insert(from_ms);
            *kept = (*kept).max(from_ms);
        }
        drop(from);
        let mut active = self.known.active.write().unwrap_or_else(PoisonError::into_inner);
        active.retain(|_, known| (now_ms - known.read_ms).abs() < KNOWN_MS);
        for id in ended {
            active.remove(&id);
        }
        drop(active);
        let mut over = self.known.over.write().unwrap_or_else(PoisonError::into_inner);
        over.retain(|_, read_ms| (now_ms - *read_ms).abs() < KNOWN_MS);
        Ok(())
    }

    /// Whether a session is active, according to the database.
    pub async fn is_active(&self, conn: &mut Conn, session: &Session, now_ms: i64) -> sqlx::Result<bool> {
        let settings = self.settings.known().await;
        let row = find(conn, &session.id, session.member.id).await?;
        Ok(row.is_some_and(|row| !row.is_over(&settings.security, now_ms)))
    }

    /// Ends every session of a member except the caller's, in the caller's transaction.
    ///
    /// Returns the time for [`Sessions::end`] after the commit, and a new token for the remaining session.
    ///
    /// # Errors
    /// 401: the caller's own session was ended in the meantime.
    pub async fn end_others(&self, conn: &mut Conn, own: &Session, now_ms: i64) -> Result<(i64, String)> {
        let from_ms = invalidate_earlier(conn, own.member.id, now_ms).await?;
        let sql = "UPDATE sessions SET since_ms = $2 WHERE id = $1 AND ended_ms IS NULL RETURNING created_ms";
        let created_ms: Option<i64> = query_scalar(sql).bind(&own.id).bind(from_ms).fetch_optional(&mut *conn).await?;
        let created_ms = created_ms.ok_or_else(session_expired)?;
        list::end_before(conn, own.member.id, from_ms, now_ms).await?;
        let until_ms = created_ms + self.settings.known().await.security.session_days * DAY_MS;
        Ok((from_ms, self.tokens.issue(&own.member, &own.id, now_ms, until_ms)?))
    }
}

/// Row of a session, with data of its member.
#[derive(FromRow)]
struct Row {
    created_ms: i64,
    last_seen_ms: i64,
    since_ms: i64,
    ended_ms: Option<i64>,
    sessions_from_ms: i64,
    email: String,
}

impl Row {
    fn is_over(&self, settings: &SecuritySettings, now_ms: i64) -> bool {
        self.ended_ms.is_some()
            || self.since_ms < self.sessions_from_ms
            || self.created_ms + settings.session_days * DAY_MS <= now_ms
            || self.last_seen_ms + settings.session_idle_ms() <= now_ms
    }
}

async fn find(conn: &mut Conn, id: &str, member: MemberId) -> sqlx::Result<Option<Row>> {
    let sql = "SELECT s.created_ms, s.last_seen_ms, s.since_ms, s.ended_ms, m.sessions_from_ms, m.email
               FROM sessions s JOIN members m ON m.id = s.member_id WHERE s.id = $1 AND s.member_id = $2";
    query_as(sql).bind(id).bind(member).fetch_optional(conn).await
}

/// Returns the token of a request.
pub fn token_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

impl<S> FromRequestParts<S> for Session
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let token = token_of(&parts.headers).ok_or_else(unauthorized)?;
        Sessions::from_ref(state).session(token).await
    }
}

impl<S> FromRequestParts<S> for Member
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Ok(Session::from_request_parts(parts, state).await?.member)
    }
}

impl<S> OptionalFromRequestParts<S> for Member
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(None);
        }
        <Self as FromRequestParts<S>>::from_request_parts(parts, state).await.map(Some)
    }
}

impl Part for Session {
    fn describe(call: &mut Call<'_>) {
        call.takes_session(true);
        call.refuses(&[401]);
    }
}

impl Part for Member {
    fn describe(call: &mut Call<'_>) {
        Session::describe(call);
    }
}

async fn ended_after(conn: &mut Conn, after_ms: i64) -> sqlx::Result<Vec<(MemberId, i64)>> {
    // The second condition repeats that of the partial index, so that the database uses it.
    let sql = "SELECT id, sessions_from_ms FROM members WHERE sessions_from_ms > $1 AND sessions_from_ms > 0";
    query_as(sql).bind(after_ms).fetch_all(conn).await
}

/// Ends every session of a member and deletes the member's known devices; returns the time from which new sessions are
/// valid.
///
/// Runs in the caller's transaction; after the commit, the caller passes the time to [`Sessions::end`].
pub async fn end_all(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<i64> {
    let from_ms = invalidate_earlier(conn, member, now_ms).await?;
    list::end_before(conn, member, from_ms, now_ms).await?;
    device::erase(conn, member).await?;
    Ok(from_ms)
}

/// Ends and deletes every session and view of a member; returns the time from which new sessions are valid, for
/// [`Sessions::end`] after the commit.
pub async fn erase(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<i64> {
    let from_ms = end_all(conn, member, now_ms).await?;
    query("DELETE FROM sessions WHERE member_id = $1").bind(member).execute(&mut *conn).await?;
    query("DELETE FROM member_views WHERE member_id = $1 OR viewer_id = $1").bind(member).execute(conn).await?;
    Ok(from_ms)
}

/// Sets and returns the time from which a member's sessions are valid. All existing sessions, and one-time links
/// requested before, become invalid.
async fn invalidate_earlier(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<i64> {
    // Later than the previous time, so that a session of that time is over whatever the clock shows.
    let sql = "UPDATE members
               SET sessions_from_ms = CASE WHEN sessions_from_ms < $2 THEN $2 ELSE sessions_from_ms + 1 END
               WHERE id = $1 RETURNING sessions_from_ms";
    query_scalar(sql).bind(member).bind(now_ms).fetch_one(conn).await
}

/// Deletes the sessions that no token names any longer, and the devices without a recent login.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM sessions WHERE created_ms < $1").bind(now_ms - REMEMBERED_MS).execute(&mut *conn).await?;
    query("DELETE FROM member_views WHERE begun_ms < $1").bind(now_ms - REMEMBERED_MS).execute(&mut *conn).await?;
    device::delete_old(conn, now_ms).await
}
