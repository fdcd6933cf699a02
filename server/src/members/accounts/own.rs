//! What everybody does with an own account: another password, and the end of every other login.

use axum::{
    Json,
    extract::{FromRef, State},
};
use ksmart_core::fields::{FieldError, check_password};
use serde::{Deserialize, Serialize};
use sqlx::{query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        config::RateLimits,
        db::{Db, Tx},
        document::routes,
        error::Result,
        extract::Body,
        form::refuse,
        time::Clock,
    },
    identity::{
        hashing::Hashing,
        sessions::{self, Sessions},
        tokens::Member,
    },
    members::accounts::{login::Tries, passwords},
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Hashing: FromRef<S>,
    RateLimits: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(change_password)).routes(routes!(end_others))
}

/// Another password for the caller's account.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"current": "ksmart-demo", "password": "lebih-rahasia", "confirm": "lebih-rahasia"})))]
struct NewPassword {
    /// The password as it is.
    current: String,
    /// 8 to 128 characters.
    #[schema(min_length = 8, max_length = 128)]
    password: String,
    /// The password again.
    confirm: String,
}

/// The one login that goes on.
#[derive(Debug, Serialize, ToSchema)]
struct LoginLeft {
    /// The bearer token that takes the place of the caller's.
    token: String,
}

/// Changes the caller's password; every other login of the account is over. 422 where the current one is wrong, 429 after
/// too many failures.
#[utoipa::path(put, path = "/api/me/password", operation_id = "changeOwnPassword", request_body = NewPassword,
    responses((status = 200, body = LoginLeft), (status = 422), (status = 429)))]
async fn change_password(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(limits): State<RateLimits>,
    State(hashing): State<Hashing>,
    State(sessions): State<Sessions>,
    member: Member,
    Body(form): Body<NewPassword>,
) -> Result<Json<LoginLeft>> {
    let now_ms = clock.now_ms();
    let mut errors: Vec<FieldError> = check_password(&form.password, "confirm", &form.confirm);
    errors.extend(passwords::too_common(&form.password));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let tries = Tries::of_session(&member.email);
    tries.check(&db, limits, now_ms).await?;
    let sql = "SELECT password_hash FROM members WHERE id = $1";
    let (hash,): (String,) = query_as(sql).bind(member.id).fetch_one(&mut *db.read().await?).await?;
    if !hashing.verify(form.current, Some(hash.clone())).await? {
        tries.count(&db, limits, now_ms).await?;
        return Err(refuse("current", "wrong", "Password sekarang salah."));
    }
    let new_hash = hashing.hash(form.password).await?;
    let mut tx = db.write().await?;
    // Of two who change it at once, the second no longer knows the current one.
    let sql = "UPDATE members SET password_hash = $2 WHERE id = $1 AND password_hash = $3";
    if query(sql).bind(member.id).bind(new_hash).bind(hash).execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(refuse("current", "wrong", "Password ini baru saja diganti."));
    }
    leave_one(tx, &sessions, &member, now_ms).await
}

/// Ends every other login of the caller's account, on whatever device.
#[utoipa::path(post, path = "/api/me/logout-others", operation_id = "logOutOthers",
    responses((status = 200, body = LoginLeft)))]
async fn end_others(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    member: Member,
) -> Result<Json<LoginLeft>> {
    let (now_ms, tx) = (clock.now_ms(), db.write().await?);
    leave_one(tx, &sessions, &member, now_ms).await
}

/// Ends every login of a member, with what else the transaction writes; gives the one that goes on.
async fn leave_one(mut tx: Tx, sessions: &Sessions, member: &Member, now_ms: i64) -> Result<Json<LoginLeft>> {
    let from_ms = sessions::end_all(&mut tx, member.id, now_ms).await?;
    tx.commit().await?;
    sessions.end(member.id, from_ms);
    Ok(Json(LoginLeft { token: sessions.issue(member, from_ms, now_ms)? }))
}
