//! The audit log for the owner to read, with the current names of its subjects.

use std::collections::{BTreeSet, HashMap};

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, Text, TextEnum, placeholders},
    document::routes,
    error::{Error, Result},
    extract::Query,
    page::{Page, pattern},
    time::{DAY_MS, jakarta_midnight, rfc3339},
};
use ksmart_identity::{
    audit::Subject,
    roles::{Admin, OWNER},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// Change as shown in the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    id: i64,
    /// Time, RFC 3339.
    at: String,
    /// The administrator's name.
    actor_name: String,
    /// The administrator's e-mail address.
    actor_email: String,
    /// Action: `create`, `update`, `delete`, or a verb such as `ship`.
    action: String,
    subject: Subject,
    /// Identifier of the subject as shown to people.
    key: String,
    /// Current name of the subject; null if it was deleted, or has no name except its key.
    title: Option<String>,
    /// Key of the subject's page, which may differ from `key`; null for a deleted subject, and for kinds of subjects
    /// whose pages do not need it.
    target: Option<String>,
    /// Values that differ, before the change; null for a new subject.
    #[schema(value_type = Option<Object>)]
    before: Value,
    /// Values that differ, after the change; null for a removed subject.
    #[schema(value_type = Option<Object>)]
    after: Value,
}

impl From<EntryRow> for AuditEntry {
    fn from(row: EntryRow) -> Self {
        Self {
            id: row.id,
            at: rfc3339(row.at_ms),
            actor_name: row.actor_name,
            actor_email: row.actor_email,
            action: row.action,
            subject: row.subject.0,
            key: row.subject_key,
            title: None,
            target: None,
            before: serde_json::from_str(&row.before).unwrap_or_default(),
            after: serde_json::from_str(&row.after).unwrap_or_default(),
        }
    }
}

/// The audit log, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct AuditLog {
    entries: Vec<AuditEntry>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct AuditFilter {
    /// Part of the change, of its key, or of the administrator's e-mail address.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Subject of the changes.
    subject: Option<Subject>,
    /// Key of the subject, matched exactly.
    key: Option<String>,
    /// The first day in Jakarta, `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// The last day in Jakarta, `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
}

/// The columns of an [`EntryRow`], with their tables.
const ENTRIES: &str = "SELECT e.id, e.at_ms, m.name AS actor_name, m.email AS actor_email, e.action, e.subject,
                              e.subject_key, e.before, e.after
                       FROM audit_entries e JOIN members m ON m.id = e.actor_id";

#[derive(FromRow)]
struct EntryRow {
    id: i64,
    at_ms: i64,
    actor_name: String,
    actor_email: String,
    action: String,
    subject: Text<Subject>,
    subject_key: String,
    before: String,
    after: String,
}

/// Lists changes by administrators, newest first.
#[utoipa::path(get, path = "/api/admin/audit", operation_id = "listAuditEntries",
    responses((status = 200, body = AuditLog)))]
async fn list(
    State(db): State<Db>,
    _: Admin<OWNER>,
    Query(filter): Query<AuditFilter>,
    page: Page<1>,
) -> Result<Json<AuditLog>> {
    let day = |typed: &Option<String>| match typed.as_deref().map(str::trim).filter(|typed| !typed.is_empty()) {
        None => Ok(None),
        Some(typed) => jakarta_midnight(typed).map(Some).ok_or_else(|| Error::invalid("Tanggal tidak benar.")),
    };
    let from_ms = day(&filter.from)?.unwrap_or(i64::MIN);
    let until_ms = day(&filter.to)?.map_or(i64::MAX, |start_ms| start_ms + DAY_MS);
    let sql = format!(
        "{ENTRIES}
         WHERE e.id < $1 AND e.search_text LIKE $2 ESCAPE '\\' AND ($3 = '' OR e.subject = $3)
           AND ($4 = '' OR e.subject_key = $4) AND e.at_ms >= $5 AND e.at_ms < $6
         ORDER BY e.id DESC LIMIT $7"
    );
    let [before] = page.after(i64::MAX);
    let mut conn = db.read().await?;
    let mut rows: Vec<EntryRow> = query_as(AssertSqlSafe(sql))
        .bind(before)
        .bind(pattern(filter.search.as_deref())?)
        .bind(filter.subject.map_or("", TextEnum::text))
        .bind(filter.key.unwrap_or_default())
        .bind(from_ms)
        .bind(until_ms)
        .bind(page.lookup())
        .fetch_all(&mut *conn)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id]);
    Ok(Json(AuditLog { entries: shown(&mut conn, rows).await?, next_cursor }))
}

/// Turns rows of the log into entries, with the current names of their subjects.
async fn shown(conn: &mut Conn, rows: Vec<EntryRow>) -> sqlx::Result<Vec<AuditEntry>> {
    let mut entries: Vec<AuditEntry> = rows.into_iter().map(AuditEntry::from).collect();
    name_numbered(conn, &mut entries).await?;
    name_worded(conn, &mut entries).await?;
    Ok(entries)
}

/// Adds the current names to entries whose key is a number.
async fn name_numbered(conn: &mut Conn, entries: &mut [AuditEntry]) -> sqlx::Result<()> {
    for (subject, named) in [
        (Subject::Product, "SELECT id, name FROM products WHERE id"),
        (Subject::Category, "SELECT id, name FROM categories WHERE id"),
        (Subject::Banner, "SELECT id, alt FROM banners WHERE id"),
        (
            Subject::PopupVoucher,
            "SELECT u.id, v.code FROM popup_vouchers u JOIN vouchers v ON v.id = u.voucher_id WHERE u.id",
        ),
        (Subject::Review, "SELECT r.id, p.name FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.id"),
        (Subject::Question, "SELECT q.id, p.name FROM questions q JOIN products p ON p.id = q.product_id WHERE q.id"),
        (
            Subject::Payout,
            "SELECT b.id, p.name FROM payout_batches b JOIN bv_periods p ON p.id = b.period_id WHERE b.id",
        ),
    ] {
        let ids: BTreeSet<i64> = keys_of(entries, subject).filter_map(|key| key.parse().ok()).collect();
        if ids.is_empty() {
            continue;
        }
        let sql = format!("{named} IN ({})", placeholders(1, ids.len()));
        let query = query_as(AssertSqlSafe(sql)).bind_all(&ids);
        let found: Vec<(i64, String)> = query.fetch_all(&mut *conn).await?;
        let found = found.into_iter().map(|(id, title)| (id.to_string(), (id.to_string(), title)));
        name(entries, subject, &found.collect());
    }
    Ok(())
}

/// Adds page keys and current names to entries whose key is a word.
async fn name_worded(conn: &mut Conn, entries: &mut [AuditEntry]) -> sqlx::Result<()> {
    for (subject, named) in [
        (Subject::Voucher, "SELECT code, CAST(id AS TEXT), code FROM vouchers WHERE code"),
        (Subject::Period, "SELECT name, CAST(id AS TEXT), name FROM bv_periods WHERE name"),
        (Subject::Member, "SELECT uid, uid, name FROM members WHERE uid"),
        (Subject::Return, "SELECT number, CAST(id AS TEXT), number FROM returns WHERE number"),
    ] {
        let keys: BTreeSet<String> = keys_of(entries, subject).map(str::to_owned).collect();
        if keys.is_empty() {
            continue;
        }
        let sql = format!("{named} IN ({})", placeholders(1, keys.len()));
        let query = query_as(AssertSqlSafe(sql)).bind_all(&keys);
        let found: Vec<(String, String, String)> = query.fetch_all(&mut *conn).await?;
        let found = found.into_iter().map(|(key, target, title)| (key, (target, title)));
        name(entries, subject, &found.collect());
    }
    Ok(())
}

fn keys_of(entries: &[AuditEntry], subject: Subject) -> impl Iterator<Item = &str> {
    entries.iter().filter(move |entry| entry.subject == subject).map(|entry| entry.key.as_str())
}

/// Sets `target` and `title` of a subject's entries. `found` holds both by the key of an entry.
fn name(entries: &mut [AuditEntry], subject: Subject, found: &HashMap<String, (String, String)>) {
    for entry in entries.iter_mut().filter(|entry| entry.subject == subject) {
        if let Some((target, title)) = found.get(&entry.key) {
            entry.target = Some(target.clone());
            entry.title = Some(title.clone());
        }
    }
}

/// Returns the latest changes of one subject, newest first.
pub async fn newest_of(conn: &mut Conn, subject: Subject, key: &str, most: i64) -> sqlx::Result<Vec<AuditEntry>> {
    let sql = format!("{ENTRIES} WHERE e.subject = $1 AND e.subject_key = $2 ORDER BY e.id DESC LIMIT $3");
    let query = query_as(AssertSqlSafe(sql)).bind(subject.text()).bind(key).bind(most);
    let rows = query.fetch_all(&mut *conn).await?;
    shown(conn, rows).await
}
