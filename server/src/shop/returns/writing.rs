//! Writing returns: asking for one, and the steps that it takes.

use ksmart_core::returns::{Portion, ReturnKind, ReturnState};
use rust_decimal::Decimal;
use serde_json::json;
use sqlx::{AssertSqlSafe, query, query_as, query_scalar};

use crate::{
    foundation::{
        db::{Conn, DecimalText, Text, TextEnum, value_rows},
        ids::{MemberId, OrderKey, ReturnId},
    },
    identity::{
        audit::{self, Subject},
        outbox::{self, Kind, Message, Recipient},
    },
    shop::{
        orders::Actor,
        returns::{
            kinds::ReturnReason,
            reading::{Pieces, Return},
        },
    },
};

/// Name in the audit log of noting the account that a return's money goes to.
pub const PREPARED: &str = "prepare";

/// Author of a step of a return: the kind of actor, and the administrator where it is one.
pub type Mover = (Actor, Option<MemberId>);

/// A return that is asked for.
#[derive(Debug)]
pub struct NewReturn<'a> {
    /// Its number, which nobody else has.
    pub number: &'a str,
    /// The order.
    pub order: OrderKey,
    /// Remedy that the member wants.
    pub kind: ReturnKind,
    /// Reason for the return.
    pub reason: ReturnReason,
    /// Reason for the return, in words.
    pub note: &'a str,
    /// Whether the shop keeps the share of the shipping.
    pub keeps_shipping: bool,
    /// Share of a buy-back that the shop keeps, percent.
    pub deduction_percent: Decimal,
    /// Amounts of the return.
    pub portion: Portion,
    /// Lines of the order with their pieces.
    pub lines: &'a [(i64, i64)],
    /// Files of the storage.
    pub pictures: &'a [String],
}

/// Keeps a return that is asked for; gives its key.
pub async fn insert(conn: &mut Conn, new: &NewReturn<'_>, by: Mover, now_ms: i64) -> sqlx::Result<ReturnId> {
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
        .bind(i64::from(new.keeps_shipping))
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
    by: Mover,
    reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO return_moves (return_id, at_ms, event, actor, member_id, reason)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql).bind(id).bind(now_ms).bind(Text(state)).bind(Text(by.0)).bind(by.1).bind(reason).execute(conn).await?;
    Ok(())
}

/// Puts a return into another state, and records who did so and why; false if it was changed since it was read.
pub async fn step(
    conn: &mut Conn,
    read: &Return,
    state: ReturnState,
    by: Mover,
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

/// Tells the member that a return went a step on.
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
        // What members do themselves, and what is only prepared.
        ReturnState::Withdrawn | ReturnState::Transferring => return Ok(()),
    };
    let message = Message {
        dedup_key: format!("return_moved:{number}:{}", state.text()),
        recipient: Recipient::Member(member),
        facts: json!({"order": order, "return_number": number, "step": step.trim_end()}),
    };
    outbox::notify_once(conn, now_ms, Kind::ReturnMoved, vec![message]).await
}

/// Keeps how the pieces of a line look that came. The return was held by a [`step`] of this transaction.
pub async fn keep_receipt(conn: &mut Conn, pieces: &Pieces, saleable: i64, damaged: i64) -> sqlx::Result<()> {
    let sql = "UPDATE return_lines SET saleable = $3, damaged = $4 WHERE return_id = $1 AND line_id = $2";
    query(sql).bind(pieces.return_id).bind(pieces.line_id).bind(saleable).bind(damaged).execute(conn).await?;
    Ok(())
}

/// Keeps what a return comes to by the pieces that came. The return was held by a [`step`] of this transaction.
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

/// Keeps the courier's number of the parcel with new goods. The return was held by a [`step`] of this transaction.
pub async fn keep_replacement(conn: &mut Conn, id: ReturnId, resi: &str) -> sqlx::Result<()> {
    query("UPDATE returns SET replacement_resi = $2 WHERE id = $1").bind(id).bind(resi).execute(conn).await?;
    Ok(())
}

/// A transfer by hand that someone prepares.
#[derive(Debug)]
pub struct Transfer<'a> {
    /// The bank.
    pub bank: &'a str,
    /// The account there.
    pub bank_account: &'a str,
    /// Account holder.
    pub account_name: &'a str,
}

/// Keeps where the money of a return is to be transferred, and who prepared that. The return was held by a [`step`] of this
/// transaction.
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

/// Keeps what the bank calls the transfer of a return's money, and who approved it. The return was held by a [`step`] of
/// this transaction.
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

/// Notes that the provider is being asked for the money of a return, and when the shop asks again by itself should no
/// answer be written down; false if the return was changed since it was read.
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

/// Says when the shop asks the provider for the money of a return again, unless something was written down meanwhile.
pub async fn postpone(conn: &mut Conn, id: ReturnId, next_try_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE returns SET next_try_ms = $2, tries = tries + 1
               WHERE id = $1 AND state = 'received' AND next_try_ms IS NOT NULL";
    query(sql).bind(id).bind(next_try_ms).execute(conn).await?;
    Ok(())
}

/// Notes that the provider cannot give the money of a return back the way it came: it takes a transfer.
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
pub async fn forget_order(conn: &mut Conn, order: OrderKey) -> sqlx::Result<()> {
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

/// Forgets what a member said of returns, and the bank accounts that nothing was transferred to; gives the files of the
/// pictures, which are the caller's to delete.
pub async fn forget_member(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<String>> {
    let sql = "UPDATE returns SET note = '' WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1)";
    query(sql).bind(member).execute(&mut *conn).await?;
    let sql = "UPDATE returns SET bank = NULL, bank_account = NULL, account_name = NULL
               WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1) AND approved_ms IS NULL";
    query(sql).bind(member).execute(&mut *conn).await?;
    let sql = "SELECT r.number FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1";
    let numbers: Vec<String> = query_scalar(sql).bind(member).fetch_all(&mut *conn).await?;
    audit::forget_words(conn, Subject::Return, PREPARED, &numbers).await?;
    let sql = "UPDATE return_moves SET reason = NULL
               WHERE return_id IN (SELECT r.id FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1)
                 AND actor = $2";
    query(sql).bind(member).bind(Text(Actor::Member)).execute(&mut *conn).await?;
    let sql = "DELETE FROM return_pictures
               WHERE return_id IN (SELECT r.id FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1)
               RETURNING picture";
    query_scalar(sql).bind(member).fetch_all(conn).await
}

/// The returns of erased members whose money was transferred before `$1` to an account that is still known.
const OLD: &str = "approved_ms < $1 AND bank_account IS NOT NULL
    AND order_id IN (SELECT o.id FROM members m CROSS JOIN orders o WHERE m.erased_ms > 0 AND o.member_id = m.id)";

/// Whether [`forget_old_accounts`] has anything to forget.
pub async fn has_old_accounts(conn: &mut Conn, before_ms: i64) -> sqlx::Result<bool> {
    let sql = format!("SELECT id FROM returns WHERE {OLD} LIMIT 1");
    let found: Option<i64> = query_scalar(AssertSqlSafe(sql)).bind(before_ms).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Forgets the bank accounts of erased members that money was transferred to before a time.
pub async fn forget_old_accounts(conn: &mut Conn, before_ms: i64) -> sqlx::Result<()> {
    let sql = format!("UPDATE returns SET bank = NULL, bank_account = NULL, account_name = NULL WHERE {OLD}");
    query(AssertSqlSafe(sql)).bind(before_ms).execute(conn).await?;
    Ok(())
}
