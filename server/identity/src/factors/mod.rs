//! Second factors of an account in addition to its password: codes of an authenticator app, passkeys, and the recovery
//! codes that replace them.
//!
//! Owners and finance administrators must have a factor if the shop requires it. Before actions that affect money or
//! power, members confirm their identity again.

mod challenges;
mod confirmation;
mod management;
mod passkeys;
mod proof;
mod recovery;
mod status;
mod totp;

use ksmart_foundation::db::Conn;
use utoipa_axum::router::OpenApiRouter;

use crate::IdentityState;

pub use self::{
    confirmation::{check, remember},
    proof::{Factors, Proof},
    status::{FactorStatus, approves_from_ms, erase, mark_reset, must_be_settled, of, remove_all, waits_until_ms},
};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new().merge(management::router()).merge(confirmation::router())
}

/// Deletes expired procedures, expired confirmations, and wrong factors that no longer count.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    challenges::delete_old(conn, now_ms).await?;
    confirmation::delete_old(conn, now_ms).await?;
    proof::delete_old(conn, now_ms).await
}
