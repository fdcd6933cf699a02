//! Work that is completed even if the client disconnects.

use tracing::Instrument;

use crate::error::{Error, Result};

/// Completes work even if the client disconnects, and returns its result.
///
/// Work that calls a provider needs this: if it were cancelled halfway, the provider and the shop's records would
/// diverge.
pub async fn detached<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Result<T> {
    tokio::spawn(work.in_current_span()).await.map_err(Error::internal)
}
