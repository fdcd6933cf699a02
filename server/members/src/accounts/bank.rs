//! Bank account for a member's bonuses. A change requires the password, notifies the member, and stops payments for
//! some days. After a failed transfer, payments wait until the member has checked the account.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    format,
    ids::MemberId,
    response::Done,
    time::{Clock, DAY_MS, rfc3339},
};
use ksmart_identity::{
    outbox::{self, Kind, Recipient},
    settings::{self, payouts::PayoutSettings},
    tokens::Member,
};
use serde::Serialize;
use serde_json::json;
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

/// Maximum number of changes shown, newest first.
const SHOWN: i64 = 20;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(confirm))
}

/// A change of a bank account.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankAccountChange {
    /// Time of the change, RFC 3339.
    changed_at: String,
    /// Name of the bank before the change; empty if there was none.
    bank_before: String,
    /// Account number before the change; empty if there was none.
    bank_account_before: String,
    /// Name of the bank after the change.
    bank: String,
    /// Account number after the change.
    bank_account: String,
}

/// State of a member's bank account.
#[derive(Debug, Serialize, ToSchema)]
pub struct BankAccount {
    /// End of the time without bonus payments because the account is new, RFC 3339; null if it is not new.
    pub held_until: Option<String>,
    /// Time at which a transfer to the account failed, RFC 3339: no bonus is paid until the member names another
    /// account or confirms this one; null if none has failed since.
    pub failed_at: Option<String>,
    /// Up to 20 changes, newest first. In the member's own view, account numbers show only their last three digits.
    pub changes: Vec<BankAccountChange>,
}

/// Returns the state of the caller's bank account.
#[utoipa::path(get, path = "/api/me/bank-account", operation_id = "getOwnBankAccount",
    responses((status = 200, body = BankAccount)))]
async fn show(State(db): State<Db>, State(clock): State<Clock>, member: Member) -> Result<Json<BankAccount>> {
    let mut account = bank_account(&mut *db.read().await?, member.id, clock.now_ms()).await?;
    for change in &mut account.changes {
        change.bank_account_before = format::masked_account(&change.bank_account_before);
        change.bank_account = format::masked_account(&change.bank_account);
    }
    Ok(Json(account))
}

/// Confirms that the caller's bank account is right although a transfer to it failed: bonuses are paid to it again.
#[utoipa::path(post, path = "/api/me/bank-account/confirm", operation_id = "confirmOwnBankAccount",
    responses((status = 200, body = Done)))]
async fn confirm(State(db): State<Db>, member: Member) -> Result<Json<Done>> {
    let sql = "UPDATE members SET bank_failed_ms = NULL WHERE id = $1";
    query(sql).bind(member.id).execute(&mut *db.write_one().await?).await?;
    Ok(Json(Done { success: true }))
}

/// Records that a transfer to a bank account (bank and number) failed; returns false if it is no longer the member's.
pub async fn account_failed(
    conn: &mut Conn,
    member: MemberId,
    account: (&str, &str),
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "UPDATE members SET bank_failed_ms = $2 WHERE id = $1 AND bank = $3 AND bank_account = $4";
    let update = query(sql).bind(member).bind(now_ms).bind(account.0).bind(account.1);
    Ok(update.execute(conn).await?.rows_affected() == 1)
}

/// Returns the state of a member's bank account, with unmasked account numbers.
pub async fn bank_account(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<BankAccount> {
    #[derive(FromRow)]
    struct Row {
        changed_ms: i64,
        bank_before: String,
        bank_account_before: String,
        bank: String,
        bank_account: String,
    }
    let hold_ms = settings::read::<PayoutSettings>(conn).await?.values.bank_hold_days * DAY_MS;
    let sql = "SELECT bank_changed_ms, bank_failed_ms FROM members WHERE id = $1";
    let (changed_ms, failed_ms): (i64, Option<i64>) = query_as(sql).bind(member).fetch_one(&mut *conn).await?;
    let sql = "SELECT changed_ms, bank_before, bank_account_before, bank, bank_account FROM bank_account_changes
               WHERE member_id = $1 ORDER BY id DESC LIMIT $2";
    let rows: Vec<Row> = query_as(sql).bind(member).bind(SHOWN).fetch_all(conn).await?;
    let changes = rows.into_iter().map(|row| BankAccountChange {
        changed_at: rfc3339(row.changed_ms),
        bank_before: row.bank_before,
        bank_account_before: row.bank_account_before,
        bank: row.bank,
        bank_account: row.bank_account,
    });
    let held_until = (changed_ms + hold_ms > now_ms).then(|| rfc3339(changed_ms + hold_ms));
    Ok(BankAccount { held_until, failed_at: failed_ms.map(rfc3339), changes: changes.collect() })
}

/// Records that a member's bank account changed from `before` to `after` (bank and number), and notifies the member.
pub(super) async fn changed(
    conn: &mut Conn,
    member: MemberId,
    before: (&str, &str),
    after: (&str, &str),
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO bank_account_changes (member_id, changed_ms, bank_before, bank_account_before, bank,
                                                 bank_account)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let insert = query(sql).bind(member).bind(now_ms).bind(before.0).bind(before.1).bind(after.0).bind(after.1);
    insert.execute(&mut *conn).await?;
    let sql = "UPDATE members SET bank_changed_ms = $2, bank_failed_ms = NULL WHERE id = $1";
    query(sql).bind(member).bind(now_ms).execute(&mut *conn).await?;
    let payload = json!({"at_ms": now_ms, "bank": after.0, "bank_account": format::masked_account(after.1)});
    outbox::notify(conn, now_ms, Recipient::Member(member), Kind::BankAccountChanged, payload).await
}
