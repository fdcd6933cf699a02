//! Erasure: a member erases their own account. Personal data are deleted; data that the books need stay without a name.
//!
//! The place in the network stays, so that no member below loses theirs: it is named "Mantan anggota" and earns
//! nothing.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db, Text, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::Body,
    form::refuse,
    format::{number, rupiah},
    ids::MemberId,
    response::Done,
    storage::Storage,
    telemetry::{Event, security},
    time::{Clock, DAY_MS},
};
use ksmart_identity::{
    audit::{self, Subject},
    factors,
    outbox::choices,
    roles::Role,
    sessions::{self, Sessions},
    settings::{self, privacy::PrivacySettings},
    tokens::Member,
};
use ksmart_members::accounts::{self, OwnPassword, PSEUDONYM, form::delete_photo};
use ksmart_shop::{cart, orders, returns, shipping::couriers, vouchers, wishlist};
use serde::{Deserialize, Serialize};
use sqlx::{query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{FlowsState, checkout, payouts};

/// Maximum number of days in a year, for converting storage times in years.
const YEAR_DAYS: i64 = 366;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show, erase))
}

/// Reason why an account cannot be erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ErasureObstacleKind {
    /// Orders that are neither completed nor cancelled, or have an unsolved problem or a manual refund.
    Orders,
    /// Returns that are not settled.
    Returns,
    /// A bonus that is about to be transferred.
    Payout,
    /// The shop would have no owner.
    LastOwner,
}

/// Reason why an account cannot be erased, and what to do about it.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct ErasureObstacle {
    kind: ErasureObstacleKind,
    message: String,
}

/// Consequences of erasing the account.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct ErasureOutlook {
    /// Obstacles to be removed before the account can be erased; empty if there are none.
    obstacles: Vec<ErasureObstacle>,
    /// Bonuses earned but not paid, rupiah; erasing the account gives them up.
    unpaid_bonus_rp: i64,
    /// Number of members below the account; they stay where they are.
    downlines: i64,
}

/// Request to erase the account.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"password": "ksmart-demo", "gives_up_bonus": false})))]
struct ErasureForm {
    /// The password of the account.
    password: String,
    /// Consent to give up bonuses earned but not paid; required if there are any.
    #[serde(default)]
    gives_up_bonus: bool,
}

/// Returns whether the account can be erased, and the consequences for its bonus and network.
#[utoipa::path(get, path = "/api/me/erasure", operation_id = "getErasureOutlook",
    responses((status = 200, body = ErasureOutlook)))]
async fn show(State(db): State<Db>, member: Member) -> Result<Json<ErasureOutlook>> {
    let mut conn = db.read().await?;
    let mut found = outlook(&mut conn, member.id).await?;
    if is_last_owner(&mut conn, member.id).await? {
        found.obstacles.push(last_owner());
    }
    Ok(Json(found))
}

async fn outlook(conn: &mut Conn, member: MemberId) -> Result<ErasureOutlook> {
    let mut obstacles = Vec::new();
    let mut add = |kind, message: String| obstacles.push(ErasureObstacle { kind, message });
    let sql = "SELECT COUNT(*) FROM orders o
               WHERE o.member_id = $1
                 AND (o.shipment_status NOT IN ('selesai', 'dibatalkan')
                      OR EXISTS (SELECT x.id FROM payment_problems x WHERE x.order_id = o.id AND x.solved_ms IS NULL)
                      OR EXISTS (SELECT r.order_id FROM manual_refunds r WHERE r.order_id = o.id))";
    let open: i64 = query_scalar(sql).bind(member).fetch_one(&mut *conn).await?;
    if open > 0 {
        let open = number(open);
        add(
            ErasureObstacleKind::Orders,
            format!("{open} pesanan belum selesai. Tunggu sampai diterima, atau batalkan lebih dahulu."),
        );
    }
    let sql = "SELECT COUNT(*) FROM orders o JOIN returns r ON r.order_id = o.id
               WHERE o.member_id = $1 AND r.state IN ('asked', 'approved', 'received', 'transferring')";
    let open: i64 = query_scalar(sql).bind(member).fetch_one(&mut *conn).await?;
    if open > 0 {
        let open = number(open);
        add(
            ErasureObstacleKind::Returns,
            format!("{open} pengembalian belum selesai. Tunggu penyelesaiannya, atau batalkan lebih dahulu."),
        );
    }
    let sql = "SELECT CAST(COALESCE(SUM(i.net_rp), 0) AS BIGINT) FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
               WHERE i.member_id = $1 AND i.cancelled_ms IS NULL AND b.state IN ('prepared', 'approved')";
    let underway_rp: i64 = query_scalar(sql).bind(member).fetch_one(&mut *conn).await?;
    if underway_rp > 0 {
        let underway = rupiah(underway_rp);
        add(
            ErasureObstacleKind::Payout,
            format!("Bonus {underway} sedang dibayarkan ke rekening Anda. Tunggu sampai pembayarannya selesai."),
        );
    }
    let sql =
        "SELECT CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT) FROM bonuses b JOIN bv_periods p ON p.id = b.period_id
               WHERE b.member_id = $1 AND b.paid_ms IS NULL AND p.calculated_ms IS NOT NULL
                 AND NOT EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
                                 WHERE i.bonus_id = b.id AND i.cancelled_ms IS NULL AND o.state <> 'cancelled')";
    let unpaid_bonus_rp = query_scalar(sql).bind(member).fetch_one(&mut *conn).await?;
    let sql = "SELECT members FROM downline_counts WHERE member_id = $1";
    let downlines: Option<i64> = query_scalar(sql).bind(member).fetch_optional(conn).await?;
    Ok(ErasureOutlook { obstacles, unpaid_bonus_rp, downlines: downlines.unwrap_or(0) })
}

async fn is_last_owner(conn: &mut Conn, member: MemberId) -> sqlx::Result<bool> {
    let sql = "SELECT role FROM members WHERE id = $1";
    let role: Text<Role> = query_scalar(sql).bind(member).fetch_one(&mut *conn).await?;
    if role.0 != Role::Owner {
        return Ok(false);
    }
    let sql = "SELECT id FROM members WHERE role <> 'member' AND role = 'owner' AND suspended_ms IS NULL AND id <> $1 LIMIT 1";
    let other: Option<MemberId> = query_scalar(sql).bind(member).fetch_optional(conn).await?;
    Ok(other.is_none())
}

fn last_owner() -> ErasureObstacle {
    let message = "Anda satu-satunya pemilik toko. Angkat pemilik lain terlebih dahulu.".to_owned();
    ErasureObstacle { kind: ErasureObstacleKind::LastOwner, message }
}

/// Result of an erasure: the time before which sessions are invalid, and the files to be deleted.
struct Erased {
    from_ms: i64,
    photo: Option<String>,
    pictures: Vec<String>,
}

/// Erases the caller's account permanently: personal data are deleted; books and points stay without a name. Returns
/// 409 with the obstacles to be removed first, 422 for a wrong password or an unpaid bonus that is not given up.
#[utoipa::path(post, path = "/api/me/erasure", operation_id = "eraseOwnAccount", request_body = ErasureForm,
    responses((status = 200, body = Done), (status = 409), (status = 422), (status = 429)))]
async fn erase(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(passwords): State<OwnPassword>,
    State(sessions): State<Sessions>,
    State(storage): State<Storage>,
    member: Member,
    Body(form): Body<ErasureForm>,
) -> Result<Json<Done>> {
    let now_ms = clock.now_ms();
    if form.password.is_empty() {
        return Err(refuse("password", "required", "Isi password Anda untuk menghapus akun."));
    }
    passwords.check(&member, form.password, "password", now_ms).await?;
    let erased = retried(|| erase_account(&db, &member, form.gives_up_bonus, now_ms)).await?;
    sessions.end(member.id, erased.from_ms);
    security(Event::Erased, Some(member.id), "account");
    // No row names these files any longer, so no one looks them up; a file that cannot be deleted is logged.
    if let Some(photo) = erased.photo {
        delete_photo(&storage, &photo).await;
    }
    for picture in erased.pictures {
        let _ = storage.delete(&picture).await;
    }
    Ok(Json(Done { success: true }))
}

async fn erase_account(db: &Db, member: &Member, gives_up_bonus: bool, now_ms: i64) -> Result<Erased> {
    let mut tx = db.write().await?;
    let sql = "SELECT uid, email FROM members WHERE id = $1";
    let (uid, email): (String, String) = query_as(sql).bind(member.id).fetch_one(&mut *tx).await?;
    // The account is erased first: a concurrent order of this member then waits and is refused, or is found by the
    // checks below.
    let (is_erased, photo) = accounts::erase(&mut tx, member.id, now_ms).await?;
    let mut found = outlook(&mut tx, member.id).await?;
    if !is_erased {
        found.obstacles.push(last_owner());
    }
    if let Some(first) = found.obstacles.first() {
        return Err(Error::conflict(Code::InUse, first.message.clone()).with("obstacles", &found.obstacles));
    }
    if found.unpaid_bonus_rp > 0 && !gives_up_bonus {
        let message = format!(
            "Bonus {} belum dibayar. Tunggu pembayarannya, atau nyatakan bahwa Anda melepasnya.",
            rupiah(found.unpaid_bonus_rp)
        );
        return Err(refuse("gives_up_bonus", "required", message));
    }
    factors::erase(&mut tx, member.id).await?;
    let from_ms = sessions::erase(&mut tx, member.id, now_ms).await?;
    choices::erase(&mut tx, member.id, &email).await?;
    audit::erase(&mut tx, member.id, &uid, &email).await?;
    cart::erase(&mut tx, member.id).await?;
    wishlist::erase(&mut tx, member.id).await?;
    checkout::erase(&mut tx, member.id).await?;
    vouchers::erase_member(&mut tx, member.id).await?;
    let corrected = orders::address::corrected_of(&mut tx, member.id).await?;
    audit::erase_words(&mut tx, Subject::Order, orders::moves::ADDRESS_CORRECTED, &corrected).await?;
    orders::erase(&mut tx, member.id, PSEUDONYM, &format!("{PSEUDONYM} {uid}").to_lowercase()).await?;
    orders::admin::erase_member(&mut tx, member.id).await?;
    couriers::erase_member(&mut tx, member.id).await?;
    let mut pictures = returns::erase_member(&mut tx, member.id).await?;
    pictures.extend(orders::transfers::erase_member(&mut tx, member.id).await?);
    if !payouts::erase(&mut tx, member.id, PSEUDONYM).await? {
        accounts::erase_tax_number(&mut tx, member.id).await?;
    }
    tx.commit().await?;
    Ok(Erased { from_ms, photo, pictures })
}

/// Deletes data of erased members that were stored for the books, after the time in the settings. Only reads if nothing
/// is due.
pub async fn erase_due(db: &Db, now_ms: i64) -> Result<()> {
    let mut conn = db.read().await?;
    let before_ms =
        now_ms - settings::read::<PrivacySettings>(&mut conn).await?.values.books_years * YEAR_DAYS * DAY_MS;
    let is_due = payouts::has_old_recipients(&mut conn, before_ms).await?
        || returns::has_old_accounts(&mut conn, before_ms).await?
        || !with_tax_number(&mut conn, before_ms).await?.is_empty();
    drop(conn);
    if !is_due {
        return Ok(());
    }
    let mut tx = db.write().await?;
    payouts::erase_old_recipients(&mut tx, before_ms, PSEUDONYM).await?;
    returns::erase_old_accounts(&mut tx, before_ms).await?;
    for member in with_tax_number(&mut tx, before_ms).await? {
        accounts::erase_tax_number(&mut tx, member).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Returns up to 100 erased members who were paid nothing since a time, and whose tax number is still stored.
async fn with_tax_number(conn: &mut Conn, since_ms: i64) -> sqlx::Result<Vec<MemberId>> {
    let sql = "SELECT m.id FROM members m
               WHERE m.erased_ms > 0 AND m.tax_number <> ''
                 AND NOT EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
                                 WHERE i.member_id = m.id AND i.cancelled_ms IS NULL AND b.paid_ms >= $1)
               ORDER BY m.erased_ms LIMIT 100";
    query_scalar(sql).bind(since_ms).fetch_all(conn).await
}
