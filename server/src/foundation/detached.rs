//! Work that goes on to its end when whoever asked for it goes away.

use tracing::Instrument;

use crate::foundation::error::{Error, Result};

/// Does something to its end, also when whoever asked for it goes away: what the provider was told and what the shop
/// has written down must not part. Gives what the work gives.
///
/// # Errors
/// A panic of the work is an internal error.
pub async fn detached<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Result<T> {
    tokio::spawn(work.in_current_span()).await.map_err(Error::internal)
}
