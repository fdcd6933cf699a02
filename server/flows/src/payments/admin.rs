//! Actions of administrators on payments that do not fit their order.

use axum::{Json, extract::State};
use ksmart_core::{order::OrderEvent, text};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    format::rupiah,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, Confirmed, FINANCE},
    tokens::Member,
};
use ksmart_shop::orders::{self, moves::MoveAuthor};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    order_transitions::advance_within,
    payments::{
        payment::{Payments, check_soon},
        problems::{self, Kind, ProblemFacts},
        settlement::{self, Meaning, mark_sandbox},
    },
};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 300;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(solve_by_hand)).routes(routes!(accept))
}

/// Note on the action taken to solve a payment problem.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"note": "Uang sudah dikembalikan lewat bank."})))]
struct Solution {
    /// Action taken, 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    note: String,
}

/// Marks a payment problem as solved by an administrator. The shop then makes no further attempts of its own.
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
    let note = solution.checked()?;
    let mut tx = db.write().await?;
    let problem = solve(&mut tx, id, (&admin, "solve"), &note, clock.now_ms()).await?;
    tx.commit().await?;
    Ok(Json(problem))
}

impl Solution {
    fn checked(&self) -> Result<String> {
        let note = text::tidy(&self.note);
        if note.is_empty() || note.chars().count() > MAX_NOTE {
            return Err(Error::invalid("Tuliskan apa yang sudah dilakukan, paling banyak 300 karakter."));
        }
        Ok(note)
    }
}

/// Marks a problem as solved by `admin`, and records the action in the audit log.
async fn solve(
    conn: &mut Conn,
    id: i64,
    (admin, action): (&Member, &'static str),
    note: &str,
    now_ms: i64,
) -> Result<ProblemFacts> {
    let solved = problems::solve_by_hand(conn, id, admin.id, note, now_ms).await?;
    let (order, problem) = find(conn, id).await?;
    if !solved {
        return Err(already_solved());
    }
    let before = json!({"problem": problem.kind, "solved": false});
    let after = json!({"problem": problem.kind, "solved": true, "amount_rp": problem.amount_rp, "note": note});
    audit::record(conn, admin, now_ms, Change::new(action, Subject::Order, order, before, after)).await?;
    Ok(problem)
}

async fn find(conn: &mut Conn, id: i64) -> Result<(String, ProblemFacts)> {
    problems::find(conn, id).await?.ok_or_else(|| Error::not_found("Masalah pembayaran tidak ditemukan."))
}

fn already_solved() -> Error {
    Error::conflict(Code::MoveRefused, "Masalah pembayaran ini sudah diselesaikan.")
}

/// Accepts a payment larger than its order's total: the order counts as paid by its total, and the shop must refund the
/// excess manually. The provider is asked first, and must still have exactly this amount. Money that is not accepted,
/// including any smaller amount, is refunded once the order is cancelled or has expired.
#[utoipa::path(post, path = "/api/admin/payment-problems/{id}/accept", operation_id = "acceptPayment",
        request_body = Solution,
    responses((status = 200, body = ProblemFacts), (status = 409), (status = 502)))]
async fn accept(
    State(payments): State<Payments>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<i64>,
    Body(solution): Body<Solution>,
) -> Result<Json<ProblemFacts>> {
    let note = solution.checked()?;
    let mut conn = payments.db.read().await?;
    let (number, problem) = find(&mut conn, id).await?;
    let order = orders::find_any(&mut conn, &number).await?;
    drop(conn);
    if problem.solved_at.is_some() {
        return Err(already_solved());
    }
    if problem.kind != Kind::AmountMismatch.text() || !order.is_payable() {
        let message = "Pesanan ini tidak lagi menunggu pembayaran, jadi dananya tidak dapat diterima sebagai lunas.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    if problem.amount_rp <= order.total_rp {
        let message = "Jumlah ini kurang dari total pesanan. Batalkan pesanannya: dananya lalu dikembalikan.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let answered = settlement::fetch_status(&payments, &order).await?;
    let charged_rp = answered.filter(|answered| answered.meaning == Meaning::Paid).and_then(|paid| paid.charged_rp);
    if charged_rp != Some(problem.amount_rp) {
        let message = "Penyedia pembayaran sekarang menyebut jumlah lain. Muat ulang halaman ini.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let work = || async {
        let now_ms = payments.clock.now_ms();
        let mut tx = payments.db.write().await?;
        let said = format!("Dibayar {}, diterima sebagai lunas: {note}", rupiah(problem.amount_rp));
        advance_within(&mut tx, order.key, OrderEvent::Pay, MoveAuthor::admin(admin.clone()), Some(&said), now_ms)
            .await?;
        orders::store_charged(&mut tx, order.key, problem.amount_rp).await?;
        mark_sandbox(&payments, &mut tx, order.key, now_ms).await?;
        check_soon(&mut tx, order.key, now_ms).await?;
        let solved = solve(&mut tx, id, (&admin, "accept"), &note, now_ms).await?;
        tx.commit().await?;
        Ok::<_, Error>(solved)
    };
    let solved = retried(work).await?;
    payments.orders.catalog.mark_changed();
    tracing::info!(order = order.number, admin = admin.id.0, "another amount was accepted as paid");
    Ok(Json(solved))
}
