//! Money that does not fit its order: open problems, and the actions taken on them.

use ksmart_foundation::{
    db::{Conn, Text},
    ids::{MemberId, OrderKey},
    text_enum,
    time::rfc3339,
};
use ksmart_identity::outbox::{self, Recipient};
use serde::Serialize;
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

/// Kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Money arrived for an order whose payment had failed, expired or been cancelled, so that its stock was released.
    LatePayment,
    /// Part of the money was returned.
    PartialRefund,
    /// The payer's bank demands the money back.
    Chargeback,
    /// The money of a shipped order was returned.
    Reversed,
    /// The provider reports an amount that differs from the order's.
    AmountMismatch,
    /// Money arrived through a payment page that was given up.
    StrayPayment,
    /// Money arrived for an order already paid by bank transfer.
    DoublePayment,
    /// An order was released without certainty that it can no longer be paid.
    Unclosed,
}

text_enum!(Kind {
    LatePayment => "late_payment", PartialRefund => "partial_refund", Chargeback => "chargeback",
    Reversed => "reversed", AmountMismatch => "amount_mismatch", StrayPayment => "stray_payment",
    DoublePayment => "double_payment", Unclosed => "unclosed",
});

/// Problem that waits for a solution.
#[derive(Debug)]
pub struct Problem {
    /// The order.
    pub order: OrderKey,
    /// Kind of problem.
    pub kind: Kind,
    /// Amount reported by the provider, rupiah.
    pub amount_rp: i64,
    /// Further facts in the provider's words, for an administrator who asks the provider.
    pub note: String,
    /// Time of the shop's next attempt to refund the money; `None` if a person must act.
    pub next_try_ms: Option<i64>,
}

/// Money that the shop tries to refund.
#[derive(Debug, FromRow)]
pub struct DueRefund {
    /// Kind of problem.
    pub kind: Text<Kind>,
    /// The order.
    pub order_id: OrderKey,
    /// Number of the order.
    pub order_number: String,
    /// Provider's number of the order's payment.
    pub payment_number: String,
    /// Amount to be refunded, rupiah.
    pub amount_rp: i64,
    /// Number of the shop's attempts to refund it so far.
    pub tries: i64,
}

/// Stores a problem and notifies the administrators. If the problem was reported before, this happens only if it is
/// still open and the amount has changed.
pub async fn insert(conn: &mut Conn, problem: &Problem, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms, next_try_ms)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (order_id, kind) DO UPDATE SET amount_rp = excluded.amount_rp, note = excluded.note
                 WHERE payment_problems.solved_ms IS NULL AND payment_problems.amount_rp <> excluded.amount_rp";
    let written = query(sql)
        .bind(problem.order)
        .bind(Text(problem.kind))
        .bind(problem.amount_rp)
        .bind(&problem.note)
        .bind(now_ms)
        .bind(problem.next_try_ms)
        .execute(&mut *conn)
        .await?;
    if written.rows_affected() == 0 {
        return Ok(());
    }
    let number: String =
        query_scalar("SELECT number FROM orders WHERE id = $1").bind(problem.order).fetch_one(&mut *conn).await?;
    let payload = json!({"order": number, "problem": problem.kind.describe()});
    outbox::notify(conn, now_ms, Recipient::Admins, outbox::Kind::PaymentProblem, payload).await
}

impl Kind {
    /// Describes the problem in plain words.
    fn describe(self) -> &'static str {
        match self {
            Self::LatePayment => "dibayar setelah pesanannya dilepas",
            Self::PartialRefund => "sebagian dananya dikembalikan",
            Self::Chargeback => "bank pembayar meminta dananya kembali",
            Self::Reversed => "dananya ditarik kembali setelah pesanan dikirim",
            Self::AmountMismatch => "jumlah yang dibayar tidak sama dengan pesanan",
            Self::StrayPayment => "dibayar lewat halaman bayar yang sudah ditinggalkan",
            Self::DoublePayment => "dibayar lagi setelah transfernya diterima",
            Self::Unclosed => "dilepas tanpa kepastian dari penyedia pembayaran",
        }
    }
}

/// Marks an order's open problem of a kind as solved, if there is one.
pub async fn solve(conn: &mut Conn, order: OrderKey, kind: Kind, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE payment_problems SET solved_ms = $3, next_try_ms = NULL
               WHERE order_id = $1 AND kind = $2 AND solved_ms IS NULL";
    query(sql).bind(order).bind(Text(kind)).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Whether an order has an open problem.
pub async fn any_open(conn: &mut Conn, order: OrderKey) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM payment_problems WHERE order_id = $1 AND solved_ms IS NULL LIMIT 1";
    let open: Option<i64> = query_scalar(sql).bind(order).fetch_optional(conn).await?;
    Ok(open.is_some())
}

/// Whether an order has an open problem of this kind.
pub async fn is_open(conn: &mut Conn, order: OrderKey, kind: Kind) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM payment_problems WHERE order_id = $1 AND kind = $2 AND solved_ms IS NULL";
    let open: Option<i64> = query_scalar(sql).bind(order).bind(Text(kind)).fetch_optional(conn).await?;
    Ok(open.is_some())
}

/// Whether money has arrived for an order that does not count as paid, so that a person must check it.
pub async fn holds_money(conn: &mut Conn, order: OrderKey) -> sqlx::Result<bool> {
    Ok(is_open(conn, order, Kind::AmountMismatch).await? || is_open(conn, order, Kind::StrayPayment).await?)
}

/// A problem as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemFacts {
    /// Key of the problem.
    pub id: i64,
    /// Kind of problem: `late_payment`, `partial_refund`, `chargeback`, `reversed`, `amount_mismatch`, `stray_payment`,
    /// `double_payment` or `unclosed`.
    pub kind: String,
    /// Amount reported by the provider, rupiah.
    pub amount_rp: i64,
    /// Explanation for administrators.
    pub note: String,
    /// Time at which it was found, RFC 3339.
    pub found_at: String,
    /// Time of the shop's next attempt to refund the money, RFC 3339; null if a person must act.
    pub next_try_at: Option<String>,
    /// Number of the shop's attempts to refund the money so far.
    pub tries: i64,
    /// Time of the solution, RFC 3339; null while the problem is open.
    pub solved_at: Option<String>,
    /// Action taken by the administrator who solved it; null if it is open, or solved without one.
    pub solution: Option<String>,
    /// Name of the administrator who solved it; null if it is open, or solved without one.
    pub solved_by: Option<String>,
}

#[derive(FromRow)]
struct FactsRow {
    id: i64,
    number: String,
    kind: String,
    amount_rp: i64,
    note: String,
    found_ms: i64,
    next_try_ms: Option<i64>,
    tries: i64,
    solved_ms: Option<i64>,
    solution: Option<String>,
    solved_by: Option<String>,
}

impl From<FactsRow> for ProblemFacts {
    fn from(row: FactsRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            amount_rp: row.amount_rp,
            note: row.note,
            found_at: rfc3339(row.found_ms),
            next_try_at: row.next_try_ms.map(rfc3339),
            tries: row.tries,
            solved_at: row.solved_ms.map(rfc3339),
            solution: row.solution,
            solved_by: row.solved_by,
        }
    }
}

const FACTS: &str = "SELECT w.id, o.number, w.kind, w.amount_rp, w.note, w.found_ms, w.next_try_ms, w.tries, w.solved_ms,
                            w.solution, m.name AS solved_by
                     FROM payment_problems w JOIN orders o ON o.id = w.order_id LEFT JOIN members m ON m.id = w.solved_by";

/// Returns the problems of an order: open ones first, then the newest.
pub async fn of(conn: &mut Conn, order: OrderKey) -> sqlx::Result<Vec<ProblemFacts>> {
    let sql = format!(
        "{FACTS} WHERE w.order_id = $1 ORDER BY CASE WHEN w.solved_ms IS NULL THEN 0 ELSE 1 END, w.found_ms DESC, w.id DESC"
    );
    let rows: Vec<FactsRow> = query_as(AssertSqlSafe(sql)).bind(order).fetch_all(conn).await?;
    Ok(rows.into_iter().map(ProblemFacts::from).collect())
}

/// Returns the number and the sum, in rupiah, of payments that wait to be refunded. The shop may not keep them: they
/// are late, double, or came through a page that was given up.
pub async fn to_give_back(conn: &mut Conn) -> sqlx::Result<(i64, i64)> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(amount_rp), 0) AS BIGINT) FROM payment_problems
               WHERE solved_ms IS NULL AND kind IN ('late_payment', 'stray_payment', 'double_payment')";
    query_as(sql).fetch_one(conn).await
}

/// Finds a problem, with the number of its order.
pub async fn find(conn: &mut Conn, id: i64) -> sqlx::Result<Option<(String, ProblemFacts)>> {
    let row: Option<FactsRow> =
        query_as(AssertSqlSafe(format!("{FACTS} WHERE w.id = $1"))).bind(id).fetch_optional(conn).await?;
    Ok(row.map(|row| (row.number.clone(), row.into())))
}

/// Marks a problem as solved by a person, with a note of their action; false if it is no longer open.
pub async fn solve_by_hand(conn: &mut Conn, id: i64, by: MemberId, note: &str, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "UPDATE payment_problems SET solved_ms = $2, next_try_ms = NULL, solution = $3, solved_by = $4
               WHERE id = $1 AND solved_ms IS NULL";
    let solved = query(sql).bind(id).bind(now_ms).bind(note).bind(by).execute(conn).await?;
    Ok(solved.rows_affected() == 1)
}

/// Schedules the shop's next attempt to refund money; with `None`, a person must refund it. `note` states the reason.
pub async fn postpone(conn: &mut Conn, owed: &DueRefund, next_try_ms: Option<i64>, note: &str) -> sqlx::Result<()> {
    let sql = "UPDATE payment_problems SET next_try_ms = $3, tries = tries + 1, note = $4
               WHERE order_id = $1 AND kind = $2 AND solved_ms IS NULL";
    query(sql).bind(owed.order_id).bind(owed.kind).bind(next_try_ms).bind(note).execute(conn).await?;
    Ok(())
}

/// Returns the money to be refunded now, longest waiting first.
pub async fn due(conn: &mut Conn, now_ms: i64, limit: i64) -> sqlx::Result<Vec<DueRefund>> {
    let sql = "SELECT w.kind, w.order_id, o.number AS order_number, p.number AS payment_number, w.amount_rp, w.tries
               FROM payment_problems w JOIN orders o ON o.id = w.order_id JOIN payments p ON p.order_id = w.order_id
               WHERE w.next_try_ms <= $1 ORDER BY w.next_try_ms, w.id LIMIT $2";
    query_as(sql).bind(now_ms).bind(limit).fetch_all(conn).await
}

/// Deletes the payment problems of an order; returns false and deletes nothing while one is open.
pub async fn delete(conn: &mut Conn, key: OrderKey) -> sqlx::Result<bool> {
    let waits = any_open(conn, key).await?;
    if !waits {
        query("DELETE FROM payment_problems WHERE order_id = $1").bind(key).execute(conn).await?;
    }
    Ok(!waits)
}
