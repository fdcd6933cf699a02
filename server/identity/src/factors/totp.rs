//! Six-digit codes that an app generates every thirty seconds (RFC 6238).

use ksmart_foundation::{
    db::Conn,
    error::{Error, Result},
    ids::MemberId,
    time::Random,
};
use sqlx::{query, query_scalar};
use totp_rs::{Builder, Secret, Totp};

/// Number of bytes of a secret: 160 bits, as the standard recommends.
const SECRET_BYTES: usize = 20;

/// New secret, which is not active yet.
pub struct Enrolment {
    /// Secret to type into the app, base32.
    pub secret: String,
    /// Same secret as an `otpauth://…` address, to be drawn as a QR code.
    pub url: String,
}

fn totp(secret: &str, shop: &str, account: &str) -> Result<Totp> {
    let secret = Secret::try_from_base32(secret).map_err(|_| Error::internal("the secret of a factor is no base32"))?;
    let plain = |text: &str| text.replace(':', " ");
    let built = Builder::new().with_secret(secret).with_issuer(Some(plain(shop))).with_account_name(plain(account));
    built.build().map_err(Error::internal)
}

/// Creates a new secret for an account, which is active once [`take`] has accepted its first code.
pub async fn begin(
    conn: &mut Conn,
    random: &Random,
    (member, account, shop): (MemberId, &str, &str),
    now_ms: i64,
) -> Result<Enrolment> {
    let secret = Secret::from(random.bytes::<SECRET_BYTES>()).to_base32();
    let sql = "INSERT INTO totp_factors (member_id, secret, created_ms) VALUES ($1, $2, $3)
               ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, created_ms = excluded.created_ms,
                 last_step = 0 WHERE totp_factors.proven_ms IS NULL";
    let kept = query(sql).bind(member).bind(&secret).bind(now_ms).execute(conn).await?.rows_affected();
    if kept == 0 {
        return Err(Error::conflict(
            ksmart_foundation::error::Code::Repeated,
            "Aplikasi autentikator sudah terpasang. Lepaskan yang lama terlebih dahulu.",
        ));
    }
    let url = totp(&secret, shop, account)?.to_url().map_err(Error::internal)?;
    Ok(Enrolment { secret, url })
}

/// Accepts a code once; returns false if it is wrong or was used before. A code of the previous or next time step is
/// also accepted.
///
/// With `proves`, the code is compared with the pending secret and activates it; otherwise with the active secret.
pub async fn take(conn: &mut Conn, member: MemberId, code: &str, proves: bool, now_ms: i64) -> Result<bool> {
    let sql = if proves {
        "SELECT secret FROM totp_factors WHERE member_id = $1 AND proven_ms IS NULL"
    } else {
        "SELECT secret FROM totp_factors WHERE member_id = $1 AND proven_ms IS NOT NULL"
    };
    let secret: Option<String> = query_scalar(sql).bind(member).fetch_optional(&mut *conn).await?;
    let Some(secret) = secret else { return Ok(false) };
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let seconds = u64::try_from(now_ms / 1000).unwrap_or_default();
    let step = totp(&secret, "", "")?.check(&code, seconds).and_then(|step| i64::try_from(step).ok());
    let Some(step) = step else { return Ok(false) };
    let sql = "UPDATE totp_factors SET last_step = $2, proven_ms = COALESCE(proven_ms, $3)
               WHERE member_id = $1 AND last_step < $2 AND secret = $4";
    let taken = query(sql).bind(member).bind(step).bind(now_ms).bind(&secret).execute(conn).await?;
    Ok(taken.rows_affected() == 1)
}

/// Removes the app from an account; returns false if it has none.
pub async fn remove(conn: &mut Conn, member: MemberId) -> sqlx::Result<bool> {
    let sql = "DELETE FROM totp_factors WHERE member_id = $1 AND proven_ms IS NOT NULL";
    Ok(query(sql).bind(member).execute(conn).await?.rows_affected() == 1)
}
