//! The log: one line a fact on standard error, in the words of `RUST_LOG` (default: `info`).

use tracing_subscriber::EnvFilter;

/// Starts the log of this process.
pub fn start() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,memory_serve=warn,sqlx=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false).init();
}
