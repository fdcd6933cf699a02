//! Second factors of an account beside its password: codes of an app, passkeys, and the recovery codes that stand in
//! for them.
//!
//! Owners and finance need one where the shop says so, and whoever moves money or power shows it again.

mod challenges;
mod confirmation;
mod own;
mod passkeys;
mod proof;
mod recovery;
mod standing;
mod totp;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db},
        time::Clock,
    },
    identity::sessions::Sessions,
};

pub use self::{
    confirmation::{check, remember},
    proof::{Factors, Proof},
    standing::{
        APPROVAL_WAIT, REQUIRED, Standing, approves_from_ms, forget, mark_reset, must_be_settled, of, remove_all,
        waits_until_ms,
    },
};

/// The routes of this feature.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Factors: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().merge(own::router()).merge(confirmation::router())
}

/// Forgets what was begun and not gone on with, what was confirmed and holds no more, and wrong
/// factors that no longer count.
pub async fn drop_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    challenges::drop_old(conn, now_ms).await?;
    confirmation::drop_old(conn, now_ms).await?;
    proof::drop_old(conn, now_ms).await
}
