//! Origin of a login: the browser's description of itself, its address, and the cookie by which an account recognises a
//! device on which it was used before.

use std::net::{IpAddr, Ipv4Addr};

use axum::{
    extract::FromRequestParts,
    http::{
        HeaderName,
        header::{COOKIE, SET_COOKIE, USER_AGENT},
        request::Parts,
    },
};
use ksmart_foundation::{
    db::Conn,
    document::{Call, Part},
    error::{Error, Result},
    extract::ClientAddress,
    format,
    ids::MemberId,
    limits::network_of,
    time::{DAY_MS, Random},
};
use sha2::{Digest, Sha256};
use sqlx::{query, query_scalar};

/// Cookie that identifies a device. It is sent only with logins, and no script reads it.
const COOKIE_NAME: &str = "ksmart_device";

/// Prefix of the cookie's name in a shop with https: browsers accept such a cookie only over https.
const SECURE: &str = "__Secure-";

/// Length of a device's token, each character one of 30 letters or digits: 127 bits.
const TOKEN_LENGTH: usize = 26;

/// Time for which a device without logins stays known, in milliseconds; browsers store no cookie for longer.
const KNOWN_MS: i64 = 400 * DAY_MS;

/// Maximum number of known devices of a member: the most recently used ones.
const KNOWN_AT_MOST: i64 = 20;

/// Header that sets a device's cookie.
pub type Cookie = [(HeaderName, String); 1];

/// Token that identifies a device: a secret known only to the device and the shop.
#[derive(Debug, Clone)]
pub struct DeviceToken(String);

impl DeviceToken {
    pub(super) fn fresh(random: &Random) -> Self {
        Self(random.token(TOKEN_LENGTH))
    }

    /// Hashes the token for storage.
    pub fn digest(&self) -> String {
        format::hex(&Sha256::digest(self.0.as_bytes()))
    }

    fn read(parts: &Parts) -> Option<Self> {
        let cookies = parts.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let found = cookies.flat_map(|line| line.split(';')).find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name.strip_prefix(SECURE).unwrap_or(name) == COOKIE_NAME).then_some(value)
        })?;
        let is_one = found.len() == TOKEN_LENGTH && found.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_one.then(|| Self(found.to_owned()))
    }
}

/// Maximum length of a browser's description that is stored, in characters.
const NAME_LENGTH: usize = 200;

/// Device from which a login comes.
#[derive(Debug, Clone)]
pub struct Device {
    /// Browser's description of itself, cut short.
    pub user_agent: String,
    /// IP address of the client.
    pub address: IpAddr,
    /// Token from the device's cookie; `None` if nobody has logged in on the device before.
    pub token: Option<DeviceToken>,
}

/// Unknown program on this machine: no user agent, no token, the loopback address.
impl Default for Device {
    fn default() -> Self {
        Self { user_agent: String::new(), address: IpAddr::V4(Ipv4Addr::LOCALHOST), token: None }
    }
}

impl Device {
    /// Returns the browser and the system in words, as far as they are known: `Chrome di Android`.
    pub fn in_words(&self) -> String {
        in_words(&self.user_agent)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, state).await?;
        let user_agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let user_agent = user_agent.chars().take(NAME_LENGTH).collect();
        Ok(Self { user_agent, address, token: DeviceToken::read(parts) })
    }
}

impl Part for Device {
    fn describe(_: &mut Call<'_>) {}
}

/// Whether a member has logged in on a device before.
pub async fn is_known(conn: &mut Conn, member: MemberId, device: &Device) -> sqlx::Result<bool> {
    let Some(token) = &device.token else { return Ok(false) };
    let sql = "SELECT 1 FROM known_devices WHERE member_id = $1 AND token_hash = $2";
    let found: Option<i64> = query_scalar(sql).bind(member).bind(token.digest()).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Whether a stored session of a member was opened by the same browser from the same network: this recognises browsers
/// without cookies.
pub async fn was_seen(conn: &mut Conn, member: MemberId, device: &Device) -> sqlx::Result<bool> {
    let sql = "SELECT DISTINCT address FROM sessions WHERE member_id = $1 AND user_agent = $2";
    let found: Vec<String> = query_scalar(sql).bind(member).bind(&device.user_agent).fetch_all(conn).await?;
    let here = network_of(device.address);
    Ok(found.iter().filter_map(|address| address.parse().ok()).any(|address| network_of(address) == here))
}

/// Records that a member has logged in on a device; returns the cookie that identifies it. In a shop with an https
/// address, the cookie is sent only over https.
pub(super) async fn remember(
    conn: &mut Conn,
    member: MemberId,
    token: &DeviceToken,
    is_https: bool,
    now_ms: i64,
) -> sqlx::Result<Cookie> {
    let sql = "INSERT INTO known_devices (member_id, token_hash, last_login_ms) VALUES ($1, $2, $3)
               ON CONFLICT (member_id, token_hash) DO UPDATE SET last_login_ms = excluded.last_login_ms";
    query(sql).bind(member).bind(token.digest()).bind(now_ms).execute(&mut *conn).await?;
    let sql = "DELETE FROM known_devices WHERE member_id = $1 AND token_hash NOT IN (
                 SELECT d.token_hash FROM known_devices d WHERE d.member_id = $1
                 ORDER BY d.last_login_ms DESC, d.token_hash LIMIT $2)";
    query(sql).bind(member).bind(KNOWN_AT_MOST).execute(conn).await?;
    let (seconds, (prefix, secure)) = (KNOWN_MS / 1000, if is_https { (SECURE, "; Secure") } else { ("", "") });
    let how = format!("Path=/api/login; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    Ok([(SET_COOKIE, format!("{prefix}{COOKIE_NAME}={}; {how}", token.0))])
}

/// Deletes the known devices of a member.
pub(super) async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM known_devices WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Deletes the devices without a recent login.
pub(super) async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM known_devices WHERE last_login_ms < $1").bind(now_ms - KNOWN_MS).execute(conn).await?;
    Ok(())
}

/// Browsers, by a unique part of their description; browsers that also include the names of others come first.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("YaBrowser", "Yandex"),
    ("UCBrowser", "UC Browser"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
];

/// Systems, by a unique part of the browser's description; those whose description includes the names of others come
/// first.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns the browser and the system in words, as far as they are known: `Chrome di Android`.
pub(super) fn in_words(user_agent: &str) -> String {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} di {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("Aplikasi di {system}"),
        (None, None) => "Perangkat tidak dikenal".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_get_readable_names() {
        for (user_agent, words) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome di Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari di iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge di Windows",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox di Linux"),
            ("Dalvik/2.1.0 (Linux; U; Android 14)", "Aplikasi di Android"),
            ("curl/8.14.1", "Perangkat tidak dikenal"),
            ("", "Perangkat tidak dikenal"),
        ] {
            assert_eq!(in_words(user_agent), words, "{user_agent}");
        }
    }
}
