//! Downline of a member: list, search, counts, and the contact data that a leader may see.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, placeholders},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    format::short_name,
    ids::MemberId,
    leases,
    page::{Page, pattern},
};
use ksmart_identity::{
    settings::{
        self,
        privacy::{DownlineContacts, PrivacySettings},
    },
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{MembersState, accounts};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(show_leader)).routes(routes!(list_downlines))
}

/// Number of next members of the list among which a search looks first, before it searches all names.
const SEARCH_WINDOW: i64 = 2000;

/// Data of a leader for everyone who registers.
#[derive(Debug, Serialize, ToSchema)]
struct Leader {
    uid: String,
    /// Full name for members, unless the shop shortens names below the direct downline; `Budi S.` for everyone else.
    name: String,
}

/// Returns the leader with a uid, for the registration form.
#[utoipa::path(get, path = "/api/leaders/{uid}", operation_id = "getLeader",
    responses((status = 200, body = Leader)))]
async fn show_leader(State(db): State<Db>, member: Option<Member>, Path(uid): Path<String>) -> Result<Json<Leader>> {
    let mut conn = db.read().await?;
    let found = accounts::find_leader(&mut conn, &uid).await?;
    let (_, uid, name) = found.ok_or_else(|| Error::not_found("ID Leader tidak ditemukan."))?;
    // Short, because strangers can try one uid after another.
    let is_shown = member.is_some() && contacts(&mut conn).await? == Contacts::Shown;
    Ok(Json(Leader { uid, name: if is_shown { name } else { short_name(&name) } }))
}

/// A member below the caller.
#[derive(Debug, Serialize, ToSchema)]
struct Downline {
    uid: String,
    /// Full name; shortened to `Budi S.` below the direct downline if the shop's setting is `masked`.
    name: String,
    /// E-mail address; masked (`b***@m***`) below the direct downline if the shop's setting is `masked`.
    email: Option<String>,
    /// File name of the profile picture below `/uploads/profile/`; null without a picture, or if the e-mail address is
    /// masked.
    profile_picture: Option<String>,
    /// The uid of this member's own leader.
    leader_id: Option<String>,
    /// Steps below the caller: 1 is the direct downline.
    level: i64,
}

/// Members below the caller.
#[derive(Debug, Serialize, ToSchema)]
struct Downlines {
    downlines: Vec<Downline>,
    /// Number of all members below the caller, regardless of the search.
    total: i64,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct DownlineFilter {
    /// Part of the name, as it is shown, or of the uid.
    #[param(max_length = 100)]
    search: Option<String>,
}

/// Lists the members below the caller at all depths, nearest first, then in the order in which they joined.
#[utoipa::path(get, path = "/api/downlines", operation_id = "listDownlines",
    responses((status = 200, body = Downlines)))]
async fn list_downlines(
    State(db): State<Db>,
    member: Member,
    Query(filter): Query<DownlineFilter>,
    page: Page<2>,
) -> Result<Json<Downlines>> {
    let pattern = pattern(filter.search.as_deref())?;
    let mut conn = db.read().await?;
    let contacts = contacts(&mut conn).await?;
    let total = downline_count(&mut conn, member.id).await?;
    let mut rows = find_downlines(&mut conn, member.id, &pattern, (total, contacts), &page).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.depth, row.id.0]);
    let downlines = rows
        .into_iter()
        .map(|row| Downline {
            email: Some(contacts.email(row.depth, row.email)),
            uid: row.uid,
            name: contacts.name(row.depth, row.name),
            profile_picture: row.picture.filter(|_| contacts.shows(row.depth)),
            leader_id: row.leader_uid,
            level: row.depth,
        })
        .collect();
    Ok(Json(Downlines { downlines, total, next_cursor }))
}

#[derive(FromRow)]
struct DownlineRow {
    depth: i64,
    id: MemberId,
    uid: String,
    name: String,
    email: String,
    picture: Option<String>,
    leader_uid: Option<String>,
}

/// SQL for the next members of the list; a search among only these is fast for common names.
const NEXT: &str = "SELECT depth, member_id FROM member_ancestors
    WHERE ancestor_id = $1 AND (depth, member_id) > ($2, $3)
    ORDER BY depth, member_id LIMIT $4";

/// SQL that searches all names, and checks for each match whether the member is below the leader; fast for rare names.
/// CROSS JOIN forces this order on SQLite.
const NAMED: &str = "SELECT a.depth, a.member_id
    FROM members n CROSS JOIN member_ancestors a
    WHERE n.search_text LIKE $5 ESCAPE '\\'
      AND a.member_id = n.id AND a.ancestor_id = $1 AND (a.depth, a.member_id) > ($2, $3)
    ORDER BY a.depth, a.member_id LIMIT $4";

/// Variant of [`NAMED`] for a shop that shortens names below the direct downline.
const SHORT_NAMED: &str = "SELECT f.depth, f.member_id
    FROM (SELECT a.depth, a.member_id
          FROM members n CROSS JOIN member_ancestors a
          WHERE n.short_text LIKE $5 ESCAPE '\\' AND a.member_id = n.id AND a.ancestor_id = $1 AND a.depth > 1
          UNION ALL
          SELECT 1, n.id FROM members n WHERE n.leader_id = $1 AND n.search_text LIKE $5 ESCAPE '\\') f
    WHERE (f.depth, f.member_id) > ($2, $3)
    ORDER BY f.depth, f.member_id LIMIT $4";

/// SQL for the searched text of a member, as the leader sees it.
const SEEN: &str = "m.search_text";

/// Variant of [`SEEN`] for a shop that shortens names below the direct downline.
const SHORT_SEEN: &str = "CASE WHEN a.depth > 1 THEN m.short_text ELSE m.search_text END";

/// Finds members below `member` whose name, as the leader sees it, or uid is like `pattern`; as many as the page looks
/// up.
async fn find_downlines(
    conn: &mut Conn,
    member: MemberId,
    pattern: &str,
    (total, contacts): (i64, Contacts),
    page: &Page<2>,
) -> sqlx::Result<Vec<DownlineRow>> {
    let named = if contacts == Contacts::Shown { NAMED } else { SHORT_NAMED };
    let seen = if contacts == Contacts::Shown { SEEN } else { SHORT_SEEN };
    let find = async |conn: &mut Conn, among: &str, most: i64| {
        let sql = format!(
            "SELECT a.depth, m.id, m.uid, m.name, m.email, m.picture, l.uid AS leader_uid
             FROM ({among}) a JOIN members m ON m.id = a.member_id LEFT JOIN members l ON l.id = m.leader_id
             WHERE {seen} LIKE $5 ESCAPE '\\'
             ORDER BY a.depth, a.member_id LIMIT $6"
        );
        let [depth, id] = page.after(i64::MIN);
        let query = query_as(AssertSqlSafe(sql)).bind(member).bind(depth).bind(id).bind(most).bind(pattern);
        query.bind(page.lookup()).fetch_all(conn).await
    };
    let all = pattern == "%";
    let window = if all { page.lookup() } else { SEARCH_WINDOW };
    let found: Vec<DownlineRow> = find(conn, NEXT, window).await?;
    let enough = i64::try_from(found.len()).is_ok_and(|found| found >= page.lookup());
    if all || enough || total <= window {
        return Ok(found);
    }
    find(conn, named, page.lookup()).await
}

/// Returns the number of members below a member, at any depth.
pub async fn downline_count(conn: &mut Conn, member: MemberId) -> sqlx::Result<i64> {
    let sql = "SELECT members FROM downline_counts WHERE member_id = $1";
    Ok(query_scalar(sql).bind(member).fetch_optional(conn).await?.unwrap_or(0))
}

/// Numbers of members directly below a member, and at any depth.
#[derive(Debug, Clone, Copy, Default, FromRow)]
pub struct Counts {
    /// Number of members directly below.
    pub directs: i64,
    /// Number of members on all levels below.
    pub downlines: i64,
}

/// Counts the members below each of some members; members without a downline have no entry.
pub async fn counts(conn: &mut Conn, members: &[MemberId]) -> sqlx::Result<HashMap<MemberId, Counts>> {
    let mut counts = HashMap::new();
    for some in members.chunks(AT_ONCE) {
        let list = placeholders(1, some.len());
        let sql =
            format!("SELECT member_id, directs, members AS downlines FROM downline_counts WHERE member_id IN ({list})");
        let query = query_as(AssertSqlSafe(sql)).bind_all(some);
        let rows: Vec<(MemberId, i64, i64)> = query.fetch_all(&mut *conn).await?;
        counts.extend(rows.into_iter().map(|(member, directs, downlines)| (member, Counts { directs, downlines })));
    }
    Ok(counts)
}

/// Maximum number of keys in one list of a statement.
pub(super) const AT_ONCE: usize = 100;

/// Lock for changes of the network: a registration below a leader, or a change of a leader.
pub(super) const LOCK: &str = "network";

/// Estimates the number of members by the largest key, which is cheap to find.
pub async fn member_count(conn: &mut Conn) -> sqlx::Result<i64> {
    query_scalar("SELECT COALESCE(MAX(id), 0) FROM members").fetch_one(conn).await
}

/// Contact data of members that a leader may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contacts {
    /// Everything, at all depths.
    Shown,
    /// Everything of the direct downline; below it only a short name and a masked e-mail address.
    Masked,
}

impl Contacts {
    /// Whether the leader sees everything of a member `depth` steps below.
    fn shows(self, depth: i64) -> bool {
        self == Self::Shown || depth <= 1
    }

    /// Returns the name of a member `depth` steps below, as the leader may see it.
    pub fn name(self, depth: i64, name: String) -> String {
        if self.shows(depth) { name } else { short_name(&name) }
    }

    /// Returns the e-mail address of a member `depth` steps below, as the leader may see it.
    pub fn email(self, depth: i64, email: String) -> String {
        if self.shows(depth) {
            return email;
        }
        let (name, host) = email.split_once('@').unwrap_or((&email, ""));
        let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
        format!("{}***@{}***", first(name), first(host))
    }
}

/// Returns the setting for the contact data that a leader sees: everything if nothing is set.
pub async fn contacts(conn: &mut Conn) -> sqlx::Result<Contacts> {
    Ok(match settings::read::<PrivacySettings>(conn).await?.values.downline_contacts {
        None | Some(DownlineContacts::Shown) => Contacts::Shown,
        Some(DownlineContacts::Masked) => Contacts::Masked,
    })
}

/// Puts a new member below a leader: the leader's ancestors become the member's, one step further away.
///
/// The lock prevents a concurrent change of leaders, which takes the same lock. Otherwise the new member could be
/// placed below ancestors that the leader no longer has.
///
/// # Errors
/// Fails if the member is the leader, or is already above or below the leader.
pub async fn join(conn: &mut Conn, member: MemberId, leader: MemberId) -> sqlx::Result<()> {
    leases::lock(conn, LOCK).await?;
    // In a cycle a member would be their own ancestor; the depth 0 makes the database refuse it.
    let sql = "INSERT INTO member_ancestors (member_id, ancestor_id, depth)
               SELECT $1, ancestor_id, CASE WHEN ancestor_id = $1 THEN 0 ELSE depth + 1 END
               FROM member_ancestors WHERE member_id = $2
               UNION ALL SELECT $1, $2, CASE WHEN $1 = $2 THEN 0 ELSE 1 END";
    query(sql).bind(member).bind(leader).execute(&mut *conn).await?;
    let sql = "INSERT INTO downline_counts (member_id, members, directs)
               SELECT ancestor_id, 1, CASE WHEN depth = 1 THEN 1 ELSE 0 END
               FROM member_ancestors WHERE member_id = $1 ORDER BY ancestor_id
               ON CONFLICT (member_id) DO UPDATE SET members = downline_counts.members + 1,
                 directs = downline_counts.directs + excluded.directs";
    query(sql).bind(member).execute(conn).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_masked_below_the_direct_downline() {
        let email = |contacts: Contacts, depth| contacts.email(depth, "budi@mail.example".to_owned());
        assert_eq!(email(Contacts::Shown, 9), "budi@mail.example");
        assert_eq!(email(Contacts::Masked, 1), "budi@mail.example");
        assert_eq!(email(Contacts::Masked, 2), "b***@m***");
        assert_eq!(Contacts::Masked.email(2, "é".to_owned()), "é***@***");
    }
}
