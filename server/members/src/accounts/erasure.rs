//! Erasure of a member's personal data: only the uid, the place in the network and the data needed for the books
//! remain.

use ksmart_foundation::{db::Conn, format::short_name, ids::MemberId};
use sqlx::{AssertSqlSafe, query, query_as};

use crate::accounts::{
    admin::{self, OTHER_OWNER},
    doubles, heirs, notes, tries,
};

/// Name of an erased member.
pub const PSEUDONYM: &str = "Mantan anggota";

/// Erases the identity of a member, and suspends the account.
///
/// Waits for other changes of roles and rights, and locks the account until the transaction ends. Returns whether the
/// member was erased, and the file of the photo. Accounts that are already erased, or whose erasure would leave the
/// shop without an owner, are not erased.
pub async fn erase(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<(bool, Option<String>)> {
    admin::lock_staff(conn).await?;
    let sql = "SELECT email, picture FROM members WHERE id = $1";
    let (email, picture): (String, Option<String>) = query_as(sql).bind(member).fetch_one(&mut *conn).await?;
    let sql = format!(
        "UPDATE members SET email = LOWER(uid), password_hash = '', name = $3, phone = '', address = '', bank = '',
                            bank_account = '', gender = '', birth_date = '', picture = NULL, role = 'member',
                            search_text = LOWER($3 || ' ' || uid), contact_text = LOWER($3 || ' ' || uid),
                            short_text = LOWER($4 || ' ' || uid),
                            bank_changed_ms = 0, bank_failed_ms = NULL, email_unverified_ms = NULL, suspended_ms = COALESCE(suspended_ms, $2), erased_ms = $2
         WHERE id = $1 AND erased_ms IS NULL AND {OTHER_OWNER}"
    );
    let erased = query(AssertSqlSafe(sql))
        .bind(member)
        .bind(now_ms)
        .bind(PSEUDONYM)
        .bind(short_name(PSEUDONYM))
        .execute(&mut *conn)
        .await?;
    if erased.rows_affected() == 0 {
        return Ok((false, None));
    }
    query("DELETE FROM bank_account_changes WHERE member_id = $1").bind(member).execute(&mut *conn).await?;
    query("DELETE FROM email_links WHERE member_id = $1").bind(member).execute(&mut *conn).await?;
    query("DELETE FROM password_links WHERE member_id = $1").bind(member).execute(&mut *conn).await?;
    notes::erase(conn, member).await?;
    doubles::erase(conn, member).await?;
    heirs::erase(conn, member).await?;
    tries::delete_session_failures(conn, &email).await?;
    Ok((true, picture))
}

/// Erases the tax number of an erased member.
pub async fn erase_tax_number(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    let sql =
        "UPDATE members SET tax_number = '', tax_number_state = 'missing' WHERE id = $1 AND erased_ms IS NOT NULL";
    query(sql).bind(member).execute(conn).await?;
    Ok(())
}
