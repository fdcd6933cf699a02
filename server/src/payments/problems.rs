//! Money that is not where its order says: what waits for someone, and what was done about it.

use sqlx::{FromRow, query, query_as};

use crate::{
    db::{Conn, Text},
    orders::OrderKey,
    text_enum,
};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Money came for an order that was released.
    LatePayment,
    /// A part of the money went back.
    PartialRefund,
    /// The payer's bank wants the money back.
    Chargeback,
    /// The money of an order that was shipped went back.
    Reversed,
    /// The provider has another amount than the order.
    AmountMismatch,
}

text_enum!(Kind {
    LatePayment => "late_payment", PartialRefund => "partial_refund", Chargeback => "chargeback",
    Reversed => "reversed", AmountMismatch => "amount_mismatch",
});

/// What waits for someone.
#[derive(Debug)]
pub struct Problem {
    /// The order.
    pub order: OrderKey,
    /// What is wrong.
    pub kind: Kind,
    /// The amount that the provider told of, rupiah.
    pub amount_rp: i64,
    /// What a person should know, for people who know the provider's words.
    pub note: String,
    /// When the shop itself tries to give the money back; `None` when that takes a person.
    pub next_try_ms: Option<i64>,
}

/// Money that the shop tries to give back.
#[derive(Debug, FromRow)]
pub struct Owed {
    /// The order.
    pub order_id: OrderKey,
    /// Its number.
    pub order_number: String,
    /// What the provider calls its payment.
    pub payment_number: String,
    /// Rupiah.
    pub amount_rp: i64,
    /// How often the shop has tried.
    pub tries: i64,
}

/// Writes a problem down; told again, it stays one.
///
/// # Errors
/// The database fails.
pub async fn insert(conn: &mut Conn, problem: &Problem, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms, next_try_ms)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (order_id, kind) DO NOTHING";
    query(sql)
        .bind(problem.order)
        .bind(Text(problem.kind))
        .bind(problem.amount_rp)
        .bind(&problem.note)
        .bind(now_ms)
        .bind(problem.next_try_ms)
        .execute(conn)
        .await?;
    Ok(())
}

/// Marks a problem as solved, if there is one.
///
/// # Errors
/// The database fails.
pub async fn solve(conn: &mut Conn, order: OrderKey, kind: Kind, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE payment_problems SET solved_ms = $3, next_try_ms = NULL
               WHERE order_id = $1 AND kind = $2 AND solved_ms IS NULL";
    query(sql).bind(order).bind(Text(kind)).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Says when the shop tries to give money back again; `None` leaves it to a person, with the reason.
///
/// # Errors
/// The database fails.
pub async fn postpone(conn: &mut Conn, owed: &Owed, next_try_ms: Option<i64>, note: &str) -> sqlx::Result<()> {
    let sql = "UPDATE payment_problems SET next_try_ms = $3, tries = tries + 1, note = $4
               WHERE order_id = $1 AND kind = $2 AND solved_ms IS NULL";
    query(sql).bind(owed.order_id).bind(Text(Kind::LatePayment)).bind(next_try_ms).bind(note).execute(conn).await?;
    Ok(())
}

/// The money that is to be given back now, longest waiting first.
///
/// # Errors
/// The database fails.
pub async fn due(conn: &mut Conn, now_ms: i64, limit: i64) -> sqlx::Result<Vec<Owed>> {
    let sql = "SELECT w.order_id, o.number AS order_number, p.number AS payment_number, w.amount_rp, w.tries
               FROM payment_problems w JOIN orders o ON o.id = w.order_id JOIN payments p ON p.order_id = w.order_id
               WHERE w.next_try_ms <= $1 ORDER BY w.next_try_ms, w.id LIMIT $2";
    query_as(sql).bind(now_ms).bind(limit).fetch_all(conn).await
}
