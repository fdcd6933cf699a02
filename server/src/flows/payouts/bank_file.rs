//! The file that a bank reads transfers from.

use axum::{
    extract::{FromRef, State},
    response::Response,
};
use futures_util::TryStreamExt;
use sqlx::{FromRow, query_as};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    flows::payouts::payout::{PayoutId, PayoutState, find},
    foundation::{
        db::Db,
        document::routes,
        error::{Code, Error, Result},
        extract::Path,
        response::attachment,
        table::{CSV, guard},
    },
    identity::{
        roles::{Admin, FINANCE},
        sessions::Sessions,
    },
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(download))
}

/// The transfers of a batch that is approved or paid, as CSV: bank, account, name, rupiah without separators, reference.
#[utoipa::path(get, path = "/api/admin/payouts/{id}/bank.csv", operation_id = "downloadBankFile",
    responses((status = 200, content_type = "text/csv", body = String), (status = 409)))]
async fn download(State(db): State<Db>, _: Admin<FINANCE>, Path(id): Path<PayoutId>) -> Result<Response> {
    #[derive(FromRow)]
    struct Row {
        bank: String,
        bank_account: String,
        name: String,
        net_rp: i64,
        uid: String,
    }
    let mut conn = db.read().await?;
    let batch = find(&mut conn, id).await?;
    if !matches!(batch.state.0, PayoutState::Approved | PayoutState::Paid) {
        let message = "Berkas bank baru ada setelah pembayaran ini disetujui.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let mut file = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    file.write_record(["bank", "account", "name", "amount", "reference"]).map_err(Error::internal)?;
    let sql = "SELECT i.bank, i.bank_account, i.name, i.net_rp, m.uid
               FROM payout_items i JOIN members m ON m.id = i.member_id WHERE i.batch_id = $1 AND i.cancelled_ms IS NULL ORDER BY i.id";
    let mut rows = query_as::<_, Row>(sql).bind(id).fetch(&mut *conn);
    while let Some(row) = rows.try_next().await? {
        let (amount, reference) = (row.net_rp.to_string(), format!("KSB{id}-{}", row.uid));
        let (bank, account, name) = (plain(&row.bank), plain(&row.bank_account), plain(&row.name));
        file.write_record([&bank, &account, &name, &amount, &reference]).map_err(Error::internal)?;
    }
    let body = file.into_inner().map_err(Error::internal)?;
    Ok(attachment(&format!("pembayaran-bonus-{id}.csv"), CSV, body))
}

/// A member's text on one line, marked as text where a spreadsheet would take it for a formula.
fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = text.trim();
    let guarded = guard(text.to_owned());
    // Nobody reads it back: an apostrophe of the member's own needs none before it.
    if text.starts_with('\'') { guarded[1..].to_owned() } else { guarded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (typed, kept) in [
            ("Siti Rahayu", "Siti Rahayu"),
            ("=1+1", "'=1+1"),
            ("+62", "'+62"),
            ("-5", "'-5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'=1"),
            ("a\r\n=b", "a  =b"),
            ("0123456789", "0123456789"),
            // A spreadsheet in Indonesia parts cells at semicolons.
            ("Siti;=1+1", "Siti;'=1+1"),
            ("'Aisyah", "'Aisyah"),
        ] {
            assert_eq!(plain(typed), kept);
        }
    }
}
