//! Work that runs to its end even if its caller goes away.

use tracing::Instrument;

use crate::error::{Error, Result};

/// Runs work to its end, even if the caller goes away: the requests to the provider and the shop's records must not
/// diverge. Returns the result of the work.
///
/// # Errors
/// A panic of the work becomes an internal error.
pub async fn detached<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Result<T> {
    tokio::spawn(work.in_current_span()).await.map_err(Error::internal)
}
