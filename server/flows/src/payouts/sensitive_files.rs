//! Files with bank accounts or tax numbers of members, which administrators download.

use axum::response::Response;
use ksmart_foundation::{db::Db, error::Result, response::attachment, time::Clock};
use ksmart_identity::{
    audit::{self, Change, Subject},
    tokens::Member,
};
use serde_json::{Value, json};

/// Returns a file with members' sensitive data to an administrator, and records the download in the audit log.
pub(super) async fn hand_out(
    db: &Db,
    admin: &Member,
    clock: &Clock,
    name: &str,
    (kind, body): (&'static str, Vec<u8>),
) -> Result<Response> {
    let change = Change::new("export", Subject::Member, name, Value::Null, json!({}));
    audit::record(&mut *db.write_one().await?, admin, clock.now_ms(), change).await?;
    Ok(attachment(name, kind, body))
}
