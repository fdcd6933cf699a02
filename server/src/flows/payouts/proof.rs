//! What shows a member that a bonus was transferred.
//!
//! The office's picture of a payout's transfer may name everybody in it. So a member sees what the payout says of one
//! bonus, drawn for who asks; or the picture that one bonus was marked with by hand.

use axum::{
    extract::{FromRef, State},
    response::Response,
};
use minijinja::{AutoEscape, Environment, context};
use sqlx::{FromRow, query_as};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::payouts::payout::PayoutId,
    foundation::{
        db::Db,
        document::routes,
        error::{Error, Result},
        extract::Path,
        format::{date_time, masked_account, rupiah},
        ids::MemberId,
        storage::{Storage, private_picture, show_private},
    },
    identity::{sessions::Sessions, settings::CachedSettings, tokens::Member},
    members::bonuses::BonusId,
};

/// The drawing, with places for what it says.
const DRAWING: &str = include_str!("proof.svg");

/// How many characters of a line fit the drawing.
const LINE: usize = 38;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    CachedSettings: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
    Storage: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(show))
}

/// What shows that a bonus of the caller was transferred, and nobody else's.
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

/// The picture that a bonus was marked with by hand.
async fn marked_with(db: &Db, member: MemberId, bonus: BonusId) -> Result<Option<String>> {
    let sql = "SELECT proof_picture FROM bonuses WHERE id = $1 AND member_id = $2 AND proof_picture IS NOT NULL";
    Ok(sqlx::query_scalar(sql).bind(bonus).bind(member).fetch_optional(&mut *db.read().await?).await?)
}

/// A bonus that was transferred with a payout.
#[derive(FromRow)]
struct Paid {
    batch_id: PayoutId,
    period: String,
    name: String,
    bank: String,
    bank_account: String,
    gross_rp: i64,
    tax_rp: i64,
    net_rp: i64,
    paid_ms: i64,
}

async fn find(db: &Db, member: MemberId, bonus: BonusId) -> Result<Option<Paid>> {
    let sql =
        "SELECT o.id AS batch_id, p.name AS period, i.name, i.bank, i.bank_account, i.gross_rp, i.tax_rp, i.net_rp,
                      o.paid_ms
               FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id JOIN bv_periods p ON p.id = o.period_id
               WHERE i.bonus_id = $1 AND i.member_id = $2 AND i.cancelled_ms IS NULL AND o.state = 'paid'";
    Ok(query_as(sql).bind(bonus).bind(member).fetch_optional(&mut *db.read().await?).await?)
}

impl Paid {
    /// The drawing of it, in SVG.
    fn draw(&self, shop: &str) -> Result<String> {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        let values = context! {
            shop => fitted(shop),
            period => fitted(&self.period),
            name => fitted(&self.name),
            account => fitted(&format!("{} {}", self.bank, masked_account(&self.bank_account))),
            paid_at => date_time(self.paid_ms),
            gross => rupiah(self.gross_rp),
            tax => rupiah(-self.tax_rp),
            net => rupiah(self.net_rp),
            number => self.batch_id.0,
        };
        environment.render_str(DRAWING, values).map_err(Error::internal)
    }
}

/// As much of a text as fits a line.
fn fitted(text: &str) -> String {
    if text.chars().count() <= LINE {
        return text.to_owned();
    }
    text.chars().take(LINE - 1).chain(['\u{2026}']).collect()
}
