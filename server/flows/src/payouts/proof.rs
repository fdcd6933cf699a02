//! Proof for a member that a bonus was transferred.
//!
//! The office's picture of a payout's transfer may name everyone in it. So a member gets a drawing of the payout's data
//! on their own bonus; or the picture with which this bonus was marked manually.

use axum::{extract::State, response::Response};
use ksmart_foundation::{
    db::Db,
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    format::{date_time, masked_account, number, rupiah},
    ids::MemberId,
    storage::{Storage, private_picture, show_private},
};
use ksmart_identity::{
    roles::{Admin, FINANCE},
    settings::CachedSettings,
    tokens::Member,
};
use ksmart_members::bonuses::BonusId;
use minijinja::{AutoEscape, Environment, context};
use serde::Deserialize;
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{bank_file::reference, payout::PayoutId},
};

/// Template of the drawing, with placeholders.
const DRAWING: &str = include_str!("proof.svg");

/// Maximum length of a line in the drawing, in characters.
const LINE: usize = 38;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(show_to_office))
}

/// Shows proof that a bonus was transferred; only for the caller's own bonuses.
#[utoipa::path(get, path = "/storage/proofs/{id}", operation_id = "showBonusProof",
    responses((status = 200, content_type = "image/*", body = String)))]
async fn show(
    State(db): State<Db>,
    State(storage): State<Storage>,
    State(settings): State<CachedSettings>,
    member: Member,
    Path(id): Path<BonusId>,
) -> Result<Response> {
    let gone = || Error::not_found("Bukti bayar tidak ditemukan.");
    if let Some(picture) = marked_with(&db, member.id, id).await? {
        return show_private(&storage, &picture).await;
    }
    let paid = find(&db, member.id, id).await?.ok_or_else(gone)?;
    let shop = settings.now().await?.contact.name.clone();
    Ok(private_picture("image/svg+xml", paid.draw(&shop)?))
}

/// Returns the picture with which a member's bonus was marked manually as paid; `None` if it was not.
async fn marked_with(db: &Db, member: MemberId, bonus: BonusId) -> Result<Option<String>> {
    let sql = "SELECT proof_picture FROM bonuses WHERE id = $1 AND member_id = $2 AND proof_picture IS NOT NULL";
    Ok(sqlx::query_scalar(sql).bind(bonus).bind(member).fetch_optional(&mut *db.read().await?).await?)
}

/// A transfer of a payout, with all bonuses of its member in it.
#[derive(FromRow)]
struct Paid {
    batch_id: PayoutId,
    /// Period of the payout itself.
    period: String,
    /// Number of bonuses of other periods that were transferred with it.
    carried: i64,
    uid: String,
    name: String,
    bank: String,
    bank_account: String,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    paid_ms: i64,
}

/// SQL query that reads [`Paid`] for the transfer that contains an item `i`; a condition and [`AS_ONE`] follow.
const SELECT: &str = "SELECT o.id AS batch_id, p.name AS period, m.uid, i.name, i.bank, i.bank_account, o.paid_ms,
        CAST(SUM(CASE WHEN n.period_id = o.period_id THEN 0 ELSE 1 END) AS BIGINT) AS carried,
        CAST(SUM(x.gross_rp) AS BIGINT) AS gross_rp, CAST(SUM(x.tax_rp) AS BIGINT) AS tax_rp,
        CAST(SUM(x.net_rp) AS BIGINT) AS net_rp
    FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id JOIN bv_periods p ON p.id = o.period_id
    JOIN members m ON m.id = i.member_id JOIN payout_items x ON x.batch_id = i.batch_id AND x.member_id = i.member_id
    JOIN bonuses n ON n.id = x.bonus_id
    WHERE i.cancelled_ms IS NULL AND o.state = 'paid'";

/// SQL grouping that combines a transfer's bonuses into one row.
const AS_ONE: &str = "GROUP BY o.id, p.name, m.uid, i.name, i.bank, i.bank_account, o.paid_ms";

async fn find(db: &Db, member: MemberId, bonus: BonusId) -> Result<Option<Paid>> {
    let sql = format!("{SELECT} AND i.bonus_id = $1 AND i.member_id = $2 {AS_ONE}");
    Ok(query_as(AssertSqlSafe(sql)).bind(bonus).bind(member).fetch_optional(&mut *db.read().await?).await?)
}

#[derive(Debug, Deserialize, IntoParams)]
struct OfItem {
    /// The item's id in the payout.
    item: i64,
}

/// Shows proof that a transfer of a payout was made, as its member sees it.
#[utoipa::path(get, path = "/api/admin/payouts/{id}/proof", operation_id = "showTransferProof",
    responses((status = 200, content_type = "image/*", body = String), (status = 404)))]
async fn show_to_office(
    State(db): State<Db>,
    State(settings): State<CachedSettings>,
    _: Admin<FINANCE>,
    Path(batch): Path<PayoutId>,
    Query(of): Query<OfItem>,
) -> Result<Response> {
    let sql = format!("{SELECT} AND i.batch_id = $1 AND i.id = $2 {AS_ONE}");
    let query = query_as(AssertSqlSafe(sql)).bind(batch).bind(of.item);
    let paid: Option<Paid> = query.fetch_optional(&mut *db.read().await?).await?;
    let paid = paid.ok_or_else(|| Error::not_found("Bukti bayar tidak ditemukan."))?;
    let shop = settings.now().await?.contact.name.clone();
    Ok(private_picture("image/svg+xml", paid.draw(&shop)?))
}

impl Paid {
    /// Returns the label of the bonuses.
    fn bonuses(&self) -> String {
        match self.carried {
            0 => "Bonus".to_owned(),
            carried => format!("Bonus, {} dari sebelumnya", number(carried)),
        }
    }

    /// Draws the proof as SVG.
    fn draw(&self, shop: &str) -> Result<String> {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        let values = context! {
            shop => fitted(shop),
            period => fitted(&self.period),
            name => fitted(&self.name),
            account => fitted(&format!("{} {}", self.bank, masked_account(&self.bank_account))),
            paid_at => date_time(self.paid_ms),
            bonuses => self.bonuses(),
            gross => rupiah(self.gross_rp),
            tax => rupiah(-self.tax_rp),
            net => rupiah(self.net_rp),
            number => self.batch_id.0,
            reference => reference(self.batch_id, &self.uid),
        };
        environment.render_str(DRAWING, values).map_err(Error::internal)
    }
}

/// Cuts a text to one line.
fn fitted(text: &str) -> String {
    if text.chars().count() <= LINE {
        return text.to_owned();
    }
    text.chars().take(LINE - 1).chain(['\u{2026}']).collect()
}
