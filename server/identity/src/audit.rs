//! Audit log: every change made by an administrator, with author, time, and the state before and after.
//!
//! A change is recorded in the transaction that makes it, so that neither exists without the other.

use ksmart_core::text;
use ksmart_foundation::{
    db::{BindAll, Conn, TextEnum, placeholders, value_rows},
    error::Error,
    format,
    ids::MemberId,
    telemetry::{Event, security},
    text_enum,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, FromRow, query, query_as};
use utoipa::ToSchema;

use crate::tokens::Member;

/// Kind of thing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// An order, by its number.
    Order,
    /// A return of goods, by its number.
    Return,
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
    /// A question about a product.
    Question,
    /// A text page, by its name in the URL.
    Page,
    /// A member, by uid.
    Member,
    /// A BV period.
    Period,
    /// A version of the compensation plan.
    CompensationPlan,
    /// A draft of a compensation plan.
    CompensationPlanDraft,
    /// A batch of bonuses that are paid together.
    Payout,
    /// The shop's settings.
    Settings,
    /// A delivery of a message over one channel.
    Message,
    /// The text of a kind of message.
    MessageText,
    /// A webhook.
    Webhook,
    /// A document that members accept, by its name in the URL.
    Agreement,
    /// A backup of the shop, by its name; a requested backup has no name yet.
    Backup,
}

text_enum!(Subject {
    Order => "order", Return => "return", Product => "product", Category => "category", Voucher => "voucher", Banner => "banner",
    PopupVoucher => "popup_voucher", Review => "review", Question => "question", Page => "page", Member => "member", Period => "period",
    CompensationPlan => "compensation_plan", CompensationPlanDraft => "compensation_plan_draft",
    Payout => "payout", Settings => "settings", Message => "message", MessageText => "message_text", Webhook => "webhook",
    Agreement => "agreement", Backup => "backup",
});

/// A change that an administrator made.
#[derive(Debug)]
pub struct Change<'a> {
    /// Action: `create`, `update`, `delete`, or the field's verb such as `ship`.
    pub action: &'a str,
    /// Kind of thing changed.
    pub subject: Subject,
    /// Identifier of the thing changed, as people know it.
    pub key: String,
    /// State before; `Null` for something new. Never a secret.
    pub before: Value,
    /// State after; `Null` for something gone. Never a secret.
    pub after: Value,
}

impl<'a> Change<'a> {
    /// Returns a change of `subject` with key `key` from `before` to `after`; the log omits values that are equal in
    /// both.
    pub fn new(action: &'a str, subject: Subject, key: impl ToString, before: Value, after: Value) -> Self {
        Self { action, subject, key: key.to_string(), before, after }
    }
}

/// Maximum number of changes written at once.
const RECORDED_AT_ONCE: usize = 200;

/// Returns two objects without the values that are equal in both.
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

/// Records an administrator's change, in the transaction that makes it.
pub async fn record(conn: &mut Conn, by: &Member, at_ms: i64, change: Change<'_>) -> sqlx::Result<()> {
    record_all(conn, by, at_ms, vec![change]).await
}

/// Records many changes that an administrator made at once, in the transaction that makes them.
pub async fn record_all(conn: &mut Conn, by: &Member, at_ms: i64, changes: Vec<Change<'_>>) -> sqlx::Result<()> {
    for change in changes.iter().filter(|change| matches!(change.subject, Subject::Member | Subject::Settings)) {
        let Change { action, subject, key, .. } = change;
        security(Event::Administered, Some(by.id), format!("{action} {} {key}", subject.text()));
    }
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
            let searched = [&by.email, change.action, subject, &change.key, &before, &after].join(" ");
            query = query
                .bind(at_ms)
                .bind(by.id)
                .bind(change.action)
                .bind(subject)
                .bind(&change.key)
                .bind(before)
                .bind(after)
                .bind(text::fold(&searched));
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Records a change that the shop made by itself, by a rule that an administrator had set.
///
/// The log names the administrator who last set the rule: the author of the newest change with the rule's subject and
/// key. If no one has set the rule, nothing is recorded.
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

/// Deletes the states before and after from the entries of an action on these subjects, where they may contain personal
/// data. Action, time and author stay.
pub async fn erase_words(conn: &mut Conn, subject: Subject, action: &str, keys: &[String]) -> sqlx::Result<()> {
    for keys in keys.chunks(RECORDED_AT_ONCE) {
        let sql = format!(
            "UPDATE audit_entries SET before = '', after = '', search_text = LOWER(action || ' ' || subject_key)
             WHERE subject = $1 AND action = $2 AND subject_key IN ({})",
            placeholders(3, keys.len())
        );
        let query = query(AssertSqlSafe(sql)).bind(subject.text()).bind(action);
        query.bind_all(keys).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes the states before and after from the entries about a member; action, time and author stay. Also removes the
/// e-mail address from the search text of the member's own changes.
pub async fn erase(conn: &mut Conn, member: MemberId, uid: &str, email: &str) -> sqlx::Result<()> {
    let sql = "UPDATE audit_entries SET before = '', after = '', search_text = LOWER(action || ' ' || subject_key)
               WHERE subject = 'member' AND subject_key = $1";
    query(sql).bind(uid).execute(&mut *conn).await?;
    let sql = "UPDATE audit_entries SET search_text = REPLACE(search_text, $2, '') WHERE actor_id = $1";
    query(sql).bind(member).bind(text::fold(email)).execute(conn).await?;
    Ok(())
}

/// Replaces a member's old e-mail address in the search text of the member's own changes.
pub async fn rename(conn: &mut Conn, member: MemberId, before: &str, email: &str) -> sqlx::Result<()> {
    let sql = "UPDATE audit_entries SET search_text = REPLACE(search_text, $2, $3) WHERE actor_id = $1";
    query(sql).bind(member).bind(text::fold(before)).bind(text::fold(email)).execute(conn).await?;
    Ok(())
}

/// Author and time of the latest change.
#[derive(FromRow)]
struct Newest {
    id: i64,
    actor_name: String,
    at_ms: i64,
}

/// Beginning of a query for [`Newest`]: columns and tables, without a condition.
const NEWEST: &str =
    "SELECT e.id, m.name AS actor_name, e.at_ms FROM audit_entries e JOIN members m ON m.id = e.actor_id";

/// Returns 409 for an edit of outdated data, with the author and time of the last change. `current` is the present form
/// of the object, `key` its key in the log.
pub async fn conflict(current: impl Serialize, conn: &mut Conn, subject: Subject, key: impl ToString) -> Error {
    let sql = format!("{NEWEST} WHERE e.subject = $1 AND e.subject_key = $2 ORDER BY e.id DESC LIMIT 1");
    let query = query_as(AssertSqlSafe(sql)).bind(subject.text()).bind(key.to_string());
    let newest: Option<Newest> = query.fetch_optional(conn).await.unwrap_or_default();
    changed_by(current, newest.map(|row| (row.actor_name, row.at_ms)))
}

/// Returns 409 for an edit of an outdated list of `subject`. It names the administrator who last ordered the list, or
/// created or deleted an entry.
pub async fn list_conflict(current: impl Serialize, conn: &mut Conn, subject: Subject) -> Error {
    let sql = format!(
        "{NEWEST} WHERE e.subject = $1 AND e.action IN ('order', 'create', 'delete') ORDER BY e.id DESC LIMIT 1"
    );
    let newest: Option<Newest> =
        query_as(AssertSqlSafe(sql)).bind(subject.text()).fetch_optional(conn).await.unwrap_or_default();
    changed_by(current, newest.map(|row| (row.actor_name, row.at_ms)))
}

/// Returns 409 for an edit of several objects of kind `subject`, one of which is outdated. It names the author of the
/// last change to any of them.
pub async fn conflict_among(current: impl Serialize, conn: &mut Conn, subject: Subject, keys: &[String]) -> Error {
    let mut newest: Option<Newest> = None;
    for some in keys.chunks(RECORDED_AT_ONCE) {
        let sql = format!(
            "{NEWEST} WHERE e.subject = $1 AND e.subject_key IN ({}) ORDER BY e.id DESC LIMIT 1",
            placeholders(2, some.len())
        );
        let query = query_as(AssertSqlSafe(sql)).bind(subject.text()).bind_all(some);
        let found: Option<Newest> = query.fetch_optional(&mut *conn).await.unwrap_or_default();
        newest = newest.into_iter().chain(found).max_by_key(|row| row.id);
    }
    changed_by(current, newest.map(|row| (row.actor_name, row.at_ms)))
}

/// Returns 409 for an edit of outdated data, with the author and time (UTC milliseconds) of the last change if known.
pub fn changed_by(current: impl Serialize, newest: Option<(String, i64)>) -> Error {
    let by = newest
        .map_or_else(|| "orang lain".to_owned(), |(name, at_ms)| format!("{name} ({})", format::date_time(at_ms)));
    Error::edit_conflict(current)
        .with_message(format!("Data ini baru saja diubah oleh {by}. Periksa perubahannya sebelum menyimpan lagi."))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_audit_log_stores_only_changed_fields() {
        let before = json!({"name": "Teh", "price_rp": 100, "gone": 1});
        let after = json!({"name": "Teh", "price_rp": 200, "new": null});
        assert_eq!(
            differing(&before, &after),
            (json!({"price_rp": 100, "gone": 1}), json!({"price_rp": 200, "new": null}))
        );
        assert_eq!(differing(&before, &Value::Null), (before, Value::Null));
    }
}
