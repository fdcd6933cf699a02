//! Passkeys: keys that are stored in a device and sign the shop's requests (WebAuthn).

use ksmart_foundation::{
    db::{Conn, is_duplicate},
    error::{Code, Error, Result},
    format,
    ids::MemberId,
    time::rfc3339,
};
use serde::Serialize;
use serde_json::Value;
use sqlx::{FromRow, query, query_as, query_scalar};
use url::{Host, Url};
use utoipa::ToSchema;
use webauthn_rs::{
    Webauthn, WebauthnBuilder,
    prelude::{CredentialID, Passkey, PasskeyAuthentication, PasskeyRegistration, Uuid},
};

/// Maximum number of passkeys of an account.
const MOST: usize = 20;

/// Returns the relying party of the shop at an address; `None` for an address without a domain name, for which browsers
/// do not support passkeys.
pub fn relying_party(public_url: &str) -> Option<Webauthn> {
    let url = Url::parse(public_url).ok()?;
    let Some(Host::Domain(name)) = url.host() else { return None };
    WebauthnBuilder::new(name, &url).and_then(WebauthnBuilder::build).ok()
}

/// A passkey as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPasskey {
    id: i64,
    /// Name that the owner gave the passkey.
    name: String,
    /// Creation time, RFC 3339.
    created_at: String,
    /// Time of its last use, RFC 3339.
    used_at: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    name: String,
    credential: String,
    created_ms: i64,
    used_ms: Option<i64>,
}

async fn rows(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<Row>> {
    let sql = "SELECT id, name, credential, created_ms, used_ms FROM passkeys WHERE member_id = $1 ORDER BY id";
    query_as(sql).bind(member).fetch_all(conn).await
}

fn credentials(rows: &[Row]) -> Result<Vec<Passkey>> {
    rows.iter().map(|row| serde_json::from_str(&row.credential).map_err(Error::internal)).collect()
}

/// The passkeys of an account, the oldest first.
pub async fn list(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<OwnPasskey>> {
    let shown = |row: Row| OwnPasskey {
        id: row.id,
        name: row.name,
        created_at: rfc3339(row.created_ms),
        used_at: row.used_ms.map(rfc3339),
    };
    Ok(rows(conn, member).await?.into_iter().map(shown).collect())
}

/// Requests a new passkey from a device; returns the options for the browser, and the state needed to verify its
/// answer.
///
/// # Errors
/// 409: the account has too many.
pub async fn begin(conn: &mut Conn, party: &Webauthn, (member, email): (MemberId, &str)) -> Result<(Value, String)> {
    let known = credentials(&rows(conn, member).await?)?;
    if known.len() >= MOST {
        return Err(Error::conflict(Code::InUse, "Passkey Anda sudah terlalu banyak. Hapus yang tidak dipakai lagi."));
    }
    let known: Vec<CredentialID> = known.iter().map(|passkey| passkey.cred_id().clone()).collect();
    // The handle is the same for all passkeys of an account, and reveals no fact about it.
    let handle = Uuid::from_u128(u128::from(member.0.unsigned_abs()));
    let (asked, state) =
        party.start_passkey_registration(handle, email, email, Some(known)).map_err(Error::internal)?;
    Ok((serde_json::to_value(asked).map_err(Error::internal)?, serde_json::to_string(&state).map_err(Error::internal)?))
}

/// Stores the passkey that a device made.
///
/// # Errors
/// 422: it does not match the request, or belongs to another account.
pub async fn insert(
    conn: &mut Conn,
    party: &Webauthn,
    (member, name): (MemberId, &str),
    (state, answer): (&str, Value),
    now_ms: i64,
) -> Result<()> {
    let refused = || Error::invalid("Passkey ini tidak dapat dipakai. Coba lagi, atau pakai perangkat lain.");
    let state: PasskeyRegistration = serde_json::from_str(state).map_err(|_| refused())?;
    let answer = serde_json::from_value(answer).map_err(|_| refused())?;
    let passkey = party.finish_passkey_registration(&answer, &state).map_err(|_| refused())?;
    let sql =
        "INSERT INTO passkeys (member_id, credential_id, name, credential, created_ms) VALUES ($1, $2, $3, $4, $5)";
    let kept = query(sql)
        .bind(member)
        .bind(format::hex(passkey.cred_id()))
        .bind(name)
        .bind(serde_json::to_string(&passkey).map_err(Error::internal)?)
        .bind(now_ms)
        .execute(conn)
        .await;
    kept.map(drop).map_err(|error| if is_duplicate(&error) { refused() } else { error.into() })
}

/// Requests a signature by one of an account's passkeys; returns the options for the browser, and the state needed to
/// verify its answer.
///
/// # Errors
/// 409: the account has no passkey.
pub async fn request_signature(conn: &mut Conn, party: &Webauthn, member: MemberId) -> Result<(Value, String)> {
    let known = credentials(&rows(conn, member).await?)?;
    if known.is_empty() {
        return Err(Error::conflict(Code::NotFound, "Akun ini belum memiliki passkey."));
    }
    let (asked, state) = party.start_passkey_authentication(&known).map_err(Error::internal)?;
    Ok((serde_json::to_value(asked).map_err(Error::internal)?, serde_json::to_string(&state).map_err(Error::internal)?))
}

/// Verifies that an answer matches the request and is signed by one of the account's passkeys; records the use.
pub async fn take(
    conn: &mut Conn,
    party: &Webauthn,
    member: MemberId,
    (state, answer): (&str, Value),
    now_ms: i64,
) -> Result<bool> {
    let Ok(state) = serde_json::from_str::<PasskeyAuthentication>(state) else { return Ok(false) };
    let Ok(answer) = serde_json::from_value(answer) else { return Ok(false) };
    let Ok(result) = party.finish_passkey_authentication(&answer, &state) else { return Ok(false) };
    // The passkey may have been removed since the request.
    let sql = "SELECT credential FROM passkeys WHERE credential_id = $1 AND member_id = $2";
    let id = format::hex(result.cred_id());
    let found: Option<String> = query_scalar(sql).bind(&id).bind(member).fetch_optional(&mut *conn).await?;
    let Some(found) = found else { return Ok(false) };
    let mut passkey: Passkey = serde_json::from_str(&found).map_err(Error::internal)?;
    passkey.update_credential(&result);
    let credential = serde_json::to_string(&passkey).map_err(Error::internal)?;
    // Compare-and-set: of two answers that were checked against the same stored counter, only the first is accepted.
    let sql = "UPDATE passkeys SET credential = $3, used_ms = $4 WHERE credential_id = $1 AND credential = $2";
    let query = query(sql).bind(&id).bind(&found).bind(credential).bind(now_ms);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Removes a passkey of an account; returns its name, or `None` if the account has no such passkey.
pub async fn remove(conn: &mut Conn, member: MemberId, id: i64) -> sqlx::Result<Option<String>> {
    let sql = "DELETE FROM passkeys WHERE id = $1 AND member_id = $2 RETURNING name";
    query_scalar(sql).bind(id).bind(member).fetch_optional(conn).await
}
