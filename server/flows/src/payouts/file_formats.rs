//! Files of a payout's transfers in the formats of the shop's banks.
//!
//! Each bank decides on its format, and may change it. So the shop records once which columns its bank's template has,
//! how they are separated, and which banks a file is for. Each payout then provides that file.

use std::collections::BTreeSet;

use axum::{Json, extract::State, response::Response};
use csv::{Terminator, WriterBuilder};
use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    form::Refusals,
    table::CSV,
    time::{Clock, jakarta_date},
};
use ksmart_identity::{
    audit::{self, Subject},
    roles::{Admin, Confirmed, FINANCE},
    settings::{self, Section, Versioned},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    FlowsState,
    payouts::{
        bank_file::{Transfer, clearing, plain, transfers},
        payout::PayoutId,
        sensitive_files::hand_out,
    },
};

/// Maximum number of formats in a shop.
const MAX_FORMATS: usize = 20;

/// Maximum number of columns in a format.
const MAX_COLUMNS: usize = 30;

/// Maximum length of a format's name, in characters.
const MAX_NAME: usize = 40;

/// Maximum length of a column's title and of the text of its cells, in characters.
const MAX_TEXT: usize = 100;

/// Maximum number of digits in a title and in a fixed text: fewer than an account has. Only the payout, which two
/// administrators have agreed on, decides where money goes.
const MAX_DIGITS: usize = 5;

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show, change)).routes(routes!(download))
}

/// Separator between the cells of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Separator {
    Comma,
    Semicolon,
    Tab,
    Pipe,
}

impl Separator {
    fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }
}

/// Banks whose accounts receive the transfers in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfBanks {
    All,
    /// Accounts at the format's bank only.
    Only,
    /// Accounts at all other banks.
    Except,
}

/// Content of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Cells {
    /// The transfer's number in the file, from 1.
    Number,
    Account,
    Name,
    /// Whole rupiah, without separators.
    Amount,
    /// Rupiah with a decimal point and two zeros.
    AmountDecimals,
    /// Reference of the transfer, by which both statements can be matched.
    Reference,
    Bank,
    /// The bank's number in the clearing; empty if not known.
    BankCode,
    /// The bank's BIC; empty if not known.
    Bic,
    /// The day on which the file is made, `YYYY-MM-DD`.
    Date,
    /// The day on which the file is made, `YYYYMMDD`.
    DateDigits,
    /// The day on which the file is made, `DD/MM/YYYY`.
    DateSlashes,
    /// The member's uid.
    Uid,
    /// The same text in each row.
    Text,
}

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BankFileColumn {
    /// Heading of the column, if the file has headers; may be empty.
    #[schema(max_length = 100)]
    title: String,
    cells: Cells,
    /// Text of its cells, if they are all the same; otherwise empty.
    #[schema(max_length = 100)]
    text: String,
}

/// Bank's file format for transfers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BankFileFormat {
    /// Name such as `Bank Mandiri, sesama bank`; unique within the shop.
    #[schema(min_length = 1, max_length = 40, pattern = r"\S")]
    name: String,
    separator: Separator,
    /// Whether the first row contains the headings of the columns.
    has_header: bool,
    /// Whether the file begins with the UTF-8 byte order mark, by which Excel recognises the encoding.
    has_mark: bool,
    banks: OfBanks,
    /// Bank that the format is for; empty for all.
    #[schema(max_length = 40)]
    bank: String,
    #[schema(min_items = 1, max_items = 30)]
    columns: Vec<BankFileColumn>,
}

/// The formats of a shop.
#[derive(Debug, Serialize, ToSchema)]
struct BankFileFormats {
    formats: Vec<BankFileFormat>,
    /// Number of edits so far; an edit states the number that it is based on.
    version: i64,
}

impl BankFileFormats {
    async fn read(conn: &mut Conn) -> Result<Self> {
        let Versioned { values, version } = settings::read::<BankFiles>(conn).await?;
        Ok(Self { formats: values.formats, version })
    }
}

/// Formats as entered by an administrator.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"formats": [{"name": "Bank A, sesama bank", "separator": "comma", "has_header": true,
    "has_mark": false, "banks": "only", "bank": "BCA",
    "columns": [{"title": "Rekening", "cells": "account", "text": ""}, {"title": "Jumlah", "cells": "amount", "text": ""}]}],
    "version": 0})))]
struct BankFileForm {
    #[schema(max_items = 20)]
    formats: Vec<BankFileFormat>,
    /// The version that was edited.
    version: i64,
}

/// The formats as they are stored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankFiles {
    formats: Vec<BankFileFormat>,
}

impl Section for BankFiles {
    const NAME: &'static str = "bank_files";
    const LOGGED_AS: &'static str = "berkas-bank";

    fn validate(self, refusals: &mut Refusals) -> Self {
        Self { formats: checked(self.formats, refusals) }
    }

    /// Returns the complete formats: a column's order and cells decide where money goes.
    fn logged(&self) -> Value {
        let formats = self.formats.iter().map(|format| serde_json::to_string(format).unwrap_or_default());
        json!({"bank_files": formats.collect::<Vec<_>>().join("\n")})
    }
}

fn checked(typed: Vec<BankFileFormat>, refusals: &mut Refusals) -> Vec<BankFileFormat> {
    if typed.len() > MAX_FORMATS {
        refusals.add("formats", "too_many", format!("Paling banyak {MAX_FORMATS} format."));
    }
    let mut names = BTreeSet::new();
    let formats = typed.into_iter().map(|format| {
        let name = refusals.line("formats", "Nama format", &format.name, MAX_NAME);
        if !names.insert(text::fold(&name)) {
            refusals.add("formats", "taken", "Setiap format perlu nama yang berbeda.");
        }
        if format.columns.is_empty() || format.columns.len() > MAX_COLUMNS {
            refusals.add("formats", "columns", format!("Setiap format berisi 1 sampai {MAX_COLUMNS} kolom."));
        }
        let has = |wanted: &[Cells]| format.columns.iter().any(|column| wanted.contains(&column.cells));
        if !has(&[Cells::Account]) || !has(&[Cells::Amount, Cells::AmountDecimals]) {
            refusals.add("formats", "columns", "Setiap format berisi kolom nomor rekening dan kolom jumlah.");
        }
        if format.columns.iter().any(|column| digits(&column.title).max(digits(&column.text)) > MAX_DIGITS) {
            let message = "Judul dan teks tetap berisi paling banyak 5 angka: nomor rekening berasal dari pembayaran.";
            refusals.add("formats", "digits", message);
        }
        let bank = refusals.line_or_none("formats", "Bank", &format.bank, MAX_NAME);
        let is_known = clearing(&bank) != ("", "");
        if is_known == (format.banks == OfBanks::All) {
            refusals.add("formats", "choice", "Pilih bank dari daftar, atau semua bank.");
        }
        let columns = format.columns.into_iter().map(|column| BankFileColumn {
            title: refusals.line_or_none("formats", "Judul kolom", &column.title, MAX_TEXT),
            text: refusals.line_or_none("formats", "Teks tetap", &column.text, MAX_TEXT),
            ..column
        });
        BankFileFormat { columns: columns.collect(), name, bank, ..format }
    });
    formats.collect()
}

fn digits(text: &str) -> usize {
    text.chars().filter(|each| each.is_numeric()).count()
}

/// Shows the transfer formats of the shop's banks.
#[utoipa::path(get, path = "/api/admin/payouts/formats", operation_id = "getBankFileFormats",
    responses((status = 200, body = BankFileFormats)))]
async fn show(State(db): State<Db>, _: Admin<FINANCE>) -> Result<Json<BankFileFormats>> {
    Ok(Json(BankFileFormats::read(&mut *db.read().await?).await?))
}

/// Saves the transfer formats of the shop's banks.
#[utoipa::path(put, path = "/api/admin/payouts/formats", operation_id = "updateBankFileFormats",
    request_body = BankFileForm, responses((status = 200, body = BankFileFormats), (status = 409), (status = 422)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Body(form): Body<BankFileForm>,
) -> Result<Json<BankFileFormats>> {
    let values = BankFiles { formats: form.formats }.validated()?;
    let mut tx = db.write().await?;
    if !settings::save(&mut tx, &admin.0, clock.now_ms(), &Versioned { values, version: form.version }).await? {
        let current = BankFileFormats::read(&mut tx).await?;
        return Err(audit::conflict(current, &mut tx, Subject::Settings, BankFiles::LOGGED_AS).await);
    }
    let after = BankFileFormats::read(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(after))
}

#[derive(Debug, Deserialize, IntoParams)]
struct OfFormat {
    /// The format's name.
    #[param(min_length = 1, max_length = 40)]
    format: String,
}

/// Returns the transfers of an approved or paid payout in one of the shop's formats.
#[utoipa::path(get, path = "/api/admin/payouts/{id}/file.csv", operation_id = "downloadFormattedTransfers",
    responses((status = 200, content_type = "text/csv", body = String), (status = 404), (status = 409)))]
async fn download(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(Admin(admin)): Confirmed<FINANCE>,
    Path(id): Path<PayoutId>,
    Query(of): Query<OfFormat>,
) -> Result<Response> {
    let mut conn = db.read().await?;
    let formats = BankFileFormats::read(&mut conn).await?.formats;
    let format = formats.into_iter().find(|format| format.name == of.format);
    let format = format.ok_or_else(|| Error::not_found("Format berkas tidak ditemukan."))?;
    let mut transfers = transfers(&mut conn, id).await?;
    drop(conn);
    transfers.retain(|transfer| match format.banks {
        OfBanks::All => true,
        OfBanks::Only => transfer.bank == format.bank,
        OfBanks::Except => transfer.bank != format.bank,
    });
    if transfers.is_empty() {
        let message = "Tidak ada transfer di pembayaran ini untuk format berkas itu.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let body = written(&format, id, &transfers, &jakarta_date(clock.now_ms()))?;
    hand_out(&db, &admin, &clock, &format!("transfer-{id}.csv"), (CSV, body)).await
}

/// Builds a file of transfers, dated `day`.
fn written(format: &BankFileFormat, batch: PayoutId, transfers: &[Transfer], day: &str) -> Result<Vec<u8>> {
    let begun = if format.has_mark { "\u{feff}".into() } else { Vec::new() };
    let mut file =
        WriterBuilder::new().delimiter(format.separator.byte()).terminator(Terminator::CRLF).from_writer(begun);
    if format.has_header {
        file.write_record(format.columns.iter().map(|column| plain(&column.title))).map_err(Error::internal)?;
    }
    for (number, transfer) in (1_i64..).zip(transfers) {
        let (code, bic) = clearing(&transfer.bank);
        let cell = |column: &BankFileColumn| match column.cells {
            Cells::Number => number.to_string(),
            Cells::Account => plain(&transfer.bank_account),
            Cells::Name => plain(&transfer.name),
            Cells::Amount => transfer.net_rp.to_string(),
            Cells::AmountDecimals => format!("{}.00", transfer.net_rp),
            Cells::Reference => transfer.reference(batch),
            Cells::Bank => plain(&transfer.bank),
            Cells::BankCode => code.to_owned(),
            Cells::Bic => bic.to_owned(),
            Cells::Date => day.to_owned(),
            Cells::DateDigits => day.replace('-', ""),
            Cells::DateSlashes => day.rsplit('-').collect::<Vec<_>>().join("/"),
            Cells::Uid => transfer.uid.clone(),
            Cells::Text => plain(&column.text),
        };
        file.write_record(format.columns.iter().map(cell)).map_err(Error::internal)?;
    }
    file.into_inner().map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(title: &str, cells: Cells, text: &str) -> BankFileColumn {
        BankFileColumn { title: title.to_owned(), cells, text: text.to_owned() }
    }

    fn format() -> BankFileFormat {
        BankFileFormat {
            name: "Sesama bank".to_owned(),
            separator: Separator::Pipe,
            has_header: true,
            has_mark: true,
            banks: OfBanks::All,
            bank: String::new(),
            columns: vec![
                column("No", Cells::Number, ""),
                column("Rek", Cells::Account, ""),
                column("Nama", Cells::Name, ""),
                column("", Cells::Text, "IDR"),
                column("Rp", Cells::Amount, ""),
                column("Kode", Cells::BankCode, ""),
                column("BIC", Cells::Bic, ""),
                column("Tgl", Cells::Date, ""),
                column("Tgl", Cells::DateDigits, ""),
                column("Tgl", Cells::DateSlashes, ""),
                column("Sen", Cells::AmountDecimals, ""),
                column("Berita", Cells::Reference, ""),
                column("ID", Cells::Uid, ""),
                column("Bank", Cells::Bank, ""),
            ],
        }
    }

    fn transfer(name: &str, bank: &str) -> Transfer {
        Transfer {
            bank: bank.to_owned(),
            bank_account: "0012345678".to_owned(),
            name: name.to_owned(),
            net_rp: 1_250_000,
            uid: "K100".to_owned(),
        }
    }

    fn stored(formats: Vec<BankFileFormat>) -> Result<Vec<BankFileFormat>> {
        BankFiles { formats }.validated().map(|files| files.formats)
    }

    #[test]
    fn files_match_their_format_exactly() {
        let transfers = [transfer("Siti | Rahayu", "BCA"), transfer("=1+1", "Bank lain")];
        let text = |format: &BankFileFormat| {
            String::from_utf8(written(format, PayoutId(7), &transfers, "2026-11-25").unwrap()).unwrap()
        };
        assert_eq!(
            text(&format()),
            "\u{feff}No|Rek|Nama||Rp|Kode|BIC|Tgl|Tgl|Tgl|Sen|Berita|ID|Bank\r\n\
             1|0012345678|\"Siti | Rahayu\"|IDR|1250000|014|CENAIDJA|2026-11-25|20261125|25/11/2026|1250000.00|KSB7-K100|K100|BCA\r\n\
             2|0012345678|'=1+1|IDR|1250000|||2026-11-25|20261125|25/11/2026|1250000.00|KSB7-K100|K100|Bank lain\r\n"
        );
        let columns = vec![column("Rek", Cells::Account, ""), column("Rp", Cells::Amount, "")];
        let bare =
            BankFileFormat { has_header: false, has_mark: false, separator: Separator::Tab, columns, ..format() };
        assert_eq!(text(&bare), "0012345678\t1250000\r\n0012345678\t1250000\r\n");
    }

    #[test]
    fn invalid_file_formats_are_refused() {
        assert_eq!(stored(vec![format()]).unwrap(), [format()]);
        let none = BankFileFormat { columns: Vec::new(), ..format() };
        let nobody = BankFileFormat { banks: OfBanks::Only, ..format() };
        let unknown = BankFileFormat { bank: "Bank Karangan".to_owned(), ..nobody.clone() };
        let nameless = BankFileFormat { name: " ".to_owned(), ..format() };
        let wrong = BankFileFormat { columns: vec![column("a\nb", Cells::Text, "")], ..format() };
        for refused in [vec![none], vec![nobody], vec![unknown], vec![nameless], vec![wrong], vec![format(), format()]]
        {
            assert!(stored(refused.clone()).is_err(), "{refused:?}");
        }
        let many = (0..=20).map(|number| BankFileFormat { name: number.to_string(), ..format() }).collect();
        assert!(stored(many).is_err());
    }
}
