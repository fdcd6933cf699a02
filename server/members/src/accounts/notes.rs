//! Notes that administrators write about a member for each other, and tags by which members are found.

use std::collections::{BTreeSet, HashMap};

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, placeholders, value_rows},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    ids::MemberId,
    notes::{MOST_NAMED, MOST_NOTES, Note, NoteForm, Tags, TagsForm},
    response::Done,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::account::{AT_ONCE, lock, must_find},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new()
        .routes(routes!(list_notes, write_note))
        .routes(routes!(remove_note))
        .routes(routes!(change_tags))
        .routes(routes!(list_tags))
}

/// Administrators' notes and tags about a member.
#[derive(Debug, Serialize, ToSchema)]
struct MemberNotes {
    /// Tags, in alphabetical order.
    tags: Vec<String>,
    /// Notes, newest first.
    notes: Vec<Note>,
}

/// Returns the tags and notes that administrators wrote about a member, the newest note first.
#[utoipa::path(get, path = "/api/admin/members/{uid}/notes", operation_id = "listMemberNotes",
    responses((status = 200, body = MemberNotes)))]
async fn list_notes(
    State(db): State<Db>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
) -> Result<Json<MemberNotes>> {
    let mut conn = db.read().await?;
    let (member, ..) = must_find(&mut conn, &uid).await?;
    let tags = tags_of(&mut conn, &[member]).await?.remove(&member).unwrap_or_default();
    Ok(Json(MemberNotes { tags, notes: notes_of(&mut conn, member, admin.id).await? }))
}

/// Writes a note on a member. 409 if there are 100 notes, or the member erased the account.
#[utoipa::path(post, path = "/api/admin/members/{uid}/notes", operation_id = "writeMemberNote", request_body = NoteForm,
    responses((status = 201, body = Note), (status = 409)))]
async fn write_note(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(form): Body<NoteForm>,
) -> Result<(StatusCode, Json<Note>)> {
    let text = form.text()?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid) = hold_known(&mut tx, &uid).await?;
    let sql = "INSERT INTO member_notes (member_id, author_id, at_ms, body)
               SELECT m.id, $2, $3, $4 FROM members m
               WHERE m.id = $1 AND (SELECT COUNT(*) FROM member_notes n WHERE n.member_id = m.id) < $5 RETURNING id";
    let query = query_scalar(sql).bind(member).bind(admin.id).bind(now_ms).bind(text).bind(MOST_NOTES);
    let written: Option<i64> = query.fetch_optional(&mut *tx).await?;
    let Some(id) = written else {
        let message = "Anggota ini sudah punya 100 catatan. Hapus yang tidak perlu lagi.";
        return Err(Error::conflict(Code::MoveRefused, message));
    };
    // The text is stored with the member and deleted with the account: the log does not repeat it.
    let change = Change::new("write_note", Subject::Member, uid, Value::Null, json!({"note": id}));
    audit::record(&mut tx, &admin, now_ms, change).await?;
    let author = query_scalar("SELECT name FROM members WHERE id = $1").bind(admin.id).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    let written = Note { id, at: rfc3339(now_ms), author, text: text.to_owned(), own: true };
    Ok((StatusCode::CREATED, Json(written)))
}

/// Removes a note on a member that the caller wrote.
#[utoipa::path(delete, path = "/api/admin/member-notes/{id}", operation_id = "removeMemberNote",
    responses((status = 200, body = Done)))]
async fn remove_note(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(id): Path<i64>,
) -> Result<Json<Done>> {
    let mut tx = db.write().await?;
    let sql = "DELETE FROM member_notes WHERE id = $1 AND author_id = $2 RETURNING member_id";
    let removed: Option<MemberId> = query_scalar(sql).bind(id).bind(admin.id).fetch_optional(&mut *tx).await?;
    let member = removed.ok_or_else(|| Error::not_found("Catatan tidak ditemukan."))?;
    let uid: String = query_scalar("SELECT uid FROM members WHERE id = $1").bind(member).fetch_one(&mut *tx).await?;
    let change = Change::new("remove_note", Subject::Member, uid, json!({"note": id}), Value::Null);
    audit::record(&mut tx, &admin, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(Done { success: true }))
}

/// Adds tags to a member and removes others; tags that a colleague added in the meantime stay. 409 if the member erased
/// the account.
#[utoipa::path(put, path = "/api/admin/members/{uid}/tags", operation_id = "changeMemberTags", request_body = TagsForm,
    responses((status = 200, body = Tags), (status = 409)))]
async fn change_tags(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(form): Body<TagsForm>,
) -> Result<Json<Tags>> {
    let wanted = form.checked()?;
    let mut tx = db.write().await?;
    let (member, uid) = hold_known(&mut tx, &uid).await?;
    let before: BTreeSet<String> = tags_of(&mut tx, &[member]).await?.remove(&member).into_iter().flatten().collect();
    let after = wanted.of(&before)?;
    for gone in before.difference(&after) {
        let sql = "DELETE FROM member_tags WHERE member_id = $1 AND tag = $2";
        query(sql).bind(member).bind(gone).execute(&mut *tx).await?;
    }
    let new: Vec<&String> = after.difference(&before).collect();
    if !new.is_empty() {
        let sql = format!("INSERT INTO member_tags (member_id, tag) VALUES {}", value_rows(new.len(), 2));
        let query = new.into_iter().fold(query(AssertSqlSafe(sql)), |query, tag| query.bind(member).bind(tag));
        query.execute(&mut *tx).await?;
    }
    if before != after {
        let words = |tags: &BTreeSet<String>| json!({"tags": tags});
        let change = Change::new("tag", Subject::Member, uid, words(&before), words(&after));
        audit::record(&mut tx, &admin, clock.now_ms(), change).await?;
    }
    tx.commit().await?;
    Ok(Json(Tags { tags: after.into_iter().collect() }))
}

/// Lists the tags that members have, up to 200.
#[utoipa::path(get, path = "/api/admin/member-tags", operation_id = "listMemberTags",
    responses((status = 200, body = Tags)))]
async fn list_tags(State(db): State<Db>, _: Admin<FINANCE>) -> Result<Json<Tags>> {
    // Loose index scan: jumps from one tag to the next in the index, however many members have each tag.
    let sql = "WITH RECURSIVE used (tag) AS (
                 SELECT MIN(t.tag) FROM member_tags t
                 UNION ALL
                 SELECT (SELECT MIN(t.tag) FROM member_tags t WHERE t.tag > u.tag) FROM used u WHERE u.tag IS NOT NULL)
               SELECT tag FROM used WHERE tag IS NOT NULL LIMIT $1";
    let tags = query_scalar(sql).bind(MOST_NAMED).fetch_all(&mut *db.read().await?).await?;
    Ok(Json(Tags { tags }))
}

/// Locks a member, who must not be erased, until the transaction ends; returns key and uid. Other transactions that
/// lock the member wait, including their erasure.
async fn hold_known(conn: &mut Conn, uid: &str) -> Result<(MemberId, String)> {
    let (member, uid, _) = must_find(conn, uid).await?;
    lock(conn, member).await?;
    // Read after the wait for the lock, during which the member may have been erased.
    let erased_ms: Option<i64> =
        query_scalar("SELECT erased_ms FROM members WHERE id = $1").bind(member).fetch_one(conn).await?;
    if erased_ms.is_some() {
        let message = "Anggota ini sudah menghapus akunnya, jadi tidak ada yang dicatat lagi tentangnya.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    Ok((member, uid))
}

/// Returns the notes on a member, newest first, as `reader` sees them.
async fn notes_of(conn: &mut Conn, member: MemberId, reader: MemberId) -> sqlx::Result<Vec<Note>> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        author_id: MemberId,
        at_ms: i64,
        body: String,
        author: String,
    }
    let sql = "SELECT n.id, n.author_id, n.at_ms, n.body, m.name AS author
               FROM member_notes n JOIN members m ON m.id = n.author_id WHERE n.member_id = $1 ORDER BY n.id DESC";
    let rows: Vec<Row> = query_as(sql).bind(member).fetch_all(conn).await?;
    let told = |row: Row| Note {
        id: row.id,
        at: rfc3339(row.at_ms),
        author: row.author,
        text: row.body,
        own: row.author_id == reader,
    };
    Ok(rows.into_iter().map(told).collect())
}

/// Returns the tags of some members, in alphabetical order for each; members without tags are left out.
pub async fn tags_of(conn: &mut Conn, members: &[MemberId]) -> sqlx::Result<HashMap<MemberId, Vec<String>>> {
    let mut found: HashMap<MemberId, Vec<String>> = HashMap::new();
    for members in members.chunks(AT_ONCE) {
        let sql = format!(
            "SELECT member_id, tag FROM member_tags WHERE member_id IN ({}) ORDER BY member_id, tag",
            placeholders(1, members.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(members);
        let rows: Vec<(MemberId, String)> = query.fetch_all(&mut *conn).await?;
        for (member, tag) in rows {
            found.entry(member).or_default().push(tag);
        }
    }
    Ok(found)
}

/// Deletes the notes and tags of a member.
pub(super) async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    for sql in ["DELETE FROM member_notes WHERE member_id = $1", "DELETE FROM member_tags WHERE member_id = $1"] {
        query(sql).bind(member).execute(&mut *conn).await?;
    }
    Ok(())
}
