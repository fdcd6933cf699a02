//! Administrators' view of the network: level by level, the path to a member, and the effects of another leader.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    form,
    ids::MemberId,
    page::Page,
};
use ksmart_identity::roles::{Admin, FINANCE, OWNER, Role};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState, accounts,
    network::{
        downline::{counts, downline_count},
        leaders::is_below,
    },
    volume::{self, OpenPoints},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list_below)).routes(routes!(show_path)).routes(routes!(preview_leader))
}

/// A member in the network.
#[derive(Debug, Serialize, ToSchema)]
struct NetworkMember {
    uid: String,
    name: String,
    role: Role,
    is_suspended: bool,
    /// Number of members whose leader is this member.
    directs: i64,
    /// Number of members below, at any depth.
    downlines: i64,
}

/// A level of the network below one member, or its top.
#[derive(Debug, Serialize, ToSchema)]
struct NetworkLevel {
    members: Vec<NetworkMember>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct LevelFilter {
    /// Uid of the leader; without it, the members who have no leader.
    below: Option<String>,
}

/// Lists the members with one leader, or with none, in the order in which they joined.
#[utoipa::path(get, path = "/api/admin/network", operation_id = "listNetworkLevel",
    responses((status = 200, body = NetworkLevel), (status = 404)))]
async fn list_below(
    State(db): State<Db>,
    _: Admin<FINANCE>,
    Query(filter): Query<LevelFilter>,
    page: Page<1>,
) -> Result<Json<NetworkLevel>> {
    let mut conn = db.read().await?;
    let leader = match filter.below.as_deref().map(str::trim).filter(|uid| !uid.is_empty()) {
        Some(uid) => Some(accounts::must_find(&mut conn, uid).await?.0),
        None => None,
    };
    let mut rows = level(&mut conn, leader, &page).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let members = with_counts(&mut conn, rows).await?;
    Ok(Json(NetworkLevel { members, next_cursor }))
}

#[derive(FromRow)]
struct LevelRow {
    id: MemberId,
    uid: String,
    name: String,
    role: Text<Role>,
    suspended_ms: Option<i64>,
}

async fn with_counts(conn: &mut Conn, rows: Vec<LevelRow>) -> sqlx::Result<Vec<NetworkMember>> {
    let ids: Vec<MemberId> = rows.iter().map(|row| row.id).collect();
    let counts = counts(conn, &ids).await?;
    let member = |row: LevelRow| {
        let counts = counts.get(&row.id).copied().unwrap_or_default();
        NetworkMember {
            uid: row.uid,
            name: row.name,
            role: row.role.0,
            is_suspended: row.suspended_ms.is_some(),
            directs: counts.directs,
            downlines: counts.downlines,
        }
    };
    Ok(rows.into_iter().map(member).collect())
}

async fn level(conn: &mut Conn, leader: Option<MemberId>, page: &Page<1>) -> sqlx::Result<Vec<LevelRow>> {
    let condition = if leader.is_some() { "leader_id = $3" } else { "leader_id IS NULL" };
    let sql = format!(
        "SELECT id, uid, name, role, suspended_ms FROM members WHERE {condition} AND id > $1 ORDER BY id LIMIT $2"
    );
    let [after] = page.after(i64::MIN);
    let query = query_as(AssertSqlSafe(sql)).bind(after).bind(page.lookup());
    match leader {
        Some(leader) => query.bind(leader).fetch_all(conn).await,
        None => query.fetch_all(conn).await,
    }
}

/// Name of a member in a path.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct MemberName {
    /// Number by which others know the member.
    pub uid: String,
    /// Full name.
    pub name: String,
}

/// Path from the top of the network to a member.
#[derive(Debug, Serialize, ToSchema)]
struct NetworkPath {
    /// Members of the path, from the top of the network down to the member.
    path: Vec<NetworkMember>,
}

/// Returns the path from the top of the network to a member.
#[utoipa::path(get, path = "/api/admin/members/{uid}/path", operation_id = "getNetworkPath",
    responses((status = 200, body = NetworkPath)))]
async fn show_path(State(db): State<Db>, _: Admin<FINANCE>, Path(uid): Path<String>) -> Result<Json<NetworkPath>> {
    let mut conn = db.read().await?;
    let member = accounts::must_find(&mut conn, &uid).await?.0;
    let rows = path_rows(&mut conn, member).await?;
    Ok(Json(NetworkPath { path: with_counts(&mut conn, rows).await? }))
}

/// Returns the members on the path from the top of the network to a member, who is the last.
async fn path_rows(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<LevelRow>> {
    let sql = "SELECT m.id, m.uid, m.name, m.role, m.suspended_ms
               FROM (SELECT ancestor_id AS id, depth FROM member_ancestors WHERE member_id = $1
                     UNION ALL SELECT $1, 0) a
               JOIN members m ON m.id = a.id ORDER BY a.depth DESC";
    query_as(sql).bind(member).fetch_all(conn).await
}

/// Returns the names on the path from the top of the network to a member.
async fn path_to(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<MemberName>> {
    let rows = path_rows(conn, member).await?;
    Ok(rows.into_iter().map(|row| MemberName { uid: row.uid, name: row.name }).collect())
}

/// Effects of a change of a member's leader.
#[derive(Debug, Serialize, ToSchema)]
struct LeaderPreview {
    /// Number of members who would move: the member and all below.
    members: i64,
    /// Current path from the top to the member.
    from: Vec<MemberName>,
    /// Path from the top to the member after the change.
    to: Vec<MemberName>,
    /// Periods that are not calculated, with the points that would move.
    periods: Vec<OpenPoints>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct PreviewFilter {
    /// The new leader's uid; without it, the member would be at the top.
    leader_uid: Option<String>,
}

/// Shows the effects of a change of a member's leader; 422 for a leader that the member cannot have.
#[utoipa::path(get, path = "/api/admin/members/{uid}/leader", operation_id = "previewLeaderChange",
    responses((status = 200, body = LeaderPreview), (status = 422)))]
async fn preview_leader(
    State(db): State<Db>,
    _: Admin<OWNER>,
    Path(uid): Path<String>,
    Query(filter): Query<PreviewFilter>,
) -> Result<Json<LeaderPreview>> {
    let mut conn = db.read().await?;
    let (member, ..) = accounts::must_find(&mut conn, &uid).await?;
    let from = accounts::leader(&mut conn, member).await?;
    let to = new_leader(&mut conn, member, from.as_ref().map(|from| from.0), filter.leader_uid.as_deref()).await?;
    let path = path_to(&mut conn, member).await?;
    let mut new = match to {
        Some(leader) => path_to(&mut conn, leader).await?,
        None => Vec::new(),
    };
    new.extend(path.last().cloned());
    Ok(Json(LeaderPreview {
        members: downline_count(&mut conn, member).await? + 1,
        from: path,
        to: new,
        periods: volume::open_points(&mut conn, member).await?,
    }))
}

/// Finds and checks a member's new leader: not the current one, not the member, and no one below the member. `None` is
/// the top of the network.
///
/// # Errors
/// Returns 422 for an unknown leader, or one that the member cannot have.
pub async fn new_leader(
    conn: &mut Conn,
    member: MemberId,
    from: Option<MemberId>,
    uid: Option<&str>,
) -> Result<Option<MemberId>> {
    let refused = |sentence: &str| -> Error { form::refuse("leader_uid", "invalid", sentence) };
    let to = match uid.map(str::trim).filter(|uid| !uid.is_empty()) {
        None => None,
        Some(uid) => match accounts::find_leader(conn, uid).await? {
            Some((leader, ..)) => Some(leader),
            None => return Err(refused("ID Leader tidak ditemukan.")),
        },
    };
    if to == from {
        return Err(refused(match to {
            Some(_) => "Anggota ini sudah berada langsung di bawah leader itu.",
            None => "Anggota ini sudah berada di puncak jaringan.",
        }));
    }
    if let Some(leader) = to
        && (leader == member || is_below(conn, leader, member).await?)
    {
        return Err(refused("Leader baru tidak boleh anggota itu sendiri atau salah satu downline-nya."));
    }
    Ok(to)
}
