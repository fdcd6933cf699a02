//! Codes that replace a lost factor; each can be used once.

use ksmart_foundation::{
    db::{Conn, value_rows},
    format,
    ids::MemberId,
    time::Random,
};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, query};

/// Number of codes of an account.
const CODES: usize = 10;

/// Length of a code, each character one of 30 letters or digits: 78 bits, too many to be guessed even with access to
/// the hashes.
const LENGTH: usize = 16;

/// Hashes a code for storage, with the same result however it was typed.
fn digest(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    format::hex(&Sha256::digest(plain.to_ascii_uppercase().as_bytes()))
}

/// Creates new codes for an account, to be shown once; earlier ones become void.
pub async fn renew(conn: &mut Conn, random: &Random, member: MemberId) -> sqlx::Result<Vec<String>> {
    remove(conn, member).await?;
    let codes: Vec<String> = (0..CODES)
        .map(|_| {
            let code = random.token(LENGTH);
            format!("{}-{}-{}-{}", &code[..4], &code[4..8], &code[8..12], &code[12..])
        })
        .collect();
    let sql = format!("INSERT INTO recovery_codes (code_hash, member_id) VALUES {}", value_rows(CODES, 2));
    let mut query = query(AssertSqlSafe(sql));
    for code in &codes {
        query = query.bind(digest(code)).bind(member);
    }
    query.execute(conn).await?;
    Ok(codes)
}

/// Redeems a code; returns false if it is not one of the account's, or was used before.
pub async fn take(conn: &mut Conn, member: MemberId, code: &str) -> sqlx::Result<bool> {
    let sql = "DELETE FROM recovery_codes WHERE code_hash = $1 AND member_id = $2";
    Ok(query(sql).bind(digest(code)).bind(member).execute(conn).await?.rows_affected() == 1)
}

/// Makes the codes of an account void.
pub async fn remove(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM recovery_codes WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
