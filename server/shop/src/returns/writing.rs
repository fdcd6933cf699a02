//! Writing returns: new requests and their steps.

use ksmart_core::returns::{Portion, ReturnKind, ReturnState};
use ksmart_foundation::{
    db::{Conn, DecimalText, Flag, Text, TextEnum, value_rows},
    ids::{MemberId, OrderKey, ReturnId},
};
use ksmart_identity::{
    audit::{self, Subject},
    outbox::{self, Kind},
};
use rust_decimal::Decimal;
use serde_json::json;
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};

use crate::{
    orders::Actor,
    returns::{
        reading::{Pieces, Return},
        reasons::ReturnReason,
    },
};

/// Name of the audit log's action for the preparation of a transfer, which contains the member's bank account.
pub const PREPARED: &str = "prepare";

/// Author of a step of a return: the kind of actor, and the administrator if the actor is one.
pub type StepAuthor = (Actor, Option<MemberId>);

/// A requested return.
#[derive(Debug)]
pub struct NewReturn<'a> {
    /// Its unique number.
    pub number: &'a str,
    /// The order.
    pub order: OrderKey,
    /// Remedy that the member wants.
    pub kind: ReturnKind,
    /// Reason for the return.
    pub reason: ReturnReason,
    /// Reason for the return, in the member's words.
    pub note: &'a str,
    /// Whether the shop keeps the goods' share of the shipping cost, because the member changed their mind.
    pub keeps_shipping: bool,
    /// Share of a buy-back that the shop keeps, percent.
    pub deduction_percent: Decimal,
    /// Amounts of the return.
    pub portion: Portion,
    /// Returned lines: key of the order line, and number of pieces.
    pub lines: &'a [(i64, i64)],
    /// Names of the picture files in the storage.
    pub pictures: &'a [String],
}

/// Stores a requested return; returns its key.
pub async fn insert(conn: &mut Conn, new: &NewReturn<'_>, by: StepAuthor, now_ms: i64) -> sqlx::Result<ReturnId> {
    let portion = &new.portion;
    let sql =
        "INSERT INTO returns (number, order_id, kind, state, reason, note, deduction_percent, goods_rp, discount_rp,
                                    shipping_rp, deduction_rp, refund_rp, points, asked_ms, keeps_shipping)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id";
    let id: ReturnId = query_scalar(sql)
        .bind(new.number)
        .bind(new.order)
        .bind(Text(new.kind))
        .bind(Text(ReturnState::Asked))
        .bind(Text(new.reason))
        .bind(new.note)
        .bind(DecimalText(new.deduction_percent))
        .bind(portion.goods_rp)
        .bind(portion.discount_rp)
        .bind(portion.shipping_rp)
        .bind(portion.deduction_rp)
        .bind(portion.refund_rp)
        .bind(portion.points)
        .bind(now_ms)
        .bind(Flag(new.keeps_shipping))
        .fetch_one(&mut *conn)
        .await?;
    for (line, quantity) in new.lines {
        let sql = "INSERT INTO return_lines (return_id, line_id, quantity) VALUES ($1, $2, $3)";
        query(sql).bind(id).bind(*line).bind(*quantity).execute(&mut *conn).await?;
    }
    if !new.pictures.is_empty() {
        let sql =
            format!("INSERT INTO return_pictures (return_id, picture) VALUES {}", value_rows(new.pictures.len(), 2));
        let mut query = query(AssertSqlSafe(sql));
        for picture in new.pictures {
            query = query.bind(id).bind(picture);
        }
        query.execute(&mut *conn).await?;
    }
    record(conn, id, ReturnState::Asked, by, None, now_ms).await?;
    let sql = "SELECT number, member_id FROM orders WHERE id = $1";
    let (order, member): (String, MemberId) = query_as(sql).bind(new.order).fetch_one(&mut *conn).await?;
    notify(conn, (member, &order, new.number), ReturnState::Asked, None, now_ms).await?;
    Ok(id)
}

/// Records a step of a return.
async fn record(
    conn: &mut Conn,
    id: ReturnId,
    state: ReturnState,
    by: StepAuthor,
    reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO return_moves (return_id, at_ms, event, actor, member_id, reason)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql).bind(id).bind(now_ms).bind(Text(state)).bind(Text(by.0)).bind(by.1).bind(reason).execute(conn).await?;
    Ok(())
}

/// Puts a return into another state, and records the author and the reason; returns false if it was changed since it
/// was read.
pub async fn step(
    conn: &mut Conn,
    read: &Return,
    state: ReturnState,
    by: StepAuthor,
    reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let refunded_ms = (state == ReturnState::Refunded).then_some(now_ms);
    let refused_reason = reason.filter(|_| state == ReturnState::Refused);
    let sql = "UPDATE returns SET state = $3, refunded_ms = $4, refused_reason = COALESCE($5, refused_reason),
                                  next_try_ms = NULL, version = version + 1
               WHERE id = $1 AND version = $2";
    let written = query(sql)
        .bind(read.id)
        .bind(read.version)
        .bind(Text(state))
        .bind(refunded_ms)
        .bind(refused_reason)
        .execute(&mut *conn)
        .await?;
    if written.rows_affected() == 0 {
        return Ok(false);
    }
    record(conn, read.id, state, by, reason, now_ms).await?;
    notify(conn, (read.member_id, &read.order_number, &read.number), state, refused_reason, now_ms).await?;
    Ok(true)
}

/// Notifies the member of a step of a return.
async fn notify(
    conn: &mut Conn,
    (member, order, number): (MemberId, &str, &str),
    state: ReturnState,
    refused_reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<()> {
    let step = match state {
        ReturnState::Asked => "Permintaan Anda kami terima dan sedang kami periksa.".to_owned(),
        ReturnState::Approved => "Permintaan Anda kami setujui. Silakan kirim barangnya kepada kami.".to_owned(),
        ReturnState::Refused => format!("Permintaan Anda kami tolak. {}", refused_reason.unwrap_or_default()),
        ReturnState::Received => "Barangnya sudah kami terima.".to_owned(),
        ReturnState::Refunded => "Dananya sudah kami kembalikan.".to_owned(),
        ReturnState::Replaced => "Barang penggantinya sudah kami kirim.".to_owned(),
        // No message: members withdraw a return themselves, and `Transferring` is only a preparation.
        ReturnState::Withdrawn | ReturnState::Transferring => return Ok(()),
    };
    let payload = json!({"order": order, "return_number": number, "step": step.trim_end()});
    let about = format!("{number}:{}", state.text());
    outbox::notify_member_once(conn, now_ms, Kind::ReturnMoved, member, &about, payload).await
}

/// Stores the numbers of saleable and damaged pieces received of a line. The caller must have locked the return by a
/// [`step`] in the same transaction.
pub async fn keep_receipt(conn: &mut Conn, pieces: &Pieces, saleable: i64, damaged: i64) -> sqlx::Result<()> {
    let sql = "UPDATE return_lines SET saleable = $3, damaged = $4 WHERE return_id = $1 AND line_id = $2";
    query(sql).bind(pieces.return_id).bind(pieces.line_id).bind(saleable).bind(damaged).execute(conn).await?;
    Ok(())
}

/// Stores the amounts of a return, calculated from the received pieces. The caller must have locked the return by a
/// [`step`] in the same transaction.
pub async fn keep_amounts(conn: &mut Conn, id: ReturnId, portion: &Portion) -> sqlx::Result<()> {
    let sql = "UPDATE returns SET goods_rp = $2, discount_rp = $3, shipping_rp = $4, deduction_rp = $5, refund_rp = $6,
                                  points = $7
               WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(portion.goods_rp)
        .bind(portion.discount_rp)
        .bind(portion.shipping_rp)
        .bind(portion.deduction_rp)
        .bind(portion.refund_rp)
        .bind(portion.points)
        .execute(conn)
        .await?;
    Ok(())
}

/// Stores the courier's number of the parcel with new goods. The caller must have locked the return by a [`step`] in
/// the same transaction.
pub async fn keep_replacement(conn: &mut Conn, id: ReturnId, resi: &str) -> sqlx::Result<()> {
    query("UPDATE returns SET replacement_resi = $2 WHERE id = $1").bind(id).bind(resi).execute(conn).await?;
    Ok(())
}

/// A manual transfer that an administrator prepares.
#[derive(Debug)]
pub struct Transfer<'a> {
    /// The bank.
    pub bank: &'a str,
    /// Account number at the bank.
    pub bank_account: &'a str,
    /// Account holder.
    pub account_name: &'a str,
}

/// Stores the bank account for the transfer of a return's money, and who prepared it. The caller must have locked the
/// return by a [`step`] in the same transaction.
pub async fn prepare_transfer(
    conn: &mut Conn,
    id: ReturnId,
    transfer: &Transfer<'_>,
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "UPDATE returns SET bank = $2, bank_account = $3, account_name = $4, prepared_by = $5, prepared_ms = $6
               WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(transfer.bank)
        .bind(transfer.bank_account)
        .bind(transfer.account_name)
        .bind(by)
        .bind(now_ms)
        .execute(conn)
        .await?;
    Ok(())
}

/// Stores the bank's reference for the transfer of a return's money, and who approved it. The caller must have locked
/// the return by a [`step`] in the same transaction.
///
/// # Errors
/// The administrator who approves the transfer has also prepared it.
pub async fn approve_transfer(
    conn: &mut Conn,
    id: ReturnId,
    reference: &str,
    by: MemberId,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "UPDATE returns SET approved_by = $2, approved_ms = $3, reference = $4 WHERE id = $1";
    query(sql).bind(id).bind(by).bind(now_ms).bind(reference).execute(conn).await?;
    Ok(())
}

/// Records that a refund of a return is being requested from the provider, and when the shop repeats the request if no
/// answer is recorded; returns false if the return was changed since it was read.
pub async fn ask_provider(
    conn: &mut Conn,
    read: &Return,
    by: MemberId,
    now_ms: i64,
    again_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "UPDATE returns SET refund_by = $3, refund_asked_ms = $4, next_try_ms = $5, channel_refused_ms = NULL,
                                  version = version + 1
               WHERE id = $1 AND version = $2 AND state = 'received'";
    let query = query(sql).bind(read.id).bind(read.version).bind(by).bind(now_ms).bind(again_ms);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Schedules the next refund request of a return to the provider, and counts the failed one; does nothing if a result
/// was already recorded.
pub async fn postpone(conn: &mut Conn, id: ReturnId, next_try_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE returns SET next_try_ms = $2, tries = tries + 1
               WHERE id = $1 AND state = 'received' AND next_try_ms IS NOT NULL";
    query(sql).bind(id).bind(next_try_ms).execute(conn).await?;
    Ok(())
}

/// Records that the provider cannot refund a return through the original payment channel, so that the money must be
/// transferred.
pub async fn refuse_channel(conn: &mut Conn, id: ReturnId, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE returns SET channel_refused_ms = $2, refund_asked_ms = NULL, next_try_ms = NULL,
                                  version = version + 1
               WHERE id = $1 AND state = 'received'";
    query(sql).bind(id).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Deletes the returns of an order.
///
/// # Errors
/// The ledger still refers to the returns.
pub async fn delete_of_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
    for sql in [
        "DELETE FROM return_moves WHERE return_id IN (SELECT id FROM returns WHERE order_id = $1)",
        "DELETE FROM return_pictures WHERE return_id IN (SELECT id FROM returns WHERE order_id = $1)",
        "DELETE FROM return_lines WHERE return_id IN (SELECT id FROM returns WHERE order_id = $1)",
        "DELETE FROM returns WHERE order_id = $1",
    ] {
        query(sql).bind(order).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes a member's own words about returns, and bank accounts without an approved transfer; returns the picture
/// files, which the caller must delete.
pub async fn erase_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<String>> {
    let sql = "UPDATE returns SET note = '' WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1)";
    query(sql).bind(member).execute(&mut *conn).await?;
    let sql = "UPDATE returns SET bank = NULL, bank_account = NULL, account_name = NULL
               WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1) AND approved_ms IS NULL";
    query(sql).bind(member).execute(&mut *conn).await?;
    let sql = "SELECT r.number FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1";
    let numbers: Vec<String> = query_scalar(sql).bind(member).fetch_all(&mut *conn).await?;
    audit::erase_words(conn, Subject::Return, PREPARED, &numbers).await?;
    let sql = "UPDATE return_moves SET reason = NULL
               WHERE return_id IN (SELECT r.id FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1)
                 AND actor = $2";
    query(sql).bind(member).bind(Text(Actor::Member)).execute(&mut *conn).await?;
    let sql = "DELETE FROM return_pictures
               WHERE return_id IN (SELECT r.id FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1)
               RETURNING picture";
    query_scalar(sql).bind(member).fetch_all(conn).await
}

/// SQL condition: returns of erased members whose money was transferred before `$1` to an account that is still stored.
const OLD: &str = "approved_ms < $1 AND bank_account IS NOT NULL
    AND order_id IN (SELECT o.id FROM members m CROSS JOIN orders o WHERE m.erased_ms > 0 AND o.member_id = m.id)";

/// Whether [`erase_old_accounts`] has anything to delete.
pub async fn has_old_accounts(conn: &mut Conn, before_ms: i64) -> sqlx::Result<bool> {
    let sql = format!("SELECT id FROM returns WHERE {OLD} LIMIT 1");
    let found: Option<i64> = query_scalar(AssertSqlSafe(sql)).bind(before_ms).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Deletes the bank accounts of erased members to which money was transferred before a given time.
pub async fn erase_old_accounts(conn: &mut Conn, before_ms: i64) -> sqlx::Result<()> {
    let sql = format!("UPDATE returns SET bank = NULL, bank_account = NULL, account_name = NULL WHERE {OLD}");
    query(AssertSqlSafe(sql)).bind(before_ms).execute(conn).await?;
    Ok(())
}
