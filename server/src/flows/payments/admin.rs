//! What a person does about money that is not where its order says.

use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::payments::problems::{self, ProblemFacts},
    foundation::{
        db::Db,
        document::routes,
        error::{Code, Error, Result},
        extract::{Body, Path},
        time::Clock,
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, Confirmed, FINANCE},
        sessions::Sessions,
    },
};

/// The longest note, characters.
const MAX_NOTE: usize = 300;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(solve_by_hand))
}

/// What was done about a problem.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"note": "Uang sudah dikembalikan lewat bank."})))]
struct Solution {
    /// 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    note: String,
}

/// Someone has seen to money that was not where its order says. The shop itself then tries nothing more about it.
#[utoipa::path(post, path = "/api/admin/payment-problems/{id}/solve", operation_id = "solvePaymentProblem",
        request_body = Solution,
    responses((status = 200, body = ProblemFacts), (status = 409)))]
async fn solve_by_hand(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<i64>,
    Body(solution): Body<Solution>,
) -> Result<Json<ProblemFacts>> {
    let note = solution.note.trim();
    if note.is_empty() || note.chars().count() > MAX_NOTE {
        return Err(Error::invalid("Tuliskan apa yang sudah dilakukan, paling banyak 300 karakter."));
    }
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let solved = problems::solve_by_hand(&mut tx, id, admin.id, note, now_ms).await?;
    let (order, problem) =
        problems::find(&mut tx, id).await?.ok_or_else(|| Error::not_found("Masalah pembayaran tidak ditemukan."))?;
    if !solved {
        return Err(Error::conflict(Code::MoveRefused, "Masalah pembayaran ini sudah diselesaikan."));
    }
    let before = json!({"problem": problem.kind, "solved": false});
    let after = json!({"problem": problem.kind, "solved": true, "amount_rp": problem.amount_rp, "note": note});
    audit::record(&mut tx, &admin, now_ms, Change::new("solve", Subject::Order, order, before, after)).await?;
    tx.commit().await?;
    Ok(Json(problem))
}
