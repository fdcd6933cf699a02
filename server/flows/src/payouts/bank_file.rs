//! Files from which a bank, or a person who fills in its template, reads transfers.

use axum::{extract::State, response::Response};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::Path,
    table::{CSV, guard},
    time::Clock,
    workbook::{self, XLSX},
};
use ksmart_identity::roles::{Admin, Confirmed, FINANCE};
use rust_xlsxwriter::{Worksheet, XlsxError};
use sqlx::{FromRow, query_as};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        payout::{PayoutId, PayoutState, find},
        sensitive_files::hand_out,
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(download)).routes(routes!(list))
}

/// Banks that members choose from, each with its number and its BIC in the clearing (SKN, RTGS, BI-FAST). For banks
/// that a shop may add, the number comes from github.com/zenospaycom/api-docs (v1/apendix.md);
/// github.com/vnxx/list-of-banks-in-indoneisa-json has it too, for some under a former name. Their BIC is the one that
/// the payment provider StraitsX names for payouts (docs.straitsx.com), otherwise empty.
const BANKS: [(&str, &str, &str); 29] = [
    ("BCA", "014", "CENAIDJA"),
    ("BNI", "009", "BNINIDJA"),
    ("BRI", "002", "BRINIDJA"),
    ("Mandiri", "008", "BMRIIDJA"),
    ("CIMB", "022", "BNIAIDJA"),
    ("Allo Bank", "567", ""),
    ("Bank Jago", "542", ""),
    ("Bank Jakarta (DKI)", "111", ""),
    ("Bank Jateng", "113", ""),
    ("Bank Jatim", "114", ""),
    ("Bank Mega", "426", "MEGAIDJA"),
    ("Bank Neo Commerce", "490", ""),
    ("BCA Syariah", "536", ""),
    ("BJB", "110", "PDJBIDJA"),
    ("blu by BCA Digital", "501", ""),
    ("BSI", "451", "BSMDIDJA"),
    ("BTN", "200", "BTANIDJA"),
    ("Danamon", "011", "BDINIDJA"),
    ("DBS", "046", "DBSBIDJA"),
    ("Jenius (SMBC)", "213", ""),
    ("KB Bank", "441", "BBUKIDJA"),
    ("Maybank", "016", "IBBKIDJA"),
    ("Muamalat", "147", ""),
    ("OCBC", "028", "NISPIDJA"),
    ("Panin", "019", ""),
    ("Permata", "013", "BBBAIDJA"),
    ("SeaBank", "535", "SSPIIDJA"),
    ("Sinarmas", "153", ""),
    ("UOB", "023", "BBIJIDJA"),
];

/// Returns a bank's number and BIC in the clearing; empty texts for an unknown bank.
pub(super) fn clearing(bank: &str) -> (&'static str, &'static str) {
    BANKS.iter().find(|(name, ..)| *name == bank).map_or(("", ""), |(_, code, bic)| (*code, *bic))
}

/// A transfer of a payout.
#[derive(FromRow)]
pub(super) struct Transfer {
    pub(super) bank: String,
    pub(super) bank_account: String,
    pub(super) name: String,
    /// Whole rupiah.
    pub(super) net_rp: i64,
    pub(super) uid: String,
}

impl Transfer {
    pub(super) fn reference(&self, batch: PayoutId) -> String {
        reference(batch, &self.uid)
    }
}

/// Returns the reference of a member's transfer, by which the shop's and the member's statements can be matched.
pub(super) fn reference(batch: PayoutId, uid: &str) -> String {
    format!("KSB{batch}-{uid}")
}

/// Returns the transfers of an approved or paid payout, in the order of the payout.
pub(super) async fn transfers(conn: &mut Conn, id: PayoutId) -> Result<Vec<Transfer>> {
    let batch = find(conn, id).await?;
    if !matches!(batch.state.0, PayoutState::Approved | PayoutState::Paid) {
        let message = "Berkas bank baru ada setelah pembayaran ini disetujui.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let sql = "SELECT i.bank, i.bank_account, i.name, CAST(SUM(i.net_rp) AS BIGINT) AS net_rp, m.uid
               FROM payout_items i JOIN members m ON m.id = i.member_id WHERE i.batch_id = $1 AND i.cancelled_ms IS NULL
               GROUP BY i.member_id, i.bank, i.bank_account, i.name, m.uid ORDER BY MIN(i.id)";
    Ok(query_as(sql).bind(id).fetch_all(conn).await?)
}

/// Returns the transfers of an approved or paid payout as CSV: bank, account, name, rupiah without separators,
/// reference.
#[utoipa::path(get, path = "/api/admin/payouts/{id}/bank.csv", operation_id = "downloadBankFile",
    responses((status = 200, content_type = "text/csv", body = String), (status = 409)))]
async fn download(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<PayoutId>,
) -> Result<Response> {
    let transfers = transfers(&mut *db.read().await?, id).await?;
    let mut file = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    file.write_record(["bank", "account", "name", "amount", "reference"]).map_err(Error::internal)?;
    for transfer in transfers {
        let (amount, reference) = (transfer.net_rp.to_string(), transfer.reference(id));
        let (bank, account) = (plain(&transfer.bank), plain(&transfer.bank_account));
        file.write_record([&bank, &account, &plain(&transfer.name), &amount, &reference]).map_err(Error::internal)?;
    }
    let body = file.into_inner().map_err(Error::internal)?;
    hand_out(&db, &admin, &clock, &format!("pembayaran-bonus-{id}.csv"), (CSV, body)).await
}

/// Returns the transfers of an approved or paid payout as a workbook (XLSX), for people and for a bank's own template.
///
/// The headers are Indonesian, and each bank has its number and BIC in the clearing. Accounts are texts, so that a
/// spreadsheet keeps all their digits.
#[utoipa::path(get, path = "/api/admin/payouts/{id}/transfers.xlsx", operation_id = "downloadTransfers",
    responses((status = 200, body = String,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (status = 409)))]
async fn list(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<PayoutId>,
) -> Result<Response> {
    let transfers = transfers(&mut *db.read().await?, id).await?;
    let body = {
        let _turn = workbook::turn().await?;
        workbook::packed(sheet_of(id, &transfers).map_err(Error::internal)?).await?
    };
    hand_out(&db, &admin, &clock, &format!("daftar-transfer-{id}.xlsx"), (XLSX, body)).await
}

fn sheet_of(id: PayoutId, transfers: &[Transfer]) -> std::result::Result<Worksheet, XlsxError> {
    const COLUMNS: [&str; 8] =
        ["No", "Nama penerima", "Bank", "Kode bank", "BIC", "Nomor rekening", "Jumlah (Rp)", "Berita"];
    let mut sheet = workbook::sheet("Transfer", COLUMNS)?;
    for (row, transfer) in (1..).zip(transfers) {
        let (code, bic) = clearing(&transfer.bank);
        let reference = transfer.reference(id);
        workbook::put_number(&mut sheet, row, 0, row.into())?;
        let texts = [&transfer.name, &transfer.bank, code, bic, &transfer.bank_account];
        for (column, text) in (1..).zip(texts) {
            workbook::put_text(&mut sheet, row, column, text)?;
        }
        workbook::put_number(&mut sheet, row, 6, transfer.net_rp)?;
        workbook::put_text(&mut sheet, row, 7, &reference)?;
    }
    Ok(sheet)
}

/// Returns a member's text as one line, marked as text if a spreadsheet would take it for a formula.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = text.trim();
    let guarded = guard(text.to_owned());
    // The file is never read back: an apostrophe that the member typed needs no second one before it.
    if text.starts_with('\'') { guarded[1..].to_owned() } else { guarded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offered_bank_has_a_clearing_code() {
        let names: Vec<&str> = BANKS.iter().map(|(name, ..)| *name).collect();
        let chosen = ksmart_core::fields::BANKS.iter().map(|(name, ..)| *name);
        assert_eq!(names, chosen.chain(ksmart_core::fields::MORE_BANKS).collect::<Vec<_>>());
        assert!(BANKS.iter().all(|(_, code, bic)| code.len() == 3 && [0, 8].contains(&bic.len())));
        let codes: std::collections::BTreeSet<&str> = BANKS.iter().map(|(_, code, _)| *code).collect();
        assert_eq!(codes.len(), BANKS.len());
    }

    #[test]
    fn cells_never_contain_formulas() {
        for (typed, kept) in [
            ("Siti Rahayu", "Siti Rahayu"),
            ("=1+1", "'=1+1"),
            ("+62", "'+62"),
            ("-5", "'-5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'=1"),
            ("a\r\n=b", "a  =b"),
            ("0123456789", "0123456789"),
            // A spreadsheet in Indonesia splits cells at semicolons.
            ("Siti;=1+1", "Siti;'=1+1"),
            ("'Aisyah", "'Aisyah"),
        ] {
            assert_eq!(plain(typed), kept);
        }
    }
}
