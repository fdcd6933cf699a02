//! Password of the logged-in member: its change, and the check that other sensitive changes require.

use axum::{Json, extract::State};
use ksmart_core::fields::{FieldError, check_password};
use ksmart_foundation::{
    config::RateLimits, db::Db, document::routes, error::Result, extract::Body, form::refuse, time::Clock,
};
use ksmart_identity::{
    hashing::Hashing,
    outbox::{self, Kind, Recipient},
    sessions::{self, Device, Session, Sessions},
    tokens::Member,
};
use serde::Deserialize;
use serde_json::json;
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{devices::LoginLeft, passwords::too_common, tries::Tries},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(change_password))
}

/// Checks the passwords of logged-in members, who must wait after too many wrong ones.
#[derive(Clone)]
pub struct OwnPassword {
    /// Database with the account's password hash.
    pub db: Db,
    /// Password hashing, for checking and replacing the hash.
    pub hashing: Hashing,
    /// Whether tries are counted.
    pub limits: RateLimits,
}

impl OwnPassword {
    /// Checks that a member has typed the password of their own account, in the form's `field`; returns its hash.
    ///
    /// # Errors
    /// 422: wrong password. 429: too many wrong passwords.
    pub async fn check(&self, member: &Member, typed: String, field: &'static str, now_ms: i64) -> Result<String> {
        let tries = Tries::of_session(&member.email);
        tries.take(&self.db, self.limits, now_ms).await?;
        let sql = "SELECT password_hash FROM members WHERE id = $1";
        let hash: String = query_scalar(sql).bind(member.id).fetch_one(&mut *self.db.read().await?).await?;
        let verified = self.hashing.verify(typed, Some(hash.clone())).await;
        if !matches!(verified, Ok(false)) {
            tries.undo_attempt(&self.db, self.limits).await?;
        }
        if verified? { Ok(hash) } else { Err(refuse(field, "wrong", "Password sekarang salah.")) }
    }
}

/// New password for the caller's account.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"current": "ksmart-demo", "password": "lebih-rahasia", "confirm": "lebih-rahasia"})))]
struct NewPassword {
    /// Current password.
    current: String,
    /// New password, 8 to 128 characters.
    #[schema(min_length = 8, max_length = 128)]
    password: String,
    /// Repeated new password.
    confirm: String,
}

/// Changes the caller's password and ends every other login of the account. 422 if the current password is wrong, 429
/// after too many failures.
#[utoipa::path(put, path = "/api/me/password", operation_id = "changeOwnPassword", request_body = NewPassword,
    responses((status = 200, body = LoginLeft), (status = 422), (status = 429)))]
async fn change_password(
    State(clock): State<Clock>,
    State(passwords): State<OwnPassword>,
    State(sessions): State<Sessions>,
    Session { member, .. }: Session,
    device: Device,
    Body(form): Body<NewPassword>,
) -> Result<Json<LoginLeft>> {
    let now_ms = clock.now_ms();
    let mut errors: Vec<FieldError> = check_password(&form.password, "confirm", &form.confirm);
    let mut conn = passwords.db.read().await?;
    let sql = "SELECT name FROM members WHERE id = $1";
    let name: String = query_scalar(sql).bind(member.id).fetch_one(&mut *conn).await?;
    errors.extend(too_common(&mut conn, &form.password, &member.email, &name).await?);
    drop(conn);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let hash = passwords.check(&member, form.current, "current", now_ms).await?;
    let new_hash = passwords.hashing.hash(form.password).await?;
    let mut tx = passwords.db.write().await?;
    // If two requests change it at once, the second no longer has the current password.
    let sql = "UPDATE members SET password_hash = $2 WHERE id = $1 AND password_hash = $3";
    if query(sql).bind(member.id).bind(new_hash).bind(hash).execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(refuse("current", "wrong", "Password ini baru saja diganti."));
    }
    let payload = json!({"at_ms": now_ms});
    outbox::notify(&mut tx, now_ms, Recipient::Member(member.id), Kind::PasswordChanged, payload).await?;
    // The token is replaced too: anyone who has obtained the old one is logged out.
    let from_ms = sessions::end_all(&mut tx, member.id, now_ms).await?;
    let (_, token) = sessions.open(&mut tx, &member, &device, from_ms, now_ms).await?;
    tx.commit().await?;
    sessions.end(member.id, from_ms);
    Ok(Json(LoginLeft { token }))
}
