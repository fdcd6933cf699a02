//! Sessions: whose token a request carries, and which sessions are over before their time: of members who were suspended,
//! or whose password was reset.
//!
//! A token says until when the sessions of its member were ended when it was made. Whoever ends them later sets a later
//! time, and with it every token that was made before is over: also one whose login was under way meanwhile, whatever
//! the clocks of several servers say. The few members whose sessions were ended lately are kept in memory, so that no
//! request needs the database for it; every other token has run out by itself.

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
use sqlx::{query_as, query_scalar};

use crate::{
    foundation::{
        db::{Conn, Db},
        document::{Call, Part},
        error::{Error, Result},
        ids::MemberId,
        time::{Clock, DAY_MS},
    },
    identity::{
        settings,
        tokens::{Member, Tokens, session_expired, unauthorized},
    },
};

/// How long ended sessions are remembered: longer than any session lasts, by a day for clocks that differ.
const REMEMBERED_MS: i64 = 8 * DAY_MS;

/// How old what this process knows of other servers' doing may be, in milliseconds.
const REREAD_MS: i64 = 1000;

/// The key that signs sessions, where the operator gives none.
const KEY: &str = "jwt_secret";

/// What is added to the key that the operator gives, once it had to be another.
const ADDED: &str = "jwt_secret_added";

/// The key that signs sessions: what the operator gives, or one that the database keeps, from `make` at first.
///
/// # Errors
/// The database fails.
pub async fn key(conn: &mut Conn, given: Option<&str>, make: impl FnOnce() -> String + Send) -> sqlx::Result<String> {
    match given {
        Some(given) => Ok(format!("{given}{}", settings::get(conn, ADDED).await?.unwrap_or_default())),
        None => settings::get_or_make(conn, KEY, make).await,
    }
}

/// Makes the key another, also where the operator gives the same as before: every session is over.
///
/// # Errors
/// The database fails.
pub async fn renew_key(conn: &mut Conn, make: impl Fn() -> String) -> sqlx::Result<()> {
    for name in [KEY, ADDED] {
        settings::put(conn, name, &make()).await?;
    }
    Ok(())
}

/// The sessions of the shop.
#[derive(Clone)]
pub struct Sessions {
    db: Db,
    clock: Clock,
    tokens: Arc<Tokens>,
    ended: Arc<Ended>,
}

/// The members whose sessions were ended lately, with the time from which on they may have new ones.
#[derive(Debug, Default)]
struct Ended {
    from_ms: RwLock<HashMap<MemberId, i64>>,
    /// When the database was read last.
    read_ms: AtomicI64,
}

impl Sessions {
    /// The sessions whose tokens are signed with `secret`.
    pub fn new(secret: &str, db: Db, clock: Clock) -> Self {
        Self { db, clock, tokens: Arc::new(Tokens::new(secret)), ended: Arc::default() }
    }

    /// A token for a member, valid for seven days from `now_ms`: see [`Tokens::issue`].
    ///
    /// # Errors
    /// The token cannot be signed.
    pub fn issue(&self, member: &Member, since_ms: i64, now_ms: i64) -> Result<String> {
        self.tokens.issue(member, since_ms, now_ms)
    }

    /// Whose token it is, by its signature alone: the session may be over.
    pub fn bearer(&self, token: &str) -> Option<MemberId> {
        self.tokens.read(token, self.clock.now_ms()).ok().map(|(member, _)| member.id)
    }

    /// The member whose token it is.
    ///
    /// # Errors
    /// 401: it is no token of this shop, has run out, or was ended.
    pub(super) async fn member(&self, token: &str) -> Result<Member> {
        let (member, since_ms) = self.tokens.read(token, self.clock.now_ms())?;
        if self.is_over(member.id, since_ms).await { Err(session_expired()) } else { Ok(member) }
    }

    /// Whether a session is over whose token says that earlier ones were ended until `since_ms`.
    async fn is_over(&self, member: MemberId, since_ms: i64) -> bool {
        self.reread().await;
        let ended = self.ended.from_ms.read().unwrap_or_else(PoisonError::into_inner);
        ended.get(&member).is_some_and(|from_ms| since_ms < *from_ms)
    }

    /// Ends the sessions of a member in this process at once; those on other servers end when they read the database.
    pub fn end(&self, member: MemberId, from_ms: i64) {
        let mut ended = self.ended.from_ms.write().unwrap_or_else(PoisonError::into_inner);
        let kept = ended.entry(member).or_insert(from_ms);
        *kept = (*kept).max(from_ms);
    }

    /// Learns what other servers did, once a second. One request reads while the others go on with what is known; if
    /// the database does not answer, what is known stays, and the next second tries again.
    async fn reread(&self) {
        let (now_ms, read_ms) = (self.clock.now_ms(), self.ended.read_ms.load(Ordering::Relaxed));
        if (now_ms - read_ms).abs() < REREAD_MS {
            return;
        }
        let mine = self.ended.read_ms.compare_exchange(read_ms, now_ms, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        if mine && let Err(error) = self.read().await {
            tracing::warn!("the sessions that were ended cannot be read: {error}");
        }
    }

    /// Reads which sessions were ended.
    ///
    /// # Errors
    /// The database fails.
    pub async fn read(&self) -> sqlx::Result<()> {
        let after_ms = self.clock.now_ms() - REMEMBERED_MS;
        let found = ended_after(&mut *self.db.read().await?, after_ms).await?;
        let mut ended = self.ended.from_ms.write().unwrap_or_else(PoisonError::into_inner);
        // What was ended while the database was read may not be in the answer.
        ended.retain(|_, from_ms| *from_ms > after_ms);
        for (member, from_ms) in found {
            let kept = ended.entry(member).or_insert(from_ms);
            *kept = (*kept).max(from_ms);
        }
        Ok(())
    }
}

/// The token that a request carries.
pub fn token_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

impl<S> FromRequestParts<S> for Member
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let token = token_of(&parts.headers).ok_or_else(unauthorized)?;
        Sessions::from_ref(state).member(token).await
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

impl Part for Member {
    fn describe(call: &mut Call<'_>) {
        call.takes_session(true);
        call.refuses(&[401]);
    }
}

impl Part for Option<Member> {
    fn describe(call: &mut Call<'_>) {
        call.takes_session(false);
        call.refuses(&[401]);
    }
}

async fn ended_after(conn: &mut Conn, after_ms: i64) -> sqlx::Result<Vec<(MemberId, i64)>> {
    // The second condition is the index's own.
    let sql = "SELECT id, sessions_from_ms FROM members WHERE sessions_from_ms > $1 AND sessions_from_ms > 0";
    query_as(sql).bind(after_ms).fetch_all(conn).await
}

/// Ends every session that a member has, in the transaction that makes it necessary; gives the time from which on new
/// ones count, for [`Sessions::end`] after the commit.
///
/// # Errors
/// The database fails.
pub async fn end_all(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<i64> {
    // Later than the time before, so that a token with that time is over whatever the clock says.
    let sql = "UPDATE members
               SET sessions_from_ms = CASE WHEN sessions_from_ms < $2 THEN $2 ELSE sessions_from_ms + 1 END
               WHERE id = $1 RETURNING sessions_from_ms";
    query_scalar(sql).bind(member).bind(now_ms).fetch_one(conn).await
}
