//! Log: one line per event on standard error, filtered by `RUST_LOG` (default: `info`).
//!
//! Security events have one format: target `security`, and the fields `event`, `member`, `address` and `detail`. No
//! other line identifies a person.

use std::{fmt, net::IpAddr};

use tracing_subscriber::EnvFilter;

use crate::ids::MemberId;

/// Starts the log of this process.
pub fn start() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,memory_serve=warn,sqlx=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false).init();
}

/// Caller of a request, for the log.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    /// IP address of the caller.
    pub address: IpAddr,
    /// Member whose session token the request carries, if any.
    pub member: Option<MemberId>,
}

tokio::task_local! {
    static CALLER: Caller;
}

/// Runs the work of a request, so that [`security`] events during it name `caller`.
pub async fn called_by<F: Future>(caller: Caller, work: F) -> F::Output {
    CALLER.scope(caller, work).await
}

/// Event that concerns security.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A session was opened.
    LoggedIn,
    /// A password, or a proof in its place, was wrong.
    LoginRefused,
    /// A caller was refused an action that they may not do.
    Refused,
    /// The signature of a notification did not match its claimed sender.
    BadSignature,
    /// A caller exceeded a request limit.
    Limited,
    /// An administrator is about to change a member's account or role, or the shop's settings.
    Administered,
    /// A member has erased their own account.
    Erased,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LoggedIn => "logged_in",
            Self::LoginRefused => "login_refused",
            Self::Refused => "refused",
            Self::BadSignature => "bad_signature",
            Self::Limited => "limited",
            Self::Administered => "administered",
            Self::Erased => "erased",
        })
    }
}

/// Logs a security event with the caller of the current request; `member` replaces the caller's member.
pub fn security(event: Event, member: Option<MemberId>, detail: impl fmt::Display) {
    let caller = CALLER.try_with(|caller| *caller).ok();
    let member = member.or_else(|| caller?.member).map(|member| member.to_string());
    let address = caller.map(|caller| caller.address.to_string());
    let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    tracing::info!(
        target: "security",
        event = %event,
        member = %said(&member),
        address = %said(&address),
        detail = %detail,
    );
}
