//! The audit log: every change that an administrator made, with who, when, before and after.
//!
//! A change is recorded in the transaction that makes it, so that neither is there without the other.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    auth::{Member, OWNER, Staff},
    db::{Conn, Text, TextEnum, value_rows},
    error::Result,
    extract::Query,
    page::{Page, PageParams, pattern},
    text_enum,
    time::rfc3339,
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
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
fn differing(before: Value, after: Value) -> (Value, Value) {
    let (Value::Object(before), Value::Object(after)) = (&before, &after) else { return (before, after) };
    let only = |one: &Map<String, Value>, other: &Map<String, Value>| {
        one.iter()
            .filter(|(name, value)| other.get(*name) != Some(*value))
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect()
    };
    (Value::Object(only(before, after)), Value::Object(only(after, before)))
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
            let (before, after) = differing(change.before.clone(), change.after.clone());
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

/// A change as the log shows it.
#[derive(Debug, Serialize, ToSchema)]
struct AuditEntry {
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
    search: Option<String>,
    /// What the changes are about.
    subject: Option<Subject>,
    /// Which one, exactly.
    key: Option<String>,
}

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
#[utoipa::path(get, path = "/api/admin/audit", params(AuditFilter, PageParams),
    responses((status = 200, body = AuditLog), (status = 401), (status = 403), (status = 422)))]
async fn list(
    State(app): State<Shared>,
    _: Staff<OWNER>,
    Query(filter): Query<AuditFilter>,
    page: Page<1>,
) -> Result<Json<AuditLog>> {
    let sql = "SELECT e.id, e.at_ms, m.name AS actor_name, m.email AS actor_email, e.action, e.subject, e.subject_key,
                      e.before, e.after
               FROM audit_entries e JOIN members m ON m.id = e.actor_id
               WHERE e.id < $1 AND e.search_text LIKE $2 ESCAPE '\\' AND ($3 = '' OR e.subject = $3)
                 AND ($4 = '' OR e.subject_key = $4)
               ORDER BY e.id DESC LIMIT $5";
    let [before] = page.after(i64::MAX);
    let mut rows: Vec<EntryRow> = query_as(sql)
        .bind(before)
        .bind(pattern(filter.search.as_deref())?)
        .bind(filter.subject.map_or("", TextEnum::text))
        .bind(filter.key.unwrap_or_default())
        .bind(page.lookup())
        .fetch_all(&mut *app.db.read().await?)
        .await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id]);
    let entries = rows
        .into_iter()
        .map(|row| AuditEntry {
            id: row.id,
            at: rfc3339(row.at_ms),
            actor_name: row.actor_name,
            actor_email: row.actor_email,
            action: row.action,
            subject: row.subject.0,
            key: row.subject_key,
            before: serde_json::from_str(&row.before).unwrap_or_default(),
            after: serde_json::from_str(&row.after).unwrap_or_default(),
        })
        .collect();
    Ok(Json(AuditLog { entries, next_cursor }))
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
            differing(before.clone(), after),
            (json!({"price_rp": 100, "gone": 1}), json!({"price_rp": 200, "new": null}))
        );
        assert_eq!(differing(before.clone(), Value::Null), (before, Value::Null));
    }
}
