//! Members who may be the same person. A phone number or bank account shared with another member is noted for the
//! office; the note is deleted if the office decides that they are two persons.

use ksmart_foundation::{db::Conn, ids::MemberId, leases, time::rfc3339};
use serde::Serialize;
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;

/// Maximum number of members noted at once for one telephone or bank account; those who joined first are noted.
const NOTED: i64 = 5;

/// Maximum number of notes on a member's page.
const SHOWN: i64 = 40;

/// Lock for writing and deleting notes: if two members register at once with the same telephone, one of them finds the
/// other.
const LOCK: &str = "likely_doubles";

/// Another member who may be the same person.
#[derive(Debug, Serialize, ToSchema)]
pub struct LikelyDouble {
    /// Uid of the other member.
    pub uid: String,
    /// Full name of the other member.
    pub name: String,
    /// Whether both had the same mobile number when the pair was noted.
    pub same_phone: bool,
    /// Whether both had the same bank account when the pair was noted.
    pub same_bank_account: bool,
    /// Whether both have the same birth date now.
    pub same_birth_date: bool,
    /// Time at which the pair was first noted, RFC 3339.
    pub found_at: String,
}

/// Notes other members with the phone number or bank account that a member has just entered; ignores empty values.
pub(super) async fn note(
    conn: &mut Conn,
    member: MemberId,
    phone: &str,
    (bank, account): (&str, &str),
    now_ms: i64,
) -> sqlx::Result<()> {
    if phone.is_empty() && account.is_empty() {
        return Ok(());
    }
    // No deadlock: a transaction that waits here has locked only its own member, which the holder of this lock does not
    // need.
    leases::lock(conn, LOCK).await?;
    if !phone.is_empty() {
        let sql = "INSERT INTO likely_doubles (member_id, other_id, shared, found_ms)
                   SELECT $1, id, 'phone', $2 FROM members WHERE id <> $1 AND phone = $4 ORDER BY id LIMIT $3
                   ON CONFLICT DO NOTHING";
        query(sql).bind(member).bind(now_ms).bind(NOTED).bind(phone).execute(&mut *conn).await?;
    }
    if !account.is_empty() {
        let sql = "INSERT INTO likely_doubles (member_id, other_id, shared, found_ms)
                   SELECT $1, id, 'bank_account', $2 FROM members
                   WHERE id <> $1 AND bank_account = $4 AND bank = $5 ORDER BY id LIMIT $3
                   ON CONFLICT DO NOTHING";
        query(sql).bind(member).bind(now_ms).bind(NOTED).bind(account).bind(bank).execute(conn).await?;
    }
    Ok(())
}

/// Returns the members who may be the same person as a given member, in the order of joining. Notes settled by a
/// suspension are left out.
pub async fn likely_doubles(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<LikelyDouble>> {
    #[derive(FromRow)]
    struct Row {
        uid: String,
        name: String,
        birth_date: String,
        own_birth_date: String,
        shared: String,
        found_ms: i64,
    }
    let sql = "SELECT o.uid, o.name, o.birth_date, m.birth_date AS own_birth_date, d.shared, d.found_ms
               FROM waiting_doubles d JOIN members m ON m.id = $1
               JOIN members o ON o.id = CASE WHEN d.member_id = m.id THEN d.other_id ELSE d.member_id END
               WHERE d.member_id = $1 OR d.other_id = $1
               ORDER BY o.id, d.found_ms LIMIT $2";
    let rows: Vec<Row> = query_as(sql).bind(member).bind(SHOWN).fetch_all(conn).await?;
    let mut found: Vec<LikelyDouble> = Vec::new();
    for row in rows {
        let (of_phone, of_account) = (row.shared == "phone", row.shared == "bank_account");
        match found.last_mut().filter(|last| last.uid == row.uid) {
            Some(known) => {
                known.same_phone |= of_phone;
                known.same_bank_account |= of_account;
            }
            None => found.push(LikelyDouble {
                uid: row.uid,
                name: row.name,
                same_phone: of_phone,
                same_bank_account: of_account,
                same_birth_date: !row.birth_date.is_empty() && row.birth_date == row.own_birth_date,
                found_at: rfc3339(row.found_ms),
            }),
        }
    }
    Ok(found)
}

/// Counts the members with an unsettled note, up to `most`.
pub async fn count_doubles(conn: &mut Conn, most: i64) -> sqlx::Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT DISTINCT member_id FROM waiting_doubles LIMIT $1) x";
    query_scalar(sql).bind(most).fetch_one(conn).await
}

/// Deletes the notes on two members, in either order; returns false if there are none.
pub async fn dismiss_double(conn: &mut Conn, member: MemberId, other: MemberId) -> sqlx::Result<bool> {
    let sql =
        "DELETE FROM likely_doubles WHERE (member_id = $1 AND other_id = $2) OR (member_id = $2 AND other_id = $1)";
    Ok(query(sql).bind(member).bind(other).execute(conn).await?.rows_affected() > 0)
}

/// Deletes the notes on a member.
pub(super) async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    leases::lock(conn, LOCK).await?;
    query("DELETE FROM likely_doubles WHERE member_id = $1 OR other_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
