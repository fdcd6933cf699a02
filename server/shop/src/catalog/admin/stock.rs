//! Administrators' work with stock: receiving goods, counting, and reading the stock books.

use axum::{Json, extract::State};
use ksmart_core::fields::FieldError;
use ksmart_foundation::{
    db::{Conn, Db, Flag, Text, TextEnum, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    format,
    ids::{ProductId, VariantId},
    page::Page,
    time::{Clock, DAY_MS, jakarta_midnight, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE, FULFILMENT},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AssertSqlSafe, FromRow, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{
        admin::{product_form::MAX_PIECES, terms_form::refusal},
        products::{Catalog, product_not_found},
        stock::{ByHand, MovementKind, lock, move_by_hand},
    },
};

/// Maximum stock of a product, pieces.
const MAX_STOCK: i64 = 1_000_000_000;

/// Maximum length of a reason, in characters.
pub const MAX_REASON: usize = 300;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(change)).routes(routes!(list))
}

/// Kind of a manual stock change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StockChangeKind {
    /// Pieces received from a supplier.
    Received,
    /// Correction of the stock books to the actual stock.
    Adjusted,
}

/// A change of a product's stock.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"kind": "adjusted", "counted": 48, "stock": 50, "reason": "Dua kemasan rusak.",
    "token": "0f8fad5b-d9cb-469f"}
)))]
struct StockForm {
    /// Key of the variant, for a product whose stock is counted by variant.
    variant_id: Option<VariantId>,
    kind: StockChangeKind,
    /// Pieces received, 1 or more; for `adjusted`, the difference from the stock books, negative for fewer.
    #[schema(minimum = -1_000_000, maximum = 1_000_000)]
    quantity: Option<i64>,
    /// Number of counted pieces, sent instead of `quantity`; only for `adjusted`.
    #[schema(minimum = 0, maximum = 1_000_000)]
    counted: Option<i64>,
    /// Stock in the stock books at the time of the count; required with `counted`. If the stock has changed since, for
    /// example by a sale, the count is refused.
    #[schema(minimum = 0)]
    stock: Option<i64>,
    /// Reason for the change, up to 300 characters; required for adjustments.
    #[schema(max_length = 300)]
    reason: Option<String>,
    /// Idempotency key: repeated requests with it change stock only once. 16 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = r"^[A-Za-z0-9_-]{16,64}$")]
    token: Option<String>,
}

/// Requested change of stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestedStockChange {
    Difference(i64),
    Counted { counted: i64, seen: i64 },
}

impl StockForm {
    fn reason(&self) -> Option<&str> {
        self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty())
    }

    /// Reads the requested change.
    ///
    /// # Errors
    /// Faults of the request, by field.
    fn read(&self) -> Result<RequestedStockChange, Vec<FieldError>> {
        let mut errors = Vec::new();
        let wanted = match (self.kind, self.quantity, self.counted) {
            (StockChangeKind::Received, Some(pieces), None) if (1..=MAX_PIECES).contains(&pieces) => {
                Some(RequestedStockChange::Difference(pieces))
            }
            (StockChangeKind::Received, ..) => {
                errors.push(refusal("quantity", "Jumlah yang diterima harus 1 sampai 1.000.000."));
                None
            }
            (StockChangeKind::Adjusted, Some(pieces), None)
                if pieces != 0 && (-MAX_PIECES..=MAX_PIECES).contains(&pieces) =>
            {
                Some(RequestedStockChange::Difference(pieces))
            }
            (StockChangeKind::Adjusted, _, None) => {
                let message = "Selisih tidak boleh 0, dan paling banyak 1.000.000 lebih atau kurang.";
                errors.push(refusal("quantity", message));
                None
            }
            (StockChangeKind::Adjusted, _, Some(counted)) => match self.stock {
                Some(seen) if (0..=MAX_PIECES).contains(&counted) => {
                    Some(RequestedStockChange::Counted { counted, seen })
                }
                _ => {
                    errors.push(refusal("counted", "Hasil hitung harus 0 sampai 1.000.000."));
                    None
                }
            },
        };
        match self.reason() {
            None if self.kind == StockChangeKind::Adjusted => {
                errors.push(refusal("reason", "Tuliskan alasannya."));
            }
            Some(reason) if reason.chars().count() > MAX_REASON || reason.contains('\0') => {
                errors.push(refusal("reason", format!("Alasan maksimal {MAX_REASON} karakter.")));
            }
            _ => {}
        }
        if self.token.as_deref().is_some_and(|token| !is_token(token)) {
            errors.push(refusal("token", "Token tidak benar."));
        }
        wanted.filter(|_| errors.is_empty()).ok_or(errors)
    }
}

/// Whether a text is valid as the idempotency key of a request: 16 to 64 letters, digits, `-` or `_`.
pub fn is_token(token: &str) -> bool {
    (16..=64).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// Current stock of a product.
#[derive(Debug, Serialize, FromRow, ToSchema)]
struct StockNow {
    id: ProductId,
    name: String,
    /// Pieces in stock.
    stock: i64,
    /// Pieces in stock of the requested variant; null if none was requested.
    variant_stock: Option<i64>,
}

async fn stock_now(conn: &mut Conn, id: ProductId, variant: Option<VariantId>) -> sqlx::Result<StockNow> {
    let sql = "SELECT p.id, p.name, p.stock, v.stock AS variant_stock
               FROM products p LEFT JOIN product_variants v ON v.product_id = p.id AND v.id = $2 WHERE p.id = $1";
    query_as(sql).bind(id).bind(variant).fetch_one(conn).await
}

/// Locks a product, and returns its stock, or the stock of the given variant, in pieces.
///
/// # Errors
/// 404 if the product does not exist; 422 if the variant is missing, unknown or removed, or if stock is not counted by
/// variant.
async fn hold_counted(conn: &mut Conn, id: ProductId, variant: Option<VariantId>) -> Result<i64> {
    let stock = lock(conn, id).await?.ok_or_else(product_not_found)?;
    let sql = "SELECT by_variant FROM products WHERE id = $1";
    let by_variant: Flag = query_scalar(sql).bind(id).fetch_one(&mut *conn).await?;
    let refuse = |message: &str| Error::from(vec![refusal("variant_id", message)]);
    match variant {
        None if !by_variant.0 => Ok(stock),
        None => Err(refuse("Stok produk ini dihitung per varian. Pilih variannya.")),
        Some(_) if !by_variant.0 => Err(refuse("Stok produk ini tidak dihitung per varian.")),
        Some(variant) => {
            let sql = "SELECT stock FROM product_variants WHERE id = $1 AND product_id = $2 AND removed = 0";
            let found: Option<i64> = query_scalar(sql).bind(variant).bind(id).fetch_optional(conn).await?;
            found.ok_or_else(|| refuse("Varian ini sudah tidak ada. Muat ulang halamannya."))
        }
    }
}

/// Changes a product's stock and records it in the stock books. A count that equals the books changes nothing.
#[utoipa::path(post, path = "/api/admin/products/{id}/stock", operation_id = "changeStock", request_body = StockForm,
    responses((status = 200, body = StockNow), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<{ CATALOGUE | FULFILMENT }>,
    Path(id): Path<ProductId>,
    Body(form): Body<StockForm>,
) -> Result<Json<StockNow>> {
    let wanted = form.read()?;
    let mut tx = db.write().await?;
    let variant = form.variant_id;
    let stock = hold_counted(&mut tx, id, variant).await?;
    if let Some(token) = &form.token
        && is_done(&mut tx, id, token).await?
    {
        return Ok(Json(stock_now(&mut tx, id, variant).await?));
    }
    let after = match wanted {
        // The product's row is locked, so no sale comes between this check and the change.
        RequestedStockChange::Counted { seen, .. } if seen != stock => {
            return Err(moved_meanwhile(&mut tx, id, variant).await?);
        }
        RequestedStockChange::Counted { counted, .. } => counted,
        RequestedStockChange::Difference(pieces) => stock + pieces,
    };
    if after < 0 {
        let message = format!("Stok hanya {stock}: tidak dapat dikurangi {}.", stock - after);
        return Err(Error::conflict(Code::OutOfStock, message));
    }
    if after > MAX_STOCK {
        return Err(vec![refusal("quantity", "Stok menjadi terlalu banyak.")].into());
    }
    if after != stock {
        let (kind, action) = match form.kind {
            StockChangeKind::Received => (MovementKind::Received, "receive"),
            StockChangeKind::Adjusted => (MovementKind::Adjusted, "adjust"),
        };
        let at_ms = clock.now_ms();
        let (reason, token) = (form.reason(), form.token.as_deref());
        let moved = ByHand { member: admin.0.id, variant, kind, quantity: after - stock, reason, token, at_ms };
        match move_by_hand(&mut tx, id, &moved).await {
            // The token belongs to a change of another product.
            Err(error) if is_duplicate(&error) => {
                return Err(Error::conflict(Code::Repeated, "Permintaan ini sudah pernah dikirim."));
            }
            done => done?,
        }
        let (mut before, mut now) = (json!({"stock": stock}), json!({"stock": after, "reason": reason}));
        if let Some(variant) = variant {
            let sql = "SELECT name FROM product_variants WHERE id = $1";
            let name: String = query_scalar(sql).bind(variant).fetch_one(&mut *tx).await?;
            (before["variant"], now["variant"]) = (json!(name), json!(name));
        }
        audit::record(&mut tx, &admin.0, at_ms, Change::new(action, Subject::Product, id, before, now)).await?;
    }
    let now = stock_now(&mut tx, id, variant).await?;
    tx.commit().await?;
    catalog.mark_changed();
    Ok(Json(now))
}

/// Returns the 409 error for a count of stock that has changed since; it names the member or order that changed it.
async fn moved_meanwhile(conn: &mut Conn, id: ProductId, variant: Option<VariantId>) -> Result<Error> {
    let current = stock_now(conn, id, variant).await?;
    let sql = "SELECT m.at_ms, s.name, o.number
               FROM stock_movements m LEFT JOIN members s ON s.id = m.member_id LEFT JOIN orders o ON o.id = m.order_id
               WHERE m.product_id = $1 AND COALESCE(m.variant_id, 0) = $2 ORDER BY m.id DESC LIMIT 1";
    let of = variant.unwrap_or(VariantId(0));
    let newest: Option<(i64, Option<String>, Option<String>)> =
        query_as(sql).bind(id).bind(of).fetch_optional(conn).await?;
    Ok(match newest {
        Some((at_ms, None, Some(number))) => Error::edit_conflict(current).with_message(format!(
            "Stok baru saja berubah oleh pesanan {number} ({}). Hitung lagi sebelum menyimpan.",
            format::date_time(at_ms)
        )),
        newest => audit::changed_by(current, newest.and_then(|(at_ms, name, _)| Some((name?, at_ms)))),
    })
}

async fn is_done(conn: &mut Conn, id: ProductId, token: &str) -> sqlx::Result<bool> {
    let sql = "SELECT id FROM stock_movements WHERE token = $1 AND product_id = $2";
    let found: Option<i64> = query_scalar(sql).bind(token).bind(id).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// A stock movement as the stock books show it.
#[derive(Debug, Serialize, ToSchema)]
struct StockMovement {
    id: i64,
    /// Time of the movement, RFC 3339.
    at: String,
    product_id: ProductId,
    product_name: String,
    /// Name of the variant, if stock is counted by variant.
    variant: Option<String>,
    kind: MovementKind,
    /// Pieces, negative if they left the stock.
    quantity: i64,
    /// Number of the order that took or returned the pieces.
    order_id: Option<String>,
    /// Reason for the movement, if a person gave one.
    reason: Option<String>,
    /// Name of the person who made the movement, if any.
    member_name: Option<String>,
}

/// Movements of stock, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct StockMovements {
    movements: Vec<StockMovement>,
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
struct MovementFilter {
    /// Filter: movements of this product.
    product_id: Option<ProductId>,
    /// Filter: movements of this kind.
    kind: Option<MovementKind>,
    /// Filter: movements from the beginning of this day in Jakarta, `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Filter: movements until the end of this day in Jakarta, `YYYY-MM-DD`.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
}

/// Returns the first millisecond of the day that is `later` days after a day in Jakarta.
fn day_begins(day: &str, later: i64) -> Result<i64> {
    let midnight = jakarta_midnight(day).ok_or_else(|| Error::invalid("Tanggal tidak benar."))?;
    Ok(midnight + later * DAY_MS)
}

#[derive(FromRow)]
struct MovementRow {
    id: i64,
    at_ms: i64,
    product_id: ProductId,
    product_name: String,
    variant: Option<String>,
    kind: Text<MovementKind>,
    quantity: i64,
    order_number: Option<String>,
    reason: Option<String>,
    member_name: Option<String>,
}

/// The movements in the stock books, newest first.
#[utoipa::path(get, path = "/api/admin/stock-movements", operation_id = "listStockMovements",
    responses((status = 200, body = StockMovements)))]
async fn list(
    State(db): State<Db>,
    _: Admin<{ CATALOGUE | FULFILMENT }>,
    Query(filter): Query<MovementFilter>,
    page: Page<2>,
) -> Result<Json<StockMovements>> {
    let day = |typed: &Option<String>, later| {
        typed.as_deref().filter(|day| !day.is_empty()).map(|day| day_begins(day, later)).transpose()
    };
    let (from_ms, to_ms) = (day(&filter.from, 0)?.unwrap_or(i64::MIN), day(&filter.to, 1)?.unwrap_or(i64::MAX));
    let mut conditions = String::new();
    let mut number = 6;
    for (wanted, column) in [(filter.product_id.is_some(), "product_id"), (filter.kind.is_some(), "kind")] {
        if wanted {
            conditions += &format!(" AND m.{column} = ${number}");
            number += 1;
        }
    }
    let sql = format!(
        "SELECT m.id, m.at_ms, m.product_id, p.name AS product_name, v.name AS variant, m.kind, m.quantity, o.number AS order_number,
                m.reason, s.name AS member_name
         FROM stock_movements m JOIN products p ON p.id = m.product_id
         LEFT JOIN product_variants v ON v.id = m.variant_id
         LEFT JOIN orders o ON o.id = m.order_id LEFT JOIN members s ON s.id = m.member_id
         WHERE (m.at_ms, m.id) < ($1, $2) AND m.at_ms >= $3 AND m.at_ms < $4{conditions}
         ORDER BY m.at_ms DESC, m.id DESC LIMIT $5"
    );
    let [at_ms, id] = page.after(i64::MAX);
    let mut rows = query_as(AssertSqlSafe(sql)).bind(at_ms).bind(id).bind(from_ms).bind(to_ms).bind(page.lookup());
    if let Some(product) = filter.product_id {
        rows = rows.bind(product);
    }
    if let Some(kind) = filter.kind {
        rows = rows.bind(kind.text());
    }
    let mut rows: Vec<MovementRow> = rows.fetch_all(&mut *db.read().await?).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.at_ms, row.id]);
    let movements = rows
        .into_iter()
        .map(|row| StockMovement {
            id: row.id,
            at: rfc3339(row.at_ms),
            product_id: row.product_id,
            product_name: row.product_name,
            variant: row.variant,
            kind: row.kind.0,
            quantity: row.quantity,
            order_id: row.order_number,
            reason: row.reason,
            member_name: row.member_name,
        })
        .collect();
    Ok(Json(StockMovements { movements, next_cursor }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(kind: StockChangeKind, quantity: Option<i64>, counted: Option<i64>) -> StockForm {
        StockForm {
            variant_id: None,
            kind,
            quantity,
            counted,
            stock: Some(4),
            reason: Some("Rusak".to_owned()),
            token: None,
        }
    }

    #[test]
    fn stock_changes_are_differences_or_counts() {
        use StockChangeKind::{Adjusted, Received};
        let difference = |pieces| Some(RequestedStockChange::Difference(pieces));
        for (kind, quantity, counted, wanted) in [
            (Received, Some(3), None, difference(3)),
            (Received, Some(0), None, None),
            (Received, Some(-1), None, None),
            (Received, Some(MAX_PIECES + 1), None, None),
            (Received, None, Some(3), None),
            (Adjusted, Some(-3), None, difference(-3)),
            (Adjusted, Some(0), None, None),
            (Adjusted, Some(i64::MIN), None, None),
            (Adjusted, None, Some(0), Some(RequestedStockChange::Counted { counted: 0, seen: 4 })),
            (Adjusted, None, Some(-1), None),
            (Adjusted, None, None, None),
        ] {
            let form = filled(kind, quantity, counted);
            assert_eq!(form.read().ok(), wanted, "{form:?}");
        }
        let unexplained = StockForm { reason: Some(" ".to_owned()), ..filled(Adjusted, Some(1), None) };
        assert_eq!(unexplained.read().unwrap_err()[0].field, "reason");
    }

    #[test]
    fn a_day_begins_at_midnight_in_jakarta() {
        assert_eq!(day_begins("1970-01-02", 0).unwrap(), 17 * 60 * 60 * 1000);
        assert_eq!(day_begins("1970-01-01", 1).unwrap(), 17 * 60 * 60 * 1000);
        for wrong in ["1970-02-30", "1970", "x"] {
            assert!(day_begins(wrong, 1).is_err(), "{wrong}");
        }
    }
}
