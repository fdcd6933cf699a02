//! A member's tax number (NPWP, or the NIK of the identity card): typed by the member, and validated by the shop.

use axum::{Json, extract::State};
use ksmart_core::tax::read_tax_number;
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::Result,
    extract::Body,
    form::refuse,
    ids::MemberId,
    text_enum,
};
use ksmart_identity::tokens::Member;
use serde::{Deserialize, Serialize};
use sqlx::{query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(show, change))
}

/// State of a tax number, as known to the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxNumberState {
    /// No tax number is known.
    Missing,
    /// The member has typed it; the shop has not checked it.
    Unchecked,
    /// The number is the member's.
    Validated,
    /// The number is not the member's.
    Rejected,
}

text_enum!(TaxNumberState {
    Missing => "missing", Unchecked => "unchecked", Validated => "validated", Rejected => "rejected",
});

/// A member's tax number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TaxNumber {
    /// Tax number of 15 or 16 digits; empty if there is none.
    pub number: String,
    /// State, as known to the shop.
    pub state: TaxNumberState,
}

/// Returns a member's tax number.
pub async fn tax_number(conn: &mut Conn, member: MemberId) -> sqlx::Result<TaxNumber> {
    let sql = "SELECT tax_number, tax_number_state FROM members WHERE id = $1";
    let (number, state): (String, Text<TaxNumberState>) = query_as(sql).bind(member).fetch_one(conn).await?;
    Ok(TaxNumber { number, state: state.0 })
}

/// Stores the result of the shop's check of a tax number; returns false if the member has typed another number since.
pub async fn judge_tax_number(
    conn: &mut Conn,
    member: MemberId,
    number: &str,
    state: TaxNumberState,
) -> sqlx::Result<bool> {
    let sql = "UPDATE members SET tax_number_state = $3 WHERE id = $1 AND tax_number = $2 AND tax_number <> ''";
    let update = query(sql).bind(member).bind(number).bind(Text(state));
    Ok(update.execute(conn).await?.rows_affected() == 1)
}

/// Stores a typed tax number, or none; the shop must check a changed number again. An unchanged number retains the
/// shop's finding.
///
/// # Errors
/// 422 for an invalid number.
pub async fn set_tax_number(conn: &mut Conn, member: MemberId, typed: &str) -> Result<TaxNumber> {
    let (number, state) = if typed.trim().is_empty() {
        (String::new(), TaxNumberState::Missing)
    } else {
        let digits = read_tax_number(typed)
            .ok_or_else(|| refuse("number", "tax_number", "Isi 16 digit NIK atau NPWP, atau 15 digit NPWP lama."))?;
        (digits, TaxNumberState::Unchecked)
    };
    let sql = "UPDATE members SET tax_number = $2, tax_number_state = $3 WHERE id = $1 AND tax_number <> $2";
    query(sql).bind(member).bind(number).bind(Text(state)).execute(&mut *conn).await?;
    Ok(tax_number(conn, member).await?)
}

/// Returns the caller's tax number.
#[utoipa::path(get, path = "/api/me/tax-number", operation_id = "getOwnTaxNumber",
    responses((status = 200, body = TaxNumber)))]
async fn show(State(db): State<Db>, member: Member) -> Result<Json<TaxNumber>> {
    Ok(Json(tax_number(&mut *db.read().await?, member.id).await?))
}

/// Tax number as typed.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"number": "3174 0901 0190 0001"})))]
struct TaxNumberForm {
    /// 15 or 16 digits, with blanks, dots and hyphens between them; empty to remove the number.
    #[schema(max_length = 40)]
    number: String,
}

/// Changes the caller's tax number, which the shop then checks again.
#[utoipa::path(put, path = "/api/me/tax-number", operation_id = "changeOwnTaxNumber", request_body = TaxNumberForm,
    responses((status = 200, body = TaxNumber), (status = 422)))]
async fn change(
    State(db): State<Db>,
    member: Member,
    Body(TaxNumberForm { number }): Body<TaxNumberForm>,
) -> Result<Json<TaxNumber>> {
    let mut tx = db.write().await?;
    let kept = set_tax_number(&mut tx, member.id, &number).await?;
    tx.commit().await?;
    Ok(Json(kept))
}
