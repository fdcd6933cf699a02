//! The audit log: every change that an administrator made, with who, when, before and after.
//!
//! A change is recorded in the transaction that makes it, so that neither is there without the other.

use std::collections::{BTreeSet, HashMap};

use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db, Text, TextEnum, placeholders, value_rows},
        document::routes,
        error::{Error, Result},
        extract::Query,
        format,
        ids::MemberId,
        page::{Page, pattern},
        time::{DAY_MS, jakarta_midnight, rfc3339},
    },
    identity::{
        roles::{Admin, OWNER},
        sessions::Sessions,
        tokens::Member,
    },
    text_enum,
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list))
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// An order, by its number.
    Order,
    /// A product.
    Product,
    /// A category.
    Category,
    /// A voucher.
    Voucher,
    /// A banner of the home page.
    Banner,
    /// A picture of the popup.
    PopupVoucher,
    /// A review.
    Review,
    /// A text page, by its name in the address.
    Page,
    /// A member, by uid.
    Member,
    /// A BV period.
    Period,
    /// A version of the compensation plan.
    CompensationPlan,
    /// A batch of bonuses that are paid together.
    Payout,
    /// The shop's settings.
    Settings,
}

text_enum!(Subject {
    Order => "order", Product => "product", Category => "category", Voucher => "voucher", Banner => "banner",
    PopupVoucher => "popup_voucher", Review => "review", Page => "page", Member => "member", Period => "period",
    CompensationPlan => "compensation_plan", Payout => "payout", Settings => "settings",
});

/// A change that an administrator made.
#[derive(Debug)]
pub struct Change<'a> {
    /// What was done: `create`, `update`, `delete`, or the field's verb such as `ship`.
    pub action: &'a str,
    /// What it is about.
    pub subject: Subject,
    /// Which one, as people know it.
    pub key: String,
    /// How it was; `Null` for what is new. Never a secret.
    pub before: Value,
    /// How it is; `Null` for what is gone. Never a secret.
    pub after: Value,
}

impl<'a> Change<'a> {
    /// A change of `subject` number `key` from `before` to `after`; what is the same in both is left out of the log.
    pub fn new(action: &'a str, subject: Subject, key: impl ToString, before: Value, after: Value) -> Self {
        Self { action, subject, key: key.to_string(), before, after }
    }
}

/// How many changes are written at once.
const RECORDED_AT_ONCE: usize = 200;

/// Takes out of two objects what is the same in both.
fn differing(before: &Value, after: &Value) -> (Value, Value) {
    let (Value::Object(old), Value::Object(new)) = (before, after) else { return (before.clone(), after.clone()) };
    let only = |one: &Map<String, Value>, other: &Map<String, Value>| {
        one.iter()
            .filter(|(name, value)| other.get(*name) != Some(*value))
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect()
    };
    (Value::Object(only(old, new)), Value::Object(only(new, old)))
}

/// Records what an administrator changed, in the transaction that changes it.
///
/// # Errors
/// The database fails.
pub async fn record(conn: &mut Conn, by: &Member, at_ms: i64, change: Change<'_>) -> sqlx::Result<()> {
    record_all(conn, by, at_ms, vec![change]).await
}

/// Records many changes that an administrator made at once, in the transaction that makes them.
///
/// # Errors
/// The database fails.
pub async fn record_all(conn: &mut Conn, by: &Member, at_ms: i64, changes: Vec<Change<'_>>) -> sqlx::Result<()> {
    for some in changes.chunks(RECORDED_AT_ONCE) {
        let sql = format!(
            "INSERT INTO audit_entries (at_ms, actor_id, action, subject, subject_key, before, after, search_text)
             VALUES {}",
            value_rows(some.len(), 8)
        );
        let mut query = query(AssertSqlSafe(sql));
        for change in some {
            let (before, after) = differing(&change.before, &change.after);
            let text = |value: &Value| if value.is_null() { String::new() } else { value.to_string() };
            let (before, after) = (text(&before), text(&after));
            let subject = change.subject.text();
            let searched = [&by.email, change.action, subject, &change.key, &before, &after].join(" ").to_lowercase();
            query = query
                .bind(at_ms)
                .bind(by.id)
                .bind(change.action)
                .bind(subject)
                .bind(&change.key)
                .bind(before)
                .bind(after)
                .bind(searched);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Records what the shop did by itself, by a rule that an administrator had set.
///
/// The log names who set it last, which is the newest change of the rule's subject and key. A rule that nobody set leaves no
/// record.
///
/// # Errors
/// The database fails.
pub async fn record_by_rule(
    conn: &mut Conn,
    rule: (Subject, &str),
    at_ms: i64,
    change: Change<'_>,
) -> sqlx::Result<()> {
    let sql = "SELECT m.id, m.email FROM audit_entries e JOIN members m ON m.id = e.actor_id
               WHERE e.subject = $1 AND e.subject_key = $2 ORDER BY e.id DESC LIMIT 1";
    let set_by: Option<(MemberId, String)> =
        query_as(sql).bind(rule.0.text()).bind(rule.1).fetch_optional(&mut *conn).await?;
    match set_by {
        Some((id, email)) => record(conn, &Member { id, email }, at_ms, change).await,
        None => Ok(()),
    }
}

/// A change as the log shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    id: i64,
    /// When, RFC 3339.
    at: String,
    /// The administrator's name.
    actor_name: String,
    /// The administrator's e-mail address.
    actor_email: String,
    /// What was done: `create`, `update`, `delete`, or a verb such as `ship`.
    action: String,
    subject: Subject,
    /// Which one, as people know it.
    key: String,
    /// What it is called now; null for what is gone, and for what has no other name.
    title: Option<String>,
    /// The key of its page, where it has another one than this; null for what is gone.
    target: Option<String>,
    /// What differs, as it was; null for what was new.
    #[schema(value_type = Option<Object>)]
    before: Value,
    /// What differs, as it became; null for what was taken away.
    #[schema(value_type = Option<Object>)]
    after: Value,
}

/// The audit log, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct AuditLog {
    entries: Vec<AuditEntry>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct AuditFilter {
    /// A part of what was changed, of its key, or of who did it.
    #[param(max_length = 100)]
    search: Option<String>,
    /// What the changes are about.
    subject: Option<Subject>,
    /// Which one, exactly.
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

/// What administrators changed, newest first.
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

/// What was read from the log, with what its things are called now.
async fn shown(conn: &mut Conn, rows: Vec<EntryRow>) -> sqlx::Result<Vec<AuditEntry>> {
    let mut entries: Vec<AuditEntry> = rows.into_iter().map(AuditEntry::from).collect();
    name_numbered(conn, &mut entries).await?;
    name_worded(conn, &mut entries).await?;
    Ok(entries)
}

/// Says what the things are called that the log knows by a number.
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
        let mut query = query_as(AssertSqlSafe(sql));
        for id in &ids {
            query = query.bind(*id);
        }
        let found: Vec<(i64, String)> = query.fetch_all(&mut *conn).await?;
        let found = found.into_iter().map(|(id, title)| (id.to_string(), (id.to_string(), title)));
        name(entries, subject, &found.collect());
    }
    Ok(())
}

/// Says where the things are that the log knows by a word, and what a member is called.
async fn name_worded(conn: &mut Conn, entries: &mut [AuditEntry]) -> sqlx::Result<()> {
    for (subject, named) in [
        (Subject::Voucher, "SELECT code, CAST(id AS TEXT), code FROM vouchers WHERE code"),
        (Subject::Period, "SELECT name, CAST(id AS TEXT), name FROM bv_periods WHERE name"),
        (Subject::Member, "SELECT uid, uid, name FROM members WHERE uid"),
    ] {
        let keys: BTreeSet<String> = keys_of(entries, subject).map(str::to_owned).collect();
        if keys.is_empty() {
            continue;
        }
        let sql = format!("{named} IN ({})", placeholders(1, keys.len()));
        let mut query = query_as(AssertSqlSafe(sql));
        for key in &keys {
            query = query.bind(key);
        }
        let found: Vec<(String, String, String)> = query.fetch_all(&mut *conn).await?;
        let found = found.into_iter().map(|(key, target, title)| (key, (target, title)));
        name(entries, subject, &found.collect());
    }
    Ok(())
}

fn keys_of(entries: &[AuditEntry], subject: Subject) -> impl Iterator<Item = &str> {
    entries.iter().filter(move |entry| entry.subject == subject).map(|entry| entry.key.as_str())
}

/// Puts what was found by key, the page's key and the title, to the entries of a subject.
fn name(entries: &mut [AuditEntry], subject: Subject, found: &HashMap<String, (String, String)>) {
    for entry in entries.iter_mut().filter(|entry| entry.subject == subject) {
        if let Some((target, title)) = found.get(&entry.key) {
            entry.target = Some(target.clone());
            entry.title = Some(title.clone());
        }
    }
}

/// What was changed last of one thing, newest first.
///
/// # Errors
/// The database fails.
pub async fn newest_of(conn: &mut Conn, subject: Subject, key: &str, most: i64) -> sqlx::Result<Vec<AuditEntry>> {
    let rows = newest_rows(conn, subject, key, most).await?;
    shown(conn, rows).await
}

async fn newest_rows(conn: &mut Conn, subject: Subject, key: &str, most: i64) -> sqlx::Result<Vec<EntryRow>> {
    let sql = format!("{ENTRIES} WHERE e.subject = $1 AND e.subject_key = $2 ORDER BY e.id DESC LIMIT $3");
    query_as(AssertSqlSafe(sql)).bind(subject.text()).bind(key).bind(most).fetch_all(conn).await
}

/// 409 for a change that was made to what is no longer so: who has changed it, and when. `current` is the thing as it is
/// now, `key` is what the log calls it.
pub async fn conflict(current: impl Serialize, conn: &mut Conn, subject: Subject, key: impl ToString) -> Error {
    let newest = newest_rows(conn, subject, &key.to_string(), 1).await.unwrap_or_default().pop();
    changed_by(current, newest.map(|row| (row.actor_name, row.at_ms)))
}

/// 409 for a change that was made to a list of `subject` that is no longer so: who has put it in order, or made or
/// deleted one of it, last.
pub async fn list_conflict(current: impl Serialize, conn: &mut Conn, subject: Subject) -> Error {
    let sql = format!(
        "{ENTRIES} WHERE e.subject = $1 AND e.action IN ('order', 'create', 'delete') ORDER BY e.id DESC LIMIT 1"
    );
    let newest: Option<EntryRow> =
        query_as(AssertSqlSafe(sql)).bind(subject.text()).fetch_optional(conn).await.unwrap_or_default();
    changed_by(current, newest.map(|row| (row.actor_name, row.at_ms)))
}

/// 409 for a change of several of `subject`, of which one is no longer so: who has changed one of them last.
pub async fn conflict_among(current: impl Serialize, conn: &mut Conn, subject: Subject, keys: &[String]) -> Error {
    let mut newest: Option<EntryRow> = None;
    for some in keys.chunks(RECORDED_AT_ONCE) {
        let sql = format!(
            "{ENTRIES} WHERE e.subject = $1 AND e.subject_key IN ({}) ORDER BY e.id DESC LIMIT 1",
            placeholders(2, some.len())
        );
        let mut query = query_as(AssertSqlSafe(sql)).bind(subject.text());
        for key in some {
            query = query.bind(key);
        }
        let found: Option<EntryRow> = query.fetch_optional(&mut *conn).await.unwrap_or_default();
        newest = newest.into_iter().chain(found).max_by_key(|row| row.id);
    }
    changed_by(current, newest.map(|row| (row.actor_name, row.at_ms)))
}

/// 409 for a change that was made to what is no longer so, where it is known who has changed it, and when (UTC
/// milliseconds).
pub fn changed_by(current: impl Serialize, newest: Option<(String, i64)>) -> Error {
    let by = newest
        .map_or_else(|| "orang lain".to_owned(), |(name, at_ms)| format!("{name} ({})", format::date_time(at_ms)));
    Error::edit_conflict(current)
        .saying(format!("Data ini baru saja diubah oleh {by}. Periksa perubahannya sebelum menyimpan lagi."))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_log_keeps_what_differs() {
        let before = json!({"name": "Teh", "price_rp": 100, "gone": 1});
        let after = json!({"name": "Teh", "price_rp": 200, "new": null});
        assert_eq!(
            differing(&before, &after),
            (json!({"price_rp": 100, "gone": 1}), json!({"price_rp": 200, "new": null}))
        );
        assert_eq!(differing(&before, &Value::Null), (before, Value::Null));
    }
}
