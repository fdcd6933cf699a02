//! Notes about an order that administrators write for each other, and tags for finding orders.

use std::collections::{BTreeSet, HashMap};

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, placeholders, value_rows},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    ids::{MemberId, OrderKey},
    notes::{MOST_NAMED, MOST_NOTES, Note, NoteForm, Tags, TagsForm},
    response::Done,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE, FULFILMENT},
};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    orders::finding::{LOOKUP, not_found},
};

/// Name of a change of tags in the audit log.
const TAG: &str = "tag";

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(write_note))
        .routes(routes!(remove_note))
        .routes(routes!(change_tags))
        .routes(routes!(list_tags))
}

/// Writes a note on an order. Returns 409 if the order has 100 notes, or if its member erased the account.
#[utoipa::path(post, path = "/api/admin/orders/{order_id}/notes", operation_id = "writeOrderNote", request_body = NoteForm,
    responses((status = 201, body = Note), (status = 409)))]
async fn write_note(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Path(number): Path<String>,
    Body(form): Body<NoteForm>,
) -> Result<(StatusCode, Json<Note>)> {
    let text = form.text()?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let order = lock(&mut tx, &number).await?;
    let sql = "INSERT INTO order_notes (order_id, author_id, at_ms, body)
               SELECT o.id, $2, $3, $4 FROM orders o
               WHERE o.id = $1 AND (SELECT COUNT(*) FROM order_notes n WHERE n.order_id = o.id) < $5 RETURNING id";
    let query = query_scalar(sql).bind(order).bind(admin.id).bind(now_ms).bind(text).bind(MOST_NOTES);
    let written: Option<i64> = query.fetch_optional(&mut *tx).await?;
    let Some(id) = written else {
        let message = "Pesanan ini sudah punya 100 catatan. Hapus yang tidak perlu lagi.";
        return Err(Error::conflict(Code::MoveRefused, message));
    };
    // The audit log does not repeat the text, so that the erasure of the member deletes the only copy.
    let change = Change::new("write_note", Subject::Order, number, Value::Null, json!({"note": id}));
    audit::record(&mut tx, &admin, now_ms, change).await?;
    let author = query_scalar("SELECT name FROM members WHERE id = $1").bind(admin.id).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    let written = Note { id, at: rfc3339(now_ms), author, text: text.to_owned(), own: true };
    Ok((StatusCode::CREATED, Json(written)))
}

/// Removes a note that the caller wrote.
#[utoipa::path(delete, path = "/api/admin/order-notes/{id}", operation_id = "removeOrderNote",
    responses((status = 200, body = Done)))]
async fn remove_note(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Path(id): Path<i64>,
) -> Result<Json<Done>> {
    let mut tx = db.write().await?;
    let sql = "DELETE FROM order_notes WHERE id = $1 AND author_id = $2 RETURNING order_id";
    let removed: Option<OrderKey> = query_scalar(sql).bind(id).bind(admin.id).fetch_optional(&mut *tx).await?;
    let order = removed.ok_or_else(|| Error::not_found("Catatan tidak ditemukan."))?;
    let sql = "SELECT number FROM orders WHERE id = $1";
    let number: String = query_scalar(sql).bind(order).fetch_one(&mut *tx).await?;
    let change = Change::new("remove_note", Subject::Order, number, json!({"note": id}), Value::Null);
    audit::record(&mut tx, &admin, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(Done { success: true }))
}

/// Adds tags to an order and removes others; tags that another administrator added at the same time stay. Returns 409
/// if the order's member erased the account.
#[utoipa::path(put, path = "/api/admin/orders/{order_id}/tags", operation_id = "changeOrderTags", request_body = TagsForm,
    responses((status = 200, body = Tags), (status = 409)))]
async fn change_tags(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Path(number): Path<String>,
    Body(form): Body<TagsForm>,
) -> Result<Json<Tags>> {
    let wanted = form.checked()?;
    let mut tx = db.write().await?;
    let order = lock(&mut tx, &number).await?;
    let before: BTreeSet<String> = tags_of(&mut tx, &[order]).await?.remove(&order).into_iter().flatten().collect();
    let after = wanted.of(&before)?;
    for gone in before.difference(&after) {
        let sql = "DELETE FROM order_tags WHERE order_id = $1 AND tag = $2";
        query(sql).bind(order).bind(gone).execute(&mut *tx).await?;
    }
    let new: Vec<&String> = after.difference(&before).collect();
    if !new.is_empty() {
        let sql = format!("INSERT INTO order_tags (order_id, tag) VALUES {}", value_rows(new.len(), 2));
        let query = new.into_iter().fold(query(AssertSqlSafe(sql)), |query, tag| query.bind(order).bind(tag));
        query.execute(&mut *tx).await?;
    }
    if before != after {
        let words = |tags: &BTreeSet<String>| json!({"tags": tags});
        let change = Change::new(TAG, Subject::Order, number, words(&before), words(&after));
        audit::record(&mut tx, &admin, clock.now_ms(), change).await?;
    }
    tx.commit().await?;
    Ok(Json(Tags { tags: after.into_iter().collect() }))
}

/// Lists the tags of orders, up to 200.
#[utoipa::path(get, path = "/api/admin/order-tags", operation_id = "listOrderTags",
    responses((status = 200, body = Tags)))]
async fn list_tags(State(db): State<Db>, _: Admin<{ FULFILMENT | FINANCE }>) -> Result<Json<Tags>> {
    // A loose index scan: the query jumps from tag to tag, however many orders have each tag.
    let sql = "WITH RECURSIVE used (tag) AS (
                 SELECT MIN(t.tag) FROM order_tags t
                 UNION ALL
                 SELECT (SELECT MIN(t.tag) FROM order_tags t WHERE t.tag > u.tag) FROM used u WHERE u.tag IS NOT NULL)
               SELECT tag FROM used WHERE tag IS NOT NULL LIMIT $1";
    let tags = query_scalar(sql).bind(MOST_NAMED).fetch_all(&mut *db.read().await?).await?;
    Ok(Json(Tags { tags }))
}

/// Locks an order until the transaction ends, and returns its key. Other transactions that lock it, and the erasure of
/// its member, wait.
///
/// # Errors
/// 404 for an unknown order; 409 if its member erased the account: nothing may be written about such members.
async fn lock(conn: &mut Conn, number: &str) -> Result<OrderKey> {
    let sql = "UPDATE orders SET number = number WHERE number = $1 RETURNING id, member_id";
    let held: Option<(OrderKey, MemberId)> = query_as(sql).bind(number).fetch_optional(&mut *conn).await?;
    let (order, member) = held.ok_or_else(not_found)?;
    // Read only after the lock is acquired, because an erasure may have finished in the meantime.
    let erased_ms: Option<i64> =
        query_scalar("SELECT erased_ms FROM members WHERE id = $1").bind(member).fetch_one(conn).await?;
    if erased_ms.is_some() {
        let message = "Pembeli pesanan ini sudah menghapus akunnya, jadi tidak ada yang dicatat lagi tentangnya.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    Ok(order)
}

/// Returns the notes on an order, newest first, as `reader` sees them.
pub async fn notes_of(conn: &mut Conn, order: OrderKey, reader: MemberId) -> sqlx::Result<Vec<Note>> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        author_id: MemberId,
        at_ms: i64,
        body: String,
        author: String,
    }
    let sql = "SELECT n.id, n.author_id, n.at_ms, n.body, m.name AS author
               FROM order_notes n JOIN members m ON m.id = n.author_id WHERE n.order_id = $1 ORDER BY n.id DESC";
    let rows: Vec<Row> = query_as(sql).bind(order).fetch_all(conn).await?;
    let told = |row: Row| Note {
        id: row.id,
        at: rfc3339(row.at_ms),
        author: row.author,
        text: row.body,
        own: row.author_id == reader,
    };
    Ok(rows.into_iter().map(told).collect())
}

/// Returns the tags of some orders, in alphabetical order; orders without tags are left out.
pub async fn tags_of(conn: &mut Conn, orders: &[OrderKey]) -> sqlx::Result<HashMap<OrderKey, Vec<String>>> {
    let mut found: HashMap<OrderKey, Vec<String>> = HashMap::new();
    for orders in orders.chunks(LOOKUP) {
        let sql = format!(
            "SELECT order_id, tag FROM order_tags WHERE order_id IN ({}) ORDER BY order_id, tag",
            placeholders(1, orders.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind_all(orders);
        let rows: Vec<(OrderKey, String)> = query.fetch_all(&mut *conn).await?;
        for (order, tag) in rows {
            found.entry(order).or_default().push(tag);
        }
    }
    Ok(found)
}

/// Deletes the notes and tags on the orders of a member, also from the audit log.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    for sql in [
        "DELETE FROM order_notes WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1)",
        "DELETE FROM order_tags WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1)",
    ] {
        query(sql).bind(member).execute(&mut *conn).await?;
    }
    let sql = "SELECT number FROM orders WHERE member_id = $1";
    let numbers: Vec<String> = query_scalar(sql).bind(member).fetch_all(&mut *conn).await?;
    audit::erase_words(conn, Subject::Order, TAG, &numbers).await
}

/// Deletes the notes and tags on an order.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    for sql in ["DELETE FROM order_notes WHERE order_id = $1", "DELETE FROM order_tags WHERE order_id = $1"] {
        query(sql).bind(order).execute(&mut *conn).await?;
    }
    Ok(())
}
