//! A return as administrators see it, and the answers to their steps.

use axum::{Json, extract::State};
use ksmart_core::{order::PaymentMethod, returns::ReturnEvent};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum},
    document::routes,
    error::Result,
    extract::Path,
    format::{self, local_phone},
    ids::{MemberId, ReturnId},
    time::rfc3339,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE, FULFILMENT, Role, role},
    tokens::Member,
};
use ksmart_shop::{
    orders::{Order, find_any},
    returns::{self, Return, ReturnFacts},
};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::query_as;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this part.
pub(super) fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show))
}

/// Actions of the shop on a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AdminReturnAction {
    Approve,
    Refuse,
    Receive,
    /// Refunds the money the way it was paid, or tries it again.
    Refund,
    /// Prepares a transfer of the money, or prepares it again.
    Transfer,
    /// Confirms a transfer that another administrator prepared.
    ApproveTransfer,
    /// Sends the same goods again.
    Replace,
}

/// Member who returns goods.
#[derive(Debug, Serialize, ToSchema)]
struct ReturnMember {
    uid: String,
    name: String,
    /// Mobile number, `08…`.
    phone: String,
}

/// A transfer of the money of a return.
#[derive(Debug, Serialize, ToSchema)]
struct ReturnTransfer {
    bank: String,
    /// Account number; only administrators who may transfer money see more than its last three digits.
    bank_account: String,
    account_name: String,
    /// Name of the administrator who prepared the transfer.
    prepared_by: String,
    /// Whether the caller prepared it: then another administrator has to approve it.
    prepared_by_you: bool,
    /// Time at which the transfer was prepared, RFC 3339.
    prepared_at: String,
    /// Bank's reference of the transfer; null until it is approved.
    reference: Option<String>,
}

/// A return with all of the shop's data about it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AdminReturn {
    #[serde(flatten)]
    facts: ReturnFacts,
    member: ReturnMember,
    payment_method: PaymentMethod,
    /// Whether the order was paid by a transfer to the shop's own account instead.
    bank_transfer: bool,
    /// Actions that its state allows now; the role is checked when one is taken.
    actions: Vec<AdminReturnAction>,
    transfer: Option<ReturnTransfer>,
    /// Time of the refund request to the provider, RFC 3339; null where there was none, or it was refused. As long as
    /// the return waits for the answer, the shop repeats the request automatically.
    refund_asked_at: Option<String>,
    /// Whether the provider has reported that the money cannot be refunded the way it was paid.
    channel_refused: bool,
    /// Number that increases with each change; a step names the version that it was decided on.
    version: i64,
}

/// Answer to a step of a return.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AdminReturnAnswer {
    /// Message to show.
    pub(super) message: &'static str,
    /// The return after the step.
    pub(super) data: AdminReturn,
}

/// Reads a return with all of the shop's data about it, for the administrator `by`.
///
/// # Errors
/// Return not found (404).
pub(super) async fn read(conn: &mut Conn, id: ReturnId, by: MemberId) -> Result<AdminReturn> {
    let found = returns::find(conn, id).await?;
    let order = find_any(conn, &found.order_number).await?;
    let facts = returns::shown(conn, std::slice::from_ref(&found), &order.lines, true).await?.pop();
    let facts = facts.ok_or_else(|| ksmart_foundation::error::Error::internal("a return is gone"))?;
    let sql = "SELECT uid, name, phone FROM members WHERE id = $1";
    let (uid, name, phone): (String, String, String) =
        query_as(sql).bind(found.member_id).fetch_one(&mut *conn).await?;
    Ok(AdminReturn {
        facts,
        member: ReturnMember { uid, name, phone: local_phone(&phone) },
        payment_method: order.state.payment_method,
        bank_transfer: order.bank_transfer,
        actions: actions(&found, &order, by),
        transfer: transfer(conn, &found, by).await?,
        refund_asked_at: found.refund_asked_ms.map(rfc3339),
        channel_refused: found.channel_refused_ms.is_some(),
        version: found.version,
    })
}

async fn transfer(conn: &mut Conn, found: &Return, by: MemberId) -> sqlx::Result<Option<ReturnTransfer>> {
    let (Some(prepared_by), Some(prepared_ms)) = (found.prepared_by, found.prepared_ms) else { return Ok(None) };
    let sql = "SELECT name FROM members WHERE id = $1";
    let (name,): (String,) = query_as(sql).bind(prepared_by).fetch_one(&mut *conn).await?;
    let account = found.bank_account.as_deref().unwrap_or_default();
    let may_transfer = role(conn, by).await?.map_or(0, Role::rights) & FINANCE != 0;
    Ok(Some(ReturnTransfer {
        bank: found.bank.clone().unwrap_or_default(),
        bank_account: if may_transfer { account.to_owned() } else { format::masked_account(account) },
        account_name: found.account_name.clone().unwrap_or_default(),
        prepared_by: name,
        prepared_by_you: prepared_by == by,
        prepared_at: rfc3339(prepared_ms),
        reference: found.reference.clone(),
    }))
}

/// Whether the refund of a return needs no manual transfer: it is zero, or goes through the payment provider.
pub(super) fn goes_back_by_itself(found: &Return, order: &Order) -> bool {
    found.refund_rp == 0 || order.is_paid_at_provider()
}

/// Whether the money of a return may be transferred manually: not if the provider can refund it, nor while a refund is
/// requested there.
pub(super) fn takes_transfer(found: &Return, order: &Order) -> bool {
    let by_hand = !order.is_paid_at_provider() || found.channel_refused_ms.is_some();
    by_hand && found.refund_rp > 0 && found.refund_asked_ms.is_none()
}

/// Returns the actions that the return's state allows the shop.
fn actions(found: &Return, order: &Order, by: MemberId) -> Vec<AdminReturnAction> {
    use AdminReturnAction as Action;
    let fits = |event| found.state.0.after(event, found.kind.0, order.state.is_paid()).is_ok();
    let is_prepared = found.state.0 == ksmart_core::returns::ReturnState::Transferring;
    [
        (Action::Approve, fits(ReturnEvent::Approve)),
        (Action::Receive, fits(ReturnEvent::Receive)),
        (Action::Refund, !is_prepared && fits(ReturnEvent::Refund) && goes_back_by_itself(found, order)),
        (Action::ApproveTransfer, is_prepared && fits(ReturnEvent::Refund) && found.prepared_by != Some(by)),
        (Action::Transfer, fits(ReturnEvent::Transfer) && takes_transfer(found, order)),
        (Action::Replace, fits(ReturnEvent::Replace)),
        (Action::Refuse, fits(ReturnEvent::Refuse)),
    ]
    .into_iter()
    .filter_map(|(action, fits)| fits.then_some(action))
    .collect()
}

/// Shows a return with all of the shop's data about it.
#[utoipa::path(get, path = "/api/admin/returns/{id}", operation_id = "getAdminReturn",
    responses((status = 200, body = AdminReturn)))]
async fn show(
    State(db): State<Db>,
    Admin(admin): Admin<{ FULFILMENT | FINANCE }>,
    Path(id): Path<ReturnId>,
) -> Result<Json<AdminReturn>> {
    Ok(Json(read(&mut *db.read().await?, id, admin.id).await?))
}

/// Refuses a step that was decided on another version of the return than the current one; the error contains the
/// current return.
///
/// # Errors
/// 409.
pub(super) async fn must_be_at(conn: &mut Conn, found: &Return, version: i64, by: MemberId) -> Result<()> {
    if found.version == version {
        return Ok(());
    }
    let current = read(conn, found.id, by).await?;
    Err(audit::conflict(current, conn, Subject::Return, &found.number).await)
}

/// Records an administrator's action on a return in the audit log. `before` is the return before it; `more` is added to
/// the state after it.
pub(super) async fn record(
    conn: &mut Conn,
    admin: &Member,
    action: &str,
    before: &Return,
    more: Value,
    now_ms: i64,
) -> Result<()> {
    let after = returns::find(conn, before.id).await?;
    let facts = |read: &Return| json!({"state": read.state.0.text(), "refund_rp": read.refund_rp});
    let (before_facts, mut after_facts) = (facts(before), facts(&after));
    if let (Some(facts), Some(more)) = (after_facts.as_object_mut(), more.as_object()) {
        facts.extend(more.clone());
    }
    let change = Change::new(action, Subject::Return, &before.number, before_facts, after_facts);
    Ok(audit::record(conn, admin, now_ms, change).await?)
}
