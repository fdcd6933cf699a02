//! The second step of a login: showing the factor that the first one, with the password, has asked for.

use axum::{
    Json,
    extract::{FromRef, State},
    response::AppendHeaders,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::query_scalar;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{db::Db, document::routes, error::Result, extract::Body, time::Clock},
    identity::{
        factors::{Factors, Proof},
        sessions::{Cookie, Device, Sessions},
        tokens::Member,
    },
    members::accounts::login::{LoginAnswer, Shown, admit},
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Factors: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(finish)).routes(routes!(ask_passkey))
}

/// A second factor for a login that has begun.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"challenge": "kD3kq0Vb6yXw2LrT9sPz", "code": "123456"})))]
struct SecondStep {
    /// What the first step answered.
    #[schema(max_length = 100)]
    challenge: String,
    #[serde(flatten)]
    proof: Proof,
}

/// Ends a login by a second factor: opens the session. 401 where the login cannot be gone on with, 422 where the factor is
/// wrong or was used before, 429 after too many of these.
#[utoipa::path(post, path = "/api/login/factor", operation_id = "finishLogIn", request_body = SecondStep,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 422), (status = 429)))]
async fn finish(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(factors): State<Factors>,
    State(sessions): State<Sessions>,
    device: Device,
    Body(form): Body<SecondStep>,
) -> Result<(AppendHeaders<Cookie>, Json<LoginAnswer>)> {
    let (id, since_ms) = factors.pass(&form.challenge, form.proof, &device).await?;
    let sql = "SELECT email FROM members WHERE id = $1";
    let member = Member { id, email: query_scalar(sql).bind(id).fetch_one(&mut *db.read().await?).await? };
    admit(&db, &sessions, &member, &device, since_ms, clock.now_ms(), Shown::Factor).await
}

/// A login that goes on with a passkey.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"challenge": "kD3kq0Vb6yXw2LrT9sPz"})))]
struct PasskeyWish {
    /// What the first step answered.
    #[schema(max_length = 100)]
    challenge: String,
}

/// What a browser is told.
#[derive(Debug, Serialize, ToSchema)]
struct PasskeyOptions {
    /// As JSON.
    options: Value,
}

/// Asks for one of the account's passkeys, for a login that has begun. 401 where it cannot be gone on with, 409 where there
/// is no passkey.
#[utoipa::path(post, path = "/api/login/passkey", operation_id = "askPasskeyToLogIn", request_body = PasskeyWish,
    responses((status = 200, body = PasskeyOptions), (status = 401), (status = 409)))]
async fn ask_passkey(
    State(factors): State<Factors>,
    Body(PasskeyWish { challenge }): Body<PasskeyWish>,
) -> Result<Json<PasskeyOptions>> {
    Ok(Json(PasskeyOptions { options: factors.ask_passkey(&challenge).await? }))
}
