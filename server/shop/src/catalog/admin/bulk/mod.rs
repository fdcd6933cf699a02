//! Bulk change of products: first a preview of each product's change, or the reason against it; then all changes, or
//! none.

mod change;

use std::collections::BTreeSet;

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db, TextEnum, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::Body,
    format,
    ids::ProductId,
    time::{Clock, DAY_MS},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{
        admin::{
            bulk::change::{BulkChange, RequestedChange},
            listing::{self, AT_ONCE, ListedProduct},
            products::set_in_shop,
            stock::is_token,
        },
        choices::Edit,
        products::Catalog,
        sale_status::SaleStatus,
        writing::{ProductFields, update_product},
    },
};

/// Time for which the idempotency key of a completed change is stored, in milliseconds.
const REMEMBERED_MS: i64 = 7 * DAY_MS;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(change_many))
}

/// A change of many products.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"ids": [3, 4], "change": {"price": {"kind": "percent", "percent": "7.5", "step": 500}}, "dry_run": true}
)))]
struct BulkForm {
    /// Keys of the products, up to 500.
    #[schema(min_items = 1, max_items = 500)]
    ids: Vec<ProductId>,
    change: BulkChange,
    /// Whether only to return a preview.
    dry_run: bool,
    /// Digest from the preview: ensures that the change made now is the one that was shown.
    digest: Option<String>,
    /// Idempotency key: repeated requests with it change the products only once. 16 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = r"^[A-Za-z0-9_-]{16,64}$")]
    token: Option<String>,
}

/// Result of a change of many products.
#[derive(Debug, Serialize, ToSchema)]
struct BulkAnswer {
    /// Whether the change was made; if not, nothing was changed.
    applied: bool,
    /// Number of products that change.
    changed: usize,
    /// Number of products that already have the requested values.
    unchanged: usize,
    /// Number of products that cannot be changed; while there are any, no product can be changed.
    refused: usize,
    /// The products, by key; empty once the change is made.
    products: Vec<BulkProduct>,
    /// Digest of this preview, to be sent with the request that makes the change; empty once the change is made.
    digest: String,
}

/// Change of one product.
#[derive(Debug, Serialize, ToSchema)]
struct BulkProduct {
    id: ProductId,
    /// Name of the product; empty if it no longer exists.
    name: String,
    changes: Vec<BulkFieldChange>,
    /// Reason why the change is not possible; null if it is possible.
    problem: Option<String>,
}

/// Change of one field.
#[derive(Debug, Serialize, ToSchema)]
struct BulkFieldChange {
    /// `price_rp`, `bv`, `category`, `min_order`, `weight_gr`, `shelf` or `status`.
    field: &'static str,
    before: String,
    after: String,
}

/// Change to be made to a product that exists.
struct Step {
    kept: ListedProduct,
    fields: ProductFields,
    /// Whether the product leaves the shop (`true`) or enters it (`false`); `None` if its status stays the same.
    archived: Option<bool>,
}

struct Plan {
    steps: Vec<Step>,
    products: Vec<BulkProduct>,
    digest: String,
}

impl Plan {
    fn refused(&self) -> usize {
        self.products.iter().filter(|product| product.problem.is_some()).count()
    }

    fn answer(self) -> BulkAnswer {
        let (changed, refused) = (self.steps.len(), self.refused());
        let unchanged = self.products.len() - changed - refused;
        BulkAnswer { applied: false, changed, unchanged, refused, products: self.products, digest: self.digest }
    }
}

/// Changes many products alike: returns a preview, or makes all changes in one transaction.
#[utoipa::path(post, path = "/api/admin/products/changes", operation_id = "changeProducts", request_body = BulkForm,
    responses((status = 200, body = BulkAnswer), (status = 409), (status = 422)))]
async fn change_many(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<BulkForm>,
) -> Result<Json<BulkAnswer>> {
    let ids: BTreeSet<ProductId> = form.ids.iter().copied().collect();
    let ids: Vec<ProductId> = ids.into_iter().collect();
    if ids.is_empty() || ids.len() > AT_ONCE {
        return Err(Error::invalid(format!("Pilih 1 sampai {AT_ONCE} produk.")));
    }
    let now_ms = clock.now_ms();
    if form.dry_run {
        let mut conn = db.read().await?;
        let wanted = form.change.read(&mut conn, now_ms).await?;
        return Ok(Json(plan(&mut conn, &ids, &wanted, now_ms).await?.answer()));
    }
    let digest = form.digest.as_deref().ok_or_else(|| Error::invalid("Periksa pratinjaunya lebih dulu."))?;
    let token = form.token.as_deref().filter(|token| is_token(token));
    let token = token.ok_or_else(|| Error::invalid("Token tidak benar."))?;
    let order = Order { ids: &ids, change: &form.change, digest, token, by: &admin.0, now_ms };
    let Some(changed) = retried(|| apply(&db, &order)).await? else {
        let mut conn = db.read().await?;
        let wanted = form.change.read(&mut conn, now_ms).await?;
        let current = plan(&mut conn, &ids, &wanted, now_ms).await?.answer();
        let keys: Vec<String> = ids.iter().map(ToString::to_string).collect();
        return Err(audit::conflict_among(current, &mut conn, Subject::Product, &keys).await);
    };
    catalog.mark_changed();
    let unchanged = ids.len() - changed;
    let done =
        BulkAnswer { applied: true, changed, unchanged, refused: 0, products: Vec::new(), digest: String::new() };
    Ok(Json(done))
}

/// A previewed change that is to be made.
struct Order<'a> {
    ids: &'a [ProductId],
    change: &'a BulkChange,
    digest: &'a str,
    token: &'a str,
    by: &'a Member,
    now_ms: i64,
}

/// Makes the previewed change in one transaction, and returns the number of changed products. Returns `None` and
/// changes nothing if the effect would now differ from the preview.
async fn apply(db: &Db, order: &Order<'_>) -> Result<Option<usize>> {
    let mut tx = db.write().await?;
    if let Some((digest, changed)) = begin(&mut tx, order).await? {
        if digest != order.digest {
            return Err(Error::conflict(Code::EditConflict, "Token ini sudah dipakai untuk perubahan lain."));
        }
        return Ok(Some(usize::try_from(changed).unwrap_or_default()));
    }
    let wanted = order.change.read(&mut tx, order.now_ms).await?;
    let plan = plan(&mut tx, order.ids, &wanted, order.now_ms).await?;
    if plan.digest != order.digest {
        return Ok(None);
    }
    if plan.refused() > 0 {
        return Err(Error::invalid("Keluarkan dulu produk yang tidak dapat diubah."));
    }
    if !write(&mut tx, order, &plan.steps).await? {
        return Ok(None);
    }
    let changed = i64::try_from(plan.steps.len()).unwrap_or(i64::MAX);
    query("UPDATE product_bulk_changes SET changed = $2 WHERE token = $1")
        .bind(order.token)
        .bind(changed)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Some(plan.steps.len()))
}

/// Reserves the idempotency key; if an earlier change has used it, returns that change's digest and number of changed
/// products.
async fn begin(conn: &mut Conn, order: &Order<'_>) -> sqlx::Result<Option<(String, i64)>> {
    query("DELETE FROM product_bulk_changes WHERE at_ms < $1")
        .bind(order.now_ms - REMEMBERED_MS)
        .execute(&mut *conn)
        .await?;
    let sql = "INSERT INTO product_bulk_changes (token, digest, changed, at_ms) VALUES ($1, $2, 0, $3)
               ON CONFLICT (token) DO NOTHING";
    let taken = query(sql).bind(order.token).bind(order.digest).bind(order.now_ms).execute(&mut *conn).await?;
    if taken.rows_affected() > 0 {
        return Ok(None);
    }
    let sql = "SELECT digest, changed FROM product_bulk_changes WHERE token = $1";
    query_as(sql).bind(order.token).fetch_optional(conn).await
}

/// Makes the steps in the order of the products' keys, as checkouts do, which prevents deadlocks. Returns false if a
/// product has changed since the plan was made.
async fn write(conn: &mut Conn, order: &Order<'_>, steps: &[Step]) -> sqlx::Result<bool> {
    let mut changes = Vec::with_capacity(steps.len());
    let edit = Edit { member: order.by.id, at_ms: order.now_ms, division: &[] };
    for Step { kept, fields, archived } in steps {
        if *fields != kept.fields {
            if !update_product(conn, kept.id, kept.version, &kept.fields, fields, &edit).await? {
                return Ok(false);
            }
            changes.push(Change::new("update", Subject::Product, kept.id, kept.fields.log_value(), fields.log_value()));
        }
        if let Some(archived) = archived {
            let Some(change) = set_in_shop(conn, kept, *archived, order.now_ms).await? else { return Ok(false) };
            changes.push(change);
        }
    }
    audit::record_all(conn, order.by, order.now_ms, changes).await?;
    Ok(true)
}

/// Returns the effect that a change would have on each product at a given time.
async fn plan(conn: &mut Conn, ids: &[ProductId], wanted: &RequestedChange, now_ms: i64) -> Result<Plan> {
    let kept = listing::load(conn, ids).await?;
    let (mut steps, mut products, mut digest) = (Vec::new(), Vec::new(), Sha256::new());
    let is_gone = |id: &&ProductId| !kept.iter().any(|kept| kept.id == **id);
    for id in ids.iter().filter(is_gone) {
        let problem = Some("Produk ini sudah tidak ada.".to_owned());
        products.push(BulkProduct { id: *id, name: String::new(), changes: Vec::new(), problem });
    }
    for kept in kept {
        let archived = wanted.archived.filter(|archived| *archived == kept.status.is_for_sale());
        let (fields, problem) = match wanted.applied(&kept.fields, now_ms) {
            Ok(fields) => (fields, None),
            Err(errors) => {
                let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
                (kept.fields.clone(), Some(messages.join(" ")))
            }
        };
        let changes = if problem.is_some() { Vec::new() } else { differing(&kept, &fields, archived, wanted) };
        let (id, name) = (kept.id, kept.fields.name.clone());
        let state = (id, kept.version, kept.status, &changes, &problem);
        digest.update(serde_json::to_vec(&state).map_err(Error::internal)?);
        if !changes.is_empty() {
            steps.push(Step { kept, fields, archived });
        }
        products.push(BulkProduct { id, name, changes, problem });
    }
    products.sort_by_key(|product| product.id);
    Ok(Plan { steps, products, digest: format::hex(&digest.finalize()[..12]) })
}

/// Returns the changed fields of a product, with the old and new values as texts.
fn differing(
    kept: &ListedProduct,
    after: &ProductFields,
    archived: Option<bool>,
    wanted: &RequestedChange,
) -> Vec<BulkFieldChange> {
    let before = &kept.fields;
    let category = wanted.category.as_ref().map_or(&kept.category_name, |(_, name)| name);
    let mut changes: Vec<BulkFieldChange> = [
        ("price_rp", before.price_rp.to_string(), after.price_rp.to_string()),
        ("bv", before.bv.to_string(), after.bv.to_string()),
        ("category", kept.category_name.clone(), category.clone()),
        ("min_order", before.min_order.to_string(), after.min_order.to_string()),
        ("weight_gr", before.weight_gr.to_string(), after.weight_gr.to_string()),
        ("shelf", before.shelf.clone(), after.shelf.clone()),
    ]
    .into_iter()
    .filter(|(_, before, after)| before != after)
    .map(|(field, before, after)| BulkFieldChange { field, before, after })
    .collect();
    if let Some(archived) = archived {
        let after = if archived { SaleStatus::Archived } else { SaleStatus::ForSale };
        let (before, after) = (kept.status.text().to_owned(), after.text().to_owned());
        changes.push(BulkFieldChange { field: "status", before, after });
    }
    changes
}
