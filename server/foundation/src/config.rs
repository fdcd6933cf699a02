//! All settings of an operator, by flag or by environment variable; `--help` is the manual.

use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    ops::Deref,
    sync::Arc,
};

pub use age::x25519::Recipient;
use clap::Args;
use ipnet::IpNet;
use lettre::message::Mailbox;
use url::{Host, Url};

/// The settings of one server.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one, and the bound address is logged.
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080", value_parser = listen, global = true)]
    pub listen: SocketAddr,

    /// Database: `sqlite://FILE` on one machine, `postgres://USER:PASSWORD@HOST/NAME` for several.
    /// `?sslmode=verify-full` at its end requires TLS and the right server; `&sslrootcert=FILE` names an authority that
    /// is not a public one.
    #[arg(long, env = "DATABASE_URL", default_value = "sqlite://data/ksmart.db", value_parser = database_url,
          hide_env_values = true, global = true)]
    pub database_url: Secret,

    /// Storage of uploads: `file://FOLDER` or `s3://BUCKET/PREFIX` (credentials as AWS_* variables).
    #[arg(long, env = "STORAGE_URL", default_value = "file://data/storage", value_parser = storage_url, global = true)]
    pub storage_url: String,

    /// Public address of the shop, for provider callbacks and shared links [default: the listen address].
    #[arg(long, env = "PUBLIC_URL", value_parser = http_url("PUBLIC_URL"), global = true)]
    pub public_url: Option<BaseUrl>,

    /// Proxies whose `X-Forwarded-For` is trusted: `loopback`, `none`, or addresses and networks such as
    /// `10.0.0.0/8,::1`.
    #[arg(long, env = "TRUSTED_PROXIES", default_value = "loopback", value_parser = trusted_proxies, global = true)]
    pub trusted_proxies: TrustedProxies,

    /// Key that signs sessions, 32 characters or more [default: made at first start, stored in the database].
    #[arg(long, env = "JWT_SECRET", value_parser = jwt_secret, hide_env_values = true, global = true)]
    pub jwt_secret: Option<Secret>,

    /// Midtrans server key; without it payments go to the built-in sandbox, if PAYMENT_SANDBOX is on.
    #[arg(long, env = "MIDTRANS_SERVER_KEY", value_parser = midtrans_key, hide_env_values = true, global = true)]
    pub midtrans_server_key: Option<Secret>,

    /// `on` if anyone may decide in the built-in sandbox that an order is paid, otherwise `off` [default: on if
    /// PUBLIC_URL is a loopback address].
    #[arg(long, env = "PAYMENT_SANDBOX", value_parser = payment_sandbox, global = true)]
    pub payment_sandbox: Option<PaymentSandbox>,

    /// Base of the Snap API, such as https://app.midtrans.com/snap/v1 [default: Midtrans's own, by the kind of key].
    #[arg(long, env = "MIDTRANS_SNAP_URL", value_parser = provider_url("MIDTRANS_SNAP_URL"), global = true)]
    pub midtrans_snap_url: Option<BaseUrl>,

    /// Base of the Core API, such as https://api.midtrans.com/v2 [default: Midtrans's own, by the kind of key].
    #[arg(long, env = "MIDTRANS_API_URL", value_parser = provider_url("MIDTRANS_API_URL"), global = true)]
    pub midtrans_api_url: Option<BaseUrl>,

    /// Komerce key for destinations, shipping costs and parcels; without it the shop uses its built-in tables.
    #[arg(long, env = "KOMERCE_API_KEY", value_parser = komerce_key, hide_env_values = true, global = true)]
    pub komerce_api_key: Option<Secret>,

    /// Base of the Komerce API [default: https://api.collaborator.komerce.id].
    #[arg(long, env = "KOMERCE_URL", value_parser = provider_url("KOMERCE_URL"), global = true)]
    pub komerce_url: Option<BaseUrl>,

    /// Key of the chat-completions service that answers questions about products; without it the shop answers from its
    /// own catalogue.
    #[arg(long, env = "CHAT_API_KEY", value_parser = chat_key, hide_env_values = true, global = true)]
    pub chat_api_key: Option<Secret>,

    /// Base of the chat-completions service [default: https://api.openai.com/v1].
    #[arg(long, env = "CHAT_API_URL", value_parser = provider_url("CHAT_API_URL"), global = true)]
    pub chat_api_url: Option<BaseUrl>,

    /// Name of the model that answers; a small one is enough [default: gpt-6-luna].
    #[arg(long, env = "CHAT_MODEL", value_parser = chat_model, global = true)]
    pub chat_model: Option<String>,

    /// Maximum number of tokens of an answer of that service, 16 to 4096: each token costs money.
    #[arg(long, env = "CHAT_ANSWER_TOKENS", default_value = "400", value_parser = answer_tokens, global = true)]
    pub chat_answer_tokens: u32,

    /// Maximum number of questions a day that each server sends to that service, 1 to 1000000; the catalogue answers
    /// further ones.
    #[arg(long, env = "CHAT_DAILY_QUESTIONS", default_value = "2000", value_parser = daily_questions, global = true)]
    pub chat_daily_questions: u32,

    /// Server that sends the e-mails: `smtp://` (TLS if the server supports it; required with a password, except on
    /// this machine) or `smtps://`, then `USER:PASSWORD@HOST:PORT`; without it e-mails stay in the outbox, and
    /// administrators can read them.
    #[arg(long, env = "SMTP_URL", value_parser = smtp_url, hide_env_values = true, global = true)]
    pub smtp_url: Option<Secret>,

    /// Sender's address of e-mails, such as `Toko Sehat <halo@toko.example.com>`.
    #[arg(long, env = "MAIL_FROM", value_parser = mail_from, global = true)]
    pub mail_from: Option<Mailbox>,

    /// Base of a service like the WhatsApp Cloud API, up to the telephone number's id, such as
    /// https://graph.facebook.com/v25.0/1234567890; its templates have the names of the kinds of messages, such as
    /// `order_paid`.
    #[arg(long, env = "WHATSAPP_URL", value_parser = provider_url("WHATSAPP_URL"), global = true)]
    pub whatsapp_url: Option<BaseUrl>,

    /// Access token of the service at WHATSAPP_URL.
    #[arg(long, env = "WHATSAPP_TOKEN", value_parser = whatsapp_token, hide_env_values = true, global = true)]
    pub whatsapp_token: Option<Secret>,

    /// Minutes after which an unpaid online order releases its stock, 1 to 10080 (7 days, the provider's maximum).
    #[arg(long, env = "PAYMENT_EXPIRY_MINUTES", default_value = "1440", value_parser = expiry_minutes, global = true)]
    pub payment_expiry_minutes: i64,

    /// Recipient that backups are encrypted for, as `age-keygen` prints it: age1… [default: backups are not encrypted].
    #[arg(long, env = "BACKUP_RECIPIENT", value_parser = recipient("BACKUP_RECIPIENT"), hide_env_values = true, global = true)]
    pub backup_recipient: Option<Recipient>,

    /// `on` if every name below the shop's supports https as well: browsers then use only https for them.
    #[arg(long, env = "HSTS_SUBDOMAINS", default_value = "off", value_parser = hsts_subdomains, global = true)]
    pub hsts_subdomains: Subdomains,

    /// Limits on the rate of requests: `on`, or `off` for load tests only.
    #[arg(long, env = "RATE_LIMITS", default_value = "on", value_parser = rate_limits, global = true)]
    pub rate_limits: RateLimits,

    /// Milliseconds that the program's clock is ahead of the system's, negative if it is behind, at most 100 years; for
    /// tests only: refused unless the shop's address is a loopback address.
    #[arg(long, env = "CLOCK_AHEAD_MS", default_value = "0", value_parser = clock_ahead, allow_negative_numbers = true,
          global = true)]
    pub clock_ahead_ms: i64,
}

impl Config {
    /// Checks rules that involve several settings.
    ///
    /// # Errors
    /// A message that names the variable at fault.
    pub fn check(&self) -> Result<(), String> {
        let at_another_host = self.midtrans_snap_url.is_some() || self.midtrans_api_url.is_some();
        if at_another_host && self.midtrans_server_key.is_none() {
            return Err(
                "MIDTRANS_SERVER_KEY should be a key where MIDTRANS_SNAP_URL or MIDTRANS_API_URL is set".to_owned()
            );
        }
        if self.komerce_url.is_some() && self.komerce_api_key.is_none() {
            return Err("KOMERCE_API_KEY should be a key where KOMERCE_URL is set".to_owned());
        }
        let chat_elsewhere = self.chat_api_url.is_some() || self.chat_model.is_some();
        if chat_elsewhere && self.chat_api_key.is_none() {
            return Err("CHAT_API_KEY should be a key where CHAT_API_URL or CHAT_MODEL is set".to_owned());
        }
        if self.smtp_url.is_some() && self.mail_from.is_none() {
            return Err("MAIL_FROM should be an e-mail address where SMTP_URL is set".to_owned());
        }
        if self.whatsapp_url.is_some() != self.whatsapp_token.is_some() {
            return Err("WHATSAPP_URL and WHATSAPP_TOKEN should both be set, or neither".to_owned());
        }
        // Sessions, periods and payments of real people depend on the real time.
        if self.clock_ahead_ms != 0 && !self.is_local() {
            return Err(
                "CLOCK_AHEAD_MS should be 0 where PUBLIC_URL is no loopback address: it is for tests".to_owned()
            );
        }
        Ok(())
    }

    /// Whether the built-in payment sandbox may be used: by the setting, or without it by the shop's address.
    pub fn sandbox(&self) -> PaymentSandbox {
        let by_address = || if self.is_local() { PaymentSandbox::On } else { PaymentSandbox::Off };
        self.payment_sandbox.unwrap_or_else(by_address)
    }

    /// Whether the sandbox replaces the payment provider.
    pub fn uses_sandbox(&self) -> bool {
        self.midtrans_server_key.is_none() && self.sandbox() == PaymentSandbox::On
    }

    /// Whether the shop's public address can be reached only from this machine.
    pub fn is_local(&self) -> bool {
        self.public_url.as_ref().map_or_else(|| self.listen.ip().is_loopback(), BaseUrl::is_loopback)
    }

    /// Checks that buyers can pay.
    ///
    /// # Errors
    /// A message that names the missing variable.
    pub fn check_payments(&self) -> Result<(), String> {
        if self.midtrans_server_key.is_some() || self.uses_sandbox() {
            return Ok(());
        }
        Err("MIDTRANS_SERVER_KEY should be a key where PUBLIC_URL is no loopback address or PAYMENT_SANDBOX is off; \
             PAYMENT_SANDBOX=on lets anyone decide that an order is paid"
            .to_owned())
    }
}

/// Whether the built-in payment sandbox may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentSandbox {
    /// The sandbox may be used; payments made in it count.
    On,
    /// The sandbox may not be used; payments made in it count in no payout.
    Off,
}

/// Whether requests are counted for the rate limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimits {
    /// Requests are counted and limited.
    On,
    /// Requests are neither counted nor limited.
    Off,
}

/// Host names for which browsers are told to use only https (HSTS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subdomains {
    /// The shop's name and all names below it.
    Included,
    /// Only the shop's name.
    LeftOut,
}

/// Proxies that are trusted to report the caller's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    /// Whether an IP address belongs to a trusted proxy.
    pub fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether `peer` has a private IP address and is not a trusted proxy.
    ///
    /// If such a peer reports a caller's address, it most likely is a proxy that the operator forgot to list.
    pub fn is_untrusted_proxy(&self, peer: IpAddr) -> bool {
        let is_private = match peer.to_canonical() {
            IpAddr::V4(address) => address.is_private(),
            IpAddr::V6(address) => address.is_unique_local(),
        };
        is_private && !self.has(peer)
    }

    /// Returns the caller's IP address, from the peer's address and the hops in the request, nearest last.
    ///
    /// It is the nearest of these addresses that does not belong to a trusted proxy.
    pub fn client<'a>(&self, peer: IpAddr, hops: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut client = peer;
        for hop in hops.rev() {
            let hop = hop.trim();
            let bare = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
            let address = hop.parse().ok().or_else(|| Some(hop.parse::<SocketAddr>().ok()?.ip())).or_else(bare);
            match address {
                Some(address) if self.has(client) => client = address,
                _ => break,
            }
        }
        client
    }
}

/// Text that is never shown in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// An http or https address without a slash at its end, to which paths are appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(pub String);

impl BaseUrl {
    /// Whether the host of the address is this machine.
    fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }
}

/// Whether the host of an address is this machine.
pub fn is_loopback(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    })
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Public address of the shop; no slash at its end.
#[derive(Clone, Debug)]
pub struct PublicUrl(Arc<str>);

impl PublicUrl {
    /// Creates the address from `url`.
    pub fn new(url: &str) -> Self {
        Self(url.into())
    }
}

impl Deref for PublicUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a secret from the variable `name`, or from the file named by the variable `name` with the suffix `_FILE`.
///
/// # Errors
/// Both are set, or the file cannot be read; returned as a message that names the variable.
pub fn secret(name: &str) -> Result<Option<String>, String> {
    let (given, file) = (std::env::var(name).ok(), std::env::var_os(format!("{name}_FILE")));
    match (given, file) {
        (Some(_), Some(_)) => Err(format!("{name} and {name}_FILE should not both be set")),
        (given, None) => Ok(given),
        (None, Some(file)) => match std::fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned())),
            Err(error) => Err(format!("{name}_FILE should name a file that can be read: {error}")),
        },
    }
}

/// Returns a parser of the recipient that backups are encrypted for; its error message names the setting.
pub fn recipient(name: &'static str) -> impl Fn(&str) -> Result<Recipient, String> + Clone + Send + Sync {
    move |text| text.trim().parse().map_err(|_| format!("{name} should be a recipient as age-keygen prints it, age1…"))
}

fn listen(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "LISTEN should be an address and a port, like 127.0.0.1:8080".to_owned())
}

fn database_url(text: &str) -> Result<Secret, String> {
    let known = ["sqlite://", "postgres://", "postgresql://"];
    if known.iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme)) {
        Ok(Secret(text.to_owned()))
    } else {
        Err("DATABASE_URL should look like sqlite://data/ksmart.db or postgres://user:password@host/name".to_owned())
    }
}

fn storage_url(text: &str) -> Result<String, String> {
    let known = ["file://", "s3://"];
    if known.iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme)) {
        Ok(text.to_owned())
    } else {
        Err("STORAGE_URL should look like file://data/storage or s3://bucket/prefix".to_owned())
    }
}

/// Returns a parser of a provider's address. Keys and texts typed by people are sent there, so it must be encrypted
/// unless it is on this machine.
fn provider_url(name: &'static str) -> impl Fn(&str) -> Result<BaseUrl, String> + Clone + Send + Sync {
    move |text| {
        let base = http_url(name)(text)?;
        if base.0.starts_with("https://") || base.is_loopback() {
            return Ok(base);
        }
        Err(format!("{name} should begin with https:// unless it is a loopback address"))
    }
}

fn http_url(name: &'static str) -> impl Fn(&str) -> Result<BaseUrl, String> + Clone + Send + Sync {
    move |text| {
        let parsed = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        match parsed {
            Some(url) if url.query().is_none() => Ok(BaseUrl(text.trim_end_matches('/').to_owned())),
            _ => Err(format!("{name} should be an address like https://example.com")),
        }
    }
}

fn jwt_secret(text: &str) -> Result<Secret, String> {
    if text.len() >= 32 {
        Ok(Secret(text.to_owned()))
    } else {
        Err("JWT_SECRET should be 32 characters or more".to_owned())
    }
}

fn midtrans_key(text: &str) -> Result<Secret, String> {
    if text.is_empty() || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        Err("MIDTRANS_SERVER_KEY should be a key like SB-Mid-server-abc123".to_owned())
    } else {
        Ok(Secret(text.to_owned()))
    }
}

fn komerce_key(text: &str) -> Result<Secret, String> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_graphic()) {
        Err("KOMERCE_API_KEY should be a key like 4rT9xY2b".to_owned())
    } else {
        Ok(Secret(text.to_owned()))
    }
}

/// Reads the key; it is sent in an HTTP header, which allows only visible ASCII characters.
fn chat_key(text: &str) -> Result<Secret, String> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_graphic()) {
        Err("CHAT_API_KEY should be a key like sk-abc123".to_owned())
    } else {
        Ok(Secret(text.to_owned()))
    }
}

fn chat_model(text: &str) -> Result<String, String> {
    if text.is_empty() || text.len() > 200 || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        Err("CHAT_MODEL should be the name of a model like gpt-6-luna".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

fn answer_tokens(text: &str) -> Result<u32, String> {
    let tokens = text.parse().ok().filter(|tokens| (16..=4096).contains(tokens));
    tokens.ok_or_else(|| "CHAT_ANSWER_TOKENS should be a whole number from 16 to 4096".to_owned())
}

fn daily_questions(text: &str) -> Result<u32, String> {
    let questions = text.parse().ok().filter(|questions| (1..=1_000_000).contains(questions));
    questions.ok_or_else(|| "CHAT_DAILY_QUESTIONS should be a whole number from 1 to 1000000".to_owned())
}

fn smtp_url(text: &str) -> Result<Secret, String> {
    let is_server =
        |url: &Url| matches!(url.scheme(), "smtp" | "smtps") && url.host_str().is_some_and(|host| !host.is_empty());
    if Url::parse(text).is_ok_and(|url| is_server(&url) && url.query().is_none()) {
        Ok(Secret(text.to_owned()))
    } else {
        Err("SMTP_URL should be smtp:// or smtps:// and a host, like smtps://user:password@mail.example.com:465"
            .to_owned())
    }
}

fn mail_from(text: &str) -> Result<Mailbox, String> {
    text.parse()
        .map_err(|_| "MAIL_FROM should be an e-mail address, like Toko Sehat <halo@toko.example.com>".to_owned())
}

fn whatsapp_token(text: &str) -> Result<Secret, String> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_graphic()) {
        Err("WHATSAPP_TOKEN should be a token like EAAG3b4c".to_owned())
    } else {
        Ok(Secret(text.to_owned()))
    }
}

fn expiry_minutes(text: &str) -> Result<i64, String> {
    text.parse()
        .ok()
        .filter(|minutes| (1..=10_080).contains(minutes))
        .ok_or_else(|| "PAYMENT_EXPIRY_MINUTES should be a whole number from 1 to 10080".to_owned())
}

fn payment_sandbox(text: &str) -> Result<PaymentSandbox, String> {
    match text {
        "on" => Ok(PaymentSandbox::On),
        "off" => Ok(PaymentSandbox::Off),
        _ => Err("PAYMENT_SANDBOX should be on or off".to_owned()),
    }
}

fn hsts_subdomains(text: &str) -> Result<Subdomains, String> {
    match text {
        "on" => Ok(Subdomains::Included),
        "off" => Ok(Subdomains::LeftOut),
        _ => Err("HSTS_SUBDOMAINS should be on or off".to_owned()),
    }
}

fn trusted_proxies(text: &str) -> Result<TrustedProxies, String> {
    let networks: Option<Vec<IpNet>> = match text.trim() {
        "none" => Some(Vec::new()),
        list => list
            .split(',')
            .map(str::trim)
            .flat_map(|one| if one == "loopback" { vec!["127.0.0.0/8", "::1"] } else { vec![one] })
            .map(|one| one.parse().ok().or_else(|| one.parse::<IpAddr>().ok().map(IpNet::from)))
            .collect(),
    };
    let sentence = "TRUSTED_PROXIES should be loopback, none, or addresses and networks like 10.0.0.0/8,192.0.2.7";
    Ok(TrustedProxies(networks.ok_or(sentence)?.into()))
}

fn rate_limits(text: &str) -> Result<RateLimits, String> {
    match text {
        "on" => Ok(RateLimits::On),
        "off" => Ok(RateLimits::Off),
        _ => Err("RATE_LIMITS should be on or off".to_owned()),
    }
}

fn clock_ahead(text: &str) -> Result<i64, String> {
    let ms = text.parse().ok().filter(|ms: &i64| ms.unsigned_abs() <= 100 * 366 * 86_400_000);
    ms.ok_or_else(|| "CLOCK_AHEAD_MS should be a whole number of milliseconds, at most 100 years".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn config(flags: &[&str]) -> Config {
        #[derive(Parser)]
        struct Flags {
            #[command(flatten)]
            config: Config,
        }
        Flags::parse_from([&["ksmart"], flags].concat()).config
    }

    #[test]
    fn errors_name_the_malformed_variable() {
        for (message, name) in [
            (listen("8080").unwrap_err(), "LISTEN"),
            (database_url("mysql://x").unwrap_err(), "DATABASE_URL"),
            (database_url("sqlite://").unwrap_err(), "DATABASE_URL"),
            (storage_url("/tmp").unwrap_err(), "STORAGE_URL"),
            (http_url("PUBLIC_URL")("example.com").unwrap_err(), "PUBLIC_URL"),
            (http_url("PUBLIC_URL")("ftp://example.com").unwrap_err(), "PUBLIC_URL"),
            (jwt_secret("short").unwrap_err(), "JWT_SECRET"),
            (midtrans_key("").unwrap_err(), "MIDTRANS_SERVER_KEY"),
            (komerce_key("").unwrap_err(), "KOMERCE_API_KEY"),
            (komerce_key("dua kata").unwrap_err(), "KOMERCE_API_KEY"),
            (http_url("KOMERCE_URL")("komerce.id").unwrap_err(), "KOMERCE_URL"),
            (chat_key("").unwrap_err(), "CHAT_API_KEY"),
            (chat_key("sk-kunci rahasia").unwrap_err(), "CHAT_API_KEY"),
            (chat_key("sk-é").unwrap_err(), "CHAT_API_KEY"),
            (provider_url("KOMERCE_URL")("http://komerce.example").unwrap_err(), "KOMERCE_URL"),
            (provider_url("CHAT_API_URL")("http://localhost.example.com/v1").unwrap_err(), "CHAT_API_URL"),
            (http_url("CHAT_API_URL")("api.openai.com/v1").unwrap_err(), "CHAT_API_URL"),
            (chat_model("").unwrap_err(), "CHAT_MODEL"),
            (chat_model("dua kata").unwrap_err(), "CHAT_MODEL"),
            (answer_tokens("8").unwrap_err(), "CHAT_ANSWER_TOKENS"),
            (daily_questions("0").unwrap_err(), "CHAT_DAILY_QUESTIONS"),
            (expiry_minutes("0").unwrap_err(), "PAYMENT_EXPIRY_MINUTES"),
            (expiry_minutes("1d").unwrap_err(), "PAYMENT_EXPIRY_MINUTES"),
            (smtp_url("mail.example.com:465").unwrap_err(), "SMTP_URL"),
            (smtp_url("https://mail.example.com").unwrap_err(), "SMTP_URL"),
            (mail_from("Toko Sehat").unwrap_err(), "MAIL_FROM"),
            (provider_url("WHATSAPP_URL")("graph").unwrap_err(), "WHATSAPP_URL"),
            (whatsapp_token("a b").unwrap_err(), "WHATSAPP_TOKEN"),
            (payment_sandbox("yes").unwrap_err(), "PAYMENT_SANDBOX"),
            (rate_limits("no").unwrap_err(), "RATE_LIMITS"),
            (hsts_subdomains("yes").unwrap_err(), "HSTS_SUBDOMAINS"),
            (trusted_proxies("").unwrap_err(), "TRUSTED_PROXIES"),
            (trusted_proxies("10.0.0.0/33").unwrap_err(), "TRUSTED_PROXIES"),
            (clock_ahead("1d").unwrap_err(), "CLOCK_AHEAD_MS"),
            (clock_ahead("-9223372036854775808").unwrap_err(), "CLOCK_AHEAD_MS"),
        ] {
            assert!(message.starts_with(&format!("{name} should")), "{message}");
        }
        for good in ["https://komerce.example/v1", "http://127.0.0.1:99", "http://[::1]/v1", "http://localhost:99/v1"] {
            assert!(provider_url("X")(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn a_provider_address_requires_a_key() {
        let check = |flags: &[&str]| config(flags).check();
        for flag in ["--chat-model=m", "--chat-api-url=http://localhost/v1"] {
            assert_eq!(
                check(&[flag]).unwrap_err(),
                "CHAT_API_KEY should be a key where CHAT_API_URL or CHAT_MODEL is set"
            );
            assert!(check(&[flag, "--chat-api-key=sk-x"]).is_ok());
        }
        assert!(check(&["--chat-api-key=sk-x"]).is_ok());
        let komerce = "--komerce-url=http://localhost";
        assert_eq!(check(&[komerce]).unwrap_err(), "KOMERCE_API_KEY should be a key where KOMERCE_URL is set");
        assert!(check(&[komerce, "--komerce-api-key=x"]).is_ok());
    }

    #[test]
    fn a_public_shop_needs_a_payment_provider() {
        let toko = "--public-url=https://toko.example.com";
        for here in [
            &[][..],
            &["--public-url=http://localhost:8080"],
            &["--public-url=http://127.1.2.3"],
            &["--public-url=http://[::1]:8080"],
            &[toko, "--payment-sandbox=on"],
        ] {
            assert_eq!(
                (config(here).sandbox(), config(here).check_payments()),
                (PaymentSandbox::On, Ok(())),
                "{here:?}"
            );
        }
        for out in [
            &[toko][..],
            &["--listen=0.0.0.0:8080"],
            &["--public-url=http://localhost.example.com"],
            &["--payment-sandbox=off"],
        ] {
            assert_eq!(config(out).sandbox(), PaymentSandbox::Off, "{out:?}");
            assert!(config(out).check_payments().unwrap_err().starts_with("MIDTRANS_SERVER_KEY should be a key"));
            assert!(config(&[out, &["--midtrans-server-key=x"]].concat()).check_payments().is_ok());
        }
    }

    #[test]
    fn a_public_shop_uses_the_real_time() {
        let ahead = "--clock-ahead-ms=-86400000";
        for here in ["--public-url=http://localhost:8080", "--listen=127.0.0.1:0"] {
            assert_eq!(config(&[ahead, here]).check(), Ok(()));
        }
        for out in ["--public-url=https://toko.example.com", "--listen=0.0.0.0:8080"] {
            assert!(config(&[ahead, out]).check().unwrap_err().starts_with("CLOCK_AHEAD_MS should be 0 where"));
            assert_eq!(config(&[out]).check(), Ok(()));
        }
    }

    #[test]
    fn the_client_is_the_last_untrusted_hop() {
        let client = |trusted: &str, peer: &str, hops: &str| {
            let hops = Some(hops).filter(|hops| !hops.is_empty()).into_iter().flat_map(|hops| hops.split(','));
            let hops: Vec<&str> = hops.collect();
            trusted_proxies(trusted).unwrap().client(peer.parse().unwrap(), hops.into_iter()).to_string()
        };
        for (trusted, peer, hops, asks) in [
            ("loopback", "127.0.0.1", "", "127.0.0.1"),
            ("loopback", "127.0.0.1", "203.0.113.9", "203.0.113.9"),
            ("loopback", "::1", "198.51.100.2, 203.0.113.9", "203.0.113.9"),
            // A peer that is not a proxy is the caller itself, whatever its header contains.
            ("loopback", "203.0.113.9", "198.51.100.2", "203.0.113.9"),
            ("none", "127.0.0.1", "203.0.113.9", "127.0.0.1"),
            // Through two proxies of the shop.
            ("loopback,10.0.0.0/8", "127.0.0.1", "1.1.1.1, 203.0.113.9, 10.2.3.4", "203.0.113.9"),
            ("10.0.0.0/8", "::ffff:10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
            ("10.0.0.0/8", "10.0.0.1", "[2001:db8::1]", "2001:db8::1"),
            ("10.0.0.0/8", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"),
        ] {
            assert_eq!(client(trusted, peer, hops), asks, "{trusted} {peer} {hops}");
        }
    }

    #[test]
    fn an_untrusted_private_proxy_is_detected() {
        let overlooks =
            |trusted: &str, peer: &str| trusted_proxies(trusted).unwrap().is_untrusted_proxy(peer.parse().unwrap());
        for peer in ["10.88.0.1", "172.17.0.1", "192.168.1.1", "::ffff:10.88.0.1", "fd00::1"] {
            assert!(overlooks("loopback", peer), "{peer}");
        }
        assert!(!overlooks("10.88.0.0/16", "10.88.0.1"));
        for peer in ["127.0.0.1", "::1", "203.0.113.9", "2001:db8::1"] {
            assert!(!overlooks("none", peer), "{peer}");
        }
    }

    #[test]
    fn base_addresses_lose_the_trailing_slash() {
        assert_eq!(http_url("X")("https://example.com/snap/v1/").unwrap().0, "https://example.com/snap/v1");
    }

    #[test]
    fn secrets_are_hidden_in_debug_output() {
        assert_eq!(format!("{:?}", Secret("very secret".to_owned())), "***");
    }
}
