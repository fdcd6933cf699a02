//! Taking a transfer out of a payout, with all bonuses of its member: before the approval because an administrator
//! wants it to wait, after the approval because it failed.
//!
//! The bonuses are due again at once, and come with the next payout that includes them. If the bank account caused the
//! failure, the member must first change or confirm it. The payout's prepared amounts are kept; its current amounts are
//! those less the amounts taken out.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    ids::MemberId,
    leases,
    time::Clock,
};
use ksmart_identity::{
    outbox::{self, Kind, Recipient},
    roles::{Confirmed, FINANCE},
    tokens::Member,
};
use ksmart_members::{accounts, bonuses::TransferFailure};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        approval::{Step, reason_of},
        payout::{PayoutId, PayoutPage, PayoutState, find},
        preparation::LOCK,
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(leave_out)).routes(routes!(fail))
}

/// Transfer to leave out, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"item": 3, "reason": "Rekeningnya sedang diperiksa.", "version": 1})))]
struct LeaveOut {
    /// The item's id in the payout.
    item: i64,
    /// Reason of up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
    /// The version of the payout that was read.
    version: i64,
}

/// Takes a transfer out of a payout that is not approved yet; its bonuses come with the next payout.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/leave-out", operation_id = "leaveOutOfPayout",
    request_body = LeaveOut, responses((status = 200, body = PayoutPage), (status = 404), (status = 409)))]
async fn leave_out(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(batch): Path<PayoutId>,
    Body(LeaveOut { item, reason, version }): Body<LeaveOut>,
) -> Result<Json<PayoutPage>> {
    let reason = reason_of(&reason)?;
    let why = RemovalReason::LeftOut(&reason);
    let now_ms = clock.now_ms();
    Ok(Json(remove(&db, &admin.0, Removal { batch, item, version, why }, now_ms).await?))
}

/// Failed transfer, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"item": 3, "failure": "wrong_account", "version": 2})))]
struct FailedTransfer {
    /// The item's id in the payout.
    item: i64,
    failure: TransferFailure,
    /// The version of the payout that was read.
    version: i64,
}

/// Records that a transfer of an approved or paid payout failed. Its bonuses are not paid, its member is notified, and
/// the bonuses come with the next payout.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/fail-transfer", operation_id = "failTransfer",
    request_body = FailedTransfer, responses((status = 200, body = PayoutPage), (status = 404), (status = 409)))]
async fn fail(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(batch): Path<PayoutId>,
    Body(FailedTransfer { item, failure, version }): Body<FailedTransfer>,
) -> Result<Json<PayoutPage>> {
    let now_ms = clock.now_ms();
    let removal = Removal { batch, item, version, why: RemovalReason::Failed(failure) };
    Ok(Json(remove(&db, &admin.0, removal, now_ms).await?))
}

/// Reason for taking out a transfer.
enum RemovalReason<'a> {
    LeftOut(&'a str),
    Failed(TransferFailure),
}

impl RemovalReason<'_> {
    fn action(&self) -> &'static str {
        match self {
            Self::LeftOut(_) => "leave_out",
            Self::Failed(_) => "fail_transfer",
        }
    }

    fn fits(&self, state: PayoutState) -> bool {
        match self {
            Self::LeftOut(_) => state == PayoutState::Prepared,
            Self::Failed(_) => matches!(state, PayoutState::Approved | PayoutState::Paid),
        }
    }

    /// Returns the reason as it is stored in the audit log.
    fn logged(&self) -> Value {
        match self {
            Self::LeftOut(reason) => json!(reason),
            Self::Failed(failure) => json!(failure),
        }
    }
}

/// A transfer to be taken out of a payout.
struct Removal<'a> {
    batch: PayoutId,
    item: i64,
    version: i64,
    why: RemovalReason<'a>,
}

/// A transfer in a payout: all bonuses of one member in it.
#[derive(FromRow)]
struct Transfer {
    member_id: MemberId,
    uid: String,
    bank: String,
    bank_account: String,
    /// Number of bonuses.
    items: i64,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    cancelled_ms: Option<i64>,
    erased_ms: Option<i64>,
}

impl Transfer {
    async fn find(conn: &mut Conn, batch: PayoutId, item: i64) -> Result<Self> {
        let sql = "SELECT i.member_id, m.uid, i.bank, i.bank_account, COUNT(x.id) AS items,
                          CAST(SUM(x.gross_rp) AS BIGINT) AS gross_rp,
                          CAST(SUM(x.tax_rp) AS BIGINT) AS tax_rp, CAST(SUM(x.net_rp) AS BIGINT) AS net_rp,
                          i.cancelled_ms, m.erased_ms
                   FROM payout_items i JOIN members m ON m.id = i.member_id
                   JOIN payout_items x ON x.batch_id = i.batch_id AND x.member_id = i.member_id
                   WHERE i.id = $1 AND i.batch_id = $2
                   GROUP BY i.member_id, m.uid, i.bank, i.bank_account, i.cancelled_ms, m.erased_ms";
        let found: Option<Self> = query_as(sql).bind(item).bind(batch).fetch_optional(conn).await?;
        found.ok_or_else(|| Error::not_found("Transfer ini tidak ada di pembayaran ini."))
    }
}

async fn remove(db: &Db, by: &Member, removal: Removal<'_>, now_ms: i64) -> Result<PayoutPage> {
    let Removal { batch, item: id, version, why } = removal;
    let mut tx = db.write().await?;
    // Bonuses that are taxed together must not change while items of another payout are written.
    leases::lock(&mut tx, LOCK).await?;
    let before = find(&mut tx, batch).await?;
    let item = Transfer::find(&mut tx, batch, id).await?;
    let mut written = 0;
    if before.version == version && why.fits(before.state.0) {
        may_be_removed(&item, &why, before.items, before.state.0)?;
        written = write(&mut tx, batch, version, &item, &why, now_ms).await?;
    }
    if let (1, RemovalReason::Failed(failure)) = (written, &why) {
        let account = (item.bank.as_str(), item.bank_account.as_str());
        let waits =
            failure.is_of_account() && accounts::account_failed(&mut tx, item.member_id, account, now_ms).await?;
        let advice =
            if waits { " Ganti rekening itu, atau pastikan di halaman Bonus bahwa rekening itu benar." } else { "" };
        let reason = format!("{}{advice}", failure.sentence());
        let payload = json!({"payout": batch.0.to_string(), "amount_rp": item.net_rp, "reason": reason});
        outbox::notify(&mut tx, now_ms, Recipient::Member(item.member_id), Kind::BonusFailed, payload).await?;
    }
    let more = json!({"member": item.uid, "net_rp": item.net_rp, "reason": why.logged()});
    let step = Step { by, action: why.action(), before, version, now_ms, more };
    let page = step.finish(&mut tx, written).await?;
    tx.commit().await?;
    Ok(page)
}

/// Refuses a removal that would empty an unpaid payout, or leave money that can no longer be paid to its member.
fn may_be_removed(item: &Transfer, why: &RemovalReason<'_>, items: i64, state: PayoutState) -> Result<()> {
    let refused = |message: &'static str| Err(Error::conflict(Code::MoveRefused, message));
    if item.cancelled_ms.is_some() {
        return refused("Transfer ini sudah dikeluarkan dari pembayaran ini.");
    }
    if items == item.items && state != PayoutState::Paid {
        return refused("Ini satu-satunya penerima di pembayaran ini. Batalkan pembayarannya.");
    }
    if item.erased_ms.is_some() && matches!(why, RemovalReason::Failed(_)) {
        return refused("Anggota ini sudah menghapus akunnya, sehingga bonusnya tidak dapat ditransfer lagi.");
    }
    Ok(())
}

/// Takes a transfer out of the payout and its sums; returns 1, or 0 if the payout's version has changed.
async fn write(
    conn: &mut Conn,
    batch: PayoutId,
    version: i64,
    item: &Transfer,
    why: &RemovalReason<'_>,
    now_ms: i64,
) -> sqlx::Result<u64> {
    let sql = "UPDATE payout_batches
               SET removed_items = removed_items + $6, removed_gross_rp = removed_gross_rp + $3,
                   removed_tax_rp = removed_tax_rp + $4, removed_net_rp = removed_net_rp + $5, version = version + 1
               WHERE id = $1 AND version = $2";
    let update = query(sql).bind(batch).bind(version).bind(item.gross_rp).bind(item.tax_rp).bind(item.net_rp);
    let update = update.bind(item.items);
    let written = update.execute(&mut *conn).await?.rows_affected();
    let (failure, left_out_reason) = match why {
        RemovalReason::LeftOut(reason) => (None, Some(*reason)),
        RemovalReason::Failed(failure) => (Some(Text(*failure)), None),
    };
    if written == 1 {
        let sql = "UPDATE payout_periods SET items = payout_periods.items - 1,
                          gross_rp = payout_periods.gross_rp - i.gross_rp, tax_rp = payout_periods.tax_rp - i.tax_rp
                   FROM payout_items i JOIN bonuses n ON n.id = i.bonus_id
                   WHERE payout_periods.batch_id = $1 AND payout_periods.period_id = n.period_id
                     AND i.batch_id = $1 AND i.member_id = $2";
        query(sql).bind(batch).bind(item.member_id).execute(&mut *conn).await?;
        let sql = "UPDATE payout_items SET cancelled_ms = $3, failure = $4, left_out_reason = $5
                   WHERE batch_id = $1 AND member_id = $2";
        let update = query(sql).bind(batch).bind(item.member_id).bind(now_ms).bind(failure).bind(left_out_reason);
        update.execute(conn).await?;
    }
    Ok(written)
}
