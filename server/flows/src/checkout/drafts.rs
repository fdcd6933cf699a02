//! Temporary checkouts: lines that a member has not ordered yet.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    error::{Error, Result},
    extract::{Body, Path},
    ids::MemberId,
    response::Done,
    time::{Clock, DAY_MS, Random},
};
use ksmart_identity::tokens::Member;
use ksmart_shop::catalog;
use serde::{Deserialize, Serialize};
use sqlx::{query, query_scalar};
use utoipa::ToSchema;

use crate::checkout::selection::{SelectedLine, check_lines};

/// Maximum number of checkout drafts of a member; a new one replaces the oldest.
const MAX_DRAFTS: i64 = 20;

/// Lifetime of a checkout draft after its last change, in milliseconds.
const DRAFT_AGE_MS: i64 = 30 * DAY_MS;

/// A chosen product with its current data.
#[derive(Debug, Serialize, ToSchema)]
struct SelectedProduct {
    #[serde(flatten)]
    line: SelectedLine,
    name: String,
    /// Path below `/storage/`.
    picture: String,
    /// Price paid for one piece, rupiah.
    harga: i64,
    /// Price struck through by a promotion, rupiah.
    #[serde(skip_serializing_if = "Option::is_none")]
    harga_coret: Option<i64>,
    /// Pieces in stock.
    stock: i64,
    /// Business volume of one piece, points.
    bv: i64,
    /// Shipping weight of one piece, grams.
    #[serde(rename = "beratPengiriman")]
    berat_pengiriman: i64,
    /// Minimum order, pieces.
    #[serde(rename = "pemesananMin")]
    pemesanan_min: i64,
    /// Key of the category.
    category_id: i64,
}

/// Checkout draft to store.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"selected_products": [{"id": 7, "product_id": 1, "variant": null, "quantity": 2}],
    "checkout_token": null}
)))]
pub(super) struct CheckoutDraftForm {
    #[schema(max_items = 100)]
    selected_products: Vec<SelectedLine>,
    /// Token of the checkout, 16 to 64 letters, digits, `-` or `_`; a new one is created if it is null.
    #[schema(pattern = r"^[A-Za-z0-9_-]{16,64}$")]
    checkout_token: Option<String>,
}

/// A checkout draft.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CheckoutDraft {
    checkout_token: String,
    selected_products: Vec<SelectedProduct>,
}

/// Stores the selection of a checkout, replacing the one stored under its token.
#[utoipa::path(post, path = "/api/checkout-temp", operation_id = "keepCheckout", request_body = CheckoutDraftForm,
    responses((status = 200, body = CheckoutDraft), (status = 404)))]
pub(super) async fn store_draft(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    member: Member,
    Body(draft): Body<CheckoutDraftForm>,
) -> Result<Json<CheckoutDraft>> {
    check_lines(&draft.selected_products)?;
    let token = match draft.checkout_token {
        Some(token) if is_token(&token) => token,
        Some(_) => return Err(Error::invalid("Token checkout tidak benar.")),
        None => random.token(26),
    };
    let products = serde_json::to_string(&draft.selected_products).map_err(Error::internal)?;
    let sql = "INSERT INTO checkout_drafts (token, member_id, products, updated_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (token) DO UPDATE SET products = excluded.products, updated_ms = excluded.updated_ms
                 WHERE checkout_drafts.member_id = excluded.member_id";
    let mut tx = db.write().await?;
    let query = query(sql).bind(&token).bind(member.id).bind(products).bind(clock.now_ms());
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(draft_not_found());
    }
    delete_oldest(&mut tx, member.id).await?;
    tx.commit().await?;
    let selected_products = with_goods(&mut *db.read().await?, draft.selected_products, clock.now_ms()).await?;
    Ok(Json(CheckoutDraft { checkout_token: token, selected_products }))
}

/// Returns the selection of a checkout, with current prices and stock.
#[utoipa::path(get, path = "/api/checkout-temp/{token}", operation_id = "getCheckout",
    responses((status = 200, body = CheckoutDraft)))]
pub(super) async fn show_draft(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Path(token): Path<String>,
) -> Result<Json<CheckoutDraft>> {
    let mut conn = db.read().await?;
    let products: Option<String> =
        query_scalar("SELECT products FROM checkout_drafts WHERE token = $1 AND member_id = $2")
            .bind(&token)
            .bind(member.id)
            .fetch_optional(&mut *conn)
            .await?;
    let lines = serde_json::from_str(&products.ok_or_else(draft_not_found)?).map_err(Error::internal)?;
    let selected_products = with_goods(&mut conn, lines, clock.now_ms()).await?;
    Ok(Json(CheckoutDraft { checkout_token: token, selected_products }))
}

/// Removes a checkout draft; it is no error if it no longer exists.
#[utoipa::path(delete, path = "/api/checkout-temp/{token}", operation_id = "removeCheckout",
    responses((status = 200, body = Done)))]
pub(super) async fn remove_draft(
    State(db): State<Db>,
    member: Member,
    Path(token): Path<String>,
) -> Result<Json<Done>> {
    delete_draft(&mut *db.write_one().await?, member.id, &token).await?;
    Ok(Json(Done { success: true }))
}

fn draft_not_found() -> Error {
    Error::not_found("Checkout tidak ditemukan.")
}

/// Whether a text can be the token of a checkout: 16 to 64 letters, digits, `-` or `_`.
pub(super) fn is_token(token: &str) -> bool {
    (16..=64).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// Adds the current data of the products; products that no longer exist are left out.
async fn with_goods(conn: &mut Conn, lines: Vec<SelectedLine>, now_ms: i64) -> Result<Vec<SelectedProduct>> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<_> = lines.iter().map(SelectedLine::key).collect();
    let goods = catalog::chosen(conn, &wanted, now_ms).await?;
    let selected = lines.into_iter().filter_map(|line| {
        let (product, variant) = line.key();
        let goods = goods.get(&(product, variant.to_owned()))?.clone();
        Some(SelectedProduct {
            line,
            name: goods.name,
            picture: goods.picture,
            harga: goods.price_rp,
            harga_coret: goods.struck_rp,
            stock: goods.stock,
            bv: goods.bv,
            berat_pengiriman: goods.weight_gr,
            pemesanan_min: goods.min_order,
            category_id: goods.category_id,
        })
    });
    Ok(selected.collect())
}

/// Removes the oldest checkout drafts of a member beyond the maximum number.
async fn delete_oldest(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    let sql = "DELETE FROM checkout_drafts WHERE member_id = $1 AND token NOT IN (
                 SELECT token FROM checkout_drafts WHERE member_id = $1 ORDER BY updated_ms DESC, token LIMIT $2)";
    query(sql).bind(member).bind(MAX_DRAFTS).execute(conn).await?;
    Ok(())
}

/// Removes a checkout draft of a member, if it exists.
pub(super) async fn delete_draft(conn: &mut Conn, member: MemberId, token: &str) -> sqlx::Result<()> {
    query("DELETE FROM checkout_drafts WHERE token = $1 AND member_id = $2")
        .bind(token)
        .bind(member)
        .execute(conn)
        .await?;
    Ok(())
}

/// Removes the checkout drafts of a member.
pub async fn erase(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM checkout_drafts WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Removes the checkout drafts that have not been changed for a month.
pub async fn delete_old_drafts(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM checkout_drafts WHERE updated_ms < $1").bind(now_ms - DRAFT_AGE_MS).execute(conn).await?;
    Ok(())
}
