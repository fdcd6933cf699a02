//! Second factors of an account in addition to its password, and the shop's requirements for it.

use ksmart_foundation::{
    db::{Conn, Flag},
    error::{Code, Error, Result},
    format,
    ids::MemberId,
    time::DAY_MS,
};
use sqlx::{FromRow, query, query_as, query_scalar};

use crate::settings::{self, security::SecuritySettings};

/// Second factors that an account has, and whether the shop requires one.
#[derive(Debug, Clone, Copy)]
pub struct FactorStatus {
    has_totp: bool,
    has_passkey: bool,
    /// Number of recovery codes left.
    pub recovery_codes: i64,
    /// Whether the account's role is one that must have a factor where the shop requires factors.
    role_requires: bool,
    /// Whether the account belongs to an administrator and the shop requires factors.
    shop_requires: bool,
}

impl FactorStatus {
    /// Whether the account has an authenticator app.
    pub fn has_totp(self) -> bool {
        self.has_totp
    }

    /// Whether the account has a passkey.
    pub fn has_passkey(self) -> bool {
        self.has_passkey
    }

    /// Whether the account has a second factor.
    pub fn has_factor(self) -> bool {
        self.has_totp || self.has_passkey
    }

    /// Whether the account must have a second factor.
    pub fn needs_factor(self) -> bool {
        self.role_requires && self.shop_requires
    }

    /// Whether the account must first add a factor; until then it has no rights in the office.
    pub fn must_enrol(self) -> bool {
        self.needs_factor() && !self.has_factor()
    }

    /// Whether the account must confirm its identity before actions that affect money or power, and before a change of
    /// its own e-mail address.
    pub fn confirms(self) -> bool {
        self.shop_requires || self.has_factor()
    }
}

/// Reads the factors of an account, and the requirements for it.
pub async fn of(conn: &mut Conn, member: MemberId) -> sqlx::Result<FactorStatus> {
    #[derive(FromRow)]
    struct Row {
        totp: i64,
        passkeys: i64,
        recovery_codes: i64,
        guarded: Flag,
        administrator: Flag,
        security: Option<String>,
    }
    let sql =
        "SELECT (SELECT COUNT(*) FROM totp_factors t WHERE t.member_id = m.id AND t.proven_ms IS NOT NULL) AS totp,
                      (SELECT COUNT(*) FROM passkeys p WHERE p.member_id = m.id) AS passkeys,
                      (SELECT COUNT(*) FROM recovery_codes r WHERE r.member_id = m.id) AS recovery_codes,
                      CAST(CASE WHEN m.role IN ('owner', 'finance') THEN 1 ELSE 0 END AS BIGINT) AS guarded,
                      CAST(CASE WHEN m.role <> 'member' THEN 1 ELSE 0 END AS BIGINT) AS administrator,
                      (SELECT content FROM settings WHERE section = 'security') AS security
               FROM members m WHERE m.id = $1";
    let row: Row = query_as(sql).bind(member).fetch_one(conn).await?;
    let shop_requires =
        row.administrator.0 && settings::values::<SecuritySettings>(row.security.as_deref())?.admin_factors;
    Ok(FactorStatus {
        has_totp: row.totp > 0,
        has_passkey: row.passkeys > 0,
        recovery_codes: row.recovery_codes,
        role_requires: row.guarded.0,
        shop_requires,
    })
}

/// Records that an account became an administrator's, or that its credentials were reset: approvals then wait.
pub async fn mark_reset(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO credential_resets (member_id, at_ms) VALUES ($1, $2)
               ON CONFLICT (member_id) DO UPDATE SET at_ms = excluded.at_ms";
    query(sql).bind(member).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Returns the time until which an administrator may not approve payouts, UTC milliseconds: `days` days after the
/// appointment or reset. `None` if there is no wait.
pub async fn waits_until_ms(conn: &mut Conn, member: MemberId, days: i64, now_ms: i64) -> sqlx::Result<Option<i64>> {
    let sql = "SELECT at_ms FROM credential_resets WHERE member_id = $1";
    let at_ms: Option<i64> = query_scalar(sql).bind(member).fetch_optional(conn).await?;
    Ok(at_ms.map(|at_ms| at_ms + days * DAY_MS).filter(|until_ms| now_ms < *until_ms))
}

/// Returns the time from which an administrator may approve outgoing money, UTC milliseconds; `None` if already now.
pub async fn approves_from_ms(conn: &mut Conn, admin: MemberId, now_ms: i64) -> sqlx::Result<Option<i64>> {
    let days = settings::read::<SecuritySettings>(conn).await?.values.approval_wait_days;
    waits_until_ms(conn, admin, days, now_ms).await
}

/// Refuses the approval of outgoing money by a newly appointed administrator, or by one whose credentials were recently
/// reset.
///
/// # Errors
/// 409 while the administrator has to wait.
pub async fn must_be_settled(conn: &mut Conn, admin: MemberId, now_ms: i64) -> Result<()> {
    let Some(until_ms) = approves_from_ms(conn, admin, now_ms).await? else { return Ok(()) };
    let message = format!(
        "Akun Anda baru diangkat atau baru dipulihkan. Anda dapat menyetujui pembayaran mulai {}.",
        format::date_time(until_ms)
    );
    Err(Error::conflict(Code::MoveRefused, message))
}

/// Removes every factor from an account, with its recovery codes.
pub async fn remove_all(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    for sql in [
        "DELETE FROM totp_factors WHERE member_id = $1",
        "DELETE FROM passkeys WHERE member_id = $1",
        "DELETE FROM recovery_codes WHERE member_id = $1",
        "DELETE FROM factor_challenges WHERE member_id = $1",
        "DELETE FROM factor_failures WHERE member_id = $1",
        "DELETE FROM confirmations WHERE member_id = $1",
    ] {
        query(sql).bind(member).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes all data of a member's factors and confirmations; the password stays.
pub async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    remove_all(conn, member).await?;
    query("DELETE FROM credential_resets WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}
