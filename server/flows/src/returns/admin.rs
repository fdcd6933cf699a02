//! Steps of the shop for a return before any money is refunded: approval, refusal, receipt, and shipping of new goods.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_core::returns::{ReturnEvent, StepRefused};
use ksmart_foundation::{
    db::{Conn, Tx, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form,
    ids::ReturnId,
};
use ksmart_identity::{
    roles::{Admin, FULFILMENT},
    tokens::Member,
};
use ksmart_members::volume;
use ksmart_shop::{
    catalog::{self, Goods},
    orders::{Actor, Order, find_any, moves, parcels::check_resi},
    returns::{self, Return, worth::portion},
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payments::Payments,
    returns::page::{AdminReturnAnswer, must_be_at, read, record},
};

/// The routes of this part.
pub(super) fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new()
        .routes(routes!(approve))
        .routes(routes!(refuse))
        .routes(routes!(receive))
        .routes(routes!(replace))
}

/// Version of a return on which a step is based.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 1})))]
pub(super) struct ReturnVersion {
    /// The version that was read.
    pub(super) version: i64,
}

/// Reason for a refusal.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 1, "reason": "Segel sudah dibuka."})))]
struct ReturnRefusal {
    /// The version that was read.
    version: i64,
    /// Reason of 1 to 300 characters, which the member reads.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Condition of the received pieces of a line.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
struct ReceivedLine {
    /// The line of the order.
    line_id: i64,
    /// Pieces that can be sold again, 0 or more.
    #[schema(minimum = 0)]
    saleable: i64,
    /// Pieces that cannot be sold again, 0 or more.
    #[schema(minimum = 0)]
    damaged: i64,
}

/// Received goods of a return.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 2, "lines": [{"line_id": 1, "saleable": 1, "damaged": 0}]})))]
struct ReturnReceipt {
    /// The version that was read.
    version: i64,
    /// Every line of the return, each once.
    #[schema(max_items = 200)]
    lines: Vec<ReceivedLine>,
}

/// The parcel with new goods.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 3, "resi": "JP1234567890"})))]
struct ReturnReplacement {
    /// The version that was read.
    version: i64,
    /// Tracking number, 3 to 64 letters, digits or hyphens.
    #[schema(pattern = r"^\s*[A-Za-z0-9-]{3,64}\s*$")]
    resi: String,
}

/// Locks the order of a return, so that its returns change one after the other; returns the locked return and order.
///
/// With `points_ms`, the period in which the points are reversed at that time is locked first.
pub(super) async fn lock_order(conn: &mut Conn, id: ReturnId, points_ms: Option<i64>) -> Result<(Return, Order)> {
    let found = returns::find(conn, id).await?;
    let order = find_any(conn, &found.order_number).await?;
    if let Some(now_ms) = points_ms {
        volume::hold_open_period(conn, order.period_id, now_ms).await?;
    }
    if !moves::lock(conn, &order).await? {
        return Err(StepRefused.into());
    }
    Ok((returns::find(conn, id).await?, order))
}

/// Step of a return: its transaction, the return and order that it changes, and the administrator.
pub(super) struct Step<'a> {
    pub(super) tx: Tx,
    pub(super) found: Return,
    pub(super) order: Order,
    pub(super) admin: &'a Member,
    pub(super) now_ms: i64,
}

impl<'a> Step<'a> {
    /// Begins a step that was decided on `version`. Locks the order, so that its returns change one after the other.
    pub(super) async fn begin(payments: &Payments, id: ReturnId, version: i64, admin: &'a Member) -> Result<Self> {
        Self::begin_holding(payments, id, version, admin, false).await
    }

    /// Begins a step that posts points: locks the period that takes them back, before anything else.
    pub(super) async fn begin_with_points(
        payments: &Payments,
        id: ReturnId,
        version: i64,
        admin: &'a Member,
    ) -> Result<Self> {
        Self::begin_holding(payments, id, version, admin, true).await
    }

    async fn begin_holding(
        payments: &Payments,
        id: ReturnId,
        version: i64,
        admin: &'a Member,
        with_points: bool,
    ) -> Result<Self> {
        let mut tx = payments.db.write().await?;
        let points_ms = with_points.then(|| payments.clock.now_ms());
        let (found, order) = lock_order(&mut tx, id, points_ms).await?;
        must_be_at(&mut tx, &found, version, admin.id).await?;
        Ok(Self { tx, found, order, admin, now_ms: payments.clock.now_ms() })
    }

    /// Makes the step, if the state allows it.
    pub(super) async fn make(&mut self, event: ReturnEvent, reason: Option<&str>) -> Result<()> {
        let state = self.found.state.0.after(event, self.found.kind.0, self.order.state.is_paid())?;
        let by = (Actor::Admin, Some(self.admin.id));
        if returns::step(&mut self.tx, &self.found, state, by, reason, self.now_ms).await? {
            Ok(())
        } else {
            Err(StepRefused.into())
        }
    }

    /// Records the step in the audit log, and commits it.
    pub(super) async fn end(mut self, action: &str, more: Value) -> Result<()> {
        record(&mut self.tx, self.admin, action, &self.found, more, self.now_ms).await?;
        self.tx.commit().await?;
        tracing::info!(number = self.found.number, action, admin = self.admin.id.0, "return moved");
        Ok(())
    }
}

/// Answers a step with the current return and `message`.
pub(super) async fn answer(
    payments: &Payments,
    id: ReturnId,
    admin: &Member,
    message: &'static str,
) -> Result<Json<AdminReturnAnswer>> {
    let data = read(&mut *payments.db.read().await?, id, admin.id).await?;
    Ok(Json(AdminReturnAnswer { message, data }))
}

/// Approves a return.
#[utoipa::path(post, path = "/api/admin/returns/{id}/approve", operation_id = "approveReturn",
        request_body = ReturnVersion,
    responses((status = 200, body = AdminReturnAnswer), (status = 409)))]
async fn approve(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(id): Path<ReturnId>,
    Body(ReturnVersion { version }): Body<ReturnVersion>,
) -> Result<Json<AdminReturnAnswer>> {
    let approved = || async {
        let mut step = Step::begin(&payments, id, version, &admin).await?;
        step.make(ReturnEvent::Approve, None).await?;
        step.end("approve", json!({})).await
    };
    retried(approved).await?;
    answer(&payments, id, &admin, "Pengembalian disetujui.").await
}

/// Refuses a return.
#[utoipa::path(post, path = "/api/admin/returns/{id}/refuse", operation_id = "refuseReturn",
        request_body = ReturnRefusal,
    responses((status = 200, body = AdminReturnAnswer), (status = 409)))]
async fn refuse(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(id): Path<ReturnId>,
    Body(refusal): Body<ReturnRefusal>,
) -> Result<Json<AdminReturnAnswer>> {
    let reason = form::reason(&refusal.reason)?;
    let refused = || async {
        let mut step = Step::begin(&payments, id, refusal.version, &admin).await?;
        step.make(ReturnEvent::Refuse, Some(&reason)).await?;
        step.end("refuse", json!({"reason": reason})).await
    };
    retried(refused).await?;
    answer(&payments, id, &admin, "Pengembalian ditolak.").await
}

/// Records the receipt of a return's goods: saleable pieces are added to stock, and the received pieces decide the
/// amounts to be given back.
#[utoipa::path(post, path = "/api/admin/returns/{id}/receive", operation_id = "receiveReturn",
        request_body = ReturnReceipt,
    responses((status = 200, body = AdminReturnAnswer), (status = 409), (status = 422)))]
async fn receive(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(id): Path<ReturnId>,
    Body(receipt): Body<ReturnReceipt>,
) -> Result<Json<AdminReturnAnswer>> {
    retried(|| take_in(&payments, id, &receipt, &admin)).await?;
    payments.orders.catalog.mark_changed();
    answer(&payments, id, &admin, "Barang pengembalian diterima.").await
}

async fn take_in(payments: &Payments, id: ReturnId, receipt: &ReturnReceipt, admin: &Member) -> Result<()> {
    let mut step = Step::begin(payments, id, receipt.version, admin).await?;
    let pieces = returns::pieces(&mut step.tx, id).await?;
    let mut came: HashMap<i64, ReceivedLine> = HashMap::new();
    for line in &receipt.lines {
        let asked = pieces.iter().find(|asked| asked.line_id == line.line_id);
        let asked = asked.ok_or_else(|| form::refuse("lines", "choice", "Barang ini tidak ada di pengembalian."))?;
        let count = line.saleable.checked_add(line.damaged).filter(|_| line.saleable >= 0 && line.damaged >= 0);
        if count.is_none_or(|count| count > asked.quantity) {
            let message = format!("Jumlah yang diterima harus 0 sampai {}.", asked.quantity);
            return Err(form::refuse("lines", "quantity", message));
        }
        if came.insert(line.line_id, *line).is_some() {
            return Err(form::refuse("lines", "quantity", "Setiap barang cukup disebut satu kali."));
        }
    }
    if came.len() != pieces.len() {
        return Err(form::refuse("lines", "required", "Isi jumlah setiap barang yang diterima."));
    }
    if came.values().all(|line| line.saleable + line.damaged == 0) {
        let message = "Belum ada barang yang diterima. Tolak pengembaliannya bila barangnya tidak datang.";
        return Err(form::refuse("lines", "required", message));
    }
    step.make(ReturnEvent::Receive, None).await?;
    let (mut saleable, mut by_line) = (Vec::new(), HashMap::new());
    for asked in &pieces {
        let line = came[&asked.line_id];
        returns::keep_receipt(&mut step.tx, asked, line.saleable, line.damaged).await?;
        by_line.insert(asked.line_id, line.saleable + line.damaged);
        if line.saleable > 0 {
            saleable.push(asked.goods(line.saleable));
        }
    }
    let settled = returns::taken(&mut step.tx, step.order.key, Some(id)).await?.settled;
    let comes_to = portion(&step.order, step.found.terms(), &settled, &by_line)?;
    returns::keep_amounts(&mut step.tx, id, &comes_to).await?;
    if !saleable.is_empty() {
        catalog::return_stock(&mut step.tx, step.order.key, &saleable, step.now_ms).await?;
    }
    let sums = |of: fn(&ReceivedLine) -> i64| came.values().map(of).sum::<i64>();
    let more = json!({"saleable": sums(|line| line.saleable), "damaged": sums(|line| line.damaged)});
    step.end("receive_return", more).await
}

/// Records that the same goods are sent again, and takes them from stock.
#[utoipa::path(post, path = "/api/admin/returns/{id}/replace", operation_id = "replaceReturn",
        request_body = ReturnReplacement,
    responses((status = 200, body = AdminReturnAnswer), (status = 409), (status = 422)))]
async fn replace(
    State(payments): State<Payments>,
    Admin(admin): Admin<FULFILMENT>,
    Path(id): Path<ReturnId>,
    Body(replacement): Body<ReturnReplacement>,
) -> Result<Json<AdminReturnAnswer>> {
    let resi = check_resi(&mut *payments.db.read().await?, &replacement.resi).await?;
    let replaced = || async {
        let mut step = Step::begin(&payments, id, replacement.version, &admin).await?;
        step.make(ReturnEvent::Replace, None).await?;
        returns::keep_replacement(&mut step.tx, id, &resi).await?;
        let wanted = wanted(&mut step.tx, id).await?;
        if !catalog::take_stock(&mut step.tx, step.order.key, &wanted, step.now_ms).await? {
            let message = "Stok tidak cukup untuk mengirim penggantinya.";
            return Err(Error::conflict(Code::OutOfStock, message));
        }
        step.end("replace", json!({"resi": resi})).await
    };
    retried(replaced).await?;
    payments.orders.catalog.mark_changed();
    answer(&payments, id, &admin, "Barang pengganti dikirim.").await
}

/// Returns the received pieces of a return, by which its replacement is taken from stock.
async fn wanted(conn: &mut Conn, id: ReturnId) -> sqlx::Result<Vec<Goods>> {
    let came = returns::pieces(conn, id).await?;
    Ok(came.iter().map(|pieces| pieces.goods(pieces.count())).filter(|goods| goods.quantity > 0).collect())
}
